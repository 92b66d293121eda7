//! From a source to its translation: read, parsed, checked and written, and once more where something turns up that changes how
//! it has to be read.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::cuda::Refusal;
use super::presentation::{presentable, sorted};
use super::recording::actions::Watched;
use super::recording::{Recorder, Recording};
use super::recovery::Faults;
use super::resolved::Resolved;
use super::rewrite_stream::RewriteStream;
use super::{Dialect, File, Layout, OnHost, Options, Translation, Translator, reading, variants};
use crate::codegen::thesis;
use crate::diagnostics::{Diagnostic, Severity};
use crate::preprocessor::Environment;
use crate::source::{Source, language};
use crate::syntax::{self, TokenList, tree};

/// Translates one source file.
///
/// A file without a directive of OpenMP or gpump, and without a call of their
/// routines, comes out as it went in.
///
/// # Errors
///
/// Every independent error that was found: first what the program does wrong,
/// then what the dialect cannot do, each in the order of their places.
pub fn translate(source: &Source, options: &Options) -> Result<Translation, Vec<Diagnostic>> {
    let work = || run_here(source, options, true, &Recorder::default(), &|_| ());
    run(work).map(|(translation, ())| translation).map_err(|found| in_other_language(found, source))
}

/// A file that has been translated while somebody took down how.
pub struct Observed<'o> {
    /// What was translated in the end: with its variants resolved, and perhaps with the loops that directives make of the author's.
    pub source: &'o Source,
    pub tokens: &'o TokenList,
    pub recording: Recording,
    pub translation: &'o Translation,
}

