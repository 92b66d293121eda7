//! The `requires` directive (section 8.2 of OpenMP 5.2): where it may stand, and what wants it.

use super::sets::{MEMORY_ORDERS, OF_DEVICE};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// What may stand on a construct that runs on another device's host.
const WITH_ANCESTOR: [&str; 5] = ["device", "firstprivate", "private", "defaultmap", "map"];

/// What the pragmas of a file have required so far, and used.
#[derive(Default)]
pub struct Requirements {
    device_used: Option<Tokens>,
    /// The first atomic construct that leaves its order to a `requires`.
    order_used: Option<Tokens>,
    order_given: Option<Tokens>,
    may_reverse: bool,
    may_allocate: bool,
    errors: Vec<Diagnostic>,
}

impl Requirements {
    /// Takes a pragma.
    pub fn take(&mut self, written: &Written) {
        let name = written.directive.name;
        if name == "requires" {
            return self.require(written);
        }
        self.errors.extend(ancestor(written, self.may_reverse));
        self.errors.extend(allocators(written).filter(|_| !self.may_allocate));
        if name.split(' ').next() == Some("target") {
            self.device_used.get_or_insert(written.name());
        }
        if name == "atomic" && !MEMORY_ORDERS.iter().any(|order| written.has(order)) {
            self.order_used.get_or_insert(written.name());
        }
    }

    fn require(&mut self, written: &Written) {
        if is_in_block(&written.name(), written.tokens) {
            let rule = "a requires directive stands at file scope (section 8.2 of OpenMP 5.2)";
            let error = written.error("E0360", "`requires` in a block", &written.name(), "not at file scope");
            return self.errors.push(error.note(rule));
        }
        for (word, clause) in written.clauses() {
            let at = written.range(clause);
            self.may_reverse |= word == "reverse_offload";
            self.may_allocate |= word == "dynamic_allocators";
            let earlier = match word {
                "atomic_default_mem_order" => {
                    self.order_used.clone().or(self.order_given.replace(at.clone()))
                }
                _ if OF_DEVICE.contains(&word) => self.device_used.clone(),
                _ => None,
            };
            self.errors.extend(earlier.map(|earlier| {
                let error = written.error("E0360", format!("`{word}` comes too late"), &at, "required here");
                error
                    .note("it stands once, before anything that it is about (section 8.2 of OpenMP 5.2)")
                    .note_at(written.at(&earlier), "without it until here")
            }));
        }
    }

    pub fn finish(self) -> Vec<Diagnostic> {
        self.errors
    }
}

/// `device(ancestor: 1)`
fn ancestor(written: &Written, may_reverse: bool) -> Option<Diagnostic> {
    let clause = written.clause("device")?;
    let modifier = *written.modifiers(clause).first()?;
    let other = written.clauses().find(|(word, _)| !WITH_ANCESTOR.contains(word));
    let value = written.tokens.words(written.argument(clause).get(2..).unwrap_or_default());
    let (label, rule) = match other {
        _ if written.tokens.text(modifier) != "ancestor" => return None,
        _ if written.directive.name != "target" => {
            ("of `target` alone".to_owned(), "other directives have no ancestor")
        }
        _ if !may_reverse => (
            "without `requires reverse_offload`".to_owned(),
            "a requires directive in front of it has to say so",
        ),
        Some((word, _)) => (
            format!("together with `{word}`"),
            "beside it stand `firstprivate`, `private`, `defaultmap` and `map` alone",
        ),
        None if value.parse::<u64>().is_ok() && value != "1" => {
            ("not 1".to_owned(), "the number of an ancestor is 1")
        }
        None => return None,
    };
    let message = "`device(ancestor: …)` cannot stand here";
    let error = written.error("E0360", message, &(modifier..=modifier), label);
    Some(error.note(format!("{rule} (section 13.2 of OpenMP 5.2)")))
}

/// A device has the allocators that its construct names.
fn allocators(written: &Written) -> Option<Diagnostic> {
    let mut clauses = written.all("allocate").filter(|_| written.directive.has_leaf("target"));
    let clause = clauses.find(|clause| written.modifiers(clause).is_empty())?;
    let message = "`allocate` on `target` without an allocator";
    let rule = "without `requires dynamic_allocators` the clause names one (section 6.6 of OpenMP 5.2)";
    Some(written.warning("W0305", message, &written.range(clause), "of which allocator?").note(rule))
}

/// Whether a directive stands inside of braces.
pub(super) fn is_in_block(directive: &Tokens, tokens: &TokenList) -> bool {
    let start = *directive.start();
    let holds = |open: usize| tokens.partner(open).is_some_and(|close| close > start);
    (0..start).any(|index| tokens[index].kind == kind::LEFT_BRACE && holds(index))
}
