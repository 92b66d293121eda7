//! What the cuda dialect does to make loops faster, and where it must not.
//!
//! Each file of `tests/optimisations/` is a program. In front of the pragma of each of its work-sharing loops, but for indented
//! ones, which stand in others, is a comment that says what must become of it, in lines of this form:
//!
//! ```text
//! nests: 2                     two loops are shared out together, without a condition
//! nests: 2, if apart(v, u)     on this condition, which only the running program knows
//! nests: stays, why            only the outer loop is shared out
//! nests: either, why           both would be right
//! values: n, scale             these variables are read once, and no others
//! restrict: a, b               these pointers are said to be the only way to what they lead to, and no others
//! sums: first                  the sums are added up by groups of threads, whose size the first inner loop says;
//! sums: unforeseen             or nothing says it; or `stays, why`
//! sums: columns                the groups lie across their warps, since neighbouring memory is that of neighbouring iterations
//! leagues: 2                   groups of threads run so many loops within an iteration; or `stays, why`
//! elements: kept               elements of memory are kept in registers while an inner loop changes them; or `stays, why`. This
//!                              and `sums` may be followed by `if they are apart`, which only the running program knows
//! barriers: 2                  so many barriers are written in the region of this construct
//! entry: bare                 the region's kernel begins without a team; or `team, why`
//! grid: iterations            as many threads are launched as there are iterations; or `adapted`: as many as the longest loop
//!                             of the runs before could use; or `resident, why`
//! copies: rho, before         each thread has a copy of these variables, which go back at the end; of no others
//! structures: m               the region is given copies of the structures that these lead to, and of no others
//! schedule: free              a static schedule's iterations are dealt out one by one; or `kept, why`
//! critical: added              the construct's updates are atomic; or `together`, a block's threads add up theirs first; or
//!                              `waits, why`. Also of an atomic construct
//! cover: twice                 the kernel has a form besides for grids that cover its loops; or `once, why`
//! split: 2                     the region has so many kernels, one for each of its loops; or `stays, why`
//! ```
//!
//! The marks of `entry`, `grid`, `barriers`, `copies` and `structures` may also stand in front of a `parallel` construct without
//! a loop, and that of `split` stands in front of one with several. `none` stands for no variable; words in parentheses are for
//! the reader. Three tests come of each program:
//!
//! - `NAME, translated`: the marks hold, and an optimisation that is left out leaves no trace;
//! - `NAME, run`: in the emulator the program prints what it prints as `gcc -fopenmp` builds it, with several numbers of
//!   threads: with 256 of them whole warps share the loops out in tiles;
//! - `NAME, nvcc`: nvcc has nothing to say about the device's text. `GPUMP_NVCC` names nvcc; where it is not set, these
//!   tests are shown as ignored.
//!
//! `nests of seed N` are the same for random nests, which `optimisations/nests.rs` makes.

#[expect(dead_code, reason = "other tests use more of it")]
#[path = "common/environment.rs"]
mod environment;
#[path = "common/left.rs"]
mod left;
mod optimisations {
    pub mod nests;
    #[expect(dead_code, reason = "other tests use more of it")]
    #[path = "../differential/random.rs"]
    pub mod random;
}

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use gpump::{Dialect, Layout, Optimisation, Options, Source, Translation, translate};
use libtest_mimic::{Arguments, Failed, Trial};

use left::is_left_to_compiler;

type Result<T> = std::result::Result<T, Failed>;

/// The numbers of threads; nothing for the default.
const THREADS: [Option<&str>; 4] = [Some("1"), Some("3"), None, Some("256")];

/// What hands out the iterations of loops whose schedule is kept.
const SCHEDULED: [&str; 5] = [
    "gpump_for_static(",
    "gpump_for_static_chunk(",
    "gpump_for_dynamic(",
    "gpump_for_guided(",
    "gpump_for_runtime(",
];

/// What is said of a loop whose form the running program chooses.
const IF_APART: &str = ", if they are apart";

