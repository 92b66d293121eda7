//! What is said of the selectors of a file (section 7.2 of OpenMP 5.2).

use super::{Resolver, pragmas};
use crate::diagnostics::Diagnostic;
use crate::openmp::report::Report as _;
use crate::openmp::variants::{Choice, Selector, of_match, words};
use crate::syntax::TokenList;

fn all(tokens: &TokenList) -> Vec<Selector> {
    let selectors = pragmas(tokens).flat_map(|(start, _)| {
        let choices = Choice::all(tokens, start).into_iter().filter_map(|choice| choice.selector);
        choices.chain(of_match(tokens, start)).collect::<Vec<_>>()
    });
    selectors.collect()
}

/// Warns of traits that are never there since nobody knows them.
pub(super) fn unknown(tokens: &TokenList) -> Vec<Diagnostic> {
    let unknown = all(tokens).into_iter().flat_map(|selector| selector.unknown(tokens));
    let warnings = unknown.map(|at| {
        let message = format!("`{}` is a trait that gpump does not know", words(tokens, &at));
        tokens
            .warning("W0304", message, &at, "never there, so this is never chosen")
            .note("section 7.3 of OpenMP 5.2")
    });
    warnings.collect()
}

impl Resolver<'_> {
    /// Scores are constants, and not negative.
    pub(super) fn scores(&mut self) {
        let selectors = all(self.tokens);
        let traits = selectors.iter().flat_map(|selector| &selector.sets).flat_map(|set| &set.traits);
        for score in traits.filter_map(|found| found.score.as_ref()) {
            if self.constant(score).is_none_or(|score| score < 0) {
                let message = format!("a score of `{}`", words(self.tokens, score));
                let rule = "a score is a constant integer that is not negative (section 7.2 of OpenMP 5.2)";
                let error = self.tokens.error("E0370", message, score, "no constant from 0 on");
                self.errors.push(error.note(rule));
            }
        }
    }
}
