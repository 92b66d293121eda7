//! `gpump lsp`: a language server.

use std::process::ExitCode;

use super::failure::Failure;
use super::preprocessing::Preprocessing;
use super::terminal;
use super::translation::DialectArgument;
use crate::lsp::{Defaults, serve};

/// Serve an editor: a language server over standard input and output
///
/// Diagnostics as one types, what variables and pragmas become on hover, completion of directives and clauses, quick fixes, and the
/// kernels of regions.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// For which code, unless the editor says which
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectArgument,

    /// Do not ask the C compiler, whose errors and warnings come beside gpump's own
    #[arg(long)]
    no_compiler: bool,

    #[command(flatten)]
    preprocessing: Preprocessing,
}

const EXAMPLES: &str = "\
Examples:
  gpump lsp                               as editors start it
  gpump lsp --dialect thesis -I include   for files that no compile_commands.json lists

An editor starts it; docs/editors.md says how VS Code, Neovim, Emacs and Helix do. The flags of a file are those of the
closest compile_commands.json. Exit status: 0 the editor said goodbye; 1 it did not.";

pub fn execute(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { dialect, no_compiler, preprocessing } = arguments;
    let flags = [preprocessing.compiler_flags(), preprocessing.c_flags()].concat();
    let defaults = Defaults {
        dialect: (*dialect).into(),
        flags,
        preprocesses: preprocessing.is_wanted(),
        asks_compiler: !no_compiler,
    };
    match serve(defaults) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            terminal::error(&error.to_string());
            Ok(ExitCode::FAILURE)
        }
    }
}
