//! What is found out of some loops on the way to an answer.

use std::ops::Deref;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::accesses::{Access, Collector};
use super::facts::Facts;
use super::headers::{
    Level, bounds, counts_integers, declarations, is_integer, level, names_are_plain, range,
};
use super::place::Base;
use super::question::{Attribute, Question};
use super::subscripts::Range;
use super::tree::{Expression, Loop, Statement, Variable};
use super::uses::{inner_loops, only_extremes, only_updates, updates_by, use_before_value};
use crate::syntax::generated::open_mpc as kind;

/// What has been found out of some loops on the way to the answer.
pub(super) struct Proof<'a> {
    pub question: &'a Question<'a>,
    pub body: &'a Statement,
    /// The declarations in front of inner loops.
    pub before: Vec<&'a Statement>,
    facts: Rc<Facts>,
    /// Of how many of the loops, from the outermost, the program says that no iteration depends on another one.
    pub promised: usize,
    /// Whether it says so of all of them.
    pub are_promised: bool,
}

impl Deref for Proof<'_> {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}

impl Facts {
    fn of(question: &Question<'_>, loops: &[&Loop]) -> Option<Self> {
        let mut levels = loops.iter().map(|one| level(one)).collect::<Option<Vec<Level>>>()?;
        if !levels.iter().all(|level| counts_integers(&question.program, level)) {
            return None;
        }
        let body: &Statement = &loops.last()?.body;
        let before = declarations_before(loops);
        let changed: FxHashSet<Variable> = body.changed().into_iter().collect();
        if !names_are_plain(&levels, &before) {
            return None;
        }
        let names = |statement: &Statement| -> Vec<Variable> {
            statement.declared().iter().map(|one| one.variable.clone()).collect()
        };
        let mut fixed: FxHashSet<Variable> = before.iter().flat_map(|one| names(one)).collect();
        let empty = without_value(question, &before)?;
        for level in &mut levels {
            level.is_declared_between = empty.contains(&level.variable);
        }
        fixed.retain(|variable| !empty.contains(variable));
        fixed.extend(levels.iter().map(|level| level.variable.clone()));
        let mut locals: FxHashSet<Variable> = names(body).into_iter().collect();
        if !fixed.is_disjoint(&changed) || body.has_loose_break() {
            return None;
        }
        let unsteady: FxHashSet<Variable> =
            changed.union(&fixed).chain(&locals).chain(&empty).cloned().collect();
        let outer =
            Collector::new(question.program.types, unsteady, FxHashSet::default(), FxHashSet::default());
        let mut ranges: Vec<Range> = levels
            .iter()
            .map(|level| range(&question.program, &outer, &level.variable, Some(&level.canonical)))
            .collect();
        let mut steady = FxHashSet::default();
        for (variable, canonical) in inner_loops(body) {
            if is_integer(&question.program, &variable)
                && !ranges.iter().any(|range| range.variable == variable)
            {
                ranges.push(range(&question.program, &outer, &variable, canonical.as_ref()));
                steady.insert(variable);
            }
        }
        let mut inside: FxHashSet<Variable> = steady.union(&locals).cloned().collect();
        inside.extend(before.iter().flat_map(|one| names(one)));
        inside.extend(levels[1..].iter().map(|level| level.variable.clone()));
        let unsteady = changed.difference(&steady).cloned().collect();
        let reachable = changed
            .iter()
            .chain(&locals)
            .filter(|variable| (question.has_address)(variable))
            .cloned()
            .collect();
        let mut collector = Collector::new(question.program.types, unsteady, inside, reachable);
        for level in &levels {
            for bound in bounds(&question.program, &level.canonical)? {
                let mut is_fixed = true;
                bound.walk(&mut |part| {
                    is_fixed &= part
                        .variable()
                        .is_none_or(|name| ![&changed, &fixed, &empty].iter().any(|set| set.contains(name)));
                });
                if !is_fixed {
                    return None;
                }
                collector.expression(&bound)?;
            }
        }
        for statement in &before {
            collector.statement(statement)?;
        }
        let before_body = collector.count();
        collector.statement(body)?;
        locals.extend(before.iter().flat_map(|one| names(one)));
        let accesses = collector.finish();
        Some(Facts { levels, locals, empty, changed, accesses, before_body, ranges })
    }
}