/// Translates one source file, and hands on what was done.
///
/// # Errors
///
/// As [`translate`].
pub fn observe<R: Send>(
    source: &Source,
    options: &Options,
    look: impl Fn(Observed<'_>) -> R + Sync,
) -> Result<(Translation, R), Vec<Diagnostic>> {
    run(|| run_here(source, options, true, &Recorder::on(), &look))
        .map_err(|found| in_other_language(found, source))
}

/// How much stack a translation may take, in bytes. The parser goes down into
/// nested expressions by calling itself, and programs that write C nest them
/// deeper than the usual stack is high. Only what is touched is ever allocated;
/// where so much cannot be had at all, less will do for nearly everything.
const STACKS: [usize; 2] = [1 << 30, 64 << 20];

/// A loop variable that the loop changes, a number that is not positive, a bound or a step that does not stay the same, and, in a
/// function, `threadprivate` for a variable of the file. C compilers make something of these, or say what is wrong.
const ACCEPTED: [&str; 4] = ["E0309", "E0318", "E0320", "E0328"];

/// Whether some warnings show the place of what was found: those that say why a region stays on the host do.
fn is_told(found: &Diagnostic, warnings: &[Diagnostic]) -> bool {
    let shows = |warning: &Diagnostic| {
        warning.span == found.span || warning.notes.iter().any(|note| note.span.as_ref() == Some(&found.span))
    };
    warnings.iter().any(shows)
}

/// The warning in the place of an error that C compilers make something of.
fn left_open(error: Diagnostic) -> Diagnostic {
    let warning = Diagnostic { code: "W0103", severity: Severity::Warning, ..error };
    warning.note("OpenMP forbids this, and the C compiler decides what it means")
}

/// Says once that a file is in another language, where it could not be read for that.
fn in_other_language(found: Vec<Diagnostic>, source: &Source) -> Vec<Diagnostic> {
    let is_unread = |error: &Diagnostic| matches!(error.code, "E0101" | "E0104" | "E0105" | "E0110");
    let other = if found.iter().any(is_unread) { language::other_than_c(source.text()) } else { None };
    let Some((language, span)) = other else { return found };
    let name = language.name();
    let error = Diagnostic::error("E0106", format!("this is {name}, and gpump translates C"), span);
    vec![error.label(format!("a line of {name}"))]
}

/// Does work that needs much stack.
fn run<R: Send>(work: impl Fn() -> R + Sync) -> R {
    std::thread::scope(|scope| {
        let start = |bytes: usize| {
            let thread = std::thread::Builder::new().name("translator".into()).stack_size(bytes);
            thread.spawn_scoped(scope, &work).ok()
        };
        match STACKS.into_iter().find_map(start) {
            Some(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            None => work(),
        }
    })
}

/// Reads a file, and if the text is required, writes it; `look` sees a translation that was recorded.
fn run_here<R>(
    source: &Source,
    options: &Options,
    writes: bool,
    recorder: &Recorder,
    look: &impl Fn(Observed<'_>) -> R,
) -> Result<(Translation, R), Vec<Diagnostic>> {
    let mut preprocessing = options.preprocessing.as_ref().map(Cow::Borrowed);
    if options.dialect == Dialect::Thesis
        && let Some(found) = &mut preprocessing
    {
        found.to_mut().environment.is_openmp_2_5 = true;
    }
    // A C++ compiler reads all of them.
    let with_own = writes && options.dialect == Dialect::Cuda && options.layout == Layout::Single;
    let (mut tokens, surroundings, warnings) =
        reading::read(source, preprocessing.as_deref(), with_own).map_err(sorted)?;
    let passes_over = options.is_lenient && options.dialect == Dialect::Cuda;
    let mut faults =
        Faults::before_parsing(&mut tokens, passes_over).map_err(|errors| presentable(errors, &tokens))?;
    let is_right = faults.errors.iter().all(|found| found.severity == Severity::Warning);
    if is_right && variants::are_in(&tokens) {
        let run = |resolved: &Source| run_here(resolved, options, writes, recorder, look);
        match options.dialect {
            Dialect::Thesis => faults.errors.extend(variants::wrong(&tokens)),
            Dialect::Cuda => {
                if let Some(done) = variants::translated(source, &tokens, options, run) {
                    return done;
                }
            }
        }
    }
    let mut obstacles = BTreeMap::new();
    loop {
        drop(recorder.take());
        let whole = OnceCell::new();
        let mut translator = Translator::new(&tokens, &whole, options.dialect, recorder);
        translator.thesis.regions = options.first_region;
        translator.writes = writes;
        let environment = preprocessing.as_ref().map(|read| &read.environment);
        translator.file.has_int_enumerators = environment.is_some_and(Environment::has_int_enumerators);
        translator.file.has_untyped_memory = environment.is_some_and(|known| known.has_untyped_memory);
        translator.file.has_gnu_inline = environment.is_some_and(Environment::has_gnu_inline);
        translator.file.has_own_null = !surroundings.system_macros.contains("NULL");
        translator.out.diagnostics.clone_from(&faults.errors);
        let mut tree = tree::Builder::default();
        let parsed = syntax::parse_and_show(&tokens, &mut Watched(&mut translator), |portion| {
            recorder.note(|recording| recording.take_tree(portion, &tokens));
            if options.dialect == Dialect::Cuda {
                tree.add(portion);
            }
        });
        match parsed {
            Ok(()) => {
                if options.dialect == Dialect::Cuda {
                    whole.get_or_init(|| tree.finish());
                }
                if options.may_be_left_to_compiler() {
                    translator.condone();
                }
                translator.refuse_lonely_simd();
                translator.keep_model();
                let newest = translator.hold_to(options);
                // Where the combined construct would be wrong, its parts stay what they are.
                if let Some(combined) = translator.edited(source, File::combine_leagues)
                    && let Ok(found) = run_here(&combined.source, options, writes, recorder, look)
                {
                    let (translation, seen) = combined.retold(Ok(found), source)?;
                    return Ok((Translation { newest, ..translation }, seen));
                }
                // Whether the loops are ones that can be shared out is said by errors.
                let strict = || Options { is_lenient: false, ..options.clone() };
                if options.on_host != OnHost::Everything
                    && let Some(shared) = translator.edited(source, File::share_out_tasks)
                    && let Ok(found) = run_here(&shared.source, &strict(), writes, recorder, look)
                {
                    let (translation, seen) = shared.retold(Ok(found), source)?;
                    return Ok((Translation { newest, ..translation }, seen));
                }
                let write_out = |file: &File<'_>, stream: &mut RewriteStream| {
                    file.make_transformed_loops(stream);
                    file.align_variables(stream);
                };
                if let Some(made) = translator.edited(source, write_out) {
                    let found = run_here(&made.source, options, writes, recorder, look);
                    let (translation, seen) = made.retold(found, source)?;
                    return Ok((Translation { newest, ..translation }, seen));
                }
                translator.file.cuda.decided.obstacles.clone_from(&obstacles);
                let condoned = translator.file.cuda.decided.condoned.clone();
                let finished = match options.dialect {
                    Dialect::Thesis => {
                        translator.finish(source, options.line_directives).map_err(Refusal::of)
                    }
                    Dialect::Cuda => translator.finish_cuda(source, options, &surroundings),
                };
                let mut translation = match finished {
                    Ok(translation) => translation,
                    // Once more, with these regions on the host.
                    Err(refusal) if !refusal.obstacles.is_empty() => {
                        obstacles.extend(refusal.obstacles);
                        continue;
                    }
                    Err(Refusal { errors, .. }) => {
                        return Err(presentable(faults.without_consequences(errors), &tokens));
                    }
                };
                if options.dialect == Dialect::Thesis {
                    translation.regions -= options.first_region;
                    let numbers = options.first_region..options.first_region + translation.regions;
                    translation.kernels = numbers.map(thesis::kernel_name).collect();
                }
                translation.newest = newest;
                let unsaid = condoned.into_iter().map(|(_, found)| found);
                translation.warnings.extend(
                    unsaid
                        .filter(|found| !is_told(found, &translation.warnings))
                        .map(left_open)
                        .collect::<Vec<_>>(),
                );
                translation.warnings = presentable(translation.warnings, &tokens);
                translation.warnings.extend(warnings);
                let recording = recorder.take();
                let seen = look(Observed { source, tokens: &tokens, recording, translation: &translation });
                return Ok((translation, seen));
            }
            Err(error) => {
                let earlier = translator.out.diagnostics;
                if !faults.mend(&mut tokens, &error, earlier) {
                    let errors = faults.without_consequences(faults.errors.clone());
                    return Err(presentable(errors, &tokens));
                }
            }
        }
    }
}

impl<'t> Translator<'t> {
    /// Takes what C compilers accept out of the errors: it stays on the host, in the author's words.
    fn condone(&mut self) {
        let accepted = self.out.diagnostics.extract_if(.., |found| ACCEPTED.contains(&found.code));
        let by_token = accepted.map(|found| (self.file.tokens.at_byte(found.span.start), found));
        self.file.cuda.decided.condoned = by_token.collect();
    }

    /// The source with an edit, to be read again; `None` where the edit changes nothing, or something is wrong.
    fn edited(&self, source: &Source, edit: impl FnOnce(&File<'t>, &mut RewriteStream)) -> Option<Resolved> {
        if self.out.has_errors() || self.file.dialect != Dialect::Cuda {
            return None;
        }
        let mut stream = RewriteStream::new(self.file.tokens, false, 0, &Recorder::default());
        edit(&self.file, &mut stream);
        if stream.is_untouched() {
            return None;
        }
        Resolved::new(source, self.file.tokens, stream).ok()
    }
}

/// Finds what is wrong with a source file, and what its author should know,
/// without a translation.
pub fn check(source: &Source, options: &Options) -> Vec<Diagnostic> {
    match examine(source, options) {
        Ok(translation) => translation.warnings,
        Err(found) => found,
    }
}

/// Says of a source file what a translation says, without a text.
///
/// # Errors
///
/// As [`translate`].
pub fn examine(source: &Source, options: &Options) -> Result<Translation, Vec<Diagnostic>> {
    let work = || run_here(source, options, false, &Recorder::default(), &|_| ());
    run(work).map(|(translation, ())| translation).map_err(|found| in_other_language(found, source))
}
