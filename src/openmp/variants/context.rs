//! What is true at a place of the program (section 7.1 of OpenMP 5.2).

use std::collections::{BTreeSet, HashSet};

/// The traits of a place.
#[derive(Clone, Debug)]
pub struct Context<'h> {
    /// The constructs around it, the outermost first, up to a `target`.
    pub constructs: Vec<ConstructTrait>,
    /// The clauses of the `requires` directives in front of it, without blanks.
    pub requirements: BTreeSet<String>,
    pub host: &'h Host,
}

/// A construct as a trait.
#[derive(Clone, Debug)]
pub struct ConstructTrait {
    pub name: String,
    /// What a `simd` construct says with `simdlen`.
    pub simdlen: Option<i128>,
}

impl ConstructTrait {
    pub fn named(name: &str) -> Self {
        ConstructTrait { name: name.to_owned(), simdlen: None }
    }
}

/// The device that all of a program is for, as its author sees it: the host. A parallel region is no `target` region, wherever it
/// is run, and so its traits are those that a compiler for the host alone would give it.
#[derive(Clone, Debug)]
pub struct Host {
    /// The macros that the C compiler predefines.
    macros: HashSet<String>,
}

/// Which processors there are, by the macro that their compilers predefine. The first is taken where nothing is known.
const ARCHITECTURES: &[(&str, &[&str])] = &[
    ("__x86_64__", &["x86_64", "x86"]),
    ("__i386__", &["i386", "ia32", "x86"]),
    ("__aarch64__", &["aarch64"]),
    ("__arm__", &["arm"]),
    ("__powerpc64__", &["ppc64", "powerpc64"]),
    ("__riscv", &["riscv"]),
    ("__s390x__", &["s390x"]),
];

impl Host {
    /// Of a compiler that predefines these macros, in lines of `#define`.
    pub fn of(predefined: &str) -> Self {
        let name = |line: &str| Some(line.strip_prefix("#define ")?.split([' ', '(']).next()?.to_owned());
        Host { macros: predefined.lines().filter_map(name).collect() }
    }

    /// `kind(…)`
    pub fn is_kind(kind: &str) -> bool {
        ["host", "cpu", "any"].contains(&kind)
    }

    /// `arch(…)`
    pub fn is_architecture(&self, name: &str) -> bool {
        let is_known = |&&(found, _): &&(&str, _)| self.macros.contains(found);
        let found = ARCHITECTURES.iter().find(is_known).unwrap_or(&ARCHITECTURES[0]);
        found.1.contains(&name)
    }

    /// `isa(…)`, as gcc names what it has macros for: `sse4.1` is `__SSE4_1__`.
    pub fn has_isa(&self, name: &str) -> bool {
        let plain: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' })
            .collect();
        self.macros.contains(&format!("__{plain}__"))
    }

    /// `vendor(…)`: the C compiler's, since it reads what stays on the host.
    pub fn is_vendor(&self, name: &str) -> bool {
        name == if self.macros.contains("__clang__") { "llvm" } else { "gnu" }
    }
}
