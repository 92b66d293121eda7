//! Specifiers, declarators and type names (C17 6.7).
//!
//! A declarator says from the inside out what the name is: `*p[3]` an array of
//! three pointers. It is read into parts in that order, and the type is built
//! from the specifiers' type by the parts in reverse.

use std::ops::Range;
use std::rc::Rc;

use super::attributes::Attributes;
use super::ctype::{Alias, Basic, Bound, Function, Kind, Length, Parameter, Style, Type};
use super::reader::Reader;
use super::sites::Site;
use super::tags::{Alignment, Tag};
use super::{Meaning, standard};
use crate::symbols::Qualifiers;
use crate::syntax::generated::open_mpc as kind;

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
    /// The position of the name.
    pub name: Option<usize>,
    /// From the name outwards.
    parts: Vec<Part>,
}

/// The keywords of a type, counted: they may stand in any order (6.7.2, 2).
#[derive(Default)]
struct Words {
    any: bool,
    plain: Option<Plain>,
    short: bool,
    longs: u32,
    signed: bool,
    unsigned: bool,
    complex: bool,
    imaginary: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Plain {
    Void,
    Basic(Basic),
}

impl Words {
    /// Takes a keyword, if it is one of these.
    fn take(&mut self, token: i32, text: &str) -> bool {
        let basic = |basic| Some(Plain::Basic(basic));
        let plain = match token {
            kind::VOID => Some(Plain::Void),
            kind::BOOL => basic(Basic::Bool),
            kind::CHAR => basic(Basic::Char),
            kind::INT => basic(Basic::Int),
            kind::INT128 => basic(Basic::Int128),
            kind::FLOAT => basic(Basic::Float),
            kind::DOUBLE => basic(Basic::Double),
            kind::EXTENDED_FLOAT => extended_float(text).map(Plain::Basic),
            _ => None,
        };
        match token {
            kind::SHORT => self.short = true,
            kind::LONG => self.longs += 1,
            kind::SIGNED => self.signed = true,
            kind::UNSIGNED => self.unsigned = true,
            kind::COMPLEX => self.complex = true,
            kind::IMAGINARY => self.imaginary = true,
            kind::EXTENDED_FLOAT if plain.is_none() => self.imaginary = true, // none of x86-64
            _ if plain.is_some() => self.plain = plain,
            _ => return false,
        }
        self.any = true;
        true
    }

