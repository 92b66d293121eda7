//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::measure::Effort;
use crate::version::{Device, Version};

/// Put what gpump writes beside hand-written CUDA, offloading compilers and the host
///
/// Builds the versions of the programs, verifies what they print against one another, measures them, and prints one
/// table and the aims. Tables, CSV and plots go to a folder.
#[derive(Debug, Parser)]
#[command(
    bin_name = "scripts/gpu-bench",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Exit status: 0 all is right, 1 something failed or is wrong (with --strict: or an aim is missed), \
                  2 it could not be tried."
)]
pub struct Arguments {
    /// The programs; all if none is named
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,

    #[command(flatten)]
    pub mode: Mode,

    #[command(flatten)]
    pub common: Common,

    /// A missed aim is a failure
    #[arg(long)]
    pub strict: bool,

    /// Whom the ratios are to
    #[arg(long, value_enum, default_value_t = Version::Cuda)]
    pub against: Version,

    /// Only these versions
    #[arg(long, value_enum, value_delimiter = ',')]
    pub versions: Vec<Version>,

    #[command(subcommand)]
    pub command: Option<Words>,
}

/// What to do instead of all.
#[derive(Clone, Debug, Args)]
#[group(multiple = false)]
pub struct Mode {
    /// Only say what would be done; needs no GPU
    #[arg(long)]
    pub plan: bool,

    /// Without a GPU: compile all, and verify what runs without one at a small size
    #[arg(long)]
    pub check: bool,

    /// Without a GPU: put the machine code of gpump's kernels beside that of hand-written ones
    #[arg(long)]
    pub compare_code: bool,

    /// Without a GPU: count in the simulator what gpump's kernels do beside hand-written ones
    #[arg(long)]
    pub count: bool,

    /// Build all into this folder, for a machine with a GPU
    #[arg(long, value_name = "DIR")]
    pub build_only: Option<PathBuf>,

    /// Run what --build-only has built
    #[arg(long, value_name = "DIR")]
    pub built: Option<PathBuf>,
}

/// What the measurements have in common.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Where the programs run
    #[arg(long, value_enum, default_value_t = Device::Gpu)]
    pub device: Device,

    /// Where tables, CSV and plots go
    #[arg(
        long,
        value_name = "DIR",
        env = "GPUMP_BENCH_OUT",
        hide_env = true,
        default_value = "target/gpu-bench"
    )]
    pub out: PathBuf,

    /// Only these sizes; if not given, without a GPU the programs' small ones, and with --count those for it
    #[arg(long, value_delimiter = ',', value_name = "SIZES")]
    pub sizes: Vec<u64>,

    /// Processes for each version and size
    #[arg(long, default_value_t = 3, value_parser = at_least_one)]
    pub processes: usize,

    /// Repetitions in each process
    #[arg(long, default_value_t = 5, value_parser = at_least_one)]
    pub repeats: usize,

    /// Seconds after which a process is stopped
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub limit: u64,

    /// Seconds that all processes of a version and a size may take; the slow get fewer, at least one
    #[arg(long, default_value_t = 20, value_name = "SECONDS")]
    pub budget: u64,

    /// The host's architecture for gcc and clang; `native`, or with --build-only `x86-64-v3`
    #[arg(long, value_name = "ARCH")]
    pub march: Option<String>,

    /// The folder that has the programs' folders and Chapter 9's
    #[arg(long, hide = true, value_name = "DIR", env = "GPUMP_BENCH_SOURCES", default_value = "bench")]
    pub sources: PathBuf,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "it is at least 1".into())
}

impl Common {
    pub fn effort(&self) -> Effort {
        Effort {
            processes: self.processes,
            repeats: self.repeats,
            limit: Duration::from_secs(self.limit),
            budget: Duration::from_secs(self.budget),
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Words {
    /// Measure what the thesis's Chapter 9 measured, in both dialects
    #[command(name = "chapter9")]
    Chapter9 {
        #[command(flatten)]
        mode: ChapterMode,
        #[command(flatten)]
        common: Common,
    },
    /// Make tables and plots again of what was measured before, all of these folders as one
    Report {
        /// Folders that were given as --out
        #[arg(required = true, value_name = "DIR")]
        folders: Vec<PathBuf>,
        #[command(flatten)]
        common: Common,
        /// A missed aim is a failure
        #[arg(long)]
        strict: bool,
        /// Whom the ratios are to
        #[arg(long, value_enum, default_value_t = Version::Cuda)]
        against: Version,
    },
}

#[derive(Clone, Debug, Args)]
#[group(multiple = false)]
pub struct ChapterMode {
    /// Only say what would be done; needs no GPU
    #[arg(long)]
    pub plan: bool,

    /// Build the programs into this folder, for a machine with a GPU
    #[arg(long, value_name = "DIR")]
    pub build_only: Option<PathBuf>,

    /// Run what --build-only has built
    #[arg(long, value_name = "DIR")]
    pub built: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn takes_names_and_words() {
        let arguments = Arguments::parse_from(["gpu-bench", "--plan", "vector_add", "jacobi"]);
        assert!(arguments.mode.plan);
        assert_eq!(arguments.names, ["vector_add", "jacobi"]);
        let arguments = Arguments::parse_from(["gpu-bench", "chapter9", "--device", "emulator"]);
        assert!(
            matches!(arguments.command, Some(Words::Chapter9 { common, .. }) if common.device == Device::Emulator)
        );
        assert!(Arguments::try_parse_from(["gpu-bench", "--plan", "--check"]).is_err());
        assert!(Arguments::try_parse_from(["gpu-bench", "--count", "--built", "there"]).is_err());
        assert!(Arguments::try_parse_from(["gpu-bench", "--repeats", "0"]).is_err());
    }
}
