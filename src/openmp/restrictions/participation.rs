//! Tasks that take part in a reduction, and the construct whose reduction it is (section 5.5.10 of OpenMP 5.2).

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Construct, Tokens};
use crate::openmp::report::Report as _;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::Clause;
use crate::syntax::generated::open_mpc as kind;

/// Checks all constructs inside a construct. Around an outermost one there may be others, in the callers.
pub(super) fn check(construct: &Construct, tokens: &TokenList) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    construct.walk_inside(&mut |inner, around| {
        if inner.clauses.other("in_reduction").is_some() {
            errors.extend(of_construct(inner, around, tokens));
        }
    });
    errors
}

fn of_construct(construct: &Construct, around: &[&Construct], tokens: &TokenList) -> Vec<Diagnostic> {
    let Some(written) = Written::at(tokens, *construct.directive.start()) else { return Vec::new() };
    let clauses = written.all("in_reduction");
    let names = clauses.flat_map(|clause| {
        let operator = operator(&written, clause);
        written.names(clause).into_iter().map(move |name| (name, operator))
    });
    names.filter_map(|(name, operator)| of_variable(name, operator, around, tokens)).collect()
}

fn operator<'t>(written: &Written<'t>, clause: &Clause) -> &'t str {
    written.last_modifier(clause).map_or("", |last| written.tokens.text(last))
}

/// Looks for the reduction that a task takes part in, from the innermost construct outwards, up to one that begins a team.
fn of_variable(name: usize, wanted: &str, around: &[&Construct], tokens: &TokenList) -> Option<Diagnostic> {
    let found = around.iter().rev().find_map(|outer| match reduced(outer, name, tokens) {
        Some((operator, at)) => Some((format!("with `{wanted}`"), at, operator)),
        None => ["parallel", "teams", "target"]
            .iter()
            .any(|leaf| outer.written.has_leaf(leaf))
            .then(|| ("nothing to take part in".to_owned(), outer.directive.clone(), "")),
    });
    let (label, at, operator) = found.filter(|(.., operator)| *operator != wanted)?;
    let note = match operator {
        "" => "the tasks of this region begin anew".to_owned(),
        operator => format!("with `{operator}`"),
    };
    let message = format!("`{}` is in `in_reduction`, and in no reduction around", tokens.text(name));
    let rule = "a task takes part in a `task_reduction`, a `reduction(task, …)` or a taskloop's reduction (section 5.5.10 of OpenMP 5.2)";
    Some(tokens.error("E0353", message, &(name..=name), label).note(rule).note_at(tokens.at(&at), note))
}

/// How a construct reduces a variable with its tasks: the operator, and where it says so.
fn reduced<'t>(construct: &Construct, name: usize, tokens: &'t TokenList) -> Option<(&'t str, Tokens)> {
    let written = Written::at(tokens, *construct.directive.start())?;
    let takes_part = |word: &str, clause: &Clause| match word {
        "task_reduction" | "in_reduction" => true,
        "reduction" => {
            construct.written.has_leaf("taskloop") || written.modifier(clause, kind::TASK).is_some()
        }
        _ => false,
    };
    let is_it = |&found: &usize| tokens.text(found) == tokens.text(name);
    let mut clauses = written.clauses().filter(|(word, clause)| takes_part(word, clause));
    let (_, clause) = clauses.find(|(_, clause)| written.names(clause).iter().any(is_it))?;
    Some((operator(&written, clause), written.range(clause)))
}
