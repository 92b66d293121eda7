//! What is known of some loops.

use rustc_hash::FxHashSet;

use super::accesses::Accesses;
use super::headers::Level;
use super::subscripts::Range;
use super::tree::Variable;

/// What some loops do.
pub struct Facts {
    pub levels: Vec<Level>,
    /// The variables that the body declares, and those that it changes.
    pub locals: FxHashSet<Variable>,
    /// Those that are declared in front of inner loops, and get their value later.
    pub empty: FxHashSet<Variable>,
    pub changed: FxHashSet<Variable>,
    pub accesses: Accesses,
    /// How many of the accesses are those of the headers and of the declarations in front of inner loops.
    pub before_body: usize,
    pub ranges: Vec<Range>,
}
