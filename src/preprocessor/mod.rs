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
//! # How to read the result
//!
//! A file of a few lines has twenty thousand tokens behind its `#include`s, so
//! a [`PpToken`] is 24 bytes that are copied, and refers to the rest by number.
//! [`Preprocessed`] answers what it stands for:
//!
//! | of a token | asks for |
//! | --- | --- |
//! | `result.text(&token)` | its spelling; `token.word == result.word("omp")` compares it faster |
//! | `token.kind`, `.space_before`, `.starts_line` | what the fields say |
//! | `result.range(&token)` | the bytes of the file that it stands for, wherever it is from |
//! | `token.place` | [`Place`]: written in the file, made by a macro, or from a header |
//! | `result.invocation(&token)` | the invocation that made it, with its name and bytes |
//! | `result.spelled(&token)`, `.in_arguments(&token)` | where a token that a macro made is spelled |
//! | `result.header(&token)` | the [`Inclusion`] that it is from; `result.line(&token)` its line there |
//!
//! Names of macros and invocations are [`Word`]s too: `result.name(word)`.
//!
//! The expansion itself is done by the crate `rucc_pp`, which reads no file
//! and keeps for each token where it is spelled and which name in the file
//! began its expansion. The rest is found out here:
//!
//! | file | what it knows |
//! | --- | --- |
//! | `main_file` | the file's own tokens and lines, and a way to see which conditional branches are taken |
//! | `places` | where each token comes from, and how far each invocation reaches |
//! | `header_pragmas` | macros in the pragmas of headers |
//! | `pragma_operator` | `_Pragma` in the arguments of an invocation |
//! | `files` | reading headers: through [`Headers`], each once, and no more than is reasonable |
//! | `rescan` | macros that an outer one expands once more, where `rucc_pp` does not |
//! | `words` | spellings by number |
//! | `growth` | refusing macros that would expand beyond all bounds before they do |
//! | `report` | the preprocessor's complaints as [`Diagnostic`]s |
//!
//! Nothing here reads the disk, and nothing here panics or runs for long on
//! any input: a file that includes itself, or a chain of macros each of which
//! doubles the last, is an error with a place.

mod files;
mod growth;
mod header_pragmas;
pub mod inclusion;
mod line_ends;
mod main_file;
pub mod needed;
mod places;
mod pragma_copies;
mod pragma_marks;
mod pragma_operator;
mod refusal;
mod report;
mod rescan;
#[cfg(test)]
mod tests;
mod words;

use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rucc_base::Interner;
use rucc_diag::{SourceBytes, SourceMap, Span};
use rucc_lex::{Options, PpTokenKind, Punct, TokenFlags};
use rucc_pp::{Builtin, Context, Preprocessor, Tok};
use rucc_session::{Preinclude, SearchPath};

use crate::diagnostics::Diagnostic;
use crate::source::Source;
pub use files::{Headers, MemoryHeaders};
use main_file::MainFile;
pub use words::Word;
use words::Words;

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
    /// Whether `_OPENMP` is that of 2.5, which is what the thesis's dialect translates.
    pub is_openmp_2_5: bool,
    /// Whether objects may be accessed by any type (`-fno-strict-aliasing`).
    pub has_untyped_memory: bool,
}

impl Environment {
    /// What `_OPENMP` is defined as (specification, 3.3): the month of the version that is translated.
    pub fn openmp(&self) -> u32 {
        if self.is_openmp_2_5 { 200_505 } else { 201_511 }
    }

    /// What the compiler defines a macro without parameters as.
    pub fn predefined_macro(&self, name: &str) -> Option<&str> {
        let mut definitions = self.predefined.lines().filter_map(|line| line.strip_prefix("#define "));
        definitions.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))
    }

    /// The value of one that is a number, without the suffix.
    pub fn predefined_number(&self, name: &str) -> Option<u32> {
        self.predefined_macro(name)?.trim_end_matches('L').parse().ok()
    }

    /// Whether `inline` means what it did in GNU C before C99: a definition without `extern` is there for other files.
    pub fn has_gnu_inline(&self) -> bool {
        self.predefined_number("__GNUC_GNU_INLINE__").is_some()
    }

    /// Whether enumerators that fit an `int` have this type though others of their enumeration do not fit: so in gcc before
    /// version 13 and in clang, which says that it is gcc 4, before C23.
    pub fn has_int_enumerators(&self) -> bool {
        let is_old = self.predefined_number("__GNUC__").is_some_and(|version| version < 13);
        let is_new_clang = self.predefined_number("__clang_major__").is_some_and(|version| version >= 20);
        let is_c23 = self.predefined_number("__STDC_VERSION__").is_some_and(|version| version >= 202_311);
        is_old && !(is_new_clang && is_c23)
    }
}

