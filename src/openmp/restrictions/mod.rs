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
pub mod atomic;
pub mod collapse;
mod concurrent;
pub mod constants;
pub mod context;
pub mod declare_simd;
mod dependences;
mod listed;
mod lists;
pub mod loops;
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
mod written;

use super::Reference;
use super::constructs::{Clauses, Construct, ConstructKind, Tokens};
use super::operators::Operator;
use crate::diagnostics::Diagnostic;
use crate::rewrite::Tokens as _;
use crate::symbols::Scopes;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;
pub use threadprivate::Threadprivate;
pub use written::{Item, Written};

/// Where tokens of the parser's stand in the file, in bytes.
pub type Place<'a> = &'a dyn Fn(&Tokens) -> std::ops::Range<usize>;

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
pub fn directive(kind: ConstructKind, clauses: &Clauses, program: &Program) -> Vec<Diagnostic> {
    let mut found = lists::check(clauses, program);
    found.extend(lists::aligned(clauses, program));
    found.extend(values::check(kind, clauses, program));
    found.extend(atomic::clauses(&clauses.atomic, program));
    found
}

/// Reads the pragma that begins at a token.
fn written_at(start: usize, tokens: &TokenList) -> Option<Written<'_>> {
    let (reading, indexes) = pragmas::read(tokens, start);
    Written::new(tokens, reading, indexes)
}

/// The names that a directive's clauses list, given its first token.
pub fn names_listed(start: usize, tokens: &TokenList) -> Vec<&str> {
    let Some(written) = written_at(start, tokens) else { return Vec::new() };
    let items = written.clauses().flat_map(|(_, clause)| written.items(clause));
    items.filter_map(|item| item.name(tokens)).map(|name| tokens.text(name)).collect()
}

/// Checks what the clauses of any directive list, given its first token.
pub fn listed(start: usize, program: &Program) -> Vec<Diagnostic> {
    let Some(written) = written_at(start, program.tokens) else { return Vec::new() };
    // What this one lists is a part of the variable that it declares.
    if written.directive.name == "declare mapper" {
        return Vec::new();
    }
    let checks = [listed::check, sections::check, dependences::check, allocation::check];
    checks.into_iter().flat_map(|check| check(&written, program)).collect()
}

/// Checks a construct that has no other around it, and what it contains.
pub fn region(construct: &Construct, program: &Program) -> Vec<Diagnostic> {
    let mut found = nesting::check(construct, program.tokens);
    found.extend(ordered::check(construct, program.tokens));
    found.extend(scans::check(construct, program.tokens));
    found.extend(concurrent::check(construct, program));
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
