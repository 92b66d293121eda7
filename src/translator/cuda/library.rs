//! The C library on the device: which of its functions a region may call, and
//! under which name.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::runtime;

/// How gcc's own functions are called (`runtime/cuda/library_builtins.h`), as [`runtime::library`] says it of the C library's.
const BUILTIN_LIST: &str = include_str!("../../../runtime/cuda/builtins.txt");

static BUILTINS: LazyLock<FxHashMap<&str, &str>> =
    LazyLock::new(|| BUILTIN_LIST.lines().filter_map(|line| line.split_once(' ')).collect());

/// How a function of the C library is called on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Prefixed,
    Plain,
}

/// The form of a function of the C library; `None` for one that the device
/// has not. gcc's `__builtin_` names count as what they stand for.
pub fn form(name: &str) -> Option<Form> {
    form_of(runtime::library().get(name))
}

fn form_of(found: Option<&&str>) -> Option<Form> {
    match found?.split(' ').next() {
        Some("prefixed") => Some(Form::Prefixed),
        Some("plain") => Some(Form::Plain),
        _ => None,
    }
}

/// Whether a function of the C library does without the team that calls it.
pub fn is_bare(name: &str) -> bool {
    if BUILTINS.contains_key(name) && !matches!(name, "__builtin_trap" | "__builtin_ia32_pause") {
        return true;
    }
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    runtime::library()
        .get(name)
        .is_some_and(|form| form.split(' ').any(|word| matches!(word, "bare" | "plain")))
}

/// Which argument of a function of the C library is the one that it calls.
pub fn comparison(name: &str) -> Option<usize> {
    match name {
        "qsort" => Some(3),
        "bsearch" => Some(4),
        _ => None,
    }
}

/// How a function of gcc's own, which no header declares, is called on the device: as it is where both compilers of device code
/// have it. `None` for one that the device has not. Those that stand for a function of the C library are that function.
pub fn builtin(name: &str) -> Option<Form> {
    let of_library = || name.strip_prefix("__builtin_").and_then(form);
    form_of(BUILTINS.get(name)).or_else(of_library)
}

/// Whether a function of gcc's own is atomic, so that a thread may wait by it for what another one writes.
pub fn is_atomic(name: &str) -> bool {
    ["__sync_", "__atomic_"].iter().any(|family| name.starts_with(family))
}

/// Whether a function of gcc's own is called as it is.
pub fn is_as_it_is(name: &str) -> bool {
    form_of(BUILTINS.get(name)) == Some(Form::Plain)
}

/// Whether a function of gcc's own has a form of the runtime's.
pub fn is_listed_builtin(name: &str) -> bool {
    form_of(BUILTINS.get(name)) == Some(Form::Prefixed)
}

/// Whether a name is that of a function of gcc's own.
pub fn is_builtin(name: &str) -> bool {
    ["__builtin_", "__sync_", "__atomic_"].iter().any(|family| name.starts_with(family))
}

/// Whether a function of `math.h` or `stdlib.h` does nothing but compute, as long as its arguments are numbers.
pub fn is_plain_mathematics(name: &str) -> bool {
    let is_other = matches!(name, "alloca" | "lgamma" | "lgammaf");
    matches!(name, "abs" | "labs" | "llabs") || (form(name) == Some(Form::Plain) && !is_other)
}