/// A file after preprocessing.
///
/// All ranges are bytes of [`Source::text`], in the order of the text. The
/// module's own page has a table of the questions it answers.
#[derive(Clone, Debug, Default)]
pub struct Preprocessed {
    /// What the compiler would see. A `#pragma` line, and a `_Pragma` after
    /// it, is among them as the tokens `#`, `pragma` and so on, and the token
    /// after it starts a line. In those of `omp` and `gpump` macros are
    /// replaced.
    pub tokens: Vec<PpToken>,
    /// With an error among them the tokens are not what a compiler would see.
    pub diagnostics: Vec<Diagnostic>,
    /// The headers that were read, each once, in the order of reading.
    pub headers: Vec<HeaderInfo>,
    /// The macros that are defined at the end of the file, in the order of
    /// their names' [`Word`]s, without those that the compiler predefines.
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
    /// Every time that a file was read, in that order; [`Place::Header`]
    /// counts them. The file itself is among them, and so are what the
    /// compiler predefines and the command line, under names in `<…>`.
    pub inclusions: Vec<Inclusion>,
    words: Words,
}

impl Preprocessed {
    /// A token's spelling, without line splices; digraphs and trigraphs are
    /// spelled as what they stand for.
    pub fn text(&self, token: &PpToken) -> &str {
        self.words.text(token.word)
    }

    /// A word's spelling. A word of another result is another spelling, or
    /// none.
    pub fn name(&self, word: Word) -> &str {
        self.words.text(word)
    }

    /// The word with this spelling, if it occurs anywhere in the file, its
    /// headers or its macros.
    pub fn word(&self, text: &str) -> Option<Word> {
        self.words.find(text)
    }

    /// The stretch of the file that a token stands for: its own bytes, the
    /// invocation that made it, or the `#include` through which it came.
    pub fn range(&self, token: &PpToken) -> Range<usize> {
        match token.place {
            Place::Source { start, end } => start as usize..end as usize,
            Place::Expansion { invocation, .. } => self.invocations[invocation as usize].range.clone(),
            Place::Header { inclusion, .. } => self.inclusions[inclusion as usize].include.clone(),
        }
    }

    /// The invocation that made a token.
    pub fn invocation(&self, token: &PpToken) -> Option<&Invocation> {
        let Place::Expansion { invocation, .. } = token.place else { return None };
        self.invocations.get(invocation as usize)
    }

    /// Where a token that a macro made is spelled, if it is in this file: in an
    /// argument, or in a `#define`. `None` for one that `#` or `##` made.
    pub fn spelled(&self, token: &PpToken) -> Option<Range<usize>> {
        let Place::Expansion { start, end, .. } = token.place else { return None };
        (start < end).then_some(start as usize..end as usize)
    }

    /// Whether a token is spelled in the invocation that made it: an argument
    /// that went through.
    pub fn in_arguments(&self, token: &PpToken) -> bool {
        let within = |range: Range<usize>, spelled: Range<usize>| {
            range.start < spelled.start && spelled.end <= range.end
        };
        self.spelled(token).is_some_and(|spelled| within(self.range(token), spelled))
    }

    /// The reading of a header that a token is from, or of one whose text
    /// invoked the macro that made it.
    pub fn header(&self, token: &PpToken) -> Option<&Inclusion> {
        let Place::Header { inclusion, .. } = token.place else { return None };
        self.inclusions.get(inclusion as usize)
    }

    /// The reading of a header that a token comes from, and its byte there.
    fn header_of(&self, token: &PpToken) -> Option<(&Inclusion, u32)> {
        let Place::Header { inclusion, offset } = token.place else { return None };
        Some((self.inclusions.get(inclusion as usize)?, offset))
    }

    /// The line of its header on which a token stands, from 1.
    pub fn line(&self, token: &PpToken) -> Option<usize> {
        self.header_of(token).map(|(header, offset)| header.line(offset))
    }

