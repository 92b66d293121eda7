//! The command line: one file per command.
//!
//! Only this room, and [`crate::toolchain`] for it, touches files, terminals
//! and processes. Exit status: 0 done, 1 the input is wrong, 2 gpump was used
//! wrongly or the system refused; anything else is that of the program which
//! `gpump run` ran.

mod check;
mod failure;
mod format;
mod input;
mod output;
mod preprocessing;
mod run;
mod runtime;
mod terminal;
mod translate;
mod translation;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Translates C with OpenMP into CUDA C, and runs it, with or without a GPU
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  gpump translate loop.c -o loop.cu       translate a file
  gpump run loop.c                        translate, compile and run it
  gpump run --device emulator loop.c      the same on a machine without a GPU
  gpump translate src/*.c -o cuda/        translate many files into a folder
  gpump check src/*.c                     only say what is wrong

Exit status: 0 done; 1 the input is wrong; 2 used wrongly, or a file could not
be read or written; anything else from `run` is the program's own.";

#[derive(Debug, Subcommand)]
enum Command {
    Translate(translate::Arguments),
    Run(run::Arguments),
    Check(check::Arguments),
    Runtime(runtime::Arguments),
}

/// Does what the command line says.
pub fn main() -> ExitCode {
    let cli = Cli::parse_from(with_c_spelling(std::env::args_os()));
    let result = match cli.command {
        Command::Translate(arguments) => translate::execute(&arguments),
        Command::Run(arguments) => run::execute(&arguments),
        Command::Check(arguments) => check::execute(&arguments),
        Command::Runtime(arguments) => runtime::execute(&arguments),
    };
    result.unwrap_or_else(|failure| {
        if let Some(message) = failure.message() {
            terminal::error(&message);
        }
        failure.status()
    })
}

/// C compilers write `-std=c99` with one dash, which most command lines of
/// today would take for `-s -t -d=c99`.
fn with_c_spelling(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut is_ours = true;
    arguments.map(move |argument| {
        is_ours &= argument != "--";
        match argument.to_str().and_then(|argument| argument.strip_prefix("-std=")) {
            Some(standard) if is_ours => format!("--std={standard}").into(),
            _ => argument,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_standard_may_have_one_dash() {
        let arguments = ["gpump", "-std=c99", "--", "-std=c99"].map(OsString::from);
        let arguments: Vec<_> = with_c_spelling(arguments.into_iter()).collect();
        assert_eq!(arguments, ["gpump", "--std=c99", "--", "-std=c99"]);
    }
}
