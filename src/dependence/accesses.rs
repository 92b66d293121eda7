//! What a body reads and writes: each access to memory that others may reach, with its subscripts as polynomials.

use std::cell::Cell;
use std::ops::RangeInclusive;

use rustc_hash::FxHashSet;

use super::place::{Base, Place};
use super::polynomial::{Atom, Polynomial};
use super::tree::{Expression, Form, Statement, Variable};
use super::values::Values;
use crate::c::{Basic, Kind, RecordId, Type, Types};
use crate::syntax::generated::open_mpc as kind;

/// The types by which memory is accessed, as far as they tell accesses apart (C17 6.5, 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Signed(u64),
    Floating(u64),
    Pointer,
    /// A character, a structure: may be anything. So is all if [`Types::has_untyped_memory`].
    Any,
}

impl Class {
    pub fn of(types: &Types<'_>, ty: &Type) -> Class {
        if types.has_untyped_memory {
            return Class::Any;
        }
        let basic = match ty.kind {
            Kind::Pointer(_) => return Class::Pointer,
            Kind::Enumeration(id) => types.enumeration(id).basic,
            _ => ty.basic(),
        };
        match basic {
            Some(basic) if basic.is_integer() && basic.size() > 1 => Class::Signed(basic.size()),
            Some(basic) if !basic.is_integer() => Class::Floating(basic.size()),
            _ => Class::Any,
        }
    }

    /// Whether an object of one can be accessed by the other. `long` and `long long` are taken for one type.
    pub fn meets(self, other: Class) -> bool {
        self == other || self == Class::Any || other == Class::Any
    }

    /// Whether one is a pointer and the other a number.
    pub fn is_pointer_and_number(self, other: Class) -> bool {
        let is_number = |class| matches!(class, Class::Signed(_) | Class::Floating(_));
        (self == Class::Pointer && is_number(other)) || (other == Class::Pointer && is_number(self))
    }
}

/// An access.
#[derive(Clone, Debug)]
pub struct Access {
    pub base: Base,
    /// The tokens of the whole expression.
    pub whole: RangeInclusive<usize>,
    /// The tokens of the base: of the variable, or of the pointer.
    pub tokens: RangeInclusive<usize>,
    /// The variables that the pointer's value, or the variable itself, depends on.
    pub depends: FxHashSet<Variable>,
    /// From the outermost; `None` for one that is no polynomial.
    pub subscripts: Vec<Option<Polynomial>>,
    /// The members that are selected on the way.
    pub members: Vec<String>,
    pub class: Class,
    pub is_write: bool,
    /// Whether it is made whenever the body is run and the loops inside have an iteration, and not as a part of an atomic
    /// update.
    pub is_certain: bool,
    /// Whether the pointer was declared `restrict`.
    pub is_restrict: bool,
    /// Whether the pointer may be another one in each iteration.
    pub is_loose: bool,
    /// The loops inside the body that it stands in, the outermost first, by their `for` or another token.
    pub loops: Vec<usize>,
}

impl Access {
    /// Whether the next value of a variable leads to the memory beside it.
    pub fn steps_by_one(&self, variable: &Variable) -> bool {
        let last = self.subscripts.last().and_then(Option::as_ref);
        let factor = last.and_then(|last| last.split(variable)).and_then(|(factor, _)| factor.value());
        matches!(factor, Some(1 | -1))
    }

    /// The variable that it is an access to, or through.
    pub fn variable(&self) -> Option<&Variable> {
        match &self.base {
            Base::Object(variable) => Some(variable),
            // A pointer that is a variable depends on nothing else.
            Base::Pointer(_) if self.depends.len() == 1 && self.tokens.start() == self.tokens.end() => {
                self.depends.iter().next()
            }
            Base::Pointer(_) => None,
        }
    }
}

/// All that a body does, in the order in which it does it.
#[derive(Debug, Default)]
pub struct Accesses {
    pub found: Vec<Access>,
    pub calls: Vec<String>,
    /// Whether a subscript may have wrapped around: its type is unsigned, and narrower than a pointer.
    pub wraps: bool,
    /// Whether something is changed atomically, so that others may change it too.
    pub has_atomic: bool,
}

