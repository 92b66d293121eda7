//! `gpump cc`: stands in for the C compiler in a project's build.
//!
//! What has nothing to do with OpenMP goes to the real C compiler as it came:
//! its questions, its preprocessing, files without directives, programs of such
//! files. Files with directives are translated, and compiled for the emulator
//! or by nvcc into the object that was asked for ([`sources`]). When such
//! objects are linked, the emulator or CUDA is linked to them ([`link`]).

mod archives;
mod candidates;
mod link;
mod pairs;
mod plain;
mod settings;
mod sources;
mod task;
mod versions;
mod warnings;

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Output, Stdio};

use gpump::Dialect;

use super::device::{Builder, Device};
use super::failure::{Failure, killed};
use crate::toolchain::c_compiler::{self, CCompiler};
use crate::toolchain::compiler_command::{
    CompilerCommand, Input, Language, Role, Stage, with_response_files,
};
use crate::toolchain::original;
use crate::toolchain::pair::HOST_THREADS;
use crate::toolchain::scratch::Scratch;
use crate::toolchain::{self, child};
use settings::Settings;
use task::Work;

/// Compile as a C compiler does, with directives translated
///
/// Takes the command line of gcc or clang and calls that compiler for all that
/// OpenMP does not touch. Files with directives are translated and compiled to
/// the objects asked for; where these are linked, so is what they need.
#[derive(Debug, clap::Args)]
#[command(
    disable_help_flag = true,
    override_usage = "gpump cc [--gpump-device=DEVICE] ARGS…\n       gpump-cc ARGS…",
    after_help = EXAMPLES
)]
pub struct Arguments {
    /// What the C compiler would be given
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    arguments: Vec<OsString>,
}

const EXAMPLES: &str = "\
Examples:
  make CC=\"gpump cc\"                      a project with a Makefile
  CC=\"gpump cc\" ./configure               one with a configure script
  CC=\"gpump cc\" cmake -B build            one with CMake; or
  cmake -B build -DCMAKE_C_COMPILER=\"/path/to/gpump;cc\"
  gpump cc -O2 -c part.c -o part.o        one file
  gpump cc main.o part.o -lm -o program   a program

A link to gpump under the name gpump-cc is `gpump cc` in one word.

Flags of gpump's own, among the others:
  --gpump-device=gpu|emulator|host|auto   what to compile for [GPUMP_DEVICE]
  --gpump-require-device=yes|no      whether a region that the device cannot have
                                     is an error [GPUMP_REQUIRE_DEVICE]
  --gpump-dialect=thesis|cuda        which code to write [GPUMP_DIALECT]
  --gpump-no-opt=NAME,...            what `gpump translate --no-opt` takes [GPUMP_NO_OPT]

-fno-openmp leaves the directives of a file alone. Environment: GPUMP_CC, or CC
if it is not gpump, names the C compiler; CXX the C++ compiler; GPUMP_NVCC nvcc;
GPUMP_ARCH the device's architecture, as in sm_90.";

/// The compiler's words, if gpump is called as one: `gpump cc …`, or under the
/// name `gpump-cc`. The command line's parser is not to see them, for it would
/// take flags for its own.
pub fn words(mut all: impl Iterator<Item = OsString>) -> Option<Vec<OsString>> {
    let program = all.next()?;
    let mut rest = all.peekable();
    if Path::new(&program).file_name() != Some(OsStr::new("gpump-cc")) {
        rest.next_if(|word| word == "cc")?;
    }
    Some(rest.collect())
}

pub fn execute(words: Vec<OsString>) -> Result<ExitCode, Failure> {
    if c_compiler::is_called_by_gpump() {
        return Err(Failure::Usage(
            "the C compiler that gpump calls is a script that calls gpump; \
             GPUMP_CC names the compiler that is to be called"
                .into(),
        ));
    }
    let (settings, words) = Settings::take(words)?;
    let command = CompilerCommand::parse(&with_response_files(words));
    let mut call = Call {
        compiler: CCompiler::required()?,
        command,
        settings,
        input: None,
        has_pragmas: false,
        folder: None,
    };
    if let Some(path) = call.settings.versions.take() {
        return versions::make(&mut call, &path);
    }
    if call.settings.device == Device::Host {
        return call.for_host();
    }
    if !call.may_concern_gpump() {
        return call.pass_on();
    }
    let made = plain::compile(&mut call)?;
    if call.command.stage == Stage::Object && !made.contains(&false) && !made.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    child::forward_signals().map_err(|cause| Failure::Usage(format!("cannot wait for signals: {cause}")))?;
    call.read_standard_input()?;
    let (work, has_pragmas) = sources::look_at(&call, &made)?;
    call.has_pragmas = has_pragmas;
    let is_all_c = work.iter().all(|work| matches!(work, Work::Direct));
    let takes_over = call.command.inputs().any(|input| call.is_taken_over(input));
    match call.command.stage {
        // What gpump has to say, it has said.
        Stage::Checked if has_pragmas => sources::check(&mut call).map(|()| ExitCode::SUCCESS),
        Stage::Checked | Stage::Preprocessed => call.pass_on(),
        Stage::Assembly | Stage::Object if is_all_c && !takes_over => call.pass_on(),
        Stage::Program if is_all_c && !takes_over && !link::is_gpumps(&call)? => call.pass_on(),
        _ => {
            let made = sources::compile(&mut call, work)?;
            if call.command.stage == Stage::Program {
                link::link(&mut call, &made)?;
            }
            Ok(child::ending().map_or(ExitCode::SUCCESS, killed))
        }
    }
}

