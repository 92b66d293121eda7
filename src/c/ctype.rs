//! The types of C (C17 6.2.5), as a compiler has them.
//!
//! [`crate::c::symbols::Type`] is the type of a declaration in the words of its
//! author; this is what those words mean. A type is a [`Kind`] with qualifiers.
//! The name of a typedef stays with the type as long as it is that type, so
//! that what is written about it can use the author's word; no rule of the
//! language asks for it.

use std::ops::RangeInclusive;
use std::rc::Rc;

/// The qualifiers of a type or a pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Qualifiers {
    pub constant: bool,
    pub volatile: bool,
    pub restrict: bool,
    /// Not written out: C++ does not know the word.
    pub atomic: bool,
}

impl Qualifiers {
    /// Adds a qualifier by its word.
    pub fn add(&mut self, word: &str) {
        match word.trim_matches('_') {
            "const" => self.constant = true,
            "volatile" => self.volatile = true,
            "restrict" => self.restrict = true,
            "Atomic" => self.atomic = true,
            _ => {}
        }
    }

    pub(super) fn words(self) -> impl Iterator<Item = &'static str> {
        [(self.constant, "const"), (self.volatile, "volatile"), (self.restrict, "restrict")]
            .into_iter()
            .filter_map(|(set, word)| set.then_some(word))
    }
}

/// The arithmetic types that are spelled with keywords, but for the complex
/// ones (6.2.5, 4 to 10, and those of ISO/IEC TS 18661-3 and of gcc).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basic {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    Bfloat16,
    Float16,
    Float,
    Double,
    LongDouble,
    Float32,
    Float64,
    Float128,
    Float32x,
    Float64x,
    Decimal32,
    Decimal64,
    Decimal128,
}

impl Basic {
    /// Its size in bytes, which is its alignment too (System V ABI for
    /// x86-64, figure 3.1).
    pub fn size(self) -> u64 {
        match self {
            Basic::Bool | Basic::Char | Basic::SignedChar | Basic::UnsignedChar => 1,
            Basic::Short | Basic::UnsignedShort | Basic::Bfloat16 | Basic::Float16 => 2,
            Basic::Int | Basic::UnsignedInt | Basic::Float | Basic::Float32 | Basic::Decimal32 => 4,
            Basic::Long
            | Basic::UnsignedLong
            | Basic::LongLong
            | Basic::UnsignedLongLong
            | Basic::Double
            | Basic::Float64
            | Basic::Float32x
            | Basic::Decimal64 => 8,
            Basic::Int128
            | Basic::UnsignedInt128
            | Basic::LongDouble
            | Basic::Float128
            | Basic::Float64x
            | Basic::Decimal128 => 16,
        }
    }

    pub fn is_integer(self) -> bool {
        (self as usize) <= Basic::UnsignedInt128 as usize
    }

    pub fn is_decimal(self) -> bool {
        matches!(self, Basic::Decimal32 | Basic::Decimal64 | Basic::Decimal128)
    }

    /// Whether it has no negative values. `char` is signed on x86-64.
    pub fn is_unsigned(self) -> bool {
        matches!(
            self,
            Basic::Bool
                | Basic::UnsignedChar
                | Basic::UnsignedShort
                | Basic::UnsignedInt
                | Basic::UnsignedLong
                | Basic::UnsignedLongLong
                | Basic::UnsignedInt128
        )
    }

    /// The bits of an integer type that make up its value.
    pub fn width(self) -> u32 {
        if self == Basic::Bool { 1 } else { 8 * u32::try_from(self.size()).unwrap_or(0) }
    }

    /// The integer conversion rank (6.3.1.1).
    pub fn rank(self) -> u32 {
        match self {
            Basic::Bool => 0,
            Basic::Char | Basic::SignedChar | Basic::UnsignedChar => 1,
            Basic::Short | Basic::UnsignedShort => 2,
            Basic::Int | Basic::UnsignedInt => 3,
            Basic::Long | Basic::UnsignedLong => 4,
            Basic::LongLong | Basic::UnsignedLongLong => 5,
            _ => 6,
        }
    }

    /// The unsigned type of an integer type's rank.
    pub fn to_unsigned(self) -> Basic {
        match self {
            Basic::Char | Basic::SignedChar => Basic::UnsignedChar,
            Basic::Short => Basic::UnsignedShort,
            Basic::Int => Basic::UnsignedInt,
            Basic::Long => Basic::UnsignedLong,
            Basic::LongLong => Basic::UnsignedLongLong,
            Basic::Int128 => Basic::UnsignedInt128,
            other => other,
        }
    }

    /// The integer type of a size that gcc takes first.
    pub fn of_size(bytes: u64, unsigned: bool) -> Option<Basic> {
        let signed = match bytes {
            1 => Basic::SignedChar,
            2 => Basic::Short,
            4 => Basic::Int,
            8 => Basic::Long,
            16 => Basic::Int128,
            _ => return None,
        };
        Some(if unsigned { signed.to_unsigned() } else { signed })
    }

