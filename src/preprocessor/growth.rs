//! How much macros grow a text, worked out before they are expanded.
//!
//! Ten lines of `#define B A A`, `#define C B B`, … are a gigabyte of tokens.
//! `rucc_pp` bounds the steps of one invocation, which neither bounds a file
//! full of them nor the copies that one substitution makes. So the size of
//! what a text comes to is computed here, in a time that does not depend on
//! it, and refused if no machine should have to hold it.
//!
//! The size of an invocation is a linear function of the size of its
//! arguments: `#define F(x) x + x` makes `2 n + 1` tokens of `n`. A text of
//! nested invocations is the composition of such functions. The estimate
//! takes the largest of all definitions that a name has, whatever
//! conditionals say. It does not see through names that become invocations
//! only after an expansion, so it is no exact bound; what it lets through,
//! `rucc_pp`'s own limit stops.

use std::ops::Range;
use std::sync::Arc;

use rucc_base::hash::Map;
use rucc_base::{Interner, Symbol};
use rucc_lex::{Options, PpTokenKind, Punct, TokenFlags, tokenize};

use super::line_ends::padding;
use super::main_file::MainFile;
use super::refusal::Refusal;

/// The most tokens that a text may come to, and how many for each of its own.
/// The estimate is generous: zstd's `zstd_lazy.c`, with macros that take macros,
/// counts as ninety million.
const MAX_SIZE: u64 = 128_000_000;
const MAX_GROWTH: u64 = 16;

/// How deep invocations may nest, in the text and through definitions.
/// Expansion recurses as deep as this.
const MAX_DEPTH: usize = 1_000;

/// The most tokens that a file's arguments may come to, each counted at every
/// depth.
const MAX_COPIED: u64 = 16_000_000;

/// How many tokens of definitions are looked at to find a size. Macros that expand to each
/// other in a circle are measured anew for each way into it.
const MAX_STEPS: u64 = 1 << 22;

/// How deep arguments may nest of which `##` may have made the macro's name,
/// so that it is not known how often they come out.
const MAX_UNKNOWN: usize = 16;

/// From how deep on the macros of system headers are looked at as well. Two
/// to this power is still little.
const SUSPICIOUS_DEPTH: usize = 12;

/// The most tokens of a line of `#if`, whose evaluation recurses.
const MAX_CONDITION: u64 = 20_000;

/// A token as far as growth is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Unit(u32);

impl Unit {
    const OTHER: Unit = Unit(0);
    const OPEN: Unit = Unit(1);
    const CLOSE: Unit = Unit(2);
    const HASH: Unit = Unit(3);
    const PASTE: Unit = Unit(4);
    const NAMES: u32 = 5;

    fn name(symbol: Symbol) -> Unit {
        Unit(symbol.raw() + Unit::NAMES)
    }

    fn of(kind: PpTokenKind, name: impl FnOnce() -> Option<Symbol>) -> Unit {
        match kind {
            PpTokenKind::Ident => name().map_or(Unit::OTHER, Unit::name),
            PpTokenKind::Punct(Punct::LParen) => Unit::OPEN,
            PpTokenKind::Punct(Punct::RParen) => Unit::CLOSE,
            PpTokenKind::Punct(Punct::Hash) => Unit::HASH,
            PpTokenKind::Punct(Punct::HashHash) => Unit::PASTE,
            _ => Unit::OTHER,
        }
    }

    fn symbol(self) -> Option<Symbol> {
        self.0.checked_sub(Unit::NAMES).map(Symbol::from_raw)
    }
}

/// A token of a line that may be a directive.
#[derive(Clone, Copy, Debug)]
struct Token {
    unit: Unit,
    flags: TokenFlags,
    start: u32,
    end: u32,
}

/// How many tokens an invocation makes: `fixed + scaled · n` of `n` in its
/// arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Size {
    fixed: u64,
    scaled: u64,
}

impl Size {
    const ONE: Size = Size { fixed: 1, scaled: 0 };
    const ARGUMENT: Size = Size { fixed: 0, scaled: 1 };

    fn plus(self, other: Size) -> Size {
        Size {
            fixed: self.fixed.saturating_add(other.fixed),
            scaled: self.scaled.saturating_add(other.scaled),
        }
    }

