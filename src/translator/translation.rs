//! What a translation gives.

use std::collections::BTreeMap;

use super::{ExternalArrays, Newest, Replacement};
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::Source;
use crate::source::quoted::string_literal;

/// A source file in CUDA C.
#[derive(Clone, Debug, Default)]
pub struct Translation {
    /// The text, in the pair layout that of the host, in C; [`crate::source::encode`] turns it into the bytes
    /// of a file.
    pub text: String,
    /// The text for the device, where the layout is a pair and the file needs one.
    pub device: Option<String>,
    /// The functions of other files for which the device's text needs a version
    /// for the device.
    pub undefined: Vec<Undefined>,
    /// Those for which it can use one.
    pub weak: Vec<String>,
    /// The functions of this file that others can call.
    pub defines: Vec<String>,
    /// What the other files have to know of its arrays, in the cuda dialect.
    pub arrays: ExternalArrays,
    /// What the author should know although the translation succeeded.
    pub warnings: Vec<Diagnostic>,
    /// How many regions the file has.
    pub regions: usize,
    /// How many of them stay on the host.
    pub regions_on_host: usize,
    /// Whether the host's text has directives of OpenMP, for the C compiler to read.
    pub keeps_directives: bool,
    /// Whether its regions call functions through pointers.
    pub calls_pointers: bool,
    /// The functions whose address it takes and that the device does not have, by the shapes of their types
    /// ([`crate::c::Types::call_shape`]).
    pub lacked: BTreeMap<String, String>,
    /// The functions that other files asked for and that cannot be on the device, with the reason.
    pub not_on_device: BTreeMap<String, String>,
    /// What makes the file need a version later than 2.5, if that was to be found: the first of what the newest one brought.
    pub newest: Option<Newest>,
    /// The names of their kernels, which all files of a program see; in the cuda dialect, every global name
    /// that the translation adds. Files that are translated one by one may have the same.
    pub kernels: Vec<String>,
    /// Every operation that made the text, in the order in which they were
    /// recorded.
    pub replacements: Vec<Replacement>,
}

impl Translation {
    /// A file with these errors, which the C compiler takes as it is written: its regions run on the host's threads.
    pub fn left_to_compiler(source: &Source, errors: &[Diagnostic]) -> Self {
        let own = std::iter::once((0, source.name(), 1));
        let places = own.chain(source.stretches().iter().map(|it| (it.start, &*it.file, it.line)));
        let starts: Vec<usize> = source.stretches().iter().map(|it| it.start).collect();
        let ends = starts.into_iter().chain([source.text().len()]);
        let text = places.zip(ends).map(|((start, file, line), end)| {
            // A mark of byte order is none behind the first line.
            let text = source.text()[start..end].trim_start_matches('\u{feff}');
            format!("#line {line} {}\n{text}", string_literal(file))
        });
        let says_parallel = |line: &&str| line.trim_start().starts_with('#') && line.contains("parallel");
        let regions = source.text().lines().filter(says_parallel).count().max(1);
        Translation {
            text: text.collect(),
            regions,
            regions_on_host: regions,
            keeps_directives: true,
            // So that no array which it may use lies elsewhere in other files.
            arrays: ExternalArrays { starts_early: true, ..ExternalArrays::default() },
            warnings: errors.iter().filter(|found| found.severity == Severity::Error).map(left).collect(),
            ..Translation::default()
        }
    }
}

/// The warning in the place of an error.
fn left(error: &Diagnostic) -> Diagnostic {
    let code = error.code;
    let warning = Diagnostic { code: "W0403", severity: Severity::Warning, ..error.clone() };
    warning.note(format!(
        "gpump does not translate this file for that ({code}); the C compiler takes it, and its regions stay on the host"
    ))
}

/// A function of another file that the device's text needs.
#[derive(Clone, Debug)]
pub struct Undefined {
    pub name: String,
    /// The error, if no file of the program has it: with the calls that lead there. `None` where only its address
    /// is taken.
    pub missing: Option<Diagnostic>,
    /// The function of this file that these calls begin at, where it is no region of it: other files call that.
    pub root: Option<String>,
}
