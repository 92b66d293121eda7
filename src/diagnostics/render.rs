//! Diagnostics as rustc shows them: the source line, the place underlined,
//! notes at other places, ways out.
//!
//! The drawing is the crate `annotate-snippets`'. What is done here is to give
//! it text that can be drawn, whatever the file holds, and no more of the
//! file than the lines in question.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Severity};
use crate::source::Source;

/// How diagnostics look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    /// Whether to write the control sequences that colour a terminal's text.
    pub color: bool,
}

impl Appearance {
    fn renderer(self) -> Renderer {
        if self.color { Renderer::styled() } else { Renderer::plain() }
    }
}

/// A diagnostic as text of several lines, the last without its line end.
///
/// Any span can be shown: one that is out of range, empty, or begins inside a
/// character is drawn at the nearest place that exists.
pub fn render(source: &Source, diagnostic: &Diagnostic, appearance: Appearance) -> String {
    let title = level(diagnostic.severity).primary_title(&diagnostic.message).id(diagnostic.code);
    let mut main = at(Group::with_title(title), source, &diagnostic.span, &diagnostic.label);
    let mut elsewhere = Vec::new();
    for note in &diagnostic.notes {
        match &note.span {
            None => main = main.element(Level::NOTE.message(&note.message)),
            Some(span) => {
                let title = Level::NOTE.secondary_title(&note.message);
                elsewhere.push(at(Group::with_title(title), source, span, ""));
            }
        }
    }
    let helps = diagnostic.helps.iter().map(|help| Level::HELP.message(help));
    // A way out comes last, under whatever was shown before it.
    match elsewhere.pop() {
        Some(last) => elsewhere.push(last.elements(helps)),
        None => main = main.elements(helps),
    }
    elsewhere.insert(0, main);
    appearance.renderer().render(&elsewhere)
}

/// A message that has no place in a source, in the same style.
pub fn render_message(severity: Severity, message: &str, appearance: Appearance) -> String {
    appearance.renderer().render(&[Group::with_title(level(severity).primary_title(message))])
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

/// Adds the lines of a span, with the span underlined, to what is said.
fn at<'a>(group: Group<'a>, source: &'a Source, span: &Range<usize>, label: &'a str) -> Group<'a> {
    let excerpt = Excerpt::new(source, span);
    let label = (!label.is_empty()).then_some(label);
    let annotation: Annotation = AnnotationKind::Primary.span(excerpt.span).label(label);
    let snippet = Snippet::source(excerpt.text).path(source.file_at(span.start)).line_start(excerpt.line);
    group.element(snippet.annotation(annotation))
}

/// The lines of a span as they can be drawn.
struct Excerpt {
    text: String,
    span: Range<usize>,
    /// The number of the first line.
    line: usize,
}

impl Excerpt {
    fn new(source: &Source, span: &Range<usize>) -> Self {
        let text = source.text();
        let start = floor(text, span.start);
        let end = ceil(text, span.end.max(start));
        let from = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let to = text[end..].find('\n').map_or(text.len(), |newline| end + newline);

        let mut shown: String = text[from..start].chars().map(drawable).collect();
        let place_start = shown.len();
        shown.extend(text[start..end].chars().map(drawable));
        let place_end = shown.len();
        shown.extend(text[end..to].trim_end_matches('\r').chars().map(drawable));
        Excerpt { text: shown, span: place_start..place_end, line: source.position(start).line }
    }
}

/// What is drawn for a character, always one, so that columns stay right. A
/// byte that is no text, which [`crate::source`] carries as a character of
/// its own, and what would move a terminal's cursor have no shape.
fn drawable(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\r' => ' ',
        c if c.is_control() || c >= '\u{F0000}' => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

/// The last place in the text that is not after this one.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The first place in the text that is not before this one.
fn ceil(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset += 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(source: &Source, diagnostic: &Diagnostic) -> String {
        render(source, diagnostic, Appearance::default())
    }

    #[test]
    fn everything_is_shown_in_its_place() {
        let source = Source::new("a.c", b"int i;\n\tfoo(i);\r\nbar();\n");
        let diagnostic = Diagnostic::error("E0000", "no such thing", 8..11)
            .label("here")
            .note("it never was")
            .note_at(4..5, "declared here")
            .help("leave it out");
        assert_eq!(
            plain(&source, &diagnostic),
            "\
error[E0000]: no such thing
 --> a.c:2:2
  |
2 |     foo(i);
  |     ^^^ here
  |
  = note: it never was
note: declared here
 --> a.c:1:5
  |
1 | int i;
  |     ^
  = help: leave it out"
        );
    }

    #[test]
    fn a_message_without_a_place_has_the_same_style() {
        assert_eq!(render_message(Severity::Error, "no", Appearance::default()), "error: no");
        assert!(render_message(Severity::Error, "no", Appearance { color: true }).contains("\x1b["));
    }

    #[test]
    fn bytes_that_are_no_text_are_marked() {
        let source = Source::new("a.c", b"/* \xe9\x1b[2J\0 */ x");
        let place = source.text().find('x').unwrap();
        let text = plain(&source, &Diagnostic::error("E0000", "x", place..place + 1));
        assert!(text.contains("1 | /* \u{FFFD}\u{FFFD}[2J\u{FFFD} */ x\n  |              ^"), "{text}");
    }

    #[test]
    fn the_end_of_a_file_is_a_place() {
        for (bytes, place) in [(&b""[..], "1:1"), (b"a", "1:2"), (b"a\n", "2:1")] {
            let source = Source::new("a.c", bytes);
            let text = plain(&source, &Diagnostic::error("E0000", "x", bytes.len()..bytes.len()));
            assert!(text.contains(&format!("--> a.c:{place}\n")), "{text}");
        }
    }

    #[test]
    fn a_line_that_a_program_wrote_is_cut() {
        let line = "x ".repeat(1 << 20);
        let source = Source::new("a.c", line.as_bytes());
        let text = plain(&source, &Diagnostic::error("E0000", "x", 1_000_000..1_000_001));
        assert!(text.len() < 2000 && text.contains("a.c:1:1000001"), "{text}");
    }

    proptest! {
        #[test]
        fn any_span_of_any_bytes_can_be_shown(
            bytes in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(b"\r\n\t a".to_vec())], 0..80),
            start in 0..400_usize,
            end in prop_oneof![0..400_usize, Just(usize::MAX)],
            other in 0..400_usize,
        ) {
            let source = Source::new("a.c", &bytes);
            #[allow(clippy::reversed_empty_ranges)]
            let diagnostic = Diagnostic::warning("W0000", "message", start..end).note_at(other..start, "note");
            let text = plain(&source, &diagnostic);
            let position = source.position(start);
            prop_assert!(text.contains(&format!("a.c:{}:{}", position.line, position.column)), "{}", text);
            prop_assert!(!text.contains(|c: char| c.is_control() && c != '\n'));
        }
    }
}