    /// The size of an invocation of which this is the macro's.
    fn of(self, arguments: Size) -> Size {
        Size {
            fixed: self.fixed.saturating_add(self.scaled.saturating_mul(arguments.fixed)),
            scaled: self.scaled.saturating_mul(arguments.scaled),
        }
    }

    fn largest(self, other: Size) -> Size {
        Size { fixed: self.fixed.max(other.fixed), scaled: self.scaled.max(other.scaled) }
    }
}

#[derive(Clone, Debug)]
struct Definition {
    function_like: bool,
    parameters: Vec<Unit>,
    body: Vec<Unit>,
}

/// The words that lines are looked at for.
#[derive(Debug)]
struct Words {
    define: Unit,
    /// Directives whose line is expanded.
    expanded: [Unit; 6],
    embed: Unit,
    /// Directives that begin a conditional, and those that need one.
    opening: [Unit; 3],
    turning: [Unit; 4],
    closing: Unit,
    va_opt: Unit,
    va_args: Unit,
}

/// What is known of the macros of a file and of its own headers.
pub struct Growth {
    options: Options,
    interner: Interner,
    words: Words,
    macros: Map<Unit, Vec<Arc<Definition>>>,
    sizes: Map<Unit, Size>,
    /// What [`Growth::called`] has answered.
    calls: Map<Unit, Option<Unit>>,
    /// Names whose definitions are being measured: a macro does not expand
    /// within itself.
    open: Vec<Unit>,
    /// The file that every header may change the meaning of.
    main: Vec<Unit>,
    depth: usize,
    deepest: usize,
    too_deep: bool,
    /// The outermost of the open macros that has come up in another's
    /// definition.
    outermost: usize,
    steps: u64,
    /// Whether any definition has a `##`, and how many invocations around may
    /// be of a macro that one makes.
    pastes: bool,
    unknown: usize,
    /// How many tokens of arguments there are, each counted as often as the
    /// invocations around it: each of these holds a copy.
    copied: u64,
    embeds: bool,
}

/// A file whose lines are gone through.
#[derive(Default)]
struct Reading {
    file: Option<String>,
    /// What is not directives.
    text: Vec<Unit>,
    /// Lines of directives that are expanded.
    expanded: Vec<Vec<Unit>>,
    /// Whether there was a definition.
    learned: bool,
    /// How many conditionals are open.
    conditionals: usize,
}

impl std::fmt::Debug for Growth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Growth").field("macros", &self.macros.len()).finish_non_exhaustive()
    }
}

impl Growth {
    pub fn new(options: Options) -> Self {
        let mut interner = Interner::new();
        let mut word = |text| Unit::name(interner.intern(text));
        let words = Words {
            define: word("define"),
            expanded: ["if", "elif", "include", "include_next", "embed", "line"].map(&mut word),
            embed: word("embed"),
            opening: ["if", "ifdef", "ifndef"].map(&mut word),
            turning: ["else", "elif", "elifdef", "elifndef"].map(&mut word),
            closing: word("endif"),
            va_opt: word("__VA_OPT__"),
            va_args: word("__VA_ARGS__"),
        };
        Growth {
            options,
            interner,
            words,
            macros: Map::default(),
            sizes: Map::default(),
            calls: Map::default(),
            open: Vec::new(),
            main: Vec::new(),
            depth: 0,
            deepest: 0,
            outermost: usize::MAX,
            steps: 0,
            pastes: false,
            unknown: 0,
            copied: 0,
            too_deep: false,
            embeds: false,
        }
    }

    /// Whether invocations are nested so deeply that even the macros of the
    /// system matter.
    pub fn is_suspicious(&self) -> bool {
        self.deepest >= SUSPICIOUS_DEPTH
    }

    /// Whether there is an `#embed`, which makes two tokens of each byte.
    pub fn has_embed(&self) -> bool {
        self.embeds
    }

    /// Takes the definitions of the main file in and measures its text.
    /// `interner` has its names.
    pub fn admit_main(&mut self, main: &MainFile<'_>, interner: &Interner) -> Result<(), Refusal> {
        let mut reading = Reading::default();
        reading.text.reserve(main.tokens().len());
        let mut names: Vec<Option<Symbol>> = Vec::new();
        let mut line: Vec<Token> = Vec::new();
        for written in main.lines() {
            line.clear();
            for token in written {
                let unit = Unit::of(token.kind, || {
                    let name = token.value?;
                    let at = name.raw() as usize;
                    if names.len() <= at {
                        names.resize(at + 1, None);
                    }
                    Some(*names[at].get_or_insert_with(|| self.interner.intern(interner.resolve(name))))
                });
                line.push(Token { unit, flags: token.flags, start: token.start, end: token.end });
            }
            self.line(&line, &mut reading)?;
        }
        self.finish(&reading)?;
        self.main = reading.text;
        Ok(())
    }

