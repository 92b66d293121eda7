//! The C compiler, and what it says of itself.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use super::super::Error;
use super::super::c_compiler::CCompiler;

/// What a compiler says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Lines of `#define`.
    pub predefined: String,
    /// Where it looks for `#include <…>`.
    pub folders: Vec<PathBuf>,
    /// Where it would look too, if they were there.
    pub absent: Vec<PathBuf>,
}

impl CCompiler {
    /// Asks it, with these flags.
    ///
    /// # Errors
    ///
    /// It does not start, or refuses the flags.
    pub fn ask(&self, flags: &[OsString]) -> Result<Answer, Error> {
        let mut output = self.call(flags)?;
        if !output.status.success() && flags.iter().any(|flag| flag == "-fopenmp") {
            // A clang that was built without OpenMP; its macros are the same.
            let rest: Vec<OsString> = flags.iter().filter(|flag| *flag != "-fopenmp").cloned().collect();
            let again = self.call(&rest)?;
            if again.status.success() {
                output = again;
            }
        }
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let reason = said.lines().find(|line| line.contains("error")).unwrap_or("it does not say why");
            return Err(Error::Missing(format!("`{}` does not tell its macros: {reason}", self.name())));
        }
        let predefined = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(Answer { predefined, folders: folders(&output.stderr), absent: absent(&output.stderr) })
    }

    fn call(&self, flags: &[OsString]) -> Result<Output, Error> {
        self.command()
            .args(flags)
            .args(["-E", "-dM", "-v", "-x", "c", "/dev/null"])
            // What it says is read by a program.
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .map_err(|cause| Error::Start { tool: self.name(), cause })
    }
}

fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(OsString::from_vec(bytes.to_vec()))
}

/// The folders that `-v` lists for `#include <…>`.
fn folders(said: &[u8]) -> Vec<PathBuf> {
    let lines = said.split(|&byte| byte == b'\n');
    let list = lines.skip_while(|line| !line.starts_with(b"#include <...>")).skip(1);
    list.map_while(|line| line.strip_prefix(b" "))
        .map(|line| line.strip_suffix(b" (framework directory)").unwrap_or(line))
        .map(path)
        .collect()
}

/// The folders of which `-v` says that they are not there.
fn absent(said: &[u8]) -> Vec<PathBuf> {
    let lines = said.split(|&byte| byte == b'\n');
    lines
        .filter_map(|line| line.strip_prefix(b"ignoring nonexistent directory \"")?.strip_suffix(b"\""))
        .map(path)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_found_in_what_the_compiler_says() {
        let said = b"gcc\nignoring nonexistent directory \"/no\"\n#include \"...\" search starts here:\n q\n#include <...> search starts here:\n /a b\n /c (framework directory)\nEnd of search list.\n /d\n";
        assert_eq!(folders(said), [PathBuf::from("/a b"), PathBuf::from("/c")]);
        assert_eq!(absent(said), [PathBuf::from("/no")]);
    }

    #[test]
    fn flags_that_the_compiler_refuses_are_an_error() {
        let error = CCompiler::required().unwrap().ask(&["-std=c1".into()]).unwrap_err();
        assert!(error.to_string().contains("-std=c1"), "{error}");
    }
}
