//! From a source to the tokens that are parsed and those that are rewritten:
//! where the preprocessor's result becomes one list of tokens ([`crate::syntax::woven`]).

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use crate::diagnostics::{Diagnostic, Severity};
use crate::preprocessor::needed::needed;
use crate::preprocessor::{
    DefinedAt, Environment, HeaderInfo, Headers, Inclusion, MacroInfo, Place, PpToken, Preprocessed, Word,
    bracket_inclusion, preprocess, quoted_inclusion,
};
use crate::source::Source;
use crate::syntax::TokenList;
use crate::syntax::directives::{self, Directive, Macro};
use crate::syntax::woven::{Piece, PiecePlace};

/// What macros are expanded and headers read with.
#[derive(Clone)]
pub struct Preprocessing {
    /// What the compiler that will read the output knows beforehand.
    pub environment: Environment,
    pub headers: Arc<dyn Headers + Send>,
}

impl fmt::Debug for Preprocessing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Preprocessing").field("environment", &self.environment).finish_non_exhaustive()
    }
}

/// Reads a source, and says what its author should know. Of headers it reads what the source needs, and with `with_own` all
/// of those that are the program's own.
///
/// # Errors
///
/// The preprocessor's: with a header missing, what follows is guesswork.
pub(super) fn read(
    source: &Source,
    preprocessing: Option<&Preprocessing>,
    with_own: bool,
) -> Result<(TokenList, Surroundings, Vec<Diagnostic>), Vec<Diagnostic>> {
    let Some(Preprocessing { environment, headers }) = preprocessing else {
        return Ok((TokenList::new(source.text()), Surroundings::default(), Vec::new()));
    };
    let mut found = preprocess(source, environment, &**headers);
    if found.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(found.diagnostics);
    }
    let pasting = pasting_macros(source.text(), &found.directives);
    let keep = needed(&found, with_own);
    // What is left of a line begins it, or would be part of a directive above.
    let mut is_line_cut = false;
    let kept = found.tokens.iter().zip(&keep).filter_map(|(token, keep)| {
        is_line_cut |= token.starts_line;
        let starts_line = keep.then(|| std::mem::take(&mut is_line_cut))?;
        Some(Piece { starts_line, ..piece(&found, token, &pasting) })
    });
    let tokens = TokenList::weave_in(source.text(), kept, &found.inactive);
    let mut surroundings = Surroundings::of(&found);
    let diagnostics = std::mem::take(&mut found.diagnostics);
    // The list has the others.
    let mut is_kept = keep.into_iter();
    found.tokens.retain(|_| is_kept.next() == Some(false));
    found.tokens.shrink_to_fit();
    surroundings.file = Some(Rc::new(found));
    Ok((tokens, surroundings, diagnostics))
}

/// What is known of the headers beyond their declarations.
#[derive(Clone, Debug, Default)]
pub(super) struct Surroundings {
    /// The system's headers that headers of the program include, each once.
    pub system_headers: Vec<SystemHeader>,
    /// All headers that were read, and whether each is the system's. `None` where none were looked for.
    headers: Vec<HeaderInfo>,
    /// The macros that the file invokes and that the system defines.
    pub system_macros: HashSet<String>,
    /// What the preprocessor made of the file; of its tokens, those that are not read ([`needed`]).
    file: Option<Rc<Preprocessed>>,
}

/// Whether a header of the program defines a macro, or the command line.
fn is_of_header(file: &Preprocessed, found: &MacroInfo) -> bool {
    match found.defined {
        DefinedAt::Header { inclusion, offset } => {
            !file.inclusions.get(inclusion as usize).is_some_and(|found| found.is_system(offset))
        }
        DefinedAt::CommandLine => true,
        DefinedAt::Source { .. } => false,
    }
}

/// A header of the system's that a header of the program names in an `#include`.
#[derive(Clone, Debug)]
pub(super) struct SystemHeader {
    pub name: String,
    /// The system's headers that bring it along; none if an `#include` of the program with this name had it read. That
    /// none had may be for a conditional, or because it had been read before.
    pub comes_with: Vec<String>,
}

impl SystemHeader {
    /// `None` if nothing read it.
    fn of(name: &str, file: &Preprocessed) -> Option<Self> {
        if !file.headers.iter().any(|info| info.system && info.path.ends_with(name)) {
            return None;
        }
        let readings = file.inclusions.iter().filter(|inclusion| Path::new(&inclusion.file).ends_with(name));
        // A header that the program includes by another name, as it does `sys/types.h` if this is `types.h`, is that one.
        let with = |inclusion: &Inclusion| match inclusion.comes_with {
            Some(with) => Some(file.inclusions[with].file.clone()),
            None => {
                let is_another = inclusion.bracketed.as_deref().is_some_and(|other| other != name);
                is_another.then(|| inclusion.file.clone())
            }
        };
        let comes_with: Option<Vec<String>> = readings.map(with).collect();
        Some(SystemHeader { name: name.to_owned(), comes_with: comes_with.unwrap_or_default() })
    }
}

/// Whether the program had the system's header of this name read, and none of its own.
fn is_system_alone(name: &str, file: &Preprocessed) -> bool {
    let mut readings =
        file.inclusions.iter().filter(|inclusion| Path::new(&inclusion.file).ends_with(name)).peekable();
    readings.peek().is_some() && readings.all(|inclusion| inclusion.is_system(0))
}

