//! Pragmas by themselves: the directive's words, its clauses and their
//! arguments, by the tokens of one line.
//!
//! The parser would refuse what is wrong here too, but it would look no
//! further. So each pragma is held to the grammar beforehand, each clause for
//! itself ([`accepted`]), and what is wrong is taken out of the parser's sight.
//! What a pragma lost by that is told, since it may be missed later.

use std::ops::Range;

use super::assumptions::Assumptions;
use super::hints::Hints;
use super::pairs::Pairs;
use super::requirements::Requirements;
use super::{apart, modifiers, sets};
use crate::diagnostics::{Diagnostic, Edit};
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::spelling;
use crate::openmp::written::{Written, end_of};
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::{self, Directive, Expected, Fault, Misfit, Reading};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{Repair, TokenList};

/// What is wrong with a file's pragmas.
#[derive(Debug, Default)]
pub struct Findings {
    pub errors: Vec<Diagnostic>,
    /// What is wrong, and C compilers pass over: pragmas that have no directive that is known, and commas behind lists.
    pub passed_over: Vec<Diagnostic>,
    /// What keeps the parser from stumbling over the same again.
    pub repairs: Vec<Repair>,
    /// Whether a clause that means something is among what was taken away.
    pub lost_clause: bool,
    /// Whether a whole directive is.
    pub lost_directive: bool,
    /// Whether a pragma is that C compilers pass over.
    pub lost_pragma: bool,
}

/// Looks at every pragma.
pub fn check(tokens: &TokenList) -> Findings {
    let mut found = Findings::default();
    let mut pairs = Pairs::default();
    let mut requirements = Requirements::default();
    let mut hints = Hints::default();
    let mut assumptions = Assumptions::default();
    for start in 0..tokens.len() {
        if !matches!(tokens[start].kind, kind::PRAGMA_OMP | kind::PRAGMA_GPUMP) {
            continue;
        }
        let (reading, indexes) = tokens.pragma(start);
        let mut check = Check { tokens, start, indexes: &indexes, found: &mut found };
        if tokens[start].kind == kind::PRAGMA_GPUMP {
            check.gpump();
            continue;
        }
        check.openmp(&reading);
        let Some(written) = Written::at(tokens, start) else { continue };
        pairs.take(&written);
        requirements.take(&written);
        hints.take(&written);
        assumptions.take(&written);
        for check in [sets::check, modifiers::check, apart::check] {
            found.errors.extend(check(&written));
        }
    }
    // Conditions and headers that have not been read may have the other of a pair.
    if tokens.is_preprocessed() || tokens.iter().all(|token| token.kind != kind::DIRECTIVE) {
        found.errors.extend(pairs.finish(tokens));
    }
    found.errors.extend(requirements.finish());
    found.errors.extend(hints.finish());
    found.errors.extend(assumptions.finish(tokens));
    found
}

/// The clause, or the whole directive, around a byte of the parser's text: what
/// to leave out if the parser cannot read it.
pub fn around(tokens: &TokenList, byte: usize) -> Option<(Repair, bool)> {
    let at = tokens.at_byte(byte);
    let start = tokens.pragma_at(byte)?;
    let (reading, indexes) = tokens.pragma(start);
    let mut clauses =
        reading.clauses.iter().map(|clause| indexes[clause.range.start]..=indexes[clause.range.end - 1]);
    let clause = clauses.find(|clause| clause.start() < clause.end() && clause.contains(&at));
    let is_directive = clause.is_none();
    Some((Repair::Hide(clause.unwrap_or_else(|| start..=end_of(tokens, start))), is_directive))
}

/// What may follow a directive's name: its clauses, and words that make other directives of it, as `for` of `parallel`.
fn likely_behind(directive: &Directive) -> Vec<&'static str> {
    let longer = accepted::directives()
        .iter()
        .filter_map(|other| other.name.strip_prefix(directive.name)?.strip_prefix(' ')?.split(' ').next());
    longer.chain(directive.clause_names()).collect()
}

