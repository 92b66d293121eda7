//! From bytes to what is compared.
//!
//! The parser's tokens (`syntax::scanner`) will not do here: they are those of C alone, a line of the
//! preprocessor is one of them, and the text has to be UTF-8. What is compared are the preprocessing tokens
//! of C17 6.4, with those that C++17 and CUDA add: `::`, `.*`, `->*`, `<=>`, `<<<`, `>>>`, raw strings, and
//! numbers with `'` in them. Any bytes have tokens: a character that begins no token is one by itself, and a
//! quotation mark without its partner takes the rest of its line.
//!
//! Where layout means something, it is in the tokens. A line of the preprocessor ends with a token of its
//! own. The parenthesis of a macro's parameters, which follows the name without a blank, is another one than
//! that of its text. The name of a header is one token, as is a literal, blanks included. In comments, white
//! space of any length is as good as one blank.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::splices::Joined;

/// What a token is, as far as anyone has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Word,
    Number,
    Literal,
    Punctuator,
    Comment,
    /// The `#` that begins a line of the preprocessor.
    Directive,
    /// The end of such a line: its line end, or nothing at the end of the file.
    DirectiveEnd,
}

/// A token, where it stands, and the number that equal tokens have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Bytes of the text.
    pub start: u32,
    pub end: u32,
    pub symbol: u32,
    pub class: Class,
    /// Its first byte, which is all of most punctuators; 0 if it has none.
    pub first: u8,
}

impl Token {
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A file that is compared: its name, its bytes, and where its lines begin.
#[derive(Debug, Default)]
pub struct Text {
    name: String,
    bytes: Vec<u8>,
    joined: Option<Joined>,
    line_starts: Vec<u32>,
}

impl Text {
    /// Nothing if there are 2 GiB or more, which is more than can be compared.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Option<Self> {
        let length = i32::try_from(bytes.len()).ok()?;
        debug_assert!(length >= 0);
        let line_starts =
            std::iter::once(0).chain(memchr::memchr_iter(b'\n', &bytes).map(|at| at as u32 + 1)).collect();
        Some(Text { name: name.into(), joined: Joined::of(&bytes), bytes, line_starts })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many lines there are; a line end at the end of the file begins none.
    pub fn line_count(&self) -> usize {
        let ends_with_line_end = self.line_starts.last().is_some_and(|&at| at as usize == self.bytes.len());
        self.line_starts.len() - usize::from(ends_with_line_end)
    }

    /// The line of a byte, from 0.
    pub fn line_of(&self, at: u32) -> usize {
        self.line_starts.partition_point(|&start| start <= at) - 1
    }

    /// The bytes of a line, counted from 0, with its line end.
    pub fn line_span(&self, line: usize) -> Range<usize> {
        let start_of = |n: usize| self.line_starts.get(n).map_or(self.bytes.len(), |&at| at as usize);
        start_of(line)..start_of(line + 1)
    }

    /// Line and column of a byte as people count: from 1, columns in characters.
    pub fn position(&self, at: usize) -> (usize, usize) {
        let at = at.min(self.bytes.len());
        let line = self.line_of(at as u32);
        let before = &self.bytes[self.line_starts[line] as usize..at];
        (line + 1, String::from_utf8_lossy(before).chars().count() + 1)
    }
}

/// The numbers of the tokens of some texts.
#[derive(Debug, Default)]
pub struct Symbols<'t> {
    numbers: FxHashMap<Cow<'t, [u8]>, u32>,
}

impl<'t> Symbols<'t> {
    pub fn number(&mut self, key: Cow<'t, [u8]>) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(key).or_insert(next)
    }

    /// A number that no token has.
    pub fn fresh(&mut self) -> u32 {
        // No token begins with two line ends.
        let name = format!("\n\n{}", self.numbers.len());
        self.number(Cow::Owned(name.into_bytes()))
    }
}

/// The tokens of a text, comments among them.
pub fn tokenise<'t>(text: &'t Text, symbols: &mut Symbols<'t>) -> Vec<Token> {
    let bytes = text.joined.as_ref().map_or(&text.bytes[..], |joined| &joined.bytes);
    let mut scanner = Scanner {
        text,
        bytes,
        at: 0,
        directive: None,
        tokens: Vec::with_capacity(bytes.len() / 4),
        symbols,
        words: 0,
        last_word_is_define: false,
        comments_end: memchr::memmem::rfind(bytes, b"*/").unwrap_or(0),
    };
    scanner.run();
    let mut tokens = scanner.tokens;
    if let Some(joined) = &text.joined {
        joined.stretch(&mut tokens);
    }
    tokens
}

