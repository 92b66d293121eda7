//! Uses of names: what each becomes on the host and on the device, and which
//! cannot be had there.

use super::{Dialect, File, Translator, thesis};
use crate::c::OPERANDS;
use crate::c::symbols::DeclType;
use crate::codegen::thesis::limits;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::versions::{Need, Version};
use crate::openmp::written::directive_at;
use crate::openmp::{Construct, Reference, routines, sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{Origin, TokenList};

/// Functions of the C library that CUDA has on the device too.
const DEVICE_LIBRARY: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "hypot",
    "ilogb",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nearbyint",
    "nextafter",
    "pow",
    "remainder",
    "rint",
    "round",
    "scalbn",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
    "isnan",
    "isinf",
    "isfinite",
    "signbit",
    "abs",
    "labs",
    "llabs",
    "printf",
    "memcpy",
    "memset",
    "assert",
    "clock",
    "sizeof",
];

/// What the runtime library has for programs to call, which they may declare.
pub(super) const RUNTIME: &[&str] = &["gpump_malloc", "gpump_calloc", "gpump_realloc", "gpump_free"];

/// Keywords of C++ that are names in C.
pub(super) const CPLUSPLUS_KEYWORDS: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "bitand",
    "bitor",
    "bool",
    "catch",
    "char16_t",
    "char32_t",
    "class",
    "compl",
    "concept",
    "const_cast",
    "constexpr",
    "decltype",
    "delete",
    "dynamic_cast",
    "explicit",
    "export",
    "false",
    "friend",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "requires",
    "static_assert",
    "static_cast",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typeid",
    "typename",
    "using",
    "virtual",
    "wchar_t",
    "xor",
    "xor_eq",
];

pub(super) fn is_device_library(name: &str) -> bool {
    let without_suffix = name.strip_suffix('f').unwrap_or(name);
    DEVICE_LIBRARY.contains(&name) || (DEVICE_LIBRARY.contains(&without_suffix) && name != "printff")
}

