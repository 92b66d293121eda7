//! Versions for the device of functions in files that say nothing of OpenMP: made when a program with regions is linked,
//! since the regions may call them.
//!
//! An object of such a file has a note of how it was made ([`Recipe`]). A gpump that is called as the compiler was makes
//! another object of the file, with the versions, which takes the place of the first one. It is kept in the cache folder.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use gpump::Dialect;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::candidates::candidate;
use super::sources::task_of;
use super::{Call, pairs};
use crate::cli::device::Builder;
use crate::cli::failure::Failure;
use crate::cli::terminal;
use crate::toolchain::c_environment::VARIABLES;
use crate::toolchain::objects::{self, Contents};
use crate::toolchain::recipe::Recipe;
use crate::toolchain::{self, Error, cache};

/// Files of a link, and what is in them.
type Files = Vec<(PathBuf, Contents)>;

/// What the object with the versions is called.
const MADE: &str = "versions.o";

/// Makes the object of the call's source that has versions for the device, if there is one: what [`replace`] calls.
///
/// # Errors
///
/// A compiler is missing, or a file cannot be written.
pub fn make(call: &mut Call, path: &Path) -> Result<ExitCode, Failure> {
    let folder = call.folder()?;
    let call = &*call;
    for input in call.command.inputs() {
        let Some(translation) = candidate(call, input) else { continue };
        let backend = call.builder()?.backend(Dialect::Cuda, &folder)?;
        let task = task_of(call, input, 0, &folder);
        pairs::make_versions(call, &task, &translation, &backend, &folder, path)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The files of a link, with others in the place of those that may need versions for the device; and which these are.
///
/// # Errors
///
/// A tool is missing, or a file cannot be written.
pub fn replace(
    call: &Call,
    files: Files,
    folder: &Path,
) -> Result<(Files, BTreeMap<PathBuf, PathBuf>), Failure> {
    if !are_wanted(call, &files) {
        return Ok((files, BTreeMap::new()));
    }
    let maker = Maker::new(call, &files, folder)?;
    let made = files
        .par_iter()
        .enumerate()
        .map(|(number, (file, contents))| match is_plain(contents) {
            true => maker.replacement(file, &folder.join(format!("versions-{number}"))),
            false => Ok(None),
        })
        .collect::<Result<Vec<_>, _>>()?;
    let mut replaced = BTreeMap::new();
    let mut new_files = Vec::new();
    for ((file, contents), made) in files.into_iter().zip(made) {
        let Some(made) = made else {
            new_files.push((file, contents));
            continue;
        };
        new_files.push((made.clone(), objects::contents(&made)));
        replaced.insert(file, made);
    }
    Ok((new_files, replaced))
}

/// Whether some of the files may need versions: regions may call them, of the files themselves, or of programs and libraries
/// that are not known here.
pub fn are_wanted(call: &Call, files: &[(PathBuf, Contents)]) -> bool {
    let is_open =
        ["-shared", "-rdynamic", "-Wl,-E", "-Wl,--export-dynamic"].iter().any(|flag| call.command.has(flag));
    let has_regions = files.iter().any(|(_, contents)| contents.emulator || contents.device);
    (is_open || call.command.is_partial() || has_regions)
        && files.iter().any(|(_, contents)| is_plain(contents))
}

fn is_plain(contents: &Contents) -> bool {
    contents.plain && !contents.shared
}

/// What makes objects with versions for a device.
struct Maker {
    device: &'static str,
    /// All that they depend on besides their recipes.
    identity: Vec<u8>,
    is_verbose: bool,
}

impl Maker {
    fn new(call: &Call, files: &[(PathBuf, Contents)], folder: &Path) -> Result<Self, Failure> {
        let builder = if files.iter().any(|(_, contents)| contents.emulator) {
            Builder::Emulator
        } else if files.iter().any(|(_, contents)| contents.device) {
            Builder::Nvcc(crate::toolchain::nvcc::Nvcc::find()?)
        } else {
            call.builder()?
        };
        let device = if matches!(builder, Builder::Nvcc(_)) { "gpu" } else { "emulator" };
        let mut identity = builder.backend(Dialect::Cuda, folder)?.identity()?;
        let gpump = std::env::current_exe().and_then(|path| path.metadata());
        if let Some(changed) = gpump.ok().and_then(|about| about.modified().ok()) {
            identity.extend(format!("{changed:?}").into_bytes());
        }
        Ok(Maker { device, identity, is_verbose: call.is_verbose() })
    }

    /// What takes the place of an object or an archive, if there are versions of its functions.
    fn replacement(&self, file: &Path, folder: &Path) -> Result<Option<PathBuf>, Failure> {
        let data = std::fs::read(file).map_err(|cause| Failure::read(file, cause))?;
        let Some(members) = objects::members(file, &data) else { return self.versions(&data, file, folder) };
        let made = members
            .par_iter()
            .enumerate()
            .map(|(number, (_, bytes))| self.versions(bytes, file, &folder.join(number.to_string())))
            .collect::<Result<Vec<_>, _>>()?;
        if made.iter().all(Option::is_none) {
            return Ok(None);
        }
        let mut command = Command::new("ar");
        let archive = PathBuf::from(file.file_name().unwrap_or_default());
        // Members may have the same name.
        command.current_dir(folder).arg("qc").arg(&archive).stdout(Stdio::null());
        for (number, ((name, bytes), made)) in members.iter().zip(&made).enumerate() {
            let place = PathBuf::from(number.to_string());
            let name = place.join(Path::new(name).file_name().unwrap_or_default());
            let path = folder.join(&name);
            let written = std::fs::create_dir_all(folder.join(place)).and_then(|()| match made {
                Some(made) => std::fs::copy(made, &path).map(|_| ()),
                None => std::fs::write(&path, bytes),
            });
            written.map_err(|cause| Failure::write(&path, cause))?;
            command.arg(name);
        }
        toolchain::run("ar", &mut command, &file.display().to_string())?;
        Ok(Some(folder.join(archive)))
    }

    /// The object with versions that has the same recipe as this one, from the cache or made now.
    fn versions(&self, object: &[u8], file: &Path, folder: &Path) -> Result<Option<PathBuf>, Failure> {
        let Some(recipe) = Recipe::of(object) else { return Ok(None) };
        if !recipe.still_holds() {
            let source = recipe.files.first().map(|source| source.display().to_string()).unwrap_or_default();
            terminal::warning(&format!(
                "{}: {source}, or what it includes, is not what this was made of; regions that call its functions \
                 run on the host",
                file.display()
            ));
            return Ok(None);
        }
        let mut key = Sha256::new();
        key.update(&self.identity);
        key.update(recipe.to_bytes(0));
        let place = cache::entry("versions", &toolchain::hex(key), folder, |place| {
            self.call(&recipe, &place.join(MADE))
        })?;
        let made = place.join(MADE);
        if !made.is_file() && self.is_verbose {
            // Why there is none was said when it was tried, perhaps long ago.
            self.call(&recipe, &made)?;
        }
        Ok(Some(made).filter(|made| made.is_file()))
    }

    /// Calls gpump as the C compiler was called.
    fn call(&self, recipe: &Recipe, output: &Path) -> Result<(), Error> {
        const TOOL: &str = "gpump cc";
        let start = |cause| Error::Start { tool: TOOL.to_owned(), cause };
        let mut command = Command::new(std::env::current_exe().map_err(start)?);
        let mut versions = OsString::from("--gpump-versions=");
        versions.push(std::path::absolute(output).map_err(start)?);
        command
            .arg("cc")
            .arg(versions)
            .args([&format!("--gpump-device={}", self.device), "--gpump-dialect=cuda"]);
        command.args(self.is_verbose.then_some("-v"));
        command.args(&recipe.words).current_dir(&recipe.folder).env("GPUMP_CC", &recipe.compiler);
        for name in VARIABLES {
            command.env_remove(name);
        }
        for variable in &recipe.variables {
            if let Some((name, value)) = variable.to_string_lossy().split_once('=') {
                command.env(name, value);
            }
        }
        command.stdin(Stdio::null()).stdout(std::io::stderr());
        let source = recipe.files.first().map(|source| source.display().to_string()).unwrap_or_default();
        toolchain::run(TOOL, &mut command, &source)
    }
}
