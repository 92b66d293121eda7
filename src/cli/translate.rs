//! `gpump translate`: C with OpenMP in, CUDA C out.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gpump::Options;

use super::failure::Failure;
use super::format::Format;
use super::input::{Input, inputs};
use super::output;
use super::preprocessing::Preprocessing;
use super::translation::{DialectArgument, translate_all};

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
    /// gets a `.cu` for each FILE, and several FILEs need one
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Which code to write
    #[arg(long, value_enum, default_value_t = DialectArgument::Thesis)]
    dialect: DialectArgument,

    /// How to say what is wrong, on standard error; JSON is one object a line
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,

    #[command(flatten)]
    preprocessing: Preprocessing,
}

const EXAMPLES: &str = "\
Examples:
  gpump translate loop.c                  show the translation
  gpump translate loop.c -o loop.cu       write it to a file
  gpump translate a.c b.c -o cuda/        write cuda/a.cu and cuda/b.cu
  cat loop.c | gpump translate - | less   read standard input

To compile a translation by hand, see `gpump runtime --help`.";

pub fn execute(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let inputs = inputs(&arguments.files)?;
    let outputs = match &arguments.output {
        None if inputs.len() > 1 => {
            return Err(Failure::Usage("several files need a folder to go to: -o DIR".into()));
        }
        None => vec![PathBuf::from("-")],
        Some(folder) if inputs.len() > 1 || folder.is_dir() || ends_with_slash(folder) => {
            names_in(folder, &inputs)?
        }
        Some(file) => vec![file.clone()],
    };
    refuse_to_overwrite(&inputs, &outputs)?;

    let translations = translate_all(
        &inputs,
        &Options {
            dialect: arguments.dialect.into(),
            preprocessing: arguments.preprocessing.environment()?,
            ..Options::default()
        },
        arguments.format,
    )?;

    if let Some(folder) = arguments.output.as_deref().filter(|&folder| outputs[0] != folder) {
        std::fs::create_dir_all(folder).map_err(|cause| Failure::write(folder, cause))?;
    }
    for (path, translation) in outputs.iter().zip(&translations) {
        output::to_path(path, translation)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// `-o cuda/` names a folder, there or not.
fn ends_with_slash(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// The files that translations of the inputs are written to in a folder.
fn names_in(folder: &Path, inputs: &[Input]) -> Result<Vec<PathBuf>, Failure> {
    let mut seen = HashMap::new();
    inputs
        .iter()
        .map(|input| {
            let mut name = input.stem();
            name.push(".cu");
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
