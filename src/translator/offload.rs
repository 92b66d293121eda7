//! Combined constructs of `target`, `teams` and `distribute` that are parallel regions by another name.
//!
//! The host is the program's only device ([`crate::openmp::variants`]), so `target` moves nothing, and the league that `teams` asks for
//! may have one team (section 10.2 of OpenMP 5.2). What remains is `parallel`, or `parallel for`, which goes to the GPU as any other
//! region does. What a program could see of the difference, [`super::cuda`] looks for when it knows the statement.

use super::constructs::OpenConstruct;
use super::{Dialect, File, Translator};
use crate::openmp::constructs::Tokens;
use crate::openmp::written::Written;
use crate::openmp::{ConstructKind, Part};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::{Clause, Directive};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tokens::is_assignment_operator;

const CLAUSES_OF_HOST: [&str; 7] = [
    "depend",
    "has_device_addr",
    "in_reduction",
    "is_device_ptr",
    "use_device_addr",
    "use_device_ptr",
    "uses_allocators",
];

/// A region that is written with other words.
pub(super) struct Offloaded {
    pub kind: ConstructKind,
    /// Its `if` clause: the expression, and the clause.
    pub condition: Option<(Tokens, Tokens)>,
    /// The word that makes its loop one of `simd`.
    pub simd: Option<Tokens>,
}

impl Translator<'_> {
    pub(super) fn take_offloaded(&mut self, found: Offloaded) {
        let Some(open) = self.parse.open.last_mut() else { return };
        open.kind = found.kind;
        open.clauses.condition = found.condition;
        open.clauses.simd = found.simd;
        // Nothing runs beside it.
        open.clauses.nowait = None;
    }
}

impl File<'_> {
    /// What a construct is whose directive has been read, if it is such a region.
    pub(super) fn offloaded(&self, open: &OpenConstruct, around: &[OpenConstruct]) -> Option<Offloaded> {
        let kind = kind_of(open.written)
            .filter(|_| around.iter().all(|around| self.is_around_regions(around.kind, around.start)))?;
        let written =
            Written::at(self.tokens, open.start).filter(|written| clause_of_host(written).is_none())?;
        let condition = written.all("if").find(|clause| is_of_parallel(&written, clause));
        let mut words = open.written.name.split(' ');
        let simd = words.position(|word| word == "simd").map(|number| written.word(number));
        // The variables that count the loops of `loop` are lastprivate, as those of `simd` are (section 5.1.1 of OpenMP 5.2).
        let simd = simd.or(open.written.has_leaf("loop").then_some(open.start));
        Some(Offloaded {
            kind,
            condition: condition.and_then(|clause| Some((written.value(clause)?, written.range(clause)))),
            simd: simd.map(|word| word..=word),
        })
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

/// The first word of a clause that asks for more than a region has.
pub(super) fn clause_of_host<'t>(written: &Written<'t>) -> Option<&'t str> {
    let mut clauses = written.clauses().filter(|(word, clause)| {
        let mut argument = written.argument(clause).iter().map(|&at| written.tokens.text(at));
        match *word {
            "device" if argument.any(|word| word == "ancestor") => true,
            "if" if is_of_parallel(written, clause) => false,
            "device" | "dist_schedule" | "if" | "map" | "num_teams" | "thread_limit" => {
                has_effects(written.argument(clause), written.tokens)
            }
            // Structures and arrays are the program's own otherwise.
            "defaultmap" => {
                argument.next() == Some("firstprivate")
                    && argument.next_back().is_none_or(|of| !["scalar", "pointer"].contains(&of))
            }
            // gcc 12 leaves the originals of last values as they were then.
            "nowait" => {
                let has_leaf = |leaf: &&str| written.directive.has_leaf(leaf);
                ["lastprivate", "linear"].iter().any(|word| written.has(word))
                    || ["loop", "simd"].iter().any(has_leaf)
            }
            word => CLAUSES_OF_HOST.contains(&word),
        }
    });
    clauses.next().map(|(word, _)| word)
}

/// Whether an `if` clause is about the region's threads.
fn is_of_parallel(written: &Written, clause: &Clause) -> bool {
    let modifier = written.modifiers(clause).first().map(|&word| written.tokens.text(word));
    modifier.is_none_or(|word| word == "parallel")
}

/// Whether it matters that an expression is evaluated: it assigns something, or calls a function which may do so.
fn has_effects(words: &[usize], tokens: &TokenList) -> bool {
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
