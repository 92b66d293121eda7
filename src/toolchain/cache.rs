//! What is kept between runs: the runtime's sources on disk, and the
//! emulator's objects, which take seconds to compile and never change for
//! one version of gpump and one compiler.
//!
//! An entry is a folder whose name is a hash of all that went into it. It is
//! made beside its place and then renamed into it, so that several gpumps
//! may run at once, and one that is stopped half-way leaves nothing that
//! another would take for whole.

use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::Error;

/// The user's folder for what gpump can make again:
/// `$GPUMP_CACHE`, or `gpump` in `$XDG_CACHE_HOME` or `~/.cache`.
pub fn folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("GPUMP_CACHE").filter(|folder| !folder.is_empty()) {
        return std::path::absolute(folder).ok();
    }
    Some(etcetera::base_strategy::Xdg::new().ok()?.cache_dir().join("gpump"))
}

/// The entry of this kind and key, filled by `fill` if it is not there yet.
/// Where there is no folder to write to, the entry is made in `fallback`,
/// which lives as long as the run.
///
/// # Errors
///
/// Those of `fill`.
pub fn entry(
    kind: &str,
    key: &str,
    fallback: &Path,
    fill: impl FnOnce(&Path) -> Result<(), Error>,
) -> Result<PathBuf, Error> {
    let Some((place, making)) = folder().and_then(|folder| start(&folder.join(kind), key)) else {
        let place = fallback.join(kind);
        std::fs::create_dir_all(&place).map_err(|cause| Error::Write { path: place.clone(), cause })?;
        return fill(&place).map(|()| place);
    };
    let Some(making) = making else { return Ok(place) };
    fill(making.path())?;
    match std::fs::rename(making.path(), &place) {
        Ok(()) => {
            // The folder is no longer there for its guard to remove.
            let _ = making.keep();
            Ok(place)
        }
        // Another gpump was first, and what it made is the same.
        Err(_) if place.is_dir() => Ok(place),
        Err(cause) => Err(Error::Write { path: place, cause }),
    }
}

/// The entry's place, and a folder to make it in if it is not there yet; or
/// nothing if the cache cannot be written.
fn start(kind: &Path, key: &str) -> Option<(PathBuf, Option<tempfile::TempDir>)> {
    let place = kind.join(key);
    if place.is_dir() {
        return Some((place, None));
    }
    let making: io::Result<_> = std::fs::create_dir_all(kind)
        .and_then(|()| tempfile::Builder::new().prefix(".making-").tempdir_in(kind));
    making.ok().map(|making| (place, Some(making)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_made_starts_nothing() {
        assert!(start(Path::new("/dev/null/kind"), "key").is_none());
    }

    #[test]
    fn an_entry_is_there_or_can_be_made() {
        let folder = tempfile::tempdir().unwrap();
        let (place, making) = start(folder.path(), "key").unwrap();
        assert!(making.is_some_and(|making| making.path().is_dir()));
        std::fs::create_dir(&place).unwrap();
        assert!(start(folder.path(), "key").unwrap().1.is_none());
    }
}
