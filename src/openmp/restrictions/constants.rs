//! The values of constant expressions, as far as they are known while the file is read.

use super::Program;
use crate::c::symbols::{DeclType, integer_literal};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// Longer chains of enumerators are not followed.
const DEEPEST: usize = 64;

/// The value of an expression of numbers, enumerators, `+`, `-`, `*`, `/`, `%` and parentheses; `None` of any other.
pub fn value(range: &Tokens, program: &Program) -> Option<i64> {
    let tokens = program.tokens.visible_in(range);
    Reader { rest: &tokens, program, depth: 0 }.whole()
}

struct Reader<'r> {
    rest: &'r [usize],
    program: &'r Program<'r>,
    depth: usize,
}

impl Reader<'_> {
    fn whole(mut self) -> Option<i64> {
        let value = self.sum()?;
        self.rest.is_empty().then_some(value)
    }

    fn next(&self) -> i32 {
        self.rest.first().map_or(0, |&index| self.program.tokens[index].kind)
    }

    fn take(&mut self) -> Option<usize> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn sum(&mut self) -> Option<i64> {
        let mut value = self.product()?;
        while matches!(self.next(), kind::PLUS | kind::MINUS) {
            let is_plus = self.next() == kind::PLUS;
            self.take();
            let right = self.product()?;
            value = if is_plus { value.checked_add(right)? } else { value.checked_sub(right)? };
        }
        Some(value)
    }

    fn product(&mut self) -> Option<i64> {
        let mut value = self.operand()?;
        while matches!(self.next(), kind::STAR | kind::SLASH | kind::PERCENT) {
            let operator = self.next();
            self.take();
            let right = self.operand()?;
            value = match operator {
                kind::STAR => value.checked_mul(right)?,
                kind::SLASH => value.checked_div(right)?,
                _ => value.checked_rem(right)?,
            };
        }
        Some(value)
    }

    fn operand(&mut self) -> Option<i64> {
        let token = self.take()?;
        let tokens = self.program.tokens;
        match tokens[token].kind {
            kind::PLUS => self.operand(),
            kind::MINUS => self.operand()?.checked_neg(),
            kind::LEFT_PAREN => {
                let value = self.sum()?;
                (tokens[self.take()?].kind == kind::RIGHT_PAREN).then_some(value)
            }
            kind::INTEGER_CONSTANT => {
                integer_literal(tokens.text(token)).and_then(|value| value.try_into().ok())
            }
            kind::IDENTIFIER => {
                let declared = self.program.scopes.find(tokens.text(token))?;
                (declared.decl_type == DeclType::Enumerator)
                    .then(|| self.enumerator(declared.token, self.depth + 1))?
            }
            _ => None,
        }
    }

    /// The value of the enumerator that is declared at a token.
    fn enumerator(&self, token: usize, depth: usize) -> Option<i64> {
        let tokens = self.program.tokens;
        if depth > DEEPEST {
            return None;
        }
        let next = tokens.visible_from(token + 1)?;
        if tokens[next].kind == kind::ASSIGN {
            let from = tokens.visible_from(next + 1)?;
            let ends = |&index: &usize| matches!(tokens[index].kind, kind::COMMA | kind::RIGHT_BRACE);
            let rest: Vec<usize> = (from..tokens.len())
                .filter(|&index| tokens[index].is_visible())
                .take_while(|index| !ends(index))
                .collect();
            return Reader { rest: &rest, program: self.program, depth }.whole();
        }
        let before = tokens.visible_before(token)?;
        match tokens[before].kind {
            kind::LEFT_BRACE => Some(0),
            kind::COMMA => self.enumerator(name_before(tokens, before)?, depth + 1)?.checked_add(1),
            _ => None,
        }
    }
}

/// The name of the enumerator that ends in front of a comma.
fn name_before(tokens: &TokenList, comma: usize) -> Option<usize> {
    let mut at = tokens.visible_before(comma)?;
    loop {
        let before = tokens.visible_before(at)?;
        if matches!(tokens[before].kind, kind::LEFT_BRACE | kind::COMMA) {
            return (tokens[at].kind == kind::IDENTIFIER).then_some(at);
        }
        at = before;
    }
}
