//! The tokens of a source: all of them, white space and comments included.

use std::cell::{OnceCell, RefCell};
use std::ops::{Index, Range, RangeInclusive};
use std::rc::Rc;

use antlr4_runtime::{DEFAULT_CHANNEL, HIDDEN_CHANNEL};
use rustc_hash::FxHashMap;

use super::accepted::Reading;
use super::generated::open_mpc as kind;
use super::outline::Outline;
use super::weave::Weave;
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
}

impl Token {
    /// Whether the parser sees it.
    pub fn is_visible(&self) -> bool {
        self.channel == DEFAULT_CHANNEL
    }

    pub(super) fn hide(&mut self) {
        self.channel = HIDDEN_CHANNEL;
        self.kind = kind::WHITESPACE;
    }
}

/// How much a binary operator binds; more binds first.
pub fn precedence(token: i32) -> Option<u32> {
    Some(match token {
        kind::STAR | kind::SLASH | kind::PERCENT => 10,
        kind::PLUS | kind::MINUS => 9,
        kind::LEFT_SHIFT | kind::RIGHT_SHIFT => 8,
        kind::LESS | kind::GREATER | kind::LESS_EQUAL | kind::GREATER_EQUAL => 7,
        kind::EQUAL_EQUAL | kind::NOT_EQUAL => 6,
        kind::AND => 5,
        kind::CARET => 4,
        kind::OR => 3,
        kind::AND_AND => 2,
        kind::OR_OR => 1,
        _ => return None,
    })
}

/// Whether a token type is `=` or one of its kin, such as `+=`.
pub fn is_assignment_operator(token: i32) -> bool {
    matches!(
        token,
        kind::ASSIGN
            | kind::STAR_ASSIGN
            | kind::SLASH_ASSIGN
            | kind::PERCENT_ASSIGN
            | kind::PLUS_ASSIGN
            | kind::MINUS_ASSIGN
            | kind::LEFT_SHIFT_ASSIGN
            | kind::RIGHT_SHIFT_ASSIGN
            | kind::AND_ASSIGN
            | kind::CARET_ASSIGN
            | kind::OR_ASSIGN
    )
}

/// What a pragma says, and the tokens that are its words.
pub type ReadPragma = (Rc<Reading>, Rc<[usize]>);

/// All tokens of a source in order. Their texts, one after the other, are the
/// source; where it was preprocessed, tokens of expansions and headers stand
/// between them ([`super::woven`]).
#[derive(Clone, Debug)]
pub struct TokenList {
    text: Rc<str>,
    tokens: Vec<Token>,
    pub(super) weave: Option<Rc<Weave>>,
    outline: Outline,
    line_starts: OnceCell<Rc<[usize]>>,
    /// See [`super::brackets`].
    pub(super) partners: OnceCell<Rc<[u32]>>,
    /// See [`super::pragmas`].
    pub(super) pragmas: OnceCell<Rc<[usize]>>,
    /// Those that have been read, by their first tokens ([`super::pragmas`]).
    pub(super) readings: RefCell<FxHashMap<usize, ReadPragma>>,
}

impl TokenList {
    pub(super) fn into_tokens(self) -> Vec<Token> {
        self.tokens
    }

    pub(super) fn weave(&self) -> Option<&Weave> {
        self.weave.as_deref()
    }

    pub(super) fn of(text: impl Into<Rc<str>>, tokens: Vec<Token>) -> Self {
        TokenList {
            text: text.into(),
            tokens,
            weave: None,
            outline: Outline::default(),
            line_starts: OnceCell::new(),
            partners: OnceCell::new(),
            pragmas: OnceCell::new(),
            readings: RefCell::default(),
        }
    }

    /// The text that the tokens' spans are of: the source, and behind it what
    /// macros and headers brought.
    pub fn source_text(&self) -> &Rc<str> {
        &self.text
    }

    /// The visible tokens of a range.
    pub fn visible_in(&self, range: &RangeInclusive<usize>) -> Vec<usize> {
        range.clone().filter(|&index| self[index].is_visible()).collect()
    }