/// So many random programs are made if `GPUMP_NESTS_COUNT` does not say, from `GPUMP_NESTS_SEED` on.
const RANDOM_PROGRAMS: u64 = 4;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let nvcc = std::env::var_os("GPUMP_NVCC").filter(|path| !path.is_empty()).map(PathBuf::from);
    let mut trials = Vec::new();
    for program in programs() {
        let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (translated, run, nvcc) = (program.clone(), program.clone(), nvcc.clone());
        trials.push(Trial::test(format!("{name}, translated"), move || marks_hold(&translated)));
        trials.push(Trial::test(format!("{name}, run"), move || runs_as_with_gcc(&run)));
        let ignored = nvcc.is_none();
        let compiles = move || compiles(&program, &nvcc.ok_or("GPUMP_NVCC is not set")?);
        trials.push(Trial::test(format!("{name}, nvcc"), compiles).with_ignored_flag(ignored));
    }
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let first = number("GPUMP_NESTS_SEED", 1);
    for seed in first..first + number("GPUMP_NESTS_COUNT", RANDOM_PROGRAMS) {
        trials.push(Trial::test(format!("nests of seed {seed}"), move || random_nests(seed)));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/optimisations");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    found.sort();
    found
}

// ---- Marks -------------------------------------------------------------------------------------------

/// What must become of a loop.
#[derive(Debug)]
struct Mark {
    /// The line of the pragma.
    line: usize,
    nests: Option<String>,
    values: Option<BTreeSet<String>>,
    restrict: Option<BTreeSet<String>>,
    sums: Option<String>,
    leagues: Option<String>,
    elements: Option<String>,
    barriers: Option<String>,
    critical: Option<String>,
    schedule: Option<String>,
    entry: Option<String>,
    grid: Option<String>,
    copies: Option<BTreeSet<String>>,
    structures: Option<BTreeSet<String>>,
    split: Option<String>,
    cover: Option<String>,
}

/// The marks of a program; an error if a loop has none.
fn marks(text: &str) -> Result<Vec<Mark>> {
    let lines: Vec<&str> = text.lines().collect();
    let is_loop = |line: &str| {
        let directive = line.strip_prefix("#pragma omp ");
        directive.is_some_and(|directive| {
            let shares = |word| matches!(word, "for" | "distribute" | "loop" | "critical" | "atomic");
            directive.split([' ', '(']).any(shares)
        })
    };
    // A critical or atomic construct may do without.
    let is_marked = |at: usize| at > 0 && lines[at - 1].trim_end().ends_with("*/");
    let is_entry = |at: usize| is_marked(at) && lines[at].contains("#pragma omp parallel");
    let of_loops = (0..lines.len()).filter(|&at| is_loop(lines[at]) || is_entry(at));
    of_loops
        .filter(|&at| is_marked(at) || !(lines[at].contains("critical") || lines[at].contains("atomic")))
        .map(|at| {
            let comment = lines[..at].iter().rposition(|line| line.trim_start().starts_with("/*"));
            let comment = comment.filter(|_| lines[at - 1].trim_end().ends_with("*/"));
            let comment = comment.ok_or_else(|| format!("line {}: no mark", at + 1))?;
            let text = lines[comment..at].join("\n");
            Ok(read_mark(at + 1, text.trim().trim_start_matches("/*").trim_end_matches("*/")))
        })
        .collect()
}

