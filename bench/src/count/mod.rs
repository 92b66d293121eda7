//! Counts what kernels do, without a GPU: the versions run in the simulator, gpump's beside hand-written ones.

mod counts;
mod files;
mod ratios;
mod runs;
mod tables;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::built::Built;
use crate::program::Program;
use crate::say::say;
use crate::tools::{COMPILE_LIMIT, Tools};
use crate::version::Version;

/// Those whose kernels the simulator runs.
const COUNTED: [Version; 5] =
    [Version::Cuda, Version::CudaOther, Version::Gpump, Version::GpumpOther, Version::GpumpThesis];

pub struct Wanted<'a> {
    pub programs: &'a [Program],
    /// Of these, those that can be counted.
    pub versions: &'a [Version],
    pub sizes: &'a dyn Fn(&Program) -> Vec<u64>,
    pub against: Version,
    /// For each run.
    pub limit: Duration,
    /// Where table and CSV go.
    pub out: &'a Path,
}

/// Counts, and shows it. Whether all is right.
pub fn count(wanted: &Wanted, tools: &Tools) -> Result<bool> {
    let &Wanted { programs, against, out, .. } = wanted;
    let mut versions: Vec<Version> =
        COUNTED.into_iter().filter(|version| wanted.versions.contains(version)).collect();
    let known = || COUNTED.map(|version| version.to_string()).join(", ");
    ensure!(!versions.is_empty(), "none of these versions can be counted: there are {}", known());
    ensure!(COUNTED.contains(&against), "{against} cannot be counted: there are {}", known());
    need_simulator(&versions, tools)?;
    // The host says what is right.
    versions.push(Version::Gcc);
    let folder = tempfile::tempdir()?;
    let built = Built::build(folder.path(), programs, &versions, tools)?;
    let rows = runs::run(programs, &versions, wanted.sizes, &built, wanted.limit)?;
    files::write(&rows, against, out)?;
    say(tables::text(&rows, against))?;
    say(format_args!("The table and all counts are in {}.", out.display()))?;
    Ok(!rows.iter().any(|row| row.verdict.is_fault()))
}

/// # Errors
///
/// gpump or nvcc is not here, or nvcc makes no programs for the simulator: they would run on the device, and nobody
/// would count.
fn need_simulator(versions: &[Version], tools: &Tools) -> Result<()> {
    for &version in versions {
        if let Some(reason) = tools.why_not(version) {
            bail!("{version}: {reason}");
        }
    }
    let nvcc = tools.nvcc.as_deref().context("no nvcc is here")?;
    let said = crate::command::Command::new(nvcc).arg("--version").output(COMPILE_LIMIT)?;
    ensure!(
        said.contains("gpump's simulator"),
        "{} makes programs for a GPU, and it takes the simulator to count: scripts/gpu-bench --count runs this there",
        nvcc.display()
    );
    Ok(())
}
