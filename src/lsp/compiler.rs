//! What the C compiler says of a text as it stands in the editor, beside what gpump says.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use gpump::diagnostics::compiler::{LineColumn, Message};
use gpump::{Dialect, Severity};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range,
};

use super::places::{Places, uri_of};
use super::text::Encoding;
use crate::toolchain::c_compiler::CCompiler;
use crate::toolchain::compiler_command::CompilerCommand;
use crate::toolchain::original::{Original, Reader, Said, needs_openmp, said_of};
use crate::toolchain::pair::openmp;
use crate::toolchain::{Error, line_directive};

/// How the C compiler is asked about a file.
#[derive(Debug)]
pub struct Question {
    compiler: CCompiler,
    flags: Vec<OsString>,
    /// The file's folder, where `#include "…"` is looked for first.
    folder: PathBuf,
}

impl Question {
    /// `command` is how the file is compiled in `directory`. Without a compiler there is nothing to ask.
    pub fn new(
        dialect: Dialect,
        command: &CompilerCommand,
        directory: &Path,
        file: Option<&Path>,
    ) -> Option<Self> {
        let directory = std::env::current_dir().ok()?.join(directory);
        let folder = file.and_then(Path::parent).filter(|folder| folder.is_dir()).unwrap_or(&directory);
        let mut flags = vec![OsString::from(openmp(dialect))];
        flags.extend(command.reading(&directory));
        Some(Question { compiler: CCompiler::find().ok()??, flags, folder: folder.to_owned() })
    }

    /// What the compiler says of a text, which it is told has this name; nothing if it cannot read it.
    pub fn said(&self, name: &str, text: &str) -> Option<Result<Said, Error>> {
        if needs_openmp(text) {
            return None;
        }
        let input = [&line_directive(1, name.as_ref()), text.as_bytes()].concat();
        let original = Original { folder: Some(self.folder.clone()), ..Original::of_bytes(input) };
        Some(said_of(&original, &self.compiler, &self.flags, Reader::Tool))
    }

    /// What the compiler says as diagnostics.
    pub fn diagnostics(&self, messages: &[Message], places: &Places<'_>) -> Vec<Diagnostic> {
        messages.iter().map(|message| self.diagnostic(message, places)).collect()
    }

    /// What is about a header, or about no place, is said at the document's first line, as gpump's own is.
    fn diagnostic(&self, message: &Message, places: &Places<'_>) -> Diagnostic {
        let is_own = |place: &LineColumn| place.file == places.source.name();
        let related = |place: &LineColumn, message: &str| {
            let location = match is_own(place) {
                true => Location::new(places.uri.clone(), range(place, places)),
                false => Location::new(uri_of(&self.folder.join(&place.file))?, point(place)),
            };
            Some(DiagnosticRelatedInformation { location, message: message.to_owned() })
        };
        let own = message.place.as_ref().filter(|place| is_own(place));
        let in_header = message.place.as_ref().filter(|_| own.is_none());
        let beside = message.notes.iter().filter_map(|(place, words)| related(place.as_ref()?, words));
        let related: Vec<_> =
            in_header.and_then(|place| related(place, &message.words)).into_iter().chain(beside).collect();
        Diagnostic {
            range: own.map(|place| range(place, places)).unwrap_or_default(),
            severity: Some(match message.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(message.code().to_owned())),
            source: Some(self.compiler.name()),
            message: message.words.clone(),
            related_information: (!related.is_empty()).then_some(related),
            ..Diagnostic::default()
        }
    }
}

/// The word that begins at a place of the document, or the character there.
fn range(place: &LineColumn, places: &Places<'_>) -> Range {
    let start = places.text.offset(point(place).start, Encoding::Utf32);
    let rest = &places.text.as_str()[start..];
    let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let character = rest.chars().next().filter(|c| !c.is_control()).map_or(0, char::len_utf8);
    places.text.range(&(start..start + word.max(character)), places.encoding)
}

fn point(place: &LineColumn) -> Range {
    let number = |number: usize| u32::try_from(number.saturating_sub(1)).unwrap_or_default();
    let point = Position::new(number(place.line), number(place.column));
    Range::new(point, point)
}
