//! What is refused and what is not.
//!
//! Each file of `tests/diagnostics/` holds restrictions of OpenMP 2.5, each
//! with the smallest program that violates it and a near miss that is allowed:
//!
//! ```text
//! //- 2.4: the number of threads is positive      the section, the restriction
//! //- E0318                                       the code of the refusal
//! …                                               the program that is refused
//! //- allowed                                     the program that is not, which gcc takes too;
//! …                                               `allowed, though gcc 12 does not read it` where it cannot
//! ```
//!
//! `cuda/races.c` there holds programs of which the cuda dialect warns, in the same form.
//!
//! `docs/diagnostics.md` has them in a table, with what gcc says to the
//! program that is refused; `GPUMP_RENEW=1 cargo test --test diagnostics`
//! writes it anew. It also has an example of every code, which is run; a block
//! under a line like `` `name.h`: `` is a header of the next, and a block of text
//! behind the example is what is shown of it. The thesis's dialect is meant where
//! the heading does not end in `` `--dialect cuda` ``.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use gpump::diagnostics::compiler::{Message, messages};
use gpump::diagnostics::{Appearance, Fix, Origin, json_lines, render};
use gpump::openmp::versions::Version;
use gpump::preprocessor::{Environment, MemoryHeaders};
use gpump::{Diagnostic, Dialect, Layout, OnHost, Options, Preprocessing, Source};

