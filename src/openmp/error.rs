//! The `error` directive (section 8.5 of OpenMP 5.2).

use super::constructs::Tokens;
use super::written::Written;
use crate::diagnostics::Diagnostic;
use crate::openmp::report::Report as _;
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
        let Some(written) = Written::at(tokens, start) else { return read };
        for (name, clause) in written.clauses() {
            let Some(value) = written.value(clause) else { continue };
            match name {
                "at" => read.at_execution = tokens.text(*value.start()) == "execution",
                "severity" => read.is_fatal = tokens.text(*value.start()) == "fatal",
                "message" => read.message = Some(value),
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
        let label = "the program asks for this message when it is compiled";
        let found = match self.is_fatal {
            true => tokens.error("E0356", message, directive, label),
            false => tokens.warning("W0303", message, directive, label),
        };
        (!self.at_execution).then(|| found.note("section 8.5 of OpenMP 5.2"))
    }
}
