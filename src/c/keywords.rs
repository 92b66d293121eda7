//! The types that keywords spell.

use super::ctype::{Basic, Kind};
use super::lexemes;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{TokenList, keyword};

/// The keywords of a type, counted: they may stand in any order (6.7.2, 2).
#[derive(Default)]
pub(super) struct Words {
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
    pub fn take(&mut self, token: i32, text: &str) -> bool {
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
        true
    }

    pub fn kind(&self) -> Option<Kind> {
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

/// The type that the keywords around a specifier spell, with it.
pub(super) fn spelled_at(list: &TokenList, specifier: usize) -> Option<Kind> {
    let is_specifier = |index: &usize| lexemes::is_specifier(list[*index].kind);
    let before = std::iter::successors(list.visible_before(specifier), |&at| list.visible_before(at));
    let behind = std::iter::successors(Some(specifier), |&at| list.visible_from(at + 1));
    let mut words = Words::default();
    for index in before.take_while(is_specifier).chain(behind.take_while(is_specifier)) {
        words.take(list[index].kind, list.text(index));
    }
    words.kind()
}

/// The type that keywords spell; `None` if others are among them.
pub(super) fn of_keywords(text: &str) -> Option<Kind> {
    let mut words = Words::default();
    let are_all =
        text.split_whitespace().all(|word| keyword(word).is_some_and(|token| words.take(token, word)));
    words.kind().filter(|_| are_all)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_in_any_order_spell_a_type() {
        let basic = |text| match of_keywords(text) {
            Some(Kind::Basic(basic)) => Some(basic),
            _ => None,
        };
        assert_eq!(basic("long unsigned int long"), Some(Basic::UnsignedLongLong));
        assert_eq!(basic("_Decimal64"), Some(Basic::Decimal64));
        assert_eq!(basic("__float128"), Some(Basic::Float128));
        assert_eq!(basic("int name"), None);
        assert_eq!(basic("__auto_type"), None);
        assert!(matches!(of_keywords("double __complex__ long"), Some(Kind::Complex(Basic::LongDouble))));
    }
}
