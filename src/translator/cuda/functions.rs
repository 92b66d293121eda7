//! Functions: their regions, and their versions for the device.

use super::super::lines::Mark;
use super::super::{File, Writer};
use super::capture::{Capture, literal_of};
use super::definitions::Function;
use super::library::{self, Form};
use super::reach::Reach;
use super::settle::Settled;
use crate::c::symbols::{DeclInfo, SymbolId};
use crate::c::{Style, Type};
use crate::codegen::cuda::device_file::{Pointed, Threadprivate};
use crate::codegen::cuda::host_file::{Entry, What};
use crate::codegen::cuda::needs::Needs;
use crate::rewrite::Tokens as _;

impl Writer<'_, '_> {
    /// Writes what a function has on the device: the kernels of its regions,
    /// and, if regions call it, its own version.
    pub(super) fn write_function(&mut self, number: usize, settled: &Settled) -> Vec<String> {
        let function = &self.file.cuda.functions[number];
        if function.is_system {
            return Vec::new();
        }
        let regions: Vec<crate::openmp::Construct> = function.regions().cloned().collect();
        let stem = match function.is_static {
            true => format!("{}_{}", self.file.cuda.given.identifier, function.name),
            false => function.name.clone(),
        };
        let mut code = Vec::new();
        if settled.reach.functions.contains(&number) {
            code.push(self.write_device_function(number));
        }
        for (at, region) in regions.iter().enumerate() {
            let name = format!("{stem}_parallel{at}");
            if let Some(planned) = settled.plans.get(region.tokens.start()) {
                code.extend(self.write_planned(region, planned, &name));
            }
            self.out.written.kernels.push(name);
        }
        code
    }

    fn write_device_function(&mut self, number: usize) -> String {
        let function = &self.file.cuda.functions[number];
        let (range, body, parts) = (function.range.clone(), function.body, function.parts.clone());
        let captures = self.file.captured_globals(function);
        let stream = self.new_stream(true);
        let before = std::mem::replace(&mut self.out.device, stream);
        let mut prologue = String::new();
        for capture in &captures {
            let declared = match self.file.known_value(capture, &range) {
                Some(value) => {
                    self.out.recorder.note(|recording| {
                        recording.constants.insert(capture.symbol);
                    });
                    let name = self.file.on_device(&capture.name);
                    format!("{} = {};", self.file.spell(&capture.ty, &name), literal_of(value))
                }
                None => self.declare_static(capture),
            };
            prologue.push_str(&format!("\n    {declared}"));
        }
        let rule = "function_definition";
        let name = self.file.cuda.functions[number].name.clone();
        self.out.recorder.step(rule, "write_device_function", Some(&range), || {
            format!("Begins the device's version of `{name}` with the function's own text.")
        });
        let stream = self.show_stream(&range);
        // The body may have variables of these names, too.
        let is_inside = |token: usize| token > body && range.contains(&token);
        let is_hidden = |capture: &Capture| {
            self.file.scopes.named(&capture.name).any(|(_, found)| is_inside(found.token))
        };
        let has_hidden = captures.iter().any(is_hidden);
        let large = self.file.copies_of_large_parameters(&self.file.cuda.functions[number]);
        let has_block = has_hidden || large.is_some();
        let (originals, copies) = large.unwrap_or_default();
        if !prologue.is_empty() {
            self.out.recorder.step(rule, "captured_globals", Some(&range), || {
                "Declares the file's variables that the function uses: references to the host's, or constants with their \
                 values."
                    .to_owned()
            });
        }
        prologue += &originals;
        if has_block {
            prologue += "\n    {";
        }
        prologue += &copies;
        if !prologue.is_empty() {
            // In front of the bounds of parameters, which may name them.
            let reason = match copies.as_str() {
                "" => "the file's variables that it uses",
                _ => "the file's variables that it uses, and copies of large parameters, which nvcc mistakes",
            };
            self.out.device.insert_after(body, prologue, rule, reason);
        }
        self.write_device_forms(&range, None);
        self.device_statics(&range);
        let plan = self.file.plan_function(&parts);
        self.device_constructs(&parts, &plan, true);
        if has_block {
            let reason = "C++ has these names and the body's own in one scope";
            self.out.device.insert_before(*range.end(), "} ".to_owned(), rule, reason);
        }
        let text = format!(
            "__device__ {}{}\n",
            self.out.device.marked_text_of(&range, &self.file.cuda.given.places),
            Mark::Own
        );
        self.keep_stream(before);
        self.complete_code(stream, &text, rule, &range);
        text
    }

