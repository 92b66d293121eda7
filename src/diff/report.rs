//! Differences for people: what all forms of them have in common.

use std::ops::Range;

use super::Comparison;
use super::highlight::{highlights, pieces};
use super::hunks::{Cutter, Hunk, Row};
use super::renames::Rename;
use super::style::{Appearance, Painter, Style};

/// A comparison that is being shown.
pub struct Report<'c, 't> {
    pub comparison: &'c Comparison<'t>,
    /// The bytes of both files that have changed.
    highlights: [Vec<Range<usize>>; 2],
    pub painter: Painter,
}

/// How two files and their lines are laid out.
pub trait Form {
    /// Writes the names of the files.
    fn header(&self, report: &mut Report);

    fn row(&self, report: &mut Report, row: &Row);
}

/// The differences in some form, with so many lines of context around each; `None` if there are none.
pub fn report(comparison: &Comparison, context: usize, appearance: Appearance, form: &impl Form) -> Vec<u8> {
    let mut report =
        Report { comparison, highlights: highlights(comparison), painter: Painter::new(appearance) };
    let cutter = Cutter::new(comparison, &report.highlights, context);
    if comparison.has_changes() || comparison.has_moves() {
        form.header(&mut report);
    }
    for part in &comparison.parts {
        if let Some(item) = &part.item {
            let what = if part.changes.is_empty() { "moved" } else { "moved and changed" };
            let name = if item.name.is_empty() { String::new() } else { format!(" {}", item.name) };
            let direction = report.direction(cutter.lines(part));
            let line = format!("{what}: {}{name}, {direction}", item.kind.noun());
            report.painter.line(Style::Moved, line);
        }
        for hunk in cutter.hunks(part) {
            report.place(&hunk);
            for row in &hunk.rows {
                form.row(&mut report, row);
                if let Row::Changed { left_out: count @ 1.., .. } = row {
                    let lines = if *count == 1 { "line" } else { "lines" };
                    let line = format!("\\ {count} {lines} of the same tokens left out");
                    report.painter.line(Style::Place, line);
                }
            }
        }
    }
    for Rename { a, b, count } in &comparison.renames {
        let times = if *count == 1 { "once".to_owned() } else { format!("{count} times") };
        report.painter.line(Style::Moved, format!("renamed: {a} -> {b}, {times}"));
    }
    report.painter.out
}

impl<'t> Report<'_, 't> {
    pub fn names(&self) -> [&'t str; 2] {
        [0, 1].map(|side| self.comparison.sides[side].text.name())
    }

    /// From where to where something has moved.
    fn direction(&self, lines: [Range<usize>; 2]) -> String {
        let [from, to] = lines.map(|range| match range.len() {
            0 | 1 => format!("line {}", range.start + 1),
            _ => format!("lines {}-{}", range.start + 1, range.end),
        });
        match self.names() {
            [a, b] if a == b => format!("{from} -> {to}"),
            [a, b] => format!("{a} {from} -> {b} {to}"),
        }
    }

    /// The line that says where a hunk stands.
    fn place(&mut self, hunk: &Hunk) {
        let [a, b] = [0, 1].map(|side| {
            let count_of = |row: &Row| match row {
                Row::Same(lines) => usize::from(lines[side].is_some()),
                Row::Changed { lines, .. } => lines[side].len(),
                Row::Gap => 0,
            };
            let start = hunk.start[side];
            match hunk.rows.iter().map(count_of).sum() {
                0 => format!("{start},0"),
                1 => format!("{}", start + 1),
                count => format!("{},{count}", start + 1),
            }
        });
        self.painter.paint(Style::Place, format!("@@ -{a} +{b} @@"));
        if let Some(within) = &hunk.within {
            self.painter.paint(Style::Plain, format!(" {within}"));
        }
        self.painter.line_end();
    }

    /// The bytes of a line that has changed, without its end, and how to show them.
    pub fn changed(&self, side: usize, line: usize) -> Vec<(&'t [u8], Style)> {
        let (style, token_style) = changed_styles(side);
        let text = self.comparison.sides[side].text;
        let span = self.painter.shown_span(text, line);
        let pieces = pieces(span, &self.highlights[side])
            .into_iter()
            .map(|(piece, is_changed)| (&text.bytes()[piece], if is_changed { token_style } else { style }));
        let mut pieces: Vec<_> = pieces.collect();
        // What is new as a whole needs no marks inside.
        if pieces.iter().all(|(bytes, of)| *of == token_style || bytes.trim_ascii().is_empty()) {
            pieces.iter_mut().for_each(|piece| piece.1 = style);
        }
        pieces
    }
}

/// How a line that changed is shown, and the tokens in it that did.
pub fn changed_styles(side: usize) -> (Style, Style) {
    [(Style::Removed, Style::RemovedToken), (Style::Added, Style::AddedToken)][side]
}
