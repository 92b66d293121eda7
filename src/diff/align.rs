//! Which tokens of one list stand for which of the other.
//!
//! The crate `imara-diff` finds common subsequences. It is asked twice: for statements, which are few and
//! different from one another, and then for tokens where statements differ. Asked for tokens at once, it
//! would take the parentheses of one call for those of another.

use imara_diff::{Algorithm, Diff, NoSliderHeuristic, Token as Number};

use rustc_hash::FxHashMap;

use super::effort::{Effort, ends};
use super::tokens::{Class, Token};

/// No counterpart.
pub const NONE: u32 = u32::MAX;

/// Two token lists, each with the numbers that say which tokens are equal, and what is known of their
/// counterparts.
pub struct Aligner<'t> {
    pub a: Side<'t>,
    pub b: Side<'t>,
    effort: Effort,
}

pub struct Side<'t> {
    pub tokens: &'t [Token],
    /// Equal numbers are equal tokens.
    pub numbers: &'t [u32],
    /// The token on the other side that each is, or [`NONE`].
    pub counterparts: Vec<u32>,
}

impl<'t> Side<'t> {
    pub fn new(tokens: &'t [Token], numbers: &'t [u32]) -> Self {
        Side { tokens, numbers, counterparts: vec![NONE; tokens.len()] }
    }

    fn numbers_of(&self, tokens: &[u32]) -> Vec<u32> {
        tokens.iter().map(|&token| self.numbers[token as usize]).collect()
    }
}

impl<'t> Aligner<'t> {
    pub fn new(a: Side<'t>, b: Side<'t>) -> Self {
        Aligner { a, b, effort: Effort::default() }
    }

    /// The counterparts that were found on either side.
    pub fn counterparts(self) -> (Vec<u32>, Vec<u32>) {
        (self.a.counterparts, self.b.counterparts)
    }

    /// Takes two tokens for one another.
    pub fn pair(&mut self, a: u32, b: u32) {
        self.a.counterparts[a as usize] = b;
        self.b.counterparts[b as usize] = a;
    }

    /// Finds counterparts among some tokens of either side, in the order of both.
    pub fn align(&mut self, a: &[u32], b: &[u32]) {
        if a.is_empty() || b.is_empty() {
            return;
        }
        let (cuts_a, cuts_b) = (statements(&self.a, a), statements(&self.b, b));
        self.align_pieces((a, &cuts_a), (b, &cuts_b), Self::align_tokens);
    }

    /// Finds counterparts among pieces of lists, and among what lies between those that are equal.
    fn align_pieces(
        &mut self,
        (a, cuts_a): (&[u32], &[usize]),
        (b, cuts_b): (&[u32], &[usize]),
        rest: fn(&mut Self, &[u32], &[u32]),
    ) {
        let mut ids: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut pieces = |side: &Side, tokens: &[u32], cuts: &[usize]| -> Vec<u32> {
            cuts.windows(2)
                .map(|cut| {
                    let next = ids.len() as u32;
                    *ids.entry(side.numbers_of(&tokens[cut[0]..cut[1]])).or_insert(next)
                })
                .collect()
        };
        let (pieces_a, pieces_b) = (pieces(&self.a, a, cuts_a), pieces(&self.b, b, cuts_b));
        let mut from = (0, 0);
        for (first, second, length) in common(&pieces_a, &pieces_b, Algorithm::Histogram, &mut self.effort) {
            rest(self, &a[cuts_a[from.0]..cuts_a[first]], &b[cuts_b[from.1]..cuts_b[second]]);
            let equal_a = &a[cuts_a[first]..cuts_a[first + length]];
            let equal_b = &b[cuts_b[second]..cuts_b[second + length]];
            equal_a.iter().zip(equal_b).for_each(|(&one, &other)| self.pair(one, other));
            from = (first + length, second + length);
        }
        rest(self, &a[cuts_a[from.0]..], &b[cuts_b[from.1]..]);
    }

    /// Finds counterparts token by token.
    fn align_tokens(&mut self, a: &[u32], b: &[u32]) {
        if a.is_empty() || b.is_empty() {
            return;
        }
        if a.len().min(b.len()) > MANY {
            let (numbers_a, numbers_b) = (self.a.numbers_of(a), self.b.numbers_of(b));
            let (cuts_a, cuts_b) = (portions(&numbers_a), portions(&numbers_b));
            return self.align_pieces((a, &cuts_a), (b, &cuts_b), Self::align_few);
        }
        self.align_few(a, b);
    }

    /// Finds counterparts token by token, unless there are so many that it is not worth the time.
    fn align_few(&mut self, a: &[u32], b: &[u32]) {
        if a.is_empty() || b.is_empty() || a.len().min(b.len()) > MANY {
            return;
        }
        let (numbers_a, numbers_b) = (self.a.numbers_of(a), self.b.numbers_of(b));
        let stretches = common(&numbers_a, &numbers_b, Algorithm::Myers, &mut self.effort);
        for (first, second, length) in without_coincidences(&stretches, a.len(), b.len()) {
            for step in 0..length {
                self.pair(a[first + step], b[second + step]);
            }
        }
    }
}

