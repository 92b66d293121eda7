//! What a metadirective becomes (section 7.4 of OpenMP 5.2): the directive that it chooses, or a chain of conditions where the
//! running program chooses.
//!
//! ```c
//! #pragma omp metadirective when(user={condition(n > 9)}: parallel for) otherwise(simd)
//! for (…) …
//! ```
//!
//! becomes
//!
//! ```c
//! if (n > 9) {
//! #pragma omp parallel for
//! for (…) …
//! } else {
//! #pragma omp simd
//! for (…) …
//! }
//! ```

use super::super::lines::Mark;
use super::{Resolver, pragmas};
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::variants::{Candidate, Choice, fit, ranked};
use crate::openmp::written::{behind, end_of};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::Kind;

const RULE: &str = "metadirective_directive";
const CHOSEN: &str = "the context chooses this directive (section 7.4 of OpenMP 5.2)";
const NOTHING: &str = "the context chooses no directive (section 7.4 of OpenMP 5.2)";
const DYNAMIC: &str = "the running program chooses the directive (section 7.4 of OpenMP 5.2)";

/// A metadirective and what belongs to it.
struct Metadirective {
    start: usize,
    /// What its directive applies to, if it has a statement.
    statement: Option<Tokens>,
    /// The `#pragma omp end metadirective`.
    end: Option<usize>,
    /// Whether braces have to stand around the statement.
    is_list: bool,
}

/// A directive, and what the program asks before it chooses it.
struct Branch {
    condition: Option<String>,
    directive: Option<Tokens>,
}

