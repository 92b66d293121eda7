//! How the parser is fed: a file in portions, and only what it is to see.
//!
//! A parser of ANTLR keeps all its tokens and the tree of all that it has read
//! until it has read everything. Of a large file that is more than the caches
//! of a processor hold, and many times the file's size. But the actions ask of
//! the tree only what stands in the declaration at hand. So the parser gets a
//! few declarations at a time, each portion as if it were a file; whatever it
//! made of one is gone before it sees the next.
//!
//! [`Outline`](super::outline::Outline) says where a file can be cut: the pass that tells types from
//! names knows where the declarations at file scope end. It also knows which
//! of them are definitions of functions, which the parser could not tell from
//! other declarations before it sees the body; in front of those it gets a
//! [`kind::DEFINITION_AHEAD`], a token without text.
//!
//! The parser's tokens count differently from those of the list, then. Each
//! has its index in the list as its start: [`index_of`].

use std::ops::Range;
use std::rc::Rc;

use antlr4_runtime::{
    DEFAULT_CHANNEL, Token as _, TokenId, TokenSink, TokenSource, TokenSpec, TokenStoreError,
};
use antlr4_runtime::{TokenView, token::MAX_TOKEN_OFFSET};

use super::generated::open_mpc as kind;
use super::tokens::TokenList;

/// How many tokens a portion has at least, blanks included. What the parser
/// makes of so many stays in the second cache of a processor.
const PORTION: usize = 4096;

/// The portions of a list, which together are the list. At least one.
pub(super) fn portions(list: &TokenList) -> impl Iterator<Item = Range<usize>> {
    let (ends, len) = (&list.outline().ends, list.iter().len());
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let at = ends.partition_point(|&end| end < start + PORTION);
        next = ends.get(at).copied().filter(|&end| end < len);
        Some(start..next.unwrap_or(len))
    })
}

/// The index in the list of a token that the parser has. A token that the
/// parser invented, behind an error, has none.
pub fn index_of(token: &TokenView<'_>) -> usize {
    Some(token.start()).filter(|&start| start <= MAX_TOKEN_OFFSET).unwrap_or(0)
}

/// Hands the visible tokens of a portion on, one by one.
pub(super) struct Portion<'t> {
    list: &'t TokenList,
    next: usize,
    end: usize,
    /// The definitions that are still to come.
    definitions: &'t [Range<usize>],
}

impl<'t> Portion<'t> {
    pub fn new(list: &'t TokenList, range: Range<usize>) -> Self {
        let definitions = &list.outline().definitions;
        let first = definitions.partition_point(|definition| definition.end <= range.start);
        Portion { list, next: range.start, end: range.end, definitions: &definitions[first..] }
    }

    /// Tokens that are no declarations.
    pub fn of_fragment(list: &'t TokenList, range: Range<usize>) -> Self {
        Portion { list, next: range.start, end: range.end, definitions: &[] }
    }

    fn spec(index: usize, token_type: i32, bytes: Range<usize>) -> TokenSpec {
        TokenSpec {
            token_type,
            channel: DEFAULT_CHANNEL,
            start: index,
            stop: index,
            start_byte: bytes.start,
            stop_byte: bytes.end,
            line: 1,
            column: 0,
            text: None,
            source_backed: true,
        }
    }

    /// The end of the portion; an error there is one at what comes next.
    fn end(&self) -> TokenSpec {
        let index = self.list.visible_from(self.end).unwrap_or(self.list.iter().len());
        let len = self.list.file_bytes();
        let bytes = self.list.get(index).map_or(len..len, |token| token.span.clone());
        let end = TokenSpec::eof(index, bytes.start, 1, 0);
        TokenSpec { stop_byte: bytes.end, ..end }
    }
}

impl TokenSource for Portion<'_> {
    fn next_token(&mut self, sink: &mut TokenSink<'_>) -> Result<TokenId, TokenStoreError> {
        while self.next < self.end {
            let (index, token) = (self.next, &self.list[self.next]);
            if !token.is_visible() {
                self.next += 1;
                continue;
            }
            if let Some(definition) = self.definitions.first().filter(|definition| definition.start <= index)
            {
                self.definitions = &self.definitions[1..];
                if index < definition.end {
                    let start = token.span.start;
                    return sink.push(Self::spec(index, kind::DEFINITION_AHEAD, start..start));
                }
                continue;
            }
            self.next += 1;
            return sink.push(Self::spec(index, token.kind, token.span.clone()));
        }
        sink.push(self.end())
    }

    fn line(&self) -> usize {
        1
    }

    fn column(&self) -> usize {
        0
    }

    fn source_name(&self) -> &'static str {
        "source"
    }

    fn source_text(&self) -> Option<Rc<str>> {
        Some(Rc::clone(self.list.source_text()))
    }
}