    /// Takes the definitions of a header in and measures its text, and the
    /// main file's once more if the header changes what its macros mean. The
    /// text of a header of the system is what it is.
    pub fn admit(&mut self, file: &str, bytes: &[u8], is_system: bool) -> Result<(), Refusal> {
        let (options, interner) = (self.options, &mut self.interner);
        let (mut tokens, _) = match padding(bytes) {
            "" => tokenize(bytes, 0, options, interner),
            padding => tokenize(&[bytes, padding.as_bytes()].concat(), 0, options, interner),
        };
        tokens.pop_if(|token| token.is_eof());
        let mut reading = Reading { file: Some(file.to_owned()), ..Reading::default() };
        let mut line: Vec<Token> = Vec::new();
        for lexed in tokens.chunk_by(|_, next| !next.flags.has(TokenFlags::START_OF_LINE)) {
            line.clear();
            line.extend(lexed.iter().map(|token| {
                let unit = Unit::of(token.kind, || token.value);
                Token { unit, flags: token.flags, start: token.span.lo, end: token.span.hi }
            }));
            self.line(&line, &mut reading)?;
        }
        if is_system {
            self.forget_sizes(&reading);
        } else {
            self.finish(&reading)?;
        }
        if reading.learned {
            let main = std::mem::take(&mut self.main);
            let result = self.measure(&main, None);
            self.main = main;
            result?;
        }
        Ok(())
    }

    /// Goes past a line.
    fn line(&mut self, line: &[Token], reading: &mut Reading) -> Result<(), Refusal> {
        let [hash, rest @ ..] = line else { return Ok(()) };
        if hash.unit != Unit::HASH {
            reading.text.extend(line.iter().map(|token| token.unit));
            return Ok(());
        }
        let [name, rest @ ..] = rest else { return Ok(()) };
        self.conditional(name.unit, reading)?;
        if name.unit == self.words.define {
            if let Some(at) = self.pastes_nothing(rest) {
                return Err(Refusal::Paste { file: reading.file.clone(), at });
            }
            reading.learned |= self.define(rest);
        } else if self.words.expanded.contains(&name.unit) {
            self.embeds |= name.unit == self.words.embed;
            reading.expanded.push(rest.iter().map(|token| token.unit).collect());
        }
        Ok(())
    }

    /// Follows the conditionals of a header, which has to close its own and no
    /// others; `rucc_pp` panics when it closes that of another file.
    fn conditional(&self, name: Unit, reading: &mut Reading) -> Result<(), Refusal> {
        let stray = |reading: &Reading| {
            let word = name.symbol().map_or("", |name| self.interner.resolve(name));
            reading.file.clone().map(|file| Refusal::Stray { file, word: word.to_owned() })
        };
        if self.words.opening.contains(&name) {
            reading.conditionals += 1;
        } else if (name == self.words.closing || self.words.turning.contains(&name))
            && reading.conditionals == 0
        {
            return stray(reading).map_or(Ok(()), Err);
        } else if name == self.words.closing {
            reading.conditionals -= 1;
        }
        Ok(())
    }

    /// Measures a file that has been gone through.
    /// Forgets what was worked out before there were more definitions.
    fn forget_sizes(&mut self, reading: &Reading) {
        if reading.learned {
            self.sizes.clear();
            self.calls.clear();
        }
    }

    fn finish(&mut self, reading: &Reading) -> Result<(), Refusal> {
        self.forget_sizes(reading);
        let file = reading.file.as_deref();
        for line in &reading.expanded {
            let size = self.size(line, &[]);
            self.check(size.fixed, MAX_SIZE, line, file)?;
            if size.fixed > MAX_CONDITION {
                return Err(Refusal::Condition { file: reading.file.clone() });
            }
        }
        self.measure(&reading.text, file)
    }

