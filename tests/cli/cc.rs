//! `gpump cc`: in the place of the C compiler, alone and in projects' builds.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::support::{Done, Workplace, nvcc, run, run_with_input, simulator};

/// A file with a region, which `main.c` of [`program`] calls.
const REGION: &str = "\
#include \"part.h\"

int part(int factor)
{
    int a[SIZE], i;
#pragma omp parallel for shared(a)
    for (i = 0; i < SIZE; i++)
        a[i] = factor * i;
    return a[SIZE - 1];
}
";

/// C that is no C++, and knows its OpenMP.
const MAIN: &str = "\
#include <stdlib.h>
#include \"part.h\"
#if _OPENMP != 201511
#error \"not OpenMP 4.5\"
#endif
int main(void)
{
    int *new = malloc(sizeof *new);
    *new = part(3) + sizeof 'a';
    return *new;
}
";

const HEADER: &str = "#define SIZE 10\nint part(int factor);\n";

/// What the program of these files returns.
const STATUS: i32 = 3 * 9 + 4;

fn program(here: &Workplace) {
    here.write("part.c", REGION);
    here.write("main.c", MAIN);
    here.write("part.h", HEADER);
}

fn cc(here: &Workplace, line: &str) -> Command {
    let mut command = here.gpump(["cc"]);
    command.args(line.split_whitespace()).env("GPUMP_DEVICE", "emulator");
    command
}

#[track_caller]
fn succeeds(here: &Workplace, line: &str) {
    assert_eq!(run(&mut cc(here, line)).succeeded(), b"", "{line}");
}

fn archive(here: &Workplace, library: &str, object: &str) {
    let line = ["rcs", library, object];
    assert!(Command::new("ar").args(line).current_dir(here.path(".")).status().unwrap().success());
}

fn status_of(here: &Workplace, program: &str) -> i32 {
    run(Command::new(here.path(program)).current_dir(here.path("."))).status
}

/// A copy of one of the projects in `tests/projects`.
fn project(name: &str) -> Workplace {
    let here = Workplace::new();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects").join(name);
    let copied = Command::new("cp").arg("-R").arg(from.join(".")).arg(here.path(".")).status();
    assert!(copied.unwrap().success());
    here
}

/// A command of a build system, with gpump where it can find it.
fn build(here: &Workplace, device: &str, line: &[&str]) -> Done {
    let mut command = here.gpump([""; 0]);
    let (cache, folder) = (environment(&command, "GPUMP_CACHE"), Path::new(env!("CARGO_BIN_EXE_gpump")));
    let path = format!("{}:{}", folder.parent().unwrap().display(), std::env::var("PATH").unwrap());
    command = Command::new(line[0]);
    command.args(&line[1..]).current_dir(here.path(".")).env("PATH", path).env("GPUMP_CACHE", cache);
    // A `make` around the tests is none of the project's.
    command.env("GPUMP_DEVICE", device).env_remove("MAKEFLAGS").env_remove("CC");
    run(&mut command)
}

fn environment(command: &Command, name: &str) -> std::ffi::OsString {
    command.get_envs().find(|(key, _)| *key == name).unwrap().1.unwrap().to_owned()
}

/// Makes files so many hours old: far more than building takes on any machine.
fn age(here: &Workplace, names: &[&str], hours: u64) {
    let before = SystemTime::now() - Duration::from_secs(hours * 3600);
    for name in names {
        std::fs::File::options().append(true).open(here.path(name)).unwrap().set_modified(before).unwrap();
    }
}

// Projects -----------------------------------------------------------------------

const SUMS: &str = "sum of squares: 1333333000, norm 36514.833, team of 1\n";

#[test]
fn a_project_with_a_makefile_is_built_and_built_again() {
    let here = project("make");
    let make = |words: &[&str]| {
        let done = build(&here, "emulator", &[&["make", "CC=gpump cc"], words].concat());
        assert_eq!((done.status, &*done.err), (0, ""));
        String::from_utf8(done.out).unwrap()
    };
    let made = |said: &str| {
        let objects = ["src/main.o", "src/fill.o", "sum.o", "norm.o", "square.o", "program"];
        objects.into_iter().filter(|name| said.contains(&format!("-o {name} "))).collect::<Vec<_>>()
    };
    make(&["-j2"]);
    let done = run(&mut Command::new(here.path("program")));
    assert_eq!((done.status, &*String::from_utf8_lossy(&done.out), &*done.err), (4, SUMS, ""));

    // A header is touched, and what includes it is made again.
    let all = ["src/main.o", "src/fill.o", "lib/sum.o", "lib/norm.o", "lib/square.o", "lib/libvector.a"];
    let sources = ["src/main.c", "src/fill.c", "lib/sum.c", "lib/norm.c", "lib/square.c"];
    let headers = ["include/vector.h", "include/size.h", "include/message.h"];
    age(&here, &[&sources[..], &headers].concat(), 48);
    assert_eq!(made(&make(&[])), [""; 0]);
    for (header, expected) in [
        ("include/message.h", &["src/main.o", "program"][..]),
        ("include/size.h", &["src/main.o", "src/fill.o", "sum.o", "norm.o", "square.o", "program"]),
    ] {
        age(&here, &[&sources[..], &headers].concat(), 48);
        age(&here, &all, 24);
        here.write(header, here.read(header));
        assert_eq!(made(&make(&[])), expected, "{header}");
    }
    assert_eq!(status_of(&here, "program"), 4);
    let rules = String::from_utf8(here.read("src/fill.d")).unwrap();
    assert!(rules.starts_with("src/fill.o: src/fill.c include/vector.h include/size.h\n"), "{rules}");
}

const WAVES: &str = "7 5 1, energy 14950, timed\n";

/// A library has the runtime's routines, too, and asks the compiler's OpenMP library as its program does.
#[test]
fn a_librarys_regions_run_on_the_host() {
    let here = Workplace::new();
    let scale = "void scale(double *v, int n)\n{\n#pragma omp parallel for\n    for (int i = 0; i < n; i++)\n        v[i] *= 2;\n}\n";
    here.write("scale.c", scale);
    here.write(
        "main.c",
        "#include <stdio.h>\nvoid scale(double *, int);\nint main(void)\n{\n    double v[100];\n#pragma omp parallel for\n    \
         for (int i = 0; i < 100; i++)\n        v[i] = i;\n    scale(v, 100);\n    printf(\"%g\\n\", v[99]);\n    return 0;\n}\n",
    );
    let library = ["cc", "--gpump-device=emulator", "-fPIC", "-shared", "scale.c", "-o", "libscale.so"];
    run(&mut here.gpump(library)).succeeded();
    let program =
        ["cc", "--gpump-device=emulator", "main.c", "-L.", "-lscale", "-Wl,-rpath,$ORIGIN", "-o", "main"];
    run(&mut here.gpump(program)).succeeded();
    for device in ["host", "auto"] {
        let out = run(Command::new(here.path("main")).env("GPUMP_DEVICE", device)).succeeded();
        assert_eq!(String::from_utf8(out).unwrap(), "198\n", "{device}");
    }
}

#[test]
fn a_project_with_cmake_is_built() {
    let link = Workplace::new();
    symlink(env!("CARGO_BIN_EXE_gpump"), link.path("gpump-cc")).unwrap();
    let as_list = format!("-DCMAKE_C_COMPILER={};cc", env!("CARGO_BIN_EXE_gpump"));
    let as_name = format!("-DCMAKE_C_COMPILER={}", link.path("gpump-cc").display());
    for (compiler, generator) in [(&as_list, "Ninja"), (&as_name, "Unix Makefiles")] {
        let here = project("cmake");
        let done = build(&here, "emulator", &["cmake", "-G", generator, compiler, "-B", "build"]);
        let said = String::from_utf8_lossy(&done.out);
        assert!(done.status == 0 && said.contains("found version \"4.5\""), "{said}{}", done.err);
        let done = build(&here, "emulator", &["cmake", "--build", "build"]);
        assert_eq!((done.status, &*done.err), (0, ""), "{}", String::from_utf8_lossy(&done.out));
        let out = run(&mut Command::new(here.path("build/waves"))).succeeded();
        assert_eq!(String::from_utf8(out).unwrap(), WAVES);

        // A header is touched, and what includes it is made again.
        here.write("lib/grid.h", here.read("lib/grid.h"));
        let done = build(&here, "emulator", &["cmake", "--build", "build", "--verbose"]);
        let said = String::from_utf8_lossy(&done.out);
        let made = |name: &str| said.contains(&format!("{name}.c.o -c"));
        assert_eq!(["main", "step", "grid", "energy"].map(made), [true, true, true, false], "{said}");
    }
}

#[test]
fn nvcc_builds_the_projects() {
    if nvcc().is_none() {
        return;
    }
    let here = project("make");
    let done = build(&here, "gpu", &["make", "CC=gpump cc"]);
    assert_eq!((done.status, &*done.err), (0, ""), "{}", String::from_utf8_lossy(&done.out));
    // The device's code of all three files is in it, and each has its kernel.
    let program = here.read("program");
    let has = |name: &[u8]| program.windows(name.len()).any(|window| window == name);
    assert!(has(b"_parallel0_fill_") && has(b"_parallel0_sum_"));

    let here = project("cmake");
    let compiler = format!("-DCMAKE_C_COMPILER={};cc", env!("CARGO_BIN_EXE_gpump"));
    for line in [&["cmake", &*compiler, "-B", "build"][..], &["cmake", "--build", "build"]] {
        let done = build(&here, "gpu", line);
        assert_eq!(done.status, 0, "{}{}", String::from_utf8_lossy(&done.out), done.err);
    }
    assert!(here.path("build/waves").is_file());

    // What was made for the one does not go with what was made for the other.
    let here = Workplace::new();
    program_of_two_devices(&here);
    let done = run(&mut cc(&here, "main.o part.o -o program"));
    done.failed(2, &["part.o was compiled for the emulator, and main.o for a GPU", "GPUMP_DEVICE"]);
}

