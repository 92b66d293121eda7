//! The rewrite stream: edits queued against a sequence of tokens, carried out
//! when the text is asked for.
//!
//! A translator that changes little of its input does best to leave the input
//! alone and to say only what shall be different: put this before token 7, put
//! that in place of tokens 12 to 30. [`Rewriter`] collects such operations.
//! The tokens themselves never change, so an index means the same token from
//! the first operation to the last, and what no operation touches comes out as
//! it went in. This is ANTLR 4's `TokenStreamRewriter`; the crate knows
//! nothing of the language whose tokens it rewrites.
//!
//! ```
//! use token_rewriter::Rewriter;
//!
//! let mut rewriter = Rewriter::new(vec!["x", " = ", "3", " + ", "4", ";"]);
//! rewriter.replace(2..=4, "7");
//! rewriter.insert_before(0, "int ");
//! assert_eq!(rewriter.text()?, "int x = 7;");
//! # Ok::<(), token_rewriter::RewriteError>(())
//! ```
//!
//! # Where operations meet
//!
//! Think of the gaps between tokens. Gap *i* lies before token *i*, so that
//! *n* tokens have *n* + 1 gaps. `insert_before(i)` and `insert_after(i - 1)`
//! both write into gap *i*; a replacement of tokens *x* to *y* takes these
//! tokens away together with the gaps between them, *x* + 1 to *y*, but not
//! the gaps at its two edges. (A deletion is a replacement without a text.)
//!
//! 1. *Insertions nest outwards.* In one gap come first the texts inserted
//!    after the token on its left, in the order of the calls, then those
//!    inserted before the token on its right, in the reverse order. So a
//!    later insertion encloses the earlier ones at the same token:
//!    `<p>`…`</p>` and then `<b>`…`</b>` around `a` give `<b><p>a</p></b>`.
//! 2. *An insertion at an edge of a replacement stays*, before its text or
//!    after it, whichever of the two operations came first.
//! 3. *A replacement drops the earlier insertions* in the gaps that it takes.
//! 4. *An insertion into a gap that is already taken is an error*,
//!    [`RewriteError::InsertedIntoReplaced`], unless a later replacement takes
//!    that gap once more, and the insertion with it.
//! 5. *A replacement drops the earlier replacements* whose tokens it covers;
//!    of two with the same tokens the later counts.
//! 6. *Deletions that share tokens act as one.*
//! 7. Any other replacement that takes some, but not all, of the tokens of an
//!    earlier one *is an error*, [`RewriteError::Overlap`].
//!
//! # The text of an interval
//!
//! [`Rewriter::text_of`] gives some tokens, with the insertions that are
//! attached to them: before its first token, after its last, and everything in
//! between. A replacement's text stands in the place of the first token that
//! it takes, and the others leave nothing. Therefore the texts of adjacent
//! intervals, put together, are the text of both. [`Rewriter::text_within`]
//! leaves out what was inserted at the two edges; it is the text that a
//! replacement of the same tokens would take away.
//!
//! # Errors
//!
//! The methods that add an operation always take it and return its
//! [`OperationId`]. A program with an operation that cannot stand has no text,
//! of no interval, until that operation is [rolled back](Rewriter::rollback).
//! [`Rewriter::check`] tells at once, without rendering anything. After an
//! overlap or an operation outside the tokens, later ones are recorded but not
//! looked at: the error stays the same until it is rolled back. No call panics.
//!
//! # What it costs
//!
//! With *n* operations, adding one takes O(log *n*), and as much again for
//! each that it drops; since an operation is dropped once, this is O(log *n*)
//! on average. Undoing an operation costs what adding it did. Rendering an
//! interval takes O(log *n*) and time in proportion to the tokens and the
//! operations that come out; all others cost nothing.
//!
//! # Differences from ANTLR
//!
//! ANTLR (4.13) reduces the list of operations, in time that grows with its
//! square and in place, whenever text is asked for. Where its rules and what it
//! does disagree, this crate keeps to the rules:
//!
//! - Asking for text changes nothing here. There, operations that are added
//!   afterwards meet others that are already combined: what is inserted before
//!   a replacement survives another replacement of the same tokens, but not if
//!   somebody has asked for the text in between.
//! - Insertions in one gap follow rule 1 always. There, three can come out in
//!   another order: one before the token and then two after its neighbour give
//!   after, before, after. And those that are older than a replacement at
//!   their right come out latest first, whatever their kind.
//! - An insertion at the left edge of a replacement is attached to the place,
//!   not to the replacement. There, it vanishes with the replacement under a
//!   later one that begins at the same token, if it came before both of them,
//!   and stays if it came in between.
//! - Deletions merge with insertions at their edges, too. There, an older
//!   insertion at the left edge makes a deletion a replacement with a text,
//!   which overlaps.
//! - Rule 4 holds for merged deletions. There, an insertion in the earlier of
//!   the two is lost in silence, or turns up at the end, or stops the program
//!   with "should only be one op per index".
//! - `text_of(a..=b)` contains what was inserted after `b` and not what was
//!   inserted after `a - 1`, as ANTLR documents; it does the opposite, except
//!   at the last token.
//! - An interval that begins amid replaced tokens begins with nothing. There,
//!   it begins with the tokens' original text.
//! - An insertion beyond the end is an error. There, it goes to the end.
//! - There is no `getLastRewriteTokenIndex`: nothing in ANTLR ever sets it.