    /// A `##` at the end of a definition, or of a `__VA_OPT__` in it. No
    /// compiler takes that, and `rucc_pp` panics when it expands it.
    fn pastes_nothing(&self, line: &[Token]) -> Option<Range<usize>> {
        let mut before = Unit::OTHER;
        // For each parenthesis that is open: whether it is that of a group.
        let mut open: Vec<bool> = Vec::new();
        let mut last = line.last().filter(|last| last.unit == Unit::PASTE);
        for (number, token) in line.iter().enumerate() {
            match token.unit {
                Unit::OPEN => open.push(before == self.words.va_opt),
                Unit::CLOSE if open.pop() == Some(true) && before == Unit::PASTE => {
                    last = last.or(line.get(number - 1));
                }
                _ => {}
            }
            before = token.unit;
        }
        last.map(|paste| paste.start as usize..paste.end as usize)
    }

    fn define(&mut self, line: &[Token]) -> bool {
        let [name, rest @ ..] = line else { return false };
        if name.unit.symbol().is_none() {
            return false;
        }
        let units = |tokens: &[Token]| tokens.iter().map(|token| token.unit).collect::<Vec<_>>();
        let opens = |token: &Token| token.unit == Unit::OPEN && !token.flags.has(TokenFlags::LEADING_SPACE);
        let function_like = rest.first().is_some_and(opens);
        let mut definition = Definition { function_like, parameters: Vec::new(), body: Vec::new() };
        if function_like {
            let end = rest.iter().position(|token| token.unit == Unit::CLOSE);
            let (parameters, body) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
            definition.parameters = units(parameters);
            definition.parameters.retain(|unit| unit.symbol().is_some());
            definition.parameters.push(self.words.va_args);
            definition.body = units(body);
        } else {
            definition.body = units(rest);
        }
        self.pastes |= definition.body.contains(&Unit::PASTE);
        self.macros.entry(name.unit).or_default().push(Arc::new(definition));
        true
    }

    fn measure(&mut self, text: &[Unit], file: Option<&str>) -> Result<(), Refusal> {
        let size = self.size(text, &[]);
        self.check(size.fixed, MAX_SIZE + MAX_GROWTH * text.len() as u64, text, file)
    }

    fn check(&mut self, size: u64, most: u64, text: &[Unit], file: Option<&str>) -> Result<(), Refusal> {
        let file = file.map(str::to_owned);
        let copied = std::mem::take(&mut self.copied);
        self.steps = 0;
        if std::mem::take(&mut self.too_deep) || copied > MAX_COPIED + MAX_GROWTH * text.len() as u64 {
            return Err(Refusal::Nesting { file });
        }
        if size <= most {
            return Ok(());
        }
        let name = text.iter().filter_map(|unit| unit.symbol()).max_by_key(|&name| {
            let size = self.sizes.get(&Unit::name(name)).copied().unwrap_or_default();
            size.fixed.saturating_add(size.scaled)
        });
        let name = name.map_or_else(String::new, |name| self.interner.resolve(name).to_owned());
        Err(Refusal::Expansion { name, file })
    }

    /// The size of a text; its invocations of `parameters` count as arguments.
    fn size(&mut self, text: &[Unit], parameters: &[Unit]) -> Size {
        let (mut size, mut at, mut level) = (Size::default(), 0, 0_usize);
        while let Some(&unit) = text.get(at) {
            at += 1;
            if unit == Unit::OPEN {
                level += 1;
                self.deepest = self.deepest.max(self.depth + level);
                // The groups of `__VA_OPT__` are substituted one in the other.
                self.too_deep |= level > MAX_DEPTH && !self.open.is_empty();
            } else if unit == Unit::CLOSE {
                level = level.saturating_sub(1);
            }
            if parameters.contains(&unit) {
                size = size.plus(Size::ARGUMENT);
                // Each backslash in what `#` makes a string of becomes two.
                if at > 1 && text[at - 2] == Unit::HASH {
                    size = size.plus(Size::ARGUMENT);
                }
                continue;
            }
            self.steps += u64::from(!self.open.is_empty());
            if unit.symbol().is_none() || !self.macros.contains_key(&unit) || self.is_open(unit) {
                size = size.plus(Size::ONE);
                continue;
            }
            size = size.plus(Size { scaled: 0, ..self.macro_size(unit) });
            let mut called = self.called(unit);
            // A macro may leave the name of one that takes the next arguments.
            while text.get(at) == Some(&Unit::OPEN) {
                let end = at + parenthesised(&text[at..]);
                let is_unknown = self.pastes && called.is_none();
                self.unknown += usize::from(is_unknown);
                let within = self.arguments(&text[at..end], parameters);
                self.unknown -= usize::from(is_unknown);
                let scaled =
                    called.map_or(Size::ARGUMENT, |called| Size { fixed: 0, ..self.macro_size(called) });
                size = size.plus(scaled.of(within));
                called = called.and_then(|called| self.called(self.last_name(called)?));
                at = end;
            }
        }
        size
    }

