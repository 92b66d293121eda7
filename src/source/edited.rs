//! A source with stretches of its text replaced, each by one of as many lines, and the way back to the places of the original.

use std::ops::Range;

use super::{Source, Stretch, Stretches};

/// A text that goes to where another was.
#[derive(Clone, Debug)]
pub struct Edit {
    pub range: Range<usize>,
    pub text: String,
}

impl Edit {
    /// The replacement of a stretch of a text, with as many lines as that has.
    pub fn of_lines(text: &str, range: Range<usize>, mut by: String) -> Edit {
        let lines = |text: &str| text.matches('\n').count();
        let missing = lines(&text[range.clone()]).saturating_sub(lines(&by));
        by.extend(std::iter::repeat_n('\n', missing));
        Edit { range, text: by }
    }
}

/// A source that was made of another.
pub struct Edited {
    pub source: Source,
    edits: Vec<Edit>,
}

impl Edited {
    /// Replaces stretches, which are in order, and apart.
    pub fn new(original: &Source, edits: Vec<Edit>) -> Edited {
        let mut text = String::new();
        let mut stretches = Vec::new();
        let mut at = 0;
        let mut rest = original.stretches.iter().peekable();
        for (range, by) in edits
            .iter()
            .map(|edit| (edit.range.clone(), edit.text.as_str()))
            .chain([(original.text.len()..original.text.len(), "")])
        {
            while let Some(stretch) = rest.next_if(|stretch| stretch.start < range.end.max(1)) {
                let start = text.len() + stretch.start.saturating_sub(at);
                stretches.push(Stretch { start, ..stretch.clone() });
            }
            text.push_str(&original.text[at..range.start]);
            text.push_str(by);
            at = range.end;
        }
        let once = original.once.clone();
        let source = Source { once, ..Source::of(original.name.clone(), text, Stretches(stretches)) };
        Edited { source, edits }
    }

    /// The place in the original of one in the source.
    pub fn original(&self, span: &Range<usize>) -> Range<usize> {
        let first = self.of_byte(span.start);
        let last = if span.is_empty() { first.start..first.start } else { self.of_byte(span.end - 1) };
        first.start..last.end
    }

    /// What a byte was, or the stretch that it replaces.
    fn of_byte(&self, offset: usize) -> Range<usize> {
        let (mut here, mut there) = (0, 0);
        for Edit { range, text } in &self.edits {
            let start = here + (range.start - there);
            if offset < start {
                break;
            }
            (here, there) = (start + text.len(), range.end);
            if offset < here {
                return range.clone();
            }
        }
        let byte = there + (offset - here);
        byte..byte + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back() {
        let source = Source::new("t.c", b"one\ntwo\nthree\n");
        let edits = vec![
            Edit::of_lines(source.text(), 0..3, "1".to_owned()),
            Edit::of_lines(source.text(), 4..13, "two and three".to_owned()),
        ];
        let edited = Edited::new(&source, edits);
        assert_eq!(edited.source.text(), "1\ntwo and three\n\n");
        assert_eq!(edited.original(&(0..1)), 0..3);
        assert_eq!(edited.original(&(1..2)), 3..4);
        assert_eq!(edited.original(&(6..9)), 4..13);
        assert_eq!(edited.original(&(16..17)), 13..14);
    }
}
