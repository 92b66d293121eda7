//! How a `.cu` becomes a program that needs no device.
//!
//! The same C++ compiler reads the unit, with the emulator's header before it
//! and the launches rewritten, and instruments its memory accesses: in the
//! emulator, host and device each have their own memory, and a kernel that
//! touches the host's is stopped. The emulator itself is compiled without
//! the instrumentation, once for each version of it and each compiler, and
//! kept in the cache.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::host_compiler::HostCompiler;
use super::launch::Edit;
use super::lexer::lex;
use super::{
    Error, Job, Unit, cache, check, child, device_variable, dynamic_shared, hex, launch, runtime_folder,
};
use crate::runtime;

/// How every C++ source is compiled. CUDA C is C++ that looks like C, so the
/// compiler is told to be lenient, and keeps its warnings about it. The debug
/// information is of version 4, since some releases of addr2line, which the
/// emulator asks for source lines, misread how version 5 numbers a unit's
/// files and would name the rewritten one.
const FLAGS: [&str; 6] = ["-std=gnu++17", "-gdwarf-4", "-O1", "-pthread", "-fpermissive", "-w"];

/// How the emulator itself is compiled, over and above: it has a `memcpy` of
/// its own, which a compiler that knows the library's would have call itself.
const EMULATOR_FLAGS: [&str; 2] = ["-fno-builtin", "-c"];

/// What the emulator is compiled to.
const OBJECT: &str = "emulator.o";

/// What makes the compiler ask the emulator before each access to memory, and
/// stop at a division by zero and at the end of a thread's stack. These are
/// for the program's own sources: no sanitizer is linked, the emulator answers
/// its calls.
const INSTRUMENT: [&str; 3] = [
    "-fsanitize=thread,integer-divide-by-zero",
    "-fsanitize-undefined-trap-on-error",
    "-fstack-clash-protection",
];

/// Compiles and links the job's units for the emulator.
///
/// # Errors
///
/// There is no compiler, it refuses a unit, or a file cannot be written.
pub fn build(job: &Job) -> Result<(), Error> {
    let compiler = HostCompiler::find()?;
    let runtime = runtime_folder(&job.folder)?;
    let emulator = emulator_object(&compiler, &runtime, &job.folder)?;
    let units = job
        .units
        .par_iter()
        .map(|unit| compile(&compiler, job, &runtime, unit))
        .collect::<Result<Vec<_>, _>>()?;
    let mut command = compiler.command();
    command.args(units).arg(emulator).args(["-g", "-pthread", "-o"]).arg(job.program());
    finish(&compiler, &mut command, "the program")
}

/// Compiles one unit; its object.
fn compile(compiler: &HostCompiler, job: &Job, runtime: &Path, unit: &Unit) -> Result<PathBuf, Error> {
    let source = std::fs::read(&unit.path).map_err(|cause| Error::Read { path: unit.path.clone(), cause })?;
    let rewritten = job.intermediate(unit, ".emulator.cpp");
    let text = [line_directive(&unit.path), rewrite(&source)].concat();
    std::fs::write(&rewritten, text).map_err(|cause| Error::Write { path: rewritten.clone(), cause })?;

    let object = job.object(unit);
    let mut command = compiler.command();
    command.args(["-x", "c++"]).args(FLAGS);
    command.args(INSTRUMENT);
    command.arg("-I").arg(runtime).arg("-I").arg(runtime.join("emulator"));
    command.args(["-include", "gpump_emulator.h"]).args(&job.flags);
    command.arg("-iquote").arg(&unit.include_folder);
    command.arg("-c").arg(&rewritten).arg("-o").arg(&object);
    finish(compiler, &mut command, &unit.name)?;
    Ok(object)
}

