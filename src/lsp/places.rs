//! Places of a source, which is a document's text or has it with headers written into it, as places of files.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use gpump::Source;
use lsp_types::{Location, Position, Uri};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::text::{Encoding, Text};

/// A source, and the document that it was made of.
#[derive(Clone, Copy)]
pub struct Places<'p> {
    pub source: &'p Source,
    pub text: &'p Text,
    pub uri: &'p Uri,
    pub encoding: Encoding,
}

impl Places<'_> {
    /// Where a span is in the document; `None` if it is in a header.
    pub fn range(&self, span: &Range<usize>) -> Option<lsp_types::Range> {
        let is_own = self.source.file_at(span.start) == self.source.name();
        is_own.then(|| match self.is_plain() {
            true => self.text.range(span, self.encoding),
            false => {
                lsp_types::Range::new(self.position(span.start), self.position(span.end.max(span.start)))
            }
        })
    }

    /// Where a span is, in whichever file.
    pub fn location(&self, span: &Range<usize>) -> Option<Location> {
        if let Some(range) = self.range(span) {
            return Some(Location::new(self.uri.clone(), range));
        }
        let uri = uri_of(&std::path::absolute(self.source.file_at(span.start)).ok()?)?;
        Some(Location::new(uri, lsp_types::Range::new(self.position(span.start), self.position(span.end))))
    }

    /// Where a byte of the document is in the source. Where the source says something else than the line did, there is none.
    pub fn in_source(&self, offset: usize) -> Option<usize> {
        if self.is_plain() {
            return Some(offset);
        }
        let before = &self.text.as_str()[..offset];
        let (number, column) =
            (before.matches('\n').count() + 1, offset - before.rfind('\n').map_or(0, |end| end + 1));
        let line = self.text.as_str().lines().nth(number - 1)?;
        let mut start = 0;
        self.source.text().split_inclusive('\n').find_map(|text| {
            let at = start;
            start += text.len();
            let is_it =
                self.source.file_at(at) == self.source.name() && self.source.position(at).line == number;
            (is_it && text.trim_end_matches(['\n', '\r']) == line).then_some(at + column)
        })
    }

    /// Whether the source is the document's text.
    fn is_plain(&self) -> bool {
        self.source.stretches().iter().next().is_none()
    }

    fn position(&self, offset: usize) -> Position {
        let text = self.source.text();
        let offset = text.floor_char_boundary(offset);
        let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
        let line = self.source.position(offset).line.saturating_sub(1);
        Position::new(line as u32, self.encoding.length(&text[start..offset]))
    }
}

/// What a path has in a URI as it is: unreserved characters (RFC 3986, section 2.3), and what separates its parts.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The URI of a file.
pub fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?;
    Uri::from_str(&format!("file://{}", utf8_percent_encode(path, ESCAPED))).ok()
}

/// The file of a URI, if it is one.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let path = path.strip_prefix("localhost").unwrap_or(path);
    let path = path.split(['?', '#']).next()?;
    Some(PathBuf::from(percent_decode_str(path).decode_utf8().ok()?.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back() {
        for (path, uri) in [("/a/b-c_d.c", "file:///a/b-c_d.c"), ("/é #?%/c", "file:///%C3%A9%20%23%3F%25/c")]
        {
            assert_eq!(uri_of(Path::new(path)).unwrap().as_str(), uri);
            assert_eq!(path_of(uri), Some(path.into()));
        }
        assert_eq!(path_of("file://localhost/a"), Some("/a".into()));
        assert_eq!(path_of("untitled:Untitled-1"), None);
    }
}
