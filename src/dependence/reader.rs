//! From the syntax tree to the trees of [`super::tree`], in which names have their meaning.

use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

use super::tree::{Declared, Expression, Form, Loop, Statement, Variable};
use crate::c::symbols::integer_literal;
use crate::c::{self, Meaning, Types};
use crate::openmp::CanonicalLoop;
use crate::openmp::constructs::Tokens;
use crate::openmp::loops::Header;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as token;
use crate::syntax::tree::{Kind, Node, Tree};

/// Deeper expressions and statements are not read.
const DEEPEST: u32 = 60;

/// A program that has been read.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    pub tokens: &'a TokenList,
    pub tree: &'a Tree,
    pub types: &'a Types<'a>,
    /// The constructs that add nothing to the loops which they are, by their first tokens, and whether they say that none of the
    /// iterations depends on another one.
    pub plain_loops: &'a FxHashMap<usize, bool>,
}

impl Program<'_> {
    /// The statement that begins at a token.
    pub fn statement(&self, from: usize) -> Option<Statement> {
        statement(self, self.tree.statement(self.tokens.visible_from(from)?)?, 0)
    }

    /// The same as a node of the syntax tree, understood or not.
    pub(super) fn node_at(&self, from: usize) -> Option<Node<'_>> {
        self.tree.statement(self.tokens.visible_from(from)?)
    }

    /// The variable that a name is.
    pub(super) fn variable_at(&self, name: usize) -> Option<Variable> {
        named(self, name, name)
    }

    /// The loop at a `for`, with its last token.
    pub(super) fn loop_at(&self, keyword: usize) -> Option<(Loop, usize)> {
        let node = self.tree.statement(keyword)?;
        match statement(self, node, 0)? {
            Statement::For(found) => Some((*found, node.last())),
            _ => None,
        }
    }

    /// The expression that a range of tokens is.
    pub(super) fn expression(&self, range: &RangeInclusive<usize>) -> Option<Expression> {
        let first = self.tokens.visible_from(*range.start())?;
        let last = self.tokens.visible_before(range.end() + 1)?;
        expression(self, self.tree.expression(&(first..=last))?, 0)
    }

    fn kind(&self, index: usize) -> i32 {
        self.tokens[index].kind
    }
}

// ---- Statements ----------------------------------------------------------------------------------

fn statement(program: &Program<'_>, node: Node<'_>, depth: u32) -> Option<Statement> {
    if depth > DEEPEST {
        return None;
    }
    let inner = |node| statement(program, node, depth + 1).map(Box::new);
    let value = |node| expression(program, node, depth + 1);
    let mut children = node.children();
    Some(match node.kind() {
        Kind::Empty => Statement::Empty,
        Kind::Expression => Statement::Expression(value(children.next()?)?),
        Kind::Declaration => Statement::Declaration(declaration(program, node, depth)?),
        Kind::Block => {
            let read = |node| statement(program, node, depth + 1);
            Statement::Block(children.map(read).collect::<Option<_>>()?)
        }
        Kind::If => {
            let condition = value(children.next()?)?;
            let yes = inner(children.next()?)?;
            let no = match children.next() {
                Some(no) => Some(inner(no)?),
                None => None,
            };
            Statement::If(condition, yes, no)
        }
        Kind::For => Statement::For(Box::new(for_loop(program, node, depth)?)),
        Kind::While => Statement::While(value(children.next()?)?, inner(children.next()?)?),
        Kind::Do => {
            let body = inner(children.next()?)?;
            Statement::While(value(children.next()?)?, body)
        }
        Kind::Construct if let Some(&is_promised) = program.plain_loops.get(&node.first()) => {
            let found = statement(program, children.next_back()?, depth + 1)?;
            let Statement::For(found) = found else { return None };
            Statement::For(Box::new(Loop { is_promised, ..*found }))
        }
        Kind::Construct => {
            let (directive, update) = (children.next()?, children.next()?);
            let orders_nothing = |clause: Node<'_>| {
                matches!(program.kind(clause.first()), token::UPDATE | token::RELAXED | token::HINT)
            };
            if program.kind(directive.at()) != token::ATOMIC
                || update.kind() != Kind::Expression
                || !directive.children().all(orders_nothing)
            {
                return None;
            }
            Statement::Atomic(value(update.children().next()?)?)
        }
        Kind::Return => Statement::Return(match children.next() {
            Some(returned) => Some(value(returned)?),
            None => None,
        }),
        Kind::Continue => Statement::Continue,
        Kind::Break => Statement::Break,
        _ => return None,
    })
}

