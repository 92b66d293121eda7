//! Which clauses go together on a directive: those that stand there once, those that exclude each other, and those of which
//! one has to be there.

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::clause_section;
use crate::syntax::generated::open_mpc as kind;

/// Those that stand on a directive once. `if` is in [`super::modifiers`].
const UNIQUE: &str = "align allocator at atomic_default_mem_order bind capture collapse compare default detach \
    device device_type dist_schedule dynamic_allocators fail filter final full grainsize hint indirect mergeable \
    message nocontext no_openmp no_openmp_routines no_parallelism nogroup novariants nowait num_tasks num_teams \
    num_threads order ordered otherwise partial priority proc_bind reverse_offload safelen schedule severity simd \
    simdlen sizes thread_limit threads unified_address unified_shared_memory untied weak";

pub(super) const MEMORY_ORDERS: [&str; 5] = ["seq_cst", "acq_rel", "release", "acquire", "relaxed"];

/// Clauses of which a directive has one. Of the words of an atomic construct, that is one operation and one order.
const ALTERNATIVES: &[&[&str]] = &[&["read", "write", "update"], &MEMORY_ORDERS];

/// Two clauses that do not stand on one directive, and where that is said.
const EXCLUSIVE: &[(&str, &str, &str)] = &[
    ("grainsize", "num_tasks", "12.6"),
    ("reduction", "nogroup", "12.6"),
    ("detach", "mergeable", "12.5"),
    ("inbranch", "notinbranch", "7.7"),
    ("full", "partial", "9.2"),
    ("order", "ordered", "11.5"),
    ("read", "capture", "15.8.3"),
    ("write", "capture", "15.8.3"),
];

const ASSUMPTIONS: &[&str] =
    &["absent", "contains", "holds", "no_openmp", "no_openmp_routines", "no_parallelism"];

/// What the device may be asked for, before it is used.
pub(super) const OF_DEVICE: [&str; 4] =
    ["reverse_offload", "unified_address", "unified_shared_memory", "dynamic_allocators"];

const REQUIREMENTS: &[&str] =
    &["atomic_default_mem_order", OF_DEVICE[0], OF_DEVICE[1], OF_DEVICE[2], OF_DEVICE[3]];

/// A directive that has one of some clauses at least, and where that is said.
const REQUIRED: &[(&str, &[&str], &str)] = &[
    ("target data", &["map", "use_device_ptr", "use_device_addr"], "13.5"),
    ("target enter data", &["map"], "13.6"),
    ("target exit data", &["map"], "13.7"),
    ("target update", &["to", "from"], "13.9"),
    ("interop", &["init", "use", "destroy"], "14.1"),
    ("tile", &["sizes"], "9.1"),
    ("requires", REQUIREMENTS, "8.2"),
    ("assume", ASSUMPTIONS, "8.3"),
    ("assumes", ASSUMPTIONS, "8.3"),
    ("begin assumes", ASSUMPTIONS, "8.3"),
    ("declare variant", &["match"], "7.5.4"),
    ("declare mapper", &["map"], "5.8.8"),
];

/// A clause that wants another on its directive, and where that is said.
const TOGETHER: &[(&str, &str, &str, &str)] = &[
    ("taskwait", "nowait", "depend", "15.5"),
    ("atomic", "weak", "compare", "15.8.3"),
    ("atomic", "fail", "compare", "15.8.3"),
];

/// What `map` may not say on directives.
const MAP_TYPES: &[(&str, &[i32], &str)] = &[
    ("target enter data", &[kind::FROM, kind::RELEASE, kind::DELETE], "13.6"),
    ("target exit data", &[kind::TO, kind::ALLOC], "13.7"),
    ("target data", &[kind::RELEASE, kind::DELETE], "13.5"),
    ("target", &[kind::RELEASE, kind::DELETE], "13.8"),
];

/// Looks at the clauses of a pragma that has been read.
pub(super) fn check(written: &Written) -> Vec<Diagnostic> {
    let mut errors = unique(written);
    errors.extend(EXCLUSIVE.iter().filter_map(|both| exclusive(both, written)));
    if written.reading.faults.is_empty() {
        errors.extend(required(written));
        errors.extend(TOGETHER.iter().filter_map(|alone| without(alone, written)));
    }
    errors.extend(map_types(written));
    errors
        .extend([categories, named_hint, flush, safe_in_any_order].iter().filter_map(|check| check(written)));
    errors.extend(
        [ordered_loops, linear_across, bound_to_teams, no_functions, interop, handed_on]
            .iter()
            .filter_map(|check| check(written)),
    );
    errors
}

fn twice(what: &str, first: &Tokens, second: &Tokens, written: &Written) -> Diagnostic {
    written
        .error("E0306", format!("`{what}` is given twice"), second, "again here")
        .note_at(written.at(first), "first here")
}