/// Collects the accesses of statements.
pub struct Collector<'a> {
    types: &'a Types<'a>,
    /// The variables that some statement changes.
    changed: FxHashSet<Variable>,
    /// Those that have another value in another iteration of the loops inside: they are declared there, or count these loops.
    inside: FxHashSet<Variable>,
    /// What variables stand for here: those that were given a value, as long as nothing gives them another one.
    values: Values,
    /// Variables that may be changed without being named.
    reachable: FxHashSet<Variable>,
    accesses: Accesses,
    /// The loops that are open.
    loops: Vec<usize>,
    /// How many of the statements and operators around may leave out what is read.
    branches: usize,
    /// Whether a jump may have left out what follows.
    may_have_left: bool,
    /// Whether a subscript may have wrapped around: unsigned, and narrower than a pointer.
    wraps: Cell<bool>,
}

impl<'a> Collector<'a> {
    /// `reachable` are variables that pointers may lead to.
    pub fn new(
        types: &'a Types<'a>,
        changed: FxHashSet<Variable>,
        inside: FxHashSet<Variable>,
        reachable: FxHashSet<Variable>,
    ) -> Self {
        Collector {
            types,
            changed,
            inside,
            values: Values::default(),
            reachable,
            accesses: Accesses::default(),
            loops: Vec::new(),
            branches: 0,
            may_have_left: false,
            wraps: Cell::new(false),
        }
    }

    /// How many accesses there are so far.
    pub fn count(&self) -> usize {
        self.accesses.found.len()
    }

    pub fn finish(self) -> Accesses {
        Accesses { wraps: self.wraps.get(), ..self.accesses }
    }

    /// Takes a statement, or nothing of it where something in it is not understood.
    pub fn attempt(&mut self, statement: &Statement) -> bool {
        let (count, open, branches) = (self.count(), self.loops.len(), self.branches);
        let is_taken = self.statement(statement).is_some();
        if !is_taken {
            self.accesses.found.truncate(count);
            self.loops.truncate(open);
            self.branches = branches;
            self.forget(&statement.changed());
        }
        is_taken
    }

    /// Whether a jump may leave out what comes next.
    pub fn may_have_left(&self) -> bool {
        self.may_have_left
    }

    /// Something gives the variables other values.
    pub fn forget(&mut self, changed: &[Variable]) {
        self.values.forget_all(changed);
    }

    /// Takes a statement; `None` if something in it is not understood.
    pub fn statement(&mut self, statement: &Statement) -> Option<()> {
        match statement {
            Statement::Empty => {}
            Statement::Continue | Statement::Break => self.may_have_left = true,
            Statement::Expression(expression) => match &expression.form {
                Form::Assign(kind::ASSIGN, target, value)
                    if target.variable().is_some() && value.changed().is_empty() =>
                {
                    self.value(value)?;
                    self.access(target, true)?;
                    self.give(target.variable()?, value)?;
                }
                _ => self.changing(expression)?,
            },
            Statement::Atomic(update) => {
                self.accesses.has_atomic = true;
                self.perhaps(|collector| collector.changing(update))?;
            }
            Statement::Return(value) => {
                if let Some(value) = value {
                    self.changing(value)?;
                }
                self.may_have_left = true;
            }
            Statement::Declaration(declared) => {
                for one in declared {
                    self.values.forget(&one.variable);
                    let Some(value) = &one.value else { continue };
                    self.values.forget_all(&value.changed());
                    self.value(value)?;
                    self.give(&one.variable, value)?;
                }
            }
            Statement::Block(inner) => {
                for statement in inner {
                    self.statement(statement)?;
                }
            }
            Statement::If(condition, yes, no) => {
                self.changing(condition)?;
                let before = self.values.clone();
                self.perhaps(|collector| collector.statement(yes))?;
                let after = std::mem::replace(&mut self.values, before);
                if let Some(no) = no {
                    self.perhaps(|collector| collector.statement(no))?;
                }
                self.values.keep_common(&after);
            }
            Statement::For(inner) => {
                match &*inner.first {
                    // A loop's variable does not stand for what it begins with.
                    Statement::Declaration(declared) => {
                        for value in declared.iter().filter_map(|one| one.value.as_ref()) {
                            self.changing(value)?;
                        }
                    }
                    first => self.statement(first)?,
                }
                self.loops.push(inner.keyword);
                // Where the loop comes round, a variable may have the value of an iteration before.
                let mut changed: Vec<Variable> = inner.body.changed();
                let header = inner.condition.iter().chain(&inner.next);
                header.for_each(|expression| changed.extend(expression.changed()));
                self.values.forget_all(&changed);
                if let Some(condition) = &inner.condition {
                    self.expression(condition)?;
                }
                let has_iterations = inner.canonical.is_some() && !inner.body.has_loose_break();
                self.branches += usize::from(!has_iterations);
                self.statement(&inner.body)?;
                self.values.forget_all(&changed);
                if let Some(next) = &inner.next {
                    self.expression(next)?;
                }
                self.branches -= usize::from(!has_iterations);
                self.loops.pop();
            }
            Statement::While(condition, body) => {
                self.loops.push(*condition.tokens.start());
                let mut changed = body.changed();
                changed.extend(condition.changed());
                self.values.forget_all(&changed);
                self.perhaps(|collector| {
                    collector.expression(condition)?;
                    collector.statement(body)
                })?;
                self.values.forget_all(&changed);
                self.loops.pop();
            }
        }
        Some(())
    }

