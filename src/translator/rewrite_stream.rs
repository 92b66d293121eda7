//! What is written over the tokens: the rewrite stream of one side, the host's
//! or the device's, over a list in which some tokens are not the file's.
//!
//! A name that stands in the file is replaced where it stands. So is one in
//! the argument of a macro, and the macro's use stays as typed. But what a
//! macro's own text has cannot be changed there, for the other uses of the
//! macro mean what they say; then this one invocation is *opened*: in its place
//! stands what it became, rewritten. Which of the two it is depends on all that
//! is written over the invocation, so this is collected first.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::lines::{self, Mark, Places};
use super::recording::{Recorder, Replacement};
use crate::openmp::constructs::Tokens;
use crate::rewrite::{OperationId, OperationKind, Piece, RewriteError, Rewriter, Tokens as TokenTexts};
use crate::syntax::{Origin, TokenList};

/// The list as the rewrite stream sees it: virtual tokens are there only where
/// their invocation is opened, and then its typed tokens are not.
pub(crate) struct View<'t> {
    on_device: bool,
    tokens: &'t TokenList,
    opened: RefCell<BTreeSet<usize>>,
}

impl TokenTexts for View<'_> {
    fn len(&self) -> usize {
        self.tokens.len()
    }

    fn text(&self, index: usize) -> &str {
        let is_shown = match self.tokens.origin(index) {
            Origin::File if self.opened.borrow().is_empty() => true,
            Origin::File => {
                let invocation = self.tokens.invocation_at(index);
                invocation.is_none_or(|invocation| !self.opened.borrow().contains(&invocation))
            }
            Origin::Macro { invocation, .. } => {
                self.opened.borrow().contains(&invocation) && !self.is_margin(invocation, index)
            }
            // The device's form of a header's function is taken from there.
            Origin::Header { .. } => self.on_device,
        };
        if is_shown { self.tokens.text(index) } else { "" }
    }
}

impl<'t> View<'t> {
    /// What nothing has been written over.
    pub fn new(tokens: &'t TokenList, on_device: bool) -> Self {
        View { on_device, tokens, opened: RefCell::default() }
    }

    /// Shows what an invocation became in its place. Says whether it was shown as typed before.
    pub fn open(&self, invocation: usize) -> bool {
        self.opened.borrow_mut().insert(invocation)
    }

    /// Whether a token is a blank at either end of what an invocation became.
    fn is_margin(&self, invocation: usize, index: usize) -> bool {
        let Some(made) = self.tokens.invocation(invocation).map(|found| found.made.clone()) else {
            return false;
        };
        let is_blank = |index: usize| !self.tokens[index].is_visible();
        is_blank(index) && ((made.start..index).all(is_blank) || (index + 1..made.end).all(is_blank))
    }
}

/// Something written over a few tokens.
#[derive(Clone, Debug)]
struct Edit {
    kind: EditKind,
    tokens: Tokens,
    text: String,
    rule: &'static str,
    reason: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EditKind {
    Replace,
    Before,
    After,
}

/// One side's text.
pub(super) struct RewriteStream<'t> {
    on_device: bool,
    tokens: &'t TokenList,
    rewriter: Rewriter<View<'t>>,
    /// By invocation: all that is written over some of what it became.
    inside: BTreeMap<usize, Vec<Edit>>,
    /// Invocations with edits that are not in the rewrite stream.
    unsettled: BTreeSet<usize>,
    /// Invocations whose own text does not count on this side, since their macro is another one there.
    kept: BTreeSet<usize>,
    /// The tokens that have another text.
    replaced: FxHashSet<usize>,
    /// The same with the uses of macros that these tokens are all of.
    gone: FxHashSet<usize>,
    /// The replacements of more than one token.
    stretches: Vec<Tokens>,
    /// The tokens of headers that would have had to change on the host, and why.
    in_headers: Vec<(usize, &'static str)>,
    replacements: Vec<Replacement>,
    number: usize,
    recorder: Recorder,
}

impl<'t> RewriteStream<'t> {
    /// A stream with nothing on it. What is written over it is told to the recorder.
    pub fn new(tokens: &'t TokenList, on_device: bool, number: usize, recorder: &Recorder) -> Self {
        RewriteStream {
            on_device,
            tokens,
            number,
            recorder: recorder.clone(),
            rewriter: Rewriter::new(View::new(tokens, on_device)),
            inside: BTreeMap::new(),
            unsettled: BTreeSet::new(),
            kept: BTreeSet::new(),
            replaced: FxHashSet::default(),
            gone: FxHashSet::default(),
            in_headers: Vec::new(),
            stretches: Vec::new(),
            replacements: Vec::new(),
        }
    }

