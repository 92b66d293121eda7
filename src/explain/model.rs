//! What an explanation says: the JSON of `gpump explain --json`, member for member. `docs/explain.md` tells what each
//! means, and `docs/explain.schema.json` is its schema.

use std::collections::BTreeMap;

use serde::ser::SerializeSeq as _;
use serde::{Serialize, Serializer};

/// Bytes of a text in UTF-8, or numbers in a list: the first, and the one behind the last.
pub type Span = [usize; 2];

/// How a file is translated.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    pub format: &'static str,
    pub version: u32,
    pub generator: String,
    /// The name of the file.
    pub file: String,
    /// Its text as typed.
    pub source: String,
    /// The names of kinds of tokens.
    pub token_kinds: Vec<String>,
    /// The names of channels; the first is the parser's.
    pub channels: &'static [&'static str],
    pub tokens: Vec<Token>,
    /// The names of the grammar's rules.
    pub rule_names: &'static [&'static str],
    pub tree: Vec<Node>,
    /// The grammar's rules that occur, by name.
    pub rules: BTreeMap<String, Rule>,
    pub scopes: Vec<Scope>,
    pub macros: Vec<Macro>,
    /// What is said of steps.
    pub sentences: Vec<String>,
    pub dialects: Dialects,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comparison: Vec<Comparison>,
}

/// A token of the file, or one that a macro of the file made. There are many, so each is a short list in the JSON:
/// kind, first byte, the byte behind the last; and where they apply, channel, macro and text.
#[derive(Clone, Debug)]
pub struct Token {
    /// Which of [`Explanation::token_kinds`].
    pub kind: usize,
    /// What it stands for in the source.
    pub source: Span,
    /// Which of [`Explanation::channels`].
    pub channel: usize,
    /// Which of [`Explanation::macros`] made it, and its text.
    pub made: Option<(usize, String)>,
}

impl Serialize for Token {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [start, end] = self.source;
        match &self.made {
            Some((number, text)) => (self.kind, start, end, self.channel, number, text).serialize(serializer),
            None if self.channel > 0 => (self.kind, start, end, self.channel).serialize(serializer),
            None => (self.kind, start, end).serialize(serializer),
        }
    }
}

/// A node of the parse tree. In the JSON it is a list, too: rule, the node above it or -1, first token, the token
/// behind the last, and the rules that it stands for besides.
#[derive(Clone, Debug)]
pub struct Node {
    /// Which of [`Explanation::rule_names`].
    pub rule: usize,
    pub parent: Option<usize>,
    /// The tokens that it matched.
    pub tokens: Span,
    /// Rules below it that matched the same tokens, each the only child of the one before.
    pub through: Vec<usize>,
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(4 + self.through.len()))?;
        list.serialize_element(&self.rule)?;
        match self.parent {
            Some(parent) => list.serialize_element(&parent)?,
            None => list.serialize_element(&-1)?,
        }
        list.serialize_element(&self.tokens[0])?;
        list.serialize_element(&self.tokens[1])?;
        for rule in &self.through {
            list.serialize_element(rule)?;
        }
        list.end()
    }
}

/// A rule of the grammar.
#[derive(Clone, Debug, Serialize)]
pub struct Rule {
    /// The file in `grammar/`.
    pub grammar: &'static str,
    pub line: usize,
    /// The rule as it stands there.
    pub text: String,
    /// The comment in front of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Where the thesis has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thesis: Option<&'static str>,
}

/// A scope and what it declares.
#[derive(Clone, Debug, Serialize)]
pub struct Scope {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    pub kind: &'static str,
    pub source: Span,
    pub declarations: Vec<Declaration>,
}

/// A declaration of a name.
#[derive(Clone, Debug, Serialize)]
pub struct Declaration {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: String,
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub storage: Option<&'static str>,
    /// The name, where it is declared.
    pub source: Span,
    /// Where it is used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Span>,
}

/// A macro's use in the file.
#[derive(Clone, Debug, Serialize)]
pub struct Macro {
    pub name: String,
    /// The use, with its arguments.
    pub source: Span,
    /// The line that defines it, if it stands in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defined: Option<Span>,
    /// What the parser reads in its place.
    pub expansion: String,
    /// The tokens that it made.
    pub tokens: Span,
}

/// What was asked for.
#[derive(Clone, Debug, Serialize)]
pub struct Dialects {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cuda: Option<Dialect>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thesis: Option<Dialect>,
}

