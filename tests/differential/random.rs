//! Numbers that a seed determines: a program is found again by its seed, on
//! every machine and with every version of the libraries.

/// SplitMix64, by its recurrence.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of part `part` of the program with this seed.
    pub fn new(seed: u64, part: u64) -> Self {
        let mut random =
            Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ part.wrapping_mul(0xd1b5_4a32_d192_ed03));
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number less than `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).expect("less than a usize")
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i128, high: i128) -> i128 {
        let count = u128::try_from(high - low + 1).expect("low is not above high");
        low + i128::try_from(u128::from(self.next()) % count).expect("fits")
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T: ?Sized + 'a, S: AsRef<[&'a T]> + ?Sized>(&mut self, of: &S) -> &'a T {
        let of = of.as_ref();
        of[self.below(of.len())]
    }

    /// One of the places of a list, if it has any.
    pub fn index<T>(&mut self, of: &[T]) -> Option<usize> {
        if of.is_empty() { None } else { Some(self.below(of.len())) }
    }

    pub fn take<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}
