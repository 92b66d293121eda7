//! Which region may be nested in which (section 2.9; 17.1 of OpenMP 5.2).
//!
//! The rules are about regions, the checks about constructs: what the text
//! nests, the program nests whenever it comes there. Of a directive whose name is those of several each is a region of its own, the last one the innermost.

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Construct, ConstructKind, Part, Sharing, Tokens};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::Directive;
use crate::syntax::generated::open_mpc as kind;

/// Checks how the parts of a construct nest in it and in those around it.
pub(super) fn check(construct: &Construct, tokens: &TokenList) -> Vec<Diagnostic> {
    let mut check = Check { tokens, around: Vec::new(), errors: Vec::new() };
    check.alone(construct);
    check.enter(construct);
    check.errors
}

/// Checks the directives of a function that stand in no construct.
pub fn orphans(parts: &[Part], tokens: &TokenList) -> Vec<Diagnostic> {
    let mut check = Check { tokens, around: Vec::new(), errors: Vec::new() };
    for part in parts {
        if let Part::Standalone { directive, tokens } = part {
            check.directive(directive, tokens);
        }
    }
    check.errors
}

/// The regions of a construct, the outermost first.
fn leaves(construct: &Construct) -> &'static [&'static str] {
    &construct.written.leaves
}

const WORKSHARING: [&str; 4] = ["for", "sections", "single", "scope"];

/// Where not all threads of a team come, or one after the other: no place for what needs the team.
fn is_team_bound(leaf: &str) -> bool {
    WORKSHARING.contains(&leaf)
        || ["critical", "ordered", "master", "masked", "task", "taskloop", "loop"].contains(&leaf)
}

/// Whether 2.5 has it.
fn is_old(leaf: &str) -> bool {
    ["for", "sections", "single", "critical", "ordered", "master"].contains(&leaf)
}

struct Check<'c> {
    tokens: &'c TokenList,
    /// All constructs that are open, the outermost first.
    around: Vec<&'c Construct>,
    errors: Vec<Diagnostic>,
}

impl<'c> Check<'c> {
    fn enter(&mut self, construct: &'c Construct) {
        self.around.push(construct);
        for part in &construct.parts {
            match part {
                Part::Construct(inner) => {
                    self.construct(inner);
                    self.enter(inner);
                }
                Part::Barrier { tokens, .. } => self.barrier(tokens),
                Part::Standalone { directive, tokens } => self.directive(directive, tokens),
                Part::Flush { .. } => {}
            }
        }
        self.around.pop();
        self.has_scan(construct);
    }

    /// The innermost region of some kinds with no team of its own between: the one that something is closely nested in.
    fn closest(&self, is_meant: impl Fn(&str) -> bool) -> Option<(&'c Construct, &'static str)> {
        for construct in self.around.iter().rev() {
            for &leaf in leaves(construct).iter().rev() {
                if is_meant(leaf) {
                    return Some((construct, leaf));
                }
                if ["parallel", "teams", "target"].contains(&leaf) {
                    return None;
                }
            }
        }
        None
    }

    fn misplaced(&mut self, what: &str, range: &Tokens, outer: &Construct, label: &str, rule: &str) {
        let message = format!("`{what}` inside `{}`", outer.written.name);
        self.errors.push(
            Diagnostic::error("E0301", message, self.tokens.span(range))
                .label(label.to_owned())
                .note_at(self.tokens.span(&outer.directive), "the enclosing construct")
                .note(rule.to_owned()),
        );
    }

    /// Refuses what is closely nested in a region of some kinds. `rules` are what 2.5 says, if it has the region, and 5.2.
    fn not_inside(
        &mut self,
        what: &str,
        range: &Tokens,
        rules: [Option<&str>; 2],
        is_meant: impl Fn(&str) -> bool,
    ) {
        if let Some((outer, leaf)) = self.closest(is_meant) {
            let rule = match rules {
                [Some(rule), _] if is_old(leaf) => format!("{rule} (section 2.9)"),
                [_, rule] => format!("{} (section 17.1 of OpenMP 5.2)", rule.unwrap_or_default()),
            };
            self.misplaced(what, range, outer, "not all threads of the team come here", &rule);
        }
    }

