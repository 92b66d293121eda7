//! Lines that a backslash joins, in bytes.
//!
//! They are joined before anyone looks for tokens (C17 5.1.1.2, the second phase), and the tokens are
//! stretched over the text as typed. As in gcc, blanks between the backslash and the line end do not count.

use std::ops::Range;

use super::tokens::Token;

/// A text without its splices.
#[derive(Debug)]
pub struct Joined {
    pub bytes: Vec<u8>,
    /// Where in the joined text splices were, and how many bytes the text as typed has more up to behind
    /// each.
    splices: Vec<(usize, usize)>,
}

impl Joined {
    /// Joins the lines of a text; nothing if no backslash does.
    pub fn of(text: &[u8]) -> Option<Self> {
        let mut joined = Joined { bytes: Vec::new(), splices: Vec::new() };
        let mut taken = 0;
        for backslash in memchr::memchr_iter(b'\\', text) {
            let Some(end) = splice_end(text, backslash) else { continue };
            joined.bytes.extend_from_slice(&text[taken..backslash]);
            taken = end;
            let at = joined.bytes.len();
            match joined.splices.last_mut() {
                Some((last, extra)) if *last == at => *extra = end - at,
                _ => joined.splices.push((at, end - at)),
            }
        }
        joined.bytes.extend_from_slice(&text[taken..]);
        (!joined.splices.is_empty()).then_some(joined)
    }

    /// The bytes of the text as typed that some of the joined text are.
    pub fn original(&self, start: usize, end: usize) -> Range<usize> {
        let extra = |passed: usize| passed.checked_sub(1).map_or(0, |last| self.splices[last].1);
        let at_start = extra(self.splices.partition_point(|&(at, _)| at <= start));
        let at_end = extra(self.splices.partition_point(|&(at, _)| at < end));
        start + at_start..end + at_end.max(at_start)
    }

    /// Puts the tokens of the joined text where they stand in the text as typed.
    pub fn stretch(&self, tokens: &mut [Token]) {
        for token in tokens {
            let span = self.original(token.start as usize, token.end as usize);
            (token.start, token.end) = (span.start as u32, span.end as u32);
        }
    }
}

/// The end of the splice that a backslash begins.
fn splice_end(text: &[u8], backslash: usize) -> Option<usize> {
    let rest = &text[backslash + 1..];
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)).count();
    let length = match &rest[blanks..] {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => return None,
    };
    Some(backslash + 1 + blanks + length)
}
