//! What is asked of the whole file again and again: found out once, when all of it has been read.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::File;
use super::definitions::{Declaration, Function};
use super::file_name;
use crate::c::symbols::{DeclInfo, DeclType, SymbolId};
use crate::c::{Kind, Type};
use crate::dependence::races::Touches;
use crate::dependence::{self, Findings, Variable};
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Reference};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

/// Uses of variables in ranges of tokens.
type UsesIn = FxHashMap<(SymbolId, Tokens), Rc<[usize]>>;

/// What the iterations of a loop do to memory, and the size of its chunks.
pub(super) type TouchesOfLoop = (Rc<Touches>, i64);

/// The answers so far.
#[derive(Default)]
pub struct Index {
    hidden_typedefs: OnceCell<FxHashMap<String, bool>>,
    complex_typedefs: OnceCell<FxHashSet<String>>,
    /// By the tokens of the names.
    declared_at: OnceCell<Vec<(usize, SymbolId)>>,
    /// The functions that did not come with the system, by name.
    functions: OnceCell<FxHashMap<String, usize>>,
    /// The declarations by the tokens that they begin with, in their order.
    pub(super) declarations: OnceCell<Vec<(usize, usize)>>,
    /// The kinds of the tokens that the parser saw.
    kinds: OnceCell<FxHashSet<i32>>,
    /// What [`TokenList::block_ends`] says.
    ///
    /// [`TokenList::block_ends`]: crate::syntax::TokenList::block_ends
    pub(super) block_ends: OnceCell<Vec<usize>>,
    /// The declarations in functions that define types, by their numbers, in the order of their first tokens.
    type_definitions: OnceCell<Vec<usize>>,
    /// The loops over each variable that read none of its values from before.
    loops: OnceCell<FxHashMap<Variable, Vec<Tokens>>>,
    /// By variable and range: its uses there that are in none of those loops.
    outside_of_loops: RefCell<UsesIn>,
    /// The names of macros with parameters that the program gives to something in front of a parenthesis.
    pub before_parentheses: OnceCell<FxHashSet<String>>,
    /// The uses of macros of `<tgmath.h>`, by their numbers.
    pub type_generic: OnceCell<FxHashSet<usize>>,
    used: OnceCell<FxHashMap<String, Vec<usize>>>,
    used_as: OnceCell<FxHashMap<SymbolId, Vec<usize>>>,
    changed: OnceCell<FxHashSet<SymbolId>>,
    addressed: OnceCell<FxHashSet<SymbolId>>,
    named_otherwise: OnceCell<FxHashSet<SymbolId>>,
    criticals: OnceCell<FxHashMap<Option<String>, usize>>,
    asks_for_one_thread: OnceCell<bool>,
    uses_shared: OnceCell<bool>,
    /// Whether the compiler chooses between expressions somewhere.
    pub(super) has_choices: OnceCell<bool>,
    /// Whether there is a pointer to an array of variable length.
    pub(super) has_variable_rows: OnceCell<bool>,
    /// The names for which others stand by an attribute.
    aliases: OnceCell<FxHashSet<String>>,
    /// By the first token of a loop construct: whether it can be told which thread ran an iteration.
    thread_agnostic: RefCell<FxHashMap<usize, bool>>,
    /// What has been found out of the loop that was asked about last, by its `for`: questions about one follow each other.
    findings: RefCell<(usize, Rc<Findings>)>,
    /// By the first token of a loop: what it does to memory. No more than one outermost construct's loops are kept.
    pub(super) touches: RefCell<FxHashMap<usize, Option<TouchesOfLoop>>>,
    /// By the first token of a region: whether all functions that are called there are the library's or this file's.
    pub(super) staying: RefCell<FxHashMap<usize, bool>>,
    /// The functions that all threads of a team call, each with such a call.
    pub(super) called_by_teams: OnceCell<FxHashMap<usize, usize>>,
    /// By variable and construct: whether it counts plain loops there, and does nothing else.
    pub(super) inner_counters: RefCell<FxHashMap<(SymbolId, Tokens), bool>>,
    /// By function: whether it does nothing but compute.
    pub pure: RefCell<FxHashMap<usize, bool>>,
    /// By function, and how deep in calls: whether it orders nothing between threads.
    pub orders_nothing: RefCell<FxHashMap<(usize, usize), bool>>,
}

impl Index {
    /// What has been found out of the loop at a `for`: nothing yet where another one was asked about in between.
    pub(super) fn findings_of(&self, keyword: usize) -> Rc<Findings> {
        let mut last = self.findings.borrow_mut();
        if last.0 != keyword {
            *last = (keyword, Rc::default());
        }
        Rc::clone(&last.1)
    }

