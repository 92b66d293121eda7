//! Which version of OpenMP a file needs, and whether it may.

use std::cmp::Reverse;
use std::ops::Range;

use super::{Options, Translator};
use crate::diagnostics::Diagnostic;
use crate::openmp::versions::{self, Need, Version};
use crate::syntax::TokenList;

/// The newest version of OpenMP that a file needs, and the first place where it does.
#[derive(Clone, Debug)]
pub struct Newest {
    pub version: Version,
    /// What the version brought, as a message names it.
    pub what: String,
    /// Where it stands in the source text, in bytes.
    pub span: Range<usize>,
}

impl Translator<'_> {
    /// Refuses what the version of OpenMP has not that the program is held to, and finds the newest that it needs.
    pub(super) fn hold_to(&mut self, options: &Options) -> Option<Newest> {
        if options.openmp == Version::NEWEST && !options.finds_version {
            return None;
        }
        let mut needs = versions::of_pragmas(self.file.tokens);
        needs.append(&mut self.parse.needs);
        let (younger, newest) = held_to(needs, options.openmp, self.file.tokens);
        self.out.diagnostics.extend(younger);
        newest
    }
}

/// What the version of OpenMP has not that the program is held to, and the newest that it needs.
pub(super) fn held_to(
    needs: Vec<Need>,
    held_to: Version,
    tokens: &TokenList,
) -> (Vec<Diagnostic>, Option<Newest>) {
    let younger = needs.iter().filter(|need| need.version > held_to);
    let younger = younger.map(|need| need.refused(held_to, tokens)).collect();
    let newest = needs.into_iter().max_by_key(|need| (need.version, Reverse(*need.tokens.start())));
    let newest = newest.filter(|newest| newest.version > Version::OLDEST).map(|newest| Newest {
        version: newest.version,
        span: tokens.in_file(&tokens.span(&newest.tokens)),
        what: newest.what,
    });
    (younger, newest)
}
