//! How a `.cu` becomes a program that needs no device.
//!
//! The same C++ compiler reads the unit, with the emulator's header before it
//! and the launches rewritten, and instruments its memory accesses: in the
//! emulator, host and device each have their own memory, and a kernel that
//! touches the host's is stopped. The emulator itself is compiled without
//! the instrumentation, once for each version of it and each compiler, and
//! kept in the cache.
//!
//! In the cuda dialect host and device have one memory. There the instruments
//! are left out, and a device's text needs no rewriting either ([`super::pair`]).

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use super::host_compiler::HostCompiler;
use super::launch::Edit;
use super::lexer::lex;
use super::pair::{OPENMP, OWN, REQUIRE_MAIN, WRAP_MAIN, share};
use super::{
    Compilation, Error, Job, Unit, cache, device_variable, dynamic_shared, framed, hex, launch, read, run,
    run_and_keep, runtime_folder, runtime_object, write,
};
use crate::runtime;

/// How every C++ source is compiled. CUDA C is C++ that looks like C, so the
/// compiler is told to be lenient, and keeps its warnings about it. The debug
/// information is of version 4, since some releases of addr2line, which the
/// emulator asks for source lines, misread how version 5 numbers a unit's
/// files and would name the rewritten one.
const FLAGS: [&str; 6] = ["-std=gnu++17", "-gdwarf-4", "-O1", "-pthread", "-fpermissive", "-w"];

/// How the emulator itself is compiled, over and above: it has a `memcpy` of
/// its own, which a compiler that knows the library's would have call itself.
/// A shared library has a copy of it, so its place in memory is not settled.
const EMULATOR_FLAGS: [&str; 4] = ["-O2", "-fno-builtin", "-fPIC", "-c"];

/// The runtime's own objects have no debug information: with it each link takes half as long again, and a debugger stops in the
/// runtime on the way to the program's functions.
const NO_DEBUG: &str = "-g0";

/// How the device's text of a pair is compiled. It is to be refused where nvcc would refuse it. Most of the time
/// goes into the runtime's headers: with `-O2` it takes half as long again.
const DEVICE_FLAGS: [&str; 5] = ["-std=gnu++17", "-gdwarf-4", "-O1", "-pthread", "-w"];

/// What each text begins with.
const HEADER: &str = "gpump_emulator.h";
/// What the device's text of a pair begins with: the same, and the runtime's part for it.
const DEVICE_HEADER: &str = "gpump_emulator_device.h";
/// The cache's entries of them, precompiled.
const PRECOMPILED: &str = "emulator-header";

/// What makes the compiler ask the emulator before each access to memory, and
/// stop at a division by zero and at the end of a thread's stack. These are
/// for the program's own sources: no sanitizer is linked, the emulator answers
/// its calls.
const INSTRUMENT: [&str; 3] = [
    "-fsanitize=thread,integer-divide-by-zero",
    "-fsanitize-undefined-trap-on-error",
    "-fstack-clash-protection",
];

/// What a program of the cuda dialect that is watched has compiled into its device texts, over and above: the emulator is
/// asked before each access, and a subscript that the array's type forbids is told (`runtime/emulator/watch.cpp`).
/// What a loop does to memory stays in it, with its line.
const WATCH: [&str; 6] = [
    "-fsanitize=thread,bounds,integer-divide-by-zero",
    "--param=tsan-distinguish-volatile=1",
    "-fno-tree-loop-im",
    "-fstack-clash-protection",
    "-U_FORTIFY_SOURCE",
    "-DGPUMP_EMULATOR_WATCH",
];

/// What the emulator looks after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Checks {
    /// Kernels that touch the host's memory are stopped.
    Apart,
    /// Host and device have one memory.
    One,
    /// The same, and what threads do there is watched.
    Watched,
}

