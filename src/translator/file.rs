//! What is known of a file when it has been read: its tokens and tree, what each name means, its functions with their
//! constructs, its declarations. The actions put it together while the file is parsed. What looks at it afterwards, to find
//! out what becomes of a region, takes it as it is.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::rc::Rc;

use super::{Dialect, cplusplus, cuda};
use crate::c::symbols::{Scopes, SymbolId};
use crate::c::{self, Types};
use crate::openmp::Reference;
use crate::openmp::operators::Operator;
use crate::openmp::restrictions::{Program, Threadprivate};
use crate::rewrite::Tokens as _;
use crate::source::indentation;
use crate::syntax::TokenList;
use crate::syntax::directives::Directives;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::Tree;

/// A file, as far as it has been read.
pub(super) struct File<'t> {
    pub(super) tokens: &'t TokenList,
    /// Nothing until the file has been read, or somebody asks.
    pub(super) tree: &'t OnceCell<Tree>,
    pub(super) types: OnceCell<Types<'t>>,
    /// See [`Types::with_int_enumerators`].
    pub(super) has_int_enumerators: bool,
    /// See [`Types::has_untyped_memory`].
    pub(super) has_untyped_memory: bool,
    /// See [`Environment::has_gnu_inline`](crate::preprocessor::Environment::has_gnu_inline).
    pub(super) has_gnu_inline: bool,
    /// See [`Types::has_own_null`].
    pub(super) has_own_null: bool,
    pub(super) dialect: Dialect,
    pub(super) directives: Rc<Directives>,
    /// Whether a macro means the same everywhere in the file.
    pub(super) is_lasting: Box<dyn Fn(&str) -> bool>,
    pub(super) scopes: Scopes,
    pub(super) references: Vec<Reference>,
    pub(super) threadprivate: Threadprivate,
    /// The operators that the file declares, in its order.
    pub(super) operators: Vec<Operator>,
    /// The declarations of functions: the name and the `;` behind it.
    pub(super) prototypes: Vec<(SymbolId, usize)>,
    /// Where the file's functions begin.
    pub(super) function_starts: Vec<usize>,
    /// The names of all accessible functions of the file.
    pub(super) accessible_names: HashSet<String>,
    /// Whether it has something of gpump's: a directive or a routine.
    pub(super) uses_gpump: bool,
    /// What the host's text of a single file calls types.
    pub(super) names_in_single: Box<c::Naming<'static>>,
    /// What the cuda dialect knows of it.
    pub(super) cuda: cuda::Model,
}

impl<'t> File<'t> {
    /// A file of which nothing has been read.
    pub(super) fn new(tokens: &'t TokenList, tree: &'t OnceCell<Tree>, dialect: Dialect) -> Self {
        let directives = Rc::new(directives(tokens));
        File {
            tokens,
            tree,
            types: OnceCell::new(),
            has_int_enumerators: false,
            has_untyped_memory: false,
            has_gnu_inline: false,
            has_own_null: false,
            dialect,
            is_lasting: {
                let directives = Rc::clone(&directives);
                Box::new(move |name| directives.is_lasting(name))
            },
            directives,
            scopes: Scopes::default(),
            references: Vec::new(),
            threadprivate: Threadprivate::default(),
            operators: Vec::new(),
            prototypes: Vec::new(),
            function_starts: Vec::new(),
            accessible_names: accessible_names(tokens),
            uses_gpump: false,
            names_in_single: Box::new(cplusplus::type_name),
            cuda: cuda::Model::default(),
        }
    }

    /// What is known of the program so far, for a check.
    pub(super) fn program(&self) -> Program<'_> {
        Program {
            tokens: self.tokens,
            scopes: &self.scopes,
            references: &self.references,
            threadprivate: &self.threadprivate,
            operators: &self.operators,
        }
    }

    /// The line of the source's text that a token stands in.
    pub(super) fn physical_line(&self, token: usize) -> usize {
        self.tokens.line_at(self.tokens.stands_for(token, true).start)
    }

    /// The blanks in front of a token, back to the beginning of its line.
    pub(super) fn indentation(&self, token: usize) -> &'t str {
        let text: &'t str = self.tokens.source_text();
        let before = &text[..self.tokens.stands_for(token, true).start];
        indentation(before, before.len())
    }

    /// The visible token behind a range.
    pub(super) fn next_visible(&self, token: usize) -> usize {
        self.tokens.visible_from(token + 1).unwrap_or(self.tokens.len().saturating_sub(1))
    }

    /// The first and the last token of the file, a byte order mark aside.
    pub(super) fn ends(&self) -> Option<(usize, usize)> {
        let is_first = |&index: &usize| {
            self.tokens[index].kind != kind::BYTE_ORDER_MARK && !self.tokens.is_virtual(index)
        };
        let first = (0..self.tokens.len()).find(is_first)?;
        let last = (first..self.tokens.len()).rev().find(|&index| !self.tokens.is_in_header(index))?;
        Some((first, last))
    }
}

/// What the lines of the preprocessor say that is not known from the tokens.
fn directives(tokens: &TokenList) -> Directives {
    let found = Directives::of(tokens);
    if !tokens.is_preprocessed() {
        return found;
    }
    // The headers were read: what nothing declares is not declared.
    Directives { standard_headers: Vec::new(), reads_other_headers: false, ..found }
}

/// The names of the functions behind `#pragma gpump accessible`: what stands in
/// front of the first parenthesis. They are required before their definitions
/// are parsed, by the regions above.
fn accessible_names(tokens: &TokenList) -> HashSet<String> {
    let pragmas = (0..tokens.len()).filter(|&index| tokens[index].kind == kind::PRAGMA_GPUMP);
    pragmas
        .filter_map(|pragma| {
            let mut behind = (pragma + 1..tokens.len()).filter(|&index| tokens[index].is_visible());
            let mut follows = |kind| behind.next().is_some_and(|index| tokens[index].kind == kind);
            if !(follows(kind::ACCESSIBLE) && follows(kind::NEW_LINE)) {
                return None;
            }
            let open = behind.find(|&index| tokens[index].kind == kind::LEFT_PAREN)?;
            Some(tokens.text(tokens.visible_before(open)?).to_owned())
        })
        .collect()
}
