//! Calls of `gpump cc` in the cuda dialect, with the specimens (`tests/runtime/cuda`) as translations.

use std::path::PathBuf;
use std::process::Command;

use gpump::Translation;
use tempfile::TempDir;

use crate::cli::cc::settings::Settings;
use crate::cli::cc::sources;
use crate::cli::cc::task::Work;
use crate::cli::cc::{Call, link};
use crate::cli::device::Device;
use crate::cli::failure::Failure;
use crate::cli::translation::DialectArgument;
use crate::toolchain::c_compiler::CCompiler;
use crate::toolchain::compiler_command::{CompilerCommand, Stage};
use crate::toolchain::objects;
use crate::toolchain::probe::Traces;

fn specimens() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/cuda").to_owned()
}

fn translated(host: &str, device: &str, names: &[&str]) -> Work {
    let translation = Translation {
        text: host.to_owned(),
        device: Some(device.to_owned()).filter(|text| !text.is_empty()),
        regions: 1,
        kernels: names.iter().map(ToString::to_string).collect(),
        ..Translation::default()
    };
    Work::Translated(Box::new(translation), Traces::default())
}

fn specimen(name: &str) -> Work {
    let text = |ending| std::fs::read_to_string(format!("{}/{name}.{ending}", specimens())).unwrap();
    translated(&text("host.c"), &text("device.cu"), &[])
}

/// A folder in which the compiler is called.
struct Place {
    folder: TempDir,
    device: Device,
}

impl Place {
    fn new(device: Device) -> Self {
        Place { folder: TempDir::new().unwrap(), device }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compiles, and links where a program is wanted. In the words, `@` is this folder, and `%` that of the
    /// specimens. `work` is what the sources became.
    fn cc(&self, words: &str, work: Vec<Work>) -> Result<(), Failure> {
        let words = words.replace('@', &self.folder.path().to_string_lossy()).replace('%', &specimens());
        let words: Vec<_> = words.split(' ').map(Into::into).collect();
        let mut call = Call {
            compiler: CCompiler::required().unwrap(),
            command: CompilerCommand::parse(&words),
            settings: Settings {
                device: self.device,
                dialect: DialectArgument::Cuda,
                requires_device: false,
                without: Default::default(),
                versions: None,
            },
            input: None,
            has_pragmas: false,
            folder: None,
        };
        let made = sources::compile(&mut call, work)?;
        if call.command.stage == Stage::Program { link::link(&mut call, &made) } else { Ok(()) }
    }

    fn archive(&self, library: &str, object: &str) {
        let mut command = Command::new("ar");
        command.arg("rcs").arg(self.path(library)).arg(self.path(object));
        assert!(command.status().unwrap().success());
    }

    fn run(&self, program: &str) -> (Option<i32>, String) {
        let output = Command::new(self.path(program)).env("OMP_NUM_THREADS", "4").output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&said).into_owned())
    }
}

/// What `files.c` prints, whatever the number of threads.
const FILES: &str = "1000 2\n100 100 100 100 100 100 100 100 100 100 \n";

#[test]
fn objects_libraries_and_programs_are_made() {
    let here = Place::new(Device::Emulator);
    for name in ["files", "files_2"] {
        let line = format!("-c -O2 -g -Wall -Werror -std=gnu99 -fPIC %/{name}.c -o @/{name}.o");
        here.cc(&line, vec![specimen(name)]).unwrap();
    }
    here.archive("libtwo.a", "files_2.o");
    here.cc("-r @/files.o @/files_2.o -o @/both.o", Vec::new()).unwrap();
    here.cc("-shared @/files_2.o -o @/libshared.so", Vec::new()).unwrap();
    for line in ["@/files.o @/files_2.o", "@/files.o -L@ -ltwo -lm", "@/both.o"] {
        here.cc(&format!("{line} -o @/program"), Vec::new()).unwrap();
        let (status, said) = here.run("program");
        assert_eq!((status, &*said), (Some(0), FILES), "{line}");
    }
    let both = || vec![specimen("files"), specimen("files_2")];
    here.cc("-O1 -std=gnu99 %/files.c %/files_2.c -o @/program", both()).unwrap();
    assert_eq!(here.run("program").1, FILES);
    assert!(objects::contents(&here.path("libshared.so")).shared);
}

