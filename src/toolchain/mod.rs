//! Finding and calling the tools that make a program of a translation: the
//! C++ compiler for the emulator, nvcc for the device.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `c_compiler` | where the C compiler is |
//! | `wrapper` | what it adds to a command line, where it is one such as `mpicc` |
//! | `c_environment` | what it predefines, and where it looks for headers |
//! | `compiler_command` | what the words of a C compiler's command line are for |
//! | `probe` | which C files are gpump's business |
//! | `c_linkage` | how a translation becomes an object among objects of C |
//! | `objects` | what the linker's inputs were made for |
//! | `recipe`, `elf` | how an object that the C compiler made can be made again |
//! | `rules` | rules for make, as compilers write them |
//! | `original` | what the C compiler says of a file as its author wrote it |
//! | `host_compiler` | where the C++ compiler is |
//! | `nvcc` | where nvcc and a device are, and how to call it |
//! | `emulator` | how a `.cu` becomes a program that needs no device |
//! | `pair` | how the two texts of a file in the cuda dialect become one object, and several a program |
//! | `launch`, `device_variable`, `dynamic_shared`, `lexer` | what a C++ compiler cannot read in a `.cu`, rewritten |
//! | `cache` | what is kept between runs |
//! | `scratch` | folders to work in, and what killed processes left of theirs |
//! | `child` | processes: their output, their signals, their end |
//! | `limited` | processes with limits |

pub mod c_compiler;
pub mod c_environment;
pub mod c_linkage;
pub mod cache;
pub mod child;
pub mod compiler_command;
mod device_variable;
mod dynamic_shared;
mod elf;
pub mod emulator;
pub mod host_compiler;
mod launch;
mod lexer;
pub mod limited;
pub mod meaning;
pub mod nvcc;
pub mod objects;
pub mod original;
pub mod pair;
pub mod probe;
pub mod recipe;
pub mod rules;
pub mod scratch;
pub mod wrapper;

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use gpump::source::quoted::string_literal_of_bytes;
use sha2::{Digest, Sha256};

use crate::runtime;
use c_linkage::Frame;
use emulator::Emulator;
use host_compiler::HostCompiler;
use nvcc::Nvcc;
use pair::Pair;

/// How the objects end that compilers make on the way.
const OBJECT: &str = ".o";

/// What a part of the runtime is compiled to, in its entry of the cache.
const OBJECT_OF_RUNTIME: &str = "runtime.o";

/// What can go wrong on the way from a `.cu` to a program.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no C compiler on this machine. A translation may go on without headers: see
    /// [`c_environment::without_compiler`].
    #[error(
        "reading C needs the headers and the macros of a C compiler, and none of gcc, clang and cc is here; install \
     one (Debian and Ubuntu: apt-get install gcc; Fedora: dnf install gcc), or name yours in the environment \
     variable GPUMP_CC or CC"
    )]
    NoCCompiler,

    /// Another tool is not there; the text says what to install.
    #[error("{0}")]
    Missing(String),

    /// The compiler took the file and refused it.
    #[error("{tool} could not build {file}")]
    Refused {
        tool: String,
        file: String,
        /// What it has said, if that was kept from the terminal.
        said: String,
    },

    /// The compiler or the program was ended by a signal, as by Ctrl-C.
    #[error("{tool} was ended by signal {signal}")]
    Interrupted { tool: String, signal: i32 },

    /// nvcc calls what it calls through a shell, and quotes too little.
    #[error(
        "nvcc cannot be given `{word}`: it hands its arguments to a shell, which would read {found:?} in it"
    )]
    NotForShell { word: String, found: char },

    #[error("cannot start {tool}: {cause}")]
    Start { tool: String, cause: io::Error },

    #[error("cannot write {path}: {cause}", path = path.display())]
    Write { path: PathBuf, cause: io::Error },

    #[error("cannot read {path}: {cause}", path = path.display())]
    Read { path: PathBuf, cause: io::Error },
}

/// What compiles for a device, or for what stands in for one.
#[derive(Clone, Debug)]
pub enum Backend {
    Nvcc(Nvcc),
    Emulator(Emulator),
}

