//! From a region to its kernel.

use std::collections::HashSet;

use super::super::Translator;
use super::super::lines::Mark;
use super::super::sheet::Sheet;
use super::capture::{Capture, Copied, Storage};
use super::model::Merge;
use super::nests::LoopForm;
use super::privates::Private;
use super::recorded::{Known, say_captures};
use crate::codegen::cuda::host_file::{Entry, What};
use crate::codegen::cuda::kernel::{self, Argument, Kernel, Lean};
use crate::codegen::cuda::{self, Passed, structure_of};
use crate::dependence::{Elements, Variable};
use crate::openmp::{Construct, ConstructKind, Sharing};
use crate::symbols::SymbolId;
use crate::types::{Kind, Type};

/// `GPUMP_RESULTS` and `GPUMP_WORKS` of `runtime/cuda/team.h`.
const MOST_RESULTS: usize = 16;
pub(super) const MOST_REDUCTIONS: usize = 8;

/// The region that a kernel does a part of: [`super::split`].
pub(super) struct Whole {
    /// The name of its argument structure.
    pub structure: String,
    /// The line of its pragma, if it has no other kernel.
    pub line: Option<usize>,
    /// Comments in front of the part's own.
    pub comments: String,
    /// The variables of which the host does not know the value that they have when the part begins.
    pub unsteady: HashSet<SymbolId>,
}