struct Restriction {
    file: String,
    section: String,
    text: String,
    code: String,
    refused: String,
    allowed: String,
    /// Whether gcc 12 has what is allowed.
    gcc_reads: bool,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn docs() -> PathBuf {
    root().join("docs/diagnostics.md")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn restrictions() -> Vec<Restriction> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(root().join("tests/diagnostics")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    let all: Vec<_> = files.iter().flat_map(|file| restrictions_of(file)).collect();
    assert!(all.len() > 100, "only {} restrictions", all.len());
    all
}

/// The programs with races, of which the cuda dialect warns, and those without.
fn races() -> Vec<Restriction> {
    restrictions_of(&root().join("tests/diagnostics/cuda/races.c"))
}

/// As much of `omp.h` as they need.
const OMP_H: &str = "typedef struct { int held; } omp_lock_t;\n\
    void omp_set_lock(omp_lock_t *), omp_unset_lock(omp_lock_t *);\n\
    int omp_get_thread_num(void), omp_get_num_threads(void);\n";

fn restrictions_of(file: &Path) -> Vec<Restriction> {
    let name = file.file_name().unwrap().to_str().unwrap().to_owned();
    let text = read(file);
    let mut parts = text.split("//- ").skip(1);
    let mut found = Vec::new();
    while let Some(title) = parts.next() {
        let (section, restriction) =
            title.trim().split_once(": ").unwrap_or_else(|| panic!("{name}: {title}"));
        let (code, refused) = parts.next().unwrap().split_once('\n').unwrap();
        let (kind, allowed) = parts.next().and_then(|part| part.split_once('\n')).unwrap_or_default();
        let gcc_reads = kind == "allowed";
        assert!(gcc_reads || kind == "allowed, though gcc 12 does not read it", "{name}: {title}: {kind}");
        found.push(Restriction {
            file: name.clone(),
            section: section.to_owned(),
            text: restriction.to_owned(),
            code: code.to_owned(),
            refused: refused.to_owned(),
            allowed: allowed.to_owned(),
            gcc_reads,
        });
    }
    found
}

/// The options with which macros are expanded, and headers read from memory.
fn preprocessing(headers: &[(String, String)]) -> Options {
    let mut all = MemoryHeaders::new();
    for (name, text) in headers {
        all.insert(name, text.as_bytes());
    }
    let preprocessing = Preprocessing { environment: Environment::default(), headers: Arc::new(all) };
    Options { preprocessing: Some(preprocessing), ..Options::of(Dialect::Thesis) }
}

/// What is found in a program that has no macros and no headers, so that it is
/// the same whether they are read or not.
fn check(program: &str) -> (Source, Vec<Diagnostic>) {
    let source = Source::new("example.c", program.as_bytes());
    let found = gpump::check(&source, &preprocessing(&[]));
    let plain = gpump::check(&source, &Options::of(Dialect::Thesis));
    assert_eq!(shown(&source, &found), shown(&source, &plain), "{program}");
    (source, found)
}

/// The diagnostics that do not depend on the dialect.
fn of_program(program: &str) -> (Source, Vec<Diagnostic>) {
    let (source, mut found) = check(program);
    found.retain(|diagnostic| diagnostic.origin() == Origin::Program);
    (source, found)
}

fn shown(source: &Source, found: &[Diagnostic]) -> String {
    found.iter().map(|diagnostic| render(source, diagnostic, Appearance::default()) + "\n").collect()
}

#[track_caller]
fn report(failures: &[String]) {
    assert!(failures.is_empty(), "{} failures:\n\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn what_the_specification_forbids_is_refused() {
    let mut failures = Vec::new();
    for Restriction { file, text, code, refused, .. } in restrictions() {
        let (source, found) = of_program(&refused);
        let codes: Vec<&str> = found.iter().map(|diagnostic| diagnostic.code).collect();
        if codes != [code.as_str()] {
            failures.push(format!("{file}: {text}: {codes:?} for {code}\n{}", shown(&source, &found)));
        } else if code.starts_with("E03") && !shown(&source, &found).contains("section") {
            failures.push(format!("{file}: {text}: no section\n{}", shown(&source, &found)));
        }
    }
    report(&failures);
}

#[test]
fn a_near_miss_is_allowed() {
    let mut failures = Vec::new();
    for Restriction { file, text, allowed, .. } in restrictions() {
        let (source, found) = of_program(&allowed);
        if !found.is_empty() {
            failures.push(format!("{file}: {text}\n{}", shown(&source, &found)));
        }
    }
    report(&failures);
}

#[test]
fn races_are_told_if_they_are_certain() {
    let mut options = preprocessing(&[("omp.h".to_owned(), OMP_H.to_owned())]);
    options.dialect = Dialect::Cuda;
    let mut failures = Vec::new();
    let found = |program: &str| {
        let source = Source::new("example.c", program.as_bytes());
        let mut found = gpump::check(&source, &options);
        found.retain(|diagnostic| diagnostic.origin() == Origin::Program);
        (found.iter().map(|one| one.code).collect::<Vec<_>>(), shown(&source, &found))
    };
    for Restriction { text, code, refused, allowed, .. } in races() {
        for (program, expected) in [(&refused, vec![code.as_str()]), (&allowed, vec![])] {
            let (codes, shown) = found(program);
            if codes != expected {
                failures.push(format!("{text}: {codes:?} for {expected:?}\n{shown}"));
            }
        }
    }
    report(&failures);
}

#[test]
fn a_near_miss_is_allowed_by_gcc() {
    let mut all = restrictions();
    all.extend(races());
    all.retain(|restriction| restriction.gcc_reads);
    let programs: Vec<&str> = all.iter().map(|restriction| restriction.allowed.as_str()).collect();
    let failures: Vec<String> = all
        .iter()
        .zip(verdicts(&programs))
        .filter(|(_, verdict)| *verdict != "accepts")
        .map(|(restriction, verdict)| format!("{}: {}: gcc {verdict}", restriction.file, restriction.text))
        .collect();
    report(&failures);
}

/// What gcc says to programs, each in one word.
fn verdicts(programs: &[&str]) -> Vec<&'static str> {
    let folder = tempfile::tempdir().unwrap();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let results = std::sync::Mutex::new(vec![""; programs.len()]);
    let gcc = |path: &Path, flags: &[&str]| {
        let output = Command::new("gcc")
            .args(["-fopenmp", "-std=gnu11"])
            .args(flags)
            .arg(path)
            .stdin(Stdio::null())
            .output()
            .expect("gcc is needed");
        (output.status.success(), !output.stderr.is_empty())
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(program) = programs.get(at) else { break };
                    let path = folder.path().join(format!("{at}.c"));
                    fs::write(&path, program).unwrap();
                    let verdict = match gcc(&path, &["-fsyntax-only"]) {
                        (false, _) => "refuses",
                        (true, _) => match gcc(&path, &["-c", "-o", "/dev/null"]) {
                            (false, _) => "refuses later",
                            (true, true) => "warns",
                            (true, false) => "accepts",
                        },
                    };
                    results.lock().unwrap()[at] = verdict;
                }
            });
        }
    });
    results.into_inner().unwrap()
}