    /// Whether a token is from a header that came with the system.
    pub fn is_system(&self, token: &PpToken) -> bool {
        self.header_of(token).is_some_and(|(header, offset)| header.is_system(offset))
    }

    /// Whether a token is from a header of the program's own.
    pub fn is_own(&self, token: &PpToken) -> bool {
        self.header_of(token).is_some_and(|(header, offset)| !header.of_library && !header.is_system(offset))
    }

    /// The macro of this name at the end of the file, unless it is predefined.
    pub fn macro_named(&self, name: &str) -> Option<&MacroInfo> {
        let word = self.word(name)?;
        self.macros.binary_search_by_key(&word, |info| info.name).ok().map(|at| &self.macros[at])
    }
}

/// A token after preprocessing. [`Preprocessed`] tells what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PpToken {
    /// The spelling.
    pub word: Word,
    pub place: Place,
    pub kind: PpKind,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is written in the file: its bytes.
    Source { start: u32, end: u32 },
    /// It came out of a macro that the file invokes, or out of a `_Pragma`
    /// or a `__has_…` operator.
    Expansion {
        /// Which of [`Preprocessed::invocations`].
        invocation: u32,
        /// What [`Preprocessed::spelled`] answers; empty for nowhere.
        start: u32,
        end: u32,
    },
    /// It is from a header, or from a macro that a header invokes.
    Header {
        /// Which of [`Preprocessed::inclusions`].
        inclusion: u32,
        /// The byte of that file.
        offset: u32,
    },
}

/// One reading of a file.
#[derive(Clone, Debug)]
pub struct Inclusion {
    /// The header's name as the search found it.
    pub file: String,
    /// The `#include` of the file through which it came, an empty range at
    /// the beginning for a header that the command line includes.
    pub include: Range<usize>,
    /// Which of [`Preprocessed::inclusions`] is the system's header that the program includes and that brings this one
    /// along; `None` if the program includes this one itself.
    pub comes_with: Option<usize>,
    /// What stands between the brackets of the `#include` that read it, if one with brackets did.
    pub bracketed: Option<String>,
    /// Whether it counts as a library's: read by an `#include` with brackets, or by one in such a header.
    pub of_library: bool,
    /// From which of its bytes on it counts as the system's.
    system_from: u32,
    text: SourceBytes,
}

impl Inclusion {
    /// The line of a byte.
    fn line_at(&self, offset: u32) -> Option<&str> {
        let text = self.text.as_slice();
        let (before, after) = text.split_at_checked(offset as usize)?;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let length = after.iter().position(|&byte| byte == b'\n').unwrap_or(after.len());
        std::str::from_utf8(&text[start..before.len() + length]).ok()
    }

    /// The line of a byte, from 1.
    pub fn line(&self, offset: u32) -> usize {
        let text = self.text.as_slice();
        1 + text[..text.len().min(offset as usize)].iter().filter(|&&byte| byte == b'\n').count()
    }

    /// The lines of it that are not the system's; those of the file itself and
    /// of what is no file are not given.
    pub fn own_lines(&self) -> impl Iterator<Item = &str> {
        let text = if self.include.is_empty() { &[] } else { self.text.as_slice() };
        lines(&text[..text.len().min(self.system_from as usize)])
    }

    /// Those that are.
    pub fn system_lines(&self) -> impl Iterator<Item = &str> {
        lines(self.text.as_slice().get(self.system_from as usize..).unwrap_or_default())
    }

    /// Whether what stands at a byte came with the system.
    pub fn is_system(&self, offset: u32) -> bool {
        offset >= self.system_from
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &str> {
    text.split(|&byte| byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok())
}

/// The header of a line `#include <header>`.
pub fn bracket_inclusion(line: &str) -> Option<&str> {
    behind_include(line)?.strip_prefix('<')?.split_once('>').map(|(name, _)| name)
}

/// That of a line `#include "header"`.
pub fn quoted_inclusion(line: &str) -> Option<&str> {
    behind_include(line)?.strip_prefix('"')?.split_once('"').map(|(name, _)| name)
}

fn behind_include(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
    Some(rest.trim_start())
}

/// A header that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderInfo {
    /// Its path, below the folder of the search path where it was found.
    pub path: PathBuf,
    pub system: bool,
}

/// A macro at the end of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MacroInfo {
    pub name: Word,
    /// Whether it takes arguments, be they none.
    pub function_like: bool,
    /// Where it was defined.
    pub defined: DefinedAt,
}