fn program_of_two_devices(here: &Workplace) {
    here.write("part.c", REGION);
    here.write("part.h", HEADER);
    here.write("main.c", REGION.replace("part(int", "other(int") + "int main(void) { return part(1); }\n");
    succeeds(here, "-c part.c");
    succeeds(here, "--gpump-device=gpu -c main.c");
}

// A configure script's questions -------------------------------------------------

#[test]
fn questions_go_to_the_compiler() {
    let here = Workplace::new();
    for line in ["--version", "-dumpmachine", "-dumpversion", "-print-prog-name=ld", "-print-search-dirs"] {
        let ours = run(&mut cc(&here, line)).succeeded();
        let theirs = run(Command::new("gcc").args(line.split(' '))).succeeded();
        assert_eq!(ours, theirs, "{line}");
    }
    let macros =
        String::from_utf8(run(&mut cc(&here, "-fopenmp -E -dM -x c /dev/null")).succeeded()).unwrap();
    assert!(macros.contains("#define __GNUC__ ") && macros.contains("#define _OPENMP 201511\n"), "{macros}");
    let macros = run(&mut cc(&here, "-fno-openmp -E -dM -x c /dev/null")).succeeded();
    assert!(!String::from_utf8(macros).unwrap().contains("_OPENMP"));
    let done = run(&mut cc(&here, "-v"));
    assert!(done.status == 0 && done.err.contains("gcc version"), "{}", done.err);
    run(&mut cc(&here, "")).failed(1, &["no input files"]);
}

#[test]
fn a_configure_scripts_programs_are_compiled_by_the_compiler() {
    let here = Workplace::new();
    here.write("conftest.c", "int main(void) { return 0; }\n");
    succeeds(&here, "conftest.c");
    assert_eq!(status_of(&here, "a.out"), 0);
    succeeds(&here, "-g -O2 -o conftest conftest.c -lm");
    assert_eq!(status_of(&here, "conftest"), 0);
    succeeds(&here, "-c conftest.c");
    assert_eq!(here.names_in("."), ["a.out", "conftest", "conftest.c", "conftest.o"]);
    for (text, words) in [
        ("#include <no_such_header.h>\n", "no_such_header.h: No such file"),
        ("int main(void) { return no_such_function(); }\n", "undefined reference to `no_such_function'"),
        ("int main(void) { return no_such_name; }\n", "conftest.c:1:25"),
    ] {
        here.write("conftest.c", text);
        run(&mut cc(&here, "conftest.c")).failed(1, &[words]);
    }
    let done = run(&mut cc(&here, "-E conftest.c"));
    assert!(String::from_utf8(done.succeeded()).unwrap().contains("no_such_name"));
    run(&mut cc(&here, "-c none.c")).failed(1, &["none.c: No such file"]);
    run(&mut cc(&here, "-o p none.o")).failed(1, &["none.o"]);
}

#[test]
fn only_a_lone_help_is_gpumps() {
    let here = Workplace::new();
    let help = String::from_utf8(run(&mut cc(&here, "--help")).succeeded()).unwrap();
    assert!(help.contains("make CC=\"gpump cc\""), "{help}");
    let theirs = String::from_utf8(run(&mut cc(&here, "--help -v")).out).unwrap();
    assert!(theirs.starts_with("Usage: gcc"), "{theirs}");
}

#[test]
fn gpump_does_not_take_itself_for_the_c_compiler() {
    let here = Workplace::new();
    here.write("p.c", "int main(void) { return 6; }\n");
    let gpump = env!("CARGO_BIN_EXE_gpump");
    run(cc(&here, "p.c").env("CC", format!("{gpump} cc"))).succeeded();
    assert_eq!(status_of(&here, "a.out"), 6);
    run(cc(&here, "p.c").env("GPUMP_CC", format!("{gpump} cc"))).failed(2, &["GPUMP_CC", "is gpump"]);
    let script = here.write("mycc", format!("#!/bin/sh\nexec {gpump} cc \"$@\"\n"));
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    run(cc(&here, "p.c").env("CC", &script)).failed(2, &["a script that calls gpump", "GPUMP_CC"]);
    run(cc(&here, "p.c").env("CC", &script).env("GPUMP_CC", "gcc")).succeeded();
}

// The forms of a command ---------------------------------------------------------

#[test]
fn sources_and_objects_are_linked_in_every_mixture() {
    let here = Workplace::new();
    program(&here);
    succeeds(&here, "-fopenmp -O2 -Wall -c part.c");
    succeeds(&here, "-fopenmp -O2 -std=c99 -Wall -c main.c -o sub-main.o");
    for line in ["part.o sub-main.o", "main.c part.c", "main.c part.o", "sub-main.o part.c -lm -Wl,-z,now"] {
        succeeds(&here, &format!("{line} -o program"));
        assert_eq!(status_of(&here, "program"), STATUS, "{line}");
        std::fs::remove_file(here.path("program")).unwrap();
    }
    assert_eq!(here.names_in("."), ["main.c", "part.c", "part.h", "part.o", "sub-main.o"]);
    succeeds(&here, "-c main.c part.c -DUNUSED");
    assert_eq!(here.names_in("."), ["main.c", "main.o", "part.c", "part.h", "part.o", "sub-main.o"]);
    run(&mut cc(&here, "-c main.c part.c -o both.o")).failed(2, &["-o"]);
}

#[test]
fn libraries_of_both_kinds_are_linked() {
    let here = Workplace::new();
    program(&here);
    succeeds(&here, "-fPIC -c part.c -o ./part.o");
    archive(&here, "libpart.a", "part.o");
    for line in
        ["main.c -L. -lpart", "main.c libpart.a", "main.c -Wl,--whole-archive,libpart.a,--no-whole-archive"]
    {
        succeeds(&here, &format!("{line} -o program"));
        assert_eq!(status_of(&here, "program"), STATUS, "{line}");
    }
    std::fs::remove_file(here.path("libpart.a")).unwrap();
    succeeds(&here, "-shared -fPIC part.c -o libpart.so");
    succeeds(&here, "main.c -L. -lpart -Wl,-rpath,$ORIGIN -o program");
    assert_eq!(status_of(&here, "program"), STATUS);
    succeeds(&here, "-r part.o -o partial.o");
    succeeds(&here, "main.c partial.o -o program");
    assert_eq!(status_of(&here, "program"), STATUS);
}

/// A function that is defined by `inline` alone has no address, and one whose types the device does not have is not offered to other files.
#[test]
fn what_other_files_cannot_call_is_not_offered_to_them() {
    let here = Workplace::new();
    let region =
        "#pragma omp parallel for reduction(+ : sum)\n    for (int i = 0; i < 10; i++)\n        sum += i";
    here.write(
        "main.c",
        format!(
            "inline int twice(int x)\n{{\n    return 2 * x;\n}}\n\nint main(void)\n{{\n    int sum = 0;\n    {region} + twice(i);\n    \
             return sum;\n}}\n"
        ),
    );
    succeeds(&here, "-O2 -fPIC main.c -o program");
    assert_eq!(status_of(&here, "program"), 135);
    here.write(
        "main.c",
        format!(
            "typedef double loose_t __attribute__((aligned(2)));\nstruct pair {{ char kind; loose_t value; }};\n\
             static int size(void)\n{{\n    return sizeof(struct pair);\n}}\n\nint main(void)\n{{\n    int sum = 0;\n    \
             {region} + (size != 0);\n    return sum + size();\n}}\n"
        ),
    );
    let done = run(&mut cc(&here, "main.c -o program"));
    assert!(done.status == 0 && done.err.contains("W0401"), "{}", done.err);
    assert_eq!(status_of(&here, "program"), 65);
}

/// Of a static library, host and device get the same members. Libraries that use each other are named twice, as CMake does it.
#[test]
fn nvcc_links_those_members_of_a_library_that_the_program_needs() {
    if nvcc().is_none() {
        return;
    }
    let here = Workplace::new();
    let region = |name: &str, more: &str| {
        format!(
            "{more}int {name}(int n)\n{{\n    int s = 0;\n#pragma omp parallel for reduction(+ : s)\n\
             \x20   for (int i = 0; i < n; i++) s += i;\n    return s;\n}}\n"
        )
    };
    here.write("needed.c", region("needed", ""));
    // It would not link.
    here.write("other.c", region("other", "int missing(void);\nint user(void) { return missing(); }\n"));
    here.write("plain.c", "int plain(int x) { return x; }\n");
    here.write("main.c", "int needed(int), plain(int);\nint main(void) { return needed(4) + plain(1); }\n");
    succeeds(&here, "--gpump-device=gpu -c needed.c other.c plain.c main.c");
    std::fs::create_dir(here.path("of")).unwrap();
    std::fs::rename(here.path("other.o"), here.path("of/needed.o")).unwrap();
    here.write("nothing.c", "int main(void) { return 0; }\n");
    for flags in ["qc", "qcT"] {
        let objects = ["needed.o", "of/needed.o", "plain.o"];
        run(Command::new("ar").current_dir(here.path(".")).args([flags, "liball.a"]).args(objects))
            .succeeded();
        succeeds(&here, "--gpump-device=gpu nothing.c liball.a -o program");
        let stripped = "main.o liball.a -L. -lall -lm -lall -s -Wl,--gc-sections";
        for line in ["main.o liball.a liball.a", stripped] {
            succeeds(&here, &format!("--gpump-device=gpu {line} -o program"));
            let program = here.read("program");
            let has = |name: &[u8]| program.windows(name.len()).any(|window| window == name);
            assert!(has(b"needed_parallel0") && !has(b"other_parallel0"), "{flags} {line}");
        }
        std::fs::remove_file(here.path("liball.a")).unwrap();
    }
}

