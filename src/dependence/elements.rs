//! Elements of memory that a loop changes over and over, so that they can be kept in registers meanwhile.
//!
//! ```text
//! for (k = 0; k < n; k++)
//!     c[i][j] += a[i][k] * b[k][j];
//! ```
//!
//! The element is the same one in all iterations of the loop, and nothing else that the loop reads or writes is part of it. Then it
//! can be read before the loop and written behind it. Where the program might not have touched it at all, for the loop has no
//! iteration, nobody may touch it now either: another thread could be at it.

use std::ops::RangeInclusive;

use rustc_hash::FxHashSet;

use super::accesses::Access;
use super::check::Check;
use super::headers::{Level, counts_integers, level, sole_loop};
use super::nest::Nest;
use super::place::Base;
use super::proof::Proof;
use super::question::{Attribute, Question};
use super::tree::{Expression, Form, Loop, Statement, Variable};
use super::uses::inner_loops;
use crate::c::Kind;

/// An element, with all places of the loop where it stands.
#[derive(Clone, Debug)]
pub struct Element {
    /// The variable that it is reached from.
    pub name: String,
    /// The first is where it is changed.
    pub uses: Vec<RangeInclusive<usize>>,
}

/// A loop, and the elements that can be kept in registers while it runs.
#[derive(Clone, Debug)]
pub struct Kept {
    pub level: Level,
    /// The last token of its statement.
    pub last: usize,
    pub elements: Vec<Element>,
    /// Whether the elements are changed by the iteration also where the loop has no iterations.
    pub is_certain: bool,
    /// Whether the checks have to hold.
    pub needs_checks: bool,
}

/// The loops with such elements in the body of loops that are shared out.
#[derive(Clone, Debug, Default)]
pub struct Elements {
    pub loops: Vec<Kept>,
    pub checks: Vec<Check>,
}

/// The elements in the body of a work-sharing loop, or of the nest that is shared out. The nest's checks are among those that are
/// given back.
pub fn elements(question: &Question<'_>, nest: Option<&Nest>) -> Option<Elements> {
    let (outer, _) = question.outer()?;
    let mut loops: Vec<&Loop> = vec![outer];
    for _ in 1..nest.map_or(1, |nest| nest.levels.len()) {
        loops.push(sole_loop(&loops.last()?.body)?);
    }
    let proof = Proof::new(question, &loops)?;
    if !proof.is_quiet() {
        return None;
    }
    let checks = nest.map_or(Vec::new(), |nest| nest.checks.clone());
    let found = Elements { loops: Vec::new(), checks };
    let mut search = Search { finder: Finder::new(&proof), found };
    search.statement(proof.body, &mut Vec::new());
    (!search.found.loops.is_empty()).then_some(search.found)
}

/// Goes through a body in its order.
struct Search<'f, 'p> {
    finder: Finder<'f, 'p>,
    found: Elements,
}

impl Search<'_, '_> {
    /// `written` is what has been written for certain when the statement begins.
    fn statement<'s>(&mut self, statement: &'s Statement, written: &mut Vec<&'s Expression>) {
        match statement {
            Statement::Block(inner) => inner.iter().for_each(|one| self.statement(one, written)),
            Statement::If(_, yes, no) => {
                self.statement(yes, &mut written.clone());
                if let Some(no) = no {
                    self.statement(no, &mut written.clone());
                }
                self.finder.forget(written, statement);
            }
            Statement::For(one) => {
                self.finder.forget(written, statement);
                let question = self.finder.proof.question;
                let is_certain = |target: &Expression| is_among(target, written);
                if let Some((kept, checks)) = self.finder.kept(one, &is_certain)
                    && checks.iter().all(|check| check.is_harmless(question))
                {
                    Check::join(&mut self.found.checks, question, &checks);
                    self.found.loops.push(kept);
                } else {
                    self.statement(&one.body, &mut written.clone());
                }
            }
            Statement::While(_, body) => {
                self.finder.forget(written, statement);
                self.statement(body, &mut written.clone());
            }
            other => self.finder.note_written(written, other),
        }
    }
}

/// Whether an expression is among some.
pub(super) fn is_among(target: &Expression, written: &[&Expression]) -> bool {
    written.iter().any(|other| other.is_same(target))
}

/// What a statement assigns to, if it is an assignment to an element.
fn target(statement: &Statement) -> Option<&Expression> {
    let Statement::Expression(expression) = statement else { return None };
    match &expression.form {
        Form::Assign(_, target, _) | Form::Step(target) if target.variable().is_none() => Some(target),
        _ => None,
    }
}

