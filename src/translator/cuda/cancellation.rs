//! Cancellation (5.2, chapter 16). Whether it is active is known when the program begins (`OMP_CANCELLATION`). Where it is not, `cancel`
//! and `cancellation point` do nothing, and that they do on the device; where it is, the regions with them run on the host.

use super::super::{File, Options};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, Part};

/// Whether a part is one of these directives.
pub fn is_cancellation(part: &Part) -> bool {
    matches!(part, Part::Standalone { directive, .. } if matches!(directive.name, "cancel" | "cancellation point"))
}

/// The first of these directives in a construct.
fn first_in(construct: &Construct) -> Option<&Part> {
    construct.parts.iter().find_map(|part| match part {
        Part::Construct(inner) => first_in(inner),
        part => Some(part).filter(|part| is_cancellation(part)),
    })
}

impl File<'_> {
    /// The regions that may be cancelled.
    pub(super) fn regions_with_cancel(&self, options: &Options) -> Vec<Tokens> {
        if !self.may_run_on_either_side(options) {
            return Vec::new();
        }
        let regions = self.cuda.functions.iter().flat_map(|function| function.regions());
        regions.filter(|region| first_in(region).is_some()).map(|region| region.tokens.clone()).collect()
    }

    /// Why a region with one of these directives stays on the host wherever it could run: all regions that see a `threadprivate` variable
    /// run on one side.
    pub(super) fn cancels_with_threadprivate(&self, region: &Construct) -> Option<Diagnostic> {
        let directive = first_in(region)?;
        let reached = self.reached_from(&region.tokens, Some(region)).functions;
        let message =
            "a region that may be cancelled, and sees a threadprivate variable, cannot be on the device";
        self.sees_threadprivate(region, &reached).then(|| {
            Diagnostic::error("E0413", message, self.tokens.span(directive.tokens()))
                .label("where cancellation is active the region runs on the host")
        })
    }
}
