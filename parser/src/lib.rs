//! The parser that `scripts/generate-parser` makes from `grammar/`, for any token source and any actions.
//!
//! A crate of its own, so that the generated code is compiled once: it is generic over its token source and its
//! actions, and would be compiled again for each pair of them. Here both are called through a table.

mod generated;

use std::fmt;
use std::rc::Rc;

use antlr4_runtime::token::TokenSourceError;
use antlr4_runtime::{
    AntlrError, CommonTokenStream, ErrorListener, Node, ParseTree, ParseTreeStorage, Parser as _,
    ParserRuleContext, ParserSemCtx, PredictionMode, Recognizer, TokenId, TokenSink, TokenSource, TokenStore,
    TokenStoreError, TokenView,
};

pub use generated::open_mpc;
use open_mpc::{OpenMpc, OpenMpcHooks, OpenMpcTypedHooks};

/// How many rules may be open at once. Each takes some two kilobytes of stack;
/// a level of parentheses is three rules, an `else if` is two. What nests more
/// deeply is refused at the place where it does.
const MAX_RULE_DEPTH: usize = 100_000;

/// Where the parser gets its tokens from.
pub struct Source<'a>(Box<dyn TokenSource + 'a>);

impl<'a> Source<'a> {
    pub fn new(source: impl TokenSource + 'a) -> Self {
        Source(Box::new(source))
    }
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Source").finish_non_exhaustive()
    }
}

impl TokenSource for Source<'_> {
    fn next_token(&mut self, sink: &mut TokenSink<'_>) -> Result<TokenId, TokenStoreError> {
        self.0.next_token(sink)
    }

    fn line(&self) -> usize {
        self.0.line()
    }

    fn column(&self) -> usize {
        self.0.column()
    }

    fn source_name(&self) -> &str {
        self.0.source_name()
    }

    fn source_text(&self) -> Option<Rc<str>> {
        self.0.source_text()
    }

    fn drain_errors(&mut self) -> Vec<TokenSourceError> {
        self.0.drain_errors()
    }

    fn report_error(&self, error: &TokenSourceError) -> bool {
        self.0.report_error(error)
    }

    fn lexer_dfa_string(&self) -> String {
        self.0.lexer_dfa_string()
    }
}

/// What an action sees of the parser.
pub struct Context<'c> {
    /// The rule whose action runs, as far as it has been read.
    pub rule: Option<&'c ParserRuleContext>,
    pub rule_index: usize,
    /// What the children of the rule are looked up in.
    pub tree: &'c ParseTreeStorage,
    pub tokens: &'c TokenStore,
    /// The token with which the rule began.
    pub first: Option<TokenView<'c>>,
    /// The token that was consumed last.
    pub last: Option<TokenView<'c>>,
}

impl<'c> Context<'c> {
    fn new<S: TokenSource>(from: &'c ParserSemCtx<'_, S>) -> Self {
        let tokens = from.token_store();
        let first = from
            .action()
            .and_then(|action| TokenId::try_from(action.start_index()).ok())
            .and_then(|first| tokens.view(first));
        Context {
            rule: from.context(),
            rule_index: from.rule_index(),
            tree: from.parse_tree_storage(),
            tokens,
            first,
            last: from.lt(-1),
        }
    }
}

/// The rules with which reading can begin.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    TranslationUnit,
    ExternalDeclaration,
    ConstantExpression,
    TypeName,
}

pub struct Parser<'a>(OpenMpc<Source<'a>, OpenMpcTypedHooks<'a>>);

// What the generated parser does for these is compiled here, and not where they are called.
impl<'a> Parser<'a> {
    /// A parser that calls `actions`, if there are any, as the grammar says. Nobody hears of its errors yet.
    #[inline(never)]
    pub fn new(stream: CommonTokenStream<Source<'a>>, actions: Option<&'a mut dyn OpenMpcHooks>) -> Self {
        let mut parser = OpenMpc::with_hooks(stream, OpenMpcTypedHooks(actions));
        parser.remove_error_listeners();
        parser.set_max_rule_depth(Some(MAX_RULE_DEPTH));
        // Every decision of the grammar can be told from the tokens ahead, whatever
        // rules are open; to look at those as well takes time with each `else`.
        parser.set_prediction_mode(PredictionMode::Sll);
        Parser(parser)
    }

    pub fn add_error_listener<L>(&mut self, listener: L)
    where
        L: for<'r> ErrorListener<dyn Recognizer + 'r> + Send + 'static,
    {
        self.0.add_error_listener(listener);
    }

    #[inline(never)]
    pub fn set_token_stream(&mut self, stream: CommonTokenStream<Source<'a>>) {
        self.0.set_token_stream(stream);
    }

    /// Reads what the rule stands for.
    ///
    /// # Errors
    ///
    /// What keeps the parser from going on. Syntax errors that it recovers from go to the listeners.
    #[inline(never)]
    pub fn read(&mut self, start: Start) -> Result<ParseTree, AntlrError> {
        match start {
            Start::TranslationUnit => self.0.translation_unit(),
            Start::ExternalDeclaration => self.0.external_declaration(),
            Start::ConstantExpression => self.0.constant_expression(),
            Start::TypeName => self.0.type_name(),
        }
    }

    #[inline(never)]
    pub fn node(&self, tree: ParseTree) -> Node<'_> {
        self.0.node(tree)
    }
}