#![forbid(unsafe_code)]

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, btree_map, btree_set};
use std::fmt;
use std::iter::Peekable;
use std::ops::{Bound, Range, RangeBounds, RangeInclusive};

use thiserror::Error;

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;

/// The name of the program that the methods of [`Rewriter`] act on, as in
/// ANTLR.
pub const DEFAULT_PROGRAM: &str = "default";

/// What a [`Rewriter`] rewrites: a sequence of tokens that each have a text.
///
/// The sequence must not change while it is being rewritten. A token that has
/// no text of its own, such as the one for the end of the file, has the text
/// `""`.
pub trait Tokens {
    /// How many tokens there are.
    fn len(&self) -> usize;

    /// The text of one token. It is called with indexes below [`Self::len`]
    /// only.
    fn text(&self, index: usize) -> &str;

    /// Whether there are no tokens at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<S: AsRef<str>> Tokens for [S] {
    fn len(&self) -> usize {
        self.len()
    }

    fn text(&self, index: usize) -> &str {
        self[index].as_ref()
    }
}

impl<S: AsRef<str>, const N: usize> Tokens for [S; N] {
    fn len(&self) -> usize {
        N
    }

    fn text(&self, index: usize) -> &str {
        self[index].as_ref()
    }
}

impl<S: AsRef<str>> Tokens for Vec<S> {
    fn len(&self) -> usize {
        self.len()
    }

    fn text(&self, index: usize) -> &str {
        self[index].as_ref()
    }
}

impl<T: Tokens + ?Sized> Tokens for &T {
    fn len(&self) -> usize {
        (**self).len()
    }

    fn text(&self, index: usize) -> &str {
        (**self).text(index)
    }
}

/// Identifies an operation of a [`Rewriter`].
///
/// Ids grow in the order in which operations are added, over all programs of
/// the rewriter, and are not used again after a rollback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OperationId(u64);

impl fmt::Display for OperationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// What an [`Operation`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperationKind {
    InsertBefore,
    InsertAfter,
    Replace,
    Delete,
}

/// One operation as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    id: OperationId,
    kind: OperationKind,
    first: usize,
    last: usize,
    text: String,
}

impl Operation {
    /// What the call that added it returned.
    pub fn id(&self) -> OperationId {
        self.id
    }

    /// Which call added it.
    pub fn kind(&self) -> OperationKind {
        self.kind
    }

    /// The tokens it takes away, or the one token beside which it inserts.
    pub fn range(&self) -> RangeInclusive<usize> {
        self.first..=self.last
    }

    /// Whether the tokens that it names exist.
    fn fits(&self, tokens: usize) -> bool {
        match self.kind {
            OperationKind::InsertBefore => self.first <= tokens,
            OperationKind::InsertAfter => self.first < tokens,
            OperationKind::Replace | OperationKind::Delete => self.first <= self.last && self.last < tokens,
        }
    }

    /// Where an insertion stands, if it is one and has a place.
    fn cut(&self, entry: usize) -> Option<Cut> {
        match self.kind {
            OperationKind::InsertBefore => {
                Some(Cut { gap: self.first, layer: Layer::Before(Reverse(entry)) })
            }
            OperationKind::InsertAfter => {
                self.first.checked_add(1).map(|gap| Cut { gap, layer: Layer::After(entry) })
            }
            OperationKind::Replace | OperationKind::Delete => None,
        }
    }

