//! From the source to the outputs: the splices of each step, and where each byte of the outputs comes from.

use std::collections::HashMap;
use std::ops::Range;

use super::align::align;
use super::file::bytes;
use super::model::{Change, Link, LinkKind, Operation, Span};
use super::replay::{From, Part, Replay, Splice};
use crate::openmp::constructs::Tokens;
use crate::rewrite::{OperationKind, Tokens as _};
use crate::syntax::{Origin, TokenList};
use crate::translator::Observed;
use crate::translator::recording::Event;

/// What became of the events.
pub struct Outputs {
    /// With the step that each belongs to, in order.
    pub changes: Vec<(usize, Change)>,
    pub links: Vec<Link>,
    /// Where texts that were recorded as a whole stand: the tokens that they are made of, the output and the bytes.
    pub pieces: Vec<(Tokens, usize, Span)>,
}

/// A part of the device's text that grows by itself.
struct Segment<'t> {
    replay: Replay<'t>,
    tokens: Tokens,
    /// The step that shows it, and the one that completes it.
    shown: usize,
    completed: usize,
    /// Its text in the end.
    text: String,
    /// Where the stream's part of it begins and ends.
    own: Range<usize>,
    /// What has changed it, with the step.
    splices: Vec<(usize, Splice)>,
}

/// Follows the recording.
pub fn outputs(observed: &Observed<'_>, operations: &[Operation]) -> Outputs {
    let list = observed.tokens;
    let events = &observed.recording.events;
    let mut found = Outputs { changes: Vec::new(), links: Vec::new(), pieces: Vec::new() };
    let mut host = Replay::new(list, false, 0..list.len());
    let mut segments: Vec<Segment<'_>> = Vec::new();
    // By stream.
    let mut open: HashMap<usize, usize> = HashMap::new();
    let mut number = 0;
    let mut pieces: Vec<(&Tokens, &str)> = Vec::new();
    for (step, event) in events {
        let step = *step;
        let (stream, splice) = match event {
            Event::Operation { replacement, kind, text } => {
                let stream = replacement.stream;
                number += 1;
                let tokens = &replacement.tokens;
                let splice = match open.get(&stream) {
                    _ if stream == 0 => host.apply(number - 1, *kind, tokens, text),
                    Some(&at) => segments[at].replay.apply(number - 1, *kind, tokens, text),
                    None => None,
                };
                (stream, splice)
            }
            Event::Open { stream: 0, invocation } => (0, host.open(*invocation)),
            Event::Open { stream, invocation } => {
                (*stream, open.get(stream).and_then(|&at| segments[at].replay.open(*invocation)))
            }
            Event::Show { stream, tokens } => {
                let replay = Replay::new(list, true, *tokens.start()..tokens.end() + 1);
                let text = replay.text();
                let splices = vec![(step, Splice { at: 0..0, text: text.clone() })];
                let (shown, completed) = (step, usize::MAX);
                let own = 0..text.len();
                let tokens = tokens.clone();
                open.insert(*stream, segments.len());
                segments.push(Segment { replay, tokens, shown, completed, text, own, splices });
                continue;
            }
            Event::Code { stream, text } => {
                if let Some(&at) = open.get(stream) {
                    segments[at].complete(step, text.trim_end());
                }
                continue;
            }
            Event::Piece { source, text } => {
                pieces.push((source, text));
                continue;
            }
        };
        let Some(splice) = splice else { continue };
        match open.get(&stream) {
            _ if stream == 0 => found.changes.push((step, change(0, splice))),
            Some(&at) => segments[at].splices.push((step, splice)),
            None => {}
        }
    }
    let last = observed.recording.steps.len().saturating_sub(1);
    if let Some(splice) = Splice::between(0, &host.text(), &observed.translation.text) {
        found.changes.push((last, change(0, splice)));
    }
    let maker = Links { observed, operations, pieces };
    maker.host(&host, &mut found);
    if let Some(device) = &observed.translation.device {
        maker.device(device, segments, &mut found);
    }
    // A step's changes in the order in which they happened.
    found.changes.sort_by_key(|(step, _)| *step);
    found
}

fn change(output: usize, splice: Splice) -> Change {
    Change { output, at: [splice.at.start, splice.at.end], text: splice.text }
}

impl Segment<'_> {
    /// Puts the text around it that stands around it in the end.
    fn complete(&mut self, step: usize, text: &str) {
        let own = self.replay.text();
        let kept = own.trim_end();
        self.completed = step;
        text.clone_into(&mut self.text);
        match text.find(kept).filter(|_| !kept.is_empty()) {
            Some(start) => {
                let end = start + kept.len();
                self.own = start..end;
                let after = Splice { at: kept.len()..own.len(), text: text[end..].to_owned() };
                let before = Splice { at: 0..0, text: text[..start].to_owned() };
                let is_change = |splice: &Splice| !(splice.at.is_empty() && splice.text.is_empty());
                self.splices
                    .extend([after, before].into_iter().filter(is_change).map(|splice| (step, splice)));
            }
            None => {
                self.own = 0..0;
                self.splices.extend(Splice::between(0, &own, text).map(|splice| (step, splice)));
            }
        }
    }
}

