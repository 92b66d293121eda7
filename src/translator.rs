//! The grammar's actions, in Rust.

use crate::diagnostics::Diagnostic;
use crate::source::Source;

/// Which code a translation writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The code of the thesis's Appendix D, for what the thesis implements.
    #[default]
    Thesis,
}

/// What a translation can be told.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub dialect: Dialect,
}

/// A source file in CUDA C.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The text; [`crate::source::encode`] turns it into the bytes of a file.
    pub text: String,
    /// What the author should know although the translation succeeded.
    pub warnings: Vec<Diagnostic>,
}

/// Translates one source file.
///
/// # Errors
///
/// Every independent error that the source has, in the order of their places.
pub fn translate(source: &Source, _options: &Options) -> Result<Translation, Vec<Diagnostic>> {
    Ok(Translation { text: source.text().to_owned(), warnings: Vec::new() })
}
