//! How a translation came about: what `gpump explain` shows.
//!
//! [`explain`] translates a file once for each dialect that is asked for, with a recorder beside the translator, and
//! makes of what was recorded:
//!
//! - [`file`]: the tokens, the parse tree, the scopes and the macros, which both dialects have in common;
//! - [`outputs`]: the splices by which each step led from the source to the outputs ([`replay`]), and where every byte
//!   of the outputs comes from ([`align`]);
//! - [`regions`]: the variables of each region, which rule of the specification gave them their attribute
//!   ([`sharing`]), and where they live on the device;
//! - [`comparison`]: the two dialects beside each other.
//!
//! [`survey`](mod@survey) is what an editor needs of it, also of a file that is wrong.
//!
//! [`model`] is all this as data, which [`json`] writes down; [`forms`] shows parts of it on a terminal, [`page`] all
//! of it in a browser.

mod align;
mod comparison;
mod file;
mod forms;
mod grammar;
pub mod model;
mod outputs;
pub mod page;
mod regions;
mod replay;
mod sharing;
mod survey;

use std::collections::{BTreeSet, HashMap};

pub use forms::{Form, Look, json as form_json, show};
pub use model::Explanation;
use model::{
    Dialect, Dialects, Link, Macro, Message, Node, Note, Operation, Output, Scope, Step, Token, Translated,
};
pub use survey::{Survey, survey};

use crate::diagnostics::Diagnostic;
use crate::source::Source;
use crate::syntax::generated::open_mpc::rule_names;
use crate::translator::recording::Event;
use crate::translator::{self, Layout, Observed, Options};
use file::{Numbers, Tree, bytes, span};

/// Which dialects are explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    Cuda,
    Thesis,
    #[default]
    Both,
}

/// Explains how a file is translated. Of the options, dialect and layout do not count: `wanted` says which dialects,
/// and the cuda dialect's layout is the pair.
///
/// # Errors
///
/// What every other command says of a file that no dialect asked for can translate: for two of them, what the cuda
/// dialect says.
pub fn explain(source: &Source, options: &Options, wanted: Wanted) -> Result<Explanation, Vec<Diagnostic>> {
    let run = |dialect: translator::Dialect| {
        let options = Options { dialect, layout: Layout::Pair, ..options.clone() };
        translator::observe(source, &options, |observed| Half::of(&observed, dialect)).map(|(_, half)| half)
    };
    let cuda = (wanted != Wanted::Thesis).then(|| run(translator::Dialect::Cuda));
    let thesis = (wanted != Wanted::Cuda).then(|| run(translator::Dialect::Thesis));
    let (mut file, mut dialects) = (None, Dialects { cuda: None, thesis: None });
    let mut errors = Vec::new();
    let mut sentences = Sentences::default();
    let mut take = |result: Option<Result<Half, Vec<Diagnostic>>>| match result? {
        Ok(mut half) => {
            for (step, says) in half.translated.steps.iter_mut().zip(half.says) {
                step.says = sentences.number(says);
            }
            file.get_or_insert((half.source, half.file));
            Some(Dialect::Translated(Box::new(half.translated)))
        }
        Err(found) => {
            let refused = found.iter().map(|error| message(source, error)).collect();
            if errors.is_empty() {
                errors = found;
            }
            Some(Dialect::Refused { refused })
        }
    };
    dialects.cuda = take(cuda);
    dialects.thesis = take(thesis);
    let Some((source, file)) = file else { return Err(errors) };
    let rules = {
        let translated = [&dialects.cuda, &dialects.thesis];
        let steps =
            translated.into_iter().flatten().filter_map(Dialect::translated).flat_map(|one| &one.steps);
        let of_tree =
            file.tree.iter().flat_map(|node| node.through.iter().chain(std::iter::once(&node.rule)));
        let of_tree = of_tree.filter_map(|&rule| rule_names().get(rule).copied());
        let names: BTreeSet<&str> = of_tree.chain(steps.map(|step| step.rule)).collect();
        file::rules(names.into_iter())
    };
    let comparison = match (&dialects.cuda, &dialects.thesis) {
        (Some(cuda), Some(thesis)) => comparison::comparison(source.text(), cuda, thesis),
        _ => Vec::new(),
    };
    let File { token_kinds, tokens, tree, scopes, macros } = file;
    Ok(Explanation {
        format: "gpump-explanation",
        version: 1,
        generator: concat!("gpump ", env!("CARGO_PKG_VERSION")).to_owned(),
        file: source.name().to_owned(),
        source: source.text().to_owned(),
        token_kinds,
        channels: file::CHANNELS,
        tokens,
        rule_names: rule_names(),
        tree,
        rules,
        scopes,
        macros,
        sentences: sentences.all,
        dialects,
        comparison,
    })
}

