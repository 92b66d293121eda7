//! The tokens that are read, white space and comments left out.
//!
//! Everything in this room names a token by its position among the visible
//! ones; only the public face speaks of indexes of the token list.

use std::ops::Range;

use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::brackets::{closes, opens};
use crate::syntax::generated::open_mpc as kind;

/// The visible tokens of a list.
pub(super) struct Lexemes<'t> {
    list: &'t TokenList,
    visible: Vec<u32>,
    /// For each token of the list, how many visible ones stand in front of it.
    positions: Vec<u32>,
}

impl<'t> Lexemes<'t> {
    pub fn new(list: &'t TokenList) -> Self {
        let mut visible = Vec::new();
        let mut positions = Vec::with_capacity(list.len());
        for (index, token) in (0u32..).zip(list.iter()) {
            positions.push(visible.len() as u32);
            if token.is_visible() {
                visible.push(index);
            }
        }
        Lexemes { list, visible, positions }
    }

    pub fn len(&self) -> usize {
        self.visible.len()
    }

    /// The position of the first visible token at or behind an index of the
    /// list.
    pub fn position(&self, index: usize) -> usize {
        self.positions.get(index).map_or(self.visible.len(), |&at| at as usize)
    }

    /// The index in the list.
    pub fn index(&self, at: usize) -> usize {
        self.visible.get(at).map_or(self.list.len(), |&index| index as usize)
    }

    pub fn kind(&self, at: usize) -> i32 {
        self.visible.get(at).map_or(kind::EOF, |&index| self.list[index as usize].kind)
    }

    pub fn text(&self, at: usize) -> &'t str {
        self.visible.get(at).map_or("", |&index| self.list.text(index as usize))
    }

    /// The text of some tokens, with one blank where the program has any white
    /// space or comment.
    pub fn join(&self, range: Range<usize>) -> String {
        let mut text = String::new();
        for at in range {
            if !text.is_empty() && self.index(at) > self.index(at - 1) + 1 {
                text.push(' ');
            }
            text.push_str(self.text(at));
        }
        text
    }

    /// Whether tokens are all that the use of a macro became.
    pub fn is_from_macro(&self, range: Range<usize>, name: &str) -> bool {
        let (first, last) = (self.index(range.start), self.index(range.end.saturating_sub(1)));
        let made = self.list.invocation_at(first).and_then(|number| self.list.invocation(number));
        made.is_some_and(|found| {
            found.made.contains(&first)
                && found.made.contains(&last)
                && self.list.text(*found.typed.start()) == name
        })
    }

    /// Whether an expression has operators that C++ does not know, or whose
    /// value is another one there.
    pub fn is_of_c_alone(&self, range: Range<usize>) -> bool {
        let has = |kinds: &[i32]| range.clone().any(|at| kinds.contains(&self.kind(at)));
        has(&[kind::TYPES_COMPATIBLE, kind::GENERIC])
            || has(&[kind::SIZEOF]) && has(&[kind::CHARACTER_CONSTANT])
            || range.clone().any(|at| self.text(at) == "__builtin_choose_expr")
    }

    /// The position of the bracket that closes the one at a position, before
    /// `end`. Brackets of other kinds in between are matched too, however
    /// badly.
    pub fn closing(&self, open: usize, end: usize) -> Option<usize> {
        let close = self.list.partner(*self.visible.get(open)? as usize)?;
        Some(self.position(close)).filter(|&close| close < end)
    }

    /// The first token from a position on that is one of some kinds and in no
    /// bracket, or the bracket that closes what the position stands in, or
    /// `end`.
    pub fn find(&self, from: usize, end: usize, kinds: &[i32]) -> usize {
        let end = end.min(self.len());
        let mut at = from;
        while at < end {
            let kind = self.kind(at);
            if kinds.contains(&kind) || closes(kind) {
                return at;
            }
            at = if opens(kind) { self.closing(at, end).unwrap_or(end) } else { at } + 1;
        }
        end
    }
}

/// Whether a token begins or continues the specifiers of a declaration, or a
/// type name.
pub(super) fn is_specifier(token: i32) -> bool {
    matches!(
        token,
        kind::ALIGNAS
            | kind::ATOMIC_QUALIFIER
            | kind::ATOMIC_SPECIFIER
            | kind::ATTRIBUTE
            | kind::AUTO
            | kind::AUTO_TYPE
            | kind::BOOL
            | kind::CHAR
            | kind::COMPLEX
            | kind::CONST
            | kind::DOUBLE
            | kind::ENUM
            | kind::EXTENDED_FLOAT
            | kind::EXTERN
            | kind::FLOAT
            | kind::IMAGINARY
            | kind::INLINE
            | kind::INT
            | kind::INT128
            | kind::LONG
            | kind::NORETURN
            | kind::REGISTER
            | kind::RESTRICT
            | kind::SHORT
            | kind::SIGNED
            | kind::STATIC
            | kind::STRUCT
            | kind::THREAD_LOCAL
            | kind::TYPEDEF
            | kind::TYPEDEF_NAME
            | kind::TYPEOF
            | kind::UNION
            | kind::UNSIGNED
            | kind::VOID
            | kind::VOLATILE
    )
}