/// Makes links.
struct Links<'o, 't> {
    observed: &'o Observed<'t>,
    operations: &'o [Operation],
    /// Texts that were made of tokens and became a part of an operation's.
    pieces: Vec<(&'o Tokens, &'o str)>,
}

/// The links of one output while they are made.
struct Row {
    output: usize,
    links: Vec<Link>,
    end: usize,
}

impl Row {
    fn push(&mut self, length: usize, source: Option<Span>, kind: LinkKind, step: Option<usize>) {
        if length == 0 {
            return;
        }
        let range = [self.end, self.end + length];
        self.end += length;
        if let Some(last) = self.links.last_mut()
            && last.kind == kind
            && last.step == step
        {
            let goes_on = match (kind, last.source, source) {
                (LinkKind::Kept, Some(before), Some(here)) => before[1] == here[0],
                (_, before, here) => before == here,
            };
            if goes_on {
                last.range[1] = range[1];
                if let (LinkKind::Kept, Some(before), Some(here)) = (kind, &mut last.source, source) {
                    before[1] = here[1];
                }
                return;
            }
        }
        self.links.push(Link { source, output: self.output, range, kind, step });
    }
}

impl Links<'_, '_> {
    fn list(&self) -> &TokenList {
        self.observed.tokens
    }

    fn source(&self) -> &str {
        self.list().source_text()
    }

    fn host(&self, host: &Replay<'_>, found: &mut Outputs) {
        let mut row = Row { output: 0, links: Vec::new(), end: 0 };
        for part in host.parts() {
            self.part(&part, &mut row, found);
        }
        let length = self.observed.translation.text.len();
        if row.end != length {
            row = Row { output: 0, links: Vec::new(), end: 0 };
            row.push(length, None, LinkKind::Written, None);
        }
        found.links.append(&mut row.links);
    }

    /// A token, or an operation's text.
    fn part(&self, part: &Part, row: &mut Row, found: &mut Outputs) {
        match part.from {
            From::Token(token) => self.token(token, &part.text, row),
            From::Operation(number) => self.operation(number, &part.text, row, found),
        }
    }

    fn token(&self, token: usize, text: &str, row: &mut Row) {
        let list = self.list();
        let at = match list.origin(token) {
            // Of blanks at an end some may have gone.
            Origin::File => list[token].span.start..list[token].span.start + text.len(),
            _ => list.stands_for(token, false),
        };
        let is_headers = matches!(list.origin(token), Origin::Header { .. });
        let kind = match self.source().get(at.clone()) {
            Some(same) if same == text => LinkKind::Kept,
            _ if is_headers => LinkKind::Written,
            _ => LinkKind::Changed,
        };
        row.push(text.len(), Some([at.start, at.end]), kind, None);
    }

    fn operation(&self, number: usize, text: &str, row: &mut Row, found: &mut Outputs) {
        let Some(operation) = self.operations.get(number) else {
            return row.push(text.len(), None, LinkKind::Written, None);
        };
        let step = Some(operation.step);
        let about = self.about(operation.step);
        let is_inserted = operation.kind.starts_with("insert");
        let mut at = 0;
        for (tokens, piece) in &self.pieces {
            let Some(start) = text[at..].find(piece).filter(|_| !piece.is_empty()) else { continue };
            let (start, end) = (at + start, at + start + piece.len());
            row.push(start - at, about, LinkKind::Written, step);
            let source = bytes(self.list(), tokens);
            found.pieces.push(((*tokens).clone(), row.output, [row.end, row.end + piece.len()]));
            self.aligned(&text[start..end], source, LinkKind::Changed, step, row);
            at = end;
        }
        match is_inserted || at > 0 {
            true => row.push(text.len() - at, about, LinkKind::Written, step),
            false => self.aligned(text, operation.source, LinkKind::Changed, step, row),
        }
    }

    /// A text that was made of some of the source's.
    fn aligned(&self, text: &str, source: Span, other: LinkKind, step: Option<usize>, row: &mut Row) {
        let original = self.source().get(source[0]..source[1]).unwrap_or_default();
        for (range, from) in align(text, original) {
            match from {
                Some(from) => {
                    let from = [source[0] + from.start, source[0] + from.end];
                    row.push(range.len(), Some(from), LinkKind::Kept, step);
                }
                None => row.push(range.len(), Some(source), other, step),
            }
        }
    }

    /// What a step is about; for a construct, its directive.
    fn about(&self, step: usize) -> Option<Span> {
        let tokens = self.observed.recording.steps.get(step)?.tokens.as_ref()?;
        Some(self.directive(tokens).unwrap_or_else(|| bytes(self.list(), tokens)))
    }

