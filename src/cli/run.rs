//! `gpump run`: from a source to its output in one step.

use std::collections::{BTreeSet, HashSet};
use std::ffi::{OsStr, OsString};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

use gpump::{Dialect, LineDirectives, OnHost, Optimisation, Options, Source, Translation, source};
use signal_hook::consts::{SIGHUP, SIGINT, SIGPIPE, SIGTERM};

use super::device::{Builder, Device};
use super::failure::{Failure, killed, signal_and_name};
use super::format::Format;
use super::host_regions::{self, HostRegions};
use super::input::{Input, inputs};
use super::optimisations::Without;
use super::original::{self, Question};
use super::preprocessing::Preprocessing;
use super::refused::Refused;
use super::terminal;
use super::translation::{DialectArgument, Left, read_all, translate_all};
use crate::toolchain::c_compiler::CCompiler;
use crate::toolchain::c_linkage::Frame;
use crate::toolchain::original::Reader;
use crate::toolchain::pair::{self, Pair};
use crate::toolchain::scratch::Scratch;
use crate::toolchain::{self, Error, Job, Unit, child, emulator};

/// Translate, compile and run a program
///
/// The program has gpump's standard input, output and error, and its exit
/// status is gpump's: 128 plus the signal's number if a signal ended it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Source files of one program: C (`.c`, or `-` for standard input), or
    /// what is CUDA already (`.cu`) and is compiled as it is
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Where the program runs
    #[arg(long, value_enum, default_value_t = Device::Auto)]
    device: Device,

    /// Which code to write
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectArgument,

    /// Keep the translations, the program and all between in this folder; made
    /// if it is not there
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    /// Build the program in the folder of --keep, and do not run it
    #[arg(long, requires = "keep")]
    build_only: bool,

    /// Have the emulator watch what the program's regions do, and stop it where
    /// it accesses memory out of bounds, where threads race, and where not all
    /// come to a barrier
    #[arg(long)]
    watch: bool,

    /// Say how many regions run where
    #[arg(short, long)]
    verbose: bool,

    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<OsString>,

    #[command(flatten)]
    host: HostRegions,

    #[command(flatten)]
    without: Without,

    #[command(flatten)]
    preprocessing: Preprocessing,
}

const EXAMPLES: &str = "\
Examples:
  gpump run loop.c                        run it, on a GPU if there is one
  gpump run --device emulator loop.c      run it without a GPU
  gpump run --watch loop.c                look for races and stray pointers
  gpump run loop.c -- 1000 out.txt        give the program arguments
  gpump run --keep build loop.c           look at what was made on the way
  gpump run main.c part.c -I include      a program of several files

Environment: CC names the C compiler, CXX the C++ compiler, GPUMP_NVCC nvcc,
CUDA_HOME the CUDA toolkit, GPUMP_ARCH the device's architecture, as in sm_90,
GPUMP_CACHE the folder for what is kept between runs.";

pub fn execute(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let inputs = inputs(&arguments.files)?;
    inputs.iter().try_for_each(check_kind)?;
    let (cuda, c): (Vec<Input>, Vec<Input>) = inputs.iter().cloned().partition(is_cuda);
    // Whether one of them is a translation in a single file.
    let mut has_single = false;
    for input in &cuda {
        // Read here, where the message can be ours.
        has_single |= memchr::memmem::find(&input.read()?, b"<gpump_single.h>").is_some();
    }
    let mut options = Options {
        dialect: arguments.dialect.into(),
        without: without(arguments),
        is_alone: inputs.len() == 1,
        line_directives: LineDirectives::Everywhere,
        is_lenient: true,
        ..Options::default()
    };
    if c.is_empty() {
        // CUDA that somebody wrote: the emulator keeps host and device apart and watches what kernels touch.
        options.dialect = if has_single { Dialect::Cuda } else { Dialect::Thesis };
    } else {
        options.preprocessing = arguments.preprocessing.environment()?;
    }
    options.on_host = arguments.host.regions(arguments.device);
    let device = watched_device(arguments, options.dialect)?;
    let sources = read_all(&c)?;
    let reader = Reader::Person { color: terminal::colors_messages() };
    let questions = match options.dialect {
        Dialect::Thesis => Vec::new(),
        Dialect::Cuda => {
            original::questions(options.dialect, &arguments.preprocessing, reader, &c, &sources)?
        }
    };
    let may_be_left = options.may_be_left_to_compiler();
    let takes = |number: usize| may_be_left && questions[number].as_ref().is_some_and(original::takes);
    // The files that are left to the C compiler, when nothing else is left to try.
    let mut chosen: BTreeSet<usize> = BTreeSet::new();
    let translated = |sources: Vec<Source>, options: &Options, chosen: &BTreeSet<usize>| {
        let left = Left { takes: &takes, chosen };
        translate_all(&c, sources, options, Format::Human, cuda.is_empty(), left)
    };
    let mut translations = translate(&questions, || translated(sources, &options, &chosen))?;

    let (folder, _scratch) = folder(arguments.keep.as_deref())?;
    child::forward_signals().map_err(|cause| Failure::Usage(format!("cannot wait for signals: {cause}")))?;
    let mut refused = Refused::default();
    let mut is_told = false;
    let job = loop {
        let is_final = refused.is_final(&translations);
        let is_last = is_final && (is_told || translations.iter().all(needs_nothing));
        let may_fail = options.on_host == OnHost::WhereNeeded && !is_last;
        let job = job(arguments, &inputs, &translations, options.dialect, &folder)?;
        match build(arguments, &job, &translations, &options, device, may_fail) {
            Err(Failure::Tool(Error::Refused { file, .. })) if may_fail && is_final => {
                let number = c.iter().position(|input| input.name() == file);
                match number.filter(|number| !chosen.contains(number) && takes(*number)) {
                    Some(number) => _ = chosen.insert(number),
                    // The compilers say once more what is wrong.
                    None => {
                        is_told = true;
                        continue;
                    }
                }
            }
            Err(Failure::Tool(Error::Refused { tool, file, said })) if may_fail => {
                refused.take(&tool, &file, &said);
            }
            done => {
                done?;
                break job;
            }
        }
        options.objections.clone_from(&refused.objections);
        translations = translated(read_all(&c)?, &options, &chosen)?;
    };
    if arguments.verbose {
        host_regions::say(&translations);
    }
    if let Some(signal) = child::ending() {
        return Ok(killed(signal));
    }
    if arguments.build_only {
        return Ok(ExitCode::SUCCESS);
    }
    run(&job, arguments)
}

