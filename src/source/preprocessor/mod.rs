//! What the compiler would see of a file: its headers read, its macros
//! expanded, its conditionals decided.
//!
//! A translator that prints what it has not changed as it was typed cannot
//! work on the output of `cc -E`, and one that does not look into headers and
//! macros does not know which names are types. So this room does both: the
//! tokens are those of the expanded file, and each of them knows its
//! [`Place`] in the file as typed. A token that is written in the file stands
//! for its own bytes; one that came out of a macro stands for the whole
//! invocation; one from a header stands for nothing but its `#include`.
//!
//! Beside the tokens stand the things that leave none: invocations that
//! expand to nothing, directives, and what conditionals leave out. A reader
//! of the file's own tokens needs them to tell what vanishes.
//!
//! The expansion itself is done by the crate `rucc_pp`, which reads no file
//! and keeps for each token where it is spelled and which name in the file
//! began its expansion. The rest is found out here:
//!
//! | file | what it knows |
//! | --- | --- |
//! | `main_file` | the file's own tokens and lines, and a way to see which conditional branches are taken |
//! | `places` | where each token comes from, and how far each invocation reaches |
//! | `files` | reading headers: through [`Headers`], each once, and no more than is reasonable |
//! | `growth` | refusing macros that would expand beyond all bounds before they do |
//! | `report` | the preprocessor's complaints as [`Diagnostic`]s |
//!
//! Nothing here reads the disk, and nothing here panics or runs for long on
//! any input: a file that includes itself, or a chain of macros each of which
//! doubles the last, is an error with a place.

mod files;
mod growth;
mod main_file;
mod places;
mod report;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rucc_base::Interner;
use rucc_diag::{SourceMap, Span};
use rucc_lex::Options;
use rucc_pp::{Builtin, Context, Preprocessor, Tok};
use rucc_session::{Preinclude, SearchPath};

use crate::diagnostics::Diagnostic;
use crate::source::Source;
pub use files::{Headers, MemoryHeaders};
use main_file::MainFile;

/// One `-D` or `-U`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// `NAME` or `NAME=VALUE`, as behind `-D`.
    Define(String),
    /// `NAME`, as behind `-U`.
    Undefine(String),
}

/// What the compiler that will compile the output knows before it reads the
/// file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// Lines of `#define`, as `cc -dM -E` prints them.
    pub predefined: String,
    /// Folders for `#include "…"` alone (`-iquote`).
    pub quote: Vec<PathBuf>,
    /// Folders for both forms of `#include` (`-I`).
    pub bracket: Vec<PathBuf>,
    /// Folders whose headers are not the user's (`-isystem`, and the
    /// compiler's own); there are no warnings about what is in them.
    pub system: Vec<PathBuf>,
    /// `-D` and `-U`, in the order in which they were given.
    pub definitions: Vec<Definition>,
    /// Headers to read before the file (`-include`).
    pub includes: Vec<String>,
}

/// A file after preprocessing.
///
/// All ranges are bytes of [`Source::text`], in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Preprocessed {
    /// What the compiler would see. A `#pragma` line, and a `_Pragma` after
    /// it, is among them as the tokens `#`, `pragma` and so on, unexpanded;
    /// the token after it starts a line.
    pub tokens: Vec<PpToken>,
    /// With an error among them the tokens are not what a compiler would see.
    pub diagnostics: Vec<Diagnostic>,
    /// The headers that were read, each once, in the order of reading.
    pub headers: Vec<HeaderInfo>,
    /// The macros that are defined at the end of the file, by name, without
    /// those that the compiler predefines.
    pub macros: Vec<MacroInfo>,
    /// Every outermost invocation of a macro in the file's active text, those
    /// included that leave no token.
    pub invocations: Vec<Invocation>,
    /// Every directive, from its `#` to its last token, those included that
    /// stand in inactive text.
    pub directives: Vec<Range<usize>>,
    /// What conditionals leave out: from behind the line of the directive
    /// that begins the branch to the `#` of the one that ends it.
    pub inactive: Vec<Range<usize>>,
}

/// A token after preprocessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PpToken {
    pub kind: PpKind,
    /// The spelling, without line splices; digraphs and trigraphs are spelled
    /// as what they stand for.
    pub text: Arc<str>,
    pub place: Place,
    /// Whether white space or a comment comes before it. In a token of an
    /// expansion that is the spacing that `cc -E` prints.
    pub space_before: bool,
    /// Whether it is the first of its line.
    pub starts_line: bool,
}

/// What a preprocessing token is. Keywords are identifiers here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PpKind {
    Identifier,
    /// A preprocessing number, which may be no number of C.
    Number,
    Character,
    String,
    Punctuator,
    /// What is none of these, such as `@` or a quote that nothing closes.
    Other,
}

