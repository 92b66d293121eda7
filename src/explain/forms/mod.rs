//! Parts of an explanation for a terminal: one file a form. Each is made of the same data as the JSON, which has more.

mod regions;
mod rewrites;
mod symbols;
mod table;
mod tokens;
mod tree;

use anstyle::{AnsiColor, Style};
use serde_json::Value;

use super::model::{Dialect, Explanation, Span, Token};

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Tokens,
    Tree,
    Symbols,
    Regions,
    Rewrites,
}

impl Form {
    /// Its name, as the JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Form::Tokens => "tokens",
            Form::Tree => "tree",
            Form::Symbols => "symbols",
            Form::Regions => "regions",
            Form::Rewrites => "rewrites",
        }
    }

    /// The members of an explanation that it shows.
    fn members(self) -> &'static [&'static str] {
        match self {
            Form::Tokens => &["token_kinds", "channels", "tokens", "macros"],
            Form::Tree => &["token_kinds", "channels", "tokens", "rule_names", "tree", "rules"],
            Form::Symbols => &["scopes", "macros"],
            Form::Regions => &["dialects", "comparison"],
            Form::Rewrites => &["sentences", "dialects"],
        }
    }

    /// The members of a dialect that it shows.
    fn members_of_dialect(self) -> &'static [&'static str] {
        match self {
            Form::Regions => &["outputs", "regions", "warnings"],
            _ => &["outputs", "steps", "operations"],
        }
    }
}

/// How a form looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether to write the control sequences that colour a terminal's text.
    pub color: bool,
    /// How many columns a line may have.
    pub width: usize,
}

/// A form as text, each line with its end.
pub fn show(explanation: &Explanation, form: Form, look: Look) -> String {
    let paper = Paper::new(explanation, look);
    match form {
        Form::Tokens => tokens::show(&paper),
        Form::Tree => tree::show(&paper),
        Form::Symbols => symbols::show(&paper),
        Form::Regions => regions::show(&paper),
        Form::Rewrites => rewrites::show(&paper),
    }
}

/// The part of the JSON that a form shows, on one line, without a newline at its end.
pub fn json(explanation: &Explanation, form: Form) -> String {
    let mut whole = serde_json::to_value(explanation).unwrap_or_default();
    let Value::Object(members) = &mut whole else { return String::new() };
    let general = ["format", "version", "generator", "file", "source"];
    members.retain(|name, _| general.contains(&name.as_str()) || form.members().contains(&name.as_str()));
    members.insert("form".to_owned(), form.name().into());
    if let Some(Value::Object(dialects)) = members.get_mut("dialects") {
        for (_, dialect) in dialects.iter_mut() {
            let Value::Object(members) = dialect else { continue };
            let kept = form.members_of_dialect();
            members.retain(|name, _| name == "refused" || kept.contains(&name.as_str()));
        }
    }
    whole.to_string()
}

/// What the forms are written with.
struct Paper<'e> {
    explanation: &'e Explanation,
    look: Look,
    line_starts: Vec<usize>,
}

const HEADING: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const NAME: Style = AnsiColor::Cyan.on_default();
const RULE: Style = AnsiColor::Green.on_default();
const TEXT: Style = AnsiColor::Yellow.on_default();
const PLAIN: Style = Style::new();

impl<'e> Paper<'e> {
    fn new(explanation: &'e Explanation, look: Look) -> Self {
        let ends = explanation.source.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Paper { explanation, look, line_starts }
    }

    /// A text in a style.
    fn paint(&self, style: Style, text: &str) -> String {
        if !self.look.color || style == PLAIN || text.is_empty() {
            return text.to_owned();
        }
        format!("{style}{text}{style:#}")
    }

    /// The line of a byte of the source, from 1.
    fn line(&self, byte: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= byte)
    }

    /// The line and the column of a byte, from 1; columns are characters.
    fn place(&self, byte: usize) -> String {
        let line = self.line(byte);
        let start = self.line_starts[line - 1];
        let column = self.explanation.source.get(start..byte).map_or(0, |before| before.chars().count());
        format!("{line}:{}", column + 1)
    }

    /// The text of a token.
    fn text(&self, token: &'e Token) -> &'e str {
        token.made.as_ref().map_or_else(|| self.source(token.source), |(_, text)| text)
    }

    /// The source's text of a span.
    fn source(&self, span: Span) -> &'e str {
        self.explanation.source.get(span[0]..span[1]).unwrap_or_default()
    }

    /// The dialects that were asked for, by name.
    fn dialects(&self) -> impl Iterator<Item = (&'static str, &'e Dialect)> {
        let dialects = &self.explanation.dialects;
        [("cuda", &dialects.cuda), ("thesis", &dialects.thesis)]
            .into_iter()
            .filter_map(|(name, dialect)| Some((name, dialect.as_ref()?)))
    }

    /// What is said of a dialect that refuses the file.
    fn refusal(&self, name: &str, dialect: &Dialect) -> Option<String> {
        let Dialect::Refused { refused } = dialect else { return None };
        let mut text = self.paint(HEADING, &format!("dialect {name}: refused"));
        text.push('\n');
        for message in refused {
            let place = format!("{}:{}", message.line, message.column);
            text.push_str(&format!("  {place}  {} [{}]\n", message.message, message.code));
        }
        Some(text)
    }
}

/// A text that shows what cannot be seen, in one line of no more than so many characters.
fn visible(text: &str, longest: usize) -> String {
    let mut shown = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == longest {
            shown.push('…');
            break;
        }
        match c {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            c if c >= '\u{F0000}' => shown.push(char::REPLACEMENT_CHARACTER),
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

/// Several words as one text that reads on in a line: blanks and line ends are one blank.
fn flowing(text: &str, longest: usize) -> String {
    visible(&text.split_whitespace().collect::<Vec<_>>().join(" "), longest)
}

#[cfg(test)]
mod tests {
    use super::{flowing, visible};

    #[test]
    fn what_cannot_be_seen_is_shown() {
        assert_eq!(visible("a\r\n\tb\u{1b}\u{10FEE9}", 99), "a\\r\\n\\tb\\u{1b}\u{FFFD}");
        assert_eq!(visible("abcdef", 3), "abc…");
        assert_eq!(flowing(" a\n   b ", 9), "a b");
    }
}
