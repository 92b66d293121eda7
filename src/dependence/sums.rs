//! Sums inside of an iteration: loops that a group of threads can run together for each iteration of the loop around them.
//!
//! ```text
//! for (i = 0; i < n; i++) {
//!     double sum = 0;
//!     for (j = first[i]; j < first[i + 1]; j++)
//!         sum += value[j] * x[column[j]];
//!     y[i] = sum;
//! }
//! ```
//!
//! All threads of a group do what stands before the last assignments, each of them a part of the inner loop; a thread's part of
//! the sum is added to those of the others, and one of them does the rest.

use std::collections::HashSet;

use super::accesses::Base;
use super::headers::{Level, bounds, counts_integers, level};
use super::proof::Proof;
use super::question::{Attribute, Question};
use super::reader;
use super::tree::{Expression, Form, Loop, Statement, Variable};
use super::uses::{has_loose_break, inner_loops, only_updates};
use crate::syntax::generated::open_mpc as kind;
use crate::types::Basic;

/// A loop that does nothing but add to variables.
#[derive(Clone, Debug)]
pub struct Sum {
    pub level: Level,
    /// The last token of its statement.
    pub last: usize,
    pub variables: Vec<Variable>,
}

/// A loop whose iterations are worth a group of threads each.
#[derive(Clone, Debug)]
pub struct Sums {
    pub loops: Vec<Sum>,
    /// The first token of what one thread of the group does, if there is such.
    pub rest: Option<usize>,
    /// Whether that is one statement.
    pub is_rest_single: bool,
    /// The last token in front of the brace that closes the body.
    pub last: usize,
    /// Whether the header of the first loop can be evaluated in front of the body.
    pub is_foreseeable: bool,
}

impl Sums {
    /// Whether one of the loops is over a variable of this name.
    pub fn has_inner(&self, name: &str) -> bool {
        self.loops.iter().any(|one| one.level.variable.name == name)
    }
}

/// The sums in a work-sharing loop, if there are any and it can do without a thread for each of its iterations.
pub fn sums(question: &Question<'_>) -> Option<Sums> {
    let (outer, end) = question.outer()?;
    let Statement::Block(body) = &*outer.body else { return None };
    let proof = Proof::new(question, &[outer])?;
    let is_quiet =
        proof.accesses.calls.iter().all(|name| (question.is_pure)(name)) && !proof.accesses.has_atomic;
    if !is_quiet || !proof.privates_are_fresh() || !proof.is_same_for_all_threads() {
        return None;
    }
    let begins_rest = |statement: &Statement| changes_more_than_own(question, &proof, statement);
    let head = body.iter().position(begins_rest).unwrap_or(body.len());
    let rest = match body.get(head) {
        None => None,
        Some(Statement::Expression(expression)) => Some(*expression.tokens.start()),
        Some(_) => return None,
    };
    let is_rest_single = body.len() == head + 1;
    let head = &body[..head];
    let steady: HashSet<Variable> =
        inner_loops(&outer.body).into_iter().map(|(variable, _)| variable).collect();
    let mut loops = Vec::new();
    for statement in head {
        if let Statement::For(one) = statement
            && let Some(found) = sum(question, &proof, one, &steady)
        {
            loops.push(found);
        }
    }
    let first = loops.first()?;
    // What is private to a thread has to be the same for all of the group.
    let uses_reduction =
        |variable: &&Variable| matches!((question.attribute)(variable), Attribute::Reduction(_));
    let reductions: Vec<&Variable> = proof.changed.iter().filter(uses_reduction).collect();
    let in_head = |variable: &&&Variable| head.iter().any(|statement| statement.names(variable));
    if reductions.iter().any(|variable| in_head(&variable)) || !is_worth_it(&proof, outer, &loops) {
        return None;
    }
    let before = head
        .iter()
        .position(|one| matches!(one, Statement::For(found) if found.keyword == first.level.keyword));
    let plain = |one: &Statement| matches!(one, Statement::Declaration(_) | Statement::Expression(_));
    let are_plain = head[..before?].iter().all(plain);
    let is_foreseeable = are_plain && header_is_foreseeable(question, &proof, first);
    let last = question.tokens.visible_before(end)?;
    Some(Sums { loops, rest, is_rest_single, last, is_foreseeable })
}

/// Whether a statement changes memory that is not the thread's own, or a reduction variable.
fn changes_more_than_own(question: &Question<'_>, proof: &Proof<'_>, statement: &Statement) -> bool {
    let mut changes = false;
    statement.expressions(&mut |expression| {
        expression.walk(&mut |part| {
            let (Form::Assign(_, target, _) | Form::Step(target)) = &part.form else { return };
            changes |= match target.variable() {
                Some(variable) => {
                    !proof.is_local(variable) && (question.attribute)(variable) != Attribute::Private
                }
                None => !is_element_of_local(proof, target),
            };
        });
    });
    changes
}

