//! Static libraries with device code. nvcc links that of all their members, and the C compiler takes the members that the program needs,
//! without which the device's part of the others is not known to the host. So a link without it shows first which ones these are.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cli::failure::Failure;
use crate::toolchain::objects;

/// The objects among some files with device code, and in place of each static library the members that a link takes, which are
/// written to a folder. `link` is the call of the compiler for it, as far as it is known. A library stays what it is where the
/// link fails, or does not show what it takes.
///
/// # Errors
///
/// A file cannot be read or written.
pub fn taken(link: &Command, files: &[PathBuf], folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut objects = Vec::new();
    let mut members: Option<Vec<Vec<u8>>> = None;
    for file in files {
        let data = std::fs::read(file).map_err(|cause| Failure::read(file, cause))?;
        match objects::members(file, &data) {
            None => objects.push((file, objects::device_code(&data))),
            Some(found) => {
                members.get_or_insert_default().extend(found.into_iter().map(|(_, bytes)| bytes.into_owned()))
            }
        }
    }
    let is_shown = |known: &HashSet<Vec<u8>>| objects.iter().all(|(_, names)| names.is_subset(known));
    let Some(members) = members else { return Ok(files.to_vec()) };
    let Some(known) = linked(link, folder).filter(is_shown) else { return Ok(files.to_vec()) };
    let mut found: Vec<PathBuf> = objects.into_iter().map(|(file, _)| file.clone()).collect();
    let is_taken = |bytes: &Vec<u8>| !objects::device_code(bytes).is_disjoint(&known);
    for (number, bytes) in members.into_iter().filter(is_taken).enumerate() {
        let object = folder.join(format!("member-{number}.o"));
        std::fs::write(&object, bytes).map_err(|cause| Failure::write(&object, cause))?;
        found.push(object);
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
