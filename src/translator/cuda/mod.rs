//! The cuda dialect: from the file that has been read to its two texts.
//!
//! The order of the work is this. [`reach`] finds what has to be on the device.
//! For each region, [`passes`] make a plan ([`plan`]); then the
//! device's stream gets names ([`names`]), what C++ asks for, and constructs
//! ([`constructs`]), and the kernel is cut from it. Functions are done likewise.
//! The host's stream gets the calls ([`host`]). Last, [`types`] and [`macros`]
//! find the declarations that the device's text needs, and all is put together.
//! `docs/cuda-dialect.md` tells what is written and why.

mod aligned;
mod atomics;
mod bare;
mod call_graph;
mod callees;
mod calls;
mod cancellation;
mod capture;
mod collapse;
mod combining;
mod conditional;
mod constructs;
mod contents;
mod copies;
mod criticals;
mod definitions;
mod doacross;
mod elements;
mod formats;
mod functions;
mod groups;
mod heap_arrays;
mod heap_forms;
mod host;
mod host_only;
mod index;
mod inner_loops;
mod kept_addresses;
mod large_parameters;
mod layouts;
mod leagues;
mod library;
mod limits;
mod macros;
mod merges;
mod model;
mod names;
mod needs;
mod nested;
mod nests;
mod offloaded;
mod older_forms;
mod on_host;
mod passes;
mod pieces;
mod plan;
mod privates;
mod program_arrays;
mod races;
mod reach;
mod recorded;
mod reduced;
mod regions;
mod rows;
mod settle;
mod simd;
mod single;
mod split;
mod statics;
mod string_literals;
mod structures;
mod task_loops;
mod team_agnostic;
pub(super) mod transformations;
mod types;
mod uniform;
mod waiting;

use std::collections::BTreeSet;

pub use model::{Model, Written};

use settle::Settled;
use types::Types;

use super::lines::{self, Mark};
use super::reading::Surroundings;
use super::{File, LineDirectives, OnHost, Options, Translation, Translator, Writer};
use crate::codegen::cuda::device_file::{self, DeviceFile};
use crate::codegen::cuda::host_file::{self, Entry, What};
use crate::codegen::cuda::single_file;
use crate::diagnostics::Diagnostic;
use crate::source::Source;

/// Why a file is not translated.
pub(super) struct Refusal {
    pub errors: Vec<Diagnostic>,
    /// The regions and functions that are in the way, by their first tokens: with these on the host it may be.
    pub obstacles: Vec<(usize, Diagnostic)>,
}

impl Refusal {
    pub fn of(errors: Vec<Diagnostic>) -> Self {
        Refusal { errors, obstacles: Vec::new() }
    }
}

impl Translator<'_> {
    /// Translates what has been read.
    ///
    /// # Errors
    ///
    /// What the program does wrong, and what cannot be on the device.
    pub(super) fn finish_cuda(
        mut self,
        source: &Source,
        options: &Options,
        surroundings: &Surroundings,
    ) -> Result<Translation, Refusal> {
        let settled = self.settle(source, options, surroundings)?;
        if options.on_host == OnHost::WhereNeeded && self.file.cuda.decided.obstacles.is_empty() {
            let obstacles = self.file.objections(source, &settled.reach, options);
            if !obstacles.is_empty() {
                return Err(Refusal { obstacles, errors: Vec::new() });
            }
        }
        let Translator { file, mut out, writes, .. } = self;
        let mut writer = Writer { file: &file, out: &mut out };
        let mut translation = file.about(&settled);
        let mut text = Ok(String::new());
        if writes {
            translation.device = writer.write(&settled, options, surroundings);
            translation.kernels = writer.names_added();
            text = out.host.marked_text(&file.cuda.given.places);
            out.diagnostics.extend(file.expanded_again(&out.host.opened()));
        } else if file.cuda.given.is_single && settled.has_work {
            // What is refused comes up on the way.
            writer.bridge_host();
        }
        let text = match (out.device.check(), text) {
            (Ok(()), Ok(text)) => text,
            (Err(error), _) | (_, Err(error)) => {
                let message = format!("the translation contradicts itself: {error}");
                return Err(Refusal::of(vec![Diagnostic::error("E0900", message, 0..0)]));
            }
        };
        if out.has_errors() {
            return Err(file.refusal(out.diagnostics, &settled.reach, options));
        }
        // Who wants to know how the text came about is shown what was written.
        let directives = if out.recorder.is_on() { LineDirectives::Nowhere } else { options.line_directives };
        translation.text = file.with_lines(&text, source, directives, false);
        translation.device = translation.device.map(|text| file.with_lines(&text, source, directives, true));
        translation.replacements = out.host.into_replacements();
        translation.replacements.extend(out.device.into_replacements());
        translation.warnings = out.diagnostics;
        Ok(translation)
    }
}

