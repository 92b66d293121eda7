//! Syntax errors in words for the author of the program: the parser's own are about its tokens.

use std::ops::Range;

use crate::diagnostics::{Diagnostic, Edit};
use crate::rewrite::Tokens as _;
use crate::source::indentation;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{SyntaxError, TokenList};

/// Behind these stands an expression.
const OPERATORS: [&str; 8] = ["+", "-", "*", "/", "%", "<", ">", "=="];

/// How many tokens that could follow a reader takes in.
const FEW: usize = 4;

pub(super) fn unclosed_comment(opening: Range<usize>) -> Diagnostic {
    Diagnostic::error("E0105", "a comment without an end", opening).label("begins here")
}

/// What the parser stumbled over, as a diagnostic.
pub(super) fn syntax_error(error: &SyntaxError, tokens: &TokenList) -> Diagnostic {
    let text = tokens.source_text();
    let span = error.span.clone();
    let found = text.get(span.clone()).unwrap_or_default();
    if found.is_empty() || found == "<EOF>" {
        return ends_too_early(tokens);
    }
    if text[span.start..].starts_with("/*") {
        return unclosed_comment(span.start..span.start + 2);
    }
    let shown = found.trim_end();
    // Where a directive begins, something in front of it is wrong, or that it is there.
    let in_pragma = tokens.pragma_at(span.start).filter(|&pragma| tokens[pragma].span.start < span.start);
    if let Some(pragma) = in_pragma {
        return if shown.is_empty() {
            Diagnostic::error("E0101", "the directive ends too early", tokens[pragma].span.clone())
        } else {
            let message = format!("`{shown}` does not fit into the directive");
            let before = tokens.visible_before(tokens.at_byte(span.start)).map(|index| tokens.text(index));
            let lacks_operand = before.is_some_and(|before| OPERATORS.contains(&before));
            let label = if lacks_operand { "an expression is expected here" } else { "not expected here" };
            Diagnostic::error("E0101", message, span).label(label)
        };
    }
    if error.message.contains("depth") {
        return Diagnostic::error("E0101", format!("`{shown}` is nested too deeply"), span)
            .label("the parser does not follow to here")
            .note(error.message.clone());
    }
    let at = tokens.at_byte(span.start);
    if shown == "}" && tokens.partner(at).is_none() {
        return Diagnostic::error("E0101", "`}` closes nothing", span).label("no `{` is open here");
    }
    let expected = expected(&error.message);
    let before = tokens.visible_before(at).map(|index| tokens[index].span.clone());
    if let Some(before) = before.filter(|before| lacks_semicolon(&expected, before, &span, text)) {
        let end = before.end..before.end;
        return Diagnostic::error("E0101", format!("`;` is missing in front of `{shown}`"), end.clone())
            .label("`;` belongs here")
            .fix("insert `;`", [Edit::new(end, ";")]);
    }
    let label = match expected.as_slice() {
        _ if shown.starts_with('#') => "no directive can stand here".to_owned(),
        [] => "not expected here".to_owned(),
        [only] => format!("{only} is expected here"),
        [most @ .., last] => format!("{} or {last} is expected here", most.join(", ")),
    };
    Diagnostic::error("E0101", format!("syntax error at `{shown}`"), span).label(label)
}

/// Whether a syntax error at the beginning of a directive is about a `;` in front of it.
pub(super) fn is_in_front_of_directive(error: &Diagnostic, at: usize) -> bool {
    error.span.end <= at && !error.fixes.is_empty()
}

/// The tokens that the parser's message expects, quoted, if they are few and stand for themselves.
fn expected(message: &str) -> Vec<String> {
    let listed = message.split_once(" expecting ").map(|(_, listed)| listed.trim());
    let missing =
        || message.strip_prefix("missing ").and_then(|rest| rest.split_once(" at ")).map(|(one, _)| one);
    let Some(listed) = listed.or_else(missing) else { return Vec::new() };
    let listed = listed.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(listed);
    // Where a nested function may have its body, nobody means one.
    let words: Vec<&str> = listed.split(", ").filter(|word| *word != "NestedBody").collect();
    let quoted = |word: &&str| {
        let literal = word.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
        match *word {
            "Identifier" => Some("a name".to_owned()),
            _ => literal.map(|literal| format!("`{literal}`")),
        }
    };
    let found: Option<Vec<String>> = words.iter().map(quoted).collect();
    found.filter(|found| found.len() <= FEW).unwrap_or_default()
}

/// Whether a `;` is what is missing between two tokens: nothing else could follow, or the line has ended.
fn lacks_semicolon(expected: &[String], before: &Range<usize>, at: &Range<usize>, text: &str) -> bool {
    let is_other_line = || text.get(before.end..at.start).is_some_and(|between| between.contains('\n'));
    let is_closing = || text[at.start..].starts_with('}');
    match expected {
        [only] => only == "`;`",
        _ => expected.iter().any(|token| token == "`;`") && (is_other_line() || is_closing()),
    }
}

/// The end of a file in which something is still open: the brace that is never closed, and the one whose partner stands too far to
/// the left, so that it may be the other's.
fn ends_too_early(tokens: &TokenList) -> Diagnostic {
    let text = tokens.source_text();
    let end = text[..tokens.file_bytes()].trim_end().len();
    let opening = |index: &usize| {
        tokens[*index].kind == kind::LEFT_BRACE && tokens[*index].is_visible() && !tokens.is_virtual(*index)
    };
    let braces = (0..tokens.len()).filter(opening);
    let error = Diagnostic::error("E0101", "the file ends too early", end..end);
    let Some(open) = braces.clone().find(|&open| tokens.partner(open).is_none()) else {
        return error.label("something is still open");
    };
    let error =
        error.label("a `}` is missing").note_at(tokens[open].span.clone(), "this `{` is never closed");
    let is_left = |&open: &usize| {
        let column = |index: usize| indentation(text, tokens[index].span.start).len();
        tokens.partner(open).is_some_and(|close| {
            let starts_line = text[..tokens[close].span.start].trim_end_matches([' ', '\t']).ends_with('\n');
            starts_line && column(close) < column(open)
        })
    };
    // The innermost: it ends first.
    match braces.filter(is_left).min_by_key(|&open| tokens.partner(open)) {
        Some(inner) => error
            .note_at(tokens[inner].span.clone(), "by the indentation, it is this one whose `}` is missing"),
        None => error,
    }
}
