//! The words in front of a clause's colon: each once, and those that go together (chapters 3 to 11 of OpenMP 5.2).

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::{Clause, clause_section};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tokens::is_openmp_word;

/// The directives whose reductions may take part in those of tasks.
const WITH_TASKS: [&str; 5] = ["parallel", "for", "sections", "scope", "teams"];

/// The directives whose reductions may be scanned.
const SCANNED: [&str; 2] = ["for", "simd"];

pub(super) fn check(written: &Written) -> Vec<Diagnostic> {
    let mut errors = repeated(written);
    errors.extend(conditions(written));
    errors.extend(monotonic(written));
    errors.extend(reductions(written));
    errors.extend(scanned_in_part(written));
    errors.extend(references(written));
    errors
}

fn error(code: &'static str, message: String, at: &Tokens, written: &Written) -> Diagnostic {
    Diagnostic::error(code, message, written.tokens.span(at))
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
                error("E0306", format!("`{text}` is given twice"), &(word..=word), written)
                    .label("again here")
                    .note_at(written.tokens.span(&(earlier..=earlier)), "first here")
                    .note(format!("a modifier stands in a clause once (section {section})"))
            }));
        }
    }
    errors
}

/// What `if` says of which of the directives that the construct is made of (section 3.4).
fn conditions(written: &Written) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut earlier: Vec<(String, &Clause)> = Vec::new();
    for clause in written.all("if") {
        let words = written.modifiers(clause);
        let text: Vec<&str> = words.iter().map(|&word| written.tokens.text(word)).collect();
        let text = text.join(" ");
        let directive = written.directive;
        let at = written.range(clause);
        if let Some((_, first)) = earlier.iter().find(|(other, _)| *other == text) {
            let message = "`if` is given twice".to_owned();
            errors.push(
                error("E0306", message, &at, written)
                    .label("again here")
                    .note_at(written.tokens.span(&written.range(first)), "first here")
                    .note("a directive takes one `if` clause at most (section 2.4), or one for each directive that it is made of (section 3.4 of OpenMP 5.2)"),
            );
        } else if let Some((_, first)) = earlier.iter().find(|(other, _)| other.is_empty() != text.is_empty())
        {
            let message = "`if` with the name of a directive and without".to_owned();
            errors.push(
                error("E0306", message, &at, written)
                    .label("what is left for it?")
                    .note_at(written.tokens.span(&written.range(first)), "the other")
                    .note("all `if` clauses of a directive have a name, or there is one (section 3.4 of OpenMP 5.2)"),
            );
        } else if !text.is_empty() && text != directive.name && !directive.has_leaf(&text) {
            let message = format!("`if({text}: …)` on `{}`", directive.name);
            errors.push(
                error("E0321", message, &(words[0]..=words[words.len() - 1]), written)
                    .label("no part of the directive")
                    .note(
                        "the name is that of a directive which takes the clause (section 3.4 of OpenMP 5.2)",
                    ),
            );
        }
        earlier.push((text, clause));
    }
    errors
}

/// The order of a schedule's chunks (section 11.5.3).
fn monotonic(written: &Written) -> Vec<Diagnostic> {
    let Some(schedule) = written.clause("schedule") else { return Vec::new() };
    let words = words(written, schedule);
    let of = |wanted: i32| words.iter().copied().find(|&word| written.tokens[word].kind == wanted);
    let Some(word) = of(kind::NONMONOTONIC) else { return Vec::new() };
    let others = [
        (
            of(kind::MONOTONIC).map(|other| other..=other),
            "monotonic",
            "iterations come in their order, or they do not",
        ),
        (
            written.clause("ordered").map(|clause| written.range(clause)),
            "ordered",
            "an ordered loop has its iterations in their order",
        ),
    ];
    let both = others.into_iter().filter_map(|(other, name, rule)| {
        let message = format!("`nonmonotonic` together with `{name}`");
        Some(
            error("E0321", message, &(word..=word), written)
                .label("iterations out of their order")
                .note_at(written.tokens.span(&other?), "the other")
                .note(format!("{rule} (section 11.5.3 of OpenMP 5.2)")),
        )
    });
    both.collect()
}

/// Modifiers of `linear` that are for references, which C does not have (section 5.4.6).
fn references(written: &Written) -> Vec<Diagnostic> {
    let tokens = written.tokens;
    let words = written.all("linear").flat_map(|clause| written.argument(clause));
    let is_meant = |word: usize| {
        let before = tokens.visible_before(word).map_or(0, |before| tokens[before].kind);
        matches!(tokens.text(word), "ref" | "uval")
            && (before == kind::COLON
                || tokens.visible_from(word + 1).is_some_and(|next| tokens[next].kind == kind::LEFT_PAREN))
    };
    let words = words.copied().filter(|&word| is_meant(word));
    let errors = words.map(|word| {
        let message = format!("`{}` is no modifier of `linear` in C", tokens.text(word));
        let error = error("E0321", message, &(word..=word), written).label("for references alone");
        error.note("section 5.4.6 of OpenMP 5.2")
    });
    errors.collect()
}

/// A loop that scans one of its reductions scans them all (section 5.5.8).
fn scanned_in_part(written: &Written) -> Option<Diagnostic> {
    let is_scanned = |clause: &&Clause| {
        written.modifiers(clause).iter().any(|&word| written.tokens[word].kind == kind::INSCAN)
    };
    let scanned = written.all("reduction").find(is_scanned)?;
    let other = written.all("reduction").find(|clause| !is_scanned(clause))?;
    let at = written.tokens.span(&written.range(other));
    Some(
        Diagnostic::warning("W0305", "`reduction(inscan, …)` beside a reduction without `inscan`", at)
            .label("not scanned")
            .note_at(written.tokens.span(&written.range(scanned)), "the other")
            .note("of a directive all reductions are scanned, or none (section 5.5.8 of OpenMP 5.2)"),
    )
}

/// What `reduction(task, …)` and `reduction(inscan, …)` are for (sections 5.5.7 and 5.5.8).
fn reductions(written: &Written) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let leaves = &written.directive.leaves;
    for clause in written.all("reduction") {
        for word in words(written, clause) {
            let (fits, excluded): (bool, &[&str]) = match written.tokens[word].kind {
                kind::TASK => {
                    let is_one =
                        leaves.iter().any(|leaf| WITH_TASKS.contains(leaf)) && !leaves.contains(&"simd");
                    (is_one, &["nowait"])
                }
                kind::INSCAN => (leaves.iter().any(|leaf| SCANNED.contains(leaf)), &["schedule", "ordered"]),
                _ => continue,
            };
            let text = written.tokens.text(word);
            if !fits {
                let message = format!("`reduction({text}, …)` on `{}`", written.directive.name);
                errors.push(
                    error("E0321", message, &(word..=word), written)
                        .label("not on this directive")
                        .note("section 5.5.8 of OpenMP 5.2"),
                );
            }
            errors.extend(excluded.iter().filter_map(|name| {
                let other = written.clause(name).filter(|_| fits)?;
                let message = format!("`reduction({text}, …)` together with `{name}`");
                Some(
                    error("E0321", message, &(word..=word), written)
                        .label("not on one directive")
                        .note_at(written.tokens.span(&written.range(other)), "the other")
                        .note("section 5.5.8 of OpenMP 5.2"),
                )
            }));
        }
    }
    errors
}
