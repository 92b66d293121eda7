//! The grammar's actions, in Rust.
//!
//! The parser calls an action where the grammar says so ([`actions`]). Each
//! collects a little: a declaration, a clause, a use of a name. When a
//! construct or a function is complete, the translator has what it takes to
//! decide what becomes of it ([`regions`], [`functions`]), asks `codegen` for
//! the text, and records replacements in the rewrite stream. Last, the rewrite
//! stream gives the text of the whole.
//!
//! Two rewrite streams lie over the same tokens ([`rewrite_stream`]): the host's, which becomes the
//! file, and the device's, in which the text of regions and of accessible
//! functions is rewritten for the device, and from which kernels are cut.

mod actions;
mod arrays;
mod bridges;
mod constructs;
mod cplusplus;
mod cuda;
mod cuda_names;
mod file;
mod functions;
mod lines;
mod lowering;
mod macros;
mod names;
mod optimisations;
mod preprocessing;
mod reading;
pub mod recording;
mod recovery;
mod regions;
mod resolved;
mod rewrite_stream;
mod variants;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

use crate::codegen::thesis;
use crate::diagnostics::{Diagnostic, Severity};
use crate::openmp::constructs::Tokens;
use crate::openmp::versions::{self, Need, Version};
use crate::openmp::{Construct, Part, Reference};
use crate::preprocessor::inclusion::with_headers_written_in;
use crate::rewrite::Tokens as _;
use crate::source::Source;
use crate::symbols::SymbolId;
use crate::syntax::declarators::Specifiers;
use crate::syntax::tree::{self, Tree};
use crate::syntax::{self, TokenList};
use bridges::Bridge;
use constructs::OpenConstruct;
use cuda::Refusal;
pub use cuda::{ExternalArrays, heap_arrays_of_program};
pub use cuda_names::{OWN_NAME, own_name};
use file::File;
use functions::Function;
pub use optimisations::Optimisation;
pub use reading::Preprocessing;
pub use recording::Replacement;
use recording::actions::Watched;
use recording::{Recorder, Recording};
use recovery::Faults;
use rewrite_stream::RewriteStream;
pub(crate) use rewrite_stream::View;

/// Which code a translation writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The code of the thesis's Appendix D, for what the thesis implements.
    Thesis,
    /// All of OpenMP 2.5, as docs/cuda-dialect.md has it.
    #[default]
    Cuda,
}

/// How the cuda dialect's translation of a file is laid out. The thesis's is always a single file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// One `.cu`.
    Single,
    /// The host's text, which stays C, and the device's text, a `.cu` beside it.
    #[default]
    Pair,
}

/// Which lines of a translation get a `#line` directive in front, so that compilers and debuggers name the author's lines.
/// The cuda dialect alone has them: the thesis's has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineDirectives {
    Nowhere,
    /// Those that ask where they stand, with `__LINE__` or `assert`.
    #[default]
    WhereAsked,
    /// All that would be taken for others.
    Everywhere,
}

/// Which regions stay in the host's text as their author wrote them, OpenMP and all, and run on the host's threads. In the thesis's
/// dialect none does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnHost {
    /// Those that the device cannot have; each with a warning.
    #[default]
    WhereNeeded,
    /// None: what the device cannot have is an error.
    Nothing,
    Everything,
}

/// What a translation can be told.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub dialect: Dialect,
    pub layout: Layout,
    pub line_directives: LineDirectives,
    /// With nothing, macros are not expanded and headers not read.
    pub preprocessing: Option<Preprocessing>,
    /// The number of the file's first region. Files that are linked together
    /// must not have two regions of one number.
    pub first_region: usize,
    /// The functions for which other files of the program need a version for the
    /// device.
    pub required: Vec<String>,
    /// The functions that they would use one of, if it can be had.
    pub weak: Vec<String>,
    /// What names that the translation adds begin with, instead of the file's name: several files of a program may
    /// have the same.
    pub identifier: Option<String>,
    /// Whether all functions that other files can see get such a version, where
    /// they can have one: when nothing is known of the other files.
    pub for_others: bool,
    /// Whether no other file of the program can use this one's variables.
    pub is_alone: bool,
    /// Where all files of a program of several are known, and some have regions: its arrays with external linkage that
    /// lie in the heap, of [`heap_arrays_of_program`].
    pub program_arrays: Option<Vec<String>>,
    /// The version of OpenMP that the program is held to.
    pub openmp: Version,
    /// Whether to find out which version it needs.
    pub finds_version: bool,
    /// The optimisations of the cuda dialect that are to be left out.
    pub without: BTreeSet<Optimisation>,
    pub on_host: OnHost,
    /// Whether the host's text keeps its directives in any case, since regions of other files may run on the host's threads.
    pub keeps_directives: bool,
    /// Whether regions of other files are known to do so.
    pub others_on_host: bool,
    /// Whether their regions call functions through pointers, this file's perhaps.
    pub others_call_pointers: bool,
    /// The functions of other files that cannot be on the device, with the reason.
    pub not_on_device: BTreeMap<String, String>,
}

