//! What constants and string literals are (C17 6.4.4 and 6.4.5, and gcc's
//! forms): their types, their values, their lengths.

use super::constant::{Value, wrap};
use super::ctype::{Basic, Kind, Length, Type};
use crate::source;

/// The type of a number and its value, where it has one.
pub(super) fn number(text: &str) -> Option<(Type, Option<Value>)> {
    let lower = text.to_ascii_lowercase();
    let hexadecimal = lower.starts_with("0x");
    let is_floating = if hexadecimal { lower.contains('p') } else { lower.contains(['.', 'e']) };
    // `0b1e` is no number; `1f` is none either, so only these have suffixes of
    // floating constants.
    if is_floating && !lower.starts_with("0b") { floating(&lower, hexadecimal) } else { integer(&lower) }
}

fn integer(lower: &str) -> Option<(Type, Option<Value>)> {
    let (digits, radix) = match lower.as_bytes() {
        [b'0', b'x', ..] => (&lower[2..], 16),
        [b'0', b'b', ..] => (&lower[2..], 2),
        [b'0', ..] => (lower, 8),
        _ => (lower, 10),
    };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let count = |letter| suffix.matches(letter).count();
    let (unsigned, long, imaginary) = (count('u') > 0, count('l'), count('i') + count('j') > 0);
    let known = suffix.bytes().all(|letter| b"ulij".contains(&letter));
    if !known || long > 2 || count('u') > 1 || count('i') + count('j') > 1 {
        return None;
    }
    let value = i128::from_str_radix(digits, radix).ok()?;
    // 6.4.4.1, 5: the first type in the list in which the value fits.
    let candidates = [
        (Basic::Int, 0),
        (Basic::UnsignedInt, 0),
        (Basic::Long, 1),
        (Basic::UnsignedLong, 1),
        (Basic::LongLong, 2),
        (Basic::UnsignedLongLong, 2),
    ];
    let basic = candidates.into_iter().find_map(|(basic, longs)| {
        let sign = if unsigned { basic.is_unsigned() } else { radix != 10 || !basic.is_unsigned() };
        (longs >= long && sign && wrap(value, basic) == value).then_some(basic)
    })?;
    Some(if imaginary {
        (Kind::Complex(basic).into(), None)
    } else {
        (basic.into(), Some(Value::Integer(value)))
    })
}

fn floating(lower: &str, hexadecimal: bool) -> Option<(Type, Option<Value>)> {
    let exponent = lower.find(if hexadecimal { 'p' } else { 'e' });
    let digits_end = match exponent {
        Some(at) => {
            let digits = lower[at + 1..].trim_start_matches(['+', '-']);
            lower.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len()
        }
        None => lower.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(lower.len()),
    };
    let (digits, suffix) = lower.split_at(digits_end);
    let imaginary = suffix.contains(['i', 'j']);
    let basic = match suffix.trim_matches(['i', 'j']) {
        "" | "d" => Basic::Double,
        "f" => Basic::Float,
        "l" | "w" => Basic::LongDouble,
        "q" | "f128" => Basic::Float128,
        "f16" => Basic::Float16,
        "f32" => Basic::Float32,
        "f64" => Basic::Float64,
        "f32x" => Basic::Float32x,
        "f64x" => Basic::Float64x,
        "df" => Basic::Decimal32,
        "dd" => Basic::Decimal64,
        "dl" => Basic::Decimal128,
        _ => return None,
    };
    if imaginary {
        return Some((Kind::Complex(basic).into(), None));
    }
    let value = if hexadecimal { hexadecimal_value(digits) } else { digits.parse::<f64>().ok() };
    let value = value.filter(|value| value.is_finite()).and_then(|value| match basic {
        Basic::Double | Basic::Float64 | Basic::Float32x => Some(value),
        // From the text, since two roundings are not one.
        Basic::Float | Basic::Float32 if hexadecimal => (f64::from(value as f32) == value).then_some(value),
        Basic::Float | Basic::Float32 => {
            digits.parse::<f32>().ok().filter(|value| value.is_finite()).map(f64::from)
        }
        // A whole number is the same in every format that is wide enough.
        Basic::LongDouble | Basic::Float128 | Basic::Float64x => {
            let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
            let plain = whole.len() < 16 && whole.bytes().all(|digit| digit.is_ascii_digit());
            (plain && fraction.bytes().all(|digit| digit == b'0')).then_some(value)
        }
        _ => None,
    });
    Some((basic.into(), value.map(Value::Floating)))
}

/// The value of a hexadecimal floating constant, if it is exact.
fn hexadecimal_value(digits: &str) -> Option<f64> {
    let (mantissa, exponent) = digits.strip_prefix("0x")?.split_once('p')?;
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let bits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent = exponent.checked_sub(i32::try_from(4 * fraction.len()).ok()?)?;
    let significant = 64u32.saturating_sub(bits.leading_zeros() + bits.trailing_zeros());
    (bits == 0 || significant <= 53 && (-1000..900).contains(&exponent))
        .then(|| bits as f64 * 2f64.powi(exponent))
}

/// What the prefix of a character constant or string literal says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Plain,
    Utf8,
    Utf16,
    Utf32,
    Wide,
}

