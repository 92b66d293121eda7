//! Reading what the user named: a file, or `-` for standard input.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::failure::Failure;

/// A file named on the command line, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    File(PathBuf),
    Standard,
}

impl Input {
    pub fn new(argument: &Path) -> Self {
        if argument == Path::new("-") { Input::Standard } else { Input::File(argument.to_owned()) }
    }

    /// What messages call it.
    pub fn name(&self) -> String {
        match self {
            Input::File(path) => path.display().to_string(),
            Input::Standard => "<stdin>".to_owned(),
        }
    }

    pub fn read(&self) -> Result<Vec<u8>, Failure> {
        match self {
            Input::File(path) => read_file(path),
            Input::Standard => {
                read_all(std::io::stdin()).map_err(|cause| Failure::read(Path::new("standard input"), cause))
            }
        }
    }

    /// What files made from it are called, without the ending.
    pub fn stem(&self) -> OsString {
        match self {
            Input::File(path) => path.file_stem().unwrap_or(OsStr::new("out")).to_owned(),
            Input::Standard => "stdin".into(),
        }
    }

    /// The folder where its `#include "…"` are looked for first.
    pub fn folder(&self) -> PathBuf {
        match self {
            Input::File(path) => match path.parent() {
                Some(folder) if folder != Path::new("") => folder.to_owned(),
                _ => ".".into(),
            },
            Input::Standard => ".".into(),
        }
    }

    pub fn extension(&self) -> Option<&OsStr> {
        match self {
            Input::File(path) => path.extension(),
            Input::Standard => None,
        }
    }
}

/// The most bytes that a source file may have: a gigabyte. No program is as long, and a file without an end, such as
/// `/dev/zero`, is read no further.
const MOST_BYTES: u64 = 1 << 30;

/// The bytes of a file that was named.
pub fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::File::open(path).and_then(read_all).map_err(|cause| Failure::read(path, cause))
}

fn read_all(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if reader.take(MOST_BYTES + 1).read_to_end(&mut bytes)? as u64 > MOST_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it has more than a gigabyte"));
    }
    Ok(bytes)
}

/// The inputs that the command line names.
///
/// # Errors
///
/// Standard input can be read only once.
pub fn inputs(arguments: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    let inputs: Vec<_> = arguments.iter().map(|argument| Input::new(argument)).collect();
    if inputs.iter().filter(|&input| *input == Input::Standard).count() > 1 {
        return Err(Failure::Usage("`-` is given twice, but standard input can be read only once".into()));
    }
    Ok(inputs)
}