    /// Puts text in place of tokens.
    pub fn replace(&mut self, tokens: Tokens, text: String, rule: &'static str, reason: &'static str) {
        self.replaced.extend(tokens.clone());
        if tokens.start() != tokens.end() {
            self.stretches.push(tokens.clone());
        }
        self.write(Edit { kind: EditKind::Replace, tokens, text, rule, reason });
    }

    /// Puts text in front of a token.
    pub fn insert_before(&mut self, token: usize, text: String, rule: &'static str, reason: &'static str) {
        self.write(Edit { kind: EditKind::Before, tokens: token..=token, text, rule, reason });
    }

    /// Puts text behind a token.
    pub fn insert_after(&mut self, token: usize, text: String, rule: &'static str, reason: &'static str) {
        self.write(Edit { kind: EditKind::After, tokens: token..=token, text, rule, reason });
    }

    /// The text of tokens as this side is to have it.
    pub fn text_within(&mut self, tokens: &Tokens) -> String {
        let range = self.whole_range(tokens);
        self.rewriter.text_within(range).unwrap_or_default()
    }

    /// The text of tokens with what is inserted beside them.
    pub fn text_of(&mut self, tokens: &Tokens) -> String {
        let range = self.whole_range(tokens);
        self.rewriter.text_of(range).unwrap_or_default()
    }

    /// Tokens of which the rewrite stream has the text: with whole invocations.
    fn whole_range(&mut self, tokens: &Tokens) -> Tokens {
        self.settle();
        let range = self.start(*tokens.start())..=self.end(*tokens.end());
        for part in self.torn(&range) {
            self.open(part);
        }
        range
    }

    /// Whether a token has another text.
    pub fn is_replaced(&self, token: usize) -> bool {
        self.replaced.contains(&token)
    }

