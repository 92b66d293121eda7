//! The loop construct (section 2.5.1), behind the form of its header.

use super::Program;
use super::types::{Class, class_of, is_unsigned};
use crate::c::symbols::SymbolId;
use crate::diagnostics::Diagnostic;
use crate::openmp::Reference;
use crate::openmp::constructs::{Construct, Sharing, Tokens};
use crate::openmp::loops::CanonicalLoop;

/// Checks a loop's variable, when the loop ends at a token: an integer, which
/// the loop leaves alone.
pub fn variable(canonical: &CanonicalLoop, end: usize, program: &Program) -> Vec<Diagnostic> {
    let Program { tokens, scopes, .. } = *program;
    let Some(symbol) = symbol_of(canonical, program) else {
        return Vec::new(); // the use itself is reported
    };
    let mut found = Vec::new();
    let body = canonical.body_start..=end;
    for reference in program.references_in(&body) {
        if reference.changed && reference.symbol == Some(symbol) && program.is_plain(reference) {
            let message = format!("the loop variable `{}` is changed in the loop", canonical.variable);
            let error = Diagnostic::error("E0309", message, tokens[reference.token].span.clone());
            found.push(
                error
                    .label("changed here")
                    .note("the iterations are counted before the loop starts (section 2.5.1)"),
            );
        }
    }
    let declaration = scopes.get(symbol);
    let span = tokens[canonical.variable_token].span.clone();
    let declared = tokens[declaration.token].span.clone();
    let class = Class::of(&declaration.ty);
    if !declaration.is_variable() || !matches!(class, Class::Integer | Class::Pointer | Class::Unknown) {
        let message =
            format!("the loop variable `{}` is neither an integer nor a pointer", canonical.variable);
        found.push(
            Diagnostic::error("E0307", message, span)
                .label("the variable of such a loop is an integer (section 2.5.1), or a pointer (section 2.5.1 of OpenMP 3.0)")
                .note_at(declared, "declared here"),
        );
    } else if is_unsigned(&declaration.ty) {
        let message = format!("the loop variable `{}` is unsigned", canonical.variable);
        let warning = Diagnostic::warning("W0301", message, span)
            .label("section 2.5.1 wants a signed integer; later versions of OpenMP take any");
        found.push(if canonical.declared.is_some() {
            warning
        } else {
            warning.note_at(declared, "declared here")
        });
    }
    if let Some(directive) = program.threadprivate.directive(symbol, scopes) {
        let message = format!("the loop variable `{}` is threadprivate", canonical.variable);
        found.push(
            Diagnostic::error("E0326", message, tokens[canonical.variable_token].span.clone())
                .label("cannot be private to the loop")
                .note_at(tokens.span(directive), "threadprivate by this directive")
                .note("the variable of a shared loop may not be threadprivate (section 2.5.1)"),
        );
    }
    found
}

/// Whether a loop's variable is a pointer.
pub fn is_pointer(canonical: &CanonicalLoop, program: &Program) -> bool {
    let symbol = symbol_of(canonical, program);
    symbol.is_some_and(|symbol| Class::of(&program.scopes.get(symbol).ty) == Class::Pointer)
}

/// What the name of a loop's variable means.
pub fn symbol_of(canonical: &CanonicalLoop, program: &Program) -> Option<SymbolId> {
    let header = canonical.variable_token..=canonical.body_start;
    let mut uses = program.references_in(&header).iter();
    uses.find(|reference| reference.name == canonical.variable)?.symbol
}

/// Checks what the clauses and the header of a loop construct say of names.
pub(super) fn check(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let mut errors: Vec<Diagnostic> =
        construct.loops().flat_map(|canonical| check_loop(construct, canonical, program)).collect();
    errors.extend(others(construct, program));
    let chunk = construct.clauses.schedule.as_ref().and_then(|schedule| schedule.chunk.as_ref());
    if let (Some(chunk), Some(canonical)) = (chunk, &construct.canonical_loop)
        && let Some(symbol) = symbol_of(canonical, program)
    {
        errors.extend(invariant(construct, canonical, symbol, chunk, "the chunk size", program));
    }
    errors
}

fn check_loop(construct: &Construct, canonical: &CanonicalLoop, program: &Program) -> Vec<Diagnostic> {
    let Some(symbol) = symbol_of(canonical, program) else { return Vec::new() };
    let mut errors = listed(construct, symbol, program);
    let is_floating = Class::of(&program.scopes.get(symbol).ty) == Class::Floating;
    for (expression, what) in canonical.expressions() {
        // With a floating-point variable, all of the header is.
        if !is_floating {
            errors.extend(integer(expression, what, program));
        }
        errors.extend(invariant(construct, canonical, symbol, expression, what, program));
    }
    errors
}

