//! The `requires` directive (section 8.2 of OpenMP 5.2): where it may stand, and what wants it.

use super::sets::MEMORY_ORDERS;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::Clause;
use crate::syntax::generated::open_mpc as kind;

/// What the device may be asked for, before it is used.
const OF_DEVICE: [&str; 4] =
    ["reverse_offload", "unified_address", "unified_shared_memory", "dynamic_allocators"];
const ORDER: &str = "atomic_default_mem_order";

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
        self.ancestor(written);
        self.allocators(written);
        if name.split(' ').next() == Some("target") {
            self.device_used.get_or_insert(written.name());
        }
        if name == "atomic" && !written.clauses().any(|(word, _)| MEMORY_ORDERS.contains(&word)) {
            self.order_used.get_or_insert(written.name());
        }
    }

    fn require(&mut self, written: &Written) {
        let (tokens, name) = (written.tokens, written.name());
        if is_in_block(&name, tokens) {
            let rule = "a requires directive stands at file scope (section 8.2";
            return self.errors.push(refusal(
                "`requires` in a block",
                &name,
                "not at file scope",
                rule,
                tokens,
            ));
        }
        for (word, clause) in written.clauses() {
            let at = written.range(clause);
            self.may_reverse |= word == "reverse_offload";
            self.may_allocate |= word == "dynamic_allocators";
            let earlier = match word {
                ORDER => self.order_used.clone().or(self.order_given.replace(at.clone())),
                _ if OF_DEVICE.contains(&word) => self.device_used.clone(),
                _ => None,
            };
            if let Some(earlier) = earlier {
                let rule = "it stands once, before anything that it is about (section 8.2";
                let message = format!("`{word}` comes too late");
                let error = refusal(&message, &at, "required here", rule, tokens);
                self.errors.push(error.note_at(tokens.span(&earlier), "without it until here"));
            }
        }
    }

    /// `device(ancestor: 1)`
    fn ancestor(&mut self, written: &Written) {
        let tokens = written.tokens;
        let Some(clause) = written.clause("device") else { return };
        let Some(&modifier) =
            written.modifiers(clause).first().filter(|&&word| tokens.text(word) == "ancestor")
        else {
            return;
        };
        let other = written.clauses().find(|(word, _)| !WITH_ANCESTOR.contains(word));
        let value: Vec<&str> =
            written.argument(clause).iter().skip(2).map(|&index| tokens.text(index)).collect();
        let is_number = value.len() == 1 && value[0].parse::<u64>().is_ok();
        let (label, rule) = if written.directive.name != "target" {
            ("of `target` alone".to_owned(), "other directives have no ancestor (section 13.2")
        } else if !self.may_reverse {
            (
                "without `requires reverse_offload`".to_owned(),
                "a requires directive in front of it has to say so (section 13.2",
            )
        } else if let Some((word, _)) = other {
            (
                format!("together with `{word}`"),
                "beside it stand `firstprivate`, `private`, `defaultmap` and `map` alone (section 13.2",
            )
        } else if is_number && value[0] != "1" {
            ("not 1".to_owned(), "the number of an ancestor is 1 (section 13.2")
        } else {
            return;
        };
        let message = "`device(ancestor: …)` cannot stand here";
        self.errors.push(refusal(message, &(modifier..=modifier), &label, rule, tokens));
    }

    /// A device has the allocators that its construct names.
    fn allocators(&mut self, written: &Written) {
        let names_none = |clause: &&Clause| written.modifiers(clause).is_empty();
        let Some(clause) = written.all("allocate").find(names_none) else { return };
        if written.directive.has_leaf("target") && !self.may_allocate {
            let at = written.tokens.span(&written.range(clause));
            self.errors.push(
                Diagnostic::warning("W0305", "`allocate` on `target` without an allocator", at)
                    .label("of which allocator?")
                    .note("without `requires dynamic_allocators` the clause names one (section 6.6 of OpenMP 5.2)"),
            );
        }
    }

    pub fn finish(self) -> Vec<Diagnostic> {
        self.errors
    }
}

/// Whether a directive stands inside of braces.
pub(super) fn is_in_block(directive: &Tokens, tokens: &TokenList) -> bool {
    let start = *directive.start();
    let holds = |open: usize| tokens.partner(open).is_some_and(|close| close > start);
    (0..start).any(|index| tokens[index].kind == kind::LEFT_BRACE && holds(index))
}

fn refusal(message: &str, at: &Tokens, label: &str, rule: &str, tokens: &TokenList) -> Diagnostic {
    let error = Diagnostic::error("E0360", message, tokens.span(at)).label(label.to_owned());
    error.note(format!("{rule} of OpenMP 5.2)"))
}
