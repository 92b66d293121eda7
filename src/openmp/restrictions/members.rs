//! Members of structures and unions that clauses list: those without an address, and those whose storage others share (sections
//! 5.8.3, 5.9 and 15.9.5 of OpenMP 5.2).

use super::Program;
use crate::c::named::named;
use crate::diagnostics::Diagnostic;
use crate::openmp::report::Report as _;
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
        let iterators: Vec<&str> = written.modifiers(clause).iter().map(|&word| tokens.text(word)).collect();
        let is_iterator =
            |item: &Item| item.name(tokens).is_some_and(|name| iterators.contains(&tokens.text(name)));
        let items = written.items(clause).into_iter().filter(|item| !is_iterator(item));
        errors.extend(items.filter_map(|item| of_item(&item, word, section, program)));
    }
    errors
}

fn of_item(item: &Item, clause: &str, section: &str, program: &Program) -> Option<Diagnostic> {
    let tokens = program.tokens;
    let named = named(&item.tokens, program.scopes, tokens)?;
    let label = match clause {
        _ if named.is_bit_field => "a bit-field: it has no address of its own",
        "map" | "to" | "from" if named.is_in_union => "a member of a union: others have the same storage",
        _ => return None,
    };
    let text: String = item.tokens.iter().map(|&index| tokens.text(index)).collect();
    let message = format!("`{text}` cannot be in `{clause}`");
    let error = tokens.error("E0361", message, &whole(&item.tokens)?, label);
    Some(error.note(format!("section {section} of OpenMP 5.2")))
}
