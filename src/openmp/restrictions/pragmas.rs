//! Pragmas by themselves: the directive's words, its clauses and their
//! arguments, by the tokens of one line.
//!
//! The parser would refuse what is wrong here too, but it would look no
//! further. So each pragma is looked at beforehand, each clause for itself,
//! and what is wrong is taken out of the parser's sight. What a pragma lost by
//! that is told, since it may be missed later.

use std::ops::Range;

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::spelling::{self, CAME_LATER};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tokens::is_openmp_word;
use crate::syntax::{Repair, TokenList};

/// A directive.
#[derive(Debug)]
pub struct Directive {
    pub name: &'static str,
    pub section: &'static str,
    clauses: &'static [&'static str],
    own: Own,
    /// Whether a statement belongs to it.
    pub is_construct: bool,
}

/// What stands in parentheses behind the directive's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Own {
    Nothing,
    MaybeName,
    MaybeList,
    List,
}

const PARALLEL: &[&str] =
    &["if", "num_threads", "default", "private", "firstprivate", "shared", "copyin", "reduction"];
const FOR: &[&str] =
    &["private", "firstprivate", "lastprivate", "reduction", "ordered", "schedule", "collapse", "nowait"];
const SECTIONS: &[&str] = &["private", "firstprivate", "lastprivate", "reduction", "nowait"];
const SINGLE: &[&str] = &["private", "firstprivate", "copyprivate", "nowait"];
const PARALLEL_FOR: &[&str] = &[
    "if",
    "num_threads",
    "default",
    "private",
    "firstprivate",
    "lastprivate",
    "shared",
    "copyin",
    "reduction",
    "ordered",
    "schedule",
    "collapse",
];
const PARALLEL_SECTIONS: &[&str] = &[
    "if",
    "num_threads",
    "default",
    "private",
    "firstprivate",
    "lastprivate",
    "shared",
    "copyin",
    "reduction",
];

const ATOMIC: &[&str] =
    &["read", "write", "update", "capture", "seq_cst", "acq_rel", "release", "acquire", "relaxed", "hint"];
const SIMD: &[&str] =
    &["private", "lastprivate", "reduction", "collapse", "safelen", "simdlen", "aligned", "linear"];
const FOR_SIMD: &[&str] = &[
    "private",
    "firstprivate",
    "lastprivate",
    "reduction",
    "ordered",
    "schedule",
    "collapse",
    "nowait",
    "safelen",
    "simdlen",
    "aligned",
    "linear",
];
const PARALLEL_FOR_SIMD: &[&str] = &[
    "if",
    "num_threads",
    "default",
    "private",
    "firstprivate",
    "lastprivate",
    "shared",
    "copyin",
    "reduction",
    "ordered",
    "schedule",
    "collapse",
    "safelen",
    "simdlen",
    "aligned",
    "linear",
];

const fn construct(name: &'static str, section: &'static str, clauses: &'static [&'static str]) -> Directive {
    Directive { name, section, clauses, own: Own::Nothing, is_construct: true }
}

const fn standalone(name: &'static str, section: &'static str, own: Own) -> Directive {
    Directive { name, section, clauses: &[], own, is_construct: false }
}

/// All of them; of two that begin alike, the longer comes first.
const DIRECTIVES: &[Directive] = &[
    construct("parallel for simd", "2.10.4 of OpenMP 4.0", PARALLEL_FOR_SIMD),
    construct("parallel for", "2.6.1", PARALLEL_FOR),
    construct("parallel sections", "2.6.2", PARALLEL_SECTIONS),
    construct("parallel", "2.4", PARALLEL),
    construct("for simd", "2.8.3 of OpenMP 4.0", FOR_SIMD),
    construct("for", "2.5.1", FOR),
    construct("sections", "2.5.2", SECTIONS),
    construct("section", "2.5.2", &[]),
    construct("single", "2.5.3", SINGLE),
    construct("master", "2.7.1", &[]),
    Directive { name: "critical", section: "2.7.2", clauses: &[], own: Own::MaybeName, is_construct: true },
    standalone("barrier", "2.7.3", Own::Nothing),
    construct("atomic", "2.7.4", ATOMIC),
    standalone("flush", "2.7.5", Own::MaybeList),
    construct("ordered", "2.7.6", &["threads", "simd"]),
    construct("simd", "2.8.1 of OpenMP 4.0", SIMD),
    standalone("threadprivate", "2.8.2", Own::List),
];

/// What a clause has in its parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    Nothing,
    Expression,
    List,
    Reduction,
    Default,
    Schedule,
    /// A list, and perhaps a colon and an expression.
    ListAndExpression,
}

