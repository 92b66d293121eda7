//! Loops in regions of which a construct leaves all iterations to one thread: `simd`, and a region within the region that is one
//! loop, whose team has one thread (section 10.1 of OpenMP 5.2). To the optimisations these are loops as any others, where the
//! construct adds nothing to what the loop does.

use std::collections::HashSet;

use rustc_hash::FxHashMap;

use super::super::File;
use super::super::offload::has_effects;
use super::definitions::Function;
use crate::c::symbols::SymbolId;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Part, Sharing};

impl File<'_> {
    /// Makes `simd` loops of the loops within regions that a region of one thread runs, where no program can tell them from each
    /// other, and takes down which loops are as if they had no construct.
    pub(super) fn leave_inner_loops_to_threads(&mut self) {
        let mut of_one_thread: HashSet<usize> = HashSet::new();
        let mut plain: FxHashMap<usize, bool> = FxHashMap::default();
        // With what the device has not, a region stays on the host as a whole.
        let may_be_there = |region: &&Construct| !region.any(|inner| inner.kind.is_host_only());
        for region in self.cuda.functions.iter().flat_map(Function::regions).filter(may_be_there) {
            // Elsewhere the team within has one thread with any compiler, and what would race with more does not.
            let is_league = region.written.has_leaf("teams") && !region.written.has_leaf("parallel");
            region.walk(&mut |inner| {
                let is_within = inner.tokens != region.tokens;
                let is_of_one =
                    is_within && inner.kind == ConstructKind::ParallelFor && self.may_be_of_one_thread(inner);
                of_one_thread.extend(is_of_one.then(|| *inner.tokens.start()));
                let is_plain = (is_of_one || inner.kind == ConstructKind::Simd) && self.is_plain_loop(inner);
                let is_promised = is_league
                    && (is_of_one || inner.written.has_leaf("loop"))
                    && !self.may_be_meant_for_one_thread(inner);
                plain.extend(is_plain.then(|| (*inner.tokens.start(), is_promised)));
            });
        }
        let functions = self.cuda.functions.iter_mut();
        functions.for_each(|function| make_simd(&mut function.parts, &of_one_thread));
        self.cuda.decided.plain_loops = plain;
    }

    /// Whether a loop that a region within another region is may be run by one thread, and nobody can tell that there was a region.
    fn may_be_of_one_thread(&self, inner: &Construct) -> bool {
        let clauses = &inner.clauses;
        let is_league = |leaf: &&str| ["target", "teams", "distribute"].contains(leaf);
        let is_simple = |sharing: &Sharing| {
            let is_copied = matches!(sharing, Sharing::Private | Sharing::Firstprivate);
            is_copied || matches!(sharing, Sharing::Shared | Sharing::Reduction(_))
        };
        let condition = clauses.condition.as_ref().map(|(condition, _)| condition);
        let chunk = clauses.schedule.as_ref().and_then(|schedule| schedule.chunk.as_ref());
        let mut expressions = [clauses.num_threads.as_ref(), condition, chunk].into_iter().flatten();
        let reached = self.reached_from(&inner.tokens, Some(inner));
        let mut functions = reached.functions.iter().map(|&number| &self.cuda.functions[number]);
        !inner.written.leaves.iter().any(is_league)
            && clauses.ordered.is_none()
            && clauses.conditional.is_empty()
            && clauses.default.as_ref().is_none_or(|default| default.sharing.is_none())
            && clauses.items.iter().all(|item| is_simple(&item.sharing))
            && !expressions.any(|tokens| has_effects(&self.tokens.visible_in(tokens), self.tokens))
            && inner.parts.iter().all(is_for_any_thread)
            && !reached.has_others
            && functions.all(|function| function.parts.is_empty())
            && self.asks_for_no_thread(&inner.tokens, Some(inner))
            && self.functions_ask_for_no_thread(&reached)
    }

    /// Whether a construct that leaves a loop to one thread adds nothing to what the loop does, but that the thread has its own
    /// variables to count by.
    fn is_plain_loop(&self, construct: &Construct) -> bool {
        let clauses = &construct.clauses;
        let is_counted = |one: &super::privates::Private| one.is_loop_variable && !(one.first || one.last);
        let is_sum = |operator: &String| !matches!(operator.as_str(), "&&" | "||");
        construct.canonical_loop.is_some()
            && clauses.ordered.is_none()
            && construct.loops().count() == clauses.loops()
            && construct.loops().all(|one| one.declared.is_some() || self.stands_in_file(one.variable_token))
            && self
                .privates(construct)
                .iter()
                .all(|one| is_counted(one) || one.reduction.as_ref().is_some_and(is_sum))
    }

    /// Whether a variable is what such loops in a construct count by, and nothing else there.
    pub(super) fn counts_inner_loops(&self, symbol: SymbolId, construct: &Construct) -> bool {
        if self.cuda.decided.plain_loops.is_empty() {
            return false;
        }
        let asked = (symbol, construct.tokens.clone());
        let known = self.cuda.index.inner_counters.borrow().get(&asked).copied();
        known.unwrap_or_else(|| {
            let counts = self.find_inner_loops(symbol, construct);
            self.cuda.index.inner_counters.borrow_mut().insert(asked, counts);
            counts
        })
    }

    fn find_inner_loops(&self, symbol: SymbolId, construct: &Construct) -> bool {
        let plain = &self.cuda.decided.plain_loops;
        let counts = |inner: &Construct| {
            let mut loops = inner.loops().filter(|one| one.declared.is_none());
            loops.any(|one| self.symbol_at(one.variable_token) == Some(symbol))
        };
        let mut loops: Vec<&Tokens> = Vec::new();
        construct.walk(&mut |inner| {
            let is_it = plain.contains_key(inner.tokens.start()) && counts(inner);
            loops.extend(is_it.then_some(&inner.tokens));
        });
        let mut uses = self.references_in(&construct.tokens).iter();
        !loops.is_empty()
            && uses.all(|one| {
                one.symbol != Some(symbol) || loops.iter().any(|tokens| tokens.contains(&one.token))
            })
    }
}

/// Whether a part means the same for each thread, whatever team it is in.
fn is_for_any_thread(part: &Part) -> bool {
    match part {
        Part::Flush { .. } => true,
        Part::Barrier { .. } | Part::Standalone { .. } => false,
        Part::Construct(construct) => {
            let is_it = matches!(
                construct.kind,
                ConstructKind::Atomic
                    | ConstructKind::Critical
                    | ConstructKind::Simd
                    | ConstructKind::AsItStands(_)
            );
            is_it && construct.parts.iter().all(is_for_any_thread)
        }
    }
}

fn make_simd(parts: &mut [Part], which: &HashSet<usize>) {
    for part in parts {
        let Part::Construct(construct) = part else { continue };
        if which.contains(construct.tokens.start()) {
            construct.kind = ConstructKind::Simd;
        }
        make_simd(&mut construct.parts, which);
    }
}
