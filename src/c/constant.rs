//! Values of constant expressions (C17 6.6), with the widths and signs of gcc
//! on x86-64.
//!
//! Every operation may have no result: a division by zero, a signed overflow,
//! a floating type whose arithmetic is not that of the machine this runs on.
//! The expression then has no value here, which is no error by itself: it may
//! stand where it is not evaluated.

use super::ctype::Basic;

/// A value of arithmetic type, or of a pointer that is a plain address.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Of an integer type. Those of `unsigned __int128` from 2^127 on have the
    /// negative number with the same bits.
    Integer(i128),
    /// Of a floating type, and exact.
    Floating(f64),
}

impl Value {
    pub fn integer(self) -> Option<i128> {
        match self {
            Value::Integer(value) => Some(value),
            Value::Floating(_) => None,
        }
    }

    pub fn truth(self) -> bool {
        match self {
            Value::Integer(value) => value != 0,
            Value::Floating(value) => value != 0.0,
        }
    }
}

/// An integer with no more bits than a type has (6.3.1.3).
pub(super) fn wrap(value: i128, ty: Basic) -> i128 {
    if ty == Basic::Bool {
        return i128::from(value != 0);
    }
    let spare = 128 - ty.width();
    if ty.is_unsigned() { ((value as u128) << spare >> spare) as i128 } else { value << spare >> spare }
}

/// Whether arithmetic on the type is IEEE 754's binary32 or binary64, and
/// which.
fn is_machine_float(ty: Basic) -> Option<bool> {
    match ty {
        Basic::Float | Basic::Float32 => Some(false),
        Basic::Double | Basic::Float64 | Basic::Float32x => Some(true),
        _ => None,
    }
}

/// A result of floating arithmetic as the type has it.
fn rounded(value: f64, ty: Basic) -> Option<Value> {
    is_machine_float(ty).map(|double| Value::Floating(if double { value } else { f64::from(value as f32) }))
}

/// Conversion (6.3.1) from one type to another.
pub(super) fn convert(value: Value, from: Basic, to: Basic) -> Option<Value> {
    match value {
        Value::Integer(value) if to.is_integer() => Some(Value::Integer(wrap(value, to))),
        Value::Integer(value) => {
            let big = from == Basic::UnsignedInt128;
            match is_machine_float(to) {
                Some(true) => Some(if big { value as u128 as f64 } else { value as f64 }),
                Some(false) => Some(f64::from(if big { value as u128 as f32 } else { value as f32 })),
                // Exact in every wider format, and nothing is said of others.
                None => (to.size() == 16 && value.unsigned_abs() < 1 << 53 && !to.is_decimal())
                    .then_some(value as f64),
            }
            .map(Value::Floating)
        }
        Value::Floating(value) if to == Basic::Bool => Some(Value::Integer(i128::from(value != 0.0))),
        Value::Floating(value) if to.is_integer() => {
            let whole = value.trunc();
            let limit = 2f64.powi(i32::try_from(to.width()).ok()? - i32::from(!to.is_unsigned()));
            let fits = whole < limit && whole >= if to.is_unsigned() { 0.0 } else { -limit };
            let bits = if to.is_unsigned() { whole as u128 as i128 } else { whole as i128 };
            fits.then_some(Value::Integer(bits))
        }
        Value::Floating(_) if to.is_decimal() || from.is_decimal() => None,
        Value::Floating(value) => match is_machine_float(to) {
            Some(_) => rounded(value, to),
            None => (to.size() == 16).then_some(Value::Floating(value)),
        },
    }
}

/// A binary operation on two values of one type, both converted to it already.
/// `operator` is the operator's spelling. A comparison gives 0 or 1.
pub(super) fn binary(operator: &str, left: Value, right: Value, ty: Basic) -> Option<Value> {
    use std::cmp::Ordering;
    let order = match (left, right) {
        (Value::Integer(a), Value::Integer(b)) if ty == Basic::UnsignedInt128 => {
            Some((a as u128).cmp(&(b as u128)))
        }
        (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(&b)),
        (Value::Floating(a), Value::Floating(b)) => a.partial_cmp(&b),
        _ => return None,
    };
    let truth = |truth| Some(Value::Integer(i128::from(truth)));
    match operator {
        "==" => return truth(order == Some(Ordering::Equal)),
        "!=" => return truth(order != Some(Ordering::Equal)),
        "<" => return truth(order == Some(Ordering::Less)),
        ">" => return truth(order == Some(Ordering::Greater)),
        "<=" => return truth(matches!(order, Some(Ordering::Less | Ordering::Equal))),
        ">=" => return truth(matches!(order, Some(Ordering::Greater | Ordering::Equal))),
        _ => {}
    }
    match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => integer_binary(operator, a, b, ty).map(Value::Integer),
        (Value::Floating(a), Value::Floating(b)) => {
            let value = match operator {
                "+" => a + b,
                "-" => a - b,
                "*" => a * b,
                // gcc leaves it to run time.
                "/" if b != 0.0 => a / b,
                _ => return None,
            };
            rounded(value, ty).filter(|_| value.is_finite())
        }
        _ => None,
    }
}