fn for_loop(program: &Program<'_>, node: Node<'_>, depth: u32) -> Option<Loop> {
    let init = node.child(Kind::ForInit)?;
    let body = node.children().next_back()?;
    let part = |kind| node.child(kind).and_then(|part| part.children().next());
    let (condition, next) = (part(Kind::ForCondition), part(Kind::ForIncrement));
    let header = Header {
        keyword: node.first(),
        init: Some(init.tokens()),
        condition: condition.map(Node::tokens),
        increment: next.map(Node::tokens),
        body_start: body.first(),
    };
    let value = |range: &Tokens| program.types.constant(range)?.try_into().ok();
    let read = |part: Option<Node<'_>>| match part {
        Some(part) => expression(program, part, depth + 1).map(Some),
        None => Some(None),
    };
    let first = match init.children().next() {
        None => Statement::Empty,
        Some(declared) if declared.kind() == Kind::Declaration => statement(program, declared, depth + 1)?,
        Some(value) => Statement::Expression(expression(program, value, depth + 1)?),
    };
    Some(Loop {
        keyword: node.first(),
        close: program.tokens.visible_before(body.first())?,
        first: Box::new(first),
        condition: read(condition)?,
        next: read(next)?,
        canonical: CanonicalLoop::read(&header, program.tokens, value).ok(),
        is_promised: false,
        body: Box::new(statement(program, body, depth + 1)?),
    })
}

/// Variables of arithmetic and pointer types, and arrays without initialisers.
fn declaration(program: &Program<'_>, node: Node<'_>, depth: u32) -> Option<Vec<Declared>> {
    let mut children = node.children();
    let specifiers = children.next().filter(|first| first.kind() == Kind::Specifiers)?;
    let is_plain = |node: Node<'_>| {
        matches!(node.kind(), Kind::Structure | Kind::Enumeration) && node.children().next().is_none()
    };
    let defines = |index| program.kind(index) == token::LEFT_BRACE;
    let others = [token::STATIC, token::EXTERN, token::TYPEDEF, token::VOLATILE];
    if !specifiers.children().all(is_plain)
        || specifiers.tokens().any(|index| defines(index) || others.contains(&program.kind(index)))
    {
        return None;
    }
    let declared: Vec<Declared> = children.map(|one| variable(program, one, depth)).collect::<Option<_>>()?;
    Some(declared).filter(|declared| !declared.is_empty())
}

fn variable(program: &Program<'_>, node: Node<'_>, depth: u32) -> Option<Declared> {
    let mut children = node.children();
    let declarator = children.next().filter(|child| child.kind() == Kind::Declarator)?;
    let value = children.next();
    let mut parts = declarator.children().peekable();
    if let Some(pointer) = parts.next_if(|part| part.kind() == Kind::Pointer) {
        let plain = [token::STAR, token::CONST, token::RESTRICT];
        let visible = pointer.tokens().filter(|&index| program.tokens[index].is_visible());
        if pointer.children().next().is_some()
            || !visible.into_iter().all(|at| plain.contains(&program.kind(at)))
        {
            return None;
        }
    }
    let direct = parts.next()?;
    let name = direct.at();
    if program.kind(name) != token::IDENTIFIER {
        return None;
    }
    for part in direct.children() {
        let bound = part.children().next().filter(|_| part.kind() == Kind::Array)?;
        let after = program.tokens.visible_from(part.first() + 1)?;
        if bound.first() != after || expression(program, bound, depth + 1)?.has_effect() {
            return None;
        }
    }
    let is_array = direct.children().next().is_some();
    let value = match value {
        Some(value) if is_array || !value.kind().is_expression() || children.next().is_some() => return None,
        Some(value) => Some(expression(program, value, depth + 1)?),
        None => None,
    };
    let behind = program.tokens.visible_from(declarator.last() + 1)?;
    Some(Declared { variable: named(program, name, behind)?, value })
}

