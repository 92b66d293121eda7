//! What regions may not use: of those with `order(concurrent)`, of teams (sections 10.2 and 10.3 of OpenMP 5.2), and of devices.

use super::Program;
use super::nesting::is_concurrent;
use crate::diagnostics::Diagnostic;
use crate::openmp::Reference;
use crate::openmp::constructs::Construct;
use crate::openmp::routines;

/// The routines that a teams region may call.
const OF_TEAMS: [&str; 2] = ["omp_get_num_teams", "omp_get_team_num"];

const JUMPS: [&str; 4] = ["setjmp", "sigsetjmp", "longjmp", "siglongjmp"];

/// Checks what stands directly in all constructs inside a construct, and in itself.
pub(super) fn check(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    construct.walk(&mut |inner| {
        let is_teams = inner.written.leaves.last() == Some(&"teams");
        if is_teams || is_concurrent(inner) {
            errors.extend(of_construct(inner, is_teams, program));
        }
        if inner.written.has_leaf("simd") {
            errors.extend(of_jumps(inner, program));
        }
        if inner.written.leaves.first() == Some(&"target") {
            errors.extend(of_threads(inner, program));
        }
    });
    errors
}

fn of_construct(construct: &Construct, is_teams: bool, program: &Program) -> Vec<Diagnostic> {
    let start = construct.innermost_loop().map_or(*construct.body.start(), |canonical| canonical.body_start);
    let references = program.references_in(&(start..=*construct.body.end())).iter();
    let is_own = |reference: &&Reference| {
        construct.around(reference.token).first().is_some_and(|inner| std::ptr::eq(*inner, construct))
    };
    let errors = references.filter(is_own).filter_map(|reference| {
        let name = &reference.name;
        let declared = || program.threadprivate.directive(reference.symbol?, program.scopes);
        let (label, rule) = if reference.called && routines::find(name).is_some() {
            match is_teams {
                true if OF_TEAMS.contains(&name.as_str()) => return None,
                true => ("a routine of OpenMP", "of OpenMP's routines a teams region calls `omp_get_num_teams` and `omp_get_team_num` directly (section 10.2"),
                false => ("a routine of OpenMP", "a region whose iterations run in any order calls no routines of OpenMP (section 10.3"),
            }
        } else if !is_teams && declared().is_some() {
            ("each thread has its own", "a region whose iterations run in any order uses no threadprivate variables (section 10.3")
        } else {
            return None;
        };
        let message = format!("`{name}` in a region of `{}`", construct.written.name);
        Some(
            Diagnostic::error("E0367", message, program.tokens[reference.token].span.clone())
                .label(label)
                .note_at(program.tokens.span(&construct.directive), "the construct")
                .note(format!("{rule} of OpenMP 5.2)")),
        )
    });
    errors.collect()
}

/// The variables in a target region of which each thread of the host has its own.
fn of_threads(target: &Construct, program: &Program) -> Vec<Diagnostic> {
    let references = program.references_in(&target.body).iter();
    let errors = references.filter_map(|reference| {
        let directive = program.threadprivate.directive(reference.symbol?, program.scopes)?;
        let message = format!("`{}` in a region of `{}`", reference.name, target.written.name);
        Some(
            Diagnostic::error("E0367", message, program.tokens[reference.token].span.clone())
                .label("each thread of the host has its own")
                .note_at(program.tokens.span(directive), "threadprivate by this directive")
                .note("a target region uses no threadprivate variables (section 5.2 of OpenMP 5.2)"),
        )
    });
    errors.collect()
}

/// The jumps out of functions, where several iterations run in one thread.
fn of_jumps(simd: &Construct, program: &Program) -> Vec<Diagnostic> {
    let calls = program.references_in(&simd.body).iter().filter(|reference| reference.called);
    let jumps = calls.filter(|reference| JUMPS.contains(&reference.name.trim_start_matches('_')));
    let errors = jumps.map(|reference| {
        let message = format!("`{}` in a region of `{}`", reference.name, simd.written.name);
        Diagnostic::error("E0367", message, program.tokens[reference.token].span.clone())
            .label("iterations run together in one thread")
            .note_at(program.tokens.span(&simd.directive), "the construct")
            .note("a simd region calls neither `setjmp` nor `longjmp` (section 10.4 of OpenMP 5.2)")
    });
    errors.collect()
}
