//! Links modules to programs and runs kernels.
//!
//! A kernel is decoded once ([`lower`]) to instructions whose operands are
//! places of registers; a register is an array over the threads of a warp
//! ([`cells`]). A worker, a thread of the operating system, runs blocks
//! ([`grid`]), and of a block one warp after the other ([`runner`]).

mod access;
mod address;
mod addressing;
mod atomic;
mod barrier;
mod block;
mod calls;
mod cells;
mod code;
mod device;
mod grid;
mod heap;
mod linker;
mod lower;
mod natives;
mod print;
mod program;
mod rounding;
mod runner;
mod shadow;
mod special;
mod together;
mod trap;
mod waiting;
mod warp;

pub use device::Device;
pub use program::Program;

/// Why modules could not be linked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LinkError(pub String);
