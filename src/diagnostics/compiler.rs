//! What a C compiler says of a file, read from its text: gcc and clang say it in the same form, `FILE:LINE:COLUMN: error: …`, and nvcc
//! as `FILE(LINE): error: …`.

use super::Severity;
use super::json::{self, End, Note, Object, Place};

/// An error or a warning of the compiler's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub severity: Severity,
    /// Nothing where it is about no place, as about the command line.
    pub place: Option<LineColumn>,
    /// The compiler's own words.
    pub words: String,
    /// All that it writes about it: where that is, the source line, notes.
    pub shown: String,
    pub notes: Vec<(Option<LineColumn>, String)>,
}

/// A place as the compiler has it: the file by the name that it was given, line and column from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineColumn {
    pub file: String,
    pub line: usize,
    pub column: usize,
}

impl Message {
    pub fn code(&self) -> &'static str {
        match self.severity {
            Severity::Error => "E0120",
            Severity::Warning => "W0120",
        }
    }
}

/// The words that say what a line is.
const KINDS: [(&str, Option<Severity>); 5] = [
    ("fatal error: ", Some(Severity::Error)),
    ("error: ", Some(Severity::Error)),
    ("sorry, unimplemented: ", Some(Severity::Error)),
    ("warning: ", Some(Severity::Warning)),
    ("note: ", None),
];

/// The messages in what a compiler has written to standard error.
pub fn messages(text: &str) -> Vec<Message> {
    let mut found: Vec<Message> = Vec::new();
    // Lines that say how one comes to the place of the next message.
    let mut ahead = String::new();
    for line in text.split_inclusive('\n') {
        let plain = without_colors(line);
        match parts(plain.trim_end()) {
            Some((place, Some(severity), words)) => {
                let shown = std::mem::take(&mut ahead) + line;
                found.push(Message { severity, place, words: words.to_owned(), shown, notes: Vec::new() });
                continue;
            }
            Some((place, None, words)) => {
                if let Some(message) = found.last_mut() {
                    message.notes.push((place, words.to_owned()));
                }
            }
            None => {}
        }
        match found.last_mut() {
            Some(message) if !leads_to_next(&plain) => message.shown.push_str(line),
            _ => ahead.push_str(line),
        }
    }
    found
}

/// Whether a line is of the kind `a.c: In function 'f':` or `In file included from a.c:1:`.
fn leads_to_next(line: &str) -> bool {
    let line = line.trim_end();
    line.starts_with("In file included from ")
        || line.trim_start().starts_with("from ") && line.ends_with([':', ','])
        || !line.starts_with(' ') && line.ends_with(':') && !line.contains(" note: ")
}

fn parts(line: &str) -> Option<(Option<LineColumn>, Option<Severity>, &str)> {
    let starts = KINDS.iter().filter_map(|(word, kind)| Some((line.find(&format!(": {word}"))?, word, kind)));
    let (at, word, kind) = starts.min_by_key(|(at, ..)| *at)?;
    let (who, words) = (&line[..at], &line[at + 2 + word.len()..]);
    // A source line that is shown begins with its number, or with blanks.
    (!who.starts_with(' ')).then(|| (place(who), *kind, words))
}

/// The place of `FILE:LINE:COLUMN`, `FILE:LINE` or `FILE(LINE)`.
fn place(who: &str) -> Option<LineColumn> {
    let number = |text: &str| text.parse::<usize>().ok();
    if let Some((file, line)) = who.strip_suffix(')').and_then(|who| who.rsplit_once('(')) {
        return Some(LineColumn { file: file.to_owned(), line: number(line)?, column: 1 });
    }
    let (rest, last) = who.rsplit_once(':')?;
    let last = number(last)?;
    Some(match rest.rsplit_once(':').and_then(|(file, line)| Some((file, number(line)?))) {
        Some((file, line)) => LineColumn { file: file.to_owned(), line, column: last },
        None => LineColumn { file: rest.to_owned(), line: last, column: 1 },
    })
}

