//! Words of directives that are none of OpenMP's, and the words that were
//! probably meant.

use std::ops::Range;

use crate::diagnostics::{Diagnostic, Edit};
use crate::syntax::accepted;

/// The directives of `#pragma gpump`.
pub const OWN_DIRECTIVES: [&str; 1] = ["accessible"];

/// Says that a word is none of a pragma's family, `OpenMP` or `gpump`, where a
/// directive or a clause should stand. `edited` is where it is replaced.
pub fn unknown(
    word: &str,
    family: &str,
    directive: bool,
    span: Range<usize>,
    edited: Range<usize>,
) -> Diagnostic {
    let (what, candidates): (&str, Vec<&str>) = match (family, directive) {
        ("gpump", _) => ("directive", OWN_DIRECTIVES.to_vec()),
        (_, true) => ("directive", accepted::directive_words().collect()),
        (_, false) => ("clause", accepted::clause_words().collect()),
    };
    let error = Diagnostic::error("E0102", format!("unknown {family} {what} `{word}`"), span)
        .label(format!("no {what} of this name"));
    let alike = |candidate: &&str| strsim::jaro(word, candidate);
    let closest = candidates.iter().max_by(|a, b| alike(a).total_cmp(&alike(b)));
    match closest {
        Some(closest) if alike(closest) > 0.7 => error
            .help(format!("did you mean `{closest}`?"))
            .fix(format!("replace `{word}` by `{closest}`"), [Edit::new(edited, *closest)]),
        _ => error,
    }
}
