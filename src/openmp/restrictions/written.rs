//! A directive as it is written: its clauses by their tokens, and what they list.

use std::ops::Range;

use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::{Clause, Directive, Reading};
use crate::syntax::generated::open_mpc as kind;

/// The clauses whose list stands in front of a colon, and not behind one.
const LIST_FIRST: [&str; 2] = ["aligned", "linear"];

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

impl<'t> Written<'t> {
    /// Takes a pragma that has been read, with the tokens of its words.
    pub fn new(tokens: &'t TokenList, reading: Reading, indexes: Vec<usize>) -> Option<Self> {
        Some(Written { tokens, directive: reading.directive?, reading, indexes })
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
        let colon = self.tokens.outside(argument).find(|&at| self.tokens[argument[at]].kind == kind::COLON);
        colon.map_or(&[], |colon| &argument[..colon])
    }

    /// The last of them: the operator of a reduction, the type of a dependence.
    pub fn last_modifier(&self, clause: &Clause) -> Option<usize> {
        self.modifiers(clause).last().copied()
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

    /// What commas part.
    pub fn split(&self, list: &[usize]) -> Vec<Item> {
        let parts = self.tokens.parts(list, kind::COMMA).into_iter();
        parts.map(|part| Item { tokens: part.to_vec() }).collect()
    }
}
