//! What the linker is to know of its inputs: whether an object, or one in a
//! library, was made for the emulator or for a device.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use object::read::archive::{ArchiveFile, ArchiveMember};
use object::{File, Object, ObjectKind, ObjectSection, ObjectSymbol, SymbolScope};

use super::recipe;

/// The section that the emulator's header leaves in each object.
const EMULATOR_SECTION: &[u8] = b".gpump.emulator";

/// The section that a host text of the cuda dialect leaves, and how the names begin that other C files of such a
/// program have for `malloc` and its kin: with either, the object needs the runtime.
const HOST_SECTION: &[u8] = b".gpump.host";
const HEAP_NAMES: &[u8] = b"gpump_heap_";

/// How the names of the functions begin that the compilers call for directives.
const OPENMP_NAMES: [&[u8]; 2] = [b"GOMP_", b"__kmpc_"];

/// The sections in which nvcc leaves device code: that which is to be linked
/// still, and that which is complete.
const DEVICE_SECTIONS: [&[u8]; 2] = [b"__nv_relfatbin", b".nv_fatbin"];

/// How the names begin under which nvcc's objects have device code that is to be linked: each object has one of its own.
const DEVICE_CODE_NAMES: &[u8] = b"__fatbinwrap_";

/// What a file of the linker's has in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Code for the emulator.
    pub emulator: bool,
    /// Code for a device.
    pub device: bool,
    /// Device code that is to be linked.
    pub relocatable: bool,
    /// Code that needs the host's side of the cuda dialect's runtime.
    pub runtime: bool,
    /// Code that gcc, or clang, has made of directives.
    pub directives: bool,
    /// Whether it is complete: a library for the loader, not for the linker.
    pub shared: bool,
    /// Whether it is a static library.
    pub library: bool,
    /// Objects of which is known how they were made ([`super::recipe`]).
    pub plain: bool,
    /// The names that translations have for those that CUDA took
    /// ([`super::c_linkage`]), and whether they are defined here.
    pub own_names: BTreeMap<String, bool>,
}

/// What a file has in it. One that cannot be read, or is no object, has
/// nothing; the linker will say what is to be said of it.
pub fn contents(path: &Path) -> Contents {
    let mut found = Contents::default();
    let Ok(data) = std::fs::read(path) else { return found };
    match members(path, &data) {
        Some(members) => {
            found.library = true;
            members.iter().for_each(|(_, bytes)| look_at(bytes, &mut found));
        }
        None => look_at(&data, &mut found),
    }
    found
}

/// The names and the contents of an archive's members, if it is one.
pub fn members<'d>(path: &Path, data: &'d [u8]) -> Option<Vec<(OsString, Cow<'d, [u8]>)>> {
    let archive = ArchiveFile::parse(data).ok()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let named = |member: ArchiveMember<'d>| {
        let contents = match member.is_thin() {
            true => std::fs::read(folder.join(OsStr::from_bytes(member.name()))).ok().map(Cow::Owned),
            false => member.data(data).ok().map(Cow::Borrowed),
        };
        Some((OsStr::from_bytes(member.name()).to_owned(), contents?))
    };
    Some(archive.members().flatten().filter_map(named).collect())
}

fn look_at(data: &[u8], found: &mut Contents) {
    let Ok(file) = File::parse(data) else { return };
    found.shared |= file.kind() == ObjectKind::Dynamic;
    for section in file.sections() {
        let Ok(name) = section.name_bytes() else { continue };
        found.emulator |= name == EMULATOR_SECTION;
        found.runtime |= name == HOST_SECTION;
        found.plain |= name == recipe::SECTION.as_bytes();
        found.device |= DEVICE_SECTIONS.contains(&name);
        found.relocatable |= name == DEVICE_SECTIONS[0];
    }
    for symbol in file.symbols().filter(|symbol| symbol.is_global()) {
        let is_called = |start: &&[u8]| symbol.name_bytes().is_ok_and(|name| name.starts_with(start));
        found.runtime |= is_called(&HEAP_NAMES);
        found.directives |= OPENMP_NAMES.iter().any(is_called);
        if let Ok(name) = symbol.name()
            && name.starts_with(gpump::OWN_NAME)
            // The device's form of a function may have one too.
            && gpump::own_name(&name[gpump::OWN_NAME.len()..]).is_some()
        {
            *found.own_names.entry(name.to_owned()).or_default() |= symbol.is_definition();
        }
    }
}

/// The names of the device code that an object or a program has.
pub fn device_code(data: &[u8]) -> HashSet<Vec<u8>> {
    let Ok(file) = File::parse(data) else { return HashSet::new() };
    let names = file.symbols().filter_map(|symbol| symbol.name_bytes().ok().map(<[u8]>::to_vec));
    names.filter(|name| name.starts_with(DEVICE_CODE_NAMES)).collect()
}

/// What objects define for others, as a list of the linker's for `--dynamic-list`: with it a program exports them.
pub fn dynamic_list(objects: &[PathBuf]) -> String {
    let mut list = String::from("{\n");
    for data in objects.iter().filter_map(|path| std::fs::read(path).ok()) {
        let Ok(file) = File::parse(&*data) else { continue };
        let is_exported = |symbol: &object::Symbol| {
            // A variable that each thread has is no definition to `is_definition`.
            symbol.is_global() && !symbol.is_undefined() && symbol.scope() == SymbolScope::Dynamic
        };
        for symbol in file.symbols().filter(is_exported) {
            list.extend(symbol.name().iter().flat_map(|name| [name, ";\n"]));
        }
    }
    list + "};\n"
}

/// The file that `-lNAME` means, if it lies in one of these folders.
pub fn library(name: &OsStr, folders: &[PathBuf], only_static: bool) -> Option<PathBuf> {
    let names: Vec<OsString> = match name.as_bytes().strip_prefix(b":") {
        Some(exact) => vec![OsStr::from_bytes(exact).to_owned()],
        None => {
            let ended = |ending: &[u8]| OsString::from_vec([b"lib", name.as_bytes(), ending].concat());
            if only_static { vec![ended(b".a")] } else { vec![ended(b".so"), ended(b".a")] }
        }
    };
    folders.iter().find_map(|folder| names.iter().map(|name| folder.join(name)).find(|path| path.is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_object_has_nothing() {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in
            [("text", &b"GROUP ( libc.so.6 )"[..]), ("empty", b""), ("ar", b"!<arch>\nbroken")]
        {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(contents(&path), Contents::default());
        }
        assert_eq!(contents(Path::new("/none")), Contents::default());
        assert!(!contents(&std::env::current_exe().unwrap()).emulator);
    }

    #[test]
    fn a_library_is_found_as_the_linker_finds_it() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        for file in [one.join("liba.a"), two.join("liba.so"), two.join("libb.a"), two.join("b.x")] {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "").unwrap();
        }
        let folders = [one.clone(), two.clone()];
        let find = |name: &str, only_static| library(OsStr::new(name), &folders, only_static);
        assert_eq!(find("a", false), Some(one.join("liba.a")));
        assert_eq!(find("b", false), Some(two.join("libb.a")));
        assert_eq!(find(":b.x", true), Some(two.join("b.x")));
        assert_eq!(find("c", false), None);
        assert_eq!(library(OsStr::new("a"), &folders[1..], true), None);
        assert_eq!(library(OsStr::new("a"), &folders[1..], false), Some(two.join("liba.so")));
    }
}
