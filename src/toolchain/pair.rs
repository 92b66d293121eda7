//! How the two texts of a file in the cuda dialect become one object, and several a program.
//!
//! The host's text is C, and goes to the C compiler with the user's flags. The device's goes to nvcc, or to the
//! C++ compiler for the emulator. Neither is rewritten, and nothing is instrumented: host and device have one
//! memory. The host's side of the runtime is compiled once for each compiler and kept in the cache, as the
//! emulator is.
//!
//! What a C file without regions allocates may reach a region, too, so its `malloc` has to be the runtime's
//! (`runtime/cuda/takeover.h`).

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use gpump::Dialect;
use rayon::prelude::*;

use super::c_compiler::CCompiler;
use super::host_compiler::HostCompiler;
use super::meaning;
use super::recipe::Digest;
use super::wrapper::Added;
use super::{
    Backend, Compilation, Error, Job, OBJECT, Unit, cache, elf, objects, read, run, run_and_keep,
    runtime_folder, write,
};

/// The OpenMP of the cuda dialect, as a C compiler is told of it.
pub const OPENMP: &str = "-D_OPENMP=201511";

/// The OpenMP that a dialect translates, as a C compiler is told of it.
pub fn openmp(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Thesis => "-D_OPENMP=200505",
        Dialect::Cuda => OPENMP,
    }
}

/// What a C compiler, and who links with it, is told where directives of OpenMP stay in a host text.
pub const HOST_THREADS: &str = "-fopenmp";

/// What the linker is told: the runtime may have to choose the stack that `main` runs on.
pub const WRAP_MAIN: &str = "-Wl,--wrap=main";

/// And that of a program, since the runtime asks for its `main` in a way that lets a library be without: with this, a
/// program without one is an error, and one whose `main` is in an archive gets it.
pub const REQUIRE_MAIN: &str = "-Wl,--require-defined=main";

/// What the compiler of a device's text is told: all in it is the program's alone, or the library's. The loader would
/// take a program's function for that of a library which has the same name.
pub const OWN: &str = "-fvisibility=hidden";

/// What the linker is told of a library: it stays when the program closes it, since the runtime, which may be the program's, knows its
/// variables and kernels.
pub const STAY: &str = "-Wl,-z,nodelete";

/// What the linker is told of a program with these objects as its runtime: a library that the program opens uses this
/// runtime, and not the copy that it has itself. The linker exports by itself only what libraries use that it sees.
///
/// # Errors
///
/// The list of names cannot be written.
pub fn share(runtime: &[PathBuf], folder: &Path) -> Result<OsString, Error> {
    let list = folder.join("runtime.list");
    write(&list, objects::dynamic_list(runtime).as_bytes())?;
    let mut flag = OsString::from("--dynamic-list=");
    flag.push(list);
    Ok(flag)
}

/// What the compiler of a device's text is told: the header of MPI is that of C there too. For C++ it may declare classes that
/// need a library of their own.
const PLAIN_MPI: [&str; 2] = ["-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX"];

/// A file in the cuda dialect.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Its host text, in C.
    pub host: Unit,
    /// Its device text, if it needs one.
    pub device: Option<Unit>,
    /// Whether the C compiler is to read the host text's directives.
    pub keeps_directives: bool,
}

impl Pair {
    /// What its host text is compiled with.
    pub fn host_flags(&self, given: &[OsString]) -> Vec<OsString> {
        let own = self.keeps_directives.then(|| HOST_THREADS.into());
        own.into_iter().chain(given.iter().cloned()).collect()
    }
}

/// Flags for the two compilers, as a C compiler takes them.
#[derive(Clone, Copy, Debug)]
pub struct Flags<'a> {
    pub host: &'a [OsString],
    pub device: &'a [OsString],
}

/// What compiles pairs.
#[derive(Clone, Debug)]
pub struct PairCompiler<'b> {
    c: CCompiler,
    backend: &'b Backend,
    /// The runtime's sources.
    runtime: PathBuf,
    /// What the C compiler adds to command lines: it is asked once, and only if something needs to know.
    added: OnceLock<Added>,
    /// Whether what the compilers say is kept for the error.
    quiet: bool,
}

impl<'b> PairCompiler<'b> {
    /// # Errors
    ///
    /// The runtime's sources cannot be written.
    pub fn new(c: CCompiler, backend: &'b Backend, fallback: &Path) -> Result<Self, Error> {
        Ok(PairCompiler {
            c,
            backend,
            runtime: runtime_folder(fallback)?,
            added: OnceLock::new(),
            quiet: false,
        })
    }