fn unique(written: &Written) -> Vec<Diagnostic> {
    let clauses: Vec<(&str, Tokens)> =
        written.clauses().map(|(word, clause)| (word, written.range(clause))).collect();
    let errors = clauses.iter().enumerate().filter_map(|(number, (word, range))| {
        let first_of = |words: &[&str]| clauses[..number].iter().find(|(earlier, _)| words.contains(earlier));
        let (first, rule) = match ALTERNATIVES.iter().find(|words| words.contains(word)) {
            Some(words) => (
                first_of(words)?,
                "a directive says once what is done, in which order, and with which hint (section 2.17.7 of OpenMP 5.0)".to_owned(),
            ),
            None => {
                let first = UNIQUE.split(' ').find(|unique| unique == word).and_then(|_| first_of(&[word]))?;
                let section = clause_section(word).unwrap_or(written.directive.section);
                (first, format!("a directive takes one `{word}` clause at most (section {section})"))
            }
        };
        Some(twice(word, &first.1, range, written).note(rule))
    });
    errors.collect()
}

fn exclusive((one, other, section): &(&str, &str, &str), written: &Written) -> Option<Diagnostic> {
    let (first, second) = (written.clause(one)?, written.clause(other)?);
    let message = format!("`{one}` together with `{other}`");
    let error = written.error("E0321", message, &written.range(second), "not on one directive");
    let name = written.directive.name;
    let rule = format!("`{name}` takes one or the other (section {section} of OpenMP 5.2)");
    Some(error.note_at(written.at(&written.range(first)), "the other").note(rule))
}

fn required(written: &Written) -> Option<Diagnostic> {
    let name = written.directive.name;
    let (_, clauses, section) = REQUIRED.iter().find(|(wanting, ..)| *wanting == name)?;
    let list: Vec<String> = clauses.iter().map(|word| format!("`{word}`")).collect();
    let message = format!("`{name}` without {}", list.join(" or "));
    let rule = format!("the directive has one such clause at least (section {section} of OpenMP 5.2)");
    (!clauses.iter().any(|word| written.has(word)))
        .then(|| written.error("E0353", message, &written.name(), "says nothing").note(rule))
}

fn without(
    (name, word, wanted, section): &(&str, &str, &str, &str),
    written: &Written,
) -> Option<Diagnostic> {
    let clause = written.clause(word).filter(|_| *name == written.directive.name && !written.has(wanted))?;
    let message = format!("`{word}` without `{wanted}`");
    let rule = format!("on `{name}` the clause stands with `{wanted}` (section {section} of OpenMP 5.2)");
    Some(written.error("E0353", message, &written.range(clause), "means nothing").note(rule))
}

fn map_types(written: &Written) -> Vec<Diagnostic> {
    let name = written.directive.name;
    let wrong = MAP_TYPES.iter().filter(|(of, ..)| *of == name);
    let errors = wrong.flat_map(|(_, wrong, section)| {
        written.all("map").filter_map(move |clause| {
            let mut words = written.modifiers(clause).iter();
            let word = *words.find(|&&index| wrong.contains(&written.tokens[index].kind))?;
            let message = format!("`map({}: …)` on `{name}`", written.tokens.text(word));
            let error = written.error("E0354", message, &(word..=word), "nothing to do there");
            Some(error.note(format!("section {section} of OpenMP 5.2")))
        })
    });
    errors.collect()
}

/// What variables become that no clause lists, each category is told once, or all are together.
fn categories(written: &Written) -> Option<Diagnostic> {
    let told = written.all("defaultmap").map(|clause| (written.default_map(clause).1, written.range(clause)));
    let told: Vec<(Option<&str>, Tokens)> = told.collect();
    let is_twice = |number: usize, category: Option<&str>| {
        told[..number]
            .iter()
            .any(|(earlier, _)| earlier.is_none() || category.is_none() || *earlier == category)
    };
    let (_, (_, later)) =
        told.iter().enumerate().find(|(number, (category, _))| is_twice(*number, *category))?;
    let rule = "of each category of variables one `defaultmap` tells (section 5.8.7 of OpenMP 5.2)";
    Some(twice("defaultmap", &told[0].1, later, written).note(rule))
}

/// A hint is about the critical constructs of one name.
fn named_hint(written: &Written) -> Option<Diagnostic> {
    let clause = written.clause("hint").filter(|_| written.directive.name == "critical")?;
    let value = written.tokens.words(written.argument(clause));
    let is_none = ["0", "omp_sync_hint_none", "omp_lock_hint_none"].contains(&value.as_str());
    let message = "`hint` on `critical` without a name";
    let rule = "a critical construct with a hint has a name (section 15.2 of OpenMP 5.2)";
    (clause.range.start == 1 && !is_none).then(|| {
        written.error("E0353", message, &written.range(clause), "of which critical constructs?").note(rule)
    })
}

