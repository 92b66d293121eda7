//! Regions of which nobody can tell how many threads their teams have: no thread asks for a number, and what a thread does outside of
//! the work that the team shares out is seen by itself alone. Then the runtime may choose, and it takes no more threads than the
//! loops keep busy (`runtime/cuda/shape.h`): barriers and reductions take the longer the more there are.

use std::collections::BTreeSet;

use super::super::File;
use super::callees::Callee;
use super::capture::Storage;
use super::copies::Reached;
use super::library;
use crate::c::symbols::SymbolId;
use crate::codegen::cuda::kernel::ShownTeam;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Part, Sharing, routines, sharing};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tokens::is_assignment_operator;

/// The routines that tell a thread from others, or how many there are.
const PLACE_OF_THREAD: &[&str] =
    &["omp_get_thread_num", "omp_get_num_threads", "omp_get_ancestor_thread_num", "omp_get_team_size"];

impl File<'_> {
    /// Whether nobody can tell how large a region's team is.
    pub(super) fn hides_its_team(&self, region: &Construct) -> bool {
        let reached = self.reached_from(&region.tokens, Some(region));
        let has_copyin = region.clauses.items_of(|sharing| *sharing == Sharing::Copyin).next().is_some();
        let has_sums = region.clauses.items_of(|sharing| matches!(sharing, Sharing::Reduction(_))).next();
        let is_team = region.kind == ConstructKind::Parallel;
        let has_filter = region.clauses.filter.is_some();
        let may_choose = !(self.has_large_copies(region)
            || has_copyin
            || has_filter
            || reached.has_others
            || is_team && has_sums.is_some());
        may_choose
            && self.asks_for_no_thread(&region.tokens, Some(region))
            && self.functions_ask_for_no_thread(&reached)
            && (!is_team || self.is_quiet(&region.body, &region.parts, Some(region), &mut BTreeSet::new()))
    }

    /// What a program can tell of a region's team (`runtime/cuda/shape.h`).
    pub(super) fn shown_team(&self, region: &Construct) -> ShownTeam {
        let reached = self.reached_from(&region.tokens, Some(region));
        let mut sums = region.clauses.items_of(|sharing| matches!(sharing, Sharing::Reduction(_)));
        let is_shown = region.clauses.filter.is_some()
            || region.kind == ConstructKind::Parallel
                && (sums.next().is_some()
                    || !self.is_quiet(&region.body, &region.parts, Some(region), &mut BTreeSet::new()));
        let asks = self.asks_for_its_place(&region.tokens, Some(region))
            || reached.functions.iter().any(|&number| self.function_asks_for_its_place(number));
        if is_shown || asks || self.keeps_copies(region) || self.has_large_copies(region) {
            ShownTeam::Yes
        } else if reached.has_others {
            ShownTeam::ByOthers
        } else {
            ShownTeam::No
        }
    }

    /// Whether a function's text asks which thread of how many runs it, or has variables of a thread's own.
    pub(super) fn function_asks_for_its_place(&self, number: usize) -> bool {
        self.asks_for_its_place(&self.cuda.functions[number].range, None)
    }

    /// Whether a loop without a schedule is in a program that may show which thread ran an iteration: the region, or a function that
    /// the loop calls, asks for a thread's number or has variables of a thread's own, and the loop uses or keeps some.
    pub(super) fn shows_its_threads(&self, construct: &Construct) -> bool {
        let around = self.around(*construct.tokens.start());
        let region = around.chain.last().copied().filter(|outer| outer.kind.is_parallel());
        let Some(range) = around.range else { return false };
        let asks = |tokens: &Tokens, region| self.asks_for(&["omp_get_thread_num"], tokens, region);
        let reached = || self.reached_from(&construct.tokens, Some(construct)).functions;
        if !asks(&range, region)
            && !reached().iter().any(|&number| asks(&self.cuda.functions[number].range, None))
        {
            return false;
        }
        // Behind a `nowait` a thread goes on to another loop, perhaps with what it has computed itself: both are shared out in one way.
        let neighbours = self.neighbours(construct);
        match neighbours.iter().any(|inner| inner.clauses.nowait.is_some()) {
            true => neighbours.iter().any(|inner| !self.is_thread_agnostic(inner)),
            false => !self.is_thread_agnostic(construct),
        }
    }

    fn asks_for_its_place(&self, tokens: &Tokens, region: Option<&Construct>) -> bool {
        self.asks_for(PLACE_OF_THREAD, tokens, region)
    }

    /// Whether some tokens have a call of some routines, or variables of a thread's own.
    pub(super) fn asks_for(&self, routines: &[&str], tokens: &Tokens, region: Option<&Construct>) -> bool {
        self.references_in(tokens).iter().any(|reference| {
            let is_outside = region.is_some_and(|region| sharing::is_outside(region, reference.token));
            let is_of_thread =
                || reference.symbol.is_some_and(|symbol| self.storage(symbol) == Storage::Threadprivate);
            !is_outside && (routines.contains(&reference.name.as_str()) || is_of_thread())
        })
    }

    /// Whether a thread's copies, which begin with a value, take on others from one iteration to the next: a thread can find its first
    /// iteration by them.
    fn keeps_copies(&self, region: &Construct) -> bool {
        let mut keeps = false;
        region.walk(&mut |inner| {
            let mut copies = inner.clauses.items_of(|sharing| *sharing == Sharing::Firstprivate);
            let is_changed = |symbol: Option<SymbolId>| {
                let mut uses = self.references_in(&inner.tokens).iter();
                uses.any(|reference| symbol.is_some() && reference.symbol == symbol && reference.changed)
            };
            keeps |= copies.any(|item| is_changed(item.symbol)) && !self.is_thread_agnostic(inner);
        });
        keeps
    }

    pub(super) fn functions_ask_for_no_thread(&self, reached: &Reached) -> bool {
        reached
            .functions
            .iter()
            .all(|&number| self.asks_for_no_thread(&self.cuda.functions[number].range, None))
    }

    /// Whether nothing in some tokens has to do with a thread's number.
    pub(super) fn asks_for_no_thread(&self, tokens: &Tokens, region: Option<&Construct>) -> bool {
        self.references_in(tokens).iter().all(|reference| {
            let is_outside = region.is_some_and(|region| sharing::is_outside(region, reference.token));
            let is_of_thread =
                || reference.symbol.is_some_and(|symbol| self.storage(symbol) == Storage::Threadprivate);
            is_outside || !(routines::find(&reference.name).is_some() || is_of_thread())
        })
    }

    /// Whether what all threads do in some tokens changes nothing but variables of their own.
    fn is_quiet(
        &self,
        tokens: &Tokens,
        parts: &[Part],
        region: Option<&Construct>,
        seen: &mut BTreeSet<usize>,
    ) -> bool {
        let mut shared_out: Vec<Tokens> = Vec::new();
        for part in parts {
            match part {
                Part::Barrier { .. } => {}
                Part::Flush { .. } | Part::Standalone { .. } => return false,
                // It is for a thread that there may not be.
                Part::Construct(inner) if inner.clauses.filter.is_some() => return false,
                Part::Construct(inner) => match inner.kind {
                    ConstructKind::For
                    | ConstructKind::Sections
                    | ConstructKind::Single
                    | ConstructKind::Master => shared_out.push(inner.tokens.clone()),
                    _ => return false,
                },
            }
        }
        // They are in the order of the file.
        let is_own = |token: usize| {
            let after = shared_out.partition_point(|range| *range.start() <= token);
            !after.checked_sub(1).is_some_and(|last| shared_out[last].contains(&token))
        };
        let visible: Vec<usize> =
            tokens.clone().filter(|&index| self.tokens[index].is_visible() && is_own(index)).collect();
        let kind_at =
            |at: Option<usize>| at.and_then(|at| visible.get(at)).map_or(0, |&index| self.tokens[index].kind);
        let is_own_name = |at: Option<usize>| {
            at.and_then(|at| visible.get(at))
                .is_some_and(|&index| self.is_own_variable(index, tokens, region))
        };
        let keeps_quiet = (0..visible.len()).all(|at| {
            let token = kind_at(Some(at));
            let (before, after) = (at.checked_sub(1), Some(at + 1));
            if is_assignment_operator(token) {
                let declares = before.is_some_and(|before| self.is_declarator(visible[before]));
                let leads_on = matches!(kind_at(at.checked_sub(2)), kind::STAR | kind::DOT | kind::ARROW);
                return declares || (is_own_name(before) && !leads_on);
            }
            if matches!(token, kind::PLUS_PLUS | kind::MINUS_MINUS) {
                let is_behind =
                    is_own_name(before) && !matches!(kind_at(at.checked_sub(2)), kind::DOT | kind::ARROW);
                let goes_on = matches!(
                    kind_at(Some(at + 2)),
                    kind::DOT | kind::ARROW | kind::LEFT_BRACKET | kind::LEFT_PAREN
                );
                return is_behind || (is_own_name(after) && !goes_on);
            }
            !matches!(token, kind::ASM | kind::GOTO)
        });
        keeps_quiet
            && self.references_in(tokens).iter().filter(|reference| is_own(reference.token)).all(
                |reference| match self.callee(reference) {
                    None | Some(Callee::AsItIs) => true,
                    Some(Callee::Own(number)) => {
                        let function = &self.cuda.functions[number];
                        let body = function.body..=*function.range.end();
                        !seen.insert(number) || self.is_quiet(&body, &function.parts, None, seen)
                    }
                    Some(Callee::Library(_)) => library::is_plain_mathematics(&reference.name),
                    Some(Callee::Foreign | Callee::Unknown) => false,
                },
            )
    }

    /// Whether a token is the name of a variable in its own declaration, one of a thread's.
    fn is_declarator(&self, token: usize) -> bool {
        self.declared_by(token).is_some_and(|(_, declaration)| !declaration.is_static)
    }

    /// Whether a token names a variable that each thread has for itself.
    fn is_own_variable(&self, token: usize, tokens: &Tokens, region: Option<&Construct>) -> bool {
        let [reference] = self.references_in(&(token..=token)) else { return false };
        let is_own = |symbol: SymbolId| {
            let declaration = self.scopes.get(symbol);
            let is_made_private = region.is_some_and(|region| region.has_copy(symbol, &declaration.name));
            let is_inside = region.is_none() || tokens.contains(&declaration.token);
            self.storage(symbol) == Storage::Automatic && (is_inside || is_made_private)
        };
        reference.symbol.is_some_and(is_own)
    }
}
