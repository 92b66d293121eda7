//! Where programs run, and what makes them for it.

use std::path::Path;

use gpump::Dialect;

use super::failure::Failure;
use super::terminal;
use crate::toolchain::emulator::Emulator;
use crate::toolchain::nvcc::{self, Nvcc};
use crate::toolchain::{self, Backend};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Device {
    /// On the GPU where nvcc and a device are found, else in the emulator
    Auto,
    /// On the GPU; needs nvcc
    Gpu,
    /// On the processor, each CUDA thread a thread of the system; needs a C++
    /// compiler
    Emulator,
    /// On the processor as OpenMP, without any kernel; needs a C compiler with
    /// `-fopenmp`
    Host,
}

/// What makes the program.
pub enum Builder {
    Nvcc(Nvcc),
    Emulator,
}

impl Builder {
    /// For a program that will run on this machine.
    pub fn to_run_on(device: Device) -> Result<Self, Failure> {
        let builder = Self::for_device(device)?;
        if device == Device::Gpu && !nvcc::device_is_here() {
            return Err(Failure::Usage(
                "no NVIDIA GPU is here, or its driver is not installed; \
                 `--device emulator` runs the program without one"
                    .into(),
            ));
        }
        if let Builder::Emulator = builder {
            warn_of_idle_device(device);
        }
        Ok(builder)
    }

    /// For a program that may run on another machine.
    pub fn for_device(device: Device) -> Result<Self, Failure> {
        match device {
            Device::Emulator | Device::Host => Ok(Builder::Emulator),
            Device::Auto if !nvcc::device_is_here() => Ok(Builder::Emulator),
            Device::Auto => Ok(Nvcc::find().map_or(Builder::Emulator, Builder::Nvcc)),
            Device::Gpu => Ok(Builder::Nvcc(Nvcc::find()?)),
        }
    }
    /// The compilers themselves. What cannot be kept in the cache folder goes to the folder `fallback`.
    ///
    /// # Errors
    ///
    /// There is no C++ compiler for the emulator, or a file cannot be written.
    pub fn backend(self, dialect: Dialect, fallback: &Path) -> Result<Backend, toolchain::Error> {
        self.watching(dialect, fallback, false)
    }

    /// The same; in the cuda dialect the emulator may watch what the program does.
    ///
    /// # Errors
    ///
    /// As those of [`Self::backend`].
    pub fn watching(
        self,
        dialect: Dialect,
        fallback: &Path,
        is_watched: bool,
    ) -> Result<Backend, toolchain::Error> {
        Ok(match (self, dialect) {
            (Builder::Nvcc(nvcc), _) => Backend::Nvcc(nvcc),
            (Builder::Emulator, Dialect::Thesis) => Backend::Emulator(Emulator::find(fallback)?),
            (Builder::Emulator, Dialect::Cuda) => {
                Backend::Emulator(Emulator::find(fallback)?.with_one_memory(is_watched))
            }
        })
    }
}

/// Says that a program runs in the emulator because nvcc is missing, though a GPU is here, and nobody has chosen the emulator.
pub fn warn_of_idle_device(device: Device) {
    if device != Device::Auto || !nvcc::device_is_here() {
        return;
    }
    if let Err(missing) = Nvcc::find() {
        terminal::warning(&format!(
            "a GPU is here, but the program runs in the emulator, on the processor: {missing}; \
             `--device emulator`, or `--gpump-device=emulator` for `gpump cc`, chooses it without this warning"
        ));
    }
}
