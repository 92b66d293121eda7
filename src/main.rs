//! The program: see [`cli`] for what it does.

#![forbid(unsafe_code)]

mod cli;
mod runtime;
mod toolchain;

fn main() -> std::process::ExitCode {
    cli::main()
}
