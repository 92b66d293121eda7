//! From characters to tokens.
//!
//! `grammar/CLexer.g4` says what the tokens are, and the lexer generated from
//! it reads them; but it takes a step of an automaton for each character, and
//! that is the slower half of reading a large file. This is the same lexer
//! written by hand, a function for each kind of token, and it is held to the
//! generated one: the tests compare the two on every C file here and on random
//! text. A change of the grammar is a change here too.
//!
//! The rules of the game are those of ANTLR: the longest token wins, and among
//! tokens of one length the rule that stands first. What is no token of C is a
//! [`kind::STRAY`], one character long.

use std::sync::LazyLock;

use antlr4_runtime::{DEFAULT_CHANNEL, HIDDEN_CHANNEL};
use rustc_hash::FxHashMap;

use super::generated::open_mpc::{self as kind, metadata};
use super::tokens::Token;

/// The grammar's channel for directives.
const CHANNEL_DIRECTIVES: i32 = 2;

/// Reads the tokens of a whole text. There is no error.
///
/// The last line is to end with a newline.
pub(super) fn scan(text: &str) -> Vec<Token> {
    let mut scanner = Scanner {
        text: text.as_bytes(),
        at: 0,
        // Programs have a token for each three to five characters.
        tokens: Vec::with_capacity(text.len() / 4),
        in_pragma: false,
        comments_end: memchr::memmem::rfind(text.as_bytes(), b"*/").unwrap_or(0),
    };
    while scanner.at < scanner.text.len() {
        if scanner.in_pragma { scanner.pragma_token() } else { scanner.token() }
    }
    scanner.tokens
}

struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    tokens: Vec<Token>,
    /// Whether the mode is PRAGMA.
    in_pragma: bool,
    /// The last end of a block comment in the text: no comment that begins
    /// behind it is one.
    comments_end: usize,
}

