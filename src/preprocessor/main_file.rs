//! The main file's own tokens, lines and conditional branches.
//!
//! `rucc_pp` does not tell which branches it took, and the tokens that come
//! out do not either: a branch may hold nothing but definitions, or macros
//! that expand to nothing. So it is given a text with marks in it: behind
//! each directive of a conditional stands one more line, `#line N`, with the
//! number that the next line has anyway. It changes nothing, leaves no
//! token, and is recorded when it is read, so a mark that was not recorded
//! stands in a branch that was left out.
//!
//! What follows `#pragma omp` is subject to macro replacement (section 2.1 of
//! the specification of OpenMP 2.5), and `rucc_pp` replaces nothing in a
//! pragma. So what stands behind the first word of those of OpenMP, and ours,
//! is given to it as text, between two names that say where it began and ended.
//! In the arguments of an invocation, which a directive would tear apart, all of
//! the pragma is.
//!
//! A directive ends the text that `rucc_pp` expands in one go, so there is no
//! mark inside parentheses, where it might tear an invocation apart; nor in a
//! file that has `#line` directives of its own, which marks would undo. There
//! a branch counts as read if any of its tokens came out.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use rucc_base::{Interner, Symbol};
use rucc_diag::Span;
use rucc_lex::{Lexer, Options, PpToken, PpTokenKind, Punct, TokenFlags};

use super::line_ends::padding;
use super::pragma_copies;
use super::pragma_marks::{PRAGMA_BEGINS, PRAGMA_ENDS, PRAGMA_GOES_ON};
use crate::source::quoted::string_literal;
use crate::source::{Source, Stretch};

/// A token as it is written in the file.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    pub value: Option<Symbol>,
    /// Bytes of the text.
    pub start: u32,
    pub end: u32,
    /// Where it begins in the marked text.
    pub marked: u32,
    pub kind: PpTokenKind,
    pub flags: TokenFlags,
    /// Whether it stands in a directive.
    pub in_directive: bool,
}

impl Written {
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn is(&self, punct: Punct) -> bool {
        self.kind == PpTokenKind::Punct(punct)
    }

    pub fn name(&self) -> Option<Symbol> {
        self.value.filter(|_| self.kind == PpTokenKind::Ident)
    }
}

/// What a directive does to conditionals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conditional {
    /// `#if` and its kin.
    Opens,
    /// `#else` and its kin.
    Turns,
    /// `#endif`.
    Closes,
    /// Not a conditional.
    No,
    /// Not one either, and the lines behind it have other numbers.
    Renumbers,
}

/// A directive line.
#[derive(Clone, Debug)]
struct Directive {
    /// Its tokens.
    tokens: Range<usize>,
    conditional: Conditional,
    /// Whether no line can be put behind it: a parenthesis of the text before it is open, or the file numbers its lines itself.
    takes_no_line: bool,
    /// Whether it is given to the preprocessor as text.
    is_text: bool,
}

/// How many tokens of a pragma are none that a macro may replace: `#`, `pragma`
/// and its first word.
const HEAD: usize = 3;

/// A stretch of text between two directives of conditionals.
#[derive(Clone, Debug)]
struct Branch {
    /// Bytes of the text.
    range: Range<usize>,
    /// The branch around the conditional that this one belongs to.
    parent: Option<usize>,
    /// The mark that tells whether it is read, by its number.
    mark: Option<usize>,
}

/// A place where a line was put into the text.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// The place in the text.
    at: usize,
    /// Where the line begins in the marked text, and how long it is.
    marked_at: usize,
    length: usize,
}

/// The main file, taken apart.
#[derive(Debug)]
pub struct MainFile<'t> {
    text: &'t str,
    /// All tokens in order, those of directives and of inactive text too.
    tokens: Vec<Written>,
    directives: Vec<Directive>,
    branches: Vec<Branch>,
    marks: Vec<Mark>,
    marked: Cow<'t, str>,
    marked_length: usize,
}

impl<'t> MainFile<'t> {
    pub fn new(source: &'t Source, options: Options, interner: &mut Interner) -> Self {
        let text = source.text();
        let padded = match padding(text.as_bytes()) {
            "" => Cow::Borrowed(text),
            padding => Cow::Owned(format!("{text}{padding}")),
        };
        let (mut tokens, directives) = lines(&padded, options, interner);
        for token in &mut tokens {
            token.end = token.end.min(text.len() as u32);
        }
        let mut file = MainFile {
            text,
            tokens,
            directives,
            branches: Vec::new(),
            marks: Vec::new(),
            marked: padded,
            marked_length: 0,
        };
        file.find_branches(source, options);
        file
    }

    /// The text with the marks in it, once.
    pub fn take_marked_text(&mut self) -> String {
        std::mem::take(&mut self.marked).into_owned()
    }