/// What `gcc` makes is not the subject here.
fn plain_gcc(here: &Workplace, line: &str) {
    let done = run(Command::new("gcc").current_dir(here.path(".")).args(line.split(' ')));
    assert_eq!(done.status, 0, "{}", done.err);
}

/// On a device that does not reach the host's memory.
#[test]
fn static_data_of_libraries_is_reached() {
    let here = Workplace::new();
    let twice = "{\n    int i;\n#pragma omp parallel for\n    for (i = 0; i < 8; i++) a[i] *= 2;\n}\n";
    here.write("plain.c", "static int data[8] = {1, 2, 3};\nint *plain(void) { return data; }\n");
    here.write("part.c", format!("int table[8] = {{4, 5, 6}};\nvoid twice(int *a)\n{twice}"));
    here.write(
        "main.c",
        "#include <dlfcn.h>\nint *plain(void);\nvoid twice(int *);\nextern int table[8];\nint main(void)\n{\n    \
         int *a = plain();\n#ifdef OPEN\n    void *part = dlopen(\"./libpart.so\", RTLD_NOW);\n    \
         void (*twice)(int *) = (void (*)(int *))dlsym(part, \"twice\"); int *table = (int *)dlsym(part, \"table\");\n\
         #endif\n    int i;\n#pragma omp parallel for\n    for (i = 0; i < 8; i++) a[i]++;\n    \
         twice(table);\n    return a[0] + a[1] + table[2];\n}\n",
    );
    plain_gcc(&here, "-shared -fPIC plain.c -o libplain.so");
    succeeds(&here, "-shared -fPIC part.c -o libpart.so");
    for line in ["main.c -L. -lpart -lplain", "-DOPEN main.c -L. -lplain -ldl"] {
        succeeds(&here, &format!("{line} -Wl,-rpath,$ORIGIN -o program"));
        let mut program = Command::new(here.path("program"));
        let done = run(program.current_dir(here.path(".")).env("GPUMP_EMULATOR_PAGEABLE", "0"));
        assert_eq!((done.status, &*done.err), (17, ""));
    }
}

/// A library is given functions to call: its own, of which no file of it takes the address, and the program's, which its kernels
/// can call in the emulator alone.
#[test]
fn regions_of_libraries_call_functions_through_pointers() {
    let here = Workplace::new();
    here.write(
        "part.c",
        "double twice(double x) { return 2 * x; }\ndouble square(double x) { return x * x; }\n\
         void apply(double (*f)(double), double *a)\n{\n#pragma omp parallel for\n    \
         for (int i = 0; i < 4; i++) a[i] = f(a[i]);\n}\n",
    );
    here.write(
        "main.c",
        "#include <stdio.h>\n#include <stdlib.h>\ndouble twice(double), square(double);\n\
         void apply(double (*)(double), double *);\nstatic double more(double x) { return x + 1; }\n\
         int main(int count, char **words)\n{\n    double *a = malloc(4 * sizeof *a);\n    for (int i = 0; i < 4; i++) a[i] = i;\n    \
         apply(square, a);\n    apply(twice, a);\n    if (count > 1) apply(more, a);\n    \
         printf(\"%g %g\\n\", a[2], a[3]);\n    return 0;\n}\n",
    );
    let program = |words: &[&str]| {
        let mut program = Command::new(here.path("program"));
        program.current_dir(here.path(".")).env("OMP_NUM_THREADS", "4").env("GPUMP_NOTES", "0").args(words);
        program
    };
    succeeds(&here, "-shared -fPIC part.c -o libpart.so");
    succeeds(&here, "main.c -L. -lpart -Wl,-rpath,$ORIGIN -o program");
    assert_eq!(run(&mut program(&["more"])).succeeded(), b"9 19\n");
    plain_gcc(&here, "main.c -L. -lpart -Wl,-rpath,$ORIGIN -o program");
    assert_eq!(run(&mut program(&[])).succeeded(), b"8 18\n");

    let Some(simulator) = simulator() else { return };
    for line in ["-shared -fPIC part.c -o libpart.so", "main.c -L. -lpart -Wl,-rpath,$ORIGIN -o program"] {
        run(cc(&here, line).arg("--gpump-device=gpu").envs(simulator.clone())).succeeded();
    }
    assert_eq!(run(program(&[]).envs(simulator.clone())).succeeded(), b"8 18\n");
    let done = run(program(&["more"]).envs(simulator));
    let said = "a call through a pointer to a function that has no version for the device";
    assert!(done.status != 0 && done.err.contains(said), "{} {}", done.status, done.err);
}

/// The library's text, for a program and a library that have names in common.
const OPENED: &str = r#"
#include <omp.h>
#include <stdlib.h>
static int weights[4096];
static int counter = 7;
#pragma omp threadprivate(counter)
static int work(int n, double more)
{
    int i, sum = 0;
#pragma omp parallel for reduction(+:sum)
    for (i = 0; i < n; i++) {
        weights[i] = 2 * i;
        sum += weights[i] + (int)more;
    }
    return sum;
}
int *block(int n)
{
    int i, *made = malloc(n * sizeof *made);
#pragma omp parallel for
    for (i = 0; i < n; i++) made[i] = weights[i];
    return made;
}
int sum_of_work(int n) { return work(n, 1.0); }
int threads(void)
{
    int found = 0;
#pragma omp parallel
    {
#pragma omp master
        found = omp_get_num_threads();
    }
    return 100 * omp_get_max_threads() + found;
}
int count(int by)
{
    int sum = 0;
#pragma omp parallel num_threads(4)
    {
        counter += by;
#pragma omp critical(shared)
        sum += counter;
    }
    return sum;
}
"#;

const OPENER: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef MODE
#define MODE RTLD_NOW
#endif
static int weights[4096];
static int counter = 1000;
#pragma omp threadprivate(counter)
static int work(int n)
{
    int i, sum = 0;
#pragma omp parallel for reduction(+:sum)
    for (i = 0; i < n; i++) {
        weights[i] = 5;
        sum += weights[i];
    }
    return sum;
}
static int total(int by)
{
    int sum = 0;
#pragma omp parallel num_threads(4)
    {
        counter += by;
#pragma omp critical(shared)
        sum += counter;
    }
    return sum;
}
int main(void)
{
    int i, sum = 0, round;
    printf("%d\n", work(4096));
    for (round = 0; round < 2; round++) {
        void *part = dlopen("./libpart.so", MODE);
        int (*sum_of_work)(int) = (int (*)(int))dlsym(part, "sum_of_work");
        int *(*block)(int) = (int *(*)(int))dlsym(part, "block");
        int (*threads)(void) = (int (*)(void))dlsym(part, "threads");
        int (*count)(int) = (int (*)(int))dlsym(part, "count");
        printf("%d %d\n", sum_of_work(1000), work(1000));
        int *a = block(1000);
#pragma omp parallel for reduction(+:sum)
        for (i = 0; i < 1000; i++) sum += a[i] * weights[i];
        free(realloc(a, 100000));
        omp_set_num_threads(round + 2);
        printf("%d %d %d %d\n", sum, threads(), count(1), total(1));
        dlclose(part);
        printf("%d\n", work(10));
    }
    return 0;
}
"#;

#[test]
fn a_library_that_is_opened_shares_the_programs_runtime() {
    let here = Workplace::new();
    // The same names in the same file of a program and of a library are two things.
    std::fs::create_dir(here.path("library")).unwrap();
    here.write("library/both.c", OPENED);
    here.write("both.c", OPENER);
    succeeds(&here, "-shared -fPIC library/both.c -o libpart.so");
    let expected = "20480\n1000000 5000\n4995000 202 32 4004\n50\n1000000 5000\n9990000 303 36 4008\n50\n";
    for line in ["both.c -ldl", "-rdynamic both.c -ldl", "-DMODE=RTLD_LAZY|RTLD_GLOBAL both.c -ldl"] {
        succeeds(&here, &format!("{line} -o program"));
        let done = run(Command::new(here.path("program")).current_dir(here.path(".")));
        assert_eq!((done.status, &*done.err), (0, ""), "{line}");
        assert_eq!(String::from_utf8_lossy(&done.out), expected, "{line}");
    }
    let done = run(&mut here.gpump(["run", "--device", "emulator", "both.c"]));
    assert_eq!((String::from_utf8_lossy(&done.out), &*done.err), (expected.into(), ""));

    // One that is opened so that it does not see the program's names has a runtime of its own.
    succeeds(&here, "-DMODE=RTLD_NOW|RTLD_DEEPBIND both.c -ldl -o program");
    let done = Command::new(here.path("program")).current_dir(here.path(".")).output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("a second copy of gpump's runtime"), "{said}");
}

/// A program of another compiler's has no runtime: the first library's is the second's where that sees its names.
#[test]
fn libraries_that_a_strange_program_opens_share_a_runtime_where_they_see_it() {
    let here = Workplace::new();
    let sum = "int NAME(int n)\n{\n    int i, sum = 0;\n#pragma omp parallel for reduction(+:sum)\n    \
               for (i = 0; i < n; i++) sum += i;\n    return sum;\n}\n";
    here.write("one.c", sum.replace("NAME", "one"));
    here.write("two.c", sum.replace("NAME", "two"));
    here.write(
        "main.c",
        "#include <dlfcn.h>\nint main(void)\n{\n    \
         int (*one)(int) = (int (*)(int))dlsym(dlopen(\"./libone.so\", MODE), \"one\");\n    \
         int (*two)(int) = (int (*)(int))dlsym(dlopen(\"./libtwo.so\", MODE), \"two\");\n    \
         return one(10) + two(11);\n}\n",
    );
    succeeds(&here, "-shared -fPIC one.c -o libone.so");
    succeeds(&here, "-shared -fPIC two.c -o libtwo.so");
    for (mode, is_second) in [("RTLD_NOW", true), ("RTLD_NOW|RTLD_GLOBAL", false)] {
        plain_gcc(&here, &format!("-DMODE={mode} main.c -ldl -o program"));
        let done = run(Command::new(here.path("program")).current_dir(here.path(".")));
        assert_eq!(done.status, 100, "{}", done.err);
        assert_eq!(done.err.contains("a second copy of gpump's runtime"), is_second, "{mode}: {}", done.err);
    }
}

