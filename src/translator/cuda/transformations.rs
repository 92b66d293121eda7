//! Loops that directives make of the program's own (chapter 9 of OpenMP 5.2, chapter 11 of OpenMP 6.0): `tile`, `stripe`, `reverse`,
//! `interchange` and `fuse`, and `unroll partial` where another construct takes its loop.
//!
//! They are written into the source, which is then read again: so whatever takes the loops that are made finds them as if their
//! author had typed them.
//!
//! ```c
//! #pragma omp tile sizes(4, 8)
//! for (int i = 0; i < n; i++)
//!     for (int j = 0; j < m; j++)
//!         …
//! ```
//!
//! becomes
//!
//! ```c
//! /* #pragma omp tile sizes(4, 8) */
//! for (long long gpump_tile_i = 0; gpump_tile_i < n; gpump_tile_i += 4) for (long long gpump_tile_j = …) for (int i = gpump_tile_i; i < n && i - gpump_tile_i < 4; i++)
//!     for (int j = gpump_tile_j; j < m && j - gpump_tile_j < 8; j++)
//!         …
//! ```
//!
//! The headers alone change. Where each iteration is found by itself, a loop of one iteration gives the author's variable its value:
//! so it keeps its type, whatever counts the iterations. A loop that is unrolled by a factor becomes one over tiles of this size, and one
//! that is split stays as it is, for its parts follow one another. Lines stay lines, so that messages name the author's.

mod headers;

use std::collections::BTreeSet;

use super::super::constructs::OpenConstruct;
use super::super::rewrite_stream::RewriteStream;
use super::super::{File, Translator};
use crate::codegen::cuda;
use crate::openmp::constructs::Tokens;
use crate::openmp::restrictions::constants;
use crate::openmp::transformations::Transformation;
use crate::openmp::{CanonicalLoop, Part, restrictions};
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;
use headers::Counted;

const REASON: &str = "the loops that the directive makes (chapter 11 of OpenMP 6.0)";

/// Loops that a directive makes others of.
pub struct Transformed {
    /// The grammar's rule of the construct.
    rule: &'static str,
    directive: Tokens,
    making: Making,
    /// The author's loops.
    loops: Vec<CanonicalLoop>,
    /// The last token of the innermost of them, or of the last of a sequence.
    end: usize,
    /// Whether another directive makes loops of those that are made.
    is_taken: bool,
    /// The directive of the construct that takes the loops which are made, if one does, and the variables of the author's that it makes
    /// private: those that count its loops are, and it lists them in no clause.
    privates: Option<(Tokens, Vec<String>)>,
}

/// What is made of them.
enum Making {
    /// One of some that follow one another in a block: the first, and how many.
    Fused(usize, usize),
    /// The same in another order.
    Ordered(Vec<usize>),
    Reversed,
    /// With these sizes.
    Striped(Vec<Tokens>),
    /// The same; none where all stay as they are.
    Tiled(Vec<Tokens>),
}

impl Translator<'_> {
    /// Whether another directive makes some of the loops that a construct takes, which then has to make as many as are wanted.
    pub(in super::super) fn has_loops_made(&mut self, open: &OpenConstruct) -> bool {
        let next = open.next_loop(self.file.tokens);
        let inner = open.parts.iter().find_map(|part| match part {
            Part::Construct(inner) if next == Some(*inner.tokens.start()) => Some(inner),
            _ => None,
        });
        let Some(inner) = inner else { return false };
        let Some(made) = Transformation::of(inner.written, &inner.clauses, self.file.tokens) else {
            return false;
        };
        let (name, wanted) = (open.written.name, open.loops_wanted());
        let found = restrictions::transformations::taken(
            name,
            wanted,
            &open.directive,
            inner,
            &made,
            self.file.tokens,
        );
        self.out.diagnostics.extend(found);
        true
    }

    /// A directive of this kind, whose loops are the author's, has been read to its end.
    pub(in super::super) fn take_transformation(
        &mut self,
        transformation: &Transformation,
        directive: &Tokens,
        loops: &[CanonicalLoop],
        end: usize,
    ) {
        let found =
            restrictions::transformations::loops(transformation, directive, loops, end, &self.file.program());
        if !found.is_empty() {
            self.out.diagnostics.extend(found);
            return;
        }
        let mut first = *directive.start();
        let mut takers = self.parse.open.iter().rev().take_while(|open| {
            let takes = open.takes(first, self.file.tokens);
            first = open.start;
            takes
        });
        let taker = takers.next();
        let (rule, making) = match transformation {
            Transformation::Tile(sizes) => ("tile_construct", Making::Tiled(sizes.clone())),
            Transformation::Stripe(sizes) => ("stripe_construct", Making::Striped(sizes.clone())),
            Transformation::Reverse => ("reverse_construct", Making::Reversed),
            Transformation::Interchange(order) => {
                let number = |number: &Tokens| constants::value(number, &self.file.program());
                let order = order.iter().flatten().filter_map(number).map(|number| number as usize - 1);
                let order: Vec<usize> = order.collect();
                let order = if order.is_empty() { vec![1, 0] } else { order };
                ("interchange_construct", Making::Ordered(order))
            }
            Transformation::Fuse(range) => {
                let range = restrictions::transformations::fused(range, &self.file.program());
                let (first, count) = range.unwrap_or((0, loops.len()));
                ("fuse_construct", Making::Fused(first, count))
            }
            Transformation::Partial(factor) if taker.is_some() => {
                ("unroll_construct", Making::Tiled(factor.iter().cloned().collect()))
            }
            Transformation::Partial(_) | Transformation::Split(_) | Transformation::Unknown => return,
        };
        // Without a factor the loop stays as it is, and is the taker's own.
        let loops = if matches!(&making, Making::Tiled(sizes) if sizes.is_empty()) { &[] } else { loops };
        let is_taken = taker.is_some_and(|open| open.transformation.is_some());
        let shares = taker.into_iter().chain(takers).find(|open| open.transformation.is_none());
        let privates = shares.map(|open| {
            let is_listed = |name: &str| open.clauses.items.iter().any(|item| item.name == name);
            let own = loops.iter().filter(|one| one.declared.is_none() && !is_listed(&one.variable));
            let names: BTreeSet<String> = own.map(|one| one.variable.clone()).collect();
            (open.directive.clone(), names.into_iter().collect())
        });
        let (directive, loops) = (directive.clone(), loops.to_vec());
        self.file.cuda.transformed.push(Transformed {
            rule,
            directive,
            making,
            loops,
            end,
            is_taken,
            privates,
        });
    }
}

