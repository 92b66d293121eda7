//! What `gpump check` accepts compiles.
//!
//! Every C program with a directive that gpump's own folders have, and the packages in `GPUMP_PACKAGES`
//! (`scripts/fetch-packages`), makes two tests:
//!
//! - `FILE, pair`: where gpump accepts it, gcc accepts the host's text and g++ the device's, as for the emulator;
//! - `FILE, single`: the same of the single file, where it can be had.
//!
//! A program that gpump refuses passes: `check` and the translation have to agree about it. Those that other tests
//! compile in a layout and run are left to them ([`OTHERS`]). The compilers stop behind the syntax and the types, and
//! have read the runtime's headers once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};
use std::sync::OnceLock;

use libtest_mimic::{Arguments, Failed, Trial};

type Result<T> = std::result::Result<T, Failed>;

/// Folders whose programs other tests compile and run: the layouts that are left to those.
const OTHERS: &[(&str, &[&str])] = &[
    ("tests/conformance", &["pair", "single"]),
    // Many programs, which `tests/diagnostics.rs` takes apart.
    ("tests/diagnostics/cuda/races.c", &["pair", "single"]),
    ("tests/mpi", &["pair", "single"]),
    // Stays on the host, and today's compilers do not know all of it.
    ("tests/openmp5/newest.c", &["pair", "single"]),
    ("tests/programs", &["pair"]),
    ("tests/single", &["single"]),
    // The C compiler refuses some of them.
    ("tests/wrong", &["pair", "single"]),
];

/// What is accepted and does not compile, with the reason: these tests fail as soon as it does.
const KNOWN: &[&str] = &[];