impl Scanner<'_> {
    /// A byte some bytes ahead; 0 behind the end.
    fn peek(&self, ahead: usize) -> u8 {
        self.byte(self.at + ahead)
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    fn emit(&mut self, kind: i32, channel: i32, end: usize) {
        self.tokens.push(Token { kind, channel, span: self.at..end });
        self.at = end;
    }

    fn visible(&mut self, kind: i32, length: usize) {
        self.emit(kind, DEFAULT_CHANNEL, self.at + length);
    }

    // The mode of C ----------------------------------------------------------

    fn token(&mut self) {
        match self.peek(0) {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => {
                self.emit(kind::WHITESPACE, HIDDEN_CHANNEL, self.whitespace(true));
            }
            b'"' | b'\'' => self.quoted(0),
            b'L' | b'U' if matches!(self.peek(1), b'"' | b'\'') => self.quoted(1),
            b'u' if matches!(self.peek(1), b'"' | b'\'') => self.quoted(1),
            b'u' if self.peek(1) == b'8' && matches!(self.peek(2), b'"' | b'\'') => self.quoted(2),
            0xef if (self.peek(1), self.peek(2)) == (0xbb, 0xbf) => {
                self.emit(kind::BYTE_ORDER_MARK, HIDDEN_CHANNEL, self.at + 3);
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => self.word(|word| KEYWORDS.get(word)),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            b'\\' => match self.whitespace(true) {
                end if end > self.at => self.emit(kind::WHITESPACE, HIDDEN_CHANNEL, end),
                _ => self.word(|word| KEYWORDS.get(word)),
            },
            b'/' if matches!(self.peek(1), b'/' | b'*') => self.comment(),
            b'#' => self.directive(1),
            b'%' if self.peek(1) == b':' => self.directive(2),
            b'?' if self.peek(1) == b'?' && self.peek(2) == b'=' => self.directive(3),
            _ => {
                let (kind, length) = self.punctuator();
                self.visible(kind, length);
            }
        }
    }

    /// The punctuator or stray character that comes next.
    fn punctuator(&self) -> (i32, usize) {
        let one = |kind| (kind, 1);
        // The alternatives in `options` are two bytes long with their first.
        let two = |single, options: &[(u8, i32)]| {
            let found = options.iter().find(|&&(byte, _)| byte == self.peek(1));
            found.map_or((single, 1), |&(_, kind)| (kind, 2))
        };
        match self.peek(0) {
            b'(' => one(kind::LEFT_PAREN),
            b')' => one(kind::RIGHT_PAREN),
            b'[' => one(kind::LEFT_BRACKET),
            b']' => one(kind::RIGHT_BRACKET),
            b'{' => one(kind::LEFT_BRACE),
            b'}' => one(kind::RIGHT_BRACE),
            b';' => one(kind::SEMICOLON),
            b',' => one(kind::COMMA),
            b'~' => one(kind::TILDE),
            b'.' if self.peek(1) == b'.' && self.peek(2) == b'.' => (kind::ELLIPSIS, 3),
            b'.' => one(kind::DOT),
            b'?' if self.peek(1) == b'?' => self.trigraph(),
            b'?' => one(kind::QUESTION),
            b':' => two(kind::COLON, &[(b'>', kind::RIGHT_BRACKET)]),
            b'-' => two(
                kind::MINUS,
                &[(b'>', kind::ARROW), (b'-', kind::MINUS_MINUS), (b'=', kind::MINUS_ASSIGN)],
            ),
            b'+' => two(kind::PLUS, &[(b'+', kind::PLUS_PLUS), (b'=', kind::PLUS_ASSIGN)]),
            b'*' => two(kind::STAR, &[(b'=', kind::STAR_ASSIGN)]),
            b'/' => two(kind::SLASH, &[(b'=', kind::SLASH_ASSIGN)]),
            b'%' => two(kind::PERCENT, &[(b'=', kind::PERCENT_ASSIGN), (b'>', kind::RIGHT_BRACE)]),
            b'&' => two(kind::AND, &[(b'&', kind::AND_AND), (b'=', kind::AND_ASSIGN)]),
            b'|' => two(kind::OR, &[(b'|', kind::OR_OR), (b'=', kind::OR_ASSIGN)]),
            b'^' => two(kind::CARET, &[(b'=', kind::CARET_ASSIGN)]),
            b'!' => two(kind::NOT, &[(b'=', kind::NOT_EQUAL)]),
            b'=' => two(kind::ASSIGN, &[(b'=', kind::EQUAL_EQUAL)]),
            b'<' if self.peek(1) == b'<' && self.peek(2) == b'=' => (kind::LEFT_SHIFT_ASSIGN, 3),
            b'<' => two(
                kind::LESS,
                &[
                    (b'<', kind::LEFT_SHIFT),
                    (b'=', kind::LESS_EQUAL),
                    (b':', kind::LEFT_BRACKET),
                    (b'%', kind::LEFT_BRACE),
                ],
            ),
            b'>' if self.peek(1) == b'>' && self.peek(2) == b'=' => (kind::RIGHT_SHIFT_ASSIGN, 3),
            b'>' => two(kind::GREATER, &[(b'>', kind::RIGHT_SHIFT), (b'=', kind::GREATER_EQUAL)]),
            _ => (kind::STRAY, self.character()),
        }
    }

    /// What begins with `??`, except the `??=` of a directive.
    fn trigraph(&self) -> (i32, usize) {
        match (self.peek(2), self.peek(3)) {
            (b'(', _) => (kind::LEFT_BRACKET, 3),
            (b')', _) => (kind::RIGHT_BRACKET, 3),
            (b'<', _) => (kind::LEFT_BRACE, 3),
            (b'>', _) => (kind::RIGHT_BRACE, 3),
            (b'-', _) => (kind::TILDE, 3),
            (b'\'', b'=') => (kind::CARET_ASSIGN, 4),
            (b'\'', _) => (kind::CARET, 3),
            (b'!', b'=') => (kind::OR_ASSIGN, 4),
            (b'!', b'?') if self.peek(4) == b'?' && self.peek(5) == b'!' => (kind::OR_OR, 6),
            (b'!', _) => (kind::OR, 3),
            _ => (kind::QUESTION, 1),
        }
    }

    // The mode PRAGMA --------------------------------------------------------

    fn pragma_token(&mut self) {
        match self.peek(0) {
            b'\r' | b'\n' => {
                self.emit(kind::NEW_LINE, DEFAULT_CHANNEL, self.newline(self.at));
                self.in_pragma = false;
            }
            b' ' | b'\t' | 0x0b | 0x0c => {
                self.emit(kind::WHITESPACE, HIDDEN_CHANNEL, self.whitespace(false));
            }
            b'\\' => match self.whitespace(false) {
                end if end > self.at => self.emit(kind::WHITESPACE, HIDDEN_CHANNEL, end),
                _ => self.word(pragma_word),
            },
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. if !self.begins_literal() => {
                self.word(pragma_word);
            }
            // Digraphs, trigraphs and directives are none here, but the
            // characters that they are made of.
            b'#' => self.visible(kind::STRAY, 1),
            b'.' if !self.peek(1).is_ascii_digit() => self.visible(kind::DOT, 1),
            b'?' => self.visible(kind::QUESTION, 1),
            b'%' if self.peek(1) != b'=' => self.visible(kind::PERCENT, 1),
            b':' => self.visible(kind::COLON, 1),
            b'<' if matches!(self.peek(1), b':' | b'%') => self.visible(kind::LESS, 1),
            _ => self.token(),
        }
    }

    /// Whether a letter is the prefix of a character or string.
    fn begins_literal(&self) -> bool {
        match self.peek(0) {
            b'L' | b'U' => matches!(self.peek(1), b'"' | b'\''),
            b'u' => {
                let behind = if self.peek(1) == b'8' { 2 } else { 1 };
                matches!(self.peek(behind), b'"' | b'\'')
            }
            _ => false,
        }
    }

    // Lines of the preprocessor ----------------------------------------------

    /// The modes HASH and HASH_PRAGMA, behind a `#` of some bytes.
    fn directive(&mut self, length: usize) {
        let mut behind = self.at + length;
        let mut of_pragma = false;
        loop {
            behind = self.blanks_and_comments(behind);
            let end = self.identifier(behind);
            match &self.text[behind..end] {
                b"" if matches!(self.byte(behind), b'\r' | b'\n') => {
                    return self.emit(kind::DIRECTIVE, CHANNEL_DIRECTIVES, self.newline(behind));
                }
                b"" => {
                    behind = (behind + self.character_at(behind)).min(self.text.len());
                    break;
                }
                b"pragma" if !of_pragma => {
                    of_pragma = true;
                    behind = end;
                }
                word @ (b"omp" | b"gpump") if of_pragma => {
                    let kind = if word == b"omp" { kind::PRAGMA_OMP } else { kind::PRAGMA_GPUMP };
                    self.in_pragma = true;
                    return self.emit(kind, DEFAULT_CHANNEL, end);
                }
                _ => {
                    behind = end;
                    break;
                }
            }
        }
        self.rest_of_line(behind);
    }

    /// The mode HASH_LINE.
    fn rest_of_line(&mut self, mut behind: usize) {
        while behind < self.text.len() {
            behind = match self.text[behind] {
                b'\r' | b'\n' => {
                    return self.emit(kind::DIRECTIVE, CHANNEL_DIRECTIVES, self.newline(behind));
                }
                b'\\' => self.splice(behind).unwrap_or(behind + 2).min(self.text.len()),
                b'/' => self.comment_end(behind).map_or(behind + 1, |(_, end)| end),
                b'"' | b'\'' => self.literal_end(behind).unwrap_or(behind + 1),
                _ => behind + 1,
            };
        }
        self.emit(kind::STRAY, DEFAULT_CHANNEL, self.text.len());
    }

    fn blanks_and_comments(&self, mut at: usize) -> usize {
        loop {
            at = match self.byte(at) {
                b' ' | b'\t' | 0x0b | 0x0c => at + 1,
                b'\\' => match self.splice(at) {
                    Some(end) => end,
                    None => return at,
                },
                b'/' => match self.comment_end(at) {
                    Some((kind::BLOCK_COMMENT, end)) => end,
                    _ => return at,
                },
                _ => return at,
            }
        }
    }

    // White space and comments -----------------------------------------------

    /// The end of the newline that stands somewhere.
    fn newline(&self, at: usize) -> usize {
        if self.byte(at) == b'\r' && self.byte(at + 1) == b'\n' { at + 2 } else { at + 1 }
    }

    /// The end of the spliced newline that stands somewhere.
    fn splice(&self, at: usize) -> Option<usize> {
        let spliced = self.byte(at) == b'\\' && matches!(self.byte(at + 1), b'\r' | b'\n');
        spliced.then(|| self.newline(at + 1))
    }

    fn whitespace(&self, with_newlines: bool) -> usize {
        let mut at = self.at;
        loop {
            at = match self.byte(at) {
                b' ' | b'\t' | 0x0b | 0x0c => at + 1,
                b'\r' | b'\n' if with_newlines => at + 1,
                b'\\' => match self.splice(at) {
                    Some(end) => end,
                    None => return at,
                },
                _ => return at,
            }
        }
    }

    fn comment(&mut self) {
        match self.comment_end(self.at) {
            Some((kind, end)) => self.emit(kind, HIDDEN_CHANNEL, end),
            None => self.visible(kind::SLASH, 1),
        }
    }

    /// The kind and the end of the comment that begins somewhere, if one does.
    fn comment_end(&self, at: usize) -> Option<(i32, usize)> {
        match self.byte(at + 1) {
            b'*' if at + 2 <= self.comments_end => {
                let inside = at + 2;
                let length = memchr::memmem::find(&self.text[inside..], b"*/")?;
                Some((kind::BLOCK_COMMENT, inside + length + 2))
            }
            b'/' => Some((kind::LINE_COMMENT, self.line_comment_end(at + 2))),
            _ => None,
        }
    }

    fn line_comment_end(&self, mut at: usize) -> usize {
        loop {
            at += memchr::memchr3(b'\r', b'\n', b'\\', &self.text[at..]).unwrap_or(self.text.len() - at);
            match self.byte(at) {
                b'\\' if at + 1 < self.text.len() => at = self.splice(at).unwrap_or(at + 2),
                _ => return at,
            }
        }
    }

    // Names ------------------------------------------------------------------

    fn word(&mut self, kind_of: impl Fn(&[u8]) -> Option<i32>) {
        let end = self.identifier(self.at);
        if end == self.at {
            return self.visible(kind::STRAY, self.character());
        }
        let (kind, channel) = match kind_of(&self.text[self.at..end]) {
            Some(kind::EXTENSION) => (kind::EXTENSION, HIDDEN_CHANNEL),
            Some(kind) => (kind, DEFAULT_CHANNEL),
            None => (kind::IDENTIFIER, DEFAULT_CHANNEL),
        };
        self.emit(kind, channel, end);
    }

    /// The end of the identifier that begins somewhere; the same place where
    /// none does.
    fn identifier(&self, start: usize) -> usize {
        if self.byte(start).is_ascii_digit() {
            return start;
        }
        let mut at = start;
        loop {
            while IN_IDENTIFIER[usize::from(self.byte(at))] {
                at += 1;
            }
            at = match self.byte(at) {
                b'\\' => match self.universal_character(at) {
                    Some(end) => end,
                    None => return at,
                },
                0x80.. if self.is_letter(at) => at + self.character_at(at),
                _ => return at,
            }
        }
    }

    /// The end of a `\u` or `\U` with its digits.
    fn universal_character(&self, at: usize) -> Option<usize> {
        let digits = match self.byte(at + 1) {
            b'u' => 4,
            b'U' => 8,
            _ => return None,
        };
        let all = (0..digits).all(|digit| self.byte(at + 2 + digit).is_ascii_hexdigit());
        all.then_some(at + 2 + digits)
    }

    /// Whether a character outside of ASCII is a letter: all are up to
    /// U+10FDFF, but for the byte order mark. The rest stand for bytes that are
    /// no UTF-8.
    fn is_letter(&self, at: usize) -> bool {
        let bytes = (self.byte(at), self.byte(at + 1), self.byte(at + 2));
        bytes < (0xf4, 0x8f, 0xb8) && bytes != (0xef, 0xbb, 0xbf)
    }

    /// The length in bytes of the character that comes next.
    fn character(&self) -> usize {
        self.character_at(self.at)
    }

    fn character_at(&self, at: usize) -> usize {
        match self.byte(at) {
            0..=0x7f => 1,
            0x80..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0.. => 4,
        }
    }

    // Numbers ----------------------------------------------------------------

    fn number(&mut self) {
        let integer = self.integer_end();
        match self.floating_end() {
            Some(end) if end > integer => self.emit(kind::FLOATING_CONSTANT, DEFAULT_CHANNEL, end),
            _ => self.emit(kind::INTEGER_CONSTANT, DEFAULT_CHANNEL, integer),
        }
    }

    /// The end of the integer that begins here; the beginning where none does.
    fn integer_end(&self) -> usize {
        let prefixed = |digits: fn(u8) -> bool| {
            let end = self.run(self.at + 2, digits);
            (end > self.at + 2).then_some(end)
        };
        let prefix = (self.peek(0), self.peek(1) | 0x20);
        let digits = match prefix {
            (b'0', b'x') => prefixed(|byte| byte.is_ascii_hexdigit()),
            (b'0', b'b') => prefixed(|byte| matches!(byte, b'0' | b'1')),
            _ => None,
        };
        let end = digits.unwrap_or_else(|| self.digits(self.at));
        if end == self.at {
            return end;
        }
        self.run(end, |byte| matches!(byte, b'u' | b'U' | b'l' | b'L' | b'i' | b'I' | b'j' | b'J'))
    }

    /// The end of the floating constant that begins here.
    fn floating_end(&self) -> Option<usize> {
        let end = if self.peek(0) == b'0' && self.peek(1) | 0x20 == b'x' {
            self.hexadecimal_floating_end()
        } else {
            None
        };
        if end.is_some() {
            return end;
        }
        let whole = self.digits(self.at);
        let mut end = whole;
        if self.byte(whole) == b'.' {
            end = self.digits(whole + 1);
            if whole == self.at && end == whole + 1 {
                return None;
            }
        }
        match self.exponent(end, b'e') {
            Some(end) => Some(self.floating_suffix(end)),
            None if end > whole => Some(self.floating_suffix(end)),
            None => None,
        }
    }

    fn hexadecimal_floating_end(&self) -> Option<usize> {
        let is_digit = |byte: u8| byte.is_ascii_hexdigit();
        let whole = self.run(self.at + 2, is_digit);
        let mut end = whole;
        if self.byte(whole) == b'.' {
            end = self.run(whole + 1, is_digit);
            if whole == self.at + 2 && end == whole + 1 {
                return None;
            }
        }
        if end == self.at + 2 {
            return None;
        }
        self.exponent(end, b'p').map(|end| self.floating_suffix(end))
    }

    fn exponent(&self, at: usize, letter: u8) -> Option<usize> {
        if self.byte(at) | 0x20 != letter {
            return None;
        }
        let start = if matches!(self.byte(at + 1), b'+' | b'-') { at + 2 } else { at + 1 };
        let end = self.digits(start);
        (end > start).then_some(end)
    }

    /// The end of `[iIjJ]? FLOAT_SUFFIX [iIjJ]?`.
    fn floating_suffix(&self, at: usize) -> usize {
        let is_imaginary = |at| matches!(self.byte(at) | 0x20, b'i' | b'j');
        let at = at + usize::from(is_imaginary(at));
        let at = match (self.byte(at) | 0x20, self.byte(at + 1)) {
            (b'f', b'1' | b'3' | b'6') => {
                let width: &[&[u8]] = &[b"16", b"32", b"64", b"128"];
                let rest = &self.text[at + 1..];
                match width.iter().find(|width| rest.starts_with(width)) {
                    Some(width) => {
                        let end = at + 1 + width.len();
                        end + usize::from(self.byte(end) == b'x')
                    }
                    None => at + 1,
                }
            }
            (b'd', next) if matches!(next | 0x20, b'd' | b'f' | b'l') => at + 2,
            (b'd' | b'f' | b'l' | b'q' | b'w', _) => at + 1,
            _ => at,
        };
        at + usize::from(is_imaginary(at))
    }

    fn digits(&self, at: usize) -> usize {
        self.run(at, |byte| byte.is_ascii_digit())
    }

    fn run(&self, mut at: usize, belongs: impl Fn(u8) -> bool) -> usize {
        while belongs(self.byte(at)) {
            at += 1;
        }
        at
    }

    // Characters and strings -------------------------------------------------

    /// A character or string behind a prefix of some letters.
    fn quoted(&mut self, prefix: usize) {
        let quote = self.at + prefix;
        let kind = if self.byte(quote) == b'"' { kind::STRING_LITERAL } else { kind::CHARACTER_CONSTANT };
        match self.literal_end(quote) {
            Some(end) => self.emit(kind, DEFAULT_CHANNEL, end),
            None if prefix > 0 => self.visible(kind::IDENTIFIER, prefix),
            None => self.visible(kind::STRAY, 1),
        }
    }

    /// The end of the character or string whose quotation mark stands
    /// somewhere, if it ends in its line.
    fn literal_end(&self, start: usize) -> Option<usize> {
        let quote = self.text[start];
        let mut at = start + 1;
        while at < self.text.len() {
            match self.text[at] {
                byte if byte == quote => {
                    let is_empty_character = quote == b'\'' && at == start + 1;
                    return (!is_empty_character).then_some(at + 1);
                }
                b'\\' => at = self.splice(at).unwrap_or(at + 2),
                b'\r' | b'\n' => return None,
                _ => at += 1,
            }
        }
        None
    }
}

/// The bytes that an identifier is made of, those outside of ASCII aside.
const IN_IDENTIFIER: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let is_letter = (byte as u8).is_ascii_alphanumeric();
        table[byte] = is_letter || byte == b'_' as usize || byte == b'$' as usize;
        byte += 1;
    }
    table
};

