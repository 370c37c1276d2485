//! The ground along an edge.

use super::heights::on_edge;
use crate::geom::{GroundPoint, PlanBox, PlanPoint, along, is_along_x, is_beside};
use crate::surface::TileSide;

/// True when an edge between these plan points lies on that side of the box.
pub(super) fn on_side(clip: &PlanBox, side: TileSide, a: PlanPoint, b: PlanPoint) -> bool {
    match side {
        TileSide::East => a.x == clip.max.x && b.x == clip.max.x,
        TileSide::North => a.y == clip.max.y && b.y == clip.max.y,
        TileSide::West => a.x == clip.min.x && b.x == clip.min.x,
        TileSide::South => a.y == clip.min.y && b.y == clip.min.y,
    }
}

/// True when an edge between these plan points runs along that side of a tile.
pub(super) fn is_along(side: TileSide, a: PlanPoint, b: PlanPoint) -> bool {
    match side {
        TileSide::East | TileSide::West => a.x == b.x,
        TileSide::North | TileSide::South => a.y == b.y,
    }
}

/// The ground along an edge, or a part of one, from its lower plan point to its upper: straight
/// between the points at which the height triangles beside it bend.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    /// At least two, in order along the edge. Those between the ends may be beside it.
    points: Vec<GroundPoint>,
}

impl Stretch {
    /// The edge from `a` to `b`, which its polygon is left of; `detail` are points that the
    /// polygon's triangles use, of which those on the edge or beside it count.
    pub(super) fn new(
        a: GroundPoint,
        b: GroundPoint,
        detail: impl IntoIterator<Item = GroundPoint>,
    ) -> Self {
        let (low, high) = if a.plan <= b.plan { (a, b) } else { (b, a) };
        let ends = Self { points: vec![low, high] };
        let inside = ends.place(low.plan) + 1..ends.place(high.plan);
        let is_bend = |p: &GroundPoint| {
            inside.contains(&ends.place(p.plan)) && is_beside(a.plan, b.plan, p.plan)
        };
        let mut points: Vec<GroundPoint> = detail.into_iter().filter(is_bend).collect();
        points.extend([low, high]);
        points.sort_unstable_by_key(|p| (ends.place(p.plan), *p));
        points.dedup_by_key(|p| ends.place(p.plan));
        Self { points }
    }

    /// The lower end.
    pub(super) fn low(&self) -> GroundPoint {
        self.points[0]
    }

    /// The upper end.
    pub(super) fn high(&self) -> GroundPoint {
        self.points[self.points.len() - 1]
    }

    /// How far up the edge a point on it or beside it is: the same for all parts of a line.
    fn place(&self, p: PlanPoint) -> i32 {
        let (low, high) = (self.low().plan, self.high().plan);
        let is_down = !is_along_x(low, high) && high.y < low.y;
        if is_down { -p.y } else { along(low, high, p) }
    }

    /// The part between two plan points on the edge.
    pub(super) fn part(&self, low: PlanPoint, high: PlanPoint) -> Self {
        let end = |p: PlanPoint| p.at(self.height(p));
        let (from, to) = (self.place(low), self.place(high));
        let inside = |p: &&GroundPoint| from < self.place(p.plan) && self.place(p.plan) < to;
        let mut points = vec![end(low)];
        points.extend(self.points.iter().filter(inside));
        points.push(end(high));
        Self { points }
    }

    /// The height at a plan point on the edge, to the nearest step.
    pub(crate) fn height(&self, p: PlanPoint) -> i32 {
        let place = self.place(p);
        let next = self.points.partition_point(|q| self.place(q.plan) < place);
        let next = next.clamp(1, self.points.len() - 1);
        let [from, to] = [next - 1, next].map(|i| {
            let p = self.points[i];
            GroundPoint::new(self.place(p.plan), 0, p.height)
        });
        on_edge(from, to, PlanPoint::new(place, 0))
    }

