//! The tokens of a preprocessed file, in one list with those of the file as
//! typed.
//!
//! The parser needs C without macros and with its headers; the rewrite stream
//! needs the file as its author typed it. The list holds both. For
//!
//! ```c
//! #include "h.h"
//! int a[N];
//! ```
//!
//! it has the tokens
//!
//! ```text
//! #include "h.h"⏎   the file's, unseen by the parser
//! typedef int t ;   the header's
//! int ␣ a [         the file's
//! N                 the file's, unseen by the parser
//! 10                the expansion's
//! ] ; ⏎             the file's
//! ```
//!
//! The tokens that macros and headers brought are *virtual*: their spans are in
//! a text that stands behind the file's, and whoever prints the list leaves
//! them out. What the parser finds is said in tokens of this list, and so it
//! can always be said of the file: [`TokenList::stands_for`].

use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use super::directives;
use super::generated::open_mpc as kind;
use super::tokens::{Token, TokenList};
use super::weave::{Invocation, Origin, Weave};
use crate::rewrite::Tokens as _;

/// A token of the preprocessed file: its spelling, and where it is from in
/// bytes of the file.
#[derive(Clone, Debug)]
pub struct Piece<'t> {
    pub text: &'t str,
    pub starts_line: bool,
    pub space_before: bool,
    pub place: PiecePlace,
}

/// Where a piece is from.
#[derive(Clone, Debug)]
pub enum PiecePlace {
    File(Range<usize>),
    Macro {
        invocation: Range<usize>,
        /// Where it is spelled, if that is in an argument.
        argument: Option<Range<usize>>,
        /// Whether it is spelled nowhere: `#` or `##` made it.
        pasted: bool,
    },
    Header {
        include: Range<usize>,
        /// Whether it came with the system, not with the program.
        system: bool,
    },
}

/// A stretch of the list while it is put together.
enum Stretch {
    /// Tokens of the file.
    File(Range<usize>),
    /// Pieces of the virtual text, by number.
    Made(Range<usize>),
    Invocation {
        typed: RangeInclusive<usize>,
        made: Range<usize>,
    },
}