/// The C++ compiler and the runtime's sources, with which programs for the
/// emulator are made.
#[derive(Clone, Debug)]
pub struct Emulator {
    compiler: HostCompiler,
    runtime: PathBuf,
    checks: Checks,
}

impl Emulator {
    /// Finds the compiler. What cannot be kept in the cache folder goes to the
    /// folder `fallback`.
    ///
    /// # Errors
    ///
    /// There is no compiler, or a file cannot be written.
    pub fn find(fallback: &Path) -> Result<Self, Error> {
        Ok(Emulator {
            compiler: HostCompiler::find()?,
            runtime: runtime_folder(fallback)?,
            checks: Checks::Apart,
        })
    }

    /// The same for programs of the cuda dialect, which have one memory.
    pub fn with_one_memory(self, is_watched: bool) -> Self {
        Emulator { checks: if is_watched { Checks::Watched } else { Checks::One }, ..self }
    }

    /// Compiles one unit, up to `stage`: `-c` or `-S`.
    ///
    /// # Errors
    ///
    /// The compiler refuses the unit, or a file cannot be written.
    pub fn compile(&self, made: Compilation, stage: &str) -> Result<(), Error> {
        let unit = made.unit;
        let rewritten = unit.made_in(made.folder, ".emulator.cpp");
        write(&rewritten, &framed(unit, &rewrite(&read(&unit.path)?)))?;

        let mut command = self.compiler.command();
        command.args(["-x", "c++"]).args(FLAGS);
        if self.checks == Checks::Apart {
            command.args(INSTRUMENT);
        }
        command.arg("-I").arg(&self.runtime).arg("-I").arg(self.runtime.join("emulator"));
        command.args(["-include", HEADER]).args(made.flags);
        command.arg("-iquote").arg(&unit.include_folder);
        // The same text makes the same object, wherever it is rewritten.
        let mut map = OsString::from("-ffile-prefix-map=");
        map.push(&rewritten);
        map.push("=");
        map.push(&unit.path);
        command.arg(map);
        // Its functions would touch memory behind the emulator's back.
        command.arg("-U_FORTIFY_SOURCE");
        command.arg(stage).arg(&rewritten).arg("-o").arg(made.output);
        run(&self.compiler.name(), &mut command, &unit.name)
    }

    /// Compiles the device's text of a pair.
    ///
    /// # Errors
    ///
    /// The compiler refuses it, or does not start.
    pub fn device_text(&self, made: Compilation, quiet: bool) -> Result<(), Error> {
        let unit = made.unit;
        let header = if is_device_text(&read(&unit.path)?) { DEVICE_HEADER } else { HEADER };
        let mut command = self.compiler.command();
        command.args(["-x", "c++"]).args(self.precompiled(header, made)).args(["-include", header]);
        command.args(self.device_flags(made.flags)).arg("-iquote").arg(&unit.include_folder);
        command.arg(unit.original_name()).arg("-c").arg(&unit.path).arg("-o").arg(made.output);
        run_and_keep(&self.compiler.name(), &mut command, &unit.name, quiet)
    }

