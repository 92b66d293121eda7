//! Writing results: a file is replaced whole or not at all, and a reader who
//! hangs up is no error.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::failure::Failure;

/// Writes to standard output.
pub fn to_standard(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    forgive_closed_pipe(out.write_all(bytes).and_then(|()| out.flush()))
        .map_err(|cause| Failure::write(Path::new("standard output"), cause))
}

/// Writes to the places that the user named: files, devices, pipes; `-` is standard output. Of the files none
/// is touched before all are written beside their places.
pub fn to_paths(outputs: &[(PathBuf, Vec<u8>)]) -> Result<(), Failure> {
    let staged = outputs
        .iter()
        .map(|(path, bytes)| stage(path, bytes).map_err(|cause| Failure::write(path, cause)))
        .collect::<Result<Vec<_>, _>>()?;
    let mut new = Vec::new();
    for (staged, (path, _)) in staged.into_iter().zip(outputs) {
        match staged.commit(path) {
            Ok(made) => new.extend(made),
            Err(failure) => {
                // The folder takes no new name after all: what is new goes away again.
                new.iter().for_each(|path| drop(std::fs::remove_file(path)));
                return Err(failure);
            }
        }
    }
    Ok(())
}

/// An output that has only to be put in its place.
enum Staged<'a> {
    Standard(&'a [u8]),
    /// A device, a pipe, a descriptor: what goes there is not taken back.
    Stream(File, &'a [u8]),
    File {
        file: NamedTempFile,
        target: PathBuf,
        is_new: bool,
    },
}

impl Staged<'_> {
    /// Puts it in the place that the user calls `path`. Gives the file that is new there.
    fn commit(self, path: &Path) -> Result<Option<PathBuf>, Failure> {
        let refused = |cause| Failure::write(path, cause);
        match self {
            Staged::Standard(bytes) => to_standard(bytes).map(|()| None),
            Staged::Stream(mut file, bytes) => {
                forgive_closed_pipe(file.write_all(bytes)).map(|()| None).map_err(refused)
            }
            Staged::File { file, target, is_new } => {
                file.persist(&target).map_err(|error| refused(error.error))?;
                Ok(is_new.then_some(target))
            }
        }
    }
}

fn stage<'a>(path: &Path, bytes: &'a [u8]) -> io::Result<Staged<'a>> {
    if is_standard(path) {
        return Ok(Staged::Standard(bytes));
    }
    let existing = match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() || is_descriptor(path) => {
            return Ok(Staged::Stream(OpenOptions::new().append(true).open(path)?, bytes));
        }
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let is_new = existing.is_none();
    if !is_new {
        // Renaming over a file does not ask whether it may be written.
        OpenOptions::new().append(true).open(path)?;
    }
    // A symbolic link stays, and its target is replaced.
    let target = if is_new { link_target(path) } else { path.canonicalize()? };
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
    Ok(Staged::File { file, target, is_new })
}

/// Whether a path is a name for standard output.
pub fn is_standard(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
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
