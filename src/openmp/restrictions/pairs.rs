//! Directives that begin something and those that end it: each with the other, one inside the next.

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::written::Written;
use crate::syntax::TokenList;

/// What begins, what ends it, and where that is said.
const PAIRS: &[(&str, &str, &str)] = &[
    ("begin assumes", "end assumes", "8.3.3"),
    ("begin declare target", "end declare target", "7.8.2"),
    ("begin declare variant", "end declare variant", "7.5.5"),
    ("begin metadirective", "end metadirective", "7.4.4"),
    // Without a list, up to OpenMP 5.1.
    ("declare target", "end declare target", "2.10.6 of OpenMP 4.0"),
];

/// What has begun and not ended yet, of the pragmas of a file with its headers.
#[derive(Default)]
pub struct Pairs {
    open: Vec<(&'static str, Tokens)>,
    errors: Vec<Diagnostic>,
}

impl Pairs {
    pub fn take(&mut self, written: &Written) {
        let (name, at) = (written.directive.name, written.name());
        let is_alone = name != "declare target" || written.behind_name().is_empty();
        if PAIRS.iter().any(|(begin, ..)| *begin == name) && is_alone {
            self.open.push((name, at));
        } else if let Some((_, end, section)) = PAIRS.iter().find(|(_, end, _)| *end == name) {
            let ends = |(begun, _): &mut (&str, Tokens)| {
                PAIRS.iter().any(|(begin, its_end, _)| begin == begun && its_end == end)
            };
            if self.open.pop_if(ends).is_none() {
                let message = format!("`{end}` ends nothing");
                self.errors.push(alone(message, &at, section, written.tokens));
            }
        }
    }

    /// What is missing at the end of the file.
    pub fn finish(mut self, tokens: &TokenList) -> Vec<Diagnostic> {
        for (begun, at) in &self.open {
            let section =
                PAIRS.iter().find(|(begin, ..)| begin == begun).map_or("", |(.., section)| *section);
            self.errors.push(alone(format!("`{begun}` is never ended"), at, section, tokens));
        }
        self.errors
    }
}

fn alone(message: String, at: &Tokens, section: &str, tokens: &TokenList) -> Diagnostic {
    Diagnostic::error("E0357", message, tokens.span(at))
        .label("the other of the pair is missing")
        .note(format!("section {section}"))
}
