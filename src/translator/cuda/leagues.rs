//! `teams` and the `distribute` or `loop` that is all it has in it, each with a directive of its own: the two become the combined
//! construct, which means the same (section 17.3 of OpenMP 5.2) and which the device has. So do `parallel` and its `for` within
//! another region, where one thread runs them ([`super::inner_loops`]).
//!
//! A `loop` in a `target` without `teams` may be run by any threads at once (section 11.7): it becomes one of `target teams loop`,
//! or, beside other statements, `parallel loop`.
//!
//! ```c
//! #pragma omp target teams map(tofrom: a)
//! #pragma omp distribute parallel for
//! for (int i = 0; i < n; i++)
//! ```
//!
//! becomes
//!
//! ```c
//! /* #pragma omp target teams map(tofrom: a) */
//! #pragma omp target teams distribute parallel for map(tofrom: a)
//! for (int i = 0; i < n; i++)
//! ```
//!
//! As with loops that are made of others ([`super::transformations`]), this is written into the source, which is then read again.

use super::super::File;
use super::super::rewrite_stream::RewriteStream;
use crate::codegen::cuda;
use crate::openmp::constructs::Tokens;
use crate::openmp::written::Written;
use crate::openmp::{Construct, Part};
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::{Directive, directives};
use crate::syntax::generated::open_mpc as kind;

const REASON: &str = "the combined construct means the same (section 17.3 of OpenMP 5.2)";

