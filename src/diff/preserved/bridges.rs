//! What lies between two runs.
//!
//! In a kernel, `a[i]` becomes `(gpump_li0->a)[i]`, and the head of a loop another one: the text falls into
//! runs with a few tokens between them, most of which are the source's. Where two runs are near one another
//! in both texts, these tokens are aligned, with the best score: points for each that has a counterpart,
//! more if the bytes in front of it are those of the source as well, and none if they are not.

use super::runs::Run;
use super::words::Words;

/// How far apart two runs may be, in tokens of either text.
const NEAR: usize = 48;

/// Adds the tokens between runs to the origins of an output's tokens.
pub fn bridge(source: &Words, output: &Words, runs: &[Run], origins: &mut [Option<usize>]) {
    for pair in runs.windows(2) {
        let [one, next] = pair else { continue };
        let (from_output, from_source) = (one.output + one.length, one.source + one.length);
        let is_ahead = next.source >= from_source;
        if !is_ahead || next.source - from_source > NEAR || next.output - from_output > NEAR {
            continue;
        }
        let (width, height) = (next.source - from_source, next.output - from_output);
        if width == 0 || height == 0 {
            continue;
        }
        for (token, origin) in alignment(source, output, (from_source, width), (from_output, height)) {
            origins[token] = Some(origin);
        }
    }
}

/// The best pairs of tokens, (output, source).
fn alignment(
    source: &Words,
    output: &Words,
    (from_source, width): (usize, usize),
    (from_output, height): (usize, usize),
) -> Vec<(usize, usize)> {
    // The best score for the tokens from some on: in general, and if the two tokens in front are a pair.
    let stride = width + 1;
    let mut free = vec![0u32; stride * (height + 1)];
    let mut bound = vec![0u32; stride * (height + 1)];
    let is_pair = |row: usize, column: usize| {
        row < height && column < width && source.is_like(from_source + column, output, from_output + row)
    };
    let is_same_gap = |row: usize, column: usize| {
        let (ours, theirs) = (output.gap(from_output + row - 1), source.gap(from_source + column - 1));
        output.bytes(ours) == source.bytes(theirs)
    };
    for row in (0..=height).rev() {
        for column in (0..=width).rev() {
            let at = row * stride + column;
            let skipped = if row < height { free[at + stride] } else { 0 }.max(if column < width {
                free[at + 1]
            } else {
                0
            });
            let paired = if is_pair(row, column) { Some(bound[at + stride + 1]) } else { None };
            free[at] = skipped.max(paired.map_or(0, |rest| rest + 2));
            // The run in front, or the pair, is followed by this one: the bytes between them say whether it
            // is right.
            let in_a_row = paired.map(|rest| if is_same_gap(row, column) { rest + 3 } else { rest });
            bound[at] = skipped.max(in_a_row.unwrap_or(0));
        }
    }
    let mut pairs = Vec::new();
    let (mut row, mut column) = (0, 0);
    let mut is_bound = true;
    while row < height && column < width {
        let at = row * stride + column;
        let best = if is_bound { bound[at] } else { free[at] };
        let gain = match is_bound {
            false => 2,
            true if is_pair(row, column) && is_same_gap(row, column) => 3,
            true => 0,
        };
        // Of two choices with one score, the one that claims less.
        let is_skipped = free[at + stride].max(free[at + 1]) == best;
        if is_pair(row, column) && bound[at + stride + 1] + gain == best && !(gain == 0 && is_skipped) {
            pairs.push((from_output + row, from_source + column));
            (row, column, is_bound) = (row + 1, column + 1, true);
        } else {
            is_bound = false;
            if free[at + stride] == best {
                row += 1;
            } else {
                column += 1;
            }
        }
    }
    pairs
}
