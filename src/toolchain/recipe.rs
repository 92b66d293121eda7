//! How an object of the C compiler's was made, noted in a section of it, so that whoever links it can make it again with
//! versions of its functions for a device.
//!
//! The section stays where objects are moved, copied and put into archives; the linker leaves it out of programs. A recipe
//! holds as long as the files that were read are what they were, and as long as it is the recipe of all that is in the
//! object: `ld -r` makes one object of several.

use std::ffi::{OsStr, OsString};
use std::hash::Hasher;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use object::{File, Object, ObjectSection, ObjectSymbol, SectionFlags};
use rustc_hash::FxHasher;

use super::c_environment::VARIABLES;
use super::elf;

/// The section of an object that the C compiler has made.
pub const SECTION: &str = ".gpump.plain";

/// What a recipe begins with.
const MAGIC: &str = concat!("gpump ", env!("CARGO_PKG_VERSION"));

/// How an object was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The folder in which the compiler was called.
    pub folder: PathBuf,
    /// The C compiler.
    pub compiler: OsString,
    /// What it was told by [`VARIABLES`], as far as they are set: `NAME=value`.
    pub variables: Vec<OsString>,
    /// The words of `gpump cc`.
    pub words: Vec<OsString>,
    /// The source, and what it includes.
    pub files: Vec<PathBuf>,
    /// A hash of what these said.
    pub digest: u64,
}

/// A hash of files that are read one after the other. It tells changes, and nobody's bad will.
#[derive(Default)]
pub struct Digest(FxHasher);

impl Digest {
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.write_usize(bytes.len());
        self.0.write(bytes);
    }

    pub fn finish(&self) -> u64 {
        self.0.finish()
    }
}

impl Recipe {
    /// What this process is told by [`VARIABLES`].
    pub fn variables_here() -> Vec<OsString> {
        let set = |name: &&str| {
            let mut variable = OsString::from(format!("{name}="));
            variable.push(std::env::var_os(name)?);
            Some(variable)
        };
        VARIABLES.iter().filter_map(set).collect()
    }

    /// Whether the files are what they were.
    pub fn still_holds(&self) -> bool {
        let mut digest = Digest::default();
        let mut add = |file: &PathBuf| std::fs::read(self.folder.join(file)).map(|bytes| digest.add(&bytes));
        self.folder.is_dir()
            && self.files.iter().all(|file| add(file).is_ok())
            && digest.finish() == self.digest
    }

    /// Puts it into an object that has just been made of it. The object stays as it is if it is of a kind that gpump does
    /// not know, and is then nobody's to make again.
    ///
    /// # Errors
    ///
    /// The object cannot be read or written.
    pub fn put_into(&self, object: &Path) -> io::Result<bool> {
        let bytes = std::fs::read(object)?;
        let Some(contents) = contents(&bytes) else { return Ok(false) };
        let Some(bytes) = elf::with_section(&bytes, SECTION, &self.to_bytes(contents)) else {
            return Ok(false);
        };
        std::fs::write(object, bytes).map(|()| true)
    }

    /// The recipe of an object.
    pub fn of(object: &[u8]) -> Option<Self> {
        let file = File::parse(object).ok()?;
        let section = file.section_by_name(SECTION)?;
        let (recipe, of_contents) = Self::parse(section.data().ok()?)?;
        Some(recipe).filter(|_| contents(object) == Some(of_contents))
    }

    /// Strings, each with a zero behind it, which no word and no name of a file has.
    pub fn to_bytes(&self, contents: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut add = |part: &OsStr| {
            bytes.extend(part.as_bytes());
            bytes.push(0);
        };
        add(MAGIC.as_ref());
        add(self.digest.to_string().as_ref());
        add(contents.to_string().as_ref());
        add(self.folder.as_ref());
        add(&self.compiler);
        let files: Vec<OsString> = self.files.iter().map(OsString::from).collect();
        for list in [&self.variables, &self.words, &files] {
            add(list.len().to_string().as_ref());
            list.iter().for_each(|word| add(word));
        }
        bytes
    }

    /// A recipe, and the hash of the object that it is the recipe of.
    fn parse(bytes: &[u8]) -> Option<(Self, u64)> {
        let mut parts = bytes.strip_suffix(&[0])?.split(|&byte| byte == 0).map(OsStr::from_bytes);
        if parts.next()? != MAGIC {
            return None;
        }
        let number = |part: &OsStr| part.to_str()?.parse::<u64>().ok();
        let (digest, contents) = (number(parts.next()?)?, number(parts.next()?)?);
        let (folder, compiler) = (parts.next()?.into(), parts.next()?.into());
        let mut list = || -> Option<Vec<OsString>> {
            let length = number(parts.next()?)?;
            (0..length).map(|_| parts.next().map(OsString::from)).collect()
        };
        let (variables, words, files) = (list()?, list()?, list()?);
        let files = files.into_iter().map(PathBuf::from).collect();
        let recipe = Recipe { folder, compiler, variables, words, files, digest };
        parts.next().is_none().then_some((recipe, contents))
    }
}