    /// The text it puts in; empty for a deletion.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Operation {
    /// Says what the operation does in a line, with at most the first 40
    /// characters of its text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 40;
        let Operation { id, kind, first, last, text } = self;
        match kind {
            OperationKind::InsertBefore => write!(f, "operation {id}, insert before {first}")?,
            OperationKind::InsertAfter => write!(f, "operation {id}, insert after {first}")?,
            OperationKind::Replace => write!(f, "operation {id}, replace {first}..={last} with")?,
            OperationKind::Delete => return write!(f, "operation {id}, delete {first}..={last}"),
        }
        match text.char_indices().nth(SHOWN) {
            Some((end, _)) => write!(f, " {:?}…", &text[..end]),
            None => write!(f, " {text:?}"),
        }
    }
}

/// Why a program has no text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RewriteError {
    /// A replacement takes some of the tokens that an earlier one takes, but
    /// not all of them, and they are not both deletions.
    #[error("({later}) takes some, but not all, of the tokens of ({earlier})")]
    Overlap { earlier: Operation, later: Operation },

    /// An insertion's place lies between tokens that an earlier replacement
    /// has taken away.
    #[error("({insertion}) is inside the tokens of ({replacement})")]
    InsertedIntoReplaced { replacement: Operation, insertion: Operation },

    /// An operation names tokens that do not exist, or a range without tokens.
    #[error("({operation}) does not fit {tokens} tokens")]
    OutOfRange {
        operation: Operation,
        /// How many tokens there are.
        tokens: usize,
    },
}

/// A stretch of rendered text, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'r> {
    /// Tokens as they are in the source; never empty.
    Tokens(Range<usize>),
    /// The text of an operation. A deletion has an empty text, in the place of
    /// the tokens that it takes away.
    Operation(&'r Operation),
}

/// Tokens, and the operations queued against them.
///
/// A rewriter keeps any number of *programs*, lists of operations that do not
/// see each other, so that one pass over the tokens can produce several texts.
/// Its own methods act on the default program, [`DEFAULT_PROGRAM`]; those of
/// [`Rewriter::program_mut`] act on any.
///
/// See the [crate](self) for how operations combine.
#[derive(Clone, Debug)]
pub struct Rewriter<T> {
    tokens: T,
    default: Edits,
    named: BTreeMap<String, Edits>,
    next_id: u64,
}

impl<T: Tokens> Rewriter<T> {
    /// A rewriter without operations: its text is that of the tokens.
    pub fn new(tokens: T) -> Self {
        Rewriter { tokens, default: Edits::new(), named: BTreeMap::new(), next_id: 0 }
    }

    /// The tokens, which are as they were given.
    pub fn tokens(&self) -> &T {
        &self.tokens
    }

    /// Inserts `text` before token `index`. `index` may be the number of
    /// tokens: that is the place after the last one.
    pub fn insert_before(&mut self, index: usize, text: impl Into<String>) -> OperationId {
        self.default_mut().insert_before(index, text)
    }

    /// Inserts `text` after token `index`.
    pub fn insert_after(&mut self, index: usize, text: impl Into<String>) -> OperationId {
        self.default_mut().insert_after(index, text)
    }

    /// Puts `text` in place of the tokens of `range`.
    ///
    /// An empty text still is a replacement, which must not overlap another in
    /// part; see [`Rewriter::delete`].
    pub fn replace(&mut self, range: impl RangeBounds<usize>, text: impl Into<String>) -> OperationId {
        self.default_mut().replace(range, text)
    }

    /// Puts `text` in place of token `index`.
    pub fn replace_token(&mut self, index: usize, text: impl Into<String>) -> OperationId {
        self.default_mut().replace_token(index, text)
    }

    /// Takes the tokens of `range` away.
    pub fn delete(&mut self, range: impl RangeBounds<usize>) -> OperationId {
        self.default_mut().delete(range)
    }

    /// Takes token `index` away.
    pub fn delete_token(&mut self, index: usize) -> OperationId {
        self.default_mut().delete_token(index)
    }

