//! From tokens to lines.
//!
//! Where a line begins in both files at tokens that are counterparts, the files are in step. Between two
//! such places lies a block of lines. A block in which no token has changed is context, whatever its layout;
//! the lines of the others are shown as removed and added. Files with the same layout are in step at each
//! line.

use std::ops::Range;

use super::align::common_ends;
use super::items::Kind;
use super::{Comparison, Part, Side};

/// Some lines with a change among them, and their context.
#[derive(Debug, PartialEq, Eq)]
pub struct Hunk {
    pub rows: Vec<Row>,
    /// The lines in front of it, in either file.
    pub start: [usize; 2],
    /// The item that its first change is in.
    pub within: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// Lines, counted from 0, of which no token changed; where the layout differs, a line may stand alone.
    Same([Option<usize>; 2]),
    /// Lines that became others, and how many lines of either file are left out because their tokens are the
    /// same.
    Changed { lines: [Vec<usize>; 2], left_out: usize },
    /// Lines are missing here that are shown elsewhere.
    Gap,
}

impl Row {
    /// The first of its lines in one of the files.
    fn line(&self, side: usize) -> Option<usize> {
        match self {
            Row::Same(lines) => lines[side],
            Row::Changed { lines, .. } => lines[side].first().copied(),
            Row::Gap => None,
        }
    }
}

/// Lines of both files between two places at which the files are in step.
#[derive(Debug)]
struct Block {
    lines: [Range<usize>; 2],
    is_changed: bool,
}

/// Makes hunks of two files that were compared.
pub struct Cutter<'c, 't> {
    comparison: &'c Comparison<'t>,
    context: usize,
    lines: [Lines; 2],
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
        let mut lines =
            Lines { of_tokens: Vec::new(), is_changed: vec![false; count], has_moved: vec![false; count] };
        let line_of = |at: usize| side.text.line_of(at as u32).min(count - 1);
        let mut last = None;
        for (index, token) in side.tokens.iter().enumerate() {
            let line = line_of(token.start as usize);
            lines.of_tokens.push((line as u32, last != Some(line)));
            last = Some(last_line(side, index).max(line));
        }
        for range in changed {
            let last = range.end.saturating_sub(1).max(range.start);
            lines.is_changed[line_of(range.start)..=line_of(last)].fill(true);
        }
        for range in moves {
            if lines.begins(range.start) && (range.end == side.tokens.len() || lines.begins(range.end)) {
                let first = lines.of_token(range.start);
                lines.has_moved[first..=last_line(side, range.end - 1)].fill(true);
            }
        }
        lines
    }

    /// Whether a token is the first of its line.
    fn begins(&self, token: usize) -> bool {
        self.of_tokens[token].1
    }

    fn of_token(&self, token: usize) -> usize {
        self.of_tokens[token].0 as usize
    }
}

/// The line that a token ends in.
fn last_line(side: &Side, token: usize) -> usize {
    side.text.line_of(side.tokens[token].end.saturating_sub(1))
}

impl<'c, 't> Cutter<'c, 't> {
    /// With so many lines of context.
    pub fn new(comparison: &'c Comparison<'t>, highlights: &[Vec<Range<usize>>; 2], context: usize) -> Self {
        let lines = [0, 1].map(|side| {
            let moves = comparison.moves().map(|(_, item)| item.tokens[side].clone());
            Lines::of(&comparison.sides[side], &highlights[side], moves)
        });
        Cutter { comparison, context, lines }
    }

    /// The lines that a part's tokens are on.
    pub fn lines(&self, part: &Part) -> [Range<usize>; 2] {
        [0, 1].map(|side| match &part.item {
            None => 0..self.comparison.sides[side].text.line_count(),
            Some(item) => {
                let tokens = &item.tokens[side];
                let last = last_line(&self.comparison.sides[side], tokens.end - 1);
                self.lines[side].of_token(tokens.start)..last + 1
            }
        })
    }

    fn blocks(&self, part: &Part) -> Vec<Block> {
        let mut blocks = Vec::new();
        let ends = self.lines(part).map(|lines| lines.end);
        // Where the block at hand began: lines, and tokens.
        let (mut start, mut first) = (self.lines(part).map(|lines| lines.start), [0, 0]);
        let mut at = [0, 0];
        let mut changes = part.changes.iter().peekable();
        let mut is_changed = false;
        loop {
            let next = [0, 1].map(|side| part.tokens[side].get(at[side]).map(|&token| token as usize));
            let begins = |side: usize| next[side].is_none_or(|token| self.lines[side].begins(token));
            if begins(0) && begins(1) {
                let end = [0, 1].map(|side| {
                    let line = next[side].map_or(ends[side], |token| self.lines[side].of_token(token));
                    line.max(start[side])
                });
                // Lines without tokens behind a change have not changed.
                let split = [0, 1].map(|side| match part.tokens[side][first[side]..at[side]].last() {
                    Some(&token) if is_changed => {
                        let last = last_line(&self.comparison.sides[side], token as usize);
                        (last + 1).clamp(start[side], end[side])
                    }
                    _ => start[side],
                });
                let lines = |from: [usize; 2], to: [usize; 2]| [from[0]..to[0], from[1]..to[1]];
                if is_changed {
                    blocks.push(Block { lines: lines(start, split), is_changed: true });
                }
                if split != end {
                    blocks.push(Block { lines: lines(split, end), is_changed: false });
                }
                (start, first, is_changed) = (end, at, false);
            }
            if next == [None, None] {
                return blocks;
            }
            at = match changes.next_if(|change| [change[0].start, change[1].start] == at) {
                Some(change) => {
                    is_changed = true;
                    [change[0].end, change[1].end]
                }
                None => at.map(|at| at + 1),
            };
        }
    }