    /// The directive of the construct that tokens are, or the head of the function.
    fn directive(&self, tokens: &Tokens) -> Option<Span> {
        let list = self.list();
        let mut found = None;
        for region in &self.observed.recording.regions {
            region.construct.walk(&mut |inner| {
                if inner.tokens == *tokens {
                    found = Some(bytes(list, &inner.directive));
                }
            });
        }
        found
    }

    /// The device's text: segments, and what stands between them.
    fn device(&self, text: &str, segments: Vec<Segment<'_>>, found: &mut Outputs) {
        const OUTPUT: usize = 1;
        let steps = &self.observed.recording.steps;
        let assembling = steps.iter().rposition(|step| step.action == "device_file");
        let is_type = |segment: &Segment<'_>| {
            steps.get(segment.shown).is_some_and(|step| step.action == "definition_text")
        };
        // Types stand in front of the code, each of the two kinds in the order in which they were made.
        let (types, code): (Vec<Segment<'_>>, Vec<Segment<'_>>) =
            segments.into_iter().filter(|segment| segment.completed != usize::MAX).partition(is_type);
        let mut placed: Vec<(usize, Segment<'_>)> = Vec::new();
        let mut end = 0;
        for segment in types.into_iter().chain(code) {
            let whole = format!("\n{}\n", segment.text);
            if let Some(at) = text[end..].find(&whole) {
                let start = end + at + 1;
                end = start + segment.text.len();
                placed.push((start, segment));
            }
        }
        let mut splices: Vec<(usize, usize, &Splice)> = Vec::new();
        for (at, (_, segment)) in placed.iter().enumerate() {
            splices.extend(segment.splices.iter().map(|(step, splice)| (*step, at, splice)));
        }
        splices.sort_by_key(|(step, ..)| *step);
        let mut lengths = vec![0usize; placed.len()];
        for (step, at, splice) in splices {
            let offset: usize = lengths[..at].iter().sum();
            lengths[at] = lengths[at] + splice.text.len() - splice.at.len();
            let at = [offset + splice.at.start, offset + splice.at.end];
            found.changes.push((step, Change { output: OUTPUT, at, text: splice.text.clone() }));
        }
        let mut row = Row { output: OUTPUT, links: Vec::new(), end: 0 };
        let step = assembling.unwrap_or_else(|| steps.len().saturating_sub(1));
        for (start, segment) in &placed {
            self.between(text, *start, step, &mut row, found);
            self.segment(segment, &mut row, found);
        }
        self.between(text, text.len(), step, &mut row, found);
        found.links.append(&mut row.links);
    }

    /// What stands between two segments.
    fn between(&self, text: &str, end: usize, step: usize, row: &mut Row, found: &mut Outputs) {
        let start = row.end;
        if start == end {
            return;
        }
        let added = text[start..end].to_owned();
        found.changes.push((step, Change { output: row.output, at: [start, start], text: added }));
        let mut at = start;
        for (line, source) in &self.observed.recording.lines {
            let Some(place) = text[at..end].find(&format!("\n{line}\n")) else { continue };
            let place = at + place + 1;
            row.push(place - at, None, LinkKind::Written, Some(step));
            self.aligned(line, [source.start, source.end], LinkKind::Changed, Some(step), row);
            at = place + line.len();
        }
        row.push(end - at, None, LinkKind::Written, Some(step));
    }

    fn segment(&self, segment: &Segment<'_>, row: &mut Row, found: &mut Outputs) {
        let Segment { own, text, completed, tokens, .. } = segment;
        let range = [row.end, row.end + text.len()];
        let regions = self.observed.recording.regions.iter();
        let mut kernels = regions.flat_map(|region| std::iter::once(region).chain(&region.parts));
        let region = kernels.find(|found| found.construct.body == *tokens);
        let about = match region {
            Some(region) => bytes(self.list(), &region.construct.directive),
            None => bytes(self.list(), tokens),
        };
        let whole = region.map_or_else(|| tokens.clone(), |region| region.construct.tokens.clone());
        found.pieces.push((whole, row.output, range));
        row.push(own.start, Some(about), LinkKind::Written, Some(*completed));
        let end = row.end + own.len();
        for part in segment.replay.parts() {
            if own.is_empty() {
                break;
            }
            // Blanks at the end have gone.
            let mut text = part.text;
            text.truncate(end.saturating_sub(row.end));
            self.part(&Part { text, from: part.from }, row, found);
        }
        row.push(range[1] - row.end, Some(about), LinkKind::Written, Some(*completed));
    }
}

/// What the JSON calls an operation.
pub fn kind_name(kind: OperationKind) -> &'static str {
    match kind {
        OperationKind::InsertBefore => "insert before",
        OperationKind::InsertAfter => "insert after",
        OperationKind::Replace => "replace",
        OperationKind::Delete => "delete",
    }
}
