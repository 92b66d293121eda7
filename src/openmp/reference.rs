//! Uses of names.

use crate::c::symbols::SymbolId;

/// A use of a name in an expression.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The token of the file where it stands, or where the macro is invoked
    /// that it comes out of.
    pub token: usize,
    /// The parser's token.
    pub name: String,
    /// What the name means there; `None` if no declaration is seen.
    pub symbol: Option<SymbolId>,
    /// Whether a call follows, `name(`.
    pub called: bool,
    /// Whether an assignment, `++` or `--` changes it there.
    pub changed: bool,
}
