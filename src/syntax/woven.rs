//! What the parser reads, and where each of its tokens stands in the file.
//!
//! The parser needs C without macros and with its headers; the rewrite stream
//! needs the file as its author typed it. So there are two token lists: the
//! file's, which is rewritten, and the woven one, which is parsed. It is woven
//! from the file's tokens, the expansions of its macros and the text of its
//! headers, in the order in which a compiler would read them. Each woven token
//! knows its origin, so that what the parser finds can be said of the file.
//!
//! Without preprocessing the two lists are one.

use std::ops::{Range, RangeInclusive};

use super::generated::open_mpc as kind;
use super::repairs::Repair;
use super::tokens::TokenList;
use crate::rewrite::Tokens as _;

/// Where a woven token comes from, by tokens of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is this token of the file.
    File(usize),
    /// A macro that the file invokes made it. `argument` is the token of the
    /// file if it is spelled in an argument of the invocation.
    Macro { invocation: RangeInclusive<usize>, argument: Option<usize> },
    /// It stands in a header, included by this line of the file.
    Header { include: usize },
}

/// A piece of the woven text: a token's spelling, and where it is from in
/// bytes of the file.
#[derive(Clone, Debug)]
pub struct Piece<'t> {
    pub text: &'t str,
    pub starts_line: bool,
    pub place: PiecePlace,
}

/// Where a piece is from.
#[derive(Clone, Debug)]
pub enum PiecePlace {
    File(Range<usize>),
    Macro { invocation: Range<usize>, argument: Option<Range<usize>> },
    Header { include: Range<usize> },
}

/// The two token lists.
#[derive(Clone, Debug)]
pub struct Woven {
    file: TokenList,
    woven: Option<(TokenList, Vec<Origin>)>,
}

impl Woven {
    /// The file as it is: macros are not expanded, headers are not read.
    pub fn plain(text: &str) -> Self {
        Woven { file: TokenList::new(text), woven: None }
    }

