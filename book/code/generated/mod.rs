//! The lexers and parsers that `book/generate` makes from `book/grammars/`.
//! Nothing here is written by hand but this page.

pub mod declaration_lexer;
pub mod declaration_parser;
pub mod factored_lexer;
pub mod factored_parser;
pub mod mini_lexer;
pub mod mini_parser;
pub mod operators_lexer;
pub mod operators_parser;
pub mod type_id_lexer;
pub mod type_id_parser;
pub mod types_lexer;
pub mod types_parser;
