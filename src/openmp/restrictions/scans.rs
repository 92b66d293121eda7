//! Reductions that are scanned, and where (section 5.6 of OpenMP 5.2).

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Construct, ListItem, Part, Sharing, Tokens};
use crate::openmp::written::{Item, Written};
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
        errors.extend(scans.iter().map(|range| alone(Some(construct), range, tokens)));
    } else if let Some(item) = construct.clauses.items_of(is_linear).find(|item| !is_counted(construct, item))
    {
        let message = format!("`{}` is in `linear` of a loop that scans", item.name);
        let error = Diagnostic::error("E0355", message, tokens[item.token].span.clone());
        errors.push(error.label("not the loop's variable").note("section 5.4.6 of OpenMP 5.2"));
    } else if let [range] = scans.as_slice() {
        if is_nested(construct, range, tokens) {
            let error = alone(Some(construct), range, tokens);
            errors.push(error.help("write it among the statements of the loop's body"));
        } else {
            errors.extend(lists(&scanned, range, tokens));
        }
    } else {
        let message = match scans.len() {
            0 => "`reduction(inscan, …)` without `scan`",
            _ => "`reduction(inscan, …)` with more than one `scan`",
        };
        let error = Diagnostic::error("E0355", message, tokens.span(&construct.directive));
        errors.push(
            error.label("one `#pragma omp scan` parts the loop's body").note("section 5.6 of OpenMP 5.2"),
        );
    }
}

fn is_linear(sharing: &Sharing) -> bool {
    matches!(sharing, Sharing::Linear(_))
}

fn is_counted(construct: &Construct, item: &ListItem) -> bool {
    construct.loops().any(|canonical| canonical.variable == item.name)
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
    let error = Diagnostic::error("E0355", message, tokens.span(range)).label("there is nothing to scan");
    let note = outer.map(|outer| tokens.span(&outer.directive));
    let error = note.into_iter().fold(error, |error, span| error.note_at(span, "the enclosing construct"));
    error.note("section 5.6 of OpenMP 5.2")
}

/// What a construct scans.
fn scanned(construct: &Construct, tokens: &TokenList) -> Vec<Item> {
    if construct.directive.clone().all(|index| tokens[index].kind != kind::INSCAN) {
        return Vec::new();
    }
    let Some(written) = Written::at(tokens, *construct.directive.start()) else { return Vec::new() };
    let is_scanned =
        |clause: &&_| written.modifiers(clause).iter().any(|&word| tokens[word].kind == kind::INSCAN);
    written.all("reduction").filter(is_scanned).flat_map(|clause| written.items(clause)).collect()
}

/// Whether a `scan` stands in a block inside of the loop's body.
fn is_nested(construct: &Construct, range: &Tokens, tokens: &TokenList) -> bool {
    let Some(body) = construct.innermost_loop().map(|canonical| canonical.body_start) else { return false };
    let holds = |open: usize| tokens.partner(open).is_some_and(|close| close > *range.start());
    (body + 1..*range.start()).any(|index| tokens[index].kind == kind::LEFT_BRACE && holds(index))
}

/// What is scanned, and what the directive says of it, are the same.
fn lists(scanned: &[Item], range: &Tokens, tokens: &TokenList) -> Vec<Diagnostic> {
    let Some(written) = Written::at(tokens, *range.start()) else { return Vec::new() };
    let named = |written: &Written| -> Vec<Item> {
        written.clauses().flat_map(|(_, clause)| written.items(clause)).collect()
    };
    let named = named(&written);
    let missing = |items: &[Item], others: &[Item], label: &'static str| -> Vec<Diagnostic> {
        let texts: Vec<&str> =
            others.iter().filter_map(|item| item.name(tokens)).map(|name| tokens.text(name)).collect();
        let names = items
            .iter()
            .filter_map(|item| item.name(tokens))
            .filter(|&name| !texts.contains(&tokens.text(name)));
        let errors = names.map(|name| {
            let message = format!("`{}` is not in both `scan` and `reduction(inscan, …)`", tokens.text(name));
            let error = Diagnostic::error("E0355", message, tokens.span(&(name..=name))).label(label);
            error.note("section 5.6 of OpenMP 5.2")
        });
        errors.collect()
    };
    let mut errors = missing(&named, scanned, "the loop does not scan it");
    errors.extend(missing(scanned, &named, "the directive does not name it"));
    errors
}
