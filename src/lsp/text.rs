//! A text, and the places in it as a client counts them.
//!
//! A client counts lines, which `\n`, `\r\n` and `\r` end, and in a line bytes, units of UTF-16 or characters, as has been agreed on.
//! gpump counts bytes of the text.

use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind, TextDocumentContentChangeEvent};

/// What the columns of a client count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// The one to agree on, of those that a client offers: bytes where it can have them, and UTF-16 where it says nothing.
    pub fn of(offered: Option<&[PositionEncodingKind]>) -> Self {
        let offers = |kind| offered.is_some_and(|offered| offered.contains(&kind));
        match () {
            () if offers(PositionEncodingKind::UTF8) => Encoding::Utf8,
            () if offers(PositionEncodingKind::UTF32) && !offers(PositionEncodingKind::UTF16) => {
                Encoding::Utf32
            }
            () => Encoding::Utf16,
        }
    }

    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn units(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }

    /// How long a piece of a line is.
    pub fn length(self, text: &str) -> u32 {
        text.chars().map(|c| self.units(c)).sum::<usize>() as u32
    }
}

/// A text with the beginnings of its lines.
#[derive(Clone, Debug, Default)]
pub struct Text {
    text: String,
    starts: Vec<usize>,
}

impl Text {
    /// A client's text. Characters that stand for bytes in gpump's texts become others of the same length.
    pub fn new(text: &str) -> Self {
        let text = text.replace(|c| c >= '\u{10FE00}', "\u{10FDFF}");
        let mut starts = vec![0];
        for at in memchr::memchr2_iter(b'\n', b'\r', text.as_bytes()) {
            if text.as_bytes()[at] == b'\n' || text.as_bytes().get(at + 1) != Some(&b'\n') {
                starts.push(at + 1);
            }
        }
        Text { text, starts }
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The byte at a place; of one behind a line's end, the line's end, and of one inside a character, its first.
    pub fn offset(&self, place: Position, encoding: Encoding) -> usize {
        let Some(&start) = self.starts.get(place.line as usize) else { return self.text.len() };
        let mut left = place.character as usize;
        for (at, c) in self.text[start..].char_indices() {
            if left < encoding.units(c) || matches!(c, '\n' | '\r') {
                return start + at;
            }
            left -= encoding.units(c);
        }
        self.text.len()
    }

    /// The place of a byte.
    pub fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        Position::new(line as u32, encoding.length(&self.text[self.starts[line]..offset]))
    }

    pub fn range(&self, span: &Range<usize>, encoding: Encoding) -> lsp_types::Range {
        let end = span.end.max(span.start);
        lsp_types::Range::new(self.position(span.start, encoding), self.position(end, encoding))
    }

    /// The text behind a client's change: of a part of it, or of all.
    pub fn changed(&self, change: &TextDocumentContentChangeEvent, encoding: Encoding) -> Text {
        let Some(range) = change.range else { return Text::new(&change.text) };
        let start = self.offset(range.start, encoding);
        let end = self.offset(range.end, encoding).max(start);
        Text::new(&[&self.text[..start], &change.text, &self.text[end..]].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn change(from: (u32, u32), to: (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        let range = lsp_types::Range::new(Position::new(from.0, from.1), Position::new(to.0, to.1));
        TextDocumentContentChangeEvent { range: Some(range), range_length: None, text: text.to_owned() }
    }

    #[test]
    fn columns_are_counted_as_agreed() {
        let text = Text::new("a é𝄞b\r\nc\rd\n");
        let place = |line, character| Position::new(line, character);
        for (encoding, column) in [(Encoding::Utf8, 8), (Encoding::Utf16, 5), (Encoding::Utf32, 4)] {
            assert_eq!(text.position(8, encoding), place(0, column));
            assert_eq!(text.offset(place(0, column), encoding), 8);
            assert_eq!(text.offset(place(0, 99), encoding), 9);
            assert_eq!(text.offset(place(1, 0), encoding), 11);
            assert_eq!(text.position(13, encoding), place(2, 0));
            assert_eq!(text.offset(place(9, 0), encoding), text.as_str().len());
        }
        // Inside of a character.
        assert_eq!(text.offset(place(0, 4), Encoding::Utf16), 4);
    }

    #[test]
    fn changes_follow_one_another() {
        let encoding = Encoding::Utf16;
        let text = Text::new("int 𝄞 = 1;\nint b;\n");
        let text = text.changed(&change((0, 6), (0, 6), "x"), encoding);
        assert_eq!(text.as_str(), "int 𝄞x = 1;\nint b;\n");
        let text = text.changed(&change((0, 12), (1, 0), ""), encoding);
        assert_eq!(text.as_str(), "int 𝄞x = 1;int b;\n");
        let text = text.changed(&change((0, 0), (7, 0), "\u{10FE41}\n"), encoding);
        assert_eq!(text.as_str(), "\u{10FDFF}\n");
    }

    proptest! {
        #[test]
        fn places_and_bytes_are_the_same(text in "[a-c\u{e9}\u{1D11E}\r\n]{0,40}") {
            let text = Text::new(&text);
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                for (offset, c) in text.as_str().char_indices() {
                    // Between the two characters of a line's end is no place.
                    if c != '\n' || !text.as_str()[..offset].ends_with('\r') {
                        prop_assert_eq!(text.offset(text.position(offset, encoding), encoding), offset);
                    }
                }
            }
        }
    }
}
