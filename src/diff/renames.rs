//! Names that differ only by a counter.
//!
//! Two translations of one program call the same thing `gpump_li0` and `gpump_li1`, depending on what stands
//! in front. Two names are of one *stem* if they differ in nothing but the numbers in them. The files are
//! aligned as if names of one stem were equal. Each pair of aligned names is a vote for taking the one for
//! the other, and the votes are counted: a name of the first file has one counterpart in the second, and no
//! two have the same. Then the files are compared in earnest, the names of the first replaced.
//!
//! What C and CUDA call by numbered names, such as `int32_t` and `float4`, has no counter.

use std::cmp::Reverse;

use rucc_base::Interner;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Side;
use super::tokens::{Class, Token};

/// A name of the first file that is another one in the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    pub a: String,
    pub b: String,
    /// How often the two stand for one another.
    pub count: usize,
}

/// Gives names of one stem one number.
pub(super) fn equate_stems(sides: &mut [Side; 2], interner: &mut Interner) {
    let mut stems: FxHashMap<u32, u32> = FxHashMap::default();
    for side in sides {
        for index in 0..side.tokens.len() {
            let Token { class, symbol, .. } = side.tokens[index];
            if class == Class::Word {
                side.numbers[index] = *stems.entry(symbol).or_insert_with(|| {
                    stem(side.spelling(index)).map_or(symbol, |stem| interner.intern_bytes(&stem).raw())
                });
            }
        }
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
    const SIZED: &str = "int int_fast int_least uint uint_fast uint_least INT INT_FAST INT_LEAST UINT UINT_FAST \
                         UINT_LEAST __int _Float _Decimal __float PRId PRIu";
    const VECTORS: &str = "char uchar short ushort int uint long ulong longlong ulonglong float double";
    const NUMBERED: &str = "log2 log2f log2l log10 log10f log10l log1p log1pf log1pl exp2 exp2f exp2l exp10 exp10f \
                            expm1 expm1f atan2 atan2f atan2l j0 y0 dim3";
    let Ok(name) = std::str::from_utf8(name) else { return false };
    let (prefix, rest) = name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()));
    let suffix = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &rest[..rest.len() - suffix.len()];
    let is_in = |list: &str, word: &str| list.split_whitespace().any(|of_list| of_list == word);
    let is_sized = matches!(number, "8" | "16" | "32" | "64" | "80" | "128")
        && matches!(suffix, "" | "_t" | "_MAX" | "_MIN" | "_C" | "x");
    let is_length = matches!(number, "1" | "2" | "3" | "4") && suffix.is_empty();
    is_sized && is_in(SIZED, prefix)
        || is_length && is_in(VECTORS, prefix.strip_prefix("make_").unwrap_or(prefix))
        || is_in(NUMBERED, name)
}

/// Counts the votes of two files that were aligned by stems, and gives the names of the first the numbers of what they
/// are in the second.
pub(super) fn settle([a, b]: &mut [Side; 2], interner: &mut Interner) -> Vec<Rename> {
    // For each pair of names how often, and where first.
    let mut votes: FxHashMap<(u32, u32), (usize, usize, usize)> = FxHashMap::default();
    for (index, token) in a.tokens.iter().enumerate().filter(|(_, token)| token.class == Class::Word) {
        if let Some(other) = a.counterparts[index] {
            let other = other as usize;
            votes.entry((token.symbol, b.tokens[other].symbol)).or_insert((0, index, other)).0 += 1;
        }
    }
    let mut ranking: Vec<_> = votes.into_iter().collect();
    ranking.sort_unstable_by_key(|&((from, to), (count, first, _))| (Reverse(count), from != to, first));
    let (mut numbers, mut taken) = (FxHashMap::default(), FxHashSet::default());
    let mut renames = Vec::new();
    for ((from, to), (count, first, other)) in ranking {
        if numbers.contains_key(&from) || !taken.insert(to) {
            continue;
        }
        numbers.insert(from, to);
        if from != to {
            let [a, b] =
                [a.spelling(first), b.spelling(other)].map(|name| String::from_utf8_lossy(name).into_owned());
            renames.push((first, Rename { a, b, count }));
        }
    }
    for (token, number) in a.tokens.iter().zip(&mut a.numbers).filter(|(token, _)| token.class == Class::Word)
    {
        *number = *numbers.entry(token.symbol).or_insert_with(|| match taken.contains(&token.symbol) {
            // Nothing in the second file is the name, though that has it: it is what another has become.
            true => interner.intern(&format!("\n\n{}", token.symbol)).raw(),
            false => token.symbol,
        });
    }
    b.numbers = b.tokens.iter().map(|token| token.symbol).collect();
    renames.sort_by_key(|&(first, _)| first);
    renames.into_iter().map(|(_, rename)| rename).collect()
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