/// Whether a name looks like a macro of a header: `INT_MAX`, `M_PI`.
fn looks_like_macro(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

impl Translator<'_> {
    /// Takes a use of a name as the parser comes to it.
    pub(super) fn take_reference(&mut self, reference: Reference) {
        if self.is_operand(&reference) {
            self.file.references.push(Reference { symbol: None, ..reference });
            return;
        }
        self.file.uses_gpump |= reference.symbol.is_none() && reference.name.starts_with("gpump_");
        if reference.name.starts_with("omp_")
            && reference.symbol.is_none_or(|s| self.file.scopes.get(s).is_function())
        {
            self.take_routine(&reference);
        }
        if self.is_undeclared_in_clause(&reference) {
            let span = self.file.tokens[reference.token].span.clone();
            let error = Diagnostic::error("E0201", format!("`{}` is not declared", reference.name), span);
            self.out.diagnostics.push(error.label("in a clause"));
        }
        self.file.references.push(reference);
    }

    /// Whether a name stands for a value in the expressions of `declare reduction`.
    fn is_operand(&self, reference: &Reference) -> bool {
        let tokens = self.file.tokens;
        let declares =
            |pragma| directive_at(tokens, pragma).is_some_and(|found| found.name == "declare reduction");
        OPERANDS.contains(&&*reference.name)
            && tokens.pragma_at(tokens[reference.token].span.start).is_some_and(declares)
    }

    /// The C compiler, which is asked of the rest, passes over directives. What `declare` directives and iterators declare is
    /// known there alone.
    fn is_undeclared_in_clause(&self, reference: &Reference) -> bool {
        let tokens = self.file.tokens;
        let is_plain = reference.symbol.is_none() && !reference.called && tokens.is_preprocessed();
        if !is_plain || reference.name.starts_with("omp_") || reference.name.starts_with("__") {
            return false;
        }
        let Some(pragma) = tokens.pragma_at(tokens[reference.token].span.start) else { return false };
        let words: Vec<&str> = (pragma..reference.token)
            .map(|index| tokens.text(index))
            .filter(|text| !text.trim().is_empty())
            .collect();
        !words.iter().any(|word| matches!(*word, "declare" | "iterator")) && is_in_expression(&words)
    }

    fn take_routine(&mut self, reference: &Reference) {
        let routine = routines::find(&reference.name);
        if let Some(version) = routine.and_then(|routine| Version::parse(routine.version)) {
            let what = format!("the routine `{}`", reference.name);
            self.parse.needs.push(Need::new(version, what, reference.token..=reference.token));
        }
        if routine.is_none() {
            // A compiler's header has what later versions added.
            let is_own = reference
                .symbol
                .is_some_and(|symbol| !self.file.is_system(self.file.scopes.get(symbol).token));
            if !is_own {
                let message = format!("`{}` is no routine of OpenMP up to 5.2", reference.name);
                let error =
                    Diagnostic::error("E0203", message, self.file.tokens[reference.token].span.clone());
                // What the compiler's own header declares is a routine, and a later version's.
                let what = if reference.symbol.is_some() { "of a later version" } else { "unknown" };
                self.out.diagnostics.push(error.label(what));
            }
            return;
        }
        if reference.symbol.is_none() && reference.called && self.file.tokens.is_preprocessed() {
            self.out.diagnostics.push(undeclared(reference, self.file.tokens));
        }
        // Regions and accessible functions are looked at when they are
        // complete; the host's form of the latter is the file's own text.
        let in_region = self.parse.open.iter().any(|open| open.kind.is_parallel());
        if !in_region && self.file.dialect == Dialect::Thesis {
            self.translate_host_name(reference);
        }
    }

    /// Gives a routine of OpenMP its name on the host.
    pub(super) fn translate_host_name(&mut self, reference: &Reference) {
        let Some(routine) = routines::find(&reference.name) else { return };
        if let Some(error) = limits::routine(routine, false, reference.token, self.file.tokens) {
            self.out.diagnostics.push(error);
            return;
        }
        let text = thesis::routine(&reference.name, false);
        self.out.rewrite_use(reference, text, false, "the routine's form for the host (8.3)");
    }

    /// Gives all names in a range of tokens the form that they have on the
    /// device, and reports those that have none. The range is a region, or an
    /// accessible function.
    pub(super) fn translate_device_names(&mut self, range: &Tokens, region: Option<&Construct>) {
        let references = self.file.references_in(range).to_vec();
        let mut reported: Vec<String> = Vec::new();
        for reference in &references {
            if region.is_some_and(|construct| sharing::is_outside(construct, reference.token)) {
                continue;
            }
            if let Err(error) = self.translate_device_name(reference, range, region.is_some())
                && !reported.contains(&reference.name)
            {
                reported.push(reference.name.clone());
                self.out.diagnostics.push(*error);
            }
        }
    }

    fn translate_device_name(
        &mut self,
        reference: &Reference,
        range: &Tokens,
        in_region: bool,
    ) -> Result<(), Box<Diagnostic>> {
        let name = reference.name.as_str();
        if self.file.is_part_of_device_macro(reference.token) {
            return Ok(());
        }
        let declaration = reference.symbol.map(|symbol| self.file.scopes.get(symbol));
        match declaration {
            _ if routines::find(name).is_some() => self.translate_device_routine(reference),
            Some(found) if found.is_function() => self.translate_device_call(reference),
            Some(found) if found.decl_type == DeclType::Enumerator => {
                if found.depth > 0 && !range.contains(&found.token) {
                    return Err(self
                        .file
                        .unreachable(reference, "an enumerator of a function, out of the kernel's sight"));
                }
                Ok(())
            }
            // Variables of a region are the business of its data sharing.
            Some(found) if !in_region && found.depth == 0 => Err(self
                .file
                .unreachable(reference, "a global variable, in a function that runs on the device")),
            Some(_) => Ok(()),
            None => self.file.check_undeclared(reference, range),
        }
    }

    fn translate_device_routine(&mut self, reference: &Reference) -> Result<(), Box<Diagnostic>> {
        let Some(routine) = routines::find(&reference.name) else { return Ok(()) };
        if let Some(error) = limits::routine(routine, true, reference.token, self.file.tokens) {
            return Err(Box::new(error));
        }
        let text = thesis::routine(&reference.name, true);
        self.out.rewrite_use(reference, text, true, "the routine's form for the device (8.3)");
        Ok(())
    }

    fn translate_device_call(&mut self, reference: &Reference) -> Result<(), Box<Diagnostic>> {
        let name = &reference.name;
        if self.file.accessible_names.contains(name) {
            self.thesis.called_on_device.insert(name.clone());
            let text = thesis::device_function(name);
            self.out.rewrite_use(reference, text, true, "a call of the device's form (8.5.2)");
            return Ok(());
        }
        if is_device_library(name) {
            return Ok(());
        }
        let declared = reference.symbol.map(|symbol| self.file.scopes.get(symbol).token);
        if let Some(header) = declared.filter(|&token| self.file.is_system(token)) {
            let message = format!("`{name}` is called on the device, and is not there");
            return Err(Box::new(
                Diagnostic::error("E0404", message, self.file.tokens[reference.token].span.clone())
                    .label("a function of the host's libraries")
                    .note_at(self.file.tokens[header].span.clone(), "declared through this header"),
            ));
        }
        let message = format!("`{name}` is called on the device, and is not accessible");
        let mut error = Diagnostic::error("E0404", message, self.file.tokens[reference.token].span.clone())
            .label("called in a region, or in a function that is called there");
        if let Some(symbol) = reference.symbol {
            error = error
                .note_at(self.file.tokens[self.file.scopes.get(symbol).token].span.clone(), "declared here");
        }
        Err(Box::new(
            error.help(format!(
                "write `#pragma gpump accessible` in front of the definition of `{name}` (6.3), and, if that is in \
                 another file, in front of its declaration here"
            )),
        ))
    }

    /// Names that the translation gives to things of its own.
    pub(super) fn check_taken_names(&mut self) {
        if !self.is_changed() {
            return;
        }
        let taken = |name: &str| {
            let device_form =
                name.strip_suffix("_d").is_some_and(|function| self.file.accessible_names.contains(function));
            device_form
                || (name.starts_with("gpump_") && !RUNTIME.contains(&name))
                || name.starts_with("_gpump_")
        };
        let found: Vec<(String, usize)> = self
            .file
            .scopes
            .all()
            .filter(|(_, declaration)| {
                taken(&declaration.name) && !self.file.tokens.is_in_header(declaration.token)
            })
            .map(|(_, declaration)| (declaration.name.clone(), declaration.token))
            .collect();
        for (name, token) in found {
            let message = format!("the translation has a `{name}` of its own");
            self.out.diagnostics.push(
                Diagnostic::error("E0410", message, self.file.tokens[token].span.clone())
                    .label("declared here")
                    .help("choose another name"),
            );
        }
    }

    /// nvcc reads C++. A name that is a keyword there makes no program.
    pub(super) fn check_cplusplus_names(&mut self) {
        if !self.is_changed() {
            return;
        }
        let mut seen: Vec<&str> = Vec::new();
        let names = (0..self.file.tokens.len()).filter(|&index| {
            self.file.tokens[index].kind == kind::IDENTIFIER && !self.file.tokens.is_in_header(index)
        });
        for index in names {
            let token = &self.file.tokens[index];
            let name = self.file.tokens.text(index);
            let header = matches!(
                name,
                "bool" | "true" | "false" | "wchar_t" | "alignas" | "alignof" | "static_assert"
            );
            if CPLUSPLUS_KEYWORDS.contains(&name) && !header && !seen.contains(&name) {
                seen.push(name);
                let message = format!("`{name}` is a keyword of C++");
                self.out.diagnostics.push(
                    Diagnostic::error("E0406", message, token.span.clone())
                        .label("a name here")
                        .note("nvcc reads C++, so the translated file cannot use it")
                        .help("choose another name"),
                );
            }
        }
    }
}

