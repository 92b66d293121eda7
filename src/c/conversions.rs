//! Promotions, the usual arithmetic conversions, compatible and composite
//! types (C17 6.3.1.1, 6.3.1.8, 6.2.7).

use std::rc::Rc;

use super::Types;
use super::ctype::{Basic, Function, Kind, Length, Parameter, Qualifiers, Style, Type};

/// Promotes an integer type; other types stay.
pub(super) fn promoted(basic: Basic) -> Basic {
    if basic.is_integer() && basic.rank() < Basic::Int.rank() { Basic::Int } else { basic }
}

/// The precision by which gcc ranks floating types.
fn precision(basic: Basic) -> u32 {
    match basic {
        Basic::Float16 | Basic::Bfloat16 => 16,
        Basic::Float | Basic::Float32 | Basic::Decimal32 => 32,
        Basic::Double | Basic::Float64 | Basic::Float32x | Basic::Decimal64 => 64,
        Basic::LongDouble | Basic::Float64x => 80,
        _ => 128,
    }
}

/// Which of two floating types of one precision is taken (TS 18661-3, 8).
fn preference(basic: Basic) -> u32 {
    match basic {
        Basic::Float16 | Basic::Float32 | Basic::Float64 | Basic::Float128 => 3,
        Basic::LongDouble | Basic::Double => 2,
        Basic::Float32x | Basic::Float64x => 1,
        _ => 0,
    }
}

/// The common real type of two (6.3.1.8). Integers are taken as they come:
/// promoted ones, and those that complex types are made of.
pub(super) fn usual(a: Basic, b: Basic) -> Option<Basic> {
    if a == b {
        return Some(a);
    }
    match (a.is_integer(), b.is_integer()) {
        (false, true) => Some(a),
        (true, false) => Some(b),
        (false, false) if a.is_decimal() != b.is_decimal() => None,
        (false, false) if a == Basic::Bfloat16 || b == Basic::Bfloat16 => None,
        (false, false) => {
            let rank = |basic| (precision(basic), preference(basic));
            Some(if rank(a) >= rank(b) { a } else { b })
        }
        (true, true) => {
            let (high, low) = if a.rank() >= b.rank() { (a, b) } else { (b, a) };
            if a.rank() == b.rank() {
                return Some(if a.is_unsigned() { a } else { b }.to_unsigned());
            }
            let low_wins = low.is_unsigned() && !high.is_unsigned() && low.width() >= high.width();
            Some(if low_wins { high.to_unsigned() } else { high })
        }
    }
}

