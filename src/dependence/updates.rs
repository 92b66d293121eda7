//! Statements that do nothing but update shared variables, each update by itself: no thread need wait for another one's to be
//! complete.
//!
//! ```text
//! for (k = 0; k < 10; k++)
//!     counts[k] += mine[k];
//! total += sum;
//! ```

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::accesses::{Access, Base, Collector};
use super::headers::level;
use super::proof::Proof;
use super::question::{Attribute, Question};
use super::reader;
use super::tree::{Expression, Form, Statement, Variable};
use crate::syntax::generated::open_mpc as kind;
use crate::types::Basic;

/// The updates that the statement at a token consists of, each an expression, if it consists of nothing else.
pub fn updates(question: &Question<'_>) -> Option<Vec<RangeInclusive<usize>>> {
    let statement = reader::statement(question.types, question.tokens, question.keyword)?;
    let mut found = Vec::new();
    if !consists_of_updates(question, &statement, &mut found) || found.is_empty() {
        return None;
    }
    let changed: HashSet<Variable> = statement.changed().into_iter().collect();
    let mut collector = Collector::new(question.types, changed.clone(), HashSet::new(), changed);
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
    let basic = question.types.value_type_of(&target.tokens).and_then(|ty| ty.basic());
    is_shared
        && basic.is_some_and(|basic| {
            matches!(basic, Basic::Float | Basic::Double)
                || (basic.is_integer() && matches!(basic.size(), 4 | 8))
        })
}
