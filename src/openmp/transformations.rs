//! Loops that directives make of the program's own (chapter 9 of OpenMP 5.2).

use super::constructs::{Clauses, OtherClause, Tokens};
use crate::syntax::TokenList;
use crate::syntax::accepted::Directive;
use crate::syntax::generated::open_mpc as kind;

/// What a directive makes of the loops behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transformation {
    /// `tile`: as many loops over the tiles as there are sizes, and inside of these as many over the iterations of a tile.
    Tile(Vec<Tokens>),
    /// `unroll partial`: a loop with fewer iterations, by a factor that the program names, or leaves open.
    Partial(Option<Tokens>),
    /// `unroll` otherwise: perhaps none.
    Unknown,
}

impl Transformation {
    /// What a directive is for, if it is one for that.
    pub fn of(directive: &Directive, clauses: &Clauses, tokens: &TokenList) -> Option<Self> {
        let clause = |name: &str| clauses.others.iter().find(|clause| clause.name == name);
        match directive.name {
            "tile" => Some(Transformation::Tile(clause("sizes").map_or(Vec::new(), |it| list(it, tokens)))),
            "unroll" => Some(match clause("partial") {
                Some(partial) => Transformation::Partial(list(partial, tokens).into_iter().next()),
                None => Transformation::Unknown,
            }),
            _ => None,
        }
    }

    /// How many of the program's loops it is for.
    pub fn loops(&self) -> usize {
        match self {
            Transformation::Tile(sizes) => sizes.len(),
            Transformation::Partial(_) | Transformation::Unknown => 1,
        }
    }

    /// How many of the loops that it makes a construct around it may take: those over the iterations of a tile are not canonical.
    pub fn made(&self) -> usize {
        match self {
            Transformation::Tile(sizes) => sizes.len(),
            Transformation::Partial(_) => 1,
            Transformation::Unknown => 0,
        }
    }
}

/// The expressions in a clause's parentheses.
fn list(clause: &OtherClause, tokens: &TokenList) -> Vec<Tokens> {
    let mut visible = clause.tokens.clone().filter(|&index| tokens[index].is_visible());
    let Some(open) = visible.nth(1) else { return Vec::new() };
    let inner: Vec<usize> = tokens.outside_brackets(&(open + 1..=*clause.tokens.end())).collect();
    let Some((_, inner)) = inner.split_last() else { return Vec::new() };
    let items = inner.split(|&index| tokens[index].kind == kind::COMMA);
    items.filter_map(|item| Some(*item.first()?..=*item.last()?)).collect()
}