    /// The id that the next operation will have: [`Self::rollback`] to it
    /// undoes everything from here on.
    pub fn checkpoint(&self) -> OperationId {
        OperationId(self.next_id)
    }

    /// Undoes the operation `id` and all later ones of the program. Other
    /// programs keep theirs, even where `id` comes from one of them.
    pub fn rollback(&mut self, id: OperationId) {
        self.default.rollback(id);
    }

    /// The text of all tokens with the operations carried out.
    ///
    /// # Errors
    ///
    /// As [`Self::check`].
    pub fn text(&self) -> Result<String, RewriteError> {
        self.default_view().text()
    }

    /// The text of the tokens of `interval` with the operations carried out,
    /// including what was inserted before the first and after the last of them.
    ///
    /// Indexes beyond the last token are ignored; without any token left the
    /// text is empty. What was inserted before the index that is the number of
    /// tokens belongs to every interval that reaches the last token.
    ///
    /// # Errors
    ///
    /// As [`Self::check`], wherever the offending operation is.
    pub fn text_of(&self, interval: impl RangeBounds<usize>) -> Result<String, RewriteError> {
        self.default_view().text_of(interval)
    }

    /// As [`Self::text_of`], without what was inserted before the first and
    /// after the last token of `interval`.
    ///
    /// This is the text that a replacement of the same tokens takes away. So
    /// `replace(a..=b, format!("({})", text_within(a..=b)?))` puts parentheses
    /// around it, inside all that was inserted at its edges, and says nothing
    /// twice.
    ///
    /// # Errors
    ///
    /// As [`Self::check`].
    pub fn text_within(&self, interval: impl RangeBounds<usize>) -> Result<String, RewriteError> {
        self.default_view().text_within(interval)
    }

    /// The pieces that the text of all tokens is made of, from left to right.
    ///
    /// # Errors
    ///
    /// As [`Self::check`].
    pub fn pieces(&self) -> Result<impl Iterator<Item = Piece<'_>>, RewriteError> {
        self.default_view().pieces()
    }

    /// The pieces that [`Self::text_of`] is made of.
    ///
    /// # Errors
    ///
    /// As [`Self::check`].
    pub fn pieces_of(
        &self,
        interval: impl RangeBounds<usize>,
    ) -> Result<impl Iterator<Item = Piece<'_>>, RewriteError> {
        self.default_view().pieces_of(interval)
    }

    /// The pieces that [`Self::text_within`] is made of.
    ///
    /// # Errors
    ///
    /// As [`Self::check`].
    pub fn pieces_within(
        &self,
        interval: impl RangeBounds<usize>,
    ) -> Result<impl Iterator<Item = Piece<'_>>, RewriteError> {
        self.default_view().pieces_within(interval)
    }

    /// Whether the program has a text. It takes O(log n).
    ///
    /// # Errors
    ///
    /// An error names the operation that does not fit the tokens or an earlier
    /// operation. Of several, one that makes the others go unread comes first,
    /// then the leftmost.
    pub fn check(&self) -> Result<(), RewriteError> {
        self.default_view().check()
    }

    /// The operations of the program, oldest first, with those that others
    /// have overridden.
    pub fn operations(&self) -> impl DoubleEndedIterator<Item = &Operation> + ExactSizeIterator {
        self.default_view().operations()
    }

    /// The operation `id`, if the program has it.
    pub fn operation(&self, id: OperationId) -> Option<&Operation> {
        self.default_view().operation(id)
    }

    /// A program for reading. One that has no operations need not exist.
    pub fn program(&self, name: &str) -> Program<'_, T> {
        static EMPTY: Edits = Edits::new();
        let edits = if name == DEFAULT_PROGRAM { Some(&self.default) } else { self.named.get(name) };
        Program { tokens: &self.tokens, edits: edits.unwrap_or(&EMPTY) }
    }

    /// A program for adding and undoing operations. It is created when it does
    /// not exist.
    pub fn program_mut(&mut self, name: &str) -> ProgramMut<'_, T> {
        if name == DEFAULT_PROGRAM {
            return self.default_mut();
        }
        let edits = self.named.entry(name.to_owned()).or_default();
        ProgramMut { tokens: &self.tokens, edits, next_id: &mut self.next_id }
    }

    /// The names of all programs that exist, the default one first.
    pub fn program_names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(DEFAULT_PROGRAM).chain(self.named.keys().map(String::as_str))
    }

    /// Forgets a program and its operations. The default program always exists
    /// and is only emptied.
    pub fn delete_program(&mut self, name: &str) {
        if name == DEFAULT_PROGRAM {
            self.default = Edits::new();
        } else {
            self.named.remove(name);
        }
    }

    fn default_view(&self) -> Program<'_, T> {
        Program { tokens: &self.tokens, edits: &self.default }
    }

    fn default_mut(&mut self) -> ProgramMut<'_, T> {
        ProgramMut { tokens: &self.tokens, edits: &mut self.default, next_id: &mut self.next_id }
    }
}

