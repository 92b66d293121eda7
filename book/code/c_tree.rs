//! The parse tree that gpump's own grammar makes of a declaration.
//!
//! A definition of a function would need the token that gpump puts in front of
//! it (Chapter 11); here the generated lexer feeds the generated parser as it is.

use antlr4_runtime::{CommonTokenStream, InputStream};
use gpump_parser::{Parser, Source, Start, open_mpc};

use crate::parsing::Complaints;
use crate::tree::Tree;

#[path = "../../parser/src/generated/c_lexer.rs"]
mod c_lexer;
use c_lexer::CLexer;

/// The tree of a declaration at file scope, from `external_declaration` down.
///
/// # Errors
///
/// What lexer and parser say of it.
pub fn c_tree(text: &str) -> Result<Tree, Vec<String>> {
    let complaints = Complaints::default();
    let mut stream = CommonTokenStream::new(Source::new(CLexer::new(InputStream::new(text))));
    stream.fill();
    for error in stream.drain_source_errors() {
        complaints.add(error.line, error.column, &error.message);
    }
    let mut parser = Parser::new(stream, None);
    parser.add_error_listener(complaints.clone());
    let root = parser.read(Start::ExternalDeclaration).map_err(|error| vec![error.to_string()])?;
    let found = complaints.all();
    if !found.is_empty() {
        return Err(found);
    }
    let names: Vec<String> = open_mpc::rule_names().iter().map(|&name| name.to_owned()).collect();
    Ok(Tree::of(parser.node(root), &names))
}
