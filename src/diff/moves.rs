//! Which items of one file are which of the other, and which of them stand elsewhere.
//!
//! Items that are equal are found first, in order and then out of it; then those that have a name in common,
//! or most of their text. Of all pairs those stay in their places that keep the most tokens in order; the
//! others have moved.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::hash::Hash;

use imara_diff::Algorithm;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Side;
use super::align::{common, hash};
use super::effort::Effort;
use super::items::Kind;

/// An item of either side by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub items: [usize; 2],
    pub is_equal: bool,
}

/// What became of the items that have a counterpart.
#[derive(Debug, Default)]
pub struct Pairs {
    /// Those whose order is the same on both sides.
    pub in_place: Vec<Pair>,
    /// Those that moved, in the order of the first file.
    pub moved: Vec<Pair>,
}

/// Pairs the items of two files.
pub fn pairs(sides: &[Side; 2]) -> Pairs {
    let is_paired = [0, 1].map(|side| vec![false; sides[side].items.len()]);
    let mut matching = Matching { sides, pairs: Vec::new(), is_paired };
    let [a, b] = [0, 1].map(|side| (0..sides[side].items.len()).map(move |item| sides[side].text_of(item)));
    for stretch in common(a, b, Algorithm::Histogram, &mut Effort::default()) {
        (0..stretch.length).for_each(|step| matching.pair(stretch.start.map(|start| start + step), true));
    }
    matching.equal_elsewhere();
    matching.of_one_name();
    matching.similar();
    matching.settle()
}

impl Side<'_> {
    fn text_of(&self, item: usize) -> &[u32] {
        &self.numbers[self.items[item].tokens.clone()]
    }
}

struct Matching<'m> {
    sides: &'m [Side<'m>; 2],
    pairs: Vec<Pair>,
    is_paired: [Vec<bool>; 2],
}

impl<'m> Matching<'m> {
    fn pair(&mut self, items: [usize; 2], is_equal: bool) {
        (0..2).for_each(|side| self.is_paired[side][items[side]] = true);
        self.pairs.push(Pair { items, is_equal });
    }

    /// The items of a side that have no counterpart so far.
    fn left(&self, side: usize) -> Vec<usize> {
        (0..self.sides[side].items.len()).filter(|&item| !self.is_paired[side][item]).collect()
    }

    /// Pairs items that have a key in common, the first with the first and so on.
    fn by_key<K: Hash + Eq>(
        &mut self,
        key: impl Fn(&'m Side<'m>, usize) -> Option<K>,
        fits: impl Fn(&Self, [usize; 2]) -> bool,
        is_equal: bool,
    ) {
        let mut waiting: FxHashMap<K, VecDeque<usize>> = FxHashMap::default();
        for item in self.left(0) {
            if let Some(key) = key(&self.sides[0], item) {
                waiting.entry(key).or_default().push_back(item);
            }
        }
        for item in self.left(1) {
            let candidates = key(&self.sides[1], item).and_then(|key| waiting.get_mut(&key));
            if let Some(candidates) = candidates
                && let Some(other) = candidates.pop_front_if(|other| fits(self, [*other, item]))
            {
                self.pair([other, item], is_equal);
            }
        }
    }

    fn equal_elsewhere(&mut self) {
        let text = |side: &'m Side<'m>, item: usize| {
            (side.items[item].kind != Kind::Braces).then(|| side.text_of(item))
        };
        self.by_key(text, |_, _| true, true);
    }

    fn of_one_name(&mut self) {
        let name = |side: &'m Side<'m>, item: usize| {
            let item = &side.items[item];
            item.name.map(|token| (item.kind, side.numbers[token]))
        };
        self.by_key(name, |matching, items| matching.likeness(items) >= ENOUGH_WITH_A_NAME, false);
    }

    fn rows(&self, side: usize, item: usize) -> FxHashSet<u64> {
        rows(self.sides[side].text_of(item))
    }

    /// How much of the larger of two items the other one has, in rows of tokens, from 0 to 1.
    fn likeness(&self, [a, b]: [usize; 2]) -> f64 {
        let (rows_a, rows_b) = (self.rows(0, a), self.rows(1, b));
        let common = rows_a.intersection(&rows_b).count();
        common as f64 / rows_a.len().max(rows_b.len()).max(1) as f64
    }

