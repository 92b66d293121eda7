//! What a name means, wherever it stands.
//!
//! A scope is a stretch of the text (C17 6.2.1), so a declaration is kept with
//! the positions from which and up to which it holds. Of those that hold at a
//! position, the last of the innermost scope counts. So names can be looked up
//! at any place, in any order, when all of the text has been read.

use std::rc::Rc;

use rustc_hash::FxHashMap;

/// The declarations of one name space.
#[derive(Clone, Debug)]
pub(super) struct Names<T> {
    entries: FxHashMap<Rc<str>, Vec<Entry<T>>>,
    /// The scopes that are open: what is declared in each.
    open: Vec<Vec<(Rc<str>, usize)>>,
    /// Whether each name's declarations stand in the order of the text, each behind the scopes that were closed before it.
    in_order: bool,
}

#[derive(Clone, Debug)]
struct Entry<T> {
    from: usize,
    to: usize,
    depth: usize,
    /// The declaration of the name that holds where this one does not, if any, and begins before it.
    outer: Option<usize>,
    what: T,
}

impl<T> Names<T> {
    pub fn new() -> Self {
        Names { entries: FxHashMap::default(), open: vec![Vec::new()], in_order: true }
    }

    /// How many scopes are open besides the outermost.
    pub fn depth(&self) -> usize {
        self.open.len() - 1
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
        // Whatever is still open can be come to from the last one.
        let mut outer = entries.len().checked_sub(1);
        while let Some(closed) = outer.filter(|&number| entries[number].to != usize::MAX) {
            self.in_order &= entries[closed].to <= from;
            outer = entries[closed].outer;
        }
        entries.push(Entry { from, to: usize::MAX, depth, outer, what });
        let index = entries.len() - 1;
        if let Some(scope) = self.open.last_mut() {
            scope.push((name, index));
        }
    }

    pub fn find(&self, name: &str, at: usize) -> Option<&T> {
        self.entry_at(name, at).map(|entry| &entry.what)
    }

    /// What a name means in the scopes that are open, and how many of them are around it.
    pub fn find_open(&self, name: &str) -> Option<(&T, usize)> {
        let entries = self.entries.get(name)?;
        let mut entry = entries.last()?;
        while entry.to != usize::MAX {
            entry = &entries[entry.outer?];
        }
        Some((&entry.what, entry.depth - 1))
    }

    /// All that a name means anywhere, in the order of its declarations.
    pub fn all_of(&self, name: &str) -> impl DoubleEndedIterator<Item = &T> + Clone {
        self.entries.get(name).into_iter().flatten().map(|entry| &entry.what)
    }

    /// What was declared last by a name up to a position, in scope there or not.
    pub fn last_before(&self, name: &str, at: usize) -> Option<&T> {
        let entries = self.entries.get(name)?;
        let before = entries.partition_point(|entry| entry.from <= at);
        entries[..before].last().map(|entry| &entry.what)
    }

    /// The names that are declared outside of all scopes.
    pub fn outermost(&self) -> impl Iterator<Item = &str> {
        let is_outermost = |entries: &Vec<Entry<T>>| entries.iter().any(|entry| entry.depth == 1);
        self.entries.iter().filter(move |(_, entries)| is_outermost(entries)).map(|(name, _)| &**name)
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
        if !self.in_order {
            let around = entries.iter().filter(|entry| entry.from <= at && at < entry.to);
            // The last of the innermost scope: a function is declared behind its parameters, of which one may have its name.
            return around.max_by_key(|entry| entry.depth);
        }
        // A name such as `i` is declared in each function: of those in front, all but the ones around the last are
        // over.
        let before = entries.partition_point(|entry| entry.from <= at);
        let mut entry = &entries[before.checked_sub(1)?];
        while at >= entry.to {
            entry = &entries[entry.outer?];
        }
        Some(entry)
    }

    /// The declaration of a name that was made last in the innermost scope.
    pub fn find_here(&mut self, name: &str) -> Option<&mut T> {
        let depth = self.open.len();
        let last = self.entries.get_mut(name)?.last_mut()?;
        (last.to == usize::MAX && last.depth == depth).then_some(&mut last.what)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What a name means at a position, found by going through all of its declarations.
    fn slowly<'n>(names: &'n Names<usize>, name: &str, at: usize) -> Option<&'n usize> {
        let entries = names.entries.get(name)?;
        let around = entries.iter().filter(|entry| entry.from <= at && at < entry.to);
        around.max_by_key(|entry| entry.depth).map(|entry| &entry.what)
    }

    /// Opens and closes scopes and declares names at random, each a little further on, or, if it is to be out of order,
    /// back.
    fn random(seed: u64, is_in_order: bool) -> (Names<usize>, usize) {
        let mut state = seed;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let (mut names, mut at, mut depth) = (Names::new(), 0usize, 1);
        for what in 0..60 {
            at += next(3) as usize;
            match next(4) {
                0 => {
                    names.enter();
                    depth += 1;
                }
                1 if depth > 1 => {
                    names.leave(at);
                    depth -= 1;
                }
                kind => {
                    let back = if is_in_order { 0 } else { next(4) as usize };
                    let name = if kind == 2 { "i" } else { "x" };
                    names.declare(name, at.saturating_sub(back), what);
                }
            }
        }
        (names, at + 2)
    }

    #[test]
    fn a_name_means_what_the_innermost_declaration_around_says() {
        for (seed, is_in_order) in (0..400).flat_map(|seed| [(seed, true), (seed, false)]) {
            let (names, end) = random(seed, is_in_order);
            assert!(names.in_order || !is_in_order);
            for (name, at) in ["i", "x"].into_iter().flat_map(|name| (0..=end).map(move |at| (name, at))) {
                assert_eq!(names.find(name, at), slowly(&names, name, at), "`{name}` at {at} of seed {seed}");
            }
        }
    }

    #[test]
    fn a_parameter_may_have_the_name_of_its_function() {
        let mut names = Names::new();
        names.enter();
        names.declare("f", 5, "parameter");
        let scope = names.set_aside();
        names.declare("f", 2, "function");
        names.take_up(scope);
        names.leave(20);
        let found = [3, 6, 20].map(|at| names.find("f", at).copied());
        assert_eq!(found, [Some("function"), Some("parameter"), Some("function")]);
    }
}