const TABLE_BEGINS: &str = "<!-- The table is written by tests/diagnostics.rs. -->\n";
const TABLE_ENDS: &str = "<!-- The table ends. -->\n";

#[test]
fn the_table_of_restrictions_is_up_to_date() {
    let all = restrictions();
    let programs: Vec<&str> = all.iter().map(|restriction| restriction.refused.as_str()).collect();
    let mut table = String::from(
        "| section | restriction | code | gcc 12 | example |\n| --- | --- | --- | --- | --- |\n",
    );
    for (restriction, verdict) in all.iter().zip(verdicts(&programs)) {
        let Restriction { file, section, text, code, .. } = restriction;
        let text = text.replace('|', "\\|");
        table +=
            &format!("| {section} | {text} | {code} | {verdict} | [{file}](../tests/diagnostics/{file}) |\n");
    }
    let old = read(&docs());
    let start = old.find(TABLE_BEGINS).expect("the table's beginning") + TABLE_BEGINS.len();
    let end = old.find(TABLE_ENDS).expect("the table's end");
    if std::env::var_os("GPUMP_RENEW").is_some() {
        fs::write(docs(), format!("{}{table}{}", &old[..start], &old[end..])).unwrap();
        return;
    }
    let version = Command::new("gcc").arg("-dumpversion").output().expect("gcc is needed").stdout;
    if version.starts_with(b"12") {
        assert_eq!(&old[start..end], table, "GPUMP_RENEW=1 writes the table anew");
    } else {
        // Another gcc may say other things; the rest of the table stays.
        let without_gcc = |table: &str| -> Vec<String> {
            let cells = |line: &str| {
                line.split(" | ")
                    .enumerate()
                    .filter(|(at, _)| *at != 3)
                    .map(|(_, c)| c.to_owned())
                    .collect::<Vec<_>>()
                    .join(" | ")
            };
            table.lines().map(cells).collect()
        };
        assert_eq!(without_gcc(&old[start..end]), without_gcc(&table), "GPUMP_RENEW=1 writes the table anew");
    }
}

/// An example of the page.
#[derive(Default)]
struct Example {
    /// The code that it stands under.
    code: String,
    /// Its headers, by name.
    headers: Vec<(String, String)>,
    /// Whether it is read as it stands, without its macros and headers.
    plain: bool,
    /// Whether it is about the cuda dialect.
    cuda: bool,
    /// What is shown of it, where the page has that.
    shown: Option<String>,
    /// Whether it is to be a single file of the cuda dialect.
    single: bool,
    program: String,
}

