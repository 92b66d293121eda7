//! The sources of a call: who compiles each of them, and how.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use gpump::{Dialect, Translation, source};
use rayon::prelude::*;

use super::candidates::{candidate, may_be_called_from_elsewhere, options};
use super::task::{
    Task, Work, folder_of, identity, keep, name, parent, read, standard_input, stem, stem_of_made,
};
use super::{Call, pairs, warnings};
use crate::cli::failure::Failure;
use crate::cli::terminal;
use crate::cli::translation::{Left, translate_apart};
use crate::toolchain::c_environment;
use crate::toolchain::c_linkage::{Frame, Framing};
use crate::toolchain::compiler_command::{Dependencies, Input, Language, Stage};
use crate::toolchain::meaning;
use crate::toolchain::pair;
use crate::toolchain::probe::{self, Traces};
use crate::toolchain::{Backend, Compilation, Error, Unit};

/// Decides what becomes of each source, in order, and translates those with
/// directives. Says as well whether there are directives at all: some make no
/// difference to the file that has them.
///
/// Some are made already ([`super::plain`]).
///
/// # Errors
///
/// A source is wrong, or cannot be read.
pub fn look_at(call: &Call, made: &[bool]) -> Result<(Vec<Work>, bool), Failure> {
    let inputs: Vec<&Input> = call.command.inputs().filter(|input| input.is_source()).collect();
    let traces_of = |(input, made): (&&Input, &bool)| if *made { Ok(None) } else { traces_in(call, input) };
    let traces = inputs.par_iter().zip(made).map(traces_of).collect::<Result<Vec<_>, _>>()?;
    let chosen: Vec<&Input> =
        inputs.iter().zip(&traces).filter_map(|(input, traces)| traces.as_ref().map(|_| *input)).collect();
    let mut sources = chosen.iter().map(|input| read(call, input)).collect::<Result<Vec<_>, _>>()?;
    let mut translations = Vec::new();
    if !sources.is_empty() {
        if let Some(message) = meaning::refusal(&call.command.compilation()) {
            return Err(Failure::Usage(message));
        }
        let environment = c_environment::environment(&call.command.environment())?;
        let is_silent = call.command.compilation().iter().any(|word| word == "-w");
        let options = options(call, environment, true);
        let may_stay = options.may_be_left_to_compiler();
        let takes = |number: usize| may_stay && warnings::takes(call, chosen[number]);
        let left = Left { takes: &takes, ..Left::NONE };
        translations = translate_apart(&mut sources, &options, left, |warning| {
            !is_silent && !warnings::is_the_compilers(warning)
        })?;
    }
    let seeks_candidates = may_be_called_from_elsewhere(call) || !sources.is_empty();
    let mut translations = sources.iter().zip(translations);
    let work = inputs.iter().zip(made).zip(traces).map(|((input, made), traces)| {
        if *made {
            return Work::Made;
        }
        let Some(traces) = traces else {
            let candidate = || candidate(call, input).filter(|_| seeks_candidates);
            return match input.language {
                Language::Cuda => Work::Cuda,
                _ => candidate().map_or(Work::Direct, |found| Work::Candidate(Box::new(found))),
            };
        };
        // A file that only calls routines is left as it is, and in the cuda dialect its program needs the runtime.
        let is_marked = Dialect::from(call.settings.dialect) == Dialect::Cuda;
        match translations.next() {
            Some((source, translation))
                if is_marked || translation.text != source.text() || translation.device.is_some() =>
            {
                Work::Translated(Box::new(translation), traces)
            }
            _ => Work::Direct,
        }
    });
    Ok((work.collect(), !sources.is_empty()))
}

/// What a source that may have to be translated says.
fn traces_in(call: &Call, input: &Input) -> Result<Option<Traces>, Error> {
    if input.language != Language::C || !call.command.openmp {
        return Ok(None);
    }
    let mut flags = call.definitions();
    flags.extend(call.command.compilation());
    probe::look_at(&call.compiler, &flags, input.path.as_os_str(), standard_input(call, input))
}

