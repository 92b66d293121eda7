//! The commas between clauses.
//!
//! A directive is `directive-name [clause[ [,] clause]…]` (section 2.1 of the
//! specification): clauses may have commas between them. The grammar of the
//! specification's appendix, and with it the thesis's, does not have these
//! commas. They mean nothing, so they are taken out of the parser's sight.

use super::generated::open_mpc as kind;
use super::tokens::TokenList;
use crate::rewrite::Tokens as _;

/// Hides the commas that stand between two clauses.
pub(super) fn hide_separators(tokens: &mut TokenList) {
    let mut depth = 0usize;
    let mut in_pragma = false;
    for index in 0..tokens.len() {
        match tokens[index].kind {
            kind::PRAGMA_OMP => {
                in_pragma = true;
                depth = 0;
            }
            kind::NEW_LINE => in_pragma = false,
            kind::LEFT_PAREN => depth += 1,
            kind::RIGHT_PAREN => depth = depth.saturating_sub(1),
            kind::COMMA if in_pragma && depth == 0 && is_between_clauses(tokens, index) => tokens.hide(index),
            _ => {}
        }
    }
}

fn is_between_clauses(tokens: &TokenList, comma: usize) -> bool {
    let ends_clause = tokens.visible_before(comma).is_some_and(|before| {
        let words = kind::READ..=kind::RELAXED;
        matches!(tokens[before].kind, kind::RIGHT_PAREN | kind::NOWAIT | kind::ORDERED)
            || words.contains(&tokens[before].kind)
    });
    let starts_clause = tokens
        .visible_from(comma + 1)
        .is_some_and(|after| !matches!(tokens[after].kind, kind::NEW_LINE | kind::COMMA));
    ends_clause && starts_clause
}