    /// The texts of some tokens, with blanks between.
    pub fn words(&self, tokens: &[usize]) -> String {
        tokens.iter().map(|&index| self.text(index)).collect::<Vec<_>>().join(" ")
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

    pub(super) fn outline(&self) -> &Outline {
        &self.outline
    }

    pub(super) fn set_outline(&mut self, outline: Outline) {
        self.outline = outline;
    }

    pub(super) fn set_kind(&mut self, index: usize, kind: i32) {
        self.tokens[index].kind = kind;
        self.forget_places();
    }

    /// Takes a token out of the parser's sight; its kind becomes that of white
    /// space, so that nothing else looks at it either.
    pub(super) fn hide(&mut self, index: usize) {
        self.tokens[index].hide();
        self.forget_places();
    }

    fn forget_places(&mut self) {
        self.partners.take();
        self.pragmas.take();
        self.readings.take();
    }

    /// The token that a byte of the text belongs to.
    pub fn at_byte(&self, byte: usize) -> usize {
        let before = |index: usize| self.tokens[index].span.start <= byte;
        match self.weave() {
            None => self.tokens.partition_point(|token| token.span.start <= byte).saturating_sub(1),
            Some(weave) => {
                let part = weave.part_of(byte);
                let after = part.partition_point(|&index| before(index as usize));
                part.get(after.saturating_sub(1)).map_or(0, |&index| index as usize)
            }
        }
    }

    /// The line, from 1, that a byte of the text is in.
    pub fn line_at(&self, byte: usize) -> usize {
        let starts = self.line_starts.get_or_init(|| {
            let ends = memchr::memchr_iter(b'\n', self.text.as_bytes());
            std::iter::once(0).chain(ends.map(|end| end + 1)).collect()
        });
        starts.partition_point(|&start| start <= byte)
    }

    /// The first visible token at or after an index.
    pub fn visible_from(&self, index: usize) -> Option<usize> {
        (index..self.tokens.len()).find(|&i| self.tokens[i].is_visible())
    }

    /// The last visible token before an index.
    pub fn visible_before(&self, index: usize) -> Option<usize> {
        (0..index).rev().find(|&i| self.tokens[i].is_visible())
    }

    /// What stands in front of a name and behind it; then the same outside of each pair of parentheses that has nothing else in it, and
    /// of `__real__` and `__imag__`.
    pub fn around_name(&self, name: usize) -> impl Iterator<Item = (Option<usize>, Option<usize>)> {
        let kind_of = |at: Option<usize>| at.map(|at| self.tokens[at].kind);
        let first = (self.visible_before(name), self.visible_from(name + 1));
        std::iter::successors(Some(first), move |&(before, behind)| {
            match (kind_of(before), kind_of(behind)) {
                (Some(kind::REAL | kind::IMAG), _) => Some((self.visible_before(before?), behind)),
                (Some(kind::LEFT_PAREN), Some(kind::RIGHT_PAREN)) => {
                    Some((self.visible_before(before?), self.visible_from(behind? + 1)))
                }
                _ => None,
            }
        })
    }

    /// For each token, the brace that closes the innermost block around the place behind it: none has the number of
    /// tokens.
    pub fn block_ends(&self) -> Vec<usize> {
        let len = self.tokens.len();
        let mut ends = vec![len; len + 1];
        for index in (1..len).rev() {
            let token = &self.tokens[index];
            ends[index - 1] = match token.kind {
                kind::RIGHT_BRACE if token.is_visible() => index,
                kind::LEFT_BRACE if token.is_visible() => ends[ends[index]],
                _ => ends[index],
            };
        }
        ends
    }

    /// The bytes of the source from the first token of a range to its last; a
    /// newline that ends a directive is left out.
    pub fn span(&self, range: &std::ops::RangeInclusive<usize>) -> Range<usize> {
        let (start, mut last) = (*range.start(), *range.end());
        while last > start && (self.tokens[last].kind == kind::NEW_LINE || !self.tokens[last].is_visible()) {
            last -= 1;
        }
        if self.weave.is_none() {
            return self.tokens[start].span.start..self.tokens[last].span.end;
        }
        let (first, last) = (self.stands_for(start, start != last), self.stands_for(last, start != last));
        first.start..last.end.max(first.end)
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