fn examples() -> Vec<Example> {
    let text = read(&docs());
    let mut example = Example::default();
    let mut found = Vec::new();
    let mut block: Option<String> = None;
    let mut header = None;
    // The example of this heading, once it has been read.
    let mut last: Option<usize> = None;
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            let code = heading.split(' ').next().unwrap_or_default().to_owned();
            let single = heading.ends_with("`--dialect cuda --layout single`");
            example = Example {
                code,
                plain: heading.ends_with("`--no-preprocessing`"),
                cuda: single || heading.ends_with("`--dialect cuda`"),
                single,
                ..Example::default()
            };
            last = None;
        } else if let Some(name) = line.strip_prefix('`').and_then(|line| line.strip_suffix("`:")) {
            header = Some(name.to_owned());
        } else if line == "```c" || (line == "```text" && last.is_some()) {
            block = Some(String::new());
        } else if line == "```" {
            let Some(text) = block.take() else { continue };
            match header.take() {
                Some(name) => example.headers.push((name, text)),
                None if !example.code.is_empty() => {
                    last = Some(found.len());
                    found.push(Example { program: text, ..std::mem::take(&mut example) });
                }
                None => {
                    if let Some(last) = last.take() {
                        found[last].shown = Some(text);
                    }
                }
            }
        } else if let Some(block) = &mut block {
            *block += line;
            block.push('\n');
        }
    }
    found
}

#[test]
fn the_examples_of_the_page_say_what_they_stand_for() {
    let mut failures = Vec::new();
    for Example { code, headers, plain, cuda, single, shown: expected, program } in examples() {
        let of_dialect = ["E04", "W04", "W05"].iter().any(|group| code.starts_with(group));
        let source = Source::new("example.c", program.as_bytes());
        let mut options = if plain { Options::of(Dialect::Thesis) } else { preprocessing(&headers) };
        if cuda {
            options.dialect = Dialect::Cuda;
        }
        if single {
            options.layout = Layout::Single;
        }
        if code == "E0352" {
            options.openmp = Version::OLDEST;
        }
        if code.starts_with('E') {
            options.on_host = OnHost::Nothing;
        }
        let mut found = gpump::check(&source, &options);
        found.retain(|diagnostic| of_dialect || diagnostic.origin() == Origin::Program);
        let mut codes: BTreeSet<&str> = found.iter().map(|diagnostic| diagnostic.code).collect();
        if code.ends_with("0120") && codes.is_empty() {
            let said = said_by_the_compiler(&program);
            codes = said.iter().map(|message| message.code()).collect();
            let shown: String = said.iter().map(|message| message.shown.as_str()).collect();
            if expected.as_deref().is_some_and(|expected| shown.trim_end() != expected.trim_end()) {
                failures.push(format!("{code}: another text is shown:\n{shown}"));
            }
            if codes.iter().eq([&code.as_str()]) {
                continue;
            }
        }
        if !codes.iter().eq([&code.as_str()]) {
            failures.push(format!("{code}: {codes:?}\n{program}\n{}", shown(&source, &found)));
        }
        let is_shown = |expected: &String| shown(&source, &found).trim_end() == expected.trim_end();
        if !expected.iter().all(is_shown) {
            failures.push(format!("{code}: another text is shown:\n{}", shown(&source, &found)));
        }
    }
    report(&failures);
}

/// What gcc says of a program of which gpump says nothing.
fn said_by_the_compiler(program: &str) -> Vec<Message> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("example.c"), program).unwrap();
    let mut gpump = Command::new(env!("CARGO_BIN_EXE_gpump"));
    gpump.args(["check", "example.c"]).current_dir(folder.path()).env("GPUMP_CC", "gcc").env("LC_ALL", "C");
    messages(&String::from_utf8(gpump.stdin(Stdio::null()).output().unwrap().stderr).unwrap())
        .into_iter()
        .filter(|message| message.place.is_some())
        .collect()
}

