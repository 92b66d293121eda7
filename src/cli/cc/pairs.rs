//! Files in the cuda dialect: the two texts of each become one object.

use std::ffi::OsString;
use std::path::Path;

use gpump::{Source, Translation, source};

use super::Call;
use super::candidates::translate_alone;
use super::task::{Task, folder_of, identity, keep, name, parent, stem_of_made};
use super::warnings;
use crate::cli::failure::Failure;
use crate::cli::refused::{Refused, is_about_refusal};
use crate::cli::terminal;
use crate::toolchain::c_linkage::{self, Frame};
use crate::toolchain::compiler_command::Stage;
use crate::toolchain::pair::{Flags, Pair, PairCompiler};
use crate::toolchain::{Backend, Compilation, Error, Unit};

/// Compiles a translation to where its object is wanted, beside what the C compiler has to say of the source.
///
/// It has versions for the device of all functions that other files may call, and nobody need call them there. So
/// where the compilers refuse the translation, one without them is tried, and then one with the regions on the host that they
/// object to; but not where the source itself is refused.
///
/// # Errors
///
/// A compiler is missing, or refuses the source or a text; or an assembler text is wanted of two.
pub fn compile(
    call: &Call,
    task: &Task,
    translation: &Translation,
    backend: &Backend,
    folder: &Path,
) -> Result<(), Failure> {
    let (said, made) = rayon::join(
        || warnings::show(call, task, folder),
        || make(call, task, translation, backend, folder, Attempt::First(&task.output)),
    );
    said?;
    match made {
        Err(Failure::Tool(Error::Refused { tool, .. })) => {
            note_refusal(call, task, &tool);
            make_alone(call, task, backend, folder)
        }
        done => done,
    }
}

/// Makes the object of a translation without versions of functions for other files. Where that is refused to the last, and the C
/// compiler takes the file as it is, it is left to it.
fn make_alone(call: &Call, task: &Task, backend: &Backend, folder: &Path) -> Result<(), Failure> {
    let mut refused = Refused::default();
    loop {
        let (source, translation) = translate_alone(call, task.input, &refused.objections)?;
        let is_strict = call.settings.requires_device;
        let is_last = is_strict || refused.is_final(std::slice::from_ref(&translation));
        match make(call, task, &translation, backend, folder, Attempt::First(&task.output)) {
            Err(Failure::Tool(Error::Refused { tool, file, said })) if !is_last => {
                refused.take(&tool, &file, &said);
            }
            Err(Failure::Tool(Error::Refused { .. })) => {
                let last = match !is_strict && warnings::takes(call, task.input) {
                    true => Translation::left_to_compiler(&source, &[]),
                    false => translation.clone(),
                };
                say_refusals(&source, &translation);
                return make(call, task, &last, backend, folder, Attempt::Last(&task.output));
            }
            done => {
                done?;
                say_refusals(&source, &translation);
                return Ok(());
            }
        }
    }
}

fn say_refusals(source: &Source, translation: &Translation) {
    let about_refusals = translation.warnings.iter().filter(|warning| is_about_refusal(warning));
    terminal::diagnostics(source, &about_refusals.cloned().collect::<Vec<_>>());
}

/// Puts a translation's object in the place of one that the C compiler made of the same file, if it can be had.
///
/// # Errors
///
/// A compiler is missing, or the object cannot be put there.
pub fn replace(
    call: &Call,
    task: &Task,
    translation: &Translation,
    backend: &Backend,
    folder: &Path,
) -> Result<(), Failure> {
    let made = folder_of(task, folder)?.join("replacement.o");
    if make_versions(call, task, translation, backend, folder, &made)? {
        std::fs::copy(&made, &task.output).map_err(|cause| Failure::write(&task.output, cause))?;
    }
    Ok(())
}

