//! `scripts/gpu-bench --count` as a whole: gpump and nvcc make a program, and the simulator counts what its kernels do.
//!
//! `GPUMP_NVCC` names nvcc; where it is not set the tests are shown as ignored. `GPUMP` names gpump; where it is not set, it is built.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let is_ignored = std::env::var_os("GPUMP_NVCC").is_none_or(|path| path.is_empty());
    let trial = Trial::test("counts_what_an_addition_moves", counts_what_an_addition_moves);
    libtest_mimic::run(&arguments, vec![trial.with_ignored_flag(is_ignored)]).exit_code()
}

/// 3000 floats are 375 sectors: two arrays are loaded and one is stored, by four launches, whoever writes the kernel.
fn counts_what_an_addition_moves() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the crate is in a folder")?;
    let bench = Path::new(env!("CARGO_BIN_EXE_gpump-bench"));
    let gpump = match std::env::var_os("GPUMP").filter(|named| !named.is_empty()) {
        Some(named) => named.into(),
        None => built_gpump(root, bench)?,
    };
    let out = tempfile::tempdir()?;
    let done = Command::new(root.join("scripts/gpu-bench"))
        .args(["--count", "vector_add", "--sizes", "3000", "--versions", "cuda,gpump", "--out"])
        .arg(out.path())
        .env("GPUMP_BENCH", bench)
        .env("GPUMP", gpump)
        .env("GPUMP_BENCH_SOURCES", root.join("bench"))
        .output()?;
    let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    if !done.status.success() {
        return Err(said.into());
    }
    let mut reader = csv::Reader::from_path(out.path().join("counts.csv"))?;
    let mut counted = Vec::new();
    for row in reader.deserialize() {
        let row: BTreeMap<String, String> = row?;
        if row["version"] == "gcc" {
            continue;
        }
        let column = |name: &str| row[name].clone();
        counted.push(
            ["version", "verdict", "launches", "global_load_sectors", "global_store_sectors"].map(column),
        );
        // As many threads at least as there are numbers, and each adds one.
        let work: u64 = row["thread_instructions"].parse()?;
        if work < 4 * 3000 {
            return Err(format!("{} has {work} instructions", row["version"]).into());
        }
    }
    let moved = |version: &str| [version, "right", "4", "3000", "1500"].map(str::to_owned);
    if counted != [moved("cuda"), moved("gpump")] {
        return Err(format!("{counted:?}\n{said}").into());
    }
    Ok(())
}

/// gpump, beside `gpump-bench`. Its dependencies have other features than in a test of the workspace, so this may compile all of them.
fn built_gpump(root: &Path, bench: &Path) -> Result<PathBuf, Failed> {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--quiet", "-p", "gpump", "--target-dir"])
        .arg(bench.ancestors().nth(2).ok_or("the program is in no folder")?)
        .current_dir(root)
        .status()?;
    match built.success() {
        true => Ok(bench.with_file_name("gpump")),
        false => Err("gpump does not build".into()),
    }
}
