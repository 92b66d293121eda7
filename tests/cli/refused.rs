//! Regions whose code a compiler refuses, for whatever reason, run on the host.

use std::path::PathBuf;
use std::process::Command;

use crate::support::{Done, Workplace, run};

const PROGRAM: &str = "#include <stdio.h>
int main(void)
{
    int first = 0, second = 0;
    #pragma omp parallel for reduction(+ : first)
    for (int i = 0; i < 9; i++)
        first += i;
    #pragma omp parallel for reduction(+ : second)
    for (int i = 0; i < 9; i++)
        second += 2 * i;
    printf(\"%d %d\\n\", first, second);
    return 0;
}
";

const PRINTS: &[u8] = b"36 72\n";

/// A C++ compiler that refuses device texts with a word, and says this.
fn compiler(here: &Workplace, word: &str, says: &str) -> PathBuf {
    let script = format!(
        "#!/bin/sh\nfor word; do case $word in *.cu) grep -q {word} \"$word\" && {{ echo '{says}' >&2; exit 1; }};; esac; done\n\
         exec g++ \"$@\"\n"
    );
    let path = here.write("refusing-g++", script);
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    path
}

fn runs(here: &Workplace, compiler: &PathBuf, flags: &[&str]) -> Done {
    let line = [&["run", "-v", "--device", "emulator"], flags, &["a.c"]].concat();
    run(here.gpump(line).env("CXX", compiler))
}

/// `gpump cc`, and the program that it makes.
fn built(here: &Workplace, compiler: &PathBuf, flags: &[&str]) -> (Done, Option<Done>) {
    let line = [&["cc", "--gpump-device=emulator", "-fopenmp"], flags, &["a.c", "-o", "a"]].concat();
    let done = run(here.gpump(line).env("CXX", compiler));
    let ran = (done.status == 0).then(|| run(&mut Command::new(here.path("a"))));
    (done, ran)
}

#[test]
fn a_region_stays_on_the_host_whose_line_a_compiler_refuses() {
    let here = Workplace::with([("a.c", PROGRAM.as_bytes())]);
    let compiler = compiler(&here, "'second += 2'", "a.c:10:9: error: not this");
    let done = runs(&here, &compiler, &[]);
    assert_eq!((done.status, &*done.out), (0, PRINTS), "{}", done.err);
    assert!(done.err.contains("1 of 2 regions on the device; 1 on the host"), "{}", done.err);
    let (made, program) = built(&here, &compiler, &[]);
    assert_eq!(program.map(|done| done.out).as_deref(), Some(PRINTS), "{}", made.err);
    for said in [done.err, made.err] {
        assert_eq!(said.matches("warning[W0402]").count(), 1, "{said}");
        assert!(said.contains("a.c:8:5") && said.contains("g++ refuses the translation: not this"), "{said}");
    }
}

#[test]
fn all_regions_stay_on_the_host_if_it_is_not_known_which_are_refused() {
    let here = Workplace::with([("a.c", PROGRAM.as_bytes())]);
    for says in ["Segmentation fault", "a.device.cu:1:1: error: not this", "a.c:1:1: error: not this"] {
        let compiler = compiler(&here, "second", says);
        let done = runs(&here, &compiler, &[]);
        assert_eq!((done.status, &*done.out), (0, PRINTS), "{}", done.err);
        assert!(done.err.contains("0 of 2 regions on the device; 2 on the host"), "{}", done.err);
        let (made, program) = built(&here, &compiler, &[]);
        assert_eq!(program.map(|done| done.out).as_deref(), Some(PRINTS), "{}", made.err);
        for said in [done.err, made.err] {
            assert_eq!(said.matches("warning[W0402]").count(), 2, "{said}");
        }
    }
}

/// What other files may call is on the device without a region, too.
#[test]
fn a_file_is_left_to_the_c_compiler_that_no_other_takes_in_any_way() {
    let table = "static int twice(int i) { return 2 * i; }\nint (*const table[])(int) = { twice };\nint main";
    let program = PROGRAM.replace("int main", table).replace("2 * i;", "table[0](i);");
    let here = Workplace::with([("a.c", program.replacen("table[0](i);", "2 * i;", 1).as_bytes())]);
    let compiler = compiler(&here, "gpump", "not this");
    let done = runs(&here, &compiler, &[]);
    assert_eq!((done.status, &*done.out), (0, PRINTS), "{}", done.err);
    let (made, program) = built(&here, &compiler, &[]);
    assert_eq!(program.map(|done| done.out).as_deref(), Some(PRINTS), "{}", made.err);
    for said in [done.err, made.err] {
        assert_eq!(said.matches("warning[W0402]").count(), 2, "{said}");
    }
}

#[test]
fn what_a_compiler_refuses_is_an_error_where_the_device_is_required() {
    let here = Workplace::with([("a.c", PROGRAM.as_bytes())]);
    let compiler = compiler(&here, "second", "a.c:10:9: error: not this");
    let words = ["a.c:10:9: error: not this", "g++ could not build a.c"];
    runs(&here, &compiler, &["--require-device"]).failed(1, &words);
    built(&here, &compiler, &["--gpump-require-device=yes"]).0.failed(1, &words);
}
