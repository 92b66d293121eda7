//! The ordered construct (section 2.7.6): which loop it belongs to, and how
//! often an iteration comes to it.

use super::{Program, collapse};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Clauses, Construct, ConstructKind, Part, Tokens};
use crate::openmp::fixes::add_clause;
use crate::openmp::loops::CanonicalLoop;
use crate::openmp::report::Report as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

pub(super) fn check(construct: &Construct, tokens: &TokenList) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    construct.walk_inside(&mut |inner, around| {
        if inner.kind == ConstructKind::Ordered {
            errors.extend(in_ordered_loop(inner, around, tokens));
        }
    });
    construct.walk(&mut |inner| {
        if inner.kind.is_loop() && inner.clauses.ordered.is_some() {
            errors.extend(once(inner, tokens));
        }
    });
    errors
}

/// Checks the loops of `ordered(n)`, of which the innermost ends at a token: there are as many, and those that `collapse` takes among
/// them, and each has the same iterations every time.
pub fn loops(
    wanted: usize,
    clauses: &Clauses,
    loops: &[CanonicalLoop],
    end: usize,
    program: &Program,
) -> Option<Diagnostic> {
    let clause = clauses.ordered.as_ref()?;
    let refuse = |message: &str, at: &Tokens, label: &str| {
        program.error("E0340", message, at, label).note("section 4.4.4 of OpenMP 5.2")
    };
    if loops.len() < wanted {
        let at = loops.last().map_or(end, |last| last.body_start);
        let message = format!("`ordered({wanted})` of {}", collapse::counted(loops.len(), "loop"));
        let error = refuse(&message, &(at..=at), "a `for` loop should stand here");
        return Some(error.note_at(program.at(clause), "the clause"));
    }
    if let Some(collapse) = clauses.collapse.as_ref().filter(|collapse| collapse.loops > Some(wanted)) {
        let message = format!("`ordered({wanted})` with more loops of `collapse`");
        let error = refuse(&message, clause, "fewer loops");
        return Some(error.note_at(program.at(&collapse.tokens), "more loops"));
    }
    let dependence = collapse::dependence(loops, program)?;
    let message = "`ordered(n)` on loops of which one depends on another";
    let error = refuse(message, clause, "which iterations there are to wait for depends on the loop");
    Some(error.note_at(program.at(&dependence), "counted by a loop around"))
}

/// The innermost construct that hands work out must be a loop with an
/// `ordered` clause. An orphan's may be anywhere.
fn in_ordered_loop(construct: &Construct, around: &[&Construct], tokens: &TokenList) -> Option<Diagnostic> {
    if construct.clauses.simd.is_some() {
        let outside = outside_of_simd(construct, around, tokens);
        if outside.is_some() || !construct.clauses.is_by_threads {
            return outside;
        }
    }
    // What another construct of later versions is part of is not told.
    let binds = |outer: &&&Construct| {
        outer.kind.is_worksharing() || outer.kind.is_parallel() || outer.kind.is_host_only()
    };
    let outer = around.iter().rev().find(binds).filter(|outer| !outer.kind.is_host_only())?;
    let refuse = |message: &str, label: &str, note: &str| {
        let error = tokens.error("E0316", message, &construct.directive, label);
        error.note_at(tokens.at(&outer.directive), note).note("an ordered region belongs to a loop region whose construct has an `ordered` clause (section 2.7.6)")
    };
    if !outer.kind.is_loop() {
        let message = format!("`ordered` inside `{}`", outer.written.name);
        return Some(refuse(&message, "there is no order of iterations here", "no loop"));
    }
    if outer.clauses.across.is_some() {
        let message = "`ordered` with a statement in a loop with `ordered(n)`";
        return Some(refuse(
            message,
            "the iterations wait for certain others, and have no order",
            "the loop",
        ));
    }
    let help = "add `ordered` to the loop's directive";
    outer.clauses.ordered.is_none().then(|| {
        refuse(
            "`ordered` in a loop without an `ordered` clause",
            "the loop does not keep its order",
            "the loop",
        )
        .help(help)
        .fix(help, [add_clause(&outer.directive, "ordered", tokens)])
    })
}

/// What `ordered simd` keeps in order are the iterations of a `simd` loop. An orphan's may be anywhere.
fn outside_of_simd(construct: &Construct, around: &[&Construct], tokens: &TokenList) -> Option<Diagnostic> {
    let outer = around
        .last()
        .filter(|_| !around.iter().any(|outer| outer.kind.has_loop() && outer.clauses.simd.is_some()))?;
    let label = "there are no iterations that run together";
    let error = tokens.error("E0316", "`ordered simd` outside of `simd`", &construct.directive, label);
    let error = error.note_at(tokens.at(&outer.directive), "the enclosing construct");
    Some(error.note("an `ordered simd` region belongs to a simd region (section 2.13.8 of OpenMP 4.5)"))
}

/// Two ordered regions that no condition keeps apart are both met in every
/// iteration.
fn once(outer: &Construct, tokens: &TokenList) -> Option<Diagnostic> {
    let body_start = outer.innermost_loop()?.body_start;
    let mut found = Vec::new();
    collect(outer, &mut found);
    let mut certain = found.into_iter().filter(|inner| is_unconditional(body_start, inner, tokens));
    let (first, second) = (certain.next()?, certain.next()?);
    let message = "a second `ordered` region in the same iteration";
    let error = tokens.error("E0317", message, &second.directive, "every iteration comes here too");
    let error = error.note_at(tokens.at(&first.directive), "the first");
    Some(error.note("an iteration executes one ordered region at most (section 2.7.6)"))
}

/// The ordered constructs that belong to a loop.
fn collect<'c>(construct: &'c Construct, found: &mut Vec<&'c Construct>) {
    for part in &construct.parts {
        match part {
            Part::Construct(inner) if inner.kind == ConstructKind::Ordered => found.push(inner),
            Part::Construct(inner) if !inner.kind.is_parallel() && !inner.kind.is_host_only() => {
                collect(inner, found)
            }
            _ => {}
        }
    }
}

/// Whether nothing but plain blocks lies between the beginning of a loop's
/// body and a construct in it, and no jump that could pass it by.
fn is_unconditional(body_start: usize, inner: &Construct, tokens: &TokenList) -> bool {
    let mut before = kind::LEFT_BRACE;
    let mut blocks = Vec::new();
    let starts_statement =
        |before| [kind::LEFT_BRACE, kind::RIGHT_BRACE, kind::SEMICOLON, kind::NEW_LINE].contains(&before);
    for index in (body_start..*inner.tokens.start()).filter(|&index| tokens[index].is_visible()) {
        match tokens[index].kind {
            kind::LEFT_BRACE => blocks.push(starts_statement(before)),
            kind::RIGHT_BRACE => {
                blocks.pop();
            }
            kind::CONTINUE | kind::GOTO | kind::COLON => return false,
            _ => {}
        }
        before = tokens[index].kind;
    }
    inner.in_block && !blocks.is_empty() && blocks.into_iter().all(|plain| plain)
}
