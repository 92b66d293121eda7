//! What the restrictions ask of a variable's type.

use super::Program;
use crate::c::Kind;
use crate::c::named::named;
use crate::c::symbols::{DeclInfo, DeclType, Definition, Scopes, Type};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{TokenList, keyword};

/// What can be computed with values of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Integer,
    Floating,
    Pointer,
    Array,
    Structure,
    Function,
    /// A type of a header that was not read, or an expression's.
    Unknown,
}

impl Class {
    pub fn of(ty: &Type) -> Class {
        match ty.resolved() {
            Type::Pointer { .. } => Class::Pointer,
            Type::Array { .. } => Class::Array,
            Type::Function { .. } => Class::Function,
            ty if ty.is_integer() => Class::Integer,
            ty if ty.kind().is_some() => Class::Floating,
            Type::Base { definition: Definition::Tagged | Definition::Anonymous, .. } => Class::Structure,
            Type::Base { .. } => Class::Unknown,
        }
    }

    /// Its name in a message.
    pub fn name(self) -> &'static str {
        match self {
            Class::Integer => "an integer",
            Class::Floating => "a floating-point number",
            Class::Pointer => "a pointer",
            Class::Array => "an array",
            Class::Structure => "a structure or union",
            Class::Function => "a function",
            Class::Unknown => "of a type that is not known",
        }
    }
}

/// The type that a name alone stands for.
pub(super) fn alias<'p>(words: &[&str], program: &Program<'p>) -> Option<&'p Type> {
    let [name] = words else { return None };
    let declared = program.scopes.find(name)?;
    (declared.decl_type == DeclType::Typedef).then_some(&declared.ty)
}

/// The class of the type that the words of a directive name.
pub(super) fn class_of_type(words: &[&str], program: &Program) -> Class {
    let words: Vec<&str> = words.iter().copied().filter(|word| !is_qualifier(word)).collect();
    let has = |word| words.contains(&word);
    match alias(&words, program) {
        Some(ty) => Class::of(ty),
        None if words.iter().any(|word| keyword(word) == Some(kind::TYPEOF)) => Class::Unknown,
        None if has("[") => Class::Array,
        None if has("(") => Class::Function,
        None if has("*") => Class::Pointer,
        None if has("struct") || has("union") => Class::Structure,
        None if has("enum") => Class::Integer,
        None => Class::of(&Type::builtin(&words.join(" "))),
    }
}

pub(super) fn is_qualifier(word: &str) -> bool {
    matches!(word.trim_matches('_'), "const" | "volatile" | "restrict")
}

/// Whether a variable, or the elements of an array, cannot be assigned to.
pub fn is_constant(ty: &Type) -> bool {
    match ty {
        Type::Base { qualifiers, definition, .. } => {
            qualifiers.constant || matches!(definition, Definition::Alias(ty) if is_constant(ty))
        }
        Type::Pointer { qualifiers, .. } => qualifiers.constant,
        Type::Array { of, .. } => is_constant(of),
        Type::Function { .. } => false,
    }
}

/// Whether a type of integers has no negative values. Names of headers count
/// by their spelling.
pub fn is_unsigned(ty: &Type) -> bool {
    match (ty.kind(), ty.resolved()) {
        (Some(kind), _) => matches!(kind, Kind::Basic(basic) if basic.is_unsigned()),
        (None, Type::Base { words, definition: Definition::External, .. }) => words.starts_with("uint"),
        _ => false,
    }
}

/// Whether the size of a variable is not known: an array without its extent,
/// a structure without its members. A structure that nothing defines is not
/// certain to be one, since headers may not have been read.
pub fn is_incomplete(declaration: &DeclInfo, scopes: &Scopes, tokens: &TokenList) -> bool {
    match declaration.ty.resolved() {
        Type::Array { extent, .. } => extent.text.is_empty() && !is_initialized(declaration.token, tokens),
        Type::Base { words, definition: Definition::Builtin, .. } => words == "void",
        Type::Base { words, definition: Definition::Tagged, .. } => {
            !words.starts_with("enum") && scopes.structure(words).is_none() && !reads_headers(tokens)
        }
        _ => false,
    }
}

/// Whether `= …` follows a declarator, which gives `int a[]` its extent.
fn is_initialized(name: usize, tokens: &TokenList) -> bool {
    let mut visible = (name + 1..tokens.len()).filter(|&index| tokens[index].is_visible());
    let end = visible.find(|&index| {
        [kind::ASSIGN, kind::SEMICOLON, kind::COMMA, kind::DIRECTIVE].contains(&tokens[index].kind)
    });
    // A declaration in a header is said to stand at its `#include`.
    tokens[name].kind == kind::DIRECTIVE || end.is_some_and(|index| tokens[index].kind == kind::ASSIGN)
}

fn reads_headers(tokens: &TokenList) -> bool {
    tokens.iter().any(|token| {
        token.kind == kind::DIRECTIVE && tokens.source_text()[token.span.clone()].contains("include")
    })
}

/// The class of an expression's value, where it is plain to see: numbers and
/// variables, `+`, `-`, `*`, `/` and parentheses.
pub fn class_of(expression: &Tokens, program: &Program) -> Class {
    let tokens = program.tokens;
    let mut class = Class::Integer;
    for index in expression.clone().filter(|&index| tokens[index].is_visible()) {
        let found = match tokens[index].kind {
            kind::INTEGER_CONSTANT => Class::Integer,
            kind::FLOATING_CONSTANT => Class::Floating,
            kind::PLUS | kind::MINUS | kind::STAR | kind::SLASH | kind::LEFT_PAREN | kind::RIGHT_PAREN => {
                continue;
            }
            kind::IDENTIFIER => class_of_name(index, program),
            _ => Class::Unknown,
        };
        class = match (class, found) {
            (Class::Integer, found) => found,
            (Class::Floating, Class::Integer | Class::Floating) => Class::Floating,
            _ => return Class::Unknown,
        };
        if !matches!(class, Class::Integer | Class::Floating) {
            return Class::Unknown;
        }
    }
    class
}

/// The class of an operand: that of what it names, or of its value.
pub(super) fn class_of_operand(expression: &Tokens, program: &Program) -> Class {
    let words = program.tokens.visible_in(expression);
    named(&words, program.scopes, program.tokens)
        .map_or_else(|| class_of(expression, program), |named| Class::of(named.ty))
}

fn class_of_name(token: usize, program: &Program) -> Class {
    let uses = program.references_in(&(token..=token));
    let [reference] = uses else { return Class::Unknown };
    // A macro's name has a use that is not its own.
    if reference.name != program.tokens.text(token) || !program.is_plain(reference) {
        return Class::Unknown;
    }
    let declaration = reference.symbol.map(|symbol| program.scopes.get(symbol));
    declaration.filter(|declaration| declaration.is_variable()).map_or(Class::Unknown, |d| Class::of(&d.ty))
}