/// A hash of what an object gives to a program: `strip -g` leaves it, and `ld -r` of several objects does not.
fn contents(object: &[u8]) -> Option<u64> {
    let file = File::parse(object).ok()?;
    let mut digest = Digest::default();
    for section in file.sections() {
        let is_allocated = matches!(
            section.flags(),
            SectionFlags::Elf { sh_flags, .. } if sh_flags.contains(object::elf::SHF_ALLOC)
        );
        if is_allocated && section.size() > 0 {
            digest.add(section.name_bytes().ok()?);
            digest.add(&section.size().to_le_bytes());
            digest.add(section.data().ok()?);
        }
    }
    for symbol in file.symbols().filter(|symbol| symbol.is_global()) {
        digest.add(symbol.name_bytes().ok()?);
        digest.add(&[u8::from(symbol.is_undefined())]);
    }
    Some(digest.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn recipe(folder: &Path) -> Recipe {
        let mut digest = Digest::default();
        digest.add(b"int a[100]; int *f(void) { return a; }\n");
        Recipe {
            folder: folder.to_owned(),
            compiler: "gcc".into(),
            variables: vec!["CPATH=".into()],
            words: vec!["-D".into(), "".into(), OsStr::from_bytes(b"\xFF").into()],
            files: vec!["a.c".into()],
            digest: digest.finish(),
        }
    }

    fn tool(folder: &Path, line: &str) {
        let mut words = line.split(' ');
        let mut command = Command::new(words.next().unwrap());
        assert!(command.args(words).current_dir(folder).status().unwrap().success(), "{line}");
    }

    fn object(folder: &Path, name: &str) -> Option<Recipe> {
        Recipe::of(&std::fs::read(folder.join(name)).unwrap())
    }

    #[test]
    fn an_object_has_the_recipe_that_was_put_into_it() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::write(folder.join("a.c"), "int a[100]; int *f(void) { return a; }\n").unwrap();
        std::fs::write(folder.join("b.c"), "static int x = 1; int *g(void) { return &x; }\n").unwrap();
        tool(folder, "gcc -g -fPIC -c a.c b.c");
        assert_eq!(object(folder, "a.o"), None);
        let recipe = recipe(folder);
        assert!(recipe.put_into(&folder.join("a.o")).unwrap());
        assert_eq!(object(folder, "a.o").as_ref(), Some(&recipe));
        tool(folder, "cp a.o c.o");
        tool(folder, "strip -g c.o");
        assert_eq!(object(folder, "c.o").as_ref(), Some(&recipe));
        // Of what is not that object alone it is no recipe, and no program has it.
        for line in ["ld -r a.o b.o -o d.o", "gcc -shared -nostdlib a.o -o d.o", "objcopy -N f a.o d.o"] {
            tool(folder, line);
            assert_eq!(object(folder, "d.o"), None, "{line}");
        }
        tool(folder, "gcc -shared -nostdlib a.o -o d.o");
        let program = std::fs::read(folder.join("d.o")).unwrap();
        assert!(memchr::memmem::find(&program, MAGIC.as_bytes()).is_none());
    }

    #[test]
    fn a_recipe_holds_while_its_files_are_what_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let (recipe, source) = (recipe(folder.path()), folder.path().join("a.c"));
        assert!(!recipe.still_holds());
        std::fs::write(&source, "int a[100]; int *f(void) { return a; }\n").unwrap();
        assert!(recipe.still_holds());
        std::fs::write(&source, "int a[101]; int *f(void) { return a; }\n").unwrap();
        assert!(!recipe.still_holds());
    }

    #[test]
    fn what_is_no_recipe_is_not_taken_for_one() {
        let recipe = recipe(Path::new("/"));
        let bytes = recipe.to_bytes(7);
        assert_eq!(Recipe::parse(&bytes), Some((recipe, 7)));
        for length in 0..bytes.len() {
            assert_eq!(Recipe::parse(&bytes[..length]), None, "{length}");
        }
        assert_eq!(Recipe::parse(&[&bytes[..], &bytes].concat()), None);
        assert_eq!(Recipe::parse(&[0xFF; 64]), None);
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.o");
        std::fs::write(&path, "no object").unwrap();
        assert!(!recipe(folder.path()).put_into(&path).unwrap());
        assert_eq!(std::fs::read(&path).unwrap(), b"no object");
    }
}
