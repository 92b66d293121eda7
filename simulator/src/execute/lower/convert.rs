//! Conversions: `cvt` (PTX ISA 9.7.9.21).

use super::{Body, Lowered, Modifiers, wide};
use crate::execute::cells::{Exec, exec};
use crate::execute::rounding::{Down, Rounding, Up, Zero};
use crate::interface::Class;
use crate::ptx::Type;

impl Body<'_, '_> {
    pub(super) fn convert(&mut self, modifiers: Modifiers) -> Lowered {
        if modifiers.has("pack") {
            return self.unknown();
        }
        let kinds: Vec<Type> = modifiers.types().collect();
        let &[to, from] = &kinds[..] else { return self.unknown() };
        let mut source = self.source(1, from)?;
        let mut kind = from;
        if matches!(from, Type::F16 | Type::Bf16) {
            source = self.half_to_single(source, from);
            kind = Type::F32;
        }
        if kind == Type::F32 && modifiers.has("ftz") {
            let flushed = self.scratch();
            let flush = exec!(|a: f32| -> f32 { super::float::flush_subnormal(a) });
            self.data(flush, &[flushed, source], Class::Move);
            source = flushed;
        }
        if matches!(to, Type::F16 | Type::Bf16) {
            return self.single_to_half(source, kind, to, modifiers);
        }
        let Some(exec) = conversion(to, kind, modifiers) else { return self.unknown() };
        let destination = self.destination(0, to)?;
        self.data(exec, &[destination, source], Class::Convert);
        if to.float() && modifiers.has("sat") {
            let clamp = if wide(to) {
                exec!(|a: f64| -> f64 { if a > 0.0 { a.min(1.0) } else { 0.0 } })
            } else {
                exec!(|a: f32| -> f32 { if a > 0.0 { a.min(1.0) } else { 0.0 } })
            };
            self.data(clamp, &[destination; 2], Class::Move);
        }
        if to == Type::F32 && modifiers.has("ftz") {
            let flush = exec!(|a: f32| -> f32 { super::float::flush_subnormal(a) });
            self.data(flush, &[destination; 2], Class::Move);
        }
        Ok(())
    }
}

fn conversion(to: Type, from: Type, modifiers: Modifiers) -> Option<Exec> {
    match (to.float(), from.float()) {
        (false, false) if modifiers.has("sat") => saturating(to, from),
        (false, false) => integers(to, from),
        (true, false) => from_integer(to, from, modifiers),
        (false, true) => to_integer(to, from, modifiers),
        (true, true) => floats(to, from, modifiers),
    }
}

/// Picks by two types.
macro_rules! pairs {
    ($to:expr, $from:expr, [$($D:ident $d:ty),*], $sources:tt, |$a:ident| $body:expr) => {
        match $to {
            $(Type::$D => pairs!(@source $from, $d, $sources, |$a| $body),)*
            _ => None,
        }
    };
    (@source $from:expr, $d:ty, [$($S:ident $s:ty),*], |$a:ident| $body:expr) => {
        match $from {
            $(Type::$S => {
                #[allow(dead_code)]
                type D = $d;
                #[allow(dead_code)]
                type S = $s;
                #[allow(clippy::unnecessary_cast)]
                Some(exec!(|$a: S| -> D { $body }))
            })*
            _ => None,
        }
    };
}

fn integers(to: Type, from: Type) -> Option<Exec> {
    pairs!(
        to,
        from,
        [U8 u8, S8 i8, U16 u16, S16 i16, U32 u32, S32 i32, U64 u64, S64 i64],
        [U8 u8, S8 i8, U16 u16, S16 i16, U32 u32, S32 i32, U64 u64, S64 i64],
        |a| a as D
    )
}

fn saturating(to: Type, from: Type) -> Option<Exec> {
    pairs!(
        to,
        from,
        [U8 u8, S8 i8, U16 u16, S16 i16, U32 u32, S32 i32, U64 u64, S64 i64],
        [U8 u8, S8 i8, U16 u16, S16 i16, U32 u32, S32 i32, U64 u64, S64 i64],
        |a| (a as i128).clamp(D::MIN as i128, D::MAX as i128) as D
    )
}

