//! Seeded random numbers: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
//! generators", 2014). Its few lines keep scenes the same whatever a random crate changes.

/// A stream of random numbers that follows from its seed alone.
pub(crate) struct Random(u64);

impl Random {
    /// The stream of that seed.
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub(crate) const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.0;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of `0..n`; 0 when `n` is 0. Biased by less than n / 2^32, which no scene notices.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        u32::try_from(((self.bits() >> 32) * u64::from(n)) >> 32).unwrap_or(0)
    }

    /// A number between `low` and `high` on a raster of 1/1024 of the range.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * f64::from(self.below(1025)) / 1024.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn ranges_hold() {
        let mut random = Random::new(7);
        for _ in 0..1000 {
            assert!(random.below(3) < 3);
            assert!((2.0..=5.0).contains(&random.between(2.0, 5.0)));
        }
        assert_eq!(random.below(0), 0);
    }
}
