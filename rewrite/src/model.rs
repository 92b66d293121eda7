//! The rewriter held against a model of it that takes the rules literally:
//! every operation is compared with every other, and nothing is remembered
//! from one question to the next.

use proptest::prelude::*;

use super::*;

/// An operation as the model sees it.
#[derive(Clone, Debug)]
struct Asked {
    id: OperationId,
    kind: OperationKind,
    first: usize,
    last: usize,
    text: String,
}

impl Asked {
    fn is_insertion(&self) -> bool {
        matches!(self.kind, OperationKind::InsertBefore | OperationKind::InsertAfter)
    }

    fn gap(&self) -> usize {
        if self.kind == OperationKind::InsertAfter { self.first + 1 } else { self.first }
    }

    fn fits(&self, tokens: usize) -> bool {
        match self.kind {
            OperationKind::InsertBefore => self.first <= tokens,
            OperationKind::InsertAfter => self.first < tokens,
            _ => self.first <= self.last && self.last < tokens,
        }
    }

    fn covers(&self, other: &Asked) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    fn meets(&self, other: &Asked) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// Whether this is a replacement that takes the gap away.
    fn takes(&self, gap: usize) -> bool {
        !self.is_insertion() && self.first < gap && gap <= self.last
    }
}

/// What is wrong with a program: the offending operations, each with those
/// that it may be said to conflict with.
#[derive(Debug, PartialEq)]
enum Fault {
    OutOfRange(OperationId),
    Overlap { later: OperationId, earlier: Vec<OperationId> },
    Inserted { leftmost: Vec<(OperationId, Vec<OperationId>)> },
}

/// The replacements and deletions that no later one covers, or the first
/// fault on the way.
fn surviving(operations: &[Asked], tokens: usize) -> Result<Vec<&Asked>, Fault> {
    let mut alive: Vec<&Asked> = Vec::new();
    for new in operations {
        if !new.fits(tokens) {
            return Err(Fault::OutOfRange(new.id));
        }
        if new.is_insertion() {
            continue;
        }
        alive.retain(|old| !new.covers(old));
        let both_delete =
            |old: &Asked| old.kind == OperationKind::Delete && new.kind == OperationKind::Delete;
        let earlier: Vec<_> =
            alive.iter().filter(|old| old.meets(new) && !both_delete(old)).map(|old| old.id).collect();
        if !earlier.is_empty() {
            return Err(Fault::Overlap { later: new.id, earlier });
        }
        alive.push(new);
    }
    Ok(alive)
}

fn fault(operations: &[Asked], tokens: usize) -> Option<Fault> {
    let alive = match surviving(operations, tokens) {
        Ok(alive) => alive,
        Err(fault) => return Some(fault),
    };
    let stranded: Vec<&Asked> = operations
        .iter()
        .enumerate()
        .filter(|(at, operation)| {
            let taken = |others: &[Asked]| others.iter().any(|other| other.takes(operation.gap()));
            operation.is_insertion() && taken(&operations[..*at]) && !taken(&operations[*at..])
        })
        .map(|(_, operation)| operation)
        .collect();
    let gap = stranded.iter().map(|insertion| insertion.gap()).min()?;
    let takers: Vec<_> = alive.iter().filter(|old| old.takes(gap)).map(|old| old.id).collect();
    let leftmost = stranded
        .iter()
        .filter(|insertion| insertion.gap() == gap)
        .map(|insertion| (insertion.id, takers.clone()))
        .collect();
    Some(Fault::Inserted { leftmost })
}

/// The text of some tokens, token by token. `edges` says whether to include
/// what was inserted at both edges.
fn text_of(tokens: &[String], operations: &[Asked], interval: Range<usize>, edges: bool) -> String {
    let alive = surviving(operations, tokens.len()).expect("only asked where there is no fault");
    let shown = |kind: OperationKind, index: usize| {
        let texts: Vec<&str> = operations
            .iter()
            .filter(|operation| operation.kind == kind && operation.first == index)
            .filter(|insertion| !operations.iter().any(|other| other.takes(insertion.gap())))
            .map(|insertion| insertion.text.as_str())
            .collect();
        texts
    };
    let mut text = String::new();
    for index in interval.clone() {
        if edges || index > interval.start {
            text.extend(shown(OperationKind::InsertBefore, index).into_iter().rev());
        }
        match alive.iter().find(|replacement| replacement.first <= index && index <= replacement.last) {
            Some(replacement) if replacement.first == index => text.push_str(&replacement.text),
            Some(_) => {}
            None => text.push_str(&tokens[index]),
        }
        if edges || index + 1 < interval.end {
            text.extend(shown(OperationKind::InsertAfter, index));
        }
    }
    if edges && interval.end == tokens.len() {
        text.extend(shown(OperationKind::InsertBefore, tokens.len()).into_iter().rev());
    }
    text
}

