//! What hints say of critical constructs (sections 15.1 and 15.2 of OpenMP 5.2): all of one name the same, and nothing that excludes
//! itself.

use rustc_hash::FxHashMap;

use crate::c::symbols::integer_literal;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
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
        let tokens = written.tokens;
        let clause = written.clause("hint");
        let at = clause.map_or_else(|| written.name(), |clause| written.range(clause));
        let Some(hint) = clause.map_or(Some(0), |clause| value(written.argument(clause), tokens)) else {
            return;
        };
        let warn = |message: String, label: String, section: &str| {
            let warning = Diagnostic::warning("W0305", message, tokens.span(&at)).label(label);
            warning.note(format!("section {section} of OpenMP 5.2"))
        };
        if let Some((_, both)) = OPPOSITES.iter().find(|(both, _)| hint & both == *both) {
            self.warnings.push(warn("hints that exclude each other".to_owned(), (*both).to_owned(), "15.1"));
        }
        let name = match written.behind_name() {
            [open, name, ..]
                if written.directive.name == "critical" && tokens[*open].kind == kind::LEFT_PAREN =>
            {
                tokens.text(*name)
            }
            _ => return,
        };
        match self.named.get(name) {
            Some((earlier, place)) if *earlier != hint => {
                let message = format!("critical constructs named `{name}` with different hints");
                let warning = warn(message, "another hint, or none".to_owned(), "15.2");
                self.warnings.push(warning.note_at(tokens.span(place), "the first of the name"));
            }
            Some(_) => {}
            None => {
                self.named.insert(name.to_owned(), (hint, at));
            }
        }
    }

    pub fn finish(self) -> Vec<Diagnostic> {
        self.warnings
    }
}

/// The value of hints that `+` or `|` joins; `None` of other expressions.
fn value(expression: &[usize], tokens: &TokenList) -> Option<u64> {
    let mut sum = 0;
    for &index in expression {
        let text = tokens.text(index);
        sum |= match tokens[index].kind {
            kind::PLUS | kind::OR | kind::LEFT_PAREN | kind::RIGHT_PAREN => 0,
            kind::INTEGER_CONSTANT => integer_literal(text)?,
            _ => {
                let word = ["omp_sync_hint_", "omp_lock_hint_"]
                    .iter()
                    .find_map(|prefix| text.strip_prefix(prefix))?;
                HINTS.iter().find(|(name, _)| *name == word)?.1
            }
        };
    }
    Some(sum)
}
