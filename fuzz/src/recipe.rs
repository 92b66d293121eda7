//! How a few bytes become a program that is nearly right.
//!
//! A recipe names a program, and then steps that delete, duplicate, swap and
//! insert stretches of tokens, of this program or of another. So one byte that
//! libFuzzer changes makes another program, most of which is still C.

use std::path::Path;
use std::sync::OnceLock;

/// Folders of programs, from this crate's own.
const FOLDERS: &[&str] = &["seeds", "../tests/programs", "../tests/refused", "../examples"];

/// How many bytes a text may come to.
const MAX_TEXT: usize = 64 << 10;

/// The programs, each as its tokens.
fn programs() -> &'static [Vec<Vec<u8>>] {
    static PROGRAMS: OnceLock<Vec<Vec<Vec<u8>>>> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let mut paths: Vec<_> = FOLDERS
            .iter()
            .flat_map(|folder| std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)))
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
            .collect();
        paths.sort();
        let read = paths.iter().filter_map(|path| std::fs::read(path).ok());
        let programs: Vec<_> = read.map(|bytes| tokens(&bytes)).collect();
        assert!(!programs.is_empty(), "there are no programs in {FOLDERS:?}");
        programs
    })
}

/// The words of the dictionary that libFuzzer uses too.
fn words() -> &'static [Vec<u8>] {
    static WORDS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    WORDS.get_or_init(|| include_str!("../c.dict").lines().filter_map(word).collect())
}

/// The word of a line such as `"\"\x0A"`.
fn word(line: &str) -> Option<Vec<u8>> {
    let quoted = line.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut word = Vec::new();
    let mut rest = quoted.as_bytes();
    while let [byte, behind @ ..] = rest {
        rest = behind;
        match (byte, behind) {
            (b'\\', [b'x', high, low, after @ ..]) => {
                let digits = [*high, *low];
                let digits = std::str::from_utf8(&digits).ok()?;
                word.push(u8::from_str_radix(digits, 16).ok()?);
                rest = after;
            }
            (b'\\', [escaped, after @ ..]) => {
                word.push(*escaped);
                rest = after;
            }
            _ => word.push(*byte),
        }
    }
    Some(word)
}

/// Splits a text into names, numbers, blanks, literals and single characters.
fn tokens(text: &[u8]) -> Vec<Vec<u8>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(&first) = rest.first() {
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = if is_name(&first) {
            rest.iter().take_while(|byte| is_name(byte)).count()
        } else if first == b' ' {
            rest.iter().take_while(|byte| **byte == b' ').count()
        } else if first == b'"' {
            let inside = rest[1..].iter().take_while(|byte| !matches!(byte, b'"' | b'\n')).count();
            (inside + 2).min(rest.len())
        } else {
            1
        };
        tokens.push(rest[..length].to_vec());
        rest = &rest[length..];
    }
    tokens
}

/// The bytes of a recipe, which end in zeros.
struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn one(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first)
    }

    fn two(&mut self) -> usize {
        self.one() << 8 | self.one()
    }

    /// A stretch of something so long.
    fn stretch(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.two() % (length + 1);
        // Short ones are more common, and a program's lines have about ten.
        let size = self.one();
        let size = if size < 192 { size % 12 } else { size };
        start..(start + size).min(length)
    }
}

/// Makes the text of a recipe.
pub fn cook(recipe: &[u8]) -> Vec<u8> {
    let (programs, words) = (programs(), words());
    let mut bytes = Bytes(recipe);
    let mut text = programs[bytes.two() % programs.len()].clone();
    while !bytes.0.is_empty() && text.iter().map(Vec::len).sum::<usize>() < MAX_TEXT {
        match bytes.one() % 8 {
            0 => drop(text.drain(bytes.stretch(text.len()))),
            1 => {
                let stretch = bytes.stretch(text.len());
                let copy = text[stretch.clone()].to_vec();
                text.splice(stretch.end..stretch.end, copy);
            }
            2 => {
                let (one, other) = (bytes.stretch(text.len()), bytes.stretch(text.len()));
                let (first, second) = if one.start <= other.start { (one, other) } else { (other, one) };
                if first.end <= second.start {
                    let moved: Vec<_> = text.drain(second.clone()).collect();
                    let replaced: Vec<_> = text.splice(first.clone(), moved).collect();
                    let at = second.start + second.len() - first.len();
                    text.splice(at..at, replaced);
                }
            }
            3 => {
                let other = &programs[bytes.two() % programs.len()];
                let stretch = bytes.stretch(other.len());
                let at = bytes.two() % (text.len() + 1);
                text.splice(at..at, other[stretch].to_vec());
            }
            4 => {
                let at = bytes.two() % (text.len() + 1);
                text.insert(at, words[bytes.two() % words.len()].clone());
            }
            5 => {
                let at = bytes.two() % (text.len() + 1);
                if let Some(token) = text.get_mut(at) {
                    *token = words[bytes.two() % words.len()].clone();
                }
            }
            6 => {
                let (from, to) = (bytes.two(), bytes.two());
                if !text.is_empty() {
                    let (from, to) = (from % text.len(), to % text.len());
                    text[to] = text[from].clone();
                }
            }
            _ => {
                let at = bytes.two() % (text.len() + 1);
                let length = (bytes.one() % 16).min(bytes.0.len());
                text.insert(at, bytes.0[..length].to_vec());
                bytes.0 = &bytes.0[length..];
            }
        }
    }
    text.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_without_steps_is_a_program() {
        assert_eq!(cook(&[]), programs()[0].concat());
        assert_eq!(cook(&[0, 1]), programs()[1].concat());
    }

    #[test]
    fn every_recipe_makes_a_text() {
        let mut state = 1_u32;
        for length in 0..2000 {
            let recipe: Vec<u8> = (0..length % 200)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 24) as u8
                })
                .collect();
            cook(&recipe);
        }
    }

    #[test]
    fn stretches_change_places() {
        let before = programs()[0].concat();
        let after = cook(&[0, 0, 2, 0, 0, 2, 0, 4, 3]);
        let (mut sorted_before, mut sorted_after) = (before.clone(), after.clone());
        sorted_before.sort_unstable();
        sorted_after.sort_unstable();
        assert_eq!(sorted_before, sorted_after);
        assert_ne!(before, after);
    }

    #[test]
    fn words_are_read_from_the_dictionary() {
        assert_eq!(word(r#""a\"\x0A\\""#), Some(b"a\"\n\\".to_vec()));
        assert_eq!(word("# comment"), None);
        assert!(words().len() > 100);
    }
}