/// Its threads are not gpump's, which would call each of them thread 0.
#[test]
fn a_library_of_another_compilers_keeps_its_own_openmp() {
    let here = Workplace::new();
    here.write(
        "part.c",
        "#include <omp.h>\nint distinct(void)\n{\n    int seen[4] = {0};\n#pragma omp parallel num_threads(4)\n    \
         seen[omp_get_thread_num()] = 1;\n    return seen[0] + seen[1] + seen[2] + seen[3];\n}\n",
    );
    here.write(
        "main.c",
        "#include <omp.h>\n#ifdef OPEN\n#include <dlfcn.h>\n#else\nint distinct(void);\n#endif\nint main(void)\n{\n\
         #ifdef OPEN\n    int (*distinct)(void) = (int (*)(void))dlsym(dlopen(\"./libpart.so\", RTLD_NOW), \"distinct\");\n\
         #endif\n    int i, sum = 0;\n#pragma omp parallel for reduction(+:sum)\n    for (i = 0; i < 5; i++) sum += i;\n    \
         return sum + 10 * distinct() + omp_get_thread_num();\n}\n",
    );
    plain_gcc(&here, "-fopenmp -shared -fPIC part.c -o libpart.so");
    for line in ["main.c -L. -lpart -Wl,-rpath,$ORIGIN", "-DOPEN main.c -ldl"] {
        succeeds(&here, &format!("{line} -o program"));
        let done = run(Command::new(here.path("program")).current_dir(here.path(".")));
        assert_eq!((done.status, &*done.err), (50, ""), "{line}");
    }
}

/// Blocks of the heap that host and device share are the C library's to all who free them, or let them grow.
#[test]
fn code_of_other_compilers_frees_blocks() {
    let here = Workplace::new();
    here.write(
        "squares.c",
        "#include <stdlib.h>\ndouble *squares(int n)\n{\n    int i;\n    double *all = malloc(n * sizeof *all);\n\
         #pragma omp parallel for\n    for (i = 0; i < n; i++) all[i] = (double)i * i;\n    return all;\n}\n",
    );
    here.write(
        "main.c",
        "#include <malloc.h>\n#include <stdlib.h>\n#ifdef __cplusplus\nextern \"C\"\n#endif\ndouble *squares(int n);\n\
         int main(void)\n{\n    double *all = squares(10), *own = (double *)malloc(80);\n    \
         int is_large = malloc_usable_size(all) >= 80 && malloc_usable_size(own) >= 80;\n    \
         all = (double *)realloc(all, 80000);\n    own = (double *)realloc(own, 80000);\n    \
         int last = (int)all[9];\n    free(all);\n    free(own);\n    free(squares(10));\n    \
         return is_large ? last : 0;\n}\n",
    );
    succeeds(&here, "-shared -fPIC squares.c -o libsquares.so");
    plain_gcc(&here, "main.c -L. -lsquares -Wl,-rpath,$ORIGIN -o program");
    assert_eq!(status_of(&here, "program"), 81);
    plain_gcc(&here, "-x c++ -c main.c -o main.o");
    succeeds(&here, "squares.c main.o -lstdc++ -o program");
    assert_eq!(status_of(&here, "program"), 81);
    succeeds(&here, "-fsanitize=address squares.c main.c -o program");
    assert_eq!(status_of(&here, "program"), 81);
}

/// A function that is a file's alone, and takes other arguments there.
#[test]
fn files_of_one_name_have_regions_of_one_name() {
    let here = Workplace::new();
    let file = |parameters, what| {
        format!(
            "static int f(int n, {parameters})\n{{\n    int i, sum = 0;\n#pragma omp parallel for reduction(+:sum)\n    \
             for (i = 0; i < n; i++) sum += {what};\n    return sum;\n}}\n"
        )
    };
    for folder in ["one", "two"] {
        std::fs::create_dir(here.path(folder)).unwrap();
    }
    let rest =
        "int other(void);\nint main(void) { return f(10, 3, 2.0) == 155 && other() == 2145 ? 9 : 1; }\n";
    here.write("one/f.c", file("int m, double z", "i * m + (int)z") + rest);
    let rest = "int other(void) { return f(10, 2, 3, 5, 7); }\n";
    here.write("two/f.c", file("double a, double b, double c, double d", "(int)(a * b * c * d) + i") + rest);
    succeeds(&here, "-c one/f.c -o 1.o");
    succeeds(&here, "-c two/f.c -o 2.o");
    succeeds(&here, "1.o 2.o -o program");
    assert_eq!(status_of(&here, "program"), 9);
}

/// Its runtime does not wait for a `main` of which it is never told that it begins.
#[test]
fn a_library_has_a_device_in_a_program_that_exports_main() {
    let here = Workplace::new();
    here.write(
        "part.c",
        "#include <omp.h>\nint team(void)\n{\n    int size = 0;\n#pragma omp parallel num_threads(5)\n    {\n\
         #pragma omp master\n        size = omp_get_num_threads();\n    }\n    return size;\n}\n",
    );
    here.write("main.c", "int team(void);\nint main(void) { return team(); }\n");
    succeeds(&here, "-shared -fPIC part.c -o libpart.so");
    let line = "-rdynamic main.c -L. -lpart -Wl,-rpath,$ORIGIN -o program";
    let done = run(Command::new("gcc").current_dir(here.path(".")).args(line.split(' ')));
    assert_eq!(done.status, 0, "{}", done.err);
    assert_eq!(status_of(&here, "program"), 5);
}

#[test]
fn c_comes_from_standard_input_and_words_from_a_file() {
    let here = Workplace::new();
    program(&here);
    succeeds(&here, "-c part.c");
    let done = run_with_input(&mut cc(&here, "-x c - -x none part.o -o program -I."), MAIN.as_bytes());
    assert_eq!((done.status, &*done.err), (0, ""));
    assert_eq!(status_of(&here, "program"), STATUS);
    let done = run_with_input(&mut cc(&here, "-c -x c - -o part.o -I."), REGION.as_bytes());
    assert_eq!((done.status, &*done.err), (0, ""));
    let done = run_with_input(
        &mut cc(&here, "-c -x c - -o p.o"),
        b"int f(void)\n{\n#pragma omp parallel iff(1)\n;\n}\n",
    );
    done.failed(1, &["<stdin>:3:22", "did you mean `if`"]);
    here.write("words", "\"part.o\" main.c\n-o 'a program'");
    succeeds(&here, "@words");
    assert_eq!(status_of(&here, "a program"), STATUS);
}

#[test]
fn regions_may_stand_in_files_that_are_included() {
    let here = Workplace::new();
    let fill = "#pragma once\nstatic int fill(int n)\n{\n    int i, s = 0;\n#pragma omp parallel for reduction(+ : s)\n    for (i = 0; i < n; i++) s += i;\n    return s;\n}\n";
    here.write("include/fill.h", fill);
    here.write("a.c", "#include <fill.h>\nint other(void);\nint main(void) { return fill(4) + other(); }\n");
    here.write("b.c", "#include <fill.h>\n#include \"fill.h\"\nint other(void) { return fill(3); }\n");
    succeeds(&here, "-Iinclude -c a.c");
    succeeds(&here, "-Iinclude a.o b.c -o program");
    assert_eq!(status_of(&here, "program"), 9);
}

#[test]
fn flags_reach_the_translation_and_its_compiler() {
    let here = Workplace::new();
    here.write("config.h", "int twice(int);\n#define FACTOR 3\n");
    here.write("include/size.h", "#define SIZE 8\n");
    let text = "#include <size.h>\n#ifdef GONE\n#error gone\n#endif\n\
                int twice(int x) { return 2 * x; }\n\
                int main(void)\n{\n    int a[SIZE], i;\n#pragma omp parallel for shared(a)\n    \
                for (i = 0; i < SIZE; i++) a[i] = FACTOR * VALUE * i;\n    return twice(a[SIZE - 1]);\n}\n";
    here.write("a.c", text);
    succeeds(&here, "-include config.h -isystem include -DVALUE=2 -D GONE -UGONE -fwrapv -O3 -std=c99 a.c");
    assert_eq!(status_of(&here, "a.out"), 84);
    run(&mut cc(&here, "-include config.h -DVALUE=2 -c a.c")).failed(1, &["a.c:1:10", "size.h"]);
}

#[test]
fn one_source_may_be_two_objects() {
    let here = Workplace::new();
    here.write("part.h", HEADER);
    here.write("part.c", REGION.replace("int part(", "int NAME("));
    here.write("main.c", "int one(int), two(int);\nint main(void) { return one(1) + two(2); }\n");
    for name in ["one", "two"] {
        succeeds(&here, &format!("-DNAME={name} -c part.c -o {name}.o"));
    }
    succeeds(&here, "main.c one.o two.o -o program");
    assert_eq!(status_of(&here, "program"), 27);
}

