//! What the C compiler knows before it reads a file: its macros, and the
//! folders with its headers.
//!
//! The translation of a program must rest on the declarations and the macros
//! that the compiler of the translation will see, so it is the compiler that
//! is asked. A call takes longer than the translation of a small file, and
//! the answer changes only with the compiler and its flags: it is kept in the
//! user's cache folder.

use std::collections::hash_map::DefaultHasher;
use std::ffi::{OsStr, OsString};
use std::hash::{Hash, Hasher};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use gpump::source::preprocessor::{Definition, Environment, Headers};
use sha2::{Digest, Sha256};

use super::{Error, cache, hex};

/// What the command line says about preprocessing.
#[derive(Clone, Debug, Default)]
pub struct CommandLine {
    /// Flags that change what is predefined, as the compiler takes them:
    /// `-std=c99`, `-O2`, `-m32`.
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
    let answer = CCompiler::find()?.answer(&dialect)?;
    let mut system = command_line.system.clone();
    system.extend(answer.folders);
    Ok(Environment {
        predefined: answer.predefined,
        quote: command_line.quote.clone(),
        bracket: command_line.bracket.clone(),
        system,
        definitions: command_line.definitions.clone(),
        includes: command_line.includes.clone(),
    })
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
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    }
}

/// A C compiler: the program, and the arguments that always come first, as in
/// `CC="ccache gcc"`.
#[derive(Clone, Debug)]
struct CCompiler {
    words: Vec<OsString>,
}

/// What a compiler says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    predefined: String,
    folders: Vec<PathBuf>,
}

impl CCompiler {
    /// `$CC`, or the first of gcc, clang and cc that is there.
    fn find() -> Result<Self, Error> {
        Self::choose(std::env::var_os("CC").as_deref())
    }

    fn choose(named: Option<&OsStr>) -> Result<Self, Error> {
        let words: Vec<OsString> = named
            .unwrap_or_default()
            .as_bytes()
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty())
            .map(|word| OsStr::from_bytes(word).to_owned())
            .collect();
        if let Some(program) = words.first() {
            return match which::which(program) {
                Ok(_) => Ok(CCompiler { words }),
                Err(_) => Err(Error::Missing(format!(
                    "CC names `{}`, which is not there",
                    program.to_string_lossy()
                ))),
            };
        }
        let found = ["gcc", "clang", "cc"].into_iter().find(|name| which::which(name).is_ok());
        found.map(|name| CCompiler { words: vec![name.into()] }).ok_or_else(|| {
            Error::Missing(
                "reading C needs the headers and the macros of a C compiler, and none of gcc, clang and cc \
                 is here; install one (Debian and Ubuntu: apt-get install gcc; Fedora: dnf install gcc), or \
                 name yours in the environment variable CC"
                    .to_owned(),
            )
        })
    }

    fn name(&self) -> String {
        self.words.join(OsStr::new(" ")).to_string_lossy().into_owned()
    }

    /// What it says with these flags, from the cache if it was asked before.
    fn answer(&self, flags: &[OsString]) -> Result<Answer, Error> {
        let kept = cache::folder().map(|folder| folder.join("c-environment").join(self.key(flags)));
        if let Some(answer) = kept.as_deref().and_then(|path| Answer::parse(&std::fs::read(path).ok()?)) {
            return Ok(answer);
        }
        let answer = self.ask(flags)?;
        if let Some(path) = kept {
            // Without a cache the next run asks again.
            let _ = keep(&path, &answer.to_bytes());
        }
        Ok(answer)
    }

    /// A name for the answer: a hash of all that it depends on.
    fn key(&self, flags: &[OsString]) -> String {
        let mut hash = DefaultHasher::new();
        let mut full = Sha256::new();
        let mut add = |part: &[u8]| {
            full.update(part.len().to_le_bytes());
            full.update(part);
        };
        for word in self.words.iter().chain(flags) {
            add(word.as_bytes());
        }
        // A compiler that is called through another program counts as well.
        for path in self.words.iter().filter_map(|word| which::which(word).ok()) {
            add(path.as_os_str().as_bytes());
            if let Ok(about) = path.metadata() {
                (about.mtime(), about.mtime_nsec(), about.len(), about.ino()).hash(&mut hash);
            }
        }
        add(&hash.finish().to_le_bytes());
        for name in ["CPATH", "C_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH", "SDKROOT"] {
            add(std::env::var_os(name).unwrap_or_default().as_bytes());
        }
        add(env!("CARGO_PKG_VERSION").as_bytes());
        hex(full)
    }

    fn ask(&self, flags: &[OsString]) -> Result<Answer, Error> {
        let mut output = self.call(flags)?;
        if !output.status.success() && flags.iter().any(|flag| flag == "-fopenmp") {
            // A clang that was built without OpenMP; its macros are the same.
            let rest: Vec<OsString> = flags.iter().filter(|flag| *flag != "-fopenmp").cloned().collect();
            let again = self.call(&rest)?;
            if again.status.success() {
                output = again;
            }
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            let reason = said.lines().find(|line| line.contains("error")).unwrap_or("it does not say why");
            return Err(Error::Missing(format!("`{}` does not tell its macros: {reason}", self.name())));
        }
        let predefined = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(Answer { predefined, folders: folders(&output.stderr) })
    }

    fn call(&self, flags: &[OsString]) -> Result<Output, Error> {
        Command::new(&self.words[0])
            .args(&self.words[1..])
            .args(flags)
            .args(["-E", "-dM", "-v", "-x", "c", "/dev/null"])
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .map_err(|cause| Error::Start { tool: self.name(), cause })
    }
}

