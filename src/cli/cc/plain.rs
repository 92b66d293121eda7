//! Files that say nothing of OpenMP, which nearly all files of most projects are: one call of the C compiler each.
//!
//! The compiler is to say which files it has read. If one of them has a word of OpenMP or gpump, or anything else is
//! unusual, what was made does not count, and the file goes the long way ([`super::sources`]).
//!
//! Whether regions of other files call its functions is known when they are linked. So the object has a note of how it was
//! made ([`Recipe`]), and versions for the device are made then ([`super::versions`]).

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::os::fd::AsRawFd as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rayon::prelude::*;
use rustix::fs::{MemfdFlags, memfd_create};

use super::Call;
use super::sources::{rules, task_of, write_dependencies};
use super::task::Task;
use crate::cli::failure::Failure;
use crate::cli::terminal;
use crate::toolchain::compiler_command::{Input, Language, Role, Stage};
use crate::toolchain::probe::may_have_traces;
use crate::toolchain::recipe::{Digest, Recipe};
use crate::toolchain::rules::Rule;
use crate::toolchain::{c_environment, child, meaning, pair};

/// Compiles the files that say nothing of OpenMP. Says of each source, in order, whether that was done.
///
/// # Errors
///
/// The compiler does not start, or was ended.
pub fn compile(call: &mut Call) -> Result<Vec<bool>, Failure> {
    let sources = call.command.inputs().filter(|input| input.is_source()).count();
    let makes_objects = matches!(call.command.stage, Stage::Object | Stage::Program);
    let names_one_of_many =
        call.command.stage == Stage::Object && sources > 1 && call.command.output.is_some();
    if !makes_objects || names_one_of_many || !flags_are_plain(call) {
        return Ok(vec![false; sources]);
    }
    let is_program = call.command.stage == Stage::Program;
    let folder = if is_program { call.folder()? } else { PathBuf::new() };
    let call = &*call;
    let tasks: Vec<Task> = call
        .command
        .inputs()
        .filter(|input| input.is_source())
        .enumerate()
        .map(|(number, input)| task_of(call, input, number, &folder))
        .collect();
    match &tasks[..] {
        // Threads that are not needed take their time to start.
        [task] => Ok(vec![compile_one(call, task)?]),
        tasks => tasks.par_iter().map(|task| compile_one(call, task)).collect(),
    }
}

/// Whether no macro of the command line has to do with OpenMP.
fn flags_are_plain(call: &Call) -> bool {
    let defines =
        |word: &&OsString| ["-D", "-Wp,"].iter().any(|flag| word.to_string_lossy().starts_with(flag));
    let of_compiler = call.compiler.words().iter().filter(defines);
    let parts = call.command.parts.iter().filter(|part| match part.role {
        Role::Preprocess(flag) => flag == "-D",
        _ => part.words.first().is_some_and(|word| word == "-Xpreprocessor" || defines(&word)),
    });
    !of_compiler
        .chain(parts.flat_map(|part| &part.words))
        .any(|word| may_have_traces(word.as_encoded_bytes()))
}

fn compile_one(call: &Call, task: &Task) -> Result<bool, Failure> {
    let path = &task.input.path;
    let is_c = task.input.language == Language::C && call.is_taken_over(task.input);
    if !is_c || !path.is_file() || std::fs::read(path).is_ok_and(|text| may_have_traces(&text)) {
        return Ok(false);
    }
    let Some((takeover, flags)) = pair::takeover_of_file() else { return Ok(false) };
    // A file that is nowhere: nothing is left of it whoever is killed.
    let Ok(mut rules) = memfd_create("rules", MemfdFlags::empty()).map(File::from) else { return Ok(false) };
    let place = format!("/proc/self/fd/{}", rules.as_raw_fd());
    let mut command = call.compiler.command();
    command.args(call.definitions()).args(flags);
    if terminal::colors_messages() {
        command.arg("-fdiagnostics-color=always");
    }
    // Whoever links it looks for names.
    command.args(call.command.compilation()).arg("-fno-lto");
    command.args(["-MD", "-MF", &place]).args(target_of_rules(call, task));
    command.args(compiled(task.input)).arg("-o").arg(&task.output);
    command.stdin(Stdio::null()).stdout(std::io::stderr());
    let (status, said) = child::said_by(&mut command).map_err(|cause| call.not_started(cause))?;
    if status.code().is_none() {
        return call.succeeded(status).map(|()| false);
    }
    let mut text = Vec::new();
    let is_read = rules.rewind().and_then(|()| rules.read_to_end(&mut text)).is_ok();
    let Some(rule) = Rule::parse(&text).filter(|_| is_read && status.success()) else { return Ok(false) };
    let files: Vec<PathBuf> = rule.files().filter(|file| !file.starts_with(&takeover)).collect();
    let Some(digest) = digest_of_plain(&files, path) else { return Ok(false) };
    if meaning::refusal(&call.command.compilation()).is_none()
        && !recipe(call, task, files, digest).put_into(&task.output).unwrap_or(false)
    {
        return Ok(false);
    }
    terminal::as_it_came(&said);
    write_rules(call, task, &rule, &takeover)?;
    Ok(true)
}