    /// Takes what may be left out.
    fn perhaps(&mut self, take: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.branches += 1;
        let taken = take(self);
        self.branches -= 1;
        taken
    }

    /// Takes an expression that may change variables, in an order that is not looked at.
    fn changing(&mut self, expression: &Expression) -> Option<()> {
        self.values.forget_all(&expression.changed());
        self.expression(expression)
    }

    /// Takes what a variable gets. An array's address may be part of it if it is known what comes of it.
    fn value(&mut self, value: &Expression) -> Option<()> {
        let is_sum = matches!(value.form, Form::Binary(kind::PLUS | kind::MINUS, ..));
        let is_array = matches!(self.types.type_of(&value.tokens)?.kind, Kind::Array { .. });
        let ty = self.types.value_type_of(&value.tokens)?;
        if (is_sum || is_array) && ty.pointee().is_some() && self.pointer(value).is_some() {
            return self.base(value);
        }
        self.expression(value)
    }

    /// From here on a variable has the value that an expression has.
    fn give(&mut self, variable: &Variable, value: &Expression) -> Option<()> {
        if self.reachable.contains(variable) {
            self.values.integers.insert(variable.clone(), None);
            self.values.pointers.insert(variable.clone(), None);
            return Some(());
        }
        let known = self.types.lookup(&variable.name, variable.declared + 1);
        let ty = known.and_then(|found| found.ty.clone())?;
        if ty.is_integer() {
            let from = self.types.value_type_of(&value.tokens);
            let is_kept = from.is_some_and(|from| keeps_value(&from, &ty));
            let polynomial = if is_kept { self.polynomial(value) } else { None };
            self.values.integers.insert(variable.clone(), polynomial);
        } else if ty.pointee().is_some() {
            let place = self.pointer(value);
            self.values.pointers.insert(variable.clone(), place);
        }
        Some(())
    }

    /// Takes an expression whose value is used, or not.
    pub fn expression(&mut self, expression: &Expression) -> Option<()> {
        match &expression.form {
            Form::Integer(_) | Form::Constant => {}
            Form::Unknown => return None,
            Form::Name(_) | Form::Subscript(..) | Form::Member(..) | Form::Dereference(_) => {
                self.access(expression, false)?;
            }
            Form::Unary(_, operand) | Form::Cast(operand) => self.expression(operand)?,
            Form::Binary(kind::AND_AND | kind::OR_OR, left, right) => {
                self.expression(left)?;
                self.perhaps(|collector| collector.expression(right))?;
            }
            Form::Binary(_, left, right) => {
                self.expression(left)?;
                self.expression(right)?;
            }
            Form::Choice(a, b, c) => {
                self.expression(a)?;
                self.perhaps(|collector| {
                    collector.expression(b)?;
                    collector.expression(c)
                })?;
            }
            Form::Call(name, arguments) => {
                self.accesses.calls.push(name.clone());
                for argument in arguments {
                    // A pointer that is handed on could be used for anything.
                    let ty = self.types.value_type_of(&argument.tokens)?;
                    if !ty.is_arithmetic() {
                        return None;
                    }
                    self.expression(argument)?;
                }
            }
            Form::Assign(operator, target, value) => {
                self.expression(value)?;
                if *operator != kind::ASSIGN {
                    self.access(target, false)?;
                }
                self.access(target, true)?;
            }
            Form::Step(target) => {
                self.access(target, false)?;
                self.access(target, true)?;
            }
        }
        Some(())
    }

