//! Text that was put together from the source's and handed on as a whole: which stretches of it are the source's.
//!
//! Both are read as tokens and compared. Only what is long enough to be no chance counts, and is the source's byte for
//! byte.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;

/// So many tokens that are no blanks, or so many bytes, are no chance.
const TOKENS: usize = 3;
const BYTES: usize = 8;

/// The stretches of a text, which together are the text: each with the bytes of the source that it is, if it is any.
pub fn align(text: &str, source: &str) -> Vec<(Range<usize>, Option<Range<usize>>)> {
    let (new, old) = (spans(text), spans(source));
    let mut input = InternedInput::default();
    input.update_before(old.iter().map(|span| &source[span.clone()]));
    input.update_after(new.iter().map(|span| &text[span.clone()]));
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let in_both = (0..new.len()).filter(|&at| !diff.is_added(number(at)));
    let pairs: Vec<(usize, usize)> =
        in_both.zip((0..old.len()).filter(|&at| !diff.is_removed(number(at)))).collect();
    let mut found = Vec::new();
    let mut end = 0;
    let mut from = 0;
    while from < pairs.len() {
        let mut to = from + 1;
        while to < pairs.len() && follow(pairs[to - 1], pairs[to], (&new, &old), (text, source)) {
            to += 1;
        }
        let (first, last) = (pairs[from], pairs[to - 1]);
        let here = new[first.0].start..new[last.0].end;
        let has_word = text[here.clone()].contains(|c: char| c.is_alphanumeric() || c == '_');
        if has_word && (to - from >= TOKENS || here.len() >= BYTES) {
            if end < here.start {
                found.push((end..here.start, None));
            }
            end = here.end;
            found.push((here, Some(old[first.1].start..old[last.1].end)));
        }
        from = to;
    }
    if end < text.len() {
        found.push((end..text.len(), None));
    }
    found
}

type Spans = [Range<usize>];

/// Whether two tokens that both texts have stand behind each other in both, with the same between them.
fn follow(
    a: (usize, usize),
    b: (usize, usize),
    (new, old): (&Spans, &Spans),
    (text, source): (&str, &str),
) -> bool {
    b.0 == a.0 + 1
        && b.1 == a.1 + 1
        && text[new[a.0].end..new[b.0].start] == source[old[a.1].end..old[b.1].start]
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The tokens that are no blanks.
fn spans(text: &str) -> Vec<Range<usize>> {
    let list = TokenList::lex(text);
    let is_blank = |index: &usize| list.text(*index).trim().is_empty();
    (0..list.len()).filter(|index| !is_blank(index)).map(|index| list[index].span.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::align;

    fn kept<'t>(text: &'t str, source: &str) -> Vec<&'t str> {
        let all = align(text, source);
        assert_eq!(all.iter().map(|(range, _)| &text[range.clone()]).collect::<String>(), text);
        let kept = all.into_iter().filter_map(|(range, from)| Some((&text[range], from?)));
        kept.map(|(text, from)| {
            assert_eq!(text, &source[from]);
            text
        })
        .collect()
    }

    #[test]
    fn what_is_the_sources_is_found() {
        let source = "for (i = 0; i < n; i++) sum += a[i] * b[i];";
        assert_eq!(kept("{ begin(); sum += a[i] * b[i]; end(); }", source), ["sum += a[i] * b[i];"]);
        assert_eq!(kept("x = i;", source), [""; 0]);
        assert_eq!(kept("sum  +=  a[i]", source), ["a[i]"]);
        assert_eq!(kept("", source), [""; 0]);
        assert_eq!(kept("é \u{10FEFF}", "\u{10FEFF} é é"), [""; 0]);
    }
}