impl TokenList {
    /// Puts the tokens of a file and those that the preprocessor read together.
    ///
    /// `inactive` is what conditions leave out: nothing is defined there.
    pub fn weave_in<'t>(
        text: &str,
        pieces: impl Iterator<Item = Piece<'t>>,
        inactive: &[Range<usize>],
    ) -> Self {
        let mut file = TokenList::lex(text);
        for range in inactive.iter().filter(|range| !range.is_empty()) {
            directives::hide_definitions(&mut file, range);
        }
        let mut loom = Loom {
            file: &file,
            cursor: 0,
            in_pragma: false,
            line_began: false,
            seen: vec![false; file.len()],
            stretches: Vec::new(),
            virtuals: Vec::new(),
        };
        for piece in pieces {
            loom.add(piece);
        }
        loom.take_file_to(file.len());
        let Loom { seen, stretches, virtuals, .. } = loom;
        finish(text, file, &seen, stretches, virtuals)
    }

    /// Where a token comes from.
    pub fn origin(&self, index: usize) -> Origin {
        let Some(weave) = self.weave() else { return Origin::File };
        if self.get(index).is_none_or(|token| token.span.start < weave.file_bytes) {
            return Origin::File;
        }
        weave.made.binary_search(&number(index)).map_or(Origin::File, |at| weave.origins[at])
    }

    /// Whether macros are expanded and headers read.
    pub fn is_preprocessed(&self) -> bool {
        self.weave().is_some()
    }

    /// Whether a token is none of the file's.
    pub fn is_virtual(&self, index: usize) -> bool {
        self.weave().is_some_and(|weave| self[index].span.start >= weave.file_bytes)
    }

    pub fn is_in_header(&self, index: usize) -> bool {
        matches!(self.origin(index), Origin::Header { .. })
    }

    /// The uses of macros in the file.
    pub fn invocations(&self) -> &[Invocation] {
        self.weave().map_or(&[], |weave| &weave.invocations)
    }

    /// An invocation by its number.
    pub fn invocation(&self, number: usize) -> Option<&Invocation> {
        self.weave()?.invocations.get(number)
    }

    /// The invocation that a token of either kind belongs to.
    pub fn invocation_at(&self, index: usize) -> Option<usize> {
        let invocations = &self.weave()?.invocations;
        let after = invocations.partition_point(|found| *found.typed.start() <= index);
        let found = after.checked_sub(1)?;
        invocations[found].tokens().contains(&index).then_some(found)
    }

    /// The bytes of the file that a token stands for. A token of an argument
    /// stands for itself there, unless the whole invocation is asked for.
    pub fn stands_for(&self, index: usize, whole: bool) -> Range<usize> {
        let tokens = match self.origin(index) {
            Origin::File => index..=index,
            Origin::Header { include, .. } => include..=include,
            Origin::Macro { argument: Some(token), .. } if !whole => token..=token,
            Origin::Macro { invocation, .. } => {
                self.invocation(invocation).map_or(0..=0, |found| found.typed.clone())
            }
        };
        match (self.get(*tokens.start()), self.get(*tokens.end())) {
            (Some(first), Some(last)) => {
                let line = self.text(*tokens.start()).trim_end().len();
                let is_line = first.kind == kind::DIRECTIVE;
                first.span.start..if is_line { first.span.start + line } else { last.span.end }
            }
            _ => 0..0,
        }
    }

    /// Makes a span of the list's text one of the file's.
    pub fn in_file(&self, span: &Range<usize>) -> Range<usize> {
        let Some(weave) = self.weave() else { return span.clone() };
        if span.end <= weave.file_bytes && span.start <= span.end {
            return span.clone();
        }
        let last = span.end.saturating_sub(1).max(span.start);
        let (first, last) = (self.at_byte(span.start), self.at_byte(last));
        let one = first == last;
        let (first, last) = (self.stands_for(first, !one), self.stands_for(last, !one));
        first.start..last.end.max(first.end)
    }

    /// The text of tokens, with macros as they were typed. One of which only a
    /// part is asked for is written out, and so is one that does not last: that
    /// means something else further down.
    pub fn typed(&self, range: &RangeInclusive<usize>, is_lasting: &dyn Fn(&str) -> bool) -> String {
        let mut text = String::new();
        let mut index = *range.start();
        while index <= *range.end() {
            match self.origin(index) {
                Origin::Macro { invocation, .. } => {
                    let found = self.invocation(invocation);
                    let (typed, made) =
                        found.map_or((0..=0, index..index + 1), |it| (it.typed.clone(), it.made.clone()));
                    let seen = |range: Range<usize>| range.into_iter().any(|at| self[at].is_visible());
                    let is_whole = !seen(made.start..index.max(made.start))
                        && !seen(range.end() + 1..made.end.max(range.end() + 1));
                    if is_whole && is_lasting(self.text(*typed.start())) {
                        text.extend(typed.map(|at| self.text(at)));
                        index = made.end;
                        continue;
                    }
                    if index > made.start || self[index].is_visible() {
                        text.push_str(self.text(index));
                    }
                }
                // What was typed in place of the tokens behind it.
                Origin::File if self.invocation_at(index).is_some() => {}
                _ => text.push_str(self.text(index)),
            }
            index += 1;
        }
        text
    }

    /// How long the file's own text is.
    pub fn file_bytes(&self) -> usize {
        self.weave().map_or(self.source_text().len(), |weave| weave.file_bytes - 1)
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Takes pieces one by one.
struct Loom<'f, 't> {
    file: &'f TokenList,
    /// The first token of the file that has no place in the list yet.
    cursor: usize,
    /// Whether the pragma before the cursor is one that the parser sees.
    in_pragma: bool,
    /// Whether a token of the file has begun a line since the last piece that
    /// is virtual.
    line_began: bool,
    /// Which of the file's tokens the parser sees.
    seen: Vec<bool>,
    stretches: Vec<Stretch>,
    virtuals: Vec<Virtual<'t>>,
}

/// A piece of the virtual text.
struct Virtual<'t> {
    piece: Piece<'t>,
    /// Whether it stands in a pragma of the file.
    in_pragma: bool,
    /// Whether there is nothing between it and the piece before.
    touches: bool,
}