    fn added(&self) -> &Added {
        self.added.get_or_init(|| Added::by(&self.c))
    }

    /// The same, for an attempt that may fail.
    #[must_use]
    pub fn quiet(self) -> Self {
        PairCompiler { quiet: true, ..self }
    }

    /// Compiles a host text, up to `stage`: `-c` or `-S`.
    ///
    /// # Errors
    ///
    /// The compiler refuses it, or does not start.
    pub fn host_text(&self, made: Compilation, stage: &str) -> Result<(), Error> {
        let unit = made.unit;
        let flags = with_macros_behind_own_headers(made, &read(&unit.path)?)?;
        let begun = || {
            let mut command = self.c.command();
            command.arg(OPENMP).args(takeover(&self.runtime.join("cuda/include"), "gpump_object.h"));
            command.args(&flags).arg("-iquote").arg(&unit.include_folder);
            command
        };
        let mut command = begun();
        // What the author is to be warned of, the generator's lines are not.
        command.arg("-w").args(declarations_for(&unit.path, begun));
        command.arg(unit.original_name()).arg(stage).arg(&unit.path).arg("-o").arg(made.output);
        self.finish(&self.c.name(), &mut command, &unit.name)?;
        let has_directives = made.flags.iter().any(|flag| flag == HOST_THREADS);
        if stage == "-c" && has_directives { without_offloading(made.output) } else { Ok(()) }
    }

    /// Compiles a device text; `relocatable`, if its device code may call that of other objects.
    ///
    /// # Errors
    ///
    /// The compiler refuses it, or does not start.
    pub fn device_text(&self, made: Compilation, relocatable: bool) -> Result<(), Error> {
        let mut flags = PLAIN_MPI.map(OsString::from).to_vec();
        flags.extend_from_slice(&self.added().to_preprocess);
        let text = read(&made.unit.path)?;
        flags.extend(with_macros_behind_own_headers(made, &text)?.into_iter().map(behind_the_systems));
        flags.extend(meaning::contraction_of(&text).map(OsString::from));
        let made = Compilation { flags: &flags, ..made };
        match self.backend {
            Backend::Nvcc(nvcc) => nvcc.device_text(made, relocatable, self.quiet),
            Backend::Emulator(emulator) => emulator.device_text(made, self.quiet),
        }
    }

    /// Makes one object of both texts, for a linker that knows nothing of pairs.
    ///
    /// # Errors
    ///
    /// A compiler refuses a text, or does not start.
    pub fn object(&self, pair: &Pair, flags: Flags, folder: &Path, output: &Path) -> Result<(), Error> {
        let made = |unit, flags, output| Compilation { unit, flags, folder, output };
        let host_flags = &pair.host_flags(flags.host)[..];
        let Some(device) = &pair.device else {
            return self.host_text(made(&pair.host, host_flags, output), "-c");
        };
        let halves = [&pair.host, device].map(|unit| unit.made_in(folder, OBJECT));
        // The first begins at once, and that of the device takes longer.
        let (device, host) = rayon::join(
            || self.device_text(made(device, flags.device, &halves[1]), true),
            || self.host_text(made(&pair.host, host_flags, &halves[0]), "-c"),
        );
        host.and(device)?;
        // A wrapper of the C compiler, such as `mpicc`, would have its libraries in each object.
        let linker = HostCompiler::find()?;
        let mut command = linker.command();
        command.args(["-r", "-nostdlib", "-o"]).arg(output).args(&halves);
        self.finish(&linker.name(), &mut command, &pair.host.name)
    }

    fn finish(&self, tool: &str, command: &mut Command, file: &str) -> Result<(), Error> {
        // Standard output is the program's alone.
        command.stdout(std::io::stderr());
        run_and_keep(tool, command.stdin(Stdio::null()), file, self.quiet)
    }
}

/// Functions that are the runtime's, and that a compiler is to know nothing of: gcc makes a call of the library's `calloc`
/// where a block of `malloc` is cleared, and does not rename a function that is declared in another way than it knows, as
/// `char *malloc();`.
const NOT_BUILT_IN: [&str; 8] =
    ["malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign", "strdup", "strndup"];

/// The header that gives them the names that the runtime has for them.
const TAKEOVER: &str = "takeover.h";

/// Whether a text may call one of them.
pub fn calls_taken_over(text: &[u8]) -> bool {
    NOT_BUILT_IN.iter().any(|name| memchr::memmem::find(text, name.as_bytes()).is_some())
}

