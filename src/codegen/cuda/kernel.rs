//! A region: its kernel, and its call on the host (section 2.4 of the
//! specification).

use super::needs::Needs;
use super::{Passed, dimension_of, in_macros, structure_of};
use crate::source::quoted::string_literal;

/// A variable in a region's argument structure.
#[derive(Clone, Debug)]
pub struct Argument {
    pub name: String,
    /// The host's pointer to it, where it lies in the heap: then the name may be a macro.
    pub pointer: Option<String>,
    /// The name in the device's text, where it is a member's.
    pub on_device: String,
    pub passed: Passed,
    /// The declaration of the member in the device's text.
    pub member: String,
    /// Whether it leads to memory, so that a message can name it.
    pub is_pointer: bool,
    /// Whether the kernel uses what is there: of a private array of variable length it needs the bounds alone.
    pub needs_value: bool,
    /// The declaration of a parameter of its own, for a pointer that nothing else leads the same way as.
    pub parameter: Option<String>,
    /// The declaration of a member that is a copy of the structure which it leads to.
    pub structure: Option<String>,
    /// How many dimensions of a variable length have to be passed along.
    pub dimensions: Vec<String>,
}

/// A region as the device's text has it, or a part of one that has a kernel to itself.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub name: String,
    /// The name of the argument structure of the region that it is a part of.
    pub structure: Option<String>,
    /// The file and the line of the pragma.
    pub file: String,
    pub line: usize,
    /// The comment that stands above it.
    pub comment: String,
    pub arguments: Vec<Argument>,
    /// Lines at the beginning and at the end of the kernel.
    pub prologue: Vec<String>,
    pub body: String,
    pub epilogue: Vec<String>,
    /// What its argument is called.
    pub shared: String,
    /// The host's table, and the large variables in it that the region uses.
    pub table: String,
    pub objects: Vec<String>,
    /// What it needs of other files, where these are compiled apart.
    pub needs: Needs,
    /// Whether no thread waits for one of another block.
    pub is_independent: bool,
    /// Whether it has regions within, and runs on the host where these are to have several threads.
    pub has_nested: bool,
    /// Whether it has some, and stays on the device.
    pub has_serial: bool,
    /// Whether it has `cancel`, or a cancellation point.
    pub may_be_cancelled: bool,
    /// Whether nobody can tell how many threads it has, of one that is not bare.
    pub is_team_agnostic: bool,
    pub shown_team: ShownTeam,
    pub bare: Option<Bare>,
}

/// Whether a program can tell how large a region's team is, or which thread did what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShownTeam {
    #[default]
    No,
    /// If functions of other files, or those called through pointers, ask for it.
    ByOthers,
    Yes,
}

/// A region whose threads ask nothing of their team but how many they are.
#[derive(Clone, Debug)]
pub struct Bare {
    /// How many reductions it has.
    pub reductions: usize,
    /// Where nobody can tell how many threads there are: the statements that say on the host how many iterations there are.
    pub iterations: Option<Vec<String>>,
    /// Whether the host's number of iterations is exact, so that there can be a form of the kernel that relies on it.
    pub has_two_forms: bool,
    /// Pairs of pointers among the arguments of which the host may know that they lead to different memory.
    pub apart: Vec<(String, String)>,
}

/// An argument structure.
pub fn structure(name: &str, comment: &str, arguments: &[Argument]) -> String {
    let mut text = format!("{comment}\nstruct {name} {{\n");
    for argument in arguments {
        text.push_str(&format!("    {};\n", argument.member));
        if let Some(structure) = &argument.structure {
            text.push_str(&format!("    {structure};\n"));
        }
        for (at, _) in argument.dimensions.iter().enumerate() {
            text.push_str(&format!("    size_t {};\n", dimension_of(&argument.on_device, at)));
        }
    }
    text.push_str("};\n");
    text
}

/// What the host knows of a region: of its descriptor (`runtime/cuda/region.h`) the members that are not as they are by default, a
/// line each, in the order in which they are declared.
fn descriptor(name: &str, structure: &str, file: &str, line: usize, members: &[String]) -> String {
    let place = format!(".file = {}, .line = {line}", string_literal(file));
    let members: String = members.iter().map(|member| format!(",\n    {member}")).collect();
    format!("GPUMP_REGION({name}, {structure}, {place}{members});\n")
}

