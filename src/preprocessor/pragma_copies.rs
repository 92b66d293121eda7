//! The macros in directives that `_Pragma` makes.
//!
//! ```c
//! #define DO(directive) _Pragma(#directive)
//! DO(omp for schedule(static, CHUNK))
//! ```
//!
//! Macros are replaced in such a directive as everywhere else, by the definitions that hold where it stands. `rucc_pp`
//! replaces nothing in it, and only gives the table of macros away as it is at the end. So behind the operator goes what
//! its string says once more, as text, between two names. What comes out of that is put into the directive.

use std::collections::HashSet;

use rucc_base::Interner;
use rucc_lex::{Options, PpToken, PpTokenKind, Punct, TokenFlags, tokenize};
use rucc_pp::Tok;

use super::line_ends::padding;
use super::pragma_marks::PRAGMA_ENDS;
use super::pragma_operator::{contains, destringized};

/// What stands in front of the copy.
const COPY_BEGINS: &str = "__gpump_pragma_copy";

/// The families of pragmas in which macros are replaced.
const FAMILIES: [&str; 2] = ["omp", "gpump"];

/// The copies that a text needs, and where they go.
pub fn of(text: &[u8], options: Options) -> Vec<(usize, String)> {
    let mut copies = Vec::new();
    if !contains(text, "_Pragma") {
        return copies;
    }
    let mut interner = Interner::new();
    let (tokens, _) = tokenize(text, 0, options, &mut interner);
    let spelled = |token: &PpToken| token.value.map_or("", |value| interner.resolve(value)).to_owned();
    let (mut parameters, mut is_directive, mut is_define) = (HashSet::new(), false, false);
    for (at, token) in tokens.iter().enumerate() {
        if token.flags.has(TokenFlags::START_OF_LINE) || at == 0 {
            is_directive = token.punct() == Some(Punct::Hash);
            is_define = is_directive && tokens.get(at + 1).is_some_and(|word| spelled(word) == "define");
            parameters = if is_directive { parameters_of(&tokens[at..], &spelled) } else { HashSet::new() };
        }
        let [name, open, inside @ .., _] = &tokens[at..tokens.len().min(at + 6)] else { break };
        // Of the directives, only `#define` may have one: a condition has none to give.
        if spelled(name) != "_Pragma"
            || is_directive && !is_define
            || name.kind != PpTokenKind::Ident
            || open.punct() != Some(Punct::LParen)
        {
            continue;
        }
        let (copy, close) = match inside {
            [text, close, ..] if text.kind == PpTokenKind::StringLit => {
                (words_of(&destringized(&spelled(text)), options, &parameters), close)
            }
            [hash, name, close, ..] if is_directive && hash.punct() == Some(Punct::Hash) => {
                (Some(spelled(name)).filter(|name| parameters.contains(name)), close)
            }
            _ => continue,
        };
        if let Some(copy) = copy.filter(|_| close.punct() == Some(Punct::RParen)) {
            copies.push((close.span.hi as usize, format!(" {COPY_BEGINS} {copy} {PRAGMA_ENDS} ")));
        }
    }
    copies
}

/// The parameters of the macro that a line defines.
fn parameters_of(line: &[PpToken], spelled: &impl Fn(&PpToken) -> String) -> HashSet<String> {
    let [_, define, _, open, list @ ..] = line else { return HashSet::new() };
    let opens = open.punct() == Some(Punct::LParen) && !open.flags.has(TokenFlags::LEADING_SPACE);
    if spelled(define) != "define" || !opens {
        return HashSet::new();
    }
    let list = list.iter().take_while(|token| token.punct() != Some(Punct::RParen));
    list.filter(|token| token.kind == PpTokenKind::Ident).map(spelled).collect()
}

/// What a string says, if it is a directive and has no name that a parameter would take the place of.
fn words_of(text: &str, options: Options, parameters: &HashSet<String>) -> Option<String> {
    let mut interner = Interner::new();
    let padded = format!("{text}{}", padding(text.as_bytes()));
    let (tokens, _) = tokenize(padded.as_bytes(), 0, options, &mut interner);
    let words = tokens.iter().filter(|token| !token.is_eof()).map(|token| match token.punct() {
        Some(punct) => punct.as_str().to_owned(),
        None => token.value.map_or(String::new(), |value| interner.resolve(value).to_owned()),
    });
    let words: Vec<String> = words.collect();
    let is_ours = words.first().is_some_and(|word| FAMILIES.contains(&word.as_str()));
    (is_ours && !words.iter().any(|word| word == "_Pragma" || parameters.contains(word)))
        .then(|| words.join(" "))
}

