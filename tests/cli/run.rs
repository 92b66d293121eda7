//! `gpump run`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{WRONG, Workplace, nvcc, run, run_with_input};

/// A program with a kernel, and with what a C++ compiler cannot read.
const KERNEL: &str = r#"#include <stdio.h>
__device__ int launches;
__constant__ int factor = 3;
template <class T> __global__ void scale(T *a, const char *unused = "k<<<1, 1>>>(a)")
{
    extern __shared__ int twice[];
    twice[threadIdx.x] = 2 * threadIdx.x;
    __syncthreads();
    a[blockIdx.x * blockDim.x + threadIdx.x] = factor * twice[blockDim.x - 1 - threadIdx.x];
    if (threadIdx.x == 0) atomicAdd(&launches, 1);
}
#define SCALE(blocks, threads, a) \
    scale<int><<<(blocks), (threads), (threads) * sizeof(int)>>>(a, "")
int main()
{
    int *device, host[8], n;
    cudaMalloc((void **)&device, sizeof host);
    SCALE(2, 4, device);
    scale<int>
        <<<dim3(1 << 1), // two blocks
           4, 4 * sizeof(int)>>>(
            device, "");
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&n, launches, sizeof n);
    for (int i = 0; i < 8; i++) printf("%d ", host[i]);
    printf("%d line %d of %s\n", n, __LINE__, __FILE__);
}
"#;

fn emulator<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [&["run", "--device", "emulator"], arguments].concat()
}

