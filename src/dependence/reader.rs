//! From tokens to the trees of [`super::tree`].

use std::ops::RangeInclusive;

use super::tree::{Declared, Expression, Form, Loop, Statement, Variable};
use crate::openmp::CanonicalLoop;
use crate::openmp::loops::Header;
use crate::rewrite::Tokens as _;
use crate::symbols::integer_literal;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tokens::{is_assignment_operator, precedence};
use crate::types::{Kind, Meaning, Types};

/// Deeper expressions and statements are not read.
const DEEPEST: u32 = 60;

/// Reads the statement that begins at a token.
pub fn statement(types: &Types<'_>, tokens: &TokenList, from: usize) -> Option<Statement> {
    Reader { types, tokens, next: tokens.visible_from(from)?, last: tokens.len(), depth: 0 }.statement()
}

/// Reads the loop at a `for`, with its last token.
pub fn loop_at(types: &Types<'_>, tokens: &TokenList, keyword: usize) -> Option<(Loop, usize)> {
    let mut reader = Reader { types, tokens, next: keyword, last: tokens.len(), depth: 0 };
    match reader.statement()? {
        Statement::For(found) => Some((*found, reader.last_read())),
        _ => None,
    }
}

/// Reads the expression that a range of tokens is.
pub fn expression(
    types: &Types<'_>,
    tokens: &TokenList,
    range: &RangeInclusive<usize>,
) -> Option<Expression> {
    let mut reader =
        Reader { types, tokens, next: tokens.visible_from(*range.start())?, last: *range.end(), depth: 0 };
    let found = reader.expression()?;
    (reader.next > *range.end()).then_some(found)
}

struct Reader<'a> {
    types: &'a Types<'a>,
    tokens: &'a TokenList,
    /// The next visible token.
    next: usize,
    /// The last token that is read.
    last: usize,
    depth: u32,
}

