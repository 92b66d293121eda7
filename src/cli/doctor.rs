//! `gpump doctor`: what of a machine gpump can use.

use std::process::{Command, ExitCode, Stdio};

use super::failure::Failure;
use super::output;
use crate::toolchain::c_compiler::CCompiler;
use crate::toolchain::cache;
use crate::toolchain::host_compiler::HostCompiler;
use crate::toolchain::nvcc::{Nvcc, device_is_here};

/// Say what gpump finds on this machine, and how to get what is missing
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {}

const EXAMPLES: &str = "\
Examples:
  gpump doctor

Exit status: 0 programs can be run here, in the emulator if not on a GPU; 1 something is missing for that.";

/// What is found, or what to do about it.
type Finding = Result<String, String>;

pub fn execute() -> Result<ExitCode, Failure> {
    let c = c_compiler();
    let cplusplus = HostCompiler::find();
    let nvcc = Nvcc::find();
    let can_run = c.is_ok() && cplusplus.is_ok();
    let has_device = device_is_here();
    let where_to = match (can_run, &nvcc, has_device) {
        (false, ..) => Err("nowhere, until the compilers are here".to_owned()),
        (true, Ok(_), true) => Ok("on the GPU".to_owned()),
        (true, ..) => Ok("in the emulator".to_owned()),
    };
    let host = match &c {
        Ok((compiler, _)) => has_openmp(compiler),
        Err(_) => Err("needs a C compiler".to_owned()),
    };
    let findings: [(&str, Finding); 9] = [
        ("C compiler", c.map(|(_, said)| said)),
        ("  -fopenmp", host),
        (
            "C++ compiler",
            cplusplus.map(|it| said(&it.name(), &it.version)).map_err(|error| error.to_string()),
        ),
        ("nvcc", nvcc.map(|it| it.path().display().to_string()).map_err(|error| error.to_string())),
        ("GPU", devices(has_device)),
        ("  memory", memory(has_device)),
        ("MPI", mpi()),
        ("cache", cache()),
        ("`gpump run`", where_to),
    ];
    let lines = findings.map(|(what, finding)| match finding {
        Ok(found) => format!("ok       {what:<13} {found}\n"),
        Err(missing) => format!("missing  {what:<13} {missing}\n"),
    });
    output::to_standard(lines.concat().as_bytes())?;
    Ok(if can_run { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The first line that a compiler says of itself.
fn said(name: &str, version: &[u8]) -> String {
    let version = String::from_utf8_lossy(version);
    format!("{name}: {}", version.lines().next().unwrap_or_default())
}

fn c_compiler() -> Result<(CCompiler, String), String> {
    let compiler = CCompiler::required().map_err(|error| error.to_string())?;
    let output = compiler.command().arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output();
    let said = said(&compiler.name(), &output.map_err(|error| error.to_string())?.stdout);
    Ok((compiler, said))
}

/// Regions that the device cannot have are the C compiler's: it has to know OpenMP, and have its library.
fn has_openmp(compiler: &CCompiler) -> Finding {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (file, program) = (folder.path().join("openmp.c"), folder.path().join("openmp"));
    let text = "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n";
    std::fs::write(&file, text).map_err(|error| error.to_string())?;
    let mut command = compiler.command();
    command.arg("-fopenmp").arg(&file).arg("-o").arg(&program);
    let compiled = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if compiled.is_ok_and(|status| status.success())
        && Command::new(&program).status().is_ok_and(|status| status.success())
    {
        return Ok("regions that stay on the host have threads".to_owned());
    }
    Err(format!(
        "{} has no OpenMP: regions that stay on the host cannot be compiled; install libgomp, or libomp for clang",
        compiler.name()
    ))
}

/// The devices, and whether they reach the host's memory.
fn devices(are_here: bool) -> Finding {
    if !are_here {
        return Err("no NVIDIA GPU is here, or its driver is not installed".to_owned());
    }
    let said = said_of_devices("name,compute_cap,driver_version,addressing_mode");
    Ok(said.map_or("there is one, of which nvidia-smi does not tell more".to_owned(), |said| {
        said.trim().replace('\n', "; ")
    }))
}

/// A line for each device with what nvidia-smi says of it; nothing where it does not know all that it is asked.
fn said_of_devices(what: &str) -> Option<String> {
    let mut ask = Command::new("nvidia-smi");
    ask.arg(format!("--query-gpu={what}")).arg("--format=csv,noheader");
    let said = ask.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    said.status.success().then(|| String::from_utf8_lossy(&said.stdout).into_owned())
}

/// Whether regions reach all of the host's memory, which a driver says in its own words.
fn memory(has_device: bool) -> Finding {
    if !has_device {
        return Err("needs a GPU".to_owned());
    }
    let said = said_of_devices("addressing_mode").unwrap_or_default();
    match said.lines().next().map(str::trim) {
        Some("HMM") => Ok("the GPU reaches all of the host's (HMM)".to_owned()),
        Some("ATS") => Ok("the GPU reaches all of the host's, by its page tables (ATS)".to_owned()),
        _ => Err("the GPU reaches only what translated files allocate, and their variables; for HMM, which reaches all, Linux 6.1.24 or \
             later and the open kernel modules of NVIDIA's driver 535 or later are needed"
            .to_owned()),
    }
}

/// Programs of MPI need not be built here, so this is missing only to who wants it.
fn mpi() -> Finding {
    let Ok(path) = which::which("mpicc") else {
        return Err("mpicc is not here, which programs of MPI need (Debian and Ubuntu: apt-get install libopenmpi-dev; Fedora: \
             dnf install openmpi-devel)"
            .to_owned());
    };
    Ok(format!("{}; OMPI_CC=\"gpump cc\" mpicc, or GPUMP_CC=mpicc gpump cc", path.display()))
}

fn cache() -> Finding {
    let Some(folder) = cache::folder() else {
        return Err("no folder is known; name one in the environment variable GPUMP_CACHE".to_owned());
    };
    match cache::own_folder("runtime") {
        Some(_) => Ok(folder.display().to_string()),
        None => Err(format!(
            "{} is not yours alone to write to: each run builds the runtime again",
            folder.display()
        )),
    }
}
