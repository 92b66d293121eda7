//! Who reads types and expressions from the tree.
//!
//! Reading changes nothing: what a program defines on the way is known from
//! the pass over all of it ([`super::program`]), by place.

use std::cell::Cell;

use super::ctype::EnumerationId;
use super::differences::{Difference, Observer};
use super::{Declaration, Meaning, Types};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::tree::{self, Node};

/// How deep expressions and declarators may be nested. C17 asks for 63 levels
/// of parentheses (5.2.4.1).
const DEEPEST: u32 = 250;

/// Reads nodes of the program's tree, or of another text's.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    pub types: &'a Types<'a>,
    pub list: &'a TokenList,
    depth: Cell<u32>,
    /// Where a text that is none of the program's is thought to stand.
    scope: Option<usize>,
    /// Whether the value of a `const` object counts as a constant.
    pub counts_objects: bool,
    /// Who wants to know what is found on the way.
    pub observer: Option<&'a Observer>,
}

impl<'a> Reader<'a> {
    /// Reads the program.
    pub fn new(types: &'a Types<'a>) -> Self {
        Reader {
            types,
            list: types.list,
            depth: Cell::new(0),
            scope: None,
            counts_objects: false,
            observer: None,
        }
    }

    /// Reads another text as if it stood at a token of the program.
    pub fn foreign(types: &'a Types<'a>, list: &'a TokenList, scope: usize) -> Self {
        Reader { list, scope: Some(scope), ..Reader::new(types) }
    }

    pub fn observed(self, observer: &'a Observer) -> Self {
        Reader { observer: Some(observer), ..self }
    }

    /// One to which the value of a `const` object is a constant.
    pub fn with_objects(self) -> Self {
        Reader { counts_objects: true, ..self }
    }

    /// One that tells nobody what it finds.
    pub fn unobserved(&self) -> Self {
        Reader { observer: None, ..self.clone() }
    }

    /// Whether the tokens are the program's own.
    pub fn is_own(&self) -> bool {
        self.scope.is_none()
    }

    pub fn kind(&self, token: usize) -> i32 {
        self.list[token].kind
    }

    pub fn text(&self, token: usize) -> &'a str {
        self.list.text(token)
    }

    /// The tokens of a node that are visible.
    pub fn tokens(&self, node: Node<'_>) -> impl Iterator<Item = usize> + Clone + use<'a> {
        let list = self.list;
        node.tokens().filter(|&index| list[index].is_visible())
    }

    /// Goes one level deeper; `None` if that is too deep.
    pub fn deeper<T>(&self, read: impl FnOnce() -> T) -> Option<T> {
        if self.depth.get() >= DEEPEST {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let result = read();
        self.depth.set(self.depth.get() - 1);
        Some(result)
    }

    /// What the name at a token means there.
    pub fn lookup(&self, name: usize) -> Option<&'a Declaration> {
        self.types.names.find(self.text(name), self.place(name))
    }

    /// The token of the program at which a name is looked up.
    pub fn place(&self, name: usize) -> usize {
        self.scope.unwrap_or(name)
    }

    pub fn tell(&self, difference: impl FnOnce() -> Difference) {
        if let Some(observer) = self.observer {
            observer.differences.borrow_mut().push(difference());
        }
    }

    /// Takes back that the name of an enumerator is made an `int`, where its value fits as it is. Says whether it was told.
    pub fn leave_enumerator(&self, value: Node<'_>, fits: impl Fn(EnumerationId) -> bool) -> bool {
        let name = value.bare();
        let Some(observer) = self.observer.filter(|_| name.kind() == tree::Kind::Name) else { return false };
        let name = name.first();
        let meaning = self.lookup(name).map(|found| found.meaning);
        if !matches!(meaning, Some(Meaning::Enumerator { of, .. }) if fits(of)) {
            return false;
        }
        let mut differences = observer.differences.borrow_mut();
        let is_told = |found: &Difference| matches!(found, Difference::IntEnumerator(told) if *told == name);
        let told = differences.iter().rposition(is_told);
        told.is_some_and(|at| matches!(differences.remove(at), Difference::IntEnumerator(_)))
    }
}
