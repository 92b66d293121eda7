//! Loops that directives make of the program's own (chapter 9 of OpenMP 5.2): `tile`, and `unroll partial` where another construct
//! takes its loop.
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
//! A loop that is unrolled by a factor becomes one over tiles of this size. Lines stay lines, so that messages name the author's.

use super::super::constructs::OpenConstruct;
use super::super::rewrite_stream::RewriteStream;
use super::super::{File, Translator};
use crate::codegen::cuda;
use crate::openmp::constructs::Tokens;
use crate::openmp::loops::Increment;
use crate::openmp::transformations::Transformation;
use crate::openmp::{CanonicalLoop, Part, restrictions};
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;

const REASON: &str = "the loops that the directive makes (chapter 9 of OpenMP 5.2)";

/// Loops that a directive makes others of.
pub struct Transformed {
    /// The grammar's rule of the construct.
    rule: &'static str,
    directive: Tokens,
    /// The author's loops, each with the size of its tiles; none where all stay as they are.
    loops: Vec<(CanonicalLoop, Tokens)>,
    /// The directive of the construct that takes the loops which are made, if one does, and the variables of the author's that it makes
    /// private: those that count its loops are, and it lists them in no clause.
    privates: Option<(Tokens, Vec<String>)>,
}

impl Translator<'_> {
    /// Whether another directive makes some of the loops that a construct takes, which then has to make as many as are wanted.
    pub(in super::super) fn has_loops_made(&mut self, open: &OpenConstruct) -> bool {
        let Some(Part::Construct(inner)) = open.parts.first() else { return false };
        if open.next_loop(self.file.tokens) != Some(*inner.tokens.start()) {
            return false;
        }
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
        self.out.diagnostics.extend(found);
        let mut first = *directive.start();
        let mut takers = self.parse.open.iter().rev().take_while(|open| {
            let takes = open.next_loop(self.file.tokens) == Some(first);
            first = open.start;
            takes
        });
        let taker = takers.next();
        let (rule, sizes) = match transformation {
            Transformation::Tile(sizes) => ("tile_construct", sizes.clone()),
            Transformation::Partial(factor) if taker.is_some() => {
                ("unroll_construct", factor.iter().cloned().collect())
            }
            _ => return,
        };
        let loops: Vec<(CanonicalLoop, Tokens)> = loops.iter().cloned().zip(sizes).collect();
        let shares = taker.into_iter().chain(takers).find(|open| open.transformation.is_none());
        let privates = shares.map(|open| {
            let is_listed = |name: &str| open.clauses.items.iter().any(|item| item.name == name);
            let variables = loops.iter().map(|(canonical, _)| canonical);
            let own = variables.filter(|one| one.declared.is_none() && !is_listed(&one.variable));
            (open.directive.clone(), own.map(|one| one.variable.clone()).collect())
        });
        self.file.cuda.transformed.push(Transformed { rule, directive: directive.clone(), loops, privates });
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
        let Transformed { rule, directive, loops, privates } = transformed;
        let loops: Vec<Tiled> =
            loops.iter().map(|(canonical, size)| Tiled::of(canonical, size, self)).collect::<Option<_>>()?;
        let headers = loops.iter().map(|tiled| {
            let CanonicalLoop { keyword, body_start, .. } = tiled.canonical;
            self.in_line(&(*keyword..=self.tokens.visible_before(*body_start)?))
        });
        let headers: Vec<Tokens> = headers.collect::<Option<_>>()?;
        let (directive, taker) =
            (self.in_line(directive)?, privates.as_ref().filter(|(_, names)| !names.is_empty()));
        if let Some((taker, names)) = taker {
            let text = format!(" private({})", names.join(", "));
            stream.insert_after(*self.in_line(taker)?.end(), text, rule, REASON);
        }
        stream.replace(directive.clone(), cuda::comment(None, &self.pragma_text(&directive)), rule, REASON);
        let over_tiles: String = loops.iter().map(|tiled| tiled.over_tiles() + " ").collect();
        for (number, (tiled, header)) in loops.iter().zip(headers).enumerate() {
            let outer = if number == 0 { over_tiles.as_str() } else { "" };
            stream.replace(header, format!("{outer}{}", tiled.over_iterations()), rule, REASON);
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

/// A loop that becomes two: one over tiles and one over the iterations of a tile.
struct Tiled<'t> {
    canonical: &'t CanonicalLoop,
    /// The variable of the loop over tiles, and its declaration.
    tile: String,
    declared: String,
    /// That of the loop over iterations, or its name.
    own: String,
    /// What is compared is converted to this first, as by C's usual conversions.
    conversion: &'static str,
    lower: String,
    bound: String,
    /// By how much the variable changes, if that is not one.
    step: Option<String>,
    /// By how much it differs from one tile to the next.
    advance: String,
}

impl<'t> Tiled<'t> {
    /// `None` of types that cannot be had.
    fn of(canonical: &'t CanonicalLoop, size: &Tokens, file: &File<'_>) -> Option<Self> {
        let tile = format!("gpump_tile_{}", canonical.variable);
        let (lower, bound) = (file.said(&canonical.lower), file.said(&canonical.bound));
        let inside = canonical.body_start;
        let ty = file.type_at(&canonical.variable, inside)?;
        let (declared, conversion) = if ty.pointee().is_some() {
            (file.types().declare(&ty.unqualified(), &tile)?, "")
        } else {
            let compared = format!("{} + ({})", canonical.variable, file.read(&canonical.bound));
            let compared = file.types().type_of_text(&compared, inside)?.basic()?;
            let conversion = match (compared.is_unsigned(), compared.size()) {
                (_, 16) => return None,
                (false, _) => "",
                (true, 8) => "(long long)",
                (true, _) => "(unsigned int)",
            };
            (format!("long long {tile}"), conversion)
        };
        let own = match &canonical.declared {
            Some(words) => format!("{} {}", file.said(words), canonical.variable),
            None => canonical.variable.clone(),
        };
        let step = match &canonical.increment {
            Increment::PlusOne | Increment::MinusOne => None,
            Increment::Plus(step) | Increment::Minus(step) => Some(file.said(step)),
        };
        let size = match (size.start() == size.end(), file.said(size)) {
            (true, size) => size,
            (false, size) => format!("(long long)({size})"),
        };
        let advance = match &step {
            None => size,
            Some(step) => format!("{size} * (long long)({step})"),
        };
        Some(Tiled { canonical, tile, declared, own, conversion, lower, bound, step, advance })
    }

    fn is_plus(&self) -> bool {
        matches!(self.canonical.increment, Increment::PlusOne | Increment::Plus(_))
    }

    fn converted(&self, text: &str) -> String {
        match self.conversion {
            "" => text.to_owned(),
            conversion => format!("{conversion}({text})"),
        }
    }

    /// The header of the loop over tiles.
    fn over_tiles(&self) -> String {
        let Tiled { canonical, declared, tile, advance, .. } = self;
        let (lower, bound) = (self.converted(&self.lower), self.converted(&self.bound));
        let relation = canonical.relation.text();
        let operator = if self.is_plus() { "+=" } else { "-=" };
        format!("for ({declared} = {lower}; {tile} {relation} {bound}; {tile} {operator} {advance})")
    }

    /// The header of the loop over the iterations of a tile.
    fn over_iterations(&self) -> String {
        let Tiled { canonical, tile, own, bound, advance, .. } = self;
        let CanonicalLoop { variable, relation, .. } = canonical;
        let (value, goes_up) = (self.converted(variable), relation.goes_up());
        let distance = if goes_up { format!("{value} - {tile}") } else { format!("{tile} - {value}") };
        // The sign of a step is the program's to say.
        let advance = if goes_up == self.is_plus() { advance.clone() } else { format!("-({advance})") };
        let next = match (self.is_plus(), &self.step) {
            (true, None) => format!("{variable}++"),
            (false, None) => format!("{variable}--"),
            (true, Some(step)) => format!("{variable} += {step}"),
            (false, Some(step)) => format!("{variable} -= {step}"),
        };
        let relation = relation.text();
        format!("for ({own} = {tile}; {variable} {relation} {bound} && {distance} < {advance}; {next})")
    }
}
