//! What the C compiler says of the files that a command was given, as they are written.

use std::ffi::OsString;
use std::sync::Arc;

use gpump::{Dialect, Source, source};
use rayon::prelude::*;

use super::failure::Failure;
use super::input::Input;
use super::preprocessing::Preprocessing;
use crate::toolchain::Error;
use crate::toolchain::c_compiler::CCompiler;
use crate::toolchain::original::{self, Original, Reader, Said};
use crate::toolchain::pair::{HOST_THREADS, openmp};

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
            Input::File(path) => Original { path: path.clone(), input: None, folder: None },
            Input::Standard => Original::of_bytes(source::encode(source.text())),
        };
        Some(Question { original, compiler, flags: Arc::clone(&flags), reader })
    };
    Ok(inputs.iter().zip(sources).map(question).collect())
}

/// Whether the compiler takes the file of a question as it is written, with its directives.
pub fn takes(Question { original, compiler, flags, .. }: &Question) -> bool {
    let flags = [&[HOST_THREADS.into()], &flags[..]].concat();
    original::said_of(original, compiler, &flags, Reader::Tool).is_ok_and(|said| said.accepts)
}

/// What the compiler says to each question.
pub fn said(questions: &[Option<Question>]) -> Vec<Option<Result<Said, Error>>> {
    let said = |Question { original, compiler, flags, reader }: &Question| {
        original::said_of(original, compiler, flags, *reader)
    };
    questions.par_iter().map(|question| question.as_ref().map(said)).collect()
}
