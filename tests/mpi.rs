//! Programs of MPI and OpenMP (`docs/mpi.md`): those of `tests/mpi/` print with 1, 2 and 4 ranks what gcc's program prints.
//!
//! They are built in the two ways there are: MPI's compiler calls gpump, or gpump calls it. Open MPI has to be here; without it
//! all of them are shown as ignored.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use tempfile::TempDir;

type Result<T> = std::result::Result<T, Failed>;

const PROGRAMS: [&str; 3] = ["halo", "reduction", "threads"];
const RANKS: [usize; 3] = [1, 2, 4];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let has_mpi = ["mpicc", "mpirun"].iter().all(|tool| which::which(tool).is_ok());
    if !has_mpi && !arguments.list {
        eprintln!("mpicc and mpirun are not here: scripts/test installs them");
    }
    let has_nvcc = std::env::var_os("GPUMP_NVCC").is_some_and(|named| !named.is_empty());
    let mut trials = Vec::new();
    let mut add = |name: String, is_possible: bool, test: Box<dyn FnOnce() -> Result<()> + Send>| {
        trials.push(Trial::test(name, test).with_ignored_flag(!has_mpi || !is_possible));
    };
    for program in PROGRAMS {
        add(
            format!("{program}, mpicc calls gpump"),
            true,
            Box::new(move || prints_the_same(program, called)),
        );
        add(
            format!("{program}, gpump calls mpicc"),
            true,
            Box::new(move || prints_the_same(program, calling)),
        );
        add(format!("{program}, nvcc"), has_nvcc, Box::new(move || nvcc_builds(program)));
    }
    add("devices".to_owned(), true, Box::new(each_rank_has_its_device));
    add("gpump run".to_owned(), true, Box::new(runs_as_one_rank));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn source(program: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mpi").join(program).with_extension("c")
}

fn gpump(words: &[&str]) -> Command {
    let mut gpump = Command::new(env!("CARGO_BIN_EXE_gpump"));
    gpump.args(words);
    gpump
}

/// The same for every command of a test, whichever calls the other.
fn with_environment<'c>(command: &'c mut Command, device: &str) -> &'c mut Command {
    for name in ["CC", "GPUMP_CC", "OMPI_CC"] {
        command.env_remove(name);
    }
    command
        .env("GPUMP_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
        .env("GPUMP_DEVICE", device)
}

fn output(command: &mut Command) -> Result<Output> {
    let done = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    match done.status.success() {
        true => Ok(done),
        false => {
            Err(format!("{command:?}: {}\n{}", done.status, String::from_utf8_lossy(&done.stderr)).into())
        }
    }
}

/// A way to build a program for a device.
type Way = fn(&str, &str, &Path) -> Result<()>;

/// `OMPI_CC="gpump cc" mpicc`.
fn called(program: &str, device: &str, to: &Path) -> Result<()> {
    let mut mpicc = Command::new("mpicc");
    with_environment(&mut mpicc, device).env("OMPI_CC", format!("{} cc", env!("CARGO_BIN_EXE_gpump")));
    output(mpicc.args(["-O2", "-fopenmp"]).arg(source(program)).arg("-o").arg(to)).map(drop)
}

/// `GPUMP_CC=mpicc gpump cc`, in two steps.
fn calling(program: &str, device: &str, to: &Path) -> Result<()> {
    let object = to.with_extension("o");
    let cc = |words: &[&str]| {
        let mut gpump = gpump(&["cc"]);
        with_environment(&mut gpump, device).env("GPUMP_CC", "mpicc").args(words);
        gpump
    };
    output(cc(&["-O2", "-fopenmp", "-c"]).arg(source(program)).arg("-o").arg(&object))?;
    output(cc(&["-fopenmp"]).arg(object).arg("-o").arg(to)).map(drop)
}

fn gcc(program: &str, to: &Path) -> Result<()> {
    let mut mpicc = Command::new("mpicc");
    with_environment(&mut mpicc, "host").env("OMPI_CC", "gcc").args(["-O2", "-fopenmp", "-pthread"]);
    output(mpicc.arg(source(program)).arg("-o").arg(to)).map(drop)
}

/// Open MPI makes and removes a folder of the user's in `TMPDIR`: of two runs at once, one could remove what the other needs.
fn with_own_session<'c>(command: &'c mut Command, folder: &Path) -> &'c mut Command {
    command.env("TMPDIR", folder)
}

