//! Expressions (C17 6.5), read by precedence climbing.
//!
//! No tree is built: what is wanted of an expression, its type and its value,
//! follows from the same of its operands. Each function reads what its name
//! says and gives an [`Operand`]; `None` if the tokens are no such thing, or
//! nested too deeply. An operand that is well-formed but not understood has no
//! type.

use std::ops::Range;

use super::constant::Value;
use super::ctype::{Kind, Type};
use super::operand::Operand;
use super::reader::Reader;
use super::sites::Site;
use super::{Meaning, builtins, library, literals, program};
use crate::syntax::brackets::opens;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tokens::{is_assignment_operator, precedence};

/// The spelling of a binary operator, whatever digraph the program has.
fn spelling(token: i32, text: &str) -> &str {
    match token {
        kind::CARET => "^",
        kind::OR => "|",
        kind::OR_OR => "||",
        _ => text,
    }
}

impl Reader<'_> {
    /// Reads an expression that ends where the reader does.
    pub fn whole_expression(&mut self) -> Option<Operand> {
        let operand = self.expression()?;
        self.is_done().then_some(operand)
    }

    /// The value of an integer constant expression that ends where the reader
    /// does.
    pub fn whole_constant(&mut self) -> Option<i128> {
        let operand = self.assignment()?;
        let value = operand.value?.integer()?;
        (self.is_done() && operand.ty?.is_integer()).then_some(value)
    }

    /// `a, b`
    pub fn expression(&mut self) -> Option<Operand> {
        let mut operand = self.assignment()?;
        while self.take(kind::COMMA) {
            let start = self.next;
            let last = self.assignment()?;
            // C++ hands the object on, C its value (C17 6.5.17).
            self.copy_volatile(&(start..self.next), &last);
            let bits = last.bits;
            operand = Operand { value: None, is_strict: false, is_null: false, bits, ..last.used() };
        }
        Some(operand)
    }

    /// `a = b`
    pub fn assignment(&mut self) -> Option<Operand> {
        let start = self.next;
        let target = self.deeper(Self::conditional)?;
        let operator = self.next;
        if !is_assignment_operator(self.kind()) {
            return Some(target);
        }
        self.next += 1;
        let value = self.deeper(Self::assignment)?;
        if self.kind_at(operator) == kind::ASSIGN {
            self.convert(operator + 1..self.next, Some(&value), target.ty.as_ref(), false);
            self.copy_volatile(&(start..operator), &target);
        } else if self.observer.is_some() {
            self.assign_compound((start..operator, &target), (operator + 1..self.next, &value));
        }
        Some(assigned(target))
    }

    fn conditional(&mut self) -> Option<Operand> {
        let condition = self.binary(1)?;
        if !self.take(kind::QUESTION) {
            return Some(condition);
        }
        let condition = condition.used();
        let start = self.next;
        // GNU: the middle may be left out.
        let yes = if self.kind() == kind::COLON { condition.clone() } else { self.expression()? };
        let colon = self.next;
        self.expect(kind::COLON)?;
        let no = self.deeper(Self::conditional)?;
        self.copy_volatile(&(start..colon), &yes);
        self.copy_volatile(&(colon + 1..self.next), &no);
        let (yes, no) = (yes.used(), no.used());
        self.choose((start..colon, &yes), (colon + 1..self.next, &no));
        Some(self.types.conditional(&condition, &yes, &no))
    }

    fn binary(&mut self, least: u32) -> Option<Operand> {
        let start = self.next;
        let mut left = self.cast()?;
        while let Some(binds) = precedence(self.kind()).filter(|&binds| binds >= least) {
            let operator = spelling(self.kind(), self.text());
            let at = self.next;
            self.next += 1;
            let right = self.binary(binds + 1)?;
            if self.observer.is_some() {
                self.meet(operator, (start..at, &left), (at + 1..self.next, &right));
            }
            left = self.types.binary(operator, &left.used(), &right.used());
        }
        Some(left)
    }

    /// `(T) a`, or a compound literal.
    pub fn cast(&mut self) -> Option<Operand> {
        if self.kind() != kind::LEFT_PAREN || !self.is_type_at(self.next + 1) {
            return self.unary();
        }
        let start = self.next;
        let ty = self.parenthesized_type()?;
        if self.kind() == kind::LEFT_BRACE {
            return self.compound_literal(ty, start);
        }
        let value = self.next;
        let operand = self.deeper(Self::cast)?.used();
        if let Some(ty) = &ty {
            self.cast_explicitly(start + 1..value - 1, value..self.next, &operand, ty);
        }
        Some(match ty {
            Some(ty) => self.types.cast(&ty, &operand),
            None => Operand::unknown(),
        })
    }

    /// `(T)`. Nothing inside if the type could not be made out.
    fn parenthesized_type(&mut self) -> Option<Option<Type>> {
        let close = self.closing_at(self.next)?;
        let mut inside = self.within(self.next + 1..close);
        self.next = close + 1;
        let ty = inside.deeper(Self::type_name);
        Some(ty.filter(|_| inside.is_done()))
    }

    fn compound_literal(&mut self, ty: Option<Type>, start: usize) -> Option<Operand> {
        let close = self.closing_at(self.next)?;
        let braces = self.next..close + 1;
        let ty = ty.and_then(|ty| self.types.completed(ty, &self.unobserved(braces.clone())));
        if let (Some(ty), true) = (&ty, self.observer.is_some()) {
            self.observe_literal(start, braces, ty);
        }
        self.next = close + 1;
        let literal = ty.map_or_else(Operand::unknown, Operand::lvalue);
        self.postfix_from(start, literal)
    }

    fn unary(&mut self) -> Option<Operand> {
        let token = self.kind();
        match token {
            kind::PLUS_PLUS | kind::MINUS_MINUS => {
                let operator = self.next;
                self.next += 1;
                let operand = self.deeper(Self::unary)?;
                self.step(operator + 1..self.next, operator, &operand);
                Some(assigned(operand))
            }
            kind::AND => {
                self.next += 1;
                Some(address_of(self.deeper(Self::cast)?))
            }
            kind::STAR => {
                self.next += 1;
                let operand = self.deeper(Self::cast)?;
                Some(self.pointed_to(operand.used()))
            }
            kind::PLUS | kind::MINUS | kind::TILDE | kind::NOT => {
                let operator = if token == kind::TILDE { "~" } else { self.text() };
                self.next += 1;
                let start = self.next;
                let operand = self.deeper(Self::cast)?;
                if self.observer.is_some() {
                    self.compute(operator, &(start..self.next), &operand, None);
                }
                Some(self.types.unary(operator, &operand.used()))
            }
            kind::REAL | kind::IMAG => {
                self.next += 1;
                Some(part(self.deeper(Self::cast)?))
            }
            kind::SIZEOF | kind::ALIGNOF => self.deeper(|reader| reader.measure(token == kind::SIZEOF)),
            kind::AND_AND => {
                self.next += 1;
                self.expect(kind::IDENTIFIER)?;
                Some(Operand::of(Type::pointer_to(Type::VOID)))
            }
            _ => {
                let start = self.next;
                let operand = self.primary()?;
                self.postfix_from(start, operand)
            }
        }
    }

    /// `sizeof` and `_Alignof`, of a type or of an expression.
    fn measure(&mut self, size: bool) -> Option<Operand> {
        let keyword = self.next;
        self.next += 1;
        let start = self.next;
        let mut is_type = false;
        let operand = if self.kind() == kind::LEFT_PAREN && self.is_type_at(self.next + 1) {
            let ty = self.parenthesized_type()?;
            if self.kind() == kind::LEFT_BRACE {
                self.compound_literal(ty, start)?
            } else {
                is_type = true;
                ty.map_or_else(Operand::unknown, Operand::of)
            }
        } else {
            self.unary()?
        };
        if let Some(ty) = &operand.ty {
            self.tell(|| Site::Measure {
                keyword: self.lexemes.index(keyword),
                tokens: self.tokens(&(keyword..self.next)),
                operand: self.tokens(&(start..self.next)),
                ty: ty.clone(),
                is_type,
                is_lvalue: operand.is_lvalue,
            });
        }
        let value = match &operand.ty {
            Some(_) if operand.bits.is_some() => None,
            Some(ty) if size => self.types.size_of(ty),
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

    /// The operators behind an operand, whose first token is at a position.
    fn postfix_from(&mut self, start: usize, mut operand: Operand) -> Option<Operand> {
        loop {
            match self.kind() {
                kind::LEFT_BRACKET => {
                    let close = self.closing_at(self.next)?;
                    let index = self.within(self.next + 1..close).deeper(Self::whole_expression)?;
                    self.next = close + 1;
                    operand = self.subscripted(operand, index);
                }
                kind::LEFT_PAREN => {
                    let arguments = self.next;
                    self.next = self.closing_at(self.next)? + 1;
                    let ty = operand.ty.as_ref().map(Type::decayed);
                    let function = ty.as_ref().and_then(Type::pointee).and_then(Type::function);
                    if self.observer.is_some() {
                        self.pass(start, arguments + 1..self.next - 1, function);
                    }
                    operand = Operand::maybe(function.map(|function| function.returns.unqualified()));
                }
                token @ (kind::DOT | kind::ARROW) => {
                    self.next += 1;
                    let name = self.text();
                    self.next += 1;
                    let object = if token == kind::ARROW { self.pointed_to(operand.used()) } else { operand };
                    operand = self.selected(&object, name);
                    self.select_volatile(start..self.next, &object, &operand);
                    if operand.bits.flatten().is_some_and(|bits| (33..64).contains(&bits)) {
                        self.tell(|| Site::WideField(self.lexemes.index(self.next - 1)));
                    }
                }
                kind::PLUS_PLUS | kind::MINUS_MINUS => {
                    self.step(start..self.next, self.next, &operand);
                    self.next += 1;
                    operand = assigned(operand);
                }
                _ => return Some(operand),
            }
        }
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

    fn primary(&mut self) -> Option<Operand> {
        let (token, text) = (self.kind(), self.text());
        match token {
            kind::IDENTIFIER => self.name(text),
            kind::INTEGER_CONSTANT | kind::FLOATING_CONSTANT => {
                self.next += 1;
                Some(constant(literals::number(text)))
            }
            kind::CHARACTER_CONSTANT => {
                self.next += 1;
                Some(constant(literals::character(text)))
            }
            kind::STRING_LITERAL => {
                let first = self.next;
                while self.take(kind::STRING_LITERAL) {}
                let pieces = (first..self.next).map(|at| self.lexemes.text(at));
                let text = literals::string(pieces).map_or_else(Operand::unknown, Operand::lvalue);
                Some(Operand { is_text: true, ..text })
            }
            kind::LEFT_PAREN => {
                let close = self.closing_at(self.next)?;
                let mut inside = self.within(self.next + 1..close);
                self.next = close + 1;
                match inside.kind() {
                    kind::LEFT_BRACE => {
                        if let Some(observer) = self.observer {
                            // All of it is looked at as a block.
                            observer.blocks.borrow_mut().push(inside.next..close);
                            inside.observer = None;
                        }
                        inside.deeper(Self::statement_expression)
                    }
                    _ => inside.deeper(Self::whole_expression),
                }
            }
            kind::GENERIC => self.deeper(Self::generic),
            kind::VA_ARG | kind::CONVERT_VECTOR => {
                let arguments = self.arguments()?;
                let [_, ty] = arguments.as_slice() else { return None };
                Some(Operand::maybe(self.type_in(ty.clone())))
            }
            kind::TYPES_COMPATIBLE => {
                let start = self.next;
                let arguments = self.arguments()?;
                let [a, b] = arguments.as_slice() else { return None };
                let named = |range: &Range<usize>| self.unobserved(range.clone()).type_in(range.clone());
                let types = named(a).zip(named(b));
                let value =
                    types.and_then(|(a, b)| self.types.compatible(&a.unqualified(), &b.unqualified()));
                if let Some(value) = value {
                    let tokens = self.tokens(&(start..self.next));
                    self.tell(|| Site::Constant { tokens, value: value.into(), ty: Type::INT });
                }
                Some(Operand::constant(Type::INT, value.map(|value| Value::Integer(value.into()))))
            }
            kind::OFFSETOF => self.deeper(Self::offsetof),
            _ => None,
        }
    }

    fn name(&mut self, name: &str) -> Option<Operand> {
        let at = self.next;
        self.next += 1;
        let Some(found) = self.within(at..self.end).lookup(name) else {
            if self.kind() == kind::LEFT_PAREN && name.starts_with("__") {
                return builtins::call(self, name);
            }
            return Some(self.undeclared(name));
        };
        Some(match found.meaning {
            Meaning::Typedef => Operand::unknown(),
            Meaning::Enumerator { value, of } => {
                let ty = self.types.enumerator_type(value, of);
                match ty {
                    Some(ty) => {
                        let constant = Operand::constant(ty, value.map(Value::Integer));
                        Operand { enumerator_of: Some(of), ..constant }
                    }
                    None => Operand::unknown(),
                }
            }
            Meaning::Object => match &found.ty {
                Some(ty) => {
                    let is_lvalue = !matches!(ty.kind, Kind::Function(_));
                    let align = self.types.storage_align(ty);
                    let align = align.map(|align| align.max(found.align.unwrap_or(1)));
                    Operand { is_lvalue, align, ..Operand::of(ty.clone()) }
                }
                None => Operand::unknown(),
            },
        })
    }

    /// A name that nothing declares: a function of the library, whose type gcc
    /// knows, or one that returns `int` if it is called (C90 6.3.2.2).
    fn undeclared(&self, name: &str) -> Operand {
        let is_called = self.kind() == kind::LEFT_PAREN;
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

    /// The ranges between the commas of the parentheses that follow the next
    /// token; both are taken.
    pub fn arguments(&mut self) -> Option<Vec<Range<usize>>> {
        self.next += 1;
        if self.kind() != kind::LEFT_PAREN {
            return None;
        }
        let close = self.closing_at(self.next)?;
        let mut arguments = Vec::new();
        let mut start = self.next + 1;
        while start < close {
            let end = self.lexemes.find(start, close, &[kind::COMMA]);
            arguments.push(start..end);
            start = end + 1;
        }
        self.next = close + 1;
        Some(arguments)
    }

    /// The type that a range names.
    fn type_in(&self, range: Range<usize>) -> Option<Type> {
        let mut inside = self.within(range);
        let ty = inside.deeper(Self::type_name)?;
        inside.is_done().then_some(ty)
    }

    /// The operand in a range.
    pub fn operand_in(&self, range: Range<usize>) -> Operand {
        let mut inside = self.within(range);
        let operand = inside.deeper(Self::assignment).filter(|_| inside.is_done());
        operand.unwrap_or_default()
    }

    fn generic(&mut self) -> Option<Operand> {
        let start = self.next;
        let arguments = self.arguments()?;
        let (controlling, associations) = arguments.split_first()?;
        let tokens = self.tokens(&(start..self.next));
        let chosen = |result: &Range<usize>| {
            self.tell(|| Site::Generic { tokens: tokens.clone(), chosen: self.tokens(result) });
            Some(self.operand_in(result.clone()))
        };
        let controlling = self.unobserved(controlling.clone()).operand_in(controlling.clone()).value_type();
        let Some(controlling) = controlling else { return Some(Operand::unknown()) };
        let mut default = None;
        for association in associations {
            let colon = self.lexemes.find(association.start, association.end, &[kind::COLON]);
            let result = colon + 1..association.end;
            if self.kind_at(association.start) == kind::DEFAULT {
                default = Some(result);
                continue;
            }
            let ty = self.type_in(association.start..colon);
            match ty.and_then(|ty| self.types.compatible(&controlling, &ty)) {
                Some(true) => return chosen(&result),
                Some(false) => {}
                None => return Some(Operand::unknown()),
            }
        }
        default.map_or_else(|| Some(Operand::unknown()), |result| chosen(&result))
    }

    fn offsetof(&mut self) -> Option<Operand> {
        let arguments = self.arguments()?;
        let [ty, designator] = arguments.as_slice() else { return None };
        let offset = self.type_in(ty.clone()).and_then(|ty| self.designated(ty, designator.clone()));
        Some(Operand::constant(Type::SIZE, offset.map(Value::Integer)))
    }

    /// The offset of what `a.b[3]` designates in an object of a type.
    fn designated(&self, mut ty: Type, range: Range<usize>) -> Option<i128> {
        let mut offset = 0i128;
        let mut reader = self.within(range);
        let mut first = true;
        while !reader.is_done() {
            match reader.kind() {
                kind::LEFT_BRACKET => {
                    let close = reader.closing_at(reader.next)?;
                    let index = reader.within(reader.next + 1..close).whole_constant()?;
                    reader.next = close + 1;
                    ty = ty.element()?.clone();
                    offset = offset.checked_add(index.checked_mul(i128::from(self.types.size_of(&ty)?))?)?;
                }
                token => {
                    if !first {
                        matches!(token, kind::DOT | kind::ARROW).then_some(())?;
                        reader.next += 1;
                    }
                    if token == kind::ARROW {
                        ty = ty.element()?.clone();
                    }
                    let found = self.types.member(&ty, reader.text())?;
                    reader.next += 1;
                    offset = offset.checked_add(i128::from(found.offset?))?;
                    ty = found.ty;
                }
            }
            first = false;
        }
        Some(offset)
    }

    /// `({ …; value; })` (GNU): the value of its last statement. The names that
    /// it declares are the program's, by their places.
    fn statement_expression(&mut self) -> Option<Operand> {
        let close = self.closing_at(self.next)?;
        if close + 1 != self.end {
            return None;
        }
        if !self.is_own() {
            return Some(Operand::unknown());
        }
        let void = Some(Operand::of(Type::VOID));
        let open = self.next;
        if self.kind_at(close - 1) != kind::SEMICOLON {
            return void;
        }
        let Some(mut start) = self.last_statement(open, close) else { return void };
        // Labels and attributes in front.
        while self.kind_at(start) == kind::IDENTIFIER && self.kind_at(start + 1) == kind::COLON {
            start += 2;
        }
        let mut last = self.within(start..close - 1);
        let is_expression = !last.is_done() && !last.is_type_at(start) && !is_statement_keyword(last.kind());
        if !is_expression {
            return void;
        }
        Some(match last.whole_expression() {
            Some(operand) => Operand { value: None, is_strict: false, is_null: false, ..operand.used() },
            None => Operand::unknown(),
        })
    }

    /// Where the last statement of a block begins.
    fn last_statement(&self, open: usize, close: usize) -> Option<usize> {
        let mut start = open + 1;
        let mut at = start;
        let mut last = None;
        while at < close {
            last = Some(start);
            match self.lexemes.kind(at) {
                kind::SEMICOLON | kind::NEW_LINE => start = at + 1,
                kind::LEFT_BRACE | kind::NESTED_BODY => {
                    let end = self.lexemes.closing(at, close)?;
                    // A block ends a statement; an initialiser goes on.
                    let goes_on = matches!(
                        self.lexemes.kind(end + 1),
                        kind::SEMICOLON
                            | kind::COMMA
                            | kind::DOT
                            | kind::LEFT_BRACKET
                            | kind::IDENTIFIER
                            | kind::STAR
                    ) && at > start
                        && !is_statement_keyword(self.lexemes.kind(start));
                    if !goes_on {
                        start = end + 1;
                    }
                    at = end;
                }
                other if opens(other) => at = self.lexemes.closing(at, close)?,
                _ => {}
            }
            at += 1;
        }
        last
    }
}

fn is_statement_keyword(token: i32) -> bool {
    matches!(
        token,
        kind::IF
            | kind::ELSE
            | kind::FOR
            | kind::WHILE
            | kind::DO
            | kind::SWITCH
            | kind::CASE
            | kind::DEFAULT
            | kind::GOTO
            | kind::BREAK
            | kind::CONTINUE
            | kind::RETURN
            | kind::ASM
            | kind::LABEL
            | kind::STATIC_ASSERT
            | kind::PRAGMA_OMP
            | kind::PRAGMA_GPUMP
    )
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
