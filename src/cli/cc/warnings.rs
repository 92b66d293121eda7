//! What the C compiler has to say of a source that is translated.
//!
//! Its warnings are about the author's text and not about gpump's, so the translation is compiled without any. The compiler
//! compiles the source as it stands beside that, for the sake of what it says: with the user's flags, since `-Werror` makes
//! errors of it, and as far as assembler text, since some of it comes to light when code is made better.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output};

use gpump::diagnostics::compiler::{Message, messages};
use gpump::{Diagnostic, Severity};

use super::Call;
use super::task::{Task, Work, folder_of, read};
use crate::cli::failure::Failure;
use crate::cli::terminal;
use crate::toolchain::compiler_command::{Input, Role, Stage};
use crate::toolchain::original::needs_openmp;
use crate::toolchain::pair::{HOST_THREADS, OPENMP};

/// Whether the C compiler gives a warning of gpump's, too: what the preprocessor finds, and a routine without a declaration.
pub fn is_the_compilers(warning: &Diagnostic) -> bool {
    matches!(warning.code, "W0102" | "W0110" | "W0111" | "W0112")
}

/// Shows what the compiler says of a source, once.
///
/// With OpenMP the compiler knows what variables directives use. It may not know all directives, of which gpump has judged; so
/// what it says is shown if it is about C alone, or if it is the compiler's last word. Of directives that gpump does not know either,
/// it may say what it wants: with `-Werror` that is an error.
///
/// # Errors
///
/// The compiler refuses it, or does not start.
pub fn show(call: &Call, task: &Task, folder: &Path) -> Result<(), Failure> {
    let folder = folder_of(task, folder)?;
    let with_openmp = [HOST_THREADS, "-U_OPENMP", OPENMP].map(OsString::from);
    let heedless = [OsString::from("-Wno-unknown-pragmas")];
    let attempts = [with_openmp.to_vec(), [&with_openmp[..], &heedless].concat()];
    let unknown = unknown_directives(call, task)?;
    for flags in attempts {
        let output = said_with(call, task, &folder, &flags)?;
        if is_about_c(&output, &unknown) {
            return shown(call, &output);
        }
    }
    let output = said_with(call, task, &folder, &[&call.definitions()[..], &heedless].concat())?;
    if !output.status.success() && needs_openmp(read(call, task.input)?.text()) {
        return Ok(());
    }
    shown(call, &output)
}

/// Whether the compiler takes a source as it is written, with its directives.
pub fn takes(call: &Call, input: &Input) -> bool {
    let mut command = call.compiler.command();
    command.arg(HOST_THREADS).args(call.command.compilation()).arg("-fsyntax-only").args(input.words());
    call.output_of(&mut command).is_ok_and(|output| output.status.success())
}

fn said_with(call: &Call, task: &Task, folder: &Path, flags: &[OsString]) -> Result<Output, Failure> {
    let mut command = compilation(call, task, folder);
    command.args(flags);
    if terminal::colors_messages() {
        command.arg("-fdiagnostics-color=always");
    }
    call.output_of(&mut command)
}

fn shown(call: &Call, output: &Output) -> Result<(), Failure> {
    terminal::as_it_came(&output.stderr);
    call.succeeded(output.status)
}

/// The lines of a source that have what gpump passes over, too.
fn unknown_directives(call: &Call, task: &Task) -> Result<HashSet<usize>, Failure> {
    let Work::Translated(translation, _) = &task.work else { return Ok(HashSet::new()) };
    let mut passed_over = translation.warnings.iter().filter(|warning| warning.code == "W0103").peekable();
    if passed_over.peek().is_none() {
        return Ok(HashSet::new());
    }
    let source = read(call, task.input)?;
    Ok(passed_over.map(|warning| source.position(warning.span.start).line).collect())
}

/// Whether the compiler has read all directives but those of some lines, and refused nothing but for warnings, which the user wants to
/// be errors.
fn is_about_c(output: &Output, unknown: &HashSet<usize>) -> bool {
    let found = messages(&String::from_utf8_lossy(&output.stderr));
    let is_unknown =
        |message: &Message| message.place.as_ref().is_some_and(|place| unknown.contains(&place.line));
    let passes_over = |message: &Message| {
        message.words.contains("unknown-pragmas]")
            && !is_unknown(message)
            && ["#pragma omp", "#pragma gpump"].iter().any(|pragma| message.shown.contains(pragma))
    };
    let mut errors = found.iter().filter(|message| message.severity == Severity::Error).peekable();
    let is_refused_for_warnings =
        errors.peek().is_some() && errors.all(|error| error.words.contains("[-Werror"));
    !found.iter().any(passes_over) && (output.status.success() || is_refused_for_warnings)
}

/// The compiler's call with the user's flags but those that write other files.
fn compilation(call: &Call, task: &Task, folder: &Path) -> Command {
    let mut command = call.compiler.command();
    let writes = |word: &OsString| {
        ["-save-temps", "-aux-info"].iter().any(|flag| word.to_string_lossy().starts_with(flag))
    };
    let parts = call.command.parts.iter().filter(|part| !part.words.iter().any(writes));
    let counts = |role: &Role| matches!(role, Role::Preprocess(_) | Role::Compile | Role::Both);
    command.args(parts.filter(|part| counts(&part.role)).flat_map(|part| &part.words));
    command.args(task.input.words());
    match call.command.stage {
        Stage::Checked => command.arg("-fsyntax-only"),
        _ => command.arg("-S").arg("-o").arg(folder.join("original.s")),
    };
    command
}
