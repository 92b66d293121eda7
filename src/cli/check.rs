//! `gpump check`: only the diagnostics.

use std::path::PathBuf;
use std::process::ExitCode;

use gpump::diagnostics::Origin;
use gpump::openmp::versions::Version;
use gpump::source::Position;
use gpump::{Diagnostic, Dialect, Newest, Options, Severity, Source, Translation, examine};

use super::device::Device;
use super::failure::Failure;
use super::format::Format;
use super::host_regions::{self, HostRegions};
use super::input::inputs;
use super::output;
use super::preprocessing::Preprocessing;
use super::terminal;
use super::translation::{DialectArgument, errors_of, in_parallel, read_all, take_in_headers};

/// Say what is wrong with C and OpenMP, without a translation
///
/// What the language or OpenMP does not allow comes first, then what the
/// dialect cannot translate. Nothing is written.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// C files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// How to say it: for people, on standard error, or as JSON, one object a
    /// line, on standard output
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,

    /// For which code
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectArgument,

    /// Hold the program to a version of OpenMP: what came later is an error
    #[arg(long, value_name = "VERSION", default_value_t, value_parser = version)]
    openmp: Version,

    /// Say which version of OpenMP each file needs, and for what
    #[arg(short, long)]
    verbose: bool,

    #[command(flatten)]
    host: HostRegions,

    #[command(flatten)]
    preprocessing: Preprocessing,
}

fn version(text: &str) -> Result<Version, String> {
    let known = Version::all();
    let names: Vec<String> = known.iter().map(Version::to_string).collect();
    let found = Version::parse(text).filter(|version| known.contains(version));
    found.ok_or_else(|| format!("the versions are {}", names.join(", ")))
}

const EXAMPLES: &str = "\
Examples:
  gpump check loop.c
  gpump check --format json src/*.c       for an editor
  gpump check --openmp 4.5 loop.c         what came later is an error

docs/diagnostics.md lists what can be said, with examples, as `gpump explain E0301` shows them. Exit status: 0
nothing is wrong, though there may be warnings; 1 something is; 2 used wrongly.";

pub fn execute(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let options = Options {
        dialect: arguments.dialect.into(),
        openmp: arguments.openmp,
        finds_version: arguments.verbose,
        preprocessing: arguments.preprocessing.environment()?,
        on_host: arguments.host.regions(Device::Auto),
        ..Options::default()
    };
    let mut sources = read_all(&inputs(&arguments.files)?)?;
    let mut results = in_parallel(&sources, |source| examine(source, &options))?;
    while take_in_headers(&mut sources, results.iter().map(errors_of), &options) {
        results = in_parallel(&sources, |source| examine(source, &options))?;
    }
    let mut json = String::new();
    for (source, result) in sources.iter().zip(&results) {
        let found = result.as_ref().map_or_else(|errors| errors, |examined| &examined.warnings);
        match arguments.format {
            Format::Human => {
                show(source, found);
                if let Ok(examined) = result
                    && arguments.verbose
                {
                    show_version(source, examined);
                }
            }
            Format::Json => json.push_str(&gpump::diagnostics::json_lines(source, found)),
        }
    }
    if arguments.format == Format::Json {
        output::to_standard(json.as_bytes())?;
    }
    let Ok(examined) = results.into_iter().collect::<Result<Vec<_>, _>>() else { return Err(Failure::Input) };
    if options.dialect == Dialect::Cuda && arguments.format == Format::Human {
        host_regions::say(&examined);
    }
    Ok(ExitCode::SUCCESS)
}

/// Says which version of OpenMP a file needs: where the first of what it brought stands.
fn show_version(source: &Source, examined: &Translation) {
    let text = match &examined.newest {
        None => "needs OpenMP 2.5".to_owned(),
        Some(Newest { version, what, span }) => {
            let Position { line, column } = source.position(span.start);
            format!("needs OpenMP {version}, which brought {what} (line {line}, column {column})")
        }
    };
    terminal::note(&format!("{}: {text}", source.name()));
}

fn show(source: &Source, found: &[Diagnostic]) {
    terminal::diagnostics(source, found);
    let count = |origin| {
        found
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error && diagnostic.origin() == origin)
            .count()
    };
    let plural = |count| if count == 1 { "error" } else { "errors" };
    let parts = match (count(Origin::Program), count(Origin::Dialect)) {
        (0, 0) => return,
        (program, 0) => format!("{program} {}", plural(program)),
        (0, dialect) => format!("nothing is wrong, but {dialect} of its parts cannot be translated"),
        (program, dialect) => {
            format!("{program} {}, and {dialect} of its parts cannot be translated", plural(program))
        }
    };
    terminal::error(&format!("{}: {parts}", source.name()));
}