/// Whether it depends on nothing but variables which element it is: on no memory.
fn is_plain(target: &Expression) -> bool {
    let is_sum = |index: &Expression| {
        let mut is_sum = true;
        index.walk(&mut |part| {
            is_sum &=
                matches!(part.form, Form::Integer(_) | Form::Name(_) | Form::Unary(..) | Form::Binary(..));
        });
        is_sum
    };
    match &target.form {
        Form::Name(_) => true,
        Form::Subscript(of, index) => is_plain(of) && is_sum(index),
        Form::Member(of, _, false) => is_plain(of),
        Form::Member(of, _, true) | Form::Dereference(of) => of.variable().is_some(),
        _ => false,
    }
}

/// Finds the elements of loops in a body.
pub(super) struct Finder<'f, 'p> {
    pub proof: &'f Proof<'p>,
    /// The variables of inner loops that nothing else uses.
    steady: FxHashSet<Variable>,
}

/// An element of which the places are still collected.
struct Candidate<'e> {
    target: &'e Expression,
    written: &'e Access,
    uses: Vec<RangeInclusive<usize>>,
}

impl<'f, 'p> Finder<'f, 'p> {
    pub(super) fn new(proof: &'f Proof<'p>) -> Self {
        let steady = inner_loops(proof.body).into_iter().map(|(variable, _)| variable).collect();
        Finder { proof, steady }
    }

