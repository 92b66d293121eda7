//! Tokens held to a rule.
//!
//! Where a rule leaves a choice, each way is tried in turn. Of C's expressions
//! and types only their ends are found: that they are right is the parser's
//! business.

use super::Version;
use super::grammar::{Element, Repeat, Rules, What, rules};
use crate::syntax::generated::open_mpc as kind;

/// A token of a pragma.
#[derive(Clone, Copy, Debug)]
pub struct Word<'w> {
    pub text: &'w str,
    pub kind: i32,
}

/// What a rule wants where a token does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    Word(&'static str),
    Name,
    Expression,
    Type,
    /// The end of what is matched.
    End,
}

/// Where tokens stop fitting a rule, and what would fit there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Misfit {
    pub at: usize,
    pub expected: Vec<Expected>,
}

/// What tokens are, by a rule.
#[derive(Clone, Debug, Default)]
pub struct Match {
    /// The tokens that are words of OpenMP.
    pub keywords: Vec<usize>,
    /// Those that name something of the program's, whatever else has that name.
    pub names: Vec<usize>,
    /// What a version newer than 2.5 brought: the version and the token.
    pub needs: Vec<(Version, usize)>,
    /// The directives in a `metadirective`.
    pub variants: Vec<std::ops::Range<usize>>,
}

/// Matches the tokens up to an end, all of them, against the elements of an
/// alternative.
///
/// # Errors
///
/// The token furthest behind that does not fit.
pub fn matches(words: &[Word], range: std::ops::Range<usize>, elements: &[Element]) -> Result<Match, Misfit> {
    let mut matcher = Matcher {
        words: &words[..range.end],
        rules: rules(),
        found: Match::default(),
        misfit: Misfit { at: range.start, expected: Vec::new() },
    };
    let is_end = &mut |matcher: &mut Matcher, at| at == range.end || matcher.misses(at, Expected::End);
    if matcher.sequence(elements, range.start, is_end) { Ok(matcher.found) } else { Err(matcher.misfit) }
}

/// Matches the tokens that an alternative takes from a place on; returns the
/// place behind them.
///
/// # Errors
///
/// The token furthest behind that does not fit.
pub fn prefix(words: &[Word], start: usize, elements: &[Element]) -> Result<(Match, usize), Misfit> {
    let mut matcher = Matcher {
        words,
        rules: rules(),
        found: Match::default(),
        misfit: Misfit { at: start, expected: Vec::new() },
    };
    let mut end = start;
    let is_end = &mut |_: &mut Matcher, at| {
        end = at;
        true
    };
    let fits = matcher.sequence(elements, start, is_end);
    // Something that may stand there, and does not fit.
    let begins = words.get(end).is_some_and(|word| word.kind == kind::LEFT_PAREN) && matcher.misfit.at > end;
    if fits && !begins { Ok((matcher.found, end)) } else { Err(matcher.misfit) }
}

struct Matcher<'w> {
    words: &'w [Word<'w>],
    rules: &'static Rules,
    found: Match,
    misfit: Misfit,
}

type Rest<'r, 'w> = &'r mut dyn FnMut(&mut Matcher<'w>, usize) -> bool;

impl<'w> Matcher<'w> {
    fn misses(&mut self, at: usize, expected: Expected) -> bool {
        if at > self.misfit.at {
            self.misfit = Misfit { at, expected: Vec::new() };
        }
        if at == self.misfit.at && !self.misfit.expected.contains(&expected) {
            self.misfit.expected.push(expected);
        }
        false
    }

    /// Goes on with what was found so far, and takes back what is found behind if that leads nowhere.
    fn attempt(&mut self, step: impl FnOnce(&mut Self) -> bool) -> bool {
        let found = &self.found;
        let (keywords, names, needs) = (found.keywords.len(), found.names.len(), found.needs.len());
        let fits = step(self);
        if !fits {
            self.found.keywords.truncate(keywords);
            self.found.names.truncate(names);
            self.found.needs.truncate(needs);
        }
        fits
    }

    fn sequence(&mut self, elements: &[Element], at: usize, rest: Rest<'_, 'w>) -> bool {
        let Some((first, others)) = elements.split_first() else { return rest(self, at) };
        self.repeated(first, first.repeat, at, &mut |matcher, at| matcher.sequence(others, at, rest))
    }

    fn repeated(&mut self, element: &Element, repeat: Repeat, at: usize, rest: Rest<'_, 'w>) -> bool {
        match repeat {
            Repeat::Once => self.one(&element.what, at, rest),
            Repeat::Some if element.what == What::Rule("balanced_token") => self.run(at, rest),
            Repeat::Any if element.what == What::Rule("balanced_token") => {
                let end = self.bracket_end(at);
                rest(self, end)
            }
            Repeat::Optional => self.one(&element.what, at, rest) || rest(self, at),
            Repeat::Some => self.one(&element.what, at, &mut |matcher, behind| {
                behind > at && matcher.repeated(element, Repeat::Any, behind, rest)
            }),
            Repeat::Any => {
                self.one(&element.what, at, &mut |matcher, behind| {
                    behind > at && matcher.repeated(element, Repeat::Any, behind, rest)
                }) || rest(self, at)
            }
        }
    }

