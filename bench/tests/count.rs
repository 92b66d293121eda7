//! `--count` without the simulator: a compiler that says it makes programs for it makes scripts that write what the
//! simulator would have counted.

mod common;

use std::path::PathBuf;
use std::process::{Command, Output};

use common::{describe_sum, script, text};
use tempfile::TempDir;

const COLUMNS: &str = "program,kernel,launches,blocks,warps,warp_instructions,thread_instructions,global_loads,\
    global_load_sectors,global_stores,global_store_sectors,local_loads,local_stores,shared_loads,shared_stores,\
    shared_conflicts,atomics,barriers,divergent_branches,waiting_instructions,waiting_thread_instructions,\
    waiting_sectors,waiting_atomics";

/// What prints 42.5 on the host.
const ON_THE_HOST: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    FILE *times = fopen(getenv("BENCH_TIMES"), "a");
    fprintf(times, "phase,again,1.0,2.0\n");
    fclose(times);
    printf("42.5\n");
    return 0;
}
"#;

struct Bench {
    folder: TempDir,
}

/// A program that prints this, and has two kernels that did so much.
fn program(printed: &str, warp_instructions: u32, waiting: u32) -> String {
    let kernel = |name: &str| {
        format!(
            "p,{name},2,4,8,{warp_instructions},{warp_instructions},5,6,7,8,0,0,1,2,3,4,5,6,{waiting},{waiting},1,1"
        )
    };
    format!(
        "echo phase,again,1.0,2.0 >>$BENCH_TIMES; [ $1 = 70 ] && [ $GPUMP_SIM_MULTIPROCESSORS = 132 ] || exit 1\n\
         printf '%s\\n' {COLUMNS} {} {} >$GPUMP_SIM_STATISTICS; echo {printed}",
        kernel("one"),
        kernel("other")
    )
}

impl Bench {
    /// Of a program whose versions are these scripts.
    fn new(cuda: &str, other: &str, gpump: &str) -> Self {
        let bench = Bench { folder: tempfile::tempdir().unwrap() };
        let program = describe_sum(bench.folder.path(), "['again']", "['openmp', 'cuda', 'cuda-warp']");
        std::fs::write(program.join("openmp.c"), ON_THE_HOST).unwrap();
        script(&program.join("cuda.cu"), cuda);
        script(&program.join("cuda_warp.cu"), other);
        script(&bench.path("made"), gpump);
        // nvcc takes such a script for a source; gpump makes another.
        bench.nvcc("for gpump's simulator");
        let output = "while [ \"$1\" != -o ]; do last=$1; shift; done";
        script(&bench.path("gpump"), &format!("{output}; cp {} \"$2\"", bench.path("made").display()));
        bench
    }

    fn nvcc(&self, version: &str) {
        let said = format!("[ \"$1\" = --version ] && echo \"{version}\" && exit");
        let output = "while [ \"$1\" != -o ]; do last=$1; shift; done";
        script(&self.path("nvcc"), &format!("{said}\n{output}; cp \"$last\" \"$2\""));
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn count(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gpump-bench"));
        command.arg("--count").args(arguments).arg("--sources").arg(self.folder.path());
        command.arg("--out").arg(self.path("out")).env_remove("GPUMP_SIM_MULTIPROCESSORS");
        command.env("GPUMP", self.path("gpump")).env("GPUMP_NVCC", self.path("nvcc")).output().unwrap()
    }

    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.path("out").join(name)).unwrap()
    }
}

#[test]
fn counts_and_compares() {
    let bench = Bench::new(&program("42.5", 100, 0), &program("42.5", 50, 0), &program("42.5", 300, 60));
    let done = bench.count(&[]);
    let said = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{said}{}", text(&done.stderr));
    let words: Vec<Vec<&str>> = said.lines().map(|line| line.split_whitespace().collect()).collect();
    // Two kernels: 240 to 100 each.
    let row = "gpump 4 16 480 2.40× 480 2.40× 10 16 1.00× 6 6 6 10 12 120 right";
    assert!(words.contains(&row.split(' ').collect()), "{said}");
    assert!(said.contains("cuda-warp") && said.contains("sum gpump: how long"), "{said}");
    assert!(
        words.contains(&"gpump 2.400 2.400 sum 2.400 2.400 sum 1.000 1.000 sum".split(' ').collect()),
        "{said}"
    );

    let counts = bench.file("counts.csv");
    assert!(counts.contains("\nsum,70,gpump,right,4,8,16,600,600,120,120,2,2,"), "{counts}");
    let kernels = bench.file("counts-kernels.csv");
    assert!(kernels.contains("\nsum,70,gpump,one,2,4,8,300,") && kernels.lines().count() == 7, "{kernels}");
    assert!(bench.file("counts.md").contains("| gpump"));

    let against = text(&bench.count(&["--against", "gpump", "--versions", "cuda,gpump"]).stdout);
    assert!(against.contains("Ratios to gpump") && against.contains("0.417"), "{against}");
}

#[test]
fn who_prints_something_else_is_not_counted() {
    let bench = Bench::new(&program("42.5", 100, 0), &program("42.5", 50, 0), &program("42.4", 300, 60));
    let done = bench.count(&[]);
    let said = text(&done.stdout);
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("WRONG") && said.contains("sum 70 gpump: wrong: 42.4"), "{said}");
    assert!(
        !said.contains("2.40×") && bench.file("counts.csv").contains("\nsum,70,gpump,wrong,,,"),
        "{said}"
    );
}

#[test]
fn who_runs_no_kernel_fails() {
    let on_host = "echo phase,again,1.0,2.0 >>$BENCH_TIMES; echo 42.5";
    let bench = Bench::new(&program("42.5", 100, 0), &program("42.5", 50, 0), on_host);
    let done = bench.count(&["sum"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(text(&done.stdout).contains("it wrote no statistics"), "{}", text(&done.stdout));
}

#[test]
fn it_takes_the_simulator() {
    let bench = Bench::new("", "", "");
    bench.nvcc("release 13.0");
    let done = bench.count(&[]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("makes programs for a GPU"), "{}", text(&done.stderr));
    let done = bench.count(&["--versions", "gcc,gcc-target"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("none of these versions can be counted"), "{}", text(&done.stderr));
    let done = bench.count(&["--against", "gcc"]);
    assert!(text(&done.stderr).contains("gcc cannot be counted"), "{}", text(&done.stderr));
}
