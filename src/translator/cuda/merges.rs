//! Regions whose threads each work on a part of a loop, and add what they have found to shared numbers in the end:
//!
//! ```text
//! #pragma omp parallel
//! {
//!     long mine[10] = {0};
//!     #pragma omp for
//!     for (k = 0; k < n; k++)
//!         ... mine[...]++;
//!     #pragma omp critical
//!     for (i = 0; i < 10; i++)
//!         counts[i] += mine[i];
//! }
//! ```
//!
//! Three things can be known of such a region. All threads come to the same updates in the end, so a block's threads can add up
//! theirs first. Nobody need wait at the loop's end, if what is updated is not looked at before. And a thread without
//! iterations adds nothing but zeros, so that it need not be there.

use std::collections::HashSet;

use super::super::{File, Optimisation};
use super::callees::Callee;
use super::capture::Storage;
use super::library;
use super::pieces::Piece;
use super::plan::{Merge, Original};
use crate::c::symbols::SymbolId;
use crate::c::{Basic, Kind, Type};
use crate::dependence::{self, Update};
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Part, Reference, routines};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tokens::is_assignment_operator;

/// The parts of such a region.
struct Shape<'c> {
    declarations: Vec<Tokens>,
    work: &'c Construct,
    ends: Vec<&'c Construct>,
}

