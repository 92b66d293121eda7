//! What reaches the device: the regions of the file, and the functions that
//! they call, directly or through others.
//!
//! A function that a region needs and that cannot be had on the device is an
//! error, told with the calls that lead to it. Others are added where they can
//! be had: those that somebody may call through a pointer, and those that other
//! files may call.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::super::{Options, Translator, Undefined, orphan_constructs};
use super::library::{self, Form};
use super::macros::is_of_library;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Tokens, parts_in};
use crate::openmp::{Reference, routines, sharing};
use crate::rewrite::Tokens as _;
use crate::symbols::SymbolId;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;

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
}

/// A function of another file.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// What declares it.
    pub symbol: Option<SymbolId>,
    /// Where it is called; a function whose address is taken need not be there.
    token: Option<usize>,
    /// The function there, if it is no region.
    caller: Option<usize>,
}

/// What a use of a function's name means on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A routine of OpenMP, or one of gcc's functions.
    AsItIs,
    /// The file's own, by number.
    Own(usize),
    Library(Form),
    /// Of another file of the program.
    Foreign,
    /// The system's, or a routine of OpenMP, and not on the device.
    Unknown,
}

/// What stands in a range of tokens.
#[derive(Default)]
struct Contents {
    calls: Vec<(usize, usize)>,
    foreign: Vec<(String, Foreign)>,
    problems: Vec<Diagnostic>,
    calls_through_pointers: bool,
}

