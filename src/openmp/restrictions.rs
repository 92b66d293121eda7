//! What the specification forbids: how regions may nest (section 2.9), what
//! a clause list may hold (2.8.3).

use super::constructs::{Clauses, Construct, ConstructKind, Part, Sharing, Tokens};
use crate::diagnostics::Diagnostic;
use crate::symbols::Scopes;
use crate::syntax::TokenList;

/// Checks how the parts of a construct nest in it and in those around it, down
/// to the next parallel construct.
pub fn nesting(construct: &Construct, tokens: &TokenList) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    check_nesting(construct, &mut Vec::new(), tokens, &mut errors);
    errors
}

fn check_nesting<'c>(
    construct: &'c Construct,
    around: &mut Vec<&'c Construct>,
    tokens: &TokenList,
    errors: &mut Vec<Diagnostic>,
) {
    around.push(construct);
    for part in &construct.parts {
        match part {
            Part::Construct(inner) if inner.kind.is_parallel() => {
                check_nesting(inner, &mut Vec::new(), tokens, errors);
            }
            Part::Construct(inner) => {
                check_construct(inner, around, tokens, errors);
                check_nesting(inner, around, tokens, errors);
            }
            Part::Barrier { tokens: range, .. } => check_barrier(range, around, tokens, errors),
            Part::Flush { .. } => {}
        }
    }
    around.pop();
}

fn closest<'c>(around: &[&'c Construct], forbidden: impl Fn(ConstructKind) -> bool) -> Option<&'c Construct> {
    around.iter().rev().find(|construct| forbidden(construct.kind)).copied()
}

fn is_team_bound(kind: ConstructKind) -> bool {
    kind.is_worksharing()
        || matches!(kind, ConstructKind::Critical | ConstructKind::Ordered | ConstructKind::Master)
}

fn misplaced(what: &str, range: &Tokens, outer: &Construct, tokens: &TokenList, rule: &str) -> Diagnostic {
    let message = format!("`{what}` inside `{}`", outer.kind.name());
    Diagnostic::error("E0301", message, tokens.span(range))
        .label("not all threads of the team come here")
        .note_at(tokens.span(&outer.directive), "the enclosing construct")
        .note(rule.to_owned())
}

fn check_barrier(range: &Tokens, around: &[&Construct], tokens: &TokenList, errors: &mut Vec<Diagnostic>) {
    if let Some(outer) = closest(around, is_team_bound) {
        let rule = "a barrier region may not be closely nested inside a worksharing, critical, ordered or master \
                    region (section 2.9)";
        errors.push(misplaced("barrier", range, outer, tokens, rule));
    }
}

fn check_construct(
    inner: &Construct,
    around: &[&Construct],
    tokens: &TokenList,
    errors: &mut Vec<Diagnostic>,
) {
    let name = inner.kind.name();
    if inner.kind.is_worksharing() {
        if let Some(outer) = closest(around, is_team_bound) {
            let rule = "a worksharing region may not be closely nested inside a worksharing, critical, ordered or \
                        master region (section 2.9)";
            errors.push(misplaced(name, &inner.directive, outer, tokens, rule));
        }
    } else if inner.kind == ConstructKind::Master
        && let Some(outer) = closest(around, ConstructKind::is_worksharing)
    {
        let rule = "a master region may not be closely nested inside a worksharing region (section 2.9)";
        errors.push(misplaced(name, &inner.directive, outer, tokens, rule));
    } else if inner.kind == ConstructKind::Ordered
        && let Some(outer) = closest(around, |kind| kind == ConstructKind::Critical)
    {
        let rule = "an ordered region may not be closely nested inside a critical region (section 2.9)";
        errors.push(misplaced(name, &inner.directive, outer, tokens, rule));
    }
}

/// Checks the lists of a directive's data clauses.
pub fn lists(clauses: &Clauses, scopes: &Scopes, tokens: &TokenList) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (at, item) in clauses.items.iter().enumerate() {
        let span = tokens[item.token].span.clone();
        let declaration = item.symbol.map(|symbol| scopes.get(symbol));
        if declaration.is_none() {
            let error = Diagnostic::error("E0201", format!("`{}` is not declared", item.name), span);
            errors.push(error.label("in a clause that lists variables"));
            continue;
        }
        if declaration.is_some_and(|declaration| !declaration.is_variable()) {
            let error = Diagnostic::error("E0305", format!("`{}` is not a variable", item.name), span);
            errors.push(error.label(format!("`{}` lists variables", item.sharing.name())));
            continue;
        }
        let pair_allowed = |a: &Sharing, b: &Sharing| {
            let pair = [a, b];
            (pair.contains(&&Sharing::Firstprivate) && pair.contains(&&Sharing::Lastprivate))
                || pair.contains(&&Sharing::Copyin)
                || pair.contains(&&Sharing::Copyprivate)
        };
        let earlier = clauses.items[..at]
            .iter()
            .find(|other| other.symbol == item.symbol && !pair_allowed(&other.sharing, &item.sharing));
        if let Some(earlier) = earlier {
            let error = Diagnostic::error("E0302", format!("`{}` is listed twice", item.name), span);
            errors.push(
                error
                    .label(format!("in `{}`", item.sharing.name()))
                    .note_at(tokens[earlier.token].span.clone(), format!("and in `{}`", earlier.sharing.name()))
                    .note("a variable may stand in one data-sharing clause, or in firstprivate and lastprivate (section 2.8.3)"),
            );
        }
    }
    errors
}

/// Clauses that may stand once: names what stands twice.
pub fn twice(name: &str, first: &Tokens, second: &Tokens, tokens: &TokenList) -> Diagnostic {
    Diagnostic::error("E0306", format!("`{name}` is given twice"), tokens.span(second))
        .label("again here")
        .note_at(tokens.span(first), "first here")
}
