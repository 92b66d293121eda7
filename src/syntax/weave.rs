//! What is known of the tokens that a file and the preprocessor have together ([`super::woven`]).

use std::ops::{Range, RangeInclusive};

/// Where a token comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is written in the file.
    File,
    /// A macro that the file invokes made it: the number of the invocation, and
    /// the token of the file if it is spelled in an argument.
    Macro { invocation: usize, argument: Option<usize> },
    /// It stands in a header, the system's or the program's, which this line
    /// of the file includes.
    Header { include: usize, system: bool },
}

/// A use of a macro in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Its tokens in the file, which the parser does not see.
    pub typed: RangeInclusive<usize>,
    /// What it became, directly behind; white space is among it.
    pub made: Range<usize>,
    /// Whether `#` or `##` made some of it.
    pub pasted: bool,
}

impl Invocation {
    /// All its tokens, of both kinds.
    pub fn tokens(&self) -> RangeInclusive<usize> {
        *self.typed.start()..=self.made.end.max(self.typed.end() + 1) - 1
    }
}

/// What is known of a list beyond its tokens.
#[derive(Clone, Debug, Default)]
pub struct Weave {
    /// Where the virtual text begins: behind the file's, and a newline.
    pub(super) file_bytes: usize,
    /// The tokens of the file, and the virtual ones.
    pub(super) file: Vec<u32>,
    pub(super) made: Vec<u32>,
    /// Where each of the latter comes from.
    pub(super) origins: Vec<Origin>,
    pub(super) invocations: Vec<Invocation>,
}

impl Weave {
    /// The tokens in whose part of the text a byte is.
    pub(super) fn part_of(&self, byte: usize) -> &[u32] {
        if byte < self.file_bytes { &self.file } else { &self.made }
    }
}
