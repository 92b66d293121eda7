//! Directives and clauses, as the grammar has them, where a pragma is being typed.

use gpump::openmp::spelling::OWN_DIRECTIVES;
use gpump::syntax::TokenList;
use gpump::syntax::accepted::{Following, Part, following};
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, TextEdit};

use super::pragma::{Pragma, pragma_at};
use super::text::{Encoding, Text};

/// What may stand at a place of a pragma.
pub fn completion(text: &Text, offset: usize, encoding: Encoding) -> Vec<CompletionItem> {
    let typed = text.as_str();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let start = typed[..offset].trim_end_matches(is_part).len();
    let Some(Pragma { is_own, words: behind, .. }) = pragma_at(typed, offset) else { return Vec::new() };
    if start <= behind {
        return Vec::new();
    }
    let range = text.range(&(start..offset), encoding);
    let item = |one: Following| {
        let detail =
            one.section.map(|section| section_of(section, one.version.map(|version| version.to_string())));
        let (kind, new) = match one.part {
            Part::Directive => (CompletionItemKind::KEYWORD, one.text.to_owned()),
            Part::Clause { has_argument: true } => (CompletionItemKind::FUNCTION, format!("{}(", one.text)),
            Part::Clause { .. } => (CompletionItemKind::PROPERTY, one.text.to_owned()),
            Part::Argument => (CompletionItemKind::ENUM_MEMBER, one.text.to_owned()),
        };
        CompletionItem {
            label: one.text.to_owned(),
            kind: Some(kind),
            detail,
            // Clauses first: a directive goes on with another word more rarely.
            sort_text: Some(format!("{}{}", u8::from(one.part == Part::Directive), one.text)),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, new))),
            ..CompletionItem::default()
        }
    };
    if is_own {
        let is_first = typed[behind..start].trim().is_empty();
        let directive = |text| Following { text, part: Part::Directive, section: None, version: None };
        let own = OWN_DIRECTIVES.into_iter().filter(|_| is_first);
        return own.map(directive).map(item).collect();
    }
    let list = TokenList::lex(&format!("#pragma omp{}\n", &typed[behind..start]));
    following(&list.as_words(&list.pragma(0).1)).into_iter().map(item).collect()
}

/// Where something is described, and since when it is there.
fn section_of(section: &str, version: Option<String>) -> String {
    let since = version.map(|version| format!("OpenMP {version}, ")).unwrap_or_default();
    format!("{since}section {section}")
}
