//! The ends of texts.

/// What a text needs behind it so that its last line ends.
///
/// A backslash there would splice the line to one that does not exist, which
/// compilers pass over with a warning and where `rucc_lex` goes round for
/// ever. So it gets an empty line to be spliced to.
pub fn padding(text: &[u8]) -> &'static str {
    let blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0B;
    let end = text.iter().rposition(|byte| !blank(byte)).map_or(0, |last| last + 1);
    if text[..end].ends_with(b"\\") || text[..end].ends_with(b"??/") { "\n\n" } else { "" }
}