/// One program of a [`Rewriter`], for reading. The methods are those of the
/// rewriter.
#[derive(Debug)]
pub struct Program<'r, T> {
    tokens: &'r T,
    edits: &'r Edits,
}

impl<T> Clone for Program<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Program<'_, T> {}

impl<'r, T: Tokens> Program<'r, T> {
    /// See [`Rewriter::text`].
    ///
    /// # Errors
    ///
    /// As [`Rewriter::check`].
    pub fn text(self) -> Result<String, RewriteError> {
        self.render(Cut::START, self.end())
    }

    /// See [`Rewriter::text_of`].
    ///
    /// # Errors
    ///
    /// As [`Rewriter::check`].
    pub fn text_of(self, interval: impl RangeBounds<usize>) -> Result<String, RewriteError> {
        let (from, to) = self.cuts_of(interval);
        self.render(from, to)
    }

    /// See [`Rewriter::text_within`].
    ///
    /// # Errors
    ///
    /// As [`Rewriter::check`].
    pub fn text_within(self, interval: impl RangeBounds<usize>) -> Result<String, RewriteError> {
        let (start, end) = self.gaps_around(interval);
        if start == end {
            return self.check().map(|()| String::new());
        }
        self.render(Cut { gap: start, layer: Layer::End }, Cut { gap: end, layer: Layer::Start })
    }

    /// See [`Rewriter::pieces`].
    ///
    /// # Errors
    ///
    /// As [`Rewriter::check`].
    pub fn pieces(self) -> Result<impl Iterator<Item = Piece<'r>>, RewriteError> {
        self.check()?;
        Ok(self.edits.pieces(Cut::START, self.end()))
    }

    /// See [`Rewriter::pieces_of`].
    ///
    /// # Errors
    ///
    /// As [`Rewriter::check`].
    pub fn pieces_of(
        self,
        interval: impl RangeBounds<usize>,
    ) -> Result<impl Iterator<Item = Piece<'r>>, RewriteError> {
        self.check()?;
        let (from, to) = self.cuts_of(interval);
        Ok(self.edits.pieces(from, to))
    }

    /// See [`Rewriter::pieces_within`].
    ///
    /// # Errors
    ///
    /// As [`Rewriter::check`].
    pub fn pieces_within(
        self,
        interval: impl RangeBounds<usize>,
    ) -> Result<impl Iterator<Item = Piece<'r>>, RewriteError> {
        self.check()?;
        let (start, end) = self.gaps_around(interval);
        let pieces =
            self.edits.pieces(Cut { gap: start, layer: Layer::End }, Cut { gap: end, layer: Layer::Start });
        // Between the gaps of no token there is nothing.
        Ok(pieces.filter(move |_| start != end))
    }

    /// See [`Rewriter::check`].
    ///
    /// # Errors
    ///
    /// As [`Rewriter::check`].
    pub fn check(self) -> Result<(), RewriteError> {
        self.edits.check(self.tokens.len())
    }

    /// See [`Rewriter::operations`].
    pub fn operations(self) -> impl DoubleEndedIterator<Item = &'r Operation> + ExactSizeIterator {
        self.edits.log.iter()
    }

    /// See [`Rewriter::operation`].
    pub fn operation(self, id: OperationId) -> Option<&'r Operation> {
        let at = self.edits.log.binary_search_by_key(&id, Operation::id).ok()?;
        Some(&self.edits.log[at])
    }

    /// Where an interval's text begins and ends, with what is attached to its tokens.
    fn cuts_of(self, interval: impl RangeBounds<usize>) -> (Cut, Cut) {
        let (start, end) = self.gaps_around(interval);
        let from = Cut { gap: start, layer: Layer::Middle };
        let to = match end {
            _ if start == end => from,
            _ if end == self.tokens.len() => self.end(),
            _ => Cut { gap: end, layer: Layer::Middle },
        };
        (from, to)
    }

    /// The gap before the first token of an interval and the gap after its
    /// last. They are the same when none of its tokens exist.
    fn gaps_around(self, interval: impl RangeBounds<usize>) -> (usize, usize) {
        let tokens = self.tokens.len();
        let (first, last) = inclusive(&interval, tokens);
        let end = last.saturating_add(1).min(tokens);
        (first.min(end), end)
    }

    fn end(self) -> Cut {
        Cut { gap: self.tokens.len(), layer: Layer::End }
    }

    fn render(self, from: Cut, to: Cut) -> Result<String, RewriteError> {
        self.check()?;
        let mut text = String::new();
        for piece in self.edits.pieces(from, to) {
            match piece {
                Piece::Tokens(range) => text.extend(range.map(|index| self.tokens.text(index))),
                Piece::Operation(operation) => text.push_str(&operation.text),
            }
        }
        Ok(text)
    }
}

