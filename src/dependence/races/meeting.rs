//! Whether two accesses certainly meet in different iterations of the loops that threads share.
//!
//! An iteration is known by how often each loop has come round before it. With that number in the loop variable's place, an
//! equation of two subscripts is one of small integers; what else stands in it has to be the same on both sides.

use std::collections::BTreeMap;

use super::super::polynomial::{Atom, Polynomial};
use super::Touch;
use super::counter::Counter;

/// No more combinations of iterations than this many are looked at.
const MOST_TRIED: u32 = 2_000;

/// Two iterations in which accesses meet, by how often each of the shared loops has come round before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    pub iterations: [Vec<i64>; 2],
    /// Whether they also meet in all other iterations that are as far from each other.
    pub is_everywhere: bool,
}

/// How many iterations a loop certainly has if nothing is known of its bounds: a shared one two, where anything of it is shared
/// at all, and one inside one, where it does anything.
const SHARED: i64 = 2;
const INSIDE: i64 = 1;

/// A subscript as a sum: how often each of the loops around it has come round, times a factor, and a rest.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    /// Those of the loops, from the outermost.
    factors: Vec<Polynomial>,
    rest: Polynomial,
}

impl Rounds {
    /// `None` if it is no such sum, or it is not known.
    pub fn of(subscript: &Polynomial, loops: &[Counter]) -> Option<Self> {
        let mut found = Rounds { factors: vec![Polynomial::default(); loops.len()], rest: subscript.clone() };
        // The first value of an inner loop may depend on the variables of the loops around it.
        for (number, counter) in loops.iter().enumerate().rev() {
            if !found.rest.has(&counter.variable) {
                continue;
            }
            let (factor, rest) = found.rest.split(&counter.variable)?;
            if loops[..number].iter().any(|outer| factor.has(&outer.variable)) {
                return None;
            }
            found.factors[number] = factor.times(&Polynomial::constant(counter.step?))?;
            found.rest = factor.times(counter.first.as_ref()?)?.plus(&rest)?;
        }
        Some(found)
    }

    /// What is in it besides the loops' numbers, each as often as it stands there.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.factors.iter().chain([&self.rest]).flat_map(Polynomial::atoms)
    }

    /// What has to be 0 for two subscripts to be equal, whatever is the value of the variables in them.
    fn minus(&self, other: &Self) -> Option<Vec<Form>> {
        let unknowns = self.factors.len() + other.factors.len();
        let empty = || Form { coefficients: vec![0; unknowns], number: 0 };
        let mut forms: BTreeMap<&[Atom], Form> = BTreeMap::new();
        for (at, factor) in self.factors.iter().chain(&other.factors).enumerate() {
            for (product, coefficient) in factor.terms() {
                let signed = if at < self.factors.len() { coefficient } else { coefficient.checked_neg()? };
                forms.entry(product).or_insert_with(empty).coefficients[at] = signed;
            }
        }
        for (product, number) in self.rest.terms() {
            forms.entry(product).or_insert_with(empty).number = number;
        }
        for (product, number) in other.rest.terms() {
            let form = forms.entry(product).or_insert_with(empty);
            form.number = form.number.checked_sub(number)?;
        }
        Some(forms.into_values().collect())
    }
}

/// A sum of unknowns times coefficients, and a number.
struct Form {
    coefficients: Vec<i64>,
    number: i64,
}

impl Form {
    /// Whether it is 0 only where these two are equal.
    fn ties(&self, one: usize, other: usize) -> bool {
        let [first, second] = [self.coefficients[one], self.coefficients[other]];
        let used = self.coefficients.iter().filter(|coefficient| **coefficient != 0).count();
        self.number == 0 && used == 2 && first != 0 && first == -second
    }

