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
pub mod generated;
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

use antlr4_runtime::{
    CommonTokenStream, ErrorListener, Node, Parser as _, ParserAction, ParserSemCtx, PredictionMode,
    Recognizer, SemanticHooks, SyntaxErrorEvent, TokenSource,
};

use generated::open_mpc::{OpenMpc, OpenMpcHooks, OpenMpcTypedHooks};
pub use portions::index_of;
use portions::{Portion, portions};
pub use repairs::Repair;
pub use tokens::{Token, TokenList};
pub use type_names::starts_type;
pub use weave::{Invocation, Origin};

/// How many rules may be open at once. Each takes some two kilobytes of stack;
/// a level of parentheses is three rules, an `else if` is two. What nests more
/// deeply is refused at the place where it does.
const MAX_RULE_DEPTH: usize = 100_000;

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
    parse_portions(tokens, OpenMpcTypedHooks::new(actions), None)
}

/// The same; `show` gets the parse tree of each portion that has been read. Together they are that of the file.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_and_show<A: OpenMpcHooks>(
    tokens: &TokenList,
    actions: A,
    mut show: impl FnMut(Node<'_>),
) -> Result<(), SyntaxError> {
    parse_portions(tokens, OpenMpcTypedHooks::new(actions), Some(&mut show))
}

/// Takes the grammar's actions and does nothing.
struct NoActions;

impl SemanticHooks for NoActions {
    fn action<S: TokenSource>(&mut self, _: &mut ParserSemCtx<'_, S>, _: ParserAction) -> bool {
        true
    }
}

fn parse_portions<H: SemanticHooks>(
    tokens: &TokenList,
    actions: H,
    mut show: Option<&mut dyn FnMut(Node<'_>)>,
) -> Result<(), SyntaxError> {
    let end = tokens.file_bytes();
    let at_end = |error: String| SyntaxError { span: end..end, message: error };
    let stream = |range| {
        CommonTokenStream::try_new(Portion::new(tokens, range)).map_err(|error| at_end(error.to_string()))
    };
    let mut portions = portions(tokens);
    let errors = Arc::new(Mutex::new(Vec::new()));
    let mut parser = OpenMpc::with_hooks(stream(portions.next().unwrap_or_default())?, actions);
    parser.remove_error_listeners();
    parser.add_error_listener(Collect { errors: Arc::clone(&errors), end });
    parser.set_max_rule_depth(Some(MAX_RULE_DEPTH));
    // Every decision of the grammar can be told from the tokens ahead, whatever
    // rules are open; to look at those as well takes time with each `else`.
    parser.set_prediction_mode(PredictionMode::Sll);
    loop {
        let result = parser.translation_unit();
        let first = errors.lock().map_or_else(|_| None, |mut errors| errors.drain(..).next());
        match (first, result) {
            (Some(error), _) => return Err(error),
            (None, Err(error)) => return Err(at_end(error.to_string())),
            (None, Ok(tree)) => {
                if let Some(show) = &mut show {
                    show(parser.node(tree));
                }
            }
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
    let stream = CommonTokenStream::try_new(Portion::of_fragment(tokens, range)).ok()?;
    let errors = Arc::new(Mutex::new(Vec::new()));
    let mut parser = OpenMpc::with_hooks(stream, NoActions);
    parser.remove_error_listeners();
    parser.add_error_listener(Collect { errors: Arc::clone(&errors), end: 0 });
    parser.set_max_rule_depth(Some(MAX_RULE_DEPTH));
    parser.set_prediction_mode(PredictionMode::Sll);
    let result = match what {
        tree::Fragment::Expression => parser.constant_expression(),
        tree::Fragment::TypeName => parser.type_name(),
    };
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
