//! Conversions that C makes by itself and C++ wants written out.
//!
//! C converts any pointer to and from `void *`, and integers to enumerations
//! (C17 6.5.16.1, 6.3.1.1); compilers for it convert any pointer to any other
//! and to integers, with a warning. C++ does none of that (C++17 7.11, 10.2),
//! and refuses in braces what may change a number's value (11.6.4).

use std::ops::RangeInclusive;

use super::constant::{self, Value};
use super::conversions::promoted;
use super::ctype::{Basic, EnumerationId, Function, Kind, Length, Parameter, Qualifiers, Style, Type};
use super::differences::{Conversion, Difference};
use super::operand::Operand;
use super::reader::Reader;
use super::{Types, lexemes, statements};
use crate::syntax::tree::{self, Node};

impl Types<'_> {
    /// All places in a range that C++ reads differently from C. The range is a statement, the body of a function or all of it, or a
    /// declaration. An inner conversion comes before the one around it; what is not known well enough is left out.
    pub fn differences(&self, range: &RangeInclusive<usize>) -> Vec<Difference> {
        statements::differences(self, range)
    }

    /// Whether C++ converts a value to a type by itself, as C does.
    fn converts(&self, from: &Operand, to: &Type, in_braces: bool) -> bool {
        let Some(ty) = &from.ty else { return true };
        match (&ty.kind, &to.kind) {
            (Kind::Opaque(_), _) | (_, Kind::Opaque(_)) => true,
            (Kind::Pointer(_), Kind::Pointer(_)) => self.converts_pointer(from, ty, to),
            // Only the digit is a null pointer to C++.
            (_, Kind::Pointer(_)) => from.is_null_pointer() && from.enumerator_of.is_none(),
            (Kind::Pointer(_), Kind::Basic(basic)) => *basic == Basic::Bool,
            (Kind::Pointer(_), Kind::Enumeration(_)) => false,
            (Kind::Enumeration(a), Kind::Enumeration(b)) => a == b,
            (_, Kind::Enumeration(id)) => from.enumerator_of == Some(*id),
            // The runtime's class loses nothing by itself.
            (Kind::Complex(from), Kind::Complex(to)) => from.size() <= to.size(),
            (Kind::Complex(_), Kind::Basic(_)) => false,
            (Kind::Basic(_) | Kind::Enumeration(_), Kind::Basic(basic)) if in_braces => {
                !self.narrows(from, *basic)
            }
            _ => true,
        }
    }

    fn converts_pointer(&self, from: &Operand, ty: &Type, to: &Type) -> bool {
        let (Some(source), Some(target)) = (ty.pointee(), to.pointee()) else { return true };
        if from.is_null && target.is_void() {
            return true;
        }
        if from.is_text && !target.qualifiers.constant && !target.is_void() {
            return false;
        }
        let (a, b) = (source.qualifiers, target.qualifiers);
        let kept = (!a.constant || b.constant) && (!a.volatile || b.volatile);
        let literal = !from.is_text || b.constant;
        kept && literal
            && if target.is_void() {
                !matches!(source.kind, Kind::Function(_))
            } else {
                !source.is_void() && self.is_same(source, target, true)
            }
    }

    /// Whether two types are the same for C++, which has no compatible types.
    pub(super) fn is_same(&self, a: &Type, b: &Type, is_outermost: bool) -> bool {
        let plain = |of: Qualifiers| (of.constant, of.volatile);
        // An array's qualifiers are those of its elements.
        let has_own = !is_outermost && !matches!(a.kind, Kind::Array { .. });
        if has_own && plain(a.qualifiers) != plain(b.qualifiers) {
            return false;
        }
        match (&a.kind, &b.kind) {
            (Kind::Pointer(a), Kind::Pointer(b)) => self.is_same(a, b, false),
            (Kind::Array { of: a, length: m }, Kind::Array { of: b, length: n }) => {
                let lengths = match (m, n) {
                    (Length::Bound(m), Length::Bound(n)) => {
                        m.value.is_none() || n.value.is_none() || m.value == n.value
                    }
                    (Length::Unknown, Length::Unknown) => true,
                    _ => false,
                };
                lengths && self.is_same(a, b, is_outermost)
            }
            (Kind::Function(a), Kind::Function(b)) => self.are_same_functions(a, b),
            (Kind::Enumeration(a), Kind::Enumeration(b)) => a == b,
            (Kind::Enumeration(_), _) | (_, Kind::Enumeration(_)) => false,
            _ => {
                let unqualified = |ty: &Type| ty.unqualified();
                self.compatible(&unqualified(a), &unqualified(b)) != Some(false)
            }
        }
    }

    fn are_same_functions(&self, a: &Function, b: &Function) -> bool {
        let same = |(a, b): (&Parameter, &Parameter)| match (&a.ty, &b.ty) {
            (Some(a), Some(b)) => self.is_same(a, b, true),
            _ => true,
        };
        // `()` has no parameters in C++.
        let lists = (a.style == Style::Variadic) == (b.style == Style::Variadic)
            && a.parameters.len() == b.parameters.len()
            && a.parameters.iter().zip(&b.parameters).all(same);
        lists && self.is_same(&a.returns, &b.returns, true)
    }

    /// Whether a conversion is a narrowing one (C++17 11.6.4, 7).
    fn narrows(&self, from: &Operand, to: Basic) -> bool {
        let basic = match from.ty.as_ref().map(|ty| &ty.kind) {
            // What counts is which values it has.
            Some(Kind::Enumeration(id)) if !self.enumeration(*id).is_wide => Some(Basic::Int),
            _ => from.ty.as_ref().and_then(|ty| self.values_of(ty)),
        };
        let Some(basic) = basic else { return false };
        if basic == to || basic.is_decimal() || to.is_decimal() {
            return false;
        }
        let keeps_value = || {
            let Some(value) = from.value else { return false };
            let there = constant::convert(value, basic, to);
            match (value, there) {
                // A constant that is in range may lose digits.
                (Value::Floating(_), Some(Value::Floating(_))) => true,
                (Value::Floating(_), _) => false,
                (Value::Integer(_), Some(there)) => constant::convert(there, to, basic) == Some(value),
                (Value::Integer(_), None) => false,
            }
        };
        let holds_all = match (basic.is_integer(), to.is_integer()) {
            (true, true) if to == Basic::Bool => false,
            (true, true) => match (basic.is_unsigned(), to.is_unsigned()) {
                (true, false) => basic.width() < to.width(),
                (false, true) => false,
                _ => basic.width() <= to.width(),
            },
            (false, false) => basic.size() <= to.size(),
            (true, false) | (false, true) => false,
        };
        !holds_all && !keeps_value()
    }
}

