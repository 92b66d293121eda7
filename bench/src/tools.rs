//! The compilers of this machine, and which versions they can build.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::command::{Command, Ending, last_lines};
use crate::version::{Device, Version};

/// How long a compiler may take for one program.
pub const COMPILE_LIMIT: Duration = Duration::from_secs(300);

#[derive(Clone, Debug)]
pub struct Tools {
    pub device: Device,
    pub gpump: Option<PathBuf>,
    pub nvcc: Option<PathBuf>,
    pub gcc: String,
    /// A gcc that may have an offloading compiler, and the clangs that may, the newest last.
    pub offloading_gcc: String,
    pub clang: Option<String>,
    /// The device's architecture, such as `sm_90`, and the host's, as gcc takes it.
    pub arch: String,
    pub march: String,
    /// The folder of `bench.h`.
    pub headers: PathBuf,
}

/// Debian's names, the newest first, behind the name of no version.
const CLANGS: [&str; 9] =
    ["clang", "clang-21", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"];

impl Tools {
    pub fn find(device: Device, headers: &Path, march: &str) -> Self {
        let named = |variable, default: &str| env::var(variable).unwrap_or_else(|_| default.to_owned());
        let gcc = named("GCC", "gcc");
        let mut tools = Tools {
            device,
            gpump: env::var_os("GPUMP").and_then(|name| which::which(name).ok()),
            nvcc: env::var_os("GPUMP_NVCC").and_then(|name| which::which(name).ok()),
            offloading_gcc: named("GCC_OFFLOAD", &gcc),
            gcc,
            clang: env::var("CLANG").ok(),
            arch: env::var("GPUMP_ARCH").ok().or_else(arch_of_device).unwrap_or_else(|| "sm_90".into()),
            march: march.to_owned(),
            headers: headers.to_owned(),
        };
        if tools.clang.is_none() && device == Device::Gpu {
            let here = CLANGS.iter().filter(|name| which::which(name).is_ok()).map(|name| (*name).to_owned());
            let mut here = here.collect::<Vec<_>>().into_iter();
            let first = here.next();
            let able = |name: &String| {
                Tools { clang: Some(name.clone()), ..tools.clone() }.offloads(Version::ClangTarget).is_ok()
            };
            let working = first.iter().cloned().chain(here).find(able);
            tools.clang = working.or(first);
        }
        tools
    }

    /// Why a version cannot be built here, if it cannot.
    pub fn why_not(&self, version: Version) -> Option<String> {
        let on_gpu = self.device == Device::Gpu;
        let gpump = || self.gpump.is_none().then(|| "no gpump is here; GPUMP names one".to_owned());
        let nvcc = || self.nvcc.is_none().then(|| "no nvcc is here; GPUMP_NVCC names one".to_owned());
        match version {
            Version::Gpump | Version::GpumpOther | Version::GpumpThesis => {
                gpump().or_else(|| if on_gpu { nvcc() } else { None })
            }
            Version::Cuda | Version::CudaOther if on_gpu => nvcc(),
            // The emulator is a part of gpump.
            Version::Cuda | Version::CudaOther => gpump(),
            Version::Gcc => which::which(&self.gcc).is_err().then(|| format!("{} is not here", self.gcc)),
            Version::ClangTarget if !on_gpu => Some("it needs a GPU".into()),
            Version::GccTarget | Version::ClangTarget => {
                self.offloads(version).err().map(|cause| format!("{cause:#}").trim().replace('\n', "; "))
            }
        }
    }

    /// Whether a compiler makes a program that offloads.
    fn offloads(&self, version: Version) -> Result<()> {
        let folder = tempfile::tempdir()?;
        self.build_probe(version, &folder.path().join("probe"))
    }

    /// Builds a program that says whether it runs on a device.
    pub fn build_probe(&self, version: Version, output: &Path) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let source = folder.path().join("probe.c");
        std::fs::write(&source, PROBE)?;
        let command = self.build(version, &source, &[], output);
        let failed = || format!("{} does not offload", command_name(version, self));
        command.output(COMPILE_LIMIT).map(drop).map_err(first_reason).with_context(failed)
    }

    /// What compiles `source` to the program `output`.
    pub fn build(&self, version: Version, source: &Path, flags: &[String], output: &Path) -> Command {
        let common = |command: Command| {
            command.arg("-I").arg(&self.headers).arg(source).arg("-o").arg(output).args(flags)
        };
        let march = format!("-march={}", self.march);
        match version {
            Version::Cuda | Version::CudaOther if self.device == Device::Emulator => {
                // It can only build what it then runs; without arguments that ends at once.
                let gpump = Command::new(self.gpump.clone().unwrap_or_else(|| "gpump".into()));
                gpump.args(["run", "--device", "emulator", "--keep"]).arg(kept(output)).arg(source)
            }
            Version::Cuda | Version::CudaOther => {
                let nvcc = Command::new(self.nvcc.clone().unwrap_or_else(|| "nvcc".into()));
                let nvcc = nvcc.args(["-O3", "-std=c++17"]).arg(format!("-arch={}", self.arch));
                common(nvcc.args(self.library_folder()))
            }
            Version::Gpump | Version::GpumpOther | Version::GpumpThesis => {
                let dialect = if version == Version::GpumpThesis { "thesis" } else { "cuda" };
                let device = if self.device == Device::Gpu { "gpu" } else { "emulator" };
                let gpump = Command::new(self.gpump.clone().unwrap_or_else(|| "gpump".into()))
                    .env("GPUMP_ARCH", self.arch.as_str())
                    .args([
                        "cc".into(),
                        format!("--gpump-dialect={dialect}"),
                        format!("--gpump-device={device}"),
                    ]);
                common(gpump.arg("-O3"))
            }
            Version::Gcc => common(Command::new(self.gcc.as_str()).args(["-O3", &march, "-fopenmp"])),
            Version::GccTarget if self.device == Device::Emulator => {
                common(Command::new(self.gcc.as_str()).args(["-O3", &march, "-fopenmp", "-foffload=disable"]))
            }
            Version::GccTarget => {
                let gcc = Command::new(self.offloading_gcc.as_str()).args(["-O3", &march, "-fopenmp"]);
                common(gcc.args(["-foffload=nvptx-none", "-foffload-options=nvptx-none=-O3 -lm"]))
            }
            Version::ClangTarget => {
                let clang = Command::new(self.clang.clone().unwrap_or_else(|| "clang".into()));
                let mut clang =
                    clang.args(["-O3", &march, "-fopenmp", "-fopenmp-targets=nvptx64-nvidia-cuda"]);
                clang = clang
                    .args(["-Xopenmp-target=nvptx64-nvidia-cuda".into(), format!("-march={}", self.arch)]);
                if let Some(toolkit) = self.toolkit() {
                    clang = clang.arg(format!("--cuda-path={}", toolkit.display()));
                }
                common(clang)
            }
        }
    }

    /// Builds a program. What it says is an error, if it does not.
    pub fn make(&self, version: Version, source: &Path, flags: &[String], output: &Path) -> Result<()> {
        let command = self.build(version, source, flags, output);
        if !(version.is_by_hand() && self.device == Device::Emulator) {
            return command.output(COMPILE_LIMIT).map(drop);
        }
        let said = match command.run(COMPILE_LIMIT)? {
            Ending::Ended { output, errors, .. } => last_lines(&format!("{output}{errors}"), 30),
            Ending::TooLong => "it took too long".into(),
        };
        let made = kept(output).join(source.file_stem().unwrap_or_default());
        std::fs::rename(&made, output).map_err(|_| anyhow::anyhow!("{said}"))
    }

    fn toolkit(&self) -> Option<PathBuf> {
        Some(self.nvcc.as_ref()?.canonicalize().ok()?.parent()?.parent()?.to_owned())
    }

    /// NVIDIA's Python wheels have their libraries in `lib`, where nvcc does not look.
    fn library_folder(&self) -> Option<String> {
        let toolkit = self.toolkit()?;
        let is_needed = !toolkit.join("lib64").exists() && toolkit.join("lib/libcudart_static.a").is_file();
        is_needed.then(|| format!("-L{}", toolkit.join("lib").display()))
    }

    /// A program of the CUDA toolkit, from beside nvcc or from `PATH`.
    pub fn of_toolkit(&self, name: &str) -> Option<PathBuf> {
        let beside = self.toolkit().map(|folder| folder.join("bin").join(name));
        beside.filter(|path| path.is_file()).or_else(|| which::which(name).ok())
    }
}