/// Has the C compiler say what it has to say of each source.
///
/// # Errors
///
/// It refuses one.
pub fn check(call: &mut Call) -> Result<(), Failure> {
    let folder = call.folder()?;
    let call = &*call;
    let sources = call.command.inputs().filter(|input| input.is_source()).enumerate();
    sources.into_iter().try_for_each(|(number, input)| {
        let task = Task { input, work: Work::Direct, output: stem(input).into(), number };
        warnings::show(call, &task, &folder)?;
        write_dependencies(call, &task)
    })
}

/// Compiles every source by itself: to where the user wants it, or, if a
/// program is to be linked, to the folder for what is made on the way. Gives
/// the files made, in order.
///
/// # Errors
///
/// A compiler is missing, or refuses a source.
pub fn compile(call: &mut Call, work: Vec<Work>) -> Result<Vec<PathBuf>, Failure> {
    let folder = call.folder()?;
    let call = &*call;
    let stage = call.command.stage;
    let inputs: Vec<&Input> = call.command.inputs().filter(|input| input.is_source()).collect();
    if stage != Stage::Program && inputs.len() > 1 && call.command.output.is_some() {
        return Err(Failure::Usage("-o names one file, and several would be made".into()));
    }
    let tasks: Vec<Task> = inputs
        .iter()
        .zip(work)
        .enumerate()
        .map(|(number, (input, work))| Task { work, ..task_of(call, input, number, &folder) })
        .collect();
    let needs_builder = tasks.iter().any(|task| !matches!(task.work, Work::Direct | Work::Made));
    let dialect = Dialect::from(call.settings.dialect);
    let backend = if needs_builder { Some(call.builder()?.backend(dialect, &folder)?) } else { None };
    let is_translated = tasks.iter().any(|task| matches!(task.work, Work::Translated(..)));
    if is_translated && matches!(backend, Some(Backend::Nvcc(_))) {
        meaning::not_heeded(&call.command.compilation())
            .iter()
            .for_each(|message| terminal::warning(message));
    }
    tasks.par_iter().try_for_each(|task| match (&task.work, &backend) {
        (Work::Translated(translation, traces), Some(backend)) => {
            match dialect {
                Dialect::Thesis => {
                    warnings::show(call, task, &folder)?;
                    compile_translation(call, task, translation, traces, backend, &folder)?;
                }
                Dialect::Cuda => pairs::compile(call, task, translation, backend, &folder)?,
            }
            write_dependencies(call, task)
        }
        (Work::Candidate(translation), Some(backend)) => {
            // As what it is, first: so the compiler says what it has to say of it.
            compile_directly(call, task, &folder)?;
            pairs::replace(call, task, translation, backend, &folder)
        }
        (Work::Made, _) => Ok(()),
        (Work::Cuda, Some(backend)) => compile_cuda(call, task, backend, &folder),
        _ => compile_directly(call, task, &folder),
    })?;
    Ok(tasks.into_iter().map(|task| task.output).collect())
}

/// A source that nothing has become of yet, and where that is to go.
pub fn task_of<'c>(call: &Call, input: &'c Input, number: usize, folder: &Path) -> Task<'c> {
    let ending = if call.command.stage == Stage::Assembly { "s" } else { "o" };
    let output = match &call.command.output {
        _ if call.command.stage == Stage::Program => folder.join(format!("{number}.o")),
        Some(output) => output.clone(),
        None => PathBuf::from(stem(input)).with_added_extension(ending),
    };
    Task { input, work: Work::Direct, output, number }
}

/// Compiles a unit of CUDA.
fn compile_unit(
    call: &Call,
    task: &Task,
    unit: &Unit,
    backend: &Backend,
    folder: &Path,
) -> Result<(), Failure> {
    let flags = call.command.for_translations();
    let folder = folder_of(task, folder)?;
    let made = Compilation { unit, flags: &flags, folder: &folder, output: &task.output };
    let is_assembly = call.command.stage == Stage::Assembly;
    match backend {
        Backend::Emulator(emulator) => {
            emulator.compile(made, if is_assembly { "-S" } else { "-c" })?;
        }
        Backend::Nvcc(_) if is_assembly => {
            let message = format!("{}: nvcc makes no assembler text of a file with kernels", unit.name);
            return Err(Failure::Usage(message));
        }
        Backend::Nvcc(nvcc) => nvcc.object(made, true)?,
    }
    Ok(())
}

