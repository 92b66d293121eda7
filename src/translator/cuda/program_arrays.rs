//! Arrays with external linkage, in programs of which all files are known.
//!
//! Whether such an array can lie in the heap depends on every file that declares it. So each file says what it has when
//! it is translated, all that is said decides ([`heap_arrays_of_program`]), and the files are translated again.

use std::collections::BTreeMap;

use super::super::reading::Surroundings;
use super::super::{File, Optimisation, Options, Translator};
use super::heap_arrays::Declarations;
use super::reach::Reach;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::types::Kind;

/// What the other files of a program have to know of a file's arrays.
#[derive(Clone, Debug, Default)]
pub struct ExternalArrays {
    /// Those with external linkage, by name.
    found: BTreeMap<String, ExternalArray>,
    /// Whether the file has regions, or functions on the device.
    has_regions: bool,
    /// Whether it has large arrays of its own, which regions of other files might be handed.
    has_own: bool,
    /// Whether it has constructors that may run before arrays in the heap have memory.
    starts_early: bool,
}

#[derive(Clone, Debug)]
struct ExternalArray {
    /// In bytes.
    size: Option<u64>,
    is_defined: bool,
    /// Whether it can be in the heap as far as this file is concerned.
    is_movable: bool,
    /// Whether the device uses it, or may be handed its address.
    is_used: bool,
}

/// The arrays of a program of several files that are to lie in the heap; nothing where it makes no difference that the
/// files are known to be of one program.
///
/// One file defines an array, all that declare it agree in its size, and each of them can do with a pointer.
pub fn heap_arrays_of_program(files: &[&ExternalArrays]) -> Option<Vec<String>> {
    let is_open = files.len() > 1
        && files.iter().any(|file| file.has_regions)
        && !files.iter().any(|file| file.starts_early);
    if !is_open {
        return None;
    }
    let mut all: BTreeMap<&str, Vec<&ExternalArray>> = BTreeMap::new();
    for (name, array) in files.iter().flat_map(|file| &file.found) {
        all.entry(name).or_default().push(array);
    }
    all.retain(|_, found| {
        found.iter().filter(|array| array.is_defined).count() == 1
            && found.iter().any(|array| array.is_used)
            && found
                .iter()
                .all(|array| array.is_movable && array.size.is_some() && array.size == found[0].size)
    });
    let names: Vec<String> = all.into_keys().map(str::to_owned).collect();
    let makes_difference = !names.is_empty() || files.iter().any(|file| file.has_own && !file.has_regions);
    makes_difference.then_some(names)
}

impl Translator<'_> {
    /// What the other files have to know, if there are any.
    pub(super) fn external_arrays(
        &self,
        options: &Options,
        surroundings: &Surroundings,
        reach: &Reach,
    ) -> ExternalArrays {
        let is_asked_for = self.writes
            && !options.is_alone
            && !self.file.cuda.is_single
            && options.program_arrays.is_none()
            && !self.file.cuda.without.contains(&Optimisation::Arrays);
        if !is_asked_for {
            return ExternalArrays::default();
        }
        let is_external = |declarations: &Declarations<'_>| {
            !declarations.iter().any(|(_, declaration)| declaration.is_static && declaration.depth == 0)
        };
        let mut declared = self.file.variables_of_file();
        let has_own = self.file.scopes.all().any(|(symbol, found)| {
            let is_static = found.is_static && found.is_variable() && !self.file.is_system(found.token);
            is_static && self.file.type_of_declaration(symbol).is_some_and(|ty| self.file.is_large_type(&ty))
        });
        declared.retain(|_, declarations| is_external(declarations));
        let movable = self.file.movable_arrays(is_external, surroundings);
        let used = self.file.used_on_device(reach);
        let found = declared
            .into_iter()
            .filter_map(|(name, declarations)| {
                let is_systems = declarations.iter().all(|(_, found)| self.file.is_system(found.token));
                let ty = self.file.type_at(&name, self.file.tokens.len() - 1);
                let may_be_array = ty.as_ref().is_none_or(|ty| matches!(ty.kind, Kind::Array { .. }));
                if is_systems || !may_be_array {
                    return None;
                }
                let mut symbols = declarations.iter().map(|(symbol, _)| *symbol);
                let array = ExternalArray {
                    size: ty.and_then(|ty| self.file.types().size_of(&ty)),
                    is_defined: self.file.is_defined_among(&declarations),
                    is_movable: movable.iter().any(|(other, ..)| *other == name),
                    is_used: symbols.any(|symbol| used.contains(&symbol) || self.file.is_handed_on(symbol)),
                };
                Some((name, array))
            })
            .collect();
        ExternalArrays {
            found,
            has_own,
            has_regions: !reach.functions.is_empty() || self.file.has_regions(),
            starts_early: self.file.starts_early(),
        }
    }
}

impl File<'_> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn file(has_regions: bool, arrays: &[(&str, ExternalArray)]) -> ExternalArrays {
        let found = arrays.iter().map(|(name, array)| ((*name).to_owned(), array.clone())).collect();
        ExternalArrays { found, has_regions, ..ExternalArrays::default() }
    }

    fn array(is_defined: bool, is_used: bool) -> ExternalArray {
        ExternalArray { size: Some(8000), is_defined, is_movable: true, is_used }
    }

    fn chosen(one: &ExternalArrays, other: &ExternalArrays) -> Option<Vec<String>> {
        heap_arrays_of_program(&[one, other])
    }

    #[test]
    fn all_files_have_to_agree() {
        let user = file(true, &[("u", array(false, true))]);
        let owner = file(false, &[("u", array(true, false))]);
        assert_eq!(chosen(&user, &owner), Some(vec!["u".to_owned()]));
        let other_size = ExternalArray { size: Some(16), ..array(true, false) };
        assert_eq!(chosen(&user, &file(false, &[("u", other_size)])), None);
        let of_unknown_size = ExternalArray { size: None, ..array(true, false) };
        assert_eq!(chosen(&user, &file(false, &[("u", of_unknown_size)])), None);
        let in_place = ExternalArray { is_movable: false, ..array(true, false) };
        assert_eq!(chosen(&user, &file(false, &[("u", in_place)])), None);
    }

    #[test]
    fn one_file_defines_an_array() {
        let user = file(true, &[("u", array(false, true))]);
        assert_eq!(chosen(&user, &user), None, "a library that is not known does");
        let owner = file(true, &[("u", array(true, true))]);
        assert_eq!(chosen(&owner, &owner), None, "the linker puts them together");
    }

    #[test]
    fn nothing_is_done_for_the_host_alone() {
        let owner = file(false, &[("u", array(true, true))]);
        assert_eq!(chosen(&owner, &file(false, &[])), None);
        let unused = file(true, &[("u", array(true, false))]);
        assert_eq!(chosen(&unused, &file(false, &[])), None);
    }

    #[test]
    fn early_constructors_find_arrays_in_their_place() {
        let owner = file(true, &[("u", array(true, true))]);
        let early = ExternalArrays { starts_early: true, ..file(false, &[]) };
        assert_eq!(chosen(&owner, &early), None);
    }

    #[test]
    fn regions_elsewhere_make_a_difference_to_a_files_own_arrays() {
        let own = ExternalArrays { has_own: true, ..file(false, &[]) };
        assert_eq!(chosen(&own, &file(true, &[])), Some(Vec::new()));
        assert_eq!(chosen(&own, &file(false, &[])), None);
    }
}
