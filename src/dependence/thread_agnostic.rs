//! Whether it can be told which thread ran an iteration.

use super::proof::Proof;
use super::question::Question;

/// Whether no iteration of a work-sharing loop depends on another one, though the program may have them run by one thread in
/// their order: those of a chunk, whose size it says.
pub fn is_independent(question: &Question<'_>) -> bool {
    let Some((outer, _)) = question.outer() else { return false };
    Proof::new(question, &[outer]).is_some_and(|mut proof| {
        proof.promised = 0;
        let mut checks = Vec::new();
        proof.accesses.calls.iter().all(|name| (question.is_pure)(name))
            && !proof.accesses.has_atomic
            && proof.privates_are_fresh()
            && proof.accesses_are_apart(&mut checks)
            && checks.is_empty()
    })
}

/// Whether a work-sharing loop leaves nothing behind that says which thread ran which of its iterations: it uses and keeps
/// no values of a thread's own, and calls functions that only compute.
pub fn is_thread_agnostic(question: &Question<'_>) -> bool {
    let Some((outer, _)) = question.outer() else { return false };
    Proof::new(question, &[outer]).is_some_and(|proof| {
        proof.accesses.calls.iter().all(|name| (question.is_pure)(name))
            && proof.is_same_for_all_threads()
            && proof.privates_are_fresh()
    })
}
