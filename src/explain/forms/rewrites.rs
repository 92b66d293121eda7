//! The steps that wrote something, in their order, each with its operations.

use super::table::wrap;
use super::{DIM, HEADING, NAME, PLAIN, Paper, RULE, TEXT, visible};
use crate::explain::model::{Operation, Step, Translated};

pub fn show(paper: &Paper<'_>) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (name, dialect) in paper.dialects() {
        if let Some(refusal) = paper.refusal(name, dialect) {
            parts.push(refusal);
        } else if let Some(translated) = dialect.translated() {
            parts.push(steps(paper, name, translated));
        }
    }
    parts.join("\n")
}

fn steps(paper: &Paper<'_>, name: &str, translated: &Translated) -> String {
    let all = translated.steps.len();
    let writing: Vec<(usize, &Step)> =
        translated.steps.iter().enumerate().filter(|(_, step)| has_written(step)).collect();
    let heading = match writing.len() {
        0 => format!("dialect {name}: nothing is written in {all} steps, the file stays as it is"),
        count => format!("dialect {name}: {count} of {all} steps write"),
    };
    let mut text = format!("{}\n", paper.paint(HEADING, &heading));
    for (number, step) in writing {
        let place = step.source.map_or("the file".to_owned(), |span| format!("line {}", paper.line(span[0])));
        let head = [
            paper.paint(DIM, &format!("step {number}")),
            paper.paint(RULE, step.rule),
            paper.paint(NAME, step.action),
            place,
        ];
        text.push_str(&format!("\n{}\n", head.join("  ")));
        let says = paper.explanation.sentences.get(step.says).map_or("", String::as_str);
        for line in wrap(says, paper.look.width.saturating_sub(2).max(30)) {
            text.push_str(&format!("  {line}\n"));
        }
        for &at in &step.operations {
            if let Some(operation) = translated.operations.get(at) {
                text.push_str(&shown(paper, operation));
            }
        }
        for change in &step.changes {
            let name = translated.outputs.get(change.output).map_or("", |output| output.name.as_str());
            let (gone, come) = (change.at[1] - change.at[0], change.text.len());
            let said = format!("{name}, byte {}: {gone} bytes become {come}", change.at[0]);
            text.push_str(&format!("  {}\n", paper.paint(DIM, &said)));
        }
    }
    text
}

fn has_written(step: &Step) -> bool {
    !(step.operations.is_empty() && step.changes.is_empty())
}

fn shown(paper: &Paper<'_>, operation: &Operation) -> String {
    let longest = paper.look.width.saturating_sub(8).max(30);
    let Operation { stream, kind, source, text, reason, .. } = operation;
    let head = format!("  {kind} at {} on the {stream}'s stream: {reason}", paper.place(source[0]));
    let mut shown = format!("{}\n", paper.paint(PLAIN, &head));
    let old = paper.source(*source);
    if !old.is_empty() {
        shown.push_str(&format!(
            "    {} {}\n",
            paper.paint(DIM, "-"),
            paper.paint(DIM, &visible(old, longest))
        ));
    }
    if !text.is_empty() {
        shown.push_str(&format!(
            "    {} {}\n",
            paper.paint(DIM, "+"),
            paper.paint(TEXT, &visible(text, longest))
        ));
    }
    shown
}
