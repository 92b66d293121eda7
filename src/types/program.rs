//! The pass over a program that finds its declarations.
//!
//! It reads declarations and the outline of statements, and remembers what
//! each name means, from where and up to where: variables with their types,
//! typedefs, functions, enumerators with their values, structures with their
//! layouts. An expression is not read unless a type depends on it; it is only
//! looked through for what can be defined in one, which is a structure in a
//! type name, or a block of gcc's statement expressions.
//!
//! The pass never fails. What it does not understand it passes over, and names
//! declared there have no type.

use std::ops::Range;
use std::rc::Rc;

use super::attributes::Attributes;
use super::ctype::{Alias, Basic, Function, Kind, Length, Style, Type};
use super::declarations::Specifiers;
use super::lexemes::is_specifier;
use super::reader::Reader;
use super::tags::{Alignment, Enumeration, Member, Record, Tag};
use super::{Declaration, Meaning, Types};
use crate::symbols::Qualifiers;
use crate::syntax::generated::open_mpc as kind;

/// How deep blocks and structures may be nested; what is deeper is passed
/// over. C17 asks for 127 and 63 levels (5.2.4.1).
const DEEPEST: u32 = 160;

/// What is known of a program so far, while it is read.
pub(super) struct Pass<'t> {
    types: Types<'t>,
    /// How many blocks, structures and parameter lists are open.
    depth: u32,
    /// The structures whose definitions are open.
    outer: Vec<super::RecordId>,
}

impl<'t> Pass<'t> {
    pub fn over(types: Types<'t>) -> Types<'t> {
        let end = types.lexemes.len();
        let mut pass = Pass { types, depth: 0, outer: Vec::new() };
        pass.declare_builtins();
        let mut at = 0;
        while at < end {
            // A `}` too many, or what the file's declarations do not begin with.
            at = pass.external(at, end).max(at + 1);
        }
        pass.types
    }

    fn kind(&self, at: usize) -> i32 {
        self.types.lexemes.kind(at)
    }

    fn text(&self, at: usize) -> &'t str {
        self.types.lexemes.text(at)
    }

