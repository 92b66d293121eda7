//! Directives that have no statement: those that stand for themselves, and those that say something of declarations.

use super::{Dialect, Translator, thesis};
use crate::c::symbols::SymbolId;
use crate::codegen::thesis::limits;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::error::ErrorDirective;
use crate::openmp::operators::Operator;
use crate::openmp::written::directive_at;
use crate::openmp::{Part, restrictions};
use crate::rewrite::Tokens as _;

impl Translator<'_> {
    pub(super) fn take_barrier(&mut self, parsed: usize, tokens: Tokens) {
        let in_block = self.stands_in_block(parsed);
        self.add_part(Part::Barrier { tokens, in_block });
    }

    pub(super) fn take_flush(&mut self, tokens: Tokens, names: &[(String, usize)]) {
        self.out.diagnostics.extend(restrictions::flush(names, &self.file.program()));
        if self.parse.open.is_empty() && self.file.dialect == Dialect::Thesis {
            self.out.diagnostics.push(limits::flush(&tokens, self.file.tokens));
        }
        self.add_part(Part::Flush { tokens });
    }

    /// Another directive without a statement.
    pub(super) fn take_standalone(&mut self, tokens: Tokens) {
        let Some(directive) = directive_at(self.file.tokens, *tokens.start()) else { return };
        if self.file.dialect == Dialect::Thesis {
            self.out.diagnostics.push(limits::later(directive, &tokens, self.file.tokens));
        }
        if directive.name == "error" {
            let found =
                ErrorDirective::read(*tokens.start(), self.file.tokens).said(&tokens, self.file.tokens);
            self.out.diagnostics.extend(found);
        }
        self.out.diagnostics.extend(restrictions::listed(*tokens.start(), &self.file.program()));
        self.add_part(Part::Standalone { directive, tokens });
    }

    /// A directive of later versions that says something of declarations.
    pub(super) fn take_declarative(&mut self, tokens: Tokens) {
        let Some(directive) = directive_at(self.file.tokens, *tokens.start()) else { return };
        self.out.diagnostics.extend(restrictions::listed(*tokens.start(), &self.file.program()));
        match directive.name {
            "declare reduction" => self.take_operator(&tokens),
            "declare simd" if !self.file.tokens.is_in_header(*tokens.start()) => {
                self.parse.declared_simd.push(tokens.clone());
            }
            _ => {}
        }
        match self.file.dialect {
            Dialect::Thesis => self.out.diagnostics.push(limits::later(directive, &tokens, self.file.tokens)),
            Dialect::Cuda => {
                match directive.name {
                    "allocate" => self.take_alignment(&tokens),
                    "requires" => self.take_default_order(&tokens),
                    _ => {}
                }
                self.keep_hint(tokens);
            }
        }
    }

    fn take_operator(&mut self, directive: &Tokens) {
        if let Some(operator) = Operator::read(directive, self.file.scopes.depth(), self.file.tokens) {
            self.out.diagnostics.extend(restrictions::operators::check(&operator, &self.file.program()));
            self.file.operators.push(operator);
        }
    }

    /// Checks the `declare simd` in front of a declaration. The types of an old-style definition follow its name.
    pub(super) fn check_declared_simd(&mut self, declared: SymbolId, is_old_style: bool) {
        let directives = std::mem::take(&mut self.parse.declared_simd);
        if !is_old_style {
            let program = self.file.program();
            let check = |directive| {
                restrictions::declare_simd::check(directive, program.scopes.get(declared), &program)
            };
            let found: Vec<Diagnostic> = directives.iter().flat_map(check).collect();
            self.out.diagnostics.extend(found);
        }
    }

    /// Refuses the `declare simd` that no function followed.
    pub(super) fn refuse_lonely_simd(&mut self) {
        let alone = |directive| restrictions::declare_simd::alone(directive, &self.file.program());
        let found: Vec<Diagnostic> = self.parse.declared_simd.iter().map(alone).collect();
        self.out.diagnostics.extend(found);
    }

    /// `requires atomic_default_mem_order(order)`
    fn take_default_order(&mut self, directive: &Tokens) {
        let mut words = directive.clone().filter(|&index| self.file.tokens[index].is_visible());
        let clause = words.find(|&index| self.file.tokens.text(index) == "atomic_default_mem_order");
        if let Some(order) = clause.and_then(|_| words.nth(1)) {
            self.file.cuda.default_order = Some((self.file.tokens.text(order).to_owned(), directive.clone()));
        }
    }

    pub(super) fn take_threadprivate(&mut self, tokens: &Tokens, names: &[(String, usize)]) {
        self.out.diagnostics.extend(restrictions::threadprivate::check(names, &self.file.program()));
        self.file.threadprivate.add(names, tokens, &self.file.scopes);
        match self.file.dialect {
            Dialect::Thesis => self.out.diagnostics.push(limits::threadprivate(tokens, self.file.tokens)),
            Dialect::Cuda => self.keep_hint(tokens.clone()),
        }
    }

    /// `#pragma gpump accessible(a, b)`: one call for each variable (8.5.1).
    pub(super) fn take_accessible_data(&mut self, parsed: usize, tokens: Tokens, names: &[(String, usize)]) {
        let mut calls = Vec::new();
        for (name, token) in names {
            let token = *token;
            let span = self.file.tokens[token].span.clone();
            match self.file.scopes.find(name) {
                None => {
                    let error = Diagnostic::error("E0201", format!("`{name}` is not declared"), span);
                    self.out.diagnostics.push(
                        error
                            .label("in a list of accessible variables")
                            .note("`accessible` stands behind the declarations of its variables (6.1)"),
                    );
                }
                Some(declaration) if !declaration.is_variable() => {
                    let error = Diagnostic::error("E0305", format!("`{name}` is not a variable"), span);
                    self.out.diagnostics.push(error.label("`accessible` lists variables").help(
                        "to make a function accessible, write `#pragma gpump accessible` in front of its definition",
                    ));
                }
                Some(declaration) if declaration.from_array && self.file.dialect == Dialect::Thesis => {
                    let error =
                        Diagnostic::error("E0407", format!("`{name}` is a parameter, and no array"), span);
                    self.out.diagnostics.push(
                        error
                            .label("a pointer, although it is written as an array")
                            .help("list the array where it is declared"),
                    );
                }
                Some(_) => calls.push(thesis::alloc_list_add(name)),
            }
        }
        if self.file.dialect == Dialect::Cuda {
            return self.keep_hint(tokens);
        }
        if self.parse.function.is_none() {
            let error = Diagnostic::error(
                "E0401",
                "`accessible` for global data is not translated",
                self.file.tokens.span(&tokens),
            );
            self.out.diagnostics.push(
                error
                    .label("outside of any function")
                    .note("the thesis left it out: there is no place for the call (8.5.1)")
                    .help("write it at the beginning of `main`, which may name global variables"),
            );
            return;
        }
        if self.parse.open.iter().any(|open| open.kind.is_parallel()) {
            let error = Diagnostic::error(
                "E0310",
                "`accessible` inside a parallel region",
                self.file.tokens.span(&tokens),
            );
            self.out.diagnostics.push(error.label("it must stand in front of the region (6.1)"));
            return;
        }
        let indent = format!("\n{}", self.file.indentation(*tokens.start()));
        let in_block = self.stands_in_block(parsed);
        let text = calls.join(&indent);
        let text = if in_block { text + "\n" } else { format!("{{ {text} }}\n") };
        self.out.host.replace(tokens, text, "accessible_directive", "what pointers may point into (8.5.1)");
    }
}
