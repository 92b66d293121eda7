//! Where a directive may stand, and what must follow it: by the tokens around
//! its pragma, since the grammar would have no words for it.

use super::Place;
use super::atomic;
use super::pragmas::Findings;
use crate::diagnostics::{Diagnostic, Edit};
use crate::openmp::atomic::Operation;
use crate::openmp::written::{directive_at, end_of};
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::{Directive, Role};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{Repair, TokenList};

/// Looks at the places of all directives.
pub fn check(tokens: &TokenList, place: Place) -> Findings {
    let mut check = Check { tokens, place, blocks: Vec::new(), found: Findings::default() };
    for index in (0..tokens.len()).filter(|&index| tokens[index].is_visible()) {
        match tokens[index].kind {
            kind::LEFT_BRACE => check.open(index),
            kind::RIGHT_BRACE => {
                check.blocks.pop();
            }
            kind::PRAGMA_OMP => {
                if let Some(directive) = directive_at(tokens, index) {
                    check.directive(directive, index);
                }
            }
            _ => {}
        }
    }
    check.found
}

/// The number of the section that a token stands in, given the first token of
/// the sections construct: how many section directives of the construct come
/// before it.
pub fn section_at(tokens: &TokenList, construct: usize, token: usize) -> usize {
    let mut depth = 0usize;
    let mut sections = 0;
    for index in construct..token {
        match tokens[index].kind {
            kind::LEFT_BRACE => depth += 1,
            kind::RIGHT_BRACE => depth = depth.saturating_sub(1),
            kind::PRAGMA_OMP if depth == 1 => {
                let name = directive_at(tokens, index).map(|directive| directive.name);
                sections += usize::from(name == Some("section"));
            }
            _ => {}
        }
    }
    sections
}

struct Check<'t> {
    tokens: &'t TokenList,
    place: Place<'t>,
    /// For each open brace, whether it encloses the sections of a construct.
    blocks: Vec<bool>,
    found: Findings,
}

impl<'t> Check<'t> {
    fn open(&mut self, brace: usize) {
        let directive = self.directive_before(brace);
        self.blocks.push(directive.is_some_and(|directive| directive.name.ends_with("sections")));
    }

