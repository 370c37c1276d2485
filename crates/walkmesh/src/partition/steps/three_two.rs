//! Three pieces around a reflex corner to two, by a point on an edge across.
//!
//! ```text
//!   ┌─────────────┐      ┌──────x──────┐   From v no corner is in sight within the angle that
//!   │ \    M    / │      │      │      │   makes both sides convex, so that two diagonals
//!   │   \     /   │      │      │      │   leave it. One edge is enough, towards a new vertex x
//!   │ A   \ /   C │  ->  │      │      │   on the edge across: a lattice point on it, or, where
//!   └──────v      │      └──────v      │   there is none, the nearest within M, which bends an
//!          │      │             │      │   edge inside the ground outwards by under a step.
//! ```

use crate::geom::predicates::{cross, is_convex, orient};
use crate::geom::{GroundPoint, PlanPoint, cast, gcd};
use crate::partition::cells::Cells;
use crate::partition::{Beyond, Partition};
use crate::surface::{Border, Heights, Surface};
use std::cmp::Ordering;

/// 3-2 merging: where two or more diagonals leave a reflex corner and none of them is needed at
/// its other end, all are replaced by one edge to a new vertex on an edge across, straight on
/// from an edge of the corner or turned towards the nearest place. Gives how many pieces there
/// are fewer.
///
/// Area is conserved exactly: a vertex on a wall lies on it, one inside the ground is shared by
/// the pieces around it. On walls without lattice points inside, seams and tile sides nothing is
/// added. The height of a new vertex is that of the surface's grid there, else between the ends
/// of its edge. Pieces that are cut anew lose their height points: refine heights afterwards.
pub fn merge_three_to_two(partition: &mut Partition, surface: &Surface) -> usize {
    let before = partition.pieces.len();
    let mut cells = Cells::of(partition);
    // Corners of the outline; new half-edges are all inside or on edges that lead nowhere new.
    for h in 0..cells.edges.len() {
        if cells.edges.is_gone(h) || cells.edges.twin(h).is_some() {
            continue;
        }
        let Some(corner) = Corner::of(&cells, h) else { continue };
        let Some((edge, point)) = corner.best_place(&cells) else { continue };
        let layer = cells.layer(h, partition);
        let [a, b] = [edge, cells.edges.next(edge)]
            .map(|g| partition.vertices[cast::index(cells.edges.origin(g))]);
        partition.vertices.push(ground(surface, layer, point, a, b));
        corner.cut(&mut cells, edge, point);
    }
    if cells.edges.faces().len() < before {
        cells.write(partition);
    }
    before - partition.pieces.len()
}

/// A reflex corner of the outline whose diagonals are not needed at their other ends.
struct Corner {
    /// The outline's half-edge that arrives, and the one that leaves.
    arriving: u32,
    leaving: u32,
    /// The diagonals, from the arriving edge clockwise, as half-edges that leave the corner.
    diagonals: Vec<u32>,
}

impl Corner {
    fn of(cells: &Cells, arriving: u32) -> Option<Self> {
        let mut diagonals = Vec::new();
        let leaving = cells.along(arriving, |g| diagonals.push(g));
        diagonals.pop();
        let free = |&g: &u32| {
            let Some(t) = cells.edges.twin(g) else { return false };
            cells.is_convex_at(cells.edges.prev(t), cells.edges.next(g))
        };
        (diagonals.len() > 1 && diagonals.iter().all(free)).then_some(Self {
            arriving,
            leaving,
            diagonals,
        })
    }

    /// The faces' outline without the diagonals, from the leaving edge.
    fn outline(&self, cells: &Cells) -> Vec<u32> {
        let mut outline = Vec::new();
        let mut h = self.leaving;
        loop {
            outline.push(h);
            if h == self.arriving {
                break;
            }
            h = cells.edges.next(h);
            // A side towards the corner is a diagonal's; the outline goes on across it.
            while let Some(t) = cells.edges.twin(h).filter(|t| self.diagonals.contains(t)) {
                h = cells.edges.next(t);
            }
        }
        outline
    }

    /// The edge across and the new vertex on it, nearest to the corner, if there is any.
    fn best_place(&self, cells: &Cells) -> Option<(u32, PlanPoint)> {
        let outline = self.outline(cells);
        let ring: Vec<PlanPoint> = outline.iter().map(|&h| cells.at(h)).collect();
        let v = *ring.first()?;
        let mut best: Option<(i64, u32, PlanPoint)> = None;
        // Not the edges at the corner itself.
        for (at, &edge) in outline.iter().enumerate().take(outline.len() - 1).skip(1) {
            let may_bend = cells.edges.twin(edge).is_some();
            if !may_bend && cells.border(edge) != Beyond::Border(Border::Wall) {
                continue;
            }
            for x in self.places(cells, edge, may_bend) {
                let far = v.distance_squared(x);
                if best.is_none_or(|b| far < b.0) && self.fits(cells, &ring, at, x) {
                    best = Some((far, edge, x));
                }
            }
        }
        best.map(|(_, edge, x)| (edge, x))
    }

