//! From tokens to lines.
//!
//! Where a line begins in both files at tokens that are counterparts, the files are in step. Between two
//! such places lies a block of lines. A block in which no token has changed is context, whatever its layout;
//! the lines of the others are shown as removed and added. Files with the same layout are in step at each
//! line.

use std::ops::Range;

use super::highlight::Highlights;
use super::items::Kind;
use super::{Comparison, Side};

/// Some lines with a change among them, and their context.
#[derive(Debug, PartialEq, Eq)]
pub struct Hunk {
    pub rows: Vec<Row>,
    /// The lines in front of it, in either file.
    pub start_a: usize,
    pub start_b: usize,
    /// The item that its first change is in.
    pub within: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// Lines, counted from 0, of which no token changed; where the layout differs, a line may stand alone.
    Same(Option<usize>, Option<usize>),
    /// Lines that became others, and how many lines of either file are left out because their tokens are the
    /// same.
    Changed { a: Vec<usize>, b: Vec<usize>, left_out: usize },
    /// Lines are missing here that are shown elsewhere.
    Gap,
}

/// Lines of both files between two places at which the files are in step.
#[derive(Debug)]
struct Block {
    a: Range<usize>,
    b: Range<usize>,
    is_changed: bool,
}

/// Makes hunks of two files that were compared.
pub struct Cutter<'c, 't> {
    comparison: &'c Comparison<'t>,
    context: usize,
    a: Lines,
    b: Lines,
}

/// What has to be known of a file's lines.
struct Lines {
    /// For each token the line that it begins in, and whether it is the first there.
    of_tokens: Vec<(u32, bool)>,
    /// Whether a line has something that changed.
    is_changed: Vec<bool>,
    /// Whether a line belongs to an item that moved.
    has_moved: Vec<bool>,
}

impl Lines {
    fn of(side: &Side, changed: &[Range<usize>], moves: impl Iterator<Item = Range<usize>>) -> Self {
        let count = side.text.line_count().max(1);
        let mut lines = Lines {
            of_tokens: Vec::with_capacity(side.tokens.len()),
            is_changed: vec![false; count],
            has_moved: vec![false; count],
        };
        let (mut line, mut last) = (0, None);
        for token in &side.tokens {
            while side.text.line_span(line).end <= token.start as usize && line + 1 < count {
                line += 1;
            }
            lines.of_tokens.push((line as u32, last != Some(line)));
            while side.text.line_span(line).end < token.end as usize && line + 1 < count {
                line += 1;
            }
            last = Some(line);
        }
        for range in changed {
            let first = side.text.line_of(range.start as u32).min(count - 1);
            let last = side.text.line_of(range.end.saturating_sub(1).max(range.start) as u32).min(count - 1);
            lines.is_changed[first..=last].fill(true);
        }
        for range in moves {
            if range.is_empty() || !lines.begins(range.start) {
                continue;
            }
            let is_clean = side.tokens.len() == range.end || lines.begins(range.end);
            if is_clean {
                let end = side.text.line_of(side.tokens[range.end - 1].end.saturating_sub(1));
                lines.has_moved[lines.of_tokens[range.start].0 as usize..=end].fill(true);
            }
        }
        lines
    }

    /// Whether a token is the first of its line.
    fn begins(&self, token: usize) -> bool {
        self.of_tokens[token].1
    }

    fn line(&self, token: u32) -> usize {
        self.of_tokens[token as usize].0 as usize
    }
}

impl<'c, 't> Cutter<'c, 't> {
    /// With so many lines of context.
    pub fn new(comparison: &'c Comparison<'t>, highlights: &Highlights, context: usize) -> Self {
        let a = Lines::of(&comparison.a, &highlights.a, comparison.moves.iter().map(|item| item.a.clone()));
        let b = Lines::of(&comparison.b, &highlights.b, comparison.moves.iter().map(|item| item.b.clone()));
        Cutter { comparison, context, a, b }
    }

    /// The hunks of what stays in place.
    pub fn in_place(&self) -> Vec<Hunk> {
        let (a, b) = (&self.comparison.a, &self.comparison.b);
        let blocks = self.blocks(&a.in_place, &b.in_place, 0..a.text.line_count(), 0..b.text.line_count());
        self.hunks(&blocks, true)
    }

    /// The hunks of an item that moved.
    pub fn inside(&self, a: &Range<usize>, b: &Range<usize>) -> Vec<Hunk> {
        let tokens = |range: &Range<usize>| -> Vec<u32> { range.clone().map(|token| token as u32).collect() };
        let (lines_a, lines_b) = (self.lines_of_a(a), self.lines_of_b(b));
        let blocks = self.blocks(&tokens(a), &tokens(b), lines_a, lines_b);
        self.hunks(&blocks, false)
    }

