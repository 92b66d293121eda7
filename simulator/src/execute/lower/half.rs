//! Floating point of 16 bits (PTX ISA 9.7.4), computed in wider types.

use super::{Body, Lowered, Modifiers};
use crate::execute::cells::{Cell, exec};
use crate::interface::Class;
use crate::ptx::Type;

/// A function of one, two or three numbers, for each half of a register.
macro_rules! halves {
    ($name:ident, |$($a:ident),*| $body:expr) => {
        fn $name<F: Format>($($a: u16),*) -> u16 {
            $(let $a = F::wide($a);)*
            F::narrow($body)
        }
    };
}

/// A format of 16 bits.
trait Format {
    fn wide(bits: u16) -> f64;
    fn narrow(value: f64) -> u16;
}

struct Binary16;
struct Bfloat16;

impl Format for Binary16 {
    fn wide(bits: u16) -> f64 {
        f64::from(single_of_half(bits))
    }
    fn narrow(value: f64) -> u16 {
        half_of_single(odd(value), false)
    }
}

impl Format for Bfloat16 {
    fn wide(bits: u16) -> f64 {
        f64::from(f32::from_bits(u32::from(bits) << 16))
    }
    fn narrow(value: f64) -> u16 {
        bfloat_of_single(odd(value), false)
    }
}

// Sums, products and their combination are exact in 64 bits or nearly so: the
// bits that are lost lie far below those that decide the rounding.
halves!(sum, |a, b| a + b);
halves!(difference, |a, b| a - b);
halves!(product, |a, b| a * b);
halves!(fused, |a, b, c| a.mul_add(b, c));
halves!(fused_relu, |a, b, c| {
    let value = a.mul_add(b, c);
    if value > 0.0 || value.is_nan() { value } else { 0.0 }
});
halves!(power, |a| a.exp2());
halves!(tangent, |a| a.tanh());

fn least<F: Format>(a: u16, b: u16) -> u16 {
    let (x, y) = (F::wide(a), F::wide(b));
    if x.is_nan() && y.is_nan() {
        return 0x7fff;
    }
    if y.is_nan() || x < y || (x == y && x.is_sign_negative()) { a } else { b }
}

fn greatest<F: Format>(a: u16, b: u16) -> u16 {
    let (x, y) = (F::wide(a), F::wide(b));
    if x.is_nan() && y.is_nan() {
        return 0x7fff;
    }
    if y.is_nan() || x > y || (x == y && x.is_sign_positive()) { a } else { b }
}

fn least_or_nan<F: Format>(a: u16, b: u16) -> u16 {
    if F::wide(a).is_nan() || F::wide(b).is_nan() { 0x7fff } else { least::<F>(a, b) }
}

fn greatest_or_nan<F: Format>(a: u16, b: u16) -> u16 {
    if F::wide(a).is_nan() || F::wide(b).is_nan() { 0x7fff } else { greatest::<F>(a, b) }
}

fn size<F: Format>(a: u16) -> u16 {
    a & 0x7fff
}

fn negated<F: Format>(a: u16) -> u16 {
    a ^ 0x8000
}

fn clamped<F: Format>(a: u16) -> u16 {
    let value = F::wide(a);
    F::narrow(if value > 0.0 { value.min(1.0) } else { 0.0 })
}

/// A function on one register, or on both halves of it.
macro_rules! packed {
    ($kind:expr, $f:ident($($a:ident),*)) => {
        match $kind {
            Type::F16 => exec!(|$($a: u16),*| -> u16 { $f::<Binary16>($($a),*) }),
            Type::Bf16 => exec!(|$($a: u16),*| -> u16 { $f::<Bfloat16>($($a),*) }),
            Type::F16x2 => exec!(|$($a: u32),*| -> u32 {
                u32::from($f::<Binary16>($($a as u16),*)) | u32::from($f::<Binary16>($(($a >> 16) as u16),*)) << 16
            }),
            _ => exec!(|$($a: u32),*| -> u32 {
                u32::from($f::<Bfloat16>($($a as u16),*)) | u32::from($f::<Bfloat16>($(($a >> 16) as u16),*)) << 16
            }),
        }
    };
}

impl Body<'_, '_> {
    pub(super) fn half(&mut self, opcode: &str, modifiers: Modifiers, kind: Type) -> Lowered {
        let nan = modifiers.has("NaN");
        let (exec, count) = match opcode {
            "add" => (packed!(kind, sum(a, b)), 2),
            "sub" => (packed!(kind, difference(a, b)), 2),
            "mul" => (packed!(kind, product(a, b)), 2),
            "fma" if modifiers.has("relu") => (packed!(kind, fused_relu(a, b, c)), 3),
            "fma" => (packed!(kind, fused(a, b, c)), 3),
            "min" if nan => (packed!(kind, least_or_nan(a, b)), 2),
            "max" if nan => (packed!(kind, greatest_or_nan(a, b)), 2),
            "min" => (packed!(kind, least(a, b)), 2),
            "max" => (packed!(kind, greatest(a, b)), 2),
            "abs" => (packed!(kind, size(a)), 1),
            "neg" => (packed!(kind, negated(a)), 1),
            "ex2" => (packed!(kind, power(a)), 1),
            "tanh" => (packed!(kind, tangent(a)), 1),
            _ => return self.unknown(),
        };
        if modifiers.has("xorsign") {
            return self.unknown();
        }
        let mut cells = Vec::with_capacity(4);
        for index in 1..=count {
            cells.push(self.source(index, kind)?);
        }
        let destination = self.destination(0, kind)?;
        cells.insert(0, destination);
        let class = if matches!(opcode, "ex2" | "tanh") { Class::Special } else { Class::Float32 };
        self.data(exec, &cells, class);
        if modifiers.has("sat") {
            self.data(packed!(kind, clamped(a)), &[destination; 2], Class::Move);
        }
        Ok(())
    }