    /// Places for a vertex on an edge that the corner sees within its opposite angle: on it, and
    /// beside it where it may bend.
    fn places(&self, cells: &Cells, edge: u32, may_bend: bool) -> Vec<PlanPoint> {
        let (p, q) = (cells.at(edge), cells.at(cells.edges.next(edge)));
        let v = cells.at(self.leaving);
        let before = cells.at(self.arriving);
        let after = cells.at(cells.edges.next(self.leaving));
        let (dx, dy) = (i64::from(q.x) - i64::from(p.x), i64::from(q.y) - i64::from(p.y));
        // Shares of the edge, from p, at which the new edge is straight on from one at the
        // corner, and the one nearest to the corner.
        let share =
            |a: i64, b: i64| (a != b).then(|| cast::float(a) / (cast::float(a) - cast::float(b)));
        let foot = {
            let along =
                (i64::from(v.x) - i64::from(p.x)) * dx + (i64::from(v.y) - i64::from(p.y)) * dy;
            cast::float(along) / cast::float(dx * dx + dy * dy)
        };
        let ends = [
            share(cross(before, v, p), cross(before, v, q)),
            share(cross(after, v, p), cross(after, v, q)),
        ];
        let step = gcd(dx, dy);
        let on = |k: i64| {
            let at = |from: i32, d: i64| cast::narrow_i32(i64::from(from) + k * (d / step));
            PlanPoint::new(at(p.x, dx), at(p.y, dy))
        };
        let mut shares: Vec<f64> = ends.into_iter().flatten().collect();
        if let [a, b] = shares[..] {
            shares.push(foot.clamp(a.min(b), a.max(b)));
            shares.push(f64::midpoint(a, b));
        } else {
            shares.push(foot);
        }
        let mut places = Vec::new();
        for s in shares.into_iter().filter(|s| (0.0..=1.0).contains(s)) {
            let k = cast::round_i64(s * cast::float(step));
            places.extend((k - 1..=k + 1).filter(|k| (1..step).contains(k)).map(on));
            if may_bend {
                let at = |from: i32, d: i64| cast::round_i32(f64::from(from) + s * cast::float(d));
                let (x, y) = (at(p.x, dx), at(p.y, dy));
                let near = (-1..=1).flat_map(|i| (-1..=1).map(move |j| (i, j)));
                places.extend(
                    near.map(|(i, j)| PlanPoint::new(x.saturating_add(i), y.saturating_add(j)))
                        .filter(|&x| orient(p, q, x) == Ordering::Greater),
                );
            }
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// True when the two faces, and the one beyond the edge at `at`, are convex with the vertex.
    fn fits(&self, cells: &Cells, ring: &[PlanPoint], at: usize, x: PlanPoint) -> bool {
        let mut one = ring[..=at].to_vec();
        one.push(x);
        let mut other = vec![ring[0], x];
        other.extend(&ring[at + 1..]);
        is_convex(&one) && is_convex(&other) && self.is_convex_beyond(cells, at, x)
    }

    fn is_convex_beyond(&self, cells: &Cells, at: usize, x: PlanPoint) -> bool {
        let edge = self.outline(cells)[at];
        let Some(t) = cells.edges.twin(edge) else { return true };
        let mut beyond = vec![cells.at(t), x];
        beyond.extend(cells.edges.around(t).skip(1).map(|h| cells.at(h)));
        is_convex(&beyond)
    }

    /// Puts the vertex into the edge and replaces the diagonals.
    fn cut(&self, cells: &mut Cells, edge: u32, x: PlanPoint) {
        let rest = cells.split(edge, x);
        let outline = self.outline(cells);
        let Some(at) = outline.iter().position(|&h| h == rest) else { return };
        cells.recut(&outline, &self.diagonals, &[(0, cast::count(at))]);
    }
}

/// A point on or beside the edge from `a` to `b`, on the ground.
fn ground(
    surface: &Surface,
    layer: u32,
    x: PlanPoint,
    a: GroundPoint,
    b: GroundPoint,
) -> GroundPoint {
    let grid = match surface.layers.get(cast::index(layer)).map(|layer| &layer.heights) {
        Some(Heights::Grid(grid)) => Some(grid),
        _ => None,
    };
    let known = grid.and_then(|grid| {
        let (column, row) = grid.cell_of(x)?;
        grid.get(column, row)
    });
    let between = || {
        let share = a.plan.distance(x) / a.plan.distance(b.plan);
        cast::round_i32(f64::from(a.height) + share * (f64::from(b.height) - f64::from(a.height)))
    };
    x.at(known.unwrap_or_else(between))
}
