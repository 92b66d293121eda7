//! gpump's diagnostics as those of the protocol.

use gpump::{Diagnostic, Severity};
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString};

use super::places::Places;

/// All of them. What is wrong in a header is said at the document's first line, with the place in the header beside it.
pub fn diagnostics(found: &[Diagnostic], places: &Places<'_>) -> Vec<lsp_types::Diagnostic> {
    found.iter().map(|one| diagnostic(one, places)).collect()
}

pub fn diagnostic(found: &Diagnostic, places: &Places<'_>) -> lsp_types::Diagnostic {
    let own = places.range(&found.span);
    let related = |place, message: &str| {
        let location = places.location(place)?;
        Some(DiagnosticRelatedInformation { location, message: message.to_owned() })
    };
    let in_header = own.is_none().then(|| related(&found.span, &found.message)).flatten();
    let notes = found.notes.iter().filter_map(|note| related(note.span.as_ref()?, &note.message));
    let related: Vec<_> = in_header.into_iter().chain(notes).collect();
    lsp_types::Diagnostic {
        range: own.unwrap_or_default(),
        severity: Some(match found.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(found.code.to_owned())),
        source: Some("gpump".to_owned()),
        message: message(found),
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}

/// What is said in one text: the message, what stands beside the place, and the notes and ways out that have no place.
fn message(found: &Diagnostic) -> String {
    let label = if found.label.is_empty() { String::new() } else { format!(": {}", found.label) };
    let notes = found.notes.iter().filter(|note| note.span.is_none());
    let notes = notes.map(|note| format!("\nnote: {}", note.message));
    let helps = found.helps.iter().map(|help| format!("\nhelp: {help}"));
    std::iter::once(format!("{}{label}", found.message)).chain(notes).chain(helps).collect()
}