struct Scanner<'t, 's> {
    text: &'t Text,
    bytes: &'t [u8],
    at: usize,
    /// The state of the line of the preprocessor that it is in.
    directive: Option<Directive>,
    tokens: Vec<Token>,
    symbols: &'s mut Symbols<'t>,
    /// How many tokens the directive has so far.
    words: usize,
    last_word_is_define: bool,
    /// The last end of a block comment: none that begins behind it is one.
    comments_end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Directive {
    Other,
    /// A header's name may follow.
    Include,
    /// The macro's name has just been read.
    DefinedName,
}

impl<'t> Scanner<'t, '_> {
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn run(&mut self) {
        if self.bytes.starts_with(b"\xef\xbb\xbf") {
            self.at = 3;
        }
        let mut at_line_start = true;
        while self.at < self.bytes.len() {
            match self.bytes[self.at] {
                b' ' | b'\t' | 0x0b | 0x0c => {
                    self.at += 1;
                    if self.directive == Some(Directive::DefinedName) {
                        self.directive = Some(Directive::Other);
                    }
                }
                b'\n' | b'\r' => {
                    let end = self.line_end(self.at);
                    if self.directive.take().is_some() {
                        self.push(Class::DirectiveEnd, end, Cow::Borrowed(b"\n"));
                    }
                    self.at = end;
                    at_line_start = true;
                }
                b'/' if self.is_comment() => self.comment(),
                b'#' if at_line_start => self.begin_directive(1),
                b'%' if at_line_start && self.byte(self.at + 1) == b':' => self.begin_directive(2),
                _ => {
                    at_line_start = false;
                    self.token();
                }
            }
        }
        if self.directive.is_some() {
            self.push(Class::DirectiveEnd, self.at, Cow::Borrowed(b"\n"));
        }
    }

    fn line_end(&self, at: usize) -> usize {
        if self.byte(at) == b'\r' && self.byte(at + 1) == b'\n' { at + 2 } else { at + 1 }
    }

    fn push(&mut self, class: Class, end: usize, key: Cow<'t, [u8]>) {
        let symbol = self.symbols.number(key);
        let first = if end > self.at { self.bytes[self.at] } else { 0 };
        self.tokens.push(Token { start: self.at as u32, end: end as u32, symbol, class, first });
        self.at = end;
    }

    /// A token that is as it is spelled.
    fn spelled(&mut self, class: Class, end: usize) {
        let key = Cow::Borrowed(&self.bytes[self.at..end]);
        self.push(class, end, key);
    }

    fn begin_directive(&mut self, length: usize) {
        self.spelled(Class::Directive, self.at + length);
        self.directive = Some(Directive::Other);
        self.words = 0;
        self.last_word_is_define = false;
    }

    fn is_comment(&self) -> bool {
        match self.byte(self.at + 1) {
            b'/' => true,
            b'*' => self.at + 2 <= self.comments_end,
            _ => false,
        }
    }

