//! Which items of one file are which of the other, and which of them stand elsewhere.
//!
//! Items that are equal are found first, in order and then out of it; then those that have a name in common,
//! or most of their text. Of all pairs those stay in their places that keep the most tokens in order; the
//! others have moved.

use std::collections::VecDeque;

use imara_diff::Algorithm;
use rustc_hash::{FxHashMap, FxHashSet};

use super::align::common;
use super::effort::Effort;
use super::items::{Item, Kind};

/// An item of either side by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub a: usize,
    pub b: usize,
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

/// The items of a file, and the numbers of its tokens.
#[derive(Clone, Copy)]
pub struct Side<'t> {
    pub items: &'t [Item],
    pub numbers: &'t [u32],
}

impl<'t> Side<'t> {
    fn text(&self, item: usize) -> &'t [u32] {
        &self.numbers[self.items[item].tokens.clone()]
    }

    fn name(&self, item: usize) -> Option<(Kind, u32)> {
        let item = &self.items[item];
        item.name.map(|token| (item.kind, self.numbers[token]))
    }
}

/// Pairs the items of two files.
pub fn pairs(a: Side, b: Side) -> Pairs {
    let mut ids: FxHashMap<&[u32], u32> = FxHashMap::default();
    let mut id = |text| {
        let next = ids.len() as u32;
        *ids.entry(text).or_insert(next)
    };
    let ids_a: Vec<u32> = (0..a.items.len()).map(|item| id(a.text(item))).collect();
    let ids_b: Vec<u32> = (0..b.items.len()).map(|item| id(b.text(item))).collect();
    let mut matching = Matching::new(a, b);
    for (first, second, length) in common(&ids_a, &ids_b, Algorithm::Histogram, &mut Effort::default()) {
        (0..length).for_each(|step| matching.pair(first + step, second + step, true));
    }
    matching.equal_elsewhere(&ids_a, &ids_b);
    matching.of_one_name();
    matching.similar();
    matching.settle()
}

struct Matching<'t> {
    a: Side<'t>,
    b: Side<'t>,
    pairs: Vec<Pair>,
    is_paired_a: Vec<bool>,
    is_paired_b: Vec<bool>,
}

impl<'t> Matching<'t> {
    fn new(a: Side<'t>, b: Side<'t>) -> Self {
        let is_paired = |side: Side| vec![false; side.items.len()];
        Matching { a, b, pairs: Vec::new(), is_paired_a: is_paired(a), is_paired_b: is_paired(b) }
    }

    fn pair(&mut self, a: usize, b: usize, is_equal: bool) {
        self.is_paired_a[a] = true;
        self.is_paired_b[b] = true;
        self.pairs.push(Pair { a, b, is_equal });
    }

    fn left_a(&self) -> Vec<usize> {
        (0..self.a.items.len()).filter(|&item| !self.is_paired_a[item]).collect()
    }

    fn left_b(&self) -> Vec<usize> {
        (0..self.b.items.len()).filter(|&item| !self.is_paired_b[item]).collect()
    }

    /// Pairs items that have a key in common, the first with the first and so on.
    fn by_key<K: std::hash::Hash + Eq>(
        &mut self,
        key_a: impl Fn(usize) -> Option<K>,
        key_b: impl Fn(usize) -> Option<K>,
        fits: impl Fn(&Self, usize, usize) -> bool,
        is_equal: bool,
    ) {
        let mut waiting: FxHashMap<K, VecDeque<usize>> = FxHashMap::default();
        for item in self.left_a() {
            if let Some(key) = key_a(item) {
                waiting.entry(key).or_default().push_back(item);
            }
        }
        for item in self.left_b() {
            let candidates = key_b(item).and_then(|key| waiting.get_mut(&key));
            if let Some(candidates) = candidates
                && let Some(&other) = candidates.front()
                && fits(self, other, item)
            {
                candidates.pop_front();
                self.pair(other, item, is_equal);
            }
        }
    }

    fn equal_elsewhere(&mut self, ids_a: &[u32], ids_b: &[u32]) {
        let may_move = |side: Side<'t>| move |item: usize| side.items[item].kind != Kind::Braces;
        let (may_move_a, may_move_b) = (may_move(self.a), may_move(self.b));
        self.by_key(
            |item| may_move_a(item).then_some(ids_a[item]),
            |item| may_move_b(item).then_some(ids_b[item]),
            |_, _, _| true,
            true,
        );
    }

    fn of_one_name(&mut self) {
        let (a, b) = (self.a, self.b);
        self.by_key(
            |item| a.name(item),
            |item| b.name(item),
            |matching, item, other| matching.likeness(item, other) >= ENOUGH_WITH_A_NAME,
            false,
        );
    }

