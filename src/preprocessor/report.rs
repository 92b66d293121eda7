//! The preprocessor's complaints in the form of all others.
//!
//! | code | what |
//! | --- | --- |
//! | E0110 | a header that is not there |
//! | E0111 | `#error` |
//! | E0112 | a conditional without its beginning or end |
//! | E0113 | an `#if` that cannot be decided |
//! | E0114 | an invocation that does not fit its macro |
//! | E0115 | any other directive that is not well formed |
//! | E0116 | headers that include each other without end |
//! | E0117 | more than can be held |
//! | E0105 | a comment or a quotation without its end |
//! | E0119 | a failure of the preprocessor itself |
//! | W0110 | `#warning` |
//! | W0111 | a macro that is defined again, otherwise |
//! | W0112 | what compilers warn about too |

use std::ops::Range;

use rucc_diag::{Severity, SourceMap, Span};

use super::main_file::MainFile;
use super::pragma_operator::restored_message;
use super::refusal::Refusal;
use crate::diagnostics::Diagnostic;

/// What the files that are no files are called.
pub const BUILT_IN: &str = "<built-in>";
pub const COMMAND_LINE: &str = "<command-line>";
pub const PRAGMA: &str = "<pragma>";

const UNCLOSED_COMMENT: &str = "a comment without an end";

/// How many are worth reading.
const MOST: usize = 100;

/// What a place of the source map is to the reader of the main file.
pub struct Translator<'r, 't> {
    pub main: &'r MainFile<'t>,
    pub start: u32,
    pub sources: &'r SourceMap,
}

impl Translator<'_, '_> {
    /// All of them, the ones that gcc would keep to itself left out.
    pub fn diagnostics(&self, all: &[rucc_diag::Diagnostic]) -> Vec<Diagnostic> {
        let quiet = |d: &rucc_diag::Diagnostic| {
            !d.severity.is_fatal() && (self.is_synthetic(d.span) || self.sources.is_system(d.span.lo))
        };
        let kept = all.iter().filter(|d| !quiet(d) && !self.is_accepted(d));
        kept.take(MOST).map(|d| self.diagnostic(d)).collect()
    }

    /// Whether compilers accept what `rucc_pp` does not: directives of old that
    /// mean nothing to the program, and line numbers beyond the standard's.
    fn is_accepted(&self, diagnostic: &rucc_diag::Diagnostic) -> bool {
        match diagnostic.code {
            Some("E0332") => {
                matches!(self.spelled(diagnostic.span), b"ident" | b"sccs" | b"assert" | b"unassert")
            }
            _ => diagnostic.message == "`#line` number is out of range",
        }
    }

    /// The bytes of a place in any file.
    fn spelled(&self, span: Span) -> &[u8] {
        let Some(file) = self.sources.lookup_file(span.lo).map(|file| self.sources.file(file)) else {
            return b"";
        };
        let at = |place: u32| place.saturating_sub(file.start) as usize;
        file.bytes().get(at(span.lo)..at(span.hi)).unwrap_or_default()
    }

    fn diagnostic(&self, original: &rucc_diag::Diagnostic) -> Diagnostic {
        let mut span = self.span(original.span);
        let (code, message) = words(original);
        if message == UNCLOSED_COMMENT {
            span.end = span.end.min(span.start + 2);
            return Diagnostic::error(code, message, span).label("begins here");
        }
        let mut diagnostic = if original.severity.is_fatal() {
            Diagnostic::error(code, message, span)
        } else {
            Diagnostic::warning(code, message, span)
        };
        if self.in_main(original.span).is_none()
            && let Some(place) = self.elsewhere(original.span)
        {
            diagnostic = diagnostic.note(format!("at {place}"));
        }
        for child in &original.children {
            // The folder of a file that was named without one.
            let message = child.message.replace("searched: ,", "searched: .,");
            diagnostic = match (self.in_main(child.span), self.elsewhere(child.span)) {
                // What is said of the same place needs no place.
                _ if child.span == original.span => diagnostic.note(message),
                (Some(span), _) => diagnostic.note_at(span, message),
                (None, Some(place)) => diagnostic.note(format!("{message}: {place}")),
                (None, None) => diagnostic.note(message),
            };
        }
        diagnostic
    }

    /// The place in the main file: for what is in a header, the `#include`
    /// through which it came.
    fn span(&self, span: Span) -> Range<usize> {
        self.in_main(span).unwrap_or_else(|| self.include_of(span.lo))
    }

