//! Arrays with external linkage, in programs of which all files are known.
//!
//! Whether such an array can lie in the heap depends on every file that declares it. So each file says what it has when
//! it is translated, all that is said decides ([`super::super::heap_arrays_of_program`]), and the files are translated again.

use super::super::external_arrays::{ExternalArray, ExternalArrays};
use super::super::reading::Surroundings;
use super::super::{File, Optimisation, Options};
use super::heap_arrays::Declarations;
use super::reach::Reach;
use crate::c::Kind;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

impl File<'_> {
    /// What the other files have to know, if there are any.
    pub(super) fn external_arrays(
        &self,
        options: &Options,
        surroundings: &Surroundings,
        reach: &Reach,
    ) -> ExternalArrays {
        let is_asked_for = !options.is_alone
            && !self.cuda.given.is_single
            && options.program_arrays.is_none()
            && !self.cuda.given.without.contains(&Optimisation::Arrays);
        if !is_asked_for {
            return ExternalArrays::default();
        }
        let is_external = |declarations: &Declarations<'_>| {
            !declarations.iter().any(|(_, declaration)| declaration.is_static && declaration.depth == 0)
        };
        let mut declared = self.variables_of_file();
        let has_own = self.scopes.all().any(|(symbol, found)| {
            let is_static = found.is_static && found.is_variable() && !self.is_system(found.token);
            is_static && self.type_of_declaration(symbol).is_some_and(|ty| self.is_large_type(&ty))
        });
        declared.retain(|_, declarations| is_external(declarations));
        let movable = self.movable_arrays(is_external, surroundings);
        let used = self.used_on_device(reach);
        let found = declared
            .into_iter()
            .filter_map(|(name, declarations)| {
                let is_systems = declarations.iter().all(|(_, found)| self.is_system(found.token));
                let ty = self.type_at(&name, self.tokens.len() - 1);
                let may_be_array = ty.as_ref().is_none_or(|ty| matches!(ty.kind, Kind::Array { .. }));
                if is_systems || !may_be_array {
                    return None;
                }
                let mut symbols = declarations.iter().map(|(symbol, _)| *symbol);
                let array = ExternalArray {
                    size: ty.and_then(|ty| self.types().size_of(&ty)),
                    is_defined: self.is_defined_among(&declarations),
                    is_movable: movable.iter().any(|(other, ..)| *other == name),
                    is_used: symbols.any(|symbol| used.contains(&symbol) || self.is_handed_on(symbol)),
                };
                Some((name, array))
            })
            .collect();
        ExternalArrays {
            found,
            has_own,
            has_regions: !reach.functions.is_empty() || self.has_regions(),
            starts_early: self.starts_early(),
        }
    }

    /// Whether a constructor of the file has a priority, and may run before the arrays in the heap have memory.
    pub(super) fn starts_early(&self) -> bool {
        let is_word = |index: usize| {
            self.tokens[index].is_visible()
                && matches!(self.tokens.text(index), "constructor" | "__constructor__")
        };
        let has_priority = |index: usize| {
            let next = self.tokens.visible_from(index + 1);
            next.is_some_and(|next| self.tokens[next].kind == kind::LEFT_PAREN)
        };
        (0..self.tokens.len()).any(|index| is_word(index) && has_priority(index))
    }

    /// Whether the file has parallel regions.
    pub(super) fn has_regions(&self) -> bool {
        self.cuda.functions.iter().any(|function| function.regions().next().is_some())
    }
}
