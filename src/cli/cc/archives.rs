//! Static libraries with device code. nvcc links that of all their members, and the C compiler takes the members that the program needs,
//! without which the device's part of the others is not known to the host. So a link without it shows first which ones these are.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cli::failure::Failure;
use crate::toolchain::objects;

/// Some objects with device code, and the members of static libraries that a link takes beside them, which are written to a folder.
/// `link` is the call of the compiler for it, as far as it is known. The libraries stay whole where the link fails, or does not show
/// what it takes.
///
/// # Errors
///
/// A file cannot be read or written.
pub fn taken(
    link: &Command,
    objects: Vec<PathBuf>,
    libraries: &[PathBuf],
    folder: &Path,
) -> Result<Vec<PathBuf>, Failure> {
    let mut found = objects;
    if libraries.is_empty() {
        return Ok(found);
    }
    let read = |file: &PathBuf| std::fs::read(file).map_err(|cause| Failure::read(file, cause));
    let mut of_objects = HashSet::new();
    for object in &found {
        of_objects.extend(objects::device_code(&read(object)?));
    }
    let Some(shown) = linked(link, folder).filter(|shown| of_objects.is_subset(shown)) else {
        found.extend_from_slice(libraries);
        return Ok(found);
    };
    for (number, library) in libraries.iter().enumerate() {
        let data = read(library)?;
        for (at, (_, bytes)) in objects::members(library, &data).into_iter().flatten().enumerate() {
            if objects::device_code(&bytes).is_disjoint(&shown) {
                continue;
            }
            let object = folder.join(format!("member-{number}-{at}.o"));
            std::fs::write(&object, bytes).map_err(|cause| Failure::write(&object, cause))?;
            found.push(object);
        }
    }
    Ok(found)
}

/// The device code of all that a link takes, before it is linked itself; `None` if the link fails.
fn linked(link: &Command, folder: &Path) -> Option<HashSet<Vec<u8>>> {
    let trial = folder.join("trial");
    let mut command = Command::new(link.get_program());
    // Of the flags that strip, and of those that leave sections out, the last one counts.
    let all = ["-Wl,--unresolved-symbols=ignore-all", "-Wl,--strip-debug", "-Wl,--no-gc-sections"];
    command.args(link.get_args()).args(all).arg("-o").arg(&trial).stdin(Stdio::null());
    let output = command.output().ok()?;
    let data = std::fs::read(trial).ok().filter(|_| output.status.success())?;
    Some(objects::device_code(&data))
}
