//! Words of directives that are no words of OpenMP 2.5.
//!
//! The grammar would refuse them too, at a place and in words of its own.
//! This pass looks at every pragma before the parser does, so that each
//! misspelling is reported, with the word that was probably meant.

use crate::diagnostics::Diagnostic;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

const DIRECTIVES: &[&str] = &[
    "parallel",
    "for",
    "sections",
    "section",
    "single",
    "master",
    "critical",
    "barrier",
    "atomic",
    "flush",
    "ordered",
    "threadprivate",
];

const CLAUSES: &[&str] = &[
    "if",
    "num_threads",
    "default",
    "shared",
    "private",
    "firstprivate",
    "lastprivate",
    "copyin",
    "copyprivate",
    "reduction",
    "schedule",
    "ordered",
    "nowait",
];

/// Words that later versions of OpenMP brought.
const LATER: &[&str] = &[
    "task",
    "taskwait",
    "taskyield",
    "taskgroup",
    "taskloop",
    "simd",
    "target",
    "teams",
    "distribute",
    "declare",
    "cancel",
    "cancellation",
    "loop",
    "scan",
    "requires",
    "masked",
    "scope",
    "collapse",
    "proc_bind",
    "depend",
    "map",
    "aligned",
    "linear",
    "safelen",
    "untied",
    "mergeable",
    "final",
    "priority",
    "read",
    "write",
    "update",
    "capture",
    "seq_cst",
    "allocate",
    "hint",
    "monotonic",
    "nonmonotonic",
    "nogroup",
    "in_reduction",
];

/// Finds them all.
pub fn check(tokens: &TokenList) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        match tokens[index].kind {
            kind::PRAGMA_OMP => index = check_pragma(tokens, index, "OpenMP", &mut errors),
            kind::PRAGMA_GPUMP => index = check_pragma(tokens, index, "gpump", &mut errors),
            _ => index += 1,
        }
    }
    errors
}

/// Looks at one pragma; returns the token after it.
fn check_pragma(tokens: &TokenList, start: usize, family: &str, errors: &mut Vec<Diagnostic>) -> usize {
    let mut depth = 0usize;
    let mut words = 0;
    let mut index = start + 1;
    while let Some(token) = tokens.get(index) {
        match token.kind {
            kind::NEW_LINE => break,
            kind::LEFT_PAREN => depth += 1,
            kind::RIGHT_PAREN => depth = depth.saturating_sub(1),
            kind::IDENTIFIER if depth == 0 => {
                errors.push(unknown(tokens, index, family, words == 0));
                // One misspelling says enough about its pragma.
                break;
            }
            _ => {}
        }
        words += usize::from(token.is_visible() && depth == 0);
        index += 1;
    }
    if words == 0 && tokens.get(index).is_none_or(|token| token.kind == kind::NEW_LINE) {
        let error = Diagnostic::error(
            "E0103",
            format!("a {family} pragma without a directive"),
            tokens[start].span.clone(),
        );
        errors.push(error.label("a directive should follow"));
    }
    while tokens.get(index).is_some_and(|token| token.kind != kind::NEW_LINE) {
        index += 1;
    }
    index + 1
}

fn unknown(tokens: &TokenList, index: usize, family: &str, directive: bool) -> Diagnostic {
    let word = tokens.text(index);
    let span = tokens[index].span.clone();
    let (what, candidates): (&str, &[&str]) = match (family, directive) {
        ("gpump", _) => ("directive", &["accessible"]),
        (_, true) => ("directive", DIRECTIVES),
        (_, false) => ("clause", CLAUSES),
    };
    let error = Diagnostic::error("E0102", format!("unknown {family} {what} `{word}`"), span);
    if family == "OpenMP" && LATER.contains(&word) {
        return error.label("not in OpenMP 2.5").note("gpump translates OpenMP 2.5; this word came later");
    }
    let closest = candidates.iter().max_by(|a, b| strsim::jaro(word, a).total_cmp(&strsim::jaro(word, b)));
    match closest {
        Some(closest) if strsim::jaro(word, closest) > 0.7 => {
            error.label(format!("no {what} of this name")).help(format!("did you mean `{closest}`?"))
        }
        _ => error.label(format!("no {what} of this name")),
    }
}