/// Sentences, each once.
#[derive(Default)]
struct Sentences {
    all: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Sentences {
    fn number(&mut self, sentence: String) -> usize {
        if let Some(&number) = self.numbers.get(&sentence) {
            return number;
        }
        self.numbers.insert(sentence.clone(), self.all.len());
        self.all.push(sentence);
        self.all.len() - 1
    }
}

/// The explanation as JSON, on one line, without a newline at its end.
pub fn json(explanation: &Explanation) -> String {
    // Strings, numbers and lists: there is nothing that could fail.
    serde_json::to_string(explanation).unwrap_or_default()
}

/// What does not depend on the dialect.
struct File {
    token_kinds: Vec<String>,
    tokens: Vec<Token>,
    tree: Vec<Node>,
    scopes: Vec<Scope>,
    macros: Vec<Macro>,
}

/// One dialect's part.
struct Half {
    source: Source,
    file: File,
    translated: Translated,
    /// What is said of the steps.
    says: Vec<String>,
}

impl Half {
    fn of(observed: &Observed<'_>, dialect: translator::Dialect) -> Half {
        let source = observed.source;
        let (list, recording) = (observed.tokens, &observed.recording);
        let is_cuda = dialect == translator::Dialect::Cuda;
        let numbers = Numbers::of(list);
        let tree = Tree::of(&recording.tree, &numbers);
        let (scopes, places) = file::scopes(list, recording);
        let macros = file::macros(list, &numbers);
        let mut operations = operations(observed, &numbers);
        let mut steps: Vec<Step> = recording
            .steps
            .iter()
            .map(|step| Step {
                phase: (!step.is_action).then_some("writing"),
                rule: step.rule,
                node: step.tokens.as_ref().and_then(|tokens| tree.find(step.rule, tokens)),
                action: step.action,
                source: step.tokens.as_ref().map(|tokens| bytes(list, tokens)),
                says: 0,
                operations: Vec::new(),
                declares: step.declares.iter().filter_map(|symbol| places.get(symbol).copied()).collect(),
                changes: Vec::new(),
            })
            .collect();
        for (number, operation) in operations.iter().enumerate() {
            if let Some(step) = steps.get_mut(operation.step) {
                step.operations.push(number);
            }
        }
        let found = outputs::outputs(observed, &operations);
        for (step, change) in found.changes {
            if let Some(step) = steps.get_mut(step) {
                step.changes.push(change);
            }
        }
        let mut links = found.links;
        let mut says: Vec<String> = recording.steps.iter().map(|step| step.says.clone()).collect();
        leave_out_idle(&mut steps, &mut says, &mut operations, &mut links);
        let translation = observed.translation;
        let translated = Translated {
            outputs: texts(observed, is_cuda),
            steps,
            operations,
            links,
            regions: regions::regions(observed, &found.pieces, is_cuda),
            warnings: translation.warnings.iter().map(|warning| message(source, warning)).collect(),
        };
        let Numbers { kinds: token_kinds, tokens, .. } = numbers;
        let file = File { token_kinds, tokens, tree: tree.nodes, scopes, macros };
        Half { source: source.clone(), file, translated, says }
    }
}

/// What was written over the tokens.
fn operations(observed: &Observed<'_>, numbers: &Numbers) -> Vec<Operation> {
    let events = observed.recording.events.iter();
    let operation = |(step, event): &(usize, Event)| match event {
        Event::Operation { replacement, kind, text } => Some(Operation {
            step: *step,
            stream: if replacement.on_device { "device" } else { "host" },
            number: replacement.stream,
            kind: outputs::kind_name(*kind),
            tokens: numbers.range(&replacement.tokens),
            source: span(&replacement.span),
            text: text.clone(),
            rule: replacement.rule,
            reason: replacement.reason,
        }),
        _ => None,
    };
    events.filter_map(operation).collect()
}

/// The texts that were written, by the names that they would have.
fn texts(observed: &Observed<'_>, is_cuda: bool) -> Vec<Output> {
    let translation = observed.translation;
    let stem = stem(observed.source.name());
    let output = |extension, role, language, text: &String| Output {
        name: format!("{stem}.{extension}"),
        role,
        language,
        text: text.clone(),
    };
    let first = match is_cuda {
        true => output("c", "host", "c", &translation.text),
        false => output("cu", "whole", "cuda", &translation.text),
    };
    let device = translation.device.as_ref().map(|text| output("cu", "device", "cuda", text));
    std::iter::once(first).chain(device).collect()
}

/// Leaves out what was done when the file had been read, and found nothing to do.
fn leave_out_idle(
    steps: &mut Vec<Step>,
    says: &mut Vec<String>,
    operations: &mut [Operation],
    links: &mut [Link],
) {
    let is_idle = |step: &Step| {
        step.phase.is_some()
            && step.action != "reach"
            && step.operations.is_empty()
            && step.changes.is_empty()
    };
    let kept: Vec<bool> = steps.iter().map(|step| !is_idle(step)).collect();
    let mut numbers = Vec::with_capacity(kept.len());
    let mut next = 0;
    for &is_kept in &kept {
        numbers.push(next);
        next += usize::from(is_kept);
    }
    let mut at = kept.iter();
    steps.retain(|_| *at.next().unwrap_or(&true));
    let mut at = kept.iter();
    says.retain(|_| *at.next().unwrap_or(&true));
    for operation in operations {
        operation.step = numbers.get(operation.step).copied().unwrap_or_default();
    }
    for step in links.iter_mut().filter_map(|link| link.step.as_mut()) {
        *step = numbers.get(*step).copied().unwrap_or_default();
    }
}

/// A file's name without its folder and its last extension.
fn stem(name: &str) -> &str {
    let name = name.rsplit('/').next().unwrap_or(name);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

fn message(source: &Source, found: &Diagnostic) -> Message {
    let position = source.position(found.span.start);
    let notes = found
        .notes
        .iter()
        .map(|note| Note { message: note.message.clone(), source: note.span.as_ref().map(span) });
    Message {
        severity: found.severity.word(),
        code: found.code,
        message: found.message.clone(),
        label: found.label.clone(),
        source: [found.span.start, found.span.end.max(found.span.start)],
        line: position.line,
        column: position.column,
        notes: notes.collect(),
        helps: found.helps.clone(),
    }
}
