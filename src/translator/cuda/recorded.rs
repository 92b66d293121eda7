//! What the cuda dialect tells the recorder, if there is one: which stream is becoming a part of the device's text, and
//! where a region's variables live.

use std::collections::BTreeMap;

use super::super::lines;
use super::super::recording::{Event, RegionRecord};
use super::super::{File, Translator, Writer};
use super::capture::Storage;
use super::plan::{Form, Original, RegionPlan, Variable};
use super::reach::Reach;
use crate::c::Kind;
use crate::c::symbols::SymbolId;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Sharing};

impl Writer<'_, '_> {
    /// Begins a part of the device's text with tokens of the file. Gives the number of the stream that is written over
    /// them.
    pub(super) fn show_stream(&self, tokens: &Tokens) -> usize {
        let stream = self.out.device.number();
        self.out.recorder.event(|| Event::Show { stream, tokens: tokens.clone() });
        stream
    }

    /// Gives names, lines of the preprocessor and whatever C++ reads differently their forms for the device. What has to be
    /// declared in front of them is given back.
    pub(super) fn write_device_forms(&mut self, range: &Tokens, region: Option<&Construct>) -> Vec<String> {
        self.out.recorder.step("primary_expression", "device_names", Some(range), || {
            "Gives functions of the C library, functions as values and string literals their form on the device."
                .to_owned()
        });
        self.device_names(range, region);
        self.out.recorder.step("translation_unit", "hide_lines_in", Some(range), || {
            "Takes lines of the preprocessor out, and writes macros out that the device's text does not define."
                .to_owned()
        });
        self.hide_lines_in(range, false);
        self.out.recorder.step("translation_unit", "bridge_to_cplusplus", Some(range), || {
            "Writes what C++ reads differently, or not at all, in a form that means the same in it."
                .to_owned()
        });
        self.bridge_to_cplusplus(range, true)
    }

    /// A part of the device's text is complete.
    pub(super) fn complete_code(&self, stream: usize, text: &str, rule: &'static str, tokens: &Tokens) {
        self.out.recorder.step(rule, "complete_code", Some(tokens), || {
            "Puts around the text what it needs: a head, declarations of the variables from outside, and an end."
                .to_owned()
        });
        self.out.recorder.event(|| Event::Code { stream, text: lines::unmarked(text) });
    }

    /// Takes a region down as it was planned.
    pub(super) fn keep_region(&self, region: &Construct, kernel: &str, plan: &RegionPlan) {
        if !self.out.recorder.is_on() {
            return;
        }
        let places = self.file.places(region, &plan.variables);
        let of_loop = plan.of_loop(region).optimisations().into_iter();
        let mut optimisations: Vec<(&str, String)> =
            of_loop.map(|name| (name, said_of_construct(name).to_owned())).collect();
        optimisations.extend(self.file.optimisations_of_constructs(region, plan));
        let names = |select: &dyn Fn(&Variable) -> bool| -> String {
            let chosen: Vec<String> = plan
                .variables
                .iter()
                .filter(|found| select(found))
                .map(|found| format!("`{}`", found.capture.name))
                .collect();
            chosen.join(", ")
        };
        let is_read_once = |found: &Variable| {
            matches!(found.form, Form::Constant)
                && matches!(found.original, Original::Table | Original::Address)
        };
        let is_parameter = |found: &Variable| found.original == Original::Parameter;
        let is_block = |found: &Variable| found.capture.is_shared && self.file.is_in_heap(&found.capture);
        let of_variables = [
            ("values", names(&is_read_once), "read once, since the loop leaves the value alone"),
            ("restrict", names(&is_parameter), "nothing else leads to the same memory"),
            ("arrays", names(&is_block), "blocks of the heap, which lie where they are used"),
        ];
        for (name, list, said) in of_variables.into_iter().filter(|(_, list, _)| !list.is_empty()) {
            optimisations.push((name, format!("{list}: {said}")));
        }
        let of_kernel = [
            (plan.is_bare, "entry", "the kernel begins without a team, of which it needs nothing"),
            (plan.count.is_some(), "grid", "the host launches as many threads as there are iterations"),
            (
                plan.is_covered,
                "cover",
                "the kernel has a second form, for threads that have one iteration or none",
            ),
            (plan.is_independent, "independent", "no thread waits for one of another block"),
        ];
        let of_kernel = of_kernel.into_iter().filter(|(is_done, ..)| *is_done);
        optimisations.extend(of_kernel.map(|(_, name, said)| (name, said.to_owned())));
        let record = RegionRecord {
            construct: region.clone(),
            kernel: kernel.to_owned(),
            places,
            optimisations,
            parts: Vec::new(),
            one_because: None,
            stays_because: None,
        };
        self.out.recorder.note(|recording| recording.regions.push(record));
    }

