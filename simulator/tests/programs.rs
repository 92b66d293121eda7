//! Programs that nvcc compiles and the simulator runs.
//!
//! Each file of `tests/programs/` is a program, and so is each folder there, whose device code is linked. `GPUMP_NVCC`
//! names nvcc; where it is not set the tests are shown as ignored. The comment that begins a file says what the program
//! shows and, in lines of this form, what is to be seen:
//!
//! ```text
//! environment: A=1 B=2       the program runs with these variables
//! expect: 42                 it prints this line; one for each line
//! says: illegal address      its standard error has this piece
//! status: 1                  it ends with this status; 0 where none is named
//! signal: 11                 it ends by this signal
//! ```
//!
//! A program that ends with status 77 finds that the system does not let it: nothing else is looked at then.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

type Result<T> = std::result::Result<T, Failed>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let nvcc = std::env::var_os("GPUMP_NVCC").filter(|path| !path.is_empty()).map(PathBuf::from);
    let is_ignored = nvcc.is_none();
    let nvcc = nvcc.unwrap_or_default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut places: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    places.sort();
    let toolkit = tempfile::tempdir().unwrap();
    if !is_ignored {
        make_toolkit(toolkit.path(), &nvcc).unwrap();
    }
    let trial = |place: PathBuf| {
        let name = place.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (nvcc, toolkit) = (nvcc.clone(), toolkit.path().to_owned());
        Trial::test(name, move || runs_as_it_says(&place, &nvcc, &toolkit)).with_ignored_flag(is_ignored)
    };
    let trials = places.into_iter().map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// As `scripts/simulate` does, with the library that cargo has built for the tests.
fn make_toolkit(folder: &Path, nvcc: &Path) -> Result<()> {
    let tests = std::env::current_exe()?;
    let library = tests.with_file_name("libgpump_simulator.so");
    for name in ["bin", "lib"] {
        fs::create_dir(folder.join(name))?;
    }
    let wrapper = Path::new(env!("CARGO_MANIFEST_DIR")).join("toolkit/nvcc");
    fs::copy(wrapper, folder.join("bin/nvcc"))?;
    fs::copy(&library, folder.join("lib/libcudart.so.13"))
        .map_err(|cause| format!("{}: {cause}", library.display()))?;
    std::os::unix::fs::symlink("libcudart.so.13", folder.join("lib/libcudart.so"))?;
    let library = folder.join("lib/libcudart.so.13");
    fs::write(folder.join("lib/libcudart_static.a"), format!("INPUT({})\n", library.display()))?;
    let real = nvcc.canonicalize()?;
    let root = real.ancestors().nth(2).ok_or("nvcc is in no folder")?;
    let found = ["lib", "lib64"]
        .map(|name| root.join(name).join("libcudadevrt.a"))
        .into_iter()
        .find(|place| place.is_file());
    let found = found.ok_or("libcudadevrt.a is not where nvcc is")?;
    std::os::unix::fs::symlink(found, folder.join("lib/libcudadevrt.a"))?;
    Ok(())
}

#[derive(Default)]
struct Wish {
    environment: Vec<(String, String)>,
    lines: Vec<String>,
    pieces: Vec<String>,
    status: Option<i32>,
    signal: Option<i32>,
}

impl Wish {
    fn new(text: &str) -> Result<Self> {
        let mut wish = Self::default();
        let comment = text.split("*/").next().unwrap_or_default();
        for line in comment.lines().map(|line| line.trim_start_matches([' ', '*'])) {
            let Some((word, value)) = line.split_once(": ") else { continue };
            match word {
                "environment" => {
                    let pairs = value.split_whitespace().filter_map(|word| word.split_once('='));
                    wish.environment.extend(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())));
                }
                "expect" => wish.lines.push(value.to_owned()),
                "says" => wish.pieces.push(value.to_owned()),
                "status" => wish.status = Some(value.parse()?),
                "signal" => wish.signal = Some(value.parse()?),
                _ => {}
            }
        }
        Ok(wish)
    }
}

fn runs_as_it_says(place: &Path, nvcc: &Path, toolkit: &Path) -> Result<()> {
    let mut sources = vec![place.to_owned()];
    if place.is_dir() {
        sources = fs::read_dir(place)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        sources.sort();
    }
    let wish = Wish::new(&fs::read_to_string(&sources[0])?)?;
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("program");
    let mut command = Command::new(toolkit.join("bin/nvcc"));
    command.env("GPUMP_SIM_NVCC", nvcc).arg("-w").args(&sources).arg("-o").arg(&program);
    if place.is_dir() {
        command.arg("-rdc=true");
    }
    let compiled = command.stdin(Stdio::null()).output()?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned().into());
    }
    let mut command = Command::new(&program);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GPUMP_SIM_"))
    {
        command.env_remove(name);
    }
    let output = command.envs(wish.environment).stdin(Stdio::null()).output()?;
    if output.status.code() == Some(77) {
        eprintln!("{}: this system does not let it", place.display());
        return Ok(());
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    let fail =
        |what: &str| Err(format!("{what}\nprinted:\n{printed}\nsaid:\n{said}\n{}", output.status).into());
    if !printed.lines().eq(wish.lines.iter().map(String::as_str)) {
        return fail("it prints something else");
    }
    if let Some(piece) = wish.pieces.iter().find(|piece| !said.contains(piece.as_str())) {
        return fail(&format!("it does not say: {piece}"));
    }
    if wish.pieces.is_empty() && !said.is_empty() {
        return fail("it says something");
    }
    let ended = match wish.signal {
        Some(signal) => output.status.signal() == Some(signal),
        None => output.status.code() == Some(wish.status.unwrap_or(0)),
    };
    if ended { Ok(()) } else { fail("it ends otherwise") }
}
