//! From text to tokens, and from tokens to the calls of the grammar's actions.
//!
//! The lexer and the parser are generated from `grammar/`. Between the two
//! stands a token source of our own: it has all tokens before the parser asks
//! for the first, so it can tell the names that are types from the names that
//! are not ([`type_names`]), which C's grammar needs and cannot do by itself.

pub mod declarators;
pub mod directives;
pub mod generated;
mod headers;
mod pragmas;
mod repairs;
pub mod tokens;
mod type_names;
pub mod woven;

use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use antlr4_runtime::{
    AntlrError, CommonTokenStream, ErrorListener, Recognizer, SyntaxErrorEvent, TokenId, TokenSink,
    TokenSource, TokenSpec, TokenStoreError,
};

use generated::open_mpc::{OpenMpc, OpenMpcHooks};
pub use repairs::Repair;
pub use tokens::{Token, TokenList};
pub use woven::{Origin, Woven};

/// A syntax error as the parser puts it: the bytes it stumbled over, and what
/// it says of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub span: Range<usize>,
    pub message: String,
}

/// Parses a token list, calling `actions` as the grammar says.
///
/// The actions of a rule run when the parser has settled on it, in the order
/// of the text; none runs twice.
///
/// # Errors
///
/// The first syntax error: what follows one is guesswork of the recovery.
pub fn parse<A: OpenMpcHooks>(tokens: &TokenList, actions: A) -> Result<(), SyntaxError> {
    let end = tokens.source_text().len();
    let at_end = |message: String| SyntaxError { span: end..end, message };
    let stream =
        CommonTokenStream::try_new(Replay { tokens, next: 0 }).map_err(|error| at_end(error.to_string()))?;
    let errors = Arc::new(Mutex::new(Vec::new()));
    let mut parser = OpenMpc::with_typed_hooks(stream, actions);
    parser.remove_error_listeners();
    parser.add_error_listener(Collect { errors: Arc::clone(&errors), end });
    let result = parser.translation_unit();
    let first = errors.lock().map_or_else(|_| None, |mut errors| errors.drain(..).next());
    match (first, result) {
        (Some(error), _) => Err(error),
        (None, Err(error)) => Err(at_end(describe(&error))),
        (None, Ok(_)) => Ok(()),
    }
}

fn describe(error: &AntlrError) -> String {
    error.to_string()
}

struct Collect {
    errors: Arc<Mutex<Vec<SyntaxError>>>,
    end: usize,
}

impl<R: Recognizer + ?Sized> ErrorListener<R> for Collect {
    fn syntax_error(&mut self, _: &R, event: &SyntaxErrorEvent<'_>) {
        let span = event.span.clone().unwrap_or(self.end..self.end);
        if let Ok(mut errors) = self.errors.lock() {
            errors.push(SyntaxError { span, message: event.message.to_owned() });
        }
    }
}

/// Hands the tokens of a list on, one by one.
struct Replay<'t> {
    tokens: &'t TokenList,
    next: usize,
}

impl TokenSource for Replay<'_> {
    fn next_token(&mut self, sink: &mut TokenSink<'_>) -> Result<TokenId, TokenStoreError> {
        let spec = match self.tokens.get(self.next) {
            Some(token) => TokenSpec {
                token_type: token.kind,
                channel: token.channel,
                start: token.start_char,
                stop: (token.start_char + token.chars).wrapping_sub(1),
                start_byte: token.span.start,
                stop_byte: token.span.end,
                line: token.line,
                column: token.column,
                text: None,
                source_backed: true,
            },
            None => {
                let last = self.tokens.last();
                let (index, line) = last.map_or((0, 1), |t| (t.start_char + t.chars, t.line));
                TokenSpec::eof(index, self.tokens.source_text().len(), line, 0)
            }
        };
        self.next += 1;
        sink.push(spec)
    }

    fn line(&self) -> usize {
        self.tokens.get(self.next).map_or(1, |token| token.line)
    }

    fn column(&self) -> usize {
        self.tokens.get(self.next).map_or(0, |token| token.column)
    }

    fn source_name(&self) -> &'static str {
        "source"
    }

    fn source_text(&self) -> Option<Rc<str>> {
        Some(Rc::clone(self.tokens.source_text()))
    }
}

#[cfg(test)]
mod tests;
