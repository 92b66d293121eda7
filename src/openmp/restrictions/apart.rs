//! Clauses that do not list the same variable.

use crate::diagnostics::Diagnostic;
use crate::openmp::report::Report as _;
use crate::openmp::written::{Item, Written};
use crate::rewrite::Tokens as _;

const ANY: &str = "";
const DEVICE_POINTERS: &[&str] = &["is_device_ptr", "has_device_addr"];
const USED_POINTERS: &[&str] = &["use_device_ptr", "use_device_addr"];
const EXTENDED: &[&str] = &["to", "link", "enter"];
const OF_PARAMETERS: &[&str] = &["uniform", "linear"];
const OF_OBJECTS: &[&str] = &["init", "use", "destroy"];
const SCANNED: &[&str] = &["inclusive", "exclusive"];

/// A directive, clauses, and others that do not list what one of these does; and where that is said.
///
/// What stands once among data-sharing clauses is in [`super::lists`].
const APART: &[(&str, &[&str], &[&str], &str)] = &[
    ("target", &["map"], &["private", "firstprivate", "is_device_ptr", "has_device_addr"], "5.8.3"),
    ("target", DEVICE_POINTERS, &["private", "firstprivate"], "5.4.7"),
    ("target", DEVICE_POINTERS, DEVICE_POINTERS, "5.4.7"),
    ("target data", USED_POINTERS, USED_POINTERS, "5.4.8"),
    ("target update", &["to"], &["from"], "5.9"),
    ("declare target", EXTENDED, EXTENDED, "7.8.1"),
    ("declare simd", OF_PARAMETERS, OF_PARAMETERS, "5.10"),
    ("declare simd", &["aligned"], &["aligned"], "5.11"),
    ("distribute", &["firstprivate"], &["lastprivate"], "11.6"),
    ("task", &["detach"], &["private", "firstprivate", "shared", "in_reduction"], "12.5.2"),
    ("interop", OF_OBJECTS, OF_OBJECTS, "14.1"),
    (ANY, &["in_reduction"], &["in_reduction", "reduction"], "5.5.10"),
    (ANY, &["in_reduction"], &["private", "firstprivate", "lastprivate", "shared"], "5.5.10"),
    (ANY, &["task_reduction"], &["task_reduction"], "5.5.9"),
    (ANY, &["nontemporal"], &["nontemporal"], "10.4.1"),
    (ANY, SCANNED, SCANNED, "5.6"),
    (ANY, &["copyin"], &["copyin"], "5.7.1"),
];

/// What a directive lists twice: of each pair of clauses the first variable that is in both. Parts of one variable may be
/// listed beside each other.
pub(super) fn check(written: &Written) -> Vec<Diagnostic> {
    let tokens = written.tokens;
    let items_of = |words: &[&str]| -> Vec<(usize, Item, &str)> {
        let clauses = written.clauses().filter(|(word, _)| words.contains(word));
        let items = clauses
            .flat_map(|(word, clause)| written.items(clause).into_iter().map(move |item| (item, word)));
        items.filter_map(|(item, word)| Some((item.name(tokens)?, item, word))).collect()
    };
    let meant = APART.iter().filter(|(name, ..)| [ANY, written.directive.name].contains(name));
    let errors = meant.filter_map(|(_, clauses, others, section)| {
        let others = items_of(others);
        let both = items_of(clauses).into_iter().find_map(|(name, item, clause)| {
            let is_same = |(other, other_item, _): &&(usize, Item, &str)| {
                let is_whole = item.tokens.len() == 1 || other_item.tokens.len() == 1;
                *other != name && is_whole && tokens.text(*other) == tokens.text(name)
            };
            let (other, _, other_clause) = others.iter().find(is_same)?;
            Some([(name, clause), (*other, *other_clause)])
        });
        let mut both = both?;
        both.sort();
        let [(earlier, earlier_clause), (name, clause)] = both;
        let message = format!("`{}` is listed twice", tokens.text(name));
        let rule = format!("a variable is in one of these clauses, once (section {section} of OpenMP 5.2)");
        let error = tokens.error("E0302", message, &(name..=name), format!("in `{clause}`"));
        Some(error.note_at(tokens.at(&(earlier..=earlier)), format!("and in `{earlier_clause}`")).note(rule))
    });
    errors.collect()
}
