//! Atomic constructs (3.1, section 2.8.5): what the directive says, and the parts of the statement that it applies to.
//!
//! ```text
//! read      v = x;
//! write     x = expr;
//! update    x++; --x; x op= expr; x = x op expr; x = expr op x;
//! capture   v = update; { v = x; update; } { update; v = x; } { v = x; x = expr; }
//! ```
//!
//! 2.5 has `x op= expr` and the steps, 4.0 brought `x = expr op x` and the exchange (section 2.12.6). The statement is
//! read from the parser's tokens, so that a macro may stand for it.

use super::stretch::{Tokens, stretch};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::brackets::{closes, opens};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::starts_type;
use crate::syntax::tokens::is_assignment_operator;

/// What is done to the variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Operation {
    Read,
    Write,
    #[default]
    Update,
    Capture,
}

impl Operation {
    /// The operation of a clause; `None` of another one.
    pub fn of(word: &str) -> Option<Self> {
        Some(match word {
            "read" => Operation::Read,
            "write" => Operation::Write,
            "update" => Operation::Update,
            "capture" => Operation::Capture,
            _ => return None,
        })
    }

    /// The order that a `requires` gives it (5.2, section 8.2.1).
    pub fn default_order(self, required: &str) -> &str {
        match (required, self) {
            ("acq_rel", Operation::Read) => "acquire",
            ("acq_rel", Operation::Write) => "release",
            _ => required,
        }
    }

    /// The directive's words.
    pub fn directive(self) -> &'static str {
        match self {
            Operation::Read => "atomic read",
            Operation::Write => "atomic write",
            Operation::Update => "atomic",
            Operation::Capture => "atomic capture",
        }
    }
}

/// What an `atomic` directive says, each with its clause.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    pub operation: Option<(Operation, Tokens)>,
    /// The word of the memory order: `seq_cst`.
    pub order: Option<(String, Tokens)>,
    /// The expression.
    pub hint: Option<Tokens>,
    /// The clause `compare`.
    pub compare: Option<Tokens>,
    /// The clause `weak`: the comparison may fail though it holds.
    pub weak: Option<Tokens>,
    /// The order of a comparison that fails.
    pub fail: Option<String>,
}

impl Clauses {
    pub fn operation(&self) -> Operation {
        self.operation.as_ref().map(|(operation, _)| *operation).unwrap_or_default()
    }

    /// Whether it is an update, and orders nothing else.
    pub fn is_plain(&self) -> bool {
        self.operation() == Operation::Update
            && self.compare.is_none()
            && !self.releases()
            && !self.acquires()
    }

    /// Whether what the thread wrote before is seen by whoever sees the operation (5.0, section 1.4.4).
    pub fn releases(&self) -> bool {
        self.has_order(&["seq_cst", "acq_rel", "release"])
    }

    /// Whether the thread sees behind the operation what others wrote before theirs.
    pub fn acquires(&self) -> bool {
        self.has_order(&["seq_cst", "acq_rel", "acquire"])
            || self.fail.as_ref().is_some_and(|order| order != "relaxed")
    }

    fn has_order(&self, words: &[&str]) -> bool {
        self.order.as_ref().is_some_and(|(word, _)| words.contains(&word.as_str()))
    }
}

/// The parts of an atomic statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// The variable, `x`.
    pub target: Tokens,
    /// How it is changed; `None` for `read`.
    pub change: Option<Change>,
    pub capture: Option<Capture>,
}

/// A change of `x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub form: Form,
    /// The whole expression.
    pub tokens: Tokens,
}

/// The form of a change, with its operator's token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// `x++` and its kin.
    Step { operator: usize },
    /// `x op= value`
    Compound { operator: usize, value: Tokens },
    /// `x = x op value`
    Binary { operator: usize, value: Tokens },
    /// `x = value op x`
    Reversed { operator: usize, value: Tokens },
    /// `x = value`
    Set { value: Tokens },
}

/// What becomes of the value of `x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The variable that gets it, `v`.
    pub result: Tokens,
    /// Whether it is the value from before the change.
    pub is_old: bool,
    /// `v = x` where it is a statement of its own, with its semicolon.
    pub statement: Option<Tokens>,
}

/// What is wrong with a statement: the parser's tokens at fault, and what is wrong with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub tokens: Tokens,
    pub reason: String,
}

impl Fault {
    pub fn new(tokens: &[usize], reason: impl Into<String>) -> Self {
        Fault { tokens: stretch(tokens), reason: reason.into() }
    }
}

