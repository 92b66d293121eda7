//! Loops that directives make of the program's own (chapter 9 of OpenMP 5.2, chapter 11 of OpenMP 6.0): which can be made, and which
//! another construct may take.

use std::collections::BTreeSet;

use super::collapse::counted;
use super::{Program, collapse, constants, values};
use crate::diagnostics::Diagnostic;
use crate::openmp::Construct;
use crate::openmp::constructs::Tokens;
use crate::openmp::fixes::add_clause;
use crate::openmp::loops::CanonicalLoop;
use crate::openmp::report::Report as _;
use crate::openmp::transformations::Transformation;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// Of how many loops of different lengths `fuse` makes one: the length of the longest is written as a comparison of each with each.
const MOST_FUSED: usize = 10;

/// Checks the loops of a directive, of which the innermost, or the last of a sequence, ends at a token.
pub fn loops(
    transformation: &Transformation,
    directive: &Tokens,
    loops: &[CanonicalLoop],
    end: usize,
    program: &Program,
) -> Vec<Diagnostic> {
    Check { transformation, directive, loops, end, program, found: Vec::new() }.all()
}

struct Check<'c> {
    transformation: &'c Transformation,
    directive: &'c Tokens,
    loops: &'c [CanonicalLoop],
    end: usize,
    program: &'c Program<'c>,
    found: Vec<Diagnostic>,
}

impl Check<'_> {
    fn all(mut self) -> Vec<Diagnostic> {
        match self.transformation {
            Transformation::Tile(sizes) => self.sizes(sizes, "the size of a tile", "9.1.1"),
            Transformation::Stripe(sizes) => self.sizes(sizes, "the size of a stripe", "11.7 of OpenMP 6.0"),
            Transformation::Interchange(order) => {
                self.order(order.as_deref().unwrap_or_default());
                self.nest(self.transformation.loops());
            }
            Transformation::Split(counts) => self.counts(counts),
            Transformation::Fuse(range) => self.sequence(range),
            Transformation::Reverse | Transformation::Partial(_) | Transformation::Unknown => {}
        }
        self.found
    }

    fn refuse(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        at: &Tokens,
        label: &str,
        rule: &str,
    ) {
        let (_, section) = self.transformation.described();
        let error = self.program.error(code, message, at, label);
        let error = error.note_at(self.program.at(self.directive), "the directive");
        self.found.push(error.note(format!("{rule} ({section})")));
    }

    fn sizes(&mut self, sizes: &[Tokens], what: &str, section: &str) {
        let wrong = sizes.iter().filter_map(|size| values::positive(size, what, section, self.program));
        self.found.extend(wrong);
        self.nest(sizes.len());
    }

    /// As many loops as are wanted, with nothing between them, none of which depends on another.
    fn nest(&mut self, wanted: usize) {
        let (name, _) = self.transformation.described();
        if self.loops.len() < wanted {
            let at = self.loops.last().map_or(self.end, |last| last.body_start);
            let message = match self.transformation {
                Transformation::Interchange(_) => {
                    format!("`{name}` of {}", counted(self.loops.len(), "loop"))
                }
                _ => format!(
                    "{} of `{name}` for {}",
                    counted(wanted, "size"),
                    counted(self.loops.len(), "loop")
                ),
            };
            let rule = "there are as many loops as the directive says, nested in each other";
            self.refuse("E0358", message, &(at..=at), "a `for` loop should stand here", rule);
        } else if let Some(between) = collapse::code_between(self.loops, self.end, self.program.tokens) {
            let message = format!("a statement between the loops of `{name}`");
            self.refuse("E0358", message, &between, "not a loop", "between the loops stands nothing else");
        }
        if let Some(use_) = collapse::dependence(self.loops, self.program) {
            let message = format!("a loop of `{name}` that depends on another");
            let rule = "each loop has the same iterations every time";
            self.refuse("E0358", message, &use_, "counted by a loop around", rule);
        }
    }

    /// The numbers of loops in their new order: each once, and at least two.
    fn order(&mut self, order: &[Tokens]) {
        let rule = "the clause has the numbers of the loops from 1 on, each once, and at least two";
        let mut seen = vec![false; order.len()];
        for number in order {
            let value = constants::value(number, self.program).and_then(|value| usize::try_from(value).ok());
            let place = value.and_then(|value| seen.get_mut(value.checked_sub(1)?));
            if order.len() < 2 || place.is_none_or(|place| std::mem::replace(place, true)) {
                let message = "`permutation` is not an order of the loops";
                self.refuse("E0318", message, number, "no number of a loop, or the same again", rule);
                return;
            }
        }
    }

    /// How many iterations the parts of a loop have.
    fn counts(&mut self, counts: &[Tokens]) {
        let rule = "the clause has constants that are not negative, and `omp_fill` once";
        let mut fills = 0;
        for count in counts {
            let is_fill = self.program.tokens[*count.start()].kind == kind::OMP_FILL;
            fills += usize::from(is_fill);
            if fills > 1 {
                self.refuse("E0318", "`omp_fill` twice in `counts`", count, "the second", rule);
                return;
            }
            if !is_fill && constants::value(count, self.program).is_none_or(|value| value < 0) {
                let message = "`counts` wants numbers of iterations";
                let label = "no constant that gpump can read, or negative";
                self.refuse("E0318", message, count, label, rule);
                return;
            }
        }
    }

    /// Loops in a block with nothing else, and which of them are meant.
    fn sequence(&mut self, range: &[Tokens]) {
        let tokens = self.program.tokens;
        let open = tokens.visible_from(*self.directive.end() + 1);
        let is_first = open.is_some_and(|open| {
            tokens[open].kind == kind::LEFT_BRACE
                && tokens.visible_from(open + 1) == self.loops.first().map(|first| first.keyword)
        });
        let close = open.filter(|_| is_first).and_then(|open| tokens.partner(open));
        let behind = tokens.visible_from(self.end + 1);
        if close.is_none() || behind != close {
            let at = if is_first { behind } else { open.and_then(|open| tokens.visible_from(open + 1)) };
            let at = at.or(open).unwrap_or(*self.directive.start());
            let rule = "the loops follow one another in a block that has nothing else in it";
            self.refuse("E0358", "`fuse` wants a block of loops", &(at..=at), "not a `for` loop", rule);
            return;
        }
        for (number, one) in self.loops.iter().enumerate() {
            let is_counted = |name: &str| self.loops[..number].iter().any(|earlier| earlier.variable == name);
            let mut names = one.expressions().flat_map(|(range, _)| self.program.references_in(range));
            if let Some(use_) = names.find(|found| found.name != one.variable && is_counted(&found.name)) {
                let rule = "what the loops have for iterations is known before the first of them";
                let message = "a loop of `fuse` that depends on another";
                self.refuse("E0358", message, &(use_.token..=use_.token), "counted by an earlier loop", rule);
                return;
            }
        }
        let texts = |one: &CanonicalLoop| {
            let text = |range: &Tokens| {
                tokens.visible_in(range).iter().map(|&at| tokens.text(at)).collect::<String>()
            };
            one.expressions().map(|(range, _)| text(range)).collect::<Vec<String>>()
        };
        let known = fused(range, self.program);
        let named = known.and_then(|(first, count)| self.loops.get(first..first + count));
        let lengths: BTreeSet<Vec<String>> = named.unwrap_or(self.loops).iter().map(texts).collect();
        if lengths.len() > MOST_FUSED {
            let message = format!("`fuse` of {} loops of different lengths", lengths.len());
            let rule = format!("gpump makes one loop of at most {MOST_FUSED}");
            let error = self.program.error("E0358", message, self.directive, "of the loops behind it");
            self.found.push(error.note(rule));
        }
        if !range.is_empty() && named.is_none() {
            let at = *range[0].start()..=*range[range.len() - 1].end();
            let message = format!("`looprange` does not name some of {}", counted(self.loops.len(), "loop"));
            let rule = "the clause has the number of the first loop, from 1 on, and how many are fused";
            self.refuse("E0318", message, &at, "constants are wanted", rule);
        }
    }
}

