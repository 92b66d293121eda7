//! What only the running program knows: whether two things that look different are one.

use std::ops::RangeInclusive;

use super::accesses::Access;
use super::proof::Proof;
use super::question::Question;
use super::tree::{Expression, Form, Variable};
use crate::c::Type;
use crate::syntax::generated::open_mpc as kind;

/// Two things that may be one, which only the running program knows: what is written, and the tokens of what must not be part
/// of the same object.
#[derive(Clone, Debug)]
pub struct Check {
    pub written: RangeInclusive<usize>,
    pub others: Vec<RangeInclusive<usize>>,
}

impl Check {
    /// Whether it can be made at any time.
    pub(super) fn is_harmless(&self, question: &Question<'_>) -> bool {
        self.others
            .iter()
            .chain([&self.written])
            .all(|tokens| question.program.expression(tokens).is_some_and(|read| is_harmless(&read)))
    }

    /// Adds checks to others, each but once: the same may be wanted in the same words of several accesses.
    pub(super) fn join(checks: &mut Vec<Check>, question: &Question<'_>, more: &[Check]) {
        for check in more {
            check.others.iter().for_each(|other| Check::add(checks, question, &check.written, other));
        }
    }

    fn add(
        checks: &mut Vec<Check>,
        question: &Question<'_>,
        written: &RangeInclusive<usize>,
        other: &RangeInclusive<usize>,
    ) {
        let text = |tokens: &RangeInclusive<usize>| {
            let words = tokens.clone().filter(|&index| question.program.tokens[index].is_visible());
            words
                .map(|index| crate::rewrite::Tokens::text(question.program.tokens, index))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let at = checks.iter().position(|check| text(&check.written) == text(written));
        let at = at.unwrap_or_else(|| {
            checks.push(Check { written: written.clone(), others: Vec::new() });
            checks.len() - 1
        });
        let others = &mut checks[at].others;
        if !others.iter().any(|found| text(found) == text(other)) {
            others.push(other.clone());
        }
    }
}

impl Proof<'_> {
    /// Whether accesses with different bases are to different memory, for certain or if a check says so.
    pub(super) fn are_distinct(&self, written: &Access, other: &Access, checks: &mut Vec<Check>) -> bool {
        if self.are_different(written, other) {
            return true;
        }
        let is_steady = |access: &Access| {
            let is_plain =
                self.question.program.types.type_of(&access.tokens).is_some_and(|ty| !is_variable(&ty));
            let changes = |name: &Variable| self.changed.contains(name) || self.is_local(name);
            is_plain && !access.is_loose && !access.depends.iter().any(changes)
        };
        if !is_steady(written) || !is_steady(other) {
            return false;
        }
        Check::add(checks, self.question, &written.tokens, &other.tokens);
        true
    }
}

/// Whether an expression can be evaluated at any time: it uses no pointer, calls nothing, and divides by nothing but a number.
pub(super) fn is_harmless(expression: &Expression) -> bool {
    let mut is_harmless = true;
    expression.walk(&mut |part| {
        is_harmless &= match &part.form {
            Form::Dereference(_) | Form::Subscript(..) | Form::Member(_, _, true) | Form::Call(..) => false,
            Form::Binary(kind::SLASH | kind::PERCENT, _, by) => {
                matches!(by.form, Form::Integer(value) if value != 0)
            }
            _ => true,
        };
    });
    is_harmless
}

/// Whether it is an array of variable length, or a pointer to one.
fn is_variable(ty: &Type) -> bool {
    ty.has_variable_bound() || ty.pointee().is_some_and(is_variable)
}
