//! What stands in a region or a function: the calls, and what cannot be on the device.

use std::collections::HashSet;

use super::super::{File, orphan_constructs};
use super::callees::{Callee, Foreign};
use super::definitions::Function;
use super::library::{self, Form};
use crate::c::{Style, Type};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Tokens, parts_in};
use crate::openmp::{Construct, Part, Reference, routines, sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

/// What stands in a range of tokens.
#[derive(Debug, Default)]
pub struct Contents {
    /// The functions of the file that are called, by number, and where.
    pub calls: Vec<(usize, usize)>,
    /// Those of other files.
    pub foreign: Vec<(String, Foreign)>,
    /// What cannot be on the device.
    pub problems: Vec<Diagnostic>,
    /// What is called through a pointer, here or in the C library.
    pub pointer_calls: Vec<Tokens>,
}

impl File<'_> {
    /// What stands in a function, or in a region.
    pub(super) fn contents(&self, range: &Tokens, region: Option<&Construct>) -> Contents {
        let mut contents = Contents::default();
        let mut reported: HashSet<&str> = HashSet::new();
        let operators = self.operators_in(range);
        let of_operators = operators.iter().flat_map(|operator| self.references_in(operator));
        for reference in self.references_in(range).iter().chain(of_operators) {
            if region.is_some_and(|construct| sharing::is_outside(construct, reference.token))
                || self.library_macro(reference.token).is_some()
                || self.is_in_type_generic(reference.token)
            {
                continue;
            }
            match self.callee(reference) {
                Some(Callee::AsItIs | Callee::Library(_))
                    if let Some(ty) =
                        reference.symbol.and_then(|symbol| self.own_type_of_library(symbol)) =>
                {
                    let is_new = reported.insert(&reference.name);
                    contents.problems.extend(is_new.then(|| self.with_own_type(reference, &ty)));
                }
                Some(Callee::AsItIs) if let Some(asking) = self.setting_asked_for(&reference.name) => {
                    let is_new = reported.insert(&reference.name);
                    contents.problems.extend(is_new.then(|| self.with_no_effect(reference, asking)));
                }
                Some(Callee::Own(number)) => contents.calls.push((number, reference.token)),
                Some(Callee::Foreign) if self.is_alias(reference) => {
                    contents.problems.extend(reported.insert(&reference.name).then(|| self.alias(reference)));
                }
                Some(Callee::Foreign) if self.cuda.given.not_on_device.contains_key(&reference.name) => {
                    let is_new = reference.called && reported.insert(&reference.name);
                    contents.problems.extend(is_new.then(|| self.not_elsewhere(reference)));
                }
                Some(Callee::Foreign) => {
                    if let Some(definition) = self.nested_definition(reference) {
                        // One in the range is refused itself.
                        if !range.contains(&definition) && reported.insert(&reference.name) {
                            contents.problems.push(self.nested(reference, definition));
                        }
                        continue;
                    }
                    if self.lacks_parameters(reference) {
                        let is_new = reported.insert(&reference.name);
                        contents.problems.extend(is_new.then(|| self.without_parameters(reference)));
                        continue;
                    }
                    let token = reference.called.then_some(reference.token);
                    contents.foreign.push((
                        reference.name.clone(),
                        Foreign { symbol: reference.symbol, token, caller: None },
                    ));
                }
                Some(Callee::Library(form)) => {
                    contents.pointer_calls.extend(self.called_back(reference));
                    if !reference.called && form != Form::Plain && reported.insert(&reference.name) {
                        contents.problems.push(self.not_on_device(reference));
                    }
                }
                Some(Callee::Unknown) if reported.insert(&reference.name) => {
                    contents.problems.push(self.not_on_device(reference));
                }
                _ => {}
            }
        }
        contents.problems.extend(self.device_limits(range));
        contents.problems.extend(operators.iter().flat_map(|operator| self.device_limits(operator)));
        let condoned = self.cuda.decided.condoned.iter().filter(|(token, _)| range.contains(token));
        contents.problems.extend(condoned.map(|(_, problem)| problem.clone()));
        let function = self.cuda.function_at(*range.start());
        if let Some(number) = function.filter(|_| region.is_none()) {
            contents.problems.extend(self.cuda.decided.obstacles.get(range.start()).cloned());
            contents.problems.extend(self.type_in_head(number));
            contents.problems.extend(self.promoted_parameter(number));
        }
        let parts = function.map_or(&[][..], |number| &self.cuda.functions[number].parts);
        if contents.problems.is_empty() {
            // What the clauses alone name.
            for part in parts_in(parts, range) {
                let Part::Construct(outer) = part else { continue };
                outer.walk(&mut |construct| contents.problems.extend(self.refused_item(construct, range)));
            }
        }
        let inside = orphan_constructs(parts_in(parts, range));
        contents.problems.extend(self.refused_updates(inside));
        match region {
            Some(region) => self.refused_construct(region, &mut contents.problems),
            None => {
                self.refused_parts(parts_in(parts, range), &mut contents.problems);
                self.refused_cancellation(parts_in(parts, range), &mut contents.problems);
            }
        }
        contents.pointer_calls.extend(self.pointer_calls(range));
        contents
    }
}

