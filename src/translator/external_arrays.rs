//! Arrays that several files of a program share: whether they can lie in the heap is for all of the files to say.

use std::collections::BTreeMap;

/// What the other files of a program have to know of a file's arrays.
#[derive(Clone, Debug, Default)]
pub struct ExternalArrays {
    /// Those with external linkage, by name.
    pub(super) found: BTreeMap<String, ExternalArray>,
    /// Whether the file has regions, or functions on the device.
    pub(super) has_regions: bool,
    /// Whether it has large arrays of its own, which regions of other files might be handed.
    pub(super) has_own: bool,
    /// Whether it has constructors that may run before arrays in the heap have memory.
    pub(super) starts_early: bool,
}

#[derive(Clone, Debug)]
pub(super) struct ExternalArray {
    /// In bytes.
    pub(super) size: Option<u64>,
    pub(super) is_defined: bool,
    /// Whether it can be in the heap as far as this file is concerned.
    pub(super) is_movable: bool,
    /// Whether the device uses it, or may be handed its address.
    pub(super) is_used: bool,
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
