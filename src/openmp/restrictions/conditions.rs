//! Expressions of clauses that are no numbers: conditions (of `if`, section 3.4 of OpenMP 5.2, `final`, 12.3, variants, 7.6, and
//! assumptions, 8.3), and messages (8.5.2).

use super::Program;
use super::types::{Class, class_of_operand};
use crate::diagnostics::Diagnostic;
use crate::openmp::written::Written;
use crate::syntax::accepted::clause_section;

const CONDITIONS: [&str; 5] = ["final", "holds", "if", "nocontext", "novariants"];

pub(super) fn check(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let errors = written.clauses().filter_map(|(word, clause)| {
        let value = written.value(clause)?;
        let class = class_of_operand(&value, program);
        let (what, label) = match (word, class) {
            ("message", Class::Integer | Class::Floating | Class::Structure) => {
                ("the message must be a string".to_owned(), "not a string")
            }
            (word, Class::Structure) if CONDITIONS.contains(&word) => (
                format!("the condition of `{word}` must be a scalar"),
                "neither true nor false: a structure or union",
            ),
            _ => return None,
        };
        let section = clause_section(word).unwrap_or_default();
        let error = Diagnostic::error("E0369", what, program.tokens.span(&value)).label(label);
        Some(error.note(format!("section {section} of OpenMP 5.2")))
    });
    errors.collect()
}