/// The variable of a name, as it means at some token.
fn named(program: &Program<'_>, name: usize, at: usize) -> Option<Variable> {
    let name = program.tokens.text(name);
    Some(Variable { declared: program.types.declared_at(name, at)?, name: name.into() })
}

// ---- Expressions ---------------------------------------------------------------------------------

fn expression(program: &Program<'_>, node: Node<'_>, depth: u32) -> Option<Expression> {
    if depth > DEEPEST {
        return None;
    }
    let read = |node| expression(program, node, depth + 1).map(Box::new);
    let mut children = node.children();
    let mut next = || read(children.next()?);
    let operator = program.kind(node.at());
    let form = match node.kind() {
        Kind::Parentheses => next()?.form,
        Kind::Comma => {
            let mut found = *next()?;
            for right in children {
                let tokens = node.first()..=right.last();
                found =
                    Expression { form: Form::Binary(token::COMMA, Box::new(found), read(right)?), tokens };
            }
            return Some(found);
        }
        Kind::Assignment => Form::Assign(operator, next()?, next()?),
        Kind::Conditional if node.children().len() == 3 => Form::Choice(next()?, next()?, next()?),
        Kind::Binary => Form::Binary(operator, next()?, next()?),
        Kind::Cast => {
            let name = children.next().filter(|name| name.kind() == Kind::TypeName)?;
            let operand = read(children.next()?)?;
            Form::Cast(Some(operand).filter(|_| is_without_effect(name))?)
        }
        Kind::Unary => match operator {
            token::STAR => Form::Dereference(next()?),
            token::PLUS | token::MINUS | token::TILDE | token::NOT => Form::Unary(operator, next()?),
            _ => return None,
        },
        Kind::Step => Form::Step(next()?),
        Kind::Measure => {
            let operand = children.next()?;
            let is_known = matches!(operand.kind(), Kind::TypeName | Kind::Parentheses);
            if operator != token::SIZEOF || !is_known || !is_without_effect(operand) {
                return None;
            }
            Form::Constant
        }
        Kind::Subscript => Form::Subscript(next()?, next()?),
        Kind::Select => {
            let arrow = program.tokens.visible_before(node.at()).map(|index| program.kind(index));
            Form::Member(next()?, program.tokens.text(node.at()).to_owned(), arrow == Some(token::ARROW))
        }
        Kind::Integer => {
            let value =
                integer_literal(program.tokens.text(node.at())).and_then(|value| i64::try_from(value).ok());
            value.map_or(Form::Constant, Form::Integer)
        }
        Kind::Floating | Kind::Character => Form::Constant,
        Kind::Name => {
            let name = node.at();
            match program.types.lookup(program.tokens.text(name), name).map(|found| found.meaning) {
                Some(Meaning::Object) => Form::Name(named(program, name, name)?),
                Some(Meaning::Enumerator { value: Some(value), .. }) => {
                    Form::Integer(i64::try_from(value).ok()?)
                }
                _ => Form::Unknown,
            }
        }
        Kind::Call => {
            let called = children.next().filter(|called| called.kind() == Kind::Name)?;
            let name = program.tokens.text(called.at());
            let ty = program.types.lookup(name, called.at()).and_then(|found| found.ty.as_ref());
            if ty.is_some_and(|ty| !matches!(ty.kind, c::Kind::Function(_))) {
                return None; // through a pointer
            }
            let argument = |node| expression(program, node, depth + 1);
            Form::Call(name.to_owned(), children.map(argument).collect::<Option<_>>()?)
        }
        _ => return None,
    };
    Some(Expression { form, tokens: node.tokens() })
}

/// Whether the bounds in a type name, and what else is not read, change nothing.
fn is_without_effect(node: Node<'_>) -> bool {
    let has_effect = |kind: Kind| {
        matches!(kind, Kind::Assignment | Kind::Step | Kind::StatementExpression | Kind::Braces | Kind::Block)
    };
    let is_structure = |node: Node<'_>| {
        matches!(node.kind(), Kind::Structure | Kind::Enumeration) && node.children().next().is_some()
    };
    !has_effect(node.kind()) && !is_structure(node) && node.children().all(is_without_effect)
}
