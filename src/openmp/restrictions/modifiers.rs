//! The words in front of a clause's colon: each once, and those that go together (chapters 3 to 11 of OpenMP 5.2).

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::{Written, whole};
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::{Clause, clause_section, is_openmp_word};
use crate::syntax::generated::open_mpc as kind;

/// A modifier of `reduction`, the directives that take it, and the clauses that do not stand beside it (sections 5.5.7 and 5.5.8).
const REDUCTIONS: [(i32, &[&str], &[&str]); 2] = [
    (kind::TASK, &["parallel", "for", "sections", "scope", "teams"], &["nowait"]),
    (kind::INSCAN, &["for", "simd"], &["schedule", "ordered"]),
];

pub(super) fn check(written: &Written) -> Vec<Diagnostic> {
    let mut errors = repeated(written);
    errors.extend(conditions(written));
    errors.extend(monotonic(written));
    errors.extend(REDUCTIONS.iter().flat_map(|(word, on, apart)| reductions(*word, on, apart, written)));
    errors.extend(scanned_in_part(written));
    errors.extend(references(written));
    errors
}

/// The words of OpenMP among a clause's modifiers.
fn words(written: &Written, clause: &Clause) -> Vec<usize> {
    let parts = written.split(written.modifiers(clause)).into_iter();
    let is_word = |index: &usize| is_openmp_word(written.tokens[*index].kind);
    parts.filter_map(|part| part.tokens.first().copied()).filter(is_word).collect()
}

fn repeated(written: &Written) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    // What `when` has in front of its colon is a context selector (`variants::check`).
    for (name, clause) in written.clauses().filter(|(name, _)| *name != "when") {
        let words = words(written, clause);
        for (number, &word) in words.iter().enumerate() {
            let text = written.tokens.text(word);
            let earlier = words[..number].iter().find(|&&earlier| written.tokens.text(earlier) == text);
            errors.extend(earlier.map(|&earlier| {
                let section = clause_section(name).unwrap_or_default();
                written
                    .error("E0306", format!("`{text}` is given twice"), &(word..=word), "again here")
                    .note_at(written.at(&(earlier..=earlier)), "first here")
                    .note(format!("a modifier stands in a clause once (section {section})"))
            }));
        }
    }
    errors
}

/// What `if` says of which of the directives that the construct is made of (section 3.4).
fn conditions(written: &Written) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut earlier: Vec<(String, Tokens)> = Vec::new();
    let is_part =
        |text: &str| text.is_empty() || text == written.directive.name || written.directive.has_leaf(text);
    for clause in written.all("if") {
        let words = written.modifiers(clause);
        let text = written.tokens.words(words);
        let at = written.range(clause);
        let first = |is_meant: &dyn Fn(&str) -> bool| {
            earlier.iter().find(|(other, _)| is_meant(other)).map(|(_, first)| written.at(first))
        };
        if let Some(first) = first(&|other| other == text) {
            let error = written.error("E0306", "`if` is given twice", &at, "again here");
            errors.push(error.note_at(first, "first here").note("a directive takes one `if` clause at most (section 2.4), or one for each directive that it is made of (section 3.4 of OpenMP 5.2)"));
        } else if let Some(first) = first(&|other| other.is_empty() != text.is_empty()) {
            let message = "`if` with the name of a directive and without";
            let rule =
                "all `if` clauses of a directive have a name, or there is one (section 3.4 of OpenMP 5.2)";
            let error = written.error("E0306", message, &at, "what is left for it?");
            errors.push(error.note_at(first, "the other").note(rule));
        } else if let Some(words) = whole(words).filter(|_| !is_part(&text)) {
            let message = format!("`if({text}: …)` on `{}`", written.directive.name);
            let rule = "the name is that of a directive which takes the clause (section 3.4 of OpenMP 5.2)";
            errors.push(written.error("E0321", message, &words, "no part of the directive").note(rule));
        }
        earlier.push((text, at));
    }
    errors
}

