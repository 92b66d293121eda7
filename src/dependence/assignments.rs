//! Statements that nothing comes of but new values of some variables, which depend on some variables alone: whoever runs them gets the
//! same.
//!
//! ```text
//! before = rho;
//! rho = 0;
//! ```

use super::tree::{Expression, Form, Statement, Variable};

/// How many assignments a statement is made of, if it is made of nothing else: to variables that are `own`, of values that are
/// computed from those that are `known`. `is_pure` says of a function that it computes only.
pub fn assignments(
    statement: &Statement,
    own: &dyn Fn(&Variable) -> bool,
    known: &dyn Fn(&Variable) -> bool,
    is_pure: &dyn Fn(&str) -> bool,
) -> Option<usize> {
    let computes = |expression: &Expression| {
        let mut computes = true;
        expression.walk(&mut |part| {
            computes &= match &part.form {
                Form::Name(variable) => known(variable),
                Form::Call(name, _) => is_pure(name),
                Form::Integer(_)
                | Form::Constant
                | Form::Unary(..)
                | Form::Cast(_)
                | Form::Binary(..)
                | Form::Choice(..) => true,
                _ => false,
            };
        });
        computes
    };
    let is_own = |target: &Expression| target.variable().is_some_and(own);
    match statement {
        Statement::Empty => Some(0),
        Statement::Block(inner) => {
            let counts = inner.iter().map(|one| assignments(one, own, known, is_pure));
            counts.sum()
        }
        Statement::If(condition, yes, no) => {
            let yes = assignments(yes, own, known, is_pure)?;
            let no = no.as_ref().map_or(Some(0), |no| assignments(no, own, known, is_pure))?;
            computes(condition).then_some(yes + no)
        }
        Statement::Expression(expression) => match &expression.form {
            Form::Assign(_, target, value) if is_own(target) && computes(value) => Some(1),
            Form::Step(target) if is_own(target) => Some(1),
            _ => None,
        },
        _ => None,
    }
}