/// Integers of a floating type, with the direction in which they are rounded.
fn from_integer(to: Type, from: Type, modifiers: Modifiers) -> Option<Exec> {
    macro_rules! rounded {
        ($R:ty) => {
            pairs!(
                to,
                from,
                [F32 f32, F64 f64],
                [U8 u8, S8 i8, U16 u16, S16 i16, U32 u32, S32 i32, U64 u64, S64 i64],
                |a| {
                    let nearest = a as D;
                    // `a as D` is at most 2 to the 64, which the wider integer holds.
                    let off = a as i128 - nearest as i128;
                    <$R>::adjust(nearest, off as D)
                }
            )
        };
    }
    if modifiers.has("rz") {
        rounded!(Zero)
    } else if modifiers.has("rm") {
        rounded!(Down)
    } else if modifiers.has("rp") {
        rounded!(Up)
    } else {
        pairs!(
            to,
            from,
            [F32 f32, F64 f64],
            [U8 u8, S8 i8, U16 u16, S16 i16, U32 u32, S32 i32, U64 u64, S64 i64],
            |a| a as D
        )
    }
}

fn to_integer(to: Type, from: Type, modifiers: Modifiers) -> Option<Exec> {
    macro_rules! rounded {
        ($f:ident) => {
            pairs!(
                to,
                from,
                [U8 u8, S8 i8, U16 u16, S16 i16, U32 u32, S32 i32, U64 u64, S64 i64],
                [F32 f32, F64 f64],
                |a| a.$f() as D
            )
        };
    }
    match () {
        () if modifiers.has("rni") => rounded!(round_ties_even),
        () if modifiers.has("rmi") => rounded!(floor),
        () if modifiers.has("rpi") => rounded!(ceil),
        () => rounded!(trunc),
    }
}

fn floats(to: Type, from: Type, modifiers: Modifiers) -> Option<Exec> {
    macro_rules! rounded {
        ($f:ident) => {
            match (to, from) {
                (Type::F32, Type::F32) => Some(exec!(|a: f32| -> f32 { a.$f() })),
                (Type::F64, Type::F64) => Some(exec!(|a: f64| -> f64 { a.$f() })),
                _ => None,
            }
        };
    }
    match () {
        () if modifiers.has("rni") => rounded!(round_ties_even),
        () if modifiers.has("rmi") => rounded!(floor),
        () if modifiers.has("rpi") => rounded!(ceil),
        () if modifiers.has("rzi") => rounded!(trunc),
        () => Some(match (to, from) {
            (Type::F32, Type::F32) => exec!(|a: f32| -> f32 { a }),
            (Type::F64, Type::F64) => exec!(|a: f64| -> f64 { a }),
            (Type::F64, Type::F32) => exec!(|a: f32| -> f64 { f64::from(a) }),
            (Type::F32, Type::F64) if modifiers.has("rz") => exec!(|a: f64| -> f32 { narrow::<Zero>(a) }),
            (Type::F32, Type::F64) if modifiers.has("rm") => exec!(|a: f64| -> f32 { narrow::<Down>(a) }),
            (Type::F32, Type::F64) if modifiers.has("rp") => exec!(|a: f64| -> f32 { narrow::<Up>(a) }),
            (Type::F32, Type::F64) => exec!(|a: f64| -> f32 { a as f32 }),
            _ => return None,
        }),
    }
}

fn narrow<R: Rounding>(a: f64) -> f32 {
    let nearest = a as f32;
    if a.is_infinite() || a.is_nan() {
        return nearest;
    }
    let off = a - f64::from(nearest);
    R::adjust(
        nearest,
        if off > 0.0 {
            1.0
        } else if off < 0.0 {
            -1.0
        } else {
            0.0
        },
    )
}
