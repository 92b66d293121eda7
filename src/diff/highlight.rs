//! Which bytes of a file have changed.

use std::ops::Range;

use imara_diff::Algorithm;

use super::align::{Stretch, common};
use super::effort::Effort;
use super::tokens::{Class, Token};
use super::{Comparison, Side};

type Ranges = Vec<Range<usize>>;

/// The bytes of both files that are not in the other, in order.
pub fn highlights(comparison: &Comparison) -> [Ranges; 2] {
    let mut highlights = [Vec::new(), Vec::new()];
    for part in &comparison.parts {
        for change in &part.changes {
            let tokens = [0, 1].map(|side| &part.tokens[side][change[side].clone()]);
            let inside = match tokens {
                [&[a], &[b]] => inside(&comparison.sides, [a as usize, b as usize]),
                _ => None,
            };
            for (side, ranges) in highlights.iter_mut().enumerate() {
                match &inside {
                    Some(inside) => ranges.extend_from_slice(&inside[side]),
                    None => add_tokens(ranges, &comparison.sides[side], tokens[side]),
                }
            }
        }
    }
    highlights.iter_mut().for_each(|ranges| ranges.sort_unstable_by_key(|range| range.start));
    highlights
}

/// Adds the bytes of tokens; those between two that follow one another belong to them.
fn add_tokens(ranges: &mut Ranges, side: &Side, tokens: &[u32]) {
    for row in tokens.chunk_by(|one, next| one + 1 == *next) {
        ranges.push(side.span(&(row[0] as usize..row[row.len() - 1] as usize + 1)));
    }
}

/// What differs inside of two comments or strings that have something in common.
fn inside(sides: &[Side; 2], tokens: [usize; 2]) -> Option<[Ranges; 2]> {
    let class = |side: usize| sides[side].tokens[tokens[side]].class;
    let is_text = matches!(class(0), Class::Comment | Class::Literal) && class(0) == class(1);
    let texts = [0, 1].map(|side| sides[side].spelling(tokens[side]));
    if !is_text || texts.iter().any(|text| text.len() > 10_000) {
        return None;
    }
    let words = texts.map(words);
    let [a, b] = [0, 1].map(|side| words[side].iter().map(move |word| &texts[side][word.clone()]));
    let mut stretches = common(a, b, Algorithm::MyersMinimal, &mut Effort::default());
    let kept: usize = stretches.iter().map(|stretch| stretch.length).sum();
    let lengths = [words[0].len(), words[1].len()];
    if 2 * kept < lengths[0].min(lengths[1]) {
        return None;
    }
    stretches.push(Stretch { start: lengths, length: 0 });
    Some([0, 1].map(|side| {
        let Token { start, .. } = sides[side].tokens[tokens[side]];
        let mut gaps = Vec::new();
        let mut from = 0;
        for stretch in &stretches {
            let changed = &words[side][from..stretch.start[side]];
            if let (Some(first), Some(last)) = (changed.first(), changed.last()) {
                gaps.push(start as usize + first.start..start as usize + last.end);
            }
            from = stretch.end()[side];
        }
        gaps
    }))
}

/// The words of a text, and every other character that is no blank.
fn words(text: &[u8]) -> Vec<Range<usize>> {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut words: Vec<Range<usize>> = Vec::new();
    for (at, &byte) in text.iter().enumerate() {
        match words.last_mut() {
            Some(word) if word.end == at && is_letter(byte) && is_letter(text[at - 1]) => word.end += 1,
            _ if byte.is_ascii_whitespace() => {}
            _ => words.push(at..at + 1),
        }
    }
    words
}

/// The pieces of some bytes, and whether each has changed.
pub fn pieces(span: Range<usize>, changed: &[Range<usize>]) -> Vec<(Range<usize>, bool)> {
    let first = changed.partition_point(|range| range.end <= span.start);
    let mut pieces = Vec::new();
    let mut at = span.start;
    for range in &changed[first..] {
        if range.start >= span.end {
            break;
        }
        let (start, end) = (range.start.max(at), range.end.min(span.end));
        if start > at {
            pieces.push((at..start, false));
        }
        if end > start {
            pieces.push((start..end, true));
            at = end;
        }
    }
    if at < span.end {
        pieces.push((at..span.end, false));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_the_span() {
        assert_eq!(
            pieces(2..9, &[0..3, 5..6, 8..20]),
            [(2..3, true), (3..5, false), (5..6, true), (6..8, false), (8..9, true)]
        );
        assert_eq!(pieces(2..4, &[]), [(2..4, false)]);
        let whole = 0..9;
        assert_eq!(pieces(2..2, std::slice::from_ref(&whole)), []);
    }
}
