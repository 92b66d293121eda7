//! Types, written in C++.
//!
//! Most are written as in C. Some keywords are others; what a structure defines
//! inside of it belongs to it, `struct list::node`; a tag and a typedef share
//! their name only if they are one type; and arrays of variable length, with
//! the pointers to them, are classes of the runtime's (`runtime/cuda/arrays.h`).

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Types;
use super::ctype::{Basic, Bound, Kind, Length, Qualifiers, Style, Type};
use super::declarations::head_of_tag;
use super::tags::Tag;
use super::text::spaced;
use super::{Meaning, RecordId};
use crate::rewrite::Tokens as _;

/// What a name is called in C++, if not as in C, and whether it is asked of a tag.
pub type Naming<'a> = dyn Fn(&str, bool) -> Option<String> + 'a;
pub type Rename<'a> = &'a Naming<'a>;

/// Writes types in C++.
#[derive(Clone, Copy)]
pub struct CPlusPlus<'a> {
    pub types: &'a Types<'a>,
    pub rename: Rename<'a>,
    /// The typedefs that are named with a scope, and whether it is the global one, and the scope of the others.
    pub scopes: Option<(&'a FxHashMap<String, bool>, &'static str)>,
    /// The typedefs that are written as what they stand for.
    pub expanded: Option<&'a FxHashSet<String>>,
}

/// The runtime's class for a complex type (`runtime/cuda/gpump_complex.h`), if it is one that the device has.
pub fn complex_class(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Complex(Basic::Float) => Some("gpump_complex<float>"),
        Kind::Complex(Basic::Double) => Some("gpump_complex<double>"),
        _ => None,
    }
}

/// The dimensions of an array of variable length as its class has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extents {
    /// What it is an array of: constant dimensions that come last are part of
    /// it.
    pub element: String,
    /// The others, outermost first.
    pub bounds: Vec<Rc<Bound>>,
}

