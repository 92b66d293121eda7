//! What is asked of a work-sharing loop, and what has to be known around it.

use std::cell::OnceCell;
use std::rc::Rc;

use super::facts::Facts;
use super::reader::Program;
use super::tree::{Loop, Variable};

/// What a variable from outside of the loops is to a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// One for all threads, or a copy that is the same for all as long as nobody changes it.
    Shared,
    /// Threads may have different values.
    Private,
    /// A copy that is combined with the others by this operator in the end: its token, `max` and `min` among them.
    Reduction(i32),
}

/// A work-sharing loop, and what is known around it.
pub struct Question<'a> {
    pub program: Program<'a>,
    /// The `for`.
    pub keyword: usize,
    pub attribute: &'a dyn Fn(&Variable) -> Attribute,
    /// Whether a function computes its value from its arguments alone, and does nothing else.
    pub is_pure: &'a dyn Fn(&str) -> bool,
    /// Whether a private variable's value may be used behind the loop.
    pub is_used_elsewhere: &'a dyn Fn(&Variable) -> bool,
    /// Whether a pointer may lead to the variable.
    pub has_address: &'a dyn Fn(&Variable) -> bool,
    /// What other questions about the loop have found out.
    pub findings: &'a Findings,
}

/// What is found out of a work-sharing loop once, for all questions about it. None of it depends on the variables' attributes,
/// which are others where a part of a region is asked about as a region of its own.
#[derive(Default)]
pub struct Findings {
    /// The loop, and its last token.
    outer: OnceCell<Option<(Loop, usize)>>,
    /// What is known of it alone, without the loops inside.
    pub(super) alone: OnceCell<Option<Rc<Facts>>>,
}

impl<'a> Question<'a> {
    /// The work-sharing loop, with its last token; `None` if it is not understood.
    pub(super) fn outer(&self) -> Option<(&'a Loop, usize)> {
        let read = || self.program.loop_at(self.program.tokens.visible_from(self.keyword)?);
        let (outer, last) = self.findings.outer.get_or_init(read).as_ref()?;
        Some((outer, *last))
    }
}