    /// How long it is.
    pub fn marked_length(&self) -> usize {
        self.marked_length
    }

    pub fn text(&self) -> &'t str {
        self.text
    }

    pub fn tokens(&self) -> &[Written] {
        &self.tokens
    }

    /// The place in the text of a place in the marked text.
    pub fn unmarked(&self, at: usize) -> usize {
        let before = self.marks.partition_point(|mark| mark.marked_at + mark.length <= at);
        match before.checked_sub(1).map(|last| self.marks[last]) {
            Some(mark) => mark.at + (at - mark.marked_at - mark.length),
            None => at,
        }
        .min(self.marks.get(before).map_or(self.text.len(), |next| next.at))
    }

    /// The token that begins at a place of the marked text, by its number;
    /// where none does, the number of the first behind it.
    pub fn token_at(&self, marked: u32) -> Result<usize, usize> {
        self.tokens.binary_search_by_key(&marked, |token| token.marked)
    }

    /// The lines of the file, a directive or not each.
    pub fn lines(&self) -> impl Iterator<Item = &[Written]> {
        self.tokens.chunk_by(|_, next| !next.flags.has(TokenFlags::START_OF_LINE))
    }

    /// Directives from their `#` to their last token.
    pub fn directives(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.directives.iter().map(|directive| self.bytes(&directive.tokens))
    }

    /// The tokens of each directive.
    pub fn directive_tokens(&self) -> impl Iterator<Item = &[Written]> {
        self.directives.iter().map(|directive| &self.tokens[directive.tokens.clone()])
    }

    /// The directive around a place of the text.
    pub fn directive_at(&self, at: usize) -> Option<Range<usize>> {
        let start = |directive: &Directive| self.tokens[directive.tokens.start].start as usize;
        let after = self.directives.partition_point(|directive| start(directive) <= at);
        let range = self.bytes(&self.directives[after.checked_sub(1)?].tokens);
        (at <= range.end).then_some(range)
    }

    fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        self.tokens[tokens.start].start as usize..self.tokens[tokens.end - 1].end as usize
    }

    /// What conditionals leave out, given the places in the marked text of the
    /// `#line` directives that were read, and for each token whether it, or
    /// anything that it begins, came out.
    pub fn inactive(&self, read: &[u32], came_out: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
        let counts = OnceCell::new();
        let in_range = |range: &Range<usize>| {
            let counts: &Vec<u32> = counts.get_or_init(|| self.running_count(&came_out));
            let number = |at: usize| self.tokens.partition_point(|token| (token.start as usize) < at);
            counts[number(range.start)] < counts[number(range.end)]
        };
        let mut active: Vec<bool> = Vec::with_capacity(self.branches.len());
        let mut inactive: Vec<Range<usize>> = Vec::new();
        for branch in &self.branches {
            let parent = branch.parent.is_none_or(|parent| active[parent]);
            let itself = || match branch.mark {
                Some(mark) => {
                    let at = u32::try_from(self.marks[mark].marked_at).unwrap_or(u32::MAX);
                    read.binary_search(&at).is_ok()
                }
                None => in_range(&branch.range),
            };
            active.push(parent && itself());
            if !active[active.len() - 1] && !branch.range.is_empty() {
                add(&mut inactive, branch.range.clone());
            }
        }
        inactive
    }

    /// How many tokens before each one came out.
    fn running_count(&self, came_out: impl Fn(usize) -> bool) -> Vec<u32> {
        let mut count = 0;
        let mut counts = vec![0];
        counts.extend((0..self.tokens.len()).map(|number| {
            count += u32::from(came_out(number));
            count
        }));
        counts
    }

    /// Follows the conditionals, and marks their branches.
    fn find_branches(&mut self, source: &Source, options: Options) {
        // For each conditional that is open: the branch around it.
        let mut around: Vec<Option<usize>> = Vec::new();
        let mut current = None;
        let padded = std::mem::take(&mut self.marked);
        let mut marked = String::with_capacity(padded.len() + padded.len() / 16);
        let mut taken = 0;
        let mut insertions = self.insertions(&padded, source, options).into_iter().peekable();
        let insert =
            |file: &mut Self, marked: &mut String, (at, words): (usize, String), taken: &mut usize| {
                marked.push_str(&file.text[*taken..at]);
                *taken = at;
                file.marks.push(Mark { at, marked_at: marked.len(), length: words.len() });
                marked.push_str(&words);
            };
        for number in 0..self.directives.len() {
            let Directive { tokens, conditional, takes_no_line, is_text } = self.directives[number].clone();
            let before = self.tokens[tokens.start].start as usize;
            while let Some(insertion) = insertions.next_if(|(at, _)| *at <= before) {
                insert(self, &mut marked, insertion, &mut taken);
            }
            if is_text {
                let hash = self.tokens[tokens.start].start as usize;
                let end = self.tokens[tokens.end - 1].end as usize;
                let ends = format!(" {PRAGMA_ENDS}");
                let marks = if takes_no_line {
                    [(hash, format!("{PRAGMA_BEGINS} ")), (end, ends)]
                } else {
                    // The head has a line of its own now, which must not count.
                    let next = source.position(end).line + 1;
                    let ends = format!("{ends}\n#line {next}");
                    let head = self.tokens[tokens.start + HEAD - 1].end as usize;
                    [(head, format!("\n{PRAGMA_GOES_ON} ")), (end, ends)]
                };
                for mark in marks {
                    insert(self, &mut marked, mark, &mut taken);
                }
                continue;
            }
            let Some(parent) = follow(conditional, current, &mut around) else { continue };
            let hash = self.tokens[tokens.start].start as usize;
            if let Some(branch) = current {
                end_branch(&mut self.branches, branch, hash);
            }
            current = parent;
            if conditional == Conditional::Closes {
                continue;
            }
            let next = self.tokens.get(tokens.end).map_or(self.text.len(), |token| token.start as usize);
            let begin = line_end(self.text, self.tokens[tokens.end - 1].end as usize..next).unwrap_or(next);
            let mut mark = None;
            if !takes_no_line && begin < self.text.len() {
                let line = format!("#line {}\n", source.position(begin).line);
                mark = Some(self.marks.len());
                insert(self, &mut marked, (begin, line), &mut taken);
            }
            self.branches.push(Branch { range: begin..self.text.len(), parent, mark });
            current = Some(self.branches.len() - 1);
        }
        for insertion in insertions {
            insert(self, &mut marked, insertion, &mut taken);
        }
        if self.marks.is_empty() {
            self.marked = padded;
        } else {
            marked.push_str(&padded[taken..]);
            self.marked = Cow::Owned(marked);
        }
        self.marked_length = self.marked.len();
        self.number_marked();
    }

    /// What goes into the text besides, in order: which file it is from, where that changes, and copies of what `_Pragma` says.
    fn insertions(&self, padded: &str, source: &Source, options: Options) -> Vec<(usize, String)> {
        let mut insertions = pragma_copies::of(padded.as_bytes(), options);
        // A line that goes on behind a backslash is none of its own.
        let starts_line = |stretch: &&Stretch| {
            let before = &self.text[..stretch.start];
            before.ends_with('\n') && !before.ends_with("\\\n") && !before.ends_with("\\\r\n")
        };
        if !self.directives.iter().any(|found| found.conditional == Conditional::Renumbers) {
            insertions.extend(source.stretches().iter().filter(starts_line).map(|stretch| {
                (stretch.start, format!("#line {} {}\n", stretch.line, string_literal(&stretch.file)))
            }));
            insertions.sort_by_key(|(at, _)| *at);
        }
        insertions
    }

    /// Where each token is in the marked text.
    fn number_marked(&mut self) {
        let (mut marks, mut shift) = (self.marks.iter().peekable(), 0);
        for token in &mut self.tokens {
            while let Some(mark) = marks.next_if(|mark| mark.at <= token.start as usize) {
                shift += mark.length as u32;
            }
            token.marked = token.start + shift;
        }
    }
}

