//! gpump reads C with OpenMP and writes CUDA C by rewriting the token stream
//! of its source.
//!
//! The library reads no file and prints nothing: [`translate`] takes source in
//! and hands a [`Translation`] or the [`Diagnostic`]s out.

#![forbid(unsafe_code)]

// Helpers of the tests outside name the crate.
#[cfg(test)]
extern crate self as gpump;

pub mod c;
mod codegen;
mod dependence;
pub mod diagnostics;
pub mod diff;
pub mod explain;
pub mod openmp;
pub mod preprocessor;
pub mod reproduce;
pub mod runtime;
pub mod source;
mod translator;

/// The lines that include the runtime library, as they stand at the top of each
/// translation.
pub use codegen::thesis::PRELUDE as RUNTIME_HEADERS;
pub use diagnostics::{Diagnostic, Severity};
pub use source::Source;
/// The rewrite stream, a crate of its own.
pub use token_rewriter as rewrite;
pub use translator::{
    Dialect, ExternalArrays, Layout, LineDirectives, Newest, Objection, OnHost, Optimisation, Options,
    OtherFiles, Preprocessing, Translation, Undefined, check, examine, heap_arrays_of_program, translate,
};
pub use translator::{OWN_NAME, own_name};
pub mod syntax;