impl File<'_> {
    pub(super) fn refusal(
        &self,
        errors: Vec<Diagnostic>,
        reach: &reach::Reach,
        options: &Options,
    ) -> Refusal {
        Refusal { obstacles: self.obstacles_found(&errors, reach, options), errors }
    }

    /// What a translation says besides its texts.
    fn about(&self, settled: &Settled) -> Translation {
        let reach = &settled.reach;
        let all = || self.cuda.functions.iter();
        let regions_on_host: usize = all().map(|function| function.on_host.len()).sum();
        let has_directives = all().any(definitions::Function::has_directives) || !self.cuda.hints.is_empty();
        let mut undefined = reach.undefined.clone();
        for missing in undefined.iter_mut().filter_map(|found| found.missing.as_mut()) {
            *missing = super::presentation::presentable(vec![missing.clone()], self.tokens).remove(0);
        }
        let defined = all().filter(|function| !function.is_static && !function.is_system);
        Translation {
            undefined,
            weak: reach.weak.keys().cloned().collect(),
            defines: defined.map(|function| function.name.clone()).collect(),
            arrays: settled.arrays.clone(),
            regions: regions_on_host + all().map(|function| function.regions().count()).sum::<usize>(),
            regions_on_host,
            keeps_directives: self.cuda.decided.keeps_directives && has_directives,
            calls_pointers: reach.calls.calls_pointers,
            lacked: reach.lacked.clone(),
            not_on_device: reach.not_on_device.clone(),
            ..Translation::default()
        }
    }

    /// One of the texts with `#line` directives, in place of the marks of lines.
    fn with_lines(&self, text: &str, source: &Source, which: LineDirectives, on_device: bool) -> String {
        let own = &self.cuda.given.source;
        let stem = own.rsplit_once('.').map_or(own.as_str(), |(stem, _)| stem);
        let ending = match on_device {
            true => "device.cu",
            false if self.cuda.given.is_single => "cu",
            false => "host.c",
        };
        lines::with_directives(
            text,
            source.text(),
            &self.cuda.given.places,
            &format!("{stem}.{ending}"),
            which,
        )
    }
}

impl Writer<'_, '_> {
    /// Writes both texts, and gives the device's, where that is one of its own.
    fn write(&mut self, settled: &Settled, options: &Options, surroundings: &Surroundings) -> Option<String> {
        self.declare_in_heap(&settled.in_heap);
        let file = match options.on_host {
            OnHost::Everything => DeviceFile::default(),
            _ => self.write_device(settled, surroundings),
        };
        let needs_device = !file.code.is_empty()
            || !file.pointed.is_empty()
            || !file.addressed.is_empty()
            || file.threadprivate.iter().any(|found| found.entry.is_some());
        let is_apart = needs_device && !self.file.cuda.given.is_single;
        let device = is_apart.then(|| {
            self.out.recorder.step("translation_unit", "device_file", None, || {
                "Puts the device's text together: headers, types and macros in front, then what has been written."
                    .to_owned()
            });
            device_file::text(&file)
        });
        self.write_host(&file, needs_device, settled.has_work);
        device
    }