    /// The first function of a name that did not come with the system.
    pub(super) fn function_named(&self, name: &str, functions: &[Function]) -> Option<usize> {
        let all = self.functions.get_or_init(|| {
            let mut all = FxHashMap::default();
            let own = functions.iter().enumerate().filter(|(_, function)| !function.is_system);
            for (number, function) in own {
                all.entry(function.name.clone()).or_insert(number);
            }
            all
        });
        // They are taken out of the model for a while.
        all.get(name).copied().filter(|&number| number < functions.len())
    }
}

impl File<'_> {
    /// A name of the author's in the device's text.
    pub(super) fn on_device(&self, name: &str) -> String {
        self.cplusplus_name(name).unwrap_or_else(|| name.to_owned())
    }

    /// The number of a token's line in its file, from 1.
    pub(super) fn line_of(&self, token: usize) -> usize {
        self.cuda.given.places.at(self.physical_line(token)).1
    }

    /// The name of the file that a token is from, without its folder.
    pub(super) fn file_of(&self, token: usize) -> String {
        file_name(self.cuda.given.places.at(self.physical_line(token)).0)
    }

    /// Whether a token of a kind stands anywhere in the file, and its headers.
    pub(super) fn has_token(&self, kind: i32) -> bool {
        let visible = || self.tokens.iter().filter(|token| token.is_visible());
        self.cuda.index.kinds.get_or_init(|| visible().map(|token| token.kind).collect()).contains(&kind)
    }

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

    /// The variable that a token declares, as the name in its declaration.
    pub(super) fn declared_by(&self, token: usize) -> Option<(SymbolId, &DeclInfo)> {
        let mut all = self.scopes.named(self.tokens.text(token));
        all.find(|(_, found)| found.token == token && found.is_variable())
    }

    /// The typedefs of the file's scope whose name a variable has, too, and whether they are the system's. In C++ a type
    /// cannot be named by what its variable is called.
    pub(in super::super) fn hidden_typedefs(&self) -> &FxHashMap<String, bool> {
        self.cuda.index.hidden_typedefs.get_or_init(|| {
            let is_typedef = |found: &DeclInfo| found.decl_type == DeclType::Typedef && found.depth == 0;
            let variables = self.scopes.all().filter(|(_, found)| found.is_variable());
            let names: FxHashSet<&str> = variables
                .filter(|(_, found)| !self.is_system(found.token))
                .map(|(_, found)| found.name.as_str())
                .collect();
            let typedefs = self.scopes.all().filter(|(_, found)| is_typedef(found));
            typedefs
                .filter(|(_, found)| names.contains(found.name.as_str()))
                .map(|(_, found)| (found.name.clone(), self.is_system(found.token)))
                .collect()
        })
    }

    /// The typedefs of the system's headers that stand for complex numbers, or for what leads to them. In C++ such a header
    /// may declare another type by the name, as FFTW's does.
    pub(in super::super) fn complex_typedefs(&self) -> &FxHashSet<String> {
        self.cuda.index.complex_typedefs.get_or_init(|| {
            let typedefs = self.scopes.all().filter(|(_, found)| {
                found.decl_type == DeclType::Typedef && found.depth == 0 && self.is_system(found.token)
            });
            let leads = |name: &str| {
                let found = self.types().lookup(name, self.tokens.len());
                found.and_then(|found| found.ty.as_ref()).is_some_and(leads_to_complex)
            };
            typedefs.map(|(_, found)| found.name.clone()).filter(|name| leads(name)).collect()
        })
    }

    /// What is declared by names in a range of tokens, in the order of the declarations.
    pub(super) fn declared_within(&self, range: &Tokens) -> impl Iterator<Item = &DeclInfo> {
        let all = self.cuda.index.declared_at.get_or_init(|| {
            let mut all: Vec<_> = self.scopes.all().map(|(symbol, found)| (found.token, symbol)).collect();
            all.sort_unstable();
            all
        });
        let from = all.partition_point(|(token, _)| token < range.start());
        let to = all.partition_point(|(token, _)| token <= range.end());
        let mut found: Vec<SymbolId> = all[from..to.max(from)].iter().map(|&(_, symbol)| symbol).collect();
        found.sort_unstable();
        found.into_iter().map(|symbol| self.scopes.get(symbol))
    }

    /// The declarations in functions that define types, and begin in a range of tokens.
    pub(super) fn type_definitions_in(&self, range: &Tokens) -> impl Iterator<Item = &Declaration> {
        let declarations = &self.cuda.declarations;
        let start = |number: &usize| *declarations[*number].range.start();
        let all = self.cuda.index.type_definitions.get_or_init(|| {
            let defines = |found: &Declaration| self.definition(&found.range, found.is_typedef).is_some();
            let numbers = (0..declarations.len()).filter(|&number| declarations[number].is_local);
            let mut all: Vec<usize> = numbers.filter(|&number| defines(&declarations[number])).collect();
            all.sort_by_key(start);
            all
        });
        let from = all.partition_point(|number| start(number) < *range.start());
        let to = all.partition_point(|number| start(number) <= *range.end());
        // In the order in which they ended.
        let mut found = all[from..to.max(from)].to_vec();
        found.sort_unstable();
        found.into_iter().map(|number| &declarations[number])
    }

    /// The loops over a variable in a range of tokens that read none of its values from before.
    pub(super) fn loops_over(&self, variable: &Variable, range: &Tokens) -> impl Iterator<Item = &Tokens> {
        let read = || dependence::loops_by_variable(&self.resolved());
        let all = self.cuda.index.loops.get_or_init(read).get(variable).map_or(&[][..], Vec::as_slice);
        let from = all.partition_point(|found| found.start() < range.start());
        let to = all.partition_point(|found| found.start() <= range.end());
        all[from..to.max(from)].iter()
    }

    /// The uses of a variable in a range of tokens that are in none of those loops.
    pub(super) fn uses_outside_of_loops(
        &self,
        symbol: SymbolId,
        variable: &Variable,
        range: &Tokens,
    ) -> Rc<[usize]> {
        let key = (symbol, range.clone());
        if let Some(known) = self.cuda.index.outside_of_loops.borrow().get(&key) {
            return Rc::clone(known);
        }
        let loops: Vec<&Tokens> = self.loops_over(variable, range).collect();
        // A loop ends within the one that it stands in: of all that begin in front of a token, the last end decides.
        let last_ends: Vec<usize> = loops
            .iter()
            .scan(0, |last, found| {
                *last = (*found.end()).max(*last);
                Some(*last)
            })
            .collect();
        let is_outside = |token: &usize| {
            let begun = loops.partition_point(|found| found.start() <= token);
            begun.checked_sub(1).is_none_or(|last| last_ends[last] < *token)
        };
        let uses = self.uses_of_symbol_in(symbol, range).map(|reference| reference.token);
        let outside: Rc<[usize]> = uses.filter(is_outside).collect();
        self.cuda.index.outside_of_loops.borrow_mut().insert(key, Rc::clone(&outside));
        outside
    }

    /// The uses of a name.
    pub(super) fn uses_of_name(&self, name: &str) -> impl Iterator<Item = &Reference> {
        let all = self.cuda.index.used.get_or_init(|| {
            let mut all: FxHashMap<String, Vec<usize>> = FxHashMap::default();
            for (number, reference) in self.references.iter().enumerate() {
                all.entry(reference.name.clone()).or_default().push(number);
            }
            all
        });
        all.get(name).into_iter().flatten().map(|&number| &self.references[number])
    }

    /// What the name that a token spells means there.
    pub(super) fn symbol_at(&self, token: usize) -> Option<SymbolId> {
        self.references_in(&(token..=token)).iter().find_map(|reference| reference.symbol)
    }

    /// The uses of what is declared somewhere.
    pub(super) fn uses_of_symbol(&self, symbol: SymbolId) -> impl Iterator<Item = &Reference> {
        self.numbers_of_uses(symbol).iter().map(|&number| &self.references[number])
    }

    fn numbers_of_uses(&self, symbol: SymbolId) -> &[usize] {
        let all = self.cuda.index.used_as.get_or_init(|| {
            let mut all: FxHashMap<SymbolId, Vec<usize>> = FxHashMap::default();
            for (number, reference) in self.references.iter().enumerate() {
                if let Some(symbol) = reference.symbol {
                    all.entry(symbol).or_default().push(number);
                }
            }
            all
        });
        all.get(&symbol).map_or(&[], Vec::as_slice)
    }

    /// Those of them in a range of tokens.
    pub(super) fn uses_of_symbol_in(
        &self,
        symbol: SymbolId,
        range: &Tokens,
    ) -> impl Iterator<Item = &Reference> {
        let all = self.numbers_of_uses(symbol);
        let from = all.partition_point(|&number| self.references[number].token < *range.start());
        let to = all.partition_point(|&number| self.references[number].token <= *range.end());
        all[from..to.max(from)].iter().map(|&number| &self.references[number])
    }

    /// Whether nobody can tell which thread ran an iteration of a loop construct.
    pub(super) fn is_thread_agnostic(&self, construct: &Construct) -> bool {
        let start = *construct.tokens.start();
        if let Some(&known) = self.cuda.index.thread_agnostic.borrow().get(&start) {
            return known;
        }
        let found = self.ask_of_any(construct, |question| Some(dependence::is_thread_agnostic(question)))
            == Some(true);
        self.cuda.index.thread_agnostic.borrow_mut().insert(start, found);
        found
    }

    /// Whether a use in a range of tokens changes what is declared somewhere. Most uses of most variables do not.
    pub(super) fn is_changed_in(&self, symbol: SymbolId, range: &Tokens) -> bool {
        let all = self.cuda.index.changed.get_or_init(|| {
            let changes = self.references.iter().filter(|reference| reference.changed);
            changes.filter_map(|reference| reference.symbol).collect()
        });
        all.contains(&symbol) && self.uses_of_symbol_in(symbol, range).any(|reference| reference.changed)
    }

    /// Whether the address of a variable is taken in a range of tokens, or the variable is reached without its name anyway.
    pub(super) fn is_address_taken_in(&self, symbol: SymbolId, range: &Tokens) -> bool {
        self.addressed().contains(&symbol)
            && (self.named_otherwise().contains(&symbol)
                || self.uses_of_symbol_in(symbol, range).any(|reference| self.takes_address(reference)))
    }

    /// The variables that have a second name, by an alias or by the label of another declaration, or that are found in a
    /// section.
    fn named_otherwise(&self) -> &FxHashSet<SymbolId> {
        self.cuda.index.named_otherwise.get_or_init(|| {
            let is_of_file = |found: &DeclInfo| found.is_variable() && (found.depth == 0 || found.is_extern);
            let of_file =
                self.scopes.all().filter(|(_, found)| is_of_file(found) && !self.is_system(found.token));
            let is_meant = |name: &str| {
                self.has_alias(name) || self.is_declared_with(name, &["section", "alias", "weakref"])
            };
            of_file.filter(|(_, found)| is_meant(&found.name)).map(|(symbol, _)| symbol).collect()
        })
    }

    /// Whether another name stands for a variable, too: `alias("a")`, `extern int b __asm__("a")`.
    pub(super) fn has_alias(&self, name: &str) -> bool {
        let aliases = self.cuda.index.aliases.get_or_init(|| {
            let is_alias = |&index: &usize| {
                self.tokens[index].kind == kind::ASM
                    || matches!(self.tokens.text(index).trim_matches('_'), "alias" | "weakref")
            };
            let is_word = |&index: &usize| matches!(self.tokens[index].kind, kind::IDENTIFIER | kind::ASM);
            let all = (0..self.tokens.len()).filter(is_word);
            let open = |word| self.tokens.visible_from(word + 1);
            let quoted = all.filter(is_alias).filter_map(|word| self.tokens.visible_from(open(word)? + 1));
            quoted.map(|index| self.tokens.text(index).trim_matches('"').to_owned()).collect()
        });
        aliases.contains(name)
    }

    /// The variables whose addresses are taken somewhere.
    fn addressed(&self) -> &FxHashSet<SymbolId> {
        self.cuda.index.addressed.get_or_init(|| {
            let taken = self.references.iter().filter(|reference| self.takes_address(reference));
            let of_uses = taken.filter_map(|reference| reference.symbol);
            of_uses.chain(self.named_otherwise().iter().copied()).collect()
        })
    }

    /// Whether the address of a variable is taken somewhere. One of the file may be declared more than once.
    pub(super) fn is_address_taken_in_file(&self, symbol: SymbolId) -> bool {
        let all = self.addressed();
        let declaration = self.scopes.get(symbol);
        let mut others = self.scopes.named(&declaration.name).filter(|(_, other)| other.depth == 0);
        all.contains(&symbol) || declaration.depth == 0 && others.any(|(other, _)| all.contains(&other))
    }

    /// How many critical constructs of a name the file has.
    pub(super) fn count_criticals(&self, name: &Option<String>) -> usize {
        let all = self.cuda.index.criticals.get_or_init(|| {
            let mut all: FxHashMap<Option<String>, usize> = FxHashMap::default();
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

/// Whether a type is one of complex numbers, or leads to one without a structure between.
pub(super) fn leads_to_complex(ty: &Type) -> bool {
    match &ty.kind {
        Kind::Complex(_) => true,
        Kind::Pointer(to) | Kind::Array { of: to, .. } => leads_to_complex(to),
        Kind::Function(function) => {
            let parameters = function.parameters.iter().filter_map(|parameter| parameter.ty.as_ref());
            parameters.chain([&function.returns]).any(leads_to_complex)
        }
        _ => false,
    }
}
