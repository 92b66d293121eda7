//! The constructs inside regions, and orphaned ones in the functions that
//! regions call, on the device's stream. `docs/cuda-dialect.md` has the forms.

use super::super::lines::Mark;
use super::super::{File, Optimisation, Writer};
use super::elements::ARE_APART;
use super::plan::{LoopForm, RegionPlan, Variable};
use super::privates::Private;
use crate::codegen::cuda::work::{self, Loop};
use crate::codegen::cuda::{self, original};
use crate::openmp::constructs::{ListItem, Tokens};
use crate::openmp::error::ErrorDirective;
use crate::openmp::loops::Increment;
use crate::openmp::{CanonicalLoop, Construct, ConstructKind, Part, Sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::Directive;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{self, Node};

/// `GPUMP_TERMS` of `runtime/cuda/team.h`.
const MOST_TERMS: usize = 8;

/// Text around a construct's statement.
#[derive(Default)]
pub(super) struct Frame {
    pub before: Vec<String>,
    pub after: Vec<String>,
    /// Whether the statement is put in a block with that.
    pub braces: bool,
}

/// A section of a `sections` construct.
pub(super) struct Section<'t> {
    /// The first section needs none.
    directive: Option<Tokens>,
    /// At least one.
    pub statements: Vec<Node<'t>>,
}

impl Section<'_> {
    fn tokens(&self) -> Tokens {
        let [first, .., last] = &*self.statements else { return self.statements[0].tokens() };
        *first.tokens().start()..=*last.tokens().end()
    }
}

impl Writer<'_, '_> {
    /// Writes what stands in a region or a function for the device. In a team
    /// of one, which a nested region is, work is not shared out.
    pub(super) fn device_constructs(&mut self, parts: &[Part], plan: &RegionPlan, team: bool) {
        for part in parts {
            match part {
                Part::Construct(construct) => {
                    let inner_team = team && !construct.kind.is_parallel();
                    self.device_constructs(&construct.parts, plan, inner_team);
                    self.device_construct(construct, plan, team);
                }
                Part::Barrier { tokens, .. } => {
                    let text = if team { plan.barrier() } else { ";" };
                    self.device_directive(tokens, text, "barrier_directive");
                }
                Part::Flush { tokens } => self.device_directive(tokens, "gpump_flush();", "flush_directive"),
                Part::Standalone { directive, tokens } => {
                    let call = match directive.name {
                        "ordered" => self.dependence_calls(tokens, team),
                        "error" => self.error_call(tokens, "gpump_error_on_device", |writer, tokens| {
                            writer.out.device_text(tokens)
                        }),
                        _ => ";".to_owned(),
                    };
                    self.device_directive(tokens, &call, directive_rule(directive));
                }
            }
        }
    }

    /// What an `error` directive does when a thread comes there.
    pub(super) fn error_call(
        &mut self,
        directive: &Tokens,
        function: &str,
        text_of: impl Fn(&mut Self, &Tokens) -> String,
    ) -> String {
        let read = ErrorDirective::read(*directive.start(), self.file.tokens);
        let message = read.message.as_ref().map_or("0".to_owned(), |message| text_of(self, message));
        match read.at_execution {
            true => format!("{function}({}, {message});", u8::from(read.is_fatal)),
            false => ";".to_owned(),
        }
    }

    fn device_directive(&mut self, tokens: &Tokens, call: &str, rule: &'static str) {
        self.out.recorder.step(rule, "device_directive", Some(tokens), || {
            format!("The directive becomes `{call}` on the device.")
        });
        let indent = self.file.directive_indent(tokens);
        let text = format!("{indent}{call} {}\n", self.file.pragma_comment(tokens));
        self.out.device.replace(tokens.clone(), text, rule, "the directive's call on the device");
    }

