//! Differences in two columns.

use unicode_width::UnicodeWidthStr;

use super::Comparison;
use super::hunks::Row;
use super::report::{Form, Report, report};
use super::style::{Appearance, Style, written_out};

/// The narrowest columns that are of any use.
const NARROWEST: usize = 8;

/// How many columns a tab goes to.
const TAB: usize = 8;

/// The differences, each file in a column of its own, so that lines are `width` wide. Lines that are longer
/// than a column go on in the next row. In front of a line stands its number, and between the columns what became
/// of it: `|` changed, `<` only in the first file, `>` only in the second.
pub fn side_by_side(
    comparison: &Comparison,
    context: usize,
    width: usize,
    appearance: Appearance,
) -> Vec<u8> {
    let lines = comparison.sides.each_ref().map(|side| side.text.line_count());
    let digits = lines[0].max(lines[1]).to_string().len();
    let column = width.saturating_sub(3) / 2;
    let columns = Columns { digits, width: column.saturating_sub(digits + 1).max(NARROWEST) };
    report(comparison, context, appearance, &columns)
}

struct Columns {
    /// How wide the numbers of lines are.
    digits: usize,
    /// How wide the text behind them is.
    width: usize,
}

/// A line's number, from 1, if it has one, and the line, cut into rows of a column's width: pieces with their styles, and
/// how wide they are.
type Cells = (Option<usize>, Vec<(Vec<(String, Style)>, usize)>);

impl Form for Columns {
    fn header(&self, report: &mut Report) {
        let cells = report.names().map(|name| self.cells(None, &[(name.as_bytes(), Style::Header)]));
        self.cells_in_row(report, cells, ' ');
    }

    fn row(&self, report: &mut Report, row: &Row) {
        match row {
            Row::Gap => {}
            Row::Same(lines) => {
                let cells = [0, 1].map(|side| {
                    let text = report.comparison.sides[side].text;
                    let bytes = |line| &text.bytes()[text.line_span(line)];
                    let cells = |line| self.cells(Some(line), &[(without_end(bytes(line)), Style::Plain)]);
                    lines[side].map(cells)
                });
                self.cells_in_row(report, cells.map(Option::unwrap_or_default), ' ');
            }
            Row::Changed { lines, .. } => {
                for step in 0..lines[0].len().max(lines[1].len()) {
                    let cells = [0, 1].map(|side| {
                        let line = *lines[side].get(step)?;
                        let mut pieces = report.changed(side, line);
                        if let Some((last, _)) = pieces.last_mut() {
                            *last = without_end(last);
                        }
                        Some(self.cells(Some(line), &pieces))
                    });
                    let mark = match &cells {
                        [Some(_), None] => '<',
                        [None, _] => '>',
                        _ => '|',
                    };
                    self.cells_in_row(report, cells.map(Option::unwrap_or_default), mark);
                }
            }
        }
    }
}

impl Columns {
    /// Cuts pieces of a line into rows.
    fn cells(&self, line: Option<usize>, pieces: &[(&[u8], Style)]) -> Cells {
        let mut rows: Vec<(Vec<(String, Style)>, usize)> = vec![(Vec::new(), 0)];
        for (bytes, style) in pieces {
            for c in String::from_utf8_lossy(bytes).chars() {
                let at = rows.last().map_or(0, |(_, at)| *at);
                // What is made is made for a terminal or for its like: control characters are written out always.
                let shown = match c {
                    '\t' => " ".repeat(TAB - at % TAB),
                    _ => written_out(c).unwrap_or_else(|| c.to_string()),
                };
                let width = shown.width();
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
        (line.map(|line| line + 1), rows)
    }

    fn cells_in_row(&self, report: &mut Report, [left, right]: [Cells; 2], mark: char) {
        let painter = &mut report.painter;
        for step in 0..left.1.len().max(right.1.len()).max(1) {
            let (cells, width) = self.numbered(&left, step);
            cells.iter().for_each(|(text, style)| painter.paint(*style, text));
            let (cells, _) = self.numbered(&right, step);
            let mark = if step == 0 { mark } else { ' ' };
            if !cells.is_empty() || mark != ' ' {
                let padding = (self.digits + 1 + self.width).saturating_sub(width);
                painter.paint(Style::Plain, format!("{} {mark}", " ".repeat(padding)));
            }
            if !cells.is_empty() {
                painter.paint(Style::Plain, " ");
                cells.iter().for_each(|(text, style)| painter.paint(*style, text));
            }
            painter.line_end();
        }
    }

    /// A row with the line's number in front of the first, or as much blank; nothing where there is neither text nor number.
    fn numbered(&self, (line, rows): &Cells, step: usize) -> (Vec<(String, Style)>, usize) {
        let digits = self.digits;
        let number = line.filter(|_| step == 0).map(|line| format!("{line:>digits$}"));
        let (pieces, width) = rows.get(step).cloned().unwrap_or_default();
        match number {
            None if pieces.is_empty() => (Vec::new(), 0),
            Some(number) if pieces.is_empty() => (vec![(number, Style::Place)], digits),
            number => {
                let gutter = (number.unwrap_or_else(|| " ".repeat(digits)) + " ", Style::Place);
                (std::iter::once(gutter).chain(pieces).collect(), digits + 1 + width)
            }
        }
    }
}

/// A line without the carriage return at its end, whoever gets it.
fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