    /// The edits that headers have not got: where, and why.
    pub fn in_headers(&self) -> &[(usize, &'static str)] {
        &self.in_headers
    }

    /// Whether the gap in front of a token lies inside a stretch
    /// that has another text as a whole.
    pub fn is_gone_before(&self, token: usize) -> bool {
        self.stretches.iter().any(|stretch| stretch.contains(&token) && *stretch.start() != token)
    }

    /// Whether a token is among those that were replaced.
    pub fn is_gone(&self, token: usize) -> bool {
        self.gone.contains(&token)
    }

    /// Whether tokens are some, but not all, of a stretch that has another text as a whole.
    pub fn is_gone_within(&self, tokens: &Tokens) -> bool {
        let is_in = |stretch: &Tokens| stretch.contains(tokens.start()) && stretch.contains(tokens.end());
        self.stretches.iter().any(|stretch| is_in(stretch) && stretch != tokens)
    }

    /// What keeps the edits so far from standing together.
    ///
    /// # Errors
    ///
    /// The fault.
    pub fn check(&self) -> Result<(), RewriteError> {
        self.rewriter.check()
    }

    /// The text of the whole file.
    ///
    /// # Errors
    ///
    /// Operations that cannot stand together.
    pub fn text(&mut self) -> Result<String, RewriteError> {
        self.settle();
        self.rewriter.text()
    }

    /// The pieces of that, and the list as they show it.
    ///
    /// # Errors
    ///
    /// As [`Self::text`].
    pub fn pieces(&mut self) -> Result<(impl Iterator<Item = Piece<'_>>, &View<'t>), RewriteError> {
        self.settle();
        Ok((self.rewriter.pieces()?, self.rewriter.tokens()))
    }

    /// The same with marks of the lines that it is from. `places` says which these are.
    ///
    /// # Errors
    ///
    /// As [`Self::text`].
    pub fn marked_text(&mut self, places: &Places) -> Result<String, RewriteError> {
        self.settle();
        Ok(self.marked(self.rewriter.pieces()?, places))
    }

    /// [`Self::text_of`] with marks of the lines that it is from. `places` says which these are.
    pub fn marked_text_of(&mut self, tokens: &Tokens, places: &Places) -> String {
        let range = self.whole_range(tokens);
        self.rewriter.pieces_of(range).map_or(String::new(), |pieces| self.marked(pieces, places))
    }

    /// [`Self::text_within`] with marks of the lines that it is from, for which all of them are asked.
    pub fn marked_text_within(&mut self, tokens: &Tokens) -> String {
        let range = self.whole_range(tokens);
        self.rewriter
            .pieces_within(range)
            .map_or(String::new(), |pieces| self.marked(pieces, &Places::default()))
    }

    fn marked<'p>(&'p self, pieces: impl Iterator<Item = Piece<'p>>, places: &Places) -> String {
        let list = self.tokens;
        let line_of = |index: usize| {
            let last = list.len().saturating_sub(1);
            list.line_at(list.stands_for(index.min(last), true).start)
        };
        let newlines = |text: &str| memchr::memchr_iter(b'\n', text.as_bytes()).count();
        let mut text = String::new();
        // The line of the source that this one is taken for.
        let mut here: Option<usize> = None;
        // Where the last token ended, and in which line: mostly the next one begins there.
        let mut behind = (usize::MAX, 0);
        for piece in pieces {
            match piece {
                Piece::Tokens(range) => {
                    for index in range {
                        let shown = self.rewriter.tokens().text(index);
                        let is_blank = shown.chars().all(char::is_whitespace);
                        let is_files = list.origin(index) == Origin::File;
                        let span = list.get(index).filter(|_| is_files).map(|token| &token.span);
                        let line = match span {
                            Some(span) if span.start == behind.0 => behind.1,
                            None if is_blank => 0,
                            _ => line_of(index),
                        };
                        if let Some(span) = span {
                            behind = (span.end, line + newlines(list.text(index)));
                        }
                        if !is_blank && is_files && lines::asks_for_place(list, index, places) {
                            Mark::Asks(line).put(&mut text);
                            here = Some(line);
                        } else if !is_blank && here != Some(line) {
                            let mark = if is_files { Mark::Kept(line) } else { Mark::Made(line) };
                            mark.put(&mut text);
                            here = is_files.then_some(line);
                        }
                        text.push_str(shown);
                        here = here.map(|line| line + newlines(shown));
                    }
                }
                Piece::Operation(operation) => {
                    let is_typed = |index: &usize| list.origin(*index) == Origin::File;
                    let taken: usize = match operation.kind() {
                        OperationKind::InsertBefore | OperationKind::InsertAfter => 0,
                        _ => operation.range().filter(is_typed).map(|index| newlines(list.text(index))).sum(),
                    };
                    if newlines(operation.text()) != taken {
                        Mark::Made(line_of(*operation.range().start())).put(&mut text);
                        here = None;
                    }
                    text.push_str(operation.text());
                    here = here.map(|line| line + taken);
                }
            }
        }
        text
    }

    pub fn is_untouched(&self) -> bool {
        self.replacements.is_empty() && self.unsettled.is_empty()
    }

    /// Takes what was written over other streams of the same side.
    pub fn adopt(&mut self, replacements: Vec<Replacement>) {
        self.replacements = replacements;
    }

    /// Which stream of the translation it is.
    pub fn number(&self) -> usize {
        self.number
    }

    /// What was written, in order.
    pub fn into_replacements(self) -> Vec<Replacement> {
        self.replacements
    }

