//! Which tokens of one list stand for which of the other.
//!
//! The crate `imara-diff` finds common subsequences. It is asked twice: for statements, which are few and
//! different from one another, and then for tokens where statements differ. Asked for tokens at once, it
//! would take the parentheses of one call for those of another.

use std::hash::Hash;

use imara_diff::{Algorithm, Diff, InternedInput, Interner};

use super::Side;
use super::effort::Effort;
use super::tokens::{Class, Token};

/// Two files whose tokens get counterparts.
pub struct Aligner<'s, 't> {
    pub sides: &'s mut [Side<'t>; 2],
    effort: Effort,
}

impl<'s, 't> Aligner<'s, 't> {
    pub fn new(sides: &'s mut [Side<'t>; 2]) -> Self {
        Aligner { sides, effort: Effort::default() }
    }

    /// Takes two tokens for one another.
    pub fn pair(&mut self, a: u32, b: u32) {
        self.sides[0].counterparts[a as usize] = Some(b);
        self.sides[1].counterparts[b as usize] = Some(a);
    }

    /// Finds counterparts among some tokens of either side, in the order of both.
    pub fn align(&mut self, [a, b]: &[Vec<u32>; 2]) {
        if !a.is_empty() && !b.is_empty() {
            let cuts = [statements(&self.sides[0], a), statements(&self.sides[1], b)];
            self.align_pieces([a, b], &cuts, Self::align_tokens);
        }
    }

    /// The numbers of some tokens of either side.
    fn numbers(&self, tokens: [&[u32]; 2]) -> [Vec<u32>; 2] {
        [0, 1]
            .map(|side| tokens[side].iter().map(|&token| self.sides[side].numbers[token as usize]).collect())
    }

    /// Finds counterparts among pieces of lists, and among what lies between those that are equal.
    fn align_pieces(
        &mut self,
        tokens: [&[u32]; 2],
        cuts: &[Vec<usize>; 2],
        rest: fn(&mut Self, [&[u32]; 2]),
    ) {
        let numbers = self.numbers(tokens);
        let [a, b] = [0, 1].map(|side| cuts[side].windows(2).map(move |cut| (side, cut[0]..cut[1])));
        let piece = |(side, piece): (usize, std::ops::Range<usize>)| &numbers[side][piece];
        let equal = common(a.map(piece), b.map(piece), Algorithm::Histogram, &mut self.effort);
        let between = |from: [usize; 2], to: [usize; 2]| {
            [0, 1].map(|side| &tokens[side][cuts[side][from[side]]..cuts[side][to[side]]])
        };
        let mut from = [0, 0];
        for stretch in equal {
            rest(self, between(from, stretch.start));
            from = stretch.end();
            let [a, b] = between(stretch.start, from);
            a.iter().zip(b).for_each(|(&one, &other)| self.pair(one, other));
        }
        rest(self, between(from, [cuts[0].len() - 1, cuts[1].len() - 1]));
    }

    /// Finds counterparts token by token.
    fn align_tokens(&mut self, tokens: [&[u32]; 2]) {
        if tokens[0].len().min(tokens[1].len()) > MANY {
            let cuts = self.numbers(tokens).map(|numbers| portions(&numbers));
            return self.align_pieces(tokens, &cuts, Self::align_few);
        }
        self.align_few(tokens);
    }

    /// Finds counterparts token by token, unless there are so many that it is not worth the time.
    fn align_few(&mut self, tokens: [&[u32]; 2]) {
        let [a, b] = tokens;
        if a.is_empty() || b.is_empty() || a.len().min(b.len()) > MANY {
            return;
        }
        let [of_a, of_b] = self.numbers(tokens);
        let stretches = common(of_a.iter(), of_b.iter(), Algorithm::Myers, &mut self.effort);
        for Stretch { start: [first, second], length } in without_coincidences(&stretches, [a.len(), b.len()])
        {
            (0..length).for_each(|step| self.pair(a[first + step], b[second + step]));
        }
    }
}

/// How many tokens a statement may have to be compared token by token. Only tables have more.
const MANY: usize = 5_000;

/// Cuts a long list into portions of some 64 numbers, at places that depend on what stands there alone: a
/// change moves no cut but those beside it.
fn portions(numbers: &[u32]) -> Vec<usize> {
    const AROUND: usize = 8;
    let ends = numbers.windows(AROUND).enumerate().filter(|(_, around)| hash(around) >> 58 == 0);
    with_ends(ends.map(|(at, _)| at + AROUND), numbers.len())
}

