//! Constructs of later versions that are others by another name: the cuda dialect has one form for each.

use super::constructs::OpenConstruct;
use super::{File, Translator};
use crate::openmp::ConstructKind;
use crate::openmp::constructs::{OtherClause, Schedule, Tokens};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

impl Translator<'_> {
    /// Says what the construct whose directive has just been read is, if the device has it.
    pub(super) fn lower_construct(&mut self) {
        let Some((open, around)) = self.parse.open.split_last() else { return };
        let Some(kind) = self.file.lowered(open, around) else { return };
        let (directive, start) = (open.written, open.start);
        let filter =
            self.file.other_clause(open, "filter").and_then(|clause| self.file.clause_argument(clause));
        let is_first =
            |filter: &Tokens| self.file.tokens.text(*filter.start()) == "0" && filter.start() == filter.end();
        let filter = filter.filter(|filter| !is_first(filter));
        // The variables that count the loops of `loop` are lastprivate (section 5.1.1 of OpenMP 5.2), as those of `simd` are.
        let simd = match directive.has_leaf("loop") {
            true => Some(start..=start),
            false => self.file.simd_of(directive, start),
        };
        let Some(open) = self.parse.open.last_mut() else { return };
        open.kind = kind;
        open.clauses.filter = filter;
        open.clauses.simd = simd;
        if directive.has_leaf("target") {
            // Nothing runs beside it.
            open.clauses.nowait = None;
        }
    }

    /// Says which schedule the loop whose directive has just been read has on the device.
    pub(super) fn lower_schedule(&mut self) {
        let Some(open) = self.parse.open.last_mut() else { return };
        // What `auto` leaves to the compiler is its own without the clause.
        open.clauses.schedule.take_if(|schedule| schedule.kind == "auto");
        let order = open.clauses.other("order").map(|order| order.tokens.clone());
        let tokens = self.file.tokens;
        let is_reproducible = |order: &Tokens| order.clone().any(|at| tokens[at].kind == kind::REPRODUCIBLE);
        let Some(order) = order.filter(is_reproducible).filter(|_| open.kind.is_loop()) else { return };
        // Each thread has the same iterations of all such loops of a region (section 10.3 of OpenMP 5.2).
        let asked = open.clauses.schedule.take();
        let (chunk, tokens) = asked.map_or((None, order), |asked| (asked.chunk, asked.tokens));
        open.clauses.schedule = Some(Schedule { kind: "static".to_owned(), chunk, tokens });
    }
}

impl File<'_> {
    /// What a construct of later versions is, if the device has it.
    fn lowered(&self, open: &OpenConstruct, around: &[OpenConstruct]) -> Option<ConstructKind> {
        let ConstructKind::HostOnly(directive) = open.kind else { return None };
        Some(match directive.name {
            "masked" => ConstructKind::Master,
            "parallel master" | "parallel masked" => ConstructKind::ParallelMaster,
            "scope" => ConstructKind::Scope,
            "assume" | "split" | "unroll" => ConstructKind::AsItStands(directive),
            "parallel loop" if self.named_binding(open).is_none_or(|name| name == "parallel") => {
                ConstructKind::ParallelFor
            }
            "loop" => self.binding(open, around)?,
            _ => self.offloaded(open, around)?,
        })
    }

    /// What a `loop` construct is for the threads that it binds to (section 11.7.1 of OpenMP 5.2): a team shares its iterations out,
    /// a single thread runs them as those of a `simd` loop. `None` if these are the first threads of teams. Within what is shared out
    /// already, each thread is by itself, also where that is a `distribute`, whose teams have one thread each there.
    fn binding(&self, open: &OpenConstruct, around: &[OpenConstruct]) -> Option<ConstructKind> {
        let mut kinds = around.iter().rev().map(|around| around.kind);
        let innermost = kinds.find(|kind| !matches!(kind, ConstructKind::AsItStands(_)));
        match (self.named_binding(open), innermost) {
            (Some("thread"), _) => Some(ConstructKind::Simd),
            (None, Some(ConstructKind::Parallel))
            | (Some("parallel"), None | Some(ConstructKind::Parallel | ConstructKind::HostOnly(_))) => {
                Some(ConstructKind::For)
            }
            (None, Some(ConstructKind::HostOnly(_)) | None) => None,
            (Some("parallel") | None, Some(_)) => Some(ConstructKind::Simd),
            (Some(_), _) => None,
        }
    }

    fn named_binding(&self, open: &OpenConstruct) -> Option<&str> {
        let name = self.other_clause(open, "bind").and_then(|clause| self.clause_argument(clause))?;
        Some(self.tokens.text(*name.start()))
    }

    fn other_clause<'o>(&self, open: &'o OpenConstruct, name: &str) -> Option<&'o OtherClause> {
        open.clauses.others.iter().find(|clause| clause.name == name)
    }

    /// What stands in a clause's parentheses.
    fn clause_argument(&self, clause: &OtherClause) -> Option<Tokens> {
        let visible: Vec<usize> =
            clause.tokens.clone().filter(|&index| self.tokens[index].is_visible()).collect();
        let inner = visible.get(2..visible.len().checked_sub(1)?)?;
        Some(*inner.first()?..=*inner.last()?)
    }
}