/// A source that defines a function under the name that the command line gives it.
const HOST: &str = "\
#include <takeover.h>
#include <gpump.h>
extern gpump_region_t part_parallel0_region;
int NAME(int x)
{
    int a = 0;
    struct { int *a; int x; } gpump_shared = {&a, x};
    if (!gpump_parallel(&part_parallel0_region, 1, 1, &gpump_shared))
        a = FACTOR * x;
    return a;
}
";
const DEVICE: &str = "\
#include <gpump_device.h>
struct part_parallel0_t { int *a; int x; };
__global__ void part_parallel0(gpump_team_t team, part_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    *shared.a = FACTOR * shared.x;
}
GPUMP_REGION(part_parallel0, part_parallel0_t, .file = \"part.c\", .line = 5,
    .kernel = gpump_kernel<part_parallel0>, .pointers = {GPUMP_POINTERS(a)});
";

#[test]
fn one_source_may_be_two_objects_and_a_library_of_its_own() {
    let here = Place::new(Device::Emulator);
    let part = || translated(HOST, DEVICE, &["part_parallel0", "part_parallel0_region"]);
    // What is read for warnings.
    std::fs::write(here.path("part.c"), "").unwrap();
    for (name, factor) in [("one", 2), ("two", 3)] {
        let line = format!("-c -fPIC -DNAME={name} -DFACTOR={factor} @/part.c -o @/{name}.o");
        here.cc(&line, vec![part()]).unwrap();
    }
    let main = "int one(int), two(int);\nint main(void) { return one(10) + two(1); }\n";
    std::fs::write(here.path("main.c"), main).unwrap();
    here.cc("@/main.c @/one.o @/two.o -o @/program", vec![Work::Direct]).unwrap();
    assert_eq!(here.run("program"), (Some(23), String::new()));

    // A shared library brings its runtime along, and says of it nothing that it lacks.
    here.cc("-shared @/two.o -Wl,-z,now -o @/libtwo.so", Vec::new()).unwrap();
    here.cc("@/main.c @/one.o -L@ -ltwo -Wl,-rpath,@ -o @/program", vec![Work::Direct]).unwrap();
    assert_eq!(here.run("program"), (Some(23), String::new()));
    std::fs::write(here.path("main.c"), main.replace("one(10)", "20")).unwrap();
    here.cc("@/main.c -L@ -ltwo -Wl,-rpath,@ -o @/program", vec![Work::Direct]).unwrap();
    assert_eq!(here.run("program"), (Some(23), String::new()));
}

#[test]
fn building_again_makes_the_same_object() {
    let here = Place::new(Device::Emulator);
    let object = || {
        here.cc("-g -c %/data.c -o @/data.o", vec![specimen("data")]).unwrap();
        std::fs::read(here.path("data.o")).unwrap()
    };
    assert!(object() == object());
    here.cc("-save-temps -c %/data.c -o @/data.o", vec![specimen("data")]).unwrap();
    for ending in ["host.c", "device.cu"] {
        let kept = std::fs::read(here.path(&format!("data.{ending}"))).unwrap();
        assert!(kept == std::fs::read(format!("{}/data.{ending}", specimens())).unwrap());
    }
}

