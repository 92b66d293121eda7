//! Structures that a region only reads, through a pointer that it is given: it gets a copy along with its arguments.
//!
//! ```text
//! static void sweep(const struct grid *g, double *u)
//! {
//!     #pragma omp parallel for
//!     for (i = 0; i < g->n; i++) u[i] *= g->scale;
//! }
//! ```
//!
//! Such a structure often lies on the host's stack, among what the host has just written. The device would have to fetch the page
//! for each region, and the host fetch it back, which takes longer than many a region.
//!
//! Nothing may be done with the pointer but to read members, also in functions that it is handed to, and nothing that the region
//! writes may be a member, by the types (C17 6.5, 7).

use std::collections::BTreeSet;

use super::super::File;
use super::callees::Callee;
use super::capture::Storage;
use super::copies::Reached;
use super::library;
use super::plan::{Form, Ground, Original, RegionPlan, Variable};
use crate::c::symbols::SymbolId;
use crate::c::{Kind, RecordId, Type};
use crate::dependence::Class;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, Reference, Sharing, sharing};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tokens::is_assignment_operator;

/// Larger ones stay where they are: CUDA limits what a kernel's arguments take up.
const LARGEST: u64 = 256;

/// Functions of `math.h` that write to where an argument leads.
const WRITES: [&str; 5] = ["frexp", "modf", "remquo", "sincos", "lgamma_r"];