impl Backend {
    /// All that what it makes depends on besides the texts.
    ///
    /// # Errors
    ///
    /// nvcc does not start.
    pub fn identity(&self) -> Result<Vec<u8>, Error> {
        let mut hash = Sha256::new();
        runtime::hash_into(&mut hash);
        match self {
            Backend::Nvcc(nvcc) => hash.update(nvcc.identity()?),
            Backend::Emulator(emulator) => hash.update(format!("{emulator:?}")),
        }
        Ok(hash.finalize().to_vec())
    }

    /// The host's side of the cuda dialect's runtime, compiled, from the cache or now.
    ///
    /// # Errors
    ///
    /// The compiler refuses it, or a file cannot be written.
    pub fn host_runtime(&self, fallback: &Path) -> Result<PathBuf, Error> {
        match self {
            Backend::Nvcc(nvcc) => nvcc.host_runtime(fallback),
            Backend::Emulator(emulator) => emulator.host_runtime(fallback),
        }
    }
}

/// A CUDA source file that lies on the disk, or one of the texts of a pair.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Where it lies.
    pub path: PathBuf,
    /// The folder where its `#include "…"` are looked for: that of the file
    /// which the user named.
    pub include_folder: PathBuf,
    /// What the user called it.
    pub name: String,
    /// What the files made from it are called, without their endings: no two
    /// units of a job have the same.
    pub stem: OsString,
    /// Text around it that the compiler is to see.
    pub frame: Frame,
}

impl Unit {
    /// A flag that has `__FILE__` say what the user called the file.
    fn original_name(&self) -> OsString {
        let mut flag = OsString::from("-fmacro-prefix-map=");
        flag.push(&self.path);
        flag.push("=");
        flag.push(&self.name);
        flag
    }

    /// A file that is made of it in a folder.
    fn made_in(&self, folder: &Path, ending: &str) -> PathBuf {
        let mut name = self.stem.clone();
        name.push(ending);
        folder.join(name)
    }
}

/// What to make of a unit, and how.
#[derive(Clone, Copy, Debug)]
pub struct Compilation<'a> {
    pub unit: &'a Unit,
    /// Flags as the C++ compiler takes them.
    pub flags: &'a [OsString],
    /// The folder for what is made on the way.
    pub folder: &'a Path,
    pub output: &'a Path,
}

/// What to build, and where.
#[derive(Clone, Debug)]
pub struct Job {
    pub units: Vec<Unit>,
    /// The files in the cuda dialect.
    pub pairs: Vec<Pair>,
    /// Flags for the C compiler alone: `-std`.
    pub c_flags: Vec<OsString>,
    /// `-I`, `-D` and `-U`, in the order in which they were given.
    pub flags: Vec<OsString>,
    /// The folder for what the build makes on the way, and for the program.
    pub folder: PathBuf,
    /// The program's name in that folder.
    pub program: OsString,
}

impl Job {
    pub fn program(&self) -> PathBuf {
        self.folder.join(&self.program)
    }

    /// The file that the compiler makes of a unit on the way.
    fn object(&self, unit: &Unit) -> PathBuf {
        unit.made_in(&self.folder, OBJECT)
    }
}

/// A part of the runtime takes many seconds to compile, once for a compiler. Who sits at a terminal is told.
fn tell_of_waiting(part: &str) {
    let mut screen = io::stderr();
    if screen.is_terminal() {
        // A screen that cannot be written to is nobody's to report.
        let _ = writeln!(screen, "gpump: compiling its runtime for this compiler, which is kept ({part})");
    }
}

/// The folder where the runtime's sources lie, written there if need be.
fn runtime_folder(fallback: &Path) -> Result<PathBuf, Error> {
    let mut hash = Sha256::new();
    runtime::hash_into(&mut hash);
    cache::entry("runtime", &hex(hash), fallback, |folder| {
        runtime::write_to(folder).map_err(|cause| Error::Write { path: folder.to_owned(), cause })
    })
}