/// One program of a [`Rewriter`], for adding and undoing operations. The
/// methods are those of the rewriter.
#[derive(Debug)]
pub struct ProgramMut<'r, T> {
    tokens: &'r T,
    edits: &'r mut Edits,
    next_id: &'r mut u64,
}

impl<T: Tokens> ProgramMut<'_, T> {
    /// See [`Rewriter::insert_before`].
    pub fn insert_before(&mut self, index: usize, text: impl Into<String>) -> OperationId {
        self.push(OperationKind::InsertBefore, index, index, text.into())
    }

    /// See [`Rewriter::insert_after`].
    pub fn insert_after(&mut self, index: usize, text: impl Into<String>) -> OperationId {
        self.push(OperationKind::InsertAfter, index, index, text.into())
    }

    /// See [`Rewriter::replace`].
    pub fn replace(&mut self, range: impl RangeBounds<usize>, text: impl Into<String>) -> OperationId {
        let (first, last) = inclusive(&range, self.tokens.len());
        self.push(OperationKind::Replace, first, last, text.into())
    }

    /// See [`Rewriter::replace_token`].
    pub fn replace_token(&mut self, index: usize, text: impl Into<String>) -> OperationId {
        self.replace(index..=index, text)
    }

    /// See [`Rewriter::delete`].
    pub fn delete(&mut self, range: impl RangeBounds<usize>) -> OperationId {
        let (first, last) = inclusive(&range, self.tokens.len());
        self.push(OperationKind::Delete, first, last, String::new())
    }

    /// See [`Rewriter::delete_token`].
    pub fn delete_token(&mut self, index: usize) -> OperationId {
        self.delete(index..=index)
    }

    /// See [`Rewriter::checkpoint`].
    pub fn checkpoint(&self) -> OperationId {
        OperationId(*self.next_id)
    }

    /// See [`Rewriter::rollback`].
    pub fn rollback(&mut self, id: OperationId) {
        self.edits.rollback(id);
    }

    /// The same program for reading.
    pub fn view(&self) -> Program<'_, T> {
        Program { tokens: self.tokens, edits: self.edits }
    }

    fn push(&mut self, kind: OperationKind, first: usize, last: usize, text: String) -> OperationId {
        let id = OperationId(*self.next_id);
        *self.next_id += 1;
        self.edits.push(Operation { id, kind, first, last, text }, self.tokens.len());
        id
    }
}

/// The first and the last index of a range. A range without indexes has its
/// last before its first.
fn inclusive(range: &impl RangeBounds<usize>, len: usize) -> (usize, usize) {
    let first = match range.start_bound() {
        Bound::Included(&first) => first,
        Bound::Excluded(&before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let last = match range.end_bound() {
        Bound::Included(&last) => Some(last),
        Bound::Excluded(&end) => end.checked_sub(1),
        Bound::Unbounded => len.checked_sub(1),
    };
    match last {
        Some(last) => (first, last),
        None => (first.max(1), 0),
    }
}

/// A place in a gap where a text can be cut in two, or where an insertion
/// stands. The order of cuts is the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cut {
    gap: usize,
    layer: Layer,
}

impl Cut {
    const START: Cut = Cut { gap: 0, layer: Layer::Start };
}

/// What a gap holds, from left to right: the derived order is rule 1. Numbers
/// are places in the log of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    /// Left of everything in the gap.
    Start,
    /// Inserted after the token on the left.
    After(usize),
    /// Between what belongs to the token on the left and to that on the right.
    Middle,
    /// Inserted before the token on the right.
    Before(Reverse<usize>),
    /// Right of everything in the gap.
    End,
}

