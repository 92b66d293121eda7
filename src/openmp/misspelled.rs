//! Pragmas of nobody's that look like OpenMP's: compilers pass over them, and the program runs with one thread.

use crate::diagnostics::{Diagnostic, Edit};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{TokenList, directives};

/// Another compiler's pragma of its own.
const OTHERS: [&str; 1] = ["mp"];

/// A warning for each pragma whose first word is nearly `omp`, or `openmp`.
pub fn check(tokens: &TokenList) -> Vec<Diagnostic> {
    let lines = (0..tokens.len())
        .filter(|&index| tokens[index].kind == kind::DIRECTIVE && !tokens.is_in_header(index));
    lines.filter_map(|index| warning(tokens.text(index), tokens[index].span.start)).collect()
}

fn warning(line: &str, start: usize) -> Option<Diagnostic> {
    let rest = directives::pragma(line)?;
    let word = &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())];
    let lower = word.to_ascii_lowercase();
    let is_near = lower == "openmp" || strsim::damerau_levenshtein(&lower, "omp") <= 1;
    if word.is_empty() || word == "omp" || OTHERS.contains(&word) || !is_near {
        return None;
    }
    let start = start + (line.len() - rest.len());
    let span = start..start + word.len();
    let warning = Diagnostic::warning("W0101", format!("`#pragma {word}` is none of OpenMP's"), span.clone());
    let warning = warning.label("every compiler passes over this line").help("did you mean `omp`?");
    Some(warning.fix(format!("replace `{word}` by `omp`"), [Edit::new(span, "omp")]))
}
