//! Statements that do nothing but update shared variables, each update by itself: no thread need wait for another one's to be
//! complete.
//!
//! ```text
//! for (k = 0; k < 10; k++)
//!     counts[k] += mine[k];
//! total += sum;
//! ```

use std::ops::RangeInclusive;

use rustc_hash::FxHashSet;

use super::accesses::{Access, Collector};
use super::headers::{bounds, level};
use super::place::Base;
use super::proof::Proof;
use super::question::{Attribute, Question};
use super::tree::{Expression, Form, Statement, Variable};
use crate::c::Basic;
use crate::syntax::generated::open_mpc as kind;

/// An update, as a thread comes to it.
#[derive(Clone, Debug)]
pub struct Update {
    pub tokens: RangeInclusive<usize>,
    /// What is updated: the variable, or an element of it, or of what it leads to.
    pub target: Option<Variable>,
    /// The variable whose value is added, or an element of which.
    pub value: Option<Variable>,
    /// Whether all threads come to it as often, each time with the same target.
    pub is_alike: bool,
}

/// The same updates, with what is known of each.
pub fn merges(question: &Question<'_>) -> Option<Vec<Update>> {
    updates(question)?;
    let statement = question.program.statement(question.keyword)?;
    let mut found = Vec::new();
    look_closely(question, &statement, &mut Vec::new(), true, &mut found);
    Some(found)
}

/// `loops` are the variables of the loops around, which count alike in all threads if `is_alike`.
fn look_closely(
    question: &Question<'_>,
    statement: &Statement,
    loops: &mut Vec<Variable>,
    is_alike: bool,
    found: &mut Vec<Update>,
) {
    match statement {
        Statement::Block(inner) => {
            inner.iter().for_each(|one| look_closely(question, one, loops, is_alike, found));
        }
        Statement::For(one) => {
            let Some(level) = level(one) else { return };
            let bounds = bounds(&question.program, &level.canonical);
            let is_alike = is_alike
                && bounds
                    .is_some_and(|bounds| bounds.iter().all(|bound| is_one_for_all(question, bound, loops)));
            loops.push(level.variable);
            look_closely(question, &one.body, loops, is_alike, found);
            loops.pop();
        }
        Statement::Expression(expression) => {
            let (target, value) = match &expression.form {
                Form::Assign(_, target, value) => (target, Some(value)),
                Form::Step(target) => (target, None),
                _ => return,
            };
            let (base, is_same) = element(question, target, loops);
            found.push(Update {
                tokens: expression.tokens.clone(),
                target: base,
                value: value.and_then(|value| element(question, value, loops).0),
                is_alike: is_alike && is_same,
            });
        }
        _ => {}
    }
}

/// The variable that an expression is, or an element of which it is; and whether it is the same element for all threads.
fn element(question: &Question<'_>, expression: &Expression, loops: &[Variable]) -> (Option<Variable>, bool) {
    match &expression.form {
        Form::Name(variable) => (Some(variable.clone()), (question.attribute)(variable) == Attribute::Shared),
        Form::Subscript(array, subscript) => {
            let (base, is_same) = element(question, array, loops);
            (base, is_same && is_one_for_all(question, subscript, loops))
        }
        _ => (None, false),
    }
}

/// Whether an expression has the same value for all threads that have counted as far.
fn is_one_for_all(question: &Question<'_>, expression: &Expression, loops: &[Variable]) -> bool {
    let mut is_same = !expression.has_effect();
    expression.walk(&mut |part| {
        is_same &= match &part.form {
            Form::Name(variable) => {
                loops.contains(variable) || (question.attribute)(variable) == Attribute::Shared
            }
            Form::Unknown => false,
            _ => true,
        };
    });
    is_same
}

/// The updates that the statement at a token consists of, each an expression, if it consists of nothing else.
pub fn updates(question: &Question<'_>) -> Option<Vec<RangeInclusive<usize>>> {
    let statement = question.program.statement(question.keyword)?;
    let mut found = Vec::new();
    if !consists_of_updates(question, &statement, &mut found) || found.is_empty() {
        return None;
    }
    let changed: FxHashSet<Variable> = statement.changed().into_iter().collect();
    let mut collector =
        Collector::new(question.program.types, changed.clone(), FxHashSet::default(), changed);
    collector.statement(&statement)?;
    let accesses = collector.finish();
    if !accesses.calls.iter().all(|name| (question.is_pure)(name)) {
        return None;
    }
    let is_shared = |access: &&Access| match &access.base {
        Base::Object(variable) => (question.attribute)(variable) == Attribute::Shared,
        Base::Pointer(_) => true,
    };
    let shared: Vec<&Access> = accesses.found.iter().filter(is_shared).collect();
    // What an update reads of its target is part of it.
    let (written, read): (Vec<&Access>, Vec<&Access>) =
        shared.into_iter().partition(|access| access.is_write);
    let is_value = |read: &&&Access| !written.iter().any(|written| written.tokens == read.tokens);
    let are_apart = read.iter().filter(is_value).all(|read| {
        written.iter().all(|written| written.base != read.base && Proof::differ(question, written, read))
    });
    are_apart.then_some(found)
}

fn consists_of_updates(
    question: &Question<'_>,
    statement: &Statement,
    found: &mut Vec<RangeInclusive<usize>>,
) -> bool {
    match statement {
        Statement::Empty => true,
        Statement::Block(inner) => inner.iter().all(|one| consists_of_updates(question, one, found)),
        Statement::For(one) => {
            let counts = level(one).is_some_and(|level| {
                let is_inside = matches!(&*one.first, Statement::Declaration(_));
                is_inside || (question.attribute)(&level.variable) == Attribute::Private
            });
            counts && consists_of_updates(question, &one.body, found)
        }
        Statement::Expression(expression) => {
            let target = match &expression.form {
                Form::Assign(kind::PLUS_ASSIGN | kind::MINUS_ASSIGN, target, value) if !changes(value) => {
                    target
                }
                Form::Step(target) => target,
                _ => return false,
            };
            found.push(expression.tokens.clone());
            !changes(target) && is_shared_number(question, target)
        }
        _ => false,
    }
}

fn changes(expression: &Expression) -> bool {
    let mut changes = false;
    expression.walk(&mut |part| changes |= matches!(part.form, Form::Assign(..) | Form::Step(_)));
    changes
}

fn is_shared_number(question: &Question<'_>, target: &Expression) -> bool {
    let is_shared =
        target.variable().is_none_or(|variable| (question.attribute)(variable) == Attribute::Shared);
    let basic = question.program.types.value_type_of(&target.tokens).and_then(|ty| ty.basic());
    is_shared
        && basic.is_some_and(|basic| {
            matches!(basic, Basic::Float | Basic::Double)
                || (basic.is_integer() && matches!(basic.size(), 4 | 8))
        })
}
