//! The kernels that regions become: where they stand, and the files in which a client can look at them.

use std::fs::Permissions;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use gpump::explain::Survey;
use gpump::explain::model::{Region, Span};
use lsp_types::{CodeLens, Command, Location, Range};
use serde_json::json;
use tempfile::TempDir;

use super::places::{Places, uri_of};
use super::pragma::pragma_at;
use super::text::{Encoding, Text};

/// The command of the code lens. Its arguments are the document's URI, and a place in it; its answer is a location.
pub const SHOW_CUDA: &str = "gpump.showCuda";

/// A kernel, by its name and its text in an output.
pub struct Kernel<'s> {
    pub name: &'s str,
    pub output: usize,
    pub range: Span,
}

/// The innermost region that a byte of the source is in.
pub fn region_at(survey: &Survey, at: usize) -> Option<&Region> {
    let around = survey.regions.iter().filter(|region| (region.source[0]..=region.source[1]).contains(&at));
    around.min_by_key(|region| region.source[1] - region.source[0])
}

/// The kernel of a region, or of that of its loops whose directive a byte is in; `None` if the region stays on the host.
pub fn kernel_at<'s>(survey: &Survey, region: &'s Region, at: usize) -> Option<Kernel<'s>> {
    if region.host.is_some() {
        return None;
    }
    let pragma = pragma_at(survey.source.text(), at);
    let line = pragma.map(|pragma| 1 + survey.source.text()[..pragma.span.start].matches('\n').count());
    let of_loop =
        region.kernels.iter().find(|kernel| Some(kernel.line) == line && kernel.line != region.line);
    Some(match of_loop {
        Some(part) => Kernel { name: &part.kernel, output: region.output, range: part.range },
        None => Kernel { name: &region.kernel, output: region.output, range: region.range },
    })
}

/// A lens over each region of the document.
pub fn lenses(survey: &Survey, places: &Places<'_>) -> Vec<CodeLens> {
    let lens = |region: &Region| {
        let range = places.range(&(region.source[0]..region.source[0]))?;
        let title = match &region.host {
            None => "Show CUDA".to_owned(),
            Some(reason) => format!("On the host: {reason}"),
        };
        let arguments = Some(vec![json!(places.uri), json!(range.start)]);
        Some(CodeLens {
            range,
            command: Some(Command::new(title, SHOW_CUDA.to_owned(), arguments)),
            data: None,
        })
    };
    survey.regions.iter().filter_map(lens).collect()
}

/// A folder with the translations that somebody has looked at. It goes when the session ends.
#[derive(Debug, Default)]
pub struct Translations {
    folder: Option<TempDir>,
    /// The documents that have a folder there.
    documents: Vec<String>,
}

impl Translations {
    /// Writes what a document becomes, and says where a kernel is, or where the text begins that has them.
    ///
    /// # Errors
    ///
    /// The files cannot be written.
    pub fn write(
        &mut self,
        survey: &Survey,
        document: &str,
        kernel: Option<&Kernel<'_>>,
        encoding: Encoding,
    ) -> io::Result<Option<Location>> {
        let folder = self.folder_of(document)?;
        for output in &survey.outputs {
            let mut file = tempfile::NamedTempFile::new_in(&folder)?;
            file.write_all(&gpump::source::encode(&output.text))?;
            // Nobody's changes in it would last.
            file.as_file().set_permissions(Permissions::from_mode(0o444))?;
            file.persist(folder.join(&output.name))?;
        }
        let shown = kernel.map_or(survey.outputs.len().saturating_sub(1), |kernel| kernel.output);
        let Some(output) = survey.outputs.get(shown) else { return Ok(None) };
        let text = Text::new(&output.text);
        let range =
            kernel.map_or(Range::default(), |kernel| text.range(&name_of(&output.text, kernel), encoding));
        Ok(uri_of(&folder.join(&output.name)).map(|uri| Location::new(uri, range)))
    }

    fn folder_of(&mut self, document: &str) -> io::Result<PathBuf> {
        let number = self.documents.iter().position(|known| known == document).unwrap_or_else(|| {
            self.documents.push(document.to_owned());
            self.documents.len() - 1
        });
        let folder = match &mut self.folder {
            Some(folder) => folder,
            none => none.insert(tempfile::Builder::new().prefix("gpump-lsp-").tempdir()?),
        };
        let folder = folder.path().join(number.to_string());
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }
}

/// Where a kernel's name is defined in its text; all of it if it is not found.
fn name_of(text: &str, kernel: &Kernel<'_>) -> std::ops::Range<usize> {
    let [start, end] = kernel.range;
    let defined = text.get(start..end).and_then(|own| own.find(&format!(" {}(", kernel.name)));
    defined.map_or(start..end, |at| start + at + 1..start + at + 1 + kernel.name.len())
}
