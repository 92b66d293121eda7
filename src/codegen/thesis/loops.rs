//! A loop that is shared out (8.2.2, Appendix D).
//!
//! The iterations are dealt out in passes. In each pass every thread gets one
//! chunk, whose bounds the runtime library computes. Without a chunk size there
//! is one pass and the chunks are as large as can be. The loop itself runs from
//! bound to bound with `!=`, which serves all relations alike.

/// What the passes need, declared where the kernel begins.
pub const DECLARATIONS: &str = "    int gpump_lb, gpump_b, gpump_incr;
    int gpump_chunk_block, gpump_niters, gpump_iters_left;
    int gpump_npasses, gpump_pass;
";

/// The pieces of a loop, as text for the device.
#[derive(Clone, Debug, Default)]
pub struct Loop {
    pub variable: String,
    /// The words of the variable's type, if the loop declares it.
    pub declared: Option<String>,
    pub lower: String,
    /// The first value that the variable does not take any more.
    pub bound: String,
    pub increment: String,
    pub chunk: Option<String>,
    pub body: String,
    /// Variables whose copies get the shared value, with the text that is the
    /// shared variable.
    pub firstprivates: Vec<(String, String)>,
    /// The reduction variables of the loop construct itself, likewise.
    pub reductions: Vec<(String, String)>,
    pub nowait: bool,
    /// Whether it has to be a single statement.
    pub braces: bool,
    /// Whether it needs the declarations too: a loop outside of a kernel.
    pub declare: bool,
}

/// The text of the loop, indented by `indent`, its first line excepted.
pub fn shared_out(pieces: &Loop, indent: &str) -> String {
    let Loop { variable, lower, bound, increment, .. } = pieces;
    let mut lines: Vec<String> = Vec::new();
    if pieces.declare {
        lines.extend(DECLARATIONS.lines().map(|line| line.trim_start().to_owned()));
        lines.push(String::new());
    }
    for (name, shared) in &pieces.firstprivates {
        let shared = shared.trim_start_matches('(').trim_end_matches(')');
        lines.push(format!("{name} = {shared}; // for:firstprivate"));
    }
    for (name, shared) in &pieces.reductions {
        lines.push(format!("{name} = 0; // reduction:init:+"));
        lines.push(format!("{shared} = 0; // reduction:init:+"));
    }
    let chunk = pieces.chunk.as_deref().unwrap_or("0");
    let variable_declared = match &pieces.declared {
        Some(words) => format!("{words} {variable}"),
        None => variable.clone(),
    };
    lines.extend([
        format!("gpump_lb = {lower};"),
        format!("gpump_b = {bound};"),
        format!("gpump_incr = {increment};"),
        "gpump_niters = ceil((float)abs(gpump_lb - gpump_b) /".to_owned(),
        "    abs(gpump_incr));".to_owned(),
        format!("gpump_chunk_block = ({chunk}) ? ({chunk}) * gpump_get_num_threads_d() :"),
        "    gpump_niters;".to_owned(),
        "gpump_iters_left = gpump_niters % gpump_chunk_block;".to_owned(),
        "gpump_npasses = (gpump_niters / gpump_chunk_block) +".to_owned(),
        "    (gpump_iters_left ? 1 : 0);".to_owned(),
        "for (gpump_pass = 0; gpump_pass < gpump_npasses;".to_owned(),
        "    gpump_pass++) {".to_owned(),
        format!("    gpump_lb = {lower} +"),
        "        (gpump_pass * gpump_incr * gpump_chunk_block);".to_owned(),
        "    gpump_b = gpump_lb + ((gpump_pass == (gpump_npasses - 1) &&".to_owned(),
        "        gpump_iters_left) ? gpump_incr * gpump_iters_left :".to_owned(),
        "        gpump_incr * gpump_chunk_block);".to_owned(),
        "    gpump_utils_calc_static_for_bounds(&gpump_lb, &gpump_b,".to_owned(),
        "        gpump_incr);".to_owned(),
        format!("    for ({variable_declared} = gpump_lb; {variable} != gpump_b; {variable} += gpump_incr)"),
        format!("        {}", pieces.body),
        "} // gpump_pass loop end".to_owned(),
    ]);
    if !pieces.reductions.is_empty() {
        lines.push("gpump_barrier_d(); // flush to init reductions".to_owned());
        for (name, shared) in &pieces.reductions {
            lines.push(format!("atomicAdd(&{shared}, {name}); // reduction:+"));
        }
    }
    if !pieces.nowait {
        lines.push("gpump_barrier_d(); // implicit loop barrier".to_owned());
    }
    if pieces.braces || pieces.declare {
        lines.insert(0, "{".to_owned());
        lines.push("}".to_owned());
    }
    lines.join(&format!("\n{indent}"))
}
