//! A directive as it is written: its clauses by their tokens, and what they list.
//!
//! Everything here is by the tokens of one pragma, whether the parser has read it or not.

use std::ops::Range;

use super::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::{self, Clause, Directive, Reading, Word};
use crate::syntax::generated::open_mpc as kind;

/// The clauses whose list stands in front of a colon, and not behind one.
const LIST_FIRST: [&str; 2] = ["aligned", "linear"];

/// No directive has more words than this. The word behind them may tell which of two it is.
const LONGEST_NAME: usize = 8;

/// The visible tokens behind the `#pragma omp` at a token, to the end of the line.
pub fn behind(tokens: &TokenList, start: usize) -> Vec<usize> {
    visible_behind(tokens, start).collect()
}

fn visible_behind(tokens: &TokenList, start: usize) -> impl Iterator<Item = usize> {
    let rest = (start + 1..tokens.len()).take_while(|&index| tokens[index].kind != kind::NEW_LINE);
    rest.filter(|&index| tokens[index].is_visible())
}

/// The same as words of the grammar.
pub fn words<'t>(tokens: &'t TokenList, indexes: &[usize]) -> Vec<Word<'t>> {
    indexes.iter().map(|&index| Word { text: tokens.text(index), kind: tokens[index].kind }).collect()
}

/// The directive of the pragma that begins at a token.
pub fn directive_at(tokens: &TokenList, start: usize) -> Option<&'static Directive> {
    if tokens[start].kind != kind::PRAGMA_OMP {
        return None;
    }
    match tokens[visible_behind(tokens, start).next()?].kind {
        // Its variants tell what it is.
        kind::METADIRECTIVE | kind::STANDALONE_METADIRECTIVE => read(tokens, start).0.directive,
        _ => {
            let indexes: Vec<usize> = visible_behind(tokens, start).take(LONGEST_NAME + 1).collect();
            accepted::find(&words(tokens, &indexes))
        }
    }
}

/// What the pragma that begins at a token says, and which token each of its words is.
pub fn read(tokens: &TokenList, start: usize) -> (Reading, Vec<usize>) {
    let indexes = behind(tokens, start);
    (accepted::read(&words(tokens, &indexes)), indexes)
}

/// The end of a pragma: its newline, or the last token.
pub fn end_of(tokens: &TokenList, start: usize) -> usize {
    let ends = |&index: &usize| tokens[index].kind == kind::NEW_LINE;
    (start..tokens.len()).find(ends).unwrap_or(tokens.len().saturating_sub(1))
}

/// A pragma whose directive is known.
pub struct Written<'t> {
    pub tokens: &'t TokenList,
    pub directive: &'static Directive,
    pub reading: Reading,
    /// The tokens of the pragma's words.
    indexes: Vec<usize>,
}

/// Something that a clause lists: a name, or a part of what it names.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its visible tokens.
    pub tokens: Vec<usize>,
}

impl Item {
    /// The token of the name that it begins with.
    pub fn name(&self, tokens: &TokenList) -> Option<usize> {
        self.tokens.first().copied().filter(|&first| tokens[first].kind == kind::IDENTIFIER)
    }

    /// The same, if it is nothing but the name.
    pub fn whole(&self, tokens: &TokenList) -> Option<usize> {
        self.name(tokens).filter(|_| self.tokens.len() == 1)
    }
}

/// The stretch from the first of some tokens to the last.
pub fn whole(words: &[usize]) -> Option<Tokens> {
    Some(*words.first()?..=*words.last()?)
}

impl<'t> Written<'t> {
    /// Takes a pragma that has been read, with the tokens of its words.
    pub fn new(tokens: &'t TokenList, reading: Reading, indexes: Vec<usize>) -> Option<Self> {
        Some(Written { tokens, directive: reading.directive?, reading, indexes })
    }

    /// Reads the pragma that begins at a token.
    pub fn at(tokens: &'t TokenList, start: usize) -> Option<Self> {
        let (reading, indexes) = read(tokens, start);
        Written::new(tokens, reading, indexes)
    }

