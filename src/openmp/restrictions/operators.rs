//! What a `declare reduction` may say (section 5.5.11 of OpenMP 5.2).

use super::types::{Class, alias, class_of_type, is_qualifier};
use super::{Program, in_one_block};
use crate::c::symbols::Type;
use crate::c::{Basic, Kind};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::operators::Operator;
use crate::openmp::report::Report as _;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

/// The names that stand for values in the combiner, and in the initializer.
const COMBINED: [&str; 2] = ["omp_out", "omp_in"];
const INITIALIZED: [&str; 2] = ["omp_priv", "omp_orig"];

/// Checks an operator, which is not among the program's yet.
pub fn check(operator: &Operator, program: &Program) -> Vec<Diagnostic> {
    let mut errors: Vec<Diagnostic> = types(operator, program).into_iter().collect();
    errors.extend(names(&operator.combiner, COMBINED, "the combiner", program));
    if let Some(initializer) = &operator.initializer {
        errors.extend(names(initializer, INITIALIZED, "the initializer", program));
        errors.extend(form(initializer, program));
    }
    errors
}

fn refuse(message: String, at: &Tokens, label: &str, program: &Program) -> Diagnostic {
    program.error("E0362", message, at, label).note("section 5.5.11 of OpenMP 5.2")
}

/// What the operator is for.
fn types(operator: &Operator, program: &Program) -> Option<Diagnostic> {
    let at = &operator.types_at;
    let name = &operator.name;
    operator.types.iter().find_map(|ty| {
        let words: Vec<&str> = ty.split(' ').collect();
        if words.iter().any(|word| is_qualifier(word)) && !words.contains(&"*") {
            let message = format!("a reduction of values of the qualified type `{ty}`");
            return Some(refuse(
                message,
                at,
                "`const`, `volatile` and `restrict` are said of variables",
                program,
            ));
        }
        if matches!(class_of_type(&words, program), Class::Array | Class::Function) {
            let message = format!("a reduction of values of the type `{ty}`");
            return Some(refuse(message, at, "an array or a function: no value", program));
        }
        if is_predefined(name, ty) {
            let message = format!("`{name}` is defined for `{ty}` already");
            return Some(refuse(message, at, "OpenMP's own operator", program));
        }
        let is_same = |other: &&Operator| {
            other.name == *name
                && other.types.contains(ty)
                && in_one_block(other.token, operator.token, program.tokens)
        };
        let earlier = program.operators.iter().find(is_same)?;
        let message = format!("`{name}` is declared for `{ty}` already");
        let error = refuse(message, at, "declared again", program);
        Some(error.note_at(program.tokens.span(&earlier.types_at), "declared here"))
    })
}

/// Whether an operator is defined for the type that keywords spell.
fn is_predefined(operator: &str, ty: &str) -> bool {
    match (operator, Type::builtin(ty).kind()) {
        ("+" | "-" | "*" | "&&" | "||", Some(Kind::Basic(_) | Kind::Complex(_))) => true,
        ("max" | "min", Some(Kind::Basic(_))) => true,
        ("&" | "|" | "^", Some(Kind::Basic(basic))) => basic.is_integer(),
        _ => false,
    }
}

/// An expression is about the values that it is for, and about no other variable.
fn names(expression: &Tokens, own: [&str; 2], what: &str, program: &Program) -> Option<Diagnostic> {
    let tokens = program.tokens;
    let visible = tokens.visible_in(expression);
    // A block has variables of its own.
    if visible.iter().any(|&index| tokens[index].kind == kind::SEMICOLON) {
        return None;
    }
    let kind_of =
        |at: Option<usize>| at.and_then(|at| visible.get(at)).map_or(0, |&index| tokens[index].kind);
    let wrong = visible.iter().enumerate().find(|&(at, &index)| {
        let text = tokens.text(index);
        let is_name = tokens[index].kind == kind::IDENTIFIER
            && !matches!(kind_of(at.checked_sub(1)), kind::DOT | kind::ARROW)
            && kind_of(Some(at + 1)) != kind::LEFT_PAREN;
        let is_operand = COMBINED.contains(&text) || INITIALIZED.contains(&text);
        let is_variable = || program.scopes.find(text).is_some_and(|found| found.is_variable());
        is_name && !own.contains(&text) && (is_operand || is_variable())
    });
    let (_, &index) = wrong?;
    let message = format!("{what} uses `{}`", tokens.text(index));
    let label = format!("it is about `{}` and `{}`", own[0], own[1]);
    Some(refuse(message, &(index..=index), &label, program))
}

/// An initializer gives `omp_priv` a value, or calls a function that does.
fn form(initializer: &Tokens, program: &Program) -> Option<Diagnostic> {
    let tokens = program.tokens;
    let mut visible = initializer.clone().filter(|&index| tokens[index].is_visible());
    let first = visible.next()?;
    let next = visible.next().map_or(0, |index| tokens[index].kind);
    let is_value = tokens.text(first) == "omp_priv" && next == kind::ASSIGN;
    let is_call = tokens[first].kind == kind::IDENTIFIER && next == kind::LEFT_PAREN;
    (!is_value && !is_call).then(|| {
        let message = "an initializer that gives no value".to_owned();
        refuse(message, initializer, "`omp_priv = …`, or a call, should stand here", program)
    })
}

/// Why a variable cannot be reduced by an operator of the program's: none of the name is declared, or none for its type.
pub(super) fn missing(operator: &str, ty: &Type, program: &Program) -> Option<String> {
    let mut named = program.operators.iter().filter(|known| known.name == operator).peekable();
    if named.peek().is_none() {
        return Some(format!("no operator `{operator}` is declared"));
    }
    let wanted = reduced_type(ty)?;
    let types = named.flat_map(|known| &known.types);
    let known: Option<Vec<Reduced>> = types
        .map(|ty| {
            let words: Vec<&str> = ty.split(' ').collect();
            match alias(&words, program) {
                Some(ty) => reduced_type(ty),
                None if words.contains(&"*") => None,
                None if is_tagged(ty) => Some(Reduced::Structure(ty.clone())),
                None => reduced_type(&Type::builtin(ty)),
            }
        })
        .collect();
    (!known?.contains(&wanted)).then(|| format!("`{operator}` is declared for other types"))
}

/// A type of which it is known whether it is another's, too.
#[derive(PartialEq)]
enum Reduced {
    /// With a tag, and its words.
    Structure(String),
    Number(Basic),
}

fn reduced_type(ty: &Type) -> Option<Reduced> {
    match (ty.resolved(), ty.kind()) {
        (_, Some(Kind::Basic(basic))) => Some(Reduced::Number(basic)),
        (Type::Base { words, .. }, _) if is_tagged(words) => Some(Reduced::Structure(words.clone())),
        _ => None,
    }
}

fn is_tagged(words: &str) -> bool {
    words.starts_with("struct ") || words.starts_with("union ")
}
