//! Chapter 4: every construct becomes a comment, as in Section 3.5 of the thesis.

use std::ops::RangeInclusive;

use gpump::rewrite::Rewriter;

use super::{Actions, Tokens, parse};

// ANCHOR: replace
struct Replace<'t> {
    rewriter: Rewriter<&'t [String]>,
}

impl Actions for Replace<'_> {
    fn exit_parallel_construct(&mut self, rule: RangeInclusive<usize>) {
        self.rewriter.replace(rule, "// This text replaces an OpenMP Construct.");
    }

    fn exit_parallel_for_construct(&mut self, rule: RangeInclusive<usize>) {
        self.rewriter.replace(rule, "// This text replaces an OpenMP Construct.");
    }
}

/// The text with its constructs replaced.
pub fn replace(text: &str) -> Result<String, Vec<String>> {
    let tokens = Tokens::lex(text)?;
    let mut replace = Replace { rewriter: Rewriter::new(tokens.texts()) };
    parse(text, &mut replace)?;
    replace.rewriter.text().map_err(|error| vec![error.to_string()])
}
// ANCHOR_END: replace
