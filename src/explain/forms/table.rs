//! Tables of text: columns as wide as what stands in them; the last one takes the rest of the line, and goes on in the
//! next where it is too long.

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use super::{HEADING, Paper};

/// No column but the last is wider.
const WIDEST: usize = 40;
/// The last column is never narrower.
const NARROWEST: usize = 24;
const GAP: usize = 2;

/// A table while it is filled.
pub struct Table {
    head: Vec<&'static str>,
    styles: Vec<Style>,
    rows: Vec<Vec<String>>,
    indent: usize,
}

impl Table {
    /// A table with these columns, each in a style.
    pub fn new(indent: usize, columns: &[(&'static str, Style)]) -> Self {
        let (head, styles) = columns.iter().copied().unzip();
        Table { head, styles, rows: Vec::new(), indent }
    }

    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table's text. `None` if it has no rows.
    pub fn text(&self, paper: &Paper<'_>) -> String {
        let mut text = String::new();
        if self.is_empty() {
            return text;
        }
        let last = self.head.len().saturating_sub(1);
        let widths: Vec<usize> = (0..last)
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width());
                cells.chain([self.head[column].width()]).max().unwrap_or(0).min(WIDEST)
            })
            .collect();
        let taken: usize = self.indent + widths.iter().map(|width| width + GAP).sum::<usize>();
        let rest = paper.look.width.saturating_sub(taken).max(NARROWEST);
        let head: Vec<String> = self.head.iter().map(|&name| name.to_owned()).collect();
        if self.head.iter().any(|name| !name.is_empty()) {
            self.line(&head, &widths, rest, &vec![HEADING; self.head.len()], paper, &mut text);
        }
        for row in &self.rows {
            self.line(row, &widths, rest, &self.styles, paper, &mut text);
        }
        text
    }

    fn line(
        &self,
        cells: &[String],
        widths: &[usize],
        rest: usize,
        styles: &[Style],
        paper: &Paper<'_>,
        text: &mut String,
    ) {
        let wrapped: Vec<Vec<String>> = cells
            .iter()
            .enumerate()
            .map(|(column, cell)| wrap(cell, widths.get(column).copied().unwrap_or(rest)))
            .collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let mut line = " ".repeat(self.indent);
            for (column, lines) in wrapped.iter().enumerate() {
                let cell = lines.get(at).map_or("", String::as_str);
                line.push_str(&paper.paint(styles[column], cell));
                if let Some(width) = widths.get(column) {
                    line.push_str(&" ".repeat(width.saturating_sub(cell.width()) + GAP));
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
}

/// A text in lines of no more columns than given, broken at blanks where there are any.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let fits = |line: &String, word: &str| line.width() + word.trim_end().width() <= width;
        if lines.last().is_some_and(|line| !line.is_empty() && !fits(line, word)) {
            lines.push(String::new());
        }
        let mut word = word.to_owned();
        while word.trim_end().width() > width {
            let mut columns = 0;
            let fitting = word.char_indices().find(|(_, c)| {
                columns += c.to_string().width();
                columns > width
            });
            let cut =
                fitting.map_or(word.len(), |(at, _)| at).max(word.chars().next().map_or(1, char::len_utf8));
            let rest = word.split_off(cut);
            if let Some(line) = lines.last_mut() {
                line.push_str(&word);
            }
            lines.push(String::new());
            word = rest;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&word);
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines.retain(|line| !line.is_empty());
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;
    use proptest::prelude::*;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrap("the quick brown fox", 10), ["the quick", "brown fox"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("", 3), [""]);
    }

    proptest! {
        #[test]
        fn no_line_is_too_long_and_nothing_is_lost(text in "[ab 世é]{0,40}", width in 2..20_usize) {
            let lines = wrap(&text, width);
            prop_assert!(lines.iter().all(|line| line.width() <= width), "{lines:?}");
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
        }
    }
}
