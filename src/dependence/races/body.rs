//! What the statements of a body certainly do, from the first one on to one that may order what follows.

use std::ops::RangeInclusive;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::accesses::{Access, Accesses, Collector};
use super::super::headers::level;
use super::super::place::Base;
use super::super::polynomial::{Atom, Polynomial};
use super::super::question::Attribute;
use super::super::tree::{Expression, Form, Statement, Variable};
use super::counter::{Counter, counter};
use super::meeting::Rounds;
use super::{Region, Touch, Touches, Value};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as token;
use crate::syntax::tree::{Kind, Node};

/// A statement of a body.
enum Part<'t> {
    Known(Statement),
    /// One that is not read, but is known to order nothing and to be left behind.
    Quiet(Node<'t>),
}

/// A body that has been read.
pub(super) struct Body<'a, 't> {
    region: &'a Region<'a>,
    /// The loops around it whose iterations are looked at.
    levels: &'a [Counter],
    parts: Vec<Part<'t>>,
    /// The canonical loops in it, whose variables nothing else changes.
    loops: Vec<Counter>,
    /// What it changes by name, but for these variables.
    changed: FxHashSet<Variable>,
    /// Whether the parts are all of it.
    is_whole: bool,
}

impl<'a, 't> Body<'a, 't> {
    /// Statements that follow each other.
    pub fn read(region: &'a Region<'a>, statements: &[Node<'t>], levels: &'a [Counter]) -> Self {
        let (parts, is_whole) = parts(region, statements);
        let mut body =
            Body { region, levels, parts, loops: Vec::new(), changed: FxHashSet::default(), is_whole };
        let mut changes: Vec<Variable> = body.statements().flat_map(Statement::changed).collect();
        let quiet = body.parts.iter().filter_map(|part| match part {
            Part::Quiet(node) => Some(*node),
            Part::Known(_) => None,
        });
        changes.extend(quiet.flat_map(|node| names(region, node)));
        body.loops = inner_loops(region, body.statements(), levels, &changes);
        let is_counted = |variable: &Variable| body.loops.iter().any(|found| found.variable == *variable);
        body.changed = changes.into_iter().filter(|variable| !is_counted(variable)).collect();
        body
    }

    fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.parts.iter().filter_map(|part| match part {
            Part::Known(statement) => Some(statement),
            Part::Quiet(_) => None,
        })
    }

    /// The accesses that are certainly made to places that are certainly known and that all threads have in common.
    pub fn touches(&self) -> Touches {
        let (accesses, is_whole) = self.accesses();
        let Accesses { found, wraps, .. } = accesses;
        let mut found: Vec<Touch> =
            found.into_iter().filter_map(|access| self.touch(access, wraps)).collect();
        let (changes, varying) = (self.changes(), self.varying());
        for touch in found.iter_mut().filter(|touch| touch.access.is_write) {
            let change = changes.get(&touch.access.whole);
            let (value, assigned) =
                change.map_or((Value::Same, None), |change| self.value(change, touch, &varying));
            (touch.value, touch.assigned) = (Some(value), assigned);
        }
        Touches { found, is_whole: is_whole && self.is_whole }
    }

    /// What it accesses, and whether all of it could be followed.
    fn accesses(&self) -> (Accesses, bool) {
        let program = &self.region.program;
        let declared = self.statements().flat_map(Statement::declared);
        let inside: FxHashSet<Variable> = declared
            .map(|one| one.variable.clone())
            .chain(self.loops.iter().map(|one| one.variable.clone()))
            .collect();
        let reachable = self.changed.union(&inside).filter(|one| (self.region.has_address)(one)).cloned();
        let mut collector =
            Collector::new(program.types, self.changed.clone(), inside.clone(), reachable.collect());
        for part in &self.parts {
            match part {
                Part::Known(statement) => {
                    if !collector.attempt(statement) && !is_quiet(self.region, statement) {
                        return (collector.finish(), false);
                    }
                }
                Part::Quiet(node) => collector.forget(&names(self.region, *node)),
            }
        }
        let is_whole = !collector.may_have_left();
        (collector.finish(), is_whole)
    }

