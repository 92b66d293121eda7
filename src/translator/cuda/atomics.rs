//! Atomic operations: those of `atomic` constructs, and the updates that critical constructs consist of.

use super::super::{File, Writer};
use super::plan::RegionPlan;
use crate::openmp::Construct;
use crate::openmp::atomic::{Atomic, Capture, Change, Form, Operation};
use crate::openmp::compare::{Compare, Relation, When};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

/// Which rule asks for an edit of the text, and why.
type Because = (&'static str, &'static str);

/// What is asked of a change besides that it is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Nothing,
    /// All threads of the team come to it.
    Together,
    /// The variable's value from before, and that from after.
    Old,
    New,
}

/// The same of one whose value is not captured.
fn asked(change: &Change, plan: &RegionPlan) -> Value {
    if plan.merge.is_together(&change.tokens) { Value::Together } else { Value::Nothing }
}

impl File<'_> {
    /// The parts of an atomic construct's statement.
    pub(super) fn atomic(&self, construct: &Construct) -> Option<Atomic> {
        Atomic::read(&construct.body, construct.clauses.atomic.operation(), self.tokens).ok()
    }

    fn operation(&self, operator: usize) -> &'static str {
        match self.tokens[operator].kind {
            kind::MINUS | kind::MINUS_ASSIGN => "sub",
            kind::STAR | kind::STAR_ASSIGN => "mul",
            kind::SLASH | kind::SLASH_ASSIGN => "div",
            kind::AND | kind::AND_ASSIGN => "and",
            kind::OR | kind::OR_ASSIGN => "or",
            kind::CARET | kind::CARET_ASSIGN => "xor",
            kind::LEFT_SHIFT | kind::LEFT_SHIFT_ASSIGN => "shl",
            kind::RIGHT_SHIFT | kind::RIGHT_SHIFT_ASSIGN => "shr",
            _ => "add",
        }
    }
}

impl Writer<'_, '_> {
    /// An operation that no other thread comes into (2.7.4; 3.1, 2.8.5). The memory order is kept by flushes around it.
    pub(super) fn device_atomic(&mut self, construct: &Construct, plan: &RegionPlan) {
        const BECAUSE: Because = ("atomic_construct", "an operation that no other thread comes into (2.7.4)");
        if construct.clauses.atomic.compare.is_some() {
            return self.device_compare(construct);
        }
        let Some(atomic) = self.file.atomic(construct) else { return };
        let comment = format!("{}\n", self.file.pragma_comment(&construct.directive));
        self.out.device.replace(construct.directive.clone(), comment, BECAUSE.0, BECAUSE.1);
        let clauses = &construct.clauses.atomic;
        let (mut first, mut end) = (*construct.body.start(), *construct.body.end());
        let statement = atomic.capture.as_ref().and_then(|capture| capture.statement.as_ref());
        if let (Some(change), Some(statement)) = (&atomic.change, statement) {
            first = *change.tokens.start().min(statement.start());
            end = self.file.next_visible(*change.tokens.end());
        }
        // Of what is put in front of one token the last comes first.
        if clauses.acquires() {
            self.out.device.insert_before(end, ", gpump_flush()".to_owned(), BECAUSE.0, BECAUSE.1);
        }
        match (&atomic.change, &atomic.capture) {
            (None, _) => {
                let (start, call) = (*atomic.target.start(), "gpump_atomic_read(&".to_owned());
                self.out.device.insert_before(end, ")".to_owned(), BECAUSE.0, BECAUSE.1);
                self.out.device.insert_before(start, call, BECAUSE.0, BECAUSE.1);
            }
            (Some(change), None) => self.change(&atomic.target, change, asked(change, plan), BECAUSE),
            (Some(change), Some(capture)) => {
                let value = if capture.is_old { Value::Old } else { Value::New };
                self.change(&atomic.target, change, value, BECAUSE);
                if let Some(statement) = &capture.statement {
                    self.join(change, capture, statement, BECAUSE);
                }
            }
        }
        if clauses.releases() {
            self.out.device.insert_before(first, "gpump_flush(), ".to_owned(), BECAUSE.0, BECAUSE.1);
        }
    }

    /// A comparison that decides whether a variable is changed (5.1, section 2.19.7).
    fn device_compare(&mut self, construct: &Construct) {
        const BECAUSE: Because =
            ("atomic_construct", "a comparison and a change that no other thread comes between");
        let clauses = &construct.clauses.atomic;
        let Ok(compare) = Compare::read(&construct.body, clauses.operation(), self.file.tokens) else {
            return;
        };
        self.out.device.settle();
        let [target, operand, value] =
            [&compare.target, &compare.operand, &compare.value].map(|tokens| self.out.device_text(tokens));
        let name = match compare.relation {
            Relation::Less => "if_less",
            Relation::Greater => "if_greater",
            Relation::Equal => "if_equal",
        };
        let arguments = match compare.relation {
            Relation::Equal => format!("&{target}, {operand}, {value}"),
            _ => format!("&{target}, {operand}"),
        };
        let result = compare.result.as_ref().map(|result| self.out.device_text(result));
        let capture = compare.capture.as_ref().map(|(place, when)| (self.out.device_text(place), *when));
        let made = match (result, capture) {
            (None, None) => format!("gpump_atomic_fetch_{name}({arguments});"),
            (None, Some((place, When::Old))) => format!("{place} = gpump_atomic_fetch_{name}({arguments});"),
            (None, Some((place, When::New))) => format!("{place} = gpump_atomic_{name}_fetch({arguments});"),
            (Some(result), None) => format!("{result} = gpump_atomic_compare({arguments}).is_equal;"),
            (result, Some((place, _))) => {
                let result =
                    result.map_or_else(String::new, |result| format!("{result} = gpump_seen.is_equal; "));
                format!(
                    "const auto gpump_seen = gpump_atomic_compare({arguments}); {result}\
                     if (!gpump_seen.is_equal) {place} = gpump_seen.value;"
                )
            }
        };
        let before = if clauses.releases() { "gpump_flush(); " } else { "" };
        let after = if clauses.acquires() { " gpump_flush();" } else { "" };
        let (open, close) = if before.is_empty() && after.is_empty() && !made.starts_with("const") {
            ("", "")
        } else {
            ("{ ", " }")
        };
        let text = format!("{open}{before}{made}{after}{close}");
        let comment = format!("{}\n", self.file.pragma_comment(&construct.directive));
        self.out.device.replace(construct.directive.clone(), comment, BECAUSE.0, BECAUSE.1);
        self.out.device.replace(construct.body.clone(), text, BECAUSE.0, BECAUSE.1);
    }

