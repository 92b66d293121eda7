//! Answers of C compilers on the disk.
//!
//! An answer's file is named by a hash of all that it depends on: the
//! compiler's program, the flags, and the variables that a compiler reads.
//! Its text begins with a hash of the rest, so that one that is cut short or
//! damaged in any way is not taken for an answer. Where nothing can be kept,
//! the compiler is asked again each time.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::super::Error;
use super::super::c_compiler::CCompiler;
use super::compiler::Answer;
use crate::toolchain::hex;

/// The variables that change what a compiler answers. Not the language, which
/// it is always asked in the same.
pub const VARIABLES: &[&str] = &["CPATH", "C_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH", "SDKROOT"];

/// What a compiler says with these flags: from the folder, if it was asked
/// before and nothing has changed.
///
/// # Errors
///
/// Those of [`CCompiler::ask`].
pub fn answer(compiler: &CCompiler, flags: &[OsString], folder: Option<&Path>) -> Result<Answer, Error> {
    let Some(folder) = folder else { return compiler.ask(flags) };
    let place = folder.join(key(compiler.words(), flags, |name| std::env::var_os(name)));
    let kept = std::fs::read(&place).ok().and_then(|bytes| parse(&bytes));
    if let Some(answer) = kept.filter(still_holds) {
        return Ok(answer);
    }
    let answer = compiler.ask(flags)?;
    // Without a place to keep it the next run asks again.
    let _ = keep(&place, &to_bytes(&answer));
    Ok(answer)
}

/// Whether the folders are there that were there, and no others.
fn still_holds(answer: &Answer) -> bool {
    answer.folders.iter().all(|folder| folder.is_dir()) && !answer.absent.iter().any(|folder| folder.is_dir())
}

/// A name for an answer.
fn key(words: &[OsString], flags: &[OsString], variable: impl Fn(&str) -> Option<OsString>) -> String {
    let mut hash = Sha256::new();
    let mut add = |part: &[u8]| {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    };
    add(env!("CARGO_PKG_VERSION").as_bytes());
    for part in [words, flags] {
        add(&part.len().to_le_bytes());
        part.iter().for_each(|word| add(word.as_bytes()));
    }
    // A program that calls the compiler, such as ccache, may stand in its
    // place in the search path: all of that name count.
    let programs = words.iter().filter(|word| !word.as_bytes().starts_with(b"-"));
    for program in programs.flat_map(|word| which::which_all(word).into_iter().flatten()) {
        let path = program.canonicalize().unwrap_or(program);
        add(path.as_os_str().as_bytes());
        if let Ok(about) = path.metadata() {
            for number in [about.len(), about.ino(), about.mtime() as u64, about.mtime_nsec() as u64] {
                add(&number.to_le_bytes());
            }
        }
    }
    for name in VARIABLES {
        add(variable(name).unwrap_or_default().as_bytes());
    }
    hex(hash)
}

/// The hash of the rest and a newline; the folders and the absent ones, each
/// ended by a zero byte, which no path contains, and each list by one more;
/// the macros.
fn to_bytes(answer: &Answer) -> Vec<u8> {
    let mut rest = Vec::new();
    for list in [&answer.folders, &answer.absent] {
        for folder in list {
            rest.extend_from_slice(folder.as_os_str().as_bytes());
            rest.push(0);
        }
        rest.push(0);
    }
    rest.extend_from_slice(answer.predefined.as_bytes());
    let mut bytes = check_sum(&rest).into_bytes();
    bytes.push(b'\n');
    bytes.append(&mut rest);
    bytes
}

fn parse(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let (sum, mut rest) = (&bytes[..end], &bytes[end + 1..]);
    if sum != check_sum(rest).as_bytes() {
        return None;
    }
    let (folders, absent) = (take_list(&mut rest)?, take_list(&mut rest)?);
    Some(Answer { predefined: String::from_utf8(rest.to_vec()).ok()?, folders, absent })
}

fn take_list(bytes: &mut &[u8]) -> Option<Vec<PathBuf>> {
    let mut list = Vec::new();
    loop {
        let end = bytes.iter().position(|&byte| byte == 0)?;
        let (folder, rest) = (&bytes[..end], &bytes[end + 1..]);
        *bytes = rest;
        if folder.is_empty() {
            return Some(list);
        }
        list.push(PathBuf::from(OsStr::from_bytes(folder)));
    }
}