/// A call of so many ranks, more perhaps than there are processors.
fn ranks(count: usize, program: &Path) -> Command {
    let mut mpirun = Command::new("mpirun");
    with_own_session(&mut mpirun, program.parent().expect("a program lies in its test's folder"));
    mpirun.args(["--allow-run-as-root", "--oversubscribe", "-n", &count.to_string()]).arg(program);
    for name in ["OMP_DEFAULT_DEVICE", "CUDA_VISIBLE_DEVICES", "GPUMP_DEVICE", "GPUMP_DEVICE_PROCESSES"] {
        mpirun.env_remove(name);
    }
    mpirun.env("OMP_NUM_THREADS", "2").env("GPUMP_HEAP", "64");
    mpirun
}

fn printed(command: &mut Command) -> Result<String> {
    Ok(String::from_utf8_lossy(&output(command)?.stdout).into_owned())
}

fn same(found: &str, expected: &str, what: &str) -> Result<()> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{what}: printed\n{found}\ngcc's program\n{expected}").into()),
    }
}

fn folder() -> Result<TempDir> {
    Ok(tempfile::tempdir()?)
}

/// On devices that reach the host's memory, and on those that do not: there MPI gets blocks of the heap that both share.
fn prints_the_same(program: &str, build: Way) -> Result<()> {
    let folder = folder()?;
    let (by_gcc, ours) = (folder.path().join("gcc"), folder.path().join("ours"));
    gcc(program, &by_gcc)?;
    build(program, "emulator", &ours)?;
    for count in RANKS {
        let expected = printed(&mut ranks(count, &by_gcc))?;
        for reach in ["0", "2"] {
            let settings = [("GPUMP_EMULATOR_DEVICES", "4"), ("GPUMP_EMULATOR_PAGEABLE", reach)];
            let found = printed(ranks(count, &ours).envs(settings))?;
            same(&found, &expected, &format!("{count} ranks, {settings:?}"))?;
        }
    }
    Ok(())
}

/// Nothing here runs on a GPU: that a program is compiled and linked is what can be seen.
fn nvcc_builds(program: &str) -> Result<()> {
    let folder = folder()?;
    let (by_gcc, ours) = (folder.path().join("gcc"), folder.path().join("ours"));
    gcc(program, &by_gcc)?;
    let expected = printed(&mut ranks(2, &by_gcc))?;
    for build in [called as Way, calling] {
        build(program, "gpu", &ours)?;
        let found = printed(ranks(2, &ours).env("GPUMP_DEVICE", "host"))?;
        same(&found, &expected, "regions on the host")?;
    }
    Ok(())
}

/// A rank uses the device with its number; where there are more ranks, some share one.
fn each_rank_has_its_device() -> Result<()> {
    let folder = folder()?;
    let program = folder.path().join("program");
    called("halo", "emulator", &program)?;
    let settings = [("GPUMP_SHOW_DEVICE", "1"), ("GPUMP_EMULATOR_DEVICES", "3")];
    let said = output(ranks(4, &program).envs(settings))?;
    let said = String::from_utf8_lossy(&said.stderr);
    let mut lines: Vec<&str> = said.lines().filter(|line| line.starts_with("gpump: ")).collect();
    lines.sort_unstable();
    let expected = [(0, 0, 2), (1, 1, 1), (2, 2, 1), (3, 0, 2)].map(|(rank, device, processes)| {
        let bus = device + 1;
        format!(
            "gpump: process {rank} of 4 on this machine: device {device} of 3 \
             (gpump emulator, 0000:0{bus}:00), shared by {processes}; heap of 64 MiB"
        )
    });
    match lines == expected {
        true => Ok(()),
        false => Err(format!("{expected:#?}\nwas expected, and this was said:\n{said}").into()),
    }
}

/// A program of MPI that no `mpirun` starts is one rank.
fn runs_as_one_rank() -> Result<()> {
    let folder = folder()?;
    let by_gcc = folder.path().join("gcc");
    gcc("reduction", &by_gcc)?;
    let expected = printed(with_own_session(&mut Command::new(&by_gcc), folder.path()))?;
    let mut run = gpump(&["run", "--device", "emulator"]);
    with_own_session(with_environment(&mut run, "emulator"), folder.path())
        .env("GPUMP_CC", "mpicc")
        .arg(source("reduction"));
    same(&printed(&mut run)?, &expected, "gpump run")
}