/// How many tokens a statement may have to be compared token by token. Only tables have more.
const MANY: usize = 5_000;

/// Cuts a long list into portions of some 64 numbers, at places that depend on what stands there alone: a
/// change moves no cut but those beside it.
fn portions(numbers: &[u32]) -> Vec<usize> {
    const AROUND: usize = 8;
    let mut cuts = vec![0];
    for (at, window) in numbers.windows(AROUND).enumerate() {
        let hash = window.iter().fold(0u64, |hash, &number| {
            (hash.rotate_left(5) ^ u64::from(number)).wrapping_mul(0x517c_c1b7_2722_0a95)
        });
        if hash >> 58 == 0 {
            cuts.push(at + AROUND);
        }
    }
    if cuts.last() != Some(&numbers.len()) {
        cuts.push(numbers.len());
    }
    cuts
}

/// Where statements begin among some tokens, and where the last one ends. The cut depends on tokens alone.
fn statements(side: &Side, tokens: &[u32]) -> Vec<usize> {
    let mut cuts = vec![0];
    let (mut is_directive, mut parentheses) = (false, 0i32);
    for (index, &token) in tokens.iter().enumerate() {
        let token = &side.tokens[token as usize];
        let ends = match (token.class, token.first) {
            (Class::Directive, _) => {
                if cuts.last() != Some(&index) {
                    cuts.push(index);
                }
                is_directive = true;
                false
            }
            (Class::DirectiveEnd, _) => {
                is_directive = false;
                true
            }
            _ if is_directive => false,
            (Class::Comment, _) | (Class::Punctuator, b'{' | b'}') => {
                parentheses = 0;
                true
            }
            // Those in the head of a loop end no statement.
            (Class::Punctuator, b';') => parentheses == 0,
            (Class::Punctuator, b'(') => {
                parentheses += 1;
                false
            }
            (Class::Punctuator, b')') => {
                parentheses = (parentheses - 1).max(0);
                false
            }
            _ => false,
        };
        if ends {
            cuts.push(index + 1);
        }
    }
    if cuts.last() != Some(&tokens.len()) {
        cuts.push(tokens.len());
    }
    cuts
}

/// The stretches that two lists have in common, in order: where they begin in either, and how long they are. Where it
/// would be too much work to find them all, those at the beginning and at the end.
pub fn common(a: &[u32], b: &[u32], algorithm: Algorithm, effort: &mut Effort) -> Vec<(usize, usize, usize)> {
    // `imara-diff` keeps tables as long as the largest number that it is given. Most lists are short and their
    // numbers large, so they are given smaller ones.
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    let mut renumbered = |list: &[u32]| -> Vec<Number> {
        list.iter()
            .map(|&number| {
                let next = numbers.len() as u32;
                Number(*numbers.entry(number).or_insert(next))
            })
            .collect()
    };
    let (before, after) = (renumbered(a), renumbered(b));
    if !effort.allows(&before, &after, numbers.len(), algorithm) {
        return ends(a, b);
    }
    let mut diff = Diff::default();
    diff.compute_with(algorithm, &before, &after, numbers.len() as u32);
    diff.postprocess_with(&before, &after, NoSliderHeuristic);
    let mut common = Vec::new();
    let mut from = (0, 0);
    for hunk in diff.hunks() {
        common.push((from.0, from.1, hunk.before.start as usize - from.0));
        from = (hunk.before.end as usize, hunk.after.end as usize);
    }
    common.push((from.0, from.1, a.len() - from.0));
    common.retain(|&(_, _, length)| length > 0);
    common
}

/// Leaves out what two stretches of tokens have in common only by chance: a comma or a name between two
/// changes, each of which is larger than it.
fn without_coincidences(
    common: &[(usize, usize, usize)],
    length_a: usize,
    length_b: usize,
) -> Vec<(usize, usize, usize)> {
    // How much is changed on both sides of each stretch; those that go make one change of two.
    let mut kept: Vec<(usize, usize, usize)> = Vec::with_capacity(common.len());
    for (index, &stretch) in common.iter().enumerate() {
        let next = common.get(index + 1).map_or((length_a, length_b), |&(a, b, _)| (a, b));
        let behind = (next.0 - stretch.0 - stretch.2).max(next.1 - stretch.1 - stretch.2);
        kept.push(stretch);
        let mut behind = behind;
        // What was left standing in front of the larger change may fall now.
        while let Some(&(a, b, length)) = kept.last() {
            let before = kept.len().checked_sub(2).map_or((0, 0), |at| {
                let (a, b, length) = kept[at];
                (a + length, b + length)
            });
            let in_front = (a - before.0).max(b - before.1);
            if length >= in_front || length >= behind || length > MOST_BY_CHANCE {
                break;
            }
            kept.pop();
            behind += in_front + length;
        }
    }
    kept
}

/// How many tokens in a row two stretches may have in common by chance.
const MOST_BY_CHANCE: usize = 4;
