//! Loops that are shared out together with a work-sharing loop around them: what [`crate::dependence`] has to know of the program,
//! and what becomes of its answer.

use rustc_hash::FxHashSet;

use super::super::{File, Optimisation, Writer};
use super::plan::{Form, Ground, LoopForm, LoopPlan, Merge, Original, RegionPlan};
use crate::c::symbols::SymbolId;
use crate::codegen::cuda::work;
use crate::dependence::{self, Attribute, Check, Memory, Nest, Program, Question, Variable};
use crate::openmp::constructs::{Tokens, construct_at};
use crate::openmp::{CanonicalLoop, Construct, ConstructKind, Sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;

impl File<'_> {
    /// Loops that can be shared out with a loop construct's own are. Of those of a `collapse` clause the program itself says
    /// that they can, where the order of their iterations is open.
    pub(super) fn share_nest_out(&self, construct: &Construct, plan: &mut LoopPlan) {
        if !construct.inner_loops.is_empty() {
            let loops: Vec<CanonicalLoop> = construct.loops().cloned().collect();
            let is_open = self.may_take_another_form(construct) && !self.is_uneven(construct);
            if let Some(nest) = is_open.then(|| dependence::collapsed(&self.resolved(), &loops)).flatten() {
                plan.form = LoopForm::Nest(nest);
            }
            return;
        }
        let is_typed = |token: usize| matches!(self.tokens.origin(token), Origin::File);
        let nest = match self.may_take_another_form(construct) {
            true => self.ask(construct, dependence::nest),
            false => None,
        };
        if let Some(nest) = nest
            && nest.levels.iter().all(|level| is_typed(level.keyword) && is_typed(level.close))
        {
            plan.form = LoopForm::Nest(nest);
        }
    }

    /// Whether an optimisation that shares a loop out in another way may be tried: the order of the iterations is open, and
    /// nobody asks for the last one.
    pub(super) fn may_take_another_form(&self, construct: &Construct) -> bool {
        !has_order(construct) && self.has_free_schedule(construct)
    }

    /// Whether it is open which thread runs which iteration of a loop: the pragma names a schedule that nobody can tell from
    /// another, or none, and the program does not show which thread it was. With a schedule that is known beforehand the next loop
    /// behind a `nowait` could count on it, and that one be counted on.
    pub(super) fn has_free_schedule(&self, construct: &Construct) -> bool {
        let clauses = &construct.clauses;
        let Some(schedule) = &clauses.schedule else {
            return !self.shows_its_threads(construct) && !self.has_static_neighbours(construct);
        };
        let is_by_itself =
            construct.kind == ConstructKind::ParallelFor || !is_known_beforehand(&schedule.kind);
        !has_order(construct)
            && !self.cuda.given.without.contains(&Optimisation::Schedules)
            && (is_by_itself || !self.has_static_neighbours(construct))
            && (!self.has_known_chunks(construct)
                || self.ask(construct, |question| Some(dependence::is_independent(question))) == Some(true))
            && self.is_thread_agnostic(construct)
    }

    /// Whether the program says which iterations one thread runs in their order: chunks of a size that it names, larger than 1.
    fn has_known_chunks(&self, construct: &Construct) -> bool {
        let Some(schedule) = &construct.clauses.schedule else { return false };
        let is_one = |chunk: &Tokens| chunk.start() == chunk.end() && self.tokens.text(*chunk.start()) == "1";
        matches!(schedule.kind.as_str(), "static" | "dynamic")
            && schedule.chunk.as_ref().is_some_and(|chunk| !is_one(chunk))
    }

    /// Whether a token stands in the chunk size of a schedule that is not kept.
    pub(super) fn is_of_free_schedule(&self, construct: &Construct, token: usize) -> bool {
        let chunk = construct.clauses.schedule.as_ref().and_then(|schedule| schedule.chunk.as_ref());
        chunk.is_some_and(|chunk| chunk.contains(&token)) && self.has_free_schedule(construct)
    }

    /// Whether a loop with a schedule that is known beforehand in the same region, or function, has a `nowait`: so that a
    /// thread may go on to another loop with what it has computed itself.
    fn has_static_neighbours(&self, construct: &Construct) -> bool {
        self.neighbours(construct).iter().any(|inner| {
            let schedule = inner.clauses.schedule.as_ref();
            inner.clauses.nowait.is_some()
                && schedule.is_some_and(|schedule| is_known_beforehand(&schedule.kind))
        })
    }

    /// The loop constructs of the region around one, or of the function, with itself.
    pub(super) fn neighbours(&self, construct: &Construct) -> Vec<&Construct> {
        let token = *construct.tokens.start();
        let around = self.around(token);
        // A function may have thousands of other regions.
        let region = around.chain.last().copied().filter(|outer| outer.kind.is_parallel());
        let outermost = region.or_else(|| self.cuda.split_at(token));
        let function = self.cuda.function_at(token).filter(|_| outermost.is_none());
        let of_function = function.into_iter().flat_map(|number| self.cuda.functions[number].constructs());
        let mut found = Vec::new();
        for outer in outermost.into_iter().chain(of_function) {
            outer.walk(&mut |inner| found.extend(inner.kind.is_loop().then_some(inner)));
        }
        found
    }

    /// What is known of the memory that a region accesses which is a loop.
    pub(super) fn memory_of(&self, region: &Construct, form: &LoopForm) -> Memory {
        let nest = form.nest();
        let clauses = &region.clauses;
        let is_plain = region.kind == ConstructKind::ParallelFor
            && clauses.ordered.is_none()
            && self.has_free_schedule(region);
        if !is_plain {
            return Memory::default();
        }
        let found = self.ask(region, |question| dependence::memory(question, nest)).unwrap_or_default();
        // A thread has some iterations of an inner loop, and what was looked at has them all.
        let has_part_of_inner =
            nest.is_none() && !region.inner_loops.is_empty() || matches!(form, LoopForm::League(_));
        match has_part_of_inner || self.may_be_meant_for_one_thread(region) {
            true => Memory { is_understood: found.is_understood, ..Memory::default() },
            false => found,
        }
    }

    /// The declarations that give variables their meaning.
    pub(super) fn symbols_of(&self, variables: &FxHashSet<Variable>) -> FxHashSet<SymbolId> {
        variables.iter().filter_map(|variable| self.symbol_of(variable)).collect()
    }

    /// Pointers that nothing else leads the same way as become parameters of the kernel that say so.
    pub(super) fn restrict_pointers(&self, _: &Ground<'_>, plan: &mut RegionPlan) {
        let alone = self.symbols_of(&plan.memory.alone);
        for variable in &mut plan.variables {
            let is_alone = variable.original == Original::Value
                && alone.contains(&variable.capture.symbol)
                && !variable.is_local
                && !matches!(variable.form, Form::Structure)
                && self.leads_to_memory(variable);
            if is_alone {
                variable.original = Original::Parameter;
                if matches!(variable.form, Form::Constant) {
                    variable.form = Form::Nothing;
                }
            }
        }
    }

    /// Whether the program says that a team has one thread: then a loop's iterations may depend on each other.
    pub(super) fn may_be_meant_for_one_thread(&self, region: &Construct) -> bool {
        let is_several = |text: &str| text.parse::<u64>().is_ok_and(|number| number > 1);
        let asked = region.clauses.num_threads.as_ref();
        if asked.is_some_and(|asked| {
            !is_several(self.tokens.text(*asked.start())) || asked.start() != asked.end()
        }) {
            return true;
        }
        self.asks_for_one_thread()
    }

    /// Whether nothing but the region's end comes behind a construct, which is a barrier itself (2.4).
    pub(super) fn ends_region(&self, construct: &Construct) -> bool {
        let around = self.around(*construct.tokens.start());
        let [_, region] = around.chain.as_slice() else { return false };
        let is_last = self.next_visible(*construct.tokens.end()) == *region.body.end();
        !self.cuda.given.without.contains(&Optimisation::Barriers)
            && region.kind == ConstructKind::Parallel
            && (construct.tokens == region.body || is_last && self.stands_in_own_block(construct, region))
    }

    /// Whether the threads wait for one another at the end of a work-sharing construct (2.5).
    pub(super) fn ends_with_barrier(&self, construct: &Construct, merge: &Merge) -> bool {
        construct.clauses.nowait.is_none()
            && !self.ends_region(construct)
            && merge.crossed.as_ref() != Some(&construct.tokens)
    }

    /// The program, to be asked about.
    pub(super) fn resolved(&self) -> Program<'_> {
        Program {
            tokens: self.tokens,
            tree: self.tree(),
            types: self.types(),
            plain_loops: &self.cuda.decided.plain_loops,
        }
    }

    /// Asks about a loop construct.
    pub(super) fn ask<T>(
        &self,
        construct: &Construct,
        ask: impl FnOnce(&Question<'_>) -> Option<T>,
    ) -> Option<T> {
        let mut loops = construct.loops();
        let counts_by_pointer = |canonical| self.counts_by_pointer(canonical, *construct.tokens.start());
        match loops.any(counts_by_pointer) || !construct.across.is_empty() {
            // Which element an iteration has is told by numbers, and whether another may have it, too, by the text alone.
            true => None,
            false => self.ask_of_any(construct, ask),
        }
    }

    /// The same where it does not matter what an iteration has.
    pub(super) fn ask_of_any<T>(
        &self,
        construct: &Construct,
        ask: impl FnOnce(&Question<'_>) -> Option<T>,
    ) -> Option<T> {
        let around = self.around(*construct.tokens.start());
        // What a name means there that stands for a part of an array is not looked into.
        if self.has_reduced(construct) || around.chain.iter().any(|outer| self.reduces_memory(outer)) {
            return None;
        }
        let symbol = |variable: &Variable| self.symbol_of(variable);
        let attribute = |variable: &Variable| {
            symbol(variable).map_or(Attribute::Shared, |symbol| self.attribute(symbol, construct, &around))
        };
        let question = Question {
            program: self.resolved(),
            keyword: *construct.body.start(),
            attribute: &attribute,
            is_pure: &|name| self.is_pure(name),
            is_used_elsewhere: &|variable| {
                symbol(variable)
                    .is_none_or(|symbol| self.is_used_elsewhere(symbol, variable, construct, &around))
            },
            has_address: &|variable| symbol(variable).is_none_or(|symbol| self.has_address(symbol)),
            findings: &self.cuda.index.findings_of(*construct.body.start()),
        };
        ask(&question)
    }

    /// All constructs around a token that the program has, the innermost first.
    pub(super) fn constructs_around(&self, token: usize) -> Vec<&Construct> {
        let function = self.cuda.function_at(token).map(|number| &self.cuda.functions[number]);
        let outermost = function.and_then(|function| construct_at(&function.parts, token));
        outermost.map_or_else(Vec::new, |outer| outer.around(token))
    }

    /// The constructs around a token, the innermost first, up to the region, and the tokens of the region, or of the function
    /// where they are orphaned.
    pub(super) fn around(&self, token: usize) -> Around<'_> {
        let Some(function) = self.cuda.function_at(token) else { return Around::default() };
        let function = &self.cuda.functions[function];
        let part = self.cuda.split_at(token).map(|part| part.around(token));
        let mut chain = part.unwrap_or_else(|| self.constructs_around(token));
        let region = chain.iter().position(|outer| outer.kind.is_parallel());
        let is_orphaned = region.is_none();
        if let Some(region) = region {
            chain.truncate(region + 1);
        }
        let range = if is_orphaned {
            Some(function.range.clone())
        } else {
            chain.last().map(|region| region.tokens.clone())
        };
        Around { chain, range }
    }

    /// What a variable is in a construct that is the innermost of those around.
    pub(super) fn attribute(
        &self,
        symbol: SymbolId,
        construct: &Construct,
        around: &Around<'_>,
    ) -> Attribute {
        use super::capture::Storage;
        let declaration = self.scopes.get(symbol);
        if self.storage(symbol) == Storage::Threadprivate || self.is_thread_local(declaration.token) {
            return Attribute::Private;
        }
        for outer in &around.chain {
            if let Some(item) = outer.clauses.privatises(symbol) {
                let is_first = item.sharing == Sharing::Firstprivate;
                return match &item.sharing {
                    Sharing::Reduction(operator) if outer.tokens == construct.tokens => {
                        Attribute::Reduction(token_of(operator))
                    }
                    // A copy of what is one for all.
                    _ if is_first && outer.tokens == construct.tokens && outer.kind.is_parallel() => {
                        match self.changes_in(symbol, construct) {
                            true => Attribute::Private,
                            false => Attribute::Shared,
                        }
                    }
                    _ => Attribute::Private,
                };
            }
            if outer.is_loop_variable(&declaration.name) {
                return Attribute::Private;
            }
        }
        if self.counts_inner_loops(symbol, construct) {
            return Attribute::Private;
        }
        let is_inside = around.range.as_ref().is_some_and(|range| range.contains(&declaration.token));
        match self.storage(symbol) {
            Storage::Automatic if is_inside && !self.is_uniform_parameter(symbol) => Attribute::Private,
            _ => Attribute::Shared,
        }
    }

    fn changes_in(&self, symbol: SymbolId, construct: &Construct) -> bool {
        self.is_changed_in(symbol, &construct.body) || self.is_address_taken_in(symbol, &construct.body)
    }

    /// Whether a private variable's value may matter outside of a construct that is in its scope.
    fn is_used_elsewhere(
        &self,
        symbol: SymbolId,
        variable: &Variable,
        construct: &Construct,
        around: &Around<'_>,
    ) -> bool {
        let declaration = self.scopes.get(symbol);
        if construct.has_copy(symbol, &declaration.name)
            || construct.tokens.contains(&declaration.token)
            || self.counts_inner_loops(symbol, construct)
        {
            return false;
        }
        let Some(range) = &around.range else { return true };
        self.uses_outside_of_loops(symbol, variable, range).iter().any(|token| {
            !construct.tokens.contains(token)
                && !around.chain.iter().any(|outer| outer.directive.contains(token))
        })
    }

    /// Whether a pointer may lead to a variable.
    pub(super) fn has_address(&self, symbol: SymbolId) -> bool {
        let declaration = self.scopes.get(symbol);
        let Some(ty) = self.type_at(&declaration.name, declaration.token + 1) else { return true };
        let is_everywhere = declaration.depth == 0 && !declaration.is_static;
        is_everywhere || declaration.is_extern || !ty.is_scalar() || self.is_address_taken_in_file(symbol)
    }

    /// Whether a function computes its value from its arguments alone, and does nothing else: those of `math.h` that take
    /// numbers.
    pub(super) fn is_pure(&self, name: &str) -> bool {
        self.is_pure_to_depth(name, 0)
    }

    fn is_pure_to_depth(&self, name: &str, depth: usize) -> bool {
        const DEEPEST: usize = 8;
        let Some(number) = self.cuda.function_named(name) else {
            return super::library::is_plain_mathematics(name);
        };
        if let Some(&known) = self.cuda.index.pure.borrow().get(&number) {
            return known;
        }
        let function = &self.cuda.functions[number];
        let is_inner_pure = |name: &str| self.is_pure_to_depth(name, depth + 1);
        let is_pure = depth < DEEPEST
            && function.parts.is_empty()
            && dependence::computes_only(&self.resolved(), &function.range, function.body, &is_inner_pure);
        if depth == 0 {
            self.cuda.index.pure.borrow_mut().insert(number, is_pure);
        }
        is_pure
    }

    /// The declaration that gives a variable its meaning.
    pub(super) fn symbol_of(&self, variable: &Variable) -> Option<SymbolId> {
        // The last that is declared up to the end of the declarator.
        self.scopes.last_before(&variable.name, variable.declared)
    }

    /// The header of a loop that is shared out with the one around it, as a comment.
    pub(super) fn header_as_comment(&self, tokens: &Tokens) -> String {
        let typed = &self.tokens.source_text()[self.tokens.span(tokens)];
        let is_one = self.stands_in_file(*tokens.start()) && !typed.contains("/*") && !typed.contains("//");
        if is_one { format!("/* {typed} */") } else { String::new() }
    }
}