    fn reader(&self, range: Range<usize>) -> Reader<'_> {
        Reader::new(&self.types, range)
    }

    /// The position behind the bracket that closes the one here.
    fn behind(&self, open: usize, end: usize) -> usize {
        self.types.lexemes.closing(open, end).map_or(end, |close| close + 1)
    }

    fn find(&self, from: usize, end: usize, kinds: &[i32]) -> usize {
        self.types.lexemes.find(from, end, kinds)
    }

    fn enter(&mut self) {
        self.types.names.enter();
        self.types.tags.enter();
        self.depth += 1;
    }

    fn leave(&mut self, at: usize) {
        self.types.names.leave(at);
        self.types.tags.leave(at);
        self.depth -= 1;
    }

    /// `__builtin_va_list`, as the ABI has it (section 3.5.7).
    fn declare_builtins(&mut self) {
        let member = |name: &str, ty: Type| Member {
            name: Some(Rc::from(name)),
            ty: Some(ty),
            bits: None,
            align: Alignment::Natural,
            packed: false,
        };
        let members = vec![
            member("gp_offset", Basic::UnsignedInt.into()),
            member("fp_offset", Basic::UnsignedInt.into()),
            member("overflow_arg_area", Type::pointer_to(Type::VOID)),
            member("reg_save_area", Type::pointer_to(Type::VOID)),
        ];
        let id = self.types.new_record(false, None);
        self.types.define_record(id, members, &Attributes::default(), None);
        let ty = Type::array_of(Kind::Record(id).into(), Length::constant(1));
        let alias = Alias { name: Rc::from("__builtin_va_list"), qualifiers: Qualifiers::default() };
        self.types.va_list = Some(Type { alias: Some(Rc::new(alias)), ..ty.clone() });
        self.declare("__builtin_va_list", 0, Some(ty), Meaning::Typedef);
    }

    fn declare(&mut self, name: &str, from: usize, ty: Option<Type>, meaning: Meaning) {
        self.types.names.declare(name, from, Declaration { ty, meaning, align: None });
    }

    // External declarations and statements -----------------------------------

    /// Whether a declaration begins here, in a block.
    fn is_declaration(&self, at: usize) -> bool {
        match self.kind(at) {
            kind::ATTRIBUTE => {
                let mut behind = at;
                while self.kind(behind) == kind::ATTRIBUTE {
                    behind = self.behind(behind + 1, self.types.lexemes.len());
                }
                self.kind(behind) != kind::ATTRIBUTE && is_specifier(self.kind(behind))
            }
            other => is_specifier(other),
        }
    }

    /// Reads what begins here, outside of functions.
    fn external(&mut self, at: usize, end: usize) -> usize {
        match self.kind(at) {
            kind::PRAGMA_OMP | kind::PRAGMA_GPUMP => self.directive(at, end),
            kind::SEMICOLON => at + 1,
            kind::ASM | kind::STATIC_ASSERT => self.expression(at, end),
            _ => self.declaration(at, end),
        }
    }

    fn directive(&self, at: usize, end: usize) -> usize {
        (at..end).find(|&at| self.kind(at) == kind::NEW_LINE).map_or(end, |line| line + 1)
    }

    /// Reads an expression, or anything else that ends with a semicolon.
    fn expression(&mut self, at: usize, end: usize) -> usize {
        let stop = self.find(at, end, &[kind::SEMICOLON]);
        self.look_through(at..stop);
        if self.kind(stop) == kind::SEMICOLON { stop + 1 } else { stop }
    }

    /// Reads a block in braces, as a scope of its own unless its function has
    /// one.
    fn block(&mut self, open: usize, end: usize, is_body: bool) -> usize {
        let close = self.types.lexemes.closing(open, end).unwrap_or(end);
        if self.depth > DEEPEST {
            return (close + 1).min(end);
        }
        if !is_body {
            self.enter();
        }
        let mut at = open + 1;
        while at < close {
            at = self.statement(at, close).max(at + 1);
        }
        if !is_body {
            self.leave(close);
        }
        (close + 1).min(end)
    }

    /// Reads a statement or a declaration. Statements that contain others are
    /// read from their beginnings on, one after the other: where a `for` ends,
    /// its scope does.
    fn statement(&mut self, at: usize, end: usize) -> usize {
        match self.kind(at) {
            kind::PRAGMA_OMP | kind::PRAGMA_GPUMP => self.directive(at, end),
            kind::SEMICOLON | kind::ELSE | kind::DO => at + 1,
            kind::LEFT_BRACE => self.block(at, end, false),
            kind::FOR if self.kind(at + 1) == kind::LEFT_PAREN => self.scoped_statement(at, end),
            kind::IF | kind::WHILE | kind::SWITCH => {
                let behind = self.behind(at + 1, end);
                let defines = |at| matches!(self.kind(at), kind::STRUCT | kind::UNION | kind::ENUM);
                if (at + 1..behind).any(defines) {
                    return self.scoped_statement(at, end);
                }
                self.look_through(at + 1..behind);
                behind
            }
            kind::CASE | kind::DEFAULT => self.label(at, end),
            kind::IDENTIFIER if matches!(self.kind(at + 1), kind::COLON | kind::FINAL_COLON) => at + 2,
            kind::ATTRIBUTE if !self.is_declaration(at) => self.behind(at + 1, end),
            _ if self.is_declaration(at) => self.declaration(at, end),
            _ => self.expression(at, end),
        }
    }

    fn label(&mut self, at: usize, end: usize) -> usize {
        let mut questions = 0;
        let mut colon = at;
        loop {
            let kinds = [kind::COLON, kind::FINAL_COLON, kind::QUESTION, kind::SEMICOLON];
            colon = self.find(colon + 1, end, &kinds);
            match self.kind(colon) {
                kind::QUESTION => questions += 1,
                kind::COLON if questions > 0 => questions -= 1,
                _ => break,
            }
        }
        self.look_through(at + 1..colon);
        (colon + 1).min(end)
    }

    /// A statement that is a scope of its own, with the statements that belong
    /// to it (6.8.4, 6.8.5).
    fn scoped_statement(&mut self, at: usize, end: usize) -> usize {
        let stop = self.substatement_end(at, end);
        if self.depth > DEEPEST {
            return stop;
        }
        let close = self.behind(at + 1, stop);
        self.enter();
        let mut next = at + 2;
        if self.is_declaration(next) && self.kind(at) == kind::FOR {
            next = self.declaration(next, close);
        }
        self.look_through(next..close);
        next = next.max(close);
        while next < stop {
            next = self.statement(next, stop).max(next + 1);
        }
        self.leave(stop);
        stop
    }

    /// The end of the statement that begins here, found without a look at what
    /// is in it.
    fn substatement_end(&self, at: usize, end: usize) -> usize {
        let mut at = at;
        // What is open: an `if` may go on with `else`, a `do` with `while`.
        let mut open: Vec<i32> = Vec::new();
        while at < end {
            let token = self.kind(at);
            at = match token {
                kind::PRAGMA_OMP | kind::PRAGMA_GPUMP => {
                    at = self.directive(at, end);
                    continue;
                }
                kind::FOR | kind::SWITCH | kind::WHILE => {
                    at = self.behind(at + 1, end);
                    continue;
                }
                kind::IF => {
                    open.push(kind::IF);
                    at = self.behind(at + 1, end);
                    continue;
                }
                kind::DO => {
                    open.push(kind::DO);
                    at += 1;
                    continue;
                }
                kind::CASE | kind::DEFAULT => {
                    at = self.find(at, end, &[kind::COLON, kind::FINAL_COLON, kind::SEMICOLON]) + 1;
                    continue;
                }
                kind::IDENTIFIER if self.kind(at + 1) == kind::COLON => {
                    at += 2;
                    continue;
                }
                kind::LEFT_BRACE => self.behind(at, end),
                _ => self.find(at, end, &[kind::SEMICOLON]) + 1,
            };
            // A statement has ended; does what is open go on?
            loop {
                match open.pop() {
                    Some(kind::IF) if self.kind(at) == kind::ELSE => {
                        at += 1;
                        break;
                    }
                    Some(kind::DO) => at = self.find(at, end, &[kind::SEMICOLON]) + 1,
                    Some(_) => {}
                    None => return at.min(end),
                }
            }
        }
        end
    }

    // Declarations -----------------------------------------------------------

    /// Reads a declaration or the definition of a function.
    fn declaration(&mut self, start: usize, end: usize) -> usize {
        let (specifiers, mut at) = self.specifiers(start, end);
        let is_file_scope = self.types.names.is_outermost();
        if self.kind(at) == kind::SEMICOLON {
            return at + 1;
        }
        loop {
            if at >= end || self.kind(at) == kind::RIGHT_BRACE {
                return end.min(at + 1);
            }
            let stop = self.declarator_end(at, end);
            let has_body = |at: usize| {
                matches!(self.kind(at), kind::LEFT_BRACE | kind::NESTED_BODY)
                    || is_file_scope && is_specifier(self.kind(at)) && self.kind(at) != kind::ATTRIBUTE
            };
            let own = self.own_parameters(at, stop);
            let body = own.is_some() && has_body(stop);
            if body {
                return self.function(&specifiers, at, stop, own, end);
            }
            at = self.declarator(&specifiers, at, stop, end);
            match self.kind(at) {
                kind::COMMA => at += 1,
                kind::SEMICOLON => return at + 1,
                _ => return at,
            }
        }
    }

    /// Reads specifiers: first what they define, then what they say.
    fn specifiers(&mut self, start: usize, end: usize) -> (Specifiers, usize) {
        let mut reader = self.reader(start..end);
        reader.specifiers();
        let stop = reader.next;
        self.look_through(start..stop);
        let is_declaration_of_tag = self.kind(stop) == kind::SEMICOLON;
        if is_declaration_of_tag {
            self.redeclare_tag(start, stop);
        }
        let mut reader = self.reader(start..end);
        let specifiers = reader.specifiers();
        (specifiers, stop)
    }

    /// `struct node;` declares a tag anew in an inner scope (6.7.2.3, 7).
    fn redeclare_tag(&mut self, start: usize, stop: usize) {
        let keyword = self.kind(start);
        if stop != start + 2 || !matches!(keyword, kind::STRUCT | kind::UNION) {
            return;
        }
        let name = self.text(start + 1);
        if self.types.tags.find_here(name).is_none() {
            let id = self.types.new_record(keyword == kind::UNION, Some(name));
            self.types.tags.declare(name, start, Tag::Record(id));
            self.types.tagged.insert(start, Tag::Record(id));
        }
    }

    /// Where a declarator ends: at its initialiser, its width, its body, the
    /// next declarator.
    fn declarator_end(&self, at: usize, end: usize) -> usize {
        let mut reader = self.reader(at..end);
        match reader.declarator() {
            Some(_) if reader.next > at => reader.next,
            _ => {
                let kinds = [kind::COMMA, kind::SEMICOLON, kind::ASSIGN, kind::COLON, kind::LEFT_BRACE];
                self.find(at, end, &kinds)
            }
        }
    }

    /// The parenthesis that opens the parameters of the name in a declarator.
    fn own_parameters(&self, at: usize, stop: usize) -> Option<usize> {
        let mut at = at;
        while at < stop {
            match self.kind(at) {
                kind::ATTRIBUTE => at = self.behind(at + 1, stop),
                kind::IDENTIFIER => break,
                kind::LEFT_BRACKET => return None,
                _ => at += 1,
            }
        }
        at += 1;
        while self.kind(at) == kind::RIGHT_PAREN {
            at += 1;
        }
        (at < stop && self.kind(at) == kind::LEFT_PAREN).then_some(at)
    }

    /// Reads a declarator and what belongs to it; gives where the next begins,
    /// or what else follows.
    fn declarator(&mut self, specifiers: &Specifiers, at: usize, stop: usize, end: usize) -> usize {
        let outer = self.depth;
        self.parameters(at..stop, None);
        debug_assert_eq!(outer, self.depth);
        let mut reader = self.reader(at..end);
        let declared = reader.declared(specifiers);
        let behind = reader.next.max(stop);
        let (name, ty, attributes) = match declared {
            Some((name, ty, attributes)) => (name, ty, attributes),
            None => (None, None, Attributes::default()),
        };
        self.look_through(stop..behind);
        if let Some(name) = name {
            let name = self.text(name);
            self.declare_name(name, behind, ty, specifiers, &attributes);
        }
        let mut behind = behind;
        if self.kind(behind) == kind::ASSIGN {
            let value = behind + 1..self.find(behind + 1, end, &[kind::COMMA, kind::SEMICOLON]);
            self.look_through(value.clone());
            if let Some(name) = name {
                self.initialize(self.text(name), specifiers, value.clone());
            }
            behind = value.end;
        } else if !matches!(self.kind(behind), kind::COMMA | kind::SEMICOLON) {
            behind = self.find(behind, end, &[kind::COMMA, kind::SEMICOLON]);
        }
        behind
    }

    fn declare_name(
        &mut self,
        name: &str,
        from: usize,
        ty: Option<Type>,
        specifiers: &Specifiers,
        attributes: &Attributes,
    ) {
        let align = match attributes.align {
            Alignment::Bytes(align) => Some(align),
            _ => None,
        };
        if specifiers.is_typedef {
            let ty = ty.map(|ty| Type { align: align.or(ty.align), ..ty });
            let ty = ty.filter(|_| attributes.align != Alignment::Unknown);
            if let Some(ty) = &ty {
                self.types.name_by_typedef(ty, name);
            }
            self.declare(name, from, ty, Meaning::Typedef);
            return;
        }
        // What an earlier declaration of the same thing says counts too.
        let is_function = ty.as_ref().is_some_and(|ty| matches!(ty.kind, Kind::Function(_)));
        let earlier = if specifiers.is_extern || is_function {
            self.types.names.find(name, from)
        } else {
            self.types.names.find_here(name).map(|found| &*found)
        };
        let earlier =
            earlier.filter(|found| found.meaning == Meaning::Object).and_then(|found| found.ty.clone());
        let ty = match (ty, earlier) {
            (Some(ty), Some(earlier)) if self.types.compatible(&ty, &earlier) == Some(true) => {
                Some(self.types.composite(&ty, &earlier))
            }
            (ty, _) => ty,
        };
        self.types.names.declare(name, from, Declaration { ty, meaning: Meaning::Object, align });
    }

    /// Completes the type of the name that was declared last by its
    /// initialiser.
    fn initialize(&mut self, name: &str, specifiers: &Specifiers, value: Range<usize>) {
        let Some(found) = self.types.names.find_here(name) else { return };
        let declared = found.ty.clone();
        let ty = match declared {
            None if specifiers.is_inferred => {
                let ty = self.reader(value).whole_expression().and_then(|operand| operand.value_type());
                ty.map(|ty| ty.qualified(specifiers.qualifiers))
            }
            Some(ty) if matches!(ty.kind, Kind::Array { length: Length::Unknown, .. }) => {
                self.types.completed(ty, &self.reader(value))
            }
            _ => return,
        };
        if let Some(found) = self.types.names.find_here(name) {
            found.ty = ty;
        }
    }

    /// Reads the definition of a function. Its parameters are declared in the
    /// scope of its body.
    fn function(
        &mut self,
        specifiers: &Specifiers,
        at: usize,
        stop: usize,
        own: Option<usize>,
        end: usize,
    ) -> usize {
        self.enter();
        self.parameters(at..stop, own);
        let mut reader = self.reader(at..stop);
        let declared = reader.declared(specifiers);
        let mut body = stop;
        let old_style = own.map(|open| self.old_style_names(open)).unwrap_or_default();
        for &name in &old_style {
            self.declare(name, stop, Some(Type::INT), Meaning::Object);
        }
        while body < end && !matches!(self.kind(body), kind::LEFT_BRACE | kind::NESTED_BODY) {
            body = self.declaration(body, end).max(body + 1);
        }
        let mut old_types = Vec::new();
        for name in &old_style {
            if let Some(found) = self.types.names.find_here(name) {
                found.ty = found.ty.take().map(|ty| ty.adjusted());
                old_types.push(found.ty.clone());
            }
        }
        // The function is of the scope around its body.
        let scope = self.types.names.set_aside();
        if let Some((Some(name), ty, attributes)) = declared {
            let name = self.text(name);
            if !old_types.is_empty() {
                self.types.old_style.insert(name.to_owned(), old_types);
            }
            if let Some(function) = ty.as_ref().and_then(Type::function) {
                let close = self.behind(body, end);
                self.types.bodies.push((body..close, function.returns.clone()));
            }
            self.declare_name(name, at, ty, specifiers, &attributes);
            self.types.names.take_up(scope);
            let length = Length::constant(name.len() as u64 + 1);
            let constant = Qualifiers { constant: true, ..Qualifiers::default() };
            let ty = Type::array_of(Type::from(Basic::Char).qualified(constant), length);
            for word in ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"] {
                self.declare(word, body, Some(ty.clone()), Meaning::Object);
            }
        } else {
            self.types.names.take_up(scope);
        }
        let behind = self.block(body, end, true);
        self.leave(behind);
        behind
    }

    /// The names of an old-style parameter list.
    fn old_style_names(&self, open: usize) -> Vec<&'t str> {
        let close = self.behind(open, self.types.lexemes.len()) - 1;
        let inside = open + 1..close;
        if is_specifier(self.kind(open + 1)) {
            return Vec::new();
        }
        inside.filter(|&at| self.kind(at) == kind::IDENTIFIER).map(|at| self.text(at)).collect()
    }

    /// Declares the parameters in a declarator, each list in a scope of its
    /// own, but for that of the function that is defined; and looks through
    /// the bounds of arrays.
    fn parameters(&mut self, range: Range<usize>, own: Option<usize>) {
        if self.depth > DEEPEST {
            return;
        }
        let mut at = range.start;
        while at < range.end {
            match self.kind(at) {
                kind::ATTRIBUTE => at = self.behind(at + 1, range.end),
                kind::LEFT_BRACKET => {
                    let behind = self.behind(at, range.end);
                    self.look_through(at..behind);
                    at = behind;
                }
                kind::LEFT_PAREN
                    if is_specifier(self.kind(at + 1)) && !self.reader(at..range.end).nests(at) =>
                {
                    let behind = self.behind(at, range.end);
                    if own != Some(at) {
                        self.enter();
                    }
                    for piece in self.reader(at + 1..behind - 1).parameter_pieces() {
                        self.parameter(piece);
                    }
                    if own != Some(at) {
                        self.leave(behind);
                    }
                    at = behind;
                }
                _ => at += 1,
            }
        }
    }

    fn parameter(&mut self, piece: Range<usize>) {
        let (_, stop) = self.specifiers(piece.start, piece.end);
        self.parameters(stop..piece.end, None);
        let parameter = self.reader(piece.clone()).parameter();
        if let Some(name) = parameter.name {
            self.declare(&name, piece.end, parameter.ty, Meaning::Object);
        }
    }

    // Structures and enumerations --------------------------------------------

    /// Reads what is defined inside of specifiers or of an expression:
    /// structures, enumerations, blocks.
    fn look_through(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            match self.kind(at) {
                kind::STRUCT | kind::UNION | kind::ENUM => at = self.tag(at, range.end),
                kind::LEFT_PAREN if self.kind(at + 1) == kind::LEFT_BRACE => {
                    at = self.block(at + 1, range.end, false);
                }
                _ => at += 1,
            }
        }
    }

    /// Reads a structure, union or enumeration, from its keyword on.
    fn tag(&mut self, keyword: usize, end: usize) -> usize {
        let is_enumeration = self.kind(keyword) == kind::ENUM;
        let is_union = self.kind(keyword) == kind::UNION;
        let mut reader = self.reader(keyword + 1..end);
        let mut attributes = reader.attributes();
        let mut at = reader.next;
        let name = matches!(self.kind(at), kind::IDENTIFIER | kind::TYPEDEF_NAME).then(|| self.text(at));
        at += usize::from(name.is_some());
        let defines = at < end && self.kind(at) == kind::LEFT_BRACE;
        let known = match name {
            Some(name) if defines => self.types.tags.find_here(name).copied(),
            Some(name) => self.types.tags.find(name, keyword).copied(),
            None => None,
        };
        let known = known.filter(|tag| !defines || !self.types.is_defined(*tag));
        let tag = known.unwrap_or_else(|| {
            let tag = if is_enumeration {
                Tag::Enumeration(self.types.new_enumeration(name))
            } else {
                Tag::Record(self.types.new_record(is_union, name))
            };
            if let Some(name) = name {
                self.types.tags.declare(name, keyword, tag);
            }
            tag
        });
        self.types.tagged.insert(keyword, tag);
        if !defines {
            return at;
        }
        let close = self.types.lexemes.closing(at, end).unwrap_or(end);
        if self.depth > DEEPEST {
            return (close + 1).min(end);
        }
        let body = at + 1..close;
        self.depth += 1;
        let mut reader = self.reader((close + 1).min(end)..end);
        attributes.add(reader.attributes());
        let behind = reader.next;
        if let Some(&outer) = self.outer.last() {
            self.types.outer.insert(tag, outer);
        }
        match tag {
            Tag::Record(id) => {
                self.outer.push(id);
                let members = self.members(body);
                self.outer.pop();
                let pack = self.types.packing_at(close);
                attributes.is_foreign |= self.types.is_foreign_at(close);
                self.types.define_record(id, members, &attributes, pack);
            }
            Tag::Enumeration(id) => {
                let (least, most) = self.enumerators(body, id);
                self.types.define_enumeration(id, least, most, attributes.packed);
            }
        }
        self.depth -= 1;
        behind
    }

    fn members(&mut self, body: Range<usize>) -> Vec<Member> {
        let mut members = Vec::new();
        let mut at = body.start;
        while at < body.end {
            if self.kind(at) == kind::STATIC_ASSERT {
                at = self.expression(at, body.end);
                continue;
            }
            let (specifiers, stop) = self.specifiers(at, body.end);
            let next = self.find(stop, body.end, &[kind::SEMICOLON]) + 1;
            at = next.max(at + 1);
            let mut piece = stop;
            if piece + 1 >= next {
                // A structure without a name, or nothing (6.7.2.1, 13).
                let is_anonymous = matches!(specifiers.base, Some(Type { kind: Kind::Record(_), .. }));
                if is_anonymous && self.is_member_structure(&specifiers) {
                    members.push(member(None, specifiers.base, None, &specifiers.attributes));
                }
                continue;
            }
            while piece + 1 < next {
                let end = self.find(piece, next - 1, &[kind::COMMA, kind::SEMICOLON]);
                members.push(self.member(&specifiers, piece..end));
                piece = end + 1;
            }
        }
        members
    }

    /// Whether a structure without a declarator is a member: it has no tag,
    /// or (`-fms-extensions` apart) it is none.
    fn is_member_structure(&self, specifiers: &Specifiers) -> bool {
        match specifiers.base.as_ref().map(|ty| &ty.kind) {
            Some(Kind::Record(id)) => self.types.record(*id).tag.is_none(),
            _ => false,
        }
    }

    fn member(&mut self, specifiers: &Specifiers, piece: Range<usize>) -> Member {
        let colon = self.find(piece.start, piece.end, &[kind::COLON]);
        self.parameters(piece.start..colon, None);
        let mut reader = self.reader(piece.start..colon);
        let declared = reader.declared(specifiers);
        let (name, ty, mut attributes) = declared.unwrap_or_default();
        let name = name.map(|at| Rc::from(self.text(at)));
        let mut bits = None;
        if colon < piece.end {
            self.look_through(colon..piece.end);
            let mut width = self.reader(colon + 1..piece.end);
            let operand = width.assignment();
            attributes.add(width.attributes());
            let value = operand.and_then(|operand| operand.value).and_then(|value| value.integer());
            bits = Some(value.and_then(|value| u32::try_from(value).ok()).filter(|_| width.is_done()));
        }
        member(name, ty, bits, &attributes)
    }

    /// Reads enumerators; gives the least and the greatest value, if all are
    /// known.
    fn enumerators(&mut self, body: Range<usize>, id: super::EnumerationId) -> (Option<i128>, Option<i128>) {
        let mut next: Option<i128> = Some(0);
        let (mut least, mut most) = (Some(i128::MAX), Some(i128::MIN));
        let mut at = body.start;
        while at < body.end {
            let end = self.find(at, body.end, &[kind::COMMA]);
            let name = self.text(at);
            let is_name = self.kind(at) == kind::IDENTIFIER;
            let mut reader = self.reader(at + 1..end);
            reader.attributes();
            let equals = reader.next;
            if self.kind(equals) == kind::ASSIGN && equals < end {
                self.look_through(equals + 1..end);
                next = self.reader(equals + 1..end).whole_constant();
            }
            if is_name {
                self.declare(name, end, None, Meaning::Enumerator { value: next, of: id });
            }
            least = least.zip(next).map(|(least, value)| least.min(value));
            most = most.zip(next).map(|(most, value)| most.max(value));
            next = next.and_then(|value| value.checked_add(1));
            at = end + 1;
        }
        (least, most)
    }
}

