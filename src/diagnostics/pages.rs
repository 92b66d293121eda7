//! What `docs/diagnostics.md` says of a diagnostic's code.

const PAGES: &str = include_str!("../../docs/diagnostics.md");

/// The code that a word is, such as `E0301` or `e0301`.
fn code(word: &str) -> Option<String> {
    let (letter, number) = word.split_at_checked(1)?;
    let is_code = matches!(letter, "E" | "e" | "W" | "w")
        && number.len() == 4
        && number.bytes().all(|byte| byte.is_ascii_digit());
    is_code.then(|| word.to_ascii_uppercase())
}

/// Nothing if the word is no code. There may be a page for each dialect, or none.
pub fn pages(word: &str) -> Option<Vec<&'static str>> {
    let begins = format!("{} — ", code(word)?);
    let pages = PAGES.split("\n### ").filter(|page| page.starts_with(&begins));
    Some(pages.filter_map(|page| page.split("\n## ").next()).collect())
}