    /// `wraps`: whether a subscript may have wrapped around.
    fn touch(&self, access: Access, wraps: bool) -> Option<Touch> {
        let may_wrap = wraps && !access.subscripts.is_empty();
        let is_common = || match &access.base {
            Base::Object(variable) => (self.region.attribute)(variable) == Some(Attribute::Shared),
            Base::Pointer(_) => access.variable().is_some_and(|pointer| self.region.is_steady(pointer)),
        };
        if !access.is_certain || access.is_loose || may_wrap || !is_common() {
            return None;
        }
        let ty = self.region.program.types.type_of(&access.whole)?;
        // The C compiler refuses a write of what is `const`, and who lists it in `private` is refused, too.
        let is_impossible = access.is_write && ty.qualifiers.constant;
        if ty.qualifiers.atomic || is_impossible {
            return None;
        }
        let known = |one: &Option<Polynomial>| self.region.in_constants(one.as_ref()?);
        let subscripts: Vec<Polynomial> = access.subscripts.iter().map(known).collect::<Option<_>>()?;
        let is_loaded = |atom: &Atom| matches!(atom, Atom::Loaded(_));
        if subscripts.iter().flat_map(Polynomial::atoms).any(is_loaded) {
            return None;
        }
        let inner = access.loops.iter();
        let inner = inner.filter_map(|keyword| self.loops.iter().find(|one| one.keyword == *keyword));
        let loops: Vec<Counter> = self.levels.iter().chain(inner).cloned().collect();
        let rounds: Vec<Rounds> =
            subscripts.iter().map(|subscript| Rounds::of(subscript, &loops)).collect::<Option<_>>()?;
        let is_known =
            |atom: &Atom| !matches!(atom, Atom::Variable(variable) if !self.region.is_steady(variable));
        if !rounds.iter().flat_map(Rounds::atoms).all(is_known) {
            return None;
        }
        let shared = self.levels.len();
        Some(Touch { access, subscripts, rounds, loops, shared, value: None, assigned: None })
    }

    /// The changes in it, by the places that are written.
    fn changes(&self) -> FxHashMap<&RangeInclusive<usize>, &Expression> {
        let mut found = FxHashMap::default();
        for statement in self.statements() {
            statement.expressions(&mut |expression| {
                expression.walk(&mut |part| {
                    if let Form::Step(target) | Form::Assign(_, target, _) = &part.form {
                        found.insert(&target.tokens, part);
                    }
                });
            });
        }
        found
    }

    /// What a change puts into a place, with the expression that is assigned.
    fn value(
        &self,
        change: &Expression,
        touch: &Touch,
        varying: &FxHashSet<Variable>,
    ) -> (Value, Option<RangeInclusive<usize>>) {
        let Form::Assign(operator, target, value) = &change.form else {
            return (Value::Update(token::PLUS), None);
        };
        let kind = match update(*operator, target, value) {
            Some(operator) => Value::Update(operator),
            None if self.differs(value, varying, touch) => Value::Varying,
            None => Value::Same,
        };
        (kind, Some(value.tokens.clone()))
    }

    /// Whether an expression has another value in another iteration, or for another thread. A value that is counted by the same
    /// loop as its place is no other one.
    fn differs(&self, value: &Expression, varying: &FxHashSet<Variable>, touch: &Touch) -> bool {
        let is_of_place = |variable: &Variable| touch.subscripts.iter().any(|part| part.has(variable));
        let is_level = |variable: &Variable| self.levels.iter().any(|level| level.variable == *variable);
        varies(value, &|variable| {
            varying.contains(variable) && (is_level(variable) || !is_of_place(variable))
        })
    }

    /// The variables that have other values in other iterations, or for other threads.
    fn varying(&self) -> FxHashSet<Variable> {
        let counted = self.levels.iter().chain(&self.loops);
        let mut varying: FxHashSet<Variable> = counted.map(|one| one.variable.clone()).collect();
        loop {
            let before = varying.len();
            let mut more: Vec<Variable> = Vec::new();
            let is_varying = |value: &Expression| varies(value, &|variable| varying.contains(variable));
            let mut look = |part: &Expression| {
                let (target, is_it) = match &part.form {
                    Form::Step(target) => (target, true),
                    Form::Assign(operator, target, value) => {
                        (target, update(*operator, target, value).is_some() || is_varying(value))
                    }
                    _ => return,
                };
                more.extend(target.variable().filter(|_| is_it).cloned());
            };
            for statement in self.statements() {
                statement.expressions(&mut |expression| expression.walk(&mut look));
            }
            for one in self.statements().flat_map(Statement::declared) {
                let is_it = one.value.as_ref().is_some_and(is_varying);
                more.extend(is_it.then(|| one.variable.clone()));
            }
            varying.extend(more);
            if varying.len() == before {
                return varying;
            }
        }
    }
}

