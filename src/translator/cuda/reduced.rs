//! Reductions of arrays and of parts of them, and those by operators that the program declares (OpenMP 5.2, 5.5.5 to 5.5.11). The
//! threads' copies lie where others reach them, and `runtime/cuda/reduced.h` combines them.

use std::collections::BTreeSet;

use super::super::File;
use crate::c::{Kind, Type};
use crate::openmp::constructs::{ListItem, Tokens, parts_in};
use crate::openmp::operators::Operator;
use crate::openmp::{Construct, Part, Sharing};
use crate::syntax::generated::open_mpc as kind;

/// A reduction that is none of a number by one of OpenMP's operators.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The token of the variable's name in the clause.
    pub token: usize,
    /// The last token of the item.
    end: usize,
    pub name: String,
    /// The type of what is combined.
    pub element: Type,
    /// Whether the operator is OpenMP's own.
    pub is_builtin: bool,
    /// Which of the declared operators it is by, otherwise.
    pub operator: Option<usize>,
}

impl Reduced {
    /// Whether brackets follow the variable's name.
    pub fn is_part(&self) -> bool {
        self.end != self.token
    }

    /// The tokens behind the variable's name.
    pub fn subscripts(&self) -> Tokens {
        self.token + 1..=self.end
    }
}

impl File<'_> {
    /// The reduction that an item of a clause asks for, unless it is one of a number by OpenMP's operators.
    pub(super) fn reduced(&self, item: &ListItem, operator: &str, ty: &Type) -> Option<Reduced> {
        let sections = self.brackets_behind(item.token);
        let element = element_of(ty, sections.len());
        let is_declared = operator.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_number = matches!(element.kind, Kind::Basic(_) | Kind::Complex(_) | Kind::Enumeration(_));
        let is_builtin = is_number && (!is_declared || matches!(operator, "max" | "min"));
        if is_builtin && sections.is_empty() && ty.is_scalar() {
            return None;
        }
        Some(Reduced {
            token: item.token,
            end: sections.last().map_or(item.token, |last| *last.end()),
            name: operator.to_owned(),
            is_builtin,
            operator: if is_builtin { None } else { self.operator_for(operator, &element, item.token) },
            element,
        })
    }

    /// The pairs of brackets that follow a name.
    pub(super) fn brackets_behind(&self, name: usize) -> Vec<Tokens> {
        let mut found = Vec::new();
        let mut next = self.tokens.visible_from(name + 1);
        while let Some(open) = next.filter(|&open| self.tokens[open].kind == kind::LEFT_BRACKET) {
            let Some(close) = self.tokens.partner(open) else { break };
            found.push(open..=close);
            next = self.tokens.visible_from(close + 1);
        }
        found
    }

    /// The declared operator of a name for a type: the last one that can be seen.
    fn operator_for(&self, name: &str, element: &Type, token: usize) -> Option<usize> {
        let is_it = |operator: &Operator| {
            operator.name == name
                && operator.token < token
                && self.block_around(operator.token).is_none_or(|block| block.contains(&token))
                && operator.types.iter().any(|ty| {
                    let declared = self.types().type_named(ty, operator.token);
                    declared.is_some_and(|declared| {
                        self.types().compatible(&declared.unqualified(), element) == Some(true)
                    })
                })
        };
        self.operators.iter().rposition(is_it)
    }

    /// The block that a token stands in.
    fn block_around(&self, token: usize) -> Option<Tokens> {
        let function = self.cuda.function_at(token)?;
        let mut index = token;
        while let Some(before) = self.tokens.visible_before(index) {
            index = match self.tokens[before].kind {
                kind::RIGHT_BRACE => self.tokens.partner(before)?,
                kind::LEFT_BRACE => return Some(before..=self.tokens.partner(before)?),
                _ => before,
            };
            if index <= *self.cuda.functions[function].range.start() {
                break;
            }
        }
        None
    }

    /// Whether a construct has such a reduction.
    pub(super) fn reduces_memory(&self, construct: &Construct) -> bool {
        let mut items = construct.clauses.items_of(|sharing| matches!(sharing, Sharing::Reduction(_)));
        items.next().is_some() && self.privates(construct).iter().any(|private| private.reduced.is_some())
    }

    /// Whether it or a construct in it has one.
    pub(super) fn has_reduced(&self, construct: &Construct) -> bool {
        construct.any(|inner| self.reduces_memory(inner))
    }

    /// The expressions of the declared operators by which constructs in some tokens reduce.
    pub(super) fn operators_in(&self, range: &Tokens) -> Vec<Tokens> {
        if self.operators.is_empty() {
            return Vec::new();
        }
        let parts =
            self.cuda.function_at(*range.start()).map(|number| &self.cuda.functions[number].parts[..]);
        let mut found: BTreeSet<usize> = BTreeSet::new();
        for part in parts_in(parts.unwrap_or_default(), range) {
            if let Part::Construct(outer) = part {
                outer.walk(&mut |inner| {
                    let privates = self.privates(inner).into_iter();
                    found.extend(privates.filter_map(|private| private.reduced?.operator));
                });
            }
        }
        let operators = found.into_iter().filter_map(|number| self.operators.get(number));
        operators
            .flat_map(|operator| [Some(operator.combiner.clone()), operator.initializer.clone()])
            .flatten()
            .collect()
    }
}

/// What some brackets behind a variable of a type lead to, or what it is an array of.
fn element_of(ty: &Type, brackets: usize) -> Type {
    match &ty.kind {
        Kind::Array { of, .. } => element_of(of, brackets.saturating_sub(1)),
        Kind::Pointer(to) if brackets > 0 => element_of(to, brackets - 1),
        _ => ty.unqualified(),
    }
}
