//! Words of directives that are no words of OpenMP 2.5, and the words that were
//! probably meant.

use std::ops::Range;

use crate::diagnostics::Diagnostic;

const DIRECTIVES: &[&str] = &[
    "parallel",
    "for",
    "sections",
    "section",
    "single",
    "master",
    "critical",
    "barrier",
    "atomic",
    "flush",
    "ordered",
    "threadprivate",
    "simd",
];

const CLAUSES: &[&str] = &[
    "if",
    "num_threads",
    "default",
    "shared",
    "private",
    "firstprivate",
    "lastprivate",
    "copyin",
    "copyprivate",
    "reduction",
    "schedule",
    "ordered",
    "collapse",
    "nowait",
    "read",
    "write",
    "update",
    "capture",
    "seq_cst",
    "acq_rel",
    "acquire",
    "release",
    "relaxed",
    "hint",
    "safelen",
    "simdlen",
    "aligned",
    "linear",
];

/// What is said of words that are none of OpenMP 2.5's, and some later version's.
pub const CAME_LATER: &str = "gpump translates OpenMP 2.5; this word came later";

/// Words that later versions of OpenMP brought.
const LATER: &[&str] = &[
    "task",
    "taskwait",
    "taskyield",
    "taskgroup",
    "taskloop",
    "target",
    "teams",
    "distribute",
    "declare",
    "cancel",
    "cancellation",
    "loop",
    "scan",
    "requires",
    "masked",
    "scope",
    "proc_bind",
    "depend",
    "map",
    "untied",
    "mergeable",
    "final",
    "priority",
    "compare",
    "error",
    "tile",
    "unroll",
    "interop",
    "dispatch",
    "assume",
    "assumes",
    "metadirective",
    "filter",
    "order",
    "allocate",
    "monotonic",
    "nonmonotonic",
    "nogroup",
    "in_reduction",
];

/// Says that a word is none of a pragma's family, `OpenMP` or `gpump`, where a
/// directive or a clause should stand.
pub fn unknown(word: &str, family: &str, directive: bool, span: Range<usize>) -> Diagnostic {
    let (what, candidates): (&str, &[&str]) = match (family, directive) {
        ("gpump", _) => ("directive", &["accessible"]),
        (_, true) => ("directive", DIRECTIVES),
        (_, false) => ("clause", CLAUSES),
    };
    let error = Diagnostic::error("E0102", format!("unknown {family} {what} `{word}`"), span);
    if family == "OpenMP" && LATER.contains(&word) {
        return error.label("not in OpenMP 2.5").note(CAME_LATER);
    }
    let closest = candidates.iter().max_by(|a, b| strsim::jaro(word, a).total_cmp(&strsim::jaro(word, b)));
    match closest {
        Some(closest) if strsim::jaro(word, closest) > 0.7 => {
            error.label(format!("no {what} of this name")).help(format!("did you mean `{closest}`?"))
        }
        _ => error.label(format!("no {what} of this name")),
    }
}
