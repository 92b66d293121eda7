//! From bytes to what is compared.
//!
//! What is compared are the preprocessing tokens of C17 6.4, which `rucc_lex` reads as it does for the preprocessor, with
//! those that C++17 and CUDA add: `.*`, `->*`, `<=>`, `<<<`, `>>>` and raw strings. The parser's tokens will not do: to
//! them a line of the preprocessor is one token. Any bytes have tokens: a character that begins none is one by itself, and
//! a quotation mark without its partner takes the rest of its line.
//!
//! Where layout means something, it is in the tokens. A line of the preprocessor ends with a token of its own. The
//! parenthesis of a macro's parameters, which follows the name without a blank, is another one than that of its text. The
//! name of a header is one token, as is a literal, blanks included. Comments are tokens, in which white space of any
//! length is as good as one blank.

use std::borrow::Cow;
use std::ops::Range;

use rucc_base::{Interner, Symbol};
use rucc_lex::{Lexer, Options, PpToken, PpTokenKind, Punct};

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
    line_starts: Vec<u32>,
}

impl Text {
    /// `None` if there are 2 GiB or more, which is more than can be compared.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Option<Self> {
        i32::try_from(bytes.len()).ok()?;
        let line_starts =
            std::iter::once(0).chain(memchr::memchr_iter(b'\n', &bytes).map(|at| at as u32 + 1)).collect();
        Some(Text { name: name.into(), bytes, line_starts })
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
        (line + 1, self.characters(self.line_starts[line] as usize..at) + 1)
    }

    pub fn characters(&self, span: Range<usize>) -> usize {
        String::from_utf8_lossy(&self.bytes[span]).chars().count()
    }
}

/// The tokens of a text, comments among them. Equal tokens have equal numbers in texts that share an interner.
pub fn tokenise(text: &Text, interner: &mut Interner) -> Vec<Token> {
    let bytes = text.bytes();
    let content = without_last_splices(bytes);
    let mut reader = Reader {
        bytes,
        at: 0,
        tokens: Vec::with_capacity(bytes.len() / 4),
        interner,
        place: Place::LineStart,
        last: None,
    };
    let mut lexer = Lexer::new(content, 0, Options::new());
    loop {
        let header = match reader.place {
            Place::Include => lexer.header_name(reader.interner),
            _ => None,
        };
        let token = header.unwrap_or_else(|| lexer.next_token(reader.interner));
        if token.is_eof() {
            reader.pass(bytes.len());
            reader.end_directive(bytes.len());
            return reader.tokens;
        }
        let raw_string = raw_string_end(content, &token);
        reader.add(&token, raw_string);
        if let Some(end) = raw_string {
            lexer = Lexer::new(&content[end..], end as u32, Options::new());
        }
    }
}

/// Where in a line the next token stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    LineStart,
    Text,
    /// In a line of the preprocessor: behind its `#`, behind the words that mean something there, and behind a macro's name.
    Hash,
    Include,
    Define,
    MacroName,
    Directive,
}

struct Reader<'t> {
    bytes: &'t [u8],
    /// The end of what has been read.
    at: usize,
    tokens: Vec<Token>,
    interner: &'t mut Interner,
    place: Place,
    /// The last token, if there is nothing behind it.
    last: Option<PpToken>,
}

impl Reader<'_> {
    fn push(&mut self, class: Class, span: Range<usize>, symbol: Symbol) {
        let first = if span.is_empty() { 0 } else { self.bytes[span.start] };
        let (start, end) = (span.start as u32, span.end as u32);
        self.tokens.push(Token { start, end, symbol: symbol.raw(), class, first });
        self.at = span.end;
    }

    fn add(&mut self, token: &PpToken, raw_string: Option<usize>) {
        let (mut start, end) = (token.span.lo as usize, raw_string.unwrap_or(token.span.hi as usize));
        // To the lexer, a token begins with the splices in front of it.
        while let Some(behind) = splice_end(self.bytes, start) {
            start = behind;
        }
        self.pass(start);
        let last = self.last.replace(*token).filter(|last| last.span.hi == token.span.lo);
        if let (Some(joined), Some(one)) =
            (last.and_then(|last| joined(&last, token)), self.tokens.last_mut())
        {
            (one.end, one.symbol) = (end as u32, self.interner.intern(joined).raw());
            (self.at, self.last) = (end, None);
            return;
        }
        let bytes = &self.bytes[start..end];
        let is_unfinished = token.kind == PpTokenKind::Other && bytes.len() > 1;
        let class = match token.kind {
            _ if raw_string.is_some() || is_unfinished => Class::Literal,
            PpTokenKind::Ident => Class::Word,
            PpTokenKind::Number => Class::Number,
            PpTokenKind::CharConst | PpTokenKind::StringLit | PpTokenKind::HeaderName => Class::Literal,
            PpTokenKind::Punct(Punct::Hash) if self.place == Place::LineStart => Class::Directive,
            _ => Class::Punctuator,
        };
        let symbol = match token.value {
            // No backslash joins lines in there.
            _ if raw_string.is_some() => self.interner.intern_bytes(bytes),
            _ if is_unfinished => self.interner.intern_bytes(&folded(&without_splices(bytes))),
            // A macro with parameters is not one whose text begins with a parenthesis.
            None if self.place == Place::MacroName && last.is_some() && bytes == b"(" => {
                self.interner.intern("\n(")
            }
            // Digraphs count as they are spelled.
            None => self.interner.intern_bytes(&without_splices(bytes)),
            Some(symbol) => symbol,
        };
        self.push(class, start..end, symbol);
        self.place = match (self.place, self.interner.resolve_bytes(symbol)) {
            (Place::LineStart, _) if class == Class::Directive => Place::Hash,
            (Place::LineStart | Place::Text, _) => Place::Text,
            (Place::Hash, b"include" | b"include_next" | b"import") => Place::Include,
            (Place::Hash, b"define") => Place::Define,
            (Place::Define, _) => Place::MacroName,
            _ => Place::Directive,
        };
    }

    /// Passes blanks, line ends and comments.
    fn pass(&mut self, end: usize) {
        while self.at < end {
            match self.bytes[self.at] {
                b'\n' | b'\r' => {
                    let behind = self.at + if self.bytes[self.at..].starts_with(b"\r\n") { 2 } else { 1 };
                    self.end_directive(behind);
                    (self.at, self.place) = (behind, Place::LineStart);
                }
                b'/' => {
                    let comment = self.at..comment_end(self.bytes, self.at).min(end);
                    let spelling = without_splices(&self.bytes[comment.clone()]);
                    let symbol = self.interner.intern_bytes(&folded(&spelling));
                    self.push(Class::Comment, comment, symbol);
                }
                _ => self.at = splice_end(self.bytes, self.at).unwrap_or(self.at + 1),
            }
        }
    }

    /// Ends the line of the preprocessor, if it is one.
    fn end_directive(&mut self, end: usize) {
        if !matches!(self.place, Place::LineStart | Place::Text) {
            let symbol = self.interner.intern("\n");
            self.push(Class::DirectiveEnd, self.at..end, symbol);
        }
    }
}

