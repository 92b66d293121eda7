//! Clauses that do not list the same variable.

use crate::diagnostics::Diagnostic;
use crate::openmp::written::{Item, Written};
use crate::rewrite::Tokens as _;

/// Clauses of which one lists a variable, and where that is said.
struct Apart {
    /// The directive, or one that it is part of; any, if there is none.
    directive: Option<&'static str>,
    /// What one of these lists, none of the others does.
    clauses: &'static [&'static str],
    others: &'static [&'static str],
    section: &'static str,
}

const fn apart(
    directive: &'static str,
    clauses: &'static [&'static str],
    others: &'static [&'static str],
    section: &'static str,
) -> Apart {
    Apart { directive: Some(directive), clauses, others, section }
}

const fn anywhere(
    clauses: &'static [&'static str],
    others: &'static [&'static str],
    section: &'static str,
) -> Apart {
    Apart { directive: None, clauses, others, section }
}

const DEVICE_POINTERS: &[&str] = &["is_device_ptr", "has_device_addr"];
const USED_POINTERS: &[&str] = &["use_device_ptr", "use_device_addr"];
const EXTENDED: &[&str] = &["to", "link", "enter"];
const OF_PARAMETERS: &[&str] = &["uniform", "linear"];

/// What stands once among data-sharing clauses is in [`super::lists`].
const APART: &[Apart] = &[
    apart("target", &["map"], &["private", "firstprivate", "is_device_ptr", "has_device_addr"], "5.8.3"),
    apart("target", DEVICE_POINTERS, &["private", "firstprivate"], "5.4.7"),
    apart("target", DEVICE_POINTERS, DEVICE_POINTERS, "5.4.7"),
    apart("target data", USED_POINTERS, USED_POINTERS, "5.4.8"),
    apart("target update", &["to"], &["from"], "5.9"),
    apart("declare target", EXTENDED, EXTENDED, "7.8.1"),
    apart("declare simd", OF_PARAMETERS, OF_PARAMETERS, "5.10"),
    apart("declare simd", &["aligned"], &["aligned"], "5.11"),
    apart("distribute", &["firstprivate"], &["lastprivate"], "11.6"),
    apart("task", &["detach"], &["private", "firstprivate", "shared", "in_reduction"], "12.5.2"),
    apart("interop", &["init", "use", "destroy"], &["init", "use", "destroy"], "14.1"),
    anywhere(&["in_reduction"], &["in_reduction", "reduction"], "5.5.10"),
    anywhere(&["in_reduction"], &["private", "firstprivate", "lastprivate", "shared"], "5.5.10"),
    anywhere(&["task_reduction"], &["task_reduction"], "5.5.9"),
    anywhere(&["nontemporal"], &["nontemporal"], "10.4.1"),
    anywhere(&["inclusive", "exclusive"], &["inclusive", "exclusive"], "5.6"),
];

/// What a directive lists twice.
pub(super) fn check(written: &Written) -> Vec<Diagnostic> {
    let is_meant = |apart: &&Apart| apart.directive.is_none_or(|name| name == written.directive.name);
    APART.iter().filter(is_meant).filter_map(|apart| twice(apart, written)).collect()
}

/// The first variable that is in two of the clauses. Parts of one variable may be listed beside each other.
fn twice(apart: &Apart, written: &Written) -> Option<Diagnostic> {
    let tokens = written.tokens;
    let of = |words: &[&str]| -> Vec<(&str, Item)> {
        let clauses = written.clauses().filter(|(word, _)| words.contains(word));
        let items = clauses
            .flat_map(|(word, clause)| written.items(clause).into_iter().map(move |item| (word, item)));
        items.filter(|(_, item)| item.name(tokens).is_some()).collect()
    };
    let others = of(apart.others);
    let is_same = |one: &Item, other: &Item| {
        let (first, second) = (one.tokens[0], other.tokens[0]);
        let is_whole = one.tokens.len() == 1 || other.tokens.len() == 1;
        first != second && is_whole && tokens.text(first) == tokens.text(second)
    };
    let (one, other) = of(apart.clauses).into_iter().find_map(|one| {
        let other = others.iter().find(|(_, other)| is_same(&one.1, other))?;
        Some((one, other.clone()))
    })?;
    let place = |(word, item): &(&str, Item)| (item.tokens[0], word.to_string());
    let mut places = [place(&one), place(&other)];
    places.sort();
    let [(earlier, earlier_clause), (name, clause)] = places;
    let message = format!("`{}` is listed twice", tokens.text(name));
    let error = Diagnostic::error("E0302", message, tokens.span(&(name..=name)));
    Some(
        error
            .label(format!("in `{clause}`"))
            .note_at(tokens.span(&(earlier..=earlier)), format!("and in `{earlier_clause}`"))
            .note(format!(
                "a variable is in one of these clauses, once (section {} of OpenMP 5.2)",
                apart.section
            )),
    )
}
