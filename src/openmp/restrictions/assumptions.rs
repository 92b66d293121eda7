//! Assumptions (section 8.3 of OpenMP 5.2): what they may name, and what in the text breaks their promises.

use super::Program;
use super::requirements::is_in_block;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Construct, Part, Tokens};
use crate::openmp::routines;
use crate::openmp::written::{Written, whole};
use crate::syntax::TokenList;
use crate::syntax::accepted::{Clause, Directive, Role, directives};

/// The directives that make tasks, or put iterations together.
const PARALLELISM: [&str; 6] = ["parallel", "simd", "target", "task", "taskloop", "teams"];
/// Those that say something of the program, and do nothing.
const INFORMATIONAL: [&str; 6] =
    ["assume", "assumes", "begin assumes", "metadirective", "nothing", "requires"];

/// What a clause promises of the directives that there are.
struct Promise {
    /// The word of the clause, and of `absent` a directive's name.
    clause: String,
    absent: String,
    at: Tokens,
}

impl Promise {
    fn all(written: &Written) -> Vec<Self> {
        let promises = written.clauses().flat_map(|(word, clause)| {
            let absent = match word {
                "absent" => names(written, clause).into_iter().map(|(name, _)| name).collect(),
                "no_openmp" | "no_openmp_routines" | "no_parallelism" => vec![String::new()],
                _ => Vec::new(),
            };
            let at = written.range(clause);
            absent.into_iter().map(move |absent| Promise { clause: word.to_owned(), absent, at: at.clone() })
        });
        promises.collect()
    }

    fn is_broken_by(&self, directive: &Directive) -> bool {
        let does_something = matches!(directive.role, Role::Construct | Role::Standalone)
            && !INFORMATIONAL.contains(&directive.name);
        match self.clause.as_str() {
            "absent" => directive.name == self.absent || directive.has_leaf(&self.absent),
            "no_openmp" => does_something,
            "no_parallelism" => PARALLELISM.iter().any(|leaf| directive.has_leaf(leaf)),
            _ => false,
        }
    }

    fn broken(&self, by: &str, at: &Tokens, tokens: &TokenList) -> Diagnostic {
        let clause = match self.clause.as_str() {
            "absent" => format!("absent({})", self.absent),
            clause => clause.to_owned(),
        };
        Diagnostic::warning("W0305", format!("`{by}` breaks the assumption `{clause}`"), tokens.span(at))
            .label("assumed never to be met")
            .note_at(tokens.span(&self.at), "the assumption")
            .note("what the program does then is not specified (section 8.3 of OpenMP 5.2)")
    }
}

/// The names in a clause's parentheses, each with its tokens.
fn names(written: &Written, clause: &Clause) -> Vec<(String, Tokens)> {
    let items = written.split(written.argument(clause)).into_iter();
    items.filter_map(|item| Some((written.tokens.words(&item.tokens), whole(&item.tokens)?))).collect()
}

/// What the pragmas of a file assume of it, and which directives there are.
#[derive(Default)]
pub struct Assumptions {
    of_file: Vec<Promise>,
    /// Those of each `begin assumes` that has not ended.
    open: Vec<Vec<Promise>>,
    seen: Vec<(&'static Directive, Tokens)>,
    found: Vec<Diagnostic>,
}

impl Assumptions {
    /// Takes a pragma.
    pub fn take(&mut self, written: &Written) {
        let at = written.name();
        match written.directive.name {
            "assume" => self.found.extend(named(written)),
            "assumes" => {
                if is_in_block(&at, written.tokens) {
                    self.found.push(refuse(
                        "`assumes` in a block".to_owned(),
                        &at,
                        "not at file scope",
                        written.tokens,
                    ));
                }
                self.found.extend(named(written));
                self.of_file.extend(Promise::all(written));
            }
            "begin assumes" => {
                self.found.extend(named(written));
                self.open.push(Promise::all(written));
            }
            "end assumes" => {
                self.open.pop();
            }
            name => {
                let broken =
                    self.open.iter().flatten().filter(|promise| promise.is_broken_by(written.directive));
                self.found.extend(broken.map(|promise| promise.broken(name, &at, written.tokens)));
                self.seen.push((written.directive, at));
            }
        }
    }

