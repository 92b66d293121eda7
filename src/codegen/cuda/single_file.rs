//! A translation as a single file: the device's text in a namespace, and the
//! author's program behind it, both in C++.
//!
//! The types of the program are declared on both sides. The table that leads
//! from one to the other has the device's types, so the host's addresses are
//! converted where they are put into it.

use super::device_file::{self, DeviceFile, NAMESPACE};
use super::host_file::{self, Entry, HeapArray, What};

/// What stands in front of the author's text. `names` are those that headers of
/// the program have to be read with, and what they are instead. `keeps_directives` is whether some of the author's directives are left.
pub fn top(
    file: &DeviceFile,
    has_device: bool,
    keeps_directives: bool,
    regions: &[String],
    names: &[(String, String)],
) -> String {
    let source = &file.source;
    let stem = source.rsplit_once('.').map_or(source.as_str(), |(stem, _)| stem);
    let fmad = if file.is_uncontracted { " -fmad=false" } else { "" };
    let openmp = if keeps_directives { " -Xcompiler -fopenmp" } else { "" };
    let mut text = format!(
        "/* {source} in CUDA C++. With the runtime's sources in a folder (`gpump runtime DIR`):\n   \
         nvcc -std=c++17{fmad}{openmp} -I DIR/cuda/include -I DIR {stem}.cu DIR/cuda/host.cu -Xlinker --wrap=main -o {stem} */\n\
         #include <gpump_single.h>\n"
    );
    for line in &file.headers {
        text.push_str(line);
        text.push('\n');
    }
    if has_device {
        text.push_str("\n/* ---- The device's part ---- */\n");
        text.push_str(&device_file::namespace(file));
        for definition in &file.macros {
            let name = definition.trim_start_matches("#define ");
            let end = name.find([' ', '(']).unwrap_or(name.len());
            text.push_str(&format!("#undef {}\n", &name[..end]));
        }
    }
    text.push_str("\n/* ---- The host's part ---- */\n\n");
    for (name, own) in names {
        text.push_str(&format!("#define {name} {own}\n"));
    }
    text.push_str("extern \"C\" {\n\n");
    if !regions.is_empty() {
        let names: Vec<String> = regions.iter().map(|name| format!("{name}_region")).collect();
        text.push_str(&format!("extern gpump_region_t {};\n\n", names.join(", ")));
    }
    text
}

/// What stands behind it. `others` are arrays in the heap that the table has not.
pub fn end(table: &str, entries: &[Entry], others: &[HeapArray], names: &[(String, String)]) -> String {
    let mut text = String::from("\n} /* extern \"C\" */\n");
    // Compilers warn where a predefined macro is undefined.
    for (name, _) in names.iter().filter(|(name, _)| !name.starts_with("__")) {
        text.push_str(&format!("#undef {name}\n"));
    }
    let assign = |entry: &Entry| {
        let member = &entry.name;
        format!("{NAMESPACE}::{table}.{member} = (__typeof__({NAMESPACE}::globals_t::{member}))")
    };
    let arrays = host_file::heap_arrays(table, entries, others, assign);
    if entries.is_empty() {
        return text + &arrays;
    }
    for entry in entries.iter().filter(|entry| matches!(entry.what, What::HeapArray(_))) {
        text.push_str(&format!("#undef {}\n", entry.name));
    }
    text.push_str(&format!(
        "\n/* What the device's part needs of the host's. */\n\
         {}{NAMESPACE}::globals_t {NAMESPACE}::{table} = {{\n",
        host_file::constant(entries)
    ));
    for Entry { name, what, .. } in entries {
        let value = match what {
            // A plain name would mean the device's first.
            What::Variable(variable) => format!("&::{variable}"),
            What::ThreadLocal(_) => "0".to_owned(),
            What::HeapArray(HeapArray { pointer, .. }) => format!("::{pointer}"),
            What::Function(function) => format!("::{function}"),
            What::Text(literal) => literal.clone(),
        };
        text.push_str(&format!("    (__typeof__({NAMESPACE}::globals_t::{name})){value},\n"));
    }
    text.push_str("};\n");
    text + &arrays
}
