//! Types as expressions have them.
//!
//! [`Types::of`] reads the tree of a program once. From then on it answers,
//! for any place in it: what type an expression has (C17 6.5), what value a
//! constant expression has (6.6), how large a type is and where its members
//! lie, how many elements an initialiser gives an array, and how all that is
//! written in C. Questions are ranges of tokens that are an expression, and
//! names mean what they mean where these stand.
//!
//! The answers are those of gcc for x86-64 Linux, which CUDA's compilers share.
//! What is not known has no answer: an expression with a name that a header
//! declares, when headers were not read, or with a construct that is not
//! understood. An answer that is given can be relied upon.
//!
//! ```
//! use gpump::syntax::TokenList;
//! use gpump::syntax::tree::Tree;
//! use gpump::c::Types;
//!
//! let text = "struct point { float x, y; } p[3]; double d = p[1].x * 2.0;";
//! let tokens = TokenList::new(text);
//! let tree = Tree::of(&tokens).unwrap();
//! let types = Types::of(&tokens, &tree);
//! let value = tokens.at_byte(text.find("p[1]").unwrap())..=tokens.at_byte(text.find("2.0").unwrap());
//! let ty = types.type_of(&value).unwrap();
//! assert_eq!(types.declare(&ty, "result").unwrap(), "double result");
//! assert_eq!(types.constant_of_text("sizeof p / sizeof p[0]", tokens.iter().len()), Some(3));
//! ```
//!
//! The room has a file for each step: [`program`] finds declarations,
//! [`declarations`] and [`expression`] read nodes, [`operators`] and [`conversions`]
//! hold the rules of types, [`constant`] those of values, [`layout`] those of
//! storage, [`initializers`] those of initialisation, and [`text`] writes types
//! and sizes. [`statements`] goes through statements and takes down what C++
//! reads differently ([`differences`]): [`implicit`] knows the conversions,
//! [`aggregates`] what initialisers give to which part, and [`cplusplus`] writes
//! types in C++.

mod aggregates;
mod attributes;
mod builtins;
mod constant;
mod conversions;
mod cplusplus;
mod ctype;
mod declarations;
pub mod declarators;
mod differences;
mod expression;
mod implicit;
#[cfg(test)]
mod implicit_tests;
mod initializers;
mod keywords;
mod layout;
mod lexemes;
mod library;
mod literals;
pub mod named;
mod names;
mod observed;
mod operand;
mod operators;
mod program;
mod reader;
mod shapes;
mod standard;
mod statements;
pub mod symbols;
mod tags;
mod text;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

pub use constant::Value;
pub use cplusplus::{CPlusPlus, Extents, Naming, Rename, complex_class};
pub use ctype::{
    Alias, Basic, Bound, EnumerationId, Function, Kind, Length, Parameter, Qualifiers, RecordId, Style, Type,
};
pub use declarations::{innermost, own_parameters};
pub use differences::{Conversion, Declared, Definition, Difference, Item, Literal};
pub use observed::is_search;
pub use operand::Operand;
pub use program::{FUNCTION_NAMES, OPERANDS};
pub use shapes::may_lead;
pub use statements::has_effects;
pub use tags::{Alignment, Enumeration, Layout, Member, Place, Record, Width};

use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::directives::{self, Directive};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{self, Fragment, Node, Tree};
use names::Names;
use reader::Reader;
use tags::Tag;

/// A program's types.
pub struct Types<'t> {
    list: &'t TokenList,
    tree: &'t Tree,
    names: Names<Declaration>,
    tags: Names<Tag>,
    /// What each `struct`, `union` and `enum` of the program names.
    tagged: HashMap<usize, Tag>,
    records: Vec<Record>,
    enumerations: Vec<Enumeration>,
    /// `__builtin_va_list`.
    va_list: Option<Type>,
    /// What `#pragma pack` sets, by token.
    packing: Vec<(usize, Option<u64>)>,
    /// Where other pragmas begin, or cease, to change the layout of structures in a way that is not known here.
    foreign: Vec<(usize, bool)>,
    /// The structures in whose definitions others are defined.
    outer: HashMap<Tag, RecordId>,
    /// The bodies of functions, and what they return.
    bodies: Vec<(RangeInclusive<usize>, Type)>,
    /// The parameters of functions that are defined without a prototype, by the function's name.
    old_style: HashMap<String, Vec<Option<Type>>>,
    /// The names of macros that were not expanded.
    macros: HashSet<String>,
    /// Whether there are headers that were not read, so that names may be
    /// declared where nothing is seen of it.
    has_unread_headers: bool,
    has_int_enumerators: bool,
    /// Whether types say nothing of what may be the same memory (C17 6.5, 7): an attribute `may_alias` stands somewhere, or the
    /// compiler was told so.
    pub has_untyped_memory: bool,
    /// Whether `NULL` is a macro of the program's, which is replaced for C++.
    pub has_own_null: bool,
    /// What was found out of expressions lately, by their first and last tokens: who asks about one asks more than once.
    lately: RefCell<FxHashMap<(usize, usize), Option<Operand>>>,
}