impl<'a> Proof<'a> {
    /// `loops` are the work-sharing loop, and perhaps some inside of it. `None` if they do more than can be followed, or do
    /// not have the same iterations each time.
    pub(super) fn new(question: &'a Question<'a>, loops: &[&'a Loop]) -> Option<Self> {
        let find = || Facts::of(question, loops).map(Rc::new);
        let facts = match loops {
            [_] => question.findings.alone.get_or_init(find).clone()?,
            _ => find()?,
        };
        let body = &loops.last()?.body;
        let before = declarations_before(loops);
        let are_promised = loops[1..].iter().all(|inner| inner.is_promised);
        Some(Proof { question, body, before, facts, promised: 1, are_promised })
    }

    /// Whether nothing happens but what can be seen: functions that are called only compute, and no other thread changes what the
    /// body changes.
    pub(super) fn is_quiet(&self) -> bool {
        self.accesses.calls.iter().all(|name| (self.question.is_pure)(name)) && !self.accesses.has_atomic
    }

    pub(super) fn is_local(&self, variable: &Variable) -> bool {
        self.locals.contains(variable) || self.is_loop_variable(variable)
    }

    pub(super) fn is_loop_variable(&self, variable: &Variable) -> bool {
        self.levels.iter().any(|level| level.variable == *variable)
    }

    /// Threads that share an iteration of the work-sharing loop have to see the same: no variable of a thread's own, unless
    /// the iteration gives it its value.
    pub(super) fn is_same_for_all_threads(&self) -> bool {
        let is_same = |variable: &Variable| {
            self.is_local(variable)
                || self.changed.contains(variable)
                || (self.question.attribute)(variable) == Attribute::Shared
        };
        let mut all = true;
        let mut look = |expression: &Expression| {
            expression.walk(&mut |part| all &= part.variable().is_none_or(is_same));
        };
        self.body.expressions(&mut look);
        self.before.iter().for_each(|statement| statement.expressions(&mut look));
        for level in &self.levels {
            bounds(&self.question.program, &level.canonical)
                .into_iter()
                .flatten()
                .for_each(|bound| look(&bound));
        }
        all
    }

    /// No value goes from one iteration to another through a thread's own variables, and none to what comes behind.
    pub(super) fn privates_are_fresh(&self) -> bool {
        let of_loops = self.levels.iter().map(|level| &level.variable);
        let outer = self.changed.iter().filter(|variable| !self.locals.contains(variable));
        // The inner loops' iterations have had one variable in common.
        let mut in_common = self.empty.iter().filter(|variable| !self.is_loop_variable(variable));
        if !in_common.all(|variable| use_before_value(self.body, variable).is_ok()) {
            return false;
        }
        outer.chain(of_loops).all(|variable| {
            let question = self.question;
            if self.locals.contains(variable) {
                return true;
            }
            if (question.has_address)(variable) {
                return false;
            }
            match (question.attribute)(variable) {
                Attribute::Shared => false,
                Attribute::Reduction(operator @ (kind::MAX | kind::MIN)) => {
                    only_extremes(self.body, variable, operator)
                }
                Attribute::Reduction(operator) => {
                    only_updates(self.body, variable) && updates_by(self.body, variable, operator)
                }
                Attribute::Private => {
                    !(question.is_used_elsewhere)(variable)
                        && (self.is_loop_variable(variable) || use_before_value(self.body, variable).is_ok())
                }
            }
        })
    }

    /// Whether two accesses with different bases are certainly to different memory.
    pub(super) fn are_different(&self, one: &Access, other: &Access) -> bool {
        Proof::differ(self.question, one, other)
    }

    /// The same.
    pub(super) fn differ(question: &Question<'_>, one: &Access, other: &Access) -> bool {
        let is_object = |access: &Access| matches!(access.base, Base::Object(_));
        let is_out_of_reach = |access: &Access| matches!(&access.base, Base::Object(variable) if !(question.has_address)(variable));
        // What is stored gives allocated memory its type (C17 6.5, 6): only of variables it is known beforehand. That
        // a loop writes numbers over pointers that it goes on to use is not thought of.
        let have_types = is_object(one) || is_object(other) || one.class.is_pointer_and_number(other.class);
        let is_alone =
            |access: &Access, other: &Access| access.is_restrict && (other.is_restrict || is_object(other));
        (is_object(one) && is_object(other))
            || (have_types && !one.class.meets(other.class))
            || is_alone(one, other)
            || is_alone(other, one)
            || is_out_of_reach(one)
            || is_out_of_reach(other)
    }
}

/// The declarations in front of the innermost of some loops.
fn declarations_before<'a>(loops: &[&'a Loop]) -> Vec<&'a Statement> {
    let outer = loops.split_last().map_or(&[][..], |(_, outer)| outer);
    outer.iter().flat_map(|one| declarations(&one.body)).collect()
}

/// The variables that are declared without a value; `None` if one is more than a number or a pointer, of which one iteration could
/// see a part that another one has written.
fn without_value(question: &Question<'_>, before: &[&Statement]) -> Option<FxHashSet<Variable>> {
    let mut found = FxHashSet::default();
    for declared in before.iter().flat_map(|statement| statement.declared()) {
        if declared.value.is_some() {
            continue;
        }
        let variable = &declared.variable;
        let known = question.program.types.lookup(&variable.name, variable.declared + 1);
        if !known?.ty.as_ref()?.is_scalar() {
            return None;
        }
        found.insert(variable.clone());
    }
    Some(found)
}