impl Options {
    /// The options of a dialect; all else is as usual.
    pub fn of(dialect: Dialect) -> Self {
        Options { dialect, ..Options::default() }
    }

    /// The source with headers written into it, where something was refused for standing in a header; `None` if there is nothing to
    /// try again.
    pub fn with_headers(&self, source: &Source, found: &[Diagnostic]) -> Option<Source> {
        let Preprocessing { environment, headers } = self.preprocessing.as_ref()?;
        let refused = found.iter().filter(|diagnostic| diagnostic.code == "E0411");
        let includes: Vec<_> = refused.map(|diagnostic| diagnostic.span.clone()).collect();
        if includes.is_empty() || source.text().len() > LONGEST {
            return None;
        }
        with_headers_written_in(source, &includes, environment, &**headers)
    }
}

/// How long a source may become by that, in bytes: a header may include itself.
const LONGEST: usize = 64 << 20;

/// The newest version of OpenMP that a file needs, and the first place where it does.
#[derive(Clone, Debug)]
pub struct Newest {
    pub version: Version,
    /// What the version brought, as a message names it.
    pub what: String,
    /// Where it stands in the source text, in bytes.
    pub span: Range<usize>,
}

/// A source file in CUDA C.
#[derive(Clone, Debug, Default)]
pub struct Translation {
    /// The text, in the pair layout that of the host, in C; [`crate::source::encode`] turns it into the bytes
    /// of a file.
    pub text: String,
    /// The text for the device, where the layout is a pair and the file needs one.
    pub device: Option<String>,
    /// The functions of other files for which the device's text needs a version
    /// for the device.
    pub undefined: Vec<Undefined>,
    /// Those for which it can use one.
    pub weak: Vec<String>,
    /// The functions of this file that others can call.
    pub defines: Vec<String>,
    /// What the other files have to know of its arrays, in the cuda dialect.
    pub arrays: ExternalArrays,
    /// What the author should know although the translation succeeded.
    pub warnings: Vec<Diagnostic>,
    /// How many regions the file has.
    pub regions: usize,
    /// How many of them stay on the host.
    pub regions_on_host: usize,
    /// Whether the host's text has directives of OpenMP, for the C compiler to read.
    pub keeps_directives: bool,
    /// Whether its regions call functions through pointers.
    pub calls_pointers: bool,
    /// The functions that other files asked for and that cannot be on the device, with the reason.
    pub not_on_device: BTreeMap<String, String>,
    /// What makes the file need a version later than 2.5, if that was to be found: the first of what the newest one brought.
    pub newest: Option<Newest>,
    /// The names of their kernels, which all files of a program see; in the cuda dialect, every global name
    /// that the translation adds. Files that are translated one by one may have the same.
    pub kernels: Vec<String>,
    /// Every operation that made the text, in the order in which they were
    /// recorded.
    pub replacements: Vec<Replacement>,
}

/// A function of another file that the device's text needs.
#[derive(Clone, Debug)]
pub struct Undefined {
    pub name: String,
    /// The error, if no file of the program has it: with the calls that lead there. `None` where only its address
    /// is taken.
    pub missing: Option<Diagnostic>,
    /// The function of this file that these calls begin at, where it is no region of it: other files call that.
    pub root: Option<String>,
}

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
    run(|| run_here(source, options, true, &Recorder::default(), &|_| ()))
        .map(|(translation, ())| translation)
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
}

