//! Numbers for points, by first use.

use crate::geom::{GroundPoint, cast};

/// Ground points numbered by first use.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// One more than the number of a point, 0 for none. Open addressing, at most half full; never
    /// walked, so its order does not show.
    table: Vec<u32>,
    /// The points by number.
    pub(super) grounds: Vec<GroundPoint>,
}

/// A table for more is not kept.
const LARGE: usize = 1 << 11;

impl Names {
    /// None again; the memory stays, if there is not much of it.
    pub(super) fn clear(&mut self) {
        self.grounds.clear();
        if self.table.len() > LARGE {
            *self = Self::default();
        }
        self.table.fill(0);
    }

    /// The number of a point: the next one when it is new.
    pub(super) fn of(&mut self, ground: GroundPoint) -> u32 {
        if 2 * self.grounds.len() >= self.table.len() {
            self.grow();
        }
        let at = self.place(ground);
        if let Some(known) = self.table[at].checked_sub(1) {
            return known;
        }
        let name = cast::count(self.grounds.len());
        self.table[at] = name + 1;
        self.grounds.push(ground);
        name
    }

    /// Where a point is or would be.
    fn place(&self, ground: GroundPoint) -> usize {
        let parts = [ground.plan.x, ground.plan.y, ground.height];
        let mixed = parts.iter().fold(0_u64, |hash, v| {
            (hash.rotate_left(5) ^ u64::from(v.cast_unsigned())).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        // The upper bits are the best mixed.
        let upper = u32::try_from(mixed >> 40).unwrap_or_default();
        let last = self.table.len() - 1;
        let mut at = cast::index(upper) & last;
        let is_other = |name: u32| self.grounds[cast::index(name)] != ground;
        while self.table[at].checked_sub(1).is_some_and(is_other) {
            at = (at + 1) & last;
        }
        at
    }

    fn grow(&mut self) {
        self.table = vec![0; (4 * self.grounds.len()).next_power_of_two().max(128)];
        self.grounds.reserve(self.table.len() / 2 - self.grounds.len());
        for (name, &ground) in (1..).zip(&self.grounds) {
            let at = self.place(ground);
            self.table[at] = name;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::PlanPoint;
    use std::collections::BTreeMap;
    use walkmesh_testkit::Random;

    #[test]
    fn points_keep_their_numbers() {
        let mut random = Random::new(2);
        let mut names = Names::default();
        for span in [0, 3, 40, 3] {
            names.clear();
            let mut known = BTreeMap::new();
            for _ in 0..2000 {
                let mut any = || random.between(-span, span);
                let point = PlanPoint::new(any(), any()).at(any());
                let next = cast::count(known.len());
                assert_eq!(names.of(point), *known.entry(point).or_insert(next));
            }
            assert_eq!(names.grounds.len(), known.len());
            assert!((0..).zip(&names.grounds).all(|(name, point)| known[point] == name));
        }
    }
}
