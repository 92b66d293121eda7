//! Tasks that are the iterations of a loop, and all that a region has: `taskloop`, and a loop whose statement is a task, which one
//! thread of a team creates and all of them execute. The device has no tasks, but a team has a loop that it shares out: the iterations
//! run in any order and at once, as the tasks do, and end before the region does (section 12.6 of OpenMP 5.2).
//!
//! ```c
//! #pragma omp parallel
//! #pragma omp single
//! for (int i = 0; i < n; i++)
//!     #pragma omp task
//!     work(i);
//! ```
//!
//! becomes
//!
//! ```c
//! /* #pragma omp parallel */
//! /* #pragma omp single */
//! #pragma omp parallel for schedule(dynamic)
//! for (int i = 0; i < n; i++)
//!     /* #pragma omp task */
//!     work(i);
//! ```
//!
//! As with combined constructs ([`super::leagues`]), this is written into the source, which is then read again: whether the loop is
//! canonical turns out there.

use super::super::File;
use super::super::offload::has_effects;
use super::super::rewrite_stream::RewriteStream;
use crate::codegen::cuda;
use crate::openmp::constructs::Tokens;
use crate::openmp::loops::Header;
use crate::openmp::written::Written;
use crate::openmp::{CanonicalLoop, Construct, ConstructKind, Part, restrictions};
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::Clause;
use crate::syntax::generated::open_mpc as kind;

const REASON: &str = "a team's threads share out what would be tasks";

/// A region that does nothing but execute the iterations of a loop as tasks.
struct TaskLoop<'c> {
    /// The constructs, from the region to the tasks.
    chain: Vec<&'c Construct>,
    /// Directives behind the loop that wait for the tasks.
    waits: Vec<&'c Tokens>,
    /// The loop around the construct of a task; none of a `taskloop`.
    around: Option<Around>,
    is_simd: bool,
}

/// A loop whose statement is a task.
struct Around {
    /// Its `for`, and its last token.
    tokens: Tokens,
    canonical: CanonicalLoop,
    /// What is in front of the first semicolon.
    first: Tokens,
}

/// What becomes of a clause.
enum Fate {
    Kept(String),
    /// It says what holds anyway, or is a hint.
    Dropped,
}

