//! Loops inside a work-sharing loop whose iterations can be shared out with its own.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::accesses::{Access, Accesses, Base, Collector};
use super::polynomial::Polynomial;
use super::reader;
use super::subscripts::{Loops, Range, are_apart};
use super::tree::{Expression, Form, Loop, Statement, Variable};
use crate::openmp::CanonicalLoop;
use crate::openmp::loops::{Increment, Relation};
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;
use crate::types::{Basic, Kind, Type, Types};

/// As many loops as a device has dimensions.
const DEEPEST: usize = 3;

/// What a variable from outside of the loops is to a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// One for all threads, or a copy that is the same for all as long as nobody changes it.
    Shared,
    /// Threads may have different values.
    Private,
    /// A copy that is combined with the others by this operator in the end.
    Reduction(i32),
}

/// A work-sharing loop, and what is known around it.
pub struct Question<'a> {
    pub types: &'a Types<'a>,
    pub tokens: &'a TokenList,
    /// The `for`.
    pub keyword: usize,
    pub attribute: &'a dyn Fn(&Variable) -> Attribute,
    /// Whether a function computes its value from its arguments alone, and does nothing else.
    pub is_pure: &'a dyn Fn(&str) -> bool,
    /// Whether a private variable's value may be used behind the loop.
    pub is_used_elsewhere: &'a dyn Fn(&Variable) -> bool,
    /// Whether a pointer may lead to the variable.
    pub has_address: &'a dyn Fn(&Variable) -> bool,
}

/// A loop among those that are shared out together.
#[derive(Clone, Debug)]
pub struct Level {
    pub keyword: usize,
    /// The parenthesis that ends its header.
    pub close: usize,
    pub variable: Variable,
    pub canonical: CanonicalLoop,
}

/// Whether an expression can be evaluated at any time: it uses no pointer, calls nothing, and divides by nothing but a number.
fn is_harmless(expression: &Expression) -> bool {
    let mut is_harmless = true;
    expression.walk(&mut |part| {
        is_harmless &= match &part.form {
            Form::Dereference(_) | Form::Subscript(..) | Form::Member(_, _, true) | Form::Call(..) => false,
            Form::Binary(kind::SLASH | kind::PERCENT, _, by) => {
                matches!(by.form, Form::Integer(value) if value != 0)
            }
            _ => true,
        };
    });
    is_harmless
}

/// Two things that may be one, which only the running program knows: what is written, and the tokens of what must not be part
/// of the same object.
#[derive(Clone, Debug)]
pub struct Check {
    pub written: RangeInclusive<usize>,
    pub others: Vec<RangeInclusive<usize>>,
}

/// Loops whose iterations are independent, if the checks hold.
#[derive(Clone, Debug)]
pub struct Nest {
    /// From the outermost, which is the work-sharing loop; at least two.
    pub levels: Vec<Level>,
    /// For each of them, whether its header can be evaluated also where the work-sharing loop has no iterations; and the same
    /// of the checks.
    pub are_harmless: Vec<bool>,
    pub has_harmless_checks: bool,
    pub checks: Vec<Check>,
}

impl Nest {
    /// Whether the variable of one of the loops inside is called so.
    pub fn has_inner(&self, name: &str) -> bool {
        self.levels[1..].iter().any(|level| level.variable.name == name)
    }
}

/// The deepest nest of independent loops that begins with a work-sharing loop, if there is one and it is worth it.
pub fn nest(question: &Question<'_>) -> Option<Nest> {
    let Statement::For(outer) = reader::statement(question.types, question.tokens, question.keyword)? else {
        return None;
    };
    let mut loops: Vec<&Loop> = vec![&outer];
    while loops.len() < DEEPEST
        && let Some(inner) = loops.last().and_then(|last| sole_loop(&last.body))
    {
        loops.push(inner);
    }
    (2..=loops.len()).rev().find_map(|depth| Proof::new(question, &loops[..depth])?.nest())
}