impl Translator<'_> {
    /// Finds what reaches the device, and reports what cannot.
    pub(super) fn reach(&mut self, options: &Options) -> Reach {
        let Options { required, weak, for_others, .. } = options;
        let for_others = *for_others;
        let functions = &self.cuda.functions;
        let mut known: HashMap<usize, Contents> = HashMap::new();
        let mut reach = Reach::default();
        let mut errors = Vec::new();
        let mut indirect = false;
        let mut any_region = false;
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
        for function in functions.iter().filter(|function| !function.is_system) {
            for region in function.regions() {
                any_region = true;
                let contents = self.contents(&region.tokens, Some(region));
                indirect |= contents.calls_through_pointers;
                errors.extend(contents.problems.iter().cloned());
                take(&contents, None, &mut queue, &mut reach);
            }
        }
        for (number, function) in functions.iter().enumerate() {
            if required.contains(&function.name) && !function.is_system && reach.functions.insert(number) {
                queue.push(number);
            }
        }
        let mut reported: Vec<(usize, Diagnostic)> = Vec::new();
        while let Some(number) = queue.pop() {
            let contents = self.contents(&functions[number].range, None);
            indirect |= contents.calls_through_pointers;
            reported.extend(contents.problems.iter().cloned().map(|problem| (number, problem)));
            take(&contents, Some(number), &mut queue, &mut reach);
            known.insert(number, contents);
        }
        for (number, problem) in reported {
            errors.push(self.with_chain(problem, number, &from));
        }
        // Those that can be had, and need not be.
        let mut optional: Vec<usize> = Vec::new();
        let addressed = if any_region || for_others { self.addressed_functions() } else { BTreeSet::new() };
        if indirect || for_others {
            optional.extend(addressed.iter().copied());
        }
        if for_others {
            let seen = functions.iter().enumerate();
            optional.extend(
                seen.filter(|(_, found)| {
                    !found.is_static && !found.is_system && !found.in_header && found.name != "main"
                })
                .map(|(number, _)| number),
            );
        }
        optional.extend((0..functions.len()).filter(|&number| weak.contains(&functions[number].name)));
        for root in optional {
            let mut added: BTreeSet<usize> = BTreeSet::new();
            let mut foreign = Vec::new();
            let mut queue = vec![root];
            let mut fits = true;
            while let Some(number) = queue.pop() {
                if reach.functions.contains(&number) || !added.insert(number) {
                    continue;
                }
                let contents =
                    known.entry(number).or_insert_with(|| self.contents(&functions[number].range, None));
                fits &= contents.problems.is_empty();
                queue.extend(contents.calls.iter().map(|&(callee, _)| callee));
                foreign.extend(contents.foreign.iter().cloned());
            }
            // What only might be called must not need anything of other files: there is something in its place.
            if fits && foreign.iter().all(|(_, found)| found.symbol.is_some()) {
                reach.functions.extend(added);
                reach
                    .weak
                    .extend(foreign.into_iter().filter_map(|(name, found)| Some((name, found.symbol?))));
            }
        }
        errors.extend(self.refused_on_host());
        reach.weak.retain(|name, _| !reach.foreign.contains_key(name));
        reach.undefined =
            reach.foreign.iter().map(|(name, found)| self.undefined(name, found, &from)).collect();
        reach.pointed = addressed.into_iter().filter(|number| reach.functions.contains(number)).collect();
        self.diagnostics.extend(errors);
        reach
    }

    /// What is to be said if no file has a function.
    fn undefined(
        &self,
        name: &str,
        found: &Foreign,
        from: &HashMap<usize, (Option<usize>, usize)>,
    ) -> Undefined {
        let missing = found.token.map(|token| {
            let message = format!("`{name}` is called on the device, and no file of the program defines it");
            let error =
                Diagnostic::error("E0404", message, self.tokens[token].span.clone()).label("called here");
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

    /// The functions of the file whose address is taken anywhere in it.
    fn addressed_functions(&self) -> BTreeSet<usize> {
        let is_value = |reference: &&Reference| {
            !reference.called && reference.symbol.is_some_and(|symbol| self.scopes.get(symbol).is_function())
        };
        let names: BTreeSet<&str> =
            self.references.iter().filter(is_value).map(|reference| reference.name.as_str()).collect();
        names.into_iter().filter_map(|name| self.cuda.function_named(name)).collect()
    }

    /// What a use of a name means on the device, if it is that of a function.
    pub(super) fn callee(&self, reference: &Reference) -> Option<Callee> {
        let name = reference.name.as_str();
        let declared = reference.symbol.map(|symbol| self.scopes.get(symbol));
        if declared.is_some_and(|found| !found.is_function()) || (declared.is_none() && !reference.called) {
            return None;
        }
        let is_systems = declared.is_none_or(|found| self.is_system(found.token));
        let is_runtimes = super::super::names::RUNTIME.contains(&name);
        Some(if let Some(routine) = routines::find(name) {
            if routine.on_device { Callee::AsItIs } else { Callee::Unknown }
        } else if is_runtimes {
            Callee::AsItIs
        } else if let Some(number) = self.cuda.function_named(name) {
            Callee::Own(number)
        } else if let Some(form) = library::form(name) {
            Callee::Library(form)
        } else if library::is_builtin(name) {
            match library::builtin(name) {
                Some(Form::Plain) if library::is_as_it_is(name) => Callee::AsItIs,
                Some(form) => Callee::Library(form),
                None => Callee::Unknown,
            }
        } else if is_systems && declared.is_some() {
            Callee::Unknown
        } else {
            Callee::Foreign
        })
    }

    /// The name of the system's macro that brought a token, if the macro's
    /// meaning on the device is the runtime's and not what it says on the host.
    pub(super) fn library_macro(&self, token: usize) -> Option<(usize, &str)> {
        let Origin::Macro { invocation, argument: None } = self.tokens.origin(token) else { return None };
        let typed = *self.tokens.invocation(invocation)?.typed.start();
        let name = self.tokens.text(typed);
        let is_called = || is_of_library(name) && self.is_called_as_typed(invocation);
        (self.cuda.system_macros.contains(name) && is_called()).then_some((typed, name))
    }

    fn contents(&self, range: &Tokens, region: Option<&crate::openmp::Construct>) -> Contents {
        let mut contents = Contents::default();
        let mut reported: HashSet<&str> = HashSet::new();
        for reference in self.references_in(range) {
            if region.is_some_and(|construct| sharing::is_outside(construct, reference.token))
                || self.library_macro(reference.token).is_some()
                || self.is_in_type_generic(reference.token)
            {
                continue;
            }
            match self.callee(reference) {
                Some(Callee::Own(number)) => {
                    if self.cuda.functions[number].is_variadic && reported.insert(&reference.name) {
                        contents.problems.push(self.variadic(reference, number));
                    }
                    contents.calls.push((number, reference.token));
                }
                Some(Callee::Foreign) if self.is_alias(reference) => {
                    contents.problems.extend(reported.insert(&reference.name).then(|| self.alias(reference)));
                }
                Some(Callee::Foreign) => {
                    if let Some(definition) = self.nested_definition(reference) {
                        // One in the range is refused itself.
                        if !range.contains(&definition) && reported.insert(&reference.name) {
                            contents.problems.push(self.nested(reference, definition));
                        }
                        continue;
                    }
                    let token = reference.called.then_some(reference.token);
                    contents.foreign.push((
                        reference.name.clone(),
                        Foreign { symbol: reference.symbol, token, caller: None },
                    ));
                }
                Some(Callee::Unknown) if reported.insert(&reference.name) => {
                    contents.problems.push(self.not_on_device(reference));
                }
                _ => {}
            }
        }
        contents.problems.extend(self.device_limits(range));
        let function = self.cuda.function_at(*range.start());
        if let Some(number) = function.filter(|_| region.is_none()) {
            contents.problems.extend(self.type_in_head(number));
        }
        let parts = function.map_or(&[][..], |number| &self.cuda.functions[number].parts);
        let inside = orphan_constructs(parts_in(parts, range));
        contents.problems.extend(self.refused_updates(inside));
        match region {
            Some(region) => self.refused_construct(region, &mut contents.problems),
            None => self.refused_parts(parts_in(parts, range), &mut contents.problems),
        }
        contents.calls_through_pointers = !self.pointer_calls(range).is_empty();
        contents
    }

    fn not_on_device(&self, reference: &Reference) -> Diagnostic {
        let message = format!("`{}` is called on the device, and is not there", reference.name);
        let error = Diagnostic::error("E0404", message, self.tokens[reference.token].span.clone()).label(
            match library::is_builtin(&reference.name) {
                true => "one of gcc's functions for the host's processor",
                false if routines::find(&reference.name).is_some() => "a routine that only the host has",
                false => "a function of the host's libraries",
            },
        );
        let declared = reference.symbol.map(|symbol| self.scopes.get(symbol).token);
        declared.into_iter().fold(error, |error, token| {
            error.note_at(self.tokens[token].span.clone(), "declared through this header")
        })
    }

    /// Whether a function is declared as another name of one.
    fn is_alias(&self, reference: &Reference) -> bool {
        self.declared_as(&reference.name).iter().any(|&symbol| {
            let mut index = self.scopes.get(symbol).token;
            let mut is_attribute = false;
            while let Some(next) = self.tokens.visible_from(index + 1) {
                index = next;
                match self.tokens[next].kind {
                    kind::SEMICOLON | kind::LEFT_BRACE | kind::EOF => break,
                    kind::ATTRIBUTE => is_attribute = true,
                    kind::IDENTIFIER if is_attribute => {
                        if matches!(self.tokens.text(next).trim_matches('_'), "alias" | "ifunc" | "weakref") {
                            return true;
                        }
                    }
                    _ => {}
                }
            }
            false
        })
    }

    fn alias(&self, reference: &Reference) -> Diagnostic {
        let message =
            format!("`{}` is called on the device, and is another function's second name", reference.name);
        let error = Diagnostic::error("E0404", message, self.tokens[reference.token].span.clone())
            .label("called here")
            .note("CUDA has no aliases on the device")
            .help("call the function by its own name");
        let declared = reference.symbol.map(|symbol| self.scopes.get(symbol).token);
        declared
            .into_iter()
            .fold(error, |error, token| error.note_at(self.tokens[token].span.clone(), "declared here"))
    }

    /// The name in the definition of a function that is defined inside another one.
    fn nested_definition(&self, reference: &Reference) -> Option<usize> {
        let declared = self.scopes.get(reference.symbol?);
        let open = self.tokens.visible_from(declared.token + 1)?;
        let close = self.tokens.partner(open).filter(|_| declared.depth > 0)?;
        let body = self.tokens.visible_from(close + 1)?;
        (self.tokens[body].kind == kind::NESTED_BODY).then_some(declared.token)
    }

    fn nested(&self, reference: &Reference, definition: usize) -> Diagnostic {
        let message =
            format!("`{}` is called on the device, and is a function inside a function", reference.name);
        self.refused(reference.token, &message)
            .label("C++ has no such functions")
            .note_at(self.tokens[definition].span.clone(), "defined here")
    }

    fn variadic(&self, reference: &Reference, number: usize) -> Diagnostic {
        let message =
            format!("`{}` is called on the device, and takes any number of arguments", reference.name);
        Diagnostic::error("E0404", message, self.tokens[reference.token].span.clone())
            .label("called here")
            .note_at(self.tokens[self.cuda.functions[number].name_token].span.clone(), "defined here")
            .note("CUDA has no functions with `...` on the device")
    }
}