    fn device_construct(&mut self, construct: &Construct, plan: &RegionPlan, team: bool) {
        self.out.recorder.step(rule_of(construct.kind), "device_construct", Some(&construct.tokens), || {
            format!("Gives `{}` its form on the device.", construct.written.name)
        });
        match construct.kind {
            ConstructKind::Atomic => return self.device_atomic(construct, plan),
            ConstructKind::Critical if let Some(updates) = self.file.updates_of(construct) => {
                return self.device_updates(construct, &updates, plan);
            }
            ConstructKind::For if team => return self.device_loop(construct, plan, None),
            ConstructKind::Sections if team => return self.device_sections(construct, plan, None),
            _ => {}
        }
        let mut frame = Frame::default();
        match construct.kind {
            ConstructKind::Single if team && plan.run_by_all.contains(construct.tokens.start()) => {
                frame.before.push("/* by each thread, to its own copies */".to_owned());
                frame.braces = !construct.in_block;
                if !self.file.ends_region(construct) && !self.file.follows_barrier(construct) {
                    frame.after.push("gpump_barrier();".to_owned());
                }
            }
            ConstructKind::Single if team => {
                let nowait = construct.clauses.nowait.is_some();
                let copied: Vec<String> = construct
                    .clauses
                    .items_of(|sharing| *sharing == Sharing::Copyprivate)
                    .map(|item| self.file.on_device(&item.name))
                    .collect();
                self.open_privates(construct, plan, &mut frame);
                let is_for_first = nowait || copied.is_empty() && self.file.is_for_first(construct);
                frame.before.push(match (plan.is_bare, is_for_first) {
                    (true, _) => "if (gpump_single(gpump_team))".to_owned(),
                    (false, true) => "if (gpump_single_nowait())".to_owned(),
                    (false, false) => "if (gpump_single())".to_owned(),
                });
                if !copied.is_empty() {
                    frame.after.push(format!("gpump_copyprivate(0, {});", copied.join(", ")));
                } else if !nowait && !self.file.ends_region(construct) {
                    frame.after.push(plan.barrier().to_owned());
                }
            }
            ConstructKind::Master => self.open_master(construct, plan, team, &mut frame),
            ConstructKind::Scope if team => {
                let own = self.open_privates(construct, plan, &mut frame);
                self.close_loop_or_sections(construct, plan, &own, &mut frame);
            }
            // The iterations of a `simd` loop are run in their order.
            ConstructKind::Ordered
                if construct.clauses.simd.is_some() && !construct.clauses.is_by_threads => {}
            ConstructKind::Simd => self.open_simd(construct, &mut frame),
            ConstructKind::Ordered if team => {
                frame.braces = true;
                frame.before.push("gpump_ordered();".to_owned());
            }
            ConstructKind::Critical => {
                frame.braces = true;
                let lock = match self.file.critical_name(construct) {
                    Some(name) => format!("gpump_critical_{name}"),
                    None => "gpump_unnamed_critical".to_owned(),
                };
                frame.before.push(format!("gpump_lock(&{lock});"));
                frame.after.push(format!("gpump_unlock(&{lock});"));
            }
            kind if kind.is_parallel() => {
                frame.braces = true;
                frame.before.push("gpump_nested_begin();".to_owned());
                self.open_serial_privates(construct, &mut frame);
                if kind == ConstructKind::ParallelMaster {
                    self.open_master(construct, plan, false, &mut frame);
                }
                frame.after.push("gpump_nested_end();".to_owned());
            }
            // A team of one.
            _ => self.open_serial_privates(construct, &mut frame),
        }
        if matches!(construct.kind, ConstructKind::Sections | ConstructKind::ParallelSections) {
            self.comment_section_directives(construct, true);
        }
        self.put_frame(construct, frame);
    }

    /// The condition of a `master`, or of a `masked` for another thread; none where the team is one that runs it.
    fn open_master(&mut self, construct: &Construct, plan: &RegionPlan, team: bool, frame: &mut Frame) {
        let filter = construct.clauses.filter.clone().map(|filter| self.out.device_text(&filter));
        let condition = match filter {
            Some(filter) if team => format!("gpump_masked({}{filter})", plan.team()),
            Some(filter) => format!("({filter}) == 0"),
            None if team => format!("gpump_master({})", if plan.is_bare { "gpump_team" } else { "" }),
            None => return,
        };
        let is_bare = !self.file.wants_braces(construct);
        frame.before.push(format!("if ({condition}){}", if is_bare { "" } else { " {" }));
        frame.after.extend((!is_bare).then(|| "}".to_owned()));
    }

