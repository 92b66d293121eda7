//! Specifiers, declarators and type names (C17 6.7).
//!
//! A declarator says from the inside out what the name is: `*p[3]` an array of
//! three pointers. It is read into parts in that order, and the type is built
//! from the specifiers' type by the parts in reverse.

use std::rc::Rc;

use super::attributes::Attributes;
use super::ctype::{Alias, Bound, Function, Kind, Length, Parameter, Qualifiers, Style, Type};
use super::differences::Difference;
use super::keywords::Words;
use super::reader::Reader;
use super::tags::Alignment;
use super::{Meaning, lexemes, standard};
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{self, Node, Piece};

/// What the specifiers of a declaration, or of a type name, say.
#[derive(Clone, Debug, Default)]
pub(super) struct Specifiers {
    /// `None` if it could not be made out.
    pub base: Option<Type>,
    pub qualifiers: Qualifiers,
    /// `__auto_type`: the type is that of the initialiser.
    pub is_inferred: bool,
    pub is_typedef: bool,
    pub is_extern: bool,
    pub attributes: Attributes,
}

/// One step of a declarator.
#[derive(Clone, Debug)]
enum Part {
    Pointer(Qualifiers),
    Array { length: Length, qualifiers: Qualifiers },
    Function { parameters: Vec<Parameter>, style: Style },
}

/// A declarator.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarator {
    /// The token of the name.
    pub name: Option<usize>,
    /// From the name outwards.
    parts: Vec<Part>,
}

/// What a declarator declares: the token of the name, the type, and all attributes of the declaration.
pub(super) type Declared = (Option<usize>, Option<Type>, Attributes);

/// The name and the opening brace of a structure, union or enumeration, as far as it has them.
pub(super) fn head_of_tag(list: &TokenList, node: Node<'_>) -> (Option<usize>, Option<usize>) {
    let tokens = node.pieces(list).skip(1).filter_map(|piece| match piece {
        Piece::Token(at) => Some(at),
        Piece::Node(_) => None,
    });
    let mut tokens = tokens.peekable();
    let name = tokens.next_if(|&at| list[at].kind != kind::LEFT_BRACE);
    (name, tokens.next())
}

/// The attributes behind the closing brace of a structure, union or enumeration: they are its own.
pub(super) fn attributes_behind<'t>(list: &TokenList, tag: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let defines = head_of_tag(list, tag).1.is_some();
    let siblings = tag.parent().filter(|_| defines).into_iter().flat_map(Node::children);
    siblings
        .skip_while(move |sibling| sibling.first() <= tag.first())
        .take_while(|sibling| sibling.kind() == tree::Kind::Attribute)
}

