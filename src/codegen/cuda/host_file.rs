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
    for Entry { name, what, .. } in entries {
        match what {
            What::Variable(variable) => {
                members.push_str(&format!("    __typeof__({variable}) *{name};\n"));
                values.push(format!("&{variable}"));
            }
            What::Function(function) => {
                members.push_str(&format!("    __typeof__({function}) *{name};\n"));
                values.push(function.clone());
            }
            What::Text(literal) => {
                members.push_str(&format!("    const char *{name};\n"));
                values.push(literal.clone());
            }
        }
    }
    let values = values.join(", ");
    format!(
        "\n/* What the device's text needs of this file. */\nconst struct {{\n{members}}} {name} = {{{values}}};\n"
    )
}
