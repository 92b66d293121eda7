//! The tokens of a source: all of them, white space and comments included.

use std::ops::{Index, Range};
use std::rc::Rc;

use antlr4_runtime::{DEFAULT_CHANNEL, HIDDEN_CHANNEL, InputStream, TOKEN_EOF, Token as _};

use super::generated::c_lexer::{self, CLexer};
use super::generated::open_mpc as kind;
use super::{directives, pragmas, type_names};
use crate::rewrite::Tokens;

/// One token: what it is and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The token type of the grammar, a constant of the generated parser.
    pub kind: i32,
    /// 0 for what the parser sees; white space, comments and the lines of the
    /// preprocessor are on channels of their own.
    pub channel: i32,
    /// Bytes of the source's text.
    pub span: Range<usize>,
    /// The same start in characters, and the length in characters.
    pub start_char: usize,
    pub chars: usize,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 0, in characters.
    pub column: usize,
}

impl Token {
    /// Whether the parser sees it.
    pub fn is_visible(&self) -> bool {
        self.channel == DEFAULT_CHANNEL
    }
}

/// All tokens of a source in order. Their texts, one after the other, are the
/// source.
#[derive(Clone, Debug)]
pub struct TokenList {
    text: Rc<str>,
    tokens: Vec<Token>,
}

impl TokenList {
    /// Lexes a text and finds the names that are types.
    ///
    /// There is no error: what is no token of C is a [`kind::STRAY`] token,
    /// which the parser refuses.
    pub fn new(text: &str) -> Self {
        let mut list = TokenList::lex(text);
        directives::hide_inactive(&mut list);
        pragmas::hide_separators(&mut list);
        type_names::classify(&mut list);
        list
    }

    /// Lexes a text and does no more: the branches of conditions are all seen,
    /// and names are names.
    pub fn lex(text: &str) -> Self {
        // The lexer ends a line of the preprocessor with its newline. A last
        // line without one gets it here and loses it again below; behind a
        // backslash, one newline is no line's end.
        let padding = match text.trim_end_matches(['\n', '\r']) {
            line if line.ends_with('\\') => "\n\n",
            line if line.len() == text.len() => "\n",
            _ => "",
        };
        let padded = format!("{text}{padding}");
        let stream = c_lexer::lex_stream(InputStream::new(&padded), quiet);
        let mut tokens: Vec<Token> = Vec::with_capacity(padded.len() / 4);
        let (mut byte, mut char) = (0, 0);
        for token in stream.tokens().filter(|token| token.token_type() != TOKEN_EOF) {
            let span = token.byte_span().unwrap_or(byte..byte);
            // What the lexer gave up on belongs to no token of its own.
            if span.start > byte {
                tokens.push(gap(&padded, byte..span.start, char, token.line(), token.column()));
                char += tokens[tokens.len() - 1].chars;
            }
            let chars = token.stop().wrapping_add(1).saturating_sub(token.start());
            tokens.push(Token {
                kind: token.token_type(),
                channel: token.channel(),
                span: span.clone(),
                start_char: char,
                chars,
                line: token.line(),
                column: token.column(),
            });
            byte = span.end;
            char += chars;
        }
        if byte < padded.len() {
            let line = tokens.last().map_or(1, |token| token.line);
            tokens.push(gap(&padded, byte..padded.len(), char, line, 0));
        }
        // A pragma in the last line ends there, newline or not.
        let ends_pragma = |token: &Token| token.kind == kind::NEW_LINE && token.span.start == text.len();
        tokens.retain(|token| token.span.start < text.len() || ends_pragma(token));
        if let Some(last) = tokens.last_mut() {
            let extra = last.span.end.saturating_sub(text.len());
            last.span.end -= extra;
            last.chars -= extra;
        }
        TokenList { text: Rc::from(text), tokens }
    }

    pub fn source_text(&self) -> &Rc<str> {
        &self.text
    }

    pub fn get(&self, index: usize) -> Option<&Token> {
        self.tokens.get(index)
    }

    pub fn last(&self) -> Option<&Token> {
        self.tokens.last()
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Token> {
        self.tokens.iter()
    }

    pub(super) fn set_kind(&mut self, index: usize, kind: i32) {
        self.tokens[index].kind = kind;
    }

    /// Takes a token out of the parser's sight; its kind becomes that of white
    /// space, so that nothing else looks at it either.
    pub(super) fn hide(&mut self, index: usize) {
        self.tokens[index].channel = HIDDEN_CHANNEL;
        self.tokens[index].kind = kind::WHITESPACE;
    }

    /// The token that a byte of the text belongs to.
    pub fn at_byte(&self, byte: usize) -> usize {
        self.tokens.partition_point(|token| token.span.start <= byte).saturating_sub(1)
    }

    /// The first visible token at or after an index.
    pub fn visible_from(&self, index: usize) -> Option<usize> {
        (index..self.tokens.len()).find(|&i| self.tokens[i].is_visible())
    }

    /// The last visible token before an index.
    pub fn visible_before(&self, index: usize) -> Option<usize> {
        (0..index).rev().find(|&i| self.tokens[i].is_visible())
    }

    /// The bytes from the first token of a range to its last; a newline that
    /// ends a directive is left out.
    pub fn span(&self, range: &std::ops::RangeInclusive<usize>) -> Range<usize> {
        let (start, mut last) = (*range.start(), *range.end());
        while last > start && (self.tokens[last].kind == kind::NEW_LINE || !self.tokens[last].is_visible()) {
            last -= 1;
        }
        self.tokens[start].span.start..self.tokens[last].span.end
    }
}

impl Index<usize> for TokenList {
    type Output = Token;

    fn index(&self, index: usize) -> &Token {
        &self.tokens[index]
    }
}

impl Tokens for TokenList {
    fn len(&self) -> usize {
        self.tokens.len()
    }

    fn text(&self, index: usize) -> &str {
        &self.text[self.tokens[index].span.clone()]
    }
}

fn quiet(input: InputStream) -> CLexer<InputStream> {
    let mut lexer = CLexer::new(input);
    lexer.remove_error_listeners();
    lexer
}

/// A token for text that the lexer could not read, such as a comment without
/// an end.
fn gap(text: &str, span: Range<usize>, start_char: usize, line: usize, column: usize) -> Token {
    let chars = text[span.clone()].chars().count();
    Token { kind: kind::STRAY, channel: DEFAULT_CHANNEL, span, start_char, chars, line, column }
}