/// What is to be built.
fn job(
    arguments: &Arguments,
    inputs: &[Input],
    translations: &[Translation],
    dialect: Dialect,
    folder: &Path,
) -> Result<Job, Failure> {
    let (units, pairs) = texts(inputs, translations, dialect, folder)?;
    Ok(Job {
        units,
        pairs,
        c_flags: arguments.preprocessing.c_flags(),
        flags: arguments.preprocessing.compiler_flags(),
        folder: folder.to_owned(),
        program: inputs[0].stem(),
    })
}

/// Whether the C compiler alone makes something of a translation.
fn needs_nothing(translation: &Translation) -> bool {
    translation.device.is_none() && translation.replacements.is_empty()
}

/// Makes the program.
fn build(
    arguments: &Arguments,
    job: &Job,
    translations: &[Translation],
    options: &Options,
    device: Device,
    may_fail: bool,
) -> Result<(), Failure> {
    let is_plain =
        options.dialect == Dialect::Cuda && job.units.is_empty() && translations.iter().all(needs_nothing);
    match options.dialect {
        Dialect::Cuda if is_plain => pair::build_for_host(job, &CCompiler::required()?)?,
        Dialect::Thesis => match Builder::to_run_on(device)? {
            Builder::Nvcc(nvcc) => nvcc.build(job)?,
            Builder::Emulator => emulator::build(job)?,
        },
        Dialect::Cuda => {
            let builder = Builder::to_run_on(device)?;
            let backend = builder.watching(Dialect::Cuda, &job.folder, arguments.watch)?;
            pair::build(job, CCompiler::required()?, &backend, may_fail)?;
        }
    }
    Ok(())
}

/// Translates the C files. In the cuda dialect the C compiler gets them nearly as they are, as their host texts, and the C++
/// compiler or nvcc parts of them: what is no C is said once, of the file as it is written. In the thesis's there are no questions.
fn translate(
    questions: &[Option<Question>],
    translated: impl FnOnce() -> Result<Vec<Translation>, Failure> + Send,
) -> Result<Vec<Translation>, Failure> {
    let (translations, said) = rayon::join(translated, || original::said(questions));
    let translations = translations?;
    let mut said = said.into_iter().flatten().collect::<Result<Vec<_>, _>>()?;
    said.retain(|said| !said.accepts);
    said.iter().for_each(|said| terminal::said(&said.text));
    if said.is_empty() { Ok(translations) } else { Err(Failure::Input) }
}

/// The optimisations to be left out. Where a region becomes several kernels, what the author lets race does not.
fn without(arguments: &Arguments) -> BTreeSet<Optimisation> {
    let mut without = arguments.without.optimisations();
    if arguments.watch {
        without.insert(Optimisation::Split);
    }
    without
}