/// Where a macro was defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefinedAt {
    /// In the file; bytes of its name.
    Source {
        start: u32,
        end: u32,
    },
    /// In a header; as in [`Place::Header`].
    Header {
        inclusion: u32,
        offset: u32,
    },
    CommandLine,
}

/// An invocation of a macro, or a `_Pragma`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// From the macro's name to the last token that it consumed: in most
    /// cases its closing parenthesis.
    pub range: Range<usize>,
    /// The macro that the file names; what it expands to may invoke others.
    pub name: Word,
    /// Whether the token list has anything of it.
    pub leaves_tokens: bool,
}

/// The stack of the thread that expands. `rucc_pp` recurses on nested
/// invocations and on `#if` expressions; `growth` and `main_file` bound how
/// deep, and this much holds it. Only what is touched is ever allocated.
const STACK: usize = 256 << 20;

/// The most bytes of a file.
const MAX_TEXT: usize = 1 << 30;

/// The most tokens that a file may come to.
const MAX_TOKENS: usize = 64_000_000;

/// Preprocesses a file as the compiler of `environment` would.
///
/// `source.name()` is the file's path: `#include "…"` looks beside it first.
pub fn preprocess(source: &Source, environment: &Environment, headers: &dyn Headers) -> Preprocessed {
    let attempt = |hides| Run::new(source, environment).preprocess(environment, headers, hides);
    let run = || attempt(true).or_else(|| attempt(false));
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("preprocessor".into())
            .stack_size(STACK)
            .spawn_scoped(scope, run)
            // A panic of the crate must not take the caller's other files
            // with it.
            .map_or(None, |thread| thread.join().ok().flatten())
    })
    .unwrap_or_else(|| failed(report::broke_off()))
}

/// One run over one file.
struct Run<'s> {
    source: &'s Source,
    options: Options,
    interner: Interner,
    sources: SourceMap,
    preprocessor: Preprocessor,
}

/// The expanded tokens, and where the file begins in the source map.
type Expanded = (Vec<Tok>, u32);

impl<'s> Run<'s> {
    fn new(source: &'s Source, environment: &Environment) -> Self {
        Run {
            source,
            options: options(environment),
            interner: Interner::new(),
            sources: SourceMap::new(),
            preprocessor: Preprocessor::new(),
        }
    }

    /// `hides` says whether to use the way around that `pragma_operator` knows;
    /// nothing comes back if it turns out that it must not be used.
    fn preprocess(
        mut self,
        environment: &Environment,
        headers: &dyn Headers,
        hides: bool,
    ) -> Option<Preprocessed> {
        let text = self.source.text();
        // The source map counts to 2³², and the headers want some of it.
        if text.len() >= MAX_TEXT {
            return Some(failed(report::too_large()));
        }
        let mut main = MainFile::new(self.source, self.options, &mut self.interner);
        let limits = files::Limits::new(environment, self.options, &main, &self.interner);
        if let Some(refusal) = limits.refusal() {
            return Some(failed(report::refused(&refusal)));
        }
        let reader = files::Reader::new(headers, limits, hides);
        let Ok((mut tokens, start)) = self.expand(&mut main, environment, &reader, hides) else {
            return Some(failed(report::too_large()));
        };
        if let Some(refusal) = reader.refusal() {
            return Some(failed(report::refused(&refusal)));
        }
        if tokens.len() > MAX_TOKENS {
            return Some(failed(report::too_large()));
        }
        if hides && pragma_operator::is_hidden(&self.interner) {
            if pragma_operator::is_redefined(&self.interner, self.preprocessor.macros()) {
                return None;
            }
            tokens = pragma_operator::restore(&tokens, self.options, &mut self.interner);
        }
        let macros = self.preprocessor.macros();
        rescan::expand_again(&mut tokens, macros, self.options, &mut self.interner, &self.sources);
        if self.replace_in_pragmas(&mut tokens, environment, &reader).is_err() {
            return Some(failed(report::too_large()));
        }
        let survey = places::Survey {
            main: &main,
            start,
            sources: &self.sources,
            preprocessor: &self.preprocessor,
            tokens: &tokens,
        };
        Some(survey.result(self.interner))
    }

