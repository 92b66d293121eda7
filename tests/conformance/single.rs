//! The translation of a program as single files, one for each of its C files.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::column::{LIMIT, THREADS, made_with_gcc, run, run_with_gpump, set};
use crate::process::{limited, success, text};
use crate::program::{self, Program};

/// Writes the files to a folder.
fn translate(program: &Program, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut gpump = limited(LIMIT, env!("CARGO_BIN_EXE_gpump"));
    gpump.args(["translate", "--dialect", "cuda", "--layout", "single"]).arg("-I").arg(program::folder());
    gpump.args(&program.files).arg("-o").arg(folder.join(""));
    success("gpump translate", gpump)?;
    let file = |source: &PathBuf| folder.join(source.file_name().unwrap_or_default()).with_extension("cu");
    Ok(program.files.iter().map(file).collect())
}

/// The folder of a program's headers.
fn headers(program: &Program) -> Option<&Path> {
    program.files.first().and_then(|file| file.parent())
}

/// In the emulator it prints what gcc's program prints, with the first of its settings.
pub fn runs_as_with_gcc(program: &Program) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let files = translate(program, folder.path())?;
    let executable = made_with_gcc(program)?;
    let threads = THREADS.max(program.least_threads);
    let environment = program.environments.first().map_or(&[][..], Vec::as_slice);
    let expected = success("gcc's program", run(&executable, threads, environment))?;
    let mut gpump = run_with_gpump(&files, "emulator", LIMIT);
    gpump.arg("-I").args(headers(program));
    set(&mut gpump, threads, environment);
    let found = success("the single file's program", gpump)?;
    let [expected, found] = [expected, found].map(|output| text(&output.stdout));
    if found != expected {
        return Err(format!("it prints\n{found}and should print\n{expected}").into());
    }
    Ok(())
}

/// nvcc compiles it, and has nothing to say.
pub fn compiles_with_nvcc(program: &Program) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime");
    for file in translate(program, folder.path())? {
        let mut nvcc: Command = limited(LIMIT, std::env::var_os("GPUMP_NVCC").unwrap_or_default());
        nvcc.args(["-std=c++17", "-arch=sm_90", "-dc", "-I"]).arg(runtime.join("cuda/include"));
        nvcc.arg("-I").arg(&runtime).arg("-I").arg(program::folder()).arg("-I").args(headers(program));
        nvcc.arg(&file).arg("-o").arg(folder.path().join("object.o"));
        let said = text(&success("nvcc", nvcc)?.stderr);
        if !said.is_empty() {
            return Err(said.into());
        }
    }
    Ok(())
}
