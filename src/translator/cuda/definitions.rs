//! The functions and declarations of a file, as they are kept while it is read.

use crate::c::symbols::SymbolId;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, Part};

/// A function's definition.
pub struct Function {
    pub name: String,
    pub symbol: SymbolId,
    pub name_token: usize,
    /// From its first specifier to its last brace.
    pub range: Tokens,
    /// The brace that opens its body.
    pub body: usize,
    /// The constructs and directives in it, regions included.
    pub parts: Vec<Part>,
    /// The constructs that stay on the host as they are, which are none of these any more.
    pub on_host: Vec<Construct>,
    pub is_static: bool,
    pub in_header: bool,
    /// Whether it came with the system.
    pub is_system: bool,
    /// Whether it takes any number of arguments.
    pub is_variadic: bool,
}

impl Function {
    /// Whether it has constructs or directives, wherever they go.
    pub fn has_directives(&self) -> bool {
        !self.parts.is_empty() || !self.on_host.is_empty()
    }

    /// Its outermost constructs.
    pub fn constructs(&self) -> impl Iterator<Item = &Construct> {
        super::super::orphan_constructs(&self.parts)
    }

    /// The regions that it starts.
    pub fn regions(&self) -> impl Iterator<Item = &Construct> {
        regions_in(&self.parts).into_iter()
    }
}

/// The regions that some parts start.
pub fn regions_in(parts: &[Part]) -> Vec<&Construct> {
    let mut found = Vec::new();
    for construct in super::super::orphan_constructs(parts) {
        collect_regions(construct, &mut found);
    }
    found
}

fn collect_regions<'c>(construct: &'c Construct, found: &mut Vec<&'c Construct>) {
    if construct.kind.is_parallel() {
        found.push(construct);
        return;
    }
    // What begins a team of its own in another construct is a part of that.
    if construct.kind.is_host_only() {
        return;
    }
    for inner in super::super::orphan_constructs(&construct.parts) {
        collect_regions(inner, found);
    }
}

/// A declaration of the file, or in a function.
pub struct Declaration {
    pub range: Tokens,
    /// Whether it stands in a function.
    pub is_local: bool,
    pub is_static: bool,
    pub is_extern: bool,
    pub is_typedef: bool,
    /// Whether it came with the system.
    pub is_system: bool,
    /// The names that it declares as objects, functions or types.
    pub symbols: Vec<SymbolId>,
}
