//! OpenMP contexts, and the selectors that are held against them (chapter 7 of OpenMP 5.2).
//!
//! A [`Context`] says what is true at a place of the program ([`context`], section 7.1), a [`Selector`] what a directive or a
//! function wants of it ([`selector`], section 7.2). [`matching`] says whether the two go together, and which of several selectors
//! is the better one (section 7.3). What becomes of the one that is chosen is the translator's business.

mod choices;
mod context;
mod matching;
mod restrictions;
mod selector;
mod unknown;

pub use choices::{Choice, of_match};
pub use context::{ConstructTrait, Context, Host};
pub use matching::{Candidate, Fit, Question, fit, ranked};
pub use restrictions::check;
pub use selector::{Selector, TraitSelector, TraitSet, has_named, words};

#[cfg(test)]
mod tests;
