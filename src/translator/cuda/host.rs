//! The host's text: the author's, with a call in front of each region, and its
//! pragmas as comments. What stands there is what a team of one does.

use super::super::{File, Writer};
use super::plan::Variable;
use crate::c::Kind;
use crate::c::symbols::{DeclInfo, SymbolId};
use crate::codegen::cuda::kernel::{self, Argument, Call};
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Part};
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;

const NAME_ON_HOST: &str = "the variable has this name on the host";

impl Writer<'_, '_> {
    /// The constructs of a function, regions aside, or those inside a region.
    pub(super) fn host_constructs(&mut self, parts: &[Part], in_region: bool) {
        for part in parts {
            match part {
                // Regions have been seen to with their calls.
                Part::Construct(construct) if construct.kind.is_parallel() && !in_region => {}
                Part::Construct(construct) => {
                    self.host_constructs(&construct.parts, in_region);
                    self.host_form(construct);
                }
                Part::Barrier { tokens, .. } => self.host_directive(tokens, "barrier_directive"),
                Part::Flush { tokens } => self.host_directive(tokens, "flush_directive"),
                Part::Standalone { directive, tokens } if directive.name == "error" => {
                    self.host_error(tokens)
                }
                Part::Standalone { tokens, .. } => self.host_directive(tokens, "nothing_directive"),
            }
        }
    }

    fn host_directive(&mut self, tokens: &Tokens, rule: &'static str) {
        self.out.recorder.step(rule, "host_directive", Some(tokens), || {
            "On the host the directive is a comment: a team of one has nobody to wait for.".to_owned()
        });
        let text = format!("{}\n", self.file.host_comment(tokens));
        self.out.host.replace(tokens.clone(), text, rule, "a team of one has nobody to wait for");
    }

    fn host_error(&mut self, tokens: &Tokens) {
        let call =
            self.error_call(tokens, "gpump_error_directive", |writer, tokens| writer.out.host_text(tokens));
        let rule = "error_directive";
        self.out.recorder.step(rule, "host_error", Some(tokens), || {
            "On the host the directive becomes a call of the runtime, which tells the message.".to_owned()
        });
        let text = format!("{call} {}\n", self.file.host_comment(tokens));
        self.out.host.replace(
            tokens.clone(),
            text,
            rule,
            "the program tells the message (section 8.5 of OpenMP 5.2)",
        );
    }

    /// The form of a construct for a team of one: the pragma is a comment, and
    /// copies are what they would be.
    fn host_form(&mut self, construct: &Construct) {
        let rule = super::constructs::rule_of(construct.kind);
        let reason = "a team of one does all the work";
        self.out.recorder.step(rule, "host_form", Some(&construct.tokens), || {
            format!(
                "On the host `{}` is what a team of one does: the pragma is a comment.",
                construct.written.name
            )
        });
        let indent = self.file.construct_indent(construct);
        let (open, close) = self.serial_frame(construct, &indent);
        let text = format!("{}\n{open}", self.file.host_comment(&construct.directive));
        self.out.host.settle();
        self.out.host.replace(construct.directive.clone(), text, rule, reason);
        let mut end = close;
        if construct.kind.is_loop() && self.file.goes_on_behind(*construct.tokens.end()) {
            // The pragma has begun a line, and what follows the loop there is not to look like a part of it.
            end.push('\n');
            end.push_str(&indent);
        }
        if !end.is_empty() {
            self.out.host.insert_after(*construct.tokens.end(), end, rule, reason);
        }
        if matches!(construct.kind, ConstructKind::Sections | ConstructKind::ParallelSections) {
            self.comment_section_directives(construct, false);
        }
    }

    /// What stands around a construct's statement for a team of one: the copies,
    /// each in a block of its own, and the end of its reductions.
    fn serial_frame(&mut self, construct: &Construct, indent: &str) -> (String, String) {
        let mut lines = self.file.declare_serial_privates(construct);
        if let Some(filter) = construct.clauses.filter.clone() {
            let filter = self.out.host_text(&filter);
            lines.push(format!("if (({filter}) == 0)"));
            lines.extend(self.file.wants_braces(construct).then(String::new));
        }
        let mut close = String::new();
        for private in self.file.serial_reductions(construct) {
            let name = self.file.cuda.decided.name_of(private.symbol, &private.name);
            close.push_str(&format!("\n{indent}{}", File::made_logical(&private, name)));
        }
        let mut open: String = lines.iter().map(|line| format!("{indent}{{ {line}\n")).collect();
        let blocks = if lines.is_empty() && !close.is_empty() {
            open = format!("{indent}{{\n");
            1
        } else {
            lines.len()
        };
        if blocks > 0 {
            close.push_str(&format!(" {}", "}".repeat(blocks)));
        }
        (open, close)
    }

