//! Differences for tools: one JSON object for each, on a line of its own. `docs/diff.md` says what the
//! members mean.

use std::ops::Range;

use serde::Serialize;

use super::preserved::Fault;
use super::tokens::Text;
use super::{Change, Comparison, Rename, Side};
use crate::diagnostics::json::{End, Place};

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Object<'t> {
    Change(ChangeObject<'t>),
    Move {
        what: &'static str,
        name: &'t str,
        a: Place<'t>,
        b: Place<'t>,
        changes: Vec<ChangeObject<'t>>,
    },
    Rename {
        a: &'t str,
        b: &'t str,
        count: usize,
    },
    Fault {
        what: &'static str,
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
struct ChangeObject<'t> {
    a: Place<'t>,
    b: Place<'t>,
    removed: String,
    added: String,
}

/// Counts lines and columns of places that come in order, in one pass over long lines.
struct Counter<'t> {
    text: &'t Text,
    last: usize,
    position: (usize, usize),
}

impl<'t> Counter<'t> {
    fn new(text: &'t Text) -> Self {
        Counter { text, last: 0, position: (1, 1) }
    }

    fn position(&mut self, at: usize) -> (usize, usize) {
        let line = self.text.line_of(at as u32) + 1;
        if line == self.position.0 && at >= self.last {
            let between = String::from_utf8_lossy(&self.text.bytes()[self.last..at]);
            self.position.1 += between.chars().count();
        } else {
            self.position = self.text.position(at);
        }
        self.last = at;
        self.position
    }

    fn place(&mut self, span: Range<usize>) -> Place<'t> {
        let (line, column) = self.position(span.start);
        let end = self.position(span.end);
        Place { file: self.text.name(), line, column, end: End { line: end.0, column: end.1 } }
    }
}

/// The differences as lines of JSON, each with its line end.
pub fn json_lines(comparison: &Comparison) -> String {
    let mut out = String::new();
    let (a, b) = (&comparison.a, &comparison.b);
    let mut objects = Objects { comparison, a: Counter::new(a.text), b: Counter::new(b.text) };
    for change in objects.changes(&a.in_place, &b.in_place, 0, 0) {
        push(&mut out, &Object::Change(change));
    }
    for item in &comparison.moves {
        let list = |range: &Range<usize>| -> Vec<u32> { range.clone().map(|token| token as u32).collect() };
        let places = (objects.a.place(a.span(&item.a)), objects.b.place(b.span(&item.b)));
        let changes = objects.changes(&list(&item.a), &list(&item.b), item.a.end, item.b.end);
        push(
            &mut out,
            &Object::Move { what: item.kind.noun(), name: &item.name, a: places.0, b: places.1, changes },
        );
    }
    for Rename { a, b, count } in &comparison.renames {
        push(&mut out, &Object::Rename { a, b, count: *count });
    }
    out
}

/// The places at which an output is not as its source, likewise.
pub fn json_of_faults(source: &Text, output: &Text, faults: &[Fault]) -> String {
    let mut out = String::new();
    let (mut in_source, mut in_output) = (Counter::new(source), Counter::new(output));
    for fault in faults {
        let object = Object::Fault {
            what: fault.what.name(),
            source: in_source.place(fault.source.clone()),
            output: in_output.place(fault.output.clone()),
            expected: text(&source.bytes()[fault.source.clone()]),
            found: text(&output.bytes()[fault.output.clone()]),
        };
        push(&mut out, &object);
    }
    out
}

/// What of a source was not taken over, likewise.
pub fn json_of_not_taken(source: &Text, stretches: &[Range<usize>]) -> String {
    let mut out = String::new();
    let mut counter = Counter::new(source);
    for stretch in stretches {
        let text = text(&source.bytes()[stretch.clone()]);
        push(&mut out, &Object::NotTaken { source: counter.place(stretch.clone()), text });
    }
    out
}

struct Objects<'c, 't> {
    comparison: &'c Comparison<'t>,
    a: Counter<'t>,
    b: Counter<'t>,
}

impl<'t> Objects<'_, 't> {
    /// The changes among some tokens. `end_a` and `end_b` are the tokens behind them, if they are not the
    /// files'.
    fn changes(&mut self, a: &[u32], b: &[u32], end_a: usize, end_b: usize) -> Vec<ChangeObject<'t>> {
        let comparison = self.comparison;
        let mut object = |change: Change| {
            let span_a = span(&comparison.a, a, &change.a, end_a);
            let span_b = span(&comparison.b, b, &change.b, end_b);
            ChangeObject {
                removed: text(&comparison.a.text.bytes()[span_a.clone()]),
                added: text(&comparison.b.text.bytes()[span_b.clone()]),
                a: self.a.place(span_a),
                b: self.b.place(span_b),
            }
        };
        comparison.changes(a, b).into_iter().map(&mut object).collect()
    }
}

/// The bytes of some of the tokens in a list; of none, the place where they would be.
fn span(side: &Side, list: &[u32], of: &Range<usize>, end: usize) -> Range<usize> {
    if !of.is_empty() {
        return side.span(&(list[of.start] as usize..list[of.end - 1] as usize + 1));
    }
    let next =
        list.get(of.start).map_or(if end > 0 { end } else { side.tokens.len() }, |&token| token as usize);
    side.span(&(next..next))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn push(out: &mut String, object: &Object) {
    // Strings and numbers: there is nothing that could fail.
    out.push_str(&serde_json::to_string(object).unwrap_or_default());
    out.push('\n');
}
