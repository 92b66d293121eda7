//! What reaches the device: the regions of the file, and the functions that
//! they call, directly or through others.
//!
//! A function that a region needs and that cannot be had on the device is an
//! error, told with the calls that lead to it. Others are added where they can
//! be had: those that somebody may call through a pointer, and those that other
//! files may call.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::{File, OnHost, Options, Translator, Undefined};
use super::call_graph::CallGraph;
use super::callees::Foreign;
use super::contents::Contents;
use crate::c::symbols::SymbolId;
use crate::diagnostics::Diagnostic;

/// What has a form for the device.
#[derive(Debug, Default)]
pub struct Reach {
    /// The functions of the file, by number.
    pub functions: BTreeSet<usize>,
    /// Those that are in the table for calls through pointers.
    pub pointed: BTreeSet<usize>,
    /// The functions of other files that are needed.
    pub foreign: BTreeMap<String, Foreign>,
    /// The same, for whoever knows the other files.
    pub undefined: Vec<Undefined>,
    /// Those that only functions which nobody need call would call: what declares them.
    pub weak: BTreeMap<String, SymbolId>,
    /// The functions that other files ask for and that cannot be had, with the reason.
    pub not_on_device: BTreeMap<String, String>,
    /// The functions whose address the file takes and that the device does not have, by the shapes of their types.
    pub lacked: BTreeMap<String, String>,
    pub calls: CallGraph,
}

impl Translator<'_> {
    /// Finds what reaches the device. What cannot be there is reported, or stays on the host ([`super::on_host`]).
    pub(super) fn reach(&mut self, options: &Options) -> Reach {
        let graph = self.file.call_graph(options);
        if self.file.cuda.given.is_linked_later {
            self.file.cuda.decided.needs =
                graph.regions.iter().map(|(start, found)| (*start, self.file.needs(&graph, found))).collect();
        }
        let on_host = self.keep_on_host(&graph, options);
        let mut reach = Reach::default();
        let mut errors = Vec::new();
        // The calls that lead to a function, by function: the caller's call.
        let mut from: HashMap<usize, (Option<usize>, usize)> = HashMap::new();
        let mut queue: Vec<usize> = Vec::new();
        let mut take =
            |contents: &Contents, caller: Option<usize>, queue: &mut Vec<usize>, reach: &mut Reach| {
                for &(callee, token) in &contents.calls {
                    if reach.functions.insert(callee) {
                        from.insert(callee, (caller, token));
                        queue.push(callee);
                    }
                }
                for (name, foreign) in &contents.foreign {
                    let found = Foreign { caller, ..foreign.clone() };
                    let entry = reach.foreign.entry(name.clone()).or_insert_with(|| found.clone());
                    if entry.token.is_none() {
                        *entry = found;
                    }
                }
            };
        for (_, contents) in graph.regions.iter().filter(|(start, _)| !on_host.contains(start)) {
            errors.extend(contents.problems.iter().cloned());
            take(contents, None, &mut queue, &mut reach);
        }
        let is_kept = |number: usize| options.on_host != OnHost::Nothing && graph.is_kept_away(number);
        let required = self.file.functions_asked_for(&options.others.required);
        let asked_for = required.iter().copied().chain(self.file.functions_asked_for(&options.others.weak));
        for number in asked_for.filter(|&number| is_kept(number)) {
            let contents = &graph.functions[&number];
            let obstacle = || graph.obstacle(contents).map(|(_, problem)| problem);
            let by_pointer = || self.file.obstructed_pointer(&graph, contents).map(|(.., problem)| problem);
            let reason = obstacle().or_else(by_pointer).map(|problem| problem.message);
            reach
                .not_on_device
                .insert(self.file.cuda.functions[number].name.clone(), reason.unwrap_or_default());
        }
        for number in required.into_iter().filter(|&number| !is_kept(number)) {
            if reach.functions.insert(number) {
                queue.push(number);
            }
        }
        let mut reported: Vec<(usize, &Diagnostic)> = Vec::new();
        while let Some(number) = queue.pop() {
            let contents = &graph.functions[&number];
            reported.extend(contents.problems.iter().map(|problem| (number, problem)));
            take(contents, Some(number), &mut queue, &mut reach);
        }
        for (number, problem) in reported {
            errors.push(self.file.with_chain(problem.clone(), number, &from));
        }
        // Those that can be had, and need not be.
        for &root in graph.optional.iter().filter(|&&root| !graph.is_kept_away(root)) {
            let mut added: BTreeSet<usize> = BTreeSet::new();
            let mut foreign = Vec::new();
            let mut queue = vec![root];
            while let Some(number) = queue.pop() {
                if reach.functions.contains(&number) || !added.insert(number) {
                    continue;
                }
                let contents = &graph.functions[&number];
                queue.extend(contents.calls.iter().map(|&(callee, _)| callee));
                foreign.extend(contents.foreign.iter().cloned());
            }
            // What only might be called must not need anything of other files: there is something in its place.
            if foreign.iter().all(|(_, found)| found.symbol.is_some()) {
                reach.functions.extend(added);
                reach
                    .weak
                    .extend(foreign.into_iter().filter_map(|(name, found)| Some((name, found.symbol?))));
            }
        }
        if options.on_host == OnHost::Nothing {
            errors.extend(self.file.refused_on_host());
        }
        let of_others = graph.addressed_of_others.iter();
        reach.weak.extend(of_others.filter_map(|found| Some((found.name.clone(), found.symbol?))));
        reach.weak.retain(|name, _| !reach.foreign.contains_key(name));
        reach.undefined =
            reach.foreign.iter().map(|(name, found)| self.file.undefined(name, found, &from)).collect();
        let is_for_library = self.file.cuda.given.is_for_library;
        let is_pointed = |number: &usize| {
            let is_seen = is_for_library && self.file.is_external(*number);
            is_seen || graph.addressed.contains(number)
        };
        reach.pointed = reach.functions.iter().copied().filter(is_pointed).collect();
        self.out.diagnostics.extend(errors);
        reach.calls = graph;
        reach.lacked = self.file.lacked(&reach);
        reach
    }
}