/// The loops that `looprange` names: the first, from 0 on, and how many.
pub fn fused(range: &[Tokens], program: &Program) -> Option<(usize, usize)> {
    let [first, count] = range else { return None };
    let positive = |of: &Tokens| usize::try_from(constants::value(of, program)?).ok()?.checked_sub(1);
    Some((positive(first)?, positive(count)? + 1))
}

/// Checks a construct that takes loops which the directive of another makes: whether there are as many.
pub fn taken(
    name: &str,
    wanted: usize,
    directive: &Tokens,
    inner: &Construct,
    made: &Transformation,
    tokens: &TokenList,
) -> Option<Diagnostic> {
    if wanted <= made.made() {
        return None;
    }
    let (_, section) = made.described();
    let some = |rule| (format!("makes {} that can be taken", counted(made.made(), "loop")), rule);
    let none = |rule| ("leaves no loop that can be taken".to_owned(), rule);
    let (label, rule) = match made {
        Transformation::Tile(_) => some("the loops over the iterations of a tile are not canonical"),
        Transformation::Stripe(_) => some("gpump has the loops over the offsets in canonical form"),
        Transformation::Interchange(_) => some("the loops inside of them are no part of the directive"),
        Transformation::Partial(_) => some("what is unrolled is repeated in the loop that is left"),
        Transformation::Reverse => some("what is reversed is one loop"),
        Transformation::Fuse(range) if range.is_empty() => some("the loops become one"),
        Transformation::Fuse(_) => {
            none("with `looprange`, other loops may stand beside the one that is made")
        }
        Transformation::Split(_) => none("the loops that are made follow one another"),
        Transformation::Unknown => none("only `partial` makes a loop"),
    };
    let message = format!("`{name}` wants {}", counted(wanted, "loop"));
    let error = tokens.error("E0358", message, &inner.directive, label);
    let mut error = error.note(format!("{rule} ({section})"));
    if *made == Transformation::Unknown {
        error = error.help("add `partial`, or leave the directive out");
        if inner.clauses.other("full").is_none() {
            error = error.fix("add `partial`", [add_clause(&inner.directive, "partial", tokens)]);
        }
    }
    Some(error.note_at(tokens.at(directive), "the construct around"))
}
