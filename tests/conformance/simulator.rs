//! Programs in the simulator: `scripts/simulate --toolkit` has made a folder like CUDA's.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::Result;
use crate::column;
use crate::program::Program;

/// Names the folder.
const TOOLKIT: &str = "GPUMP_SIM_TOOLKIT";
/// Every so many'th program is tried.
const EVERY: &str = "GPUMP_CONFORMANCE_SIMULATOR";
const USUALLY: u64 = 1;

/// Whether this machine has what it takes, and the caller wants it.
pub fn is_possible() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    is_set("GPUMP_NVCC") && is_set(TOOLKIT) && every() != 0
}

/// Seconds that a program has, of which making the runtime takes some, once.
pub const LIMIT: u32 = 3 * column::LIMIT;

/// What the simulator says of an error begins so.
pub const SAYS: &str = "simulator: ";

/// FNV-1a.
fn digest(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn every() -> u64 {
    let value = std::env::var(EVERY).ok().filter(|value| !value.is_empty());
    value.map_or(USUALLY, |value| value.parse().unwrap_or_else(|_| panic!("{EVERY}: no number: {value}")))
}

/// Whether the program is one of those that are tried, where any are.
pub fn has_turn(name: &str) -> bool {
    digest(name).is_multiple_of(every())
}

/// Has gpump make its program for the simulator, and run it there.
pub fn prepare(command: &mut Command) {
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    let toolkit = PathBuf::from(variable(TOOLKIT));
    let before = |folder: &str, name| {
        let mut list = toolkit.join(folder).into_os_string();
        let others = variable(name);
        if !others.is_empty() {
            list.push(":");
            list.push(others);
        }
        list
    };
    let (path, libraries): (OsString, OsString) = (before("bin", "PATH"), before("lib", "LD_LIBRARY_PATH"));
    command.env("PATH", path).env("LD_LIBRARY_PATH", libraries);
    command.env("GPUMP_NVCC", toolkit.join("bin/nvcc"));
    // What the column of warnings asks of nvcc where there is no simulator.
    command.env("GPUMP_SIM_WARNINGS", "error");
    // Within scripts/simulate GPUMP_NVCC is the simulator's own.
    if variable("GPUMP_SIM_NVCC").is_empty() {
        command.env("GPUMP_SIM_NVCC", variable("GPUMP_NVCC"));
    }
}

/// It prints what gcc's program prints, and nvcc has nothing to say of it.
pub fn runs_as_with_gcc(program: &Program) -> Result<()> {
    let reaches_all = digest(&program.name) / every().max(1) % 2;
    column::runs_as_with_gcc(program, "gpu", LIMIT, |command| {
        prepare(command);
        command.env("GPUMP_SIM_PAGEABLE", reaches_all.to_string());
    })
}
