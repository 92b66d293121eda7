//! The scopes, each with what it declares, and the macros.

use super::table::Table;
use super::{DIM, HEADING, NAME, PLAIN, Paper, TEXT, flowing};

pub fn show(paper: &Paper<'_>) -> String {
    const LONGEST: usize = 60;
    let scopes = &paper.explanation.scopes;
    let mut depths: Vec<usize> = Vec::new();
    let mut text = String::new();
    for scope in scopes {
        let depth = scope.parent.and_then(|parent| depths.get(parent)).map_or(0, |depth| depth + 1);
        depths.push(depth);
        if scope.declarations.is_empty() {
            continue;
        }
        let indent = "  ".repeat(depth);
        let (first, last) = (paper.line(scope.source[0]), paper.line(scope.source[1].saturating_sub(1)));
        let heading = match scope.kind {
            "file" => "file".to_owned(),
            kind if first == last => format!("{kind}, line {first}"),
            kind => format!("{kind}, lines {first} to {last}"),
        };
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("{indent}{}\n", paper.paint(HEADING, &heading)));
        let columns =
            [("line", DIM), ("name", NAME), ("type", PLAIN), ("what", PLAIN), ("used in lines", DIM)];
        let mut table = Table::new(2 * depth + 2, &columns);
        for declared in &scope.declarations {
            let what = match declared.storage {
                Some(storage) => format!("{storage} {}", declared.kind),
                None => declared.kind.to_owned(),
            };
            let mut lines: Vec<usize> = declared.uses.iter().map(|span| paper.line(span[0])).collect();
            lines.dedup();
            let uses: Vec<String> = lines.iter().map(usize::to_string).collect();
            table.row(vec![
                paper.line(declared.source[0]).to_string(),
                declared.name.clone(),
                flowing(&declared.ty, LONGEST),
                what,
                uses.join(" "),
            ]);
        }
        text.push_str(&table.text(paper));
    }
    let macros = &paper.explanation.macros;
    if !macros.is_empty() {
        text.push_str(&format!("\n{}\n", paper.paint(HEADING, "macros, where they are used")));
        let columns = [("line", DIM), ("use", NAME), ("becomes", TEXT)];
        let mut table = Table::new(2, &columns);
        for used in macros {
            let typed = flowing(paper.source(used.source), LONGEST);
            let line = paper.line(used.source[0]).to_string();
            table.row(vec![line, typed, flowing(&used.expansion, LONGEST)]);
        }
        text.push_str(&table.text(paper));
    }
    text
}
