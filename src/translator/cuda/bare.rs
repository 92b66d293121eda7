//! Bare regions: those whose threads ask nothing of their team but how many they are (`runtime/cuda/bare.h`). And of these,
//! where nobody can tell how many there are: how many the iterations keep busy.

use std::collections::HashSet;

use super::super::{File, Writer};
use super::callees::Callee;
use super::capture::Capture;
use super::library;
use super::plan::{Count, Ground, LoopForm, Merge, Original, RegionPlan, Variable};
use super::privates::Private;
use crate::c::Kind;
use crate::c::symbols::SymbolId;
use crate::codegen::cuda::work::{self, Loop};
use crate::dependence::Check;
use crate::openmp::constructs::Tokens;
use crate::openmp::loops::Increment;
use crate::openmp::{CanonicalLoop, Construct, ConstructKind, Part, Reference, Sharing, routines, sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

/// `GPUMP_WORKS` of `runtime/cuda/team.h`.
const MOST_REDUCTIONS: usize = 8;

/// The routines that a bare region itself may call, with what they are there.
const OF_THE_REGION: &[(&str, &str)] =
    &[("omp_get_thread_num", "gpump_thread"), ("omp_get_num_threads", "gpump_threads")];

/// The routines that do not look for the team: locks know a thread by its number in the grid, those that set something do
/// nothing in a region, and others say the same in all.
const OF_ANYBODY: &[&str] = &[
    "omp_set_num_threads",
    "omp_set_dynamic",
    "omp_set_nested",
    "omp_set_max_active_levels",
    "omp_get_supported_active_levels",
    "omp_get_num_teams",
    "omp_get_team_num",
    "omp_in_final",
    "omp_in_explicit_task",
    "omp_is_initial_device",
    "omp_init_lock",
    "omp_init_lock_with_hint",
    "omp_destroy_lock",
    "omp_set_lock",
    "omp_unset_lock",
    "omp_test_lock",
    "omp_init_nest_lock",
    "omp_init_nest_lock_with_hint",
    "omp_destroy_nest_lock",
    "omp_set_nest_lock",
    "omp_unset_nest_lock",
    "omp_test_nest_lock",
];

impl File<'_> {
    /// A kernel begins without a team whose region needs nothing of it. Of such a region more can be known.
    pub(super) fn begin_without_team(&self, ground: &Ground<'_>, plan: &mut RegionPlan) {
        let region = ground.region;
        plan.is_bare = !plan.variables.iter().any(Variable::is_copy)
            && plan.reductions() <= MOST_REDUCTIONS
            && self.is_bare(region);
        if !plan.is_bare {
            return;
        }
        plan.merge = self.merge_of(region).unwrap_or_default();
        let waits_for_nobody = self.runs_straight_on(region, &plan.merge)
            || plan.merge.waits_at_barriers_only && !self.has_barriers(region, &plan.merge);
        plan.is_independent |= waits_for_nobody && self.may_be_independent(region);
        plan.apart = self.apart_on_host(plan.of_loop(region).checks(), &plan.variables);
    }

    /// Whether a region needs nothing of its team.
    fn is_bare(&self, region: &Construct) -> bool {
        region.kind != ConstructKind::ParallelMaster
            && (region.kind != ConstructKind::ParallelFor || self.is_bare_loop(region))
            && are_bare(&self.privates(region))
            && region.clauses.items_of(|sharing| *sharing == Sharing::Copyin).next().is_none()
            && region.parts.iter().all(|part| self.is_bare_part(part, Some(region)))
            && self.asks_nothing_of_team(&region.tokens, Some(region), &mut HashSet::new())
    }

    /// Whether no thread waits for one of another block at a region's ends.
    pub(super) fn may_be_independent(&self, region: &Construct) -> bool {
        let privates = self.privates(region);
        reductions_in(&privates) <= MOST_REDUCTIONS
            && !privates.iter().any(|private| private.first && private.last)
            && region.clauses.items_of(|sharing| *sharing == Sharing::Copyin).next().is_none()
    }

    /// How many reductions a construct's clauses ask for.
    pub(super) fn reductions_of(&self, construct: &Construct) -> usize {
        reductions_in(&self.privates(construct))
    }

    /// Whether a thread of a bare region can wait for nobody: there is nothing in it to go round in, nobody is waited for at
    /// a construct's end, and nothing is called that could do so.
    fn runs_straight_on(&self, region: &Construct, merge: &Merge) -> bool {
        let goes_round =
            |index: usize| matches!(self.tokens[index].kind, kind::FOR | kind::WHILE | kind::DO | kind::GOTO);
        let is_harmless = |reference: &Reference| match self.callee(reference) {
            None | Some(Callee::Library(_)) => true,
            Some(Callee::AsItIs) => OF_THE_REGION.iter().any(|(name, _)| *name == reference.name),
            Some(_) => !reference.called,
        };
        region.kind != ConstructKind::ParallelFor
            && !self.has_barriers(region, merge)
            && !region.body.clone().filter(|&index| self.tokens[index].is_visible()).any(goes_round)
            && self.references_in(&region.body).iter().all(is_harmless)
    }

    /// Whether all threads of a region meet in it.
    fn has_barriers(&self, region: &Construct, merge: &Merge) -> bool {
        region.parts.iter().any(|part| match part {
            Part::Barrier { .. } => true,
            Part::Flush { .. } | Part::Standalone { .. } => false,
            Part::Construct(inner) => {
                (inner.kind.is_worksharing() && self.ends_with_barrier(inner, merge))
                    || self.privates(inner).iter().any(|private| private.first && private.last)
                    || self.has_barriers(inner, merge)
            }
        })
    }

    /// Whether nobody looks at what a reduction of a loop or of sections comes to before the region has ended, so that the host
    /// may put it into the original (`runtime/cuda/reduce.h`).
    pub(super) fn is_for_host(&self, construct: &Construct, private: &Private) -> bool {
        let around = self.around(*construct.tokens.start());
        let (Some(region), Some(symbol)) = (around.chain.last(), private.symbol) else { return false };
        let is_elsewhere = |reference: &Reference| !construct.tokens.contains(&reference.token);
        let mut others = self.references_in(&region.tokens).iter().filter(|found| is_elsewhere(found));
        let is_looked_at = |reference: &Reference| {
            reference.symbol == Some(symbol)
                || reference.called && matches!(self.callee(reference), None | Some(Callee::Own(_)))
        };
        region.kind.is_parallel()
            && private.ty.is_scalar()
            && self.is_outside_of(symbol, region)
            && !self.is_address_taken_in_file(symbol)
            && !others.any(is_looked_at)
    }

    /// Whether a variable is declared in front of a region, and is one for all its threads.
    fn is_outside_of(&self, symbol: SymbolId, region: &Construct) -> bool {
        self.scopes.get(symbol).token < *region.tokens.start() && region.clauses.privatises(symbol).is_none()
    }

    /// Whether a construct in a region is met once by each thread: it is the region's statement, or one of the region's own
    /// block, and nothing jumps.
    fn is_met_once(&self, construct: &Construct, region: &Construct) -> bool {
        let is_jump = |index: usize| self.tokens[index].is_visible() && self.tokens[index].kind == kind::GOTO;
        construct.tokens == region.body
            || self.stands_in_own_block(construct, region) && !region.body.clone().any(is_jump)
    }

    /// Whether a loop's iterations are shared out by the threads' numbers alone.
    fn is_bare_loop(&self, construct: &Construct) -> bool {
        let is_static = |schedule: &crate::openmp::constructs::Schedule| schedule.kind == "static";
        construct.clauses.ordered.is_none()
            && (construct.clauses.schedule.as_ref().is_none_or(is_static)
                || self.has_free_schedule(construct))
    }

    /// Whether what stands in a region, or in a function that it calls, does without the team: nothing that is handed out as
    /// threads come, no values that go from one to the others. Only `region` itself, where it is the part's, shares
    /// work out, and its threads meet.
    fn is_bare_part(&self, part: &Part, region: Option<&Construct>) -> bool {
        let construct = match part {
            Part::Barrier { .. } => return region.is_some(),
            Part::Flush { .. } => return true,
            Part::Standalone { .. } => return false,
            Part::Construct(construct) => construct,
        };
        let clauses = &construct.clauses;
        let is_bare = match (construct.kind, region) {
            (ConstructKind::Atomic | ConstructKind::Critical, _) => true,
            (ConstructKind::Simd, _) => are_bare(&self.privates(construct)),
            (ConstructKind::Ordered, _) => clauses.simd.is_some() && !clauses.is_by_threads,
            (ConstructKind::For | ConstructKind::Sections, Some(region)) => {
                let privates = self.privates(construct);
                (construct.kind == ConstructKind::Sections || self.is_bare_loop(construct))
                    && are_bare(&privates)
                    && (reductions_in(&privates) == 0 || self.is_met_once(construct, region))
            }
            (ConstructKind::Single, Some(_)) => {
                are_bare(&self.privates(construct))
                    && clauses.items_of(|sharing| *sharing == Sharing::Copyprivate).next().is_none()
                    && !self.is_for_first(construct)
            }
            (ConstructKind::Master, Some(_)) => true,
            _ => false,
        };
        is_bare && construct.parts.iter().all(|part| self.is_bare_part(part, None))
    }

    /// Whether no function that is called in some tokens looks for the team. `region` is the one that they are, if they are one:
    /// a function that it calls does not know how many threads there are.
    fn asks_nothing_of_team(
        &self,
        tokens: &Tokens,
        region: Option<&Construct>,
        seen: &mut HashSet<usize>,
    ) -> bool {
        let is_inside = |reference: &&Reference| {
            !region.is_some_and(|region| sharing::is_outside(region, reference.token))
        };
        self.references_in(tokens).iter().filter(is_inside).all(|reference| {
            if let Some((_, name)) = self.library_macro(reference.token) {
                return library::is_bare(name);
            }
            match self.callee(reference) {
                None => true,
                Some(Callee::Own(number)) => {
                    !reference.called || !seen.insert(number) || {
                        let function = &self.cuda.functions[number];
                        function.parts.iter().all(|part| self.is_bare_part(part, None))
                            && self.asks_nothing_of_team(&function.range, None, seen)
                    }
                }
                Some(Callee::AsItIs) => {
                    let name = reference.name.as_str();
                    let is_own = region.is_some() && OF_THE_REGION.iter().any(|(own, _)| *own == name);
                    let is_routine = routines::find(name).is_some();
                    reference.called
                        && (is_own
                            || OF_ANYBODY.contains(&name)
                            || (!is_routine && library::is_as_it_is(name)))
                }
                Some(Callee::Library(_)) => library::is_bare(&reference.name),
                Some(Callee::Foreign | Callee::Unknown) => false,
            }
        }) && self.pointer_calls(tokens).is_empty()
            && !self.declares_rows(tokens)
    }

    /// Whether an array is declared in some tokens whose memory the device's version takes from the heap.
    fn declares_rows(&self, tokens: &Tokens) -> bool {
        let within = self.cuda.declarations_in(tokens).filter(|(_, found)| found.is_local);
        within.flat_map(|(_, found)| &found.symbols).any(|&symbol| {
            let declaration = self.scopes.get(symbol);
            let ty = self.type_at(&declaration.name, self.after_declarator(declaration.token));
            declaration.is_variable() && ty.is_none_or(|ty| self.is_allocated(&ty))
        })
    }

    /// The lines that give a bare region's routines their meaning in the kernel.
    pub(super) fn routines_of_bare(&self, region: &Construct) -> Vec<String> {
        let is_used = |name: &str| {
            self.references_in(&region.tokens)
                .iter()
                .any(|reference| reference.name == name && !sharing::is_outside(region, reference.token))
        };
        let used = OF_THE_REGION.iter().filter(|(name, _)| is_used(name));
        used.map(|(name, own)| format!("const auto {name} = [&] {{ return (int){own}(gpump_team); }};"))
            .collect()
    }

    /// The host launches as many threads as a region keeps busy, where nobody can tell how many there are.
    pub(super) fn fit_grid(&self, ground: &Ground<'_>, plan: &mut RegionPlan) {
        let region = ground.region;
        plan.is_team_agnostic = !plan.is_bare && self.hides_its_team(region);
        plan.count = match &plan.merge.work {
            _ if !plan.is_bare => None,
            Some(work) => self.count_of(work, ground, plan),
            None if self.does_nothing(region) => Some(Count::Nothing),
            None if plan.is_independent && self.hides_its_threads(region, plan) => {
                self.count_of(region, ground, plan)
            }
            None => None,
        };
    }

    /// A kernel gets a second form, for grids with a thread for each iteration: of a region that is nothing but a loop, or loops
    /// that are shared out together. They have to be dealt out one by one, and all that they depend on has to be known to the host.
    pub(super) fn cover_loops(&self, ground: &Ground<'_>, plan: &mut RegionPlan) {
        let (region, of_loop) = (ground.region, plan.of_loop(ground.region));
        let is_dealt_out = || match of_loop.form {
            LoopForm::Nest(_) => true,
            LoopForm::Sums(_) | LoopForm::League(_) => false,
            LoopForm::Plain => {
                let schedule = region.clauses.schedule.as_ref();
                schedule.is_none_or(|schedule| schedule.chunk.is_none()) || self.has_free_schedule(region)
            }
        };
        plan.is_covered = region.kind == ConstructKind::ParallelFor
            && plan.count.is_some()
            && plan.reductions() == 0
            && (of_loop.checks().is_empty() || !plan.apart.is_empty())
            && is_dealt_out();
    }

    /// Whether nobody can tell how many threads a region has which is a loop, and a copy of what each of them begins with is not
    /// worth more than an iteration.
    fn hides_its_threads(&self, region: &Construct, plan: &RegionPlan) -> bool {
        let is_large = |private: &Private| private.first && !private.ty.is_scalar();
        let is_threadprivate = |variable: &Variable| variable.original == Original::Threadprivate;
        !plan.variables.iter().any(is_threadprivate)
            && !self.privates(region).iter().any(is_large)
            && self.is_thread_agnostic(region)
    }

    /// Whether there is nothing in a region: one thread does that as well as many.
    fn does_nothing(&self, region: &Construct) -> bool {
        let is_nothing = |index: usize| {
            matches!(self.tokens[index].kind, kind::LEFT_BRACE | kind::RIGHT_BRACE | kind::SEMICOLON)
        };
        region.kind == ConstructKind::Parallel
            && region.parts.is_empty()
            && region.body.clone().filter(|&index| self.tokens[index].is_visible()).all(is_nothing)
    }

    /// What the host has to compute to know how many iterations a loop has, if it can. The number has to be right: kernels rely on
    /// it (`runtime/cuda/covered.h`).
    fn count_of(&self, construct: &Construct, ground: &Ground<'_>, plan: &RegionPlan) -> Option<Count> {
        let form = &plan.of_loop(construct).form;
        let loops: Vec<(CanonicalLoop, usize)> = match form {
            LoopForm::Nest(nest) if nest.are_harmless.contains(&false) => return None,
            LoopForm::Nest(nest) => {
                let levels = nest.levels.iter();
                levels.map(|level| (level.canonical.clone(), level.canonical.body_start)).collect()
            }
            _ if !self.has_harmless_inner(construct) => return None,
            _ => construct.loops().map(|one| (one.clone(), *construct.tokens.start())).collect(),
        };
        // The types that the function declares are the kernel's own.
        let is_local = |tokens: &Tokens| {
            let mut words = tokens.clone().filter(|&index| self.tokens[index].is_visible());
            words.any(|index| plan.local.contains(self.tokens.text(index)))
        };
        let mut variables: Vec<SymbolId> = Vec::new();
        for (canonical, token) in &loops {
            let step = match &canonical.increment {
                Increment::Plus(step) | Increment::Minus(step) => Some(step),
                Increment::PlusOne | Increment::MinusOne => None,
            };
            let values = || [Some(&canonical.lower), Some(&canonical.bound), step].into_iter().flatten();
            let ty = || self.type_at(&canonical.variable, *token);
            let names_local = || ty().is_some_and(|ty| self.mentions(&ty, &plan.local));
            let is_type_local = canonical.declared.as_ref().map_or_else(names_local, is_local);
            if is_type_local || values().any(is_local) {
                return None;
            }
            for reference in values().flat_map(|tokens| self.references_in(tokens)) {
                let symbol = reference.symbol?;
                let declaration = self.scopes.get(symbol);
                if declaration.is_function() || reference.called || reference.changed {
                    return None;
                }
                // Otherwise it is a constant, or a type.
                if declaration.is_variable() && !variables.contains(&symbol) {
                    let is_known =
                        !ground.unsteady.contains(&symbol) && is_known_on_host(plan.variable(symbol)?);
                    is_known.then(|| variables.push(symbol))?;
                }
            }
        }
        let is_one_range = matches!(form, LoopForm::Plain);
        Some(Count::Iterations { loops, variables, is_one_range, is_for_groups: form.is_for_groups() })
    }

    /// The pairs of pointers that a loop's checks are about, if all of them are among the arguments: then the host can look.
    fn apart_on_host(&self, checks: &[Check], variables: &[Variable]) -> Vec<(String, String)> {
        let pointer = |tokens: &Tokens| {
            let [reference] = self.references_in(tokens) else { return None };
            let found = variables.iter().find(|found| Some(found.capture.symbol) == reference.symbol)?;
            let Capture { name, ty, is_shared, .. } = &found.capture;
            let is_whole = tokens.clone().filter(|&index| self.tokens[index].is_visible()).count() == 1;
            let is_argument = *is_shared && matches!(found.original, Original::Value | Original::Parameter);
            (is_whole && is_argument && ty.pointee().is_some()).then(|| self.on_device(name))
        };
        let pairs = checks.iter().flat_map(|check| {
            check.others.iter().map(|other| Some((pointer(&check.written)?, pointer(other)?)))
        });
        pairs.collect::<Option<Vec<_>>>().unwrap_or_default()
    }
}

