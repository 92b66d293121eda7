//! What the C compiler says of the files that a command was given, as they are written.

use std::ffi::OsString;
use std::sync::Arc;

use gpump::diagnostics::compiler::{Message, messages};
use gpump::{Diagnostic, Dialect, Severity, Source, source};
use rayon::prelude::*;

use super::failure::Failure;
use super::input::Input;
use super::preprocessing::Preprocessing;
use crate::toolchain::Error;
use crate::toolchain::c_compiler::CCompiler;
use crate::toolchain::original::{self, Original, Reader, Said};
use crate::toolchain::pair::openmp;

/// What the compiler is asked about one file.
pub struct Question {
    original: Original,
    compiler: CCompiler,
    flags: Arc<[OsString]>,
    reader: Reader,
}

/// A question for each file that is C to the compiler; none where there is no compiler, of which the reading of headers
/// has told.
///
/// # Errors
///
/// A compiler is named that is not there.
pub fn questions(
    dialect: Dialect,
    preprocessing: &Preprocessing,
    reader: Reader,
    inputs: &[Input],
    sources: &[Source],
) -> Result<Vec<Option<Question>>, Failure> {
    let compiler = if preprocessing.is_wanted() { CCompiler::find()? } else { None };
    let mut flags = vec![OsString::from(openmp(dialect))];
    flags.extend(preprocessing.c_flags());
    flags.extend(preprocessing.compiler_flags());
    let flags: Arc<[OsString]> = flags.into();
    let question = |(input, source): (&Input, &Source)| {
        let compiler = compiler.clone().filter(|_| !original::needs_openmp(source.text()))?;
        let original = match input {
            Input::File(path) => Original { path: path.clone(), input: None },
            Input::Standard => Original { path: "-".into(), input: Some(source::encode(source.text())) },
        };
        Some(Question { original, compiler, flags: Arc::clone(&flags), reader })
    };
    Ok(inputs.iter().zip(sources).map(question).collect())
}

/// What the compiler says to each question.
pub fn said(questions: &[Option<Question>]) -> Vec<Option<Result<Said, Error>>> {
    let said = |Question { original, compiler, flags, reader }: &Question| {
        original::said_of(original, compiler, flags, *reader)
    };
    questions.par_iter().map(|question| question.as_ref().map(said)).collect()
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
        if found.iter().any(is_about_c) {
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