/// What the specification forbids does not depend on the dialect, but where one has no reason for it.
#[test]
fn both_dialects_refuse_the_same() {
    const ALONE: [&str; 6] = ["E0310", "W0301", "W0302", "W0306", "W0307", "W0308"];
    let mut failures = Vec::new();
    for Restriction { file, text, refused, allowed, .. } in restrictions() {
        for program in [refused, allowed] {
            let source = Source::new("example.c", program.as_bytes());
            let codes = |dialect| -> Vec<&str> {
                let found = gpump::check(&source, &Options { dialect, ..preprocessing(&[]) });
                let of_program = found.iter().filter(|found| found.origin() == Origin::Program);
                of_program.map(|found| found.code).filter(|code| !ALONE.contains(code)).collect()
            };
            let (thesis, cuda) = (codes(Dialect::Thesis), codes(Dialect::Cuda));
            if thesis != cuda {
                failures.push(format!("{file}: {text}: {thesis:?} and {cuda:?}\n{program}"));
            }
        }
    }
    report(&failures);
}

#[test]
fn the_page_has_an_example_of_every_code() {
    let mut codes = BTreeSet::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("render.rs") && !path.ends_with("json.rs") {
                // The preprocessor names the codes of the crate that it is
                // made of, too; its own begin with 011.
                let is_preprocessor = path.parent().is_some_and(|folder| folder.ends_with("preprocessor"));
                let all = codes_in(&read(&path)).collect::<Vec<_>>();
                codes.extend(all.into_iter().filter(|code| !is_preprocessor || code[1..].starts_with("01")));
            }
        }
    }
    // A fault of gpump itself has no example, or it would be mended.
    codes.remove("E0900");
    codes.remove("W0402");
    // Only what builds programs gives it.
    codes.remove("W0103");
    codes.remove("W0403");
    codes.remove("E0119");
    let documented: BTreeSet<String> = examples().into_iter().map(|example| example.code).collect();
    assert_eq!(codes, documented);
}

/// The codes that a source names, in quotation marks.
fn codes_in(text: &str) -> impl Iterator<Item = String> {
    text.split('"')
        .filter(|word| {
            word.len() == 5 && word.starts_with(['E', 'W']) && word[1..].chars().all(|c| c.is_ascii_digit())
        })
        .map(str::to_owned)
}

#[test]
fn the_json_of_the_page_is_what_is_written() {
    let text = read(&docs());
    let json = text.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let example = text.split("```text\n").find(|block| block.contains("nested.c")).expect("its program");
    let program = example.split("```").next().unwrap().split_once('\n').unwrap().1;
    let source = Source::new("nested.c", program.as_bytes());
    let mut found = gpump::check(&source, &Options::of(Dialect::Thesis));
    found.retain(|diagnostic| diagnostic.origin() == Origin::Program);
    let written: serde_json::Value = serde_json::from_str(&json_lines(&source, &found)).unwrap();
    let documented: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(written, documented, "{written:#}");
}

fn codes(program: &str) -> Vec<&'static str> {
    of_program(program).1.iter().map(|diagnostic| diagnostic.code).collect()
}