/// The order of a schedule's chunks (section 11.5.3).
fn monotonic(written: &Written) -> Vec<Diagnostic> {
    let of = |wanted| {
        words(written, written.clause("schedule")?).into_iter().find(|&at| written.tokens[at].kind == wanted)
    };
    let Some(word) = of(kind::NONMONOTONIC) else { return Vec::new() };
    let ordered = written.clause("ordered").map(|clause| written.range(clause));
    let others = [
        (
            "monotonic",
            of(kind::MONOTONIC).map(|at| at..=at),
            "iterations come in their order, or they do not",
        ),
        ("ordered", ordered, "an ordered loop has its iterations in their order"),
    ];
    let both = others.into_iter().filter_map(|(name, other, rule)| {
        let message = format!("`nonmonotonic` together with `{name}`");
        let error = written.error("E0321", message, &(word..=word), "iterations out of their order");
        let rule = format!("{rule} (section 11.5.3 of OpenMP 5.2)");
        Some(error.note_at(written.at(&other?), "the other").note(rule))
    });
    both.collect()
}

/// Modifiers of `linear` that are for references, which C does not have (section 5.4.6).
fn references(written: &Written) -> Vec<Diagnostic> {
    let tokens = written.tokens;
    let words = written.all("linear").flat_map(|clause| written.argument(clause));
    let is_meant = |&&word: &&usize| {
        let before = tokens.visible_before(word).map_or(0, |before| tokens[before].kind);
        let opens =
            || tokens.visible_from(word + 1).is_some_and(|next| tokens[next].kind == kind::LEFT_PAREN);
        matches!(tokens.text(word), "ref" | "uval") && (before == kind::COLON || opens())
    };
    let errors = words.filter(is_meant).map(|&word| {
        let message = format!("`{}` is no modifier of `linear` in C", tokens.text(word));
        let error = written.error("E0321", message, &(word..=word), "for references alone");
        error.note("section 5.4.6 of OpenMP 5.2")
    });
    errors.collect()
}

/// A loop that scans one of its reductions scans them all (section 5.5.8).
fn scanned_in_part(written: &Written) -> Option<Diagnostic> {
    let is_scanned = |clause: &&Clause| written.modifier(clause, kind::INSCAN).is_some();
    let scanned = written.all("reduction").find(is_scanned)?;
    let other = written.all("reduction").find(|clause| !is_scanned(clause))?;
    let message = "`reduction(inscan, …)` beside a reduction without `inscan`";
    let warning = written.warning("W0305", message, &written.range(other), "not scanned");
    let rule = "of a directive all reductions are scanned, or none (section 5.5.8 of OpenMP 5.2)";
    Some(warning.note_at(written.at(&written.range(scanned)), "the other").note(rule))
}

/// What a modifier of `reduction` is for.
fn reductions(modifier: i32, on: &[&str], apart: &[&str], written: &Written) -> Vec<Diagnostic> {
    let leaves = &written.directive.leaves;
    let fits =
        leaves.iter().any(|leaf| on.contains(leaf)) && (modifier != kind::TASK || !leaves.contains(&"simd"));
    let mut errors = Vec::new();
    let words = written.all("reduction").flat_map(|clause| words(written, clause));
    for word in words.filter(|&word| written.tokens[word].kind == modifier) {
        let text = written.tokens.text(word);
        let refuse = |with: String, label: &str| {
            written.error("E0321", format!("`reduction({text}, …)` {with}"), &(word..=word), label)
        };
        if !fits {
            let error = refuse(format!("on `{}`", written.directive.name), "not on this directive");
            errors.push(error.note("section 5.5.8 of OpenMP 5.2"));
            continue;
        }
        for (name, other) in apart.iter().filter_map(|name| Some((name, written.clause(name)?))) {
            let error = refuse(format!("together with `{name}`"), "not on one directive");
            let other = written.at(&written.range(other));
            errors.push(error.note_at(other, "the other").note("section 5.5.8 of OpenMP 5.2"));
        }
    }
    errors
}