impl File<'_> {
    /// What is known of a region, if it is of this kind.
    pub(super) fn merge_of(&self, region: &Construct) -> Option<Merge> {
        let shape = self.merge_shape(region)?;
        let mut updates: Vec<Update> = Vec::new();
        for end in &shape.ends {
            if end.kind == ConstructKind::Critical {
                self.updates_of(end)?;
            }
            updates.extend(self.ask(end, dependence::merges)?);
        }
        let without = &self.cuda.given.without;
        let head = *region.body.start()..=*shape.work.tokens.end();
        let outside = self.outside_uses(&head, region, shape.work);
        let mut merge = Merge::default();
        if !without.contains(&Optimisation::Criticals) {
            let alike = updates.iter().filter(|update| update.is_alike);
            merge.together = alike.map(|update| update.tokens.clone()).collect();
        }
        let Some(outside) = outside else { return Some(merge) };
        if !without.contains(&Optimisation::Barriers)
            && self.are_untouched(&updates, &outside)
            && self.ends_stand_alone(&shape, &updates, region)
        {
            merge.crossed = Some(shape.work.tokens.clone());
        }
        if self.idle_leave_no_trace(&shape, &updates, region) {
            merge.work = Some(shape.work.clone());
        }
        merge.waits_at_barriers_only = !outside.iter().any(|reference| self.may_be_written_at(reference));
        Some(merge)
    }

    fn merge_shape<'c>(&self, region: &'c Construct) -> Option<Shape<'c>> {
        if region.kind != ConstructKind::Parallel {
            return None;
        }
        let (mut declarations, mut work, mut ends) = (Vec::new(), None, Vec::new());
        for piece in self.pieces_of(region)? {
            match piece {
                Piece::Declaration(tokens) if work.is_none() => declarations.push(tokens),
                Piece::Part(Part::Construct(inner)) => match (inner.kind, work) {
                    (ConstructKind::For, None) => work = Some(&**inner),
                    (ConstructKind::Critical, Some(_)) => ends.push(&**inner),
                    (ConstructKind::Atomic, Some(_)) if inner.clauses.atomic.is_plain() => {
                        ends.push(&**inner)
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
        let work = work.filter(|work| work.parts.is_empty() && !ends.is_empty())?;
        Some(Shape { declarations, work, ends })
    }

    /// The uses of variables from outside of a region in a part of it, and in the functions that this calls; of static ones in
    /// these, too. `None` if memory may be reached in another way than through these variables: then a pointer from elsewhere
    /// can be had.
    fn outside_uses(&self, head: &Tokens, region: &Construct, work: &Construct) -> Option<Vec<Reference>> {
        let mut found = Vec::new();
        let mut seen: HashSet<usize> = HashSet::new();
        let mut ranges: Vec<Tokens> = vec![head.clone()];
        while let Some(range) = ranges.pop() {
            if !self.pointer_calls(&range).is_empty() || self.makes_pointers(&range) {
                return None;
            }
            for reference in self.references_in(&range) {
                if let Some((_, name)) = self.library_macro(reference.token) {
                    library::is_plain_mathematics(name).then_some(())?;
                    continue;
                }
                match self.callee(reference) {
                    Some(Callee::Own(number)) if reference.called => {
                        let function = &self.cuda.functions[number];
                        if !function.parts.is_empty() || function.is_variadic {
                            return None;
                        }
                        if seen.insert(number) {
                            ranges.push(function.range.clone());
                        }
                        continue;
                    }
                    Some(Callee::Library(_) | Callee::AsItIs)
                        if reference.called
                            && routines::find(&reference.name).is_none()
                            && library::is_plain_mathematics(&reference.name) =>
                    {
                        continue;
                    }
                    Some(_) => return None,
                    None => {}
                }
                let symbol = reference.symbol?;
                let declaration = self.scopes.get(symbol);
                if !declaration.is_variable() {
                    continue;
                }
                let is_private = |construct: &Construct| construct.has_copy(symbol, &declaration.name);
                let is_inside = region.body.contains(&declaration.token)
                    || seen
                        .iter()
                        .any(|&number| self.cuda.functions[number].range.contains(&declaration.token));
                match self.storage(symbol) {
                    Storage::Threadprivate => return None,
                    Storage::Automatic if is_inside || is_private(work) || is_private(region) => {
                        let ty = self.type_at(&declaration.name, reference.token)?;
                        (!self.has_union(&ty)).then_some(())?;
                    }
                    _ => {
                        let ty = self.type_at(&declaration.name, reference.token)?;
                        (!ty.qualifiers.volatile && is_plain(&ty)).then_some(())?;
                        found.push(reference.clone());
                    }
                }
            }
        }
        Some(found)
    }

    /// Whether something may be made a pointer by a cast.
    fn makes_pointers(&self, range: &Tokens) -> bool {
        let visible = range.clone().filter(|&index| self.tokens[index].is_visible());
        visible.filter(|&index| self.tokens[index].kind == kind::RIGHT_PAREN).any(|index| {
            let Some(before) = self.tokens.visible_before(index) else { return false };
            match self.tokens[before].kind {
                kind::STAR => true,
                kind::TYPEDEF_NAME => {
                    self.type_at(self.tokens.text(before), before).is_none_or(|ty| !ty.is_arithmetic())
                }
                _ => false,
            }
        })
    }

    /// Whether a variable of a type can be a number at one time and a pointer at another.
    fn has_union(&self, ty: &Type) -> bool {
        match &ty.kind {
            Kind::Array { of, .. } | Kind::Pointer(of) => self.has_union(of),
            Kind::Record(id) => {
                let record = self.types().record(*id);
                record.is_union
                    || record.members.iter().flatten().any(|member| {
                        member.ty.as_ref().is_none_or(|ty| ty.pointee().is_none() && self.has_union(ty))
                    })
            }
            _ => false,
        }
    }

    /// Whether the variables that are updated in the end are reached by none of some uses before.
    fn are_untouched(&self, updates: &[Update], outside: &[Reference]) -> bool {
        updates.iter().all(|update| {
            let Some(target) = update.target.as_ref().and_then(|target| self.symbol_of(target)) else {
                return false;
            };
            let declaration = self.scopes.get(target);
            let Some(ty) = self.type_at(&declaration.name, *update.tokens.start()) else { return false };
            let Some(own) = number_in(&ty).filter(|_| ty.pointee().is_none()) else { return false };
            outside.iter().all(|reference| {
                let Some(symbol) = reference.symbol.filter(|symbol| *symbol != target) else { return false };
                // Two declarations may be of one variable.
                let name = &self.scopes.get(symbol).name;
                let Some(ty) = self.type_at(name, reference.token) else { return false };
                let is_far = !self.has_address(target)
                    || ty.pointee().is_none_or(|to| number_in(to).is_some_and(|other| differ(own, other)));
                *name != declaration.name && is_far
            })
        })
    }

    /// Whether the ends look at nothing that others may still change: besides what they update, only at the threads' own
    /// variables, and at such that nobody changes.
    fn ends_stand_alone(&self, shape: &Shape<'_>, updates: &[Update], region: &Construct) -> bool {
        let targets: HashSet<SymbolId> = updates
            .iter()
            .filter_map(|update| update.target.as_ref().and_then(|target| self.symbol_of(target)))
            .collect();
        let steady: HashSet<SymbolId> = self
            .captures(region)
            .iter()
            .filter(|capture| capture.private.is_some() || Original::of(capture) == Original::Value)
            .map(|capture| capture.symbol)
            .collect();
        shape.ends.iter().all(|end| {
            self.references_in(&end.body).iter().all(|reference| {
                let Some(symbol) = reference.symbol else { return false };
                let declaration = self.scopes.get(symbol);
                let is_own =
                    region.body.contains(&declaration.token) && self.storage(symbol) == Storage::Automatic;
                !reference.called
                    && (!declaration.is_variable()
                        || is_own
                        || targets.contains(&symbol)
                        || steady.contains(&symbol))
            })
        })
    }

    /// Whether a thread that has no iteration of the loop changes nothing: what it would add is zero.
    fn idle_leave_no_trace(&self, shape: &Shape<'_>, updates: &[Update], region: &Construct) -> bool {
        let clauses = &shape.work.clauses;
        let is_open = clauses
            .schedule
            .as_ref()
            .is_none_or(|schedule| matches!(schedule.kind.as_str(), "dynamic" | "guided"));
        let has_effect = |index: usize| {
            matches!(self.tokens[index].kind, kind::PLUS_PLUS | kind::MINUS_MINUS)
                || (is_assignment_operator(self.tokens[index].kind)
                    && self.tokens[index].kind != kind::ASSIGN)
        };
        let are_harmless = shape.declarations.iter().all(|tokens| {
            !tokens.clone().filter(|&index| self.tokens[index].is_visible()).any(has_effect)
                && self.references_in(tokens).iter().all(|reference| !reference.called && !reference.changed)
        });
        let is_first = region.clauses.items.iter().any(|item| {
            item.sharing == crate::openmp::Sharing::Firstprivate
                && self.type_at(&item.name, item.token).is_none_or(|ty| !ty.is_scalar())
        });
        let is_zero_at_first = |update: &Update| {
            let Some(symbol) = update.value.as_ref().and_then(|value| self.symbol_of(value)) else {
                return false;
            };
            let declared = self.scopes.get(symbol).token;
            let is_declared = shape.declarations.iter().any(|tokens| tokens.contains(&declared));
            let is_known = |reference: &Reference| {
                shape.work.tokens.contains(&reference.token)
                    || shape.ends.iter().any(|end| end.tokens.contains(&reference.token))
                    || reference.token == declared
            };
            let mut uses =
                self.references_in(&region.body).iter().filter(|found| found.symbol == Some(symbol));
            is_declared && uses.all(is_known) && self.begins_with_zeros(declared)
        };
        is_open
            && clauses.ordered.is_none()
            && are_harmless
            && !is_first
            && updates.iter().all(is_zero_at_first)
    }

    /// Whether the variable that a declarator declares is given zeros.
    fn begins_with_zeros(&self, name: usize) -> bool {
        let assign = self.behind_subscripts(name).0.filter(|&next| self.tokens[next].kind == kind::ASSIGN);
        let Some(mut index) = assign.and_then(|at| self.tokens.visible_from(at + 1)) else { return false };
        let is_list = self.tokens[index].kind == kind::LEFT_BRACE;
        if is_list {
            index = self.next_visible(index);
            if self.tokens[index].kind == kind::RIGHT_BRACE {
                return true;
            }
        }
        let is_zero = matches!(self.tokens[index].kind, kind::INTEGER_CONSTANT | kind::FLOATING_CONSTANT)
            && is_zero(self.tokens.text(index));
        let after = self.tokens[self.next_visible(index)].kind;
        is_zero
            && match is_list {
                true => after == kind::RIGHT_BRACE,
                false => matches!(after, kind::COMMA | kind::SEMICOLON),
            }
    }

    /// Whether a variable, or what it leads to, may be written where it is named.
    fn may_be_written_at(&self, reference: &Reference) -> bool {
        if reference.changed || self.takes_address_through(reference) {
            return true;
        }
        let (next, subscripts) = self.behind_subscripts(reference.token);
        let has_subscript = subscripts > 0;
        let steps = [kind::PLUS_PLUS, kind::MINUS_MINUS];
        let before = self.tokens.visible_before(reference.token);
        let is_stepped = before.is_some_and(|left| steps.contains(&self.tokens[left].kind));
        let is_plain = self
            .type_at(&reference.name, reference.token)
            .is_some_and(|ty| has_subscript || (ty.is_arithmetic() && !is_stepped));
        let is_changed = next.is_none_or(|index| {
            let token = self.tokens[index].kind;
            is_assignment_operator(token) || steps.contains(&token)
        });
        !is_plain || is_changed || is_stepped
    }
}

/// Whether a type is that of numbers, an array of them, or a pointer to them.
fn is_plain(ty: &Type) -> bool {
    number_in(ty.pointee().unwrap_or(ty)).is_some()
}

/// The numbers that a type is, or an array of it.
fn number_in(ty: &Type) -> Option<Basic> {
    match &ty.kind {
        Kind::Array { of, .. } => number_in(of),
        Kind::Basic(basic) => Some(*basic),
        _ => None,
    }
}

/// Whether memory of one type cannot be accessed by the other (C17 6.5, 7). Types of one size that differ in rank are taken for
/// one.
fn differ(own: Basic, other: Basic) -> bool {
    let is_any = |basic: Basic| basic.size() == 1;
    !is_any(own) && !is_any(other) && (own.is_integer() != other.is_integer() || own.size() != other.size())
}

/// Whether a constant is zero.
fn is_zero(constant: &str) -> bool {
    let digits = constant.trim_end_matches(['u', 'U', 'l', 'L', 'f', 'F']);
    !digits.is_empty() && digits.chars().all(|digit| matches!(digit, '0' | '.'))
}
