//! Differences as people read them, in the form of `diff -u`.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::highlight::{Highlights, pieces};
use super::hunks::{Cutter, Hunk, Row};
use super::preserved::{Fault, What};
use super::style::{Appearance, Painter, Style};
use super::tokens::{Text, folded};
use super::{Comparison, Move, Rename};

/// The differences with so many lines of context around each; nothing if there are none. Context is shown as
/// the first file has it.
pub fn unified(comparison: &Comparison, context: usize, appearance: Appearance) -> Vec<u8> {
    let mut painter = Painter::new(appearance);
    let highlights = Highlights::of(comparison);
    let cutter = Cutter::new(comparison, &highlights, context);
    let shown = Shown { comparison, highlights: &highlights };
    let hunks = cutter.in_place();
    if !hunks.is_empty() || !comparison.moves.is_empty() {
        header(&mut painter, comparison);
    }
    for hunk in &hunks {
        shown.hunk(&mut painter, hunk);
    }
    for item in &comparison.moves {
        shown.moved(&mut painter, &cutter, item);
    }
    renames(&mut painter, comparison.renames());
    painter.out
}

pub fn header(painter: &mut Painter, comparison: &Comparison) {
    painter.paint(Style::Header, format!("--- {}", comparison.a.text.name()));
    painter.line_end();
    painter.paint(Style::Header, format!("+++ {}", comparison.b.text.name()));
    painter.line_end();
}

pub fn renames(painter: &mut Painter, renames: &[Rename]) {
    for Rename { a, b, count } in renames {
        let times = if *count == 1 { "once".to_owned() } else { format!("{count} times") };
        painter.paint(Style::Moved, format!("renamed: {a} -> {b}, {times}"));
        painter.line_end();
    }
}

/// The line that says what has moved.
pub fn moved_line(painter: &mut Painter, comparison: &Comparison, cutter: &Cutter, item: &Move) {
    let what = if item.is_equal { "moved" } else { "moved and changed" };
    let name = if item.name.is_empty() { String::new() } else { format!(" {}", item.name) };
    let lines = |range: Range<usize>| match range.len() {
        0 | 1 => format!("line {}", range.start + 1),
        _ => format!("lines {}-{}", range.start + 1, range.end),
    };
    let (from, to) = (cutter.lines_of_a(&item.a), cutter.lines_of_b(&item.b));
    let direction = match comparison.a.text.name() == comparison.b.text.name() {
        true => format!("{} -> {}", lines(from), lines(to)),
        false => format!(
            "{} {} -> {} {}",
            comparison.a.text.name(),
            lines(from),
            comparison.b.text.name(),
            lines(to)
        ),
    };
    painter.paint(Style::Moved, format!("{what}: {}{name}, {direction}", item.kind.noun()));
    painter.line_end();
}

struct Shown<'c, 't> {
    comparison: &'c Comparison<'t>,
    highlights: &'c Highlights,
}

impl Shown<'_, '_> {
    fn moved(&self, painter: &mut Painter, cutter: &Cutter, item: &Move) {
        moved_line(painter, self.comparison, cutter, item);
        if !item.is_equal {
            for hunk in cutter.inside(&item.a, &item.b) {
                self.hunk(painter, &hunk);
            }
        }
    }

    fn hunk(&self, painter: &mut Painter, hunk: &Hunk) {
        place(painter, hunk);
        let (a, b) = (self.comparison.a.text, self.comparison.b.text);
        for row in &hunk.rows {
            match row {
                Row::Same(Some(line), _) => {
                    painter.paint(Style::Plain, " ");
                    painter.paint(Style::Plain, shown_bytes(painter, a, *line));
                    painter.line_end();
                }
                Row::Same(None, _) | Row::Gap => {}
                Row::Changed { a: removed, b: added, left_out } => {
                    let styles = (Style::Removed, Style::RemovedToken);
                    removed
                        .iter()
                        .for_each(|&line| changed_line(painter, "-", a, line, &self.highlights.a, styles));
                    let styles = (Style::Added, Style::AddedToken);
                    added
                        .iter()
                        .for_each(|&line| changed_line(painter, "+", b, line, &self.highlights.b, styles));
                    if *left_out > 0 {
                        painter.paint(Style::Place, left_out_line(*left_out));
                        painter.line_end();
                    }
                }
            }
        }
    }
}

pub fn left_out_line(count: usize) -> String {
    let lines = if count == 1 { "line" } else { "lines" };
    format!("\\ {count} {lines} of the same tokens left out")
}

