//! The thesis's dialect at the end of the file: declarations in front, kernels behind (Appendix D).

use std::collections::HashSet;
use std::path::Path;

use super::bridges::Bridge;
use super::lines::{self, Mark, Places};
use super::{LineDirectives, Translation, Translator, thesis};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::rewrite::{RewriteError, Tokens as _};
use crate::source::Source;

/// What the thesis's dialect writes when it comes to the end of the file.
#[derive(Default)]
pub(super) struct ThesisOutput {
    pub regions: usize,
    /// The regions, whose tokens are no longer part of the host's text.
    pub region_tokens: Vec<Tokens>,
    /// The functions whose device's form is called.
    pub called_on_device: HashSet<String>,
    /// What C++ asks to be changed if the file is changed at all.
    pub bridges: Vec<(Tokens, Bridge)>,
    /// What goes to the top of the file, and what to its end.
    pub declarations: String,
    pub kernels: Vec<String>,
}

impl Translator<'_> {
    /// Whether the output is another text than the source.
    pub(super) fn is_changed(&self) -> bool {
        self.file.uses_gpump || !self.out.host.is_untouched() || !self.out.device.is_untouched()
    }

    pub(super) fn finish(
        mut self,
        source: &Source,
        which: LineDirectives,
    ) -> Result<Translation, Vec<Diagnostic>> {
        self.out.recorder.step("translation_unit", "declare_device_functions", None, || {
            "The file has been read: functions that the device has too are declared for it (8.5.2)."
                .to_owned()
        });
        self.declare_device_functions();
        self.declare_device_functions_of_headers();
        self.declare_called_functions();
        self.check_taken_names();
        self.check_cplusplus_names();
        let changed = self.is_changed() && self.writes;
        if changed {
            self.out.recorder.step("translation_unit", "apply_bridges", None, || {
                "Writes what nvcc, which reads C++, asks for on the host: casts and prototypes.".to_owned()
            });
            self.apply_bridges(&(0..=self.file.tokens.len()), false);
        }
        if changed && let Some((first, last)) = self.file.ends() {
            let mut top = format!("{}{}", Mark::Own, thesis::PRELUDE);
            top.push_str(&self.file.renamed_names());
            top.push('\n');
            if !self.thesis.declarations.is_empty() {
                top.push_str(&std::mem::take(&mut self.thesis.declarations));
                top.push('\n');
            }
            self.out.recorder.step("translation_unit", "prelude", None, || {
                "Puts the runtime library's headers at the top, with the parameters' types and the kernels' declarations \
                 (Appendix D)."
                    .to_owned()
            });
            self.out.host.insert_before(
                first,
                top,
                "translation_unit",
                "the headers of the runtime library (Appendix D)",
            );
            let ends_line = self.file.tokens.source_text()[..self.file.tokens.file_bytes()].ends_with('\n');
            let mut end = String::new();
            for (at, kernel) in std::mem::take(&mut self.thesis.kernels).into_iter().enumerate() {
                end.push_str(if at == 0 && !ends_line { "\n\n" } else { "\n" });
                end.push_str(&kernel);
            }
            if !end.is_empty() {
                self.out.recorder.step("translation_unit", "kernels", None, || {
                    "Puts the kernels at the end of the file (Appendix D).".to_owned()
                });
                self.out.host.insert_after(
                    last,
                    end,
                    "translation_unit",
                    "the kernels stand at the end (Appendix D)",
                );
            }
        }
        if self.out.has_errors() {
            return Err(self.out.diagnostics);
        }
        match if self.writes { self.text(source, which) } else { Ok(String::new()) } {
            Ok(text) => {
                let mut replacements = self.out.host.into_replacements();
                replacements.extend(self.out.device.into_replacements());
                Ok(Translation {
                    text,
                    warnings: self.out.diagnostics,
                    regions: self.thesis.regions,
                    replacements,
                    ..Translation::default()
                })
            }
            // Operations that cannot stand together are a fault of the
            // translator, yet no reason to write half a file.
            Err(error) => Err(vec![Diagnostic::error(
                "E0900",
                format!("the translation contradicts itself: {error}"),
                0..0,
            )]),
        }
    }

    /// The whole text; with `#line` directives, or as the thesis prints it.
    fn text(&mut self, source: &Source, which: LineDirectives) -> Result<String, RewriteError> {
        if which != LineDirectives::Everywhere || self.out.recorder.is_on() {
            return Ok(lines::unmarked(&self.out.host.text()?));
        }
        let places = Places::new(source, self.file.tokens, &self.file.directives.macros, |_| false);
        let text = self.out.host.marked_text(&places)?;
        let own = Path::new(source.name()).with_extension("cu");
        Ok(lines::with_directives(&text, source.text(), &places, &own.to_string_lossy(), which))
    }
}