/// The token of C++ or CUDA that two tokens of C are which nothing divides.
fn joined(one: &PpToken, next: &PpToken) -> Option<&'static str> {
    Some(match (one.punct()?, next.punct()?) {
        (Punct::Shl, Punct::Lt) => "<<<",
        (Punct::Shr, Punct::Gt) => ">>>",
        (Punct::Le, Punct::Gt) => "<=>",
        (Punct::Arrow, Punct::Star) => "->*",
        (Punct::Dot, Punct::Star) => ".*",
        _ => return None,
    })
}

/// The end of the raw string whose prefix a word is (C++17 5.13.5). The delimiter has 16 characters at most.
fn raw_string_end(bytes: &[u8], token: &PpToken) -> Option<usize> {
    let (start, quote) = (token.span.lo as usize, token.span.hi as usize);
    let is_prefix = matches!(&bytes[start..quote], b"R" | b"LR" | b"uR" | b"UR" | b"u8R");
    let behind = bytes[quote..].strip_prefix(b"\"").filter(|_| is_prefix)?;
    let open = behind.iter().take(17).position(|&byte| byte == b'(')?;
    if behind[..open].iter().any(|byte| matches!(byte, b' ' | b')' | b'\\' | b'\t' | b'\n' | b'\r' | b'"')) {
        return None;
    }
    let closing = [b")", &behind[..open], b"\""].concat();
    // As in gcc, one that does not end takes the rest of the file.
    let length = memchr::memmem::find(&behind[open..], &closing);
    Some(length.map_or(bytes.len(), |length| quote + 1 + open + length + closing.len()))
}

/// The end of the comment that begins somewhere.
fn comment_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(end) = splice_end(bytes, at) {
        at = end;
    }
    if bytes.get(at) == Some(&b'*') {
        return memchr::memmem::find(&bytes[at + 1..], b"*/")
            .map_or(bytes.len(), |length| at + 1 + length + 2);
    }
    loop {
        match memchr::memchr3(b'\n', b'\r', b'\\', &bytes[at..]) {
            Some(length) if bytes[at + length] == b'\\' => {
                at += length;
                at = splice_end(bytes, at).unwrap_or(at + 1);
            }
            Some(length) => return at + length,
            None => return bytes.len(),
        }
    }
}

/// The end of the splice at some place: a backslash that joins two lines. As in gcc, blanks in front of the line end do
/// not count.
pub fn splice_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?.strip_prefix(b"\\")?;
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)).count();
    let length = match &rest[blanks..] {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => return None,
    };
    Some(at + 1 + blanks + length)
}

/// A token's bytes with the lines joined that backslashes join.
pub fn without_splices(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut joined = Vec::new();
    let mut taken = 0;
    for backslash in memchr::memchr_iter(b'\\', bytes) {
        if let Some(end) = splice_end(bytes, backslash) {
            joined.extend_from_slice(&bytes[taken..backslash]);
            taken = end;
        }
    }
    match taken {
        0 => Cow::Borrowed(bytes),
        _ => Cow::Owned([&joined, &bytes[taken..]].concat()),
    }
}

/// A text up to the splices that it ends with, which join its last line to none: the lexer would wait for that for ever.
fn without_last_splices(bytes: &[u8]) -> &[u8] {
    let mut end = bytes.len();
    while let Some(backslash) = bytes[..end].iter().rposition(|byte| !is_blank(byte))
        && splice_end(bytes, backslash).is_some()
    {
        end = backslash;
    }
    &bytes[..end]
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// A text in which white space of any length is one blank, and none stands at the end.
pub fn folded(bytes: &[u8]) -> Cow<'_, [u8]> {
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