    /// Takes down why the last region is one kernel.
    pub(super) fn keep_refusal(&self, refusal: Option<String>) {
        self.out.recorder.note(|recording| {
            if let Some(last) = recording.regions.last_mut() {
                last.one_because = refusal;
            }
        });
    }

    /// Takes a region down whose loops have kernels to themselves: they are the last that were taken down.
    pub(super) fn keep_parts(
        &self,
        region: &Construct,
        kernel: &str,
        variables: &[Variable],
        parts: &[(Construct, RegionPlan)],
    ) {
        if !self.out.recorder.is_on() {
            return;
        }
        let mut variables = variables.to_vec();
        for variable in &mut variables {
            let symbol = variable.capture.symbol;
            let mut same = parts.iter().filter_map(|(_, plan)| plan.variable(symbol));
            if same.any(|found| found.original == Original::Parameter) {
                variable.original = Original::Parameter;
            }
        }
        let places = self.file.places(region, &variables);
        let says = match parts {
            [_] => {
                "the region is nothing but a loop, and has the kernel that a `parallel for` has".to_owned()
            }
            parts => format!("each of its {} loops has a kernel to itself", parts.len()),
        };
        let record = |parts| RegionRecord {
            construct: region.clone(),
            kernel: kernel.to_owned(),
            places,
            optimisations: vec![("split", says)],
            parts,
            one_because: None,
            stays_because: None,
        };
        self.out.recorder.note(|recording| {
            let first = recording.regions.len().saturating_sub(parts.len());
            let parts = recording.regions.split_off(first);
            recording.regions.push(record(parts));
        });
    }
}

impl Translator<'_> {
    /// Tells the recorder of a region that stays on the host.
    pub(super) fn keep_host_region(&self, region: &Construct, why: &str) {
        let record = || RegionRecord {
            construct: region.clone(),
            kernel: String::new(),
            places: Vec::new(),
            optimisations: Vec::new(),
            parts: Vec::new(),
            one_because: None,
            stays_because: Some(why.to_owned()),
        };
        self.out.recorder.note(|recording| recording.regions.push(record()));
    }
}

