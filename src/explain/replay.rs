//! A rewrite stream once more, operation by operation: what each changed in the text.

use std::collections::HashMap;
use std::ops::Range;

use crate::openmp::constructs::Tokens;
use crate::rewrite::{OperationId, OperationKind, Piece, Rewriter, Tokens as _};
use crate::syntax::TokenList;
use crate::translator::View;

/// A stretch of a text that becomes another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    pub at: Range<usize>,
    pub text: String,
}

impl Splice {
    /// The splice that makes a text of another one that stands at a place, and leaves alone what is the same at both
    /// ends. `None` where all is the same.
    pub fn between(offset: usize, old: &str, new: &str) -> Option<Splice> {
        if old == new {
            return None;
        }
        let before: usize =
            old.chars().zip(new.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
        let (old_rest, new_rest) = (&old[before..], &new[before..]);
        let pairs = old_rest.chars().rev().zip(new_rest.chars().rev());
        let after: usize = pairs.take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
        let start = offset + before;
        let at = start..start + old_rest.len() - after;
        Some(Splice { at, text: new_rest[..new_rest.len() - after].to_owned() })
    }
}

/// A stream, of which some tokens are shown.
pub struct Replay<'t> {
    tokens: &'t TokenList,
    rewriter: Rewriter<View<'t>>,
    shown: Range<usize>,
    lengths: Lengths,
    /// The numbers of the operations.
    numbers: HashMap<OperationId, usize>,
}

impl<'t> Replay<'t> {
    /// A stream over which nothing has been written.
    pub fn new(tokens: &'t TokenList, on_device: bool, shown: Range<usize>) -> Self {
        let rewriter = Rewriter::new(View::new(tokens, on_device));
        let lengths = Lengths::new(shown.clone().map(|token| rewriter.tokens().text(token).len()).collect());
        Replay { tokens, rewriter, shown, lengths, numbers: HashMap::new() }
    }

    /// The text of the tokens that are shown.
    pub fn text(&self) -> String {
        self.text_of(self.shown.clone())
    }

    fn text_of(&self, range: Range<usize>) -> String {
        self.rewriter.text_of(range).unwrap_or_default()
    }

    /// Carries an operation out.
    pub fn apply(
        &mut self,
        number: usize,
        kind: OperationKind,
        tokens: &Tokens,
        text: &str,
    ) -> Option<Splice> {
        let range = self.visible(*tokens.start()..tokens.end() + 1);
        let old = self.text_of(range.clone());
        let id = match kind {
            OperationKind::Replace => self.rewriter.replace(tokens.clone(), text),
            OperationKind::Delete => self.rewriter.delete(tokens.clone()),
            OperationKind::InsertBefore => self.rewriter.insert_before(*tokens.start(), text),
            OperationKind::InsertAfter => self.rewriter.insert_after(*tokens.end(), text),
        };
        self.numbers.insert(id, number);
        self.update(range, &old)
    }

    /// Puts what an invocation became in its place.
    pub fn open(&mut self, invocation: usize) -> Option<Splice> {
        let tokens = self.tokens.invocation(invocation)?.tokens();
        let range = self.visible(*tokens.start()..tokens.end() + 1);
        let old = self.text_of(range.clone());
        self.rewriter.tokens().open(invocation);
        self.update(range, &old)
    }

    fn visible(&self, range: Range<usize>) -> Range<usize> {
        let start = range.start.max(self.shown.start);
        start..range.end.min(self.shown.end).max(start)
    }

    fn update(&mut self, range: Range<usize>, old: &str) -> Option<Splice> {
        if range.is_empty() {
            return None;
        }
        let offset = self.lengths.before(range.start - self.shown.start);
        for token in range.clone() {
            let length = self.text_of(token..token + 1).len();
            self.lengths.set(token - self.shown.start, length);
        }
        Splice::between(offset, old, &self.text_of(range))
    }

    /// What the text is made of: tokens, and numbers of operations with their texts.
    pub fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        let Ok(pieces) = self.rewriter.pieces() else { return parts };
        for piece in pieces {
            match piece {
                Piece::Tokens(range) => {
                    for token in self.visible(range) {
                        let text = self.rewriter.tokens().text(token);
                        if !text.is_empty() {
                            parts.push(Part { text: text.to_owned(), from: From::Token(token) });
                        }
                    }
                }
                Piece::Operation(operation) => {
                    let is_shown = self.shown.contains(operation.range().start());
                    let number = self.numbers.get(&operation.id());
                    if let Some(&number) = number.filter(|_| is_shown && !operation.text().is_empty()) {
                        let text = operation.text().to_owned();
                        parts.push(Part { text, from: From::Operation(number) });
                    }
                }
            }
        }
        parts
    }
}

/// A part of a stream's text.
pub struct Part {
    pub text: String,
    pub from: From,
}

/// Where a part comes from.
pub enum From {
    Token(usize),
    Operation(usize),
}

/// The lengths of many texts that stand behind one another: a Fenwick tree.
struct Lengths {
    each: Vec<usize>,
    sums: Vec<usize>,
}

impl Lengths {
    fn new(each: Vec<usize>) -> Self {
        let mut sums = vec![0; each.len() + 1];
        for at in 1..=each.len() {
            sums[at] += each[at - 1];
            let next = at + (at & at.wrapping_neg());
            if next <= each.len() {
                sums[next] += sums[at];
            }
        }
        Lengths { each, sums }
    }

    /// How long the first so many are together.
    fn before(&self, count: usize) -> usize {
        let mut at = count.min(self.each.len());
        let mut sum = 0;
        while at > 0 {
            sum += self.sums[at];
            at &= at - 1;
        }
        sum
    }

    fn set(&mut self, index: usize, length: usize) {
        let old = std::mem::replace(&mut self.each[index], length);
        let mut at = index + 1;
        while at < self.sums.len() {
            self.sums[at] = self.sums[at] + length - old;
            at += at & at.wrapping_neg();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lengths_are_added_up(
            each in prop::collection::vec(0..9_usize, 1..40),
            changes in prop::collection::vec((0..40_usize, 0..9_usize), 0..40),
        ) {
            let mut plain = each.clone();
            let mut lengths = Lengths::new(each);
            for (at, length) in changes {
                let at = at % plain.len();
                plain[at] = length;
                lengths.set(at, length);
            }
            for count in 0..=plain.len() {
                prop_assert_eq!(lengths.before(count), plain[..count].iter().sum::<usize>());
            }
        }

        #[test]
        fn a_splice_makes_the_one_text_of_the_other(old in "[abé]{0,8}", new in "[abé]{0,8}") {
            let mut text = format!("xx{old}yy");
            match Splice::between(2, &old, &new) {
                Some(splice) => text.replace_range(splice.at, &splice.text),
                None => prop_assert_eq!(&old, &new),
            }
            prop_assert_eq!(text, format!("xx{new}yy"));
        }
    }
}
