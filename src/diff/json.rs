//! Differences for tools: one JSON object for each, on a line of its own. `docs/diff.md` says what the
//! members mean.

use std::ops::Range;

use serde::Serialize;

use super::preserved::{Fault, What};
use super::tokens::Text;
use super::{Comparison, Part, Rename, Side};
use crate::diagnostics::json::{End, Place};

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Object<'t> {
    Change(Change<'t>),
    Move {
        what: &'static str,
        name: &'t str,
        a: Place<'t>,
        b: Place<'t>,
        changes: Vec<Change<'t>>,
    },
    Rename {
        a: &'t str,
        b: &'t str,
        count: usize,
    },
    Fault {
        what: What,
        source: Place<'t>,
        output: Place<'t>,
        expected: String,
        found: String,
    },
    #[serde(rename = "not taken")]
    NotTaken {
        source: Place<'t>,
        text: String,
    },
}

#[derive(Serialize)]
struct Change<'t> {
    a: Place<'t>,
    b: Place<'t>,
    removed: String,
    added: String,
}

/// Counts lines and columns of places that come in order, in one pass over long lines.
struct Places<'t> {
    text: &'t Text,
    last: usize,
    position: (usize, usize),
}

impl<'t> Places<'t> {
    fn of(text: &'t Text) -> Self {
        Places { text, last: 0, position: (1, 1) }
    }

    fn position(&mut self, at: usize) -> (usize, usize) {
        let line = self.text.line_of(at as u32) + 1;
        if line == self.position.0 && at >= self.last {
            self.position.1 += self.text.characters(self.last..at);
        } else {
            self.position = self.text.position(at);
        }
        self.last = at;
        self.position
    }

    /// The place of some bytes, and their text.
    fn place(&mut self, span: &Range<usize>) -> (Place<'t>, String) {
        let (line, column) = self.position(span.start);
        let end = self.position(span.end);
        let place = Place { file: self.text.name(), line, column, end: End { line: end.0, column: end.1 } };
        (place, String::from_utf8_lossy(&self.text.bytes()[span.clone()]).into_owned())
    }
}

/// The differences as lines of JSON, each with its line end.
pub fn json_lines(comparison: &Comparison) -> String {
    let sides = &comparison.sides;
    let [mut in_a, mut in_b] = [0, 1].map(|side| Places::of(sides[side].text));
    let mut objects = Vec::new();
    for part in &comparison.parts {
        let places = part.item.as_ref().map(|item| {
            [in_a.place(&sides[0].span(&item.tokens[0])), in_b.place(&sides[1].span(&item.tokens[1]))]
        });
        let changes = part.changes.iter().map(|change| {
            let (a, removed) = in_a.place(&span(sides, part, change, 0));
            let (b, added) = in_b.place(&span(sides, part, change, 1));
            Change { a, b, removed, added }
        });
        match (&part.item, places) {
            (Some(item), Some([(a, _), (b, _)])) => {
                let changes = changes.collect();
                objects.push(Object::Move { what: item.kind.noun(), name: &item.name, a, b, changes });
            }
            _ => objects.extend(changes.map(Object::Change)),
        }
    }
    objects.extend(comparison.renames.iter().map(|Rename { a, b, count }| Object::Rename {
        a,
        b,
        count: *count,
    }));
    lines(objects)
}

/// The places at which an output is not as its source, likewise.
pub fn json_of_faults(source: &Text, output: &Text, faults: &[Fault]) -> String {
    let (mut in_source, mut in_output) = (Places::of(source), Places::of(output));
    lines(faults.iter().map(|fault| {
        let (source, expected) = in_source.place(&fault.source);
        let (output, found) = in_output.place(&fault.output);
        Object::Fault { what: fault.what, source, output, expected, found }
    }))
}

/// What of a source was not taken over, likewise.
pub fn json_of_not_taken(source: &Text, stretches: &[Range<usize>]) -> String {
    let mut places = Places::of(source);
    lines(stretches.iter().map(|stretch| {
        let (source, text) = places.place(stretch);
        Object::NotTaken { source, text }
    }))
}

/// The bytes of what changed on one side; of nothing, the place where it would be.
fn span(sides: &[Side; 2], part: &Part, change: &[Range<usize>; 2], side: usize) -> Range<usize> {
    let (tokens, change) = (&part.tokens[side], &change[side]);
    let end = part.item.as_ref().map_or(sides[side].tokens.len(), |item| item.tokens[side].end);
    let first = tokens.get(change.start).map_or(end, |&token| token as usize);
    let last = tokens[change.clone()].last().map_or(first, |&token| token as usize + 1);
    sides[side].span(&(first..last))
}

fn lines<'t>(objects: impl IntoIterator<Item = Object<'t>>) -> String {
    // Strings and numbers: there is nothing that could fail.
    objects.into_iter().map(|object| serde_json::to_string(&object).unwrap_or_default() + "\n").collect()
}
