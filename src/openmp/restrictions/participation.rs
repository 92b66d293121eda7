//! Tasks that take part in a reduction, and the construct whose reduction it is (section 5.5.10 of OpenMP 5.2).

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Construct, Tokens};
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::Clause;
use crate::syntax::generated::open_mpc as kind;

/// Checks all constructs inside a construct. Around an outermost one there may be others, in the callers.
pub(super) fn check(construct: &Construct, tokens: &TokenList) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    construct.walk_inside(&mut |inner, around| {
        if inner.clauses.others.iter().any(|clause| clause.name == "in_reduction") {
            errors.extend(of_construct(inner, around, tokens));
        }
    });
    errors
}

fn of_construct(construct: &Construct, around: &[&Construct], tokens: &TokenList) -> Vec<Diagnostic> {
    let Some(written) = Written::at(tokens, *construct.directive.start()) else { return Vec::new() };
    let mut errors = Vec::new();
    for clause in written.all("in_reduction") {
        for name in written.items(clause).iter().filter_map(|item| item.name(tokens)) {
            errors.extend(of_variable(name, operator(&written, clause), around, tokens));
        }
    }
    errors
}

fn operator<'t>(written: &Written<'t>, clause: &Clause) -> &'t str {
    written.last_modifier(clause).map_or("", |last| written.tokens.text(last))
}

/// Looks for the reduction that a task takes part in, from the innermost construct outwards, up to one that begins a team.
fn of_variable(name: usize, wanted: &str, around: &[&Construct], tokens: &TokenList) -> Option<Diagnostic> {
    let refuse = |label: String| {
        let message = format!("`{}` is in `in_reduction`, and in no reduction around", tokens.text(name));
        let error = Diagnostic::error("E0353", message, tokens.span(&(name..=name))).label(label);
        error.note("a task takes part in a `task_reduction`, a `reduction(task, …)` or a taskloop's reduction (section 5.5.10 of OpenMP 5.2)")
    };
    for outer in around.iter().rev() {
        if let Some((operator, at)) = reduced(outer, name, tokens) {
            let error =
                || refuse(format!("with `{wanted}`")).note_at(tokens.span(&at), format!("with `{operator}`"));
            return (operator != wanted).then(error);
        }
        if outer.written.leaves.iter().any(|leaf| ["parallel", "teams", "target"].contains(leaf)) {
            let error = refuse("nothing to take part in".to_owned());
            return Some(error.note_at(tokens.span(&outer.directive), "the tasks of this region begin anew"));
        }
    }
    None
}

/// How a construct reduces a variable with its tasks: the operator, and where it says so.
fn reduced<'t>(construct: &Construct, name: usize, tokens: &'t TokenList) -> Option<(&'t str, Tokens)> {
    let written = Written::at(tokens, *construct.directive.start())?;
    let is_taskloop = construct.written.has_leaf("taskloop");
    written.clauses().find_map(|(word, clause)| {
        let with_tasks = || written.modifiers(clause).iter().any(|&word| tokens[word].kind == kind::TASK);
        let takes_part = match word {
            "task_reduction" | "in_reduction" => true,
            "reduction" => is_taskloop || with_tasks(),
            _ => false,
        };
        let items = if takes_part { written.items(clause) } else { Vec::new() };
        let names = |found: usize| tokens.text(found) == tokens.text(name);
        let is_listed = items.iter().filter_map(|item| item.name(tokens)).any(names);
        is_listed.then(|| (operator(&written, clause), written.range(clause)))
    })
}
