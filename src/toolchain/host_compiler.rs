//! The C++ compiler of the machine that gpump runs on.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::Error;

/// A C++ compiler: g++, or clang++, which takes the same flags.
#[derive(Clone, Debug)]
pub struct HostCompiler {
    /// The program and the arguments that always come first, as in
    /// `CXX="ccache g++"`.
    words: Vec<OsString>,
    /// What it says about itself when asked for its version.
    pub version: Vec<u8>,
}

impl HostCompiler {
    /// `$CXX`, or the first of g++, clang++ and c++ that is there.
    ///
    /// # Errors
    ///
    /// There is none; the message says what to install.
    pub fn find() -> Result<Self, Error> {
        if let Some(words) = from_environment() {
            let name = words[0].to_string_lossy().into_owned();
            return Self::try_words(words).ok_or_else(|| {
                Error::Missing(format!("CXX names `{name}`, which does not run as a compiler"))
            });
        }
        ["g++", "clang++", "c++"].into_iter().find_map(|name| Self::try_words(vec![name.into()])).ok_or_else(
            || {
                Error::Missing(
                    "the emulator needs a C++ compiler, and none of g++, clang++ and c++ is here; \
                 install one (Debian and Ubuntu: apt-get install g++; Fedora: dnf install gcc-c++), \
                 or name yours in the environment variable CXX"
                        .to_owned(),
                )
            },
        )
    }

    fn try_words(words: Vec<OsString>) -> Option<Self> {
        let path: PathBuf = which::which(&words[0]).ok()?;
        let output = Command::new(&path)
            .args(&words[1..])
            .arg("--version")
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .ok()?;
        output.status.success().then_some(HostCompiler { words, version: output.stdout })
    }

    /// The compiler's name for messages.
    pub fn name(&self) -> String {
        self.words.join(OsStr::new(" ")).to_string_lossy().into_owned()
    }

    /// A call of the compiler. What it prints goes to standard error, so that
    /// standard output is the program's alone.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).stdin(Stdio::null()).stdout(std::io::stderr());
        command
    }
}

/// The words of `$CXX`, if it says anything.
pub fn from_environment() -> Option<Vec<OsString>> {
    let value = std::env::var_os("CXX")?;
    let words: Vec<OsString> = value
        .as_encoded_bytes()
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .map(|word| OsStr::from_bytes(word).to_owned())
        .collect();
    (!words.is_empty()).then_some(words)
}
