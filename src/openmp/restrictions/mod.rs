//! What the specification forbids, by its sections.
//!
//! A program is looked at four times, each time with what is known by then:
//!
//! 1. Before the parser, by tokens: what a pragma's words say by themselves
//!    ([`pragmas`]) and where it may stand ([`placement`]). What is wrong there
//!    is repaired for the parser, so that the rest of the file is looked at.
//! 2. When a directive is complete, with the names in scope ([`directive`],
//!    [`nesting::critical`], [`threadprivate`]).
//! 3. When its statement is complete ([`atomic`], [`loops::variable`]).
//! 4. When the outermost construct is complete, with everything that it
//!    contains ([`region`]).
//!
//! Only what is certain is refused. A restriction on what happens when the
//! program runs is checked as far as the text alone decides it.

mod allocation;
mod apart;
mod assumptions;
pub mod atomic;
pub mod collapse;
mod concurrent;
pub mod constants;
pub mod context;
pub mod declare_simd;
mod dependences;
mod doacross;
mod hints;
mod iterators;
mod listed;
mod lists;
pub mod loops;
mod mappers;
mod members;
mod modifiers;
pub mod nesting;
pub mod operators;
pub mod ordered;
mod pairs;
mod participation;
pub mod placement;
pub mod pragmas;
mod requirements;
mod scans;
mod sections;
mod sets;
pub mod threadprivate;
pub mod transformations;
pub mod types;
mod values;

use super::Reference;
use super::constructs::{Clauses, Construct, Tokens};
use super::operators::Operator;
use crate::c::symbols::Scopes;
use crate::diagnostics::Diagnostic;
use crate::openmp::report::Report;
use crate::openmp::written::{Written, directive_at};
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;
pub use threadprivate::Threadprivate;

/// What is known of the program when a check runs.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    /// The file's tokens, which all ranges of the model refer to.
    pub tokens: &'a TokenList,
    /// The parser's tokens, in which macros are expanded.
    pub scopes: &'a Scopes,
    /// All uses of names so far, in their order.
    pub references: &'a [Reference],
    pub threadprivate: &'a Threadprivate,
    pub operators: &'a [Operator],
}

impl Report for Program<'_> {
    fn list(&self) -> &TokenList {
        self.tokens
    }
}

impl<'a> Program<'a> {
    /// The uses in a range of the file's tokens.
    pub fn references_in(&self, range: &Tokens) -> &'a [Reference] {
        let from = self.references.partition_point(|reference| reference.token < *range.start());
        let to = self.references.partition_point(|reference| reference.token <= *range.end());
        &self.references[from..to.max(from)]
    }

    /// Whether a use means the whole of a variable, not an element, a member,
    /// or what it points to.
    pub fn is_plain(&self, reference: &Reference) -> bool {
        let next = self.tokens.visible_from(reference.token + 1).map_or(0, |index| self.tokens[index].kind);
        let before = self.tokens.visible_before(reference.token).map_or(0, |index| self.tokens[index].kind);
        ![kind::LEFT_BRACKET, kind::LEFT_PAREN, kind::DOT, kind::ARROW].contains(&next)
            && before != kind::STAR
    }
}

/// Checks a directive with its clauses.
pub fn directive(clauses: &Clauses, program: &Program) -> Vec<Diagnostic> {
    let mut found = lists::check(clauses, program);
    found.extend(lists::aligned(clauses, program));
    found.extend(atomic::clauses(&clauses.atomic, program));
    found
}

/// The directives of a name in front of the one that has a token, each by its first token.
fn directives_before<'t>(
    token: usize,
    name: &'static str,
    tokens: &'t TokenList,
) -> impl Iterator<Item = usize> + use<'t> {
    let is_meant = move |&at: &usize| directive_at(tokens, at).is_some_and(|found| found.name == name);
    let own = (0..token).rev().find(|&index| tokens[index].kind == kind::PRAGMA_OMP);
    (0..own.unwrap_or(0)).filter(is_meant)
}

/// Whether the same braces stand around two tokens.
fn in_one_block(first: usize, second: usize, tokens: &TokenList) -> bool {
    let mut open = 0usize;
    for index in first..second {
        match tokens[index].kind {
            kind::LEFT_BRACE => open += 1,
            kind::RIGHT_BRACE if open == 0 => return false,
            kind::RIGHT_BRACE => open -= 1,
            _ => {}
        }
    }
    open == 0
}

/// Checks what the clauses of any directive list, given its first token.
pub fn listed(start: usize, program: &Program) -> Vec<Diagnostic> {
    let Some(written) = Written::at(program.tokens, start) else { return Vec::new() };
    // What this one lists is a part of the variable that it declares.
    if written.directive.name == "declare mapper" {
        return mappers::declared(&written, program).into_iter().collect();
    }
    let checks = [
        listed::check,
        sections::check,
        members::check,
        iterators::check,
        values::check,
        dependences::check,
        allocation::check,
        mappers::used,
    ];
    checks.into_iter().flat_map(|check| check(&written, program)).collect()
}

/// Checks a construct that has no other around it, and what it contains.
pub fn region(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let mut found = nesting::check(construct, program.tokens);
    found.extend(ordered::check(construct, program.tokens));
    found.extend(scans::check(construct, program.tokens));
    found.extend(concurrent::check(construct, program));
    found.extend(assumptions::check(construct, program));
    found.extend(participation::check(construct, program.tokens));
    found.extend(context::check(construct, program));
    construct.walk(&mut |inner| found.extend(loops::check(inner, program)));
    found
}

/// Checks the list of a `flush` (section 2.7.5).
pub fn flush(names: &[(String, usize)], program: &Program) -> Vec<Diagnostic> {
    let variable = |(name, token): &(String, usize)| {
        lists::variable(name, *token, program.scopes.lookup(name), "flush", program).err().map(|error| *error)
    };
    names.iter().filter_map(variable).collect()
}
