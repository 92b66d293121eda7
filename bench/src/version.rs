//! The versions of a program: who makes what of which source.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoEnumIterator};

use crate::program::Source;

/// In the order of the tables: hand-written CUDA, which all are compared with, first.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumIter,
    EnumString,
    Serialize,
    Deserialize,
    clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Version {
    /// Hand-written CUDA, by nvcc
    Cuda,
    /// Hand-written CUDA that does it in another way, for information
    CudaOther,
    /// OpenMP 2.5 by gpump, in the cuda dialect
    Gpump,
    /// The same, written in another way, for information
    GpumpOther,
    /// The thesis's dialect, by gpump
    GpumpThesis,
    /// OpenMP `target`, by gcc
    GccTarget,
    /// OpenMP `target`, by clang
    ClangTarget,
    /// OpenMP 2.5 by gcc, on all cores of the host
    Gcc,
}

impl Version {
    pub fn all() -> Vec<Self> {
        Self::iter().collect()
    }

    pub fn source(self) -> Source {
        match self {
            Version::Cuda => Source::Cuda,
            Version::CudaOther => Source::OtherCuda,
            Version::GpumpOther => Source::OtherOpenMp,
            Version::Gpump | Version::Gcc => Source::OpenMp,
            Version::GpumpThesis => Source::Thesis,
            Version::GccTarget | Version::ClangTarget => Source::Target,
        }
    }

    /// Whether it says, when asked, how long its kernels took on the device.
    pub fn tells_kernel_times(self) -> bool {
        matches!(self, Version::Cuda | Version::CudaOther | Version::Gpump | Version::GpumpOther)
    }

    /// Whether it is CUDA that somebody wrote.
    pub fn is_by_hand(self) -> bool {
        matches!(self, Version::Cuda | Version::CudaOther)
    }
}

/// Where programs run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Device {
    /// On the GPU of this machine
    Gpu,
    /// Without a GPU: gpump's versions in its emulator, and `target` on the host. Shows that all works; the times
    /// say nothing of a GPU
    Emulator,
}