impl File<'_> {
    /// Structures that a region only reads, through pointers that it has by their values, come along with its arguments.
    pub(super) fn copy_structures(&self, ground: &Ground<'_>, plan: &mut RegionPlan) {
        let region = ground.region;
        if ground.whole.is_some() {
            return;
        }
        let reached = self.reached_from(&region.tokens, Some(region));
        let mut written: Option<Option<Vec<Class>>> = None;
        for Variable { capture, original, form, is_local } in &mut plan.variables {
            let is_pointer = capture.is_shared
                && capture.storage == Storage::Automatic
                && *original == Original::Value
                && !*is_local
                && !self.is_address_taken_in_file(capture.symbol);
            let Some(record) = self.record_of(&capture.ty).filter(|_| is_pointer) else { continue };
            let Some(members) = self.classes_of(record) else { continue };
            let range = &region.tokens;
            if !self.only_reads_members(capture.symbol, range, Some(region), &mut BTreeSet::new()) {
                continue;
            }
            let written = written.get_or_insert_with(|| self.classes_written(region, &reached));
            let meets = |one: &Class| members.iter().any(|member| one.meets(*member));
            if written.as_ref().is_some_and(|written| !written.iter().any(meets)) {
                *form = Form::Structure;
            }
        }
    }

    /// The structure that a pointer leads to, if its copy can be an argument.
    fn record_of(&self, ty: &Type) -> Option<RecordId> {
        let to = ty.pointee()?;
        let Kind::Record(id) = to.kind else { return None };
        let size = self.types().size_of(to)?;
        (!to.qualifiers.volatile && size > 0 && size <= LARGEST).then_some(id)
    }

    /// The types of a structure's members, if they tell something.
    fn classes_of(&self, id: RecordId) -> Option<Vec<Class>> {
        let record = self.types().record(id);
        let members = record.members.as_ref().filter(|_| !record.is_union)?;
        let mut classes = Vec::new();
        for member in members {
            let mut ty = member.ty.as_ref().filter(|_| member.name.is_some() && member.bits.is_none())?;
            while let Kind::Array { of, .. } = &ty.kind {
                ty = of;
            }
            if let Kind::Record(inner) = ty.kind {
                classes.extend(self.classes_of(inner)?);
            } else if ty.qualifiers.volatile {
                return None;
            } else {
                classes.push(Class::of(self.types(), ty));
            }
        }
        Some(classes)
    }

    /// Whether all uses of a pointer in some tokens read a member that is a number or a pointer, or hand it to a function which does the
    /// same.
    fn only_reads_members(
        &self,
        symbol: SymbolId,
        range: &Tokens,
        region: Option<&Construct>,
        seen: &mut BTreeSet<(usize, usize)>,
    ) -> bool {
        let is_inside = |reference: &&Reference| {
            reference.symbol == Some(symbol)
                && !region.is_some_and(|region| sharing::is_outside(region, reference.token))
        };
        self.references_in(range).iter().filter(is_inside).all(|reference| {
            !self.may_change_at(reference)
                && (self.reads_member(reference) || self.is_handed_to_reader(reference, seen))
        })
    }

    fn reads_member(&self, reference: &Reference) -> bool {
        let next = |index: usize| self.tokens.visible_from(index + 1);
        let Some(arrow) = next(reference.token).filter(|&at| self.tokens[at].kind == kind::ARROW) else {
            return false;
        };
        let (Some(member), Some(before)) = (next(arrow), self.tokens.visible_before(reference.token)) else {
            return false;
        };
        let whole = reference.token..=member;
        // In parentheses it could be an operand of `&` farther away.
        let is_changed = matches!(
            self.tokens[before].kind,
            kind::AND | kind::PLUS_PLUS | kind::MINUS_MINUS | kind::LEFT_PAREN
        ) && (self.tokens[before].kind != kind::LEFT_PAREN
            || self.takes_address_through(reference));
        !is_changed && self.types().type_of(&whole).is_some_and(|ty| ty.is_scalar())
    }

    /// Whether the pointer is an argument of a function that only reads members through its parameter.
    fn is_handed_to_reader(&self, reference: &Reference, seen: &mut BTreeSet<(usize, usize)>) -> bool {
        let Some((call, place)) = self.call_with(reference.token) else { return false };
        let [name] = self.references_in(&(call..=call)) else { return false };
        let (true, Some(Callee::Own(number))) = (name.called, self.callee(name)) else { return false };
        let function = &self.cuda.functions[number];
        if function.is_variadic || function.is_system {
            return false;
        }
        let Some(parameter) = self.parameter_at(number, place) else { return false };
        let body = function.body..=*function.range.end();
        !seen.insert((number, place))
            || (self
                .type_at(&self.scopes.get(parameter).name, function.body + 1)
                .is_some_and(|ty| self.record_of(&ty).is_some())
                && !self.is_address_taken_in_file(parameter)
                && self.only_reads_members(parameter, &body, None, seen))
    }

    /// The types of what a region writes through pointers and to parts of variables; `None` if that is not known.
    fn classes_written(&self, region: &Construct, reached: &Reached) -> Option<Vec<Class>> {
        let mut classes = Vec::new();
        if reached.has_others {
            return None;
        }
        let mut writes_whole = false;
        let mut look = |construct: &Construct| {
            writes_whole |= construct.any(|inner| {
                inner.clauses.items.iter().any(|item| {
                    let writes =
                        !matches!(item.sharing, Sharing::Shared | Sharing::Private | Sharing::Firstprivate);
                    let ty = self.type_at(&item.name, *construct.tokens.start());
                    writes && !ty.is_some_and(|ty| ty.is_scalar())
                })
            });
        };
        look(region);
        self.classes_written_in(&region.tokens, &mut classes)?;
        for &number in &reached.functions {
            let function = &self.cuda.functions[number];
            function.constructs().for_each(&mut look);
            self.classes_written_in(&(function.body..=*function.range.end()), &mut classes)?;
        }
        (!writes_whole).then_some(classes)
    }

    fn classes_written_in(&self, range: &Tokens, classes: &mut Vec<Class>) -> Option<()> {
        for reference in self.references_in(range).iter().filter(|reference| reference.called) {
            let name = reference.name.as_str();
            match self.callee(reference)? {
                Callee::Own(_) => {}
                Callee::Library(_) | Callee::AsItIs => {
                    let is_routine =
                        crate::openmp::routines::find(name).is_some_and(|found| !found.uses_memory);
                    let writes = WRITES.iter().any(|other| name.contains(other));
                    (is_routine || (library::is_plain_mathematics(name) && !writes)).then_some(())?;
                }
                Callee::Foreign | Callee::Unknown => return None,
            }
        }
        let visible: Vec<usize> = range.clone().filter(|&index| self.tokens[index].is_visible()).collect();
        for (at, &index) in visible.iter().enumerate() {
            let token = self.tokens[index].kind;
            let target = if is_assignment_operator(token) {
                self.target_before(&visible, at)
            } else if matches!(token, kind::PLUS_PLUS | kind::MINUS_MINUS) {
                let is_prefix = visible.get(at + 1).is_some_and(|&next| {
                    matches!(self.tokens[next].kind, kind::IDENTIFIER | kind::STAR | kind::LEFT_PAREN)
                });
                if is_prefix && !self.ends_operand(&visible, at) {
                    // `++i`, and nothing longer.
                    let is_name = self.tokens[visible[at + 1]].kind == kind::IDENTIFIER;
                    let goes_on = visible.get(at + 2).is_some_and(|&next| {
                        matches!(self.tokens[next].kind, kind::LEFT_BRACKET | kind::DOT | kind::ARROW)
                    });
                    (is_name && !goes_on).then(|| visible[at + 1]..=visible[at + 1])
                } else {
                    self.target_before(&visible, at)
                }
            } else if token == kind::ASM {
                return None;
            } else {
                continue;
            };
            let target = target?;
            if target.start() == target.end() {
                let name = *target.start();
                let is_declared = self.declared_by(name).is_some();
                // Nothing else leads to the whole of a scalar variable by the type of a structure.
                if is_declared || self.types().type_of(&target)?.is_scalar() {
                    continue;
                }
            }
            classes.push(Class::of(self.types(), &self.types().type_of(&target)?));
        }
        Some(())
    }

    fn ends_operand(&self, visible: &[usize], at: usize) -> bool {
        at > 0
            && matches!(
                self.tokens[visible[at - 1]].kind,
                kind::IDENTIFIER | kind::RIGHT_PAREN | kind::RIGHT_BRACKET
            )
    }

    /// What is assigned to by the operator at a place: a name with subscripts and members, and stars in front.
    fn target_before(&self, visible: &[usize], at: usize) -> Option<Tokens> {
        let kind_at = |at: usize| self.tokens[visible[at]].kind;
        let end = at.checked_sub(1)?;
        let mut first = end;
        loop {
            while kind_at(first) == kind::RIGHT_BRACKET {
                first = self.opening(visible, first)?.checked_sub(1)?;
            }
            if kind_at(first) == kind::RIGHT_PAREN {
                // `(*p) =`: what stands in the parentheses is not looked at, and nothing may be in front of them.
                first = self.opening(visible, first)?;
                let before = first.checked_sub(1).map(kind_at)?;
                if matches!(before, kind::IDENTIFIER | kind::RIGHT_PAREN | kind::RIGHT_BRACKET) {
                    return None;
                }
                break;
            }
            if kind_at(first) != kind::IDENTIFIER {
                return None;
            }
            match first.checked_sub(1).map(kind_at) {
                Some(kind::DOT | kind::ARROW) => first = first.checked_sub(2)?,
                _ => break,
            }
        }
        // A declaration's name has its stars in front, too.
        let is_declared = self.declared_by(visible[first]).is_some();
        if is_declared {
            return Some(visible[first]..=visible[first]);
        }
        while first > 0 && kind_at(first - 1) == kind::STAR && !self.is_operand_end(visible[first - 1]) {
            first -= 1;
        }
        let is_cast =
            first > 0 && kind_at(first - 1) == kind::RIGHT_PAREN && self.closes_type_name(visible[first - 1]);
        (!is_cast).then(|| visible[first]..=visible[end])
    }
}
