//! Small changes of text that an output took over from its source, as someone makes them who hopes that
//! nobody sees it.

/// What is done to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tampering {
    /// A blank is removed from a line, or put into it, where that makes no other token.
    RemoveBlank,
    AddBlank,
    /// The indentation becomes a tab, or grows by one.
    Tab,
    Indent,
    TrailingBlank,
    CarriageReturn,
    /// Two lines become one.
    JoinLines,
    /// An empty line is added.
    EmptyLine,
    /// A letter of a comment is changed.
    Comment,
    /// A line goes behind the next one.
    MoveLine,
    RemoveLine,
}

pub const ALL: [Tampering; 11] = [
    Tampering::RemoveBlank,
    Tampering::AddBlank,
    Tampering::Tab,
    Tampering::Indent,
    Tampering::TrailingBlank,
    Tampering::CarriageReturn,
    Tampering::JoinLines,
    Tampering::EmptyLine,
    Tampering::Comment,
    Tampering::MoveLine,
    Tampering::RemoveLine,
];

/// The lines of an output that stand so in its source, and are more than brackets.
pub fn taken_lines(source: &str, output: &str) -> Vec<usize> {
    let of_source: std::collections::HashSet<&str> = source.lines().collect();
    let says_something = |line: &str| line.chars().filter(|c| c.is_alphanumeric()).count() >= 6;
    output
        .lines()
        .enumerate()
        .filter(|(_, line)| of_source.contains(line) && says_something(line))
        .map(|(index, _)| index)
        .collect()
}

/// The output with a line tampered with, if that can be done to it.
pub fn tamper(output: &str, line: usize, how: Tampering) -> Option<String> {
    let mut lines: Vec<String> = output.split_inclusive('\n').map(str::to_owned).collect();
    let text = lines[line].clone();
    let body = text.trim_end_matches('\n');
    let indent = body.len() - body.trim_start().len();
    let is_directive = body.trim_start().starts_with('#') || body.ends_with('\\');
    let changed = match how {
        Tampering::RemoveBlank => {
            let at = blank_between_tokens(body, indent)?;
            format!("{}{}\n", &body[..at], &body[at + 1..])
        }
        Tampering::AddBlank => {
            let at = body[indent..].find([',', ';', '('])? + indent;
            (!in_text(body, at)).then(|| format!("{} {}\n", &body[..at], &body[at..]))?
        }
        Tampering::Tab => (indent >= 4 && body.starts_with("    ")).then(|| format!("\t{}\n", &body[4..]))?,
        Tampering::Indent => format!(" {body}\n"),
        Tampering::TrailingBlank => (!body.ends_with('\\')).then(|| format!("{body} \n"))?,
        Tampering::CarriageReturn => (!body.ends_with('\r')).then(|| format!("{body}\r\n"))?,
        Tampering::JoinLines => (!is_directive
            && !in_text(body, body.len())
            && line + 1 < lines.len()
            && !lines[line + 1].trim_start().starts_with('#'))
        .then(|| format!("{body} "))?,
        Tampering::EmptyLine => (!body.ends_with('\\')).then(|| format!("{text}\n"))?,
        Tampering::Comment => {
            let start = body.find("/*").or_else(|| body.find("//"))? + 2;
            let letter = body[start..].find(|c: char| c.is_ascii_lowercase())? + start;
            format!("{}X{}\n", &body[..letter], &body[letter + 1..])
        }
        Tampering::MoveLine => {
            let next = lines.get(line + 1).filter(|next| **next != text && !next.trim().is_empty())?.clone();
            (next.ends_with('\n') && text.ends_with('\n')).then_some(())?;
            lines[line + 1] = String::new();
            format!("{next}{text}")
        }
        Tampering::RemoveLine => String::new(),
    };
    lines[line] = changed;
    let tampered = lines.concat();
    (tampered != output).then_some(tampered)
}

/// A single blank with something else than a letter on one side.
fn blank_between_tokens(body: &str, from: usize) -> Option<usize> {
    let bytes = body.as_bytes();
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'"' || byte == b'\'';
    (from.max(1)..bytes.len().saturating_sub(1)).find(|&at| {
        bytes[at] == b' '
            && (is_letter(bytes[at - 1]) != is_letter(bytes[at + 1]))
            && bytes[at - 1] != b' '
            && bytes[at + 1] != b' '
            && !in_text(body, at)
            && !body.trim_start().starts_with('#')
    })
}

/// Whether a place in a line may be in a string or a comment.
fn in_text(body: &str, at: usize) -> bool {
    body[..at].contains(['"', '\''])
        || body[..at].contains("//")
        || body[..at].contains("/*")
        || body.trim_start().starts_with('*')
}
