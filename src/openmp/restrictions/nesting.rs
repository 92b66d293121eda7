//! Which region may be nested in which (section 2.9; 17.1 of OpenMP 5.2).
//!
//! The rules are about regions, the checks about constructs: what the text
//! nests, the program nests whenever it comes there. Of a directive whose name is those of several each is a region of its own, the last one the innermost.

use super::{doacross, scans};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Construct, ConstructKind, Part, Tokens};
use crate::openmp::fixes::add_clause;
use crate::openmp::report::Report as _;
use crate::openmp::transformations::makes_loops;
use crate::openmp::written::Written;
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

const WORKSHARING: &[&str] = &["for", "sections", "single", "scope"];
/// Those that share work out: all threads come to what stands in a scope region. 5.1 does not count `scope` among the
/// worksharing constructs; 5.2 does (sections 11.2 and 17.1), and compilers take it as in 5.1.
const SHARING_OUT: &[&str] = &["for", "sections", "single"];
const LATER_LOOPS: &[&str] = &["loop", "task", "taskloop"];
const EXCLUSIVE: &[&str] = &["critical", "ordered", "master", "masked"];

/// What 2.5 has of these.
const OLD: &[&str] = &["for", "sections", "single", "critical", "ordered", "master"];

/// What may not be closely nested in what: there not all threads of a team come, or one after the other.
struct Closely {
    what: &'static [&'static str],
    inside: &'static [&'static [&'static str]],
    /// What 2.5 says (section 2.9), if it has both.
    old: Option<&'static str>,
    /// What 5.2 says (section 17.1).
    rule: &'static str,
}

const CLOSELY: &[Closely] = &[
    Closely {
        what: &["barrier"],
        inside: &[SHARING_OUT, LATER_LOOPS, EXCLUSIVE],
        old: Some(
            "a barrier region may not be closely nested inside a worksharing, critical, ordered or master region",
        ),
        rule: "a barrier region may not be closely nested inside a worksharing, loop, task, taskloop, critical, ordered or masked region",
    },
    Closely {
        what: WORKSHARING,
        inside: &[SHARING_OUT, LATER_LOOPS, EXCLUSIVE],
        old: Some(
            "a worksharing region may not be closely nested inside a worksharing, critical, ordered or master region",
        ),
        rule: "a worksharing region may not be closely nested inside a worksharing, loop, task, taskloop, critical, ordered or masked region",
    },
    Closely {
        what: &["master"],
        inside: &[SHARING_OUT, LATER_LOOPS],
        old: Some("a master region may not be closely nested inside a worksharing region"),
        rule: "a masked region may not be closely nested inside a worksharing, loop, task or taskloop region",
    },
    Closely {
        what: &["masked"],
        inside: &[SHARING_OUT, LATER_LOOPS],
        old: None,
        rule: "a masked region may not be closely nested inside a worksharing, loop, task or taskloop region",
    },
    Closely {
        what: &["ordered"],
        inside: &[&["critical"], LATER_LOOPS],
        old: Some("an ordered region may not be closely nested inside a critical region"),
        rule: "an ordered region may not be closely nested inside a critical, loop, task or taskloop region",
    },
];

/// What stands directly in a region of one kind, if in any; what is missing elsewhere, and where that is said.
const STRICTLY: &[(&str, &str, &str, &str)] = &[
    (
        "teams",
        "target",
        "no place for a league of teams",
        "a teams region stands in a target region or in no region (section 17.1 of OpenMP 5.2)",
    ),
    (
        "distribute",
        "teams",
        "no teams to distribute to",
        "a distribute region is strictly nested inside a teams region (section 17.1 of OpenMP 5.2)",
    ),
    (
        "loop bind(teams)",
        "teams",
        "no teams to share it out",
        "a loop region that binds to teams is strictly nested inside a teams region (section 11.7 of OpenMP 5.2)",
    ),
];