impl Reader<'_> {
    /// Takes down that a value is converted to a type, where C++ would not.
    pub fn convert(&self, value: Node<'_>, from: &Operand, to: Option<&Type>, in_braces: bool) {
        let (Some(to), true) = (to, self.observer.is_some()) else { return };
        self.copy_volatile(value, from);
        let to = to.unqualified();
        // The text of an array is no pointer.
        if matches!(to.kind, Kind::Array { .. } | Kind::Function(_)) {
            return;
        }
        let mut from = from.clone().used();
        let is_enumeration = matches!(to.kind, Kind::Enumeration(_));
        let fits = |of| match to.kind {
            Kind::Enumeration(to) => to == of,
            _ => to.basic().is_some(),
        };
        if self.leave_enumerator(value, fits) && is_enumeration {
            return;
        }
        self.convert_between(value, &from, &to);
        // A bit-field's type has no name, but its values are those of one.
        from.bits = None;
        if from.is_null_pointer() && matches!(to.kind, Kind::Pointer(_)) && self.is_literal_null(value) {
            return;
        }
        // A function that is defined in the old style gets a prototype in C++.
        let old_style = self.types.old_style.get(self.text(value.first()));
        let is_old = value.kind() == tree::Kind::Name && old_style.is_some_and(|types| !types.is_empty());
        let to_function = to.pointee().is_some_and(|to| to.function().is_some());
        if is_old && to_function || !self.types.converts(&from, &to, in_braces) {
            self.tell_conversion(value, &to);
        }
    }

    /// Takes down the types that a value goes through on its way to another.
    /// In C++ a pointer goes into no integer that is smaller, and where C
    /// extends a value of an enumeration with zeros, C++ extends its sign.
    pub(super) fn convert_between(&self, value: Node<'_>, from: &Operand, to: &Type) {
        let is_bool = matches!(to.kind, Kind::Basic(Basic::Bool));
        let is_pointer = matches!(to.kind, Kind::Pointer(_));
        let is_smaller = || {
            let size = self.types.size_of(to).filter(|_| to.is_integer() && !is_bool);
            size.is_some_and(|size| size < 8)
        };
        let is_wider = |basic: Basic| match to.kind {
            Kind::Basic(to) => !is_bool && (!to.is_integer() || to.size() > basic.size()),
            _ => is_pointer,
        };
        if from.is_pointer() && is_smaller() {
            self.tell_conversion(value, &Basic::Long.into());
        } else if let Some(signed) = signed_between(from, to) {
            self.tell(|| Difference::Signed(conversion(value, &signed.into())));
        } else if let Some((basic, _)) =
            self.types.signed_in_cplusplus(from).filter(|(basic, _)| is_wider(*basic))
        {
            self.tell_conversion(value, &basic.into());
            if is_pointer {
                self.tell_conversion(value, &Basic::Long.into());
            }
        }
    }

    /// A structure that is read, or written, as a whole.
    pub fn copy_volatile(&self, value: Node<'_>, object: &Operand) {
        let Some(ty) = object.ty.as_ref().filter(|ty| object.is_lvalue && ty.qualifiers.volatile) else {
            return;
        };
        if matches!(ty.kind, Kind::Record(_)) {
            let mut ty = ty.clone();
            ty.qualifiers.volatile = false;
            ty.alias = ty.alias.filter(|alias| !alias.qualifiers.volatile);
            self.tell(|| Difference::Retyped { tokens: value.tokens(), ty });
        }
    }

    /// A volatile structure that is a member of one that is not: C++ has it without the word
    /// ([`Types::volatile_in`]).
    pub fn select_volatile(&self, selected: Node<'_>, object: &Operand, member: &Operand) {
        let is_volatile = |operand: &Operand| {
            let mut ty = operand.ty.as_ref().filter(|_| operand.is_lvalue)?;
            while let Some(element) = ty.element() {
                ty = element;
            }
            Some(matches!(ty.kind, Kind::Record(_)) && ty.qualifiers.volatile)
        };
        if let (Some(false), Some(true), Some(ty)) = (is_volatile(object), is_volatile(member), &member.ty) {
            self.tell(|| Difference::Selected { tokens: selected.tokens(), ty: ty.clone() });
        }
    }

    pub fn tell_conversion(&self, value: Node<'_>, to: &Type) {
        self.tell(|| Difference::Conversion(conversion(value, to)));
    }

    /// Whether C++ takes a null pointer as it is written: `0`, and the system's `NULL`, which has another text there.
    fn is_literal_null(&self, value: Node<'_>) -> bool {
        let value = value.bare();
        let is_digit = value.kind() == tree::Kind::Integer && self.text(value.first()).starts_with('0');
        is_digit || !self.types.has_own_null && lexemes::is_from_macro(self.list, &value.tokens(), "NULL")
    }

    /// Two pointers that are compared: C++ compares those of one type, and
    /// with a null pointer for equality only.
    pub fn compare(&self, operator: &str, left: (Node<'_>, &Operand), right: (Node<'_>, &Operand)) {
        let (Some(a), Some(b)) = (&left.1.ty, &right.1.ty) else { return };
        if !matches!(operator, "==" | "!=") && left.1.is_null_pointer() != right.1.is_null_pointer() {
            let (null, ty) = if left.1.is_null_pointer() { (left.0, b) } else { (right.0, a) };
            return if ty.pointee().is_some() {
                self.tell_conversion(null, ty)
            };
        }
        match (&a.kind, &b.kind) {
            (Kind::Pointer(to), Kind::Pointer(other)) => {
                // What is computed of a `void *` is a `char *` in C++.
                for (side, ty, of_other) in [(left.0, to, b), (right.0, other, a)] {
                    if ty.is_void() && !of_other.pointee().is_some_and(Type::is_void) && is_computed(side) {
                        return self.tell_conversion(side, of_other);
                    }
                }
                let is_plain = to.is_void() || other.is_void() || self.types.is_same(to, other, true);
                let is_function = |ty: &Type| matches!(ty.kind, Kind::Function(_));
                if is_function(to) != is_function(other) || !is_plain {
                    let is_null =
                        |side: (Node<'_>, &Operand)| side.1.is_null_pointer() && self.is_literal_null(side.0);
                    if is_null(left) || is_null(right) {
                        return;
                    }
                    if left.1.is_null_pointer() {
                        self.tell_conversion(left.0, b);
                    } else {
                        self.tell_conversion(right.0, a);
                    }
                }
            }
            (Kind::Pointer(_), _) if b.is_integer() => self.convert(right.0, right.1, Some(a), false),
            (_, Kind::Pointer(_)) if a.is_integer() => self.convert(left.0, left.1, Some(b), false),
            _ => {}
        }
    }

    /// A value of an enumeration, which is computed with: C has the integers
    /// of its type, unsigned ones if none is negative; C++ promotes it to the
    /// first type that has all its values, which is `int` for most. A cast
    /// says which, wherever the result may be another.
    pub fn compute(&self, operator: &str, value: Node<'_>, operand: &Operand, other: Option<&Operand>) {
        let Some((basic, signed)) = self.types.signed_in_cplusplus(operand) else { return };
        let matters = match operator {
            _ if other.is_some_and(|other| other.is_pointer()) => true,
            "==" | "!=" => other.is_some_and(|other| !self.types.is_common(basic, signed, other)),
            // What a constant that is not negative leaves of it is not negative,
            // and so is what other operators get.
            "&" => !other.is_some_and(Operand::is_natural),
            "<" | ">" | "<=" | ">=" | "|" | "^" | "+" | "-" | "*" | "/" | "%" | "?:" => {
                !other.is_some_and(|other| self.types.is_unsigned_anyway(basic, other))
            }
            _ => true,
        };
        if matters {
            self.tell_conversion(value, &basic.into());
        }
    }
}