fn read_mark(line: usize, comment: &str) -> Mark {
    let mut mark = Mark {
        line,
        nests: None,
        values: None,
        restrict: None,
        sums: None,
        leagues: None,
        elements: None,
        barriers: None,
        critical: None,
        schedule: None,
        entry: None,
        grid: None,
        copies: None,
        structures: None,
        split: None,
        cover: None,
    };
    for (key, value) in comment.lines().filter_map(|line| line.trim().split_once(": ")) {
        let names = || {
            let names = value.split(" (").next().unwrap_or_default().split(", ").map(str::trim);
            names.filter(|name| *name != "none").map(str::to_owned).collect()
        };
        match key {
            "nests" => mark.nests = Some(value.trim().to_owned()),
            "sums" => mark.sums = Some(value.trim().to_owned()),
            "leagues" => mark.leagues = Some(value.trim().to_owned()),
            "elements" => mark.elements = Some(value.trim().to_owned()),
            "barriers" => mark.barriers = Some(value.trim().to_owned()),
            "schedule" => mark.schedule = Some(value.trim().to_owned()),
            "entry" => mark.entry = Some(value.trim().to_owned()),
            "grid" => mark.grid = Some(value.trim().to_owned()),
            "cover" => mark.cover = Some(value.trim().to_owned()),
            "split" => mark.split = Some(value.trim().to_owned()),
            "critical" => mark.critical = Some(value.trim().to_owned()),
            "values" => mark.values = Some(names()),
            "restrict" => mark.restrict = Some(names()),
            "copies" => mark.copies = Some(names()),
            "structures" => mark.structures = Some(names()),
            _ => {}
        }
    }
    mark
}

/// The part of the device's text that was made from the construct in a line.
fn part<'t>(device: &'t str, file: &str, line: usize) -> Result<&'t str> {
    let begin = format!("/* {file}:{line}: #pragma");
    let at = device.find(&begin).ok_or_else(|| format!("no `{begin}` in\n{device}"))? + begin.len();
    let rest = &device[at..];
    Ok(rest.split(&format!("/* {file}:")).next().unwrap_or(rest))
}

/// The names behind a word in the lines that have it.
fn names_in(part: &str, is_one: impl Fn(&str) -> Option<String>) -> BTreeSet<String> {
    part.lines().filter_map(is_one).collect()
}

/// The first identifier of a text.
fn identifier(text: &str) -> String {
    text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The pointers `T *const __restrict__ NAME` among a kernel's parameters.
fn restricted(part: &str) -> BTreeSet<String> {
    let parameters = part.lines().filter(|line| line.starts_with("__global__"));
    parameters.flat_map(|line| line.split(" __restrict__ ").skip(1)).map(identifier).collect()
}

/// `const T NAME = *...`: a value, where without it there would be a reference.
fn read_once(line: &str) -> Option<String> {
    let (declarator, _) = line.split_once(" = *").filter(|_| !line.contains("GPUMP_ITERATIONS"))?;
    let is_value = declarator.contains("const") && !declarator.contains('&');
    is_value.then(|| declarator.rsplit([' ', '*']).next().unwrap_or_default().to_owned())
}

/// `const T NAME = shared.NAME;` or `gpump_given(shared.NAME);`: a value that the region is given.
fn given(line: &str) -> Option<String> {
    let line = line.replace("gpump_given(", "");
    let (declarator, _) = line.split_once(" = shared.").filter(|_| !line.contains("GPUMP_ITERATIONS"))?;
    let is_value = declarator.contains("const") && !declarator.contains('&');
    is_value.then(|| declarator.rsplit([' ', '*']).next().unwrap_or_default().to_owned())
}

/// `T *const NAME = gpump_structure(...)`: a pointer to a copy.
fn with_structure(line: &str) -> Option<String> {
    let (declarator, _) = line.split_once(" = gpump_structure(")?;
    Some(declarator.rsplit([' ', '*']).next().unwrap_or_default().to_owned())
}

/// `gpump_give_back(..., NAME);`
fn given_back(line: &str) -> Option<String> {
    let arguments = line.trim().strip_prefix("gpump_give_back(")?.strip_suffix(");")?;
    Some(arguments.rsplit(", ").next().unwrap_or_default().to_owned())
}

/// The kernel that begins in a part of the device's text, to its end.
fn kernel<'t>(device: &'t str, part: &str) -> (&'t str, String) {
    let name =
        part.split_once("__global__ void ").map_or("", |(_, rest)| rest.split('(').next().unwrap_or(""));
    let from = device.find(&format!("__global__ void {name}(")).unwrap_or(device.len());
    let text = device[from..].split("GPUMP_REGION").next().unwrap_or_default();
    (text, name.to_owned())
}

