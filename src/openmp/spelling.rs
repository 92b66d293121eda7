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
            kind::IDENTIFIER if tokens.text(index) == "_Pragma" => {
                errors.extend(pragma_operator(tokens, index));
                index += 1;
            }
            kind::DIRECTIVE => {
                errors.extend(pragma_in_macro(tokens, index));
                index += 1;
            }
            _ => index += 1,
        }
    }
    errors
}

/// `_Pragma("omp …")` (C99 6.10.9) takes effect when macros are expanded, and
/// they are not yet.
fn pragma_operator(tokens: &TokenList, index: usize) -> Option<Diagnostic> {
    let argument = (index + 1..tokens.len()).filter(|&at| tokens[at].is_visible()).nth(1)?;
    is_ours(tokens.text(argument)).then(|| {
        Diagnostic::error("E0409", "a directive in `_Pragma` is not translated", tokens[index].span.clone())
            .label("takes effect when macros are expanded")
            .note("macros are not expanded yet")
            .help("write the directive as a `#pragma` line")
    })
}

fn pragma_in_macro(tokens: &TokenList, index: usize) -> Option<Diagnostic> {
    let line = tokens.text(index);
    let at =
        line.find("_Pragma").filter(|_| line.trim_start_matches(['#', ' ', '\t']).starts_with("define"))?;
    let argument = line[at + "_Pragma".len()..].trim_start_matches(['(', ' ']);
    is_ours(argument).then(|| {
        let start = tokens[index].span.start + at;
        Diagnostic::error("E0409", "a directive in a macro is not translated", start..start + "_Pragma".len())
            .label("takes effect when macros are expanded")
            .note("macros are not expanded yet")
            .help("write the directive as a `#pragma` line")
    })
}

/// Whether a string literal begins with the word of our pragmas.
fn is_ours(literal: &str) -> bool {
    let text = literal.trim_start_matches(['L', '"', ' ']);
    ["omp", "gpump"].iter().any(|family| {
        text.strip_prefix(family)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
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
            format!("{family} pragma without a directive"),
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
