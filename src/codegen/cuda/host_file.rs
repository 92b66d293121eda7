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
    /// An array in the heap, by the pointer to it.
    HeapArray(String),
    Function(String),
    /// A string literal, as it is written.
    Text(String),
}

/// The lines in front of the file's own.
pub fn top(regions: &[String]) -> String {
    let mut text = String::from("#include <takeover.h>\n#include <gpump.h>\n");
    if !regions.is_empty() {
        let names: Vec<String> = regions.iter().map(|name| format!("{name}_region")).collect();
        text.push_str(&format!("extern gpump_region_t {};\n", names.join(", ")));
    }
    text
}

/// The table behind the file's own text.
pub fn table(name: &str, entries: &[Entry]) -> String {
    let mut members = String::new();
    let mut values = Vec::new();
    for Entry { name: member, what, .. } in entries {
        match what {
            What::Variable(variable) => {
                members.push_str(&format!("    __typeof__({variable}) *{member};\n"));
                values.push(format!("&{variable}"));
            }
            What::HeapArray(pointer) => {
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
    // Of arrays in the heap it has the addresses when there are some.
    let is_constant = !entries.iter().any(|entry| matches!(entry.what, What::HeapArray(_)));
    let constant = if is_constant { "const " } else { "" };
    format!(
        "\n/* What the device's text needs of this file. */\n{constant}struct {{\n{members}}} {name} = {{{values}}};\n"
    )
}

/// The function that gives arrays their memory in the heap, before `main`; `pointers` lead to those which the table
/// has not.
pub fn heap_arrays(name: &str, entries: &[Entry], pointers: &[String]) -> String {
    let in_table = entries.iter().filter_map(|entry| match &entry.what {
        What::HeapArray(pointer) => Some((pointer, format!("{name}.{pointer} = "))),
        _ => None,
    });
    let lines: String = in_table
        .chain(pointers.iter().map(|pointer| (pointer, String::new())))
        .map(|(pointer, table)| {
            let ty = format!("__typeof__({pointer})");
            format!("    {table}{pointer} = ({ty})gpump_static_memory(sizeof *{pointer});\n")
        })
        .collect();
    if lines.is_empty() {
        return lines;
    }
    format!(
        "\n/* Large arrays lie in the memory that host and device share. */\n\
         static void __attribute__((constructor)) {name}_arrays(void)\n{{\n{lines}}}\n"
    )
}