/// What a C compiler is told, before all else, of a file whose allocations are the runtime's. `-I` finds the runtime's `omp.h` before
/// that of a folder of the user's, or of `CPATH`, whose locks have other sizes.
fn takeover(folder: &Path, header: &str) -> Vec<OsString> {
    let first = ["-I".into(), folder.into()];
    first.into_iter().chain(including(folder.join(header))).collect()
}

fn including(header: PathBuf) -> impl Iterator<Item = OsString> {
    let unknown = NOT_BUILT_IN.map(|name| format!("-fno-builtin-{name}").into());
    ["-include".into(), header.into()].into_iter().chain(unknown)
}

/// The flags with which `takeover.h` declares those of the functions that a file calls and declares nowhere. A compiler would
/// know their types; being told to know nothing of them, it takes them for functions that give an `int`. `command` calls it for
/// the file, with all that it is told but what to do.
pub fn declarations_for(file: &Path, command: impl FnOnce() -> Command) -> Vec<OsString> {
    // Nearly all files that call one include what declares it, and need not be read twice.
    let text = std::fs::read(file).unwrap_or_default();
    if text.split(|&byte| byte == b'\n').any(includes_stdlib) || !calls_taken_over(&text) {
        return Vec::new();
    }
    let mut command = that_says_everything(&command());
    command.args(["-fsyntax-only", "-Wimplicit-function-declaration"]).arg(file);
    command.env("LC_ALL", "C").stdin(Stdio::null());
    let Ok(output) = command.output() else { return Vec::new() };
    let said = String::from_utf8_lossy(&output.stderr);
    let is_undeclared = |name: &str| {
        let quoted = format!("'{name}'");
        said.lines().any(|line| {
            line.contains(&quoted)
                && (line.contains("implicit declaration of") || line.contains("undeclared function"))
        })
    };
    let undeclared = NOT_BUILT_IN.iter().filter(|name| is_undeclared(name));
    undeclared.map(|name| format!("-DGPUMP_DECLARES_{name}").into()).collect()
}

/// Takes from an object what gcc puts there of a `target` for devices of its own, if it was built for any: at the sections' names the
/// linker would compile them, for which it would need the functions that they call.
fn without_offloading(object: &Path) -> Result<(), Error> {
    let mut bytes = read(object)?;
    let is_changed = elf::rename_sections(&mut bytes, b".gnu.offload_lto_", b".gnu.offload_not_");
    if is_changed { write(object, &bytes) } else { Ok(()) }
}

/// Whether a line, which is no comment, includes the header that declares them.
fn includes_stdlib(line: &[u8]) -> bool {
    let behind_sign = line.trim_ascii_start().strip_prefix(b"#");
    behind_sign.is_some_and(|directive| {
        directive.trim_ascii_start().starts_with(b"include")
            && memchr::memmem::find(directive, b"<stdlib.h>").is_some()
    })
}

/// A compiler's command without the flags that hide, colour or shorten its messages.
fn that_says_everything(command: &Command) -> Command {
    const ABOUT_MESSAGES: [&[u8]; 5] =
        [b"-fdiagnostics", b"-fcolor-diagnostics", b"-ferror-limit", b"-fmax-errors", b"-Wfatal-errors"];
    let is_about_messages = |flag: &&OsStr| {
        let flag = flag.as_encoded_bytes();
        flag == b"-w" || ABOUT_MESSAGES.iter().any(|start| flag.starts_with(start))
    };
    let mut rest = Command::new(command.get_program());
    rest.args(command.get_args().filter(|flag| !is_about_messages(flag)));
    rest.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    rest
}

/// The same for a C file of a project that is not translated.
///
/// # Errors
///
/// The runtime's sources cannot be written.
pub fn takeover_of_plain_c(fallback: &Path) -> Result<Vec<OsString>, Error> {
    Ok(takeover(&runtime_folder(fallback)?.join("cuda/include"), TAKEOVER))
}