impl File<'_> {
    /// What is to be said if no file has a function.
    fn undefined(
        &self,
        name: &str,
        found: &Foreign,
        from: &HashMap<usize, (Option<usize>, usize)>,
    ) -> Undefined {
        let missing = found.token.map(|token| {
            let message = format!("`{name}` cannot be called on the device");
            let error = Diagnostic::error("E0404", message, self.tokens[token].span.clone())
                .label("no file of the program defines it");
            match found.caller {
                Some(caller) => self.with_chain(error, caller, from),
                None => error,
            }
        });
        let mut root = found.caller;
        while let Some(&(caller, _)) = root.and_then(|number| from.get(&number)) {
            root = caller;
        }
        let root = root.map(|number| self.cuda.functions[number].name.clone());
        Undefined { name: name.to_owned(), missing, root }
    }

    /// A problem of a function, with the calls that lead there.
    fn with_chain(
        &self,
        mut problem: Diagnostic,
        mut number: usize,
        from: &HashMap<usize, (Option<usize>, usize)>,
    ) -> Diagnostic {
        let mut shown = 0;
        while let Some(&(caller, token)) = from.get(&number).filter(|_| shown < 16) {
            let function = &self.cuda.functions[number];
            let place = match caller {
                Some(caller) => {
                    format!("`{}` is called in `{}`", function.name, self.cuda.functions[caller].name)
                }
                None => format!("`{}` is called in a parallel region", function.name),
            };
            problem = problem.note_at(self.tokens[token].span.clone(), place);
            let Some(caller) = caller else { break };
            number = caller;
            shown += 1;
        }
        problem
    }
}
