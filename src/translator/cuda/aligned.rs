//! The alignment of variables that the directive `allocate` asks for (section 6.5 of OpenMP 5.2).
//!
//! It is written into their declarations, and the source is read again: so the host, the device and the C compiler see
//! variables that their author aligned.
//!
//! ```c
//! char line[64], other;
//! #pragma omp allocate(line) align(64)
//! ```
//!
//! becomes
//!
//! ```c
//! char line[64] __attribute__((aligned(64))), other;
//! /* #pragma omp allocate(line) align(64) */
//! ```

use super::super::rewrite_stream::RewriteStream;
use super::super::{File, Translator};
use crate::codegen::cuda;
use crate::openmp::constructs::Tokens;
use crate::openmp::restrictions::constants;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;

const RULE: &str = "allocate_directive";
const REASON: &str = "the alignment that the directive asks for (section 6.5 of OpenMP 5.2)";

/// The depth of the scope of a function's parameters, which the caller places.
const OF_PARAMETERS: usize = 1;

/// A directive that asks for an alignment.
pub struct Aligned {
    directive: Tokens,
    alignment: Tokens,
    /// Where its variables are declared.
    declared: Vec<usize>,
}

impl Translator<'_> {
    /// A directive `allocate` has been read to its end.
    pub(in super::super) fn take_alignment(&mut self, directive: &Tokens) {
        let Some(written) = Written::at(self.file.tokens, *directive.start()) else { return };
        let Some(alignment) = written.clause("align").and_then(|clause| written.value(clause)) else {
            return;
        };
        let items = written.split(written.operand().unwrap_or_default()).into_iter();
        let names = items.filter_map(|item| item.name(self.file.tokens));
        let found = names.filter_map(|name| self.file.scopes.find(self.file.tokens.text(name)));
        let declared = found.filter(|found| found.depth != OF_PARAMETERS).map(|found| found.token).collect();
        self.file.cuda.aligned.push(Aligned { directive: directive.clone(), alignment, declared });
    }
}

impl File<'_> {
    /// Aligns variables as directives ask. What is declared in other files, and parameters, stay as they are.
    pub(in super::super) fn align_variables(&self, stream: &mut RewriteStream) {
        for one in &self.cuda.aligned {
            self.align(one, stream);
        }
    }

    fn align(&self, aligned: &Aligned, stream: &mut RewriteStream) -> Option<()> {
        let directive = self.in_line(&aligned.directive)?;
        let wanted = constants::value(&aligned.alignment, &self.program());
        let text = format!(" __attribute__((aligned({})))", self.said(&aligned.alignment));
        let mut is_done = false;
        for &name in &aligned.declared {
            let is_aligned = self.has_alignment(name, wanted, *directive.start());
            let end = self.tree().declarator_end(name).filter(|_| !is_aligned);
            if let Some(declarator) = end.and_then(|end| self.in_line(&(name..=end))) {
                stream.insert_after(*declarator.end(), text.clone(), RULE, REASON);
                is_done = true;
            }
        }
        if is_done {
            stream.replace(
                directive.clone(),
                cuda::comment(None, &self.pragma_text(&directive)),
                RULE,
                REASON,
            );
        }
        Some(())
    }

    /// Whether a variable has an alignment by its type already. An attribute with less would take it away.
    fn has_alignment(&self, name: usize, wanted: Option<i64>, place: usize) -> bool {
        let types = self.types();
        let declared = types.lookup(self.tokens.text(name), place);
        let natural = declared.and_then(|found| found.align.or_else(|| types.align_of(found.ty.as_ref()?)));
        wanted
            .zip(natural)
            .is_some_and(|(wanted, natural)| u64::try_from(wanted).is_ok_and(|wanted| wanted <= natural))
    }
}
