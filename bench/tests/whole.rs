//! The whole way without a GPU and without gpump: sources are built by gcc, run, verified and reported.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{describe_sum, script, text};
use tempfile::TempDir;

/// A program that keeps to the rules of `bench/programs`, in short.
const PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
int main(int argc, char **argv)
{
    FILE *times = fopen(getenv("BENCH_TIMES"), "a");
    int n = atoi(argv[1]), repeats = atoi(argv[2]), i, r;
    double sum = 0;
    for (r = 0; r <= repeats; r++) {
        double begin = now();
        sum = 0;
        PRAGMA
        for (i = 0; i < n; i++)
            sum += 1.0 / (i + 1);
        fprintf(times, "phase,%s,%.9f,%.9f\n", r ? "cold" : "warm-up", begin, now());
        fprintf(times, "phase,%s,%.9f,%.9f\n", r ? "again" : "warm-up", begin, now());
    }
    fclose(times);
    printf("%.12g\n", sum ADDED);
    return 0;
}
"#;

struct Bench {
    folder: TempDir,
}

impl Bench {
    /// With one program, whose version of `target` adds something to the sum.
    fn new(added: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = describe_sum(folder.path(), "['cold', 'again']", "['openmp', 'target', 'cuda']");
        let write = |name: &str, text: &str| std::fs::write(program.join(name), text).unwrap();
        let source = |pragma: &str, added: &str| {
            PROGRAM.replace("PRAGMA", &format!("_Pragma(\"omp {pragma}\")")).replace("ADDED", added)
        };
        write("openmp.c", &source("parallel for reduction(+: sum)", ""));
        write("target.c", &source("target parallel for map(tofrom: sum) reduction(+: sum)", added));
        write("cuda.cu", "");
        Bench { folder }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gpump-bench"));
        command.args(arguments).arg("--sources").arg(self.folder.path()).arg("--out").arg(self.out());
        for name in ["GPUMP", "GPUMP_NVCC", "GPUMP_BENCH_OUT", "GPUMP_BENCH_SOURCES"] {
            command.env_remove(name);
        }
        command.output().unwrap()
    }

    /// On a machine that says it has a GPU, with programs that say they ran on it.
    fn run_as_if_on_a_gpu(&self, arguments: &[&str]) -> Output {
        let tools = self.folder.path().join("tools");
        let built = self.folder.path().join("built");
        script(&tools.join("nvidia-smi"), "echo 'A GPU, 1.0'");
        let phases =
            "again() { echo phase,warm-up,1.0,1.5 >>$BENCH_TIMES; $1; echo phase,again,2.0,2.5 >>$BENCH_TIMES
                      echo phase,cold,3.0,4.0 >>$BENCH_TIMES; echo 42; }";
        let cuda = format!(
            "{phases}\nk() {{ [ \"$BENCH_KERNELS\" != 1 ] || echo kernel,0.25 >>$BENCH_TIMES; }}\nagain k"
        );
        script(&built.join("sum/cuda"), &cuda);
        let region = "region,main_parallel0,openmp.c,7,2.0,2.25,0.375";
        let gpump =
            format!("{phases}\nr() {{ [ -z \"$GPUMP_TIMES\" ] || echo {region} >>$GPUMP_TIMES; }}\nagain r");
        script(&built.join("sum/gpump"), &gpump);
        let target = format!("{phases}\n[ $OMP_TARGET_OFFLOAD = MANDATORY ] || exit 1\nagain true");
        script(&built.join("sum/gcc-target"), &target);
        // clang's programs would run, too, but on the host.
        script(&built.join("sum/clang-target"), &target);
        script(&built.join("probe/gcc-target"), "exit 0");
        script(&built.join("probe/clang-target"), "exit 1");
        let mut command = Command::new(env!("CARGO_BIN_EXE_gpump-bench"));
        command.args(arguments).arg("--built").arg(&built).arg("--sources").arg(self.folder.path());
        let path = std::env::join_paths([tools, "/usr/bin".into(), "/bin".into()]).unwrap();
        command.arg("--out").arg(self.out()).env("PATH", path).output().unwrap()
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|cause| panic!("{}: {cause}", file.display()))
}

const SHORT: [&str; 6] = ["--device", "emulator", "--processes", "2", "--repeats", "3"];