    /// The statement of a region that one thread runs.
    pub(super) fn device_master(&mut self, region: &Construct, plan: &RegionPlan) {
        let mut frame = Frame::default();
        self.open_master(region, plan, true, &mut frame);
        let (rule, indent) = (rule_of(region.kind), self.file.construct_indent(region));
        let reason = "one thread of the team runs it (section 10.5 of OpenMP 5.2)";
        let before: String = frame.before.iter().map(|line| format!("{line}\n{indent}")).collect();
        self.out.device.insert_before(*region.body.start(), before, rule, reason);
        let after: String = frame.after.iter().map(|line| format!("\n{indent}{line}")).collect();
        self.out.device.insert_after(*region.body.end(), after, rule, reason);
    }

    /// Declares the copies of a construct inside a region, but for those that a loop's header declares. Each is given back with
    /// its original.
    fn open_privates(
        &mut self,
        construct: &Construct,
        plan: &RegionPlan,
        frame: &mut Frame,
    ) -> Vec<(Private, String)> {
        let form = &plan.of_loop(construct).form;
        let is_in_header = |private: &Private| {
            private.is_loop_variable || self.file.is_in_headers(construct, form, &private.name)
        };
        let mut privates = self.file.privates(construct);
        privates.retain(|private| private.needs_original() || !is_in_header(private));
        for private in &privates {
            self.declare_copy(private, frame);
        }
        if privates.iter().any(|private| private.first && private.last) {
            // No last value goes out before all have the first (2.8.3.5).
            frame.before.push(plan.barrier().to_owned());
        }
        let with_original = |private: Private| {
            let original = original(&private.name);
            (private, original)
        };
        privates.into_iter().map(with_original).collect()
    }

    /// Declares the copy of a construct inside a region.
    fn declare_copy(&mut self, private: &Private, frame: &mut Frame) {
        let original = original(&private.name);
        if private.needs_original() {
            frame.before.push(format!("auto &{original} = {};", self.file.on_device(&private.name)));
        }
        match private.reduced {
            Some(_) => frame.before.extend(self.declare_reduced(private)),
            None => frame.before.extend(self.file.declare_private(private, &original)),
        }
        frame.braces = true;
    }

    fn open_serial_privates(&mut self, construct: &Construct, frame: &mut Frame) {
        for private in self.file.privates(construct) {
            if private.last || private.reduction.is_some() || private.is_loop_variable {
                continue;
            }
            // A `simd` loop works on the original.
            if private.reduced.is_some() && construct.kind == ConstructKind::Simd {
                continue;
            }
            self.declare_copy(&private, frame);
            frame.after.extend(self.file.combine_reduced(&private));
        }
        for private in self.file.serial_reductions(construct) {
            let name = self.file.on_device(&private.name);
            frame.after.push(File::made_logical(&private, &name));
            frame.braces = true;
        }
        for (token, declared) in self.file.serial_loop_variables(construct) {
            if self.file.stands_in_file(token) {
                let reason = "the variable that counts the loop is the thread's own";
                self.out.device.replace(token..=token, declared, rule_of(construct.kind), reason);
            } else {
                frame.before.push(format!("{declared};"));
                frame.braces = true;
            }
        }
    }

    /// The copies of a `simd` loop, which a thread runs as it stands: but for private variables, and those that count, the
    /// originals do.
    fn open_simd(&mut self, construct: &Construct, frame: &mut Frame) {
        self.open_serial_privates(construct, frame);
        for private in self.file.privates(construct) {
            if private.is_loop_variable && private.last {
                let (name, original) = (self.file.on_device(&private.name), original(&private.name));
                frame.before.push(format!("auto &{original} = {name};"));
                frame.before.push(format!("{};", self.file.spell(&private.ty, &name)));
                frame.after.push(format!("{original} = {name};"));
                frame.braces = true;
            }
        }
    }

