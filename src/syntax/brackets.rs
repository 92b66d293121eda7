//! Which brackets belong together: the one place where they are counted.

use std::ops::RangeInclusive;
use std::rc::Rc;

use super::generated::open_mpc as kind;
use super::tokens::TokenList;
use crate::rewrite::Tokens as _;

/// What has no partner.
const NONE: u32 = u32::MAX;

impl TokenList {
    /// The bracket that closes the one at a token, or opens it: of the visible parentheses, square brackets and braces. Where they
    /// are badly matched, a bracket closes the last that is open, whatever its kind.
    pub fn partner(&self, bracket: usize) -> Option<usize> {
        let partners = self.partners.get_or_init(|| partners(self));
        partners.get(bracket).copied().filter(|&partner| partner != NONE).map(|partner| partner as usize)
    }

    /// The visible tokens of a range without those inside of brackets that open in it. The brackets themselves are among them.
    pub fn outside_brackets<'l>(
        &'l self,
        range: &RangeInclusive<usize>,
    ) -> impl Iterator<Item = usize> + use<'l> {
        let last = *range.end();
        let mut next = self.visible_from(*range.start());
        std::iter::from_fn(move || {
            let index = next.filter(|&index| index <= last)?;
            next = match self[index].kind {
                opening if opens(opening) => Some(self.partner(index).unwrap_or(usize::MAX)),
                _ => self.visible_from(index + 1),
            };
            Some(index)
        })
    }

    /// Where among some visible tokens, in their order, none of their brackets is open. The brackets themselves are left out.
    pub fn outside<'l>(&'l self, words: &'l [usize]) -> impl Iterator<Item = usize> + 'l {
        let mut next = 0;
        std::iter::from_fn(move || {
            loop {
                let at = next;
                let token = self[*words.get(at)?].kind;
                let close = self.partner(words[at]).and_then(|close| words.binary_search(&close).ok());
                next = close.filter(|_| opens(token)).unwrap_or(at) + 1;
                if !opens(token) && !closes(token) {
                    return Some(at);
                }
            }
        })
    }

    /// The parts of some visible tokens between those of a kind that are in no brackets.
    pub fn parts<'w>(&self, words: &'w [usize], between: i32) -> Vec<&'w [usize]> {
        let ends = self.outside(words).filter(|&at| self[words[at]].kind == between).chain([words.len()]);
        let mut start = 0;
        let parts = ends.map(|end| &words[std::mem::replace(&mut start, end + 1)..end]);
        parts.filter(|part| !part.is_empty()).collect()
    }

    /// What stands between the outermost braces around a byte, in bytes. Other brackets do not count: the text may have errors.
    pub fn outermost_braces(&self, at: usize) -> Option<[usize; 2]> {
        let mut depth = 0usize;
        let mut open = 0;
        for index in (0..self.len()).filter(|&index| self[index].is_visible()) {
            let span = &self[index].span;
            match self[index].kind {
                kind::LEFT_BRACE => {
                    if depth == 0 {
                        open = span.end;
                    }
                    depth += 1;
                }
                kind::RIGHT_BRACE => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 && open <= at && at < span.end {
                        return Some([open, span.start]);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// Whether a token of this kind opens a bracket.
pub fn opens(token: i32) -> bool {
    matches!(token, kind::LEFT_PAREN | kind::LEFT_BRACKET | kind::LEFT_BRACE | kind::NESTED_BODY)
}

/// Whether a token of this kind closes a bracket.
pub fn closes(token: i32) -> bool {
    matches!(token, kind::RIGHT_PAREN | kind::RIGHT_BRACKET | kind::RIGHT_BRACE)
}

fn partners(list: &TokenList) -> Rc<[u32]> {
    let mut partners = vec![NONE; list.iter().len()];
    let mut open = Vec::new();
    for (index, token) in list.iter().enumerate().filter(|(_, token)| token.is_visible()) {
        if opens(token.kind) {
            open.push(index);
        } else if closes(token.kind)
            && let Some(opening) = open.pop()
        {
            partners[opening] = index as u32;
            partners[index] = opening as u32;
        }
    }
    partners.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_find_their_partners() {
        let list = TokenList::new("int a[f(1)] = { (2), /* ) */ 3 };");
        let at =
            |text: &str| list.iter().enumerate().position(|(index, _)| list.text(index) == text).unwrap();
        assert_eq!(list.partner(at("[")), Some(at("]")));
        assert_eq!(list.partner(at("]")), Some(at("[")));
        assert_eq!(list.partner(at("{")), Some(at("}")));
        assert_eq!(list.partner(at("a")), None);
        let outside: Vec<&str> =
            list.outside_brackets(&(0..=at(";"))).map(|index| list.text(index)).collect();
        assert_eq!(outside, ["int", "a", "[", "]", "=", "{", "}", ";"]);
        let inside: Vec<&str> =
            list.outside_brackets(&(at("f")..=at("]"))).map(|index| list.text(index)).collect();
        assert_eq!(inside, ["f", "(", ")", "]"]);
        assert_eq!(TokenList::new("f(a").partner(1), None);
    }
}
