//! How a program is spoiled, so that it must fail.
//!
//! ```text
//! cross: private(t)                 without this text, wherever it stands: each
//!                                   place by itself is a spoiled program
//! cross: #pragma omp barrier        without a directive that begins so
//! cross: schedule(dynamic) => schedule(static)
//!                                   with another text in its place
//! cross all: omp_set_lock(&lock);   at all places at once
//! cross hangs: nowait               the spoiled program waits for ever; others must
//!                                   end, with a status that is not 0
//! cross refused: shared(x)          the C compiler refuses the spoiled program
//! ```

use std::path::PathBuf;

use crate::program::end_of_first_comment;

#[derive(Debug)]
pub struct Crossing {
    text: String,
    instead: String,
    at_once: bool,
    pub failure: Failure,
}

/// How a spoiled program fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    Status,
    Hang,
    /// It does not even compile.
    Refusal,
}

/// A program's files, spoiled.
#[derive(Debug)]
pub struct Spoiled {
    /// What was done, to name it in a message.
    pub how: String,
    pub files: Vec<(PathBuf, String)>,
}

impl Crossing {
    pub fn read(key: &str, value: &str) -> Result<Self, String> {
        let (at_once, failure) = match key {
            "cross" => (false, Failure::Status),
            "cross all" => (true, Failure::Status),
            "cross hangs" => (false, Failure::Hang),
            "cross all hangs" => (true, Failure::Hang),
            "cross refused" => (false, Failure::Refusal),
            _ => return Err(format!("no way to cross: {key}")),
        };
        let (text, instead) = value.split_once("=>").unwrap_or((value, ""));
        let [text, instead] = [text, instead].map(|text| text.trim().to_owned());
        if text.is_empty() {
            Err("nothing to cross".into())
        } else {
            Ok(Self { text, instead, at_once, failure })
        }
    }

    fn is_directive(&self) -> bool {
        self.text.starts_with('#')
    }

    /// The spoiled programs: at least one.
    pub fn apply(&self, files: &[(PathBuf, String)]) -> Result<Vec<Spoiled>, String> {
        let places: Vec<(usize, usize)> = files
            .iter()
            .enumerate()
            .flat_map(|(file, (_, text))| self.places(text).into_iter().map(move |place| (file, place)))
            .collect();
        if places.is_empty() {
            return Err(format!("`{}` is not in the program", self.text));
        }
        let sets: Vec<Vec<(usize, usize)>> =
            if self.at_once { vec![places] } else { places.into_iter().map(|place| vec![place]).collect() };
        Ok(sets.iter().map(|set| self.spoiled(files, set)).collect())
    }

    /// Where the text stands, as a word of its own, behind the first comment.
    fn places(&self, text: &str) -> Vec<usize> {
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let begin = end_of_first_comment(text).unwrap_or(0);
        let found = text[begin..].match_indices(&self.text).map(|(at, _)| begin + at);
        found
            .filter(|&at| {
                let (before, after) = (&text[..at], &text[at + self.text.len()..]);
                let runs_on_before = is_word(before.chars().next_back()) && is_word(self.text.chars().next());
                let runs_on_after = is_word(self.text.chars().next_back()) && is_word(after.chars().next());
                !runs_on_before && (!runs_on_after || self.is_directive())
            })
            .collect()
    }

    fn spoiled(&self, files: &[(PathBuf, String)], places: &[(usize, usize)]) -> Spoiled {
        let mut files = files.to_vec();
        let mut lines = Vec::new();
        for &(file, at) in places.iter().rev() {
            let text = &mut files[file].1;
            let end = if self.is_directive() { end_of_directive(text, at) } else { at + self.text.len() };
            lines.push((text[..at].matches('\n').count() + 1).to_string());
            text.replace_range(at..end, &self.instead);
        }
        lines.reverse();
        let how = match self.instead.as_str() {
            "" => format!("without `{}` in line {}", self.text, lines.join(", ")),
            instead => format!("with `{instead}` for `{}` in line {}", self.text, lines.join(", ")),
        };
        Spoiled { how, files }
    }
}

/// A directive ends with its line, or a later one if that is continued.
fn end_of_directive(text: &str, from: usize) -> usize {
    let mut ends = text[from..].match_indices('\n').map(|(at, _)| from + at);
    ends.find(|&end| !text[..end].ends_with('\\')).unwrap_or(text.len())
}
