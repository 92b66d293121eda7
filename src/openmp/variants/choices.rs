//! What a metadirective chooses from (section 7.4 of OpenMP 5.2).

use super::selector::Selector;
use crate::openmp::constructs::Tokens;
use crate::openmp::written::{Written, whole};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;

/// A clause of a metadirective.
#[derive(Clone, Debug)]
pub struct Choice {
    pub clause: Tokens,
    /// `None` of `otherwise`, and of `default`, as it was called.
    pub selector: Option<Selector>,
    /// `None` if none is written.
    pub directive: Option<Tokens>,
}

impl Choice {
    /// Those of the metadirective that begins at a token.
    pub fn all(tokens: &TokenList, start: usize) -> Vec<Choice> {
        let Some(written) = Written::at(tokens, start) else { return Vec::new() };
        let choices = written.clauses().map(|(name, clause)| {
            let inside = written.argument(clause);
            let (selector, read) = match name {
                "when" => {
                    let (selector, read) = Selector::read(tokens, inside);
                    (Some(selector), read + 1)
                }
                _ => (None, 0),
            };
            let directive = inside.get(read..).and_then(whole);
            Choice { clause: written.range(clause), selector, directive }
        });
        choices.collect()
    }

    /// Whether it is a directive that does something.
    pub fn is_something(&self, tokens: &TokenList) -> bool {
        self.directive.as_ref().is_some_and(|directive| tokens.text(*directive.start()) != "nothing")
    }
}

/// The selector of a `match` clause of the directive that begins at a token.
pub fn of_match(tokens: &TokenList, start: usize) -> Option<Selector> {
    let written = Written::at(tokens, start)?;
    Some(Selector::read(tokens, written.argument(written.clause("match")?)).0)
}
