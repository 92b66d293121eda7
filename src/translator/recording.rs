//! What a translation did, step by step, for whoever wants to see how it came about.
//!
//! A recorder stands beside the translator and its streams. It is off unless somebody asks, and then costs a comparison
//! where something would be recorded. It never has a say: a translation that is recorded is the same as one that is
//! not.
//!
//! A *step* is one thing that was done: an action of the grammar that ran ([`actions`]), or, behind the reading of the
//! file, a part of the work that leads to the output. Each edit of a stream belongs to the step in which it was carried
//! out.

pub(super) mod actions;
mod sentences;

use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use antlr4_runtime::Node;

use super::Translator;
use crate::c::symbols::{Scopes, SymbolId};
use crate::openmp::constructs::Tokens;
use crate::openmp::restrictions::Threadprivate;
use crate::openmp::{Construct, Reference};
use crate::rewrite::{OperationId, OperationKind};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{TokenList, index_of};

/// An operation of the rewrite stream and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// Whether it belongs to the device's text, or to the host's.
    pub on_device: bool,
    /// The stream that it was written over, counted through the translation.
    pub stream: usize,
    /// Which of this stream's operations it is.
    pub operation: OperationId,
    /// The tokens that it stands for or beside.
    pub tokens: RangeInclusive<usize>,
    /// The bytes of the file that its text replaces; none where it stands
    /// beside them.
    pub span: Range<usize>,
    /// The grammar's rule whose action made it.
    pub rule: &'static str,
    /// Why, in a few words, with the section of the thesis.
    pub reason: &'static str,
}

/// One thing that the translator did.
#[derive(Clone, Debug)]
pub struct Step {
    /// The rule of the grammar that matched, or whose construct this is about.
    pub rule: &'static str,
    /// The grammar's action, or the translator's part that did it.
    pub action: &'static str,
    /// What it is about; `None` for the file as a whole.
    pub tokens: Option<Tokens>,
    /// What was done and why, in a sentence.
    pub says: String,
    /// What it declared.
    pub declares: Vec<SymbolId>,
    /// Whether it is one of the grammar's actions.
    pub is_action: bool,
}

/// Something that happened to a stream or to an output.
#[derive(Clone, Debug)]
pub enum Event {
    /// An operation of a rewrite stream.
    Operation { replacement: Replacement, kind: OperationKind, text: String },
    /// On this stream, a macro's invocation gives way to what it became.
    Open { stream: usize, invocation: usize },
    /// From now on these tokens of a stream, with what is written over them, are a part of the device's text.
    Show { stream: usize, tokens: Tokens },
    /// A part of the device's text is complete: the stream that was shown, with what stands around it.
    Code { stream: usize, text: String },
    /// A text was made that becomes part of an operation of a later step: a kernel of the thesis's dialect.
    Piece { source: Tokens, text: String },
}

/// A scope of the program.
#[derive(Clone, Debug)]
pub struct Scope {
    pub parent: Option<usize>,
    /// The rule that opened it.
    pub rule: &'static str,
    pub tokens: Tokens,
    pub declarations: Vec<SymbolId>,
    /// Whether a header's text opened it.
    pub in_header: bool,
}

/// A node of the parse tree: a rule and the tokens that it matched. Tokens have no node of their own.
#[derive(Clone, Debug)]
pub struct TreeNode {
    pub rule: usize,
    /// The tokens, first and last.
    pub tokens: Tokens,
    /// The number of the node above it.
    pub parent: Option<usize>,
}

