//! Whether text that an output took over from its source is there byte for byte.
//!
//! A translator that rewrites a token stream leaves most tokens of its source alone, with all that stands
//! around them. So two tokens that follow one another in the source and in the output as well have the same
//! bytes in between: blanks, line ends, comments. What follows makes a rule of that for someone who has the
//! two texts and does not know what the translator did.
//!
//! - *What is taken over.* [`runs`]: wherever five or more tokens of the output stand so in a row in the
//!   source, with the same bytes between them, they are a *run*, taken from there. One text may be taken
//!   over more than once, as kernel and as what the host does without a device. A text that stands more
//!   than once in the source is taken from where most of it is equal. Between two runs that are near one
//!   another in both texts, tokens in order are taken over as well ([`bridges`]): there, names were
//!   replaced, or bytes were changed.
//! - *What must be equal*: each token of these, as it is spelled, and for two that follow one another on
//!   both sides, all that stands between them.
//! - *Lines*: behind the last token of a run, up to the end of its line, stands what stands there in the
//!   source.
//! - *Comments* at the edge of what was taken over have nothing to hold them on one side. A comment of the
//!   output that the source does not have, but has one so like it that the output lacks, is that one,
//!   changed ([`comments`]).
//! - *Order*: two runs that follow one another without a token between them do so forwards in the source. A
//!   statement that was moved breaks that on one side of it.
//!
//! What the source has and the output does not is no fault by itself: directives go, loops get other heads.
//! And what is between a taken token and a new one, nobody knows from the two texts alone. A second output
//! tells: [`against`] holds one output against another in which such places are still as in the source.

mod against;
mod bridges;
mod comments;
mod runs;
mod words;

use std::ops::Range;

pub use against::against;

use rucc_base::Interner;

use super::tokens::Text;
use runs::Run;
use words::Words;

/// A place at which an output is not as its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Bytes of the output.
    pub output: Range<usize>,
    /// Bytes of the source.
    pub source: Range<usize>,
    pub what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// White space.
    Layout,
    /// A comment was changed, added or removed.
    Comment,
    /// Blanks or line ends inside of a token.
    Spelling,
    /// The text stands in another order.
    Order,
}

/// What an output took over from its source.
#[derive(Debug)]
pub struct Taken<'t> {
    source: Words<'t>,
    output: Words<'t>,
    /// For each token of the output the one of the source that it is.
    origins: Vec<Option<usize>>,
    /// Whether each token of the output is in a run.
    in_run: Vec<bool>,
    pub faults: Vec<Fault>,
}

/// Finds what an output took over from its source, and what of it was changed.
pub fn taken<'t>(source: &'t Text, output: &'t Text) -> Taken<'t> {
    taken_in_runs::<{ runs::LENGTH }>(source, output)
}

fn taken_in_runs<'t, const N: usize>(source: &'t Text, output: &'t Text) -> Taken<'t> {
    let mut interner = Interner::new();
    let [source, output] = [source, output].map(|text| Words::of(text, &mut interner));
    let runs = runs::runs::<N>(&source, &output);
    let mut origins = vec![None; output.tokens.len()];
    let mut in_run = vec![false; output.tokens.len()];
    for run in &runs {
        in_run[run.output..run.output + run.length].fill(true);
        for step in 0..run.length {
            origins[run.output + step] = Some(run.source + step);
        }
    }
    bridges::bridge(&source, &output, &runs, &mut origins);
    let mut taken = Taken { source, output, origins, in_run, faults: Vec::new() };
    taken.between_tokens();
    taken.order(&runs);
    comments::check(&mut taken);
    sort(&mut taken.faults);
    taken
}

