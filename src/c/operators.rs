//! What operators make of their operands (C17 6.5.3 to 6.5.17).
//!
//! The operands come used: arrays are pointers already. Every operation has a
//! result; where nothing can be said about its type, or its value, the result
//! lacks it.

use super::Types;
use super::constant::{self, Value};
use super::conversions::{both, usual};
use super::ctype::{Basic, Kind, Type};
use super::operand::Operand;

impl Types<'_> {
    /// A value of arithmetic type, or a pointer, as a basic type has it.
    pub(super) fn converted(&self, operand: &Operand, to: Basic) -> Option<Value> {
        let from = self.values_of(operand.ty.as_ref()?)?;
        constant::convert(operand.value?, from, to)
    }

    /// A cast (6.5.4).
    pub(super) fn cast(&self, to: &Type, operand: &Operand) -> Operand {
        let to = to.unqualified();
        let value = match to.kind {
            Kind::Basic(_) | Kind::Enumeration(_) | Kind::Pointer(_) => {
                self.values_of(&to).and_then(|basic| self.converted(operand, basic))
            }
            Kind::Array { .. } | Kind::Function(_) => return Operand::unknown(),
            _ => None,
        };
        // A floating constant may be an operand of a cast only.
        let from_floating = matches!(operand.value, Some(Value::Floating(_)));
        let is_strict = to.is_integer() && value.is_some() && (operand.is_strict || from_floating);
        let points_to_void =
            to.pointee().is_some_and(|to| to.is_void() && to.qualifiers == Type::VOID.qualifiers);
        Operand { value, is_strict, is_null: points_to_void && operand.is_null_pointer(), ..Operand::of(to) }
    }

    /// `+`, `-`, `~`, `!`.
    pub(super) fn unary(&self, operator: &str, operand: &Operand) -> Operand {
        if operator == "!" {
            return match &operand.ty {
                Some(ty) if ty.is_scalar() => {
                    let value = operand.value.map(|value| Value::Integer(i128::from(!value.truth())));
                    Operand { is_strict: operand.is_strict, ..Operand::constant(Type::INT, value) }
                }
                _ => Operand::unknown(),
            };
        }
        let Some(ty) = &operand.ty else { return Operand::unknown() };
        if let Kind::Vector { of, .. } = ty.kind {
            return if operator == "~" && !of.is_integer() {
                Operand::unknown()
            } else {
                Operand::of(ty.clone())
            };
        }
        match self.promoted(operand) {
            Some(Kind::Basic(basic)) if basic.is_integer() || operator != "~" => {
                let value = self.converted(operand, basic);
                let value = value.and_then(|value| match operator {
                    "+" => Some(value),
                    _ => constant::unary(operator, value, basic),
                });
                let is_strict = operand.is_strict && value.is_some();
                Operand { value, is_strict, ..Operand::of(basic.into()) }
            }
            Some(kind @ Kind::Complex(_)) => Operand::of(kind.into()),
            _ => Operand::unknown(),
        }
    }

    /// The common type of the usual arithmetic conversions.
    pub(super) fn common(&self, left: &Operand, right: &Operand) -> Option<Type> {
        let (a, b) = (self.promoted(left)?, self.promoted(right)?);
        Some(match (a, b) {
            (Kind::Basic(a), Kind::Basic(b)) => usual(a, b)?.into(),
            (Kind::Basic(a) | Kind::Complex(a), Kind::Basic(b) | Kind::Complex(b)) => {
                Kind::Complex(usual(a, b)?).into()
            }
            _ => return None,
        })
    }

    /// A binary operator.
    pub(super) fn binary(&self, operator: &str, left: &Operand, right: &Operand) -> Operand {
        match operator {
            "&&" | "||" => self.logical(operator == "&&", left, right),
            "==" | "!=" | "<" | ">" | "<=" | ">=" => self.comparison(operator, left, right),
            "<<" | ">>" => self.shift(operator == "<<", left, right),
            _ => self.arithmetic(operator, left, right),
        }
    }

    fn logical(&self, is_and: bool, left: &Operand, right: &Operand) -> Operand {
        let truth = |operand: &Operand| operand.value.map(Value::truth);
        let value = match (truth(left), truth(right)) {
            // The right one is not evaluated.
            (Some(left), _) if left != is_and => Some(left),
            (Some(_), right) => right,
            _ => None,
        };
        let is_strict = left.is_strict && right.is_strict;
        let value = value.map(|value| Value::Integer(i128::from(value)));
        Operand { is_strict: is_strict && value.is_some(), ..Operand::constant(Type::INT, value) }
    }

    fn comparison(&self, operator: &str, left: &Operand, right: &Operand) -> Operand {
        let (Some(a), Some(b)) = (&left.ty, &right.ty) else { return Operand::unknown() };
        if let Some((of, lanes)) = self.vector(left, right) {
            let element = Basic::of_size(of.size(), false);
            return Operand::maybe(element.map(|of| Kind::Vector { of, lanes }.into()));
        }
        if !a.is_scalar() || !b.is_scalar() {
            return Operand::unknown();
        }
        let basic = match (&a.kind, &b.kind) {
            (Kind::Pointer(_), _) | (_, Kind::Pointer(_)) => Some(Basic::UnsignedLong),
            _ => self.common(left, right).and_then(|ty| ty.basic()),
        };
        let value = basic.and_then(|basic| {
            let (a, b) = (self.converted(left, basic)?, self.converted(right, basic)?);
            constant::binary(operator, a, b, basic)
        });
        let is_strict = left.is_strict && right.is_strict && value.is_some();
        Operand { value, is_strict, ..Operand::of(Type::INT) }
    }

    /// The vector type of two operands: the same for both, or one of a vector
    /// and a scalar.
    fn vector(&self, left: &Operand, right: &Operand) -> Option<(Basic, u64)> {
        let vector = |operand: &Operand| match operand.ty.as_ref()?.kind {
            Kind::Vector { of, lanes } => Some((of, lanes)),
            _ => None,
        };
        let scalar = |operand: &Operand| operand.ty.as_ref().is_some_and(Type::is_arithmetic);
        match (vector(left), vector(right)) {
            (Some(a), Some(b)) => (a == b).then_some(a),
            (Some(a), None) => scalar(right).then_some(a),
            (None, Some(b)) => scalar(left).then_some(b),
            (None, None) => None,
        }
    }

    fn shift(&self, to_left: bool, left: &Operand, right: &Operand) -> Operand {
        if let Some((of, lanes)) = self.vector(left, right) {
            let is_integer = of.is_integer();
            return Operand::maybe(is_integer.then(|| Kind::Vector { of, lanes }.into()));
        }
        match (self.promoted(left), self.promoted(right)) {
            (Some(Kind::Basic(basic)), Some(Kind::Basic(count)))
                if basic.is_integer() && count.is_integer() =>
            {
                let value = self.converted(left, basic).and_then(|value| {
                    let count = right.value?.integer()?;
                    constant::shift(to_left, value.integer()?, count, basic)
                });
                let is_strict = left.is_strict && right.is_strict && value.is_some();
                Operand { value: value.map(Value::Integer), is_strict, ..Operand::of(basic.into()) }
            }
            _ => Operand::unknown(),
        }
    }

    fn arithmetic(&self, operator: &str, left: &Operand, right: &Operand) -> Operand {
        let (Some(a), Some(b)) = (&left.ty, &right.ty) else { return Operand::unknown() };
        if let Some((of, lanes)) = self.vector(left, right) {
            let fits = of.is_integer() || matches!(operator, "+" | "-" | "*" | "/");
            return Operand::maybe(fits.then(|| Kind::Vector { of, lanes }.into()));
        }
        match (&a.kind, operator, &b.kind) {
            (Kind::Pointer(_), "+" | "-", _) if b.is_integer() => self.moved(left, operator == "-", right),
            (_, "+", Kind::Pointer(_)) if a.is_integer() => self.moved(right, false, left),
            (Kind::Pointer(to), "-", Kind::Pointer(_)) => {
                let value = || {
                    let distance = left.value?.integer()? - right.value?.integer()?;
                    let size = i128::from(self.size_of(to)?);
                    distance.checked_div(size)
                };
                Operand { value: value().map(Value::Integer), ..Operand::of(Type::PTRDIFF) }
            }
            _ => {
                let Some(common) = self.common(left, right) else { return Operand::unknown() };
                let integers_only = matches!(operator, "%" | "&" | "|" | "^");
                match common.kind {
                    Kind::Basic(basic) if basic.is_integer() || !integers_only => {
                        let value = || {
                            let (a, b) = (self.converted(left, basic)?, self.converted(right, basic)?);
                            constant::binary(operator, a, b, basic)
                        };
                        let value = value();
                        let is_strict = left.is_strict && right.is_strict && value.is_some();
                        let is_signed_in_cplusplus = operator == "&" && self.is_signed_mask(left, right);
                        Operand { value, is_strict, is_signed_in_cplusplus, ..Operand::of(common) }
                    }
                    Kind::Complex(_) if matches!(operator, "+" | "-" | "*" | "/") => Operand::of(common),
                    _ => Operand::unknown(),
                }
            }
        }
    }

    /// A pointer and an integer, added or subtracted (6.5.6).
    pub(super) fn moved(&self, pointer: &Operand, back: bool, by: &Operand) -> Operand {
        let Some(ty) = pointer.ty.clone() else { return Operand::unknown() };
        let value = || {
            let size = i128::from(self.size_of(ty.pointee()?)?);
            let distance = by.value?.integer()?.checked_mul(size)?;
            let distance = if back { distance.checked_neg()? } else { distance };
            let address = pointer.value?.integer()?.checked_add(distance)?;
            Some(Value::Integer(constant::wrap(address, Basic::UnsignedLong)))
        };
        Operand { value: value(), is_text: pointer.is_text, ..Operand::of(ty) }
    }

    /// `condition ? yes : no` (6.5.15).
    pub(super) fn conditional(&self, condition: &Operand, yes: &Operand, no: &Operand) -> Operand {
        let Some(ty) = self.conditional_type(yes, no) else { return Operand::unknown() };
        let chosen = condition.value.map(|value| if value.truth() { yes } else { no });
        let value = chosen.and_then(|chosen| self.converted(chosen, self.values_of(&ty)?));
        let is_strict =
            condition.is_strict && yes.is_strict && no.is_strict && value.is_some() && ty.is_integer();
        let enumerator_of = self.common_enumeration(yes, no);
        let is_unsigned = |of: &Operand| self.signed_in_cplusplus(of).is_some();
        let is_signed_in_cplusplus = enumerator_of.is_some() && (is_unsigned(yes) || is_unsigned(no));
        let is_text = yes.is_text || no.is_text;
        Operand { value, is_strict, enumerator_of, is_signed_in_cplusplus, is_text, ..Operand::of(ty) }
    }

    pub(super) fn conditional_type(&self, yes: &Operand, no: &Operand) -> Option<Type> {
        let (a, b) = (yes.ty.as_ref()?, no.ty.as_ref()?);
        if a.is_arithmetic() && b.is_arithmetic() {
            return self.common(yes, no);
        }
        match (&a.kind, &b.kind) {
            // GNU: one of them is enough.
            (Kind::Void, _) | (_, Kind::Void) => Some(Type::VOID),
            (Kind::Pointer(to), Kind::Pointer(other)) => {
                if yes.is_null_pointer() && !no.is_null_pointer() {
                    return Some(b.clone());
                }
                if no.is_null_pointer() && !yes.is_null_pointer() {
                    return Some(a.clone());
                }
                let qualifiers = both(to.qualifiers, other.qualifiers);
                if to.is_void() || other.is_void() {
                    return Some(Type::pointer_to(Type::VOID.qualified(qualifiers)));
                }
                let (to, other) = (to.unqualified(), other.unqualified());
                self.compatible(&to, &other)?
                    .then(|| Type::pointer_to(self.composite(&to, &other).qualified(qualifiers)))
            }
            (Kind::Pointer(_), _) if no.is_null_pointer() => Some(a.clone()),
            (_, Kind::Pointer(_)) if yes.is_null_pointer() => Some(b.clone()),
            (Kind::Record(_) | Kind::Vector { .. }, _) => self.compatible(a, b)?.then(|| a.clone()),
            _ => None,
        }
    }
}