impl Layer {
    /// The place in the log of the insertion that stands here.
    fn entry(self) -> Option<usize> {
        match self {
            Layer::After(entry) | Layer::Before(Reverse(entry)) => Some(entry),
            Layer::Start | Layer::Middle | Layer::End => None,
        }
    }
}

/// A replacement or deletion that no later one has covered.
#[derive(Clone, Copy, Debug)]
struct Region {
    last: usize,
    entry: usize,
}

/// What a replacement dropped, to be put back when it is rolled back.
#[derive(Clone, Debug)]
struct Dropped {
    /// The place of the replacement in the log.
    by: usize,
    /// By first token.
    regions: Vec<(usize, Region)>,
    insertions: Vec<Cut>,
    stranded: Vec<Cut>,
}

/// Why operations from a certain one on are only recorded.
#[derive(Clone, Copy, Debug)]
struct Blocked {
    entry: usize,
    /// The entry that it overlaps; none when it does not fit the tokens.
    overlaps: Option<usize>,
}

/// A program: the operations as they came, and those that still count, ready
/// for rendering.
///
/// Regions with a text are disjoint from all others. Deletions may overlap,
/// but none contains another, so that the regions' last tokens are in the same
/// order as their first ones. To look at one neighbour is therefore enough.
///
/// A region gives way only to one that covers it. So a gap that was once taken
/// stays taken, and what was dropped with it can be forgotten, until a
/// rollback.
#[derive(Clone, Debug, Default)]
struct Edits {
    log: Vec<Operation>,
    /// Oldest first; a replacement that dropped nothing is not in it.
    dropped: Vec<Dropped>,
    insertions: BTreeSet<Cut>,
    /// By first token.
    regions: BTreeMap<usize, Region>,
    /// The insertions of rule 4, into gaps that were taken before.
    stranded: BTreeSet<Cut>,
    blocked: Option<Blocked>,
}

impl Edits {
    const fn new() -> Self {
        Edits {
            log: Vec::new(),
            dropped: Vec::new(),
            insertions: BTreeSet::new(),
            regions: BTreeMap::new(),
            stranded: BTreeSet::new(),
            blocked: None,
        }
    }

    fn push(&mut self, operation: Operation, tokens: usize) {
        let entry = self.log.len();
        if self.blocked.is_none() {
            if !operation.fits(tokens) {
                self.blocked = Some(Blocked { entry, overlaps: None });
            } else if let Some(cut) = operation.cut(entry) {
                let taken = self.region_taking(cut.gap).is_some();
                let insertions = if taken { &mut self.stranded } else { &mut self.insertions };
                insertions.insert(cut);
            } else {
                self.take(&operation, entry);
            }
        }
        self.log.push(operation);
    }

    fn take(&mut self, operation: &Operation, entry: usize) {
        let &Operation { kind, first, last, .. } = operation;

        // What it meets, but does not cover, reaches over its left or its
        // right end.
        let left = self.region_before(first).filter(|(_, region)| region.last >= first);
        let right = self.region_up_to(last).filter(|(_, region)| region.last > last);
        for (_, region) in left.into_iter().chain(right) {
            if kind != OperationKind::Delete || self.log[region.entry].kind != OperationKind::Delete {
                self.blocked = Some(Blocked { entry, overlaps: Some(region.entry) });
                return;
            }
        }

        let gaps = Cut { gap: first, layer: Layer::End }..Cut { gap: last, layer: Layer::End };
        let covered = self.regions.range(first..=last).map(|(&first, &region)| (first, region));
        let dropped = Dropped {
            by: entry,
            regions: covered.take_while(|(_, region)| region.last <= last).collect(),
            insertions: self.insertions.range(gaps.clone()).copied().collect(),
            stranded: self.stranded.range(gaps).copied().collect(),
        };
        for (first, _) in &dropped.regions {
            self.regions.remove(first);
        }
        for cut in &dropped.insertions {
            self.insertions.remove(cut);
        }
        for cut in &dropped.stranded {
            self.stranded.remove(cut);
        }
        if !(dropped.regions.is_empty() && dropped.insertions.is_empty() && dropped.stranded.is_empty()) {
            self.dropped.push(dropped);
        }

        // A deletion inside another, which is still there, adds nothing to it.
        if self.region_up_to(first).is_none_or(|(_, region)| region.last < last) {
            self.regions.insert(first, Region { last, entry });
        }
    }

