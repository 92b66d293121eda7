//! Where a file can be cut into portions.

use std::ops::Range;

/// Where the declarations at file scope end, and which define functions.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The tokens behind declarations.
    pub ends: Vec<usize>,
    /// The definitions of functions, from the first token to the brace of the
    /// body, in the order of the text.
    pub definitions: Vec<Range<usize>>,
}
