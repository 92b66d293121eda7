//! Lean regions: those whose threads ask nothing of their team but how many they are (`runtime/cuda/lean.h`). And of these,
//! where nobody can tell how many there are: how many the iterations keep busy.

use std::collections::HashSet;

use super::super::{Optimisation, Translator};
use super::capture::{Capture, Storage};
use super::library;
use super::nests::LoopForm;
use super::privates::Private;
use super::reach::Callee;
use super::regions::MOST_REDUCTIONS;
use crate::codegen::cuda::Passed;
use crate::codegen::cuda::work::{self, Loop};
use crate::dependence::Check;
use crate::openmp::constructs::Tokens;
use crate::openmp::loops::Increment;
use crate::openmp::{CanonicalLoop, Construct, ConstructKind, Part, Reference, Sharing, routines, sharing};
use crate::symbols::SymbolId;
use crate::syntax::generated::open_mpc as kind;
use crate::types::Kind;

/// The routines that a lean region itself may call, with what they are there.
const OF_THE_REGION: &[(&str, &str)] =
    &[("omp_get_thread_num", "gpump_thread"), ("omp_get_num_threads", "gpump_threads")];

/// The routines that do not look for the team: locks know a thread by its number in the grid, and those that set something do
/// nothing in a region.
const OF_ANYBODY: &[&str] = &[
    "omp_set_num_threads",
    "omp_set_dynamic",
    "omp_set_nested",
    "omp_get_nested",
    "omp_init_lock",
    "omp_destroy_lock",
    "omp_set_lock",
    "omp_unset_lock",
    "omp_test_lock",
    "omp_init_nest_lock",
    "omp_destroy_nest_lock",
    "omp_set_nest_lock",
    "omp_unset_nest_lock",
    "omp_test_nest_lock",
];

