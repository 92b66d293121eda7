//! Differences in two columns.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::Comparison;
use super::highlight::{Highlights, pieces};
use super::hunks::{Cutter, Hunk, Row};
use super::style::{Appearance, Painter, Style, is_control};
use super::tokens::Text;
use super::unified::{left_out_line, moved_line, place, renames};

/// The narrowest columns that are of any use.
const NARROWEST: usize = 8;

/// How many columns a tab goes to.
const TAB: usize = 8;

/// The differences, each file in a column of its own, so that lines are `width` wide. Lines that are longer
/// than a column go on in the next row. Between the columns stands what became of a line: `|` changed, `<`
/// only in the first file, `>` only in the second.
pub fn side_by_side(
    comparison: &Comparison,
    context: usize,
    width: usize,
    appearance: Appearance,
) -> Vec<u8> {
    let highlights = Highlights::of(comparison);
    let cutter = Cutter::new(comparison, &highlights, context);
    let mut columns = Columns {
        // What is made is made for a terminal or for its like: control characters are written out always.
        painter: Painter::new(appearance),
        width: (width.saturating_sub(3) / 2).max(NARROWEST),
        comparison,
        highlights: &highlights,
    };
    let hunks = cutter.in_place();
    if !hunks.is_empty() || comparison.has_moves() {
        let names = [comparison.a.text.name(), comparison.b.text.name()];
        let [a, b] = names.map(|name| columns.cells(&[(name.as_bytes(), Style::Header)]));
        columns.row(&a, ' ', &b);
    }
    hunks.iter().for_each(|hunk| columns.hunk(hunk));
    for item in &comparison.moves {
        moved_line(&mut columns.painter, comparison, &cutter, item);
        if !item.is_equal {
            cutter.inside(&item.a, &item.b).iter().for_each(|hunk| columns.hunk(hunk));
        }
    }
    renames(&mut columns.painter, comparison.renames());
    columns.painter.out
}

struct Columns<'c, 't> {
    painter: Painter,
    width: usize,
    comparison: &'c Comparison<'t>,
    highlights: &'c Highlights,
}

/// A line, cut into rows of a column's width: pieces with their styles, and how wide they are.
type Cells = Vec<(Vec<(String, Style)>, usize)>;

impl Columns<'_, '_> {
    fn hunk(&mut self, hunk: &Hunk) {
        place(&mut self.painter, hunk);
        let (a, b) = (self.comparison.a.text, self.comparison.b.text);
        for row in &hunk.rows {
            match row {
                Row::Gap => {}
                Row::Same(line_a, line_b) => {
                    let plain = |text: &Text, line: &Option<usize>| {
                        line.map(|line| self.cells(&[(line_bytes(text, line), Style::Plain)]))
                            .unwrap_or_default()
                    };
                    let (left, right) = (plain(a, line_a), plain(b, line_b));
                    self.row(&left, ' ', &right);
                }
                Row::Changed { a: removed, b: added, left_out } => {
                    for step in 0..removed.len().max(added.len()) {
                        let styles = (Style::Removed, Style::RemovedToken);
                        let left =
                            removed.get(step).map(|&line| self.changed(a, line, &self.highlights.a, styles));
                        let styles = (Style::Added, Style::AddedToken);
                        let right =
                            added.get(step).map(|&line| self.changed(b, line, &self.highlights.b, styles));
                        let mark = match (&left, &right) {
                            (Some(_), None) => '<',
                            (None, _) => '>',
                            _ => '|',
                        };
                        self.row(&left.unwrap_or_default(), mark, &right.unwrap_or_default());
                    }
                    if *left_out > 0 {
                        self.painter.paint(Style::Place, left_out_line(*left_out));
                        self.painter.line_end();
                    }
                }
            }
        }
    }

    fn changed(
        &self,
        text: &Text,
        line: usize,
        changed: &[Range<usize>],
        (style, token): (Style, Style),
    ) -> Cells {
        let span = line_span(text, line);
        let pieces: Vec<_> = pieces(span, changed)
            .into_iter()
            .map(|(piece, is_changed)| (&text.bytes()[piece], if is_changed { token } else { style }))
            .collect();
        let is_whole = pieces.iter().all(|(bytes, of)| *of == token || bytes.trim_ascii().is_empty());
        match is_whole {
            true => self.cells(&pieces.iter().map(|&(bytes, _)| (bytes, style)).collect::<Vec<_>>()),
            false => self.cells(&pieces),
        }
    }

    /// Cuts pieces of a line into rows.
    fn cells(&self, pieces: &[(&[u8], Style)]) -> Cells {
        let mut rows: Cells = vec![(Vec::new(), 0)];
        for (bytes, style) in pieces {
            for c in String::from_utf8_lossy(bytes).chars() {
                let at = rows.last().map_or(0, |(_, at)| *at);
                let shown = match c {
                    '\t' => " ".repeat(TAB - at % TAB),
                    '\0'..='\x1f' => format!("^{}", char::from(c as u8 + b'@')),
                    _ if is_control(c) => format!("<U+{:04X}>", u32::from(c)),
                    _ => c.to_string(),
                };
                let width: usize = shown.chars().map(|c| c.width().unwrap_or(0)).sum();
                if at + width > self.width && at > 0 {
                    rows.push((Vec::new(), 0));
                    if c == '\t' {
                        continue;
                    }
                }
                if let Some((row, at)) = rows.last_mut() {
                    match row.last_mut() {
                        Some((text, of)) if of == style => text.push_str(&shown),
                        _ => row.push((shown, *style)),
                    }
                    *at += width;
                }
            }
        }
        rows
    }

    fn row(&mut self, left: &Cells, mark: char, right: &Cells) {
        let empty = (Vec::new(), 0);
        for step in 0..left.len().max(right.len()).max(1) {
            let (cells, width) = left.get(step).unwrap_or(&empty);
            cells.iter().for_each(|(text, style)| self.painter.paint(*style, text));
            let cells = &right.get(step).unwrap_or(&empty).0;
            let mark = if step == 0 { mark } else { ' ' };
            if !cells.is_empty() || mark != ' ' {
                let padding = self.width.saturating_sub(*width);
                self.painter.paint(Style::Plain, format!("{} {mark}", " ".repeat(padding)));
            }
            if !cells.is_empty() {
                self.painter.paint(Style::Plain, " ");
                cells.iter().for_each(|(text, style)| self.painter.paint(*style, text));
            }
            self.painter.line_end();
        }
    }
}

fn line_bytes(text: &Text, line: usize) -> &[u8] {
    &text.bytes()[line_span(text, line)]
}

/// A line without its end.
fn line_span(text: &Text, line: usize) -> Range<usize> {
    let mut span = text.line_span(line);
    for end in [b"\n", b"\r"] {
        if text.bytes()[span.clone()].ends_with(end) {
            span.end -= 1;
        }
    }
    span
}