/// Where a token comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is written in the file: its bytes.
    Source(Range<usize>),
    /// It came out of a macro that the file invokes, or out of a `_Pragma`
    /// or a `__has_…` operator.
    Expansion {
        /// From the macro's name to the last token that it consumed: in most
        /// cases its closing parenthesis.
        invocation: Range<usize>,
        /// The macro that the file names; what it expands to may invoke others.
        name: Arc<str>,
        /// Where the token is spelled, if it is in this file: in an argument,
        /// or in a `#define`. Nothing for one that `#` or `##` made.
        spelled: Option<Range<usize>>,
        /// Whether it is spelled in the invocation itself: an argument that
        /// went through.
        in_arguments: bool,
    },
    /// It is from a header, or from a macro that a header invokes.
    Header {
        /// The `#include` of the file through which it came, an empty range at
        /// the beginning for a header that the command line includes.
        include: Range<usize>,
        /// The header's name as the search found it.
        file: Arc<str>,
        /// Counted from 1.
        line: u32,
        /// Whether it came with the system.
        system: bool,
    },
}

impl Place {
    /// The stretch of the file that the token stands for.
    pub fn in_file(&self) -> Range<usize> {
        match self {
            Place::Source(range) => range.clone(),
            Place::Expansion { invocation, .. } => invocation.clone(),
            Place::Header { include, .. } => include.clone(),
        }
    }
}

/// A header that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderInfo {
    /// Its path, below the folder of the search path where it was found.
    pub path: PathBuf,
    pub system: bool,
}

/// A macro at the end of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroInfo {
    pub name: Arc<str>,
    /// Whether it takes arguments, be they none.
    pub function_like: bool,
    /// Where it was defined.
    pub defined: DefinedAt,
}

/// Where a macro was defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefinedAt {
    /// In the file; bytes of its name.
    Source(Range<usize>),
    Header {
        file: Arc<str>,
        line: u32,
        system: bool,
    },
    CommandLine,
}

/// An invocation of a macro, or a `_Pragma`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    pub range: Range<usize>,
    pub name: Arc<str>,
    /// Whether the token list has anything of it.
    pub leaves_tokens: bool,
}

/// The stack of the thread that expands. `rucc_pp` recurses on nested
/// invocations and on `#if` expressions; `growth` and `main_file` bound how
/// deep, and this much holds it. Only what is touched is ever allocated.
const STACK: usize = 256 << 20;

/// The most tokens that a file may come to.
const MAX_TOKENS: usize = 16_000_000;

/// Preprocesses a file as the compiler of `environment` would.
///
/// `source.name()` is the file's path: `#include "…"` looks beside it first.
pub fn preprocess(source: &Source, environment: &Environment, headers: &dyn Headers) -> Preprocessed {
    let run = || Run::new(source, environment).preprocess(environment, headers);
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("preprocessor".into())
            .stack_size(STACK)
            .spawn_scoped(scope, run)
            // A panic of the crate must not take the caller's other files
            // with it.
            .map_or(None, |thread| thread.join().ok())
    })
    .unwrap_or_else(|| Preprocessed { diagnostics: vec![report::broke_off()], ..Preprocessed::default() })
}

/// One run over one file.
struct Run<'s> {
    source: &'s Source,
    options: Options,
    interner: Interner,
    sources: SourceMap,
    preprocessor: Preprocessor,
}

impl<'s> Run<'s> {
    fn new(source: &'s Source, environment: &Environment) -> Self {
        Run {
            source,
            options: options(&environment.predefined),
            interner: Interner::new(),
            sources: SourceMap::new(),
            preprocessor: Preprocessor::new(),
        }
    }

    fn preprocess(mut self, environment: &Environment, headers: &dyn Headers) -> Preprocessed {
        let text = self.source.text();
        let limits = files::Limits::new(environment, self.options, self.source);
        if let Some(refusal) = limits.refusal() {
            return failed(report::refused(&refusal));
        }
        let main = MainFile::new(text, self.options, &mut self.interner);
        let reader = files::Reader::new(headers, limits);
        let Ok((tokens, start)) = self.expand(&main, environment, &reader) else {
            return failed(report::too_large());
        };
        if let Some(refusal) = reader.refusal() {
            return failed(report::refused(&refusal));
        }
        if tokens.len() > MAX_TOKENS {
            return failed(report::too_large());
        }
        places::Survey {
            main: &main,
            start,
            interner: &self.interner,
            sources: &self.sources,
            preprocessor: &self.preprocessor,
            tokens: &tokens,
        }
        .result()
    }

