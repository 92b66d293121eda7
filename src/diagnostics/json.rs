//! Diagnostics for tools: one JSON object for each, on a line of its own.
//! `docs/diagnostics.md` says what its members mean.

use std::ops::Range;

use serde::Serialize;

use super::Diagnostic;
use crate::source::Source;

/// A diagnostic, whoever it is from.
#[derive(Serialize)]
pub(super) struct Object<'a> {
    #[serde(flatten)]
    pub place: Place<'a>,
    pub severity: &'static str,
    pub code: &'static str,
    pub message: String,
    pub label: String,
    pub notes: Vec<Note<'a>>,
    pub helps: Vec<String>,
    pub fixes: Vec<Fix<'a>>,
}

/// A place, counted as people count: from 1, columns in characters. The end is
/// the place behind the last character.
#[derive(Serialize)]
pub(crate) struct Place<'a> {
    pub file: &'a str,
    pub line: usize,
    pub column: usize,
    pub end: End,
}

#[derive(Serialize)]
pub(crate) struct End {
    pub line: usize,
    pub column: usize,
}

#[derive(Serialize)]
pub(super) struct Note<'a> {
    pub message: String,
    pub place: Option<Place<'a>>,
}

#[derive(Serialize)]
pub(super) struct Fix<'a> {
    title: String,
    edits: Vec<Edit<'a>>,
}

#[derive(Serialize)]
struct Edit<'a> {
    place: Place<'a>,
    text: String,
}

/// Diagnostics of a source as lines of JSON, each with its line end.
pub fn json_lines(source: &Source, diagnostics: &[Diagnostic]) -> String {
    let edit = |edit: &super::Edit| Edit { place: place(source, &edit.span), text: plain(&edit.text) };
    let fix =
        |fix: &super::Fix| Fix { title: plain(&fix.title), edits: fix.edits.iter().map(edit).collect() };
    let of = |diagnostic: &Diagnostic| {
        let notes = diagnostic.notes.iter().map(|note| Note {
            message: plain(&note.message),
            place: note.span.as_ref().map(|span| place(source, span)),
        });
        line(&Object {
            place: place(source, &diagnostic.span),
            severity: diagnostic.severity.word(),
            code: diagnostic.code,
            message: plain(&diagnostic.message),
            label: plain(&diagnostic.label),
            notes: notes.collect(),
            helps: diagnostic.helps.iter().map(|help| plain(help)).collect(),
            fixes: diagnostic.fixes.iter().map(fix).collect(),
        })
    };
    diagnostics.iter().map(of).collect()
}

pub(super) fn line(object: &Object) -> String {
    // Strings and numbers: there is nothing that could fail.
    serde_json::to_string(object).unwrap_or_default() + "\n"
}

pub(super) fn place<'a>(source: &'a Source, span: &Range<usize>) -> Place<'a> {
    let (start, end) = (source.position(span.start), source.position(span.end.max(span.start)));
    Place {
        file: source.file_at(span.start),
        line: start.line,
        column: start.column,
        end: End { line: end.line, column: end.column },
    }
}

/// Bytes that are no text have no character of their own outside of gpump.
pub(super) fn plain(text: &str) -> String {
    text.chars().map(|c| if c >= '\u{F0000}' { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_is_there() {
        let source = Source::new("a.c", "int é;\nfoo(é);\n".as_bytes());
        let found = Diagnostic::error("E0000", "no \"such\" thing", 12..14)
            .label("here")
            .note("it never was")
            .note_at(4..6, "declared\nhere")
            .help("leave it out")
            .fix("leave `foo` out", [super::super::Edit::new(8..17, "")]);
        assert_eq!(
            json_lines(&source, &[found]),
            concat!(
                r#"{"file":"a.c","line":2,"column":5,"end":{"line":2,"column":6},"severity":"error","#,
                r#""code":"E0000","message":"no \"such\" thing","label":"here","notes":["#,
                r#"{"message":"it never was","place":null},{"message":"declared\nhere","place":"#,
                r#"{"file":"a.c","line":1,"column":5,"end":{"line":1,"column":6}}}],"helps":["leave it out"],"fixes":["#,
                r#"{"title":"leave `foo` out","edits":[{"place":{"file":"a.c","line":2,"column":1,"#,
                r#""end":{"line":3,"column":1}},"text":""}]}]}"#,
                "\n"
            )
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_marked() {
        let source = Source::new("a.c", b"\xe9 x");
        let text = json_lines(&source, &[Diagnostic::warning("W0000", source.text(), 0..99)]);
        assert!(
            text.contains("\"message\":\"\u{FFFD} x\"") && text.contains(r#""end":{"line":1,"column":4}"#),
            "{text}"
        );
    }
}