    /// The words of the directive.
    pub fn name(&self) -> Tokens {
        let last = self.directive.name.split(' ').count() - 1;
        self.indexes[0]..=self.indexes[last]
    }

    /// One of the words of the directive.
    pub fn word(&self, number: usize) -> usize {
        self.indexes[number]
    }

    /// The pragma from its `#` to its last word. `start` is the token of the former.
    pub fn line(&self, start: usize) -> Tokens {
        start..=self.indexes.last().copied().unwrap_or(start)
    }

    /// What stands behind the words of the directive.
    pub fn behind_name(&self) -> &[usize] {
        self.indexes.get(self.directive.name.split(' ').count()..).unwrap_or_default()
    }

    pub fn text(&self, clause: &Clause) -> &'t str {
        self.tokens.text(self.indexes[clause.range.start])
    }

    /// Its clauses, in their order, each with its first word.
    pub fn clauses(&self) -> impl Iterator<Item = (&'t str, &Clause)> {
        self.reading.clauses.iter().map(|clause| (self.text(clause), clause))
    }

    /// Its clauses with a first word.
    pub fn all<'w>(&'w self, word: &'w str) -> impl Iterator<Item = &'w Clause> {
        self.clauses().filter(move |(text, _)| *text == word).map(|(_, clause)| clause)
    }

    pub fn clause(&self, word: &str) -> Option<&Clause> {
        self.reading.clauses.iter().find(|clause| self.text(clause) == word)
    }

    pub fn range(&self, clause: &Clause) -> Tokens {
        self.indexes[clause.range.start]..=self.indexes[clause.range.end - 1]
    }

    /// What stands in a clause's parentheses.
    pub fn argument(&self, clause: &Clause) -> &[usize] {
        let Range { start, end } = clause.range;
        if end - start < 3 { &[] } else { &self.indexes[start + 2..end - 1] }
    }

    /// What stands in front of a clause's colon; nothing if it has none.
    pub fn modifiers(&self, clause: &Clause) -> &[usize] {
        let argument = self.argument(clause);
        let kind_of = |at: usize| self.tokens[argument[at]].kind;
        // In a condition there are other colons.
        let mut places = self.tokens.outside(argument).take_while(|&at| kind_of(at) != kind::QUESTION);
        let colon = places.find(|&at| kind_of(at) == kind::COLON);
        colon.map_or(&[], |colon| &argument[..colon])
    }

    /// The last of them: the operator of a reduction, the type of a dependence.
    pub fn last_modifier(&self, clause: &Clause) -> Option<usize> {
        self.modifiers(clause).last().copied()
    }

    /// The expression in a clause's parentheses, behind its modifiers.
    pub fn value(&self, clause: &Clause) -> Option<Tokens> {
        let modifiers = self.modifiers(clause).len();
        whole(self.argument(clause).get(if modifiers == 0 { 0 } else { modifiers + 1 }..)?)
    }

    /// What a clause lists.
    pub fn items(&self, clause: &Clause) -> Vec<Item> {
        let argument = self.argument(clause);
        let modifiers = self.modifiers(clause);
        let list = match modifiers.len() {
            0 => argument,
            length if LIST_FIRST.contains(&self.text(clause)) => &argument[..length],
            length => &argument[length + 1..],
        };
        // `linear(val(x))`
        let list = match list {
            [word, open, inner @ .., _]
                if self.tokens[*word].kind != kind::IDENTIFIER
                    && self.tokens[*open].kind == kind::LEFT_PAREN =>
            {
                inner
            }
            _ => list,
        };
        self.split(list)
    }

    /// The names that its clauses list.
    pub fn names(&self) -> Vec<&'t str> {
        let items = self.clauses().flat_map(|(_, clause)| self.items(clause));
        items.filter_map(|item| item.name(self.tokens)).map(|name| self.tokens.text(name)).collect()
    }

    /// What commas part.
    pub fn split(&self, list: &[usize]) -> Vec<Item> {
        let parts = self.tokens.parts(list, kind::COMMA).into_iter();
        parts.map(|part| Item { tokens: part.to_vec() }).collect()
    }
}
