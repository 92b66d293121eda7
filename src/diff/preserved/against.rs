//! One output held against another.

use std::ops::Range;

use super::super::align::common_ends;
use super::super::tokens::{Class, Text, Token};
use super::super::{Comparison, Side};
use super::{Fault, What, comments, kind_of_gap, runs, taken_in_runs};

/// Holds the second file of a comparison against the first one, where that is as the source: between a token
/// that was taken over and one that was not, and around tokens whose runs are too short to tell.
pub fn against(comparison: &Comparison, source: &Text) -> Vec<Fault> {
    let mut faults = Vec::new();
    let [a, b] = &comparison.sides;
    // What is the same in both files is no fault, so it does no harm to take too much for the source's.
    let first = &taken_in_runs::<{ runs::SHORT }>(source, a.text);
    // The tokens of both, comments left out, as indices into the comparison's lists.
    let words = [a, b].map(|side| -> Vec<usize> {
        (0..side.tokens.len()).filter(|&index| side.tokens[index].class != Class::Comment).collect()
    });
    let gap = |side: usize, word: usize| {
        let Side { text, tokens, .. } = &comparison.sides[side];
        let next = words[side].get(word + 1);
        let end = next.map_or(text.bytes().len(), |&next| tokens[next].start as usize);
        tokens[words[side][word]].end as usize..end
    };
    for (index, &token) in words[1].iter().enumerate() {
        let Some(counterpart) = b.counterparts[token].map(|token| token as usize) else { continue };
        let Ok(word) = words[0].binary_search(&counterpart) else { continue };
        let origin = |word: usize| first.origins.get(word).copied().flatten();
        if let Some(origin) = origin(word) {
            let (ours, theirs) = (&b.tokens[token], &first.source.tokens[origin]);
            faults.extend(of_token(source, a, &a.tokens[counterpart], b, ours, theirs));
        }
        let next_is_next = match (words[1].get(index + 1), words[0].get(word + 1)) {
            (Some(&next_b), Some(&next_a)) => b.counterparts[next_b] == Some(next_a as u32),
            (None, None) => true,
            _ => false,
        };
        let gap_b = gap(1, index);
        let (bytes_a, bytes_b) = (&a.text.bytes()[gap(0, word)], &b.text.bytes()[gap_b.clone()]);
        if !next_is_next || bytes_a == bytes_b {
            continue;
        }
        let behind = origin(word).map(|origin| first.source.gap(origin));
        let in_front = origin(word + 1).map(|origin| first.source.gap_before(origin));
        let holds = |source: &Range<usize>, is_behind: bool| {
            let theirs = first.source.bytes(source.clone());
            // All of the gap belongs to the token at one end of it, or the part that is in its line.
            let line = match is_behind {
                true => memchr::memchr(b'\n', theirs).map(|end| &theirs[..=end]),
                false => memchr::memrchr(b'\n', theirs).map(|start| &theirs[start..]),
            };
            let goes = |part: &[u8]| {
                let has =
                    |bytes: &[u8]| if is_behind { bytes.starts_with(part) } else { bytes.ends_with(part) };
                has(bytes_a) && !has(bytes_b)
            };
            goes(theirs) || line.is_some_and(goes) || bytes_a == theirs
        };
        let (front, back) = common_ends(bytes_a, bytes_b);
        let length = bytes_a.len() - front - back;
        let source = if let Some(source) = behind.filter(|source| holds(source, true)) {
            let start = (source.start + front).min(source.end);
            start..(start + length).min(source.end)
        } else if let Some(source) = in_front.filter(|source| holds(source, false)) {
            let end = source.end.saturating_sub(back).max(source.start);
            end.saturating_sub(length).max(source.start)..end
        } else {
            continue;
        };
        let output = gap_b.start + front..gap_b.end - back;
        faults.push(Fault { output, source, what: kind_of_gap(bytes_a, bytes_b) });
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
