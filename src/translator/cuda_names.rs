//! Names that a C program may give away and CUDA has taken.
//!
//! `min` is a function of CUDA's, overloaded for every type, and `float3` one of
//! its types. A program that defines its own is right in C, and nvcc refuses
//! it. Behind the runtime's headers the program's name is made another one.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::{File, Translator};
use crate::c::symbols::DeclType;
use crate::syntax::Origin;

/// Functions that CUDA declares for host and device, and C does not have; most
/// have a second form that ends in `f`.
static FUNCTIONS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    FxHashSet::from_iter([
        "max",
        "min",
        "umin",
        "umax",
        "llmin",
        "llmax",
        "ullmin",
        "ullmax",
        "rsqrt",
        "rcbrt",
        "sinpi",
        "cospi",
        "sincos",
        "sincospi",
        "norm",
        "norm3d",
        "norm4d",
        "rnorm",
        "rnorm3d",
        "rnorm4d",
        "rhypot",
        "fdivide",
        "erfinv",
        "erfcinv",
        "erfcx",
        "normcdf",
        "normcdfinv",
        "cyl_bessel_i0",
        "cyl_bessel_i1",
        "saturate",
        "mul24",
        "mulhi",
        "clock64",
    ])
});

/// The base words of CUDA's vector types, `float3`.
const VECTORS: &[&str] = &[
    "char",
    "uchar",
    "short",
    "ushort",
    "int",
    "uint",
    "long",
    "ulong",
    "longlong",
    "ulonglong",
    "float",
    "double",
];

/// Variables that every kernel has.
const VARIABLES: &[&str] = &["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];

/// What a name is called in translated files if it is CUDA's.
pub fn own_name(name: &str) -> Option<String> {
    is_taken(name).then(|| format!("{OWN_NAME}{name}"))
}

/// How the names begin that are given to what has one of CUDA's.
pub const OWN_NAME: &str = "gpump_c_";

fn is_taken(name: &str) -> bool {
    let vector = name.strip_suffix(['1', '2', '3', '4']).is_some_and(|base| VECTORS.contains(&base));
    vector
        || name == "dim3"
        || FUNCTIONS.contains(name)
        || name.strip_suffix('f').is_some_and(|name| FUNCTIONS.contains(name))
        || VARIABLES.contains(&name)
}

impl File<'_> {
    pub(super) fn is_system(&self, token: usize) -> bool {
        matches!(self.tokens.origin(token), Origin::Header { system: true, .. })
    }

    /// A line for each name of the file's that is also CUDA's.
    pub(super) fn renamed_names(&self) -> String {
        let is_global = |kind: DeclType| kind != DeclType::Enumerator;
        let declared = self
            .scopes
            .all()
            .filter(|(_, found)| {
                found.depth == 0 && is_global(found.decl_type) && !self.is_system(found.token)
            })
            .map(|(_, found)| found.name.clone());
        let tags =
            self.scopes.file_tags().filter_map(|words| words.split_once(' ')).map(|(_, tag)| tag.to_owned());
        let mut names: Vec<String> = declared.chain(tags).filter(|name| is_taken(name)).collect();
        names.sort();
        names.dedup();
        names.iter().map(|name| format!("#define {name} {OWN_NAME}{name}\n")).collect()
    }
}

impl Translator<'_> {
    /// C90 lets a program call a function that is declared further down. C++
    /// does not; the function's declaration is written in front of the caller.
    pub(super) fn declare_called_functions(&mut self) {
        let mut declared: Vec<String> = Vec::new();
        let calls: Vec<(usize, String)> = self
            .file
            .references
            .iter()
            .filter(|reference| reference.called && reference.symbol.is_none())
            .map(|reference| (reference.token, reference.name.clone()))
            .collect();
        for (token, name) in calls {
            let definition = self.file.scopes.find(&name).filter(|found| found.is_function());
            let caller = self.file.function_starts.iter().rev().find(|&&start| start <= token).copied();
            let (Some(definition), Some(caller)) = (definition, caller) else { continue };
            if declared.contains(&name) {
                continue;
            }
            let storage = if definition.is_static { "static " } else { "" };
            let text = format!("{storage}{};\n", definition.ty.declare(&name));
            declared.push(name);
            self.thesis.bridges.push((caller..=caller, super::bridges::Bridge::Before(text)));
        }
    }
}
