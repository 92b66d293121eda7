//! The C compiler of the machine that gpump runs on.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

use super::Error;

/// Set for the C compiler that gpump calls. If gpump finds it set, the compiler
/// that it called is a script that calls gpump.
const CALLED: &str = "GPUMP_CALLED_CC";

/// Whether this gpump was called as the C compiler by another.
pub fn is_called_by_gpump() -> bool {
    std::env::var_os(CALLED).is_some()
}

/// A C compiler: the program, and the arguments that always come first, as in
/// `CC="ccache gcc"`.
#[derive(Clone, Debug)]
pub struct CCompiler {
    words: Vec<OsString>,
}

impl CCompiler {
    /// `$GPUMP_CC`; `$CC`, unless it is gpump itself, as it is while
    /// `make CC="gpump cc"` runs; or the first of gcc, clang and cc that is
    /// there.
    ///
    /// # Errors
    ///
    /// A variable names one that is not there.
    pub fn find() -> Result<Option<Self>, Error> {
        for name in ["GPUMP_CC", "CC"] {
            let value = std::env::var_os(name).unwrap_or_default();
            if !(name == "CC" && words(&value).iter().any(|word| is_gpump(word)))
                && let Some(found) = Self::named(name, &value)?
            {
                return Ok(Some(found));
            }
        }
        let found = ["gcc", "clang", "cc"].into_iter().find(|name| is_there(name.as_ref()));
        Ok(found.map(|name| CCompiler { words: vec![name.into()] }))
    }

    /// The same, where nothing can be done without one.
    ///
    /// # Errors
    ///
    /// There is none; the message says what to install.
    pub fn required() -> Result<Self, Error> {
        Self::find()?.ok_or(Error::NoCCompiler)
    }

    /// The compiler that an environment variable names, if it says anything.
    fn named(variable: &str, value: &OsStr) -> Result<Option<Self>, Error> {
        let words = words(value);
        let Some(program) = words.first() else { return Ok(None) };
        let name = program.to_string_lossy();
        if words.iter().any(|word| is_gpump(word)) {
            return Err(Error::Missing(format!(
                "{variable} names `{name}`, which is gpump, and not a C compiler"
            )));
        }
        if !is_there(program) {
            return Err(Error::Missing(format!("{variable} names `{name}`, which is not there")));
        }
        Ok(Some(CCompiler { words }))
    }

    /// One for a test.
    #[cfg(test)]
    pub fn new(words: Vec<OsString>) -> Self {
        CCompiler { words }
    }

    pub fn name(&self) -> String {
        self.words.join(OsStr::new(" ")).to_string_lossy().into_owned()
    }

    pub fn words(&self) -> &[OsString] {
        &self.words
    }

    /// A call of the compiler; its standard streams are gpump's.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).env(CALLED, "1");
        command
    }
}

fn words(value: &OsStr) -> Vec<OsString> {
    let words = value.as_bytes().split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.map(|word| OsStr::from_bytes(word).to_owned()).collect()
}

fn is_there(program: &OsStr) -> bool {
    which::which(program).is_ok_and(|path| !is_this_program(&path))
}

/// Whether a word is the name of this program: calling it would not end.
fn is_gpump(word: &OsStr) -> bool {
    which::which(word).is_ok_and(|path| is_this_program(&path))
}

fn is_this_program(path: &Path) -> bool {
    let this = std::env::current_exe().and_then(|path| path.canonicalize());
    matches!((this, path.canonicalize()), (Ok(this), Ok(other)) if this == other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_that_is_not_there_is_named() {
        let error = CCompiler::named("CC", OsStr::new("no-such-compiler -m32")).unwrap_err();
        assert!(error.to_string().contains("`no-such-compiler`"), "{error}");
        assert!(CCompiler::named("CC", OsStr::new(" ")).unwrap().is_none());
    }

    #[test]
    fn gpump_is_no_compiler() {
        let this = std::env::current_exe().unwrap();
        let value = format!("{} cc", this.display());
        let error = CCompiler::named("GPUMP_CC", OsStr::new(&value)).unwrap_err();
        assert!(error.to_string().contains("which is gpump"), "{error}");
    }
}