    /// A region: its call, and its own text for the host.
    pub(super) fn host_region(&mut self, region: &Construct, kernel: &str, arguments: &[Argument]) {
        let rule = super::constructs::rule_of(region.kind);
        let reason = "the region's call; its text is for a machine without a device (2.4)";
        let indent = self.file.construct_indent(region);
        let condition = region.clauses.condition.clone().map(|(expression, _)| {
            let text = self.out.host_text(&expression);
            let is_int = self.file.types().value_type_of(&expression).is_some_and(
                |ty| matches!(ty.kind, Kind::Basic(basic) if basic.is_integer() && basic.size() <= 4),
            );
            if is_int { text } else { format!("({text}) != 0") }
        });
        let num_threads =
            region.clauses.num_threads.clone().map(|expression| self.out.host_text(&expression));
        let in_braces = self.file.wants_braces(region);
        let is_packed = self.file.types().packing(*region.tokens.start()).is_some();
        let keeps_directives = self.file.cuda.decided.keeps_directives;
        // Without OpenMP in the host's text there are no tasks.
        let waits_for_tasks = keeps_directives && self.file.waits_for_tasks(region);
        let kernel = kernel.to_owned();
        let call = Call { kernel, condition, num_threads, in_braces, is_packed, waits_for_tasks };
        let (before, after) = kernel::call(&call, arguments, &indent);
        if keeps_directives {
            // The directive is a line of its own, and begins where it was typed.
            let text = match self.file.indentation(*region.directive.start()) {
                "" => before,
                _ => format!("{}{indent}    ", before.trim_start()),
            };
            self.out.host.insert_before(*region.directive.start(), text, rule, reason);
            self.out.host.insert_after(*region.tokens.end(), after, rule, reason);
            return;
        }
        let (open, close) = self.serial_frame(region, &format!("{indent}    "));
        let text = format!("{}\n{before}{open}", self.file.host_comment(&region.directive));
        self.out.host.settle();
        self.out.host.replace(region.directive.clone(), text, rule, reason);
        self.out.host.insert_after(*region.tokens.end(), format!("{close}{after}"), rule, reason);
        if region.kind == ConstructKind::ParallelSections {
            self.comment_section_directives(region, false);
        }
        self.host_constructs(&region.parts, true);
    }

    /// Gives the names in the lists of a directive that stays the form that they have on the host.
    pub(super) fn host_lists(&mut self, construct: &Construct) {
        let mut items = Vec::new();
        construct.walk(&mut |inner| {
            items.extend(inner.clauses.items.iter().map(|item| (item.symbol, item.name.clone(), item.token)));
        });
        let rule = super::constructs::rule_of(construct.kind);
        for (symbol, name, token) in items {
            let Some(form) = symbol.map(|symbol| self.file.variable_on_host(symbol, &name)) else { continue };
            if form != name && !self.out.host.is_replaced(token) {
                self.out.host.replace(token..=token, form, rule, NAME_ON_HOST);
            }
        }
        // Lists that say nothing of how variables are shared.
        construct.walk(&mut |inner| {
            let clauses = &inner.clauses;
            let names = clauses.others.iter().flat_map(|clause| &clause.names).chain(&clauses.aligned);
            self.host_names(names.map(|(_, token)| *token), rule);
            // Its variables may look like an allocator.
            for clause in clauses.others.iter().filter(|clause| clause.name == "allocate") {
                self.host_names(self.file.names_in(&clause.tokens), rule);
            }
        });
    }

