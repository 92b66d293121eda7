//! Expressions (C17 6.5): what is wanted of one, its type and its value,
//! follows from the same of its operands.
//!
//! An operand that is not understood, or nested too deeply, has no type.

use super::constant::Value;
use super::ctype::{Kind, Type};
use super::differences::Difference;
use super::operand::Operand;
use super::reader::Reader;
use super::{Meaning, builtins, library, literals, program};
use crate::syntax::generated::open_mpc as token;
use crate::syntax::tree::{self, Node, Piece};

/// The spelling of an operator, whatever digraph the program has.
fn spelling(token: i32, text: &str) -> &str {
    match token {
        token::CARET => "^",
        token::OR => "|",
        token::OR_OR => "||",
        token::TILDE => "~",
        _ => text,
    }
}

/// The children of an expression, which has so many.
fn parts<'t, const N: usize>(node: Node<'t>) -> Option<[Node<'t>; N]> {
    let mut children = node.children();
    let found: Vec<Node<'t>> = children.by_ref().take(N).collect();
    found.try_into().ok().filter(|_| children.len() == 0)
}

impl Reader<'_> {
    /// The value of an integer constant expression.
    pub fn constant(&self, node: Node<'_>) -> Option<i128> {
        if node.kind() == tree::Kind::Comma {
            return None;
        }
        let operand = self.operand(node);
        let value = operand.value?.integer()?;
        operand.ty?.is_integer().then_some(value)
    }

    /// What is known of an expression.
    pub fn operand(&self, node: Node<'_>) -> Operand {
        self.deeper(|| self.read_operand(node)).unwrap_or_default()
    }

    /// Expressions that are nested in their first operands, such as `a + b + c`, are no deeper for that.
    fn read_operand(&self, node: Node<'_>) -> Operand {
        use tree::Kind::{Binary, Call, Select, Step, Subscript};
        let mut outer = Vec::new();
        let mut innermost = node;
        while matches!(innermost.kind(), Binary | Call | Select | Subscript)
            || innermost.kind() == Step && innermost.at() != innermost.first()
        {
            let Some(inner) = innermost.children().next() else { return Operand::unknown() };
            outer.push(innermost);
            innermost = inner;
        }
        let mut operand = match outer.last() {
            Some(&call) if call.kind() == Call && self.is_builtin(innermost) => {
                outer.pop();
                builtins::call(self, call, self.text(innermost.first()))
            }
            _ => self.innermost(innermost),
        };
        for node in outer.into_iter().rev() {
            operand = self.applied(node, operand).unwrap_or_default();
        }
        operand
    }

    /// Whether it is a name that begins with two underscores and is declared nowhere.
    fn is_builtin(&self, node: Node<'_>) -> bool {
        node.kind() == tree::Kind::Name
            && self.text(node.first()).starts_with("__")
            && self.lookup(node.first()).is_none()
    }

    /// What an operator makes of its first operand.
    fn applied(&self, node: Node<'_>, operand: Operand) -> Option<Operand> {
        let first = node.children().next()?;
        Some(match node.kind() {
            tree::Kind::Binary => {
                let [_, right] = parts(node)?;
                let operator = spelling(self.kind(node.at()), self.text(node.at()));
                let other = self.operand(right);
                if self.observer.is_some() {
                    self.meet(operator, (first, &operand), (right, &other));
                }
                self.types.binary(operator, &operand.used(), &other.used())
            }
            tree::Kind::Subscript => {
                let [_, index] = parts(node)?;
                self.subscripted(operand, self.operand(index))
            }
            tree::Kind::Call => {
                let ty = operand.ty.as_ref().map(Type::decayed);
                let function = ty.as_ref().and_then(Type::pointee).and_then(Type::function);
                if self.observer.is_some() {
                    self.pass(first, node.children().skip(1), function);
                }
                Operand::maybe(function.map(|function| function.returns.unqualified()))
            }
            tree::Kind::Select => {
                let is_arrow = self.kind(self.list.visible_before(node.at())?) == token::ARROW;
                let object = if is_arrow { self.pointed_to(operand.used()) } else { operand };
                let member = self.selected(&object, self.text(node.at()));
                self.select_volatile(node, &object, &member);
                if member.bits.flatten().is_some_and(|bits| (33..64).contains(&bits)) {
                    self.tell(|| Difference::WideField(node.at()));
                }
                member
            }
            _ => {
                self.step(first, node.at(), &operand);
                assigned(operand)
            }
        })
    }

    fn innermost(&self, node: Node<'_>) -> Operand {
        let first = node.first();
        match node.kind() {
            tree::Kind::Name => self.name(node),
            tree::Kind::Integer | tree::Kind::Floating => constant(literals::number(self.text(first))),
            tree::Kind::Character => constant(literals::character(self.text(first))),
            tree::Kind::Text => {
                let text = literals::string(self.tokens(node).map(|at| self.text(at)));
                Operand { is_text: true, ..text.map_or_else(Operand::unknown, Operand::lvalue) }
            }
            tree::Kind::LabelAddress => Operand::of(Type::pointer_to(Type::VOID)),
            tree::Kind::StatementExpression => self.statement_expression(node),
            _ => self.compound(node).unwrap_or_default(),
        }
    }

    /// An expression with parts.
    fn compound(&self, node: Node<'_>) -> Option<Operand> {
        Some(match node.kind() {
            tree::Kind::Comma => self.comma(node),
            tree::Kind::Assignment => self.assignment(node)?,
            tree::Kind::Conditional => self.conditional(node)?,
            tree::Kind::Cast => {
                let [name, value] = parts(node)?;
                let ty = self.type_name(name);
                let operand = self.operand(value).used();
                let ty = ty?;
                self.cast_explicitly(name, value, &operand, &ty);
                self.types.cast(&ty, &operand)
            }
            tree::Kind::CompoundLiteral => {
                let [name, braces] = parts(node)?;
                let ty = self.types.completed(self.type_name(name)?, &self.unobserved(), braces)?;
                if self.observer.is_some() {
                    self.observe_literal(node, braces, &ty);
                }
                Operand::lvalue(ty)
            }
            tree::Kind::Parentheses => self.operand(node.children().next()?),
            tree::Kind::Unary => self.unary(node)?,
            tree::Kind::Step => {
                let [target] = parts(node)?;
                let operand = self.operand(target);
                self.step(target, node.at(), &operand);
                assigned(operand)
            }
            tree::Kind::Measure => self.measure(node)?,
            tree::Kind::Generic => self.generic(node)?,
            tree::Kind::VaArg | tree::Kind::ConvertVector => {
                let [_, name] = parts(node)?;
                let ty = self.type_name(name);
                if let Some(ty) = ty.as_ref().filter(|_| node.kind() == tree::Kind::VaArg) {
                    self.fetch(node, name, ty);
                }
                Operand::maybe(ty)
            }
            tree::Kind::TypesCompatible => {
                let [a, b] = parts(node)?;
                let types = self.unobserved().type_name(a).zip(self.unobserved().type_name(b));
                let value =
                    types.and_then(|(a, b)| self.types.compatible(&a.unqualified(), &b.unqualified()));
                if let Some(value) = value {
                    let tokens = node.tokens();
                    self.tell(|| Difference::Constant { tokens, value: value.into(), ty: Type::INT });
                }
                Operand::constant(Type::INT, value.map(|value| Value::Integer(value.into())))
            }
            tree::Kind::OffsetOf => {
                let [name, designator] = parts(node)?;
                let offset = self.type_name(name).and_then(|ty| self.designated(ty, designator));
                if designator.children().any(|index| self.constant(index).is_none()) {
                    let (type_name, member) = (name.tokens(), designator.tokens());
                    self.tell(|| Difference::Offset { tokens: node.tokens(), type_name, member });
                }
                Operand::constant(Type::SIZE, offset.map(Value::Integer))
            }
            _ => return None,
        })
    }

    /// `a, b`
    fn comma(&self, node: Node<'_>) -> Operand {
        let mut operand = Operand::unknown();
        for (at, part) in node.children().enumerate() {
            let last = self.operand(part);
            if at == 0 {
                continue;
            }
            // C++ hands the object on, C its value (C17 6.5.17).
            self.copy_volatile(part, &last);
            let bits = last.bits;
            operand = Operand { value: None, is_strict: false, is_null: false, bits, ..last.used() };
        }
        operand
    }

    /// `a = b`
    fn assignment(&self, node: Node<'_>) -> Option<Operand> {
        let [place, source] = parts(node)?;
        let target = self.operand(place);
        let value = self.operand(source);
        if self.kind(node.at()) == token::ASSIGN {
            self.convert(source, &value, target.ty.as_ref(), false);
            self.copy_volatile(place, &target);
        } else if self.observer.is_some() {
            self.assign_compound(node.at(), (place, &target), (source, &value));
        }
        Some(assigned(target))
    }

    fn conditional(&self, node: Node<'_>) -> Option<Operand> {
        let mut children = node.children();
        let first = children.next()?;
        let condition = self.operand(first).used();
        // GNU: the middle may be left out. It is the condition, then.
        let middle = children.next().filter(|_| children.len() > 0);
        let last = node.children().next_back()?;
        let yes = middle.map_or_else(|| condition.clone(), |middle| self.operand(middle));
        let no = self.operand(last);
        self.choose((middle.unwrap_or(first), &yes), (last, &no));
        Some(self.types.conditional(&condition, &yes.used(), &no.used()))
    }

    fn unary(&self, node: Node<'_>) -> Option<Operand> {
        let [inner] = parts(node)?;
        let operand = self.operand(inner);
        Some(match self.kind(node.at()) {
            token::AND => address_of(operand),
            token::STAR => self.pointed_to(operand.used()),
            token::REAL | token::IMAG => {
                let is_real = matches!(operand.ty, Some(Type { kind: Kind::Basic(_), .. }));
                if !is_real {
                    self.tell(|| Difference::ComplexPart { operator: node.at(), operand: inner.tokens() });
                }
                part(operand)
            }
            sign => {
                let operator = spelling(sign, self.text(node.at()));
                if self.observer.is_some() {
                    self.compute(operator, inner, &operand, None);
                }
                self.types.unary(operator, &operand.used())
            }
        })
    }

    /// `sizeof` and `_Alignof`, of a type or of an expression.
    fn measure(&self, node: Node<'_>) -> Option<Operand> {
        let [of] = parts(node)?;
        let is_type = of.kind() == tree::Kind::TypeName;
        let operand = if is_type { Operand::maybe(self.type_name(of)) } else { self.operand(of) };
        // The size of `int` is written, with nothing at its end.
        let mut end = of;
        while let Some(last) = end.children().next_back().filter(|last| last.last() == of.last()) {
            end = last;
        }
        self.leave_enumerator(end, |_| true);
        let is_size = self.kind(node.first()) == token::SIZEOF;
        if let Some(align) = operand.align.filter(|_| !is_size && !is_type) {
            // A reference has not what the declaration of its variable asks for.
            let (tokens, value) = (node.tokens(), align.into());
            self.tell(|| Difference::Constant { tokens, value, ty: Type::SIZE });
        } else if let (Some(ty), Some(start)) = (&operand.ty, self.list.visible_from(node.first() + 1)) {
            self.tell(|| Difference::Measure {
                keyword: node.first(),
                tokens: node.tokens(),
                operand: start..=node.last(),
                ty: ty.clone(),
                is_type,
                is_lvalue: operand.is_lvalue,
            });
        }
        let value = match &operand.ty {
            Some(_) if operand.bits.is_some() => None,
            Some(ty) if is_size => self.types.size_of(ty),
            Some(ty) => operand.align.or_else(|| self.types.align_of(ty)),
            None => None,
        };
        Some(Operand::constant(Type::SIZE, value.map(|value| Value::Integer(value.into()))))
    }

    /// `*a`
    fn pointed_to(&self, operand: Operand) -> Operand {
        let Some(to) = operand.ty.as_ref().and_then(Type::pointee) else { return Operand::unknown() };
        let address = operand.value.and_then(Value::integer);
        Operand { address, ..Operand::lvalue(to.clone()) }
    }

    /// `a[i]`, which is `i[a]` too.
    fn subscripted(&self, array: Operand, index: Operand) -> Operand {
        let vector = |operand: &Operand| match &operand.ty {
            Some(Type { kind: Kind::Vector { of, .. }, qualifiers, .. }) => {
                Some((Type::from(*of).qualified(*qualifiers), operand.is_lvalue))
            }
            _ => None,
        };
        if let Some((element, is_lvalue)) = vector(&array).or_else(|| vector(&index)) {
            return Operand { is_lvalue, ..Operand::of(element) };
        }
        let (array, index) = (array.used(), index.used());
        let is_pointer = |operand: &Operand| operand.ty.as_ref().is_some_and(|ty| ty.pointee().is_some());
        let (pointer, by) = if is_pointer(&array) { (array, index) } else { (index, array) };
        let element = pointer.ty.as_ref().and_then(Type::pointee);
        if element.is_none_or(|to| to.function().is_some())
            || by.ty.as_ref().is_some_and(|ty| !ty.is_integer())
        {
            return Operand::unknown();
        }
        let moved = self.types.moved(&pointer, false, &by);
        self.pointed_to(moved)
    }

    /// `object.name`
    fn selected(&self, object: &Operand, name: &str) -> Operand {
        let Some(found) = object.ty.as_ref().and_then(|ty| self.types.member(ty, name)) else {
            return Operand::unknown();
        };
        let address = object.address.zip(found.offset).map(|(base, offset)| base + i128::from(offset));
        Operand {
            ty: Some(found.ty),
            bits: found.bits,
            is_lvalue: object.is_lvalue || found.bits.is_some(),
            address,
            align: found.align,
            ..Operand::default()
        }
    }

    fn name(&self, node: Node<'_>) -> Operand {
        let Some(found) = self.lookup(node.first()) else { return self.undeclared(node) };
        match found.meaning {
            Meaning::Typedef => Operand::unknown(),
            Meaning::Enumerator { value: None, .. } => Operand::unknown(),
            Meaning::Enumerator { value: Some(value), of } => {
                let ty = self.types.enumerator_type(value, of);
                let is_int = matches!(ty.kind, Kind::Basic(_));
                let constant = Operand::constant(ty, Some(Value::Integer(value)));
                if is_int && self.types.enumeration(of).is_wide {
                    self.tell(|| Difference::IntEnumerator(node.first()));
                    return constant;
                }
                Operand { enumerator_of: Some(of), ..constant }
            }
            Meaning::Object => match &found.ty {
                Some(ty) if self.counts_objects && found.constant.is_some() => {
                    Operand::constant(ty.unqualified(), found.constant.map(Value::Integer))
                }
                Some(ty) => {
                    let is_lvalue = !matches!(ty.kind, Kind::Function(_));
                    let align = self.types.storage_align(ty);
                    let align = align.map(|align| align.max(found.align.unwrap_or(1)));
                    Operand { is_lvalue, align, ..Operand::of(ty.clone()) }
                }
                None => Operand::unknown(),
            },
        }
    }

    /// A name that nothing declares: a function of the library, whose type gcc
    /// knows, or one that returns `int` if it is called (C90 6.3.2.2).
    fn undeclared(&self, node: Node<'_>) -> Operand {
        let name = self.text(node.first());
        let is_callee = |call: Node<'_>| call.kind() == tree::Kind::Call && call.first() == node.first();
        let is_called = node.parent().is_some_and(is_callee);
        if self.types.is_macro(name) {
            return Operand::unknown();
        }
        let is_function = is_called || self.types.has_unread_headers;
        if let Some(ty) = is_function.then(|| library::function(self.types, name)).flatten() {
            return Operand::of(ty);
        }
        if !is_called || library::is_known(name) || self.types.has_unread_headers || name.starts_with("__") {
            return Operand::unknown();
        }
        Operand::of(program::unprototyped(Type::INT))
    }

    fn generic(&self, node: Node<'_>) -> Option<Operand> {
        let mut children = node.children();
        let controlling = self.unobserved().operand(children.next()?).value_type()?;
        let chosen = |result: Node<'_>| {
            self.tell(|| Difference::Generic { tokens: node.tokens(), chosen: result.tokens() });
            self.operand(result)
        };
        let mut default = None;
        for association in children {
            let Some([name, result]) = parts(association) else {
                default = association.children().next();
                continue;
            };
            let ty = self.type_name(name);
            match ty.and_then(|ty| self.types.compatible(&controlling, &ty)) {
                Some(true) => return Some(chosen(result)),
                Some(false) => {}
                None => return None,
            }
        }
        default.map(chosen)
    }

    /// The offset of what `a.b[3]` designates in an object of a type.
    fn designated(&self, mut ty: Type, node: Node<'_>) -> Option<i128> {
        let mut offset = 0i128;
        for piece in node.pieces(self.list) {
            match piece {
                Piece::Node(index) => {
                    let index = self.constant(index)?;
                    ty = ty.element()?.clone();
                    offset = offset.checked_add(index.checked_mul(i128::from(self.types.size_of(&ty)?))?)?;
                }
                Piece::Token(at) => match self.kind(at) {
                    token::ARROW => ty = ty.element()?.clone(),
                    token::IDENTIFIER => {
                        let found = self.types.member(&ty, self.text(at))?;
                        offset = offset.checked_add(i128::from(found.offset?))?;
                        ty = found.ty;
                    }
                    _ => {}
                },
            }
        }
        Some(offset)
    }

    /// `({ …; value; })` (GNU): the value of its last statement. The names that
    /// it declares are the program's, by their places.
    fn statement_expression(&self, node: Node<'_>) -> Operand {
        let Some(block) = node.children().next() else { return Operand::unknown() };
        if let Some(observer) = self.observer {
            // All of it is looked at as a block.
            observer.blocks.borrow_mut().push(block.tokens());
        }
        if !self.is_own() {
            return Operand::unknown();
        }
        let mut last = block.children().next_back();
        // Labels and attributes in front.
        while let Some(outer) = last
            && matches!(outer.kind(), tree::Kind::Labeled | tree::Kind::Attributed)
        {
            last = outer.children().next_back().filter(|inner| inner.kind().is_statement());
        }
        let value = last.filter(|last| last.kind() == tree::Kind::Expression);
        match value.and_then(|last| last.children().next()) {
            Some(value) => {
                let operand = self.unobserved().operand(value).used();
                self.tell_promotion(node, &operand);
                Operand { value: None, is_strict: false, is_null: false, ..operand }
            }
            None => Operand::of(Type::VOID),
        }
    }
}

fn constant(literal: Option<(Type, Option<Value>)>) -> Operand {
    match literal {
        Some((ty, value)) => Operand::constant(ty, value),
        None => Operand::unknown(),
    }
}

/// What is left of an lvalue that was assigned to, or stepped: its value.
fn assigned(target: Operand) -> Operand {
    let bits = target.bits;
    Operand { bits, ..Operand::maybe(target.ty.map(|ty| ty.unqualified())) }
}

fn address_of(operand: Operand) -> Operand {
    if operand.bits.is_some() {
        return Operand::unknown();
    }
    let value = operand.address.map(Value::Integer);
    Operand { value, ..Operand::maybe(operand.ty.map(Type::pointer_to)) }
}

/// `__real__ a` and `__imag__ a`.
fn part(operand: Operand) -> Operand {
    let Some(ty) = operand.ty.clone() else { return Operand::unknown() };
    match ty.kind {
        Kind::Complex(basic) => {
            let part = Type::from(basic).qualified(ty.qualifiers);
            Operand { is_lvalue: operand.is_lvalue, ..Operand::of(part) }
        }
        Kind::Basic(_) => Operand::of(ty.unqualified()),
        _ => Operand::unknown(),
    }
}
