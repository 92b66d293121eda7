//! How differences look: colours, and what a terminal must not get.

use std::ops::Range;

use super::tokens::Text;

/// For whom differences are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    /// Whether to write the control sequences that colour a terminal's text.
    pub color: bool,
    /// Whether it goes to a terminal: control characters of the files are then written out, `^[`, since they
    /// would be obeyed.
    pub terminal: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    /// The names of the files.
    Header,
    /// Where a hunk stands.
    Place,
    Removed,
    Added,
    /// The tokens of a removed line that are gone.
    RemovedToken,
    AddedToken,
    Moved,
}

impl Style {
    fn sequence(self) -> &'static str {
        match self {
            Style::Plain => "",
            Style::Header => "\x1b[1m",
            Style::Place => "\x1b[36m",
            Style::Removed => "\x1b[31m",
            Style::Added => "\x1b[32m",
            Style::RemovedToken => "\x1b[1;7;31m",
            Style::AddedToken => "\x1b[1;7;32m",
            Style::Moved => "\x1b[1;35m",
        }
    }
}

/// What is written, with its colours.
#[derive(Debug, Default)]
pub struct Painter {
    pub out: Vec<u8>,
    appearance: Appearance,
}

impl Painter {
    pub fn new(appearance: Appearance) -> Self {
        Painter { out: Vec::new(), appearance }
    }

    /// Writes some bytes of a file, or words of our own.
    pub fn paint(&mut self, style: Style, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        if bytes.is_empty() {
            return;
        }
        let sequence = if self.appearance.color { style.sequence() } else { "" };
        self.out.extend_from_slice(sequence.as_bytes());
        if self.appearance.terminal {
            self.harmless(bytes);
        } else {
            self.out.extend_from_slice(bytes);
        }
        if !sequence.is_empty() {
            self.out.extend_from_slice(b"\x1b[0m");
        }
    }

    /// Writes a whole line.
    pub fn line(&mut self, style: Style, bytes: impl AsRef<[u8]>) {
        self.paint(style, bytes);
        self.line_end();
    }

    pub fn line_end(&mut self) {
        self.out.push(b'\n');
    }

    fn harmless(&mut self, bytes: &[u8]) {
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                match written_out(c) {
                    Some(written) => self.out.extend_from_slice(written.as_bytes()),
                    None => self.out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                }
            }
            for byte in chunk.invalid() {
                self.out.extend_from_slice(format!("<{byte:02X}>").as_bytes());
            }
        }
    }

    /// The bytes of a line without its end. A carriage return in front of that is not shown on a terminal.
    pub fn shown_span(&self, text: &Text, line: usize) -> Range<usize> {
        let mut span = text.line_span(line);
        let bytes = text.bytes();
        span.end -= usize::from(bytes[span.clone()].ends_with(b"\n"));
        span.end -= usize::from(self.appearance.terminal && bytes[span.clone()].ends_with(b"\r"));
        span
    }
}

/// What is shown of a character that a terminal obeys, or that turns around what stands behind it.
pub fn written_out(c: char) -> Option<String> {
    match c {
        '\t' => None,
        '\0'..='\x1f' | '\x7f' => Some(format!("^{}", char::from(c as u8 ^ b'@'))),
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
            Some(format!("<U+{:04X}>", u32::from(c)))
        }
        _ => c.is_control().then(|| format!("<U+{:04X}>", u32::from(c))),
    }
}
