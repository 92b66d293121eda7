//! The pass over a program that finds its declarations.
//!
//! It remembers what each name means, from where and up to where: variables
//! with their types, typedefs, functions, enumerators with their values,
//! structures with their layouts. An expression is not read unless a type
//! depends on it; it is only looked through for what can be defined in one,
//! which is a structure in a type name, or a block of gcc's statement
//! expressions.
//!
//! The pass never fails. What it does not understand has no type.

use std::rc::Rc;

use super::attributes::Attributes;
use super::constant::convert;
use super::ctype::{Alias, Basic, Function, Kind, Length, Qualifiers, Style, Type};
use super::declarations::{self, Declared, Specifiers};
use super::reader::Reader;
use super::tags::{Alignment, Enumeration, Member, Record, Tag};
use super::{Declaration, Meaning, Types};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{self, Node, Tree};

/// How deep structures, parameter lists and blocks in initialisers may be
/// nested; what is deeper is passed over. C17 asks for 63 levels (5.2.4.1).
const DEEPEST: u32 = 160;

/// The names of the function that they stand in (C17 6.4.2.2, GNU).
pub const FUNCTION_NAMES: [&str; 3] = ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"];

/// The names of values that `declare reduction` declares (OpenMP 5.2, 5.5.11).
pub const OPERANDS: [&str; 4] = ["omp_out", "omp_in", "omp_priv", "omp_orig"];

/// What is known of a program so far, while it is read.
pub(super) struct Pass<'t> {
    types: Types<'t>,
    tree: &'t Tree,
    /// How many structures, parameter lists and blocks in initialisers are open.
    depth: u32,
    /// The structures whose definitions are open.
    outer: Vec<super::RecordId>,
}

/// What is still to be done on the way.
enum Step<'t> {
    Look(Node<'t>),
    /// Closes a scope at a token.
    Leave(usize),
}

impl<'t> Pass<'t> {
    pub fn over(types: Types<'t>) -> Types<'t> {
        let tree = types.tree;
        let mut pass = Pass { types, tree, depth: 0, outer: Vec::new() };
        pass.declare_builtins();
        pass.look_through(pass.tree.top());
        pass.types
    }

    fn text(&self, at: usize) -> &'t str {
        self.types.list.text(at)
    }

