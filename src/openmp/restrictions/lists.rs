//! The lists of data clauses (section 2.8.3): what may be named there, and
//! how often.

use rustc_hash::{FxHashMap, FxHashSet};

use super::types::{Class, class_of, is_constant, is_incomplete};
use super::{Program, operators};
use crate::c::Kind;
use crate::c::symbols::{DeclInfo, SymbolId, Type};
use crate::diagnostics::{Diagnostic, Edit};
use crate::openmp::constructs::{Clauses, ListItem, Sharing};
use crate::openmp::report::Report as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

pub(super) fn check(clauses: &Clauses, program: &Program) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut earlier: FxHashMap<Option<SymbolId>, Vec<&ListItem>> = FxHashMap::default();
    let mut faulty: FxHashSet<SymbolId> = FxHashSet::default();
    for item in &clauses.items {
        let same = earlier.entry(item.symbol).or_default();
        // Of many that are alike the first says enough.
        let of_it = same.clone();
        if !same.iter().any(|other| other.sharing == item.sharing) {
            same.push(item);
        }
        let declaration = match variable(&item.name, item.token, item.symbol, item.sharing.name(), program) {
            Ok(declaration) => declaration,
            Err(error) => {
                found.push(*error);
                continue;
            }
        };
        let checks = [
            listed_twice(&of_it, item, program),
            threadprivate(item, program),
            constant(item, declaration, program),
            incomplete(item, declaration, program),
            reduction(item, declaration, program),
            linear(item, declaration, program),
            conditional(item, declaration, clauses, program),
        ];
        // One fault says enough about its variable.
        if let Some(fault) = checks.into_iter().flatten().next()
            && item.symbol.is_none_or(|symbol| faulty.insert(symbol))
        {
            found.push(fault);
        }
    }
    found
}

/// What a list names must be a variable that is declared before it.
pub(super) fn variable<'p>(
    name: &str,
    token: usize,
    symbol: Option<SymbolId>,
    clause: &str,
    program: &Program<'p>,
) -> Result<&'p DeclInfo, Box<Diagnostic>> {
    let Some(symbol) = symbol else {
        let message = format!("`{name}` is not declared");
        return Err(Box::new(program.error("E0201", message, token, "in a clause that lists variables")));
    };
    let declaration = program.scopes.get(symbol);
    if declaration.is_variable() {
        return Ok(declaration);
    }
    let label = format!("`{clause}` lists variables");
    let error = program.error("E0305", format!("`{name}` is not a variable"), token, label);
    Err(Box::new(declared(error, declaration, program).note("a list names variables (section 2.1)")))
}

/// Says where a variable is declared that a diagnostic is about.
pub(super) fn declared(found: Diagnostic, declaration: &DeclInfo, program: &Program) -> Diagnostic {
    found.note_at(program.at(declaration.token), "declared here")
}

/// `earlier` are items of the same variable.
fn listed_twice(earlier: &[&ListItem], item: &ListItem, program: &Program) -> Option<Diagnostic> {
    let pair_allowed = |a: &Sharing, b: &Sharing| {
        let pair = [a, b];
        let has = |sharing| pair.contains(&&sharing);
        (has(Sharing::Firstprivate) && has(Sharing::Lastprivate))
            // They say nothing of the variable's attribute.
            || has(Sharing::Copyin)
            || (has(Sharing::Copyprivate) && !has(Sharing::Private) && !has(Sharing::Firstprivate))
    };
    let other = earlier.iter().find(|other| !pair_allowed(&other.sharing, &item.sharing))?;
    let name = &item.name;
    let (message, rule) = if [&other.sharing, &item.sharing].contains(&&Sharing::Copyprivate) {
        (
            format!("`{name}` is in `copyprivate`, and made private by the same directive"),
            "a variable of `copyprivate` is private already, outside of the construct (section 2.8.4.2)",
        )
    } else {
        (
            format!("`{name}` is listed twice"),
            "a variable may stand in one data-sharing clause, or in firstprivate and lastprivate (section 2.8.3)",
        )
    };
    let error = program.error("E0302", message, item.token, format!("in `{}`", item.sharing.name()));
    let other_clause = format!("and in `{}`", other.sharing.name());
    Some(error.note_at(program.at(other.token), other_clause).note(rule))
}

