//! The headers of loops: what they count, from where to where, and what stands between them.

use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

use super::accesses::Collector;
use super::polynomial::Polynomial;
use super::reader::Program;
use super::subscripts::Range;
use super::tree::{Expression, Form, Loop, Statement, Variable};
use crate::c::Basic;
use crate::openmp::CanonicalLoop;
use crate::openmp::loops::{Increment, Relation};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

/// A loop among those that are shared out together.
#[derive(Clone, Debug)]
pub struct Level {
    pub keyword: usize,
    /// The parenthesis that ends its header.
    pub close: usize,
    pub variable: Variable,
    pub canonical: CanonicalLoop,
    /// Whether a declaration between the loops declares the variable, and not the loop's header, or somebody further out.
    pub is_declared_between: bool,
}

/// Whether the headers of loops that a group of threads runs are given the declaration of a variable, and nothing else needs
/// one: `uses` are the tokens that name it. Each loop comes with the last token of its statement.
pub(super) fn declare<'l>(
    loops: impl Iterator<Item = (&'l Level, usize)>,
    name: &str,
    uses: &[usize],
) -> bool {
    let counts_by = |level: &Level| level.canonical.declared.is_none() && *level.variable.name == *name;
    let own: Vec<RangeInclusive<usize>> =
        loops.filter(|(level, _)| counts_by(level)).map(|(level, last)| level.keyword..=last).collect();
    !own.is_empty() && uses.iter().all(|name| own.iter().any(|tokens| tokens.contains(name)))
}

pub(super) fn level(one: &Loop) -> Option<Level> {
    let variable = match &*one.first {
        Statement::Declaration(declared) => declared.first()?.variable.clone(),
        Statement::Expression(Expression { form: Form::Assign(kind::ASSIGN, target, _), .. }) => {
            target.variable()?.clone()
        }
        _ => return None,
    };
    Some(Level {
        keyword: one.keyword,
        close: one.close,
        variable,
        canonical: one.canonical.clone()?,
        is_declared_between: false,
    })
}

/// Whether names mean the same in the loops' common header as where they stand.
pub(super) fn names_are_plain(levels: &[Level], before: &[&Statement]) -> bool {
    let same_name = |level: &Level, variable: &Variable| level.variable.name == variable.name;
    let are_different = levels
        .iter()
        .enumerate()
        .all(|(number, level)| levels[..number].iter().all(|other| !same_name(level, &other.variable)));
    let mut are_plain = are_different;
    for statement in before {
        are_plain &= statement.declared().iter().all(|one| {
            let is_own = |level: &Level| level.variable == one.variable && one.value.is_none();
            levels.iter().all(|level| is_own(level) || !same_name(level, &one.variable))
        });
        statement.expressions(&mut |expression| {
            expression.walk(&mut |part| {
                let Some(variable) = part.variable() else { return };
                are_plain &=
                    !levels.iter().any(|level| same_name(level, variable) && level.variable != *variable);
            });
        });
    }
    are_plain
}

pub(super) fn is_integer(program: &Program<'_>, variable: &Variable) -> bool {
    let found = program.types.lookup(&variable.name, variable.declared + 1);
    found.and_then(|found| found.ty.as_ref()?.basic()).is_some_and(Basic::is_integer)
}

/// Whether a loop counts integers, in the direction that its relation says. An unsigned number that steps below 0 is large.
pub(super) fn counts_integers(program: &Program<'_>, level: &Level) -> bool {
    let found = program.types.lookup(&level.variable.name, level.canonical.body_start);
    let Some(basic) = found.and_then(|found| found.ty.as_ref()?.basic()) else { return false };
    let Some(bounds) = bounds(program, &level.canonical) else { return false };
    let is_integer =
        |bound: &Expression| program.types.value_type_of(&bound.tokens).is_some_and(|ty| ty.is_integer());
    let has_plain_step = match &level.canonical.increment {
        Increment::PlusOne | Increment::MinusOne => true,
        Increment::Plus(_) | Increment::Minus(_) => {
            bounds.last().is_some_and(|step| matches!(step.form, Form::Integer(value) if value > 0))
        }
    };
    basic.is_integer() && bounds.iter().all(is_integer) && (has_plain_step || !basic.is_unsigned())
}

/// The loop that a body is, but for declarations in front of it.
pub(super) fn sole_loop(body: &Statement) -> Option<&Loop> {
    let (last, before) = body.sequence().split_last()?;
    let are_declarations = before.iter().all(|statement| matches!(statement, Statement::Declaration(_)));
    match last {
        Statement::For(inner) if are_declarations => Some(inner),
        Statement::Block(_) if before.is_empty() => sole_loop(last),
        _ => None,
    }
}

/// The declarations in front of the loop that a body is.
pub(super) fn declarations(body: &Statement) -> Vec<&Statement> {
    match body.sequence() {
        [only @ Statement::Block(_)] => declarations(only),
        sequence => sequence.iter().filter(|one| matches!(one, Statement::Declaration(_))).collect(),
    }
}

/// The expressions of a loop's header: its first value, its bound, its step.
pub(super) fn bounds(program: &Program<'_>, canonical: &CanonicalLoop) -> Option<Vec<Expression>> {
    let step = match &canonical.increment {
        Increment::Plus(step) | Increment::Minus(step) => Some(step),
        _ => None,
    };
    let ranges = [Some(&canonical.lower), Some(&canonical.bound), step];
    ranges.into_iter().flatten().map(|range| program.expression(range)).collect()
}

/// The values of a loop's variable. What is not known of them stands for itself.
pub(super) fn range(
    program: &Program<'_>,
    collector: &Collector<'_>,
    variable: &Variable,
    canonical: Option<&CanonicalLoop>,
) -> Range {
    let unknown =
        |which: &str| Polynomial::unknown(&format!("{which} of {}@{}", variable.name, variable.declared));
    let Some(canonical) = canonical else {
        return Range { variable: variable.clone(), least: unknown("least"), most: unknown("most") };
    };
    let value = |range: &RangeInclusive<usize>, which: &str| {
        let read = program.expression(range);
        read.and_then(|expression| collector.polynomial(&expression)).unwrap_or_else(|| unknown(which))
    };
    let (first, bound) = (value(&canonical.lower, "first"), value(&canonical.bound, "bound"));
    let beside =
        |bound: &Polynomial, by| bound.plus(&Polynomial::constant(by)).unwrap_or_else(|| bound.clone());
    let (least, most) = match canonical.relation {
        Relation::Less => (first, beside(&bound, -1)),
        Relation::LessEqual => (first, bound),
        Relation::Greater => (beside(&bound, 1), first),
        Relation::GreaterEqual => (bound, first),
    };
    Range { variable: variable.clone(), least, most }
}

/// The loops of a file by their variables, in the order of the file, but for those that read what the variable had before.
pub fn loops_by_variable(program: &Program<'_>) -> FxHashMap<Variable, Vec<RangeInclusive<usize>>> {
    let tokens = program.tokens;
    let mut found: FxHashMap<Variable, Vec<RangeInclusive<usize>>> = FxHashMap::default();
    let keywords = (0..tokens.len()).filter(|&index| tokens[index].kind == kind::FOR);
    for keyword in keywords {
        let Some((one, last)) = program.loop_at(keyword) else { continue };
        let Some(level) = level(&one) else { continue };
        let first = program.expression(&level.canonical.lower);
        if first.is_some_and(|first| !first.names(&level.variable)) {
            found.entry(level.variable).or_default().push(keyword..=last);
        }
    }
    found
}
