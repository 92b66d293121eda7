//! Stretches of tokens.

use std::ops::RangeInclusive;

/// From the first token to the last.
pub type Tokens = RangeInclusive<usize>;

/// The stretch from the first of some tokens to the last.
pub fn whole(words: &[usize]) -> Option<Tokens> {
    Some(*words.first()?..=*words.last()?)
}

/// The same; of none the first of all tokens.
pub(super) fn stretch(words: &[usize]) -> Tokens {
    whole(words).unwrap_or(0..=0)
}
