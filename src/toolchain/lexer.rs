//! Cuts CUDA C++ into tokens, as far as finding launches and declarations
//! needs it: what is inside comments, strings and characters must not be
//! taken for code, and the text of a preprocessor directive is a world of its
//! own. Works on bytes, since a file's encoding is nobody's business here.
//!
//! Punctuation comes one character at a time but for `::` and `->`: `>>>`
//! ends a launch's configuration in one place and three template argument
//! lists in another, and only who reads the tokens can tell.

use std::borrow::Cow;
use std::ops::Range;

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
        let bytes = &source[self.span.clone()];
        if !bytes.contains(&b'\\') || self.kind == Kind::Literal {
            return Cow::Borrowed(bytes);
        }
        let mut cursor = Cursor { source, at: self.span.start };
        let mut text = Vec::new();
        while cursor.at < self.span.end
            && let Some(byte) = cursor.next()
        {
            text.push(byte);
        }
        Cow::Owned(text)
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

/// Cuts a file into tokens. Never fails: what is not C++ gives some tokens.
pub fn lex(source: &[u8]) -> Tokens {
    let mut tokens = Tokens::default();
    let mut cursor = Cursor { source, at: 0 };
    // Whether a `#` here would begin a directive, and whether we are in one.
    let mut line_begins = true;
    let mut in_directive = false;
    while let Some(byte) = cursor.peek() {
        let start = cursor.here();
        match byte {
            b'\n' => {
                cursor.next();
                line_begins = true;
                in_directive = false;
                continue;
            }
            b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => {
                cursor.next();
                continue;
            }
            b'/' if cursor.comment() => continue,
            _ => {}
        }
        let kind = cursor.token();
        let token = Token { kind, span: start..cursor.at };
        if line_begins && token.is(b'#') {
            in_directive = true;
            tokens.directives.push(Vec::new());
        }
        line_begins = false;
        match tokens.directives.last_mut() {
            Some(directive) if in_directive => directive.push(token),
            _ => tokens.code.push(token),
        }
    }
    tokens
}

/// Reads a file's characters, stepping over the `\`-newline pairs that join
/// lines.
#[derive(Clone)]
struct Cursor<'a> {
    source: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    /// Where the next character is.
    fn here(&self) -> usize {
        let mut at = self.at;
        while self.source.get(at) == Some(&b'\\') {
            match self.source[at + 1..] {
                [b'\n', ..] => at += 2,
                [b'\r', b'\n', ..] => at += 3,
                _ => break,
            }
        }
        at
    }

    fn peek(&self) -> Option<u8> {
        self.source.get(self.here()).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let at = self.here();
        let byte = self.source.get(at).copied();
        self.at = if byte.is_some() { at + 1 } else { at };
        byte
    }

    /// Steps over this character if it comes next.
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.next();
        }
        found
    }

    /// Steps over a comment, if one begins here.
    fn comment(&mut self) -> bool {
        let mut ahead = self.clone();
        ahead.next();
        match ahead.next() {
            Some(b'/') => {
                while ahead.peek().is_some_and(|byte| byte != b'\n') {
                    ahead.next();
                }
            }
            Some(b'*') => {
                let mut last = 0;
                while let Some(byte) = ahead.next()
                    && (last, byte) != (b'*', b'/')
                {
                    last = byte;
                }
            }
            _ => return false,
        }
        *self = ahead;
        true
    }

    /// Reads a token; there is one.
    fn token(&mut self) -> Kind {
        let start = self.here();
        match self.next().unwrap_or_default() {
            quote @ (b'"' | b'\'') => self.quoted(quote),
            byte if byte.is_ascii_digit() => self.number(),
            b'.' if self.peek().is_some_and(|byte| byte.is_ascii_digit()) => self.number(),
            byte if is_word(byte) => self.word(start),
            b':' if self.eat(b':') => Kind::Scope,
            b'-' if self.eat(b'>') => Kind::Arrow,
            byte => Kind::Mark(byte),
        }
    }

    fn word(&mut self, start: usize) -> Kind {
        while self.peek().is_some_and(is_word) {
            self.next();
        }
        let prefix = &self.source[start..self.at];
        if matches!(prefix, b"R" | b"LR" | b"uR" | b"UR" | b"u8R") && self.eat(b'"') {
            return self.raw_string();
        }
        Kind::Word
    }

    /// A number as the preprocessor sees it, digit separators included.
    fn number(&mut self) -> Kind {
        while let Some(byte) = self.peek() {
            if is_word(byte) || byte == b'.' {
                self.next();
                if matches!(byte, b'e' | b'E' | b'p' | b'P') && matches!(self.peek(), Some(b'+' | b'-')) {
                    self.next();
                }
                continue;
            }
            let mut ahead = self.clone();
            ahead.next();
            if byte != b'\'' || !ahead.peek().is_some_and(is_word) {
                break;
            }
            *self = ahead;
        }
        Kind::Literal
    }

    /// A string or character after its opening quote. One that is not closed
    /// ends with its line: it is an apostrophe in the text of an `#error`, or
    /// in a part that an `#if` leaves out.
    fn quoted(&mut self, quote: u8) -> Kind {
        while let Some(byte) = self.peek()
            && byte != b'\n'
        {
            self.next();
            if byte == quote {
                break;
            }
            if byte == b'\\' && self.peek().is_some_and(|byte| byte != b'\n') {
                self.next();
            }
        }
        Kind::Literal
    }

    /// A raw string after its opening quote. In it no line is spliced.
    fn raw_string(&mut self) -> Kind {
        let rest = &self.source[self.at..];
        // The delimiter has at most 16 characters.
        let Some(open) = rest.iter().take(17).position(|&byte| byte == b'(') else {
            return self.quoted(b'"');
        };
        let close = [b")", &rest[..open], b"\""].concat();
        let end = rest.windows(close.len()).position(|window| window == close);
        self.at = end.map_or(self.source.len(), |end| self.at + end + close.len());
        Kind::Literal
    }
}

/// Whether a byte can stand in an identifier; every byte of a character
/// beyond ASCII can, and so can `$`, as compilers have it.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
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