/// How much stack a translation may take, in bytes. The parser goes down into
/// nested expressions by calling itself, and programs that write C nest them
/// deeper than the usual stack is high. Only what is touched is ever allocated;
/// where so much cannot be had at all, less will do for nearly everything.
const STACKS: [usize; 2] = [1 << 30, 64 << 20];

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
    let (mut tokens, surroundings, warnings) =
        reading::read(source, preprocessing.as_deref()).map_err(sorted)?;
    let mut faults = Faults::before_parsing(&mut tokens).map_err(|errors| presentable(errors, &tokens))?;
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
        translator.regions = options.first_region;
        translator.writes = writes;
        translator.diagnostics.clone_from(&faults.errors);
        let mut tree = tree::Builder::default();
        let parsed = syntax::parse_and_show(&tokens, Watched(&mut translator), |portion| {
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
                translator.refuse_lonely_simd();
                translator.keep_model();
                let newest = translator.hold_to(options);
                if let Some(made) = translator.with_loops_made(source) {
                    let found = run_here(&made.source, options, writes, recorder, look);
                    let (translation, seen) = made.retold(found, source)?;
                    return Ok((Translation { newest, ..translation }, seen));
                }
                translator.file.cuda.obstacles.clone_from(&obstacles);
                let finished = match options.dialect {
                    Dialect::Thesis => translator.finish().map_err(Refusal::of),
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
                translation.warnings = presentable(translation.warnings, &tokens);
                translation.warnings.extend(warnings);
                let recording = recorder.take();
                let seen = look(Observed { source, tokens: &tokens, recording, translation: &translation });
                return Ok((translation, seen));
            }
            Err(error) => {
                let earlier = translator.diagnostics;
                if !faults.mend(&mut tokens, &error, earlier) {
                    let errors = faults.without_consequences(faults.errors.clone());
                    return Err(presentable(errors, &tokens));
                }
            }
        }
    }
}

/// What was found, said of the file, and in order.
fn presentable(mut found: Vec<Diagnostic>, tokens: &TokenList) -> Vec<Diagnostic> {
    for diagnostic in &mut found {
        diagnostic.retell(|span| tokens.in_file(span), |span| tokens.in_file(span) == *span);
    }
    macros::show_definitions(sorted(found), tokens)
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
    run(|| run_here(source, options, false, &Recorder::default(), &|_| ()))
        .map(|(translation, ())| translation)
}

/// What the program does wrong comes before what the dialect cannot do.
fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |diagnostic: &Diagnostic| (diagnostic.span.start, diagnostic.span.end, diagnostic.code);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.origin(), place(diagnostic)));
    diagnostics.dedup_by(|a, b| place(a) == place(b));
    diagnostics
}

/// The model of a file while it is parsed.
struct Translator<'t> {
    file: File<'t>,
    host: RewriteStream<'t>,
    device: RewriteStream<'t>,
    /// How many streams there have been.
    streams: usize,
    recorder: Recorder,
    diagnostics: Vec<Diagnostic>,
    /// The specifiers of the declarations that are open.
    specifiers: Vec<Specifiers>,
    /// The constructs that are open, the outermost first.
    open: Vec<OpenConstruct>,
    function: Option<Function>,
    /// How many loops and switches are open.
    breakables: usize,
    /// How many of them are switches.
    switches: usize,
    /// The `declare simd` that wait for their function.
    declared_simd: Vec<Tokens>,
    /// An `accessible` that waits for its function.
    accessible: Option<std::ops::RangeInclusive<usize>>,
    /// The functions that were declared behind an `accessible`, and it.
    accessible_prototypes: Vec<(SymbolId, std::ops::RangeInclusive<usize>)>,
    /// The functions whose device's form is called.
    called_on_device: HashSet<String>,
    /// What C++ asks to be changed if the file is changed at all.
    bridges: Vec<(std::ops::RangeInclusive<usize>, Bridge)>,
    /// How many compound literals have an object of their own in the device's
    /// text.
    literals: usize,
    /// The regions, whose tokens are no longer part of the host's text.
    region_tokens: Vec<std::ops::RangeInclusive<usize>>,
    /// The variable whose initialiser comes next.
    declared: Option<SymbolId>,
    /// What goes to the top of the file, and what to its end.
    declarations: String,
    kernels: Vec<String>,
    regions: usize,
    uses_gpump: bool,
    /// Whether the text is required, or only what is wrong.
    writes: bool,
    /// What the file has that versions after 2.5 brought.
    needs: Vec<versions::Need>,
    /// What the cuda dialect has written besides the two streams.
    written: cuda::Written,
}