/// Makes an object of a file without directives that has versions for the device. Says whether it can be had.
///
/// # Errors
///
/// A compiler is missing.
pub fn make_versions(
    call: &Call,
    task: &Task,
    translation: &Translation,
    backend: &Backend,
    folder: &Path,
    output: &Path,
) -> Result<bool, Failure> {
    match make(call, task, translation, backend, folder, Attempt::First(output)) {
        Err(Failure::Tool(Error::Refused { tool, .. })) => {
            note_refusal(call, task, &tool);
            Ok(false)
        }
        done => done.map(|()| true),
    }
}

/// Says, to those who want to see all that happens, that a file goes without versions. The compiler has said why.
fn note_refusal(call: &Call, task: &Task, tool: &str) {
    if call.is_verbose() {
        terminal::note(&format!(
            "{}: {tool} refuses versions of its functions for the device; regions of other files that call them run on \
             the host",
            name(task)
        ));
    }
}

/// Where an object is to go, and whether another way is left if it cannot be made.
#[derive(Clone, Copy)]
enum Attempt<'a> {
    First(&'a Path),
    Last(&'a Path),
}

fn make(
    call: &Call,
    task: &Task,
    translation: &Translation,
    backend: &Backend,
    folder: &Path,
    attempt: Attempt,
) -> Result<(), Failure> {
    let (Attempt::First(output) | Attempt::Last(output)) = attempt;
    let host = source::encode(&translation.text);
    let device = translation.device.as_ref().map(|text| source::encode(text));
    let mut texts: Vec<(&str, &[u8])> = vec![(".host.c", &host)];
    texts.extend(device.as_deref().map(|text| (".device.cu", text)));
    let is_assembly = call.command.stage == Stage::Assembly;
    if is_assembly && device.is_some() {
        let message = format!(
            "{}: a file with code for a device has no one assembler text; -save-temps with -c keeps both of its texts",
            name(task)
        );
        return Err(Failure::Usage(message));
    }

    let kept = keep(call, task, &texts, folder)?;
    let mut units = kept.into_iter().zip([".host", ".device"]).map(|(path, what)| {
        let mut stem = stem_of_made(task);
        stem.push(what);
        let include_folder = parent(&task.input.path);
        Unit { path, include_folder, name: name(task), stem, frame: Frame::default() }
    });
    let Some(host_unit) = units.next() else { return Ok(()) };
    let pair = Pair { host: host_unit, device: units.next(), keeps_directives: translation.keeps_directives };

    let folder = folder_of(task, folder)?;
    let contents: Vec<&[u8]> = texts.iter().map(|(_, text)| *text).collect();
    let names = own_names(call, task, translation, &contents, &folder)?;
    let flags = |given: Vec<OsString>| names.iter().cloned().chain(given).collect::<Vec<_>>();
    let (host, device) = (flags(call.command.for_host_texts()), flags(call.command.for_translations()));
    let mut compiler = PairCompiler::new(call.compiler.clone(), backend, &folder)?;
    if matches!(attempt, Attempt::First(_)) && !call.is_verbose() {
        compiler = compiler.quiet();
    }
    if is_assembly {
        let flags = &pair.host_flags(&host)[..];
        let made = Compilation { unit: &pair.host, flags, folder: &folder, output };
        compiler.host_text(made, "-S")?;
    } else {
        compiler.object(&pair, Flags { host: &host, device: &device }, &folder, output)?;
    }
    Ok(())
}

/// Files are translated one by one, and two of a program may come to the same global names: each object has names of
/// its own for what the translation added. A header has them, since nvcc hands its flags to a shell, which takes no more than
/// 128 KiB.
fn own_names(
    call: &Call,
    task: &Task,
    translation: &Translation,
    texts: &[&[u8]],
    folder: &Path,
) -> Result<Vec<OsString>, Failure> {
    let suffix = c_linkage::suffix(&stem_of_made(task), &identity(call, task, texts));
    let own = translation.kernels.iter().map(|name| format!("#define {name} {name}_{suffix}\n"));
    let path = folder.join("own_names.h");
    std::fs::write(&path, own.collect::<String>()).map_err(|cause| Failure::write(&path, cause))?;
    Ok(vec!["-include".into(), path.into()])
}

#[cfg(test)]
mod tests;
