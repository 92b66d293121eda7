//! Work-sharing loops (section 2.5.1 of the specification).

use crate::openmp::loops::Relation;

/// A loop that is shared out.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The type of the loop variable, and its name.
    pub ty: String,
    pub variable: String,
    pub is_pointer: bool,
    pub first: String,
    pub relation: Relation,
    pub bound: String,
    pub step: String,
    /// `static`, `dynamic`, `guided` or `runtime`; `None` where the pragma
    /// names none.
    pub schedule: Option<String>,
    pub chunk: Option<String>,
    pub ordered: bool,
    /// Whether its range stands in front, as `gpump_space`.
    pub is_named: bool,
    /// The loops inside whose iterations are shared out with its own, from the outermost, and whether the headers of all
    /// of them can be evaluated also where it has no iterations.
    pub inner: Vec<Loop>,
    pub has_harmless_inner: bool,
    /// Whether the headers of inner loops depend on the variables of those around.
    pub is_uneven: bool,
}

/// The values of the loop's variable, or of those of all loops that are collapsed.
fn range(work: &Loop) -> String {
    if work.is_named {
        return "gpump_space".to_owned();
    }
    if !work.inner.is_empty() {
        if work.is_uneven {
            return uneven_range(work);
        }
        let mut ranges = vec![own_range(work)];
        let inner = work.inner.iter().map(own_range);
        return match work.has_harmless_inner {
            true => {
                ranges.extend(inner);
                format!("gpump_collapse({})", ranges.join(", "))
            }
            false => {
                ranges.extend(inner.map(in_time));
                format!("gpump_collapse_in_time({})", ranges.join(", "))
            }
        };
    }
    own_range(work)
}

/// The same where those of inner loops are others each time: they are functions of the variables around.
fn uneven_range(work: &Loop) -> String {
    let mut outer = vec![work];
    let mut ranges = vec![own_range(work)];
    for inner in &work.inner {
        let values = own_range(inner);
        let parameters: Vec<String> = outer.iter().map(|one| parameter(one, &values)).collect();
        ranges.push(format!("[&]({}) {{ return {values}; }}", parameters.join(", ")));
        outer.push(inner);
    }
    format!("gpump_uneven({})", ranges.join(", "))
}

/// A parameter for a loop's variable, with its name if a text has that.
fn parameter(work: &Loop, text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_named = text.split(|c| !is_word(c)).any(|word| word == work.variable);
    match (is_named, work.is_pointer) {
        (true, true) => format!("auto {}", work.variable),
        (true, false) => format!("{} {}", work.ty, work.variable),
        (false, _) => work.ty.clone(),
    }
}

/// The declaration of a loop's range, which the loop then names.
pub fn name_space(work: &mut Loop) -> String {
    let declared = format!("const auto gpump_space = {};", range(work));
    work.is_named = true;
    declared
}

/// The number of an iteration of a loop whose range has a name.
pub fn number(work: &Loop) -> String {
    format!("gpump_space.number({})", variables(work).join(", "))
}

fn variables(work: &Loop) -> Vec<&str> {
    [work].into_iter().chain(&work.inner).map(|one| one.variable.as_str()).collect()
}

/// A value that is computed where it is certain to be needed.
fn in_time(value: String) -> String {
    format!("[&] {{ return {value}; }}")
}

fn own_range(work: &Loop) -> String {
    let Loop { ty, first, relation, bound, step, .. } = work;
    let relation = match relation {
        Relation::Less => "'<'",
        Relation::LessEqual => "'<' + GPUMP_OR_EQUAL",
        Relation::Greater => "'>'",
        Relation::GreaterEqual => "'>' + GPUMP_OR_EQUAL",
    };
    format!("gpump_range<{ty}>({first}, {relation}, {bound}, {step})")
}

/// The iterations of some loops together, from the outermost; of inner ones the headers are evaluated if that has an iteration.
pub fn space(loops: &[Loop]) -> String {
    let ranges: Vec<String> = loops
        .iter()
        .enumerate()
        .map(|(number, work)| if number == 0 { own_range(work) } else { in_time(own_range(work)) })
        .collect();
    format!("gpump_collapse_in_time({})", ranges.join(", "))
}

/// What hands out the loop's iterations. `team` stands in front of the arguments.
pub fn iterations(work: &Loop, team: &str) -> String {
    let Loop { schedule, chunk, ordered, .. } = work;
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
    format!("gpump_for{kind}{ordered}({team}{}{chunk})", range(work))
}

/// The loop's header: the body behind it is the author's.
pub fn header(work: &Loop, iterations: &str) -> String {
    if work.inner.is_empty() {
        return format!("for ({} {} : {iterations})", variable_type(work), work.variable);
    }
    format!("for (auto [{}] : {iterations})", variables(work).join(", "))
}

/// What a loop's variable is declared with. A pointer's type may have to stand around the name.
fn variable_type(work: &Loop) -> &str {
    if work.is_pointer { "auto" } else { &work.ty }
}

/// The header of loops that are shared out together, from the outermost, if the conditions hold; the body of the innermost
/// stands behind it. What is not harmless is evaluated only if the outermost loop has an iteration.
pub fn nest_header(
    loops: &[Loop],
    are_harmless: &[bool],
    conditions: &[String],
    has_harmless: bool,
    team: &str,
) -> String {
    let variables: Vec<&str> = loops.iter().map(|work| work.variable.as_str()).collect();
    let in_time = |value: String, is_harmless: bool| if is_harmless { value } else { in_time(value) };
    let condition = if conditions.is_empty() { "true".to_owned() } else { conditions.join(" && ") };
    let mut arguments = vec![in_time(condition, has_harmless)];
    for (number, work) in loops.iter().enumerate() {
        arguments.push(in_time(range(work), number == 0 || are_harmless[number]));
    }
    format!("for (auto [{}] : gpump_for_nest({team}{}))", variables.join(", "), arguments.join(", "))
}

/// The declaration of the group that runs an iteration together, if the condition holds. Of the inner loop the length is looked at
/// beforehand. `is_across` says that neighbouring threads are to be of neighbouring groups.
pub fn group(
    work: &Loop,
    inner: Option<&Loop>,
    condition: Option<&str>,
    is_across: bool,
    team: &str,
) -> String {
    let foreseen = inner.map_or(String::new(), |inner| {
        let values = range(inner);
        let parameter = parameter(work, &values);
        format!(", [&]({parameter}) {{ return {values}; }}")
    });
    let (name, condition) = match (is_across, condition) {
        (false, None) => ("gpump_group_for", String::new()),
        (false, Some(condition)) => ("gpump_group_if", format!("{condition}, ")),
        (true, condition) => ("gpump_column_if", format!("{}, ", condition.unwrap_or("true"))),
    };
    format!("const auto gpump_group = {name}({team}{condition}{}{foreseen});", range(work))
}

/// How many iterations loops have that are shared out together, from the outermost, or one that groups of threads run.
pub fn count(loops: &[Loop], is_for_groups: bool) -> String {
    let ranges: Vec<String> = loops.iter().map(range).collect();
    let groups = if is_for_groups { "_of_groups" } else { "" };
    format!("return gpump_iterations{groups}({});", ranges.join(", "))
}

/// The same of a region with nothing in it, for which one thread is enough.
pub fn count_of_nothing() -> String {
    "return gpump_iterations(gpump_range<int>(0, '<', 1, 1));".to_owned()
}

/// The header of a loop that the threads of a group run together.
pub fn spread_header(work: &Loop) -> String {
    format!("for ({} {} : gpump_group.spread({}))", work.ty, work.variable, range(work))
}