    /// Replaces macros in the directives that `_Pragma` made, which come out as they are written. Of those that have no copy
    /// ([`pragma_copies`]), the definitions that hold at the end of the file count.
    fn replace_in_pragmas(
        &mut self,
        tokens: &mut Vec<Tok>,
        environment: &Environment,
        reader: &files::Reader<'_>,
    ) -> Result<(), rucc_diag::SourceMapFull> {
        let done = pragma_copies::put_in(tokens, &mut self.interner);
        let Some((pragma, families)) = self.interner.find("pragma").zip(self.families()) else {
            return Ok(());
        };
        let search = search_path(environment);
        let mut at = 0;
        // How many tokens there are more than before.
        let mut added = 0_isize;
        while let Some(found) = tokens[at..].windows(3).position(|window| {
            window[0].is(Punct::Hash)
                && window[0].flags.has(TokenFlags::START_OF_LINE)
                && window[1].value == Some(pragma)
                && window[2].value.is_some_and(|family| families.contains(&family))
        }) {
            let start = (at + found + 3).min(tokens.len());
            let is_next = |token: &Tok| token.flags.has(TokenFlags::START_OF_LINE);
            let end = tokens[start..].iter().position(is_next).map_or(tokens.len(), |length| start + length);
            let is_done =
                (at + found).checked_add_signed(-added).is_some_and(|before| done.contains(&before));
            at = end;
            let macros = self.preprocessor.macros();
            let is_macro = |token: &Tok| {
                token.kind == PpTokenKind::Ident && token.value.is_some_and(|name| macros.is_defined(name))
            };
            if is_done || !tokens[start..end].iter().any(is_macro) {
                continue;
            }
            let spelled = |token: &Tok| words::spelled(token.kind, token.value, &self.interner);
            let text = tokens[start..end].iter().map(spelled).collect::<Vec<_>>().join(" ");
            let like = tokens[start];
            let file = self.sources.add(report::PRAGMA, text.into_bytes())?;
            let mut cx = Context::new(&mut self.interner, &mut self.sources, reader, &search);
            cx.lex = self.options;
            let mut replaced = self.preprocessor.run(file, &mut cx);
            for token in &mut replaced {
                (token.span, token.expansion) = (like.span, like.expansion);
                token.flags = token.flags.without(TokenFlags::START_OF_LINE).with(TokenFlags::LEADING_SPACE);
            }
            at = start + replaced.len();
            added += at as isize - end as isize;
            tokens.splice(start..end, replaced);
        }
        Ok(())
    }

    /// The first words of pragmas in which macros are replaced.
    fn families(&self) -> Option<Vec<rucc_base::Symbol>> {
        let found: Vec<_> = ["omp", "gpump"].iter().filter_map(|word| self.interner.find(word)).collect();
        (!found.is_empty()).then_some(found)
    }

    fn expand(
        &mut self,
        main: &mut MainFile,
        environment: &Environment,
        reader: &files::Reader<'_>,
        hides: bool,
    ) -> Result<Expanded, rucc_diag::SourceMapFull> {
        let search = search_path(environment);
        let predefined = self.sources.add(report::BUILT_IN, predefined(environment).into_bytes())?;
        let command_line = self.sources.add(report::COMMAND_LINE, command_line(environment).into_bytes())?;
        let mut text = main.take_marked_text().into_bytes();
        if hides {
            pragma_operator::hide(&mut text, self.options);
        }
        let file = self.sources.add(self.source.name(), text)?;
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
        let mut rest = self.preprocessor.run(file, &mut cx);
        // A large file's tokens are not copied for a header that is not there.
        if tokens.is_empty() {
            tokens = rest;
        } else {
            tokens.append(&mut rest);
        }
        Ok((tokens, start))
    }
}

fn failed(diagnostic: Diagnostic) -> Preprocessed {
    Preprocessed { diagnostics: vec![diagnostic], ..Preprocessed::default() }
}

/// What the language standard says of the characters of a file, which the
/// predefined macros tell: a strict standard before C23 has trigraphs, the
/// strict first one has no `//`, and C23 has `'` in numbers.
fn options(environment: &Environment) -> Options {
    let strict = environment.predefined_macro("__STRICT_ANSI__").is_some();
    let version = environment.predefined_number("__STDC_VERSION__");
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
    let _ = writeln!(text, "#define _OPENMP {}", environment.openmp());
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
