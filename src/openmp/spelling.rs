//! Words of directives that are none of OpenMP's, and the words that were
//! probably meant.

use std::ops::Range;

use crate::diagnostics::{Diagnostic, Edit};
use crate::syntax::accepted;

/// The directives of `#pragma gpump`.
pub const OWN_DIRECTIVES: [&str; 1] = ["accessible"];

/// The directives and clauses of OpenMP 6.0 that gpump does not read.
const UNREAD: [&str; 20] = [
    "apply",
    "collector",
    "declare_induction",
    "device_safesync",
    "graph_id",
    "graph_reset",
    "groupprivate",
    "induction",
    "inductor",
    "init_complete",
    "local",
    "memscope",
    "no_openmp_constructs",
    "replayable",
    "safesync",
    "self_maps",
    "task_iteration",
    "taskgraph",
    "threadset",
    "transparent",
];

/// Says that a word is none of a pragma's family, `OpenMP` or `gpump`, where a
/// directive or a clause should stand. `likely` are those that fit there best, `edited` is where it is replaced.
pub fn unknown(
    word: &str,
    family: &str,
    directive: bool,
    likely: &[&'static str],
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
    if family == "OpenMP" && UNREAD.contains(&word) {
        return error.note(format!(
            "OpenMP 6.0 has `{word}`; of that version gpump reads the loop transformations alone"
        ));
    }
    // OpenMP 6.0 has names such as `declare_target` with either.
    let blanks = word.replace('_', " ");
    if directive && accepted::directives().iter().any(|known| known.name == blanks) {
        return error
            .help(format!("write `{blanks}`, as all versions have it"))
            .fix(format!("replace `{word}` by `{blanks}`"), [Edit::new(edited, blanks)]);
    }
    match closest(word, likely).or_else(|| closest(word, &candidates)) {
        Some(closest) => error
            .help(format!("did you mean `{closest}`?"))
            .fix(format!("replace `{word}` by `{closest}`"), [Edit::new(edited, closest)]),
        None => error,
    }
}

/// The word that is most like this one, if it is like it at all: of short words, that one letter makes the difference.
fn closest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    let is_one_off = |candidate: &str| strsim::osa_distance(word, candidate) == 1;
    let alike = |candidate: &str| strsim::jaro(word, candidate) + f64::from(u8::from(is_one_off(candidate)));
    let best = candidates.iter().max_by(|a, b| alike(a).total_cmp(&alike(b)))?;
    (alike(best) > 0.7).then_some(*best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_newer_version_are_told_as_such() {
        let found = unknown("taskgraph", "OpenMP", true, &[], 0..9, 0..9);
        assert!(found.helps.is_empty() && found.fixes.is_empty());
        assert_eq!(
            found.notes[0].message,
            "OpenMP 6.0 has `taskgraph`; of that version gpump reads the loop transformations alone"
        );
        let found = unknown("declare_target", "OpenMP", true, &[], 0..14, 0..14);
        assert_eq!(found.helps, ["write `declare target`, as all versions have it"]);
    }

    #[test]
    fn what_fits_there_is_meant_first() {
        assert_eq!(closest("fro", &["if", "for", "private"]), Some("for"));
        assert_eq!(closest("shedule", &["shared", "schedule"]), Some("schedule"));
        assert_eq!(closest("colour", &["if", "for"]), None);
        let found = |likely: &[&'static str]| unknown("fro", "OpenMP", false, likely, 0..3, 0..3).helps;
        assert_eq!(found(&["for"]), ["did you mean `for`?"]);
        assert_eq!(found(&[]), ["did you mean `from`?"]);
    }
}
