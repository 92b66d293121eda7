//! What the C compiler knows before it reads a file: its macros, and the
//! folders with its headers.
//!
//! The translation of a program must rest on the declarations and the macros
//! that the compiler of the translation will see, so it is the compiler that
//! is asked. A call takes longer than the translation of a small file, and
//! the answer changes only with the compiler and its flags: it is kept in the
//! user's cache folder.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `compiler` | which compiler it is, and how to ask it |
//! | `kept` | answers on the disk, and when they no longer hold |

mod compiler;
mod kept;

use std::ffi::OsString;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gpump::preprocessor::{Definition, Environment, Headers};

use super::c_compiler::CCompiler;
use super::{Error, cache, meaning};

pub use kept::VARIABLES;

/// What the command line says about preprocessing.
#[derive(Clone, Debug, Default)]
pub struct CommandLine {
    /// Flags that change what is predefined, as the compiler takes them:
    /// `-std=c99`, `-O2`, `-m32`, `-pthread`.
    pub dialect: Vec<OsString>,
    /// `-D` and `-U`, in the order in which they were given.
    pub definitions: Vec<Definition>,
    /// `-iquote`.
    pub quote: Vec<PathBuf>,
    /// `-I`.
    pub bracket: Vec<PathBuf>,
    /// `-isystem`.
    pub system: Vec<PathBuf>,
    /// `-include`.
    pub includes: Vec<String>,
}

/// What the C compiler in use would know with this command line.
///
/// # Errors
///
/// There is no C compiler, or it does not answer.
pub fn environment(command_line: &CommandLine) -> Result<Environment, Error> {
    let mut dialect = vec![OsString::from("-fopenmp")];
    dialect.extend(command_line.dialect.iter().cloned());
    let kept = cache::own_folder("c-environment");
    let answer = kept::answer(&CCompiler::required()?, &dialect, kept.as_deref())?;
    let mut environment = without_compiler(command_line);
    environment.predefined = answer.predefined;
    // glibc's macros of these names use what no other library has: within those of a program, they would be written out.
    environment.predefined.push_str("#define __NO_CTYPE 1\n");
    environment.system.extend(answer.folders);
    Ok(environment)
}

/// What is known where no C compiler is: the command line, and what every
/// compiler of C17 predefines. Headers of the C library are then not found.
pub fn without_compiler(command_line: &CommandLine) -> Environment {
    Environment {
        predefined: "#define __STDC__ 1\n#define __STDC_HOSTED__ 1\n#define __STDC_VERSION__ 201710L\n"
            .into(),
        quote: command_line.quote.clone(),
        bracket: command_line.bracket.clone(),
        system: command_line.system.clone(),
        definitions: command_line.definitions.clone(),
        includes: command_line.includes.clone(),
        is_openmp_2_5: false,
        has_untyped_memory: meaning::has_untyped_memory(&command_line.dialect),
    }
}

/// What the library needs to read the disk's headers in an environment.
pub fn from_disk(environment: Environment) -> gpump::Preprocessing {
    gpump::Preprocessing { environment, headers: Arc::new(DiskHeaders) }
}

/// The headers on the disk.
#[derive(Clone, Copy, Debug)]
pub struct DiskHeaders;

