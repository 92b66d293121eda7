//! The cuda dialect on the command line: pairs of files, and programs of them.

use std::path::Path;
use std::process::Command;

use crate::support::{PLAIN, Workplace, nvcc, run, run_with_input};

#[test]
fn a_pair_goes_where_it_is_told() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    here.write("b.c", PLAIN);
    let pair = |words: &[&str]| {
        here.gpump([&["translate", "--dialect", "cuda", "--layout", "pair"], words].concat())
    };
    for output in [&[][..], &["-o", "-"], &["-o", "/dev/stdout"]] {
        run(&mut pair(&[&["a.c"], output].concat())).failed(2, &["two files", "-o NAME.c"]);
    }
    run(&mut pair(&["a.c", "-o", "out.cu"])).failed(2, &["out.cu is to be C", "-o NAME.c"]);
    for output in ["a.c", "./a.c", "."] {
        run(&mut pair(&["a.c", "-o", output])).failed(2, &["is an input"]);
    }
    assert_eq!(here.names_in("."), ["a.c", "b.c"]);
    // A file without regions has nothing for the device.
    run(&mut pair(&["a.c", "-o", "out.c"])).succeeded();
    run(&mut pair(&["a.c", "b.c", "-o", "new/"])).succeeded();
    assert_eq!(here.names_in("."), ["a.c", "b.c", "new", "out.c"]);
    assert_eq!(here.names_in("new"), ["a.c", "b.c"]);
    assert_eq!(here.read("out.c"), PLAIN);
}

#[test]
fn of_several_files_all_are_written_or_none() {
    let here = Workplace::with([("a.c", PLAIN), ("b.c", PLAIN), ("out/a.c", b"old")]);
    std::fs::create_dir_all(here.path("out/b.c")).unwrap();
    let words = ["translate", "--dialect", "cuda", "--layout", "pair", "a.c", "b.c", "-o", "out"];
    run(&mut here.gpump(words)).failed(2, &["cannot write out/b.c"]);
    assert_eq!(here.read("out/a.c"), b"old");
    assert_eq!(here.names_in("out"), ["a.c", "b.c"]);
}

const REGION: &str = "\
#include <stdio.h>
int twice(int *class);
int main(void)
{
    int sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += i;
    printf(\"%d\\n\", twice(&sum));
    return 0;
}
";
const PART: &str = "\
#include <stdlib.h>
int twice(int *class)
{
    int *new = malloc(sizeof *new), i;
    *new = *class;
    #pragma omp parallel for
    for (i = 0; i < 1; i++)
        *new *= 2;
    i = *new;
    free(new);
    return i;
}
";

#[test]
fn a_single_file_goes_where_it_is_told() {
    let here = Workplace::new();
    here.write("main.c", REGION);
    here.write("part.c", PART);
    here.write("plain.c", PLAIN);
    let translate = |words: &[&str]| {
        let layout = ["translate", "--dialect", "cuda"];
        run(&mut here.gpump([&layout, words].concat())).succeeded()
    };
    let text = translate(&["main.c"]);
    assert!(String::from_utf8_lossy(&text).contains("#include <gpump_single.h>"));
    assert_eq!(translate(&["--layout", "single", "main.c", "-o", "out.cu"]), b"");
    assert_eq!(here.read("out.cu"), text);
    translate(&["main.c", "part.c", "plain.c", "-o", "all"]);
    assert_eq!(here.names_in("all"), ["main.cu", "part.cu", "plain.c"]);
    assert_eq!(here.read("all/main.cu"), text);
    // Nothing to translate, nothing changed: it is still C.
    assert_eq!(here.read("all/plain.c"), PLAIN);
    translate(&["main.c", "plain.c", "-o", "."]);
    assert_eq!(here.names_in("."), ["all", "main.c", "main.cu", "out.cu", "part.c", "plain.c"]);
}

/// As MPI's: for C++ it declares templates, which cannot have C's linkage.
const FOR_BOTH: &str = "\
#ifdef __cplusplus
#include <vector>
template <class T> T thrice(T value) { return 3 * value; }
extern \"C\" {
#endif
static inline int twice(int value) { return 2 * value; }
#ifdef __cplusplus
}
#endif
";