    /// Puts text in place of a construct's directive and behind its statement.
    fn put_frame(&mut self, construct: &Construct, frame: Frame) {
        let Frame { before, after, braces } = frame;
        let indent = self.file.construct_indent(construct);
        let is_bare = before.is_empty() && after.is_empty();
        let braces = braces || !(construct.in_block || is_bare);
        let mut text = self.file.directive_indent(&construct.directive);
        text.push_str(&self.file.pragma_comment(&construct.directive));
        text.push('\n');
        if braces {
            text.push_str(&format!("{indent}{{\n"));
        }
        for line in &before {
            text.push_str(&format!("{indent}{line}\n"));
        }
        let mut end = String::new();
        for line in &after {
            end.push_str(&format!("\n{indent}{line}"));
        }
        if braces {
            end.push_str(&format!("\n{indent}}}"));
        }
        let (rule, reason) = (rule_of(construct.kind), "the construct's form on the device");
        self.out.device.settle();
        self.out.device.replace(construct.directive.clone(), text, rule, reason);
        if !end.is_empty() {
            if end.contains('\n') {
                // A barrier at its end is the directive's.
                let line = self.file.physical_line(*construct.directive.start());
                end.insert_str(0, &Mark::Made(line).to_string());
            }
            self.out.device.insert_after(*construct.tokens.end(), end, rule, reason);
        }
    }

    /// Puts text around the statement of a region, whose block is the kernel's.
    fn put_around(&mut self, region: &Construct, frame: &Frame, rule: &'static str, reason: &'static str) {
        let indent = self.file.construct_indent(region);
        let before: String = frame.before.iter().map(|line| format!("{line}\n{indent}")).collect();
        let after: String = frame.after.iter().map(|line| format!("\n{indent}{line}")).collect();
        if !before.is_empty() {
            self.out.device.insert_before(*region.body.start(), before, rule, reason);
        }
        if !after.is_empty() {
            self.out.device.insert_after(*region.tokens.end(), after, rule, reason);
        }
    }

    /// A loop that is shared out. Of a region that is one, the copies are
    /// declared by the kernel, which gives `originals`.
    pub(super) fn device_loop(
        &mut self,
        construct: &Construct,
        plan: &RegionPlan,
        of_region: Option<&[(Private, String)]>,
    ) {
        let Some(canonical) = construct.canonical_loop.clone() else { return };
        self.out.recorder.step(rule_of(construct.kind), "device_loop", Some(&construct.tokens), || {
            "Shares the loop's iterations out: its header asks the team for this thread's part.".to_owned()
        });
        let mut frame = Frame::default();
        let own = match of_region {
            Some(own) => own.to_vec(),
            None => self.open_privates(construct, plan, &mut frame),
        };
        let mut work = self.describe_loop(construct, &canonical);
        self.open_linear(construct, &own, &mut work, &mut frame);
        self.open_conditional(construct, &own, &mut work, &mut frame);
        self.open_across(construct, &mut frame);
        let iterations = work::iterations(&work, plan.team());
        let last: Vec<&(Private, String)> =
            own.iter().filter(|(private, _)| private.goes_back_at_last()).collect();
        let condition = self.write_elements(construct, plan);
        let is_checked = condition.is_some();
        frame.before.extend(condition);
        frame.braces |= is_checked;
        let form = &plan.of_loop(construct).form;
        let header = if let LoopForm::Nest(nest) = form {
            self.write_nest(nest, is_checked.then_some(ARE_APART), plan)
        } else if let LoopForm::Sums(sums) = form {
            let (header, group) = self.write_sums(sums, &work, plan);
            frame.before.push(group);
            frame.braces = true;
            header
        } else if let LoopForm::League(league) = form {
            let (header, group) = self.write_league(league, &work, plan);
            frame.before.push(group);
            frame.braces = true;
            header
        } else if last.is_empty() {
            self.comment_inner_loops(construct);
            work::header(&work, &iterations)
        } else {
            self.comment_inner_loops(construct);
            let name = "gpump_loop";
            frame.before.push(format!("auto {name} = {iterations};"));
            let copies: Vec<String> = last
                .iter()
                .map(|(private, original)| match private.is_loop_variable {
                    true if construct.inner_loops.is_empty() => format!("{original} = {name}.after();"),
                    true => {
                        let number = construct.loops().position(|one| one.variable == private.name);
                        format!("{original} = gpump_after<{}>({name});", number.unwrap_or_default())
                    }
                    false => self.file.copy_back(private, original),
                })
                .collect();
            frame.after.push(format!("if ({name}.last()) {{ {} }}", copies.join(" ")));
            frame.braces = true;
            work::header(&work, name)
        };
        if of_region.is_none() {
            self.close_loop_or_sections(construct, plan, &own, &mut frame);
        }
        self.keep_code_behind(construct);
        let close = self.file.tokens.visible_before(canonical.body_start).unwrap_or(canonical.body_start);
        self.out.device.settle();
        let keyword = *construct.body.start();
        let reason = "the iterations are shared out among the team (2.5.1)";
        self.out.device.replace(keyword..=close, header, "for_construct", reason);
        match of_region {
            None => self.put_frame(construct, frame),
            Some(_) => self.put_around(construct, &frame, "parallel_for_construct", reason),
        }
    }

