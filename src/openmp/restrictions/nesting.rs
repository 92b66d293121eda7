//! How regions may nest (section 2.9).
//!
//! The rules are about regions, the checks about constructs: what the text
//! nests, the program nests whenever it comes there.

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Construct, ConstructKind, Part, Tokens};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// Checks how the parts of a construct nest in it and in those around it.
pub(super) fn check(construct: &Construct, tokens: &TokenList) -> Vec<Diagnostic> {
    let mut check = Check { tokens, around: Vec::new(), errors: Vec::new() };
    check.enter(construct);
    check.errors
}

struct Check<'c> {
    tokens: &'c TokenList,
    /// All constructs that are open, the outermost first.
    around: Vec<&'c Construct>,
    errors: Vec<Diagnostic>,
}

impl<'c> Check<'c> {
    fn enter(&mut self, construct: &'c Construct) {
        self.around.push(construct);
        for part in &construct.parts {
            match part {
                Part::Construct(inner) => {
                    self.construct(inner);
                    self.enter(inner);
                }
                Part::Barrier { tokens, .. } => self.barrier(tokens),
                Part::Flush { .. } | Part::HostOnly { .. } => {}
            }
        }
        self.around.pop();
    }

    /// The innermost construct of some kinds with no parallel region between:
    /// the one that something is closely nested in.
    fn closest(&self, is_meant: impl Fn(ConstructKind) -> bool) -> Option<&'c Construct> {
        for construct in self.around.iter().rev() {
            if is_meant(construct.kind) {
                return Some(construct);
            }
            // Of the others, a team may begin in one, or a task that has nothing to do with what is around it.
            if construct.kind.is_parallel() || construct.kind.is_host_only() {
                break;
            }
        }
        None
    }

    fn misplaced(&mut self, what: &str, range: &Tokens, outer: &Construct, rule: &str) {
        let message = format!("`{what}` inside `{}`", outer.kind.name());
        self.errors.push(
            Diagnostic::error("E0301", message, self.tokens.span(range))
                .label("not all threads of the team come here")
                .note_at(self.tokens.span(&outer.directive), "the enclosing construct")
                .note(rule.to_owned()),
        );
    }

    fn barrier(&mut self, range: &Tokens) {
        if self.in_simd("barrier", range) {
            return;
        }
        if let Some(outer) = self.closest(is_team_bound) {
            let rule = "a barrier region may not be closely nested inside a worksharing, critical, ordered or \
                        master region (section 2.9)";
            self.misplaced("barrier", range, outer, rule);
        }
    }

    /// The innermost `simd` region around, whatever lies between.
    fn simd(&self) -> Option<&'c Construct> {
        let is_simd = |outer: &&&Construct| {
            outer.kind == ConstructKind::Simd || outer.kind.is_loop() && outer.clauses.simd.is_some()
        };
        self.around.iter().rev().find(is_simd).copied()
    }

    fn in_simd(&mut self, what: &str, range: &Tokens) -> bool {
        let Some(outer) = self.simd() else { return false };
        let message = format!("`{what}` inside `simd`");
        self.errors.push(
            Diagnostic::error("E0301", message, self.tokens.span(range))
                .label("iterations may run at the same time in one thread")
                .note_at(self.tokens.span(&outer.directive), "the enclosing construct")
                .note("of OpenMP only `ordered simd`, `atomic` and `simd` may stand in a simd region (section 2.8.1 of OpenMP 4.5)"),
        );
        true
    }

    fn construct(&mut self, inner: &Construct) {
        let name = inner.kind.name();
        let may_be_in_simd = matches!(inner.kind, ConstructKind::Atomic | ConstructKind::Simd)
            || inner.kind == ConstructKind::Ordered && inner.clauses.simd.is_some();
        if !may_be_in_simd && self.in_simd(name, &inner.directive) {
            return;
        }
        match inner.kind {
            kind if kind.is_parallel() || kind.is_host_only() => {}
            kind if kind.is_worksharing() => {
                if let Some(outer) = self.closest(is_team_bound) {
                    let rule = "a worksharing region may not be closely nested inside a worksharing, critical, \
                                ordered or master region (section 2.9)";
                    self.misplaced(name, &inner.directive, outer, rule);
                }
            }
            ConstructKind::Master => {
                if let Some(outer) = self.closest(ConstructKind::is_worksharing) {
                    let rule =
                        "a master region may not be closely nested inside a worksharing region (section 2.9)";
                    self.misplaced(name, &inner.directive, outer, rule);
                }
            }
            ConstructKind::Ordered => {
                if let Some(outer) = self.closest(|kind| kind == ConstructKind::Critical) {
                    let rule =
                        "an ordered region may not be closely nested inside a critical region (section 2.9)";
                    self.misplaced(name, &inner.directive, outer, rule);
                }
            }
            _ => {}
        }
    }
}

/// Checks the directive of a critical construct against those of the critical
/// constructs around it. A critical region in one of the same name waits for
/// itself, whatever lies between.
pub fn critical<'c>(
    inner: &Tokens,
    mut around: impl Iterator<Item = &'c Tokens>,
    tokens: &TokenList,
) -> Option<Diagnostic> {
    let name = critical_name(inner, tokens);
    let outer = around.find(|outer| critical_name(outer, tokens) == name)?;
    let message = match name {
        Some(name) => format!("`critical` inside `critical`, both named `{name}`"),
        None => "`critical` inside `critical`, both without a name".to_owned(),
    };
    Some(
        Diagnostic::error("E0301", message, tokens.span(inner))
            .label("waits for itself")
            .note_at(tokens.span(outer), "the enclosing construct")
            .note("a critical region may not be nested inside one with the same name (section 2.9)")
            .help("give the two different names"),
    )
}

fn is_team_bound(kind: ConstructKind) -> bool {
    // An atomic region cannot contain anything.
    kind.is_worksharing()
        || matches!(kind, ConstructKind::Critical | ConstructKind::Ordered | ConstructKind::Master)
}

/// The name in the directive of a critical construct.
fn critical_name<'t>(directive: &Tokens, tokens: &'t TokenList) -> Option<&'t str> {
    let mut words = directive.clone().filter(|&index| tokens[index].is_visible());
    words.find(|&index| tokens[index].kind == kind::LEFT_PAREN)?;
    words.next().map(|index| tokens.text(index))
}