impl<'t> Translator<'t> {
    fn new(tokens: &'t TokenList, tree: &'t OnceCell<Tree>, dialect: Dialect, recorder: &Recorder) -> Self {
        recorder.stream(0, false);
        recorder.stream(1, true);
        Translator {
            file: File::new(tokens, tree, dialect),
            host: RewriteStream::new(tokens, false, 0, recorder),
            device: RewriteStream::new(tokens, true, 1, recorder),
            streams: 2,
            recorder: recorder.clone(),
            diagnostics: Vec::new(),
            specifiers: Vec::new(),
            open: Vec::new(),
            function: None,
            breakables: 0,
            switches: 0,
            declared_simd: Vec::new(),
            accessible: None,
            accessible_prototypes: Vec::new(),
            called_on_device: HashSet::new(),
            bridges: Vec::new(),
            literals: 0,
            region_tokens: Vec::new(),
            declared: None,
            declarations: String::new(),
            kernels: Vec::new(),
            regions: 0,
            uses_gpump: false,
            writes: true,
            needs: Vec::new(),
            written: cuda::Written::default(),
        }
    }

    /// A stream with nothing on it.
    fn new_stream(&mut self, on_device: bool) -> RewriteStream<'t> {
        let number = self.streams;
        self.streams += 1;
        self.recorder.stream(number, on_device);
        RewriteStream::new(self.file.tokens, on_device, number, &self.recorder)
    }

    /// Refuses what the version of OpenMP has not that the program is held to, and finds the newest that it needs.
    fn hold_to(&mut self, options: &Options) -> Option<Newest> {
        if options.openmp == Version::NEWEST && !options.finds_version {
            return None;
        }
        let mut needs = versions::of_pragmas(self.file.tokens);
        needs.append(&mut self.needs);
        let (younger, newest) = held_to(needs, options.openmp, self.file.tokens);
        self.diagnostics.extend(younger);
        newest
    }

    /// Puts text in place of tokens of the file.
    fn replace(&mut self, tokens: Tokens, text: String, rule: &'static str, reason: &'static str) {
        self.host.replace(tokens, text, rule, reason);
    }

    /// Puts text in place of tokens in the device's text.
    fn replace_on_device(&mut self, tokens: Tokens, text: String, rule: &'static str, reason: &'static str) {
        self.device.replace(tokens, text, rule, reason);
    }

    /// Puts text in front of a token of the file.
    fn insert_before(&mut self, token: usize, text: String, rule: &'static str, reason: &'static str) {
        self.host.insert_before(token, text, rule, reason);
    }

    fn insert_before_on_device(
        &mut self,
        token: usize,
        text: String,
        rule: &'static str,
        reason: &'static str,
    ) {
        self.device.insert_before(token, text, rule, reason);
    }

    fn insert_after(&mut self, token: usize, text: String, rule: &'static str, reason: &'static str) {
        self.host.insert_after(token, text, rule, reason);
    }

    /// Gives the use of a name another form, on the host or on the device.
    fn rewrite_use(&mut self, reference: &Reference, text: String, on_device: bool, reason: &'static str) {
        let stream = if on_device { &mut self.device } else { &mut self.host };
        stream.replace(reference.token..=reference.token, text, "primary_expression", reason);
    }

    /// The text of tokens as the device is to have it.
    fn device_text(&mut self, tokens: &Tokens) -> String {
        self.device.text_within(tokens)
    }

    /// The text of tokens as the host is to have it.
    fn host_text(&mut self, tokens: &Tokens) -> String {
        self.host.text_within(tokens)
    }

    /// Whether the output is another text than the source.
    fn is_changed(&self) -> bool {
        self.uses_gpump || !self.host.is_untouched() || !self.device.is_untouched()
    }

    fn finish(mut self) -> Result<Translation, Vec<Diagnostic>> {
        self.recorder.step("translation_unit", "declare_device_functions", None, || {
            "The file has been read: functions that the device has too are declared for it (8.5.2)."
                .to_owned()
        });
        self.declare_device_functions();
        self.declare_device_functions_of_headers();
        self.declare_called_functions();
        self.check_taken_names();
        self.check_cplusplus_names();
        let changed = self.is_changed() && self.writes;
        if changed {
            self.recorder.step("translation_unit", "apply_bridges", None, || {
                "Writes what nvcc, which reads C++, asks for on the host: casts and prototypes.".to_owned()
            });
            self.apply_bridges(&(0..=self.file.tokens.len()), false);
        }
        if changed && let Some((first, last)) = self.file.ends() {
            let mut top = thesis::PRELUDE.to_owned();
            top.push_str(&self.file.renamed_names());
            top.push('\n');
            if !self.declarations.is_empty() {
                top.push_str(&std::mem::take(&mut self.declarations));
                top.push('\n');
            }
            self.recorder.step("translation_unit", "prelude", None, || {
                "Puts the runtime library's headers at the top, with the parameters' types and the kernels' declarations \
                 (Appendix D)."
                    .to_owned()
            });
            self.insert_before(
                first,
                top,
                "translation_unit",
                "the headers of the runtime library (Appendix D)",
            );
            let ends_line = self.file.tokens.source_text()[..self.file.tokens.file_bytes()].ends_with('\n');
            let mut end = String::new();
            for (at, kernel) in std::mem::take(&mut self.kernels).into_iter().enumerate() {
                end.push_str(if at == 0 && !ends_line { "\n\n" } else { "\n" });
                end.push_str(&kernel);
            }
            if !end.is_empty() {
                self.recorder.step("translation_unit", "kernels", None, || {
                    "Puts the kernels at the end of the file (Appendix D).".to_owned()
                });
                self.insert_after(last, end, "translation_unit", "the kernels stand at the end (Appendix D)");
            }
        }
        if self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return Err(self.diagnostics);
        }
        match if self.writes { self.host.text() } else { Ok(String::new()) } {
            Ok(text) => {
                let mut replacements = self.host.into_replacements();
                replacements.extend(self.device.into_replacements());
                let Translator { regions, diagnostics, .. } = self;
                Ok(Translation {
                    text,
                    warnings: diagnostics,
                    regions,
                    replacements,
                    ..Translation::default()
                })
            }
            // Operations that cannot stand together are a fault of the
            // translator, yet no reason to write half a file.
            Err(error) => Err(vec![Diagnostic::error(
                "E0900",
                format!("the translation contradicts itself: {error}"),
                0..0,
            )]),
        }
    }
}