impl File<'_> {
    /// Writes a loop that is shared out in the place of such tasks.
    pub(in super::super) fn share_out_tasks(&self, stream: &mut RewriteStream) {
        for function in self.cuda.functions.iter().filter(|function| !function.is_system) {
            for region in function.constructs().chain(&function.on_host) {
                if let Some(tasks) = self.tasks_of(region) {
                    self.share_out(&tasks, stream);
                }
            }
        }
    }

    fn tasks_of<'c>(&self, region: &'c Construct) -> Option<TaskLoop<'c>> {
        let mut chain = vec![region];
        let mut waits = Vec::new();
        while !chain.last()?.written.leaves.iter().any(|leaf| ["task", "taskloop"].contains(leaf)) {
            let mut inner = None;
            for part in &chain.last()?.parts {
                match part {
                    Part::Construct(found) if inner.is_none() => inner = Some(&**found),
                    Part::Standalone { directive, tokens }
                        if inner.is_some() && directive.name == "taskwait" =>
                    {
                        waits.push(tokens);
                    }
                    _ => return None,
                }
            }
            chain.push(inner?);
        }
        let leaves: Vec<&str> =
            chain.iter().flat_map(|construct| &construct.written.leaves).copied().collect();
        let ["parallel", "single" | "master" | "masked", rest @ ..] = &leaves[..] else { return None };
        let rest = rest.strip_prefix(&["taskgroup"]).unwrap_or(rest);
        let is_task = match rest {
            ["task"] => true,
            ["taskloop"] | ["taskloop", "simd"] => false,
            _ => return None,
        };
        let tasks = *chain.last()?;
        let outer = chain.len().checked_sub(2).map(|at| chain[at]);
        let around = match is_task {
            true => Some(self.loop_around(outer?, tasks, &waits)?),
            false => None,
        };
        let whole = around.as_ref().map_or(&tasks.tokens, |around| &around.tokens);
        let is_all = |pair: &[&Construct]| {
            let inner = if pair[1].tokens == tasks.tokens { whole } else { &pair[1].tokens };
            self.is_all_of(&[&[inner], &waits[..]].concat(), pair[0])
        };
        (chain.windows(2).all(is_all) && is_plain(&tasks.parts)).then(|| TaskLoop {
            waits,
            around,
            is_simd: rest.contains(&"simd"),
            chain,
        })
    }

    /// The loop that has nothing but a task in it, and is in a construct.
    fn loop_around(&self, outer: &Construct, task: &Construct, waits: &[&Tokens]) -> Option<Around> {
        let visible =
            |index: &usize| self.tokens[*index].is_visible() && self.tokens[*index].kind != kind::NEW_LINE;
        let mut before = (*outer.body.start()..*task.tokens.start()).filter(visible);
        let start = before.find(|&index| self.tokens[index].kind != kind::LEFT_BRACE)?;
        let open = before.next()?;
        if self.tokens[start].kind != kind::FOR || self.tokens[open].kind != kind::LEFT_PAREN {
            return None;
        }
        let close = self.tokens.partner(open)?;
        let rest: Vec<usize> = (close + 1..*task.tokens.start()).filter(visible).collect();
        let end = match rest[..] {
            [] => *task.tokens.end(),
            [brace] if self.tokens[brace].kind == kind::LEFT_BRACE => self.tokens.partner(brace)?,
            _ => return None,
        };
        let behind = task.tokens.end() + 1..end;
        if !self.are_bare(behind) || waits.iter().any(|wait| *wait.start() < end) {
            return None;
        }
        let inside: Vec<usize> = (open + 1..close).filter(visible).collect();
        let mut parts = inside.split(|&index| self.tokens[index].kind == kind::SEMICOLON);
        let mut part = || parts.next().and_then(|part| Some(*part.first()?..=*part.last()?));
        let (init, condition, increment) = (part(), part(), part());
        let first = init.clone()?;
        let header = Header { keyword: start, init, condition, increment, body_start: *task.tokens.start() };
        let program = self.program();
        let value = |range: &Tokens| restrictions::constants::value(range, &program);
        let canonical = CanonicalLoop::read(&header, self.tokens, value).ok()?;
        let is_kept = canonical.expressions().all(|(expression, _)| {
            self.references_in(expression).iter().all(|reference| {
                let is_counter = reference.name == canonical.variable;
                !(is_counter || reference.called || self.may_change(&reference.name, &task.body))
            })
        });
        is_kept.then_some(Around { tokens: start..=end, canonical, first })
    }

    fn share_out(&self, tasks: &TaskLoop<'_>, stream: &mut RewriteStream) -> Option<()> {
        let lines =
            tasks.chain.iter().map(|construct| &construct.directive).chain(tasks.waits.iter().copied());
        let mut lines = lines.map(|line| self.in_line(line)).collect::<Option<Vec<_>>>()?;
        let around = tasks.around.as_ref();
        let ends = lines.iter().chain(around.map(|around| &around.tokens));
        let mut ends = ends.flat_map(|line| [*line.start(), *line.end()]);
        if !ends.all(|token| self.stands_in_file(token)) {
            return None;
        }
        let mut clauses = Vec::new();
        for construct in &tasks.chain {
            let written = Written::at(self.tokens, *construct.directive.start())?;
            for (word, clause) in written.clauses() {
                if let Fate::Kept(text) = self.fate(&written, word, clause, construct, tasks)? {
                    clauses.push(text);
                }
            }
        }
        for wait in &tasks.waits {
            if Written::at(self.tokens, *wait.start())?.clauses().next().is_some() {
                return None;
            }
        }
        let inner = *tasks.chain.last()?;
        let rule = super::constructs::rule_of(inner.kind);
        let name = if tasks.is_simd { "parallel for simd" } else { "parallel for" };
        let pragma = |clauses: &[String]| format!("#pragma omp {name} {}", clauses.join(" "));
        match around {
            None => {
                if !clauses.iter().any(|clause| clause.starts_with("schedule")) {
                    clauses.push("schedule(guided)".to_owned());
                }
                let line = lines.remove(tasks.chain.len() - 1);
                stream.replace(line, pragma(&clauses), rule, REASON);
            }
            Some(around) => {
                let first = self.before_loop(around, tasks, &mut clauses)?;
                clauses.push("schedule(dynamic)".to_owned());
                let start = *around.tokens.start();
                let indent = self.indentation(start);
                // The loop may stand behind a brace.
                let text = format!("{first}\n{indent}{}\n{indent}", pragma(&clauses));
                stream.insert_before(start, text, rule, REASON);
                if !first.is_empty() {
                    stream.insert_after(*around.tokens.end(), " }".to_owned(), rule, REASON);
                }
            }
        }
        for line in lines {
            let comment = cuda::comment(None, &self.pragma_text(&line));
            stream.replace(line, comment, rule, REASON);
        }
        Some(())
    }

    /// What stands in front of a loop, whose variable is no copy after all: with tasks, one thread counts by the variable that the
    /// team shares. `None` if the tasks have to do with the variable itself.
    fn before_loop(
        &self,
        around: &Around,
        tasks: &TaskLoop<'_>,
        clauses: &mut Vec<String>,
    ) -> Option<String> {
        let name = &*around.canonical.variable;
        let lists = |construct: &&Construct, words: &[&str]| {
            Written::at(self.tokens, *construct.directive.start()).is_some_and(|written| {
                let mut lists = written.clauses().filter(|(word, _)| words.contains(word));
                lists.any(|(_, clause)| {
                    let items = written.items(clause);
                    items
                        .iter()
                        .any(|item| item.whole(self.tokens).is_some_and(|at| self.tokens.text(at) == name))
                })
            })
        };
        let (task, others) = tasks.chain.split_last()?;
        let body = &task.body;
        if lists(task, &["private", "shared"]) || self.may_change(name, body) {
            return None;
        }
        let is_declared = around.canonical.declared.is_some();
        if is_declared || others.iter().any(|outer| lists(outer, &["private", "firstprivate"])) {
            return Some(String::new());
        }
        let is_simple = !has_effects(&self.tokens.visible_in(&around.canonical.lower), self.tokens);
        if !lists(task, &["firstprivate"]) || !is_simple {
            return None;
        }
        clauses.push(format!("lastprivate({name})"));
        Some(format!("{{ {};", self.said(&around.first)))
    }

    /// Whether a name stands for something in a range that may be changed there.
    fn may_change(&self, name: &str, range: &Tokens) -> bool {
        let mut uses = self.references_in(range).iter().filter(|reference| reference.name == name);
        uses.any(|reference| reference.changed || self.takes_address(reference))
    }

    /// What becomes of a clause of one of the constructs; `None` if the loop cannot have its meaning.
    fn fate(
        &self,
        written: &Written,
        word: &str,
        clause: &Clause,
        construct: &Construct,
        tasks: &TaskLoop<'_>,
    ) -> Option<Fate> {
        let inner = *tasks.chain.last()?;
        let is_of_tasks = construct.tokens == inner.tokens;
        let is_of_region = construct.written.leaves.contains(&"parallel");
        let text = self.said(&written.range(clause));
        let argument = written.argument(clause);
        if has_effects(argument, self.tokens) {
            return None;
        }
        let argument_is =
            |words: &[&str]| matches!(argument, [only] if words.contains(&self.tokens.text(*only)));
        let counts = tasks.around.as_ref().map(|around| &*around.canonical.variable);
        let names = || {
            let items = written.items(clause);
            items
                .iter()
                .map(|item| Some(self.tokens.text(item.whole(self.tokens)?)))
                .collect::<Option<Vec<_>>>()
        };
        let is_used = |name: &&str| {
            Some(*name) != counts
                && self.references_in(&inner.body).iter().any(|reference| reference.name == *name)
        };
        match word {
            "shared" | "untied" | "mergeable" | "nogroup" | "priority" | "nowait" => Some(Fate::Dropped),
            "default" if argument_is(&["none", "shared"]) => Some(Fate::Dropped),
            "num_threads" | "proc_bind" if is_of_region => Some(Fate::Kept(text)),
            "if" if construct.written.name == "parallel" => Some(Fate::Kept(text)),
            "grainsize" if written.modifiers(clause).is_empty() => {
                let size = argument.first().zip(argument.last()).map(|(first, last)| *first..=*last)?;
                Some(Fate::Kept(format!("schedule(dynamic, {})", self.said(&size))))
            }
            // A single task runs its iterations one after the other.
            "num_tasks" if matches!(argument, [number] if self.tokens.text(*number).parse().is_ok_and(|n: u32| n > 1)) => {
                Some(Fate::Dropped)
            }
            "private" if is_of_tasks => Some(Fate::Kept(text)),
            "private" => (!names()?.iter().any(is_used)).then_some(Fate::Dropped),
            "firstprivate" => {
                let names = names()?;
                let kept: Vec<&str> = names.into_iter().filter(is_used).collect();
                if kept.iter().any(|name| self.may_change(name, &inner.body)) {
                    return None;
                }
                Some(match kept.is_empty() {
                    true => Fate::Dropped,
                    false => Fate::Kept(format!("firstprivate({})", kept.join(", "))),
                })
            }
            "lastprivate" | "reduction" if is_of_tasks && tasks.around.is_none() => {
                let is_plain = written.modifiers(clause).len() == usize::from(word == "reduction");
                is_plain.then_some(Fate::Kept(text))
            }
            "collapse" | "safelen" | "simdlen" | "aligned" | "nontemporal" => Some(Fate::Kept(text)),
            _ => None,
        }
    }
}

/// Whether a loop that is shared out may have these parts.
fn is_plain(parts: &[Part]) -> bool {
    parts.iter().all(|part| match part {
        Part::Construct(inner) => {
            matches!(inner.kind, ConstructKind::Critical | ConstructKind::Atomic | ConstructKind::Simd)
                && is_plain(&inner.parts)
        }
        Part::Flush { .. } => true,
        _ => false,
    })
}
