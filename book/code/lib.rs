//! The programs of the book "Build an OpenMP compiler".
//!
//! Each chapter has its file: [`grammars`] is what Chapters 1 to 3 run,
//! [`mini`] the compiler that Chapters 4 to 8 build, [`c_tree`] and [`picture`]
//! look into the grammar of gpump itself. The `gpump-book` command calls them.

pub mod c_tree;
pub mod decisions;
pub mod generated;
pub mod grammars;
pub mod mini;
pub mod parsing;
pub mod picture;
pub mod rewriting;
pub mod tree;
pub mod type_id;
