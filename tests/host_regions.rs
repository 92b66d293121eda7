//! Programs with regions that the device cannot have: they print what gcc's program prints, wherever their regions run.
//!
//! Each file of `tests/host_regions/`, and each folder there, is a program. The comment that it begins with says how many regions go
//! to the device:
//!
//! ```text
//! regions: 3 of 6 on the device
//! pair alone: why               it cannot be had in a single file
//! never refused: why            `--require-device` does not refuse it
//! environment: NAME=value       it is run with this setting, too
//! prints: text                  a line that it prints, where gcc 12 does not read all of the program
//! ```

#[path = "common/left.rs"]
mod left;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

use left::is_left_to_compiler;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for program in programs() {
        let mut add = |column: &str, test: fn(&Program) -> Result<()>| {
            let program = program.clone();
            trials.push(Trial::test(format!("{}, {column}", program.name), move || {
                test(&program).map_err(|error| Failed::from(error.to_string()))
            }));
        };
        add("emulator", |program| program.runs("emulator", &program.regions, None));
        add("host", |program| program.runs("host", &program.all_on_host(), None));
        if program.setting().is_some() {
            add("environment", |program| program.runs("emulator", &program.regions, program.setting()));
        }
        add("cc", Program::is_built_by_cc);
        if !program.says("never refused: ") {
            add("required", Program::is_refused);
        }
        if program.files.len() == 1 && !program.says("pair alone: ") {
            add("single", Program::runs_as_single_file);
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

#[derive(Clone)]
struct Program {
    name: String,
    files: Vec<PathBuf>,
    text: String,
    /// What is said of its regions: `3 of 6 on the device`.
    regions: String,
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

fn programs() -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/host_regions");
    let programs = entries(&folder).into_iter().map(|path| {
        let mut files = if path.is_dir() { entries(&path) } else { vec![path.clone()] };
        files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
        let text = fs::read_to_string(&files[0]).unwrap_or_default();
        let line = text.lines().find_map(|line| line.split_once("regions: "));
        let (_, regions) = line.unwrap_or_else(|| panic!("{}: no `regions:`", path.display()));
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Program { name, files, regions: regions.to_owned(), text }
    });
    programs.collect()
}

fn output(command: &mut Command) -> Result<Output> {
    Ok(command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?)
}

/// What a command prints that ends well; if it compiles, no compiler refuses a region.
fn printed(command: &mut Command) -> Result<String> {
    let done = output(command)?;
    let said = String::from_utf8_lossy(&done.stderr);
    match done.status.success() && !is_left_to_compiler(&said) {
        true => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        false => Err(format!("{command:?}: {}\n{said}", done.status).into()),
    }
}

fn gpump(words: &[&str]) -> Command {
    let mut gpump = Command::new(env!("CARGO_BIN_EXE_gpump"));
    gpump.args(words).env("GPUMP_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    gpump
}

fn same(found: &str, expected: &str) -> Result<()> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("printed\n{found}\ngcc's program\n{expected}").into())
    }
}

impl Program {
    fn says(&self, key: &str) -> bool {
        self.text.lines().any(|line| line.trim_start_matches([' ', '*']).starts_with(key))
    }

    /// What `environment:` says.
    fn setting(&self) -> Option<(&str, &str)> {
        let line = self.text.lines().find_map(|line| line.split_once("environment: "));
        line.and_then(|(_, setting)| setting.trim().split_once('='))
    }

    fn all_on_host(&self) -> String {
        let all = self.regions.split(' ').nth(2).unwrap_or_default();
        format!("0 of {all} regions on the device; {all} on the host")
    }

    /// What gcc's program prints, or what the program says that it prints.
    fn expected(&self, setting: Option<(&str, &str)>) -> Result<String> {
        let lines = self.text.lines().filter_map(|line| line.split_once("* prints: "));
        let lines: String = lines.map(|(_, line)| format!("{line}\n")).collect();
        if !lines.is_empty() {
            return Ok(lines);
        }
        let folder = tempfile::tempdir()?;
        let program = folder.path().join("program");
        let mut gcc = Command::new("gcc");
        printed(
            gcc.args(["-fopenmp", "-O1", "-Wall", "-Wextra", "-Werror"])
                .args(&self.files)
                .arg("-o")
                .arg(&program)
                .arg("-lm"),
        )?;
        printed(Command::new(program).envs(setting))
    }

    fn runs(&self, device: &str, regions: &str, setting: Option<(&str, &str)>) -> Result<()> {
        let mut run = gpump(&["run", "--verbose", "--device", device]);
        run.envs(setting);
        let done = output(run.args(&self.files))?;
        let said = String::from_utf8_lossy(&done.stderr);
        if !done.status.success() {
            return Err(format!("{}\n{said}", done.status).into());
        }
        let words: Vec<&str> = regions.split(' ').collect();
        let is_said = |line: &str| line.starts_with(&words[..3].join(" ")) && line.contains(" on the device");
        if !said.lines().any(is_said) || is_left_to_compiler(&said) {
            return Err(format!("it should say `{regions}`\n{said}").into());
        }
        same(&String::from_utf8_lossy(&done.stdout), &self.expected(setting)?)
    }

    /// Compiled file by file, as a build does. Behind the calls of regions that go to the device stand the author's directives.
    fn is_built_by_cc(&self) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let program = folder.path().join("program");
        let mut objects = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            let object = folder.path().join(format!("{number}.o"));
            let mut compile = gpump(&["cc", "--gpump-device=emulator", "-O1", "-c"]);
            printed(compile.arg(file).arg("-o").arg(&object))?;
            objects.push(object);
        }
        printed(gpump(&["cc", "--gpump-device=emulator"]).args(objects).arg("-o").arg(&program).arg("-lm"))?;
        let expected = self.expected(None)?;
        same(&printed(&mut Command::new(&program))?, &expected)?;
        same(&printed(Command::new(&program).env("GPUMP_DEVICE", "host"))?, &expected)
    }

    fn is_refused(&self) -> Result<()> {
        let done = output(gpump(&["run", "--require-device", "--device", "emulator"]).args(&self.files))?;
        let said = String::from_utf8_lossy(&done.stderr);
        let is_right = done.status.code() == Some(1) && done.stdout.is_empty() && said.contains("error[E0");
        if is_right { Ok(()) } else { Err(format!("{}, should be 1\n{said}", done.status).into()) }
    }

    fn runs_as_single_file(&self) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("single.cu");
        printed(gpump(&["translate"]).args(&self.files).arg("-o").arg(&file))?;
        same(&printed(gpump(&["run", "--device", "emulator"]).arg(&file))?, &self.expected(None)?)
    }
}
