//! The expressions of clauses: what their values must be, as far as the text shows them.

use super::types::{Class, class_of_operand, is_constant};
use super::{Program, constants};
use crate::diagnostics::Diagnostic;
use crate::openmp::Reference;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::{Written, whole};
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::{Clause, clause_section};
use crate::syntax::generated::open_mpc as kind;

/// What clauses count, which is positive, and where that is said.
const COUNTS: [(&str, &str, &str); 9] = [
    ("dist_schedule", "the chunk size", "11.6.1 of OpenMP 5.2"),
    ("grainsize", "the number of iterations", "12.6.1 of OpenMP 5.2"),
    ("num_tasks", "the number of tasks", "12.6.2 of OpenMP 5.2"),
    ("num_teams", "the number of teams", "10.2.1 of OpenMP 5.2"),
    ("num_threads", "the number of threads", "2.4"),
    ("ordered", "the number of loops", "4.4.4 of OpenMP 5.2"),
    ("partial", "the factor", "9.2.2 of OpenMP 5.2"),
    ("schedule", "the chunk size", "2.5.1"),
    ("thread_limit", "the number of threads", "13.3 of OpenMP 5.2"),
];

/// What clauses number, the least that there is, if it is known, and where that is said.
const NUMBERS: [(&str, &str, Option<i64>, &str); 3] = [
    // `omp_initial_device` is -1.
    ("device", "the number of a device", Some(-1), "13.2"),
    ("filter", "the number of a thread", None, "10.5.1"),
    ("priority", "a priority", Some(0), "12.4"),
];

/// What has to be a positive constant, and where that is said: of `simd`, and of `declare simd`.
const CONSTANTS: [(&str, &str, &str, &str); 3] = [
    ("aligned", "the alignment", "2.8.1 of OpenMP 4.0", "5.11 of OpenMP 5.2"),
    ("safelen", "the safe length", "2.8.1 of OpenMP 4.0", ""),
    ("simdlen", "the length of vectors", "2.8.1 of OpenMP 4.5", "10.4.3 of OpenMP 5.2"),
];

/// Kinds of schedules that leave the chunk size to something else.
const WITHOUT_CHUNK: [(&str, &str); 2] = [
    ("runtime", "kind and chunk size come from OMP_SCHEDULE when the program runs (section 2.5.1)"),
    ("auto", "kind and chunk size are left to the compiler (section 2.5.1 of OpenMP 3.0)"),
];

/// Those that are true or false.
const CONDITIONS: [&str; 5] = ["final", "holds", "if", "nocontext", "novariants"];

pub(super) fn check(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (word, clause) in written.clauses() {
        let values = values(written, clause);
        let excess = excess(written, clause).filter(|_| !values.is_empty());
        if excess.is_none()
            && let Some((_, what, section)) = COUNTS.iter().find(|(name, ..)| *name == word)
        {
            found.extend(values.iter().filter_map(|value| positive(value, what, section, program)));
        }
        found.extend(excess);
        if let Some((_, what, least, section)) = NUMBERS.iter().find(|(name, ..)| *name == word) {
            let number = values.last().and_then(|value| number(value, what, *least, program));
            found.extend(number.map(|found| found.note(format!("section {section} of OpenMP 5.2"))));
        }
        if let [least, most] = values.as_slice() {
            found.extend(bounds(least, most, program));
        }
        found.extend(values.last().and_then(|value| meaning(word, value, program)));
    }
    // Those of `declare simd` are looked at with the function.
    if written.directive.name != "declare simd" {
        found.extend(lengths(written, program));
    }
    found
}

/// The expressions in a clause's parentheses: two of `num_teams(least : most)`, of a schedule its chunk size, otherwise what stands
/// behind a modifier.
fn values(written: &Written, clause: &Clause) -> Vec<Tokens> {
    let word = written.text(clause);
    if ["schedule", "dist_schedule"].contains(&word) {
        let [_, comma, chunk @ ..] = written.behind_modifiers(clause) else { return Vec::new() };
        return whole(chunk).filter(|_| written.tokens[*comma].kind == kind::COMMA).into_iter().collect();
    }
    let least = whole(written.modifiers(clause)).filter(|_| word == "num_teams");
    least.into_iter().chain(written.value(clause)).collect()
}

/// A chunk size where there is none.
fn excess(written: &Written, clause: &Clause) -> Option<Diagnostic> {
    let kind = written.tokens.text(*written.behind_modifiers(clause).first()?);
    let (_, rule) =
        WITHOUT_CHUNK.iter().find(|(name, _)| written.text(clause) == "schedule" && *name == kind)?;
    let chunk = values(written, clause).pop()?;
    let message = format!("`schedule({kind})` takes no chunk size");
    Some(written.error("E0319", message, &chunk, "a chunk size").note(*rule))
}

