//! The lines of the preprocessor, as far as a translator that leaves them
//! alone has to know what they say: which names are macros, and which headers
//! are included.

use std::collections::HashSet;
use std::ops::Range;

use super::generated::open_mpc as kind;
use super::headers;
use super::tokens::TokenList;
use crate::rewrite::Tokens as _;

/// What a `#` line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directive {
    Include {
        header: String,
        quoted: bool,
    },
    Define(Macro),
    /// By `#undef`, or by a `pop_macro`.
    Undefine(String),
    Other,
}

/// A macro's definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macro {
    pub name: String,
    /// The parameters of a function-like macro.
    pub parameters: Option<Vec<String>>,
    pub body: String,
    /// The line of the definition, in bytes of the source's text.
    pub span: Range<usize>,
}

impl Macro {
    /// The names in the body that are not parameters.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let is_parameter =
            |name: &str| self.parameters.as_ref().is_some_and(|list| list.iter().any(|p| p == name));
        words(&self.body).filter(move |name| !is_parameter(name))
    }

    /// The names and numbers in the body, parameters as well: what `##` may put together.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        self.body.split(|c| !is_word(c)).filter(|piece| !piece.is_empty())
    }

    /// Whether the macro stands for a type: its body is nothing but words of
    /// which each is part of a type's name, and stars.
    pub fn is_type(&self, is_type_name: impl Fn(&str) -> bool) -> bool {
        const WORDS: &[&str] = &[
            "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool",
            "const", "volatile", "struct", "union", "enum",
        ];
        let mut tagged = false;
        let mut any = false;
        for word in self.body.split(|c: char| c.is_whitespace() || c == '*').filter(|w| !w.is_empty()) {
            if !(tagged || WORDS.contains(&word) || is_type_name(word)) {
                return false;
            }
            tagged = matches!(word, "struct" | "union" | "enum");
            any |= !matches!(word, "const" | "volatile");
        }
        any && self.parameters.is_none()
    }
}

/// Reads one `#` line, given as it stands in the source.
pub fn read(line: &str, start: usize) -> Directive {
    let spliced = without_comments(&line.replace("\\\r\n", "").replace("\\\n", ""));
    let rest = spliced.trim_start().strip_prefix('#').unwrap_or(&spliced).trim_start();
    if let Some(argument) = rest.strip_prefix("include") {
        let argument = argument.trim();
        let named = |open: char, close: char| {
            argument.strip_prefix(open).and_then(|s| s.split_once(close)).map(|(header, _)| header.to_owned())
        };
        if let Some(header) = named('<', '>') {
            return Directive::Include { header, quoted: false };
        }
        if let Some(header) = named('"', '"') {
            return Directive::Include { header, quoted: true };
        }
    } else if let Some(argument) = rest.strip_prefix("define").filter(|s| s.starts_with([' ', '\t'])) {
        let argument = argument.trim();
        let name: String = argument.chars().take_while(|&c| is_word(c)).collect();
        let rest = &argument[name.len()..];
        let (parameters, body) = match rest.strip_prefix('(').and_then(|s| s.split_once(')')) {
            Some((list, body)) => (Some(list.split(',').map(|p| p.trim().to_owned()).collect()), body),
            None => (None, rest),
        };
        let span = start..start + line.trim_end().len();
        return Directive::Define(Macro { name, parameters, body: body.trim().to_owned(), span });
    }
    if let Some(name) = rest.strip_prefix("undef").filter(|s| s.starts_with([' ', '\t'])) {
        return Directive::Undefine(name.trim().to_owned());
    }
    // Which definition it has then, the lines do not tell.
    let popped = pragma(&spliced).and_then(|rest| rest.strip_prefix("pop_macro"));
    if let Some(name) = popped.and_then(|argument| argument.split('"').nth(1)) {
        return Directive::Undefine(name.to_owned());
    }
    Directive::Other
}

/// What stands behind `#pragma`, if a line is one.
pub fn pragma(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("pragma")?;
    Some(rest.trim_start())
}

/// The word of a line that belongs to a condition: `if`, `ifdef`, `ifndef`,
/// `elif`, `else` or `endif`.
pub fn conditional_word(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
    matches!(word, "if" | "ifdef" | "ifndef" | "elif" | "else" | "endif").then_some(word)
}

/// The value of a condition, where this file alone decides it: a number, or
/// whether a name is defined. A name that the file does not define and that is
/// not OpenMP's is not defined.
fn condition(line: &str, is_defined: impl Fn(&str) -> bool) -> Option<bool> {
    let spliced = without_comments(&line.replace("\\\r\n", "").replace("\\\n", ""));
    let words: Vec<&str> = spliced
        .split(|c: char| c.is_whitespace() || matches!(c, '#' | '(' | ')'))
        .filter(|w| !w.is_empty())
        .collect();
    match words.as_slice() {
        ["ifdef", name] => Some(is_defined(name)),
        ["ifndef", name] => Some(!is_defined(name)),
        ["if" | "elif", "defined", name] => Some(is_defined(name)),
        ["if" | "elif", "!defined", name] | ["if" | "elif", "!", "defined", name] => Some(!is_defined(name)),
        ["if" | "elif", number] => number.parse::<u64>().ok().map(|value| value != 0),
        _ => None,
    }
}

