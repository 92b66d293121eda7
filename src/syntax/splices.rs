//! Lines that a backslash joins.
//!
//! A backslash in front of a newline joins two lines before anyone looks for
//! tokens (C17 5.1.1.2, the second phase), in the middle of a word as well. The
//! lexer would have to expect one between any two characters. So it reads the
//! joined text, and its tokens are then stretched over the text as typed.
//!
//! As in gcc, blanks between the backslash and the newline do not count.

use antlr4_runtime::HIDDEN_CHANNEL;

use super::generated::open_mpc as kind;
use super::tokens::Token;

/// A text without its splices.
pub(super) struct Joined {
    pub text: String,
    /// Where in the joined text splices were, and how many bytes the text as
    /// typed has more up to behind each.
    splices: Vec<(usize, usize)>,
}

impl Joined {
    /// Joins the lines of a text; `None` if no backslash does.
    pub fn of(text: &str) -> Option<Self> {
        let mut joined = Joined { text: String::new(), splices: Vec::new() };
        let (mut taken, mut from) = (0, 0);
        while let Some(found) = text[from..].find('\\') {
            let backslash = from + found;
            from = backslash + 1;
            let Some(end) = splice_end(text, backslash) else { continue };
            joined.text.push_str(&text[taken..backslash]);
            (taken, from) = (end, end);
            let extra = end - joined.text.len();
            match joined.splices.last_mut() {
                Some((at, last)) if *at == joined.text.len() => *last = extra,
                _ => joined.splices.push((joined.text.len(), extra)),
            }
        }
        joined.text.push_str(&text[taken..]);
        (!joined.splices.is_empty()).then_some(joined)
    }

    /// The tokens of the joined text as tokens of the text as typed. A splice
    /// between two of them belongs to a blank, if need be one of its own.
    pub fn stretch(&self, tokens: Vec<Token>, typed: &str) -> Vec<Token> {
        let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
        let mut passed = 0;
        for mut token in tokens {
            let at = |passed: usize| self.splices.get(passed).map_or(usize::MAX, |&(at, _)| at);
            let before = self.extra(passed);
            while at(passed) <= token.span.start {
                passed += 1;
            }
            let start = token.span.start + self.extra(passed);
            if start > token.span.start + before {
                add_blank(&mut out, token.span.start + before..start);
            }
            while at(passed) < token.span.end {
                passed += 1;
            }
            token.span = start..token.span.end + self.extra(passed);
            out.push(token);
        }
        let end = out.last().map_or(0, |token| token.span.end);
        if end < typed.len() {
            add_blank(&mut out, end..typed.len());
        }
        out
    }

    /// How many bytes the splices have that were passed.
    fn extra(&self, passed: usize) -> usize {
        passed.checked_sub(1).map_or(0, |last| self.splices[last].1)
    }
}

/// The end of the splice that a backslash begins.
fn splice_end(text: &str, backslash: usize) -> Option<usize> {
    let rest = &text[backslash + 1..];
    let line_end = rest.trim_start_matches([' ', '\t', '\u{b}', '\u{c}']);
    let end = line_end.strip_prefix("\r\n").or_else(|| line_end.strip_prefix(['\n', '\r']))?;
    Some(text.len() - end.len())
}

fn add_blank(tokens: &mut Vec<Token>, span: std::ops::Range<usize>) {
    match tokens.last_mut() {
        Some(last) if last.kind == kind::WHITESPACE && last.span.end == span.start => {
            last.span.end = span.end
        }
        _ => tokens.push(Token { kind: kind::WHITESPACE, channel: HIDDEN_CHANNEL, span }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::TokenList;
    use super::*;
    use crate::rewrite::Tokens as _;

    /// The tokens of a text that a parser sees.
    fn seen(text: &str) -> Vec<String> {
        let list = TokenList::lex(text);
        let all: String = (0..list.len()).map(|index| list.text(index)).collect();
        assert_eq!(all, text);
        (0..list.len())
            .filter(|&index| list[index].is_visible())
            .map(|index| {
                Joined::of(list.text(index)).map_or(list.text(index).to_owned(), |joined| joined.text)
            })
            .collect()
    }

    #[test]
    fn words_are_whole_again() {
        assert_eq!(seen("in\\\nt \\\r\nx\\\n\\ \t\n=1\\\n0;\\\n"), ["int", "x", "=", "10", ";"]);
        assert_eq!(seen("a+\\\n+;/\\\n/ it's \\\n not\nb"), ["a", "++", ";", "b"]);
        assert_eq!(seen("\\\n\\\na/\\\n* x *\\\n/b"), ["a", "b"]);
    }
}