fn member(
    name: Option<Rc<str>>,
    ty: Option<Type>,
    bits: Option<Option<u32>>,
    attributes: &Attributes,
) -> Member {
    Member { name, ty, bits, align: attributes.align, packed: attributes.packed }
}

impl Types<'_> {
    fn new_record(&mut self, is_union: bool, tag: Option<&str>) -> super::RecordId {
        self.records.push(Record {
            is_union,
            tag: tag.map(Rc::from),
            typedef: None,
            members: None,
            packed: false,
            align: Alignment::Natural,
            pack: None,
            is_foreign: false,
            layout: None,
        });
        super::RecordId(self.records.len() - 1)
    }

    fn new_enumeration(&mut self, tag: Option<&str>) -> super::EnumerationId {
        let tag = tag.map(Rc::from);
        self.enumerations.push(Enumeration {
            tag,
            typedef: None,
            basic: None,
            is_wide: false,
            in_cplusplus: None,
        });
        super::EnumerationId(self.enumerations.len() - 1)
    }

    fn is_defined(&self, tag: Tag) -> bool {
        match tag {
            Tag::Record(id) => self.record(id).members.is_some(),
            Tag::Enumeration(id) => self.enumeration(id).basic.is_some(),
        }
    }

    fn define_record(
        &mut self,
        id: super::RecordId,
        members: Vec<Member>,
        attributes: &Attributes,
        pack: Option<u64>,
    ) {
        let record = &mut self.records[id.0];
        record.members = Some(members);
        record.packed = attributes.packed;
        record.align = attributes.align;
        record.is_foreign = attributes.is_foreign;
        record.pack = pack;
        let layout = self.lay_out(&self.records[id.0]).map(Rc::new);
        self.records[id.0].layout = layout;
    }

    /// An enumeration is `unsigned int` if it has no negative values, and
    /// wider than `int` only if it must be; a packed one is as small as it can
    /// be.
    fn define_enumeration(
        &mut self,
        id: super::EnumerationId,
        least: Option<i128>,
        most: Option<i128>,
        packed: bool,
    ) {
        let Some((least, most)) = least.zip(most) else { return };
        let (least, most) = (least.min(0), most.max(0));
        let fits = |basic: &Basic| {
            super::constant::wrap(least, *basic) == least && super::constant::wrap(most, *basic) == most
        };
        let sizes: &[u64] = if packed { &[1, 2, 4, 8, 16] } else { &[4, 8, 16] };
        let candidates = sizes.iter().filter_map(|&size| Basic::of_size(size, least == 0));
        let enumeration = &mut self.enumerations[id.0];
        enumeration.basic = candidates.into_iter().find(fits);
        enumeration.is_wide = !fits(&Basic::Int);
        let promoted = [Basic::Int, Basic::UnsignedInt, Basic::Long, Basic::UnsignedLong];
        enumeration.in_cplusplus = promoted.into_iter().find(fits);
    }

    /// Remembers the first typedef of a type without a tag, to write about it.
    fn name_by_typedef(&mut self, ty: &Type, name: &str) {
        let is_plain = ty.qualifiers == Qualifiers::default();
        match ty.kind {
            Kind::Record(id) if is_plain => {
                self.records[id.0].typedef.get_or_insert_with(|| Rc::from(name));
            }
            Kind::Enumeration(id) if is_plain => {
                self.enumerations[id.0].typedef.get_or_insert_with(|| Rc::from(name));
            }
            _ => {}
        }
    }
}

/// A function of unknown parameters.
pub(super) fn unprototyped(returns: Type) -> Type {
    let function = Function { returns, parameters: Vec::new(), style: Style::Unprototyped };
    Kind::Function(Rc::new(function)).into()
}
