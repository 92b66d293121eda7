//! How what is wrong is handed out: said of the file, in order, and with the macros that it stands in.

use super::macros;
use crate::diagnostics::Diagnostic;
use crate::syntax::TokenList;

/// What was found, said of the file, and in order.
pub(super) fn presentable(mut found: Vec<Diagnostic>, tokens: &TokenList) -> Vec<Diagnostic> {
    for diagnostic in &mut found {
        diagnostic.retell(|span| tokens.in_file(span), |span| tokens.in_file(span) == *span);
    }
    macros::show_definitions(sorted(found), tokens)
}

/// What the program does wrong comes before what the dialect cannot do.
pub(super) fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |diagnostic: &Diagnostic| (diagnostic.span.start, diagnostic.span.end, diagnostic.code);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.origin(), place(diagnostic)));
    diagnostics.dedup_by(|a, b| place(a) == place(b));
    diagnostics
}
