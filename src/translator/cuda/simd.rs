//! What `simd` does besides sharing nothing out: the variable that counts such a loop has a value behind it, that of the sequential
//! loop (OpenMP 4.0, 2.14.1.1). So it is `lastprivate`, where anybody may look at it.

use super::super::File;
use crate::c::symbols::SymbolId;
use crate::dependence::Variable;
use crate::openmp::constructs::{ConstructKind, ListItem};
use crate::openmp::{Construct, Part, Sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

impl File<'_> {
    /// Adds the clauses that are meant.
    pub(super) fn keep_last_values(&mut self) {
        let mut functions = std::mem::take(&mut self.cuda.functions);
        for part in functions.iter_mut().flat_map(|function| &mut function.parts) {
            self.keep_last_values_in(part, &[]);
        }
        self.cuda.functions = functions;
    }

    /// `in_region`: what clauses of the region around make private.
    fn keep_last_values_in(&self, part: &mut Part, in_region: &[SymbolId]) {
        let Part::Construct(construct) = part else { return };
        if construct.kind.has_loop() && construct.clauses.simd.is_some() {
            // What is private to the threads cannot be `lastprivate` where they share a loop (2.8.3.5).
            let in_region = if construct.kind == ConstructKind::For { in_region } else { &[] };
            let meant = self.last_values(construct, in_region);
            construct.clauses.items.extend(meant);
        }
        let own: Vec<SymbolId> = match construct.kind.is_parallel() {
            true => construct.clauses.private_items().filter_map(|item| item.symbol).collect(),
            false => in_region.to_vec(),
        };
        construct.parts.iter_mut().for_each(|part| self.keep_last_values_in(part, &own));
    }

    fn last_values(&self, construct: &Construct, in_region: &[SymbolId]) -> Vec<ListItem> {
        let mut found = Vec::new();
        for canonical in construct.loops().filter(|canonical| canonical.declared.is_none()) {
            let token = canonical.variable_token;
            let Some(symbol) = self.symbol_at(token) else { continue };
            let is_private = construct.clauses.privatises(symbol).is_some() || in_region.contains(&symbol);
            if is_private || !self.may_be_read_behind(symbol, construct) {
                continue;
            }
            found.push(ListItem {
                sharing: Sharing::Lastprivate,
                name: canonical.variable.clone(),
                token: *construct.directive.start(),
                symbol: Some(symbol),
            });
        }
        found
    }

    /// Whether something besides loops that give it a value of their own may read what a loop has left in its variable.
    pub(super) fn may_be_read_behind(&self, symbol: SymbolId, construct: &Construct) -> bool {
        let declaration = self.scopes.get(symbol);
        let name = declaration.name.clone();
        let Some(declared) = self.types().declared_at(&name, *construct.tokens.start()) else { return true };
        let is_read = |token: &usize| !construct.tokens.contains(token) && !self.is_listed_as_private(*token);
        let variable = Variable { declared, name: name.into() };
        let whole = 0..=self.tokens.len();
        declaration.depth == 0
            || declaration.is_static
            || declaration.is_extern
            || self.is_address_taken_in_file(symbol)
            || self.uses_outside_of_loops(symbol, &variable, &whole).iter().any(is_read)
    }

    /// Whether a token stands in the list of a clause `private`, which reads nothing.
    fn is_listed_as_private(&self, token: usize) -> bool {
        let mut before = std::iter::successors(self.tokens.visible_before(token), |&index| {
            self.tokens.visible_before(index)
        });
        let open = before.find(|&index| !matches!(self.tokens[index].kind, kind::IDENTIFIER | kind::COMMA));
        open.is_some_and(|open| self.tokens[open].kind == kind::LEFT_PAREN)
            && before.next().is_some_and(|index| self.tokens[index].kind == kind::PRIVATE)
    }
}