    /// Whether all of its sums are multiples of something that the number is none of.
    fn is_never_zero(&self) -> bool {
        let divisor = self.coefficients.iter().fold(0, |divisor, one| gcd(divisor, one.unsigned_abs()));
        self.number != 0 && (divisor == 0 || !self.number.unsigned_abs().is_multiple_of(divisor))
    }
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// Iterations in which two accesses meet. If both stand in shared loops, they are different ones: of chunks of this size a thread
/// has all iterations.
pub(super) fn meet(chunk: i64, one: &Touch, other: &Touch) -> Option<Meeting> {
    if one.rounds.len() != other.rounds.len() {
        return None;
    }
    let mut forms: Vec<Form> = Vec::new();
    for (left, right) in one.rounds.iter().zip(&other.rounds) {
        forms.extend(left.minus(right)?);
    }
    let middle = one.loops.len();
    let loops: Vec<&Counter> = one.loops.iter().chain(&other.loops).collect();
    let (first, second) = (0..one.shared, middle..middle + other.shared);
    // Of two loops that are equally long a thread may have the same iterations.
    let counts = |touch: &Touch| touch.loops.first().and_then(|outermost| outermost.count);
    let are_unlike = counts(one).zip(counts(other)).is_some_and(|(one, other)| one != other);
    let pairs = || first.clone().zip(second.clone());
    let are_tied = |(one, other)| forms.iter().any(|form| form.ties(one, other));
    let are_same = pairs().len() > 0 && !are_unlike && pairs().all(are_tied);
    if are_same || forms.iter().any(Form::is_never_zero) {
        return None;
    }
    let is_shared = |at: usize| first.contains(&at) || second.contains(&at);
    let is_used = |at: usize| is_shared(at) || forms.iter().any(|form| form.coefficients[at] != 0);
    let limits: Vec<i64> = (0..loops.len())
        .map(|at| match (loops[at].count, is_shared(at)) {
            (Some(count), _) if is_used(at) || count == 0 => count,
            (None, true) => SHARED.max(chunk.saturating_add(1)),
            _ => INSIDE,
        })
        .collect();
    let differ = |values: &[i64]| {
        let chunk_of = |at: usize| values[at].div_euclid(chunk);
        pairs().len() == 0 || are_unlike || pairs().any(|(one, other)| chunk_of(one) != chunk_of(other))
    };
    // Whether only the distance of two rounds counts.
    let are_opposite = |one: usize, other: usize| {
        forms.iter().all(|form| form.coefficients[one] == -form.coefficients[other])
    };
    // Then one of them is the first.
    let partner = |at: usize| {
        let partner = at.checked_sub(middle).filter(|&partner| partner < middle)?;
        let is_it = loops[partner].keyword == loops[at].keyword
            && (chunk == 1 || !is_shared(at))
            && are_opposite(partner, at);
        is_it.then_some(partner)
    };
    let partners: Vec<Option<usize>> = (0..loops.len()).map(partner).collect();
    let values = solve(&forms, &limits, &partners, &differ)?;
    let is_everywhere = pairs().all(|(one, other)| are_opposite(one, other));
    let iterations = [values[first.clone()].to_vec(), values[second.clone()].to_vec()];
    Some(Meeting { iterations, is_everywhere })
}

/// The first values below their limits with which all forms are 0, and which a predicate likes.
fn solve(
    forms: &[Form],
    limits: &[i64],
    partners: &[Option<usize>],
    is_wanted: &dyn Fn(&[i64]) -> bool,
) -> Option<Vec<i64>> {
    let mut search = Search { forms, limits, partners, is_wanted, values: Vec::new(), left: MOST_TRIED };
    (!limits.contains(&0) && search.finds()).then_some(search.values)
}

struct Search<'a> {
    forms: &'a [Form],
    limits: &'a [i64],
    /// Unknowns before, of which one of the two is 0.
    partners: &'a [Option<usize>],
    is_wanted: &'a dyn Fn(&[i64]) -> bool,
    /// Those of the first unknowns.
    values: Vec<i64>,
    left: u32,
}

impl Search<'_> {
    /// Whether there are values of the other unknowns.
    fn finds(&mut self) -> bool {
        if self.left == 0 || !self.forms.iter().all(|form| self.may_be_zero(form)) {
            return false;
        }
        self.left -= 1;
        let Some(&limit) = self.limits.get(self.values.len()) else { return (self.is_wanted)(&self.values) };
        let partner = self.partners[self.values.len()].map(|at| self.values[at]);
        let limit = if partner.is_some_and(|value| value > 0) { 1 } else { limit };
        for value in 0..limit {
            self.values.push(value);
            if self.finds() {
                return true;
            }
            self.values.pop();
            if self.left == 0 {
                break;
            }
        }
        false
    }

    /// Whether a form can be 0 with some values of the other unknowns.
    fn may_be_zero(&self, form: &Form) -> bool {
        let (mut least, mut most) = (i128::from(form.number), i128::from(form.number));
        for (at, &coefficient) in form.coefficients.iter().enumerate() {
            let known = self.values.get(at).copied();
            let (low, high) = known.map_or((0, self.limits[at] - 1), |known| (known, known));
            let ends = [low, high].map(|end| i128::from(coefficient) * i128::from(end));
            least += ends[0].min(ends[1]);
            most += ends[0].max(ends[1]);
        }
        least <= 0 && most >= 0
    }
}
