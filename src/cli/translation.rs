//! Translating the files that a command names.

use gpump::{Diagnostic, Dialect, Options, Source, source, translate};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::failure::Failure;
use super::format::Format;
use super::input::Input;
use super::terminal;

/// The parser goes down into nested expressions by calling itself; a machine
/// that generates C nests them deeper than the usual stack is high.
const STACK_BYTES: usize = 512 << 20;

/// The dialects by the names that the command line has for them.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum DialectArgument {
    /// The code of the thesis, faults included, for what the thesis
    /// implements
    Thesis,
}

impl From<DialectArgument> for Dialect {
    fn from(argument: DialectArgument) -> Self {
        match argument {
            DialectArgument::Thesis => Dialect::Thesis,
        }
    }
}

/// Translates inputs, several at once, and shows every diagnostic in the
/// order of the inputs. Gives the bytes of the CUDA files, if all is well.
///
/// # Errors
///
/// An input cannot be read, or at least one is wrong.
pub fn translate_all(inputs: &[Input], options: &Options, format: Format) -> Result<Vec<Vec<u8>>, Failure> {
    let sources = read_all(inputs)?;
    let results = in_parallel(&sources, |source| translate(source, options))?;
    let mut outputs = Vec::new();
    for (source, result) in sources.iter().zip(results) {
        match result {
            Ok(translation) => {
                show(source, &translation.warnings, format);
                outputs.push(source::encode(&translation.text));
            }
            Err(errors) => {
                show(source, &errors, format);
                if format == Format::Json {
                    continue;
                }
                let count = errors.iter().filter(|error| error.severity == gpump::Severity::Error).count();
                let plural = if count == 1 { "" } else { "s" };
                terminal::error(&format!("could not translate {}: {count} error{plural}", source.name()));
            }
        }
    }
    if outputs.len() == sources.len() { Ok(outputs) } else { Err(Failure::Input) }
}

fn show(source: &Source, found: &[Diagnostic], format: Format) {
    match format {
        Format::Human => terminal::diagnostics(source, found),
        Format::Json => terminal::json(source, found),
    }
}

/// Reads inputs.
///
/// # Errors
///
/// An input cannot be read.
pub fn read_all(inputs: &[Input]) -> Result<Vec<Source>, Failure> {
    inputs.iter().map(|input| Ok(Source::new(input.name(), &input.read()?))).collect()
}

/// Maps sources with all the processors, and with a progress bar if there
/// are several and standard error is a terminal.
pub fn in_parallel<T: Send>(
    sources: &[Source],
    map: impl Fn(&Source) -> T + Send + Sync,
) -> Result<Vec<T>, Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(sources.len());
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| Failure::Usage(format!("cannot start the translator's threads: {error}")))?;
    // The bar draws itself only on a terminal.
    let progress =
        if sources.len() > 1 { ProgressBar::new(sources.len() as u64) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos} of {len} files") {
        progress.set_style(style);
    }
    let results = pool.install(|| sources.par_iter().progress_with(progress.clone()).map(map).collect());
    progress.finish_and_clear();
    Ok(results)
}
