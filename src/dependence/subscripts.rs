//! Whether two accesses to one array meet in different iterations.
//!
//! Two instances of the loops are looked at, with the same value of the variables that are `known` to be the same and
//! any values of the others. If the addresses can be equal only where the others are equal too, the iterations do
//! not depend on each other through these accesses.

use super::polynomial::Polynomial;
use super::tree::Variable;

/// The values that a loop variable takes: not less than the first and not more than the second.
#[derive(Clone, Debug)]
pub struct Range {
    pub variable: Variable,
    pub least: Polynomial,
    pub most: Polynomial,
}

impl Range {
    fn span(&self) -> Option<Polynomial> {
        self.most.minus(&self.least)
    }
}

/// What is known of the loops around the accesses.
pub struct Loops<'a> {
    /// The variables that have one value in both instances.
    pub known: Vec<Variable>,
    /// Those that have to be found equal.
    pub free: Vec<Variable>,
    /// The ranges of all of them, and of loops inside the body behind these.
    pub ranges: &'a [Range],
    /// How many of the ranges are of loops that run at all when an access is made.
    pub running: usize,
    /// Whether subscripts may wrap around, so that their size says nothing.
    pub wraps: bool,
}

/// Part of an equation: a coefficient times the difference of a variable's two values.
struct Term {
    variable: Variable,
    coefficient: Polynomial,
    span: Option<Polynomial>,
}

/// Whether accesses with these subscripts can only meet where the free variables are equal.
pub fn are_apart(left: &[Option<Polynomial>], right: &[Option<Polynomial>], loops: &Loops<'_>) -> bool {
    let mut known = loops.known.clone();
    loop {
        let before = known.len();
        for (left, right) in left.iter().zip(right) {
            let (Some(left), Some(right)) = (left, right) else { continue };
            match equal_only_if(left, right, &known, loops) {
                Some(Meeting::Never) => return true,
                Some(Meeting::If(equal)) => known.extend(equal),
                None => {}
            }
        }
        if loops.free.iter().all(|variable| known.contains(variable)) {
            return true;
        }
        if known.len() == before {
            return false;
        }
    }
}

/// When two subscripts are equal.
enum Meeting {
    Never,
    /// Only if these variables have the same value.
    If(Vec<Variable>),
}

fn equal_only_if(
    left: &Polynomial,
    right: &Polynomial,
    known: &[Variable],
    loops: &Loops<'_>,
) -> Option<Meeting> {
    let (mut rest, mut other_rest) = (left.clone(), right.clone());
    let mut terms: Vec<Term> = Vec::new();
    let unknown = loops.ranges.iter().filter(|range| !known.contains(&range.variable));
    for range in unknown {
        let (factor, without) = rest.split(&range.variable)?;
        let (other_factor, other_without) = other_rest.split(&range.variable)?;
        if factor != other_factor {
            return None;
        }
        (rest, other_rest) = (without, other_without);
        if factor.value() != Some(0) {
            terms.push(Term { variable: range.variable.clone(), coefficient: factor, span: range.span() });
        }
    }
    // A product of two unknown variables would be left in a coefficient.
    let is_unknown = |polynomial: &Polynomial| {
        let mut ranges = loops.ranges.iter().filter(|range| !known.contains(&range.variable));
        ranges.any(|range| polynomial.has(&range.variable))
    };
    if terms.iter().any(|term| is_unknown(&term.coefficient)) {
        return None;
    }
    let distance = rest.minus(&other_rest)?.value()?.checked_abs()?;
    let mut equal = Vec::new();
    while let Some(at) = (0..terms.len()).find(|&at| outweighs(&terms, at, distance, loops)) {
        equal.push(terms.remove(at).variable);
    }
    if terms.is_empty() && distance != 0 {
        return Some(Meeting::Never);
    }
    Some(Meeting::If(equal))
}

/// Whether one step of a variable is more than all the others, and a distance, can make up for: then it is equal on both
/// sides.
fn outweighs(terms: &[Term], at: usize, distance: i64, loops: &Loops<'_>) -> bool {
    let coefficient = &terms[at].coefficient;
    if terms.len() == 1 && distance == 0 {
        return is_not_zero(coefficient, loops);
    }
    if loops.wraps {
        return false;
    }
    let size = match coefficient.value() {
        Some(value) => value.checked_abs().map(Polynomial::constant),
        None => Some(coefficient.clone()),
    };
    let others = terms.iter().enumerate().filter(|(other, _)| *other != at);
    let left = others.fold(size, |left, (_, other)| {
        let factor = other.coefficient.value()?.checked_abs()?;
        left?.minus(&other.span.as_ref()?.times(&Polynomial::constant(factor))?)
    });
    let left = left.and_then(|left| left.minus(&Polynomial::constant(distance)));
    left.and_then(|left| left.value()).is_some_and(|left| left > 0)
}

/// A number, or the length of a dimension: it is larger than the last value of a loop from 0 or more, and that loop runs.
fn is_not_zero(coefficient: &Polynomial, loops: &Loops<'_>) -> bool {
    if let Some(value) = coefficient.value() {
        // Modulo a power of two, no multiple of an odd number is 0 but that by 0.
        return if loops.wraps { value % 2 != 0 } else { value != 0 };
    }
    !loops.wraps
        && loops.ranges[..loops.running].iter().any(|range| {
            let starts_at = range.least.value().is_some_and(|least| least >= 0);
            let beyond = coefficient.minus(&range.most).and_then(|beyond| beyond.value());
            starts_at && beyond.is_some_and(|beyond| beyond >= 1)
        })
}
