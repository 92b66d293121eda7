//! The `error` directive (section 8.5 of OpenMP 5.2).

use super::constructs::Tokens;
use super::restrictions::pragmas;
use crate::diagnostics::Diagnostic;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;

/// What the directive asks for.
pub struct ErrorDirective {
    /// Whether the program tells the message each time that a thread comes there, and not the compiler.
    pub at_execution: bool,
    /// Whether nothing goes on behind it.
    pub is_fatal: bool,
    /// An expression for the text of the message.
    pub message: Option<Tokens>,
}

impl ErrorDirective {
    /// Reads the directive that begins with a token.
    pub fn read(start: usize, tokens: &TokenList) -> Self {
        let mut read = ErrorDirective { at_execution: false, is_fatal: true, message: None };
        let (reading, indexes) = pragmas::read(tokens, start);
        for clause in &reading.clauses {
            let words: Vec<usize> = clause.range.clone().map(|word| indexes[word]).collect();
            let [name, _, inner @ .., _] = words.as_slice() else { continue };
            let (Some(&first), Some(&last)) = (inner.first(), inner.last()) else { continue };
            match tokens.text(*name) {
                "at" => read.at_execution = tokens.text(first) == "execution",
                "severity" => read.is_fatal = tokens.text(first) == "fatal",
                "message" => read.message = Some(first..=last),
                _ => {}
            }
        }
        read
    }
    /// What the compiler is to say of it.
    pub fn said(&self, directive: &Tokens, tokens: &TokenList) -> Option<Diagnostic> {
        let message = match &self.message {
            Some(message) => format!("`error`: {}", tokens.typed(message, &|_| true)),
            None => "`error`".to_owned(),
        };
        let found = match self.is_fatal {
            true => Diagnostic::error("E0356", message, tokens.span(directive)),
            false => Diagnostic::warning("W0303", message, tokens.span(directive)),
        };
        (!self.at_execution).then(|| {
            found
                .label("the program asks for this message when it is compiled")
                .note("section 8.5 of OpenMP 5.2")
        })
    }
}
