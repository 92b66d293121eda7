//! From a region's plan to its kernel.

use super::super::lines::Mark;
use super::super::rewrite_stream::RewriteStream;
use super::super::{File, Writer};
use super::capture::{Capture, Storage, literal_of};
use super::plan::{Form, Original, RegionPlan, Variable};
use super::privates::Private;
use super::recorded::say_variables;
use crate::c::{Kind, Qualifiers, Type};
use crate::codegen::cuda::host_file::{Entry, What};
use crate::codegen::cuda::kernel::{self, Argument, Bare, Kernel};
use crate::codegen::cuda::needs::Needs;
use crate::codegen::cuda::{self, Passed, structure_of};
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Sharing};

/// `GPUMP_RESULTS` of `runtime/cuda/team.h`.
const MOST_RESULTS: usize = 16;

/// How a kernel is a part of a region's work: [`super::split`].
pub(super) struct Part {
    /// The name of the region's argument structure.
    pub structure: String,
    /// The line of the region's pragma, if it has no other kernel.
    pub line: Option<usize>,
    /// Comments in front of the part's own.
    pub comments: String,
    /// [`File::has_large_arguments`] of the region.
    pub has_large_arguments: bool,
}

impl Writer<'_, '_> {
    /// Writes a region: its kernel, whose text is given back, and its call.
    pub(super) fn write_region(&mut self, region: &Construct, plan: &RegionPlan, name: &str) -> String {
        let text = self.write_kernel(region, name, plan, None);
        self.call_region(region, name, &plan.variables);
        text
    }

    /// Puts a region's call in front of it.
    pub(super) fn call_region(&mut self, region: &Construct, name: &str, variables: &[Variable]) {
        let rule = super::constructs::rule_of(region.kind);
        self.out.recorder.step(rule, "host_region", Some(&region.tokens), || {
            format!(
                "On the host, a call of `{name}` is put in front of the region; the region's own text stays behind it, \
                 for a machine without a device."
            )
        });
        self.free_of_register(variables);
        let arguments = self.file.arguments(variables);
        self.host_region(region, name, &arguments);
    }

    /// Writes a kernel: of a region, or of a part of one, which then is a region by itself.
    pub(super) fn write_kernel(
        &mut self,
        region: &Construct,
        name: &str,
        plan: &RegionPlan,
        part: Option<&Part>,
    ) -> String {
        let rule = super::constructs::rule_of(region.kind);
        let mut prologue = self.write_local_types(region, &plan.variables);
        let arguments = self.file.arguments(&plan.variables);
        if plan.is_bare {
            prologue.extend(self.file.routines_of_bare(region));
        }
        prologue.extend(self.file.copyin(region));
        let is_large = part
            .map_or_else(|| self.file.has_large_arguments(&plan.variables), |part| part.has_large_arguments);
        let (declared, originals) = self.declare_variables(&plan.variables, is_large);
        prologue.extend(declared);
        if originals.iter().any(|(private, _)| private.first && private.last) {
            // No last value goes out before all have the first (2.8.3.5).
            prologue.push(plan.barrier().to_owned());
        }
        let first_line = self.file.indentation(*region.body.start()).to_owned();
        let mut comment = self.file.pragma_comment(&region.directive);
        if let Some(part) = part {
            comment.insert_str(0, &part.comments);
        }
        self.out.recorder.step(rule, "write_region", Some(&region.tokens), || {
            format!(
                "Begins the kernel `{name}` with the region's own text. {}",
                say_variables(&plan.variables)
            )
        });
        let stream = self.new_stream(true);
        let before = std::mem::replace(&mut self.out.device, stream);
        let stream = self.show_stream(&region.body);
        prologue.extend(self.write_device_forms(&region.tokens, Some(region)));
        for (private, _) in &originals {
            prologue.extend(self.declare_reduced(private));
        }
        self.device_statics(&region.body);
        let iterations = plan.count.as_ref().map(|count| self.count_on_host(count, plan));
        self.device_constructs(&region.parts, plan, true);
        match region.kind {
            ConstructKind::ParallelFor => self.device_loop(region, plan, Some(&originals)),
            ConstructKind::ParallelSections => self.device_sections(region, plan, Some(&originals)),
            ConstructKind::ParallelMaster => self.device_master(region, plan),
            _ => {}
        }
        let made = Mark::Made(self.file.physical_line(*region.tokens.start()));
        let text = self.out.device.marked_text_of(&region.body, &self.file.cuda.given.places);
        self.keep_stream(before);
        let mut epilogue = self.file.results(&originals, plan);
        epilogue.extend(self.file.give_back(&plan.variables, epilogue.len()));
        epilogue.extend(originals.iter().filter_map(|(private, _)| self.file.combine_reduced(private)));
        let bare = plan.is_bare.then(|| Bare {
            reductions: plan.reductions(),
            has_two_forms: plan.is_covered,
            iterations,
            apart: plan.apart.clone(),
        });
        let is_in = |regions: &[Tokens]| regions.iter().any(|around| around.contains(region.tokens.start()));
        let kernel = Kernel {
            name: name.to_owned(),
            structure: part.map(|part| part.structure.clone()),
            file: self.file.file_of(*region.tokens.start()),
            line: part
                .and_then(|part| part.line)
                .unwrap_or_else(|| self.file.line_of(*region.tokens.start())),
            comment,
            arguments,
            prologue,
            body: format!("{first_line}{text}{made}"),
            epilogue,
            shared: self.file.name_of_arguments().to_owned(),
            table: self.file.cuda.table_name(),
            objects: self.file.objects(&plan.variables),
            needs: self.file.needs_of(region),
            is_independent: plan.is_independent,
            may_be_cancelled: is_in(&self.file.cuda.decided.cancelled),
            has_nested: is_in(&self.file.cuda.decided.around_others),
            has_serial: is_in(&self.file.cuda.decided.around_serial),
            is_team_agnostic: plan.is_team_agnostic,
            shown_team: plan.shown_team,
            bare,
        };
        self.keep_region(region, name, plan);
        let text = format!("{made}{}{}", kernel::kernel(&kernel).trim_end(), Mark::Own);
        self.complete_code(stream, &text, rule, &region.tokens);
        text
    }