#[test]
fn names_that_cuda_has_too_mean_the_same_in_all_objects() {
    let here = Workplace::new();
    // One is defined in a translation, the other in C.
    here.write("names.h", "int max(int a, int b);\nint norm(int a);\n");
    here.write("c.c", "#include \"names.h\"\nint max(int a, int b) { return a > b ? a : b; }\nint main(void) { return norm(5); }\n");
    here.write(
        "t.c",
        "#include \"names.h\"\nint norm(int n)\n{\n    int a[9], i;\n#pragma omp parallel for shared(a)\n    for (i = 0; i < 9; i++) a[i] = n * i;\n    return max(a[8], 1);\n}\n",
    );
    succeeds(&here, "-c c.c");
    succeeds(&here, "-c t.c");
    archive(&here, "libc.c.a", "c.o");
    archive(&here, "libt.a", "t.o");
    for line in ["c.o t.o", "t.o -L. -lc.c", "c.o -L. -lt"] {
        succeeds(&here, &format!("{line} -o program"));
        assert_eq!(status_of(&here, "program"), 40, "{line}");
    }
}

#[test]
fn rules_for_make_are_those_of_the_source() {
    let here = Workplace::new();
    program(&here);
    for (flags, name, expected) in [
        ("-MMD", "part.d", "part.o: part.c part.h\n"),
        ("-MMD -MF x.d", "x.d", "part.o: part.c part.h\n"),
        ("-MMD -MP -MT target -MF x.d", "x.d", "target: part.c part.h\npart.h:\n"),
        ("-Wp,-MMD,x.d", "x.d", "part.o: part.c part.h\n"),
    ] {
        succeeds(&here, &format!("{flags} -c part.c"));
        assert_eq!(String::from_utf8(here.read(name)).unwrap(), expected, "{flags}");
        std::fs::remove_file(here.path(name)).unwrap();
    }
    let out = run(&mut cc(&here, "-MM part.c")).succeeded();
    assert_eq!(String::from_utf8(out).unwrap(), "part.o: part.c part.h\n");
    succeeds(&here, "-MD -c part.c -o out.o");
    assert!(String::from_utf8(here.read("out.d")).unwrap().starts_with("out.o: part.c "));
}

#[test]
fn a_file_may_be_left_alone() {
    let here = Workplace::new();
    here.write(
        "a.c",
        "#ifdef _OPENMP\n#error on\n#endif\nint main(void)\n{\n    int new = 0;\n#pragma omp parallel num_threads(4)\n    new++;\n    return new;\n}\n",
    );
    succeeds(&here, "-fopenmp -fno-openmp a.c");
    assert_eq!(status_of(&here, "a.out"), 1);
}

#[test]
fn what_is_wrong_is_said_of_the_source() {
    let here = Workplace::new();
    here.write("a.c", "int main(void)\n{\n#pragma omp parallel iff(1)\n    ;\n    return 0;\n}\n");
    for line in ["a.c", "-c a.c", "-fsyntax-only a.c", "-S a.c"] {
        run(&mut cc(&here, line)).failed(1, &["a.c:3:22", "did you mean `if`"]);
    }
    assert_eq!(here.names_in("."), ["a.c"]);
    run(&mut cc(&here, "--gpump-device=toaster -c a.c")).failed(2, &["toaster", "emulator"]);
    run(&mut cc(&here, "--gpump-wish=1 -c a.c")).failed(2, &["--gpump-wish"]);
    run(cc(&here, "-c a.c").env("GPUMP_DIALECT", "klingon"))
        .failed(2, &["GPUMP_DIALECT", "klingon", "thesis"]);
}

#[test]
fn building_again_makes_the_same_object() {
    let here = Workplace::new();
    program(&here);
    succeeds(&here, "-c part.c");
    let first = here.read("part.o");
    succeeds(&here, "-c part.c");
    assert!(here.read("part.o") == first);
    succeeds(&here, "-save-temps -c part.c");
    assert!(String::from_utf8(here.read("part.device.cu")).unwrap().contains("__global__"));
    assert!(String::from_utf8(here.read("part.host.c")).unwrap().contains("gpump_parallel("));
    succeeds(&here, "--gpump-dialect=thesis -save-temps -c part.c");
    let kept = String::from_utf8(here.read("part.cu")).unwrap();
    let translated =
        run(&mut here.gpump(["translate", "--dialect", "thesis", "--line-directives", "part.c"])).succeeded();
    assert_eq!(kept.as_bytes(), translated);
}

#[test]
fn device_functions_of_other_files_are_called() {
    let here = Workplace::new();
    here.write("twice.h", "#pragma gpump accessible\nint twice(int x);\n");
    here.write("twice.c", "#include \"twice.h\"\nint twice(int x) { return 2 * x; }\n");
    let text = |declaration: &str| {
        format!(
            "{declaration}\nint main(void)\n{{\n    int a[8], i;\n#pragma omp parallel for shared(a)\n    \
             for (i = 0; i < 8; i++) a[i] = twice(i);\n    return a[7];\n}}\n"
        )
    };
    here.write("header.c", text("#include \"twice.h\""));
    here.write("own.c", text("#pragma gpump accessible\nint twice(int x);"));
    here.write("without.c", text("int twice(int x);"));
    let programs = [
        ("thesis", "header.c"),
        ("thesis", "own.c"),
        ("cuda", "header.c"),
        ("cuda", "own.c"),
        ("cuda", "without.c"),
    ];
    for (dialect, name) in programs {
        succeeds(&here, &format!("--gpump-dialect={dialect} twice.c {name}"));
        assert_eq!(status_of(&here, "a.out"), 14, "{name}");
        let done =
            run(&mut here.gpump(["run", "--dialect", dialect, "--device", "emulator", "twice.c", name]));
        assert_eq!((done.status, &*done.err), (14, ""));
    }
    run(&mut cc(&here, "--gpump-dialect=thesis -c without.c"))
        .failed(1, &["without.c:6", "in front of its declaration here"]);
}

// Files without OpenMP -----------------------------------------------------------------

/// A compiler that notes down each time that it is called.
fn counting_compiler(here: &Workplace) -> std::path::PathBuf {
    let script = here.write("counting-gcc", "#!/bin/sh\necho called >> \"$CALLS\"\nexec gcc \"$@\"\n");
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    script
}

/// How often the compiler is called, and what it says.
fn calls(here: &Workplace, line: &str) -> (usize, String) {
    let log = here.write("calls", "");
    let done = run(cc(here, line).env("GPUMP_CC", here.path("counting-gcc")).env("CALLS", &log));
    assert_eq!((done.status, &*String::from_utf8_lossy(&done.out)), (0, ""), "{line}: {}", done.err);
    (std::fs::read_to_string(log).unwrap().lines().count(), done.err)
}

const PLAIN: &str = "\
#include \"plain.h\"
#include <stdlib.h>

int table[4000] = {5, 6};
static int times;

int square(int x)
{
    times++;
    return x * x + table[x % 2];
}

double *room(int n)
{
    double *p = malloc(n * sizeof *p);
    p[0] = times > 0;
    return p;
}
";

const PLAIN_HEADER: &str = "int square(int);\ndouble *room(int);\nextern int table[4000];\n";

/// Its region calls functions of `plain.c`, which calls none of OpenMP, and uses an array of it.
const CALLER: &str = "\
#include <stdio.h>
#include \"plain.h\"
int main(void)
{
    int i, sum = 0;
    double *p = room(50);
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < 50; i++) {
        sum += square(i);
        p[i] = i;
        table[i + 2] = i;
    }
    printf(\"%d %d %g %g\\n\", sum, table[51], p[49], room(1)[0]);
    return 0;
}
";

const CALLED: &str = "40700 49 49 1\n";

fn plain_and_caller() -> Workplace {
    let here = Workplace::new();
    here.write("plain.h", PLAIN_HEADER);
    here.write("plain.c", PLAIN);
    here.write("caller.c", CALLER);
    here
}

#[track_caller]
fn prints_what_gcc_prints(here: &Workplace, line: &str, said: &str) {
    let done = run(&mut cc(here, &format!("{line} -o program")));
    assert_eq!(done.status, 0, "{line}: {}", done.err);
    let done = run(Command::new(here.path("program")).current_dir(here.path(".")));
    assert_eq!((done.status, &*String::from_utf8_lossy(&done.out)), (0, CALLED), "{line}: {}", done.err);
    assert!(
        if said.is_empty() { done.err.is_empty() } else { done.err.contains(said) },
        "{line}: {}",
        done.err
    );
}

#[test]
fn a_file_without_openmp_costs_one_call_of_the_compiler() {
    let here = plain_and_caller();
    counting_compiler(&here);
    // What the compiler knows is asked once for each set of flags.
    calls(&here, "-MMD -c plain.c");
    for line in ["-c plain.c", "-O2 -g -Wall -c plain.c -o a.o", "-MD -MP -c plain.c", "-MMD -c plain.c"] {
        assert_eq!(calls(&here, line), (1, String::new()), "{line}");
    }
    // What the compiler says is said once, in any case.
    here.write("plain.c", PLAIN.replace("int times;", "int times, unused;"));
    let (count, said) = calls(&here, "-Wall -c plain.c");
    assert_eq!((count, said.matches("defined but not used").count()), (1, 1), "{said}");
    here.write("plain.h", format!("{PLAIN_HEADER}int f(void)\n{{\n    int i, s = 0;\n#pragma omp parallel for reduction(+:s)\n    for (i = 0; i < 9; i++) s += i;\n    return s;\n}}\n"));
    let (count, said) = calls(&here, "-Wall -save-temps -c plain.c");
    assert_eq!((count > 1, said.matches("defined but not used").count()), (true, 1), "{said}");
    assert!(String::from_utf8(here.read("plain.device.cu")).unwrap().contains("__global__"));
}

