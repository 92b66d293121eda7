//! Static libraries with device code. nvcc links that of all their members, and the C compiler takes the members that the program needs,
//! without which the device's part of the others is not known to the host. So the linker is asked which ones it takes.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cli::failure::Failure;
use crate::toolchain::objects;

/// What the linker reads: a file, or a static library's member of a name.
type Input = (PathBuf, Option<OsString>);

/// The objects among some files, and in place of each static library the members that a link takes, which are written to a folder.
/// `link` is the call of the compiler for it, as far as it is known. A library stays what it is where that cannot be found out.
///
/// # Errors
///
/// A file cannot be read or written.
pub fn taken(link: &Command, files: &[PathBuf], folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let mut known = None;
    for (number, file) in files.iter().enumerate() {
        let data = std::fs::read(file).map_err(|cause| Failure::read(file, cause))?;
        let Some(members) = objects::members(file, &data) else {
            found.push(file.clone());
            continue;
        };
        let Some(known) = known.get_or_insert_with(|| traced(link, folder)) else {
            found.push(file.clone());
            continue;
        };
        let archive = file.canonicalize().map_err(|cause| Failure::read(file, cause))?;
        let beside = file.parent().unwrap_or(Path::new(""));
        let is_thin = data.starts_with(b"!<thin>");
        let is_taken = |name: &OsStr| match is_thin {
            true => beside.join(name).canonicalize().is_ok_and(|object| known.contains(&(object, None))),
            false => known.contains(&(archive.clone(), Some(name.to_owned()))),
        };
        // Members may have the same name.
        for (at, (_, bytes)) in members.iter().enumerate().filter(|(_, (name, _))| is_taken(name)) {
            let object = folder.join(format!("member-{number}-{at}.o"));
            std::fs::write(&object, bytes).map_err(|cause| Failure::write(&object, cause))?;
            found.push(object);
        }
    }
    Ok(found)
}

/// What a link without the device's code takes from static libraries; `None` if it fails.
fn traced(link: &Command, folder: &Path) -> Option<HashSet<Input>> {
    let mut trial = Command::new(link.get_program());
    trial.args(link.get_args()).args(["-Wl,-t,-t", "-Wl,--unresolved-symbols=ignore-all", "-o"]);
    trial.arg(folder.join("trial")).stdin(Stdio::null());
    let output = trial.output().ok().filter(|output| output.status.success())?;
    let inputs = output.stdout.split(|&byte| byte == b'\n').map(input);
    Some(inputs.filter_map(|(file, member)| Some((file.canonicalize().ok()?, member))).collect())
}

/// A line of the linker's: `library.a(member.o)`, as GNU's has it `(library.a)member.o`, or a file. The members of a thin library are
/// files.
fn input(line: &[u8]) -> Input {
    let file = |bytes: &[u8]| PathBuf::from(OsStr::from_bytes(bytes));
    let of_library = || match line.strip_prefix(b"(") {
        Some(line) => {
            let end = line.windows(3).position(|three| three == b".a)")? + 2;
            Some((&line[..end], &line[end + 1..]))
        }
        None => {
            let line = line.strip_suffix(b")")?;
            let open = line.iter().rposition(|&byte| byte == b'(')?;
            Some((&line[..open], &line[open + 1..]))
        }
    };
    match of_library() {
        Some((library, member)) => (file(library), Some(OsStr::from_bytes(member).to_owned())),
        None => (file(line), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_read_as_linkers_print_them() {
        let member = ("a (b)/libc.a".into(), Some("d.o".into()));
        for line in ["a (b)/libc.a(d.o)", "(a (b)/libc.a)d.o"] {
            assert_eq!(input(line.as_bytes()), member, "{line}");
        }
        assert_eq!(input(b"e/f.o"), ("e/f.o".into(), None));
    }
}