const OPERATORS: &[i32] = &[
    kind::PLUS_ASSIGN,
    kind::STAR_ASSIGN,
    kind::MINUS_ASSIGN,
    kind::SLASH_ASSIGN,
    kind::AND_ASSIGN,
    kind::CARET_ASSIGN,
    kind::OR_ASSIGN,
    kind::LEFT_SHIFT_ASSIGN,
    kind::RIGHT_SHIFT_ASSIGN,
];

const BINARY_OPERATORS: &[i32] = &[
    kind::PLUS,
    kind::STAR,
    kind::MINUS,
    kind::SLASH,
    kind::AND,
    kind::CARET,
    kind::OR,
    kind::LEFT_SHIFT,
    kind::RIGHT_SHIFT,
];

impl Atomic {
    /// Reads the statement of a construct.
    ///
    /// # Errors
    ///
    /// What keeps it from being one that the directive wants.
    pub fn read(statement: &Tokens, operation: Operation, list: &TokenList) -> Result<Self, Fault> {
        let visible = list.visible_in(statement);
        let reader = Reader { list };
        if visible.first().is_some_and(|&first| list[first].kind == kind::LEFT_BRACE) {
            return match operation {
                Operation::Capture => reader.block(&visible),
                _ => Err(Fault::new(&visible, "a block, where a statement should stand")),
            };
        }
        let visible = visible.strip_suffix(&[*statement.end()]).unwrap_or(&visible);
        if visible.is_empty() {
            return Err(Fault { tokens: statement.clone(), reason: "nothing".to_owned() });
        }
        match operation {
            Operation::Read => {
                let (result, target) = reader.read_of(visible)?;
                let capture = Capture { result: stretch(result), is_old: true, statement: None };
                Ok(Atomic { target: stretch(target), change: None, capture: Some(capture) })
            }
            Operation::Write => {
                let (target, value) = reader.assignment(visible, "no assignment `x = expr`")?;
                let change = Change { form: Form::Set { value: stretch(value) }, tokens: stretch(visible) };
                Ok(Atomic { target: stretch(target), change: Some(change), capture: None })
            }
            Operation::Update => {
                let (target, change) = reader.update(visible)?;
                Ok(Atomic { target, change: Some(change), capture: None })
            }
            Operation::Capture => {
                let (result, value) = reader.assignment(visible, "no assignment of the captured value")?;
                let (target, change) = reader.update(value)?;
                // `x++` alone has the value from before.
                let is_old =
                    matches!(change.form, Form::Step { operator } if operator == *change.tokens.end());
                let capture = Capture { result: stretch(result), is_old, statement: None };
                Ok(Atomic { target, change: Some(change), capture: Some(capture) })
            }
        }
    }
}

pub(super) struct Reader<'t> {
    pub list: &'t TokenList,
}

