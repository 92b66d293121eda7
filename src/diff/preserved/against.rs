//! One output held against another.

use std::ops::Range;

use super::super::align::NONE;
use super::super::tokens::{Class, Text, Token};
use super::super::{Comparison, Side};
use super::{Fault, What, comments, kind_of_gap, runs, taken_in_runs};

/// Holds the second file of a comparison against the first one, where that is as the source: between a token
/// that was taken over and one that was not, and around tokens whose runs are too short to tell.
pub fn against(comparison: &Comparison, source: &Text) -> Vec<Fault> {
    let mut faults = Vec::new();
    // What is the same in both files is no fault, so it does no harm to take too much for the source's.
    let first = &taken_in_runs::<{ runs::SHORT }>(source, comparison.a.text);
    let (a, b) = (&comparison.a, &comparison.b);
    // The tokens of both, comments left out, as indices into the comparison's lists.
    let words = |tokens: &[Token]| -> Vec<usize> {
        (0..tokens.len()).filter(|&index| tokens[index].class != Class::Comment).collect()
    };
    let (words_a, words_b) = (words(&a.tokens), words(&b.tokens));
    let mut word_of_a = vec![usize::MAX; a.tokens.len()];
    words_a.iter().enumerate().for_each(|(word, &token)| word_of_a[token] = word);
    let gap = |side: &Side, words: &[usize], at: usize| {
        let end = words.get(at + 1).map_or(side.text.bytes().len(), |&next| side.tokens[next].start as usize);
        side.tokens[words[at]].end as usize..end
    };
    for (index, &token) in words_b.iter().enumerate() {
        let counterpart = b.counterparts[token];
        if counterpart == NONE {
            continue;
        }
        let word = word_of_a[counterpart as usize];
        if let Some(&origin) = first.origins.get(word).filter(|&&origin| origin != NONE) {
            let (ours, theirs) = (&b.tokens[token], &first.source.tokens[origin as usize]);
            faults.extend(of_token(first.source.text, a, &a.tokens[counterpart as usize], b, ours, theirs));
        }
        let next_is_next = match (words_b.get(index + 1), words_a.get(word + 1)) {
            (Some(&next_b), Some(&next_a)) => b.counterparts[next_b] == next_a as u32,
            (None, None) => true,
            _ => false,
        };
        if !next_is_next {
            continue;
        }
        let (gap_a, gap_b) = (gap(a, &words_a, word), gap(b, &words_b, index));
        let (bytes_a, bytes_b) = (&a.text.bytes()[gap_a], &b.text.bytes()[gap_b.clone()]);
        if bytes_a == bytes_b {
            continue;
        }
        let origin = |word: usize| first.origins.get(word).copied().filter(|&origin| origin != NONE);
        let behind = origin(word).map(|origin| first.source.gap(origin as usize));
        let in_front = origin(word + 1).map(|origin| first.source.gap_before(origin as usize));
        let holds = |source: &Range<usize>, is_behind: bool| {
            let theirs = first.source.bytes(source.clone());
            parts(theirs, is_behind).into_iter().any(|part| {
                let has =
                    |bytes: &[u8]| if is_behind { bytes.starts_with(part) } else { bytes.ends_with(part) };
                has(bytes_a) && !has(bytes_b)
            }) || (bytes_a == theirs)
        };
        let fault = if let Some(source) = behind.filter(|source| holds(source, true)) {
            let (unlike_a, unlike_b) = unlike(bytes_a, bytes_b);
            let start = (source.start + unlike_a.start).min(source.end);
            Fault {
                output: gap_b.start + unlike_b.start..gap_b.start + unlike_b.end,
                source: start..(start + unlike_a.len()).min(source.end),
                what: kind_of_gap(bytes_a, bytes_b),
            }
        } else if let Some(source) = in_front.filter(|source| holds(source, false)) {
            let (unlike_a, unlike_b) = unlike(bytes_a, bytes_b);
            let end = source.end.saturating_sub(bytes_a.len() - unlike_a.end).max(source.start);
            Fault {
                output: gap_b.start + unlike_b.start..gap_b.start + unlike_b.end,
                source: end.saturating_sub(unlike_a.len()).max(source.start)..end,
                what: kind_of_gap(bytes_a, bytes_b),
            }
        } else {
            continue;
        };
        faults.push(fault);
    }
    faults.extend(comments::against(comparison, first));
    faults
}

/// Holds a token and its indentation against the other output's, where that is as in the source.
fn of_token(
    source: &Text,
    a: &Side,
    token_a: &Token,
    b: &Side,
    token_b: &Token,
    origin: &Token,
) -> Option<Fault> {
    let expected = &a.text.bytes()[token_a.span()];
    if expected == &source.bytes()[origin.span()] && expected != &b.text.bytes()[token_b.span()] {
        return Some(Fault { output: token_b.span(), source: origin.span(), what: What::Spelling });
    }
    let expected = indentation(source, origin)?;
    let found = indentation(b.text, token_b)?;
    let is_as_source = indentation(a.text, token_a)
        .is_some_and(|of_a| a.text.bytes()[of_a] == source.bytes()[expected.clone()]);
    let is_changed = source.bytes()[expected.clone()] != b.text.bytes()[found.clone()];
    (is_as_source && is_changed).then_some(Fault { output: found, source: expected, what: What::Layout })
}

/// The blanks in front of a token, if it is the first of its line.
fn indentation(text: &Text, token: &Token) -> Option<Range<usize>> {
    let start = text.line_span(text.line_of(token.start)).start;
    let blanks = start..token.start as usize;
    text.bytes()[blanks.clone()].iter().all(u8::is_ascii_whitespace).then_some(blanks)
}

/// Where two texts differ: what is left of each without what they begin and end with in common.
fn unlike(one: &[u8], other: &[u8]) -> (Range<usize>, Range<usize>) {
    let front = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let rest = one.len().min(other.len()) - front;
    let back = one.iter().rev().zip(other.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    (front..one.len() - back, front..other.len() - back)
}

/// The parts of a gap that belong to the token at one end of it: all, or its line.
fn parts(gap: &[u8], is_behind: bool) -> Vec<&[u8]> {
    let line = match is_behind {
        true => memchr::memchr(b'\n', gap).map(|end| &gap[..=end]),
        false => memchr::memrchr(b'\n', gap).map(|start| &gap[start..]),
    };
    [Some(gap), line].into_iter().flatten().filter(|part| !part.is_empty()).collect()
}
