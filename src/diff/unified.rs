//! Differences as people read them, in the form of `diff -u`.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::Comparison;
use super::align::common_ends;
use super::hunks::Row;
use super::preserved::{Fault, What};
use super::report::{Form, Report, changed_styles, report};
use super::style::{Appearance, Painter, Style};
use super::tokens::{Text, folded};

/// The differences with so many lines of context around each; `None` if there are none. Context is shown as
/// the first file has it.
pub fn unified(comparison: &Comparison, context: usize, appearance: Appearance) -> Vec<u8> {
    report(comparison, context, appearance, &Unified)
}

/// What stands in front of the lines of either file.
const MARKS: [&str; 2] = ["-", "+"];

struct Unified;

impl Form for Unified {
    fn header(&self, report: &mut Report) {
        let [a, b] = report.names();
        report.painter.line(Style::Header, format!("--- {a}"));
        report.painter.line(Style::Header, format!("+++ {b}"));
    }

    fn row(&self, report: &mut Report, row: &Row) {
        match row {
            Row::Same([Some(line), _]) => {
                let text = report.comparison.sides[0].text;
                let span = report.painter.shown_span(text, *line);
                report.painter.paint(Style::Plain, " ");
                report.painter.line(Style::Plain, &text.bytes()[span]);
            }
            Row::Same(_) | Row::Gap => {}
            Row::Changed { lines, .. } => {
                for (side, lines) in lines.iter().enumerate() {
                    for &line in lines {
                        report.painter.paint(changed_styles(side).0, MARKS[side]);
                        for (bytes, style) in report.changed(side, line) {
                            report.painter.paint(style, bytes);
                        }
                        report.painter.line_end();
                    }
                }
            }
        }
    }
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
    let texts = [source, output];
    let faults: Vec<_> = faults
        .iter()
        .map(|fault| {
            let unlike = unlike(texts, fault);
            (fault.what, likeness(texts, fault.what, &unlike), unlike)
        })
        .collect();
    // Of each kind how many there are, where the last one is, and how many have been shown.
    let mut kinds: FxHashMap<&Likeness, (usize, usize, usize)> = FxHashMap::default();
    for (_, kind, unlike) in &faults {
        let (count, last, _) = kinds.entry(kind).or_default();
        (*count, *last) = (*count + 1, output.line_of(unlike[1].start as u32) + 1);
    }
    for (what, kind, unlike) in &faults {
        let (all, last, count) = kinds.entry(kind).or_default();
        *count += 1;
        if *count > MOST_OF_A_KIND && *all > MOST_OF_A_KIND + 1 {
            if *count == MOST_OF_A_KIND + 1 {
                let more = format!("  and {} more like it, up to line {last}", *all - MOST_OF_A_KIND);
                painter.line(Style::Place, more);
            }
            continue;
        }
        let what = match what {
            What::Layout => "other white space",
            What::Comment => "another comment",
            What::Spelling => "other white space in a token",
            What::Order => "another order",
        };
        let [from, to] = [0, 1].map(|side| place(texts[side], unlike[side].start));
        painter.line(Style::Header, format!("not preserved: {what}, {from} -> {to}"));
        (0..2).for_each(|side| excerpt(&mut painter, side, texts[side], &unlike[side]));
    }
    painter.out
}

/// What of a source was not taken over, each stretch with its place.
pub fn not_taken(source: &Text, stretches: &[Range<usize>], appearance: Appearance) -> Vec<u8> {
    let mut painter = Painter::new(appearance);
    for stretch in stretches {
        painter.paint(Style::Place, format!("not taken over: {}:", place(source, stretch.start)));
        painter.paint(Style::Plain, " ");
        // In one line.
        let text = folded(&source.bytes()[stretch.clone()]);
        painter.line(Style::Removed, ends(&text).map_or(text.to_vec(), |ends| ends.join("…".as_bytes())));
    }
    painter.out
}

fn place(text: &Text, at: usize) -> String {
    let (line, column) = text.position(at);
    format!("{}:{line}:{column}", text.name())
}

/// Of many bytes the first and the last.
fn ends(bytes: &[u8]) -> Option<[&[u8]; 2]> {
    (bytes.len() > 3 * AROUND).then(|| [&bytes[..2 * AROUND], &bytes[bytes.len() - AROUND..]])
}

/// What differs in a fault, in both texts: without what they begin and end with in common.
fn unlike([source, output]: [&Text; 2], fault: &Fault) -> [Range<usize>; 2] {
    let (front, back) = match fault.what {
        What::Order => (0, 0),
        _ => common_ends(&source.bytes()[fault.source.clone()], &output.bytes()[fault.output.clone()]),
    };
    [&fault.source, &fault.output].map(|span| span.start + front..span.end - back)
}

fn likeness(texts: [&Text; 2], what: What, unlike: &[Range<usize>; 2]) -> Likeness {
    let [theirs, ours] = [0, 1].map(|side| &texts[side].bytes()[unlike[side].clone()]);
    let visible = |bytes: &[u8]| bytes.iter().copied().filter(|&byte| byte != b'\r').collect::<Vec<_>>();
    match visible(theirs) == visible(ours) {
        true if theirs.len() < ours.len() => (What::Layout, Vec::new(), b"\r".to_vec()),
        true => (What::Layout, b"\r".to_vec(), Vec::new()),
        false => (what, theirs.to_vec(), ours.to_vec()),
    }
}

/// A line, or what fits of it, with some bytes made visible.
fn excerpt(painter: &mut Painter, side: usize, text: &Text, span: &Range<usize>) {
    let (style, unlike) = changed_styles(side);
    let bytes = text.bytes();
    let line = text.line_span(text.line_of(span.start as u32)).start;
    let start = line.max(span.start.saturating_sub(AROUND));
    let end_of_line = span.end + memchr::memchr(b'\n', &bytes[span.end..]).unwrap_or(bytes.len() - span.end);
    let end = end_of_line.min(span.end + AROUND);
    painter.paint(style, format!("{} ", MARKS[side]));
    painter.paint(style, &bytes[start..span.start]);
    painter.paint(unlike, visible(&bytes[span.clone()]));
    painter.line(style, bytes[span.end..end].strip_suffix(b"\r").unwrap_or(&bytes[span.end..end]));
}

/// Bytes with their blanks written out; of many, the first and the last.
fn visible(bytes: &[u8]) -> Vec<u8> {
    let written_out = |part: &[u8]| -> Vec<u8> {
        let mut shown = Vec::new();
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
        shown
    };
    match ends(bytes) {
        Some(ends) => ends.map(written_out).join("…".as_bytes()),
        None => written_out(bytes),
    }
}
