//! Preprocessing as the program does it, for tests that use the library: with
//! the macros and the headers of the C compiler in use.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock};

use gpump::Preprocessing;
use gpump::preprocessor::{Environment, Headers};

/// The headers on the disk, each read once, and some that are not there.
#[derive(Debug, Default)]
struct Disk {
    added: HashMap<PathBuf, Vec<u8>>,
    read: Mutex<HashMap<PathBuf, Option<Vec<u8>>>>,
}

impl Headers for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if let Some(bytes) = self.added.get(path) {
            return Ok(bytes.clone());
        }
        let mut read = self.read.lock().expect("no reader panics");
        let bytes = read.entry(path.to_owned()).or_insert_with(|| std::fs::read(path).ok());
        bytes.clone().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// The environment of `gcc` with a standard.
fn environment(standard: &str) -> Environment {
    let ask = |flags: &[&str]| {
        let output = Command::new("gcc")
            .args(["-E", "-x", "c", standard, "-fopenmp"])
            .args(flags)
            .arg("-")
            .stdin(Stdio::null())
            .output()
            .expect("gcc runs");
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"))
    };
    let [predefined, _] = ask(&["-dM"]);
    let [_, said] = ask(&["-v"]);
    let folders = said.lines().skip_while(|line| !line.starts_with("#include <")).skip(1);
    let system = folders.take_while(|line| line.starts_with(' ')).map(|line| line.trim().into()).collect();
    Environment { predefined, system, ..Environment::default() }
}

/// Preprocessing with `-std=gnu17`, and with headers in memory besides.
pub fn preprocessing(headers: &[(&str, &[u8])]) -> Preprocessing {
    static ENVIRONMENT: OnceLock<Environment> = OnceLock::new();
    with(ENVIRONMENT.get_or_init(|| environment("-std=gnu17")), headers)
}

/// The same with `-std=c99`, which has trigraphs and no names of GNU's own.
pub fn strict_preprocessing(headers: &[(&str, &[u8])]) -> Preprocessing {
    static ENVIRONMENT: OnceLock<Environment> = OnceLock::new();
    with(ENVIRONMENT.get_or_init(|| environment("-std=c99")), headers)
}

fn with(environment: &Environment, headers: &[(&str, &[u8])]) -> Preprocessing {
    let added = headers.iter().map(|&(path, bytes)| (PathBuf::from(path), bytes.to_owned())).collect();
    let headers = Arc::new(Disk { added, ..Disk::default() });
    Preprocessing { environment: environment.clone(), headers }
}
