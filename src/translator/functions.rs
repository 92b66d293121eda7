//! Functions: their beginning and end, and the second form that an accessible
//! one gets for the device (6.3, 8.5.2).

use std::collections::HashSet;

use super::constructs::OpenConstruct;
use super::lines::{self, Mark};
use super::regions::Launch;
use super::{Dialect, File, Translator, orphan_constructs, thesis};
use crate::c::declarators::Declared;
use crate::c::symbols::{DeclInfo, DeclType, Parameter, SymbolId, Type};
use crate::codegen::thesis::limits;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::restrictions::placement::section_at;
use crate::openmp::{ConstructKind, Part, restrictions};
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;

/// The function that is being read.
pub(super) struct Function {
    pub name: String,
    pub name_token: usize,
    /// The first token of its definition.
    pub start: usize,
    /// The `accessible` in front of it, or of an earlier declaration of it.
    pub accessible: Option<Tokens>,
    /// Whether it is the former.
    pub is_qualified_itself: bool,
    pub has_specifiers: bool,
    /// Whether a header defines it: its text is not the file's to change.
    pub in_header: bool,
    /// The names of an old-style parameter list.
    pub old_style: Option<Vec<String>>,
    pub body: usize,
    /// What it returns.
    pub returns: Option<Type>,
    /// Constructs and directives outside of all parallel constructs.
    pub orphans: Vec<Part>,
    /// Regions whose launches wait for the end of the function.
    pub launches: Vec<Launch>,
    /// Declarations for its regions that must follow what the file declares.
    pub declarations: String,
    labels: Vec<Place>,
    gotos: Vec<Place>,
    /// Whether a `return` gives a value back.
    pub returns_value: bool,
    /// Whether control can jump past a declaration: it has labels or a switch.
    has_labels: bool,
}

/// A label, or a jump to one: its name, its token, and the structured block
/// that it stands in: the construct and, of `sections`, the section.
struct Place {
    name: String,
    token: usize,
    block: Option<(usize, usize)>,
}

