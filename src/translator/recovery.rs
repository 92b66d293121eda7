//! Reading on behind an error.
//!
//! Behind a syntax error the parser guesses, and what it then finds is noise.
//! But a file has more than its first error. So the faults of pragmas are
//! found before the parser runs, and what the parser cannot read is taken out
//! of its sight: the clause, the body of the function, the declaration. Then
//! the file is read once more. What can no longer be told, since a clause or a
//! declaration is missing, is not complained of.

use std::ops::Range;

use super::syntax_errors::{is_in_front_of_directive, syntax_error, unclosed_comment};
use crate::diagnostics::{Diagnostic, Severity};
use crate::openmp::restrictions::{placement, pragmas};
use crate::openmp::{misspelled, unexpanded, variants};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{Repair, SyntaxError, TokenList};

/// How often a file is read at most. Nobody waits for the twelfth reading of ten
/// megabytes: beyond so many bytes in all, three times will do.
const READINGS: usize = 12;
const READ_AGAIN: usize = 8 << 20;
const FEW_READINGS: usize = 3;

/// With more characters than these that belong to no C, it is no C file.
const STRAY_CHARACTERS: usize = 8;

/// The errors that kept parts of a file from being read.
#[derive(Debug, Default)]
pub(super) struct Faults {
    pub errors: Vec<Diagnostic>,
    readings: usize,
    lost_clause: bool,
    lost_directive: bool,
    lost_text: bool,
}

impl Faults {
    /// Finds what can be found before the parser runs, and mends it. There is
    /// nothing to be read on in a file whose tokens are not C's. What C compilers pass over is an error, unless it is passed over
    /// here, too.
    pub fn before_parsing(tokens: &mut TokenList, passes_over: bool) -> Result<Self, Vec<Diagnostic>> {
        let mut faults = Faults::default();
        if !tokens.is_preprocessed() {
            let (errors, repairs) = unexpanded::check(tokens);
            faults.lost_directive |= !errors.is_empty();
            faults.errors.extend(errors);
            faults.mend_all(tokens, &repairs);
        }
        let (stray, repairs) = stray_tokens(tokens);
        let is_lost = repairs.len() < stray.len() || stray.len() > STRAY_CHARACTERS;
        faults.lost_text |= !stray.is_empty();
        faults.errors.extend(stray);
        faults.mend_all(tokens, &repairs);
        faults.errors.extend(misspelled::check(tokens));
        faults.errors.extend(variants::check(tokens));
        for check in [pragmas::check, placement::check] {
            let found = check(tokens);
            faults.errors.extend(found.errors);
            faults.lost_clause |= found.lost_clause;
            faults.lost_directive |= found.lost_directive || found.lost_pragma && !passes_over;
            let others = found.passed_over.into_iter();
            faults.errors.extend(others.map(|error| if passes_over { passed_over(error) } else { error }));
            faults.mend_all(tokens, &found.repairs);
        }
        if is_lost { Err(faults.errors) } else { Ok(faults) }
    }

    fn mend_all(&self, tokens: &mut TokenList, repairs: &[Repair]) {
        for repair in repairs {
            tokens.repair(repair);
        }
    }

    /// Takes a syntax error and what had been found before it, and takes what
    /// the parser could not read out of its sight. Says whether to read again.
    pub fn mend(&mut self, tokens: &mut TokenList, error: &SyntaxError, earlier: Vec<Diagnostic>) -> bool {
        self.errors.extend(
            earlier
                .into_iter()
                .filter(|earlier| tokens.in_file(&earlier.span).end <= tokens.in_file(&error.span).start),
        );
        let said = syntax_error(error, tokens);
        let is_in_front = is_in_front_of_directive(&said, error.span.start);
        if !self.is_consequence(error, tokens) {
            self.errors.push(said);
        }
        self.readings += 1;
        let list = &*tokens;
        let repair = match pragmas::around(list, error.span.start).filter(|_| !is_in_front) {
            Some((repair, is_directive)) => {
                self.lost_clause |= !is_directive;
                self.lost_directive |= is_directive;
                Some(repair)
            }
            None => {
                self.lost_text = true;
                unit_around(list, list.at_byte(error.span.start))
            }
        };
        let Some(Repair::Hide(range)) = repair else { return false };
        let hides = range.clone().any(|index| list.get(index).is_some_and(|token| token.is_visible()));
        tokens.repair(&Repair::Hide(range));
        let is_much = self.readings * tokens.file_bytes() > READ_AGAIN;
        hides && self.readings < if is_much { FEW_READINGS } else { READINGS }
    }