impl<'t> Loom<'_, 't> {
    fn add(&mut self, piece: Piece<'t>) {
        match &piece.place {
            PiecePlace::File(range) => {
                self.line_began |= piece.starts_line;
                if self.take_next(range, piece.text) {
                    return;
                }
                let tokens = self.tokens(range);
                if !self.is_one(&tokens, range, piece.text) {
                    self.add_made(tokens, piece);
                } else if *tokens.start() >= self.cursor {
                    self.take_file_to(*tokens.start());
                    self.take_token();
                }
            }
            PiecePlace::Macro { invocation, .. } => {
                let typed = self.tokens(invocation);
                self.add_made(typed, piece);
            }
            PiecePlace::Header { include, .. } => {
                let line = self.file.at_byte(include.start);
                if include.end > 0 {
                    self.take_file_to(line + 1);
                }
                self.add_virtual(piece);
            }
        }
    }

    /// Takes the next token that is more than white space, and what is in front of it, if that is what a piece is. Nearly
    /// always it is.
    fn take_next(&mut self, range: &Range<usize>, text: &str) -> bool {
        let is_blank = |token: &&Token| {
            matches!(token.kind, kind::WHITESPACE | kind::BLOCK_COMMENT | kind::LINE_COMMENT)
        };
        let next = self.cursor + self.file.iter().skip(self.cursor).take_while(is_blank).count();
        let is_piece = self.file.get(next).is_some_and(|token| {
            token.span == *range
                && !matches!(
                    token.kind,
                    kind::PRAGMA_OMP | kind::PRAGMA_GPUMP | kind::NEW_LINE | kind::DIRECTIVE
                )
                && self.file.text(next) == text
        });
        if is_piece {
            self.push_file(self.cursor..next + 1);
            self.seen[next] = true;
        }
        is_piece
    }

    /// Whether a piece is a token of the file. What the lexer reads otherwise
    /// than the preprocessor is not: it knows no trigraphs that join lines, and
    /// takes every `#` for the beginning of a directive.
    fn is_one(&self, tokens: &RangeInclusive<usize>, range: &Range<usize>, text: &str) -> bool {
        let index = *tokens.start();
        let token = &self.file[index];
        index == *tokens.end()
            && match token.kind {
                // A pragma has several pieces.
                kind::PRAGMA_OMP | kind::PRAGMA_GPUMP | kind::NEW_LINE => true,
                kind::DIRECTIVE => self.begins_line(index),
                // A splice or a trigraph in its middle makes it another word.
                _ => token.span == *range && self.file.text(index) == text,
            }
    }

    /// Whether there are only blanks and comments in front of a token in its
    /// line.
    fn begins_line(&self, index: usize) -> bool {
        let before = (0..index).rev().find(|&before| {
            let token = &self.file[before];
            match token.kind {
                kind::WHITESPACE => self.file.text(before).contains(['\n', '\r']),
                _ => !matches!(token.kind, kind::BLOCK_COMMENT | kind::BYTE_ORDER_MARK),
            }
        });
        before.is_none_or(|before| {
            matches!(self.file[before].kind, kind::WHITESPACE | kind::DIRECTIVE | kind::NEW_LINE)
        })
    }

    fn tokens(&self, range: &Range<usize>) -> RangeInclusive<usize> {
        let first = self.at_byte(range.start);
        // Nearly always one token of the preprocessor's is one of ours.
        if self.file.get(first).is_some_and(|token| range.end <= token.span.end) {
            return first..=first;
        }
        let last = self.file.at_byte(range.end.saturating_sub(1).max(range.start));
        first..=last.max(first)
    }

    /// The token at a byte. Most pieces come in the order of the text.
    fn at_byte(&self, byte: usize) -> usize {
        let holds = |&index: &usize| self.file.get(index).is_some_and(|token| token.span.contains(&byte));
        (self.cursor..self.cursor + 4).find(holds).unwrap_or_else(|| self.file.at_byte(byte))
    }

    /// Adds the file's tokens before an index, which the parser does not see:
    /// blanks, and what a condition leaves out.
    fn take_file_to(&mut self, end: usize) {
        while self.cursor < end {
            if self.in_pragma && self.file[self.cursor].kind == kind::NEW_LINE {
                self.in_pragma = false;
                self.take_token();
                continue;
            }
            self.push_file(self.cursor..self.cursor + 1);
        }
    }

    fn take_token(&mut self) {
        match self.file[self.cursor].kind {
            kind::PRAGMA_OMP | kind::PRAGMA_GPUMP => self.in_pragma = true,
            kind::NEW_LINE => self.in_pragma = false,
            _ => {}
        }
        self.seen[self.cursor] = true;
        self.push_file(self.cursor..self.cursor + 1);
    }

    /// Adds tokens of the file that come next.
    fn push_file(&mut self, tokens: Range<usize>) {
        self.cursor = tokens.end;
        match self.stretches.last_mut() {
            Some(Stretch::File(range)) if range.end == tokens.start => range.end = tokens.end,
            _ => self.stretches.push(Stretch::File(tokens)),
        }
    }

    fn add_made(&mut self, typed: RangeInclusive<usize>, piece: Piece<'t>) {
        let at = self.virtuals.len();
        if let Some(Stretch::Invocation { typed: last, made }) = self.stretches.last_mut()
            && *last == typed
        {
            made.end = at + 1;
            let touches = !piece.space_before;
            self.push_virtual(piece, self.in_pragma, touches);
            return;
        }
        if *typed.start() < self.cursor {
            // Its invocation has been passed, so that there is no better place.
            return self.add_virtual(piece);
        }
        self.take_file_to(*typed.start());
        self.cursor = typed.end() + 1;
        self.stretches.push(Stretch::Invocation { typed, made: at..at + 1 });
        self.push_virtual(piece, self.in_pragma, false);
    }

    fn push_virtual(&mut self, mut piece: Piece<'t>, in_pragma: bool, touches: bool) {
        piece.starts_line |= std::mem::take(&mut self.line_began);
        self.virtuals.push(Virtual { piece, in_pragma, touches });
    }

    fn add_virtual(&mut self, piece: Piece<'t>) {
        let at = self.virtuals.len();
        match self.stretches.last_mut() {
            Some(Stretch::Made(range)) if range.end == at => range.end = at + 1,
            _ => self.stretches.push(Stretch::Made(at..at + 1)),
        }
        let touches =
            !piece.space_before && !piece.starts_line && self.virtuals.last().is_some_and(is_in_header);
        self.push_virtual(piece, false, touches);
    }
}

