//! The statement of an atomic construct (section 2.7.4): `x++`, `--x`,
//! `x binop= expr`.
//!
//! It is read from the parser's tokens, so that a macro may stand for it.

use super::Program;
use super::types::Class;
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::brackets::{closes, opens};
use crate::syntax::generated::open_mpc as kind;

/// What is wrong with a statement: the parser's tokens at fault, what is wrong
/// with them, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub tokens: Tokens,
    pub reason: String,
    pub help: Option<String>,
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

/// Checks a statement, given as tokens of the parser's.
pub fn check(statement: &Tokens, program: &Program) -> Option<Fault> {
    let list = program.tokens;
    let visible: Vec<usize> =
        statement.clone().filter(|&i| list[i].is_visible() && list[i].kind != kind::SEMICOLON).collect();
    let fault = |tokens: &[usize], reason: &str, help: Option<String>| {
        let whole = match (tokens.first(), tokens.last()) {
            (Some(&first), Some(&last)) => first..=last,
            _ => statement.clone(),
        };
        Some(Fault { tokens: whole, reason: reason.to_owned(), help })
    };
    let top_level = at_top_level(list, &visible);
    let assignment = top_level.iter().copied().find(|&at| is_assignment(list[visible[at]].kind));
    let Some(at) = assignment else {
        return match is_step(list, &visible, &top_level) {
            true => scalar(&visible, program).and_then(|reason| fault(&visible, reason, None)),
            false => fault(&visible, "neither `x binop= expr` nor `x++`, `++x`, `x--` or `--x`", None),
        };
    };
    let (target, value) = (&visible[..at], &visible[at + 1..]);
    let operator = list[visible[at]].kind;
    if operator == kind::ASSIGN {
        return fault(&visible, "a plain assignment is not an update", longer_form(list, target, value));
    }
    if !OPERATORS.contains(&operator) {
        let reason = format!("`{}` is no operator of atomic updates", list.text(visible[at]));
        return fault(&visible[at..=at], &reason, None);
    }
    if top_level.iter().any(|&at| list[visible[at]].kind == kind::COMMA) {
        return fault(&visible, "more than one expression", None);
    }
    if let Some(reason) = scalar(target, program) {
        return fault(target, reason, None);
    }
    let again = find(list, target, value)?;
    fault(
        &value[again..again + target.len()],
        "the new value may not be computed from the variable itself",
        None,
    )
}

/// The places of tokens outside of all brackets.
fn at_top_level(list: &TokenList, tokens: &[usize]) -> Vec<usize> {
    let (Some(&first), Some(&last)) = (tokens.first(), tokens.last()) else { return Vec::new() };
    let is_bracket = |index: &usize| opens(list[*index].kind) || closes(list[*index].kind);
    let outside = list.outside_brackets(&(first..=last)).filter(|index| !is_bracket(index));
    outside.filter_map(|index| tokens.binary_search(&index).ok()).collect()
}

fn is_assignment(token: i32) -> bool {
    token == kind::ASSIGN || token == kind::PERCENT_ASSIGN || OPERATORS.contains(&token)
}

/// `x++` or `++x` with an lvalue, which no binary operator is part of; in front
/// of `x++` there is no unary operator either.
fn is_step(list: &TokenList, tokens: &[usize], top_level: &[usize]) -> bool {
    let is_step = |index: &usize| matches!(list[*index].kind, kind::PLUS_PLUS | kind::MINUS_MINUS);
    let is_part = |token| {
        matches!(token, kind::IDENTIFIER | kind::DOT | kind::ARROW)
            || (kind::PARALLEL..=kind::ACCESSIBLE).contains(&token)
    };
    let operand = |from: usize, to: usize, may_point: bool| {
        top_level.iter().filter(|&&at| at >= from && at < to).all(|&at| {
            let token = list[tokens[at]].kind;
            let is_first = at == from || list[tokens[at - 1]].kind == kind::STAR;
            is_part(token) || (may_point && is_first && token == kind::STAR)
        })
    };
    match tokens {
        [first, _, ..] if is_step(first) => operand(1, tokens.len(), true),
        [_, .., last] if is_step(last) => operand(0, tokens.len() - 1, false),
        _ => false,
    }
}

/// Why a variable is no scalar, if it is one by itself.
fn scalar(target: &[usize], program: &Program) -> Option<&'static str> {
    let list = program.tokens;
    let names: Vec<usize> = target
        .iter()
        .copied()
        .filter(|&index| !matches!(list[index].kind, kind::PLUS_PLUS | kind::MINUS_MINUS))
        .collect();
    let [name] = names.as_slice() else { return None };
    let symbol = program.references.iter().rev().find(|reference| reference.token == *name)?.symbol?;
    match Class::of(&program.scopes.get(symbol).ty) {
        Class::Array | Class::Structure | Class::Function => Some("not a variable of scalar type"),
        _ => None,
    }
}

/// The form of OpenMP 2.5 for `x = x + expr`, which later versions allow.
fn longer_form(list: &TokenList, target: &[usize], value: &[usize]) -> Option<String> {
    let text = |tokens: &[usize]| tokens.iter().map(|&index| list.text(index)).collect::<Vec<_>>().join(" ");
    let rest = value.get(target.len()..).filter(|_| find(list, target, value) == Some(0))?;
    let (operator, operand) = rest.split_first()?;
    let operators = [
        kind::PLUS,
        kind::STAR,
        kind::MINUS,
        kind::SLASH,
        kind::AND,
        kind::CARET,
        kind::OR,
        kind::LEFT_SHIFT,
    ];
    let simple = operand.len() == 1 && operators.contains(&list[*operator].kind);
    simple.then(|| format!("write `{} {}= {}`", text(target), list.text(*operator), text(operand)))
}

/// Where the tokens of one expression occur in those of another.
fn find(list: &TokenList, target: &[usize], value: &[usize]) -> Option<usize> {
    let text = |tokens: &[usize]| tokens.iter().map(|&index| list.text(index)).collect::<Vec<_>>();
    let wanted = text(target);
    (0..value.len().saturating_sub(target.len().saturating_sub(1))).find(|&at| {
        let is_member = at > 0 && matches!(list[value[at - 1]].kind, kind::DOT | kind::ARROW);
        let next = value.get(at + target.len()).map_or(0, |&index| list[index].kind);
        // `f(…)` of the same name, or a part of something larger.
        let is_other = matches!(next, kind::LEFT_PAREN | kind::LEFT_BRACKET | kind::DOT | kind::ARROW);
        !target.is_empty() && !is_member && !is_other && text(&value[at..at + target.len()]) == wanted
    })
}
