//! `lastprivate(conditional: x)`: what goes back is the value of the last assignment, in the order of the iterations or of the sections
//! (section 5.4.5 of OpenMP 5.2): `runtime/cuda/conditional.h`.

use std::collections::BTreeSet;

use super::super::{File, Writer};
use super::constructs::Frame;
use super::definitions::Function;
use super::privates::Private;
use crate::c::symbols::SymbolId;
use crate::codegen::cuda::work::{self, Loop};
use crate::openmp::atomic::Atomic;
use crate::openmp::compare::Compare;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Part, Reference, Sharing};
use crate::syntax::generated::open_mpc as kind;

/// What a loop's iteration is called, by its number from 1.
const ITERATION: &str = "gpump_iteration";

impl File<'_> {
    /// Leaves out of the model that an update of such a copy is atomic: nobody else sees the copy, and its assignments count as any
    /// others do. gcc 12 counts none that is atomic.
    pub(super) fn leave_atomics_of_copies(&mut self) {
        let mut starts = BTreeSet::new();
        for construct in self.cuda.functions.iter().flat_map(Function::constructs) {
            construct.walk_inside(&mut |inner, around| {
                if inner.kind == ConstructKind::Atomic && self.updates_conditional_copy(inner, around) {
                    starts.insert(*inner.tokens.start());
                }
            });
        }
        for part in self.cuda.functions.iter_mut().flat_map(|function| &mut function.parts) {
            leave_as_it_stands(part, &starts);
        }
    }

    fn updates_conditional_copy(&self, atomic: &Construct, around: &[&Construct]) -> bool {
        let operation = atomic.clauses.atomic.operation();
        let target = match atomic.clauses.atomic.compare {
            Some(_) => Compare::read(&atomic.body, operation, self.tokens).map(|found| found.target).ok(),
            None => Atomic::read(&atomic.body, operation, self.tokens)
                .ok()
                .and_then(|found| found.change.map(|_| found.target)),
        };
        let Some(target) = target else { return false };
        let Some(symbol) = self.references_in(&target).first().and_then(|found| found.symbol) else {
            return false;
        };
        let mut copies = around.iter().rev().filter(|outer| outer.clauses.privatises(symbol).is_some());
        copies.next().is_some_and(|outer| {
            let mut items = outer.clauses.items.iter();
            items.any(|item| item.symbol == Some(symbol) && outer.clauses.conditional.contains(&item.token))
        })
    }
}

impl Writer<'_, '_> {
    /// Has each iteration of a loop take down that it assigns to such a variable.
    pub(super) fn open_conditional(
        &mut self,
        construct: &Construct,
        own: &[(Private, String)],
        work: &mut Loop,
        frame: &mut Frame,
    ) {
        let (Some(outer), Some(innermost)) = (&construct.canonical_loop, construct.innermost_loop()) else {
            return;
        };
        if !own.iter().any(|(private, _)| private.conditional) {
            return;
        }
        if !work.is_named {
            frame.before.push(work::name_space(work));
        }
        // Statements between the loops come before the body of the innermost.
        let is_block = self.file.tokens[outer.body_start].kind == kind::LEFT_BRACE;
        let body_start = if is_block { outer.body_start } else { innermost.body_start };
        let numbered = format!("{{ const unsigned long long {ITERATION} = {} + 1; ", work::number(work));
        let reason = "the iteration that assigns last counts (section 5.4.5 of OpenMP 5.2)";
        self.out.device.insert_before(body_start, numbered, "lastprivate_clause", reason);
        frame.after.push("}".to_owned());
        self.note_assignments(construct, own, &construct.body, ITERATION);
        self.file.declare_assigned(own, frame);
    }

    /// Takes down at each assignment in some tokens to such a variable that the iteration or section of a number made it.
    pub(super) fn note_assignments(
        &mut self,
        construct: &Construct,
        own: &[(Private, String)],
        range: &Tokens,
        number: &str,
    ) {
        for (private, _) in own.iter().filter(|(private, _)| private.conditional) {
            let name = by(&self.file.on_device(&private.name));
            let assignments =
                private.symbol.map_or(Vec::new(), |symbol| self.file.assignments(construct, symbol, range));
            for token in assignments {
                let reason = "the last assignment counts (section 5.4.5 of OpenMP 5.2)";
                let rule = "lastprivate_clause";
                self.out.device.insert_before(token, "gpump_assigned(".to_owned(), rule, reason);
                self.out.device.insert_after(token, format!(", {name}, {number})"), rule, reason);
            }
        }
    }
}

impl File<'_> {
    /// Declares who has assigned to a thread's copies last, and gives the team's last values back.
    pub(super) fn declare_assigned(&self, own: &[(Private, String)], frame: &mut Frame) {
        for (private, original) in own.iter().filter(|(private, _)| private.conditional) {
            let name = self.on_device(&private.name);
            frame.before.push(format!("unsigned long long {} = 0;", by(&name)));
            frame.after.push(format!("gpump_keep_last({original}, {name}, {});", by(&name)));
            frame.braces = true;
        }
    }

    /// The assignments in some tokens to a construct's copy of a variable.
    fn assignments(&self, construct: &Construct, symbol: SymbolId, range: &Tokens) -> Vec<usize> {
        let is_own = |reference: &&Reference| {
            let around = construct.around(reference.token);
            let inner = around.iter().take_while(|inner| inner.tokens != construct.tokens);
            reference.changed
                && reference.symbol == Some(symbol)
                && !inner.flat_map(|inner| &inner.clauses.items).any(|item| {
                    item.symbol == Some(symbol)
                        && matches!(item.sharing, Sharing::Private | Sharing::Firstprivate)
                })
        };
        self.references_in(range).iter().filter(is_own).map(|reference| reference.token).collect()
    }

    /// Why the device does not have the clause on a construct.
    pub(super) fn missing_in_conditional(&self, construct: &Construct) -> Option<&'static str> {
        let mut copies = self.privates(construct).into_iter().filter(|private| private.conditional);
        let is_atomic = |symbol: SymbolId| {
            self.assignments(construct, symbol, &construct.body)
                .into_iter()
                .any(|token| construct.around(token).iter().any(|inner| inner.kind == ConstructKind::Atomic))
        };
        if construct.kind.is_loop() && self.is_uneven(construct) {
            Some("an inner loop has other iterations each time")
        } else if copies.any(|private| private.symbol.is_some_and(is_atomic)) {
            Some("an atomic construct assigns to the copy")
        } else {
            None
        }
    }
}

fn leave_as_it_stands(part: &mut Part, starts: &BTreeSet<usize>) {
    let Part::Construct(construct) = part else { return };
    if starts.contains(construct.tokens.start()) {
        construct.kind = ConstructKind::AsItStands(construct.written);
    }
    construct.parts.iter_mut().for_each(|part| leave_as_it_stands(part, starts));
}

/// The variable for the number of the iteration or section that has assigned to a copy last.
fn by(name: &str) -> String {
    format!("gpump_by_{name}")
}