    /// How much of the larger of two items the other one has, in rows of tokens, from 0 to 1.
    fn likeness(&self, a: usize, b: usize) -> f64 {
        let (rows_a, rows_b) = (rows(self.a.text(a)), rows(self.b.text(b)));
        let common = rows_a.intersection(&rows_b).count();
        common as f64 / rows_a.len().max(rows_b.len()).max(1) as f64
    }

    /// Pairs what is left and has most of its text in common.
    fn similar(&mut self) {
        let is_large = |side: Side, item: usize| side.items[item].tokens.len() >= LARGE;
        let mut found: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for item in self.left_a().into_iter().filter(|&item| is_large(self.a, item)) {
            for row in rows(self.a.text(item)) {
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
        let mut left_b = self.left_b();
        left_b.retain(|&item| is_large(self.b, item));
        for item in left_b {
            let mut hits: FxHashMap<usize, usize> = FxHashMap::default();
            for row in rows(self.b.text(item)) {
                for &other in found.get(&row).into_iter().flatten() {
                    *hits.entry(other).or_default() += 1;
                }
            }
            let best = hits
                .into_iter()
                .filter(|&(other, _)| !self.is_paired_a[other])
                .filter(|&(other, _)| self.a.items[other].kind == self.b.items[item].kind)
                .max_by_key(|&(other, count)| (count, std::cmp::Reverse(other)));
            if let Some((other, _)) = best
                && self.likeness(other, item) >= ENOUGH
            {
                self.pair(other, item, false);
            }
        }
    }

    /// Decides which pairs stay in place.
    fn settle(mut self) -> Pairs {
        self.pairs.sort_unstable_by_key(|pair| pair.a);
        let weights: Vec<u64> = self
            .pairs
            .iter()
            .map(|pair| {
                let tokens = self.a.items[pair.a].tokens.len().min(self.b.items[pair.b].tokens.len()) as u64;
                // Of two that could have moved, the changed one did.
                if pair.is_equal { 4 * tokens } else { tokens }
            })
            .collect();
        let targets: Vec<usize> = self.pairs.iter().map(|pair| pair.b).collect();
        let stays = heaviest_increasing(&targets, &weights, self.b.items.len());
        let mut settled = Pairs::default();
        for (pair, stays) in self.pairs.into_iter().zip(stays) {
            if stays {
                settled.in_place.push(pair);
            } else if self.a.items[pair.a].kind != Kind::Braces {
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
    let row = |row: &[u32]| {
        row.iter().fold(0u64, |hash, &number| {
            (hash.rotate_left(5) ^ u64::from(number)).wrapping_mul(0x517c_c1b7_2722_0a95)
        })
    };
    text.windows(text.len().clamp(1, 3)).map(row).collect()
}

/// Which of some items, each with a target and a weight, are the heaviest choice whose targets increase. No
/// two have one target.
fn heaviest_increasing(targets: &[usize], weights: &[u64], end: usize) -> Vec<bool> {
    // For the targets up to some: the heaviest choice that ends there, and with which item; a Fenwick tree.
    let mut best: Vec<(u64, usize)> = vec![(0, usize::MAX); end + 1];
    let mut before = vec![usize::MAX; targets.len()];
    let (mut last, mut most) = (usize::MAX, 0);
    for (item, (&target, &weight)) in targets.iter().zip(weights).enumerate() {
        let (mut at, mut heaviest) = (target, (0, usize::MAX));
        while at > 0 {
            if best[at].0 > heaviest.0 {
                heaviest = best[at];
            }
            at &= at - 1;
        }
        before[item] = heaviest.1;
        let total = heaviest.0 + weight;
        if total > most {
            (last, most) = (item, total);
        }
        let mut at = target + 1;
        while at <= end {
            if total > best[at].0 {
                best[at] = (total, item);
            }
            at += at & at.wrapping_neg();
        }
    }
    let mut chosen = vec![false; targets.len()];
    while last != usize::MAX {
        chosen[last] = true;
        last = before[last];
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_heavier_stay() {
        assert_eq!(heaviest_increasing(&[2, 0, 1], &[3, 1, 1], 3), [true, false, false]);
        assert_eq!(heaviest_increasing(&[2, 0, 1], &[1, 1, 1], 3), [false, true, true]);
        assert_eq!(heaviest_increasing(&[], &[], 0), [] as [bool; 0]);
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
            let chosen = heaviest_increasing(&targets, &weights, targets.len());
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
