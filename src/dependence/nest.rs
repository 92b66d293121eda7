//! Loops inside a work-sharing loop whose iterations can be shared out with its own.

use super::accesses::Access;
use super::check::{Check, is_harmless};
use super::headers::{Level, bounds, sole_loop};
use super::place::Base;
use super::proof::Proof;
use super::question::{Attribute, Question};
use super::reader::Program;
use super::subscripts::{Loops, are_apart};
use super::tree::{Loop, Variable};
use crate::openmp::CanonicalLoop;

/// As many loops as a device has dimensions.
const DEEPEST: usize = 3;

/// Loops whose iterations are independent, if the checks hold.
#[derive(Clone, Debug)]
pub struct Nest {
    /// From the outermost, which is the work-sharing loop; at least two.
    pub levels: Vec<Level>,
    /// For each of them, whether its header can be evaluated also where the work-sharing loop has no iterations; and the same
    /// of the checks.
    pub are_harmless: Vec<bool>,
    pub has_harmless_checks: bool,
    pub checks: Vec<Check>,
}

impl Nest {
    /// Whether the variable of one of the loops inside is called so.
    pub fn has_inner(&self, name: &str) -> bool {
        self.levels[1..].iter().any(|level| *level.variable.name == *name)
    }
}

/// The deepest nest of independent loops that begins with a work-sharing loop, if there is one and it is worth it.
pub fn nest(question: &Question<'_>) -> Option<Nest> {
    let (outer, _) = question.outer()?;
    let mut loops: Vec<&Loop> = vec![outer];
    while loops.len() < DEEPEST
        && let Some(inner) = loops.last().and_then(|last| sole_loop(&last.body))
    {
        loops.push(inner);
    }
    (2..=loops.len()).rev().find_map(|depth| Proof::new(question, &loops[..depth])?.nest())
}

/// The nest that some loops are, of which the program says itself that no iteration depends on another one. `None` if there
/// are more than a device has dimensions.
pub fn collapsed(program: &Program<'_>, loops: &[CanonicalLoop]) -> Option<Nest> {
    if loops.len() > DEEPEST {
        return None;
    }
    let level = |canonical: &CanonicalLoop| {
        let name = canonical.variable.clone();
        let declared = program.types.declared_at(&name, canonical.body_start)?;
        Some(Level {
            keyword: canonical.keyword,
            close: program.tokens.visible_before(canonical.body_start)?,
            variable: Variable { declared, name: name.into() },
            canonical: canonical.clone(),
            is_declared_between: false,
        })
    };
    let levels: Vec<Level> = loops.iter().map(level).collect::<Option<_>>()?;
    let are_harmless = are_harmless(program, loops);
    Some(Nest { levels, are_harmless, has_harmless_checks: true, checks: Vec::new() })
}

/// For each of some loops, whether its header can be evaluated also where a loop around it has no iterations.
pub fn are_harmless(program: &Program<'_>, loops: &[CanonicalLoop]) -> Vec<bool> {
    let is_one = |canonical| bounds(program, canonical).is_some_and(|bounds| bounds.iter().all(is_harmless));
    loops.iter().map(is_one).collect()
}

impl Proof<'_> {
    fn nest(self) -> Option<Nest> {
        let are_pure = self.accesses.calls.iter().all(|name| (self.question.is_pure)(name));
        let mut checks = Vec::new();
        // In one iteration of the work-sharing loop the updates have an order.
        let are_pure = are_pure && !self.accesses.has_atomic;
        let is_proved = are_pure
            && self.is_worth_it()
            && self.is_same_for_all_threads()
            && self.privates_are_fresh()
            && self.accesses_are_apart(&mut checks);
        // Where a check fails, what stands in front of an inner loop is evaluated more often than it was.
        if !is_proved || (!checks.is_empty() && self.reads_memory_before_body()) {
            return None;
        }
        let question = self.question;
        let loops: Vec<CanonicalLoop> = self.levels.iter().map(|level| level.canonical.clone()).collect();
        let has_harmless_checks = checks.iter().all(|check| check.is_harmless(question));
        let are_harmless = are_harmless(&question.program, &loops);
        Some(Nest { levels: self.levels.clone(), are_harmless, has_harmless_checks, checks })
    }

    /// Neighbouring threads have neighbouring iterations of the innermost loop. Where the accesses to neighbouring memory are
    /// those of neighbouring iterations of the work-sharing loop, that would be a loss.
    fn is_worth_it(&self) -> bool {
        let steps_by_one = |level: &Level| {
            self.accesses.found.iter().filter(|access| access.steps_by_one(&level.variable)).count()
        };
        match (self.levels.first(), self.levels.last()) {
            (Some(first), Some(last)) => steps_by_one(last) >= steps_by_one(first),
            _ => false,
        }
    }

    /// Whether the headers, or the declarations in front of inner loops, may read what the loops write.
    fn reads_memory_before_body(&self) -> bool {
        let mut written = self.accesses.found.iter().filter(|access| access.is_write);
        let before = &self.accesses.found[..self.before_body];
        written.any(|written| {
            let is_own = |access: &Access| matches!(&access.base, Base::Object(name) if self.is_local(name));
            !is_own(written)
                && before.iter().any(|read| {
                    !is_own(read) && (read.base == written.base || !self.are_different(written, read))
                })
        })
    }

    /// No iteration touches what another one writes.
    pub(super) fn accesses_are_apart(&self, checks: &mut Vec<Check>) -> bool {
        let matters = |access: &&Access| match &access.base {
            // Each iteration has its own, and scalars have been looked at.
            Base::Object(variable) => {
                !(self.is_local(variable) || access.subscripts.is_empty() && self.changed.contains(variable))
            }
            Base::Pointer(_) => true,
        };
        let found = self.accesses.found.iter().enumerate();
        let all: Vec<(usize, &Access)> = found.filter(|(_, access)| matters(access)).collect();
        // What stands in front of an inner loop is not one of its iterations.
        let is_promised = |at: usize| self.are_promised && self.promised > 0 && at >= self.before_body;
        all.iter().filter(|(_, access)| access.is_write).all(|(at, written)| {
            if let Base::Object(variable) = &written.base
                && (self.question.attribute)(variable) != Attribute::Shared
            {
                return false; // an array of the thread's
            }
            let is_promised = |other: usize| is_promised(*at) && is_promised(other);
            all.iter().all(|(other, access)| is_promised(*other) || self.is_apart(written, access, checks))
        })
    }

    fn is_apart(&self, written: &Access, other: &Access, checks: &mut Vec<Check>) -> bool {
        if written.base == other.base && !(written.is_loose || other.is_loose) {
            let variables = |levels: &[Level]| levels.iter().map(|level| level.variable.clone()).collect();
            let loops = Loops {
                known: variables(&self.levels[..self.promised]),
                free: variables(&self.levels[self.promised..]),
                ranges: &self.ranges,
                running: self.levels.len(),
                wraps: self.accesses.wraps,
            };
            return are_apart(&written.subscripts, &other.subscripts, &loops);
        }
        written.base != other.base && self.are_distinct(written, other, checks)
    }
}
