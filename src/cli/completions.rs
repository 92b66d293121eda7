//! `gpump completions`: the command line in a shell.

use std::process::ExitCode;

use clap_complete::Shell;

use super::failure::Failure;
use super::output;

/// Write what completes gpump's command line in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  gpump completions bash > ~/.local/share/bash-completion/completions/gpump
  gpump completions zsh > ~/.zfunc/_gpump       with ~/.zfunc in $fpath
  gpump completions fish > ~/.config/fish/completions/gpump.fish";

pub fn execute(arguments: &Arguments, mut command: clap::Command) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "gpump", &mut script);
    output::to_standard(&script)?;
    Ok(ExitCode::SUCCESS)
}