    /// The declarations of all functions that the device's text has or calls.
    pub(super) fn prototypes_on_device(&mut self, reach: &Reach) -> Vec<String> {
        let mut prototypes = Vec::new();
        for &number in &reach.functions {
            let function = &self.file.cuda.functions[number];
            let declared = self.file.scopes.get(function.symbol);
            let ty = self.file.type_of_function(function);
            let declared = match ty.filter(names_parameters) {
                Some(ty) => self.file.spell(&ty, &self.file.on_device(&function.name)),
                None => declared.ty.declare(&self.file.on_device(&function.name)),
            };
            let words = if function.is_static { "static " } else { "" };
            prototypes.push(format!("__device__ {words}{declared};"));
        }
        let is_linked_later = self.file.cuda.given.is_linked_later;
        for (name, found) in &reach.foreign {
            let Some(symbol) = found.symbol else { continue };
            prototypes.push(match is_linked_later {
                true => format!("GPUMP_NEED({name});\n{}", self.file.perhaps_elsewhere(name, symbol)),
                false => format!("__device__ {};", self.file.declared_elsewhere(name, symbol)),
            });
        }
        for (name, &symbol) in &reach.weak {
            let need = if is_linked_later { format!("GPUMP_NEED({name});\n") } else { String::new() };
            prototypes.push(need + &self.file.perhaps_elsewhere(name, symbol));
        }
        prototypes
    }

    /// The functions in the table for calls through pointers: of the C library, the file, and others, which may have none.
    pub(super) fn pointed_functions(&mut self, reach: &Reach) -> Vec<Pointed> {
        let mut found = Vec::new();
        let of_library = reach.calls.addressed_of_library.iter();
        for reference in of_library.filter(|found| library::form(&found.name) == Some(Form::Plain)) {
            let name = reference.name.clone();
            let Some(ty) = self.file.type_at(&name, reference.token) else { continue };
            let member = self.file.spell(&ty, &format!("(*{name})"));
            self.out.written.enter(Entry { name: name.clone(), member, what: What::Function(name.clone()) });
            let ty = Some(self.file.spell(&ty, "(*)"));
            found.push(Pointed { entry: name.clone(), name, ty });
        }
        let own = reach.pointed.iter().map(|&number| &self.file.cuda.functions[number]);
        let mut functions: Vec<(String, usize)> = own.map(|own| (own.name.clone(), own.body)).collect();
        let of_others = reach.calls.addressed_of_others.iter();
        functions.extend(of_others.map(|found| (found.name.clone(), found.token)));
        for (name, token) in functions {
            let entry = self.enter_function(name, token);
            found.push(Pointed { entry: entry.clone(), name: entry, ty: None });
        }
        found
    }

    /// Puts a function that is named at a token into the table, and gives the name of its entry.
    pub(super) fn enter_function(&mut self, name: String, token: usize) -> String {
        let ty = self.file.type_at(&name, token);
        let entry = self.file.on_device(&name);
        let is_of_block = |symbol: SymbolId| self.file.scopes.get(symbol).depth > 0;
        let is_undefined = self.file.cuda.function_named(&name).is_none();
        if is_undefined && self.file.symbol_at(token).is_some_and(is_of_block) {
            // The table stands where the file may not declare it.
            let declared = ty.as_ref().and_then(|ty| self.file.types().declare(ty, &name));
            self.out.written.externs.extend(declared.map(|declared| format!("extern {declared};")));
        }
        let member = ty.map(|ty| self.file.spell(&ty, &format!("(*{entry})"))).unwrap_or_default();
        self.out.written.enter(Entry { name: entry.clone(), member, what: What::Function(name) });
        entry
    }

    /// The threadprivate variables that the device's text declares.
    pub(super) fn threadprivate_variables(&mut self) -> Vec<Threadprivate> {
        let mut found: Vec<Threadprivate> = Vec::new();
        let mut entries = Vec::new();
        for (symbol, declaration) in self.file.scopes.all() {
            let Some(directive) = self.file.threadprivate.directive(symbol, &self.file.scopes) else {
                continue;
            };
            if !declaration.is_variable() {
                continue;
            }
            let name = self.file.on_device(self.file.cuda.decided.name_of(symbol, &declaration.name));
            let is_defined = !declaration.is_extern;
            let is_used = self.out.written.threadprivate.contains(&name);
            if let Some(earlier) = found.iter_mut().find(|other| other.name == name) {
                if is_defined && earlier.entry.is_none() {
                    earlier.entry = Some(name.clone());
                    earlier.is_static |= declaration.is_static;
                    entries.push((name, symbol));
                }
                continue;
            }
            if !is_used && (!is_defined || declaration.is_static) {
                continue;
            }
            let Some(ty) = self.file.declared_type(declaration) else { continue };
            if is_defined {
                entries.push((name.clone(), symbol));
            }
            let place = self.file.place_of_declared(declaration);
            found.push(Threadprivate {
                align: self.file.asked_alignment(&declaration.name, place, &ty),
                ty: self.file.spell(&ty, ""),
                entry: is_defined.then(|| name.clone()),
                is_static: declaration.is_static,
                comment: self.file.pragma_comment(directive),
                name,
            });
        }
        for (name, symbol) in entries {
            let declaration = self.file.scopes.get(symbol);
            let Some(ty) = self.file.declared_type(declaration) else { continue };
            let member = self.file.spell(&Type::pointer_to(ty), &name);
            let variable = self.file.cuda.decided.name_of(symbol, &declaration.name).to_owned();
            let what = match self.file.cuda.decided.keeps_directives {
                true => What::ThreadLocal(variable),
                false => What::Variable(variable),
            };
            self.out.written.enter(Entry { name, member, what });
        }
        found
    }
}

