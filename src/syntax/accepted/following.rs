//! What may stand behind the words of a pragma that is being typed: what an editor offers.

use std::collections::HashSet;

use super::directives::{ClauseForm, Directive, directives};
use super::grammar::{Repeat, What};
use super::matching::{self, Expected, Misfit, Word};
use super::reading::{closing, find};
use super::{Version, clause_section};
use crate::syntax::generated::open_mpc as kind;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The words of a directive, or the rest of them.
    Directive,
    /// A clause, and whether it has an argument in parentheses.
    Clause { has_argument: bool },
    /// A word in the argument of a clause, or of a directive.
    Argument,
}

/// A word that may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Following {
    pub text: &'static str,
    pub part: Part,
    /// Where it is described, if it is a directive or a clause.
    pub section: Option<&'static str>,
    /// Since when there is such a thing.
    pub version: Option<Version>,
}

/// What may stand behind words, which stand behind `#pragma omp`.
pub fn following(words: &[Word]) -> Vec<Following> {
    let mut found: Vec<Following> = directives().iter().filter_map(|one| rest_of(one, words)).collect();
    found.sort_by_key(|one| one.text);
    found.dedup_by_key(|one| one.text);
    let Some(directive) = find(words) else { return found };
    let mut behind = None;
    for form in &directive.own {
        match matching::prefix(words, directive.name.split(' ').count(), form) {
            Ok((_, end)) => behind = behind.max(Some(end)),
            Err(misfit) => found.extend(arguments(&misfit, words)),
        }
    }
    if let Some(behind) = behind {
        found.extend(behind_own(directive, words, behind));
    }
    let mut seen = HashSet::new();
    found.retain(|one| seen.insert(one.text));
    found
}

/// The words of a directive that are not there yet, if the others are.
fn rest_of(directive: &'static Directive, words: &[Word]) -> Option<Following> {
    let mut rest = directive.name;
    for word in words {
        rest = rest.strip_prefix(word.text)?.strip_prefix(' ')?;
    }
    let (section, version) = (Some(directive.section), Some(directive.version));
    Some(Following { text: rest, part: Part::Directive, section, version })
}

/// What may stand among the clauses, which begin at a word.
fn behind_own(directive: &'static Directive, words: &[Word], start: usize) -> Vec<Following> {
    let mut at = start;
    while let Some(word) = words.get(at) {
        let opens = words.get(at + 1).is_some_and(|next| next.kind == kind::LEFT_PAREN);
        match opens.then(|| closing(words, at + 1)) {
            Some(Some(close)) => at = close + 1,
            Some(None) => {
                let forms = directive.forms(word.text);
                let misfits =
                    forms.filter_map(|form| matching::matches(words, at..words.len(), form.elements).err());
                return misfits.flat_map(|misfit| arguments(&misfit, words)).collect();
            }
            None => at += 1,
        }
    }
    let clause = |form: &'static ClauseForm| {
        let has_argument = form.elements.get(1).is_some_and(|second| {
            second.what == What::Word("(") && matches!(second.repeat, Repeat::Once | Repeat::Some)
        });
        form.words().map(move |text| Following {
            text,
            part: Part::Clause { has_argument },
            section: clause_section(text),
            version: Some(form.version),
        })
    };
    directive.clauses().iter().flat_map(clause).collect()
}

/// The words that would fit behind the last one.
fn arguments(misfit: &Misfit, words: &[Word]) -> Vec<Following> {
    let is_word = |text: &&str| text.starts_with(|c: char| c.is_ascii_alphabetic());
    let wanted = misfit.expected.iter().filter(|_| misfit.at == words.len()).filter_map(|one| match one {
        Expected::Word(text) => Some(*text),
        _ => None,
    });
    let argument = |text| Following { text, part: Part::Argument, section: None, version: None };
    wanted.filter(is_word).map(argument).collect()
}