    /// The names that the translation adds and that all files of a program see.
    fn names_added(&self) -> Vec<String> {
        let mut names = Vec::new();
        for kernel in self.out.written.kernels.iter().chain(&self.out.written.parts) {
            // A template of the runtime's has its arguments' type in its name.
            names.extend([kernel.clone(), format!("{kernel}_region"), format!("{kernel}_t")]);
        }
        names.push(self.file.cuda.table_name());
        names
    }

    /// The host's text: pragmas become comments, and what the device needs is
    /// put around it.
    fn write_host(&mut self, file: &DeviceFile, needs_device: bool, has_work: bool) {
        let mut hints = self.file.cuda.hints.iter();
        let has_directives_in_headers = !self.file.cuda.decided.keeps_directives
            && hints.any(|hint| self.file.tokens.is_in_header(*hint.start()));
        for function in self.file.cuda.functions.iter().filter(|function| !function.in_header) {
            if self.file.cuda.decided.keeps_directives {
                let constructs = function.constructs().chain(&function.on_host);
                constructs.for_each(|construct| self.host_lists(construct));
                self.host_flushes(&function.parts);
                function.on_host.iter().for_each(|construct| self.host_flushes(&construct.parts));
            } else {
                self.host_constructs(&function.parts, false);
            }
        }
        self.host_hints();
        let mut entries = std::mem::take(&mut self.out.written.entries);
        let others = self.file.heap_entries(&mut entries);
        let is_single = self.file.cuda.given.is_single;
        let is_untouched =
            if is_single { !has_work } else { self.out.host.is_untouched() && !self.file.uses_gpump };
        if self.file.cuda.decided.keeps_directives {
            self.write_older_forms();
        }
        if !needs_device && is_untouched {
            return;
        }
        let Some((first, last)) = self.file.ends() else { return };
        let rule = "translation_unit";
        let externs = std::mem::take(&mut self.out.written.externs);
        let externs: String = externs.iter().map(|declared| format!("\n{declared}")).collect();
        let (mut top, mut end) = if is_single {
            let entries = self.file.entries_of_host(entries);
            let names = &self.out.written.header_names;
            let end = single_file::end(&self.file.cuda.table_name(), &entries, &others, names);
            let keeps_directives = self.file.cuda.decided.keeps_directives;
            let top =
                single_file::top(file, needs_device, keeps_directives, &self.out.written.kernels, names);
            (top, externs + &end)
        } else {
            let table = host_file::table(&self.file.cuda.table_name(), &entries, &others);
            (host_file::top(&self.out.written.kernels, has_directives_in_headers), externs + &table)
        };
        end.insert_str(0, &host_file::layouts(&file.layouts_on_host));
        self.out.recorder.step(rule, "host_file", None, || {
            "Puts the runtime's headers and the kernels' declarations in front of the host's text, and behind it the \
             table of what the device reaches."
                .to_owned()
        });
        let reason = if is_single { "the device's part stands in front" } else { "the runtime's headers" };
        top.insert_str(0, &Mark::Own.to_string());
        self.out.host.insert_before(first, top, rule, reason);
        if !end.is_empty() {
            let ends_line = self.file.tokens.source_text()[..self.file.tokens.file_bytes()].ends_with('\n');
            if !ends_line {
                end.insert(0, '\n');
            }
            end.insert_str(0, &Mark::Own.to_string());
            self.out.host.insert_after(last, end, rule, "what the device reaches of the host");
        }
    }

