//! What clauses list that say nothing of data sharing: names that are declared, of variables, of the types that they are for.

use super::Program;
use super::lists::{self, incomplete_type};
use super::types::{Class, is_incomplete};
use crate::c::symbols::{DeclInfo, Definition, Type};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{ListItem, Sharing};
use crate::openmp::report::Report as _;
use crate::openmp::written::{Item, Written};
use crate::rewrite::Tokens as _;

/// What a clause is for.
#[derive(Clone, Copy)]
enum Wanted {
    Variable,
    /// One that the device can have: each thread's own is none.
    Mappable,
    Pointer,
    /// A pointer or an array.
    Address,
    /// What is reduced by an operator.
    Reduced,
    /// A variable of a type of `<omp.h>`.
    Handle(&'static str),
    VariableOrFunction,
}

/// What clauses list, and where that is said; a clause of one directive alone has its name.
const LISTS: &[(Option<&str>, &str, Wanted, &str)] = &[
    (Some("declare target"), "to", Wanted::VariableOrFunction, "7.8.1"),
    (Some("declare target"), "enter", Wanted::VariableOrFunction, "7.8.1"),
    (Some("declare target"), "link", Wanted::Mappable, "7.8.1"),
    (Some("target update"), "to", Wanted::Mappable, "5.9"),
    (Some("target update"), "from", Wanted::Mappable, "5.9"),
    (Some("interop"), "destroy", Wanted::Handle("omp_interop_t"), "14.1"),
    (Some("interop"), "init", Wanted::Handle("omp_interop_t"), "14.1"),
    (Some("interop"), "use", Wanted::Handle("omp_interop_t"), "14.1"),
    (None, "map", Wanted::Mappable, "5.8.3"),
    (None, "affinity", Wanted::Variable, "12.5.1"),
    (None, "allocate", Wanted::Variable, "6.6"),
    (None, "detach", Wanted::Handle("omp_event_handle_t"), "12.5.2"),
    (None, "has_device_addr", Wanted::Variable, "5.4.9"),
    (None, "in_reduction", Wanted::Reduced, "5.5.10"),
    (None, "is_device_ptr", Wanted::Address, "5.4.7"),
    (None, "nontemporal", Wanted::Variable, "10.4.1"),
    (None, "task_reduction", Wanted::Reduced, "5.5.9"),
    (None, "use_device_addr", Wanted::Variable, "5.4.10"),
    (None, "use_device_ptr", Wanted::Pointer, "5.4.8"),
];

/// Checks what a directive lists, with the names in scope.
pub(super) fn check(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (word, clause) in written.clauses() {
        let is_meant = |directive: &Option<&str>| directive.is_none_or(|name| name == written.directive.name);
        let found = LISTS.iter().find(|(directive, name, ..)| *name == word && is_meant(directive));
        let Some((.., wanted, section)) = found else { continue };
        let operator = written.last_modifier(clause).map_or("", |last| program.tokens.text(last));
        for item in written.items(clause) {
            errors.extend(check_item(&item, word, *wanted, section, operator, program));
        }
    }
    if written.directive.name == "declare target"
        && let [_, inner @ .., _] = written.behind_name()
        && written.clauses().next().is_none()
    {
        let items = written.split(inner);
        let of_file = Wanted::VariableOrFunction;
        errors.extend(
            items.iter().filter_map(|item| check_item(item, "declare target", of_file, "7.8.1", "", program)),
        );
    }
    errors
}

fn check_item(
    item: &Item,
    clause: &str,
    wanted: Wanted,
    section: &str,
    operator: &str,
    program: &Program,
) -> Option<Diagnostic> {
    let tokens = program.tokens;
    let token = item.name(tokens)?;
    let name = tokens.text(token);
    let symbol = program.scopes.lookup(name);
    let declared = symbol.map(|symbol| program.scopes.get(symbol));
    if matches!(wanted, Wanted::VariableOrFunction) && declared.is_some_and(DeclInfo::is_function) {
        return None;
    }
    let declaration = match lists::variable(name, token, symbol, clause, program) {
        Ok(declaration) => declaration,
        Err(error) => return Some(*error),
    };
    let is_whole = item.whole(tokens).is_some();
    let class = Class::of(&declaration.ty);
    let wrong = |what: &str| Some(misfit(token, clause, what, section, declaration, program));
    match wanted {
        Wanted::Mappable | Wanted::VariableOrFunction => {
            if let Some(directive) = program.threadprivate.directive(symbol?, program.scopes) {
                let error = misfit(token, clause, "each thread has its own", section, declaration, program);
                return Some(error.note_at(tokens.span(directive), "threadprivate by this directive"));
            }
            if matches!(wanted, Wanted::VariableOrFunction) && declaration.depth == 1 {
                return wrong("a parameter: it is there while its function runs alone");
            }
            let is_unknown = is_whole && is_incomplete(declaration, program.scopes, tokens);
            // What `declare target` names may get its size later.
            (is_unknown && clause == "map").then(|| {
                incomplete_type(name, token, declaration, &format!("{section} of OpenMP 5.2"), program)
            })
        }
        Wanted::Pointer if !matches!(class, Class::Pointer | Class::Unknown) => wrong("not a pointer"),
        Wanted::Address if !matches!(class, Class::Pointer | Class::Array | Class::Unknown) => {
            wrong("neither a pointer nor an array")
        }
        Wanted::Handle(ty) if is_whole && is_of(&declaration.ty, ty) == Some(false) => {
            wrong(&format!("not of the type `{ty}`"))
        }
        Wanted::Reduced => {
            let sharing = Sharing::Reduction(operator.to_owned());
            lists::reduction(
                &ListItem { sharing, name: name.to_owned(), token, symbol },
                declaration,
                program,
            )
        }
        _ => None,
    }
}

/// A variable that is none for its clause.
pub(super) fn misfit(
    token: usize,
    clause: &str,
    what: &str,
    section: &str,
    declaration: &DeclInfo,
    program: &Program,
) -> Diagnostic {
    let message = format!("`{}` cannot be in `{clause}`", program.tokens.text(token));
    program
        .error("E0361", message, token, what)
        .note_at(program.at(declaration.token), "declared here")
        .note(format!("section {section} of OpenMP 5.2"))
}

/// Whether a type is one of `<omp.h>`; `None` if that cannot be told.
pub(super) fn is_of(ty: &Type, name: &str) -> Option<bool> {
    match ty {
        Type::Base { words, .. } if words == name => Some(true),
        Type::Base { definition: Definition::Alias(ty), .. } => is_of(ty, name),
        Type::Base { definition: Definition::External, .. } => None,
        _ => Some(false),
    }
}
