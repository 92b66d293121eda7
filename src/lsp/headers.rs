//! Headers as the editor has them: those that are open and changed count before what is on the disk.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gpump::preprocessor::Headers;

use super::text::Text;
use crate::toolchain::c_environment::DiskHeaders;

/// The texts that are not saved, by the identities of their files.
#[derive(Debug)]
pub struct OpenHeaders(HashMap<PathBuf, Arc<Text>>);

impl OpenHeaders {
    pub fn new<'t>(unsaved: impl Iterator<Item = (&'t Path, &'t Arc<Text>)>) -> Self {
        OpenHeaders(unsaved.map(|(path, text)| (DiskHeaders.identity(path), Arc::clone(text))).collect())
    }
}

impl Headers for OpenHeaders {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let open = if self.0.is_empty() { None } else { self.0.get(&self.identity(path)) };
        open.map_or_else(|| DiskHeaders.read(path), |text| Ok(text.as_str().as_bytes().to_vec()))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        DiskHeaders.identity(path)
    }
}