/// A member that is a list of what a macro makes of names; none, if there are none. The macro takes no more than 64.
fn list(member: &str, make: &str, context: &str, names: &[&str]) -> Option<String> {
    (!names.is_empty()).then(|| format!(".{member} = {{{}}}", in_macros(make, context, names).join(", ")))
}

/// The descriptor of a region of several kernels.
pub fn parts(name: &str, file: &str, line: usize, kernels: &[String]) -> String {
    let parts: Vec<String> = kernels.iter().map(|kernel| format!("&{kernel}_region")).collect();
    descriptor(name, &format!("{name}_t"), file, line, &[format!(".parts = {{{}}}", parts.join(", "))])
}

/// The descriptor of a region with one kernel, or of a part of a region.
fn descriptor_of(kernel: &Kernel, structure: &str) -> String {
    let Kernel { name, arguments, bare, .. } = kernel;
    let names = |is_meant: fn(&Argument) -> bool| -> Vec<&str> {
        arguments.iter().filter(|argument| is_meant(argument)).map(|argument| &*argument.on_device).collect()
    };
    let mut flags = Vec::new();
    if let Some(bare) = bare {
        flags.push(".is_bare = true".to_owned());
        if bare.reductions != 0 {
            flags.push(format!(".reductions = {}", bare.reductions));
        }
    }
    if kernel.is_independent {
        flags.push(".is_independent = true".to_owned());
    }
    if kernel.has_nested {
        flags.push(".has_nested = true".to_owned());
    }
    if kernel.has_serial {
        flags.push(".has_serial = true".to_owned());
    }
    if kernel.may_be_cancelled {
        flags.push(".may_be_cancelled = true".to_owned());
    }
    if kernel.is_team_agnostic {
        flags.push(".is_team_agnostic = true".to_owned());
    }
    match kernel.shown_team {
        ShownTeam::No => {}
        ShownTeam::ByOthers => flags.push(".shows_team = GPUMP_SHOWN_BY_OTHERS".to_owned()),
        ShownTeam::Yes => flags.push(".shows_team = GPUMP_SHOWN".to_owned()),
    }
    let mut members = Vec::new();
    if bare.as_ref().is_some_and(|bare| bare.has_two_forms) {
        members.push(format!(
            ".kernel = gpump_kernel<{name}<gpump_team_t>>, .covered = gpump_kernel<{name}<gpump_covered_t>>"
        ));
    } else {
        flags.insert(0, format!(".kernel = gpump_kernel<{name}>"));
    }
    if !flags.is_empty() {
        members.push(flags.join(", "));
    }
    if let Some(statements) = bare.as_ref().and_then(|bare| bare.iterations.as_ref()) {
        members.push(format!(".iterations = GPUMP_ITERATIONS({}, {})", kernel.shared, statements.join(" ")));
    }
    members.extend(list("pointers", "GPUMP_POINTERS", "", &names(|argument| argument.is_pointer)));
    if let Some(Bare { apart, .. }) = bare
        && !apart.is_empty()
    {
        let pairs: Vec<String> =
            apart.iter().map(|(written, other)| format!("GPUMP_PAIR({written}, {other})")).collect();
        members.push(format!(".apart = {{{}}}", pairs.join(", ")));
    }
    members.extend(list(
        "structures",
        "GPUMP_STRUCTURES",
        "",
        &names(|argument| argument.structure.is_some()),
    ));
    members.extend(kernel.needs.members());
    let objects: Vec<&str> = kernel.objects.iter().map(String::as_str).collect();
    members.extend(list("objects", "GPUMP_OBJECTS", &format!("{}, ", kernel.table), &objects));
    descriptor(name, structure, &kernel.file, kernel.line, &members)
}