    /// Takes down what a statement writes for certain, and forgets what has become something else.
    pub(super) fn note_written<'s>(&self, written: &mut Vec<&'s Expression>, statement: &'s Statement) {
        self.forget(written, statement);
        if let Some(target) = target(statement)
            && is_plain(target)
        {
            written.push(target);
        }
    }

    /// Forgets elements that are other ones behind a statement: it changes the variables that lead to them, or pointers in memory.
    fn forget(&self, written: &mut Vec<&Expression>, statement: &Statement) {
        let changed = statement.changed();
        written.retain(|target| !changed.iter().any(|variable| target.names(variable)));
        statement.expressions(&mut |expression| {
            expression.walk(&mut |part| {
                let (Form::Assign(_, target, _) | Form::Step(target)) = &part.form else { return };
                let ty = self.proof.question.program.types.type_of(&target.tokens);
                if target.variable().is_none() && ty.is_none_or(|ty| ty.basic().is_none()) {
                    written.clear();
                }
            });
        });
    }

    /// Whether a variable counts inner loops, and is used nowhere else.
    pub(super) fn is_steady(&self, variable: &Variable) -> bool {
        self.steady.contains(variable)
    }

    /// A loop whose elements can be kept in registers, all that it changes and that others may see, with the checks for it.
    /// `is_certain` says of an element that the iteration has written to it already.
    pub(super) fn kept(
        &self,
        one: &Loop,
        is_certain: &dyn Fn(&Expression) -> bool,
    ) -> Option<(Kept, Vec<Check>)> {
        let question = self.proof.question;
        let level = level(one)?;
        let (_, last) = question.program.loop_at(one.keyword)?;
        let candidates = self.candidates(one)?;
        let is_inside = |access: &&Access| (one.keyword..=last).contains(access.whole.start());
        let inside: Vec<&Access> = self.proof.accesses.found.iter().filter(is_inside).collect();
        let mut checks = Vec::new();
        for (number, candidate) in candidates.iter().enumerate() {
            let is_own = |access: &Access, of: &Candidate<'_>| of.uses.contains(&access.whole);
            let are_others = inside.iter().all(|access| {
                // Of two elements it is enough that one of them is no part of the other.
                let is_compared = candidates[..number].iter().any(|earlier| is_own(access, earlier));
                is_own(access, candidate)
                    || is_compared
                    || self.is_elsewhere(candidate.written, access, &mut checks)
            });
            if !are_others {
                return None;
            }
        }
        let all_certain = candidates.iter().all(|candidate| is_certain(candidate.target));
        let can_be_told = counts_integers(&question.program, &level)
            && self.is_steady(&level.variable)
            && !jumps(&one.body)
            && candidates
                .iter()
                .all(|candidate| is_certain(candidate.target) || changes_always(&one.body, candidate.target));
        if !all_certain && !can_be_told {
            return None;
        }
        let elements = candidates
            .into_iter()
            .map(|candidate| Element { name: base_of(candidate.target), uses: candidate.uses })
            .collect();
        let needs_checks = !checks.is_empty();
        Some((Kept { level, last, elements, is_certain: all_certain, needs_checks }, checks))
    }

    /// What a loop changes that others may see; `None` if it is not the same element in all its iterations.
    fn candidates<'e>(&'e self, one: &'e Loop) -> Option<Vec<Candidate<'e>>> {
        let question = self.proof.question;
        let mut targets: Vec<&Expression> = Vec::new();
        let mut is_understood = true;
        one.body.expressions(&mut |expression| {
            expression.walk(&mut |part| {
                let (Form::Assign(_, target, _) | Form::Step(target)) = &part.form else { return };
                match target.variable() {
                    Some(variable) => {
                        is_understood &= self.proof.is_local(variable)
                            || (question.attribute)(variable) != Attribute::Shared;
                    }
                    None => targets.push(target),
                }
            });
        });
        let mut inside: FxHashSet<Variable> = one.body.changed().into_iter().collect();
        inside.extend(one.first.changed());
        inside.extend(one.next.iter().flat_map(Expression::changed));
        inside.extend(one.condition.iter().flat_map(Expression::changed));
        inside.extend(one.body.declared().iter().map(|declared| declared.variable.clone()));
        inside.extend(one.first.declared().iter().map(|declared| declared.variable.clone()));
        let mut candidates: Vec<Candidate<'_>> = Vec::new();
        for target in targets {
            let is_it = |access: &&Access| access.is_write && access.whole == target.tokens;
            let written = self.proof.accesses.found.iter().find(is_it)?;
            if let Base::Object(variable) = &written.base
                && (self.proof.is_local(variable) || (question.attribute)(variable) != Attribute::Shared)
            {
                continue; // an array of the thread's
            }
            let is_steady = !inside.iter().any(|variable| target.names(variable));
            if !is_steady || !self.is_number(target) {
                return None;
            }
            if candidates.iter().any(|candidate| candidate.target.is_same(target)) {
                continue;
            }
            candidates.push(Candidate { target, written, uses: vec![target.tokens.clone()] });
        }
        let mut uses = |expression: &'e Expression| {
            expression.walk(&mut |part| {
                for candidate in &mut candidates {
                    if candidate.target.is_same(part) && !candidate.uses.contains(&part.tokens) {
                        candidate.uses.push(part.tokens.clone());
                    }
                }
            });
        };
        one.body.expressions(&mut uses);
        // With casts, an element is not even the same as itself.
        let are_same = candidates.iter().all(|candidate| candidate.target.is_same(candidate.target));
        (is_understood && are_same && !candidates.is_empty()).then_some(candidates)
    }

    /// Whether it is a number that has an address.
    fn is_number(&self, target: &Expression) -> bool {
        let types = self.proof.question.program.types;
        let is_field = || {
            let Form::Member(of, name, arrow) = &target.form else { return false };
            let Some(record) = types.value_type_of(&of.tokens) else { return true };
            let record = if *arrow { record.pointee().cloned() } else { Some(record) };
            let Some(Kind::Record(id)) = record.map(|record| record.kind) else { return true };
            let members = types.record(id).members.iter().flatten();
            let mut named = members.filter(|member| member.name.as_deref() == Some(name.as_str()));
            named.next().is_none_or(|member| member.bits.is_some())
        };
        let ty = types.type_of(&target.tokens);
        ty.is_some_and(|ty| ty.basic().is_some() && !ty.qualifiers.volatile) && !is_field()
    }

    /// Whether an access is certainly to no part of an element, or if a check says so.
    pub(super) fn is_elsewhere(&self, written: &Access, other: &Access, checks: &mut Vec<Check>) -> bool {
        if matches!(&other.base, Base::Object(variable) if self.proof.is_local(variable)) {
            return true;
        }
        if written.base != other.base {
            return self.proof.are_distinct(written, other, checks);
        }
        let mut pairs = written.subscripts.iter().zip(&other.subscripts);
        !(written.is_loose || other.is_loose || self.proof.accesses.wraps)
            && pairs.any(|(one, other)| {
                let distance = one.as_ref().zip(other.as_ref()).and_then(|(one, other)| one.minus(other));
                distance.and_then(|distance| distance.value()).is_some_and(|distance| distance != 0)
            })
    }
}

/// The name of the variable that an element is reached from.
fn base_of(target: &Expression) -> String {
    match &target.form {
        Form::Name(variable) => variable.name.to_string(),
        Form::Subscript(of, _) | Form::Member(of, ..) | Form::Dereference(of) => base_of(of),
        Form::Binary(_, left, _) => base_of(left),
        _ => "element".to_owned(),
    }
}

/// Whether a statement has a `continue` or a `break`.
fn jumps(body: &Statement) -> bool {
    let mut jumps = false;
    body.walk(&mut |statement| jumps |= matches!(statement, Statement::Continue | Statement::Break));
    jumps
}

/// Whether a body changes an element whenever it runs.
fn changes_always(body: &Statement, element: &Expression) -> bool {
    match body {
        Statement::Block(inner) => inner.iter().any(|statement| changes_always(statement, element)),
        other => target(other).is_some_and(|target| target.is_same(element)),
    }
}
