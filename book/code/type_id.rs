//! Chapter 3: a rule with a predicate and an action, and a grammar that needs
//! its predicate earlier than it is asked.

use antlr4_runtime::{ParserSemCtx, TokenSource};

use crate::generated::{
    type_id_lexer::TypeIdLexer,
    type_id_parser::{TypeIdParser, TypeIdParserHooks},
    types_lexer::TypesLexer,
    types_parser::{TypesParser, TypesParserHooks},
};
use crate::parse;
use crate::tree::Tree;

// ANCHOR: hooks
/// The names that are types, and what the action has to say.
struct Names {
    types: Vec<String>,
}

impl TypeIdParserHooks for &mut Names {
    /// The predicate: may the rule go on with the token that comes next?
    fn is_type_name<L: TokenSource>(&mut self, ctx: &mut ParserSemCtx<'_, L>) -> bool {
        let next = ctx.lt(1).map_or("", |token| token.text_or_empty());
        self.types.iter().any(|name| name == next)
    }

    /// The action: it runs when the token has been matched.
    fn type_id<L: TokenSource>(&mut self, ctx: &mut ParserSemCtx<'_, L>) {
        println!("{} is a type", ctx.action_text());
    }
}
// ANCHOR_END: hooks

impl TypesParserHooks for &mut Names {
    fn is_type_name<L: TokenSource>(&mut self, ctx: &mut ParserSemCtx<'_, L>) -> bool {
        TypeIdParserHooks::is_type_name(self, ctx)
    }

    fn type_id<L: TokenSource>(&mut self, ctx: &mut ParserSemCtx<'_, L>) {
        TypeIdParserHooks::type_id(self, ctx);
    }
}

/// Reads one name by `TypeId.g4`.
///
/// # Errors
///
/// If the name is none of the types.
pub fn type_id(text: &str, types: &[String]) -> Result<Tree, Vec<String>> {
    let mut names = Names { types: types.to_vec() };
    parse!(TypeIdLexer<_>, TypeIdParser<_, _>, type_id, text, &mut names)
}

/// Reads a statement by `Types.g4`.
///
/// # Errors
///
/// What the parser says.
pub fn types(text: &str, types: &[String]) -> Result<Tree, Vec<String>> {
    let mut names = Names { types: types.to_vec() };
    parse!(TypesLexer<_>, TypesParser<_, _>, statement, text, &mut names)
}
