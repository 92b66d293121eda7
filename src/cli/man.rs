//! `gpump man`: the manual page.

use std::process::ExitCode;

use super::failure::Failure;
use super::output;

/// Write the manual page of gpump, or of a command
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The command; gpump itself if not given
    command: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  gpump man | man -l -                                            read it
  gpump man > ~/.local/share/man/man1/gpump.1                     keep it
  gpump man run > ~/.local/share/man/man1/gpump-run.1";

pub fn execute(arguments: &Arguments, mut gpump: clap::Command) -> Result<ExitCode, Failure> {
    gpump.build();
    let wanted = match &arguments.command {
        None => gpump,
        Some(name) => {
            let command = gpump.find_subcommand(name).cloned();
            command.ok_or_else(|| Failure::Usage(format!("there is no command {name}")))?
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(wanted).render(&mut page).map_err(|cause| Failure::write("-".as_ref(), cause))?;
    output::to_standard(&page)?;
    Ok(ExitCode::SUCCESS)
}
