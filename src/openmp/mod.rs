//! OpenMP: what a program's directives say, and what the specification says
//! of that.
//!
//! This room prints no C. It takes what the grammar's actions collected and
//! answers questions: which constructs there are and how they nest, what a
//! loop runs over, which variables a region shares.

pub mod atomic;
pub mod compare;
pub mod constructs;
pub mod defaults;
pub mod doacross;
pub mod error;
pub(crate) mod fixes;
pub mod loops;
pub mod misspelled;
pub mod operators;
mod reference;
pub mod report;
pub mod restrictions;
pub mod routines;
pub mod sharing;
pub mod spelling;
mod stretch;
pub mod transformations;
pub mod unexpanded;
pub mod variants;
pub mod versions;
pub mod written;

pub use atomic::Atomic;
pub use constructs::{Clauses, Construct, ConstructKind, ListItem, Part, Sharing};
pub use loops::CanonicalLoop;
pub use reference::Reference;
pub use sharing::{Region, Variable};

#[cfg(test)]
mod tests;