impl File<'_> {
    /// Makes the loops that directives ask for. What stands in other files stays as it is.
    pub(in super::super) fn make_transformed_loops(&self, stream: &mut RewriteStream) {
        for one in &self.cuda.transformed {
            self.make_loops(one, stream);
        }
    }

    fn make_loops(&self, transformed: &Transformed, stream: &mut RewriteStream) -> Option<()> {
        let Transformed { rule, directive, making, loops, end, is_taken, privates } = transformed;
        // Of a variable that a clause lists, such as `lastprivate`, the clause says what becomes of its value.
        let is_private = |name: &String| privates.as_ref().is_some_and(|(_, names)| names.contains(name));
        let loops = loops.iter().map(|one| Counted::of(one, !is_private(&one.variable), self));
        let loops: Vec<Counted> = loops.collect::<Option<_>>()?;
        let written = loops.iter().map(|one| {
            let CanonicalLoop { keyword, body_start, .. } = one.canonical;
            self.in_line(&(*keyword..=self.tokens.visible_before(*body_start)?))
        });
        let mut written: Vec<Tokens> = written.collect::<Option<_>>()?;
        let line = self.in_line(directive)?;
        let taker = privates.as_ref().filter(|(_, names)| !names.is_empty());
        let taker = match taker {
            Some((taker, names)) => Some((self.in_line(taker)?, names)),
            None => None,
        };
        let texts: Vec<String> = match making {
            Making::Tiled(sizes) => headers::tiled(&loops, sizes, *is_taken),
            Making::Striped(sizes) => headers::striped(&loops, sizes),
            Making::Reversed => loops.iter().map(Counted::reversed).collect(),
            Making::Ordered(order) => {
                order.iter().map(|&number| Some(self.said(written.get(number)?))).collect::<Option<_>>()?
            }
            Making::Fused(first, count) => {
                let fused = loops.get(*first..first + count)?;
                let (over, mut texts) = headers::fused(fused)?;
                if *count == loops.len() {
                    let block = self.next_visible(*directive.end());
                    stream.insert_before(*self.in_line(&(block..=block))?.start(), over, rule, REASON);
                } else {
                    texts[0].insert_str(0, &format!("{over}{{ "));
                    let last = match loops.get(first + count) {
                        Some(next) => self.tokens.visible_before(next.canonical.keyword)?,
                        None => *end,
                    };
                    stream.insert_after(*self.in_line(&(last..=last))?.end(), " }".to_owned(), rule, REASON);
                }
                written.drain(..first);
                texts
            }
        };
        if let Some((taker, names)) = taker {
            let text = format!(" private({})", names.join(", "));
            stream.insert_after(*taker.end(), text, rule, REASON);
        }
        stream.replace(line.clone(), cuda::comment(None, &self.pragma_text(&line)), rule, REASON);
        for (header, text) in written.into_iter().zip(texts) {
            stream.replace(header, text, rule, REASON);
        }
        Some(())
    }

    /// Tokens without the end of their line; `None` if some stand in a header, or a line of the preprocessor is among them.
    pub(super) fn in_line(&self, tokens: &Tokens) -> Option<Tokens> {
        let is_end =
            |index: &usize| self.tokens[*index].is_visible() && self.tokens[*index].kind != kind::NEW_LINE;
        let (first, last) = (*tokens.start(), tokens.clone().rfind(is_end)?);
        let is_fixed = |index: usize| {
            matches!(self.tokens.origin(index), Origin::Header { .. })
                || self.tokens[index].kind == kind::DIRECTIVE
        };
        (!tokens.clone().any(is_fixed)).then_some(first..=last)
    }

    /// Tokens as they were typed, in one line.
    pub(super) fn said(&self, tokens: &Tokens) -> String {
        let typed = self.tokens.typed(tokens, &*self.is_lasting);
        let is_plain = ["\n", "//", "/*"].iter().all(|other| !typed.contains(other));
        if is_plain { typed } else { self.read(tokens) }
    }

    /// Tokens as the parser has them.
    fn read(&self, tokens: &Tokens) -> String {
        let visible = tokens.clone().filter(|&index| self.tokens[index].is_visible());
        visible.map(|index| self.tokens.text(index)).collect::<Vec<_>>().join(" ")
    }
}