/// How many expressions are remembered. All those of a large file would take more memory than its tree.
const MOST_REMEMBERED: usize = 1 << 12;

/// What a name is declared as.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// `None` for an enumerator, and where it could not be made out.
    pub ty: Option<Type>,
    pub meaning: Meaning,
    /// The alignment in bytes that the declaration asks for.
    pub align: Option<u64>,
    /// The value of a `const` integer whose initialiser says it: in C that is no constant expression, but the value never changes.
    pub constant: Option<i128>,
}

/// What kind of thing a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Typedef,
    /// A variable, a parameter, or a function.
    Object,
    Enumerator {
        value: Option<i128>,
        of: EnumerationId,
    },
}

/// A member that was found by its name.
#[derive(Clone, Debug)]
pub struct Found {
    /// With the qualifiers of the object that it is a member of.
    pub ty: Type,
    /// In bytes; `None` for a bit-field.
    pub offset: Option<u64>,
    pub bits: Option<Width>,
    /// In bytes.
    pub align: Option<u64>,
}

impl<'t> Types<'t> {
    /// Reads a program: a file's tokens, or better, what the preprocessor made
    /// of them.
    pub fn of(tokens: &'t TokenList, tree: &'t Tree) -> Types<'t> {
        Types::read(tokens, tree, false)
    }

    /// The same for a compiler that gives an enumerator the type `int` wherever that has its value, though other values of its
    /// enumeration are wider. In C23, in C++, and to gcc from version 13 on, all have the enumeration's type then.
    pub fn with_int_enumerators(tokens: &'t TokenList, tree: &'t Tree) -> Types<'t> {
        Types::read(tokens, tree, true)
    }

    fn read(tokens: &'t TokenList, tree: &'t Tree, has_int_enumerators: bool) -> Types<'t> {
        let mut types = Types {
            list: tokens,
            tree,
            names: Names::new(),
            tags: Names::new(),
            tagged: HashMap::new(),
            records: Vec::new(),
            enumerations: Vec::new(),
            va_list: None,
            packing: Vec::new(),
            foreign: Vec::new(),
            outer: HashMap::new(),
            bodies: Vec::new(),
            old_style: HashMap::new(),
            macros: HashSet::new(),
            has_unread_headers: false,
            has_int_enumerators,
            has_untyped_memory: has_attribute(tokens, "may_alias"),
            has_own_null: false,
            lately: RefCell::default(),
        };
        types.read_directives(tokens);
        program::Pass::over(types)
    }

    /// The lines of the preprocessor that are left among the tokens.
    fn read_directives(&mut self, tokens: &TokenList) {
        let mut stack = Vec::new();
        let mut limit = None;
        for index in (0..tokens.len()).filter(|&index| tokens[index].kind == kind::DIRECTIVE) {
            let text = tokens.text(index);
            match directives::read(text, tokens[index].span.start) {
                Directive::Include { .. } | Directive::Define(_) if tokens.is_preprocessed() => {}
                Directive::Include { .. } => self.has_unread_headers = true,
                Directive::Define(definition) => {
                    self.macros.insert(definition.name);
                }
                _ => {
                    if let Some(arguments) = pack_arguments(text) {
                        limit = packed(&arguments, limit, &mut stack);
                        self.packing.push((index, limit));
                    }
                    let words: Vec<&str> =
                        directives::pragma(text).unwrap_or_default().split_whitespace().collect();
                    if let ["ms_struct" | "scalar_storage_order", state, ..] = words[..] {
                        let is_foreign = matches!(state, "on" | "big-endian");
                        self.foreign.push((index, is_foreign));
                    }
                }
            }
        }
    }

    /// The limit of `#pragma pack` at a token.
    pub fn packing(&self, token: usize) -> Option<u64> {
        let next = self.packing.partition_point(|&(from, _)| from <= token);
        self.packing[..next].last().and_then(|&(_, limit)| limit)
    }

    /// Whether a pragma that is not known here holds at a token.
    fn is_foreign_at(&self, token: usize) -> bool {
        let next = self.foreign.partition_point(|&(from, _)| from <= token);
        self.foreign[..next].last().is_some_and(|&(_, is_foreign)| is_foreign)
    }

    fn is_macro(&self, name: &str) -> bool {
        self.macros.contains(name)
    }

    // Questions about a range of tokens --------------------------------------

    /// The node of some kind that a range of tokens is, white space aside.
    fn node(&self, range: &RangeInclusive<usize>, is_it: impl Fn(tree::Kind) -> bool) -> Option<Node<'_>> {
        let first = self.list.visible_from(*range.start())?;
        let tokens = first..=self.list.visible_before(range.end().saturating_add(1).min(self.list.len()))?;
        self.tree.path(first).find(|node| is_it(node.kind()) && node.tokens() == tokens)
    }

    /// What is known of the expression that a range of tokens is. `None` if it is none.
    pub fn expression(&self, range: &RangeInclusive<usize>) -> Option<Operand> {
        let key = (*range.start(), *range.end());
        if let Some(known) = self.lately.borrow().get(&key) {
            return known.clone();
        }
        let node = self.node(range, tree::Kind::is_expression);
        let found = node.map(|node| Reader::new(self).operand(node));
        let mut lately = self.lately.borrow_mut();
        if lately.len() >= MOST_REMEMBERED {
            lately.clear();
        }
        lately.insert(key, found.clone());
        found
    }

    /// The type of the expression that a range of tokens is, as `typeof` has
    /// it: an array is an array, and an lvalue has its qualifiers.
    pub fn type_of(&self, range: &RangeInclusive<usize>) -> Option<Type> {
        self.expression(range)?.visible_type()
    }

    /// The type of the expression's value: no array, no function, no
    /// qualifiers (6.3.2.1).
    pub fn value_type_of(&self, range: &RangeInclusive<usize>) -> Option<Type> {
        self.expression(range)?.value_type()
    }

    /// The value of the integer constant expression (6.6) that a range of
    /// tokens is. It counts the bits of an `unsigned __int128` as signed.
    pub fn constant(&self, range: &RangeInclusive<usize>) -> Option<i128> {
        Reader::new(self).constant(self.node(range, tree::Kind::is_expression)?)
    }

    /// The number of elements, in all dimensions, of an array whose bounds the program computes from such values that never
    /// change ([`Declaration::constant`]), or that are constant expressions.
    pub fn settled_count(&self, ty: &Type) -> Option<u64> {
        let Kind::Array { of, length: Length::Bound(bound) } = &ty.kind else {
            return (!matches!(ty.kind, Kind::Array { .. })).then_some(1);
        };
        let computed = || {
            let node = self.node(bound.place.as_ref()?, tree::Kind::is_expression)?;
            u64::try_from(Reader::new(self).with_objects().constant(node)?).ok()
        };
        self.settled_count(of)?.checked_mul(bound.value.or_else(computed)?)
    }

    /// Whether an expression has operators that C++ does not know, or whose
    /// value is another one there.
    pub fn is_of_c_alone(&self, range: &RangeInclusive<usize>) -> bool {
        lexemes::is_of_c_alone(self.list, range.clone())
    }

    /// The type that the keywords around a specifier spell, with it.
    pub fn spelled_at(&self, specifier: usize) -> Option<Kind> {
        keywords::spelled_at(self.list, specifier)
    }

    /// Whether a type is that of another function than the C library's of a name, as far as this is known: old programs declare
    /// `char *malloc();` and `int free();`, and mean the library's.
    pub fn is_of_other_function(&self, name: &str, ty: &Type) -> bool {
        library::function(self, name).is_some_and(|known| library::is_other_function(&known, ty))
    }

    /// How many elements an array of some element type has that the tokens of
    /// an initialiser initialise, from brace to brace or a string (6.7.9, 22).
    pub fn elements(&self, element: &Type, initializer: &RangeInclusive<usize>) -> Option<u64> {
        let is_initializer = |kind: tree::Kind| kind == tree::Kind::Braces || kind.is_expression();
        initializers::count(element, &Reader::new(self), self.node(initializer, is_initializer)?)
    }

    /// How many elements an array has; `None` for what is none, and for an
    /// array whose bound is variable or not known.
    pub fn count_of(&self, ty: &Type) -> Option<u64> {
        match &ty.kind {
            Kind::Array { length: Length::Bound(bound), .. } => bound.value,
            _ => None,
        }
    }

    /// The parameters' types of a function that is defined without a prototype, if one of this name is.
    pub fn old_style_parameters(&self, name: &str) -> Option<&[Option<Type>]> {
        self.old_style.get(name).map(Vec::as_slice)
    }

    /// What a name means at a token. A name means nothing before the end of
    /// its declarator (6.2.1, 7).
    pub fn lookup(&self, name: &str, token: usize) -> Option<&Declaration> {
        self.names.find(name, token.min(self.list.len()))
    }

    /// Whether a type name, or the specifiers of a declaration, begin at a token.
    pub fn begins_type(&self, token: usize) -> bool {
        let first = self.list.visible_from(token);
        first.is_some_and(|first| lexemes::is_specifier(self.list[first].kind))
    }

    /// The token behind whose declarator a name means what it means at a token.
    pub fn declared_at(&self, name: &str, token: usize) -> Option<usize> {
        self.list.visible_before(self.names.declared_from(name, token)?)
    }

    // Questions about a text, as if it stood at a token -----------------------

    fn foreign<T>(
        &self,
        what: Fragment,
        text: &str,
        token: usize,
        read: impl FnOnce(Reader<'_>, Node<'_>) -> Option<T>,
    ) -> Option<T> {
        let is_type = |name: &str| Some(self.lookup(name, token)?.meaning == Meaning::Typedef);
        let (list, tree) = what.read(text, is_type)?;
        read(Reader::foreign(self, &list, token), tree.top().next()?)
    }

    /// The type of an expression.
    pub fn type_of_text(&self, expression: &str, token: usize) -> Option<Type> {
        let read = |reader: Reader<'_>, node: Node<'_>| reader.operand(node).visible_type();
        self.foreign(Fragment::Expression, expression, token, read)
    }

    /// The value of an integer constant expression.
    pub fn constant_of_text(&self, expression: &str, token: usize) -> Option<i128> {
        self.foreign(Fragment::Expression, expression, token, |reader, node| reader.constant(node))
    }

    /// The type that a text names.
    pub fn type_named(&self, name: &str, token: usize) -> Option<Type> {
        self.foreign(Fragment::TypeName, name, token, |reader, node| reader.type_name(node))
    }

    // Structures and enumerations ---------------------------------------------

    /// The names of the bit-fields, of any of the file's structures and unions, that gcc computes in their own width.
    pub fn wide_bit_fields(&self) -> HashSet<&str> {
        let members = self.records.iter().flat_map(|record| record.members.iter().flatten());
        members
            .filter(|member| member.is_wide_bit_field())
            .filter_map(|member| member.name.as_deref())
            .collect()
    }

    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0]
    }

    pub fn enumeration(&self, id: EnumerationId) -> &Enumeration {
        &self.enumerations[id.0]
    }

    /// The structures, unions and enumerations that a range of tokens defines, in
    /// the order of their first words.
    pub fn defined_in(&self, range: &RangeInclusive<usize>) -> Vec<Type> {
        self.definitions_in(range).map(|(tag, ..)| tag.ty()).collect()
    }

    /// The opening braces of the structures without members among them.
    pub fn empty_in(&self, range: &RangeInclusive<usize>) -> Vec<usize> {
        let is_empty = |tag: &Tag| match *tag {
            Tag::Record(id) => self.record(id).members.as_ref().is_some_and(Vec::is_empty),
            Tag::Enumeration(_) => false,
        };
        let found = self.definitions_in(range).filter(|(tag, ..)| is_empty(tag));
        found.map(|(.., open)| open).collect()
    }

    /// Where `volatile` makes a structure's member a volatile structure.
    pub fn volatile_in(&self, range: &RangeInclusive<usize>) -> Vec<usize> {
        let mut found = Vec::new();
        let records = self.definitions_in(range).filter(|(tag, ..)| matches!(tag, Tag::Record(_)));
        for member in records.flat_map(|(_, node, _)| node.children()) {
            // The members of a structure in the structure have their own.
            let tokens = self.list.outside_brackets(&member.tokens());
            let tokens: Vec<usize> = tokens.filter(|_| member.kind() == tree::Kind::Member).collect();
            let is_other = |&at: &usize| matches!(self.list[at].kind, kind::STAR | kind::LEFT_PAREN);
            if tokens.iter().any(|&at| self.names_record(at)) && !tokens.iter().any(is_other) {
                found.extend(tokens.into_iter().filter(|&at| self.list[at].kind == kind::VOLATILE));
            }
        }
        found
    }

    /// Whether the tag or the typedef of a structure stands at a token.
    fn names_record(&self, at: usize) -> bool {
        match self.list[at].kind {
            kind::STRUCT | kind::UNION => true,
            kind::TYPEDEF_NAME => {
                let found = self.lookup(self.list.text(at), at);
                found.and_then(|found| found.ty.as_ref()).is_some_and(|ty| matches!(ty.kind, Kind::Record(_)))
            }
            _ => false,
        }
    }

    /// The structure, union or enumeration whose keyword is at a token, and what it is a tag of.
    fn tag_at(&self, keyword: usize) -> Option<(Tag, Node<'_>)> {
        let tag = *self.tagged.get(&keyword)?;
        let is_tag = |node: &Node<'_>| {
            matches!(node.kind(), tree::Kind::Structure | tree::Kind::Enumeration) && node.first() == keyword
        };
        Some((tag, self.tree.path(keyword).find(is_tag)?))
    }

    /// The tags that are defined in a range, each with its `{`.
    fn definitions_in(&self, range: &RangeInclusive<usize>) -> impl Iterator<Item = (Tag, Node<'_>, usize)> {
        let is_word = |at: &usize| matches!(self.list[*at].kind, kind::STRUCT | kind::UNION | kind::ENUM);
        let end = range.end().saturating_add(1).min(self.list.len());
        (*range.start()..end).filter(is_word).filter_map(|at| {
            let (tag, node) = self.tag_at(at)?;
            Some((tag, node, declarations::head_of_tag(self.list, node).1?))
        })
    }

    /// A member of a structure or union by its name, also one of a member
    /// without a name.
    pub fn member(&self, ty: &Type, name: &str) -> Option<Found> {
        let Kind::Record(id) = ty.kind else { return None };
        let record = self.record(id);
        let places = record.layout.as_ref().map(|layout| &layout.places);
        for (at, member) in record.members.iter().flatten().enumerate() {
            let place = places.and_then(|places| places.get(at));
            if member.name.as_deref() == Some(name) {
                let of_member = member.ty.clone()?;
                return Some(Found {
                    ty: of_member.qualified(without_restrict(ty.qualifiers)),
                    offset: place.filter(|_| member.bits.is_none()).map(|place| place.bit / 8),
                    bits: member.bits,
                    align: place.map(|place| place.align),
                });
            }
            if let (None, None, Some(inner)) = (&member.name, member.bits, &member.ty)
                && let Some(found) =
                    self.member(&inner.clone().qualified(without_restrict(ty.qualifiers)), name)
            {
                let offset = place.zip(found.offset).map(|(place, offset)| place.bit / 8 + offset);
                return Some(Found { offset, ..found });
            }
        }
        None
    }

    /// The type of an enumerator: `int` (6.7.2.2, 3), unless the enumeration has values that are none of `int`.
    fn enumerator_type(&self, value: i128, of: EnumerationId) -> Type {
        let is_int = match self.enumeration(of).is_wide {
            false => true,
            true => self.has_int_enumerators && constant::wrap(value, Basic::Int) == value,
        };
        if is_int { Type::INT } else { Kind::Enumeration(of).into() }
    }
}

