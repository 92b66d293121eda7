//! Who calls whom, from the regions on, and which functions cannot be on the device for it.

use std::cell::LazyCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::super::{File, OnHost, Options};
use super::callees::Callee;
use super::contents::Contents;
use super::kept_addresses::KeptAddresses;
use super::library::{self, Form};
use crate::c::{Type, may_lead};
use crate::diagnostics::Diagnostic;
use crate::openmp::Reference;
use crate::openmp::constructs::Tokens;
use crate::syntax::generated::open_mpc as kind;

/// The functions that are called, by number, and where.
pub type Calls = Vec<(usize, usize)>;

/// The regions of a file and the functions that may have to be on the device with them.
#[derive(Debug, Default)]
pub struct CallGraph {
    /// Whether any of what regions reach calls through a pointer.
    pub calls_pointers: bool,
    /// Each by the first token of its construct, in the order of the file.
    pub regions: Vec<(usize, Contents)>,
    pub functions: HashMap<usize, Contents>,
    /// The functions of the file whose address is taken, if somebody may call them through a pointer.
    pub addressed: BTreeSet<usize>,
    /// Those of the C library, and of other files.
    pub addressed_of_library: Vec<Reference>,
    pub addressed_of_others: Vec<Reference>,
    /// The functions that need not be on the device: others may call them.
    pub optional: Vec<usize>,
    /// The functions that cannot be on the device, each with the call that leads to what cannot, where it is not in themselves.
    obstacles: Obstacles,
    /// Those that may lead there through a pointer, directly or by what they call, where regions may stay on the host for it.
    led_astray: HashSet<usize>,
}

/// Functions that cannot be what they should, each with the call that leads to the reason, where that is not in themselves.
type Obstacles = HashMap<usize, Option<(usize, usize)>>;

impl CallGraph {
    /// Whether a function cannot be on the device.
    fn is_obstructed(&self, function: usize) -> bool {
        self.obstacles.contains_key(&function)
    }

    /// Whether nobody had better call a function on the device: it cannot be there, or may call through a pointer what cannot.
    pub fn is_kept_away(&self, function: usize) -> bool {
        self.is_obstructed(function) || self.led_astray.contains(&function)
    }

    /// What of a region, or of a function, cannot be on the device, behind the calls that lead there.
    pub fn obstacle(&self, contents: &Contents) -> Option<(Calls, Diagnostic)> {
        if let Some(problem) = contents.problems.first() {
            return Some((Vec::new(), problem.clone()));
        }
        let mut call = *contents.calls.iter().find(|(callee, _)| self.is_obstructed(*callee))?;
        let mut calls = vec![call];
        while let Some(Some(next)) = self.obstacles.get(&call.0) {
            calls.push(*next);
            call = *next;
        }
        Some((calls, self.functions.get(&call.0)?.problems.first()?.clone()))
    }

    /// What the region that begins at a token has in it.
    pub fn contents_of(&self, region: usize) -> Option<&Contents> {
        let at = self.regions.binary_search_by_key(&region, |(start, _)| *start).ok()?;
        Some(&self.regions[at].1)
    }

    /// Whether a region or a function calls a function, directly or through others.
    pub fn leads_to(&self, contents: &Contents, function: usize) -> bool {
        self.reached(contents).contains(&function)
    }

    /// The functions that a region or a function calls, directly or through others.
    pub fn reached(&self, contents: &Contents) -> BTreeSet<usize> {
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        let mut queue: Vec<usize> = contents.calls.iter().map(|&(callee, _)| callee).collect();
        while let Some(number) = queue.pop() {
            if seen.insert(number) {
                let calls = self.functions.get(&number).into_iter().flat_map(|contents| &contents.calls);
                queue.extend(calls.map(|&(callee, _)| callee));
            }
        }
        seen
    }

    /// The functions of other files that a region or a function calls, directly or through others.
    pub fn foreign(&self, contents: &Contents) -> BTreeSet<String> {
        let reached = self.reached(contents);
        let functions = reached.iter().filter_map(|number| self.functions.get(number));
        let all = std::iter::once(contents).chain(functions).flat_map(|contents| &contents.foreign);
        all.filter(|(_, found)| found.token.is_some()).map(|(name, _)| name.clone()).collect()
    }

    /// What a region or a function calls through pointers, directly or by what it calls.
    pub fn pointer_calls<'g>(&'g self, contents: &'g Contents) -> Vec<&'g Tokens> {
        let reached = self.reached(contents);
        let functions = reached.iter().filter_map(|number| self.functions.get(number));
        std::iter::once(contents).chain(functions).flat_map(|contents| &contents.pointer_calls).collect()
    }

    /// The functions of the C library whose address is taken, and that the device has not.
    pub fn lacked_of_library(&self) -> impl Iterator<Item = &Reference> {
        let is_missing = |found: &&Reference| library::form(&found.name) != Some(Form::Plain);
        self.addressed_of_library.iter().filter(is_missing)
    }

