//! Atomic constructs: what the form of the statement ([`crate::openmp::atomic`]) does not say (2.7.4; 3.1, section 2.8.5).

use super::Program;
use super::types::{Class, class_of};
use crate::diagnostics::Diagnostic;
use crate::openmp::Reference;
use crate::openmp::atomic::{Atomic, Clauses, Fault, Form, Operation};
use crate::openmp::compare::{Compare, Relation};
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// What the statement of an atomic construct must be.
pub fn forms(operation: Operation) -> &'static str {
    match operation {
        Operation::Read => "the statement of `atomic read` is `v = x` (section 2.8.5 of OpenMP 3.1)",
        Operation::Write => "the statement of `atomic write` is `x = expr` (section 2.8.5 of OpenMP 3.1)",
        Operation::Update => {
            "the statement of an atomic construct is `x binop= expr`, `x++`, `++x`, `x--` or `--x` (section 2.7.4), \
             `x = x binop expr` (section 2.8.5 of OpenMP 3.1) or `x = expr binop x` (section 2.12.6 of OpenMP 4.0)"
        }
        Operation::Capture => {
            "the statement of `atomic capture` is `v = update`, `{ v = x; update; }`, `{ update; v = x; }` \
             (section 2.8.5 of OpenMP 3.1) or `{ v = x; x = expr; }` (section 2.12.6 of OpenMP 4.0)"
        }
    }
}

/// Checks the statement of a construct.
pub fn check(statement: &Tokens, operation: Operation, program: &Program) -> Option<Diagnostic> {
    let fault = match &Atomic::read(statement, operation, program.tokens) {
        Ok(atomic) => match meaning(atomic, program) {
            Some(fault) => fault,
            None => return own_value(atomic, program),
        },
        Err(fault) => fault.clone(),
    };
    let wants = match operation {
        Operation::Read => "`atomic read` wants a variable's value",
        Operation::Write => "`atomic write` wants a variable's new value",
        Operation::Update => "`atomic` wants an update of a variable",
        Operation::Capture => "`atomic capture` wants an update of a variable, and its value",
    };
    Some(program.error("E0315", wants, &fault.tokens, fault.reason).note(forms(operation)))
}

/// Checks the statement of a construct with `compare`.
pub fn check_compare(statement: &Tokens, clauses: &Clauses, program: &Program) -> Option<Diagnostic> {
    let operation = clauses.operation();
    let (wants, forms) = match operation {
        Operation::Capture => (
            "`atomic compare capture` wants a comparison that changes a variable, and its value",
            "the statement of `atomic compare capture` is `v = x = x > e ? e : x`, `{ v = x; change }`, `{ change v = x; }`, \
             `if (x == e) { x = d; } else { v = x; }`, `{ r = x == e; if (r) { x = d; } }` or that with `else { v = x; }` \
             (section 15.8.4 of OpenMP 5.2)",
        ),
        _ => (
            "`atomic compare` wants a comparison that changes a variable",
            "the statement of `atomic compare` is `if (x > e) { x = e; }`, `x = x > e ? e : x`, `if (x == e) { x = d; }` or \
             `x = x == e ? d : x`, also with `<`, and with `e` in front of `<` or `>` (section 15.8.4 of OpenMP 5.2)",
        ),
    };
    let fault = match (operation, Compare::read(statement, operation, program.tokens)) {
        (Operation::Read | Operation::Write, _) => Fault {
            tokens: statement.clone(),
            reason: "`compare` goes with an update, or with `capture`".to_owned(),
        },
        (_, Err(fault)) => fault,
        (_, Ok(compare)) => {
            let list = program.tokens;
            let visible = |range: &Tokens| list.visible_in(range);
            let target = visible(&compare.target);
            let places = compare.capture.iter().map(|(place, _)| place).chain(&compare.result).map(visible);
            let not_scalar = std::iter::once(target.clone())
                .chain(places)
                .find_map(|place| Some(Fault::new(&place, scalar(&place, program)?)));
            let again = [&compare.operand, &compare.value].into_iter().map(visible).find_map(|value| {
                let at = find(list, &target, &value)?;
                let reason = "neither the operand nor the new value may be computed from the variable itself";
                Some(Fault::new(&value[at..at + target.len()], reason))
            });
            let weak = clauses.weak.clone().filter(|_| compare.relation != Relation::Equal);
            let weak = weak.map(|tokens| Fault {
                tokens,
                reason: "only a comparison for equality may fail though it holds".to_owned(),
            });
            not_scalar.or(again).or(weak)?
        }
    };
    Some(program.error("E0315", wants, &fault.tokens, fault.reason).note(forms))
}

