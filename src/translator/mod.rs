//! The grammar's actions, in Rust.
//!
//! The parser calls an action where the grammar says so ([`actions`]). Each
//! collects a little: a declaration, a clause, a use of a name. When a
//! construct or a function is complete, the translator has what it takes to
//! decide what becomes of it ([`regions`], [`functions`]), asks `codegen` for
//! the text, and records replacements in the rewrite stream. Last, the rewrite
//! stream gives the text of the whole.
//!
//! Two rewrite streams lie over the same tokens ([`rewrite_stream`]): the host's, which becomes the
//! file, and the device's, in which the text of regions and of accessible
//! functions is rewritten for the device, and from which kernels are cut.

mod actions;
mod arrays;
mod bridges;
mod clauses;
mod constructs;
mod cplusplus;
mod cuda;
mod cuda_names;
mod directives;
mod external_arrays;
mod file;
mod functions;
mod lines;
mod lowering;
mod macros;
mod names;
mod needed_version;
mod offload;
mod optimisations;
mod options;
mod output;
mod parse_state;
mod preprocessing;
mod presentation;
mod reading;
pub mod recording;
mod recovery;
mod regions;
mod resolved;
mod rewrite_stream;
mod run;
mod syntax_errors;
mod thesis_output;
mod translation;
mod variants;

use std::cell::OnceCell;

use crate::codegen::thesis;
use crate::openmp::{Construct, Part};
use crate::syntax::TokenList;
use crate::syntax::tree::Tree;

pub use cuda_names::{OWN_NAME, own_name};
pub use external_arrays::{ExternalArrays, heap_arrays_of_program};
use file::File;
pub use needed_version::Newest;
pub use optimisations::Optimisation;
pub use options::{Dialect, Layout, LineDirectives, Objection, OnHost, Options, OtherFiles};
use output::{Output, Writer};
use parse_state::ParseState;
pub use reading::Preprocessing;
use recording::Recorder;
pub use recording::Replacement;
use rewrite_stream::RewriteStream;
pub(crate) use rewrite_stream::View;
pub use run::{Observed, check, examine, observe, translate};
use thesis_output::ThesisOutput;
pub use translation::{Translation, Undefined};

/// A translation on its way: what is known of the file, and what has been written of it.
struct Translator<'t> {
    file: File<'t>,
    /// Where the parser is.
    parse: ParseState,
    out: Output<'t>,
    /// Whether the text is required, or only what is wrong.
    writes: bool,
    /// What the thesis's dialect has written besides the two streams.
    thesis: ThesisOutput,
}

impl<'t> Translator<'t> {
    fn new(tokens: &'t TokenList, tree: &'t OnceCell<Tree>, dialect: Dialect, recorder: &Recorder) -> Self {
        Translator {
            file: File::new(tokens, tree, dialect),
            parse: ParseState::default(),
            out: Output::new(tokens, recorder),
            writes: true,
            thesis: ThesisOutput::default(),
        }
    }
}

/// The parts of a construct that need no enclosing region: constructs that
/// stand in a function without a parallel construct around them.
fn orphan_constructs(parts: &[Part]) -> impl Iterator<Item = &Construct> {
    parts.iter().filter_map(|part| match part {
        Part::Construct(construct) => Some(&**construct),
        _ => None,
    })
}

/// The tokens of a source without an error, for tests of the list.
#[cfg(test)]
pub(crate) fn tokens(source: &crate::source::Source, preprocessing: &Preprocessing) -> TokenList {
    reading::read(source, Some(preprocessing), false).expect("a source without an error").0
}

#[cfg(test)]
mod tests;