/// The folders that `-v` lists for `#include <…>`.
fn folders(said: &[u8]) -> Vec<PathBuf> {
    let lines = said.split(|&byte| byte == b'\n');
    let list = lines.skip_while(|line| !line.starts_with(b"#include <...>")).skip(1);
    list.map_while(|line| line.strip_prefix(b" "))
        .map(|line| line.strip_suffix(b" (framework directory)").unwrap_or(line))
        .map(|line| PathBuf::from(OsString::from_vec(line.to_vec())))
        .collect()
}

impl Answer {
    /// The folders, each ended by a zero byte as no path contains one, one
    /// more zero byte, and the macros.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for folder in &self.folders {
            bytes.extend_from_slice(folder.as_os_str().as_bytes());
            bytes.push(0);
        }
        bytes.push(0);
        bytes.extend_from_slice(self.predefined.as_bytes());
        bytes
    }

    fn parse(mut bytes: &[u8]) -> Option<Self> {
        let mut folders = Vec::new();
        loop {
            let end = bytes.iter().position(|&byte| byte == 0)?;
            let (folder, rest) = (&bytes[..end], &bytes[end + 1..]);
            bytes = rest;
            if folder.is_empty() {
                break;
            }
            folders.push(PathBuf::from(OsStr::from_bytes(folder)));
        }
        Some(Answer { predefined: String::from_utf8(bytes.to_vec()).ok()?, folders })
    }
}

/// Writes a file as a whole: no other gpump sees half of it.
fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    io::Write::write_all(&mut file, bytes)?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gpump::Source;
    use gpump::source::preprocessor::{Preprocessed, preprocess};

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
        result.tokens.iter().map(|token| &*token.text).collect()
    }

    /// The tokens of a text as gpump and as the compiler see them.
    fn hold_against_the_compiler(text: &str, command_line: &CommandLine) {
        let compiler = CCompiler::find().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.c");
        std::fs::write(&path, text).unwrap();
        let mut command = Command::new(&compiler.words[0]);
        command.args(&compiler.words[1..]).args(&command_line.dialect).args(["-fopenmp", "-E", "-P"]);
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
    fn an_answer_is_read_as_it_was_written() {
        let answer = Answer {
            predefined: "#define A 1\n".into(),
            folders: vec!["/usr/include".into(), OsString::from_vec(b"/a b\xFF".to_vec()).into()],
        };
        assert_eq!(Answer::parse(&answer.to_bytes()), Some(answer));
        assert_eq!(Answer::parse(b"/usr/include"), None);
    }

    #[test]
    fn folders_are_found_in_what_the_compiler_says() {
        let said = b"gcc\n#include \"...\" search starts here:\n q\n#include <...> search starts here:\n /a b\n /c (framework directory)\nEnd of search list.\n /d\n";
        assert_eq!(folders(said), [PathBuf::from("/a b"), PathBuf::from("/c")]);
    }

    #[test]
    fn a_compiler_that_is_not_there_is_named() {
        let error = CCompiler::choose(Some(OsStr::new("no-such-compiler -m32"))).unwrap_err();
        assert!(error.to_string().contains("`no-such-compiler`"), "{error}");
    }

    #[test]
    fn flags_that_the_compiler_refuses_are_an_error() {
        let error = CCompiler::find().unwrap().ask(&["-std=c1".into()]).unwrap_err();
        assert!(error.to_string().contains("-std=c1"), "{error}");
    }

    #[test]
    fn folders_and_devices_are_no_headers() {
        assert!(DiskHeaders.read(Path::new("/")).is_err());
        assert!(DiskHeaders.read(Path::new("/dev/zero")).is_err());
    }
}