/// A text without the sequences that colour it on a terminal.
fn without_colors(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default();
    let behind = |part: &str| {
        let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(part.len(), |at| at + 1);
        part[end..].to_owned()
    };
    std::iter::once(first.to_owned()).chain(parts.map(behind)).collect()
}

/// The messages as lines of JSON, with the members of gpump's own. What has no place is said of the beginning of `file`.
pub fn json_lines(file: &str, messages: &[Message]) -> String {
    let beginning = LineColumn { file: file.to_owned(), line: 1, column: 1 };
    let of = |message: &Message| {
        let notes = message
            .notes
            .iter()
            .map(|(place, words)| Note { message: words.clone(), place: place.as_ref().map(in_json) });
        json::line(&Object {
            place: in_json(message.place.as_ref().unwrap_or(&beginning)),
            severity: message.severity.word(),
            code: message.code(),
            message: message.words.clone(),
            label: String::new(),
            notes: notes.collect(),
            helps: Vec::new(),
            fixes: Vec::new(),
        })
    };
    messages.iter().map(of).collect()
}

pub(super) fn in_json(place: &LineColumn) -> Place<'_> {
    let LineColumn { file, line, column } = place;
    Place { file, line: *line, column: *column, end: End { line: *line, column: *column } }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GCC: &str = "In file included from a.c:1:\n\
        h.h:2:9: error: unknown type name 'nope'\n    2 | typedef nope t; // error: no\n      |         ^~~~\n\
        a.c: In function 'f':\n\
        \x1b[01m\x1b[Ka.c:3:5:\x1b[m\x1b[K \x1b[01;35m\x1b[Kwarning: \x1b[m\x1b[Kimplicit declaration: note: it [-Wx]\n\
        a.c:4: note: each is reported once\n\
        cc1: error: unrecognized\n";

    #[test]
    fn errors_warnings_and_notes_are_told_apart() {
        let at = |file: &str, line, column| Some(LineColumn { file: file.into(), line, column });
        let found = messages(GCC);
        let short: Vec<_> = found.iter().map(|it| (it.code(), it.place.clone(), it.words.as_str())).collect();
        assert_eq!(
            short,
            [
                ("E0120", at("h.h", 2, 9), "unknown type name 'nope'"),
                ("W0120", at("a.c", 3, 5), "implicit declaration: note: it [-Wx]"),
                ("E0120", None, "unrecognized"),
            ]
        );
        assert_eq!(found[1].notes, [(at("a.c", 4, 1), "each is reported once".to_owned())]);
        let by_nvcc = messages("dir/a (1).c(12): error: Internal Compiler Error\n");
        assert_eq!(by_nvcc[0].place, at("dir/a (1).c", 12, 1));
    }

    #[test]
    fn what_is_shown_goes_with_its_message() {
        let found = messages(GCC);
        let shown: Vec<&str> = found.iter().map(|it| it.shown.as_str()).collect();
        assert_eq!(shown.concat(), GCC);
        assert!(shown[0].ends_with("^~~~\n"), "{shown:?}");
        assert!(
            shown[1].starts_with("a.c: In function") && shown[1].ends_with("reported once\n"),
            "{shown:?}"
        );
    }

    #[test]
    fn their_json_has_the_members_of_gpumps_own() {
        let lines = json_lines("a.c", &messages(GCC));
        let first: serde_json::Value =
            serde_json::from_str(lines.lines().next().unwrap_or_default()).unwrap();
        let source = crate::Source::new("a.c", b"x");
        let own = crate::diagnostics::json_lines(&source, &[crate::Diagnostic::error("E0101", "x", 0..1)]);
        let own: serde_json::Value = serde_json::from_str(&own).unwrap();
        let members =
            |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(members(&first), members(&own));
        assert!(
            lines.lines().last().unwrap().starts_with(r#"{"file":"a.c","line":1,"column":1,"#),
            "{lines}"
        );
    }
}