impl Reader<'_> {
    fn kind(&self) -> i32 {
        self.tokens.get(self.next).filter(|_| self.next <= self.last).map_or(kind::EOF, |token| token.kind)
    }

    fn advance(&mut self) -> Option<usize> {
        let taken = self.next;
        self.tokens.get(taken)?;
        self.next = self.tokens.visible_from(taken + 1).unwrap_or(self.tokens.len());
        Some(taken)
    }

    fn take(&mut self, token: i32) -> bool {
        self.kind() == token && self.advance().is_some()
    }

    fn expect(&mut self, token: i32) -> Option<usize> {
        (self.kind() == token).then(|| self.advance())?
    }

    /// The last token that was read.
    fn last_read(&self) -> usize {
        self.tokens.visible_before(self.next).unwrap_or(0)
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn made(&self, form: Form, start: usize) -> Expression {
        Expression { form, tokens: start..=self.last_read() }
    }

    // ---- Statements ----------------------------------------------------------------------------

    fn statement(&mut self) -> Option<Statement> {
        self.deeper(Self::statement_here)
    }

    fn statement_here(&mut self) -> Option<Statement> {
        match self.kind() {
            kind::SEMICOLON => {
                self.advance()?;
                Some(Statement::Empty)
            }
            kind::LEFT_BRACE => {
                self.advance()?;
                let mut inner = Vec::new();
                while !self.take(kind::RIGHT_BRACE) {
                    inner.push(self.statement()?);
                }
                Some(Statement::Block(inner))
            }
            kind::IF => {
                self.advance()?;
                let condition = self.in_parentheses()?;
                let yes = Box::new(self.statement()?);
                let no = if self.take(kind::ELSE) { Some(Box::new(self.statement()?)) } else { None };
                Some(Statement::If(condition, yes, no))
            }
            kind::FOR => self.for_loop(),
            kind::WHILE => {
                self.advance()?;
                let condition = self.in_parentheses()?;
                Some(Statement::While(condition, Box::new(self.statement()?)))
            }
            kind::DO => {
                self.advance()?;
                let body = Box::new(self.statement()?);
                self.expect(kind::WHILE)?;
                let condition = self.in_parentheses()?;
                self.expect(kind::SEMICOLON)?;
                Some(Statement::While(condition, body))
            }
            kind::PRAGMA_OMP => {
                self.advance()?;
                self.expect(kind::ATOMIC)?;
                self.expect(kind::NEW_LINE)?;
                let update = self.expression()?;
                self.expect(kind::SEMICOLON)?;
                Some(Statement::Atomic(update))
            }
            kind::RETURN => {
                self.advance()?;
                let value = if self.kind() == kind::SEMICOLON { None } else { Some(self.expression()?) };
                self.expect(kind::SEMICOLON)?;
                Some(Statement::Return(value))
            }
            kind::CONTINUE | kind::BREAK => {
                let is_break = self.kind() == kind::BREAK;
                self.advance()?;
                self.expect(kind::SEMICOLON)?;
                Some(if is_break { Statement::Break } else { Statement::Continue })
            }
            _ if self.types.begins_type(self.next) => self.declaration(),
            _ => {
                let expression = self.expression()?;
                self.expect(kind::SEMICOLON)?;
                Some(Statement::Expression(expression))
            }
        }
    }

    fn in_parentheses(&mut self) -> Option<Expression> {
        self.expect(kind::LEFT_PAREN)?;
        let expression = self.expression()?;
        self.expect(kind::RIGHT_PAREN)?;
        Some(expression)
    }

    fn for_loop(&mut self) -> Option<Statement> {
        let keyword = self.advance()?;
        self.expect(kind::LEFT_PAREN)?;
        let init = self.next;
        let first = match self.kind() {
            kind::SEMICOLON => {
                self.advance()?;
                Statement::Empty
            }
            _ if self.types.begins_type(self.next) => self.declaration()?,
            _ => {
                let expression = self.expression()?;
                self.expect(kind::SEMICOLON)?;
                Statement::Expression(expression)
            }
        };
        let init = init..=self.last_read();
        let condition = if self.kind() == kind::SEMICOLON { None } else { Some(self.expression()?) };
        self.expect(kind::SEMICOLON)?;
        let next = if self.kind() == kind::RIGHT_PAREN { None } else { Some(self.expression()?) };
        let close = self.expect(kind::RIGHT_PAREN)?;
        let header = Header {
            keyword,
            init: Some(init),
            condition: condition.as_ref().map(|part| part.tokens.clone()),
            increment: next.as_ref().map(|part| part.tokens.clone()),
            body_start: self.next,
        };
        let canonical = CanonicalLoop::read(&header, self.tokens).ok();
        let body = Box::new(self.statement()?);
        let first = Box::new(first);
        Some(Statement::For(Box::new(Loop { keyword, close, first, condition, next, body, canonical })))
    }

    /// Variables of arithmetic and pointer types, and arrays without initialisers.
    fn declaration(&mut self) -> Option<Statement> {
        loop {
            match self.kind() {
                kind::STATIC | kind::EXTERN | kind::TYPEDEF | kind::VOLATILE | kind::LEFT_BRACE => {
                    return None;
                }
                kind::STRUCT | kind::UNION | kind::ENUM => {
                    self.advance()?;
                    self.advance()?;
                }
                _ if self.types.begins_type(self.next) => {
                    self.advance()?;
                }
                _ => break,
            }
        }
        let mut declared = Vec::new();
        loop {
            while matches!(self.kind(), kind::STAR | kind::CONST | kind::RESTRICT) {
                self.advance()?;
            }
            let name = self.expect(kind::IDENTIFIER)?;
            let is_array = self.kind() == kind::LEFT_BRACKET;
            while self.take(kind::LEFT_BRACKET) {
                let bound = self.deeper(Self::conditional)?;
                if bound.has_effect() {
                    return None;
                }
                self.expect(kind::RIGHT_BRACKET)?;
            }
            let variable = self.variable_at(name, self.next)?;
            let value = if self.take(kind::ASSIGN) {
                if is_array {
                    return None;
                }
                Some(self.assignment()?)
            } else {
                None
            };
            declared.push(Declared { variable, value });
            if !self.take(kind::COMMA) {
                break;
            }
        }
        self.expect(kind::SEMICOLON)?;
        Some(Statement::Declaration(declared))
    }

    fn variable_at(&self, name: usize, seen_at: usize) -> Option<Variable> {
        let name = self.tokens.text(name);
        Some(Variable { declared: self.types.declared_at(name, seen_at)?, name: name.to_owned() })
    }

    // ---- Expressions -----------------------------------------------------------------------------

    fn expression(&mut self) -> Option<Expression> {
        let start = self.next;
        let mut found = self.assignment()?;
        while self.take(kind::COMMA) {
            let right = self.assignment()?;
            found = self.made(Form::Binary(kind::COMMA, Box::new(found), Box::new(right)), start);
        }
        Some(found)
    }

    fn assignment(&mut self) -> Option<Expression> {
        let start = self.next;
        let target = self.deeper(Self::conditional)?;
        let operator = self.kind();
        if !is_assignment_operator(operator) {
            return Some(target);
        }
        self.advance()?;
        let value = self.deeper(Self::assignment)?;
        Some(self.made(Form::Assign(operator, Box::new(target), Box::new(value)), start))
    }

    fn conditional(&mut self) -> Option<Expression> {
        let start = self.next;
        let condition = self.binary(1)?;
        if !self.take(kind::QUESTION) {
            return Some(condition);
        }
        let yes = self.expression()?;
        self.expect(kind::COLON)?;
        let no = self.deeper(Self::conditional)?;
        Some(self.made(Form::Choice(Box::new(condition), Box::new(yes), Box::new(no)), start))
    }

    fn binary(&mut self, least: u32) -> Option<Expression> {
        let start = self.next;
        let mut left = self.unary()?;
        while let Some(binds) = precedence(self.kind()).filter(|&binds| binds >= least) {
            let operator = self.kind();
            self.advance()?;
            let right = self.binary(binds + 1)?;
            left = self.made(Form::Binary(operator, Box::new(left), Box::new(right)), start);
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Expression> {
        let start = self.next;
        match self.kind() {
            operator @ (kind::PLUS | kind::MINUS | kind::TILDE | kind::NOT) => {
                self.advance()?;
                let operand = self.deeper(Self::unary)?;
                Some(self.made(Form::Unary(operator, Box::new(operand)), start))
            }
            kind::STAR => {
                self.advance()?;
                let operand = self.deeper(Self::unary)?;
                Some(self.made(Form::Dereference(Box::new(operand)), start))
            }
            kind::PLUS_PLUS | kind::MINUS_MINUS => {
                self.advance()?;
                let operand = self.deeper(Self::unary)?;
                Some(self.made(Form::Step(Box::new(operand)), start))
            }
            kind::SIZEOF => {
                self.advance()?;
                if self.kind() == kind::LEFT_PAREN {
                    self.skip_parentheses()?
                } else {
                    return None;
                }
                Some(self.made(Form::Constant, start))
            }
            kind::LEFT_PAREN => {
                let after = self.tokens.visible_from(self.next + 1)?;
                if !self.types.begins_type(after) {
                    return self.postfix();
                }
                self.skip_parentheses()?;
                if self.kind() == kind::LEFT_BRACE {
                    return None;
                }
                let operand = self.deeper(Self::unary)?;
                Some(self.made(Form::Cast(Box::new(operand)), start))
            }
            _ => self.postfix(),
        }
    }

    fn skip_parentheses(&mut self) -> Option<()> {
        let mut open = 0u32;
        loop {
            match self.kind() {
                kind::LEFT_PAREN => open += 1,
                kind::RIGHT_PAREN => open -= 1,
                kind::LEFT_BRACE | kind::SEMICOLON | kind::EOF => return None,
                // A bound in a type name may have effects.
                kind::PLUS_PLUS | kind::MINUS_MINUS => return None,
                operator if is_assignment_operator(operator) => return None,
                _ => {}
            }
            self.advance()?;
            if open == 0 {
                return Some(());
            }
        }
    }

    fn postfix(&mut self) -> Option<Expression> {
        let start = self.next;
        let mut found = self.primary()?;
        loop {
            found = match self.kind() {
                kind::LEFT_BRACKET => {
                    self.advance()?;
                    let index = self.deeper(Self::expression)?;
                    self.expect(kind::RIGHT_BRACKET)?;
                    self.made(Form::Subscript(Box::new(found), Box::new(index)), start)
                }
                token @ (kind::DOT | kind::ARROW) => {
                    self.advance()?;
                    let member = self.expect(kind::IDENTIFIER)?;
                    let member = self.tokens.text(member).to_owned();
                    self.made(Form::Member(Box::new(found), member, token == kind::ARROW), start)
                }
                kind::PLUS_PLUS | kind::MINUS_MINUS => {
                    self.advance()?;
                    self.made(Form::Step(Box::new(found)), start)
                }
                _ => return Some(found),
            };
        }
    }

    fn primary(&mut self) -> Option<Expression> {
        let start = self.next;
        match self.kind() {
            kind::INTEGER_CONSTANT => {
                self.advance()?;
                let value =
                    integer_literal(self.tokens.text(start)).and_then(|value| i64::try_from(value).ok());
                Some(self.made(value.map_or(Form::Constant, Form::Integer), start))
            }
            kind::FLOATING_CONSTANT | kind::CHARACTER_CONSTANT => {
                self.advance()?;
                Some(self.made(Form::Constant, start))
            }
            kind::IDENTIFIER => {
                self.advance()?;
                let name = self.tokens.text(start);
                if self.kind() == kind::LEFT_PAREN {
                    return self.call(start);
                }
                let form = match self.types.lookup(name, start).map(|found| found.meaning) {
                    Some(Meaning::Object) => Form::Name(self.variable_at(start, start)?),
                    Some(Meaning::Enumerator { value: Some(value), .. }) => {
                        Form::Integer(i64::try_from(value).ok()?)
                    }
                    _ => Form::Unknown,
                };
                Some(self.made(form, start))
            }
            kind::LEFT_PAREN => {
                self.advance()?;
                let inner = self.deeper(Self::expression)?;
                self.expect(kind::RIGHT_PAREN)?;
                Some(self.made(inner.form, start))
            }
            _ => None,
        }
    }

    fn call(&mut self, start: usize) -> Option<Expression> {
        let name = self.tokens.text(start).to_owned();
        let ty = self.types.lookup(&name, start).and_then(|found| found.ty.clone());
        if ty.is_some_and(|ty| !matches!(ty.kind, Kind::Function(_))) {
            return None; // through a pointer
        }
        self.expect(kind::LEFT_PAREN)?;
        let mut arguments = Vec::new();
        if !self.take(kind::RIGHT_PAREN) {
            loop {
                arguments.push(self.deeper(Self::assignment)?);
                if !self.take(kind::COMMA) {
                    break;
                }
            }
            self.expect(kind::RIGHT_PAREN)?;
        }
        Some(self.made(Form::Call(name, arguments), start))
    }
}