/// A hash of some numbers in a row.
pub fn hash(numbers: &[u32]) -> u64 {
    numbers.iter().fold(0, |hash, &number| {
        (hash.rotate_left(5) ^ u64::from(number)).wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}

/// Where a list is cut, with its beginning and its end.
fn with_ends(cuts: impl Iterator<Item = usize>, end: usize) -> Vec<usize> {
    let mut all: Vec<usize> = std::iter::once(0).chain(cuts).chain([end]).collect();
    all.dedup();
    all
}

/// Where statements begin among some tokens, and where the last one ends. The cut depends on tokens alone.
fn statements(side: &Side, tokens: &[u32]) -> Vec<usize> {
    let (mut is_directive, mut parentheses) = (false, 0i32);
    let cuts = tokens.iter().enumerate().filter_map(|(index, &token)| {
        let Token { class, first, .. } = side.tokens[token as usize];
        let ends = match (class, first) {
            (Class::Directive, _) => {
                is_directive = true;
                return Some(index);
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
        ends.then_some(index + 1)
    });
    with_ends(cuts, tokens.len())
}

/// What two lists have in common somewhere: where it begins in either, and how long it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub start: [usize; 2],
    pub length: usize,
}

impl Stretch {
    pub fn end(&self) -> [usize; 2] {
        self.start.map(|start| start + self.length)
    }
}

/// The stretches that two lists have in common, in order. Where it would be too much work to find them all, those at the
/// beginning and at the end.
pub fn common<T: Hash + Eq>(
    a: impl Iterator<Item = T>,
    b: impl Iterator<Item = T>,
    algorithm: Algorithm,
    effort: &mut Effort,
) -> Vec<Stretch> {
    let mut input = InternedInput { before: Vec::new(), after: Vec::new(), interner: Interner::new(0) };
    input.update_before(a);
    input.update_after(b);
    let (a, b) = (&input.before, &input.after);
    let lengths = [a.len(), b.len()];
    let mut common = Vec::new();
    if effort.allows(a, b, input.interner.num_tokens() as usize, algorithm) {
        let mut diff = Diff::compute(algorithm, &input);
        diff.postprocess_no_heuristic(&input);
        let mut start = [0, 0];
        for hunk in diff.hunks() {
            common.push(Stretch { start, length: hunk.before.start as usize - start[0] });
            start = [hunk.before.end as usize, hunk.after.end as usize];
        }
        common.push(Stretch { start, length: lengths[0] - start[0] });
    } else {
        let (front, back) = common_ends(a, b);
        common.push(Stretch { start: [0, 0], length: front });
        common.push(Stretch { start: lengths.map(|length| length - back), length: back });
    }
    common.retain(|stretch| stretch.length > 0);
    common
}

/// How much two lists have in common at their beginning, and of the rest at their end.
pub fn common_ends<T: PartialEq>(a: &[T], b: &[T]) -> (usize, usize) {
    let front = a.iter().zip(b).take_while(|(one, other)| one == other).count();
    let rest = a[front..].iter().rev().zip(b[front..].iter().rev());
    (front, rest.take_while(|(one, other)| one == other).count())
}

/// Leaves out what two stretches of tokens have in common only by chance: a comma or a name between two
/// changes, each of which is larger than it.
fn without_coincidences(common: &[Stretch], lengths: [usize; 2]) -> Vec<Stretch> {
    // How much is changed between two places; stretches that go make one change of two.
    let change = |from: [usize; 2], to: [usize; 2]| (to[0] - from[0]).max(to[1] - from[1]);
    let mut kept: Vec<Stretch> = Vec::with_capacity(common.len());
    for (index, stretch) in common.iter().enumerate() {
        let next = common.get(index + 1).map_or(lengths, |next| next.start);
        let mut behind = change(stretch.end(), next);
        kept.push(*stretch);
        // What was left standing in front of the larger change may fall now.
        while let Some(last) = kept.last() {
            let before = kept.iter().rev().nth(1).map_or([0, 0], Stretch::end);
            let in_front = change(before, last.start);
            if last.length >= in_front.min(behind) || last.length > MOST_BY_CHANCE {
                break;
            }
            behind += in_front + last.length;
            kept.pop();
        }
    }
    kept
}

/// How many tokens in a row two stretches may have in common by chance.
const MOST_BY_CHANCE: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_do_not_overlap() {
        assert_eq!(common_ends(b"abab", b"abcab"), (2, 2));
        assert_eq!(common_ends(b"aaa", b"aaaaa"), (3, 0));
        assert_eq!(common_ends(b"xaa", b"aa"), (0, 2));
        assert_eq!(common_ends(b"", b"a"), (0, 0));
        assert_eq!(common_ends(b"ab", b"cd"), (0, 0));
    }
}