fn compiled(input: &Input) -> Vec<OsString> {
    let named = input.named.iter().flat_map(|language| [OsStr::new("-x"), language]).map(OsStr::to_owned);
    named.chain(["-c".into(), input.path.clone().into()]).collect()
}

/// A hash of what the compiler has read; `None` if something may be of OpenMP, or if a function that is taken over may be
/// called without a declaration: the compiler is told to know none of them.
fn digest_of_plain(files: &[PathBuf], source: &Path) -> Option<u64> {
    let mut digest = Digest::default();
    let is_declared = files.iter().any(|file| file.ends_with("stdlib.h"));
    for file in files {
        let text = std::fs::read(file).ok()?;
        // glibc's declarations for vectors change nothing where nobody reads directives.
        let may_have_traces = may_have_traces(&text) && !file.ends_with("bits/math-vector.h");
        if may_have_traces || file == source && !is_declared && pair::calls_taken_over(&text) {
            return None;
        }
        digest.add(&text);
    }
    files.iter().any(|file| file == source).then(|| digest.finish())
}

fn recipe(call: &Call, task: &Task, files: Vec<PathBuf>, digest: u64) -> Recipe {
    let mut words = call.command.compilation();
    words.extend(compiled(task.input));
    let output = match call.command.stage {
        // Its object has a name of which nobody hears.
        Stage::Program => task.input.path.with_extension("o"),
        _ => task.output.clone(),
    };
    words.extend(["-o".into(), output.into()]);
    let without: Vec<&str> = call.settings.without.iter().map(|optimisation| optimisation.name()).collect();
    words.push(format!("--gpump-no-opt={}", without.join(",")).into());
    Recipe {
        folder: std::env::current_dir().unwrap_or_default(),
        compiler: call.compiler.words().join(OsStr::new(" ")),
        variables: Recipe::variables_here(),
        words,
        files,
        digest,
    }
}

/// What the compiler is told of the target, and of empty rules. Without a target of the user's it is the object.
fn target_of_rules(call: &Call, task: &Task) -> Vec<OsString> {
    let of_user = call.command.dependencies.as_ref().map(|dependencies| rules(call, task, dependencies));
    of_user.into_iter().flatten().skip(2).filter(|word| word != "-MP").collect()
}

/// Writes the rules for make, if they are wanted: the runtime's header is none of the user's.
fn write_rules(call: &Call, task: &Task, rule: &Rule, takeover: &Path) -> Result<(), Failure> {
    let Some(dependencies) = &call.command.dependencies else { return Ok(()) };
    let file = rules(call, task, dependencies).into_iter().nth(1).map(PathBuf::from).unwrap_or_default();
    let folders = if dependencies.system { Some(Folders::default()) } else { Folders::of(call) };
    let Some(folders) = folders.filter(|_| file != Path::new("-")) else {
        return write_dependencies(call, task);
    };
    let counts = |file: &PathBuf| !file.starts_with(takeover) && !folders.are_of_system(file);
    let text = rule.text(counts, dependencies.flags.iter().any(|flag| flag == "-MP"));
    std::fs::write(&file, text).map_err(|cause| Failure::write(&file, cause))
}

/// Where headers are: the system's, which `-MMD` leaves out, and those of the project.
#[derive(Default)]
struct Folders {
    system: Vec<PathBuf>,
    own: Vec<PathBuf>,
}

impl Folders {
    fn of(call: &Call) -> Option<Self> {
        let environment = c_environment::environment(&call.command.environment()).ok()?;
        let mut own = [environment.quote, environment.bracket].concat();
        own.extend(std::env::var_os("CPATH").iter().flat_map(std::env::split_paths));
        let is_own = |folder: &PathBuf| own.contains(folder);
        let system = environment.system.into_iter().filter(|folder| !is_own(folder)).collect();
        Some(Folders { system, own })
    }

    fn are_of_system(&self, file: &Path) -> bool {
        let longest = |folders: &[PathBuf]| {
            folders
                .iter()
                .filter(|folder| file.starts_with(folder))
                .map(|folder| folder.as_os_str().len())
                .max()
        };
        longest(&self.system) > longest(&self.own)
    }
}
