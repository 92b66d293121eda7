//! Context selectors as they are written (section 7.2 of OpenMP 5.2).
//!
//! ```c
//! device={kind(host)}, user={condition(score(3): n > 4)}
//! ```

use std::collections::BTreeSet;

use crate::openmp::constructs::Tokens;
use crate::openmp::written::whole;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// What the context has to be.
#[derive(Clone, Debug, Default)]
pub struct Selector {
    pub sets: Vec<TraitSet>,
}

/// `device={…}`, at its name.
#[derive(Clone, Debug)]
pub struct TraitSet {
    pub at: usize,
    pub traits: Vec<TraitSelector>,
}

/// `kind(host)`, at its name.
#[derive(Clone, Debug)]
pub struct TraitSelector {
    pub at: usize,
    pub score: Option<Tokens>,
    /// What is in its parentheses; `None` without them.
    pub properties: Option<Vec<Tokens>>,
}

impl Selector {
    /// Reads a selector that begins with the first of some visible tokens; says how many of them are its own.
    pub fn read(tokens: &TokenList, words: &[usize]) -> (Selector, usize) {
        let mut selector = Selector::default();
        let mut at = 0;
        while let [name, equals, open, ..] = words[at..] {
            let close = tokens.partner(open).and_then(|close| words.binary_search(&close).ok());
            let Some(close) = close.filter(|_| tokens[equals].kind == kind::ASSIGN) else { break };
            let inside = tokens.parts(&words[at + 3..close], kind::COMMA);
            let traits = inside.into_iter().filter_map(|words| TraitSelector::read(tokens, words)).collect();
            selector.sets.push(TraitSet { at: name, traits });
            at = close + 1;
            if words.get(at).is_none_or(|&next| tokens[next].kind != kind::COMMA) {
                break;
            }
            at += 1;
        }
        (selector, at)
    }

    /// Adds what the selector around asks for: sets that it lacks, and of its own those traits that they do not have (section 7.5.5).
    pub fn append(&mut self, around: &Selector, tokens: &TokenList) {
        let says = |found: &TraitSelector| {
            let properties = found.properties.iter().flatten().chain(&found.score);
            let properties: Vec<String> = properties.map(|property| words(tokens, property)).collect();
            (tokens.text(found.at), properties)
        };
        for outer in &around.sets {
            let own = self.sets.iter_mut().find(|set| tokens.text(set.at) == tokens.text(outer.at));
            let Some(own) = own else {
                self.sets.push(outer.clone());
                continue;
            };
            let before: Vec<_> = own.traits.iter().map(says).collect();
            own.traits.extend(outer.traits.iter().filter(|found| !before.contains(&says(found))).cloned());
        }
    }

    pub fn set(&self, tokens: &TokenList, name: &str) -> Option<&TraitSet> {
        self.sets.iter().find(|set| tokens.text(set.at) == name)
    }

    /// What it asks of the constructs around, the outermost first.
    pub fn constructs(&self, tokens: &TokenList) -> &[TraitSelector] {
        self.set(tokens, "construct").map_or(&[], |set| &set.traits)
    }

    /// All that it asks for, to be compared with what another asks for (section 7.3).
    pub fn demands(&self, tokens: &TokenList) -> BTreeSet<String> {
        let mut demands = BTreeSet::new();
        for set in &self.sets {
            for (number, found) in set.traits.iter().enumerate() {
                let name = format!("{} {}", tokens.text(set.at), tokens.text(found.at));
                // One construct may be asked for twice.
                let earlier = &set.traits[..number];
                let count =
                    earlier.iter().filter(|other| tokens.text(other.at) == tokens.text(found.at)).count();
                let name = format!("{name} {count}");
                let properties = found.properties.iter().flatten();
                demands.extend(properties.map(|property| format!("{name} {}", words(tokens, property))));
                demands.insert(name);
            }
        }
        demands
    }
}

impl TraitSelector {
    fn read(tokens: &TokenList, words: &[usize]) -> Option<TraitSelector> {
        let (&at, rest) = words.split_first()?;
        let [_open, inside @ .., _close] = rest else {
            return Some(TraitSelector { at, score: None, properties: None });
        };
        let (score, inside) = match score(tokens, inside) {
            Some((score, inside)) => (Some(score), inside),
            None => (None, inside),
        };
        // An expression is one property, whatever stands in it.
        let parts = match tokens.text(at) {
            "condition" | "device_num" => vec![inside],
            _ => tokens.parts(inside, kind::COMMA),
        };
        Some(TraitSelector { at, score, properties: Some(parts.into_iter().filter_map(whole).collect()) })
    }
}

/// `score(n):` in front of properties: the number, and what is behind.
fn score<'w>(tokens: &TokenList, words: &'w [usize]) -> Option<(Tokens, &'w [usize])> {
    let [name, open, first, ..] = *words else { return None };
    if tokens.text(name) != "score" {
        return None;
    }
    let close = words.binary_search(&tokens.partner(open)?).ok()?;
    let behind = words.get(close + 1).filter(|&&next| tokens[next].kind == kind::COLON);
    behind.map(|_| (first..=words[close - 1], &words[close + 2..]))
}

/// The visible tokens of a range, with blanks between them. A name in quotation marks is that name.
pub fn words(tokens: &TokenList, range: &Tokens) -> String {
    let words = tokens.visible_in(range);
    match words.as_slice() {
        [name] => tokens.text(*name).trim_matches('"').to_owned(),
        words => tokens.words(words),
    }
}

/// Whether a trait has one of its properties called so.
pub fn has_named(tokens: &TokenList, found: &TraitSelector, name: &str) -> bool {
    found.properties.iter().flatten().any(|property| words(tokens, property) == name)
}
