//! Regions that stay on the host.
//!
//! What the device cannot have, a call or a type or a construct, is no reason to refuse a program. A region with it stays in the
//! host's text as its author wrote it, and the C compiler reads its directives. So do the constructs outside of regions then, since a
//! function with them may be called by such a region, and the directives of the regions that go to the device: behind their calls
//! stands what they are without a device.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{File, Objection, OnHost, Options, Translator};
use super::call_graph::CallGraph;
use super::definitions::Function;
use super::reach::Reach;
use crate::c::symbols::SymbolId;
use crate::diagnostics::{Diagnostic, Origin, Severity};
use crate::openmp::{Construct, Part};
use crate::source::Source;

/// The codes of what the device cannot have. Other errors of the dialect are about the file or its layout.
const NOT_ON_DEVICE: [&str; 3] = ["E0404", "E0405", "E0413"];

/// The code of what a compiler refuses, for which gpump has no reason of its own.
const REFUSED_BY_COMPILER: &str = "W0402";

impl Translator<'_> {
    /// Takes the regions that stay on the host out of the model, each with a warning, and gives their first tokens.
    pub(super) fn keep_on_host(&mut self, graph: &CallGraph, options: &Options) -> BTreeSet<usize> {
        let reasons = match options.on_host {
            OnHost::Nothing => {
                let regions = self.file.cuda.functions.iter().flat_map(Function::regions);
                self.out.diagnostics.extend(regions.filter_map(|region| self.file.obstacle_of(region)));
                BTreeMap::new()
            }
            OnHost::Everything => {
                self.file.all_regions().map(|region| (*region.tokens.start(), None)).collect()
            }
            OnHost::WhereNeeded => self.file.reasons_to_stay(graph, options.others.are_on_host),
        };
        let kept: BTreeSet<usize> = reasons.keys().copied().collect();
        for function in &mut self.file.cuda.functions {
            take_out(&mut function.parts, &kept, &mut function.on_host);
        }
        for region in self.file.cuda.functions.iter().flat_map(|function| &function.on_host) {
            let warning = reasons.get(region.tokens.start()).and_then(Option::as_ref);
            let reason =
                warning.map(|warning| warning.notes.last().map_or(&warning.label, |note| &note.message));
            self.keep_host_region(region, reason.map_or("all regions do", String::as_str));
        }
        // What is wrong with a region says enough of it.
        let regions = self.file.cuda.functions.iter().flat_map(|function| &function.on_host);
        let wrong: BTreeSet<usize> =
            regions.filter(|region| self.is_wrong(region)).map(|region| *region.tokens.start()).collect();
        let warnings = reasons.into_iter().filter(|(start, _)| !wrong.contains(start));
        self.out.diagnostics.extend(warnings.filter_map(|(_, warning)| warning));
        kept
    }

    /// Whether an error in the program has been found in a region.
    fn is_wrong(&self, region: &Construct) -> bool {
        let place = self.file.tokens.span(&region.tokens);
        let mut errors = self.out.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        errors.any(|error| error.origin() == Origin::Program && place.contains(&error.span.start))
    }
}

