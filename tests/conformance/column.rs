//! The columns: ways to try a program.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::crossed::{self, With};
use crate::process::{limited, success, text};
use crate::program::{self, Program};
use crate::simulator;
use crate::single;
use crate::warnings;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    Gcc,
    Emulator,
    Nvcc,
    Gpu,
    Simulator,
    Single,
    SingleNvcc,
    Warnings,
    Crossed,
    CrossedEmulator,
    Watched,
}

use Column::{
    Crossed, CrossedEmulator, Emulator, Gcc, Gpu, Nvcc, Simulator, Single, SingleNvcc, Warnings, Watched,
};

/// The team of a program that does not choose another, but for gcc's column.
pub const THREADS: u32 = 4;
/// The teams that a program must be right with.
const TEAMS: [u32; 4] = [1, 2, 4, 7];
/// Seconds that a program has.
pub const LIMIT: u32 = 120;

impl Column {
    const ALL: [Column; 11] = [
        Gcc,
        Emulator,
        Nvcc,
        Gpu,
        Simulator,
        Single,
        SingleNvcc,
        Warnings,
        Crossed,
        CrossedEmulator,
        Watched,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Gcc => "gcc",
            Emulator => "emulator",
            Nvcc => "nvcc",
            Gpu => "GPU",
            Simulator => "simulator",
            Single => "single",
            SingleNvcc => "single-nvcc",
            Warnings => "warnings",
            Crossed => "crossed",
            CrossedEmulator => "crossed-emulator",
            Watched => "watched",
        }
    }

    /// Those that a list names; without one, all but three, which take long.
    pub fn chosen(list: Option<&str>) -> std::result::Result<Vec<Column>, String> {
        let Some(list) = list else {
            return Ok(vec![Gcc, Emulator, Nvcc, Gpu, Simulator, Single, Warnings, Crossed]);
        };
        let find = |word: &str| {
            let mut all = Column::ALL.into_iter();
            all.find(|column| column.name() == word).ok_or_else(|| format!("there is no column `{word}`"))
        };
        list.split(',').map(|word| find(word.trim())).collect()
    }

    /// Whether this machine has what the column needs, the caller wants it, and the program can be had so.
    pub fn is_possible_for(self, program: &Program) -> bool {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            Single => !program.pair_alone,
            SingleNvcc => !program.pair_alone && is_set("GPUMP_NVCC"),
            Nvcc => is_set("GPUMP_NVCC") && program.is_for_cc(),
            Gpu => is_set("GPUMP_CONFORMANCE_GPU"),
            Simulator => {
                simulator::is_possible() && !program.not_simulated && simulator::has_turn(&program.name)
            }
            _ => true,
        }
    }

    /// `is_simulated`: whether the simulator's column tries the program, too.
    pub fn test(self, program: &Program, is_simulated: bool) -> Result<()> {
        match self {
            Gcc => is_right_with_gcc(program),
            // The single column has the iterations go to threads as gcc's do.
            Emulator => runs_as_with_gcc(program, "emulator", LIMIT, |gpump| {
                _ = gpump.env("GPUMP_EMULATOR_LIKE_DEVICE", "1");
            }),
            Nvcc => compiles_with_nvcc(program),
            Gpu => runs_as_with_gcc(program, "gpu", LIMIT, |_| ()),
            Simulator => simulator::runs_as_with_gcc(program),
            Single => single::runs_as_with_gcc(program),
            SingleNvcc => single::compiles_with_nvcc(program),
            // In the simulator nvcc has compiled the same text.
            Warnings => warnings::are_none(program, !is_simulated),
            Crossed => crossed::fails(program, With::Gcc),
            CrossedEmulator => crossed::fails(program, With::Emulator),
            // Whatever is said of a program ends it.
            Watched => runs_as_with_gcc(program, "emulator", LIMIT, |gpump| _ = gpump.arg("--watch")),
        }
    }
}

/// gcc without a word, and a program that prints the same with every team.
fn is_right_with_gcc(program: &Program) -> Result<()> {
    let executable = made_with_gcc(program)?;
    for environment in &program.environments {
        let mut printed: Option<String> = None;
        for threads in TEAMS.into_iter().filter(|&threads| threads >= program.least_threads) {
            let name = format!("with {threads} threads and {environment:?} the program");
            let output = success(&name, run(&executable, threads, environment))?;
            let now = text(&output.stdout);
            match &printed {
                Some(before) if *before != now => {
                    return Err(format!("{name} prints\n{now}and not\n{before}").into());
                }
                _ => printed = Some(now),
            }
        }
    }
    Ok(())
}

