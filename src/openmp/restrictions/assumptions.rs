//! Assumptions (section 8.3 of OpenMP 5.2): what they may name, and what in the text breaks their promises.

use super::Program;
use super::requirements::is_in_block;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Construct, Part, Tokens};
use crate::openmp::report::Report as _;
use crate::openmp::routines;
use crate::openmp::written::{Written, directive_at, whole};
use crate::syntax::TokenList;
use crate::syntax::accepted::{Clause, Directive, Role, directives};

/// The directives that make tasks, or put iterations together.
const PARALLELISM: [&str; 6] = ["parallel", "simd", "target", "task", "taskloop", "teams"];
/// Those that say something of the program, and do nothing.
const INFORMATIONAL: [&str; 6] =
    ["assume", "assumes", "begin assumes", "metadirective", "nothing", "requires"];
/// The clauses that promise without naming a directive.
const PROMISES: [&str; 3] = ["no_openmp", "no_openmp_routines", "no_parallelism"];

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
                _ => vec![String::new(); usize::from(PROMISES.contains(&word))],
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
            "absent" => &format!("absent({})", self.absent),
            clause => clause,
        };
        let message = format!("`{by}` breaks the assumption `{clause}`");
        let warning = tokens.warning("W0305", message, at, "assumed never to be met");
        let warning = warning.note_at(tokens.at(&self.at), "the assumption");
        warning.note("what the program does then is not specified (section 8.3 of OpenMP 5.2)")
    }
}

/// What a directive breaks of some promises.
fn broken<'p>(
    promises: impl IntoIterator<Item = &'p Promise>,
    directive: &Directive,
    at: &Tokens,
    tokens: &TokenList,
) -> Vec<Diagnostic> {
    let broken = promises.into_iter().filter(|promise| promise.is_broken_by(directive));
    broken.map(|promise| promise.broken(directive.name, at, tokens)).collect()
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
                    self.found.push(refuse("`assumes` in a block", &at, "not at file scope", written.tokens));
                }
                self.found.extend(named(written));
                self.of_file.extend(Promise::all(written));
            }
            "begin assumes" => {
                self.found.extend(named(written));
                self.open.push(Promise::all(written));
            }
            "end assumes" => drop(self.open.pop()),
            _ => {
                let promises = self.open.iter().flatten();
                self.found.extend(broken(promises, written.directive, &at, written.tokens));
                self.seen.push((written.directive, at));
            }
        }
    }

    /// What is wrong with the whole of the file.
    pub fn finish(mut self, tokens: &TokenList) -> Vec<Diagnostic> {
        for promise in &self.of_file {
            self.found.extend(self.seen.iter().flat_map(|(by, at)| broken([promise], by, at, tokens)));
        }
        self.found
    }
}

fn refuse(message: &str, at: &Tokens, label: &str, tokens: &TokenList) -> Diagnostic {
    tokens.error("E0375", message, at, label).note("section 8.3 of OpenMP 5.2")
}

/// What `absent` and `contains` name: directives that do something, by the words of one each, and each once.
fn named(written: &Written) -> Vec<Diagnostic> {
    let tokens = written.tokens;
    let mut errors = Vec::new();
    let mut earlier: Vec<(String, Tokens)> = Vec::new();
    let clauses = written.clauses().filter(|(word, _)| ["absent", "contains"].contains(word));
    for (name, at) in clauses.flat_map(|(_, clause)| names(written, clause)) {
        let label = match directives().iter().find(|directive| directive.name == name) {
            None => Some("no directive"),
            Some(directive) if directive.leaves.len() > 1 => Some("not one directive: its parts are named"),
            Some(directive) => (directive.role == Role::Declarative
                || INFORMATIONAL.contains(&directive.name))
            .then_some("a directive that does nothing"),
        };
        let message = format!("an assumption about `{name}`");
        errors.extend(label.map(|label| refuse(&message, &at, label, tokens)));
        if let Some((_, first)) = earlier.iter().find(|(other, _)| *other == name) {
            let error = refuse(&format!("`{name}` is named twice"), &at, "again here", tokens);
            errors.push(error.note_at(tokens.at(first), "first here"));
        }
        earlier.push((name, at));
    }
    errors
}

/// Checks what all `assume` constructs inside a construct, and itself, have in them.
pub(super) fn check(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let mut found = Vec::new();
    construct.walk(&mut |assume| {
        if assume.written.name != "assume" {
            return;
        }
        let written = Written::at(tokens, *assume.directive.start());
        let promises = written.map_or_else(Vec::new, |written| Promise::all(&written));
        assume.walk(&mut |inner| {
            for part in &inner.parts {
                let at = match part {
                    Part::Construct(construct) => &construct.directive,
                    part => part.tokens(),
                };
                let directive = directive_at(tokens, *at.start());
                found.extend(directive.into_iter().flat_map(|by| broken(&promises, by, at, tokens)));
            }
        });
        // The calls of OpenMP's routines where there are to be none.
        if let Some(promise) = promises.iter().find(|it| it.clause.starts_with("no_openmp")) {
            let calls = program.references_in(&assume.body).iter().filter(|reference| reference.called);
            let routines = calls.filter(|reference| routines::find(&reference.name).is_some());
            found.extend(routines.map(|call| promise.broken(&call.name, &(call.token..=call.token), tokens)));
        }
    });
    found
}
