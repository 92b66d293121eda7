//! The tokens, one a line.

use super::table::Table;
use super::{DIM, NAME, PLAIN, Paper, TEXT, visible};
use crate::explain::model::Explanation;

pub fn show(paper: &Paper<'_>) -> String {
    const LONGEST: usize = 80;
    let columns =
        [("token", DIM), ("place", DIM), ("kind", NAME), ("channel", PLAIN), ("from", PLAIN), ("text", TEXT)];
    let mut table = Table::new(0, &columns);
    for (number, token) in paper.explanation.tokens.iter().enumerate() {
        let Explanation { token_kinds, channels, macros, .. } = paper.explanation;
        let from = match token.made.as_ref().and_then(|(number, _)| macros.get(*number)) {
            Some(found) => format!("macro {}", found.name),
            None => String::new(),
        };
        let channel = channels.get(token.channel).filter(|_| token.channel > 0);
        table.row(vec![
            number.to_string(),
            paper.place(token.source[0]),
            token_kinds.get(token.kind).cloned().unwrap_or_default(),
            channel.map_or_else(String::new, |name| (*name).to_owned()),
            from,
            visible(paper.text(token), LONGEST),
        ]);
    }
    table.text(paper)
}
