//! All of OpenMP 5.2 is read, and the loop transformations of 6.0.
//!
//! The programs of `tests/openmp5/` have every directive and every clause, those of `newest.c` what gcc 12 does not read. gpump
//! finds nothing wrong with them; what it says is that the device has not this or that.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use gpump::{Dialect, Options, Source};

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/openmp5");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 3);
    files
}

fn output(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

#[test]
fn nothing_is_wrong_with_what_5_2_has() {
    for program in programs() {
        let mut gpump = Command::new(env!("CARGO_BIN_EXE_gpump"));
        let found = output(gpump.args(["check", "--format", "json"]).arg(&program)).stdout;
        let found = String::from_utf8(found).unwrap();
        let is_wrong = |line: &&str| {
            ["\"code\":\"E01", "\"code\":\"E02", "\"code\":\"E03"].iter().any(|code| line.contains(code))
        };
        let wrong: Vec<&str> = found.lines().filter(is_wrong).collect();
        assert!(wrong.is_empty(), "{}: {wrong:#?}", program.display());
        // What the device has not stays on the host, and no construct is without a reason.
        let required = output(gpump.arg("--require-device")).stdout;
        let required = String::from_utf8(required).unwrap();
        assert!(found.contains("W0401") || !required.contains("W0"), "{}: {found}", program.display());
        assert!(required.contains("E0413"), "{}: {required}", program.display());
    }
}

#[test]
fn gcc_reads_the_same() {
    for program in programs().iter().filter(|program| !program.ends_with("newest.c")) {
        let done = output(Command::new("gcc").args(["-fopenmp", "-fsyntax-only", "-w"]).arg(program));
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{}: {said}", program.display());
    }
}

/// The words of directives and clauses, as the lexer has them.
fn words() -> BTreeSet<String> {
    let lexer = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/CLexer.g4");
    let text = fs::read_to_string(lexer).unwrap();
    let (_, pragma) = text.split_once("mode PRAGMA;").unwrap();
    let (own, _) = pragma.split_once("// The C of clause arguments").unwrap();
    let words: BTreeSet<String> = own.split('\'').skip(1).step_by(2).map(str::to_owned).collect();
    assert!(words.len() > 200, "{}", words.len());
    words
}

#[test]
fn every_word_of_openmp_is_a_name_elsewhere() {
    for word in words() {
        if ["omp_all_memory", "omp_cur_iteration", "omp_fill"].contains(&word.as_str()) {
            continue;
        }
        let program = format!(
            "void f(int n, int *v)
{{
    int {word} = 3, total = 0;
    #pragma omp parallel num_threads({word}) if({word}) default(none) shared(v, n, {word}) reduction(+: total)
    {{
        #pragma omp for schedule(static, {word}) private({word}) nowait
        for (int i = 0; i < n; i++) {{
            {word} = i;
            v[i] = {word};
        }}
        #pragma omp for schedule(dynamic, {word} + 1)
        for (int i = 0; i < n; i++)
            v[i] = {word};
    }}
    #pragma omp flush({word})
}}
void g(int n, int *v, int *{word})
{{
    #pragma omp task if({word}[0]) depend(in: {word}[n], v[0:{word}[1]]) depend(out: *{word}) priority({word}[0]) shared({word})
    {word}[0]++;
    #pragma omp target map({word}[0:n]) map(tofrom: v[{word}[0]:n]) device({word}[0])
    {word}[0]++;
    #pragma omp target update to({word}[0:n])
    #pragma omp taskloop grainsize({word}[0]) private(n)
    for (int i = 0; i < 3; i++)
        v[i] = {word}[i];
    #pragma omp teams num_teams({word}[0]) thread_limit({word}[1]) private({word})
    {word} = v;
}}
"
        );
        let source = Source::new("words.c", program.as_bytes());
        let mut found = gpump::check(&source, &Options::of(Dialect::Cuda));
        found.retain(|diagnostic| diagnostic.code != "W0401");
        assert!(found.is_empty(), "{word}: {found:#?}");
    }
}