/// `copyin` and `copyprivate` list threadprivate variables, the other clauses
/// do not.
fn threadprivate(item: &ListItem, program: &Program) -> Option<Diagnostic> {
    let directive = program.threadprivate.directive(item.symbol?, program.scopes);
    match (&item.sharing, directive) {
        (Sharing::Copyin, None) => {
            let message = format!("`{}` is not threadprivate", item.name);
            let error = program
                .error("E0329", message, item.token, "`copyin` has nothing to copy to")
                .note("`copyin` lists threadprivate variables (section 2.8.4.1)")
                .help(format!("write `firstprivate({})` to give each thread a copy", item.name));
            Some(match word_of_sole(item, program.tokens) {
                Some(word) => {
                    error.fix("write `firstprivate`", [Edit::new(program.at(word), "firstprivate")])
                }
                None => error,
            })
        }
        (Sharing::Copyin | Sharing::Copyprivate, _) | (_, None) => None,
        (sharing, Some(directive)) => {
            let message = format!("`{}` is threadprivate, and in a `{}` clause", item.name, sharing.name());
            let rule = "of the data clauses, only `copyin` and `copyprivate` list threadprivate variables (section 2.8.2)";
            let error = program.error("E0326", message, item.token, "has its attribute already");
            Some(error.note_at(program.at(directive), "threadprivate by this directive").note(rule))
        }
    }
}

/// The word of a clause that lists nothing else.
fn word_of_sole(item: &ListItem, tokens: &TokenList) -> Option<usize> {
    let open = tokens.visible_before(item.token).filter(|&at| tokens[at].kind == kind::LEFT_PAREN)?;
    tokens.visible_from(item.token + 1).filter(|&at| tokens[at].kind == kind::RIGHT_PAREN)?;
    tokens.visible_before(open)
}

fn constant(item: &ListItem, declaration: &DeclInfo, program: &Program) -> Option<Diagnostic> {
    if !is_constant(&declaration.ty) {
        return None;
    }
    let clause = item.sharing.name();
    let section = match &item.sharing {
        Sharing::Shared | Sharing::Firstprivate => {
            let message = format!("`{}` is `const`, and shared without a clause", item.name);
            let label = format!("OpenMP 2.5 does not have it in `{clause}`");
            let warning = program.warning("W0302", message, item.token, label);
            let rule = "a variable whose attribute is predetermined is not listed (section 2.8.1.1); later versions allow it";
            return Some(declared(warning, declaration, program).note(rule));
        }
        sharing => section(sharing)?,
    };
    let message = format!("`{}` is `const`, and in `{clause}`", item.name);
    let error = program.error("E0322", message, item.token, "no thread could write to its copy");
    let rule = format!("a variable of this clause must not be `const` (section {section})");
    Some(declared(error, declaration, program).note(rule))
}

/// Where a clause is described; `None` of those that need nothing of a variable's type.
fn section(sharing: &Sharing) -> Option<&'static str> {
    match sharing {
        Sharing::Private => Some("2.8.3.3"),
        Sharing::Firstprivate => Some("2.8.3.4"),
        Sharing::Lastprivate => Some("2.8.3.5"),
        Sharing::Linear(_) => Some("2.14.3.7 of OpenMP 4.0"),
        Sharing::Reduction(_) => Some("2.8.3.6"),
        Sharing::Shared | Sharing::Copyin | Sharing::Copyprivate => None,
    }
}

/// What is assigned in some iterations alone is a scalar.
fn conditional(
    item: &ListItem,
    declaration: &DeclInfo,
    clauses: &Clauses,
    program: &Program,
) -> Option<Diagnostic> {
    let class = Class::of(&declaration.ty);
    if !clauses.conditional.contains(&item.token) || !matches!(class, Class::Array | Class::Structure) {
        return None;
    }
    let message = format!("`{}` is no scalar, and in `lastprivate(conditional: …)`", item.name);
    let error = program.error("E0359", message, item.token, "the last assignment to which part?");
    let rule = "a variable of this clause is a scalar (section 5.4.5 of OpenMP 5.2)";
    Some(declared(error, declaration, program).note(rule))
}

fn incomplete(item: &ListItem, declaration: &DeclInfo, program: &Program) -> Option<Diagnostic> {
    let section = section(&item.sharing).filter(|_| !matches!(item.sharing, Sharing::Reduction(_)))?;
    is_incomplete(declaration, program.scopes, program.tokens)
        .then(|| incomplete_type(&item.name, item.token, declaration, section, program))
}

pub(super) fn incomplete_type(
    name: &str,
    token: usize,
    declaration: &DeclInfo,
    section: &str,
    program: &Program,
) -> Diagnostic {
    let message = format!("the type of `{name}` is incomplete");
    let error = program.error("E0323", message, token, "its size is not known");
    let rule = format!("each thread gets one, so its type must be complete (section {section})");
    declared(error, declaration, program).note(rule)
}

/// Whether brackets behind an item's name say that a part of it is meant.
fn is_part(item: &ListItem, program: &Program) -> bool {
    let next = program.tokens.visible_from(item.token + 1);
    next.is_some_and(|next| program.tokens[next].kind == kind::LEFT_BRACKET)
}

/// Whether an item is a part of what a pointer leads to: that may be shared though the pointer is not.
pub(super) fn leads_elsewhere(item: &ListItem, program: &Program) -> bool {
    let declaration = item.symbol.map(|symbol| program.scopes.get(symbol));
    declaration.is_some_and(|declaration| Class::of(&declaration.ty) == Class::Pointer)
        && is_part(item, program)
}

