//! What a program has that a version after 2.5 brought.

use super::atomic::{Atomic, Form};
use super::constructs::{Clauses, Construct, Sharing, Tokens};
use super::loops::CanonicalLoop;
use super::restrictions::types::{is_constant, is_unsigned};
use super::restrictions::{Program, collapse, loops};
use crate::diagnostics::Diagnostic;
use crate::openmp::report::Report as _;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
pub use crate::syntax::accepted::Version;
use crate::syntax::generated::open_mpc as kind;

/// Something that a version brought.
#[derive(Clone, Debug)]
pub struct Need {
    pub version: Version,
    /// What it is, as a message names it.
    pub what: String,
    pub tokens: Tokens,
}

impl Need {
    pub fn new(version: Version, what: impl Into<String>, tokens: Tokens) -> Self {
        Need { version, what: what.into(), tokens }
    }

    /// Says that a program is not to have it.
    pub fn refused(&self, held_to: Version, tokens: &TokenList) -> Diagnostic {
        let Need { version, what, .. } = self;
        let message = format!("{what} came with OpenMP {version}");
        tokens
            .error("E0352", message, &self.tokens, format!("not in OpenMP {held_to}"))
            .note(format!("the program is held to OpenMP {held_to} (`--openmp`)"))
    }
}

const V3_0: Version = Version { major: 3, minor: 0 };
const V3_1: Version = Version { major: 3, minor: 1 };
const V4_0: Version = Version { major: 4, minor: 0 };
const V5_0: Version = Version { major: 5, minor: 0 };
pub const V5_1: Version = Version { major: 5, minor: 1 };

/// What the pragmas of a file have: directives, clauses and what stands in these.
pub fn of_pragmas(tokens: &TokenList) -> Vec<Need> {
    let starts = (0..tokens.len()).filter(|&index| tokens[index].kind == kind::PRAGMA_OMP);
    starts.flat_map(|start| of_pragma(tokens, start)).collect()
}

fn of_pragma(tokens: &TokenList, start: usize) -> Vec<Need> {
    let (reading, indexes) = tokens.pragma(start);
    let Some(directive) = reading.directive else { return Vec::new() };
    let need = |need: &crate::syntax::accepted::Need| {
        let clause = reading.clauses.iter().find(|clause| clause.range.contains(&need.at));
        let text = |at: usize| tokens.text(indexes[at]);
        // What an older version has in another form.
        let is_new = |word: &str, version| directive.forms(word).all(|form| form.version >= version);
        let (what, first, last) = match clause {
            Some(clause) if clause.range.start == need.at && is_new(text(need.at), need.version) => {
                (format!("`{}` on `{}`", text(need.at), directive.name), need.at, clause.range.end - 1)
            }
            Some(clause) => (
                format!("this form of `{}`", text(clause.range.start)),
                clause.range.start,
                clause.range.end - 1,
            ),
            None if need.at == 0 => {
                (format!("`{}`", directive.name), 0, directive.name.split(' ').count() - 1)
            }
            None => (format!("this form of `{}`", directive.name), need.at, need.at),
        };
        let last = indexes.get(last).or(indexes.last())?;
        Some(Need::new(need.version, what, *indexes.get(first)?..=*last))
    };
    reading.needs.iter().filter_map(need).collect()
}

/// Constants in clauses: 2.5 has them in none.
pub fn of_clauses(clauses: &Clauses, program: &Program) -> Vec<Need> {
    let constant = |sharing: &Sharing| match sharing {
        Sharing::Firstprivate => Some(V3_1),
        Sharing::Shared => Some(V4_0),
        _ => None,
    };
    let items = clauses.items.iter().filter_map(|item| {
        let version = constant(&item.sharing)?;
        let declaration = program.scopes.get(item.symbol?);
        let what = format!("a constant in `{}`", item.sharing.name());
        is_constant(&declaration.ty).then(|| Need::new(version, what, item.token..=item.token))
    });
    items.collect()
}

/// The loops of a construct.
pub fn of_loops(construct: &Construct, program: &Program) -> Vec<Need> {
    let mut needs = Vec::new();
    for canonical in construct.loops() {
        let variable = canonical.variable_token..=canonical.variable_token;
        if canonical.is_unequal {
            needs.push(Need::new(V5_0, "a loop with `!=`", variable.clone()));
        }
        let Some(symbol) = loops::symbol_of(canonical, program) else { continue };
        if loops::is_pointer(canonical, program) {
            needs.push(Need::new(V3_0, "a loop that counts by a pointer", variable));
        } else if is_unsigned(&program.scopes.get(symbol).ty) {
            needs.push(Need::new(V3_0, "a loop that counts by an unsigned variable", variable));
        }
    }
    let loops: Vec<CanonicalLoop> = construct.loops().cloned().collect();
    let uneven = collapse::dependence(&loops, program);
    needs.extend(uneven.map(|at| Need::new(V5_0, "a loop of `collapse` that depends on another", at)));
    let code = collapse::code_between(&loops, construct.loop_end, program.tokens);
    needs.extend(code.map(|at| Need::new(V5_0, "code between the loops of `collapse`", at)));
    needs
}

/// The form of an atomic statement.
pub fn of_atomic(atomic: &Atomic, statement: &Tokens) -> Option<Need> {
    let version = match atomic.change.as_ref()?.form {
        Form::Binary { .. } => V3_1,
        Form::Reversed { .. } => V4_0,
        Form::Set { .. } if atomic.capture.is_some() => V4_0,
        _ => return None,
    };
    Some(Need::new(version, "this form of an atomic statement", statement.clone()))
}
