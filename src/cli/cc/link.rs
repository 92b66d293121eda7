//! Linking: what was made for the emulator needs the emulator, and what nvcc
//! made needs its device code linked, and CUDA. Files of the cuda dialect need
//! the host's side of its runtime besides.
//!
//! The command stays the user's, words and order. What the files need is put
//! behind it, and the C++ compiler takes the C compiler's place, since the
//! runtime is C++.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::{Call, archives, versions};
use crate::cli::device::{Builder, warn_of_idle_device};
use crate::cli::failure::Failure;
use crate::toolchain::c_linkage;
use crate::toolchain::compiler_command::{CompilerCommand, Language, Role};
use crate::toolchain::host_compiler::HostCompiler;
use crate::toolchain::nvcc::Nvcc;
use crate::toolchain::objects::{self, Contents};
use crate::toolchain::pair::{HOST_THREADS, REQUIRE_MAIN, STAY, WRAP_MAIN, share};
use crate::toolchain::wrapper::Added;
use crate::toolchain::{Backend, frees_of_others};

/// What a program's files need.
#[derive(Debug, Default)]
struct Needs {
    /// A file that was made for the emulator.
    emulator: Option<PathBuf>,
    /// A file that nvcc made.
    device: Option<PathBuf>,
    /// Whether a file that is to be linked needs one of the two, or the runtime.
    is_linked: bool,
    /// Whether one needs the cuda dialect's runtime.
    runtime: bool,
    /// Whether one has regions for the host's threads.
    directives: bool,
    /// The objects whose device code is to be linked, and the static libraries.
    objects: Vec<PathBuf>,
    libraries: Vec<PathBuf>,
    /// Names that the linker must be told about ([`c_linkage::same_names`]).
    own_names: BTreeMap<String, bool>,
}

impl Needs {
    /// # Errors
    ///
    /// Some files were made for the emulator, and others for a device.
    fn of(files: Vec<(PathBuf, Contents)>) -> Result<Self, Failure> {
        let mut needs = Needs::default();
        for (file, contents) in files {
            let Contents { emulator, device, relocatable, runtime, directives, shared, library, .. } =
                contents;
            needs.directives |= directives;
            for (name, is_defined) in contents.own_names {
                *needs.own_names.entry(name).or_default() |= is_defined;
            }
            if emulator {
                needs.emulator.get_or_insert_with(|| file.clone());
            }
            if device {
                needs.device.get_or_insert_with(|| file.clone());
            }
            needs.runtime |= runtime && !shared;
            needs.is_linked |= (emulator || device || runtime) && !shared;
            if relocatable && !shared {
                let files = if library { &mut needs.libraries } else { &mut needs.objects };
                files.push(file);
            }
        }
        if let (Some(emulator), Some(device)) = (&needs.emulator, &needs.device) {
            return Err(Failure::Usage(format!(
                "{} was compiled for the emulator, and {} for a GPU: they do not make a program together; \
                 build all of it anew with one GPUMP_DEVICE",
                emulator.display(),
                device.display()
            )));
        }
        Ok(needs)
    }
}

/// Whether the objects and libraries of the command line need more than the C
/// compiler links by itself.
///
/// # Errors
///
/// They do not go together.
pub fn is_gpumps(call: &Call) -> Result<bool, Failure> {
    let files: Vec<_> =
        linked_files(&call.command).into_iter().map(|(_, file)| with_contents(file)).collect();
    let wants_versions = versions::are_wanted(call, &files);
    Ok(wants_versions || Needs::of(files)?.is_linked && !call.command.is_partial())
}

fn with_contents(file: PathBuf) -> (PathBuf, Contents) {
    let contents = objects::contents(&file);
    (file, contents)
}

