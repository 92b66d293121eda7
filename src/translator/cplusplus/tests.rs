//! The programs in `tests/cplusplus`: bridged as a whole they are programs in
//! C++ that do the same.
//!
//! Each is compiled by gcc as it is, and by g++ as the bridges leave it; both
//! must print the same. Where `GPUMP_NVCC` names nvcc, it compiles all functions
//! for the device, and must not have a single warning to give.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::c::Difference;
use crate::rewrite::Tokens as _;
use crate::source::Source;
use crate::syntax::tree::Tree;
use crate::translator::{Dialect, File, Output, Writer};

#[path = "../../../tests/common/environment.rs"]
#[allow(dead_code)]
mod environment;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cplusplus")
}

/// A program in C++. Its functions are the device's.
fn bridged(path: &Path) -> String {
    let bytes = std::fs::read(path).expect("a file");
    let text = String::from_utf8_lossy(&bytes);
    let source = Source::new(
        path.to_str().expect("a name"),
        text.replace("#pragma omp", "#pragma off").replace("#pragma gpump", "#pragma off").as_bytes(),
    );
    let tokens = crate::translator::tokens(&source, &environment::preprocessing(&[]));
    let tree = Tree::of(&tokens).expect("a program").into();
    let file = File::new(&tokens, &tree, Dialect::Cuda);
    let mut out = Output::new(&tokens, &Default::default());
    let mut writer = Writer { file: &file, out: &mut out };
    let all = 0..=tokens.len() - 1;
    writer.bridge_to_cplusplus(&all, false);
    let definitions = writer.file.types().differences(&all);
    for difference in &definitions {
        let name = match difference {
            Difference::Definition(definition) => definition.name,
            Difference::EmptyList { tokens, .. } => *tokens.start(),
            _ => continue,
        };
        if !tokens.is_in_header(name) {
            let start = writer.function_starts_at(name);
            writer.out.host.insert_before(start, "__device__ ".to_owned(), "test", "test");
        }
    }
    writer.out.host.text().expect("edits that fit together")
}

impl Writer<'_, '_> {
    /// The first token of the declaration that a token of the file is in.
    fn function_starts_at(&self, name: usize) -> usize {
        use crate::syntax::generated::open_mpc as kind;
        let ends = |index: &usize| {
            self.file.tokens[*index].is_visible()
                && (matches!(self.file.tokens[*index].kind, kind::RIGHT_BRACE | kind::SEMICOLON)
                    || self.file.tokens.is_in_header(*index))
        };
        let before = (0..name).rev().find(ends);
        self.file.tokens.visible_from(before.map_or(0, |before| before + 1)).unwrap_or(name)
    }
}

#[track_caller]
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {said}");
    said
}

#[track_caller]
fn assert_same(name: &str) {
    let original = folder().join(name);
    let text = bridged(&original);
    let work = tempfile::tempdir().expect("a folder");
    let file = work.path().join("program.cpp");
    std::fs::write(&file, &text).expect("written");
    if let Some(kept) = std::env::var_os("GPUMP_KEEP") {
        std::fs::write(Path::new(&kept).join(name).with_extension("cpp"), &text).expect("written");
    }
    let [c, cplusplus] = ["c", "cplusplus"].map(|name| work.path().join(name));
    run(Command::new("gcc").args(["-std=gnu17", "-w", "-g"]).arg(&original).arg("-o").arg(&c));
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime/cuda");
    let prelude = folder().join("prelude.h");
    let common = |command: &mut Command| {
        command.arg("-I").arg(&runtime).arg("-include").arg(&prelude);
    };
    let mut compiler = Command::new("g++");
    common(&mut compiler);
    run(compiler
        .args(["-std=gnu++17", "-w", "-g", "-fsanitize=address,undefined", "-fno-sanitize=enum"])
        .arg(&file)
        .arg("-o")
        .arg(&cplusplus));
    assert_eq!(run(&mut Command::new(&c)), run(&mut Command::new(&cplusplus)), "{text}");
    let Some(nvcc) = std::env::var_os("GPUMP_NVCC").filter(|nvcc| !nvcc.is_empty()) else { return };
    let mut compiler = Command::new(nvcc);
    common(&mut compiler);
    compiler.args([
        "-std=c++17",
        "-arch=sm_90",
        "-ptx",
        "-Werror",
        "all-warnings",
        "-Dmain=program",
        "-x",
        "cu",
    ]);
    let said = run(compiler.arg(&file).arg("-o").arg(work.path().join("ptx")));
    assert!(!said.contains("warning"), "{said}\n{text}");
}

#[test]
fn conversions_are_written_out() {
    assert_same("conversions.c");
}

#[test]
fn enumerations_take_integers() {
    assert_same("enumerations.c");
}

#[test]
fn taken_names_and_keywords_get_others() {
    assert_same("names.c");
}

#[test]
fn initialisers_are_put_in_order() {
    assert_same("initializers.c");
}

#[test]
fn jumps_pass_no_initialisation_by() {
    assert_same("jumps.c");
}

#[test]
fn old_definitions_get_prototypes() {
    assert_same("old_style.c");
}

#[test]
fn arrays_of_variable_length_are_classes() {
    assert_same("variable_arrays.c");
}

/// Any programs: those that `GPUMP_BRIDGE` lists, bridged into the folder
/// `GPUMP_KEEP`.
#[test]
#[ignore = "a tool"]
fn bridge_files() {
    let (Ok(files), Ok(kept)) = (std::env::var("GPUMP_BRIDGE"), std::env::var("GPUMP_KEEP")) else { return };
    for file in files.split_whitespace().map(Path::new) {
        let name = file.file_name().expect("a name");
        let found = std::panic::catch_unwind(|| bridged(file));
        match found {
            Ok(text) => {
                std::fs::write(Path::new(&kept).join(name).with_extension("cpp"), text).expect("written");
            }
            Err(_) => println!("FAILED {}", file.display()),
        }
    }
}

/// What a generator writes for a variable that a kernel declares.
#[test]
fn variables_are_declared_with_their_bounds() {
    let text = "void f(int n, int m) { double a[n][m][3], (*p)[m], x; a; }";
    let tokens = crate::syntax::TokenList::new(text);
    let tree = OnceCell::new();
    let file = File::new(&tokens, &tree, Dialect::Cuda);
    let place = tokens.at_byte(text.rfind("a;").expect("a place"));
    let declared = |name: &str, bounds: &str, initial: Option<&str>| {
        let ty = file.types().type_of_text(name, place).expect("a type");
        file.device_declaration(&ty, name, &[bounds.to_owned()], initial, false).expect("a declaration")
    };
    assert_eq!(declared("a", "n, m", Some("shared.a")), "gpump_array<double [3], 2> a(shared.a, n, m)");
    assert_eq!(declared("a", "n, m", None), "gpump_local_array<double [3], 2> a(n, m)");
    assert_eq!(declared("p", "m", Some("q")), "gpump_pointer<double, 1> p(gpump_bounds(m), q)");
    assert_eq!(declared("x", "", Some("1")), "double x = 1");
}
