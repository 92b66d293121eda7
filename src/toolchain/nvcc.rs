//! NVIDIA's compiler and device: where they are, and how a `.cu` becomes a
//! program for them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rayon::prelude::*;

use super::c_linkage::Frame;
use super::pair::{OPENMP, OWN, REQUIRE_MAIN, WRAP_MAIN, share};
use super::{
    Compilation, Error, Job, cache, framed, host_compiler, read, run, run_and_keep, runtime_folder,
    runtime_object, write,
};
use crate::runtime;

/// The device's linker warns where functions call themselves, or through pointers, that it does not know how much stack they
/// need. The runtime sees to that.
const OF_RECURSION: [&str; 2] = ["-Xnvlink", "--suppress-stack-size-warning"];

/// Where nvcc is.
#[derive(Clone, Debug)]
pub struct Nvcc {
    path: PathBuf,
}

impl Nvcc {
    /// `$GPUMP_NVCC`; or nvcc in `$CUDA_HOME/bin`, in `PATH`, in
    /// `/usr/local/cuda/bin`, or where `scripts/setup-cuda` puts it.
    ///
    /// # Errors
    ///
    /// It is in none of them; the message says what to install.
    pub fn find() -> Result<Self, Error> {
        if let Some(named) = std::env::var_os("GPUMP_NVCC").filter(|named| !named.is_empty()) {
            return which::which(&named).map(|path| Nvcc { path }).map_err(|_| {
                Error::Missing(format!("GPUMP_NVCC names `{}`, which is no program", named.to_string_lossy()))
            });
        }
        let toolkit = std::env::var_os("CUDA_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let wheels = cache::folder().map(|folder| folder.join("cuda-13.0/nvidia/cu13"));
        let in_toolkit = |folder: PathBuf| which::which(folder.join("bin/nvcc")).ok();
        toolkit
            .and_then(in_toolkit)
            .or_else(|| which::which("nvcc").ok())
            .or_else(|| in_toolkit("/usr/local/cuda".into()))
            .or_else(|| wheels.and_then(in_toolkit))
            .map(|path| Nvcc { path })
            .ok_or_else(|| {
                Error::Missing(
                    "the GPU needs nvcc, and it is not here; install the CUDA toolkit, \
                     or run scripts/setup-cuda of gpump's sources, which needs only Python, \
                     or name yours in the environment variable GPUMP_NVCC"
                        .to_owned(),
                )
            })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Compiles and links the job's units for the device of this machine.
    ///
    /// # Errors
    ///
    /// nvcc refuses a unit, or does not start.
    pub fn build(&self, job: &Job) -> Result<(), Error> {
        let compile = |unit, output: &Path, stage: Option<&str>| {
            self.compile(Compilation { unit, flags: &job.flags, folder: &job.folder, output }, stage)
        };
        if let [unit] = &job.units[..] {
            return compile(unit, &job.program(), None);
        }
        let compile = |unit| {
            let object = job.object(unit);
            // Device code of one unit may call that of another.
            compile(unit, &object, Some("-dc"))?;
            Ok(object)
        };
        let objects = job.units.par_iter().map(compile).collect::<Result<Vec<_>, Error>>()?;
        let mut command = self.command();
        command.args(objects).arg("-o").arg(job.program());
        self.finish(&mut command, "the program")
    }

    /// Compiles one unit to an object; `relocatable`, if its device code may call that of other objects.
    ///
    /// # Errors
    ///
    /// nvcc refuses the unit, or does not start.
    pub fn object(&self, made: Compilation, relocatable: bool) -> Result<(), Error> {
        self.compile(made, Some(to_object(relocatable)))
    }

    fn compile(&self, made: Compilation, stage: Option<&str>) -> Result<(), Error> {
        let unit = made.unit;
        let mut path = unit.path.clone();
        if unit.frame != Frame::default() {
            path = unit.made_in(made.folder, ".framed.cu");
            write(&path, &framed(unit, &read(&unit.path)?))?;
        }
        let mut command = self.command();
        command.args(["-O2", "-w"]);
        command
            .arg("-I")
            .arg(runtime_folder(made.folder)?)
            .args(flags(made.flags))
            .arg("-I")
            .arg(&unit.include_folder);
        command.args(stage).arg(&path).arg("-o").arg(made.output);
        self.finish(&mut command, &unit.name)
    }

    /// Compiles the device's text of a pair; `relocatable`, if its device code may call that of other objects.
    ///
    /// # Errors
    ///
    /// nvcc refuses it, or does not start.
    pub fn device_text(&self, made: Compilation, relocatable: bool, quiet: bool) -> Result<(), Error> {
        let unit = made.unit;
        let mut command = self.command();
        command.args(["-std=c++17", "-O2", "-w"]).args(device_folders(&runtime_folder(made.folder)?));
        command.arg(OPENMP).args(flags(made.flags));
        let mut own = vec![OsString::from("-iquote"), unit.include_folder.clone().into()];
        own.push(unit.original_name());
        // nvcc divides what it hands on at commas, and the shell that it hands it to at blanks, parentheses and their kin.
        let is_plain =
            |byte: &u8| byte.is_ascii_alphanumeric() || b"-_=./+@%:".contains(byte) || !byte.is_ascii();
        if own.iter().all(|word| word.as_encoded_bytes().iter().all(is_plain)) {
            command.args(flags(&own));
        } else {
            command.arg("-I").arg(&unit.include_folder);
        }
        command.args(["-Xcompiler", OWN]);
        command.arg(to_object(relocatable)).arg(&unit.path).arg("-o").arg(made.output);
        refuse_what_a_shell_would_read(&command)?;
        run_and_keep("nvcc", &mut command, &unit.name, quiet)
    }

    /// The host's side of the cuda dialect's runtime, from the cache or compiled now.
    ///
    /// # Errors
    ///
    /// nvcc refuses it, or a file cannot be written.
    pub fn host_runtime(&self, fallback: &Path) -> Result<PathBuf, Error> {
        let mut command = self.command();
        command.args(["-std=c++17", "-O2", "-w", "-Xcompiler", "-fPIC", "-c"]);
        command.args(device_folders(&runtime_folder(fallback)?));
        let run = |command: &mut Command| self.finish(command, runtime::HOST);
        runtime_object("host-runtime", runtime::HOST, &self.version()?, command, fallback, run)
    }

    /// Links a program of the cuda dialect; `relocatable`, if its device code is to be linked too.
    ///
    /// # Errors
    ///
    /// The linker refuses it, or does not start.
    pub fn link_pairs(
        &self,
        objects: &[PathBuf],
        relocatable: bool,
        flags: &[OsString],
        job: &Job,
    ) -> Result<(), Error> {
        let mut command = self.command();
        if relocatable {
            command.arg("-rdc=true").args(OF_RECURSION);
        }
        let runtime = [self.host_runtime(&job.folder)?];
        command.args(objects).args(&runtime);
        for flag in flags {
            let is_known = [b"-L", b"-l"].iter().any(|known| flag.as_encoded_bytes().starts_with(*known));
            command.args((!is_known).then_some("-Xcompiler")).arg(flag);
        }
        for flag in [WRAP_MAIN, REQUIRE_MAIN] {
            command.args(["-Xlinker", flag.trim_start_matches("-Wl,")]);
        }
        command.arg("-Xlinker").arg(share(&runtime, &job.folder)?);
        command.args(["-lm", "-lpthread", "-o"]).arg(job.program());
        self.finish(&mut command, "the program")
    }

    /// What it says of itself.
    fn version(&self) -> Result<Vec<u8>, Error> {
        let output = Command::new(&self.path).arg("--version").stdin(Stdio::null()).output();
        Ok(output.map_err(|cause| Error::Start { tool: "nvcc".into(), cause })?.stdout)
    }

    /// Which nvcc it is, and what it always comes to be told.
    ///
    /// # Errors
    ///
    /// It does not start.
    pub fn identity(&self) -> Result<Vec<u8>, Error> {
        Ok([self.version()?, format!("{:?}", self.command()).into_bytes()].concat())
    }

    /// Links the device code of objects; the result is one more object for
    /// the host's linker.
    ///
    /// # Errors
    ///
    /// nvcc refuses to, or does not start.
    pub fn link_device_code(&self, objects: &[PathBuf], output: &Path) -> Result<(), Error> {
        let mut command = self.command();
        command
            .args(["-dlink", "-Xcompiler", "-fPIC"])
            .args(OF_RECURSION)
            .args(objects)
            .arg("-o")
            .arg(output);
        self.finish(&mut command, "the device's part of the program")
    }

    /// What the host's linker needs of CUDA.
    ///
    /// # Errors
    ///
    /// nvcc does not start.
    pub fn libraries(&self) -> Result<Vec<OsString>, Error> {
        // It looks for no file as long as it only says what it would do.
        let mut command = self.command();
        let output = command
            .args(["--dryrun", "-o", "program", "object.o"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .output()
            .map_err(|cause| Error::Start { tool: "nvcc".into(), cause })?;
        let said = [output.stderr, output.stdout].concat();
        let mut words: Vec<OsString> =
            library_folders(&said).into_iter().chain(self.library_folder()).collect();
        words.extend(["-lcudadevrt", "-lcudart_static", "-lrt", "-lpthread", "-ldl"].map(OsString::from));
        Ok(words)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.stdin(Stdio::null()).stdout(std::io::stderr());
        let architecture = std::env::var("GPUMP_ARCH").ok().filter(|named| !named.is_empty());
        let default = || if device_is_here() { "native" } else { "sm_90" }.to_owned();
        command.arg(format!("-arch={}", architecture.unwrap_or_else(default)));
        if let Some([compiler]) = host_compiler::from_environment().as_deref() {
            command.arg("-ccbin").arg(compiler);
        }
        command.args(self.library_folder());
        command
    }

    /// The libraries of NVIDIA's Python wheels lie in `lib`, where nvcc, who
    /// looks in `lib64`, does not find them.
    fn library_folder(&self) -> Option<OsString> {
        let toolkit = self.path.canonicalize().ok()?.parent()?.parent()?.to_owned();
        let folder = toolkit.join("lib");
        let is_needed = !toolkit.join("lib64").exists() && folder.join("libcudart_static.a").is_file();
        is_needed.then(|| {
            let mut flag = OsString::from("-L");
            flag.push(folder);
            flag
        })
    }

    fn finish(&self, command: &mut Command, file: &str) -> Result<(), Error> {
        refuse_what_a_shell_would_read(command)?;
        run("nvcc", command, file)
    }
}

/// The stage of an object whose device code may call that of others, or is complete.
fn to_object(relocatable: bool) -> &'static str {
    if relocatable { "-dc" } else { "-c" }
}

/// nvcc hands its arguments to a shell in double quotes, whatever is in them: a file called `$(reboot).cu` would be
/// a command. There is no way to quote for it, since it takes backslashes away.
fn refuse_what_a_shell_would_read(command: &Command) -> Result<(), Error> {
    for word in command.get_args() {
        let word = word.to_string_lossy();
        // The quotes of a macro's text are the one thing that it takes care of.
        let is_read = |c: char| matches!(c, '$' | '`' | '\n') || (c == '"' && !word.starts_with("-D"));
        if let Some(found) = word.chars().find(|&c| is_read(c)) {
            return Err(Error::NotForShell { word: word.into_owned(), found });
        }
    }
    Ok(())
}

/// Where device texts find the runtime.
fn device_folders(runtime: &Path) -> Vec<OsString> {
    ["cuda/include", "."].into_iter().flat_map(|name| ["-I".into(), runtime.join(name).into()]).collect()
}

/// A C++ compiler's flags as nvcc takes them. What it does not know itself it
/// hands on.
fn flags(flags: &[OsString]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut rest = flags.iter().peekable();
    while let Some(word) = rest.next() {
        let text = word.to_string_lossy();
        let is_known = ["-I", "-D", "-U", "-isystem", "-include"].iter().any(|flag| text.starts_with(flag));
        let has_value = ["-I", "-D", "-U", "-isystem", "-include", "-iquote", "-idirafter", "-imacros"];
        let value = rest.next_if(|_| has_value.contains(&&*text));
        match &*text {
            // nvcc contracts by itself, gcc only for processors that can.
            "-ffp-contract=off" => words.extend(["-Xcompiler".into(), word.clone(), "-fmad=false".into()]),
            _ if is_known => {
                words.push(word.clone());
                words.extend(value.cloned());
            }
            _ => {
                for word in std::iter::once(word).chain(value) {
                    words.extend(["-Xcompiler".into(), word.clone()]);
                }
            }
        }
    }
    words
}

/// The folders with CUDA's libraries, from what nvcc says that it would do.
fn library_folders(said: &[u8]) -> Vec<OsString> {
    let said = String::from_utf8_lossy(said);
    let line = said.lines().find_map(|line| line.strip_prefix("#$ LIBRARIES="));
    shlex::split(line.unwrap_or_default())
        .unwrap_or_default()
        .into_iter()
        .filter(|word| word.strip_prefix("-L").is_some_and(|folder| Path::new(folder).is_dir()))
        .map(OsString::from)
        .collect()
}

/// Whether this machine has a device that a program can use, and may.
pub fn device_is_here() -> bool {
    if std::env::var_os("CUDA_VISIBLE_DEVICES").is_some_and(|devices| devices.is_empty() || devices == "-1") {
        return false;
    }
    Path::new("/dev/nvidia0").exists() || a_driver_answers()
}

/// Asks NVIDIA's driver, as on systems whose devices have other names.
fn a_driver_answers() -> bool {
    Command::new("nvidia-smi")
        .arg("-L")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .is_ok_and(|output| output.status.success() && output.stdout.starts_with(b"GPU "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_read_is_refused() {
        let refused =
            |word: &str| refuse_what_a_shell_would_read(Command::new("nvcc").arg("-c").arg(word)).is_err();
        for word in
            ["a$(x).cu", "`x`.cu", "a\".cu", "a\nb.cu", "-DA=$(x)", "-DA=`x`", "-fmacro-prefix-map=a=$x"]
        {
            assert!(refused(word), "{word}");
        }
        for word in ["a b.cu", "a'b;c|d.cu", "-DA=\"a b\"", "-I", "a\\b"] {
            assert!(!refused(word), "{word}");
        }
    }

    #[test]
    fn flags_that_nvcc_does_not_know_are_handed_on() {
        let given = ["-I", "a", "-DX", "-iquote", "b", "-fPIC", "-isystem", "c"].map(OsString::from);
        let expected = [
            "-I",
            "a",
            "-DX",
            "-Xcompiler",
            "-iquote",
            "-Xcompiler",
            "b",
            "-Xcompiler",
            "-fPIC",
            "-isystem",
            "c",
        ];
        assert_eq!(flags(&given), expected);
    }

    #[test]
    fn what_keeps_a_product_and_a_sum_apart_does_so_on_the_device() {
        let flags = flags(&["-ffp-contract=off".into()]);
        assert_eq!(flags, ["-Xcompiler", "-ffp-contract=off", "-fmad=false"]);
    }

    #[test]
    fn the_folders_of_the_libraries_are_those_that_nvcc_names() {
        let said = b"#$ TOP=/x\n#$ LIBRARIES=  \"-L/none\" \"-L/\" -L/tmp\n#$ y\n";
        assert_eq!(library_folders(said), ["-L/", "-L/tmp"]);
        assert!(library_folders(b"").is_empty());
    }
}