impl Headers for DiskHeaders {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        // A folder is no header, and a device may have no end.
        if !path.metadata()?.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        std::fs::read(path)
    }

    fn identity(&self, path: &Path) -> PathBuf {
        // Much faster than a canonical path, which asks about every folder on
        // the way.
        match path.metadata() {
            Ok(about) => format!("{}:{}", about.dev(), about.ino()).into(),
            Err(_) => path.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use gpump::Source;
    use gpump::preprocessor::{Preprocessed, preprocess};

    /// The headers of ISO C and of OpenMP, and some of POSIX, which are the
    /// ones with the most to them.
    const HEADERS: &[&str] = &[
        "assert.h",
        "complex.h",
        "ctype.h",
        "errno.h",
        "fenv.h",
        "float.h",
        "inttypes.h",
        "iso646.h",
        "limits.h",
        "locale.h",
        "math.h",
        "omp.h",
        "setjmp.h",
        "signal.h",
        "stdalign.h",
        "stdarg.h",
        "stdatomic.h",
        "stdbool.h",
        "stddef.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "stdnoreturn.h",
        "string.h",
        "tgmath.h",
        "threads.h",
        "time.h",
        "uchar.h",
        "wchar.h",
        "wctype.h",
        "dirent.h",
        "dlfcn.h",
        "fcntl.h",
        "glob.h",
        "grp.h",
        "netdb.h",
        "poll.h",
        "pthread.h",
        "pwd.h",
        "regex.h",
        "sched.h",
        "semaphore.h",
        "strings.h",
        "sys/mman.h",
        "sys/resource.h",
        "sys/select.h",
        "sys/socket.h",
        "sys/stat.h",
        "sys/time.h",
        "sys/types.h",
        "sys/wait.h",
        "termios.h",
        "unistd.h",
    ];

    fn texts(result: &Preprocessed) -> Vec<&str> {
        result.tokens.iter().map(|token| result.text(token)).collect()
    }

    /// The tokens of a text as gpump and as the compiler see them.
    fn hold_against_the_compiler(text: &str, command_line: &CommandLine) {
        let compiler = CCompiler::required().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.c");
        std::fs::write(&path, text).unwrap();
        let mut command = compiler.command();
        command.args(&command_line.dialect).args(["-fopenmp", "-E", "-P"]);
        let output = command.arg(&path).output().unwrap();
        assert!(output.status.success(), "{text}");
        let theirs = Source::new("theirs.i", &output.stdout);
        let theirs = preprocess(&theirs, &Environment::default(), &DiskHeaders);
        let ours = Source::new(path.to_str().unwrap(), text.as_bytes());
        let ours = preprocess(&ours, &environment(command_line).unwrap(), &DiskHeaders);
        assert_eq!(ours.diagnostics, [], "{text}");
        assert!(texts(&ours) == texts(&theirs), "not the tokens of the compiler: {text}");
    }

    #[test]
    fn headers_are_what_the_compiler_sees() {
        let here = environment(&CommandLine::default()).unwrap().system;
        let is_here = |name: &&&str| here.iter().any(|folder| folder.join(name).is_file());
        let found: Vec<_> = HEADERS.iter().filter(is_here).collect();
        assert!(found.len() > 20, "{found:?}");
        let includes =
            |names: &[&&str]| names.iter().map(|name| format!("#include <{name}>\n")).collect::<String>();
        for dialect in ["-std=gnu17", "-std=c99"] {
            let command_line = CommandLine { dialect: vec![dialect.into()], ..CommandLine::default() };
            for name in &found {
                hold_against_the_compiler(&includes(&[name]), &command_line);
            }
        }
        let all = format!("#define _GNU_SOURCE\n{}", includes(&found));
        hold_against_the_compiler(&all, &CommandLine::default());
    }

    #[test]
    fn without_a_compiler_the_command_line_still_holds() {
        let command_line = CommandLine { bracket: vec!["inc".into()], ..CommandLine::default() };
        let environment = without_compiler(&command_line);
        assert_eq!(environment.bracket, [PathBuf::from("inc")]);
        let text = "#include <stdio.h>\n#if __STDC_VERSION__ >= 199901L\nint x;\n#endif\n";
        let result = preprocess(&Source::new("t.c", text.as_bytes()), &environment, &DiskHeaders);
        assert_eq!(texts(&result), ["int", "x", ";"]);
        assert_eq!(result.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["E0110"]);
        assert_eq!(&text[result.diagnostics[0].span.clone()], "#include <stdio.h>");
    }

    #[test]
    fn a_file_has_one_identity_under_all_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.h"), folder.path().join("b.h"));
        std::fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert_eq!(DiskHeaders.identity(&file), DiskHeaders.identity(&link));
        assert_ne!(DiskHeaders.identity(&file), DiskHeaders.identity(folder.path()));
    }

    #[test]
    fn folders_and_devices_are_no_headers() {
        assert!(DiskHeaders.read(Path::new("/")).is_err());
        assert!(DiskHeaders.read(Path::new("/dev/zero")).is_err());
    }
}
