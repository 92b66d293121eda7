//! What a `declare mapper` may say, and which mappers there are (section 5.8.8 of OpenMP 5.2).

use super::types::{Class, class_of_type};
use super::{Program, directives_before, in_one_block};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::{Written, whole};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

const DEFAULT: &str = "default";

/// `declare mapper(name: type variable)`
struct Mapper<'w> {
    /// `None` of that which nobody names.
    name: Option<usize>,
    ty: &'w [usize],
    variable: usize,
}

impl<'w> Mapper<'w> {
    fn read(written: &'w Written, tokens: &TokenList) -> Option<Self> {
        let (name, inner) = match written.operand()? {
            [name, colon, inner @ ..] if tokens[*colon].kind == kind::COLON => (Some(*name), inner),
            inner => (None, inner),
        };
        let (&variable, ty) = inner.split_last()?;
        Some(Mapper { name, ty, variable })
    }

    fn name<'t>(&self, tokens: &'t TokenList) -> &'t str {
        self.name.map_or(DEFAULT, |name| tokens.text(name))
    }
}

fn refuse(message: &str, at: &Tokens, label: &str, written: &Written) -> Diagnostic {
    written.error("E0374", message, at, label).note("section 5.8.8 of OpenMP 5.2")
}

/// Checks the directive that declares one.
pub(super) fn declared(written: &Written, program: &Program) -> Option<Diagnostic> {
    let tokens = program.tokens;
    let mapper = Mapper::read(written, tokens)?;
    let ty = tokens.words(mapper.ty);
    let ty_at = whole(mapper.ty)?;
    let words: Vec<&str> = mapper.ty.iter().map(|&word| tokens.text(word)).collect();
    // What a header declares that was not read may be one.
    if !matches!(class_of_type(&words, program), Class::Structure | Class::Unknown) {
        let label = "neither a structure nor a union";
        return Some(refuse(&format!("a mapper for `{ty}`"), &ty_at, label, written));
    }
    let variable = tokens.text(mapper.variable);
    if !written.texts(|word| word == "map").contains(&variable) {
        let message = format!("a mapper that maps nothing of `{variable}`");
        return Some(refuse(&message, &(mapper.variable..=mapper.variable), "in no `map` clause", written));
    }
    let start = *written.name().start();
    let name = mapper.name(tokens);
    let first = directives_before(start, "declare mapper", tokens).find_map(|at| {
        let other = Written::at(tokens, at)?;
        let mapper = Mapper::read(&other, tokens)?;
        let is_same = mapper.name(tokens) == name && tokens.words(mapper.ty) == ty;
        (is_same && in_one_block(at, start, tokens)).then(|| tokens.at(&other.name()))
    })?;
    let error =
        refuse(&format!("`{name}` is declared for `{ty}` already"), &ty_at, "declared again", written);
    Some(error.note_at(first, "declared here"))
}

/// Checks `map(mapper(name), …)`: there is a mapper of the name.
pub(super) fn used(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let start = *written.name().start();
    let clauses = written.clauses().filter(|(word, _)| ["map", "to", "from"].contains(word));
    let modifiers = clauses.flat_map(|(_, clause)| written.split(written.modifiers(clause)));
    let named = modifiers.filter_map(|modifier| match modifier.tokens.as_slice() {
        [word, _, name, _] if tokens.text(*word) == "mapper" => Some(*name),
        _ => None,
    });
    let is_declared = |name: usize| {
        tokens.text(name) == DEFAULT
            || directives_before(start, "declare mapper", tokens).any(|at| {
                let other = Written::at(tokens, at);
                let mapper = other.as_ref().and_then(|other| Mapper::read(other, tokens));
                mapper.is_some_and(|mapper| mapper.name(tokens) == tokens.text(name))
            })
    };
    let errors = named.filter(|name| !is_declared(*name)).map(|name| {
        let message = format!("no mapper `{}` is declared", tokens.text(name));
        refuse(&message, &(name..=name), "of which type?", written)
    });
    errors.collect()
}