impl File<'_> {
    /// What was done to the constructs of a region, by the optimisations' names. Those in regions inside it have teams of
    /// one.
    fn optimisations_of_constructs(
        &self,
        region: &Construct,
        plan: &RegionPlan,
    ) -> Vec<(&'static str, String)> {
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
                fired.extend(plan.of_loop(inner).optimisations());
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
        lines
            .into_iter()
            .map(|(name, lines)| (name, format!("{}: {}", lines.join(", "), said_of_construct(name))))
            .collect()
    }

    /// Where the variables of a region live on the device.
    fn places(&self, region: &Construct, variables: &[Variable]) -> Vec<(SymbolId, String)> {
        let place = |variable: &Variable| {
            let symbol = variable.capture.symbol;
            (symbol, self.place(variable, self.is_address_taken_in(symbol, &region.tokens)))
        };
        variables.iter().map(place).collect()
    }

    /// Where a variable lives on the device, whose address the region takes or not.
    fn place(&self, variable: &Variable, is_addressed: bool) -> String {
        let Variable { capture, original: found, form, .. } = variable;
        let (shared, name) = (self.name_of_arguments(), self.on_device(&capture.name));
        let local = match capture.ty.kind {
            Kind::Array { .. } => "each thread's own array, in its local memory",
            Kind::Record(_) => "each thread's own, in registers or its local memory",
            _ if is_addressed => {
                "each thread's own, in registers or, since its address is taken, its local memory"
            }
            _ => "each thread's own, in a register",
        };
        let original = match (capture.storage, found) {
            (Storage::Threadprivate, _) => format!("`gpump_mine({})`", self.entry_name(capture)),
            (Storage::Static, _) => format!("`*gpump_globals.{}`", self.entry_name(capture)),
            (Storage::Automatic, Original::Value | Original::Parameter) => format!("`{shared}.{name}`"),
            (Storage::Automatic, _) => format!("`*{shared}.{name}`"),
        };
        if let Form::Private(private) = form
            && let Some(reduced) = &private.reduced
        {
            let copy = match self.is_kept_by_thread(private) {
                true => "each thread's own, in its local memory",
                false => "a copy for each thread, in a block of the heap",
            };
            let part = if reduced.is_part() { "the part of " } else { "" };
            let what =
                if capture.ty.pointee().is_some() { format!("what {original} leads to") } else { original };
            return format!("{copy}; all of them are combined into {part}{what} at the end");
        }
        match &capture.private {
            Some(Sharing::Firstprivate) if capture.is_last => {
                return format!(
                    "{local}; the first value comes from {original}, and the last iteration's goes back there"
                );
            }
            Some(Sharing::Firstprivate) => return format!("{local}; the first value comes from {original}"),
            Some(Sharing::Lastprivate | Sharing::Linear(_)) => {
                return format!("{local}; the last iteration's value goes to {original}");
            }
            Some(Sharing::Reduction(_)) => {
                return format!("{local}; the team's result is put together into {original} at the end");
            }
            Some(_) => return local.to_owned(),
            None => {}
        }
        let leads = match capture.ty.kind {
            Kind::Pointer(_) => "; what it points to lies where it lay, in the one address space",
            _ => "",
        };
        match (found, form) {
            (_, Form::Copy) => {
                "a copy of each thread's own, in a register, which all change alike; the host puts the last value into its \
                 variable when the region has ended"
                    .to_owned()
            }
            (Original::Value | Original::Parameter, _) if capture.storage == Storage::Static => {
                format!("the value that the host's variable has, in a kernel argument: `{shared}.{name}`{leads}")
            }
            (Original::Threadprivate, _) => {
                format!("a copy for each of the device's threads, in device memory: {original}{leads}")
            }
            (Original::Table, Form::Constant) => {
                format!("the host's variable; read once from {original} into a constant of each thread{leads}")
            }
            _ if self.is_in_heap(capture) => format!(
                "a block of the heap, which moves to where it is used: {original}, an address in constant memory"
            ),
            (Original::Parameter, _) => {
                "a parameter of the kernel, `__restrict__`: in the loop nothing else leads to the same memory, which lies \
                 where it lay, in the one address space"
                    .to_owned()
            }
            (Original::Known(_), _) => {
                "a constant of the kernel: the program says the value, which never changes".to_owned()
            }
            (Original::Value, _) => {
                format!("a kernel argument by value, {original}: nobody changes it meanwhile{leads}")
            }
            (Original::Address, Form::Constant) => format!(
                "the host's variable on its stack; read once from {original} into a constant of each thread{leads}"
            ),
            (Original::Rows | Original::Bounds, _) => format!(
                "the host's array of variable length in its place; the kernel gets its address and its bounds{leads}"
            ),
            _ if capture.storage == Storage::Static => format!(
                "the host's variable in its page, which the device reaches: {original}, an address in constant memory{leads}"
            ),
            _ => {
                format!("the host's variable on its stack, reached by its address: {original}{leads}")
            }
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

/// What an optimisation does to a construct.
fn said_of_construct(name: &str) -> &'static str {
    match name {
        "schedules" => "neighbouring iterations go to neighbouring threads in spite of the static schedule",
        "nests" => "inner loops are shared out with the outer one",
        "sums" => "the sums of an iteration are added up by several threads",
        "leagues" => "inner loops are shared out to the threads of a group, which run the iteration together",
        "elements" => "elements that a loop changes are kept in registers",
        "barriers" => "no barrier, since the region ends there",
        _ => "updates are atomic, and no thread waits for another",
    }
}

/// How a region's variables get there.
pub(super) fn say_variables(variables: &[Variable]) -> String {
    type IsIt = fn(Original) -> bool;
    let ways: [(&str, IsIt); 6] = [
        ("as constants", |way| matches!(way, Original::Known(_))),
        ("by value", |way| matches!(way, Original::Value | Original::Parameter)),
        ("by their address", |way| way == Original::Address),
        ("by their address and their bounds", |way| matches!(way, Original::Rows | Original::Bounds)),
        ("through the file's table", |way| way == Original::Table),
        ("as each thread's own, which lasts as long as the program", |way| way == Original::Threadprivate),
    ];
    let mut parts = Vec::new();
    for (what, is_it) in ways {
        let found = variables.iter().filter(|variable| is_it(variable.original));
        let names: Vec<String> = found.map(|variable| format!("`{}`", variable.capture.name)).collect();
        if !names.is_empty() {
            parts.push(format!("{what} {}", names.join(", ")));
        }
    }
    if parts.is_empty() {
        return "It needs no variable from outside.".to_owned();
    }
    format!("The variables from outside come {}.", parts.join("; "))
}
