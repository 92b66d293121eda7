//! Comparison by tokens.
//!
//! Two files of C or CUDA are the same if their tokens are: blanks, line ends and spliced lines do not count
//! ([`tokens`] says where they do). The work is done in three steps, each finer than the last:
//!
//! 1. Both files are cut into top-level [`items`], and these are paired ([`moves`]). What is equal and in order
//!    is done with; what is out of order has moved.
//! 2. Between items that are equal, statements are compared,
//! 3. and where statements differ, their tokens ([`align`]).
//!
//! The result is a [`Comparison`]: for each token its counterpart, if it has one. From it come the forms in
//! which it is shown: [`unified`], [`side_by_side`] and [`json`]. [`preserved`] does what tokens cannot: it
//! holds the bytes of an output against those of the source that it was made from.
//!
//! This room reads no file and prints nothing. It takes any bytes.

mod align;
mod effort;
mod highlight;
mod hunks;
mod items;
mod json;
mod moves;
pub mod preserved;
mod renames;
mod side_by_side;
mod splices;
mod style;
mod tokens;
mod unified;

#[cfg(test)]
mod tests;

use std::ops::Range;

use align::{Aligner, NONE};
use items::{Item, Kind};
pub use json::{json_lines, json_of_faults, json_of_not_taken};
pub use renames::Rename;
pub use side_by_side::side_by_side;
pub use style::Appearance;
pub use tokens::Text;
use tokens::{Class, Symbols, Token};
pub use unified::{faults, not_taken, unified};

/// What does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub ignore_comments: bool,
    /// Names that differ only by a counter are equal, as far as they can be put into a one-to-one relation.
    pub rename: bool,
}

/// Two files and what is the same in them.
#[derive(Debug)]
pub struct Comparison<'t> {
    pub(crate) a: Side<'t>,
    pub(crate) b: Side<'t>,
    moves: Vec<Move>,
    renames: Vec<Rename>,
}

/// One of the two files.
#[derive(Debug)]
pub(crate) struct Side<'t> {
    text: &'t Text,
    tokens: Vec<Token>,
    items: Vec<Item>,
    /// For each token the one on the other side that it is, or [`NONE`].
    counterparts: Vec<u32>,
    /// The tokens of items that stay where they are.
    in_place: Vec<u32>,
}

impl Side<'_> {
    fn spelling(&self, token: usize) -> &[u8] {
        &self.text.bytes()[self.tokens[token].span()]
    }

    /// The bytes from the first of some tokens to the last.
    fn span(&self, tokens: &Range<usize>) -> Range<usize> {
        match tokens.is_empty() {
            false => self.tokens[tokens.start].start as usize..self.tokens[tokens.end - 1].end as usize,
            true => {
                let at = self
                    .tokens
                    .get(tokens.start)
                    .map_or(self.text.bytes().len(), |token| token.start as usize);
                at..at
            }
        }
    }

    fn is_kept(&self, token: u32) -> bool {
        self.counterparts[token as usize] != NONE
    }
}

/// An item that stands elsewhere in the second file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    a: Range<usize>,
    b: Range<usize>,
    kind: Kind,
    name: String,
    is_equal: bool,
}

/// Tokens of the first file that became tokens of the second. One of the two ranges may be empty. Both are
/// indices into the lists that were asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    a: Range<usize>,
    b: Range<usize>,
}

/// Compares two files.
pub fn compare<'t>(a: &'t Text, b: &'t Text, options: Options) -> Comparison<'t> {
    let mut symbols = Symbols::default();
    let mut tokens_of = |text: &'t Text| {
        let mut tokens = tokens::tokenise(text, &mut symbols);
        if options.ignore_comments {
            tokens.retain(|token| token.class != Class::Comment);
        }
        tokens
    };
    let (tokens_a, tokens_b) = (tokens_of(a), tokens_of(b));
    let side = |text, tokens: Vec<Token>| Side {
        items: items::items(text, &tokens),
        counterparts: vec![NONE; tokens.len()],
        in_place: Vec::new(),
        text,
        tokens,
    };
    let mut comparison =
        Comparison { a: side(a, tokens_a), b: side(b, tokens_b), moves: Vec::new(), renames: Vec::new() };
    let numbers = |side: &Side| -> Vec<u32> { side.tokens.iter().map(|token| token.symbol).collect() };
    let (mut numbers_a, numbers_b) = (numbers(&comparison.a), numbers(&comparison.b));
    if options.rename {
        // Once as if all counters were equal, to see which name is which, and then for good.
        let stems = renames::Stems::of(&comparison, &mut symbols);
        comparison.align(&stems.numbers(&comparison.a), &stems.numbers(&comparison.b));
        let found = renames::Renames::of(&comparison, &mut symbols);
        found.apply(&comparison.a, &mut numbers_a);
        comparison.renames = found.list;
    }
    comparison.align(&numbers_a, &numbers_b);
    comparison
}

