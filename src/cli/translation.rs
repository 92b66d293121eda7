//! Translating the files that a command names.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use gpump::{
    Diagnostic, Dialect, ExternalArrays, OnHost, Options, OtherFiles, Severity, Source, Translation,
    Undefined, heap_arrays_of_program, translate,
};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::failure::Failure;
use super::format::Format;
use super::input::Input;
use super::refused::is_about_refusal;
use super::terminal;

/// The dialects by the names that the command line has for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum DialectArgument {
    /// The code of the thesis, faults included, for what the thesis
    /// implements
    Thesis,
    /// All of OpenMP 2.5, for today's devices
    Cuda,
}

impl From<DialectArgument> for Dialect {
    fn from(argument: DialectArgument) -> Self {
        match argument {
            DialectArgument::Thesis => Dialect::Thesis,
            DialectArgument::Cuda => Dialect::Cuda,
        }
    }
}

/// The library's default is that of the command line.
impl Default for DialectArgument {
    fn default() -> Self {
        match Dialect::default() {
            Dialect::Thesis => DialectArgument::Thesis,
            Dialect::Cuda => DialectArgument::Cuda,
        }
    }
}

/// Translates inputs, of which these are the texts, several at once, and shows every diagnostic in the
/// order of the inputs.
///
/// # Errors
///
/// At least one is wrong.
///
/// Of a whole program, a function that a region needs has to be in one of its files.
pub fn translate_all(
    inputs: &[Input],
    mut sources: Vec<Source>,
    options: &Options,
    format: Format,
    is_whole: bool,
    left: Left,
) -> Result<Vec<Translation>, Failure> {
    let mut all_options: Vec<Options> =
        identifiers(inputs).into_iter().map(|identifier| Options { identifier, ..options.clone() }).collect();
    let mut results = each(&sources, &all_options, Left::NONE)?;
    while take_in_headers(&mut sources, results.iter().map(errors_of), options) {
        results = each(&sources, &all_options, Left::NONE)?;
    }
    left.leave(&sources, &mut results);
    // Files of one program have no two regions of one number. In the cuda dialect a region's name says more.
    let mut first_region = 0;
    for (source, result) in sources.iter().zip(&mut results) {
        let Ok(translation) = result else { continue };
        let regions = if options.dialect == Dialect::Thesis { translation.regions } else { 0 };
        if first_region > 0 && regions > 0 {
            let options = Options { first_region, ..options.clone() };
            let again = in_parallel(std::slice::from_ref(source), |source| translate(source, &options))?;
            if let Some(numbered) = again.into_iter().next() {
                *result = numbered;
            }
        }
        first_region += regions;
    }
    if options.dialect == Dialect::Cuda {
        results = with_functions_of_others(&sources, results, &mut all_options, is_whole, left)?;
        if is_whole {
            refuse_missing(&sources, &mut results);
            results = with_arrays_in_heap(&sources, results, &mut all_options, left)?;
        }
    }
    if !options.objections.is_empty() {
        // All else has been said of the earlier translation.
        results.iter_mut().flatten().for_each(|translation| translation.warnings.retain(is_about_refusal));
    }
    succeeded(&sources, results, format)
}

pub type Results = Vec<Result<Translation, Vec<Diagnostic>>>;

/// Which files are left to the C compiler, by their numbers.
#[derive(Clone, Copy)]
pub struct Left<'a> {
    /// Whether the compiler takes one as it is written, if gpump cannot translate it.
    pub takes: &'a (dyn Fn(usize) -> bool + Sync),
    /// Those that it takes, and whose translations no compiler does.
    pub chosen: &'a BTreeSet<usize>,
}

impl Left<'_> {
    pub const NONE: Left<'static> = Left { takes: &|_| false, chosen: &BTreeSet::new() };

    fn leave(self, sources: &[Source], results: &mut Results) {
        for (number, (source, result)) in sources.iter().zip(results).enumerate() {
            let errors = match result {
                Ok(_) if self.chosen.contains(&number) => &[],
                Err(errors) if (self.takes)(number) => errors.as_slice(),
                _ => continue,
            };
            *result = Ok(Translation::left_to_compiler(source, errors));
        }
    }
}