#[test]
fn the_example_prints_what_it_should() {
    let here = Workplace::new();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/a1.c");
    let out = run(here.gpump(emulator(&[])).arg(example)).succeeded();
    let expected: String = (1..1024).step_by(146).map(|i| format!("b[{i}] = {i}\n")).collect();
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

/// Batch queues set such limits.
#[test]
fn a_program_runs_where_address_space_is_limited() {
    let here = Workplace::new();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/a1.c");
    here.write("a1.c", std::fs::read(example).unwrap());
    let build = ["cc", "--gpump-device=emulator", "-fopenmp", "a1.c", "-o", "a1"];
    run(&mut here.gpump(build)).succeeded();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 4000000; ./a1"]).current_dir(here.path(".")).env("OMP_NUM_THREADS", "2");
    let out = run(&mut shell).succeeded();
    assert!(out.starts_with(b"b[1] = 1\n"), "{}", String::from_utf8_lossy(&out));
}

#[test]
fn a_cuda_file_runs_in_the_emulator() {
    let here = Workplace::new();
    here.write("k.cu", KERNEL);
    let out = run(&mut here.gpump(emulator(&["k.cu"]))).succeeded();
    assert_eq!(String::from_utf8(out).unwrap(), "18 12 6 0 18 12 6 0 4 line 26 of k.cu\n");
    assert_eq!(here.names_in("."), ["k.cu"]);
}

#[test]
fn a_kernel_that_touches_host_memory_is_stopped_at_its_line() {
    let here = Workplace::new();
    here.write("k.cu", "__global__ void k(int *a)\n{\n    *a = 1;\n}\nint main() { int a; k<<<1, 1>>>(&a); cudaDeviceSynchronize(); }\n");
    let done = run(&mut here.gpump(emulator(&["k.cu"])));
    assert_ne!(done.status, 0);
    assert!(done.err.contains("k.cu:3"), "{}", done.err);
}

#[test]
fn c_from_standard_input_runs() {
    let here = Workplace::new();
    let program = b"#include <stdio.h>\nint main(void) { puts(\"hello\"); return 4; }";
    let done = run_with_input(&mut here.gpump(emulator(&["-"])), program);
    assert_eq!((done.status, &*done.out), (4, &b"hello\n"[..]), "{}", done.err);
}

#[test]
fn the_programs_streams_arguments_and_status_are_its_own() {
    let here = Workplace::new();
    here.write(
        "p.c",
        r#"#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments)
{
    int c;
    for (c = 1; c < count; c++) printf("[%s]", arguments[c]);
    while ((c = getchar()) != EOF) putchar(c);
    fprintf(stderr, "error output");
    return atoi(arguments[1]);
}"#,
    );
    for status in [0, 1, 2, 42, 255] {
        let status_text = status.to_string();
        let mut command = here.gpump(emulator(&["p.c", "--", &status_text, "--device", "a b", ""]));
        let done = run_with_input(&mut command, b"input");
        assert_eq!(done.status, status);
        assert_eq!(String::from_utf8(done.out).unwrap(), format!("[{status}][--device][a b][]input"));
        assert_eq!(done.err, "error output");
    }
}

#[test]
fn a_program_that_a_signal_ends_has_a_shells_status() {
    let here = Workplace::new();
    here.write(
        "p.cu",
        "#include <signal.h>\n#include <stdlib.h>\nint main(int, char **a) { signal(atoi(a[1]), SIG_DFL); raise(atoi(a[1])); }",
    );
    for (signal, words) in [("6", "SIGABRT"), ("9", "SIGKILL"), ("11", "SIGSEGV"), ("15", ""), ("13", "")] {
        let done = run(&mut here.gpump(emulator(&["p.cu", "--", signal])));
        assert_eq!(done.status, 128 + signal.parse::<i32>().unwrap());
        assert_eq!(done.err.is_empty(), words.is_empty());
        assert!(done.err.contains(words), "{}", done.err);
    }
}

#[test]
fn a_signal_is_handed_on_and_nothing_stays_behind() {
    let here = Workplace::new();
    here.write("p.cu", "#include <stdio.h>\n#include <unistd.h>\nint main() { puts(\"up\"); fflush(stdout); for (;;) pause(); }");
    std::fs::create_dir(here.path("tmp")).unwrap();
    for (name, number) in [("-HUP", 1), ("-INT", 2), ("-TERM", 15)] {
        let mut command = here.gpump(emulator(&["p.cu"]));
        let mut child = command.env("TMPDIR", here.path("tmp")).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "up\n");
        assert_eq!(here.names_in("tmp").len(), 1);
        let kill = Command::new("kill").args([name, &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(status_soon(&mut child), Some(128 + number));
        assert_eq!(here.names_in("tmp"), [""; 0]);
    }
}

/// A child's status, which must come within a minute.
fn status_soon(child: &mut Child) -> Option<i32> {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if Instant::now() > deadline {
            child.kill().unwrap();
            panic!("the signal was not handed on");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_file_that_the_compiler_refuses_is_named() {
    let here = Workplace::new();
    here.write("p.cu", "#include <no_such_header.h>\nint main() {}");
    here.write(
        "q.cu",
        "__global__ void k(int) {}\nint main()\n{\n    k<<<1,\n        1>>>(2);\n    return unknown;\n}\n",
    );
    std::fs::create_dir(here.path("tmp")).unwrap();
    for (name, words) in [("p.cu", "no_such_header.h"), ("q.cu", "q.cu:6")] {
        let mut command = here.gpump(emulator(&[name]));
        let done = run(command.env("TMPDIR", here.path("tmp")));
        done.failed(1, &[words, &format!("could not build {name}")]);
        assert_eq!(here.names_in("tmp"), [""; 0]);
    }
}

#[test]
fn a_file_that_gpump_refuses_is_not_run() {
    let here = Workplace::new();
    here.write("a.c", WRONG);
    here.write("b.cu", "int main() {}");
    let done = run(&mut here.gpump(emulator(&["a.c", "b.cu", "--keep", "kept"])));
    done.failed(1, &["a.c:2:9", "could not translate a.c: 1 error"]);
    assert_eq!(here.names_in("."), ["a.c", "b.cu"]);
}

#[test]
fn an_unreadable_file_is_named() {
    let here = Workplace::new();
    for name in ["none.c", "none.cu"] {
        let words = format!("cannot read {name}: No such file or directory");
        run(&mut here.gpump(emulator(&[name]))).failed(2, &[&words]);
    }
}

#[test]
fn a_program_may_have_several_files_and_headers() {
    let here = Workplace::new();
    here.write(
        "main.c",
        "#include <twice.h>\n#include <stdio.h>\nint part(void);\nint main(void) { return part() + NUMBER; }",
    );
    here.write("sub/part.c", "#include \"local.h\"\nint part(void) { return TWICE(LOCAL); }\n");
    here.write("sub/main.cu", "#include \"local.h\"\nint unused_part() { return LOCAL; }\n");
    here.write("sub/local.h", "#include <twice.h>\n#define LOCAL 10\n");
    here.write("include/twice.h", "#define TWICE(x) (2 * (x))\n#ifdef GONE\n#error gone\n#endif\n");
    let flags = ["-I", "include", "-DNUMBER=3", "-DGONE", "-UGONE"];
    let done = run(here.gpump(emulator(&["main.c", "sub/part.c", "sub/main.cu"])).args(flags));
    assert_eq!(done.status, 23, "{}", done.err);
}

#[test]
fn regions_may_stand_in_files_that_are_included() {
    let here = Workplace::new();
    here.write("parts/term.h", "static int term(int i)\n{\n    return i + 1;\n}\n");
    here.write("term.h", "#error this is another\n");
    here.write(
        "parts/sum.c",
        "#include \"term.h\"\nstatic int sum(int n)\n{\n    int i, s = 0;\n\
         #pragma omp parallel for reduction(+ : s)\n    for (i = 0; i < n; i++)\n        s += term(i);\n    return s;\n}\n",
    );
    let rest = "int main(void)\n{\n    printf(\"%d\\n\", sum(100));\n    return 0;\n}\n";
    here.write("main.c", format!("#include <stdio.h>\n#include \"parts/sum.c\"\n{rest}"));
    let kept = [&emulator(&["--keep", "kept"])[..], &["main.c"]].concat();
    assert_eq!(run(&mut here.gpump(kept)).succeeded(), b"5050\n");
    let host = String::from_utf8(here.read("kept/main.host.c")).unwrap();
    assert!(host.contains("#include \"parts/term.h\"\nstatic int sum"), "{host}");
    let device = String::from_utf8(here.read("kept/main.device.cu")).unwrap();
    assert!(device.contains("/* sum.c:5: #pragma omp parallel for"), "{device}");
    // With the header itself nothing is done.
    assert!(here.read("parts/sum.c").starts_with(b"#include \"term.h\"\n"));
}

#[test]
fn what_is_made_on_the_way_can_be_kept() {
    let here = Workplace::new();
    here.write("p.c", "int main(void) { return 0; }\n");
    run(&mut here.gpump(emulator(&["p.c", "--dialect", "thesis", "--keep", "new/kept"]))).succeeded();
    assert_eq!(here.read("new/kept/p.cu"), [b"#line 1 \"p.c\"\n", &*here.read("p.c")].concat());
    assert!(Command::new(here.path("new/kept/p")).status().unwrap().success());
    run(&mut here.gpump(emulator(&["p.c", "--keep", "pair"]))).succeeded();
    assert_eq!(here.read("pair/p.host.c"), [b"#line 1 \"p.c\"\n", &*here.read("p.c")].concat());
    assert!(Command::new(here.path("pair/p")).status().unwrap().success());
    here.write("file", "");
    run(&mut here.gpump(emulator(&["p.c", "--keep", "file/kept"]))).failed(2, &["cannot write file/kept: "]);
}

#[test]
fn without_a_compiler_the_message_says_what_to_install() {
    let here = Workplace::new();
    here.write("p.cu", "int main() {}");
    std::fs::create_dir(here.path("empty")).unwrap();
    let done = run(here.gpump(emulator(&["p.cu"])).env("PATH", here.path("empty")).env_remove("CXX"));
    done.failed(2, &["C++ compiler", "install", "g++"]);
    let done = run(here.gpump(emulator(&["p.cu"])).env("CXX", "no-such-compiler"));
    done.failed(2, &["CXX", "no-such-compiler"]);
}

#[test]
fn without_nvcc_or_a_gpu_the_message_says_what_to_install() {
    let here = Workplace::new();
    here.write("p.cu", "int main() {}");
    let done = run(here.gpump(["run", "--device", "gpu", "p.cu"]).env("GPUMP_NVCC", "no-such-nvcc"));
    done.failed(2, &["GPUMP_NVCC", "no-such-nvcc"]);
    if !Path::new("/usr/local/cuda/bin/nvcc").exists() {
        let mut command = here.gpump(["run", "--device", "gpu", "p.cu"]);
        command.env_remove("GPUMP_NVCC").env_remove("CUDA_HOME").env("GPUMP_CACHE", here.path("cache"));
        run(command.env("PATH", "/none")).failed(2, &["nvcc", "install"]);
    }
    if !Path::new("/dev/nvidia0").exists() {
        let mut command = here.gpump(["run", "--device", "gpu", "p.cu"]);
        command.env("GPUMP_NVCC", "/bin/true").env("PATH", "/none");
        run(&mut command).failed(2, &["GPU", "driver", "--device emulator"]);
    }
}

#[test]
fn without_a_gpu_auto_takes_the_emulator() {
    let here = Workplace::new();
    here.write("p.cu", "int main() {\n#ifdef GPUMP_EMULATOR\nreturn 1;\n#else\nreturn 2;\n#endif\n}");
    let done = run(here.gpump(["run", "p.cu"]).env("GPUMP_NVCC", "no-such-nvcc"));
    assert_eq!(done.status, 1, "{}", done.err);
}

#[test]
fn nvcc_builds_programs_of_one_file_and_of_several() {
    if nvcc().is_none() {
        return;
    }
    let here = Workplace::new();
    here.write(
        "sub/main.c",
        "#include \"local.h\"\nint part(void);\nint main(void) { return part() + LOCAL; }",
    );
    here.write("sub/local.h", "#define LOCAL 10\n");
    here.write("one.cu", "__global__ void k() {}\nint main() { if (!GRID) k<<<GRID, 1>>>(); return 7; }");
    here.write(
        "part.cu",
        "__device__ int f() { return 1; }\n__global__ void k(int *a) { *a = f(); }\nint part() { return 5; }",
    );
    // A machine without a GPU can compile and link for one all the same, and
    // run what does not touch it.
    let smi = here.write("bin/nvidia-smi", "#!/bin/sh\necho 'GPU 0: pretended'\n");
    std::fs::set_permissions(smi, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", here.path("bin").display(), std::env::var("PATH").unwrap());
    for (arguments, status) in [
        (&["one.cu", "-DGRID=0", "-U", "GRID", "-DGRID=1"][..], 7),
        (&["--dialect", "thesis", "sub/main.c", "part.cu"], 15),
    ] {
        let mut command = here.gpump(["run", "--device", "gpu"]);
        let done = run(command.args(arguments).env("PATH", &path));
        assert_eq!(done.status, status, "{}", done.err);
    }
    here.write("wrong.cu", "int main() { return unknown; }");
    let mut command = here.gpump(["run", "--device", "gpu", "wrong.cu"]);
    run(command.env("PATH", &path)).failed(1, &["wrong.cu(1)", "unknown", "nvcc could not build wrong.cu"]);
}

#[test]
fn a_gpu_that_is_not_used_for_want_of_nvcc_is_mentioned() {
    let here = Workplace::new();
    here.write("p.c", "int main(void) {\n#pragma omp parallel\n{}\nreturn 3; }\n");
    let smi = here.write("bin/nvidia-smi", "#!/bin/sh\necho 'GPU 0: pretended'\n");
    std::fs::set_permissions(smi, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", here.path("bin").display(), std::env::var("PATH").unwrap());
    let said = |words: &[&str], nvcc: &str| {
        let mut command = here.gpump(words.iter().copied());
        let done = run(command.env("PATH", &path).env("GPUMP_NVCC", nvcc).env_remove("GPUMP_DEVICE"));
        (done.status, done.err.contains("a GPU is here, but the program runs in the emulator"))
    };
    let nowhere = "/nowhere/nvcc";
    assert_eq!(said(&["run", "p.c"], nowhere), (3, true));
    assert_eq!(said(&["run", "--device", "emulator", "p.c"], nowhere), (3, false));
    assert_eq!(said(&["cc", "-c", "p.c"], nowhere), (0, false));
    assert_eq!(said(&["cc", "p.o", "-o", "p"], nowhere), (0, true));
    assert_eq!(said(&["cc", "--gpump-device=emulator", "p.o", "-o", "p"], nowhere), (0, false));
}

#[test]
fn several_runs_share_one_cache() {
    let here = Workplace::new();
    here.write("p.cu", "int main() { return 3; }");
    let children: Vec<_> = (0..3)
        .map(|_| here.gpump(emulator(&["p.cu"])).env("GPUMP_CACHE", here.path("cache")).spawn().unwrap())
        .collect();
    for mut child in children {
        assert_eq!(child.wait().unwrap().code(), Some(3));
    }
    for kind in ["cache/emulator", "cache/runtime"] {
        let names = here.names_in(kind);
        assert_eq!(names.len(), 1, "{names:?}");
    }
}

#[test]
fn a_cache_that_cannot_be_written_is_done_without() {
    let here = Workplace::new();
    here.write("p.cu", "int main() { return 3; }");
    here.write("file", "");
    let done = run(here.gpump(emulator(&["p.cu"])).env("GPUMP_CACHE", here.path("file/cache")));
    assert_eq!((done.status, &*done.err), (3, ""));
}

/// gcc knows `malloc` otherwise, and would call the C library's.
#[test]
fn old_declarations_of_malloc_lead_to_the_heap() {
    let here = Workplace::new();
    let text = "\
char *malloc(), *calloc(), *strdup();
extern int printf();
int main()
{
    int i, *one = (int *)malloc(16L), *two = (int *)calloc(4L, 4L), *three = (int *)strdup(\"0123456789abcde\");
#pragma omp parallel for
    for (i = 0; i < 4; i++)
        one[i] = two[i] = three[i] = i;
    printf(\"%d %d %d\\n\", one[1], two[2], three[3]);
    return 0;
}
";
    here.write("old.c", text);
    let done = run(here.gpump(emulator(&["old.c"])).env("GPUMP_EMULATOR_PAGEABLE", "0"));
    assert_eq!((done.status, &*done.out), (0, &b"1 2 3\n"[..]), "{}", done.err);
}

/// A file's name gets into generated code, and to compilers; none of it is read as code or by a shell.
#[test]
fn a_files_name_is_no_code() {
    let here = Workplace::new();
    let program = "#include <stdio.h>\n#include <assert.h>\nint main(void)\n{\n    int n = 0;\n\
                   #pragma omp parallel for reduction(+: n)\n    for (int i = 0; i < 4; i++) { assert(i < 4); n++; }\n\
                   printf(\"%d\\n\", n);\n}\n";
    for name in
        ["a\"); system(\"touch found\"); (\"x.c", "b$(touch found)`touch found`.c", "c;touch found;.c"]
    {
        here.write(name, program);
        let out = run(&mut here.gpump(emulator(&[name]))).succeeded();
        assert_eq!(String::from_utf8(out).unwrap(), "4\n", "{name}");
        assert!(!here.path("found").exists(), "{name}");
    }
    // nvcc hands its arguments to a shell.
    if std::env::var_os("GPUMP_NVCC").is_some() {
        let name = "d$(touch found).c";
        here.write(name, program);
        let line = ["cc", "--gpump-device=gpu", "-c", name, "-o", "d.o"];
        run(&mut here.gpump(line))
            .failed(2, &["it hands its arguments to a shell, which would read '$' in it"]);
        assert!(!here.path("found").exists());
    }
}

/// gcc knows their types, which it is told to forget: in a file with a region and in one without.
#[test]
fn malloc_without_a_declaration_leads_to_the_heap() {
    let here = Workplace::new();
    let text = "\
// #include <stdlib.h>
#include <stdio.h>
char *letters(int n);
int main(void)
{
    int i, n = 4, *one = malloc(n * sizeof *one), *two = calloc(n, sizeof *two);
    char *three = letters(n);
#pragma omp parallel for
    for (i = 0; i < n; i++)
        one[i] = two[i] + three[i] - 'a';
    two = realloc(two, 1000 * sizeof *two);
    printf(\"%d %d\\n\", one[1], two[2] + one[3]);
    free(one), free(two), free(three);
    return 0;
}
";
    here.write("one.c", text);
    here.write(
        "two.c",
        "char *letters(int n) { return n == 4 ? strdup(\"abcd\") : strndup(\"abcd\", n); }\n",
    );
    let files = emulator(&["one.c", "two.c"]);
    let done = run(here.gpump(files).env("GPUMP_EMULATOR_PAGEABLE", "0"));
    assert_eq!((done.status, &*done.out), (0, &b"1 3\n"[..]), "{}", done.err);
    // What hides or colours gcc's messages changes nothing of it.
    for flag in ["-w", "-fdiagnostics-color=always", "-fdiagnostics-format=json"] {
        let line = ["cc", "--gpump-device=emulator", flag, "one.c", "two.c", "-o", "program"];
        assert_eq!(run(&mut here.gpump(line)).status, 0, "{flag}");
        let done = run(Command::new(here.path("program")).env("GPUMP_EMULATOR_PAGEABLE", "0"));
        assert_eq!((done.status, &*done.out), (0, &b"1 3\n"[..]), "{flag}: {}", done.err);
    }
}

#[test]
fn what_is_no_c_is_said_once_and_of_the_file_as_it_is_written() {
    let here = Workplace::new();
    here.write("h.h", "struct s { nope x; };\n");
    let text = "#include \"h.h\"\nint main(void)\n{\n    int s = 0;\n#pragma omp parallel reduction(+ : s)\n    s += step;\n    return s;\n}\n";
    here.write("a.c", text);
    let gcc = run(Command::new("gcc").args(["-fsyntax-only", "a.c"]).current_dir(here.path(".")));
    let done = run(&mut here.gpump(["run", "--device", "emulator", "a.c"]));
    assert_eq!(done.err.trim_end(), gcc.err.trim_end());
    done.failed(1, &["h.h:1:12: error: ", "a.c:6:10: error: "]);
    run_with_input(&mut here.gpump(["run", "--device", "emulator", "-"]), text.as_bytes())
        .failed(1, &["<stdin>:6:10: error: "]);
}

#[test]
fn the_thesis_dialect_names_the_authors_lines() {
    let here = Workplace::new();
    let text = "int main(void)\n{\n    float a[10];\n    int i, n = 10, k = 100000000;\n#pragma gpump accessible(a)\n\
                #pragma omp parallel for\n    for (i = 0; i < n; i++) {\n        a[i] = i;\n        a[i + k] = 1;\n    }\n    return 0;\n}\n";
    here.write("stray.c", text);
    let done = run(&mut here.gpump(["run", "--dialect", "thesis", "--device", "emulator", "stray.c"]));
    assert!(done.err.contains("stray.c:9 in gpump_parallel0"), "{}", done.err);
    here.write(
        "lost.c",
        text.replace("float a[10]", "float *a = malloc(40)")
            .replace("int main", "#include <stdlib.h>\nint main"),
    );
    let done = run(&mut here.gpump(["run", "--dialect", "thesis", "--device", "emulator", "lost.c"]));
    assert!(done.err.contains("`a` holds") && done.err.contains("--> lost.c:7: in region"), "{}", done.err);
}

#[test]
fn what_c_compilers_pass_over_is_passed_over() {
    let program = "#include <stdio.h>
int main(void)
{
    int sum = 0;
    #pragma omp num_threads(4)
    #pragma omp parallel for reduction(+ : sum, )
    #pragma omp
    for (int i = 0; i < 9; i++) {
        #pragma omp smid
        for (int k = 0; k < 2; k++)
            sum += i;
        if (i == 4)
            #pragma omp shared(sum)
            sum++;
    }
    #pragma omp flush(sum,)
    printf(\"%d\\n\", sum);
    return 0;
}
";
    let here = Workplace::with([("a.c", program.as_bytes())]);
    let done = run(&mut here.gpump(["run", "-v", "--device", "emulator", "a.c"]));
    assert_eq!((done.status, &*done.out), (0, &b"73\n"[..]), "{}", done.err);
    let line = ["cc", "--gpump-device=emulator", "-fopenmp", "-Wall", "a.c", "-o", "a"];
    let made = run(&mut here.gpump(line));
    assert_eq!(run(&mut Command::new(here.path("a"))).out, b"73\n", "{}", made.err);
    assert!(done.err.contains("1 region on the device"), "{}", done.err);
    for said in [done.err, made.err] {
        assert_eq!(said.matches("warning[W0103]").count(), 6, "{said}");
        assert!(said.contains("did you mean `simd`?"), "{said}");
    }
    let checked = run(&mut here.gpump(["check", "a.c"]));
    assert_eq!((checked.status, checked.err.matches("error[E010").count()), (1, 6), "{}", checked.err);
}

#[test]
fn what_c_compilers_make_something_of_stays_on_the_host() {
    let program = "#include <stdio.h>
static int own;
void orphaned(int *a)
{
    #pragma omp for
    for (int i = 0; i < 9; i++)
        a[i++] = 1;
}
int main(void)
{
    #pragma omp threadprivate(own)
    int sum = own;
    #pragma omp parallel for num_threads(0) reduction(+ : sum)
    for (int i = 0; i < 9; i++)
        sum += i;
    printf(\"%d\\n\", sum);
    return 0;
}
";
    let here = Workplace::with([("a.c", program.as_bytes())]);
    let done = run(&mut here.gpump(["run", "--device", "emulator", "a.c"]));
    assert_eq!((done.status, &*done.out), (0, &b"36\n"[..]), "{}", done.err);
    assert!(done.err.contains("the number of threads must be a positive integer"), "{}", done.err);
    // Of what no region leads to, too.
    for said in ["warning[W0103]: `own` belongs", "warning[W0103]: the loop variable `i` is changed"] {
        assert_eq!(done.err.matches(said).count(), 1, "{}", done.err);
    }
    assert_eq!(done.err.matches("warning[W0103]").count(), 2, "{}", done.err);
    let required = run(&mut here.gpump(["run", "--device", "emulator", "--require-device", "a.c"]));
    assert!(required.status == 1 && required.err.contains("error[E0318]"), "{}", required.err);
}

/// What gpump cannot translate and the C compiler takes is built all the same, beside files that are translated.
#[test]
fn a_file_that_the_c_compiler_takes_is_left_to_it() {
    // With a mark of byte order.
    let left = "\u{feff}#include <stdio.h>
double big[300000];
int add(int a, int b) { return a + b; }
int fill(void)
{
    int seen = 0;
    #pragma omp parallel for
    for (int i = 0; i < 300000; i++)
        big[i] = i;
    #pragma omp parallel num_threads(1)
    {
        #pragma omp atomic read
        seen = seen;
        seen += __LINE__;
    }
    return seen;
}
";
    let other = "#include <stdio.h>
extern double big[300000];
int fill(void), add(int, int);
int main(void)
{
    double sum = fill();
    int calls = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 300000; i++)
        sum += big[i];
    #pragma omp parallel for reduction(+ : calls)
    for (int i = 0; i < 10; i++)
        calls += add(i, 1);
    printf(\"%.0f %d\\n\", sum, calls);
    return 0;
}
";
    let here = Workplace::with([("left.c", left.as_bytes()), ("other.c", other.as_bytes())]);
    let expected = format!("{} 55\n", 299_999_u64 * 150_000 + 14);
    let is_said = |said: &str| {
        said.matches("warning[W0403]").count() == 1
            && said.contains("left.c:13:16")
            && said.contains("(E0315); the C compiler takes it")
    };
    let done = run(&mut here.gpump(["run", "-v", "--device", "emulator", "left.c", "other.c"]));
    assert_eq!((done.status, &*done.out), (0, expected.as_bytes()), "{}", done.err);
    assert!(is_said(&done.err) && done.err.contains("1 of 4 regions on the device"), "{}", done.err);
    for source in ["left.c", "other.c"] {
        let made = run(&mut here.gpump(["cc", "--gpump-device=emulator", "-fopenmp", "-c", source]));
        assert!(made.status == 0 && is_said(&made.err) == (source == "left.c"), "{}", made.err);
    }
    let linked = run(&mut here.gpump([
        "cc",
        "--gpump-device=emulator",
        "-fopenmp",
        "left.o",
        "other.o",
        "-o",
        "both",
    ]));
    assert_eq!(linked.status, 0, "{}", linked.err);
    let ran = run(&mut std::process::Command::new(here.path("both")));
    assert_eq!((ran.status, &*ran.out), (0, expected.as_bytes()), "{}", ran.err);
    for strict in [&["run", "--require-device", "left.c"][..], &["check", "left.c"], &["translate", "left.c"]]
    {
        let refused = run(&mut here.gpump(strict));
        assert!(refused.status == 1 && refused.err.contains("error[E0315]"), "{}", refused.err);
    }
}

/// Pages that nobody touches take no memory, as under gcc; what a constructor has changed stays.
#[test]
fn large_arrays_take_the_memory_that_is_used() {
    let program = "#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
static double sparse[1 << 26], begun[1 << 20];
__attribute__((constructor)) static void begin(void) { begun[(1 << 20) - 1] = 5; }
int main(void)
{
    double *block = calloc(1 << 26, sizeof *block), sum = 0;
    struct rusage used;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++) {
        sparse[i << 24] = i;
        sum += sparse[i << 24] + block[i << 24] + begun[(i << 18) + (1 << 18) - 1];
    }
    getrusage(RUSAGE_SELF, &used);
    printf(\"%g %d\\n\", sum, used.ru_maxrss < 200 << 10);
    for (int i = 0; i < 1 << 20; i++)
        block[i] = 1;
    free(block);
    block = calloc(1 << 26, sizeof *block);
    for (int i = 0; i < 1 << 20; i++)
        sum += block[i];
    return sum != 11;
}
";
    let here = Workplace::with([("a.c", program.as_bytes())]);
    let done = run(&mut here.gpump(["run", "--device", "emulator", "a.c"]));
    assert_eq!((done.status, &*done.out), (0, &b"11 1\n"[..]), "{}", done.err);
}

/// The emulator takes an atomic that leaves its word as it was for one that waits, if somebody sees the value.
#[test]
fn an_update_that_changes_nothing_does_not_wait() {
    let program = "#include <stdio.h>
static int a[4000000];
int main(void)
{
    int sum = 0;
    a[3] = 10;
    #pragma omp parallel for num_threads(4)
    for (int i = 0; i < 4000000; i++) {
        #pragma omp atomic
        sum += a[i];
    }
    printf(\"%d\\n\", sum);
    return 0;
}
";
    let here = Workplace::with([("a.c", program.as_bytes())]);
    let mut command = here.gpump(["run", "--device", "emulator", "a.c"]);
    let done = run(command.env("GPUMP_EMULATOR_DEADLOCK", "1"));
    assert_eq!((done.status, &*done.out), (0, &b"10\n"[..]), "{}", done.err);
}
