//! The parse tree that gpump's own grammar makes of a declaration.
//!
//! A definition of a function would need the token that gpump puts in front of
//! it (Chapter 11); here the generated lexer feeds the generated parser as it is.

use antlr4_runtime::{
    CommonTokenStream, InputStream, ParserAction, ParserSemCtx, SemanticHooks, TokenSource,
};
use gpump::syntax::generated::c_lexer::CLexer;
use gpump::syntax::generated::open_mpc::{self, OpenMpc};

use crate::parsing::Complaints;
use crate::tree::Tree;

/// The grammar's actions, which have nothing to do here.
struct Idle;

impl SemanticHooks for Idle {
    fn action<L: TokenSource>(&mut self, _: &mut ParserSemCtx<'_, L>, _: ParserAction) -> bool {
        true
    }
}

/// The tree of a declaration at file scope, from `external_declaration` down.
///
/// # Errors
///
/// What lexer and parser say of it.
pub fn c_tree(text: &str) -> Result<Tree, Vec<String>> {
    let complaints = Complaints::default();
    let mut stream = CommonTokenStream::new(CLexer::new(InputStream::new(text)));
    stream.fill();
    for error in stream.drain_source_errors() {
        complaints.add(error.line, error.column, &error.message);
    }
    let mut parser = OpenMpc::with_hooks(stream, Idle);
    parser.remove_error_listeners();
    parser.add_error_listener(complaints.clone());
    let root = parser.external_declaration().map_err(|error| vec![error.to_string()])?;
    let found = complaints.all();
    if !found.is_empty() {
        return Err(found);
    }
    let names: Vec<String> = open_mpc::rule_names().iter().map(|&name| name.to_owned()).collect();
    Ok(Tree::of(parser.node(root), &names))
}
