//! What stands in place of a parallel construct: the calls that copy data over,
//! start the kernel, and copy the data back (8.2.1, 8.4, Appendix D).

use super::{Region, Variable};
use crate::c::symbols::Type;

/// The launch of a region, indented by `indent`, its first line excepted.
///
/// `num_threads` is the text of the clause's expression. The text declares
/// variables; `braces` puts it into a block of its own, which it needs wherever
/// it is not one of the statements of a block.
pub fn launch(region: &Region, num_threads: Option<&str>, indent: &str, braces: bool) -> String {
    let number = region.number;
    let (list, params) = (region.list(), region.params());
    let threads = num_threads.unwrap_or("");
    let mut lines: Vec<String> =
        vec![format!("{params} _{list};"), format!("{params} *{list};"), String::new()];
    if region.variables.iter().any(Variable::is_large) {
        // An array may be larger than the stack.
        lines[0].insert_str(0, "static ");
    }
    let count = if region.variables.is_empty() {
        lines.push(format!("gpump_copy_config_t cfg{number}[1];"));
        "0".to_owned()
    } else {
        lines.push(format!("gpump_copy_config_t cfg{number}[] = {{"));
        for variable in &region.variables {
            lines.extend(entry(variable, &list));
        }
        lines.push("};".to_owned());
        format!("sizeof cfg{number} / sizeof(gpump_copy_config_t)")
    };
    lines.extend([
        String::new(),
        format!("gpump_copy_to_device(cfg{number},"),
        format!("    {count});"),
        String::new(),
        format!("cudaMalloc((void **)&{list}, sizeof _{list});"),
        format!("cudaMemcpy({list}, &_{list}, sizeof _{list},"),
        "    cudaMemcpyHostToDevice);".to_owned(),
        String::new(),
        format!("{}<<<gpump_utils_get_num_blocks({threads}),", region.kernel()),
        format!("    gpump_utils_get_threads_per_block({threads})>>>("),
        format!("        {list});"),
        "cudaThreadSynchronize();".to_owned(),
        String::new(),
        format!("cudaMemcpy(&_{list}, {list}, sizeof _{list},"),
        "    cudaMemcpyDeviceToHost);".to_owned(),
        String::new(),
        format!("gpump_copy_from_device(cfg{number},"),
        format!("    {count});"),
    ]);
    if braces {
        lines.insert(0, "{".to_owned());
        lines.push("}".to_owned());
    }
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        if at > 0 {
            text.push('\n');
            if !line.is_empty() {
                text.push_str(indent);
            }
        }
        text.push_str(line);
    }
    text
}

/// A variable's entry in the table: where its value and its device address
/// stand in the structure, where it is itself, its size and that of what it
/// holds or points to in the end, its extents, its pointer level and its
/// sharing attributes.
fn entry(variable: &Variable, list: &str) -> [String; 2] {
    let name = &variable.name;
    let address = if variable.qualified { format!("(void *)&{name}") } else { format!("&{name}") };
    let size = if variable.from_array {
        format!("sizeof({})", variable.ty.declare(""))
    } else {
        format!("sizeof {name}")
    };
    let extents: String = variable.ty.extents().iter().map(|extent| format!("{}, ", extent.text)).collect();
    [
        format!("    {{ &_{list}.{name}, &_{list}.__{name}, {address}, {size},"),
        format!(
            "      sizeof({}), {{{extents}-1}}, {}, {} }},",
            target(&variable.ty),
            variable.ty.pointer_level(),
            variable.clause.bits()
        ),
    ]
}

/// The name of what a variable holds or points to in the end. `void` has no
/// size, and is bytes.
fn target(ty: &Type) -> String {
    let name = match ty.target() {
        Type::Base { words, .. } => words.clone(),
        other => other.declare(""),
    };
    if name == "void" { "char".to_owned() } else { name }
}

impl Variable {
    fn is_large(&self) -> bool {
        !self.ty.extents().is_empty()
    }
}
