//! Regions that were written with `target` or `teams` ([`crate::translator::offload`]), in programs that show the difference.

use std::collections::HashSet;

use super::super::File;
use super::super::offload::clause_of_host;
use super::capture::{Capture, Storage};
use super::definitions::Function;
use crate::c::symbols::SymbolId;
use crate::codegen::cuda::kernel::ShownTeam;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::written::Written;
use crate::openmp::{Construct, ConstructKind, Part};
use crate::rewrite::Tokens as _;

/// What tells a thread which team of how many it is in, or how many threads that may have.
const PLACE_OF_TEAM: &[&str] = &[
    "omp_get_num_teams",
    "omp_get_team_num",
    "omp_get_max_teams",
    "omp_get_teams_thread_limit",
    "omp_get_thread_limit",
    "omp_get_max_threads",
    "omp_get_level",
    "omp_get_active_level",
    "omp_in_parallel",
];

const MAPPED: [&str; 5] = ["alloc", "from", "present", "to", "tofrom"];

impl File<'_> {
    /// Why a region is none by itself.
    pub(super) fn refused_offloaded(&self, region: &Construct) -> Option<Diagnostic> {
        let directive = region.written;
        let (has_teams, is_target) = (directive.has_leaf("teams"), directive.has_leaf("target"));
        if !region.kind.is_parallel() || !has_teams && !is_target {
            return None;
        }
        let written = Written::at(self.tokens, *region.directive.start())?;
        if (has_teams || written.has("thread_limit")) && self.shows_its_league(region) {
            let reason = "the device has one team yet, and the region asks which thread of how many runs it";
            return Some(self.missing(directive.name, &region.directive, reason));
        }
        let is_of_first_threads = has_teams && !directive.has_leaf("parallel");
        if is_of_first_threads && self.asks_for_a_team(region) {
            let reason =
                "its iterations have a team of one thread each, and share work out or wait for a team";
            return Some(self.missing(directive.name, &region.directive, reason));
        }
        let captures = if is_target { self.captures(region) } else { Vec::new() };
        let mut copies = captures.iter().filter(|capture| self.is_copy(capture, &written)).peekable();
        copies.peek()?;
        let by_callees = self.changed_by_callees(&region.tokens, Some(region));
        let changed = copies.find(|copy| copy.may_change || by_callees.contains(&copy.symbol))?;
        let reason =
            format!("`{}`, of which `target` makes a copy here, may change in the region", changed.name);
        Some(self.missing(directive.name, &region.directive, &reason))
    }

    /// Whether a region has a `depend` clause. The host's tasks that it names may not have been executed, a `target` with `nowait`
    /// on the host among them.
    pub(super) fn waits_for_tasks(&self, region: &Construct) -> bool {
        let written = Written::at(self.tokens, *region.directive.start());
        written.is_some_and(|written| written.has("depend"))
    }

    /// Why a `target` on the host keeps the regions in it there.
    pub(super) fn missing_in_target(&self, target: &Construct) -> Option<String> {
        if !target.written.name.starts_with("target") {
            return None;
        }
        let written = Written::at(self.tokens, *target.directive.start())?;
        if let Some(word) = clause_of_host(&written) {
            return Some(format!("the device has not its clause `{word}` yet"));
        }
        if let Some(changed) = self.changed_copy(target) {
            return Some(format!("`{changed}`, of which it makes a copy, may change in it"));
        }
        let has_region = target.written.name == "target" && target.any(|inner| inner.kind.is_parallel());
        has_region.then(|| {
            "the device has it outside of other constructs alone, with regions directly in it".to_owned()
        })
    }

    fn shows_its_league(&self, region: &Construct) -> bool {
        let asks = |tokens: &Tokens, region| self.asks_for(PLACE_OF_TEAM, tokens, region);
        let functions = self.reached_from(&region.tokens, Some(region)).functions;
        let functions = || functions.iter().map(|&number| &self.cuda.functions[number]);
        // The teams of the regions inside have one thread.
        let mut inner: Vec<&Construct> = functions().flat_map(Function::regions).collect();
        region.walk(&mut |construct| {
            if construct.kind.is_parallel() {
                inner.push(construct);
            }
        });
        inner.into_iter().any(|inner| !matches!(self.shown_team(inner), ShownTeam::No))
            || asks(&region.tokens, Some(region))
            || functions().any(|function| asks(&function.range, None))
    }

    /// Whether something in a loop that the first threads of teams run, or in what it calls, would bind to the region's team on the
    /// device, and binds to the one thread of the iteration's own (section 10.2 of OpenMP 5.2).
    fn asks_for_a_team(&self, region: &Construct) -> bool {
        let reached = self.reached_from(&region.tokens, Some(region));
        let mut functions = reached.functions.iter().map(|&number| &self.cuda.functions[number]);
        reached.has_others
            || region.parts.iter().any(binds_to_team)
            || functions.any(|function| function.parts.iter().any(binds_to_team))
    }

    /// A variable of which a `target` or `target data` on the host makes a copy that changes: the device would take the original of
    /// one with static storage, and the host that of a pointer in `use_device_ptr`.
    pub(in super::super) fn changed_copy(&self, target: &Construct) -> Option<&str> {
        let written = Written::at(self.tokens, *target.directive.start())?;
        let references = self.references_in(&target.body);
        let changed = references.iter().filter(|reference| self.may_change_at(reference));
        if target.written.name != "target" {
            let pointers = written.texts(|word| word == "use_device_ptr");
            let mut names = changed.map(|reference| reference.name.as_str());
            return names.find(|name| pointers.contains(name));
        }
        let is_static = |symbol: SymbolId| self.storage(symbol) != Storage::Automatic;
        let items = target.clauses.items.iter().filter_map(|item| item.symbol);
        let by_callees = self.changed_by_callees(&target.body, None);
        let changed_there = references.iter().filter(|reference| {
            reference.symbol.is_some_and(|symbol| by_callees.contains(&symbol))
                && !self.is_aggregate(reference)
        });
        let changed =
            changed.chain(changed_there).filter(|found| !self.is_mapped(&found.name, None, &written));
        let mut copies = items.chain(changed.filter_map(|reference| reference.symbol));
        copies.find(|&symbol| is_static(symbol)).map(|symbol| self.scopes.get(symbol).name.as_str())
    }

    /// The variables of static storage that functions change which some tokens call.
    fn changed_by_callees(&self, tokens: &Tokens, region: Option<&Construct>) -> HashSet<SymbolId> {
        let functions = self.reached_from(tokens, region).functions;
        let ranges = functions.iter().map(|&number| &self.cuda.functions[number].range);
        let references = ranges.flat_map(|range| self.references_in(range));
        let changed = references.filter(|reference| self.may_change_at(reference));
        let symbols = changed.filter_map(|reference| reference.symbol);
        symbols.filter(|&symbol| self.storage(symbol) != Storage::Automatic).collect()
    }

    /// Whether a variable is none of the region's own threads, but one copy for all of them that ends with it: scalars are, if no
    /// clause says otherwise (section 5.8.1 of OpenMP 5.2).
    fn is_copy(&self, capture: &Capture, written: &Written) -> bool {
        if !capture.is_shared || !capture.ty.is_scalar() {
            return false;
        }
        let category = if capture.ty.pointee().is_some() { "pointer" } else { "scalar" };
        !self.is_mapped(&capture.name, Some(category), written)
    }

    /// Whether a clause says that a variable of a category (section 5.8.7 of OpenMP 5.2), if that is known, is the program's own.
    fn is_mapped(&self, name: &str, category: Option<&str>, written: &Written) -> bool {
        let clauses = ["map", "has_device_addr"].into_iter().flat_map(|word| written.all(word));
        let items = clauses.flat_map(|clause| written.items(clause));
        let mut mapped = items.filter_map(|item| item.whole(self.tokens));
        mapped.any(|token| self.tokens.text(token) == name)
            || written.all("defaultmap").any(|clause| {
                let (behaviour, of) = written.default_map(clause);
                MAPPED.contains(&behaviour) && (of.is_none() || of == category)
            })
    }
}

/// Whether a part, or one in it, means something else for one thread than for a team that has more.
fn binds_to_team(part: &Part) -> bool {
    match part {
        Part::Barrier { .. } => true,
        Part::Flush { .. } | Part::Standalone { .. } => false,
        Part::Construct(construct) => match construct.kind {
            kind if kind.is_parallel() => false,
            ConstructKind::Ordered => construct.clauses.simd.is_none() || construct.clauses.is_by_threads,
            ConstructKind::Master => true,
            kind => kind.is_worksharing() || construct.parts.iter().any(binds_to_team),
        },
    }
}
