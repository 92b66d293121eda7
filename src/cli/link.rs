//! `gpump link`: the name under which gpump is a C compiler.

use std::io::ErrorKind;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::failure::Failure;
use super::output;

/// Make gpump-cc, a link to gpump that is `gpump cc` in one word
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The folder for it; that of gpump, if not given
    folder: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cargo install --locked --path . && gpump link
  cmake -B build -DCMAKE_C_COMPILER=gpump-cc

Exit status: 0 the link is there; 2 it cannot be made.";

pub fn execute(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let program = std::env::current_exe().map_err(|cause| Failure::read(Path::new("gpump"), cause))?;
    let own_folder = program.parent().unwrap_or(Path::new("/"));
    let folder = arguments.folder.as_deref().unwrap_or(own_folder);
    let link = folder.join("gpump-cc");
    // Beside the program it stays right where both are moved.
    let target = match arguments.folder {
        None => program.file_name().map_or(program.clone(), PathBuf::from),
        Some(_) => program.clone(),
    };
    match symlink(&target, &link) {
        Ok(()) => {}
        Err(cause) if cause.kind() == ErrorKind::AlreadyExists && leads_to(&link, &program) => {}
        Err(cause) => return Err(Failure::write(&link, cause)),
    }
    output::to_standard(format!("{}\n", link.display()).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn leads_to(link: &Path, program: &Path) -> bool {
    matches!((link.canonicalize(), program.canonicalize()), (Ok(link), Ok(program)) if link == program)
}
