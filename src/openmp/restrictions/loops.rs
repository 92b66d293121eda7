//! The loop construct (section 2.5.1), behind the form of its header.

use super::Program;
use super::types::{Class, class_of, is_unsigned};
use crate::c::symbols::SymbolId;
use crate::diagnostics::Diagnostic;
use crate::openmp::Reference;
use crate::openmp::constructs::{Construct, Sharing, Tokens};
use crate::openmp::loops::CanonicalLoop;
use crate::openmp::report::Report as _;

/// Checks a loop's variable, when the loop ends at a token: an integer, which
/// the loop leaves alone.
pub fn variable(canonical: &CanonicalLoop, end: usize, program: &Program) -> Vec<Diagnostic> {
    let Some(symbol) = symbol_of(canonical, program) else {
        return Vec::new(); // the use itself is reported
    };
    let (name, token) = (&canonical.variable, canonical.variable_token);
    let uses = program.references_in(&(canonical.body_start..=end)).iter();
    let changes = uses.filter(|it| it.changed && it.symbol == Some(symbol) && program.is_plain(it));
    let changed = changes.map(|reference| {
        let message = format!("the loop variable `{name}` is changed in the loop");
        let error = program.error("E0309", message, reference.token, "changed here");
        error.note("the iterations are counted before the loop starts (section 2.5.1)")
    });
    let mut found: Vec<Diagnostic> = changed.collect();
    let declaration = program.scopes.get(symbol);
    let declared = program.at(declaration.token);
    let class = Class::of(&declaration.ty);
    if !declaration.is_variable() || !matches!(class, Class::Integer | Class::Pointer | Class::Unknown) {
        let message = format!("the loop variable `{name}` is neither an integer nor a pointer");
        let label = "the variable of such a loop is an integer (section 2.5.1), or a pointer (section 2.5.1 of OpenMP 3.0)";
        found.push(program.error("E0307", message, token, label).note_at(declared, "declared here"));
    } else if is_unsigned(&declaration.ty) {
        let message = format!("the loop variable `{name}` is unsigned");
        let label = "section 2.5.1 wants a signed integer; later versions of OpenMP take any";
        let warning = program.warning("W0301", message, token, label);
        found.push(match canonical.declared {
            Some(_) => warning,
            None => warning.note_at(declared, "declared here"),
        });
    }
    if let Some(directive) = program.threadprivate.directive(symbol, program.scopes) {
        let message = format!("the loop variable `{name}` is threadprivate");
        let error = program.error("E0326", message, token, "cannot be private to the loop");
        let error = error.note_at(program.at(directive), "threadprivate by this directive");
        found.push(error.note("the variable of a shared loop may not be threadprivate (section 2.5.1)"));
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
    let is_wrong = |sharing: &Sharing| match sharing {
        Sharing::Private | Sharing::Lastprivate | Sharing::Copyin => false,
        Sharing::Linear(_) => !construct.inner_loops.is_empty() || !construct.written.has_leaf("simd"),
        _ => true,
    };
    let items = construct.clauses.items_of(is_wrong).filter(|item| item.symbol == Some(symbol));
    let errors = items.map(|item| {
        let message = format!("the loop variable `{}` is in `{}`", item.name, item.sharing.name());
        let rule =
            "the variable of a shared loop may be listed in `private` or `lastprivate` (section 2.8.1.1)";
        // gcc takes it for what the region has of the name.
        if item.sharing == Sharing::Shared && construct.kind.is_parallel() {
            return program.warning("W0305", message, item.token, "private all the same").note(rule);
        }
        program.error("E0325", message, item.token, "private without a clause").note(rule)
    });
    errors.collect()
}

/// Of a loop whose iterations run in any order, only the loop variables have a last value; and of one that teams share out, only they are
/// linear.
fn others(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let leaves = &construct.written.leaves;
    let is_wrong = |sharing: &Sharing| match sharing {
        Sharing::Lastprivate => leaves.last() == Some(&"loop"),
        Sharing::Linear(_) => leaves.contains(&"distribute"),
        _ => false,
    };
    let is_other = |name: &str| construct.loops().all(|canonical| canonical.variable != name);
    let items = construct.clauses.items_of(is_wrong).filter(|_| construct.canonical_loop.is_some());
    let errors = items.filter(|item| is_other(&item.name)).map(|item| {
        let message = format!("`{}` cannot be in `{}`", item.name, item.sharing.name());
        let name = construct.written.name;
        program.error("E0361", message, item.token, "no variable of the loops").note(format!(
            "on `{name}` the clause lists variables of its loops (sections 11.6 and 11.7 of OpenMP 5.2)"
        ))
    });
    errors.collect()
}

fn integer(expression: &Tokens, what: &str, program: &Program) -> Option<Diagnostic> {
    let message = format!("{what} of the loop is not an integer");
    let rule = "first value, bound and step are integer expressions (section 2.5.1)";
    (class_of(expression, program) == Class::Floating)
        .then(|| program.error("E0307", message, expression, "a floating-point number").note(rule))
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
    let names = || program.references_in(expression).iter().filter(|reference| reference.symbol.is_some());
    let rule = "it must not change while the loop runs (section 2.5.1)";
    if let Some(reference) = names().find(|reference| reference.symbol == Some(symbol)) {
        let message = format!("{what} depends on the loop variable");
        let label = "has another value in each iteration";
        return Some(program.error("E0320", message, reference.token, label).note(rule));
    }
    let body = canonical.body_start..=*construct.tokens.end();
    let changes = program.references_in(&body).iter().filter(|it| it.changed && program.is_plain(it));
    let mut counted = changes.filter_map(|change| {
        let is_same = |it: &&Reference| it.symbol == change.symbol && program.is_plain(it);
        Some((names().find(is_same)?, change))
    });
    let (reference, change) = counted.find(|(_, change)| !has_own_copy(construct, change))?;
    let message = format!("{what} depends on `{}`, which the loop changes", reference.name);
    let error = program.error("E0320", message, reference.token, "counted on here");
    Some(error.note_at(program.at(change.token), "changed here").note(rule))
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