    /// Some functions, and those that lead to them.
    fn with_callers(&self, mut queue: Vec<usize>) -> Obstacles {
        if queue.is_empty() {
            return Obstacles::new();
        }
        queue.sort_unstable();
        let mut callers: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
        let mut functions: Vec<(&usize, &Contents)> = self.functions.iter().collect();
        functions.sort_unstable_by_key(|(number, _)| **number);
        for (&number, contents) in functions {
            for &(callee, token) in &contents.calls {
                callers.entry(callee).or_default().push((number, token));
            }
        }
        let mut found: Obstacles = queue.iter().map(|&number| (number, None)).collect();
        let mut at = 0;
        while let Some(&callee) = queue.get(at) {
            for &(caller, token) in callers.get(&callee).into_iter().flatten() {
                found.entry(caller).or_insert_with(|| {
                    queue.push(caller);
                    Some((callee, token))
                });
            }
            at += 1;
        }
        found
    }
}

impl File<'_> {
    /// Follows the calls from the regions, from the functions that other files ask for, and from those that they may.
    pub(super) fn call_graph(&self, options: &Options) -> CallGraph {
        let functions = &self.cuda.functions;
        let own = functions.iter().filter(|function| !function.is_system);
        let regions = own.flat_map(|function| function.regions());
        let regions: Vec<(usize, Contents)> = regions
            .map(|region| (*region.tokens.start(), self.contents(&region.tokens, Some(region))))
            .collect();
        let mut graph = CallGraph { regions, ..CallGraph::default() };
        let required = self.functions_asked_for(&options.others.required);
        let called = graph.regions.iter().flat_map(|(_, contents)| &contents.calls);
        let roots: Vec<usize> = called.map(|&(callee, _)| callee).chain(required).collect();
        self.follow(&mut graph, roots);
        let all = graph.regions.iter().map(|(_, contents)| contents).chain(graph.functions.values());
        graph.calls_pointers = all.into_iter().any(|contents| !contents.pointer_calls.is_empty());
        let is_needed = options.for_others || options.others.call_pointers;
        if !graph.regions.is_empty() || is_needed {
            graph.addressed = self.addressed_functions();
        }
        if graph.calls_pointers || is_needed {
            let is_own = |&&number: &&usize| !self.may_be_replaced(&functions[number].name);
            graph.optional.extend(graph.addressed.iter().filter(is_own));
            graph.addressed_of_library =
                self.addressed_elsewhere(|callee| matches!(callee, Callee::Library(_) | Callee::Unknown));
            graph.addressed_of_others = self.addressed_elsewhere(|callee| callee == Callee::Foreign);
        }
        let visible = functions.iter().enumerate().filter(|(_, found)| {
            // Each file that includes a header has its inline functions.
            let is_inline = || {
                let mut head = *found.range.start()..found.name_token;
                head.any(|index| self.tokens[index].kind == kind::INLINE)
            };
            let is_others = found.is_static || found.is_system || found.in_header && is_inline();
            !is_others && found.name != "main" && !self.may_be_replaced(&found.name)
        });
        graph.optional.extend(visible.filter(|_| options.for_others).map(|(number, _)| number));
        graph.optional.extend(self.functions_asked_for(&options.others.weak));
        let roots = graph.optional.clone();
        self.follow(&mut graph, roots);
        self.find_kept_addresses(&mut graph);
        let wrong = graph.functions.iter().filter(|(_, contents)| !contents.problems.is_empty());
        graph.obstacles = graph.with_callers(wrong.map(|(&number, _)| number).collect());
        if options.on_host != OnHost::Nothing {
            while self.leads_more_astray(&mut graph) {}
        }
        graph
    }

    /// Takes down who may call through a pointer what is kept away. Whether there is more: they are kept away themselves.
    fn leads_more_astray(&self, graph: &mut CallGraph) -> bool {
        let is_led = |(number, contents): &(&usize, &Contents)| {
            let calls: Vec<&Tokens> = contents.pointer_calls.iter().collect();
            !calls.is_empty()
                && !graph.led_astray.contains(number)
                && self.obstructed_call(graph, &calls).is_some()
        };
        let found = graph.functions.iter().filter(is_led).map(|(&number, _)| number);
        let found: Vec<usize> = graph.with_callers(found.collect()).into_keys().collect();
        graph.led_astray.extend(&found);
        !found.is_empty()
    }

    fn find_kept_addresses(&self, graph: &mut CallGraph) {
        let CallGraph { regions, functions, addressed, .. } = graph;
        let kept = KeptAddresses::new(self, addressed);
        let own = self.cuda.functions.iter().filter(|function| !function.is_system);
        for ((_, contents), region) in regions.iter_mut().zip(own.flat_map(|function| function.regions())) {
            contents.problems.extend(kept.in_region(region));
        }
        for (&number, contents) in functions {
            contents.problems.extend(kept.in_function(number));
        }
    }

    fn follow(&self, graph: &mut CallGraph, mut queue: Vec<usize>) {
        while let Some(number) = queue.pop() {
            graph.functions.entry(number).or_insert_with(|| {
                let contents = self.contents(&self.cuda.functions[number].range, None);
                queue.extend(contents.calls.iter().map(|&(callee, _)| callee));
                contents
            });
        }
    }
}