    /// Two statements of a block become one: the change, whose value is captured.
    fn join(&mut self, change: &Change, capture: &Capture, statement: &Tokens, because: Because) {
        let result_end = self.file.next_visible(*capture.result.end());
        let gone = if capture.is_old {
            // `v =` stays in front of the change.
            result_end + 1..=*change.tokens.start() - 1
        } else {
            let result = format!("{} = ", self.out.device_text(&capture.result));
            self.out.device.insert_before(*change.tokens.start(), result, because.0, because.1);
            self.file.next_visible(*change.tokens.end()) + 1..=*statement.end()
        };
        let is_blank = |index: usize| {
            self.file.tokens[index].is_visible() || self.file.tokens.text(index).trim().is_empty()
        };
        let text = if capture.is_old { " " } else { "" };
        if gone.clone().all(is_blank) {
            self.out.device.replace(gone, text.to_owned(), because.0, because.1);
        } else {
            // Comments stay.
            let visible = gone.filter(|&index| self.file.tokens[index].is_visible());
            for index in visible.collect::<Vec<_>>() {
                self.out.device.replace(index..=index, String::new(), because.0, because.1);
            }
        }
    }

    /// A critical construct that is nothing but updates.
    pub(super) fn device_updates(&mut self, construct: &Construct, updates: &[Tokens], plan: &RegionPlan) {
        const BECAUSE: Because = ("critical_construct", "updates that need not wait for one another (2.7.2)");
        let comment = format!("{}\n", self.file.pragma_comment(&construct.directive));
        self.out.device.replace(construct.directive.clone(), comment, BECAUSE.0, BECAUSE.1);
        for update in updates {
            let statement = *update.start()..=self.file.next_visible(*update.end());
            let Ok(atomic) = Atomic::read(&statement, Operation::Update, self.file.tokens) else { continue };
            let Some(change) = &atomic.change else { continue };
            self.change(&atomic.target, change, asked(change, plan), BECAUSE);
        }
    }

    /// A change of a variable as a call.
    fn change(&mut self, target: &Tokens, change: &Change, value: Value, because: Because) {
        let (rule, reason) = because;
        let (first, last) = (*change.tokens.start(), *change.tokens.end());
        let (behind_target, end) = (*target.end() + 1, self.file.next_visible(last));
        let call = |operation: &str| match (value, operation) {
            (Value::Together, "add") => "gpump_add_together(gpump_team, &".to_owned(),
            (Value::Together, "sub") => "gpump_subtract_together(gpump_team, &".to_owned(),
            (Value::Old, _) => format!("gpump_atomic_fetch_{operation}(&"),
            (Value::New, _) => format!("gpump_atomic_{operation}_fetch(&"),
            _ => format!("gpump_atomic_{operation}(&"),
        };
        match &change.form {
            Form::Step { operator } => {
                let call =
                    call(if self.file.tokens[*operator].kind == kind::PLUS_PLUS { "add" } else { "sub" });
                if *operator == first {
                    self.out.device.replace(first..=first, call, rule, reason);
                    self.out.device.insert_before(end, ", 1)".to_owned(), rule, reason);
                } else {
                    self.out.device.insert_before(first, call, rule, reason);
                    self.out.device.replace(last..=last, ", 1)".to_owned(), rule, reason);
                }
            }
            // `x op= value`, and `x = x op value`
            Form::Compound { operator, .. } | Form::Binary { operator, .. } => {
                self.out.device.insert_before(first, call(self.file.operation(*operator)), rule, reason);
                self.out.device.replace(behind_target..=*operator, ",".to_owned(), rule, reason);
                self.out.device.insert_before(end, ")".to_owned(), rule, reason);
            }
            // `x = value op x`
            Form::Reversed { operator, value } => {
                let operation = self.file.operation(*operator);
                let name = match operation {
                    "add" | "mul" | "and" | "or" | "xor" => operation.to_owned(),
                    _ => format!("r{operation}"),
                };
                self.out.device.insert_before(first, call(&name), rule, reason);
                self.out.device.replace(
                    behind_target..=self.file.next_visible(*target.end()),
                    ",".to_owned(),
                    rule,
                    reason,
                );
                self.out.device.replace(*value.end() + 1..=last, ")".to_owned(), rule, reason);
            }
            Form::Set { .. } => {
                let name =
                    if value == Value::Old { "gpump_atomic_exchange(&" } else { "gpump_atomic_write(&" };
                self.out.device.insert_before(first, name.to_owned(), rule, reason);
                self.out.device.replace(
                    behind_target..=self.file.next_visible(*target.end()),
                    ",".to_owned(),
                    rule,
                    reason,
                );
                self.out.device.insert_before(end, ")".to_owned(), rule, reason);
            }
        }
    }
}