/// Words with a meaning, found by a hash of their length and three letters.
struct Words {
    words: &'static [(&'static str, i32)],
    /// The number of a word, from 1, at its hash or behind it; 0 ends a search.
    slots: [u8; 512],
}

impl Words {
    const fn new(words: &'static [(&'static str, i32)]) -> Self {
        let mut slots = [0; 512];
        let mut index = 0;
        while index < words.len() {
            let mut slot = Self::hash(words[index].0.as_bytes());
            while slots[slot] != 0 {
                slot = (slot + 1) % 512;
            }
            slots[slot] = index as u8 + 1;
            index += 1;
        }
        Words { words, slots }
    }

    const fn hash(word: &[u8]) -> usize {
        let (first, middle, last) = (word[0], word[word.len() / 2], word[word.len() - 1]);
        (word.len() * 67 + first as usize * 13 + middle as usize * 29 + last as usize * 5) % 512
    }

    fn get(&self, word: &[u8]) -> Option<i32> {
        let mut slot = Self::hash(word);
        while let Some(index) = usize::from(self.slots[slot]).checked_sub(1) {
            let (candidate, kind) = self.words[index];
            if candidate.as_bytes() == word {
                return Some(kind);
            }
            slot = (slot + 1) % 512;
        }
        None
    }
}

