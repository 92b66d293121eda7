//! The thesis's dialect: the code of Appendix D and Chapter 8.
//!
//! A parallel region becomes four pieces of text. A structure,
//! `gpump_params0`, has two members for each variable that the region uses,
//! its value and its address on the device. The construct itself is replaced
//! by the calls that fill the structure, copy it over, start the kernel and
//! copy it back ([`launch`]). The region's own text becomes a kernel at the end
//! of the file ([`kernel`]), declared at its beginning. Loops that are shared
//! out get their bounds from the runtime library ([`loops`]).
//!
//! The layout follows Appendix D to the letter, so that the output can be laid
//! beside the printed listing.

pub mod kernel;
pub mod launch;
pub mod limits;
pub mod loops;

use crate::c::symbols::{DataClause, DeclInfo, Type};

/// What stands at the top of a translated file.
pub const PRELUDE: &str = "\
#include <stdio.h>
#include <cutil.h>
#include <gpump_all.h>
#include <gpump.cu>
#include <gpump_utils.cu>
";

/// A variable that a region uses, as its code needs it.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    /// Its type, without the qualifiers that forbid assignment.
    pub ty: Type,
    /// Whether the original has such qualifiers: its address has to be cast.
    pub qualified: bool,
    /// Written as an array parameter: `sizeof` of it misleads.
    pub from_array: bool,
    pub clause: DataClause,
    /// Whether the kernel declares a copy for each thread.
    pub private_copy: bool,
    pub first_on_parallel: bool,
    pub reduced_on_parallel: bool,
}

impl Variable {
    pub fn new(declaration: &DeclInfo) -> Self {
        let ty = declaration.ty.assignable();
        Variable {
            name: declaration.name.clone(),
            qualified: ty != declaration.ty,
            ty,
            from_array: declaration.from_array,
            clause: DataClause::NONE,
            private_copy: false,
            first_on_parallel: false,
            reduced_on_parallel: false,
        }
    }

    /// Whether its type can be written before anything that the program
    /// declares or defines: keywords, and extents that are numbers.
    pub fn is_self_contained(&self) -> bool {
        let bases = self.ty.bases();
        let builtin =
            |ty: &&Type| matches!(ty, Type::Base { definition: crate::c::symbols::Definition::Builtin, .. });
        let extents = all_extents(&self.ty);
        bases.iter().all(builtin)
            && extents.iter().all(|text| crate::c::symbols::integer_literal(text).is_some())
    }
}

fn all_extents(ty: &Type) -> Vec<&str> {
    match ty {
        Type::Base { .. } | Type::Function { .. } => Vec::new(),
        Type::Pointer { to, .. } => all_extents(to),
        Type::Array { of, extent } => {
            let mut extents = all_extents(of);
            extents.push(&extent.text);
            extents
        }
    }
}

/// A parallel region, numbered in the order of the file.
#[derive(Clone, Debug)]
pub struct Region {
    pub number: usize,
    pub variables: Vec<Variable>,
    /// Whether some variable is used through the structure.
    pub uses_shared: bool,
}

impl Region {
    /// The kernel, `gpump_parallel0`.
    pub fn kernel(&self) -> String {
        kernel_name(self.number)
    }

    /// The type of its parameters, `gpump_params0`.
    pub fn params(&self) -> String {
        format!("gpump_params{}", self.number)
    }

    /// The kernel's parameter, `gpump_li0`.
    pub fn list(&self) -> String {
        format!("gpump_li{}", self.number)
    }

    /// A use of a shared variable in the kernel (8.2.5).
    pub fn shared(&self, name: &str) -> String {
        format!("({}->{name})", self.list())
    }

    /// Where a variable lives on the device, in words; `is_addressed` says whether the region takes its address.
    pub fn place(&self, variable: &Variable, is_addressed: bool) -> String {
        let local = match (variable.ty.extents().is_empty(), is_addressed) {
            (true, false) => "each thread's own, in a register of the kernel",
            (true, true) => {
                "each thread's own, in registers or, since its address is taken, its local memory"
            }
            (false, _) => "each thread's own array, in its local memory",
        };
        let shared =
            format!("the member `{}` of `{}` in device memory", self.shared(&variable.name), self.params());
        let leads = match variable.ty.pointer_level() {
            0 => "",
            _ => "; what it points to is copied to the device and back, if it is on the memory list (8.4)",
        };
        match (variable.private_copy, variable.clause == DataClause::PRIVATE) {
            (true, true) => local.to_owned(),
            (true, false) => format!("{local}; beside it {shared}{leads}"),
            (false, _) => format!("{shared}{leads}"),
        }
    }

    /// The structure and the kernel's declaration.
    pub fn declarations(&self) -> String {
        let mut text = String::from("typedef struct {\n");
        for variable in &self.variables {
            text.push_str(&format!("    {};\n", variable.ty.declare(&variable.name)));
        }
        if !self.variables.is_empty() {
            let twins: Vec<String> =
                self.variables.iter().map(|variable| format!("*__{}", variable.name)).collect();
            text.push_str(&format!("    void {};\n", twins.join(", ")));
        }
        text.push_str(&format!("}} {};\n\n", self.params()));
        text.push_str(&format!("{};\n", self.signature()));
        text
    }

    fn signature(&self) -> String {
        format!("__global__ void {}({} *{})", self.kernel(), self.params(), self.list())
    }
}

/// The kernel of the region with this number.
pub fn kernel_name(region: usize) -> String {
    format!("gpump_parallel{region}")
}

/// The call that puts a variable on the list of what pointers may point into
/// (8.5.1).
pub fn alloc_list_add(name: &str) -> String {
    format!("gpump_alloc_list_add(&{name}, sizeof {name});")
}

/// A routine of the runtime library, by the name of OpenMP's (8.3): for the
/// host, or for the device.
pub fn routine(name: &str, on_device: bool) -> String {
    let own = name.replacen("omp_", "gpump_", 1);
    if on_device { own + "_d" } else { own }
}

/// A function's name on the device (8.5.2).
pub fn device_function(name: &str) -> String {
    format!("{name}_d")
}

/// The `master` construct around its statement (8.2.4).
pub fn master(statement: &str, on_device: bool, in_block: bool) -> String {
    let text = format!("if ({}())\n\t{statement}", routine("omp_is_master", on_device));
    // Alone behind an `if`, it would take that one's `else`.
    if in_block { text } else { format!("{{ {text} }}") }
}

/// The `barrier` directive (8.2.4).
pub fn barrier(on_device: bool) -> String {
    format!("{}();", routine("omp_barrier", on_device))
}