impl File<'_> {
    /// What is found wrong with a translation that is under way, by the first token of the regions that would not need it on the host,
    /// or, without any, of the functions with a version for the device. Nothing if that does not help.
    pub(super) fn obstacles_found(
        &self,
        errors: &[Diagnostic],
        reach: &Reach,
        options: &Options,
    ) -> Vec<(usize, Diagnostic)> {
        let errors = || errors.iter().filter(|found| found.severity == Severity::Error);
        let may_stay =
            |error: &Diagnostic| error.origin() == Origin::Dialect && NOT_ON_DEVICE.contains(&error.code);
        if options.on_host != OnHost::WhereNeeded || !errors().all(may_stay) {
            return Vec::new();
        }
        let obstacle = |error: &Diagnostic| {
            let regions = self.regions_concerned(self.tokens.at_byte(error.span.start), reach);
            regions.into_iter().map(|region| (*region.tokens.start(), error.clone())).collect::<Vec<_>>()
        };
        let of_regions: Vec<(usize, Diagnostic)> = errors().flat_map(obstacle).collect();
        if !of_regions.is_empty() {
            return of_regions;
        }
        // The functions that other files may call are left, which need not be had.
        let starts = reach.functions.iter().map(|&number| *self.cuda.functions[number].range.start());
        let others = starts.filter(|start| !self.cuda.decided.obstacles.contains_key(start));
        let first = errors().next();
        others.filter_map(|start| Some((start, first?.clone()))).collect()
    }

    /// What compilers have against the regions, by their first tokens.
    pub(super) fn objections(
        &self,
        source: &Source,
        reach: &Reach,
        options: &Options,
    ) -> Vec<(usize, Diagnostic)> {
        let own = options.objections.iter().filter(|objection| objection.file == source.name());
        let about = |objection: &Objection| {
            let line = objection.line.and_then(|line| source.span_of_line(line));
            let regions = match &line {
                Some(line) => self.regions_concerned(self.tokens.at_byte(line.start), reach),
                None => self.cuda.functions.iter().flat_map(Function::regions).collect(),
            };
            let warning = |region: &Construct| {
                let place = line.clone().unwrap_or_else(|| self.tokens.span(&region.directive));
                let problem = Diagnostic::warning(REFUSED_BY_COMPILER, objection.words.clone(), place);
                (*region.tokens.start(), problem)
            };
            regions.into_iter().map(warning).collect::<Vec<_>>()
        };
        own.flat_map(about).collect()
    }

    /// The regions that a token is in, or else those that call the function that it is in.
    fn regions_concerned(&self, token: usize, reach: &Reach) -> Vec<&Construct> {
        let function = self.cuda.function_at(token);
        let calls = |region: &Construct| {
            let contents = reach.calls.contents_of(*region.tokens.start()).zip(function);
            contents.is_some_and(|(contents, function)| reach.calls.leads_to(contents, function))
        };
        let all = || self.cuda.functions.iter().flat_map(Function::regions);
        let mut regions: Vec<&Construct> = all().filter(|region| region.tokens.contains(&token)).collect();
        if regions.is_empty() {
            regions.extend(all().filter(|region| calls(region)));
        }
        if regions.is_empty() {
            // What is in a declaration is a matter of all of them.
            regions.extend(all());
        }
        regions
    }

    fn all_regions(&self) -> impl Iterator<Item = &Construct> {
        let own = self.cuda.functions.iter().flat_map(Function::regions);
        own.chain(self.regions_of_host().into_iter().map(|(region, _)| region))
    }

    /// The warnings for the regions that cannot go to the device, by their first tokens.
    fn reasons_to_stay(&self, graph: &CallGraph, others_stay: bool) -> BTreeMap<usize, Option<Diagnostic>> {
        let mut found = BTreeMap::new();
        for region in self.cuda.functions.iter().flat_map(Function::regions) {
            let warning = self.reason_to_stay(region, graph);
            found.extend(warning.map(|warning| (*region.tokens.start(), Some(warning))));
        }
        for (region, reason) in self.regions_of_host() {
            found.insert(*region.tokens.start(), Some(self.stays(region, Vec::new(), &reason)));
        }
        // Where the linker decides whether a region has what it calls, others of the file may stay, and of all files those that see a variable.
        let is_certain = !found.is_empty() || others_stay;
        let is_possible = self.cuda.decided.needs.values().any(|needs| !needs.is_empty());
        if self.threadprivate.is_empty() || !(is_certain || self.cuda.given.is_linked_later) {
            return found;
        }
        for region in self.cuda.functions.iter().flat_map(Function::regions) {
            found.entry(*region.tokens.start()).or_insert_with(|| {
                let reason = self.threadprivate_in(region, graph, !(is_certain || is_possible));
                reason.map(|reason| self.stays(region, Vec::new(), &reason))
            });
        }
        found.retain(|_, warning| warning.is_some());
        found
    }

    /// The use of a threadprivate variable in a region, or in what it calls. The host's threads and the device's have copies of their own,
    /// which last from region to region: where some of these stay on the host, all that see the copies have to (2.8.2).
    fn threadprivate_in(
        &self,
        region: &Construct,
        graph: &CallGraph,
        only_global: bool,
    ) -> Option<Diagnostic> {
        let contents = graph.contents_of(*region.tokens.start())?;
        let mut ranges = vec![region.tokens.clone()];
        ranges.extend(
            graph.reached(contents).into_iter().map(|number| self.cuda.functions[number].range.clone()),
        );
        let is_own = |symbol: SymbolId| {
            let is_global = || {
                let declared = self.scopes.get(symbol);
                !declared.is_static && declared.depth == 0 && !self.cuda.given.is_alone
            };
            self.threadprivate.directive(symbol, &self.scopes).is_some() && (!only_global || is_global())
        };
        let mut references = ranges.iter().flat_map(|range| self.references_in(range));
        let used = references.find(|reference| reference.symbol.is_some_and(is_own))?;
        let others = if self.cuda.given.is_linked_later { "may stay" } else { "stay" };
        let message = format!("`{}` is threadprivate, and other regions {others} on the host", used.name);
        Some(self.refused(used.token, &message))
    }

    /// What of the variables that a region captures its kernel cannot have.
    fn obstacle_of(&self, region: &Construct) -> Option<Diagnostic> {
        self.ambiguous_type(region).or_else(|| self.moved_rows(region))
    }

    /// The warning for a region that cannot go to the device.
    fn reason_to_stay(&self, region: &Construct, graph: &CallGraph) -> Option<Diagnostic> {
        let start = *region.tokens.start();
        if let Some(problem) = self.cuda.decided.obstacles.get(&start) {
            return Some(self.stays(region, Vec::new(), problem));
        }
        let name = |number: usize| &self.cuda.functions[number].name;
        let notes = |calls: Vec<(usize, usize)>| -> Vec<(usize, String)> {
            let said = |(callee, token)| (token, format!("`{}` is called here", name(callee)));
            calls.into_iter().map(said).collect()
        };
        let contents = graph.contents_of(start)?;
        if let Some((calls, problem)) = graph.obstacle(contents) {
            return Some(self.stays(region, notes(calls), &problem));
        }
        if let Some(problem) = self.obstacle_of(region) {
            return Some(self.stays(region, Vec::new(), &problem));
        }
        if let Some(problem) = self.cancels_with_threadprivate(region) {
            return Some(self.stays(region, Vec::new(), &problem));
        }
        let (token, function, calls, problem) = self.obstructed_pointer(graph, contents)?;
        let mut notes = notes(calls);
        notes.insert(0, (token, format!("`{function}` may be called here")));
        Some(self.stays(region, notes, &problem))
    }

    fn stays(&self, region: &Construct, notes: Vec<(usize, String)>, problem: &Diagnostic) -> Diagnostic {
        let place = self.tokens.span(&region.directive);
        let message = match problem.label.as_str() {
            "" => problem.message.clone(),
            label => format!("{}: {label}", problem.message),
        };
        let is_here = problem.span.start == place.start;
        let code = if problem.code == REFUSED_BY_COMPILER { REFUSED_BY_COMPILER } else { "W0401" };
        let mut warning = Diagnostic::warning(code, "the region stays on the host", place);
        for (token, note) in notes {
            warning = warning.note_at(self.tokens[token].span.clone(), note);
        }
        match is_here {
            true => warning.label(message),
            false => warning.label("runs on the host's threads").note_at(problem.span.clone(), message),
        }
    }
}

/// Takes the constructs that begin at some tokens out of some parts, and out of the constructs among them.
fn take_out(parts: &mut Vec<Part>, starts: &BTreeSet<usize>, taken: &mut Vec<Construct>) {
    let is_taken = |part: &mut Part| match part {
        Part::Construct(construct) => starts.contains(construct.tokens.start()),
        _ => false,
    };
    for part in parts.extract_if(.., is_taken) {
        if let Part::Construct(construct) = part {
            taken.push(*construct);
        }
    }
    for part in parts {
        if let Part::Construct(construct) = part {
            take_out(&mut construct.parts, starts, taken);
        }
    }
}
