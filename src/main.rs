//! The program: see [`cli`] for what it does.

mod cli;
mod runtime;
mod toolchain;

fn main() -> std::process::ExitCode {
    cli::main()
}