/// The variables are scalars, and nothing else looks at them.
fn meaning(atomic: &Atomic, program: &Program) -> Option<Fault> {
    let list = program.tokens;
    let visible = |range: &Tokens| list.visible_in(range);
    let target = visible(&atomic.target);
    let result = atomic.capture.as_ref().map(|capture| visible(&capture.result)).unwrap_or_default();
    if let Some(fault) = [&target, &result].iter().find_map(|it| Some(Fault::new(it, scalar(it, program)?))) {
        return Some(fault);
    }
    let first_of_two =
        atomic.capture.as_ref().is_some_and(|capture| capture.is_old && capture.statement.is_some());
    if let Some(at) = find(list, &result, &target) {
        let found = &target[at..at + result.len()];
        if result.len() == target.len() {
            return Some(Fault::new(found, "the value may not go to the variable itself"));
        } else if first_of_two {
            return Some(Fault::new(found, "another variable once the value is captured"));
        }
    }
    let value = value(atomic, program)?;
    let again = find(list, &result, &value)?;
    let again = &value[again..again + result.len()];
    Some(Fault::new(again, "the new value may not be computed from what gets the old one"))
}

/// The visible tokens of the expression that a variable is changed by.
fn value(atomic: &Atomic, program: &Program) -> Option<Vec<usize>> {
    let value = match &atomic.change.as_ref()?.form {
        Form::Step { .. } => return None,
        Form::Compound { value, .. }
        | Form::Binary { value, .. }
        | Form::Reversed { value, .. }
        | Form::Set { value } => value,
    };
    Some(value.clone().filter(|&index| program.tokens[index].is_visible()).collect())
}

/// Warns of an expression that reads the variable itself. The specification does not allow it; compilers evaluate the expression
/// first, without protection, and so does the device.
fn own_value(atomic: &Atomic, program: &Program) -> Option<Diagnostic> {
    let list = program.tokens;
    let target: Vec<usize> = atomic.target.clone().filter(|&index| list[index].is_visible()).collect();
    let value = value(atomic, program)?;
    let at = find(list, &target, &value)?;
    let again = list.span(&(value[at]..=value[at + target.len() - 1]));
    let message = "the new value of an atomic variable is computed from the variable itself";
    let warning =
        Diagnostic::warning("W0305", message, again).label("another thread may change it after this read");
    Some(warning.note("`x` may not be read in `expr` (section 15.8.4 of OpenMP 5.2)"))
}

/// Why a variable is no scalar, if it is one by itself.
fn scalar(target: &[usize], program: &Program) -> Option<&'static str> {
    let [name] = target else { return None };
    let symbol = program.references.iter().rev().find(|reference| reference.token == *name)?.symbol?;
    let declaration = program.scopes.get(symbol);
    let is_scalar = declaration.is_variable()
        && !matches!(Class::of(&declaration.ty), Class::Array | Class::Structure | Class::Function);
    (!is_scalar).then_some("not a variable of scalar type")
}

/// Where the tokens of one expression occur in those of another.
fn find(list: &TokenList, target: &[usize], value: &[usize]) -> Option<usize> {
    let text = |tokens: &[usize]| tokens.iter().map(|&index| list.text(index)).collect::<Vec<_>>();
    let wanted = text(target);
    (0..value.len().saturating_sub(target.len().saturating_sub(1))).find(|&at| {
        let is_member = at > 0 && matches!(list[value[at - 1]].kind, kind::DOT | kind::ARROW);
        let next = value.get(at + target.len()).map_or(0, |&index| list[index].kind);
        // `f(…)` of the same name, or a part of something larger.
        let is_other = matches!(next, kind::LEFT_PAREN | kind::LEFT_BRACKET | kind::DOT | kind::ARROW);
        !target.is_empty() && !is_member && !is_other && text(&value[at..at + target.len()]) == wanted
    })
}

/// Checks a directive's clauses (5.0, section 2.17.7).
pub(super) fn clauses(clauses: &Clauses, program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    if let Some((order, tokens)) = &clauses.order {
        let misfit = match (clauses.operation(), order.as_str()) {
            (Operation::Read, "release") => Some("a read hands nothing on"),
            (Operation::Write, "acquire") => Some("a write learns nothing"),
            _ => None,
        };
        errors.extend(misfit.map(|label| {
            let message = format!("`{}` with `{order}`", clauses.operation().directive());
            program
                .error("E0350", message, tokens, label)
                .note("`read` takes no `release`, and `write` no `acquire` (section 2.17.7 of OpenMP 5.0)")
        }));
    }
    errors.extend(clauses.hint.as_ref().and_then(|value| hint(value, program)));
    errors
}

/// The expression of a `hint` is a constant that is not negative.
fn hint(value: &Tokens, program: &Program) -> Option<Diagnostic> {
    let list = program.tokens;
    let is_variable = |reference: &Reference| {
        reference.symbol.is_some_and(|symbol| program.scopes.get(symbol).is_variable()) && !reference.called
    };
    let first = value.clone().find(|&index| list[index].is_visible())?;
    let label = if class_of(value, program) == Class::Floating {
        "not an integer"
    } else if program.references_in(value).iter().any(is_variable) {
        "not a constant"
    } else if list[first].kind == kind::MINUS && class_of(value, program) == Class::Integer {
        "negative"
    } else {
        return None;
    };
    let message = "a `hint` is a constant of `omp_sync_hint_t`";
    Some(program.error("E0351", message, value, label).note("section 2.17.7 of OpenMP 5.0"))
}