    /// The directive of the pragma that ends in front of a token.
    fn directive_before(&self, index: usize) -> Option<&'static Directive> {
        let before = self.tokens.visible_before(index)?;
        if self.tokens[before].kind != kind::NEW_LINE {
            return None;
        }
        let is_pragma =
            |&index: &usize| matches!(self.tokens[index].kind, kind::PRAGMA_OMP | kind::PRAGMA_GPUMP);
        directive_at(self.tokens, (0..before).rev().find(is_pragma)?)
    }

    fn refuse(
        &mut self,
        code: &'static str,
        message: String,
        at: usize,
        words: [&str; 2],
    ) -> &mut Diagnostic {
        let end = if self.tokens[at].kind == kind::PRAGMA_OMP { end_of(self.tokens, at) } else { at };
        let error = Diagnostic::error(code, message, (self.place)(&(at..=end)));
        self.found.errors.push(error.label(words[0].to_owned()).note(words[1].to_owned()));
        let last = self.found.errors.len() - 1;
        &mut self.found.errors[last]
    }

    fn hide(&mut self, start: usize) {
        let end = end_of(self.tokens, start);
        self.found.repairs.push(Repair::Hide(start..=end));
        self.found.lost_directive = true;
    }

    fn directive(&mut self, directive: &'static Directive, start: usize) {
        let name = directive.name;
        if directive.role == Role::Standalone {
            return self.alone(directive, start);
        }
        if name == "section" && self.blocks.last() != Some(&true) {
            let words = [
                "not directly inside `sections`",
                "a section directive stands in the block of its sections construct, and nowhere else (section 2.5.2)",
            ];
            self.refuse("E0314", "`section` outside of `sections`".to_owned(), start, words);
            return self.hide(start);
        }
        if directive.role != Role::Construct && name != "section" {
            return;
        }
        let end = end_of(self.tokens, start);
        let next = self.tokens.visible_from(end + 1).unwrap_or(end);
        let found = self.tokens[next].kind;
        if directive.has_loop && !self.begins_loop(next) {
            let words =
                ["not a `for` loop", "the statement of a loop construct is a `for` loop (section 2.5.1)"];
            let directive_span = (self.place)(&(start..=end));
            let error = self.refuse("E0308", format!("`{name}` wants a `for` loop"), next, words);
            *error = error.clone().note_at(directive_span, "behind this directive");
            return self.hide(start);
        }
        if name.ends_with("sections") && found != kind::LEFT_BRACE {
            let words = [
                "not a block",
                "a sections construct has a block with its sections, in braces (section 2.5.2)",
            ];
            self.refuse("E0314", format!("`{name}` wants a block of sections"), next, words);
            return self.hide(start);
        }
        // `{` begins a form of `atomic capture`, and `if` one of `atomic compare`.
        let is_form = matches!(found, kind::LEFT_BRACE | kind::IF);
        if name == "atomic" && !is_form && !self.starts_expression(next) {
            let words = ["not an expression", atomic::forms(Operation::Update)];
            self.refuse("E0315", "`atomic` wants an update of a variable".to_owned(), next, words);
            return self.hide(start);
        }
        if found == kind::RIGHT_BRACE || next == end {
            let words =
                ["no statement follows", "the directive applies to the statement behind it (section 2.1)"];
            self.refuse("E0101", format!("`{name}` without a statement"), start, words);
            self.hide(start);
        }
    }

    /// Whether a loop begins at a token, or a construct that makes one of its own loop; a metadirective may become one.
    fn begins_loop(&self, index: usize) -> bool {
        let makes_loop =
            |directive: &Directive| matches!(directive.name, "tile" | "unroll" | "metadirective");
        self.tokens[index].kind == kind::FOR || directive_at(self.tokens, index).is_some_and(makes_loop)
    }

    fn starts_expression(&self, index: usize) -> bool {
        !matches!(
            self.tokens[index].kind,
            kind::LEFT_BRACE
                | kind::RIGHT_BRACE
                | kind::SEMICOLON
                | kind::IF
                | kind::FOR
                | kind::WHILE
                | kind::DO
                | kind::SWITCH
                | kind::RETURN
                | kind::BREAK
                | kind::CONTINUE
                | kind::GOTO
                | kind::PRAGMA_OMP
                | kind::PRAGMA_GPUMP
        )
    }

    /// A directive without a statement cannot be the whole of one either: with
    /// the pragma ignored, the program would be another.
    fn alone(&mut self, directive: &Directive, start: usize) {
        let Some(governor) = self.governor(start) else { return };
        let name = directive.name;
        let words = [
            "not a statement",
            "it stands among the statements of a block, where it could as well be left out",
        ];
        let note = format!("section {} of the specification", directive.section);
        let span = (self.place)(&(governor..=governor));
        let end = end_of(self.tokens, start);
        let braces = [
            Edit::insert(self.tokens[governor].span.end, " {"),
            Edit::insert(self.tokens[end].span.end, "}\n"),
        ];
        let error = self.refuse("E0313", format!("`{name}` as the only statement"), start, words);
        let refused = error.clone().note_at(span, "of this").note(note).help("put it into braces, `{ … }`");
        *error = refused.fix("put it into braces", braces);
        self.found.repairs.push(Repair::Empty(start..=end));
    }

    /// The word that a statement at a token would belong to.
    fn governor(&self, start: usize) -> Option<usize> {
        let tokens = self.tokens;
        let before = tokens.visible_before(start)?;
        match tokens[before].kind {
            kind::ELSE | kind::DO | kind::COLON => Some(before),
            kind::RIGHT_PAREN => {
                let open = tokens.partner(before)?;
                let word = tokens.visible_before(open)?;
                let governs = matches!(tokens[word].kind, kind::IF | kind::WHILE | kind::FOR | kind::SWITCH);
                governs.then_some(word)
            }
            kind::NEW_LINE => {
                let is_pragma = |&index: &usize| tokens[index].kind == kind::PRAGMA_OMP;
                let directive = self.directive_before(start)?;
                let pragma = (0..before).rev().find(is_pragma)?;
                (directive.role == Role::Construct || directive.name == "section").then_some(pragma)
            }
            _ => None,
        }
    }
}