/// Translates again until each file has versions for the device of all functions that the others need, and until all know which of
/// these cannot be had. Of a whole program, what no file defines is among them.
fn with_functions_of_others(
    sources: &[Source],
    mut results: Results,
    options: &mut [Options],
    is_whole: bool,
    left: Left,
) -> Result<Results, Failure> {
    let mut known = Shared::default();
    loop {
        for (number, result) in results.iter().enumerate() {
            if let Ok(translation) = result {
                known.add(number, translation);
            }
        }
        if is_whole && results.iter().all(Result::is_ok) {
            let defined: HashSet<&String> = results.iter().flatten().flat_map(|it| &it.defines).collect();
            let missing = known.required.iter().filter(|name| !defined.contains(name));
            let reason = || "no file of the program defines it".to_owned();
            let missing: Vec<_> = missing.map(|name| (name.clone(), reason())).collect();
            known.not_on_device.extend(missing);
        }
        let mut changed = Vec::new();
        for (number, (options, result)) in options.iter_mut().zip(&results).enumerate() {
            let others = known.others_of(number, options, result.as_ref().ok());
            if options.others != others {
                options.others = others;
                changed.push(number);
            }
        }
        if changed.is_empty() {
            return Ok(results);
        }
        let told: Vec<_> = changed.iter().map(|&number| (&sources[number], &options[number])).collect();
        let again = in_parallel(&told, |(source, options)| translate(source, options))?;
        for (number, result) in changed.into_iter().zip(again) {
            results[number] = result;
        }
        left.leave(sources, &mut results);
    }
}

/// What the files of a program have to know of each other.
#[derive(Default)]
struct Shared {
    required: BTreeSet<String>,
    weak: BTreeSet<String>,
    not_on_device: BTreeMap<String, String>,
    /// Of each file, [`Translation::lacked`].
    lacked: BTreeMap<usize, BTreeMap<String, String>>,
    /// Whether regions stay on the host, and whether some may run there.
    on_host: bool,
    keeps_directives: bool,
    /// Whether regions call functions through pointers.
    calls_pointers: bool,
}

impl Shared {
    fn add(&mut self, number: usize, translation: &Translation) {
        self.lacked.entry(number).or_default().extend(translation.lacked.clone());
        self.required.extend(translation.undefined.iter().map(|it| it.name.clone()));
        self.weak.extend(translation.weak.iter().cloned());
        self.not_on_device.extend(translation.not_on_device.clone());
        // A function of another file may be called by a region that runs there.
        self.on_host |= translation.regions_on_host > 0;
        self.keeps_directives |= translation.keeps_directives;
        self.calls_pointers |= translation.calls_pointers;
    }

    /// What one of the files is told, which has been translated so, and to this if it is right.
    fn others_of(&self, number: usize, options: &Options, translation: Option<&Translation>) -> OtherFiles {
        let own: Option<HashSet<&String>> = translation.map(|it| it.defines.iter().collect());
        let defined = |names: &BTreeSet<String>| {
            names.iter().filter(|name| own.as_ref().is_none_or(|own| own.contains(name))).cloned().collect()
        };
        let mut others = OtherFiles {
            required: defined(&self.required),
            weak: defined(&self.weak),
            keep_directives: options.others.keep_directives || self.keeps_directives,
            are_on_host: self.on_host,
            call_pointers: self.calls_pointers,
            ..OtherFiles::default()
        };
        if options.on_host == OnHost::WhereNeeded {
            others.not_on_device.clone_from(&self.not_on_device);
            let lacked = self.lacked.iter().filter(|(other, _)| **other != number);
            others.lacked = lacked.flat_map(|(_, lacked)| lacked.clone()).collect();
        }
        others
    }
}

/// Translates again if arrays that several files of a program use are to lie in the heap.
fn with_arrays_in_heap(
    sources: &[Source],
    results: Results,
    options: &mut [Options],
    left: Left,
) -> Result<Results, Failure> {
    let translations: Result<Vec<&Translation>, _> = results.iter().map(Result::as_ref).collect();
    // What a file has that is wrong is not known.
    let Ok(translations) = translations else { return Ok(results) };
    let arrays: Vec<&ExternalArrays> = translations.iter().map(|translation| &translation.arrays).collect();
    let Some(names) = heap_arrays_of_program(&arrays) else { return Ok(results) };
    for options in options.iter_mut() {
        options.program_arrays = Some(names.clone());
    }
    each(sources, options, left)
}