    fn barrier(&mut self, range: &Tokens) {
        if self.in_simd("barrier", range) {
            return;
        }
        let rules = [
            "a barrier region may not be closely nested inside a worksharing, critical, ordered or master region",
            "a barrier region may not be closely nested inside a worksharing, loop, task, taskloop, critical, ordered or \
             masked region",
        ];
        self.not_inside("barrier", range, rules.map(Some), is_team_bound);
    }

    /// The innermost `simd` region around, whatever lies between.
    fn simd(&self) -> Option<&'c Construct> {
        self.around.iter().rev().find(|outer| leaves(outer).contains(&"simd")).copied()
    }

    fn in_simd(&mut self, what: &str, range: &Tokens) -> bool {
        let Some(outer) = self.simd() else { return false };
        let rule = "of OpenMP only `ordered simd`, `atomic` and `simd` may stand in a simd region (section 2.8.1 of OpenMP 4.5), \
                    and `loop` (section 17.1 of OpenMP 5.2)";
        let message = format!("`{what}` inside `simd`");
        self.errors.push(
            Diagnostic::error("E0301", message, self.tokens.span(range))
                .label("iterations may run at the same time in one thread")
                .note_at(self.tokens.span(&outer.directive), "the enclosing construct")
                .note(rule),
        );
        true
    }

    fn construct(&mut self, inner: &Construct) {
        let name = inner.written.name;
        let leaf = leaves(inner)[0];
        let may_be_in_simd = ["atomic", "simd", "loop"].contains(&leaf)
            || inner.kind == ConstructKind::Ordered && inner.clauses.simd.is_some();
        if !may_be_in_simd && self.in_simd(name, &inner.directive) {
            return;
        }
        let range = &inner.directive;
        match leaf {
            _ if self.in_teams(inner, leaf) => {}
            "teams" => self.teams(inner),
            "distribute" => self.distribute(inner),
            "for" | "sections" | "single" | "scope" => {
                let rules = [
                    "a worksharing region may not be closely nested inside a worksharing, critical, ordered or master region",
                    "a worksharing region may not be closely nested inside a worksharing, loop, task, taskloop, critical, \
                     ordered or masked region",
                ];
                self.not_inside(name, range, rules.map(Some), is_team_bound);
            }
            "master" | "masked" => {
                let rules = [
                    "a master region may not be closely nested inside a worksharing region",
                    "a masked region may not be closely nested inside a worksharing, loop, task or taskloop region",
                ];
                let rules = [Some(rules[0]).filter(|_| leaf == "master"), Some(rules[1])];
                let is_meant =
                    |leaf: &str| WORKSHARING.contains(&leaf) || ["loop", "task", "taskloop"].contains(&leaf);
                self.not_inside(name, range, rules, is_meant);
            }
            "ordered" => {
                let rules = [
                    "an ordered region may not be closely nested inside a critical region",
                    "an ordered region may not be closely nested inside a critical, loop, task or taskloop region",
                ];
                let is_meant = |leaf: &str| ["critical", "loop", "task", "taskloop"].contains(&leaf);
                self.not_inside(name, range, rules.map(Some), is_meant);
            }
            _ => {}
        }
    }

    /// A construct that has none around it.
    fn alone(&mut self, construct: &Construct) {
        if construct.written.name == "loop"
            && !construct.clauses.others.iter().any(|clause| clause.name == "bind")
        {
            let error =
                Diagnostic::error("E0353", "`loop` without `bind`", self.tokens.span(&construct.directive));
            self.errors.push(
                error
                    .label("of which threads?")
                    .note("outside of other constructs the clause says which threads share the loop out (section 11.7 of OpenMP 5.2)")
                    .help("add `bind(parallel)`, `bind(teams)` or `bind(thread)`"),
            );
        }
    }

    /// The construct around, if it is known what that is.
    fn innermost(&self) -> Option<(&'c Construct, &'static str)> {
        let outer = *self.around.last()?;
        let leaf = *leaves(outer).last()?;
        let hides = ["metadirective", "begin metadirective", "assume", "dispatch", "tile", "unroll"];
        (!hides.contains(&leaf)).then_some((outer, leaf))
    }

    /// Refuses what does not stand directly in a `teams` region, and says whether it did.
    fn in_teams(&mut self, inner: &Construct, leaf: &str) -> bool {
        let outer = self.innermost().filter(|(_, outer)| *outer == "teams");
        let may =
            ["distribute", "parallel", "loop", "atomic", "assume", "metadirective", "begin metadirective"];
        let Some((outer, _)) = outer.filter(|_| !may.contains(&leaf)) else { return false };
        let rule = "only distribute, parallel and loop regions are strictly nested inside a teams region (section 17.1 of OpenMP 5.2)";
        let label = "the initial threads of the teams have nothing to share";
        self.misplaced(inner.written.name, &inner.directive, outer, label, rule);
        true
    }

    fn teams(&mut self, inner: &Construct) {
        if let Some((outer, _)) = self.innermost().filter(|(_, leaf)| *leaf != "target") {
            let rule =
                "a teams region stands in a target region or in no region (section 17.1 of OpenMP 5.2)";
            let name = inner.written.name;
            self.misplaced(name, &inner.directive, outer, "no place for a league of teams", rule);
        }
    }

    fn distribute(&mut self, inner: &Construct) {
        if let Some((outer, _)) = self.innermost().filter(|(_, leaf)| *leaf != "teams") {
            let rule =
                "a distribute region is strictly nested inside a teams region (section 17.1 of OpenMP 5.2)";
            self.misplaced(inner.written.name, &inner.directive, outer, "no teams to distribute to", rule);
        }
    }

    /// A directive without a statement.
    fn directive(&mut self, directive: &Directive, range: &Tokens) {
        match directive.name {
            "cancel" | "cancellation point" => self.cancel(directive, range),
            "scan" => self.scan(range),
            "ordered" => self.doacross(range),
            name => {
                self.in_simd(name, range);
            }
        }
    }

    /// What is cancelled is what stands directly around.
    fn cancel(&mut self, directive: &Directive, range: &Tokens) {
        let words = directive.name.split(' ').count();
        let mut visible = range.clone().skip(1).filter(|&index| self.tokens[index].is_visible());
        let Some(what) = visible.nth(words) else { return };
        let what = self.tokens.text(what);
        let innermost = self.around.last().copied();
        let last = innermost.and_then(|outer| leaves(outer).last().copied());
        let fits = match what {
            "taskgroup" => last.is_none_or(|leaf| ["task", "taskloop"].contains(&leaf)) && last.is_some(),
            what => last == Some(what),
        };
        if fits || self.innermost().is_none() && innermost.is_some() {
            return;
        }
        let wanted = if what == "taskgroup" { "task" } else { what };
        let message = format!("`{} {what}` outside of `{wanted}`", directive.name);
        let error = Diagnostic::error("E0301", message, self.tokens.span(range)).label("ends nothing");
        let error = match innermost {
            Some(outer) => error.note_at(self.tokens.span(&outer.directive), "the enclosing construct"),
            None => error,
        };
        let section = if directive.name == "cancel" { "16.1" } else { "16.2" };
        self.errors.push(error.note(format!(
            "the directive stands directly in the construct that it names (section {section} of OpenMP 5.2)"
        )));
    }

    /// Whether a reduction of a construct is scanned.
    fn scans(&self, construct: &Construct) -> bool {
        construct.directive.clone().any(|index| self.tokens[index].kind == kind::INSCAN)
    }

    fn scan(&mut self, range: &Tokens) {
        let outer = self.around.last().copied();
        if outer.is_none_or(|outer| !self.scans(outer)) {
            let error = Diagnostic::error(
                "E0355",
                "`scan` outside of a loop with `reduction(inscan, …)`",
                self.tokens.span(range),
            );
            let error = error.label("there is nothing to scan");
            let note = outer.map(|outer| self.tokens.span(&outer.directive));
            let error =
                note.into_iter().fold(error, |error, span| error.note_at(span, "the enclosing construct"));
            self.errors.push(error.note("section 5.6 of OpenMP 5.2"));
        }
    }

    /// A loop whose reduction is scanned says where.
    fn has_scan(&mut self, construct: &Construct) {
        let is_scan =
            |part: &Part| matches!(part, Part::Standalone { directive, .. } if directive.name == "scan");
        let scans = construct.parts.iter().filter(|part| is_scan(part)).count();
        let is_reduction = |sharing: &Sharing| matches!(sharing, Sharing::Reduction(_));
        if scans != 1 && self.scans(construct) && construct.clauses.items_of(is_reduction).next().is_some() {
            let message = match scans {
                0 => "`reduction(inscan, …)` without `scan`",
                _ => "`reduction(inscan, …)` with more than one `scan`",
            };
            let error = Diagnostic::error("E0355", message, self.tokens.span(&construct.directive));
            self.errors.push(
                error.label("one `#pragma omp scan` parts the loop's body").note("section 5.6 of OpenMP 5.2"),
            );
        }
    }

    /// Iterations that wait for certain others belong to a loop that says of how many loops they are.
    fn doacross(&mut self, range: &Tokens) {
        let is_loop = |leaf: &str| ["for", "simd"].contains(&leaf);
        let Some((outer, _)) = self.closest(is_loop) else { return };
        let counts = outer.clauses.ordered.as_ref().is_some_and(|ordered| ordered.start() != ordered.end());
        if !counts {
            let message = "`ordered` for certain iterations in a loop without `ordered(n)`";
            self.errors.push(
                Diagnostic::error("E0316", message, self.tokens.span(range))
                    .label("the loop's iterations do not wait for one another")
                    .note_at(self.tokens.span(&outer.directive), "the loop")
                    .note("section 15.10.1 of OpenMP 5.2")
                    .help("add `ordered(1)` to the loop's directive"),
            );
        }
    }
}