impl Translator<'_> {
    pub(super) fn begin_function(
        &mut self,
        declared: Declared,
        start: usize,
        has_specifiers: bool,
        in_header: bool,
    ) {
        let (Some(name), Some(name_token)) = (declared.name, declared.token) else { return };
        let parameters = match &declared.ty {
            Type::Function { parameters, .. } => parameters.clone(),
            _ => Vec::new(),
        };
        let returns = match &declared.ty {
            Type::Function { returns, .. } => Some((**returns).clone()),
            _ => None,
        };
        let declaration = DeclInfo::new(name.clone(), declared.ty, DeclType::FunctionDefinition, name_token);
        let symbol = self.file.scopes.declare(declaration);
        self.check_declared_simd(symbol, declared.old_style.is_some());
        self.file.scopes.enter();
        for parameter in parameters {
            self.declare_parameter(parameter);
        }
        let own = self.parse.accessible.take();
        let is_qualified_itself = own.is_some();
        let accessible = own.or_else(|| self.qualified_prototype(&name).filter(|_| !in_header));
        self.parse.function = Some(Function {
            name,
            name_token,
            start,
            accessible,
            is_qualified_itself,
            has_specifiers,
            in_header,
            old_style: declared.old_style,
            body: start,
            returns,
            orphans: Vec::new(),
            launches: Vec::new(),
            declarations: String::new(),
            labels: Vec::new(),
            gotos: Vec::new(),
            returns_value: false,
            has_labels: false,
        });
    }

    /// Whether the declarations read are those of a K&R definition's parameters.
    pub(super) fn is_declared_between_head_and_body(&self) -> bool {
        let function = self.parse.function.as_ref();
        function.is_some_and(|function| function.old_style.is_some() && function.body == function.start)
    }

    pub(super) fn declare_parameter(&mut self, parameter: Parameter) -> Option<SymbolId> {
        let (name, token) = (parameter.name?, parameter.token?);
        let decl_type =
            if parameter.ty.is_function_pointer() { DeclType::FunctionPointer } else { DeclType::Variable };
        let mut declaration = DeclInfo::new(name, parameter.ty, decl_type, token);
        declaration.from_array = parameter.from_array;
        Some(self.file.scopes.declare(declaration))
    }

    /// Comes to the `{` of the function's body.
    pub(super) fn enter_body(&mut self, body: usize) {
        if let Some(function) = &mut self.parse.function {
            function.body = body;
        }
        self.complete_old_style();
        if self.parse.function.as_ref().is_some_and(|function| !function.in_header) {
            self.bridge_definition();
        }
    }

    /// The parameters of a definition in the style of K&R, which are declared
    /// between the parentheses and the body: the function's type gets them all.
    fn complete_old_style(&mut self) {
        let Some(function) = &self.parse.function else { return };
        let Some(names) = function.old_style.clone() else { return };
        let name_token = function.name_token;
        let function = self.file.scopes.lookup(&function.name);
        let mut parameters = Vec::new();
        for name in names {
            let declared =
                self.file.scopes.lookup(&name).filter(|&symbol| self.file.scopes.get(symbol).depth > 0);
            let symbol = match declared {
                Some(symbol) => symbol,
                // One without a declaration is an int (C90 6.7.1).
                None => {
                    let int = Type::builtin("int");
                    self.file.scopes.declare(DeclInfo::new(name, int, DeclType::Variable, name_token))
                }
            };
            let DeclInfo { name, token, ty, from_array, .. } = self.file.scopes.get(symbol).clone();
            let parameter = Parameter { name: Some(name), token: Some(token), ty, from_array };
            parameters.push(parameter);
        }
        let Some(symbol) = function.filter(|&symbol| self.file.scopes.get(symbol).is_function()) else {
            return;
        };
        if let Type::Function { parameters: own, .. } = &mut self.file.scopes.get_mut(symbol).ty {
            *own = parameters;
        }
    }

    pub(super) fn take_label(&mut self, token: usize, name: String, is_case: bool) {
        let block = self.block_at(token);
        let jumps_in = self.parse.open.last().filter(|open| is_case && self.parse.switches <= open.switches);
        if let Some(open) = jumps_in {
            let message = format!("`{name}` inside `{}`, and its `switch` outside", open.kind.name());
            let directive = self.file.tokens[open.start].span.clone();
            self.out.diagnostics.push(
                Diagnostic::error("E0311", message, self.file.tokens[token].span.clone())
                    .label("jumps into a structured block")
                    .note_at(directive, "the construct")
                    .note("a structured block has one entry, at its top (section 1.2.2)"),
            );
        }
        if let Some(function) = &mut self.parse.function {
            function.has_labels = true;
            if !is_case {
                function.labels.push(Place { name, token, block });
            }
        }
    }

    /// The structured block that a token stands in.
    fn block_at(&self, token: usize) -> Option<(usize, usize)> {
        let open = self.parse.open.last()?;
        let is_sections = matches!(open.kind, ConstructKind::Sections | ConstructKind::ParallelSections);
        let section = if is_sections { section_at(self.file.tokens, open.start, token) } else { 0 };
        Some((open.start, section))
    }

    pub(super) fn enter_loop_or_switch(&mut self, is_switch: bool) {
        self.parse.breakables += 1;
        self.parse.switches += usize::from(is_switch);
    }

    pub(super) fn exit_loop_or_switch(&mut self, is_switch: bool) {
        self.parse.breakables = self.parse.breakables.saturating_sub(1);
        self.parse.switches = self.parse.switches.saturating_sub(usize::from(is_switch));
    }

    /// A `return`, `break`, `continue` or `goto`; `target` is the label of the
    /// last.
    pub(super) fn take_jump(&mut self, word: i32, target: Option<String>, range: Tokens) {
        let innermost = self.parse.open.last();
        let leaves = match word {
            kind::RETURN => innermost,
            kind::BREAK => innermost.filter(|open| self.parse.breakables <= open.breakables + open.loops()),
            kind::CONTINUE => innermost.filter(|open| {
                self.parse.breakables - self.parse.switches <= open.breakables - open.switches
            }),
            _ => None,
        };
        let is_nested = |open: &&OpenConstruct| self.file.is_in_nested_function(open.start, *range.start());
        if let Some(open) = leaves.filter(|open| !is_nested(open)) {
            let word = self.file.tokens.text(*range.start());
            let message = format!("`{word}` leaves the `{}` construct", open.kind.name());
            let error = Diagnostic::error("E0311", message, self.file.tokens.span(&range));
            let directive = self.file.tokens[open.start].span.clone();
            self.out.diagnostics.push(
                error
                    .label("jumps out of a structured block")
                    .note_at(directive, "the construct")
                    .note("a structured block has one exit, at its bottom (section 1.2.2)"),
            );
        }
        if let Some(name) = target {
            let block = self.block_at(*range.start());
            if let Some(function) = &mut self.parse.function {
                function.gotos.push(Place { name, token: *range.start(), block });
            }
        }
    }

    /// A variable with static storage, `static` or `extern`, has no place on the
    /// device (8.2.5).
    pub(super) fn check_static(&mut self, declaration: &DeclInfo, is_extern: bool) {
        if self.file.dialect == Dialect::Cuda {
            return;
        }
        let in_region = self.parse.open.iter().any(|open| open.kind.is_parallel());
        let on_device =
            in_region || self.parse.function.as_ref().is_some_and(|function| function.accessible.is_some());
        if (declaration.is_static || is_extern) && declaration.is_variable() && on_device {
            let storage = if is_extern { "extern" } else { "static" };
            let span = self.file.tokens[declaration.token].span.clone();
            let error = Diagnostic::error(
                "E0401",
                format!("`{storage}` variable `{}` is not translated", declaration.name),
                span,
            );
            self.out.diagnostics.push(
                error.label("declared where the device runs").note(
                    "the thesis left it out: the static storage class has not been implemented (8.2.5)",
                ),
            );
        }
    }

    /// Comes to the end of a function.
    pub(super) fn leave_function(&mut self, end: usize) {
        self.bridge_missing_return(end);
        let Some(mut function) = self.parse.function.take() else { return };
        self.check_gotos(&function);
        self.out.recorder.note(|recording| {
            let orphans =
                orphan_constructs(&function.orphans).filter(|construct| !construct.kind.is_parallel());
            recording.orphans.extend(orphans.cloned());
        });
        if self.file.dialect == Dialect::Cuda {
            self.keep_function(function, end);
            return self.file.scopes.exit(end);
        }
        for construct in orphan_constructs(&function.orphans) {
            self.out.diagnostics.extend(limits::construct(construct, &self.file.scopes, self.file.tokens));
            self.check_constructs(construct);
        }
        self.out.diagnostics.extend(restrictions::nesting::orphans(&function.orphans, self.file.tokens));
        let orphans = std::mem::take(&mut function.orphans);
        if let Some(qualifier) = function.accessible.clone() {
            self.translate_accessible(&function, &qualifier, &orphans, end);
        }
        if !self.out.has_errors() {
            for launch in std::mem::take(&mut function.launches) {
                self.place_launch(launch, function.has_labels);
            }
            self.host_parts(&orphans);
        }
        let qualifier = function.accessible.as_ref().filter(|_| function.is_qualified_itself);
        let first = qualifier.map_or(function.start, |range| *range.start());
        self.file.function_starts.push(first);
        if !function.declarations.is_empty() {
            let text = format!("{}\n", function.declarations);
            self.out.host.insert_before(
                first,
                text,
                "function_definition",
                "the kernel's parameters use types of the file",
            );
        }
        self.file.scopes.exit(end);
    }

    fn check_gotos(&mut self, function: &Function) {
        for goto in &function.gotos {
            let Some(label) = function.labels.iter().find(|label| label.name == goto.name) else { continue };
            if label.block != goto.block {
                let message = format!("`goto {}` crosses the border of a construct", goto.name);
                let error = Diagnostic::error("E0311", message, self.file.tokens[goto.token].span.clone());
                self.out.diagnostics.push(
                    error
                        .label("jumps into or out of a structured block")
                        .note_at(self.file.tokens[label.token].span.clone(), "the label")
                        .note("a structured block has one entry and one exit (section 1.2.2)"),
                );
            }
        }
    }

    /// Writes the device's form of an accessible function in front of it.
    fn translate_accessible(
        &mut self,
        function: &Function,
        qualifier: &Tokens,
        orphans: &[Part],
        end: usize,
    ) {
        let range = function.start..=end;
        self.translate_device_names(&range, None);
        if self.out.has_errors() {
            return;
        }
        let name = function.name_token;
        self.out.device.replace(
            name..=name,
            thesis::device_function(&function.name),
            "function_definition",
            "the name of the device's form (8.5.2)",
        );
        self.apply_bridges(&range, true);
        self.device_parts(orphans, None);
        let text = format!("__device__ {}{}\n\n", self.out.device.marked_text_within(&range), Mark::Own);
        let piece = || super::recording::Event::Piece { source: range.clone(), text: lines::unmarked(&text) };
        self.out.recorder.event(piece);
        let (rule, reason) = ("function_definition", "the device's form comes first (8.5.2)");
        match self.file.tokens.origin(name) {
            // The header keeps the host's form, and the file gets the other.
            Origin::Header { include, .. } => {
                self.out.host.insert_after(
                    include,
                    text,
                    rule,
                    "the device's form of a header's function (8.5.2)",
                );
            }
            _ if function.is_qualified_itself => self.out.host.replace(qualifier.clone(), text, rule, reason),
            _ => self.out.host.insert_before(function.start, text, rule, reason),
        }
    }

    /// Notes that a function is declared behind an `accessible`: its definition
    /// is in another file, or further down.
    pub(super) fn take_accessible_prototype(&mut self, symbol: SymbolId) {
        if let Some(qualifier) = self.parse.accessible.clone() {
            self.parse.accessible_prototypes.push((symbol, qualifier));
        }
    }

    /// The `accessible` in front of an earlier declaration of a function.
    fn qualified_prototype(&self, name: &str) -> Option<Tokens> {
        let is_it = |(symbol, _): &&(SymbolId, Tokens)| self.file.scopes.get(*symbol).name == name;
        self.parse.accessible_prototypes.iter().find(is_it).map(|(_, qualifier)| qualifier.clone())
    }

    /// Comes to the end of a declaration of the file. An `accessible` in front
    /// of it is about the functions that it declares.
    pub(super) fn exit_qualified_declaration(&mut self, range: &Tokens) {
        let Some(qualifier) = self.parse.accessible.take() else { return };
        if self.file.dialect == Dialect::Cuda {
            return self.keep_hint(qualifier);
        }
        let is_about = |(_, other): &(SymbolId, Tokens)| *other == qualifier;
        if self.parse.accessible_prototypes.iter().any(is_about) {
            let reason = "the device's form is declared behind the function (8.5.2)";
            self.out.host.replace(qualifier, String::new(), "accessible_qualifier", reason);
            return;
        }
        let error = Diagnostic::error(
            "E0305",
            "`accessible` in front of what is no function",
            self.file.tokens.span(&qualifier),
        );
        self.out.diagnostics.push(
            error
                .label("stands in front of a function")
                .note_at(self.file.tokens.span(range), "this declares none")
                .help("to make variables accessible, list them: `#pragma gpump accessible(a, b)` (6.1)"),
        );
    }

    /// Functions that a header declares as accessible, and that are called on
    /// the device: the declaration of their device's form stands behind the
    /// `#include`.
    pub(super) fn declare_device_functions_of_headers(&mut self) {
        let mut declared: HashSet<String> = HashSet::new();
        for (symbol, _) in std::mem::take(&mut self.parse.accessible_prototypes) {
            let declaration = self.file.scopes.get(symbol);
            let (name, token) = (declaration.name.clone(), declaration.token);
            let Origin::Header { include, .. } = self.file.tokens.origin(token) else { continue };
            if !self.thesis.called_on_device.contains(&name) || !declared.insert(name) {
                continue;
            }
            let Some(form) = self.device_prototype(symbol) else { continue };
            let ends_line = self.file.tokens.text(include).ends_with('\n');
            let text = if ends_line { format!("{form}\n") } else { format!("\n{form}") };
            self.out.host.insert_after(
                include,
                text,
                "declaration",
                "the device's form is declared too (8.5.2)",
            );
        }
    }

    /// Takes the declaration of a function. One inside of a function gets its
    /// device's form in front of that function, where it can stand.
    pub(super) fn take_prototype(&mut self, symbol: SymbolId, token: usize) {
        let form = self.device_prototype(symbol);
        match &mut self.parse.function {
            None => self.file.prototypes.push((symbol, token)),
            Some(function) => {
                if let Some(form) = form {
                    function.declarations.push_str(&format!("{form}\n"));
                }
            }
        }
    }

    /// A program may declare `gpump_malloc` for the compilers that do not know
    /// it. The runtime's header does so in its own way.
    pub(super) fn drop_runtime_declaration(&mut self, range: &Tokens) {
        if self.file.dialect == Dialect::Cuda {
            return;
        }
        let Some((symbol, _)) = self.file.prototypes.last().filter(|(_, token)| range.contains(token)) else {
            return;
        };
        if super::names::RUNTIME.contains(&self.file.scopes.get(*symbol).name.as_str()) {
            let reason = "the runtime's header declares it";
            self.file.uses_gpump = true;
            self.out.host.replace(range.clone(), String::new(), "declaration", reason);
        }
    }

    /// The declaration of the device's form of an accessible function.
    fn device_prototype(&self, symbol: SymbolId) -> Option<String> {
        // The definition, if it has been read, knows the parameters.
        let declaration = self.file.scopes.get(symbol);
        let definition = self.file.scopes.find(&declaration.name).filter(|found| found.is_function());
        let declaration =
            DeclInfo { is_static: declaration.is_static, ..definition.unwrap_or(declaration).clone() };
        let name = thesis::device_function(&declaration.name);
        let storage = if declaration.is_static { "static " } else { "" };
        let form = || format!("__device__ {storage}{};", declaration.ty.declare(&name));
        self.file.accessible_names.contains(&declaration.name).then(form)
    }

    /// A declaration of an accessible function declares its device's form too.
    pub(super) fn declare_device_functions(&mut self) {
        for (symbol, end) in std::mem::take(&mut self.file.prototypes) {
            self.bridge_empty_parameters(symbol);
            let Some(form) = self.device_prototype(symbol) else { continue };
            let text = format!("\n{form}");
            self.out.host.insert_after(end, text, "declaration", "the device's form is declared too (8.5.2)");
        }
    }

    /// The host's form of what stands outside of all regions: a team of one
    /// (8.2.4).
    fn host_parts(&mut self, parts: &[Part]) {
        for part in parts {
            match part {
                Part::Construct(construct) => {
                    self.host_parts(&construct.parts);
                    match construct.kind {
                        ConstructKind::Master => {
                            let body = self.out.host_text(&construct.body);
                            let text = thesis::master(&body, false, construct.in_block);
                            self.out.host.replace(
                                construct.tokens.clone(),
                                text,
                                "master_construct",
                                "on the host (8.2.4)",
                            );
                        }
                        ConstructKind::For => {
                            let reason = "a team of one executes the whole loop";
                            self.out.host.replace(
                                construct.directive.clone(),
                                String::new(),
                                "for_directive",
                                reason,
                            );
                        }
                        _ => {}
                    }
                }
                Part::Barrier { tokens, .. } => {
                    let text = thesis::barrier(false) + "\n";
                    self.out.host.replace(tokens.clone(), text, "barrier_directive", "on the host (8.2.4)");
                }
                Part::Flush { .. } | Part::Standalone { .. } => {}
            }
        }
    }
}

impl File<'_> {
    /// Whether a token stands in a function that is defined inside a construct, which its jumps do not leave.
    fn is_in_nested_function(&self, construct: usize, token: usize) -> bool {
        let mut blocks: Vec<bool> = Vec::new();
        for index in (construct..token).filter(|&index| self.tokens[index].is_visible()) {
            match self.tokens[index].kind {
                kind::LEFT_BRACE => blocks.push(false),
                kind::NESTED_BODY => blocks.push(true),
                kind::RIGHT_BRACE => drop(blocks.pop()),
                _ => {}
            }
        }
        blocks.contains(&true)
    }
}
