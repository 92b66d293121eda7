//! Builds a program twice, with gcc and with gpump, runs both and compares.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::left::is_left_to_compiler;

/// What was found wrong, and where in the comparison: a smaller program with the same
/// fault stops in the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub kind: &'static str,
    pub message: String,
}

pub struct Driver {
    /// Where programs that differ are kept.
    pub kept: PathBuf,
    /// Whether gpump takes part, or only gcc, to try the generator itself.
    pub with_gpump: bool,
    /// Further options for gcc.
    pub options: Vec<String>,
}

/// How often a program may run for longer than any of them needs.
const SECONDS: &str = "60";

impl Driver {
    pub fn from_environment() -> Self {
        let variable = |name| std::env::var(name).unwrap_or_default();
        let kept = match variable("GPUMP_DIFFERENTIAL_KEPT") {
            folder if folder.is_empty() => Path::new(env!("CARGO_TARGET_TMPDIR")).join("differential"),
            folder => PathBuf::from(folder),
        };
        let options = variable("GPUMP_DIFFERENTIAL_GCC").split_whitespace().map(str::to_owned).collect();
        Self { kept, with_gpump: variable("GPUMP_DIFFERENTIAL_ONLY") != "gcc", options }
    }

    /// Keeps a program where its reader finds it.
    pub fn keep(&self, name: &str, text: &str) -> PathBuf {
        let path = self.kept.join(name);
        fs::create_dir_all(&self.kept).unwrap_or_else(|error| panic!("{}: {error}", self.kept.display()));
        fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        path
    }

    /// Whether the program prints the same everywhere.
    pub fn compare(&self, text: &str) -> Result<(), Difference> {
        let folder = tempfile::tempdir().map_err(|error| trouble("no folder", error.to_string()))?;
        let source = folder.path().join("program.c");
        fs::write(&source, text).map_err(|error| trouble("no file", error.to_string()))?;
        let program = folder.path().join("program");
        let mut gcc = Command::new("gcc");
        gcc.args(["-std=gnu11", "-fopenmp", "-O1", "-w"]).args(&self.options);
        gcc.arg(&source).arg("-lm").arg("-o").arg(&program);
        let built = output(&mut gcc);
        if !built.status.success() || !built.stderr.is_empty() {
            return Err(trouble("gcc complains", shown(&built.stderr)));
        }
        let mut expected: Option<Output> = None;
        // More of them where nobody else is asked.
        let threads: &[&str] = if self.with_gpump { &["1", "4"] } else { &["1", "2", "4", "7"] };
        for (threads, schedule) in threads.iter().zip(["static", "dynamic,2", "guided", "static,3"]) {
            let mut run = Command::new("timeout");
            run.arg(SECONDS).arg(&program);
            let found = output(set(&mut run, threads, schedule));
            if found.status.code().is_none_or(|code| code > 2) || !found.stderr.is_empty() {
                return Err(trouble(
                    "gcc's program fails",
                    format!("{} {}", found.status, shown(&found.stderr)),
                ));
            }
            match &expected {
                None => expected = Some(found),
                Some(expected) if same(expected, &found) => {}
                Some(expected) => {
                    let what =
                        format!("with gcc and {threads} threads: {}", first_difference(expected, &found));
                    return Err(trouble("gcc's program depends on its threads", what));
                }
            }
        }
        let Some(expected) = expected.filter(|_| self.with_gpump) else { return Ok(()) };
        let built = folder.path().join("built");
        for (threads, schedule, (name, value)) in [
            ("3", "dynamic", ("GPUMP_EMULATOR_LIKE_DEVICE", "0")),
            ("8", "static,2", ("GPUMP_EMULATOR_LIKE_DEVICE", "1")),
            ("4", "guided", ("GPUMP_DEVICE", "host")),
        ] {
            let mut run = Command::new("timeout");
            run.arg(SECONDS);
            // The first run leaves the program for the second.
            if built.join("program").exists() {
                run.arg(built.join("program"));
            } else {
                run.arg(env!("CARGO_BIN_EXE_gpump"));
                run.args(["run", "--dialect", "cuda", "--device", "emulator", "--keep"]);
                run.arg(&built).arg(&source);
            }
            run.env(name, value);
            let found = output(set(&mut run, threads, schedule));
            let said = shown(&found.stderr);
            let is_refused = is_left_to_compiler(&said);
            if !same(&expected, &found) || is_refused {
                let kind = match found.status.code() {
                    _ if is_refused => "a compiler refuses a region",
                    Some(124) => "gpump's program does not end",
                    _ if found.stdout.is_empty() => "gpump's program does not run",
                    code if code != expected.status.code() => "gpump's program ends otherwise",
                    _ => "gpump's program prints something else",
                };
                let what = format!(
                    "with {threads} threads and {name}={value}: {}",
                    first_difference(&expected, &found)
                );
                return Err(trouble(kind, format!("{what}\n{}", shown(&found.stderr))));
            }
        }
        Ok(())
    }
}

fn trouble(kind: &'static str, message: String) -> Difference {
    Difference { kind, message }
}

fn set<'a>(command: &'a mut Command, threads: &str, schedule: &str) -> &'a mut Command {
    command.env("OMP_NUM_THREADS", threads).env("OMP_SCHEDULE", schedule);
    command.env_remove("OMP_DYNAMIC").env_remove("OMP_NESTED")
}

fn output(command: &mut Command) -> Output {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn same(a: &Output, b: &Output) -> bool {
    a.stdout == b.stdout && a.status.code() == b.status.code()
}

/// The first lines of what a program says.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().take(12).collect::<Vec<_>>().join("\n")
}

fn first_difference(expected: &Output, found: &Output) -> String {
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let (a, b) = (text(expected), text(found));
    let (mut a, mut b) = (a.lines(), b.lines());
    for line in 1.. {
        match (a.next(), b.next()) {
            (None, None) => break,
            (x, y) if x == y => {}
            (x, y) => {
                let (x, y) = (x.unwrap_or("nothing more"), y.unwrap_or("nothing more"));
                return format!("line {line} is\n    {y}\nand should be\n    {x}");
            }
        }
    }
    format!("it ends with {} and should end with {}", found.status, expected.status)
}