impl File<'_> {
    pub(super) fn not_on_device(&self, reference: &Reference) -> Diagnostic {
        let message = cannot_be_called(&reference.name);
        let error = Diagnostic::error("E0404", message, self.tokens[reference.token].span.clone()).label(
            match library::is_builtin(&reference.name) {
                true => "one of gcc's functions for the host's processor",
                false if routines::find(&reference.name).is_some() => "a routine that only the host has",
                false if library::form(&reference.name).is_some() => "the device has it by its name alone",
                false => "a function of the host's libraries",
            },
        );
        let declared = reference.symbol.map(|symbol| self.scopes.get(symbol).token);
        declared.into_iter().fold(error, |error, token| {
            error.note_at(self.tokens[token].span.clone(), "declared through this header")
        })
    }

    /// The call of a routine, in what may be on the device, that asks for what another one sets: there a setting, which is a
    /// thread's own in a region (section 2.4.4 of OpenMP 5.2), has no effect.
    fn setting_asked_for(&self, setting: &str) -> Option<&Reference> {
        let asking: &[&str] = match setting {
            "omp_set_num_threads" => &["omp_get_max_threads"],
            "omp_set_dynamic" => &["omp_get_dynamic"],
            "omp_set_nested" | "omp_set_max_active_levels" => {
                &["omp_get_max_active_levels", "omp_get_nested"]
            }
            _ => return None,
        };
        let mut uses = asking.iter().flat_map(|name| self.uses_of_name(name));
        uses.find(|found| {
            let Some(number) = self.cuda.function_at(found.token) else { return false };
            let function = &self.cuda.functions[number];
            function.name != "main" || function.regions().any(|region| region.tokens.contains(&found.token))
        })
    }

    fn with_no_effect(&self, reference: &Reference, asking: &Reference) -> Diagnostic {
        let message = cannot_be_called(&reference.name);
        Diagnostic::error("E0404", message, self.tokens[reference.token].span.clone())
            .label("it has no effect there")
            .note_at(self.tokens[asking.token].span.clone(), "asked for here")
    }

    /// What is said of a function of a library that the program declares with a type of its own.
    fn with_own_type(&self, reference: &Reference, ty: &Type) -> Diagnostic {
        let message = cannot_be_called(&reference.name);
        let error = Diagnostic::error("E0404", message, self.tokens[reference.token].span.clone())
            .label("the device's takes another type than the program declares");
        let own = self.types().mentions(ty).min();
        own.into_iter().fold(error, |error, token| {
            error.note_at(self.tokens[token].span.clone(), "the type is defined here")
        })
    }

    /// What is said of a function that the device cannot have from another file.
    pub(super) fn not_elsewhere(&self, reference: &Reference) -> Diagnostic {
        let message = cannot_be_called(&reference.name);
        let reason = self.cuda.given.not_on_device.get(&reference.name).cloned().unwrap_or_default();
        Diagnostic::error("E0404", message, self.tokens[reference.token].span.clone()).label(reason)
    }

    /// The same of one whose address another file takes, where it may be called.
    pub(super) fn lacked_function(&self, name: &str, token: usize) -> Diagnostic {
        Diagnostic::error("E0404", cannot_be_called(name), self.tokens[token].span.clone())
            .label("another file takes its address")
    }

    /// The same of one that may call such a function through a pointer.
    pub(super) fn led_astray(&self, function: &Function) -> Diagnostic {
        let place = self.tokens[function.name_token].span.clone();
        Diagnostic::error("E0404", cannot_be_called(&function.name), place)
            .label("it may call through a pointer what the device does not have")
    }

    fn style_at(&self, name: &str, token: usize) -> Option<Style> {
        Some(self.type_at(name, token)?.function()?.style)
    }

    /// Whether a declaration of the file, which may come later, says which parameters a function has.
    pub(super) fn is_prototyped(&self, name: &str) -> bool {
        self.style_at(name, self.tokens.len() - 1) == Some(Style::Prototype)
    }

    /// Whether nothing says which arguments a function of another file takes. C++ wants it declared with them.
    fn lacks_parameters(&self, reference: &Reference) -> bool {
        let is_unknown = match self.style_at(&reference.name, reference.token) {
            Some(Style::Unprototyped) => !self.is_prototyped(&reference.name),
            _ => reference.symbol.is_none(),
        };
        let is_told = reference.symbol.is_some() && self.is_called_with_nothing(reference.token);
        reference.called && is_unknown && !is_told
    }

    /// Whether there is nothing between the parentheses behind a function's name.
    fn is_called_with_nothing(&self, name: usize) -> bool {
        let open = self.tokens.visible_from(name + 1);
        let close = open.and_then(|open| self.tokens.visible_from(open + 1));
        close.is_some_and(|close| self.tokens[close].kind == kind::RIGHT_PAREN)
    }

    fn without_parameters(&self, reference: &Reference) -> Diagnostic {
        Diagnostic::error(
            "E0404",
            cannot_be_called(&reference.name),
            self.tokens[reference.token].span.clone(),
        )
        .label("no declaration says which arguments it takes")
        .help(format!("declare `{}` with its parameters", reference.name))
    }

    /// Whether a function is declared as another name of one.
    fn is_alias(&self, reference: &Reference) -> bool {
        self.is_declared_with(&reference.name, &["alias", "ifunc", "weakref"])
    }

    fn alias(&self, reference: &Reference) -> Diagnostic {
        let message = cannot_be_called(&reference.name);
        let error = Diagnostic::error("E0404", message, self.tokens[reference.token].span.clone())
            .label("another function's second name")
            .note("CUDA has no aliases on the device")
            .help("call the function by its own name");
        let declared = reference.symbol.map(|symbol| self.scopes.get(symbol).token);
        declared
            .into_iter()
            .fold(error, |error, token| error.note_at(self.tokens[token].span.clone(), "declared here"))
    }

    /// The name in the definition of a function that is defined inside another one.
    pub(super) fn nested_definition(&self, reference: &Reference) -> Option<usize> {
        let declared = self.scopes.get(reference.symbol?);
        let open = self.tokens.visible_from(declared.token + 1)?;
        let close = self.tokens.partner(open).filter(|_| declared.depth > 0)?;
        let body = self.tokens.visible_from(close + 1)?;
        (self.tokens[body].kind == kind::NESTED_BODY).then_some(declared.token)
    }

    fn nested(&self, reference: &Reference, definition: usize) -> Diagnostic {
        let message = cannot_be_called(&reference.name);
        self.refused(reference.token, &message)
            .label("a function inside a function, which C++ has not")
            .note_at(self.tokens[definition].span.clone(), "defined here")
    }
}

fn cannot_be_called(name: &str) -> String {
    format!("`{name}` cannot be called on the device")
}