    fn kind(&self) -> Option<Kind> {
        let sign = |basic: Basic| if self.unsigned { basic.to_unsigned() } else { basic };
        let basic = match (self.plain, self.short, self.longs) {
            (Some(Plain::Void), ..) => return Some(Kind::Void),
            (Some(Plain::Basic(Basic::Char)), ..) if self.signed => Basic::SignedChar,
            (Some(Plain::Basic(basic @ (Basic::Char | Basic::Int128))), ..) => sign(basic),
            (Some(Plain::Basic(Basic::Double)), _, 1) => Basic::LongDouble,
            (None, false, 0) if self.complex && !self.signed && !self.unsigned => Basic::Double,
            (None | Some(Plain::Basic(Basic::Int)), short, longs) => match (short, longs) {
                (true, _) => sign(Basic::Short),
                (_, 0) => sign(Basic::Int),
                (_, 1) => sign(Basic::Long),
                _ => sign(Basic::LongLong),
            },
            (Some(Plain::Basic(basic)), ..) => basic,
        };
        match (self.complex, self.imaginary) {
            (_, true) => None, // gcc has no imaginary types
            (true, _) => Some(Kind::Complex(basic)),
            _ => Some(Kind::Basic(basic)),
        }
    }
}

fn extended_float(word: &str) -> Option<Basic> {
    Some(match word {
        "_Float16" => Basic::Float16,
        "_Float32" => Basic::Float32,
        "_Float64" => Basic::Float64,
        "_Float128" | "__float128" => Basic::Float128,
        "_Float32x" => Basic::Float32x,
        "_Float64x" => Basic::Float64x,
        "__float80" => Basic::LongDouble,
        "__bf16" => Basic::Bfloat16,
        "_Decimal32" => Basic::Decimal32,
        "_Decimal64" => Basic::Decimal64,
        "_Decimal128" => Basic::Decimal128,
        _ => return None,
    })
}

impl Reader<'_> {
    /// Reads specifiers. With none of a type, it is `int` (C90 6.5.2).
    pub fn specifiers(&mut self) -> Specifiers {
        let mut result = Specifiers::default();
        let mut words = Words::default();
        let mut qualifiers = Qualifiers::default();
        // The type of a specifier that is no keyword; nothing inside if it
        // could not be made out.
        let mut named: Option<Option<Type>> = None;
        loop {
            let (token, text) = (self.kind(), self.text());
            match token {
                kind::TYPEDEF => result.is_typedef = true,
                kind::EXTERN => result.is_extern = true,
                kind::STATIC
                | kind::AUTO
                | kind::REGISTER
                | kind::THREAD_LOCAL
                | kind::INLINE
                | kind::NORETURN => {}
                kind::AUTO_TYPE => {
                    result.is_inferred = true;
                    named = Some(None);
                }
                kind::CONST | kind::VOLATILE | kind::RESTRICT => qualifiers.add(text),
                kind::ATOMIC_QUALIFIER => qualifiers.atomic = true,
                kind::ATTRIBUTE => {
                    let attributes = self.attributes();
                    result.attributes.add(attributes);
                    continue;
                }
                kind::ALIGNAS => {
                    let align = self.alignas();
                    result.attributes.align = result.attributes.align.and(align);
                    continue;
                }
                kind::ATOMIC_SPECIFIER | kind::TYPEOF if named.is_none() && !words.any => {
                    qualifiers.atomic |= token == kind::ATOMIC_SPECIFIER;
                    let start = self.next;
                    let ty = self.computed_type();
                    if let Some(ty) = &ty {
                        let tokens = self.tokens(&(start..self.next));
                        self.tell(|| Site::Computed { tokens, ty: ty.clone() });
                    }
                    named = Some(ty);
                    continue;
                }
                kind::STRUCT | kind::UNION | kind::ENUM if named.is_none() && !words.any => {
                    named = Some(self.tagged());
                    continue;
                }
                kind::TYPEDEF_NAME if named.is_none() && !words.any => named = Some(self.typedef(text)),
                kind::IDENTIFIER
                    if !self.is_own() && named.is_none() && !words.any && self.is_typedef(text) =>
                {
                    named = Some(self.typedef(text));
                }
                _ if words.take(token, text) => {}
                _ => break,
            }
            self.next += 1;
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
    fn alignas(&mut self) -> Alignment {
        let open = self.next + 1;
        let Some(close) = self.closing_at(open) else {
            self.next = self.end;
            return Alignment::Unknown;
        };
        let mut inside = self.within(open + 1..close);
        self.next = close + 1;
        let align = if inside.is_type_at(inside.next) {
            inside.type_name().and_then(|ty| self.types.align_of(&ty))
        } else {
            inside.whole_constant().and_then(|value| u64::try_from(value).ok())
        };
        match align {
            Some(0) => Alignment::Natural,
            Some(align) if align.is_power_of_two() => Alignment::Bytes(align),
            _ => Alignment::Unknown,
        }
    }

    /// `typeof(…)` and `_Atomic(…)`.
    fn computed_type(&mut self) -> Option<Type> {
        let open = self.next + 1;
        let Some(close) = self.closing_at(open) else {
            self.next = self.end;
            return None;
        };
        let mut inside = self.unobserved(open + 1..close);
        self.next = close + 1;
        inside.deeper(|inside| {
            if inside.is_type_at(inside.next) {
                let ty = inside.type_name();
                return ty.filter(|_| inside.is_done());
            }
            inside.whole_expression()?.visible_type()
        })
    }

    /// A structure, union or enumeration.
    fn tagged(&mut self) -> Option<Type> {
        let tag = match self.is_own() {
            true => self.types.tagged.get(&self.next).copied(),
            false => None,
        };
        self.next += 1;
        self.attributes();
        let name = matches!(self.kind(), kind::IDENTIFIER | kind::TYPEDEF_NAME).then(|| self.text());
        self.next += usize::from(name.is_some());
        let defines = self.kind() == kind::LEFT_BRACE;
        if defines {
            self.next = self.closing_at(self.next).map_or(self.end, |close| close + 1);
            self.attributes();
        }
        let tag = match (tag, name) {
            (None, Some(name)) if !defines => self.types.tags.find(name, self.place()).copied(),
            _ => tag,
        };
        Some(match tag? {
            Tag::Record(id) => Kind::Record(id).into(),
            Tag::Enumeration(id) => Kind::Enumeration(id).into(),
        })
    }

    fn typedef(&self, name: &str) -> Option<Type> {
        let Some(found) = self.lookup(name) else {
            let known = standard::typedef(name).map(Type::from);
            return Some(known.unwrap_or_else(|| Kind::Opaque(Rc::from(name)).into()));
        };
        let ty = found.ty.clone().filter(|_| found.meaning == Meaning::Typedef)?;
        let alias = Alias { name: Rc::from(name), qualifiers: ty.qualifiers };
        Some(Type { alias: Some(Rc::new(alias)), ..ty })
    }

    /// Reads a type name (6.7.7). What follows it is left.
    pub fn type_name(&mut self) -> Option<Type> {
        let specifiers = self.specifiers();
        let (_, ty, _) = self.declared(&specifiers)?;
        ty
    }

    /// Reads a declarator with its attributes: the position of the name, the
    /// type, and all attributes of the declaration.
    pub fn declared(&mut self, specifiers: &Specifiers) -> Option<(Option<usize>, Option<Type>, Attributes)> {
        let declarator = self.declarator()?;
        if self.take(kind::ASM) {
            self.next = self.closing_at(self.next).map_or(self.end, |close| close + 1);
        }
        let own = self.attributes();
        let base = specifiers.base.clone().and_then(|base| own.base(base));
        let mut attributes = specifiers.attributes.clone();
        attributes.add(own);
        let ty = base.and_then(|base| declarator.apply(base)).and_then(|ty| attributes.moded(ty));
        Some((declarator.name, ty, attributes))
    }

    /// Reads a declarator, with a name or without.
    pub fn declarator(&mut self) -> Option<Declarator> {
        self.deeper(Self::read_declarator)
    }

    fn read_declarator(&mut self) -> Option<Declarator> {
        let mut pointers = Vec::new();
        self.attributes();
        while self.take(kind::STAR) {
            let mut qualifiers = Qualifiers::default();
            loop {
                match self.kind() {
                    kind::CONST | kind::VOLATILE | kind::RESTRICT | kind::ATOMIC_QUALIFIER => {
                        qualifiers.add(self.text());
                        self.next += 1;
                    }
                    kind::ATTRIBUTE => drop(self.attributes()),
                    _ => break,
                }
            }
            pointers.push(Part::Pointer(qualifiers));
        }
        self.attributes();
        let mut declarator = Declarator::default();
        if self.kind() == kind::IDENTIFIER {
            declarator.name = Some(self.next);
            self.next += 1;
        } else if self.kind() == kind::LEFT_PAREN && self.nests(self.next) {
            self.next += 1;
            declarator = self.declarator()?;
            self.expect(kind::RIGHT_PAREN)?;
        }
        loop {
            match self.kind() {
                kind::LEFT_BRACKET => declarator.parts.push(self.array()?),
                kind::LEFT_PAREN => declarator.parts.push(self.function()?),
                _ => break,
            }
        }
        declarator.parts.extend(pointers.into_iter().rev());
        Some(declarator)
    }

    /// Whether a parenthesis in a declarator holds a declarator, and not
    /// parameters.
    pub fn nests(&self, open: usize) -> bool {
        let mut inside = self.within(open + 1..self.end);
        inside.attributes();
        match inside.kind() {
            kind::STAR | kind::LEFT_PAREN | kind::LEFT_BRACKET => true,
            kind::IDENTIFIER => !inside.is_type_at(inside.next),
            _ => false,
        }
    }

    fn array(&mut self) -> Option<Part> {
        let close = self.closing_at(self.next)?;
        let mut inside = self.within(self.next + 1..close);
        self.next = close + 1;
        let mut qualifiers = Qualifiers::default();
        loop {
            match inside.kind() {
                kind::STATIC => {}
                kind::CONST | kind::VOLATILE | kind::RESTRICT | kind::ATOMIC_QUALIFIER => {
                    qualifiers.add(inside.text());
                }
                _ => break,
            }
            inside.next += 1;
        }
        let length = if inside.is_done() {
            Length::Unknown
        } else if inside.kind() == kind::STAR && inside.next + 1 == close {
            Length::Star
        } else {
            let text = inside.lexemes.join(inside.next..close);
            let value = inside.unobserved(inside.next..close).whole_constant();
            let value = value.and_then(|value| u64::try_from(value).ok());
            if let (Some(value), true) = (value, self.lexemes.is_of_c_alone(inside.next..close)) {
                let tokens = self.tokens(&(inside.next..close));
                self.tell(|| Site::Constant { tokens, value: value.into(), ty: Type::INT });
            }
            Length::Bound(Rc::new(Bound { value, text }))
        };
        Some(Part::Array { length, qualifiers })
    }

    fn function(&mut self) -> Option<Part> {
        let close = self.closing_at(self.next)?;
        let inside = self.within(self.next + 1..close);
        self.next = close + 1;
        let mut parameters = Vec::new();
        let mut style = Style::Prototype;
        let no_type = !inside.is_type_at(inside.next);
        if inside.is_done() || no_type && inside.kind() == kind::IDENTIFIER {
            return Some(Part::Function { parameters, style: Style::Unprototyped });
        }
        for piece in inside.parameter_pieces() {
            if inside.kind_at(piece.start) == kind::ELLIPSIS {
                style = Style::Variadic;
                continue;
            }
            if inside.kind_at(piece.end) == kind::SEMICOLON {
                // GNU: only announced.
                parameters.clear();
                continue;
            }
            parameters.push(inside.within(piece).parameter());
        }
        if let [Parameter { name: None, ty: Some(ty) }] = parameters.as_slice()
            && ty.is_void()
        {
            parameters.clear();
        }
        Some(Part::Function { parameters, style })
    }

    /// What stands between the commas and semicolons of a parameter list.
    pub fn parameter_pieces(&self) -> Vec<Range<usize>> {
        let mut pieces = Vec::new();
        let mut start = self.next;
        while start < self.end {
            let end = self.lexemes.find(start, self.end, &[kind::COMMA, kind::SEMICOLON]);
            pieces.push(start..end);
            start = end + 1;
        }
        pieces
    }

    /// Reads a parameter; all of it is left to the reader.
    pub fn parameter(&mut self) -> Parameter {
        let specifiers = self.specifiers();
        match self.declared(&specifiers) {
            Some((name, ty, _)) => Parameter {
                name: name.map(|at| Rc::from(self.lexemes.text(at))),
                ty: ty.map(|ty| ty.adjusted()).filter(|_| self.is_done()),
            },
            None => Parameter { name: None, ty: None },
        }
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