    /// Pairs what is left and has most of its text in common.
    fn similar(&mut self) {
        let [left_a, left_b] = [0, 1].map(|side| {
            let mut left = self.left(side);
            left.retain(|&item| self.sides[side].items[item].tokens.len() >= LARGE);
            left
        });
        let mut found: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for item in left_a {
            for row in self.rows(0, item) {
                let items = found.entry(row).or_default();
                // What many items have says nothing.
                if items.len() < 8 {
                    items.push(item);
                }
            }
        }
        if found.is_empty() {
            return;
        }
        for item in left_b {
            let mut hits: FxHashMap<usize, usize> = FxHashMap::default();
            for row in self.rows(1, item) {
                for &other in found.get(&row).into_iter().flatten() {
                    *hits.entry(other).or_default() += 1;
                }
            }
            let kind = |side: usize, item: usize| self.sides[side].items[item].kind;
            let best = hits
                .into_iter()
                .filter(|&(other, _)| !self.is_paired[0][other] && kind(0, other) == kind(1, item))
                .max_by_key(|&(other, count)| (count, Reverse(other)));
            if let Some((other, _)) = best
                && self.likeness([other, item]) >= ENOUGH
            {
                self.pair([other, item], false);
            }
        }
    }

    /// Decides which pairs stay in place.
    fn settle(mut self) -> Pairs {
        self.pairs.sort_unstable_by_key(|pair| pair.items[0]);
        let size = |pair: &Pair, side: usize| self.sides[side].items[pair.items[side]].tokens.len();
        let weights = self.pairs.iter().map(|pair| {
            let tokens = size(pair, 0).min(size(pair, 1)) as u64;
            // Of two that could have moved, the changed one did.
            (pair.items[1], if pair.is_equal { 4 * tokens } else { tokens })
        });
        let stays = heaviest_increasing(weights);
        let mut settled = Pairs::default();
        for (pair, stays) in self.pairs.into_iter().zip(stays) {
            if stays {
                settled.in_place.push(pair);
            } else if self.sides[0].items[pair.items[0]].kind != Kind::Braces {
                settled.moved.push(pair);
            }
        }
        settled
    }
}

/// How like two items must be: with a name in common, and without.
const ENOUGH_WITH_A_NAME: f64 = 0.4;
const ENOUGH: f64 = 0.5;

/// How many tokens an item must have to be known by its text alone.
const LARGE: usize = 12;

/// How much of an item is looked at to see whether it is like another, in tokens.
const LOOKED_AT: usize = 4096;

/// The rows of three tokens that an item begins with.
fn rows(text: &[u32]) -> FxHashSet<u64> {
    let text = &text[..text.len().min(LOOKED_AT)];
    text.windows(text.len().clamp(1, 3)).map(hash).collect()
}

/// Which of some items, each with a target and a weight, are the heaviest choice whose targets increase. No
/// two have one target.
fn heaviest_increasing(items: impl ExactSizeIterator<Item = (usize, u64)>) -> Vec<bool> {
    let mut chosen = vec![false; items.len()];
    let mut before = Vec::with_capacity(items.len());
    // By the target that it ends at, the weight of the heaviest choice so far and its last item; none that is lighter
    // than one with a smaller target.
    let mut best: BTreeMap<usize, (u64, usize)> = BTreeMap::new();
    for (item, (target, weight)) in items.enumerate() {
        let heaviest = best.range(..target).next_back().map(|(_, &choice)| choice);
        before.push(heaviest.map(|(_, item)| item));
        let total = heaviest.map_or(0, |(weight, _)| weight) + weight;
        while let Some((&lighter, _)) = best.range(target..).next().filter(|(_, (other, _))| *other < total) {
            best.remove(&lighter);
        }
        best.insert(target, (total, item));
    }
    let mut last = best.last_key_value().map(|(_, &(_, item))| item);
    while let Some(item) = last {
        chosen[item] = true;
        last = before[item];
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_heavier_stay() {
        assert_eq!(heaviest_increasing([(2, 3), (0, 1), (1, 1)].into_iter()), [true, false, false]);
        assert_eq!(heaviest_increasing([(2, 1), (0, 1), (1, 1)].into_iter()), [false, true, true]);
        assert!(heaviest_increasing([].into_iter()).is_empty());
    }

    proptest! {
        #[test]
        fn no_choice_is_heavier(weights in proptest::collection::vec(1u64..9, 1..9), order in Just(()).prop_perturb(|(), mut rng| rng.next_u64())) {
            let mut targets: Vec<usize> = (0..weights.len()).collect();
            let mut state = order | 1;
            for at in (1..targets.len()).rev() {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                targets.swap(at, (state >> 33) as usize % (at + 1));
            }
            let chosen = heaviest_increasing(std::iter::zip(targets.clone(), weights.clone()));
            let weight = |choice: &dyn Fn(usize) -> bool| -> Option<u64> {
                let picked: Vec<usize> = (0..targets.len()).filter(|&item| choice(item)).collect();
                let increases = picked.windows(2).all(|two| targets[two[0]] < targets[two[1]]);
                increases.then(|| picked.iter().map(|&item| weights[item]).sum())
            };
            let found = weight(&|item| chosen[item]);
            let most = (0u32..1 << targets.len()).filter_map(|set| weight(&|item| set >> item & 1 == 1)).max();
            prop_assert_eq!(found, most);
        }
    }
}
