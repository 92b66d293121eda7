//! Macros that an outer one expands once more.
//!
//! `rucc_pp` follows Prosser's algorithm: a name that comes out of a macro is never expanded by it again. gcc and clang keep a macro
//! from being expanded while its own text is read, and only a name that is read then stays as it is for good (C17 6.10.3.4). The
//! two part where a macro is left half expanded on purpose, and the one around it reads on:
//!
//! ```c
//! #define EMPTY()
//! #define AGAIN(...) __VA_ARGS__
//! #define COUNT(n) n COUNT_ EMPTY() () (n + 1)
//! #define COUNT_() COUNT
//! AGAIN(COUNT(1))
//! ```
//!
//! So an invocation that leaves the name of a macro in front of a parenthesis is expanded here, as gcc does it. What is known are the
//! definitions at the end of the file: where others may have held (`#undef`, definitions further down), the invocation stays as it was, and so
//! does one with `__LINE__`, `#__VA_OPT__`, directives among its arguments, or too many tokens.

use std::collections::VecDeque;

use rucc_base::{Interner, Symbol};
use rucc_diag::{SourceFile, SourceMap, Span};
use rucc_lex::{Lexer, Options, PpToken, PpTokenKind, Punct, TokenFlags, tokenize};
use rucc_pp::{MacroDef, MacroTable, Tok};
use rustc_hash::FxHashSet;

use super::{pragma_operator, words};

/// More tokens are not read for one invocation, nor arguments within arguments.
const MOST: usize = 1 << 18;
const DEEPEST: usize = 1 << 10;

/// Expands what an outer macro would have expanded once more.
pub(super) fn expand_again(
    tokens: &mut Vec<Tok>,
    macros: &MacroTable,
    options: Options,
    interner: &mut Interner,
    sources: &SourceMap,
) {
    // What there is instead of the tokens up to the last invocation that was expanded anew, and where that ends.
    let (mut done, mut copied) = (Vec::new(), 0);
    let mut from = 0;
    let mut undefined = None;
    while let Some(name) = (from..tokens.len()).find(|&at| is_left_over(&tokens[at..], macros, interner)) {
        let invocation = tokens[name].expansion;
        // The tokens of pragmas have no expansion.
        let is_its = |token: &Tok, end: u32| {
            token.expansion == invocation
                || token.expansion.is_dummy() && (invocation.lo..end).contains(&token.span.lo)
        };
        let start = tokens[..name].iter().rposition(|token| !is_its(token, invocation.hi));
        let start = start.map_or(0, |before| before + 1).max(from);
        let known = Known {
            macros,
            sources,
            undefined: undefined.get_or_insert_with(|| names_undefined(interner, sources)),
        };
        let again = Expansion::of(invocation, &known, options, interner);
        let end = again.as_ref().map_or(invocation.hi, |(_, end)| *end);
        let behind = tokens[name..].iter().position(|token| !is_its(token, end));
        let behind = behind.map_or(tokens.len(), |length| name + length);
        from = behind;
        let Some((words, _)) = again else { continue };
        let is_same = |(old, new): (&Tok, &PpToken)| old.kind == new.kind && old.value == new.value;
        if words.len() == behind - start && tokens[start..behind].iter().zip(&words).all(is_same) {
            continue;
        }
        let first = tokens[start].flags;
        done.extend_from_slice(&tokens[copied..start]);
        let made = words.into_iter().enumerate().map(|(at, mut word)| {
            word.flags = if at == 0 { first } else { within_line(word.flags) };
            let mut token = Tok::new(word);
            token.expansion = invocation;
            token
        });
        done.extend(pragma_operator::obey(made.collect(), options, interner));
        copied = behind;
    }
    if copied > 0 {
        done.extend_from_slice(&tokens[copied..]);
        *tokens = done;
    }
}

/// Whether an invocation has left the name of a macro with arguments behind it, also in a string.
fn is_left_over(tokens: &[Tok], macros: &MacroTable, interner: &Interner) -> bool {
    let Some(word) = tokens.first() else { return false };
    let takes_arguments = |name: Option<Symbol>| {
        name.and_then(|name| macros.lookup(name)).is_some_and(|found| found.function_like)
    };
    match word.kind {
        _ if word.expansion.is_dummy() => false,
        PpTokenKind::Ident => {
            tokens.get(1).is_some_and(|next| next.is(Punct::LParen)) && takes_arguments(word.value)
        }
        PpTokenKind::StringLit => {
            let text = word.value.map_or("", |value| interner.resolve(value));
            let is_part = |letter: char| letter == '_' || letter.is_alphanumeric();
            let in_front = text.split('(').rev().skip(1);
            let mut names =
                in_front.filter_map(|part| part.trim_end().rsplit(|letter| !is_part(letter)).next());
            names.any(|name| takes_arguments(interner.find(name)))
        }
        _ => false,
    }
}

