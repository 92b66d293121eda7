//! Diagnostics about tokens.

use std::ops::Range;

use super::stretch::Tokens;
use crate::diagnostics::Diagnostic;
use crate::syntax::TokenList;

/// A token, where it is spelled, or a stretch of tokens, where it stands in the file.
pub trait Place {
    fn span(self, tokens: &TokenList) -> Range<usize>;
}

impl Place for usize {
    fn span(self, tokens: &TokenList) -> Range<usize> {
        tokens[self].span.clone()
    }
}

impl Place for &Tokens {
    fn span(self, tokens: &TokenList) -> Range<usize> {
        tokens.span(self)
    }
}

/// What knows the tokens that something is said of.
pub trait Report {
    fn list(&self) -> &TokenList;

    fn at(&self, place: impl Place) -> Range<usize> {
        place.span(self.list())
    }

    fn error(
        &self,
        code: &'static str,
        message: impl Into<String>,
        at: impl Place,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::error(code, message, self.at(at)).label(label)
    }

    fn warning(
        &self,
        code: &'static str,
        message: impl Into<String>,
        at: impl Place,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::warning(code, message, self.at(at)).label(label)
    }
}

impl Report for TokenList {
    fn list(&self) -> &TokenList {
        self
    }
}