/// gcc's program, for which gcc has no warning: it is made once.
pub fn made_with_gcc(program: &Program) -> Result<PathBuf> {
    let make = || {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let gcc =
            build_with_gcc(program, &program.files, ["-O2", "-Wall", "-Wextra", "-Werror"], folder.path());
        success("gcc", gcc).map_err(|failed| failed.message().unwrap_or_default().to_owned())?;
        Ok(folder)
    };
    let folder = program.made_with_gcc.get_or_init(make).as_ref()?;
    Ok(folder.path().join("program"))
}

/// gpump's translation prints what gcc's program prints, and no error of the simulator's.
pub fn runs_as_with_gcc(
    program: &Program,
    device: &str,
    seconds: u32,
    prepare: impl Fn(&mut Command),
) -> Result<()> {
    let executable = made_with_gcc(program)?;
    let threads = THREADS.max(program.least_threads);
    let folder = tempfile::tempdir()?;
    let is_linked = device == "gpu" && program.files.len() > 1 && program.is_for_cc();
    let linked = if is_linked { Some(link(program, folder.path(), seconds, &prepare)?) } else { None };
    for environment in &program.environments {
        let expected = text(&success("gcc's program", run(&executable, threads, environment))?.stdout);
        let found = |how: &str, mut command: Command| -> Result<()> {
            set(&mut command, threads, environment);
            prepare(&mut command);
            let found = success(&format!("with {environment:?} {how}"), command)?;
            let (found, said) = (text(&found.stdout), text(&found.stderr));
            // A region that is left to gcc shows nothing.
            let is_left = !program.has_host_regions && said.contains("W0401");
            if is_left || said.contains(simulator::SAYS) {
                return Err(said.into());
            }
            if found != expected {
                let error = format!("with {environment:?} {how} prints\n{found}and should print\n{expected}");
                return Err(error.into());
            }
            Ok(())
        };
        found("gpump's program", run_with_gpump(&program.files, device, seconds))?;
        if let Some(linked) = &linked {
            found("the program of objects", limited(seconds, linked))?;
        }
    }
    Ok(())
}

/// `gpump cc` for the GPU.
fn compiler(seconds: u32) -> Command {
    let mut gpump = limited(seconds, env!("CARGO_BIN_EXE_gpump"));
    gpump.args(["cc", "--gpump-device=gpu", "--gpump-dialect=cuda", "-I"]).arg(program::folder());
    gpump
}

/// Makes the program for the GPU as a project does: each file becomes an object, while nothing is known of the others.
fn link(program: &Program, folder: &Path, seconds: u32, prepare: impl Fn(&mut Command)) -> Result<PathBuf> {
    let make = |inputs: &[PathBuf], output: &Path, flag: &str| -> Result<()> {
        let mut gpump = compiler(seconds);
        gpump.args(inputs).arg(flag).arg("-o").arg(output);
        prepare(&mut gpump);
        success("gpump cc", gpump).map(drop)
    };
    let objects: Vec<PathBuf> = (0..program.files.len()).map(|at| folder.join(format!("{at}.o"))).collect();
    for (file, object) in program.files.iter().zip(&objects) {
        make(std::slice::from_ref(file), object, "-c")?;
    }
    let linked = folder.join("linked");
    make(&objects, &linked, "-lm")?;
    Ok(linked)
}

/// nvcc compiles the translation for sm_90 and links it.
fn compiles_with_nvcc(program: &Program) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut gpump = compiler(LIMIT);
    gpump
        .env("GPUMP_ARCH", "sm_90")
        .args(&program.files)
        .arg("-lm")
        .arg("-o")
        .arg(folder.path().join("program"));
    success("gpump cc", gpump).map(drop)
}

/// Makes `program` in the folder.
pub fn build_with_gcc(
    program: &Program,
    files: &[PathBuf],
    flags: impl IntoIterator<Item = impl AsRef<OsStr>>,
    folder: &Path,
) -> Command {
    let mut gcc = limited(LIMIT, "gcc");
    gcc.args(flags).arg(if program.is_beyond_gcc { "-Wno-unknown-pragmas" } else { "-fopenmp" });
    gcc.arg("-I").arg(program::folder()).args(files);
    gcc.arg("-lm").arg("-o").arg(folder.join("program"));
    gcc
}

pub fn run_with_gpump(files: &[PathBuf], device: &str, seconds: u32) -> Command {
    let mut gpump = limited(seconds, env!("CARGO_BIN_EXE_gpump"));
    gpump.args(["run", "--dialect", "cuda", "--device", device]);
    gpump.arg("-I").arg(program::folder()).args(files);
    gpump
}

/// gcc's program.
pub fn run(executable: &Path, threads: u32, environment: &[(String, String)]) -> Command {
    let mut run = limited(LIMIT, executable);
    set(&mut run, threads, environment);
    run
}

/// What the program asks for counts more.
pub fn set(command: &mut Command, threads: u32, environment: &[(String, String)]) {
    command.env("OMP_NUM_THREADS", threads.to_string());
    command.envs(environment.iter().map(|(name, value)| (name, value)));
}
