//! What the tests share: the reference folder, translations, comparison by
//! tokens.

#![allow(dead_code)] // each test uses its part

pub mod environment;
pub mod listings;
pub mod pieces;
pub mod spoiling;
pub mod tampering;

use std::path::{Path, PathBuf};

use gpump::{Dialect, Options, Source};

/// The folder of the thesis's listings.
pub fn reference_folder() -> PathBuf {
    let folder = std::env::var_os("GPUMP_REFERENCE")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/reference"), PathBuf::from);
    assert!(
        folder.join("a1/expected.cu").is_file(),
        "the reference listings are not in {}; set GPUMP_REFERENCE to their folder",
        folder.display()
    );
    folder
}

pub fn reference_file(path: &str) -> PathBuf {
    reference_folder().join(path)
}

/// A listing's text.
pub fn reference(path: &str) -> String {
    let path = reference_file(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Translates a file that is right.
pub fn translate(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    translate_text(&path.display().to_string(), &bytes)
}

pub fn translate_text(name: &str, bytes: &[u8]) -> String {
    let source = Source::new(name, bytes);
    match gpump::translate(&source, &Options::of(Dialect::Thesis)) {
        Ok(translation) => translation.text,
        Err(errors) => panic!("{name}: {errors:#?}"),
    }
}

/// The tokens of C or CUDA, comments and preprocessor lines among them, white
/// space left out and, inside comments, folded.
pub fn tokens_with_comments(text: &str) -> Vec<String> {
    gpump::reproduce::tokens(text).into_iter().map(|token| token.text).collect()
}
