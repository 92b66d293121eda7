//! The C library on the device: which of its functions a region may call, and
//! under which name.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// One function on each line, and how it is called: `prefixed` with `gpump_` in
/// front of its name, `plain` as it is. Behind `prefixed` stands `lean` where it asks nothing of
/// the team (`runtime/cuda/lean.h`); those that are plain never do.
const LIST: &str = include_str!("../../../runtime/cuda/library.txt");

/// What stands behind each function's name in the list.
static FORMS: LazyLock<FxHashMap<&str, &str>> =
    LazyLock::new(|| LIST.lines().filter_map(|line| line.split_once(' ')).collect());

/// How a function of the C library is called on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Prefixed,
    Plain,
}

/// The form of a function of the C library; nothing for one that the device
/// has not. gcc's `__builtin_` names count as what they stand for.
pub fn form(name: &str) -> Option<Form> {
    match FORMS.get(name)?.split(' ').next() {
        Some("prefixed") => Some(Form::Prefixed),
        Some("plain") => Some(Form::Plain),
        _ => None,
    }
}

/// Whether a function of the C library does without the team that calls it.
pub fn is_lean(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    FORMS.get(name).is_some_and(|form| form.split(' ').any(|word| matches!(word, "lean" | "plain")))
}

/// Functions of gcc's that both compilers of device code have.
pub fn is_builtin(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("__builtin_") else { return false };
    !rest.starts_with("va_") && !matches!(rest, "apply" | "return" | "longjmp" | "setjmp" | "frame_address")
}

/// Whether a function of `math.h` or `stdlib.h` does nothing but compute, as long as its arguments are numbers.
pub fn is_plain_mathematics(name: &str) -> bool {
    let is_other = matches!(name, "alloca" | "lgamma" | "lgammaf");
    matches!(name, "abs" | "labs" | "llabs") || (form(name) == Some(Form::Plain) && !is_other)
}
