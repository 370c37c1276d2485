//! Which changes are over each triangle.

use super::super::Layer;
use super::super::chains::middle;
use super::{Arrangement, Room};
use crate::geom::predicates::{Side, cross};
use crate::geom::{PlanPoint, cast};

impl Arrangement {
    /// Finds the changes over each triangle. Crossing an edge changes what is over one by how the
    /// outlines run along it; where no outline runs at all in a connected part, its largest
    /// triangle tells.
    pub(super) fn cover(&mut self, layers: &[Layer<'_>]) {
        let (mut set_over, mut sets) =
            (std::mem::take(&mut self.set_over), std::mem::take(&mut self.sets));
        let mut turns = std::mem::take(&mut self.room.turns);
        let mut with = std::mem::take(&mut self.room.with);
        turns.clear();
        turns.resize(cast::index(self.count()), 0);
        set_over.clear();
        set_over.resize(cast::index(self.count()), 0);
        sets.clear();
        sets.add([]);
        for (layer, index) in layers.iter().zip(0..) {
            with.clear();
            with.resize(sets.len(), None);
            for span in self.room.starts.windows(2) {
                let part = &self.room.order[span[0]..span[1]];
                let (mut lowest, mut highest) = (0, 0);
                for &(t, via) in part {
                    // What runs along a side has its triangle on its left.
                    let turn = via.map_or(0, |h: u32| {
                        turns[cast::index(h / 3)] - self.run(h, index).unwrap_or(0)
                    });
                    turns[cast::index(t)] = turn;
                    (lowest, highest) = (turn.min(lowest), turn.max(highest));
                }
                let all_over = lowest == highest && self.is_over(layer, index, part);
                for &(t, _) in part {
                    if all_over || turns[cast::index(t)] > lowest {
                        let set = &mut set_over[cast::index(t)];
                        *set = *with[cast::index(*set)].get_or_insert_with(|| {
                            sets.add_joined(cast::index(*set), layer.changes);
                            cast::count(sets.len() - 1)
                        });
                    }
                }
            }
        }
        (self.set_over, self.sets) = (set_over, sets);
        (self.room.turns, self.room.with) = (turns, with);
    }

    /// True when a layer covers a connected part in whose inside it does not run.
    fn is_over(&self, layer: &Layer<'_>, index: u32, part: &[(u32, Option<u32>)]) -> bool {
        let border = part.iter().flat_map(|&(t, _)| 3 * t..3 * t + 3);
        let mut border = border.filter(|&h| self.beside[cast::index(h)].twin.is_none());
        border
            .find_map(|h| self.run(h, index))
            .map_or_else(|| layer.outline.side(self.largest(part)) != Side::Outside, |by| by > 0)
    }

    /// How often a layer runs along a side, less how often back; `None` for never.
    fn run(&self, h: u32, layer: u32) -> Option<i32> {
        let beside = &self.beside[cast::index(h)];
        let line = &self.lines[cast::index(beside.line?)];
        let along = &self.runs[cast::index(line.runs.0)..cast::index(line.runs.1)];
        let by = along.iter().find(|run| run.layer == layer)?.by;
        Some(if beside.is_back { -by } else { by })
    }

    /// Puts the triangles in order.
    pub(super) fn walk(&mut self) {
        let count = self.count();
        let Room { order, starts, seen, .. } = &mut self.room;
        order.clear();
        starts.clear();
        seen.clear();
        seen.resize(cast::index(count), false);
        for start in 0..count {
            if std::mem::replace(&mut seen[cast::index(start)], true) {
                continue;
            }
            let mut next = order.len();
            starts.push(next);
            order.push((start, None));
            while let Some(&(t, _)) = order.get(next) {
                next += 1;
                for h in 3 * t..3 * t + 3 {
                    if let Some(u) = self.beside[cast::index(h)].twin
                        && !std::mem::replace(&mut seen[cast::index(u / 3)], true)
                    {
                        order.push((u / 3, Some(h)));
                    }
                }
            }
        }
        starts.push(order.len());
    }

    /// The middle of the largest triangle, to the lattice.
    fn largest(&self, part: &[(u32, Option<u32>)]) -> PlanPoint {
        let at = |t: u32| self.triangle(t).map(|v| self.chains.points[cast::index(v)]);
        let area = |t: &u32| {
            let [a, b, c] = at(*t);
            (cross(a, b, c), std::cmp::Reverse(*t))
        };
        let largest = part.iter().map(|&(t, _)| t).max_by_key(area).unwrap_or(0);
        middle(&at(largest))
    }
}
