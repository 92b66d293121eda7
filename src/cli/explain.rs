//! `gpump explain`: how a translation comes about.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gpump::Options;
use gpump::explain::{Explanation, Form, Look, Wanted, explain, form_json, json, page, show};

use super::failure::Failure;
use super::format::Format;
use super::input::inputs;
use super::optimisations::Without;
use super::output;
use super::preprocessing::Preprocessing;
use super::terminal;
use super::translation::{read_all, refuse, with_headers};

/// Show how a translation comes about, or what a diagnostic means
///
/// A translation: as a page for a browser, which needs nothing besides, or a part of it as text, or as JSON. A diagnostic: what
/// docs/diagnostics.md says of its code.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A C file; `-` is standard input; or the code of a diagnostic, such as E0301
    #[arg(value_name = "FILE|CODE")]
    file: PathBuf,

    /// Where it goes: the page, a form or the JSON; standard output if not
    /// given, which a page only goes to if that is no terminal
    #[arg(short, long, value_name = "REPORT.html")]
    output: Option<PathBuf>,

    /// Which code to explain
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectArgument,

    #[command(flatten)]
    form: FormArguments,

    /// Write JSON; docs/explain.md has its members
    #[arg(long)]
    json: bool,

    /// `json` is --json
    #[arg(long, value_enum, default_value_t = Format::Human, hide_possible_values = true)]
    format: Format,

    #[command(flatten)]
    without: Without,

    #[command(flatten)]
    preprocessing: Preprocessing,
}

/// The forms for a terminal.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
#[command(next_help_heading = "Forms, as text")]
struct FormArguments {
    /// The tokens with their kinds and channels
    #[arg(long)]
    tokens: bool,

    /// The parse tree
    #[arg(long)]
    tree: bool,

    /// The scopes with what they declare, and the macros
    #[arg(long)]
    symbols: bool,

    /// What each variable of a region is, why, and where it lives on the
    /// device; and the dialects beside each other
    #[arg(long)]
    regions: bool,

    /// The steps of the translation that wrote something
    #[arg(long)]
    rewrites: bool,
}

impl FormArguments {
    fn form(&self) -> Option<Form> {
        let forms = [
            (self.tokens, Form::Tokens),
            (self.tree, Form::Tree),
            (self.symbols, Form::Symbols),
            (self.regions, Form::Regions),
            (self.rewrites, Form::Rewrites),
        ];
        forms.into_iter().find_map(|(is_wanted, form)| is_wanted.then_some(form))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum DialectArgument {
    /// That of the thesis
    Thesis,
    /// That for today's devices
    Cuda,
    /// The two beside each other
    #[default]
    Both,
}

const EXAMPLES: &str = "\
Examples:
  gpump explain loop.c -o loop.html       a page to step through
  gpump explain loop.c --regions          who shares what, and where it lives
  gpump explain loop.c --rewrites | less  what was written, step by step
  gpump explain E0301                     what the diagnostic means, with an example
  gpump explain loop.c --json | jq '.dialects.cuda.regions'

A file that one dialect refuses is explained in the other. Exit status: 0 done;
1 no dialect asked for can translate the file; 2 used wrongly.";

/// The width of a line where nobody says how wide the terminal is.
const WIDTH: usize = 100;

pub fn execute(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(pages) = arguments.file.to_str().and_then(gpump::diagnostics::pages)
        && !arguments.file.exists()
    {
        return explain_code(&arguments.file, &pages, arguments.output.as_deref());
    }
    let form = arguments.form.form();
    let is_json = arguments.json || arguments.format == Format::Json;
    let target = arguments.output.as_deref().filter(|path| !output::is_standard(path));
    let is_page = form.is_none() && !is_json;
    if is_page && target.is_none() && arguments.output.is_none() && std::io::stdout().is_terminal() {
        let name = page_name(&arguments.file);
        let message = format!(
            "a page is nothing for a terminal: -o {name} writes it to a file, and --regions, --rewrites, --symbols, \
             --tree or --tokens show a part of it here"
        );
        return Err(Failure::Usage(message));
    }
    let inputs = inputs(std::slice::from_ref(&arguments.file))?;
    if let Some(path) = target
        && output::is_same_file(path, &arguments.file)
    {
        return Err(Failure::Usage(format!("{} is an input and cannot be the output", path.display())));
    }
    let options = Options {
        preprocessing: arguments.preprocessing.environment()?,
        without: arguments.without.optimisations(),
        ..Options::default()
    };
    let wanted = match arguments.dialect {
        DialectArgument::Thesis => Wanted::Thesis,
        DialectArgument::Cuda => Wanted::Cuda,
        DialectArgument::Both => Wanted::Both,
    };
    let mut sources = read_all(&inputs)?;
    let results = with_headers(&mut sources, &options, |source| explain(source, &options, wanted))?;
    for (source, result) in sources.iter().zip(results) {
        let explanation = result.map_err(|errors| {
            refuse(source, &errors, arguments.format);
            Failure::Input
        })?;
        let text = text(&explanation, form, is_json, target.is_none());
        let path = target.unwrap_or(Path::new("-"));
        output::to_paths(&[(path.to_owned(), text.into_bytes())])?;
    }
    Ok(ExitCode::SUCCESS)
}

fn explain_code(code: &Path, pages: &[&str], target: Option<&Path>) -> Result<ExitCode, Failure> {
    if pages.is_empty() {
        return Err(Failure::Usage(format!("there is no diagnostic {}", code.display())));
    }
    let text = format!("{}\n", pages.join("\n\n").trim_end());
    output::to_paths(&[(target.unwrap_or(Path::new("-")).to_owned(), text.into_bytes())])?;
    Ok(ExitCode::SUCCESS)
}

fn text(explanation: &Explanation, form: Option<Form>, is_json: bool, is_standard: bool) -> String {
    match (form, is_json) {
        (None, false) => page::html(explanation),
        (None, true) => json(explanation) + "\n",
        (Some(form), true) => form_json(explanation, form) + "\n",
        (Some(form), false) => {
            let is_terminal = is_standard && std::io::stdout().is_terminal();
            let columns = terminal_size::terminal_size().filter(|_| is_terminal);
            let width = columns.map_or(WIDTH, |(width, _)| usize::from(width.0));
            show(explanation, form, Look { color: terminal::colors(is_terminal), width })
        }
    }
}

/// What the page of a file may be called.
fn page_name(file: &Path) -> String {
    match file.file_stem() {
        Some(stem) if file != Path::new("-") => format!("{}.html", stem.to_string_lossy()),
        _ => "REPORT.html".to_owned(),
    }
}