    /// The hunks of a part; of what stays in place, without the lines of items that moved.
    pub fn hunks(&self, part: &Part) -> Vec<Hunk> {
        let mut rows = Vec::new();
        for block in self.blocks(part) {
            self.rows(&block, part.item.is_none(), &mut rows);
        }
        let is_same = |row: &&Row| matches!(row, Row::Same(..));
        let mut hunks: Vec<Range<usize>> = Vec::new();
        for (at, _) in rows.iter().enumerate().filter(|(_, row)| matches!(row, Row::Changed { .. })) {
            let done = hunks.last().map_or(0, |last| last.end);
            let before = rows[done..at].iter().rev().take(self.context).take_while(is_same).count();
            let after = rows[at + 1..].iter().take(self.context).take_while(is_same).count();
            let end = at + 1 + after;
            match hunks.last_mut() {
                Some(last) if last.end == at - before => last.end = end,
                _ => hunks.push(at - before..end),
            }
        }
        hunks.into_iter().map(|range| self.hunk(&rows, range)).collect()
    }

    fn hunk(&self, rows: &[Row], range: Range<usize>) -> Hunk {
        let start = [0, 1].map(|side| {
            // A file's line is that of the first row that has one, or the last one before.
            let before = || rows[..range.start].iter().rev().find_map(|row| row.line(side));
            let first = rows[range.start..].iter().find_map(|row| row.line(side));
            first.or_else(|| before().map(|line| line + 1)).unwrap_or(0)
        });
        let first_change = rows[range.clone()].iter().find(|row| matches!(row, Row::Changed { .. }));
        let within = first_change.and_then(|row| (0..2).find_map(|side| self.item_at(side, row.line(side)?)));
        Hunk { rows: rows[range].to_vec(), start, within }
    }

    fn rows(&self, block: &Block, without_moved: bool, rows: &mut Vec<Row>) {
        let shown = [0, 1].map(|side| -> Vec<usize> {
            let is_shown = |line: &usize| !(without_moved && self.lines[side].has_moved[*line]);
            block.lines[side].clone().filter(is_shown).collect()
        });
        let is_whole = (0..2).all(|side| shown[side].len() == block.lines[side].len());
        let same = |a: &[usize], b: &[usize]| -> Vec<Row> {
            let pairs = (0..a.len().max(b.len())).map(|step| [a.get(step).copied(), b.get(step).copied()]);
            pairs.map(Row::Same).collect()
        };
        let [a, b] = &shown;
        if block.is_changed {
            // Lines of a comment that changed elsewhere are context, too. A changed line is like no other.
            let bytes = [0, 1].map(|side| -> Vec<_> {
                let text = self.comparison.sides[side].text;
                let line = |&line: &usize| match self.lines[side].is_changed[line] {
                    true => Err((side, line)),
                    false => Ok(text.bytes()[text.line_span(line)].trim_ascii_end()),
                };
                shown[side].iter().map(line).collect()
            });
            let (front, behind) = common_ends(&bytes[0], &bytes[1]);
            let ends = [a.len() - behind, b.len() - behind];
            let lines = [0, 1].map(|side| self.near_changes(side, &shown[side][front..ends[side]]));
            let left_out = ends[0] + ends[1] - 2 * front - lines[0].len() - lines[1].len();
            rows.extend(same(&a[..front], &b[..front]));
            rows.push(Row::Changed { lines, left_out });
            rows.extend(same(&a[ends[0]..], &b[ends[1]..]));
        } else {
            rows.extend(same(a, b));
        }
        if !is_whole {
            rows.push(Row::Gap);
        }
    }

    /// Of some lines those that have changed, and some around them.
    fn near_changes(&self, side: usize, shown: &[usize]) -> Vec<usize> {
        let context = self.context.max(1);
        let mut near = vec![false; shown.len()];
        for at in (0..shown.len()).filter(|&at| self.lines[side].is_changed[shown[at]]) {
            let end = (at + context + 1).min(shown.len());
            near[at.saturating_sub(context)..end].fill(true);
        }
        shown.iter().zip(&near).filter(|&(_, &near)| near).map(|(&line, _)| line).collect()
    }

    /// What the item is called that a line is in.
    fn item_at(&self, side: usize, line: usize) -> Option<String> {
        let token = self.lines[side].of_tokens.partition_point(|&(of, _)| (of as usize) < line);
        let side = &self.comparison.sides[side];
        let item = side.items.get(side.items.partition_point(|item| item.tokens.end <= token))?;
        let is_named = matches!(item.kind, Kind::Function | Kind::Type | Kind::Declaration | Kind::Macro);
        let name = side.spelling(item.name.filter(|_| is_named)?);
        Some(format!("{} {}", item.kind.noun(), String::from_utf8_lossy(name)))
    }
}
