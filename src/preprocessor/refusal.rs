//! Why reading headers and expanding macros is given up.

use std::ops::Range;

/// Why reading was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Too many headers, or too many bytes of them.
    Includes,
    /// A macro that expands to too much; the name, and the file that invokes
    /// it where it is not the main file.
    Expansion { name: String, file: Option<String> },
    /// An `#if` that is longer than it can mean anything.
    Condition { file: Option<String> },
    /// A `##` with nothing to its right.
    Paste { file: Option<String>, at: Range<usize> },
    /// A header with an `#endif` or its like without an `#if`.
    Stray { file: String, word: String },
    /// Invocations nested too deeply.
    Nesting { file: Option<String> },
}
