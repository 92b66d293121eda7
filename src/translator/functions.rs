//! Functions: their beginning and end, and the second form that an accessible
//! one gets for the device (6.3, 8.5.2).

use super::regions::Launch;
use super::{Translator, orphan_constructs, thesis};
use crate::codegen::thesis::limits;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::restrictions::placement::section_at;
use crate::openmp::{ConstructKind, Part, restrictions};
use crate::rewrite::Tokens as _;
use crate::symbols::{DeclInfo, DeclType, Parameter, Type};
use crate::syntax::declarators::Declared;
use crate::syntax::generated::open_mpc as kind;

/// The function that is being read.
pub(super) struct Function {
    pub name: String,
    pub name_token: usize,
    /// The first token of its definition.
    pub start: usize,
    /// The `accessible` in front of it.
    pub accessible: Option<Tokens>,
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
        self.scopes.declare(declaration);
        self.scopes.enter();
        for parameter in parameters {
            self.declare_parameter(parameter);
        }
        let accessible = self.accessible.take();
        self.function = Some(Function {
            name,
            name_token,
            start,
            accessible,
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

    fn declare_parameter(&mut self, parameter: Parameter) {
        let (Some(name), Some(token)) = (parameter.name, parameter.token) else { return };
        let decl_type =
            if parameter.ty.is_function_pointer() { DeclType::FunctionPointer } else { DeclType::Variable };
        let mut declaration = DeclInfo::new(name, parameter.ty, decl_type, token);
        declaration.from_array = parameter.from_array;
        self.scopes.declare(declaration);
    }

    /// Comes to the `{` of the function's body.
    pub(super) fn enter_body(&mut self, body: usize) {
        if let Some(function) = &mut self.function {
            function.body = body;
        }
        self.adjust_old_style_arrays();
        if self.function.as_ref().is_some_and(|function| !function.in_header) {
            self.bridge_definition();
        }
    }

    /// Parameters that are declared between the parentheses and the body are
    /// adjusted as others are.
    fn adjust_old_style_arrays(&mut self) {
        let Some(names) = self.function.as_ref().and_then(|function| function.old_style.clone()) else {
            return;
        };
        for name in names {
            let Some(symbol) = self.scopes.lookup(&name) else { continue };
            let declaration = self.scopes.get_mut(symbol);
            if declaration.depth == 0 {
                continue;
            }
            let adjusted = crate::syntax::declarators::adjusted(None, None, declaration.ty.clone());
            let mut new = DeclInfo::new(name, adjusted.ty, declaration.decl_type, declaration.token);
            new.depth = declaration.depth;
            new.from_array = adjusted.from_array;
            *declaration = new;
        }
    }

    pub(super) fn take_label(&mut self, token: usize, name: String, is_case: bool) {
        let block = self.block_at(token);
        let jumps_in = self.open.last().filter(|open| is_case && self.switches <= open.switches);
        if let Some(open) = jumps_in {
            let message = format!("`{name}` inside `{}`, and its `switch` outside", open.kind.name());
            let directive = self.tokens[open.start].span.clone();
            self.diagnostics.push(
                Diagnostic::error("E0311", message, self.tokens[token].span.clone())
                    .label("jumps into a structured block")
                    .note_at(directive, "the construct")
                    .note("a structured block has one entry, at its top (section 1.2.2)"),
            );
        }
        if let Some(function) = &mut self.function {
            function.has_labels = true;
            if !is_case {
                function.labels.push(Place { name, token, block });
            }
        }
    }

    /// The structured block that a token stands in.
    fn block_at(&self, token: usize) -> Option<(usize, usize)> {
        let open = self.open.last()?;
        let is_sections = matches!(open.kind, ConstructKind::Sections | ConstructKind::ParallelSections);
        let section = if is_sections { section_at(self.tokens, open.start, token) } else { 0 };
        Some((open.start, section))
    }

    pub(super) fn enter_loop_or_switch(&mut self, is_switch: bool) {
        self.breakables += 1;
        self.switches += usize::from(is_switch);
    }

    pub(super) fn exit_loop_or_switch(&mut self, is_switch: bool) {
        self.breakables = self.breakables.saturating_sub(1);
        self.switches = self.switches.saturating_sub(usize::from(is_switch));
    }

    /// A `return`, `break`, `continue` or `goto`; `target` is the label of the
    /// last.
    pub(super) fn take_jump(&mut self, word: i32, target: Option<String>, range: Tokens) {
        let innermost = self.open.last();
        let leaves =
            match word {
                kind::RETURN => innermost,
                kind::BREAK => innermost
                    .filter(|open| self.breakables <= open.breakables + usize::from(open.kind.is_loop())),
                kind::CONTINUE => innermost
                    .filter(|open| self.breakables - self.switches <= open.breakables - open.switches),
                _ => None,
            };
        if let Some(open) = leaves {
            let word = self.tokens.text(*range.start());
            let message = format!("`{word}` leaves the `{}` construct", open.kind.name());
            let error = Diagnostic::error("E0311", message, self.tokens.span(&range));
            let directive = self.tokens[open.start].span.clone();
            self.diagnostics.push(
                error
                    .label("jumps out of a structured block")
                    .note_at(directive, "the construct")
                    .note("a structured block has one exit, at its bottom (section 1.2.2)"),
            );
        }
        if let Some(name) = target {
            let block = self.block_at(*range.start());
            if let Some(function) = &mut self.function {
                function.gotos.push(Place { name, token: *range.start(), block });
            }
        }
    }

    /// A variable with static storage, `static` or `extern`, has no place on the
    /// device (8.2.5).
    pub(super) fn check_static(&mut self, declaration: &DeclInfo, is_extern: bool) {
        let in_region = self.open.iter().any(|open| open.kind.is_parallel());
        let on_device =
            in_region || self.function.as_ref().is_some_and(|function| function.accessible.is_some());
        if (declaration.is_static || is_extern) && declaration.is_variable() && on_device {
            let storage = if is_extern { "extern" } else { "static" };
            let span = self.tokens[declaration.token].span.clone();
            let error = Diagnostic::error(
                "E0401",
                format!("`{storage}` variable `{}` is not translated", declaration.name),
                span,
            );
            self.diagnostics.push(
                error.label("declared where the device runs").note(
                    "the thesis left it out: the static storage class has not been implemented (8.2.5)",
                ),
            );
        }
    }

    /// Comes to the end of a function.
    pub(super) fn leave_function(&mut self, end: usize) {
        self.bridge_missing_return(end);
        let Some(mut function) = self.function.take() else { return };
        self.check_gotos(&function);
        for construct in orphan_constructs(&function.orphans) {
            self.diagnostics.extend(limits::construct(construct, &self.scopes, self.tokens));
            let found = restrictions::region(construct, &self.program());
            self.diagnostics.extend(found);
        }
        let orphans = std::mem::take(&mut function.orphans);
        if let Some(qualifier) = function.accessible.clone() {
            self.translate_accessible(&function, &qualifier, &orphans, end);
        }
        self.flush_uses(false);
        if !self.has_errors() {
            for launch in std::mem::take(&mut function.launches) {
                self.place_launch(launch, function.has_labels);
            }
            self.host_parts(&orphans);
        }
        if !function.declarations.is_empty() {
            let first = function.accessible.as_ref().map_or(function.start, |range| *range.start());
            let text = format!("{}\n", function.declarations);
            self.insert_before(
                first,
                text,
                "function_definition",
                "the kernel's parameters use types of the file",
            );
        }
        self.scopes.exit();
    }

    fn check_gotos(&mut self, function: &Function) {
        for goto in &function.gotos {
            let Some(label) = function.labels.iter().find(|label| label.name == goto.name) else { continue };
            if label.block != goto.block {
                let message = format!("`goto {}` crosses the border of a construct", goto.name);
                let error = Diagnostic::error("E0311", message, self.tokens[goto.token].span.clone());
                self.diagnostics.push(
                    error
                        .label("jumps into or out of a structured block")
                        .note_at(self.tokens[label.token].span.clone(), "the label")
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
        if self.has_errors() {
            return;
        }
        self.flush_uses(true);
        let name = function.name_token;
        self.replace_on_device(
            name..=name,
            thesis::device_function(&function.name),
            "function_definition",
            "the name of the device's form (8.5.2)",
        );
        self.apply_bridges(&range, true);
        self.device_parts(orphans, None);
        let text = format!("__device__ {}\n\n", self.device_text(&range));
        self.replace(qualifier.clone(), text, "function_definition", "the device's form comes first (8.5.2)");
    }

    /// A declaration of an accessible function declares its device's form too.
    pub(super) fn declare_device_functions(&mut self) {
        for (symbol, end) in std::mem::take(&mut self.prototypes) {
            let declaration = self.scopes.get(symbol);
            if !self.accessible_names.contains(&declaration.name) {
                continue;
            }
            let name = thesis::device_function(&declaration.name);
            let storage = if declaration.is_static { "static " } else { "" };
            let text = format!("\n__device__ {storage}{};", declaration.ty.declare(&name));
            self.insert_after(end, text, "declaration", "the device's form is declared too (8.5.2)");
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
                            let body = self.host_text(&construct.body);
                            let text = thesis::master(&body, false, construct.in_block);
                            self.replace(
                                construct.tokens.clone(),
                                text,
                                "master_construct",
                                "on the host (8.2.4)",
                            );
                        }
                        ConstructKind::For => {
                            let reason = "a team of one executes the whole loop";
                            self.replace(construct.directive.clone(), String::new(), "for_directive", reason);
                        }
                        _ => {}
                    }
                }
                Part::Barrier { tokens, .. } => {
                    let text = thesis::barrier(false) + "\n";
                    self.replace(tokens.clone(), text, "barrier_directive", "on the host (8.2.4)");
                }
                Part::Flush { .. } => {}
            }
        }
    }
}
