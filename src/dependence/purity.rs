//! Functions that do nothing but compute.

use std::ops::RangeInclusive;

use super::reader::Program;
use super::tree::Form;
use crate::c::Kind;

/// Whether a function's body, from brace to brace, computes a value from its own variables alone. `is_pure` knows it of the
/// functions that it calls.
pub fn computes_only(
    program: &Program<'_>,
    function: &RangeInclusive<usize>,
    body: usize,
    is_pure: &dyn Fn(&str) -> bool,
) -> bool {
    let Some(statement) = program.statement(body) else { return false };
    let mut is_pure_so_far = true;
    statement.expressions(&mut |expression| {
        expression.walk(&mut |part| {
            is_pure_so_far &= match &part.form {
                Form::Name(variable) => function.contains(&variable.declared),
                Form::Call(name, _) => is_pure(name),
                Form::Dereference(_) | Form::Member(_, _, true) | Form::Unknown => false,
                Form::Subscript(of, _) => {
                    program.types.type_of(&of.tokens).is_some_and(|ty| matches!(ty.kind, Kind::Array { .. }))
                }
                _ => true,
            };
        });
    });
    is_pure_so_far
}
