//! `gpump reproduce`: the thesis's listings beside what gpump writes.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gpump::reproduce::{html, reproduce};

use super::failure::Failure;
use super::output;

/// Show the thesis's listings beside what gpump writes, on one page
///
/// Tokens that are the same are green; remarks say why others differ. Without the thesis's text, what gpump writes is held to
/// digests of the printed tokens.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The folder with the thesis's listings, one folder for each: `a1/input.c`, `a1/expected.cu` and so on
    #[arg(long, value_name = "DIR")]
    reference: Option<PathBuf>,

    /// Where the page goes, as `index.html`; the folder is made if it is not there
    #[arg(short, long, value_name = "DIR", default_value = "reproduction")]
    output: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  gpump reproduce                              our side, held to digests of the listings
  gpump reproduce --reference thesis -o pages  both sides: pages/index.html

Exit status: 0 all listings that are compared by tokens have those of the thesis; 1 one has not;
2 used wrongly, or a file could not be read or written.";

pub fn execute(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(folder) = &arguments.reference
        && !folder.join("a1").is_dir()
    {
        return Err(Failure::Usage(format!(
            "{} has no folder `a1` with the listing of Appendix D",
            folder.display()
        )));
    }
    let read = |file: &str| read_text(arguments.reference.as_deref()?, file);
    let all =
        reproduce(read).map_err(|(name, reason)| Failure::Usage(format!("the listing {name}: {reason}")))?;
    let page = arguments.output.join("index.html");
    std::fs::create_dir_all(&arguments.output).map_err(|cause| Failure::write(&arguments.output, cause))?;
    output::to_paths(&[(page.clone(), html(&all).into_bytes())])?;
    let compared = all.iter().filter_map(|one| Some((one.listing.name, one.agrees()?)));
    let (same, others): (Vec<_>, Vec<_>) = compared.partition(|(_, agrees)| *agrees);
    let mut said: String =
        others.iter().map(|(name, _)| format!("{name} has other tokens than the thesis prints\n")).collect();
    let count = same.len() + others.len();
    said.push_str(&format!(
        "{} of {count} listings have the tokens of the thesis: {}\n",
        same.len(),
        page.display()
    ));
    output::to_standard(said.as_bytes())?;
    Ok(if others.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read_text(folder: &Path, file: &str) -> Option<String> {
    Some(gpump::source::decode(&std::fs::read(folder.join(file)).ok()?))
}
