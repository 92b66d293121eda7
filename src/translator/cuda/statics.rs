//! Variables that a function declares `static`. Both versions of the function
//! have to mean the same one, so where the device uses one, the host's text gets
//! it moved before the function, under a name of its own.

use super::super::Translator;
use super::super::recording::Event;
use super::capture::{Capture, Storage};
use super::reach::Reach;
use crate::openmp::constructs::Tokens;
use crate::symbols::SymbolId;

const REASON: &str = "the device's version of the function has the same variable";

impl Translator<'_> {
    /// Moves the static variables of functions that the device uses.
    pub(super) fn hoist_statics(&mut self, reach: &Reach) {
        let mut moves: Vec<(usize, Vec<(SymbolId, String)>)> = Vec::new();
        for (number, declaration) in self.cuda.declarations.iter().enumerate() {
            if !declaration.is_local || !declaration.is_static || declaration.is_system {
                continue;
            }
            let Some(function) = self.cuda.function_at(*declaration.range.start()) else { continue };
            let is_used = reach.functions.contains(&function)
                || self.cuda.functions[function].regions().any(|region| {
                    let mut is_named = false;
                    region.walk(&mut |inner| {
                        let mut symbols = inner.clauses.items.iter().filter_map(|item| item.symbol);
                        is_named |= symbols.any(|symbol| declaration.symbols.contains(&symbol));
                    });
                    is_named
                        || region.tokens.contains(declaration.range.start())
                        || self.references_in(&region.tokens).iter().any(|reference| {
                            reference.symbol.is_some_and(|symbol| declaration.symbols.contains(&symbol))
                        })
                });
            let variables: Vec<(SymbolId, String)> = declaration
                .symbols
                .iter()
                .filter(|&&symbol| self.scopes.get(symbol).is_variable())
                .map(|&symbol| {
                    let owner = &self.cuda.functions[function].name;
                    (symbol, format!("gpump_{owner}_{}", self.scopes.get(symbol).name))
                })
                .collect();
            if is_used && !variables.is_empty() {
                moves.push((number, variables));
            }
        }
        for (_, variables) in &mut moves {
            for (_, name) in variables.iter_mut() {
                // Two blocks of a function may have variables of one name.
                let mut candidate = name.clone();
                let mut count = 1;
                while self.cuda.hoisted.values().any(|other| *other == candidate) {
                    count += 1;
                    candidate = format!("{name}_{count}");
                }
                *name = candidate;
            }
            self.cuda.hoisted.extend(variables.iter().cloned());
        }
        for (number, variables) in &moves {
            self.rename_hoisted(*number, variables);
        }
        if self.cuda.is_single && self.has_work(reach) {
            self.bridge_host();
        }
        for (number, variables) in moves {
            self.hoist(number, &variables);
        }
    }

    /// The names of moved variables where their function uses them.
    fn rename_hoisted(&mut self, number: usize, variables: &[(SymbolId, String)]) {
        let range = self.cuda.declarations[number].range.clone();
        let Some(function) = self.cuda.function_at(*range.start()) else { return };
        let function_range = self.cuda.functions[function].range.clone();
        for reference in self.references_in(&function_range).to_vec() {
            let Some(symbol) = reference.symbol.filter(|_| !range.contains(&reference.token)) else {
                continue;
            };
            if let Some((_, name)) = variables.iter().find(|(other, _)| *other == symbol) {
                self.rewrite_use(&reference, name.clone(), false, REASON);
            }
        }
    }

    fn hoist(&mut self, number: usize, variables: &[(SymbolId, String)]) {
        const RULE: &str = "declaration";
        let range = self.cuda.declarations[number].range.clone();
        let Some(function) = self.cuda.function_at(*range.start()) else { return };
        let function_start = *self.cuda.functions[function].range.start();
        // The declaration under the new names.
        let sheet = self.new_sheet(false);
        let before = std::mem::replace(&mut self.host, sheet);
        for (symbol, name) in variables {
            let token = self.scopes.get(*symbol).token;
            self.host.replace(token..=token, name.clone(), RULE, REASON);
        }
        for reference in self.references_in(&range).to_vec() {
            if let Some(name) = reference.symbol.and_then(|symbol| self.cuda.hoisted.get(&symbol)) {
                self.host.replace(reference.token..=reference.token, name.clone(), RULE, REASON);
            }
        }
        if self.cuda.is_single {
            self.bridge_on_host(&range);
        }
        let text = self.host.text_of(&range);
        self.host = before;
        let piece = || Event::Piece { source: range.clone(), text: text.clone() };
        self.recorder.event(piece);
        self.insert_before(function_start, format!("{text}\n"), RULE, REASON);
        self.replace(range, String::new(), RULE, REASON);
    }

    /// The reference by which a function on the device has a variable of static
    /// storage.
    pub(super) fn declare_static(&mut self, capture: &Capture) -> String {
        self.enter_capture(capture);
        let original = self.static_original(capture);
        format!("{} = {original};", self.reference(&capture.ty, &super::on_device(&capture.name)))
    }

    /// Local declarations of what has static storage, in a function's version
    /// for the device: references to the host's variables.
    pub(super) fn device_statics(&mut self, range: &Tokens) {
        self.recorder.step("declaration", "device_statics", Some(range), || {
            "Local declarations of what has static storage become references to the host's variables."
                .to_owned()
        });
        let mut edits = Vec::new();
        for declaration in &self.cuda.declarations {
            let is_inside = range.contains(declaration.range.start());
            let is_outer = declaration.is_static || declaration.is_extern;
            if !is_inside || !declaration.is_local || declaration.is_typedef {
                continue;
            }
            let is_function = |symbol: &SymbolId| self.scopes.get(*symbol).is_function();
            if declaration.symbols.iter().any(is_function) && declaration.symbols.iter().all(is_function) {
                edits.push((declaration.range.clone(), Vec::new()));
                continue;
            }
            if !is_outer {
                continue;
            }
            let mut captures = Vec::new();
            for &symbol in &declaration.symbols {
                let found = self.scopes.get(symbol);
                let place = self.after_declarator(found.token);
                let last = self.tokens.visible_from(*declaration.range.end() + 1).unwrap_or(place);
                let Some(ty) = self.type_at(&found.name, last) else { continue };
                let storage = match self.storage(symbol) {
                    Storage::Automatic => Storage::Static,
                    other => other,
                };
                captures.push(Capture {
                    symbol,
                    name: found.name.clone(),
                    ty,
                    storage,
                    is_shared: true,
                    may_change: true,
                    private: None,
                    is_last: false,
                });
            }
            edits.push((declaration.range.clone(), captures));
        }
        for (range, captures) in edits {
            let mut lines = Vec::new();
            for capture in &captures {
                lines.push(self.declare_static(capture));
            }
            let reason = "the variable is the host's";
            self.replace_on_device(range, lines.join(" "), "declaration", reason);
        }
    }
}
