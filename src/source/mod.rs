//! The text that a translation starts from, and the places in it.
//!
//! C source is bytes in an encoding that nobody declared: a comment in
//! Latin-1 is as legal as one in UTF-8. Everything above this room works on
//! `str`, so the bytes that are not UTF-8 are carried through as characters
//! of a private plane, one for each byte, and turned back when the output is
//! written. The mapping is exact in both directions: a text that is not
//! touched leaves as the bytes it came in with.

pub mod language;
pub mod quoted;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// The characters that stand for single bytes: `ESCAPE_BASE + byte`, in the
/// last private plane of Unicode. Characters of this range that a file really
/// holds are escaped byte by byte as well, which keeps the mapping exact.
const ESCAPE_BASE: u32 = 0x10_FE00;

/// What each of them begins with in UTF-8. Most texts have no such byte.
const ESCAPE_FIRST_BYTE: u8 = 0xf4;

/// The character for a byte. Those for ASCII, which needs none, occur in no decoded text.
pub(crate) fn escape(byte: u8) -> char {
    char::from_u32(ESCAPE_BASE + u32::from(byte)).expect("the base lies in a plane of valid scalars")
}

pub(crate) fn unescape(c: char) -> Option<u8> {
    u32::from(c).checked_sub(ESCAPE_BASE).and_then(|byte| u8::try_from(byte).ok())
}

/// The blanks that the line of a byte begins with.
pub(crate) fn indentation(text: &str, at: usize) -> &str {
    let line = &text[text[..at].rfind('\n').map_or(0, |before| before + 1)..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Turns the bytes of a file into text, any bytes at all.
///
/// [`encode`] is its inverse: `encode(&decode(bytes)) == bytes`.
pub fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid();
        if !valid.as_bytes().contains(&ESCAPE_FIRST_BYTE) {
            text.push_str(valid);
        } else {
            for c in valid.chars() {
                if unescape(c).is_some() {
                    text.extend(c.encode_utf8(&mut [0; 4]).bytes().map(escape));
                } else {
                    text.push(c);
                }
            }
        }
        text.extend(chunk.invalid().iter().copied().map(escape));
    }
    text
}

/// Turns text that came from [`decode`], or that was put together with such
/// text, into the bytes of a file.
pub fn encode(text: &str) -> Vec<u8> {
    if !text.as_bytes().contains(&ESCAPE_FIRST_BYTE) {
        return text.as_bytes().to_vec();
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match unescape(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// A place in a text as people count: lines and columns from 1, columns in
/// characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

/// One source file: its name, its text, and where its lines begin.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
    stretches: Stretches,
    /// What of the headers in its text is to be read once, by what [`Headers::identity`](crate::preprocessor::Headers::identity) says.
    once: Vec<PathBuf>,
}

/// A text that goes to where a line of a source was.
pub struct Insertion {
    pub range: Range<usize>,
    pub before: String,
    pub file: String,
    pub text: String,
    pub after: String,
}

/// Which files a text is from, if it is not all from one ([`with_headers_written_in`](crate::preprocessor::inclusion)).
#[derive(Clone, Debug, Default)]
pub struct Stretches(Vec<Stretch>);

/// The text from here up to the next stretch is from one file.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The byte of the text that it begins at.
    pub start: usize,
    pub file: Arc<str>,
    /// The number that its first line has in that file.
    pub line: usize,
}

impl Stretches {
    pub fn iter(&self) -> std::slice::Iter<'_, Stretch> {
        self.0.iter()
    }

    /// The stretch that a byte of the text is in; `None` where all is from the source's own file.
    pub fn at(&self, offset: usize) -> Option<&Stretch> {
        let after = self.0.partition_point(|stretch| stretch.start <= offset);
        self.0.get(after.checked_sub(1)?)
    }
}

impl Source {
    /// A source with the bytes of a file. `name` is what messages call it.
    pub fn new(name: impl Into<String>, bytes: &[u8]) -> Self {
        Self::of(name.into(), decode(bytes), Stretches::default())
    }

