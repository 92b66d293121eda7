//! Numbers in clauses, as far as the text shows them: positive ones, and those that only have to be integers.

use super::values::{is_no_integer, positive};
use super::{Program, constants};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::written::{Written, whole};
use crate::syntax::accepted::Clause;
use crate::syntax::generated::open_mpc as kind;

/// What clauses count, and where that is said. `num_threads` and `schedule` are in [`super::values`].
const COUNTS: [(&str, &str, &str); 7] = [
    ("dist_schedule", "the chunk size", "11.6.1 of OpenMP 5.2"),
    ("grainsize", "the number of iterations", "12.6.1 of OpenMP 5.2"),
    ("num_tasks", "the number of tasks", "12.6.2 of OpenMP 5.2"),
    ("num_teams", "the number of teams", "10.2.1 of OpenMP 5.2"),
    ("ordered", "the number of loops", "4.4.4 of OpenMP 5.2"),
    ("partial", "the factor", "9.2.2 of OpenMP 5.2"),
    ("thread_limit", "the number of threads", "13.3 of OpenMP 5.2"),
];

/// What clauses number, the least that there is, if it is known, and where that is said.
const NUMBERS: [(&str, &str, Option<i64>, &str); 3] = [
    // `omp_initial_device` is -1.
    ("device", "the number of a device", Some(-1), "13.2"),
    ("filter", "the number of a thread", None, "10.5.1"),
    ("priority", "a priority", Some(0), "12.4"),
];

pub(super) fn check(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (word, clause) in written.clauses() {
        let values = values(written, clause);
        if let Some((_, what, section)) = COUNTS.iter().find(|(name, ..)| *name == word) {
            found.extend(values.iter().filter_map(|value| positive(value, what, section, program)));
        }
        if let Some((_, what, least, section)) = NUMBERS.iter().find(|(name, ..)| *name == word) {
            let number = values.last().and_then(|value| number(value, what, *least, program));
            found.extend(number.map(|found| found.note(format!("section {section} of OpenMP 5.2"))));
        }
        if let [least, most] = values.as_slice() {
            found.extend(bounds(least, most, program));
        }
    }
    found
}

/// The expressions in a clause's parentheses: two of `num_teams(least : most)`, otherwise what stands behind a modifier.
fn values(written: &Written, clause: &Clause) -> Vec<Tokens> {
    let tokens = written.tokens;
    let chunk = match written.argument(clause) {
        [word, comma, chunk @ ..]
            if [tokens[*word].kind, tokens[*comma].kind] == [kind::STATIC, kind::COMMA] =>
        {
            whole(chunk)
        }
        _ => written.value(clause),
    };
    let least = whole(written.modifiers(clause)).filter(|_| written.text(clause) == "num_teams");
    least.into_iter().chain(chunk).collect()
}

/// What numbers something that there may be none of.
fn number(value: &Tokens, what: &str, least: Option<i64>, program: &Program) -> Option<Diagnostic> {
    let at = program.tokens.span(value);
    if is_no_integer(value, program) {
        let error = Diagnostic::error("E0318", format!("{what} must be an integer"), at);
        return Some(error.label("not an integer"));
    }
    (constants::value(value, program)? < least?).then(|| {
        Diagnostic::warning("W0305", format!("{what} that is negative"), at)
            .label("there is none of this number")
    })
}

/// The bounds of `num_teams`.
fn bounds(least: &Tokens, most: &Tokens, program: &Program) -> Option<Diagnostic> {
    let (lower, upper) = (constants::value(least, program)?, constants::value(most, program)?);
    (lower > upper).then(|| {
        let at = program.tokens.span(least);
        Diagnostic::warning("W0305", "`num_teams` with a lower bound above the upper", at)
            .label(format!("more than {upper}"))
            .note("section 10.2.1 of OpenMP 5.2")
    })
}
