//! Variables that a function declares `static`. Both versions of the function
//! have to mean the same one, so where the device uses one, the host's text gets
//! it moved before the function, under a name of its own.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::super::constructs::in_header;
use super::super::recording::Event;
use super::super::{File, Translator, Writer};
use super::capture::{Capture, Storage};
use super::reach::Reach;
use crate::c::FUNCTION_NAMES;
use crate::c::symbols::{DeclInfo, SymbolId};
use crate::codegen::cuda::host_file::{HeapArray, Origin};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::source::quoted::string_literal;
use crate::syntax::generated::open_mpc as kind;

const REASON: &str = "the device's version of the function has the same variable";

/// A declaration, by its number, and its variables with the names that they get.
type Move = (usize, Vec<(SymbolId, String)>);

/// The declarations that go before their functions.
pub(super) struct Moves {
    variables: Vec<Move>,
    /// Those that define the types of these variables.
    types: BTreeSet<usize>,
}

impl Translator<'_> {
    /// Finds the static variables of functions that the device uses, which are to be moved.
    pub(super) fn statics_to_move(&mut self, reach: &Reach) -> Moves {
        let mut moves: Vec<Move> = Vec::new();
        let mut refused: Vec<Tokens> = Vec::new();
        for (number, declaration) in self.file.cuda.declarations.iter().enumerate() {
            if !declaration.is_local || !declaration.is_static || declaration.is_system {
                continue;
            }
            let Some(function) = self.file.cuda.function_at(*declaration.range.start()) else { continue };
            let is_used = reach.functions.contains(&function)
                || self.file.cuda.functions[function].regions().any(|region| {
                    let mut is_named = false;
                    region.walk(&mut |inner| {
                        let mut symbols = inner.clauses.items.iter().filter_map(|item| item.symbol);
                        is_named |= symbols.any(|symbol| declaration.symbols.contains(&symbol));
                    });
                    is_named
                        || region.tokens.contains(declaration.range.start())
                        || self.file.references_in(&region.tokens).iter().any(|reference| {
                            reference.symbol.is_some_and(|symbol| declaration.symbols.contains(&symbol))
                        })
                });
            let variables: Vec<(SymbolId, String)> = declaration
                .symbols
                .iter()
                .filter(|&&symbol| self.file.scopes.get(symbol).is_variable())
                .map(|&symbol| {
                    let owner = &self.file.cuda.functions[function].name;
                    (symbol, format!("gpump_{owner}_{}", self.file.scopes.get(symbol).name))
                })
                .collect();
            let goes_into_heap =
                || declaration.symbols.iter().any(|&symbol| self.file.may_lead_there(symbol, reach));
            let in_header = self.file.tokens.is_in_header(*declaration.range.start());
            if in_header && is_used && !variables.is_empty() {
                refused.push(declaration.range.clone());
            } else if !in_header && !variables.is_empty() && (is_used || goes_into_heap()) {
                moves.push((number, variables));
            }
        }
        for range in refused {
            let error = in_header("a static variable", *range.start(), self.file.tokens);
            self.out.diagnostics.push(error);
        }
        let mut taken: HashSet<String> = self.file.cuda.decided.hoisted.values().cloned().collect();
        for (_, variables) in &mut moves {
            for (_, name) in variables.iter_mut() {
                // Two blocks of a function may have variables of one name.
                let mut candidate = name.clone();
                let mut count = 1;
                while taken.contains(&candidate) {
                    count += 1;
                    candidate = format!("{name}_{count}");
                }
                *name = candidate;
            }
            taken.extend(variables.iter().map(|(_, name)| name.clone()));
            self.file.cuda.decided.hoisted.extend(variables.iter().cloned());
        }
        let types = self.file.types_to_move(moves.iter().map(|(number, _)| *number).collect());
        self.check_moved_types(&types);
        self.file.cuda.decided.moved_types = types
            .iter()
            .filter_map(|&number| {
                let declaration = &self.file.cuda.declarations[number];
                Some((*declaration.range.start(), self.file.moved_part(declaration)?))
            })
            .collect();
        Moves { variables: moves, types }
    }

    /// Two functions may have types of one name, and what stands before both may not.
    fn check_moved_types(&mut self, types: &BTreeSet<usize>) {
        if types.is_empty() {
            return;
        }
        let names = |number: usize| {
            let declaration = &self.file.cuda.declarations[number];
            self.file.names_defined(declaration).into_iter().map(move |name| (number, name))
        };
        let is_apart =
            |&number: &usize| types.contains(&number) || !self.file.cuda.declarations[number].is_local;
        let mut owners: HashMap<String, usize> = HashMap::new();
        let mut errors = Vec::new();
        for (number, name) in (0..self.file.cuda.declarations.len()).filter(is_apart).flat_map(names) {
            let other = *owners.entry(name.clone()).or_insert(number);
            if other == number || !(types.contains(&number) || types.contains(&other)) {
                continue;
            }
            let (inner, outer) = if types.contains(&number) { (number, other) } else { (other, number) };
            let span = |number: usize| self.file.tokens.span(&self.file.cuda.declarations[number].range);
            let message =
                format!("a `static` variable that the device uses needs `{name}`, one of two of this name");
            errors.push(
                Diagnostic::error("E0405", message, span(inner))
                    .label("goes before the function, with the variable")
                    .note_at(span(outer), "the other")
                    .help("give one of them another name"),
            );
        }
        self.out.diagnostics.extend(errors);
    }
}

