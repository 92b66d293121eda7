//! What the emulator says of a program that goes wrong: of each with the author's lines, of others nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Workplace, run};

/// The status of a program that the emulator stops.
const STOPPED: i32 = 70;

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/watch").join(name)
}

/// The lines that a comment marks.
fn marked(text: &str, mark: &str) -> Vec<usize> {
    let comment = format!("/* {mark} */");
    (1..).zip(text.lines()).filter(|(_, line)| line.contains(&comment)).map(|(number, _)| number).collect()
}

/// Makes the program, of which each fault is one run, and runs it without any.
fn made(here: &Workplace, flags: &[&str]) -> Command {
    let text = fs::read_to_string(program("faults.c")).unwrap();
    here.write("faults.c", &text);
    let words = ["run", "--device", "emulator", "--keep", "made", "faults.c"];
    let done = run(here.gpump(words).args(flags));
    assert_eq!((done.status, &*done.out), (0, &b"0 0 0\n"[..]), "{}", done.err);
    Command::new(here.path("made/faults"))
}

#[test]
fn each_fault_is_told_with_its_lines() {
    let here = Workplace::new();
    made(&here, &["--watch"]);
    let text = fs::read_to_string(program("faults.c")).unwrap();
    let faults = [
        // Which of the threads comes first is not known, here and in the fourth.
        "past the end of a heap block of 40 bytes",
        "heap memory that was never allocated",
        "that has been freed",
        "of an array of type 'int [8]'",
        "uses subscript 6 of an array of type 'int [6]'",
        "uses subscript 4 of an array of type 'int [4]'",
        "the stack of another thread",
        "a race in kernel main_parallel",
        "a race in kernel main_parallel",
        "a race in kernel main_parallel",
        "not all threads of the team come to a barrier",
        "not all threads of the team come to a barrier",
        "not all threads of the team come to a barrier",
        "integer division by zero in kernel main_parallel",
        "a null pointer",
    ];
    for (number, what) in (1..).zip(faults) {
        let done = run(Command::new(here.path("made/faults")).arg(number.to_string()));
        assert_eq!(done.status, STOPPED, "{number}: {}", done.err);
        assert!(done.err.contains(what), "{number}: {}", done.err);
        let lines = marked(&text, &number.to_string());
        assert!(!lines.is_empty());
        for line in lines {
            assert!(done.err.contains(&format!("/faults.c:{line} ")), "{number}, line {line}: {}", done.err);
        }
    }
}

#[test]
fn nothing_is_said_of_a_program_without_faults() {
    let here = Workplace::new();
    let done = run(here.gpump(["run", "--watch"]).arg(program("silent.c")));
    assert_eq!((done.status, &*done.err), (0, ""));
    assert_eq!(String::from_utf8_lossy(&done.out), "4032 63 83 15 6 18 18\n");
}

/// The thread that waits sees the number when it reads, which is after the watch has been asked about the read.
#[test]
fn a_volatile_variable_hands_on_what_was_written_before_it() {
    let here = Workplace::new();
    let done = run(here.gpump(["run", "--watch"]).arg(program("volatile.c")));
    assert_eq!((done.status, &*done.err), (0, ""));
    assert_eq!(String::from_utf8_lossy(&done.out), "3998000\n");
}

/// What the processor itself stops needs no watching.
#[test]
fn a_division_by_zero_and_a_null_pointer_name_their_lines() {
    let here = Workplace::new();
    made(&here, &[]);
    let text = fs::read_to_string(program("faults.c")).unwrap();
    for (number, what) in
        [("14", "integer division by zero in kernel main_parallel"), ("15", "a null pointer")]
    {
        let done = run(Command::new(here.path("made/faults")).arg(number));
        assert_eq!(done.status, STOPPED, "{}", done.err);
        let line = marked(&text, number)[0];
        assert!(done.err.contains(what) && done.err.contains(", thread "), "{}", done.err);
        assert!(done.err.contains(&format!("/faults.c:{line} ")), "{}", done.err);
    }
}

#[test]
fn who_cannot_watch_says_so() {
    let here = Workplace::new();
    here.write("p.c", "int main(void) { return 0; }\n");
    let words: [&[&str]; 2] = [&["--device", "gpu"], &["--dialect", "thesis"]];
    for flags in words {
        let done = run(here.gpump(["run", "--watch", "p.c"]).args(flags));
        assert_eq!(done.status, 2, "{}", done.err);
    }
}

#[test]
fn programs_without_main_are_refused_by_the_linker() {
    let here = Workplace::new();
    here.write("part.c", "int f(void) { return 1; }\n");
    let done = run(&mut here.gpump(["run", "--device", "emulator", "part.c"]));
    assert_eq!(done.status, 1, "{}", done.err);
    assert!(done.err.contains("main"), "{}", done.err);
}

#[test]
fn regions_run_in_static_programs_and_after_main() {
    let here = Workplace::new();
    let text = "\
#include <stdio.h>
#include <stdlib.h>
static void count(const char *when)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += i;
    printf(\"%s %d\\n\", when, sum);
}
static void at_exit(void)
{
    count(\"atexit\");
}
__attribute__((constructor)) static void first(void)
{
    count(\"constructor\");
}
__attribute__((destructor)) static void last(void)
{
    count(\"destructor\");
}
int main(void)
{
    atexit(at_exit);
    count(\"main\");
    return 0;
}
";
    here.write("stages.c", text);
    for flags in [&[][..], &["-static"]] {
        let done = run(here.gpump(["cc", "--gpump-device=emulator", "stages.c", "-o", "stages"]).args(flags));
        // The linker warns of the library that `-fopenmp` brings, as it does of gcc's own programs.
        let is_of_library = |line: &str| line.contains("libgomp.a") || line.contains("statically linked");
        assert!(done.status == 0 && done.err.lines().all(is_of_library), "{flags:?} {}", done.err);
        let done = run(&mut Command::new(here.path("stages")));
        let expected = "constructor 4950\nmain 4950\natexit 4950\ndestructor 4950\n";
        assert_eq!(
            (done.status, &*String::from_utf8_lossy(&done.out)),
            (0, expected),
            "{flags:?} {}",
            done.err
        );
    }
}
