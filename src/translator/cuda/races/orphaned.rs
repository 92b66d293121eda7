//! Constructs that stand in no region: whether a team certainly comes to them, by a call.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::super::super::File;
use super::super::nests::Around;
use crate::openmp::{Construct, ConstructKind};

impl File<'_> {
    /// Whether a work-sharing construct has a team that may have several threads: that of the region around it, or of a
    /// region that calls its function.
    pub(super) fn has_team(&self, construct: &Construct, around: &Around<'_>) -> bool {
        match around.chain.last() {
            Some(region) if region.kind.is_parallel() => self.has_several_threads(region),
            _ => self.call_by_team(construct, around).is_some(),
        }
    }

    /// The call by which a team comes to a construct that stands in no other one.
    pub(super) fn call_by_team(&self, construct: &Construct, around: &Around<'_>) -> Option<usize> {
        if around.chain.len() != 1 || construct.kind.is_parallel() {
            return None;
        }
        let function = self.cuda.function_at(*construct.tokens.start())?;
        self.cuda.index.called_by_teams.get_or_init(|| self.calls_by_teams()).get(&function).copied()
    }

    /// The functions that all threads of a team call, by number, each with such a call.
    fn calls_by_teams(&self) -> FxHashMap<usize, usize> {
        let mut in_functions: FxHashMap<usize, Vec<(usize, usize)>> = FxHashMap::default();
        let mut found = VecDeque::new();
        for call in self.references.iter().filter(|reference| reference.called) {
            let is_function = call.symbol.is_some_and(|symbol| self.scopes.get(symbol).is_function());
            let Some(called) = self.cuda.function_named(&call.name).filter(|_| is_function) else { continue };
            match self.around(call.token).chain.as_slice() {
                [] => {
                    let Some(caller) = self.cuda.function_at(call.token) else { continue };
                    in_functions.entry(caller).or_default().push((called, call.token));
                }
                // One that calls it for a clause is no team yet.
                [region]
                    if region.kind == ConstructKind::Parallel
                        && region.body.contains(&call.token)
                        && self.has_several_threads(region) =>
                {
                    found.push_back((called, call.token));
                }
                _ => {}
            }
        }
        let mut calls = FxHashMap::default();
        while let Some((called, token)) = found.pop_front() {
            if let Entry::Vacant(first) = calls.entry(called) {
                first.insert(token);
                found.extend(in_functions.remove(&called).into_iter().flatten());
            }
        }
        calls
    }
}