struct Check<'t> {
    tokens: &'t TokenList,
    /// The `#` of the pragma.
    start: usize,
    /// Its visible tokens.
    indexes: &'t [usize],
    found: &'t mut Findings,
}

impl Check<'_> {
    /// The tokens of some of the pragma's words.
    fn range(&self, words: &Range<usize>) -> Tokens {
        self.indexes[words.start]..=self.indexes[words.end - 1]
    }

    fn text(&self, word: usize) -> &str {
        self.tokens.text(self.indexes[word])
    }

    /// The pragma to its last word.
    fn whole(&self) -> Tokens {
        self.start..=self.indexes[self.indexes.len() - 1]
    }

    fn error(&self, message: impl Into<String>, at: &Tokens, label: impl Into<String>) -> Diagnostic {
        self.tokens.error("E0101", message, at, label)
    }

    fn lose_directive(&mut self, error: Diagnostic) {
        self.found.errors.push(error);
        self.found.lost_directive = true;
        self.hide();
    }

    /// Loses what is no directive.
    fn lose_pragma(&mut self, error: Diagnostic) {
        self.found.passed_over.push(error);
        self.found.lost_pragma = true;
        self.hide();
    }

    fn hide(&mut self) {
        let whole = self.start..=end_of(self.tokens, self.start);
        self.found.repairs.push(Repair::Hide(whole));
    }

    fn lose_clause(&mut self, error: Diagnostic, clause: &Range<usize>) {
        self.found.errors.push(error);
        self.found.repairs.push(Repair::Hide(self.range(clause)));
        self.found.lost_clause = true;
    }

    fn gpump(&mut self) {
        match self.indexes.first() {
            None => self.lose_directive(self.no_directive("gpump")),
            Some(&word) if self.tokens[word].kind != kind::ACCESSIBLE => {
                self.lose_directive(self.unknown(word, "gpump", true, &[]));
            }
            Some(_) => {}
        }
    }

    fn no_directive(&self, family: &str) -> Diagnostic {
        let message = format!("a pragma of {family} without a directive");
        let at = self.start..=self.start;
        self.tokens.error("E0103", message, &at, "a directive should follow")
    }

    fn openmp(&mut self, reading: &Reading) {
        if self.indexes.is_empty() {
            return self.lose_pragma(self.no_directive("OpenMP"));
        }
        if reading.directive.is_none() && !self.begins_directive() {
            return self.lose_pragma(self.unknown_directive());
        }
        reading.faults.iter().for_each(|fault| self.fault(reading.directive, fault));
        for variant in &reading.variants {
            let indexes = &self.indexes[variant.clone()];
            let inner = accepted::read(&self.tokens.as_words(indexes));
            let mut check = Check { indexes, found: &mut *self.found, ..*self };
            inner.faults.iter().for_each(|fault| check.fault(inner.directive, fault));
        }
    }

    fn fault(&mut self, directive: Option<&'static Directive>, fault: &Fault) {
        let Some(directive) = directive else {
            let error = self.unknown_directive();
            return self.lose_directive(error);
        };
        match fault {
            Fault::NoDirective => {}
            Fault::Own(misfit) | Fault::Clause { misfit, .. } if self.ends_with_comma(misfit) => {
                let comma = self.indexes[misfit.at - 1];
                let error = self.error(
                    "a `,` without a name behind it",
                    &(comma..=comma),
                    "the list goes on with nothing",
                );
                let error = error.fix("leave the `,` out", [Edit::new(self.tokens.at(comma), "")]);
                self.found.passed_over.push(error);
                self.found.repairs.push(Repair::Hide(comma..=comma));
            }
            Fault::Own(misfit) => {
                let error = self.own(directive, misfit);
                self.lose_directive(error);
            }
            Fault::NotClosed { clause, open } => {
                self.lose_clause(self.not_closed(self.indexes[*open]), clause)
            }
            Fault::Clause { clause, misfit } => {
                let error = self.misfit(directive, clause, misfit);
                self.lose_clause(error, clause);
            }
            Fault::Misplaced(clause) => {
                let error = self.misplaced(directive, clause);
                self.found.errors.push(error);
                self.found.repairs.push(Repair::Hide(self.range(clause)));
            }
            Fault::Unknown(clause) => {
                let likely = likely_behind(directive);
                let error = self.unknown(self.indexes[clause.start], "OpenMP", false, &likely);
                self.lose_clause(error, clause);
            }
            Fault::Unexpected(rest) => {
                let mut error = self.unfit(rest.start, "not expected here");
                if self.tokens[self.indexes[rest.start]].kind == kind::LEFT_BRACE {
                    error = error.help("a directive ends with its line: write the `{` in the next one");
                }
                self.lose_clause(error, rest);
            }
            Fault::NoClause => {
                let names = list(directive.clause_names().iter().map(|name| format!("`{name}`")), "or");
                let message = format!("`{}` without a clause", directive.name);
                self.lose_directive(self.error(message, &self.whole(), format!("{names} should follow")));
            }
        }
    }

    fn not_closed(&self, open: usize) -> Diagnostic {
        self.error("the directive ends inside of parentheses", &(open..=open), "never closed")
    }

    /// A word that is none of its pragma's family.
    fn unknown(&self, word: usize, family: &str, directive: bool, likely: &[&'static str]) -> Diagnostic {
        let (span, edited) = (self.tokens.at(&(word..=word)), self.tokens.at(word));
        spelling::unknown(self.tokens.text(word), family, directive, likely, span, edited)
    }

    /// Whether some directive's name begins with the first word.
    fn begins_directive(&self) -> bool {
        accepted::directive_words().any(|word| word == self.text(0))
    }

    fn unknown_directive(&self) -> Diagnostic {
        let first = self.indexes[0];
        let text = self.tokens.text(first);
        if self.begins_directive() && self.indexes.len() > 1 && !is_sign(self.text(1)) {
            return self.unfit(1, "no directive goes on with this");
        }
        let message = format!("`{text}` is a clause");
        match accepted::clause_section(text) {
            _ if self.tokens[first].kind == kind::IDENTIFIER => self.unknown(first, "OpenMP", true, &[]),
            Some(_) => self.error(message, &(first..=first), "a directive should stand here"),
            None => self.unfit(0, "a directive should stand here"),
        }
    }

    /// What stands where something belongs to the directive itself.
    fn own(&self, directive: &Directive, misfit: &Misfit) -> Diagnostic {
        if misfit.at < self.indexes.len() {
            return self.unfitting(directive.name, directive.section, misfit);
        }
        if let Some(open) = self.open_parenthesis() {
            return self.not_closed(open);
        }
        let message = match misfit.expected.as_slice() {
            [Expected::Word("(")] => format!("`{}` without its argument", directive.name),
            _ => format!("`{}` ends too early", directive.name),
        };
        self.error(message, &self.whole(), wanted(&misfit.expected))
    }

    /// Whether a list of names ends with a comma.
    fn ends_with_comma(&self, misfit: &Misfit) -> bool {
        let is_name_missing = misfit.expected.iter().any(|one| matches!(one, Expected::Name));
        let is_comma = |at: usize| {
            at > 0 && at < self.indexes.len() && [at - 1, at].map(|at| self.text(at)) == [",", ")"]
        };
        is_name_missing && is_comma(misfit.at)
    }

    /// The first parenthesis that is not closed.
    fn open_parenthesis(&self) -> Option<usize> {
        let opens = |&&index: &&usize| self.tokens[index].kind == kind::LEFT_PAREN;
        let last = *self.indexes.last()?;
        let is_open = |&&index: &&usize| self.tokens.partner(index).is_none_or(|close| close > last);
        self.indexes.iter().filter(opens).find(is_open).copied()
    }

    fn misfit(&self, directive: &Directive, clause: &Range<usize>, misfit: &Misfit) -> Diagnostic {
        let word = self.text(clause.start);
        let section = accepted::clause_section(word).unwrap_or(directive.section);
        if clause.len() == 1 {
            let message = format!("`{word}` without its argument");
            let error = self.error(message, &self.range(clause), "it should follow, in parentheses");
            return error.note(format!("section {section} of the specification"));
        }
        if misfit.at == clause.start + 1 {
            return self.unfit(misfit.at, &format!("`{word}` has no argument"));
        }
        self.unfitting(word, section, misfit)
    }

    /// A token that does not fit, with what would fit there. `what` is the clause, or the directive.
    fn unfitting(&self, what: &str, section: &str, misfit: &Misfit) -> Diagnostic {
        let found = self.tokens[self.indexes[misfit.at]].kind;
        let is_behind_name = misfit.expected.contains(&Expected::Word(","));
        if is_behind_name && matches!(found, kind::LEFT_BRACKET | kind::DOT | kind::ARROW) {
            let ends = |&at: &usize| {
                matches!(self.tokens[self.indexes[at]].kind, kind::COMMA | kind::COLON | kind::RIGHT_PAREN)
            };
            let (name, length) = (misfit.at - 1, self.indexes.len());
            let part = self.range(&(name..(misfit.at..length).find(ends).unwrap_or(length)));
            let message = format!("a part of `{}` in `{what}`", self.text(name));
            let error = self.tokens.error("E0331", message, &part, "not a whole variable");
            return error.note(format!("a list names variables, not parts of them (section {section})"));
        }
        self.unfit(misfit.at, &wanted(&misfit.expected))
    }

    fn misplaced(&self, directive: &Directive, clause: &Range<usize>) -> Diagnostic {
        let word = clause.start;
        let text = self.text(word);
        let message = format!("`{text}` is no clause of `{}`", directive.name);
        let at = self.indexes[word];
        let error = self.tokens.error("E0312", message, &(at..=at), "not allowed on this directive");
        let names = directive.clause_names();
        let takes = match names.as_slice() {
            [] => format!("`{}` takes no clauses", directive.name),
            list => format!("`{}` takes {}", directive.name, list.join(", ")),
        };
        let section = accepted::clause_section(text).unwrap_or_default();
        let error = error.note(format!(
            "{takes} (section {}; `{text}` is described in section {section})",
            directive.section
        ));
        error.fix(format!("leave `{text}` out"), [Edit::new(self.with_blanks(clause), "")])
    }

    /// The text of a clause, with what separates it from what stands before.
    fn with_blanks(&self, clause: &Range<usize>) -> Range<usize> {
        let token = |word: usize| &self.tokens[self.indexes[word]];
        let before = (0..clause.start).rev().find(|&word| token(word).kind != kind::COMMA);
        let start = before.map_or(token(clause.start).span.start, |word| token(word).span.end);
        start..token(clause.end - 1).span.end
    }

    fn unfit(&self, word: usize, label: &str) -> Diagnostic {
        let at = self.indexes[word];
        let message = format!("`{}` does not fit into the directive", self.tokens.text(at));
        self.error(message, &(at..=at), label)
    }
}

