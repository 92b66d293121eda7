//! Whether a selector goes with a context, and how well (section 7.3 of OpenMP 5.2).

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::context::{Context, Host};
use super::selector::{Selector, TraitSelector, TraitSet, words};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;

/// A selector that goes with the context, as far as that is known before the program runs.
#[derive(Clone, Debug)]
pub struct Fit {
    pub score: u128,
    /// What the running program has to answer.
    pub questions: Vec<Question>,
    demands: BTreeSet<String>,
}

/// What decides while the program runs.
#[derive(Clone, Debug)]
pub enum Question {
    /// Whether the expression is true.
    Condition(Tokens),
    /// Whether the expression is the number of the host.
    Device(Tokens),
}

/// The numbers that the host has as a device where there is no other: its own, and `omp_initial_device`.
const HOST_NUMBERS: [i128; 2] = [0, -1];

/// How a selector goes with a context; `None` if it does not. `constant` is the value of an expression that has one.
pub fn fit(
    selector: &Selector,
    context: &Context,
    tokens: &TokenList,
    constant: &dyn Fn(&Tokens) -> Option<i128>,
) -> Option<Fit> {
    let mut fit = Fit { score: 1, questions: Vec::new(), demands: selector.demands(tokens) };
    for set in &selector.sets {
        let points = match tokens.text(set.at) {
            "construct" => constructs(set, context, tokens, constant)?,
            _ => Matcher { tokens, context, constant, questions: &mut fit.questions }.set(set)?,
        };
        fit.score = fit.score.saturating_add(points);
    }
    Some(fit)
}

/// The points of the constructs that are asked for: of those in the context the innermost ones count, in the same order.
fn constructs(
    set: &TraitSet,
    context: &Context,
    tokens: &TokenList,
    constant: &dyn Fn(&Tokens) -> Option<i128>,
) -> Option<u128> {
    let mut points = 0;
    let mut outer = context.constructs.len();
    for wanted in set.traits.iter().rev() {
        let simdlen = wanted.properties.iter().flatten().map(|property| simdlen(property, tokens, constant));
        let simdlen: Vec<Option<i128>> = simdlen.collect();
        outer = context.constructs[..outer].iter().rposition(|found| {
            let is_long = |wanted: &Option<i128>| {
                matches!((found.simdlen, wanted), (Some(found), Some(wanted)) if *wanted > 0 && found % wanted == 0)
            };
            found.name == tokens.text(wanted.at) && simdlen.iter().all(is_long)
        })?;
        points += power(outer);
    }
    Some(points)
}

fn power(exponent: usize) -> u128 {
    1u128.checked_shl(exponent as u32).unwrap_or(u128::MAX)
}

/// The number of `simdlen(n)`; `None` of other properties, which no construct has.
fn simdlen(
    property: &Tokens,
    tokens: &TokenList,
    constant: &dyn Fn(&Tokens) -> Option<i128>,
) -> Option<i128> {
    let visible = tokens.visible_in(property);
    match visible.as_slice() {
        [name, _open, first @ last, _close] | [name, _open, first, .., last, _close]
            if tokens.text(*name) == "simdlen" =>
        {
            constant(&(*first..=*last))
        }
        _ => None,
    }
}

struct Matcher<'m> {
    tokens: &'m TokenList,
    context: &'m Context<'m>,
    constant: &'m dyn Fn(&Tokens) -> Option<i128>,
    questions: &'m mut Vec<Question>,
}

impl Matcher<'_> {
    fn set(&mut self, set: &TraitSet) -> Option<u128> {
        let mut points: u128 = 0;
        for wanted in &set.traits {
            let is_there = match self.tokens.text(set.at) {
                "device" | "target_device" => self.device(wanted),
                "implementation" => self.implementation(wanted),
                _ => self.condition(wanted),
            };
            points = points.saturating_add(is_there.then(|| self.points(wanted))?);
        }
        Some(points)
    }

    fn points(&self, wanted: &TraitSelector) -> u128 {
        if let Some(score) = &wanted.score {
            return (self.constant)(score).and_then(|score| u128::try_from(score).ok()).unwrap_or(0);
        }
        let constructs = self.context.constructs.len();
        match self.tokens.text(wanted.at) {
            "kind" => power(constructs),
            "arch" => power(constructs + 1),
            "isa" => power(constructs + 2),
            _ => 0,
        }
    }

    /// Whether all properties of a trait are there.
    fn all(&self, wanted: &TraitSelector, is_there: impl Fn(&str) -> bool) -> bool {
        wanted.properties.iter().flatten().all(|property| is_there(&words(self.tokens, property)))
    }

    /// All devices are the host.
    fn device(&mut self, wanted: &TraitSelector) -> bool {
        let host = self.context.host;
        match self.tokens.text(wanted.at) {
            "kind" => self.all(wanted, Host::is_kind),
            "arch" => self.all(wanted, |name| host.is_architecture(name)),
            "isa" => self.all(wanted, |name| host.has_isa(name)),
            "device_num" => self.answer(wanted, |value| HOST_NUMBERS.contains(&value), Question::Device),
            _ => false,
        }
    }

    fn implementation(&self, wanted: &TraitSelector) -> bool {
        let context = self.context;
        let is_required = |clause: &str| context.requirements.contains(&clause.replace(' ', ""));
        match self.tokens.text(wanted.at) {
            "vendor" => self.all(wanted, |name| context.host.is_vendor(name)),
            "requires" => self.all(wanted, is_required),
            "atomic_default_mem_order" => self.all(wanted, |order| {
                let clause = |order: &str| format!("atomic_default_mem_order({order})");
                let orders = ["seq_cst", "acq_rel", "relaxed"];
                // Without the clause it is `relaxed` (section 8.2.1).
                let is_said = orders.iter().any(|order| is_required(&clause(order)));
                if is_said { is_required(&clause(order)) } else { order == "relaxed" }
            }),
            // The clauses of `requires` were traits themselves in OpenMP 5.0.
            clause => is_required(clause),
        }
    }

    fn condition(&mut self, wanted: &TraitSelector) -> bool {
        self.tokens.text(wanted.at) == "condition"
            && self.answer(wanted, |value| value != 0, Question::Condition)
    }

    /// Whether an expression has the right value, as far as that is known now.
    fn answer(
        &mut self,
        wanted: &TraitSelector,
        is_right: impl Fn(i128) -> bool,
        question: impl Fn(Tokens) -> Question,
    ) -> bool {
        let Some(expression) = wanted.properties.iter().flatten().next() else { return false };
        match (self.constant)(expression) {
            Some(value) => is_right(value),
            None => {
                self.questions.push(question(expression.clone()));
                true
            }
        }
    }
}

/// One of those that may be chosen.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its place among all that were written down.
    pub number: usize,
    pub fit: Fit,
    /// Whether its directive was written, and not left out.
    pub is_explicit: bool,
}

/// The candidates that may be chosen, the best first: up to the first that needs no answer of the running program
/// (sections 7.4 and 7.5).
pub fn ranked(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let all: Vec<BTreeSet<String>> = candidates.iter().map(|it| it.fit.demands.clone()).collect();
    for candidate in &mut candidates {
        let demands = &candidate.fit.demands;
        if all.iter().any(|other| demands.len() < other.len() && demands.is_subset(other)) {
            candidate.fit.score = 0;
        }
    }
    candidates.sort_by_key(|it| (Reverse(it.fit.score), !it.is_explicit, it.number));
    let first_certain = candidates.iter().position(|it| it.fit.questions.is_empty());
    candidates.truncate(first_certain.map_or(candidates.len(), |at| at + 1));
    candidates
}
