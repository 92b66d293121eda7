//! What the thesis prints, where, and which part of gpump's it is.

use std::collections::BTreeMap;
use std::ops::Range;

use super::text::Token;
use crate::rewrite::Tokens as _;
use crate::runtime;
use crate::source::Source;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;
use crate::translator::{Dialect, Layout, Options, translate};

/// Inputs of our own that have the tokens of the thesis's.
const INPUTS: [(&str, &str); 6] = [
    ("a1", include_str!("../../tests/listings/a1.c")),
    ("minimal-par", include_str!("../../tests/listings/minimal-par.c")),
    ("minimal-parfor", include_str!("../../tests/listings/minimal-parfor.c")),
    ("minimal-shared-par", include_str!("../../tests/listings/minimal-shared-par.c")),
    ("first-private", include_str!("../../tests/listings/first-private.c")),
    ("reduce", include_str!("../../tests/listings/reduce.c")),
];

/// The digests of the printed tokens.
const DIGESTS: &str = include_str!("../../tests/listings/digests.txt");

/// What is remarkable about each, a row of the table there.
const REMARKS: &str = include_str!("../../docs/reference.md");

const APPENDIX_A: &str = include_str!("../../grammar/OpenMP.g4");
const APPENDIX_B: &str = include_str!("../../grammar/Accessible.g4");

/// The files of the runtime that the printed routines stand in.
const RUNTIME: [&str; 3] = ["gpump.cu", "gpump_utils.cu", "gpump_all.h"];

/// Something that the thesis prints.
#[derive(Debug)]
pub struct Listing {
    pub name: &'static str,
    /// Where it is printed.
    pub place: &'static str,
    /// The file with it, in the folder of the thesis's listings.
    file: &'static str,
    part: Part,
}

/// Which part of what gpump writes a listing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The whole translation of the input in the same folder.
    Whole,
    /// Its kernel, from which the author has taken the chunk loop.
    Kernel,
    /// The structure of its parameters.
    Parameters,
    /// A routine of the runtime for the device.
    Routine,
    /// The rules of a grammar.
    Grammar(&'static str),
    /// The whole translation in the cuda dialect. The printed one is another program's, and is compared by what it does.
    Cuda,
}

const fn listing(name: &'static str, place: &'static str, file: &'static str, part: Part) -> Listing {
    Listing { name, place, file, part }
}

pub(super) const ALL: [Listing; 17] = [
    listing("minimal-par", "section 8.2.1", "minimal-par/kernel.cu", Part::Kernel),
    listing("minimal-parfor", "Figures 8.1 and 8.2", "minimal-parfor/kernel.cu", Part::Kernel),
    listing("gpump_utils_calc_static_for_bounds", "section 8.2.2", "runtime/device.cu", Part::Routine),
    listing("gpump_atomic_counter", "section 8.2.4", "runtime/device.cu", Part::Routine),
    listing("gpump_barrier_d", "section 8.2.4", "runtime/device.cu", Part::Routine),
    listing("minimal-shared-par/params", "section 8.2.5", "minimal-shared-par/params.cu", Part::Parameters),
    listing("minimal-shared-par", "section 8.2.5", "minimal-shared-par/kernel.cu", Part::Kernel),
    listing("first-private", "section 8.2.5", "first-private/kernel.cu", Part::Kernel),
    listing("reduce", "section 8.2.5", "reduce/kernel.cu", Part::Kernel),
    listing("gpump_test_lock_d", "section 8.3.2", "runtime/device.cu", Part::Routine),
    listing("grammar/appendix-a", "Appendix A", "grammar/appendix-a.g", Part::Grammar(APPENDIX_A)),
    listing("grammar/appendix-b", "Appendix B", "grammar/appendix-b.g", Part::Grammar(APPENDIX_B)),
    listing("a1", "Appendices C and D", "a1/expected.cu", Part::Whole),
    listing("managed/basic", "the TXL report", "managed/basic/output.cu", Part::Cuda),
    listing("managed/multiple-arrays", "the TXL report", "managed/multiple-arrays/output.cu", Part::Cuda),
    listing("managed/multiple-loops", "the TXL report", "managed/multiple-loops/output.cu", Part::Cuda),
    listing("managed/scalars", "the TXL report", "managed/scalars/output.cu", Part::Cuda),
];

