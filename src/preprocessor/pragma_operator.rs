//! `_Pragma` in the arguments of an invocation.
//!
//! ```c
//! MEASURE(
//!     _Pragma("omp parallel for")
//!     for (i = 0; i < n; i++) a[i] = 0;
//! )
//! ```
//!
//! `rucc_pp` expands a line with `_Pragma` by itself, since such a pragma may
//! change what the names after it mean, and so tears the invocation around it
//! apart. Most pragmas do nothing of the kind. Their `_Pragma` is hidden from
//! the crate under a name of the same length, which it takes for any other
//! name, and what it leaves of them is made into a pragma here.

use std::collections::HashMap;

use rucc_base::{Interner, Symbol};
use rucc_diag::Span;
use rucc_lex::{Options, PpToken, PpTokenKind, Punct, TokenFlags, tokenize};
use rucc_pp::{MacroTable, Tok};

const OPERATOR: &str = "_Pragma";

/// What it is called meanwhile.
const ALIAS: &str = "_Pragm$";

/// What the preprocessor itself obeys, so that it must see it: the first word
/// of the pragma, or the second behind `GCC`.
const OBEYED: &[&str] = &[
    "push_macro",
    "pop_macro",
    "message",
    "once",
    "poison",
    "system_header",
    "target",
    "push_options",
    "pop_options",
    "reset_options",
    "optimize",
    "error",
    "warning",
];

/// Writes the alias over each operator that may be hidden: one in the text,
/// with a string behind it. Those in definitions are harmless.
pub fn hide(text: &mut [u8], options: Options) {
    if !contains(text, OPERATOR) || contains(text, ALIAS) {
        return;
    }
    let mut interner = Interner::new();
    let (tokens, _) = tokenize(text, 0, options, &mut interner);
    let Some(operator) = interner.find(OPERATOR) else { return };
    for line in tokens.chunk_by(|_, next| !next.flags.has(TokenFlags::START_OF_LINE)) {
        if line[0].punct() == Some(Punct::Hash) {
            continue;
        }
        for token in line.iter().filter(|token| is_name(token, operator)) {
            let place = token.span.lo as usize..token.span.hi as usize;
            // The string may stand on a line of its own.
            let behind = tokens.partition_point(|other| other.span.lo <= token.span.lo);
            if &text[place.clone()] == OPERATOR.as_bytes() && may_hide(&tokens[behind..], &interner) {
                text[place].copy_from_slice(ALIAS.as_bytes());
            }
        }
    }
}

pub fn contains(text: &[u8], word: &str) -> bool {
    let word = word.as_bytes();
    // No identifier is as common as a line, and few words of C have a `P`.
    let second = word[1];
    let mut at = 1;
    while let Some(found) = text.get(at..).and_then(|rest| rest.iter().position(|&byte| byte == second)) {
        if text[at + found - 1..].starts_with(word) {
            return true;
        }
        at += found + 1;
    }
    false
}

fn is_name(token: &PpToken, name: Symbol) -> bool {
    token.kind == PpTokenKind::Ident && token.value == Some(name)
}

/// Whether a parenthesised string follows, and is no pragma that the
/// preprocessor obeys.
fn may_hide(behind: &[PpToken], interner: &Interner) -> bool {
    let [open, text, close, ..] = behind else { return false };
    if open.punct() != Some(Punct::LParen) || close.punct() != Some(Punct::RParen) {
        return false;
    }
    let (PpTokenKind::StringLit, Some(text)) = (text.kind, text.value) else { return false };
    let text = interner.resolve(text);
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let first = words.next().filter(|first| !matches!(*first, "L" | "u" | "U" | "u8"));
    let word = if first == Some("GCC") { words.next() } else { first };
    word.is_some_and(|word| !OBEYED.contains(&word))
}

/// Whether any operator was hidden.
pub fn is_hidden(interner: &Interner) -> bool {
    interner.find(ALIAS).is_some()
}

/// Whether a program defines a macro of this name, as some do for compilers
/// that lack the operator. Then it must not be hidden from the expansion.
pub fn is_redefined(interner: &Interner, macros: &MacroTable) -> bool {
    interner.find(OPERATOR).is_some_and(|name| macros.is_defined(name))
}

/// Makes pragmas of the operators in what macros were expanded to by others than `rucc_pp`.
pub fn obey(mut tokens: Vec<Tok>, options: Options, interner: &mut Interner) -> Vec<Tok> {
    let Some(operator) = interner.find(OPERATOR) else { return tokens };
    let alias = interner.intern(ALIAS);
    let operators =
        tokens.iter_mut().filter(|token| (token.kind, token.value) == (PpTokenKind::Ident, Some(operator)));
    operators.for_each(|token| token.value = Some(alias));
    restore(&tokens, options, interner)
}

