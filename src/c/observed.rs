//! What a reader with an observer takes down of expressions.

use std::rc::Rc;

use super::Types;
use super::conversions::promoted;
use super::ctype::{Basic, Function, Kind, Parameter, Style, Type};
use super::differences::{Difference, Literal, Tokens};
use super::operand::Operand;
use super::reader::Reader;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{self, Node};

/// A part of an expression: where it stands and what it is.
type Part<'t, 'a> = (Node<'t>, &'a Operand);

impl Operand {
    /// The type of a bit-field of an enumeration.
    pub(super) fn enumerated_field(&self) -> Option<Type> {
        let ty = self.ty.as_ref().filter(|ty| matches!(ty.kind, Kind::Enumeration(_)))?;
        self.bits.is_some().then(|| ty.unqualified())
    }
}

impl Reader<'_> {
    /// The operands of a binary operator.
    pub(super) fn meet(&self, operator: &str, left: Part<'_, '_>, right: Part<'_, '_>) {
        let (a, b) = (left.1.clone().used(), right.1.clone().used());
        match operator {
            "==" | "!=" | "<" | ">" | "<=" | ">=" if a.is_pointer() || b.is_pointer() => {
                self.compare(operator, (left.0, &a), (right.0, &b));
            }
            "==" | "!=" if self.meet_enumerator(left.0, right) || self.meet_enumerator(right.0, left) => {}
            "&&" | "||" => {}
            // The result has the left one's type.
            "<<" | ">>" => self.compute(operator, left.0, &a, None),
            _ => {
                self.compute(operator, left.0, &a, Some(&b));
                self.compute(operator, right.0, &b, Some(&a));
                for (node, operand) in [(left.0, &a), (right.0, &b)] {
                    operand.bytes().into_iter().for_each(|to| self.tell_conversion(node, &to));
                }
            }
        }
    }

    /// An enumerator that is compared with a value of its enumeration.
    fn meet_enumerator(&self, name: Node<'_>, other: Part<'_, '_>) -> bool {
        let enumeration = |ty: &Type| match ty.kind {
            Kind::Enumeration(id) => Some(id),
            _ => None,
        };
        let of_other = other.1.ty.as_ref().and_then(enumeration);
        self.leave_enumerator(name, |of| of_other == Some(of))
    }

    /// `target |= value`, of an enumeration: C++ has no such operator. The
    /// runtime has it (`runtime/cuda/cstyle.h`), but there is no reference to a
    /// bit-field; and g++ takes those of integers for the bits of an
    /// enumeration, unless both sides are of its type.
    pub(super) fn assign_compound(&self, operator: usize, target: Part<'_, '_>, value: Part<'_, '_>) {
        if let Some(ty) = target.1.enumerated_field() {
            let (target, value) = (target.0.tokens(), value.0.tokens());
            return self.tell(|| Difference::Compound { target, operator, value, ty });
        }
        if let Some(ty) = target.1.bytes() {
            return self.tell(|| Difference::Retyped { tokens: target.0.tokens(), ty });
        }
        let Some(ty) = &target.1.ty else { return };
        let word = self.text(operator).trim_end_matches('=');
        if !matches!(ty.kind, Kind::Enumeration(_)) && !matches!(word, "<<" | ">>") {
            self.compute(word, value.0, &value.1.clone().used(), Some(target.1));
        }
        let is_of_bits = matches!(
            self.kind(operator),
            kind::PERCENT_ASSIGN
                | kind::LEFT_SHIFT_ASSIGN
                | kind::RIGHT_SHIFT_ASSIGN
                | kind::AND_ASSIGN
                | kind::CARET_ASSIGN
                | kind::OR_ASSIGN
        );
        if is_of_bits && matches!(ty.kind, Kind::Enumeration(_)) {
            self.convert(value.0, value.1, Some(ty), false);
        }
    }

    /// What `?:` chooses from, as it stands. An array of variable length is an object in C++, which may be made of a null
    /// pointer as well as into one.
    pub(super) fn choose(&self, yes: Part<'_, '_>, no: Part<'_, '_>) {
        if self.observer.is_none() {
            return;
        }
        for (node, array, other) in [(yes.0, yes.1, no.1), (no.0, no.1, yes.1)] {
            self.copy_volatile(node, array);
            let first = array.ty.as_ref().and_then(first_of_variable).filter(|_| other.is_null_pointer());
            first.iter().for_each(|ty| self.tell_conversion(node, ty));
        }
        self.choose_used((yes.0, &yes.1.clone().used()), (no.0, &no.1.clone().used()));
    }

    /// What `?:` chooses from: C++ has no common type of `void *` with a null
    /// pointer's value and another pointer, nor of pointers to different types,
    /// nor of `void` with another.
    fn choose_used(&self, yes: Part<'_, '_>, no: Part<'_, '_>) {
        let (Some(a), Some(b)) = (&yes.1.ty, &no.1.ty) else { return };
        let is_void = |ty: &Type| ty.pointee().is_some_and(Type::is_void);
        let convert_yes = |to: &Type| self.convert(yes.0, yes.1, Some(to), false);
        let tell_yes = |to: &Type| self.tell_conversion(yes.0, to);
        match (&a.kind, &b.kind) {
            // GNU: one of them is enough.
            (Kind::Void, Kind::Void) => {}
            (Kind::Void, _) => self.tell_conversion(no.0, a),
            (_, Kind::Void) => tell_yes(b),
            // What the library gives for `void *` is a class in C++ (`library_text.h`).
            _ if is_void(a) && no.1.is_null_pointer() && !yes.1.is_null_pointer() => {
                self.tell_conversion(no.0, a);
            }
            _ if is_void(b) && yes.1.is_null_pointer() && !no.1.is_null_pointer() => {
                tell_yes(b);
            }
            (Kind::Pointer(to), Kind::Pointer(other)) => {
                if to.is_void() != other.is_void() {
                    // A null pointer takes the other's type; else both are `void *`.
                    if no.1.is_null_pointer() && other.is_void() {
                        self.convert(no.0, no.1, Some(a), false);
                    } else if yes.1.is_null_pointer() && to.is_void() {
                        convert_yes(b);
                    }
                } else if !self.types.is_same(to, other, true) {
                    // With compatible types it has the composite one.
                    let common = self.types.conditional_type(yes.1, no.1);
                    common.iter().for_each(convert_yes);
                    self.convert(no.0, no.1, common.as_ref().or(Some(a)), false);
                }
            }
            (Kind::Pointer(_), _) if b.is_integer() => self.convert(no.0, no.1, Some(a), false),
            (_, Kind::Pointer(_)) if a.is_integer() => convert_yes(b),
            // C++ would make the complex number's type of both.
            (Kind::Complex(a), Kind::Complex(b)) if a == b => {}
            (Kind::Complex(_), _) | (_, Kind::Complex(_)) => {
                if let Some(common) = self.types.common(yes.1, no.1) {
                    tell_yes(&common);
                    self.tell_conversion(no.0, &common);
                }
            }
            _ if self.types.common_enumeration(yes.1, no.1).is_some() => {}
            _ => {
                for ((node, operand), other) in [(yes, no.1), (no, yes.1)] {
                    self.compute("?:", node, operand, Some(other));
                    self.tell_promotion(node, operand);
                }
            }
        }
    }

    /// A bit-field whose value is used as it is: C promotes it by its width, and compilers of C++ take it for one of its declared type
    /// where it has gone through `?:` or a statement expression.
    pub(super) fn tell_promotion(&self, value: Node<'_>, operand: &Operand) {
        if operand.bits.is_some()
            && let Some(kind) = self.types.promoted(operand)
        {
            self.tell_conversion(value, &kind.into());
        }
    }

    /// A cast that the program has.
    pub(super) fn cast_explicitly(&self, name: Node<'_>, value: Node<'_>, from: &Operand, to: &Type) {
        if self.observer.is_none() {
            return;
        }
        self.convert_between(value, from, to);
        self.tell(|| Difference::Cast { type_name: name.tokens(), operand: value.tokens(), ty: to.clone() });
    }

    pub(super) fn observe_literal(&self, node: Node<'_>, braces: Node<'_>, ty: &Type) {
        // The operators behind the braces bind more than `&`.
        let mut outermost = node;
        let is_around = |around: &Node<'_>, inner: Node<'_>| {
            around.kind() == tree::Kind::Parentheses || around.first() == inner.first()
        };
        while let Some(around) = outermost.parent().filter(|around| is_around(around, outermost)) {
            outermost = around;
        }
        let is_address = |of: Node<'_>| of.kind() == tree::Kind::Unary && self.kind(of.at()) == kind::AND;
        let is_object = outermost.parent().is_some_and(is_address) || matches!(ty.kind, Kind::Array { .. });
        self.tell(|| {
            Difference::Literal(Literal {
                tokens: node.tokens(),
                braces: braces.tokens(),
                ty: ty.clone(),
                is_object,
                block: self.observer.and_then(|observer| observer.block.get()),
            })
        });
        self.initialize(braces, ty);
    }

    /// `++` and `--`.
    pub(super) fn step(&self, operand: Node<'_>, operator: usize, target: &Operand) {
        if self.observer.is_none() {
            return;
        }
        if let Some(ty) = target.bytes() {
            return self.tell(|| Difference::Retyped { tokens: operand.tokens(), ty });
        }
        let flag = target.ty.as_ref().filter(|ty| is_bool(ty)).map(Type::unqualified);
        if let Some(ty) = flag.or_else(|| target.enumerated_field()) {
            let is_bit_field = target.bits.is_some();
            self.tell(|| Difference::Step { operand: operand.tokens(), operator, ty, is_bit_field });
        }
    }

    /// The arguments of a call. Those of a function without a prototype are
    /// what its definition has, if that is in sight.
    pub(super) fn pass<'t>(
        &self,
        callee: Node<'t>,
        arguments: impl Iterator<Item = Node<'t>>,
        function: Option<&Function>,
    ) {
        let is_unprototyped = function.is_some_and(|function| function.style == Style::Unprototyped);
        let old_style = Some(self.text(callee.first())).filter(|_| is_unprototyped);
        let old_style = old_style.and_then(|name| self.types.old_style.get(name));
        let mut given = Some(Vec::new());
        let mut extra: Option<Tokens> = None;
        for (at, argument) in arguments.enumerate() {
            if old_style.is_some_and(|types| at >= types.len()) && self.is_function_named(callee) {
                let comma = self.list.visible_before(argument.first()).filter(|_| at > 0);
                let first = extra.map_or(comma.unwrap_or(argument.first()), |extra| *extra.start());
                extra = Some(first..=argument.last());
            }
            let value = self.operand(argument);
            let declared = function.and_then(|function| function.parameters.get(at)?.ty.as_ref());
            let declared = declared.or_else(|| old_style.and_then(|types| types.get(at)?.as_ref()));
            self.convert(argument, &value, declared, false);
            if at == 0 {
                self.search(callee, &value, function);
            }
            match declared {
                Some(to) => self.overloaded(callee, argument, &value, to),
                None if function.is_some_and(|function| function.style == Style::Variadic) => {
                    self.pass_unnamed(argument, &value);
                }
                None => {}
            }
            given = given.zip(self.types.passed(value)).map(|(mut list, ty)| {
                list.push(Parameter { name: None, ty: Some(ty) });
                list
            });
        }
        if let Some(tokens) = extra {
            self.tell(|| Difference::ExtraArguments { callee: callee.tokens(), tokens });
        } else if let (Some(parameters), Some(function)) = (given, function)
            && is_unprototyped
            && !parameters.is_empty()
            && !self.is_function_named(callee)
        {
            let returns = function.returns.clone();
            let prototype = Function { returns, parameters, style: Style::Prototype };
            let ty = Type::pointer_to(Kind::Function(Rc::new(prototype)).into());
            self.tell(|| Difference::Callee { tokens: callee.tokens(), ty });
        }
    }

    /// An argument behind those that a prototype names: there nothing makes a
    /// pointer of an array of variable length, which is an object in C++, nor of
    /// a pointer to one, or of `c ? a : b` with such arrays. An object with a constructor, as a complex number is, cannot
    /// be passed.
    fn pass_unnamed(&self, argument: Node<'_>, value: &Operand) {
        let Some(ty) = &value.ty else { return };
        if let Kind::Complex(_) = ty.kind {
            return self.tell(|| Difference::Passed { argument: argument.tokens(), ty: ty.clone() });
        }
        let names_array = || {
            let mut names = argument.tokens().filter(|&name| self.list[name].kind == kind::IDENTIFIER);
            names.any(|name| {
                let ty = self.lookup(name).and_then(|found| found.ty.as_ref());
                ty.is_some_and(|ty| ty.element().is_some() && Types::is_variably_modified(ty))
            })
        };
        if Types::is_variably_modified(ty) {
            let to = first_of_variable(ty).unwrap_or_else(|| Type::pointer_to(Kind::Void.into()));
            self.tell_conversion(argument, &to);
        } else if value.is_pointer()
            && matches!(argument.bare().kind(), tree::Kind::Conditional | tree::Kind::Comma)
            && names_array()
        {
            self.tell_conversion(argument, ty);
        }
    }

    /// `va_arg`: a C++ program that takes an enumeration from a list, or an object with a constructor, ends there.
    pub(super) fn fetch(&self, node: Node<'_>, type_name: Node<'_>, ty: &Type) {
        let of = match ty.kind {
            Kind::Enumeration(id) => self.types.enumeration(id).basic.map(|basic| promoted(basic).into()),
            Kind::Complex(_) => Some(ty.clone()),
            _ => None,
        };
        if let Some(of) = of {
            self.tell_conversion(node, ty);
            self.tell(|| Difference::Fetched { type_name: type_name.tokens(), ty: of });
        }
    }

    /// An argument of a function that C++ has for several types, of which it
    /// takes the one that fits: C has one `abs`, and one `sqrt` in `(sqrt)(x)`,
    /// which is no use of the macro that the runtime has for it.
    fn overloaded(&self, callee: Node<'_>, argument: Node<'_>, value: &Operand, to: &Type) {
        let is_in_parentheses = callee.kind() == tree::Kind::Parentheses
            && callee.children().next().is_some_and(|name| name.kind() == tree::Kind::Name);
        if !matches!(self.text(callee.first()), "abs" | "div") && !is_in_parentheses {
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

    /// What finds something in constant text: in C++ the result is constant, too.
    fn search(&self, callee: Node<'_>, text: &Operand, function: Option<&Function>) {
        let to = text.ty.as_ref().and_then(|ty| ty.pointee().or(ty.element()));
        let is_constant = to.is_some_and(|to| to.qualifiers.constant);
        if is_constant
            && is_search(self.text(callee.first()))
            && let Some((call, function)) = callee.parent().zip(function)
            && function.returns.pointee().is_some()
        {
            self.tell_conversion(call, &function.returns.unqualified());
        }
    }

    /// Whether an expression is the name of a function, and no pointer to one.
    fn is_function_named(&self, node: Node<'_>) -> bool {
        node.kind() == tree::Kind::Name
            && self
                .lookup(node.first())
                .is_none_or(|found| found.ty.as_ref().is_none_or(|ty| matches!(ty.kind, Kind::Function(_))))
    }
}

impl Types<'_> {
    /// The type of an argument without a parameter to convert it (C17 6.5.2.2).
    fn passed(&self, value: Operand) -> Option<Type> {
        let ty = value.used().ty?;
        Some(match ty.kind {
            Kind::Basic(Basic::Float) => Basic::Double.into(),
            Kind::Basic(basic) if basic.is_integer() => promoted(basic).into(),
            _ => ty,
        })
    }
}

