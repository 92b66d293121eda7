//! Combined constructs of `target`, `teams` and `distribute` that are parallel regions by another name.
//!
//! The host is the program's only device ([`crate::openmp::variants`]), so `target` moves nothing, and the league that `teams` asks for
//! may have one team (section 10.2 of OpenMP 5.2). What remains is `parallel`, or `parallel for`, which goes to the GPU as any other
//! region does. What a program could see of the difference, [`super::cuda`] looks for when it knows the statement.

use super::constructs::OpenConstruct;
use super::{Dialect, File};
use crate::openmp::written::Written;
use crate::openmp::{ConstructKind, Part};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::{Clause, Directive};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tokens::is_assignment_operator;

impl File<'_> {
    /// What a construct is whose directive has been read, if it is such a region.
    pub(super) fn offloaded(&self, open: &OpenConstruct, around: &[OpenConstruct]) -> Option<ConstructKind> {
        let kind = kind_of(open.written)?;
        let is_alone = around.iter().all(|around| self.is_around_regions(around.kind, around.start));
        let written = Written::at(self.tokens, open.start).filter(|_| is_alone)?;
        clause_of_host(&written).is_none().then_some(kind)
    }

    /// Some parts, in which the constructs that stay on the host, with regions in them, are their directives and these.
    pub(super) fn parts_around_regions(&self, parts: Vec<Part>) -> Vec<Part> {
        let is_region = |part: &Part| matches!(part, Part::Construct(inner) if inner.kind.is_parallel());
        let mut found = Vec::new();
        for part in parts {
            match part {
                Part::Construct(mut construct) if !construct.kind.is_parallel() => {
                    construct.parts = self.parts_around_regions(std::mem::take(&mut construct.parts));
                    let is_around = self.is_around_regions(construct.kind, *construct.directive.start())
                        && construct.parts.iter().any(is_region)
                        && self.changed_copy(&construct).is_none();
                    if is_around {
                        let (directive, tokens) = (construct.written, construct.directive);
                        found.push(Part::Standalone { directive, tokens });
                        found.extend(construct.parts);
                    } else {
                        found.push(Part::Construct(construct));
                    }
                }
                part => found.push(part),
            }
        }
        found
    }

    /// Whether the regions in a construct are regions by themselves: the host runs what is between them.
    pub(super) fn is_around_regions(&self, kind: ConstructKind, start: usize) -> bool {
        self.dialect == Dialect::Cuda
            && kind.is_host_only()
            && ["target", "target data"].contains(&kind.name())
            && Written::at(self.tokens, start).is_some_and(|written| clause_of_host(&written).is_none())
    }
}

/// The first word of a clause that asks for more than a region has. The device's pointers and addresses are the program's own, and a
/// region's call waits for what its `depend` names.
pub(super) fn clause_of_host<'t>(written: &Written<'t>) -> Option<&'t str> {
    let mut clauses = written.clauses().filter(|(word, clause)| {
        let mut argument = written.argument(clause).iter().map(|&at| written.tokens.text(at));
        match *word {
            "device" if argument.any(|word| word == "ancestor") => true,
            "if" if written.modifiers(clause).is_empty() => false,
            "if" if written.modifier(clause, kind::PARALLEL).is_some() => false,
            "depend" | "device" | "dist_schedule" | "if" | "map" | "num_teams" | "thread_limit" => {
                has_effects(written.argument(clause), written.tokens)
            }
            // Structures and arrays are the program's own otherwise.
            "defaultmap" => matches!(
                written.default_map(clause),
                ("firstprivate", category) if !matches!(category, Some("scalar" | "pointer"))
            ),
            // gcc 12 leaves the originals of last values as they were then.
            "nowait" => {
                let has_leaf = |leaf: &&str| written.directive.has_leaf(leaf);
                ["lastprivate", "linear"].iter().any(|word| written.has(word))
                    || ["loop", "simd"].iter().any(has_leaf)
            }
            "uses_allocators" => !are_predefined(written, clause),
            word => word == "in_reduction",
        }
    });
    clauses.next().map(|(word, _)| word)
}

/// Whether a clause names OpenMP's own allocators alone, which all regions may use.
pub(super) fn are_predefined(written: &Written, clause: &Clause) -> bool {
    written.items(clause).iter().all(|item| {
        item.whole(written.tokens).is_some_and(|name| written.tokens.text(name).starts_with("omp_"))
    })
}

/// Whether it matters that an expression is evaluated: it assigns something, or calls a function which may do so.
pub(super) fn has_effects(words: &[usize], tokens: &TokenList) -> bool {
    let kind_of = |at: usize| tokens[at].kind;
    let is_step = |&at: &usize| {
        matches!(kind_of(at), kind::PLUS_PLUS | kind::MINUS_MINUS) || is_assignment_operator(kind_of(at))
    };
    words.iter().any(is_step)
        || words.windows(2).any(|pair| {
            let is_call = kind_of(pair[0]) == kind::IDENTIFIER && kind_of(pair[1]) == kind::LEFT_PAREN;
            is_call && !tokens.text(pair[0]).starts_with("omp_")
        })
}

fn kind_of(directive: &Directive) -> Option<ConstructKind> {
    let is_league = |leaf: &&str| ["target", "teams", "distribute"].contains(leaf);
    let rest: Vec<&str> = directive.leaves.iter().copied().filter(|leaf| !is_league(leaf)).collect();
    let has_league = directive.has_leaf("target") || directive.has_leaf("teams");
    match *rest {
        _ if !has_league => None,
        ["parallel"] => Some(ConstructKind::Parallel),
        ["parallel", "for" | "loop"] | ["parallel", "for", "simd"] => Some(ConstructKind::ParallelFor),
        ["loop"] if directive.has_leaf("teams") => Some(ConstructKind::ParallelFor),
        [] | ["simd"] if directive.has_leaf("distribute") => Some(ConstructKind::ParallelFor),
        _ => None,
    }
}