/// A parallel region as it was translated.
#[derive(Clone, Debug)]
pub struct RegionRecord {
    pub construct: Construct,
    pub kernel: String,
    /// Where each variable lives on the device.
    pub places: Vec<(SymbolId, String)>,
    /// What was done to make it faster, by name, and to what.
    pub optimisations: Vec<(&'static str, String)>,
    /// The loops that have kernels to themselves, if there are any: the region is nothing else.
    pub parts: Vec<RegionRecord>,
    /// Why it is one kernel, though it has loops that are shared out.
    pub one_because: Option<String>,
    /// Why it has no kernel and stays on the host.
    pub stays_because: Option<String>,
}

/// All that was recorded.
#[derive(Debug, Default)]
pub struct Recording {
    pub steps: Vec<Step>,
    /// With the step in which each happened.
    pub events: Vec<(usize, Event)>,
    /// Whether each stream is one of the device's.
    pub streams: Vec<bool>,
    pub scopes: Vec<Scope>,
    /// The scopes that are open.
    open_scopes: Vec<usize>,
    pub tree: Vec<TreeNode>,
    pub regions: Vec<RegionRecord>,
    /// The constructs that stand in functions without a region around them, each with what stands in it.
    pub orphans: Vec<Construct>,
    /// The uses of names.
    pub references: Vec<Reference>,
    /// The tokens of those that take an address.
    pub addressed: HashSet<usize>,
    /// The file's variables that are constants of functions of the device.
    pub constants: HashSet<SymbolId>,
    pub symbols: Scopes,
    pub threadprivate: Threadprivate,
    /// Lines of the device's text that are made of the file's, and the bytes of the file: macros' definitions.
    pub lines: Vec<(String, Range<usize>)>,
}

impl Recording {
    /// Takes the tree of a portion of the file. Declarations of headers are left out.
    pub fn take_tree(&mut self, tree: Node<'_>, tokens: &TokenList) {
        if self.tree.is_empty() {
            let last = tokens.iter().len().saturating_sub(1);
            self.tree.push(TreeNode { rule: kind::RULE_TRANSLATION_UNIT, tokens: 0..=last, parent: None });
        }
        // Deep nesting must not be deep recursion.
        let mut open: Vec<(Node<'_>, usize)> = tree.children().rev().map(|child| (child, 0)).collect();
        while let Some((node, parent)) = open.pop() {
            let Some(rule) = node.as_rule() else { continue };
            let ends = (rule.start(), rule.stop());
            let (Some(start), Some(stop)) = (ends.0.map(|t| index_of(&t)), ends.1.map(|t| index_of(&t)))
            else {
                continue;
            };
            // A rule that matched nothing stops in front of where it starts.
            if stop < start || rule.child_count() == 0 || parent == 0 && tokens.is_in_header(start) {
                continue;
            }
            let number = self.tree.len();
            let (rule, tokens) = (rule.rule_index(), start..=stop);
            self.tree.push(TreeNode { rule, tokens, parent: Some(parent) });
            open.extend(node.children().rev().map(|child| (child, number)));
        }
    }
}

impl Translator<'_> {
    /// Keeps what the reading of the file found.
    pub(super) fn keep_model(&self) {
        self.out.recorder.note(|recording| {
            recording.references.clone_from(&self.file.references);
            let addressed =
                self.file.references.iter().filter(|reference| self.file.takes_address(reference));
            recording.addressed = addressed.map(|reference| reference.token).collect();
            recording.symbols = self.file.scopes.clone();
            recording.threadprivate = self.file.threadprivate.clone();
        });
    }
}

/// Takes down what happens, if anybody wants to know.
#[derive(Clone, Debug, Default)]
pub struct Recorder(Option<Rc<RefCell<Recording>>>);

impl Recorder {
    /// One that records.
    pub fn on() -> Self {
        Recorder(Some(Rc::default()))
    }

    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Adds to the recording.
    pub fn note(&self, add: impl FnOnce(&mut Recording)) {
        if let Some(recording) = &self.0 {
            add(&mut recording.borrow_mut());
        }
    }

    /// Begins a step behind the reading of the file.
    pub fn step(
        &self,
        rule: &'static str,
        action: &'static str,
        tokens: Option<&Tokens>,
        says: impl FnOnce() -> String,
    ) {
        if self.is_on() {
            let (says, tokens) = (says(), tokens.cloned());
            let step = Step { rule, action, tokens, says, declares: Vec::new(), is_action: false };
            self.note(|recording| recording.steps.push(step));
        }
    }

    /// Takes the number of a new stream down.
    pub fn stream(&self, number: usize, on_device: bool) {
        self.note(|recording| {
            recording.streams.resize(recording.streams.len().max(number + 1), on_device);
            recording.streams[number] = on_device;
        });
    }

    pub fn operation(&self, replacement: &Replacement, kind: OperationKind, text: &str) {
        if self.is_on() {
            let (replacement, text) = (replacement.clone(), text.to_owned());
            self.event(|| Event::Operation { replacement, kind, text });
        }
    }

    pub fn open(&self, stream: usize, invocation: usize) {
        self.event(|| Event::Open { stream, invocation });
    }

    pub fn event(&self, event: impl FnOnce() -> Event) {
        self.note(|recording| {
            let step = recording.steps.len().saturating_sub(1);
            recording.events.push((step, event()));
        });
    }

    /// What was recorded; the recorder has nothing afterwards.
    pub fn take(&self) -> Recording {
        self.0.as_ref().map(|recording| recording.take()).unwrap_or_default()
    }
}
