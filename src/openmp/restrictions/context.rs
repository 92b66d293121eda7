//! What a variable is around a construct: the clauses of worksharing
//! constructs that hand values on need it shared there (sections 2.8.3.4 to
//! 2.8.3.6), and `copyprivate` needs it private (2.8.4.2).

use super::{Program, lists};
use crate::c::symbols::SymbolId;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Construct, ConstructKind, ListItem, Sharing};
use crate::openmp::report::Report as _;

/// Checks the lists of all constructs inside a construct, and of itself.
pub(super) fn check(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    construct.walk_inside(&mut |inner, around| {
        // What `simd` makes its own may be a thread's own already.
        let kind = inner.kind;
        if !kind.is_parallel() && !kind.is_host_only() && kind != ConstructKind::Simd {
            let items = inner.clauses.items.iter();
            errors.extend(items.filter_map(|item| check_item(inner, item, around, program)));
        }
    });
    errors
}

/// Why each thread has its own.
enum Why<'c> {
    /// By a clause of a construct around.
    Clause(&'c ListItem),
    /// It is the loop variable of a loop around.
    LoopVariable(&'c Construct),
    /// It is declared in the region.
    Declared,
    /// It is local to a function that is called in some region.
    Local,
}

fn check_item(
    construct: &Construct,
    item: &ListItem,
    around: &[&Construct],
    program: &Program,
) -> Option<Diagnostic> {
    let symbol = item.symbol?;
    if !program.scopes.get(symbol).is_variable() {
        return None; // reported already
    }
    let private = why_private(symbol, around, program);
    let counts = || construct.loops().any(|canonical| canonical.variable == item.name);
    match item.sharing {
        Sharing::Reduction(_) if lists::leads_elsewhere(item, program) => None,
        // It is linear without the clause, too.
        Sharing::Linear(_) if counts() => None,
        // The restriction is one of worksharing constructs (section 5.4.5 of OpenMP 5.2).
        Sharing::Lastprivate if counts() && construct.written.has_leaf("loop") => None,
        Sharing::Firstprivate | Sharing::Lastprivate | Sharing::Linear(_) | Sharing::Reduction(_) => {
            private.map(|why| needs_shared(construct, item, symbol, &why, program))
        }
        Sharing::Copyprivate => {
            let is_threadprivate = program.threadprivate.directive(symbol, program.scopes).is_some();
            (private.is_none() && !is_threadprivate).then(|| needs_private(item, program))
        }
        _ => None,
    }
}

fn why_private<'c>(symbol: SymbolId, around: &[&'c Construct], program: &Program) -> Option<Why<'c>> {
    let declaration = program.scopes.get(symbol);
    let is_automatic = declaration.depth > 0 && !declaration.is_static && !declaration.is_extern;
    for construct in around.iter().rev() {
        if let Some(item) = construct.clauses.privatises(symbol) {
            return Some(Why::Clause(item));
        }
        if construct.loops().any(|canonical| {
            canonical.variable == declaration.name && canonical.variable_token >= declaration.token
        }) && !construct.body.contains(&declaration.token)
        {
            return Some(Why::LoopVariable(construct));
        }
        if is_automatic && construct.body.contains(&declaration.token) {
            return Some(Why::Declared);
        }
        // In a construct of later versions a team may begin.
        if construct.kind.is_parallel() || construct.kind.is_host_only() {
            return None;
        }
    }
    is_automatic.then_some(Why::Local)
}

fn needs_shared(
    construct: &Construct,
    item: &ListItem,
    symbol: SymbolId,
    why: &Why,
    program: &Program,
) -> Diagnostic {
    let Program { tokens, scopes, .. } = *program;
    let clause = item.sharing.name();
    let section = match item.sharing {
        Sharing::Firstprivate => "2.8.3.4",
        Sharing::Lastprivate => "2.8.3.5",
        Sharing::Linear(_) => "2.14.3.7 of OpenMP 4.0",
        _ => "2.8.3.6",
    };
    let message = format!("`{}` is private where `{clause}` needs it shared", item.name);
    let error = tokens.error("E0304", message, item.token, "each thread has its own already");
    let declared = || tokens[scopes.get(symbol).token].span.clone();
    let error = match why {
        Why::Clause(outer) => {
            error.note_at(tokens.at(outer.token), format!("private by this `{}`", outer.sharing.name()))
        }
        Why::LoopVariable(outer) => {
            error.note_at(tokens.span(&outer.directive), "private as the variable of this loop")
        }
        Why::Declared => error.note_at(declared(), "declared in the region"),
        Why::Local => error.note_at(declared(), "local to a function that a parallel region calls"),
    };
    error.note(format!(
        "a variable of this clause on `{}` must be shared in the parallel region (section {section})",
        construct.written.name
    ))
}

fn needs_private(item: &ListItem, program: &Program) -> Diagnostic {
    let message = format!("`{}` is shared, and in `copyprivate`", item.name);
    program.error("E0330", message, item.token, "all threads see the value without a copy")
        .note("a variable of `copyprivate` must be threadprivate or private in the enclosing context (section 2.8.4.2)")
}
