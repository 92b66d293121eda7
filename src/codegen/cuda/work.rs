//! Work-sharing loops (section 2.5.1 of the specification).

use crate::openmp::loops::Relation;

/// A loop that is shared out.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The type of the loop variable, and its name.
    pub ty: String,
    pub variable: String,
    pub first: String,
    pub relation: Relation,
    pub bound: String,
    pub step: String,
    /// `static`, `dynamic`, `guided` or `runtime`; nothing where the pragma
    /// names none.
    pub schedule: Option<String>,
    pub chunk: Option<String>,
    pub ordered: bool,
}

/// What hands out the loop's iterations.
pub fn iterations(work: &Loop) -> String {
    let Loop { ty, first, relation, bound, step, schedule, chunk, ordered, .. } = work;
    let relation = match relation {
        Relation::Less => "'<'",
        Relation::LessEqual => "'<' + GPUMP_OR_EQUAL",
        Relation::Greater => "'>'",
        Relation::GreaterEqual => "'>' + GPUMP_OR_EQUAL",
    };
    let kind = match (schedule.as_deref(), chunk) {
        (None, _) => "",
        (Some("static"), None) => "_static",
        (Some("static"), Some(_)) => "_static_chunk",
        (Some("dynamic"), _) => "_dynamic",
        (Some("guided"), _) => "_guided",
        (Some(_), _) => "_runtime",
    };
    let ordered = if *ordered { "_ordered" } else { "" };
    let chunk = chunk.as_ref().map_or(String::new(), |chunk| format!(", {chunk}"));
    format!("gpump_for{kind}{ordered}(gpump_range<{ty}>({first}, {relation}, {bound}, {step}){chunk})")
}

/// The loop's header: the body behind it is the author's.
pub fn header(work: &Loop, iterations: &str) -> String {
    format!("for ({} {} : {iterations})", work.ty, work.variable)
}