/// Also where a macro of the command line, or a word that a line's end divides, makes one.
#[test]
fn no_directive_is_overlooked() {
    let here = Workplace::new();
    for (pragma, flag) in [
        ("    LOOP", "-DLOOP=_Pragma(\"omp parallel for reduction(+:s)\")"),
        ("#pragma o\\\nmp parallel for reduction(+:s)", "-O2"),
        ("#define PRAGMA(x) _Pragma(#x)\nPRAGMA(omp parallel for reduction(+:s))", "-O2"),
    ] {
        here.write("a.c", format!("int f(int s)\n{{\n    int i;\n{pragma}\n    for (i = 0; i < 9; i++) s += i;\n    return s;\n}}\n"));
        run(&mut here.gpump(["cc", "--gpump-device=emulator", "-save-temps", flag, "-c", "a.c"])).succeeded();
        assert!(String::from_utf8(here.read("a.device.cu")).unwrap().contains("__global__"), "{pragma}");
        std::fs::remove_file(here.path("a.device.cu")).unwrap();
    }
}

#[test]
fn rules_of_a_file_without_openmp_are_those_of_gcc() {
    let here = plain_and_caller();
    std::fs::create_dir(here.path("a folder")).unwrap();
    here.write("a folder/more.h", "");
    here.write("plain.c", format!("#include <more.h>\n#include <math.h>\n{PLAIN}"));
    for flags in ["-MD", "-MMD", "-MMD -MP", "-MD -MP -MT $(out) -MQ $o", "-Wp,-MMD,plain.d"] {
        let words = [&flags.split(' ').collect::<Vec<_>>()[..], &["-Ia folder", "-c", "plain.c"]].concat();
        run(Command::new("gcc").args(&words).current_dir(here.path("."))).succeeded();
        let theirs = here.read("plain.d");
        std::fs::remove_file(here.path("plain.d")).unwrap();
        run(here.gpump(["cc", "--gpump-device=emulator"]).args(&words)).succeeded();
        assert_eq!(String::from_utf8(here.read("plain.d")), String::from_utf8(theirs), "{flags}");
    }
}

#[test]
fn functions_of_a_file_without_openmp_are_called_in_regions_of_others() {
    let here = plain_and_caller();
    for name in ["plain", "caller"] {
        succeeds(&here, &format!("-O2 -fPIC -c {name}.c -o {name}.o"));
    }
    // Another member has the same name.
    std::fs::create_dir(here.path("other")).unwrap();
    here.write("other/plain.c", "int other(int x) { return x; }\n");
    succeeds(&here, "-c other/plain.c -o other/plain.o");
    archive(&here, "libplain.a", "plain.o");
    assert!(
        Command::new("ar")
            .args(["qc", "libplain.a", "other/plain.o"])
            .current_dir(here.path("."))
            .status()
            .unwrap()
            .success()
    );
    succeeds(&here, "-r plain.o caller.o -o both.o");
    succeeds(&here, "-r plain.o -o partial.o");
    std::fs::copy(here.path("plain.o"), here.path("other/moved.o")).unwrap();
    for line in [
        "caller.o plain.o",
        "caller.o other/moved.o",
        "caller.o -L. -lplain",
        "caller.o libplain.a",
        "caller.o -Wl,--whole-archive,libplain.a,--no-whole-archive",
        "both.o",
        "caller.o partial.o",
        "caller.c plain.o",
        "caller.o plain.c",
        "caller.c plain.c",
    ] {
        prints_what_gcc_prints(&here, line, "");
    }
}

#[test]
fn a_function_of_a_library_without_openmp_is_called_through_a_pointer() {
    let here = Workplace::new();
    here.write(
        "part.c",
        "static int twice(int x) { return 2 * x; }\nint (*pick(void))(int) { return twice; }\n",
    );
    here.write(
        "main.c",
        "int (*pick(void))(int);\nint main(void)\n{\n    int (*f)(int) = pick(), i, s = 0;\n\
         #pragma omp parallel for reduction(+ : s)\n    for (i = 0; i < 10; i++) s += f(i);\n    return s;\n}\n",
    );
    succeeds(&here, "-fPIC -c part.c");
    succeeds(&here, "-shared part.o -o libpart.so");
    succeeds(&here, "main.c -L. -lpart -Wl,-rpath,$ORIGIN -o program");
    assert_eq!(status_of(&here, "program"), 90);
}

/// Of a file that was not translated, or a library, the device has no function; of one that was, it has.
#[test]
fn a_region_stays_on_the_host_if_a_pointer_may_lead_to_what_was_not_translated() {
    let here = Workplace::new();
    here.write("part.c", "int twice(int x) { return 2 * x; }\n");
    here.write("own.c", "int thrice(int x) { return 3 * x; }\n");
    here.write(
        "main.c",
        "#include <stdio.h>\nint twice(int), thrice(int);\nint main(int count, char **words)\n{\n    int s = 0;\n    \
         (void)words;\n    \
         #ifdef BOTH\n    int (*f)(int) = count > 1 ? twice : thrice;\n#else\n    int (*f)(int) = count > 1 ? 0 : thrice;\n#endif\n\
         #pragma omp parallel for reduction(+ : s)\n    for (int i = 0; i < 10; i++) s += f(i);\n    \
         printf(\"%d\\n\", s);\n    return 0;\n}\n",
    );
    plain_gcc(&here, "-c part.c -o part.o");
    plain_gcc(&here, "-shared -fPIC part.c -o libpart.so");
    let ran = |line: &str, words: &[&str]| {
        succeeds(&here, line);
        let done = run(Command::new(here.path("program")).args(words));
        let stays =
            done.err.contains("runs on the host: `twice', which it may call through a pointer, has no");
        (done.out, stays)
    };
    for part in ["part.o", "-L. -lpart -Wl,-rpath,$ORIGIN"] {
        let line = format!("-DBOTH main.c own.c {part} -o program");
        assert_eq!(ran(&line, &["more"]), (b"90\n".to_vec(), true), "{part}");
        assert_eq!(ran(&line, &[]), (b"135\n".to_vec(), true), "{part}");
    }
    assert_eq!(ran("main.c own.c -o program", &[]), (b"135\n".to_vec(), false));
}

#[test]
fn a_source_that_is_gone_or_changed_leaves_its_object_what_it_is() {
    let here = plain_and_caller();
    succeeds(&here, "-c plain.c caller.c");
    prints_what_gcc_prints(&here, "caller.o plain.o", "");
    here.write("plain.h", format!("{PLAIN_HEADER}extern int more;\n"));
    let on_host = "`square', which it calls, has no version for the device";
    prints_what_gcc_prints(&here, "caller.o plain.o", on_host);
    here.write("plain.h", PLAIN_HEADER);
    prints_what_gcc_prints(&here, "caller.o plain.o", "");
    std::fs::remove_file(here.path("plain.c")).unwrap();
    prints_what_gcc_prints(&here, "caller.o plain.o", on_host);
    let done = run(&mut cc(&here, "caller.o plain.o -o program"));
    assert!(done.err.contains("warning: plain.o: plain.c, or what it includes, is not what"), "{}", done.err);
    // `ld` makes one object of several, which is not what the note in it says.
    here.write("plain.c", PLAIN);
    here.write("more.c", "int more = 7;\n");
    succeeds(&here, "-c more.c");
    let joined = ["-r", "plain.o", "more.o", "-o", "joined.o"];
    assert!(Command::new("ld").args(joined).current_dir(here.path(".")).status().unwrap().success());
    here.write(
        "caller.c",
        CALLER.replace("int main", "extern int more;\nint main").replace("room(1)[0]", "more - 6.0"),
    );
    prints_what_gcc_prints(&here, "caller.c joined.o", on_host);
}

/// What a region calls may itself call what the device does not have, in another file, and functions may call each other.
#[test]
fn a_region_stays_on_the_host_if_the_device_lacks_what_its_calls_lead_to() {
    let here = Workplace::new();
    let declared = "int even(int), odd(int), leaf(int), t(int), other(int);\n";
    here.write("leaf.c", "#include <stdlib.h>\nint leaf(int x) { return x + 0 * (system(0) != 0); }\n");
    here.write("even.c", format!("{declared}int even(int x) {{ return x == 0 ? leaf(1) : odd(x - 1); }}\n"));
    here.write("odd.c", format!("{declared}int odd(int x) {{ return x == 0 ? 0 : even(x - 1); }}\n"));
    here.write("t.c", format!("{declared}int t(int x) {{ return x > 9 ? other(x) : 2 * x; }}\n"));
    here.write("other.c", format!("{declared}int other(int x) {{ return t(x - 9); }}\n"));
    let loop_of = |function: &str| {
        format!(
            "#pragma omp parallel for reduction(+ : s)\n    for (int i = 0; i < 12; i++) s += {function}(i);\n"
        )
    };
    here.write(
        "main.c",
        format!(
            "#include <stdio.h>\n{declared}int main(void)\n{{\n    int s = 0;\n{}{}{}    printf(\"%d\\n\", s);\n    \
             return 0;\n}}\n",
            loop_of("odd"),
            loop_of("even"),
            loop_of("t")
        ),
    );
    succeeds(&here, "-c main.c leaf.c even.c odd.c t.c other.c");
    succeeds(&here, "main.o leaf.o even.o odd.o t.o other.o -o program");
    let done = run(&mut Command::new(here.path("program")));
    assert_eq!((done.status, &*done.out), (0, &b"108\n"[..]), "{}", done.err);
    let stays = |line, function| {
        format!("main.c:{line} runs on the host: `leaf', which it calls through `{function}', has no version")
    };
    assert!(done.err.contains(&stays(6, "odd")) && done.err.contains(&stays(8, "even")), "{}", done.err);
    assert_eq!(done.err.matches("runs on the host").count(), 2, "{}", done.err);
}

