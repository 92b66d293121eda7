//! The specimens of the cuda dialect (`tests/runtime/cuda`), built as pairs. What they print is held against the
//! originals as `gcc -fopenmp` builds them.

use std::ffi::OsStr;
use std::process::Output;

use tempfile::TempDir;

use super::*;
use crate::toolchain::c_linkage::Frame;
use crate::toolchain::emulator::Emulator;
use crate::toolchain::nvcc::Nvcc;

fn specimens() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runtime/cuda")
}

fn unit(folder: &Path, file: &str) -> Unit {
    let path = folder.join(file);
    Unit {
        include_folder: folder.to_owned(),
        name: file.split('.').next().unwrap_or_default().to_owned() + ".c",
        stem: path.file_stem().unwrap().to_owned(),
        path,
        frame: Frame::default(),
    }
}

fn specimen(name: &str) -> Pair {
    let text = |ending| unit(&specimens(), &format!("{name}.{ending}"));
    Pair { host: text("host.c"), device: Some(text("device.cu")), keeps_directives: false }
}

/// A C file without regions, and a CUDA file, of a test's own.
fn written(folder: &Path, name: &str, text: &str) -> Unit {
    std::fs::write(folder.join(name), text).unwrap();
    unit(folder, name)
}

fn job(folder: &TempDir, pairs: Vec<Pair>, units: Vec<Unit>) -> Job {
    Job {
        units,
        pairs,
        c_flags: vec!["-std=gnu99".into()],
        flags: Vec::new(),
        folder: folder.path().to_owned(),
        program: "program".into(),
    }
}

fn emulator(folder: &TempDir) -> Backend {
    Backend::Emulator(Emulator::find(folder.path()).unwrap().with_one_memory(false))
}

fn c() -> CCompiler {
    CCompiler::required().unwrap()
}

fn nvcc() -> Option<Backend> {
    if std::env::var_os("GPUMP_NVCC").is_none() {
        eprintln!("not tried: GPUMP_NVCC names no nvcc; scripts/test does");
        return None;
    }
    Some(Backend::Nvcc(Nvcc::find().unwrap()))
}

fn run(program: &Path, threads: &str) -> Output {
    let mut command = Command::new(program);
    command.env("OMP_NUM_THREADS", threads).env("OMP_WAIT_POLICY", "passive").output().unwrap()
}

/// What a program of specimens prints with this many threads, built by gcc and as pairs.
#[track_caller]
fn assert_same(folder: &TempDir, program: &Path, names: &[&str], threads: &str) {
    let original = folder.path().join("original");
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=gnu99", "-fopenmp", "-w", "-o"]).arg(&original);
    gcc.args(names.iter().map(|name| specimens().join(format!("{name}.c"))));
    assert!(gcc.arg("-lm").status().unwrap().success());
    let (expected, found) = (run(&original, threads), run(program, threads));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&found.stdout), text(&expected.stdout), "{}", text(&found.stderr));
    assert_eq!(found.status.code(), expected.status.code(), "{}", text(&found.stderr));
}

#[test]
fn a_file_is_built_for_the_emulator() {
    let folder = TempDir::new().unwrap();
    let job = job(&folder, vec![specimen("reduction")], Vec::new());
    build(&job, c(), &emulator(&folder), false).unwrap();
    for threads in ["1", "33"] {
        assert_same(&folder, &job.program(), &["reduction"], threads);
    }
    // On a device that does not reach the host's memory all depends on the heap, and on `main`'s stack.
    let mut command = Command::new(job.program());
    command.env("OMP_NUM_THREADS", "5").env("GPUMP_EMULATOR_PAGEABLE", "0").env("GPUMP_HEAP", "64");
    let apart = command.output().unwrap();
    assert_eq!(apart.stdout, run(&job.program(), "5").stdout, "{}", String::from_utf8_lossy(&apart.stderr));
}

#[test]
fn a_program_of_two_files_is_built_for_the_emulator() {
    let folder = TempDir::new().unwrap();
    let job = job(&folder, vec![specimen("files"), specimen("files_2")], Vec::new());
    build(&job, c(), &emulator(&folder), false).unwrap();
    assert_same(&folder, &job.program(), &["files", "files_2"], "5");
}