/// What the property test does next.
#[derive(Clone, Debug)]
enum Step {
    /// Adds an operation. If the program has no text with it, the operation is
    /// rolled back again unless `keep` holds.
    Edit {
        named: bool,
        kind: OperationKind,
        first: usize,
        count: usize,
        keep: bool,
    },
    /// Undoes the last operations of a program.
    Rollback {
        named: bool,
        count: usize,
    },
    DeleteProgram {
        named: bool,
    },
}

const NAMES: [&str; 2] = [DEFAULT_PROGRAM, "named"];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let kind = prop_oneof![
        3 => Just(OperationKind::InsertBefore),
        3 => Just(OperationKind::InsertAfter),
        3 => Just(OperationKind::Replace),
        2 => Just(OperationKind::Delete),
    ];
    let named = || prop::bool::weighted(0.25);
    let edit = (named(), kind, 0..9_usize, 1..5_usize, prop::bool::weighted(0.1))
        .prop_map(|(named, kind, first, count, keep)| Step::Edit { named, kind, first, count, keep });
    let rollback = (named(), 0..6_usize).prop_map(|(named, count)| Step::Rollback { named, count });
    let delete = named().prop_map(|named| Step::DeleteProgram { named });
    prop::collection::vec(prop_oneof![40 => edit, 4 => rollback, 1 => delete], 0..40)
}

/// A rewriter and, for each of its programs, the operations that it was asked
/// for.
struct Pair {
    tokens: Vec<String>,
    rewriter: Rewriter<Vec<String>>,
    asked: [Vec<Asked>; 2],
}

impl Pair {
    fn new(tokens: usize) -> Self {
        let tokens: Vec<String> = ('a'..).take(tokens).map(String::from).collect();
        Pair { rewriter: Rewriter::new(tokens.clone()), tokens, asked: [Vec::new(), Vec::new()] }
    }

    fn take(&mut self, step: &Step) {
        match *step {
            Step::Edit { named, kind, first, count, keep } => {
                let mut program = self.rewriter.program_mut(NAMES[usize::from(named)]);
                let before = format!("{:?}", program.edits);
                let last = first + count - 1;
                let text = format!("<{}>", program.checkpoint());
                let id = match kind {
                    OperationKind::InsertBefore => program.insert_before(first, &text),
                    OperationKind::InsertAfter => program.insert_after(first, &text),
                    OperationKind::Replace => program.replace(first..=last, &text),
                    OperationKind::Delete => program.delete(first..=last),
                };
                let insertion = matches!(kind, OperationKind::InsertBefore | OperationKind::InsertAfter);
                let last = if insertion { first } else { last };
                let text = if kind == OperationKind::Delete { String::new() } else { text };
                let asked = &mut self.asked[usize::from(named)];
                asked.push(Asked { id, kind, first, last, text });
                if !keep && fault(asked, self.tokens.len()).is_some() {
                    asked.pop();
                    program.rollback(id);
                    assert_eq!(format!("{:?}", program.edits), before, "a rollback leaves no trace");
                }
            }
            Step::Rollback { named, count } => {
                let asked = &mut self.asked[usize::from(named)];
                let kept = asked.len().saturating_sub(count);
                let mut program = self.rewriter.program_mut(NAMES[usize::from(named)]);
                program.rollback(asked.get(kept).map_or_else(|| program.checkpoint(), |first| first.id));
                asked.truncate(kept);
            }
            Step::DeleteProgram { named } => {
                self.rewriter.delete_program(NAMES[usize::from(named)]);
                self.asked[usize::from(named)].clear();
            }
        }
    }

