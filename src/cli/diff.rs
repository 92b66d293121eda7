//! `gpump diff`: two files of C or CUDA, compared by tokens.

use std::path::PathBuf;
use std::process::ExitCode;

use gpump::diff::{self, Comparison, Text, preserved};
use terminal_size::{Width, terminal_size_of};

use super::failure::Failure;
use super::input::{Input, inputs};
use super::output;
use super::terminal;

/// Compare two files of C or CUDA by their tokens
///
/// Blanks, line ends and spliced lines do not count. Functions and other items
/// that stand elsewhere are said to have moved. With --preserved, what the files
/// took over from a source also has to be as it is there, byte for byte; one
/// file is enough for that.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The first file; `-` is standard input
    #[arg(value_name = "A")]
    a: PathBuf,

    /// The second file
    #[arg(value_name = "B", required_unless_present = "preserved")]
    b: Option<PathBuf>,

    /// Comments do not count either
    #[arg(long)]
    ignore_comments: bool,

    /// It is no difference that an item stands elsewhere
    #[arg(long)]
    ignore_moved: bool,

    /// Names that differ only by a counter, such as `x1` and `x2`, may stand
    /// for one another, each for one only; says which do
    #[arg(long)]
    rename: bool,

    /// What was taken over from this file has to be as it is there, byte for
    /// byte, comments and blanks included
    #[arg(long, value_name = "SOURCE")]
    preserved: Option<PathBuf>,

    /// With --preserved: show what of SOURCE was not taken over
    #[arg(long, requires = "preserved")]
    not_taken: bool,

    /// Lines of context around each change
    #[arg(short = 'U', long = "unified", value_name = "LINES", default_value_t = 3)]
    context: usize,

    /// Two columns, a file in each
    #[arg(short = 'y', long)]
    side_by_side: bool,

    /// How wide the two columns are together; the terminal's width, or 130, if
    /// not given
    #[arg(short = 'W', long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..))]
    width: Option<u16>,

    /// Say only whether the files differ
    #[arg(short = 'q', long, conflicts_with_all = ["side_by_side", "format"])]
    brief: bool,

    /// How to show differences
    #[arg(long, value_enum, default_value_t = Format::Human, conflicts_with = "side_by_side")]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people: hunks, as `diff -u` has them
    Human,
    /// For tools: one JSON object a line
    Json,
}

const EXAMPLES: &str = "\
Examples:
  gpump diff old.cu new.cu
  gpump diff -y old.cu new.cu             in two columns
  gpump translate loop.c | gpump diff loop.cu -
  gpump diff --preserved loop.c loop.cu   is what loop.cu took over unchanged?
  gpump diff --rename --preserved loop.c loop.cu loop2.cu

docs/diff.md explains what counts. Exit status: 0 the same, 1 different, 2
trouble.";

/// How wide two columns are where there is no terminal.
const WIDTH: usize = 130;

pub fn execute(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let paths: Vec<PathBuf> = [Some(&arguments.a), arguments.b.as_ref(), arguments.preserved.as_ref()]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let mut texts = inputs(&paths)?.iter().map(read).collect::<Result<Vec<_>, _>>()?.into_iter();
    let a = texts.next().unwrap_or_else(empty);
    let b = arguments.b.as_ref().map(|_| texts.next().unwrap_or_else(empty));
    let source = texts.next();

    let mut report =
        Report { arguments, appearance: terminal::standard_output(), out: Vec::new(), differs: false };
    let comparison = b.as_ref().map(|b| {
        let options = diff::Options { ignore_comments: arguments.ignore_comments, rename: arguments.rename };
        diff::compare(&a, b, options)
    });
    if let Some(comparison) = &comparison {
        report.comparison(comparison);
    }
    if let Some(source) = &source {
        report.preserved(source, &a, b.as_ref(), comparison.as_ref());
    }
    if arguments.brief && report.differs {
        let line = match &b {
            Some(b) => format!("Files {} and {} differ\n", a.name(), b.name()),
            None => format!("File {} is not as its source\n", a.name()),
        };
        report.out = line.into_bytes();
    }
    output::to_standard(&report.out)?;
    Ok(ExitCode::from(u8::from(report.differs)))
}

fn empty() -> Text {
    Text::default()
}

fn read(input: &Input) -> Result<Text, Failure> {
    let name = input.name();
    Text::new(name.clone(), input.read()?)
        .ok_or_else(|| Failure::Usage(format!("{name} is larger than 2 GiB, and cannot be compared")))
}

/// What is said, and whether it is a difference.
struct Report<'a> {
    arguments: &'a Arguments,
    appearance: diff::Appearance,
    out: Vec<u8>,
    differs: bool,
}

impl Report<'_> {
    fn comparison(&mut self, comparison: &Comparison) {
        let arguments = self.arguments;
        self.differs |= comparison.has_changes() || (comparison.has_moves() && !arguments.ignore_moved);
        if arguments.brief {
            return;
        }
        let shown = match arguments.format {
            Format::Json => diff::json_lines(comparison).into_bytes(),
            Format::Human if arguments.side_by_side => {
                diff::side_by_side(comparison, arguments.context, self.width(), self.appearance)
            }
            Format::Human => diff::unified(comparison, arguments.context, self.appearance),
        };
        self.out.extend(shown);
    }

    fn preserved(&mut self, source: &Text, a: &Text, b: Option<&Text>, comparison: Option<&Comparison>) {
        let of_a = preserved::taken(source, a);
        self.faults(source, a, &of_a.faults);
        if let (Some(b), Some(comparison)) = (b, comparison) {
            let mut faults = preserved::taken(source, b).faults;
            preserved::add(&mut faults, preserved::against(comparison, source));
            self.faults(source, b, &faults);
        }
        if self.arguments.not_taken && !self.arguments.brief {
            // What either has is taken.
            let last = b.map(|b| preserved::taken(source, b));
            let taken = last.as_ref().unwrap_or(&of_a);
            let shown = match self.arguments.format {
                Format::Json => diff::json_of_not_taken(source, &taken.not_taken()).into_bytes(),
                Format::Human => diff::not_taken(source, &taken.not_taken(), self.appearance),
            };
            self.out.extend(shown);
        }
    }

    fn faults(&mut self, source: &Text, output: &Text, faults: &[preserved::Fault]) {
        self.differs |= !faults.is_empty();
        if self.arguments.brief {
            return;
        }
        let shown = match self.arguments.format {
            Format::Json => diff::json_of_faults(source, output, faults).into_bytes(),
            Format::Human => diff::faults(source, output, faults, self.appearance),
        };
        self.out.extend(shown);
    }

    fn width(&self) -> usize {
        let of_terminal = || terminal_size_of(std::io::stdout()).map(|(Width(width), _)| usize::from(width));
        self.arguments.width.map(usize::from).or_else(of_terminal).unwrap_or(WIDTH)
    }
}
