//! Names and texts as string literals of C, and in pages.
//!
//! All that crosses into generated code from outside, as a file's name does, is written by these functions: a
//! name chosen with care could end the literal and go on as code.

/// A string literal of C and C++ that stands for the text.
pub fn string_literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for c in text.chars() {
        match c {
            // A question mark might begin a trigraph.
            '"' | '\\' | '?' => literal.extend(['\\', c]),
            // Three digits, so that one behind it is not taken for another.
            c if c.is_ascii_control() => literal.push_str(&format!("\\{:03o}", u32::from(c))),
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}

/// The same for any bytes, such as a path's.
pub fn string_literal_of_bytes(bytes: &[u8]) -> Vec<u8> {
    super::encode(&string_literal(&super::decode(bytes)))
}

/// Text as it stands in an element of a page.
pub fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_literal_is_escaped() {
        assert_eq!(string_literal("a.c"), "\"a.c\"");
        assert_eq!(string_literal("a\"), f(), (\"\\"), "\"a\\\"), f(), (\\\"\\\\\"");
        assert_eq!(string_literal("a\n1\r??/"), "\"a\\0121\\015\\?\\?/\"");
        assert_eq!(string_literal_of_bytes(b"\xe9\"\xff"), b"\"\xe9\\\"\xff\"");
    }
}