fn compile_translation(
    call: &Call,
    task: &Task,
    translation: &Translation,
    traces: &Traces,
    backend: &Backend,
    folder: &Path,
) -> Result<(), Failure> {
    let text = source::encode(&translation.text);
    let stem = stem_of_made(task);
    let kept = keep(call, task, &[(".cu", &text)], folder)?;
    let unit = Unit {
        path: kept.into_iter().next().unwrap_or_default(),
        include_folder: parent(&task.input.path),
        name: name(task),
        frame: Framing {
            stem: &stem,
            identity: &identity(call, task, &[&text]),
            kernels: &translation.kernels,
            cuda_names: &traces.cuda_names,
            headers: &call.command.environment().includes,
        }
        .frame(),
        stem,
    };
    compile_unit(call, task, &unit, backend, folder)
}

fn compile_cuda(call: &Call, task: &Task, backend: &Backend, folder: &Path) -> Result<(), Failure> {
    let path = &task.input.path;
    let unit = Unit {
        // Messages and the debugger have it as the user does.
        path: path.clone(),
        include_folder: parent(path),
        name: path.display().to_string(),
        stem: stem(task.input).to_owned(),
        frame: Frame::default(),
    };
    compile_unit(call, task, &unit, backend, folder)
}

/// Lets the C compiler compile one source of several.
fn compile_directly(call: &Call, task: &Task, folder: &Path) -> Result<(), Failure> {
    let is_taken_over = call.is_taken_over(task.input);
    let takeover = if is_taken_over { pair::takeover_of_plain_c(folder)? } else { Vec::new() };
    let begun = || {
        let mut command = call.compiler.command();
        command.args(call.definitions()).args(&takeover).args(call.command.compilation());
        command
    };
    let mut command = begun();
    if is_taken_over {
        command.args(pair::declarations_for(&task.input.path, begun));
    }
    command.args(call.silence());
    if is_taken_over {
        // Whoever links it looks for names.
        command.arg("-fno-lto");
    }
    if let Some(dependencies) = call.command.dependencies.as_ref().filter(|_| !is_taken_over) {
        command.arg(if dependencies.system { "-MD" } else { "-MMD" });
        command.args(rules(call, task, dependencies));
    }
    command.arg(if call.command.stage == Stage::Assembly { "-S" } else { "-c" });
    command.args(task.input.words()).arg("-o").arg(&task.output);
    call.run(&mut command)?;
    // The rules do not tell of the runtime.
    if is_taken_over { write_dependencies(call, task) } else { Ok(()) }
}

/// Writes the rules for make of a source that was translated. They are about
/// the source and its headers, so the C compiler writes them.
pub fn write_dependencies(call: &Call, task: &Task) -> Result<(), Failure> {
    let Some(dependencies) = &call.command.dependencies else { return Ok(()) };
    let mut command = call.compiler.command();
    command.args(call.definitions()).args(call.command.compilation()).arg("-w");
    command.arg(if dependencies.system { "-M" } else { "-MM" });
    command.args(rules(call, task, dependencies));
    command.args(task.input.words());
    call.run(&mut command)
}

/// Where the rules go, and for which target, if the user does not say it as
/// the compiler has it: beside the object.
pub fn rules(call: &Call, task: &Task, dependencies: &Dependencies) -> Vec<OsString> {
    let is_program = call.command.stage == Stage::Program;
    let object = if is_program {
        let mut name = call.command.output.clone().unwrap_or("a".into()).into_os_string();
        name.push("-");
        name.push(stem(task.input));
        PathBuf::from(name).with_added_extension("o")
    } else {
        task.output.clone()
    };
    let file = dependencies.file.clone().unwrap_or_else(|| object.with_extension("d"));
    let mut words = vec!["-MF".into(), file.into()];
    if !dependencies.names_target {
        words.extend(["-MQ".into(), object.into_os_string()]);
    }
    words.extend(dependencies.flags.clone());
    words
}
