//! The single layout of the cuda dialect: one `.cu` of host and device.
//!
//! The programs of `tests/single` are C that is no C++: as single files they run
//! in the emulator and print what gcc's program prints. Where `GPUMP_NVCC` names
//! nvcc, it compiles them for the oldest and a new device, and gives no warning.
//! Those of `tests/single/refused` cannot be had in this layout; the first line
//! of each says what gpump says. Headers that only C reads so are written into the file.
//! The conformance suite has a column for the layout, too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|it| it == "c")).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} is empty");
    files
}

fn gpump(words: &[&str]) -> Command {
    let mut gpump = Command::new(env!("CARGO_BIN_EXE_gpump"));
    gpump.args(words).env("GPUMP_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    gpump.env("OMP_NUM_THREADS", "4").stdin(Stdio::null());
    gpump
}

fn output(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// What a command prints that must succeed without a word.
#[track_caller]
fn printed(command: &mut Command) -> String {
    let done = output(command);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success() && said.is_empty(), "{command:?}: {:?}\n{said}", done.status);
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn translated(source: &Path, folder: &Path) -> PathBuf {
    let file = folder.join(source.file_name().unwrap()).with_extension("cu");
    printed(gpump(&["translate", "--dialect", "cuda", "-o"]).arg(&file).arg(source));
    file
}

#[test]
fn programs_print_what_they_print_with_gcc() {
    for source in programs("tests/single") {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        printed(Command::new("gcc").args(["-fopenmp", "-w"]).arg(&source).arg("-lm").arg("-o").arg(&program));
        let expected = printed(Command::new(&program).env("OMP_NUM_THREADS", "4"));
        let file = translated(&source, folder.path());
        let mut run = gpump(&["run", "--dialect", "cuda", "--device", "emulator", "-I", "tests/single"]);
        let found = printed(run.current_dir(root()).arg(file));
        assert_eq!(found, expected, "{}", source.display());
    }
}

#[test]
fn nvcc_compiles_them_without_a_warning() {
    let Some(nvcc) = std::env::var_os("GPUMP_NVCC").filter(|nvcc| !nvcc.is_empty()) else { return };
    let runtime = root().join("runtime");
    for source in programs("tests/single") {
        let folder = tempfile::tempdir().unwrap();
        let file = translated(&source, folder.path());
        for architecture in ["-arch=sm_75", "-arch=sm_90"] {
            let mut nvcc = Command::new(&nvcc);
            nvcc.args(["-std=c++17", architecture, "-I"]).arg(runtime.join("cuda/include"));
            nvcc.arg("-I")
                .arg(&runtime)
                .arg("-I")
                .arg(root().join("tests/single"))
                .arg("-c")
                .arg(&file)
                .arg("-o")
                .arg(folder.path().join("object.o"));
            printed(&mut nvcc);
        }
    }
}

#[test]
fn headers_stay_where_they_are_unless_cplusplus_reads_them_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let file = translated(&root().join("tests/single/headers_of_c.c"), folder.path());
    let text = fs::read_to_string(file).unwrap();
    let includes: Vec<&str> = text.lines().filter(|line| line.starts_with("#include \"")).collect();
    assert_eq!(includes, ["#include \"headers_of_both.h\""], "{text}");
}

#[test]
fn what_is_no_cplusplus_is_refused() {
    for source in programs("tests/single/refused") {
        let text = fs::read_to_string(&source).unwrap();
        let message = text.lines().next().and_then(|line| line.strip_prefix("// ")).unwrap();
        let done = output(gpump(&["translate", "--dialect", "cuda"]).arg(&source));
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{}", source.display());
        assert!(done.stdout.is_empty());
        for part in [message, "--layout pair"] {
            assert!(said.contains(part), "{}: {said}", source.display());
        }
        // A pair has it.
        let folder = tempfile::tempdir().unwrap();
        let mut pair = gpump(&["translate", "--dialect", "cuda", "--layout", "pair", "-o"]);
        printed(pair.arg(folder.path()).arg(&source));
    }
}