/// The line that says where a hunk stands.
pub fn place(painter: &mut Painter, hunk: &Hunk) {
    let (mut count_a, mut count_b) = (0, 0);
    for row in &hunk.rows {
        match row {
            Row::Same(a, b) => {
                count_a += usize::from(a.is_some());
                // Context is shown as the first file has it.
                count_b += usize::from(b.is_some());
            }
            Row::Changed { a, b, .. } => {
                count_a += a.len();
                count_b += b.len();
            }
            Row::Gap => {}
        }
    }
    let range = |start: usize, count: usize| match count {
        0 => format!("{start},0"),
        1 => format!("{}", start + 1),
        _ => format!("{},{count}", start + 1),
    };
    let (a, b) = (range(hunk.start_a, count_a), range(hunk.start_b, count_b));
    painter.paint(Style::Place, format!("@@ -{a} +{b} @@"));
    if let Some(within) = &hunk.within {
        painter.paint(Style::Plain, format!(" {within}"));
    }
    painter.line_end();
}

/// A line without its end. A carriage return in front of that is not shown on a terminal.
fn shown_bytes<'t>(painter: &Painter, text: &'t Text, line: usize) -> &'t [u8] {
    &text.bytes()[shown_span(painter, text, line)]
}

fn shown_span(painter: &Painter, text: &Text, line: usize) -> Range<usize> {
    let mut span = text.line_span(line);
    let bytes = text.bytes();
    if bytes[span.clone()].ends_with(b"\n") {
        span.end -= 1;
    }
    if painter.is_for_terminal() && bytes[span.clone()].ends_with(b"\r") {
        span.end -= 1;
    }
    span
}

fn changed_line(
    painter: &mut Painter,
    mark: &str,
    text: &Text,
    line: usize,
    changed: &[Range<usize>],
    (style, token_style): (Style, Style),
) {
    painter.paint(style, mark);
    let span = shown_span(painter, text, line);
    let pieces = pieces(span, changed);
    // What is new as a whole needs no marks inside.
    let is_whole = pieces
        .iter()
        .all(|(piece, is_changed)| *is_changed || text.bytes()[piece.clone()].trim_ascii().is_empty());
    for (piece, is_changed) in pieces {
        let style = if is_changed && !is_whole { token_style } else { style };
        painter.paint(style, &text.bytes()[piece]);
    }
    painter.line_end();
}

/// What faults that are alike have in common: what is there in the source, and in the output.
type Likeness = (What, Vec<u8>, Vec<u8>);

/// How many faults of one kind are shown.
const MOST_OF_A_KIND: usize = 3;

/// How much of a line is shown around a fault, in bytes.
const AROUND: usize = 48;

/// The places at which an output is not as its source: where, and what stands there in both, with blanks that
/// differ made visible. Of many that are alike, the first few.
pub fn faults(source: &Text, output: &Text, faults: &[Fault], appearance: Appearance) -> Vec<u8> {
    let mut painter = Painter::new(appearance);
    let mut kinds: FxHashMap<Likeness, (usize, usize)> = FxHashMap::default();
    let unlike: Vec<_> = faults.iter().map(|fault| unlike(source, output, fault)).collect();
    let key = |fault: &Fault, (in_source, in_output): &(Range<usize>, Range<usize>)| -> Likeness {
        let (theirs, ours) = (&source.bytes()[in_source.clone()], &output.bytes()[in_output.clone()]);
        let without_returns =
            |bytes: &[u8]| -> Vec<u8> { bytes.iter().copied().filter(|&b| b != b'\r').collect() };
        match without_returns(theirs) == without_returns(ours) {
            true if theirs.len() < ours.len() => (What::Layout, Vec::new(), b"\r".to_vec()),
            true => (What::Layout, b"\r".to_vec(), Vec::new()),
            false => (fault.what, theirs.to_vec(), ours.to_vec()),
        }
    };
    for (fault, spans) in faults.iter().zip(&unlike) {
        let (line, _) = output.position(spans.1.start);
        let (count, last) = kinds.entry(key(fault, spans)).or_default();
        (*count, *last) = (*count + 1, line);
    }
    let mut shown: FxHashMap<Likeness, usize> = FxHashMap::default();
    for (fault, spans) in faults.iter().zip(&unlike) {
        let kind = key(fault, spans);
        let (all, last) = kinds[&kind];
        let count = shown.entry(kind).or_default();
        *count += 1;
        if *count > MOST_OF_A_KIND && all > MOST_OF_A_KIND + 1 {
            if *count == MOST_OF_A_KIND + 1 {
                let more = format!("  and {} more like it, up to line {last}", all - MOST_OF_A_KIND);
                painter.paint(Style::Place, more);
                painter.line_end();
            }
            continue;
        }
        let place = |text: &Text, at: usize| {
            let (line, column) = text.position(at);
            format!("{}:{line}:{column}", text.name())
        };
        let what = match fault.what {
            What::Layout => "other white space",
            What::Comment => "another comment",
            What::Spelling => "other white space in a token",
            What::Order => "another order",
        };
        let line = format!(
            "not preserved: {what}, {} -> {}",
            place(source, spans.0.start),
            place(output, spans.1.start)
        );
        painter.paint(Style::Header, line);
        painter.line_end();
        excerpt(&mut painter, "-", source, spans.0.clone(), (Style::Removed, Style::RemovedToken));
        excerpt(&mut painter, "+", output, spans.1.clone(), (Style::Added, Style::AddedToken));
    }
    painter.out
}

