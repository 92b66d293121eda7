//! Types, written in C.

use super::Types;
use super::ctype::{Kind, Length, Qualifiers, Style, Type};

fn words(qualifiers: Qualifiers) -> String {
    let all = [
        (qualifiers.constant, "const "),
        (qualifiers.volatile, "volatile "),
        (qualifiers.restrict, "restrict "),
        (qualifiers.atomic, "_Atomic "),
    ];
    all.into_iter().filter(|(set, _)| *set).map(|(_, word)| word).collect()
}

/// A type's qualifiers and its words, and behind them what is declared, if there is anything.
pub(super) fn spaced(qualifiers: String, words: &str, inner: &str) -> String {
    let mut text = qualifiers;
    text.push_str(words);
    if !inner.is_empty() {
        text.push(' ');
        text.push_str(inner);
    }
    text
}

impl Types<'_> {
    /// The declaration of a name with a type, `double (*row)[4]`; with an empty
    /// name, the name of the type. A typedef's name is used where the type has
    /// it; it may be hidden where the text goes. `None` for a type that has no
    /// name, and for one with a part that is not known.
    pub fn declare(&self, ty: &Type, name: &str) -> Option<String> {
        self.declare_around(ty, name.to_owned())
    }

    fn declare_around(&self, ty: &Type, inner: String) -> Option<String> {
        let spaced = |words: &str| spaced(words_of(ty), words, &inner);
        if let Some(alias) = &ty.alias {
            return Some(spaced(&alias.name));
        }
        Some(match &ty.kind {
            Kind::Void => spaced("void"),
            Kind::Basic(basic) => spaced(basic.words()),
            Kind::Complex(basic) => spaced(&format!("_Complex {}", basic.words())),
            Kind::Opaque(name) => spaced(name),
            Kind::Vector { of, .. } => {
                let size = self.size_of(ty)?;
                spaced(&format!("{} __attribute__((vector_size({size})))", of.words()))
            }
            Kind::Record(id) => {
                let record = self.record(*id);
                let keyword = if record.is_union { "union" } else { "struct" };
                match (&record.tag, &record.typedef) {
                    (Some(tag), _) => spaced(&format!("{keyword} {tag}")),
                    (None, Some(typedef)) => spaced(typedef),
                    (None, None) => return None,
                }
            }
            Kind::Enumeration(id) => {
                let enumeration = self.enumeration(*id);
                match (&enumeration.tag, &enumeration.typedef) {
                    (Some(tag), _) => spaced(&format!("enum {tag}")),
                    (None, Some(typedef)) => spaced(typedef),
                    (None, None) => return None,
                }
            }
            Kind::Pointer(to) => {
                let mut text = format!("*{}", words(ty.qualifiers));
                match inner.is_empty() {
                    true => text.truncate(text.trim_end().len()),
                    false => text.push_str(&inner),
                }
                let is_suffixed = matches!(to.kind, Kind::Array { .. } | Kind::Function(_));
                let text = if is_suffixed && to.alias.is_none() { format!("({text})") } else { text };
                return self.declare_around(to, text);
            }
            Kind::Array { of, length } => {
                let bound = match length {
                    Length::Unknown => "",
                    Length::Star => "*",
                    Length::Bound(bound) => &bound.text,
                };
                return self.declare_around(of, format!("{inner}[{bound}]"));
            }
            Kind::Function(function) => {
                let mut list = Vec::new();
                for parameter in &function.parameters {
                    let name = parameter.name.as_deref().unwrap_or("");
                    let ty = parameter.ty.as_ref()?;
                    list.push(self.declare(self.as_va_list(ty).unwrap_or(ty), name)?);
                }
                match function.style {
                    Style::Variadic => list.push("...".to_owned()),
                    Style::Prototype if list.is_empty() => list.push("void".to_owned()),
                    _ => {}
                }
                return self.declare_around(&function.returns, format!("{inner}({})", list.join(", ")));
            }
        })
    }

    /// The type of a parameter that is a `va_list`: what it points to has no name, but the `va_list` itself does.
    pub fn as_va_list(&self, ty: &Type) -> Option<&Type> {
        let list = self.va_list.as_ref()?;
        (self.compatible(ty.pointee()?, list.element()?) == Some(true)).then_some(list)
    }
}

/// The qualifiers of a type that its typedef's name does not say already.
fn words_of(ty: &Type) -> String {
    let said = ty.alias.as_ref().map_or(Qualifiers::default(), |alias| alias.qualifiers);
    words(Qualifiers {
        constant: ty.qualifiers.constant && !said.constant,
        volatile: ty.qualifiers.volatile && !said.volatile,
        restrict: ty.qualifiers.restrict && !said.restrict,
        atomic: ty.qualifiers.atomic && !said.atomic,
    })
}
