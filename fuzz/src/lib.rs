//! Fuzzing of gpump with libFuzzer: `scripts/fuzz` builds and runs the targets.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `fuzz_targets/` | one program for each target |
//! | `src/checks.rs` | what must hold of any text |
//! | `src/recipe.rs` | how a few bytes become a program that is nearly right |
//! | `seeds/` | programs that the recipes start from, beside those of `tests/` |
//! | `c.dict` | words of C, of the preprocessor and of OpenMP |
//!
//! Bytes that mean nothing teach little about what stands behind the parser.
//! So an input is one of two things: text as it is, or, if it begins with a
//! zero byte, a recipe that takes programs apart and puts them together anew.

pub mod checks;
pub mod recipe;

use std::borrow::Cow;

/// The text that an input stands for.
pub fn text(data: &[u8]) -> Cow<'_, [u8]> {
    match data.split_first() {
        Some((0, recipe)) => recipe::cook(recipe).into(),
        _ => data.into(),
    }
}

/// Runs a check on an input. With `GPUMP_FUZZ_SHOW` in the environment it
/// prints the text first, which is what to look at when a recipe has failed.
pub fn run(data: &[u8], check: fn(&[u8])) {
    let text = text(data);
    if std::env::var_os("GPUMP_FUZZ_SHOW").is_some() {
        eprintln!("{}", String::from_utf8_lossy(&text));
    }
    check(&text);
}
