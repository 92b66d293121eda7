//! What is known of an expression once it is read.

use super::Types;
use super::constant::Value;
use super::conversions::promoted;
use super::ctype::{Basic, EnumerationId, Kind, Type};
use super::tags::Width;

/// An expression: its type, and its value where it is constant.
#[derive(Clone, Debug, Default)]
pub struct Operand {
    /// The type as `typeof` has it: an array is an array, and an lvalue has
    /// its qualifiers. `None` if it is not known.
    pub ty: Option<Type>,
    /// Its value, if it is known without running the program.
    pub value: Option<Value>,
    /// Whether it designates an object (C17 6.3.2.1).
    pub is_lvalue: bool,
    /// The width, if it is a bit-field.
    pub bits: Option<Width>,
    /// The enumeration whose type it has in C++: enumerators are of type `int`
    /// in C, and of their enumeration there.
    pub(super) enumerator_of: Option<EnumerationId>,
    /// Whether C++ computes a signed integer where it is unsigned in C: what
    /// was made of variables of an enumeration.
    pub(super) is_signed_in_cplusplus: bool,
    /// Whether it points into a string literal, which C++ has constant.
    pub(super) is_text: bool,
    /// Whether it is an integer constant expression to the letter (6.6, 6).
    pub(super) is_strict: bool,
    /// Whether it is `(void *)0` with such an expression.
    pub(super) is_null: bool,
    /// Where the object lies, if that is a number: `((T *)0)->m`.
    pub(super) address: Option<i128>,
    /// The alignment that the object's declaration gives it.
    pub(super) align: Option<u64>,
}

impl Operand {
    /// One of which nothing is known.
    pub(super) fn unknown() -> Operand {
        Operand::default()
    }

    /// A value of a type.
    pub(super) fn of(ty: Type) -> Operand {
        Operand { ty: Some(ty), ..Operand::default() }
    }

    pub(super) fn maybe(ty: Option<Type>) -> Operand {
        Operand { ty, ..Operand::default() }
    }

    /// An object of a type.
    pub(super) fn lvalue(ty: Type) -> Operand {
        Operand { is_lvalue: true, ..Operand::of(ty) }
    }

    /// A constant.
    pub(super) fn constant(ty: Type, value: Option<Value>) -> Operand {
        Operand { value, is_strict: value.is_some_and(|value| value.integer().is_some()), ..Operand::of(ty) }
    }

    /// The type that `typeof` gives. A bit-field that was computed with has
    /// one that cannot be named.
    pub fn visible_type(self) -> Option<Type> {
        if self.bits.is_some() && !self.is_lvalue { None } else { self.ty }
    }

    /// The type of the value: arrays and functions are pointers, and there are
    /// no qualifiers.
    pub fn value_type(&self) -> Option<Type> {
        if self.bits.is_some() { None } else { self.ty.as_ref().map(Type::decayed) }
    }

    /// The operand as its value is used (6.3.2.1).
    pub(super) fn used(self) -> Operand {
        let ty = self.ty.as_ref().map(Type::decayed);
        let decays = self.ty.as_ref().is_some_and(|ty| matches!(ty.kind, Kind::Array { .. }));
        let value = if decays { self.address.map(Value::Integer) } else { self.value };
        Operand {
            ty,
            value,
            bits: self.bits,
            enumerator_of: self.enumerator_of,
            is_signed_in_cplusplus: self.is_signed_in_cplusplus,
            is_text: self.is_text,
            is_strict: self.is_strict,
            is_null: self.is_null,
            ..Operand::default()
        }
    }

    /// Whether it is a null pointer constant (6.3.2.3, 3).
    pub(super) fn is_null_pointer(&self) -> bool {
        let is_zero = self.value == Some(Value::Integer(0)) && self.is_strict;
        self.is_null || is_zero && self.ty.as_ref().is_some_and(Type::is_integer)
    }
}

impl Types<'_> {
    /// The arithmetic type of a used operand after promotion, complex or not.
    /// `None` for what is not arithmetic, and for bit-fields whose type has
    /// no name.
    pub(super) fn promoted(&self, operand: &Operand) -> Option<Kind> {
        let ty = operand.ty.as_ref()?;
        if let Kind::Complex(_) = ty.kind {
            return Some(ty.kind.clone());
        }
        if matches!(ty.kind, Kind::Pointer(_)) {
            return None;
        }
        let basic = self.values_of(ty)?;
        let basic = match operand.bits {
            None => basic,
            Some(None) => return None,
            // gcc gives a bit-field a type of its width.
            Some(Some(width)) if width < Basic::Int.width() => Basic::Int,
            Some(Some(width)) if width == Basic::Int.width() => Basic::of_size(4, basic.is_unsigned())?,
            Some(Some(width)) if width == basic.width() => basic,
            Some(Some(_)) => return None,
        };
        Some(Kind::Basic(promoted(basic)))
    }
}