/// The argument of a clause, its section, if it is a clause.
fn clause(word: &str) -> Option<(Argument, &'static str)> {
    Some(match word {
        "if" | "num_threads" => (Argument::Expression, "2.4"),
        "default" => (Argument::Default, "2.8.3.1"),
        "shared" => (Argument::List, "2.8.3.2"),
        "private" => (Argument::List, "2.8.3.3"),
        "firstprivate" => (Argument::List, "2.8.3.4"),
        "lastprivate" => (Argument::List, "2.8.3.5"),
        "reduction" => (Argument::Reduction, "2.8.3.6"),
        "copyin" => (Argument::List, "2.8.4.1"),
        "copyprivate" => (Argument::List, "2.8.4.2"),
        "schedule" => (Argument::Schedule, "2.5.1"),
        "collapse" => (Argument::Expression, "2.5.1 of OpenMP 3.0"),
        "ordered" => (Argument::Nothing, "2.5.1"),
        "safelen" => (Argument::Expression, "2.8.1 of OpenMP 4.0"),
        "simdlen" => (Argument::Expression, "2.8.1 of OpenMP 4.5"),
        "aligned" => (Argument::ListAndExpression, "2.8.1 of OpenMP 4.0"),
        "linear" => (Argument::ListAndExpression, "2.14.3.7 of OpenMP 4.0"),
        "threads" | "simd" => (Argument::Nothing, "2.13.8 of OpenMP 4.5"),
        "nowait" => (Argument::Nothing, "2.5"),
        "read" | "write" | "update" | "capture" => (Argument::Nothing, "2.8.5 of OpenMP 3.1"),
        "seq_cst" => (Argument::Nothing, "2.12.6 of OpenMP 4.0"),
        "acq_rel" | "release" | "acquire" | "relaxed" => (Argument::Nothing, "2.17.7 of OpenMP 5.0"),
        "hint" => (Argument::Expression, "2.17.7 of OpenMP 5.0"),
        _ => return None,
    })
}

/// The words in front of the clauses.
fn words(tokens: &TokenList, start: usize) -> impl Iterator<Item = usize> {
    (start + 1..tokens.len())
        .take_while(|&index| tokens[index].kind != kind::NEW_LINE)
        .filter(|&index| tokens[index].is_visible())
}

/// The directive of the pragma that begins at a token.
pub fn directive_at(tokens: &TokenList, start: usize) -> Option<&'static Directive> {
    if tokens[start].kind != kind::PRAGMA_OMP {
        return None;
    }
    let text: Vec<&str> = words(tokens, start).take(3).map(|index| tokens.text(index)).collect();
    DIRECTIVES.iter().find(|directive| {
        let mut words = directive.name.split(' ');
        words.by_ref().zip(&text).all(|(word, found)| word == *found)
            && directive.name.split(' ').count() <= text.len()
    })
}

/// The end of a pragma: its newline, or the last token.
pub fn end_of(tokens: &TokenList, start: usize) -> usize {
    let ends = |&index: &usize| tokens[index].kind == kind::NEW_LINE;
    (start..tokens.len()).find(ends).unwrap_or(tokens.len().saturating_sub(1))
}

/// The last token of a pragma that is not its newline; a file may end without
/// one.
fn last_word(tokens: &TokenList, end: usize) -> usize {
    if tokens[end].kind == kind::NEW_LINE { end - 1 } else { end }
}

/// What is wrong with a file's pragmas.
#[derive(Debug, Default)]
pub struct Findings {
    pub errors: Vec<Diagnostic>,
    /// What keeps the parser from stumbling over the same again.
    pub repairs: Vec<Repair>,
    /// Whether a clause that means something is among what was taken away.
    pub lost_clause: bool,
    /// Whether a whole directive is.
    pub lost_directive: bool,
}

/// Where tokens of the parser's stand in the file, in bytes.
pub type Place<'a> = &'a dyn Fn(&Tokens) -> Range<usize>;

/// Looks at every pragma.
pub fn check(tokens: &TokenList, place: Place) -> Findings {
    let mut check = Check { tokens, place, found: Findings::default() };
    let mut index = 0;
    while index < tokens.len() {
        match tokens[index].kind {
            kind::PRAGMA_OMP => check.openmp(index),
            kind::PRAGMA_GPUMP => check.gpump(index),
            _ => {}
        }
        index += 1;
    }
    check.found
}