fn is_sign(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// What should stand where a token does not fit.
fn wanted(expected: &[Expected]) -> String {
    let is_separator = |one: &&Expected| matches!(one, Expected::Word(")" | ",") | Expected::End);
    let is_all = expected.iter().all(|one| is_separator(&one));
    let mut what: Vec<String> = Vec::new();
    for one in expected.iter().filter(|one| is_all || !is_separator(one)) {
        let said = match one {
            Expected::Word(",") => "a comma between names".to_owned(),
            Expected::Word(word) => format!("`{word}`"),
            Expected::Name => "a name".to_owned(),
            Expected::Expression => "an expression".to_owned(),
            Expected::Type => "a type".to_owned(),
            Expected::End => continue,
        };
        if !what.contains(&said) {
            what.push(said);
        }
    }
    match what.as_slice() {
        [] => "nothing more should stand here".to_owned(),
        _ => format!("{} should stand here", list(what.into_iter(), "or")),
    }
}

/// `a, b or c`.
fn list(items: impl Iterator<Item = String>, last: &str) -> String {
    let mut items: Vec<String> = items.collect();
    match items.pop() {
        None => String::new(),
        Some(only) if items.is_empty() => only,
        Some(end) => format!("{} {last} {end}", items.join(", ")),
    }
}
