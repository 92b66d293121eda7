//! How much work a comparison may be.
//!
//! The crate `imara-diff` looks at each token that occurs often in the other list, and goes back from it to the last that
//! is rare there: most of a page of code is rare. Where all tokens are frequent, as in a table of zeros and ones, it goes
//! back to the beginning each time. Short lists may have that; for long ones there is a limit, behind which a common
//! beginning and a common end have to do.

use imara_diff::{Algorithm, Token as Number};

/// The steps back that a comparison may still take.
pub struct Effort(u64);

/// Some seconds' worth.
const MOST: u64 = 1 << 30;
/// Steps for each token that are taken for granted.
const FEW: u64 = 64;

impl Default for Effort {
    fn default() -> Self {
        Effort(MOST)
    }
}

impl Effort {
    /// Whether two lists can be compared by an algorithm, whose work is then done with. All numbers are below `numbers`.
    pub fn allows(
        &mut self,
        before: &[Number],
        after: &[Number],
        numbers: usize,
        algorithm: Algorithm,
    ) -> bool {
        let count = |list: &[Number]| {
            let mut counts = vec![0u32; numbers];
            list.iter().for_each(|number| counts[number.0 as usize] += 1);
            counts
        };
        // Short lists are not worth counting.
        let length = (before.len() + after.len()) as u64;
        if length <= 2 * FEW {
            return true;
        }
        let (in_before, in_after) = (count(before), count(after));
        let steps = steps_back(before, &in_after, algorithm) + steps_back(after, &in_before, algorithm);
        if steps <= FEW * length {
            return true;
        }
        let is_allowed = steps <= self.0;
        if is_allowed {
            self.0 -= steps;
        }
        is_allowed
    }
}

/// From each number that is frequent in the other list, the steps to the last that is rare there.
fn steps_back(list: &[Number], in_other: &[u32], algorithm: Algorithm) -> u64 {
    // As imara-diff has it: of Myers' algorithm, and of the histogram that gives up and leaves a part to it.
    let frequent = match algorithm {
        Algorithm::Histogram => 64,
        _ => list.len().isqrt().clamp(1, 1024) as u32,
    };
    let (mut steps, mut rare) = (0u64, 0);
    for (at, number) in list.iter().enumerate() {
        match in_other[number.0 as usize] {
            0 => {}
            count if count < frequent => rare = at,
            _ => steps += (at - rare) as u64,
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize, kinds: u32) -> Vec<Number> {
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Number((state >> 16) % kinds)
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn a_table_is_allowed_until_there_were_too_many() {
        let (one, other) = (numbers(5000, 2), numbers(5000, 2));
        let mut effort = Effort::default();
        let allowed = (0..1000).take_while(|_| effort.allows(&one, &other, 2, Algorithm::Myers)).count();
        assert!((10..1000).contains(&allowed), "{allowed}");
        let (long, longer) = (numbers(1_000_000, 2), numbers(1_100_000, 2));
        for algorithm in [Algorithm::Myers, Algorithm::Histogram] {
            assert!(!Effort::default().allows(&long, &longer, 2, algorithm));
            assert!(!Effort::default().allows(&one, &longer, 2, algorithm), "one of them is long");
        }
    }

    #[test]
    fn lists_with_rare_tokens_cost_nothing() {
        let (one, other) = (numbers(1_000_000, 50_000), numbers(1_000_000, 50_000));
        let mut effort = Effort::default();
        for _ in 0..3 {
            assert!(effort.allows(&one, &other, 50_000, Algorithm::Histogram));
        }
        assert_eq!(effort.0, MOST);
    }
}
