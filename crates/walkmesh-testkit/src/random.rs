//! Seeded random numbers, the same on every machine.

/// A stream of random numbers: SplitMix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// An index below `count`, which is above 0.
    ///
    /// # Panics
    /// When `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).expect("a count of 64 bits");
        usize::try_from(self.bits() % count).expect("below a usize")
    }

    /// An integer of the closed range.
    ///
    /// # Panics
    /// When the range is empty.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = u64::try_from(i64::from(high) - i64::from(low) + 1).expect("low <= high");
        let offset = i64::try_from(self.bits() % span).expect("below 2^33");
        i32::try_from(i64::from(low) + offset).expect("within the range")
    }

    /// One of the given.
    ///
    /// # Panics
    /// When there are none.
    pub fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A length, or what else is not whole, between two and both of them included.
    pub fn metres(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * f64::from(self.between(0, 1000)) / 1000.0
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