    fn of(name: String, text: String, stretches: Stretches) -> Self {
        let line_starts = std::iter::once(0)
            .chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1))
            .collect();
        Source { name, text, line_starts, stretches, once: Vec::new() }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text; spans in diagnostics are byte ranges of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The file that a byte offset of [`Source::text`] is from.
    pub fn file_at(&self, offset: usize) -> &str {
        self.stretches.at(offset).map_or(&self.name, |stretch| &stretch.file)
    }

    pub fn once(&self) -> &[PathBuf] {
        &self.once
    }

    /// The source with other files' texts in it. The ranges are in order, and apart. `once` is what of all of them is to be read
    /// once.
    pub fn with(&self, insertions: Vec<Insertion>, once: Vec<PathBuf>) -> Source {
        let mut text = String::new();
        let mut stretches = vec![Stretch { start: 0, file: self.name.as_str().into(), line: 1 }];
        let mut at = 0;
        let copy = |range: Range<usize>, text: &mut String, stretches: &mut Vec<Stretch>| {
            for stretch in self.stretches.0.iter().filter(|stretch| range.contains(&stretch.start)) {
                let start = text.len() + (stretch.start - range.start);
                stretches.push(Stretch { start, ..stretch.clone() });
            }
            text.push_str(&self.text[range]);
        };
        for insertion in insertions {
            copy(at..insertion.range.start, &mut text, &mut stretches);
            at = insertion.range.end;
            text.push_str(&insertion.before);
            stretches.push(Stretch { start: text.len(), file: insertion.file.into(), line: 1 });
            text.push_str(&insertion.text);
            let file: Arc<str> = self.file_at(at).into();
            stretches.push(Stretch { start: text.len(), file, line: self.position(at).line });
            text.push_str(&insertion.after);
        }
        copy(at..self.text.len(), &mut text, &mut stretches);
        Source { once, ..Source::of(self.name.clone(), text, Stretches(stretches)) }
    }

    /// The source with another text. `lines` has each of its lines with the byte of the old text that it is from.
    pub fn with_text(&self, text: String, lines: &[(usize, usize)]) -> Source {
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut next = 0;
        for &(start, old) in lines {
            let (file, line) = (self.file_at(old), self.position(old).line);
            next += 1;
            if line != next || stretches.last().is_none_or(|last| *last.file != *file) {
                stretches.push(Stretch { start, file: file.into(), line });
            }
            next = line;
        }
        Source { once: self.once.clone(), ..Source::of(self.name.clone(), text, Stretches(stretches)) }
    }

    /// The source with blanks in place of some of its text, so that all else stays where it is.
    pub(crate) fn with_blanks(&self, spans: &[Range<usize>]) -> Source {
        let mut text = self.text.clone();
        for span in spans {
            let blank =
                |c: char| if matches!(c, '\n' | '\r') { c.to_string() } else { " ".repeat(c.len_utf8()) };
            let blanks: String = self.text[span.clone()].chars().map(blank).collect();
            text.replace_range(span.clone(), &blanks);
        }
        Source { once: self.once.clone(), ..Source::of(self.name.clone(), text, self.stretches.clone()) }
    }

    pub fn stretches(&self) -> &Stretches {
        &self.stretches
    }

    /// The position of a byte offset of [`Source::text`] in its file
    /// ([`Source::file_at`]); an offset past the end is the end, one inside a
    /// character is that character.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line_of = |offset: usize| self.line_starts.partition_point(|&start| start <= offset) - 1;
        let line = line_of(offset);
        let column = self.text[self.line_starts[line]..offset].chars().count();
        let line = match self.stretches.at(offset) {
            Some(stretch) => stretch.line + (line - line_of(stretch.start)),
            None => line + 1,
        };
        Position { line, column: column + 1 }
    }

    /// The text of a line (counted from 1) without its line end, or an empty
    /// text past the last.
    pub fn line(&self, line: usize) -> &str {
        let range = self.line_range(line);
        self.text[range].trim_end_matches(['\n', '\r'])
    }

    /// The text of a line of the source's own file, by its number there, without the blanks around it; `None` where it has no such line.
    pub fn span_of_line(&self, number: usize) -> Option<Range<usize>> {
        let is_meant = |range: &Range<usize>| {
            self.position(range.start).line == number && *self.file_at(range.start) == self.name
        };
        let line = (1..=self.line_starts.len()).map(|line| self.line_range(line)).find(is_meant)?;
        let text = &self.text[line.clone()];
        let start = line.start + (text.len() - text.trim_start().len());
        Some(start..start + text.trim().len())
    }

    /// The bytes of a line (counted from 1) with its line end.
    pub fn line_range(&self, line: usize) -> Range<usize> {
        let end = self.text.len();
        let start_of = |n: usize| self.line_starts.get(n).copied().unwrap_or(end);
        start_of(line.saturating_sub(1))..start_of(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_bytes_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert_eq!(encode(&decode(&bytes)), bytes);
        }

        #[test]
        fn any_text_comes_back(text in "\\PC*") {
            prop_assert_eq!(encode(&decode(text.as_bytes())), text.as_bytes());
        }
    }

    #[test]
    fn characters_of_the_escape_range_come_back() {
        let bytes = "\u{10FE41}\u{10FEFF}".as_bytes();
        assert_eq!(encode(&decode(bytes)), bytes);
    }

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let source = Source::new("t.c", "é = 1;\r\nx".as_bytes());
        assert_eq!(source.position(0), Position { line: 1, column: 1 });
        assert_eq!(source.position(3), Position { line: 1, column: 3 });
        assert_eq!(source.position(9), Position { line: 2, column: 1 });
        assert_eq!(source.position(99), Position { line: 2, column: 2 });
        assert_eq!(source.line(1), "é = 1;");
        assert_eq!(source.line(2), "x");
        assert_eq!(source.line(3), "");
    }
}
