//! Atomic constructs with `compare` (5.1, section 2.19.7; 5.2, section 15.8.4): the parts of the statement.
//!
//! ```text
//! if (x > e) { x = e; }    if (e > x) { x = e; }    if (x == e) { x = d; }
//! x = x > e ? e : x;       x = e > x ? e : x;       x = x == e ? d : x;
//! ```
//!
//! and the same with `<`. With `capture` a value goes elsewhere:
//!
//! ```text
//! v = x = x > e ? e : x;   { v = x; change }   { change v = x; }
//! if (x == e) { x = d; } else { v = x; }   { r = x == e; if (r) { x = d; } }   { r = x == e; if (r) { x = d; } else { v = x; } }
//! ```

use super::atomic::{Fault, Operation, Reader};
use super::stretch::{Tokens, stretch};
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// When the variable is changed, by what it is to the operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Less,
    Greater,
    Equal,
}

/// Which value is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// That from before the comparison.
    Old,
    /// That from after it.
    New,
    /// The variable's, where it is not changed.
    Failed,
}

/// The parts of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compare {
    /// The variable, `x`.
    pub target: Tokens,
    pub relation: Relation,
    /// What it is compared with, `e`.
    pub operand: Tokens,
    /// What it becomes: `d`, or `e` again.
    pub value: Tokens,
    /// The variable that gets a value, `v`.
    pub capture: Option<(Tokens, When)>,
    /// The variable that gets the comparison's result, `r`.
    pub result: Option<Tokens>,
}

impl Compare {
    /// Reads the statement of a construct.
    ///
    /// # Errors
    ///
    /// What keeps it from being one that the directive wants.
    pub fn read(statement: &Tokens, operation: Operation, list: &TokenList) -> Result<Self, Fault> {
        let reader = Reader { list };
        let visible = list.visible_in(statement);
        let fault = || Fault::new(&visible, "no comparison of one of these forms");
        let inside = match visible.as_slice() {
            [open, inside @ .., _] if reader.kind(*open) == kind::LEFT_BRACE => inside,
            whole => whole,
        };
        let statements = reader.statements(inside).ok_or_else(fault)?;
        let found = match (operation, statements.as_slice()) {
            (Operation::Update, [change]) if inside.len() == visible.len() => reader.change(change),
            (Operation::Capture, [one]) if inside.len() == visible.len() => {
                reader.captured(one).or_else(|| reader.otherwise(one, None))
            }
            (Operation::Capture, [first, second]) => {
                let read = |tokens: &[usize]| {
                    reader
                        .read_of(tokens.strip_suffix(&[*tokens.last()?])?)
                        .ok()
                        .map(|(result, from)| (result.to_vec(), from.to_vec()))
                };
                let old =
                    read(first).and_then(|read| reader.with_read(reader.change(second)?, &read, When::Old));
                let new = || {
                    read(second).and_then(|read| reader.with_read(reader.change(first)?, &read, When::New))
                };
                old.or_else(new).or_else(|| reader.with_result(first, second))
            }
            _ => None,
        };
        found.ok_or_else(fault)
    }
}