    /// The expanded tokens, and where the file begins in the source map.
    fn expand(
        &mut self,
        main: &MainFile,
        environment: &Environment,
        reader: &files::Reader<'_>,
    ) -> Result<(Vec<Tok>, u32), rucc_diag::SourceMapFull> {
        let search = search_path(environment);
        let predefined = self.sources.add(report::BUILT_IN, predefined(environment).into_bytes())?;
        let command_line = self.sources.add(report::COMMAND_LINE, command_line(environment).into_bytes())?;
        let file = self.sources.add(self.source.name(), main.marked_text().as_bytes().to_vec())?;
        let start = self.sources.file(file).start;
        let mut cx = Context::new(&mut self.interner, &mut self.sources, reader, &search);
        cx.lex = self.options;
        for (name, builtin) in Builtin::ALL {
            let name = cx.interner.intern(name);
            let at = cx.sources.file(predefined).start;
            self.preprocessor.macros_mut().define_builtin(name, builtin, Span::new(at, at));
        }
        self.preprocessor.run(predefined, &mut cx);
        self.preprocessor.run(command_line, &mut cx);
        let mut tokens = Vec::new();
        self.preprocessor.preinclude(&preincludes(environment), &mut tokens, &mut cx)?;
        tokens.append(&mut self.preprocessor.run(file, &mut cx));
        Ok((tokens, start))
    }
}

fn failed(diagnostic: Diagnostic) -> Preprocessed {
    Preprocessed { diagnostics: vec![diagnostic], ..Preprocessed::default() }
}

/// What the language standard says of the characters of a file, which the
/// predefined macros tell: a strict standard before C23 has trigraphs, the
/// strict first one has no `//`, and C23 has `'` in numbers.
fn options(predefined: &str) -> Options {
    let value = |name: &str| {
        predefined
            .lines()
            .find_map(|line| line.strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' '))
    };
    let strict = value("__STRICT_ANSI__").is_some();
    let version: Option<u32> = value("__STDC_VERSION__").and_then(|v| v.trim_end_matches('L').parse().ok());
    let c23 = version.is_some_and(|v| v > 201_710);
    let mut options = Options::new();
    options.trigraphs = strict && !c23;
    options.line_comments = !strict || version.is_some_and(|v| v >= 199_901);
    options.digit_separators = c23;
    options
}

/// The compiler's macros, but for those that `rucc_pp` answers itself, and
/// with what this translator is instead of what the compiler is: OpenMP 2.5.
fn predefined(environment: &Environment) -> String {
    let mut text = String::with_capacity(environment.predefined.len() + 128);
    for line in environment.predefined.lines() {
        let rest = line.strip_prefix("#define ").unwrap_or_default();
        let name = rest.split([' ', '(']).next().unwrap_or_default();
        let ours = name == "_OPENMP" || name.starts_with("__has_");
        if !ours && !Builtin::ALL.iter().any(|(builtin, _)| *builtin == name) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text.push_str("#define _OPENMP 200505\n");
    // The compiler that reads the output fills these in; what stands here is
    // what gcc writes where it does not know the time.
    text.push_str("#define __DATE__ \"??? ?? ????\"\n#define __TIME__ \"??:??:??\"\n");
    text.push_str("#define __TIMESTAMP__ \"??? ??? ?? ??:??:?? ????\"\n");
    text
}

/// `-D` and `-U` as the directives that they stand for.
fn command_line(environment: &Environment) -> String {
    let line = |definition: &Definition| match definition {
        Definition::Define(text) => match text.split_once('=') {
            Some((name, value)) => format!("#define {name} {value}\n"),
            None => format!("#define {text} 1\n"),
        },
        Definition::Undefine(name) => format!("#undef {name}\n"),
    };
    // A definition that ends in a backslash splices no other to itself.
    environment.definitions.iter().map(|definition| line(definition).replace("\\\n", "\\ \n\n")).collect()
}

fn preincludes(environment: &Environment) -> Vec<Preinclude> {
    let include = |name: &String| Preinclude { name: name.clone(), macros_only: false };
    environment.includes.iter().map(include).collect()
}

fn search_path(environment: &Environment) -> SearchPath {
    let mut search = SearchPath::new();
    environment.quote.iter().for_each(|folder: &PathBuf| search.push_quote(folder.as_path()));
    environment.bracket.iter().for_each(|folder| search.push_bracket(folder.as_path()));
    environment.system.iter().for_each(|folder| search.push_system(folder.as_path()));
    search.remove_duplicates();
    search
}

/// Whether a path lies in one of the folders.
fn is_below(path: &Path, folders: &[PathBuf]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}
