//! Shared scalars that a region is given by their values.
//!
//! Those that a region leaves alone have one value, which the host knows before it begins. Those that all threads would change in the
//! same way need no memory that they share either: each thread has a copy, all copies have the same value at the same place of the
//! program, and the last one goes back to the variable when the region has ended. For that a variable may be changed in two ways
//! only:
//!
//! ```text
//! #pragma omp single                           each thread does it, to its own copies
//! { before = rho; rho = 0; }
//!
//! #pragma omp for reduction(+ : rho)           each thread gets the result
//! for (i = 0; i < n; i++) rho += r[i] * r[i];
//! ```
//!
//! What a thread reads of a shared variable while another one may change it is open (specification, 1.4), unless both flush it. So
//! there must be no flush in the region, and nothing that implies one but the constructs' barriers.

use std::collections::{BTreeSet, HashSet};

use super::super::{File, Optimisation};
use super::callees::Callee;
use super::capture::{Capture, Level, Storage};
use super::library;
use super::plan::{Form, Ground, Original, RegionPlan, Variable as PlannedVariable};
use crate::c::symbols::SymbolId;
use crate::c::{Basic, Kind, Type};
use crate::dependence::{self, Variable};
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Part, Sharing, sharing};
use crate::syntax::generated::open_mpc as kind;

/// Functions behind which nothing of a region happens any more: the variables would not get their values.
const ENDS: &[&str] =
    &["exit", "quick_exit", "_exit", "_Exit", "abort", "assert", "__assert_fail", "__builtin_trap"];

/// What a region and the functions that it calls are made of.
pub(super) struct Reached {
    /// The functions.
    pub functions: BTreeSet<usize>,
    /// Whether there are others, of other files, or called through pointers.
    pub has_others: bool,
}

/// A `single` construct, and its statement if that can be read.
type Single<'c> = (&'c Construct, Option<dependence::Statement>);

