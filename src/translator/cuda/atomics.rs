//! Atomic updates: those of `atomic` constructs, and those that critical constructs consist of.

use super::super::Translator;
use super::plan::RegionPlan;
use crate::openmp::Construct;
use crate::openmp::constructs::Tokens;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tokens::is_assignment_operator;

impl Translator<'_> {
    /// An update that no other thread comes into (2.7.4).
    pub(super) fn device_atomic(&mut self, construct: &Construct, plan: &RegionPlan) {
        const RULE: &str = "atomic_construct";
        const REASON: &str = "an update that no other thread comes into (2.7.4)";
        let comment = format!("{}\n", self.pragma_comment(&construct.directive));
        self.replace_on_device(construct.directive.clone(), comment, RULE, REASON);
        self.atomic_update(&construct.body, plan, RULE, REASON);
    }

    /// A critical construct that is nothing but updates.
    pub(super) fn device_updates(&mut self, construct: &Construct, updates: &[Tokens], plan: &RegionPlan) {
        const RULE: &str = "critical_construct";
        const REASON: &str = "updates that need not wait for one another (2.7.2)";
        let comment = format!("{}\n", self.pragma_comment(&construct.directive));
        self.replace_on_device(construct.directive.clone(), comment, RULE, REASON);
        for update in updates {
            let statement = *update.start()..=self.next_visible(*update.end());
            self.atomic_update(&statement, plan, RULE, REASON);
        }
    }

    /// An update, up to its semicolon.
    fn atomic_update(
        &mut self,
        statement: &Tokens,
        plan: &RegionPlan,
        rule: &'static str,
        reason: &'static str,
    ) {
        let together = plan.merge.is_together(statement);
        let call = |operation: &str| match (together, operation) {
            (true, "add") => "gpump_add_together(gpump_team, &".to_owned(),
            (true, "sub") => "gpump_subtract_together(gpump_team, &".to_owned(),
            _ => format!("gpump_atomic_{operation}(&"),
        };
        let body: Vec<usize> = statement.clone().filter(|&index| self.tokens[index].is_visible()).collect();
        let steps = [kind::PLUS_PLUS, kind::MINUS_MINUS];
        let step_name = |token: i32| if token == kind::PLUS_PLUS { "add" } else { "sub" };
        let (&[first, .., _, end], _) = (body.as_slice(), ()) else { return };
        let first_kind = self.tokens[first].kind;
        if steps.contains(&first_kind) {
            let call = call(step_name(first_kind));
            self.replace_on_device(first..=first, call, rule, reason);
            self.insert_before_on_device(end, ", 1)".to_owned(), rule, reason);
            return;
        }
        let is_assignment = |index: &usize| is_assignment_operator(self.tokens[*index].kind);
        let operator = self.tokens.outside_brackets(statement).find(is_assignment);
        let operator = operator.and_then(|index| body.binary_search(&index).ok());
        match operator {
            Some(at) => {
                let Some(operation) = atomic_operation(self.tokens[body[at]].kind) else { return };
                self.insert_before_on_device(first, call(operation), rule, reason);
                self.replace_on_device(body[at - 1] + 1..=body[at], ",".to_owned(), rule, reason);
                self.insert_before_on_device(end, ")".to_owned(), rule, reason);
            }
            None => {
                let step = body[body.len() - 2];
                let step_kind = self.tokens[step].kind;
                if !steps.contains(&step_kind) {
                    return;
                }
                let call = call(step_name(step_kind));
                self.insert_before_on_device(first, call, rule, reason);
                self.replace_on_device(step..=step, ", 1)".to_owned(), rule, reason);
            }
        }
    }
}

fn atomic_operation(operator: i32) -> Option<&'static str> {
    Some(match operator {
        kind::PLUS_ASSIGN => "add",
        kind::MINUS_ASSIGN => "sub",
        kind::STAR_ASSIGN => "mul",
        kind::SLASH_ASSIGN => "div",
        kind::AND_ASSIGN => "and",
        kind::OR_ASSIGN => "or",
        kind::CARET_ASSIGN => "xor",
        kind::LEFT_SHIFT_ASSIGN => "shl",
        kind::RIGHT_SHIFT_ASSIGN => "shr",
        _ => return None,
    })
}