impl Translator<'_> {
    /// Whether a region needs nothing of its team.
    pub(super) fn is_lean(&self, region: &Construct, privates: &[Private], system: &HashSet<String>) -> bool {
        let is_loop = region.kind == ConstructKind::ParallelFor;
        let mut reductions = reductions_in(privates);
        region.walk(&mut |inner| {
            if inner.tokens != region.tokens {
                reductions += reductions_in(&self.privates(inner));
            }
        });
        !self.cuda.without.contains(&Optimisation::Entry)
            && (!is_loop || self.is_lean_loop(region))
            && reductions <= MOST_REDUCTIONS
            && are_lean(privates)
            && region.clauses.items_of(|sharing| *sharing == Sharing::Copyin).next().is_none()
            && region.parts.iter().all(|part| self.is_lean_part(part, Some(region)))
            && self.asks_nothing_of_team(&region.tokens, Some(region), system, &mut HashSet::new())
    }

    /// Whether a thread of a lean region can wait for nobody: there is nothing in it to go round in, nobody is waited for at
    /// a construct's end, and nothing is called that could do so.
    pub(super) fn runs_straight_on(&self, region: &Construct) -> bool {
        let goes_round =
            |index: usize| matches!(self.tokens[index].kind, kind::FOR | kind::WHILE | kind::DO | kind::GOTO);
        let is_harmless = |reference: &Reference| match self.callee(reference) {
            None | Some(Callee::Library(_)) => true,
            Some(Callee::AsItIs) => OF_THE_REGION.iter().any(|(name, _)| *name == reference.name),
            Some(_) => !reference.called,
        };
        region.kind != ConstructKind::ParallelFor
            && !self.has_barriers(region)
            && !region.body.clone().filter(|&index| self.tokens[index].is_visible()).any(goes_round)
            && self.references_in(&region.body).iter().all(is_harmless)
    }

    /// Whether all threads of a region meet in it.
    pub(super) fn has_barriers(&self, region: &Construct) -> bool {
        region.parts.iter().any(|part| match part {
            Part::Barrier { .. } => true,
            Part::Flush { .. } => false,
            Part::Construct(inner) => {
                (inner.kind.is_worksharing() && self.ends_with_barrier(inner))
                    || self.privates(inner).iter().any(|private| private.first && private.last)
                    || self.has_barriers(inner)
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
    fn is_lean_loop(&self, construct: &Construct) -> bool {
        let is_static = |schedule: &crate::openmp::constructs::Schedule| schedule.kind == "static";
        construct.clauses.ordered.is_none()
            && (construct.clauses.schedule.as_ref().is_none_or(is_static)
                || self.has_free_schedule(construct))
    }

    /// Whether what stands in a region, or in a function that it calls, does without the team: nothing that is handed out as
    /// threads come, no values that go from one to the others. Only `region` itself, where it is the part's, shares
    /// work out, and its threads meet.
    fn is_lean_part(&self, part: &Part, region: Option<&Construct>) -> bool {
        let construct = match part {
            Part::Barrier { .. } => return region.is_some(),
            Part::Flush { .. } => return true,
            Part::Construct(construct) => construct,
        };
        let clauses = &construct.clauses;
        let is_lean = match (construct.kind, region) {
            (ConstructKind::Atomic | ConstructKind::Critical, _) => true,
            (ConstructKind::For | ConstructKind::Sections, Some(region)) => {
                let privates = self.privates(construct);
                (construct.kind == ConstructKind::Sections || self.is_lean_loop(construct))
                    && are_lean(&privates)
                    && (reductions_in(&privates) == 0 || self.is_met_once(construct, region))
            }
            (ConstructKind::Single, Some(_)) => {
                are_lean(&self.privates(construct))
                    && clauses.items_of(|sharing| *sharing == Sharing::Copyprivate).next().is_none()
            }
            (ConstructKind::Master, Some(_)) => true,
            _ => false,
        };
        is_lean && construct.parts.iter().all(|part| self.is_lean_part(part, None))
    }

    /// Whether no function that is called in some tokens looks for the team. `region` is the one that they are, if they are one:
    /// a function that it calls does not know how many threads there are.
    fn asks_nothing_of_team(
        &self,
        tokens: &Tokens,
        region: Option<&Construct>,
        system: &HashSet<String>,
        seen: &mut HashSet<usize>,
    ) -> bool {
        let is_inside = |reference: &&Reference| {
            !region.is_some_and(|region| sharing::is_outside(region, reference.token))
        };
        self.references_in(tokens).iter().filter(is_inside).all(|reference| {
            if let Some((_, name)) = self.library_macro(reference.token, system) {
                return library::is_lean(name);
            }
            match self.callee(reference) {
                None => true,
                Some(Callee::Own(number)) => {
                    !reference.called || !seen.insert(number) || {
                        let function = &self.cuda.functions[number];
                        function.parts.iter().all(|part| self.is_lean_part(part, None))
                            && self.asks_nothing_of_team(&function.range, None, system, seen)
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
                Some(Callee::Library(_)) => library::is_lean(&reference.name),
                Some(Callee::Foreign | Callee::Unknown) => false,
            }
        }) && self.pointer_calls(tokens).is_empty()
            && !self.declares_rows(tokens)
    }

    /// Whether an array of variable length is declared in some tokens: the device's version takes its memory from the heap.
    fn declares_rows(&self, tokens: &Tokens) -> bool {
        let within = self.cuda.declarations_in(tokens).filter(|(_, found)| found.is_local);
        within.flat_map(|(_, found)| &found.symbols).any(|&symbol| {
            let declaration = self.scopes.get(symbol);
            let ty = self.type_at(&declaration.name, self.after_declarator(declaration.token));
            declaration.is_variable() && ty.is_none_or(|ty| ty.has_variable_bound())
        })
    }

    /// The lines that give a lean region's routines their meaning in the kernel.
    pub(super) fn routines_of_lean(&self, region: &Construct) -> Vec<String> {
        let is_used = |name: &str| {
            self.references_in(&region.tokens)
                .iter()
                .any(|reference| reference.name == name && !sharing::is_outside(region, reference.token))
        };
        let used = OF_THE_REGION.iter().filter(|(name, _)| self.cuda.is_lean && is_used(name));
        used.map(|(name, own)| format!("const auto {name} = [&] {{ return (int){own}(gpump_team); }};"))
            .collect()
    }

    /// The statements that say on the host how many iterations a region has which is a loop: where nobody can tell how many
    /// threads it has, and a copy of what each of them begins with is not worth more than an iteration. The number has to be
    /// right: kernels rely on it (`runtime/cuda/covered.h`).
    pub(super) fn iterations_on_host(
        &mut self,
        region: &Construct,
        form: &LoopForm,
        captures: &[Capture],
        local: &HashSet<String>,
    ) -> Option<Vec<String>> {
        let is_large = |private: &Private| private.first && !private.ty.is_scalar();
        if self.cuda.without.contains(&Optimisation::Grid)
            || captures.iter().any(|capture| capture.storage == Storage::Threadprivate)
            || self.privates(region).iter().any(is_large)
            || !self.is_thread_agnostic(region)
        {
            return None;
        }
        self.count_on_host(region, form, captures, local)
    }

    /// Whether there is nothing in a region: one thread does that as well as many.
    pub(super) fn does_nothing(&self, region: &Construct) -> bool {
        let is_nothing = |index: usize| {
            matches!(self.tokens[index].kind, kind::LEFT_BRACE | kind::RIGHT_BRACE | kind::SEMICOLON)
        };
        !self.cuda.without.contains(&Optimisation::Grid)
            && region.kind == ConstructKind::Parallel
            && region.parts.is_empty()
            && region.body.clone().filter(|&index| self.tokens[index].is_visible()).all(is_nothing)
    }

    /// Whether a region is nothing but a loop, or loops that are shared out together, for which a grid can have a thread for each
    /// iteration: they have to be dealt out one by one, and all that they depend on has to be known to the host.
    pub(super) fn may_be_covered(&self, region: &Construct, form: &LoopForm, are_checks_known: bool) -> bool {
        let is_dealt_out = match form {
            LoopForm::Nest(_) => true,
            LoopForm::Sums(_) => false,
            LoopForm::Plain => {
                let schedule = region.clauses.schedule.as_ref();
                schedule.is_none_or(|schedule| schedule.chunk.is_none()) || self.has_free_schedule(region)
            }
        };
        !self.cuda.without.contains(&Optimisation::Cover)
            && region.kind == ConstructKind::ParallelFor
            && is_dealt_out
            && are_checks_known
    }

    /// The statements that say on the host how many iterations a loop has.
    pub(super) fn count_on_host(
        &mut self,
        region: &Construct,
        form: &LoopForm,
        captures: &[Capture],
        local: &HashSet<String>,
    ) -> Option<Vec<String>> {
        let canonical = region.canonical_loop.as_ref()?;
        let headers: Vec<(CanonicalLoop, usize)> = match form {
            LoopForm::Nest(nest) if nest.are_harmless.contains(&false) => return None,
            LoopForm::Nest(nest) => {
                let levels = nest.levels.iter();
                levels.map(|level| (level.canonical.clone(), level.canonical.body_start)).collect()
            }
            _ => vec![(canonical.clone(), *region.tokens.start())],
        };
        let mut statements: Vec<String> = Vec::new();
        for (canonical, _) in &headers {
            let step = match &canonical.increment {
                Increment::Plus(step) | Increment::Minus(step) => Some(step),
                Increment::PlusOne | Increment::MinusOne => None,
            };
            for tokens in [Some(&canonical.lower), Some(&canonical.bound), step].into_iter().flatten() {
                for reference in self.references_in(tokens) {
                    let statement = self.value_on_host(reference, captures, local)?;
                    statements.extend(statement.filter(|line| !statements.contains(line)));
                }
            }
        }
        let loops: Vec<Loop> =
            headers.iter().map(|(canonical, token)| self.describe_header(canonical, *token)).collect();
        statements.push(work::count(&loops, matches!(form, LoopForm::Sums(_))));
        // The types that the function declares are the kernel's own.
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut words = statements.iter().flat_map(|line| line.split(|c| !is_word(c)));
        (!words.any(|word| local.contains(word))).then_some(statements)
    }

    /// The pairs of pointers that a loop's checks are about, if all of them are among the arguments: then the host can look.
    pub(super) fn apart_on_host(&self, checks: &[Check], captures: &[Capture]) -> Vec<(String, String)> {
        let pointer = |tokens: &Tokens| {
            let [reference] = self.references_in(tokens) else { return None };
            let capture = captures.iter().find(|capture| Some(capture.symbol) == reference.symbol)?;
            let is_whole = tokens.clone().filter(|&index| self.tokens[index].is_visible()).count() == 1;
            let is_argument = capture.is_shared && capture.passed() == Passed::Value;
            (is_whole && is_argument && capture.ty.pointee().is_some()).then(|| self.on_device(&capture.name))
        };
        let pairs = checks.iter().flat_map(|check| {
            check.others.iter().map(|other| Some((pointer(&check.written)?, pointer(other)?)))
        });
        pairs.collect::<Option<Vec<_>>>().unwrap_or_default()
    }

    /// The declaration of what a name in a loop's header stands for on the host, if it needs one; `None` if it cannot be had.
    fn value_on_host(
        &self,
        reference: &Reference,
        captures: &[Capture],
        local: &HashSet<String>,
    ) -> Option<Option<String>> {
        let symbol = reference.symbol?;
        let declaration = self.scopes.get(symbol);
        if declaration.is_function() || reference.called || reference.changed {
            return None;
        }
        if !declaration.is_variable() {
            return Some(None); // a constant, or a type
        }
        let capture = captures.iter().find(|capture| capture.symbol == symbol)?;
        let is_original = capture.is_shared || capture.private == Some(Sharing::Firstprivate);
        let is_integer = matches!(capture.ty.kind, Kind::Basic(basic) if basic.is_integer());
        if !is_original || !is_integer || capture.ty.qualifiers.volatile || self.mentions(&capture.ty, local)
        {
            return None;
        }
        let original = match (capture.storage, capture.passed()) {
            (Storage::Static, passed) if passed != Passed::Value => {
                format!("*{}.{}", self.cuda.table_name(), self.entry_name(capture))
            }
            (_, Passed::Value | Passed::Address) => {
                self.original_of(capture, self.name_of_arguments(), local)
            }
            _ => return None,
        };
        let ty = self.spell(&capture.ty.unqualified(), &self.on_device(&capture.name));
        Some(Some(format!("const {ty} = {original};")))
    }
}

/// Whether copies are made without memory of the heap's.
fn are_lean(privates: &[Private]) -> bool {
    !privates.iter().any(Private::has_rows)
}

pub(super) fn reductions_in(privates: &[Private]) -> usize {
    privates.iter().filter(|private| private.reduction.is_some()).count()
}