    /// What is wrong with the whole of the file.
    pub fn finish(mut self, tokens: &TokenList) -> Vec<Diagnostic> {
        for promise in &self.of_file {
            let broken = self.seen.iter().filter(|(directive, _)| promise.is_broken_by(directive));
            self.found.extend(broken.map(|(directive, at)| promise.broken(directive.name, at, tokens)));
        }
        self.found
    }
}

fn refuse(message: String, at: &Tokens, label: &str, tokens: &TokenList) -> Diagnostic {
    let error = Diagnostic::error("E0375", message, tokens.span(at)).label(label.to_owned());
    error.note("section 8.3 of OpenMP 5.2")
}

/// What `absent` and `contains` name: directives that do something, by the words of one each, and each once.
fn named(written: &Written) -> Vec<Diagnostic> {
    let tokens = written.tokens;
    let mut errors = Vec::new();
    let mut earlier: Vec<(String, Tokens)> = Vec::new();
    let clauses = written.clauses().filter(|(word, _)| ["absent", "contains"].contains(word));
    for (name, at) in clauses.flat_map(|(_, clause)| names(written, clause)) {
        let wrong = |label: &str| refuse(format!("an assumption about `{name}`"), &at, label, tokens);
        match directives().iter().find(|directive| directive.name == name) {
            None => errors.push(wrong("no directive")),
            Some(directive) if directive.leaves.len() > 1 => {
                errors.push(wrong("not one directive: its parts are named"))
            }
            Some(directive)
                if directive.role == Role::Declarative || INFORMATIONAL.contains(&directive.name) =>
            {
                errors.push(wrong("a directive that does nothing"));
            }
            Some(_) => {}
        }
        if let Some((_, first)) = earlier.iter().find(|(other, _)| *other == name) {
            let error = refuse(format!("`{name}` is named twice"), &at, "again here", tokens);
            errors.push(error.note_at(tokens.span(first), "first here"));
        }
        earlier.push((name, at));
    }
    errors
}

/// Checks what all `assume` constructs inside a construct, and itself, have in them.
pub(super) fn check(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    construct.walk(&mut |inner| {
        if inner.written.name == "assume"
            && let Some(written) = Written::at(program.tokens, *inner.directive.start())
        {
            let promises = Promise::all(&written);
            inner.walk(&mut |around| {
                found.extend(around.parts.iter().flat_map(|part| of_part(part, &promises, program.tokens)));
            });
            found.extend(of_calls(inner, &promises, program));
        }
    });
    found
}

fn of_part(part: &Part, promises: &[Promise], tokens: &TokenList) -> Vec<Diagnostic> {
    let (name, at) = match part {
        Part::Construct(inner) => (inner.written.name, &inner.directive),
        Part::Standalone { directive, tokens } => (directive.name, tokens),
        Part::Barrier { tokens, .. } => ("barrier", tokens),
        Part::Flush { tokens } => ("flush", tokens),
    };
    let Some(directive) = directives().iter().find(|directive| directive.name == name) else {
        return Vec::new();
    };
    let broken = promises.iter().filter(|promise| promise.is_broken_by(directive));
    broken.map(|promise| promise.broken(name, at, tokens)).collect()
}

/// The calls of OpenMP's routines where there are to be none.
fn of_calls(construct: &Construct, promises: &[Promise], program: &Program) -> Vec<Diagnostic> {
    let wants_none =
        |promise: &&Promise| ["no_openmp", "no_openmp_routines"].contains(&promise.clause.as_str());
    let Some(promise) = promises.iter().find(wants_none) else { return Vec::new() };
    let calls = program.references_in(&construct.body).iter().filter(|reference| reference.called);
    let routines = calls.filter(|reference| routines::find(&reference.name).is_some());
    routines
        .map(|reference| {
            promise.broken(&reference.name, &(reference.token..=reference.token), program.tokens)
        })
        .collect()
}