impl Operand {
    /// What a `void *` is where it moves: a pointer to bytes (GNU).
    fn bytes(&self) -> Option<Type> {
        let to = self.ty.as_ref()?.pointee().filter(|to| to.is_void())?;
        Some(Type::pointer_to(Type::from(Basic::Char).qualified(to.qualifiers)))
    }

    pub(super) fn is_pointer(&self) -> bool {
        self.ty.as_ref().is_some_and(|ty| ty.pointee().is_some())
    }
}

/// The type of a pointer to the first element of an array of variable length, unless that is such an array, too.
fn first_of_variable(ty: &Type) -> Option<Type> {
    let element =
        ty.element().filter(|of| Types::is_variably_modified(ty) && !Types::is_variably_modified(of))?;
    Some(Type::pointer_to(element.clone()))
}

fn is_bool(ty: &Type) -> bool {
    ty.basic() == Some(Basic::Bool)
}

/// Whether a function of the C library finds something in its first argument, and returns a pointer to it.
pub fn is_search(function: &str) -> bool {
    const SEARCHES: &str = "basename index memchr memrchr rawmemchr rindex strcasestr strchr strchrnul strpbrk strrchr strstr \
                            wcschr wcspbrk wcsrchr wcsstr wmemchr";
    SEARCHES.split(' ').any(|search| search == function)
}
