//! Folders in which something is made: removed when it has been made, or, where the process is killed, by the next one that
//! makes such a folder beside it.
//!
//! Whoever works in a folder holds a lock on a file in it, which goes with the process. A folder without such a
//! file is nobody's business here, whatever it is called.

use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// The file that is locked.
pub const LOCK: &str = ".lock";
/// What it is called until it is.
const UNLOCKED: &str = ".unlocked";

/// A folder to work in.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    /// Locked as long as the process works here.
    _lock: File,
}

impl Scratch {
    /// Makes one where the system has its temporary files.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn new() -> io::Result<Self> {
        Scratch::new_in(&std::env::temp_dir(), "gpump-")
    }

    /// Makes one in a folder, and removes those of this prefix that killed processes left there.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn new_in(parent: &Path, prefix: &str) -> io::Result<Self> {
        for entry in parent.read_dir().into_iter().flatten().flatten() {
            let is_abandoned = || is_abandoned(&entry.path());
            if entry.file_name().to_string_lossy().starts_with(prefix) && is_abandoned().unwrap_or(false) {
                let _ = std::fs::remove_dir_all(entry.path());
            }
        }
        let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(parent)?;
        let lock = File::create(folder.path().join(UNLOCKED))?;
        // Nobody sees it before it is locked. Where files cannot be, nobody sees it at all.
        if lock.lock().is_ok() {
            std::fs::rename(folder.path().join(UNLOCKED), folder.path().join(LOCK))?;
        }
        Ok(Scratch { folder, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Moves the folder to a place where it stays.
    ///
    /// # Errors
    ///
    /// The system's; the folder is then removed.
    pub fn move_to(self, place: &Path) -> io::Result<()> {
        std::fs::rename(self.path(), place)?;
        // The folder is no longer there for its guard to remove.
        let _: PathBuf = self.folder.keep();
        let _ = std::fs::remove_file(place.join(LOCK));
        Ok(())
    }
}

/// Whether a folder of the user's was worked in, and is no longer. Where others write too, a name may be a link to
/// anything.
fn is_abandoned(folder: &Path) -> io::Result<bool> {
    let (about, lock) = (folder.symlink_metadata()?, folder.join(LOCK));
    if !about.is_dir()
        || about.uid() != rustix::process::geteuid().as_raw()
        || !lock.symlink_metadata()?.is_file()
    {
        return Ok(false);
    }
    Ok(File::open(lock)?.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_removed_and_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        let made = |name: &str, lock: bool| {
            let folder = parent.path().join(name);
            std::fs::create_dir(&folder).unwrap();
            std::fs::write(folder.join("file"), "").unwrap();
            if lock {
                std::fs::write(folder.join(LOCK), "").unwrap();
            }
            folder
        };
        let left = made("a-left", true);
        let others = [made("a-of-the-user", false), made("b-left", true)];
        let target = made("c", true);
        let link = parent.path().join("a-link");
        std::os::unix::fs::symlink(&target, &link).unwrap();

        let living = Scratch::new_in(parent.path(), "a-").unwrap();
        let second = Scratch::new_in(parent.path(), "a-").unwrap();
        assert!(!left.exists());
        assert!(others.iter().all(|other| other.join("file").exists()));
        assert!(link.exists() && target.join("file").exists());
        assert!(living.path().exists() && second.path() != living.path());
        let path = living.path().to_owned();
        drop(living);
        assert!(!path.exists());
    }

    #[test]
    fn what_has_been_moved_stays() {
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path().join("place");
        Scratch::new_in(parent.path(), "a-").unwrap().move_to(&place).unwrap();
        assert_eq!(place.read_dir().unwrap().count(), 0);
    }
}