    /// How device texts are compiled for which the program's build has these flags.
    fn device_flags<'a>(&self, flags: impl IntoIterator<Item = &'a OsString>) -> Vec<OsString> {
        let mut all: Vec<OsString> = DEVICE_FLAGS.map(OsString::from).to_vec();
        all.extend(self.device_folders());
        all.push(OPENMP.into());
        all.extend(flags.into_iter().cloned());
        if self.checks == Checks::Watched {
            all.extend(WATCH.map(OsString::from));
        }
        all.push(OWN.into());
        all
    }

    /// Where device texts find the runtime, and CUDA.
    fn device_folders(&self) -> Vec<OsString> {
        let folders = ["cuda/include", ".", "emulator"].map(|name| self.runtime.join(name));
        folders.into_iter().flat_map(|folder| ["-I".into(), folder.into_os_string()]).collect()
    }

    /// Where the compiler finds one of the headers that texts begin with, precompiled and kept in the cache: it saves half of the time
    /// that a small text takes. g++ looks whether it has the same flags, but not at all of them (`-fopenmp`), and clang++ refuses it where
    /// they differ: there is one for each set of those that are not for the preprocessor. Where a macro would change what is in it, g++
    /// reads the header itself.
    fn precompiled(&self, header: &str, made: Compilation) -> Vec<OsString> {
        const GNU: &[u8] = b"Free Software Foundation";
        let is_gnu = self.compiler.version.windows(GNU.len()).any(|words| words == GNU);
        let for_preprocessor = |flag: &&OsString| {
            let flag = flag.as_encoded_bytes();
            matches!(flag, [b'-', b'D' | b'U' | b'I' | b'i', ..]) || !flag.starts_with(b"-")
        };
        // Those of one file, or of one folder, would have it made again and again.
        let of_many = |flag: &&OsString| {
            let flag = flag.as_encoded_bytes();
            matches!(flag, [b'-', b'f' | b'm' | b'O' | b'p', ..])
                && !flag.contains(&b'/')
                && !flag.starts_with(b"-frandom-seed")
        };
        let (_, flags): (Vec<_>, Vec<_>) = made.flags.iter().partition(for_preprocessor);
        if !is_gnu || !flags.iter().all(of_many) {
            return Vec::new();
        }
        let mut command = self.compiler.command();
        command
            .args(self.device_flags(flags))
            .args(["-x", "c++-header"])
            .arg(self.runtime.join("emulator").join(header));
        let mut hash = Sha256::new();
        hash.update(&self.compiler.version);
        command.get_args().for_each(|word| hash.update(word.as_encoded_bytes()));
        // Where nothing is kept it would be made for each text.
        if cache::own_folder(PRECOMPILED).is_none() {
            return Vec::new();
        }
        let kept = cache::entry(PRECOMPILED, &hex(hash), made.folder, |folder| {
            command.arg("-o").arg(folder.join(format!("{header}.gch")));
            run_and_keep(&self.compiler.name(), &mut command, header, true)
        });
        kept.map_or_else(|_| Vec::new(), |folder| vec!["-I".into(), folder.into()])
    }

    /// The emulator's own object, from the cache or compiled now.
    ///
    /// # Errors
    ///
    /// The compiler refuses it, or a file cannot be written.
    pub fn object(&self, fallback: &Path) -> Result<PathBuf, Error> {
        let mut command = self.compiler.command();
        command.args(FLAGS).args(EMULATOR_FLAGS).arg(NO_DEBUG);
        self.runtime_object("emulator", runtime::EMULATOR, command, fallback)
    }

    /// The host's side of the cuda dialect's runtime, in the same way.
    ///
    /// # Errors
    ///
    /// As those of [`Self::object`].
    pub fn host_runtime(&self, fallback: &Path) -> Result<PathBuf, Error> {
        let mut command = self.compiler.command();
        command.args(DEVICE_FLAGS).args(self.device_folders()).args(["-include", HEADER]);
        command.args(["-O2", NO_DEBUG, "-fPIC", "-c", "-x", "c++"]);
        self.runtime_object("host-runtime", runtime::HOST, command, fallback)
    }

    fn runtime_object(
        &self,
        kind: &str,
        file: &str,
        command: Command,
        fallback: &Path,
    ) -> Result<PathBuf, Error> {
        let run = |command: &mut Command| run(&self.compiler.name(), command, file);
        runtime_object(kind, file, &self.compiler.version, command, fallback, run)
    }

    /// Links a program of the cuda dialect.
    ///
    /// # Errors
    ///
    /// The linker refuses it, or does not start.
    pub fn link_pairs(&self, objects: &[PathBuf], flags: &[OsString], job: &Job) -> Result<(), Error> {
        let runtime = [self.host_runtime(&job.folder)?, self.object(&job.folder)?];
        let mut command = self.compiler.command();
        command.args(objects).args(&runtime).args(flags);
        command.arg("-Xlinker").arg(share(&runtime, &job.folder)?);
        command.args(["-g", "-pthread", WRAP_MAIN, REQUIRE_MAIN, "-lm", "-o"]).arg(job.program());
        run(&self.compiler.name(), &mut command, "the program")
    }
}