/// The clause, or the whole directive, around a byte of the parser's text: what
/// to leave out if the parser cannot read it.
pub fn around(tokens: &TokenList, byte: usize) -> Option<(Repair, bool)> {
    let at = tokens.at_byte(byte);
    let start = (0..=at).rev().find(|&index| {
        matches!(tokens[index].kind, kind::PRAGMA_OMP | kind::PRAGMA_GPUMP)
            || (tokens[index].kind == kind::NEW_LINE && index < at)
    })?;
    if tokens[start].kind == kind::NEW_LINE {
        return None;
    }
    let end = end_of(tokens, start);
    let mut rest = words(tokens, start).collect::<Vec<_>>().into_iter().peekable();
    while let Some(word) = rest.next() {
        let is_clause = clause(tokens.text(word)).is_some();
        let opens = rest.peek().copied().filter(|&next| tokens[next].kind == kind::LEFT_PAREN);
        if let Some(open) = opens.filter(|_| is_clause) {
            let close = closing(tokens, open, end).unwrap_or_else(|| last_word(tokens, end));
            if (word..=close).contains(&at) {
                return Some((Repair::Hide(word..=close), false));
            }
            while rest.peek().is_some_and(|&next| next <= close) {
                rest.next();
            }
        }
    }
    Some((Repair::Hide(start..=end), true))
}

/// The parenthesis that closes another, on the same line.
fn closing(tokens: &TokenList, open: usize, end: usize) -> Option<usize> {
    tokens.partner(open).filter(|&close| close <= end && tokens[close].kind == kind::RIGHT_PAREN)
}

struct Check<'t> {
    tokens: &'t TokenList,
    place: Place<'t>,
    found: Findings,
}