/// The folder for what the emulator makes on the way.
fn kept(output: &Path) -> PathBuf {
    output.with_extension("kept")
}

fn command_name(version: Version, tools: &Tools) -> &str {
    match version {
        Version::ClangTarget => tools.clang.as_deref().unwrap_or("clang"),
        _ => &tools.offloading_gcc,
    }
}

/// Ends well only where it ran on a device.
const PROBE: &str = "\
int omp_is_initial_device(void);
int main(void)
{
    int on_host = 1;
    #pragma omp target map(from: on_host)
    on_host = omp_is_initial_device();
    return on_host;
}
";

/// Of all that a compiler says, the first line that calls itself an error.
fn first_reason(error: anyhow::Error) -> anyhow::Error {
    let text = error.to_string();
    match text.lines().find(|line| line.contains("error")) {
        Some(line) => anyhow::anyhow!("{}", line.trim()),
        None => error,
    }
}

/// The architecture of the GPU here, if there is one.
fn arch_of_device() -> Option<String> {
    let query = Command::new("nvidia-smi").args(["--query-gpu=compute_cap", "--format=csv,noheader"]);
    let output = query.output(Duration::from_secs(30)).ok()?;
    let capability = output.lines().next()?.trim().replace('.', "");
    capability.parse::<u32>().ok().map(|number| format!("sm_{number}"))
}

/// # Errors
///
/// A GPU is needed, and none is here.
pub fn need_device(device: Device) -> Result<()> {
    anyhow::ensure!(
        device == Device::Emulator || gpu().is_some(),
        "no NVIDIA GPU is here, or its driver does not answer (nvidia-smi); --plan, --check, --compare-code \
         and --count need none"
    );
    Ok(())
}

/// The GPU's name and its driver, if there is one.
pub fn gpu() -> Option<String> {
    let query = Command::new("nvidia-smi").args(["--query-gpu=name,driver_version", "--format=csv,noheader"]);
    let output = query.output(Duration::from_secs(30)).ok()?;
    output.lines().next().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty())
}