/// Each of these is one fault, and is told in words of its own.
#[test]
fn one_fault_is_one_message() {
    let expanded = |program: &str| {
        let source = Source::new("example.c", program.as_bytes());
        let found = gpump::check(&source, &Options { dialect: Dialect::Cuda, ..preprocessing(&[]) });
        let first = |one: &Diagnostic| {
            [&one.message, &one.label].map(Clone::clone).into_iter().chain(one.helps.clone())
        };
        found.iter().map(|one| first(one).collect::<Vec<_>>().join("; ")).collect::<Vec<_>>()
    };
    let function = |body: &str| format!("void f(int n, int *a)\n{{\n{body}\n}}\n");
    for (program, words) in [
        (
            function("int s = 0\n#pragma omp parallel for\nfor (int i = 0; i < n; i++)\na[i] = s;"),
            "`;` is missing in front of `#pragma omp`; `;` belongs here",
        ),
        (
            function("#pragma omp parallel fro\nfor (int i = 0; i < n; i++)\na[i] = 0;"),
            "unknown OpenMP clause `fro`; no clause of this name; did you mean `for`?",
        ),
        (
            function("#pragma omp parallel num_threads(THREADS)\na[0] = n;"),
            "`THREADS` is not declared; in a clause",
        ),
        (function("#pragma omp parallel if(m > 3)\na[0] = n;"), "`m` is not declared; in a clause"),
        (
            function("#pragma omp parallel num_threads(n +)\na[0] = n;"),
            "`)` does not fit into the directive; an expression is expected here",
        ),
        (function("a[0] = n;\n}"), "`}` closes nothing; no `{` is open here"),
    ] {
        assert_eq!(expanded(&program), [words], "{program}");
    }
    for right in [
        "#define THREADS 4\nvoid f(int n) {\n#pragma omp parallel num_threads(THREADS) if(n > 2)\nn = 0;\n}\n",
        "#pragma omp declare simd linear(v: s) uniform(s)\nint f(int *v, int s);\n",
        "struct v { int n; int *p; };\n#pragma omp declare mapper(struct v it) map(it.n, it.p[0:it.n])\n",
        "void f(int n, int *a)\n{\n#pragma omp task depend(iterator(i = 0:n), out: a[i])\na[0] = n;\n}\n",
    ] {
        assert_eq!(expanded(right), [""; 0], "{right}");
    }
}

#[test]
fn a_file_has_more_than_its_first_error() {
    let program = "\
void a(int n)
{
    #pragma omp parallel nowait colour(n) reduction(/ : n) private(n
    n++;
}
void b(int n)
{
    n = = 1;
}
int c(int n)
{
    #pragma omp paralel
    n++;
    #pragma omp master
    return n;
}
void d(int n)
{
    #pragma omp parallel if(n +)
    {
        #pragma omp single
        {
            #pragma omp barrier
        }
    }
    if (n) n++
}
void e(int n)
{
    #pragma omp critical
    {
        #pragma omp for
        for (int i = 0; i == n; i++)
            break;
    }
}
";
    let (source, found) = of_program(program);
    let places: Vec<(usize, &str)> =
        found.iter().map(|error| (source.position(error.span.start).line, error.code)).collect();
    let expected = [
        (3, "E0312"),
        (3, "E0102"),
        (3, "E0101"),
        (3, "E0101"),
        (8, "E0101"),
        (12, "E0102"),
        (15, "E0311"),
        (19, "E0101"),
        (26, "E0101"),
        (33, "E0307"),
        (34, "E0311"),
    ];
    for place in expected {
        assert!(places.contains(&place), "no {place:?} in {places:?}\n{}", shown(&source, &found));
    }
}

#[test]
fn what_is_missing_is_not_complained_of() {
    // Behind a clause that cannot be read, a variable may have been listed.
    assert_eq!(codes("void f(int x) {\n#pragma omp parallel default(none) shared(x\nx++;\n}\n"), ["E0101"]);
    // Behind a directive that cannot be read, there may have been a region.
    let program =
        "void f(int x) {\n#pragma omp paralel shared(x)\n{\n#pragma omp single copyprivate(x)\nx++;\n}\n}\n";
    assert_eq!(codes(program), ["E0102"]);
    let program = "int x = = 1;\nvoid f(void) {\n#pragma omp parallel private(x)\nx++;\n}\n";
    assert_eq!(codes(program), ["E0101"]);
}

#[test]
fn a_file_may_end_with_a_pragma() {
    assert!(codes("int t;\n#pragma omp threadprivate(t)").is_empty());
    assert_eq!(codes("int t;\n#pragma omp threadprivate(t"), ["E0101"]);
    assert_eq!(codes("void f(void) {}\n#pragma omp parallel colour"), ["E0101", "E0102"]);
}

#[test]
fn of_a_region_that_is_wrong_no_more_is_said() {
    let program = "\
void f(int n)
{
    #pragma omp target map(release: n)
    n++;
    #pragma omp target
    n++;
}
";
    let source = Source::new("example.c", program.as_bytes());
    let found = gpump::check(&source, &Options::of(Dialect::Cuda));
    let places: Vec<_> =
        found.iter().map(|found| (source.position(found.span.start).line, found.code)).collect();
    assert_eq!(places, [(3, "E0354"), (5, "W0401")]);
}

