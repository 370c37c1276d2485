//! Which ground may be entered.

use std::sync::Arc;

use super::tile::{Polygon, Tile};
use crate::geom::cast;
use crate::soup::Area;

/// Kinds of ground, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct AreaSet([u64; 4]);

impl AreaSet {
    /// The kinds that tiles have.
    pub(super) fn of<'t>(tiles: impl IntoIterator<Item = &'t Tile>) -> Self {
        let mut set = Self::default();
        // Most polygons of a tile are of one kind.
        let mut last = None;
        for tile in tiles {
            for p in tile.open_polygons() {
                let area = tile.polygons[cast::index(p)].area;
                if last != Some(area) {
                    last = Some(area);
                    set.set(area, true);
                }
            }
        }
        set
    }

    fn set(&mut self, area: Area, is_in: bool) {
        let bit = 1 << (area.0 % 64);
        let word = &mut self.0[cast::index(u32::from(area.0) / 64)];
        *word = if is_in { *word | bit } else { *word & !bit };
    }

    fn has(&self, area: Area) -> bool {
        self.0[cast::index(u32::from(area.0) / 64)] & (1 << (area.0 % 64)) != 0
    }

    /// Those in the set, in order.
    pub(super) fn iter(self) -> impl Iterator<Item = Area> {
        (0..=u8::MAX).map(Area).filter(move |&area| self.has(area))
    }
}

/// How many tiles have each kind of ground.
#[derive(Clone, Debug)]
pub(super) struct AreaCounts(Arc<[u32; 256]>);

impl Default for AreaCounts {
    fn default() -> Self {
        Self(Arc::new([0; 256]))
    }
}

impl AreaCounts {
    /// Counts a tile with these kinds.
    pub(super) fn add(&mut self, areas: AreaSet) {
        let counts = Arc::make_mut(&mut self.0);
        areas.iter().for_each(|area| counts[usize::from(area.0)] += 1);
    }

    /// Counts one less.
    pub(super) fn remove(&mut self, areas: AreaSet) {
        let counts = Arc::make_mut(&mut self.0);
        areas.iter().for_each(|area| counts[usize::from(area.0)] -= 1);
    }

    /// The kinds that some tile has.
    pub(super) fn set(&self) -> AreaSet {
        let mut set = AreaSet::default();
        (0..=u8::MAX).map(Area).filter(|area| self.0[usize::from(area.0)] > 0).for_each(|area| {
            set.set(area, true);
        });
        set
    }
}

/// Which polygons and links an agent may enter, by kind of ground and by flags. [`Default`]
/// allows all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access {
    blocked: AreaSet,
    /// Only ground with at least one of these flags; 0 asks for none.
    pub include: u32,
    /// Not ground with any of these flags.
    pub exclude: u32,
}

impl Access {
    /// Allows or blocks a kind of ground.
    pub fn set_blocked(&mut self, area: Area, blocked: bool) {
        self.blocked.set(area, blocked);
    }

    /// True for a kind of ground that is blocked.
    #[must_use]
    pub fn is_blocked(&self, area: Area) -> bool {
        self.blocked.has(area)
    }

    /// True when ground of this kind and with these flags may be entered.
    #[must_use]
    pub fn allows(&self, area: Area, flags: u32) -> bool {
        !self.is_blocked(area)
            && (self.include == 0 || flags & self.include != 0)
            && flags & self.exclude == 0
    }

    /// True when a polygon that is not closed may be entered.
    #[must_use]
    pub fn enters(&self, polygon: &Polygon) -> bool {
        self.allows(polygon.area, polygon.flags)
    }

    /// True when everything may be entered, whatever its area and flags.
    #[must_use]
    pub fn is_open(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_and_flags_both_decide() {
        let mut access = Access::default();
        assert!(access.is_open() && access.allows(Area(255), 0));
        for area in [0, 63, 64, 255].map(Area) {
            access.set_blocked(area, true);
            assert!(access.is_blocked(area) && !access.allows(area, 1));
            assert!(access.allows(Area(area.0 ^ 1), 1));
            access.set_blocked(area, false);
            assert!(access.is_open());
        }
        let picky = Access { include: 0b110, exclude: 0b100, ..access };
        let passes: Vec<u32> = (0..8).filter(|&flags| picky.allows(Area(9), flags)).collect();
        assert_eq!(passes, [2, 3]);
    }
}
