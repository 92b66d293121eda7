//! Functions that regions of files not known here may call. In the cuda dialect every object has versions of its
//! functions for the device, where they can have one, also that of a file without directives.

use gpump::preprocessor::Environment;
use gpump::{LineDirectives, Objection, OnHost, Options, OtherFiles, Source, Translation};

use super::Call;
use super::task::read;
use crate::cli::failure::Failure;
use crate::cli::translation::with_headers;
use crate::toolchain::c_environment;
use crate::toolchain::compiler_command::{Input, Language, Part, Role, Stage};
use crate::toolchain::meaning;

/// What a source is translated with.
pub fn options(call: &Call, environment: Environment, for_others: bool) -> Options {
    Options {
        dialect: call.settings.dialect.into(),
        for_others,
        is_linked_later: for_others && !call.settings.requires_device,
        is_for_library: for_others && ["-fPIC", "-fpic"].iter().any(|flag| call.command.has(flag)),
        is_alone: is_alone(call),
        without: call.settings.without.clone(),
        line_directives: LineDirectives::Everywhere,
        // Which regions of other files run on the host's threads is not known.
        others: OtherFiles { keep_directives: true, ..OtherFiles::default() },
        is_lenient: true,
        on_host: match call.settings.requires_device {
            true => OnHost::Nothing,
            false => OnHost::WhereNeeded,
        },
        preprocessing: Some(c_environment::from_disk(environment)),
        ..Options::default()
    }
}

/// A source's translation without what only other files may need, and without what compilers object to.
///
/// # Errors
///
/// The source is wrong, or cannot be read.
pub fn translate_alone(
    call: &Call,
    input: &Input,
    objections: &[Objection],
) -> Result<(Source, Translation), Failure> {
    let environment = c_environment::environment(&call.command.environment())?;
    let options =
        Options { for_others: false, objections: objections.to_vec(), ..options(call, environment, true) };
    // What there is to be said has been said the first time.
    translated(call, input, &options)
}

/// Translates a source, with headers written into it where that is needed, and says nothing.
fn translated(call: &Call, input: &Input, options: &Options) -> Result<(Source, Translation), Failure> {
    let mut source = read(call, input)?;
    let translate = |source: &Source| gpump::translate(source, options);
    let translated = with_headers(std::slice::from_mut(&mut source), options, translate)?;
    let translation = translated.into_iter().find_map(Result::ok).ok_or(Failure::Input)?;
    Ok((source, translation))
}

/// Whether other files can have regions that call functions of the call's sources: a program that is linked of them
/// alone is known as a whole.
pub fn may_be_called_from_elsewhere(call: &Call) -> bool {
    let is_linked = |part: &Part| match &part.role {
        Role::Input(input) => input.language == Language::Linkable,
        _ => false,
    };
    match call.command.stage {
        Stage::Object => true,
        Stage::Program => call.command.parts.iter().any(is_linked),
        _ => false,
    }
}

/// Whether the call makes a program of a single file.
fn is_alone(call: &Call) -> bool {
    let inputs = call.command.parts.iter().filter(|part| matches!(part.role, Role::Input(_)));
    call.command.stage == Stage::Program && inputs.count() == 1
}

/// A source without directives, with versions for the device of the functions that other files can call; `None` if
/// there is none that can have one.
pub fn candidate(call: &Call, input: &Input) -> Option<Translation> {
    let makes_objects = matches!(call.command.stage, Stage::Object | Stage::Program);
    let is_apart = meaning::refusal(&call.command.compilation()).is_some();
    if !makes_objects || is_apart || !call.is_taken_over(input) {
        return None;
    }
    let environment = c_environment::environment(&call.command.environment()).ok()?;
    let (_, translation) = translated(call, input, &options(call, environment, true)).ok()?;
    Some(translation).filter(|translation| translation.device.is_some())
}
