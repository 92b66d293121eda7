//! The lexer and the parser as `scripts/generate-parser` makes them from
//! `grammar/`. Nothing here is written by hand but this page.

pub mod c_lexer;
pub mod open_mpc;