fn check_sum(bytes: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update(bytes);
    hex(hash)
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
    use std::os::unix::fs::PermissionsExt;

    /// A compiler that notes down each time that it is asked.
    struct Fake {
        folder: tempfile::TempDir,
    }

    impl Fake {
        fn new() -> Self {
            let fake = Fake { folder: tempfile::tempdir().unwrap() };
            fake.install("1");
            fake
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        /// Writes the program; it answers that `A` is this.
        fn install(&self, value: &str) {
            let (log, here, absent) = (self.path("log"), self.path(""), self.path("later"));
            let (log, here, absent) = (log.display(), here.display(), absent.display());
            let text = format!(
                "#!/bin/sh\necho asked >> '{log}'\necho '#define A {value}'\n\
                 echo 'ignoring nonexistent directory \"{absent}\"' >&2\n\
                 printf '#include <...> search starts here:\\n {here}\\nEnd of search list.\\n' >&2\n"
            );
            // A new file each time: one that was written to a moment ago
            // might be called while another test still holds it open.
            let program = self.path("cc");
            let _ = std::fs::remove_file(&program);
            std::fs::write(&program, text).unwrap();
            std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        }

        fn answer(&self, flags: &[&str]) -> Answer {
            let compiler = CCompiler::new(vec![self.path("cc").into()]);
            let flags: Vec<OsString> = flags.iter().map(OsString::from).collect();
            for _ in 0..50 {
                match answer(&compiler, &flags, Some(&self.path("kept"))) {
                    // Another thread's child may hold the program open for
                    // writing until it has called its own.
                    Err(Error::Start { .. }) => std::thread::sleep(std::time::Duration::from_millis(20)),
                    other => return other.unwrap(),
                }
            }
            panic!("the compiler does not start")
        }

        fn times_asked(&self) -> usize {
            std::fs::read_to_string(self.path("log")).unwrap_or_default().lines().count()
        }

        fn entries(&self) -> Vec<PathBuf> {
            let entries = std::fs::read_dir(self.path("kept")).unwrap();
            entries.map(|entry| entry.unwrap().path()).collect()
        }
    }

    #[test]
    fn a_compiler_is_asked_once_for_each_set_of_flags() {
        let fake = Fake::new();
        let first = fake.answer(&[]);
        assert_eq!(first.predefined, "#define A 1\n");
        assert_eq!(first.absent, [fake.path("later")]);
        assert_eq!(fake.answer(&[]), first);
        assert_eq!(fake.times_asked(), 1);
        fake.answer(&["-std=c99"]);
        fake.answer(&["-std=c99"]);
        fake.answer(&["-std", "=c99"]);
        assert_eq!((fake.times_asked(), fake.entries().len()), (3, 3));
    }

    #[test]
    fn another_compiler_of_the_same_name_is_asked() {
        let fake = Fake::new();
        fake.answer(&[]);
        fake.install("22");
        assert_eq!(fake.answer(&[]).predefined, "#define A 22\n");
    }

    #[test]
    fn an_answer_about_folders_that_came_or_went_no_longer_holds() {
        let fake = Fake::new();
        fake.answer(&[]);
        std::fs::create_dir(fake.path("later")).unwrap();
        fake.answer(&[]);
        assert_eq!(fake.times_asked(), 2);
    }

    #[test]
    fn a_damaged_entry_is_made_again() {
        let fake = Fake::new();
        let whole = fake.answer(&[]);
        let [entry] = &fake.entries()[..] else { panic!() };
        let bytes = std::fs::read(entry).unwrap();
        let mut asked = 1;
        for length in [0, 1, 33, bytes.len() / 2, bytes.len() - 1] {
            std::fs::write(entry, &bytes[..length]).unwrap();
            asked += 1;
            assert_eq!((fake.answer(&[]), fake.times_asked()), (whole.clone(), asked));
            assert_eq!(std::fs::read(entry).unwrap(), bytes);
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(parse(&damaged), None, "byte {at}");
        }
    }

    #[test]
    fn where_nothing_can_be_kept_the_answer_is_the_same() {
        let fake = Fake::new();
        std::fs::write(fake.path("kept"), "in the way").unwrap();
        assert_eq!(fake.answer(&[]), fake.answer(&[]));
        assert_eq!(fake.times_asked(), 2);
        std::fs::remove_file(fake.path("kept")).unwrap();
        std::fs::create_dir(fake.path("kept")).unwrap();
        fake.answer(&[]);
        let [entry] = &fake.entries()[..] else { panic!() };
        std::fs::remove_file(entry).unwrap();
        std::fs::create_dir(entry).unwrap();
        fake.answer(&[]);
        assert_eq!(fake.times_asked(), 4);
    }

    #[test]
    fn nothing_is_left_beside_the_entries() {
        let fake = Fake::new();
        fake.answer(&[]);
        assert!(fake.entries().iter().all(|entry| entry.file_name().unwrap().len() == 32));
    }

    #[test]
    fn a_variable_that_the_compiler_reads_makes_another_key() {
        let words = [OsString::from("cc")];
        let with = |name: &'static str| key(&words, &[], move |n| (n == name).then(|| "x".into()));
        let mut keys: Vec<String> = VARIABLES.iter().map(|name| with(name)).collect();
        keys.push(with("LANG"));
        assert_eq!(with("LANG"), with("LC_ALL"));
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), VARIABLES.len() + 1);
    }

    #[test]
    fn an_answer_is_read_as_it_was_written() {
        let answer = Answer {
            predefined: "#define A 1\n".into(),
            folders: vec!["/usr/include".into(), OsStr::from_bytes(b"/a b\n\xFF").into()],
            absent: vec![],
        };
        assert_eq!(parse(&to_bytes(&answer)), Some(answer));
        assert_eq!(parse(b"/usr/include"), None);
        assert_eq!(parse(b""), None);
    }

    #[test]
    fn an_answer_of_the_real_compiler_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let compiler = CCompiler::required().unwrap();
        let first = answer(&compiler, &["-fopenmp".into()], Some(folder.path())).unwrap();
        assert!(first.predefined.contains("#define _OPENMP "));
        assert_eq!(answer(&compiler, &["-fopenmp".into()], Some(folder.path())).unwrap(), first);
    }
}
