//! Iterations that wait for certain others: what `ordered` without a statement says (sections 15.9.6 and 15.10.1 of OpenMP 5.2).

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Construct, Tokens};
use crate::openmp::doacross::{self, Dependence, Distance};
use crate::openmp::report::Report as _;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::Clause;

/// Checks a directive that belongs to a construct with `ordered(n)`.
pub(super) fn check(outer: &Construct, range: &Tokens, tokens: &TokenList) -> Vec<Diagnostic> {
    let Some(written) = Written::at(tokens, *range.start()) else { return Vec::new() };
    let is_source = |clause: &&Clause| {
        written.argument(clause).first().is_some_and(|&word| tokens.text(word) == "source")
    };
    let (sources, sinks): (Vec<&Clause>, Vec<&Clause>) =
        written.clauses().map(|(_, clause)| clause).partition(is_source);
    let mut errors = Vec::new();
    if let [source, others @ ..] = sources.as_slice()
        && let Some(other) = others.first().or(sinks.first())
    {
        let message = "a directive lets others go on, and says more";
        let error = refuse(message, &written.range(other), "in a directive of its own", tokens);
        errors.push(error.note_at(tokens.at(&written.range(source)), "the other"));
    }
    errors.extend(sinks.iter().filter_map(|sink| vector(&written, sink, outer)));
    if errors.is_empty() {
        errors.extend(later(outer, range, tokens));
    }
    errors
}

fn refuse(message: &str, at: &Tokens, label: &str, tokens: &TokenList) -> Diagnostic {
    tokens.error("E0316", message, at, label).note("section 15.9.6 of OpenMP 5.2")
}

/// The iteration that is waited for is said with the loops' variables, in their order.
fn vector(written: &Written, sink: &Clause, outer: &Construct) -> Option<Diagnostic> {
    let tokens = written.tokens;
    let items = written.items(sink);
    let first = items.first()?;
    if outer.across.is_empty() || tokens.text(*first.tokens.first()?) == "omp_cur_iteration" {
        return None;
    }
    let mut named =
        items.iter().zip(&outer.across).filter_map(|(item, canonical)| Some((item.name(tokens)?, canonical)));
    let error = if let Some((name, canonical)) = named.find(|(name, it)| tokens.text(*name) != it.variable) {
        let message = format!("`{}` is not the loop's variable", tokens.text(name));
        let label = format!("`{}` should stand here", canonical.variable);
        refuse(&message, &(name..=name), &label, tokens)
    } else if items.len() != outer.across.len() {
        let message = format!("an iteration of {} loops by {} variables", outer.across.len(), items.len());
        refuse(&message, &written.range(sink), "one variable for each loop", tokens)
    } else {
        return None;
    };
    Some(error.note_at(tokens.at(&outer.directive), "the loops"))
}

/// An iteration that waits for a later one may wait forever.
fn later(outer: &Construct, range: &Tokens, tokens: &TokenList) -> Option<Diagnostic> {
    let is_later = |distances: &Vec<Distance>| {
        let mut far = distances.iter().zip(&outer.across).filter(|(distance, _)| distance.by.is_some());
        far.next().is_some_and(|(distance, canonical)| distance.is_negative != canonical.relation.goes_up())
    };
    let mut clauses = doacross::read(*range.start(), &outer.across, tokens)?.into_iter();
    clauses.find(|clause| matches!(clause, Dependence::Sink(distances) if is_later(distances)))?;
    let warning =
        tokens.warning("W0305", "an iteration waits for a later one", range, "which may wait for this one");
    Some(warning.note("section 15.9.6 of OpenMP 5.2"))
}