impl Translator<'_> {
    /// Writes a region: its kernel, whose text is given back, and its call.
    pub(super) fn write_region(
        &mut self,
        region: &Construct,
        name: &str,
        system: &HashSet<String>,
    ) -> String {
        let captures = self.captures(region);
        let (kernel, text) = self.write_kernel(region, name, captures.clone(), None, system);
        self.call_region(region, name, &captures, &kernel.arguments);
        text
    }

    /// Puts a region's call in front of it.
    pub(super) fn call_region(
        &mut self,
        region: &Construct,
        name: &str,
        captures: &[Capture],
        arguments: &[Argument],
    ) {
        let rule = super::constructs::rule_of(region.kind);
        self.recorder.step(rule, "host_region", Some(&region.tokens), || {
            format!(
                "On the host, a call of `{name}` is put in front of the region; the region's own text stays behind it, \
                 for a machine without a device."
            )
        });
        self.free_of_register(captures);
        self.host_region(region, name, arguments);
    }

    /// Writes a kernel: of a region, or of a part of one, which then is a region by itself.
    pub(super) fn write_kernel(
        &mut self,
        region: &Construct,
        name: &str,
        mut captures: Vec<Capture>,
        whole: Option<&Whole>,
        system: &HashSet<String>,
    ) -> (Kernel, String) {
        let rule = super::constructs::rule_of(region.kind);
        let is_loop = region.kind == ConstructKind::ParallelFor;
        let form = if is_loop { self.form_of(region) } else { LoopForm::Plain };
        let elements = if is_loop { self.elements_of(region, &form) } else { Elements::default() };
        let memory = self.memory_of(region, form.nest());
        let symbols = |found: &HashSet<Variable>| -> HashSet<SymbolId> {
            found.iter().filter_map(|variable| self.symbol_of(variable)).collect()
        };
        let known = Known { steady: symbols(&memory.steady), alone: symbols(&memory.alone) };
        let privates = self.privates(region);
        // What the parts of a region are given is looked at for all of them together.
        if whole.is_none() {
            self.mark_copies(region, &mut captures, &known.steady, system);
            self.mark_structures(region, &mut captures);
        }
        // Copies are combined by the team.
        let has_copies = captures.iter().any(|capture| capture.copied == Copied::Changed);
        let is_lean = !has_copies && self.is_lean(region, &privates, system);
        let captures = captures;
        let changed = captures.iter().filter(|capture| capture.copied == Copied::Changed);
        self.cuda.copied = changed.map(|capture| capture.symbol).collect();
        let local = self.local_types(region, &captures);
        let shared = self.name_of_arguments().to_owned();
        let mut arguments: Vec<Argument> =
            captures.iter().filter_map(|capture| self.argument(capture, &known, &local.names)).collect();
        // gpump_launch finds these at the beginning.
        arguments.sort_by_key(|argument| argument.parameter.is_none());
        self.cuda.is_lean = is_lean;
        self.cuda.merge = if self.cuda.is_lean { self.merge_of(region, system) } else { None };
        let waits_at_barriers_only =
            self.cuda.merge.as_ref().is_some_and(|merge| merge.waits_at_barriers_only);
        let is_independent = (memory.is_understood
            || self.cuda.is_lean
                && (self.runs_straight_on(region) || waits_at_barriers_only && !self.has_barriers(region)))
            && privates.iter().filter(|private| private.reduction.is_some()).count() <= MOST_REDUCTIONS
            && !privates.iter().any(|private| private.first && private.last)
            && region.clauses.items_of(|sharing| *sharing == Sharing::Copyin).next().is_none();
        let mut prologue = local.texts.clone();
        prologue.extend(self.routines_of_lean(region));
        prologue.extend(self.copyin(region));
        let (declared, originals) =
            self.declare_captures(&captures, &privates, &form, &arguments, &known, &local.names);
        prologue.extend(declared);
        if privates.iter().any(|private| private.first && private.last) {
            // No last value goes out before all have the first (2.8.3.5).
            prologue.push(self.barrier().to_owned());
        }
        let first_line = self.indentation(*region.body.start()).to_owned();
        let mut comment = self.pragma_comment(&region.directive);
        if let Some(whole) = whole {
            comment.insert_str(0, &whole.comments);
        }
        self.recorder.step(rule, "write_region", Some(&region.tokens), || {
            format!("Begins the kernel `{name}` with the region's own text. {}", say_captures(&captures))
        });
        let sheet = self.new_sheet(true);
        let before = std::mem::replace(&mut self.device, sheet);
        let sheet = self.show_sheet(&region.body);
        self.write_device_forms(&region.tokens, Some(region), system);
        prologue.append(&mut self.cuda.literals_of_region);
        self.device_statics(&region.body);
        let is_known =
            |capture: &&Capture| whole.is_none_or(|whole| !whole.unsteady.contains(&capture.symbol));
        let of_host: Vec<Capture> = captures.iter().filter(is_known).cloned().collect();
        let iterations = match &self.cuda.merge {
            Some(Merge { work: Some(work), .. }) => {
                let (work, form) = (work.clone(), self.form_of(work));
                self.count_on_host(&work, &form, &of_host, &local.names)
            }
            _ if self.cuda.is_lean && self.does_nothing(region) => Some(vec![cuda::work::count_of_nothing()]),
            _ if is_independent && self.cuda.is_lean => {
                self.iterations_on_host(region, &form, &of_host, &local.names)
            }
            _ => None,
        };
        self.device_constructs(&region.parts, true);
        match region.kind {
            ConstructKind::ParallelFor => self.device_loop(region, &form, &elements, Some(&originals)),
            ConstructKind::ParallelSections => self.device_sections(region, Some(&originals)),
            _ => {}
        }
        let made = Mark::Made(self.physical_line(*region.tokens.start()));
        let text = self.device.marked_text_of(&region.body, &self.cuda.places);
        self.keep_sheet(before);
        let mut epilogue = self.results(&originals, &|_| true);
        let results = epilogue.len();
        epilogue.extend(self.give_back(&captures, &shared, &local.names, results));
        self.cuda.copied.clear();
        self.cuda.run_by_all.clear();
        let is_lean = std::mem::take(&mut self.cuda.is_lean);
        let reductions = std::mem::take(&mut self.cuda.reductions);
        let merge = std::mem::take(&mut self.cuda.merge);
        let has_sums = merge.is_some_and(|merge| !merge.together.is_empty());
        // Sums of all threads need the same memory.
        let reductions = (reductions + results).max(usize::from(has_sums));
        let checks = form.checks(&elements);
        let apart = self.apart_on_host(checks, &captures);
        let are_known = checks.is_empty() || !apart.is_empty();
        let shown_team = self.shown_team(region, iterations.is_some());
        let lean = is_lean.then(|| Lean {
            reductions,
            has_two_forms: iterations.is_some()
                && reductions == 0
                && self.may_be_covered(region, &form, are_known),
            iterations,
            apart,
        });
        let kernel = Kernel {
            name: name.to_owned(),
            structure: whole.map(|whole| whole.structure.clone()),
            file: self.file_of(*region.tokens.start()),
            line: whole.and_then(|whole| whole.line).unwrap_or_else(|| self.line_of(*region.tokens.start())),
            comment,
            arguments,
            prologue,
            body: format!("{first_line}{text}{made}"),
            epilogue,
            shared,
            table: self.cuda.table_name(),
            objects: self.objects(&captures),
            is_independent,
            is_team_agnostic: !is_lean && self.hides_its_team(region),
            shown_team,
            lean,
        };
        self.keep_region(
            region,
            &kernel,
            &captures,
            &known,
            (form.nest().is_some(), matches!(form, LoopForm::Sums(_)), !elements.loops.is_empty()),
        );
        let text = format!("{made}{}{}", kernel::kernel(&kernel).trim_end(), Mark::Own);
        self.complete_code(sheet, &text, rule, &region.tokens);
        (kernel, text)
    }

    /// The large variables of static storage among those that a region uses.
    pub(super) fn objects(&self, captures: &[Capture]) -> Vec<String> {
        captures
            .iter()
            .filter(|capture| capture.storage == Storage::Static && capture.needs_original())
            .filter(|capture| match capture.ty.kind {
                Kind::Array { .. } => self.types().count_of(&capture.ty).is_some(),
                ref kind => matches!(kind, Kind::Record(_)),
            })
            .map(|capture| self.entry_name(capture))
            .collect()
    }

    /// The lines that give the variables which a kernel uses their names in it, and its copies with their originals.
    pub(super) fn declare_captures(
        &mut self,
        captures: &[Capture],
        privates: &[Private],
        form: &LoopForm,
        arguments: &[Argument],
        known: &Known,
        local: &HashSet<String>,
    ) -> (Vec<String>, Vec<(Private, String)>) {
        let is_parameter = |own: String| {
            arguments.iter().any(|argument| argument.on_device == own && argument.parameter.is_some())
        };
        let shared = &self.name_of_arguments().to_owned();
        let mut lines = Vec::new();
        let mut originals: Vec<(Private, String)> = Vec::new();
        for capture in captures {
            let original = self.original_of(capture, shared, local);
            self.enter_capture(capture);
            match (&capture.private, privates.iter().find(|private| private.name == capture.name)) {
                (None, _) if is_parameter(self.on_device(&capture.name)) => {}
                (None, _) if capture.is_shared => {
                    lines.push(self.declare_capture(capture, &original, shared, known));
                }
                (None, _) => {}
                // Declared in the loop's header.
                (Some(_), Some(private)) if form.has_inner(&private.name) && !private.needs_original() => {}
                (Some(_), Some(private)) => {
                    if capture.passed() == Passed::Rows {
                        let bounds = self.passed_dimensions(capture, shared);
                        let original = self.first_element(capture, shared);
                        lines.extend(self.declare_private_rows(private, &original, &bounds));
                        originals.push((private.clone(), format!("({original})")));
                    } else {
                        let parameter = || cuda::original(&self.on_device(&capture.name));
                        let original =
                            if is_parameter(self.on_device(&capture.name)) { parameter() } else { original };
                        lines.extend(self.declare_private(private, &original));
                        originals.push((private.clone(), original));
                    }
                }
                // The loop variable.
                (Some(_), None) => {}
            }
        }
        (lines, originals)
    }

    /// The lines at a kernel's end that combine its reductions. `is_for_host` says of which nobody asks before the region has
    /// ended, so that the host may put the result into the original.
    pub(super) fn results(
        &self,
        originals: &[(Private, String)],
        is_for_host: &dyn Fn(&Private) -> bool,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        for (private, original) in originals {
            if let Some(operator) = &private.reduction {
                let operation = cuda::reduction(operator);
                let pointer = original.strip_prefix('*').map_or(format!("&{original}"), str::to_owned);
                // The host takes so many results (runtime/cuda/team.h).
                let is_result = lines.len() < MOST_RESULTS && is_for_host(private);
                let kind = if is_result { "result" } else { "reduce" };
                let place = if self.cuda.is_lean {
                    format!("gpump_team, {}, ", self.cuda.reductions + lines.len())
                } else {
                    String::new()
                };
                lines.push(format!(
                    "gpump_{kind}_{operation}({place}{pointer}, {});",
                    self.on_device(&private.name)
                ));
            }
        }
        lines
    }

    /// Takes the replacements of a sheet that has been read, and goes back to
    /// another.
    pub(super) fn keep_sheet(&mut self, before: Sheet<'_>) {
        let fault = self.device.check().err();
        let sheet = self.new_sheet(true);
        let mut done = std::mem::replace(&mut self.device, sheet).into_replacements();
        let mut earlier = before.into_replacements();
        earlier.append(&mut done);
        self.device.adopt(earlier);
        if let Some(fault) = fault {
            let message = format!("the translation contradicts itself: {fault}");
            self.diagnostics.push(crate::diagnostics::Diagnostic::error("E0900", message, 0..0));
        }
    }

    /// The member of the argument structure for a variable.
    pub(super) fn argument(
        &mut self,
        capture: &Capture,
        known: &Known,
        local: &HashSet<String>,
    ) -> Option<Argument> {
        let passed = capture.passed();
        let Capture { name, ty, .. } = capture;
        let name = &self.on_device(name);
        let is_local = self.mentions(ty, local);
        let (member, is_pointer) = match passed {
            Passed::Nothing => return None,
            Passed::Address if is_local => (format!("void *{name}"), true),
            Passed::Address => (self.spell(&Type::pointer_to(ty.clone()), name), true),
            Passed::Value if is_local && ty.pointee().is_some() => (format!("void *{name}"), true),
            Passed::Value if is_local => {
                let basic = match ty.kind {
                    Kind::Enumeration(id) => self.types().enumeration(id).basic,
                    _ => ty.basic(),
                };
                (self.spell(&basic.map_or(Type::INT, Type::from), name), false)
            }
            Passed::Value => {
                let is_pointer = ty
                    .pointee()
                    .is_some_and(|to| !matches!(to.kind, Kind::Function(_)) && !self.is_stream(to));
                (self.spell(&ty.unqualified(), name), is_pointer)
            }
            Passed::Rows => (format!("void *{name}"), true),
        };
        let is_alone =
            is_pointer && !is_local && passed == Passed::Value && known.alone.contains(&capture.symbol);
        let structure = ty.pointee().filter(|_| capture.has_structure && !is_local);
        let structure = structure.map(|to| self.spell(&to.unqualified(), &structure_of(name)));
        let is_alone = is_alone && structure.is_none();
        let parameter = is_alone.then(|| {
            let qualifiers = crate::symbols::Qualifiers { constant: true, restrict: true, ..ty.qualifiers };
            // The name itself is the copy's where a clause makes one.
            let name = if capture.private.is_some() { cuda::original(name) } else { name.clone() };
            self.spell(&Type { qualifiers, ..ty.unqualified() }, &name)
        });
        let dimensions = if passed == Passed::Rows { self.dimensions_of(capture) } else { Vec::new() };
        Some(Argument {
            name: self.variable_on_host(capture.symbol, &capture.name),
            pointer: self.heap_array_of(capture.symbol).map(|array| array.pointer.clone()),
            on_device: name.clone(),
            passed,
            member,
            // One of the file is looked at and moved only where it certainly leads to what the region uses.
            is_pointer: is_pointer
                && capture.needs_original()
                && (parameter.is_some() || !capture.is_given()),
            needs_value: capture.needs_original(),
            parameter,
            structure,
            dimensions,
        })
    }

    /// Whether a type is `FILE`, of glibc and of musl: the device hands such a pointer back to the host, and never
    /// follows it.
    fn is_stream(&self, ty: &Type) -> bool {
        matches!(ty.kind, Kind::Record(id) if self.types().record(id).tag.as_deref() == Some("_IO_FILE"))
    }

    /// An expression for the variable itself.
    pub(super) fn original_of(&self, capture: &Capture, shared: &str, local: &HashSet<String>) -> String {
        let Capture { name, ty, .. } = capture;
        let name = &self.on_device(name);
        match capture.storage {
            Storage::Threadprivate | Storage::Static if !capture.is_given() => self.static_original(capture),
            _ => match capture.passed() {
                Passed::Value if self.mentions(ty, local) => {
                    format!("({}){shared}.{name}", self.spell(&ty.unqualified(), ""))
                }
                Passed::Value => format!("{shared}.{name}"),
                Passed::Address if self.mentions(ty, local) => {
                    format!("*({}){shared}.{name}", self.spell(&Type::pointer_to(ty.clone()), ""))
                }
                _ => format!("*{shared}.{name}"),
            },
        }
    }

    /// The line that gives a variable its name in the kernel.
    fn declare_capture(&self, capture: &Capture, original: &str, shared: &str, known: &Known) -> String {
        let Capture { name, ty, symbol, .. } = capture;
        let name = &self.on_device(name);
        let is_steady =
            known.steady.contains(symbol) && ty.is_scalar() && capture.storage != Storage::Threadprivate;
        if capture.copied == Copied::Changed {
            return format!("{} = {original};", self.spell(&ty.unqualified(), name));
        }
        match capture.passed() {
            Passed::Rows => self.declare_rows(capture, shared),
            passed if passed == Passed::Value || is_steady => {
                // What the author says of a pointer by `restrict` he says of it and of those made from it, which
                // are pointers of their own here.
                let constant =
                    crate::symbols::Qualifiers { constant: true, restrict: false, ..ty.qualifiers };
                let ty = Type { qualifiers: constant, ..ty.unqualified() };
                let value = match capture.has_structure {
                    true => format!("gpump_structure({original}, {shared}.{})", structure_of(name)),
                    false => original.to_owned(),
                };
                format!("{} = {value};", self.spell(&ty, name))
            }
            _ => format!("{} = {original};", self.reference(ty, name)),
        }
    }

    /// The lines at the end of a kernel that give the shared variables what the threads' copies have, behind so many reductions.
    fn give_back(
        &self,
        captures: &[Capture],
        shared: &str,
        local: &HashSet<String>,
        reductions: usize,
    ) -> Vec<String> {
        let changed = captures.iter().filter(|capture| capture.copied == Copied::Changed);
        changed
            .enumerate()
            .map(|(number, capture)| {
                let name = self.on_device(&capture.name);
                let original = match capture.storage {
                    Storage::Static => self.static_original(capture),
                    _ => self.original_of(capture, shared, local),
                };
                let pointer = original.strip_prefix('*').map_or(format!("&{original}"), str::to_owned);
                match reductions + number < MOST_RESULTS {
                    true => format!("gpump_give_back({pointer}, {name});"),
                    false => format!("if (gpump_master()) {original} = {name};"),
                }
            })
            .collect()
    }

    /// The declaration of a reference to a type.
    pub(super) fn reference(&self, ty: &Type, name: &str) -> String {
        match ty.kind {
            Kind::Array { .. } | Kind::Function(_) => {
                let in_parentheses = format!("(&{name})");
                let declared = self.spell(ty, &in_parentheses);
                // Behind the name of a type there is nothing to keep apart.
                match declared.strip_suffix(&in_parentheses) {
                    Some(ty) => format!("{ty}&{name}"),
                    None => declared,
                }
            }
            _ => self.spell(ty, &format!("&{name}")),
        }
    }

    /// The same for a variable of static storage.
    pub(super) fn static_original(&self, capture: &Capture) -> String {
        let entry = self.entry_name(capture);
        match capture.storage {
            Storage::Threadprivate => format!("gpump_mine({entry})"),
            _ => format!("*gpump_globals.{entry}"),
        }
    }

    /// What a variable of static storage is called in the table.
    pub(super) fn entry_name(&self, capture: &Capture) -> String {
        self.on_device(self.cuda.hoisted.get(&capture.symbol).unwrap_or(&capture.name))
    }

    /// Puts a variable of static storage into the table.
    pub(super) fn enter_capture(&mut self, capture: &Capture) {
        let name = self.entry_name(capture);
        match capture.storage {
            Storage::Automatic => {}
            Storage::Threadprivate => {
                self.cuda.threadprivate.insert(name);
            }
            Storage::Static => {
                if capture.needs_original() && !(capture.is_given() && capture.copied == Copied::Unchanged) {
                    let member = self.spell(&Type::pointer_to(capture.ty.clone()), &name);
                    let variable = self.cuda.hoisted.get(&capture.symbol).unwrap_or(&capture.name).clone();
                    let declaration = self.scopes.get(capture.symbol);
                    if declaration.is_extern && declaration.depth > 0 {
                        // The table stands where the file may not declare it.
                        let declared = self.types().declare(&capture.ty, &variable);
                        self.cuda.externs.extend(declared.map(|declared| format!("extern {declared};")));
                    }
                    self.cuda.enter(Entry { name, member, what: What::Variable(variable) });
                }
            }
        }
    }

    fn copyin(&self, region: &Construct) -> Option<String> {
        let items = region.clauses.items_of(|sharing| *sharing == Sharing::Copyin);
        let names: Vec<String> = items
            .map(|item| {
                let hoisted = item.symbol.and_then(|symbol| self.cuda.hoisted.get(&symbol));
                format!("gpump_threadprivate_{}", self.on_device(hoisted.unwrap_or(&item.name)))
            })
            .collect();
        (!names.is_empty()).then(|| format!("gpump_copyin({});", names.join(", ")))
    }

    /// Takes down that the device's text has a declaration.
    pub(super) fn note_spelled(&self, declared: &str) {
        let mut spelled = self.cuda.spelled.borrow_mut();
        if !spelled.contains(declared) {
            spelled.insert(declared.to_owned());
        }
    }

    /// A declaration in the device's text.
    pub(super) fn spell(&self, ty: &Type, name: &str) -> String {
        let named = self.with_names(ty);
        let text = self.cplusplus_type(&named, name).unwrap_or_else(|| format!("auto {name}"));
        self.note_spelled(&text);
        text
    }
}
