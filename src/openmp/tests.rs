//! Canonical loops, part by part.

use super::loops::{CanonicalLoop, Header, Increment, Relation, is_sum_operand};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// Reads `for (init; condition; increment)` as the parser would hand it over.
fn read(text: &str) -> Result<(TokenList, CanonicalLoop), String> {
    let tokens = TokenList::new(text);
    let visible: Vec<usize> = (0..tokens.len()).filter(|&index| tokens[index].is_visible()).collect();
    let mut parts = visible[2..visible.len() - 1].split(|&index| tokens[index].kind == kind::SEMICOLON);
    let mut part = || {
        let part = parts.next()?;
        Some(*part.first()?..=*part.last()?)
    };
    let header =
        Header { keyword: visible[0], init: part(), condition: part(), increment: part(), body_start: 0 };
    let value = |range: &std::ops::RangeInclusive<usize>| tokens.text(*range.start()).parse().ok();
    match CanonicalLoop::read(&header, &tokens, value) {
        Ok(canonical) => Ok((tokens, canonical)),
        Err(fault) => Err(fault.reason),
    }
}

#[track_caller]
fn assert_loop(text: &str, relation: Relation, bound: &str, increment: &str) {
    let (tokens, found) = read(text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
    let shown =
        |range: &std::ops::RangeInclusive<usize>| range.clone().map(|i| tokens.text(i)).collect::<String>();
    assert_eq!(found.variable, "i");
    assert_eq!(found.relation, relation, "{text}");
    assert_eq!(shown(&found.bound), bound, "{text}");
    let step = match &found.increment {
        Increment::PlusOne => "+1".to_owned(),
        Increment::MinusOne => "-1".to_owned(),
        Increment::Plus(step) => format!("+({})", shown(step)),
        Increment::Minus(step) => format!("-({})", shown(step)),
    };
    assert_eq!(step, increment, "{text}");
}

#[test]
fn every_relation() {
    assert_loop("for (i = 0; i < n; i++)", Relation::Less, "n", "+1");
    assert_loop("for (i = 0; i <= n - 1; ++i)", Relation::LessEqual, "n - 1", "+1");
    assert_loop("for (i = n; i > 0; i--)", Relation::Greater, "0", "-1");
    assert_loop("for (i = n; i >= m[0]; --i)", Relation::GreaterEqual, "m[0]", "-1");
    assert_loop("for (i = 0; n > i; i++)", Relation::Less, "n", "+1");
    assert_loop("for (i = 0; i != n; i++)", Relation::Less, "n", "+1");
    assert_loop("for (i = n; 0 != i; i -= 1)", Relation::Greater, "0", "-(1)");
}

#[test]
fn every_increment() {
    assert_loop("for (i = 0; i < n; i += 2)", Relation::Less, "n", "+(2)");
    assert_loop("for (i = n; i > 0; i -= s)", Relation::Greater, "0", "-(s)");
    assert_loop("for (i = 0; i < n; i = i + c)", Relation::Less, "n", "+(c)");
    assert_loop("for (i = 0; i < n; i = c + i)", Relation::Less, "n", "+(c)");
    assert_loop("for (i = n; i > 0; i = i - 2)", Relation::Greater, "0", "-(2)");
    assert_loop("for (i = 0; i < n; i = i + a * b - 1)", Relation::Less, "n", "+(a * b - 1)");
    assert_loop("for (i = 0; i < n; i += s ? 1 : 2)", Relation::Less, "n", "+(s ? 1 : 2)".trim());
}

#[test]
fn a_loop_may_declare_its_variable() {
    let (tokens, found) = read("for (long int i = 0; i < n; i++)").expect("canonical");
    let words = found.declared.expect("declared").map(|index| tokens.text(index)).collect::<String>();
    assert_eq!(words, "long int");
}

#[test]
fn what_is_not_canonical_is_refused() {
    for text in [
        "for (; i < n; i++)",
        "for (i = 0; ; i++)",
        "for (i = 0; i < n; )",
        "for (i = 0; i != n; i += 2)",
        "for (i = 0; i != n; i += s)",
        "for (i = 0; i < n && j; i++)",
        "for (i = 0; j < n; i++)",
        "for (i = 0, j = 0; i < n; i++)",
        "for (i = j = 0; i < n; i++)",
        "for (i = 0; i < n; i *= 2)",
        "for (i = 0; i < n; j++)",
        "for (i = 0; i < n; i++, j++)",
        "for (i = 0; i < n; i = i * 2)",
        "for (i = n; i > 0; i = i - a + b)",
        "for (i = n; i > 0; i = 2 - i)",
        "for (i = 0; i < n; i--)",
        "for (i = 0; i > n; i += 3)",
        "for (a[i] = 0; i < n; i++)",
        "for (float i = 0; i < n; i++)",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn parentheses_are_wanted_where_a_sum_would_take_an_expression_apart() {
    let operand = |text: &str| {
        let tokens = TokenList::new(text);
        is_sum_operand(&tokens, &(0..=tokens.len() - 1))
    };
    for text in ["n", "n - 1", "a * b", "a[i > 2]", "f(a, b)", "(a << 2)", "-n", "sizeof x"] {
        assert!(operand(text), "{text}");
    }
    for text in ["a << 2", "a ? b : c", "a & b", "a || b", "a < b"] {
        assert!(!operand(text), "{text}");
    }
}
