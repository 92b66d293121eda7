//! A text's tokens without its comments, and what stands between them.

use std::ops::Range;

use rucc_base::Interner;

use super::super::tokens::{Class, Text, Token, tokenise};

/// How many tokens a construct has at most, if its end is to be found.
const LONGEST_CONSTRUCT: usize = 20_000;

/// A text's tokens without its comments, and the comments.
#[derive(Debug)]
pub struct Words<'t> {
    pub text: &'t Text,
    pub tokens: Vec<Token>,
    pub comments: Vec<Token>,
    /// Whether each token is in a line of the preprocessor.
    in_directive: Vec<bool>,
    /// How many braces are open behind each token.
    pub depths: Vec<u32>,
    /// Whether each token is the last of a pragma's statement.
    pub ends_construct: Vec<bool>,
}

impl<'t> Words<'t> {
    pub fn of(text: &'t Text, interner: &mut Interner) -> Self {
        let (comments, tokens): (Vec<_>, Vec<Token>) =
            tokenise(text, interner).into_iter().partition(|token| token.class == Class::Comment);
        let mut is_inside = false;
        let in_directive = tokens
            .iter()
            .map(|token| {
                is_inside =
                    (is_inside || token.class == Class::Directive) && token.class != Class::DirectiveEnd;
                is_inside || token.class == Class::DirectiveEnd
            })
            .collect();
        let (depths, ends_construct) = (Vec::new(), vec![false; tokens.len()]);
        let mut words = Words { text, tokens, comments, in_directive, depths, ends_construct };
        words.find_depths();
        words.find_constructs();
        words
    }

    /// Counts braces, but for those of `namespace` and `extern "C"`.
    fn find_depths(&mut self) {
        let (mut open, mut depth) = (Vec::new(), 0u32);
        for token in 0..self.tokens.len() {
            match self.tokens[token].first {
                b'{' => {
                    let is_word = |back: usize, word: &[u8]| {
                        token.checked_sub(back).is_some_and(|before| self.spelling(before) == word)
                    };
                    let holds_items =
                        is_word(2, b"extern") || is_word(2, b"namespace") || is_word(1, b"namespace");
                    let counts = u32::from(!holds_items);
                    open.push(counts);
                    depth += counts;
                }
                b'}' => depth -= open.pop().unwrap_or(0),
                _ => {}
            }
            self.depths.push(depth);
        }
    }

    /// Finds where the statements behind pragmas end.
    fn find_constructs(&mut self) {
        let mut is_pragma = false;
        for token in 0..self.tokens.len() {
            match self.tokens[token].class {
                Class::Directive => {
                    is_pragma = self.tokens.get(token + 1).is_some() && self.spelling(token + 1) == b"pragma";
                }
                Class::DirectiveEnd if is_pragma => {
                    if let Some(end) = self.statement_end(token + 1) {
                        self.ends_construct[end] = true;
                    }
                }
                _ => {}
            }
        }
    }

    /// The last token of the statement that begins somewhere: its semicolon or its brace.
    fn statement_end(&self, start: usize) -> Option<usize> {
        let (mut parentheses, mut braces) = (0u32, 0u32);
        for token in start..self.tokens.len().min(start + LONGEST_CONSTRUCT) {
            match self.tokens[token].first {
                b'(' => parentheses += 1,
                b')' => parentheses = parentheses.saturating_sub(1),
                b'{' => braces += 1,
                b'}' if braces <= 1 => return (braces == 1).then_some(token),
                b'}' => braces -= 1,
                b';' if parentheses == 0 && braces == 0 => return Some(token),
                _ => {}
            }
        }
        None
    }

    /// Whether a token may be one of another text. The text of a macro is not what the macro stands for.
    pub fn is_like(&self, token: usize, other: &Words, index: usize) -> bool {
        self.symbol(token) == other.symbol(index) && self.in_directive[token] == other.in_directive[index]
    }

    pub fn symbol(&self, token: usize) -> u32 {
        self.tokens[token].symbol
    }

    /// The bytes between a token and the next.
    pub fn gap(&self, token: usize) -> Range<usize> {
        let end = self.tokens.get(token + 1).map_or(self.text.bytes().len(), |next| next.start as usize);
        self.tokens[token].end as usize..end
    }

    pub fn bytes(&self, range: Range<usize>) -> &'t [u8] {
        &self.text.bytes()[range]
    }

    /// The bytes between a token and the one in front of it.
    pub fn gap_before(&self, token: usize) -> Range<usize> {
        match token.checked_sub(1) {
            Some(before) => self.gap(before),
            None => 0..self.tokens.get(token).map_or(0, |first| first.start as usize),
        }
    }

    pub fn spelling(&self, token: usize) -> &'t [u8] {
        self.bytes(self.tokens[token].span())
    }
}
