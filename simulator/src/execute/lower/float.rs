//! Arithmetic of floating point (PTX ISA 9.7.3 and 9.7.4).
//!
//! A single that is not a number is always the same one, 0x7fffffff. The approximations are those that are exact:
//! within what the PTX ISA says they may be off by. Where it says more, as of `div.approx`, that is heeded.

use super::{Body, Lowered, Modifiers};
use crate::execute::cells::{Cells, Exec, Operands, exec, test2};
use crate::execute::rounding::{Down, Up, Zero, add, divide, fused, multiply, root};
use crate::interface::Class;
use crate::ptx::Type;

impl Body<'_, '_> {
    pub(super) fn float(&mut self, opcode: &str, modifiers: Modifiers) -> Lowered {
        let kind = modifiers.kind()?;
        match kind {
            Type::F32 | Type::F64 => {}
            Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => return self.half(opcode, modifiers, kind),
            _ => return self.unknown(),
        }
        let single = kind == Type::F32;
        let class = match opcode {
            "div" | "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "lg2" | "ex2" | "tanh" => Class::Special,
            _ if single => Class::Float32,
            _ => Class::Float64,
        };
        if opcode == "testp" {
            return self.test_property(modifiers, single);
        }
        let exec = if single { self.single(opcode, modifiers) } else { self.double(opcode, modifiers) };
        let Some((exec, count)) = exec else { return self.unknown() };
        let flush = modifiers.has("ftz") && single;
        let mut cells = Vec::with_capacity(4);
        for index in 1..=count {
            let mut cell = self.source(index, kind)?;
            if flush {
                let flushed = self.scratch();
                self.data(exec!(|a: f32| -> f32 { flush_subnormal(a) }), &[flushed, cell], Class::Move);
                cell = flushed;
            }
            cells.push(cell);
        }
        let destination = self.destination(0, kind)?;
        cells.insert(0, destination);
        self.data(exec, &cells, class);
        if modifiers.has("sat") {
            let clamp = if single {
                exec!(|a: f32| -> f32 { if a > 0.0 { a.min(1.0) } else { 0.0 } })
            } else {
                exec!(|a: f64| -> f64 { if a > 0.0 { a.min(1.0) } else { 0.0 } })
            };
            self.data(clamp, &[destination, destination], Class::Move);
        }
        if modifiers.has("relu") {
            self.data(
                exec!(|a: f32| -> f32 { if a > 0.0 { a } else { 0.0 } }),
                &[destination; 2],
                Class::Move,
            );
        }
        if flush {
            self.data(exec!(|a: f32| -> f32 { flush_subnormal(a) }), &[destination; 2], Class::Move);
        }
        Ok(())
    }

