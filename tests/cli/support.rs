//! A folder to work in and gpump to call.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A file that the translator has nothing to do in, with much that it could
/// spoil.
pub const PLAIN: &[u8] = b"/* caf\xe9 */\r\n\tint a ;\x0c\nint b \\\n = 1;  // no end of line";

/// A file with an error in its second line.
pub const WRONG: &[u8] = b"int a;\nint b = = 1;\nint c;\n";

/// nvcc, if `scripts/test` or someone else named one.
pub fn nvcc() -> Option<OsString> {
    let nvcc = std::env::var_os("GPUMP_NVCC");
    if nvcc.is_none() {
        eprintln!("not tried: GPUMP_NVCC names no nvcc; scripts/test does");
    }
    nvcc
}

/// The variables with which programs are built for the simulator, and run there, if `scripts/test` or someone else has made it.
pub fn simulator() -> Option<[(&'static str, OsString); 4]> {
    let toolkit = std::env::var_os("GPUMP_SIM_TOOLKIT").filter(|toolkit| !toolkit.is_empty());
    let (Some(nvcc), Some(toolkit)) = (nvcc(), toolkit.map(PathBuf::from)) else {
        eprintln!("not tried: GPUMP_SIM_TOOLKIT names no folder; scripts/test does");
        return None;
    };
    let mut path = toolkit.join("bin").into_os_string();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    Some([
        ("PATH", path),
        ("LD_LIBRARY_PATH", toolkit.join("lib").into()),
        ("GPUMP_NVCC", toolkit.join("bin/nvcc").into()),
        ("GPUMP_SIM_NVCC", nvcc),
    ])
}

/// A folder of a test's own, which goes when the test ends.
pub struct Workplace {
    folder: TempDir,
}

impl Workplace {
    pub fn new() -> Self {
        Workplace { folder: tempfile::tempdir().unwrap() }
    }

    /// One with some files in it.
    pub fn with<const N: usize>(files: [(&str, &[u8]); N]) -> Self {
        let here = Workplace::new();
        for (name, contents) in files {
            here.write(name, contents);
        }
        here
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: impl AsRef<Path>, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, contents).unwrap();
        path
    }

    pub fn read(&self, name: impl AsRef<Path>) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    /// The names in a folder, hidden ones included, sorted.
    pub fn names_in(&self, name: impl AsRef<Path>) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(name)).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// A call of gpump in this folder. What it keeps between runs it keeps in
    /// a folder that all tests share.
    pub fn gpump<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gpump"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("GPUMP_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
            .stdin(Stdio::null());
        command
    }
}

/// What a command did.
pub struct Done {
    pub status: i32,
    pub out: Vec<u8>,
    pub err: String,
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Done {
    done(command.output().unwrap())
}

/// Runs a command to its end with this on its standard input.
pub fn run_with_input(command: &mut Command, input: &[u8]) -> Done {
    use std::io::Write;
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It need not read all of it.
    let _ = child.stdin.take().unwrap().write_all(input);
    done(child.wait_with_output().unwrap())
}

fn done(output: Output) -> Done {
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!err.contains("panicked"), "{err}");
    Done {
        status: output.status.code().unwrap_or_else(|| panic!("{}: {err}", output.status)),
        out: output.stdout,
        err,
    }
}

impl Done {
    /// All is well, and nothing was said.
    #[track_caller]
    pub fn succeeded(self) -> Vec<u8> {
        assert_eq!((self.status, &*self.err), (0, ""));
        self.out
    }

    /// All is well, and this was said, among other words.
    #[track_caller]
    pub fn succeeded_with(self, words: &str) {
        assert_eq!((self.status, self.err.contains(words)), (0, true), "{}", self.err);
    }

    /// It failed with this status, printed nothing, and said all of this.
    #[track_caller]
    pub fn failed(self, status: i32, words: &[&str]) {
        assert_eq!(self.status, status, "{}", self.err);
        assert_eq!(String::from_utf8_lossy(&self.out), "");
        for word in words {
            assert!(self.err.contains(word), "no `{word}` in:\n{}", self.err);
        }
    }
}
