//! Names that differ only by a counter.
//!
//! Two translations of one program call the same thing `gpump_li0` and `gpump_li1`, depending on what stands
//! in front. Two names are of one *stem* if they differ in nothing but the numbers in them. The files are
//! aligned as if names of one stem were equal. Each pair of aligned names is a vote for taking the one for
//! the other, and the votes are counted: a name of the first file has one counterpart in the second, and no
//! two have the same. Then the files are compared in earnest, the names of the first replaced.
//!
//! What C and CUDA call by numbered names, such as `int32_t` and `float4`, has no counter.

use rustc_hash::{FxHashMap, FxHashSet};

use super::align::NONE;
use super::tokens::{Class, Symbols};
use super::{Comparison, Side};

/// A name of the first file that is another one in the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    pub a: String,
    pub b: String,
    /// How often the two stand for one another.
    pub count: usize,
}

/// The number of its stem for each name with a counter.
pub(super) struct Stems {
    stems: FxHashMap<u32, u32>,
}

impl Stems {
    pub fn of(comparison: &Comparison, symbols: &mut Symbols) -> Self {
        let mut stems = FxHashMap::default();
        for side in [&comparison.a, &comparison.b] {
            for (index, token) in
                side.tokens.iter().enumerate().filter(|(_, token)| token.class == Class::Word)
            {
                stems.entry(token.symbol).or_insert_with(|| {
                    stem(side.spelling(index)).map_or(token.symbol, |stem| symbols.number(stem.into()))
                });
            }
        }
        Stems { stems }
    }

    pub fn numbers(&self, side: &Side) -> Vec<u32> {
        side.tokens
            .iter()
            .map(|token| self.stems.get(&token.symbol).copied().unwrap_or(token.symbol))
            .collect()
    }
}

/// A name with its numbers left out, if it has any. No token is spelled so.
fn stem(name: &[u8]) -> Option<Vec<u8>> {
    if !name.iter().any(u8::is_ascii_digit) || is_vocabulary(name) {
        return None;
    }
    let mut stem = b"\n".to_vec();
    for (index, &byte) in name.iter().enumerate() {
        if !byte.is_ascii_digit() {
            stem.push(byte);
        } else if index == 0 || !name[index - 1].is_ascii_digit() {
            stem.push(b'#');
        }
    }
    Some(stem)
}

/// Whether the number in a name is part of a word of the language or its libraries.
fn is_vocabulary(name: &[u8]) -> bool {
    const PREFIXES: [&[u8]; 18] = [
        b"int",
        b"uint",
        b"int_fast",
        b"uint_fast",
        b"int_least",
        b"uint_least",
        b"INT",
        b"UINT",
        b"INT_FAST",
        b"UINT_FAST",
        b"INT_LEAST",
        b"UINT_LEAST",
        b"__int",
        b"_Float",
        b"_Decimal",
        b"__float",
        b"PRId",
        b"PRIu",
    ];
    const VECTORS: [&[u8]; 12] = [
        b"char",
        b"uchar",
        b"short",
        b"ushort",
        b"int",
        b"uint",
        b"long",
        b"ulong",
        b"longlong",
        b"ulonglong",
        b"float",
        b"double",
    ];
    const FUNCTIONS: [&[u8]; 22] = [
        b"log2", b"log2f", b"log2l", b"log10", b"log10f", b"log10l", b"log1p", b"log1pf", b"log1pl", b"exp2",
        b"exp2f", b"exp2l", b"exp10", b"exp10f", b"expm1", b"expm1f", b"atan2", b"atan2f", b"atan2l", b"j0",
        b"y0", b"dim3",
    ];
    let Some(first) = name.iter().position(u8::is_ascii_digit) else { return false };
    let (prefix, rest) = name.split_at(first);
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, suffix) = rest.split_at(digits);
    let is_width = matches!(number, b"8" | b"16" | b"32" | b"64" | b"128" | b"80");
    let is_sized = is_width
        && PREFIXES.contains(&prefix)
        && matches!(suffix, b"" | b"_t" | b"_MAX" | b"_MIN" | b"_C" | b"x");
    let element = prefix.strip_prefix(b"make_").unwrap_or(prefix);
    let is_vector =
        VECTORS.contains(&element) && matches!(number, b"1" | b"2" | b"3" | b"4") && suffix.is_empty();
    is_sized || is_vector || FUNCTIONS.contains(&name)
}

/// Which name of the first file is which of the second.
pub(super) struct Renames {
    /// The numbers of the first file's names by what they become.
    numbers: FxHashMap<u32, u32>,
    pub list: Vec<Rename>,
}

impl Renames {
    /// Counts the votes of two files that were aligned by stems.
    pub fn of(comparison: &Comparison, symbols: &mut Symbols) -> Self {
        let (a, b) = (&comparison.a, &comparison.b);
        // For each pair of names how often, and where first.
        let mut votes: FxHashMap<(u32, u32), (usize, usize, u32)> = FxHashMap::default();
        for (index, token) in a.tokens.iter().enumerate() {
            let other = a.counterparts[index];
            if token.class == Class::Word && other != NONE {
                let vote =
                    votes.entry((token.symbol, b.tokens[other as usize].symbol)).or_insert((0, index, other));
                vote.0 += 1;
            }
        }
        let mut ranking: Vec<_> = votes.into_iter().collect();
        ranking.sort_unstable_by_key(|&((from, to), (count, first, _))| {
            (std::cmp::Reverse(count), from != to, first)
        });
        let (mut numbers, mut taken) = (FxHashMap::default(), FxHashSet::default());
        let mut list = Vec::new();
        for ((from, to), (count, first, other)) in ranking {
            if numbers.contains_key(&from) || !taken.insert(to) {
                continue;
            }
            numbers.insert(from, to);
            if from != to {
                let text = |side: &Side, token| String::from_utf8_lossy(side.spelling(token)).into_owned();
                list.push((first, Rename { a: text(a, first), b: text(b, other as usize), count }));
            }
        }
        // A name that has no counterpart is not the one that another has become.
        for token in a.tokens.iter().filter(|token| token.class == Class::Word) {
            numbers.entry(token.symbol).or_insert_with(|| match taken.contains(&token.symbol) {
                true => symbols.fresh(),
                false => token.symbol,
            });
        }
        list.sort_by_key(|&(first, _)| first);
        Renames { numbers, list: list.into_iter().map(|(_, rename)| rename).collect() }
    }

    /// Replaces the names of the first file.
    pub fn apply(&self, a: &Side, numbers: &mut [u32]) {
        for (token, number) in a.tokens.iter().zip(numbers) {
            if token.class == Class::Word {
                *number = self.numbers.get(&token.symbol).copied().unwrap_or(*number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_is_a_name_without_its_numbers() {
        assert_eq!(stem(b"gpump_li12->x").as_deref(), Some(&b"\ngpump_li#->x"[..]));
        assert_eq!(stem(b"a1_parallel0_t").as_deref(), Some(&b"\na#_parallel#_t"[..]));
        for name in ["x", "int32_t", "uint_fast8_t", "float4", "make_uint3", "log2", "__int128", "INT64_MAX"]
        {
            assert_eq!(stem(name.as_bytes()), None, "{name}");
        }
        for name in ["int3_t", "float5", "log3", "int32"] {
            assert_eq!(stem(name.as_bytes()).is_some(), name != "int32", "{name}");
        }
    }
}