/// Makes pragmas of the hidden operators, and gives the name back to those
/// that no longer have their string.
pub fn restore(tokens: &[Tok], options: Options, interner: &mut Interner) -> Vec<Tok> {
    let alias = interner.intern(ALIAS);
    let mut names = Names { interner, known: HashMap::new() };
    let mut restored: Vec<Tok> = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    let mut ends_line = false;
    while let [token, behind @ ..] = rest {
        if let [open, text, close, after @ ..] = behind
            && (token.kind, token.value) == (PpTokenKind::Ident, Some(alias))
            && open.is(Punct::LParen)
            && close.is(Punct::RParen)
            && text.kind == PpTokenKind::StringLit
        {
            pragma(*token, text.value, options, names.interner, &mut restored);
            ends_line = true;
            rest = after;
            continue;
        }
        let mut token = *token;
        token.value = token.value.map(|value| names.restored(value));
        if std::mem::take(&mut ends_line) {
            token.flags = token.flags.with(TokenFlags::START_OF_LINE);
        }
        restored.push(token);
        rest = behind;
    }
    restored
}

/// The tokens of a pragma, as `rucc_pp` makes them: all have the place of the
/// operator.
fn pragma(
    operator: Tok,
    text: Option<Symbol>,
    options: Options,
    interner: &mut Interner,
    restored: &mut Vec<Tok>,
) {
    let text = destringized(text.map_or("", |text| interner.resolve(text)));
    let (tokens, _) = tokenize(text.as_bytes(), 0, options, interner);
    let mut push = |kind, value, flags| {
        let mut token = operator;
        (token.kind, token.value, token.flags) = (kind, value, flags);
        (token.span, token.expansion) = (operator.report_span(), Span::DUMMY);
        restored.push(token);
    };
    let name = interner.intern("pragma");
    push(PpTokenKind::Punct(Punct::Hash), None, TokenFlags::START_OF_LINE);
    push(PpTokenKind::Ident, Some(name), TokenFlags::EMPTY);
    for (number, token) in tokens.iter().filter(|token| !token.is_eof()).enumerate() {
        let spaced = number == 0 || token.flags.has(TokenFlags::LEADING_SPACE);
        push(token.kind, token.value, if spaced { TokenFlags::LEADING_SPACE } else { TokenFlags::EMPTY });
    }
}

/// The pragma that a string literal spells (C17 6.10.9).
pub fn destringized(literal: &str) -> String {
    let body = literal.trim_start_matches(['L', 'u', 'U', '8']);
    let body = body.strip_prefix('"').unwrap_or(body);
    let body = body.strip_suffix('"').unwrap_or(body);
    let mut text = String::with_capacity(body.len());
    let mut characters = body.chars().peekable();
    while let Some(c) = characters.next() {
        let escaped = if c == '\\' { characters.next_if(|next| matches!(next, '"' | '\\')) } else { None };
        text.push(escaped.unwrap_or(c));
    }
    text
}

/// Spellings in which the alias has been pasted or quoted.
struct Names<'i> {
    interner: &'i mut Interner,
    known: HashMap<Symbol, Symbol>,
}

impl Names<'_> {
    fn restored(&mut self, name: Symbol) -> Symbol {
        if let Some(&known) = self.known.get(&name) {
            return known;
        }
        let text = self.interner.resolve(name);
        let restored = if text.contains(ALIAS) {
            let text = text.replace(ALIAS, OPERATOR);
            self.interner.intern(&text)
        } else {
            name
        };
        self.known.insert(name, restored);
        restored
    }
}

/// A message as if nothing had been hidden.
pub fn restored_message(message: &str) -> String {
    message.replace(ALIAS, OPERATOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        hide(&mut bytes, Options::new());
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn an_operator_in_the_text_is_hidden() {
        assert_eq!(hidden("F(_Pragma(\"omp x\"))"), "F(_Pragm$(\"omp x\"))");
        assert_eq!(hidden("_Pragma\n(\n\"GCC ivdep\")"), "_Pragm$\n(\n\"GCC ivdep\")");
    }

    #[test]
    fn what_the_preprocessor_must_see_is_not() {
        for text in [
            "#define P _Pragma(\"omp x\")\n",
            "_Pragma(\"push_macro(\\\"A\\\")\")",
            "_Pragma(\"GCC poison A\")",
            "_Pragma(A)",
            "_Pragma",
            "_Pra\\\ngma(\"omp x\")",
            "_Pragm$ _Pragma(\"omp x\")",
            "// _Pragma(\"omp x\")",
        ] {
            assert_eq!(hidden(text), text);
        }
    }

    #[test]
    fn a_string_says_what_it_quotes() {
        assert_eq!(destringized(r#"L"a \"b\" \\ \n""#), r#"a "b" \ \n"#);
        assert_eq!(destringized("\"a"), "a");
    }
}
