//! How much dearer or cheaper than its kind of ground a polygon is.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::tile::Tile;
use crate::geom::cast;

/// What the cost of a polygon's kind of ground is multiplied by: above 0 and finite, kept to
/// seven digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CostFactor(u32);

impl CostFactor {
    /// As dear as its kind of ground.
    pub const ONE: Self = Self(1.0_f32.to_bits());

    /// The factor nearest to a number; `None` for one that single precision cannot say to seven
    /// digits: below 1.18e-38, above 3.4e38, or NaN.
    #[must_use]
    pub fn new(factor: f64) -> Option<Self> {
        let sayable = f64::from(f32::MIN_POSITIVE)..=f64::from(f32::MAX);
        sayable.contains(&factor).then(|| Self(cast::single(factor).to_bits()))
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> f64 {
        f32::from_bits(self.0).into()
    }

    /// The bits of the number in single precision, for files.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The factor of these bits, if it is one.
    pub(crate) fn from_bits(bits: u32) -> Option<Self> {
        Self::new(f32::from_bits(bits).into())
    }
}

impl Default for CostFactor {
    fn default() -> Self {
        Self::ONE
    }
}

impl std::fmt::Debug for CostFactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CostFactor({})", self.get())
    }
}

/// The factors other than 1 of a tile, each once, in order.
pub(super) fn factors_of(tile: &Tile) -> Vec<CostFactor> {
    let factors = tile.open_polygons().map(|p| tile.polygons[cast::index(p)].factor);
    let mut factors: Vec<CostFactor> = factors.filter(|&f| f != CostFactor::ONE).collect();
    factors.sort_unstable();
    factors.dedup();
    factors
}

/// How many tiles have each factor other than 1.
#[derive(Clone, Debug, Default)]
pub(super) struct FactorCounts(Arc<BTreeMap<CostFactor, u32>>);

impl FactorCounts {
    /// Counts a tile with these.
    pub(super) fn add(&mut self, factors: &[CostFactor]) {
        if !factors.is_empty() {
            let counts = Arc::make_mut(&mut self.0);
            factors.iter().for_each(|&factor| *counts.entry(factor).or_default() += 1);
        }
    }

    /// Counts one less.
    pub(super) fn remove(&mut self, factors: &[CostFactor]) {
        if factors.is_empty() {
            return;
        }
        let counts = Arc::make_mut(&mut self.0);
        for factor in factors {
            if let Some(count) = counts.get_mut(factor) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(factor);
                }
            }
        }
    }

    /// The least and the most of them and 1.
    pub(super) fn range(&self) -> [CostFactor; 2] {
        let least = self.0.keys().next().copied().unwrap_or_default();
        let most = self.0.keys().next_back().copied().unwrap_or_default();
        [least.min(CostFactor::ONE), most.max(CostFactor::ONE)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_numbers_above_0() {
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-60, 1e39, 1e308] {
            assert_eq!(CostFactor::new(bad), None, "{bad}");
        }
        assert_eq!(CostFactor::new(1.0), Some(CostFactor::ONE));
        let [half, two] = [0.5, 2.0].map(|f| CostFactor::new(f).unwrap());
        assert!(half < CostFactor::ONE && CostFactor::ONE < two);
        assert_eq!(CostFactor::from_bits(two.bits()), Some(two));
        let mut counts = FactorCounts::default();
        counts.add(&[half]);
        counts.add(&[half, two]);
        counts.remove(&[half]);
        assert_eq!(counts.range(), [half, two]);
        counts.remove(&[half, two]);
        assert_eq!(counts.range(), [CostFactor::ONE; 2]);
    }
}
