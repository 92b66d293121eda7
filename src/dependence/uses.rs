//! What a body does to a variable: whether it only adds to it, gives it a value before it is used, or counts a loop with it.

use rustc_hash::FxHashSet;

use super::headers::level;
use super::tree::{Expression, Form, Statement, Variable};
use crate::openmp::CanonicalLoop;
use crate::syntax::generated::open_mpc as kind;

/// The loops inside a body whose variables nothing else changes or uses, each variable once; without the loop where there
/// are several of them.
pub(super) fn inner_loops(body: &Statement) -> Vec<(Variable, Option<CanonicalLoop>)> {
    let mut found: Vec<(Variable, Option<CanonicalLoop>)> = Vec::new();
    let mut changed: FxHashSet<Variable> = FxHashSet::default();
    body.walk(&mut |statement| {
        let Statement::For(one) = statement else { return };
        let Some(level) = level(one) else { return };
        if one.body.changed().contains(&level.variable) {
            changed.insert(level.variable.clone());
        }
        match found.iter_mut().find(|(variable, _)| *variable == level.variable) {
            Some((_, canonical)) => *canonical = None,
            None => found.push((level.variable, Some(level.canonical))),
        }
    });
    let is_used_outside = |variable: &Variable| uses(body, variable) != uses_in_own_loop(body, variable);
    found.retain(|(variable, _)| !changed.contains(variable) && !is_used_outside(variable));
    found
}

/// How often a variable is named.
fn uses(statement: &Statement, variable: &Variable) -> usize {
    let mut count = 0;
    statement.expressions(&mut |expression| {
        expression.walk(&mut |part| count += usize::from(part.variable() == Some(variable)));
    });
    count
}

fn uses_in_own_loop(body: &Statement, variable: &Variable) -> usize {
    let mut count = 0;
    body.walk(&mut |statement| {
        if let Statement::For(one) = statement
            && level(one).is_some_and(|level| level.variable == *variable)
        {
            count += uses(statement, variable);
        }
    });
    count
}

/// Whether a body does nothing to a variable but `x op= value`, `x = x op value` and `x++`, without it in the value.
pub(super) fn only_updates(body: &Statement, variable: &Variable) -> bool {
    let mut updates = 0usize;
    body.walk(&mut |statement| {
        let Statement::Expression(Expression { form, .. }) = statement else { return };
        match form {
            Form::Step(target) => updates += usize::from(target.variable() == Some(variable)),
            Form::Assign(operator, target, value) if target.variable() == Some(variable) => {
                let is_update = *operator != kind::ASSIGN && !value.names(variable);
                let is_sum = *operator == kind::ASSIGN
                    && matches!(&value.form, Form::Binary(operator, left, right)
                        if *operator != kind::COMMA && left.variable() == Some(variable) && !right.names(variable));
                updates += usize::from(is_update) + 2 * usize::from(is_sum);
            }
            _ => {}
        }
    });
    updates == uses(body, variable)
}

/// Whether all updates of a variable are by a reduction's operator.
pub(super) fn updates_by(body: &Statement, variable: &Variable, reduction: i32) -> bool {
    let is_it = |operator: i32| match reduction {
        kind::PLUS | kind::MINUS => {
            matches!(operator, kind::PLUS | kind::MINUS | kind::PLUS_ASSIGN | kind::MINUS_ASSIGN)
        }
        kind::STAR => matches!(operator, kind::STAR | kind::STAR_ASSIGN),
        kind::AND => matches!(operator, kind::AND | kind::AND_ASSIGN),
        kind::OR => matches!(operator, kind::OR | kind::OR_ASSIGN),
        kind::CARET => matches!(operator, kind::CARET | kind::CARET_ASSIGN),
        other => operator == other,
    };
    let mut all = true;
    body.expressions(&mut |expression| {
        expression.walk(&mut |part| {
            if let Form::Step(target) = &part.form
                && target.variable() == Some(variable)
            {
                all &= matches!(reduction, kind::PLUS | kind::MINUS);
            }
            if let Form::Assign(operator, target, value) = &part.form
                && target.variable() == Some(variable)
            {
                all &= match (*operator, &value.form) {
                    (kind::ASSIGN, Form::Binary(operator, ..)) => is_it(*operator),
                    (kind::ASSIGN, _) => false,
                    (operator, _) => is_it(operator),
                };
            }
        });
    });
    all
}