    /// The directive of the main file through which a place was read; an empty
    /// range at the beginning if the command line did it.
    pub fn include_of(&self, at: u32) -> Range<usize> {
        let outermost = self.sources.include_stack(at).last().copied();
        outermost.and_then(|span| self.in_main(span)).unwrap_or(0..0)
    }

    /// A place in the main file, a directive as a whole.
    pub fn in_main(&self, span: Span) -> Option<Range<usize>> {
        let length = self.main.marked_length();
        let place = |at: u32| (at as usize).checked_sub(self.start as usize).filter(|&at| at <= length);
        if span.is_dummy() {
            return None;
        }
        let start = self.main.unmarked(place(span.lo)?);
        let end = place(span.hi).map_or(start, |end| self.main.unmarked(end));
        let text = self.main.text();
        let range = text.floor_char_boundary(start)..text.ceil_char_boundary(end.max(start));
        let hash = &text[range.clone()] == "#";
        let directive = self.main.directive_at(start).filter(|directive| hash && directive.start == start);
        Some(directive.unwrap_or(range))
    }

    /// File and line of a place outside the main file.
    fn elsewhere(&self, span: Span) -> Option<String> {
        if span.is_dummy() || self.in_main(span).is_some() {
            return None;
        }
        let location = self.sources.lookup(span.lo)?;
        let file = self.sources.file(location.file);
        Some(if file.name == BUILT_IN || file.name == COMMAND_LINE {
            file.name.clone()
        } else {
            format!("{}:{}", file.name, location.line)
        })
    }

    fn is_synthetic(&self, span: Span) -> bool {
        let file = self.sources.lookup_file(span.lo).map(|file| self.sources.file(file));
        file.is_some_and(|file| file.name == BUILT_IN)
    }
}

/// Code and message.
fn words(original: &rucc_diag::Diagnostic) -> (&'static str, String) {
    let message = restored_message(&original.message);
    let code = original.code.unwrap_or_default();
    if original.severity == Severity::Warning {
        return match code {
            "W0331" | "W0335" => ("W0110", format!("#warning: {message}")),
            "W0301" => ("W0111", message),
            _ => ("W0112", message),
        };
    }
    match code {
        "E0341" => ("E0110", message),
        "E0338" => ("E0111", format!("#error: {message}")),
        "E0810" | "E0811" => ("E0111", message),
        "E0330" | "E0333" | "E0334" => ("E0112", message),
        "E0320" | "E0321" | "E0322" | "E0323" | "E0324" | "E0325" | "E0326" | "E0335" | "E0336" => {
            ("E0113", message)
        }
        "E0311" | "E0312" | "E0313" => ("E0114", message),
        "E0342" => ("E0116", message),
        "E0310" | "E0344" => ("E0117", message),
        "" if message.starts_with("unterminated comment") => ("E0105", UNCLOSED_COMMENT.to_owned()),
        "" => ("E0105", message),
        _ => ("E0115", message),
    }
}

/// The file was not preprocessed at all, for its own good.
pub fn refused(refusal: &Refusal) -> Diagnostic {
    let place = |file: &Option<String>| match file {
        Some(file) => format!("in {file}"),
        None => "in this file".to_owned(),
    };
    let (code, message) = match refusal {
        Refusal::Includes => ("E0116", "the headers include each other beyond all bounds".to_owned()),
        Refusal::Expansion { name, file } => (
            "E0117",
            format!("the macros {} expand to more than can be held, `{name}` most of all", place(file)),
        ),
        Refusal::Condition { file } => ("E0117", format!("a condition of `#if` {} is too long", place(file))),
        Refusal::Paste { file, at } => {
            let span = if file.is_none() { at.clone() } else { 0..0 };
            let message = format!("a macro {} has `##` with nothing to its right", place(file));
            return Diagnostic::error("E0115", message, span);
        }
        Refusal::Stray { file, word } => ("E0112", format!("the header {file} has `#{word}` without `#if`")),
        Refusal::Nesting { file } => {
            ("E0117", format!("the invocations of macros {} are nested too deeply", place(file)))
        }
    };
    Diagnostic::error(code, message, 0..0).label("given up before expanding it")
}

/// The expansion has more tokens than anyone can want.
pub fn too_large() -> Diagnostic {
    Diagnostic::error("E0117", "the expanded file is too large", 0..0)
}

/// The preprocessor met a case that it does not know.
pub fn broke_off() -> Diagnostic {
    Diagnostic::error("E0119", "the preprocessor broke off; this is a fault of gpump, not of the file", 0..0)
}