/// The same for one that says nothing of OpenMP or gpump, and the folder of the header; `None` where nothing can be kept.
/// The header, without the names of routines, stands in a folder of its own.
pub fn takeover_of_file() -> Option<(PathBuf, Vec<OsString>)> {
    let is_routine = |line: &&str| line.starts_with("#pragma redefine_extname omp_");
    let lines =
        crate::runtime::text("cuda/takeover.h")?.split_inclusive('\n').filter(|line| !is_routine(line));
    // It says itself that it is the system's: in a further folder, the compiler would look for each header.
    let text: String = ["#pragma GCC system_header\n"].into_iter().chain(lines).collect();
    let mut key = Digest::default();
    key.add(text.as_bytes());
    let key = format!("{:016x}", key.finish());
    let is_there =
        |folder: &Path| std::fs::read(folder.join(TAKEOVER)).is_ok_and(|found| found == text.as_bytes());
    let mut folder = cache::own_folder(TAKEOVER)?.join(&key);
    // Compared as it is: its hash would take longer.
    if !is_there(&folder) {
        let fill = |folder: &Path| write(&folder.join(TAKEOVER), text.as_bytes());
        folder = cache::entry(TAKEOVER, &key, Path::new(""), fill).ok().filter(|folder| is_there(folder))?;
    }
    let flags = including(folder.join(TAKEOVER)).collect();
    Some((folder, flags))
}

/// The flags of a text, with macros of the program's own in a header.
fn with_macros_behind_own_headers(made: Compilation, text: &[u8]) -> Result<Vec<OsString>, Error> {
    let (flags, macros) = without_own_macros(made.flags);
    if macros.is_empty() {
        return Ok(flags);
    }
    let header = made.unit.made_in(made.folder, ".macros.h");
    write(&header, [&own_headers(text)[..], &macros].concat().as_bytes())?;
    let first = ["-include".into(), header.into()];
    Ok(first.into_iter().chain(flags).collect())
}

/// The flags without `-D` and `-U` of the program's own names, and what a header says in their place. The runtime's headers, CUDA's
/// and those of C++ come first: they have names such as `n` and `T`, too. What begins with an underscore, and `NDEBUG`, is for headers.
fn without_own_macros(flags: &[OsString]) -> (Vec<OsString>, String) {
    let mut rest = Vec::new();
    let mut header = String::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let text = flag.to_string_lossy();
        let is_defined = text.starts_with("-D");
        if !is_defined && !text.starts_with("-U") {
            rest.push(flag.clone());
            continue;
        }
        let value = match &text[2..] {
            "" => flags.next().map_or_else(String::new, |value| value.to_string_lossy().into_owned()),
            value => value.to_owned(),
        };
        let name = value.split(['=', '(']).next().unwrap_or_default();
        if name.starts_with('_') || name.starts_with("GPUMP_") || name == "NDEBUG" {
            rest.push(format!("{}{value}", &text[..2]).into());
        } else if is_defined {
            let (name, body) = value.split_once('=').unwrap_or((&value, "1"));
            header.push_str(&format!("#define {name} {body}\n"));
        } else {
            header.push_str(&format!("#undef {name}\n"));
        }
    }
    (rest, header)
}

/// The lines by which a text includes the runtime's headers.
fn own_headers(text: &[u8]) -> String {
    let is_own =
        |line: &&[u8]| line.starts_with(b"#include <gpump") || line.starts_with(b"#include <complex>");
    let lines = text.split(|&byte| byte == b'\n').filter(is_own);
    lines.map(|line| format!("{}\n", String::from_utf8_lossy(line))).collect()
}

/// `-I`, or `-IDIR`, as a flag for a folder behind those of the system. A device's text includes the system's headers alone, and
/// a file of the program that is called `limits` or `new` is not the header of C++ of this name.
fn behind_the_systems(flag: OsString) -> OsString {
    let Some(folder) = flag.as_encoded_bytes().strip_prefix(b"-I") else { return flag };
    let mut behind = OsString::from("-idirafter");
    behind.push(OsStr::from_bytes(folder));
    behind
}

/// The flags without `-include`: a device text says itself what it needs of headers, which C++ may not read.
fn without_headers(flags: &[OsString]) -> Vec<OsString> {
    let mut flags = flags.iter();
    let mut rest = Vec::new();
    while let Some(flag) = flags.next() {
        if flag == "-include" {
            flags.next();
        } else {
            rest.push(flag.clone());
        }
    }
    rest
}