    /// The lines that some tokens are on.
    pub fn lines_of_a(&self, tokens: &Range<usize>) -> Range<usize> {
        lines_of(&self.comparison.a, &self.a, tokens)
    }

    pub fn lines_of_b(&self, tokens: &Range<usize>) -> Range<usize> {
        lines_of(&self.comparison.b, &self.b, tokens)
    }

    fn blocks(&self, a: &[u32], b: &[u32], lines_a: Range<usize>, lines_b: Range<usize>) -> Vec<Block> {
        let mut blocks = Vec::new();
        let (mut at_a, mut at_b) = (0, 0);
        // Where the block at hand began: lines, and tokens.
        let mut start = (lines_a.start, lines_b.start, 0, 0);
        let mut is_changed = false;
        loop {
            let begins = |lines: &Lines, tokens: &[u32], at: usize| {
                tokens.get(at).is_none_or(|&token| lines.begins(token as usize))
            };
            if begins(&self.a, a, at_a) && begins(&self.b, b, at_b) {
                let end = (
                    a.get(at_a).map_or(lines_a.end, |&token| self.a.line(token)).max(start.0),
                    b.get(at_b).map_or(lines_b.end, |&token| self.b.line(token)).max(start.1),
                );
                // Lines without tokens behind a change have not changed.
                let behind = |tokens: &[u32], side: &Side, start: usize, end: usize| {
                    tokens.last().map_or(start, |&token| {
                        let last = side.tokens[token as usize].end.saturating_sub(1);
                        (side.text.line_of(last) + 1).clamp(start, end)
                    })
                };
                let split = match is_changed {
                    true => (
                        behind(&a[start.2..at_a], &self.comparison.a, start.0, end.0),
                        behind(&b[start.3..at_b], &self.comparison.b, start.1, end.1),
                    ),
                    false => (start.0, start.1),
                };
                if is_changed {
                    blocks.push(Block { a: start.0..split.0, b: start.1..split.1, is_changed: true });
                }
                if split != end {
                    blocks.push(Block { a: split.0..end.0, b: split.1..end.1, is_changed: false });
                }
                start = (end.0, end.1, at_a, at_b);
                is_changed = false;
            }
            if at_a == a.len() && at_b == b.len() {
                return blocks;
            }
            let kept_a = a.get(at_a).is_some_and(|&token| self.comparison.a.is_kept(token));
            let kept_b = b.get(at_b).is_some_and(|&token| self.comparison.b.is_kept(token));
            match (kept_a, kept_b) {
                (true, true) => {
                    at_a += 1;
                    at_b += 1;
                }
                _ => {
                    is_changed = true;
                    while a.get(at_a).is_some_and(|&token| !self.comparison.a.is_kept(token)) {
                        at_a += 1;
                    }
                    while b.get(at_b).is_some_and(|&token| !self.comparison.b.is_kept(token)) {
                        at_b += 1;
                    }
                }
            }
        }
    }

    fn hunks(&self, blocks: &[Block], without_moved: bool) -> Vec<Hunk> {
        let mut rows = Vec::new();
        for block in blocks {
            self.rows(block, without_moved, &mut rows);
        }
        let mut hunks: Vec<Hunk> = Vec::new();
        // The rows up to this one are in a hunk.
        let mut done = 0;
        let mut is_open = false;
        for (at, row) in rows.iter().enumerate() {
            if !matches!(row, Row::Changed { .. }) {
                continue;
            }
            let is_same = |row: &&Row| matches!(row, Row::Same(..));
            let before = rows[done.min(at)..at].iter().rev().take(self.context).take_while(is_same).count();
            let after = rows[at + 1..].iter().take(self.context).take_while(is_same).count();
            let start = at - before;
            match hunks.last_mut() {
                // In reach of the one before.
                Some(hunk) if is_open && start <= done => {
                    hunk.rows.extend_from_slice(&rows[done..=at + after])
                }
                _ => hunks.push(self.hunk(&rows, start, at, after)),
            }
            done = at + 1 + after;
            // The last rows of context may be what goes in front of the next change.
            is_open = true;
        }
        hunks
    }

