//! What `declare simd` says of a function's parameters (section 7.7 of OpenMP 5.2).

use super::types::Class;
use super::{Program, values};
use crate::c::symbols::{DeclInfo, Parameter, Type};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

/// Checks a directive with the declaration behind it.
pub fn check(directive: &Tokens, declared: &DeclInfo, program: &Program) -> Vec<Diagnostic> {
    let Some(written) = Written::at(program.tokens, *directive.start()) else { return Vec::new() };
    let Type::Function { parameters, .. } = declared.ty.resolved() else {
        return vec![alone(directive, program)];
    };
    let mut errors = Vec::new();
    for (word, clause) in
        written.clauses().filter(|(word, _)| ["uniform", "linear", "aligned"].contains(word))
    {
        let names = written.names(clause).into_iter();
        errors.extend(names.filter_map(|name| parameter(word, name, parameters, &written)));
        if word == "linear" {
            errors.extend(step(written.argument(clause), parameters, &written));
        }
    }
    errors.extend(values::lengths(&written, program));
    errors
}

/// A directive that no function follows.
pub fn alone(directive: &Tokens, program: &Program) -> Diagnostic {
    let label = "the declaration of one should follow";
    program
        .error("E0364", "`declare simd` without a function", directive, label)
        .note("section 7.7 of OpenMP 5.2")
}

fn find<'p>(name: &str, parameters: &'p [Parameter]) -> Option<&'p Parameter> {
    parameters.iter().find(|parameter| parameter.name.as_deref() == Some(name))
}

fn parameter(clause: &str, token: usize, parameters: &[Parameter], written: &Written) -> Option<Diagnostic> {
    let name = written.tokens.text(token);
    let class = find(name, parameters).map(|parameter| Class::of(&parameter.ty));
    let error = match (clause, class) {
        (_, None) => {
            let label = format!("`{clause}` lists parameters of the function");
            written.error("E0364", format!("`{name}` is no parameter"), token, label)
        }
        ("linear", Some(class @ (Class::Floating | Class::Structure))) => {
            let message = format!("`{name}` is neither an integer nor a pointer, and in `linear`");
            written.error("E0341", message, token, class.name())
        }
        ("aligned", Some(class @ (Class::Floating | Class::Integer | Class::Structure))) => {
            let message = format!("`{name}` is neither an array nor a pointer, and in `aligned`");
            written.error("E0341", message, token, class.name())
        }
        _ => return None,
    };
    Some(error.note("section 7.7 of OpenMP 5.2"))
}

/// A step that is a parameter is the same in all calls.
fn step(argument: &[usize], parameters: &[Parameter], written: &Written) -> Option<Diagnostic> {
    let [.., colon, step] = argument else { return None };
    let name = written.tokens.text(*step);
    let is_name =
        written.tokens[*colon].kind == kind::COLON && written.tokens[*step].kind == kind::IDENTIFIER;
    find(name, parameters).filter(|_| is_name && !written.texts(|word| word == "uniform").contains(&name))?;
    let label = "may be another in each of the calls that run together";
    let error = written.error("E0364", format!("the step `{name}` is not `uniform`"), *step, label);
    Some(error.note("a parameter that is a step is in `uniform` (section 5.4.6 of OpenMP 5.2)"))
}