#[test]
fn headers_of_libraries_have_the_linkage_that_they_say() {
    let here = Workplace::new();
    here.write("library/both.h", FOR_BOTH);
    let text = "\
#include <both.h>
int main(void)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++) sum += twice(i);
    return sum;
}
";
    here.write("main.c", text);
    run(&mut here.gpump(["translate", "-I", "library", "main.c", "-o", "main.cu"])).succeeded();
    let text = String::from_utf8(here.read("main.cu")).unwrap();
    assert!(text.contains("} /* extern \"C\" */\n#include <both.h>\nextern \"C\" {\n"), "{text}");
    let line = ["run", "--device", "emulator", "-I", "library", "main.cu"];
    assert_eq!(run(&mut here.gpump(line)).status, 12);
}

#[test]
fn single_files_make_a_program() {
    let here = Workplace::new();
    here.write("main.c", REGION);
    here.write("part.c", PART);
    run(&mut here.gpump(["translate", "--dialect", "cuda", "main.c", "part.c", "-o", "all/"])).succeeded();
    let line = ["run", "--dialect", "cuda", "--device", "emulator", "all/main.cu", "all/part.cu"];
    assert_eq!(run(&mut here.gpump(line)).succeeded(), b"90\n");
    // One may be a single file, and the other a pair.
    let line = ["run", "--dialect", "cuda", "--device", "emulator", "all/main.cu", "part.c"];
    assert_eq!(run(&mut here.gpump(line)).succeeded(), b"90\n");
}

#[test]
fn the_thesis_has_no_pairs() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    let words = ["translate", "--dialect", "thesis", "--layout", "pair", "a.c", "-o", "b.c"];
    run(&mut here.gpump(words)).failed(2, &["thesis", "--dialect cuda"]);
}

/// C that is no C++.
const MAIN: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include \"local.h\"
#if _OPENMP != 201511
#error \"not OpenMP 4.5\"
#endif
int part(int *class);
int main(int count, char **arguments)
{
    int *new = malloc(sizeof *new);
    *new = LOCAL;
    printf(\"%s %s %ld\\n\", __FILE__, arguments[count - 1], __STDC_VERSION__);
    return part(new);
}
";

#[test]
fn host_texts_are_c() {
    let here = Workplace::new();
    here.write("sub/main.c", MAIN);
    here.write("sub/local.h", "#define LOCAL 40\n");
    here.write(
        "part.c",
        "#include <stdlib.h>\nint part(int *class) { int a = *class + ADD; free(class); return a; }\n",
    );
    let line = ["run", "--dialect", "cuda", "--device", "emulator", "--keep", "kept", "-DADD=2", "-std=c99"];
    let words = [&line[..], &["sub/main.c", "part.c", "--", "last"]].concat();
    let done = run(&mut here.gpump(words));
    assert_eq!((done.status, &*done.err), (42, ""));
    assert_eq!(String::from_utf8(done.out).unwrap(), "sub/main.c last 199901\n");
    let made = ["main", "main.host.c", "main.host.o", "part.host.c", "part.host.o"];
    assert_eq!(here.names_in("kept"), made);
    let done = run_with_input(
        &mut here.gpump(["run", "--dialect", "cuda", "--device", "emulator", "-"]),
        b"int main(void) { return none; }",
    );
    done.failed(1, &["<stdin>:1:25: error: ‘none’ undeclared"]);
}

/// The names of the pointers to arrays in the heap that a file's text declares.
fn pointers_in(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text).into_owned();
    let mut names: Vec<String> = ["u", "v", "own", "table"]
        .iter()
        .filter(|name| text.contains(&format!("(*gpump_array_{name})")))
        .map(|name| (*name).to_owned())
        .collect();
    names.sort();
    names
}

const FIELDS: &str =
    "extern double u[1000];\nextern double v[1000];\nextern int table[1100];\ndouble sum(double *a);\n";
