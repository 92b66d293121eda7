//! `gpump runtime`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::support::{Workplace, run};

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn the_runtime_is_written_out_whole() {
    let here = Workplace::new();
    for _ in 0..2 {
        // The second time over what is there.
        let out = run(&mut here.gpump(["runtime", "new/folder"])).succeeded();
        assert_eq!(out, b"");
        assert_eq!(
            files(&here.path("new/folder")),
            files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime"))
        );
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let here = Workplace::new();
    here.write("file", "");
    run(&mut here.gpump(["runtime", "file/folder"])).failed(2, &["cannot write file/folder: "]);
}

/// What the help shows is typed as it stands, with a program in the place of `loop.c`.
#[test]
fn the_examples_of_the_help_build() {
    let Some(nvcc) = std::env::var_os("GPUMP_NVCC") else {
        eprintln!("not run: GPUMP_NVCC names no nvcc");
        return;
    };
    let here = Workplace::new();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/a1.c");
    here.write("loop.c", std::fs::read(program).unwrap());
    let help = String::from_utf8(run(&mut here.gpump(["runtime", "--help"])).succeeded()).unwrap();
    let lines: Vec<&str> = help.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("Examples")).expect("the examples");
    let script: Vec<&str> = lines[first..].iter().filter_map(|line| line.strip_prefix("  ")).collect();
    let nvcc = Path::new(&nvcc).parent().unwrap().to_owned();
    let gpump = Path::new(env!("CARGO_BIN_EXE_gpump")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap();
    let path = [nvcc, gpump].into_iter().chain(std::env::split_paths(&path));
    let mut shell = std::process::Command::new("sh");
    shell.args(["-e", "-c", &script.join("\n")]).current_dir(here.path("."));
    shell.env("PATH", std::env::join_paths(path).unwrap());
    run(&mut shell).succeeded();
    // A dialect's program each: three ways, one name.
    assert_eq!(script.iter().filter(|line| line.ends_with("-o loop")).count(), 3);
    assert!(here.path("loop").is_file());
}