/// Whether a value is what an operator gives that changes a pointer, or adds to one.
fn is_computed(value: Node<'_>) -> bool {
    use tree::Kind::{Assignment, Binary, Step};
    matches!(value.bare().kind(), Assignment | Binary | Step)
}

fn conversion(value: Node<'_>, to: &Type) -> Conversion {
    use tree::Kind::{Assignment, Binary, Comma, Conditional};
    let is_compound = matches!(value.kind(), Assignment | Binary | Comma | Conditional);
    Conversion { value: value.tokens(), to: to.clone(), is_compound }
}

/// The signed type by which gcc converts a number of a floating type to an unsigned one, if it may be negative. What has 64 bits may be
/// too large for one.
fn signed_between(from: &Operand, to: &Type) -> Option<Basic> {
    let is_floating = from.ty.as_ref().and_then(Type::basic).is_some_and(|basic| !basic.is_integer());
    let is_positive = matches!(from.value, Some(Value::Floating(value)) if value >= 0.0);
    let to = to.basic().filter(|basic| is_floating && !is_positive && basic.is_unsigned())?;
    match to.size() {
        _ if to == Basic::Bool => None,
        1 | 2 => Some(Basic::Int),
        4 => Some(Basic::Long),
        _ => None,
    }
}

impl Operand {
    /// Whether it is a constant that is not negative.
    pub(super) fn is_natural(&self) -> bool {
        matches!(self.value, Some(Value::Integer(value)) if value >= 0)
    }
}

