//! The compiler of Chapters 4 to 8: `Mini.g4` with its actions.
//!
//! [`Tokens`] is the text as the lexer sees it, blanks and comments among it.
//! [`parse`] runs the parser over it and calls the [`Actions`]; each is told
//! the tokens that its rule has matched so far. What the chapters build are
//! implementations of that trait:
//!
//! - [`replace`], a construct becomes a comment (Chapter 4)
//! - [`scopes`], which declaration a name means (Chapter 5)
//! - [`regions`], what a region shares (Chapter 6)
//! - [`translate`], CUDA (Chapters 7 and 8)

pub mod regions;
pub mod replace;
pub mod scopes;
pub mod translate;

use std::ops::{Range, RangeInclusive};

use antlr4_runtime::{DEFAULT_CHANNEL, InputStream, ParserSemCtx, TOKEN_EOF, Token as _, TokenSource};

use crate::generated::{
    mini_lexer::MiniLexer,
    mini_parser::{MiniParser, MiniParserHooks},
};
use crate::tree::Tree;

/// A text's tokens, in order; together they are the text.
#[derive(Clone, Debug)]
pub struct Tokens {
    texts: Vec<String>,
    /// Of each token its line, and whether the parser sees it.
    places: Vec<(usize, bool)>,
}

impl Tokens {
    /// Lexes a text.
    ///
    /// # Errors
    ///
    /// Characters that are in no token, as `LINE:COLUMN message`.
    pub fn lex(text: &str) -> Result<Tokens, Vec<String>> {
        let mut stream = antlr4_runtime::CommonTokenStream::new(MiniLexer::new(InputStream::new(text)));
        stream.fill();
        let errors: Vec<String> = stream
            .drain_source_errors()
            .iter()
            .map(|error| format!("{}:{} {}", error.line, error.column + 1, error.message))
            .collect();
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut tokens = Tokens { texts: Vec::new(), places: Vec::new() };
        for token in stream.tokens().filter(|token| token.token_type() != TOKEN_EOF) {
            tokens.texts.push(token.text_or_empty().to_owned());
            tokens.places.push((token.line(), token.channel() == DEFAULT_CHANNEL));
        }
        Ok(tokens)
    }

    /// The token's text; `""` behind the last one.
    pub fn text(&self, index: usize) -> &str {
        self.texts.get(index).map_or("", String::as_str)
    }

    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The line that the token begins in, from 1.
    pub fn line(&self, index: usize) -> usize {
        self.places.get(index).map_or(0, |place| place.0)
    }

    /// The tokens of a range that the parser sees.
    pub fn visible(&self, range: impl IntoIterator<Item = usize>) -> impl Iterator<Item = usize> {
        range.into_iter().filter(|&index| self.places.get(index).is_some_and(|place| place.1))
    }

    /// The next token that the parser sees, behind `index`.
    pub fn after(&self, index: usize) -> Option<usize> {
        self.visible(index + 1..self.texts.len()).next()
    }

    pub fn all(&self) -> Range<usize> {
        0..self.texts.len()
    }
}

// ANCHOR: actions
/// The actions of `Mini.g4`. Each gets the tokens of its rule from the first
/// one to the one that was matched last. An action that is not needed does nothing.
pub trait Actions {
    fn exit_type(&mut self, _rule: RangeInclusive<usize>) {}
    fn declare(&mut self, _rule: RangeInclusive<usize>) {}
    fn declare_function(&mut self, _rule: RangeInclusive<usize>) {}
    fn enter_scope(&mut self, _rule: RangeInclusive<usize>) {}
    fn exit_scope(&mut self, _rule: RangeInclusive<usize>) {}
    fn reference(&mut self, _rule: RangeInclusive<usize>) {}
    fn enter_construct(&mut self, _rule: RangeInclusive<usize>) {}
    fn data_clause(&mut self, _rule: RangeInclusive<usize>) {}
    fn exit_directive(&mut self, _rule: RangeInclusive<usize>) {}
    fn exit_header(&mut self, _rule: RangeInclusive<usize>) {}
    fn exit_parallel_construct(&mut self, _rule: RangeInclusive<usize>) {}
    fn exit_parallel_for_construct(&mut self, _rule: RangeInclusive<usize>) {}
}
// ANCHOR_END: actions

/// No actions at all.
pub struct Nothing;

impl Actions for Nothing {}

/// Parses a text and calls the actions on the way.
///
/// # Errors
///
/// What the parser says, as `LINE:COLUMN message`. The actions of what it had
/// matched by then have run.
pub fn parse(text: &str, actions: &mut impl Actions) -> Result<Tree, Vec<String>> {
    crate::parse!(MiniLexer<_>, MiniParser<_, _>, translation_unit, text, Bridge::new(actions))
}

/// Hands the parser's calls on.
pub struct Bridge<'a, A>(&'a mut A);

impl<'a, A: Actions> Bridge<'a, A> {
    pub fn new(actions: &'a mut A) -> Self {
        Bridge(actions)
    }
}

/// The tokens that the rule has matched so far.
fn matched<L: TokenSource>(ctx: &ParserSemCtx<'_, L>) -> RangeInclusive<usize> {
    let last = ctx.lt(-1).map_or(0, |token| token.token_id().index());
    let first = ctx.action().map_or(last, |action| action.start_index());
    first.min(last)..=last
}

macro_rules! hand_on {
    ($($action:ident)*) => {
        impl<A: Actions> MiniParserHooks for Bridge<'_, A> {
            $(fn $action<L: TokenSource>(&mut self, ctx: &mut ParserSemCtx<'_, L>) {
                self.0.$action(matched(ctx));
            })*
        }
    };
}

hand_on! {
    exit_type declare declare_function enter_scope exit_scope reference enter_construct data_clause
    exit_directive exit_header exit_parallel_construct exit_parallel_for_construct
}
