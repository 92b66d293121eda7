//! Dependence: which parts of a loop's work may be done in another order, or at the same time.
//!
//! OpenMP says it of a loop's iterations, and of nothing inside of them. The loops that stand in the body may
//! be as independent, and a device needs their iterations, too: neighbouring threads have to touch neighbouring memory.
//! So here statements are read as trees ([`tree`]), their accesses to memory are collected ([`accesses`]) with
//! subscripts as polynomials ([`polynomial`]), and loops are held to be independent if that can be proved ([`nest`]), and
//! memory to be steady ([`memory`]), and sums to be shared by a group of threads ([`sums`]),
//! as are loops that the program says to be independent ([`leagues`]).
//! What is not understood is not concluded from: the answer is then that nothing is known.
//!
//! The proofs build on what C and OpenMP promise: no data race between iterations (OpenMP 2.5, 1.4), no subscript outside of its
//! array's dimension, no overflow of signed subscripts, and accesses by an object's type (C17 6.5).

mod accesses;
mod assignments;
mod check;
mod elements;
mod facts;
mod fresh;
mod headers;
mod leagues;
mod memory;
mod nest;
mod place;
mod polynomial;
mod proof;
mod purity;
mod question;
pub mod races;
mod reader;
mod subscripts;
mod sums;
mod thread_agnostic;
mod tree;
mod updates;
mod uses;
mod values;

pub use accesses::Class;
pub use assignments::assignments;
pub use check::Check;
pub use elements::{Element, Elements, Kept, elements};
pub use fresh::is_fresh;
pub use headers::{Level, loops_by_variable};
pub use leagues::{League, league};
pub use memory::{Memory, memory};
pub use nest::{Nest, are_harmless, collapsed, nest};
pub use purity::computes_only;
pub use question::{Attribute, Findings, Question};
pub use reader::Program;
pub use sums::{Sums, sums};
pub use thread_agnostic::{is_independent, is_thread_agnostic};
pub use tree::{Statement, Variable};
pub use updates::{Update, merges, updates};
