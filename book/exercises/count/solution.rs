// A solution: the type is remembered where it is read, and counted where a name is declared with it.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use gpump_book::mini::{Actions, Tokens, parse};

struct Count<'t> {
    tokens: &'t Tokens,
    specifier: String,
    counts: BTreeMap<String, usize>,
}

impl Actions for Count<'_> {
    fn exit_type(&mut self, rule: RangeInclusive<usize>) {
        self.specifier = self.tokens.text(*rule.start()).to_owned();
    }

    fn declare(&mut self, _: RangeInclusive<usize>) {
        *self.counts.entry(self.specifier.clone()).or_default() += 1;
    }
}

/// The number of variables, parameters among them, by the name of their type.
pub fn count(text: &str) -> Result<BTreeMap<String, usize>, Vec<String>> {
    let tokens = Tokens::lex(text)?;
    let mut count = Count { tokens: &tokens, specifier: String::new(), counts: BTreeMap::new() };
    parse(text, &mut count)?;
    Ok(count.counts)
}
