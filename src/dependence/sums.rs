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

use std::ops::RangeInclusive;

use rustc_hash::FxHashSet;

use super::accesses::Access;
use super::check::{Check, is_harmless};
use super::elements::{Element, Finder, is_among};
use super::headers::{Level, bounds, counts_integers, declare, level};
use super::place::Base;
use super::proof::Proof;
use super::question::{Attribute, Question};
use super::tree::{Expression, Form, Loop, Statement, Variable};
use super::uses::inner_loops;
use crate::c::{Basic, Type};
use crate::syntax::generated::open_mpc as kind;

/// A loop that does nothing but add to variables, and to elements of memory.
#[derive(Clone, Debug)]
pub struct Sum {
    pub level: Level,
    /// The last token of its statement.
    pub last: usize,
    pub variables: Vec<Variable>,
    pub elements: Vec<Element>,
    /// Whether the iteration changes the elements also where the loop has no iterations.
    pub is_certain: bool,
    /// Whether its header reads memory that one thread may change while another one has not yet looked.
    pub reads_memory: bool,
}

/// A loop whose iterations are worth a group of threads each.
#[derive(Clone, Debug)]
pub struct Sums {
    pub loops: Vec<Sum>,
    /// The first tokens of statements between them that one thread of the group runs.
    pub single: Vec<usize>,
    /// The first token of what one thread of the group does behind them, if there is such.
    pub rest: Option<usize>,
    /// Whether that is one statement.
    pub is_rest_single: bool,
    /// The last token in front of the brace that closes the body.
    pub last: usize,
    /// Whether the header of the first loop can be evaluated in front of the body.
    pub is_foreseeable: bool,
    /// Whether neighbouring memory is that of neighbouring iterations of the work-sharing loop.
    pub is_across: bool,
    /// What has to hold for more than one thread.
    pub checks: Vec<Check>,
}

impl Sums {
    /// Whether the headers of its loops declare a variable that these tokens name.
    pub fn declares(&self, name: &str, uses: &[usize]) -> bool {
        declare(self.loops.iter().map(|one| (&one.level, one.last)), name, uses)
    }
}

/// The sums in a work-sharing loop, if there are any and it can do without a thread for each of its iterations.
pub fn sums(question: &Question<'_>) -> Option<Sums> {
    let (outer, end) = question.outer()?;
    let body = outer.body.sequence();
    if !body.iter().any(|statement| matches!(statement, Statement::For(_))) {
        return None;
    }
    let proof = Proof::new(question, &[outer])?;
    if !proof.is_quiet() || !proof.privates_are_fresh() || !proof.is_same_for_all_threads() {
        return None;
    }
    let Parts { head, loops, single, mut checks } = parts(&proof, body)?;
    let begins_rest = |statement: &Statement| changes_more_than_own(question, &proof, statement);
    let after = body[head..].iter().position(begins_rest).map_or(body.len(), |at| head + at);
    let rest = match body.get(after) {
        None => None,
        Some(Statement::Expression(expression)) => Some(*expression.tokens.start()),
        Some(_) => return None,
    };
    let is_rest_single = body.len() == after + 1;
    let by_all = &body[..after];
    let first = loops.first()?;
    // What is private to a thread has to be the same for all of the group.
    let uses_reduction =
        |variable: &&Variable| matches!((question.attribute)(variable), Attribute::Reduction(_));
    let reductions: Vec<&Variable> = proof.changed.iter().filter(uses_reduction).collect();
    let is_by_all = |variable: &&&Variable| by_all.iter().any(|statement| statement.names(variable));
    if reductions.iter().any(|variable| is_by_all(&variable))
        || !sees_nothing_of_others(&proof, &loops, &single, rest, &mut checks)
        || !checks.iter().all(|check| check.is_harmless(question))
    {
        return None;
    }
    let is_across = is_across(&proof, outer, &loops)?;
    let before = body
        .iter()
        .position(|one| matches!(one, Statement::For(found) if found.keyword == first.level.keyword));
    let plain = |one: &Statement| matches!(one, Statement::Declaration(_) | Statement::Expression(_));
    let are_plain = body[..before?].iter().all(plain);
    let is_foreseeable = are_plain && header_is_foreseeable(question, &proof, &first.level);
    let last = match &*outer.body {
        Statement::Block(_) => question.program.tokens.visible_before(end)?,
        _ => end,
    };
    let single = single.iter().map(|tokens| *tokens.start()).collect();
    Some(Sums { loops, single, rest, is_rest_single, last, is_foreseeable, is_across, checks })
}

