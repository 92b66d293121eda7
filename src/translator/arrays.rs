//! Arrays whose size is that of their initialiser.
//!
//! `int primes[] = { 2, 3, 5 };` says nowhere that there are three. The
//! kernel's parameters have to, so the elements are counted (C99 6.7.8, 22).

use super::Translator;
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::symbols::{DeclInfo, Extent, Type, integer_literal};
use crate::syntax::generated::open_mpc as kind;

impl Translator<'_> {
    /// Gives the array that was declared last its size, if its initialiser is
    /// where the size comes from and can be counted.
    pub(super) fn count_elements(&mut self, initializer: &Tokens) {
        let Some(symbol) = self.declared else { return };
        let Type::Array { of, extent } = &self.scopes.get(symbol).ty else { return };
        if !extent.text.is_empty() {
            return;
        }
        let tokens: Vec<usize> =
            initializer.clone().filter(|&index| self.tokens[index].is_visible()).collect();
        let is_strings = |part: &[usize]| {
            !part.is_empty() && part.iter().all(|&index| self.tokens[index].kind == kind::STRING_LITERAL)
        };
        let count = match tokens.as_slice() {
            strings if is_strings(strings) => self.count_characters(strings),
            // `{ "text" }` for characters.
            [_, strings @ .., _] if is_strings(strings) && of.is_integer() => self.count_characters(strings),
            [open, inside @ .., _] if self.tokens[*open].kind == kind::LEFT_BRACE => self.count_list(inside),
            _ => None,
        };
        let Some(count) = count else { return };
        let ty = Type::Array { of: of.clone(), extent: Extent { text: count.to_string(), variable: false } };
        let declaration = self.scopes.get_mut(symbol);
        let counted = DeclInfo::new(declaration.name.clone(), ty, declaration.decl_type, declaration.token);
        *declaration = DeclInfo { is_static: declaration.is_static, depth: declaration.depth, ..counted };
    }

    /// The elements of a brace's contents. `[3] =` goes on behind 3.
    fn count_list(&self, inside: &[usize]) -> Option<u64> {
        let (mut depth, mut next, mut largest, mut in_element) = (0usize, 0u64, 0u64, false);
        let mut at = 0;
        while let Some(&index) = inside.get(at) {
            let token = self.tokens[index].kind;
            if depth == 0 && !in_element && token == kind::LEFT_BRACKET {
                let [position, close] = [inside.get(at + 1)?, inside.get(at + 2)?];
                if self.tokens[*close].kind != kind::RIGHT_BRACKET {
                    return None; // an expression, or a range
                }
                next = integer_literal(self.tokens.text(*position))?;
                at += 3;
                continue;
            }
            match token {
                kind::LEFT_PAREN | kind::LEFT_BRACKET | kind::LEFT_BRACE => depth += 1,
                kind::RIGHT_PAREN | kind::RIGHT_BRACKET | kind::RIGHT_BRACE => {
                    depth = depth.saturating_sub(1)
                }
                kind::COMMA if depth == 0 => {
                    next += 1;
                    largest = largest.max(next);
                    in_element = false;
                    at += 1;
                    continue;
                }
                _ => {}
            }
            in_element = true;
            at += 1;
        }
        Some(if in_element { largest.max(next + 1) } else { largest })
    }

    /// The characters of string literals one after the other, and the zero at
    /// the end.
    fn count_characters(&self, strings: &[usize]) -> Option<u64> {
        let mut count = 1;
        for &index in strings {
            let text = self.tokens.text(index);
            // Wide strings are counted by characters, and are rare.
            let inside = text.strip_prefix('"')?.strip_suffix('"')?;
            count += count_in_string(inside);
        }
        Some(count)
    }
}

/// The bytes of a string literal's inside.
fn count_in_string(inside: &str) -> u64 {
    let bytes = crate::source::encode(inside);
    let mut rest = bytes.as_slice();
    let mut count = 0;
    while let Some((&first, after)) = rest.split_first() {
        let skip = match (first, after.first()) {
            (b'\\', Some(b'\n')) => {
                rest = &after[1..];
                continue;
            }
            (b'\\', Some(b'x')) => 1 + after[1..].iter().take_while(|b| b.is_ascii_hexdigit()).count(),
            (b'\\', Some(b'0'..=b'7')) => {
                after.iter().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count()
            }
            (b'\\', Some(_)) => 1,
            _ => 0,
        };
        rest = &after[skip.min(after.len())..];
        count += 1;
    }
    count
}
