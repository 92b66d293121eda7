//! Words of a PTX text (PTX ISA 4.1 to 4.5).

use super::Error;

/// A word of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token<'a> {
    /// A name, a directive, an opcode with its modifiers, or a register.
    Word(&'a str),
    Integer(u64),
    Single(u32),
    Double(u64),
    String(&'a str),
    Mark(u8),
}

/// A word and the line it is on.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme<'a> {
    pub token: Token<'a>,
    pub line: u32,
}

/// Divides a text into words; comments are left out.
///
/// # Errors
///
/// A number or string is malformed, or there is a character that PTX does not have.
pub fn lex(text: &str) -> Result<Vec<Lexeme<'_>>, Error> {
    let bytes = text.as_bytes();
    let mut lexemes = Vec::with_capacity(bytes.len() / 4);
    let (mut at, mut line) = (0, 1);
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let token = match byte {
            b'\n' => {
                line += 1;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' | 0 => {
                at += 1;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += bytes[at..].iter().position(|b| *b == b'\n').unwrap_or(bytes.len() - at);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let length =
                    text[at + 2..].find("*/").ok_or_else(|| error(line, "a comment does not end"))? + 4;
                line += bytes[at..at + length].iter().filter(|b| **b == b'\n').count() as u32;
                at += length;
                continue;
            }
            b'"' => {
                let length = bytes[at + 1..]
                    .iter()
                    .position(|b| *b == b'"')
                    .ok_or_else(|| error(line, "a string does not end"))?;
                at += length + 2;
                Token::String(&text[start + 1..at - 1])
            }
            b'0'..=b'9' => {
                while bytes.get(at).is_some_and(|b| in_number(bytes, start, at, *b)) {
                    at += 1;
                }
                number(&text[start..at], line)?
            }
            _ if in_word(byte) => {
                while bytes.get(at).is_some_and(|b| in_word(*b))
                    || (bytes.get(at) == Some(&b':') && bytes.get(at + 1) == Some(&b':'))
                    || (at > start && bytes[at - 1] == b':' && bytes.get(at) == Some(&b':'))
                {
                    at += 1;
                }
                Token::Word(&text[start..at])
            }
            b',' | b';' | b'{' | b'}' | b'[' | b']' | b'(' | b')' | b'<' | b'>' | b'=' | b'+' | b'-'
            | b'*' | b'@' | b'!' | b'|' | b':' | b'&' | b'~' | b'/' => {
                at += 1;
                Token::Mark(byte)
            }
            _ => {
                let character = text[at..].chars().next().unwrap_or('?');
                return Err(error(line, format!("the character {character:?} has no place here")));
            }
        };
        lexemes.push(Lexeme { token, line });
    }
    Ok(lexemes)
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%' | b'.')
}

fn in_number(bytes: &[u8], start: usize, at: usize, byte: u8) -> bool {
    let hexadecimal =
        bytes.get(start + 1).is_some_and(|b| matches!(b, b'x' | b'X' | b'f' | b'F' | b'd' | b'D'));
    byte.is_ascii_alphanumeric()
        || byte == b'.'
        || (matches!(byte, b'+' | b'-') && !hexadecimal && matches!(bytes[at - 1], b'e' | b'E'))
}

fn number<'a>(text: &str, line: u32) -> Result<Token<'a>, Error> {
    let wrong = || error(line, format!("`{text}` is no number"));
    let digits = |digits: &str, radix| {
        let digits = digits.strip_suffix('U').unwrap_or(digits);
        u64::from_str_radix(digits, radix).map(Token::Integer).map_err(|_| wrong())
    };
    let (head, rest) = text.split_at(text.len().min(2));
    match head {
        "0x" | "0X" => digits(rest, 16),
        "0b" | "0B" => digits(rest, 2),
        "0f" | "0F" => u32::from_str_radix(rest, 16).map(Token::Single).map_err(|_| wrong()),
        "0d" | "0D" => u64::from_str_radix(rest, 16).map(Token::Double).map_err(|_| wrong()),
        _ if text.contains(['.', 'e', 'E']) => {
            text.parse::<f64>().map(|number| Token::Double(number.to_bits())).map_err(|_| wrong())
        }
        _ if text.len() > 1 && text.starts_with('0') && text != "0U" => digits(&text[1..], 8),
        _ => digits(text, 10),
    }
}

pub(super) fn error(line: u32, what: impl Into<String>) -> Error {
    Error { line, what: what.into() }
}