    /// The size of the arguments of an invocation. Each of the macros that they
    /// name without invoking them may be invoked with the others.
    fn arguments(&mut self, text: &[Unit], parameters: &[Unit]) -> Size {
        self.copied = self.copied.saturating_add(text.len() as u64);
        let within = self.nested(|growth| growth.size(text, parameters));
        let names = text.windows(2).filter(|pair| pair[1] != Unit::OPEN).map(|pair| pair[0]);
        let mut most = 1;
        for name in names.filter(|name| self.macros.contains_key(name)).collect::<Vec<_>>() {
            if let Some(called) = self.called(name) {
                most = self.nested(|growth| growth.macro_size(called)).scaled.max(most);
            }
        }
        Size { fixed: 0, scaled: most }.of(within)
    }

    /// Whether a name is that of a macro which is being measured, and does not
    /// expand within itself.
    fn is_open(&mut self, name: Unit) -> bool {
        let level = self.open.iter().position(|open| *open == name);
        self.outermost = self.outermost.min(level.unwrap_or(usize::MAX));
        level.is_some()
    }

    /// The macro that parentheses behind a name are the arguments of: itself,
    /// or one in whose name it ends.
    fn called(&mut self, name: Unit) -> Option<Unit> {
        if let Some(called) = self.calls.get(&name) {
            return *called;
        }
        let (mut at, mut seen) = (name, Vec::new());
        let called = loop {
            let definitions = self.macros.get(&at);
            if definitions.is_none() || self.calls.contains_key(&at) {
                break self.calls.get(&at).copied().flatten();
            }
            if definitions.into_iter().flatten().any(|definition| definition.function_like) {
                break Some(at);
            }
            // The answer is nothing until it is found, which ends a circle.
            self.calls.insert(at, None);
            seen.push(at);
            match self.last_name(at) {
                Some(last) => at = last,
                None => break None,
            }
        };
        self.calls.extend(seen.into_iter().map(|name| (name, called)));
        called
    }

    /// What a macro's expansion ends in.
    fn last_name(&self, name: Unit) -> Option<Unit> {
        self.macros.get(&name)?.iter().find_map(|definition| definition.body.last()).copied()
    }

    fn macro_size(&mut self, name: Unit) -> Size {
        if let Some(size) = self.sizes.get(&name) {
            return *size;
        }
        if self.is_open(name) {
            return Size::ARGUMENT;
        }
        let definitions = self.macros.get(&name).cloned().unwrap_or_default();
        let (level, outermost) = (self.open.len(), std::mem::replace(&mut self.outermost, usize::MAX));
        self.open.push(name);
        let size = definitions.iter().fold(Size::default(), |size, definition| {
            size.largest(self.nested(|growth| growth.size(&definition.body, &definition.parameters)))
        });
        self.open.pop();
        // With a macro around that did not expand, it is smaller than elsewhere.
        if self.outermost >= level {
            self.sizes.insert(name, size);
            self.outermost = outermost;
        } else {
            self.outermost = self.outermost.min(outermost);
        }
        size
    }

    /// Runs a step deeper, unless that is too deep.
    fn nested(&mut self, step: impl FnOnce(&mut Self) -> Size) -> Size {
        let too_deep = self.depth >= MAX_DEPTH || self.unknown > MAX_UNKNOWN;
        if self.too_deep || too_deep || self.steps > MAX_STEPS || self.copied > MAX_COPIED {
            self.too_deep = true;
            return Size::ONE;
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let size = step(self);
        self.depth -= 1;
        size
    }
}

/// How many tokens a text has in the parentheses that it begins with, these
/// included; all of it where they do not close.
fn parenthesised(text: &[Unit]) -> usize {
    let mut depth = 0_usize;
    for (at, &unit) in text.iter().enumerate() {
        match unit {
            Unit::OPEN => depth += 1,
            Unit::CLOSE => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}
