//! Iterations that wait for certain others: what `ordered` without a statement says (sections 15.9.6 and 15.10.1 of OpenMP 5.2).

use super::constructs::Tokens;
use super::loops::CanonicalLoop;
use super::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// A clause of the directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Others may go on that wait for this iteration.
    Source,
    /// It waits for the iteration before it.
    SinkBefore,
    /// It waits for the iteration that is so far away: for each loop by how much the variable differs.
    Sink(Vec<Distance>),
}

/// By how much a loop's variable differs, if it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distance {
    pub is_negative: bool,
    pub by: Option<Tokens>,
}

/// Reads the clauses of the directive that begins with a token, which belongs to some loops; `None` if that is not the form.
pub fn read(start: usize, loops: &[CanonicalLoop], tokens: &TokenList) -> Option<Vec<Dependence>> {
    let written = Written::at(tokens, start)?;
    let clauses = written.clauses().map(|(_, clause)| {
        let (what, inner) = written.argument(clause).split_first()?;
        if tokens.text(*what) == "source" {
            return Some(Dependence::Source);
        }
        let (_, vector) = inner.split_first()?;
        if tokens.text(*vector.first()?) == "omp_cur_iteration" {
            let [_, _, one] = vector else { return None };
            return (tokens.text(*one) == "1").then_some(Dependence::SinkBefore);
        }
        let items: Vec<&[usize]> = vector.split(|&index| tokens[index].kind == kind::COMMA).collect();
        let distances = items.iter().zip(loops).map(|(item, canonical)| distance(item, canonical, tokens));
        let distances: Option<Vec<Distance>> = distances.collect();
        distances.filter(|_| items.len() == loops.len()).map(Dependence::Sink)
    });
    clauses.collect()
}

fn distance(item: &[usize], canonical: &CanonicalLoop, tokens: &TokenList) -> Option<Distance> {
    let (&variable, rest) = item.split_first()?;
    if tokens.text(variable) != canonical.variable {
        return None;
    }
    match rest {
        [] => Some(Distance { is_negative: false, by: None }),
        [sign, by @ ..] => {
            let is_negative = match tokens[*sign].kind {
                kind::MINUS => true,
                kind::PLUS => false,
                _ => return None,
            };
            Some(Distance { is_negative, by: Some(*by.first()?..=*by.last()?) })
        }
    }
}
