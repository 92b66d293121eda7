//! The device's text as a whole.

use super::host_file::{self, Entry};
use super::needs::{Addressed, Needs};

/// A threadprivate variable of the file (section 2.8.2 of the specification).
#[derive(Clone, Debug)]
pub struct Threadprivate {
    pub name: String,
    pub ty: String,
    /// The entry of the table that leads to the host's variable; `None` where
    /// another file defines it.
    pub entry: Option<String>,
    pub is_static: bool,
    /// The alignment in bytes that its declaration asks for.
    pub align: Option<u64>,
    pub comment: String,
}

/// The parts of a device's text, in the order in which they stand there.
#[derive(Clone, Debug, Default)]
pub struct DeviceFile {
    /// The name of the source.
    pub source: String,
    /// Whether a product and a sum must not become one operation.
    pub is_uncontracted: bool,
    /// Whether the headers may have C++'s classes for complex numbers read, whose functions have the names of the runtime's
    /// macros: they are read before these.
    pub has_complex_classes: bool,
    /// `#include` lines.
    pub headers: Vec<String>,
    /// `#define` lines.
    pub macros: Vec<String>,
    /// Declarations of types.
    pub types: Vec<String>,
    /// Assertions about their layout, for this text and for the host's.
    pub layouts: Vec<String>,
    pub layouts_on_host: Vec<String>,
    /// The symbol of the table on the host.
    pub table: String,
    pub entries: Vec<Entry>,
    pub threadprivate: Vec<Threadprivate>,
    /// The names of critical constructs.
    pub critical: Vec<String>,
    pub prototypes: Vec<String>,
    /// Functions and kernels.
    pub code: Vec<String>,
    /// Whether a function that other files may call asks which thread runs it.
    pub asks_for_threads: bool,
    /// The functions that may be called through pointers.
    pub pointed: Vec<Pointed>,
    /// The functions that regions of files which are linked to this one may ask for.
    pub offered: Vec<(String, Needs)>,
    /// Those whose address the file takes, and that need something.
    pub addressed: Vec<Addressed>,
}

/// A function that may be called through a pointer: its name, its entry in the table, and the pointer's type if it is the C library's.
#[derive(Clone, Debug)]
pub struct Pointed {
    pub name: String,
    pub entry: String,
    pub ty: Option<String>,
}

/// The namespace of all that a program declares: its names are its own, whatever
/// CUDA's headers have.
pub const NAMESPACE: &str = "program";

/// The runtime's class for complex numbers. Only files that use it include it.
const COMPLEX: &str = "gpump_complex<";

/// The text.
pub fn text(file: &DeviceFile) -> String {
    let program = namespace(file);
    let classes = if file.has_complex_classes { "#include <complex>\n" } else { "" };
    let mut text =
        format!("/* The device's part of {}. */\n{classes}#include <gpump_device.h>\n", file.source);
    if program.contains(COMPLEX) {
        text.push_str("#include <gpump_complex.h>\n");
    }
    lines(&mut text, &file.headers);
    text.push_str(&program);
    text
}

/// The program's namespace, without what it needs of headers.
pub fn namespace(file: &DeviceFile) -> String {
    let mut text = String::new();
    if file.is_uncontracted {
        text.push_str("\n/* nvcc -fmad=false */\n#pragma STDC FP_CONTRACT OFF\n");
    }
    text.push_str(&format!("\nnamespace {NAMESPACE} {{\n"));
    paragraph(&mut text, &file.macros);
    for ty in &file.types {
        text.push_str(&format!("\n{ty}\n"));
    }
    if !file.layouts.is_empty() {
        text.push_str("\n/* The layout that the host has. */\n");
        lines(&mut text, &file.layouts);
    }
    if !file.entries.is_empty() {
        text.push_str("\n/* Where the host's variables are. */\nstruct globals_t {\n");
        for entry in &file.entries {
            text.push_str(&format!("    {};\n", entry.member));
        }
        let table = &file.table;
        text.push_str(&format!(
            "}};\nextern \"C\" {}globals_t {table};\n",
            host_file::constant(&file.entries)
        ));
        text.push_str(&format!(
            "static __constant__ globals_t gpump_globals;\nGPUMP_GLOBALS(gpump_globals, {table});\n"
        ));
    }
    for Threadprivate { name, ty, entry, is_static, align, comment } in &file.threadprivate {
        let form = match entry {
            None => format!("GPUMP_THREADPRIVATE_EXTERN({ty}, {name});"),
            Some(entry) => {
                let kind = if *is_static { "_STATIC" } else { "" };
                let (aligned, align) = match align {
                    Some(align) => ("_ALIGNED", format!(", {align}")),
                    None => ("", String::new()),
                };
                format!("GPUMP_THREADPRIVATE{kind}{aligned}({ty}, {name}, {}.{entry}{align});", file.table)
            }
        };
        text.push_str(&format!("\n{comment}\n{form}\n"));
    }
    let critical: Vec<String> = file.critical.iter().map(|name| format!("GPUMP_CRITICAL({name});")).collect();
    paragraph(&mut text, &critical);
    paragraph(&mut text, &file.prototypes);
    for piece in &file.code {
        text.push_str(&format!("\n{}\n", piece.trim_end()));
    }
    let pointed: Vec<String> = file
        .pointed
        .iter()
        .map(|Pointed { name, entry, ty }| match ty {
            None => format!("GPUMP_FUNCTION({name}, {}.{entry});", file.table),
            Some(ty) => format!("GPUMP_LIBRARY_FUNCTION({name}, {}.{entry}, {ty});", file.table),
        })
        .collect();
    paragraph(&mut text, &pointed);
    let offered: Vec<String> = file.offered.iter().map(|(name, needs)| needs.offer(name)).collect();
    paragraph(&mut text, &offered);
    let addressed: Vec<String> = file.addressed.iter().map(|one| one.text(&file.table)).collect();
    paragraph(&mut text, &addressed);
    if file.asks_for_threads {
        text.push_str("\nGPUMP_FUNCTIONS_ASK_FOR_THREADS();\n");
    }
    text.push_str(&format!("\n}} // namespace {NAMESPACE}\n"));
    text
}

fn lines(text: &mut String, lines: &[String]) {
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
}

fn paragraph(text: &mut String, all: &[String]) {
    if !all.is_empty() {
        text.push('\n');
        lines(text, all);
    }
}
