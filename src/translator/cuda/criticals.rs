//! Critical constructs in which no thread need wait: what [`crate::dependence::updates`] has to know of the program.

use std::collections::HashSet;

use super::super::{File, Optimisation};
use crate::dependence;
use crate::openmp::Construct;
use crate::openmp::constructs::Tokens;

impl File<'_> {
    /// The updates that a critical construct consists of, if they can be atomic ones.
    pub(super) fn updates_of(&self, construct: &Construct) -> Option<Vec<Tokens>> {
        let around = self.around(*construct.tokens.start());
        let region = around.chain.last().filter(|outer| outer.kind.is_parallel())?;
        if self.cuda.given.without.contains(&Optimisation::Criticals)
            || !self.is_only_critical(construct, region)
        {
            return None;
        }
        self.ask(construct, dependence::updates)
    }

    /// Whether a region, with all that it calls, has no other critical construct of a name.
    fn is_only_critical(&self, construct: &Construct, region: &Construct) -> bool {
        let name = self.critical_name(construct);
        self.count_criticals(&name) == 1 && {
            let known = self.cuda.index.staying.borrow().get(region.tokens.start()).copied();
            known.unwrap_or_else(|| {
                let stay = self.calls_stay_in_file(&region.tokens, &mut HashSet::new());
                self.cuda.index.staying.borrow_mut().insert(*region.tokens.start(), stay);
                stay
            })
        }
    }

    /// Whether all functions that are called in some tokens, and by those, are the library's or this file's.
    fn calls_stay_in_file(&self, tokens: &Tokens, seen: &mut HashSet<usize>) -> bool {
        self.references_in(tokens).iter().filter(|reference| reference.called).all(|call| {
            let is_function = call.symbol.is_none_or(|symbol| self.scopes.get(symbol).is_function());
            match self.cuda.function_named(&call.name) {
                _ if !is_function => false,
                Some(number) => {
                    let range = self.cuda.functions[number].range.clone();
                    !seen.insert(number) || self.calls_stay_in_file(&range, seen)
                }
                None => super::library::form(&call.name).is_some() || call.name.starts_with("omp_"),
            }
        })
    }
}