fn within_line(flags: TokenFlags) -> TokenFlags {
    match flags.has(TokenFlags::START_OF_LINE) {
        true => flags.without(TokenFlags::START_OF_LINE).with(TokenFlags::LEADING_SPACE),
        false => flags,
    }
}

/// The names behind `#undef` and in `pop_macro`, in any file.
fn names_undefined(interner: &Interner, sources: &SourceMap) -> FxHashSet<Symbol> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut found = FxHashSet::default();
    for text in sources.files().iter().map(SourceFile::bytes) {
        for word in ["undef", "pop_macro"] {
            for at in memchr::memmem::find_iter(text, word) {
                let behind = &text[at + word.len()..];
                let start = behind.iter().position(is_part).unwrap_or(behind.len());
                let name = &behind[start..];
                let name = &name[..name.iter().position(|byte| !is_part(byte)).unwrap_or(name.len())];
                found.extend(std::str::from_utf8(name).ok().and_then(|name| interner.find(name)));
            }
        }
    }
    found
}

/// What is known of macros when the file has been read.
struct Known<'e> {
    macros: &'e MacroTable,
    sources: &'e SourceMap,
    /// The names that had another definition at some time, or none.
    undefined: &'e FxHashSet<Symbol>,
}

/// A token on its way.
#[derive(Clone, Copy)]
struct Word {
    token: PpToken,
    /// It was read while its macro was being expanded, and is no macro's name any more.
    is_name: bool,
    /// Nothing, in the place of an empty argument beside `##`.
    is_nothing: bool,
}

impl Word {
    fn new(token: PpToken) -> Self {
        Word { token, is_name: false, is_nothing: false }
    }

    fn is(&self, punct: Punct) -> bool {
        self.token.kind == PpTokenKind::Punct(punct) && !self.is_nothing
    }

    fn ident(&self) -> Option<Symbol> {
        self.token.value.filter(|_| self.token.kind == PpTokenKind::Ident)
    }

    fn has_space(&self) -> bool {
        self.token.flags.has(TokenFlags::LEADING_SPACE) || self.token.flags.has(TokenFlags::START_OF_LINE)
    }

    fn with_space(self, has_space: bool) -> Self {
        let flags = self.token.flags.without(TokenFlags::START_OF_LINE).without(TokenFlags::LEADING_SPACE);
        let flags = if has_space { flags.with(TokenFlags::LEADING_SPACE) } else { flags };
        Word { token: PpToken { flags, ..self.token }, ..self }
    }
}

/// The text of a macro, or an argument, as far as it has not been read.
struct Text {
    of: Option<Symbol>,
    words: VecDeque<Word>,
}

/// The arguments of an invocation, as they are written.
#[derive(Default)]
struct Arguments {
    all: Vec<Vec<Word>>,
    /// Whether there are no variable ones, not even an empty one.
    ends_early: bool,
}

struct Expansion<'e> {
    known: &'e Known<'e>,
    /// Where the invocation is among all that has been read.
    at: Vec<u32>,
    options: Options,
    interner: &'e mut Interner,
    /// The file from the invocation on, and the token of it that was looked at and not taken.
    file: Lexer<'e>,
    next: Option<PpToken>,
    /// Where what was taken of it ends.
    end: u32,
    texts: Vec<Text>,
    steps: usize,
}

impl<'e> Expansion<'e> {
    /// What an invocation becomes, and where in the source map it ends; `None` if that cannot be said.
    fn of(
        invocation: Span,
        known: &'e Known<'e>,
        options: Options,
        interner: &'e mut Interner,
    ) -> Option<(Vec<PpToken>, u32)> {
        let sources = known.sources;
        let file = sources.file(sources.lookup_file(invocation.lo)?);
        let text = file.bytes().get((invocation.lo - file.start) as usize..)?;
        let file = Lexer::new(text, invocation.lo, options);
        let at = sources.reading_order(invocation.lo);
        let mut this = Expansion {
            known,
            at,
            options,
            interner,
            file,
            next: None,
            end: invocation.hi,
            texts: Vec::new(),
            steps: 0,
        };
        let name = this.take_of_file()?;
        let found = this.macro_of(&name)??;
        if !this.invoke(&name, found, 0)? {
            return None;
        }
        let words = this.run(0)?;
        Some((words.into_iter().map(|word| word.token).collect(), this.end))
    }

