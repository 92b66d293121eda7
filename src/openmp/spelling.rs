//! Words of directives that are none of OpenMP's, and the words that were
//! probably meant.

use std::ops::Range;

use crate::diagnostics::Diagnostic;
use crate::syntax::accepted;

/// Says that a word is none of a pragma's family, `OpenMP` or `gpump`, where a
/// directive or a clause should stand.
pub fn unknown(word: &str, family: &str, directive: bool, span: Range<usize>) -> Diagnostic {
    let (what, candidates): (&str, Vec<&str>) = match (family, directive) {
        ("gpump", _) => ("directive", vec!["accessible"]),
        (_, true) => ("directive", accepted::directive_words().collect()),
        (_, false) => ("clause", accepted::clause_words().collect()),
    };
    let error = Diagnostic::error("E0102", format!("unknown {family} {what} `{word}`"), span)
        .label(format!("no {what} of this name"));
    let alike = |candidate: &&str| strsim::jaro(word, candidate);
    let closest = candidates.iter().max_by(|a, b| alike(a).total_cmp(&alike(b)));
    match closest {
        Some(closest) if alike(closest) > 0.7 => error.help(format!("did you mean `{closest}`?")),
        _ => error,
    }
}