    /// The variables of `linear`, of which each iteration begins with a value of its own.
    fn open_linear(
        &mut self,
        construct: &Construct,
        own: &[(Private, String)],
        work: &mut Loop,
        frame: &mut Frame,
    ) {
        let linear = own.iter().filter_map(|(private, _)| Some((private, private.linear.as_ref()?)));
        let linear: Vec<(&Private, &Option<Tokens>)> = linear.collect();
        let Some(innermost) = construct.innermost_loop().filter(|_| !linear.is_empty()) else { return };
        frame.before.push(work::name_space(work));
        let mut values = String::new();
        for (private, step) in linear {
            let name = self.file.on_device(&private.name);
            let step = step.as_ref().map_or("1".to_owned(), |step| self.out.device_text(step));
            frame.before.push(format!("const auto gpump_first_{name} = {name};"));
            let number = work::number(work);
            values.push_str(&format!("{name} = gpump_linear(gpump_first_{name}, {number}, {step}); "));
        }
        let reason = "each iteration begins with another value (2.14.3.7 of OpenMP 4.0)";
        self.out.device.insert_before(innermost.body_start, format!("{{ {values}"), "linear_clause", reason);
        frame.after.push("}".to_owned());
        frame.braces = true;
    }

    /// What follows a loop or sections inside a region: reductions, then the
    /// barrier.
    fn close_loop_or_sections(
        &mut self,
        construct: &Construct,
        plan: &RegionPlan,
        own: &[(Private, String)],
        frame: &mut Frame,
    ) {
        if plan.is_bare {
            self.file.close_bare(construct, plan, own, frame);
            return;
        }
        let waits = self.file.ends_with_barrier(construct, &plan.merge);
        let reduced = own.iter().filter(|(private, _)| private.reduction.is_some());
        let (copied, shared): (Vec<_>, Vec<_>) =
            reduced.partition(|(private, _)| self.file.is_copied(private, plan));
        let operation = |private: &Private| cuda::reduction(private.reduction.as_deref().unwrap_or_default());
        let combined: Vec<String> =
            own.iter().filter_map(|(private, _)| self.file.combine_reduced(private)).collect();
        // Who waits for a reduction to be complete has waited for all.
        let is_one_barrier = waits
            && copied.is_empty()
            && combined.is_empty()
            && !self.file.cuda.given.without.contains(&Optimisation::Barriers);
        for (number, (private, original)) in shared.iter().enumerate() {
            let is_last = number + 1 == shared.len();
            let barrier = if is_one_barrier && is_last { "_barrier" } else { "" };
            let (operation, name) = (operation(private), self.file.on_device(&private.name));
            frame.after.push(format!("gpump_reduce_{operation}{barrier}(&{original}, {name});"));
        }
        for some in copied.chunks(MOST_TERMS) {
            let terms: Vec<String> = some
                .iter()
                .map(|(private, original)| {
                    format!(
                        "gpump_term_{}({original}, {})",
                        operation(private),
                        self.file.on_device(&private.name)
                    )
                })
                .collect();
            frame.after.push(format!("gpump_combine({});", terms.join(", ")));
        }
        if waits && copied.is_empty() && combined.is_empty() && (shared.is_empty() || !is_one_barrier) {
            frame.after.push("gpump_barrier();".to_owned());
        }
        // They wait for the team.
        frame.after.extend(combined);
    }

