//! A directive as it is written: its clauses by their tokens, and what they list.
//!
//! Everything here is by the tokens of one pragma, whether the parser has read it or not.

use std::ops::Range;
use std::rc::Rc;

use super::constructs::Tokens;
use super::report::Report;
pub use super::stretch::whole;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::{Clause, Directive, Reading};
use crate::syntax::generated::open_mpc as kind;

/// The clauses whose list stands in front of a colon, and not behind one.
const LIST_FIRST: [&str; 2] = ["aligned", "linear"];

/// The visible tokens behind the `#pragma omp` at a token, to the end of the line.
pub fn behind(tokens: &TokenList, start: usize) -> Rc<[usize]> {
    tokens.pragma(start).1
}

/// The directive of the pragma that begins at a token.
pub fn directive_at(tokens: &TokenList, start: usize) -> Option<&'static Directive> {
    (tokens[start].kind == kind::PRAGMA_OMP).then(|| tokens.pragma(start).0.directive)?
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
    pub reading: Rc<Reading>,
    /// The tokens of the pragma's words.
    indexes: Rc<[usize]>,
}

impl Report for Written<'_> {
    fn list(&self) -> &TokenList {
        self.tokens
    }
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
    /// Reads the pragma that begins at a token.
    pub fn at(tokens: &'t TokenList, start: usize) -> Option<Self> {
        let (reading, indexes) = tokens.pragma(start);
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

    /// What stands in parentheses behind the words of the directive.
    pub fn operand(&self) -> Option<&[usize]> {
        let (&open, inner) = self.behind_name().split_first()?;
        let close = self.tokens.partner(open).filter(|_| self.tokens[open].kind == kind::LEFT_PAREN)?;
        Some(&inner[..inner.iter().position(|&word| word == close)?])
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

    /// Whether it has a clause with a first word.
    pub fn has(&self, word: &str) -> bool {
        self.clause(word).is_some()
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

    /// One of them by its kind.
    pub fn modifier(&self, clause: &Clause, wanted: i32) -> Option<usize> {
        self.modifiers(clause).iter().copied().find(|&word| self.tokens[word].kind == wanted)
    }

    /// The last of them: the operator of a reduction, the type of a dependence.
    pub fn last_modifier(&self, clause: &Clause) -> Option<usize> {
        self.modifiers(clause).last().copied()
    }

    /// What stands in a clause's parentheses behind its modifiers.
    pub fn behind_modifiers(&self, clause: &Clause) -> &[usize] {
        match self.modifiers(clause).len() {
            0 => self.argument(clause),
            length => &self.argument(clause)[length + 1..],
        }
    }

    /// The expression there.
    pub fn value(&self, clause: &Clause) -> Option<Tokens> {
        whole(self.behind_modifiers(clause))
    }

    /// What a `defaultmap` makes of variables that no clause lists, and of which category; of all, if it names none.
    pub fn default_map(&self, clause: &Clause) -> (&'t str, Option<&'t str>) {
        let mut words = self.argument(clause).iter().map(|&word| self.tokens.text(word));
        let behaviour = words.next().unwrap_or_default();
        (behaviour, words.nth(1).filter(|category| *category != "all"))
    }

    /// What a clause lists.
    pub fn items(&self, clause: &Clause) -> Vec<Item> {
        let modifiers = self.modifiers(clause);
        let is_first = !modifiers.is_empty() && LIST_FIRST.contains(&self.text(clause));
        let list = if is_first { modifiers } else { self.behind_modifiers(clause) };
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

    /// The names that a clause lists, or names a part of.
    pub fn names(&self, clause: &Clause) -> Vec<usize> {
        self.items(clause).iter().filter_map(|item| item.name(self.tokens)).collect()
    }

    /// The names that the clauses with some first words list.
    pub fn texts(&self, is_meant: impl Fn(&str) -> bool) -> Vec<&'t str> {
        let clauses = self.clauses().filter(|(word, _)| is_meant(word));
        clauses.flat_map(|(_, clause)| self.names(clause)).map(|name| self.tokens.text(name)).collect()
    }

    /// What commas part.
    pub fn split(&self, list: &[usize]) -> Vec<Item> {
        let parts = self.tokens.parts(list, kind::COMMA).into_iter();
        parts.map(|part| Item { tokens: part.to_vec() }).collect()
    }
}
