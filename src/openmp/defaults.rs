//! `default(none)` on other constructs than the outermost region, which is looked at with its data sharing (5.2, section 5.4.1).

use super::constructs::Construct;
use super::restrictions::{Program, names_listed};
use super::sharing;
use crate::diagnostics::Diagnostic;

/// Checks the constructs inside a construct, and itself if it is no parallel region.
pub fn check(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    construct.walk(&mut |inner| {
        let wants_all = inner.clauses.default.as_ref().is_some_and(|default| default.none);
        let is_region = std::ptr::eq(inner, construct) && inner.kind.is_parallel();
        if wants_all && !is_region {
            errors.extend(unlisted(inner, program));
        }
    });
    errors
}

/// What is used in a construct and is in none of its clauses, whichever these are.
fn unlisted(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let listed = names_listed(*construct.directive.start(), tokens);
    let references = program.references_in(&construct.body);
    let found = sharing::analyse(construct, references, program.scopes, program.threadprivate, tokens);
    let mut errors = found.err().unwrap_or_default();
    errors.retain(|error| !listed.contains(&&tokens.source_text()[error.span.clone()]));
    errors
}