    fn describe_loop(&mut self, construct: &Construct, canonical: &CanonicalLoop) -> Loop {
        let is_kept = !self.file.has_free_schedule(construct);
        let schedule = construct.clauses.schedule.as_ref();
        // Other compilers share a loop without the clause out so (2.5.1, Table 2-1, leaves it open).
        let kind = schedule.map_or("static", |schedule| &schedule.kind);
        let chunk = schedule.and_then(|schedule| schedule.chunk.clone()).filter(|_| is_kept);
        Loop {
            schedule: is_kept.then(|| kind.to_owned()),
            chunk: chunk.map(|range| self.out.device_text(&range)),
            ordered: construct.clauses.ordered.is_some() && construct.across.is_empty(),
            ..self.describe_loops(construct, canonical)
        }
    }

    /// The loops of a construct without what the pragma says of how they are shared out.
    fn describe_loops(&mut self, construct: &Construct, canonical: &CanonicalLoop) -> Loop {
        let token = *construct.tokens.start();
        let inner = construct.inner_loops.iter();
        Loop {
            inner: inner.map(|inner| self.describe_header(inner, token)).collect(),
            has_harmless_inner: self.file.has_harmless_inner(construct),
            is_uneven: self.file.is_uneven(construct),
            ..self.describe_header(canonical, token)
        }
    }

    /// A loop without what the pragma says of it. Its variable means what it means at `token`.
    pub(super) fn describe_header(&mut self, canonical: &CanonicalLoop, token: usize) -> Loop {
        let ty = match &canonical.declared {
            Some(words) => self.out.device_text(words),
            None => {
                let ty = self.file.type_at(&canonical.variable, token);
                ty.map_or("int".to_owned(), |ty| self.file.spell(&ty.unqualified(), ""))
            }
        };
        let step = match &canonical.increment {
            Increment::PlusOne => "1".to_owned(),
            Increment::MinusOne => "-1".to_owned(),
            Increment::Plus(step) => self.out.device_text(step),
            Increment::Minus(step) => format!("-(long long)({})", self.out.device_text(step)),
        };
        Loop {
            ty,
            variable: self.file.on_device(&canonical.variable),
            is_pointer: self.file.counts_by_pointer(canonical, token),
            first: self.out.device_text(&canonical.lower),
            relation: canonical.relation,
            bound: self.out.device_text(&canonical.bound),
            step,
            schedule: None,
            chunk: None,
            ordered: false,
            is_named: false,
            inner: Vec::new(),
            has_harmless_inner: true,
            is_uneven: false,
        }
    }

