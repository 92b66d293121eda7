//! Loops whose iterations are shared out together: those of `collapse` (OpenMP 3.0, 2.5.1; 5.0, 2.9.1).

use super::super::{File, Writer};
use crate::dependence;
use crate::openmp::Construct;
use crate::openmp::constructs::Tokens;
use crate::openmp::restrictions::collapse;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::Node;

impl File<'_> {
    /// Whether an inner loop has other iterations each time: its header names a variable that a loop around it counts.
    pub(super) fn is_uneven(&self, construct: &Construct) -> bool {
        let loops: Vec<_> = construct.loops().cloned().collect();
        collapse::dependence(&loops, &self.program()).is_some()
    }

    /// Whether the headers of the loops inside a construct's own can be evaluated also where that has no iterations.
    pub(super) fn has_harmless_inner(&self, construct: &Construct) -> bool {
        let inner = dependence::are_harmless(&self.resolved(), &construct.inner_loops);
        inner.into_iter().all(|is_harmless| is_harmless) && !self.is_uneven(construct)
    }
}

impl Writer<'_, '_> {
    /// Makes comments of the headers of the loops inside a construct's own that are shared out with it.
    pub(super) fn comment_inner_loops(&mut self, construct: &Construct) {
        for inner in &construct.inner_loops {
            let close = self.file.tokens.visible_before(inner.body_start).unwrap_or(inner.body_start);
            let tokens = inner.keyword..=close;
            let text = self.file.header_as_comment(&tokens);
            let reason = "the loop is shared out with the one around it";
            self.out.device.replace(tokens, text, "iteration_statement", reason);
        }
    }

    /// What stands behind the innermost of a construct's loops is run in each iteration, also where the author's text goes on to
    /// the next with `continue`.
    pub(super) fn keep_code_behind(&mut self, construct: &Construct) {
        let Some(innermost) = construct.inner_loops.last() else { return };
        let body = self.file.tree().statement(innermost.body_start).map(Node::tokens);
        let goes_on = |body: &Tokens| {
            let mut visible = body.clone().filter(|&index| self.file.tokens[index].is_visible());
            visible.any(|index| self.file.tokens[index].kind == kind::CONTINUE)
        };
        let loops: Vec<_> = construct.loops().cloned().collect();
        let Some(body) = body.filter(goes_on) else { return };
        if collapse::has_code_behind(&loops, construct.loop_end, self.file.tokens) {
            let reason = "what stands behind the loop is run in each iteration";
            self.out.device.insert_before(*body.start(), "do ".to_owned(), "iteration_statement", reason);
            self.out.device.insert_after(
                *body.end(),
                " while (0);".to_owned(),
                "iteration_statement",
                reason,
            );
        }
    }
}
