//! A source in which something has been written out before it is translated, and where its text was before.

use std::ops::Range;

use super::Translation;
use super::lines::{self, Mark};
use super::presentation::sorted;
use super::recording::Replacement;
use super::rewrite_stream::RewriteStream;
use crate::diagnostics::Diagnostic;
use crate::rewrite::{Piece, RewriteError, Tokens as _};
use crate::source::Source;
use crate::syntax::{Origin, TokenList};

/// A source with what its metadirectives and calls have become, or with the loops that directives make.
pub(super) struct Resolved {
    pub source: Source,
    replacements: Vec<Replacement>,
    places: Vec<Place>,
}

/// Where the text from some byte on was before.
struct Place {
    start: usize,
    was: Was,
}

enum Was {
    /// The same text at this byte.
    Same(usize),
    /// It was written for these bytes.
    Other(Range<usize>),
    /// The text from this line on, of which this is one more copy.
    Line(usize),
}

impl Resolved {
    /// # Errors
    ///
    /// Operations of the stream that cannot stand together.
    pub fn new(
        old: &Source,
        tokens: &TokenList,
        mut stream: RewriteStream<'_>,
    ) -> Result<Self, RewriteError> {
        let (text, places) = parts(&mut stream, tokens)?;
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1));
        let lines: Vec<(usize, usize)> =
            starts.map(|start| (start, place(&places, &text, old, start).start)).collect();
        let source = old.with_text(text, &lines);
        Ok(Resolved { source, replacements: stream.into_replacements(), places })
    }

    /// Where some bytes of the text were in the old one.
    fn before(&self, span: &Range<usize>, old: &Source) -> Range<usize> {
        let at = |byte| place(&self.places, self.source.text(), old, byte);
        let first = at(span.start);
        if span.is_empty() {
            first.start..first.start
        } else {
            first.start..at(span.end - 1).end.max(first.start)
        }
    }

    /// Says of the old text what is said of this one.
    pub fn retold<R>(
        &self,
        found: Result<(Translation, R), Vec<Diagnostic>>,
        old: &Source,
    ) -> Result<(Translation, R), Vec<Diagnostic>> {
        let told = |found: Vec<Diagnostic>| sorted(found.into_iter().map(|it| self.told(it, old)).collect());
        let (mut translation, seen) = found.map_err(told)?;
        for replacement in &mut translation.replacements {
            replacement.span = self.before(&replacement.span, old);
        }
        translation.replacements.splice(..0, self.replacements.iter().cloned());
        for missing in translation.undefined.iter_mut().filter_map(|undefined| undefined.missing.as_mut()) {
            *missing = self.told(missing.clone(), old);
        }
        if let Some(newest) = &mut translation.newest {
            newest.span = self.before(&newest.span, old);
        }
        translation.warnings = told(translation.warnings);
        Ok((translation, seen))
    }

    /// A diagnostic of the text as one of the old text.
    fn told(&self, mut found: Diagnostic, old: &Source) -> Diagnostic {
        found.retell(|span| self.before(span, old), |span| self.is_same(span));
        found
    }

    /// Whether some bytes of the text stand in the old one as they are.
    fn is_same(&self, span: &Range<usize>) -> bool {
        let behind = |at| self.places.partition_point(|place| place.start <= at);
        let first = behind(span.start);
        let is_one = first == behind(span.end.saturating_sub(1).max(span.start));
        is_one && first > 0 && matches!(self.places[first - 1].was, Was::Same(_))
    }
}

/// The text of a stream, and where each part of it was.
fn parts(stream: &mut RewriteStream<'_>, tokens: &TokenList) -> Result<(String, Vec<Place>), RewriteError> {
    let (mut text, mut places) = (String::new(), Vec::new());
    let mut add = |part: &str, was: Was| {
        places.push(Place { start: text.len(), was });
        text.push_str(part);
    };
    let (pieces, view) = stream.pieces()?;
    for piece in pieces {
        match piece {
            Piece::Tokens(range) => {
                for index in range.filter(|&index| !view.text(index).is_empty()) {
                    let was = match tokens.origin(index) {
                        Origin::File => Was::Same(tokens[index].span.start),
                        _ => Was::Other(tokens.stands_for(index, true)),
                    };
                    add(view.text(index), was);
                }
            }
            Piece::Operation(operation) => {
                let whole = tokens.stands_for(*operation.range().start(), true);
                for (marks, part) in lines::parts(operation.text()) {
                    let line = marks.last().and_then(|mark| match mark {
                        Mark::Kept(line) => Some(*line),
                        _ => None,
                    });
                    add(part, line.map_or(Was::Other(whole.clone()), Was::Line));
                }
            }
        }
    }
    Ok((text, places))
}

/// The bytes of the old text that a byte of the text is from.
fn place(places: &[Place], text: &str, old: &Source, at: usize) -> Range<usize> {
    let behind = places.partition_point(|place| place.start <= at);
    let Some(found) = behind.checked_sub(1).map(|last| &places[last]) else { return 0..0 };
    match &found.was {
        Was::Same(byte) => {
            let byte = byte + (at - found.start);
            byte..byte + 1
        }
        Was::Other(range) => range.clone(),
        Was::Line(line) => {
            let copied = &text[found.start..at.min(text.len())];
            let passed = memchr::memchr_iter(b'\n', copied.as_bytes()).count();
            let whole = old.line_range(line + passed);
            // The first line begins with the statement.
            let column = match copied.rfind('\n') {
                Some(end) => copied.len() - end - 1,
                None => {
                    let line = &old.text()[whole.clone()];
                    line.len() - line.trim_start_matches([' ', '\t']).len() + copied.len()
                }
            };
            let byte = (whole.start + column).min(whole.end);
            byte..byte + 1
        }
    }
}
