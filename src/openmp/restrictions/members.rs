//! Members of structures and unions that clauses list: those without an address, and those whose storage others share (sections
//! 5.8.3, 5.9 and 15.9.5 of OpenMP 5.2).

use super::Program;
use super::types::place;
use crate::diagnostics::Diagnostic;
use crate::openmp::written::{Item, Written, whole};
use crate::rewrite::Tokens as _;

/// Clauses that list places in memory, and where that is said.
const CLAUSES: [(&str, &str); 5] =
    [("affinity", "12.5.1"), ("depend", "15.9.5"), ("from", "5.9"), ("map", "5.8.3"), ("to", "5.9")];

pub(super) fn check(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let mut errors = Vec::new();
    for (word, clause) in written.clauses() {
        let Some((_, section)) = CLAUSES.iter().find(|(name, _)| *name == word) else { continue };
        let modifiers = written.modifiers(clause);
        let is_iterator = |item: &Item| {
            item.name(tokens)
                .is_some_and(|name| modifiers.iter().any(|&word| tokens.text(word) == tokens.text(name)))
        };
        for item in written.items(clause).iter().filter(|item| !is_iterator(item)) {
            errors.extend(of_item(item, word, section, program));
        }
    }
    errors
}

fn of_item(item: &Item, clause: &str, section: &str, program: &Program) -> Option<Diagnostic> {
    let tokens = program.tokens;
    let place = place(&item.tokens, program)?;
    let label = match clause {
        _ if place.is_bit_field => "a bit-field: it has no address of its own",
        "map" | "to" | "from" if place.is_in_union => "a member of a union: others have the same storage",
        _ => return None,
    };
    let at = whole(&item.tokens)?;
    let text: String = item.tokens.iter().map(|&index| tokens.text(index)).collect();
    let error = Diagnostic::error("E0361", format!("`{text}` cannot be in `{clause}`"), tokens.span(&at));
    Some(error.label(label).note(format!("section {section} of OpenMP 5.2")))
}
