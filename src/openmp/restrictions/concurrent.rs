//! What regions may not use: of those with `order(concurrent)`, of teams (sections 10.2 and 10.3 of OpenMP 5.2), and of devices.

use super::Program;
use super::nesting::is_concurrent;
use crate::diagnostics::Diagnostic;
use crate::openmp::Reference;
use crate::openmp::constructs::Construct;
use crate::openmp::report::Report as _;
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
        let used = program.references_in(&inner.body).iter();
        if inner.written.has_leaf("simd") {
            // The jumps out of functions, where several iterations run in one thread.
            let is_jump = |it: &&Reference| it.called && JUMPS.contains(&it.name.trim_start_matches('_'));
            errors.extend(used.clone().filter(is_jump).map(|reference| {
                let error = refuse(reference, inner, "iterations run together in one thread", program);
                let error = error.note_at(program.at(&inner.directive), "the construct");
                error.note("a simd region calls neither `setjmp` nor `longjmp` (section 10.4 of OpenMP 5.2)")
            }));
        }
        if inner.written.leaves.first() == Some(&"target") {
            // The variables of which each thread of the host has its own.
            errors.extend(used.filter_map(|reference| {
                let directive = program.threadprivate.directive(reference.symbol?, program.scopes)?;
                let error = refuse(reference, inner, "each thread of the host has its own", program);
                let error = error.note_at(program.at(directive), "threadprivate by this directive");
                Some(
                    error.note("a target region uses no threadprivate variables (section 5.2 of OpenMP 5.2)"),
                )
            }));
        }
    });
    errors
}

fn refuse(reference: &Reference, construct: &Construct, label: &str, program: &Program) -> Diagnostic {
    let message = format!("`{}` in a region of `{}`", reference.name, construct.written.name);
    program.error("E0367", message, reference.token, label)
}

fn of_construct(construct: &Construct, is_teams: bool, program: &Program) -> Vec<Diagnostic> {
    let start = construct.innermost_loop().map_or(*construct.body.start(), |canonical| canonical.body_start);
    let references = program.references_in(&(start..=*construct.body.end())).iter();
    let is_own = |reference: &&Reference| {
        construct.around(reference.token).first().is_some_and(|inner| std::ptr::eq(*inner, construct))
    };
    let errors = references.filter(is_own).filter_map(|reference| {
        let name = reference.name.as_str();
        let declared = || program.threadprivate.directive(reference.symbol?, program.scopes);
        let is_routine = reference.called && routines::find(name).is_some();
        let (label, rule) = match is_teams {
            true if is_routine && !OF_TEAMS.contains(&name) => ("a routine of OpenMP", "of OpenMP's routines a teams region calls `omp_get_num_teams` and `omp_get_team_num` directly (section 10.2"),
            false if is_routine => ("a routine of OpenMP", "a region whose iterations run in any order calls no routines of OpenMP (section 10.3"),
            false if declared().is_some() => ("each thread has its own", "a region whose iterations run in any order uses no threadprivate variables (section 10.3"),
            _ => return None,
        };
        let error = refuse(reference, construct, label, program);
        let error = error.note_at(program.at(&construct.directive), "the construct");
        Some(error.note(format!("{rule} of OpenMP 5.2)")))
    });
    errors.collect()
}
