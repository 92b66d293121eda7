//! Quick fixes: the edits that diagnostics carry.

use gpump::Diagnostic;
use gpump::diagnostics::Fix;
use lsp_types::{CodeAction, CodeActionKind, CodeActionOrCommand, Range, TextEdit, WorkspaceEdit};

use super::diagnostics::diagnostic;
use super::places::Places;

/// The fixes of what is wrong in a range of the document.
pub fn fixes(found: &[Diagnostic], places: &Places<'_>, range: Range) -> Vec<CodeActionOrCommand> {
    let touches = |one: &&Diagnostic| {
        places.range(&one.span).is_some_and(|own| own.start <= range.end && range.start <= own.end)
    };
    let of_one = |one: &Diagnostic| -> Vec<CodeActionOrCommand> {
        let is_only = one.fixes.len() == 1;
        one.fixes.iter().filter_map(|fix| action(one, fix, is_only, places)).collect()
    };
    found.iter().filter(touches).flat_map(of_one).collect()
}

/// Nothing if an edit is not of the document.
fn action(one: &Diagnostic, fix: &Fix, is_only: bool, places: &Places<'_>) -> Option<CodeActionOrCommand> {
    let edit =
        |edit: &gpump::diagnostics::Edit| Some(TextEdit::new(places.range(&edit.span)?, edit.text.clone()));
    let edits = fix.edits.iter().map(edit).collect::<Option<Vec<TextEdit>>>()?;
    let mut title = fix.title.clone();
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    Some(CodeActionOrCommand::CodeAction(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(one, places)]),
        edit: Some(WorkspaceEdit::new([(places.uri.clone(), edits)].into())),
        is_preferred: is_only.then_some(true),
        ..CodeAction::default()
    }))
}
