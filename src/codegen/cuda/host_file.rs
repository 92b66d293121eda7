//! What stands around the host's text: the runtime's headers before it, and the
//! table of the variables that the device reaches behind it.

/// An entry of the table: a variable, a function or a string literal.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name of the member.
    pub name: String,
    /// The declaration of the member in the device's text.
    pub member: String,
    /// What stands for it in the host's text.
    pub what: What,
}

/// What an entry of the table stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A variable, by its name on the host.
    Variable(String),
    /// A variable of which each of the host's threads has a copy; the first one's is meant.
    ThreadLocal(String),
    /// An array in the heap.
    HeapArray(HeapArray),
    Function(String),
    /// A string literal, as it is written.
    Text(String),
}

/// An array that lies in the heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapArray {
    /// The name of the pointer to it.
    pub pointer: String,
    pub origin: Origin,
}

/// What an array in the heap begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Zeros,
    /// A copy of this variable, which has the array's initialiser.
    Image(String),
    /// Another file of the program sees to it.
    Elsewhere,
}

/// The lines in front of the file's own. Directives that headers have stay in these: no compiler has to warn of them.
pub fn top(regions: &[String], has_directives_in_headers: bool) -> String {
    let mut text = String::from("#include <takeover.h>\n#include <gpump.h>\n");
    if has_directives_in_headers {
        text.push_str("#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"\n");
    }
    if !regions.is_empty() {
        let names: Vec<String> = regions.iter().map(|name| format!("{name}_region")).collect();
        text.push_str(&format!("extern gpump_region_t {};\n", names.join(", ")));
    }
    text
}

/// The assertions about the layout of types, behind the file's own text.
pub fn layouts(lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    format!("\n/* The layout that the device has. */\n{}\n", lines.join("\n"))
}

/// The table behind the file's own text, and what gives variables their memory in the heap; `others` are those that the table has
/// not.
pub fn table(name: &str, entries: &[Entry], others: &[HeapArray]) -> String {
    let assign = |entry: &Entry| {
        let member = match &entry.what {
            // The member's name is a macro by now.
            What::HeapArray(array) => &array.pointer,
            _ => &entry.name,
        };
        format!("{name}.{member} = ")
    };
    let arrays = heap_arrays(name, entries, others, assign);
    if entries.is_empty() {
        return arrays;
    }
    let mut members = String::new();
    let mut values = Vec::new();
    for Entry { name: member, what, .. } in entries {
        match what {
            What::Variable(variable) => {
                members.push_str(&format!("    __typeof__({variable}) *{member};\n"));
                values.push(format!("&{variable}"));
            }
            What::ThreadLocal(variable) => {
                members.push_str(&format!("    __typeof__({variable}) *{member};\n"));
                values.push("0".to_owned());
            }
            What::HeapArray(HeapArray { pointer, .. }) => {
                // The member's name is a macro by now.
                members.push_str(&format!("    __typeof__({pointer}) {pointer};\n"));
                values.push("0".to_owned());
            }
            What::Function(function) => {
                members.push_str(&format!("    __typeof__({function}) *{member};\n"));
                values.push(function.clone());
            }
            What::Text(literal) => {
                members.push_str(&format!("    const char *{member};\n"));
                values.push(literal.clone());
            }
        }
    }
    let values = values.join(", ");
    let constant = constant(entries);
    format!(
        "\n/* What the device's text needs of this file. */\n{constant}struct {{\n{members}}} {name} = {{{values}}};\n{arrays}"
    )
}

/// What qualifies the table: of what lies in the heap it has the addresses when there are some.
pub fn constant(entries: &[Entry]) -> &'static str {
    let may_change =
        entries.iter().any(|entry| matches!(entry.what, What::HeapArray(_) | What::ThreadLocal(_)));
    if may_change { "" } else { "const " }
}

/// The functions that give variables their memory in the heap, before the program's own constructors and again when `main` begins;
/// `others` are those that the table has not. What other files see to comes second: then they have done so. `assign` writes how a
/// member of the table gets its value.
pub fn heap_arrays(
    name: &str,
    entries: &[Entry],
    others: &[HeapArray],
    assign: impl Fn(&Entry) -> String,
) -> String {
    let in_table = entries.iter().filter_map(|entry| match &entry.what {
        What::HeapArray(array) => Some((array, assign(entry))),
        _ => None,
    });
    let (mut own, mut of_others) = (String::new(), String::new());
    for (array, table) in in_table.chain(others.iter().map(|array| (array, String::new()))) {
        let pointer = &array.pointer;
        let memory = match &array.origin {
            Origin::Zeros => format!("gpump_static_memory(sizeof *{pointer})"),
            Origin::Image(image) => format!("gpump_static_copy((const void *)&{image}, sizeof *{pointer})"),
            Origin::Elsewhere if table.is_empty() => continue,
            Origin::Elsewhere => {
                of_others.push_str(&format!("    {table}{pointer};\n"));
                continue;
            }
        };
        own.push_str(&format!("    {pointer} = (__typeof__({pointer})){memory};\n"));
        if !table.is_empty() {
            own.push_str(&format!("    {table}{pointer};\n"));
        }
    }
    for entry in entries {
        if let What::ThreadLocal(variable) = &entry.what {
            own.push_str(&format!("    {}&{variable};\n", assign(entry)));
            own.push_str(&format!("    gpump_reach((const void *)&{variable}, sizeof {variable});\n"));
        }
    }
    let constructor = |priority: u32, function: &str, comment: &str, lines: &str| {
        if lines.is_empty() {
            return String::new();
        }
        format!(
            "\n/* {comment} */\n\
             static void {name}_{function}(void)\n{{\n{lines}}}\n\
             static void __attribute__((constructor({priority}))) {name}_begin_{function}(void)\n\
             {{\n    gpump_put_into_heap({name}_{function});\n}}\n"
        )
    };
    constructor(101, "arrays", "What lies in the memory that host and device share.", &own)
        + &constructor(102, "arrays_of_others", "Those of other files.", &of_others)
}