/// Whether it is an element of an array that the body declares.
fn is_element_of_local(proof: &Proof<'_>, target: &Expression) -> bool {
    let mut accesses = proof.accesses.found.iter().filter(|access| access.is_write);
    let start = *target.tokens.start();
    accesses.any(|access| {
        *access.tokens.start() == start
            && matches!(&access.base, Base::Object(variable) if proof.is_local(variable))
    })
}

fn sum(question: &Question<'_>, proof: &Proof<'_>, one: &Loop, steady: &HashSet<Variable>) -> Option<Sum> {
    let level = level(one)?;
    let (_, last) = reader::loop_at(question.types, question.tokens, one.keyword)?;
    if !counts_integers(question, &level) || !steady.contains(&level.variable) || has_loose_break(&one.body) {
        return None;
    }
    let own: HashSet<Variable> = one.body.declared().iter().map(|found| found.variable.clone()).collect();
    let mut variables: Vec<Variable> = Vec::new();
    for variable in one.body.changed() {
        let is_loop = inner_loops(&one.body).iter().any(|(inner, _)| *inner == variable);
        if own.contains(&variable) || is_loop || variables.contains(&variable) {
            continue;
        }
        variables.push(variable);
    }
    let adds = |variable: &Variable| {
        only_updates(&one.body, variable)
            && only_adds(&one.body, variable)
            && can_be_shuffled(question, variable, one.keyword)
            && (proof.is_local(variable) || (question.attribute)(variable) == Attribute::Private)
            && !header_names(one, variable)
    };
    let declares_only = variables.iter().all(adds) && !changes_elements(&one.body);
    (!variables.is_empty() && declares_only).then_some(Sum { level, last, variables })
}

fn header_names(one: &Loop, variable: &Variable) -> bool {
    let condition = one.condition.iter().chain(&one.next);
    one.first.names(variable) || condition.into_iter().any(|part| part.names(variable))
}

/// Whether something is assigned that is no variable by itself.
fn changes_elements(body: &Statement) -> bool {
    let mut changes = false;
    body.expressions(&mut |expression| {
        expression.walk(&mut |part| {
            if let Form::Assign(_, target, _) | Form::Step(target) = &part.form {
                changes |= target.variable().is_none();
            }
        });
    });
    changes
}

/// Whether all updates of a variable are `x += value`, `x -= value` or `x = x + value`.
fn only_adds(body: &Statement, variable: &Variable) -> bool {
    let mut adds = true;
    body.expressions(&mut |expression| {
        expression.walk(&mut |part| {
            if let Form::Assign(operator, target, value) = &part.form
                && target.variable() == Some(variable)
            {
                adds &= match (*operator, &value.form) {
                    (kind::PLUS_ASSIGN | kind::MINUS_ASSIGN, _) => true,
                    (kind::ASSIGN, Form::Binary(operator, ..)) => {
                        matches!(*operator, kind::PLUS | kind::MINUS)
                    }
                    _ => false,
                };
            }
        });
    });
    adds
}

/// Whether it is a number that threads can hand to each other in one piece.
fn can_be_shuffled(question: &Question<'_>, variable: &Variable, token: usize) -> bool {
    let ty = question.types.lookup(&variable.name, token).and_then(|found| found.ty.clone());
    let Some(basic) = ty.filter(|ty| !ty.qualifiers.volatile).and_then(|ty| ty.basic()) else { return false };
    let is_real = matches!(basic, Basic::Float | Basic::Double);
    is_real || (basic.is_integer() && matches!(basic.size(), 4 | 8))
}

/// Neighbouring threads have neighbouring iterations of the inner loops. Where the accesses to neighbouring memory are those of
/// neighbouring iterations of the outer one, that would be a loss.
fn is_worth_it(proof: &Proof<'_>, outer: &Loop, loops: &[Sum]) -> bool {
    let Some(outer) = level(outer) else { return false };
    let steps_by_one = |variable: &Variable, keyword: usize| {
        let inside = proof.accesses.found.iter().filter(|access| access.loops.first() == Some(&keyword));
        inside.filter(|access| access.steps_by_one(variable)).count()
    };
    loops.iter().all(|one| {
        let along = steps_by_one(&one.level.variable, one.level.keyword);
        along > 0 && along >= steps_by_one(&outer.variable, one.level.keyword)
    })
}

/// Whether the header of a loop depends on nothing that the body declares or changes.
fn header_is_foreseeable(question: &Question<'_>, proof: &Proof<'_>, first: &Sum) -> bool {
    let Some(bounds) = bounds(question, &first.level.canonical) else { return false };
    let mut is_foreseeable = true;
    for bound in &bounds {
        bound.walk(&mut |part| {
            is_foreseeable &= part.variable().is_none_or(|name| {
                !proof.changed.contains(name) && (!proof.is_local(name) || proof.is_loop_variable(name))
            });
        });
    }
    is_foreseeable
}