/// Nobody need call on the device what a compiler refuses there; the regions still ask the linker for the functions of other files.
#[test]
fn a_file_may_have_functions_that_the_devices_compiler_refuses() {
    let here = Workplace::new();
    let refusing = "#!/bin/sh\nfor word; do case $word in *.cu) grep -q spare \"$word\" && \\\n\
                    { echo no spare >&2; exit 1; };; esac; done\nexec g++ \"$@\"\n";
    let refusing = here.write("refusing-g++", refusing);
    std::fs::set_permissions(&refusing, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    here.write("leaf.c", "#include <stdlib.h>\nint leaf(int x) { return x + 0 * (system(0) != 0); }\n");
    here.write(
        "main.c",
        "#include <stdio.h>\nint spare(int x) { return x; }\nint main(void)\n{\n    extern int leaf(int);\n    int s = spare(1);\n\
         #pragma omp parallel for reduction(+ : s)\n    for (int i = 0; i < 9; i++) s += leaf(i);\n\
         #pragma omp parallel for reduction(+ : s)\n    for (int i = 0; i < 9; i++) s += i;\n    printf(\"%d\\n\", s);\n}\n",
    );
    for line in ["-c leaf.c main.c", "leaf.o main.o -o program"] {
        let done = run(cc(&here, line).env("CXX", &refusing));
        assert_eq!(done.status, 0, "{line}: {}", done.err);
    }
    let done = run(&mut Command::new(here.path("program")));
    assert_eq!((done.status, &*done.out), (0, &b"73\n"[..]), "{}", done.err);
    assert_eq!(done.err.matches("runs on the host").count(), 1, "{}", done.err);

    // With -v it is said why, also of a file without directives, which is tried once.
    here.write("other.c", "int spare_of_other(int x) { return x; }\n");
    for line in
        ["-c main.c", "-c other.c", "leaf.o main.o other.o -o program", "leaf.o main.o other.o -o program"]
    {
        let is_tried = line != "-c other.c";
        for flag in ["-v ", ""] {
            let done = run(cc(&here, &format!("{flag}{line}")).env("CXX", &refusing));
            assert_eq!(done.status, 0, "{line}: {}", done.err);
            let is_said = !flag.is_empty() && is_tried;
            for message in ["no spare", "g++ refuses versions of its functions"] {
                assert_eq!(done.err.contains(message), is_said, "{flag}{line}: {}", done.err);
            }
        }
    }
}

/// The device's linker knows no weak functions: it would find two of a name.
#[test]
fn another_file_may_replace_a_weak_function() {
    let here = Workplace::new();
    let weak = "__attribute__((weak)) int hook(int x)";
    let main = "int main(void)\n{\n    int s = 10;\n#pragma omp parallel for reduction(+ : s)\n    \
                for (int i = 0; i < 4; i++) s += hook(i);\n    return s;\n}\n";
    here.write("main.c", format!("{weak} {{ return -1; }}\n{main}"));
    here.write("declares.c", format!("{weak};\n{main}"));
    here.write("weak.c", format!("{weak} {{ return 2 * x; }}\n"));
    here.write("strong.c", "int hook(int x) { return 3 * x; }\n");
    succeeds(&here, "-c main.c declares.c weak.c strong.c");
    for (objects, status) in
        [("main.o strong.o", 28), ("strong.o main.o", 28), ("main.o", 6), ("declares.o weak.o strong.o", 28)]
    {
        succeeds(&here, &format!("{objects} -o program"));
        assert_eq!(status_of(&here, "program"), status, "{objects}");
    }
}

/// Where a header has what the device needs otherwise, it is written into the file that includes it: of files without directives, too.
#[test]
fn a_file_without_directives_may_have_functions_of_headers() {
    let here = Workplace::new();
    here.write(
        "part.inc",
        "int NAME(int x)\n{\n    static const int table[2] = { 1, 2 };\n    return table[x & 1];\n}\n",
    );
    here.write(
        "part.c",
        "#define NAME f\n#include \"part.inc\"\n#undef NAME\n#define NAME g\n#include \"part.inc\"\n",
    );
    let main = "int f(int), g(int);\nint main(void)\n{\n    int n = 0;\n#pragma omp parallel for reduction(+ : n)\n    \
                for (int i = 0; i < 10; i++) n += f(i) + g(i);\n    return n;\n}\n";
    here.write("main.c", main);
    succeeds(&here, "-c main.c part.c");
    for line in ["main.c part.c -o program", "main.o part.o -o program"] {
        succeeds(&here, line);
        let ran = run(&mut Command::new(here.path("program")));
        assert_eq!((ran.status, &*ran.err), (30, ""), "{line}");
    }
}

/// Of these a program asks whether they are there.
#[test]
fn a_weak_function_may_be_missing() {
    let here = Workplace::new();
    let program = "int missing(void) __attribute__((weak)), there(void) __attribute__((weak));\n\
                   int f(void)\n{\n    int r = 0;\n    if (missing) r = missing();\n    if (there) r += there();\n    \
                   return r;\n}\nint there(void) { return 3; }\nint main(void)\n{\n    int r = 1;\n\
                   #pragma omp parallel num_threads(1)\n    r = f();\n    return r;\n}\n";
    here.write("all.c", program);
    for line in ["all.c -o program", "-c all.c", "all.o -o program"] {
        succeeds(&here, line);
        if line.ends_with("program") {
            assert_eq!(status_of(&here, "program"), 3, "{line}");
        }
    }
    here.write("missing.c", "int missing(void) { return 4; }\n");
    succeeds(&here, "all.c missing.c -o program");
    assert_eq!(status_of(&here, "program"), 7);
}

/// A linker takes a template of both files for one function, where it is not inlined.
#[test]
fn two_files_have_types_of_one_name_without_optimisation() {
    let here = Workplace::new();
    let part = |members: &str, globals: &str, function: &str| {
        format!(
            "struct s {{ {members} }};\nlong {globals};\n{function}\n{{\n    int t = 0;\n\
             #pragma omp parallel for reduction(+ : t)\n    for (int i = 1; i < n; i++) {{\n\
             \x20       struct s v[i][i];\n        for (int k = 0; k < i * i; k++) v[k / i][k % i].a = k;\n\
             \x20       t += v[i - 1][i - 1].a + USE;\n    }}\n    struct s row[3];\n\
             #pragma omp parallel for reduction(+ : t)\n\
             \x20   for (struct s *p = row; p < row + 3; p++) t += 1 + (int)(p - row);\n    return t;\n}}\n"
        )
    };
    let small = part("int a;", "one = 1", "static int work(int n)").replace("USE", "one");
    let main = "int other(int);\nint main(void) { return work(5) + other(5); }\n";
    here.write("main.c", small + main);
    let large = part("char more[40]; int a;", "two = 2, three = 3", "int other(int n)");
    here.write("other.c", large.replace("USE", "two + three"));
    for line in ["main.c other.c", "other.c main.c"] {
        succeeds(&here, &format!("-O0 {line} -o program"));
        assert_eq!(status_of(&here, "program"), 2 * (3 + 8 + 15) + 4 + 20 + 2 * 6, "{line}");
    }
}

/// Before the library's device code is known to the runtime.
#[test]
fn constructors_of_a_library_have_regions() {
    let here = Workplace::new();
    here.write(
        "part.c",
        "static long data[7];\n__attribute__((constructor)) static void begin(void)\n{\n\
         #pragma omp parallel for\n    for (int i = 0; i < 7; i++) data[i] = 2 * i;\n}\n\
         long last(void) { return data[6]; }\n",
    );
    here.write("main.c", "long last(void);\nint main(void) { return (int)last(); }\n");
    here.write(
        "opens.c",
        "#include <dlfcn.h>\nint main(void)\n{\n    int s = 0;\n\
         \x20   long (*last)(void) = (long (*)(void))dlsym(dlopen(\"./libpart.so\", RTLD_NOW), \"last\");\n\
         #pragma omp parallel for reduction(+ : s)\n    for (int i = 0; i < 3; i++) s += i;\n\
         \x20   return (int)last() + s;\n}\n",
    );
    succeeds(&here, "-shared -fPIC part.c -o libpart.so");
    for (line, status) in [("main.c -L. -lpart -Wl,-rpath,$ORIGIN", 12), ("opens.c", 15)] {
        succeeds(&here, &format!("{line} -o program"));
        assert_eq!(status_of(&here, "program"), status, "{line}");
    }
}

#[test]
fn coverage_is_measured() {
    let here = Workplace::new();
    here.write("main.c", "int main(void)\n{\n#pragma omp parallel\n    ;\n    return 3;\n}\n");
    succeeds(&here, "--coverage -c main.c -o main.o");
    succeeds(&here, "--coverage main.o -o program");
    assert_eq!(status_of(&here, "program"), 3);
}

/// MPI's communicators and datatypes are such structures.
#[test]
fn regions_use_structures_that_another_file_defines() {
    let here = Workplace::new();
    let declared = "struct counter;\nextern struct counter counter;\nint next(struct counter *);\n";
    here.write(
        "counter.c",
        format!(
            "{declared}struct counter {{ int count; }} counter = {{3}};\n\
             int next(struct counter *counter) {{ return counter->count + 1; }}\n"
        ),
    );
    here.write(
        "main.c",
        format!(
            "{declared}int main(void)\n{{\n    int s = 0;\n#pragma omp parallel for reduction(+ : s)\n    \
             for (int i = 0; i < 10; i++) s += next(&counter);\n    return s;\n}}\n"
        ),
    );
    succeeds(&here, "main.c counter.c -o program");
    assert_eq!(status_of(&here, "program"), 40);
}

#[test]
fn a_program_without_regions_has_no_versions() {
    let here = Workplace::new();
    here.write("a.c", "int f(int);\nint main(void) { return f(3); }\n");
    here.write("b.c", "int f(int x) { return 2 * x; }\n");
    succeeds(&here, "-c a.c b.c");
    succeeds(&here, "a.o b.o -o program");
    assert_eq!(status_of(&here, "program"), 6);
    let object = here.read("b.o");
    assert!(!object.windows(8).any(|window| window == b"emulator"));
    // The linker leaves the note out.
    assert!(!here.read("program").windows(12).any(|window| window == b".gpump.plain"));
}

#[test]
fn nvcc_makes_versions_of_functions_without_openmp() {
    if nvcc().is_none() {
        return;
    }
    let here = plain_and_caller();
    succeeds(&here, "--gpump-device=gpu -c plain.c caller.c");
    archive(&here, "libplain.a", "plain.o");
    for line in ["caller.o plain.o", "caller.o -L. -lplain"] {
        succeeds(&here, &format!("--gpump-device=gpu {line} -o program"));
        let program = here.read("program");
        let versions = b"_ZN7program6squareEi";
        assert!(program.windows(versions.len()).any(|window| window == versions), "{line}");
    }
}

/// nvcc hands what it is told to a shell, and so does its host compiler to others: neither takes more than 128 KiB.
#[test]
fn a_file_may_have_any_number_of_regions() {
    let here = Workplace::new();
    let name = "f".repeat(3000);
    let function = |number| {
        format!(
            "static int {name}{number}(int n)\n{{\n    int s = 0;\n#pragma omp parallel for reduction(+ : s)\n    \
             for (int i = 0; i < n; i++) s += i;\n    return s;\n}}\n"
        )
    };
    let functions: String = (0..8).map(function).collect();
    let calls: String = (0..8).map(|number| format!(" + {name}{number}({number})")).collect();
    here.write("a.c", format!("{functions}int main(void)\n{{\n    return 0{calls};\n}}\n"));
    succeeds(&here, "a.c -o program");
    assert_eq!(status_of(&here, "program"), 56);
    if nvcc().is_some() {
        succeeds(&here, "--gpump-device=gpu -c a.c");
    }
}

/// The runtime's headers, those of C++ and CUDA have such names, too.
#[test]
fn macros_of_the_command_line_are_the_programs_alone() {
    let here = Workplace::new();
    here.write(
        "a.c",
        "#include <math.h>\nstatic T half(T x) { return x / 2; }\nint main(void)\n{\n    int size[] = {LIST}, sum = 0;\n\
         #pragma omp parallel for reduction(+ : sum)\n    for (int i = 0; i < n; i++) sum += size[i] + (int)half(sqrt(block));\n    \
         return sum;\n}\n",
    );
    let flags = "-DT=double -Dn=3 -Dblock=16 -DLIST=1,2,3 -DI -DU -D team=t";
    succeeds(&here, &format!("{flags} a.c -o program -lm"));
    assert_eq!(status_of(&here, "program"), 12);
    if nvcc().is_some() {
        succeeds(&here, &format!("{flags} --gpump-device=gpu -c a.c"));
    }
}

/// The device's C++ compiler looks for its own headers first.
#[test]
fn a_folder_of_headers_may_have_files_that_are_called_as_those_of_cplusplus() {
    let here = Workplace::new();
    for name in ["new", "limits", "type_traits", "utility"] {
        here.write(format!("include/{name}"), "Read this first.\n");
    }
    here.write("include/limits.inc", "#define LIMIT 10\n");
    here.write(
        "a.c",
        "#include <limits.inc>\n#include <math.h>\nint main(void)\n{\n    int s = 0;\n\
         #pragma omp parallel for reduction(+ : s)\n    for (int i = 0; i < LIMIT; i++) s += (int)sqrt(i);\n    \
         return s;\n}\n",
    );
    for flags in ["-Iinclude", "-I include"] {
        succeeds(&here, &format!("{flags} a.c -o program -lm"));
        assert_eq!(status_of(&here, "program"), 16);
        if nvcc().is_some() {
            succeeds(&here, &format!("{flags} --gpump-device=gpu -c a.c"));
        }
    }
}

// Warnings ----------------------------------------------------------------------------

/// What compilers warn of: by its text, by what directives use, and by what is known when code is made better.
const WARNED: &str = "\
#include <stdio.h>
#include <string.h>

static int unused_function(void) { return 1; }

#warning not tried on this system
#define SIZE 10
#define SIZE 20

int first(void)
{
    char text[4];
    strcpy(text, \"much too long\");
    return puts(text);
}

int main(void)
{
    int unused, thread, y = 0;
#pragma omp parallel private(thread) reduction(+ : y)
    {
        int x;
        thread = 1;
        if (y = 3)
            printf(\"%s\", thread);
        y += x + omp_get_num_procs();
    }
    return y + first();
}
";

fn gcc(here: &Workplace, line: &str) -> Done {
    let mut gcc = Command::new("gcc");
    run(gcc.arg("-fopenmp").args(line.split_whitespace()).current_dir(here.path(".")))
}

#[test]
fn warnings_are_those_of_the_c_compiler() {
    let here = Workplace::new();
    here.write("a.c", WARNED);
    for line in [
        "-c a.c",
        "-Wall -Wextra -O2 -c a.c",
        "-Wall -O2 -w -c a.c",
        "-Wall a.c -o a",
        "-Wall -fsyntax-only a.c",
        "-Wall -O2 -Werror -c a.c",
        "-Werror=unused-variable -c a.c",
    ] {
        let (gcc, gpump) = (gcc(&here, line), run(&mut cc(&here, line)));
        assert_eq!((gpump.status, gpump.err), (gcc.status, gcc.err), "{line}");
    }
    assert!(gcc(&here, "-Wall -O2 -c a.c").err.contains("array-bounds"));
    assert_eq!(here.names_in("."), ["a", "a.c", "a.o"]);
}

#[test]
fn what_is_no_c_is_said_once() {
    let here = Workplace::new();
    here.write("h.h", "struct s { nope x; };\n");
    here.write("a.c", REGION.replace("a[SIZE - 1]", "b").replace("part.h", "h.h").replace("SIZE", "10"));
    let (gcc, gpump) = (gcc(&here, "-c a.c"), run(&mut cc(&here, "-c a.c")));
    assert_eq!(gpump.err, gcc.err);
    gpump.failed(1, &["h.h:1:12: error: ", "a.c:9:12: error: "]);
    assert_eq!(here.names_in("."), ["a.c", "h.h"]);
}

/// Directives that the compiler does not know are none of its business.
#[test]
fn no_warning_is_about_a_directive_that_gpump_knows() {
    let here = Workplace::new();
    let tiled = "void f(int n, int *v)\n{\n    int unused;\n#pragma omp parallel for\n#pragma omp tile sizes(4)\n    \
                 for (int i = 0; i < n; i++)\n        v[i] = i;\n}\n";
    here.write("a.c", tiled);
    let done = run(&mut cc(&here, "-Wall -c a.c"));
    assert_eq!((done.status, done.err.matches("warning").count()), (0, 1), "{}", done.err);
    assert!(done.err.contains("a.c:3:9: warning: unused variable"), "{}", done.err);
    here.write("a.c", format!("#pragma gpump accessible\n{}", tiled.replace("    int unused;\n", "")));
    succeeds(&here, "-Wall -Werror -c a.c");
}

/// Of a directive that nobody knows the C compiler says what its flags ask for.
#[test]
fn a_misspelt_directive_is_an_error_where_the_c_compiler_makes_it_one() {
    let here = Workplace::new();
    here.write("a.c", "int sum(void)\n{\n    int s = 0;\n#pragma omp paralel for\n    for (int i = 0; i < 9; i++)\n        s += i;\n    return s;\n}\n");
    for line in [
        "-c a.c",
        "-Werror -c a.c",
        "-Wall -c a.c",
        "-Wall -Werror -c a.c",
        "-Wall -Werror -Wno-unknown-pragmas -c a.c",
        "-Wall -Werror -Wno-error=unknown-pragmas -c a.c",
    ] {
        let (gcc, gpump) = (gcc(&here, line), run(&mut cc(&here, line)));
        assert_eq!(gpump.status, gcc.status, "{line}: {}", gpump.err);
        assert!(gpump.err.ends_with(&gcc.err), "{line}: {}", gpump.err);
        assert!(gpump.err.contains("did you mean `parallel`?"), "{line}: {}", gpump.err);
    }
}

/// What debuggers and sanitizers know of lines is of the author's file, in host and device code.
#[test]
fn debuggers_and_sanitizers_find_the_authors_lines() {
    let here = Workplace::new();
    let text = "\
static int twice(int x)
{
    return 2 * x;
}

int main(int argc, char **argv)
{
    int b[8];
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        b[i] = twice(i);
    (void)argv;
    b[7 + argc] = 1;
    return b[3];
}
";
    here.write("a.c", text);
    succeeds(&here, "-g -O0 -fsanitize=address a.c -o a");
    let done = run(Command::new(here.path("a")).env("GPUMP_DEVICE", "emulator").current_dir(here.path(".")));
    assert!(done.err.contains("stack-buffer-overflow"), "{}", done.err);
    assert!(done.err.contains("/a.c:13 in main") && !done.err.contains(".host.c"), "{}", done.err);

    succeeds(&here, "-g -O0 -c a.c");
    let table = Command::new("objdump").args(["--dwarf=decodedline"]).arg(here.path("a.o")).output().unwrap();
    let table = String::from_utf8(table.stdout).unwrap();
    let has_code = |file: &str, line: &str| {
        table.lines().filter(|row| row.split_whitespace().take(2).eq([file, line])).count()
    };
    // The function and the loop are in both texts.
    assert!(has_code("a.c", "3") > 1 && has_code("a.c", "11") > 1 && has_code("a.c", "13") > 0, "{table}");
    let host_rows = table.lines().filter(|row| row.starts_with("a.host.c") && !row.contains(':')).count();
    assert_eq!(host_rows, 0, "{table}");
}
