//! The tokens of CUDA C++, as far as finding launches and declarations needs them: those that [`gpump::diff`] compares, with the
//! lines of the preprocessor apart from the code, since each of them is a world of its own.
//!
//! Punctuation comes one character at a time but for `::` and `->`: `>>>` ends a launch's configuration in one place and three
//! template argument lists in another, and only who reads the tokens can tell.

use std::borrow::Cow;
use std::ops::Range;

use gpump::diff::Text;
use gpump::diff::tokens::{Class, splice_end, tokenise, without_splices};
use rucc_base::Interner;

/// What sort of token it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An identifier or a keyword.
    Word,
    /// A number, a string or a character.
    Literal,
    /// `::`
    Scope,
    /// `->`
    Arrow,
    /// Any other single character.
    Mark(u8),
}

/// A token and the bytes that it was read from, spliced lines included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
}

impl Token {
    pub fn is(&self, mark: u8) -> bool {
        self.kind == Kind::Mark(mark)
    }

    /// Whether it is this identifier or keyword.
    pub fn is_word(&self, source: &[u8], word: &[u8]) -> bool {
        self.kind == Kind::Word && *self.text(source) == *word
    }

    /// The token's text with its spliced lines joined.
    pub fn text<'a>(&self, source: &'a [u8]) -> Cow<'a, [u8]> {
        without_splices(&source[self.span.clone()])
    }

    /// Whether nothing but spliced lines lies between it and the next token.
    pub fn touches(&self, next: &Token, source: &[u8]) -> bool {
        without_splices(&source[self.span.end..next.span.start]).is_empty()
    }
}

/// The tokens of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// What the compiler proper sees, before macros are expanded.
    pub code: Vec<Token>,
    /// The preprocessor's directives, each from its `#` on.
    pub directives: Vec<Vec<Token>>,
}

/// Cuts a file into tokens. Never fails: what is not C++ gives some tokens. A file that is too large for the emulator's
/// compiler has none.
pub fn lex(source: &[u8]) -> Tokens {
    let mut tokens = Tokens::default();
    let Some(text) = Text::new("", source.to_vec()) else { return tokens };
    let mut is_directive = false;
    for token in tokenise(&text, &mut Interner::new()) {
        match token.class {
            Class::Comment => continue,
            Class::DirectiveEnd => {
                is_directive = false;
                continue;
            }
            Class::Directive => {
                is_directive = true;
                tokens.directives.push(Vec::new());
            }
            _ => {}
        }
        let list = match tokens.directives.last_mut() {
            Some(directive) if is_directive => directive,
            _ => &mut tokens.code,
        };
        match token.class {
            Class::Word => list.push(Token { kind: Kind::Word, span: token.span() }),
            Class::Number | Class::Literal => list.push(Token { kind: Kind::Literal, span: token.span() }),
            _ => marks(source, token.span(), list),
        }
    }
    tokens
}

/// Adds the characters of a punctuator, of which two may be one with the last.
fn marks(source: &[u8], span: Range<usize>, list: &mut Vec<Token>) {
    let mut at = span.start;
    while at < span.end {
        if let Some(end) = splice_end(source, at) {
            at = end;
            continue;
        }
        let mark = Token { kind: Kind::Mark(source[at]), span: at..at + 1 };
        at = mark.span.end;
        match list.last_mut().filter(|last| last.touches(&mark, source)) {
            Some(last) if last.is(b':') && mark.is(b':') => (last.kind, last.span.end) = (Kind::Scope, at),
            Some(last) if last.is(b'-') && mark.is(b'>') => (last.kind, last.span.end) = (Kind::Arrow, at),
            _ => list.push(mark),
        }
    }
}

/// The index of the bracket that closes the one at `open`.
pub fn closing(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Mark(b'(' | b'[' | b'{') => depth += 1,
            Kind::Mark(b')' | b']' | b'}') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

/// The index of the bracket that opens what the one at `close` closes.
pub fn opening(tokens: &[Token], close: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for index in (0..=close).rev() {
        match tokens[index].kind {
            Kind::Mark(b')' | b']' | b'}') => depth += 1,
            Kind::Mark(b'(' | b'[' | b'{') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(source: &str) -> Vec<String> {
        let tokens = lex(source.as_bytes());
        tokens
            .code
            .iter()
            .map(|token| String::from_utf8_lossy(&token.text(source.as_bytes())).into())
            .collect()
    }

    #[test]
    fn comments_and_literals_hide_what_is_in_them() {
        assert_eq!(texts("a /* <<< */ b // >>>\n c"), ["a", "b", "c"]);
        assert_eq!(
            texts(r#"f("<<<\"", '"', '\'') x"#),
            ["f", "(", r#""<<<\"""#, ",", "'\"'", ",", r"'\''", ")", "x"]
        );
        assert_eq!(texts("R\"x()\" <<< )x\" y"), ["R\"x()\" <<< )x\"", "y"]);
        assert_eq!(texts("1'000'000 'a'"), ["1'000'000", "'a'"]);
        assert_eq!(texts("1e+5+x .5f"), ["1e+5", "+", "x", ".5f"]);
    }

    #[test]
    fn a_spliced_token_is_one_token() {
        assert_eq!(texts("ab\\\ncd -\\\r\n> e"), ["abcd", "->", "e"]);
        assert_eq!(texts("/\\\n/ comment \\\n more\nx"), ["x"]);
    }

    #[test]
    fn a_directive_is_apart_from_the_code() {
        let tokens = lex(b"#define F(x) \\\n g(x)\na /*\n*/ #b\n  # error don't\nc");
        assert_eq!(tokens.directives.len(), 2);
        assert_eq!(tokens.directives[0].len(), 10);
        assert_eq!(tokens.code.len(), 4);
    }

    proptest! {
        #[test]
        fn tokens_are_in_order_and_apart(source in proptest::collection::vec(any::<u8>(), 0..200)) {
            let tokens = lex(&source);
            for stream in tokens.directives.iter().chain([&tokens.code]) {
                let mut end = 0;
                for token in stream {
                    prop_assert!(end <= token.span.start && token.span.start < token.span.end);
                    prop_assert!(token.span.end <= source.len());
                    prop_assert!(!token.text(&source).is_empty());
                    end = token.span.end;
                }
            }
        }
    }
}
