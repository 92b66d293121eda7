//! A source of a call, and the names that what is made of it gets.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use gpump::{Source, Translation};
use sha2::{Digest, Sha256};

use super::Call;
use crate::cli::failure::Failure;
use crate::cli::input::read_file;
use crate::toolchain::compiler_command::{Input, Role, Stage};
use crate::toolchain::probe::Traces;
use crate::toolchain::{self, cache};

/// What becomes of a source.
pub enum Work {
    /// The C compiler takes it as it is.
    Direct,
    /// It has directives; this is what they became.
    Translated(Box<Translation>, Traces),
    /// It has none, but functions that regions of other files may call: this is it with versions of them for the
    /// device.
    Candidate(Box<Translation>),
    /// It is CUDA already.
    Cuda,
    /// Its object is there.
    Made,
}

/// A source, what becomes of it, and where that goes.
pub struct Task<'c> {
    pub input: &'c Input,
    pub work: Work,
    pub output: PathBuf,
    /// Its number in the call.
    pub number: usize,
}

pub fn standard_input<'c>(call: &'c Call, input: &Input) -> Option<&'c [u8]> {
    call.input.as_deref().filter(|_| input.is_standard_input())
}

pub fn read(call: &Call, input: &Input) -> Result<Source, Failure> {
    match standard_input(call, input) {
        Some(bytes) => Ok(Source::new("<stdin>", bytes)),
        None => {
            let bytes = read_file(&input.path)?;
            Ok(Source::new(input.path.display().to_string(), &bytes))
        }
    }
}

pub fn stem(input: &Input) -> &OsStr {
    if input.is_standard_input() { OsStr::new("-") } else { input.path.file_stem().unwrap_or_default() }
}

/// The folder for what is made on the way to an object.
pub fn folder_of(task: &Task, folder: &Path) -> Result<PathBuf, Failure> {
    let folder = folder.join(task.number.to_string());
    std::fs::create_dir_all(&folder).map_err(|cause| Failure::write(&folder, cause))?;
    Ok(folder)
}

/// All that tells the object from others of the program. The same text,
/// compiled with other flags or for another object, is another file of the
/// program.
pub fn identity(call: &Call, task: &Task, texts: &[&[u8]]) -> Vec<OsString> {
    let mut identity = vec![hash(&texts.concat()).into(), task.input.path.clone().into()];
    if call.command.stage != Stage::Program {
        identity.push(task.output.clone().into());
    }
    identity.extend(call.command.for_translations());
    identity
}

/// What the user calls the source.
pub fn name(task: &Task) -> String {
    let is_standard = task.input.is_standard_input();
    if is_standard { "<stdin>".to_owned() } else { task.input.path.display().to_string() }
}

/// What files made from the source are called, without their endings.
pub fn stem_of_made(task: &Task) -> OsString {
    if task.input.is_standard_input() { "stdin".into() } else { stem(task.input).to_owned() }
}

/// Writes the texts of a translation, each with its ending, to where they can
/// be found when a debugger or a message names their lines: beside the object
/// with `-save-temps`, else in the cache folder, in a folder that is named
/// after their contents, so that building again makes the same object.
pub fn keep(
    call: &Call,
    task: &Task,
    texts: &[(&str, &[u8])],
    folder: &Path,
) -> Result<Vec<PathBuf>, Failure> {
    let name = |ending: &str| {
        let mut name = stem_of_made(task);
        name.push(ending);
        name
    };
    let is_wanted =
        call.command.parts.iter().any(|part| {
            part.role == Role::Compile && part.words[0].to_string_lossy().starts_with("-save-temps")
        });
    if is_wanted {
        let place = |(ending, text): &(&str, &[u8])| {
            let path = if call.command.stage == Stage::Program {
                PathBuf::from(name(ending))
            } else {
                let mut path = task.output.with_extension("").into_os_string();
                path.push(ending);
                path.into()
            };
            toolchain::write(&path, text)?;
            Ok(path.canonicalize().unwrap_or(path))
        };
        return texts.iter().map(place).collect();
    }
    let mut contents = Vec::new();
    for (ending, text) in texts {
        contents.extend_from_slice(name(ending).as_encoded_bytes());
        contents.push(0);
        contents.extend_from_slice(text);
    }
    let place = cache::entry(cache::TRANSLATIONS, &hash(&contents), &folder_of(task, folder)?, |folder| {
        texts.iter().try_for_each(|(ending, text)| toolchain::write(&folder.join(name(ending)), text))
    })?;
    Ok(texts.iter().map(|(ending, _)| place.join(name(ending))).collect())
}

fn hash(bytes: &[u8]) -> String {
    toolchain::hex(Sha256::new_with_prefix(bytes))
}

pub fn parent(path: &Path) -> PathBuf {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new(".")).to_owned()
}