    /// An object that is read or written, with all that is read to find it.
    fn access(&mut self, expression: &Expression, is_write: bool) -> Option<()> {
        self.reads_on_the_way(expression)?;
        let ty = self.types.type_of(&expression.tokens)?;
        if ty.qualifiers.volatile {
            return None;
        }
        if matches!(ty.kind, Kind::Array { .. } | Kind::Function(_)) {
            // An address, which goes nowhere but into a subscript: see `reads_on_the_way`.
            return None;
        }
        let place = self.place(expression)?;
        let class = Class::of(self.types, &ty);
        let Place { base, tokens, depends, subscripts, members, is_restrict, is_loose } = place;
        let loops = self.loops.clone();
        let is_certain = self.branches == 0 && !self.may_have_left;
        self.accesses.found.push(Access {
            base,
            whole: expression.tokens.clone(),
            tokens,
            depends,
            subscripts,
            members,
            class,
            is_write,
            is_certain,
            is_restrict,
            is_loose,
            loops,
        });
        Some(())
    }

    /// The subscripts of an object, and the pointers on the way to it.
    fn reads_on_the_way(&mut self, expression: &Expression) -> Option<()> {
        match &expression.form {
            Form::Subscript(of, index) => {
                self.expression(index)?;
                self.base(of)
            }
            Form::Member(of, _, true) | Form::Dereference(of) => self.base(of),
            Form::Member(of, _, false) => self.reads_on_the_way(of),
            _ => Some(()),
        }
    }

    /// What a subscript is applied to: an array, on whose way there may be more, or a pointer, which is read.
    fn base(&mut self, of: &Expression) -> Option<()> {
        let ty = self.types.type_of(&of.tokens)?;
        match (&ty.kind, &of.form) {
            (Kind::Array { .. }, _) => self.reads_on_the_way(of),
            (_, Form::Binary(kind::PLUS | kind::MINUS, left, right)) => {
                let is_left = self.types.value_type_of(&left.tokens)?.pointee().is_some();
                let (pointer, offset) = if is_left { (left, right) } else { (right, left) };
                self.expression(offset)?;
                self.base(pointer)
            }
            _ => self.expression(of),
        }
    }

    fn place(&mut self, expression: &Expression) -> Option<Place> {
        match &expression.form {
            Form::Name(variable) => Some(Place {
                base: Base::Object(variable.clone()),
                tokens: expression.tokens.clone(),
                depends: FxHashSet::from_iter([variable.clone()]),
                subscripts: Vec::new(),
                members: Vec::new(),
                is_restrict: false,
                is_loose: false,
            }),
            Form::Subscript(of, index) => {
                let is_array = matches!(self.types.type_of(&of.tokens)?.kind, Kind::Array { .. });
                let index = self.polynomial(index);
                if is_array {
                    let mut place = self.place(of)?;
                    place.subscripts.push(index);
                    return Some(place);
                }
                let mut place = self.pointer(of)?;
                let last = place.subscripts.pop().flatten();
                place.subscripts.push(last.zip(index).and_then(|(last, index)| last.plus(&index)));
                Some(place)
            }
            Form::Dereference(of) => self.pointer(of),
            Form::Member(of, member, arrow) => {
                let record = self.types.value_type_of(&of.tokens)?;
                let record = if *arrow { record.pointee()?.clone() } else { record };
                let Kind::Record(id) = record.kind else { return None };
                if has_union(self.types, id) {
                    return None;
                }
                let mut place = if *arrow { self.pointer(of) } else { self.place(of) }?;
                place.members.push(member.clone());
                Some(place)
            }
            _ => None,
        }
    }

    /// What a pointer leads to; the last subscript is the distance from there.
    fn pointer(&mut self, expression: &Expression) -> Option<Place> {
        let ty = self.types.type_of(&expression.tokens)?;
        match &expression.form {
            Form::Name(variable) if self.values.pointers.contains_key(variable) => {
                self.values.pointers[variable].clone()
            }
            Form::Binary(operator @ (kind::PLUS | kind::MINUS), left, right) => {
                let is_left = self.types.value_type_of(&left.tokens)?.pointee().is_some();
                let (pointer, offset) = if is_left { (left, right) } else { (right, left) };
                let mut place = self.pointer(pointer)?;
                let last = place.subscripts.pop().flatten();
                let offset = self.polynomial(offset);
                let moved = last.zip(offset).and_then(|(last, offset)| match *operator {
                    kind::PLUS => last.plus(&offset),
                    _ => last.minus(&offset),
                });
                place.subscripts.push(moved);
                Some(place)
            }
            // An array is a pointer to its first element.
            _ if matches!(ty.kind, Kind::Array { .. }) => {
                let mut place = self.place(expression)?;
                place.subscripts.push(Some(Polynomial::constant(0)));
                Some(place)
            }
            Form::Name(_) | Form::Subscript(..) | Form::Member(..) if ty.pointee().is_some() => {
                let mut depends = FxHashSet::default();
                expression.walk(&mut |part| depends.extend(part.variable().cloned()));
                if depends.iter().any(|variable| self.changed.contains(variable)) {
                    return None;
                }
                let is_loose = !depends.is_disjoint(&self.inside);
                Some(Place {
                    base: Base::Pointer(self.canonical_text(expression)?),
                    tokens: expression.tokens.clone(),
                    is_loose,
                    depends,
                    subscripts: vec![Some(Polynomial::constant(0))],
                    members: Vec::new(),
                    is_restrict: ty.qualifiers.restrict,
                })
            }
            _ => None,
        }
    }