/// The kind of a keyword's token; `None` of any other word.
pub fn keyword(word: &str) -> Option<i32> {
    if word.is_empty() { None } else { KEYWORDS.get(word.as_bytes()) }
}

/// The keywords of C and those of GNU C.
static KEYWORDS: Words = Words::new(&[
    ("auto", kind::AUTO),
    ("break", kind::BREAK),
    ("case", kind::CASE),
    ("char", kind::CHAR),
    ("const", kind::CONST),
    ("continue", kind::CONTINUE),
    ("default", kind::DEFAULT),
    ("do", kind::DO),
    ("double", kind::DOUBLE),
    ("else", kind::ELSE),
    ("enum", kind::ENUM),
    ("extern", kind::EXTERN),
    ("float", kind::FLOAT),
    ("for", kind::FOR),
    ("goto", kind::GOTO),
    ("if", kind::IF),
    ("inline", kind::INLINE),
    ("int", kind::INT),
    ("long", kind::LONG),
    ("register", kind::REGISTER),
    ("restrict", kind::RESTRICT),
    ("return", kind::RETURN),
    ("short", kind::SHORT),
    ("signed", kind::SIGNED),
    ("sizeof", kind::SIZEOF),
    ("static", kind::STATIC),
    ("struct", kind::STRUCT),
    ("switch", kind::SWITCH),
    ("typedef", kind::TYPEDEF),
    ("union", kind::UNION),
    ("unsigned", kind::UNSIGNED),
    ("void", kind::VOID),
    ("volatile", kind::VOLATILE),
    ("while", kind::WHILE),
    ("_Alignas", kind::ALIGNAS),
    ("_Alignof", kind::ALIGNOF),
    ("_Atomic", kind::ATOMIC_QUALIFIER),
    ("_Bool", kind::BOOL),
    ("_Complex", kind::COMPLEX),
    ("_Generic", kind::GENERIC),
    ("_Imaginary", kind::IMAGINARY),
    ("_Noreturn", kind::NORETURN),
    ("_Static_assert", kind::STATIC_ASSERT),
    ("_Thread_local", kind::THREAD_LOCAL),
    ("asm", kind::ASM),
    ("__attribute__", kind::ATTRIBUTE),
    ("__auto_type", kind::AUTO_TYPE),
    ("__builtin_convertvector", kind::CONVERT_VECTOR),
    ("__imag__", kind::IMAG),
    ("__int128", kind::INT128),
    ("__label__", kind::LABEL),
    ("offsetof", kind::OFFSETOF),
    ("__real__", kind::REAL),
    ("__builtin_types_compatible_p", kind::TYPES_COMPATIBLE),
    ("typeof", kind::TYPEOF),
    ("va_arg", kind::VA_ARG),
    ("_Float16", kind::EXTENDED_FLOAT),
    ("_Float32", kind::EXTENDED_FLOAT),
    ("_Float64", kind::EXTENDED_FLOAT),
    ("_Float128", kind::EXTENDED_FLOAT),
    ("_Float32x", kind::EXTENDED_FLOAT),
    ("_Float64x", kind::EXTENDED_FLOAT),
    ("_Float128x", kind::EXTENDED_FLOAT),
    ("__float80", kind::EXTENDED_FLOAT),
    ("__float128", kind::EXTENDED_FLOAT),
    ("__ibm128", kind::EXTENDED_FLOAT),
    ("__bf16", kind::EXTENDED_FLOAT),
    ("_Decimal32", kind::EXTENDED_FLOAT),
    ("_Decimal64", kind::EXTENDED_FLOAT),
    ("_Decimal128", kind::EXTENDED_FLOAT),
    ("__alignof", kind::ALIGNOF),
    ("__alignof__", kind::ALIGNOF),
    ("__asm", kind::ASM),
    ("__asm__", kind::ASM),
    ("__attribute", kind::ATTRIBUTE),
    ("__complex", kind::COMPLEX),
    ("__complex__", kind::COMPLEX),
    ("__const", kind::CONST),
    ("__const__", kind::CONST),
    ("__imag", kind::IMAG),
    ("__inline", kind::INLINE),
    ("__inline__", kind::INLINE),
    ("__builtin_offsetof", kind::OFFSETOF),
    ("__real", kind::REAL),
    ("__restrict", kind::RESTRICT),
    ("__restrict__", kind::RESTRICT),
    ("__signed", kind::SIGNED),
    ("__signed__", kind::SIGNED),
    ("__thread", kind::THREAD_LOCAL),
    ("__typeof", kind::TYPEOF),
    ("__typeof__", kind::TYPEOF),
    ("__builtin_va_arg", kind::VA_ARG),
    ("__volatile", kind::VOLATILE),
    ("__volatile__", kind::VOLATILE),
    ("__extension__", kind::EXTENSION),
    ("__extension", kind::EXTENSION),
]);