fn without_restrict(qualifiers: Qualifiers) -> Qualifiers {
    Qualifiers { restrict: false, atomic: false, ..qualifiers }
}

/// Whether some declaration or type has an attribute.
pub fn has_attribute(tokens: &TokenList, name: &str) -> bool {
    let is_name = |&index: &usize| tokens[index].kind == kind::IDENTIFIER;
    (0..tokens.len()).filter(is_name).any(|index| {
        let text = tokens.text(index);
        text == name || text.strip_prefix("__").and_then(|text| text.strip_suffix("__")) == Some(name)
    })
}

/// What stands between the parentheses of `#pragma pack`.
fn pack_arguments(line: &str) -> Option<Vec<String>> {
    let rest = directives::pragma(line)?.strip_prefix("pack")?.trim_start().strip_prefix('(')?;
    let (inside, _) = rest.split_once(')')?;
    Some(inside.split(',').map(|argument| argument.trim().to_owned()).collect())
}

/// The limit behind a `#pragma pack`.
fn packed(arguments: &[String], limit: Option<u64>, stack: &mut Vec<Option<u64>>) -> Option<u64> {
    let number = || arguments.iter().find_map(|argument| symbols::integer_literal(argument));
    match arguments.first().map(String::as_str) {
        Some("push") => {
            stack.push(limit);
            number().or(limit)
        }
        Some("pop") => stack.pop().flatten(),
        _ => number().filter(|&number| number > 0),
    }
}