    /// A text that is the same for the same pointer.
    fn canonical_text(&self, expression: &Expression) -> Option<String> {
        Some(match &expression.form {
            Form::Name(variable) => format!("{}@{}", variable.name, variable.declared),
            Form::Member(of, member, arrow) => {
                let of = self.canonical_text(of)?;
                format!("{of}{}{member}", if *arrow { "->" } else { "." })
            }
            Form::Subscript(of, index) => {
                let index = self.polynomial(index)?;
                format!("{}[{index:?}]", self.canonical_text(of)?)
            }
            _ => return None,
        })
    }

    /// The value of an integer expression, over variables that nobody changes, and loop variables.
    pub fn polynomial(&self, expression: &Expression) -> Option<Polynomial> {
        match &expression.form {
            Form::Integer(value) => Some(Polynomial::constant(*value)),
            Form::Name(variable) => {
                if let Some(known) = self.values.integers.get(variable) {
                    return known.clone();
                }
                let ty = self.types.value_type_of(&expression.tokens)?;
                self.wraps.set(self.wraps.get() || may_wrap(&ty));
                (ty.is_integer() && !self.changed.contains(variable)).then(|| Polynomial::variable(variable))
            }
            Form::Member(..) => {
                let ty = self.types.value_type_of(&expression.tokens)?;
                let mut is_fixed = true;
                expression.walk(&mut |part| {
                    is_fixed &= part.variable().is_none_or(|variable| {
                        !self.changed.contains(variable) && !self.inside.contains(variable)
                    });
                });
                if !(ty.is_integer() && is_fixed) {
                    return None;
                }
                Some(Polynomial::atom(Atom::Loaded(self.canonical_text(expression)?)))
            }
            Form::Unary(kind::PLUS, operand) => self.polynomial(operand),
            Form::Unary(kind::MINUS, operand) => Polynomial::constant(0).minus(&self.polynomial(operand)?),
            Form::Cast(operand) => {
                let to = self.types.value_type_of(&expression.tokens)?;
                let from = self.types.value_type_of(&operand.tokens)?;
                if keeps_value(&from, &to) { self.polynomial(operand) } else { None }
            }
            Form::Binary(operator, left, right) => {
                let (left, right) = (self.polynomial(left)?, self.polynomial(right)?);
                let ty = self.types.value_type_of(&expression.tokens)?;
                self.wraps.set(self.wraps.get() || may_wrap(&ty));
                match *operator {
                    kind::PLUS => left.plus(&right),
                    kind::MINUS => left.minus(&right),
                    kind::STAR => left.times(&right),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Whether integers of one type keep their values in another one, or those modulo its size.
fn keeps_value(from: &Type, to: &Type) -> bool {
    let (Some(from), Some(to)) = (from.basic(), to.basic()) else { return false };
    let is_wide = to != Basic::Bool && to.size() >= 4 && to.size() >= from.size();
    from.is_integer() && to.is_integer() && is_wide && !(from.is_unsigned() && to.size() > from.size())
}

/// Whether two members of a structure may be one: it is a union, or has one without a name.
fn has_union(types: &Types<'_>, id: RecordId) -> bool {
    let record = types.record(id);
    let inner = record.members.iter().flatten().filter(|member| member.name.is_none());
    record.is_union
        || inner.into_iter().any(|member| {
            member.ty.as_ref().is_some_and(|ty| matches!(ty.kind, Kind::Record(id) if has_union(types, id)))
        })
}

/// Whether sums of a type start again at 0 before they are as large as an address.
fn may_wrap(ty: &Type) -> bool {
    ty.basic().is_some_and(|basic| basic.is_unsigned() && basic.size() < 8)
}
