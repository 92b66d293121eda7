//! The C code of whole packages comes out byte for byte.
//!
//! `scripts/fetch-packages` fetches them; `GPUMP_PACKAGES` names their folder.
//! None has been configured for this machine, so a C compiler does not get
//! through every file. What it accepts, gpump has to accept; what it does not,
//! gpump may refuse, too. What gpump accepts comes out as it went in.

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use common::environment::preprocessing;
use gpump::{Options, Preprocessing, Source, source, translate};

/// How many folders with headers a file is given at most, the nearest first.
const FOLDERS: usize = 40;

/// The parser calls itself on nested expressions, and generated code nests
/// them deeply.
const STACK_BYTES: usize = 512 << 20;

/// A file of a package and the folders where its headers may be.
struct File {
    path: PathBuf,
    folders: Vec<PathBuf>,
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let entry = entry.expect("an entry");
        match entry.file_type().expect("a type") {
            kind if kind.is_dir() => files_below(&entry.path(), files),
            kind if kind.is_file() => files.push(entry.path()),
            _ => {}
        }
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// The C files of one package.
fn files_of(package: &Path) -> Vec<File> {
    let mut all = Vec::new();
    files_below(package, &mut all);
    all.sort();
    let headers = all.iter().filter(|path| has_extension(path, "h"));
    let mut folders: BTreeSet<&Path> = headers.filter_map(|header| header.parent()).collect();
    // `#include <name/header.h>` means a folder `name` in one `include`.
    let outer: Vec<&Path> = folders.iter().filter_map(|folder| folder.parent()).collect();
    folders.extend(outer.into_iter().filter(|folder| folder.ends_with("include")));
    let with_folders = |path: &PathBuf| {
        let shared = |folder: &Path| folder.iter().zip(path).take_while(|(a, b)| a == b).count();
        let mut folders: Vec<PathBuf> = folders.iter().map(|folder| folder.to_path_buf()).collect();
        folders.sort_by_key(|folder| {
            let is_include = folder.iter().any(|name| name == "include");
            (std::cmp::Reverse(shared(folder)), !is_include, folder.iter().count())
        });
        folders.truncate(FOLDERS);
        File { path: path.clone(), folders }
    };
    all.iter().filter(|path| has_extension(path, "c")).map(with_folders).collect()
}

fn is_c_to_gcc(file: &File) -> bool {
    let folders = file.folders.iter().flat_map(|folder| [Path::new("-I"), folder]);
    Command::new("gcc")
        .args(["-std=gnu17", "-fsyntax-only", "-w"])
        .args(folders)
        .arg(&file.path)
        .stderr(Stdio::null())
        .status()
        .expect("gcc runs")
        .success()
}

/// Whether gpump accepts a file. If it does, the file comes out as it went in,
/// unless it has directives of its own that count: two have, and theirs become
/// comments.
fn is_c_to_gpump(file: &File, preprocessing: &Preprocessing) -> Result<(), String> {
    let mut preprocessing = preprocessing.clone();
    preprocessing.environment.bracket.clone_from(&file.folders);
    let options = Options { preprocessing: Some(preprocessing), ..Options::default() };
    let bytes = std::fs::read(&file.path).expect("a readable file");
    let source = Source::new(file.path.display().to_string(), &bytes);
    match translate(&source, &options) {
        Ok(translation) => {
            let has_directives = bytes.windows(10).any(|window| window == b"pragma omp");
            let is_same = source::encode(&translation.text) == bytes;
            assert!(is_same || has_directives, "{} comes out wrong", file.path.display());
            Ok(())
        }
        Err(errors) => Err(format!("{}: {errors:#?}", source.name())),
    }
}

#[derive(Default)]
struct Found {
    gcc: usize,
    gpump: usize,
    refused: Vec<String>,
}

#[test]
fn every_file_that_gcc_accepts_comes_out_as_it_went_in() {
    let Some(folder) = std::env::var_os("GPUMP_PACKAGES") else {
        eprintln!("GPUMP_PACKAGES is not set: no package is translated");
        return;
    };
    let mut packages: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("GPUMP_PACKAGES, {}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    packages.sort();
    let files: Vec<File> = packages.iter().flat_map(|package| files_of(package)).collect();
    let (preprocessing, next, found) =
        (preprocessing(&[]), AtomicUsize::new(0), Mutex::new(Found::default()));
    let work = || {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (gcc, gpump) = (is_c_to_gcc(file), is_c_to_gpump(file, &preprocessing));
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.gcc += usize::from(gcc);
            found.gpump += usize::from(gpump.is_ok());
            found.refused.extend(gpump.err().filter(|_| gcc));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, work).expect("a thread");
        }
    });
    let Found { gcc, gpump, refused } = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{} files in {} packages: gcc accepts {gcc}, gpump {gpump}", files.len(), packages.len());
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(gcc > 500, "gcc accepts {gcc} of {} files: are the packages whole?", files.len());
}
