//! Directives that begin something and those that end it: each with the other, one inside the next.

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::Written;
use crate::syntax::TokenList;

/// What begins, what ends it, and where that is said.
type Pair = (&'static str, &'static str, &'static str);

const PAIRS: &[Pair] = &[
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
    open: Vec<(&'static Pair, Tokens)>,
    errors: Vec<Diagnostic>,
}

impl Pairs {
    pub fn take(&mut self, written: &Written) {
        let (name, at) = (written.directive.name, written.name());
        let is_alone = name != "declare target" || written.behind_name().is_empty();
        if let Some(pair) = PAIRS.iter().find(|(begin, ..)| *begin == name).filter(|_| is_alone) {
            self.open.push((pair, at));
        } else if let Some((_, end, section)) = PAIRS.iter().find(|(_, end, _)| *end == name)
            && self.open.pop_if(|((_, wanted, _), _)| *wanted == *end).is_none()
        {
            self.errors.push(alone(format!("`{end}` ends nothing"), &at, section, written.tokens));
        }
    }

    /// What is missing at the end of the file.
    pub fn finish(mut self, tokens: &TokenList) -> Vec<Diagnostic> {
        for ((begin, _, section), at) in &self.open {
            self.errors.push(alone(format!("`{begin}` is never ended"), at, section, tokens));
        }
        self.errors
    }
}

fn alone(message: String, at: &Tokens, section: &str, tokens: &TokenList) -> Diagnostic {
    let error = tokens.error("E0357", message, at, "the other of the pair is missing");
    error.note(format!("section {section}"))
}
