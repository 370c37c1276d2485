//! Numbers kept for some of many polygons, forgotten all at once.

use crate::geom::cast;

/// A number for each polygon that has one. To forget them costs nothing, so a question about a
/// few polygons of a large mesh stays small.
#[derive(Debug, Default)]
pub(super) struct Marks {
    slots: Vec<(u32, u32)>,
    epoch: u32,
}

impl Marks {
    /// Forgets all numbers, and makes room for `count` polygons.
    pub(super) fn reset(&mut self, count: u32) {
        let count = cast::index(count);
        if self.slots.len() < count {
            self.slots.resize(count, (0, 0));
        }
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.fill((0, 0));
            self.epoch = 1;
        }
    }

    /// The number of a polygon.
    #[inline]
    pub(super) fn get(&self, polygon: u32) -> Option<u32> {
        let (epoch, number) = self.slots[cast::index(polygon)];
        (epoch == self.epoch).then_some(number)
    }

    /// Gives a polygon a number.
    #[inline]
    pub(super) fn set(&mut self, polygon: u32, number: u32) {
        self.slots[cast::index(polygon)] = (self.epoch, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_forgotten_stays_so_when_the_epochs_run_out() {
        let mut marks = Marks { epoch: u32::MAX - 1, ..Marks::default() };
        for round in 0..4 {
            marks.reset(3);
            assert_eq!([0, 1, 2].map(|p| marks.get(p)), [None; 3]);
            marks.set(1, round);
            assert_eq!(marks.get(1), Some(round));
        }
    }
}