/// The innermost part of a declarator, which has the name if there is one.
pub fn innermost(declarator: Node<'_>) -> Option<Node<'_>> {
    let mut direct = declarator.child(tree::Kind::DirectDeclarator)?;
    while let Some(inner) = direct.child(tree::Kind::Declarator) {
        direct = inner.child(tree::Kind::DirectDeclarator)?;
    }
    Some(direct)
}

/// The parameters of the name in a declarator, if it is that of a function.
pub fn own_parameters(declarator: Node<'_>) -> Option<Node<'_>> {
    let is_suffix = |part: &Node<'_>| matches!(part.kind(), tree::Kind::Array | tree::Kind::Parameters);
    let mut direct = innermost(declarator)?;
    loop {
        if let Some(suffix) = direct.children().find(is_suffix) {
            return Some(suffix).filter(|suffix| suffix.kind() == tree::Kind::Parameters);
        }
        let around = direct.parent().filter(|around| around.child(tree::Kind::Pointer).is_none())?;
        direct = around.parent().filter(|outer| outer.kind() == tree::Kind::DirectDeclarator)?;
    }
}

impl Reader<'_> {
    /// Reads the specifiers of a declaration, or of a type name, with attributes in front. With none of a type, it is
    /// `int` (C90 6.5.2).
    pub fn specifiers(&self, declaration: Node<'_>) -> Specifiers {
        let mut result = Specifiers::default();
        let mut words = Words::default();
        let mut qualifiers = Qualifiers::default();
        // The type of a specifier that is no keyword; nothing inside if it
        // could not be made out.
        let mut named: Option<Option<Type>> = None;
        // Behind what is taken to be in front of it.
        let mut behind = 0;
        let is_of_them =
            |part: &Node<'_>| matches!(part.kind(), tree::Kind::Attribute | tree::Kind::Specifiers);
        let pieces = declaration.children().take_while(is_of_them).flat_map(|part| {
            let is_list = part.kind() == tree::Kind::Specifiers;
            let list = is_list.then(|| part.pieces(self.list)).into_iter().flatten();
            list.chain((!is_list).then_some(Piece::Node(part)))
        });
        for piece in pieces {
            let part = match piece {
                Piece::Token(at) => {
                    let (token, text) = (self.kind(at), self.text(at));
                    match token {
                        kind::TYPEDEF => result.is_typedef = true,
                        kind::EXTERN => result.is_extern = true,
                        kind::AUTO_TYPE => {
                            result.is_inferred = true;
                            named = Some(None);
                        }
                        kind::CONST | kind::VOLATILE | kind::RESTRICT => qualifiers.add(text),
                        kind::ATOMIC_QUALIFIER => qualifiers.atomic = true,
                        kind::TYPEDEF_NAME => named = Some(self.typedef(at)),
                        _ => drop(words.take(token, text)),
                    }
                    continue;
                }
                Piece::Node(part) => part,
            };
            match part.kind() {
                tree::Kind::Attribute if part.first() >= behind => {
                    result.attributes.add(self.attributes(part));
                }
                tree::Kind::Alignment => {
                    result.attributes.align = result.attributes.align.and(self.alignas(part));
                }
                tree::Kind::Typeof | tree::Kind::AtomicType => {
                    qualifiers.atomic |= part.kind() == tree::Kind::AtomicType;
                    let ty = self.computed_type(part);
                    if let Some(ty) = &ty {
                        self.tell(|| Difference::Computed { tokens: part.tokens(), ty: ty.clone() });
                    }
                    named = Some(ty);
                }
                tree::Kind::Structure | tree::Kind::Enumeration => {
                    named = Some(self.tagged(part));
                    behind = attributes_behind(self.list, part).last().map_or(0, |last| last.last());
                }
                _ => {}
            }
        }
        let base = match named {
            Some(ty) => ty,
            None => words.kind().map(Type::from),
        };
        let base = base.map(|ty| ty.qualified(qualifiers));
        result.qualifiers = qualifiers;
        result.base = base.and_then(|ty| result.attributes.base(ty));
        if result.attributes.is_foreign {
            result.base = None;
        }
        result
    }

    /// `_Alignas(…)`.
    fn alignas(&self, node: Node<'_>) -> Alignment {
        let Some(of) = node.children().next() else { return Alignment::Unknown };
        let align = if of.kind() == tree::Kind::TypeName {
            self.type_name(of).and_then(|ty| self.types.align_of(&ty))
        } else {
            self.constant(of).and_then(|value| u64::try_from(value).ok())
        };
        match align {
            Some(0) => Alignment::Natural,
            Some(align) if align.is_power_of_two() => Alignment::Bytes(align),
            _ => Alignment::Unknown,
        }
    }

    /// `typeof(…)` and `_Atomic(…)`.
    fn computed_type(&self, node: Node<'_>) -> Option<Type> {
        let of = node.children().next()?;
        if of.kind() == tree::Kind::TypeName {
            return self.type_name(of);
        }
        self.unobserved().operand(of).visible_type()
    }

    /// A structure, union or enumeration.
    fn tagged(&self, node: Node<'_>) -> Option<Type> {
        let tag = match self.is_own() {
            true => self.types.tagged.get(&node.first()).copied(),
            false => None,
        };
        let tag = match (tag, head_of_tag(self.list, node)) {
            (None, (Some(name), None)) => {
                self.types.tags.find(self.text(name), self.place(node.first())).copied()
            }
            _ => tag,
        };
        Some(tag?.ty())
    }

    fn typedef(&self, at: usize) -> Option<Type> {
        let name = self.text(at);
        let Some(found) = self.lookup(at) else {
            let known = standard::typedef(name).map(Type::from);
            return Some(known.unwrap_or_else(|| Kind::Opaque(Rc::from(name)).into()));
        };
        let ty = found.ty.clone().filter(|_| found.meaning == Meaning::Typedef)?;
        let alias = Alias { name: Rc::from(name), qualifiers: ty.qualifiers };
        Some(Type { alias: Some(Rc::new(alias)), ..ty })
    }

    /// Reads a type name (6.7.7).
    pub fn type_name(&self, node: Node<'_>) -> Option<Type> {
        self.deeper(|| {
            let specifiers = self.specifiers(node);
            self.declared(&specifiers, node).1
        })?
    }

    /// Reads the declarator in a node, with what belongs to it.
    pub fn declared(&self, specifiers: &Specifiers, node: Node<'_>) -> Declared {
        let declarator = node.child(tree::Kind::Declarator);
        // Those of a parameter are part of its declarator.
        let direct = declarator.and_then(|node| node.child(tree::Kind::DirectDeclarator));
        let inner = direct.and_then(|direct| direct.child(tree::Kind::Declarator)).map_or(0, Node::last);
        let of_direct = direct.into_iter().flat_map(Node::children).filter(|part| part.first() > inner);
        let mut own = Attributes::default();
        let is_own = |part: &Node<'_>| {
            part.kind() == tree::Kind::Attribute
                && declarator.is_none_or(|declarator| part.first() >= declarator.first())
        };
        let is_member = |_: &Node<'_>| node.kind() != tree::Kind::Parameter;
        for attribute in of_direct.chain(node.children().filter(is_member)).filter(is_own) {
            own.add(self.attributes(attribute));
        }
        let base = specifiers.base.clone().and_then(|base| own.base(base));
        let mut attributes = specifiers.attributes.clone();
        attributes.add(own);
        let parts = declarator.map_or(Some(Declarator::default()), |node| self.declarator(node));
        let name = parts.as_ref().and_then(|parts| parts.name);
        let ty = base.zip(parts).and_then(|(base, parts)| parts.apply(base));
        (name, ty.and_then(|ty| attributes.moded(ty)), attributes)
    }

    /// Reads a declarator, with a name or without.
    fn declarator(&self, node: Node<'_>) -> Option<Declarator> {
        self.deeper(|| self.read_declarator(node))?
    }

    fn read_declarator(&self, node: Node<'_>) -> Option<Declarator> {
        let mut pointers = Vec::new();
        for piece in node.child(tree::Kind::Pointer).into_iter().flat_map(|node| node.pieces(self.list)) {
            match piece {
                Piece::Token(at) if self.kind(at) == kind::STAR => pointers.push(Qualifiers::default()),
                Piece::Token(at) => pointers.last_mut()?.add(self.text(at)),
                Piece::Node(_) => {}
            }
        }
        let mut declarator = Declarator::default();
        if let Some(direct) = node.child(tree::Kind::DirectDeclarator) {
            declarator.name = Some(direct.at()).filter(|&at| self.kind(at) == kind::IDENTIFIER);
            for part in direct.children() {
                match part.kind() {
                    tree::Kind::Declarator => declarator = self.declarator(part)?,
                    tree::Kind::Array => declarator.parts.push(self.array(part)),
                    tree::Kind::Parameters => declarator.parts.push(self.function(part)),
                    _ => {}
                }
            }
        }
        declarator.parts.extend(pointers.into_iter().rev().map(Part::Pointer));
        Some(declarator)
    }

    fn array(&self, node: Node<'_>) -> Part {
        let mut qualifiers = Qualifiers::default();
        let mut length = Length::Unknown;
        for piece in node.pieces(self.list) {
            match piece {
                Piece::Token(at) if self.kind(at) == kind::STAR => length = Length::Star,
                Piece::Token(at) => qualifiers.add(self.text(at)),
                Piece::Node(bound) => {
                    let text = lexemes::join(self.list, bound.tokens());
                    let value = self.unobserved().constant(bound);
                    let value = value.and_then(|value| u64::try_from(value).ok());
                    match value {
                        _ if self.observer.is_none() => {}
                        Some(value) if lexemes::is_of_c_alone(self.list, bound.tokens()) => {
                            let tokens = bound.tokens();
                            self.tell(|| Difference::Constant { tokens, value: value.into(), ty: Type::INT });
                        }
                        _ => drop(self.operand(bound)),
                    }
                    let place = self.is_own().then(|| bound.tokens());
                    length = Length::Bound(Rc::new(Bound { value, text, place }));
                }
            }
        }
        Part::Array { length, qualifiers }
    }

    fn function(&self, node: Node<'_>) -> Part {
        let mut parameters = Vec::new();
        let mut style = Style::Prototype;
        if node.children().next().is_none_or(|first| first.kind() == tree::Kind::Names) {
            return Part::Function { parameters, style: Style::Unprototyped };
        }
        for piece in node.pieces(self.list) {
            match piece {
                Piece::Node(parameter) => parameters.push(self.parameter(parameter)),
                Piece::Token(at) if self.kind(at) == kind::ELLIPSIS => style = Style::Variadic,
                // GNU: only announced.
                Piece::Token(at) if self.kind(at) == kind::SEMICOLON => parameters.clear(),
                Piece::Token(_) => {}
            }
        }
        if let [Parameter { name: None, ty: Some(ty) }] = parameters.as_slice()
            && ty.is_void()
        {
            parameters.clear();
        }
        Part::Function { parameters, style }
    }

    pub fn parameter(&self, node: Node<'_>) -> Parameter {
        let specifiers = self.specifiers(node);
        let (name, ty, _) = self.declared(&specifiers, node);
        Parameter { name: name.map(|at| Rc::from(self.text(at))), ty: ty.map(|ty| ty.adjusted()) }
    }
}

impl Declarator {
    /// The type that the declarator makes of the specifiers' type. `None` if
    /// there is no such type.
    pub fn apply(&self, base: Type) -> Option<Type> {
        self.parts.iter().rev().try_fold(base, |ty, part| {
            Some(match part {
                Part::Pointer(qualifiers) => Type::pointer_to(ty).qualified(*qualifiers),
                Part::Array { length, qualifiers } => {
                    if matches!(ty.kind, Kind::Function(_) | Kind::Void) {
                        return None;
                    }
                    // Qualifiers in brackets are the pointer's that a parameter
                    // becomes, not the elements'.
                    Type { qualifiers: *qualifiers, ..Type::array_of(ty, length.clone()) }
                }
                Part::Function { parameters, style } => {
                    if matches!(ty.kind, Kind::Array { .. } | Kind::Function(_)) {
                        return None;
                    }
                    let function =
                        Function { returns: ty.unqualified(), parameters: parameters.clone(), style: *style };
                    Kind::Function(Rc::new(function)).into()
                }
            })
        })
    }
}