/// The emulator's own object, from the cache or compiled now.
fn emulator_object(compiler: &HostCompiler, runtime: &Path, fallback: &Path) -> Result<PathBuf, Error> {
    let mut hash = Sha256::new();
    runtime::hash_into(&mut hash);
    hash.update(&compiler.version);
    for word in compiler
        .words()
        .iter()
        .map(OsString::as_os_str)
        .chain(FLAGS.iter().chain(&EMULATOR_FLAGS).map(OsStr::new))
    {
        hash.update(word.as_encoded_bytes());
        hash.update([0]);
    }
    let folder = cache::entry("emulator", &hex(hash), fallback, |folder| {
        let mut command = compiler.command();
        command
            .args(FLAGS)
            .args(EMULATOR_FLAGS)
            .arg(runtime.join(runtime::EMULATOR))
            .arg("-o")
            .arg(folder.join(OBJECT));
        finish(compiler, &mut command, runtime::EMULATOR)
    })?;
    Ok(folder.join(OBJECT))
}

fn finish(compiler: &HostCompiler, command: &mut Command, file: &str) -> Result<(), Error> {
    let tool = compiler.name();
    let status = child::run(command).map_err(|cause| Error::Start { tool: tool.clone(), cause })?;
    check(status, &tool, file)
}

/// Tells the compiler and the debugger which file the next line is the first
/// of.
fn line_directive(path: &Path) -> Vec<u8> {
    let mut line = b"#line 1 \"".to_vec();
    for &byte in path.as_os_str().as_encoded_bytes() {
        if matches!(byte, b'"' | b'\\') {
            line.push(b'\\');
        }
        line.push(byte);
    }
    line.extend(b"\"\n");
    line
}

/// Rewrites what a C++ compiler cannot read in CUDA C++; see [`launch`],
/// [`device_variable`] and [`dynamic_shared`]. Everything else stays byte for byte, and every line
/// keeps its number.
pub fn rewrite(source: &[u8]) -> Vec<u8> {
    let tokens = lex(source);
    let mut edits = launch::edits(source, &tokens.code);
    for directive in &tokens.directives {
        edits.extend(launch::edits(source, directive));
    }
    edits.extend(device_variable::edits(source, &tokens.code));
    edits.extend(dynamic_shared::edits(source, &tokens.code));
    apply(source, edits)
}

/// Applies edits that do not overlap.
fn apply(source: &[u8], mut edits: Vec<Edit>) -> Vec<u8> {
    // Of those at one place, what is put in comes before what is replaced.
    edits.sort_by_key(|(span, _)| (span.start, span.end));
    let mut text = Vec::with_capacity(source.len() + 32 * edits.len());
    let mut at = 0;
    for (span, replacement) in edits {
        text.extend_from_slice(&source[at..span.start]);
        text.extend_from_slice(replacement.as_bytes());
        at = span.end;
    }
    text.extend_from_slice(&source[at..]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Text in which the rewriting has something to find.
    fn cuda_like() -> impl Strategy<Value = String> {
        let word = prop::sample::select(vec![
            "k",
            "<",
            "<<<",
            ">>>",
            ">",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ",",
            ";",
            "::",
            "->",
            "\"",
            "'",
            "\\",
            "\n",
            "\\\n",
            " ",
            "//",
            "/*",
            "*/",
            "#",
            "R\"(",
            "=",
            "__device__ ",
            "extern ",
            "__shared__ ",
            "1",
            ".",
            "template ",
        ]);
        prop::collection::vec(word, 0..40).prop_map(|words| words.concat())
    }

    fn lines(text: &[u8]) -> usize {
        text.iter().filter(|&&byte| byte == b'\n').count()
    }

    proptest! {
        #[test]
        fn text_without_cuda_is_not_touched(source in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assume!(!source.windows(2).any(|window| window == b"<<" || window == b"__"));
            prop_assert_eq!(rewrite(&source), source);
        }

        #[test]
        fn lines_keep_their_numbers(source in cuda_like()) {
            prop_assert_eq!(lines(&rewrite(source.as_bytes())), lines(source.as_bytes()));
        }
    }

    #[test]
    fn a_path_is_quoted_in_the_line_directive() {
        assert_eq!(line_directive(Path::new("a\\\"b.cu")), b"#line 1 \"a\\\\\\\"b.cu\"\n");
    }
}
