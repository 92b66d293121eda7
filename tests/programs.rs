//! Whole programs: what they do, and why some are refused.
//!
//! Each file of `tests/programs/` is a program, and so is each folder there,
//! with all its `.c` files. Three tests come of each:
//!
//! - `NAME, run`: in the thesis's dialect, what gpump's emulator prints, and
//!   the status it ends with, are those of the program as `gcc -fopenmp` builds
//!   it;
//! - `NAME, nvcc`: nvcc compiles that translation and has nothing to say.
//!   `GPUMP_NVCC` names nvcc; where it is not set, these tests are shown as
//!   ignored;
//! - `NAME, cuda`: the same as the first in the cuda dialect.
//!
//! Each file of `tests/refused/` is a program that the thesis's dialect must not
//! translate, and makes one test: `NAME, refused`. Those in its folder `cuda`
//! are for the cuda dialect.
//!
//! The comment that begins a file says what the program shows and, in lines of
//! this form, what the test should know:
//!
//! ```text
//! threads: 4                 the environment has OMP_NUM_THREADS=4
//! arguments: 10 a            the program gets these
//! expect: 42                 the translation prints this line, whatever gcc's
//!                            program prints; one for each line
//! status: 70                 it ends with this status
//! stops: no memory           its standard error has this piece
//! thesis alone: why          there is nothing to compare the cuda dialect with
//! cuda alone: why            the thesis's dialect refuses it
//! refused: 12 E0401 a | b    line 12 has this error, whose text has the pieces
//!                            `a` and `b`; these errors and no others
//! ```

#[path = "common/left.rs"]
mod left;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

use left::is_left_to_compiler;

type Result<T> = std::result::Result<T, Failed>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let nvcc = std::env::var_os("GPUMP_NVCC").filter(|path| !path.is_empty()).map(PathBuf::from);
    if nvcc.is_none() && !arguments.list {
        eprintln!("GPUMP_NVCC is not set: no translation is compiled by nvcc");
    }
    let mut trials = Vec::new();
    for program in programs() {
        let (to_run, of_cuda, nvcc) = (program.clone(), program.clone(), nvcc.clone());
        if !program.thesis_alone {
            trials.push(Trial::test(format!("{}, cuda", program.name), move || of_cuda.runs_in_cuda()));
        }
        if program.cuda_alone {
            continue;
        }
        trials.push(Trial::test(format!("{}, run", program.name), move || to_run.runs_as_with_gcc()));
        trials.push(
            Trial::test(format!("{}, nvcc", program.name), {
                let nvcc = nvcc.clone();
                move || program.compiles(&nvcc.ok_or("GPUMP_NVCC is not set")?)
            })
            .with_ignored_flag(nvcc.is_none()),
        );
    }
    for program in refused() {
        let of = if program.dialect == "cuda" { " by cuda" } else { "" };
        trials.push(Trial::test(format!("{}, refused{of}", program.name), move || program.is_refused()));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A program and what its comment says.
#[derive(Clone, Debug, Default)]
struct Program {
    name: String,
    files: Vec<PathBuf>,
    /// The dialect that refuses it.
    dialect: &'static str,
    threads: Option<String>,
    arguments: Vec<String>,
    expected: Option<String>,
    status: Option<i32>,
    stops: Vec<String>,
    thesis_alone: bool,
    cuda_alone: bool,
    refused: Vec<Refusal>,
}

/// An error that a program must get.
#[derive(Clone, Debug)]
struct Refusal {
    line: usize,
    code: String,
    pieces: Vec<String>,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}

fn programs() -> Vec<Program> {
    let found = entries(&folder("programs")).into_iter().filter_map(|path| {
        let files = if path.is_dir() { entries(&path) } else { vec![path.clone()] };
        let files: Vec<PathBuf> = files.into_iter().filter(|file| is_c(file)).collect();
        (!files.is_empty()).then(|| Program::read(&path, files))
    });
    found.collect()
}

fn refused() -> Vec<Program> {
    let of = |place: &str, dialect: &'static str| {
        let files = entries(&folder(place)).into_iter().filter(|path| is_c(path));
        files.map(move |path| Program { dialect, ..Program::read(&path, vec![path.clone()]) })
    };
    of("refused", "thesis").chain(of("refused/cuda", "cuda")).collect()
}

/// The lines of the comment that a file begins with.
fn first_comment(file: &Path) -> Vec<String> {
    let bytes = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let inside = text.strip_prefix("/*").and_then(|rest| rest.split_once("*/"));
    let (comment, _) = inside.unwrap_or_else(|| panic!("{} does not begin with a comment", file.display()));
    comment.lines().map(|line| line.trim().trim_start_matches("* ").to_owned()).collect()
}