/// Those of which nothing is known around what they stand for, besides what makes loops of others.
const HIDING: &[&str] = &["metadirective", "begin metadirective", "assume", "dispatch"];

/// What may stand in a `simd` region, whatever lies between, besides `ordered simd` and what makes loops of others (6.0, 11).
const IN_SIMD: &[&str] = &["atomic", "simd", "loop"];

/// What may stand directly in a region whose iterations run in any order, besides what makes loops of others.
const IN_CONCURRENT: &[&str] =
    &["parallel", "loop", "simd", "metadirective", "begin metadirective", "assume"];

/// What may stand directly in a region of teams.
const IN_TEAMS: &[&str] =
    &["distribute", "parallel", "loop", "atomic", "assume", "metadirective", "begin metadirective"];

/// Whether the iterations of a construct's loops may run in any order, and at the same time.
pub(super) fn is_concurrent(construct: &Construct) -> bool {
    leaves(construct).last() == Some(&"loop") || construct.clauses.other("order").is_some()
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
                Part::Barrier { tokens, .. } => {
                    if !self.in_simd("barrier", tokens)
                        && !self.in_concurrent("barrier", tokens)
                        && !self.in_teams("barrier", tokens)
                    {
                        self.closely("barrier", "barrier", tokens);
                    }
                }
                Part::Standalone { directive, tokens } => self.directive(directive, tokens),
                Part::Flush { .. } => {}
            }
        }
        self.around.pop();
        self.teams_alone(construct);
    }

    /// The innermost region of some kinds with no team of its own between: the one that something is closely nested in.
    fn closest(&self, is_meant: impl Fn(&str) -> bool) -> Option<(&'c Construct, &'static str)> {
        let mut regions = self
            .regions()
            .take_while(|(_, leaf)| is_meant(leaf) || !["parallel", "teams", "target"].contains(leaf));
        regions.find(|(_, leaf)| is_meant(leaf))
    }

    /// All regions around, the innermost first.
    fn regions(&self) -> impl Iterator<Item = (&'c Construct, &'static str)> {
        let around = self.around.iter().rev();
        around.flat_map(|&outer| leaves(outer).iter().rev().map(move |leaf| (outer, *leaf)))
    }

    /// The region around, if it is known what that is.
    fn innermost(&self) -> Option<(&'c Construct, &'static str)> {
        self.regions().next().filter(|(_, leaf)| !HIDING.contains(leaf) && !makes_loops(leaf))
    }

    fn misplaced(&mut self, what: &str, range: &Tokens, outer: &Construct, label: &str, rule: &str) {
        self.refuse(&format!("`{what}` inside `{}`", outer.written.name), range, outer, label, rule);
    }

    fn refuse(&mut self, message: &str, range: &Tokens, outer: &Construct, label: &str, rule: &str) {
        let error = self.tokens.error("E0301", message, range, label);
        self.errors
            .push(error.note_at(self.tokens.at(&outer.directive), "the enclosing construct").note(rule));
    }

    /// Refuses what may not be closely nested in what is around. `leaf` is what it is, `what` how it is called.
    fn closely(&mut self, leaf: &str, what: &str, range: &Tokens) {
        let Some(row) = CLOSELY.iter().find(|row| row.what.contains(&leaf)) else { return };
        let is_meant = |leaf: &str| row.inside.iter().any(|kinds| kinds.contains(&leaf));
        if let Some((outer, leaf)) = self.closest(is_meant) {
            let rule = match row.old {
                Some(rule) if OLD.contains(&leaf) => format!("{rule} (section 2.9)"),
                _ => format!("{} (section 17.1 of OpenMP 5.2)", row.rule),
            };
            self.misplaced(what, range, outer, "not all threads of the team come here", &rule);
        }
    }

    /// Refuses what stands directly in another region than that which it has to stand in.
    fn strictly(&mut self, leaf: &str, what: &str, range: &Tokens) {
        let Some((_, wanted, label, rule)) = STRICTLY.iter().find(|(row, ..)| *row == leaf) else { return };
        if let Some((outer, _)) = self.innermost().filter(|(_, found)| found != wanted) {
            self.misplaced(what, range, outer, label, rule);
        }
    }

    /// Refuses what does not stand in a `simd` region, and says whether it did.
    fn in_simd(&mut self, what: &str, range: &Tokens) -> bool {
        let Some((outer, _)) = self.regions().find(|(_, leaf)| *leaf == "simd") else { return false };
        let rule = "of OpenMP only `ordered simd`, `atomic` and `simd` may stand in a simd region (section 2.8.1 of OpenMP 4.5), \
                    and `loop` (section 17.1 of OpenMP 5.2)";
        let label = "iterations may run at the same time in one thread";
        self.refuse(&format!("`{what}` inside `simd`"), range, outer, label, rule);
        true
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
        let warning = self.tokens.warning("W0305", message, range, "a device uses no others");
        let warning = warning.note_at(self.tokens.at(&outer.directive), "the enclosing construct");
        self.errors.push(warning.note("what happens there is not specified (section 17.1 of OpenMP 5.2)"));
    }

    fn construct(&mut self, inner: &Construct) {
        let (name, range, leaf) = (inner.written.name, &inner.directive, leaves(inner)[0]);
        let is_ordered_simd = inner.kind == ConstructKind::Ordered && inner.clauses.simd.is_some();
        let is_in_simd = IN_SIMD.contains(&leaf) || makes_loops(leaf) || is_ordered_simd;
        if !is_in_simd && self.in_simd(name, range) {
            return;
        }
        self.in_target(name, range);
        let is_in_order = !IN_CONCURRENT.contains(&leaf) && !makes_loops(leaf);
        if is_in_order && self.in_concurrent(name, range)
            || !IN_TEAMS.contains(&leaf) && self.in_teams(name, range)
        {
            return;
        }
        if leaf != "loop" {
            // With a `simd` between, an `ordered simd` belongs to that loop's thread alone.
            if !is_ordered_simd || inner.clauses.is_by_threads {
                self.closely(leaf, name, range);
            }
            self.strictly(leaf, name, range);
        } else if inner
            .clauses
            .other("bind")
            .is_some_and(|bind| bind.tokens.clone().any(|index| self.tokens[index].kind == kind::TEAMS))
        {
            self.strictly("loop bind(teams)", "loop bind(teams)", range);
        }
    }

    /// A construct that has none around it.
    fn alone(&mut self, construct: &Construct) {
        if construct.written.name == "loop" && construct.clauses.other("bind").is_none() {
            let at = &construct.directive;
            let error = self.tokens.error("E0353", "`loop` without `bind`", at, "of which threads?")
                .note("outside of other constructs the clause says which threads share the loop out (section 11.7 of OpenMP 5.2)")
                .help("add `bind(parallel)`, `bind(teams)` or `bind(thread)`");
            let clauses = ["bind(parallel)", "bind(teams)", "bind(thread)"];
            self.errors.push(clauses.into_iter().fold(error, |error, clause| {
                error.fix(format!("add `{clause}`"), [add_clause(at, clause, self.tokens)])
            }));
        }
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
        let (message, label) = ("`teams` is not alone in `target`", "beside the teams");
        let found = if let Some(other) = others.next() {
            self.tokens.error("E0301", message, other.tokens(), label)
        } else if let Some(statement) = self.beside(construct, teams.tokens()) {
            self.tokens.warning("W0305", message, statement, label)
        } else {
            return;
        };
        let found = found.note_at(self.tokens.at(&construct.directive), "the enclosing construct");
        self.errors.push(
            found.note("a target region with a teams region has nothing else (section 10.2 of OpenMP 5.2)"),
        );
    }

    /// A token of a construct's statement that is neither of a part of it nor a brace.
    fn beside(&self, construct: &Construct, part: &Tokens) -> Option<usize> {
        let signs = [kind::LEFT_BRACE, kind::RIGHT_BRACE, kind::SEMICOLON, kind::NEW_LINE];
        let mut words = self.tokens.visible_in(&construct.body).into_iter();
        words.find(|index| !part.contains(index) && !signs.contains(&self.tokens[*index].kind))
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
        let written = Written::at(self.tokens, *range.start());
        let Some(what) = written.and_then(|written| written.behind_name().first().copied()) else { return };
        let what = self.tokens.text(what);
        let innermost = self.around.last().copied();
        let last = innermost.and_then(|outer| leaves(outer).last().copied());
        let fits = match what {
            "taskgroup" => last.is_some_and(|leaf| ["task", "taskloop"].contains(&leaf)),
            what => last == Some(what),
        };
        if fits || self.innermost().is_none() && innermost.is_some() {
            return self.cancelled(directive, what, range);
        }
        let wanted = if what == "taskgroup" { "task" } else { what };
        let message = format!("`{} {what}` outside of `{wanted}`", directive.name);
        let mut error = self.tokens.error("E0301", message, range, "ends nothing");
        if let Some(outer) = innermost {
            error = error.note_at(self.tokens.at(&outer.directive), "the enclosing construct");
        }
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
        if what == "taskgroup" {
            let ends = ["taskgroup", "taskloop", "parallel", "teams", "target"];
            let outer =
                self.regions().skip_while(|(_, leaf)| *leaf == "task").find(|(_, leaf)| ends.contains(leaf));
            if let Some((outer, "parallel" | "teams" | "target")) = outer {
                let rule = "a task that cancels its taskgroup is in one (section 16.1 of OpenMP 5.2)";
                self.misplaced("cancel taskgroup", range, outer, "there is no taskgroup", rule);
            }
            return;
        }
        let clauses = [("nowait", &innermost.clauses.nowait), ("ordered", &innermost.clauses.ordered)];
        if let Some((name, Some(clause))) = clauses.into_iter().find(|(_, clause)| clause.is_some()) {
            let message = format!("`cancel {what}` in a construct with `{name}`");
            let label = "what is cancelled has neither `nowait` nor `ordered`";
            let warning = self.tokens.warning("W0305", message, range, label);
            self.errors.push(
                warning.note_at(self.tokens.at(clause), "the clause").note("section 16.1 of OpenMP 5.2"),
            );
        }
    }

    /// Iterations that wait for certain others belong to a loop that says of how many loops they are.
    fn doacross(&mut self, range: &Tokens) {
        let Some((outer, _)) = self.closest(|leaf| ["for", "simd"].contains(&leaf)) else { return };
        if outer.clauses.ordered.as_ref().is_some_and(|ordered| ordered.start() != ordered.end()) {
            return self.errors.extend(doacross::check(outer, range, self.tokens));
        }
        let message = "`ordered` for certain iterations in a loop without `ordered(n)`";
        let help = "add `ordered(1)` to the loop's directive";
        let edit = add_clause(&outer.directive, "ordered(1)", self.tokens);
        self.errors.push(
            self.tokens
                .error("E0316", message, range, "the loop's iterations do not wait for one another")
                .note_at(self.tokens.at(&outer.directive), "the loop")
                .note("section 15.10.1 of OpenMP 5.2")
                .help(help)
                .fix(help, [edit]),
        );
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
    let name_of = |directive: &Tokens| {
        let written = Written::at(tokens, *directive.start())?;
        written.operand()?.first().map(|&name| tokens.text(name))
    };
    let name = name_of(inner);
    let outer = around.find(|outer| name_of(outer) == name)?;
    let named = name.map_or("without a name".to_owned(), |name| format!("named `{name}`"));
    let message = format!("`critical` inside `critical`, both {named}");
    Some(
        tokens
            .error("E0301", message, inner, "waits for itself")
            .note_at(tokens.at(outer), "the enclosing construct")
            .note("a critical region may not be nested inside one with the same name (section 2.9)")
            .help("give the two different names"),
    )
}
