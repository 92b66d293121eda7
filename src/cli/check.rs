//! `gpump check`: only the diagnostics.

use std::path::PathBuf;
use std::process::ExitCode;

use gpump::diagnostics::Origin;
use gpump::diagnostics::sarif::{self, Invocation, Report};
use gpump::openmp::versions::Version;
use gpump::source::Position;
use gpump::{Diagnostic, Dialect, Newest, Options, Severity, Source, Translation, examine};

use super::device::Device;
use super::failure::Failure;
use super::format::ReportFormat;
use super::host_regions::{self, HostRegions};
use super::input::{Input, inputs};
use super::original::{Question, questions, said};
use super::output;
use super::preprocessing::Preprocessing;
use super::terminal;
use super::translation::{DialectArgument, Results, read_all, with_headers};
use crate::toolchain::original::{Added, Reader};

/// Say what is wrong with C and OpenMP, without a translation
///
/// What the language or OpenMP does not allow comes first, then what the
/// dialect cannot translate, then what the C compiler says of the same text.
/// Nothing is written.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// C files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// How to say it: for people, on standard error, or for tools, on standard
    /// output
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    format: ReportFormat,

    /// For which code
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectArgument,

    /// Hold the program to a version of OpenMP: what came later is an error
    #[arg(long, value_name = "VERSION", default_value_t, value_parser = version)]
    openmp: Version,

    /// Say which version of OpenMP each file needs, and for what
    #[arg(short, long)]
    verbose: bool,

    /// Say what gpump finds alone, without the C compiler's part
    #[arg(long)]
    no_compiler: bool,

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
  gpump check --format sarif src/*.c      for a code host
  gpump check --openmp 4.5 loop.c         what came later is an error

Environment: GPUMP_CC, or CC, names the C compiler.

docs/diagnostics.md lists what can be said, with examples, as `gpump explain E0301` shows them. Exit status: 0
nothing is wrong, though there may be warnings; 1 something is; 2 used wrongly.";

pub fn execute(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let done = check(arguments);
    if let (ReportFormat::Sarif, Err(failure)) = (arguments.format, &done)
        && let Some(message) = failure.message()
    {
        output::to_standard(sarif::log(&invocation(2, Some(message)), &[]).as_bytes())?;
    }
    done
}

fn check(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let options = Options {
        dialect: arguments.dialect.into(),
        openmp: arguments.openmp,
        finds_version: arguments.verbose,
        preprocessing: arguments.preprocessing.environment()?,
        on_host: arguments.host.regions(Device::Auto),
        ..Options::default()
    };
    let inputs = inputs(&arguments.files)?;
    let mut sources = read_all(&inputs)?;
    let questions = match arguments.no_compiler {
        true => inputs.iter().map(|_| None).collect(),
        false => {
            let reader = match arguments.format {
                ReportFormat::Human => Reader::Person { color: terminal::colors_messages() },
                ReportFormat::Json | ReportFormat::Sarif => Reader::Tool,
            };
            questions(options.dialect, &arguments.preprocessing, reader, &inputs, &sources)?
        }
    };
    let (results, added) = answers(&mut sources, &options, &questions)?;
    let files: Vec<Checked> = Checked::all(&sources, &results, added);
    let is_wrong = files.iter().any(|file| file.result.is_err() || file.added.errors > 0);
    match arguments.format {
        ReportFormat::Human => files.iter().for_each(|file| file.show(arguments.verbose)),
        ReportFormat::Json => {
            let lines: String = files.iter().map(Checked::json_lines).collect();
            output::to_standard(lines.as_bytes())?;
        }
        ReportFormat::Sarif => {
            let reports: Vec<_> = files.iter().map(Checked::report).collect();
            let log = sarif::log(&invocation(u8::from(is_wrong), None), &reports);
            output::to_standard(log.as_bytes())?;
        }
    }
    let examined = results.into_iter().collect::<Result<Vec<_>, _>>();
    let Some(examined) = examined.ok().filter(|_| !is_wrong) else { return Err(Failure::Input) };
    if options.dialect == Dialect::Cuda && arguments.format == ReportFormat::Human {
        host_regions::say(&examined);
    }
    Ok(ExitCode::SUCCESS)
}

/// A file, and what is said of it.
struct Checked<'a> {
    source: &'a Source,
    result: &'a Result<Translation, Vec<Diagnostic>>,
    added: Added,
}

impl<'a> Checked<'a> {
    fn all(sources: &'a [Source], results: &'a Results, added: Vec<Added>) -> Vec<Self> {
        let checked = |((source, result), added)| Checked { source, result, added };
        sources.iter().zip(results).zip(added).map(checked).collect()
    }

    fn show(&self, is_verbose: bool) {
        show(self.source, found(self.result), &self.added);
        if let Ok(examined) = self.result
            && is_verbose
        {
            show_version(self.source, examined);
        }
    }

    fn json_lines(&self) -> String {
        gpump::diagnostics::json_lines(self.source, found(self.result))
            + &gpump::diagnostics::compiler::json_lines(self.source.name(), &self.added.messages)
    }

    fn report(&self) -> Report<'_> {
        Report { source: self.source, found: found(self.result), added: &self.added.messages }
    }
}

fn invocation(exit_status: u8, failure: Option<String>) -> Invocation {
    let arguments = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    Invocation { folder: std::env::current_dir().unwrap_or_default(), arguments, exit_status, failure }
}

/// What `--format json` says of a text that is in no file.
///
/// # Errors
///
/// The C compiler that is named is not there, or does not start.
pub fn json(text: &str, options: &Options) -> Result<String, Failure> {
    let inputs = [Input::Standard];
    let mut sources = [Source::new(Input::Standard.name(), text.as_bytes())];
    let preprocessing = Preprocessing::default();
    let questions = questions(options.dialect, &preprocessing, Reader::Tool, &inputs, &sources)?;
    let (results, added) = answers(&mut sources, options, &questions)?;
    Ok(Checked::all(&sources, &results, added).iter().map(Checked::json_lines).collect())
}

/// What gpump finds in each source, and what the C compiler adds.
fn answers(
    sources: &mut [Source],
    options: &Options,
    questions: &[Option<Question>],
) -> Result<(Results, Vec<Added>), Failure> {
    // The compiler reads the files while gpump does.
    let (results, said) =
        rayon::join(|| with_headers(sources, options, |source| examine(source, options)), || said(questions));
    let results = results?;
    let added = sources.iter().zip(&results).zip(said).map(|((source, result), said)| {
        Ok(said.transpose()?.and_then(|said| Added::to(source, found(result), said)).unwrap_or_default())
    });
    let added = added.collect::<Result<_, Failure>>()?;
    Ok((results, added))
}

fn found(result: &Result<Translation, Vec<Diagnostic>>) -> &[Diagnostic] {
    result.as_ref().map_or_else(|errors| errors, |examined| &examined.warnings)
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

fn show(source: &Source, found: &[Diagnostic], added: &Added) {
    terminal::diagnostics(source, found);
    terminal::said(&added.text);
    let count = |origin| {
        found
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error && diagnostic.origin() == origin)
            .count()
    };
    let plural = |count| if count == 1 { "error" } else { "errors" };
    let parts = match (count(Origin::Program) + added.errors, count(Origin::Dialect)) {
        (0, 0) => return,
        (program, 0) => format!("{program} {}", plural(program)),
        (0, dialect) => format!("nothing is wrong, but {dialect} of its parts cannot be translated"),
        (program, dialect) => {
            format!("{program} {}, and {dialect} of its parts cannot be translated", plural(program))
        }
    };
    terminal::error(&format!("{}: {parts}", source.name()));
}
