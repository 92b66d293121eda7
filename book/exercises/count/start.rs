// Exercise: how many variables does a program declare, of each type?
//
// `Actions` is the trait of book/code/mini/mod.rs. Two of its methods are enough.

use std::collections::BTreeMap;

use gpump_book::mini::{Actions, Tokens, parse};

struct Count<'t> {
    tokens: &'t Tokens,
    counts: BTreeMap<String, usize>,
}

impl Actions for Count<'_> {}

/// The number of variables, parameters among them, by the name of their type.
pub fn count(text: &str) -> Result<BTreeMap<String, usize>, Vec<String>> {
    let tokens = Tokens::lex(text)?;
    let mut count = Count { tokens: &tokens, counts: BTreeMap::new() };
    parse(text, &mut count)?;
    let _ = count.tokens.text(0); // the text of a token
    Ok(count.counts)
}