/// What a directive of a conditional makes of the nesting: the branch that
/// stands around the conditional, or `None` if it belongs to none.
fn follow(
    conditional: Conditional,
    current: Option<usize>,
    around: &mut Vec<Option<usize>>,
) -> Option<Option<usize>> {
    match conditional {
        Conditional::Opens => {
            around.push(current);
            Some(current)
        }
        Conditional::Turns => around.last().copied(),
        Conditional::Closes => around.pop(),
        Conditional::No | Conditional::Renumbers => None,
    }
}

/// A directive at `end` ends a branch, but not the ones around it.
fn end_branch(branches: &mut [Branch], branch: usize, end: usize) {
    let range = &mut branches[branch].range;
    range.end = end.max(range.start);
}

/// Adds a range to ranges in order, in one piece with the last if they touch.
fn add(ranges: &mut Vec<Range<usize>>, range: Range<usize>) {
    match ranges.last_mut() {
        Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
        _ => ranges.push(range),
    }
}

/// All tokens of a text, and which of them are directives.
fn lines(text: &str, options: Options, interner: &mut Interner) -> (Vec<Written>, Vec<Directive>) {
    let mut lexer = Lexer::new(text.as_bytes(), 0, options);
    let mut tokens: Vec<Written> = Vec::with_capacity(text.len() / 5);
    let mut directives: Vec<Directive> = Vec::new();
    let mut parentheses = Parentheses::default();
    let mut renumbered = false;
    let mut token = lexer.next_token(interner);
    while !token.is_eof() {
        let start = tokens.len();
        let directive = token.punct() == Some(Punct::Hash);
        push(&mut tokens, token, directive);
        let mut next = lexer.next_token(interner);
        if directive && takes_header(&next, interner) && !next.flags.has(TokenFlags::START_OF_LINE) {
            push(&mut tokens, next, true);
            next = lexer.header_name(interner).unwrap_or_else(|| lexer.next_token(interner));
        }
        while !next.is_eof() && !next.flags.has(TokenFlags::START_OF_LINE) {
            push(&mut tokens, next, directive);
            next = lexer.next_token(interner);
        }
        token = next;
        if directive {
            let conditional = conditional(&tokens[start..], interner);
            renumbered |= conditional == Conditional::Renumbers;
            let takes_no_line = parentheses.pass(conditional) || renumbered;
            let is_text =
                is_replaced(&tokens[start..], interner) && (takes_no_line || tokens.len() - start > HEAD);
            let head = if takes_no_line { 0 } else { HEAD };
            for token in tokens[start..].iter_mut().skip(head).filter(|_| is_text) {
                token.in_directive = false;
            }
            directives.push(Directive { tokens: start..tokens.len(), conditional, takes_no_line, is_text });
        } else {
            parentheses.count(&tokens[start..]);
        }
    }
    (tokens, directives)
}

