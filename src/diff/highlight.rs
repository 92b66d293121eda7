//! Which bytes of a file have changed.

use std::ops::Range;

use imara_diff::Algorithm;
use rustc_hash::FxHashMap;

use super::align::common;
use super::effort::Effort;
use super::tokens::Class;
use super::{Change, Comparison, Side};

/// The bytes of both files that are not in the other, in order.
#[derive(Debug, Default)]
pub struct Highlights {
    pub a: Vec<Range<usize>>,
    pub b: Vec<Range<usize>>,
}

impl Highlights {
    pub fn of(comparison: &Comparison) -> Self {
        let mut highlights = Highlights::default();
        let (a, b) = (&comparison.a.in_place, &comparison.b.in_place);
        highlights.add(comparison, a, b);
        for item in comparison.moves.iter().filter(|item| !item.is_equal) {
            let list =
                |range: &Range<usize>| -> Vec<u32> { range.clone().map(|token| token as u32).collect() };
            highlights.add(comparison, &list(&item.a), &list(&item.b));
        }
        highlights.a.sort_unstable_by_key(|range| range.start);
        highlights.b.sort_unstable_by_key(|range| range.start);
        highlights
    }

    fn add(&mut self, comparison: &Comparison, a: &[u32], b: &[u32]) {
        for Change { a: in_a, b: in_b } in comparison.changes(a, b) {
            if let ([one], [other]) = (&a[in_a.clone()], &b[in_b.clone()])
                && let Some((ours, theirs)) = inside(comparison, *one as usize, *other as usize)
            {
                self.a.extend(ours);
                self.b.extend(theirs);
                continue;
            }
            add_tokens(&mut self.a, &comparison.a, &a[in_a]);
            add_tokens(&mut self.b, &comparison.b, &b[in_b]);
        }
    }
}

/// Adds the bytes of tokens; those between two that follow one another belong to them.
fn add_tokens(ranges: &mut Vec<Range<usize>>, side: &Side, tokens: &[u32]) {
    let mut last = None;
    for &token in tokens {
        let span = side.tokens[token as usize].span();
        match ranges.last_mut() {
            Some(range) if last == Some(token.wrapping_sub(1)) => range.end = span.end,
            _ => ranges.push(span),
        }
        last = Some(token);
    }
}

type Ranges = Vec<Range<usize>>;

/// What differs inside of two comments or strings that have something in common.
fn inside(comparison: &Comparison, a: usize, b: usize) -> Option<(Ranges, Ranges)> {
    let (token_a, token_b) = (comparison.a.tokens[a], comparison.b.tokens[b]);
    let is_text = matches!(token_a.class, Class::Comment | Class::Literal) && token_a.class == token_b.class;
    let (text_a, text_b) = (comparison.a.spelling(a), comparison.b.spelling(b));
    if !is_text || text_a.len().max(text_b.len()) > 10_000 {
        return None;
    }
    let (words_a, words_b) = (words(text_a), words(text_b));
    let mut table: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
    let mut numbers = |words: &[Range<usize>], text: &[u8]| -> Vec<u32> {
        words
            .iter()
            .map(|word| {
                let next = table.len() as u32;
                *table.entry(text[word.clone()].to_vec()).or_insert(next)
            })
            .collect()
    };
    let (numbers_a, numbers_b) = (numbers(&words_a, text_a), numbers(&words_b, text_b));
    let stretches = common(&numbers_a, &numbers_b, Algorithm::MyersMinimal, &mut Effort::default());
    let kept: usize = stretches.iter().map(|&(_, _, length)| length).sum();
    if 2 * kept < words_a.len().min(words_b.len()) {
        return None;
    }
    let gaps = |words: &[Range<usize>], base: usize, start: fn(&(usize, usize, usize)) -> usize| {
        let mut gaps: Vec<Range<usize>> = Vec::new();
        let mut from = 0;
        for stretch in stretches.iter().chain([&(words_a.len(), words_b.len(), 0)]) {
            let at = start(stretch);
            if at > from {
                gaps.push(base + words[from].start..base + words[at - 1].end);
            }
            from = at + stretch.2;
        }
        gaps
    };
    Some((
        gaps(&words_a, token_a.start as usize, |stretch| stretch.0),
        gaps(&words_b, token_b.start as usize, |stretch| stretch.1),
    ))
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
