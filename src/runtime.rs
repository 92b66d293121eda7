//! The runtime's sources, carried inside the program, so that one file is
//! all there is to install.

use std::io;
use std::path::Path;
use std::sync::LazyLock;

use include_dir::{Dir, DirEntry, include_dir};
use rustc_hash::{FxHashMap, FxHashSet};
use sha2::{Digest, Sha256};

static RUNTIME: Dir = include_dir!("$CARGO_MANIFEST_DIR/runtime");

/// Writes the runtime's sources into a folder, which is made if need be.
/// Files of the same names are overwritten, others stay.
///
/// # Errors
///
/// What the system says when the folder or a file in it cannot be written.
pub fn write_to(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    RUNTIME.extract(folder)
}

/// The text of one of its files.
pub fn text(file: &str) -> Option<&'static str> {
    RUNTIME.get_file(file)?.contents_utf8()
}

/// The C++ source that the emulator is compiled from, a path in the folder
/// that [`write_to`] filled. It includes the others.
pub const EMULATOR: &str = "emulator/emulator.cpp";

/// The host's side of the cuda dialect's runtime, likewise.
pub const HOST: &str = "cuda/host.cu";

/// What it has for other code that frees blocks of the shared heap, likewise.
pub const FREES: &str = "cuda/frees.cpp";

/// The macros of the system's headers that the runtime's include; `name(` is one with parameters.
const SYSTEM_MACROS: &str = include_str!("../runtime/cuda/macros.txt");

/// What the preprocessor does to a text behind the runtime's headers.
#[derive(Debug, Default)]
pub struct Macros {
    /// The macros that the headers define.
    pub names: FxHashSet<&'static str>,
    /// Those among them that have parameters: their names mean nothing to the preprocessor where no parenthesis follows.
    pub functions: FxHashSet<&'static str>,
}

impl Macros {
    fn add(&mut self, name: &'static str, has_parameters: bool) {
        let is_new = self.names.insert(name);
        if !has_parameters {
            self.functions.remove(name);
        } else if is_new {
            self.functions.insert(name);
        }
    }
}

/// The functions of the C library that the device has, and how each is called there: `prefixed` with `gpump_` in front of its name,
/// `plain` as it is. Behind `prefixed` stands `bare` where it asks nothing of the team (`runtime/cuda/bare.h`); those that are
/// plain never do.
pub fn library() -> &'static FxHashMap<&'static str, &'static str> {
    const LIST: &str = include_str!("../runtime/cuda/library.txt");
    static LIBRARY: LazyLock<FxHashMap<&str, &str>> =
        LazyLock::new(|| LIST.lines().filter_map(|line| line.split_once(' ')).collect());
    &LIBRARY
}

/// The macros of the runtime's headers, and of those that they include.
pub fn macros() -> &'static Macros {
    static MACROS: LazyLock<Macros> = LazyLock::new(|| {
        let mut macros = Macros::default();
        for (name, rest) in headers().flat_map(definitions) {
            macros.add(name, rest.starts_with('('));
        }
        for line in SYSTEM_MACROS.lines() {
            let name = line.trim_end_matches('(');
            macros.add(name, name != line);
        }
        macros
    });
    &MACROS
}

/// What the texts of the runtime's own macros are made of: their uses mean something else behind a macro of such a name.
pub fn words_of_macros() -> &'static FxHashSet<String> {
    static WORDS: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
        let mut found = FxHashSet::default();
        for text in headers().map(|text| text.replace("\\\n", " ")) {
            for (_, rest) in definitions(&text) {
                let (parameters, body) =
                    rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).unwrap_or(("", rest));
                let parameters: FxHashSet<&str> = words(parameters).collect();
                let own = words(body).filter(|word| !parameters.contains(word));
                found.extend(own.map(str::to_owned));
            }
        }
        found
    });
    &WORDS
}

fn headers() -> impl Iterator<Item = &'static str> {
    let headers = files(&RUNTIME).filter(|(path, _)| path.extension().is_some_and(|found| found == "h"));
    headers.filter_map(|(_, contents)| std::str::from_utf8(contents).ok())
}

/// The names that a text defines, each with the rest of its line.
fn definitions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    // Every translation asks for the names, and most lines define none.
    const KEYWORD: &str = "#define ";
    let places = memchr::memmem::find_iter(text.as_bytes(), KEYWORD);
    let begins_line = |at: &usize| {
        let before = text[..*at].rsplit('\n').next().unwrap_or_default();
        before.trim_start().is_empty()
    };
    places.filter(begins_line).map(|at| {
        let defined = text[at + KEYWORD.len()..].lines().next().unwrap_or_default();
        defined.split_at(defined.find(|c| !is_of_word(c)).unwrap_or(defined.len()))
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_of_word(c)).filter(|word| !word.is_empty())
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Feeds every path and content to a hash, so that two versions of the
/// runtime can be told apart.
pub fn hash_into(hash: &mut Sha256) {
    let mut all: Vec<_> = files(&RUNTIME).collect();
    all.sort_unstable();
    for (path, contents) in all {
        hash.update(path.as_os_str().as_encoded_bytes());
        hash.update([0]);
        hash.update((contents.len() as u64).to_le_bytes());
        hash.update(contents);
    }
}

fn files(dir: &'static Dir) -> Box<dyn Iterator<Item = (&'static Path, &'static [u8])>> {
    Box::new(dir.entries().iter().flat_map(|entry| match entry {
        DirEntry::Dir(dir) => files(dir),
        DirEntry::File(file) => Box::new(std::iter::once((file.path(), file.contents()))),
    }))
}
