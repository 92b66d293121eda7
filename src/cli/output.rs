//! Writing results: a file is replaced whole or not at all, and a reader who
//! hangs up is no error.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::failure::Failure;

/// Writes to standard output.
pub fn to_standard(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    forgive_closed_pipe(out.write_all(bytes).and_then(|()| out.flush()))
        .map_err(|cause| Failure::write(Path::new("standard output"), cause))
}

/// Writes to the place that the user named: a file, a device, a pipe; `-` is
/// standard output.
pub fn to_path(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name)) {
        return to_standard(bytes);
    }
    write(path, bytes).map_err(|cause| Failure::write(path, cause))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let existing = match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() || is_descriptor(path) => {
            let mut file = OpenOptions::new().append(true).open(path)?;
            return forgive_closed_pipe(file.write_all(bytes));
        }
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if existing.is_some() {
        // Renaming over a file does not ask whether it may be written.
        OpenOptions::new().append(true).open(path)?;
    }
    // A symbolic link stays, and its target is replaced.
    let target = if existing.is_some() { path.canonicalize()? } else { link_target(path) };
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let permissions = existing.map_or(Permissions::from_mode(0o666), |metadata| metadata.permissions());
    let mut file =
        tempfile::Builder::new().prefix(".gpump-").permissions(permissions.clone()).tempfile_in(folder)?;
    file.write_all(bytes)?;
    if target.exists() {
        // The mode asked for above had the user's mask taken off.
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(&target)?;
    Ok(())
}

/// A name for a file that some process has open: `/dev/fd/3`. It is written
/// as it stands, since whoever opened it goes on with it.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/dev/stderr", "/proc"].iter().any(|prefix| path.starts_with(prefix))
}

/// Where a new file at this path comes to lie if the path is a symbolic link
/// to nothing.
fn link_target(path: &Path) -> PathBuf {
    match std::fs::read_link(path) {
        Ok(target) => path.parent().unwrap_or(Path::new("")).join(target),
        Err(_) => path.to_owned(),
    }
}

fn forgive_closed_pipe(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Whether two paths name one file that exists.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path| File::open(path).and_then(|file| file.metadata()).map(|m| (m.dev(), m.ino()));
    let is_file = |path: &Path| path.is_file();
    is_file(one) && is_file(other) && matches!((identity(one), identity(other)), (Ok(a), Ok(b)) if a == b)
}