impl Program {
    fn read(path: &Path, files: Vec<PathBuf>) -> Self {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut program = Program { name, files, ..Program::default() };
        for line in program.files.iter().flat_map(|file| first_comment(file)).collect::<Vec<_>>() {
            program.take_line(&line);
        }
        program
    }

    fn take_line(&mut self, line: &str) {
        let Some((key, value)) = line.split_once(':') else { return };
        // A space behind the colon, then the value with all its own spaces.
        let value = value.strip_prefix(' ').unwrap_or(value);
        match key {
            "thesis alone" => self.thesis_alone = true,
            "cuda alone" => self.cuda_alone = true,
            "threads" => self.threads = Some(value.to_owned()),
            "arguments" => self.arguments = value.split_whitespace().map(str::to_owned).collect(),
            "expect" => {
                let expected = self.expected.get_or_insert_default();
                expected.push_str(value);
                expected.push('\n');
            }
            "status" => self.status = value.trim().parse().ok(),
            "stops" => self.stops.push(value.to_owned()),
            "refused" => {
                let mut words = value.splitn(3, ' ');
                let mut word = || words.next().unwrap_or_else(|| panic!("{}: {line}", self.name)).to_owned();
                let line_number = word();
                self.refused.push(Refusal {
                    line: line_number.parse().unwrap_or_else(|_| panic!("{}: {line}", self.name)),
                    code: word(),
                    pieces: word().split(" | ").map(str::to_owned).collect(),
                });
            }
            _ => {}
        }
    }

    /// `gpump`, with the environment that the program asks for.
    fn gpump(&self, command: &str) -> Command {
        let mut gpump = Command::new(env!("CARGO_BIN_EXE_gpump"));
        gpump.arg(command);
        self.set_environment(&mut gpump);
        gpump
    }

    fn set_environment(&self, command: &mut Command) {
        for name in ["OMP_NUM_THREADS", "GPUMP_NUM_PROCS", "GPUMP_NUM_BLOCKS", "GPUMP_THREADS_PER_BLOCK"] {
            command.env_remove(name);
        }
        if let Some(threads) = &self.threads {
            command.env("OMP_NUM_THREADS", threads);
        }
    }