impl Types<'_> {
    /// Whether a type has a variable bound anywhere: an array's, or that of an
    /// array which a pointer points to (C17 6.7.6.2).
    pub fn is_variably_modified(ty: &Type) -> bool {
        match &ty.kind {
            Kind::Pointer(to) => Types::is_variably_modified(to),
            Kind::Array { of, .. } => ty.has_variable_bound() || Types::is_variably_modified(of),
            _ => false,
        }
    }

    /// Whether a name means a thing of the file at a token: no block declares
    /// it anew.
    pub fn is_of_file(&self, name: &str, token: usize) -> bool {
        self.names.is_outermost_at(name, token.min(self.list.len()))
    }

    /// The tag that the `struct`, `union` or `enum` at a token names, in C++, if
    /// that is another word.
    pub fn tag_in_cplusplus(&self, keyword: usize, rename: Rename<'_>) -> Option<String> {
        let (tag, node) = self.tag_at(keyword)?;
        let plain = self.tag_name(tag)?.to_owned();
        let writer = CPlusPlus { types: self, rename, scopes: None, expanded: None };
        let is_defined_here = head_of_tag(self.list, node).1.is_some();
        let name = if is_defined_here { writer.own_tag(tag)? } else { writer.tag(tag)? };
        (name != plain).then_some(name)
    }

    /// The name that the `struct`, `union` or `enum` at a token gets, which has
    /// none in the program and has to be named in C++: others are defined in it,
    /// or it is defined in another.
    pub fn name_of_nested(&self, keyword: usize) -> Option<String> {
        self.given_name(*self.tagged.get(&keyword)?)
    }

    /// The same for a type without a name.
    pub fn name_of_nested_type(&self, unnamed: &Type) -> Option<String> {
        match unnamed.kind {
            Kind::Record(id) => self.given_name(Tag::Record(id)),
            Kind::Enumeration(id) => self.given_name(Tag::Enumeration(id)),
            _ => None,
        }
    }

    /// The name of a structure without one that defines others, and of an enumeration
    /// without one that is a member's.
    fn given_name(&self, tag: Tag) -> Option<String> {
        if self.outer.is_empty() {
            return None; // as in most programs
        }
        let is_unnamed = self.tag_name(tag).is_none() && self.typedef_name(tag).is_none();
        let Some(&outer) = self.outer.get(&tag) else {
            let inner = is_unnamed.then(|| self.first_tag_within(tag))??;
            return Some(format!("gpump_type_around_{inner}"));
        };
        let is_needed = match tag {
            Tag::Enumeration(_) => true,
            Tag::Record(id) => self.outer.values().any(|other| *other == id) || self.is_nameless(outer),
        };
        let member = self.record(outer).members.iter().flatten().find(|member| {
            let innermost = member.ty.as_ref().map(|ty| ty.innermost().kind);
            match (innermost, tag) {
                (Some(Kind::Record(id)), Tag::Record(own)) => id == own,
                (Some(Kind::Enumeration(id)), Tag::Enumeration(own)) => id == own,
                _ => false,
            }
        });
        let name = member.filter(|_| is_unnamed && is_needed)?.name.as_ref()?;
        Some(format!("gpump_type_{name}"))
    }

    /// Of the tags that are defined in a structure, at any depth, the first in the order of
    /// the alphabet: no other structure of its scope defines that.
    fn first_tag_within(&self, tag: Tag) -> Option<&str> {
        let is_within = |mut inner: Tag| {
            while let Some(&outer) = self.outer.get(&inner) {
                inner = Tag::Record(outer);
            }
            inner == tag
        };
        self.outer.keys().filter(|inner| is_within(**inner)).filter_map(|&inner| self.tag_name(inner)).min()
    }

    /// Whether C++ has no name for a structure that others are defined in: it
    /// has none, and neither has the member that it is.
    fn is_nameless(&self, outer: RecordId) -> bool {
        let tag = Tag::Record(outer);
        self.tag_name(tag).is_none() && self.outer.contains_key(&tag) && self.given_name(tag).is_none()
    }

    /// Whether the definition of a type at a token has to stand outside of the
    /// structure around it.
    pub(super) fn is_lifted(&self, at: usize) -> bool {
        let Some(&tag) = self.tagged.get(&at) else { return false };
        // What is a member without a name itself stays.
        let is_named =
            || self.tag_name(tag).or(self.typedef_name(tag)).is_some() || self.given_name(tag).is_some();
        self.outer.get(&tag).is_some_and(|outer| self.is_nameless(*outer)) && is_named()
    }

    /// The `struct`, `union` or `enum` that defines a type without a name, if it
    /// is in a range of tokens.
    pub fn definition_in(&self, unnamed: &Type, range: &std::ops::RangeInclusive<usize>) -> Option<usize> {
        self.mentions(unnamed).find(|token| range.contains(token))
    }

    /// Where the structure, union or enumeration that a type is, points to or consists of, is declared or defined: the keywords.
    pub fn mentions(&self, ty: &Type) -> impl Iterator<Item = usize> {
        let mut ty = ty;
        while let Kind::Pointer(of) | Kind::Array { of, .. } = &ty.kind {
            ty = of;
        }
        let tag = match ty.kind {
            Kind::Record(id) => Some(Tag::Record(id)),
            Kind::Enumeration(id) => Some(Tag::Enumeration(id)),
            _ => None,
        };
        let all = self.tagged.iter().filter(move |(_, other)| Some(**other) == tag);
        all.map(|(&token, _)| token)
    }

    /// The structure in front of an enumerator that is defined inside of one.
    pub fn enumerator_in_cplusplus(&self, name: &str, token: usize, rename: Rename<'_>) -> Option<String> {
        if self.outer.is_empty() {
            return None; // as in most programs
        }
        let Meaning::Enumerator { of, .. } = self.lookup(name, token)?.meaning else { return None };
        let outer = *self.outer.get(&Tag::Enumeration(of)).filter(|outer| !self.is_nameless(**outer))?;
        let path = CPlusPlus { types: self, rename, scopes: None, expanded: None }.tag(Tag::Record(outer))?;
        Some(format!("{path}::{}", rename(name, false).unwrap_or_else(|| name.to_owned())))
    }

    fn tag_name(&self, tag: Tag) -> Option<&str> {
        match tag {
            Tag::Record(id) => self.record(id).tag.as_deref(),
            Tag::Enumeration(id) => self.enumeration(id).tag.as_deref(),
        }
    }

    fn typedef_name(&self, tag: Tag) -> Option<&str> {
        match tag {
            Tag::Record(id) => self.record(id).typedef.as_deref(),
            Tag::Enumeration(id) => self.enumeration(id).typedef.as_deref(),
        }
    }

    /// Whether a tag is also the name of a typedef for something else.
    fn is_taken_by_typedef(&self, tag: Tag, name: &str) -> bool {
        let Some(found) = self.names.find(name, usize::MAX - 1) else { return false };
        let is_it = match (&found.ty, tag) {
            (Some(Type { kind: Kind::Record(id), .. }), Tag::Record(own)) => *id == own,
            (Some(Type { kind: Kind::Enumeration(id), .. }), Tag::Enumeration(own)) => *id == own,
            _ => false,
        };
        found.meaning == Meaning::Typedef && !is_it
    }

    /// The dimensions of an array that its class has, and what is left: all up
    /// to the last variable one. The bounds that a typedef's name stands for
    /// are those of its declaration.
    fn dimensions<'a>(&self, ty: &'a Type) -> (Vec<Rc<Bound>>, &'a Type) {
        let mut bounds = Vec::new();
        let mut ty = ty;
        let mut alias: Option<(String, usize)> = None;
        while let (true, Kind::Array { of, length }) = (ty.has_variable_bound(), &ty.kind) {
            if let (None, Some(name)) = (&alias, &ty.alias) {
                alias = Some((name.name.to_string(), 0));
            }
            bounds.push(match (&mut alias, length) {
                (Some((name, at)), _) => {
                    *at += 1;
                    Rc::new(Bound { value: None, text: format!("{name}[{}]", *at - 1), place: None })
                }
                (None, Length::Bound(bound)) => bound.clone(),
                (None, _) => Rc::new(Bound { value: None, text: "0".to_owned(), place: None }),
            });
            ty = of;
        }
        (bounds, ty)
    }
}

