//! What hints say of critical constructs (sections 15.1 and 15.2 of OpenMP 5.2): all of one name the same, and nothing that excludes
//! itself.

use rustc_hash::FxHashMap;

use crate::c::symbols::integer_literal;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// The hints of `<omp.h>`, behind `omp_sync_hint_` or `omp_lock_hint_`, each with its value.
const HINTS: [(&str, u64); 5] =
    [("none", 0), ("uncontended", 1), ("contended", 2), ("nonspeculative", 4), ("speculative", 8)];
/// Those of which one holds at most.
const OPPOSITES: [(u64, &str); 2] =
    [(1 | 2, "contended and uncontended"), (4 | 8, "speculative and nonspeculative")];

/// The hints of a file's critical constructs so far, by their names, and where the constructs are.
#[derive(Default)]
pub struct Hints {
    named: FxHashMap<String, (u64, Tokens)>,
    warnings: Vec<Diagnostic>,
}

impl Hints {
    /// Takes a pragma.
    pub fn take(&mut self, written: &Written) {
        let clause = written.clause("hint");
        let at = clause.map_or_else(|| written.name(), |clause| written.range(clause));
        let Some(hint) = clause.map_or(Some(0), |clause| value(written.argument(clause), written.tokens))
        else {
            return;
        };
        if let Some((_, both)) = OPPOSITES.iter().find(|(both, _)| hint & both == *both) {
            let warning = written.warning("W0305", "hints that exclude each other", &at, *both);
            self.warnings.push(warning.note("section 15.1 of OpenMP 5.2"));
        }
        let operand = written.operand().filter(|_| written.directive.name == "critical");
        let Some(&name) = operand.and_then(|operand| operand.first()) else { return };
        let name = written.tokens.text(name);
        let (earlier, place) = self.named.entry(name.to_owned()).or_insert((hint, at.clone()));
        if *earlier != hint {
            let message = format!("critical constructs named `{name}` with different hints");
            let warning = written.warning("W0305", message, &at, "another hint, or none");
            let warning = warning.note("section 15.2 of OpenMP 5.2");
            self.warnings.push(warning.note_at(written.at(&*place), "the first of the name"));
        }
    }

    pub fn finish(self) -> Vec<Diagnostic> {
        self.warnings
    }
}

/// The value of hints that `+` or `|` joins; `None` of other expressions.
fn value(expression: &[usize], tokens: &TokenList) -> Option<u64> {
    expression.iter().try_fold(0, |sum, &index| {
        let text = tokens.text(index);
        let hint = match tokens[index].kind {
            kind::PLUS | kind::OR | kind::LEFT_PAREN | kind::RIGHT_PAREN => 0,
            kind::INTEGER_CONSTANT => integer_literal(text)?,
            _ => {
                let word = text.strip_prefix("omp_sync_hint_").or(text.strip_prefix("omp_lock_hint_"))?;
                HINTS.iter().find(|(name, _)| *name == word)?.1
            }
        };
        Some(sum | hint)
    })
}