    /// Whether a syntax error is in the line of a character that makes no token,
    /// something is missing there, or at the end of a block whose beginning is lost.
    fn is_consequence(&self, error: &SyntaxError, tokens: &TokenList) -> bool {
        let at = tokens.in_file(&error.span).start;
        let text = |span: &Range<usize>| tokens.source_text().get(span.clone()).unwrap_or_default();
        // It went with the rest of a directive's line.
        let has_lost_brace =
            || self.errors.iter().any(|found| found.code == "E0101" && text(&found.span) == "{");
        if text(&error.span) == "}" && has_lost_brace() {
            return true;
        }
        self.errors.iter().filter(|found| found.code == "E0104").any(|found| {
            let between = tokens.source_text().get(found.span.end..at.max(found.span.end));
            found.span.end <= at && between.is_some_and(|between| !between.contains('\n'))
        })
    }

    /// Leaves out what follows from the loss of something.
    pub fn without_consequences(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        found.retain(|diagnostic| {
            let lost = match diagnostic.code {
                "E0303" | "E0304" | "E0329" | "E0330" => {
                    self.lost_clause || self.lost_directive || self.lost_text
                }
                "E0301" | "E0316" | "E0317" | "E0324" => self.lost_directive,
                "E0201" | "E0402" | "E0403" | "E0404" | "E0405" | "E0408" => self.lost_text,
                _ => false,
            };
            !lost
        });
        found
    }
}

/// The inside of the function's body around a token, or else the declaration at
/// file scope.
fn unit_around(list: &TokenList, error: usize) -> Option<Repair> {
    let mut start = 0;
    let mut depth = 0usize;
    let mut body = None;
    let mut before = 0;
    let last = list.len().checked_sub(1)?;
    for index in (0..=last).filter(|&index| list[index].is_visible()) {
        match list[index].kind {
            kind::LEFT_BRACE => {
                if depth == 0 {
                    let is_function = matches!(before, kind::RIGHT_PAREN | kind::SEMICOLON);
                    body = is_function.then_some(index);
                }
                depth += 1;
            }
            kind::RIGHT_BRACE if depth == 0 && index < error => {}
            kind::RIGHT_BRACE if depth == 0 => return Some(Repair::Hide(index..=index)),
            kind::RIGHT_BRACE => {
                depth -= 1;
                if depth == 0
                    && let Some(open) = body.take()
                {
                    if index >= error {
                        let inside = open + 1..=index - 1;
                        return Some(Repair::Hide(if open < error { inside } else { start..=index }));
                    }
                    start = index + 1;
                }
            }
            // K&R parameters stand between a function's head and its body.
            kind::SEMICOLON if depth == 0 && !opens_body(list, index) => {
                if index >= error {
                    return Some(Repair::Hide(start..=index));
                }
                start = index + 1;
            }
            _ => {}
        }
        before = list[index].kind;
    }
    Some(Repair::Hide(start..=last))
}

fn opens_body(list: &TokenList, semicolon: usize) -> bool {
    list.visible_from(semicolon + 1).is_some_and(|next| list[next].kind == kind::LEFT_BRACE)
}

/// The warning that a C compiler has in an error's place.
fn passed_over(error: Diagnostic) -> Diagnostic {
    let label = "C compilers pass over this, and so does gpump".to_owned();
    Diagnostic { code: "W0103", severity: Severity::Warning, label, ..error }
}

/// Characters and beginnings that make no token, and how to read on without
/// them. Behind a comment or a quotation that does not end, nobody can.
fn stray_tokens(list: &TokenList) -> (Vec<Diagnostic>, Vec<Repair>) {
    let mut errors = Vec::new();
    let mut repairs = Vec::new();
    for index in (0..list.len()).filter(|&index| list[index].kind == kind::STRAY).take(20) {
        let text = list.text(index);
        let span = list.span(&(index..=index));
        let opening = |length: usize| span.start..(span.start + length).min(span.end);
        errors.push(if text.starts_with("/*") {
            unclosed_comment(opening(2))
        } else if text.starts_with(['"', '\'']) {
            Diagnostic::error("E0105", "a quotation mark without its partner", opening(1))
                .label("opened here")
        } else {
            repairs.push(Repair::Hide(index..=index));
            Diagnostic::error("E0104", "a character that does not belong in C", span)
                .label("not a token of C")
        });
    }
    (errors, repairs)
}