impl Writer<'_, '_> {
    /// Moves them.
    pub(super) fn hoist_statics(&mut self, moves: &Moves, has_work: bool) {
        for (number, variables) in &moves.variables {
            self.rename_hoisted(*number, variables);
            self.share_hoisted(*number, variables);
        }
        if self.file.cuda.given.is_single && has_work {
            self.bridge_host();
        }
        let mut all: Vec<(usize, &[(SymbolId, String)])> =
            moves.variables.iter().map(|(number, variables)| (*number, variables.as_slice())).collect();
        all.extend(moves.types.iter().map(|&number| (number, [].as_slice())));
        // In the order of the file, as a type comes before what is declared with it.
        all.sort_by_key(|(number, _)| std::cmp::Reverse(self.file.cuda.start_of(*number)));
        for (number, variables) in all {
            let start = self.file.cuda.start_of(number);
            let (tokens, left) = match self.file.cuda.decided.moved_types.get(&start) {
                Some(moved) => moved.clone(),
                None => (self.file.cuda.declarations[number].range.clone(), String::new()),
            };
            self.hoist(&tokens, left, variables);
        }
    }

    /// The names of moved variables where their function uses them.
    fn rename_hoisted(&mut self, number: usize, variables: &[(SymbolId, String)]) {
        let range = self.file.cuda.declarations[number].range.clone();
        let Some(function) = self.file.cuda.function_at(*range.start()) else { return };
        let function_range = self.file.cuda.functions[function].range.clone();
        for reference in self.file.references_in(&function_range).to_vec() {
            let Some(symbol) = reference.symbol.filter(|_| !range.contains(&reference.token)) else {
                continue;
            };
            if let Some((_, name)) = variables.iter().find(|(other, _)| *other == symbol) {
                let name = self.file.cuda.decided.host_forms.get(&symbol).unwrap_or(name).clone();
                self.out.rewrite_use(&reference, name, false, REASON);
            }
        }
        for token in self.file.listed_as_addresses(&function_range) {
            let listed = variables.iter().find(|(symbol, _)| self.file.means(token, *symbol));
            if let Some((_, name)) = listed {
                self.out.host.replace(token..=token, name.clone(), "clause", REASON);
            }
        }
    }

    /// Where a construct has a `default` that is not `shared`, variables of the file have to be in a clause, and these are of the
    /// file now.
    fn share_hoisted(&mut self, number: usize, variables: &[(SymbolId, String)]) {
        let start = *self.file.cuda.declarations[number].range.start();
        let pointer = |symbol| Some(self.file.heap_array_of(symbol)?.pointer.clone());
        let names = variables.iter().map(|(symbol, name)| pointer(*symbol).unwrap_or_else(|| name.clone()));
        let clause = format!(" shared({})", names.collect::<Vec<_>>().join(", "));
        for construct in self.file.constructs_around(start) {
            let default = construct.clauses.default.as_ref();
            if let Some(default) = default.filter(|default| default.none || default.sharing.is_some()) {
                self.out.host.insert_after(*default.tokens.end(), clause.clone(), "clause", REASON);
            }
        }
    }

    /// Puts a declaration, or the definition of a type in one, before its function.
    fn hoist(&mut self, range: &Tokens, left: String, variables: &[(SymbolId, String)]) {
        const RULE: &str = "declaration";
        let Some(function) = self.file.cuda.function_at(*range.start()) else { return };
        let function_start = *self.file.cuda.functions[function].range.start();
        // The declaration under the new names.
        let stream = self.new_stream(false);
        let before = std::mem::replace(&mut self.out.host, stream);
        let mut pointers = String::new();
        for (symbol, name) in variables {
            let token = self.file.scopes.get(*symbol).token;
            let mut name = self.file.cuda.decided.host_forms.get(symbol).unwrap_or(name).clone();
            if let Some(HeapArray { pointer, origin: Origin::Image(image) }) =
                self.file.heap_array_of(*symbol)
            {
                pointers.push_str(&format!("static __typeof__({image}) *{pointer};\n"));
                name.clone_from(image);
            }
            self.out.host.replace(token..=token, name, RULE, REASON);
        }
        for reference in self.file.references_in(range).to_vec() {
            let form = |symbol| {
                self.file
                    .cuda
                    .decided
                    .host_forms
                    .get(&symbol)
                    .or_else(|| self.file.cuda.decided.hoisted.get(&symbol))
            };
            if let Some(name) = reference.symbol.and_then(form) {
                self.out.host.replace(reference.token..=reference.token, name.clone(), RULE, REASON);
            }
        }
        let is_function_name = |&index: &usize| {
            FUNCTION_NAMES.contains(&self.file.tokens.text(index)) && self.file.tokens[index].is_visible()
        };
        for index in range.clone().filter(is_function_name) {
            let name = string_literal(&self.file.cuda.functions[function].name);
            self.out.host.replace(index..=index, name, RULE, "it stands in no function here");
        }
        if self.file.cuda.given.is_single {
            self.bridge_to_cplusplus(range, false);
        }
        let text = self.out.host.text_of(range);
        self.out.host = before;
        let piece = || Event::Piece { source: range.clone(), text: text.clone() };
        self.out.recorder.event(piece);
        let end = if text.trim_end().ends_with(';') { "" } else { ";" };
        self.out.host.insert_before(function_start, format!("{text}{end}\n{pointers}"), RULE, REASON);
        self.out.host.replace(range.clone(), left, RULE, REASON);
    }

