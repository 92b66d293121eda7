//! NVIDIA's compiler and device: where they are, and how a `.cu` becomes a
//! program for them.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rayon::prelude::*;

use super::{Error, Job, Unit, cache, check, child, host_compiler, runtime_folder};

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

    /// Compiles and links the job's units for the device of this machine.
    ///
    /// # Errors
    ///
    /// nvcc refuses a unit, or does not start.
    pub fn build(&self, job: &Job) -> Result<(), Error> {
        let runtime = runtime_folder(&job.folder)?;
        if let [unit] = &job.units[..] {
            return self.compile(job, &runtime, unit, &[OsStr::new("-o"), job.program().as_ref()]);
        }
        let compile = |unit| {
            let object = job.object(unit);
            // Device code of one unit may call that of another.
            self.compile(job, &runtime, unit, &[OsStr::new("-dc"), OsStr::new("-o"), object.as_ref()])?;
            Ok(object)
        };
        let objects = job.units.par_iter().map(compile).collect::<Result<Vec<_>, Error>>()?;
        let mut command = self.command();
        command.args(objects).arg("-o").arg(job.program());
        self.finish(&mut command, "the program")
    }

    fn compile(&self, job: &Job, runtime: &Path, unit: &Unit, output: &[&OsStr]) -> Result<(), Error> {
        let mut command = self.command();
        command.args(["-O2", "-w"]);
        command.arg("-I").arg(runtime).args(&job.flags).arg("-I").arg(&unit.include_folder);
        command.arg(&unit.path).args(output);
        self.finish(&mut command, &unit.name)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.stdin(Stdio::null()).stdout(std::io::stderr());
        command.arg(if device_is_here() { "-arch=native" } else { "-arch=sm_90" });
        if let Some([compiler]) = host_compiler::from_environment().as_deref() {
            command.arg("-ccbin").arg(compiler);
        }
        command.args(self.library_folder().map(|folder| {
            let mut flag = OsString::from("-L");
            flag.push(folder);
            flag
        }));
        command
    }

    /// The libraries of NVIDIA's Python wheels lie in `lib`, where nvcc, who
    /// looks in `lib64`, does not find them.
    fn library_folder(&self) -> Option<PathBuf> {
        let toolkit = self.path.canonicalize().ok()?.parent()?.parent()?.to_owned();
        let folder = toolkit.join("lib");
        let is_needed = !toolkit.join("lib64").exists() && folder.join("libcudart_static.a").is_file();
        is_needed.then_some(folder)
    }

    fn finish(&self, command: &mut Command, file: &str) -> Result<(), Error> {
        let tool = "nvcc".to_owned();
        let status = child::run(command).map_err(|cause| Error::Start { tool: tool.clone(), cause })?;
        check(status, &tool, file)
    }
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