    /// The keywords that spell it.
    pub fn words(self) -> &'static str {
        match self {
            Basic::Bool => "_Bool",
            Basic::Char => "char",
            Basic::SignedChar => "signed char",
            Basic::UnsignedChar => "unsigned char",
            Basic::Short => "short",
            Basic::UnsignedShort => "unsigned short",
            Basic::Int => "int",
            Basic::UnsignedInt => "unsigned int",
            Basic::Long => "long",
            Basic::UnsignedLong => "unsigned long",
            Basic::LongLong => "long long",
            Basic::UnsignedLongLong => "unsigned long long",
            Basic::Int128 => "__int128",
            Basic::UnsignedInt128 => "unsigned __int128",
            Basic::Bfloat16 => "__bf16",
            Basic::Float16 => "_Float16",
            Basic::Float => "float",
            Basic::Double => "double",
            Basic::LongDouble => "long double",
            Basic::Float32 => "_Float32",
            Basic::Float64 => "_Float64",
            Basic::Float128 => "_Float128",
            Basic::Float32x => "_Float32x",
            Basic::Float64x => "_Float64x",
            Basic::Decimal32 => "_Decimal32",
            Basic::Decimal64 => "_Decimal64",
            Basic::Decimal128 => "_Decimal128",
        }
    }
}

/// A structure or union of the program: what [`super::Types::record`] knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordId(pub(super) usize);

/// An enumeration of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnumerationId(pub(super) usize);

/// What a type is, qualifiers apart.
#[derive(Clone, Debug)]
pub enum Kind {
    Void,
    Basic(Basic),
    /// `_Complex` of a real type; of an integer type, it is gcc's.
    Complex(Basic),
    Enumeration(EnumerationId),
    Record(RecordId),
    Pointer(Rc<Type>),
    Array {
        of: Rc<Type>,
        length: Length,
    },
    Function(Rc<Function>),
    /// `vector_size` (GNU): so many elements.
    Vector {
        of: Basic,
        lanes: u64,
    },
    /// A type of which only the name is known: a header declares it, and was
    /// not read.
    Opaque(Rc<str>),
}

/// A type of C.
#[derive(Clone, Debug)]
pub struct Type {
    pub kind: Kind,
    pub qualifiers: Qualifiers,
    /// The typedef by whose name it was written.
    pub alias: Option<Rc<Alias>>,
    /// The alignment in bytes that an attribute of its typedef gave it.
    pub align: Option<u64>,
}

/// The name of a typedef, and the qualifiers that are part of its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    pub name: Rc<str>,
    pub qualifiers: Qualifiers,
}

/// How many elements an array has.
#[derive(Clone, Debug)]
pub enum Length {
    /// `[]`
    Unknown,
    /// `[*]`, in a prototype.
    Star,
    Bound(Rc<Bound>),
}

/// A bound of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// `None` where the bound is variable, or no constant that is known.
    pub value: Option<u64>,
    /// The expression as the program has it; where the bound comes from an
    /// initialiser, its value.
    pub text: String,
    /// The program's tokens that are this expression.
    pub place: Option<RangeInclusive<usize>>,
}

impl Length {
    pub fn constant(value: u64) -> Length {
        Length::Bound(Rc::new(Bound { value: Some(value), text: value.to_string(), place: None }))
    }

    pub fn value(&self) -> Option<u64> {
        match self {
            Length::Bound(bound) => bound.value,
            _ => None,
        }
    }
}

/// The type of a function.
#[derive(Clone, Debug)]
pub struct Function {
    pub returns: Type,
    pub parameters: Vec<Parameter>,
    pub style: Style,
}

/// What a function's declarator says of its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Prototype,
    /// A prototype that ends with `...`.
    Variadic,
    /// `()`, or a list of names: nothing is said.
    Unprototyped,
}

/// A parameter of a function. Its type is adjusted: no array, no function
/// (6.7.6.3, 7 and 8).
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: Option<Rc<str>>,
    /// `None` if the type could not be made out.
    pub ty: Option<Type>,
}

impl From<Kind> for Type {
    fn from(kind: Kind) -> Type {
        Type { kind, qualifiers: Qualifiers::default(), alias: None, align: None }
    }
}

impl From<Basic> for Type {
    fn from(basic: Basic) -> Type {
        Kind::Basic(basic).into()
    }
}

impl Type {
    pub const INT: Type = Type::plain(Kind::Basic(Basic::Int));
    pub const VOID: Type = Type::plain(Kind::Void);
    /// The type of `sizeof`.
    pub const SIZE: Type = Type::plain(Kind::Basic(Basic::UnsignedLong));
    /// The type of a difference of pointers.
    pub const PTRDIFF: Type = Type::plain(Kind::Basic(Basic::Long));

