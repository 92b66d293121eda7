//! Directives that take effect when macros are expanded.
//!
//! `_Pragma("omp …")` (C99 6.10.9), and macros whose text has it, mean
//! something only to who expands macros. Where a file is read as it stands,
//! they are refused: no directive is dropped in silence.

use crate::diagnostics::Diagnostic;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{Repair, TokenList};

/// Finds the directives in a file that was not preprocessed, and what the
/// parser had better not see.
pub fn check(tokens: &TokenList) -> (Vec<Diagnostic>, Vec<Repair>) {
    let operators = (0..tokens.len())
        .filter(|&index| tokens[index].kind == kind::IDENTIFIER && tokens.text(index) == "_Pragma");
    let repairs = operators.filter_map(|index| {
        let close = (index..tokens.len()).find(|&at| tokens[at].kind == kind::RIGHT_PAREN)?;
        operator(tokens, index).map(|_| Repair::Hide(index..=close))
    });
    (found(tokens), repairs.collect())
}

fn found(tokens: &TokenList) -> Vec<Diagnostic> {
    (0..tokens.len())
        .filter_map(|index| match tokens[index].kind {
            kind::IDENTIFIER if tokens.text(index) == "_Pragma" => operator(tokens, index),
            kind::DIRECTIVE => definition(tokens, index),
            _ => None,
        })
        .collect()
}

fn operator(tokens: &TokenList, index: usize) -> Option<Diagnostic> {
    let argument = (index + 1..tokens.len()).filter(|&at| tokens[at].is_visible()).nth(1)?;
    is_ours(tokens.text(argument)).then(|| refusal("a directive in `_Pragma`", tokens[index].span.start))
}

fn definition(tokens: &TokenList, index: usize) -> Option<Diagnostic> {
    let line = tokens.text(index);
    let is_definition = line.trim_start_matches(['#', ' ', '\t']).starts_with("define");
    let at = line.find("_Pragma").filter(|_| is_definition)?;
    let argument = line[at + "_Pragma".len()..].trim_start_matches(['(', ' ']);
    is_ours(argument).then(|| refusal("a directive in a macro", tokens[index].span.start + at))
}

fn refusal(what: &str, start: usize) -> Diagnostic {
    Diagnostic::error("E0409", format!("{what} is not translated"), start..start + "_Pragma".len())
        .label("takes effect when macros are expanded")
        .help("leave `--no-preprocessing` out, or write the directive as a `#pragma` line")
}

/// Whether a string literal begins with the word of our pragmas.
fn is_ours(literal: &str) -> bool {
    let text = literal.trim_start_matches(['L', '"', ' ']);
    ["omp", "gpump"].iter().any(|family| {
        text.strip_prefix(family)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}