/// What of a source was not taken over, each stretch with its place.
pub fn not_taken(source: &Text, stretches: &[Range<usize>], appearance: Appearance) -> Vec<u8> {
    let mut painter = Painter::new(appearance);
    for stretch in stretches {
        let (line, column) = source.position(stretch.start);
        painter.paint(Style::Place, format!("not taken over: {}:{line}:{column}:", source.name()));
        painter.paint(Style::Plain, " ");
        painter.paint(Style::Removed, visible_lines(&source.bytes()[stretch.clone()]));
        painter.line_end();
    }
    painter.out
}

/// Some bytes in one line; of many, the first and the last.
fn visible_lines(bytes: &[u8]) -> Vec<u8> {
    let folded = folded(bytes);
    match folded.len() > 3 * AROUND {
        true => [&folded[..2 * AROUND], "…".as_bytes(), &folded[folded.len() - AROUND..]].concat(),
        false => folded.into_owned(),
    }
}

/// What differs in a fault: the bytes of both without what they begin and end with in common.
fn unlike(source: &Text, output: &Text, fault: &Fault) -> (Range<usize>, Range<usize>) {
    let (theirs, ours) = (&source.bytes()[fault.source.clone()], &output.bytes()[fault.output.clone()]);
    if fault.what == What::Order {
        return (fault.source.clone(), fault.output.clone());
    }
    let front = theirs.iter().zip(ours).take_while(|(one, other)| one == other).count();
    let rest = theirs.len().min(ours.len()) - front;
    let back =
        theirs.iter().rev().zip(ours.iter().rev()).take(rest).take_while(|(one, other)| one == other).count();
    (fault.source.start + front..fault.source.end - back, fault.output.start + front..fault.output.end - back)
}

/// A line, or what fits of it, with some bytes made visible.
fn excerpt(
    painter: &mut Painter,
    mark: &str,
    text: &Text,
    span: Range<usize>,
    (style, unlike): (Style, Style),
) {
    let bytes = text.bytes();
    let line = text.line_span(text.line_of(span.start as u32)).start;
    let start = line.max(span.start.saturating_sub(AROUND));
    let end_of_line = span.end + memchr::memchr(b'\n', &bytes[span.end..]).unwrap_or(bytes.len() - span.end);
    let end = end_of_line.min(span.end + AROUND);
    painter.paint(style, format!("{mark} "));
    painter.paint(style, &bytes[start..span.start]);
    let visible = visible(&bytes[span.clone()]);
    painter.paint(unlike, visible);
    painter.paint(style, bytes[span.end..end].strip_suffix(b"\r").unwrap_or(&bytes[span.end..end]));
    painter.line_end();
}

/// Bytes with their blanks written out; of many, the first and the last.
fn visible(bytes: &[u8]) -> Vec<u8> {
    let mut shown = Vec::new();
    let (first, last) = match bytes.len() > 3 * AROUND {
        true => (&bytes[..2 * AROUND], &bytes[bytes.len() - AROUND..]),
        false => (bytes, &[][..]),
    };
    for (part, is_cut) in [(first, !last.is_empty()), (last, false)] {
        for &byte in part {
            match byte {
                b' ' => shown.extend_from_slice("·".as_bytes()),
                b'\t' => shown.extend_from_slice("→".as_bytes()),
                b'\n' => shown.extend_from_slice("↵".as_bytes()),
                b'\r' => shown.extend_from_slice("␍".as_bytes()),
                0x0b => shown.extend_from_slice("␋".as_bytes()),
                0x0c => shown.extend_from_slice("␌".as_bytes()),
                _ => shown.push(byte),
            }
        }
        if is_cut {
            shown.extend_from_slice("…".as_bytes());
        }
    }
    shown
}
