//! Which region may be nested in which (section 2.9; 17.1 of OpenMP 5.2).
//!
//! The rules are about regions, the checks about constructs: what the text
//! nests, the program nests whenever it comes there. Of a directive whose name is those of several each is a region of its own, the last one the innermost.

use super::{doacross, scans};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Construct, ConstructKind, Part, Tokens};
use crate::openmp::fixes::add_clause;
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

/// Those of which nothing is known around what they stand for.
const HIDING: [&str; 6] = ["metadirective", "begin metadirective", "assume", "dispatch", "tile", "unroll"];

/// What may stand directly in a region whose iterations run in any order.
const IN_CONCURRENT: [&str; 8] =
    ["parallel", "loop", "simd", "metadirective", "begin metadirective", "assume", "tile", "unroll"];

/// What may stand directly in a region of teams.
const IN_TEAMS: [&str; 7] =
    ["distribute", "parallel", "loop", "atomic", "assume", "metadirective", "begin metadirective"];

/// Whether the iterations of a construct's loops may run in any order, and at the same time.
pub(super) fn is_concurrent(construct: &Construct) -> bool {
    leaves(construct).last() == Some(&"loop")
        || construct.clauses.others.iter().any(|clause| clause.name == "order")
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
        self.teams_alone(construct);
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
        if self.in_simd("barrier", range)
            || self.in_concurrent("barrier", range)
            || self.in_teams("barrier", range)
        {
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
        self.in_target(name, range);
        match leaf {
            _ if !IN_CONCURRENT.contains(&leaf) && self.in_concurrent(name, range) => {}
            _ if !IN_TEAMS.contains(&leaf) && self.in_teams(name, range) => {}
            "loop" => self.bound_to_teams(inner),
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
            let error = error
                .label("of which threads?")
                .note("outside of other constructs the clause says which threads share the loop out (section 11.7 of OpenMP 5.2)")
                .help("add `bind(parallel)`, `bind(teams)` or `bind(thread)`");
            let clauses = ["bind(parallel)", "bind(teams)", "bind(thread)"];
            self.errors.push(clauses.into_iter().fold(error, |error, clause| {
                error.fix(format!("add `{clause}`"), [add_clause(&construct.directive, clause, self.tokens)])
            }));
        }
    }

    /// The construct around, if it is known what that is.
    fn innermost(&self) -> Option<(&'c Construct, &'static str)> {
        let outer = *self.around.last()?;
        let leaf = *leaves(outer).last()?;
        (!HIDING.contains(&leaf)).then_some((outer, leaf))
    }

    /// Refuses what does not stand directly in a `teams` region, and says whether it did.
    fn in_teams(&mut self, what: &str, range: &Tokens) -> bool {
        let Some((outer, _)) = self.innermost().filter(|(_, outer)| *outer == "teams") else { return false };
        let rule = "only distribute, parallel and loop regions are strictly nested inside a teams region (section 17.1 of OpenMP 5.2)";
        let label = "the initial threads of the teams have nothing to share";
        self.misplaced(what, range, outer, label, rule);
        true
    }

    /// Refuses what does not stand directly in a region whose iterations run in any order, and says whether it did.
    fn in_concurrent(&mut self, what: &str, range: &Tokens) -> bool {
        let Some((outer, _)) = self.innermost().filter(|(outer, _)| is_concurrent(outer)) else {
            return false;
        };
        let rule = "only parallel, loop and simd regions are strictly nested inside a loop region (section 11.7 of OpenMP 5.2) or \
                    one with `order(concurrent)` (section 10.3)";
        self.misplaced(what, range, outer, "iterations may run at the same time in one thread", rule);
        true
    }

    /// What is done with devices on a device: nobody says what that means.
    fn in_target(&mut self, what: &str, range: &Tokens) {
        let is_device = what.split(' ').next() == Some("target");
        let outer = self.around.iter().find(|outer| leaves(outer).contains(&"target"));
        // A reversed one runs on the host.
        let is_reversed = || range.clone().any(|index| self.tokens[index].kind == kind::ANCESTOR);
        let Some(outer) = outer.filter(|_| is_device && !is_reversed()) else { return };
        let message = format!("`{what}` inside `{}`", outer.written.name);
        let warning = Diagnostic::warning("W0305", message, self.tokens.span(range));
        self.errors.push(
            warning
                .label("a device uses no others")
                .note_at(self.tokens.span(&outer.directive), "the enclosing construct")
                .note("what happens there is not specified (section 17.1 of OpenMP 5.2)"),
        );
    }

    /// Where a target region has teams, it has nothing else: other directives are refused, and of statements, which compilers take,
    /// a warning is given.
    fn teams_alone(&mut self, construct: &Construct) {
        let is_teams = |part: &&Part| matches!(part, Part::Construct(inner) if leaves(inner)[0] == "teams");
        let Some(teams) = construct.parts.iter().find(is_teams) else { return };
        if leaves(construct).last() != Some(&"target") {
            return;
        }
        let mut others = construct.parts.iter().filter(|part| !std::ptr::eq(*part, teams));
        let message = "`teams` is not alone in `target`";
        let found = if let Some(other) = others.next() {
            Diagnostic::error("E0301", message, self.tokens.span(other.tokens()))
        } else if let Some(statement) = self.beside(construct, teams.tokens()) {
            Diagnostic::warning("W0305", message, self.tokens[statement].span.clone())
        } else {
            return;
        };
        self.errors.push(
            found
                .label("beside the teams")
                .note_at(self.tokens.span(&construct.directive), "the enclosing construct")
                .note("a target region with a teams region has nothing else (section 10.2 of OpenMP 5.2)"),
        );
    }

    /// A token of a construct's statement that is neither of a part of it nor a brace.
    fn beside(&self, construct: &Construct, part: &Tokens) -> Option<usize> {
        let is_word = |index: usize| {
            let token = &self.tokens[index];
            token.is_visible()
                && ![kind::LEFT_BRACE, kind::RIGHT_BRACE, kind::SEMICOLON, kind::NEW_LINE]
                    .contains(&token.kind)
        };
        construct.body.clone().find(|index| !part.contains(index) && is_word(*index))
    }

    /// A loop that teams share out stands in them.
    fn bound_to_teams(&mut self, inner: &Construct) {
        let is_bound = inner.clauses.others.iter().any(|clause| {
            clause.name == "bind" && clause.tokens.clone().any(|index| self.tokens[index].kind == kind::TEAMS)
        });
        if let Some((outer, _)) = self.innermost().filter(|(_, leaf)| is_bound && *leaf != "teams") {
            let rule = "a loop region that binds to teams is strictly nested inside a teams region (section 11.7 of OpenMP 5.2)";
            self.misplaced("loop bind(teams)", &inner.directive, outer, "no teams to share it out", rule);
        }
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
            // Inside of constructs, they are looked at with their loop.
            "scan" if self.around.is_empty() => self.errors.push(scans::alone(None, range, self.tokens)),
            "scan" | "nothing" | "error" | "metadirective" => {}
            "ordered" => self.doacross(range),
            name => {
                let is_told = self.in_simd(name, range) || self.in_concurrent(name, range);
                if !is_told && ["taskwait", "taskyield"].contains(&name) {
                    self.in_teams(name, range);
                }
                self.in_target(name, range);
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
            return self.cancelled(directive, what, range);
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

    /// What is cancelled ends for all threads at once, and tasks have a taskgroup around them.
    fn cancelled(&mut self, directive: &Directive, what: &str, range: &Tokens) {
        let Some(innermost) = self.around.last().copied().filter(|_| directive.name == "cancel") else {
            return;
        };
        let clauses = &innermost.clauses;
        let clause = [("nowait", &clauses.nowait), ("ordered", &clauses.ordered)];
        if let Some((name, Some(clause))) = clause.into_iter().find(|(_, clause)| clause.is_some())
            && what != "taskgroup"
        {
            let message = format!("`cancel {what}` in a construct with `{name}`");
            self.errors.push(
                Diagnostic::warning("W0305", message, self.tokens.span(range))
                    .label("what is cancelled has neither `nowait` nor `ordered`")
                    .note_at(self.tokens.span(clause), "the clause")
                    .note("section 16.1 of OpenMP 5.2"),
            );
        }
        let around = self
            .around
            .iter()
            .rev()
            .flat_map(|outer| leaves(outer).iter().rev().map(move |leaf| (*outer, *leaf)));
        let mut around = around.skip_while(|(_, leaf)| *leaf == "task");
        let bounds = ["taskgroup", "taskloop", "parallel", "teams", "target"];
        let outer = around.find(|(_, leaf)| bounds.contains(leaf));
        if let Some((outer, "parallel" | "teams" | "target")) = outer.filter(|_| what == "taskgroup") {
            let rule = "a task that cancels its taskgroup is in one (section 16.1 of OpenMP 5.2)";
            self.misplaced("cancel taskgroup", range, outer, "there is no taskgroup", rule);
        }
    }

    /// Iterations that wait for certain others belong to a loop that says of how many loops they are.
    fn doacross(&mut self, range: &Tokens) {
        let is_loop = |leaf: &str| ["for", "simd"].contains(&leaf);
        let Some((outer, _)) = self.closest(is_loop) else { return };
        let counts = outer.clauses.ordered.as_ref().is_some_and(|ordered| ordered.start() != ordered.end());
        if counts {
            self.errors.extend(doacross::check(outer, range, self.tokens));
        } else {
            let message = "`ordered` for certain iterations in a loop without `ordered(n)`";
            self.errors.push(
                Diagnostic::error("E0316", message, self.tokens.span(range))
                    .label("the loop's iterations do not wait for one another")
                    .note_at(self.tokens.span(&outer.directive), "the loop")
                    .note("section 15.10.1 of OpenMP 5.2")
                    .help("add `ordered(1)` to the loop's directive")
                    .fix(
                        "add `ordered(1)` to the loop's directive",
                        [add_clause(&outer.directive, "ordered(1)", self.tokens)],
                    ),
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