/// The beginning of a body: up to the last of its loops with sums.
struct Parts {
    /// How many statements it has.
    head: usize,
    loops: Vec<Sum>,
    /// Assignments to what others may see.
    single: Vec<RangeInclusive<usize>>,
    checks: Vec<Check>,
}

fn parts(proof: &Proof<'_>, body: &[Statement]) -> Option<Parts> {
    let question = proof.question;
    let finder = Finder::new(proof);
    let mut parts = Parts { head: 0, loops: Vec::new(), single: Vec::new(), checks: Vec::new() };
    let mut single = Vec::new();
    let mut written: Vec<&Expression> = Vec::new();
    for (number, statement) in body.iter().enumerate() {
        let found = match statement {
            Statement::For(one) => sum(proof, &finder, one, &written),
            _ => None,
        };
        if let Some((found, checks)) = found {
            Check::join(&mut parts.checks, question, &checks);
            parts.loops.push(found);
            parts.single.append(&mut single);
            parts.head = number + 1;
        } else if changes_more_than_own(question, proof, statement) {
            let Statement::Expression(expression) = statement else { break };
            if !expression.changed().is_empty() || changes_own_array(proof, expression) {
                break;
            }
            single.push(expression.tokens.clone());
        }
        finder.note_written(&mut written, statement);
    }
    (!parts.loops.is_empty()).then_some(parts)
}

/// Whether an expression changes an array of which each thread has its own.
fn changes_own_array(proof: &Proof<'_>, expression: &Expression) -> bool {
    let mut inside =
        proof.accesses.found.iter().filter(|access| expression.tokens.contains(access.whole.start()));
    inside.any(|access| access.is_write && is_own(proof, access))
}

/// Whether each thread has its own of what is accessed.
fn is_own(proof: &Proof<'_>, access: &Access) -> bool {
    matches!(&access.base, Base::Object(variable)
        if proof.is_local(variable) || (proof.question.attribute)(variable) != Attribute::Shared)
}

/// Whether no thread of a group looks at what only one of them writes.
fn sees_nothing_of_others(
    proof: &Proof<'_>,
    loops: &[Sum],
    single: &[RangeInclusive<usize>],
    rest: Option<usize>,
    checks: &mut Vec<Check>,
) -> bool {
    let finder = Finder::new(proof);
    let is_element = |access: &Access| {
        let mut elements = loops.iter().flat_map(|one| &one.elements);
        elements.any(|element| element.uses.contains(&access.whole))
    };
    let is_single = |access: &Access| single.iter().any(|tokens| tokens.contains(access.whole.start()));
    let is_in_head = |access: &Access| rest.is_none_or(|rest| *access.whole.start() < rest);
    let head: Vec<&Access> = proof.accesses.found.iter().filter(|access| is_in_head(access)).collect();
    let mut written = head.iter().filter(|access| access.is_write && !is_own(proof, access));
    written.all(|written| {
        let mut by_all = head.iter().filter(|access| !is_element(access) && !is_single(access));
        by_all.all(|access| is_own(proof, access) || finder.is_elsewhere(written, access, checks))
    })
}

