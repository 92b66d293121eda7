//! Functions: their beginning and end, and the second form that an accessible
//! one gets for the device (6.3, 8.5.2).

use super::regions::Launch;
use super::{Translator, orphan_constructs, thesis};
use crate::codegen::thesis::limits;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Part, Sharing, restrictions};
use crate::rewrite::Tokens as _;
use crate::symbols::{DeclInfo, DeclType, Parameter, SymbolId, Type};
use crate::syntax::declarators::{Declared, adjusted};
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

/// A label, or a jump to one: its name, its token, and the construct that it
/// stands in.
struct Place {
    name: String,
    token: usize,
    construct: Option<usize>,
}

impl Translator<'_> {
    pub(super) fn begin_function(&mut self, declared: Declared, start: usize, has_specifiers: bool) {
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
        self.complete_old_style();
        self.bridge_definition();
    }

    /// The parameters of a definition in the style of K&R, which are declared
    /// between the parentheses and the body: arrays are adjusted as in others,
    /// and the function's type gets them all.
    fn complete_old_style(&mut self) {
        let Some(function) = &self.function else { return };
        let Some(names) = function.old_style.clone() else { return };
        let name_token = function.name_token;
        let function = self.scopes.lookup(&function.name);
        let mut parameters = Vec::new();
        for name in names {
            let declared = self.scopes.lookup(&name).filter(|&symbol| self.scopes.get(symbol).depth > 0);
            let symbol = match declared {
                Some(symbol) => symbol,
                // One without a declaration is an int (C90 6.7.1).
                None => {
                    let int = Type::builtin("int");
                    self.scopes.declare(DeclInfo::new(name, int, DeclType::Variable, name_token))
                }
            };
            let declaration = self.scopes.get_mut(symbol);
            let name = Some(declaration.name.clone());
            let parameter = adjusted(name, Some(declaration.token), declaration.ty.clone());
            *declaration = DeclInfo {
                depth: declaration.depth,
                from_array: parameter.from_array,
                ..DeclInfo::new(
                    declaration.name.clone(),
                    parameter.ty.clone(),
                    declaration.decl_type,
                    declaration.token,
                )
            };
            parameters.push(parameter);
        }
        let Some(symbol) = function.filter(|&symbol| self.scopes.get(symbol).is_function()) else { return };
        if let Type::Function { parameters: own, .. } = &mut self.scopes.get_mut(symbol).ty {
            *own = parameters;
        }
    }

    pub(super) fn take_label(&mut self, token: usize) {
        let construct = self.open.last().map(|open| open.start);
        let name = self.tokens.text(token).to_owned();
        let is_case = matches!(self.tokens[token].kind, kind::CASE | kind::DEFAULT);
        if let Some(function) = &mut self.function {
            function.has_labels = true;
            if !is_case {
                function.labels.push(Place { name, token, construct });
            }
        }
    }

    pub(super) fn take_jump(&mut self, range: Tokens) {
        let token = *range.start();
        let innermost = self.open.last();
        let leaves = match self.tokens[token].kind {
            kind::RETURN => innermost,
            kind::BREAK | kind::CONTINUE => innermost.filter(|open| {
                let own = usize::from(open.kind.is_loop());
                let is_continue = self.tokens[token].kind == kind::CONTINUE;
                if is_continue {
                    self.breakables <= open.breakables
                } else {
                    self.breakables <= open.breakables + own
                }
            }),
            _ => None,
        };
        if let Some(open) = leaves {
            let word = self.tokens.text(token);
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
        if self.tokens[token].kind == kind::GOTO {
            let construct = innermost.map(|open| open.start);
            let target = self.next_visible(token);
            let name = self.tokens.text(target).to_owned();
            if let Some(function) = &mut self.function {
                function.gotos.push(Place { name, token: target, construct });
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
            self.refuse_private_originals(construct);
            self.diagnostics.extend(limits::construct(construct, &self.scopes, self.tokens));
            self.diagnostics.extend(restrictions::nesting(construct, self.tokens));
        }
        let orphans = std::mem::take(&mut function.orphans);
        if let Some(qualifier) = function.accessible.clone() {
            self.translate_accessible(&function, &qualifier, &orphans, end);
        }
        if !self.has_errors() {
            for launch in std::mem::take(&mut function.launches) {
                self.place_launch(launch, function.has_labels);
            }
            self.host_parts(&orphans);
        }
        let first = function.accessible.as_ref().map_or(function.start, |range| *range.start());
        self.function_starts.push(first);
        if !function.declarations.is_empty() {
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

    /// The variables of a reduction or a firstprivate loop must be shared by
    /// the team (2.8.3.4, 2.8.3.6). A function's own variables are not: each
    /// thread that calls it has its own.
    fn refuse_private_originals(&mut self, construct: &Construct) {
        construct.walk(&mut |inner| {
            let items = inner.clauses.items_of(|sharing| {
                matches!(sharing, Sharing::Firstprivate | Sharing::Lastprivate | Sharing::Reduction(_))
            });
            for item in items {
                let own = item.symbol.map(|symbol| self.scopes.get(symbol));
                let Some(own) = own.filter(|found| found.depth > 0 && !found.is_static) else { continue };
                let message = format!("`{}` is private where `{}` needs it shared", item.name, item.sharing.name());
                self.diagnostics.push(
                    Diagnostic::error("E0304", message, self.tokens[item.token].span.clone())
                        .label("each thread that calls the function has its own")
                        .note_at(self.tokens[own.token].span.clone(), "declared here")
                        .note(
                            "a list item of this clause on a worksharing construct must be shared in the parallel \
                             region (sections 2.8.3.4 and 2.8.3.6)",
                        ),
                );
            }
        });
    }

    fn check_gotos(&mut self, function: &Function) {
        for goto in &function.gotos {
            let Some(label) = function.labels.iter().find(|label| label.name == goto.name) else { continue };
            if label.construct != goto.construct {
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

    /// Takes the declaration of a function. One inside of a function gets its
    /// device's form in front of that function, where it can stand.
    pub(super) fn take_prototype(&mut self, symbol: SymbolId, token: usize) {
        let form = self.device_prototype(symbol);
        match &mut self.function {
            None => self.prototypes.push((symbol, token)),
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
        let Some((symbol, _)) = self.prototypes.last().filter(|(_, token)| range.contains(token)) else {
            return;
        };
        if super::names::RUNTIME.contains(&self.scopes.get(*symbol).name.as_str()) {
            let reason = "the runtime's header declares it";
            self.uses_gpump = true;
            self.replace(range.clone(), String::new(), "declaration", reason);
        }
    }

    /// The declaration of the device's form of an accessible function.
    fn device_prototype(&self, symbol: SymbolId) -> Option<String> {
        // The definition, if it has been read, knows the parameters.
        let declaration = self.scopes.get(symbol);
        let definition = self.scopes.find(&declaration.name).filter(|found| found.is_function());
        let declaration =
            DeclInfo { is_static: declaration.is_static, ..definition.unwrap_or(declaration).clone() };
        let name = thesis::device_function(&declaration.name);
        let storage = if declaration.is_static { "static " } else { "" };
        let form = || format!("__device__ {storage}{};", declaration.ty.declare(&name));
        self.accessible_names.contains(&declaration.name).then(form)
    }

    /// A declaration of an accessible function declares its device's form too.
    pub(super) fn declare_device_functions(&mut self) {
        for (symbol, end) in std::mem::take(&mut self.prototypes) {
            self.bridge_empty_parameters(symbol);
            let Some(form) = self.device_prototype(symbol) else { continue };
            let text = format!("\n{form}");
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