    /// The function and how many operands it has.
    fn single(&self, opcode: &str, modifiers: Modifiers) -> Option<(Exec, usize)> {
        macro_rules! rounded {
            (|$($a:ident),*| $nearest:block, $f:ident) => {
                if modifiers.has("rz") {
                    exec!(|$($a: f32),*| -> f32 { canonical($f::<f32, Zero>($($a),*)) })
                } else if modifiers.has("rm") {
                    exec!(|$($a: f32),*| -> f32 { canonical($f::<f32, Down>($($a),*)) })
                } else if modifiers.has("rp") {
                    exec!(|$($a: f32),*| -> f32 { canonical($f::<f32, Up>($($a),*)) })
                } else {
                    exec!(|$($a: f32),*| -> f32 { canonical($nearest) })
                }
            };
        }
        Some(match opcode {
            "add" => (rounded!(|a, b| { a + b }, add), 2),
            "sub" if modifiers.has("rz") => {
                (exec!(|a: f32, b: f32| -> f32 { canonical(add::<f32, Zero>(a, -b)) }), 2)
            }
            "sub" if modifiers.has("rm") => {
                (exec!(|a: f32, b: f32| -> f32 { canonical(add::<f32, Down>(a, -b)) }), 2)
            }
            "sub" if modifiers.has("rp") => {
                (exec!(|a: f32, b: f32| -> f32 { canonical(add::<f32, Up>(a, -b)) }), 2)
            }
            "sub" => (exec!(|a: f32, b: f32| -> f32 { canonical(a - b) }), 2),
            "mul" => (rounded!(|a, b| { a * b }, multiply), 2),
            "fma" | "mad" => (rounded!(|a, b, c| { a.mul_add(b, c) }, fused), 3),
            // It multiplies by the reciprocal, which is zero from 2 to the 126 on.
            "div" if modifiers.has("approx") => {
                (exec!(|a: f32, b: f32| -> f32 { canonical(a * flush_subnormal(1.0 / b)) }), 2)
            }
            "div" => (rounded!(|a, b| { a / b }, divide), 2),
            "rcp" if modifiers.has("rz") => {
                (exec!(|a: f32| -> f32 { canonical(divide::<f32, Zero>(1.0, a)) }), 1)
            }
            "rcp" if modifiers.has("rm") => {
                (exec!(|a: f32| -> f32 { canonical(divide::<f32, Down>(1.0, a)) }), 1)
            }
            "rcp" if modifiers.has("rp") => {
                (exec!(|a: f32| -> f32 { canonical(divide::<f32, Up>(1.0, a)) }), 1)
            }
            "rcp" => (exec!(|a: f32| -> f32 { canonical(1.0 / a) }), 1),
            "sqrt" => (rounded!(|a| { a.sqrt() }, root), 1),
            "rsqrt" => (exec!(|a: f32| -> f32 { canonical((1.0 / f64::from(a).sqrt()) as f32) }), 1),
            "sin" => (exec!(|a: f32| -> f32 { canonical(f64::from(a).sin() as f32) }), 1),
            "cos" => (exec!(|a: f32| -> f32 { canonical(f64::from(a).cos() as f32) }), 1),
            "lg2" => (exec!(|a: f32| -> f32 { canonical(f64::from(a).log2() as f32) }), 1),
            "ex2" => (exec!(|a: f32| -> f32 { canonical(f64::from(a).exp2() as f32) }), 1),
            "tanh" => (exec!(|a: f32| -> f32 { canonical(f64::from(a).tanh() as f32) }), 1),
            "abs" => (exec!(|a: f32| -> f32 { a.abs() }), 1),
            "neg" => (exec!(|a: f32| -> f32 { -a }), 1),
            // The sign is the first operand's.
            "copysign" => (exec!(|a: f32, b: f32| -> f32 { b.copysign(a) }), 2),
            "min" | "max" => {
                let nan = modifiers.has("NaN");
                let sign = modifiers.has("xorsign");
                let exec = match (opcode, nan, sign) {
                    ("min", false, false) => exec!(|a: f32, b: f32| -> f32 { least(a, b) }),
                    ("min", true, false) => exec!(|a: f32, b: f32| -> f32 {
                        if a.is_nan() | b.is_nan() { CANONICAL } else { least(a, b) }
                    }),
                    ("max", false, false) => exec!(|a: f32, b: f32| -> f32 { greatest(a, b) }),
                    ("max", true, false) => exec!(|a: f32, b: f32| -> f32 {
                        if a.is_nan() | b.is_nan() { CANONICAL } else { greatest(a, b) }
                    }),
                    _ => return None,
                };
                (exec, 2)
            }
            _ => return None,
        })
    }