/// Whether a token put directly behind a text is read as a token of its own,
/// as far as is plain to see.
fn stay_two(before: &str, token: &str) -> bool {
    let (Some(before), Some(after)) = (before.chars().next_back(), token.chars().next()) else { return true };
    let is_word = |c: char| c == '_' || c == '$' || c.is_alphanumeric();
    let is_alone = |c: char| "()[]{},;".contains(c);
    let is_glue = |c: char| ".'\"\\".contains(c);
    is_alone(before)
        || is_alone(after)
        || (is_word(before) != is_word(after) && !is_glue(before) && !is_glue(after))
}

fn is_in_header(found: &Virtual<'_>) -> bool {
    matches!(found.piece.place, PiecePlace::Header { .. })
}

/// The virtual text, in which each piece has its place.
struct Joined {
    text: String,
    /// Where pieces begin.
    starts: Vec<usize>,
    /// What was put in only so that the lexer reads the words of a pragma.
    scaffolds: Vec<Range<usize>>,
}

fn join(pieces: &[Virtual<'_>]) -> Joined {
    const SCAFFOLD: &str = "#pragma omp ";
    let mut text = String::new();
    let mut starts = Vec::with_capacity(pieces.len());
    let mut scaffolds = Vec::new();
    // Whether a pragma is being written that itself is virtual.
    let mut own_pragma = false;
    let mut scaffolded = false;
    let mut after_hash = false;
    // How many braces of a header are open: its lines are printed where the
    // device needs a function of it.
    let mut depth = 0usize;
    for Virtual { piece, in_pragma, touches } in pieces {
        let is_line = matches!(piece.place, PiecePlace::Header { system: false, .. }) && piece.starts_line;
        depth = match piece.text {
            _ if !matches!(piece.place, PiecePlace::Header { .. }) => 0,
            "{" => depth + 1,
            "}" => depth.saturating_sub(1),
            _ => depth,
        };
        let begins_pragma = piece.starts_line && piece.text == "#";
        if scaffolded && !in_pragma {
            scaffolds.push(text.len()..text.len() + 1);
            text.push('\n');
            scaffolded = false;
        }
        if begins_pragma || (own_pragma && piece.starts_line && !in_pragma) {
            text.push('\n');
        } else if *in_pragma && !scaffolded {
            text.push('\n');
            scaffolds.push(text.len()..text.len() + SCAFFOLD.len());
            text.push_str(SCAFFOLD);
            scaffolded = true;
        } else if is_line {
            text.push('\n');
            text.extend(std::iter::repeat_n("    ", depth - usize::from(piece.text == "{").min(depth)));
        } else if !after_hash {
            let is_joined = *touches && stay_two(&text, piece.text);
            text.push_str(if is_joined { "" } else { " " });
        }
        own_pragma = begins_pragma || (own_pragma && !piece.starts_line && !in_pragma);
        after_hash = begins_pragma;
        starts.push(text.len());
        text.push_str(piece.text);
    }
    if scaffolded {
        scaffolds.push(text.len()..text.len() + 1);
    }
    text.push('\n');
    Joined { text, starts, scaffolds }
}

fn finish(
    text: &str,
    file: TokenList,
    seen: &[bool],
    stretches: Vec<Stretch>,
    pieces: Vec<Virtual<'_>>,
) -> TokenList {
    let Joined { text: made_text, starts, scaffolds } = join(&pieces);
    // Virtual text begins behind the file's, and a newline so that their spans
    // do not touch.
    let base = text.len() + 1;
    let whole: Rc<str> = Rc::from(format!("{text}\n{made_text}"));
    let mut made = TokenList::lex(&made_text).into_tokens();
    let is_scaffold = |token: &Token| {
        let after = scaffolds.partition_point(|range| range.start <= token.span.start);
        after > 0 && scaffolds[after - 1].contains(&token.span.start)
    };
    made.retain(|token| !is_scaffold(token));
    // The virtual tokens of the pieces up to one.
    let first_of = |piece: usize| match starts.get(piece) {
        // The blank in front of a piece is its own; a line belongs to the pieces that it is made of.
        Some(&start) => made.partition_point(|token| {
            let ends = token.is_visible() || token.kind == kind::DIRECTIVE;
            token.span.end < start || token.span.end == start && ends
        }),
        None => made.len(),
    };
    let mut tokens: Vec<Token> = Vec::with_capacity(file.len() + made.len());
    let mut weave = Weave { file_bytes: base, file: Vec::with_capacity(file.len()), ..Weave::default() };
    // Where the file's tokens came to stand.
    let mut moved = vec![0u32; file.len()];
    let mut notes: Vec<(usize, &Piece<'_>)> = Vec::new();
    let mut put = |tokens: &mut Vec<Token>, weave: &mut Weave, range: Range<usize>| {
        let start = tokens.len();
        for piece in range {
            for token in &made[first_of(piece)..first_of(piece + 1)] {
                weave.made.push(number(tokens.len()));
                weave.origins.push(Origin::File);
                notes.push((tokens.len(), &pieces[piece].piece));
                tokens.push(Token { span: token.span.start + base..token.span.end + base, ..token.clone() });
            }
        }
        start..tokens.len()
    };
    let take = |tokens: &mut Vec<Token>, weave: &mut Weave, moved: &mut Vec<u32>, range: Range<usize>| {
        for index in range {
            moved[index] = number(tokens.len());
            weave.file.push(number(tokens.len()));
            tokens.push(file[index].clone());
            if !seen[index] {
                conceal(&mut tokens[moved[index] as usize]);
            }
        }
    };
    for stretch in stretches {
        match stretch {
            Stretch::File(range) => take(&mut tokens, &mut weave, &mut moved, range),
            Stretch::Made(range) => drop(put(&mut tokens, &mut weave, range)),
            Stretch::Invocation { typed, made } => {
                let start = tokens.len();
                take(&mut tokens, &mut weave, &mut moved, *typed.start()..typed.end() + 1);
                let typed = start..=tokens.len() - 1;
                let made = put(&mut tokens, &mut weave, made);
                weave.invocations.push(Invocation { typed, made, pasted: false });
            }
        }
    }
    for (at, &(index, piece)) in notes.iter().enumerate() {
        weave.origins[at] = origin(&file, &moved, &mut weave.invocations, index, piece);
    }
    TokenList::woven(whole, tokens, weave)
}

fn origin(
    file: &TokenList,
    moved: &[u32],
    invocations: &mut [Invocation],
    index: usize,
    piece: &Piece<'_>,
) -> Origin {
    let token = |byte: usize| moved.get(file.at_byte(byte)).map_or(0, |&index| index as usize);
    let after = invocations.partition_point(|found| *found.typed.start() <= index);
    match &piece.place {
        PiecePlace::Header { include, system } => {
            Origin::Header { include: token(include.start), system: *system }
        }
        PiecePlace::File(range) | PiecePlace::Macro { invocation: range, .. } => {
            let around = after.checked_sub(1).filter(|&number| invocations[number].made.contains(&index));
            let Some(invocation) = around else {
                return Origin::Header { include: token(range.start), system: false };
            };
            let argument = match &piece.place {
                PiecePlace::Macro { argument: Some(range), .. } => {
                    let (first, last) = (token(range.start), token(range.end.saturating_sub(1)));
                    (first == last).then_some(first)
                }
                PiecePlace::Macro { pasted: true, .. } => {
                    invocations[invocation].pasted = true;
                    None
                }
                _ => None,
            };
            Origin::Macro { invocation, argument }
        }
    }
}

/// Takes a token out of the parser's sight. Lines of the preprocessor are out
/// of it anyway, and stay what they are.
fn conceal(token: &mut Token) {
    if token.is_visible() {
        token.hide();
    }
}