/// A text to compile.
enum Text<'a> {
    Host(&'a Pair),
    Device(&'a Unit),
    /// A translation in the single layout, and whether its compiler for the host is to read directives in it.
    Single(&'a Unit, bool),
    /// CUDA of the user's own.
    Cuda(&'a Unit),
}

impl<'a> Text<'a> {
    /// What a file of the user's own is, which may be a translation in the single layout.
    fn of_unit(unit: &'a Unit) -> Self {
        let text = read(&unit.path).unwrap_or_default();
        if memchr::memmem::find(&text, b"#include <gpump_single.h>").is_none() {
            return Text::Cuda(unit);
        }
        let is_directive = |line: &[u8]| line.trim_ascii_start().starts_with(b"#pragma omp");
        Text::Single(unit, text.split(|&byte| byte == b'\n').any(is_directive))
    }

    fn keeps_directives(&self) -> bool {
        matches!(self, Text::Single(_, true) | Text::Host(Pair { keeps_directives: true, .. }))
    }
}

/// Compiles and links a program of which nothing goes to a device and nothing is gpump's: its C files are as their author wrote them.
///
/// # Errors
///
/// The compiler refuses a text, or does not start.
pub fn build_for_host(job: &Job, c: &CCompiler) -> Result<(), Error> {
    let finish = |command: &mut Command, file: &str| {
        run(&c.name(), command.stdin(Stdio::null()).stdout(std::io::stderr()), file)
    };
    let compile = |pair: &Pair| {
        let (unit, output) = (&pair.host, job.object(&pair.host));
        let mut command = c.command();
        command
            .args(["-U_OPENMP", OPENMP, "-O2", "-pthread", HOST_THREADS])
            .args(&job.c_flags)
            .args(&job.flags);
        command.arg("-iquote").arg(&unit.include_folder).arg(unit.original_name());
        command.arg("-c").arg(&unit.path).arg("-o").arg(&output);
        finish(&mut command, &unit.name).map(|()| output)
    };
    let objects = job.pairs.par_iter().map(compile).collect::<Result<Vec<_>, Error>>()?;
    let mut command = c.command();
    command.args(objects).args([HOST_THREADS, "-pthread", "-lm", "-o"]).arg(job.program());
    finish(&mut command, "the program")
}

/// Compiles and links the job's pairs, and its units with them. In an attempt that may fail, what the compilers say of the pairs is kept
/// for the error.
///
/// # Errors
///
/// A compiler is missing, or refuses a text.
pub fn build(job: &Job, c: CCompiler, backend: &Backend, may_fail: bool) -> Result<(), Error> {
    let mut compiler = PairCompiler::new(c, backend, &job.folder)?;
    if may_fail {
        compiler = compiler.quiet();
    }
    let mut texts: Vec<Text> = job.units.iter().map(Text::of_unit).collect();
    texts.extend(job.pairs.iter().filter_map(|pair| pair.device.as_ref()).map(Text::Device));
    // Code for a device is linked only where there is something to link: within a file, nvcc does better.
    let relocatable = texts.len() > 1;
    texts.extend(job.pairs.iter().map(Text::Host));

    let mut c_flags = vec![OsString::from("-O2"), "-pthread".into()];
    c_flags.extend(job.c_flags.iter().chain(&job.flags).cloned());
    let mut device_flags = without_headers(&job.flags);
    device_flags.extend(meaning::contraction(&job.c_flags).map(OsString::from));
    let compile = |text: &Text| {
        let unit = match text {
            Text::Host(pair) => &pair.host,
            Text::Device(unit) | Text::Single(unit, _) | Text::Cuda(unit) => unit,
        };
        let flags = &match text {
            Text::Host(pair) => pair.host_flags(&c_flags),
            Text::Single(_, true) => [&[HOST_THREADS.into()], &device_flags[..]].concat(),
            Text::Single(_, false) | Text::Device(_) => device_flags.clone(),
            Text::Cuda(_) => job.flags.clone(),
        };
        let output = job.object(unit);
        let made = Compilation { unit, flags, folder: &job.folder, output: &output };
        match (text, backend) {
            (Text::Host(_), _) => compiler.host_text(made, "-c"),
            (Text::Device(_) | Text::Single(..), _) => compiler.device_text(made, relocatable),
            (Text::Cuda(_), Backend::Emulator(emulator)) => emulator.compile(made, "-c"),
            (Text::Cuda(_), Backend::Nvcc(nvcc)) => nvcc.object(made, relocatable),
        }?;
        Ok(output)
    };
    let objects = texts.par_iter().map(compile).collect::<Result<Vec<_>, Error>>()?;
    let keeps_directives = texts.iter().any(Text::keeps_directives);
    let mut flags = compiler.added().to_link.clone();
    flags.extend(keeps_directives.then(|| HOST_THREADS.into()));
    match backend {
        Backend::Nvcc(nvcc) => nvcc.link_pairs(&objects, relocatable, &flags, job),
        Backend::Emulator(emulator) => emulator.link_pairs(&objects, &flags, job),
    }
}

#[cfg(test)]
mod tests;