impl Check<'_> {
    fn error(&self, code: &'static str, message: impl Into<String>, range: &Tokens) -> Diagnostic {
        Diagnostic::error(code, message, (self.place)(range))
    }

    fn lose_directive(&mut self, range: Tokens) {
        self.found.repairs.push(Repair::Hide(range));
        self.found.lost_directive = true;
    }

    fn lose_clause(&mut self, error: Diagnostic, range: Tokens) {
        self.found.errors.push(error);
        self.found.repairs.push(Repair::Hide(range));
        self.found.lost_clause = true;
    }

    fn gpump(&mut self, start: usize) {
        let whole = start..=end_of(self.tokens, start);
        match words(self.tokens, start).next() {
            None => self.no_directive("gpump", whole),
            Some(word) if self.tokens[word].kind != kind::ACCESSIBLE => {
                let span = (self.place)(&(word..=word));
                self.found.errors.push(spelling::unknown(self.tokens.text(word), "gpump", true, span));
                self.lose_directive(whole);
            }
            Some(_) => {}
        }
    }

    fn no_directive(&mut self, family: &str, range: Tokens) {
        let start = *range.start();
        let error =
            self.error("E0103", format!("a pragma of {family} without a directive"), &(start..=start));
        self.found.errors.push(error.label("a directive should follow"));
        self.lose_directive(range);
    }

    fn openmp(&mut self, start: usize) {
        let tokens = self.tokens;
        let end = end_of(tokens, start);
        let Some(first) = words(tokens, start).next() else {
            return self.no_directive("OpenMP", start..=end);
        };
        let Some(directive) = directive_at(tokens, start) else {
            let span = (self.place)(&(first..=first));
            let error = match clause(tokens.text(first)) {
                _ if tokens[first].kind == kind::IDENTIFIER => {
                    spelling::unknown(tokens.text(first), "OpenMP", true, span)
                }
                Some(_) => Diagnostic::error("E0101", format!("`{}` is a clause", tokens.text(first)), span)
                    .label("a directive should stand here"),
                None => self.unfit(first, "a directive should stand here"),
            };
            self.found.errors.push(error);
            return self.lose_directive(start..=end);
        };
        let behind_words = directive.name.split(' ').count();
        let rest: Vec<usize> = words(tokens, start).skip(behind_words).collect();
        let rest = match self.own_argument(directive, &rest, start, end) {
            Some(rest) => rest,
            None => return self.lose_directive(start..=end),
        };
        self.clauses(directive, &rest, end);
    }

    /// Reads what belongs to the directive itself; returns what is left.
    fn own_argument(
        &mut self,
        directive: &Directive,
        rest: &[usize],
        start: usize,
        end: usize,
    ) -> Option<Vec<usize>> {
        let opens = rest.first().copied().filter(|&index| self.tokens[index].kind == kind::LEFT_PAREN);
        let Some(open) = opens else {
            if directive.own == Own::List {
                let error = self.error("E0101", "`threadprivate` without a list", &(start..=end));
                self.found.errors.push(error.label("the variables should follow, in parentheses"));
                return None;
            }
            return Some(rest.to_vec());
        };
        if directive.own == Own::Nothing {
            return Some(rest.to_vec());
        }
        let Some(close) = closing(self.tokens, open, end) else {
            let error = self.not_closed(open);
            self.found.errors.push(error);
            return None;
        };
        let inner: Vec<usize> = rest.iter().copied().filter(|&index| index > open && index < close).collect();
        let fault = match directive.own {
            Own::MaybeName => match inner.as_slice() {
                [name] if self.is_name(*name) => None,
                [] => Some(self.unfit(close, "a name should stand here")),
                [first, second, ..] if self.is_name(*first) => Some(self.unfit(*second, "one name only")),
                [first, ..] => Some(self.unfit(*first, "a name should stand here")),
            },
            _ => self.list(&inner, close, directive.name, directive.section),
        };
        if let Some(error) = fault {
            self.found.errors.push(error);
            return None;
        }
        Some(rest.iter().copied().filter(|&index| index > close).collect())
    }

    fn clauses(&mut self, directive: &Directive, rest: &[usize], end: usize) {
        let mut rest = rest;
        while let Some((&word, behind)) = rest.split_first() {
            let opens = behind.first().copied().filter(|&index| self.tokens[index].kind == kind::LEFT_PAREN);
            let close = match opens.map(|open| closing(self.tokens, open, end)) {
                Some(Some(close)) => Some(close),
                Some(None) => {
                    let error = self.not_closed(behind[0]);
                    return self.lose_clause(error, word..=last_word(self.tokens, end));
                }
                None => None,
            };
            let range = word..=close.unwrap_or(word);
            let (argument, behind) = behind.split_at(behind.partition_point(|index| range.contains(index)));
            let inner = argument.get(1..argument.len().saturating_sub(1)).unwrap_or_default();
            rest = behind;
            let text = self.tokens.text(word);
            match clause(text) {
                Some((argument, section)) if directive.clauses.contains(&text) => {
                    if let Some(error) = self.argument(word, argument, section, inner, close) {
                        self.lose_clause(error, range);
                    }
                }
                Some((_, section)) => {
                    let error = self.misplaced(directive, word, section);
                    self.found.errors.push(error);
                    self.found.repairs.push(Repair::Hide(range));
                }
                None if self.tokens[word].kind == kind::IDENTIFIER => {
                    let span = (self.place)(&(word..=word));
                    let error = spelling::unknown(text, "OpenMP", false, span);
                    self.lose_clause(error, range);
                }
                None => {
                    let error = self.unfit(word, "not expected here");
                    return self.lose_clause(error, word..=last_word(self.tokens, end));
                }
            }
        }
    }

    fn misplaced(&self, directive: &Directive, word: usize, section: &str) -> Diagnostic {
        let text = self.tokens.text(word);
        let message = format!("`{text}` is no clause of `{}`", directive.name);
        let error = self.error("E0312", message, &(word..=word)).label("not allowed on this directive");
        let takes = match directive.clauses {
            [] => format!("`{}` takes no clauses", directive.name),
            list => format!("`{}` takes {}", directive.name, list.join(", ")),
        };
        let error = error.note(format!(
            "{takes} (section {}; `{text}` is described in section {section})",
            directive.section
        ));
        // These take on more in later versions.
        match directive.name {
            "flush" | "critical" if ATOMIC.contains(&text) => error.note(CAME_LATER),
            _ => error,
        }
    }

    fn argument(
        &self,
        word: usize,
        argument: Argument,
        section: &str,
        inner: &[usize],
        close: Option<usize>,
    ) -> Option<Diagnostic> {
        let text = self.tokens.text(word);
        let Some(close) = close else {
            return (argument != Argument::Nothing).then(|| {
                self.error("E0101", format!("`{text}` without its argument"), &(word..=word))
                    .label("it should follow, in parentheses")
                    .note(format!("section {section} of the specification"))
            });
        };
        match argument {
            Argument::Nothing => {
                Some(self.unfit(word + 1, &format!("`{text}` has no argument in OpenMP 2.5")))
            }
            Argument::Expression => {
                inner.is_empty().then(|| self.unfit(close, "an expression should stand here"))
            }
            Argument::List => self.list(inner, close, text, section),
            Argument::ListAndExpression => {
                let colon = inner.iter().position(|&index| self.tokens[index].kind == kind::COLON);
                let list = &inner[..colon.unwrap_or(inner.len())];
                let end = colon.map_or(close, |at| inner[at]);
                let expression = colon.map(|at| &inner[at + 1..]);
                let is_missing = expression.is_some_and(<[usize]>::is_empty);
                self.list(list, end, text, section).or_else(|| {
                    is_missing.then(|| self.unfit(close, "an expression should stand behind the colon"))
                })
            }
            Argument::Reduction => self.reduction(inner, close),
            Argument::Default => match inner {
                [word] if matches!(self.tokens[*word].kind, kind::SHARED | kind::NONE) => None,
                _ => Some(
                    self.unfit(
                        inner.first().copied().unwrap_or(close),
                        "`shared` or `none` should stand here",
                    )
                    .note("in C, `default` is `shared` or `none` (section 2.8.3.1)"),
                ),
            },
            Argument::Schedule => self.schedule(inner, close),
        }
    }

    fn reduction(&self, inner: &[usize], close: usize) -> Option<Diagnostic> {
        let operators = [
            kind::PLUS,
            kind::STAR,
            kind::MINUS,
            kind::AND,
            kind::CARET,
            kind::OR,
            kind::AND_AND,
            kind::OR_OR,
            kind::MAX,
            kind::MIN,
        ];
        match inner {
            [operator, colon, list @ ..]
                if operators.contains(&self.tokens[*operator].kind)
                    && self.tokens[*colon].kind == kind::COLON =>
            {
                self.list(list, close, "reduction", "2.8.3.6")
            }
            [operator, rest @ ..] if operators.contains(&self.tokens[*operator].kind) => {
                Some(self.unfit(
                    rest.first().copied().unwrap_or(close),
                    "a colon should stand behind the operator",
                ))
            }
            _ => {
                let found = inner.first().copied().unwrap_or(close);
                Some(self.unfit(found, "no operator of reductions").note(
                    "the operators are + * - & ^ | && || (section 2.8.3.6), max and min (section 2.9.3.6 of OpenMP 3.1)",
                ))
            }
        }
    }

    fn schedule(&self, inner: &[usize], close: usize) -> Option<Diagnostic> {
        let kinds = [kind::STATIC, kind::DYNAMIC, kind::GUIDED, kind::RUNTIME, kind::AUTO];
        let (Some(word), comma) = (inner.first(), inner.get(1)) else {
            return Some(self.unfit(close, "the kind of schedule should stand here"));
        };
        if !kinds.contains(&self.tokens[*word].kind) {
            let error = self.unfit(*word, "no kind of schedule");
            let error = error.note(
                "a schedule is static, dynamic, guided, runtime (section 2.5.1) or auto (section 2.5.1 of OpenMP 3.0)",
            );
            return Some(match self.tokens.text(*word) {
                "monotonic" | "nonmonotonic" | "simd" => error.note(CAME_LATER),
                _ => error,
            });
        }
        match comma {
            None => None,
            Some(comma) if self.tokens[*comma].kind != kind::COMMA => {
                Some(self.unfit(*comma, "a comma should stand in front of the chunk size"))
            }
            Some(_) => (inner.len() < 3).then(|| self.unfit(close, "the chunk size should stand here")),
        }
    }

    /// A list of names with commas between them.
    fn list(&self, inner: &[usize], close: usize, clause: &str, section: &str) -> Option<Diagnostic> {
        let mut expects_name = true;
        for (at, &index) in inner.iter().enumerate() {
            let found = self.tokens[index].kind;
            if expects_name && !self.is_name(index) {
                return Some(self.unfit(index, "the name of a variable should stand here"));
            }
            if !expects_name && matches!(found, kind::LEFT_BRACKET | kind::DOT | kind::ARROW) {
                let name = inner[at - 1];
                let end = inner[at..].iter().position(|&i| self.tokens[i].kind == kind::COMMA);
                let last = end.map_or(inner[inner.len() - 1], |end| inner[at + end - 1]);
                let message = format!("a part of `{}` in `{clause}`", self.tokens.text(name));
                return Some(
                    self.error("E0331", message, &(name..=last))
                        .label("not a whole variable")
                        .note(format!("a list names variables, not parts of them (section {section})")),
                );
            }
            if !expects_name && found != kind::COMMA {
                return Some(self.unfit(index, "a comma should stand between names"));
            }
            expects_name = !expects_name;
        }
        expects_name.then(|| self.unfit(close, "the name of a variable should stand here"))
    }

    fn is_name(&self, index: usize) -> bool {
        let token = self.tokens[index].kind;
        token == kind::IDENTIFIER || is_openmp_word(token)
    }

    fn not_closed(&self, open: usize) -> Diagnostic {
        self.error("E0101", "the directive ends inside of parentheses", &(open..=open)).label("never closed")
    }

    fn unfit(&self, index: usize, label: &str) -> Diagnostic {
        let message = format!("`{}` does not fit into the directive", self.tokens.text(index));
        self.error("E0101", message, &(index..=index)).label(label.to_owned())
    }
}
