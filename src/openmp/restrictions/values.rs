//! The expressions of clauses: what their values must be, as far as the text
//! shows them, and clauses that exclude each other.

use super::types::{Class, class_of_operand, is_constant};
use super::{Program, constants};
use crate::diagnostics::Diagnostic;
use crate::openmp::Reference;
use crate::openmp::constructs::{Clauses, ConstructKind, Sharing, Tokens};
use crate::syntax::generated::open_mpc as kind;

pub(super) fn check(construct: ConstructKind, clauses: &Clauses, program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    if let Some(value) = &clauses.num_threads {
        errors.extend(positive(value, "the number of threads", "2.4", program));
    }
    if let Some(schedule) = &clauses.schedule
        && let Some(chunk) = &schedule.chunk
    {
        let alone = match schedule.kind.as_str() {
            "runtime" => {
                Some("kind and chunk size come from OMP_SCHEDULE when the program runs (section 2.5.1)")
            }
            "auto" => Some("kind and chunk size are left to the compiler (section 2.5.1 of OpenMP 3.0)"),
            _ => None,
        };
        if let Some(note) = alone {
            let message = format!("`schedule({})` takes no chunk size", schedule.kind);
            let error = Diagnostic::error("E0319", message, program.tokens.span(chunk));
            errors.push(error.label("a chunk size").note(note));
        } else {
            errors.extend(positive(chunk, "the chunk size", "2.5.1", program));
        }
    }
    errors.extend(lengths(clauses, program));
    if construct == ConstructKind::Single
        && let Some(nowait) = &clauses.nowait
        && let Some(item) = clauses.items_of(|sharing| *sharing == Sharing::Copyprivate).next()
    {
        let error =
            Diagnostic::error("E0321", "`copyprivate` together with `nowait`", program.tokens.span(nowait));
        errors.push(
            error
                .label("the other threads would not wait for the value")
                .note_at(program.tokens[item.token].span.clone(), "the value that is to be handed on")
                .note("a single construct takes one or the other (section 2.5.3)"),
        );
    }
    errors
}

/// The constants of `simd`'s clauses.
fn lengths(clauses: &Clauses, program: &Program) -> Vec<Diagnostic> {
    let of_clause = [
        (&clauses.safelen, "the safe length", "2.8.1 of OpenMP 4.0"),
        (&clauses.simdlen, "the length of vectors", "2.8.1 of OpenMP 4.5"),
    ];
    let given =
        of_clause.into_iter().filter_map(|(value, what, section)| Some((value.as_ref()?, what, section)));
    let alignments = clauses.alignments.iter().map(|value| (value, "the alignment", "2.8.1 of OpenMP 4.0"));
    let mut errors: Vec<Diagnostic> = given
        .chain(alignments)
        .filter_map(|(value, what, section)| constant(value, what, section, program))
        .collect();
    if let (Some(safe), Some(length)) = (&clauses.safelen, &clauses.simdlen)
        && let (Some(most), Some(wanted)) =
            (constants::value(safe, program), constants::value(length, program))
        && wanted > most
        && errors.is_empty()
    {
        let error =
            Diagnostic::error("E0341", "`simdlen` is more than `safelen`", program.tokens.span(length));
        errors.push(
            error
                .label(format!("more than {most}"))
                .note_at(program.tokens.span(safe), "so many iterations may run together")
                .note("section 2.8.1 of OpenMP 4.5"),
        );
    }
    errors
}

/// A value that must be a positive constant.
pub(super) fn constant(value: &Tokens, what: &str, section: &str, program: &Program) -> Option<Diagnostic> {
    let is_variable = |reference: &Reference| {
        let declared = reference.symbol.map(|symbol| program.scopes.get(symbol));
        let is_own = program.is_plain(reference) && value.contains(&reference.token);
        is_own && declared.is_some_and(|declared| declared.is_variable() && !is_constant(&declared.ty))
    };
    let has_operator = value.clone().any(|index| program.tokens[index].kind == kind::SIZEOF);
    let label = if constants::value(value, program).is_some_and(|value| value <= 0) {
        "not positive"
    } else if !has_operator && program.references_in(value).iter().any(is_variable) {
        "not a constant"
    } else {
        return None;
    };
    Some(
        Diagnostic::error("E0318", format!("{what} must be a positive integer"), program.tokens.span(value))
            .label(label)
            .note(format!("section {section}")),
    )
}

/// A value that must be a positive integer.
pub(super) fn positive(value: &Tokens, what: &str, section: &str, program: &Program) -> Option<Diagnostic> {
    let refuse = |label: &str| {
        Diagnostic::error("E0318", format!("{what} must be a positive integer"), program.tokens.span(value))
            .label(label.to_owned())
            .note(format!("section {section} of the specification"))
    };
    if is_no_integer(value, program) {
        return Some(refuse("not an integer"));
    }
    let is_positive = constants::value(value, program).is_none_or(|value| value > 0);
    (!is_positive).then(|| refuse("not positive"))
}

pub(super) fn is_no_integer(value: &Tokens, program: &Program) -> bool {
    !matches!(class_of_operand(value, program), Class::Integer | Class::Unknown)
}