impl Listing {
    /// The digest of the printed tokens.
    pub fn digest(&self) -> Option<&'static str> {
        let is_of_tokens = matches!(self.part, Part::Whole | Part::Kernel | Part::Parameters | Part::Routine);
        let mut digests = DIGESTS.lines().filter_map(|line| line.split_once(' '));
        digests.find_map(|(digest, name)| (is_of_tokens && name.trim() == self.name).then_some(digest))
    }

    /// Whether its tokens are held against ours.
    pub(super) fn is_compared(&self) -> bool {
        self.part != Part::Cuda
    }

    /// Whether its input is at hand.
    pub(super) fn can_be_had(&self, read: &impl Fn(&str) -> Option<String>) -> bool {
        self.part != Part::Cuda || read(self.file).is_some()
    }

    /// What docs/reference.md says of it: how far it agrees, and the remarks. In Markdown.
    pub fn remarks(&self) -> Vec<&'static str> {
        let file = self.file.split_once('/').map_or(self.file, |(folder, _)| folder);
        let names = [self.name, self.file, file].map(|name| format!("| `{name}`"));
        let row = names.iter().find_map(|name| REMARKS.lines().find(|line| line.starts_with(name.as_str())));
        let cells = row.into_iter().flat_map(|row| row.trim_matches('|').split(" | ").skip(1));
        cells.map(|cell| cell.trim().trim_end_matches(" |")).filter(|cell| !cell.is_empty()).collect()
    }

    /// The printed text.
    pub(super) fn printed(&self, read: &impl Fn(&str) -> Option<String>) -> Option<String> {
        let text = read(self.file)?;
        match self.part {
            Part::Routine => routines(&text)
                .find(|routine| text[routine.clone()].contains(self.name))
                .map(|at| text[at].to_owned()),
            _ => Some(text),
        }
    }

    /// Which tokens of ours the thesis's author has left out of the listing: the chunk loop of Appendix D, and `gpump_temp`.
    pub(super) fn left_out(&self, tokens: &[Token]) -> Vec<bool> {
        let mut left_out = vec![false; tokens.len()];
        if self.part != Part::Kernel {
            return left_out;
        }
        let begins = |at: usize, words: &[&str]| {
            words
                .iter()
                .enumerate()
                .all(|(behind, word)| tokens.get(at + behind).is_some_and(|token| token.text == *word))
        };
        let until = |at: usize, word: &str| {
            (at..tokens.len()).find(|&index| tokens[index].text == word).unwrap_or(tokens.len())
        };
        let mut at = 0;
        while at < tokens.len() {
            let end = if ["gpump_temp", "gpump_chunk_block", "gpump_npasses"]
                .iter()
                .any(|name| begins(at, &["int", name]))
            {
                until(at, ";") + 1
            } else if begins(at, &["gpump_niters", "=", "ceil"]) {
                until(at, "gpump_utils_calc_static_for_bounds")
            } else if begins(at, &["}", "// gpump_pass loop end"]) {
                at + 2
            } else {
                at += 1;
                continue;
            };
            let end = end.min(tokens.len());
            left_out[at..end].fill(true);
            at = end;
        }
        left_out
    }
}

/// What gpump writes, each translation made once.
pub(super) struct Ours {
    /// By the names of the inputs.
    translations: BTreeMap<String, Result<String, String>>,
}

