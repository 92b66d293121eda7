//! `gpump check`, and diagnostics for tools.

use crate::support::{PLAIN, WRONG, Workplace, run, run_with_input};

/// What OpenMP does not allow, and what the thesis's dialect cannot do.
const NESTED: &str = "\
void f(int n)
{
    #pragma omp single
    {
        #pragma omp barrier
    }
}
";

/// Right, but not in the thesis's dialect.
const SINGLE: &str = "void f(void)\n{\n    #pragma omp single\n    ;\n}\n";

#[test]
fn nothing_is_said_of_a_file_that_is_right() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    here.write("b.c", "int a;\n");
    // gcc warns of the white space in the first.
    for arguments in [vec!["check", "--no-compiler", "a.c"], vec!["check", "b.c"]] {
        assert_eq!(run(&mut here.gpump(&arguments)).succeeded(), b"");
        assert_eq!(run(here.gpump(&arguments).args(["--format", "json"])).succeeded(), b"");
    }
    assert_eq!(run_with_input(&mut here.gpump(["check", "--no-compiler", "-"]), PLAIN).succeeded(), b"");
    assert_eq!(here.names_in("."), ["a.c", "b.c"]);
}

#[test]
fn errors_of_all_files_are_shown() {
    let here = Workplace::new();
    here.write("a.c", WRONG);
    here.write("b.c", NESTED);
    here.write("c.c", SINGLE);
    run(&mut here.gpump(["check", "--dialect", "thesis", "a.c", "b.c", "c.c"])).failed(
        1,
        &[
            "--> a.c:2:9",
            "error: a.c: 1 error\n",
            "error[E0301]",
            "--> b.c:5:9",
            "error: b.c: 1 error, and 1 of its parts cannot be translated\n",
            "error: c.c: nothing is wrong, but 1 of its parts cannot be translated\n",
        ],
    );
    assert_eq!(here.names_in("."), ["a.c", "b.c", "c.c"]);
    // What the thesis left out is there in the other dialect.
    run(&mut here.gpump(["check", "c.c"])).succeeded();
    run(&mut here.gpump(["check", "b.c"])).failed(1, &["error[E0301]", "error: b.c: 1 error\n"]);
}

#[test]
fn an_error_in_an_included_region_is_shown_there() {
    let here = Workplace::new();
    here.write(
        "parts/twice.c",
        "void f(int n)\n{\n    #pragma omp parallel private(n) shared(n)\n    n++;\n}\n",
    );
    here.write("a.c", "#include \"parts/twice.c\"\nint g(void) { return omp_nothing(); }\n");
    let done = run(&mut here.gpump(["check", "a.c"]));
    assert!(!done.err.contains("E0411"), "{}", done.err);
    done.failed(1, &["error[E0302]", "--> parts/twice.c:3:", "error[E0203]", "--> a.c:2:"]);
    let json = run(&mut here.gpump(["check", "--format", "json", "a.c"])).out;
    let json = String::from_utf8(json).unwrap();
    assert!(json.starts_with("{\"file\":\"parts/twice.c\",\"line\":3,"), "{json}");
    assert!(json.contains("\n{\"file\":\"a.c\",\"line\":2,"), "{json}");
}

#[test]
fn a_warning_is_shown_and_is_no_failure() {
    let here = Workplace::new();
    here.write("a.c", "void f(unsigned n)\n{\n    unsigned i;\n    #pragma omp parallel for\n    for (i = 0; i < n; i++)\n        ;\n}\n");
    let done = run(&mut here.gpump(["check", "--dialect", "thesis", "a.c"]));
    assert_eq!((done.status, done.out.len()), (0, 0));
    assert!(done.err.contains("warning[W0301]"), "{}", done.err);
}

#[test]
fn what_cannot_be_read_is_no_matter_of_the_program() {
    let here = Workplace::new();
    run(&mut here.gpump(["check", "none.c"])).failed(2, &["cannot read none.c"]);
    run(&mut here.gpump(["check"])).failed(2, &["FILE"]);
    run(&mut here.gpump(["check", "--format", "xml", "none.c"])).failed(2, &["human", "json"]);
}

