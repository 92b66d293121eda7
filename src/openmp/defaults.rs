//! `default(none)` on other constructs than the outermost region, which is looked at with its data sharing (5.2, section 5.4.1), and
//! `defaultmap(none)` (section 5.8.7).

use super::constructs::Construct;
use super::restrictions::Program;
use super::restrictions::types::Class;
use super::sharing;
use super::written::Written;
use crate::c::symbols::{DeclInfo, SymbolId};
use crate::diagnostics::Diagnostic;
use crate::openmp::report::Report as _;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::Clause;
use crate::syntax::generated::open_mpc as kind;

/// Checks the constructs inside a construct, and itself if it is no parallel region.
pub fn check(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    construct.walk(&mut |inner| {
        let wants_all = inner.clauses.default.as_ref().is_some_and(|default| default.none);
        let is_region = std::ptr::eq(inner, construct) && inner.kind.is_parallel();
        if wants_all && !is_region {
            errors.extend(unlisted(inner, program));
        }
        if inner.written.leaves.first() == Some(&"target")
            && let Some(written) = Written::at(program.tokens, *inner.directive.start())
        {
            let clauses = written.all("defaultmap");
            errors.extend(clauses.flat_map(|clause| unmapped(inner, &written, clause, program)));
        }
    });
    errors
}

/// The names in a construct's clauses, whichever these are.
fn names_listed<'t>(construct: &Construct, tokens: &'t TokenList) -> Vec<&'t str> {
    Written::at(tokens, *construct.directive.start()).map_or_else(Vec::new, |written| written.texts(|_| true))
}

/// What is used in a construct and is in none of its clauses, whichever these are.
fn unlisted(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let listed = names_listed(construct, tokens);
    // The bounds of a taskloop are computed before its tasks begin.
    let header = construct.innermost_loop().filter(|_| construct.written.leaves.contains(&"taskloop"));
    let start = header.map_or(*construct.body.start(), |header| header.body_start);
    let references = program.references_in(&(start..=*construct.body.end()));
    let found = sharing::analyse(construct, references, program.scopes, program.threadprivate, tokens);
    let mut errors = found.err().unwrap_or_default();
    errors.retain(|error| !listed.contains(&&tokens.source_text()[error.span.clone()]));
    errors
}

/// What a target construct uses and has in none of its clauses, where a `defaultmap(none)` wants it in one.
fn unmapped(construct: &Construct, written: &Written, clause: &Clause, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let ("none", category) = written.default_map(clause) else { return Vec::new() };
    let listed = names_listed(construct, tokens);
    let mut told: Vec<SymbolId> = Vec::new();
    let mut errors = Vec::new();
    for reference in program.references_in(&construct.body) {
        let Some(symbol) = sharing::is_original(construct, reference, program.scopes) else { continue };
        let declaration = program.scopes.get(symbol);
        let name = declaration.name.as_str();
        if told.contains(&symbol)
            || listed.contains(&name)
            || !is_of(Class::of(&declaration.ty), category)
            || !sharing::is_evaluated(reference.token, tokens)
            || program.threadprivate.directive(symbol, program.scopes).is_some()
            || tokens.is_in_header(declaration.token)
            || is_on_device(declaration, tokens)
        {
            continue;
        }
        told.push(symbol);
        let message = format!("`{name}` is in no clause, and `defaultmap(none)` wants it in one");
        errors.push(tokens.error("E0303", message, reference.token, "used here").note_at(
            tokens.span(&written.range(clause)),
            "the clause that wants it (section 5.8.7 of OpenMP 5.2)",
        ));
    }
    errors
}

/// Whether a variable is of a category of `defaultmap`.
fn is_of(class: Class, category: Option<&str>) -> bool {
    match category {
        None => true,
        Some("scalar") => matches!(class, Class::Integer | Class::Floating),
        Some("aggregate") => matches!(class, Class::Array | Class::Structure),
        Some("pointer") => class == Class::Pointer,
        Some(_) => false,
    }
}

/// Whether a `declare target` puts a variable on devices: one that names it, or one around its declaration.
fn is_on_device(declaration: &DeclInfo, tokens: &TokenList) -> bool {
    let mut begun: Vec<usize> = Vec::new();
    let starts = (0..tokens.len()).filter(|&index| tokens[index].kind == kind::PRAGMA_OMP);
    starts.filter_map(|start| Some((start, Written::at(tokens, start)?))).any(|(start, written)| {
        let words = written.behind_name();
        match written.directive.name {
            "begin declare target" => begun.push(start),
            "declare target" if words.is_empty() => begun.push(start),
            "declare target" => return words.iter().any(|&word| tokens.text(word) == declaration.name),
            "end declare target" => {
                return begun.pop().is_some_and(|begin| (begin..start).contains(&declaration.token));
            }
            _ => {}
        }
        false
    })
}
