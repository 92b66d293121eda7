//! From text to tokens, and from tokens to the calls of the grammar's actions.
//!
//! The grammars stand in `grammar/`; the parser is generated from them, and the
//! lexer ([`scanner`]) is held to the one generated. Between the two stands a
//! token source of our own ([`portions`]): it has all tokens before the parser
//! asks for the first, so it can tell the names that are types from the names
//! that are not ([`type_names`]), which C's grammar needs and cannot do by
//! itself.

pub mod accepted;
mod attributes;
pub mod brackets;
pub mod directives;
mod headers;
mod lexing;
mod outline;
mod portions;
mod pragmas;
mod repairs;
mod scanner;
mod splices;
pub mod tokens;
pub mod tree;
mod type_names;
mod weave;
pub mod woven;

use std::ops::Range;
use std::sync::{Arc, Mutex};

use antlr4_runtime::{CommonTokenStream, ErrorListener, Node, Recognizer, SyntaxErrorEvent};
use gpump_parser::{Parser, Source, Start};

pub use gpump_parser as generated;
use gpump_parser::open_mpc::OpenMpcHooks;
pub use portions::index_of;
use portions::{Portion, portions};
pub use repairs::Repair;
pub use scanner::keyword;
pub use tokens::{Token, TokenList};
pub use type_names::starts_type;
pub use weave::{Invocation, Origin};

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
pub fn parse(tokens: &TokenList, actions: &mut dyn OpenMpcHooks) -> Result<(), SyntaxError> {
    parse_portions(tokens, Some(actions), |_| ())
}

/// The same; `show` gets the parse tree of each portion that has been read. Together they are that of the file.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_and_show(
    tokens: &TokenList,
    actions: &mut dyn OpenMpcHooks,
    show: impl FnMut(Node<'_>),
) -> Result<(), SyntaxError> {
    parse_portions(tokens, Some(actions), show)
}

/// Reads the file portion by portion. Without actions it is only shown.
fn parse_portions<'a>(
    tokens: &'a TokenList,
    actions: Option<&'a mut dyn OpenMpcHooks>,
    mut show: impl FnMut(Node<'_>),
) -> Result<(), SyntaxError> {
    let end = tokens.file_bytes();
    let at_end = |error: String| SyntaxError { span: end..end, message: error };
    let stream = |range| {
        CommonTokenStream::try_new(Source::new(Portion::new(tokens, range)))
            .map_err(|error| at_end(error.to_string()))
    };
    let mut portions = portions(tokens);
    let errors = Arc::new(Mutex::new(Vec::new()));
    let mut parser = Parser::new(stream(portions.next().unwrap_or_default())?, actions);
    parser.add_error_listener(Collect { errors: Arc::clone(&errors), end });
    loop {
        let result = parser.read(Start::TranslationUnit);
        let first = errors.lock().map_or_else(|_| None, |mut errors| errors.drain(..).next());
        match (first, result) {
            (Some(error), _) => return Err(error),
            (None, Err(error)) => return Err(at_end(error.to_string())),
            (None, Ok(tree)) => show(parser.node(tree)),
        }
        match portions.next() {
            Some(range) => parser.set_token_stream(stream(range)?),
            None => return Ok(()),
        }
    }
}

/// Parses tokens that are no file; `None` if that fails.
fn parse_fragment(
    tokens: &TokenList,
    range: Range<usize>,
    what: tree::Fragment,
    show: impl FnOnce(Node<'_>),
) -> Option<()> {
    let stream = CommonTokenStream::try_new(Source::new(Portion::of_fragment(tokens, range))).ok()?;
    let errors = Arc::new(Mutex::new(Vec::new()));
    let mut parser = Parser::new(stream, None);
    parser.add_error_listener(Collect { errors: Arc::clone(&errors), end: 0 });
    let result = parser.read(match what {
        tree::Fragment::Expression => Start::ConstantExpression,
        tree::Fragment::TypeName => Start::TypeName,
    });
    let is_right = errors.lock().is_ok_and(|errors| errors.is_empty());
    let tree = result.ok().filter(|_| is_right)?;
    show(parser.node(tree));
    Some(())
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

#[cfg(test)]
mod tests;