#[test]
fn files_without_regions_share_the_heap() {
    let here = Place::new(Device::Emulator);
    let text = "#include <stdlib.h>\n#include \"part.h\"\nvoid *gpump_heap_malloc(size_t);\n\
                int main(void) { void *(*volatile f)(size_t) = malloc; return f == gpump_heap_malloc; }\n";
    std::fs::write(here.path("main.c"), text).unwrap();
    std::fs::write(here.path("part.h"), "").unwrap();
    here.cc("-MMD -c @/main.c -o @/main.o", vec![Work::Direct]).unwrap();
    let rules = std::fs::read_to_string(here.path("main.d")).unwrap();
    let expected = "@/main.o: @/main.c @/part.h".replace('@', &here.folder.path().to_string_lossy());
    assert_eq!(rules.replace("\\\n ", "").split_whitespace().collect::<Vec<_>>().join(" "), expected);
    here.cc("@/main.o -o @/program", Vec::new()).unwrap();
    assert_eq!(here.run("program").0, Some(1));
    here.cc("-flto -c @/main.c -o @/main.o", vec![Work::Direct]).unwrap();
    here.cc("-flto @/main.o -o @/program", Vec::new()).unwrap();
    assert_eq!(here.run("program").0, Some(1));
    // Without directives it is left alone.
    std::fs::write(here.path("main.c"), "#include <stdlib.h>\nint main(void) { return !malloc(1); }\n")
        .unwrap();
    here.cc("-fno-openmp -c @/main.c -o @/main.o", vec![Work::Direct]).unwrap();
    assert!(!objects::contents(&here.path("main.o")).runtime);
}

#[test]
fn two_texts_have_no_one_assembler_text() {
    let here = Place::new(Device::Emulator);
    let refused = here.cc("-S %/data.c -o @/data.s", vec![specimen("data")]).unwrap_err();
    assert!(refused.message().unwrap().contains("no one assembler text"), "{refused:?}");
    let host = "#include <takeover.h>\n#include <omp.h>\nint f(void) { return omp_get_num_threads(); }\n";
    std::fs::write(here.path("f.c"), "").unwrap();
    here.cc("-S @/f.c -o @/f.s", vec![translated(host, "", &[])]).unwrap();
    assert!(std::fs::read_to_string(here.path("f.s")).unwrap().contains("omp_get_num_threads"));
    here.cc("-c @/f.c -o @/f.o", vec![translated(host, "", &[])]).unwrap();
    std::fs::write(here.path("main.c"), "int f(void);\nint main(void) { return f() + 4; }\n").unwrap();
    here.cc("@/main.c @/f.o -o @/program", vec![Work::Direct]).unwrap();
    assert_eq!(here.run("program").0, Some(5));
}

#[test]
fn nvcc_makes_objects_libraries_and_programs() {
    if std::env::var_os("GPUMP_NVCC").is_none() {
        eprintln!("not tried: GPUMP_NVCC names no nvcc; scripts/test does");
        return;
    }
    let here = Place::new(Device::Gpu);
    for name in ["files", "files_2"] {
        let line = format!("-c -O2 -Wall -std=gnu99 -fPIC -pthread %/{name}.c -o @/{name}.o");
        here.cc(&line, vec![specimen(name)]).unwrap();
    }
    let found = objects::contents(&here.path("files.o"));
    assert!(found.runtime && found.relocatable && !found.emulator, "{found:?}");
    here.archive("libtwo.a", "files_2.o");
    here.cc("-shared @/files_2.o -o @/libshared.so", Vec::new()).unwrap();
    for line in ["@/files.o @/files_2.o", "@/files.o -L@ -ltwo"] {
        here.cc(&format!("{line} -o @/program"), Vec::new()).unwrap();
        std::fs::remove_file(here.path("program")).unwrap();
    }
    let emulated = Place::new(Device::Emulator);
    emulated.cc("-c %/files_2.c -o @/files_2.o", vec![specimen("files_2")]).unwrap();
    let line = format!("@/files.o {} -o @/program", emulated.path("files_2.o").display());
    let refused = here.cc(&line, Vec::new()).unwrap_err();
    assert!(refused.message().unwrap().contains("do not make a program together"), "{refused:?}");
}
