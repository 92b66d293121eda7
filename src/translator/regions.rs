//! Parallel regions: from a construct and the uses in it to the kernel and its
//! launch.

use super::lines::{self, Mark};
use super::recording::{Event, RegionRecord};
use super::{File, Translator, thesis};
use crate::c::symbols::{DataClause, SymbolId};
use crate::codegen::thesis::limits;
use crate::codegen::thesis::loops::{Loop, shared_out};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::loops::{Increment, Relation, is_sum_operand};
use crate::openmp::{CanonicalLoop, Construct, ConstructKind, Part, Reference, Region, Sharing, sharing};

/// A region's launch, which is written when the function around it is known.
pub(super) struct Launch {
    region: thesis::Region,
    tokens: Tokens,
    indent: String,
    num_threads: Option<String>,
    in_block: bool,
    rule: &'static str,
}

impl Translator<'_> {
    /// Translates a parallel construct that is complete.
    pub(super) fn translate_region(&mut self, construct: &Construct) {
        self.check_constructs(construct);
        self.out.diagnostics.extend(limits::construct(construct, &self.file.scopes, self.file.tokens));
        self.refuse_nested(construct);
        let references = self.file.references_in(&construct.tokens).to_vec();
        let model = match sharing::analyse(
            construct,
            &references,
            &self.file.scopes,
            &self.file.threadprivate,
            self.file.tokens,
        ) {
            Ok(region) => region,
            Err(errors) => {
                self.out.diagnostics.extend(errors);
                Region::default()
            }
        };
        self.check_variables(&model);
        self.translate_device_names(&construct.tokens, Some(construct));
        self.translate_host_expressions(construct, &references);
        if self.out.has_errors() {
            return;
        }
        let region = self.describe(&model);
        self.thesis.regions += 1;
        self.warn_of_faults(construct, &model);
        if !self.writes {
            self.file.uses_gpump = true;
            return;
        }
        for used in &model.shared_uses {
            let reason = "a shared variable is a member of the parameters (8.2.5)";
            self.out.rewrite_use(used, region.shared(&used.name), true, reason);
        }
        self.apply_bridges(&construct.tokens, true);
        self.thesis.region_tokens.push(construct.tokens.clone());
        self.device_parts(&construct.parts, Some(&region));
        let line = self.file.physical_line(*construct.tokens.start());
        let body = match &construct.canonical_loop {
            Some(canonical) => shared_out(&self.loop_pieces(construct, canonical, Some(&region)), "    "),
            None => self.out.device_statement(&construct.body, line),
        };
        let has_loop = construct.any(|inner| inner.kind.is_loop());
        let kernel = thesis::kernel::kernel(&region, &body, has_loop);
        let frame = self.file.macro_frame(&construct.tokens);
        self.keep_thesis_region(construct, &region, &kernel);
        let (made, own) = (Mark::Made(line), Mark::Own);
        self.thesis.kernels.push(format!("{own}{}{made}{kernel}{own}{}", frame.before, frame.after));
        let num_threads = construct.clauses.num_threads.as_ref().map(|range| self.out.host_text(range));
        let self_contained = region.variables.iter().all(thesis::Variable::is_self_contained);
        let declarations = region.declarations() + "\n";
        let rule = match construct.kind {
            ConstructKind::ParallelFor => "parallel_for_construct",
            _ => "parallel_construct",
        };
        let launch = Launch {
            region,
            tokens: construct.tokens.clone(),
            indent: self.file.indentation_of(construct).to_owned(),
            num_threads,
            in_block: construct.in_block,
            rule,
        };
        if let Some(function) = &mut self.parse.function {
            function.launches.push(launch);
            if !self_contained {
                function.declarations.push_str(&declarations);
            }
        }
        if self_contained {
            self.thesis.declarations.push_str(&declarations);
        }
    }

    /// Tells the recorder of a region and its kernel, if there is one.
    fn keep_thesis_region(&self, construct: &Construct, region: &thesis::Region, kernel: &str) {
        if !self.out.recorder.is_on() {
            return;
        }
        let symbols =
            self.file.references_in(&construct.tokens).iter().filter_map(|reference| reference.symbol);
        let mut places: Vec<(SymbolId, String)> = Vec::new();
        for symbol in symbols.chain(construct.clauses.items.iter().filter_map(|item| item.symbol)) {
            let name = &self.file.scopes.get(symbol).name;
            let is_new = places.iter().all(|(other, _)| *other != symbol);
            let variable = region.variables.iter().find(|variable| variable.name == *name);
            if let Some(variable) = variable.filter(|_| is_new && self.file.scopes.get(symbol).is_variable())
            {
                let mut uses = self.file.references_in(&construct.tokens).iter();
                let is_addressed = uses
                    .any(|reference| reference.symbol == Some(symbol) && self.file.takes_address(reference));
                places.push((symbol, region.place(variable, is_addressed)));
            }
        }
        let record = RegionRecord {
            construct: construct.clone(),
            kernel: region.kernel(),
            places,
            optimisations: Vec::new(),
            parts: Vec::new(),
            one_because: None,
            stays_because: None,
        };
        self.out.recorder.note(|recording| recording.regions.push(record));
        let (source, text) = (construct.tokens.clone(), lines::unmarked(kernel));
        self.out.recorder.event(|| Event::Piece { source, text });
    }

    /// A region in a function that regions call would be nested in them.
    fn refuse_nested(&mut self, construct: &Construct) {
        let Some(qualifier) = self.parse.function.as_ref().and_then(|function| function.accessible.clone())
        else {
            return;
        };
        let message = format!("`{}` in an accessible function is not translated", construct.kind.name());
        let error = Diagnostic::error("E0401", message, self.file.tokens.span(&construct.directive));
        self.out.diagnostics.push(
            error
                .label("would be nested in the region that calls the function")
                .note_at(self.file.tokens.span(&qualifier), "the function is accessible")
                .note("the thesis left it out: its compiler does not support nested parallelism (8.3.1)"),
        );
    }

    fn check_variables(&mut self, model: &Region) {
        for variable in &model.variables {
            self.complete_array(variable.symbol);
            let declaration = self.file.scopes.get(variable.symbol);
            self.out.diagnostics.extend(limits::variable(
                declaration,
                variable.token,
                &self.file.scopes,
                self.file.tokens,
            ));
        }
    }

    /// The expression of `num_threads` is evaluated on the host.
    fn translate_host_expressions(&mut self, construct: &Construct, references: &[Reference]) {
        for reference in references.iter().filter(|reference| sharing::is_outside(construct, reference.token))
        {
            self.translate_host_name(reference);
        }
    }

    fn describe(&mut self, model: &Region) -> thesis::Region {
        let variables = model
            .variables
            .iter()
            .map(|variable| {
                let declaration = self.file.scopes.get(variable.symbol);
                thesis::Variable {
                    clause: variable.clause,
                    private_copy: variable.has_private_copy(),
                    first_on_parallel: variable.first_on_parallel,
                    reduced_on_parallel: variable.reduced_on_parallel,
                    ..thesis::Variable::new(declaration)
                }
            })
            .collect();
        thesis::Region {
            number: self.thesis.regions,
            variables,
            uses_shared: model.variables.iter().any(sharing::Variable::is_transferred),
        }
    }

    /// Rewrites the constructs and directives inside a region, or inside an
    /// accessible function, for the device.
    pub(super) fn device_parts(&mut self, parts: &[Part], region: Option<&thesis::Region>) {
        for part in parts {
            match part {
                Part::Construct(construct) => {
                    self.device_parts(&construct.parts, region);
                    match (construct.kind, &construct.canonical_loop) {
                        (ConstructKind::Master, _) => {
                            let line = self.file.physical_line(*construct.tokens.start());
                            let body = self.out.device_statement(&construct.body, line);
                            let text = thesis::master(&body, true, construct.in_block);
                            self.out.device.replace(
                                construct.tokens.clone(),
                                text,
                                "master_construct",
                                "only the thread with number 0 (8.2.4)",
                            );
                        }
                        (ConstructKind::For, Some(canonical)) => {
                            let pieces = self.loop_pieces(construct, canonical, region);
                            let text = shared_out(&pieces, self.file.indentation_of(construct))
                                + &self.file.lines_to_keep(&header_of(construct, canonical));
                            // It ends in a comment, which must not take in
                            // what follows on the line.
                            let ends_line =
                                text.ends_with('\n') || self.file.ends_line(*construct.tokens.end());
                            let text = if ends_line { text } else { text + "\n" };
                            self.out.device.replace(
                                construct.tokens.clone(),
                                text,
                                "for_construct",
                                "each thread takes its part of the iterations (8.2.2)",
                            );
                        }
                        _ => {}
                    }
                }
                Part::Barrier { tokens, .. } => {
                    let text = thesis::barrier(true) + "\n";
                    self.out.device.replace(
                        tokens.clone(),
                        text,
                        "barrier_directive",
                        "a barrier for all threads of the grid (8.2.4)",
                    );
                }
                Part::Flush { .. } | Part::Standalone { .. } => {}
            }
        }
    }

    /// An expression, fit to stand beside a `+`.
    fn operand(&mut self, range: &Tokens) -> String {
        let text = self.out.device_text(range);
        if is_sum_operand(self.file.tokens, range) { text } else { format!("({text})") }
    }

    fn loop_pieces(
        &mut self,
        construct: &Construct,
        canonical: &CanonicalLoop,
        region: Option<&thesis::Region>,
    ) -> Loop {
        let bound = match canonical.relation {
            Relation::Less | Relation::Greater => self.out.device_text(&canonical.bound),
            Relation::LessEqual => format!("{} + 1", self.operand(&canonical.bound)),
            Relation::GreaterEqual => format!("{} - 1", self.operand(&canonical.bound)),
        };
        let increment = match &canonical.increment {
            Increment::PlusOne => "1".to_owned(),
            Increment::MinusOne => "-1".to_owned(),
            Increment::Plus(step) => self.out.device_text(step),
            Increment::Minus(step) => format!("-({})", self.out.device_text(step)),
        };
        let copies = |select: fn(&Sharing) -> bool| -> Vec<(String, String)> {
            let Some(region) = region.filter(|_| construct.kind == ConstructKind::For) else {
                return Vec::new();
            };
            let items = construct.clauses.items_of(select);
            items.map(|item| (item.name.clone(), region.shared(&item.name))).collect()
        };
        let chunk = construct.clauses.schedule.as_ref().and_then(|schedule| schedule.chunk.as_ref());
        Loop {
            variable: canonical.variable.clone(),
            declared: canonical.declared.as_ref().map(|range| self.out.device_text(range)),
            lower: self.operand(&canonical.lower),
            bound,
            increment,
            chunk: chunk.map(|range| self.out.device_text(range)),
            body: self.out.device_statement(
                &(canonical.body_start..=*construct.tokens.end()),
                self.file.physical_line(*construct.tokens.start()),
            ),
            firstprivates: copies(|sharing| *sharing == Sharing::Firstprivate),
            reductions: copies(|sharing| matches!(sharing, Sharing::Reduction(_))),
            nowait: construct.clauses.nowait.is_some(),
            braces: !construct.in_block && construct.kind == ConstructKind::For,
            declare: region.is_none(),
        }
    }

    pub(super) fn place_launch(&mut self, launch: Launch, control_may_jump: bool) {
        let Launch { region, tokens, indent, num_threads, in_block, rule } = launch;
        let braces = !in_block || control_may_jump;
        let mut text = thesis::launch::launch(&region, num_threads.as_deref(), &indent, braces);
        if self.file.indentation(*tokens.start()).is_empty() {
            text.insert_str(0, &indent);
        }
        text.push_str(&self.file.lines_to_keep(&tokens));
        self.out.host.replace(tokens, text, rule, "the calls that move data and start the kernel (8.2.1)");
    }

    /// What the printed code gets wrong, where a program can run into it.
    fn warn_of_faults(&mut self, construct: &Construct, model: &Region) {
        construct.walk(&mut |inner| {
            let reductions = inner.clauses.items_of(|sharing| matches!(sharing, Sharing::Reduction(_)));
            for item in reductions.filter(|_| inner.kind == ConstructKind::For) {
                let message =
                    format!("the sum starts from 0: what `{}` holds before the loop is lost", item.name);
                self.out.diagnostics.push(
                    Diagnostic::warning("W0501", message, self.file.tokens[item.token].span.clone())
                        .label("set to 0 before the loop")
                        .note("so the thesis's printed code does it (8.2.5)")
                        .help("a reduction on `parallel` or `parallel for` keeps the value"),
                );
            }
        });
        for variable in &model.variables {
            let declaration = self.file.scopes.get(variable.symbol);
            let crate::c::symbols::Type::Base { words, .. } = declaration.ty.target().resolved() else {
                continue;
            };
            let pointer = self
                .file
                .scopes
                .structure(words)
                .and_then(|(members, _)| members.iter().find(|member| member.ty.pointer_level() > 0));
            if let Some(member) = pointer.filter(|_| variable.clause != DataClause::PRIVATE) {
                let message = format!(
                    "the pointer `{}` in `{}` keeps its host address on the device",
                    member.name, declaration.name
                );
                self.out.diagnostics.push(
                    Diagnostic::warning("W0502", message, self.file.tokens[variable.token].span.clone())
                        .label("used in a region")
                        .note("the thesis's memory list does not know types, and so not the pointers in a structure (6.4)"),
                );
            }
        }
    }
}

impl File<'_> {
    /// The uses of names in a range of tokens.
    pub(super) fn references_in(&self, range: &Tokens) -> &[Reference] {
        let from = self.references.partition_point(|reference| reference.token < *range.start());
        let to = self.references.partition_point(|reference| reference.token <= *range.end());
        &self.references[from..to.max(from)]
    }

    /// The indentation of a construct: its directive's, or its statement's
    /// where the directive stands in the first column, as many people write it.
    fn indentation_of(&self, construct: &Construct) -> &str {
        match self.indentation(*construct.tokens.start()) {
            "" => self.indentation(*construct.body.start()),
            indent => indent,
        }
    }

    /// Whether nothing but blanks stands behind a token on its line.
    fn ends_line(&self, token: usize) -> bool {
        let rest =
            &self.tokens.source_text()[self.tokens.stands_for(token, true).end..self.tokens.file_bytes()];
        let rest = rest.trim_start_matches([' ', '\t', '\r']);
        rest.is_empty() || rest.starts_with('\n')
    }
}

/// A loop construct up to its body, whose own lines stay with it.
fn header_of(construct: &Construct, canonical: &CanonicalLoop) -> Tokens {
    *construct.tokens.start()..=canonical.body_start
}