    const fn plain(kind: Kind) -> Type {
        let qualifiers = Qualifiers { constant: false, volatile: false, restrict: false, atomic: false };
        Type { kind, qualifiers, alias: None, align: None }
    }

    pub fn pointer_to(ty: Type) -> Type {
        Kind::Pointer(Rc::new(ty)).into()
    }

    pub fn array_of(ty: Type, length: Length) -> Type {
        Kind::Array { of: Rc::new(ty), length }.into()
    }

    /// What a pointer points to.
    pub fn pointee(&self) -> Option<&Type> {
        match &self.kind {
            Kind::Pointer(to) => Some(to),
            _ => None,
        }
    }

    /// What an array is an array of.
    pub fn element(&self) -> Option<&Type> {
        match &self.kind {
            Kind::Array { of, .. } => Some(of),
            _ => None,
        }
    }

    /// What pointers and arrays are made of in the end, without qualifiers.
    pub fn innermost(&self) -> Type {
        match &self.kind {
            Kind::Pointer(of) | Kind::Array { of, .. } => of.innermost(),
            _ => self.unqualified(),
        }
    }

    pub fn basic(&self) -> Option<Basic> {
        match self.kind {
            Kind::Basic(basic) => Some(basic),
            _ => None,
        }
    }

    pub fn function(&self) -> Option<&Function> {
        match &self.kind {
            Kind::Function(function) => Some(function),
            _ => None,
        }
    }

    pub fn is_void(&self) -> bool {
        matches!(self.kind, Kind::Void)
    }

    pub fn is_void_pointer(&self) -> bool {
        self.pointee().is_some_and(Type::is_void)
    }

    /// An integer or an enumeration (6.2.5, 17).
    pub fn is_integer(&self) -> bool {
        match self.kind {
            Kind::Basic(basic) => basic.is_integer(),
            Kind::Enumeration(_) => true,
            _ => false,
        }
    }

    /// An arithmetic type (6.2.5, 18), complex ones included.
    pub fn is_arithmetic(&self) -> bool {
        matches!(self.kind, Kind::Basic(_) | Kind::Complex(_) | Kind::Enumeration(_))
    }

    /// An arithmetic type or a pointer (6.2.5, 21).
    pub fn is_scalar(&self) -> bool {
        self.is_arithmetic() || matches!(self.kind, Kind::Pointer(_))
    }

    /// The type without its own qualifiers, as a value has it. The typedef's
    /// name goes where it says a qualifier.
    #[must_use]
    pub fn unqualified(&self) -> Type {
        let keeps = |alias: &&Rc<Alias>| alias.qualifiers == Qualifiers::default();
        let alias = self.alias.as_ref().filter(keeps).cloned();
        Type { kind: self.kind.clone(), qualifiers: Qualifiers::default(), alias, align: self.align }
    }

    /// The type with more qualifiers; those of an array are those of its
    /// elements (6.7.3, 9).
    #[must_use]
    pub fn qualified(mut self, more: Qualifiers) -> Type {
        if let Kind::Array { of, .. } = &mut self.kind
            && more != Qualifiers::default()
        {
            *of = Rc::new((**of).clone().qualified(more));
        }
        self.qualifiers.constant |= more.constant;
        self.qualifiers.volatile |= more.volatile;
        self.qualifiers.restrict |= more.restrict;
        self.qualifiers.atomic |= more.atomic;
        self
    }

    /// What a value of the type is when it is used: an array a pointer to its
    /// first element, a function a pointer to it, anything else itself without
    /// qualifiers (6.3.2.1).
    #[must_use]
    pub fn decayed(&self) -> Type {
        match &self.kind {
            Kind::Array { of, .. } => Type::pointer_to((**of).clone()),
            Kind::Function(_) => Type::pointer_to(self.clone()),
            _ => self.unqualified(),
        }
    }

    /// What the type makes of a parameter: an array is a pointer to its
    /// elements, a function a pointer to it (6.7.6.3, 7 and 8).
    #[must_use]
    pub(super) fn adjusted(&self) -> Type {
        match self.kind {
            // The qualifiers of an array that has no typedef's name are those
            // in its brackets, and become the pointer's.
            Kind::Array { .. } if self.alias.is_none() => self.decayed().qualified(self.qualifiers),
            Kind::Array { .. } | Kind::Function(_) => self.decayed(),
            _ => self.clone(),
        }
    }

    /// Whether its size is known only when the program runs: an array with a
    /// bound that is no constant, at any depth of arrays.
    pub fn has_variable_bound(&self) -> bool {
        match &self.kind {
            Kind::Array { of, length } => {
                matches!(length, Length::Bound(bound) if bound.value.is_none())
                    || matches!(length, Length::Star)
                    || of.has_variable_bound()
            }
            _ => false,
        }
    }
}