impl Types<'_> {
    /// The type that an operand of an enumeration's type is computed in, and
    /// that of C++, if that is another: in C it is unsigned, and signed there.
    pub(super) fn signed_in_cplusplus(&self, operand: &Operand) -> Option<(Basic, Basic)> {
        let ty = operand.ty.as_ref()?;
        let Kind::Enumeration(id) = ty.kind else {
            let basic = ty.basic().filter(|_| operand.is_signed_in_cplusplus)?;
            return Some((basic, Basic::of_size(basic.size(), false)?));
        };
        // A bit-field that is narrower is an `int` in both.
        let width = operand.bits.map_or(Some(32), |bits| bits)?;
        let enumeration = self.enumeration(id);
        let (basic, there) = (promoted(enumeration.basic?), enumeration.in_cplusplus?);
        (width >= 32 && basic.is_unsigned() && !there.is_unsigned()).then_some((basic, there))
    }

    /// Whether `a & b` is left as it is, though C++ makes it signed.
    pub(super) fn is_signed_mask(&self, a: &Operand, b: &Operand) -> bool {
        let leaves = |a: &Operand, b: &Operand| {
            self.signed_in_cplusplus(a)
                .is_some_and(|(basic, _)| b.is_natural() && !self.is_unsigned_anyway(basic, b))
        };
        leaves(a, b) || leaves(b, a)
    }

    /// The enumeration that both of two values have the type of in C++.
    pub(super) fn common_enumeration(&self, a: &Operand, b: &Operand) -> Option<EnumerationId> {
        let of = |operand: &Operand| match operand.ty.as_ref()?.kind {
            Kind::Enumeration(id) if operand.bits.is_none() => Some(id),
            _ => operand.enumerator_of,
        };
        of(a).filter(|id| of(b) == Some(*id))
    }

    /// Whether the common type with another operand is the same whichever of
    /// two types a value has, and of no other size, so that its bits say all.
    fn is_common(&self, basic: Basic, there: Basic, other: &Operand) -> bool {
        match self.promoted(other) {
            Some(Kind::Basic(other)) => other.is_integer() && other.size() <= basic.size().max(there.size()),
            _ => false,
        }
    }

    /// Whether the other operand makes an unsigned integer of this one in C++
    /// too.
    fn is_unsigned_anyway(&self, basic: Basic, other: &Operand) -> bool {
        let is_sure = self.signed_in_cplusplus(other).is_none();
        is_sure && matches!(self.promoted(other), Some(Kind::Basic(other)) if other == basic)
    }
}
