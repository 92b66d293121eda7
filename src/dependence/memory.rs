//! What a loop's iterations leave alone, so that it can be read once; and what is reached in one way only.

use rustc_hash::{FxHashMap, FxHashSet};

use super::accesses::Access;
use super::headers::sole_loop;
use super::nest::Nest;
use super::place::Base;
use super::proof::Proof;
use super::question::{Attribute, Question};
use super::tree::{Loop, Variable};

/// What is known of the memory that a work-sharing loop accesses, where the loop is all that a region does.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Scalar variables that have one value while the loop runs.
    pub steady: FxHashSet<Variable>,
    /// Arrays, and pointers: what one of them leads to is reached through it alone, or is read before anything is written to it.
    pub alone: FxHashSet<Variable>,
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
    let groups = Groups::new(&proof, &shared);
    let is_apart = |access: &(usize, &Access)| groups.are_apart(&proof, access);
    // By variable: whether all that is reached through it, and its own value, is apart.
    let mut is_good: FxHashMap<&Variable, bool> = FxHashMap::default();
    let mut is_steady: FxHashMap<&Variable, bool> = FxHashMap::default();
    let mut scalars: FxHashSet<&Variable> = FxHashSet::default();
    let mut bases: FxHashSet<&Variable> = FxHashSet::default();
    for access in &shared {
        let is_apart = is_apart(access);
        if let Base::Object(variable) = &access.1.base {
            *is_steady.entry(variable).or_insert(true) &= is_apart;
        }
        let Some(variable) = access.1.variable() else { continue };
        *is_good.entry(variable).or_insert(true) &= is_apart;
        if matches!(access.1.base, Base::Object(_)) && access.1.subscripts.is_empty() {
            scalars.insert(variable);
            *is_steady.entry(variable).or_insert(true) &= !access.1.is_write;
        } else {
            bases.insert(variable);
        }
    }
    // A pointer is a scalar by itself, and good as one; what it leads to is looked at apart.
    let chosen = |variables: &FxHashSet<&Variable>, is_so: &FxHashMap<&Variable, bool>| {
        variables.iter().filter(|variable| is_so[**variable]).map(|&variable| variable.clone()).collect()
    };
    Some(Memory {
        is_understood: true,
        steady: chosen(&scalars, &is_steady),
        alone: chosen(&bases, &is_good),
    })
}

/// Accesses that are alike for the question whether others are ordered with them: there are few of these, where there are
/// thousands of accesses.
struct Groups<'a> {
    of_pointers: FxHashMap<&'a Base, Vec<Group<'a>>>,
    /// Different objects are apart from each other.
    of_objects: Vec<Group<'a>>,
}

struct Group<'a> {
    /// The first and the last in the order in which the loop does them.
    first: (usize, &'a Access),
    last: usize,
    is_reachable: bool,
}

impl<'a> Groups<'a> {
    fn new(proof: &Proof<'_>, accesses: &[(usize, &'a Access)]) -> Self {
        let mut groups = Groups { of_pointers: FxHashMap::default(), of_objects: Vec::new() };
        for &(number, access) in accesses {
            let (list, is_reachable) = match &access.base {
                Base::Object(variable) => (&mut groups.of_objects, (proof.question.has_address)(variable)),
                base => (groups.of_pointers.entry(base).or_default(), true),
            };
            let known = list.iter_mut().find(|group| {
                let other = group.first.1;
                group.is_reachable == is_reachable
                    && other.class == access.class
                    && other.is_write == access.is_write
                    && other.is_restrict == access.is_restrict
                    && other.loops.first() == access.loops.first()
            });
            match known {
                Some(group) => group.last = number,
                None => list.push(Group { first: (number, access), last: number, is_reachable }),
            }
        }
        groups
    }

    /// Whether an access is ordered with all those that have another base.
    fn are_apart(&self, proof: &Proof<'_>, one: &(usize, &Access)) -> bool {
        let is_object = matches!(one.1.base, Base::Object(_));
        let of_pointers = self.of_pointers.iter().filter(|(base, _)| **base != &one.1.base);
        let mut others =
            of_pointers.flat_map(|(_, groups)| groups).chain(self.of_objects.iter().filter(|_| !is_object));
        others.all(|group| {
            are_ordered(proof, one, &group.first) && are_ordered(proof, one, &(group.last, group.first.1))
        })
    }
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
