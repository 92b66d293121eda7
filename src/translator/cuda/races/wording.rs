//! What is told of a race.

use super::super::super::File;
use super::super::nests::Around;
use super::team::Who;
use crate::dependence::Variable;
use crate::dependence::races::{self, Race, Touch, Value};
use crate::diagnostics::{Diagnostic, Edit};
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Sharing, fixes};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as token;
use crate::syntax::tree::Kind;

const RULE: &str =
    "nothing orders the iterations of a loop that threads share out (OpenMP 5.2, section 1.4.1)";

impl File<'_> {
    /// The warning of a race between iterations.
    pub(super) fn race_in_loop(&self, race: &Race, construct: &Construct) -> Diagnostic {
        let warning = match race.is_one_place {
            true => self.race_for_one_place(race, construct),
            false => self.race_of_elements(race, construct),
        };
        self.with_call(warning, construct, &self.around(*construct.tokens.start()))
    }

    /// Shows the call by which a team comes to a construct that stands in no region.
    pub(super) fn with_call(
        &self,
        warning: Diagnostic,
        construct: &Construct,
        around: &Around<'_>,
    ) -> Diagnostic {
        let Some(call) = self.call_by_team(construct, around) else { return warning };
        let what = format!("all threads of a team call `{}` here", self.tokens.text(call));
        warning.note_at(self.tokens.span(&(call..=call)), what)
    }

    fn race_for_one_place(&self, race: &Race, construct: &Construct) -> Diagnostic {
        let variable = race.write.variable();
        match race.write.value {
            // The variable of an inner loop.
            _ if variable.is_some() && self.stands_in_header(&race.write) => {
                self.race_of_values(race, variable, construct)
            }
            Some(Value::Update(operator)) => {
                let reduction = variable.and_then(|variable| {
                    let body = construct.innermost_loop()?.body_start;
                    Some((variable, races::reduction(&self.resolved(), body, variable, operator)?))
                });
                self.race_of_updates(race, reduction, construct)
            }
            _ => self.race_of_values(race, variable, construct),
        }
    }

    /// `a[i] = a[i - 1]`
    fn race_of_elements(&self, race: &Race, construct: &Construct) -> Diagnostic {
        let (write, other) = (&race.write, &race.other);
        let does = if other.value.is_some() { "writes, too" } else { "reads" };
        let message = format!(
            "data race: one iteration writes an element of `{}` that another one {does}",
            self.object(write)
        );
        let [first, second] = self.iterations(race, construct);
        let verb = if other.value.is_some() { "writes" } else { "reads" };
        let warning = Diagnostic::warning("W0306", message, self.tokens.span(&write.access.whole))
            .label(format!("{first} writes `{}`", self.typed(&write.access.whole)));
        let warning = match write.access.whole == other.access.whole {
            true => warning.note(format!("{second} writes the same element")),
            false => warning.note_at(
                self.tokens.span(&other.access.whole),
                format!("{second} {verb} it as `{}`", self.typed(&other.access.whole)),
            ),
        };
        let warning = warning.note(RULE);
        let [before, after] = &race.meeting.iterations;
        match other.value {
            None if before < after => warning.help(
                "an iteration needs what an earlier one computes: such a loop cannot be shared out as it is",
            ),
            None => {
                warning.help("write into another array, so that no iteration changes what another one reads")
            }
            Some(_) => warning,
        }
    }

    /// `sum += a[i]`
    fn race_of_updates(
        &self,
        race: &Race,
        reduction: Option<(&Variable, &str)>,
        construct: &Construct,
    ) -> Diagnostic {
        let write = &race.write;
        let warning = self
            .race_at(write, "all iterations change", "the threads")
            .label("reads the old value and writes a new one");
        let warning = self
            .with_other(warning, race, "another iteration accesses it here")
            .note("of two changes at the same time one is lost")
            .note(RULE);
        match reduction {
            Some((variable, operator)) => {
                let clause = format!("reduction({operator} : {})", variable.name);
                let warning =
                    warning.help(format!("let each thread have its own, and combine them: `{clause}`"));
                let edit = fixes::add_clause(&construct.directive, &clause, self.tokens);
                offer(warning, construct, &variable.name, format!("add `{clause}`"), edit)
            }
            None => warning.help(way_out(write)),
        }
    }

    /// `t = a[i]`
    fn race_of_values(&self, race: &Race, variable: Option<&Variable>, construct: &Construct) -> Diagnostic {
        let (write, other) = (&race.write, &race.other);
        let warning = self
            .race_at(write, "all iterations write", "the threads")
            .label("each iteration writes its own value");
        let note =
            if other.value.is_some() { "another one writes it here" } else { "another one may read it here" };
        let warning = self.with_other(warning, race, note).note(RULE);
        let is_read_first = other.value.is_none() && other.access.whole.start() < write.access.whole.start();
        let Some(variable) = variable.filter(|_| !is_read_first) else { return warning };
        let sharing =
            if self.is_used_behind(variable, construct) { Sharing::Lastprivate } else { Sharing::Private };
        let clause = format!("{}({})", sharing.name(), variable.name);
        let warning = warning.help(match sharing {
            Sharing::Private => format!("let each thread have its own: `{clause}`"),
            _ => format!("let each thread have its own, and keep the last iteration's value: `{clause}`"),
        });
        let edit = fixes::list(construct, &sharing, &variable.name, self.tokens);
        let title = format!("add `{}` to `{}`", variable.name, sharing.name());
        offer(warning, construct, &variable.name, title, edit)
    }

    /// `x++` by all threads of a region.
    pub(super) fn race_of_all(&self, race: &Race) -> Diagnostic {
        let write = &race.write;
        let is_update = matches!(write.value, Some(Value::Update(_)));
        let (does, label, help) = match is_update {
            true => ("all threads change", "reads the old value and writes a new one", way_out(write)),
            false => (
                "all threads write",
                "each thread writes its own value",
                "give each thread its own: declare it inside of the region, or list it in `private`",
            ),
        };
        let warning = self.race_at(write, does, "they").label(label);
        self.with_other(warning, race, "another thread accesses it here")
            .note("nothing orders what the threads of a region do (OpenMP 5.2, section 1.4.1)")
            .help(help)
    }

    /// A race for one place.
    fn race_at(&self, write: &Touch, who_does: &str, sharers: &str) -> Diagnostic {
        let text = self.typed(&write.access.whole);
        let message = format!("data race: {who_does} `{text}`, which {sharers} share");
        Diagnostic::warning("W0307", message, self.tokens.span(&write.access.whole))
    }

    /// A race between two constructs, or one and what all threads do.
    pub(super) fn race_between_works(&self, race: &Race, who: [Who; 2]) -> Diagnostic {
        let (write, other) = (&race.write, &race.other);
        let does = if other.value.is_some() { "writes" } else { "reads" };
        let name = |who: Who| match who {
            Who::All => "another thread".to_owned(),
            Who::One(kind) => format!("the thread of the `{}`", kind.name()),
            Who::Iterations => "an iteration".to_owned(),
            Who::Section => "a section".to_owned(),
        };
        let writer = name(who[0]);
        let second = match who {
            [Who::Iterations, Who::Iterations] => "another iteration".to_owned(),
            [Who::Section, Who::Section] => "another section".to_owned(),
            [_, second] => name(second),
        };
        let object = self.object(write);
        let message = format!("data race: {writer} writes `{object}` while {second} {does} it");
        let warning = Diagnostic::warning("W0308", message, self.tokens.span(&write.access.whole))
            .label(format!("{writer} writes it here"))
            .note_at(self.tokens.span(&other.access.whole), format!("{second} {does} it here"));
        if who == [Who::Section; 2] {
            return warning.note("nothing orders sections (OpenMP 5.2, section 1.4.1)");
        }
        let has_no_barrier = |who: Who| matches!(who, Who::One(ConstructKind::Master));
        let reason = match who.into_iter().any(has_no_barrier) {
            true => "the threads do not wait for one another at a `master`",
            false => "there is no barrier between the two",
        };
        warning
            .note(format!("{reason} (OpenMP 5.2, section 1.4.1)"))
            .help("let the threads wait in between: `#pragma omp barrier`, or the construct without `nowait`")
    }

    /// Whether an access stands in the header of a loop.
    fn stands_in_header(&self, touch: &Touch) -> bool {
        let is_header = |kind| matches!(kind, Kind::ForInit | Kind::ForIncrement);
        self.tree().path(*touch.access.whole.start()).any(|node| is_header(node.kind()))
    }

    /// Whether a variable's value may matter behind a construct.
    fn is_used_behind(&self, variable: &Variable, construct: &Construct) -> bool {
        let Some(symbol) = self.symbol_of(variable) else { return true };
        let Some(function) = self.cuda.function_at(*construct.tokens.start()) else { return true };
        let behind = construct.tokens.end() + 1..=*self.cuda.functions[function].range.end();
        !self.uses_outside_of_loops(symbol, variable, &behind).is_empty()
    }

    /// Shows the other access, if it stands somewhere else.
    fn with_other(&self, warning: Diagnostic, race: &Race, what: &str) -> Diagnostic {
        match race.write.access.whole == race.other.access.whole {
            true => warning,
            false => warning.note_at(self.tokens.span(&race.other.access.whole), what),
        }
    }

    /// The two iterations of a race: what the text calls them.
    fn iterations(&self, race: &Race, construct: &Construct) -> [String; 2] {
        let others = || ["one iteration".to_owned(), "another one".to_owned()];
        let (Some(canonical), [before, after]) = (&construct.canonical_loop, &race.meeting.iterations) else {
            return others();
        };
        let name = &canonical.variable;
        let step = race.write.step().and_then(|step| i32::try_from(step).ok()).map(i64::from);
        let (&[before], &[after], Some(step)) = (&before[..], &after[..], step) else { return others() };
        if !race.meeting.is_everywhere {
            let first = self.types().constant(&canonical.lower).and_then(|first| i32::try_from(first).ok());
            let Some(first) = first.map(i64::from) else { return others() };
            return [before, after].map(|round| format!("iteration {name} = {}", first + round * step));
        }
        let distance = (after - before) * step;
        let sign = if distance < 0 { '-' } else { '+' };
        [format!("iteration {name}"), format!("iteration {name} {sign} {}", distance.abs())]
    }

    /// The variable that an access is one to, or through.
    fn object(&self, touch: &Touch) -> String {
        let variable = touch.access.variable();
        variable.map_or_else(|| self.typed(&touch.access.tokens), |variable| variable.name.to_string())
    }

    /// Tokens as they were typed, on one line, or as a macro has them.
    fn typed(&self, tokens: &Tokens) -> String {
        if !tokens.clone().all(|token| self.stands_in_file(token)) {
            return self.tokens.visible_in(tokens).into_iter().map(|token| self.tokens.text(token)).collect();
        }
        let typed = &self.tokens.source_text()[self.tokens.span(tokens)];
        typed.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// How a change of a variable becomes one step.
fn way_out(write: &Touch) -> &'static str {
    match write.value {
        Some(Value::Update(token::ASSIGN)) => {
            "`#pragma omp critical` around the statement lets one thread at a time execute it"
        }
        _ => "`#pragma omp atomic` in front of the statement makes the change one step",
    }
}

/// Offers an edit of a directive that does not list the variable yet.
fn offer(warning: Diagnostic, construct: &Construct, name: &str, title: String, edit: Edit) -> Diagnostic {
    match construct.clauses.items.iter().any(|item| item.name == name) {
        true => warning,
        false => warning.fix(title, [edit]),
    }
}
