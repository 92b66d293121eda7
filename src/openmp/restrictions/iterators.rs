//! Iterators, which give a clause's list one item for each of their values (section 3.2.6 of OpenMP 5.2).

use super::types::{Class, alias, class_of_operand, class_of_type, is_constant};
use super::{Program, constants};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::{Written, whole};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

/// `unsigned i = begin : end : step`, by the visible tokens.
struct Iterator<'w> {
    ty: &'w [usize],
    name: usize,
    range: Vec<&'w [usize]>,
}

pub(super) fn check(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let mut errors = Vec::new();
    for (_, clause) in written.clauses() {
        for modifier in written.split(written.modifiers(clause)) {
            if let [word, _, inner @ .., _] = modifier.tokens.as_slice()
                && tokens[*word].kind == kind::ITERATOR
            {
                let parts = tokens.parts(inner, kind::COMMA).into_iter();
                let iterators: Vec<Iterator> = parts.filter_map(|part| read(part, program)).collect();
                for (at, iterator) in iterators.iter().enumerate() {
                    errors.extend(of_iterator(iterator, &iterators[..at], program));
                }
            }
        }
    }
    errors
}

fn read<'w>(words: &'w [usize], program: &Program) -> Option<Iterator<'w>> {
    let tokens = program.tokens;
    let assign = words.iter().position(|&word| tokens[word].kind == kind::ASSIGN)?;
    let (&name, ty) = words[..assign].split_last()?;
    Some(Iterator { ty, name, range: tokens.parts(&words[assign + 1..], kind::COLON) })
}

fn of_iterator(iterator: &Iterator, earlier: &[Iterator], program: &Program) -> Option<Diagnostic> {
    let tokens = program.tokens;
    let name = tokens.text(iterator.name);
    let refuse = |message: String, at: &Tokens, label: &str| {
        Some(tokens.error("E0368", message, at, label).note("section 3.2.6 of OpenMP 5.2"))
    };
    let at = iterator.name..=iterator.name;
    let same = |word: usize| earlier.iter().find(|other| tokens.text(other.name) == tokens.text(word));
    if let Some(first) = same(iterator.name) {
        let error = refuse(format!("two iterators are named `{name}`"), &at, "again here")?;
        return Some(error.note_at(tokens.at(first.name), "first here"));
    }
    if let Some(label) = misfit(iterator.ty, program) {
        return refuse(format!("`{name}` cannot count"), &whole(iterator.ty)?, label);
    }
    let mut used = iterator.range.iter().copied().flatten().copied();
    if let Some(word) = used.clone().find(|&word| same(word).is_some()) {
        let message = format!("the values of `{name}` depend on another iterator");
        return refuse(message, &(word..=word), "an iterator of the same clause");
    }
    // In a condition there are other colons.
    if used.any(|word| tokens[word].kind == kind::QUESTION) {
        return None;
    }
    let parts: Vec<Tokens> = iterator.range.iter().filter_map(|part| whole(part)).collect();
    if let Some(at) = parts.iter().find(|at| class_of_operand(at, program) == Class::Structure) {
        return refuse(format!("`{name}` cannot count so far"), at, "a structure or union");
    }
    let step = parts.get(2)?;
    if matches!(class_of_operand(step, program), Class::Floating | Class::Pointer | Class::Array) {
        return refuse(format!("the step of `{name}` must be an integer"), step, "not an integer");
    }
    let is_zero = constants::value(step, program) == Some(0);
    refuse(format!("the step of `{name}` is zero"), step, "it never gets on").filter(|_| is_zero)
}

/// Why an iterator cannot be of a type.
fn misfit(ty: &[usize], program: &Program) -> Option<&'static str> {
    let words: Vec<&str> = ty.iter().map(|&word| program.tokens.text(word)).collect();
    if words.contains(&"*") {
        return None;
    }
    if words.contains(&"const") || alias(&words, program).is_some_and(is_constant) {
        return Some("a constant");
    }
    matches!(class_of_type(&words, program), Class::Structure | Class::Floating | Class::Array)
        .then_some("neither integers nor pointers")
}