/// The translation to a dialect, or why there is none.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Dialect {
    Translated(Box<Translated>),
    Refused { refused: Vec<Message> },
}

impl Dialect {
    /// The translation, if there is one.
    pub fn translated(&self) -> Option<&Translated> {
        match self {
            Dialect::Translated(translated) => Some(translated),
            Dialect::Refused { .. } => None,
        }
    }
}

/// How a file became its translation.
#[derive(Clone, Debug, Serialize)]
pub struct Translated {
    pub outputs: Vec<Output>,
    /// In the order in which they happened.
    pub steps: Vec<Step>,
    pub operations: Vec<Operation>,
    /// Where each byte of the outputs comes from.
    pub links: Vec<Link>,
    pub regions: Vec<Region>,
    pub warnings: Vec<Message>,
}

/// A text that was written.
#[derive(Clone, Debug, Serialize)]
pub struct Output {
    pub name: String,
    pub role: &'static str,
    pub language: &'static str,
    pub text: String,
}

/// One thing that the translator did.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// `writing` for what was done when the file had been read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<&'static str>,
    pub rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
    pub action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Span>,
    /// Which of [`Explanation::sentences`].
    pub says: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operations: Vec<usize>,
    /// Scope, and place in its declarations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub declares: Vec<[usize; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
}

/// A change of an output as it was before.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    pub output: usize,
    pub at: Span,
    pub text: String,
}

/// An operation of a rewrite stream.
#[derive(Clone, Debug, Serialize)]
pub struct Operation {
    pub step: usize,
    pub stream: &'static str,
    /// Which of the streams.
    pub number: usize,
    pub kind: &'static str,
    pub tokens: Span,
    pub source: Span,
    pub text: String,
    pub rule: &'static str,
    pub reason: &'static str,
}

/// How a stretch of an output came there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// It is the source's text.
    Kept,
    /// It stands in place of text of the source.
    Changed,
    /// It was added, for something in the source.
    Written,
}

/// Where a stretch of an output comes from.
#[derive(Clone, Debug, Serialize)]
pub struct Link {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Span>,
    pub output: usize,
    pub range: Span,
    pub kind: LinkKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
}

/// A parallel region.
#[derive(Clone, Debug, Serialize)]
pub struct Region {
    pub number: usize,
    pub construct: &'static str,
    /// The directive as typed, in a line.
    pub directive: String,
    pub source: Span,
    pub line: usize,
    /// The function that it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    pub kernel: String,
    pub output: usize,
    /// The kernel there, or all of them.
    pub range: Span,
    /// The kernels of its loops, if each has one to itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kernels: Vec<PartKernel>,
    /// Why it is one kernel, though it has loops that are shared out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undivided: Option<String>,
    /// Why it has no kernel and stays on the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    pub variables: Vec<Variable>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub optimisations: Vec<Optimisation>,
}

/// The kernel of a loop in a region that has several.
#[derive(Clone, Debug, Serialize)]
pub struct PartKernel {
    pub kernel: String,
    /// The loop's directive as typed, in a line.
    pub directive: String,
    pub line: usize,
    pub range: Span,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub optimisations: Vec<Optimisation>,
}

/// A variable in a region, and what it is there.
#[derive(Clone, Debug, Serialize)]
pub struct Variable {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: String,
    pub attribute: String,
    pub determined: &'static str,
    /// Of the specification.
    pub section: &'static str,
    pub because: String,
    /// Where it lives on the device.
    pub device: String,
    /// The construct in the region that this is about, if it is not the region itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub construct: Option<&'static str>,
    /// The function that the region calls in which it is used, if it is not in the construct.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The clauses that name it there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<&'static str>,
    pub declared: Span,
    pub uses: Vec<Span>,
}

/// Something that was done to make a region faster.
#[derive(Clone, Debug, Serialize)]
pub struct Optimisation {
    pub name: &'static str,
    pub says: String,
}

/// A diagnostic.
#[derive(Clone, Debug, Serialize)]
pub struct Message {
    pub severity: &'static str,
    pub code: &'static str,
    pub message: String,
    pub label: String,
    pub source: Span,
    pub line: usize,
    pub column: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub helps: Vec<String>,
}

/// What else is said, perhaps of another place.
#[derive(Clone, Debug, Serialize)]
pub struct Note {
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Span>,
}

/// What the two dialects write for the same thing.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    pub region: usize,
    pub topic: &'static str,
    pub source: Span,
    pub thesis: String,
    pub cuda: String,
    pub why: String,
}
