//! Imports go downhill: a folder or file at the top of `src` uses only those below it in this list, so that whoever reads one of
//! them need not know what stands above.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// From the top. `main`, `cli` and `toolchain` are the program, the others the library; `lib` is what it offers.
const ROOMS: [&str; 18] = [
    "main",
    "cli",
    "toolchain",
    "lib",
    "explain",
    "translator",
    "codegen",
    "dependence",
    "types",
    "openmp",
    "syntax",
    "symbols",
    "preprocessor",
    "diff",
    "diagnostics",
    "source",
    "runtime",
    "rewrite",
];

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The names directly behind `crate::` or `gpump::`, those in braces too, but for those in comments.
fn imported(text: &str) -> BTreeSet<String> {
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    for root in ["crate::", "gpump::"] {
        for (at, _) in code.match_indices(root) {
            let inside_word = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$');
            let rest = &code[at + root.len()..];
            let list = match rest.strip_prefix('{') {
                Some(list) => top_level(list),
                None => vec![rest],
            };
            if !inside_word {
                found.extend(list.into_iter().map(word).filter(|word| !word.is_empty()).map(str::to_owned));
            }
        }
    }
    found
}

fn word(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// The parts of a list in braces that commas divide, without those of inner lists.
fn top_level(list: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            ',' if depth == 0 => {
                parts.push(&list[from..at]);
                from = at + 1;
            }
            '}' if depth == 0 => {
                parts.push(&list[from..at]);
                break;
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    parts
}

#[test]
fn imports_go_downhill() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    let level = |room: &str| ROOMS.iter().position(|name| *name == room);
    let mut faults = Vec::new();
    for file in files {
        let place = file.strip_prefix(&root).expect("a file of src").with_extension("");
        let parts: Vec<_> = place.iter().map(|part| part.to_string_lossy()).collect();
        // Tests may look at anything; the parser is made by a generator.
        if parts.iter().any(|part| *part == "tests" || *part == "generated") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a text");
        let own = level(&parts[0]).unwrap_or_else(|| panic!("`{}` has no place in the list", parts[0]));
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for name in imported(code) {
            // What is no room is offered by `lib`.
            let other = level(&name).unwrap_or_else(|| level("lib").expect("lib is in the list"));
            let is_its_face = parts[0] == "lib"
                || ROOMS[other] == "lib" && ["main", "cli", "toolchain"].contains(&&*parts[0]);
            if other < own && !is_its_face {
                faults.push(format!("{}: {name}", place.display()));
            }
        }
    }
    assert!(faults.is_empty(), "these import from above:\n{}", faults.join("\n"));
}

#[test]
fn every_form_of_import_is_seen() {
    let text =
        "use crate::a::B; // crate::c\nuse crate::{d::{e, f}, g};\nfn h() { crate::i(); other_crate::j(); }";
    assert_eq!(imported(text), ["a", "d", "g", "i"].map(str::to_owned).into());
}