    /// Compares one program with the model, for all intervals when `thorough`
    /// holds.
    fn compare(&self, named: usize, thorough: bool) {
        let (tokens, asked) = (&self.tokens, &self.asked[named]);
        let program = self.rewriter.program(NAMES[named]);
        assert!(program.operations().map(Operation::id).eq(asked.iter().map(|asked| asked.id)));
        if let Some(fault) = fault(asked, tokens.len()) {
            assert!(agrees(&program.check().unwrap_err(), &fault), "{:?}, not {fault:?}", program.check());
            assert_eq!(program.text_of(1..=2).unwrap_err(), program.check().unwrap_err());
            return;
        }

        let whole = program.text().unwrap();
        assert_eq!(whole, text_of(tokens, asked, 0..tokens.len(), true));
        let piece = |piece| match piece {
            Piece::Tokens(range) => tokens[range].concat(),
            Piece::Operation(operation) => operation.text().to_owned(),
        };
        assert_eq!(program.pieces().unwrap().map(piece).collect::<String>(), whole);
        if !thorough {
            return;
        }
        for first in 0..tokens.len() {
            for end in first + 1..=tokens.len() {
                let text = program.text_of(first..end).unwrap();
                assert_eq!(text, text_of(tokens, asked, first..end, true), "{:?}", first..end);
                assert_eq!(program.pieces_of(first..end).unwrap().map(piece).collect::<String>(), text);
                let within = program.text_within(first..end).unwrap();
                assert_eq!(program.pieces_within(first..end).unwrap().map(piece).collect::<String>(), within);
                assert_eq!(within, text_of(tokens, asked, first..end, false), "within {:?}", first..end);
                self.put_back(named, first..end, within);
            }
            if first > 0 {
                let parts = [program.text_of(..first).unwrap(), program.text_of(first..).unwrap()];
                assert_eq!(parts.concat(), whole, "cut before {first}");
            }
        }
    }

    /// To replace tokens by the text within them changes nothing.
    fn put_back(&self, named: usize, interval: Range<usize>, within: String) {
        let mut rewriter = self.rewriter.clone();
        rewriter.program_mut(NAMES[named]).replace(interval, within);
        let program = rewriter.program(NAMES[named]);
        match program.text() {
            Ok(text) => assert_eq!(text, self.rewriter.program(NAMES[named]).text().unwrap()),
            Err(error) => assert!(matches!(error, RewriteError::Overlap { .. }), "{error}"),
        }
    }
}

fn agrees(error: &RewriteError, fault: &Fault) -> bool {
    match (error, fault) {
        (RewriteError::OutOfRange { operation, .. }, Fault::OutOfRange(id)) => operation.id() == *id,
        (RewriteError::Overlap { earlier, later }, Fault::Overlap { later: id, earlier: ids }) => {
            later.id() == *id && ids.contains(&earlier.id())
        }
        (RewriteError::InsertedIntoReplaced { replacement, insertion }, Fault::Inserted { leftmost }) => {
            leftmost.iter().any(|(id, ids)| insertion.id() == *id && ids.contains(&replacement.id()))
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1024) })]

    #[test]
    fn the_rewriter_agrees_with_the_model(tokens in 0..9_usize, steps in steps()) {
        let mut pair = Pair::new(tokens);
        for step in &steps {
            pair.take(step);
            for named in 0..NAMES.len() {
                pair.compare(named, false);
            }
        }
        for named in 0..NAMES.len() {
            pair.compare(named, true);
        }
    }

    #[test]
    fn no_interval_panics(
        tokens in 0..5_usize,
        steps in steps(),
        bounds in (bound(), bound()),
    ) {
        let mut pair = Pair::new(tokens);
        for step in &steps {
            pair.take(step);
        }
        let program = pair.rewriter.program(DEFAULT_PROGRAM);
        let fine = program.check().is_ok();
        prop_assert_eq!(program.text_of(bounds).is_ok(), fine);
        prop_assert_eq!(program.text_within(bounds).is_ok(), fine);
        pair.rewriter.replace(bounds, "x");
        _ = pair.rewriter.text();
    }
}

fn bound() -> impl Strategy<Value = Bound<usize>> {
    let index = prop_oneof![0..6_usize, Just(usize::MAX)];
    prop_oneof![
        Just(Bound::Unbounded),
        index.clone().prop_map(Bound::Included),
        index.prop_map(Bound::Excluded)
    ]
}