/// The files of the command line that the linker will read, as far as they are
/// files of the project, and which parts of the command line name them.
fn linked_files(command: &CompilerCommand) -> Vec<(usize, PathBuf)> {
    let mut folders: Vec<PathBuf> = command
        .parts
        .iter()
        .filter(|part| part.role == Role::LibraryFolder)
        .map(|part| PathBuf::from(&part.value))
        .collect();
    folders.extend(std::env::var_os("LIBRARY_PATH").iter().flat_map(std::env::split_paths));
    let mut only_static = command.has("-static") || command.has("-static-pie");
    let mut files = Vec::new();
    for (number, part) in command.parts.iter().enumerate() {
        match &part.role {
            Role::Input(input) if input.language == Language::Linkable => {
                files.push((number, input.path.clone()))
            }
            Role::Library => {
                files.extend(objects::library(&part.value, &folders, only_static).map(|file| (number, file)));
            }
            Role::Link => {
                let text = part.words[0].to_string_lossy();
                for word in text.strip_prefix("-Wl,").unwrap_or_default().split(',') {
                    match word {
                        "-Bstatic" | "-dn" | "-static" => only_static = true,
                        "-Bdynamic" | "-dy" => only_static = command.has("-static"),
                        word if !word.starts_with('-') && Path::new(word).is_file() => {
                            files.push((number, word.into()))
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    files
}

/// Links a program or a library: `made` are the objects of the call's sources,
/// in order.
///
/// # Errors
///
/// The files do not go together, or a tool is missing or refuses them.
pub fn link(call: &mut Call, made: &[PathBuf]) -> Result<(), Failure> {
    let folder = call.folder()?;
    let named = linked_files(&call.command);
    // Libraries that use each other are named several times.
    let mut seen = BTreeSet::new();
    let is_new = |file: &&PathBuf| seen.insert(file.canonicalize().unwrap_or_else(|_| PathBuf::from(file)));
    let files = named.iter().map(|(_, file)| file).chain(made).filter(is_new);
    let files = files.cloned().map(with_contents).collect();
    let (files, replaced) = versions::replace(call, files, &folder)?;
    let needs = Needs::of(files)?;
    let mut words = words(&call.command, made, &named, &replaced);
    // Who makes one object of several links the libraries later.
    if needs.directives && !call.command.is_partial() {
        words.push(HOST_THREADS.into());
        // The runtime asks the library for its routines by their names, so all of it has to be there.
        if call.command.has("-static") {
            words.extend(["-Wl,--whole-archive", "-lgomp", "-Wl,--no-whole-archive"].map(OsString::from));
        }
    }
    if !needs.is_linked || call.command.is_partial() {
        return call.run(call.compiler.command().args(words));
    }
    let mut command = HostCompiler::find()?.command();
    command
        .args(words)
        .args(Added::by(&call.compiler).to_link)
        .args(c_linkage::same_names(&needs.own_names))
        .stdin(Stdio::null());
    let builder = match needs {
        Needs { device: Some(_), .. } => Builder::Nvcc(Nvcc::find()?),
        Needs { emulator: Some(_), .. } => {
            warn_of_idle_device(call.settings.device);
            Builder::Emulator
        }
        // Only its memory is shared with a device that no file here has code for.
        _ => call.builder()?,
    };
    let backend = builder.backend(call.settings.dialect.into(), &folder)?;
    let mut runtime = Vec::new();
    if needs.runtime {
        runtime.push(backend.host_runtime(&folder)?);
        if !has_own_free(&call.command) {
            runtime.push(frees_of_others(&folder)?);
        }
    }
    if let Backend::Emulator(emulator) = &backend {
        runtime.push(emulator.object(&folder)?);
    }
    command.args(&runtime);
    if call.command.has("-shared") {
        command.arg(STAY);
    } else if needs.runtime {
        // A library's runtime is not to wait for a `main` that it does not see begin: that of a program which exports it.
        command.args([WRAP_MAIN, REQUIRE_MAIN]).arg("-Xlinker").arg(share(&runtime, &folder)?);
    }
    match backend {
        Backend::Nvcc(nvcc) => {
            let objects = archives::taken(&command, needs.objects, &needs.libraries, &folder)?;
            if !objects.is_empty() {
                let output = folder.join("device-code.o");
                nvcc.link_device_code(&objects, &output)?;
                command.arg(output);
            }
            command.args(nvcc.libraries()?);
        }
        Backend::Emulator(_) => {
            command.arg("-pthread");
        }
    }
    call.run(&mut command)
}

/// Whether a program's `free` is that of a sanitizer, or of the C library's archive.
fn has_own_free(command: &CompilerCommand) -> bool {
    let is_own = |word: &OsString| {
        let word = word.to_string_lossy();
        word.starts_with("-fsanitize=") || word.starts_with("-static") && !word.starts_with("-static-lib")
    };
    command.parts.iter().any(|part| part.words.iter().any(is_own))
}

/// The user's command with objects in place of the sources, and without what
/// concerned these. `named` are the files that its parts name, of which some are
/// replaced by others.
fn words(
    command: &CompilerCommand,
    made: &[PathBuf],
    named: &[(usize, PathBuf)],
    replaced: &BTreeMap<PathBuf, PathBuf>,
) -> Vec<OsString> {
    let mut made = made.iter();
    let mut words = Vec::new();
    for (number, part) in command.parts.iter().enumerate() {
        let others: Vec<_> = named
            .iter()
            .filter(|(part, _)| *part == number)
            .filter_map(|(_, file)| replaced.get_key_value(file))
            .collect();
        match &part.role {
            Role::Input(input) if input.is_source() => {
                words.extend(made.next().map(|path| replaced.get(path).unwrap_or(path).into()));
            }
            Role::Link if !others.is_empty() => words.push(in_list(&part.words[0], &others)),
            Role::Input(_) | Role::Library if !others.is_empty() => {
                words.extend(others.iter().map(|(_, other)| OsString::from(other)));
            }
            Role::Input(_) | Role::Output | Role::Both | Role::Library | Role::LibraryFolder | Role::Link => {
                words.extend(part.words.iter().cloned());
            }
            _ => {}
        }
    }
    words
}

/// `-Wl,FILE,…` with other files.
fn in_list(word: &OsStr, others: &[(&PathBuf, &PathBuf)]) -> OsString {
    let mut list = OsString::new();
    for (number, word) in word.to_string_lossy().split(',').enumerate() {
        let other =
            others.iter().find(|(file, _)| file.as_os_str() == word).map(|(_, other)| other.as_os_str());
        if number > 0 {
            list.push(",");
        }
        list.push(other.unwrap_or(word.as_ref()));
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> CompilerCommand {
        CompilerCommand::parse(&words.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn objects_take_the_places_of_sources() {
        let command = parse("-O2 -Wall -Ix a.c b.o -x c c.y -lm -Wl,-z,now -o p -MD -fopenmp -std=c99");
        let made = ["0.o".into(), "1.o".into()];
        let words = words(&command, &made, &linked_files(&command), &BTreeMap::new());
        assert_eq!(words, ["-O2", "0.o", "b.o", "1.o", "-lm", "-Wl,-z,now", "-o", "p"]);
    }

    #[test]
    fn files_are_replaced_wherever_they_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let shown = |name: &str| path(name).display().to_string();
        for name in ["liba.a", "libb.a", "c.o"] {
            std::fs::write(path(name), "").unwrap();
        }
        let here = folder.path().display();
        let line =
            format!("{} x.c -L{here} -la -lm -Wl,--whole-archive,{},-x", shown("c.o"), shown("libb.a"));
        let command = parse(&line);
        let replaced = ["c.o", "liba.a", "libb.a"].map(|name| (path(name), PathBuf::from("new").join(name)));
        let replaced = BTreeMap::from_iter(replaced.into_iter().chain([("0.o".into(), "new/0.o".into())]));
        let words = words(&command, &["0.o".into()], &linked_files(&command), &replaced);
        let words: Vec<String> = words.into_iter().map(|word| word.into_string().unwrap()).collect();
        let folder = format!("-L{here}");
        let list = "-Wl,--whole-archive,new/libb.a,-x";
        assert_eq!(words, ["new/c.o", "new/0.o", &folder, "new/liba.a", "-lm", list]);
    }
}