    fn comment(&mut self) {
        let inside = self.at + 2;
        let rest = &self.bytes[inside..];
        let end = match self.bytes[self.at + 1] {
            b'*' => memchr::memmem::find(rest, b"*/").map_or(self.bytes.len(), |length| inside + length + 2),
            _ => inside + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len()),
        };
        let key = folded(&self.bytes[self.at..end]);
        self.push(Class::Comment, end, key);
        if self.directive == Some(Directive::DefinedName) {
            self.directive = Some(Directive::Other);
        }
    }

    fn token(&mut self) {
        let state = self.directive;
        let at = self.at;
        match self.bytes[at] {
            b'<' if state == Some(Directive::Include) && self.header_end().is_some() => {
                let end = self.header_end().unwrap_or(at + 1);
                self.spelled(Class::Literal, end);
            }
            b'(' if state == Some(Directive::DefinedName) => {
                self.push(Class::Punctuator, at + 1, Cow::Borrowed(b"\n("));
            }
            b'"' | b'\'' => self.literal(at),
            b'L' | b'U' | b'u' | b'R' if self.quotation_mark().is_some() => {
                let quote = self.quotation_mark().unwrap_or(at);
                if self.bytes[quote - 1] == b'R' && self.bytes[quote] == b'"' {
                    self.raw_string(quote);
                } else {
                    self.literal(quote);
                }
            }
            b'0'..=b'9' => self.spelled(Class::Number, self.number_end()),
            b'.' if self.byte(at + 1).is_ascii_digit() => self.spelled(Class::Number, self.number_end()),
            byte if IN_WORD[byte as usize] => self.word(),
            b'\\' if matches!(self.byte(at + 1), b'u' | b'U') => self.word(),
            _ => self.spelled(Class::Punctuator, at + self.punctuator()),
        }
        if state.is_some() {
            self.follow_directive(at);
        }
    }

    /// Notes what the token at some place means to the directive that it is in.
    fn follow_directive(&mut self, start: usize) {
        let word = &self.bytes[start..self.at];
        self.words += 1;
        self.directive = Some(match self.words {
            1 if matches!(word, b"include" | b"include_next" | b"import") => Directive::Include,
            2 if self.last_word_is_define => Directive::DefinedName,
            _ => Directive::Other,
        });
        self.last_word_is_define = self.words == 1 && word == b"define";
    }

    fn header_end(&self) -> Option<usize> {
        let rest = &self.bytes[self.at..];
        let length = memchr::memchr3(b'>', b'\n', b'\r', rest)?;
        (rest[length] == b'>').then_some(self.at + length + 1)
    }

    fn word(&mut self) {
        let mut end = self.at;
        loop {
            end += match self.byte(end) {
                byte if IN_WORD[byte as usize] => 1,
                b'\\' if matches!(self.byte(end + 1), b'u' | b'U') => 2,
                _ => break,
            };
        }
        self.spelled(Class::Word, end);
    }

    /// The end of a number, in the wide sense of the preprocessor (C17 6.4.8).
    fn number_end(&self) -> usize {
        let mut at = self.at + 1;
        loop {
            at += match self.byte(at) {
                b'e' | b'E' | b'p' | b'P' if matches!(self.byte(at + 1), b'+' | b'-') => 2,
                b'\'' if self.byte(at + 1).is_ascii_alphanumeric() => 2,
                b'.' => 1,
                byte if IN_WORD[byte as usize] => 1,
                _ => return at,
            };
        }
    }

    /// Where the quotation mark of a literal with a prefix stands.
    fn quotation_mark(&self) -> Option<usize> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take(4).take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let quote = *rest.get(length)?;
        let is_prefix =
            matches!(&rest[..length], b"L" | b"u" | b"U" | b"u8") && matches!(quote, b'"' | b'\'');
        let is_raw = matches!(&rest[..length], b"R" | b"LR" | b"uR" | b"UR" | b"u8R") && quote == b'"';
        (is_prefix || is_raw).then_some(self.at + length)
    }

    /// A character or string, or what would be one if it ended in its line.
    fn literal(&mut self, quote: usize) {
        let mark = self.bytes[quote];
        let mut end = quote + 1;
        loop {
            match self.byte(end) {
                byte if byte == mark => return self.spelled(Class::Literal, end + 1),
                b'\\' if !matches!(self.byte(end + 1), b'\n' | b'\r') => end += 2,
                b'\n' | b'\r' => break,
                0 if end >= self.bytes.len() => break,
                _ => end += 1,
            }
        }
        let end = end.min(self.bytes.len());
        let key = folded(&self.bytes[self.at..end]);
        self.push(Class::Literal, end, key);
    }

    /// C++17 5.13.5. The delimiter has 16 characters at most.
    fn raw_string(&mut self, quote: usize) {
        let behind = &self.bytes[quote + 1..];
        let open = behind.iter().take(17).position(|&byte| byte == b'(');
        let Some(open) = open.filter(|&open| {
            !behind[..open]
                .iter()
                .any(|byte| matches!(byte, b' ' | b')' | b'\\' | b'\t' | b'\n' | b'\r' | b'"'))
        }) else {
            return self.literal(quote);
        };
        let closing = [b")", &behind[..open], b"\""].concat();
        let Some(length) = memchr::memmem::find(&behind[open..], &closing) else {
            return self.literal(quote);
        };
        let end = quote + 1 + open + length + closing.len();
        // No backslash joins lines in there.
        let key = match &self.text.joined {
            Some(joined) => &self.text.bytes[joined.original(self.at, end)],
            None => &self.bytes[self.at..end],
        };
        self.push(Class::Literal, end, Cow::Borrowed(key));
    }

    /// How long the punctuator, or the character that is none, is that comes next.
    fn punctuator(&self) -> usize {
        let rest = &self.bytes[self.at..];
        if !rest.get(1).is_some_and(|byte| b"=<>+-&|:.%#*?".contains(byte)) {
            return 1;
        }
        let longest = PUNCTUATORS.iter().find(|candidate| rest.starts_with(candidate.as_bytes()));
        longest.map_or(1, |found| found.len())
    }
}

/// The punctuators of more than one character, the longer ones first.
const PUNCTUATORS: [&str; 37] = [
    "%:%:", "<<<", ">>>", "<<=", ">>=", "<=>", "->*", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
    "!=", "&&", "||", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "::", ".*", "<:", ":>", "<%",
    "%>", "%:", "??=", "??/",
];

/// The bytes of names; those outside of ASCII are letters of some kind.
const IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let is_letter = (byte as u8).is_ascii_alphanumeric();
        table[byte] = is_letter || byte == b'_' as usize || byte == b'$' as usize || byte >= 0x80;
        byte += 1;
    }
    table
};

/// A text in which white space of any length is one blank, and none stands at the end.
pub fn folded(bytes: &[u8]) -> Cow<'_, [u8]> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c);
    let is_plain = !bytes.last().is_some_and(is_blank)
        && bytes
            .iter()
            .zip(bytes.iter().skip(1))
            .all(|(byte, next)| !is_blank(byte) || (*byte == b' ' && !is_blank(next)));
    if is_plain {
        return Cow::Borrowed(bytes);
    }
    let words: Vec<&[u8]> = bytes.split(is_blank).filter(|word| !word.is_empty()).collect();
    Cow::Owned(words.join(&b' '))
}