/// Whether a body does nothing to a variable but take the greater of it and another value, or the less: `max` or `min`.
///
/// ```text
/// if (value > x) x = value;    x = x > value ? x : value;    x = fmax(x, value);
/// ```
pub(super) fn only_extremes(body: &Statement, variable: &Variable, extreme: i32) -> bool {
    let mut updates = 0usize;
    body.walk(&mut |statement| {
        let one = match statement {
            Statement::If(condition, yes, None) => match yes.sequence() {
                [
                    Statement::Expression(Expression {
                        form: Form::Assign(kind::ASSIGN, target, value), ..
                    }),
                ] if target.variable() == Some(variable) => {
                    Some((is_choice(condition, value, target, variable, extreme), 2))
                }
                _ => None,
            },
            Statement::Expression(Expression { form: Form::Assign(kind::ASSIGN, target, value), .. })
                if target.variable() == Some(variable) =>
            {
                match &value.form {
                    Form::Choice(condition, yes, no) => {
                        Some((is_choice(condition, yes, no, variable, extreme), 3))
                    }
                    Form::Call(name, arguments) => {
                        let names = if extreme == kind::MAX { ["fmax", "fmaxf"] } else { ["fmin", "fminf"] };
                        let mut own = arguments.iter().filter(|one| one.variable() == Some(variable));
                        Some((names.contains(&name.as_str()) && own.next().is_some(), 2))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        updates += one.filter(|(is_update, _)| *is_update).map_or(0, |(_, uses)| uses);
    });
    updates == uses(body, variable)
}

/// Whether a condition chooses the greater of a variable and another value, or the less.
fn is_choice(
    condition: &Expression,
    yes: &Expression,
    no: &Expression,
    variable: &Variable,
    extreme: i32,
) -> bool {
    let Form::Binary(relation, left, right) = &condition.form else { return false };
    let takes_left = match *relation {
        kind::GREATER | kind::GREATER_EQUAL => extreme == kind::MAX,
        kind::LESS | kind::LESS_EQUAL => extreme == kind::MIN,
        _ => return false,
    };
    let (better, worse) = if takes_left { (left, right) } else { (right, left) };
    let is_own = |expression: &Expression| expression.variable() == Some(variable);
    let other = if is_own(left) { right } else { left };
    is_own(left) != is_own(right) && !other.names(variable) && better.is_same(yes) && worse.is_same(no)
}

/// Goes through a statement in order. An error if a variable may be used before the statement has given it a value; true
/// if it has one for certain afterwards.
pub(super) fn use_before_value(statement: &Statement, variable: &Variable) -> Result<bool, ()> {
    let unused = |expression: &Expression| if expression.names(variable) { Err(()) } else { Ok(false) };
    match statement {
        Statement::Expression(Expression { form: Form::Assign(kind::ASSIGN, target, value), .. })
            if target.variable() == Some(variable) =>
        {
            unused(value).map(|_| true)
        }
        Statement::Expression(expression) | Statement::Atomic(expression) => unused(expression),
        Statement::Declaration(declared) => {
            declared.iter().filter_map(|one| one.value.as_ref()).try_fold(false, |_, value| unused(value))
        }
        Statement::Block(inner) => {
            for statement in inner {
                if use_before_value(statement, variable)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Statement::If(condition, yes, no) => {
            unused(condition)?;
            let yes = use_before_value(yes, variable)?;
            let no = no.as_deref().map_or(Ok(false), |no| use_before_value(no, variable))?;
            Ok(yes && no)
        }
        Statement::For(one) => {
            if use_before_value(&one.first, variable)? {
                return Ok(true);
            }
            one.condition.as_ref().map_or(Ok(false), unused)?;
            use_before_value(&one.body, variable)?;
            // After a `continue` in the body it may have no value yet.
            one.next.as_ref().map_or(Ok(false), unused)
        }
        Statement::While(condition, body) => {
            unused(condition)?;
            use_before_value(body, variable)?;
            Ok(false)
        }
        Statement::Return(value) => value.as_ref().map_or(Ok(false), unused),
        Statement::Empty | Statement::Continue | Statement::Break => Ok(false),
    }
}