    fn rollback(&mut self, id: OperationId) {
        while let Some(operation) = self.log.pop_if(|operation| operation.id >= id) {
            let entry = self.log.len();
            if let Some(cut) = operation.cut(entry) {
                self.insertions.remove(&cut);
                self.stranded.remove(&cut);
            } else if self.regions.get(&operation.first).is_some_and(|region| region.entry == entry) {
                self.regions.remove(&operation.first);
            }
            if let Some(dropped) = self.dropped.pop_if(|dropped| dropped.by == entry) {
                self.regions.extend(dropped.regions);
                self.insertions.extend(dropped.insertions);
                self.stranded.extend(dropped.stranded);
            }
        }
        self.blocked = self.blocked.filter(|blocked| blocked.entry < self.log.len());
    }

    fn check(&self, tokens: usize) -> Result<(), RewriteError> {
        let operation = |entry: usize| self.log[entry].clone();
        if let Some(Blocked { entry, overlaps }) = self.blocked {
            return Err(match overlaps {
                Some(earlier) => {
                    RewriteError::Overlap { earlier: operation(earlier), later: operation(entry) }
                }
                None => RewriteError::OutOfRange { operation: operation(entry), tokens },
            });
        }
        let stranded =
            self.stranded.first().and_then(|cut| Some((self.region_taking(cut.gap)?, cut.layer.entry()?)));
        stranded.map_or(Ok(()), |(region, insertion)| {
            let (replacement, insertion) = (operation(region.entry), operation(insertion));
            Err(RewriteError::InsertedIntoReplaced { replacement, insertion })
        })
    }

    /// The pieces of the text between two cuts, from left to right.
    fn pieces(&self, from: Cut, to: Cut) -> Pieces<'_> {
        Pieces {
            log: &self.log,
            insertions: self.insertions.range(from..to).peekable(),
            regions: self.regions.range(from.gap..to.gap).peekable(),
            next: self.region_taking(from.gap).map_or(from.gap, |region| region.last + 1),
            end: to.gap,
        }
    }

    /// The last region that begins before a token.
    fn region_before(&self, token: usize) -> Option<(usize, Region)> {
        self.regions.range(..token).next_back().map(|(&first, &region)| (first, region))
    }

    /// The last region that begins before a token or at it.
    fn region_up_to(&self, token: usize) -> Option<(usize, Region)> {
        self.regions.range(..=token).next_back().map(|(&first, &region)| (first, region))
    }

    /// A region that takes a gap away.
    fn region_taking(&self, gap: usize) -> Option<Region> {
        self.region_before(gap).map(|(_, region)| region).filter(|region| region.last >= gap)
    }
}

/// Merges the insertions, the regions and the tokens between them.
struct Pieces<'r> {
    log: &'r [Operation],
    insertions: Peekable<btree_set::Range<'r, Cut>>,
    regions: Peekable<btree_map::Range<'r, usize, Region>>,
    /// All tokens before this one have been handed on, or are taken away.
    next: usize,
    /// The gap where the text ends.
    end: usize,
}

impl<'r> Iterator for Pieces<'r> {
    type Item = Piece<'r>;

    fn next(&mut self) -> Option<Piece<'r>> {
        let region = self.regions.peek().map_or(self.end, |(first, _)| **first);
        let stop = self.insertions.peek().map_or(region, |cut| cut.gap.min(region));
        if self.next < stop {
            let tokens = self.next..stop;
            self.next = stop;
            return Some(Piece::Tokens(tokens));
        }
        let entry = match self.insertions.next_if(|cut| cut.gap <= region) {
            Some(cut) => cut.layer.entry()?,
            None => {
                let (_, region) = self.regions.next()?;
                self.next = region.last + 1;
                region.entry
            }
        };
        Some(Piece::Operation(&self.log[entry]))
    }
}
