//! Lines of pragmas: which of them a byte is in, what each says, and the commas between clauses.
//!
//! A directive is `directive-name [[,] clause[ [,] clause]…]` (section 3.1 of
//! OpenMP 5.2): clauses may have commas in front of them. The grammar of
//! the 2.5 specification's appendix, and with it the thesis's, does not have
//! these commas. They mean nothing, so they are taken out of the parser's sight.

use std::rc::Rc;

use super::accepted::{Word, read};
use super::generated::open_mpc as kind;
use super::tokens::{ReadPragma, TokenList};
use crate::rewrite::Tokens as _;

impl TokenList {
    /// The first token of the pragma, OpenMP's or gpump's, whose line a byte is in.
    pub fn pragma_at(&self, byte: usize) -> Option<usize> {
        let at = self.at_byte(byte);
        let is_pragma = |&index: &usize| matches!(self[index].kind, kind::PRAGMA_OMP | kind::PRAGMA_GPUMP);
        let starts = self.pragmas.get_or_init(|| (0..self.len()).filter(is_pragma).collect());
        let &start = starts[..starts.partition_point(|&start| start <= at)].last()?;
        let goes_on = !(start..at).any(|index| self[index].kind == kind::NEW_LINE);
        goes_on.then_some(start)
    }

    /// What the pragma that begins at a token says, and its words: the visible tokens to the end of the line. Each is read once.
    pub fn pragma(&self, start: usize) -> ReadPragma {
        let known = self.readings.borrow().get(&start).cloned();
        known.unwrap_or_else(|| {
            let line = (start + 1..self.len()).take_while(|&index| self[index].kind != kind::NEW_LINE);
            let indexes: Rc<[usize]> = line.filter(|&index| self[index].is_visible()).collect();
            let found = (Rc::new(read(&self.as_words(&indexes))), indexes);
            self.readings.borrow_mut().insert(start, found.clone());
            found
        })
    }

    /// Tokens of a pragma as words of the grammar.
    pub fn as_words(&self, indexes: &[usize]) -> Vec<Word<'_>> {
        indexes.iter().map(|&index| Word { text: self.text(index), kind: self[index].kind }).collect()
    }
}

/// Hides the commas in front of clauses.
pub(super) fn hide_separators(tokens: &mut TokenList) {
    let mut depth = 0usize;
    let mut in_pragma = false;
    for index in 0..tokens.len() {
        match tokens[index].kind {
            kind::PRAGMA_OMP => {
                in_pragma = true;
                depth = 0;
            }
            kind::NEW_LINE => in_pragma = false,
            kind::LEFT_PAREN => depth += 1,
            kind::RIGHT_PAREN => depth = depth.saturating_sub(1),
            kind::COMMA if in_pragma && depth == 0 && is_between_clauses(tokens, index) => tokens.hide(index),
            _ => {}
        }
    }
}

fn is_between_clauses(tokens: &TokenList, comma: usize) -> bool {
    let is_sign = |at: usize, signs: &[i32]| signs.contains(&tokens[at].kind);
    let before = tokens.visible_before(comma);
    let behind = tokens.visible_from(comma + 1);
    before.is_some_and(|at| !is_sign(at, &[kind::PRAGMA_OMP, kind::COMMA]))
        && behind.is_some_and(|at| !is_sign(at, &[kind::NEW_LINE, kind::COMMA]))
}
