//! How the name of an array in the heap ([`super::heap_arrays`]) comes to mean what its pointer points to.

use std::collections::HashSet;
use std::ops::Range;

use super::super::File;
use crate::c::symbols::SymbolId;
use crate::openmp::{Construct, Reference};
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;

/// Words of the text that the translation adds behind the declaration, which are no names of its own.
const WORDS: [&str; 3] = ["constructor", "memcpy", "unused"];

/// An array of the file, by its name.
pub(super) struct Candidate {
    /// All its declarations.
    pub symbols: HashSet<SymbolId>,
    /// The token of its name in the first of them.
    pub first: usize,
    /// The same in the one that has an initialiser.
    pub initialised: Option<usize>,
    pub is_defined: bool,
    pub is_static: bool,
}

/// How the name comes to mean what the pointer points to.
pub(super) enum Form {
    /// By a macro before this line, which includes the header that declares the array.
    MacroBefore(usize),
    /// By a macro from this line to behind it; the file's own uses are changed.
    MacroAround(usize),
    /// By a macro behind the declaration that ends with this token.
    MacroBehind(usize),
    /// Wherever it stands, by itself.
    EachUse,
}

impl File<'_> {
    /// How an array's name can come to mean the pointer's target; `unread` is where a header is included last that
    /// has the name in a declaration which is not read.
    pub(super) fn form_in_heap(&self, name: &str, found: &Candidate, unread: Option<usize>) -> Option<Form> {
        let all = self.tokens.len();
        let is_free = |from: usize, to: usize| {
            unread.is_none_or(|at| at < self.tokens[from].span.start)
                && self.means_nothing_else(name, found, from..to)
        };
        let Origin::Header { include, .. } = self.tokens.origin(found.first) else {
            if is_free(found.first + 1, all) {
                return Some(Form::MacroBehind(*self.tokens_of_declaration(found.first)?.end()));
            }
            return self
                .is_in(found, |origin| !matches!(origin, Origin::Header { .. }))
                .then_some(Form::EachUse);
        };
        if is_free(include, all) {
            return Some(Form::MacroBefore(include));
        }
        let is_near = |origin| match origin {
            Origin::Header { include: other, .. } => other == include,
            _ => true,
        };
        let is_of_it = |&index: &usize| is_near(self.tokens.origin(index)) && self.tokens.is_virtual(index);
        let end = (include + 1..all).find(|index| !is_of_it(index)).unwrap_or(all);
        (is_free(include, end) && self.is_in(found, is_near)).then_some(Form::MacroAround(include))
    }

    /// Whether all declarations and uses are of some origin.
    fn is_in(&self, found: &Candidate, is_one: impl Fn(Origin) -> bool) -> bool {
        let is_there = |token| is_one(self.tokens.origin(token));
        found.symbols.iter().all(|&symbol| is_there(self.scopes.get(symbol).token))
            && self.uses_of(found).all(|reference| is_there(reference.token))
    }

    pub(super) fn uses_of<'s>(&'s self, found: &'s Candidate) -> impl Iterator<Item = &'s Reference> {
        let is_one =
            |reference: &&Reference| reference.symbol.is_some_and(|one| found.symbols.contains(&one));
        self.references.iter().filter(is_one)
    }

    /// Whether all that is called so in some tokens is the array, and no line of the preprocessor asks for it.
    fn means_nothing_else(&self, name: &str, found: &Candidate, mut tokens: Range<usize>) -> bool {
        let mut places: HashSet<usize> =
            found.symbols.iter().map(|&symbol| self.scopes.get(symbol).token).collect();
        places.extend(self.uses_of(found).map(|reference| reference.token));
        for construct in self.cuda.functions.iter().flat_map(super::definitions::Function::constructs) {
            construct.walk(&mut |inner: &Construct| {
                let items = inner.clauses.items.iter();
                places.extend(items.filter(|item| item.name == name).map(|item| item.token));
            });
        }
        !WORDS.contains(&name)
            && tokens.all(|index| match self.tokens[index].kind {
                kind::IDENTIFIER | kind::TYPEDEF_NAME => {
                    self.tokens.text(index) != name || places.contains(&index) || self.is_opened(index)
                }
                kind::DIRECTIVE => !is_asked_for(self.tokens.text(index), name),
                _ => true,
            })
    }

    /// Whether a token of the file was read as what a macro made of it.
    fn is_opened(&self, index: usize) -> bool {
        let invocation = self.tokens.invocation_at(index).and_then(|number| self.tokens.invocation(number));
        invocation.is_some_and(|found| found.typed.contains(&index))
    }
}

/// Whether a line of the preprocessor tests a name, or undefines it, or makes it a macro.
fn is_asked_for(line: &str, name: &str) -> bool {
    let mut words = line.split(|c: char| !(c == '_' || c.is_alphanumeric())).filter(|word| !word.is_empty());
    match words.next() {
        Some("define") => words.next() == Some(name),
        Some("undef" | "if" | "ifdef" | "ifndef" | "elif") => words.any(|word| word == name),
        _ => false,
    }
}
