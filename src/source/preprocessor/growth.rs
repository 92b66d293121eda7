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

use std::collections::HashMap;
use std::ops::Range;

use rucc_base::{Interner, Symbol};
use rucc_lex::{Options, PpToken, PpTokenKind, Punct, TokenFlags, tokenize};

use super::files::{Refusal, padding};

/// The most tokens that a text may come to.
const MAX_SIZE: u64 = 8_000_000;

/// How deep invocations may nest, in the text and through definitions.
/// Expansion recurses as deep as this.
const MAX_DEPTH: usize = 1_000;

/// The most tokens of a line of `#if`, whose evaluation recurses.
const MAX_CONDITION: u64 = 20_000;

/// How many tokens an invocation makes: `fixed + scaled · n` of `n` in its
/// arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Size {
    fixed: u64,
    scaled: u64,
}

impl Size {
    const ONE: Size = Size { fixed: 1, scaled: 0 };

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
    parameters: Vec<Symbol>,
    body: Vec<PpToken>,
}

/// What is known of the macros of a file and of its own headers.
pub struct Growth {
    options: Options,
    interner: Interner,
    macros: HashMap<Symbol, Vec<Definition>>,
    sizes: HashMap<Symbol, Size>,
    /// Names whose definitions are being measured: a macro does not expand
    /// within itself.
    open: Vec<Symbol>,
    /// The file that every header may change the meaning of.
    main: Vec<PpToken>,
    depth: usize,
    too_deep: bool,
}

impl std::fmt::Debug for Growth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Growth").field("macros", &self.macros.len()).finish_non_exhaustive()
    }
}

impl Growth {
    pub fn new(options: Options) -> Self {
        Growth {
            options,
            interner: Interner::new(),
            macros: HashMap::new(),
            sizes: HashMap::new(),
            open: Vec::new(),
            main: Vec::new(),
            depth: 0,
            too_deep: false,
        }
    }