    fn reader(&self) -> Reader<'_> {
        Reader::new(&self.types)
    }

    fn enter(&mut self) {
        self.types.names.enter();
        self.types.tags.enter();
    }

    fn leave(&mut self, at: usize) {
        self.types.names.leave(at);
        self.types.tags.leave(at);
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
        self.types.names.declare(name, from, Declaration { ty, meaning, align: None, constant: None });
    }

    /// Goes through nodes and what is in them, one level deeper; what is too deep is passed over.
    fn look_through(&mut self, nodes: impl DoubleEndedIterator<Item = Node<'t>>) {
        if self.depth > DEEPEST {
            return;
        }
        self.depth += 1;
        let mut steps: Vec<Step<'t>> = nodes.rev().map(Step::Look).collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Look(node) => self.look(node, &mut steps),
                Step::Leave(at) => self.leave(at),
            }
        }
        self.depth -= 1;
    }

    /// Takes what a node declares; what else is to be looked at becomes the next steps.
    fn look(&mut self, node: Node<'t>, steps: &mut Vec<Step<'t>>) {
        match node.kind() {
            tree::Kind::Attribute => {}
            tree::Kind::Structure | tree::Kind::Enumeration => self.tag(node),
            tree::Kind::Declaration => self.declaration(node, steps),
            tree::Kind::Function => {
                let specifiers = self.specifiers(node);
                self.function(&specifiers, node, node, steps);
            }
            tree::Kind::Directive if node.child(tree::Kind::TypeName).is_some() => {
                self.enter();
                self.operands(node);
                steps.push(Step::Leave(node.last()));
                steps.extend(node.children().rev().map(Step::Look));
            }
            // Statements that are scopes (6.8.4, 6.8.5).
            tree::Kind::Block
            | tree::Kind::If
            | tree::Kind::Switch
            | tree::Kind::While
            | tree::Kind::Do
            | tree::Kind::For => {
                self.enter();
                let is_block = node.kind() == tree::Kind::Block;
                steps.push(Step::Leave(node.last() + usize::from(!is_block)));
                steps.extend(node.children().rev().map(Step::Look));
            }
            _ => steps.extend(node.children().rev().map(Step::Look)),
        }
    }

    /// Declares the values in a reduction operator's expressions. An operator for several types gives them none.
    fn operands(&mut self, directive: Node<'t>) {
        let mut types = directive.children().filter(|part| part.kind() == tree::Kind::TypeName);
        let only = types.next().filter(|_| types.next().is_none());
        let ty = only.and_then(|only| self.reader().type_name(only));
        for name in OPERANDS {
            self.declare(name, directive.first(), ty.clone(), Meaning::Object);
        }
    }

    // Declarations -----------------------------------------------------------

    /// Reads a declaration. That of a nested function ends with its body.
    fn declaration(&mut self, node: Node<'t>, steps: &mut Vec<Step<'t>>) {
        let specifiers = self.specifiers(node);
        // An attribute may say that another file has the variable after all.
        let is_attribute = |at: usize| self.types.list[at].kind == kind::ATTRIBUTE;
        let is_constant = specifiers.qualifiers.constant
            && !specifiers.qualifiers.volatile
            && !node.tokens().any(is_attribute);
        let has_body = node.child(tree::Kind::Block).is_some();
        let declarators = node.children().filter(|part| part.kind() == tree::Kind::InitDeclarator);
        let mut declarators = declarators.peekable();
        while let Some(part) = declarators.next() {
            match has_body && declarators.peek().is_none() {
                true => self.function(&specifiers, part, node, steps),
                false => self.declarator(&specifiers, part, is_constant),
            }
        }
    }

    /// Reads specifiers: first what they define, then what they say.
    fn specifiers(&mut self, declaration: Node<'t>) -> Specifiers {
        if let Some(list) = declaration.child(tree::Kind::Specifiers) {
            for part in list.children() {
                match part.kind() {
                    tree::Kind::Attribute => {}
                    tree::Kind::Structure | tree::Kind::Enumeration => self.tag(part),
                    _ => self.look_through(part.children()),
                }
            }
            if declaration.children().len() == 1
                && declaration.kind() == tree::Kind::Declaration
                && let Some(tag) = list.children().next()
            {
                self.redeclare_tag(list, tag);
            }
        }
        self.reader().specifiers(declaration)
    }

    /// `struct node;` declares a tag anew in an inner scope (6.7.2.3, 7).
    fn redeclare_tag(&mut self, list: Node<'t>, tag: Node<'t>) {
        let (Some(name), None) = declarations::head_of_tag(self.types.list, tag) else { return };
        let is_all = list.tokens() == tag.tokens() && tag.children().len() == 0;
        if !is_all || tag.kind() != tree::Kind::Structure {
            return;
        }
        if self.types.tags.find_here(self.text(name)).is_none() {
            let keyword = tag.first();
            let is_union = self.types.list[keyword].kind == kind::UNION;
            let id = self.types.new_record(is_union, Some(self.text(name)));
            self.types.tags.declare(self.text(name), keyword, Tag::Record(id));
            self.types.tagged.insert(keyword, Tag::Record(id));
        }
    }

    /// Reads a declarator with what belongs to it.
    fn declarator(&mut self, specifiers: &Specifiers, node: Node<'t>, is_constant: bool) {
        self.parameters(node, None);
        let declared = self.reader().declared(specifiers, node);
        let is_part = |part: &Node<'_>| {
            matches!(part.kind(), tree::Kind::Declarator | tree::Kind::AssemblerName | tree::Kind::Attribute)
        };
        let behind = node.children().take_while(is_part).last().map_or(node.first(), |part| part.last() + 1);
        let value = node.children().next_back().filter(|part| !is_part(part));
        let name = declared.0.map(|name| self.text(name));
        self.declare_name(behind, declared, specifiers);
        if let Some(value) = value {
            self.look_through(std::iter::once(value));
            if let Some(name) = name {
                self.initialize(name, specifiers, value);
                if is_constant {
                    self.note_value(name, value);
                }
            }
        }
    }

    fn declare_name(&mut self, from: usize, declared: Declared, specifiers: &Specifiers) {
        let (Some(name), ty, attributes) = declared else { return };
        let name = self.text(name);
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
        self.types.names.declare(
            name,
            from,
            Declaration { ty, meaning: Meaning::Object, align, constant: None },
        );
    }

    /// Completes the type of the name that was declared last by its
    /// initialiser.
    fn initialize(&mut self, name: &str, specifiers: &Specifiers, value: Node<'t>) {
        let Some(found) = self.types.names.find_here(name) else { return };
        let ty = match found.ty.clone() {
            None if specifiers.is_inferred => {
                let ty = self.reader().operand(value).value_type();
                ty.map(|ty| ty.qualified(specifiers.qualifiers))
            }
            Some(ty) if matches!(ty.kind, Kind::Array { length: Length::Unknown, .. }) => {
                self.types.completed(ty, &self.reader(), value)
            }
            _ => return,
        };
        if let Some(found) = self.types.names.find_here(name) {
            found.ty = ty;
        }
    }

    /// Takes down the value of the constant that was declared last, if it is of integer type and its initialiser says it.
    fn note_value(&mut self, name: &str, value: Node<'t>) {
        let is_integer = |basic: &Basic| basic.is_integer();
        let found = self.types.names.find_here(name);
        let ty = found.and_then(|found| found.ty.as_ref().filter(|ty| ty.qualifiers.constant)?.basic());
        let Some(ty) = ty.filter(is_integer) else { return };
        let operand = self.reader().with_objects().operand(value);
        let known = operand.value.zip(operand.ty.and_then(|ty| ty.basic()));
        let constant = known.and_then(|(value, from)| convert(value, from, ty)?.integer());
        if let Some(found) = self.types.names.find_here(name) {
            found.constant = constant;
        }
    }

    /// Reads the definition of a function, of which one node has the declarator and one the body. Its parameters are
    /// declared in the scope of its body.
    fn function(
        &mut self,
        specifiers: &Specifiers,
        head: Node<'t>,
        whole: Node<'t>,
        steps: &mut Vec<Step<'t>>,
    ) {
        let (Some(declarator), Some(body)) =
            (head.child(tree::Kind::Declarator), whole.child(tree::Kind::Block))
        else {
            return;
        };
        self.enter();
        let own = declarations::own_parameters(declarator);
        self.parameters(head, own);
        let declared = self.reader().declared(specifiers, head);
        let old_style = own.and_then(|own| own.child(tree::Kind::Names));
        let is_name = |at: &usize| self.types.list[*at].kind == kind::IDENTIFIER;
        let old_style: Vec<&'t str> = old_style
            .map(|names| names.tokens().filter(is_name).map(|at| self.text(at)).collect())
            .unwrap_or_default();
        for &name in &old_style {
            self.declare(name, declarator.last() + 1, Some(Type::INT), Meaning::Object);
        }
        self.look_through(whole.children().filter(|part| part.kind() == tree::Kind::Declaration));
        let mut old_types = Vec::new();
        for name in &old_style {
            if let Some(found) = self.types.names.find_here(name) {
                found.ty = found.ty.take().map(|ty| ty.adjusted());
                old_types.push(found.ty.clone());
            }
        }
        // The function is of the scope around its body.
        let scope = self.types.names.set_aside();
        let name = declared.0.map(|name| self.text(name));
        if let Some(name) = name {
            if let Some(function) = declared.1.as_ref().and_then(Type::function) {
                if function.style == Style::Unprototyped {
                    self.types.old_style.insert(name.to_owned(), old_types);
                }
                self.types.bodies.push((body.tokens(), function.returns.clone()));
            }
            self.declare_name(declarator.first(), declared, specifiers);
        }
        self.types.names.take_up(scope);
        if let Some(name) = name {
            let length = Length::constant(name.len() as u64 + 1);
            let constant = Qualifiers { constant: true, ..Qualifiers::default() };
            let ty = Type::array_of(Type::from(Basic::Char).qualified(constant), length);
            for word in FUNCTION_NAMES {
                self.declare(word, body.first(), Some(ty.clone()), Meaning::Object);
            }
        }
        steps.push(Step::Leave(body.last() + 1));
        steps.extend(body.children().rev().map(Step::Look));
    }

    /// Declares the parameters in a declarator, each list in a scope of its
    /// own, but for that of the function that is defined; and looks through
    /// the bounds of arrays.
    fn parameters(&mut self, node: Node<'t>, own: Option<Node<'t>>) {
        let Some(declarator) = node.child(tree::Kind::Declarator) else { return };
        let Some(mut direct) = declarations::innermost(declarator) else { return };
        loop {
            for part in direct.children() {
                match part.kind() {
                    tree::Kind::Array => self.look_through(part.children()),
                    tree::Kind::Parameters if self.depth <= DEEPEST => {
                        let is_own = own.is_some_and(|own| own.first() == part.first());
                        if !is_own {
                            self.enter();
                        }
                        self.depth += 1;
                        part.children().for_each(|parameter| self.parameter(parameter));
                        self.depth -= 1;
                        if !is_own {
                            self.leave(part.last() + 1);
                        }
                    }
                    _ => {}
                }
            }
            direct = match direct.parent().and_then(Node::parent) {
                Some(around) if around.kind() == tree::Kind::DirectDeclarator => around,
                _ => return,
            };
        }
    }

    fn parameter(&mut self, node: Node<'t>) {
        if node.kind() != tree::Kind::Parameter {
            return;
        }
        self.specifiers(node);
        self.parameters(node, None);
        let parameter = self.reader().parameter(node);
        if let Some(name) = parameter.name {
            self.declare(&name, node.last() + 1, parameter.ty, Meaning::Object);
        }
    }

    // Structures and enumerations --------------------------------------------

    /// Reads a structure, union or enumeration.
    fn tag(&mut self, node: Node<'t>) {
        let keyword = node.first();
        let is_union = self.types.list[keyword].kind == kind::UNION;
        let (name, open) = declarations::head_of_tag(self.types.list, node);
        let name = name.map(|name| self.text(name));
        let known = match name {
            Some(name) if open.is_some() => self.types.tags.find_here(name).copied(),
            Some(name) => self.types.tags.find(name, keyword).copied(),
            None => None,
        };
        let known = known.filter(|tag| open.is_none() || !self.types.is_defined(*tag));
        let tag = known.unwrap_or_else(|| {
            let tag = match node.kind() {
                tree::Kind::Enumeration => Tag::Enumeration(self.types.new_enumeration(name)),
                _ => Tag::Record(self.types.new_record(is_union, name)),
            };
            if let Some(name) = name {
                self.types.tags.declare(name, keyword, tag);
            }
            tag
        });
        self.types.tagged.insert(keyword, tag);
        if open.is_none() || self.depth > DEEPEST {
            return;
        }
        self.depth += 1;
        let mut attributes = Attributes::default();
        let own = node.children().take_while(|part| part.kind() == tree::Kind::Attribute);
        for attribute in own.chain(declarations::attributes_behind(self.types.list, node)) {
            attributes.add(self.reader().attributes(attribute));
        }
        if let Some(&outer) = self.outer.last() {
            self.types.outer.insert(tag, outer);
        }
        match tag {
            Tag::Record(id) => {
                self.outer.push(id);
                let members = self.members(node);
                self.outer.pop();
                let pack = self.types.packing(node.last());
                attributes.is_foreign |= self.types.is_foreign_at(node.last());
                self.types.define_record(id, members, &attributes, pack);
            }
            Tag::Enumeration(id) => {
                let (least, most) = self.enumerators(node, id);
                self.types.define_enumeration(id, least, most, attributes.packed);
            }
        }
        self.depth -= 1;
    }

    fn members(&mut self, structure: Node<'t>) -> Vec<Member> {
        let mut members = Vec::new();
        for node in structure.children().filter(|part| part.kind() == tree::Kind::Member) {
            if let Some(assertion) = node.child(tree::Kind::StaticAssertion) {
                self.look_through(assertion.children());
                continue;
            }
            let specifiers = self.specifiers(node);
            let mut declarators =
                node.children().filter(|part| part.kind() == tree::Kind::MemberDeclarator).peekable();
            if declarators.peek().is_none() && self.is_member_structure(&specifiers) {
                // A structure without a name (6.7.2.1, 13).
                members.push(member(None, specifiers.base.clone(), None, &specifiers.attributes));
            }
            for declarator in declarators {
                members.push(self.member(&specifiers, declarator));
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

    fn member(&mut self, specifiers: &Specifiers, node: Node<'t>) -> Member {
        self.parameters(node, None);
        let (name, ty, attributes) = self.reader().declared(specifiers, node);
        let name = name.map(|at| Rc::from(self.text(at)));
        let width = node.children().find(|part| part.kind().is_expression());
        let bits = width.map(|width| {
            self.look_through(std::iter::once(width));
            u32::try_from(self.reader().operand(width).value?.integer()?).ok()
        });
        member(name, ty, bits, &attributes)
    }

    /// Reads enumerators; gives the least and the greatest value, if all are
    /// known.
    fn enumerators(&mut self, node: Node<'t>, id: super::EnumerationId) -> (Option<i128>, Option<i128>) {
        let mut next: Option<i128> = Some(0);
        let (mut least, mut most) = (Some(i128::MAX), Some(i128::MIN));
        for enumerator in node.children().filter(|part| part.kind() == tree::Kind::Enumerator) {
            if let Some(value) = enumerator.children().find(|part| part.kind().is_expression()) {
                self.look_through(std::iter::once(value));
                next = self.reader().constant(value);
            }
            let meaning = Meaning::Enumerator { value: next, of: id };
            self.declare(self.text(enumerator.first()), enumerator.last() + 1, None, meaning);
            least = least.zip(next).map(|(least, value)| least.min(value));
            most = most.zip(next).map(|(most, value)| most.max(value));
            next = next.and_then(|value| value.checked_add(1));
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
