//! Loops whose iterations are shared out together (OpenMP 3.0, 2.5.1).

use super::Program;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Collapse, Tokens};
use crate::openmp::loops::CanonicalLoop;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// Refuses the argument of a `collapse` clause.
pub fn no_number(expression: &Tokens, tokens: &TokenList) -> Diagnostic {
    Diagnostic::error("E0318", "the number of loops must be a positive integer", tokens.span(expression))
        .label("no constant that gpump can read, or not positive")
        .note("`collapse` takes a constant positive integer expression (section 2.5.1 of OpenMP 3.0)")
}

/// Checks the loops of a construct with the clause, of which the innermost ends at a token: there are as many as it says, and each has
/// a variable of its own.
pub fn nest(collapse: &Collapse, loops: &[CanonicalLoop], end: usize, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let Some(wanted) = collapse.loops else { return Vec::new() };
    let refuse = |message: String, at: &Tokens, label: &str, rule: &str| {
        Diagnostic::error("E0340", message, tokens.span(at))
            .label(label.to_owned())
            .note_at(tokens.span(&collapse.tokens), "the clause")
            .note(format!("{rule} (section 2.5.1 of OpenMP 3.0)"))
    };
    if loops.len() < wanted {
        let message = format!("`collapse({wanted})` of {}", say(loops.len()));
        let at = loops.last().map_or(end, |last| last.body_start);
        return vec![refuse(
            message,
            &(at..=at),
            "a `for` loop should stand here, and nothing else",
            "as many loops as the clause says stand perfectly nested in each other",
        )];
    }
    let mut found = Vec::new();
    for (number, inner) in loops.iter().enumerate() {
        for outer in &loops[..number] {
            if outer.variable == inner.variable {
                found.push(refuse(
                    format!("two loops of `collapse` with the variable `{}`", inner.variable),
                    &(inner.variable_token..=inner.variable_token),
                    "counted by a loop around this one",
                    "each loop has a variable of its own",
                ));
            }
        }
    }
    found
}

/// What 5.0 allows and the device has not: statements between the loops, and loops that have other iterations each time.
pub fn beyond_device(
    collapse: &Collapse,
    loops: &[CanonicalLoop],
    end: usize,
    program: &Program,
) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let missing = |message: String, at: usize, label: &str| {
        Diagnostic::error("E0413", message, tokens.span(&(at..=at)))
            .label(label.to_owned())
            .note_at(tokens.span(&collapse.tokens), "the clause")
            .note("OpenMP 5.0 allows it (section 2.9.1), and the device does not have it yet")
    };
    let mut found = Vec::new();
    if let Some(behind) = behind(loops, end, tokens) {
        let message = "something stands between the loops of `collapse`".to_owned();
        found.push(missing(message, behind, "behind the inner loop"));
    }
    for inner in loops {
        for (range, what) in inner.expressions() {
            let is_counted = |name: &str| {
                loops.iter().any(|other| other.keyword != inner.keyword && other.variable == name)
            };
            let counted = program.references_in(range).iter().find(|found| is_counted(&found.name));
            if let Some(reference) = counted {
                let message = format!(
                    "{what} depends on `{}`, which another loop of `collapse` counts",
                    reference.name
                );
                found.push(missing(message, reference.token, "has another value in each iteration"));
            }
        }
    }
    found
}

fn say(loops: usize) -> String {
    match loops {
        1 => "one loop".to_owned(),
        _ => format!("{loops} loops"),
    }
}

/// The first token behind the innermost loop, which ends at a token, that is none of the braces around it.
fn behind(loops: &[CanonicalLoop], end: usize, tokens: &TokenList) -> Option<usize> {
    let (outer, inner) = (loops.first()?, loops.last()?);
    let between = (outer.body_start..inner.keyword).rev();
    let mut opened = between.filter(|&at| tokens[at].is_visible() && tokens[at].kind == kind::LEFT_BRACE);
    let mut end = end;
    opened.find_map(|open| {
        let behind = tokens.visible_from(end + 1)?;
        end = behind;
        (tokens.partner(open) != Some(behind)).then_some(behind)
    })
}
