//! What a name means, wherever it stands.
//!
//! A scope is a stretch of the text (C17 6.2.1), so a declaration is kept with
//! the positions from which and up to which it holds. Of those that hold at a
//! position, the one that begins last is the innermost. So names can be looked
//! up at any place, in any order, when all of the text has been read.

use std::collections::HashMap;
use std::rc::Rc;

/// The declarations of one name space.
pub(super) struct Names<T> {
    entries: HashMap<Rc<str>, Vec<Entry<T>>>,
    /// The scopes that are open: what is declared in each.
    open: Vec<Vec<(Rc<str>, usize)>>,
    /// Whether each name's declarations stand in the order of the text.
    in_order: bool,
}

struct Entry<T> {
    from: usize,
    to: usize,
    depth: usize,
    what: T,
}

impl<T> Names<T> {
    pub fn new() -> Self {
        Names { entries: HashMap::new(), open: vec![Vec::new()], in_order: true }
    }

    pub fn enter(&mut self) {
        self.open.push(Vec::new());
    }

    /// Closes the innermost scope at a position.
    pub fn leave(&mut self, at: usize) {
        for (name, index) in self.open.pop().unwrap_or_default() {
            if let Some(entry) = self.entries.get_mut(&name).and_then(|entries| entries.get_mut(index)) {
                entry.to = at;
            }
        }
    }

    /// Declares a name from a position to the end of the innermost scope.
    pub fn declare(&mut self, name: &str, from: usize, what: T) {
        let name: Rc<str> = Rc::from(name);
        let depth = self.open.len();
        let entries = self.entries.entry(Rc::clone(&name)).or_default();
        self.in_order &= entries.last().is_none_or(|last| last.from <= from);
        entries.push(Entry { from, to: usize::MAX, depth, what });
        let index = entries.len() - 1;
        if let Some(scope) = self.open.last_mut() {
            scope.push((name, index));
        }
    }

    pub fn find(&self, name: &str, at: usize) -> Option<&T> {
        self.entry_at(name, at).map(|entry| &entry.what)
    }

    /// From where on a name means what it means at a position.
    pub fn declared_from(&self, name: &str, at: usize) -> Option<usize> {
        self.entry_at(name, at).map(|entry| entry.from)
    }

    /// Whether what a name means at a position is declared outside of all
    /// scopes.
    pub fn is_outermost_at(&self, name: &str, at: usize) -> bool {
        self.entry_at(name, at).is_some_and(|entry| entry.depth == 1)
    }

    fn entry_at(&self, name: &str, at: usize) -> Option<&Entry<T>> {
        let entries = self.entries.get(name)?;
        // A name such as `i` is declared in each function.
        let before =
            if self.in_order { entries.partition_point(|entry| entry.from <= at) } else { entries.len() };
        entries[..before].iter().rev().find(|entry| entry.from <= at && at < entry.to)
    }

    /// The declaration of a name that was made last in the innermost scope.
    pub fn find_here(&mut self, name: &str) -> Option<&mut T> {
        let depth = self.open.len();
        let last = self.entries.get_mut(name)?.last_mut()?;
        (last.to == usize::MAX && last.depth == depth).then_some(&mut last.what)
    }

    /// Whether no scope is open but that of the file.
    pub fn is_outermost(&self) -> bool {
        self.open.len() == 1
    }

    /// Leaves the innermost scope for a while.
    pub fn set_aside(&mut self) -> Scope {
        Scope(self.open.pop().unwrap_or_default())
    }

    /// Goes back into a scope.
    pub fn take_up(&mut self, scope: Scope) {
        self.open.push(scope.0);
    }
}

/// A scope that was left and is to be gone back into.
pub(super) struct Scope(Vec<(Rc<str>, usize)>);
