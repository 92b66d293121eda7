//! Loops, as far as their headers say which iterations they have.

use std::ops::RangeInclusive;

use rustc_hash::FxHashSet;

use super::super::accesses::Collector;
use super::super::polynomial::{Atom, Polynomial};
use super::super::tree::Variable;
use super::Region;
use crate::openmp::CanonicalLoop;
use crate::openmp::loops::{Increment, Relation};

/// A loop: its variable's first value, what it changes by, and how often it comes round, as far as they are known.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    pub keyword: usize,
    pub variable: Variable,
    pub first: Option<Polynomial>,
    pub step: Option<i64>,
    pub count: Option<i64>,
}

/// The loops of a work-sharing construct, from the outermost. `None` if they have no two iterations.
pub(super) fn levels(region: &Region<'_>, loops: &[CanonicalLoop]) -> Option<Vec<Counter>> {
    let mut levels: Vec<Counter> = Vec::new();
    for canonical in loops {
        let is_outer = |variable: &Variable| levels.iter().any(|level| level.variable == *variable);
        let mut counter = counter(region, canonical, &is_outer)?;
        let depends = canonical
            .lower
            .clone()
            .any(|token| region.program.variable_at(token).as_ref().is_some_and(is_outer));
        if counter.first.is_none() && !depends {
            // It is evaluated once, and is the same for all threads.
            counter.first = Some(Polynomial::unknown(&format!("first of the loop at {}", counter.keyword)));
        }
        levels.push(counter);
    }
    let is_empty = levels.iter().any(|level| level.count == Some(0));
    let has_one = levels.iter().all(|level| level.count == Some(1));
    (!is_empty && !has_one).then_some(levels)
}

/// What a loop's header says. Its first value may depend on the variables of loops in front of it.
pub(super) fn counter(
    region: &Region<'_>,
    canonical: &CanonicalLoop,
    is_in_front: &dyn Fn(&Variable) -> bool,
) -> Option<Counter> {
    let program = &region.program;
    let name = canonical.variable.as_str();
    let declared = program.types.declared_at(name, canonical.body_start)?;
    let variable = Variable { declared, name: name.into() };
    let number = |range: &RangeInclusive<usize>| i64::try_from(program.types.constant(range)?).ok();
    let value = |range: &RangeInclusive<usize>| {
        if let Some(number) = number(range) {
            return Some(Polynomial::constant(number));
        }
        let none = FxHashSet::default;
        let collector = Collector::new(program.types, none(), none(), none());
        let value = region.in_constants(&collector.polynomial(&program.expression(range)?)?)?;
        let is_known = |atom: &Atom| match atom {
            Atom::Variable(variable) => is_in_front(variable) || region.is_steady(variable),
            Atom::Loaded(_) => false,
        };
        let are_known = value.atoms().all(is_known);
        are_known.then_some(value)
    };
    let step = match &canonical.increment {
        Increment::PlusOne => Some(1),
        Increment::MinusOne => Some(-1),
        Increment::Plus(step) => number(step),
        Increment::Minus(step) => number(step).and_then(i64::checked_neg),
    };
    let (first, bound) = (value(&canonical.lower), value(&canonical.bound));
    let distance = first.as_ref().zip(bound).and_then(|(first, bound)| bound.minus(first)?.value());
    let count = distance.zip(step).and_then(|(distance, step)| {
        let last = match canonical.relation {
            Relation::Less => distance.checked_sub(1)?,
            Relation::Greater => distance.checked_add(1)?,
            Relation::LessEqual | Relation::GreaterEqual => distance,
        };
        let runs = if canonical.relation.goes_up() { last >= 0 } else { last <= 0 };
        if runs { last.checked_div(step)?.checked_add(1) } else { Some(0) }
    });
    Some(Counter { keyword: canonical.keyword, variable, first, step, count })
}
