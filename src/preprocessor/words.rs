//! Spellings by number.
//!
//! The names of a program occur many times over. Each spelling is kept once,
//! and a token holds its number: four bytes instead of a text of its own, and
//! two tokens are spelled alike if their numbers are the same.

use std::fmt;
use std::sync::Arc;

use rucc_base::{Interner, Symbol};
use rucc_lex::PpTokenKind;

/// How the preprocessor's token of a kind is spelled.
pub(super) fn spelled(kind: PpTokenKind, value: Option<Symbol>, interner: &Interner) -> &str {
    match kind {
        PpTokenKind::Punct(punct) => punct.as_str(),
        _ => value.map_or("", |value| interner.resolve(value)),
    }
}

/// A spelling, by its number in one [`Preprocessed`](super::Preprocessed).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Word(u32);

impl From<Symbol> for Word {
    fn from(symbol: Symbol) -> Self {
        Word(symbol.raw())
    }
}

/// All spellings of a file and of its headers.
#[derive(Clone, Default)]
pub struct Words(Arc<Interner>);

impl Words {
    pub fn new(interner: Interner) -> Self {
        Words(Arc::new(interner))
    }

    pub fn text(&self, word: Word) -> &str {
        if (word.0 as usize) < self.0.len() { self.0.resolve(Symbol::from_raw(word.0)) } else { "" }
    }

    pub fn find(&self, text: &str) -> Option<Word> {
        self.0.find(text).map(Word::from)
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words").field("count", &self.0.len()).finish()
    }
}