impl Reader<'_> {
    /// The statements among some tokens: assignments, and `if` with blocks.
    fn statements<'v>(&self, mut rest: &'v [usize]) -> Option<Vec<&'v [usize]>> {
        let mut found = Vec::new();
        while let Some(&first) = rest.first() {
            let end = match self.kind(first) {
                kind::IF => self.end_of_if(rest)?,
                _ => self.top_level(rest).into_iter().find(|&at| self.kind(rest[at]) == kind::SEMICOLON)?,
            };
            let (one, others) = rest.split_at(end + 1);
            found.push(one);
            rest = others;
        }
        Some(found)
    }

    /// Where the block of an `if` ends, or that of its `else`.
    fn end_of_if(&self, tokens: &[usize]) -> Option<usize> {
        let (_, _, rest) = self.branch(tokens)?;
        let then = tokens.len() - rest.len() - 1;
        match rest {
            [word, open, ..] if self.kind(*word) == kind::ELSE && self.kind(*open) == kind::LEFT_BRACE => {
                tokens.binary_search(&self.list.partner(*open)?).ok()
            }
            _ => Some(then),
        }
    }

    /// `if (condition) { statement }`: both, and what follows.
    fn branch<'v>(&self, tokens: &'v [usize]) -> Option<(&'v [usize], &'v [usize], &'v [usize])> {
        let [word, open, ..] = tokens else { return None };
        let close = tokens.binary_search(&self.list.partner(*open)?).ok()?;
        let brace = *tokens.get(close + 1)?;
        if self.kind(*word) != kind::IF || self.kind(brace) != kind::LEFT_BRACE {
            return None;
        }
        let end = tokens.binary_search(&self.list.partner(brace)?).ok()?;
        Some((&tokens[2..close], &tokens[close + 2..end], &tokens[end + 1..]))
    }

    /// A statement that compares and changes, and captures nothing.
    fn change(&self, statement: &[usize]) -> Option<Compare> {
        if let Some((condition, then, [])) = self.branch(statement) {
            let (target, value) = self.assigned(then)?;
            return self.compared(condition, target, value);
        }
        let (target, value) = self.assigned(statement)?;
        self.chosen(target, value)
    }

    /// `x = value;`
    fn assigned<'v>(&self, statement: &'v [usize]) -> Option<(&'v [usize], &'v [usize])> {
        let (last, text) = statement.split_last()?;
        let found = self.assignment(text, "").ok()?;
        (self.kind(*last) == kind::SEMICOLON && self.is_place(found.0)).then_some(found)
    }

    /// `x = condition ? value : x`
    fn chosen(&self, target: &[usize], choice: &[usize]) -> Option<Compare> {
        let choice = self.without_parentheses(choice);
        let top_level = self.top_level(choice);
        let place = |token: i32| top_level.iter().copied().find(|&at| self.kind(choice[at]) == token);
        let (question, colon) = (place(kind::QUESTION)?, place(kind::COLON)?);
        let otherwise = choice.get(colon + 1..)?;
        let value = choice.get(question + 1..colon)?;
        self.is_same(otherwise, target).then(|| self.compared(&choice[..question], target, value))?
    }

    /// A comparison of a variable that becomes a value.
    fn compared(&self, condition: &[usize], target: &[usize], value: &[usize]) -> Option<Compare> {
        let condition = self.without_parentheses(condition);
        let relations = [kind::LESS, kind::GREATER, kind::EQUAL_EQUAL];
        let top_level = self.top_level(condition);
        let mut found = top_level.iter().copied().filter(|&at| relations.contains(&self.kind(condition[at])));
        let (at, None) = (found.next()?, found.next()) else { return None };
        let (left, right) = (&condition[..at], &condition[at + 1..]);
        let is_left = self.is_same(left, target);
        if !is_left && !self.is_same(right, target) {
            return None;
        }
        let operand = if is_left { right } else { left };
        let relation = match (self.kind(condition[at]), is_left) {
            (kind::EQUAL_EQUAL, true) => Relation::Equal,
            (kind::LESS, true) | (kind::GREATER, false) => Relation::Less,
            (kind::GREATER, true) | (kind::LESS, false) => Relation::Greater,
            _ => return None,
        };
        let is_right = !operand.is_empty() && !value.is_empty();
        (is_right && (relation == Relation::Equal || self.is_same(operand, value))).then(|| Compare {
            target: stretch(target),
            relation,
            operand: stretch(operand),
            value: stretch(value),
            capture: None,
            result: None,
        })
    }

    /// `v = x = condition ? value : x;`
    fn captured(&self, statement: &[usize]) -> Option<Compare> {
        let (result, change) = self.assigned(statement)?;
        let (target, choice) = self.assignment(self.without_parentheses(change), "").ok()?;
        let compare = self.chosen(target, choice)?;
        Some(Compare { capture: Some((stretch(result), When::New)), ..compare })
    }

    /// The same with `v = x;` beside it.
    fn with_read(&self, compare: Compare, read: &(Vec<usize>, Vec<usize>), when: When) -> Option<Compare> {
        let (result, from) = read;
        self.is_same(from, &self.list.visible_in(&compare.target))
            .then(|| Compare { capture: Some((stretch(result), when)), ..compare })
    }

    /// `if (x == e) { x = d; } else { v = x; }`, where `condition` may stand for `x == e`.
    fn otherwise(&self, statement: &[usize], condition: Option<&[usize]>) -> Option<Compare> {
        let (tested, then, rest) = self.branch(statement)?;
        let (target, value) = self.assigned(then)?;
        let compare = self.compared(condition.unwrap_or(tested), target, value)?;
        let capture = match rest {
            [] if condition.is_some() => None,
            [_, _, inside @ .., _] => {
                let (result, from) = self.assigned(inside)?;
                self.is_same(from, target).then_some(())?;
                Some((stretch(result), When::Failed))
            }
            _ => return None,
        };
        (compare.relation == Relation::Equal).then_some(Compare { capture, ..compare })
    }

    /// `r = x == e; if (r) { x = d; }`, with `else { v = x; }` perhaps.
    fn with_result(&self, first: &[usize], second: &[usize]) -> Option<Compare> {
        let (result, condition) = self.assigned(first)?;
        let (tested, ..) = self.branch(second)?;
        self.is_same(tested, result).then_some(())?;
        let compare = self.otherwise(second, Some(condition))?;
        Some(Compare { result: Some(stretch(result)), ..compare })
    }
}
