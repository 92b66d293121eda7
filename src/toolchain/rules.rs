//! Rules for make, as C compilers write them: which files a file depends on.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// Where gcc begins a new line.
const WIDTH: usize = 72;

/// A rule, its names as they are written for make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    targets: Vec<u8>,
    dependencies: Vec<Vec<u8>>,
}

impl Rule {
    /// The first rule of a text, which is that of the source.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let end = (0..text.len()).find(|&at| {
            text[at] == b':' && text.get(at + 1).is_none_or(u8::is_ascii_whitespace) && !is_escaped(text, at)
        })?;
        let mut dependencies = Vec::new();
        let mut word = Vec::new();
        let mut rest = text[end + 1..].iter().copied().peekable();
        while let Some(byte) = rest.next() {
            match byte {
                b'\\' if matches!(rest.peek(), Some(b'\n' | b'\r')) => {
                    rest.next_if_eq(&b'\r');
                    rest.next_if_eq(&b'\n');
                    dependencies.extend(taken(&mut word));
                }
                b'\\' if matches!(rest.peek(), Some(b' ' | b'#' | b'\\')) => {
                    word.push(byte);
                    word.extend(rest.next());
                }
                b' ' | b'\t' | b'\r' => dependencies.extend(taken(&mut word)),
                b'\n' => break,
                _ => word.push(byte),
            }
        }
        dependencies.extend(taken(&mut word));
        Some(Rule { targets: text[..end].to_vec(), dependencies })
    }

    /// The files.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.dependencies.iter().map(|name| plain(name))
    }

    /// The rule of these files alone, and, for `-MP`, an empty one for each but the first.
    pub fn text(&self, counts: impl Fn(&PathBuf) -> bool, has_empty_ones: bool) -> Vec<u8> {
        let mut text = [&self.targets[..], b":"].concat();
        let mut column = text.len();
        let counting: Vec<&Vec<u8>> = self.dependencies.iter().filter(|name| counts(&plain(name))).collect();
        for name in &counting {
            if column + name.len() > WIDTH {
                text.extend(b" \\\n");
                column = 0;
            }
            text.push(b' ');
            text.extend(*name);
            column += 1 + name.len();
        }
        text.push(b'\n');
        for name in counting.iter().skip(1).filter(|_| has_empty_ones) {
            text.extend([name, &b":\n"[..]].concat());
        }
        text
    }
}

fn taken(word: &mut Vec<u8>) -> Option<Vec<u8>> {
    Some(std::mem::take(word)).filter(|word| !word.is_empty())
}

fn is_escaped(text: &[u8], at: usize) -> bool {
    text[..at].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}

/// A name without what it is written with for make.
fn plain(name: &[u8]) -> PathBuf {
    let mut bytes = Vec::new();
    let mut rest = name.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        match (byte, rest.peek()) {
            (b'\\', Some(&next @ (b' ' | b'#' | b'\\'))) | (b'$', Some(&next @ b'$')) => {
                bytes.push(next);
                rest.next();
            }
            _ => bytes.push(byte),
        }
    }
    OsString::from_vec(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn files(rule: &Rule) -> Vec<String> {
        rule.files().map(|file| file.to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_rule_is_read_as_make_reads_it() {
        let text = b"a.o c\\:d: a.c b\\ c.h \\\n d$$e.h /x/y\\#.h\n\nb\\ c.h:\n";
        let rule = Rule::parse(text).unwrap();
        assert_eq!(files(&rule), ["a.c", "b c.h", "d$e.h", "/x/y#.h"]);
        let all = String::from_utf8(rule.text(|_| true, false)).unwrap();
        assert_eq!(all, "a.o c\\:d: a.c b\\ c.h d$$e.h /x/y\\#.h\n");
        let some = String::from_utf8(rule.text(|file| !file.starts_with("/x"), true)).unwrap();
        assert_eq!(some, "a.o c\\:d: a.c b\\ c.h d$$e.h\nb\\ c.h:\nd$$e.h:\n");
        assert_eq!(files(&Rule::parse(b"a.o:").unwrap()), [""; 0]);
        assert_eq!(Rule::parse(b"no rule\n"), None);
    }

    #[test]
    fn a_rule_is_written_as_gcc_writes_it() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("a b.c", "#include \"x#1.h\"\n#include <stdio.h>\n"), ("x#1.h", "")] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        for flags in [&["-M"][..], &["-MM", "-MP"], &["-MM", "-MT", "$(out) $(more)", "-MQ", "a$"]] {
            let output =
                Command::new("gcc").args(flags).arg("a b.c").current_dir(folder.path()).output().unwrap();
            let (text, has_empty_ones) = (&output.stdout, flags.contains(&"-MP"));
            let ours = Rule::parse(text).unwrap().text(|_| true, has_empty_ones);
            assert_eq!(String::from_utf8_lossy(&ours), String::from_utf8_lossy(text), "{flags:?}");
        }
    }
}
