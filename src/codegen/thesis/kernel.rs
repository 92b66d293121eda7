//! The kernel of a region: its text, with the threads' own variables in front
//! and the addresses of the shared ones behind (8.2.1, 8.2.5, Appendix D).

use super::{Region, Variable};

/// The definition of a region's kernel.
///
/// `body` is the region's text as the threads execute it, already rewritten;
/// `has_loop` says whether it contains a loop that is shared out.
pub fn kernel(region: &Region, body: &str, has_loop: bool) -> String {
    let mut text = format!("{}\n{{\n    int gpump_temp;\n", region.signature());
    for variable in region.variables.iter().filter(|variable| variable.private_copy) {
        text.push_str(&declaration(region, variable));
    }
    if has_loop {
        text.push_str(super::loops::DECLARATIONS);
    }
    text.push('\n');
    for variable in &region.variables {
        text.push_str(&start(region, variable));
    }
    text.push_str("    ");
    text.push_str(body);
    text.push('\n');
    for variable in region.variables.iter().filter(|variable| variable.reduced_on_parallel) {
        let (name, shared) = (&variable.name, region.shared(&variable.name));
        text.push_str(&format!("    atomicAdd(&{shared}, {name}); // reduction:+\n"));
    }
    if region.uses_shared {
        text.push('\n');
        let list = region.list();
        for Variable { name, .. } in &region.variables {
            text.push_str(&format!("    {list}->__{name} = &{list}->{name};\n"));
        }
    }
    text.push_str("}\n");
    text
}

/// The declaration of a thread's own variable.
fn declaration(region: &Region, variable: &Variable) -> String {
    let declared = variable.ty.declare(&variable.name);
    if variable.first_on_parallel && variable.ty.extents().is_empty() {
        format!("    {declared} = {}; // parallel:firstprivate\n", region.shared(&variable.name))
    } else {
        format!("    {declared};\n")
    }
}

/// What gives a thread's own variable its first value, where its declaration
/// cannot.
fn start(region: &Region, variable: &Variable) -> String {
    let name = &variable.name;
    if variable.reduced_on_parallel {
        format!("    {name} = 0; // reduction:init:+\n")
    } else if variable.first_on_parallel && !variable.ty.extents().is_empty() {
        format!("    memcpy({name}, {}, sizeof {name}); // parallel:firstprivate\n", region.shared(name))
    } else {
        String::new()
    }
}