/// Makes an error of each function that a file wants and none has.
fn refuse_missing(sources: &[Source], results: &mut [Result<Translation, Vec<Diagnostic>>]) {
    let defined: HashSet<String> =
        results.iter().flatten().flat_map(|translation| &translation.defines).cloned().collect();
    // What a file has that is wrong is not known.
    if results.iter().any(Result::is_err) {
        return;
    }
    let undefined: Vec<(&Source, &Undefined)> = sources
        .iter()
        .zip(results.iter().flatten())
        .flat_map(|(source, translation)| translation.undefined.iter().map(move |it| (source, it)))
        .collect();
    let missing = |translation: &Translation| -> Vec<Diagnostic> {
        let missing = translation.undefined.iter().filter(|it| !defined.contains(&it.name));
        missing.filter_map(|it| Some(with_calls_of_others(it.missing.clone()?, it, &undefined))).collect()
    };
    let errors: Vec<Vec<Diagnostic>> = results.iter().flatten().map(missing).collect();
    for (result, errors) in results.iter_mut().zip(errors) {
        if !errors.is_empty() {
            *result = Err(errors);
        }
    }
}

/// The error with the calls in other files that lead to where it is.
fn with_calls_of_others(mut error: Diagnostic, it: &Undefined, all: &[(&Source, &Undefined)]) -> Diagnostic {
    let mut seen: HashSet<&str> = HashSet::new();
    let mut root = it.root.as_deref();
    while let Some(name) = root.filter(|name| seen.insert(name)) {
        let calls = |(_, it): &&(&Source, &Undefined)| it.name == name && it.missing.is_some();
        let Some((source, caller)) = all.iter().find(calls) else { break };
        let Some(call) = &caller.missing else { break };
        let place = source.position(call.span.start);
        let within =
            caller.root.as_ref().map_or("from a parallel region".to_owned(), |root| format!("from `{root}`"));
        let file = source.file_at(call.span.start);
        error = error.note(format!("`{name}` is called {within} in {file}:{}:{}", place.line, place.column));
        root = caller.root.as_deref();
    }
    error
}

/// What the names of each file begin with, where another has its name.
fn identifiers(inputs: &[Input]) -> Vec<Option<String>> {
    let mut seen: HashSet<String> = HashSet::new();
    let unused = |input: &Input| {
        let stem = input.stem().to_string_lossy().into_owned();
        if seen.insert(stem.clone()) {
            return None;
        }
        let plain: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let candidates = (2..).map(|number| format!("_{plain}_{number}"));
        candidates.into_iter().find(|candidate| seen.insert(candidate.clone()))
    };
    inputs.iter().map(unused).collect()
}

/// Translates each source as it is told.
fn each(sources: &[Source], options: &[Options], left: Left) -> Result<Results, Failure> {
    let told: Vec<_> = sources.iter().zip(options).collect();
    let mut results = in_parallel(&told, |(source, options)| translate(source, options))?;
    left.leave(sources, &mut results);
    Ok(results)
}

/// Translates sources as files that are compiled one by one: their regions are
/// numbered from 0 in each. Of the warnings those are shown that are asked for.
///
/// # Errors
///
/// At least one is wrong.
pub fn translate_apart(
    sources: &mut [Source],
    options: &Options,
    left: Left,
    is_shown: impl Fn(&Diagnostic) -> bool,
) -> Result<Vec<Translation>, Failure> {
    let mut results = with_headers(sources, options, |source| translate(source, options))?;
    left.leave(sources, &mut results);
    results.iter_mut().flatten().for_each(|translation| translation.warnings.retain(&is_shown));
    succeeded(sources, results, Format::Human)
}

/// Maps sources with all the processors, and again with headers written into them, where something was refused for standing in a
/// header.
pub fn with_headers<T: Send>(
    sources: &mut [Source],
    options: &Options,
    map: impl Fn(&Source) -> Result<T, Vec<Diagnostic>> + Send + Sync,
) -> Result<Vec<Result<T, Vec<Diagnostic>>>, Failure> {
    let mut results = in_parallel(sources, &map)?;
    while take_in_headers(sources, results.iter().map(errors_of), options) {
        results = in_parallel(sources, &map)?;
    }
    Ok(results)
}