/// The loops over a variable in a range of tokens.
pub fn loops_over(
    types: &Types<'_>,
    tokens: &TokenList,
    range: &RangeInclusive<usize>,
    variable: &Variable,
) -> Vec<RangeInclusive<usize>> {
    let keywords = range.clone().filter(|&index| tokens[index].kind == kind::FOR);
    let found = keywords.filter_map(|keyword| {
        let (found, last) = reader::loop_at(types, tokens, keyword)?;
        let level = level(&found)?;
        // Its first value may be what the variable had before.
        let first = reader::expression(types, tokens, &level.canonical.lower)?;
        (level.variable == *variable && !first.names(variable)).then_some(keyword..=last)
    });
    found.collect()
}

/// Whether a function's body, from brace to brace, computes a value from its own variables alone. `is_pure` knows it of the
/// functions that it calls.
pub fn computes_only(
    types: &Types<'_>,
    tokens: &TokenList,
    function: &RangeInclusive<usize>,
    body: usize,
    is_pure: &dyn Fn(&str) -> bool,
) -> bool {
    let Some(statement) = reader::statement(types, tokens, body) else { return false };
    let mut is_pure_so_far = true;
    statement.expressions(&mut |expression| {
        expression.walk(&mut |part| {
            is_pure_so_far &= match &part.form {
                Form::Name(variable) => function.contains(&variable.declared),
                Form::Call(name, _) => is_pure(name),
                Form::Dereference(_) | Form::Member(_, _, true) | Form::Unknown => false,
                Form::Subscript(of, _) => {
                    types.type_of(&of.tokens).is_some_and(|ty| matches!(ty.kind, Kind::Array { .. }))
                }
                _ => true,
            };
        });
    });
    is_pure_so_far
}

/// The loop that a body is, but for declarations in front of it.
pub(super) fn sole_loop(body: &Statement) -> Option<&Loop> {
    let (last, before) = body.sequence().split_last()?;
    let are_constants = before.iter().all(|statement| match statement {
        Statement::Declaration(declared) => declared.iter().all(|one| one.value.is_some()),
        _ => false,
    });
    match last {
        Statement::For(inner) if are_constants => Some(inner),
        Statement::Block(_) if before.is_empty() => sole_loop(last),
        _ => None,
    }
}

/// What has been found out of some loops on the way to the answer.
pub(super) struct Proof<'a> {
    pub question: &'a Question<'a>,
    levels: Vec<Level>,
    pub body: &'a Statement,
    /// The declarations in front of inner loops.
    before: Vec<&'a Statement>,
    /// The variables that the body declares, and those that it changes.
    locals: HashSet<Variable>,
    pub changed: HashSet<Variable>,
    pub accesses: Accesses,
    /// How many of the accesses are those of the headers and of the declarations in front of inner loops.
    before_body: usize,
    ranges: Vec<Range>,
}