/// C that is no C++, whose block comes from the heap that host and device share; and CUDA of the user's own, which
/// works on it although nothing was copied.
const PLAIN_C: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#ifndef _OPENMP
#error \"no OpenMP\"
#endif
void fill(int *class, int n);
extern void *gpump_heap_malloc(size_t);
int main(void)
{
    thrd_t self = thrd_current();
    int *new = malloc(4 * sizeof *new);
    void *(*volatile same)(size_t) = malloc;
    fill(new, 4);
    printf(\"%s %d %d %d\\n\", __FILE__, new[0], new[3], same == gpump_heap_malloc);
    free(new);
    return !thrd_equal(self, thrd_current());
}
";
const CUDA: &str = "\
__global__ void fill_all(int *a) { a[threadIdx.x] = 10 + threadIdx.x; }
extern \"C\" void fill(int *a, int n)
{
    fill_all<<<1, n>>>(a);
    cudaDeviceSynchronize();
}
";

fn mixture(folder: &TempDir) -> Job {
    let host = written(folder.path(), "plain.c", PLAIN_C);
    let mut cuda = written(folder.path(), "fill.cu", CUDA);
    cuda.name = "fill.cu".into();
    let mut mixture = job(folder, vec![Pair { host, device: None, keeps_directives: false }], vec![cuda]);
    mixture.c_flags = vec!["-std=gnu11".into()];
    mixture
}

#[test]
fn c_without_regions_and_cuda_go_with_pairs() {
    let folder = TempDir::new().unwrap();
    let job = mixture(&folder);
    build(&job, c(), &emulator(&folder), false).unwrap();
    let done = run(&job.program(), "2");
    assert_eq!(String::from_utf8_lossy(&done.stdout), "plain.c 10 13 1\n", "{done:?}");
    assert!(done.status.success());
}

#[test]
fn nvcc_builds_pairs() {
    let Some(backend) = nvcc() else { return };
    let one = vec![specimen("data")];
    let two = vec![specimen("files"), specimen("files_2")];
    for pairs in [one, two] {
        let folder = TempDir::new().unwrap();
        let job = job(&folder, pairs, Vec::new());
        build(&job, c(), &backend, false).unwrap();
        assert!(job.program().is_file());
    }
    let folder = TempDir::new().unwrap();
    let job = mixture(&folder);
    build(&job, c(), &backend, false).unwrap();
}

/// What a device text is not to be told: its headers are its own business.
#[test]
fn device_texts_get_no_headers_of_the_command_line() {
    let flags = ["-I", "a", "-include", "b.h", "-D", "C"].map(OsString::from);
    assert_eq!(without_headers(&flags), ["-I", "a", "-D", "C"]);
}

#[test]
fn headers_of_the_author_are_found_and_errors_are_the_compilers() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("data.h"), "#define NUMBER 7\n").unwrap();
    let text = "#include \"data.h\"\n#include <memory.h>\nint main(void) { return NUMBER + !memcpy; }\n";
    let host = written(folder.path(), "a.c", text);
    let made =
        job(&folder, vec![Pair { host: host.clone(), device: None, keeps_directives: false }], Vec::new());
    build(&made, c(), &emulator(&folder), false).unwrap();
    assert_eq!(run(&made.program(), "1").status.code(), Some(7));

    let wrong = written(folder.path(), "wrong.c", "int main(void) { return none; }\n");
    let error = build(
        &job(&folder, vec![Pair { host: wrong, device: None, keeps_directives: false }], Vec::new()),
        c(),
        &emulator(&folder),
        false,
    );
    assert!(error.unwrap_err().to_string().ends_with("could not build wrong.c"));
    // What nvcc would refuse, the C++ compiler is to refuse for the emulator.
    let device = written(folder.path(), "wrong.cu", "void *p; int *q = p;\n");
    let error = build(
        &job(&folder, vec![Pair { host, device: Some(device), keeps_directives: false }], Vec::new()),
        c(),
        &emulator(&folder),
        false,
    );
    assert!(error.unwrap_err().to_string().ends_with("could not build wrong.c"));
}

/// Objects as `gpump cc` makes them, linked as a build system would: one directly, one from a library.
#[test]
fn both_texts_become_one_object() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let backend = emulator(&folder);
    let compiler = PairCompiler::new(c(), &backend, folder.path()).unwrap();
    let flags = Flags { host: &["-std=gnu99".into()], device: &[] };
    for name in ["files", "files_2"] {
        compiler.object(&specimen(name), flags, folder.path(), &path(&format!("{name}.o"))).unwrap();
    }
    let found = crate::toolchain::objects::contents(&path("files.o"));
    assert!(found.runtime && found.emulator && !found.device && !found.relocatable, "{found:?}");
    let library = [OsStr::new("rcs"), path("libfiles.a").as_os_str(), path("files_2.o").as_os_str()]
        .map(OsString::from);
    assert!(Command::new("ar").args(library).status().unwrap().success());
    let Backend::Emulator(emulator) = &backend else { panic!() };
    let job = job(&folder, Vec::new(), Vec::new());
    emulator.link_pairs(&[path("files.o"), path("libfiles.a")], &[], &job).unwrap();
    assert_same(&folder, &job.program(), &["files", "files_2"], "4");
}