impl Writer<'_, '_> {
    /// The statements that count on the host.
    pub(super) fn count_on_host(&mut self, count: &Count, plan: &RegionPlan) -> Vec<String> {
        let Count::Iterations { loops, variables, is_one_range, is_for_groups } = count else {
            return vec![work::count_of_nothing()];
        };
        let declare = |variable: &Variable| {
            let Capture { ty, name, .. } = &variable.capture;
            let original = match variable.original {
                Original::Table => {
                    format!("*{}.{}", self.file.cuda.table_name(), self.file.entry_name(&variable.capture))
                }
                _ => self.file.original_of(variable),
            };
            format!("const {} = {original};", self.file.spell(&ty.unqualified(), &self.file.on_device(name)))
        };
        let variables = variables.iter().filter_map(|&symbol| plan.variable(symbol));
        let mut statements: Vec<String> = variables.map(declare).collect();
        let mut loops: Vec<Loop> =
            loops.iter().map(|(canonical, token)| self.describe_header(canonical, *token)).collect();
        if *is_one_range {
            let inner = loops.split_off(1);
            loops.iter_mut().for_each(|outer| outer.inner.clone_from(&inner));
        }
        statements.push(work::count(&loops, *is_for_groups));
        statements
    }
}

/// Whether the host can compute with what a region's variable begins with.
fn is_known_on_host(variable: &Variable) -> bool {
    let Capture { ty, is_shared, private, .. } = &variable.capture;
    let is_original = *is_shared || *private == Some(Sharing::Firstprivate);
    let is_integer = matches!(ty.kind, Kind::Basic(basic) if basic.is_integer());
    is_original
        && is_integer
        && !ty.qualifiers.volatile
        && !variable.is_local
        && matches!(
            variable.original,
            Original::Table | Original::Value | Original::Known(_) | Original::Address
        )
}

/// Whether copies are made without memory of the heap's, and go back without the team.
fn are_bare(privates: &[Private]) -> bool {
    !privates.iter().any(|private| private.has_rows() || private.reduced.is_some() || private.conditional)
}

fn reductions_in(privates: &[Private]) -> usize {
    privates.iter().filter(|private| private.reduction.is_some()).count()
}