impl File<'_> {
    /// The functions of the file among those that other files ask for on the device.
    pub(super) fn functions_asked_for(&self, names: &BTreeSet<String>) -> Vec<usize> {
        let functions = self.cuda.functions.iter().enumerate();
        let asked_for = functions.filter(|(_, found)| !found.is_system && names.contains(&found.name));
        asked_for.map(|(number, _)| number).collect()
    }

    /// The functions of the file whose address is taken anywhere in it.
    fn addressed_functions(&self) -> BTreeSet<usize> {
        let is_value = |reference: &&Reference| {
            !reference.called && reference.symbol.is_some_and(|symbol| self.scopes.get(symbol).is_function())
        };
        let names: BTreeSet<&str> =
            self.references.iter().filter(is_value).map(|reference| reference.name.as_str()).collect();
        names.into_iter().filter_map(|name| self.cuda.function_named(name)).collect()
    }

    /// The uses of some functions that are not of the file as values, one of each.
    fn addressed_elsewhere(&self, is_meant: impl Fn(Callee) -> bool) -> Vec<Reference> {
        let mut names: BTreeSet<&str> = BTreeSet::new();
        let is_value = |reference: &&Reference| {
            !reference.called
                && self.callee(reference).is_some_and(&is_meant)
                && self.nested_definition(reference).is_none()
        };
        let mut found: Vec<&Reference> = self.references.iter().filter(is_value).collect();
        found.retain(|reference| names.insert(&reference.name));
        found.into_iter().cloned().collect()
    }

    /// A call through a pointer, in what a region reaches, that may lead to a function which cannot be on the device: where it is,
    /// the function's name, the calls from there on, and why.
    pub(super) fn obstructed_pointer(
        &self,
        graph: &CallGraph,
        contents: &Contents,
    ) -> Option<(usize, String, Calls, Diagnostic)> {
        self.obstructed_call(graph, &graph.pointer_calls(contents))
    }

    /// The first of some calls through pointers that may lead to such a function, by the types of both.
    fn obstructed_call(
        &self,
        graph: &CallGraph,
        calls: &[&Tokens],
    ) -> Option<(usize, String, Calls, Diagnostic)> {
        let typed = |call: &&Tokens| {
            let pointed = self.pointed_function(call);
            let shape = self.shape_of_call(call, pointed.as_ref());
            (pointed, shape)
        };
        let pointed = LazyCell::new(|| calls.iter().map(typed).collect::<Vec<_>>());
        let call_of = |name: &str, token: usize| -> Option<usize> {
            let declared = self.type_at(name, token);
            let may_be = |(pointed, shape): &(Option<Type>, String)| match (&declared, pointed) {
                (Some(declared), Some(pointed)) => {
                    self.types().compatible(declared, pointed) != Some(false)
                        && may_lead(shape, &self.shape_at(name, token))
                }
                _ => true,
            };
            self.tokens.visible_from(*calls[pointed.iter().position(may_be)?].start())
        };
        let own = graph.addressed.iter().filter(|number| graph.is_kept_away(**number)).find_map(|number| {
            let function = &self.cuda.functions[*number];
            let token = call_of(&function.name, function.body)?;
            let (calls, problem) = graph
                .obstacle(graph.functions.get(number)?)
                .unwrap_or_else(|| (Calls::new(), self.led_astray(function)));
            Some((token, function.name.clone(), calls, problem))
        });
        let of_library = || {
            graph.lacked_of_library().find_map(|reference| {
                let token = call_of(&reference.name, reference.token)?;
                Some((token, reference.name.clone(), Calls::new(), self.not_on_device(reference)))
            })
        };
        let of_others = || {
            self.lacked_of_others(graph).find_map(|reference| {
                let token = call_of(&reference.name, reference.token)?;
                Some((token, reference.name.clone(), Calls::new(), self.not_elsewhere(reference)))
            })
        };
        // Those of other files whose address is taken there.
        let elsewhere = || {
            let lacked = &self.cuda.given.lacked_elsewhere;
            if lacked.is_empty() {
                return None;
            }
            pointed.iter().zip(calls).find_map(|((_, shape), call)| {
                let (_, name) = lacked.iter().find(|(function, _)| may_lead(shape, function))?;
                let token = self.tokens.visible_from(*call.start())?;
                Some((token, name.clone(), Calls::new(), self.lacked_function(name, token)))
            })
        };
        own.or_else(of_library).or_else(of_others).or_else(elsewhere)
    }
}