/// Puts what came out of the copies into the directives in front of them, and says where these begin.
pub fn put_in(tokens: &mut Vec<Tok>, interner: &mut Interner) -> HashSet<usize> {
    let mut done = HashSet::new();
    let Some(begins) = interner.find(COPY_BEGINS) else { return done };
    let (ends, pragma) = (interner.find(PRAGMA_ENDS), interner.find("pragma"));
    let families = FAMILIES.map(|family| interner.find(family));
    let mut starts_line = false;
    let mut rest = std::mem::take(tokens).into_iter();
    while let Some(mut token) = rest.next() {
        if token.kind == PpTokenKind::Ident && token.value == Some(begins) {
            let copy =
                rest.by_ref().take_while(|token| token.kind != PpTokenKind::Ident || token.value != ends);
            let copy: Vec<Tok> = copy.collect();
            let start =
                tokens.iter().rposition(|token| token.flags.has(TokenFlags::START_OF_LINE)).unwrap_or(0);
            if let [hash, word, family, ..] = tokens[start..]
                && hash.is(Punct::Hash)
                && word.value == pragma
                && family.value.is_some()
                && families.contains(&family.value)
            {
                done.insert(start);
                tokens.truncate(start + 2);
                tokens.extend(copy.into_iter().map(|mut token| {
                    (token.span, token.expansion) = (family.span, family.expansion);
                    token.flags =
                        token.flags.without(TokenFlags::START_OF_LINE).with(TokenFlags::LEADING_SPACE);
                    token
                }));
            }
            starts_line = true;
            continue;
        }
        if token.kind == PpTokenKind::StringLit
            && let Some(text) = token.value.map(|value| interner.resolve(value))
            && text.contains(COPY_BEGINS)
        {
            let text = without_copies(text);
            token.value = Some(interner.intern(&text));
        }
        if std::mem::take(&mut starts_line) {
            token.flags = token.flags.with(TokenFlags::START_OF_LINE);
        }
        tokens.push(token);
    }
    done
}

/// A string into which `#` has made an operator with its copy.
fn without_copies(text: &str) -> String {
    let mut parts = text.split(COPY_BEGINS);
    let first = parts.next().unwrap_or_default().trim_end_matches(' ').to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once(PRAGMA_ENDS).map_or(part, |(_, rest)| rest).trim_end_matches(' ')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copies(text: &str) -> Vec<String> {
        let copies = of(text.as_bytes(), Options::new()).into_iter();
        copies.map(|(at, copy)| format!("{}|{}", &text[..at], copy.trim())).collect()
    }

    fn one(before: &str, words: &str) -> Vec<String> {
        vec![format!("{before}|{COPY_BEGINS} {words} {PRAGMA_ENDS}")]
    }

    #[test]
    fn what_may_be_a_directive_has_a_copy() {
        let direct = "_Pragma(\"omp for /* x */ private(a)\")";
        assert_eq!(copies(&format!("{direct} for (;;);")), one(direct, "omp for private ( a )"));
        let made = "#define DO(x) _Pragma(#x)";
        assert_eq!(copies(&format!("{made} y\n")), one(made, "x"));
    }

    #[test]
    fn what_is_none_or_would_be_spoiled_has_not() {
        for text in [
            "_Pragma(\"GCC ivdep\")",
            "#define F(n) _Pragma(\"omp for private(n)\")",
            "_Pragma(x)",
            "#x",
            "_Pragma(",
            "#if _Pragma(\"omp x\")",
        ] {
            assert_eq!(copies(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_string_is_as_it_was_typed() {
        let text = format!("\"_Pragma(1) {COPY_BEGINS} omp {PRAGMA_ENDS} for\"");
        assert_eq!(without_copies(&text), "\"_Pragma(1) for\"");
    }
}
