//! What the C compiler says of a file as its author wrote it.
//!
//! gpump reads C to translate it, and leaves to the compiler what C does not allow: no types are compared, no calls held
//! against declarations. So the compiler is asked about the original text, and what it says is about the author's lines.

use std::ffi::OsString;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use gpump::diagnostics::compiler::{Message, messages};
use gpump::{Diagnostic, Severity, Source};

use super::Error;
use super::c_compiler::CCompiler;
use super::limited;

/// A file that the compiler is asked about.
#[derive(Clone, Debug)]
pub struct Original {
    pub path: PathBuf,
    /// What came on standard input, if that is the file.
    pub input: Option<Vec<u8>>,
    /// Where the compiler runs: there it looks for what standard input includes. `None` is where gpump runs.
    pub folder: Option<PathBuf>,
}

impl Original {
    /// One that is on no disk.
    pub fn of_bytes(bytes: Vec<u8>) -> Self {
        Original { path: "-".into(), input: Some(bytes), folder: None }
    }
}

/// For whom the compiler says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// In the user's language, and with colours if the terminal has them.
    Person { color: bool },
    /// In the form that [`gpump::diagnostics::compiler`] reads.
    Tool,
}

/// What the compiler may have of memory, in bytes: a header such as `/dev/zero` has no end, and would take all that there is.
const MEMORY: u64 = 4 << 30;

/// What the compiler says.
#[derive(Clone, Debug)]
pub struct Said {
    /// As it came on standard error.
    pub text: String,
    /// Whether it takes the file for C.
    pub accepts: bool,
}

/// Has the compiler read a file, with directives passed over: what they may say is gpump's to judge.
///
/// # Errors
///
/// The compiler does not start.
pub fn said_of(
    original: &Original,
    compiler: &CCompiler,
    flags: &[OsString],
    reader: Reader,
) -> Result<Said, Error> {
    let mut command = compiler.command();
    // As -fopenmp has it: the C library's headers declare more with it.
    command.args(flags).args(["-pthread", "-fsyntax-only", "-x", "c"]).arg(&original.path);
    match reader {
        Reader::Person { color: true } => _ = command.arg("-fdiagnostics-color=always"),
        Reader::Person { color: false } => {}
        // A tab is one column for gpump, as for clang.
        Reader::Tool => _ = command.args(["-fdiagnostics-color=never", "-ftabstop=1"]).env("LC_ALL", "C"),
    }
    let input = original.input.as_deref().map(standard_input).transpose()?;
    let mut command = limited::with_memory(&command, MEMORY);
    command.stdin(input.unwrap_or_else(Stdio::null)).stdout(Stdio::null());
    command.current_dir(original.folder.as_deref().unwrap_or(Path::new(".")));
    let output = command.output().map_err(|cause| Error::Start { tool: compiler.name(), cause })?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(Said { text, accepts: output.status.success() })
}

/// Whether a text is no C where directives are passed over: between `begin declare variant` and its end, functions are
/// defined a second time.
pub fn needs_openmp(text: &str) -> bool {
    text.lines().any(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        line.trim_start().starts_with('#')
            && words
                .windows(3)
                .any(|three| three[..2] == ["begin", "declare"] && three[2].starts_with("variant"))
    })
}

/// What is added to gpump's own diagnostics.
#[derive(Debug, Default)]
pub struct Added {
    pub messages: Vec<Message>,
    /// The same as the compiler has written it.
    pub text: String,
    pub errors: usize,
}

impl Added {
    /// Nothing, if gpump found the text itself not to be C: the compiler finds the same, and what follows from it.
    pub fn to(source: &Source, found: &[Diagnostic], said: Said) -> Option<Self> {
        if !is_c(found) {
            return None;
        }
        let mut messages = messages(&said.text);
        let all = messages.len();
        messages.retain(|message| !is_said(source, found, message));
        let text = match messages.len() == all {
            true => said.text,
            false => messages.iter().map(|message| message.shown.as_str()).collect(),
        };
        let errors = messages.iter().filter(|message| message.severity == Severity::Error).count();
        Some(Added { messages, text, errors: if said.accepts { 0 } else { errors.max(1) } })
    }
}

/// Whether gpump takes a text for C, whatever its directives say.
pub fn is_c(found: &[Diagnostic]) -> bool {
    !found.iter().any(is_about_c)
}

/// Whether an error is one of C, for the compiler too; those of directives are not.
fn is_about_c(found: &Diagnostic) -> bool {
    let is_of_c = found.code.starts_with("E01") && !matches!(found.code, "E0102" | "E0103");
    is_of_c || found.code.starts_with("E02")
}

/// Whether gpump warns of the same: of what the preprocessor and routines without `omp.h` have to be told.
fn is_said(source: &Source, found: &[Diagnostic], message: &Message) -> bool {
    let Some(place) = message.place.as_ref().filter(|_| message.severity == Severity::Warning) else {
        return false;
    };
    found.iter().filter(|found| found.code.starts_with("W01")).any(|found| {
        let start = found.span.start;
        let is_here = source.file_at(start) == place.file && source.position(start).line == place.line;
        // Other functions may be called there.
        let name = source.text().get(found.span.clone()).unwrap_or_default();
        is_here && (found.code != "W0102" || message.words.contains(name))
    })
}

/// A file with what came on standard input: unlike a pipe, it has an end wherever the reader stops.
///
/// # Errors
///
/// It cannot be written.
pub fn standard_input(input: &[u8]) -> Result<Stdio, Error> {
    let written = || -> io::Result<Stdio> {
        let mut file = tempfile::tempfile()?;
        file.write_all(input)?;
        file.rewind()?;
        Ok(file.into())
    };
    written().map_err(|cause| Error::Write { path: std::env::temp_dir(), cause })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_has_so_much_memory_and_what_it_was_given() {
        let words = ["sh", "-c", "exec >&2; echo $GPUMP_CALLED_CC \"$1\"; ulimit -v", "sh"];
        let compiler = CCompiler::new(words.map(OsString::from).to_vec());
        let original = Original { path: "a b.c".into(), input: None, folder: None };
        let said = said_of(&original, &compiler, &["-DA=1  2".into()], Reader::Tool).unwrap();
        assert_eq!(said.text, "1 -DA=1  2\n4194304\n");
    }
}
