//! Loops inside of an iteration of which the program says that their iterations are independent: a group of threads can run
//! them together, one after the other.
//!
//! ```text
//! #pragma omp target teams distribute
//! for (i = 0; i < n; i++) {
//!     double sum = 0;
//!     #pragma omp parallel for reduction(+ : sum)
//!     for (j = 0; j < m; j++)
//!         sum += a[i][j];
//!     y[i] = sum;
//!     #pragma omp parallel for
//!     for (j = 0; j < m; j++)
//!         a[i][j] /= sum;
//! }
//! ```
//!
//! All threads of a group do what changes nothing but variables of the iteration, one of them does what changes more, and each does
//! a part of the loops. They wait for one another before and behind what changes memory.

use std::ops::RangeInclusive;

use super::accesses::Access;
use super::headers::{Level, counts_integers, declare, level};
use super::place::Base;
use super::proof::Proof;
use super::question::{Attribute, Question};
use super::sums::{can_be_shuffled, changes_more_than_own, header_is_foreseeable, header_names, only_adds};
use super::tree::{Loop, Statement, Variable};
use super::uses::{inner_loops, only_extremes, only_updates, updates_by};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::Kind;

/// A loop that the threads of a group run together.
#[derive(Clone, Debug)]
pub struct Inner {
    pub level: Level,
    /// The last token of its statement.
    pub last: usize,
    /// The iteration's variables that its iterations have parts of, each with the operator that combines them: its token.
    pub reduced: Vec<(Variable, i32)>,
}

/// A loop whose iterations are run by a group of threads each.
#[derive(Clone, Debug)]
pub struct League {
    pub loops: Vec<Inner>,
    /// The statements that one thread of the group runs, and whether each is an expression.
    pub single: Vec<(RangeInclusive<usize>, bool)>,
    /// The first tokens of statements in front of which the group waits. Of a loop among [`League::loops`] it is the `for`.
    pub waits: Vec<usize>,
    /// Which of the loops has a header that can be evaluated in front of the body.
    pub foreseeable: Option<usize>,
}

impl League {
    /// Whether the headers of its loops declare a variable that these tokens name.
    pub fn declares(&self, name: &str, uses: &[usize]) -> bool {
        declare(self.loops.iter().map(|one| (&one.level, one.last)), name, uses)
    }
}

/// What a group does with a statement.
enum Role {
    All,
    One,
    Parts(Box<Inner>),
}

/// The loops in the iterations of a work-sharing loop that the program says to be independent, if there are any and nothing in the
/// iterations stands against a group of threads.
pub fn league(question: &Question<'_>) -> Option<League> {
    let (outer, _) = question.outer()?;
    let Statement::Block(body) = &*outer.body else { return None };
    if !body.iter().any(|statement| matches!(statement, Statement::For(one) if one.is_promised)) {
        return None;
    }
    let proof = Proof::new(question, &[outer])?;
    if !proof.is_quiet()
        || !proof.privates_are_fresh()
        || !proof.is_same_for_all_threads()
        || accesses_own_aggregate(&proof)
    {
        return None;
    }
    let block = question.program.node_at(outer.keyword)?.children().next_back()?;
    let nodes =
        Some(block.children()).filter(|nodes| block.kind() == Kind::Block && nodes.len() == body.len())?;
    let mut found = League { loops: Vec::new(), single: Vec::new(), waits: Vec::new(), foreseeable: None };
    let (mut are_plain, mut wrote) = (true, false);
    for (number, (statement, node)) in body.iter().zip(nodes).enumerate() {
        let role = role(&proof, statement)?;
        let writes = changes_more_than_own(question, &proof, statement);
        let first = if let Role::Parts(inner) = &role { inner.level.keyword } else { node.first() };
        if number > 0 && (writes || wrote) {
            found.waits.push(first);
        }
        wrote = writes;
        match role {
            Role::All => {
                are_plain &= matches!(statement, Statement::Declaration(_) | Statement::Expression(_))
            }
            Role::One => {
                found.single.push((node.tokens(), matches!(statement, Statement::Expression(_))));
            }
            Role::Parts(inner) => {
                let is_first = found.foreseeable.is_none() && are_plain;
                if is_first && header_is_foreseeable(question, &proof, &inner.level) {
                    found.foreseeable = Some(found.loops.len());
                }
                found.loops.push(*inner);
            }
        }
    }
    let is_for_groups =
        |one: &Inner| !is_across(&proof, outer, one) && counts_nothing_else(&found, one, body);
    (!found.loops.is_empty() && found.loops.iter().all(is_for_groups)).then_some(found)
}

/// Whether what a loop is over, if its header does not declare it, is only named in loops that are over it, too: each of their headers
/// declares its own.
fn counts_nothing_else(found: &League, one: &Inner, body: &[Statement]) -> bool {
    let variable = &one.level.variable;
    let is_over_it = |statement: &Statement| {
        let Statement::For(other) = statement else { return false };
        found
            .loops
            .iter()
            .any(|inner| inner.level.keyword == other.keyword && inner.level.variable == *variable)
    };
    body.iter().all(|statement| is_over_it(statement) || !statement.names(variable))
}

