//! Regions within regions. On the device their teams are of one thread; where the program lets more levels be active, which is known when it
//! runs (`omp_set_max_active_levels`, `OMP_NESTED`), the region around them runs on the host, whose library has teams for all levels.

use std::collections::BTreeSet;

use super::super::{File, OnHost, Options};
use super::capture::Storage;
use crate::openmp::Construct;
use crate::openmp::constructs::Tokens;

impl File<'_> {
    /// The regions that have others within, also in functions that they call: those that the host may run, and those that it may not.
    /// It may not run those that see `threadprivate` variables: its copies are others than the device's, and all regions that see one
    /// run on one side.
    pub(super) fn regions_around_others(&self, options: &Options) -> (Vec<Tokens>, Vec<Tokens>) {
        let may_run = self.may_run_on_either_side(options);
        let (mut on_host, mut serial) = (Vec::new(), Vec::new());
        for region in self.cuda.functions.iter().flat_map(|function| function.regions()) {
            let reached = self.reached_from(&region.tokens, Some(region)).functions;
            let begins_one = |&number: &usize| self.cuda.functions[number].regions().next().is_some();
            if has_region_within(region) || reached.iter().any(begins_one) {
                let is_for_host = may_run && !self.sees_threadprivate(region, &reached);
                let list = if is_for_host { &mut on_host } else { &mut serial };
                list.push(region.tokens.clone());
            }
        }
        (on_host, serial)
    }

    /// Whether it may be left to the running program on which side a region runs. In a single file the host's compiler reads no directives
    /// but those of regions that always stay.
    pub(super) fn may_run_on_either_side(&self, options: &Options) -> bool {
        options.on_host == OnHost::WhereNeeded && !self.cuda.given.is_single
    }

    /// Whether a region that reaches these functions sees a `threadprivate` variable.
    pub(super) fn sees_threadprivate(&self, region: &Construct, reached: &BTreeSet<usize>) -> bool {
        let called = reached.iter().map(|&number| &self.cuda.functions[number].range);
        std::iter::once(&region.tokens).chain(called).any(|tokens| {
            let mut symbols = self.references_in(tokens).iter().filter_map(|reference| reference.symbol);
            symbols.any(|symbol| self.storage(symbol) == Storage::Threadprivate)
        })
    }
}

fn has_region_within(region: &Construct) -> bool {
    let mut regions = 0;
    region.walk(&mut |inner| regions += usize::from(inner.kind.is_parallel()));
    regions > 1
}
