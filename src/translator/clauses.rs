//! What clauses say, each taken down in the construct whose directive it is in.

use super::Translator;
use crate::c::symbols::{DeclInfo, DeclType, Type};
use crate::openmp::atomic::Operation;
use crate::openmp::constructs::{Collapse, Default_, OtherClause, Schedule, Tokens};
use crate::openmp::{Clauses, ListItem, Sharing, restrictions};
use crate::rewrite::Tokens as _;

impl Translator<'_> {
    pub(super) fn clauses(&mut self) -> Option<&mut Clauses> {
        // Those of a directive that stands for itself are no business of the construct around it.
        self.parse.open.last_mut().filter(|open| !open.complete).map(|open| &mut open.clauses)
    }

    pub(super) fn take_data_clause(&mut self, sharing: &Sharing, names: &[(String, usize)]) {
        let items: Vec<ListItem> = names
            .iter()
            .map(|(name, token)| ListItem {
                sharing: sharing.clone(),
                symbol: self.file.scopes.lookup(name),
                name: name.clone(),
                token: *token,
            })
            .collect();
        if let Some(clauses) = self.clauses() {
            clauses.items.extend(items);
        }
    }

    /// The list of `lastprivate(conditional: …)`.
    pub(super) fn take_conditional(&mut self, names: &[(String, usize)]) {
        if let Some(clauses) = self.clauses() {
            clauses.conditional.extend(names.iter().map(|(_, token)| *token));
        }
    }

    pub(super) fn take_default_clause(&mut self, default: Default_) {
        if let Some(clauses) = self.clauses() {
            clauses.default = Some(default);
        }
    }

    pub(super) fn take_if_clause(&mut self, expression: Option<Tokens>, tokens: Tokens) {
        if let Some((clauses, expression)) = self.clauses().zip(expression) {
            clauses.condition = Some((expression, tokens));
        }
    }

    pub(super) fn take_num_threads_clause(&mut self, expression: Option<Tokens>) {
        if let Some(clauses) = self.clauses() {
            clauses.num_threads = expression;
        }
    }

    pub(super) fn take_schedule_clause(&mut self, kind: String, chunk: Option<Tokens>, tokens: Tokens) {
        if let Some(clauses) = self.clauses() {
            clauses.schedule = Some(Schedule { kind, chunk, tokens });
        }
    }

    pub(super) fn take_nowait_clause(&mut self, tokens: Tokens) {
        if let Some(clauses) = self.clauses() {
            clauses.nowait = Some(tokens);
        }
    }

    pub(super) fn take_ordered_clause(&mut self, expression: Option<Tokens>, tokens: Tokens) {
        let number = expression
            .and_then(|expression| restrictions::constants::value(&expression, &self.file.program()));
        let across = number.and_then(|number| usize::try_from(number).ok()).filter(|&number| number > 0);
        if let Some(clauses) = self.clauses() {
            clauses.across = across;
            clauses.ordered = Some(tokens);
        }
    }

    pub(super) fn take_collapse_clause(&mut self, expression: Option<Tokens>, tokens: Tokens) {
        let Some(expression) = expression else { return };
        let value = restrictions::constants::value(&expression, &self.file.program());
        let loops = value.and_then(|value| usize::try_from(value).ok()).filter(|&loops| loops > 0);
        if loops.is_none() {
            self.out.diagnostics.push(restrictions::collapse::no_number(&expression, self.file.tokens));
        }
        if let Some(clauses) = self.clauses() {
            clauses.collapse = Some(Collapse { loops, tokens });
        }
    }

    /// A clause of an atomic directive, with the expression of a `hint`.
    pub(super) fn take_atomic_clause(&mut self, word: &str, expression: Option<Tokens>, tokens: Tokens) {
        let Some(clauses) = self.clauses() else { return };
        let atomic = &mut clauses.atomic;
        match (Operation::of(word), expression) {
            // `update capture` is a capture.
            (Some(Operation::Update), _) if atomic.operation.is_some() => {}
            (Some(operation), _) => atomic.operation = Some((operation, tokens)),
            (None, Some(expression)) => atomic.hint = Some(expression),
            (None, None) => atomic.order = Some((word.to_owned(), tokens)),
        }
    }

    pub(super) fn take_safelen_clause(&mut self, expression: Option<Tokens>) {
        if let Some(clauses) = self.clauses() {
            clauses.safelen = expression;
        }
    }

    pub(super) fn take_simdlen_clause(&mut self, expression: Option<Tokens>) {
        if let Some(clauses) = self.clauses() {
            clauses.simdlen = expression;
        }
    }

    pub(super) fn take_aligned_clause(&mut self, names: Vec<(String, usize)>, alignment: Option<Tokens>) {
        if let Some(clauses) = self.clauses() {
            clauses.aligned.extend(names);
            clauses.alignments.extend(alignment);
        }
    }

    pub(super) fn take_ordered_simd_clause(&mut self, tokens: Tokens) {
        if let Some(clauses) = self.clauses() {
            clauses.simd = Some(tokens);
        }
    }

    /// A clause without a field of its own.
    pub(super) fn take_clause(&mut self, tokens: Tokens, names: Vec<(String, usize)>) {
        let name = self.file.tokens.text(*tokens.start()).to_owned();
        let order = tokens.clone().filter(|&index| self.file.tokens[index].is_visible()).nth(2);
        let order = order.map(|order| self.file.tokens.text(order).to_owned());
        if let Some(clauses) = self.clauses() {
            match name.as_str() {
                "compare" => clauses.atomic.compare = Some(tokens.clone()),
                "weak" => clauses.atomic.weak = Some(tokens.clone()),
                "fail" => clauses.atomic.fail = order,
                _ => {}
            }
            clauses.others.push(OtherClause { name, tokens, names });
        }
    }

    /// The variable of an iterator, which stands for other values than one of its name around.
    pub(super) fn take_iterator(&mut self, token: usize) {
        let name = self.file.tokens.text(token).to_owned();
        self.file.scopes.declare(DeclInfo::new(name, Type::builtin("int"), DeclType::Variable, token));
    }

    pub(super) fn take_ordered_threads_clause(&mut self) {
        if let Some(clauses) = self.clauses() {
            clauses.is_by_threads = true;
        }
    }
}
