//! The column of warnings: of both texts of a translation the compilers say no
//! more than gcc says of the program, which is nothing.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Result;
use crate::column::LIMIT;
use crate::process::{limited, success};
use crate::program::{self, Program};

const WARNINGS: [&str; 4] = ["-O2", "-Wall", "-Wextra", "-Werror"];

/// `ask_nvcc`: whether nvcc compiles the device's text here.
pub fn are_none(program: &Program, ask_nvcc: bool) -> Result<()> {
    for file in &program.files {
        let folder = tempfile::tempdir()?;
        let text = folder.path().join("text.c");
        let mut gpump = limited(LIMIT, env!("CARGO_BIN_EXE_gpump"));
        gpump.args(["translate", "--dialect", "cuda", "--layout", "pair", "-I"]).arg(program::folder());
        gpump.arg(file).arg("-o").arg(&text);
        success("gpump", gpump)?;
        let beside = file.parent().unwrap_or(Path::new("."));
        for compiler in ["gcc", "clang"].into_iter().filter(|name| is_here(name)) {
            let command = || {
                let mut command = limited(LIMIT, compiler);
                command
                    .arg("-c")
                    .args(WARNINGS)
                    .args(["-D_OPENMP=201511", "-I"])
                    .arg(runtime("cuda/include"));
                command
            };
            // clang warns of more than gcc, for which the programs are written.
            let mut original = command();
            original.arg("-Wno-unknown-pragmas");
            if success(compiler, with_folders(original, beside, file, folder.path())).is_ok() {
                success(compiler, with_folders(command(), beside, &text, folder.path()))?;
            }
        }
        let device = text.with_extension("cu");
        if device.exists() {
            let said = |command| with_folders(command, beside, &device, folder.path());
            success("the device's text", said(emulators_compiler()))?;
            let nvcc = std::env::var_os("GPUMP_NVCC").filter(|path| ask_nvcc && !path.is_empty());
            if let Some(nvcc) = nvcc {
                success("nvcc", said(device_compiler(nvcc)))?;
            }
        }
    }
    Ok(())
}

/// The command with the program's headers and this text, of which nothing but the warnings is wanted.
fn with_folders(mut command: Command, beside: &Path, text: &Path, folder: &Path) -> Command {
    command.arg("-I").arg(program::folder()).arg("-I").arg(beside);
    command.arg(text).arg("-o").arg(folder.join("object.o"));
    command
}

fn runtime(name: &str) -> OsString {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime").join(name).into()
}

fn is_here(compiler: &str) -> bool {
    let mut command = Command::new(compiler);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// For the device alone, which takes half the time: what nvcc makes for the host, the other compiler has seen.
fn device_compiler(nvcc: OsString) -> Command {
    let mut command = limited(LIMIT, nvcc);
    command.args(["-cubin", "-std=c++17", "-arch=sm_90", "-rdc=true", "-Werror", "all-warnings"]);
    command.args(folders());
    command
}

/// What gcc does not say of C, and g++ says of the forms that stand for it in C++: casts, constants, initialisers, aligned types.
const OF_CPLUSPLUS: [&str; 5] = [
    "-Wno-type-limits",
    "-Wno-sign-compare",
    "-Wno-unused-value",
    "-Wno-missing-field-initializers",
    "-Wno-ignored-attributes",
];

/// What the emulator is compiled with.
fn emulators_compiler() -> Command {
    let mut command = limited(LIMIT, "g++");
    command
        .args(["-fsyntax-only", "-std=gnu++17", "-x", "c++"])
        .args(WARNINGS)
        .args(OF_CPLUSPLUS)
        .args(folders());
    command.arg("-I").arg(runtime("emulator")).args(["-include", "gpump_emulator.h"]);
    command
}

fn folders() -> impl Iterator<Item = OsString> {
    ["cuda/include", "."].into_iter().flat_map(|name| ["-I".into(), runtime(name)])
}
