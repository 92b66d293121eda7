//! Mending what the parser is to read.
//!
//! Behind an error the parser guesses. Where it is known what is wrong, the
//! tokens at fault are better taken out of its sight: the rest of the file
//! means what it says, and is read to its end.

use std::ops::RangeInclusive;

use super::generated::open_mpc as kind;
use super::tokens::TokenList;

/// What the parser is to see in place of some of its tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Nothing.
    Hide(RangeInclusive<usize>),
    /// An empty statement.
    Empty(RangeInclusive<usize>),
}

impl TokenList {
    /// Mends the list. What it says of the text stays true.
    pub fn repair(&mut self, repair: &Repair) {
        let range = match repair {
            Repair::Hide(range) => range.clone(),
            Repair::Empty(range) => {
                self.set_kind(*range.start(), kind::SEMICOLON);
                range.start() + 1..=*range.end()
            }
        };
        for index in range.filter(|&index| index < self.iter().len()).collect::<Vec<_>>() {
            if self[index].is_visible() {
                self.hide(index);
            }
        }
    }
}