impl Types<'_> {
    /// The basic type that an arithmetic type, or a pointer as a number, has
    /// the values of.
    pub(super) fn values_of(&self, ty: &Type) -> Option<Basic> {
        match ty.kind {
            Kind::Basic(basic) => Some(basic),
            Kind::Enumeration(id) => self.enumeration(id).basic,
            Kind::Pointer(_) => Some(Basic::UnsignedLong),
            _ => None,
        }
    }

    /// Whether two types are compatible (6.2.7), their own qualifiers
    /// included. `None` if a type is not known well enough.
    pub fn compatible(&self, a: &Type, b: &Type) -> Option<bool> {
        if a.qualifiers != b.qualifiers && !matches!(a.kind, Kind::Array { .. } | Kind::Function(_)) {
            return Some(false);
        }
        self.compatible_kinds(a, b)
    }

    fn compatible_kinds(&self, a: &Type, b: &Type) -> Option<bool> {
        Some(match (&a.kind, &b.kind) {
            (Kind::Opaque(a), Kind::Opaque(b)) if a == b => true,
            (Kind::Opaque(_), _) | (_, Kind::Opaque(_)) => return None,
            (Kind::Void, Kind::Void) => true,
            (Kind::Basic(a), Kind::Basic(b)) | (Kind::Complex(a), Kind::Complex(b)) => a == b,
            (Kind::Enumeration(a), Kind::Enumeration(b)) => a == b,
            (Kind::Enumeration(id), Kind::Basic(basic)) | (Kind::Basic(basic), Kind::Enumeration(id)) => {
                self.enumeration(*id).basic? == *basic
            }
            (Kind::Record(a), Kind::Record(b)) => a == b,
            (Kind::Pointer(a), Kind::Pointer(b)) => self.compatible(a, b)?,
            (Kind::Vector { of: a, lanes: m }, Kind::Vector { of: b, lanes: n }) => a == b && m == n,
            (Kind::Array { of: a, length: m }, Kind::Array { of: b, length: n }) => {
                let lengths = match (m, n) {
                    (Length::Bound(m), Length::Bound(n)) => match (m.value, n.value) {
                        (Some(m), Some(n)) => m == n,
                        _ => true,
                    },
                    _ => true,
                };
                lengths && self.compatible(a, b)?
            }
            (Kind::Function(a), Kind::Function(b)) => self.compatible_functions(a, b)?,
            _ => false,
        })
    }

    fn compatible_functions(&self, a: &Function, b: &Function) -> Option<bool> {
        if !self.compatible_kinds(&a.returns, &b.returns)? {
            return Some(false);
        }
        if a.style == Style::Unprototyped || b.style == Style::Unprototyped {
            let other = if a.style == Style::Unprototyped { b } else { a };
            // 6.7.6.3, 15: parameters that default promotions do not change.
            let unchanged = |parameter: &Parameter| {
                let ty = parameter.ty.as_ref()?;
                Some(
                    ty.basic().is_none_or(|basic| promoted(basic) == basic && !matches!(basic, Basic::Float)),
                )
            };
            let mut all = other.style != Style::Variadic;
            for parameter in &other.parameters {
                all &= unchanged(parameter)?;
            }
            return Some(all);
        }
        if a.style != b.style || a.parameters.len() != b.parameters.len() {
            return Some(false);
        }
        for (a, b) in a.parameters.iter().zip(&b.parameters) {
            if !self.compatible_kinds(a.ty.as_ref()?, b.ty.as_ref()?)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The composite of two compatible types (6.2.7, 3): what either says.
    pub(super) fn composite(&self, a: &Type, b: &Type) -> Type {
        let kind = match (&a.kind, &b.kind) {
            (Kind::Pointer(to), Kind::Pointer(other)) => Kind::Pointer(Rc::new(self.composite(to, other))),
            (Kind::Array { of, length }, Kind::Array { of: other, length: length_of_other }) => {
                let length = match (length, length_of_other) {
                    (Length::Bound(bound), _) if bound.value.is_some() => length,
                    (_, Length::Bound(bound)) if bound.value.is_some() => length_of_other,
                    (Length::Unknown, other) => other,
                    _ => length,
                };
                Kind::Array { of: Rc::new(self.composite(of, other)), length: length.clone() }
            }
            (Kind::Function(f), Kind::Function(g)) => match (f.style, g.style) {
                (Style::Unprototyped, _) => b.kind.clone(),
                (_, Style::Unprototyped) => a.kind.clone(),
                _ => {
                    let pairs = f.parameters.iter().zip(&g.parameters);
                    let parameters = pairs.map(|(x, y)| Parameter {
                        name: x.name.clone(),
                        ty: match (&x.ty, &y.ty) {
                            (Some(x), Some(y)) => Some(self.composite(x, y)),
                            (x, y) => x.clone().or(y.clone()),
                        },
                    });
                    Kind::Function(Rc::new(Function {
                        returns: self.composite(&f.returns, &g.returns),
                        parameters: parameters.collect(),
                        style: f.style,
                    }))
                }
            },
            _ => return a.clone(),
        };
        // A name for an array may be that of one without its size.
        let alias = a.alias.clone().filter(|_| !matches!(kind, Kind::Array { .. }));
        Type { kind, alias, ..a.clone() }
    }
}

/// All qualifiers of two types.
pub(super) fn both(a: Qualifiers, b: Qualifiers) -> Qualifiers {
    Qualifiers {
        constant: a.constant || b.constant,
        volatile: a.volatile || b.volatile,
        restrict: a.restrict || b.restrict,
        atomic: a.atomic || b.atomic,
    }
}
