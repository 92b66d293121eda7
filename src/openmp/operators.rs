//! The operators of reductions that a program declares (section 5.5.11 of OpenMP 5.2).

use super::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// An operator that a `declare reduction` declares.
#[derive(Debug)]
pub struct Operator {
    /// The first token of the directive.
    pub token: usize,
    /// How many scopes are open there.
    pub depth: usize,
    pub name: String,
    /// What it is for, each type as it is written, and where they stand.
    pub types: Vec<String>,
    pub types_at: Tokens,
    pub combiner: Tokens,
    pub initializer: Option<Tokens>,
}

impl Operator {
    /// Reads `declare reduction(name : types : combiner) initializer(expression)`, by its tokens.
    pub fn read(directive: &Tokens, depth: usize, tokens: &TokenList) -> Option<Self> {
        let words = tokens.visible_in(directive);
        let kind_of = |at: usize| tokens[words[at]].kind;
        let open = (0..words.len()).find(|&at| kind_of(at) == kind::LEFT_PAREN)?;
        let place_of = |token: usize| words.iter().position(|&word| word == token);
        let partner = |at: usize| place_of(tokens.partner(words[at])?);
        let close = partner(open)?;
        let mut colons = (open..close).filter(|&at| kind_of(at) == kind::COLON);
        let (first, second) = (colons.next()?, colons.next()?);
        let text = |from: usize, to: usize| -> String {
            words[from..to].iter().map(|&word| tokens.text(word)).collect::<Vec<_>>().join(" ")
        };
        let initializer = (close + 1..words.len())
            .find(|&at| kind_of(at) == kind::LEFT_PAREN)
            .and_then(|open| Some(*words.get(open + 1)?..=*words.get(partner(open)?.checked_sub(1)?)?));
        Some(Operator {
            token: *words.first()?,
            depth,
            name: text(open + 1, first).replace(' ', ""),
            types: text(first + 1, second).split(',').map(|ty| ty.trim().to_owned()).collect(),
            types_at: *words.get(first + 1)?..=words[second - 1],
            combiner: *words.get(second + 1)?..=words[close - 1],
            initializer,
        })
    }
}
