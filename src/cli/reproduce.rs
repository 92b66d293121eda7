//! `gpump reproduce`: the thesis's listings beside what gpump writes, and its measurements beside ours.

mod measuring;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gpump::reproduce::{Benchmark, html, reproduce};

use super::failure::Failure;
use super::output;

/// Show the thesis's listings beside what gpump writes, on one page
///
/// Tokens that are the same are green; remarks say why others differ. Without the thesis's text, what gpump writes is held to
/// digests of the printed tokens. The measurements of Chapter 9 that need no GPU are made, which takes some seconds.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The folder with the thesis's listings, one folder for each: `a1/input.c`, `a1/expected.cu` and so on
    #[arg(long, value_name = "DIR")]
    reference: Option<PathBuf>,

    /// A folder that `scripts/gpu-bench` has written: its tables and plots of Chapter 9, and its counts, are shown beside the thesis's
    #[arg(long, value_name = "DIR")]
    measured: Option<PathBuf>,

    /// Measure nothing here: the page is the same each time
    #[arg(long)]
    no_measuring: bool,

    /// Where the page goes, as `index.html`; the folder is made if it is not there
    #[arg(short, long, value_name = "DIR", default_value = "reproduction")]
    output: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  gpump reproduce                              our side, held to digests of the listings
  gpump reproduce --reference thesis -o pages  both sides: pages/index.html
  gpump reproduce --measured target/gpu-bench  with what was measured on a GPU

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
    let benchmark = arguments.measured.as_deref().map(benchmark).transpose()?;
    let read = |file: &str| read_text(arguments.reference.as_deref()?, file);
    let all =
        reproduce(read).map_err(|(name, reason)| Failure::Usage(format!("the listing {name}: {reason}")))?;
    let measured = if arguments.no_measuring { None } else { Some(measuring::measure()?) };
    let text = html(&all, measured.as_ref(), benchmark.as_ref());
    let page = arguments.output.join("index.html");
    std::fs::create_dir_all(&arguments.output).map_err(|cause| Failure::write(&arguments.output, cause))?;
    output::to_paths(&[(page.clone(), text.into_bytes())])?;
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

/// What `scripts/gpu-bench` has written of Chapter 9, and counted.
fn benchmark(folder: &Path) -> Result<Benchmark, Failure> {
    let tables =
        ["chapter9/tables.md", "counts.md"].iter().filter_map(|file| read_text(folder, file)).collect();
    let plots = folder.join("chapter9").read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let mut plots: Vec<PathBuf> =
        plots.filter(|path| path.extension().is_some_and(|end| end == "svg")).collect();
    plots.sort();
    let plots = plots.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    let benchmark = Benchmark { tables, plots };
    if benchmark.tables.is_empty() {
        return Err(Failure::Usage(format!(
            "{} has neither chapter9/tables.md nor counts.md, which `scripts/gpu-bench chapter9` and `scripts/gpu-bench --count` write",
            folder.display()
        )));
    }
    Ok(benchmark)
}
