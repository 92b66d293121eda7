//! The language that gpump reads: C90 to C17 and the GNU forms.
//!
//! Each file of `tests/language` shows one part of it. A C compiler accepts
//! it, and so does gpump; and since no file has a directive, each comes out as
//! it went in.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gpump::rewrite::Tokens as _;
use gpump::syntax::TokenList;
use gpump::syntax::generated::open_mpc as kind;
use gpump::{Options, Source, source};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("tests/language")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    files
}

/// What gpump makes of a program; if it is none, what is wrong.
fn translated(name: &str, bytes: &[u8]) -> Result<Vec<u8>, String> {
    match gpump::translate(&Source::new(name, bytes), &Options::default()) {
        Ok(translation) => Ok(source::encode(&translation.text)),
        Err(errors) => Err(format!("{errors:?}")),
    }
}

#[test]
fn every_file_parses_and_comes_out_as_it_went_in() {
    assert!(files().len() > 8);
    for file in files() {
        let bytes = std::fs::read(&file).expect("a readable file");
        let name = file.display().to_string();
        let out = translated(&name, &bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(out == bytes, "{name} comes out changed");
    }
}

/// The parser gets a long file in portions.
#[test]
fn a_long_file_reads_as_a_short_one() {
    for file in files() {
        let bytes = std::fs::read(&file).expect("a readable file");
        let name = file.display().to_string();
        let long = [bytes.as_slice(), b"\n"].concat().repeat(30_000 / (bytes.len() + 1) + 2);
        let out = translated(&name, &long).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(out == long, "{name} comes out changed");
        for wrong in ["int x = = 1;", "int f(int a) { return a }"] {
            let spoilt = [&long, wrong.as_bytes(), b"\n", &long].concat();
            let errors = gpump::check(&Source::new("spoilt.c", &spoilt), &Options::default());
            let place = long.len()..long.len() + wrong.len();
            let first = errors.first().map(|error| error.span.start);
            assert!(first.is_some_and(|first| place.contains(&first)), "{name} {place:?}: {errors:?}");
        }
    }
}

#[test]
fn every_file_is_c_to_gcc() {
    for file in files() {
        let result = Command::new("gcc")
            .args(["-std=gnu17", "-fsyntax-only", "-w"])
            .arg(&file)
            .stderr(Stdio::piped())
            .output()
            .expect("gcc runs");
        assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
    }
}

/// The text of a program with a `'` behind each name that is a type.
fn marked(text: &str) -> String {
    let list = TokenList::new(text);
    let mark = |index: usize| if list[index].kind == kind::TYPEDEF_NAME { "'" } else { "" };
    (0..list.len()).flat_map(|index| [list.text(index), mark(index)]).collect()
}

#[test]
fn types_are_told_from_names() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    let read = |name| std::fs::read_to_string(folder.join(name)).expect("a readable file");
    let (found, expected) = (marked(&read("types_and_names.c")), read("types_and_names.marked"));
    assert_eq!(found.lines().count(), expected.lines().count());
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
}

#[test]
fn what_is_no_c_is_refused() {
    let refused = [
        // Declarations.
        "int x = ;",
        "int a[3;",
        "int 3x;",
        "int x = {1,,2};",
        "int f(x int) {}",
        "int main( { }",
        "x y z;",
        "enum {};",
        "class X { };",
        "static;;; inline }",
        "int x __attribute__((;",
        "int f(...);",
        "int @;",
        "int f(int) { asm(x); }",
        // Statements.
        "void f(void) { return 1 }",
        "void f(void) { else; }",
        "void f(void) { for (;;;) ; }",
        "void f(void) { do ; while 1; }",
        "void f(void) { if a b; }",
        "void f(void) { case ; }",
        "void f(void) { goto ; }",
        "void f(void) {",
        "void f(void) { } }",
        "void f(int a) { a b c; }",
        // Expressions.
        "int x = (int) ;",
        "int x = sizeof(int)1;",
        "int x = y ? z;",
        "int x = 1 = = 2;",
        "int x = f(int);",
        "int x = (int y)1;",
        "int x = _Generic(1);",
        // Names of types where a value must be, and the other way round.
        "typedef int T; int f(void) { return T; }",
        "typedef int T; void f(void) { T = 1; }",
        "typedef int T; int f(int T) { return (T)1; }",
        "typedef int T; void f(void) { int T; T x; }",
    ];
    for text in refused {
        assert!(translated("refused.c", text.as_bytes()).is_err(), "accepted: {text}");
    }
}
