//! The arithmetic types, and the values that the programs let each of them have.
//!
//! A variable of a signed or floating type stays well inside its type: what is
//! *stored* is small, so that what is *accumulated* in loops never overflows and
//! is exact, in whatever order. Unsigned types may have every value.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LLong,
    ULLong,
    Enum,
    Float,
    Double,
}

use Type::*;

pub const ALL: [Type; 15] =
    [Bool, Char, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LLong, ULLong, Enum, Float, Double];
pub const COMMON: [Type; 6] = [Int, UInt, Int, ULong, Double, LLong];
/// What a loop variable may be.
pub const COUNTERS: [Type; 14] =
    [Int, Int, Int, Int, Long, UInt, ULong, LLong, ULLong, Short, UShort, SChar, UChar, Char];

/// The type of which gpump's and gcc's `enum colour` are.
pub const ENUMERATORS: [(&str, i128); 4] = [("RED", 0), ("GREEN", 3), ("BLUE", 4), ("VIOLET", 7)];

impl Type {
    pub fn is_floating(self) -> bool {
        matches!(self, Float | Double)
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Char | SChar | Short | Int | Long | LLong | Float | Double)
    }

    pub fn size(self) -> usize {
        match self {
            Bool | Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt | Enum | Float => 4,
            Long | ULong | LLong | ULLong | Double => 8,
        }
    }

    /// How it may be written; the last ones are names that the program defines.
    pub fn spellings(self) -> &'static [&'static str] {
        match self {
            Bool => &["_Bool"],
            Char => &["char"],
            SChar => &["signed char"],
            UChar => &["unsigned char", "byte"],
            Short => &["short", "short int"],
            UShort => &["unsigned short", "unsigned short int"],
            Int => &["int", "int", "int", "number"],
            UInt => &["unsigned", "unsigned int", "uint32_t"],
            Long => &["long", "long int", "int64_t"],
            ULong => &["unsigned long", "size_t"],
            LLong => &["long long", "wide"],
            ULLong => &["unsigned long long", "unsigned long long int"],
            Enum => &["enum colour", "colour_t"],
            Float => &["float"],
            Double => &["double", "real"],
        }
    }

    pub fn format(self) -> &'static str {
        match self {
            Bool | Char | SChar | Short | Int => "%d",
            UChar | UShort | UInt | Enum => "%u",
            Long => "%ld",
            ULong => "%lu",
            LLong => "%lld",
            ULLong => "%llu",
            Float | Double => "%.3f",
        }
    }

    /// The values of an integer type.
    pub fn limits(self) -> (i128, i128) {
        let bits = 8 * self.size() as u32;
        match self {
            Bool => (0, 1),
            Enum => (0, 7),
            Float => (-(1 << 20), 1 << 20),
            Double => (-(1 << 40), 1 << 40),
            _ if self.is_signed() => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            _ => (0, (1 << bits) - 1),
        }
    }

    /// The values that may be read from a variable.
    pub fn readable(self) -> (i128, i128) {
        match self {
            Int => (-(1 << 28), 1 << 28),
            Long | LLong => (-(1 << 40), 1 << 40),
            _ => self.limits(),
        }
    }

    /// The values that may be assigned to one.
    pub fn storable(self) -> (i128, i128) {
        match self {
            Char | SChar => (-100, 100),
            Short => (-9999, 9999),
            Int => (-100_000, 100_000),
            Long | LLong => (-(1 << 34), 1 << 34),
            Float => (-1024, 1024),
            Double => (-(1 << 20), 1 << 20),
            _ => self.limits(),
        }
    }

    /// The binary digits behind the point that a variable has at most.
    pub fn fraction(self) -> u32 {
        match self {
            Float => 1,
            Double => 3,
            _ => 0,
        }
    }

    /// Integer promotion.
    pub fn promoted(self) -> Self {
        match self {
            Bool | Char | SChar | UChar | Short | UShort => Int,
            Enum => UInt,
            other => other,
        }
    }

    /// The usual arithmetic conversions, where `long` has 64 bits.
    pub fn common(self, other: Self) -> Self {
        let order = [Int, UInt, Long, ULong, LLong, ULLong, Float, Double];
        let place = |of: Self| order.iter().position(|&ty| ty == of.promoted()).expect("promoted");
        let (low, high) = (order[place(self).min(place(other))], order[place(self).max(place(other))]);
        if low == ULong && high == LLong { ULLong } else { high }
    }
}
