//! Tokens that stand in a row in the source and in the output, with the same bytes.

use rustc_hash::FxHashMap;

use super::words::Words;

/// How many tokens in a row are no coincidence. Fewer are found in code that a translator writes by itself.
pub const LENGTH: usize = 5;

/// How many are enough where a coincidence does no harm.
pub const SHORT: usize = 3;

/// How many places of the source are looked at for one of the output.
const MOST_PLACES: usize = 64;

/// Tokens in a row, in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub output: usize,
    pub source: usize,
    pub length: usize,
    /// Whether the text stands once in the source, as far as can be told from its first tokens.
    pub is_unique: bool,
}

/// Finds the runs of N or more tokens of an output, in its order. They do not overlap there.
pub fn runs<const N: usize>(source: &Words, output: &Words) -> Vec<Run> {
    let places = places::<N>(source);
    let mut runs: Vec<Run> = Vec::new();
    let mut at = 0;
    while at + N <= output.tokens.len() {
        let candidates = places.get(&key(output, at)).map_or(&[][..], Vec::as_slice);
        // Most often it goes on where it left off, or a little behind.
        let expected = runs.last().map_or(0, |run: &Run| run.source + (at - run.output));
        let distance = |place: usize| match place.checked_sub(expected) {
            Some(ahead) => ahead,
            None => source.tokens.len() + (expected - place),
        };
        let best = candidates
            .iter()
            .map(|&place| place as usize)
            .map(|place| (place, equal_tokens(source, output, place, at)))
            .max_by_key(|&(place, length)| (length, std::cmp::Reverse(distance(place))));
        match best {
            Some((place, length)) if length >= N => {
                runs.push(Run { output: at, source: place, length, is_unique: candidates.len() == 1 });
                at += length;
            }
            _ => at += 1,
        }
    }
    runs
}

/// How many tokens are equal from two places on, byte for byte, with all that stands between them.
fn equal_tokens(source: &Words, output: &Words, from: usize, at: usize) -> usize {
    let end = (source.tokens.len() - from).min(output.tokens.len() - at);
    let mut length = 0;
    while length < end
        && source.is_like(from + length, output, at + length)
        && source.spelling(from + length) == output.spelling(at + length)
        && (length == 0
            || source.bytes(source.gap(from + length - 1)) == output.bytes(output.gap(at + length - 1)))
    {
        length += 1;
    }
    length
}

/// Where each row of N tokens stands in the source.
fn places<const N: usize>(source: &Words) -> FxHashMap<[u32; N], Vec<u32>> {
    let mut places: FxHashMap<[u32; N], Vec<u32>> = FxHashMap::default();
    for at in 0..(source.tokens.len() + 1).saturating_sub(N) {
        let found = places.entry(key(source, at)).or_default();
        if found.len() < MOST_PLACES {
            found.push(at as u32);
        }
    }
    places
}

fn key<const N: usize>(words: &Words, at: usize) -> [u32; N] {
    std::array::from_fn(|step| words.symbol(at + step))
}
