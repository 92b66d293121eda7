//! Where programs run, and what makes them for it.

use super::failure::Failure;
use crate::toolchain::nvcc::{self, Nvcc};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Device {
    /// On the GPU where nvcc and a device are found, else in the emulator
    Auto,
    /// On the GPU; needs nvcc
    Gpu,
    /// On the processor, each CUDA thread a thread of the system; needs a C++
    /// compiler
    Emulator,
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
        Ok(builder)
    }

    /// For a program that may run on another machine.
    pub fn for_device(device: Device) -> Result<Self, Failure> {
        match device {
            Device::Emulator => Ok(Builder::Emulator),
            Device::Auto if !nvcc::device_is_here() => Ok(Builder::Emulator),
            Device::Auto => Ok(Nvcc::find().map_or(Builder::Emulator, Builder::Nvcc)),
            Device::Gpu => Ok(Builder::Nvcc(Nvcc::find()?)),
        }
    }
}
