//! The measurements of Chapter 9 that need no GPU: the host's (9.4), and the translator's (9.6).

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use gpump::reproduce::{Host, Measured};

use crate::cli::failure::Failure;
use crate::toolchain::Error;
use crate::toolchain::c_compiler::CCompiler;
use crate::toolchain::scratch::Scratch;

/// Appendix C, and the chapter's program with the header that it has from a folder beside its own.
const LISTING: &str = include_str!("../../../tests/listings/a1.c");
const PROGRAM: &str = include_str!("../../../bench/chapter9/loop.c");
const HEADER: (&str, &str) = ("bench.h", include_str!("../../../bench/programs/bench.h"));

const REPEATS: usize = 5;

/// Measures both.
///
/// # Errors
///
/// There is no room for files, or gpump does not start. That there is no C compiler with OpenMP is part of the answer.
pub fn measure() -> Result<Measured, Failure> {
    let scratch = Scratch::new().map_err(|cause| Failure::write(&std::env::temp_dir(), cause))?;
    let folder = scratch.path();
    Ok(Measured { translation: translation(folder)?, host: host(folder)? })
}

/// Seconds from the start of gpump to its end, the best of some: what a machine does besides only adds to it.
fn translation(folder: &Path) -> Result<f64, Failure> {
    let listing = folder.join("a1.c");
    write(&listing, LISTING)?;
    let gpump = std::env::current_exe().map_err(|cause| Failure::read(Path::new("gpump"), cause))?;
    let mut best = f64::INFINITY;
    for _ in 0..REPEATS {
        let begin = Instant::now();
        let mut command = Command::new(&gpump);
        command.args(["translate", "--dialect", "thesis"]).arg(&listing).arg("-o").arg(folder.join("out.cu"));
        command
            .stderr(Stdio::null())
            .status()
            .map_err(|cause| Failure::Tool(Error::Start { tool: "gpump".into(), cause }))?;
        best = best.min(begin.elapsed().as_secs_f64());
    }
    Ok(best)
}

/// Builds the chapter's program and runs it with two threads.
fn host(folder: &Path) -> Result<Result<Host, String>, Failure> {
    let compiler = match CCompiler::required() {
        Err(missing @ Error::NoCCompiler) => return Ok(Err(missing.to_string())),
        found => found?,
    };
    for name in ["chapter9", "programs"] {
        let folder = folder.join(name);
        std::fs::create_dir(&folder).map_err(|cause| Failure::write(&folder, cause))?;
    }
    let source = folder.join("chapter9/loop.c");
    write(&source, PROGRAM)?;
    write(&folder.join("programs").join(HEADER.0), HEADER.1)?;
    let program = folder.join("loop");
    let mut command = compiler.command();
    command.args(["-O2", "-fopenmp"]).arg(&source).arg("-o").arg(&program);
    let is_built =
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !is_built {
        return Ok(Err(format!("{} does not build it with -O2 -fopenmp", compiler.name())));
    }
    let seconds = Measured::sizes().map(|size| Some((size, seconds(&program, size)?))).collect();
    Ok(match seconds {
        Some(seconds) => Ok(Host { compiler: compiler.name(), seconds }),
        None => Err("the program did not run to its end".to_owned()),
    })
}

/// The median of the region's times; the program writes `phase,NAME,BEGIN,END`.
fn seconds(program: &Path, size: u32) -> Option<f64> {
    let file = program.with_extension(format!("{size}.times"));
    let mut run = Command::new(program);
    run.arg((1u32 << size).to_string()).arg(REPEATS.to_string());
    run.env("OMP_NUM_THREADS", "2").env("BENCH_TIMES", &file).stdout(Stdio::null()).stderr(Stdio::null());
    if !run.status().is_ok_and(|status| status.success()) {
        return None;
    }
    let text = std::fs::read_to_string(&file).ok()?;
    let times = text.lines().filter_map(|line| line.strip_prefix("phase,with-transfer,")?.split_once(','));
    let mut times: Vec<f64> = times
        .filter_map(|(begin, end)| Some(end.parse::<f64>().ok()? - begin.parse::<f64>().ok()?))
        .collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|cause| Failure::write(path, cause))
}