/// The attribute of the loop variable is predetermined: private.
fn listed(construct: &Construct, symbol: SymbolId, program: &Program) -> Vec<Diagnostic> {
    let items = construct
        .clauses
        .items_of(|sharing| !matches!(sharing, Sharing::Private | Sharing::Lastprivate | Sharing::Copyin))
        .filter(|item| !(matches!(item.sharing, Sharing::Linear(_)) && construct.inner_loops.is_empty()));
    items
        .filter(|item| item.symbol == Some(symbol))
        .map(|item| {
            let message = format!("the loop variable `{}` is in `{}`", item.name, item.sharing.name());
            Diagnostic::error("E0325", message, program.tokens[item.token].span.clone())
                .label("private without a clause")
                .note("the variable of a shared loop may be listed in `private` or `lastprivate` (section 2.8.1.1)")
        })
        .collect()
}

/// Of a loop whose iterations run in any order, only the loop variables have a last value; and of one that teams share out, only they are
/// linear.
fn others(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let leaves = &construct.written.leaves;
    let wrong = |sharing: &Sharing| match sharing {
        Sharing::Lastprivate => leaves.last() == Some(&"loop"),
        Sharing::Linear(_) => leaves.contains(&"distribute"),
        _ => false,
    };
    if construct.canonical_loop.is_none() {
        return Vec::new();
    }
    let items = construct.clauses.items_of(wrong);
    let others = items.filter(|item| construct.loops().all(|canonical| canonical.variable != item.name));
    let errors = others.map(|item| {
        let clause = item.sharing.name();
        let message = format!("`{}` cannot be in `{clause}`", item.name);
        Diagnostic::error("E0361", message, program.tokens[item.token].span.clone())
            .label("no variable of the loops")
            .note(format!(
                "on `{}` the clause lists variables of its loops (sections 11.6 and 11.7 of OpenMP 5.2)",
                construct.written.name
            ))
    });
    errors.collect()
}

fn integer(expression: &Tokens, what: &str, program: &Program) -> Option<Diagnostic> {
    (class_of(expression, program) == Class::Floating).then(|| {
        Diagnostic::error(
            "E0307",
            format!("{what} of the loop is not an integer"),
            program.tokens.span(expression),
        )
        .label("a floating-point number")
        .note("first value, bound and step are integer expressions (section 2.5.1)")
    })
}

/// An expression whose value every iteration must agree on.
fn invariant(
    construct: &Construct,
    canonical: &CanonicalLoop,
    symbol: SymbolId,
    expression: &Tokens,
    what: &str,
    program: &Program,
) -> Option<Diagnostic> {
    let Program { tokens, .. } = *program;
    let names = || program.references_in(expression).iter().filter(|reference| reference.symbol.is_some());
    let rule = "it must not change while the loop runs (section 2.5.1)";
    if let Some(reference) = names().find(|reference| reference.symbol == Some(symbol)) {
        let message = format!("{what} depends on the loop variable");
        let error = Diagnostic::error("E0320", message, tokens[reference.token].span.clone());
        return Some(error.label("has another value in each iteration").note(rule));
    }
    let body = canonical.body_start..=*construct.tokens.end();
    let changes =
        program.references_in(&body).iter().filter(|change| change.changed && program.is_plain(change));
    for change in changes {
        let is_same =
            |reference: &&Reference| reference.symbol == change.symbol && program.is_plain(reference);
        let Some(reference) = names().find(is_same) else { continue };
        if has_own_copy(construct, change) {
            continue;
        }
        let message = format!("{what} depends on `{}`, which the loop changes", reference.name);
        let error = Diagnostic::error("E0320", message, tokens[reference.token].span.clone());
        return Some(
            error
                .label("counted on here")
                .note_at(tokens[change.token].span.clone(), "changed here")
                .note(rule),
        );
    }
    None
}

/// Whether a change inside a loop is one of a copy that a construct in the
/// loop, or the loop itself, makes.
fn has_own_copy(construct: &Construct, change: &Reference) -> bool {
    let Some(symbol) = change.symbol else { return true };
    construct.around(change.token).iter().any(|inner| {
        inner.clauses.privatises(symbol).is_some()
            || (!std::ptr::eq(*inner, construct)
                && inner.loops().any(|canonical| canonical.variable == change.name))
    })
}
