//! Checks all sources without a GPU: what can run without one prints the same, and nvcc takes the rest.

use std::path::Path;

use anyhow::Result;
use indicatif::ProgressBar;

use crate::built::Built;
use crate::measure::{Bench, Effort};
use crate::program::Program;
use crate::samples::Verdict;
use crate::say::say;
use crate::tools::Tools;
use crate::version::{Device, Version};

/// What came of a check.
#[derive(Debug, PartialEq, Eq)]
pub enum Checked {
    Well,
    Badly,
    /// What it takes is not here.
    Untried(String),
}

/// Checks the programs, and says what it found, a line for each.
pub fn check(programs: &[Program], headers: &Path, effort: &Effort) -> Result<Checked> {
    let here = Tools::find(Device::Emulator, headers, "native");
    for version in [Version::Gpump, Version::Gcc] {
        if let Some(reason) = here.why_not(version) {
            return Ok(Checked::Untried(format!("{version}: {reason}")));
        }
    }
    let for_gpu = Tools::find(Device::Gpu, headers, "native");
    if let Some(reason) = for_gpu.why_not(Version::Cuda) {
        return Ok(Checked::Untried(format!("{}: {reason}", Version::Cuda)));
    }
    let folder = tempfile::tempdir()?;
    // Of clang, there is nothing on the host that gcc does not show.
    let runnable: Vec<Version> =
        Version::all().into_iter().filter(|version| *version != Version::ClangTarget).collect();
    let compiled =
        [Version::Cuda, Version::CudaOther, Version::Gpump, Version::GpumpOther, Version::GpumpThesis];
    let built = Built::build(&folder.path().join("emulator"), programs, &runnable, &here)?;
    let of_nvcc = Built::build(&folder.path().join("gpu"), programs, &compiled, &for_gpu)?;
    let effort = Effort { processes: 0, ..effort.clone() };
    let bench = Bench { built: &built, device: Device::Emulator, effort };

    let mut result = Checked::Well;
    for program in programs {
        let results =
            bench.program(program, &runnable, &[program.description.check], &ProgressBar::hidden())?;
        let mut faults = Vec::new();
        let mut remarks = String::new();
        for outcome in &results.outcomes {
            let is_emulators = match outcome.verdict {
                Verdict::TooLong => outcome.version.is_by_hand(),
                Verdict::LeftOut => outcome.version == Version::CudaOther,
                _ => false,
            };
            if is_emulators {
                let label = program.label(outcome.version);
                remarks = format!("{remarks}; not in the emulator: {label}, {}", outcome.verdict);
            } else if outcome.verdict != Verdict::Right {
                faults.push(format!("{}: {}, {}", outcome.version, outcome.verdict, outcome.detail));
            }
        }
        for version in program.versions(&compiled) {
            if let Some((verdict, detail)) = of_nvcc.missing(program, version) {
                faults.push(format!("{version} by nvcc: {verdict}, {detail}"));
            }
        }
        if faults.is_empty() {
            let listed = |versions: &[Version]| {
                let versions = program.versions(versions);
                let labels = versions.map(|version| program.label(version));
                labels.collect::<Vec<_>>().join(", ")
            };
            let (ran, made) = (listed(&runnable), listed(&compiled));
            say(format_args!("ok      {}: {ran}; by nvcc {made}{remarks}", program.name))?;
        } else {
            result = Checked::Badly;
            say(format_args!("FAILED  {}", program.name))?;
            for fault in faults {
                say(format_args!("        | {}", fault.trim_end().replace('\n', "\n        | ")))?;
            }
        }
    }
    Ok(result)
}
