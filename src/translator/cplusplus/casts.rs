//! Casts for what C converts by itself, and other forms for operators that
//! C++ has not.

use super::words::COMPLEX;
use super::{Bridging, PASSED};
use crate::c::{Basic, Conversion, Kind, Literal, Type, Types, complex_class};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

impl Bridging<'_, '_, '_> {
    pub(super) fn cast(&mut self, conversion: &Conversion, reason: &'static str) {
        let Conversion { value, to, is_compound } = conversion;
        // The classes for these convert by themselves.
        if Types::is_variably_modified(to) {
            return;
        }
        let Some(name) = self.type_name(to, "") else {
            // A pointer to a structure that has no name.
            let is_record = |to: &Type| matches!(to.kind, Kind::Record(_));
            if self.on_device && to.pointee().is_some_and(is_record) {
                self.before(*value.start(), "gpump_block_address_t{(void *)(".to_owned(), reason);
                self.after(*value.end(), ")}".to_owned(), reason);
            }
            return;
        };
        let (open, close) = if *is_compound { ("(", ")") } else { ("", "") };
        self.before(*value.start(), format!("({name}){open}"), reason);
        if *is_compound {
            self.after(*value.end(), close.to_owned(), reason);
        }
    }

    /// With parentheses around it, since `int(ONE), f();` declares two things in C++.
    pub(super) fn int_enumerator(&mut self, name: usize) {
        let reason = "in C++ an enumerator has the type of its enumeration";
        self.before(name, "((int)".to_owned(), reason);
        self.after(name, ")".to_owned(), reason);
    }

    /// The type in `va_arg`.
    pub(super) fn fetched(&mut self, type_name: &Tokens, ty: &Type) {
        if complex_class(&ty.kind).is_some() {
            self.before(*type_name.start(), "gpump_parts<".to_owned(), PASSED);
            self.after(*type_name.end(), ">".to_owned(), PASSED);
        } else if let Some(name) = self.type_name(ty, "") {
            self.replace(type_name.clone(), name, PASSED);
        }
    }

    /// An object as one of another type.
    pub(super) fn retyped(&mut self, tokens: &Tokens, ty: &Type) {
        let reason = match ty.pointee() {
            Some(_) => "C++ moves no `void *`",
            None => "C++ copies no volatile structure",
        };
        let Some(name) = self.type_name(ty, "") else { return };
        self.before(*tokens.start(), format!("(({name} &)("), reason);
        self.after(*tokens.end(), "))".to_owned(), reason);
    }

    /// `__real__ a`, or `__imag__ a`.
    pub(super) fn complex_part(&mut self, operator: usize, operand: &Tokens) {
        let is_real = self.writer.file.tokens[operator].kind == kind::REAL;
        let function = if is_real { "gpump_real(" } else { "gpump_imag(" };
        self.replace(operator..=operator, function.to_owned(), COMPLEX);
        self.after(*operand.end(), ")".to_owned(), COMPLEX);
    }

    /// A volatile structure in one that is not, and that C++ has without the word.
    pub(super) fn selected(&mut self, tokens: &Tokens, ty: &Type) {
        let reason = "the member is volatile where it is used";
        let Some(name) = self.type_name(ty, "(&)") else { return };
        self.before(*tokens.start(), format!("(({name})("), reason);
        self.after(*tokens.end(), "))".to_owned(), reason);
    }

    /// A call through a pointer without a prototype.
    pub(super) fn callee(&mut self, tokens: &Tokens, ty: &Type) {
        let reason = "in C++ `()` says that there are no parameters";
        let Some(name) = self.type_name(ty, "") else { return };
        self.before(*tokens.start(), format!("(({name})("), reason);
        self.after(*tokens.end(), "))".to_owned(), reason);
    }

    /// `++` and `--` of a `_Bool`, which C++17 has not, and of a bit-field of
    /// an enumeration, of which there is no reference.
    pub(super) fn step(&mut self, operand: &Tokens, operator: usize, ty: &Type, is_bit_field: bool) {
        let reason = "C++ does not step such a variable";
        let is_up = self.writer.file.tokens[operator].kind == kind::PLUS_PLUS;
        let is_prefix = operator < *operand.start();
        let is_flag = ty.basic() == Some(Basic::Bool);
        if is_flag && !is_bit_field {
            let function = if is_up { "gpump_set(" } else { "gpump_turn(" };
            let (before, behind) = match (is_prefix, is_up) {
                (true, true) => ("(", "), true)"),
                (true, false) => ("!", ")"),
                (false, _) => ("", ""),
            };
            if is_prefix {
                self.replace(operator..=operator, format!("{before}{function}"), reason);
                self.after(*operand.end(), behind.to_owned(), reason);
            } else {
                self.before(*operand.start(), function.to_owned(), reason);
                self.replace(operator..=operator, ")".to_owned(), reason);
            }
            return;
        }
        let Some(name) = self.type_name(ty, "") else { return };
        let stepped = |value: &str| match (is_flag, is_up) {
            (true, true) => "true".to_owned(),
            (true, false) => format!("!{value}"),
            (false, true) => format!("({name})({value} + 1)"),
            (false, false) => format!("({name})({value} - 1)"),
        };
        self.replace(operator..=operator, String::new(), reason);
        self.with_object(operand, reason, |field| match is_prefix {
            true => format!("{field} = {}; }})", stepped(field)),
            // What was assigned is no longer known from what the field has then.
            false => {
                let stepped = stepped("gpump_was");
                format!("{name} gpump_was = {field}; {field} = {stepped}; gpump_was; }})")
            }
        });
    }

    /// A statement expression in the place of a bit-field, to which C++ has no reference: a name for its object, which is evaluated
    /// once, and what is made of the field.
    fn with_object(&mut self, field: &Tokens, reason: &'static str, made: impl FnOnce(&str) -> String) {
        let list = self.writer.file.tokens;
        let (mut first, mut last) = (*field.start(), *field.end());
        while list.partner(first) == Some(last)
            && let (Some(next), Some(before)) = (list.visible_from(first + 1), list.visible_before(last))
        {
            for parenthesis in [first, last] {
                self.replace(parenthesis..=parenthesis, String::new(), reason);
            }
            (first, last) = (next, before);
        }
        let is_selection = |&index: &usize| matches!(list[index].kind, kind::DOT | kind::ARROW);
        let Some(dot) = list.outside_brackets(&(first..=last)).filter(is_selection).last() else { return };
        let (open, close) = if list[dot].kind == kind::ARROW { ("*(", ")") } else { ("", "") };
        let made = made(&format!("gpump_object.{}", self.text(&(dot + 1..=last)).trim()));
        self.before(first, format!("({{ auto &gpump_object = {open}"), reason);
        self.replace(dot..=last, format!("{close}; {made}"), reason);
    }

    /// `field |= value` of a bit-field of an enumeration.
    pub(super) fn compound_assignment(
        &mut self,
        target: &Tokens,
        operator: usize,
        value: &Tokens,
        ty: &Type,
    ) {
        let reason = "C++ does not turn the result back into the enumeration";
        let Some(name) = self.type_name(ty, "") else { return };
        let word = self.writer.file.tokens.text(operator).trim_end_matches('=').to_owned();
        self.with_object(target, reason, |field| format!("{field} = ({name})({field}"));
        self.replace(operator..=operator, format!("{word} ("), reason);
        self.after(*value.end(), ")); })".to_owned(), reason);
    }

    /// A compound literal whose object outlives its expression: an array, or
    /// one whose address is taken. In C it lives as long as its block, and in
    /// C++ no longer than the expression.
    pub(super) fn literal(&mut self, literal: &Literal) {
        let reason = "in C the object lives as long as its block";
        if literal.block.is_none() && !self.on_device {
            return;
        }
        let name = format!("gpump_literal{}", self.writer.out.literals);
        let Some(declaration) =
            self.writer.file.cplusplus_type(&without_const(&literal.ty), &name, self.on_device)
        else {
            return;
        };
        self.writer.out.literals += 1;
        match literal.block {
            Some(block) => self.after(block, format!(" {declaration};"), reason),
            None => self.outside.push(format!("{declaration};")),
        }
        let behind = self.writer.file.tokens.visible_before(*literal.braces.start());
        let type_name = *literal.tokens.start()..=behind.unwrap_or(*literal.tokens.start());
        let is_array = matches!(literal.ty.kind, Kind::Array { .. });
        let open = if is_array { format!("gpump_fill({name}, ") } else { format!("({name} = ") };
        self.replace(type_name, open, reason);
        self.after(*literal.tokens.end(), ")".to_owned(), reason);
    }

    /// A complex number, `(double complex){x}`: nvcc fails on those of classes with constructors.
    pub(super) fn complex_literal(&mut self, literal: &Literal) {
        let Some(class) = complex_class(&literal.ty.kind) else { return };
        let start = *literal.tokens.start();
        let behind = self.writer.file.tokens.visible_before(*literal.braces.start());
        self.replace(start..=behind.unwrap_or(start), class.to_owned(), COMPLEX);
    }

    /// `_Generic` becomes what it chooses.
    pub(super) fn generic(&mut self, tokens: &Tokens, chosen: &Tokens) {
        let reason = "the expression that _Generic chooses";
        let text = format!("({})", self.text(chosen));
        self.replace(tokens.clone(), text, reason);
    }

    /// `typeof` becomes the type.
    pub(super) fn computed_type(&mut self, tokens: &Tokens, ty: &Type) {
        let word = *tokens.start();
        // A declarator goes around what is in front of the name only.
        let list = self.writer.file.tokens;
        // C++ has the characters of a string constant.
        let is_text = tokens.clone().any(|index| list[index].kind == kind::STRING_LITERAL);
        let name = self.type_name(ty, "").filter(|_| !Types::is_variably_modified(ty));
        match name {
            Some(name) if !name.contains(['[', '(']) => {
                self.replace(tokens.clone(), name, "the type that typeof finds");
            }
            Some(name) if is_text => {
                let text = format!("gpump_same<{name}>::type");
                self.replace(tokens.clone(), text, "the type that typeof finds");
            }
            _ if list[word].kind == kind::AUTO_TYPE => {}
            _ => {
                self.replace(word..=word, "__typeof__".to_owned(), "C++ has typeof under another name");
            }
        }
    }

    /// `offsetof`: C++ wants a constant.
    pub(super) fn offset(&mut self, tokens: &Tokens, type_name: &Tokens, member: &Tokens) {
        // The parenthesis at its end stays.
        const REASON: &str = "in C++ an offset is a constant";
        self.replace(*tokens.start()..=type_name.start() - 1, "((unsigned long)&((".to_owned(), REASON);
        self.replace(type_name.end() + 1..=member.start() - 1, " *)0)->".to_owned(), REASON);
    }

    /// `sizeof`: of what has another type in C++, and of arrays of variable
    /// length.
    pub(super) fn measure(
        &mut self,
        keyword: usize,
        tokens: &Tokens,
        operand: &Tokens,
        ty: &Type,
        is_type: bool,
        is_lvalue: bool,
    ) {
        if matches!(ty.kind, Kind::Function(_) | Kind::Void) {
            return self.replace(tokens.clone(), "1ul".to_owned(), "in GNU C it is 1, and C++ has none");
        }
        if self.writer.file.tokens[keyword].kind != kind::SIZEOF {
            return;
        }
        if Types::is_variably_modified(ty) {
            return self.variable_measure(keyword, tokens, operand, ty, is_type);
        }
        // Comparisons are of type `int` in C, and character constants too.
        if !is_type && !is_lvalue && (ty.basic() == Some(Basic::Int) || ty.pointee().is_some()) {
            let Some(name) = self.type_name(ty, "") else { return };
            self.replace(tokens.clone(), format!("sizeof({name})"), "the operand has another type in C++");
        }
    }
}

/// A type whose objects can be assigned to, elements included.
pub(super) fn without_const(ty: &Type) -> Type {
    match &ty.kind {
        Kind::Array { of, length } => Type::array_of(without_const(of), length.clone()),
        _ => {
            let mut plain = ty.unqualified();
            plain.qualifiers.volatile = ty.qualifiers.volatile;
            plain
        }
    }
}
