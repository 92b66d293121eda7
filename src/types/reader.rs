//! A place in the tokens, from which types and expressions are read.
//!
//! Reading changes nothing: what a program defines on the way is known from
//! the pass over all of it ([`super::program`]), by position.

use std::ops::Range;

use super::Types;
use super::lexemes::{self, Lexemes};
use super::sites::{Observer, Site, Tokens};
use super::{Declaration, Meaning};
use crate::syntax::generated::open_mpc as kind;

/// How deep expressions, declarators and type names may be nested. C17 asks
/// for 63 levels of parentheses (5.2.4.1).
const DEEPEST: u32 = 120;

/// Reads tokens from a position to an end.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    pub types: &'a Types<'a>,
    pub lexemes: &'a Lexemes<'a>,
    pub next: usize,
    pub end: usize,
    pub depth: u32,
    /// Where a text that is none of the program's is thought to stand.
    scope: Option<usize>,
    /// Who wants to know what is found on the way.
    pub observer: Option<&'a Observer>,
}

impl<'a> Reader<'a> {
    /// Reads tokens of the program.
    pub fn new(types: &'a Types<'a>, range: Range<usize>) -> Self {
        let lexemes = &types.lexemes;
        Reader {
            types,
            lexemes,
            next: range.start,
            end: range.end.min(lexemes.len()),
            depth: 0,
            scope: None,
            observer: None,
        }
    }

    /// Reads another text as if it stood at a position of the program.
    pub fn foreign(types: &'a Types<'a>, lexemes: &'a Lexemes<'a>, scope: usize) -> Self {
        let end = lexemes.len();
        Reader { types, lexemes, next: 0, end, depth: 0, scope: Some(scope), observer: None }
    }

    /// A reader of a part.
    pub fn within(&self, range: Range<usize>) -> Self {
        Reader { next: range.start, end: range.end.min(self.end), ..self.clone() }
    }

    pub fn observed(self, observer: &'a Observer) -> Self {
        Reader { observer: Some(observer), ..self }
    }

    /// A reader of a part that tells nobody what it finds.
    pub fn unobserved(&self, range: Range<usize>) -> Self {
        Reader { observer: None, ..self.within(range) }
    }

    /// Whether the tokens are the program's own.
    pub fn is_own(&self) -> bool {
        self.scope.is_none()
    }

    pub fn is_done(&self) -> bool {
        self.next >= self.end
    }

    pub fn kind(&self) -> i32 {
        self.kind_at(self.next)
    }

    pub fn kind_at(&self, at: usize) -> i32 {
        if at < self.end { self.lexemes.kind(at) } else { kind::EOF }
    }

    pub fn text(&self) -> &'a str {
        self.text_at(self.next)
    }

    pub fn text_at(&self, at: usize) -> &'a str {
        if at < self.end { self.lexemes.text(at) } else { "" }
    }

    /// Takes the next token if it is of a kind.
    pub fn take(&mut self, kind: i32) -> bool {
        let takes = self.kind() == kind;
        self.next += usize::from(takes);
        takes
    }

    /// Takes the next token, or gives up.
    pub fn expect(&mut self, kind: i32) -> Option<()> {
        self.take(kind).then_some(())
    }

    pub fn closing_at(&self, open: usize) -> Option<usize> {
        self.lexemes.closing(open, self.end)
    }

    /// The next token of some kinds that is in no bracket, before `end`.
    pub fn find(&self, end: usize, kinds: &[i32]) -> usize {
        self.lexemes.find(self.next, end.min(self.end), kinds)
    }

    /// Goes one level deeper, or gives up.
    pub fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// What a name means here.
    pub fn lookup(&self, name: &str) -> Option<&'a Declaration> {
        self.types.names.find(name, self.place())
    }

    /// The position in the program at which names are looked up.
    pub fn place(&self) -> usize {
        self.scope.unwrap_or(self.next)
    }

    /// Whether a type name, or the specifiers of a declaration, begin at a
    /// position.
    pub fn is_type_at(&self, at: usize) -> bool {
        match self.kind_at(at) {
            kind::IDENTIFIER if !self.is_own() => self.is_typedef(self.text_at(at)),
            other => lexemes::is_specifier(other),
        }
    }

    pub fn is_typedef(&self, name: &str) -> bool {
        self.lookup(name).is_some_and(|found| found.meaning == Meaning::Typedef)
    }

    /// Positions as tokens of the list.
    pub fn tokens(&self, range: &Range<usize>) -> Tokens {
        self.lexemes.index(range.start)..=self.lexemes.index(range.end.saturating_sub(1))
    }

    pub fn tell(&self, site: impl FnOnce() -> Site) {
        if let Some(observer) = self.observer {
            observer.sites.borrow_mut().push(site());
        }
    }
}