impl File<'_> {
    /// Puts combined constructs in place of such pairs.
    pub(in super::super) fn combine_leagues(&self, stream: &mut RewriteStream) {
        for function in self.cuda.functions.iter().filter(|function| !function.is_system) {
            for outer in function.constructs() {
                outer.walk_inside(&mut |construct, around| {
                    self.combine(construct, around, stream);
                });
            }
        }
    }

    fn combine(
        &self,
        construct: &Construct,
        around: &[&Construct],
        stream: &mut RewriteStream,
    ) -> Option<()> {
        let is_around = |outer: &Construct| self.is_around_regions(outer.kind, *outer.directive.start());
        if construct.written.name == "target"
            && is_around(construct)
            && around.iter().all(|outer| is_around(outer))
        {
            return self.combine_target(construct, stream);
        }
        let [Part::Construct(inner)] = &*construct.parts else { return None };
        let name = format!("{} {}", construct.written.name, inner.written.name);
        let is_region = |outer: &&Construct| outer.kind.is_parallel() || outer.written.has_leaf("teams");
        let is_pair = match *construct.written.leaves.last()? {
            "teams" => {
                let is_league = ["distribute", "loop"].contains(inner.written.leaves.first()?);
                construct.kind.is_host_only() && is_league
            }
            "parallel" => construct.written.name == "parallel" && around.iter().any(is_region),
            _ => false,
        };
        let combined = directives().iter().find(|one| one.name == name).filter(|_| is_pair)?;
        self.put_combined(construct, inner, combined, stream)
    }

    /// Does the same with the loops in a `target` that is not combined with anything.
    fn combine_target(&self, target: &Construct, stream: &mut RewriteStream) -> Option<()> {
        let combined = directives().iter().find(|one| one.name == "target teams loop")?;
        // gcc 12 leaves the originals of last values as they were behind one with `nowait`.
        let waits = !Written::at(self.tokens, *target.directive.start())?.has("nowait");
        if let [Part::Construct(inner)] = &*target.parts
            && inner.written.name == "loop"
            && waits
            && self.put_combined(target, inner, combined, stream).is_some()
        {
            return Some(());
        }
        for part in &target.parts {
            if let Part::Construct(inner) = part
                && inner.written.name == "loop"
                && let Some(line) = self.in_line(&inner.directive)
                && let Some(written) = Written::at(self.tokens, *inner.directive.start())
            {
                put_directive("parallel loop", &self.clauses_of_loop(&written), line, inner, stream);
            }
        }
        Some(())
    }

    /// The clauses of a `loop`, but for what it is bound to.
    fn clauses_of_loop(&self, written: &Written) -> Vec<String> {
        let clauses = written.clauses().filter(|(word, _)| *word != "bind");
        clauses.map(|(_, clause)| self.said(&written.range(clause))).collect()
    }

    /// Puts a combined construct in place of two.
    fn put_combined(
        &self,
        construct: &Construct,
        inner: &Construct,
        combined: &Directive,
        stream: &mut RewriteStream,
    ) -> Option<()> {
        let outer = Written::at(self.tokens, *construct.directive.start())?;
        let written = Written::at(self.tokens, *inner.directive.start())?;
        let (outer_line, line) = (self.in_line(&construct.directive)?, self.in_line(&inner.directive)?);
        let are_typed = [&outer_line, &line]
            .into_iter()
            .flat_map(|line| [*line.start(), *line.end()])
            .all(|token| self.stands_in_file(token));
        if !are_typed || !self.is_all_of(&[&inner.tokens], construct) {
            return None;
        }
        let is_target = construct.written.name == "target";
        let inner_clauses = match is_target {
            true => self.clauses_of_loop(&written),
            false => written.clauses().map(|(_, clause)| self.said(&written.range(clause))).collect(),
        };
        let mut clauses: Vec<String> = Vec::new();
        for (word, clause) in outer.clauses() {
            let mut text = self.said(&outer.range(clause));
            // Without a directive's name it would be for all parts.
            if word == "if" && outer.modifiers(clause).is_empty() {
                let condition = outer.value(clause).filter(|_| is_target)?;
                text = format!("if(target: {})", self.said(&condition));
            }
            if !combined.takes(word) {
                return None;
            }
            if inner_clauses.contains(&text) {
                continue;
            }
            let is_once = !["map", "depend", "allocate"].contains(&word);
            if is_once && self.is_said_otherwise(&outer, clause, word, &written) {
                return None;
            }
            clauses.push(text);
        }
        if !written.clauses().all(|(word, _)| word != "if" && combined.takes(word)) {
            return None;
        }
        clauses.extend(inner_clauses);
        let rule = super::constructs::rule_of(inner.kind);
        let comment = cuda::comment(None, &self.pragma_text(&outer_line));
        stream.replace(outer_line, comment, rule, REASON);
        put_directive(combined.name, &clauses, line, inner, stream);
        Some(())
    }

    /// Whether a construct has nothing else in it than some pieces, perhaps in braces.
    pub(super) fn is_all_of(&self, pieces: &[&Tokens], outer: &Construct) -> bool {
        let others = outer.body.clone().filter(|index| !pieces.iter().any(|piece| piece.contains(index)));
        self.are_bare(others)
    }

    /// Whether nothing but braces, empty statements and ends of directives is among some tokens.
    pub(super) fn are_bare(&self, indexes: impl Iterator<Item = usize>) -> bool {
        let mut visible = indexes.map(|index| &self.tokens[index]).filter(|token| token.is_visible());
        visible.all(|token| {
            matches!(token.kind, kind::LEFT_BRACE | kind::RIGHT_BRACE | kind::NEW_LINE | kind::SEMICOLON)
        })
    }

    /// Whether a clause is for one construct of the two and another one of its kind, or with one of its variables, for the other.
    fn is_said_otherwise(
        &self,
        outer: &Written,
        clause: &crate::syntax::accepted::Clause,
        word: &str,
        inner: &Written,
    ) -> bool {
        let names = |written: &Written, clause| -> Vec<String> {
            let items = written.items(clause);
            let names = items.into_iter().filter_map(|item| item.name(self.tokens));
            names.map(|token| self.tokens.text(token).to_owned()).collect()
        };
        let own = names(outer, clause);
        inner.clauses().any(|(other, its)| {
            let is_list = ["private", "firstprivate", "shared", "reduction"].contains(&word);
            match is_list {
                true => names(inner, its).iter().any(|name| own.contains(name)),
                false => other == word,
            }
        })
    }
}

/// Writes a construct's directive anew.
fn put_directive(
    name: &str,
    clauses: &[String],
    line: Tokens,
    construct: &Construct,
    stream: &mut RewriteStream,
) {
    let text = format!("#pragma omp {name} {}", clauses.join(" "));
    stream.replace(line, text.trim_end().to_owned(), super::constructs::rule_of(construct.kind), REASON);
}