/// Where the program runs: what is to be watched, in the emulator.
fn watched_device(arguments: &Arguments, dialect: Dialect) -> Result<Device, Failure> {
    match (arguments.watch, arguments.device, dialect) {
        (false, device, _) => Ok(device),
        (true, Device::Gpu, _) => {
            Err(Failure::Usage("the emulator watches a program, a GPU does not".into()))
        }
        (true, _, Dialect::Thesis) => Err(Failure::Usage(
            "--watch is for the cuda dialect: in the thesis's, the emulator watches every program".into(),
        )),
        (true, ..) => Ok(Device::Emulator),
    }
}

/// The folder that a program is built in, which goes with the second, if it is temporary.
fn folder(keep: Option<&Path>) -> Result<(PathBuf, Option<Scratch>), Failure> {
    let Some(folder) = keep else {
        let scratch = Scratch::new().map_err(|cause| Failure::write(&std::env::temp_dir(), cause))?;
        return Ok((scratch.path().to_owned(), Some(scratch)));
    };
    let made = std::fs::create_dir_all(folder).and_then(|()| folder.canonicalize());
    Ok((made.map_err(|cause| Failure::write(folder, cause))?, None))
}

fn is_cuda(input: &Input) -> bool {
    input.extension() == Some(OsStr::new("cu"))
}

fn check_kind(input: &Input) -> Result<(), Failure> {
    let is_c = *input == Input::Standard || input.extension() == Some(OsStr::new("c"));
    if is_c || is_cuda(input) {
        return Ok(());
    }
    Err(Failure::Usage(format!("{}: `gpump run` takes C files (.c) and CUDA files (.cu)", input.name())))
}

/// The files of the job: those that the user gave in CUDA, and the translations, which are written to the folder,
/// under names that no source there has.
fn texts(
    inputs: &[Input],
    translations: &[Translation],
    dialect: Dialect,
    folder: &Path,
) -> Result<(Vec<Unit>, Vec<Pair>), Failure> {
    let mut translations = translations.iter();
    let mut stems = HashSet::new();
    let (mut units, mut pairs) = (Vec::new(), Vec::new());
    for input in inputs {
        let stem = unused(input.stem(), &mut stems);
        let unit = |path: PathBuf, stem: OsString| Unit {
            path,
            include_folder: input.folder(),
            name: input.name(),
            stem,
            frame: Frame::default(),
        };
        let written = |text: &str, what: &str, ending: &str| {
            let mut stem = stem.clone();
            stem.push(what);
            let path = folder.join(&stem).with_added_extension(ending);
            std::fs::write(&path, source::encode(text)).map_err(|cause| Failure::write(&path, cause))?;
            Ok::<_, Failure>(unit(path, stem))
        };
        match input {
            Input::File(path) if is_cuda(input) => units.push(unit(path.clone(), stem.clone())),
            _ => match (dialect, translations.next()) {
                (Dialect::Thesis, Some(translation)) => units.push(written(&translation.text, "", "cu")?),
                (Dialect::Cuda, Some(translation)) => pairs.push(Pair {
                    host: written(&translation.text, ".host", "c")?,
                    device: match &translation.device {
                        Some(text) => Some(written(text, ".device", "cu")?),
                        None => None,
                    },
                    keeps_directives: translation.keeps_directives,
                }),
                // There is one for each.
                (_, None) => {}
            },
        }
    }
    Ok((units, pairs))
}

/// This stem, or one made from it that no other unit has.
fn unused(stem: OsString, stems: &mut HashSet<OsString>) -> OsString {
    let mut candidate = stem.clone();
    let mut number = 1;
    while !stems.insert(candidate.clone()) {
        number += 1;
        candidate = stem.clone();
        candidate.push(format!("-{number}"));
    }
    candidate
}

fn run(job: &Job, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut command = Command::new(job.program());
    command.arg0(&job.program).args(&arguments.arguments);
    let wanted = match arguments.device {
        // Regions that ran on the host after all would not be what was asked for.
        Device::Gpu if std::env::var_os("GPUMP_DEVICE").is_none() => Some("required"),
        Device::Host => Some("host"),
        _ => None,
    };
    command.envs(wanted.map(|wanted| ("GPUMP_DEVICE", wanted)));
    let status = child::run(&mut command).map_err(|cause| {
        Failure::Tool(toolchain::Error::Start { tool: job.program().display().to_string(), cause })
    })?;
    Ok(exit_code(status))
}

/// The program's own status. A signal that nobody sent on purpose is named,
/// as a shell would name it.
fn exit_code(status: ExitStatus) -> ExitCode {
    let Some(signal) = status.signal() else {
        return ExitCode::from(u8::try_from(status.code().unwrap_or(0)).unwrap_or(u8::MAX));
    };
    if !matches!(signal, SIGHUP | SIGINT | SIGTERM | SIGPIPE) {
        terminal::error(&format!("the program was ended by {}", signal_and_name(signal)));
    }
    killed(signal)
}
