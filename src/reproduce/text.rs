//! Tokens of listings, and which of them are the same.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};
use sha2::{Digest as _, Sha256};

use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// A token of C or CUDA: comments and lines of the preprocessor are among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its bytes.
    pub span: Range<usize>,
    /// White space inside of comments folded.
    pub text: String,
}

/// The tokens of a text.
pub fn tokens(text: &str) -> Vec<Token> {
    let list = TokenList::lex(text);
    let is_shown = |index: &usize| {
        let token = &list[*index];
        token.is_visible() || [kind::LINE_COMMENT, kind::BLOCK_COMMENT, kind::DIRECTIVE].contains(&token.kind)
    };
    let folded = |index| list.text(index).split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = (0..list.len()).filter(is_shown);
    shown.map(|index| Token { span: list[index].span.clone(), text: folded(index) }).collect()
}

/// SHA-256 of a sequence of tokens, each followed by a line end, in hexadecimal.
pub fn digest<'t>(tokens: impl Iterator<Item = &'t str>) -> String {
    let mut hash = Sha256::new();
    for token in tokens {
        hash.update(token);
        hash.update("\n");
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What became of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Same,
    /// The thesis's author left it out of the listing.
    LeftOut,
    Other,
}

/// The tokens of a listing and of what gpump writes, each with what became of it.
#[derive(Debug)]
pub struct Comparison {
    pub printed: Vec<(Token, Mark)>,
    pub ours: Vec<(Token, Mark)>,
}

impl Comparison {
    /// Whether no token differs.
    pub fn is_same(&self) -> bool {
        self.printed.iter().chain(&self.ours).all(|(_, mark)| *mark != Mark::Other)
    }
}

/// Compares tokens; `left_out` says of ours which the thesis's author left out.
pub fn compare(printed: Vec<Token>, ours: Vec<Token>, left_out: &[bool]) -> Comparison {
    let kept: Vec<usize> = (0..ours.len()).filter(|&at| !left_out[at]).collect();
    let mut input = InternedInput::default();
    input.update_before(printed.iter().map(|token| token.text.as_str()));
    input.update_after(kept.iter().map(|&at| ours[at].text.as_str()));
    let diff = Diff::compute(Algorithm::Myers, &input);
    let mark = |is_other| if is_other { Mark::Other } else { Mark::Same };
    let before: Vec<Mark> = (0..printed.len()).map(|at| mark(diff.is_removed(at as u32))).collect();
    let mut after = vec![Mark::LeftOut; ours.len()];
    for (number, &at) in kept.iter().enumerate() {
        after[at] = mark(diff.is_added(number as u32));
    }
    Comparison {
        printed: printed.into_iter().zip(before).collect(),
        ours: ours.into_iter().zip(after).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_same_left_out_or_others() {
        let [printed, ours] = ["int a; /* one\n two */", "int b; int t; /* one two */"].map(tokens);
        let mut left_out = vec![false; ours.len()];
        left_out[3..6].fill(true);
        let found = compare(printed, ours, &left_out);
        let marks = |tokens: &[(Token, Mark)]| tokens.iter().map(|(_, mark)| *mark).collect::<Vec<_>>();
        use Mark::{LeftOut, Other, Same};
        assert_eq!(marks(&found.printed), [Same, Other, Same, Same]);
        assert_eq!(marks(&found.ours), [Same, Other, Same, LeftOut, LeftOut, LeftOut, Same]);
        assert!(!found.is_same());
    }
}
