//! Runs programs that nvcc has compiled without a GPU: it takes the place of
//! the CUDA runtime library and interprets the PTX of the programs' kernels.
//!
//! - [`ptx`] reads PTX text into decoded instructions.
//! - [`execute`] links modules to programs and runs their kernels.
//! - [`interface`] holds the types that both and the runtime library share.
//! - [`own_memory`] is the simulator's heap, apart from the program's.
//! - [`cudart`] is the C interface of the runtime library.

pub mod cudart;
pub mod execute;
pub mod interface;
mod own_memory;
pub mod ptx;
