//! Loops that wait for what another thread writes, as `while (!ready);` does. OpenMP promises them nothing, and with a team whose
//! threads take work as they come they end: so nothing that comes later may be given to the thread that waits.

use std::collections::HashSet;

use super::super::File;
use super::callees::Callee;
use super::library;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

impl File<'_> {
    /// Whether a `single` construct has to be executed by the first thread that comes: the others may be waiting for it, in a
    /// construct in front of it that has no barrier, or for what comes behind it.
    pub(super) fn is_for_first(&self, single: &Construct) -> bool {
        if single.clauses.nowait.is_some() && self.may_wait_in(&single.body, &mut HashSet::new()) {
            return true;
        }
        let Some(function) = self.cuda.function_at(*single.tokens.start()) else { return false };
        let mut is_awaited = false;
        for outer in self.cuda.functions[function].constructs() {
            outer.walk(&mut |inner| {
                let has_no_barrier = inner.clauses.nowait.is_some() || inner.kind == ConstructKind::Master;
                is_awaited |= has_no_barrier
                    && inner.tokens.end() < single.tokens.start()
                    && self.may_wait_in(&inner.body, &mut HashSet::new());
            });
        }
        is_awaited
    }

    /// Whether something goes round in some tokens, or in a function that they call, and looks at what others write meanwhile.
    fn may_wait_in(&self, tokens: &Tokens, seen: &mut HashSet<usize>) -> bool {
        let visible = || tokens.clone().filter(|&index| self.tokens[index].is_visible());
        let has = |kinds: &[i32]| visible().any(|index| kinds.contains(&self.tokens[index].kind));
        let references = self.references_in(tokens);
        let is_watched = || {
            has(&[kind::PRAGMA_OMP])
                || self.has_volatile()
                || references.iter().any(|reference| library::is_atomic(&reference.name))
        };
        has(&[kind::FOR, kind::WHILE, kind::DO, kind::GOTO]) && is_watched()
            || references.iter().any(|reference| match self.callee(reference) {
                Some(Callee::Own(number)) if reference.called && seen.insert(number) => {
                    self.may_wait_in(&self.cuda.functions[number].range, seen)
                }
                _ => false,
            })
    }

    /// Whether the program says `volatile` anywhere.
    pub(super) fn has_volatile(&self) -> bool {
        let is_it = |&index: &usize| self.tokens[index].kind == kind::VOLATILE;
        (0..self.tokens.len())
            .filter(is_it)
            .any(|index| self.tokens[index].is_visible() && !self.is_system(index))
    }
}
