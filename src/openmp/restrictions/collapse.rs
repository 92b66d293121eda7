//! Loops whose iterations are shared out together (OpenMP 3.0, 2.5.1).

use super::Program;
use crate::diagnostics::Diagnostic;
use crate::openmp::Reference;
use crate::openmp::constructs::{Clauses, Collapse, Tokens};
use crate::openmp::loops::CanonicalLoop;
use crate::openmp::report::Report as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// Refuses the argument of a `collapse` clause.
pub fn no_number(expression: &Tokens, tokens: &TokenList) -> Diagnostic {
    let label = "no constant that gpump can read, or not positive";
    tokens
        .error("E0318", "the number of loops must be a positive integer", expression, label)
        .note("`collapse` takes a constant positive integer expression (section 2.5.1 of OpenMP 3.0)")
}

/// Checks the loops of a construct with the clause, of which the innermost ends at a token: there are as many as it says, and each has
/// a variable of its own.
pub fn nest(collapse: &Collapse, loops: &[CanonicalLoop], end: usize, program: &Program) -> Vec<Diagnostic> {
    let Some(wanted) = collapse.loops else { return Vec::new() };
    let refuse = |message: &str, at: usize, label: &str, rule: &str| {
        let error = program.error("E0340", message, &(at..=at), label);
        let error = error.note_at(program.at(&collapse.tokens), "the clause");
        error.note(format!("{rule} (section 2.5.1 of OpenMP 3.0)"))
    };
    if loops.len() < wanted {
        let message = format!("`collapse({wanted})` of {}", counted(loops.len(), "loop"));
        let at = loops.last().map_or(end, |last| last.body_start);
        let rule = "as many loops as the clause says are nested in each other";
        return vec![refuse(&message, at, "a `for` loop should stand here, or in the block", rule)];
    }
    let mut found = intervening(loops, end, program, &refuse);
    for (number, inner) in loops.iter().enumerate() {
        for outer in loops[..number].iter().filter(|outer| outer.variable == inner.variable) {
            let message = format!("two loops of `collapse` with the variable `{}`", outer.variable);
            let label = "counted by a loop around this one";
            found.push(refuse(&message, inner.variable_token, label, "each loop has a variable of its own"));
        }
    }
    found
}

/// The statements between the loops, in front of an inner one and behind it (5.0, section 2.9.1).
fn between(loops: &[CanonicalLoop], end: usize, tokens: &TokenList) -> Vec<Tokens> {
    let mut found: Vec<Tokens> =
        loops.windows(2).map(|pair| pair[0].body_start..=pair[1].keyword.saturating_sub(1)).collect();
    let last = loops.first().filter(|_| loops.len() > 1).map(|outer| outer.body_start);
    let close =
        last.filter(|&open| tokens[open].kind == kind::LEFT_BRACE).and_then(|open| tokens.partner(open));
    found.extend(close.map(|close| end + 1..=close));
    found
}

/// The first of those statements.
pub fn code_between(loops: &[CanonicalLoop], end: usize, tokens: &TokenList) -> Option<Tokens> {
    let is_code = |&index: &usize| {
        let is_brace = matches!(tokens[index].kind, kind::LEFT_BRACE | kind::RIGHT_BRACE);
        tokens[index].is_visible() && !is_brace
    };
    between(loops, end, tokens).into_iter().flatten().find(is_code).map(|index| index..=index)
}

/// Whether something stands behind the innermost of some loops, which ends at a token, and in those around it.
pub fn has_code_behind(loops: &[CanonicalLoop], end: usize, tokens: &TokenList) -> bool {
    let behind = between(loops, end, tokens).into_iter().find(|range| *range.start() == end + 1);
    behind.is_some_and(|mut behind| {
        behind.any(|index| tokens[index].is_visible() && tokens[index].kind != kind::RIGHT_BRACE)
    })
}

/// Checks the statements between the loops, and that the headers do not depend on them.
fn intervening(
    loops: &[CanonicalLoop],
    end: usize,
    program: &Program,
    refuse: &impl Fn(&str, usize, &str, &str) -> Diagnostic,
) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let between = between(loops, end, tokens);
    let mut visible = between.iter().cloned().flatten().filter(|&index| tokens[index].is_visible());
    let wrong = visible.find_map(|index| {
        let label = match tokens[index].kind {
            kind::FOR | kind::WHILE | kind::DO => "another loop",
            kind::CONTINUE | kind::BREAK | kind::GOTO | kind::RETURN => "jumps",
            kind::PRAGMA_OMP => "a directive",
            _ => return None,
        };
        let rule = "between the loops stand no loops, no jumps and no directives, for it is open how often it is run";
        Some(refuse("this cannot stand between the loops of `collapse`", index, label, rule))
    });
    let mut found: Vec<Diagnostic> = wrong.into_iter().collect();
    let body = loops.first().map_or(end, |outer| outer.body_start);
    for (number, inner) in loops.iter().enumerate().skip(1) {
        let is_unsteady = |reference: &&Reference| {
            let counts = loops[..number].iter().any(|outer| outer.variable == reference.name);
            let is_change = |change: &Reference| change.changed && change.symbol == reference.symbol;
            let declared = reference.symbol.filter(|_| !counts).map(|symbol| program.scopes.get(symbol));
            declared.is_some_and(|declared| {
                declared.token >= body
                    || between.iter().any(|range| program.references_in(range).iter().any(is_change))
            })
        };
        for (range, what) in inner.expressions() {
            found.extend(program.references_in(range).iter().find(is_unsteady).map(|reference| {
                let name = &reference.name;
                let message = format!("{what} depends on `{name}`, which has its value from the loop around");
                let rule = "the iterations are counted before the loops start";
                refuse(&message, reference.token, "counted on here", rule)
            }));
        }
    }
    found
}

/// The first use of an outer loop's variable in the header of an inner one, which then has other iterations each time.
pub fn dependence(loops: &[CanonicalLoop], program: &Program) -> Option<Tokens> {
    loops.iter().enumerate().find_map(|(number, inner)| {
        let is_counted = |name: &str| loops[..number].iter().any(|outer| outer.variable == name);
        let mut names = inner.expressions().flat_map(|(range, _)| program.references_in(range));
        names.find(|found| is_counted(&found.name)).map(|found| found.token..=found.token)
    })
}

/// Refuses clauses that ask for an order of the iterations of loops that have others each time.
pub fn uneven(clauses: &Clauses, loops: &[CanonicalLoop], program: &Program) -> Option<Diagnostic> {
    let distributed = clauses.other("dist_schedule");
    let (name, clause) = match (&clauses.schedule, &clauses.ordered, distributed) {
        (Some(schedule), ..) => ("schedule", &schedule.tokens),
        // What `ordered(n)` asks of its loops is told already.
        (None, Some(ordered), _) if clauses.across.is_none() => ("ordered", ordered),
        (None, None, Some(distributed)) => ("dist_schedule", &distributed.tokens),
        (None, ..) => return None,
    };
    let dependence = dependence(loops, program)?;
    let message = format!("`{name}` on loops of which one depends on another");
    let label = "the iterations are shared out as the compiler likes";
    let error = program.error("E0340", message, clause, label);
    Some(
        error
            .note_at(program.at(&dependence), "counted by a loop around")
            .note("section 2.9.2 of OpenMP 5.0"),
    )
}

/// `one loop`, `2 loops`
pub(super) fn counted(number: usize, what: &str) -> String {
    match number {
        1 => format!("one {what}"),
        _ => format!("{number} {what}s"),
    }
}
