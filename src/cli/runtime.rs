//! `gpump runtime`: the runtime's sources, for building by hand.

use std::path::PathBuf;
use std::process::ExitCode;

use super::failure::Failure;
use crate::runtime;

/// Write out the C and CUDA sources that a translation is compiled with
///
/// For those who call the compiler themselves: a translation includes the
/// runtime's headers, and the emulator stands in for CUDA where there is no
/// GPU.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The folder to write to; made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

const EXAMPLES: &str = "\
Examples, for a machine with the CUDA toolkit and a GPU. A single file:
  gpump runtime runtime
  gpump translate --layout single loop.c -o loop.cu
  nvcc -std=c++17 -I runtime/cuda/include -I runtime loop.cu \\
       runtime/cuda/host.cu -Xlinker --wrap=main -o loop

A pair, whose host part is for the C compiler:
  gpump translate --layout pair loop.c -o cuda/
  gcc -O2 -I runtime/cuda/include -iquote . -c cuda/loop.c -o cuda/host.o
  nvcc -std=c++17 -I runtime/cuda/include -I runtime cuda/loop.cu \\
       cuda/host.o runtime/cuda/host.cu -Xlinker --wrap=main -o loop

As the thesis has it:
  gpump translate --dialect thesis loop.c -o loop.cu
  nvcc -I runtime loop.cu -o loop

`gpump run` does all of this in one step.";

pub fn execute(arguments: &Arguments) -> Result<ExitCode, Failure> {
    runtime::write_to(&arguments.folder).map_err(|cause| Failure::write(&arguments.folder, cause))?;
    Ok(ExitCode::SUCCESS)
}