impl Resolver<'_> {
    /// Resolves the outermost metadirectives, and says whether there are any.
    pub(super) fn metadirectives(&mut self) -> bool {
        let (mut has_any, mut behind) = (false, 0);
        for (start, directive) in pragmas(self.tokens) {
            if directive.name.ends_with("metadirective") && start >= behind {
                has_any = true;
                behind = self.metadirective(start);
            }
        }
        has_any
    }

    /// Resolves those outside of functions, in which the running program cannot choose.
    pub(super) fn metadirectives_of_file(&mut self, starts: &[usize]) {
        for &start in starts {
            let found = Metadirective { start, statement: None, end: None, is_list: false };
            match self.branches(start).as_slice() {
                [Branch { condition: None, directive: Some(directive) }, ..] => {
                    self.choose(&found, directive)
                }
                [Branch { condition: None, directive: None }, ..] => self.comment_out(start, RULE, NOTHING),
                _ => {
                    let (message, at) =
                        ("the running program decides outside of its functions", self.line(start));
                    self.errors.push(self.tokens.error(
                        "E0414",
                        message,
                        &at,
                        "its condition is no constant",
                    ));
                }
            }
        }
    }

    /// Resolves one, and says where it ends.
    fn metadirective(&mut self, start: usize) -> usize {
        let found = self.parts_of(start);
        let branches = self.branches(start);
        match branches.as_slice() {
            [Branch { condition: None, directive: Some(directive) }, ..] => self.choose(&found, directive),
            [Branch { condition: None, directive: None }, ..] => {
                self.comment_out(start, RULE, NOTHING);
                found.end.into_iter().for_each(|end| self.comment_out(end, RULE, NOTHING));
            }
            branches => self.ask(&found, branches),
        }
        found.end.or(found.statement.map(|statement| *statement.end())).unwrap_or(start + 1)
    }

    fn parts_of(&self, start: usize) -> Metadirective {
        let mut found = Metadirective { start, statement: None, end: None, is_list: false };
        let node = self.tree.path(start).find(|node| node.kind() == Kind::Construct && node.first() == start);
        let Some(construct) = node else { return found };
        let directives: Vec<usize> = construct
            .children()
            .filter(|child| child.kind() == Kind::Directive)
            .map(|it| it.first())
            .collect();
        let is_own = |at: usize| self.tokens.text(behind(self.tokens, at)[0]) == "end";
        found.end = directives.last().copied().filter(|&last| last != start && is_own(last));
        let parts: Vec<_> = construct
            .children()
            .filter(|child| child.first() != start && Some(child.first()) != found.end)
            .collect();
        if let (Some(first), Some(last)) = (parts.first(), parts.last()) {
            found.statement = Some(first.first()..=last.last());
            found.is_list = found.end.is_some() && (parts.len() > 1 || first.kind() == Kind::Declaration);
        }
        found
    }

    /// What may be chosen, the first that fits first. The last needs no condition.
    fn branches(&mut self, start: usize) -> Vec<Branch> {
        let choices = Choice::all(self.tokens, start);
        let context = self.context(start);
        let constant = |expression: &Tokens| self.constant(expression);
        let candidates = choices.iter().enumerate().filter_map(|(number, choice)| {
            let fit = fit(choice.selector.as_ref()?, &context, self.tokens, &constant)?;
            Some(Candidate { number, fit, is_explicit: choice.directive.is_some() })
        });
        let mut branches = Vec::new();
        for Candidate { number, fit, .. } in ranked(candidates.collect()) {
            let condition = (!fit.questions.is_empty()).then(|| self.question(&fit.questions));
            branches.push(Branch { condition, directive: self.directive(&choices[number]) });
        }
        if branches.last().is_none_or(|last| last.condition.is_some()) {
            let otherwise = choices.iter().find(|choice| choice.selector.is_none());
            let directive = otherwise.and_then(|choice| self.directive(choice));
            branches.push(Branch { condition: None, directive });
        }
        branches
    }

    fn directive(&self, choice: &Choice) -> Option<Tokens> {
        choice.directive.clone().filter(|_| choice.is_something(self.tokens))
    }

    /// Leaves of the pragma what it chooses.
    fn choose(&mut self, found: &Metadirective, directive: &Tokens) {
        let line = behind(self.tokens, found.start);
        let before = line.iter().rev().find(|index| *index < directive.start());
        let after = line.iter().find(|index| *index > directive.end());
        if let (Some(&first), Some(&last), Some(&before), Some(&after)) =
            (line.first(), line.last(), before, after)
        {
            let is_blank = |index: &usize| {
                self.tokens[*index].kind == kind::WHITESPACE && !self.tokens.is_virtual(*index)
            };
            let before = (before + 1..*directive.start()).take_while(is_blank).last().unwrap_or(before);
            self.stream.replace(first..=before, String::new(), RULE, CHOSEN);
            self.stream.replace(after..=last, String::new(), RULE, CHOSEN);
        }
        let Some(end) = found.end else { return };
        match &found.statement {
            Some(statement) if found.is_list => {
                self.stream.insert_before(*statement.start(), "{ ".to_owned(), RULE, CHOSEN);
                self.stream.replace(self.line(end), "}".to_owned(), RULE, CHOSEN);
            }
            Some(_) => self.comment_out(end, RULE, CHOSEN),
            None => self.stream.replace(self.line(end), "{ }".to_owned(), RULE, CHOSEN),
        }
    }

    /// Lets the running program choose.
    fn ask(&mut self, found: &Metadirective, branches: &[Branch]) {
        let line = self.line(found.start);
        let statics = match &found.statement {
            Some(statement) => self.statics_of(statement, &line),
            None => Some(String::new()),
        };
        let Some(statics) = statics else { return };
        let new_line = self.new_line(found.start);
        let (before, behind) = match statics.as_str() {
            "" => (String::new(), "}"),
            statics => (format!("{{ {statics}{new_line}"), "} }"),
        };
        let copies = found.statement.iter().flat_map(|statement| vec![statement.clone(); branches.len() - 1]);
        let copies: Vec<Tokens> = copies.collect();
        let copies =
            copies.iter().enumerate().map(|(number, statement)| self.copy_of(statement, number, found));
        let copies: Vec<String> = copies.collect();
        let mut texts: Vec<String> = Vec::new();
        for (number, Branch { condition, directive }) in branches.iter().enumerate() {
            let mut text = match (condition, number) {
                (Some(condition), 0) => format!("{before}if ({condition}) {{"),
                (Some(condition), _) => format!("}} else if ({condition}) {{"),
                (None, _) => "} else {".to_owned(),
            };
            if let Some(directive) = directive {
                text.push_str(&format!("{new_line}#pragma omp {}", self.stream.text_within(directive)));
            }
            texts.push(text);
        }
        let Some((first, others)) = texts.split_first() else { return };
        let Some(last) = found.statement.as_ref().map(|statement| *statement.end()) else {
            // Directives without a statement, or none.
            let others: String = others.iter().map(|text| format!("{new_line}{text}")).collect();
            self.stream.replace(line, format!("{first}{others}{new_line}}}"), RULE, DYNAMIC);
            return;
        };
        let others =
            others.iter().zip(copies).map(|(text, copy)| format!("{new_line}{text}{new_line}{copy}"));
        let others: String = others.collect();
        self.stream.replace(line, first.clone(), RULE, DYNAMIC);
        match found.end {
            Some(end) => {
                if found.is_list {
                    let statement = end_of(self.tokens, found.start);
                    self.stream.insert_after(statement, "{ ".to_owned(), RULE, DYNAMIC);
                }
                let close = if found.is_list { "}" } else { "" };
                let text = format!("{close}{others}{new_line}{behind}");
                self.stream.replace(self.line(end), text, RULE, DYNAMIC);
            }
            None => self.stream.insert_after(last, format!("{others}{new_line}{behind}"), RULE, DYNAMIC),
        }
    }

    /// The statement once more, with its lines and with labels of its own.
    fn copy_of(&mut self, statement: &Tokens, number: usize, found: &Metadirective) -> String {
        let line = self.tokens.line_at(self.tokens.stands_for(*statement.start(), true).start);
        let mut text = String::new();
        let mut next = *statement.start();
        for label in self.labels_in(statement) {
            if next < label {
                text.push_str(&self.stream.text_within(&(next..=label - 1)));
            }
            text.push_str(&format!("gpump_{}_{number}", self.tokens.text(label)));
            next = label + 1;
        }
        if next <= *statement.end() {
            text.push_str(&self.stream.text_within(&(next..=*statement.end())));
        }
        let marks = (Mark::Kept(line), Mark::Own);
        match found.is_list {
            true => format!("{{ {}{text}{} }}", marks.0, marks.1),
            false => format!("{}{text}{}", marks.0, marks.1),
        }
    }
}
