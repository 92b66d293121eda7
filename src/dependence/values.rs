//! What variables stand for while the statements of a body are followed in their order.
//!
//! Of `k = i * n + j; a[k] = 0;` the subscript is `i * n + j`. What a variable stands for holds until something changes
//! it; behind a branch what holds at the end of both; in a loop, and behind it, nothing of what the loop changes.

use rustc_hash::FxHashMap;

use super::place::Place;
use super::polynomial::Polynomial;
use super::tree::Variable;

/// What is known of variables at one place in a body. What stands there with nothing has a value that is not understood.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    pub integers: FxHashMap<Variable, Option<Polynomial>>,
    pub pointers: FxHashMap<Variable, Option<Place>>,
}

impl Values {
    /// Something changes the variable.
    pub fn forget(&mut self, variable: &Variable) {
        self.integers.remove(variable);
        self.pointers.remove(variable);
    }

    /// Something changes the variables.
    pub fn forget_all(&mut self, variables: &[Variable]) {
        variables.iter().for_each(|variable| self.forget(variable));
    }

    /// Only what holds on the other way here, too.
    pub fn keep_common(&mut self, other: &Values) {
        self.integers.retain(|variable, value| other.integers.get(variable) == Some(value));
        self.pointers.retain(|variable, place| other.pointers.get(variable) == Some(place));
    }
}
