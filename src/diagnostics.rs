//! Errors and warnings with their place in the source.

pub mod compiler;
pub(crate) mod json;
mod pages;
mod render;
pub mod sarif;

use std::ops::Range;

pub use json::json_lines;
pub use pages::pages;
pub use render::{Appearance, render, render_message};

/// How bad a diagnostic is: an error stops the translation, a warning does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Warning,
    Error,
}

impl Severity {
    /// As tools have it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// What is wrong, where, and what can be done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// A short stable name, `E0101` or `W0001`.
    pub code: &'static str,
    pub message: String,
    /// The place: a byte range of [`crate::source::Source::text`].
    pub span: Range<usize>,
    /// What to write beside the underlined place; may be empty.
    pub label: String,
    /// Further facts, some at a place of their own.
    pub notes: Vec<Note>,
    /// Ways out.
    pub helps: Vec<String>,
    /// Those that a tool can go by itself.
    pub fixes: Vec<Fix>,
}

/// A further fact about a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub span: Option<Range<usize>>,
    pub message: String,
}

/// Edits that may mend what is wrong: one of several ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is done, as a menu has it.
    pub title: String,
    pub edits: Vec<Edit>,
}

/// A stretch of the source, and the text that it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub span: Range<usize>,
    pub text: String,
}

impl Edit {
    pub fn new(span: Range<usize>, text: impl Into<String>) -> Self {
        Edit { span, text: text.into() }
    }

    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Edit::new(at..at, text)
    }
}

/// Who does not allow what an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// C, or the specification of OpenMP.
    Program,
    /// The dialect, which cannot translate it.
    Dialect,
}

impl Diagnostic {
    /// Who is meant, by the code: E04 and W05 are the dialect's.
    pub fn origin(&self) -> Origin {
        match self.code {
            code if code.starts_with("E04") || code.starts_with("W04") || code.starts_with("W05") => {
                Origin::Dialect
            }
            _ => Origin::Program,
        }
    }

    fn new(severity: Severity, code: &'static str, message: impl Into<String>, span: Range<usize>) -> Self {
        Diagnostic {
            severity,
            code,
            message: message.into(),
            span,
            label: String::new(),
            notes: Vec::new(),
            helps: Vec::new(),
            fixes: Vec::new(),
        }
    }

    pub fn error(code: &'static str, message: impl Into<String>, span: Range<usize>) -> Self {
        Self::new(Severity::Error, code, message, span)
    }

    pub fn warning(code: &'static str, message: impl Into<String>, span: Range<usize>) -> Self {
        Self::new(Severity::Warning, code, message, span)
    }

    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    pub fn note(mut self, message: impl Into<String>) -> Self {
        self.notes.push(Note { span: None, message: message.into() });
        self
    }

    pub fn note_at(mut self, span: Range<usize>, message: impl Into<String>) -> Self {
        self.notes.push(Note { span: Some(span), message: message.into() });
        self
    }

    pub fn help(mut self, message: impl Into<String>) -> Self {
        self.helps.push(message.into());
        self
    }

    pub fn fix(mut self, title: impl Into<String>, edits: impl IntoIterator<Item = Edit>) -> Self {
        self.fixes.push(Fix { title: title.into(), edits: edits.into_iter().collect() });
        self
    }

    /// Says of another text what was said of one: where its places are there. `is_same` tells whether a place has the
    /// same text there, so that it can be edited.
    pub(crate) fn retell(
        &mut self,
        place: impl Fn(&Range<usize>) -> Range<usize>,
        is_same: impl Fn(&Range<usize>) -> bool,
    ) {
        self.fixes.retain(|fix| fix.edits.iter().all(|edit| is_same(&edit.span)));
        let edits = self.fixes.iter_mut().flat_map(|fix| &mut fix.edits).map(|edit| &mut edit.span);
        let notes = self.notes.iter_mut().filter_map(|note| note.span.as_mut());
        for span in notes.chain(edits).chain(std::iter::once(&mut self.span)) {
            *span = place(span);
        }
    }
}