    fn write_device(&mut self, settled: &Settled, surroundings: &Surroundings) -> DeviceFile {
        let reach = &settled.reach;
        self.out.recorder.step("declaration", "hoist_statics", None, || {
            "Moves static variables of functions that the device has to the file's level, where its table can name them."
                .to_owned()
        });
        self.hoist_statics(&settled.statics, settled.has_work);
        let mut file = DeviceFile { source: self.file.cuda.given.source.clone(), ..DeviceFile::default() };
        let mut critical: BTreeSet<String> = BTreeSet::new();
        let functions = self.file.cuda.functions.iter().enumerate();
        for (number, function) in functions.filter(|(_, function)| !function.is_system) {
            let on_device = reach.functions.contains(&number);
            let parts: Vec<&crate::openmp::Construct> =
                if on_device { function.constructs().collect() } else { function.regions().collect() };
            for part in parts {
                part.walk(&mut |inner| {
                    if inner.kind == crate::openmp::ConstructKind::Critical {
                        critical.extend(self.file.critical_name(inner));
                    }
                });
            }
        }
        // What the code mentions, for the declarations that it needs.
        let mut ranges = Vec::new();
        for number in 0..self.file.cuda.functions.len() {
            if reach.functions.contains(&number) {
                ranges.push(self.file.cuda.functions[number].range.clone());
            } else {
                let regions = self.file.cuda.functions[number].regions();
                ranges.extend(regions.map(|region| region.tokens.clone()));
            }
            file.code.extend(self.write_function(number, settled));
        }
        file.asks_for_threads =
            reach.functions.iter().any(|&number| self.file.function_asks_for_its_place(number));
        file.critical = critical.into_iter().collect();
        file.threadprivate = self.threadprivate_variables();
        file.prototypes = self.prototypes_on_device(reach);
        file.pointed = self.pointed_functions(reach);
        file.offered = self.file.offered_functions(reach);
        file.addressed = self.file.in_need(reach);
        ranges.append(&mut self.out.written.local_types);
        let operators: Vec<_> = ranges.iter().flat_map(|range| self.file.operators_in(range)).collect();
        ranges.extend(operators);
        let extra: String = file
            .prototypes
            .iter()
            .chain(self.out.written.entries.iter().map(|entry| &entry.member))
            .chain(file.threadprivate.iter().map(|found| &found.ty))
            .chain(self.file.cuda.spelled.borrow().iter())
            .fold(String::new(), |text, piece| text + " " + piece);
        let Types { texts: types, ranges: type_ranges, layouts, on_host } =
            self.types_on_device(&ranges, &extra);
        ranges.extend(type_ranges);
        file.layouts = layouts;
        file.layouts_on_host = on_host;
        file.macros = self.macros_on_device(&ranges, &types, &file.code);
        file.types = types;
        file.headers = self.file.headers_on_device(surroundings);
        file.has_complex_classes = surroundings.brings_complex_classes();
        file.is_uncontracted = self.file.forbids_contraction();
        file.table = self.file.cuda.table_name();
        file.entries.clone_from(&self.out.written.entries);
        self.file.heap_entries(&mut file.entries);
        file
    }
}

impl Written {
    /// Puts an entry into the table, once.
    pub fn enter(&mut self, entry: Entry) {
        if !self.entries.iter().any(|found| found.name == entry.name) {
            self.entries.push(entry);
        }
    }

    /// The entry of a string literal.
    pub fn literal(&mut self, text: &str) -> String {
        let same = |entry: &&Entry| matches!(&entry.what, What::Text(found) if found == text);
        if let Some(found) = self.entries.iter().find(same) {
            return found.name.clone();
        }
        let count = self.entries.iter().filter(|entry| matches!(entry.what, What::Text(_))).count();
        let name = format!("gpump_text{count}");
        let member = format!("const char *{name}");
        self.entries.push(Entry { name: name.clone(), member, what: What::Text(text.to_owned()) });
        name
    }
}

impl Model {
    /// The token that a declaration begins with.
    pub fn start_of(&self, declaration: usize) -> usize {
        *self.declarations[declaration].range.start()
    }

    /// The symbol of the file's table.
    pub fn table_name(&self) -> String {
        format!("gpump_{}_host", self.given.identifier)
    }
}

/// The last part of a path.
fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

/// A file's name as a part of a name of C.
pub fn identifier(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let name: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("_{name}") } else { name }
}