/// What the host knows of a kernel.
fn descriptor<'t>(device: &'t str, name: &str) -> &'t str {
    let from = device.find(&format!("GPUMP_REGION({name},")).unwrap_or(device.len());
    device[from..].split(");\n").next().unwrap_or_default()
}

fn marks_hold(program: &Path) -> Result<()> {
    let text = fs::read_to_string(program)?;
    let file = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let device = device_text(&file, &text, &[])?;
    let without_values = device_text(&file, &text, &[Optimisation::Values])?;
    let mut faults = Vec::new();
    for mark in marks(&text)? {
        // Without that optimisation, too, a region is given variables of its function.
        let always = names_in(self::part(&without_values, &file, mark.line)?, given);
        let part = part(&device, &file, mark.line)?;
        let (kernel, name) = kernel(&device, part);
        let grid = mark.grid.as_ref().and_then(|wanted| {
            let descriptor = descriptor(&device, &name);
            let found = match () {
                () if descriptor.contains(".iterations =") => "iterations",
                () if descriptor.contains(".is_team_agnostic =") => "adapted",
                () => "resident",
            };
            is_not(wanted, found)
        });
        let copies = is_other("copies", &mark.copies, names_in(kernel, given_back));
        faults.extend(copies.map(|fault| format!("{file}:{}: {fault}", mark.line)));
        let cover = mark.cover.as_ref().and_then(|wanted| {
            let is_twice = descriptor(&device, &name).contains(".covered =");
            is_not(wanted, if is_twice { "twice" } else { "once" })
        });
        faults.extend(cover.map(|fault| format!("{file}:{}: cover {fault}", mark.line)));
        let leagues = mark.leagues.as_ref().and_then(|wanted| {
            let found = match kernel.contains("gpump_group.wait()") {
                true => kernel.matches("gpump_group.spread(").count().to_string(),
                false => "stays".to_owned(),
            };
            is_not(wanted, &found)
        });
        faults.extend(leagues.map(|fault| format!("{file}:{}: leagues {fault}", mark.line)));
        faults.extend(grid.map(|fault| format!("{file}:{}: grid {fault}", mark.line)));
        let split = mark.split.as_ref().and_then(|wanted| {
            let region = format!(".file = \"{file}\", .line = {},\n    .parts = {{", mark.line);
            let found = match device.split_once(&region) {
                Some((_, rest)) => {
                    rest.split('}').next().unwrap_or_default().matches('&').count().to_string()
                }
                None if part.contains("__global__ ") => "stays".to_owned(),
                None => "1".to_owned(),
            };
            is_not(wanted, &found)
        });
        faults.extend(split.map(|fault| format!("{file}:{}: split {fault}", mark.line)));
        faults.extend(broken(&mark, part, &always).map(|fault| format!("{file}:{}: {fault}", mark.line)));
    }
    faults.extend(broken_arrays(&file, &text)?);
    for optimisation in Optimisation::ALL {
        let device = device_text(&file, &text, &[optimisation])?;
        let has_trace = match optimisation {
            Optimisation::Nests => device.contains("gpump_for_nest"),
            Optimisation::Values => device.lines().any(|line| read_once(line).is_some()),
            Optimisation::Restrict => !restricted(&device).is_empty(),
            Optimisation::Sums => {
                let mut kernels = device.split("__global__ ");
                kernels.any(|text| text.contains("gpump_group") && !text.contains("gpump_group.wait()"))
            }
            Optimisation::Leagues => device.contains("gpump_group.wait()"),
            Optimisation::Elements => device.contains("gpump_own_"),
            // What it leaves out is held to by the other marks.
            Optimisation::Schedules => {
                let asked =
                    text.lines().filter(|line| line.contains("schedule(") && line.contains("#pragma"));
                let kept: usize = SCHEDULED.iter().map(|form| device.matches(form).count()).sum();
                kept < asked.count()
            }
            Optimisation::Barriers => device.contains("_barrier(&"),
            Optimisation::Arrays => {
                translation(&file, &text, &[optimisation], true)?.text.contains("gpump_static_")
            }
            Optimisation::Entry => device.contains("gpump_enter_bare") || device.contains("(gpump_team, "),
            Optimisation::Grid => device.contains(".iterations =") || device.contains(".is_team_agnostic ="),
            Optimisation::Copies => device.contains("gpump_give_back(") || device.contains("gpump_combine("),
            Optimisation::Structures => device.contains("gpump_structure("),
            Optimisation::Cover => device.contains(".covered =") || device.contains("template"),
            Optimisation::Split => device.contains(".parts ="),
            Optimisation::Criticals => {
                device.contains("_together(")
                    || device.contains("#pragma omp critical") && !device.contains("gpump_lock(")
            }
        };
        if has_trace {
            faults.push(format!("{file}: without {optimisation} there are traces of it"));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// The arrays that are not where the program's first comment says, in a file of several and by itself.
fn broken_arrays(file: &str, text: &str) -> Result<Vec<String>> {
    let comment = text.split("*/").next().unwrap_or_default();
    let names = |key: &str| -> Vec<&str> {
        let lines = comment.lines().filter_map(|line| line.trim().strip_prefix("* ")?.strip_prefix(key));
        lines.flat_map(|names| names.split(", ")).map(str::trim).collect()
    };
    let mut faults = Vec::new();
    for is_alone in [false, true] {
        let host = translation(file, text, &[], is_alone)?.text;
        let of_it: &[&str] = if is_alone { &["heap of a program by itself: "] } else { &[] };
        let heap: BTreeSet<&str> = ["heap: "].iter().chain(of_it).flat_map(|key| names(key)).collect();
        let keys = ["heap: ", "heap of a program by itself: ", "stays: "];
        for name in keys.into_iter().flat_map(names) {
            // Static variables of functions have names of their own already.
            let is_in_heap = [format!("gpump_array_{name}"), format!("gpump_{name}")].iter().any(|pointer| {
                host.contains(&format!("gpump_static_memory(sizeof *{pointer})"))
                    || host.contains(&format!(", sizeof *{pointer})"))
            });
            if is_in_heap != heap.contains(name) {
                faults.push(format!(
                    "{file}: `{name}` {} the heap",
                    if is_in_heap { "is in" } else { "is not in" }
                ));
            }
        }
    }
    Ok(faults)
}

/// What is not as the mark says.
fn broken<'m>(mark: &'m Mark, part: &'m str, always: &BTreeSet<String>) -> impl Iterator<Item = String> + 'm {
    let nests = mark.nests.as_ref().and_then(|nests| broken_nest(nests, part));
    let of_file = names_in(part, given).difference(always).cloned().collect();
    let values = is_other("values", &mark.values, &names_in(part, read_once) | &of_file);
    let structures = is_other("structures", &mark.structures, names_in(part, with_structure));
    let restrict = is_other("restrict", &mark.restrict, restricted(part));
    let sums = mark.sums.as_ref().and_then(|wanted| {
        let found = match part.lines().find(|line| line.contains("const auto gpump_group = ")) {
            None => "stays".to_owned(),
            Some(line) => {
                let kind = match () {
                    () if line.contains("gpump_column_if(") => "columns",
                    () if line.contains("[&]") => "first",
                    () => "unforeseen",
                };
                format!("{kind}{}", if line.contains("gpump_apart(") { IF_APART } else { "" })
            }
        };
        let is_checked = |text: &str| text.contains(IF_APART);
        is_not(wanted, &found).or_else(|| {
            (is_checked(wanted) != is_checked(&found))
                .then(|| format!("should be `{wanted}`, and is `{found}`"))
        })
    });
    let elements = mark.elements.as_ref().and_then(|wanted| {
        let found = match (part.contains("gpump_in_registers("), part.contains("gpump_own_")) {
            (true, _) => "kept, if they are apart",
            (false, true) => "kept",
            (false, false) => "stays",
        };
        is_not(wanted, found)
    });
    let barriers = mark.barriers.as_ref().and_then(|wanted| {
        let count = part.matches("gpump_barrier(").count().to_string();
        is_not(wanted, &count)
    });
    let critical = mark.critical.as_ref().and_then(|wanted| {
        let found = match (part.contains("gpump_lock("), part.contains("_together(")) {
            (true, _) => "waits",
            (false, true) => "together",
            (false, false) => "added",
        };
        is_not(wanted, found)
    });
    let schedule = mark.schedule.as_ref().and_then(|wanted| {
        let found = if SCHEDULED.iter().any(|form| part.contains(form)) { "kept" } else { "free" };
        is_not(wanted, found)
    });
    let entry = mark.entry.as_ref().and_then(|wanted| {
        let found = if part.contains("gpump_enter_bare(") { "bare" } else { "team" };
        is_not(wanted, found)
    });
    nests
        .into_iter()
        .chain(entry)
        .chain(values)
        .chain(structures)
        .chain(restrict)
        .chain(sums)
        .chain(elements)
        .chain(barriers)
        .chain(critical)
        .chain(schedule)
}

fn is_other(what: &str, wanted: &Option<BTreeSet<String>>, found: BTreeSet<String>) -> Option<String> {
    let wanted = wanted.as_ref().filter(|wanted| **wanted != found)?;
    Some(format!("{what}: {found:?}, and should be {wanted:?}"))
}

fn is_not(wanted: &str, found: &str) -> Option<String> {
    (!wanted.starts_with(found)).then(|| format!("should be `{wanted}`, and is `{found}`"))
}

fn broken_nest(wanted: &str, part: &str) -> Option<String> {
    let header = part.lines().find(|line| line.contains("gpump_for_nest("));
    let depth = header.map_or(1, |header| {
        let names = header.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        names.map_or(0, |(names, _)| names.split(", ").count())
    });
    if wanted.starts_with("either") {
        return None;
    }
    if let Some(why) = wanted.strip_prefix("stays") {
        return header.map(|header| format!("should stay{why}: {}", header.trim()));
    }
    let is_deep = wanted.split([',', ' ']).next() == Some(depth.to_string().as_str());
    let condition =
        header.and_then(|header| header.split_once("gpump_for_nest(")).map_or("", |(_, rest)| rest);
    let condition = condition.strip_prefix("gpump_team, ").unwrap_or(condition);
    // Where elements are kept in registers, a variable has the answer.
    let variable = part.lines().find(|line| line.contains("const bool gpump_are_apart = "));
    let condition = variable.filter(|_| condition.starts_with("gpump_are_apart")).unwrap_or(condition);
    let is_checked = match wanted.split_once("if apart(") {
        None => condition.starts_with("true"),
        Some((_, names)) => names
            .trim_end_matches(')')
            .split(", ")
            .all(|name| condition.contains("gpump_apart(") && condition.contains(name)),
    };
    (!is_deep || !is_checked).then(|| format!("should be `{wanted}`: {}", header.unwrap_or("no nest").trim()))
}

fn device_text(file: &str, text: &str, without: &[Optimisation]) -> Result<String> {
    Ok(translation(file, text, without, false)?.device.ok_or("no device's text")?)
}

fn translation(file: &str, text: &str, without: &[Optimisation], is_alone: bool) -> Result<Translation> {
    let options = Options {
        layout: Layout::Pair,
        preprocessing: Some(environment::preprocessing(&[])),
        without: without.iter().copied().collect(),
        is_alone,
        ..Options::of(Dialect::Cuda)
    };
    let found = translate(&Source::new(file, text.as_bytes()), &options);
    Ok(found.map_err(|faults| format!("{faults:?}"))?)
}

// ---- Running -------------------------------------------------------------------------------------------

fn runs_as_with_gcc(program: &Path) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let by_gcc = folder.path().join("program");
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=gnu17", "-fopenmp", "-O1", "-w"]).arg(program).arg("-lm").arg("-o").arg(&by_gcc);
    succeeds("gcc", &output(gcc)?)?;
    let built = folder.path().join("built");
    let mut faults = Vec::new();
    for threads in THREADS {
        let mut gcc = Command::new(&by_gcc);
        let expected = output(set(&mut gcc, threads))?;
        // The first run leaves the program for the others.
        let mut run = Command::new(built.join("program"));
        if !built.join("program").exists() {
            let copy = folder.path().join("program.c");
            fs::copy(program, &copy)?;
            run = Command::new(env!("CARGO_BIN_EXE_gpump"));
            run.args(["run", "--dialect", "cuda", "--device", "emulator", "--keep"]).arg(&built).arg(copy);
        }
        let found = output(set(&mut run, threads))?;
        let said = text(&found.stderr);
        let is_refused = is_left_to_compiler(&said);
        if found.stdout != expected.stdout || found.status.code() != expected.status.code() || is_refused {
            let (found_text, expected) = (text(&found.stdout), text(&expected.stdout));
            let differ = found_text.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
            faults.push(format!("with {threads:?} threads: {differ:?} {}", found.status));
            faults.push(text(&found.stderr));
        }
        if !built.join("program").exists() {
            break;
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

fn compiles(program: &Path, nvcc: &Path) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let text = fs::read_to_string(program)?;
    let file = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let device = folder.path().join("device.cu");
    fs::write(&device, device_text(&file, &text, &[])?)?;
    let mut compile = Command::new(nvcc);
    // For the device alone, which takes half the time.
    compile.args(["-cubin", "-arch=sm_90", "-Werror", "all-warnings", "-I"]);
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime");
    compile.arg(runtime.join("cuda/include")).arg("-I").arg(&runtime);
    compile.arg(&device).arg("-o").arg(folder.path().join("object.o"));
    let compiled = output(compile)?;
    succeeds("nvcc", &compiled)?;
    let said = self::text(&compiled.stdout) + &self::text(&compiled.stderr);
    if said.trim().is_empty() { Ok(()) } else { Err(said.into()) }
}

fn random_nests(seed: u64) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = folder.path().join(format!("seed{seed}.c"));
    fs::write(&program, optimisations::nests::program(seed))?;
    runs_as_with_gcc(&program).map_err(|fault| match std::env::var_os("GPUMP_NESTS_KEPT") {
        Some(kept) => {
            let kept = Path::new(&kept).join(format!("seed{seed}.c"));
            let copied = fs::copy(&program, &kept).map_or_else(|error| error.to_string(), |_| String::new());
            format!("{} {copied}\n{}", kept.display(), fault.message().unwrap_or_default()).into()
        }
        None => fault,
    })
}

fn set<'c>(command: &'c mut Command, threads: Option<&str>) -> &'c mut Command {
    for name in ["OMP_NUM_THREADS", "GPUMP_NUM_PROCS", "GPUMP_NUM_BLOCKS", "GPUMP_THREADS_PER_BLOCK"] {
        command.env_remove(name);
    }
    command.env("GPUMP_EMULATOR_LIKE_DEVICE", "1");
    match threads {
        Some(threads) => command.env("OMP_NUM_THREADS", threads),
        None => command,
    }
}

fn output(mut command: impl std::borrow::BorrowMut<Command>) -> Result<Output> {
    Ok(command.borrow_mut().stdin(Stdio::null()).output()?)
}

fn succeeds(name: &str, output: &Output) -> Result<()> {
    if output.status.success() { Ok(()) } else { Err(format!("{name}: {}", text(&output.stderr)).into()) }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