    /// Takes the definitions of a file in and measures its text, and the main
    /// file's once more if the header changes what its macros mean. `file` is
    /// nothing for the main file.
    pub fn admit(&mut self, file: Option<&str>, bytes: &[u8]) -> Result<(), Refusal> {
        let mut tokens = match padding(bytes) {
            "" => tokenize(bytes, 0, self.options, &mut self.interner).0,
            padding => tokenize(&[bytes, padding.as_bytes()].concat(), 0, self.options, &mut self.interner).0,
        };
        tokens.pop_if(|token| token.is_eof());
        let (text, learned) = self.read(&tokens, file)?;
        self.measure(&text, file)?;
        match file {
            None => self.main = text,
            Some(_) if learned => {
                let main = std::mem::take(&mut self.main);
                let result = self.measure(&main, None);
                self.main = main;
                result?;
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Reads the directives of a file. Its other lines come back, and whether
    /// there was a definition among the directives.
    fn read(&mut self, tokens: &[PpToken], file: Option<&str>) -> Result<(Vec<PpToken>, bool), Refusal> {
        let (mut text, mut conditions, mut learned) = (Vec::new(), Vec::new(), false);
        for line in tokens.chunk_by(|_, next| !next.flags.has(TokenFlags::START_OF_LINE)) {
            let [hash, name, rest @ ..] = line else {
                text.extend_from_slice(line);
                continue;
            };
            if hash.punct() != Some(Punct::Hash) {
                text.extend_from_slice(line);
                continue;
            }
            match name.value.map(|name| self.interner.resolve(name)) {
                Some("define") => {
                    if let Some(at) = self.pastes_nothing(rest) {
                        return Err(Refusal::Paste { file: file.map(str::to_owned), at });
                    }
                    learned |= self.define(rest);
                }
                Some("if" | "elif") => conditions.push(rest),
                _ => {}
            }
        }
        if learned {
            self.sizes.clear();
        }
        for condition in conditions {
            let size = self.size(condition, &[]);
            self.check(size.fixed, MAX_SIZE, condition, file)?;
            if size.fixed > MAX_CONDITION {
                return Err(Refusal::Condition { file: file.map(str::to_owned) });
            }
        }
        Ok((text, learned))
    }

    /// A `##` at the end of a definition, or of a `__VA_OPT__` in it. No
    /// compiler takes that, and `rucc_pp` panics when it expands it.
    fn pastes_nothing(&self, line: &[PpToken]) -> Option<Range<usize>> {
        let is_option = |token: &PpToken| {
            identifier(token).is_some_and(|name| self.interner.resolve(name) == "__VA_OPT__")
        };
        let groups = (0..line.len()).filter(|&at| is_option(&line[at])).filter_map(|at| {
            let group = &line[at + 1..];
            let end = parenthesised(group).checked_sub(2)?;
            group.get(end)
        });
        let paste = groups.chain(line.last()).find(|last| last.punct() == Some(Punct::HashHash))?;
        Some(paste.span.lo as usize..paste.span.hi as usize)
    }

    fn define(&mut self, line: &[PpToken]) -> bool {
        let [name, rest @ ..] = line else { return false };
        let Some(symbol) = identifier(name) else { return false };
        let opens = |token: &PpToken| {
            token.punct() == Some(Punct::LParen) && !token.flags.has(TokenFlags::LEADING_SPACE)
        };
        let function_like = rest.first().is_some_and(opens);
        let mut definition = Definition { function_like, parameters: Vec::new(), body: rest.to_vec() };
        if function_like {
            let end = rest.iter().position(|token| token.punct() == Some(Punct::RParen));
            let (parameters, body) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
            definition.parameters = parameters.iter().filter_map(identifier).collect();
            definition.parameters.push(self.interner.intern("__VA_ARGS__"));
            definition.body = body.to_vec();
        }
        self.macros.entry(symbol).or_default().push(definition);
        true
    }

    fn measure(&mut self, text: &[PpToken], file: Option<&str>) -> Result<(), Refusal> {
        let size = self.size(text, &[]);
        self.check(size.fixed, MAX_SIZE.max(text.len() as u64), text, file)
    }

    fn check(&mut self, size: u64, most: u64, text: &[PpToken], file: Option<&str>) -> Result<(), Refusal> {
        let file = file.map(str::to_owned);
        if std::mem::take(&mut self.too_deep) {
            return Err(Refusal::Nesting { file });
        }
        if size <= most {
            return Ok(());
        }
        let name = text.iter().filter_map(identifier).max_by_key(|name| {
            let size = self.sizes.get(name).copied().unwrap_or_default();
            size.fixed.saturating_add(size.scaled)
        });
        let name = name.map_or_else(String::new, |name| self.interner.resolve(name).to_owned());
        Err(Refusal::Expansion { name, file })
    }

    /// The size of a text; its invocations of `parameters` count as arguments.
    fn size(&mut self, text: &[PpToken], parameters: &[Symbol]) -> Size {
        let (mut size, mut at) = (Size::default(), 0);
        while let Some(token) = text.get(at) {
            at += 1;
            let Some(name) = identifier(token) else {
                size = size.plus(Size::ONE);
                continue;
            };
            if parameters.contains(&name) {
                size = size.plus(Size { fixed: 0, scaled: 1 });
                continue;
            }
            let Some(function_like) = self.is_macro(name) else {
                size = size.plus(Size::ONE);
                continue;
            };
            let arguments = if function_like { parenthesised(&text[at..]) } else { 0 };
            let within = self.nested(|growth| growth.size(&text[at..at + arguments], parameters));
            size = size.plus(self.macro_size(name).of(within));
            at += arguments;
        }
        size
    }

    /// Whether a name is a macro that may expand here, and takes arguments.
    fn is_macro(&self, name: Symbol) -> Option<bool> {
        let definitions = self.macros.get(&name)?;
        (!self.open.contains(&name)).then(|| definitions.iter().any(|definition| definition.function_like))
    }

    fn macro_size(&mut self, name: Symbol) -> Size {
        if let Some(size) = self.sizes.get(&name) {
            return *size;
        }
        let definitions = self.macros.get(&name).cloned().unwrap_or_default();
        self.open.push(name);
        let size = definitions.iter().fold(Size::default(), |size, definition| {
            size.largest(self.nested(|growth| growth.size(&definition.body, &definition.parameters)))
        });
        self.open.pop();
        self.sizes.insert(name, size);
        size
    }

    /// Runs a step deeper, unless that is too deep.
    fn nested(&mut self, step: impl FnOnce(&mut Self) -> Size) -> Size {
        if self.too_deep || self.depth >= MAX_DEPTH {
            self.too_deep = true;
            return Size::ONE;
        }
        self.depth += 1;
        let size = step(self);
        self.depth -= 1;
        size
    }
}

fn identifier(token: &PpToken) -> Option<Symbol> {
    (token.kind == PpTokenKind::Ident).then_some(token.value).flatten()
}

/// How many tokens a text has in parentheses at its beginning, these
/// included; all of it where they do not close.
fn parenthesised(text: &[PpToken]) -> usize {
    if text.first().and_then(|token| token.punct()) != Some(Punct::LParen) {
        return 0;
    }
    let mut depth = 0_usize;
    for (at, token) in text.iter().enumerate() {
        match token.punct() {
            Some(Punct::LParen) => depth += 1,
            Some(Punct::RParen) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}
