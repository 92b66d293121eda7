//! Where the parser is: what has begun and not ended, and what waits for the next declaration.

use super::constructs::OpenConstruct;
use super::functions::Function;
use crate::c::declarators::Specifiers;
use crate::c::symbols::SymbolId;
use crate::openmp::constructs::Tokens;
use crate::openmp::versions;

#[derive(Default)]
pub(super) struct ParseState {
    /// The specifiers of the declarations that are open.
    pub specifiers: Vec<Specifiers>,
    /// The constructs that are open, the outermost first.
    pub open: Vec<OpenConstruct>,
    pub function: Option<Function>,
    /// How many loops and switches are open.
    pub breakables: usize,
    /// How many of them are switches.
    pub switches: usize,
    /// The variable whose initialiser comes next.
    pub declared: Option<SymbolId>,
    /// The `declare simd` that wait for their function.
    pub declared_simd: Vec<Tokens>,
    /// An `accessible` that waits for its function.
    pub accessible: Option<Tokens>,
    /// The functions that were declared behind an `accessible`, and it.
    pub accessible_prototypes: Vec<(SymbolId, Tokens)>,
    /// What the file has that versions after 2.5 brought.
    pub needs: Vec<versions::Need>,
}