/// Whether the first header of a text is the runtime's for device texts: not that of a single file, nor behind `<complex>`.
fn is_device_text(text: &[u8]) -> bool {
    let first = text.split(|&byte| byte == b'\n').find(|line| line.starts_with(b"#include"));
    first == Some(b"#include <gpump_device.h>")
}

/// Compiles and links the job's units for the emulator.
///
/// # Errors
///
/// There is no compiler, it refuses a unit, or a file cannot be written.
pub fn build(job: &Job) -> Result<(), Error> {
    let emulator = Emulator::find(&job.folder)?;
    let own = emulator.object(&job.folder)?;
    let compile = |unit: &Unit| {
        let output = job.object(unit);
        let made = Compilation { unit, flags: &job.flags, folder: &job.folder, output: &output };
        emulator.compile(made, "-c").map(|()| output)
    };
    let units = job.units.par_iter().map(compile).collect::<Result<Vec<_>, _>>()?;
    let mut command = emulator.compiler.command();
    command.args(units).arg(own).args(["-g", "-pthread", "-o"]).arg(job.program());
    run(&emulator.compiler.name(), &mut command, "the program")
}

/// Rewrites what a C++ compiler cannot read in CUDA C++; see [`launch`],
/// [`device_variable`] and [`dynamic_shared`]. Everything else stays byte for byte, and every line
/// keeps its number.
pub fn rewrite(source: &[u8]) -> Vec<u8> {
    let tokens = lex(source);
    let mut edits = launch::edits(source, &tokens.code);
    for directive in &tokens.directives {
        edits.extend(launch::edits(source, directive));
    }
    edits.extend(device_variable::edits(source, &tokens.code));
    edits.extend(dynamic_shared::edits(source, &tokens.code));
    apply(source, edits)
}

/// Applies edits that do not overlap.
fn apply(source: &[u8], mut edits: Vec<Edit>) -> Vec<u8> {
    // Of those at one place, what is put in comes before what is replaced.
    edits.sort_by_key(|(span, _)| (span.start, span.end));
    let mut text = Vec::with_capacity(source.len() + 32 * edits.len());
    let mut at = 0;
    for (span, replacement) in edits {
        text.extend_from_slice(&source[at..span.start]);
        text.extend_from_slice(replacement.as_bytes());
        at = span.end;
    }
    text.extend_from_slice(&source[at..]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Text in which the rewriting has something to find.
    fn cuda_like() -> impl Strategy<Value = String> {
        let word = prop::sample::select(vec![
            "k",
            "<",
            "<<<",
            ">>>",
            ">",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ",",
            ";",
            "::",
            "->",
            "\"",
            "'",
            "\\",
            "\n",
            "\\\n",
            " ",
            "//",
            "/*",
            "*/",
            "#",
            "R\"(",
            "=",
            "__device__ ",
            "extern ",
            "__shared__ ",
            "1",
            ".",
            "template ",
        ]);
        prop::collection::vec(word, 0..40).prop_map(|words| words.concat())
    }

    fn lines(text: &[u8]) -> usize {
        text.iter().filter(|&&byte| byte == b'\n').count()
    }

    proptest! {
        #[test]
        fn text_without_cuda_is_not_touched(source in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assume!(!source.windows(2).any(|window| window == b"<<" || window == b"__"));
            prop_assert_eq!(rewrite(&source), source);
        }

        #[test]
        fn lines_keep_their_numbers(source in cuda_like()) {
            prop_assert_eq!(lines(&rewrite(source.as_bytes())), lines(source.as_bytes()));
        }
    }
}