impl Taken<'_> {
    /// The stretches of the source that are nowhere in the output, in bytes.
    pub fn not_taken(&self) -> Vec<Range<usize>> {
        let mut is_taken = vec![false; self.source.tokens.len()];
        for token in 0..self.origins.len() {
            // Between two runs, a parenthesis alone is no text.
            let is_in_row = |first: usize| (first..first + 2).all(|token| self.is_followed(token));
            let is_text = self.in_run[token] || (token.saturating_sub(2)..=token).any(is_in_row);
            if let Some(origin) = self.origins[token].filter(|_| is_text) {
                is_taken[origin] = true;
            }
        }
        let mut stretches: Vec<Range<usize>> = Vec::new();
        for (index, token) in self.source.tokens.iter().enumerate().filter(|&(index, _)| !is_taken[index]) {
            match stretches.last_mut() {
                Some(stretch) if index > 0 && !is_taken[index - 1] => stretch.end = token.end as usize,
                _ => stretches.push(token.span()),
            }
        }
        stretches
    }

    /// Holds the bytes of tokens and what stands between them against the source.
    fn between_tokens(&mut self) {
        for token in 0..self.output.tokens.len() {
            let Some(origin) = self.origins[token] else { continue };
            if self.source.spelling(origin) != self.output.spelling(token) {
                self.faults.push(Fault {
                    output: self.output.tokens[token].span(),
                    source: self.source.tokens[origin].span(),
                    what: What::Spelling,
                });
            }
            if self.in_run[token] && !self.is_followed(token) {
                self.faults.extend(self.end_of_line(token, origin));
            }
            // What is behind the last token of both is taken over, too.
            let is_last = token + 1 == self.output.tokens.len() && origin + 1 == self.source.tokens.len();
            let (output, source) = (self.output.gap(token), self.source.gap(origin));
            let (ours, theirs) = (self.output.bytes(output.clone()), self.source.bytes(source.clone()));
            if (self.is_followed(token) || is_last)
                && ours != theirs
                && !self.is_excused(token, origin, is_last)
            {
                self.faults.push(Fault { output, source, what: kind_of_gap(ours, theirs) });
            }
        }
    }

    /// Holds what stands between the last token of a line and its end against the source.
    fn end_of_line(&self, token: usize, origin: usize) -> Option<Fault> {
        let rest = |words: &Words, token: usize| -> Option<Range<usize>> {
            let gap = words.gap(token);
            let length = memchr::memchr(b'\n', words.bytes(gap.clone()))?;
            Some(gap.start..gap.start + length)
        };
        let (output, source) = (rest(&self.output, token)?, rest(&self.source, origin)?);
        let (ours, theirs) = (self.output.bytes(output.clone()), self.source.bytes(source.clone()));
        let is_blank = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_whitespace);
        // The last comment of a region may stay behind, and the translator writes some of its own. And what is written
        // behind a text need not have the line ends of the source.
        let is_like =
            is_blank(ours) != is_blank(theirs) || ours == theirs || (theirs == b"\r" && ours.is_empty());
        let what = kind_of_gap(ours, theirs);
        (!is_like).then_some(Fault { output, source, what })
    }

    /// Whether the token behind one is the same in the source.
    fn is_followed(&self, token: usize) -> bool {
        let next = self.origins.get(token).copied().flatten().map(|origin| origin + 1);
        next.is_some() && self.origins.get(token + 1) == Some(&next)
    }

    fn has_same_gap(&self, token: usize) -> bool {
        let origin_has = |origin| self.source.bytes(self.source.gap(origin));
        self.origins[token].map(origin_has) == Some(self.output.bytes(self.output.gap(token)))
    }

    /// Whether a gap may be another one.
    fn is_excused(&self, token: usize, origin: usize, is_last: bool) -> bool {
        let (ours, theirs) =
            (self.output.bytes(self.output.gap(token)), self.source.bytes(self.source.gap(origin)));
        let is_layout = kind_of_gap(ours, theirs) == What::Layout;
        // A coincidence, unless more than one token is equal on each side of it.
        let is_held = |token: usize| self.is_followed(token) && self.has_same_gap(token);
        let is_held = (token > 0 && is_held(token - 1)) && (is_last || is_held(token + 1));
        // Where items are put one behind the other, there may be more or fewer blank lines between them.
        let between_items = self.source.depths[origin] == 0
            && matches!(self.source.spelling(origin), b";" | b"}" | b"\n" | b"\r\n");
        let lines_only = |bytes: &[u8]| -> Vec<u8> {
            bytes.iter().copied().filter(|byte| !matches!(byte, b'\n')).collect()
        };
        // The members of a structure that were file-scope variables are not these.
        let is_other_scope = self.source.depths[origin] == 0 && self.output.depths[token] > 0;
        // Behind a construct, a new line may begin.
        let behind_construct = self.source.ends_construct[origin]
            && ours.starts_with(b"\n")
            && ours.trim_ascii_start().is_empty()
            && ours.ends_with(theirs);
        // Types that a function declares, and its static variables, may be put in front of it.
        let is_lifted = self.source.depths[origin] > 0
            && self.output.depths[token] < 2
            && matches!(self.source.spelling(origin), b";" | b"}")
            && !is_last
            && matches!(
                self.output.spelling(token + 1),
                b"enum" | b"static" | b"struct" | b"typedef" | b"union"
            )
            && ours.iter().all(|byte| *byte == b'\n')
            && theirs.contains(&b'\n')
            && theirs.trim_ascii().is_empty();
        // Of what lies between two runs, only blanks are known.
        !is_held
            || (between_items && !is_last && lines_only(ours) == lines_only(theirs))
            || (is_other_scope && is_layout)
            || behind_construct
            || is_lifted
            || (!is_layout && theirs.trim_ascii().is_empty() && !self.in_run[token])
    }

    /// Finds runs that follow one another here and not in the source.
    fn order(&mut self, runs: &[Run]) {
        for pair in runs.windows(2) {
            let [one, next] = pair else { continue };
            let follows = one.output + one.length == next.output;
            let last = one.output + one.length - 1;
            // Functions are put in front of others, and of statements that the source has more than once
            // there is no telling which is which.
            let in_function = self.source.depths[one.source] > 0 && self.source.depths[next.source] > 0;
            let is_known = one.is_unique && next.is_unique && in_function;
            let is_statement = (next.output..next.output + next.length)
                .any(|token| matches!(self.output.spelling(token), b";" | b"{"));
            let between_statements =
                self.output.spelling(last) == b";" && self.ends_statement(next.source) && is_statement;
            if follows && next.source < one.source && is_known && between_statements {
                self.faults.push(Fault {
                    output: self.output.tokens[next.output].span(),
                    source: self.source.tokens[next.source].span(),
                    what: What::Order,
                });
            }
        }
    }

    /// Whether a statement ends in front of a token of the source.
    fn ends_statement(&self, token: usize) -> bool {
        token.checked_sub(1).is_some_and(|before| matches!(self.source.spelling(before), b";" | b"{" | b"}"))
    }
}

/// Whether it is the blanks or the comments that differ in two gaps.
fn kind_of_gap(one: &[u8], other: &[u8]) -> What {
    let visible =
        |bytes: &[u8]| -> Vec<u8> { bytes.split(u8::is_ascii_whitespace).collect::<Vec<_>>().concat() };
    if visible(one) == visible(other) { What::Layout } else { What::Comment }
}

/// Adds faults that were found in another way to some.
pub fn add(faults: &mut Vec<Fault>, others: Vec<Fault>) {
    faults.extend(others);
    sort(faults);
}

/// Puts faults in the order of the output. One place has one fault.
fn sort(faults: &mut Vec<Fault>) {
    faults.sort_by_key(|fault| {
        (fault.output.start, std::cmp::Reverse(fault.output.end), fault.source.start, fault.what)
    });
    // A larger one has the smaller ones in it.
    faults.dedup_by(|next, last| {
        next.output == last.output
            || next.output.end <= last.output.end && next.output.start < next.output.end
    });
}

#[cfg(test)]
mod tests;