/// How the emulator compiles what is C++.
const CPLUSPLUS: &[&str] = &["-x", "c++", "-std=gnu++17", "-w", "-fopenmp", "-fsyntax-only"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut files = Vec::new();
    for folder in ["bench", "book", "examples", "fuzz/seeds", "scripts", "tests"] {
        c_files(&root().join(folder), &mut files);
    }
    match std::env::var_os("GPUMP_PACKAGES").filter(|folder| !folder.is_empty()) {
        Some(folder) => c_files(Path::new(&folder), &mut files),
        None if !arguments.list => eprintln!("GPUMP_PACKAGES is not set: no package is looked at"),
        None => {}
    }
    files.retain(|file| fs::read(file).is_ok_and(|text| has_directive(&String::from_utf8_lossy(&text))));
    files.sort();
    let mut trials = Vec::new();
    for file in files {
        let name = file.strip_prefix(root()).unwrap_or(&file).to_owned();
        for layout in ["pair", "single"] {
            let is_left =
                OTHERS.iter().any(|(folder, left)| name.starts_with(folder) && left.contains(&layout));
            if !is_left || name.components().any(|part| part.as_os_str() == "refused") {
                let (file, name) = (file.clone(), format!("{}, {layout}", name.display()));
                let is_known = KNOWN.contains(&name.as_str());
                trials.push(Trial::test(name, move || match (compiles(&file, layout), is_known) {
                    (Ok(()), true) => Err("it compiles, and is among those that are known not to".into()),
                    (Err(_), true) => Ok(()),
                    (found, false) => found,
                }));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn c_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => c_files(&path, found),
            false if path.extension().is_some_and(|extension| extension == "c") => found.push(path),
            false => {}
        }
    }
}

fn has_directive(text: &str) -> bool {
    let is_pragma = |line: &str| {
        let mut words = line.trim_start().strip_prefix('#')?.split_whitespace();
        Some(words.next()? == "pragma" && words.next()? == "omp")
    };
    text.contains("_Pragma(\"omp") || text.lines().any(|line| is_pragma(line) == Some(true))
}

/// The folders of the headers of a package, or beside a file.
fn includes(file: &Path) -> Vec<PathBuf> {
    let folder = file.parent().expect("a folder").to_owned();
    let mut folders = vec![folder.clone()];
    folders
        .extend(folder.ancestors().skip(1).take_while(|above| *above != root()).take(3).map(PathBuf::from));
    folders.extend(["include", "lib/includes"].map(|name| folder.join(name)));
    folders.retain(|folder| folder.is_dir());
    folders.into_iter().flat_map(|folder| ["-I".into(), folder]).collect()
}

fn output(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn gpump(words: &[&str], file: &Path) -> Command {
    let mut gpump = Command::new(env!("CARGO_BIN_EXE_gpump"));
    gpump.args(words).args(includes(file)).arg(file);
    gpump.env("GPUMP_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    gpump
}

fn compiles(file: &Path, layout: &'static str) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let host = folder.path().join(if layout == "pair" { "program.c" } else { "program.cu" });
    let words = ["translate", "--dialect", "cuda", "--layout", layout];
    let mut translate = gpump(&words, file);
    translate.arg("-o").arg(&host);
    let translated = output(&mut translate);
    if !translated.status.success() {
        // The single layout refuses what C++ has not; the pair has all that is accepted.
        let is_accepted = output(&mut gpump(&["check"], file)).status.success();
        let said = String::from_utf8_lossy(&translated.stderr).into_owned();
        let is_refused = translated.status.code() == Some(1) && !said.contains("E0900");
        return match is_refused && (layout == "single" || !is_accepted) {
            true => Ok(()),
            false => Err(format!("not translated, and accepted by `gpump check`:\n{said}").into()),
        };
    }
    if layout == "single" {
        return cplusplus(&host, "gpump_single.h", file);
    }
    let mut gcc = Command::new("gcc");
    gcc.args(["-fsyntax-only", "-w", "-fopenmp"]).args(includes(file));
    accepts(gcc.arg("-I").arg(root().join("runtime/cuda/include")).arg(&host))?;
    let device = host.with_extension("cu");
    if device.exists() { cplusplus(&device, "gpump_device.h", file) } else { Ok(()) }
}

fn accepts(compiler: &mut Command) -> Result<()> {
    let done = output(compiler);
    match done.status.success() {
        true => Ok(()),
        false => Err(format!("{compiler:?}\n{}", String::from_utf8_lossy(&done.stderr)).into()),
    }
}

fn cplusplus(text: &Path, header: &'static str, file: &Path) -> Result<()> {
    let mut compiler = Command::new("g++");
    compiler.args(CPLUSPLUS).args(folders_of_runtime()).args(includes(file));
    accepts(compiler.arg("-include").arg(precompiled(header)?).arg(text))
}

fn folders_of_runtime() -> Vec<PathBuf> {
    let folders = ["runtime/cuda/include", "runtime", "runtime/emulator"].map(|name| root().join(name));
    folders.into_iter().flat_map(|folder| ["-I".into(), folder]).collect()
}

/// A header with the emulator's and one of the runtime's, compiled once.
fn precompiled(header: &'static str) -> Result<PathBuf> {
    static MADE: [OnceLock<std::result::Result<PathBuf, String>>; 2] = [OnceLock::new(), OnceLock::new()];
    let made = MADE[usize::from(header == "gpump_single.h")].get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("accepted");
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let path = folder.join(header.replace("gpump_", "read_"));
        let text = format!("#include \"gpump_emulator.h\"\n#include <{header}>\n");
        fs::write(&path, text).map_err(|error| error.to_string())?;
        let mut compiler = Command::new("g++");
        compiler.args(["-x", "c++-header", "-std=gnu++17", "-w", "-fopenmp"]).args(folders_of_runtime());
        compiler.arg(&path).arg("-o").arg(folder.join(path.file_name().unwrap()).with_extension("h.gch"));
        accepts(&mut compiler).map_err(|failed| failed.message().unwrap_or_default().to_owned())?;
        Ok(path)
    });
    Ok(made.clone()?)
}