#[test]
fn measures_and_reports() {
    let bench = Bench::new("");
    let done = bench.run(&[&SHORT[..], &["--sizes", "100,20000"]].concat());
    let said = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{said}{}", text(&done.stderr));
    assert!(
        said.contains("gpump is left out: no gpump is here") && said.contains("cuda is left out"),
        "{said}"
    );
    let table = read(&bench.out().join("table.csv"));
    assert!(table.contains("sum,20000,gcc,right,"), "{table}");
    let samples = read(&bench.out().join("samples.csv"));
    // Two versions at two sizes, in two processes, three times in two phases.
    assert_eq!(samples.lines().count(), 1 + 2 * 2 * 2 * 3 * 2);
    assert!(bench.out().join("sum.png").is_file() && bench.out().join("sum.svg").is_file());

    // The same again from what was written.
    let again = bench.run(&["report", bench.out().to_str().unwrap(), "--against", "gcc"]);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert!(text(&again.stdout).contains("Ratios to gcc"), "{}", text(&again.stdout));
    assert!(bench.out().join("ratios-kernels.svg").is_file());
}

#[test]
fn wrong_numbers_are_no_times() {
    let bench = Bench::new("+ 1e-3");
    let done = bench.run(&SHORT);
    let said = text(&done.stdout);
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("WRONG") && said.contains("sum 50 gcc-target: wrong: 4.5"), "{said}");
    let samples = read(&bench.out().join("samples.csv"));
    assert!(samples.contains(",gcc,") && !samples.contains("gcc-target"), "{samples}");
}

#[test]
fn builds_here_and_runs_there() {
    let bench = Bench::new("");
    let built = bench.folder.path().join("built");
    let built = built.to_str().unwrap();
    let done = bench.run(&["--device", "emulator", "--build-only", built]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert!(text(&done.stdout).contains("built     sum/gcc\n"), "{}", text(&done.stdout));
    // Without the sources' compilers.
    std::fs::write(bench.folder.path().join("programs/sum/openmp.c"), "no program").unwrap();
    let done = bench.run(&[&SHORT[..], &["--built", built]].concat());
    let said = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{said}{}", text(&done.stderr));
    assert!(said.contains("gpump is left out: no gpump is here"), "{said}");
}

#[test]
fn what_does_not_compile_is_a_failure() {
    let bench = Bench::new("");
    std::fs::write(bench.folder.path().join("programs/sum/openmp.c"), "no program").unwrap();
    let done = bench.run(&SHORT);
    assert_eq!(done.status.code(), Some(1));
    assert!(text(&done.stdout).contains("it does not compile"), "{}", text(&done.stdout));
}

#[test]
fn a_plan_runs_nothing() {
    let bench = Bench::new("");
    let done = bench.run(&["--plan", "sum"]);
    let said = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0));
    for part in ["sizes: 100 100000; counted at 70", "-fopenmp", "cuda: left out, no nvcc is here", "at most"]
    {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
    assert!(!bench.out().exists());
    assert_eq!(bench.run(&["--plan", "product"]).status.code(), Some(2));
}

#[test]
fn without_a_gpu_nothing_is_tried() {
    let bench = Bench::new("");
    if Command::new("nvidia-smi").arg("-L").output().is_ok_and(|done| done.status.success()) {
        return;
    }
    let done = bench.run(&[]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("no NVIDIA GPU is here"), "{}", text(&done.stderr));
}

#[test]
fn kernels_are_timed_by_the_device() {
    let bench = Bench::new("");
    let done = bench.run_as_if_on_a_gpu(&["--sizes", "100", "--repeats", "1"]);
    let said = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{said}{}", text(&done.stderr));
    let table = read(&bench.out().join("table.csv"));
    let row = table.lines().find(|line| line.starts_with("sum,100,gpump,")).unwrap();
    // Kernels by their own clock, the phases by the host's.
    assert!(row.starts_with("sum,100,gpump,right,0.375,0.0,1.5,0.5,0.0,1.0,1.0,0.0,1.0"), "{row}");
    assert!(table.contains("sum,100,gcc-target,right,,,,0.5,"), "{table}");
    assert!(said.contains("device: A GPU, 1.0") && said.contains("missed by 42.9 %"), "{said}");
    assert!(said.contains("clang-target is left out: what it builds runs on the host here"), "{said}");
    assert!(said.contains("slower: sum again 1.00, sum cold 1.00"), "{said}");

    let strict = bench.run_as_if_on_a_gpu(&["--sizes", "100", "--repeats", "1", "--strict"]);
    assert_eq!(strict.status.code(), Some(1));
}
