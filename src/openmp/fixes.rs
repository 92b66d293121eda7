//! Edits of directives that mend what is wrong with them, in bytes of the list's text: what a macro or a header has is
//! edited by nobody, and such edits are left out later ([`Diagnostic::retell`]).

use super::constructs::{Construct, Sharing, Tokens};
use crate::diagnostics::{Diagnostic, Edit};
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// Adds a clause at the end of a directive.
pub fn add_clause(directive: &Tokens, clause: &str, tokens: &TokenList) -> Edit {
    let is_last = |&at: &usize| tokens[at].is_visible() && tokens[at].kind != kind::NEW_LINE;
    let last = directive.clone().rev().find(is_last).unwrap_or(*directive.start());
    Edit::insert(tokens[last].span.end, format!(" {clause}"))
}

/// Offers each clause with which a directive says what a variable is that it has to list.
pub fn offer_listing(error: Diagnostic, name: &str, construct: &Construct, tokens: &TokenList) -> Diagnostic {
    let all = [Sharing::Shared, Sharing::Private, Sharing::Firstprivate];
    let taken = all.into_iter().filter(|sharing| construct.written.takes(sharing.name()));
    taken.fold(error, |error, sharing| {
        let title = format!("add `{name}` to `{}`", sharing.name());
        error.fix(title, [list(construct, &sharing, name, tokens)])
    })
}

/// Adds a variable to the clause that lists others, or a clause if there is none.
pub fn list(construct: &Construct, sharing: &Sharing, name: &str, tokens: &TokenList) -> Edit {
    let is_listed = |token: &usize| construct.directive.contains(token);
    let items = construct.clauses.items.iter().filter(|item| item.sharing == *sharing);
    match items.map(|item| item.token).rfind(is_listed) {
        Some(last) => Edit::insert(tokens[last].span.end, format!(", {name}")),
        None => add_clause(&construct.directive, &format!("{}({name})", sharing.name()), tokens),
    }
}