/// The kernel, its argument structure if it is the region's only one, and what the host knows of it.
pub fn kernel(kernel: &Kernel) -> String {
    let Kernel { name, comment, arguments, prologue, body, epilogue, shared, .. } = kernel;
    let own_structure = format!("{name}_t");
    let ty = kernel.structure.as_ref().unwrap_or(&own_structure);
    let mut text = match kernel.structure {
        Some(_) => format!("{comment}\n"),
        None => structure(ty, comment, arguments) + "\n",
    };
    let parameter = if arguments.is_empty() { String::new() } else { format!(" {shared}") };
    let own: String = arguments
        .iter()
        .filter_map(|argument| argument.parameter.as_ref())
        .map(|own| format!(", {own}"))
        .collect();
    let parameter =
        if arguments.iter().all(|argument| argument.parameter.is_some()) { "" } else { &parameter };
    // The address of such a parameter may be taken, and nothing is copied for it.
    let has_structures = arguments.iter().any(|argument| argument.structure.is_some());
    let constant = if has_structures { "const __grid_constant__ " } else { "" };
    let (template, team) = match &kernel.bare {
        Some(Bare { has_two_forms: true, .. }) => ("template <class gpump_form_t>\n", "gpump_form_t"),
        _ => ("", "gpump_team_t"),
    };
    text.push_str(&format!(
        "{template}__global__ void {name}({team} gpump_team, {constant}{ty}{parameter}{own})\n{{\n"
    ));
    let enter = if kernel.bare.is_some() { "gpump_enter_bare" } else { "gpump_enter" };
    text.push_str(&format!("    if (!{enter}(gpump_team))\n        return;\n"));
    for line in prologue {
        text.push_str(&format!("    {line}\n"));
    }
    text.push_str(body);
    text.push('\n');
    for line in epilogue {
        text.push_str(&format!("    {line}\n"));
    }
    text.push_str("}\n");
    text.push_str(&descriptor_of(kernel, ty));
    text
}

/// What a region's call on the host is made of.
#[derive(Clone, Debug)]
pub struct Call {
    pub kernel: String,
    pub condition: Option<String>,
    pub num_threads: Option<String>,
    /// Whether the region's own statement stands in braces.
    pub in_braces: bool,
    /// Whether a `#pragma pack` of the program's holds there.
    pub is_packed: bool,
    /// Whether it waits for the host's tasks, as the region's `depend` clause asks.
    pub waits_for_tasks: bool,
}

/// The text in front of the region's own statement, which is the host's version,
/// and the text behind it. `indent` is that of the pragma.
pub fn call(call: &Call, arguments: &[Argument], indent: &str) -> (String, String) {
    let condition = call.condition.as_deref().unwrap_or("1");
    let num_threads = call.num_threads.as_deref().unwrap_or("0");
    let mut before = format!("{indent}{{\n");
    if call.waits_for_tasks {
        // All tasks, and not those of the clause: compilers read fewer forms of `depend` here than on `target`.
        before.push_str("#pragma omp taskwait\n");
    }
    let mut pointer = "0";
    if !arguments.is_empty() {
        let mut members = Vec::new();
        let mut values = Vec::new();
        for Argument { name, pointer, on_device, passed, dimensions, needs_value, structure, .. } in arguments
        {
            match passed {
                Passed::Value => {
                    let (value, name) = match pointer {
                        Some(pointer) => (format!("*{pointer}"), pointer),
                        None => (name.clone(), name),
                    };
                    members.push(format!("__typeof__({value}) {name};"));
                    values.push(value);
                }
                Passed::Address => {
                    members.push(format!("__typeof__({name}) *{name};"));
                    values.push(format!("&{name}"));
                }
                Passed::Rows => {
                    members.push(format!("void *{name};"));
                    values.push(if *needs_value { format!("(void *){name}") } else { "0".to_owned() });
                    for (at, dimension) in dimensions.iter().enumerate() {
                        members.push(format!("__SIZE_TYPE__ {};", dimension_of(on_device, at)));
                        values.push(format!("(__SIZE_TYPE__)({dimension})"));
                    }
                }
            }
            if structure.is_some() {
                let member = structure_of(on_device);
                members.push(format!(
                    "unsigned char {member}[sizeof *{name}] __attribute__((aligned(__alignof__(*{name}))));"
                ));
                values.push("{0}".to_owned());
            }
        }
        let (members, values) = (members.join(" "), values.join(", "));
        let structure = format!("{indent}    struct {{ {members} }} gpump_shared = {{{values}}};\n");
        // The device's structure of arguments is laid out as ever.
        before.push_str(&match call.is_packed {
            true => format!("#pragma pack(push, 16)\n{structure}#pragma pack(pop)\n"),
            false => structure,
        });
        pointer = "&gpump_shared";
    }
    let kernel = &call.kernel;
    let (open, close) =
        if call.in_braces { (" {", format!("\n{indent}    }}")) } else { ("", String::new()) };
    before.push_str(&format!(
        "{indent}    if (!gpump_parallel(&{kernel}_region, {condition}, {num_threads}, {pointer})){open}\n"
    ));
    (before, format!("{close}\n{indent}}}"))
}
