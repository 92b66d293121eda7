//! Where a directive may stand, and what must follow it: by the tokens around
//! its pragma, since the grammar would have no words for it.

use super::atomic;
use super::pragmas::Findings;
use crate::diagnostics::{Diagnostic, Edit};
use crate::openmp::atomic::Operation;
use crate::openmp::report::Report as _;
use crate::openmp::transformations::makes_loops;
use crate::openmp::written::{directive_at, end_of};
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::{Directive, Role};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{Repair, TokenList};

/// Looks at the places of all directives.
pub fn check(tokens: &TokenList) -> Findings {
    let mut check = Check { tokens, blocks: Vec::new(), found: Findings::default() };
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

    fn refused(&self, code: &'static str, message: &str, at: usize, label: &str, rule: &str) -> Diagnostic {
        let is_pragma = self.tokens[at].kind == kind::PRAGMA_OMP;
        let end = if is_pragma { end_of(self.tokens, at) } else { at };
        self.tokens.error(code, message, &(at..=end), label).note(rule)
    }

    fn directive(&mut self, directive: &'static Directive, start: usize) {
        if directive.role == Role::Standalone {
            return self.alone(directive, start);
        }
        if let Some(error) = self.misplaced(directive, start) {
            self.found.errors.push(error);
            self.found.repairs.push(Repair::Hide(start..=end_of(self.tokens, start)));
            self.found.lost_directive = true;
        }
    }

    /// What is wrong with the place of a directive, or with what follows it.
    fn misplaced(&self, directive: &Directive, start: usize) -> Option<Diagnostic> {
        let name = directive.name;
        if name == "section" && self.blocks.last() != Some(&true) {
            let rule = "a section directive stands in the block of its sections construct, and nowhere else (section 2.5.2)";
            let message = "`section` outside of `sections`";
            return Some(self.refused("E0314", message, start, "not directly inside `sections`", rule));
        }
        if directive.role != Role::Construct && name != "section" {
            return None;
        }
        let end = end_of(self.tokens, start);
        let next = self.tokens.visible_from(end + 1).unwrap_or(end);
        let found = self.tokens[next].kind;
        // `{` begins a form of `atomic capture`, and `if` one of `atomic compare`.
        let is_form = matches!(found, kind::LEFT_BRACE | kind::IF);
        if directive.has_loop && !self.begins_loop(next) {
            let rule = "the statement of a loop construct is a `for` loop (section 2.5.1)";
            let error = self.refused(
                "E0308",
                &format!("`{name}` wants a `for` loop"),
                next,
                "not a `for` loop",
                rule,
            );
            let error = error.note_at(self.tokens.at(&(start..=end)), "behind this directive");
            let inside = self.tokens.visible_from(next + 1).unwrap_or(next);
            let is_in_braces = found == kind::LEFT_BRACE && self.begins_loop(inside);
            let help = "remove the braces around the loop: only some compilers look into them";
            return Some(if is_in_braces { error.help(help) } else { error });
        }
        let (code, message, at, label, rule) = if name.ends_with("sections") && found != kind::LEFT_BRACE {
            let rule = "a sections construct has a block with its sections, in braces (section 2.5.2)";
            ("E0314", format!("`{name}` wants a block of sections"), next, "not a block", rule)
        } else if name == "atomic" && !is_form && !self.starts_expression(next) {
            let message = "`atomic` wants an update of a variable".to_owned();
            ("E0315", message, next, "not an expression", atomic::forms(Operation::Update))
        } else if found == kind::RIGHT_BRACE || next == end {
            let rule = "the directive applies to the statement behind it (section 2.1)";
            ("E0101", format!("`{name}` without a statement"), start, "no statement follows", rule)
        } else {
            return None;
        };
        Some(self.refused(code, &message, at, label, rule))
    }

    /// Whether a loop begins at a token, or a construct that makes one of its own loop; a metadirective may become one.
    fn begins_loop(&self, index: usize) -> bool {
        let makes_loop =
            |directive: &Directive| makes_loops(directive.name) || directive.name == "metadirective";
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
        let end = end_of(self.tokens, start);
        let rule = "it stands among the statements of a block, where it could as well be left out";
        let braces = [
            Edit::insert(self.tokens[governor].span.end, " {"),
            Edit::insert(self.tokens[end].span.end, "}\n"),
        ];
        let message = format!("`{}` as the only statement", directive.name);
        let error = self.refused("E0313", &message, start, "not a statement", rule);
        let error = error
            .note_at(self.tokens.at(&(governor..=governor)), "of this")
            .note(format!("section {} of the specification", directive.section))
            .help("put it into braces, `{ … }`");
        self.found.errors.push(error.fix("put it into braces", braces));
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
