//! The lexer and the parser as `scripts/generate-parser` makes them from
//! `grammar/`. Nothing here is written by hand but this page.
//!
//! `c_lexer` is not part of the crate: gpump has a lexer of its own, and its tests and the book name that file.

pub mod open_mpc;