impl Ours {
    pub fn new(read: &impl Fn(&str) -> Option<String>) -> Self {
        let own =
            |name: &str| INPUTS.iter().find(|(input, _)| *input == name).map(|(_, text)| (*text).to_owned());
        let mut translations = BTreeMap::new();
        for listing in &ALL {
            let (folder, dialect) = match listing.part {
                Part::Whole | Part::Kernel => (listing.name, Dialect::Thesis),
                Part::Cuda => (listing.name, Dialect::Cuda),
                _ => continue,
            };
            if let Some(input) = read(&format!("{folder}/input.c")).or_else(|| own(folder)) {
                translations.insert(folder.to_owned(), translation(folder, &input, dialect));
            }
        }
        Ours { translations }
    }

    /// The part of gpump's output that a listing shows.
    pub fn text(&self, listing: &Listing) -> Result<String, String> {
        let input = listing.name.split_once("/params").map_or(listing.name, |(input, _)| input);
        let translated = || match self.translations.get(input) {
            Some(Ok(text)) => Ok(text.as_str()),
            Some(Err(reason)) => Err(reason.clone()),
            None => Err("there is no input for it".to_owned()),
        };
        let part = match listing.part {
            Part::Grammar(text) => return Ok(text.to_owned()),
            Part::Routine => {
                return routine_of_the_runtime(listing.name)
                    .ok_or_else(|| "the runtime has it no more".to_owned());
            }
            Part::Whole | Part::Cuda => return translated().map(str::to_owned),
            Part::Kernel => kernel(translated()?),
            Part::Parameters => parameters(translated()?),
        };
        let text = translated()?;
        part.map(|part| text[part].to_owned()).ok_or_else(|| "the translation has no such part".to_owned())
    }
}

fn translation(name: &str, input: &str, dialect: Dialect) -> Result<String, String> {
    let source = Source::new(format!("{name}.c"), input.as_bytes());
    let options = Options { layout: Layout::Single, ..Options::of(dialect) };
    let messages = |found: Vec<crate::diagnostics::Diagnostic>| {
        found.into_iter().map(|one| one.message).collect::<Vec<_>>().join("; ")
    };
    translate(&source, &options).map(|translation| translation.text).map_err(messages)
}

/// The last function of a translation.
fn kernel(text: &str) -> Option<Range<usize>> {
    text.rfind("__global__").map(|start| start..text.len())
}

/// The structure of a kernel's parameters.
fn parameters(text: &str) -> Option<Range<usize>> {
    const END: &str = "gpump_params0;";
    let start = text.find("typedef struct")?;
    Some(start..start + text[start..].find(END)? + END.len())
}

/// What the runtime has of a name for the device, from `__device__` to its end.
fn routine_of_the_runtime(name: &str) -> Option<String> {
    RUNTIME.iter().find_map(|file| {
        let text = runtime::text(file)?;
        let found = routines(text).find(|at| defines(&text[at.clone()], name))?;
        Some(text[found].to_owned())
    })
}

/// Whether a declaration defines a name, and does not just declare it.
fn defines(declaration: &str, name: &str) -> bool {
    let tokens = super::tokens(declaration);
    let head = tokens.iter().position(|token| matches!(token.text.as_str(), "{" | "=" | ";"));
    head.is_some_and(|end| tokens[end].text != ";" && tokens[..end].iter().any(|token| token.text == name))
}

/// The definitions and declarations for the device that a text has, in its bytes.
fn routines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let list = TokenList::lex(text);
    let mut found = Vec::new();
    for start in (0..list.len()).filter(|&index| list.text(index) == "__device__") {
        let ends = |index: &usize| matches!(list[*index].kind, kind::LEFT_BRACE | kind::SEMICOLON);
        let Some(head) = (start..list.len()).filter(|&index| list[index].is_visible()).find(ends) else {
            continue;
        };
        if let Some(end) = if list[head].kind == kind::SEMICOLON { Some(head) } else { list.partner(head) } {
            found.push(list[start].span.start..list[end].span.end);
        }
    }
    found.into_iter()
}
