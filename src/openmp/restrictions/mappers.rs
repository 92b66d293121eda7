//! What a `declare mapper` may say, and which mappers there are (section 5.8.8 of OpenMP 5.2).

use super::operators::alias;
use super::types::Class;
use super::{Program, directives_before, in_one_block};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
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
        let behind = written.behind_name();
        let close = behind.first().and_then(|&open| tokens.partner(open))?;
        let inner = behind.get(1..behind.iter().position(|&word| word == close)?)?;
        let (name, inner) = match inner {
            [name, colon, inner @ ..] if tokens[*colon].kind == kind::COLON => (Some(*name), inner),
            _ => (None, inner),
        };
        let (&variable, ty) = inner.split_last()?;
        Some(Mapper { name, ty, variable })
    }

    fn name<'t>(&self, tokens: &'t TokenList) -> &'t str {
        self.name.map_or(DEFAULT, |name| tokens.text(name))
    }
}

fn refuse(message: String, at: &Tokens, label: &str, program: &Program) -> Diagnostic {
    let error = Diagnostic::error("E0374", message, program.tokens.span(at)).label(label.to_owned());
    error.note("section 5.8.8 of OpenMP 5.2")
}

/// Checks the directive that declares one.
pub(super) fn declared(written: &Written, program: &Program) -> Option<Diagnostic> {
    let tokens = program.tokens;
    let mapper = Mapper::read(written, tokens)?;
    let ty = tokens.words(mapper.ty);
    let ty_at = whole(mapper.ty)?;
    let words: Vec<&str> = mapper.ty.iter().map(|&word| tokens.text(word)).collect();
    let is_name = |&word: &usize| matches!(tokens[word].kind, kind::IDENTIFIER | kind::TYPEDEF_NAME);
    let is_structure = match alias(&words, program) {
        Some(ty) => matches!(Class::of(ty), Class::Structure | Class::Unknown),
        // What a header declares that was not read may be one.
        None => words.iter().any(|word| matches!(*word, "struct" | "union")) || mapper.ty.iter().any(is_name),
    };
    if !is_structure || words.contains(&"*") {
        return Some(refuse(
            format!("a mapper for `{ty}`"),
            &ty_at,
            "neither a structure nor a union",
            program,
        ));
    }
    let variable = tokens.text(mapper.variable);
    let items = written.all("map").flat_map(|clause| written.items(clause));
    if !items.filter_map(|item| item.name(tokens)).any(|name| tokens.text(name) == variable) {
        let message = format!("a mapper that maps nothing of `{variable}`");
        return Some(refuse(message, &(mapper.variable..=mapper.variable), "in no `map` clause", program));
    }
    let start = *written.name().start();
    let name = mapper.name(tokens);
    directives_before(start, "declare mapper", tokens).find_map(|at| {
        let other_written = Written::at(tokens, at)?;
        let other = Mapper::read(&other_written, tokens)?;
        let is_same =
            other.name(tokens) == name && tokens.words(other.ty) == ty && in_one_block(at, start, tokens);
        is_same.then(|| {
            let error =
                refuse(format!("`{name}` is declared for `{ty}` already"), &ty_at, "declared again", program);
            error.note_at(tokens.span(&other_written.name()), "declared here")
        })
    })
}

/// Checks `map(mapper(name), …)`: there is a mapper of the name.
pub(super) fn used(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let start = *written.name().start();
    let clauses = written.clauses().filter(|(word, _)| ["map", "to", "from"].contains(word));
    let modifiers = clauses.flat_map(|(_, clause)| written.split(written.modifiers(clause)));
    let errors = modifiers.filter_map(|modifier| match modifier.tokens.as_slice() {
        [word, _, name, _] if tokens.text(*word) == "mapper" && tokens.text(*name) != DEFAULT => {
            let declares = |at: usize| {
                let written = Written::at(tokens, at);
                let mapper = written.as_ref().and_then(|written| Mapper::read(written, tokens));
                mapper.is_some_and(|mapper| mapper.name(tokens) == tokens.text(*name))
            };
            let message = format!("no mapper `{}` is declared", tokens.text(*name));
            (!directives_before(start, "declare mapper", tokens).any(declares))
                .then(|| refuse(message, &(*name..=*name), "of which type?", program))
        }
        _ => None,
    });
    errors.collect()
}