fn integer_binary(operator: &str, a: i128, b: i128, ty: Basic) -> Option<i128> {
    if ty == Basic::UnsignedInt128 {
        let (x, y) = (a as u128, b as u128);
        let value = match operator {
            "+" => x.wrapping_add(y),
            "-" => x.wrapping_sub(y),
            "*" => x.wrapping_mul(y),
            "/" => x.checked_div(y)?,
            "%" => x.checked_rem(y)?,
            "&" => x & y,
            "|" => x | y,
            "^" => x ^ y,
            _ => return None,
        };
        return Some(value as i128);
    }
    let value = match operator {
        "+" => a.checked_add(b)?,
        "-" => a.checked_sub(b)?,
        "*" if ty.is_unsigned() => a.wrapping_mul(b), // the low bits are all that is kept
        "*" => a.checked_mul(b)?,
        "/" => a.checked_div(b)?,
        "%" => {
            a.checked_div(b).filter(|&quotient| ty.is_unsigned() || wrap(quotient, ty) == quotient)?;
            a.checked_rem(b)?
        }
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        _ => return None,
    };
    let wrapped = wrap(value, ty);
    (ty.is_unsigned() || wrapped == value).then_some(wrapped)
}

/// A shift (6.5.7). The type is that of the promoted left operand. Signed
/// values are shifted as gcc documents it: the sign is a bit like others on
/// the way left, and kept on the way right.
pub(super) fn shift(left: bool, value: i128, count: i128, ty: Basic) -> Option<i128> {
    let count = u32::try_from(count).ok().filter(|&count| count < ty.width())?;
    Some(match (left, ty) {
        (true, _) => wrap(value << count, ty),
        (false, Basic::UnsignedInt128) => ((value as u128) >> count) as i128,
        (false, _) => value >> count,
    })
}

/// `-`, `~` on a value of a promoted type.
pub(super) fn unary(operator: &str, value: Value, ty: Basic) -> Option<Value> {
    match (operator, value) {
        ("-", Value::Floating(value)) => Some(Value::Floating(-value)),
        ("-", Value::Integer(value)) if ty.is_unsigned() => {
            Some(Value::Integer(wrap(value.wrapping_neg(), ty)))
        }
        ("-", Value::Integer(value)) => {
            value.checked_neg().filter(|&negated| wrap(negated, ty) == negated).map(Value::Integer)
        }
        ("~", Value::Integer(value)) => Some(Value::Integer(wrap(!value, ty))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_value_has_none() {
        let one = |operator, a, b, ty| binary(operator, Value::Integer(a), Value::Integer(b), ty);
        assert_eq!(one("/", 1, 0, Basic::Int), None);
        assert_eq!(one("%", i128::from(i32::MIN), -1, Basic::Int), None);
        assert_eq!(one("+", i128::from(i32::MAX), 1, Basic::Int), None);
        assert_eq!(one("+", i128::from(u32::MAX), 1, Basic::UnsignedInt), Some(Value::Integer(0)));
        assert_eq!(one("-", i128::MIN, 1, Basic::Int128), None);
        assert_eq!(shift(true, 1, 32, Basic::Int), None);
        assert_eq!(shift(true, 1, 31, Basic::Int), Some(i128::from(i32::MIN)));
        assert_eq!(convert(Value::Floating(3e9), Basic::Double, Basic::Int), None);
        assert_eq!(convert(Value::Floating(-1.5), Basic::Double, Basic::Int), Some(Value::Integer(-1)));
    }

    #[test]
    fn the_widest_unsigned_integers_keep_their_bits() {
        let all = wrap(-1, Basic::UnsignedInt128);
        let ty = Basic::UnsignedInt128;
        assert_eq!(
            binary(">", Value::Integer(all), Value::Integer(1), ty),
            Some(Value::Integer(1)),
            "2^128 - 1 > 1"
        );
        assert_eq!(shift(false, all, 127, ty), Some(1));
    }
}