    /// The lines that give the variables which a kernel uses their names in it, and the copies that clauses make with their
    /// originals. `is_large`: [`File::has_large_arguments`].
    fn declare_variables(
        &mut self,
        variables: &[Variable],
        is_large: bool,
    ) -> (Vec<String>, Vec<(Private, String)>) {
        let mut lines = Vec::new();
        let mut originals: Vec<(Private, String)> = Vec::new();
        for variable in variables {
            let Variable { capture, original: found, form, .. } = variable;
            if matches!(found, Original::Threadprivate | Original::Table) || variable.is_copy() {
                self.enter_static(capture);
            }
            let original = self.file.original_of(variable);
            let read = if is_large { self.file.original_given(variable) } else { original.clone() };
            let (ty, name) = (&capture.ty, &self.file.on_device(&capture.name));
            match form {
                Form::Nothing => {}
                Form::Rows => lines.push(self.file.declare_rows(capture)),
                Form::Reference => lines.push(format!("{} = {read};", self.file.reference(ty, name))),
                Form::Copy => lines.push(format!("{} = {read};", self.file.spell(&ty.unqualified(), name))),
                Form::Constant | Form::Structure => {
                    // What the author says of a pointer by `restrict` he says of it and of those made from it, which
                    // are pointers of their own here.
                    let qualifiers = Qualifiers { constant: true, restrict: false, ..ty.qualifiers };
                    let declared = self.file.spell(&Type { qualifiers, ..ty.unqualified() }, name);
                    let value = match form {
                        Form::Structure => {
                            let copy = structure_of(name);
                            format!("gpump_structure({original}, {}.{copy})", self.file.name_of_arguments())
                        }
                        _ => read,
                    };
                    lines.push(format!("{declared} = {value};"));
                }
                Form::Private(private) if private.reduced.is_some() => {
                    lines.push(self.file.declare_original(capture, *found, &original));
                    originals.push((private.clone(), original));
                }
                Form::Private(private) if matches!(found, Original::Rows | Original::Bounds) => {
                    let bounds = self.file.passed_dimensions(capture);
                    lines.extend(self.file.declare_private_rows(private, &original, &bounds));
                    originals.push((private.clone(), format!("({original})")));
                }
                Form::Private(private) => {
                    lines.extend(self.file.declare_private(private, &read));
                    originals.push((private.clone(), original));
                }
            }
        }
        (lines, originals)
    }

    /// Takes the replacements of a stream that has been read, and goes back to
    /// another.
    pub(super) fn keep_stream(&mut self, before: RewriteStream<'_>) {
        let fault = self.out.device.check().err();
        let stream = self.new_stream(true);
        let mut done = std::mem::replace(&mut self.out.device, stream).into_replacements();
        let mut earlier = before.into_replacements();
        earlier.append(&mut done);
        self.out.device.adopt(earlier);
        if let Some(fault) = fault {
            let message = format!("the translation contradicts itself: {fault}");
            self.out.diagnostics.push(crate::diagnostics::Diagnostic::error("E0900", message, 0..0));
        }
    }