    /// The file as the preprocessor reads it.
    pub fn new<'t>(text: &str, pieces: impl Iterator<Item = Piece<'t>>) -> Self {
        let mut file = TokenList::lex(text);
        let mut joined = String::with_capacity(text.len());
        let mut starts = Vec::new();
        let mut origins = Vec::new();
        let mut in_pragma = false;
        let mut previous_is_hash = false;
        for piece in pieces {
            let begins_pragma = piece.text == "#" && piece.starts_line;
            if begins_pragma || (in_pragma && piece.starts_line) {
                joined.push('\n');
            } else if !previous_is_hash {
                joined.push(' ');
            }
            in_pragma = begins_pragma || (in_pragma && !piece.starts_line);
            previous_is_hash = begins_pragma;
            starts.push(joined.len());
            joined.push_str(piece.text);
            origins.push(origin(&file, &piece.place));
        }
        joined.push('\n');
        let list = TokenList::new(&joined);
        let of_token: Vec<Origin> = list
            .iter()
            .map(|token| {
                let first = starts.partition_point(|&start| start <= token.span.start).saturating_sub(1);
                match origins.get(first) {
                    // The newline of a pragma has no piece of its own.
                    Some(Origin::File(word)) if token.kind == kind::NEW_LINE => Origin::File(
                        (*word..file.len())
                            .find(|&index| file[index].kind == kind::NEW_LINE)
                            .unwrap_or(*word),
                    ),
                    Some(origin) => origin.clone(),
                    None => Origin::File(0),
                }
            })
            .collect();
        hide_unread(&mut file, &of_token, &list);
        Woven { file, woven: Some((list, of_token)) }
    }

    /// The file's own tokens.
    pub fn file(&self) -> &TokenList {
        &self.file
    }

    /// What the parser reads.
    pub fn parsed(&self) -> &TokenList {
        self.woven.as_ref().map_or(&self.file, |(list, _)| list)
    }

    /// Mends what the parser reads.
    pub fn repair(&mut self, repair: &Repair) {
        match &mut self.woven {
            Some((list, _)) => list.repair(repair),
            None => self.file.repair(repair),
        }
    }

    /// The bytes of the file that a stretch of the parser's tokens stands for.
    pub fn span(&self, parsed: &RangeInclusive<usize>) -> Range<usize> {
        self.file.span(&self.places(parsed))
    }

    /// Whether macros are expanded and headers read.
    pub fn is_preprocessed(&self) -> bool {
        self.woven.is_some()
    }

    /// Where a token of the parser's comes from.
    pub fn origin(&self, parsed: usize) -> Origin {
        match &self.woven {
            None => Origin::File(parsed),
            Some((_, origins)) => origins.get(parsed).cloned().unwrap_or(Origin::File(0)),
        }
    }

    /// The tokens of the file that a token of the parser's stands for.
    pub fn place(&self, parsed: usize) -> RangeInclusive<usize> {
        match self.origin(parsed) {
            Origin::File(token) | Origin::Header { include: token } => token..=token,
            Origin::Macro { argument: Some(token), .. } => token..=token,
            Origin::Macro { invocation, .. } => invocation,
        }
    }

    /// The tokens of the file that a stretch of the parser's tokens stands for.
    /// At its ends, an invocation counts as a whole.
    pub fn places(&self, parsed: &RangeInclusive<usize>) -> RangeInclusive<usize> {
        let whole = |index: usize| match self.origin(index) {
            Origin::Macro { invocation, .. } => invocation,
            _ => self.place(index),
        };
        let (start, end) = (*whole(*parsed.start()).start(), *whole(*parsed.end()).end());
        start..=end.max(start)
    }

    /// The parser's tokens that came out of an invocation, of which one is given.
    pub fn expansion(&self, parsed: usize) -> RangeInclusive<usize> {
        let Origin::Macro { invocation, .. } = self.origin(parsed) else { return parsed..=parsed };
        let same = |index: usize| match self.origin(index) {
            Origin::Macro { invocation: other, .. } => other == invocation,
            _ => !self.parsed()[index].is_visible(),
        };
        let visible = |index: &usize| self.parsed()[*index].is_visible();
        let start = (0..=parsed).rev().take_while(|&index| same(index)).filter(visible).last();
        let end = (parsed..self.parsed().len()).take_while(|&index| same(index)).filter(visible).last();
        start.unwrap_or(parsed)..=end.unwrap_or(parsed)
    }
}

fn origin(file: &TokenList, place: &PiecePlace) -> Origin {
    let tokens = |range: &Range<usize>| {
        let first = file.at_byte(range.start);
        let last = file.at_byte(range.end.saturating_sub(1).max(range.start));
        first..=last.max(first)
    };
    match place {
        PiecePlace::File(range) => Origin::File(file.at_byte(range.start)),
        PiecePlace::Macro { invocation, argument } => Origin::Macro {
            invocation: tokens(invocation),
            argument: argument.as_ref().map(|range| file.at_byte(range.start)),
        },
        PiecePlace::Header { include } => Origin::Header { include: file.at_byte(include.start) },
    }
}

/// Takes the tokens of the file that nothing came of out of sight: what a
/// condition leaves out, and invocations whose expansion is empty.
fn hide_unread(file: &mut TokenList, origins: &[Origin], woven: &TokenList) {
    let mut read = vec![false; file.len()];
    for (index, origin) in origins.iter().enumerate().filter(|(index, _)| woven[*index].is_visible()) {
        match origin {
            Origin::File(token) => {
                // A pragma's words are the file's up to its newline.
                if matches!(woven[index].kind, kind::PRAGMA_OMP | kind::PRAGMA_GPUMP) {
                    let end =
                        (*token..file.len()).find(|&i| file[i].kind == kind::NEW_LINE).unwrap_or(*token);
                    read[*token..=end].fill(true);
                }
                read[*token] = true;
            }
            Origin::Macro { invocation, .. } => read[invocation.clone()].fill(true),
            Origin::Header { .. } => {}
        }
    }
    for (index, read) in read.into_iter().enumerate() {
        if !read && file[index].is_visible() {
            file.hide(index);
        }
    }
}