    /// The same in the lists of `flush`.
    pub(super) fn host_flushes(&mut self, parts: &[Part]) {
        for part in parts {
            match part {
                Part::Flush { tokens } => self.host_names(self.file.names_in(tokens), "flush_directive"),
                Part::Construct(construct) => self.host_flushes(&construct.parts),
                _ => {}
            }
        }
    }

    /// What says something of a variable, and leaves no code.
    pub(super) fn host_hints(&mut self) {
        let file = self.file;
        for tokens in &file.cuda.hints {
            if file.cuda.decided.keeps_directives && file.tokens[*tokens.start()].kind == kind::PRAGMA_OMP {
                self.host_names(file.names_in(tokens), "threadprivate_directive");
                continue;
            }
            self.out.recorder.step("declaration", "host_hints", Some(tokens), || {
                "The directive leaves no code on the host, and becomes a comment.".to_owned()
            });
            let text = format!("{}\n", self.file.host_comment(tokens));
            self.out.host.replace(
                tokens.clone(),
                text,
                "threadprivate_directive",
                "said in the device's text",
            );
        }
    }

    /// Names in a directive that stays: their variables may have been moved out of their functions.
    fn host_names(&mut self, names: impl Iterator<Item = usize>, rule: &'static str) {
        let file = self.file;
        let moved = |token: usize| {
            let function = file.cuda.function_at(token)?;
            let hoisted = file.cuda.decided.hoisted.iter();
            let declared = hoisted.map(|(&symbol, moved)| (file.scopes.get(symbol), moved));
            let is_it = |(found, _): &(&DeclInfo, &String)| {
                found.token < token
                    && found.name == file.tokens.text(token)
                    && file.cuda.function_at(found.token) == Some(function)
            };
            let (_, moved) = declared.filter(is_it).max_by_key(|(found, _)| found.token)?;
            Some((token, moved.clone()))
        };
        for (token, name) in names.filter_map(moved) {
            if !self.out.host.is_replaced(token) {
                self.out.host.replace(token..=token, name, rule, NAME_ON_HOST);
            }
        }
    }

    /// A variable whose address is taken cannot be a register's.
    pub(super) fn free_of_register(&mut self, variables: &[Variable]) {
        let symbols = variables.iter().map(|variable| variable.capture.symbol);
        let tokens: Vec<usize> = symbols.filter_map(|symbol| self.file.register_word(symbol)).collect();
        for token in tokens {
            let reason = "the variable's address is taken for the device";
            self.out.host.replace(token..=token, String::new(), "storage_class_specifier", reason);
        }
    }
}

impl File<'_> {
    fn host_comment(&self, directive: &Tokens) -> String {
        crate::codegen::cuda::comment(None, &self.pragma_text(directive))
    }

    /// Whether the line of a token has others behind it.
    pub(super) fn goes_on_behind(&self, token: usize) -> bool {
        let Some(next) = self.tokens.visible_from(token + 1) else { return false };
        !(token + 1..next).any(|index| self.tokens.text(index).contains('\n'))
    }

    /// Whether a region's statement, behind the `if` of the call, is one that a reader and a compiler ask braces for.
    pub(super) fn wants_braces(&self, region: &Construct) -> bool {
        let mut tokens = region
            .body
            .clone()
            .filter(|&index| self.tokens[index].is_visible())
            .map(|index| self.tokens[index].kind);
        match tokens.next() {
            Some(kind::LEFT_BRACE) => false,
            Some(kind::SEMICOLON | kind::IF) => true,
            _ => tokens.any(|kind| kind == kind::IF),
        }
    }

    fn names_in(&self, tokens: &Tokens) -> impl Iterator<Item = usize> {
        tokens.clone().filter(|&token| self.tokens[token].kind == kind::IDENTIFIER)
    }

    fn register_word(&self, symbol: SymbolId) -> Option<usize> {
        if !self.has_token(kind::REGISTER) {
            return None;
        }
        let name = self.scopes.get(symbol).token;
        let stops = |index: usize| matches!(self.tokens.text(index), ";" | "{" | "}" | "(");
        let mut index = name;
        while let Some(before) = self.tokens.visible_before(index).filter(|&before| !stops(before)) {
            let is_typed = self.tokens.origin(before) == Origin::File;
            if self.tokens.text(before) == "register" && is_typed {
                return Some(before);
            }
            index = before;
        }
        None
    }
}
