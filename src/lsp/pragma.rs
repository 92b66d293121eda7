//! The line of a pragma that a place is in.

use std::ops::Range;

use gpump::syntax::directives;

/// A pragma of OpenMP or gpump: its text with the lines that a backslash joins to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pragma {
    /// From the `#` to the end of its line.
    pub span: Range<usize>,
    /// Whether it is gpump's own.
    pub is_own: bool,
    /// Where the words behind `omp` begin.
    pub words: usize,
}

/// The pragma that a byte of a text is in, behind its `#pragma omp`.
pub fn pragma_at(text: &str, offset: usize) -> Option<Pragma> {
    let (start, end) = line_at(text, offset)?;
    let line = &text[start..end];
    let hash = line.len() - line.trim_start().len();
    let behind = directives::pragma(line)?;
    let family = ["omp", "gpump"].into_iter().find(|family| {
        let rest = behind.strip_prefix(family);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })?;
    let words = end - behind.len() + family.len();
    Some(Pragma { span: start + hash..end, is_own: family == "gpump", words })
}

/// A line with those before and behind it that backslashes join.
fn line_at(text: &str, offset: usize) -> Option<(usize, usize)> {
    let is_joined = |end: usize| text[..end].trim_end_matches('\r').ends_with('\\');
    let start_of = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end_of = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end);
    text.get(..offset)?;
    let (mut start, mut end) = (start_of(offset), end_of(offset));
    while start > 0 && is_joined(start - 1) {
        start = start_of(start - 1);
    }
    while end < text.len() && is_joined(end) {
        end = end_of(end + 1);
    }
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pragmas_go_on_behind_backslashes() {
        let text = "x;\n  # pragma omp parallel \\\r\n  private(x)\ny;\n#pragma omp_x\n#pragma gpump a";
        let first = pragma_at(text, text.find("private").unwrap()).unwrap();
        assert_eq!(&text[first.span.clone()], "# pragma omp parallel \\\r\n  private(x)");
        assert_eq!(&text[first.words..first.words + 9], " parallel");
        assert_eq!(pragma_at(text, 5), Some(first));
        for no_pragma in ["x;", "y;", "omp_x"] {
            assert_eq!(pragma_at(text, text.find(no_pragma).unwrap()), None);
        }
        assert!(pragma_at(text, text.len()).unwrap().is_own);
    }
}
