//! Comments that are almost those of the source.
//!
//! A comment in front of the first token that was taken over, or behind the last, has only one neighbour,
//! and behind a comment that was changed there is no telling what it was. So comments are held against
//! comments: one of the output that is not in the source, byte for byte, is held against those of the source
//! that the output lacks. If most words are the same, it is that one, changed.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::Comparison;
use super::super::tokens::Class;
use super::{Fault, Taken, What};

/// How much of the larger comment the other has to have for being it, in words.
const ENOUGH: f64 = 0.6;

/// Adds the comments that were changed to the faults.
pub fn check(taken: &mut Taken) {
    let (source, output) = (&taken.source, &taken.output);
    let in_source: FxHashSet<&[u8]> =
        source.comments.iter().map(|comment| source.bytes(comment.span())).collect();
    let in_output: FxHashSet<&[u8]> =
        output.comments.iter().map(|comment| output.bytes(comment.span())).collect();
    let missing: Vec<_> =
        source.comments.iter().filter(|comment| !in_output.contains(source.bytes(comment.span()))).collect();
    if missing.is_empty() {
        return;
    }
    let mut by_word: FxHashMap<&[u8], Vec<usize>> = FxHashMap::default();
    for (index, comment) in missing.iter().enumerate() {
        for word in words(source.bytes(comment.span())).collect::<FxHashSet<_>>() {
            by_word.entry(word).or_default().push(index);
        }
    }
    let reported: Vec<Fault> =
        taken.faults.iter().filter(|fault| fault.what == What::Comment).cloned().collect();
    let mut found = Vec::new();
    for comment in &output.comments {
        let bytes = output.bytes(comment.span());
        // A translator says in comments which directive a text is from.
        if in_source.contains(bytes) || memchr::memmem::find(bytes, b"#pragma").is_some() {
            continue;
        }
        let ours: FxHashSet<&[u8]> = words(output.bytes(comment.span())).collect();
        let mut hits: FxHashMap<usize, usize> = FxHashMap::default();
        for &word in &ours {
            // Words that stand everywhere tell nothing.
            for &index in by_word.get(word).into_iter().flatten().take(64) {
                *hits.entry(index).or_default() += 1;
            }
        }
        let likeness = |index: usize, count: usize| {
            let theirs: FxHashSet<&[u8]> = words(source.bytes(missing[index].span())).collect();
            count as f64 / ours.len().max(theirs.len()).max(1) as f64
        };
        let best = hits
            .into_iter()
            .map(|(index, count)| (likeness(index, count), std::cmp::Reverse(index)))
            .max_by(|one, other| one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal));
        let span = comment.span();
        let is_reported =
            reported.iter().any(|fault| fault.output.start <= span.start && span.end <= fault.output.end);
        if let Some((likeness, std::cmp::Reverse(index))) = best
            && likeness >= ENOUGH
            && !is_reported
        {
            found.push(Fault { output: span, source: missing[index].span(), what: What::Comment });
        }
    }
    taken.faults.extend(found);
}

/// The comments of a comparison's second file that are those of its first, which are the source's, and have
/// other bytes.
pub fn against(comparison: &Comparison, first: &Taken) -> Vec<Fault> {
    let [a, b] = &comparison.sides;
    let places: FxHashMap<&[u8], Range<usize>> = first
        .source
        .comments
        .iter()
        .map(|comment| (first.source.bytes(comment.span()), comment.span()))
        .collect();
    let mut faults = Vec::new();
    for (index, token) in b.tokens.iter().enumerate().filter(|(_, token)| token.class == Class::Comment) {
        let Some(expected) = b.counterparts[index].map(|other| a.spelling(other as usize)) else { continue };
        if let Some(place) = places.get(expected).filter(|_| expected != b.spelling(index)) {
            faults.push(Fault { output: token.span(), source: place.clone(), what: What::Layout });
        }
    }
    faults
}

/// The words of a comment; what it begins and ends with is none.
fn words(comment: &[u8]) -> impl Iterator<Item = &[u8]> {
    comment
        .split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_' && *byte < 0x80)
        .filter(|word| !word.is_empty())
}