impl Encoding {
    fn split(text: &str) -> (Encoding, &str) {
        let quote = text.find(['"', '\'']).unwrap_or(0);
        let encoding = match &text[..quote] {
            "u8" => Encoding::Utf8,
            "u" => Encoding::Utf16,
            "U" => Encoding::Utf32,
            "L" => Encoding::Wide,
            _ => Encoding::Plain,
        };
        let inside = text[quote..].get(1..text.len() - quote - 1).unwrap_or("");
        (encoding, inside)
    }

    fn element(self) -> Basic {
        match self {
            Encoding::Plain | Encoding::Utf8 => Basic::Char,
            Encoding::Utf16 => Basic::UnsignedShort,
            Encoding::Utf32 => Basic::UnsignedInt,
            Encoding::Wide => Basic::Int,
        }
    }
}

/// A character of a literal.
enum Unit {
    /// One of the source, or a universal character name: it is encoded.
    Character(char),
    /// An octal or hexadecimal escape: an element as it is.
    Raw(u32),
}

/// The characters between the quotes. `None` if an escape is none of C.
fn units(inside: &str) -> Option<Vec<Unit>> {
    let mut units = Vec::new();
    let mut rest = inside.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            units.push(Unit::Character(c));
            continue;
        }
        let escape = |c: char| Some(Unit::Raw(u32::from(c)));
        let unit = match rest.next()? {
            c @ '0'..='7' => {
                let mut value = c.to_digit(8)?;
                for _ in 0..2 {
                    let Some(digit) = rest.peek().and_then(|c| c.to_digit(8)) else { break };
                    value = value * 8 + digit;
                    rest.next();
                }
                Some(Unit::Raw(value))
            }
            'x' if rest.peek().is_some_and(char::is_ascii_hexdigit) => {
                let mut value = 0u32;
                while let Some(digit) = rest.peek().and_then(|c| c.to_digit(16)) {
                    value = value.checked_mul(16)?.checked_add(digit)?;
                    rest.next();
                }
                Some(Unit::Raw(value))
            }
            c @ ('u' | 'U') => {
                let digits: String = rest.by_ref().take(if c == 'u' { 4 } else { 8 }).collect();
                u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).map(Unit::Character)
            }
            'a' => escape('\x07'),
            'b' => escape('\x08'),
            'e' | 'E' => escape('\x1b'),
            'f' => escape('\x0c'),
            'n' => escape('\n'),
            'r' => escape('\r'),
            't' => escape('\t'),
            'v' => escape('\x0b'),
            c @ ('\\' | '\'' | '"' | '?') => escape(c),
            // A line that goes on.
            '\r' => {
                rest.next_if_eq(&'\n');
                continue;
            }
            '\n' => continue,
            _ => None,
        };
        units.push(unit?);
    }
    Some(units)
}

/// The type of a character constant and its value (6.4.4.4).
pub(super) fn character(text: &str) -> Option<(Type, Option<Value>)> {
    let (encoding, inside) = Encoding::split(text);
    let units = units(inside)?;
    let value = match encoding {
        Encoding::Plain => {
            let mut bytes = Vec::new();
            for unit in &units {
                match unit {
                    Unit::Character(c) => bytes.extend(source::encode(c.encode_utf8(&mut [0; 4]))),
                    Unit::Raw(value) => bytes.push(u8::try_from(*value).ok()?),
                }
            }
            match bytes.as_slice() {
                [byte] => Some(i128::from(*byte as i8)),
                [] => None,
                // gcc packs several into one `int`, the last in the low bits.
                more if more.len() <= 4 => {
                    let bits = more.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte));
                    Some(i128::from(bits as i32))
                }
                _ => None,
            }
        }
        _ => match units.as_slice() {
            [Unit::Raw(value)] => Some(wrap(i128::from(*value), encoding.element())),
            [Unit::Character(c)] => {
                let code = i128::from(u32::from(*c));
                (wrap(code, encoding.element()) == code).then_some(code)
            }
            _ => None,
        },
    };
    let basic = match encoding {
        Encoding::Plain => Basic::Int,
        Encoding::Utf8 => Basic::UnsignedChar,
        _ => encoding.element(),
    };
    Some((basic.into(), value.map(Value::Integer)))
}

/// The type of adjacent string literals (6.4.5): an array of the elements and
/// a zero. `None` if their prefixes do not go together.
pub(super) fn string<'t>(pieces: impl Iterator<Item = &'t str> + Clone) -> Option<Type> {
    let mut encoding = Encoding::Plain;
    for (prefix, _) in pieces.clone().map(Encoding::split) {
        if prefix != Encoding::Plain {
            if encoding != Encoding::Plain && encoding != prefix {
                return None;
            }
            encoding = prefix;
        }
    }
    let mut elements: usize = 1;
    for (_, inside) in pieces.map(Encoding::split) {
        for unit in units(inside)? {
            elements += match (unit, encoding) {
                (Unit::Character(c), Encoding::Plain | Encoding::Utf8) => {
                    source::encode(c.encode_utf8(&mut [0; 4])).len()
                }
                (Unit::Character(c), Encoding::Utf16) => c.len_utf16(),
                _ => 1,
            };
        }
    }
    let length = Length::constant(u64::try_from(elements).ok()?);
    Some(Type::array_of(encoding.element().into(), length))
}
