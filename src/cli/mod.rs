//! The command line: one file per command.
//!
//! Only this room, and [`crate::toolchain`] for it, touches files, terminals
//! and processes. Exit status: 0 done, 1 the input is wrong, 2 gpump was used
//! wrongly or the system refused; anything else is that of the program which
//! `gpump run` ran.

mod cc;
mod check;
mod completions;
mod device;
mod diff;
mod doctor;
mod explain;
mod failure;
mod format;
mod host_regions;
mod input;
mod link;
mod lsp;
mod man;
mod optimisations;
mod original;
mod output;
mod preprocessing;
mod refused;
mod reproduce;
mod run;
mod runtime;
mod serve;
mod terminal;
mod translate;
mod translation;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use failure::Failure;

/// Translates C with OpenMP into CUDA C, and runs it, with or without a GPU
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    color: terminal::When,
}

const EXAMPLES: &str = "\
Examples:
  gpump translate loop.c -o loop.cu       translate a file
  gpump run loop.c                        translate, compile and run it
  gpump run --device emulator loop.c      the same on a machine without a GPU
  gpump translate src/*.c -o cuda/        translate many files into a folder
  gpump check src/*.c                     only say what is wrong
  gpump explain loop.c -o loop.html       show how the translation comes about
  gpump diff old.cu new.cu                compare by tokens
  gpump serve                             open a page to type a program in
  gpump lsp                               serve an editor
  gpump reproduce                         show the thesis's listings beside ours
  make CC=\"gpump cc\"                      build a project that has a Makefile

Exit status: 0 done; 1 the input is wrong, or differs; 2 used wrongly, or a file could not
be read or written; anything else from `run` is the program's own.";

#[derive(Debug, Subcommand)]
enum Command {
    Translate(translate::Arguments),
    Run(run::Arguments),
    Check(check::Arguments),
    Explain(explain::Arguments),
    Cc(cc::Arguments),
    Diff(diff::Arguments),
    Lsp(lsp::Arguments),
    Reproduce(reproduce::Arguments),
    Link(link::Arguments),
    Runtime(runtime::Arguments),
    Serve(serve::Arguments),
    Doctor(doctor::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Does what the command line says.
pub fn main() -> ExitCode {
    let result = match cc::words(std::env::args_os()) {
        // The only question that gpump answers itself.
        Some(words) if words == ["--help"] => help_with_cc(),
        Some(words) => cc::execute(words),
        None => execute(),
    };
    result.unwrap_or_else(|failure| {
        if let Some(message) = failure.message() {
            terminal::error(&message);
        }
        failure.status()
    })
}

fn execute() -> Result<ExitCode, Failure> {
    let cli = Cli::parse_from(preprocessing::with_long_flags(std::env::args_os()));
    terminal::choose_colors(cli.color);
    match cli.command {
        Command::Translate(arguments) => translate::execute(&arguments),
        Command::Run(arguments) => run::execute(&arguments),
        Command::Check(arguments) => check::execute(&arguments),
        Command::Explain(arguments) => explain::execute(&arguments),
        Command::Diff(arguments) => diff::execute(&arguments),
        Command::Lsp(arguments) => lsp::execute(&arguments),
        Command::Reproduce(arguments) => reproduce::execute(&arguments),
        Command::Link(arguments) => link::execute(&arguments),
        Command::Runtime(arguments) => runtime::execute(&arguments),
        Command::Serve(arguments) => serve::execute(&arguments),
        Command::Doctor(doctor::Arguments {}) => doctor::execute(),
        Command::Completions(arguments) => completions::execute(&arguments, Cli::command()),
        Command::Man(arguments) => man::execute(&arguments, Cli::command()),
        // Its words do not come this way.
        Command::Cc(_) => help_with_cc(),
    }
}

fn help_with_cc() -> Result<ExitCode, Failure> {
    let mut cli = Cli::command();
    cli.build();
    let help = cli.find_subcommand_mut("cc").map(|cc| cc.render_long_help().to_string());
    output::to_standard(help.unwrap_or_default().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