impl File<'_> {
    /// Whether a token came out of a macro of the C library that means something
    /// on the device too, such as `assert`: what it means there is CUDA's.
    fn is_part_of_device_macro(&self, token: usize) -> bool {
        let Origin::Macro { invocation, argument: None } = self.tokens.origin(token) else { return false };
        let typed = self.tokens.invocation(invocation).map(|found| self.tokens.text(*found.typed.start()));
        typed.is_some_and(|name| is_device_library(name) && self.directives.macro_named(name).is_none())
    }

    fn unreachable(&self, reference: &Reference, why: &str) -> Box<Diagnostic> {
        let message = format!("`{}` cannot be reached on the device", reference.name);
        let error = Diagnostic::error("E0405", message, self.tokens[reference.token].span.clone()).label(why);
        let declared = reference.symbol.map(|symbol| self.scopes.get(symbol).token);
        Box::new(match declared {
            Some(token) => error.note_at(self.tokens[token].span.clone(), "declared here"),
            None => error,
        })
    }

    /// A name without a declaration may be a macro, or come from a header.
    fn check_undeclared(&self, reference: &Reference, range: &Tokens) -> Result<(), Box<Diagnostic>> {
        let name = reference.name.as_str();
        let span = self.tokens[reference.token].span.clone();
        if let Some(definition) = self.directives.macro_named(name).filter(|_| !self.tokens.is_preprocessed())
        {
            return match self.variable_in_macro(name, range, 0) {
                None => Ok(()),
                Some(variable) => Err(Box::new(
                    Diagnostic::error(
                        "E0408",
                        format!("the macro `{name}` hides the variable `{variable}`"),
                        span,
                    )
                    .label("used in a region")
                    .note_at(definition.span.clone(), "the macro's definition")
                    .note("the variable has another name on the device, and macros are not expanded yet")
                    .help(format!("make `{variable}` a parameter of the macro, or write the expression out")),
                )),
            };
        }
        if name.starts_with("gpump_") {
            return Err(Box::new(
                Diagnostic::error("E0402", format!("`{name}` cannot be called in a parallel region"), span)
                    .label("called on the device")
                    .note("the routines that keep the memory list run on the host (6.2)"),
            ));
        }
        let from_header = self.directives.reads_other_headers
            || (!self.directives.standard_headers.is_empty()
                && (looks_like_macro(name) || matches!(name, "true" | "false")));
        if from_header || is_device_library(name) && reference.called {
            return Ok(());
        }
        let error = if reference.called {
            Diagnostic::error("E0404", format!("`{name}` is called on the device, and is not there"), span)
                .label("no accessible function of this file")
                .help(
                    "a function that a region calls must be defined, or if that is in another file declared, \
                     behind `#pragma gpump accessible` (6.3)",
                )
        } else {
            Diagnostic::error("E0201", format!("`{name}` is not declared"), span).label("used in a region")
        };
        Err(Box::new(error))
    }

    /// A variable from outside of a range that a macro's text names, so that
    /// it would have to be renamed inside the macro.
    fn variable_in_macro(&self, name: &str, range: &Tokens, depth: usize) -> Option<String> {
        let definition = self.directives.macro_named(name).filter(|_| depth < 32)?;
        definition.names().find_map(|inner| match self.scopes.find(inner) {
            Some(found) if found.is_variable() && !range.contains(&found.token) => Some(inner.to_owned()),
            Some(_) => None,
            None if inner == name => None,
            None => self.variable_in_macro(inner, range, depth + 1),
        })
    }
}

/// Whether what follows these words of a pragma is part of an expression; what clauses list is looked at with them.
fn is_in_expression(words: &[&str]) -> bool {
    const OF_EXPRESSIONS: [&str; 12] = [
        "if",
        "final",
        "num_threads",
        "schedule",
        "dist_schedule",
        "num_teams",
        "thread_limit",
        "device",
        "priority",
        "grainsize",
        "num_tasks",
        "filter",
    ];
    let mut open: Vec<usize> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        match *word {
            "(" | "[" => open.push(at),
            ")" | "]" => _ = open.pop(),
            _ => {}
        }
    }
    let clause = open.first().and_then(|&at| words.get(at.checked_sub(1)?));
    clause.is_some_and(|clause| OF_EXPRESSIONS.contains(clause)) || open.iter().any(|&at| words[at] == "[")
}

/// A routine in a file without `omp.h`.
fn undeclared(reference: &Reference, tokens: &TokenList) -> Diagnostic {
    let message = format!("`{}` is called without a declaration", reference.name);
    Diagnostic::warning("W0102", message, tokens[reference.token].span.clone())
        .label("C takes it for a function that returns an int")
        .help("write `#include <omp.h>`")
}