/// The words of OpenMP, which the grammar has, and the keywords of C that types, expressions and their statements have.
fn pragma_word(word: &[u8]) -> Option<i32> {
    static OF_OPENMP: LazyLock<FxHashMap<Vec<u8>, i32>> = LazyLock::new(|| {
        let vocabulary = metadata().vocabulary();
        let words = (kind::PARALLEL..=kind::ACCESSIBLE).filter_map(|kind| {
            let quoted = vocabulary.literal_name(kind)?;
            Some((quoted.trim_matches('\'').as_bytes().to_vec(), kind))
        });
        words.collect()
    });
    let of_c = KEYWORDS.get(word).filter(|keyword| !NAMES_IN_DIRECTIVES.contains(keyword));
    of_c.or_else(|| OF_OPENMP.get(word).copied())
}

/// The keywords of declarations: in a directive they are names.
const NAMES_IN_DIRECTIVES: [i32; 13] = [
    kind::ALIGNAS,
    kind::ASM,
    kind::ATOMIC_QUALIFIER,
    kind::ATTRIBUTE,
    kind::AUTO_TYPE,
    kind::EXTERN,
    kind::INLINE,
    kind::LABEL,
    kind::NORETURN,
    kind::REGISTER,
    kind::STATIC_ASSERT,
    kind::THREAD_LOCAL,
    kind::TYPEDEF,
];

#[cfg(test)]
mod tests;