/// Puts the tokens of the groups that a condition leaves out where the parser
/// does not see them.
///
/// Of a group whose condition needs more than this file, the first branch is
/// read.
pub(super) fn hide_inactive(tokens: &mut TokenList) {
    /// An open `#if`: whether a branch was taken, and whether this one is.
    struct Group {
        taken: bool,
        active: bool,
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut defined: HashSet<String> = HashSet::from(["_OPENMP".to_owned()]);
    for index in 0..tokens.len() {
        let is_active = groups.iter().all(|group| group.active);
        if tokens[index].kind != kind::DIRECTIVE {
            if !is_active {
                tokens.hide(index);
            }
            continue;
        }
        let line = tokens.text(index).to_owned();
        let rest = line.trim_start().trim_start_matches('#').trim_start();
        let word: String = rest.chars().take_while(|&c| is_word(c)).collect();
        match word.as_str() {
            "if" | "ifdef" | "ifndef" => {
                let value = condition(&line, |name| defined.contains(name)).unwrap_or(true);
                groups.push(Group { taken: value || !is_active, active: value && is_active });
            }
            "elif" | "else" => {
                let value = condition(&line, |name| defined.contains(name)).unwrap_or(true);
                if let Some(group) = groups.last_mut() {
                    group.active = !group.taken && (word == "else" || value);
                    group.taken |= group.active;
                }
            }
            "endif" => drop(groups.pop()),
            "define" | "undef" if is_active => {
                let name: String =
                    rest[word.len()..].trim_start().chars().take_while(|&c| is_word(c)).collect();
                if word == "define" {
                    defined.insert(name);
                } else {
                    defined.remove(&name);
                }
            }
            _ => {}
        }
        if !is_active && matches!(word.as_str(), "define" | "include") {
            tokens.hide(index);
        }
    }
}

/// Takes the definitions and inclusions in a stretch of the text, which a
/// condition leaves out, where nobody reads them.
pub(super) fn hide_definitions(tokens: &mut TokenList, range: &Range<usize>) {
    for index in tokens.at_byte(range.start)..=tokens.at_byte(range.end - 1) {
        let line = tokens.text(index);
        let is_definition = tokens[index].kind == kind::DIRECTIVE && conditional_word(line).is_none();
        if is_definition && range.contains(&tokens[index].span.start) {
            tokens.hide(index);
        }
    }
}

/// The macros and headers of a whole source.
#[derive(Clone, Debug, Default)]
pub struct Directives {
    pub macros: Vec<Macro>,
    /// What `#undef` and `pop_macro` name, and where.
    pub undefined: Vec<(String, usize)>,
    /// Headers of the C library.
    pub standard_headers: Vec<String>,
    /// Whether something is included that is not read, so that a name which
    /// nothing here declares may still be declared.
    pub reads_other_headers: bool,
}

impl Directives {
    pub fn of(tokens: &TokenList) -> Self {
        let mut all = Directives::default();
        for token in tokens.iter().filter(|token| token.kind == kind::DIRECTIVE) {
            match read(&tokens.source_text()[token.span.clone()], token.span.start) {
                Directive::Include { header, .. } if headers::is_standard(&header) => {
                    all.standard_headers.push(header);
                }
                Directive::Include { .. } => all.reads_other_headers = true,
                Directive::Define(definition) => all.macros.push(definition),
                Directive::Undefine(name) => all.undefined.push((name, token.span.start)),
                Directive::Other => {}
            }
        }
        all
    }

    /// The definition of a macro at the end of the file.
    pub fn macro_named(&self, name: &str) -> Option<&Macro> {
        self.macro_at(name, usize::MAX)
    }

    /// Whether a macro, and all that its text names, is defined no more than
    /// once in the file and to its end.
    pub fn is_lasting(&self, name: &str) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![name];
        while let Some(name) = open.pop().filter(|_| seen.len() < 1000) {
            let mut definitions = self.macros.iter().filter(|found| found.name == name);
            let (first, second) = (definitions.next(), definitions.next());
            if second.is_some() || self.undefined.iter().any(|(gone, _)| gone == name) {
                return false;
            }
            open.extend(first.into_iter().flat_map(Macro::names).filter(|&inner| seen.insert(inner)));
        }
        true
    }

    /// The definition of a macro that holds at a byte of the text.
    pub fn macro_at(&self, name: &str, byte: usize) -> Option<&Macro> {
        let last = self.macros.iter().rev().find(|found| found.name == name && found.span.start < byte)?;
        let undefined =
            self.undefined.iter().any(|(gone, at)| gone == name && *at > last.span.start && *at < byte);
        (!undefined).then_some(last)
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// A macro's definition, or its body, with a blank between a literal and a name behind it: C++ takes the name for a suffix
/// of the literal. `None` if there is no such place.
pub fn without_suffixes(text: &str) -> Option<String> {
    let (sign, rest) = text.split_at(text.len() - text.trim_start().trim_start_matches('#').len());
    let tokens = TokenList::lex(rest);
    let mut spaced = sign.to_owned();
    for index in 0..tokens.len() {
        let token = tokens.text(index);
        let is_behind_literal = index > 0 && tokens[index - 1].kind == kind::STRING_LITERAL;
        if is_behind_literal && token.starts_with(|c: char| c == '_' || c.is_alphabetic()) {
            spaced.push(' ');
        }
        spaced.push_str(token);
    }
    (spaced.len() > text.len()).then_some(spaced)
}

/// The identifiers of a piece of C, outside of its string literals.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split('"')
        .step_by(2)
        .flat_map(|part| part.split(|c| !is_word(c)))
        .filter(|word| word.starts_with(|c: char| c == '_' || c.is_alphabetic()))
}

/// A text with a blank in place of each comment.
pub fn without_comments(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['/', '"']) {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        if tail.starts_with("//") {
            return out;
        } else if let Some(comment) = tail.strip_prefix("/*") {
            out.push(' ');
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
        } else if let Some(string) = tail.strip_prefix('"') {
            let end = string.find('"').map_or(tail.len(), |end| end + 2);
            out.push_str(&tail[..end]);
            rest = &tail[end..];
        } else {
            out.push('/');
            rest = &tail[1..];
        }
    }
    out.push_str(rest);
    out
}
