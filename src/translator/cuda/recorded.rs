//! What the cuda dialect tells the recorder, if there is one: which sheet is becoming a part of the device's text, and
//! where a region's variables live.

use std::collections::{BTreeMap, HashSet};

use super::super::Translator;
use super::super::lines;
use super::super::recording::{Event, RegionRecord};
use super::capture::{Capture, Copied, Storage};
use super::nests::LoopForm;
use super::reach::Reach;
use crate::codegen::cuda::Passed;
use crate::codegen::cuda::kernel::Kernel;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Sharing};
use crate::symbols::SymbolId;
use crate::types::Kind;

/// The names of a region and of its kernels.
pub(super) struct Kernels<'n> {
    pub region: &'n str,
    pub parts: &'n [String],
}

/// What is known of variables that a region uses: see [`crate::dependence::Memory`].
pub(super) struct Known {
    pub steady: HashSet<SymbolId>,
    pub alone: HashSet<SymbolId>,
}

impl Translator<'_> {
    /// Begins a part of the device's text with tokens of the file. Gives the number of the sheet that is written over
    /// them.
    pub(super) fn show_sheet(&self, tokens: &Tokens) -> usize {
        let sheet = self.device.number();
        self.recorder.event(|| Event::Show { sheet, tokens: tokens.clone() });
        sheet
    }

    /// Gives names, lines of the preprocessor and whatever C++ reads differently their forms for the device.
    pub(super) fn write_device_forms(
        &mut self,
        range: &Tokens,
        region: Option<&Construct>,
        system: &HashSet<String>,
    ) {
        self.recorder.step("primary_expression", "device_names", Some(range), || {
            "Gives functions of the C library, functions as values and string literals their form on the device."
                .to_owned()
        });
        self.device_names(range, region, system);
        self.recorder.step("translation_unit", "hide_lines_in", Some(range), || {
            "Takes lines of the preprocessor out, and writes macros out that the device's text does not define."
                .to_owned()
        });
        self.hide_lines_in(range, system);
        self.recorder.step("translation_unit", "bridge_to_cplusplus", Some(range), || {
            "Writes what C++ reads differently, or not at all, in a form that means the same in it."
                .to_owned()
        });
        self.bridge_to_cplusplus(range, true);
    }

    /// A part of the device's text is complete.
    pub(super) fn complete_code(&self, sheet: usize, text: &str, rule: &'static str, tokens: &Tokens) {
        self.recorder.step(rule, "complete_code", Some(tokens), || {
            "Puts around the text what it needs: a head, declarations of the variables from outside, and an end."
                .to_owned()
        });
        self.recorder.event(|| Event::Code { sheet, text: lines::unmarked(text) });
    }

    /// Takes a region down as it was translated. `forms` says whether inner loops are shared out with the region's, whether
    /// sums are added up by groups of threads, and whether elements are kept in registers.
    pub(super) fn keep_region(
        &self,
        region: &Construct,
        kernel: &Kernel,
        captures: &[Capture],
        known: &Known,
        forms: (bool, bool, bool),
    ) {
        if !self.recorder.is_on() {
            return;
        }
        let is_parameter = |capture: &Capture| {
            let name = self.on_device(&capture.name);
            kernel.arguments.iter().any(|found| found.on_device == name && found.parameter.is_some())
        };
        let place = |capture: &Capture| {
            let is_addressed = self.is_address_taken_in(capture.symbol, &region.tokens);
            self.place(capture, &kernel.shared, (is_parameter(capture), is_addressed), known)
        };
        let places: Vec<(SymbolId, String)> =
            captures.iter().map(|capture| (capture.symbol, place(capture))).collect();
        let mut optimisations = Vec::new();
        if forms.0 {
            optimisations.push(("nests", "inner loops are shared out with the outer one".to_owned()));
        }
        if forms.1 {
            optimisations
                .push(("sums", "the sums of an iteration are added up by several threads".to_owned()));
        }
        if forms.2 {
            optimisations.push(("elements", "elements that a loop changes are kept in registers".to_owned()));
        }
        optimisations.extend(self.optimisations_of_constructs(region));
        let names = |select: &dyn Fn(&Capture) -> bool| -> String {
            let chosen: Vec<String> = captures
                .iter()
                .filter(|found| select(found))
                .map(|found| format!("`{}`", found.name))
                .collect();
            chosen.join(", ")
        };
        let is_steady = |found: &Capture| {
            found.is_shared
                && found.private.is_none()
                && known.steady.contains(&found.symbol)
                && found.passed() != Passed::Value
                && found.ty.is_scalar()
                && found.storage != Storage::Threadprivate
        };
        let is_block = |found: &Capture| found.is_shared && self.is_in_heap(found);
        let of_variables = [
            ("values", names(&is_steady), "read once, since the loop leaves the value alone"),
            ("restrict", names(&is_parameter), "nothing else leads to the same memory"),
            ("arrays", names(&is_block), "blocks of the heap, which lie where they are used"),
        ];
        for (name, list, said) in of_variables.into_iter().filter(|(_, list, _)| !list.is_empty()) {
            optimisations.push((name, format!("{list}: {said}")));
        }
        if let Some(lean) = &kernel.lean {
            optimisations
                .push(("entry", "the kernel begins without a team, of which it needs nothing".to_owned()));
            if lean.iterations.is_some() {
                let said = "the host launches as many threads as there are iterations";
                optimisations.push(("grid", said.to_owned()));
            }
            if lean.has_two_forms {
                let said = "the kernel has a second form, for threads that have one iteration or none";
                optimisations.push(("cover", said.to_owned()));
            }
        }
        if kernel.is_independent {
            optimisations.push(("independent", "no thread waits for one of another block".to_owned()));
        }
        let record = RegionRecord {
            construct: region.clone(),
            kernel: kernel.name.clone(),
            places,
            optimisations,
            parts: Vec::new(),
            one_because: None,
        };
        self.recorder.note(|recording| recording.regions.push(record));
    }

    /// What was done to the constructs of a region, by the optimisations' names. Those in regions inside it have teams of
    /// one.
    fn optimisations_of_constructs(&self, region: &Construct) -> Vec<(&'static str, String)> {
        let mut lines: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        region.walk_inside(&mut |inner, around| {
            let is_region = around.is_empty();
            let is_nested = !is_region && inner.kind.is_parallel()
                || around.iter().skip(1).any(|outer| outer.kind.is_parallel());
            if is_nested {
                return;
            }
            let mut fired: Vec<&'static str> = Vec::new();
            let is_shared_out = inner.kind.is_loop() && inner.canonical_loop.is_some();
            if is_shared_out && inner.clauses.schedule.is_some() && self.has_free_schedule(inner) {
                fired.push("schedules");
            }
            if is_shared_out && !is_region {
                let form = self.form_of(inner);
                match form {
                    LoopForm::Nest(_) => fired.push("nests"),
                    LoopForm::Sums(_) => fired.push("sums"),
                    LoopForm::Plain => {}
                }
                if !self.elements_of(inner, &form).loops.is_empty() {
                    fired.push("elements");
                }
            }
            let has_barrier =
                matches!(inner.kind, ConstructKind::For | ConstructKind::Sections | ConstructKind::Single);
            let is_copied =
                inner.clauses.items_of(|sharing| *sharing == Sharing::Copyprivate).next().is_some();
            if has_barrier && !is_copied && inner.clauses.nowait.is_none() && self.ends_region(inner) {
                fired.push("barriers");
            }
            if inner.kind == ConstructKind::Critical && self.updates_of(inner).is_some() {
                fired.push("criticals");
            }
            let line = self.line_of(*inner.tokens.start());
            fired.into_iter().for_each(|name| lines.entry(name).or_default().push(format!("line {line}")));
        });
        let said = |name| match name {
            "schedules" => {
                "neighbouring iterations go to neighbouring threads in spite of the static schedule"
            }
            "nests" => "inner loops are shared out with the outer one",
            "sums" => "the sums of an iteration are added up by several threads",
            "elements" => "elements that a loop changes are kept in registers",
            "barriers" => "no barrier, since the region ends there",
            _ => "updates are atomic, and no thread waits for another",
        };
        lines
            .into_iter()
            .map(|(name, lines)| (name, format!("{}: {}", lines.join(", "), said(name))))
            .collect()
    }

    /// Takes down why the last region is one kernel.
    pub(super) fn keep_refusal(&self, refusal: Option<String>) {
        self.recorder.note(|recording| {
            if let Some(last) = recording.regions.last_mut() {
                last.one_because = refusal;
            }
        });
    }

    /// Takes a region down whose loops have kernels to themselves: they are the last that were taken down. `parameters` are the
    /// variables that are parameters of one of them.
    pub(super) fn keep_parts(
        &self,
        region: &Construct,
        kernels: &Kernels<'_>,
        captures: &[Capture],
        parameters: &HashSet<String>,
    ) {
        if !self.recorder.is_on() {
            return;
        }
        let known = Known { steady: HashSet::new(), alone: HashSet::new() };
        let shared = self.name_of_arguments();
        let place = |capture: &Capture| {
            let is_addressed = self.is_address_taken_in(capture.symbol, &region.tokens);
            let is_parameter = parameters.contains(&self.on_device(&capture.name));
            self.place(capture, shared, (is_parameter, is_addressed), &known)
        };
        let places = captures.iter().map(|capture| (capture.symbol, place(capture))).collect();
        let says = match kernels.parts {
            [_] => {
                "the region is nothing but a loop, and has the kernel that a `parallel for` has".to_owned()
            }
            parts => format!("each of its {} loops has a kernel to itself", parts.len()),
        };
        let record = |parts| RegionRecord {
            construct: region.clone(),
            kernel: kernels.region.to_owned(),
            places,
            optimisations: vec![("split", says)],
            parts,
            one_because: None,
        };
        self.recorder.note(|recording| {
            let first = recording.regions.len().saturating_sub(kernels.parts.len());
            let parts = recording.regions.split_off(first);
            recording.regions.push(record(parts));
        });
    }

    /// Where a variable lives on the device, which is a parameter of the kernel or not, and whose address the region takes
    /// or not.
    fn place(
        &self,
        capture: &Capture,
        shared: &str,
        (is_parameter, is_addressed): (bool, bool),
        known: &Known,
    ) -> String {
        let name = self.on_device(&capture.name);
        let is_pointer = matches!(&capture.ty.kind, Kind::Pointer(_));
        let local = match capture.ty.kind {
            Kind::Array { .. } => "each thread's own array, in its local memory",
            Kind::Record(_) => "each thread's own, in registers or its local memory",
            _ if is_addressed => {
                "each thread's own, in registers or, since its address is taken, its local memory"
            }
            _ => "each thread's own, in a register",
        };
        let original = match capture.storage {
            Storage::Threadprivate => format!("`gpump_mine({})`", self.entry_name(capture)),
            Storage::Static => format!("`*gpump_globals.{}`", self.entry_name(capture)),
            Storage::Automatic => match capture.passed() {
                Passed::Value => format!("`{shared}.{name}`"),
                _ => format!("`*{shared}.{name}`"),
            },
        };
        match &capture.private {
            Some(Sharing::Firstprivate) if capture.is_last => {
                return format!(
                    "{local}; the first value comes from {original}, and the last iteration's goes back there"
                );
            }
            Some(Sharing::Firstprivate) => return format!("{local}; the first value comes from {original}"),
            Some(Sharing::Lastprivate) => {
                return format!("{local}; the last iteration's value goes to {original}");
            }
            Some(Sharing::Reduction(_)) => {
                return format!("{local}; the team's result is put together into {original} at the end");
            }
            Some(_) => return local.to_owned(),
            None => {}
        }
        let leads =
            if is_pointer { "; what it points to lies where it lay, in the one address space" } else { "" };
        match (capture.copied, capture.storage) {
            (Copied::Unchanged, Storage::Static) => {
                return format!(
                    "the value that the host's variable has, in a kernel argument: `{shared}.{name}`{leads}"
                );
            }
            (Copied::Changed, _) => {
                return "a copy of each thread's own, in a register, which all change alike; the host puts the last value into its \
                    variable when the region has ended"
                    .to_owned();
            }
            _ => {}
        }
        let is_steady = known.steady.contains(&capture.symbol) && capture.ty.is_scalar();
        match capture.storage {
            Storage::Threadprivate => {
                format!("a copy for each of the device's threads, in device memory: {original}{leads}")
            }
            Storage::Static if is_steady => format!(
                "the host's variable; read once from {original} into a constant of each thread{leads}"
            ),
            Storage::Static if self.is_in_heap(capture) => format!(
                "a block of the heap, which moves to where it is used: {original}, an address in constant memory"
            ),
            Storage::Static => format!(
                "the host's variable in its page, which the device reaches: {original}, an address in constant memory{leads}"
            ),
            Storage::Automatic if is_parameter => {
                "a parameter of the kernel, `__restrict__`: in the loop nothing else leads to the same memory, which lies \
                 where it lay, in the one address space"
                    .to_owned()
            }
            Storage::Automatic => match capture.passed() {
                Passed::Value => format!("a kernel argument by value, {original}: nobody changes it meanwhile{leads}"),
                Passed::Address if is_steady => format!(
                    "the host's variable on its stack; read once from {original} into a constant of each thread{leads}"
                ),
                Passed::Rows => format!(
                    "the host's array of variable length in its place; the kernel gets its address and its bounds{leads}"
                ),
                _ => format!("the host's variable on its stack, reached by its address: {original}{leads}"),
            },
        }
    }

    /// What the device's text is to have.
    pub(super) fn say_reach(&self, reach: &Reach) -> String {
        let names: Vec<String> =
            reach.functions.iter().map(|&number| format!("`{}`", self.cuda.functions[number].name)).collect();
        let regions: usize = self.cuda.functions.iter().map(|function| function.regions().count()).sum();
        let regions = match regions {
            0 => return "The file has been read. It has no region.".to_owned(),
            1 => "its region".to_owned(),
            count => format!("its {count} regions"),
        };
        match names.as_slice() {
            [] => format!(
                "The file has been read; now {regions} can be translated. They call no function of the file."
            ),
            _ => format!(
                "The file has been read; the calls from {regions} are followed: for the device there have to be versions \
                 of {}.",
                names.join(", ")
            ),
        }
    }
}

fn travel(capture: &Capture) -> &'static str {
    match capture.storage {
        Storage::Threadprivate => "threadprivate",
        Storage::Static if capture.needs_original() => "table",
        Storage::Static => "none",
        Storage::Automatic => match capture.passed() {
            Passed::Nothing => "none",
            Passed::Value => "value",
            Passed::Address => "address",
            Passed::Rows => "rows",
        },
    }
}

/// How a region's variables get there.
pub(super) fn say_captures(captures: &[Capture]) -> String {
    let mut parts = Vec::new();
    for (form, what) in [
        ("value", "by value"),
        ("address", "by their address"),
        ("rows", "by their address and their bounds"),
        ("table", "through the file's table"),
        ("threadprivate", "as each thread's own, which lasts as long as the program"),
    ] {
        let names: Vec<String> = captures
            .iter()
            .filter(|capture| travel(capture) == form)
            .map(|capture| format!("`{}`", capture.name))
            .collect();
        if !names.is_empty() {
            parts.push(format!("{what} {}", names.join(", ")));
        }
    }
    if parts.is_empty() {
        return "It needs no variable from outside.".to_owned();
    }
    format!("The variables from outside come {}.", parts.join("; "))
}