/// The operator by which a place's new value is made of its old one; that of `=` where it is none alone.
fn update(operator: i32, target: &Expression, value: &Expression) -> Option<i32> {
    let is_it = |part: &Expression| part.is_same(target);
    match (operator, &value.form) {
        (token::ASSIGN, Form::Binary(operator, left, right)) if is_it(left) || is_it(right) => {
            Some(*operator)
        }
        (token::ASSIGN, _) => {
            let mut is_used = false;
            value.walk(&mut |part| is_used |= is_it(part));
            is_used.then_some(token::ASSIGN)
        }
        (operator, _) => Some(operator),
    }
}

/// Whether a variable is named in an expression that varies, or the thread's number is asked for.
fn varies(value: &Expression, is_varying: &dyn Fn(&Variable) -> bool) -> bool {
    let mut varies = false;
    value.walk(&mut |part| match &part.form {
        Form::Name(variable) => varies |= is_varying(variable),
        Form::Call(name, _) => varies |= name == "omp_get_thread_num",
        _ => {}
    });
    varies
}

/// The statements up to the first that may order what follows, and whether these are all.
fn parts<'t>(region: &Region<'_>, statements: &[Node<'t>]) -> (Vec<Part<'t>>, bool) {
    let mut found = Vec::new();
    let mut left: Vec<Node<'t>> = statements.iter().rev().copied().collect();
    while let Some(node) = left.pop() {
        match region.program.statement(node.first()) {
            _ if node.kind() == Kind::Block => left.extend(node.children().rev()),
            Some(statement) if calls_are_harmless(region, &statement) => found.push(Part::Known(statement)),
            _ if node_is_quiet(region, node) => found.push(Part::Quiet(node)),
            _ => return (found, false),
        }
    }
    (found, true)
}

fn calls_are_harmless(region: &Region<'_>, statement: &Statement) -> bool {
    let mut are_harmless = true;
    statement.expressions(&mut |expression| {
        expression.walk(&mut |part| {
            are_harmless &= !matches!(&part.form, Form::Call(name, _) if !(region.is_harmless)(name));
        });
    });
    are_harmless
}

/// Whether a statement that was read, but not followed, is left behind.
fn is_quiet(region: &Region<'_>, statement: &Statement) -> bool {
    let mut jumps = false;
    statement.walk(&mut |one| {
        jumps |= matches!(one, Statement::Return(_) | Statement::Continue | Statement::Break);
    });
    !jumps && calls_are_harmless(region, statement)
}

/// The same of one that was not read.
fn node_is_quiet(region: &Region<'_>, node: Node<'_>) -> bool {
    let is_it = match node.kind() {
        Kind::Call => node.children().next().is_some_and(|called| {
            called.kind() == Kind::Name && (region.is_harmless)(region.program.tokens.text(called.at()))
        }),
        Kind::Construct | Kind::Directive | Kind::Labeled | Kind::Goto | Kind::Continue | Kind::Break => {
            false
        }
        Kind::Return | Kind::Assembler | Kind::StatementExpression | Kind::Function => false,
        _ => true,
    };
    is_it && node.children().all(|inner| node_is_quiet(region, inner))
}

/// The variables that are named in a statement.
fn names(region: &Region<'_>, node: Node<'_>) -> Vec<Variable> {
    let is_name = |&at: &usize| region.program.tokens[at].kind == token::IDENTIFIER;
    node.tokens().filter(is_name).filter_map(|at| region.program.variable_at(at)).collect()
}

/// The canonical loops in some statements whose variables nothing else changes.
fn inner_loops<'s>(
    region: &Region<'_>,
    statements: impl Iterator<Item = &'s Statement>,
    levels: &[Counter],
    changes: &[Variable],
) -> Vec<Counter> {
    let mut found: Vec<(Counter, usize)> = Vec::new();
    for statement in statements {
        statement.walk(&mut |one| {
            let Statement::For(inner) = one else { return };
            let Some(level) = level(inner) else { return };
            if (region.attribute)(&level.variable) != Some(Attribute::Private) {
                return;
            }
            let is_in_front = |variable: &Variable| {
                let mut in_front = levels.iter().chain(found.iter().map(|(counter, _)| counter));
                in_front.any(|one| one.variable == *variable)
            };
            let own = 1 + usize::from(matches!(*inner.first, Statement::Expression(_)));
            let counter = counter(region, &level.canonical, &is_in_front);
            found.extend(counter.map(|counter| (counter, own)));
        });
    }
    let of = |variable: &Variable| {
        let own = found.iter().filter(|(one, _)| one.variable == *variable).map(|(_, own)| own);
        changes.iter().filter(|one| *one == variable).count() == own.sum::<usize>()
    };
    found.iter().filter(|(one, _)| of(&one.variable)).map(|(one, _)| one.clone()).collect()
}