/// The parts of a construct that need no enclosing region: constructs that
/// stand in a function without a parallel construct around them.
fn orphan_constructs(parts: &[Part]) -> impl Iterator<Item = &Construct> {
    parts.iter().filter_map(|part| match part {
        Part::Construct(construct) => Some(&**construct),
        _ => None,
    })
}

/// What the version of OpenMP has not that the program is held to, and the newest that it needs.
fn held_to(needs: Vec<Need>, held_to: Version, tokens: &TokenList) -> (Vec<Diagnostic>, Option<Newest>) {
    let younger = needs.iter().filter(|need| need.version > held_to);
    let younger = younger.map(|need| need.refused(held_to, tokens)).collect();
    let newest = needs.into_iter().max_by_key(|need| (need.version, Reverse(*need.tokens.start())));
    let newest = newest.filter(|newest| newest.version > Version::OLDEST).map(|newest| Newest {
        version: newest.version,
        span: tokens.in_file(&tokens.span(&newest.tokens)),
        what: newest.what,
    });
    (younger, newest)
}

/// The tokens of a source without an error, for tests of the list.
#[cfg(test)]
pub(crate) fn tokens(source: &Source, preprocessing: &Preprocessing) -> TokenList {
    reading::read(source, Some(preprocessing)).expect("a source without an error").0
}

#[cfg(test)]
mod tests;