#[test]
fn json_is_one_object_a_line() {
    let here = Workplace::new();
    here.write("a.c", NESTED);
    here.write("b.c", WRONG);
    let done = run(&mut here.gpump(["check", "--dialect", "thesis", "--format", "json", "a.c", "b.c"]));
    assert_eq!((done.status, &*done.err), (1, ""));
    let objects: Vec<serde_json::Value> = String::from_utf8(done.out)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    let codes: Vec<_> = objects.iter().map(|object| object["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["E0301", "E0401", "E0101"]);
    assert_eq!(objects[0]["file"], "a.c");
    assert_eq!(objects[0]["line"], 5);
    assert_eq!(objects[0]["notes"][0]["place"]["line"], 3);
    assert_eq!(objects[2]["file"], "b.c");
}

#[test]
fn a_translation_can_be_watched_by_a_tool_too() {
    let here = Workplace::new();
    here.write("a.c", WRONG);
    let done = run(&mut here.gpump(["translate", "--format", "json", "a.c"]));
    assert_eq!((done.status, done.out.len()), (1, 0));
    let object: serde_json::Value = serde_json::from_str(&done.err).unwrap();
    assert_eq!((&object["line"], &object["column"]), (&2.into(), &9.into()));
}

#[test]
fn a_file_without_an_end_is_not_read_for_ever() {
    let here = Workplace::new();
    run(&mut here.gpump(["check", "/dev/zero"]))
        .failed(2, &["cannot read /dev/zero: it has more than a gigabyte"]);
}

/// What each line needs stands behind it.
const VERSIONS: &str = "\
void f(int n, int *v)
{
    #pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j != n; j++)
            v[i * n + j] = 0;
    #pragma omp atomic
    n = n + 1;
}
";

#[test]
fn a_program_is_held_to_a_version() {
    let here = Workplace::new();
    here.write("a.c", VERSIONS);
    let on_device = "1 of 1 region on the device\n";
    assert_eq!(run(&mut here.gpump(["check", "a.c"])).err, on_device);
    assert_eq!(run(&mut here.gpump(["check", "--openmp", "5.0", "a.c"])).err, on_device);
    let words =
        ["error[E0352]: a loop with `!=` came with OpenMP 5.0", "--> a.c:5:18", "error: a.c: 1 error\n"];
    run(&mut here.gpump(["check", "--openmp", "4.5", "a.c"])).failed(1, &words);
    let words = [
        "`collapse` on `parallel for` came with OpenMP 3.0",
        "this form of an atomic statement came with OpenMP 3.1",
        "error: a.c: 3 errors\n",
    ];
    run(&mut here.gpump(["check", "--openmp", "2.5", "a.c"])).failed(1, &words);
    run(&mut here.gpump(["check", "--openmp", "2.4", "a.c"]))
        .failed(2, &["2.5, 3.0, 3.1, 4.0, 4.5, 5.0, 5.1, 5.2, 6.0"]);
    let done = run(&mut here.gpump(["check", "-v", "a.c"]));
    let needs = "a.c: needs OpenMP 5.0, which brought a loop with `!=` (line 5, column 18)\n";
    assert_eq!(done.err, format!("{needs}{on_device}"));
    here.write("b.c", "int a;\n");
    assert_eq!(run(&mut here.gpump(["check", "-v", "b.c"])).err, "b.c: needs OpenMP 2.5\n");
    here.write("c.c", "void f(int *n)\n{\n    #pragma omp sections\n    { n[0] = 1; n[1] = 2; }\n}\n");
    let needs = "c.c: needs OpenMP 5.1, which brought a section of several statements (line 4, column 17)\n";
    assert_eq!(run(&mut here.gpump(["check", "-v", "c.c"])).err, needs);
}

/// The C compiler refuses what is surely wrong of them; the device would add up other elements.
#[test]
fn reductions_of_parts_that_may_have_gaps_stay_on_the_host() {
    let here = Workplace::new();
    for (part, on_device) in
        [("a[0:2][0:4]", 1), ("a[1][1:2]", 1), ("a[0:n][0:4]", 1), ("a[0:n][1:2]", 0), ("a[0:n][0]", 0)]
    {
        let text = format!(
            "int a[4][4];\nvoid f(int n)\n{{\n#pragma omp parallel for reduction(+: {part})\n    for (int i = 0; i < 4; i++)\n        a[1][1] += i;\n}}\n"
        );
        here.write("a.c", &text);
        let said = run(&mut here.gpump(["check", "a.c"])).err;
        assert!(said.contains(&format!("{on_device} of 1 region on the device")), "{part}: {said}");
        assert_eq!(said.contains("no one stretch of memory"), on_device == 0, "{part}: {said}");
    }
}

// The C compiler ------------------------------------------------------------------------

/// Right for gpump, but not C.
const UNDECLARED: &str = "\
int f(int n)
{
    int s = 0;
    #pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += step;
    return s;
}
";

#[test]
fn what_is_no_c_is_said_in_the_compilers_words() {
    let here = Workplace::new();
    here.write("a.c", UNDECLARED);
    let gcc =
        run(std::process::Command::new("gcc").args(["-fsyntax-only", "a.c"]).current_dir(here.path(".")));
    let check = run(&mut here.gpump(["check", "a.c"]));
    assert_eq!(check.err, format!("{}\nerror: a.c: 1 error\n", gcc.err));
    check.failed(1, &["a.c:6:14: error: "]);
    run(&mut here.gpump(["check", "-DSTEP", "-Dstep=2", "a.c"])).succeeded_with("1 of 1 region");
    run(&mut here.gpump(["check", "--no-compiler", "a.c"])).succeeded_with("1 of 1 region");
    run_with_input(&mut here.gpump(["check", "-"]), UNDECLARED.as_bytes())
        .failed(1, &["<stdin>:6:14: error"]);
    let clang = run(here.gpump(["check", "a.c"]).env("GPUMP_CC", "no-such-compiler"));
    clang.failed(2, &["no-such-compiler"]);
}

#[test]
fn headers_declare_what_they_declare_with_openmp() {
    let here = Workplace::new();
    // Under a standard of C's alone, glibc has this structure only for programs of several threads.
    here.write("a.c", "#include <time.h>\nlong f(void) { struct timespec t = {1, 0}; return t.tv_sec; }\n");
    for standard in ["c99", "c11", "gnu17"] {
        assert_eq!(run(&mut here.gpump(["check", "--std", standard, "a.c"])).succeeded(), b"");
    }
}

#[test]
fn errors_of_headers_are_shown_there() {
    let here = Workplace::new();
    here.write("include/h.h", "struct point { nope x; };\n");
    here.write("a.c", "#include <h.h>\nint x;\n");
    run(&mut here.gpump(["check", "a.c", "-I", "include"]))
        .failed(1, &["include/h.h:1:16: error: ", "error: a.c: 1 error"]);
}

#[test]
fn the_compilers_words_are_json_too() {
    let here = Workplace::new();
    here.write("a.c", UNDECLARED.replace("    int s", "\tint *p = n;\n\tint s"));
    let done = run(&mut here.gpump(["check", "--format", "json", "a.c"]));
    assert_eq!((done.status, &*done.err), (1, ""));
    let text = String::from_utf8(done.out).unwrap();
    let objects: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let about = |one: &serde_json::Value| (one["code"].clone(), one["line"].clone(), one["column"].clone());
    let found: Vec<_> = objects.iter().map(about).collect();
    let expected = [("W0120", 3, 11), ("E0120", 7, 14)];
    assert_eq!(
        found,
        expected.map(|(code, line, column)| (code.into(), line.into(), column.into())),
        "{text}"
    );
    assert!(objects[1]["notes"][0]["message"].as_str().unwrap().contains("only once"), "{text}");
}

#[test]
fn nothing_is_said_by_gpump_and_by_the_compiler() {
    let here = Workplace::new();
    // What is no C for gpump either; beside it, what follows.
    here.write("a.c", "int f(int n)\n{\n    int s = 0\n    n = t;\n    return s;\n}\n");
    let done = run(&mut here.gpump(["check", "a.c"]));
    assert!(!done.err.contains("a.c:4:"), "{}", done.err);
    done.failed(1, &["error[E0101]", "error: a.c: 1 error\n"]);
    // What OpenMP does not allow hides nothing of C.
    here.write("b.c", NESTED.replace("{\n        #pragma omp b", "{\n        n = t;\n        #pragma omp b"));
    run(&mut here.gpump(["check", "b.c"]))
        .failed(1, &["error[E0301]", "b.c:5:13: error: ", "error: b.c: 2 errors\n"]);
    // Both would warn of the routine, and the compiler of the other function alone.
    here.write("c.c", "int f(void) { return omp_get_max_threads() + g(); }\n");
    let done = run(&mut here.gpump(["check", "c.c"]));
    assert_eq!((done.status, done.err.matches("implicit declaration").count()), (0, 1), "{}", done.err);
    assert!(
        done.err.contains("warning[W0102]") && done.err.contains("implicit declaration of"),
        "{}",
        done.err
    );
    // A function is defined again for a compiler that passes over directives.
    here.write(
        "d.c",
        "int f(void) { return 1; }\n#pragma omp begin declare variant match(construct={parallel})\n\
         int f(void) { return 2; }\n#pragma omp end declare variant\n",
    );
    run(&mut here.gpump(["check", "d.c"])).succeeded();
}

/// Small programs with one fault each, and what is said of them; `GPUMP_RENEW=1` writes it anew.
#[test]
fn wrong_programs_are_answered_in_these_words() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong");
    let here = Workplace::new();
    let copied =
        std::process::Command::new("cp").arg("-R").arg(folder.join(".")).arg(here.path(".")).status();
    assert!(copied.unwrap().success());
    let names = here.names_in(".").into_iter().filter(|name| name.ends_with(".c"));
    let said: String = names
        .map(|name| {
            let done = run(here.gpump(["check", &name]).env("GPUMP_CC", "gcc").env("LC_ALL", "C"));
            format!("== {name}, status {}\n\n{}\n", done.status, done.err)
        })
        .collect();
    let expected = folder.join("messages.txt");
    if std::env::var_os("GPUMP_RENEW").is_some() {
        return std::fs::write(expected, said).unwrap();
    }
    let version = std::process::Command::new("gcc").arg("-dumpversion").output().unwrap().stdout;
    // Another gcc has other words.
    if version.starts_with(b"12") {
        assert!(std::fs::read_to_string(expected).unwrap() == said, "{said}");
    }
}