impl File<'_> {
    /// The type of a function; where its body is, a parameter may have its name.
    pub(super) fn type_of_function(&self, function: &Function) -> Option<Type> {
        self.type_at(&function.name, function.name_token)
    }

    /// The functions that regions of other files may need, where the linker tells them.
    pub(super) fn offered_functions(&self, reach: &Reach) -> Vec<(String, Needs)> {
        let functions = reach.functions.iter().map(|number| (number, &self.cuda.functions[*number]));
        let offered =
            functions.filter(|(_, function)| self.cuda.given.is_linked_later && !function.is_static);
        let needs = |number| {
            let contents = reach.calls.functions.get(number);
            contents.map(|contents| self.needs(&reach.calls, contents)).unwrap_or_default()
        };
        offered.map(|(number, function)| (function.name.clone(), needs(number))).collect()
    }

    /// The declaration of a function of another file.
    fn declared_elsewhere(&self, name: &str, symbol: crate::c::symbols::SymbolId) -> String {
        let found = self.scopes.get(symbol);
        let ty = self.cuda_declaration_type(name);
        ty.map_or_else(
            || found.ty.declare(&self.on_device(name)),
            |ty| self.spell(&ty, &self.on_device(name)),
        )
    }

    /// A function of another file that may have no version for the device. Its text uses the parameters, since the compiler
    /// may go by it.
    fn perhaps_elsewhere(&self, name: &str, symbol: crate::c::symbols::SymbolId) -> String {
        // A function may declare it for itself.
        let declared = self.after_declarator(self.scopes.get(symbol).token);
        let ty = self
            .type_at(name, self.tokens.len().saturating_sub(1))
            .filter(|ty| ty.function().is_some())
            .or_else(|| self.type_at(name, declared));
        let function = ty.as_ref().and_then(|ty| ty.function());
        let named = function.filter(|function| function.style != Style::Unprototyped).and_then(|function| {
            let parameters = function.parameters.iter().enumerate().map(|(at, parameter)| {
                let (ty, name) = (parameter.ty.as_ref()?, format!("gpump_{at}"));
                Some((self.spell(self.types().as_va_list(ty).unwrap_or(ty), &name), name))
            });
            let (mut declared, names): (Vec<_>, Vec<_>) =
                parameters.collect::<Option<Vec<_>>>()?.into_iter().unzip();
            declared.extend((function.style == Style::Variadic).then(|| "...".to_owned()));
            let declarator = format!("{}({})", self.on_device(name), declared.join(", "));
            Some((self.spell(&function.returns, &declarator), names))
        });
        let (declared, names) = named.unwrap_or_else(|| (self.declared_elsewhere(name, symbol), Vec::new()));
        let returns = function.map_or_else(
            || format!("decltype({}())", self.on_device(name)),
            |function| self.spell(&function.returns, ""),
        );
        let arguments: String = names.iter().map(|name| format!(", {name}")).collect();
        format!(
            "GPUMP_PERHAPS_ELSEWHERE {declared} {{ return gpump_elsewhere<{returns}>(\"{name}\"{arguments}); }}"
        )
    }

    /// The type of a function that another file defines.
    fn cuda_declaration_type(&self, name: &str) -> Option<Type> {
        let last = self.tokens.len().saturating_sub(1);
        self.type_at(name, last).filter(names_parameters)
    }

    /// The type of a variable: of the file's, with all that its declarations say.
    fn declared_type(&self, declaration: &DeclInfo) -> Option<Type> {
        self.type_at(&declaration.name, self.place_of_declared(declaration))
    }

    /// Where a variable's name means all that its declarations say.
    fn place_of_declared(&self, declaration: &DeclInfo) -> usize {
        match declaration.depth {
            0 => self.tokens.len() - 1,
            _ => self.after_declarator(declaration.token),
        }
    }

    /// The token behind the declarator of a name; behind any other name, the next.
    pub(in super::super) fn after_declarator(&self, name: usize) -> usize {
        let last = self.tree().declarator_end(name).unwrap_or(name);
        self.tokens.visible_from(last + 1).unwrap_or(last)
    }
}

/// Whether a type is that of a function whose declaration says which parameters it has.
fn names_parameters(ty: &Type) -> bool {
    ty.function().is_some_and(|function| function.style != Style::Unprototyped)
}