/// Checks the directive of a critical construct against those of the critical
/// constructs around it. A critical region in one of the same name waits for
/// itself, whatever lies between.
pub fn critical<'c>(
    inner: &Tokens,
    mut around: impl Iterator<Item = &'c Tokens>,
    tokens: &TokenList,
) -> Option<Diagnostic> {
    let name = critical_name(inner, tokens);
    let outer = around.find(|outer| critical_name(outer, tokens) == name)?;
    let message = match name {
        Some(name) => format!("`critical` inside `critical`, both named `{name}`"),
        None => "`critical` inside `critical`, both without a name".to_owned(),
    };
    Some(
        Diagnostic::error("E0301", message, tokens.span(inner))
            .label("waits for itself")
            .note_at(tokens.span(outer), "the enclosing construct")
            .note("a critical region may not be nested inside one with the same name (section 2.9)")
            .help("give the two different names"),
    )
}

/// The name in the directive of a critical construct.
fn critical_name<'t>(directive: &Tokens, tokens: &'t TokenList) -> Option<&'t str> {
    let mut words = directive.clone().filter(|&index| tokens[index].is_visible());
    // `hint(…)` is no name.
    words.find(|&index| tokens[index].kind == kind::CRITICAL)?;
    words.next().filter(|&index| tokens[index].kind == kind::LEFT_PAREN)?;
    words.next().map(|index| tokens.text(index))
}