/// A unit's text with its frame around it. The compiler, the debugger and the
/// emulator are told which file the lines are of.
fn framed(unit: &Unit, text: &[u8]) -> Vec<u8> {
    let Frame { before, after } = &unit.frame;
    [before.as_bytes(), &line_directive(1, unit.path.as_os_str()), text, after.as_bytes()].concat()
}

/// Tells the compiler and the debugger which file the next line is the first
/// of.
pub fn line_directive(number: usize, file: &OsStr) -> Vec<u8> {
    let name = string_literal_of_bytes(file.as_encoded_bytes());
    [format!("#line {number} ").as_bytes(), &name[..], b"\n"].concat()
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|cause| Error::Read { path: path.to_owned(), cause })
}

pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    std::fs::write(path, bytes).map_err(|cause| Error::Write { path: path.to_owned(), cause })
}

/// A part of the runtime, compiled by a command that is only to be told of the file and where the object goes: from the
/// cache, or made now. What the compiler is, `version` says.
fn runtime_object(
    kind: &str,
    file: &str,
    version: &[u8],
    mut command: Command,
    fallback: &Path,
    run: impl FnOnce(&mut Command) -> Result<(), Error>,
) -> Result<PathBuf, Error> {
    let mut hash = Sha256::new();
    runtime::hash_into(&mut hash);
    hash.update(version);
    // An entry whose object has another name is another entry.
    hash.update(OBJECT_OF_RUNTIME);
    for word in std::iter::once(command.get_program()).chain(command.get_args()) {
        hash.update(word.as_encoded_bytes());
        hash.update([0]);
    }
    let object = |folder: &Path| folder.join(OBJECT_OF_RUNTIME);
    let source = runtime_folder(fallback)?.join(file);
    let folder = cache::entry(kind, &hex(hash), fallback, |folder| {
        tell_of_waiting(file);
        run(command.arg(source).arg("-o").arg(object(folder)))
    })?;
    Ok(object(&folder))
}

/// What the runtime has for code of other compilers that frees blocks of the shared heap, compiled, from the cache or now.
///
/// # Errors
///
/// There is no C++ compiler, it refuses it, or a file cannot be written.
pub fn frees_of_others(fallback: &Path) -> Result<PathBuf, Error> {
    let compiler = HostCompiler::find()?;
    let mut command = compiler.command();
    command.args(["-O2", "-fPIC", "-c"]);
    let run = |command: &mut Command| run(&compiler.name(), command, runtime::FREES);
    runtime_object("frees", runtime::FREES, &compiler.version, command, fallback, run)
}

/// A hash as the name of a folder.
pub fn hex(hash: Sha256) -> String {
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Runs a tool on a file to its end.
///
/// # Errors
///
/// It does not start, it refuses the file, or a signal ends it.
pub fn run(tool: &str, command: &mut Command, file: &str) -> Result<(), Error> {
    run_and_keep(tool, command, file, false)
}

/// The same; what it says is kept for the error, if that is wanted.
fn run_and_keep(tool: &str, command: &mut Command, file: &str, keeps: bool) -> Result<(), Error> {
    let start = |cause| Error::Start { tool: tool.to_owned(), cause };
    if !keeps {
        return check(child::run(command).map_err(start)?, tool, file, &[]);
    }
    let (status, said) = child::said_by(command.stdout(Stdio::null())).map_err(start)?;
    check(status, tool, file, &said)
}

/// Tells a compiler's end as an error.
fn check(status: ExitStatus, tool: &str, file: &str, said: &[u8]) -> Result<(), Error> {
    use std::os::unix::process::ExitStatusExt;
    if status.success() {
        Ok(())
    } else if let Some(signal) = status.signal() {
        Err(Error::Interrupted { tool: tool.to_owned(), signal })
    } else {
        let said = String::from_utf8_lossy(said).into_owned();
        Err(Error::Refused { tool: tool.to_owned(), file: file.to_owned(), said })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_quoted_in_the_line_directive() {
        assert_eq!(line_directive(1, OsStr::new("a\\\"b.cu")), b"#line 1 \"a\\\\\\\"b.cu\"\n");
    }
}