/// What orders all memory lists no variables.
fn flush(written: &Written) -> Option<Diagnostic> {
    let [order, list, .., last] = written.behind_name() else { return None };
    let is_list = |index: usize| written.tokens[index].kind == kind::LEFT_PAREN;
    let message = format!("`flush {}` with a list", written.tokens.text(*order));
    let rule = "a flush has an order or a list (section 15.8.5 of OpenMP 5.2)";
    (written.directive.name == "flush" && !is_list(*order) && is_list(*list)).then(|| {
        written.error("E0321", message, &(*list..=*last), "the order is that of all memory").note(rule)
    })
}

/// Iterations that may run in any order depend on no others, however far away.
fn safe_in_any_order(written: &Written) -> Option<Diagnostic> {
    let (safelen, order) = (written.clause("safelen")?, written.clause("order")?);
    let message = "`safelen` together with `order(concurrent)`";
    let label = "the iterations depend on one another, or they do not";
    let warning = written.warning("W0305", message, &written.range(safelen), label);
    Some(warning.note_at(written.at(&written.range(order)), "the other").note("section 10.4 of OpenMP 5.2"))
}

/// Iterations that run together do not wait for one another.
fn ordered_loops(written: &Written) -> Option<Diagnostic> {
    let clause = written.clause("ordered").filter(|clause| clause.range.len() > 1)?;
    let message = format!("`ordered(n)` on `{}`", written.directive.name);
    let label = "the iterations of `simd` run together";
    written.directive.has_leaf("simd").then(|| {
        written.error("E0321", message, &written.range(clause), label).note("section 4.4.4 of OpenMP 5.2")
    })
}

/// The values of `linear` variables follow from the iteration's number, not from the iterations that it waits for.
fn linear_across(written: &Written) -> Option<Diagnostic> {
    let ordered = written.clause("ordered").filter(|clause| clause.range.len() > 1)?;
    let linear = written.clause("linear")?;
    let message = "`linear` together with `ordered(n)`";
    let error = written.error("E0321", message, &written.range(linear), "not on one directive");
    let error = error.note_at(written.at(&written.range(ordered)), "the other");
    Some(error.note("section 2.7.1 of OpenMP 4.5"))
}

/// The threads of a `parallel loop` are one team's.
fn bound_to_teams(written: &Written) -> Option<Diagnostic> {
    let name = written.directive.name;
    let bind = written.clause("bind").filter(|_| name.ends_with("parallel loop"))?;
    let range = written.range(bind);
    let is_teams = range.clone().any(|index| written.tokens[index].kind == kind::TEAMS);
    let rule = "a loop region that binds to teams is strictly nested inside a teams region (section 11.7 of OpenMP 5.2)";
    let message = format!("`bind(teams)` on `{name}`");
    is_teams.then(|| written.error("E0301", message, &range, "inside of a parallel region").note(rule))
}

/// A `declare target` with clauses names what it is about.
fn no_functions(written: &Written) -> Option<Diagnostic> {
    let clause = written.clause("device_type")?;
    let is_alone = written.directive.name == "declare target"
        && written.behind_name().len() == clause.range.len()
        && !["enter", "to", "link", "indirect"].iter().any(|word| written.has(word));
    let message = "`declare target` with `device_type` alone";
    let label = "says nothing of any function or variable";
    let rule = "the directive has an `enter` or `link` clause (section 7.8.1 of OpenMP 5.2)";
    is_alone.then(|| written.warning("W0305", message, &written.range(clause), label).note(rule))
}

/// What waits for tasks is for synchronization.
fn interop(written: &Written) -> Option<Diagnostic> {
    let depend = written.clause("depend").filter(|_| written.directive.name == "interop")?;
    let other = written.all("init").find(|clause| written.modifier(clause, kind::TARGETSYNC).is_none())?;
    let (message, at) = ("`depend` without `targetsync`", written.range(depend));
    let error = written.error("E0353", message, &at, "nothing is synchronized");
    let note = written.at(&written.range(other));
    Some(error.note_at(note, "an object for something else").note("section 14.1 of OpenMP 5.2"))
}

/// A value is handed on when all threads have come.
fn handed_on(written: &Written) -> Option<Diagnostic> {
    let clause = written.clause("copyprivate").filter(|_| written.directive.name == "single")?;
    let (nowait, name) = (written.range(written.clause("nowait")?), *written.names(clause).first()?);
    let message = "`copyprivate` together with `nowait`";
    let error = written.error("E0321", message, &nowait, "the other threads would not wait for the value");
    let error = error.note_at(written.at(name), "the value that is to be handed on");
    Some(error.note("a single construct takes one or the other (section 2.5.3)"))
}