impl Writer<'_, '_> {
    /// The header of loops that are shared out together; those inside become comments.
    /// `condition` is a variable that says whether the checks hold, if there is one.
    pub(super) fn write_nest(&mut self, nest: &Nest, condition: Option<&str>, plan: &RegionPlan) -> String {
        let (conditions, has_harmless) = match condition {
            Some(name) if !nest.checks.is_empty() => (vec![name.to_owned()], true),
            _ => {
                (nest.checks.iter().map(|check| self.apart(check, plan)).collect(), nest.has_harmless_checks)
            }
        };
        let mut loops: Vec<work::Loop> = nest
            .levels
            .iter()
            .map(|level| self.describe_header(&level.canonical, level.canonical.body_start))
            .collect();
        let rule = "iteration_statement";
        for (level, work) in nest.levels.iter().zip(&mut loops).skip(1) {
            let tokens = level.keyword..=level.close;
            let mut text = self.file.header_as_comment(&tokens);
            if level.is_declared_between {
                // The declaration stays where it is, and would hide the header's variable.
                let own = std::mem::take(&mut work.variable);
                work.variable = format!("gpump_{own}");
                text = format!("{text} {own} = {};", work.variable).trim_start().to_owned();
            }
            self.out.device.replace(tokens, text, rule, "the loop is shared out with the one around it");
        }
        work::nest_header(&loops, &nest.are_harmless, &conditions, has_harmless, plan.team())
    }

