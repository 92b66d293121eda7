//! What a reader with an observer takes down of expressions.

use std::ops::Range;
use std::rc::Rc;

use super::Types;
use super::conversions::promoted;
use super::ctype::{Basic, Function, Kind, Parameter, Style, Type};
use super::operand::Operand;
use super::reader::Reader;
use super::sites::{Literal, Site};
use crate::syntax::generated::open_mpc as kind;

/// A part of an expression: where it stands and what it is.
type Part<'a> = (Range<usize>, &'a Operand);

impl Operand {
    /// The type of a bit-field of an enumeration.
    pub(super) fn enumerated_field(&self) -> Option<Type> {
        let ty = self.ty.as_ref().filter(|ty| matches!(ty.kind, Kind::Enumeration(_)))?;
        self.bits.is_some().then(|| ty.unqualified())
    }
}

impl Reader<'_> {
    /// The operands of a binary operator.
    pub(super) fn meet(&self, operator: &str, left: Part<'_>, right: Part<'_>) {
        let (a, b) = (left.1.clone().used(), right.1.clone().used());
        match operator {
            "==" | "!=" | "<" | ">" | "<=" | ">=" if a.is_pointer() || b.is_pointer() => {
                self.compare(operator, (left.0, &a), (right.0, &b));
            }
            "&&" | "||" => {}
            // The result has the left one's type.
            "<<" | ">>" => self.compute(operator, &left.0, &a, None),
            _ => {
                self.compute(operator, &left.0, &a, Some(&b));
                self.compute(operator, &right.0, &b, Some(&a));
            }
        }
    }

    /// `target |= value`, of an enumeration: C++ has no such operator. The
    /// runtime has it (`runtime/cuda/cstyle.h`), but there is no reference to a
    /// bit-field; and g++ takes those of integers for the bits of an
    /// enumeration, unless both sides are of its type.
    pub(super) fn assign_compound(&self, target: Part<'_>, value: Part<'_>) {
        let operator = target.0.end;
        if let Some(ty) = target.1.enumerated_field() {
            return self.tell(|| Site::Compound {
                target: self.tokens(&target.0),
                operator: self.lexemes.index(operator),
                value: self.tokens(&value.0),
                ty,
            });
        }
        let Some(ty) = &target.1.ty else { return };
        let word = self.text_at(operator).trim_end_matches('=');
        if !matches!(ty.kind, Kind::Enumeration(_)) && !matches!(word, "<<" | ">>") {
            self.compute(word, &value.0, &value.1.clone().used(), Some(target.1));
        }
        let is_of_bits = matches!(
            self.kind_at(operator),
            kind::PERCENT_ASSIGN
                | kind::LEFT_SHIFT_ASSIGN
                | kind::RIGHT_SHIFT_ASSIGN
                | kind::AND_ASSIGN
                | kind::CARET_ASSIGN
                | kind::OR_ASSIGN
        );
        if is_of_bits && matches!(ty.kind, Kind::Enumeration(_)) {
            self.convert(value.0, Some(value.1), Some(ty), false);
        }
    }

    /// What `?:` chooses from: C++ has no common type of `void *` with a null
    /// pointer's value and another pointer, nor of pointers to different types.
    pub(super) fn choose(&self, yes: Part<'_>, no: Part<'_>) {
        if self.observer.is_none() {
            return;
        }
        let (Some(a), Some(b)) = (&yes.1.ty, &no.1.ty) else { return };
        let is_void = |ty: &Type| ty.pointee().is_some_and(Type::is_void);
        match (&a.kind, &b.kind) {
            // What the library gives for `void *` is a class in C++ (`library_text.h`).
            _ if is_void(a) && no.1.is_null_pointer() && !yes.1.is_null_pointer() => {
                self.tell_conversion(no.0, a);
            }
            _ if is_void(b) && yes.1.is_null_pointer() && !no.1.is_null_pointer() => {
                self.tell_conversion(yes.0, b);
            }
            (Kind::Pointer(to), Kind::Pointer(other)) => {
                if to.is_void() != other.is_void() {
                    // A null pointer takes the other's type; else both are `void *`.
                    if no.1.is_null_pointer() && other.is_void() {
                        self.convert(no.0, Some(no.1), Some(a), false);
                    } else if yes.1.is_null_pointer() && to.is_void() {
                        self.convert(yes.0, Some(yes.1), Some(b), false);
                    }
                } else if !self.types.is_same(to, other, true) {
                    self.convert(no.0, Some(no.1), Some(a), false);
                }
            }
            (Kind::Pointer(_), _) if b.is_integer() => self.convert(no.0, Some(no.1), Some(a), false),
            (_, Kind::Pointer(_)) if a.is_integer() => self.convert(yes.0, Some(yes.1), Some(b), false),
            _ if self.types.common_enumeration(yes.1, no.1).is_some() => {}
            _ => {
                // GNU: the middle may be left out.
                if !yes.0.is_empty() {
                    self.compute("?:", &yes.0, yes.1, Some(no.1));
                }
                self.compute("?:", &no.0, no.1, Some(yes.1));
            }
        }
    }

    /// A cast that the program has.
    pub(super) fn cast_explicitly(&self, name: Range<usize>, value: Range<usize>, from: &Operand, to: &Type) {
        if self.observer.is_none() {
            return;
        }
        let size = self.types.size_of(to);
        if from.is_pointer() && to.is_integer() && size.is_some_and(|size| size < 8) && !is_bool(to) {
            self.tell_conversion(value.clone(), &Basic::Long.into());
        }
        self.tell(|| Site::Cast {
            type_name: self.tokens(&name),
            operand: self.tokens(&value),
            ty: to.clone(),
        });
    }

    pub(super) fn observe_literal(&mut self, start: usize, braces: Range<usize>, ty: &Type) {
        let behind_operand = |at: usize| {
            use kind::{CHARACTER_CONSTANT, IDENTIFIER, INTEGER_CONSTANT, RIGHT_BRACKET, RIGHT_PAREN};
            let ends =
                [CHARACTER_CONSTANT, IDENTIFIER, INTEGER_CONSTANT, RIGHT_BRACKET, RIGHT_PAREN].as_slice();
            at.checked_sub(2).is_some_and(|at| ends.contains(&self.lexemes.kind(at)))
        };
        let is_addressed = start > 0 && self.lexemes.kind(start - 1) == kind::AND && !behind_operand(start);
        let is_object = is_addressed || matches!(ty.kind, Kind::Array { .. });
        self.tell(|| {
            Site::Literal(Literal {
                tokens: self.tokens(&(start..braces.end)),
                braces: self.tokens(&braces),
                ty: ty.clone(),
                is_object,
                block: self.observer.and_then(|observer| observer.block.get()),
            })
        });
        self.initialize(&braces, ty);
    }

    /// `++` and `--`.
    pub(super) fn step(&self, operand: Range<usize>, operator: usize, target: &Operand) {
        if self.observer.is_none() {
            return;
        }
        let flag = target.ty.as_ref().filter(|ty| is_bool(ty)).map(Type::unqualified);
        if let Some(ty) = flag.or_else(|| target.enumerated_field()) {
            let operator = self.lexemes.index(operator);
            self.tell(|| Site::Step { operand: self.tokens(&operand), operator, ty });
        }
    }

    /// The arguments of a call. Those of a function without a prototype are
    /// what its definition has, if that is in sight.
    pub(super) fn pass(&self, callee: usize, arguments: Range<usize>, function: Option<&Function>) {
        let old_style = function
            .filter(|function| function.style == Style::Unprototyped)
            .and_then(|_| self.types.old_style.get(self.text_at(callee)));
        let mut given = Some(Vec::new());
        let mut at = 0;
        let mut start = arguments.start;
        while start < arguments.end {
            let end = self.lexemes.find(start, arguments.end, &[kind::COMMA]);
            let mut inside = self.within(start..end);
            let value = inside.deeper(Self::assignment).filter(|_| inside.is_done());
            let declared = function.and_then(|function| function.parameters.get(at)?.ty.as_ref());
            let declared = declared.or_else(|| old_style.and_then(|types| types.get(at)?.as_ref()));
            self.convert(start..end, value.as_ref(), declared, false);
            if let (Some(value), Some(to)) = (&value, declared) {
                self.overloaded(callee, start..end, value, to);
            }
            let ty = value.and_then(|value| self.types.passed(&value));
            given = given.zip(ty).map(|(mut list, ty)| {
                list.push(Parameter { name: None, ty: Some(ty) });
                list
            });
            at += 1;
            start = end + 1;
        }
        if let (Some(parameters), Some(function)) = (given, function)
            && at > 0
            && function.style == Style::Unprototyped
            && !self.is_function_named(callee, arguments.start - 1)
        {
            let returns = function.returns.clone();
            let prototype = Function { returns, parameters, style: Style::Prototype };
            let to = Type::pointer_to(Kind::Function(Rc::new(prototype)).into());
            self.tell(|| Site::Callee { tokens: self.tokens(&(callee..arguments.start - 1)), ty: to });
        }
    }

    /// An argument of a function that C++ has for several types, of which it
    /// takes the one that fits: C has one `abs`, and one `sqrt` in `(sqrt)(x)`,
    /// which is no use of the macro that the runtime has for it.
    fn overloaded(&self, callee: usize, argument: Range<usize>, value: &Operand, to: &Type) {
        let is_in_parentheses = self.lexemes.kind(callee) == kind::LEFT_PAREN
            && self.lexemes.kind(callee + 1) == kind::IDENTIFIER
            && self.lexemes.kind(callee + 2) == kind::RIGHT_PAREN;
        if !matches!(self.lexemes.text(callee), "abs" | "div") && !is_in_parentheses {
            return;
        }
        let from = value
            .clone()
            .used()
            .ty
            .and_then(|ty| self.types.values_of(&ty).filter(|_| ty.pointee().is_none()));
        if from.zip(to.basic()).is_some_and(|(from, to)| promoted(from) != to) {
            self.tell_conversion(argument, &to.unqualified());
        }
    }

    /// Whether tokens are the name of a function, and no pointer to one.
    fn is_function_named(&self, start: usize, end: usize) -> bool {
        let found = || self.within(start..end).lookup(self.text_at(start));
        start + 1 == end
            && found()
                .is_none_or(|found| found.ty.as_ref().is_none_or(|ty| matches!(ty.kind, Kind::Function(_))))
    }
}

impl Types<'_> {
    /// The type of an argument without a parameter to convert it (C17 6.5.2.2).
    fn passed(&self, value: &Operand) -> Option<Type> {
        let ty = value.clone().used().ty?;
        Some(match ty.kind {
            Kind::Basic(Basic::Float) => Basic::Double.into(),
            Kind::Basic(basic) if basic.is_integer() => promoted(basic).into(),
            _ => ty,
        })
    }
}

impl Operand {
    pub(super) fn is_pointer(&self) -> bool {
        self.ty.as_ref().is_some_and(|ty| ty.pointee().is_some())
    }
}

fn is_bool(ty: &Type) -> bool {
    ty.basic() == Some(Basic::Bool)
}