impl Surroundings {
    /// Whether a header of the system's may have C++'s classes for complex numbers read.
    pub fn brings_complex_classes(&self) -> bool {
        let is_complex = |name: &str| matches!(name, "complex" | "complex.h" | "ccomplex");
        let brings = |inclusion: &Inclusion| {
            let is_itself = Path::new(&inclusion.file).file_name().is_some_and(|name| name == "complex.h");
            !is_itself && inclusion.system_lines().filter_map(bracket_inclusion).any(is_complex)
        };
        self.file.as_ref().is_some_and(|file| file.inclusions.iter().any(brings))
    }

    fn of(file: &Preprocessed) -> Self {
        let mut found = Surroundings { headers: file.headers.clone(), ..Surroundings::default() };
        for inclusion in &file.inclusions {
            let quoted = |line| quoted_inclusion(line).filter(|name| is_system_alone(name, file));
            for name in
                inclusion.own_lines().filter_map(|line| bracket_inclusion(line).or_else(|| quoted(line)))
            {
                if !found.system_headers.iter().any(|other| other.name == name) {
                    found.system_headers.extend(SystemHeader::of(name, file));
                }
            }
        }
        for invocation in &file.invocations {
            let name = file.name(invocation.name);
            let is_systems = match file.macro_named(name).map(|info| info.defined) {
                Some(DefinedAt::Header { inclusion, offset }) => {
                    file.inclusions.get(inclusion as usize).is_some_and(|found| found.is_system(offset))
                }
                // Those that the compiler predefines are not listed.
                None => name.starts_with("__"),
                Some(DefinedAt::Source { .. } | DefinedAt::CommandLine) => false,
            };
            if is_systems && !found.system_macros.contains(name) {
                found.system_macros.insert(name.to_owned());
            }
        }
        found
    }

    /// The headers that did not come with the system, each as often as it was read: the program's own, and libraries'.
    pub fn foreign_headers(&self) -> impl Iterator<Item = &Inclusion> {
        let all = self.file.iter().flat_map(|file| &file.inclusions);
        all.filter(|found| !found.include.is_empty() && !found.is_system(0))
    }

    /// Whether a name is a macro that the file did not define.
    pub fn is_others_macro(&self, name: &str) -> bool {
        let found = self.file.as_ref().and_then(|file| file.macro_named(name));
        found.is_some_and(|found| !matches!(found.defined, DefinedAt::Source { .. }))
    }

    /// Whether a name is a macro that a header of the program defines, or the command line.
    pub fn is_header_macro(&self, name: &str) -> bool {
        let Some(file) = &self.file else { return false };
        file.macro_named(name).is_some_and(|found| is_of_header(file, found))
    }

    /// The names of all of these, and whether they take arguments.
    pub fn all_header_macros(&self) -> impl Iterator<Item = (&str, bool)> {
        self.file.iter().flat_map(|file| {
            let all = file.macros.iter().filter(|found| is_of_header(file, found));
            all.map(|found| (file.name(found.name), found.function_like))
        })
    }

    /// Where the last `#include` begins, in bytes of the file, whose headers have a name in a declaration that is
    /// not read ([`needed`]), for each of some names that has one.
    pub fn last_unread<'n>(&self, names: impl Iterator<Item = &'n str>) -> HashMap<String, usize> {
        let Some(file) = &self.file else { return HashMap::new() };
        let words: HashMap<Word, &str> = names.filter_map(|name| Some((file.word(name)?, name))).collect();
        let mut found: HashMap<String, usize> = HashMap::new();
        for token in &file.tokens {
            if let Some(name) = words.get(&token.word) {
                let place = found.entry((*name).to_owned()).or_default();
                *place = (*place).max(file.range(token).start);
            }
        }
        found
    }

    /// Whether a header that a line of the file includes is the system's. Where no header was read, its brackets
    /// have to tell.
    pub fn is_systems(&self, header: &str, in_brackets: bool) -> bool {
        if self.headers.is_empty() {
            return in_brackets;
        }
        let was_read =
            |system| self.headers.iter().any(|info| info.system == system && info.path.ends_with(header));
        was_read(true) && !was_read(false)
    }
}

/// The macros of the file in whose text, or in that of a macro which it uses,
/// `#` or `##` stands.
fn pasting_macros(text: &str, directives: &[Range<usize>]) -> HashSet<String> {
    let definition = |range: &Range<usize>| match directives::read(text.get(range.clone())?, range.start) {
        Directive::Define(definition) => Some(definition),
        _ => None,
    };
    let definitions: Vec<Macro> = directives.iter().filter_map(definition).collect();
    let mut pasting: HashSet<String> = HashSet::new();
    loop {
        let before = pasting.len();
        for definition in &definitions {
            if definition.body.contains('#') || definition.names().any(|name| pasting.contains(name)) {
                pasting.insert(definition.name.clone());
            }
        }
        if pasting.len() == before {
            return pasting;
        }
    }
}

fn piece<'t>(file: &'t Preprocessed, token: &PpToken, pasting: &HashSet<String>) -> Piece<'t> {
    let range = file.range(token);
    let place = match token.place {
        Place::Source { .. } => PiecePlace::File(range),
        Place::Expansion { .. } => {
            let spelled = file.spelled(token);
            let name = file.invocation(token).map_or("", |invocation| file.name(invocation.name));
            PiecePlace::Macro {
                invocation: range,
                pasted: spelled.is_none() && pasting.contains(name),
                argument: spelled.filter(|_| file.in_arguments(token)),
            }
        }
        Place::Header { .. } => PiecePlace::Header { include: range, system: file.is_system(token) },
    };
    let PpToken { starts_line, space_before, .. } = *token;
    Piece { text: file.text(token), starts_line, space_before, place }
}
