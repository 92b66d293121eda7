//! A pragma held to the grammar: its directive, its clauses one by one, and
//! what is wrong with it.

use std::ops::Range;

use super::Version;
use super::directives::{ClauseForm, Directive, Role, beginning_with};
use super::matching::{self, Match, Misfit, Word};
use crate::syntax::generated::open_mpc as kind;

/// A clause that can be read.
#[derive(Clone, Debug)]
pub struct Clause {
    pub form: &'static ClauseForm,
    /// Its tokens.
    pub range: Range<usize>,
}

/// What is wrong, each with its tokens.
#[derive(Clone, Debug)]
pub enum Fault {
    /// No directive begins like this.
    NoDirective,
    /// What should stand behind the directive's words.
    Own(Misfit),
    /// The parenthesis that is never closed, in a clause that begins before it.
    NotClosed {
        clause: Range<usize>,
        open: usize,
    },
    Clause {
        clause: Range<usize>,
        misfit: Misfit,
    },
    /// A clause of other directives.
    Misplaced(Range<usize>),
    /// A name that is no clause.
    Unknown(Range<usize>),
    /// What belongs to nothing.
    Unexpected(Range<usize>),
    /// A directive that has to have a clause has none.
    NoClause,
}

/// Something that a version newer than 2.5 brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    pub version: Version,
    pub at: usize,
}

/// A pragma that has been read.
#[derive(Debug, Default)]
pub struct Reading {
    pub directive: Option<&'static Directive>,
    /// The words of OpenMP, where names of the program's could stand too.
    pub keywords: Vec<usize>,
    /// Those that name something of the program's, whatever else has that name.
    pub names: Vec<usize>,
    pub clauses: Vec<Clause>,
    pub faults: Vec<Fault>,
    pub needs: Vec<Need>,
    /// The directives of which a `metadirective` chooses one.
    pub variants: Vec<Range<usize>>,
}

/// Reads what stands behind `#pragma omp`.
pub fn read(words: &[Word]) -> Reading {
    let mut reading = Reading::default();
    let Some(directive) = find(words) else {
        reading.faults.push(Fault::NoDirective);
        return reading;
    };
    reading.need(directive.version, 0);
    let behind = directive.name.split(' ').count();
    let mut misfit = Misfit::default();
    let mut own = None;
    for form in &directive.own {
        match matching::prefix(words, behind, form) {
            Ok(found) => {
                own = Some(found);
                break;
            }
            Err(found) if found.at >= misfit.at => misfit = found,
            Err(_) => {}
        }
    }
    reading.directive = Some(directive);
    match own {
        Some((found, end)) => {
            reading.take(found);
            reading.read_clauses(directive, words, end);
        }
        None => reading.faults.push(Fault::Own(misfit)),
    }
    if directive.name == "metadirective" {
        reading.settle_metadirective(words);
    }
    reading
}

/// The directive that words begin with.
///
/// Of two with the same name, one has no statement: its clauses tell.
pub fn find(words: &[Word]) -> Option<&'static Directive> {
    let begins = |directive: &&&'static Directive| {
        let mut left = Some(directive.name);
        for word in words {
            left = left.and_then(|name| name.strip_prefix(word.text));
            match left {
                Some("") => return true,
                Some(rest) => left = rest.strip_prefix(' '),
                None => return false,
            }
        }
        false
    };
    let mut found = beginning_with(words.first()?.text).iter().filter(begins);
    let first = *found.next()?;
    let is_meant = |other: &&&'static Directive| {
        let next = words.get(first.name.split(' ').count());
        other.name == first.name && next.is_some_and(|next| other.takes(next.text) && !first.takes(next.text))
    };
    found.find(is_meant).copied().or(Some(first))
}

impl Reading {
    fn need(&mut self, version: Version, at: usize) {
        if version > Version::OLDEST {
            self.needs.push(Need { version, at });
        }
    }

    fn take(&mut self, found: Match) {
        self.keywords.extend(found.keywords);
        self.names.extend(found.names);
        self.variants.extend(found.variants);
        for (version, at) in found.needs {
            self.need(version, at);
        }
    }

    fn read_clauses(&mut self, directive: &'static Directive, words: &[Word], start: usize) {
        let mut at = start;
        let mut count = 0;
        while let Some(word) = words.get(at) {
            if word.kind == kind::COMMA && at > start {
                at += 1;
                continue;
            }
            count += 1;
            let opens = words.get(at + 1).is_some_and(|next| next.kind == kind::LEFT_PAREN);
            let end = match opens.then(|| closing(words, at + 1)) {
                Some(Some(close)) => close + 1,
                Some(None) => {
                    return self.faults.push(Fault::NotClosed { clause: at..words.len(), open: at + 1 });
                }
                None => at + 1,
            };
            let range = at..end;
            match read_clause(directive, words, &range) {
                Ok(Some((form, found))) => {
                    self.need(form.version, at);
                    self.take(found);
                    self.clauses.push(Clause { form, range });
                }
                Err(misfit) => self.faults.push(Fault::Clause { clause: range, misfit }),
                Ok(None) if super::clause_section(word.text).is_some() => {
                    self.faults.push(Fault::Misplaced(range));
                }
                Ok(None) if word.kind == kind::IDENTIFIER => {
                    self.faults.push(Fault::Unknown(range));
                }
                Ok(None) => return self.faults.push(Fault::Unexpected(at..words.len())),
            }
            at = end;
        }
        if count == 0 && directive.wants_clause {
            self.faults.push(Fault::NoClause);
        }
    }

    /// A metadirective has a statement if one of the directives has that it chooses from.
    fn settle_metadirective(&mut self, words: &[Word]) {
        let is_construct = |range: &Range<usize>| {
            find(&words[range.clone()]).is_none_or(|directive| directive.role == Role::Construct)
        };
        if !self.variants.iter().any(is_construct) {
            let is_standalone = |directive: &&Directive| {
                directive.name == "metadirective" && directive.role == Role::Standalone
            };
            self.directive = beginning_with("metadirective").iter().copied().find(is_standalone);
        }
    }
}

/// The form that a clause has; `None` if the directive has none that begins with its word.
fn read_clause(
    directive: &'static Directive,
    words: &[Word],
    range: &Range<usize>,
) -> Result<Option<(&'static ClauseForm, Match)>, Misfit> {
    let mut furthest: Option<Misfit> = None;
    for form in directive.forms(words[range.start].text) {
        match matching::matches(words, range.clone(), form.elements) {
            Ok(found) => return Ok(Some((form, found))),
            Err(misfit) => furthest = Some(further(furthest, misfit)),
        }
    }
    furthest.map_or(Ok(None), Err)
}

/// Of two misfits the one further behind; of two at one place what either would have.
fn further(earlier: Option<Misfit>, misfit: Misfit) -> Misfit {
    let Some(mut earlier) = earlier else { return misfit };
    if misfit.at > earlier.at {
        return misfit;
    }
    if misfit.at == earlier.at {
        let new: Vec<_> = misfit.expected.into_iter().filter(|one| !earlier.expected.contains(one)).collect();
        earlier.expected.extend(new);
    }
    earlier
}

/// The parenthesis that closes another.
pub fn closing(words: &[Word], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, word) in words.iter().enumerate().skip(open) {
        match word.kind {
            kind::LEFT_PAREN | kind::LEFT_BRACKET | kind::LEFT_BRACE => depth += 1,
            kind::RIGHT_PAREN | kind::RIGHT_BRACKET | kind::RIGHT_BRACE => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (word.kind == kind::RIGHT_PAREN).then_some(at);
                }
            }
            _ => {}
        }
    }
    None
}
