//! What is kept between runs: the runtime's sources on disk, and the
//! emulator's objects, which take seconds to compile and never change for
//! one version of gpump and one compiler.
//!
//! An entry is a folder whose name is a hash of all that went into it. It is
//! made beside its place and then renamed into it, so that several gpumps
//! may run at once, and one that is stopped half-way leaves nothing that
//! another would take for whole.
//!
//! What is in the cache is compiled and run. So it is only used where nobody but the user can
//! write, and an entry is believed when its files are still those that were put there: their checksums stand beside
//! them. These are against accidents, and each compilation waits for them: so they are CRCs.
//!
//! An entry that was not used for a month makes room when another of its kind is made. Its folder's time says when that was.

use std::fs::{DirBuilder, File};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crc32fast::Hasher;
use etcetera::BaseStrategy;

use super::Error;
use super::scratch::{self, Scratch};

/// Begins the names of folders that are being made.
const MAKING: &str = ".making-";
/// In an entry: the checksums of its files.
const SUMS: &str = ".sums";

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// How long an entry stays that nobody uses.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// The kind whose entries always stay: debuggers look there for the texts of programs.
pub const TRANSLATIONS: &str = "translations";

/// The user's folder for what gpump can make again:
/// `$GPUMP_CACHE`, or `gpump` in `$XDG_CACHE_HOME` or `~/.cache`.
pub fn folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("GPUMP_CACHE").filter(|folder| !folder.is_empty()) {
        return std::path::absolute(folder).ok();
    }
    Some(etcetera::base_strategy::Xdg::new().ok()?.cache_dir().join("gpump"))
}

/// A folder of the cache that is the user's alone, made if it is not there; `None` if it cannot be had.
pub fn own_folder(kind: &str) -> Option<PathBuf> {
    folder().and_then(|folder| own_folder_in(&folder, kind))
}

fn own_folder_in(folder: &Path, kind: &str) -> Option<PathBuf> {
    let kind = folder.join(kind);
    // The folder may be one of the user's that has other things in it: it is used or not, and left as it is.
    if !is_the_users(folder).ok()?
        || folder.metadata().ok()?.mode() & 0o022 != 0
        || !is_the_users(&kind).ok()?
    {
        return None;
    }
    std::fs::set_permissions(&kind, std::fs::Permissions::from_mode(0o700)).ok()?;
    Some(kind)
}

/// Whether a folder, which is made if it is not there, is the user's.
fn is_the_users(folder: &Path) -> io::Result<bool> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    Ok(folder.metadata()?.uid() == rustix::process::geteuid().as_raw())
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
    let Some((place, making)) = own_folder(kind).and_then(|folder| start(&folder, key)) else {
        let place = fallback.join(kind);
        std::fs::create_dir_all(&place).map_err(|cause| Error::Write { path: place.clone(), cause })?;
        return fill(&place).map(|()| place);
    };
    let Some(making) = making else { return Ok(place) };
    fill(making.path())?;
    if kind != TRANSLATIONS {
        place.parent().into_iter().for_each(remove_unused);
    }
    match finish(making, &place) {
        Ok(()) => Ok(place),
        // Another gpump was first, and what it made is the same.
        Err(_) if is_whole(&place) => Ok(place),
        Err(cause) => Err(Error::Write { path: place, cause }),
    }
}

/// Makes an entry of what is in a folder now.
fn finish(making: Scratch, place: &Path) -> io::Result<()> {
    std::fs::write(making.path().join(SUMS), sums_of(making.path())?)?;
    making.move_to(place)
}

/// The entry's place, and a folder to make it in if it is not there yet, or is not what was put there; or
/// `None` if the cache cannot be written.
fn start(kind: &Path, key: &str) -> Option<(PathBuf, Option<Scratch>)> {
    let place = kind.join(key);
    if place.is_dir() {
        if is_whole(&place) {
            if age(&place).is_some_and(|age| age > DAY) {
                let _ = File::open(&place).and_then(|folder| folder.set_modified(SystemTime::now()));
            }
            return Some((place, None));
        }
        // Moved away first: another gpump may be doing the same.
        let spoiled = Scratch::new_in(kind, MAKING).ok()?;
        let _ = std::fs::rename(&place, spoiled.path().join(key));
    }
    Some((place, Some(Scratch::new_in(kind, MAKING).ok()?)))
}

/// How long ago a folder was made, or its entry used.
fn age(folder: &Path) -> Option<Duration> {
    folder.symlink_metadata().ok()?.modified().ok()?.elapsed().ok()
}

