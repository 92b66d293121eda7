//! What is asked of a work-sharing loop, and what has to be known around it.

use crate::syntax::TokenList;
use crate::types::Types;

use super::tree::Variable;

/// What a variable from outside of the loops is to a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// One for all threads, or a copy that is the same for all as long as nobody changes it.
    Shared,
    /// Threads may have different values.
    Private,
    /// A copy that is combined with the others by this operator in the end.
    Reduction(i32),
}

/// A work-sharing loop, and what is known around it.
pub struct Question<'a> {
    pub types: &'a Types<'a>,
    pub tokens: &'a TokenList,
    /// The `for`.
    pub keyword: usize,
    pub attribute: &'a dyn Fn(&Variable) -> Attribute,
    /// Whether a function computes its value from its arguments alone, and does nothing else.
    pub is_pure: &'a dyn Fn(&str) -> bool,
    /// Whether a private variable's value may be used behind the loop.
    pub is_used_elsewhere: &'a dyn Fn(&Variable) -> bool,
    /// Whether a pointer may lead to the variable.
    pub has_address: &'a dyn Fn(&Variable) -> bool,
}
