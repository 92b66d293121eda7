//! The runtime's sources, carried inside the program, so that one file is
//! all there is to install.

use std::io;
use std::path::Path;

use include_dir::{Dir, DirEntry, include_dir};
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

/// The C++ source that the emulator is compiled from, a path in the folder
/// that [`write_to`] filled. It includes the others.
pub const EMULATOR: &str = "emulator/emulator.cpp";

/// The host's side of the cuda dialect's runtime, likewise.
pub const HOST: &str = "cuda/host.cu";

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