fn role(proof: &Proof<'_>, statement: &Statement) -> Option<Role> {
    if let Statement::For(one) = statement
        && one.is_promised
        && let Some(inner) = inner(proof, one)
    {
        return Some(Role::Parts(Box::new(inner)));
    }
    if uses_reduction(proof, statement) || changes_more_than_own(proof.question, proof, statement) {
        return is_for_one(proof, statement).then_some(Role::One);
    }
    Some(Role::All)
}

/// Whether one thread can do it for the others: it changes none of their variables, and goes nowhere else.
fn is_for_one(proof: &Proof<'_>, statement: &Statement) -> bool {
    let declared: Vec<&Variable> = statement.declared().iter().map(|one| &one.variable).collect();
    let is_own = |variable: &Variable| declared.contains(&variable) || is_reduction(proof, variable);
    let mut goes_on = false;
    statement.walk(&mut |part| goes_on |= matches!(part, Statement::Continue));
    !goes_on && !matches!(statement, Statement::Declaration(_)) && statement.changed().iter().all(is_own)
}

fn is_reduction(proof: &Proof<'_>, variable: &Variable) -> bool {
    matches!((proof.question.attribute)(variable), Attribute::Reduction(_))
}

/// Whether it names a variable of which each thread has a part until the work-sharing loop has ended.
fn uses_reduction(proof: &Proof<'_>, statement: &Statement) -> bool {
    proof.changed.iter().any(|variable| is_reduction(proof, variable) && statement.names(variable))
}

/// Whether anything is done to an array or a structure of which each thread has its own: threads that do a part of a loop would see
/// a part of it.
fn accesses_own_aggregate(proof: &Proof<'_>) -> bool {
    let is_scalar = |variable: &Variable| {
        let found = proof.question.program.types.lookup(&variable.name, variable.declared + 1);
        found.and_then(|found| found.ty.as_ref()).is_some_and(crate::c::Type::is_scalar)
    };
    proof.accesses.found.iter().any(|access| {
        matches!(&access.base, Base::Object(variable)
            if (proof.is_local(variable) || (proof.question.attribute)(variable) != Attribute::Shared) && !is_scalar(variable))
    })
}

/// A loop that can be run in parts: what its iterations change of the iteration around them are sums and their kin.
fn inner(proof: &Proof<'_>, one: &Loop) -> Option<Inner> {
    let program = &proof.question.program;
    let level = level(one)?;
    let (_, last) = program.loop_at(one.keyword)?;
    if !counts_integers(program, &level)
        || one.body.has_loose_break()
        || one.body.changed().contains(&level.variable)
        || uses_reduction(proof, &one.body)
    {
        return None;
    }
    let declared = one.body.declared();
    let counters = inner_loops(&one.body);
    let mut reduced: Vec<(Variable, i32)> = Vec::new();
    for variable in one.body.changed() {
        let is_inside = declared.iter().any(|found| found.variable == variable)
            || counters.iter().any(|(counter, _)| *counter == variable);
        if !is_inside && reduced.iter().all(|(found, _)| *found != variable) {
            reduced.push((variable.clone(), operator(proof, one, &variable)?));
        }
    }
    Some(Inner { level, last, reduced })
}

/// The operator by which a loop adds to a variable of the iteration, and does nothing else with it.
fn operator(proof: &Proof<'_>, one: &Loop, variable: &Variable) -> Option<i32> {
    let found = proof.question.program.types.lookup(&variable.name, one.keyword);
    let is_own = proof.is_local(variable) || (proof.question.attribute)(variable) == Attribute::Private;
    if !is_own || !can_be_shuffled(found.and_then(|found| found.ty.clone())) || header_names(one, variable) {
        return None;
    }
    if only_adds(&one.body, &|part| part.variable() == Some(variable)) {
        return Some(kind::PLUS);
    }
    let is_extreme = |&extreme: &i32| only_extremes(&one.body, variable, extreme);
    let is_update = |&operator: &i32| updates_by(&one.body, variable, operator);
    let extreme = [kind::MAX, kind::MIN].into_iter().find(is_extreme);
    let others = [kind::STAR, kind::AND, kind::OR, kind::CARET];
    extreme.or_else(|| others.into_iter().find(is_update).filter(|_| only_updates(&one.body, variable)))
}

/// Whether neighbouring iterations of the outer loop, and not of the inner one, access neighbouring memory.
fn is_across(proof: &Proof<'_>, outer: &Loop, one: &Inner) -> bool {
    let Some(outer) = level(outer) else { return true };
    let inner = &one.level.variable;
    let is_inside = |access: &&Access| access.loops.first() == Some(&one.level.keyword);
    let is_moved = |access: &Access| {
        access.subscripts.iter().any(|index| index.as_ref().is_some_and(|index| index.has(inner)))
    };
    let (mut along, mut across) = (0usize, 0usize);
    for access in proof.accesses.found.iter().filter(is_inside) {
        along += usize::from(access.steps_by_one(inner));
        // What the inner loop does not move is read once.
        across += usize::from(access.steps_by_one(&outer.variable) && is_moved(access));
    }
    across > along
}