/// The type of what is reduced: of an array its elements (section 2.15.4.4 of OpenMP 4.5), and what the brackets behind an item lead to.
fn reduced<'t>(item: &ListItem, ty: &'t Type, program: &Program) -> Option<&'t Type> {
    let tokens = program.tokens;
    let mut ty = ty;
    let mut next = tokens.visible_from(item.token + 1)?;
    while tokens[next].kind == kind::LEFT_BRACKET {
        ty = ty.inner()?;
        next = tokens.visible_from(tokens.partner(next)? + 1)?;
    }
    Some(ty.element())
}

/// Whether the type of what is reduced is one that the operator takes.
pub(super) fn reduction(item: &ListItem, declaration: &DeclInfo, program: &Program) -> Option<Diagnostic> {
    let Sharing::Reduction(operator) = &item.sharing else { return None };
    let ty = reduced(item, &declaration.ty, program)?;
    let class = Class::of(ty);
    let is_name = operator.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_extremum = matches!(operator.as_str(), "max" | "min");
    let (label, rule) = match class {
        _ if is_name && !is_extremum => (
            operators::missing(operator, ty, program)?,
            "a `declare reduction` says what the operator does (section 5.5.11 of OpenMP 5.2)",
        ),
        Class::Integer | Class::Unknown => return None,
        Class::Floating if matches!(operator.as_str(), "&" | "|" | "^") => (
            format!("`{operator}` is not defined for {}", class.name()),
            "the type must be valid for the operator (section 2.8.3.6)",
        ),
        Class::Floating if is_extremum && matches!(ty.kind(), Some(Kind::Complex(_))) => (
            "complex numbers have no order".to_owned(),
            "the type must be an arithmetic one, and not complex (section 2.9.3.6 of OpenMP 3.1)",
        ),
        Class::Floating => return None,
        Class::Structure => {
            operators::missing(operator, ty, program)?;
            (
                class.name().to_owned(),
                "structures cannot be reduction variables (section 2.8.3.6) without a `declare reduction` (section 2.15 of OpenMP 4.0)",
            )
        }
        _ => (
            class.name().to_owned(),
            "pointers cannot be reduction variables (section 2.8.3.6), but parts of what they point to (section 2.15.4.4 of OpenMP 4.5)",
        ),
    };
    let message = format!("`{}` cannot be reduced with `{operator}`", item.name);
    let error = program.error("E0324", message, item.token, label);
    Some(declared(error, declaration, program).note(rule))
}

fn linear(item: &ListItem, declaration: &DeclInfo, program: &Program) -> Option<Diagnostic> {
    let Sharing::Linear(step) = &item.sharing else { return None };
    if let Some(step) = step.as_ref().filter(|step| class_of(step, program) == Class::Floating) {
        let error = program.error("E0318", "the step of `linear` must be an integer", step, "not an integer");
        return Some(error.note("section 5.4.6 of OpenMP 5.2"));
    }
    let class = Class::of(&declaration.ty);
    if matches!(class, Class::Integer | Class::Pointer | Class::Unknown) {
        return None;
    }
    let message = format!("`{}` is neither an integer nor a pointer, and in `linear`", item.name);
    let error = program.error("E0341", message, item.token, class.name());
    let rule = "a variable of `linear` is an integer or a pointer (section 2.14.3.7 of OpenMP 4.0)";
    Some(declared(error, declaration, program).note(rule))
}

/// What `aligned` lists leads to memory: arrays and pointers, each once.
pub(super) fn aligned(clauses: &Clauses, program: &Program) -> Vec<Diagnostic> {
    let all = &clauses.aligned;
    let errors = all.iter().enumerate().filter_map(|(number, (name, token))| {
        let declaration = match variable(name, *token, program.scopes.lookup(name), "aligned", program) {
            Ok(declaration) => declaration,
            Err(error) => return Some(*error),
        };
        if let Some((_, other)) = all[..number].iter().find(|(other, _)| other == name) {
            let error = program.error("E0302", format!("`{name}` is listed twice"), *token, "in `aligned`");
            let rule = "a variable may stand in one `aligned` clause (section 2.8.1 of OpenMP 4.0)";
            return Some(error.note_at(program.at(*other), "and here").note(rule));
        }
        let message = format!("`{name}` is neither an array nor a pointer, and in `aligned`");
        let rule = "a variable of `aligned` is an array or a pointer (section 2.8.1 of OpenMP 4.0)";
        matches!(Class::of(&declaration.ty), Class::Integer | Class::Floating).then(|| {
            let error = program.error("E0341", message, *token, "leads to no memory");
            declared(error, declaration, program).note(rule)
        })
    });
    errors.collect()
}
