//! A program of the bench's kind, and compilers and programs that are scripts.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Makes the folder of the program `sum`, with its description.
pub fn describe_sum(sources: &Path, phases: &str, versions: &str) -> std::path::PathBuf {
    let folder = sources.join("programs/sum");
    std::fs::create_dir_all(&folder).unwrap();
    let description = format!(
        "title = 'Sum'\nabout = 'Adds numbers.'\nsizes = [100, 100000]\ncheck = 50\ncount = 70\nbytes = '8 * n'\n\
         tolerance = 1e-9\nphases = {phases}\nversions = {versions}\n"
    );
    std::fs::write(folder.join("program.toml"), description).unwrap();
    folder
}

pub fn script(file: &Path, text: &str) {
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
