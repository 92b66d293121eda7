//! PTX text as decoded instructions (PTX ISA 9.0 as nvcc 13.0 emits it).

mod lexer;
mod parser;
mod syntax;

pub use syntax::*;

/// Why a text was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("PTX line {line}: {what}")]
pub struct Error {
    /// Line of the text, from 1.
    pub line: u32,
    pub what: String,
}

impl Module {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// The text is no PTX, or uses a directive that is not known. An unknown
    /// instruction is no error before it is executed.
    pub fn parse(text: &str) -> Result<Self, Error> {
        parser::parse(text)
    }
}