    fn double(&self, opcode: &str, modifiers: Modifiers) -> Option<(Exec, usize)> {
        macro_rules! rounded {
            (|$($a:ident),*| $nearest:block, $f:ident) => {
                if modifiers.has("rz") {
                    exec!(|$($a: f64),*| -> f64 { $f::<f64, Zero>($($a),*) })
                } else if modifiers.has("rm") {
                    exec!(|$($a: f64),*| -> f64 { $f::<f64, Down>($($a),*) })
                } else if modifiers.has("rp") {
                    exec!(|$($a: f64),*| -> f64 { $f::<f64, Up>($($a),*) })
                } else {
                    exec!(|$($a: f64),*| -> f64 $nearest)
                }
            };
        }
        Some(match opcode {
            "add" => (rounded!(|a, b| { a + b }, add), 2),
            "sub" if modifiers.has("rz") => (exec!(|a: f64, b: f64| -> f64 { add::<f64, Zero>(a, -b) }), 2),
            "sub" if modifiers.has("rm") => (exec!(|a: f64, b: f64| -> f64 { add::<f64, Down>(a, -b) }), 2),
            "sub" if modifiers.has("rp") => (exec!(|a: f64, b: f64| -> f64 { add::<f64, Up>(a, -b) }), 2),
            "sub" => (exec!(|a: f64, b: f64| -> f64 { a - b }), 2),
            "mul" => (rounded!(|a, b| { a * b }, multiply), 2),
            "fma" | "mad" => (rounded!(|a, b, c| { a.mul_add(b, c) }, fused), 3),
            "div" => (rounded!(|a, b| { a / b }, divide), 2),
            // Of the result only the upper word is there (PTX ISA, `rcp.approx.ftz.f64`).
            "rcp" if modifiers.has("approx") => (exec!(|a: f64| -> f64 { upper(1.0 / upper(a)) }), 1),
            "rcp" if modifiers.has("rz") => (exec!(|a: f64| -> f64 { divide::<f64, Zero>(1.0, a) }), 1),
            "rcp" if modifiers.has("rm") => (exec!(|a: f64| -> f64 { divide::<f64, Down>(1.0, a) }), 1),
            "rcp" if modifiers.has("rp") => (exec!(|a: f64| -> f64 { divide::<f64, Up>(1.0, a) }), 1),
            "rcp" => (exec!(|a: f64| -> f64 { 1.0 / a }), 1),
            "sqrt" => (rounded!(|a| { a.sqrt() }, root), 1),
            "rsqrt" => (exec!(|a: f64| -> f64 { upper(1.0 / upper(a).sqrt()) }), 1),
            "abs" => (exec!(|a: f64| -> f64 { a.abs() }), 1),
            "neg" => (exec!(|a: f64| -> f64 { -a }), 1),
            "copysign" => (exec!(|a: f64, b: f64| -> f64 { b.copysign(a) }), 2),
            "min" => (
                exec!(|a: f64, b: f64| -> f64 {
                    if a.is_nan() {
                        b
                    } else if b.is_nan() || a < b || (a == b && a.is_sign_negative()) {
                        a
                    } else {
                        b
                    }
                }),
                2,
            ),
            "max" => (
                exec!(|a: f64, b: f64| -> f64 {
                    if a.is_nan() {
                        b
                    } else if b.is_nan() || a > b || (a == b && a.is_sign_positive()) {
                        a
                    } else {
                        b
                    }
                }),
                2,
            ),
            _ => return None,
        })
    }

    fn test_property(&mut self, modifiers: Modifiers, single: bool) -> Lowered {
        macro_rules! property {
            (|$a:ident| $body:expr) => {
                if single {
                    unsafe fn exec(cells: &Cells, o: &Operands) {
                        unsafe {
                            cells.set_predicate(o[0], test2(cells, o[1], o[1], |$a: f32, _: f32| $body))
                        }
                    }
                    exec as Exec
                } else {
                    unsafe fn exec(cells: &Cells, o: &Operands) {
                        unsafe {
                            cells.set_predicate(o[0], test2(cells, o[1], o[1], |$a: f64, _: f64| $body))
                        }
                    }
                    exec as Exec
                }
            };
        }
        let exec = match modifiers.iter().next() {
            Some("finite") => property!(|a| a.is_finite()),
            Some("infinite") => property!(|a| a.is_infinite()),
            Some("number") => property!(|a| !a.is_nan()),
            Some("notanumber") => property!(|a| a.is_nan()),
            Some("normal") => property!(|a| a.is_normal()),
            Some("subnormal") => property!(|a| a.is_subnormal()),
            _ => return self.unknown(),
        };
        let source = self.source(1, if single { Type::F32 } else { Type::F64 })?;
        let destination = self.predicate_destination(self.operand(0)?)?;
        self.data(exec, &[destination, source], Class::Compare);
        Ok(())
    }
}

/// What the device makes of singles that are not numbers.
const CANONICAL: f32 = f32::from_bits(0x7fff_ffff);

pub fn canonical(a: f32) -> f32 {
    if a.is_nan() { CANONICAL } else { a }
}

pub fn flush_subnormal(a: f32) -> f32 {
    if a.is_subnormal() { 0f32.copysign(a) } else { a }
}

pub(super) fn least(a: f32, b: f32) -> f32 {
    if a.is_nan() {
        canonical(b)
    } else if b.is_nan() || a < b || (a == b && a.is_sign_negative()) {
        a
    } else {
        b
    }
}

pub(super) fn greatest(a: f32, b: f32) -> f32 {
    if a.is_nan() {
        canonical(b)
    } else if b.is_nan() || a > b || (a == b && a.is_sign_positive()) {
        a
    } else {
        b
    }
}

/// The upper word of a number; what is subnormal is flushed.
fn upper(a: f64) -> f64 {
    let a = f64::from_bits(a.to_bits() & 0xffff_ffff_0000_0000);
    if a.is_subnormal() { 0f64.copysign(a) } else { a }
}
