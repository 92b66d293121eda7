//! C23's attributes: `[[maybe_unused]]`.
//!
//! gcc reads them in every standard. They may stand in a dozen places of the
//! grammar, say nothing that a translator has to know, and nothing else in C
//! begins with two brackets. So they are taken out of the parser's sight.

use super::generated::open_mpc as kind;
use super::tokens::TokenList;

/// Hides all attributes in double brackets.
pub(super) fn hide(tokens: &mut TokenList) {
    let mut before = None;
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        if token.is_visible() {
            let opens = token.kind == kind::LEFT_BRACKET;
            if let Some(first) = before.filter(|_| opens)
                && let Some(end) = end(tokens, index)
            {
                (first..end)
                    .filter(|&at| tokens[at].is_visible())
                    .collect::<Vec<_>>()
                    .into_iter()
                    .for_each(|at| tokens.hide(at));
                index = end;
                before = None;
                continue;
            }
            before = opens.then_some(index);
        }
        index += 1;
    }
}

/// The index behind an attribute whose second bracket is given; `None` if it
/// is none.
fn end(tokens: &TokenList, second: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut closed = None;
    for index in second..tokens.iter().len() {
        let token = &tokens[index];
        if !token.is_visible() {
            continue;
        }
        if closed.is_some() {
            return (token.kind == kind::RIGHT_BRACKET).then_some(index + 1);
        }
        match token.kind {
            kind::LEFT_BRACKET | kind::LEFT_PAREN | kind::LEFT_BRACE => depth += 1,
            kind::RIGHT_BRACKET | kind::RIGHT_PAREN | kind::RIGHT_BRACE => {
                depth = depth.checked_sub(1)?;
                closed = (depth == 0).then_some(index);
            }
            kind::SEMICOLON | kind::NEW_LINE => return None,
            _ => {}
        }
    }
    None
}