    fn write(&mut self, mut edit: Edit) {
        let Edit { kind, tokens, .. } = &edit;
        let (start, end) = match kind {
            EditKind::Replace => (self.start(*tokens.start()), self.end(*tokens.end())),
            EditKind::Before => (self.start(*tokens.start()), *tokens.end()),
            EditKind::After => (*tokens.start(), self.end(*tokens.end())),
        };
        // A header is not the file's to change.
        if !self.on_device && [start, end].into_iter().any(|index| self.tokens.is_in_header(index)) {
            self.in_headers.push((start, edit.reason));
            return;
        }
        // Beside a whole invocation nothing of it is touched.
        let (start, end) = match kind {
            EditKind::Before if start != *tokens.start() => (start, start),
            EditKind::After => (end, end),
            _ => (start, end),
        };
        let is_beside = kind == &EditKind::After && self.ends_invocation(end);
        let torn = if is_beside { Vec::new() } else { self.torn(&(start..=end)) };
        if let [invocation] = torn[..]
            && self.invocation(invocation).contains(&start)
            && self.invocation(invocation).contains(&end)
        {
            self.inside.entry(invocation).or_default().push(edit);
            self.unsettled.insert(invocation);
            return;
        }
        for part in torn {
            self.open(part);
        }
        edit.tokens = start..=end;
        if edit.kind == EditKind::Replace {
            self.gone.extend(start..=end);
        }
        self.carry_out(edit);
    }

    /// The first token of an invocation whose first virtual token this is.
    fn start(&self, index: usize) -> usize {
        let Origin::Macro { invocation, .. } = self.tokens.origin(index) else { return index };
        let Some(found) = self.tokens.invocation(invocation) else { return index };
        let is_first = (found.made.start..index).all(|at| !self.tokens[at].is_visible());
        if is_first { *found.typed.start() } else { index }
    }

    /// The last token of an invocation whose last virtual token this is.
    fn end(&self, index: usize) -> usize {
        let Origin::Macro { invocation, .. } = self.tokens.origin(index) else { return index };
        let Some(found) = self.tokens.invocation(invocation) else { return index };
        let is_last = (index + 1..found.made.end).all(|at| !self.tokens[at].is_visible());
        if is_last { found.made.end - 1 } else { index }
    }

    fn ends_invocation(&self, index: usize) -> bool {
        let Origin::Macro { invocation, .. } = self.tokens.origin(index) else { return false };
        self.tokens.invocation(invocation).is_some_and(|found| found.made.end == index + 1)
    }

    fn invocation(&self, number: usize) -> Tokens {
        self.tokens.invocation(number).map_or(0..=0, |found| found.tokens())
    }

    /// The invocations that a range covers only in part. There can be one at
    /// either end.
    fn torn(&self, range: &Tokens) -> Vec<usize> {
        let mut torn: Vec<usize> = Vec::new();
        for end in [*range.start(), *range.end()] {
            let Origin::Macro { invocation, .. } = self.tokens.origin(end) else { continue };
            let whole = self.invocation(invocation);
            let is_covered = range.start() <= whole.start() && range.end() >= whole.end();
            if !is_covered && !torn.contains(&invocation) {
                torn.push(invocation);
            }
        }
        torn.retain(|invocation| !self.is_open(*invocation));
        torn
    }

    fn is_open(&self, invocation: usize) -> bool {
        self.rewriter.tokens().opened.borrow().contains(&invocation)
    }

    /// The invocations that stand as what they became.
    pub fn opened(&self) -> Vec<usize> {
        self.rewriter.tokens().opened.borrow().iter().copied().collect()
    }

    /// Puts what an invocation became in its place, unless something else already stands there.
    pub fn open(&mut self, invocation: usize) {
        let whole = self.invocation(invocation);
        if [whole.start(), whole.end()].into_iter().all(|end| self.gone.contains(end)) {
            return;
        }
        if !self.rewriter.tokens().open(invocation) {
            return;
        }
        self.recorder.open(self.number, invocation);
        self.unsettled.remove(&invocation);
        let edits = self.inside.remove(&invocation).unwrap_or_default();
        if let Some(typed) = self.tokens.invocation(invocation).map(|found| found.typed.clone()) {
            let reason = "a name in the macro's text has another form here";
            let operation = self.rewriter.delete(typed.clone());
            let span = self.bytes(EditKind::Replace, &typed);
            self.record(operation, OperationKind::Delete, "", span, typed, "macro_invocation", reason);
        }
        for edit in edits {
            self.carry_out(edit);
        }
    }

    /// Has an invocation stay as it is typed: what is written over tokens that its macro alone brought is dropped.
    pub fn keep(&mut self, invocation: usize) {
        self.kept.insert(invocation);
    }