/// Whether a statement changes memory that is not the thread's own, or a reduction variable.
pub(super) fn changes_more_than_own(
    question: &Question<'_>,
    proof: &Proof<'_>,
    statement: &Statement,
) -> bool {
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

fn sum(
    proof: &Proof<'_>,
    finder: &Finder<'_, '_>,
    one: &Loop,
    written: &[&Expression],
) -> Option<(Sum, Vec<Check>)> {
    let question = proof.question;
    let level = level(one)?;
    let (_, last) = question.program.loop_at(one.keyword)?;
    if !counts_integers(&question.program, &level)
        || !finder.is_steady(&level.variable)
        || one.body.has_loose_break()
    {
        return None;
    }
    let (mut elements, mut is_certain, mut checks) = (Vec::new(), true, Vec::new());
    let targets = changed_elements(&one.body);
    if !targets.is_empty() {
        let found = finder.kept(one, &|target| is_among(target, written))?;
        (elements, is_certain, checks) = (found.0.elements, found.0.is_certain, found.1);
    }
    // An array of the thread's would be changed by parts.
    let is_element =
        |target: &&Expression| elements.iter().any(|element: &Element| element.uses.contains(&target.tokens));
    if !targets.iter().all(is_element) {
        return None;
    }
    let own: FxHashSet<Variable> = one.body.declared().iter().map(|found| found.variable.clone()).collect();
    let mut variables: Vec<Variable> = Vec::new();
    for variable in one.body.changed() {
        let is_loop = inner_loops(&one.body).iter().any(|(inner, _)| *inner == variable);
        if own.contains(&variable) || is_loop || variables.contains(&variable) {
            continue;
        }
        variables.push(variable);
    }
    let adds = |variable: &Variable| {
        let ty =
            question.program.types.lookup(&variable.name, one.keyword).and_then(|found| found.ty.clone());
        only_adds(&one.body, &|part| part.variable() == Some(variable))
            && can_be_shuffled(ty)
            && (proof.is_local(variable) || (question.attribute)(variable) == Attribute::Private)
            && !header_names(one, variable)
    };
    let adds_to_element = |element: &Element| {
        only_adds(&one.body, &|part| element.uses.contains(&part.tokens))
            && can_be_shuffled(question.program.types.type_of(element.uses.first().unwrap_or(&(0..=0))))
    };
    let only_adds = variables.iter().all(adds) && elements.iter().all(adds_to_element);
    let has_sums = !variables.is_empty() || !elements.is_empty();
    let bounds = bounds(&question.program, &level.canonical)?;
    let reads_memory = !bounds.iter().all(is_harmless);
    (has_sums && only_adds)
        .then_some((Sum { level, last, variables, elements, is_certain, reads_memory }, checks))
}

pub(super) fn header_names(one: &Loop, variable: &Variable) -> bool {
    let condition = one.condition.iter().chain(&one.next);
    one.first.names(variable) || condition.into_iter().any(|part| part.names(variable))
}

/// What is assigned to that is no variable by itself.
fn changed_elements(body: &Statement) -> Vec<&Expression> {
    let mut changed = Vec::new();
    body.expressions(&mut |expression| {
        expression.walk(&mut |part| {
            if let Form::Assign(_, target, _) | Form::Step(target) = &part.form
                && target.variable().is_none()
            {
                changed.push(&**target);
            }
        });
    });
    changed
}

/// Whether a body does nothing to something but add to it: `x += value`, `x -= value`, `x++`, and `x = x + value` in any order, with
/// more than one value perhaps.
pub(super) fn only_adds(body: &Statement, is_it: &dyn Fn(&Expression) -> bool) -> bool {
    let names = |expression: &Expression| {
        let mut count = 0usize;
        expression.walk(&mut |part| count += usize::from(is_it(part)));
        count
    };
    let (mut all, mut in_sums) = (0usize, 0usize);
    body.expressions(&mut |expression| all += names(expression));
    body.walk(&mut |statement| {
        let Statement::Expression(Expression { form, .. }) = statement else { return };
        match form {
            Form::Step(target) => in_sums += usize::from(is_it(target)),
            Form::Assign(operator, target, value) if is_it(target) => match *operator {
                kind::PLUS_ASSIGN | kind::MINUS_ASSIGN if names(value) == 0 => in_sums += 1,
                kind::ASSIGN if names(value) == 1 && is_added_to(value, is_it) => in_sums += 2,
                _ => {}
            },
            _ => {}
        }
    });
    all == in_sums
}

/// Whether an expression is something, plus and minus other things.
fn is_added_to(value: &Expression, is_it: &dyn Fn(&Expression) -> bool) -> bool {
    match &value.form {
        Form::Binary(kind::PLUS, left, right) => is_added_to(left, is_it) || is_added_to(right, is_it),
        Form::Binary(kind::MINUS, left, _) => is_added_to(left, is_it),
        _ => is_it(value),
    }
}

/// Whether it is the type of a number that threads can hand to each other in one piece.
pub(super) fn can_be_shuffled(ty: Option<Type>) -> bool {
    let Some(basic) = ty.filter(|ty| !ty.qualifiers.volatile).and_then(|ty| ty.basic()) else { return false };
    let is_real = matches!(basic, Basic::Float | Basic::Double);
    is_real || (basic.is_integer() && matches!(basic.size(), 4 | 8))
}

/// Whether the accesses to neighbouring memory are those of neighbouring iterations of the outer loop, and not of the inner ones. Nothing
/// if neither is so for all of them.
fn is_across(proof: &Proof<'_>, outer: &Loop, loops: &[Sum]) -> Option<bool> {
    let outer = level(outer)?.variable;
    let mut answers = loops.iter().map(|one| {
        let inner = &one.level.variable;
        let is_inside = |access: &&Access| {
            let is_element = one.elements.iter().any(|element| element.uses.contains(&access.whole));
            access.loops.first() == Some(&one.level.keyword) && !is_element
        };
        let is_moved_by = |access: &Access, variable: &Variable| {
            access.subscripts.iter().any(|index| index.as_ref().is_some_and(|index| index.has(variable)))
        };
        let bounds = bounds(&proof.question.program, &one.level.canonical).unwrap_or_default();
        let has_own_range = bounds.iter().any(|bound| !is_one_for_all(proof, bound));
        let (mut along, mut along_row, mut across) = (0usize, 0usize, 0usize);
        for access in proof.accesses.found.iter().filter(is_inside) {
            if access.steps_by_one(inner) {
                along += 1;
                // What all iterations of the outer loop read the caches have.
                along_row += usize::from(has_own_range || is_moved_by(access, &outer));
            }
            // What the inner loop does not move is read once.
            across += usize::from(access.steps_by_one(&outer) && is_moved_by(access, inner));
        }
        match () {
            () if across > along_row => Some(true),
            () if along > 0 => Some(false),
            () => None,
        }
    });
    let first = answers.next()??;
    answers.all(|answer| answer == Some(first)).then_some(first)
}

/// Whether an expression has one value in all iterations.
fn is_one_for_all(proof: &Proof<'_>, expression: &Expression) -> bool {
    let mut is_same = true;
    expression.walk(&mut |part| {
        is_same &= part.variable().is_none_or(|name| !proof.is_local(name) && !proof.changed.contains(name));
    });
    is_same
}

/// Whether the header of a loop depends on nothing that the body declares or changes.
pub(super) fn header_is_foreseeable(question: &Question<'_>, proof: &Proof<'_>, first: &Level) -> bool {
    let Some(bounds) = bounds(&question.program, &first.canonical) else { return false };
    let is_in_header =
        |access: &&Access| bounds.iter().any(|bound| bound.tokens.contains(access.whole.start()));
    let writes =
        |read: &Access| proof.accesses.found.iter().any(|access| access.is_write && access.base == read.base);
    let mut is_foreseeable = !proof.accesses.found.iter().filter(is_in_header).any(writes);
    for bound in &bounds {
        bound.walk(&mut |part| {
            is_foreseeable &= part.variable().is_none_or(|name| {
                !proof.changed.contains(name) && (!proof.is_local(name) || proof.is_loop_variable(name))
            });
        });
    }
    is_foreseeable
}