const SUM: &str = "\
#include \"fields.h\"
double sum(double *a)
{
    double sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 1000; i++)
        sum += a[i] + u[i] + v[i] + table[i];
    return sum;
}
";
/// It has no directive.
const DATA: &str = "\
#include <stdio.h>
#include \"fields.h\"
double u[1000], v[1000];
int table[1100] = {1, 2};
static double own[1000];
int main(void)
{
    u[1] = own[2] = 4;
    printf(\"%g\\n\", sum(own));
    return 0;
}
";

#[test]
fn arrays_of_a_whole_program_go_into_the_heap() {
    let here = Workplace::new();
    here.write("fields.h", FIELDS);
    here.write("sum.c", SUM);
    here.write("data.c", DATA);
    let run_with = |words: &[&str]| {
        let line = ["run", "--dialect", "cuda", "--device", "emulator", "--keep", "kept"];
        let done = run(&mut here.gpump([&line[..], words].concat()));
        assert_eq!((done.status, &*done.err, &*done.out), (0, "", &b"11\n"[..]), "{words:?}");
        (pointers_in(&here.read("kept/data.host.c")), pointers_in(&here.read("kept/sum.host.c")))
    };
    let all = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let (data, sum) = run_with(&["data.c", "sum.c"]);
    assert_eq!((data, sum), (all(&["own", "table", "u", "v"]), all(&["table", "u", "v"])));
    // In the other order, the file that defines them comes last.
    let (data, sum) = run_with(&["sum.c", "data.c"]);
    assert_eq!((data, sum), (all(&["own", "table", "u", "v"]), all(&["table", "u", "v"])));
    let (data, sum) = run_with(&["--no-opt", "arrays", "data.c", "sum.c"]);
    assert_eq!((data, sum), (all(&[]), all(&[])));
    // One file needs an address before the program runs: the array stays for all.
    here.write("data.c", DATA.replace("static double own", "double *const to_u = &u[1];\nstatic double own"));
    let (data, sum) = run_with(&["data.c", "sum.c"]);
    assert_eq!((data, sum), (all(&["own", "table", "v"]), all(&["table", "v"])));
    // The files do not agree in the size, which works as long as nobody goes beyond the smaller one.
    here.write(
        "data.c",
        DATA.replace("double u[1000], v[1000]", "double u[1000], v[1001]")
            .replace("#include \"fields.h\"", "double sum(double *a);"),
    );
    let (data, sum) = run_with(&["data.c", "sum.c"]);
    assert_eq!((data, sum), (all(&["own", "table", "u"]), all(&["table", "u"])));
    // A constructor might run before they have memory.
    here.write(
        "data.c",
        DATA.replace("int main", "static void __attribute__((constructor(200))) f(void) {}\nint main"),
    );
    let (data, sum) = run_with(&["data.c", "sum.c"]);
    assert_eq!((data, sum), (all(&[]), all(&[])));
}

#[test]
fn a_project_without_directives_is_c() {
    let here = Workplace::new();
    here.write("main.c", MAIN);
    here.write("local.h", "#define LOCAL 40\n");
    here.write(
        "part.c",
        "#include <stdlib.h>\nint part(int *class) { int a = *class; free(class); return a; }\n",
    );
    let cc = |line: &str| {
        let mut command = here.gpump(["cc"]);
        command.args(line.split(' ')).env("GPUMP_DEVICE", "emulator").env("GPUMP_DIALECT", "cuda");
        run(&mut command)
    };
    cc("-MMD -c main.c").succeeded();
    assert_eq!(here.read("main.d"), b"main.o: main.c local.h\n");
    cc("main.o part.c -o program").succeeded();
    let done = run(&mut std::process::Command::new(here.path("program")));
    assert_eq!((done.status, &*done.err), (40, ""));
    assert!(String::from_utf8(cc("-E part.c").succeeded()).unwrap().contains("int part(int *class)"));
    cc("-fsyntax-only part.c").succeeded();
    cc("-S part.c").succeeded();
    assert!(String::from_utf8(here.read("part.s")).unwrap().contains("gpump_heap_free"));
    cc("-c none.c").failed(1, &["none.c: No such file"]);
}

/// Builds the project `device`, whose regions call functions of other files: in a static library, with functions of
/// a header and threadprivate variables, and in a file that knows nothing of OpenMP.
fn build_project(device: &str) -> Workplace {
    let here = project("device");
    let compiler = format!("CC={} cc", env!("CARGO_BIN_EXE_gpump"));
    assert_eq!(build(&here, device, &["make", "-s", "-j2", &compiler]), "");
    here
}

/// A copy of one of the projects in `tests/projects`.
fn project(name: &str) -> Workplace {
    let here = Workplace::new();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects").join(name);
    assert!(Command::new("cp").arg("-R").arg(from.join(".")).arg(here.path(".")).status().unwrap().success());
    here
}

/// What a build system says that succeeds without a warning.
fn build(here: &Workplace, device: &str, line: &[&str]) -> String {
    let mut gpump = here.gpump([""; 0]);
    gpump.env("GPUMP_DEVICE", device).env("GPUMP_DIALECT", "cuda");
    let mut command = Command::new(line[0]);
    command.args(&line[1..]).current_dir(here.path("."));
    command.envs(gpump.get_envs().filter_map(|(name, value)| Some((name, value?))));
    // A `make` around the tests is none of the project's.
    command.env_remove("MAKEFLAGS").env_remove("CC");
    String::from_utf8(run(&mut command).succeeded()).unwrap()
}

#[test]
fn a_project_with_cmake_is_built() {
    let here = project("cmake");
    let compiler = format!("-DCMAKE_C_COMPILER={};cc", env!("CARGO_BIN_EXE_gpump"));
    // CMake's question for OpenMP is a program that only calls a routine.
    assert!(build(&here, "emulator", &["cmake", &compiler, "-B", "build"]).contains("found version \"4.5\""));
    build(&here, "emulator", &["cmake", "--build", "build"]);
    let out = run(&mut Command::new(here.path("build/waves"))).succeeded();
    assert_eq!(String::from_utf8(out).unwrap(), "7 5 1, energy 14950, timed\n");
}

const ENERGIES: &str = "499500 1000 500 1000 2 0.666667 0.000001\n";

#[test]
fn regions_of_a_project_call_functions_of_other_files() {
    let here = build_project("emulator");
    let out = run(Command::new(here.path("program")).env("OMP_NUM_THREADS", "4")).succeeded();
    assert_eq!(String::from_utf8(out).unwrap(), ENERGIES);
}

#[test]
fn nvcc_links_functions_of_other_files() {
    if nvcc().is_none() {
        return;
    }
    let here = build_project("gpu");
    let out = run(Command::new(here.path("program")).env("GPUMP_DEVICE", "host")).succeeded();
    assert_eq!(String::from_utf8(out).unwrap(), ENERGIES);
}

/// nvcc calls a shell, and puts not all of its words in quotes.
#[test]
fn nvcc_takes_names_with_blanks_and_parentheses() {
    if nvcc().is_none() {
        return;
    }
    let here = Workplace::new();
    here.write("part, (1)/main (2).c", REGION);
    here.write("part, (1)/part.c", PART);
    let sources = ["part, (1)/main (2).c", "part, (1)/part.c"];
    run(here.gpump(["cc", "--gpump-device=gpu"]).args(sources).args(["-o", "a program"])).succeeded();
    assert_eq!(run(Command::new(here.path("a program")).env("GPUMP_DEVICE", "host")).succeeded(), b"90\n");
}

#[test]
fn arrays_of_few_elements_are_not_allocated() {
    let here = Workplace::new();
    let with_length = |outer: &str, length: &str| {
        let text = format!(
            "{outer}\nvoid work(int n, int *v)\n{{\n    {length}\n#pragma omp parallel for\n    for (int i = 0; i < n; i++) {{\n        \
             double own[length];\n        own[i % length] = i;\n        v[i] = own[0];\n    }}\n}}\n"
        );
        here.write("a.c", text);
        String::from_utf8(run(&mut here.gpump(["translate", "a.c"])).succeeded()).unwrap()
    };
    for (outer, length) in [
        ("", "const int length = 8;"),
        ("enum { HALF = 4 };", "const int half = HALF, length = half + sizeof(int);"),
        ("", "static const unsigned char length = 264;"),
        ("static const int length = 8;", ""),
        ("const long length = 8.5;", ""),
    ] {
        let text = with_length(outer, length);
        let is_there = |part: &str| text.contains(part);
        assert!(is_there("gpump_small_array<double, 1, 8> own(length);"), "{text}");
        assert!(is_there(" length = 8;") && !is_there("shared.length"), "{text}");
    }
    for (outer, length) in [
        ("", "const int length = n;"),
        ("", "int length = 8;"),
        ("", "const int length = 513;"),
        ("", "const volatile int length = 8;"),
        ("extern const int length;", ""),
        ("__attribute__((weak)) const int length = 8;", ""),
    ] {
        let text = with_length(outer, length);
        assert!(text.contains("gpump_local_array<double, 1> own(length);"), "{text}");
    }
    let text = with_length("", "const int length = 8; const int *other = &length;");
    assert!(text.contains("gpump_small_array<double, 1, 8> own(length);"), "{text}");
}

/// In another file, where nothing but the type says that they are none of the C library's.
#[test]
fn functions_may_have_names_of_the_library_and_other_types() {
    let here = Workplace::new();
    here.write(
        "a.c",
        "#include <stdio.h>\ndouble carg(double, double);\nint index(int, int);\ndouble fabs(double);\nint main(void)\n{\n    double sum = 0;\n\
         #pragma omp parallel for reduction(+ : sum)\n    for (int i = 0; i < 10; i++)\n        \
         sum += carg(i, 2) + index(i, 3) + fabs(-i);\n    printf(\"%g\\n\", sum);\n    return 0;\n}\n",
    );
    here.write(
        "b.c",
        "double carg(double re, double im) { return re - im; }\nint index(int row, int column) { return row * 10 + column; }\n",
    );
    let printed = run(&mut here.gpump(["run", "--device", "emulator", "a.c", "b.c"])).succeeded();
    assert_eq!(String::from_utf8(printed).unwrap(), "550\n");
    // Old declarations say less, or other numbers, and mean the library's.
    here.write(
        "old.c",
        "char *malloc();\nint free();\nint strlen(char *);\nvoid f(long *p)\n{\n#pragma omp parallel for\n    \
         for (int i = 0; i < 10; i++) {\n        char *text = malloc(8L);\n        p[i] = strlen(\"abc\") + (text != 0);\n        \
         free(text);\n    }\n}\n",
    );
    run(&mut here.gpump(["translate", "--layout", "pair", "old.c", "-o", "old.host.c"])).succeeded();
    let text = String::from_utf8(here.read("old.host.cu")).unwrap();
    for call in ["gpump_malloc(8L)", "gpump_strlen(", "gpump_free(text)"] {
        assert!(text.contains(call), "{text}");
    }
}

/// FFTW's header is like this one.
#[test]
fn headers_may_have_other_types_for_complex_numbers_in_cplusplus() {
    let here = Workplace::new();
    here.write(
        "system/waves.h",
        "#if defined(complex) && defined(I)\ntypedef double _Complex wave;\n#else\ntypedef double wave[2];\n#endif\n\
         typedef wave *waves;\nstruct pair {\n    wave first, second;\n};\n",
    );
    // In C++ this is a header with classes.
    here.write("system/narrow.h", "#include <complex.h>\ntypedef float _Complex narrow;\n");
    here.write(
        "a.c",
        "#include <stdio.h>\n#include <complex.h>\n#include <waves.h>\n#include <narrow.h>\n\
         typedef struct {\n    int n;\n    waves v;\n} grid;\n\
         static int is_set(wave z)\n{\n    return z != 0;\n}\n\
         int main(void)\n{\n    wave v[8], w[8];\n    narrow n[8];\n    grid g = {8, v};\n    int all = 0, both = 0, same = 0, none = 0;\n\
         #pragma omp parallel for\n    for (int i = 0; i < 8; i++) {\n        waves to = g.v + i;\n        *to = i % 3;\n        \
         w[i] = (wave)i * I;\n        n[i] = w[i];\n    }\n\
         #pragma omp parallel for reduction(+ : all, both, same, none)\n    for (int i = 0; i < g.n; i++) {\n        \
         all += is_set(g.v[i]);\n        both += v[i] && v[7 - i];\n        same += v[i] == v[7 - i];\n        none += !v[i];\n    }\n    \
         printf(\"%d %d %d %d %g %g\\n\", all, both, same, none, cimag(w[7]), cimagf(n[6]));\n    return 0;\n}\n",
    );
    let printed =
        run(&mut here.gpump(["run", "--device", "emulator", "-isystem", "system", "a.c"])).succeeded();
    assert_eq!(String::from_utf8(printed).unwrap(), "5 2 2 3 7 6\n");
    // What a structure of theirs has is not known.
    here.write(
        "b.c",
        "#include <complex.h>\n#include <waves.h>\nvoid f(struct pair *p)\n{\n#pragma omp parallel for\n    \
         for (int i = 0; i < 8; i++)\n        p[i].first = i;\n}\n",
    );
    let words =
        ["translate", "--require-device", "-isystem", "system", "b.c", "-o", "b.host.c", "--layout", "pair"];
    let done = run(&mut here.gpump(words));
    assert!(done.status != 0 && done.err.contains("E0405"), "{}", done.err);
}

/// How much stack it needs is the runtime's affair, and the names are those of the translation.
#[test]
fn nothing_is_said_of_functions_that_call_themselves() {
    if nvcc().is_none() {
        return;
    }
    let here = Workplace::new();
    let text = "\
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
int main(void)
{
    int values[10];
#pragma omp parallel for
    for (int i = 0; i < 10; i++) values[i] = fibonacci(i);
    return values[9];
}
";
    here.write("main.c", text);
    run(&mut here.gpump(["cc", "--gpump-device=gpu", "main.c", "-o", "program"])).succeeded();
    assert_eq!(run(Command::new(here.path("program")).env("GPUMP_DEVICE", "host")).status, 34);
}

/// C++ has no computed `goto` in a function that CUDA or the emulator could have.
const ODD: &str = "\
int odd(int n)
{
    static void *const labels[] = {&&even, &&uneven};
    goto *labels[n & 1];
even:
    return 0;
uneven:
    return 1;
}
";

#[test]
fn a_function_that_need_not_be_on_the_device_breaks_no_build() {
    let here = Workplace::new();
    let region = "int sum(int n)\n{\n    int i, sum = 0;\n#pragma omp parallel for reduction(+ : sum)\n    \
                  for (i = 0; i < n; i++)\n        sum += i;\n    return sum;\n}\n";
    here.write("part.c", format!("{ODD}{region}"));
    here.write("main.c", "int odd(int n);\nint sum(int n);\nint main(void) { return sum(9) + odd(3); }\n");
    // It calls what nobody has on the device.
    here.write(
        "log.c",
        "void record(const char *text);\nvoid note(int n) { record(n ? \"one\" : \"none\"); }\n",
    );
    here.write(
        "record.c",
        "#include <syslog.h>\nvoid record(const char *text) { syslog(LOG_INFO, \"%s\", text); }\n",
    );
    let cc = |line: &str| {
        let mut command = here.gpump(["cc"]);
        command.args(line.split(' ')).env("GPUMP_DEVICE", "emulator").env("GPUMP_DIALECT", "cuda");
        run(&mut command)
    };
    for name in ["part", "main", "log", "record"] {
        cc(&format!("-c {name}.c")).succeeded();
    }
    cc("part.o main.o log.o record.o -o program").succeeded();
    assert_eq!(run(&mut Command::new(here.path("program"))).status, 36 + 1);
}

#[test]
fn a_function_that_no_file_defines_is_named_with_the_calls_that_lead_there() {
    let here = Workplace::new();
    here.write(
        "main.c",
        "int middle(int n);\nint main(void)\n{\n#pragma omp parallel\n    middle(1);\n    return 0;\n}\n",
    );
    here.write("part.c", "int last(int n);\nint middle(int n) { return last(n); }\n");
    let line = ["run", "--require-device", "--dialect", "cuda", "--device", "emulator", "main.c", "part.c"];
    let done = run(&mut here.gpump(line));
    let words = ["E0404", "`last`", "part.c:2:", "`middle` is called from a parallel region in main.c:5:5"];
    done.failed(1, &words);
}

#[test]
fn files_of_one_name_are_two() {
    let here = Workplace::new();
    let part = |name: &str, factor: u32, rest: &str| {
        format!(
            "static int calls;\nstatic int times(int n) {{ calls++; return {factor} * n; }}\nint {name}(void)\n{{\n    \
             int i, sum = 0;\n    static int all;\n#pragma omp parallel for reduction(+ : sum) num_threads(1)\n    \
             for (i = 0; i < 4; i++)\n        sum += times(i), all++;\n    return sum + calls + all;\n}}\n{rest}"
        )
    };
    here.write("a/x.c", part("one", 2, "int two(void);\nint main(void) { return one() + two(); }\n"));
    here.write("b/x.c", part("two", 3, ""));
    let done = run(&mut here.gpump(["run", "--dialect", "cuda", "--device", "emulator", "a/x.c", "b/x.c"]));
    assert_eq!((done.status, &*done.err), (12 + 8 + 18 + 8, ""));
}

#[test]
fn a_header_of_the_programs_own_is_not_included_for_the_device() {
    let here = Workplace::new();
    here.write("inc/own.h", "#include <stdlib.h>\n#define TWICE(x) (2 * (x))\ntypedef int number;\n");
    here.write(
        "a.c",
        "#include <own.h>\n#include <math.h>\nvoid f(number *a)\n{\n#pragma omp parallel\n#pragma omp atomic write\n    *a = TWICE(1);\n}\n",
    );
    let words = ["translate", "--dialect", "cuda", "--layout", "pair", "-I", "inc", "a.c", "-o", "out.c"];
    run(&mut here.gpump(words)).succeeded();
    let device = String::from_utf8(here.read("out.cu")).unwrap();
    assert!(device.contains("#include <math.h>") && device.contains("#include <stdlib.h>"), "{device}");
    assert!(!device.contains("own.h") && device.contains("typedef int number;"), "{device}");
}

/// A header that another one brings along may bear no second reading.
#[test]
fn the_device_has_headers_of_the_system_once() {
    let here = Workplace::new();
    here.write("system/inner.h", "static int inner(void) { return 1; }\n");
    here.write("system/guarded.h", "#ifndef GUARDED\n#define GUARDED\ntypedef int number;\n#endif\n");
    here.write("system/outer.h", "#include <inner.h>\n#include <guarded.h>\n");
    let program = "void f(number *a)\n{\n#pragma omp parallel\n#pragma omp atomic write\n    *a = 1;\n}\n";
    here.write("a.c", format!("#include \"own.h\"\n{program}"));
    let words = ["translate", "--layout", "pair", "-isystem", "system", "a.c", "-o", "out.c"];
    let device = |own: &str| {
        here.write("own.h", own);
        run(&mut here.gpump(words)).succeeded();
        String::from_utf8(here.read("out.cu")).unwrap()
    };
    let text = device("#include <outer.h>\n#if 0\n#include <inner.h>\n#endif\n#include <guarded.h>\n");
    assert!(text.contains("#include <outer.h>") && !text.contains("#include <inner.h>"), "{text}");
    // A header with the end of a name is another header.
    here.write("system/part/more.h", "typedef long more;\n");
    let text = device("#include <part/more.h>\n#if 0\n#include <more.h>\n#endif\n");
    assert!(text.contains("#include <part/more.h>") && !text.contains("#include <more.h>"), "{text}");
    // The device goes without this header, and so without what it includes.
    here.write("system/stdalign.h", "#include <guarded.h>\n");
    let text = device("#include <stdalign.h>\n#include <guarded.h>\n");
    assert!(text.contains("#include <guarded.h>") && !text.contains("stdalign.h"), "{text}");
}

#[test]
fn what_a_program_has_written_outlives_a_device_that_fails() {
    let here = Workplace::new();
    here.write(
        "p.c",
        "#include <stdio.h>\nint main(void)\n{\n    FILE *file = fopen(\"log\", \"w\");\n    \
         fprintf(file, \"before\");\n#pragma omp parallel\n    printf(\"in\");\n    return 0;\n}\n",
    );
    let mut command = here.gpump(["run", "--dialect", "cuda", "--device", "emulator", "p.c"]);
    run(command.env("GPUMP_EMULATOR_FAIL", "launch")).failed(70, &["the device failed"]);
    assert_eq!(here.read("log"), b"before");
}

#[test]
fn layouts_of_the_systems_types_are_asserted_on_both_sides() {
    let here = Workplace::new();
    here.write(
        "p.c",
        "#include <sys/time.h>\nint main(void)\n{\n    struct timeval now = {40, 2};\n    int sum = 0;\n\
         #pragma omp parallel num_threads(1)\n    sum = now.tv_sec + now.tv_usec;\n    return sum;\n}\n",
    );
    run(&mut here.gpump(["translate", "--layout", "pair", "p.c", "-o", "out.c"])).succeeded();
    let texts = ["out.c", "out.cu"].map(|name| String::from_utf8(here.read(name)).unwrap());
    let assertion = format!(
        "GPUMP_LAYOUT(struct timeval, 16, 8); GPUMP_OFFSET(struct timeval, tv_sec, 0);{}",
        " GPUMP_OFFSET(struct timeval, tv_usec, 8);"
    );
    for text in texts {
        let lines = text.replace('\n', " ");
        assert!(lines.contains(&assertion), "{text}");
    }
    run(&mut here.gpump(["run", "--device", "emulator", "p.c"])).failed(42, &[]);
}

#[test]
fn variables_with_names_of_the_library_keep_them_on_the_device() {
    let here = Workplace::new();
    here.write(
        "p.c",
        "int main(void)\n{\n    int sum = 0;\n#pragma omp parallel num_threads(1)\n    {\n        \
         double exp = 1, log = 2, round = 3;\n        int isnan = 4;\n        \
         sum = exp + log + round + isnan;\n    }\n    return sum;\n}\n",
    );
    for (layout, output) in [("pair", "out.c"), ("single", "out.cu")] {
        run(&mut here.gpump(["translate", "--layout", layout, "p.c", "-o", output])).succeeded();
        let device = String::from_utf8(here.read("out.cu")).unwrap();
        for line in ["double exp = 1, log = 2, round = 3;", "int isnan = 4;", "exp + log + round + isnan;"] {
            assert!(device.contains(line), "{device}");
        }
    }
    run(&mut here.gpump(["run", "--device", "emulator", "p.c"])).failed(10, &[]);
}

/// In a pair the host would run it with all threads (`tests/host_regions/nested.c`).
#[test]
fn inner_regions_of_one_thread_are_told_of() {
    let here = Workplace::new();
    here.write(
        "p.c",
        "#include <omp.h>\n#include <stdio.h>\nint main(int argc, char **argv)\n{\n    int count = 0;\n    \
         omp_set_max_active_levels(argc);\n#pragma omp parallel num_threads(2)\n#pragma omp parallel num_threads(2)\n\
         #pragma omp atomic\n    count++;\n    printf(\"%d\", count);\n    return 0;\n}\n",
    );
    run(&mut here.gpump(["translate", "p.c", "-o", "p.cu"])).succeeded();
    let line = ["run", "--device", "emulator", "p.cu"];
    let warned = here.gpump(line).args(["--", "two"]).output().unwrap();
    let said = String::from_utf8_lossy(&warned.stderr);
    assert_eq!(warned.stdout, b"2");
    assert!(said.contains("regions within the one in p.c:7 have one thread each"), "{said}");
    assert_eq!(run(&mut here.gpump(line)).succeeded(), b"2");
}

/// A team of one whose `if` is false is no level: what is within it would have several threads.
#[test]
fn inner_regions_of_one_thread_are_told_of_where_the_region_is_no_level() {
    let here = Workplace::new();
    here.write(
        "p.c",
        "#include <stdio.h>\nint main(int argc, char **argv)\n{\n    int count = 0;\n\
         #pragma omp parallel num_threads(2) if (argc > 1)\n#pragma omp parallel num_threads(2)\n\
         #pragma omp atomic\n    count++;\n    printf(\"%d\", count);\n    return 0;\n}\n",
    );
    run(&mut here.gpump(["translate", "p.c", "-o", "p.cu"])).succeeded();
    let line = ["run", "--device", "emulator", "p.cu"];
    let warned = here.gpump(line).output().unwrap();
    let said = String::from_utf8_lossy(&warned.stderr);
    assert_eq!(warned.stdout, b"1");
    assert!(said.contains("regions within the one in p.c:5 have one thread each"), "{said}");
    let silent = here.gpump(line).args(["--", "two"]).output().unwrap();
    assert_eq!((silent.stdout, silent.stderr), (b"2".to_vec(), Vec::new()));
}

/// A format that is written in the call is refused when it is translated (`tests/refused/cuda/library_of_c.c`).
#[test]
fn a_format_from_a_variable_that_the_device_has_not_stops_the_program() {
    let here = Workplace::new();
    here.write(
        "p.c",
        "#include <stdio.h>\nint main(int argc, char **argv)\n{\n    const char *format = argv[1];\n    char text[20];\n\
         #pragma omp parallel num_threads(1)\n    {\n        if (argc > 2)\n            snprintf(text, 20, format, 4, 5);\n        \
         else\n            printf(format, 4, 5);\n    }\n    return 0;\n}\n",
    );
    run(&mut here.gpump(["cc", "--gpump-device=emulator", "p.c", "-o", "p"])).succeeded();
    for (format, named) in [
        ("%2$d %1$d", "`%2$`"),
        ("%d%n", "`%n`"),
        ("%5ls", "`%5ls`"),
        ("%lc", "`%lc`"),
        ("%S", "`%S`"),
        ("%m", "`%m`"),
        ("%d %", "`%`"),
    ] {
        for more in [&[][..], &["text"]] {
            let mut command = Command::new(here.path("p"));
            run(command.arg(format).args(more))
                .failed(70, &[named, "p.c:6", "numbers, characters and strings"]);
        }
    }
    let mut command = Command::new(here.path("p"));
    assert_eq!(run(command.arg("%'d %+3i%%")).succeeded(), b"4  +5%");
}
