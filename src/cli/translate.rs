//! `gpump translate`: C with OpenMP in, CUDA C out.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gpump::{Dialect, Layout, LineDirectives, Options, source};

use super::device::Device;
use super::failure::Failure;
use super::format::Format;
use super::host_regions::HostRegions;
use super::input::{Input, inputs};
use super::optimisations::Without;
use super::output;
use super::preprocessing::Preprocessing;
use super::translation::{DialectArgument, Left, read_all, translate_all};

/// Translate C with OpenMP into CUDA C
///
/// What OpenMP does not touch comes out as it went in, byte for byte. If
/// anything is wrong with any FILE, every error is shown and nothing is
/// written.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// C files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Where the translation goes, standard output if not given; a folder
    /// gets a `.cu`, or the files of a pair, for each FILE, and several FILEs
    /// need one. There a FILE in which nothing is translated, which remains C,
    /// is called `.c`
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Which code to write
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectArgument,

    /// One file or two for each FILE
    #[arg(long, value_enum, default_value_t = LayoutArgument::Single)]
    layout: LayoutArgument,

    /// Have compilers and debuggers name the lines of FILE: with `#line` in front
    /// of each that would be taken for another, and not only of those that use
    /// `__LINE__`, `assert` and the like
    #[arg(long)]
    line_directives: bool,

    /// How to say what is wrong, on standard error; JSON is one object a line
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,

    #[command(flatten)]
    host: HostRegions,

    #[command(flatten)]
    without: Without,

    #[command(flatten)]
    preprocessing: Preprocessing,
}

/// The layouts by the names that the command line has for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LayoutArgument {
    /// A `.cu`, with all of it
    Single,
    /// What stays on the host in C, and a `.cu` with the kernels beside it,
    /// if there are any; -o names the C file
    Pair,
}

impl From<LayoutArgument> for Layout {
    fn from(argument: LayoutArgument) -> Self {
        match argument {
            LayoutArgument::Single => Layout::Single,
            LayoutArgument::Pair => Layout::Pair,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  gpump translate loop.c                  show the translation
  gpump translate loop.c -o loop.cu       write it to a file
  gpump translate a.c b.c -o cuda/        write cuda/a.cu and cuda/b.cu
  gpump translate --dialect cuda --layout pair loop.c -o cuda/
                                          write cuda/loop.c and cuda/loop.cu
  cat loop.c | gpump translate - | less   read standard input

To compile a translation by hand, see `gpump runtime --help`.";

pub fn execute(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let inputs = inputs(&arguments.files)?;
    let layout = arguments.layout;
    if layout == LayoutArgument::Pair && Dialect::from(arguments.dialect) == Dialect::Thesis {
        return Err(Failure::Usage("the thesis's dialect has no pairs: --dialect cuda has".into()));
    }
    let mut outputs = match &arguments.output {
        None if inputs.len() > 1 => {
            return Err(Failure::Usage("several files need a folder to go to: -o DIR".into()));
        }
        None => vec![PathBuf::from("-")],
        Some(folder) if inputs.len() > 1 || folder.is_dir() || ends_with_slash(folder) => {
            names_in(folder, &inputs, layout)?
        }
        Some(file) => vec![file.clone()],
    };
    if layout == LayoutArgument::Pair
        && let Some(output) = outputs.iter().find(|output| output.extension() != Some(OsStr::new("c")))
    {
        let message = match output::is_standard(output) {
            true => "a pair is two files: -o NAME.c, or -o with a folder, says where they go".to_owned(),
            false => format!("{} is to be C, and is called so: -o NAME.c", output.display()),
        };
        return Err(Failure::Usage(message));
    }
    refuse_to_overwrite(&inputs, &outputs)?;
    let devices: Vec<PathBuf> = outputs.iter().map(|output| output.with_extension("cu")).collect();
    if layout == LayoutArgument::Pair {
        refuse_to_overwrite(&inputs, &devices)?;
    }

    let sources = read_all(&inputs)?;
    let names_are_own = arguments.output.as_ref().is_some_and(|folder| outputs[0] != *folder);
    let is_single = arguments.dialect == DialectArgument::Cuda && layout == LayoutArgument::Single;
    let typed = if names_are_own && is_single { sources.clone() } else { Vec::new() };
    let translations = translate_all(
        &inputs,
        sources,
        &Options {
            dialect: arguments.dialect.into(),
            layout: layout.into(),
            preprocessing: arguments.preprocessing.environment()?,
            without: arguments.without.optimisations(),
            on_host: arguments.host.regions(Device::Auto),
            line_directives: match arguments.line_directives {
                true => LineDirectives::Everywhere,
                false => LineDirectives::WhereAsked,
            },
            ..Options::default()
        },
        arguments.format,
        false,
        Left::NONE,
    )?;

    for ((source, translation), output) in typed.iter().zip(&translations).zip(&mut outputs) {
        if translation.text == source.text() {
            output.set_extension("c");
        }
    }
    if let Some(folder) = arguments.output.as_deref().filter(|_| names_are_own) {
        std::fs::create_dir_all(folder).map_err(|cause| Failure::write(folder, cause))?;
    }
    let mut files = Vec::new();
    for (((input, translation), output), device) in inputs.iter().zip(&translations).zip(outputs).zip(devices)
    {
        // What stays C is there already, if it goes beside its source.
        if !matches!(input, Input::File(file) if output::is_same_file(&output, file)) {
            files.push((output, source::encode(&translation.text)));
        }
        files.extend(translation.device.as_ref().map(|text| (device, source::encode(text))));
    }
    output::to_paths(&files)?;
    Ok(ExitCode::SUCCESS)
}

/// `-o cuda/` names a folder, there or not.
fn ends_with_slash(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// The files that translations of the inputs are written to in a folder.
fn names_in(folder: &Path, inputs: &[Input], layout: LayoutArgument) -> Result<Vec<PathBuf>, Failure> {
    let mut seen = HashMap::new();
    inputs
        .iter()
        .map(|input| {
            let mut name = input.stem();
            name.push(if layout == LayoutArgument::Pair { ".c" } else { ".cu" });
            let path = folder.join(name);
            match seen.insert(path.clone(), input.name()) {
                None => Ok(path),
                Some(other) => Err(Failure::Usage(format!(
                    "{other} and {} would both be written to {}",
                    input.name(),
                    path.display()
                ))),
            }
        })
        .collect()
}

/// A translation never replaces a source.
fn refuse_to_overwrite(inputs: &[Input], outputs: &[PathBuf]) -> Result<(), Failure> {
    for input in inputs {
        let Input::File(file) = input else { continue };
        if let Some(path) = outputs.iter().find(|path| output::is_same_file(path, file)) {
            return Err(Failure::Usage(format!("{} is an input and cannot be the output", path.display())));
        }
    }
    Ok(())
}