impl Reader<'_> {
    pub fn kind(&self, index: usize) -> i32 {
        self.list[index].kind
    }

    /// `{ v = x; update; }`, `{ update; v = x; }` and `{ v = x; x = expr; }`
    fn block(&self, block: &[usize]) -> Result<Atomic, Fault> {
        let fault =
            || Fault::new(block, "not two statements, of which one captures and one changes the variable");
        let inside = &block[1..block.len() - 1];
        let mut statements = Vec::new();
        let mut rest = inside;
        while let Some(at) =
            self.top_level(rest).into_iter().find(|&at| self.kind(rest[at]) == kind::SEMICOLON)
        {
            statements.push(&rest[..=at]);
            rest = &rest[at + 1..];
        }
        let ([first, second], []) = (statements.as_slice(), rest) else { return Err(fault()) };
        let (first_text, second_text) = (&first[..first.len() - 1], &second[..second.len() - 1]);
        let atomic = |captured: (&[usize], &[usize]),
                      statement: &[usize],
                      is_old: bool,
                      target: Tokens,
                      change: Change| {
            let (result, read) = captured;
            if !self.is_same(read, &self.list.visible_in(&target)) {
                return Err(Fault::new(read, "not the variable that is changed"));
            }
            let statement = Some(stretch(statement));
            let capture = Capture { result: stretch(result), is_old, statement };
            Ok(Atomic { target, change: Some(change), capture: Some(capture) })
        };
        if let Ok(read) = self.read_of(first_text) {
            match self.update(second_text) {
                Ok((target, change)) if self.is_same(read.1, &self.list.visible_in(&target)) => {
                    return atomic(read, first, true, target, change);
                }
                found => {
                    if let Ok((target, value)) = self.assignment(second_text, "")
                        && self.is_same(read.1, target)
                    {
                        let form = Form::Set { value: stretch(value) };
                        let change = Change { form, tokens: stretch(second_text) };
                        return atomic(read, first, true, stretch(target), change);
                    }
                    // `x = x + 1; v = x;` begins like a read, too.
                    if self.update(first_text).is_err() {
                        let (target, change) = found?;
                        return atomic(read, first, true, target, change);
                    }
                }
            }
        }
        let (target, change) = self.update(first_text)?;
        let read = self.read_of(second_text)?;
        atomic(read, second, false, target, change)
    }

    /// `v = x`: both sides.
    pub fn read_of<'v>(&self, statement: &'v [usize]) -> Result<(&'v [usize], &'v [usize]), Fault> {
        let (result, target) = self.assignment(statement, "no assignment `v = x`")?;
        match self.is_place(target) {
            true => Ok((result, target)),
            false => Err(Fault::new(target, "not a variable by itself")),
        }
    }

    /// An assignment by `=`: both sides.
    pub fn assignment<'v>(
        &self,
        statement: &'v [usize],
        reason: &str,
    ) -> Result<(&'v [usize], &'v [usize]), Fault> {
        let top_level = self.top_level(statement);
        let assign = top_level.iter().copied().find(|&at| is_assignment_operator(self.kind(statement[at])));
        let found = assign
            .filter(|&at| self.kind(statement[at]) == kind::ASSIGN && at > 0 && at + 1 < statement.len());
        let Some(at) = found else { return Err(Fault::new(statement, reason)) };
        if top_level.iter().any(|&at| self.kind(statement[at]) == kind::COMMA) {
            return Err(Fault::new(statement, "more than one expression"));
        }
        Ok((&statement[..at], &statement[at + 1..]))
    }

    /// A change of a variable by an operator: the variable, and how.
    fn update(&self, expression: &[usize]) -> Result<(Tokens, Change), Fault> {
        let fault = |tokens: &[usize], reason: &str| Err(Fault::new(tokens, reason));
        let top_level = self.top_level(expression);
        let assign = top_level.iter().copied().find(|&at| is_assignment_operator(self.kind(expression[at])));
        let Some(at) = assign else {
            return match self.step(expression) {
                Some((operator, target)) => Ok((
                    stretch(target),
                    Change { form: Form::Step { operator }, tokens: stretch(expression) },
                )),
                None => fault(expression, "neither `x binop= expr` nor `x++`, `++x`, `x--` or `--x`"),
            };
        };
        let (target, value) = (&expression[..at], &expression[at + 1..]);
        let operator = expression[at];
        if target.is_empty() || value.is_empty() {
            return fault(expression, "no assignment");
        }
        if top_level.iter().any(|&at| self.kind(expression[at]) == kind::COMMA) {
            return fault(expression, "more than one expression");
        }
        let form = if self.kind(operator) == kind::ASSIGN {
            self.longer_form(target, value)
                .ok_or_else(|| Fault::new(expression, "a plain assignment is not an update"))?
        } else if OPERATORS.contains(&self.kind(operator)) {
            Form::Compound { operator, value: stretch(value) }
        } else {
            let reason = format!("`{}` is no operator of atomic updates", self.list.text(operator));
            return fault(&expression[at..=at], &reason);
        };
        Ok((stretch(target), Change { form, tokens: stretch(expression) }))
    }

    /// `x op expr` or `expr op x`, behind `x =`.
    fn longer_form(&self, target: &[usize], value: &[usize]) -> Option<Form> {
        let at = self.last_operator(value)?;
        let operator = value[at];
        let (left, right) = (&value[..at], &value[at + 1..]);
        if !BINARY_OPERATORS.contains(&self.kind(operator)) {
            return None;
        }
        if self.is_same(left, target) {
            return Some(Form::Binary { operator, value: stretch(right) });
        }
        self.is_same(right, target).then(|| Form::Reversed { operator, value: stretch(left) })
    }

    /// Where the operator stands that is carried out last, if it is one between two operands.
    fn last_operator(&self, value: &[usize]) -> Option<usize> {
        let mut last: Option<(usize, u32)> = None;
        let mut after_operand = false;
        for at in self.top_level_with_brackets(value) {
            let token = self.kind(value[at]);
            if after_operand && let Some(rank) = rank(token) {
                // Those of one rank are carried out from the left.
                if last.is_none_or(|(_, lowest)| rank <= lowest) {
                    last = Some((at, rank));
                }
                after_operand = false;
                continue;
            }
            after_operand = match token {
                kind::RIGHT_PAREN => !self.is_cast(value, at),
                _ if opens(token) => false,
                kind::PLUS_PLUS | kind::MINUS_MINUS => after_operand,
                kind::PLUS | kind::MINUS | kind::STAR | kind::AND | kind::TILDE | kind::NOT => false,
                kind::DOT | kind::ARROW | kind::SIZEOF | kind::ALIGNOF => false,
                _ => true,
            };
        }
        last.map(|(at, _)| at)
    }

    /// Whether a parenthesis closes the type of a cast.
    fn is_cast(&self, value: &[usize], close: usize) -> bool {
        let open = self.list.partner(value[close]).and_then(|open| value.binary_search(&open).ok());
        open.is_some_and(|open| {
            let before = open.checked_sub(1).map_or(0, |at| self.kind(value[at]));
            self.starts_type(value[open + 1]) && !matches!(before, kind::SIZEOF | kind::ALIGNOF)
        })
    }

    fn starts_type(&self, index: usize) -> bool {
        self.kind(index) == kind::TYPEDEF_NAME || starts_type(self.kind(index))
    }

    /// `x++` or `++x` with an lvalue, which no binary operator is part of: the operator's token, and the lvalue.
    fn step<'v>(&self, tokens: &'v [usize]) -> Option<(usize, &'v [usize])> {
        let is_step = |index: &usize| matches!(self.kind(*index), kind::PLUS_PLUS | kind::MINUS_MINUS);
        match tokens {
            [first, target @ ..] if is_step(first) && self.is_place(target) => Some((*first, target)),
            // In front of `x++` there is no unary operator.
            [target @ .., last] if is_step(last) => {
                let is_pointed = target.first().is_some_and(|&first| self.kind(first) == kind::STAR);
                (!is_pointed && self.is_place(target)).then_some((*last, target))
            }
            _ => None,
        }
    }

    /// Whether an expression can be that of a variable: names, members, subscripts, and stars in front.
    pub fn is_place(&self, tokens: &[usize]) -> bool {
        let top_level = self.top_level(tokens);
        let stars = tokens.iter().take_while(|&&index| self.kind(index) == kind::STAR).count();
        let Some((&first, &last)) = tokens.get(stars).zip(tokens.last()) else { return false };
        if self.kind(first) == kind::LEFT_PAREN && self.list.partner(first) == Some(last) {
            return self.is_place(&tokens[stars + 1..tokens.len() - 1]) || stars > 0;
        }
        let is_cast = self.kind(first) == kind::LEFT_PAREN && self.starts_type(tokens[stars + 1]);
        let is_call = self.kind(last) == kind::RIGHT_PAREN;
        (stars > 0 || !is_cast && !is_call)
            && top_level.iter().all(|&at| {
                let token = self.kind(tokens[at]);
                matches!(token, kind::IDENTIFIER | kind::DOT | kind::ARROW) || at < stars
            })
    }

    /// The places of tokens outside of all brackets.
    pub fn top_level(&self, tokens: &[usize]) -> Vec<usize> {
        let is_bracket = |at: &usize| opens(self.kind(tokens[*at])) || closes(self.kind(tokens[*at]));
        self.top_level_with_brackets(tokens).into_iter().filter(|at| !is_bracket(at)).collect()
    }

    fn top_level_with_brackets(&self, tokens: &[usize]) -> Vec<usize> {
        let (Some(&first), Some(&last)) = (tokens.first(), tokens.last()) else { return Vec::new() };
        let outside = self.list.outside_brackets(&(first..=last));
        outside.filter_map(|index| tokens.binary_search(&index).ok()).collect()
    }

    /// Whether two expressions are the same, parentheses around them aside.
    pub fn is_same(&self, one: &[usize], other: &[usize]) -> bool {
        let text = |tokens: &[usize]| -> Vec<&str> {
            self.without_parentheses(tokens).iter().map(|&index| self.list.text(index)).collect()
        };
        text(one) == text(other)
    }

    pub fn without_parentheses<'v>(&self, tokens: &'v [usize]) -> &'v [usize] {
        match tokens {
            [open, inner @ .., close]
                if self.kind(*open) == kind::LEFT_PAREN && self.list.partner(*open) == Some(*close) =>
            {
                self.without_parentheses(inner)
            }
            _ => tokens,
        }
    }
}

/// How weakly an operator between two operands binds; `None` of other tokens.
fn rank(token: i32) -> Option<u32> {
    Some(match token {
        kind::QUESTION | kind::COLON => 0,
        kind::OR_OR => 1,
        kind::AND_AND => 2,
        kind::OR => 3,
        kind::CARET => 4,
        kind::AND => 5,
        kind::EQUAL_EQUAL | kind::NOT_EQUAL => 6,
        kind::LESS | kind::GREATER | kind::LESS_EQUAL | kind::GREATER_EQUAL => 7,
        kind::LEFT_SHIFT | kind::RIGHT_SHIFT => 8,
        kind::PLUS | kind::MINUS => 9,
        kind::STAR | kind::SLASH | kind::PERCENT => 10,
        _ => return None,
    })
}