/// Writes headers into the sources that include them, where something was refused for standing in a header, and says
/// whether there is anything to try again.
fn take_in_headers<'f>(
    sources: &mut [Source],
    found: impl Iterator<Item = &'f [Diagnostic]>,
    options: &Options,
) -> bool {
    let mut changes = false;
    for (source, found) in sources.iter_mut().zip(found) {
        let whole = options.with_headers(source, found);
        changes |= whole.is_some();
        if let Some(whole) = whole {
            *source = whole;
        }
    }
    changes
}

/// What is wrong with a source, if anything is.
fn errors_of<T>(result: &Result<T, Vec<Diagnostic>>) -> &[Diagnostic] {
    result.as_ref().err().map_or(&[], Vec::as_slice)
}

/// Shows every diagnostic, and gives the translations if all is well.
fn succeeded(
    sources: &[Source],
    results: Vec<Result<Translation, Vec<Diagnostic>>>,
    format: Format,
) -> Result<Vec<Translation>, Failure> {
    let mut translations = Vec::new();
    for (source, result) in sources.iter().zip(results) {
        match result {
            Ok(translation) => {
                show(source, &translation.warnings, format);
                translations.push(translation);
            }
            Err(errors) => refuse(source, &errors, format),
        }
    }
    if translations.len() == sources.len() { Ok(translations) } else { Err(Failure::Input) }
}

/// Shows why a source is not translated.
pub fn refuse(source: &Source, errors: &[Diagnostic], format: Format) {
    show(source, errors, format);
    if format == Format::Human {
        let count = errors.iter().filter(|error| error.severity == Severity::Error).count();
        let plural = if count == 1 { "" } else { "s" };
        terminal::error(&format!("could not translate {}: {count} error{plural}", source.name()));
    }
}

fn show(source: &Source, found: &[Diagnostic], format: Format) {
    match format {
        Format::Human => terminal::diagnostics(source, found),
        Format::Json => terminal::json(source, found),
    }
}

/// Reads inputs.
///
/// # Errors
///
/// An input cannot be read.
pub fn read_all(inputs: &[Input]) -> Result<Vec<Source>, Failure> {
    inputs.iter().map(|input| Ok(Source::new(input.name(), &input.read()?))).collect()
}

/// Maps files with all the processors, and with a progress bar if there
/// are several and standard error is a terminal.
fn in_parallel<F: Sync, T: Send>(
    files: &[F],
    map: impl Fn(&F) -> T + Send + Sync,
) -> Result<Vec<T>, Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(files.len());
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::Usage(format!("cannot start the translator's threads: {error}")))?;
    // The bar draws itself only on a terminal.
    let progress = if files.len() > 1 { ProgressBar::new(files.len() as u64) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos} of {len} files") {
        progress.set_style(style);
    }
    let results = pool.install(|| files.par_iter().progress_with(progress.clone()).map(map).collect());
    progress.finish_and_clear();
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the files of a program, translated once, are told of each other, and whether that is anything.
    fn told(files: &[&str]) -> Vec<bool> {
        let options = Options::of(Dialect::Cuda);
        let mut known = Shared::default();
        let translate = |text: &&str| translate(&Source::new("a.c", text.as_bytes()), &options).unwrap();
        let translations: Vec<Translation> = files.iter().map(translate).collect();
        for (number, translation) in translations.iter().enumerate() {
            known.add(number, translation);
        }
        let others = |(number, translation)| known.others_of(number, &options, Some(translation));
        translations.iter().enumerate().map(others).map(|others| others != options.others).collect()
    }

    #[test]
    fn only_files_that_others_ask_something_of_are_translated_again() {
        let caller = "double half(double);\nvoid halve(double *a, int n)\n{\n#pragma omp parallel for\n    \
                      for (int i = 0; i < n; i++)\n        a[i] = half(a[i]);\n}\n";
        let callee = "double half(double x) { return x / 2; }\n";
        assert_eq!(told(&[&caller.replace("half(a[i])", "a[i] / 2")]), [false]);
        assert_eq!(told(&[caller]), [false]);
        assert_eq!(told(&[caller, callee]), [false, true]);
    }
}