    pub(super) fn apart(&mut self, check: &Check, plan: &RegionPlan) -> String {
        let others: Vec<String> = check.others.iter().map(|tokens| self.out.device_text(tokens)).collect();
        let team = plan.team();
        format!("gpump_apart({team}{}, {})", self.out.device_text(&check.written), others.join(", "))
    }
}

/// Whether a program may know which thread runs an iteration: `runtime` may be `static`.
fn is_known_beforehand(schedule: &str) -> bool {
    !matches!(schedule, "dynamic" | "guided")
}

/// Whether a loop is ordered, or its last iteration counts.
fn has_order(construct: &Construct) -> bool {
    let clauses = &construct.clauses;
    clauses.ordered.is_some() || clauses.items_of(Sharing::is_last).next().is_some()
}

/// The token of a reduction's operator.
fn token_of(operator: &str) -> i32 {
    match operator {
        "+" => kind::PLUS,
        "-" => kind::MINUS,
        "*" => kind::STAR,
        "&" => kind::AND,
        "|" => kind::OR,
        "^" => kind::CARET,
        "&&" => kind::AND_AND,
        "max" => kind::MAX,
        "min" => kind::MIN,
        _ => kind::OR_OR,
    }
}

/// Where a construct stands.
#[derive(Default)]
pub(super) struct Around<'c> {
    /// The constructs around it and itself, the innermost first, up to the region.
    pub chain: Vec<&'c Construct>,
    /// The region's tokens, or the function's.
    pub range: Option<crate::openmp::constructs::Tokens>,
}
