//! Uses of names that get another form, and the macros that they come out of.
//!
//! A name that stands in the file is replaced where it stands. So is one in
//! the argument of a macro, and the macro's use stays as typed. But a name in
//! the macro's own text cannot be changed there, for the other uses of the
//! macro mean what they say; then this one invocation is replaced by its
//! expansion, rewritten. Which of the two it is depends on all uses in the
//! invocation, so they are collected first.

use std::collections::BTreeMap;

use super::Translator;
use crate::openmp::Reference;
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;

/// A use and its new form.
#[derive(Clone, Debug)]
pub(super) struct Use {
    token: usize,
    parsed: usize,
    text: String,
    on_device: bool,
    reason: &'static str,
}

const RULE: &str = "primary_expression";

impl Translator<'_> {
    /// Gives a use another form, on the host or on the device.
    pub(super) fn rewrite_use(
        &mut self,
        reference: &Reference,
        text: String,
        on_device: bool,
        reason: &'static str,
    ) {
        let Reference { token, parsed, .. } = *reference;
        self.uses.push(Use { token, parsed, text, on_device, reason });
    }

    /// Puts the collected uses of one side into the rewrite stream.
    pub(super) fn flush_uses(&mut self, on_device: bool) {
        let (now, later): (Vec<Use>, Vec<Use>) =
            std::mem::take(&mut self.uses).into_iter().partition(|found| found.on_device == on_device);
        self.uses = later;
        // By the first of the parser's tokens that the invocation became.
        let mut invocations: BTreeMap<usize, Vec<Use>> = BTreeMap::new();
        for found in now {
            match self.woven.origin(found.parsed) {
                Origin::Macro { .. } => {
                    let expansion = self.woven.expansion(found.parsed);
                    invocations.entry(*expansion.start()).or_default().push(found);
                }
                Origin::File(_) => self.put(found.token..=found.token, found.text, on_device, found.reason),
                Origin::Header { .. } => {}
            }
        }
        for (first, uses) in invocations {
            let in_argument =
                |found: &Use| matches!(self.woven.origin(found.parsed), Origin::Macro { argument: Some(_), .. });
            if uses.iter().all(in_argument) {
                for found in uses {
                    self.put(found.token..=found.token, found.text, on_device, found.reason);
                }
            } else if let Origin::Macro { invocation, .. } = self.woven.origin(first) {
                let text = self.rewritten_expansion(first, &uses);
                let reason = "a name in the macro's text has another form here";
                self.put(invocation, text, on_device, reason);
            }
        }
    }

    fn put(&mut self, range: std::ops::RangeInclusive<usize>, text: String, on_device: bool, reason: &'static str) {
        if on_device {
            self.replace_on_device(range, text, RULE, reason);
        } else {
            self.replace(range, text, RULE, reason);
        }
    }

    /// The text of an expansion with some of its names replaced.
    fn rewritten_expansion(&self, first: usize, uses: &[Use]) -> String {
        let list = self.woven.parsed();
        let mut text = String::new();
        for parsed in self.woven.expansion(first).filter(|&index| list[index].is_visible()) {
            let token = uses.iter().find(|found| found.parsed == parsed).map_or(list.text(parsed), |found| &found.text);
            let closes = matches!(token, ")" | "]" | "," | ";" | "." | "->" | "++" | "--" | "(" | "[");
            let opened = text.ends_with(['(', '[', '.', '!', '~']) || text.ends_with("->");
            if !text.is_empty() && !closes && !opened {
                text.push(' ');
            }
            text.push_str(token);
        }
        text
    }
}