/// Removes the entries of a kind that nobody has used for long.
fn remove_unused(kind: &Path) {
    for entry in kind.read_dir().into_iter().flatten().flatten() {
        let place = entry.path();
        let is_entry = place.join(SUMS).is_file() && !entry.file_name().to_string_lossy().starts_with(MAKING);
        if is_entry
            && age(&place).is_some_and(|age| age > KEPT_FOR)
            && let Ok(unused) = Scratch::new_in(kind, MAKING)
        {
            let _ = std::fs::rename(&place, unused.path().join(entry.file_name()));
        }
    }
}

/// Whether an entry's files are those that were put there, all of them and no others.
fn is_whole(place: &Path) -> bool {
    let known = std::fs::read_to_string(place.join(SUMS));
    known.is_ok_and(|known| sums_of(place).is_ok_and(|found| known == found))
}

/// The checksums of a folder's files, a line each, in the order of their names.
fn sums_of(folder: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir()? {
            let entry = entry?;
            match entry.file_type()?.is_dir() {
                true => folders.push(entry.path()),
                false => files.push(entry.path()),
            }
        }
    }
    files.sort();
    let mut sums = String::new();
    for path in files {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
        if ![SUMS, scratch::LOCK].contains(&&*name) {
            sums.push_str(&format!("{:08x} {name}\n", sum_of(&path)?));
        }
    }
    Ok(sums)
}

fn sum_of(path: &Path) -> io::Result<u32> {
    let mut hash = Hasher::new();
    let (mut file, mut part) = (File::open(path)?, vec![0; 1 << 16]);
    loop {
        match file.read(&mut part)? {
            0 => return Ok(hash.finalize()),
            length => hash.update(&part[..length]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(kind: &Path, key: &str) -> PathBuf {
        let (place, making) = start(kind, key).unwrap();
        let making = making.expect("it is not there yet");
        std::fs::create_dir(making.path().join("sub")).unwrap();
        std::fs::write(making.path().join("sub/file"), "text").unwrap();
        finish(making, &place).unwrap();
        place
    }

    #[test]
    fn a_folder_that_cannot_be_made_starts_nothing() {
        assert!(start(Path::new("/dev/null/kind"), "key").is_none());
    }

    #[test]
    fn an_entry_is_there_or_can_be_made() {
        let folder = tempfile::tempdir().unwrap();
        let place = made(folder.path(), "key");
        assert_eq!(place, folder.path().join("key"));
        assert!(start(folder.path(), "key").unwrap().1.is_none());
    }

    #[test]
    fn an_entry_that_is_not_what_was_put_there_is_made_anew() {
        let spoilings: [fn(&Path); 4] = [
            |place| std::fs::write(place.join("sub/file"), "texu").unwrap(),
            |place| std::fs::write(place.join("sub/more"), "").unwrap(),
            |place| std::fs::remove_file(place.join("sub/file")).unwrap(),
            |place| std::fs::remove_file(place.join(SUMS)).unwrap(),
        ];
        for spoil in spoilings {
            let folder = tempfile::tempdir().unwrap();
            spoil(&made(folder.path(), "key"));
            made(folder.path(), "key");
            assert!(start(folder.path(), "key").unwrap().1.is_none());
        }
    }

    #[test]
    fn entries_that_nobody_uses_make_room() {
        let folder = tempfile::tempdir().unwrap();
        let aged = |key: &str, days: u32| {
            let place = made(folder.path(), key);
            File::open(&place).unwrap().set_modified(SystemTime::now() - days * DAY).unwrap();
            place
        };
        let (unused, used, recent) = (aged("unused", 31), aged("used", 31), aged("recent", 29));
        assert!(start(folder.path(), "used").unwrap().1.is_none());
        let other = folder.path().join("other");
        std::fs::create_dir(&other).unwrap();
        remove_unused(folder.path());
        assert_eq!([unused, used, recent, other].map(|place| place.is_dir()), [false, true, true, true]);
    }

    #[test]
    fn folders_are_closed_to_others() {
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| path.metadata().unwrap().mode() & 0o777;
        let open = |path: &Path| {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o777)).unwrap();
        };
        let cache = folder.path().join("new");
        let kind = own_folder_in(&cache, "kind").unwrap();
        assert_eq!((mode(&cache), mode(&kind)), (0o700, 0o700));
        open(&kind);
        assert_eq!(own_folder_in(&cache, "kind").map(|kind| mode(&kind)), Some(0o700));
        // Others could put another folder in its place.
        open(&cache);
        assert_eq!(own_folder_in(&cache, "kind"), None);
        assert_eq!(mode(&cache), 0o777);
    }
}
