//! Loops that directives make of the program's own (chapter 9 of OpenMP 5.2, chapter 11 of OpenMP 6.0).

use super::constructs::{Clauses, OtherClause, Tokens};
use crate::syntax::TokenList;
use crate::syntax::accepted::Directive;
use crate::syntax::generated::open_mpc as kind;

/// Whether a directive does so.
pub fn makes_loops(name: &str) -> bool {
    matches!(name, "fuse" | "interchange" | "reverse" | "split" | "stripe" | "tile" | "unroll")
}

/// What a directive makes of the loops behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transformation {
    /// `fuse`: one loop of those that follow one another in a block, or of some: the number of the first, and how many.
    Fuse(Vec<Tokens>),
    /// `interchange`: the same loops in another order, by their numbers, the outermost first; without any, two change places.
    Interchange(Option<Vec<Tokens>>),
    /// `reverse`: the same iterations, the last first.
    Reverse,
    /// `split`: loops that follow one another, and have the iterations of the one in their order, by how many each has.
    Split(Vec<Tokens>),
    /// `stripe`: as many loops over offsets as there are sizes, and inside of these as many over the iterations that are this far apart.
    Stripe(Vec<Tokens>),
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
        let listed = |name: &str| clause(name).map_or(Vec::new(), |it| list(it, tokens));
        match directive.name {
            "fuse" => Some(Transformation::Fuse(listed("looprange"))),
            "interchange" => {
                let order = clause("permutation").map(|it| list(it, tokens));
                Some(Transformation::Interchange(order))
            }
            "reverse" => Some(Transformation::Reverse),
            "split" => Some(Transformation::Split(listed("counts"))),
            "stripe" => Some(Transformation::Stripe(listed("sizes"))),
            "tile" => Some(Transformation::Tile(listed("sizes"))),
            "unroll" => Some(match clause("partial") {
                Some(partial) => Transformation::Partial(list(partial, tokens).into_iter().next()),
                None => Transformation::Unknown,
            }),
            _ => None,
        }
    }

    /// The directive's name, and where it is described.
    pub fn described(&self) -> (&'static str, &'static str) {
        match self {
            Transformation::Fuse(_) => ("fuse", "section 11.3 of OpenMP 6.0"),
            Transformation::Interchange(_) => ("interchange", "section 11.4 of OpenMP 6.0"),
            Transformation::Reverse => ("reverse", "section 11.5 of OpenMP 6.0"),
            Transformation::Split(_) => ("split", "section 11.6 of OpenMP 6.0"),
            Transformation::Stripe(_) => ("stripe", "section 11.7 of OpenMP 6.0"),
            Transformation::Tile(_) => ("tile", "section 9.1 of OpenMP 5.2"),
            Transformation::Partial(_) | Transformation::Unknown => ("unroll", "section 9.2 of OpenMP 5.2"),
        }
    }

    /// Whether its loops follow one another in a block, as many as there are.
    pub fn takes_sequence(&self) -> bool {
        matches!(self, Transformation::Fuse(_))
    }

    /// How many of the program's loops it is for, nested in each other; those of a sequence are not.
    pub fn loops(&self) -> usize {
        match self {
            Transformation::Interchange(order) => order.as_ref().map_or(2, Vec::len),
            Transformation::Stripe(sizes) | Transformation::Tile(sizes) => sizes.len(),
            _ => 1,
        }
    }

    /// How many of the loops that it makes a construct around it may take: those over the iterations of a tile are not canonical.
    pub fn made(&self) -> usize {
        match self {
            // What is left of the sequence stands beside it.
            Transformation::Fuse(range) => usize::from(range.is_empty()),
            Transformation::Split(_) | Transformation::Unknown => 0,
            _ => self.loops(),
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
