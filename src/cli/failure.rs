//! Why a command did not do what it was asked to, and the exit status that
//! says so.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::toolchain;

/// The end of a command that failed.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong; every error has been shown.
    Input,
    /// A file cannot be read.
    Read { path: PathBuf, cause: io::Error },
    /// A file cannot be written.
    Write { path: PathBuf, cause: io::Error },
    /// The command line asks for what cannot be.
    Usage(String),
    /// A compiler is missing or failed.
    Tool(toolchain::Error),
    /// A compiler failed, and said why by itself; its status is gpump's.
    Status(ExitCode),
}

impl Failure {
    pub fn read(path: &Path, cause: io::Error) -> Self {
        Failure::Read { path: path.to_owned(), cause }
    }

    pub fn write(path: &Path, cause: io::Error) -> Self {
        Failure::Write { path: path.to_owned(), cause }
    }

    pub fn status(&self) -> ExitCode {
        match self {
            Failure::Input | Failure::Tool(toolchain::Error::Refused { .. }) => ExitCode::from(1),
            Failure::Tool(toolchain::Error::Interrupted { signal, .. }) => killed(*signal),
            Failure::Status(status) => *status,
            Failure::Read { .. } | Failure::Write { .. } | Failure::Usage(_) | Failure::Tool(_) => {
                ExitCode::from(2)
            }
        }
    }

    /// What is still to be said.
    pub fn message(&self) -> Option<String> {
        match self {
            Failure::Input | Failure::Status(_) => None,
            Failure::Read { path, cause } => {
                Some(format!("cannot read {}: {}", path.display(), plain(cause)))
            }
            Failure::Write { path, cause } => {
                Some(format!("cannot write {}: {}", path.display(), plain(cause)))
            }
            Failure::Usage(message) => Some(message.clone()),
            Failure::Tool(error) => Some(error.to_string()),
        }
    }
}

impl From<toolchain::Error> for Failure {
    fn from(error: toolchain::Error) -> Self {
        match error {
            toolchain::Error::Read { path, cause } => Failure::Read { path, cause },
            toolchain::Error::Write { path, cause } => Failure::Write { path, cause },
            other => Failure::Tool(other),
        }
    }
}

/// The status of a process that a signal ended, as a shell counts it.
pub fn killed(signal: i32) -> ExitCode {
    ExitCode::from(u8::try_from(128 + signal).unwrap_or(u8::MAX))
}

/// A signal, by its number and its name.
pub fn signal_and_name(signal: i32) -> String {
    let name = signal_hook::low_level::signal_name(signal).unwrap_or("unknown to gpump");
    format!("signal {signal} ({name})")
}

/// The system's words without its number.
pub fn plain(cause: &io::Error) -> String {
    let words = cause.to_string();
    match words.find(" (os error ") {
        Some(end) => words[..end].to_owned(),
        None => words,
    }
}
