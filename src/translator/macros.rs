//! What a diagnostic says of a macro's use, it says of the macro's text: that
//! is shown too.

use crate::diagnostics::Diagnostic;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::directives::Directives;

/// Adds the definition of the macro whose invocation a diagnostic is about.
pub(super) fn show_definitions(mut found: Vec<Diagnostic>, tokens: &TokenList) -> Vec<Diagnostic> {
    let directives = Directives::of(tokens);
    for diagnostic in &mut found {
        let Some(name) = invoked(diagnostic, tokens) else { continue };
        let Some(definition) = directives.macro_named(name) else { continue };
        let is_shown = diagnostic.notes.iter().any(|note| note.span.as_ref() == Some(&definition.span));
        if !is_shown {
            let message = format!("in the expansion of the macro `{name}`, which is defined here");
            *diagnostic = diagnostic.clone().note_at(definition.span.clone(), message);
        }
    }
    found
}

/// The name in a diagnostic's place, if the place is a name, or a name with
/// arguments.
fn invoked<'t>(diagnostic: &Diagnostic, file: &'t TokenList) -> Option<&'t str> {
    let first = file.at_byte(diagnostic.span.start);
    let is_name = |text: &str| text.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
    let token = file.get(first).filter(|_| is_name(file.text(first)))?;
    let rest = file.source_text().get(token.span.end..diagnostic.span.end)?.trim_start();
    let is_whole = token.span.start == diagnostic.span.start
        && (rest.is_empty() || (rest.starts_with('(') && rest.ends_with(')')));
    is_whole.then(|| file.text(first))
}
