//! The programs of the thesis and of the TXL report whose translations are not
//! printed: what a run of them shows on the emulator, or why they are refused.

mod common;

use std::process::{Command, Output};

use common::reference;

/// Runs a program on the emulator.
fn run(source: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("a file");
    Command::new(env!("CARGO_BIN_EXE_gpump"))
        .args(["run", "--dialect", "thesis", "--device", "emulator"])
        .arg(&file)
        .output()
        .expect("gpump runs")
}

/// What the same program prints when gcc builds it.
fn run_natively(source: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, program) = (folder.path().join("program.c"), folder.path().join("program"));
    std::fs::write(&file, source).expect("a file");
    let built =
        Command::new("gcc").args(["-fopenmp", "-w", "-o"]).arg(&program).arg(&file).status().expect("gcc");
    assert!(built.success());
    let output = Command::new(&program).output().expect("the program runs");
    String::from_utf8(output.stdout).expect("text")
}

#[track_caller]
fn assert_prints(source: &str, expected: &str) {
    let output = run(source);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{errors}");
    assert_eq!(output.status.code(), Some(0), "{errors}");
}

/// A program that must stop with a message about a pointer that leads nowhere.
#[track_caller]
fn assert_stops(source: &str, variable: &str) {
    let output = run(source);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(70), "{errors}");
    assert!(errors.contains(&format!("`{variable}`")), "no `{variable}` in: {errors}");
    assert!(errors.contains("gpump_parallel0"), "no region in: {errors}");
}

fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "`{from}` in:\n{text}");
    text.replace(from, to)
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn call_a1_runs() {
    let source = format!(
        "#include <stdio.h>\n{}\nint main(void)\n{{\n    int i;\n    float a[100], b[100];\n    \
         #pragma gpump accessible(a, b)\n    for (i = 0; i < 100; i++) a[i] = 2 * i;\n    a1(100, a, b);\n    \
         printf(\"%g %g\\n\", b[1], b[99]);\n    call_a1();\n    return 0;\n}}\n",
        reference("programs/call_a1.c")
    );
    assert_prints(&source, "1 197\n");
}

const PREPARE_MAIN: &str = "\nint main(void)\n{\n    prepare();\n    return 0;\n}\n";

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn prepare_execute_stops_because_nothing_listed_the_array() {
    assert_stops(&(reference("programs/prepare_execute.c") + PREPARE_MAIN), "p");
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn prepare_execute_runs_when_the_array_is_accessible() {
    let program = reference("programs/prepare_execute.c") + PREPARE_MAIN;
    let listed = replaced(&program, "int *pd = &d;", "int *pd = &d;\n    #pragma gpump accessible(d)\n");
    let shown = replaced(&listed, "execute(pd);", "execute(pd);\n    printf(\"%d %d\\n\", d[0], d[1]);");
    assert_prints(&format!("#include <stdio.h>\n{shown}"), "0 1\n");
}

const STRUCT_MAIN: &str = "\nint main(void)\n{\n    caller();\n    return 0;\n}\n";

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn struct_pointer_stops_because_nothing_listed_the_structure() {
    assert_stops(&(reference("programs/struct_pointer.c") + STRUCT_MAIN), "pp");
}

/// The thesis's machine had pointers of 32 bits, so that `secs` followed one
/// `int` behind `p`. Here it is two.
#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn struct_pointer_brings_secs_back() {
    let program = reference("programs/struct_pointer.c") + STRUCT_MAIN;
    let wide = replaced(&program, "(int *)pp+1", "(int *)pp+2");
    let listed = replaced(&wide, "new_type x;\n", "new_type x;\n    #pragma gpump accessible(x)\n");
    let shown =
        replaced(&listed, "callee(&x.p);\n", "callee(&x.p);\n    printf(\"%d %d\\n\", x.secs, x.p == 0);\n");
    assert_prints(&format!("#include <stdio.h>\n{shown}"), "31556927 1\n");
}

fn refusals(path: &str) -> Vec<(&'static str, String)> {
    let source = gpump::Source::new(path, reference(path).as_bytes());
    let errors =
        gpump::translate(&source, &gpump::Options::of(gpump::Dialect::Thesis)).expect_err("it is refused");
    errors.into_iter().map(|error| (error.code, error.message)).collect()
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn retarget_is_refused() {
    let found = refusals("programs/retarget.c");
    assert!(found.contains(&("E0401", "`critical` is not translated".to_owned())), "{found:?}");
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn data_clauses_is_refused() {
    let found = refusals("programs/data_clauses.c");
    for construct in ["critical", "lastprivate"] {
        assert!(found.contains(&("E0401", format!("`{construct}` is not translated"))), "{found:?}");
    }
}

/// The programs of the TXL report take their memory from `malloc`, which this
/// dialect cannot follow; `gpump_malloc` is the thesis's way (6.2).
#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn the_programs_of_the_txl_report_run_with_gpump_malloc() {
    for name in ["basic", "multiple-arrays", "multiple-loops", "scalars"] {
        let program = reference(&format!("managed/{name}/input.c"));
        let ours = program.replace("malloc(", "gpump_malloc(").replace("free(", "gpump_free(");
        // Memory fresh from the system is zero for gcc's program; so here.
        let zeroed = ours.replace("gpump_malloc(size", "gpump_calloc(1, size");
        assert_prints(&zeroed, &run_natively(&program.replace("malloc(size", "calloc(1, size")));
    }
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn the_programs_of_the_txl_report_stop_with_plain_malloc() {
    assert_stops(&reference("managed/basic/input.c"), "array");
}