impl CPlusPlus<'_> {
    fn name(&self, name: &str) -> String {
        let renamed = (self.rename)(name, false).unwrap_or_else(|| name.to_owned());
        match self.scopes.and_then(|(scoped, scope)| Some((*scoped.get(name)?, scope))) {
            Some((true, _)) => format!("::{renamed}"),
            Some((false, scope)) => format!("{scope}::{renamed}"),
            None => renamed,
        }
    }

    /// The tag itself, where it is defined.
    fn own_tag(&self, tag: Tag) -> Option<String> {
        let name = self.types.tag_name(tag)?;
        let is_taken = self.types.is_taken_by_typedef(tag, name);
        let other = || (self.rename)(name, true).unwrap_or_else(|| name.to_owned());
        Some(if is_taken { format!("gpump_c_{name}") } else { other() })
    }

    /// The tag with the structures that it is defined in, or a typedef's name.
    fn tag(&self, tag: Tag) -> Option<String> {
        let own = match self.own_tag(tag) {
            Some(name) => name,
            None => match self.types.typedef_name(tag) {
                Some(name) => return Some(self.name(name)),
                None => self.types.given_name(tag)?,
            },
        };
        let outer = self.types.outer.get(&tag).filter(|outer| !self.types.is_nameless(**outer));
        match outer {
            Some(outer) => Some(format!("{}::{own}", self.tag(Tag::Record(*outer))?)),
            None => Some(own),
        }
    }

    /// The dimensions of an array of variable length.
    pub fn extents(&self, ty: &Type) -> Option<Extents> {
        let (bounds, element) = self.types.dimensions(ty);
        (!bounds.is_empty()).then(|| Some(Extents { element: self.declare(element, "")?, bounds })).flatten()
    }

    /// The declaration of a name with a type; with an empty name, the name of
    /// the type. `None` for a type that has no name.
    pub fn declare(&self, ty: &Type, name: &str) -> Option<String> {
        self.around(ty, name.to_owned())
    }

    fn around(&self, ty: &Type, inner: String) -> Option<String> {
        let spaced = |words: &str| spaced(words_of(ty), words, &inner);
        if let Some(alias) = &ty.alias
            && !Types::is_variably_modified(ty)
            && !self.expanded.is_some_and(|names| names.contains(&*alias.name))
        {
            return Some(spaced(&self.name(&alias.name)));
        }
        Some(match &ty.kind {
            Kind::Basic(Basic::Bool) => spaced("bool"),
            Kind::Basic(basic) => spaced(basic.words()),
            kind if self.scopes.is_some_and(|(_, scope)| !scope.is_empty())
                && let Some(class) = complex_class(kind) =>
            {
                spaced(class)
            }
            Kind::Void | Kind::Complex(_) | Kind::Vector { .. } | Kind::Opaque(_) => {
                let plain = Type { qualifiers: Qualifiers::default(), alias: None, ..ty.clone() };
                spaced(&self.types.declare(&plain, "")?)
            }
            Kind::Record(id) => {
                let record = self.types.record(*id);
                let keyword = if record.is_union { "union " } else { "struct " };
                let keyword = if record.tag.is_some() { keyword } else { "" };
                spaced(&format!("{keyword}{}", self.tag(Tag::Record(*id))?))
            }
            Kind::Enumeration(id) => {
                let keyword = if self.types.enumeration(*id).tag.is_some() { "enum " } else { "" };
                spaced(&format!("{keyword}{}", self.tag(Tag::Enumeration(*id))?))
            }
            Kind::Pointer(to) if to.has_variable_bound() => {
                let Extents { element, bounds } = self.extents(to)?;
                spaced(&format!("gpump_pointer<{element}, {}>", bounds.len()))
            }
            Kind::Array { .. } if ty.has_variable_bound() => {
                let Extents { element, bounds } = self.extents(ty)?;
                let plain = format!("gpump_array<{element}, {}>", bounds.len());
                if inner.is_empty() { plain } else { format!("{plain} {inner}") }
            }
            Kind::Pointer(to) => {
                let mut text = format!("*{}", words(ty.qualifiers));
                match inner.is_empty() {
                    true => text.truncate(text.trim_end().len()),
                    false => text.push_str(&inner),
                }
                let is_suffixed = matches!(to.kind, Kind::Array { .. } | Kind::Function(_));
                let text = if is_suffixed && to.alias.is_none() { format!("({text})") } else { text };
                return self.around(to, text);
            }
            Kind::Array { of, length } => {
                let bound = match length {
                    Length::Bound(bound) => match bound.value {
                        Some(value) if !is_word(&bound.text) => value.to_string(),
                        _ => bound.text.clone(),
                    },
                    Length::Unknown | Length::Star => String::new(),
                };
                return self.around(of, format!("{inner}[{bound}]"));
            }
            Kind::Function(function) => {
                let mut list = Vec::new();
                for parameter in &function.parameters {
                    let ty = parameter.ty.as_ref()?;
                    list.push(self.declare(self.types.as_va_list(ty).unwrap_or(ty), "")?);
                }
                if function.style == Style::Variadic {
                    list.push("...".to_owned());
                }
                return self.around(&function.returns, format!("{inner}({})", list.join(", ")));
            }
        })
    }
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn words(qualifiers: Qualifiers) -> String {
    let all = [
        (qualifiers.constant, "const "),
        (qualifiers.volatile, "volatile "),
        (qualifiers.restrict, "__restrict__ "),
    ];
    all.into_iter().filter(|(set, _)| *set).map(|(_, word)| word).collect()
}

/// The qualifiers of a type that its typedef's name does not say already.
fn words_of(ty: &Type) -> String {
    if ty.pointee().is_some() && ty.alias.is_none() && !Types::is_variably_modified(ty) {
        return String::new();
    }
    let said = ty.alias.as_ref().map_or(Qualifiers::default(), |alias| alias.qualifiers);
    words(Qualifiers {
        constant: ty.qualifiers.constant && !said.constant,
        volatile: ty.qualifiers.volatile && !said.volatile,
        restrict: ty.qualifiers.restrict && !said.restrict && ty.alias.is_some() && ty.pointee().is_some(),
        atomic: false,
    })
}