    /// The ends and the points between them, in order.
    pub(crate) fn points(&self) -> &[GroundPoint] {
        &self.points
    }

    /// The lower and the upper end of what both share of the line; `None` when that is a point at
    /// most.
    fn shared(&self, other: &Self) -> Option<[PlanPoint; 2]> {
        let low = self.low().plan.max(other.low().plan);
        let high = self.high().plan.min(other.high().plan);
        (low < high).then_some([low, high])
    }

    /// How much higher this is than the other at a plan point on both, steps.
    fn above(&self, other: &Self, p: PlanPoint) -> i64 {
        i64::from(self.height(p)) - i64::from(other.height(p))
    }

    /// The least and the widest distance in height over what both share of the line, steps;
    /// `None` when they share a point at most.
    pub(super) fn gaps(&self, other: &Self) -> Option<(i64, i64)> {
        let [low, high] = self.shared(other)?;
        let (from, to) = (self.place(low), self.place(high));
        let bends = self.points.iter().chain(&other.points).map(|p| p.plan);
        let inside = |&p: &PlanPoint| from < self.place(p) && self.place(p) < to;
        let mut at: Vec<PlanPoint> = bends.filter(inside).collect();
        at.extend([low, high]);
        at.sort_unstable_by_key(|&p| self.place(p));
        let apart: Vec<i64> = at.iter().map(|&p| self.above(other, p)).collect();
        let crossing = apart.windows(2).any(|w| w[0].signum() != w[1].signum());
        let least = apart.iter().map(|d| d.abs()).min().unwrap_or(0);
        let widest = apart.iter().map(|d| d.abs()).max().unwrap_or(0);
        Some((if crossing { 0 } else { least }, widest))
    }

    /// True when the two come within `tolerance` steps of each other in height somewhere along
    /// what they share.
    pub(super) fn faces(&self, other: &Self, tolerance: i64) -> bool {
        self.shared(other).is_some_and(|[low, _]| {
            // Nearly everywhere they do so where they begin.
            self.above(other, low).abs() <= tolerance
                || self.gaps(other).is_some_and(|(least, _)| least <= tolerance)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn along(points: &[(i32, i32)]) -> Stretch {
        let ground: Vec<_> = points.iter().map(|&(y, h)| GroundPoint::new(5, y, h)).collect();
        let stray = [GroundPoint::new(6, 4, 99), GroundPoint::new(5, 999, 99)];
        Stretch::new(ground[ground.len() - 1], ground[0], ground.iter().copied().chain(stray))
    }

    #[test]
    fn gaps_follow_the_bends() {
        let hill = along(&[(0, 0), (10, 20), (20, 0)]);
        assert_eq!(hill.height(PlanPoint::new(5, 5)), 10);
        assert_eq!(hill.height(PlanPoint::new(5, 20)), 0);
        let cases = [
            (along(&[(0, 0), (20, 0)]), Some((0, 20))),
            (along(&[(5, 5), (15, 5)]), Some((5, 15))),
            (along(&[(5, 5), (10, 15), (15, 5)]), Some((5, 5))),
            (along(&[(-5, 15), (25, 15)]), Some((0, 15))),
            (along(&[(20, 0), (30, 0)]), None),
            (along(&[(-10, 0), (0, 0)]), None),
        ];
        for (other, expected) in cases {
            assert_eq!(hill.gaps(&other), expected, "{other:?}");
            assert_eq!(other.gaps(&hill), expected, "{other:?}");
            for tolerance in 0..25 {
                let faces = expected.is_some_and(|(least, _)| least <= tolerance);
                assert_eq!(hill.faces(&other, tolerance), faces, "{other:?}, {tolerance}");
            }
        }
        let part = hill.part(PlanPoint::new(5, 5), PlanPoint::new(5, 15));
        assert_eq!((part.low().height, part.high().height, part.points.len()), (10, 10, 3));
    }
}
