//! Loops that directives make of the program's own (chapter 9 of OpenMP 5.2): which can be made, and which another construct may take.

use super::collapse::counted;
use super::{Program, collapse, values};
use crate::diagnostics::Diagnostic;
use crate::openmp::Construct;
use crate::openmp::constructs::Tokens;
use crate::openmp::fixes::add_clause;
use crate::openmp::loops::CanonicalLoop;
use crate::openmp::report::Report as _;
use crate::openmp::transformations::Transformation;
use crate::syntax::TokenList;

/// Checks the loops of a directive, of which the innermost ends at a token.
pub fn loops(
    transformation: &Transformation,
    directive: &Tokens,
    loops: &[CanonicalLoop],
    end: usize,
    program: &Program,
) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let Transformation::Tile(sizes) = transformation else { return Vec::new() };
    let wrong =
        sizes.iter().filter_map(|size| values::positive(size, "the size of a tile", "9.1.1", program));
    let mut found: Vec<Diagnostic> = wrong.collect();
    let mut refuse = |message: &str, at: &Tokens, label: &str, rule: &str| {
        let error = tokens.error("E0358", message, at, label).note_at(tokens.at(directive), "the directive");
        found.push(error.note(format!("{rule} (section 9.1 of OpenMP 5.2)")));
    };
    if loops.len() < sizes.len() {
        let at = loops.last().map_or(end, |last| last.body_start);
        let message =
            format!("{} of `tile` for {}", counted(sizes.len(), "size"), counted(loops.len(), "loop"));
        let rule = "there are as many loops as sizes, nested in each other";
        refuse(&message, &(at..=at), "a `for` loop should stand here", rule);
    } else if let Some(between) = collapse::code_between(loops, end, tokens) {
        let rule = "between the loops stands nothing else";
        refuse("a statement between the loops of `tile`", &between, "not a loop", rule);
    }
    if let Some(use_) = collapse::dependence(loops, program) {
        let rule = "each loop has the same iterations every time";
        refuse("a loop of `tile` that depends on another", &use_, "counted by a loop around", rule);
    }
    found
}

/// Checks a construct that takes loops which the directive of another makes: whether there are as many.
pub fn taken(
    name: &str,
    wanted: usize,
    directive: &Tokens,
    inner: &Construct,
    made: &Transformation,
    tokens: &TokenList,
) -> Option<Diagnostic> {
    if wanted <= made.made() {
        return None;
    }
    let (label, rule) = match made {
        Transformation::Tile(sizes) => (
            format!("makes {} that can be taken", counted(sizes.len(), "loop")),
            "the loops over the iterations of a tile are not canonical (section 9.1 of OpenMP 5.2)",
        ),
        Transformation::Partial(_) => (
            "makes one loop that can be taken".to_owned(),
            "what is unrolled is repeated in the loop that is left (section 9.2 of OpenMP 5.2)",
        ),
        Transformation::Unknown => {
            let rule = "only `partial` makes a loop (section 9.2 of OpenMP 5.2)";
            ("leaves no loop that can be taken".to_owned(), rule)
        }
    };
    let message = format!("`{name}` wants {}", counted(wanted, "loop"));
    let mut error = tokens.error("E0358", message, &inner.directive, label).note(rule);
    if *made == Transformation::Unknown {
        error = error.help("add `partial`, or leave the directive out");
        if inner.clauses.other("full").is_none() {
            error = error.fix("add `partial`", [add_clause(&inner.directive, "partial", tokens)]);
        }
    }
    Some(error.note_at(tokens.at(directive), "the construct around"))
}
