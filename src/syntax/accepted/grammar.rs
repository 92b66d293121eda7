//! The rules of the grammar's files.
//!
//! Of a rule that several files have the newest holds, as in the parser. A
//! comment that begins with a version is about the alternative in front of it
//! or, between rules, the rule behind it; so is what it says behind `section`.
//! Without one, what stands in a file came with the file's version, unless an
//! older file has the same alternative in a rule of the same name.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Version;

/// The files, the newest first: their names, their texts and their versions.
pub const FILES: [(&str, &str, Version); 9] = [
    ("OpenMP60.g4", include_str!("../../../grammar/OpenMP60.g4"), Version { major: 6, minor: 0 }),
    ("OpenMP52.g4", include_str!("../../../grammar/OpenMP52.g4"), Version { major: 5, minor: 2 }),
    ("OpenMP51.g4", include_str!("../../../grammar/OpenMP51.g4"), Version { major: 5, minor: 1 }),
    ("OpenMP50.g4", include_str!("../../../grammar/OpenMP50.g4"), Version { major: 5, minor: 0 }),
    ("OpenMP40.g4", include_str!("../../../grammar/OpenMP40.g4"), Version { major: 4, minor: 0 }),
    ("OpenMP31.g4", include_str!("../../../grammar/OpenMP31.g4"), Version { major: 3, minor: 1 }),
    ("OpenMP30.g4", include_str!("../../../grammar/OpenMP30.g4"), Version { major: 3, minor: 0 }),
    ("OpenMP25.g4", include_str!("../../../grammar/OpenMP25.g4"), Version { major: 2, minor: 5 }),
    ("OpenMP.g4", include_str!("../../../grammar/OpenMP.g4"), Version { major: 2, minor: 5 }),
];

/// How often something may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    Once,
    Optional,
    Any,
    Some,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// `'private'`, `'('`.
    Word(&'static str),
    /// Another rule, or a token such as `Identifier`.
    Rule(&'static str),
    Group(Vec<Vec<Element>>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    pub what: What,
    pub repeat: Repeat,
}

#[derive(Clone, Debug)]
pub struct Alternative {
    pub elements: Vec<Element>,
    pub version: Version,
    pub section: Option<&'static str>,
}

impl Alternative {
    /// The rule that it is and nothing else.
    pub fn sole_rule(&self) -> Option<&'static str> {
        match self.elements.as_slice() {
            [Element { what: What::Rule(name), repeat: Repeat::Once }] => Some(name),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Rule {
    pub alternatives: Vec<Alternative>,
    pub section: Option<&'static str>,
}

pub type Rules = FxHashMap<&'static str, Rule>;

/// The rules that hold.
pub fn rules() -> &'static Rules {
    static RULES: LazyLock<Rules> = LazyLock::new(|| {
        let mut rules = Rules::default();
        // From the oldest on, so that what an older file has keeps its version.
        for (_, text, version) in FILES.into_iter().rev() {
            Reader { rest: text, file: version, remark: Remark::default() }.read(&mut rules);
        }
        rules
    });
    &RULES
}

/// What a comment says.
#[derive(Clone, Copy, Default)]
struct Remark {
    version: Option<Version>,
    section: Option<&'static str>,
}

impl Remark {
    /// Reads `4.5, section 2.8.1 of OpenMP 4.5`, or either part.
    fn of(comment: &'static str) -> Self {
        let comment = comment.trim();
        let (first, rest) = comment.split_once(", ").unwrap_or((comment, comment));
        Remark { version: Version::parse(first), section: rest.strip_prefix("section ") }
    }
}

enum Token {
    Name(&'static str),
    Literal(&'static str),
    Sign(u8),
    Remark(Remark),
}

struct Reader {
    rest: &'static str,
    file: Version,
    /// The comment in front of a rule.
    remark: Remark,
}

impl Reader {
    fn token(&mut self) -> Option<Token> {
        loop {
            self.rest = self.rest.trim_start();
            let rest = self.rest;
            let first = *rest.as_bytes().first()?;
            let (token, length) = match first {
                b'/' if rest.starts_with("/*") => (None, rest.find("*/").map_or(rest.len(), |end| end + 2)),
                b'/' => {
                    let end = rest.find('\n').unwrap_or(rest.len());
                    (Some(Token::Remark(Remark::of(&rest[2..end]))), end)
                }
                b'{' => (None, rest.find('}').map_or(rest.len(), |end| end + 1)),
                b'\'' => {
                    let end = rest[1..].find('\'').map_or(rest.len(), |end| end + 2);
                    (Some(Token::Literal(rest[1..end].trim_end_matches('\''))), end)
                }
                first if first.is_ascii_alphabetic() => {
                    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                    (Some(Token::Name(&rest[..end])), end)
                }
                sign => (Some(Token::Sign(sign)), 1),
            };
            self.rest = &rest[length..];
            if token.is_some() {
                return token;
            }
        }
    }

    fn read(&mut self, rules: &mut Rules) {
        let mut name = "";
        while let Some(token) = self.token() {
            match token {
                Token::Name(found) => name = found,
                Token::Remark(remark) => self.remark = remark,
                Token::Sign(b':') => {
                    let rule = self.rule(rules.get(name));
                    rules.insert(name, rule);
                }
                _ => {}
            }
        }
    }

    /// Reads a rule behind its `:`; `older` is the one of its name before.
    fn rule(&mut self, older: Option<&Rule>) -> Rule {
        let own = std::mem::take(&mut self.remark);
        let version = own.version.unwrap_or(self.file);
        let mut rule = Rule { alternatives: Vec::new(), section: own.section };
        for (elements, remark) in self.alternatives() {
            let same = older.and_then(|older| older.alternatives.iter().find(|old| old.elements == elements));
            let mut found = Alternative { elements, version, section: remark.section };
            found.version = match (remark.version, same) {
                (Some(version), _) => version,
                (None, Some(older)) => older.version,
                // What it refers to has a version of its own.
                (None, None) if found.sole_rule().is_some() => own.version.unwrap_or(Version::OLDEST),
                (None, None) => version,
            };
            rule.alternatives.push(found);
        }
        rule
    }

    /// Reads alternatives until the `;` or the `)` behind them.
    fn alternatives(&mut self) -> Vec<(Vec<Element>, Remark)> {
        let mut found = vec![(Vec::new(), Remark::default())];
        while let Some(token) = self.token() {
            let last = found.len() - 1;
            let what = match token {
                Token::Remark(remark) => {
                    found[last].1 = remark;
                    continue;
                }
                Token::Sign(b';' | b')') => break,
                Token::Sign(b'|') => {
                    found.push((Vec::new(), Remark::default()));
                    continue;
                }
                Token::Sign(b'(') => {
                    What::Group(self.alternatives().into_iter().map(|(one, _)| one).collect())
                }
                Token::Sign(_) => continue,
                Token::Literal(word) => What::Word(word),
                Token::Name(name) => What::Rule(name),
            };
            let repeat = match self.rest.as_bytes().first() {
                Some(b'?') => Repeat::Optional,
                Some(b'*') => Repeat::Any,
                Some(b'+') => Repeat::Some,
                _ => Repeat::Once,
            };
            found[last].0.push(Element { what, repeat });
        }
        found
    }
}