    /// Decides for each invocation with edits inside whether they can be made
    /// in its arguments.
    pub fn settle(&mut self) {
        for invocation in std::mem::take(&mut self.unsettled) {
            let mut edits = self.inside.get(&invocation).cloned().unwrap_or_default();
            if self.kept.contains(&invocation) {
                edits.retain(|edit| self.in_arguments(invocation, std::slice::from_ref(edit)).is_some());
            }
            match self.in_arguments(invocation, &edits) {
                Some(edits) => edits.into_iter().for_each(|edit| self.carry_out(edit)),
                None => self.open(invocation),
            }
        }
    }

    /// The same edits on the tokens of the arguments; `None` if one of them is
    /// not in an argument, or if an argument that comes up more than once gets
    /// different ones.
    fn in_arguments(&self, invocation: usize, edits: &[Edit]) -> Option<Vec<Edit>> {
        self.tokens.invocation(invocation).filter(|found| !found.pasted)?;
        let argument = |index: usize| match self.tokens.origin(index) {
            Origin::Macro { argument, .. } => argument,
            _ => None,
        };
        let mut moved: Vec<Edit> = Vec::new();
        for edit in edits {
            let (first, last) = (argument(*edit.tokens.start())?, argument(*edit.tokens.end())?);
            if first > last {
                return None;
            }
            let beside =
                |other: &&Edit| other.kind == edit.kind && argument(*other.tokens.start()) == Some(first);
            if edits.iter().filter(beside).any(|other| other.text != edit.text) {
                return None;
            }
            let tokens = first..=last;
            let is_new = !moved
                .iter()
                .any(|other| other.tokens == tokens && other.kind == edit.kind && other.text == edit.text);
            if is_new {
                moved.push(Edit { tokens, ..edit.clone() });
            }
        }
        Some(moved)
    }

    fn carry_out(&mut self, edit: Edit) {
        let Edit { kind, tokens, text, rule, reason } = edit;
        let span = self.bytes(kind, &tokens);
        let copy = if self.recorder.is_on() { lines::unmarked(&text) } else { String::new() };
        let (operation, kind) = match kind {
            EditKind::Replace => (self.rewriter.replace(tokens.clone(), text), OperationKind::Replace),
            EditKind::Before => {
                (self.rewriter.insert_before(*tokens.start(), text), OperationKind::InsertBefore)
            }
            EditKind::After => (self.rewriter.insert_after(*tokens.end(), text), OperationKind::InsertAfter),
        };
        self.record(operation, kind, &copy, span, tokens, rule, reason);
    }

    #[expect(clippy::too_many_arguments, reason = "an operation has as many members")]
    fn record(
        &mut self,
        operation: OperationId,
        kind: OperationKind,
        text: &str,
        span: Range<usize>,
        tokens: Tokens,
        rule: &'static str,
        reason: &'static str,
    ) {
        let (on_device, stream) = (self.on_device, self.number);
        let replacement = Replacement { on_device, stream, operation, tokens, span, rule, reason };
        self.recorder.operation(&replacement, kind, text);
        self.replacements.push(replacement);
    }

    /// The bytes of the file that an edit takes away; of a header's tokens, those of the line that includes it.
    fn bytes(&self, kind: EditKind, tokens: &Tokens) -> Range<usize> {
        let of = |index: usize| {
            if matches!(self.tokens.origin(index), Origin::Header { .. }) {
                return self.tokens.stands_for(index, true);
            }
            let whole = match self.tokens.origin(index) {
                Origin::Macro { invocation, .. } => self.tokens.invocation(invocation),
                Origin::File | Origin::Header { .. } => None,
            };
            let typed = whole.map_or(index..=index, |invocation| invocation.typed.clone());
            let end = self.tokens.file_bytes();
            let start = self.tokens.get(*typed.start()).map_or(end, |token| token.span.start);
            start..self.tokens.get(*typed.end()).map_or(end, |token| token.span.end)
        };
        let (first, last) = (of(*tokens.start()), of(*tokens.end()));
        match kind {
            EditKind::Replace => first.start..last.end,
            EditKind::Before => first.start..first.start,
            EditKind::After => last.end..last.end,
        }
    }
}
