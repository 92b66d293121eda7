//! Digests of the thesis's listings, and inputs of our own whose translations have to
//! have them.

use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/listings")
}

pub fn input_file(name: &str) -> PathBuf {
    folder().join(format!("{name}.c"))
}

pub fn input(name: &str) -> String {
    std::fs::read_to_string(input_file(name)).expect("an input")
}

/// The tokens are those of the listing, by the digest that `tests/listings/digests.txt` has for it.
#[track_caller]
pub fn assert_digest<T: AsRef<str>>(listing: &str, tokens: &[T]) {
    let digests = std::fs::read_to_string(folder().join("digests.txt")).expect("the digests");
    let expected = digests
        .lines()
        .filter_map(|line| line.split_once(' '))
        .find_map(|(digest, name)| (name.trim() == listing).then_some(digest))
        .unwrap_or("none");
    let text: Vec<&str> = tokens.iter().map(AsRef::as_ref).collect();
    assert_eq!(
        gpump::reproduce::digest(text.iter().copied()),
        expected,
        "{listing} has other tokens than the thesis prints:\n{}",
        text.join(" ")
    );
}