    /// The macro that a word is the name of, if any; `None` where nobody knows.
    fn macro_of(&self, word: &Word) -> Option<Option<&'e MacroDef>> {
        let Some(name) = word.ident() else { return Some(None) };
        let found = self.known.macros.lookup(name);
        let is_known = !self.known.undefined.contains(&name)
            && found.is_none_or(|found| self.known.sources.reading_order(found.span.lo) < self.at);
        is_known.then_some(found.filter(|_| !word.is_name))
    }

    fn is_being_expanded(&self, word: &Word) -> bool {
        let name = word.ident();
        name.is_some() && self.texts.iter().any(|text| text.of == name)
    }

    /// Reads all texts above a number of them; below the first, arguments may come from the file.
    fn run(&mut self, floor: usize) -> Option<Vec<Word>> {
        let mut made = Vec::new();
        while let Some(word) = self.take_of_texts(floor) {
            let invoked = match self.macro_of(&word)? {
                Some(found) => self.invoke(&word, found, floor)?,
                None => false,
            };
            if !invoked {
                made.push(word);
            }
        }
        Some(made)
    }

    /// The next word of the texts above a number of them; those that have been read are left.
    fn take_of_texts(&mut self, floor: usize) -> Option<Word> {
        while self.texts.len() > floor {
            let word = self.texts.last_mut().and_then(|text| text.words.pop_front());
            if let Some(mut word) = word {
                word.is_name |= self.is_being_expanded(&word);
                return Some(word);
            }
            self.texts.pop();
        }
        None
    }

    fn look_at_file(&mut self) -> Option<PpToken> {
        if self.next.is_none() {
            let token = self.file.next_token(self.interner);
            let is_directive =
                token.kind == PpTokenKind::Punct(Punct::Hash) && token.flags.has(TokenFlags::START_OF_LINE);
            self.next = (token.kind != PpTokenKind::Eof && !is_directive).then_some(token);
        }
        self.next
    }

    fn take_of_file(&mut self) -> Option<Word> {
        let token = self.look_at_file()?;
        self.next = None;
        self.end = token.span.hi;
        Some(Word::new(token))
    }

    /// Puts a macro's text in front; `Some(false)` if no arguments follow the name of one that takes some.
    fn invoke(&mut self, word: &Word, found: &'e MacroDef, floor: usize) -> Option<bool> {
        self.steps += 1 + found.body.len();
        if found.builtin.is_some() || self.steps > MOST {
            return None;
        }
        let mut arguments = Arguments::default();
        if found.function_like {
            while self.texts.len() > floor && self.texts.last().is_some_and(|text| text.words.is_empty()) {
                self.texts.pop();
            }
            let follows = match self.texts.len() > floor {
                true => self.texts.last()?.words.front().is_some_and(|next| next.is(Punct::LParen)),
                false if floor == 0 => {
                    self.look_at_file().is_some_and(|next| next.kind == PpTokenKind::Punct(Punct::LParen))
                }
                false => false,
            };
            if !follows {
                return Some(false);
            }
            arguments = self.arguments(found, floor)?;
        }
        let body: Vec<Word> = found.body.iter().copied().map(Word::new).collect();
        let mut words = self.substituted(found, &arguments, &body)?;
        words.retain(|word| !word.is_nothing);
        if let Some(first) = words.first_mut() {
            *first = first.with_space(word.has_space());
        } else if word.has_space()
            && let Some(next) = self.texts.iter_mut().rev().find_map(|text| text.words.front_mut())
        {
            // What is left of it is its space.
            *next = next.with_space(true);
        }
        self.steps += words.len();
        self.texts.push(Text { of: Some(found.name), words: words.into() });
        Some(true)
    }

    fn arguments(&mut self, found: &MacroDef, floor: usize) -> Option<Arguments> {
        let mut all = vec![Vec::new()];
        let mut depth = 0_usize;
        loop {
            let word = match self.take_of_texts(floor) {
                Some(word) => word,
                None if floor == 0 => self.take_of_file()?,
                None => return None,
            };
            self.steps += 1;
            let is_last = all.len() > found.params.len();
            match word.token.kind {
                PpTokenKind::Punct(Punct::LParen) => {
                    depth += 1;
                    if depth == 1 {
                        continue;
                    }
                }
                PpTokenKind::Punct(Punct::RParen) => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                PpTokenKind::Punct(Punct::Comma) if depth == 1 && !(is_last && found.is_variadic()) => {
                    all.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            all.last_mut()?.push(word);
        }
        let wanted = found.params.len() + usize::from(found.is_variadic());
        let is_empty = all.len() == 1 && all[0].is_empty();
        if wanted == 0 && is_empty {
            all.clear();
        }
        let ends_early = found.is_variadic() && (all.len() < wanted || wanted == 1 && is_empty);
        if all.len() + 1 == wanted && ends_early {
            all.push(Vec::new());
        }
        (all.len() == wanted).then_some(Arguments { all, ends_early })
    }

    /// An argument with its macros expanded, as if it were all there is of the file (C17 6.10.3.1).
    fn expanded(&mut self, argument: &[Word]) -> Option<Vec<Word>> {
        if self.texts.is_empty() {
            // The file goes on below the first text alone.
            self.texts.push(Text { of: None, words: VecDeque::new() });
        }
        let floor = self.texts.len();
        self.steps += argument.len();
        if floor > DEEPEST {
            return None;
        }
        self.texts.push(Text { of: None, words: argument.iter().copied().collect() });
        self.run(floor)
    }

    /// A macro's text, or part of it, with its arguments.
    fn substituted(&mut self, found: &MacroDef, arguments: &Arguments, body: &[Word]) -> Option<Vec<Word>> {
        let mut made: Vec<Word> = Vec::new();
        let argument =
            |word: &Word| found.param_index(word.ident()?).and_then(|number| arguments.all.get(number));
        let mut at = 0;
        while let Some(word) = body.get(at).copied() {
            let next = body.get(at + 1);
            if self.steps > MOST {
                return None;
            }
            if found.function_like && word.is(Punct::Hash) {
                // `#__VA_OPT__(…)` stays as it was.
                let text = self.string(argument(next?)?);
                made.push(self.literal(&text, &word));
                at += 2;
                continue;
            }
            let is_paste = word.is(Punct::HashHash) && !made.is_empty();
            let operand = if is_paste { *next? } else { word };
            let place = at + usize::from(is_paste);
            let (mut value, behind) = if self.is_optional(&operand) {
                let close = closing(body, place + 1)?;
                let inner = &body[place + 2..close];
                let is_given = match arguments.all.get(found.params.len()) {
                    Some(rest) => !self.expanded(rest)?.is_empty(),
                    None => false,
                };
                (if is_given { self.substituted(found, arguments, inner)? } else { Vec::new() }, close + 1)
            } else {
                let value = match argument(&operand) {
                    None => vec![operand],
                    Some(raw) => {
                        let is_pasted =
                            is_paste || body.get(place + 1).is_some_and(|next| next.is(Punct::HashHash));
                        if is_pasted { raw.clone() } else { self.expanded(raw)? }
                    }
                };
                (value, place + 1)
            };
            match value.first_mut() {
                Some(first) => *first = first.with_space(operand.has_space()),
                None => value.push(Word { is_nothing: true, ..operand }),
            }
            at = behind;
            // GNU: `, ## __VA_ARGS__` leaves the comma out where nothing follows it.
            let is_rest = operand.ident().is_some_and(|name| found.is_variadic_param(name));
            if is_paste && is_rest && made.last().is_some_and(|last| last.is(Punct::Comma)) {
                match arguments.ends_early {
                    true => drop(made.pop()),
                    false => made.append(&mut value),
                }
            } else if is_paste {
                let left = made.pop()?;
                made.push(self.pasted(left, value[0])?);
                made.extend(value.drain(1..));
            } else {
                made.append(&mut value);
            }
        }
        Some(made)
    }

    fn is_optional(&self, word: &Word) -> bool {
        word.ident().is_some_and(|name| self.interner.resolve(name) == "__VA_OPT__")
    }

    fn pasted(&mut self, left: Word, right: Word) -> Option<Word> {
        if left.is_nothing || right.is_nothing {
            return Some(if left.is_nothing { right.with_space(left.has_space()) } else { left });
        }
        let text = format!("{}{}", self.spelled(&left), self.spelled(&right));
        let (tokens, _) = tokenize(text.as_bytes(), 0, self.options, self.interner);
        let [token, _] = tokens[..] else { return None };
        let token = PpToken { span: left.token.span, flags: left.token.flags, ..token };
        Some(Word::new(token))
    }

    /// An argument as a string literal (C17 6.10.3.2).
    fn string(&self, argument: &[Word]) -> String {
        let mut text = String::from("\"");
        for (at, word) in argument.iter().enumerate() {
            if at > 0 && word.has_space() {
                text.push(' ');
            }
            let is_quoted = matches!(word.token.kind, PpTokenKind::StringLit | PpTokenKind::CharConst);
            for character in self.spelled(word).chars() {
                if is_quoted && matches!(character, '\\' | '"') {
                    text.push('\\');
                }
                text.push(character);
            }
        }
        text + "\""
    }

    fn literal(&mut self, text: &str, like: &Word) -> Word {
        let value = Some(self.interner.intern(text));
        Word::new(PpToken { kind: PpTokenKind::StringLit, value, ..like.token })
    }

    fn spelled(&self, word: &Word) -> &str {
        words::spelled(word.token.kind, word.token.value, self.interner)
    }
}

/// The parenthesis that closes the one at a place.
fn closing(body: &[Word], open: usize) -> Option<usize> {
    body.get(open).filter(|first| first.is(Punct::LParen))?;
    let mut depth = 0_usize;
    (open..body.len()).find(|&at| {
        depth += usize::from(body[at].is(Punct::LParen));
        depth = depth.saturating_sub(usize::from(body[at].is(Punct::RParen)));
        depth == 0
    })
}
