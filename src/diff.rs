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
//! The result is a [`Comparison`]: for each token its counterpart, if it has one, and what follows from that, in parts:
//! what stays where it is, and each item that moved. From it come the forms in which it is shown: [`unified`],
//! [`side_by_side`] and [`json`]. [`preserved`] does what tokens cannot: it
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
mod report;
mod side_by_side;
mod style;
pub mod tokens;
mod unified;

use std::ops::Range;

use rucc_base::Interner;

use align::Aligner;
use items::{Item, Kind};
pub use json::{json_lines, json_of_faults, json_of_not_taken};
pub use renames::Rename;
pub use side_by_side::side_by_side;
pub use style::Appearance;
pub use tokens::Text;
use tokens::{Class, Token};
pub use unified::{faults, not_taken, unified};

/// What does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub ignore_comments: bool,
    /// Names that differ only by a counter are equal, as far as they can be put into a one-to-one relation.
    pub rename: bool,
}

/// Two files and what is the same in them. What there is of both is in an array, that of the first file first.
#[derive(Debug)]
pub struct Comparison<'t> {
    pub(crate) sides: [Side<'t>; 2],
    /// What stays where it is, and then each item that moved. Every token is in one part.
    parts: Vec<Part>,
    renames: Vec<Rename>,
}

/// One of the two files.
#[derive(Debug)]
pub(crate) struct Side<'t> {
    text: &'t Text,
    tokens: Vec<Token>,
    /// Equal numbers are equal tokens.
    numbers: Vec<u32>,
    items: Vec<Item>,
    /// For each token the one on the other side that it is.
    counterparts: Vec<Option<u32>>,
}

impl<'t> Side<'t> {
    fn of(text: &'t Text, options: Options, interner: &mut Interner) -> Self {
        let mut tokens = tokens::tokenise(text, interner);
        if options.ignore_comments {
            tokens.retain(|token| token.class != Class::Comment);
        }
        let numbers = tokens.iter().map(|token| token.symbol).collect();
        let items = items::items(text, &tokens);
        Side { text, numbers, items, counterparts: vec![None; tokens.len()], tokens }
    }

    fn spelling(&self, token: usize) -> &'t [u8] {
        &self.text.bytes()[self.tokens[token].span()]
    }

    /// The bytes from the first of some tokens to the last; of none, the place where they would be.
    fn span(&self, tokens: &Range<usize>) -> Range<usize> {
        let end_of_text = self.text.bytes().len();
        let start = self.tokens.get(tokens.start).map_or(end_of_text, |token| token.start as usize);
        start..if tokens.is_empty() { start } else { self.tokens[tokens.end - 1].end as usize }
    }
}

/// Tokens of both files that were held against each other.
#[derive(Debug)]
pub(crate) struct Part {
    tokens: [Vec<u32>; 2],
    /// Tokens of the first file that became tokens of the second, in order: indices into `tokens`. One of the two ranges
    /// may be empty.
    changes: Vec<[Range<usize>; 2]>,
    /// The item, if the part is one that moved.
    item: Option<Move>,
}

/// An item that stands elsewhere in the second file, with the comments in front of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    tokens: [Range<usize>; 2],
    kind: Kind,
    name: String,
}

/// Compares two files.
pub fn compare<'t>(a: &'t Text, b: &'t Text, options: Options) -> Comparison<'t> {
    let mut interner = Interner::new();
    let mut sides = [a, b].map(|text| Side::of(text, options, &mut interner));
    let mut renames = Vec::new();
    if options.rename {
        // Once as if all counters were equal, to see which name is which, and then for good.
        renames::equate_stems(&mut sides, &mut interner);
        align(&mut sides);
        renames = renames::settle(&mut sides, &mut interner);
    }
    let parts = align(&mut sides);
    Comparison { sides, parts, renames }
}