/// A call of `gpump cc`.
struct Call {
    compiler: CCompiler,
    command: CompilerCommand,
    settings: Settings,
    /// What came on standard input, if a file is there.
    input: Option<Vec<u8>>,
    /// Whether the C compiler may meet pragmas that gpump has read.
    has_pragmas: bool,
    /// Where things are made on the way.
    folder: Option<Scratch>,
}

impl Call {
    /// Whether there is something to translate or to link.
    fn may_concern_gpump(&self) -> bool {
        let is_there = self.command.inputs().next().is_some();
        is_there && !self.command.is_query() && self.command.stage != Stage::Preprocessed
    }

    /// Whether the user wants to see all that the compilers say, also in attempts that may fail.
    fn is_verbose(&self) -> bool {
        self.command.has("-v")
    }

    /// What the C compiler is told before all else: which OpenMP it is that
    /// gpump translates. It is not told to read directives itself.
    fn definitions(&self) -> Vec<OsString> {
        let is_c = self.command.inputs().any(|input| input.language == Language::C);
        let counts = self.command.openmp && is_c && !self.command.is_query();
        let openmp = || toolchain::pair::openmp(Dialect::from(self.settings.dialect)).into();
        if counts { vec![openmp()] } else { Vec::new() }
    }

    /// Whether the allocations of this file are to be the runtime's, as all of a program in the cuda dialect are:
    /// what comes from here may be used in a region elsewhere.
    fn is_taken_over(&self, input: &Input) -> bool {
        Dialect::from(self.settings.dialect) == Dialect::Cuda
            && self.command.openmp
            && input.language == Language::C
    }

    /// What the C compiler is told after all else: it is not to warn about
    /// pragmas that it does not know, since gpump does.
    fn silence(&self) -> Option<&'static str> {
        self.has_pragmas.then_some("-Wno-unknown-pragmas")
    }

    /// Lets the C compiler do all of it, directives aside.
    fn pass_on(&self) -> Result<ExitCode, Failure> {
        let mut command = self.compiler.command();
        command.args(self.definitions());
        command.args(self.command.words(|role| *role != Role::Openmp));
        command.args(self.silence());
        self.give_way(command)
    }

    /// Lets the C compiler do all of it, and read the directives.
    fn for_host(&self) -> Result<ExitCode, Failure> {
        let mut command = self.compiler.command();
        command.args(self.command.openmp.then_some(HOST_THREADS));
        command.args(self.command.words(|_| true));
        self.give_way(command)
    }

    fn give_way(&self, mut command: Command) -> Result<ExitCode, Failure> {
        match &self.input {
            None => Err(self.not_started(command.exec())),
            Some(_) => self.run(&mut command).map(|()| ExitCode::SUCCESS),
        }
    }

    /// Runs the C compiler, with what came on standard input for it to read.
    fn run(&self, command: &mut Command) -> Result<(), Failure> {
        self.feed(command)?;
        let status = child::run(command).map_err(|cause| self.not_started(cause))?;
        self.succeeded(status)
    }

    /// The same, with what it says on standard error.
    fn output_of(&self, command: &mut Command) -> Result<Output, Failure> {
        self.feed(command)?;
        command.stdout(std::io::stderr()).stderr(Stdio::piped());
        command.output().map_err(|cause| self.not_started(cause))
    }

    fn feed(&self, command: &mut Command) -> Result<(), Failure> {
        let Some(input) = &self.input else { return Ok(()) };
        command.stdin(original::standard_input(input)?);
        Ok(())
    }

    fn not_started(&self, cause: std::io::Error) -> Failure {
        toolchain::Error::Start { tool: self.compiler.name(), cause }.into()
    }

    fn succeeded(&self, status: ExitStatus) -> Result<(), Failure> {
        match (status.code(), status.signal()) {
            (Some(0), _) => Ok(()),
            (_, Some(signal)) => {
                Err(toolchain::Error::Interrupted { tool: self.compiler.name(), signal }.into())
            }
            (code, _) => {
                let code = code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
                Err(Failure::Status(ExitCode::from(code)))
            }
        }
    }

    fn read_standard_input(&mut self) -> Result<(), Failure> {
        if self.command.inputs().any(|input| input.is_source() && input.is_standard_input()) {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|cause| Failure::read(Path::new("standard input"), cause))?;
            self.input = Some(bytes);
        }
        Ok(())
    }

    /// The folder for what is made on the way.
    fn folder(&mut self) -> Result<PathBuf, Failure> {
        if self.folder.is_none() {
            self.folder = Some(Scratch::new().map_err(|cause| Failure::write(&std::env::temp_dir(), cause))?);
        }
        Ok(self.folder.as_ref().map(|folder| folder.path().to_owned()).unwrap_or_default())
    }

    fn builder(&self) -> Result<Builder, Failure> {
        Builder::for_device(self.settings.device)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> Option<Vec<OsString>> {
        words(line.split(' ').map(OsString::from))
    }

    #[test]
    fn gpump_is_called_as_a_compiler_in_two_ways() {
        assert_eq!(found("/bin/gpump cc -c a.c").unwrap(), ["-c", "a.c"]);
        assert_eq!(found("/bin/gpump-cc -c a.c").unwrap(), ["-c", "a.c"]);
        assert_eq!(found("gpump-cc --version").unwrap(), ["--version"]);
        assert_eq!(found("gpump-cc cc").unwrap(), ["cc"]);
        for line in ["gpump run a.c", "gpump", "gpump run cc"] {
            assert_eq!(found(line), None, "{line}");
        }
    }
}
