//! The program: see [`cli`] for what it does.

#![forbid(unsafe_code)]

mod cli;
mod lsp;
mod toolchain;

use gpump::runtime;

fn main() -> std::process::ExitCode {
    cli::main()
}
