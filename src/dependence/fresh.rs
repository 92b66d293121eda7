//! Whether a loop depends on what a thread's variable held before it.

use super::reader::Program;
use super::tree::{Loop, Statement, Variable};
use super::uses::use_before_value;

/// Whether each iteration of the loop at a `for` gives a variable, which is not the loop's own, its value before it uses it,
/// and the loop's header does without it. False where that cannot be told.
pub fn is_fresh(program: &Program<'_>, keyword: usize, is_it: &dyn Fn(&Variable) -> bool) -> bool {
    let Some((found, _)) = program.loop_at(keyword) else { return false };
    let mut names: Vec<Variable> = Vec::new();
    Statement::For(Box::new(found.clone())).expressions(&mut |expression| {
        expression.walk(&mut |part| names.extend(part.variable().filter(|name| is_it(name)).cloned()));
    });
    names.iter().all(|variable| {
        let Loop { first, condition, next, body, .. } = &found;
        let in_header = first.names(variable)
            || condition.iter().chain(next).any(|expression| expression.names(variable));
        !in_header && use_before_value(body, variable).is_ok()
    })
}
