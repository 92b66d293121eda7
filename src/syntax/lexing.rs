//! From a text to its tokens, and to what the parser sees of them.

use std::rc::Rc;

use super::generated::open_mpc as kind;
use super::splices::Joined;
use super::tokens::{Token, TokenList};
use super::weave::Weave;
use super::{attributes, directives, pragmas, scanner, type_names};

impl TokenList {
    /// Lexes a text and finds the names that are types.
    ///
    /// There is no error: what is no token of C is a [`kind::STRAY`] token,
    /// which the parser refuses.
    pub fn new(text: &str) -> Self {
        let mut list = TokenList::lex(text);
        directives::hide_inactive(&mut list);
        list.finish();
        list
    }

    /// A list put together by [`super::woven`].
    pub(super) fn woven(text: Rc<str>, tokens: Vec<Token>, weave: Weave) -> Self {
        let mut list = TokenList::of(text, tokens);
        list.weave = Some(Rc::new(weave));
        list.finish();
        list
    }

    /// What is settled once it is known which tokens the parser sees.
    fn finish(&mut self) {
        attributes::hide(self);
        pragmas::hide_separators(self);
        type_names::classify(self);
    }

    /// Lexes a text and does no more: the branches of conditions are all seen,
    /// and names are names.
    pub fn lex(text: &str) -> Self {
        let tokens = match Joined::of(text) {
            None => Self::tokens_of(text),
            Some(joined) => joined.stretch(Self::tokens_of(&joined.text), text),
        };
        TokenList::of(text, tokens)
    }

    /// The tokens of a text in which no backslash joins lines.
    fn tokens_of(text: &str) -> Vec<Token> {
        // The lexer ends a line of the preprocessor with its newline. A last
        // line without one gets it here and loses it again below; behind a
        // backslash, one newline is no line's end.
        let padding = match text.trim_end_matches(['\n', '\r']) {
            line if line.ends_with('\\') => "\n\n",
            line if line.len() == text.len() => "\n",
            _ => "",
        };
        if padding.is_empty() {
            return scanner::scan(text);
        }
        let mut tokens = scanner::scan(&format!("{text}{padding}"));
        // A pragma in the last line ends there, newline or not.
        let ends_pragma = |token: &Token| token.kind == kind::NEW_LINE && token.span.start == text.len();
        while tokens.last().is_some_and(|last| last.span.start >= text.len() && !ends_pragma(last)) {
            tokens.pop();
        }
        if let Some(last) = tokens.last_mut() {
            last.span.end = last.span.end.min(text.len());
        }
        tokens
    }
}