    fn runs_as_with_gcc(&self) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let gcc = self.run_with_gcc(folder.path());
        let (expected, status) = match &self.expected {
            Some(expected) => (expected.clone(), self.status.unwrap_or(0)),
            None => {
                let gcc = gcc?;
                (text(&gcc.stdout), self.status.or(gcc.status.code()).ok_or("gcc's program crashes")?)
            }
        };
        let mut run = self.gpump("run");
        run.args(["--dialect", "thesis", "--device", "emulator"])
            .args(&self.files)
            .arg("--")
            .args(&self.arguments);
        let output = output(run)?;
        let (printed, errors) = (text(&output.stdout), text(&output.stderr));
        if printed != expected || output.status.code() != Some(status) {
            let found = output.status.code().map_or("no status".to_owned(), |code| code.to_string());
            return fail(format!(
                "prints\n{printed}and ends with {found}, should print\n{expected}and end with {status}\n{errors}"
            ));
        }
        match self.stops.iter().find(|piece| !errors.contains(*piece)) {
            Some(piece) => fail(format!("no `{piece}` in\n{errors}")),
            None => Ok(()),
        }
    }

    /// Where the dialects differ by what the thesis left out, this one does what
    /// gcc's program does.
    fn runs_in_cuda(&self) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let gcc = self.run_with_gcc(folder.path())?;
        let mut run = self.gpump("run");
        run.args(["--dialect", "cuda", "--device", "emulator"])
            .args(&self.files)
            .arg("--")
            .args(&self.arguments);
        let output = output(run)?;
        let (printed, expected) = (text(&output.stdout), text(&gcc.stdout));
        let errors = text(&output.stderr);
        // No compiler refuses a region, and gpump no file.
        if printed != expected || output.status.code() != gcc.status.code() || is_left_to_compiler(&errors) {
            let (found, wanted) = (output.status, gcc.status);
            return fail(format!(
                "prints\n{printed}and ends with {found}, should print\n{expected}and end with {wanted}\n{errors}"
            ));
        }
        Ok(())
    }

    /// What the program does where OpenMP is at home. gpump's allocation
    /// functions are the C library's there.
    fn run_with_gcc(&self, folder: &Path) -> Result<Output> {
        let program = folder.join("program");
        let mut gcc = Command::new("gcc");
        gcc.args(["-std=gnu99", "-fopenmp", "-w", "-O1"]);
        gcc.args(["malloc", "calloc", "realloc", "free"].map(|name| format!("-Dgpump_{name}={name}")));
        gcc.args(&self.files).arg("-lm").arg("-o").arg(&program);
        check("gcc", &output(gcc)?)?;
        let mut run = Command::new(program);
        run.args(&self.arguments);
        self.set_environment(&mut run);
        output(run)
    }

    fn compiles(&self, nvcc: &Path) -> Result<()> {
        let folder = tempfile::tempdir()?;
        for file in &self.files {
            let translated = folder.path().join(file.file_name().unwrap_or_default()).with_extension("cu");
            let mut translate = self.gpump("translate");
            translate.args(["--dialect", "thesis"]).arg(file).arg("-o").arg(&translated);
            check("gpump", &output(translate)?)?;
            let mut compile = Command::new(nvcc);
            compile
                .args(["-c", "-arch=sm_90", "-Werror", "all-warnings", "-I"])
                .arg(crate::folder("../runtime"));
            compile
                .arg("-I")
                .args(file.parent())
                .arg(&translated)
                .arg("-o")
                .arg(folder.path().join("object.o"));
            let compiled = output(compile)?;
            check("nvcc", &compiled)?;
            let said = text(&compiled.stdout) + &text(&compiled.stderr);
            if !said.trim().is_empty() {
                return fail(format!("nvcc says\n{said}"));
            }
        }
        Ok(())
    }

    fn is_refused(&self) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let translated = folder.path().join("translated.cu");
        let mut translate = self.gpump("translate");
        translate
            .args(["--require-device", "--dialect", self.dialect])
            .args(&self.files)
            .arg("-o")
            .arg(&translated);
        let output = output(translate)?;
        let errors = text(&output.stderr);
        if output.status.code() != Some(1) {
            return fail(format!("ends with {:?}, should end with 1\n{errors}", output.status.code()));
        }
        if translated.exists() || !output.stdout.is_empty() {
            return fail("something was written".to_owned());
        }
        let found = found_errors(&errors);
        let mut wanted: BTreeMap<(usize, &str), Vec<&Refusal>> = BTreeMap::new();
        for refusal in &self.refused {
            wanted.entry((refusal.line, &refusal.code)).or_default().push(refusal);
        }
        let places = |found: &[(usize, String, String)]| {
            let mut places: Vec<_> = found.iter().map(|(line, code, _)| (*line, code.clone())).collect();
            places.sort();
            places
        };
        let mut expected: Vec<_> = self.refused.iter().map(|r| (r.line, r.code.clone())).collect();
        expected.sort();
        if self.refused.is_empty() || places(&found) != expected {
            return fail(format!("has errors at {:?}, should have {expected:?}\n{errors}", places(&found)));
        }
        for refusal in &self.refused {
            let said = found.iter().any(|(line, code, text)| {
                (*line, code) == (refusal.line, &refusal.code)
                    && refusal.pieces.iter().all(|piece| text.contains(piece))
            });
            if !said {
                return fail(format!("no {refusal:?} in\n{errors}"));
            }
        }
        Ok(())
    }
}

/// The errors that were shown: line, code, and all that was said. Line breaks
/// and the margin that examples are drawn in are taken out.
fn found_errors(shown: &str) -> Vec<(usize, String, String)> {
    let mut errors: Vec<(usize, String, String)> = Vec::new();
    for line in shown.lines() {
        if let Some(code) = line.strip_prefix("error[").and_then(|rest| rest.get(..5)) {
            errors.push((0, code.to_owned(), String::new()));
        }
        let Some((place, _, said)) = errors.last_mut() else { continue };
        if *place == 0
            && let Some((_, at)) = line.split_once("--> ")
        {
            *place = at.rsplit(':').nth(1).and_then(|number| number.parse().ok()).unwrap_or(0);
        }
        said.push_str(line.trim().trim_start_matches(['|', ' ']));
        said.push(' ');
    }
    errors
}

fn output(mut command: Command) -> Result<Output> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).output().map_err(|error| format!("{name}: {error}").into())
}

fn check(name: &str, output: &Output) -> Result<()> {
    if output.status.success() {
        return Ok(());
    }
    fail(format!("{name} fails\n{}{}", text(&output.stdout), text(&output.stderr)))
}

fn fail<T>(message: String) -> Result<T> {
    Err(message.into())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
