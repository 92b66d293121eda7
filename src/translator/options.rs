//! What a translation can be told.

use std::collections::{BTreeMap, BTreeSet};

use super::{Optimisation, Preprocessing};
use crate::diagnostics::Diagnostic;
use crate::openmp::versions::Version;
use crate::preprocessor::inclusion::with_headers_written_in;
use crate::source::Source;

/// Which code a translation writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The code of the thesis's Appendix D, for what the thesis implements.
    Thesis,
    /// All of OpenMP 2.5, as docs/cuda-dialect.md has it.
    #[default]
    Cuda,
}

/// How the cuda dialect's translation of a file is laid out. The thesis's is always a single file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// One `.cu`.
    Single,
    /// The host's text, which stays C, and the device's text, a `.cu` beside it.
    #[default]
    Pair,
}

/// Which lines of a translation get a `#line` directive in front, so that compilers and debuggers name the author's lines.
/// The thesis's dialect has them everywhere or nowhere: its text is as the thesis prints it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineDirectives {
    Nowhere,
    /// Those that ask where they stand, with `__LINE__` or `assert`.
    #[default]
    WhereAsked,
    /// All that would be taken for others.
    Everywhere,
}

/// Which regions stay in the host's text as their author wrote them, OpenMP and all, and run on the host's threads. In the thesis's
/// dialect none does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnHost {
    /// Those that the device cannot have; each with a warning.
    #[default]
    WhereNeeded,
    /// None: what the device cannot have is an error.
    Nothing,
    Everything,
}

/// What a compiler has against an earlier translation of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The source's name.
    pub file: String,
    /// The line that it is about, from 1, if that is one of the source's.
    pub line: Option<usize>,
    /// Who objects, and why.
    pub words: String,
}

/// What a translation can be told.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub dialect: Dialect,
    pub layout: Layout,
    pub line_directives: LineDirectives,
    /// With nothing, macros are not expanded and headers not read.
    pub preprocessing: Option<Preprocessing>,
    /// The number of the file's first region. Files that are linked together
    /// must not have two regions of one number.
    pub first_region: usize,
    /// What is known of the other files of the program.
    pub others: OtherFiles,
    /// What names that the translation adds begin with, instead of the file's name: several files of a program may
    /// have the same.
    pub identifier: Option<String>,
    /// Whether all functions that other files can see get such a version, where
    /// they can have one: when nothing is known of the other files.
    pub for_others: bool,
    /// Whether the linker decides which functions of other files have a version for the device, and which regions run on the
    /// host for it: when nothing is known of the other files.
    pub is_linked_later: bool,
    /// Whether the object may become part of a shared library, whose regions call through pointers what programs give them: its own
    /// functions, too, of which no file of the library need take the address.
    pub is_for_library: bool,
    /// Whether no other file of the program can use this one's variables.
    pub is_alone: bool,
    /// Where all files of a program of several are known, and some have regions: its arrays with external linkage that
    /// lie in the heap, of [`heap_arrays_of_program`].
    pub program_arrays: Option<Vec<String>>,
    /// The version of OpenMP that the program is held to.
    pub openmp: Version,
    /// Whether to find out which version it needs.
    pub finds_version: bool,
    /// The optimisations of the cuda dialect that are to be left out.
    pub without: BTreeSet<Optimisation>,
    pub on_host: OnHost,
    /// Whether the program is built as by a C compiler where it is not OpenMP's: pragmas without a known directive, and commas at the
    /// ends of lists, are passed over with a warning, and loops and numbers of which C compilers make something stay on the host, but
    /// not where nothing may. Otherwise they are errors, as in the thesis's dialect.
    pub is_lenient: bool,
    /// What compilers have against an earlier translation of this file, or of others: the regions that it is about stay on the host,
    /// unless none may.
    pub objections: Vec<Objection>,
}

/// What a translation is told of the other files of its program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherFiles {
    /// The functions of this file for which they need a version for the device.
    pub required: BTreeSet<String>,
    /// The functions that they would use one of, if it can be had.
    pub weak: BTreeSet<String>,
    /// Whether the host's text keeps its directives in any case, since regions of theirs may run on the host's threads.
    pub keep_directives: bool,
    /// Whether regions of theirs are known to do so.
    pub are_on_host: bool,
    /// Whether their regions call functions through pointers, this file's perhaps.
    pub call_pointers: bool,
    /// Their functions that cannot be on the device, with the reason.
    pub not_on_device: BTreeMap<String, String>,
    /// Those that cannot and whose address they take, by the shapes of their types ([`crate::c::Types::call_shape`]).
    pub lacked: BTreeMap<String, String>,
}

impl Options {
    /// The options of a dialect; all else is as usual.
    pub fn of(dialect: Dialect) -> Self {
        Options { dialect, ..Options::default() }
    }

    /// Whether what is wrong, or cannot be translated, may be left to the C compiler.
    pub fn may_be_left_to_compiler(&self) -> bool {
        self.is_lenient && self.dialect == Dialect::Cuda && self.on_host != OnHost::Nothing
    }

    /// The source with headers written into it, where something was refused for standing in a header; `None` if there is nothing to
    /// try again.
    pub fn with_headers(&self, source: &Source, found: &[Diagnostic]) -> Option<Source> {
        let Preprocessing { environment, headers } = self.preprocessing.as_ref()?;
        let refused = found.iter().filter(|diagnostic| diagnostic.code == "E0411");
        let includes: Vec<_> = refused.map(|diagnostic| diagnostic.span.clone()).collect();
        if includes.is_empty() || source.text().len() > LONGEST {
            return None;
        }
        with_headers_written_in(source, &includes, environment, &**headers)
    }
}

/// How long a source may become by that, in bytes: a header may include itself.
const LONGEST: usize = 64 << 20;