impl<'t> Comparison<'t> {
    /// Finds counterparts. Equal numbers are equal tokens.
    fn align(&mut self, numbers_a: &[u32], numbers_b: &[u32]) {
        let pairs = match numbers_a == numbers_b {
            true => moves::Pairs::default(),
            false => moves::pairs(
                moves::Side { items: &self.a.items, numbers: numbers_a },
                moves::Side { items: &self.b.items, numbers: numbers_b },
            ),
        };
        self.moves = self.as_moves(&pairs.moved);
        let moved = |count: usize, range: fn(&Move) -> &Range<usize>| {
            let mut moved = vec![false; count];
            self.moves.iter().for_each(|item| moved[range(item).clone()].fill(true));
            moved
        };
        let moved_a = moved(self.a.tokens.len(), |item| &item.a);
        let moved_b = moved(self.b.tokens.len(), |item| &item.b);
        let unmoved = |range: Range<usize>, moved: &[bool]| -> Vec<u32> {
            range.filter(|&token| !moved[token]).map(|token| token as u32).collect()
        };
        let all = |range: &Range<usize>| -> Vec<u32> { range.clone().map(|token| token as u32).collect() };

        let mut aligner = Aligner::new(
            align::Side::new(&self.a.tokens, numbers_a),
            align::Side::new(&self.b.tokens, numbers_b),
        );
        let (mut from_a, mut from_b) = (0, 0);
        for pair in pairs.in_place.iter().filter(|pair| pair.is_equal) {
            let (item_a, item_b) = (&self.a.items[pair.a].tokens, &self.b.items[pair.b].tokens);
            aligner.align(&unmoved(from_a..item_a.start, &moved_a), &unmoved(from_b..item_b.start, &moved_b));
            item_a
                .clone()
                .zip(item_b.clone())
                .for_each(|(one, other)| aligner.pair(one as u32, other as u32));
            (from_a, from_b) = (item_a.end, item_b.end);
        }
        let rest = (from_a..self.a.tokens.len(), from_b..self.b.tokens.len());
        aligner.align(&unmoved(rest.0, &moved_a), &unmoved(rest.1, &moved_b));
        for item in &mut self.moves {
            aligner.align(&all(&item.a), &all(&item.b));
        }
        let (counterparts_a, counterparts_b) = aligner.counterparts();
        self.a.counterparts = counterparts_a;
        self.b.counterparts = counterparts_b;
        self.a.in_place = unmoved(0..self.a.tokens.len(), &moved_a);
        self.b.in_place = unmoved(0..self.b.tokens.len(), &moved_b);
    }

    /// Items that moved, each with the comments that stand in front of it.
    fn as_moves(&self, pairs: &[moves::Pair]) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        let mut last: Option<moves::Pair> = None;
        for pair in pairs {
            let (item_a, item_b) = (&self.a.items[pair.a], &self.b.items[pair.b]);
            let follows = last.is_some_and(|last| last.a + 1 == pair.a && last.b + 1 == pair.b);
            last = Some(*pair);
            let name = item_b
                .name
                .map_or(String::new(), |token| String::from_utf8_lossy(self.b.spelling(token)).into_owned());
            match moves.last_mut() {
                Some(comment) if follows && comment.kind == Kind::Comment => {
                    comment.a.end = item_a.tokens.end;
                    comment.b.end = item_b.tokens.end;
                    comment.kind = item_b.kind;
                    comment.name = name;
                    comment.is_equal &= pair.is_equal;
                }
                _ => moves.push(Move {
                    a: item_a.tokens.clone(),
                    b: item_b.tokens.clone(),
                    kind: item_b.kind,
                    name,
                    is_equal: pair.is_equal,
                }),
            }
        }
        moves
    }

    /// Whether a token of either file has no counterpart.
    pub fn has_changes(&self) -> bool {
        let lacks = |side: &Side| side.counterparts.contains(&NONE);
        lacks(&self.a) || lacks(&self.b)
    }

    /// Whether an item stands elsewhere.
    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The names that were taken for one another.
    pub fn renames(&self) -> &[Rename] {
        &self.renames
    }

    /// What differs among some tokens of either side whose counterparts are among them, in order.
    fn changes(&self, a: &[u32], b: &[u32]) -> Vec<Change> {
        let mut changes = Vec::new();
        let (mut at_a, mut at_b) = (0, 0);
        loop {
            let start = (at_a, at_b);
            while at_a < a.len() && !self.a.is_kept(a[at_a]) {
                at_a += 1;
            }
            while at_b < b.len() && !self.b.is_kept(b[at_b]) {
                at_b += 1;
            }
            if (at_a, at_b) != start {
                changes.push(Change { a: start.0..at_a, b: start.1..at_b });
            }
            if at_a == a.len() || at_b == b.len() {
                debug_assert!(at_a == a.len() && at_b == b.len());
                return changes;
            }
            at_a += 1;
            at_b += 1;
        }
    }
}