    /// The reference by which a function on the device has a variable of static
    /// storage.
    pub(super) fn declare_static(&mut self, capture: &Capture) -> String {
        self.enter_static(capture);
        let original = self.file.static_original(capture);
        format!("{} = {original};", self.file.reference(&capture.ty, &self.file.on_device(&capture.name)))
    }

    /// Local declarations of what has static storage, in a function's version
    /// for the device: references to the host's variables.
    pub(super) fn device_statics(&mut self, range: &Tokens) {
        self.out.recorder.step("declaration", "device_statics", Some(range), || {
            "Local declarations of what has static storage become references to the host's variables."
                .to_owned()
        });
        let mut edits = Vec::new();
        let moved = self.file.cuda.decided.moved_types.iter().filter(|(start, _)| range.contains(start));
        let moved: Vec<(Tokens, String)> = moved.map(|(_, moved)| moved.clone()).collect();
        for (_, declaration) in self.file.cuda.declarations_in(range) {
            let is_outer = declaration.is_static || declaration.is_extern;
            if !declaration.is_local || declaration.is_typedef {
                continue;
            }
            let is_function = |symbol: &SymbolId| self.file.scopes.get(*symbol).is_function();
            if declaration.symbols.iter().any(is_function) && declaration.symbols.iter().all(is_function) {
                edits.push((declaration.range.clone(), Vec::new()));
                continue;
            }
            if !is_outer {
                continue;
            }
            let mut captures = Vec::new();
            for &symbol in &declaration.symbols {
                let found = self.file.scopes.get(symbol);
                let place = self.file.after_declarator(found.token);
                let last = self.file.tokens.visible_from(*declaration.range.end() + 1).unwrap_or(place);
                let Some(ty) = self.file.type_at(&found.name, last) else { continue };
                let storage = match self.file.storage(symbol) {
                    Storage::Automatic => Storage::Static,
                    other => other,
                };
                captures.push(Capture::of_function(symbol, &found.name, ty, storage));
            }
            edits.push((declaration.range.clone(), captures));
        }
        for (range, left) in moved {
            self.out.device.replace(range, left, "declaration", "the type stands before the function");
        }
        for (range, captures) in edits {
            let mut lines = Vec::new();
            for capture in &captures {
                lines.push(self.declare_static(capture));
            }
            let reason = "the variable is the host's";
            self.out.device.replace(range, lines.join(" "), "declaration", reason);
        }
    }
}

impl File<'_> {
    /// The names that clauses about device addresses list. They are no uses of the variables.
    fn listed_as_addresses(&self, range: &Tokens) -> Vec<usize> {
        let pragmas = range.clone().filter(|&index| self.tokens[index].kind == kind::PRAGMA_OMP);
        let written = pragmas.filter_map(|pragma| Written::at(self.tokens, pragma));
        let listed = written.flat_map(|written| {
            let clauses = written.clauses().filter(|(word, _)| word.contains("_device_"));
            clauses.flat_map(|(_, clause)| written.names(clause)).collect::<Vec<_>>()
        });
        listed.collect()
    }

    /// Whether a name that is no use means a variable.
    fn means(&self, token: usize, symbol: SymbolId) -> bool {
        let DeclInfo { name, token: declared, .. } = self.scopes.get(symbol);
        let meant_at = |token: usize| self.types().lookup(name, token).map(std::ptr::from_ref);
        self.tokens.text(token) == name && meant_at(token) == meant_at(self.after_declarator(*declared))
    }

    /// The declarations of types, in the functions of some declarations, that these need before their functions.
    fn types_to_move(&self, declarations: BTreeSet<usize>) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut waiting: Vec<usize> = declarations.iter().copied().collect();
        while let Some(number) = waiting.pop() {
            let range = &self.cuda.declarations[number].range;
            let Some(function) = self.cuda.function_at(*range.start()) else { continue };
            let start = *self.cuda.functions[function].range.start();
            for (other, declaration) in self.cuda.declarations_in(&(start..=range.start().saturating_sub(1)))
            {
                let is_candidate = declaration.is_local && !declarations.contains(&other);
                if is_candidate
                    && self.is_open_at(*declaration.range.end(), *range.start())
                    && self.defines_for(declaration, range)
                    && self.moved_part(declaration).is_some()
                    && found.insert(other)
                {
                    waiting.push(other);
                }
            }
        }
        found
    }
}
