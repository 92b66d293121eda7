//! What directives accept: the grammar's files once more, as tables.
//!
//! The parser is made from `grammar/*.g4`, and says of a pragma that it can be
//! read or that it cannot. Who checks pragmas wants to know more: which clauses
//! a directive takes, what belongs in their parentheses, which version of
//! OpenMP brought them, and where they are described. All of that stands in the
//! same files, so it is read from them, when a file has its first pragma.
//!
//! [`grammar`] reads the rules, [`directives`] makes a table of directives and
//! their clauses of them, and [`matching`] holds tokens to a rule. [`reading`]
//! does that with a pragma, and so tells which of its words are OpenMP's and
//! which are names of the program's, [`following`](mod@following) tells what may stand behind
//! those of one that is being typed.

mod directives;
mod following;
mod grammar;
mod matching;
mod reading;

use std::fmt;

pub use directives::{
    ClauseForm, Directive, Role, clause_section, clause_words, directive_words, directives,
};
pub use following::{Following, Part, following};
pub use grammar::FILES;
pub use matching::{Expected, Misfit, Word, is_name, is_openmp_word};
pub use reading::{Clause, Fault, Need, Reading, find, read};

/// A version of OpenMP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    pub major: u8,
    pub minor: u8,
}

impl Version {
    pub const OLDEST: Version = Version { major: 2, minor: 5 };
    pub const NEWEST: Version = Version { major: 6, minor: 0 };

    /// All of them, the oldest first.
    pub fn all() -> [Version; 9] {
        let all = [(2, 5), (3, 0), (3, 1), (4, 0), (4, 5), (5, 0), (5, 1), (5, 2), (6, 0)];
        all.map(|(major, minor)| Version { major, minor })
    }

    /// Reads `4.5`.
    pub fn parse(text: &str) -> Option<Self> {
        let (major, minor) = text.split_once('.')?;
        Some(Version { major: major.parse().ok()?, minor: minor.parse().ok()? })
    }
}

impl Default for Version {
    fn default() -> Self {
        Version::NEWEST
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

#[cfg(test)]
mod tests;