impl<'a> Proof<'a> {
    /// Nothing if the loops do more than can be followed, or do not have the same iterations each time.
    pub(super) fn new(question: &'a Question<'a>, loops: &[&'a Loop]) -> Option<Self> {
        let levels = loops.iter().map(|one| level(one)).collect::<Option<Vec<Level>>>()?;
        if !levels.iter().all(|level| counts_integers(question, level)) {
            return None;
        }
        let body: &Statement = &loops.last()?.body;
        let before: Vec<&Statement> =
            loops[..loops.len() - 1].iter().flat_map(|one| declarations(&one.body)).collect();
        let changed: HashSet<Variable> = body.changed().into_iter().collect();
        if !names_are_plain(&levels, &before) {
            return None;
        }
        let names = |statement: &Statement| -> Vec<Variable> {
            statement.declared().iter().map(|one| one.variable.clone()).collect()
        };
        let mut fixed: HashSet<Variable> = before.iter().flat_map(|one| names(one)).collect();
        fixed.extend(levels.iter().map(|level| level.variable.clone()));
        let mut locals: HashSet<Variable> = names(body).into_iter().collect();
        if !fixed.is_disjoint(&changed) || has_loose_break(body) {
            return None;
        }
        let unsteady: HashSet<Variable> = changed.union(&fixed).chain(&locals).cloned().collect();
        let outer = Collector::new(question.types, unsteady, HashSet::new());
        let mut ranges: Vec<Range> = levels
            .iter()
            .map(|level| range(question, &outer, &level.variable, Some(&level.canonical)))
            .collect();
        let mut steady = HashSet::new();
        for (variable, canonical) in inner_loops(body) {
            if is_integer(question, &variable) && !ranges.iter().any(|range| range.variable == variable) {
                ranges.push(range(question, &outer, &variable, canonical.as_ref()));
                steady.insert(variable);
            }
        }
        let mut inside: HashSet<Variable> = steady.union(&locals).cloned().collect();
        inside.extend(before.iter().flat_map(|one| names(one)));
        inside.extend(levels[1..].iter().map(|level| level.variable.clone()));
        let unsteady = changed.difference(&steady).cloned().collect();
        let mut collector = Collector::new(question.types, unsteady, inside);
        for (one, level) in loops.iter().zip(&levels) {
            for bound in bounds(question, &level.canonical)? {
                let mut is_fixed = true;
                bound.walk(&mut |part| {
                    is_fixed &=
                        part.variable().is_none_or(|name| !changed.contains(name) && !fixed.contains(name));
                });
                if !is_fixed {
                    return None;
                }
                collector.expression(&bound)?;
            }
            debug_assert_eq!(one.keyword, level.keyword);
        }
        for statement in &before {
            collector.statement(statement)?;
        }
        let before_body = collector.count();
        collector.statement(body)?;
        locals.extend(before.iter().flat_map(|one| names(one)));
        let accesses = collector.finish();
        Some(Proof { question, levels, body, before, locals, changed, accesses, before_body, ranges })
    }

    fn nest(self) -> Option<Nest> {
        let are_pure = self.accesses.calls.iter().all(|name| (self.question.is_pure)(name));
        let mut checks = Vec::new();
        // In one iteration of the work-sharing loop the updates have an order.
        let are_pure = are_pure && !self.accesses.has_atomic;
        let is_proved = are_pure
            && self.is_worth_it()
            && self.is_same_for_all_threads()
            && self.privates_are_fresh()
            && self.accesses_are_apart(&mut checks);
        // Where a check fails, what stands in front of an inner loop is evaluated more often than it was.
        if !is_proved || (!checks.is_empty() && self.reads_memory_before_body()) {
            return None;
        }
        let question = self.question;
        let harmless_bounds = |level: &Level| {
            bounds(question, &level.canonical).is_some_and(|bounds| bounds.iter().all(is_harmless))
        };
        let harmless_text = |tokens: &RangeInclusive<usize>| {
            reader::expression(question.types, question.tokens, tokens).is_some_and(|read| is_harmless(&read))
        };
        let operands = |check: &Check| check.others.iter().chain([&check.written]).all(harmless_text);
        let has_harmless_checks = checks.iter().all(operands);
        let are_harmless = self.levels.iter().map(harmless_bounds).collect();
        Some(Nest { levels: self.levels, are_harmless, has_harmless_checks, checks })
    }

    /// Neighbouring threads have neighbouring iterations of the innermost loop. Where the accesses to neighbouring memory are
    /// those of neighbouring iterations of the work-sharing loop, that would be a loss.
    fn is_worth_it(&self) -> bool {
        let steps_by_one = |level: &Level| {
            let follows = |access: &&Access| {
                let last = access.subscripts.last().and_then(Option::as_ref);
                let factor =
                    last.and_then(|last| last.split(&level.variable)).and_then(|(factor, _)| factor.value());
                matches!(factor, Some(1 | -1))
            };
            self.accesses.found.iter().filter(follows).count()
        };
        match (self.levels.first(), self.levels.last()) {
            (Some(first), Some(last)) => steps_by_one(last) >= steps_by_one(first),
            _ => false,
        }
    }

    pub(super) fn is_local(&self, variable: &Variable) -> bool {
        self.locals.contains(variable) || self.is_loop_variable(variable)
    }

    pub(super) fn is_loop_variable(&self, variable: &Variable) -> bool {
        self.levels.iter().any(|level| level.variable == *variable)
    }

    /// Whether the headers, or the declarations in front of inner loops, may read what the loops write.
    fn reads_memory_before_body(&self) -> bool {
        let mut written = self.accesses.found.iter().filter(|access| access.is_write);
        let before = &self.accesses.found[..self.before_body];
        written.any(|written| {
            let is_own = |access: &Access| matches!(&access.base, Base::Object(name) if self.is_local(name));
            !is_own(written)
                && before.iter().any(|read| {
                    !is_own(read) && (read.base == written.base || !self.are_different(written, read))
                })
        })
    }

    /// Threads that share an iteration of the work-sharing loop have to see the same: no variable of a thread's own, unless
    /// the iteration gives it its value.
    pub(super) fn is_same_for_all_threads(&self) -> bool {
        let is_same = |variable: &Variable| {
            self.is_local(variable)
                || self.changed.contains(variable)
                || (self.question.attribute)(variable) == Attribute::Shared
        };
        let mut all = true;
        let mut look = |expression: &Expression| {
            expression.walk(&mut |part| all &= part.variable().is_none_or(is_same));
        };
        self.body.expressions(&mut look);
        self.before.iter().for_each(|statement| statement.expressions(&mut look));
        for level in &self.levels {
            bounds(self.question, &level.canonical).into_iter().flatten().for_each(|bound| look(&bound));
        }
        all
    }

    /// No value goes from one iteration to another through a thread's own variables, and none to what comes behind.
    pub(super) fn privates_are_fresh(&self) -> bool {
        let of_loops = self.levels.iter().map(|level| &level.variable);
        let outer = self.changed.iter().filter(|variable| !self.locals.contains(variable));
        outer.chain(of_loops).all(|variable| {
            let question = self.question;
            if self.locals.contains(variable) {
                return true;
            }
            if (question.has_address)(variable) {
                return false;
            }
            match (question.attribute)(variable) {
                Attribute::Shared => false,
                Attribute::Reduction(operator) => {
                    only_updates(self.body, variable) && updates_by(self.body, variable, operator)
                }
                Attribute::Private => {
                    let is_loop = self.levels.iter().any(|level| level.variable == *variable);
                    !(question.is_used_elsewhere)(variable)
                        && (is_loop || use_before_value(self.body, variable).is_ok())
                }
            }
        })
    }

    /// No iteration touches what another one writes.
    fn accesses_are_apart(&self, checks: &mut Vec<Check>) -> bool {
        let matters = |access: &&Access| match &access.base {
            // Each iteration has its own, and scalars have been looked at.
            Base::Object(variable) => {
                !(self.is_local(variable) || access.subscripts.is_empty() && self.changed.contains(variable))
            }
            Base::Pointer(_) => true,
        };
        let all: Vec<&Access> = self.accesses.found.iter().filter(matters).collect();
        all.iter().filter(|access| access.is_write).all(|written| {
            if let Base::Object(variable) = &written.base
                && (self.question.attribute)(variable) != Attribute::Shared
            {
                return false; // an array of the thread's
            }
            all.iter().all(|other| self.is_apart(written, other, checks))
        })
    }

    fn is_apart(&self, written: &Access, other: &Access, checks: &mut Vec<Check>) -> bool {
        if written.base == other.base && !(written.is_loose || other.is_loose) {
            let variables = |levels: &[Level]| levels.iter().map(|level| level.variable.clone()).collect();
            let loops = Loops {
                known: variables(&self.levels[..1]),
                free: variables(&self.levels[1..]),
                ranges: &self.ranges,
                running: self.levels.len(),
                wraps: self.accesses.wraps,
            };
            return are_apart(&written.subscripts, &other.subscripts, &loops);
        }
        if written.base != other.base && self.are_different(written, other) {
            return true;
        }
        let is_steady = |access: &Access| {
            let is_plain = self.question.types.type_of(&access.tokens).is_some_and(|ty| !is_variable(&ty));
            let changes = |name: &Variable| self.changed.contains(name) || self.is_local(name);
            is_plain && !access.is_loose && !access.depends.iter().any(changes)
        };
        if written.base == other.base {
            return false;
        }
        if !is_steady(written) || !is_steady(other) {
            return false;
        }
        self.check(written, other, checks);
        true
    }

    /// Whether two accesses with different bases are certainly to different memory.
    pub(super) fn are_different(&self, one: &Access, other: &Access) -> bool {
        Proof::differ(self.question, one, other)
    }

    /// The same.
    pub(super) fn differ(question: &Question<'_>, one: &Access, other: &Access) -> bool {
        let is_object = |access: &Access| matches!(access.base, Base::Object(_));
        let is_out_of_reach = |access: &Access| matches!(&access.base, Base::Object(variable) if !(question.has_address)(variable));
        // What is stored gives allocated memory its type (C17 6.5, 6): only of variables it is known beforehand. That
        // a loop writes numbers over pointers that it goes on to use is not thought of.
        let have_types = is_object(one) || is_object(other) || one.class.is_pointer_and_number(other.class);
        let is_alone =
            |access: &Access, other: &Access| access.is_restrict && (other.is_restrict || is_object(other));
        (is_object(one) && is_object(other))
            || (have_types && !one.class.meets(other.class))
            || is_alone(one, other)
            || is_alone(other, one)
            || is_out_of_reach(one)
            || is_out_of_reach(other)
    }

    /// Leaves it to the running program.
    fn check(&self, written: &Access, other: &Access, checks: &mut Vec<Check>) {
        let text = |tokens: &RangeInclusive<usize>| {
            let words = tokens.clone().filter(|&index| self.question.tokens[index].is_visible());
            words
                .map(|index| crate::rewrite::Tokens::text(self.question.tokens, index))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let at = checks.iter().position(|check| text(&check.written) == text(&written.tokens));
        let at = at.unwrap_or_else(|| {
            checks.push(Check { written: written.tokens.clone(), others: Vec::new() });
            checks.len() - 1
        });
        let others = &mut checks[at].others;
        if !others.iter().any(|found| text(found) == text(&other.tokens)) {
            others.push(other.tokens.clone());
        }
    }
}

pub(super) fn level(one: &Loop) -> Option<Level> {
    let variable = match &*one.first {
        Statement::Declaration(declared) => declared.first()?.variable.clone(),
        Statement::Expression(Expression { form: Form::Assign(kind::ASSIGN, target, _), .. }) => {
            target.variable()?.clone()
        }
        _ => return None,
    };
    Some(Level { keyword: one.keyword, close: one.close, variable, canonical: one.canonical.clone()? })
}

/// Whether names mean the same in the loops' common header as where they stand.
fn names_are_plain(levels: &[Level], before: &[&Statement]) -> bool {
    let same_name = |level: &Level, variable: &Variable| level.variable.name == variable.name;
    let are_different = levels
        .iter()
        .enumerate()
        .all(|(number, level)| levels[..number].iter().all(|other| !same_name(level, &other.variable)));
    let mut are_plain = are_different;
    for statement in before {
        are_plain &= !statement
            .declared()
            .iter()
            .any(|one| levels.iter().any(|level| same_name(level, &one.variable)));
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

/// Whether it is an array of variable length, or a pointer to one.
fn is_variable(ty: &Type) -> bool {
    ty.has_variable_bound() || ty.pointee().is_some_and(is_variable)
}

fn is_integer(question: &Question<'_>, variable: &Variable) -> bool {
    let found = question.types.lookup(&variable.name, variable.declared + 1);
    found.and_then(|found| found.ty.as_ref()?.basic()).is_some_and(Basic::is_integer)
}

/// Whether a loop counts integers, in the direction that its relation says. An unsigned number that steps below 0 is large.
pub(super) fn counts_integers(question: &Question<'_>, level: &Level) -> bool {
    let found = question.types.lookup(&level.variable.name, level.canonical.body_start);
    let Some(basic) = found.and_then(|found| found.ty.as_ref()?.basic()) else { return false };
    let Some(bounds) = bounds(question, &level.canonical) else { return false };
    let is_integer =
        |bound: &Expression| question.types.value_type_of(&bound.tokens).is_some_and(|ty| ty.is_integer());
    let has_plain_step = match &level.canonical.increment {
        Increment::PlusOne | Increment::MinusOne => true,
        Increment::Plus(_) | Increment::Minus(_) => {
            bounds.last().is_some_and(|step| matches!(step.form, Form::Integer(value) if value > 0))
        }
    };
    basic.is_integer() && bounds.iter().all(is_integer) && (has_plain_step || !basic.is_unsigned())
}

/// The declarations in front of the loop that a body is.
fn declarations(body: &Statement) -> Vec<&Statement> {
    match body.sequence() {
        [only @ Statement::Block(_)] => declarations(only),
        sequence => sequence.iter().filter(|one| matches!(one, Statement::Declaration(_))).collect(),
    }
}

/// The loops inside a body whose variables nothing else changes or uses, each variable once; without the loop where there
/// are several of them.
pub(super) fn inner_loops(body: &Statement) -> Vec<(Variable, Option<CanonicalLoop>)> {
    let mut found: Vec<(Variable, Option<CanonicalLoop>)> = Vec::new();
    let mut changed: HashSet<Variable> = HashSet::new();
    body.walk(&mut |statement| {
        let Statement::For(one) = statement else { return };
        let Some(level) = level(one) else { return };
        if one.body.changed().contains(&level.variable) {
            changed.insert(level.variable.clone());
        }
        match found.iter_mut().find(|(variable, _)| *variable == level.variable) {
            Some((_, canonical)) => *canonical = None,
            None => found.push((level.variable, Some(level.canonical))),
        }
    });
    let is_used_outside = |variable: &Variable| uses(body, variable) != uses_in_own_loop(body, variable);
    found.retain(|(variable, _)| !changed.contains(variable) && !is_used_outside(variable));
    found
}

/// How often a variable is named.
fn uses(statement: &Statement, variable: &Variable) -> usize {
    let mut count = 0;
    statement.expressions(&mut |expression| {
        expression.walk(&mut |part| count += usize::from(part.variable() == Some(variable)));
    });
    count
}

fn uses_in_own_loop(body: &Statement, variable: &Variable) -> usize {
    let mut count = 0;
    body.walk(&mut |statement| {
        if let Statement::For(one) = statement
            && level(one).is_some_and(|level| level.variable == *variable)
        {
            count += uses(statement, variable);
        }
    });
    count
}

/// Whether a `break` would leave the innermost of the loops, or a `return` all of them.
pub(super) fn has_loose_break(body: &Statement) -> bool {
    let mut returns = false;
    body.walk(&mut |statement| returns |= matches!(statement, Statement::Return(_)));
    returns || breaks(body)
}

fn breaks(body: &Statement) -> bool {
    match body {
        Statement::Break => true,
        Statement::Block(inner) => inner.iter().any(breaks),
        Statement::If(_, yes, no) => breaks(yes) || no.as_deref().is_some_and(breaks),
        _ => false,
    }
}

/// The expressions of a loop's header: its first value, its bound, its step.
pub(super) fn bounds(question: &Question<'_>, canonical: &CanonicalLoop) -> Option<Vec<Expression>> {
    let step = match &canonical.increment {
        Increment::Plus(step) | Increment::Minus(step) => Some(step),
        _ => None,
    };
    let ranges = [Some(&canonical.lower), Some(&canonical.bound), step];
    ranges
        .into_iter()
        .flatten()
        .map(|range| reader::expression(question.types, question.tokens, range))
        .collect()
}

/// The values of a loop's variable. What is not known of them stands for itself.
fn range(
    question: &Question<'_>,
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
        let read = reader::expression(question.types, question.tokens, range);
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

/// Whether a body does nothing to a variable but `x op= value`, `x = x op value` and `x++`, without it in the value.
pub(super) fn only_updates(body: &Statement, variable: &Variable) -> bool {
    let mut updates = 0usize;
    body.walk(&mut |statement| {
        let Statement::Expression(Expression { form, .. }) = statement else { return };
        match form {
            Form::Step(target) => updates += usize::from(target.variable() == Some(variable)),
            Form::Assign(operator, target, value) if target.variable() == Some(variable) => {
                let is_update = *operator != kind::ASSIGN && !value.names(variable);
                let is_sum = *operator == kind::ASSIGN
                    && matches!(&value.form, Form::Binary(operator, left, right)
                        if *operator != kind::COMMA && left.variable() == Some(variable) && !right.names(variable));
                updates += usize::from(is_update) + 2 * usize::from(is_sum);
            }
            _ => {}
        }
    });
    updates == uses(body, variable)
}

/// Whether all updates of a variable are by a reduction's operator.
fn updates_by(body: &Statement, variable: &Variable, reduction: i32) -> bool {
    let is_it = |operator: i32| match reduction {
        kind::PLUS | kind::MINUS => {
            matches!(operator, kind::PLUS | kind::MINUS | kind::PLUS_ASSIGN | kind::MINUS_ASSIGN)
        }
        kind::STAR => matches!(operator, kind::STAR | kind::STAR_ASSIGN),
        kind::AND => matches!(operator, kind::AND | kind::AND_ASSIGN),
        kind::OR => matches!(operator, kind::OR | kind::OR_ASSIGN),
        kind::CARET => matches!(operator, kind::CARET | kind::CARET_ASSIGN),
        other => operator == other,
    };
    let mut all = true;
    body.expressions(&mut |expression| {
        expression.walk(&mut |part| {
            if let Form::Step(target) = &part.form
                && target.variable() == Some(variable)
            {
                all &= matches!(reduction, kind::PLUS | kind::MINUS);
            }
            if let Form::Assign(operator, target, value) = &part.form
                && target.variable() == Some(variable)
            {
                all &= match (*operator, &value.form) {
                    (kind::ASSIGN, Form::Binary(operator, ..)) => is_it(*operator),
                    (kind::ASSIGN, _) => false,
                    (operator, _) => is_it(operator),
                };
            }
        });
    });
    all
}

/// Goes through a statement in order. An error if a variable may be used before the statement has given it a value; true
/// if it has one for certain afterwards.
fn use_before_value(statement: &Statement, variable: &Variable) -> Result<bool, ()> {
    let unused = |expression: &Expression| if expression.names(variable) { Err(()) } else { Ok(false) };
    match statement {
        Statement::Expression(Expression { form: Form::Assign(kind::ASSIGN, target, value), .. })
            if target.variable() == Some(variable) =>
        {
            unused(value).map(|_| true)
        }
        Statement::Expression(expression) | Statement::Atomic(expression) => unused(expression),
        Statement::Declaration(declared) => {
            declared.iter().filter_map(|one| one.value.as_ref()).try_fold(false, |_, value| unused(value))
        }
        Statement::Block(inner) => {
            for statement in inner {
                if use_before_value(statement, variable)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Statement::If(condition, yes, no) => {
            unused(condition)?;
            let yes = use_before_value(yes, variable)?;
            let no = no.as_deref().map_or(Ok(false), |no| use_before_value(no, variable))?;
            Ok(yes && no)
        }
        Statement::For(one) => {
            if use_before_value(&one.first, variable)? {
                return Ok(true);
            }
            one.condition.as_ref().map_or(Ok(false), unused)?;
            use_before_value(&one.body, variable)?;
            // After a `continue` in the body it may have no value yet.
            one.next.as_ref().map_or(Ok(false), unused)
        }
        Statement::While(condition, body) => {
            unused(condition)?;
            use_before_value(body, variable)?;
            Ok(false)
        }
        Statement::Return(value) => value.as_ref().map_or(Ok(false), unused),
        Statement::Empty | Statement::Continue | Statement::Break => Ok(false),
    }
}