/// Finds counterparts.
fn align(sides: &mut [Side; 2]) -> Vec<Part> {
    sides.iter_mut().for_each(|side| side.counterparts.fill(None));
    let pairs = match sides[0].numbers == sides[1].numbers {
        true => moves::Pairs::default(),
        false => moves::pairs(sides),
    };
    let moves = as_moves(sides, &pairs.moved);
    let moved = [0, 1].map(|side| {
        let mut moved = vec![false; sides[side].tokens.len()];
        moves.iter().for_each(|item| moved[item.tokens[side].clone()].fill(true));
        moved
    });
    let unmoved = |tokens: [Range<usize>; 2]| {
        let [a, b] = tokens.map(|range| range.start as u32..range.end as u32);
        [(a, &moved[0]), (b, &moved[1])]
            .map(|(range, moved)| -> Vec<u32> { range.filter(|&token| !moved[token as usize]).collect() })
    };
    let ends = [sides[0].tokens.len(), sides[1].tokens.len()];

    let mut aligner = Aligner::new(sides);
    let mut from = [0, 0];
    for pair in pairs.in_place.iter().filter(|pair| pair.is_equal) {
        let items = [0, 1].map(|side| aligner.sides[side].items[pair.items[side]].tokens.clone());
        aligner.align(&unmoved([from[0]..items[0].start, from[1]..items[1].start]));
        items[0].clone().zip(items[1].clone()).for_each(|(a, b)| aligner.pair(a as u32, b as u32));
        from = items.map(|item| item.end);
    }
    aligner.align(&unmoved([from[0]..ends[0], from[1]..ends[1]]));
    let in_place = (unmoved([0..ends[0], 0..ends[1]]), None);
    let moved = moves.into_iter().map(|item| {
        let tokens = item.tokens.clone().map(|range| range.map(|token| token as u32).collect());
        aligner.align(&tokens);
        (tokens, Some(item))
    });
    let parts: Vec<_> = std::iter::once(in_place).chain(moved).collect();
    let as_part = |(tokens, item)| Part { changes: changes(sides, &tokens), tokens, item };
    parts.into_iter().map(as_part).collect()
}

/// Items that moved, each with the comments that stand in front of it.
fn as_moves(sides: &[Side; 2], pairs: &[moves::Pair]) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    let mut last = None;
    for pair in pairs {
        let [item, moved] = [0, 1].map(|side| &sides[side].items[pair.items[side]]);
        let follows = last.replace(pair.items).is_some_and(|last| last.map(|item| item + 1) == pair.items);
        let name = moved.name.map(|token| String::from_utf8_lossy(sides[1].spelling(token)).into_owned());
        let mut tokens = [item.tokens.clone(), moved.tokens.clone()];
        if follows && let Some(comment) = moves.pop_if(|comment| comment.kind == Kind::Comment) {
            tokens = [0, 1].map(|side| comment.tokens[side].start..tokens[side].end);
        }
        moves.push(Move { tokens, kind: moved.kind, name: name.unwrap_or_default() });
    }
    moves
}

/// What differs among some tokens of either side whose counterparts are among them.
fn changes(sides: &[Side; 2], tokens: &[Vec<u32>; 2]) -> Vec<[Range<usize>; 2]> {
    let mut changes = Vec::new();
    let mut at = [0, 0];
    loop {
        let end = [0, 1].map(|side| {
            let rest = &tokens[side][at[side]..];
            let is_changed = |&&token: &&u32| sides[side].counterparts[token as usize].is_none();
            at[side] + rest.iter().take_while(is_changed).count()
        });
        if end != at {
            changes.push([at[0]..end[0], at[1]..end[1]]);
        }
        if end[0] == tokens[0].len() || end[1] == tokens[1].len() {
            debug_assert_eq!(end, [tokens[0].len(), tokens[1].len()]);
            return changes;
        }
        at = end.map(|end| end + 1);
    }
}

impl Comparison<'_> {
    /// Whether a token of either file has no counterpart.
    pub fn has_changes(&self) -> bool {
        self.parts.iter().any(|part| !part.changes.is_empty())
    }

    /// Whether an item stands elsewhere.
    pub fn has_moves(&self) -> bool {
        self.moves().next().is_some()
    }

    /// The items that moved, each with what of it has changed.
    fn moves(&self) -> impl Iterator<Item = (&Part, &Move)> {
        self.parts.iter().filter_map(|part| Some((part, part.item.as_ref()?)))
    }

    /// The names that were taken for one another.
    pub fn renames(&self) -> &[Rename] {
        &self.renames
    }
}

#[cfg(test)]
mod tests;