#[test]
fn the_definition_of_a_macro_is_shown() {
    let program = "#define TWICE(x) x = 2 * 3\nvoid f(int n) {\n#pragma omp atomic\nTWICE(n);\n}\n";
    let source = Source::new("example.c", program.as_bytes());
    let found = gpump::check(&source, &preprocessing(&[]));
    let text = shown(&source, &found);
    assert!(text.contains("--> example.c:4:1") && text.contains("--> example.c:1:1"), "{text}");
    assert!(text.contains("the macro `TWICE`"), "{text}");
}

#[test]
fn what_the_program_does_wrong_comes_first() {
    let program = "\
void f(int n)
{
    #pragma omp parallel
    {
        #pragma omp single
        n++;
        #pragma omp master
        {
            #pragma omp barrier
        }
    }
}
";
    let codes: Vec<_> = check(program).1.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["E0301", "E0401"]);
}

/// The program with the edits of a fix made.
fn mended(source: &Source, fix: &Fix) -> String {
    let mut text = source.text().to_owned();
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    for edit in edits {
        text.replace_range(edit.span.clone(), &edit.text);
    }
    text
}

/// No fix leaves what it is offered for, and none makes another error of the same kind.
#[test]
fn fixes_mend() {
    let mut titles = BTreeSet::new();
    for restriction in restrictions() {
        let (source, found) = check(&restriction.refused);
        for (error, fix) in found.iter().flat_map(|error| error.fixes.iter().map(move |fix| (error, fix))) {
            let text = mended(&source, fix);
            let (_, left) = check(&text);
            let count = |all: &[Diagnostic]| all.iter().filter(|other| other.code == error.code).count();
            assert!(count(&left) < count(&found), "`{}` does not mend {error:?}:\n{text}", fix.title);
            titles.insert(fix.title.split('`').next().unwrap_or_default().trim().to_owned());
        }
    }
    let expected = ["add", "leave", "put it into braces", "write"];
    assert!(titles.iter().eq(expected), "{titles:?}");
}

/// Where fixes go: into the clause that is there, behind the last clause of a directive that goes on on another line, and nowhere
/// for what a macro has.
#[test]
fn fixes_edit_what_was_typed() {
    let fixes = |program: &str| -> Vec<(String, String)> {
        let (source, found) = check(program);
        let of = |error: &Diagnostic| {
            error.fixes.iter().map(|fix| (fix.title.clone(), mended(&source, fix))).collect()
        };
        found.iter().flat_map(|error: &Diagnostic| -> Vec<(String, String)> { of(error) }).collect()
    };
    let program = |directive: &str| {
        format!("int f(int é, int b)\n{{\n    int r = é;\n{directive}\n    r = b;\n    return r;\n}}\n")
    };
    let found = fixes(&program("#pragma omp parallel default(none) \\\n    private(r) // that"));
    let (titles, texts): (Vec<String>, Vec<String>) = found.into_iter().unzip();
    assert_eq!(titles, ["add `b` to `shared`", "add `b` to `private`", "add `b` to `firstprivate`"]);
    assert_eq!(texts[0], program("#pragma omp parallel default(none) \\\n    private(r) shared(b) // that"));
    assert_eq!(texts[1], program("#pragma omp parallel default(none) \\\n    private(r, b) // that"));

    let source =
        Source::new("a.c", b"#define WORD nowiat\nvoid f(void)\n{\n#pragma omp single WORD\n    ;\n}\n");
    let found = gpump::check(&source, &preprocessing(&[]));
    assert!(!found[0].helps.is_empty() && found[0].fixes.is_empty(), "{found:?}");
}
