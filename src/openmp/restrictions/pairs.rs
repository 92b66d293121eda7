//! Directives that begin something and those that end it: each with the other, one inside the next.

use super::Place;
use super::pragmas::{behind, directive_at};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// What begins, what ends it, and where that is said.
const PAIRS: &[(&str, &str, &str)] = &[
    ("begin assumes", "end assumes", "8.3.3"),
    ("begin declare target", "end declare target", "7.8.2"),
    ("begin declare variant", "end declare variant", "7.5.5"),
    ("begin metadirective", "end metadirective", "7.4.4"),
    // Without a list, up to OpenMP 5.1.
    ("declare target", "end declare target", "2.10.6 of OpenMP 4.0"),
];

/// Looks at all pragmas of a file with its headers.
pub fn check(tokens: &TokenList, place: Place) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut open: Vec<(&str, Tokens)> = Vec::new();
    for start in (0..tokens.len()).filter(|&index| tokens[index].kind == kind::PRAGMA_OMP) {
        let Some(directive) = directive_at(tokens, start) else { continue };
        let indexes = behind(tokens, start);
        let words = directive.name.split(' ').count();
        let name = indexes[0]..=indexes[words - 1];
        let is_alone = directive.name != "declare target" || indexes.len() == words;
        if PAIRS.iter().any(|(begin, ..)| *begin == directive.name) && is_alone {
            open.push((directive.name, name));
        } else if let Some((_, end, section)) = PAIRS.iter().find(|(_, end, _)| *end == directive.name) {
            let ends = |(begun, _): &(&str, Tokens)| {
                PAIRS.iter().any(|(begin, its_end, _)| begin == begun && its_end == end)
            };
            if open.pop_if(|last| ends(last)).is_none() {
                errors.push(alone(&format!("`{end}` ends nothing"), &name, section, place));
            }
        }
    }
    for (begun, name) in open {
        let section = PAIRS.iter().find(|(begin, ..)| *begin == begun).map_or("", |(.., section)| section);
        errors.push(alone(&format!("`{begun}` is never ended"), &name, section, place));
    }
    errors
}

fn alone(message: &str, name: &Tokens, section: &str, place: Place) -> Diagnostic {
    Diagnostic::error("E0357", message.to_owned(), place(name))
        .label("the other of the pair is missing")
        .note(format!("section {section}"))
}