    /// Sections, which are shared out.
    pub(super) fn device_sections(
        &mut self,
        construct: &Construct,
        plan: &RegionPlan,
        of_region: Option<&[(Private, String)]>,
    ) {
        let mut frame = Frame::default();
        let own = match of_region {
            Some(own) => own.to_vec(),
            None => self.open_privates(construct, plan, &mut frame),
        };
        let sections = self.file.sections(construct);
        let count = sections.len();
        let reason = "each section is run by one thread of the team (2.5.2)";
        let rule = "section_directive";
        let last: Vec<String> = own
            .iter()
            .filter(|(private, _)| private.goes_back_at_last())
            .map(|(private, original)| self.file.copy_back(private, original))
            .collect();
        self.file.declare_assigned(&own, &mut frame);
        for (number, section) in sections.iter().enumerate() {
            let tokens = section.tokens();
            self.note_assignments(construct, &own, &tokens, &(number + 1).to_string());
            let copies = if number + 1 == count { last.join(" ") } else { String::new() };
            let is_block = section.statements.len() > 1 || !copies.is_empty();
            let open = if is_block { " {" } else { "" };
            let call = format!("if (gpump_section({}{number}, {count})){open}", plan.team());
            match &section.directive {
                Some(directive) => {
                    let indent = self.file.indentation(*directive.start()).to_owned();
                    let text = format!("{}\n{indent}{call}\n", self.file.pragma_comment(directive));
                    self.out.device.replace(directive.clone(), text, rule, reason);
                }
                None => self.out.device.insert_before(*tokens.start(), format!("{call} "), rule, reason),
            }
            if is_block {
                let space = if copies.is_empty() { "" } else { " " };
                self.out.device.insert_after(*tokens.end(), format!("{space}{copies} }}"), rule, reason);
            }
        }
        match of_region {
            None => {
                self.close_loop_or_sections(construct, plan, &own, &mut frame);
                self.put_frame(construct, frame);
            }
            Some(_) => self.put_around(construct, &frame, "parallel_sections_construct", reason),
        }
    }

    /// Makes comments of the directives of sections, which a team of one runs
    /// one after the other.
    pub(super) fn comment_section_directives(&mut self, construct: &Construct, on_device: bool) {
        for Section { directive, .. } in self.file.sections(construct) {
            let Some(tokens) = directive else { continue };
            let text = format!("{}\n", self.file.pragma_comment(&tokens));
            let (rule, reason) = ("section_directive", "a team of one runs all sections");
            self.out.stream(on_device).replace(tokens, text, rule, reason);
        }
    }
}

