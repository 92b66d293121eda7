//! Reductions that are scanned, and where (section 5.6 of OpenMP 5.2).

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Construct, Part, Sharing, Tokens};
use crate::openmp::report::Report as _;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// Checks all constructs inside a construct, and itself.
pub(super) fn check(construct: &Construct, tokens: &TokenList) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    construct.walk(&mut |inner| of_construct(inner, tokens, &mut errors));
    errors
}

fn of_construct(construct: &Construct, tokens: &TokenList, errors: &mut Vec<Diagnostic>) {
    let scans: Vec<&Tokens> = construct.parts.iter().filter_map(scan).collect();
    let scanned = scanned(construct, tokens);
    if scanned.is_empty() {
        return errors.extend(scans.iter().map(|range| alone(Some(construct), range, tokens)));
    }
    let is_counted = |name: &str| construct.loops().any(|canonical| canonical.variable == name);
    let mut linear = construct.clauses.items_of(|sharing| matches!(sharing, Sharing::Linear(_)));
    if let Some(item) = linear.find(|item| !is_counted(&item.name)) {
        let message = format!("`{}` is in `linear` of a loop that scans", item.name);
        let error = tokens.error("E0355", message, item.token, "not the loop's variable");
        return errors.push(error.note("section 5.4.6 of OpenMP 5.2"));
    }
    let message = match scans.as_slice() {
        [range] if is_nested(construct, range, tokens) => {
            let error = alone(Some(construct), range, tokens);
            return errors.push(error.help("write it among the statements of the loop's body"));
        }
        [range] => return errors.extend(lists(&scanned, range, tokens)),
        [] => "`reduction(inscan, …)` without `scan`",
        _ => "`reduction(inscan, …)` with more than one `scan`",
    };
    let label = "one `#pragma omp scan` parts the loop's body";
    let error = tokens.error("E0355", message, &construct.directive, label);
    errors.push(error.note("section 5.6 of OpenMP 5.2"));
}

fn scan(part: &Part) -> Option<&Tokens> {
    match part {
        Part::Standalone { directive, tokens } if directive.name == "scan" => Some(tokens),
        _ => None,
    }
}

/// A `scan` that stands in no loop that scans, or not directly in its body.
pub(super) fn alone(outer: Option<&Construct>, range: &Tokens, tokens: &TokenList) -> Diagnostic {
    let message = "`scan` outside of a loop with `reduction(inscan, …)`";
    let mut error = tokens.error("E0355", message, range, "there is nothing to scan");
    if let Some(outer) = outer {
        error = error.note_at(tokens.at(&outer.directive), "the enclosing construct");
    }
    error.note("section 5.6 of OpenMP 5.2")
}

/// The names that a construct scans.
fn scanned(construct: &Construct, tokens: &TokenList) -> Vec<usize> {
    let Some(written) = Written::at(tokens, *construct.directive.start()) else { return Vec::new() };
    let clauses = written.all("reduction").filter(|clause| written.modifier(clause, kind::INSCAN).is_some());
    clauses.flat_map(|clause| written.names(clause)).collect()
}

/// Whether a `scan` stands in a block inside of the loop's body.
fn is_nested(construct: &Construct, range: &Tokens, tokens: &TokenList) -> bool {
    let Some(body) = construct.innermost_loop().map(|canonical| canonical.body_start) else { return false };
    let holds = |open: usize| tokens.partner(open).is_some_and(|close| close > *range.start());
    (body + 1..*range.start()).any(|index| tokens[index].kind == kind::LEFT_BRACE && holds(index))
}

/// What is scanned, and what the directive says of it, are the same.
fn lists(scanned: &[usize], range: &Tokens, tokens: &TokenList) -> Vec<Diagnostic> {
    let Some(written) = Written::at(tokens, *range.start()) else { return Vec::new() };
    let named: Vec<usize> = written.clauses().flat_map(|(_, clause)| written.names(clause)).collect();
    let missing = |names: &[usize], others: &[usize], label: &str| -> Vec<Diagnostic> {
        let is_missing =
            |name: &&usize| !others.iter().any(|&other| tokens.text(other) == tokens.text(**name));
        let errors = names.iter().filter(is_missing).map(|&name| {
            let message = format!("`{}` is not in both `scan` and `reduction(inscan, …)`", tokens.text(name));
            tokens.error("E0355", message, &(name..=name), label).note("section 5.6 of OpenMP 5.2")
        });
        errors.collect()
    };
    let mut errors = missing(&named, scanned, "the loop does not scan it");
    errors.extend(missing(scanned, &named, "the directive does not name it"));
    errors
}
