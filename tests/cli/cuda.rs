//! The cuda dialect on the command line: pairs of files, and programs of them.

use crate::support::{PLAIN, Workplace, run, run_with_input};

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
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    here.write("b.c", PLAIN);
    here.write("out/a.c", "old");
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
    assert_eq!(here.names_in("all"), ["main.cu", "part.cu", "plain.cu"]);
    assert_eq!(here.read("all/main.cu"), text);
    // Nothing to translate, nothing changed.
    assert_eq!(here.read("all/plain.cu"), PLAIN);
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
#if _OPENMP != 200505
#error \"not OpenMP 2.5\"
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
    assert_eq!(here.names_in("kept"), ["main", "main.host.c", "main.host.o", "part.host.c", "part.host.o"]);
    let done = run_with_input(
        &mut here.gpump(["run", "--dialect", "cuda", "--device", "emulator", "-"]),
        b"int main(void) { return none; }",
    );
    done.failed(1, &["none", "could not build <stdin>"]);
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
