//! Places in memory, as expressions name them.

use std::ops::RangeInclusive;

use rustc_hash::FxHashSet;

use super::polynomial::Polynomial;
use super::tree::Variable;

/// What the memory belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// The variable itself: an array, a structure, a scalar.
    Object(Variable),
    /// What a pointer leads to. A pointer that is itself read from memory is known by its text, and is the same as
    /// long as the variables in it are.
    Pointer(String),
}

/// A place in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub base: Base,
    pub tokens: RangeInclusive<usize>,
    pub depends: FxHashSet<Variable>,
    pub subscripts: Vec<Option<Polynomial>>,
    /// The members that are selected on the way, from the outermost.
    pub members: Vec<String>,
    pub is_restrict: bool,
    pub is_loose: bool,
}
