//! The crossed run: each program, spoiled as it says itself, fails. One that
//! passes all the same does not need the feature, and shows nothing of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::Result;
use crate::column::{LIMIT, THREADS, build_with_gcc, run_with_gpump, set};
use crate::crossing::{Failure, Spoiled};
use crate::process::{ending, limited, output, text, timed_out};
use crate::program::Program;

/// Where the spoiled programs run.
#[derive(Clone, Copy, Debug)]
pub enum With {
    Gcc,
    Emulator,
}

/// How often a spoiled program may be lucky: where it fails by a race, it may not the first time. On two processors
/// few need more than two runs; where there is one, or others use them, some need a hundred.
const TRIES: usize = 500;
/// In the emulator, where a run takes a second.
const TRIES_IN_EMULATOR: usize = 60;
/// The programs' own limit on waiting, in seconds: spoiled, they are expected to come to it.
const IMPATIENT: &str = "-DPATIENCE=0.3";
/// Seconds after which a program that is to wait for ever does so.
const FOR_EVER: u32 = 2;
/// The same where translation and compilation are part of it.
const FOR_EVER_IN_EMULATOR: u32 = 20;

pub fn fails(program: &Program, with: With) -> Result<()> {
    let read = |path: &PathBuf| fs::read_to_string(path).map(|text| (path.clone(), text));
    let files: Vec<_> =
        program.files.iter().chain(&program.headers).map(read).collect::<std::io::Result<_>>()?;
    for crossing in &program.crossings {
        for spoiled in crossing.apply(&files)? {
            let folder = tempfile::tempdir()?;
            let copies = write(&spoiled, program, folder.path())?;
            let fails = match with {
                With::Gcc if !program.is_beyond_gcc => {
                    fails_with_gcc(&copies, program, crossing.failure, folder.path())
                }
                _ => fails_in_emulator(&copies, program, crossing.failure),
            };
            match fails {
                Ok(true) => {}
                Ok(false) => return Err(format!("it passes {}", spoiled.how).into()),
                Err(error) => {
                    let said = error.message().unwrap_or_default();
                    return Err(format!("{}: {said}", spoiled.how).into());
                }
            }
        }
    }
    Ok(())
}

/// Writes the spoiled files. Returns those to compile.
fn write(spoiled: &Spoiled, program: &Program, folder: &Path) -> Result<Vec<PathBuf>> {
    let copy = |path: &Path| folder.join(path.file_name().unwrap_or_default());
    for (path, text) in &spoiled.files {
        fs::write(copy(path), text)?;
    }
    Ok(program.files.iter().map(|path| copy(path)).collect())
}

fn fails_with_gcc(files: &[PathBuf], program: &Program, failure: Failure, folder: &Path) -> Result<bool> {
    let flags = ["-O0", "-w", IMPATIENT].into_iter().chain(program.crossed_flags.iter().map(String::as_str));
    let gcc = output(build_with_gcc(program, files, flags, folder))?;
    if failure == Failure::Refusal {
        return Ok(!gcc.status.success());
    }
    if !gcc.status.success() {
        return Err(format!("gcc {}\n{}", ending(&gcc), text(&gcc.stderr)).into());
    }
    let seconds = if failure == Failure::Hang { FOR_EVER } else { LIMIT };
    some_run_fails(program, failure, TRIES, || limited(seconds, folder.join("program")))
}

fn fails_in_emulator(files: &[PathBuf], program: &Program, failure: Failure) -> Result<bool> {
    let seconds = if failure == Failure::Hang { FOR_EVER_IN_EMULATOR } else { LIMIT };
    let gpump = || {
        let mut gpump = run_with_gpump(files, "emulator", seconds);
        // Macros are all that gpump has to do with.
        gpump.arg(IMPATIENT).args(program.crossed_flags.iter().filter(|flag| flag.starts_with("-D")));
        gpump
    };
    if failure == Failure::Refusal {
        let output = output(gpump())?;
        return Ok(is_refusal(&output));
    }
    some_run_fails(program, failure, TRIES_IN_EMULATOR, gpump)
}

/// gpump's errors have codes.
fn is_refusal(output: &Output) -> bool {
    output.status.code() == Some(1) && text(&output.stderr).contains("error[")
}

/// Whether the program itself found that something is wrong, or a signal ended it. That it could not
/// be made, or be run, shows nothing.
fn is_wrong(output: &Output) -> bool {
    match output.status.code() {
        Some(1) => text(&output.stdout).contains("WRONG"),
        Some(status) => status > 128,
        None => true,
    }
}

fn some_run_fails(
    program: &Program,
    failure: Failure,
    tries: usize,
    command: impl Fn() -> Command,
) -> Result<bool> {
    let threads = THREADS.max(program.least_threads);
    for _ in 0..tries {
        for environment in &program.environments {
            let mut run = command();
            set(&mut run, threads, environment);
            let output = output(run)?;
            if timed_out(&output) {
                return if failure == Failure::Hang { Ok(true) } else { Err("it does not end".into()) };
            }
            if is_wrong(&output) {
                return Ok(true);
            }
            if !output.status.success() {
                return Err(format!("it {}\n{}", ending(&output), text(&output.stderr)).into());
            }
        }
    }
    Ok(false)
}