    /// Puts a variable of static storage into the table.
    pub(super) fn enter_static(&mut self, capture: &Capture) {
        let name = self.file.entry_name(capture);
        match capture.storage {
            Storage::Automatic => {}
            Storage::Threadprivate => {
                self.out.written.threadprivate.insert(name);
            }
            Storage::Static => {
                let member = self.file.spell(&Type::pointer_to(capture.ty.clone()), &name);
                let variable = self.file.cuda.decided.name_of(capture.symbol, &capture.name).to_owned();
                let declaration = self.file.scopes.get(capture.symbol);
                if declaration.is_extern && declaration.depth > 0 {
                    // The table stands where the file may not declare it.
                    let declared = self.file.types().declare(&capture.ty, &variable);
                    self.out.written.externs.extend(declared.map(|declared| format!("extern {declared};")));
                }
                self.out.written.enter(Entry { name, member, what: What::Variable(variable) });
            }
        }
    }
}

impl File<'_> {
    /// What a region needs of other files, or the one that it is a part of.
    fn needs_of(&self, region: &Construct) -> Needs {
        let around = self.cuda.decided.needs.range(..=*region.tokens.start()).next_back();
        around.map(|(_, needs)| needs.clone()).unwrap_or_default()
    }

    /// The large variables of static storage among those that a region uses, by their names in the table.
    fn objects(&self, variables: &[Variable]) -> Vec<String> {
        let of_table = variables.iter().filter(|variable| variable.original == Original::Table);
        of_table
            .map(|variable| &variable.capture)
            .filter(|capture| match capture.ty.kind {
                Kind::Array { .. } => self.types().count_of(&capture.ty).is_some(),
                // Of a structure that another file defines the size is not known.
                Kind::Record(id) => self.types().layout(id).is_some(),
                _ => false,
            })
            .map(|capture| self.entry_name(capture))
            .collect()
    }

    /// The lines at a kernel's end that combine the region's own reductions.
    fn results(&self, originals: &[(Private, String)], plan: &RegionPlan) -> Vec<String> {
        let before: usize = plan.reductions.values().skip(1).sum();
        let mut lines = Vec::new();
        for (private, original) in originals {
            let Some(operator) = &private.reduction else { continue };
            let (operation, pointer) = (cuda::reduction(operator), pointer_to(original));
            // The host takes so many results (runtime/cuda/team.h).
            let kind = if lines.len() < MOST_RESULTS { "result" } else { "reduce" };
            let number = before + lines.len();
            let place = if plan.is_bare { format!("gpump_team, {number}, ") } else { String::new() };
            let name = self.on_device(&private.name);
            lines.push(format!("gpump_{kind}_{operation}({place}{pointer}, {name});"));
        }
        lines
    }

    /// The members of the argument structure; gpump_launch finds those that are parameters at the beginning.
    pub(super) fn arguments(&self, variables: &[Variable]) -> Vec<Argument> {
        let mut arguments: Vec<Argument> =
            variables.iter().filter_map(|variable| self.argument(variable)).collect();
        arguments.sort_by_key(|argument| argument.parameter.is_none());
        arguments
    }

    fn argument(&self, variable: &Variable) -> Option<Argument> {
        let Variable { capture, original, is_local, .. } = variable;
        let Capture { name, ty, .. } = capture;
        let name = &self.on_device(name);
        let passed = match original {
            Original::Nowhere | Original::Threadprivate | Original::Table | Original::Known(_) => {
                return None;
            }
            Original::Rows | Original::Bounds => Passed::Rows,
            Original::Address => Passed::Address,
            Original::Value | Original::Parameter => Passed::Value,
        };
        let is_address = passed != Passed::Value || ty.pointee().is_some();
        let member = match passed {
            _ if passed == Passed::Rows || *is_local && is_address => format!("void *{name}"),
            Passed::Value if *is_local => {
                let plain = match ty.kind {
                    Kind::Enumeration(id) => self.types().enumeration(id).basic.map(Type::from),
                    Kind::Complex(_) => Some(Type::from(ty.kind.clone())),
                    _ => ty.basic().map(Type::from),
                };
                self.spell(&plain.unwrap_or(Type::INT), name)
            }
            Passed::Value => self.spell(&ty.unqualified(), name),
            _ => self.spell(&Type::pointer_to(ty.clone()), name),
        };
        let parameter = (*original == Original::Parameter).then(|| {
            let qualifiers = Qualifiers { constant: true, restrict: true, ..ty.qualifiers };
            // The name itself is the copy's where a clause makes one.
            let name =
                if matches!(variable.form, Form::Private(_)) { cuda::original(name) } else { name.clone() };
            self.spell(&Type { qualifiers, ..ty.unqualified() }, &name)
        });
        let copied = ty.pointee().filter(|_| matches!(variable.form, Form::Structure));
        Some(Argument {
            name: self.variable_on_host(capture.symbol, &capture.name),
            pointer: self.heap_array_of(capture.symbol).map(|array| array.pointer.clone()),
            on_device: name.clone(),
            passed,
            member,
            is_pointer: match original {
                // One of the file is looked at and moved only where it certainly leads to what the region uses.
                Original::Value => capture.storage == Storage::Automatic && self.leads_to_memory(variable),
                _ => *original != Original::Bounds,
            },
            needs_value: *original != Original::Bounds,
            parameter,
            structure: copied.map(|to| self.spell(&to.unqualified(), &structure_of(name))),
            dimensions: if passed == Passed::Rows { self.dimensions_of(capture) } else { Vec::new() },
        })
    }

    /// Whether a variable is a pointer by which the device gets to memory.
    pub(super) fn leads_to_memory(&self, variable: &Variable) -> bool {
        variable.capture.ty.pointee().is_some_and(|to| {
            variable.is_local || !matches!(to.kind, Kind::Function(_)) && !self.is_stream(to)
        })
    }

    /// Whether a type is `FILE`, of glibc and of musl: the device hands such a pointer back to the host, and never
    /// follows it.
    fn is_stream(&self, ty: &Type) -> bool {
        matches!(ty.kind, Kind::Record(id) if self.types().record(id).tag.as_deref() == Some("_IO_FILE"))
    }

    /// An expression for the variable itself; nothing where it is not needed. Of an array of variable length it is a pointer to
    /// the first element.
    pub(super) fn original_of(&self, variable: &Variable) -> String {
        let name = self.on_device(&variable.capture.name);
        self.original_by(variable, &format!("{}.{name}", self.name_of_arguments()))
    }

    /// The same where nvcc has to be kept from mistakes.
    fn original_given(&self, variable: &Variable) -> String {
        let name = self.on_device(&variable.capture.name);
        self.original_by(variable, &format!("gpump_given({}.{name})", self.name_of_arguments()))
    }

    fn original_by(&self, variable: &Variable, member: &str) -> String {
        let Variable { capture, original, is_local, .. } = variable;
        let ty = &capture.ty;
        let cast = |to: &Type| if *is_local { format!("({})", self.spell(to, "")) } else { String::new() };
        match original {
            Original::Nowhere => String::new(),
            Original::Threadprivate | Original::Table => self.static_original(capture),
            Original::Parameter => cuda::original(&self.on_device(&capture.name)),
            Original::Value => format!("{}{member}", cast(&ty.unqualified())),
            Original::Known(value) => literal_of(*value),
            Original::Address => format!("*{}{member}", cast(&Type::pointer_to(ty.clone()))),
            Original::Rows | Original::Bounds => self.first_element(capture),
        }
    }

    /// The lines at the end of a kernel that give the shared variables what the threads' copies have, behind so many reductions.
    fn give_back(&self, variables: &[Variable], reductions: usize) -> Vec<String> {
        let copies = variables.iter().filter(|variable| variable.is_copy());
        copies
            .enumerate()
            .map(|(number, variable)| {
                let name = self.on_device(&variable.capture.name);
                let original = match variable.capture.storage {
                    Storage::Static => self.static_original(&variable.capture),
                    _ => self.original_of(variable),
                };
                match reductions + number < MOST_RESULTS {
                    true => format!("gpump_give_back({}, {name});", pointer_to(&original)),
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
        self.on_device(self.cuda.decided.name_of(capture.symbol, &capture.name))
    }

    fn copyin(&self, region: &Construct) -> Option<String> {
        let items = region.clauses.items_of(|sharing| *sharing == Sharing::Copyin);
        let names: Vec<String> = items
            .map(|item| self.on_device(self.cuda.decided.name_of(item.symbol, &item.name)))
            .map(|name| format!("gpump_threadprivate_{name}"))
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
        let text = self.cplusplus_type(&named, name, true).unwrap_or_else(|| format!("auto {name}"));
        self.note_spelled(&text);
        text
    }
}

/// The address of an original.
fn pointer_to(original: &str) -> String {
    original.strip_prefix('*').map_or_else(|| format!("&{original}"), str::to_owned)
}