    fn one(&mut self, what: &What, at: usize, rest: Rest<'_, 'w>) -> bool {
        match what {
            What::Group(alternatives) => {
                alternatives.iter().any(|one| self.attempt(|matcher| matcher.sequence(one, at, rest)))
            }
            What::Word(word) => self.word(word, at, rest),
            What::Rule("identifier" | "Identifier") => match self.words.get(at) {
                Some(word) if is_name(word) => self.attempt(|matcher| {
                    matcher.found.names.push(at);
                    rest(matcher, at + 1)
                }),
                _ => self.misses(at, Expected::Name),
            },
            // Of the grammar of C, as these.
            What::Rule("identifier_list") => self.names(at, rest),
            What::Rule("expression" | "constant_expression") => self.expression(at, false, rest),
            What::Rule("assignment_expression") => self.expression(at, true, rest),
            What::Rule("type_name" | "iterator_type") => self.type_name(at, rest),
            What::Rule("directive_variant") => {
                let variant = at..self.bracket_end(at);
                let fits = self.run(at, rest);
                if fits {
                    self.found.variants.push(variant);
                }
                fits
            }
            What::Rule(name) => self.rule(name, at, rest),
        }
    }

    fn names(&mut self, at: usize, rest: Rest<'_, 'w>) -> bool {
        match self.words.get(at) {
            Some(word) if is_name(word) => {}
            _ => return self.misses(at, Expected::Name),
        }
        match self.words.get(at + 1) {
            Some(word) if word.kind == kind::COMMA => self.names(at + 2, rest),
            _ => {
                self.misses(at + 1, Expected::Word(","));
                rest(self, at + 1)
            }
        }
    }

    fn rule(&mut self, name: &str, at: usize, rest: Rest<'_, 'w>) -> bool {
        let Some(rule) = self.rules.get(name) else { return false };
        rule.alternatives.iter().any(|alternative| {
            let version = alternative.version;
            self.attempt(|matcher| {
                if version > Version::OLDEST {
                    matcher.found.needs.push((version, at));
                }
                matcher.sequence(&alternative.elements, at, rest)
            })
        })
    }

    fn word(&mut self, word: &'static str, at: usize, rest: Rest<'_, 'w>) -> bool {
        match self.words.get(at) {
            Some(found) if found.text == word => {
                let is_openmp = is_openmp_word(found.kind);
                self.attempt(|matcher| {
                    if is_openmp {
                        matcher.found.keywords.push(at);
                    }
                    rest(matcher, at + 1)
                })
            }
            _ => self.misses(at, Expected::Word(word)),
        }
    }

    /// What stands up to the end of the brackets around, of which there must be something.
    fn run(&mut self, at: usize, rest: Rest<'_, 'w>) -> bool {
        let end = self.bracket_end(at);
        if end == at { self.misses(at, Expected::Expression) } else { rest(self, end) }
    }

    fn bracket_end(&self, at: usize) -> usize {
        self.outside_brackets(at).find(|&(_, ends)| ends).map_or(self.words.len(), |(at, _)| at)
    }

    /// The tokens from a place on that stand in no brackets of their own, each with whether it ends the brackets around; the last does.
    fn outside_brackets(&self, from: usize) -> impl Iterator<Item = (usize, bool)> + use<'w> {
        let words = self.words;
        let mut depth = 0usize;
        let mut at = from;
        std::iter::from_fn(move || {
            loop {
                let word = words.get(at)?;
                at += 1;
                match word.kind {
                    kind::LEFT_PAREN | kind::LEFT_BRACKET | kind::LEFT_BRACE => depth += 1,
                    kind::RIGHT_PAREN | kind::RIGHT_BRACKET | kind::RIGHT_BRACE if depth == 0 => {
                        return Some((at - 1, true));
                    }
                    kind::RIGHT_PAREN | kind::RIGHT_BRACKET | kind::RIGHT_BRACE => depth -= 1,
                    _ if depth == 0 => return Some((at - 1, false)),
                    _ => {}
                }
            }
        })
    }

    /// An expression goes on to a colon that belongs to no `?`, and one of an assignment at most to a comma.
    fn expression(&mut self, at: usize, is_one: bool, rest: Rest<'_, 'w>) -> bool {
        let mut questions = 0usize;
        let end = self.outside_brackets(at).find(|&(at, ends)| match self.words[at].kind {
            _ if ends => true,
            kind::QUESTION => {
                questions += 1;
                false
            }
            kind::COLON if questions == 0 => true,
            kind::COLON => {
                questions -= 1;
                false
            }
            kind::COMMA => is_one,
            _ => false,
        });
        let end = end.map_or(self.words.len(), |(at, _)| at);
        if end == at { self.misses(at, Expected::Expression) } else { rest(self, end) }
    }

    /// A type may have a name behind it: where it ends is tried.
    fn type_name(&mut self, at: usize, rest: Rest<'_, 'w>) -> bool {
        let ends = |&(at, ends): &(usize, bool)| {
            ends || matches!(self.words[at].kind, kind::COLON | kind::COMMA | kind::ASSIGN)
        };
        let end = self.outside_brackets(at).find(ends).map_or(self.words.len(), |(at, _)| at);
        if end == at {
            return self.misses(at, Expected::Type);
        }
        (at + 1..=end).rev().any(|end| self.attempt(|matcher| rest(matcher, end)))
    }
}

/// Whether a token type is a word of OpenMP or of `gpump`, outside of C's own.
pub fn is_openmp_word(token: i32) -> bool {
    (kind::PARALLEL..=kind::ACCESSIBLE).contains(&token)
}

/// Whether a token can be a name of the program's.
pub fn is_name(word: &Word) -> bool {
    matches!(word.kind, kind::IDENTIFIER) || is_openmp_word(word.kind)
}
