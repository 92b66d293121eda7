//! The cuda dialect: all of OpenMP 2.5, for today's devices.
//!
//! A file becomes two texts, the host's, which stays C, and the device's; or one,
//! in which both are C++ ([`single_file`]). What stands in each for which construct is told, with the reasons, in
//! `docs/cuda-dialect.md`; here is where it is written.

pub mod device_file;
pub mod host_file;
pub mod kernel;
pub mod needs;
pub mod single_file;
pub mod work;

use std::borrow::Cow;

/// How a variable of the function around a region gets into the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// By value: nobody changes it while the region runs.
    Value,
    /// By its address.
    Address,
    /// An array of variable length, or a pointer to one: the address of its
    /// first element and the number of elements of each dimension.
    Rows,
}

/// A pragma as a comment. `place` is the file and the line.
pub fn comment(place: Option<&str>, pragma: &str) -> String {
    let pragma = match pragma.contains('/') {
        true => Cow::Owned(pragma.replace("*/", "* /").replace("/*", "/ *")),
        false => Cow::Borrowed(pragma),
    };
    match place {
        Some(place) => format!("/* {place}: {pragma} */"),
        None => format!("/* {pragma} */"),
    }
}

/// The name of a variable's original where a construct makes a copy.
pub fn original(name: &str) -> String {
    format!("gpump_original_{name}")
}

/// The name of the copy of the structure that a pointer leads to.
pub fn structure_of(name: &str) -> String {
    format!("gpump_structure_{name}")
}

/// The name of the number of elements that a dimension of an array of variable length has, the outermost being 0.
pub fn dimension_of(name: &str, at: usize) -> String {
    format!("gpump_dimension_{name}_{at}")
}

/// The value that a reduction begins with (specification, 2.8.3.6).
pub fn identity(operator: &str) -> &'static str {
    match operator {
        "*" | "&&" => "1",
        "&" => "~0",
        "max" => "gpump_least()",
        "min" => "gpump_greatest()",
        _ => "0",
    }
}

/// The last word of the name of a reduction's function.
pub fn reduction(operator: &str) -> &'static str {
    match operator {
        "-" => "sub",
        "*" => "mul",
        "&" => "and",
        "|" => "or",
        "^" => "xor",
        "&&" => "logical_and",
        "||" => "logical_or",
        "max" => "max",
        "min" => "min",
        _ => "add",
    }
}

/// The elements of a list, by a macro that makes them of so many names at most.
fn in_macros(make: &str, context: &str, names: &[&str]) -> Vec<String> {
    names.chunks(64).map(|names| format!("{make}({context}{})", names.join(", "))).collect()
}