/// What numbers something that there may be none of.
fn number(value: &Tokens, what: &str, least: Option<i64>, program: &Program) -> Option<Diagnostic> {
    if is_no_integer(value, program) {
        return Some(program.error("E0318", format!("{what} must be an integer"), value, "not an integer"));
    }
    let message = format!("{what} that is negative");
    (constants::value(value, program)? < least?)
        .then(|| program.warning("W0305", message, value, "there is none of this number"))
}

/// The bounds of `num_teams`.
fn bounds(least: &Tokens, most: &Tokens, program: &Program) -> Option<Diagnostic> {
    let (lower, upper) = (constants::value(least, program)?, constants::value(most, program)?);
    let message = "`num_teams` with a lower bound above the upper";
    (lower > upper).then(|| {
        let warning = program.warning("W0305", message, least, format!("more than {upper}"));
        warning.note("section 10.2.1 of OpenMP 5.2")
    })
}

/// Conditions are scalars, and messages strings.
fn meaning(word: &str, value: &Tokens, program: &Program) -> Option<Diagnostic> {
    if word != "message" && !CONDITIONS.contains(&word) {
        return None;
    }
    let (what, label) = match class_of_operand(value, program) {
        Class::Integer | Class::Floating | Class::Structure if word == "message" => {
            ("the message must be a string".to_owned(), "not a string")
        }
        Class::Structure => (
            format!("the condition of `{word}` must be a scalar"),
            "neither true nor false: a structure or union",
        ),
        _ => return None,
    };
    let section = clause_section(word).unwrap_or_default();
    Some(program.error("E0369", what, value, label).note(format!("section {section} of OpenMP 5.2")))
}

/// The constants of `simd`'s clauses, and of `declare simd`'s.
pub(super) fn lengths(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (name, what, of_loop, of_function) in CONSTANTS {
        let section = if written.directive.name == "declare simd" { of_function } else { of_loop };
        let is_given = |clause: &&Clause| name != "aligned" || !written.modifiers(clause).is_empty();
        let values = written.all(name).filter(is_given).filter_map(|clause| written.value(clause));
        errors.extend(values.filter_map(|value| constant(&value, what, section, program)));
    }
    let value = |word| written.value(written.clause(word)?);
    if let (Some(safe), Some(length)) = (value("safelen"), value("simdlen"))
        && let (Some(most), Some(wanted)) =
            (constants::value(&safe, program), constants::value(&length, program))
        && wanted > most
        && errors.is_empty()
    {
        let message = "`simdlen` is more than `safelen`";
        let error = program.error("E0341", message, &length, format!("more than {most}"));
        let error = error.note_at(program.at(&safe), "so many iterations may run together");
        errors.push(error.note("section 2.8.1 of OpenMP 4.5"));
    }
    errors
}

/// A value that must be a positive constant.
fn constant(value: &Tokens, what: &str, section: &str, program: &Program) -> Option<Diagnostic> {
    let is_variable = |reference: &Reference| {
        let declared = reference.symbol.map(|symbol| program.scopes.get(symbol));
        let is_own = program.is_plain(reference) && value.contains(&reference.token);
        is_own && declared.is_some_and(|declared| declared.is_variable() && !is_constant(&declared.ty))
    };
    let has_operator = value.clone().any(|index| program.tokens[index].kind == kind::SIZEOF);
    let label = if constants::value(value, program).is_some_and(|value| value <= 0) {
        "not positive"
    } else if !has_operator && program.references_in(value).iter().any(is_variable) {
        "not a constant"
    } else {
        return None;
    };
    let error = program.error("E0318", format!("{what} must be a positive integer"), value, label);
    Some(error.note(format!("section {section}")))
}

/// A value that must be a positive integer.
pub(super) fn positive(value: &Tokens, what: &str, section: &str, program: &Program) -> Option<Diagnostic> {
    let label = if is_no_integer(value, program) {
        "not an integer"
    } else if constants::value(value, program).is_some_and(|value| value <= 0) {
        "not positive"
    } else {
        return None;
    };
    let error = program.error("E0318", format!("{what} must be a positive integer"), value, label);
    Some(error.note(format!("section {section} of the specification")))
}

fn is_no_integer(value: &Tokens, program: &Program) -> bool {
    !matches!(class_of_operand(value, program), Class::Integer | Class::Unknown)
}