impl File<'_> {
    /// The name of a critical construct.
    pub(super) fn critical_name(&self, construct: &Construct) -> Option<String> {
        let mut words = construct.directive.clone().filter(|&index| self.tokens[index].is_visible());
        words.find(|&index| self.tokens[index].kind == kind::LEFT_PAREN)?;
        words.next().map(|index| self.tokens.text(index).to_owned())
    }

    /// The declarations of loops' private variables in a team of one, where the loops stay as they are, each with the variable's token
    /// in its loop's header.
    fn serial_loop_variables(&self, construct: &Construct) -> Vec<(usize, String)> {
        let is_last = |name: &str| {
            let is_it = |item: &ListItem| item.sharing.is_last() && item.name == name;
            construct.clauses.items.iter().any(is_it)
        };
        let declared = |canonical: &CanonicalLoop| {
            let variable = &canonical.variable;
            let ty = self.type_at(variable, *construct.tokens.start())?.unqualified();
            Some((canonical.variable_token, self.spell(&ty, &self.on_device(variable))))
        };
        construct
            .loops()
            .filter(|canonical| canonical.declared.is_none() && !is_last(&canonical.variable))
            .filter_map(declared)
            .collect()
    }

    /// The same in a bare region, which numbers its reductions.
    fn close_bare(
        &self,
        construct: &Construct,
        plan: &RegionPlan,
        own: &[(Private, String)],
        frame: &mut Frame,
    ) {
        let mut number = plan.reductions_before(construct);
        for (private, original) in own {
            let Some(operator) = &private.reduction else { continue };
            let kind = if self.is_for_host(construct, private) { "result" } else { "reduce" };
            let (operation, name) = (cuda::reduction(operator), self.on_device(&private.name));
            frame.after.push(format!("gpump_{kind}_{operation}(gpump_team, {number}, &{original}, {name});"));
            number += 1;
        }
        if self.ends_with_barrier(construct, &plan.merge) {
            frame.after.push(plan.barrier().to_owned());
        }
    }

    /// Whether each thread has a copy of a reduction's variable.
    fn is_copied(&self, private: &Private, plan: &RegionPlan) -> bool {
        let is_it = |copy: &Variable| {
            private.symbol.is_some_and(|symbol| self.is_same_variable(symbol, copy.capture.symbol))
        };
        plan.variables.iter().filter(|variable| variable.is_copy()).any(is_it)
    }

    /// Whether a loop's variable, which means what it means at `token`, is a pointer.
    pub(super) fn counts_by_pointer(&self, canonical: &CanonicalLoop, token: usize) -> bool {
        let token = if canonical.declared.is_some() { canonical.body_start } else { token };
        self.type_at(&canonical.variable, token).is_some_and(|ty| ty.pointee().is_some())
    }

    /// The sections of a construct.
    pub(super) fn sections(&self, construct: &Construct) -> Vec<Section<'_>> {
        let block = self.tree().statement(*construct.body.start());
        let mut directive = None;
        let mut found: Vec<Section<'_>> = Vec::new();
        for part in block.into_iter().flat_map(Node::children) {
            if part.kind() == tree::Kind::Directive {
                directive = Some(part.tokens());
            } else if let Some(section) = found.last_mut().filter(|_| directive.is_none()) {
                section.statements.push(part);
            } else {
                found.push(Section { directive: directive.take(), statements: vec![part] });
            }
        }
        found
    }

    /// A pragma as a comment with its place.
    pub(super) fn pragma_comment(&self, directive: &Tokens) -> String {
        let place = format!("{}:{}", self.file_of(*directive.start()), self.line_of(*directive.start()));
        cuda::comment(Some(&place), &self.pragma_text(directive))
    }

    /// A pragma on one line, as typed otherwise.
    pub(super) fn pragma_text(&self, directive: &Tokens) -> String {
        let lasts = |_: &str| true;
        let mut typed = self.tokens.typed(directive, &lasts);
        if typed.contains('\\') {
            typed = typed.replace("\\\r\n", " ").replace("\\\n", " ");
        }
        typed.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What is missing in front of a directive in the first column.
    fn directive_indent(&self, tokens: &Tokens) -> String {
        match self.indentation(*tokens.start()) {
            "" => self.indentation(self.next_visible(*tokens.end())).to_owned(),
            _ => String::new(),
        }
    }

    /// The indentation of a construct: its directive's, or its statement's
    /// where the directive stands in the first column, as many people write it.
    pub(super) fn construct_indent(&self, construct: &Construct) -> String {
        match self.indentation(*construct.tokens.start()) {
            "" => self.indentation(*construct.body.start()).to_owned(),
            indent => indent.to_owned(),
        }
    }
}

/// The grammar's rule of a directive without a statement.
pub fn directive_rule(directive: &Directive) -> &'static str {
    match directive.name {
        "error" => "error_directive",
        "ordered" => "ordered_standalone_directive",
        _ => "nothing_directive",
    }
}

/// The grammar's rule of a construct.
pub fn rule_of(kind: ConstructKind) -> &'static str {
    match kind {
        ConstructKind::Parallel => "parallel_construct",
        ConstructKind::For => "for_construct",
        ConstructKind::Sections => "sections_construct",
        ConstructKind::Single => "single_construct",
        ConstructKind::ParallelFor => "parallel_for_construct",
        ConstructKind::ParallelSections => "parallel_sections_construct",
        ConstructKind::Master => "master_construct",
        ConstructKind::Critical => "critical_construct",
        ConstructKind::Atomic => "atomic_construct",
        ConstructKind::Ordered => "ordered_construct",
        ConstructKind::Simd => "simd_construct",
        ConstructKind::Scope => "scope_construct",
        ConstructKind::ParallelMaster => "combined_construct",
        ConstructKind::AsItStands(_) | ConstructKind::HostOnly(_) => "openmp_construct",
    }
}
