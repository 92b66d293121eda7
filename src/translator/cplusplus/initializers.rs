//! Initialisers with their items in the order that C++ wants.
//!
//! An initialiser whose designators C++ takes as they are is not touched. Any
//! other is written anew, item by item in the order of the members, `{}` for
//! those that it leaves out.

use super::Bridging;
use crate::c::Item;
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

impl Bridging<'_, '_, '_> {
    /// The text of an item; `None` if it cannot be written.
    pub(super) fn item(&mut self, item: &Item) -> Option<String> {
        let (ty, items) = match item {
            Item::Value(tokens) | Item::Braces(tokens, ..) => return Some(self.text(tokens)),
            Item::List(ty, items) => (ty, items),
        };
        if self.writer.file.types().is_union(ty) {
            let [(index, only)] = items.iter().collect::<Vec<_>>()[..] else { return None };
            let name = self.writer.file.types().initialized_name(ty, *index).map(str::to_owned);
            let value = self.item(only)?;
            let Some(name) = name else {
                // The first member needs no name.
                return (*index == 0).then(|| format!("{{{value}}}"));
            };
            let name = self.writer.file.cplusplus_name(&name).unwrap_or(name);
            return Some(format!("{{.{name} = {value}}}"));
        }
        let mut texts = Vec::new();
        for (&index, item) in items {
            while (texts.len() as u64) < index {
                texts.push("{}".to_owned());
            }
            texts.push(self.item(item)?);
        }
        Some(format!("{{{}}}", texts.join(", ")))
    }

    /// A string without room for its null character, as characters.
    pub(super) fn long_text(&mut self, tokens: &Tokens, length: u64) {
        let list = self.writer.file.tokens;
        let pieces = tokens.clone().filter(|&index| list[index].kind == kind::STRING_LITERAL);
        let mut characters = Vec::new();
        for piece in pieces {
            let text = list.text(piece);
            let Some((prefix, text)) = text.split_once('"') else { return };
            let text = text.strip_suffix('"').unwrap_or(text);
            characters.extend(split(text).into_iter().map(|one| format!("{prefix}'{one}'")));
        }
        characters.truncate(usize::try_from(length).unwrap_or(usize::MAX));
        let text = format!("{{{}}}", characters.join(", "));
        self.replace(tokens.clone(), text, "in C++ the null character must have room, too");
    }
}

/// The characters of a string literal's text, as they are in a character
/// constant.
fn split(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match rest.as_bytes() {
            [b'\\', b'x', ..] => 2 + rest[2..].bytes().take_while(u8::is_ascii_hexdigit).count(),
            [b'\\', digit, ..] if digit.is_ascii_digit() => {
                1 + rest[1..].bytes().take(3).take_while(u8::is_ascii_digit).count()
            }
            [b'\\', ..] => 2,
            _ => first.len_utf8(),
        };
        let (one, behind) = rest.split_at(length.min(rest.len()));
        found.push(if one == "'" { "\\'".to_owned() } else { one.to_owned() });
        rest = behind;
    }
    found
}
