//! Races between the threads of a team: of what all of them do, of sections, and of constructs between which nobody waits.

use std::rc::Rc;

use super::super::super::File;
use crate::dependence::races::{self, Race, Touch, Touches};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Part, part_at};
use crate::openmp::{Construct, ConstructKind};
use crate::syntax::tree::{Kind, Node};

/// Something that threads do between two barriers.
struct Work {
    touches: Rc<Touches>,
    who: Who,
    chunk: i64,
}

/// Who does some work.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    All,
    /// One thread: of a `single` any, of a `master` the first.
    One(ConstructKind),
    /// The threads share the iterations of a loop.
    Iterations,
    Section,
}

/// What a region does, as far as it is followed.
#[derive(Default)]
struct Walk<'t> {
    /// The work since the last barrier.
    phase: Vec<Work>,
    /// The statements since the last construct.
    open: Vec<Node<'t>>,
    found: Vec<Diagnostic>,
}

impl File<'_> {
    /// The races between sections, of which threads may run several at a time.
    pub(super) fn races_in_sections(&self, construct: &Construct) -> Vec<Diagnostic> {
        let around = self.around(*construct.tokens.start());
        if !self.has_team(construct, &around) {
            return Vec::new();
        }
        let touches_of = |nodes: &[Node<'_>]| {
            self.with_region(construct, &around, |region| races::of_statements(region, nodes)).found
        };
        let sections = self.sections(construct);
        let all: Vec<Vec<Touch>> = sections.iter().map(|section| touches_of(&section.statements)).collect();
        let mut found: Vec<Race> = Vec::new();
        for (number, section) in all.iter().enumerate() {
            for other in &all[number + 1..] {
                for race in races::between(&self.resolved(), section, other, 1) {
                    races::keep(&mut found, race);
                }
            }
        }
        let told = found.iter().map(|race| self.race_between_works(race, [Who::Section; 2]));
        told.map(|warning| self.with_call(warning, construct, &around)).collect()
    }

    /// The races of a region outside of its loops and sections, up to the first statement that may order what follows.
    pub(super) fn races_in_region(&self, region: &Construct) -> Vec<Diagnostic> {
        let mut walk = Walk::default();
        let body = self.tree().statement(self.tokens.visible_from(*region.body.start()).unwrap_or_default());
        let Some(body) = body.filter(|_| self.has_several_threads(region)) else { return walk.found };
        let statements: Vec<Node<'_>> = match body.kind() {
            Kind::Block => body.children().collect(),
            _ => vec![body],
        };
        if self.has_barriers_between_all(region, &statements) {
            return walk.found;
        }
        for node in statements {
            if !self.walk_statement(region, node, &mut walk) {
                return walk.found;
            }
        }
        self.close_statements(region, &mut walk);
        self.close_phase(&mut walk);
        walk.found
    }

    /// Follows a statement of a region; false where it cannot be said what it orders.
    fn walk_statement<'t>(&self, region: &Construct, node: Node<'t>, walk: &mut Walk<'t>) -> bool {
        if !matches!(node.kind(), Kind::Construct | Kind::Directive) {
            walk.open.push(node);
            return true;
        }
        if !self.close_statements(region, walk) {
            self.close_phase(walk);
            return false;
        }
        let goes_on = match part_at(&region.parts, node.first()) {
            Some(Part::Barrier { .. }) => {
                self.close_phase(walk);
                true
            }
            Some(Part::Construct(construct)) => self.walk_construct(construct, walk),
            _ => false,
        };
        if !goes_on {
            self.close_phase(walk);
        }
        goes_on
    }

    /// The same of a construct.
    fn walk_construct(&self, construct: &Construct, walk: &mut Walk<'_>) -> bool {
        let around = self.around(*construct.tokens.start());
        let waits = construct.clauses.nowait.is_none();
        let (touches, who, chunk) = match construct.kind {
            ConstructKind::For => {
                let Some((touches, chunk)) = self.touches_of_loop(construct) else { return false };
                (touches, Who::Iterations, chunk)
            }
            ConstructKind::Single | ConstructKind::Master => {
                let Some(body) = self.tree().statement(*construct.body.start()) else { return false };
                let touches =
                    self.with_region(construct, &around, |region| races::of_statements(region, &[body]));
                (Rc::new(touches), Who::One(construct.kind), 1)
            }
            ConstructKind::Critical | ConstructKind::Atomic => return true,
            _ => return false,
        };
        let is_whole = touches.is_whole;
        walk.phase.push(Work { touches, who, chunk });
        if waits && construct.kind != ConstructKind::Master {
            self.close_phase(walk);
        }
        is_whole
    }

    /// Takes the statements since the last construct, which all threads execute; false where they may order what follows.
    fn close_statements(&self, region: &Construct, walk: &mut Walk<'_>) -> bool {
        let around = self.around(*region.tokens.start());
        let statements = std::mem::take(&mut walk.open);
        let touches = self.with_region(region, &around, |region| races::of_statements(region, &statements));
        for race in races::of_all(&touches.found) {
            walk.found.push(self.race_of_all(&race));
        }
        let is_whole = touches.is_whole;
        walk.phase.push(Work { touches: Rc::new(touches), who: Who::All, chunk: 1 });
        is_whole
    }

    /// The races between different work since the last barrier.
    fn close_phase(&self, walk: &mut Walk<'_>) {
        let phase = std::mem::take(&mut walk.phase);
        for (number, one) in phase.iter().enumerate() {
            for other in &phase[number + 1..] {
                // What all threads do is told of by itself. Of two constructs for one thread it may be the same thread.
                let is_told =
                    matches!((one.who, other.who), (Who::All, Who::All) | (Who::One(_), Who::One(_)));
                if is_told {
                    continue;
                }
                let chunk = one.chunk.max(other.chunk);
                for race in races::between(&self.resolved(), &one.touches.found, &other.touches.found, chunk)
                {
                    let is_first =
                        one.touches.found.iter().any(|touch| touch.access.whole == race.write.access.whole);
                    let who = if is_first { [one.who, other.who] } else { [other.who, one.who] };
                    if who[0] != Who::All {
                        walk.found.push(self.race_between_works(&race, who));
                    }
                }
            }
        }
    }
}
