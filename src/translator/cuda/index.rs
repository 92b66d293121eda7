//! What is asked of the whole file again and again: found out once, when all of it has been read.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};

use super::super::Translator;
use crate::openmp::{ConstructKind, Reference};
use crate::rewrite::Tokens as _;
use crate::symbols::SymbolId;
use crate::syntax::generated::open_mpc as kind;

/// The answers so far.
#[derive(Default)]
pub struct Index {
    declared: OnceCell<HashMap<String, Vec<SymbolId>>>,
    used: OnceCell<HashMap<String, Vec<usize>>>,
    addressed: OnceCell<HashSet<SymbolId>>,
    criticals: OnceCell<HashMap<Option<String>, usize>>,
    asks_for_one_thread: OnceCell<bool>,
    uses_shared: OnceCell<bool>,
    /// By function: whether it does nothing but compute.
    pub pure: RefCell<HashMap<usize, bool>>,
}

impl Translator<'_> {
    /// What kernels call their argument structure: nothing that the file names, or mentions in a line of the preprocessor.
    pub(super) fn name_of_arguments(&self) -> &'static str {
        const NAME: &str = "shared";
        let is_used = *self.cuda.index.uses_shared.get_or_init(|| {
            (0..self.tokens.len()).any(|index| {
                let token = &self.tokens[index];
                (token.kind == kind::IDENTIFIER || token.kind == kind::DIRECTIVE || !token.is_visible())
                    && self.tokens.text(index).contains(NAME)
            })
        });
        if is_used { "gpump_shared" } else { NAME }
    }

    /// The declarations of a name, in the order of the file.
    pub(super) fn declared_as(&self, name: &str) -> &[SymbolId] {
        let all = self.cuda.index.declared.get_or_init(|| {
            let mut all: HashMap<String, Vec<SymbolId>> = HashMap::new();
            for (symbol, found) in self.scopes.all() {
                all.entry(found.name.clone()).or_default().push(symbol);
            }
            all
        });
        all.get(name).map_or(&[], Vec::as_slice)
    }

    /// The uses of a name.
    pub(super) fn uses_of_name(&self, name: &str) -> impl Iterator<Item = &Reference> {
        let all = self.cuda.index.used.get_or_init(|| {
            let mut all: HashMap<String, Vec<usize>> = HashMap::new();
            for (number, reference) in self.references.iter().enumerate() {
                all.entry(reference.name.clone()).or_default().push(number);
            }
            all
        });
        all.get(name).into_iter().flatten().map(|&number| &self.references[number])
    }

    /// Whether the address of a variable is taken somewhere. One of the file may be declared more than once.
    pub(super) fn is_address_taken_in_file(&self, symbol: SymbolId) -> bool {
        let all = self.cuda.index.addressed.get_or_init(|| {
            let taken = self.references.iter().filter(|reference| self.takes_address(reference));
            taken.filter_map(|reference| reference.symbol).collect()
        });
        let declaration = self.scopes.get(symbol);
        let is_same = |other: &&SymbolId| {
            **other == symbol || (declaration.depth == 0 && self.scopes.get(**other).depth == 0)
        };
        self.declared_as(&declaration.name).iter().filter(is_same).any(|other| all.contains(other))
    }

    /// How many critical constructs of a name the file has.
    pub(super) fn count_criticals(&self, name: &Option<String>) -> usize {
        let all = self.cuda.index.criticals.get_or_init(|| {
            let mut all: HashMap<Option<String>, usize> = HashMap::new();
            for outer in self.cuda.functions.iter().flat_map(|function| function.constructs()) {
                outer.walk(&mut |inner| {
                    if inner.kind == ConstructKind::Critical {
                        *all.entry(self.critical_name(inner)).or_default() += 1;
                    }
                });
            }
            all
        });
        all.get(name).copied().unwrap_or(0)
    }

    /// Whether the file sets the size of teams to one.
    pub(super) fn asks_for_one_thread(&self) -> bool {
        *self.cuda.index.asks_for_one_thread.get_or_init(|| {
            self.uses_of_name("omp_set_num_threads").any(|call| {
                let open = self.tokens.visible_from(call.token + 1);
                let argument = open.and_then(|open| self.tokens.visible_from(open + 1));
                argument.is_some_and(|argument| self.tokens.text(argument) == "1")
            })
        })
    }
}