    fn hunk(&self, rows: &[Row], start: usize, change: usize, after: usize) -> Hunk {
        // A file's line is that of the first row that has one, or the last one before.
        let position = |line: fn(&Row) -> Option<usize>| {
            rows[start..]
                .iter()
                .find_map(line)
                .or_else(|| rows[..start].iter().rev().find_map(line).map(|line| line + 1))
        };
        let of_a = |row: &Row| match row {
            Row::Same(a, _) => *a,
            Row::Changed { a, .. } => a.first().copied(),
            Row::Gap => None,
        };
        let of_b = |row: &Row| match row {
            Row::Same(_, b) => *b,
            Row::Changed { b, .. } => b.first().copied(),
            Row::Gap => None,
        };
        let within = match &rows[change] {
            Row::Changed { a, b, .. } => {
                let in_a = a.first().and_then(|&line| item_at(&self.comparison.a, &self.a, line));
                in_a.or_else(|| b.first().and_then(|&line| item_at(&self.comparison.b, &self.b, line)))
            }
            _ => None,
        };
        Hunk {
            rows: rows[start..=change + after].to_vec(),
            start_a: position(of_a).unwrap_or(0),
            start_b: position(of_b).unwrap_or(0),
            within,
        }
    }

    fn rows(&self, block: &Block, without_moved: bool, rows: &mut Vec<Row>) {
        let shown = |lines: &Lines, range: &Range<usize>| -> Vec<usize> {
            range.clone().filter(|&line| !(without_moved && lines.has_moved[line])).collect()
        };
        let (a, b) = (shown(&self.a, &block.a), shown(&self.b, &block.b));
        let is_whole = a.len() == block.a.len() && b.len() == block.b.len();
        if block.is_changed {
            // Lines of a comment that changed elsewhere are context, too.
            let is_same = |line_a: usize, line_b: usize| {
                !self.a.is_changed[line_a]
                    && !self.b.is_changed[line_b]
                    && bytes_of(&self.comparison.a, line_a) == bytes_of(&self.comparison.b, line_b)
            };
            let front = a.iter().zip(&b).take_while(|&(&one, &other)| is_same(one, other)).count();
            let behind = a[front..].iter().rev().zip(b[front..].iter().rev());
            let behind = behind.take_while(|&(&one, &other)| is_same(one, other)).count();
            let (end_a, end_b) = (a.len() - behind, b.len() - behind);
            let same = |rows: &mut Vec<Row>, a: &[usize], b: &[usize]| {
                rows.extend(a.iter().zip(b).map(|(&one, &other)| Row::Same(Some(one), Some(other))));
            };
            same(rows, &a[..front], &b[..front]);
            let (last_a, last_b) = (&a[end_a..], &b[end_b..]);
            let (a, b) = (&a[front..end_a], &b[front..end_b]);
            let near = |lines: &Lines, shown: &[usize]| near_changes(lines, shown, self.context.max(1));
            let (near_a, near_b) = (near(&self.a, a), near(&self.b, b));
            let left_out = a.len() - near_a.len() + b.len() - near_b.len();
            rows.push(Row::Changed { a: near_a, b: near_b, left_out });
            same(rows, last_a, last_b);
        } else {
            for step in 0..a.len().max(b.len()) {
                rows.push(Row::Same(a.get(step).copied(), b.get(step).copied()));
            }
        }
        if !is_whole {
            rows.push(Row::Gap);
        }
    }
}

/// A line without what stands at its end.
fn bytes_of<'t>(side: &Side<'t>, line: usize) -> &'t [u8] {
    side.text.bytes()[side.text.line_span(line)].trim_ascii_end()
}

/// Of some lines those that have changed, and so many around them.
fn near_changes(lines: &Lines, shown: &[usize], context: usize) -> Vec<usize> {
    let mut near = vec![false; shown.len()];
    for (at, &line) in shown.iter().enumerate() {
        if lines.is_changed[line] {
            let end = (at + context + 1).min(shown.len());
            near[at.saturating_sub(context)..end].fill(true);
        }
    }
    shown.iter().zip(&near).filter(|&(_, &near)| near).map(|(&line, _)| line).collect()
}

fn lines_of(side: &Side, lines: &Lines, tokens: &Range<usize>) -> Range<usize> {
    if tokens.is_empty() {
        return 0..0;
    }
    let last = side.tokens[tokens.end - 1].end.saturating_sub(1);
    lines.of_tokens[tokens.start].0 as usize..side.text.line_of(last) + 1
}

/// What the item is called that a line is in.
fn item_at(side: &Side, lines: &Lines, line: usize) -> Option<String> {
    let token = lines.of_tokens.partition_point(|&(of, _)| (of as usize) < line);
    let index = side.items.partition_point(|item| item.tokens.end <= token);
    let item = side.items.get(index)?;
    let is_named = matches!(item.kind, Kind::Function | Kind::Type | Kind::Declaration | Kind::Macro);
    let name = item.name.filter(|_| is_named)?;
    Some(format!("{} {}", item.kind.noun(), String::from_utf8_lossy(side.spelling(name))))
}