fn push(tokens: &mut Vec<Written>, token: PpToken, in_directive: bool) {
    let Span { lo, hi } = token.span;
    let PpToken { kind, flags, value, .. } = token;
    tokens.push(Written { value, start: lo, end: hi, marked: lo, kind, flags, in_directive });
}

/// Whether a header's name follows, which has other tokens than C.
fn takes_header(name: &PpToken, interner: &Interner) -> bool {
    name.kind == PpTokenKind::Ident
        && name
            .value
            .is_some_and(|name| matches!(interner.resolve(name), "include" | "include_next" | "embed"))
}

/// Whether a directive is a pragma in which macros are replaced.
fn is_replaced(line: &[Written], interner: &Interner) -> bool {
    let name = |at: usize| line.get(at)?.name().map(|name| interner.resolve(name));
    name(1) == Some("pragma") && matches!(name(2), Some("omp" | "gpump"))
}

fn conditional(line: &[Written], interner: &Interner) -> Conditional {
    let Some(name) = line.get(1) else { return Conditional::No };
    match (name.kind, name.value.map(|value| interner.resolve(value))) {
        (PpTokenKind::Ident, Some("if" | "ifdef" | "ifndef")) => Conditional::Opens,
        (PpTokenKind::Ident, Some("else" | "elif" | "elifdef" | "elifndef")) => Conditional::Turns,
        (PpTokenKind::Ident, Some("endif")) => Conditional::Closes,
        (PpTokenKind::Ident, Some("line")) | (PpTokenKind::Number, _) => Conditional::Renumbers,
        _ => Conditional::No,
    }
}

/// How many parentheses are open, where each branch of a conditional begins
/// with as many as the first.
#[derive(Debug, Default)]
struct Parentheses {
    open: usize,
    /// For each conditional that is open: what was open before it.
    before: Vec<usize>,
}

impl Parentheses {
    fn count(&mut self, line: &[Written]) {
        for token in line {
            if token.is(Punct::LParen) {
                self.open += 1;
            } else if token.is(Punct::RParen) {
                self.open = self.open.saturating_sub(1);
            }
        }
    }

    /// Goes past a directive, and says whether it stands in parentheses.
    fn pass(&mut self, conditional: Conditional) -> bool {
        match conditional {
            Conditional::Opens => self.before.push(self.open),
            Conditional::Turns => self.open = self.before.last().copied().unwrap_or(self.open),
            Conditional::Closes => drop(self.before.pop()),
            Conditional::No | Conditional::Renumbers => {}
        }
        self.open > 0
    }
}

/// The end of the line in a stretch that has no tokens: behind the first
/// newline that neither a comment nor a backslash takes.
fn line_end(text: &str, gap: Range<usize>) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = gap.start;
    while at < gap.end {
        let rest = &bytes[at..gap.end];
        at += match rest {
            [b'\n', ..] => return Some(at + 1),
            [b'/', b'*', ..] => text[at + 2..gap.end].find("*/").map_or(rest.len(), |end| end + 4),
            [b'\\', ..] => splice(rest),
            [b'?', b'?', b'/', ..] => 2 + splice(&rest[2..]),
            _ => 1,
        };
    }
    None
}

/// The length of a backslash, and of the white space and newline behind it.
fn splice(text: &[u8]) -> usize {
    let blanks =
        text[1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | 0x0B | 0x0C)).count();
    if text.get(1 + blanks) == Some(&b'\n') { 2 + blanks } else { 1 }
}
