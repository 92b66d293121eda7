//! What a loop's iterations leave alone, so that it can be read once; and what is reached in one way only.

use std::collections::{HashMap, HashSet};

use super::accesses::{Access, Base};
use super::headers::sole_loop;
use super::nest::Nest;
use super::proof::Proof;
use super::question::{Attribute, Question};
use super::tree::{Loop, Variable};

/// What is known of the memory that a work-sharing loop accesses, where the loop is all that a region does.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Scalar variables that have one value while the loop runs.
    pub steady: HashSet<Variable>,
    /// Arrays, and pointers: what one of them leads to is reached through it alone, or is read before anything is written to it.
    pub alone: HashSet<Variable>,
    /// Whether all that the loop does is known: no thread waits for another one in it.
    pub is_understood: bool,
}

/// What can be said of a work-sharing loop. `nest` is what is shared out together with it.
///
/// A thread's iterations do not depend on each other, so what is said of one holds for all of a thread's: OpenMP
/// leaves it open how many threads there are (2.5.1).
pub fn memory(question: &Question<'_>, nest: Option<&Nest>) -> Option<Memory> {
    let (outer, _) = question.outer()?;
    let depth = nest.map_or(1, |nest| nest.levels.len());
    let mut loops: Vec<&Loop> = vec![outer];
    for _ in 1..depth {
        loops.push(sole_loop(&loops.last()?.body)?);
    }
    let proof = Proof::new(question, &loops)?;
    if !proof.accesses.calls.iter().all(|name| (question.is_pure)(name)) {
        return None;
    }
    if nest.is_some_and(|nest| !nest.checks.is_empty()) {
        // Where the checks fail, a thread runs iterations that do depend on each other.
        return Some(Memory { is_understood: true, ..Memory::default() });
    }
    let shared: Vec<(usize, &Access)> = proof
        .accesses
        .found
        .iter()
        .enumerate()
        .filter(|(_, access)| match &access.base {
            Base::Object(variable) => {
                !proof.is_local(variable) && (question.attribute)(variable) == Attribute::Shared
            }
            Base::Pointer(_) => true,
        })
        .collect();
    let is_apart = |one: &(usize, &Access)| {
        shared.iter().all(|other| one.1.base == other.1.base || are_ordered(&proof, one, other))
    };
    let mut is_good: HashMap<&Variable, bool> = HashMap::new();
    let mut written: HashSet<&Variable> = HashSet::new();
    let mut scalars: HashSet<&Variable> = HashSet::new();
    for access in &shared {
        let Some(variable) = access.1.variable() else { continue };
        *is_good.entry(variable).or_insert(true) &= is_apart(access);
        let is_scalar = matches!(access.1.base, Base::Object(_)) && access.1.subscripts.is_empty();
        if is_scalar {
            scalars.insert(variable);
        }
        if is_scalar && access.1.is_write {
            written.insert(variable);
        }
    }
    // A pointer is a scalar by itself, and good as one; what it leads to is looked at apart.
    let mut found = Memory { is_understood: true, ..Memory::default() };
    for variable in &scalars {
        let mut of_it = shared.iter().filter(|access| access.1.base == Base::Object((*variable).clone()));
        if !written.contains(*variable) && of_it.all(is_apart) {
            found.steady.insert((*variable).clone());
        }
    }
    for (variable, good) in is_good {
        let is_base = shared.iter().any(|access| {
            access.1.variable() == Some(variable)
                && !(matches!(access.1.base, Base::Object(_)) && access.1.subscripts.is_empty())
        });
        if good && is_base {
            found.alone.insert(variable.clone());
        }
    }
    Some(found)
}

/// Whether two accesses are to different memory, or both read, or the one that reads comes before the one that writes.
fn are_ordered(proof: &Proof<'_>, one: &(usize, &Access), other: &(usize, &Access)) -> bool {
    if !one.1.is_write && !other.1.is_write {
        return true;
    }
    if proof.are_different(one.1, other.1) {
        return true;
    }
    let (read, write) = match (one.1.is_write, other.1.is_write) {
        (false, true) => (one, other),
        (true, false) => (other, one),
        _ => return false,
    };
    let is_same_loop = read.1.loops.first().is_some_and(|outer| write.1.loops.first() == Some(outer));
    read.0 < write.0 && !is_same_loop
}
