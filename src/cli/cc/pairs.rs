//! Files in the cuda dialect: the two texts of each become one object.

use std::ffi::OsString;
use std::path::Path;

use gpump::{Translation, source};

use super::Call;
use super::sources::{Task, folder_of, identity, keep, name, parent, stem_of_made};
use crate::cli::failure::Failure;
use crate::toolchain::c_linkage::{self, Frame};
use crate::toolchain::compiler_command::Stage;
use crate::toolchain::pair::{Flags, Pair, PairCompiler};
use crate::toolchain::{Backend, Compilation, Unit};

/// Compiles a translation to where its object is wanted.
///
/// # Errors
///
/// A compiler is missing, or refuses a text; or an assembler text is wanted of two.
pub fn compile(
    call: &Call,
    task: &Task,
    translation: &Translation,
    backend: &Backend,
    folder: &Path,
) -> Result<(), Failure> {
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
    let pair = Pair { host: host_unit, device: units.next() };

    let contents: Vec<&[u8]> = texts.iter().map(|(_, text)| *text).collect();
    let names = own_names(call, task, translation, &contents);
    let flags = |given: Vec<OsString>| [&names[..], &given].concat();
    let (host, device) = (flags(call.command.for_host_texts()), flags(call.command.for_translations()));
    let folder = folder_of(task, folder)?;
    let compiler = PairCompiler::new(call.compiler.clone(), backend, &folder)?;
    if is_assembly {
        let made = Compilation { unit: &pair.host, flags: &host, folder: &folder, output: &task.output };
        compiler.host_text(made, "-S")?;
    } else {
        compiler.object(&pair, Flags { host: &host, device: &device }, &folder, &task.output)?;
    }
    Ok(())
}

/// Files are translated one by one, and two of a program may come to the same global names: each object has names of
/// its own for what the translation added.
fn own_names(call: &Call, task: &Task, translation: &Translation, texts: &[&[u8]]) -> Vec<OsString> {
    let suffix = c_linkage::suffix(&stem_of_made(task), &identity(call, task, texts));
    translation.kernels.iter().map(|name| format!("-D{name}={name}_{suffix}").into()).collect()
}

#[cfg(test)]
mod tests;
