//! A program of the suite, and what the comment that it begins with says.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::crossing::Crossing;

#[derive(Debug, Default)]
pub struct Program {
    pub name: String,
    /// Its C files.
    pub files: Vec<PathBuf>,
    /// The headers beside them, if they have a folder of their own.
    pub headers: Vec<PathBuf>,
    /// Settings, each for a run of its own.
    pub environments: Vec<Vec<(String, String)>>,
    /// Whether it cannot be had in a single file.
    pub pair_alone: bool,
    /// Whether some of its regions stay on the host, as it says.
    pub has_host_regions: bool,
    /// Whether it takes too long in the simulator.
    pub not_simulated: bool,
    /// Whether gcc 12 does not read its directives: what it prints without OpenMP is expected, and it is crossed in the emulator.
    pub is_beyond_gcc: bool,
    /// Whether what gcc does not read is resolved: nothing of it is in gpump's text.
    pub is_resolved: bool,
    /// The least number of threads that it is to be run with.
    pub least_threads: u32,
    pub crossings: Vec<Crossing>,
    /// Flags for gcc in the crossed run.
    pub crossed_flags: Vec<String>,
    /// The folder with gcc's program, or what went wrong: the columns share it.
    pub made_with_gcc: OnceLock<Result<TempDir, String>>,
}

/// The folder of the programs; they share `check.h`, which is there, too.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/programs")
}

/// All programs: each C file is one, and each folder with the C files in it.
pub fn all() -> Result<Vec<Program>, String> {
    let mut programs = Vec::new();
    for path in entries(&folder())? {
        let files = if path.is_dir() { entries(&path)? } else { vec![path.clone()] };
        let (files, headers): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| is_c(file));
        if !files.is_empty() {
            programs.push(Program::read(&path, files, headers)?);
        }
    }
    Ok(programs)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let said = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(said)?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(said)?;
    paths.sort();
    Ok(paths)
}

fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}

/// The end of the comment that a text begins with.
pub fn end_of_first_comment(text: &str) -> Option<usize> {
    text.strip_prefix("/*")?.find("*/").map(|end| "/*".len() + end)
}

impl Program {
    fn read(path: &Path, files: Vec<PathBuf>, headers: Vec<PathBuf>) -> Result<Self, String> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut program = Program { name, files, headers, least_threads: 1, ..Program::default() };
        for file in program.files.clone() {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let said = |error: &str| format!("{}: {error}", file.display());
            let end = end_of_first_comment(&text).ok_or_else(|| said("does not begin with a comment"))?;
            for line in text[2..end].lines() {
                let line = line.trim().trim_start_matches("* ");
                program.take_line(line).map_err(|error| said(&error))?;
            }
        }
        if program.environments.is_empty() {
            program.environments.push(Vec::new());
        }
        if program.crossings.is_empty() {
            return Err(format!("{}: nothing says how to cross it", program.name));
        }
        Ok(program)
    }

    /// Whether `gpump cc` takes it, which leaves the directives to gcc.
    pub fn is_for_cc(&self) -> bool {
        !self.is_beyond_gcc || self.is_resolved
    }

    fn take_line(&mut self, line: &str) -> Result<(), String> {
        let Some((key, value)) = line.split_once(": ") else { return Ok(()) };
        match key {
            "threads" => {
                self.least_threads = value.trim().parse().map_err(|_| format!("no number: {value}"))?;
            }
            "environment" => {
                let setting = |word: &str| {
                    let (name, value) = word.split_once('=').ok_or_else(|| format!("no setting: {word}"))?;
                    Ok((name.to_owned(), value.to_owned()))
                };
                let settings: Result<_, String> = value.split_whitespace().map(setting).collect();
                self.environments.push(settings?);
            }
            "on the host" => self.has_host_regions = true,
            "pair alone" => self.pair_alone = true,
            "beyond gcc" => self.is_beyond_gcc = true,
            "resolved" => (self.is_beyond_gcc, self.is_resolved) = (true, true),
            "not simulated" => self.not_simulated = true,
            "crossed with" => self.crossed_flags.extend(value.split_whitespace().map(str::to_owned)),
            key if key.split(' ').next() == Some("cross") => {
                self.crossings.push(Crossing::read(key, value)?);
            }
            _ => {}
        }
        Ok(())
    }
}
