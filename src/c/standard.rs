//! What the headers of the C library declare on x86-64, for programs whose
//! headers were not read, and what gcc knows without any declaration.

use super::ctype::Basic;

/// The type behind a standard typedef. Those that are structures, or that
/// differ from one library to the next, are left out.
pub(super) fn typedef(name: &str) -> Option<Basic> {
    Some(match name {
        "size_t" | "uintptr_t" | "uint64_t" | "uintmax_t" | "uint_least64_t" => Basic::UnsignedLong,
        "ptrdiff_t" | "ssize_t" | "intptr_t" | "int64_t" | "intmax_t" | "int_least64_t" => Basic::Long,
        "int8_t" | "int_least8_t" | "int_fast8_t" => Basic::SignedChar,
        "uint8_t" | "uint_least8_t" | "uint_fast8_t" => Basic::UnsignedChar,
        "int16_t" | "int_least16_t" => Basic::Short,
        "uint16_t" | "uint_least16_t" => Basic::UnsignedShort,
        "int32_t" | "int_least32_t" | "wchar_t" => Basic::Int,
        "uint32_t" | "uint_least32_t" => Basic::UnsignedInt,
        "__int128_t" => Basic::Int128,
        "__uint128_t" => Basic::UnsignedInt128,
        "bool" => Basic::Bool,
        "float_t" => Basic::Float,
        "double_t" => Basic::Double,
        "u_char" => Basic::UnsignedChar,
        "u_short" | "ushort" => Basic::UnsignedShort,
        "u_int" | "uint" => Basic::UnsignedInt,
        "u_long" | "ulong" => Basic::UnsignedLong,
        _ => return None,
    })
}