    /// A number of 16 bits as one of 32.
    pub(super) fn half_to_single(&mut self, source: Cell, kind: Type) -> Cell {
        let single = self.scratch();
        let exec = if kind == Type::F16 {
            exec!(|a: u16| -> f32 { single_of_half(a) })
        } else {
            exec!(|a: u16| -> f32 { f32::from_bits(u32::from(a) << 16) })
        };
        self.data(exec, &[single, source], Class::Move);
        single
    }

    /// `cvt` to 16 bits.
    pub(super) fn single_to_half(
        &mut self,
        source: Cell,
        from: Type,
        to: Type,
        modifiers: Modifiers,
    ) -> Lowered {
        let source = match from {
            Type::F32 => source,
            _ => {
                let single = self.scratch();
                let exec = match from {
                    // Through a double's odd rounding the second rounding is right.
                    Type::F64 => exec!(|a: f64| -> f32 { odd(a) }),
                    Type::U32 => exec!(|a: u32| -> f32 { odd(f64::from(a)) }),
                    Type::S32 => exec!(|a: i32| -> f32 { odd(f64::from(a)) }),
                    Type::U16 => exec!(|a: u16| -> f32 { f32::from(a) }),
                    Type::S16 => exec!(|a: i16| -> f32 { f32::from(a) }),
                    Type::U64 => exec!(|a: u64| -> f32 { a as f32 }),
                    Type::S64 => exec!(|a: i64| -> f32 { a as f32 }),
                    _ => return self.unknown(),
                };
                self.data(exec, &[single, source], Class::Move);
                single
            }
        };
        let toward_zero = modifiers.has("rz");
        let exec = match (to, toward_zero) {
            (Type::F16, false) => exec!(|a: f32| -> u16 { half_of_single(a, false) }),
            (Type::F16, true) => exec!(|a: f32| -> u16 { half_of_single(a, true) }),
            (_, false) => exec!(|a: f32| -> u16 { bfloat_of_single(a, false) }),
            (_, true) => exec!(|a: f32| -> u16 { bfloat_of_single(a, true) }),
        };
        let destination = self.destination(0, to)?;
        self.data(exec, &[destination, source], Class::Convert);
        Ok(())
    }
}

/// The nearest single below or above that has an odd last bit, unless it is exact.
pub(super) fn odd(a: f64) -> f32 {
    let nearest = a as f32;
    if a.is_nan() || a.is_infinite() || f64::from(nearest) == a {
        return nearest;
    }
    if nearest.to_bits() & 1 == 1 {
        return nearest;
    }
    if f64::from(nearest) < a { nearest.next_up() } else { nearest.next_down() }
}

pub(super) fn single_of_half(half: u16) -> f32 {
    let sign = if half & 0x8000 != 0 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(half >> 10 & 31), f32::from(half & 0x3ff));
    match exponent {
        0 => sign * fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => sign * f32::INFINITY,
        31 => f32::NAN,
        _ => sign * (1024.0 + fraction) * 2f32.powi(exponent - 25),
    }
}

pub(super) fn half_of_single(a: f32, toward_zero: bool) -> u16 {
    let sign = if a.is_sign_negative() { 0x8000 } else { 0 };
    let size = a.abs();
    if a.is_nan() {
        return 0x7fff;
    }
    if size.is_infinite() {
        return sign | 0x7c00;
    }
    // Units in the last place: of subnormals 2 to the -24, of others by the exponent.
    let exponent = ((size.to_bits() >> 23) as i32 - 127).max(-14);
    let units = f64::from(size) * 2f64.powi(10 - exponent);
    let rounded = if toward_zero { units.trunc() } else { units.round_ties_even() };
    // A carry out of the fraction raises the exponent by itself.
    let bits = rounded as i64 + (i64::from(exponent) + 14) * 1024;
    let largest = if toward_zero { 0x7bff } else { 0x7c00 };
    sign | bits.min(largest) as u16
}

pub(super) fn bfloat_of_single(a: f32, toward_zero: bool) -> u16 {
    let bits = a.to_bits();
    if a.is_nan() {
        return 0x7fff;
    }
    if toward_zero {
        return (bits >> 16) as u16;
    }
    (bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16) as u16
}