impl File<'_> {
    /// Variables of the file that nobody changes while a region runs are given to it by their values, others that a loop leaves
    /// alone are read once.
    pub(super) fn read_once(&self, ground: &Ground<'_>, plan: &mut RegionPlan) {
        let steady = self.symbols_of(&plan.memory.steady);
        let mut reached = None;
        let mut may_be_changed = |capture: &Capture| {
            let all = || self.reached_from(&ground.region.tokens, Some(ground.region));
            self.may_be_changed(capture, ground.region, reached.get_or_insert_with(all))
        };
        for variable in plan.variables.iter_mut().filter(|variable| variable.capture.ty.is_scalar()) {
            if matches!(variable.original, Original::Known(_)) {
                continue;
            }
            let capture = &variable.capture;
            let is_steady = steady.contains(&capture.symbol);
            // What the parts of a region are given is looked at for all of them together.
            let may_be_given =
                ground.whole.is_none() && self.is_of_file(capture) && !capture.ty.qualifiers.volatile;
            if may_be_given && (is_steady || self.is_reached_by_name(capture) && !may_be_changed(capture)) {
                (variable.original, variable.form) = (Original::Value, Form::Constant);
            } else if is_steady
                && matches!(variable.form, Form::Reference)
                && variable.original != Original::Threadprivate
            {
                variable.form = Form::Constant;
            }
        }
    }

    /// Each thread gets a copy of those variables that all would change alike, and all run the `single` constructs that do.
    pub(super) fn copy_to_threads(&self, ground: &Ground<'_>, plan: &mut RegionPlan) {
        let region = ground.region;
        if ground.whole.is_some() || region.kind != ConstructKind::Parallel {
            return;
        }
        let reached = self.reached_from(&region.tokens, Some(region));
        if !self.may_have_copies(region, &reached) {
            return;
        }
        let captures = plan.variables.iter().map(|variable| &variable.capture);
        let mut chosen: HashSet<SymbolId> = captures
            .filter(|capture| self.may_be_copied(capture, region, &reached))
            .map(|capture| capture.symbol)
            .collect();
        let singles = self.singles_of(region);
        let changes = |chosen: &HashSet<SymbolId>, (single, statement): &Single<'_>| {
            self.changes_of(single, statement.as_ref()?, &plan.variables, chosen)
        };
        // A construct is run by all or by one: what one of them writes stays shared.
        loop {
            let before = chosen.len();
            for one in &singles {
                if changes(&chosen, one).is_none() {
                    chosen.retain(|&symbol| !self.changes_within(symbol, one.0));
                }
            }
            if chosen.len() == before {
                break;
            }
        }
        let run_by_all =
            singles.iter().filter(|one| changes(&chosen, one).is_some_and(|changed| changed > 0));
        plan.run_by_all = run_by_all.map(|(single, _)| *single.tokens.start()).collect();
        for variable in plan.variables.iter_mut().filter(|variable| chosen.contains(&variable.capture.symbol))
        {
            variable.form = Form::Copy;
            if variable.capture.storage == Storage::Static {
                variable.original = Original::Value;
            }
        }
    }

    /// The functions that are called in some tokens, and by those.
    pub(super) fn reached_from(&self, tokens: &Tokens, region: Option<&Construct>) -> Reached {
        let mut reached = Reached { functions: BTreeSet::new(), has_others: false };
        let mut queue = vec![(tokens.clone(), region)];
        while let Some((tokens, region)) = queue.pop() {
            queue.extend(self.operators_in(&tokens).into_iter().map(|operator| (operator, None)));
            reached.has_others |= !self.pointer_calls(&tokens).is_empty();
            for reference in self.references_in(&tokens) {
                if region.is_some_and(|region| sharing::is_outside(region, reference.token)) {
                    continue;
                }
                match self.callee(reference) {
                    Some(Callee::Own(number)) if reached.functions.insert(number) => {
                        queue.push((self.cuda.functions[number].range.clone(), None));
                    }
                    Some(Callee::Foreign | Callee::Unknown) => reached.has_others = true,
                    _ => {}
                }
            }
        }
        reached
    }

    /// A shared variable that is declared at the file's level.
    fn is_of_file(&self, capture: &Capture) -> bool {
        let declaration = self.scopes.get(capture.symbol);
        capture.is_shared
            && capture.storage == Storage::Static
            && declaration.depth == 0
            && !self.is_system(declaration.token)
    }

    /// Whether a variable can be reached by its name alone, and in this file alone.
    fn is_reached_by_name(&self, capture: &Capture) -> bool {
        let declarations = || self.scopes.named(&capture.name).map(|(_, found)| found);
        let is_own = match capture.storage {
            Storage::Automatic => true,
            Storage::Threadprivate => false,
            Storage::Static => {
                let mut of_file = declarations().filter(|found| found.depth == 0 && found.is_variable());
                let is_inner_extern = declarations().any(|found| found.depth > 0 && found.is_extern);
                let is_defined = of_file.clone().any(|found| !found.is_extern);
                !is_inner_extern
                    && (of_file.any(|found| found.is_static) || (self.cuda.given.is_alone && is_defined))
            }
        };
        is_own && !self.is_address_taken_in_file(capture.symbol)
    }

    /// Whether two names are those of one variable; one of the file may be declared more than once.
    pub(super) fn is_same_variable(&self, one: SymbolId, other: SymbolId) -> bool {
        let (first, second) = (self.scopes.get(one), self.scopes.get(other));
        one == other || (first.depth == 0 && second.depth == 0 && first.name == second.name)
    }

    /// Whether a region, or a function that it calls, may change a variable.
    fn may_be_changed(&self, capture: &Capture, region: &Construct, reached: &Reached) -> bool {
        let changes = |tokens: &Tokens| {
            self.references_in(tokens).iter().any(|reference| {
                reference.symbol.is_some_and(|symbol| self.is_same_variable(symbol, capture.symbol))
                    && self.may_change_at(reference)
            })
        };
        let is_written_by_clause = |construct: &Construct| {
            construct.any(|inner| {
                inner.clauses.items.iter().any(|item| {
                    item.symbol.is_some_and(|symbol| self.is_same_variable(symbol, capture.symbol))
                        && !matches!(item.sharing, Sharing::Shared | Sharing::Firstprivate | Sharing::Private)
                })
            })
        };
        reached.has_others
            || changes(&region.tokens)
            || is_written_by_clause(region)
            || reached.functions.iter().any(|&number| {
                let function = &self.cuda.functions[number];
                changes(&function.range) || function.constructs().any(is_written_by_clause)
            })
    }

    /// Whether nothing in a region lets a thread see what another one has changed but barriers.
    fn may_have_copies(&self, region: &Construct, reached: &Reached) -> bool {
        let is_plain = |part: &Part| self.flushes_at_barriers_only(part);
        let calls_quietly = |tokens: &Tokens| {
            self.references_in(tokens).iter().all(|reference| {
                let name = reference.name.as_str();
                let through_macro = self.library_macro(reference.token).map_or("", |(_, name)| name);
                let is_lock = name.starts_with("omp_") && name.contains("lock");
                let is_quiet = |name: &str| !ENDS.contains(&name) && !library::is_atomic(name);
                !is_lock && is_quiet(name) && is_quiet(through_macro)
            })
        };
        !reached.has_others
            && region.parts.iter().all(is_plain)
            && calls_quietly(&region.tokens)
            && reached.functions.iter().all(|&number| {
                let function = &self.cuda.functions[number];
                function.parts.iter().all(is_plain) && calls_quietly(&function.range)
            })
    }

    fn flushes_at_barriers_only(&self, part: &Part) -> bool {
        match part {
            Part::Barrier { .. } => true,
            Part::Flush { .. } | Part::Standalone { .. } => false,
            Part::Construct(construct) => {
                let flushes = matches!(construct.kind, ConstructKind::Critical | ConstructKind::Ordered);
                !flushes
                    && !construct.kind.is_parallel()
                    && construct.parts.iter().all(|part| self.flushes_at_barriers_only(part))
            }
        }
    }

    /// Whether a variable is changed in the two ways alone, as far as its uses tell.
    fn may_be_copied(&self, capture: &Capture, region: &Construct, reached: &Reached) -> bool {
        let is_candidate = capture.is_shared
            && capture.private.is_none()
            && capture.may_change
            && (self.is_of_file(capture) || capture.storage == Storage::Automatic)
            && is_number(&capture.ty)
            && !capture.ty.qualifiers.volatile
            && self.is_reached_by_name(capture);
        let is_it = |symbol: Option<SymbolId>| {
            symbol.is_some_and(|symbol| self.is_same_variable(symbol, capture.symbol))
        };
        let is_used_by = |number: &usize| {
            let range = &self.cuda.functions[*number].range;
            self.references_in(range).iter().any(|reference| is_it(reference.symbol))
        };
        if !is_candidate || reached.functions.iter().any(is_used_by) {
            return false;
        }
        let uses_are_good = self.references_in(&region.tokens).iter().all(|reference| {
            if !is_it(reference.symbol)
                || sharing::is_outside(region, reference.token)
                || !self.may_change_at(reference)
            {
                return true;
            }
            let chain = region.around(reference.token);
            !matches!(self.level(region, &chain, capture.symbol, reference.token), Level::Shared)
                || matches!(chain.as_slice(), [inner, _] if inner.kind == ConstructKind::Single)
        });
        let mut clauses_are_good = true;
        region.walk_inside(&mut |inner, around| {
            for item in inner.clauses.items.iter().filter(|item| is_it(item.symbol)) {
                clauses_are_good &= match item.sharing {
                    Sharing::Shared | Sharing::Private | Sharing::Firstprivate => true,
                    Sharing::Reduction(_) => {
                        !self.reduces_memory(inner)
                            && inner.kind == ConstructKind::For
                            && around.len() == 1
                            && inner.clauses.nowait.is_none()
                            && inner.clauses.ordered.is_none()
                    }
                    _ => false,
                };
            }
        });
        uses_are_good && clauses_are_good
    }

    /// The `single` constructs of a region itself, and those statements of theirs that can be read.
    fn singles_of<'c>(&self, region: &'c Construct) -> Vec<Single<'c>> {
        let mut found = Vec::new();
        region.walk_inside(&mut |inner, around| {
            if inner.kind == ConstructKind::Single {
                let is_plain = around.len() == 1
                    && inner.clauses.items.is_empty()
                    && inner.clauses.nowait.is_none()
                    && inner.parts.is_empty();
                let read = || self.resolved().statement(*inner.body.start());
                found.push((inner, if is_plain { read() } else { None }));
            }
        });
        found
    }

    fn changes_within(&self, symbol: SymbolId, construct: &Construct) -> bool {
        self.references_in(&construct.body).iter().any(|reference| {
            reference.symbol.is_some_and(|found| self.is_same_variable(found, symbol))
                && self.may_change_at(reference)
        })
    }

    /// How many assignments a `single` construct is made of, if it is made of nothing else, and all it names are copies, and
    /// variables that have one value while the region runs.
    fn changes_of(
        &self,
        single: &Construct,
        statement: &dependence::Statement,
        planned: &[PlannedVariable],
        copies: &HashSet<SymbolId>,
    ) -> Option<usize> {
        let find = |variable: &Variable| {
            let symbol = self.symbol_of(variable)?;
            planned.iter().find(|found| self.is_same_variable(found.capture.symbol, symbol))
        };
        let is_copy =
            |variable: &Variable| find(variable).is_some_and(|found| copies.contains(&found.capture.symbol));
        let is_one_for_all = |variable: &Variable| {
            is_copy(variable)
                || find(variable).is_some_and(|found| {
                    found.capture.is_shared && matches!(found.original, Original::Value | Original::Known(_))
                })
        };
        let is_whole = single.tokens.end() == single.body.end();
        let is_pure = |name: &str| self.is_pure(name);
        is_whole.then(|| dependence::assignments(statement, &is_copy, &is_one_for_all, &is_pure))?
    }

    /// Whether nothing happens between the last barrier and a construct: what stands in front of it in the same block ends with one.
    pub(super) fn follows_barrier(&self, construct: &Construct) -> bool {
        if self.cuda.given.without.contains(&Optimisation::Barriers) || !construct.in_block {
            return false;
        }
        let Some(before) = self.tokens.visible_before(*construct.tokens.start()) else { return false };
        let around = self.around(*construct.tokens.start());
        let Some(outer) = around.chain.get(1) else { return false };
        let ends_there = outer.parts.iter().any(|part| match part {
            Part::Construct(inner) => {
                *inner.tokens.end() == before && inner.in_block && ends_with_barrier(inner)
            }
            Part::Barrier { tokens, in_block } => *in_block && tokens.contains(&before),
            Part::Flush { .. } | Part::Standalone { .. } => false,
        });
        ends_there || self.is_call_with_barrier(before)
    }

    /// Whether a statement that ends with this token is a call of a function that ends with a barrier.
    fn is_call_with_barrier(&self, semicolon: usize) -> bool {
        if self.tokens[semicolon].kind != kind::SEMICOLON {
            return false;
        }
        let starts = |index: usize| {
            matches!(self.tokens[index].kind, kind::SEMICOLON | kind::LEFT_BRACE | kind::RIGHT_BRACE)
        };
        let mut index = semicolon;
        let first = loop {
            let Some(before) = self.tokens.visible_before(index) else { return false };
            if starts(before) {
                break index;
            }
            index = before;
        };
        let Some(call) = self.references_in(&(first..=first)).first() else { return false };
        let (true, Some(Callee::Own(number))) = (call.called, self.callee(call)) else { return false };
        let close = self.tokens.visible_from(first + 1).and_then(|open| self.tokens.partner(open));
        close.is_some_and(|close| self.tokens.visible_from(close + 1) == Some(semicolon))
            && self.function_ends_with_barrier(number)
    }

    fn function_ends_with_barrier(&self, number: usize) -> bool {
        let function = &self.cuda.functions[number];
        let body = function.body..=*function.range.end();
        let leaves = |index: usize| matches!(self.tokens[index].kind, kind::RETURN | kind::GOTO);
        let last = function.parts.last().is_some_and(|part| match part {
            Part::Construct(inner) => {
                inner.in_block
                    && ends_with_barrier(inner)
                    && self.next_visible(*inner.tokens.end()) == *function.range.end()
            }
            _ => false,
        });
        last && !body.filter(|&index| self.tokens[index].is_visible()).any(leaves)
    }
}

fn ends_with_barrier(construct: &Construct) -> bool {
    matches!(construct.kind, ConstructKind::For | ConstructKind::Sections | ConstructKind::Single)
        && construct.clauses.nowait.is_none()
}

/// Whether a type is that of a number which the runtime can hand back.
fn is_number(ty: &Type) -> bool {
    match ty.kind {
        Kind::Basic(basic) => {
            matches!(basic, Basic::Float | Basic::Double) || (basic.is_integer() && basic.size() <= 8)
        }
        _ => false,
    }
}
