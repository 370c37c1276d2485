//! Labels of a tile in which some polygons were closed or opened.

use super::edge::Edge;
use super::id::TileId;
use super::tile::Tile;
use crate::geom::cast;

/// So many polygons around those that turned are looked at before all are labelled afresh.
const MOST_VISITED: usize = 64;
/// Most polygons have no more sides.
const SIDES: usize = 8;

impl Tile {
    /// [`Tile::relabel`] of a tile that is as `before` but for polygons that were all closed or all
    /// opened (`turned`). Looks around them only, where these are ways around what was closed, or
    /// where what was opened joins one label. Edges within the tile lead both ways. True when it is
    /// plain that all others keep their labels.
    pub(crate) fn relabel_turned(&mut self, here: TileId, before: &Self, turned: &[u32]) -> bool {
        match self.label_of_turned(here, before, turned) {
            Some(label) => {
                let labels = &mut *self.labels;
                for &p in turned {
                    let own = &mut labels[cast::index(p)];
                    if *own != Self::CLOSED {
                        *own = label;
                    }
                }
                true
            }
            None => {
                self.relabel(here, true);
                false
            }
        }
    }

    /// The label of which they were or become a part without a change to any other; `None` where
    /// that is not so, or not to be seen from near.
    fn label_of_turned(&self, here: TileId, before: &Self, turned: &[u32]) -> Option<u32> {
        let closed = turned.iter().filter(|&&p| self.is_closed(p)).count();
        let all_close = closed == turned.len();
        if closed > 0 && !all_close {
            return None;
        }
        let open = if all_close { before } else { self };
        let mut beside: Vec<u32> = Vec::with_capacity(SIDES * turned.len());
        for &p in turned {
            beside.extend(open.neighbours_within(p, here).filter(|q| !turned.contains(q)));
        }
        beside.sort_unstable();
        beside.dedup();
        let label_before = |p: u32| before.labels[cast::index(p)];
        let label = label_before(*beside.first()?);
        if beside.iter().any(|&p| label_before(p) != label) {
            return None;
        }
        let first_of = |tile: &Self, label: u32| {
            tile.labels.iter().position(|&of| of == label).map(cast::count)
        };
        let mut first = first_of(before, label)?;
        if turned.iter().any(|&p| p <= first) {
            // Labels are numbered by their first polygons.
            let opened = turned.iter().copied().min().filter(|_| !all_close);
            first = opened.or_else(|| first_of(self, label))?;
            let is_behind = |other: u32| first_of(before, other).is_none_or(|of| of < first);
            let is_before = first_of(before, label + 1).is_none_or(|of| first < of);
            if !(is_before && label.checked_sub(1).is_none_or(is_behind)) {
                return None;
            }
        }
        let is_so = if all_close {
            turned.iter().all(|&p| label_before(p) == label) && self.hang_together(&beside, here)
        } else {
            self.all_reach_out(turned, here)
        };
        is_so.then_some(label)
    }

    /// The polygons of the tile that edges of one lead to, some repeatedly.
    fn neighbours_within(&self, p: u32, here: TileId) -> impl Iterator<Item = u32> + '_ {
        let within = move |edge: &Edge| edge.neighbour().filter(|to| to.tile == here);
        self.edges_of(p).iter().filter_map(within).map(|to| to.polygon)
    }

    /// True when there are ways between all of these polygons not far from them.
    fn hang_together(&self, polygons: &[u32], here: TileId) -> bool {
        let mut seen: Vec<u32> = Vec::with_capacity(MOST_VISITED + 8);
        seen.push(polygons[0]);
        let mut is_seen = vec![false; self.polygons.len()];
        is_seen[cast::index(polygons[0])] = true;
        let mut missing = polygons.len() - 1;
        let mut next = 0;
        while missing > 0 {
            let Some(&p) = seen.get(next).filter(|_| seen.len() < MOST_VISITED) else {
                return false;
            };
            next += 1;
            for q in self.neighbours_within(p, here) {
                if !std::mem::replace(&mut is_seen[cast::index(q)], true) {
                    seen.push(q);
                    missing -= usize::from(polygons.binary_search(&q).is_ok());
                }
            }
        }
        true
    }

    /// True when ways lead from each of these polygons to another, through these only.
    fn all_reach_out(&self, polygons: &[u32], here: TileId) -> bool {
        let mut left = polygons.to_vec();
        loop {
            // One that leads out of those that are left makes all that lead to it do so too.
            let before = left.len();
            let mut i = 0;
            while let Some(&p) = left.get(i) {
                if self.neighbours_within(p, here).all(|q| left.contains(&q)) {
                    i += 1;
                } else {
                    left.swap_remove(i);
                }
            }
            if left.is_empty() || left.len() == before {
                return left.is_empty();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{PlanBox, PlanPoint};
    use crate::mesh::samples::{Dice, grid, rectangle, tile};
    use crate::mesh::{NavMesh, PolyRef};

    /// A tile of 6 by 6 squares of which some are closed.
    fn with(whole: &Tile, closed: &[bool]) -> Tile {
        let mut tile = whole.clone();
        for (p, &is_closed) in (0..).zip(closed) {
            for edge in &mut tile.edges[whole.edge_range(p)] {
                let is_free = |to: &PolyRef| !is_closed && !closed[cast::index(to.polygon)];
                edge.lead(edge.neighbour().filter(is_free), edge.passage());
            }
            tile.labels[cast::index(p)] = if is_closed { Tile::CLOSED } else { 0 };
        }
        tile.relabel(TileId(0), false);
        let mut flooded = tile.clone();
        flooded.relabel(TileId(0), true);
        assert_eq!(flooded, tile);
        tile
    }

    #[test]
    fn labels_are_those_of_a_fresh_flood_fill() {
        let (parameters, resolved) = grid(1, 1);
        let square = |i: i32| {
            let low = PlanPoint::new(5 * (i % 6), 5 * (i / 6));
            rectangle(PlanBox::new(low, PlanPoint::new(low.x + 5, low.y + 5)), 0, |_| 0)
        };
        let squares: Vec<_> = (0..36).map(square).collect();
        let parts = vec![tile(&resolved, 0, 0, &squares)];
        let mesh = NavMesh::assemble(&parameters, &resolved, [0; 32], parts).unwrap();
        let whole = mesh.tile(TileId(0));
        let mut dice = Dice::new(8);
        let mut from_near = 0;
        for _ in 0..3000 {
            let share = dice.below(60);
            let mut closed: Vec<bool> = (0..36).map(|_| dice.below(100) < share).collect();
            let before = with(whole, &closed);
            let state = dice.below(2) == 0;
            let mut turned: Vec<u32> = Vec::new();
            let at = dice.below(36);
            for _ in 0..=dice.below(5) {
                let p = cast::count(cast::cell_index(at + dice.below(3)) % 36);
                if closed[cast::index(p)] == state && !turned.contains(&p) {
                    turned.push(p);
                }
            }
            turned.iter().for_each(|&p| closed[cast::index(p)] ^= true);
            let expected = with(whole, &closed);
            let mut found = expected.clone();
            for p in 0..36 {
                let label = before.labels[p];
                found.labels[p] = match turned.contains(&cast::count(p)) {
                    true if state => 0,
                    true => Tile::CLOSED,
                    false => label,
                };
            }
            found.label_count = before.label_count;
            from_near += u32::from(found.label_of_turned(TileId(0), &before, &turned).is_some());
            found.relabel_turned(TileId(0), &before, &turned);
            assert_eq!(found, expected, "{turned:?} of {closed:?}");
        }
        assert!(from_near > 500, "{from_near}");
    }
}
