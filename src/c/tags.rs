//! Structures, unions and enumerations (C17 6.7.2): what their definitions say.

use std::rc::Rc;

use super::ctype::{Basic, EnumerationId, Kind, RecordId, Type};

/// A structure or union.
#[derive(Clone, Debug)]
pub struct Record {
    pub is_union: bool,
    pub tag: Option<Rc<str>>,
    /// A typedef by which one without a tag can be named.
    pub(super) typedef: Option<Rc<str>>,
    /// Nothing before its definition.
    pub members: Option<Vec<Member>>,
    pub packed: bool,
    /// What `aligned` says.
    pub align: Alignment,
    /// The limit of `#pragma pack` where it is defined.
    pub pack: Option<u64>,
    /// Whether an attribute that is not known here changes where members lie.
    pub is_foreign: bool,
    pub(super) layout: Option<Rc<Layout>>,
}

impl Record {
    /// Its tag, or the name of its typedef.
    pub fn name(&self) -> Option<&str> {
        self.tag.as_deref().or(self.typedef.as_deref())
    }
}

/// An alignment that an attribute or `_Alignas` asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alignment {
    /// Nothing is asked for.
    #[default]
    Natural,
    /// So many bytes.
    Bytes(u64),
    /// The number is no constant that is known.
    Unknown,
}

impl Alignment {
    /// Both together: the stricter one.
    #[must_use]
    pub fn and(self, other: Alignment) -> Alignment {
        match (self, other) {
            (Alignment::Natural, other) | (other, Alignment::Natural) => other,
            (Alignment::Bytes(a), Alignment::Bytes(b)) => Alignment::Bytes(a.max(b)),
            _ => Alignment::Unknown,
        }
    }
}

/// A member of a structure or union, or an unnamed bit-field.
#[derive(Clone, Debug)]
pub struct Member {
    /// `None` for an unnamed bit-field, and for a structure or union whose
    /// members count as the outer one's (6.7.2.1, 13).
    pub name: Option<Rc<str>>,
    pub ty: Option<Type>,
    /// The width of a bit-field.
    pub bits: Option<Width>,
    pub align: Alignment,
    pub packed: bool,
}

impl Member {
    /// Whether it is a bit-field that gcc computes in its own width: wider than an `int` and narrower than a `long`,
    /// which C++ takes it for.
    pub fn is_wide_bit_field(&self) -> bool {
        self.bits.flatten().is_some_and(|width| (33..64).contains(&width))
    }
}

/// The width of a bit-field in bits; `None` if it could not be computed.
pub type Width = Option<u32>;

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enumeration {
    pub tag: Option<Rc<str>>,
    pub(super) typedef: Option<Rc<str>>,
    /// The integer type that it is compatible with. Nothing before its
    /// definition.
    pub basic: Option<Basic>,
    /// Whether the values of some enumerators are no values of `int`.
    pub is_wide: bool,
    /// What C++ computes in (C++17 7.6, 3): the first type from `int` on that
    /// has all of its values. In C, one without negative values is unsigned.
    pub(super) in_cplusplus: Option<Basic>,
}

/// What a tag names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tag {
    Record(RecordId),
    Enumeration(EnumerationId),
}

impl Tag {
    pub fn ty(self) -> Type {
        match self {
            Tag::Record(id) => Kind::Record(id).into(),
            Tag::Enumeration(id) => Kind::Enumeration(id).into(),
        }
    }
}

/// The layout of a structure or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// In bytes.
    pub size: u64,
    pub align: u64,
    /// For each member, where it begins, in bits, and its alignment in bytes.
    pub places: Vec<Place>,
}

/// Where a member lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub bit: u64,
    pub align: u64,
}
