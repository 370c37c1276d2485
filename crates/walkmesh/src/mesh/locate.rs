//! Where on the mesh a point is, and the nearest place that is on it.

#[cfg(test)]
mod tests;

use super::heights::height_at;
use super::id::{ComponentId, PolyRef};
use super::nav_mesh::NavMesh;
use super::snap::nearest_in_polygon;
use crate::geom::{GroundPoint, PlanBox, PlanPoint, Point, Upright, Volume, cast};

/// Half extents of the box around a point in which a place on the mesh is looked for, metres.
/// Both point and place count as in the box on its border.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchBox {
    /// Along world x.
    pub x: f64,
    /// Up and down.
    pub y: f64,
    /// Along world z.
    pub z: f64,
}

impl SearchBox {
    /// The whole mesh, however far.
    pub const EVERYWHERE: Self = Self { x: f64::INFINITY, y: f64::INFINITY, z: f64::INFINITY };
}

impl Default for SearchBox {
    /// Detour's sample: 2 m to the sides, 4 m up and down.
    fn default() -> Self {
        Self { x: 2.0, y: 4.0, z: 2.0 }
    }
}

/// A place on the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The polygon.
    pub polygon: PolyRef,
    /// The place in the world, on the ground; a lattice point.
    pub point: Point,
    /// The place in plan: inside the polygon or on its border, exactly.
    pub plan: PlanPoint,
    /// The ground's height there, lattice steps.
    pub height: i32,
    /// Straight distance from the point asked for (as the lattice has it), metres.
    pub distance: f64,
}

/// The best place so far.
#[derive(Clone, Copy)]
struct Best {
    /// Squared distance that counts, steps²: height within a climb is free.
    rank: i64,
    /// Squared straight distance, steps².
    squared: i64,
    polygon: PolyRef,
    ground: GroundPoint,
}

impl Best {
    /// Nearer, or as near on an earlier polygon.
    fn beats(&self, other: Option<&Self>) -> bool {
        let key = |best: &Self| (best.rank, best.squared, best.polygon);
        other.is_none_or(|other| key(self) < key(other))
    }

    fn place(self, mesh: &NavMesh) -> Nearest {
        Nearest {
            polygon: self.polygon,
            point: mesh.frame().to_world(self.ground),
            plan: self.ground.plan,
            height: self.ground.height,
            distance: mesh.frame().metres(cast::float(self.squared).sqrt()),
        }
    }
}

impl NavMesh {
    /// The polygon whose closed outline holds the point's lattice point in plan and whose ground
    /// is nearest in height, at most `max_vertical` metres above or below; of equals the first.
    /// Exact. `None` off the mesh, and for a point that is not finite or beyond the lattice.
    /// Logarithmic; allocates nothing.
    #[must_use]
    pub fn locate(&self, point: impl Into<Point>, max_vertical: f64) -> Option<Nearest> {
        let p = self.frame().to_lattice(point)?;
        let reach = self.frame().steps(max_vertical);
        let within = Volume::around(p, [0, 0, reach]);
        self.search(p, &within, |r| self.tile(r.tile).holds(r.polygon, p.plan))
            .map(|best| best.place(self))
    }

    /// The place of the mesh nearest to the point, inside the box around it and on a polygon
    /// that `accept` takes. Every polygon offers its lattice point nearest in plan, at the
    /// ground's height there; the nearest of these in space wins, where the first climb of
    /// height is not counted. So a point over the mesh keeps its place in plan (as in Detour),
    /// and from a storey the one below is not chosen while there is ground at hand. Of equals
    /// the one nearer in height wins, then the first polygon.
    /// `None` when nothing is in the box, and for a point that is not finite or beyond the
    /// lattice. About logarithmic; allocates nothing.
    pub fn nearest(
        &self,
        point: impl Into<Point>,
        search: &SearchBox,
        accept: impl Fn(PolyRef) -> bool,
    ) -> Option<Nearest> {
        let p = self.frame().to_lattice(point)?;
        let within = self.volume(p, search);
        self.search(p, &within, accept).map(|best| best.place(self))
    }

    /// As [`NavMesh::nearest`] for each component that has a place in the box: `found` is
    /// cleared and filled, the nearest first by the same rule, one place a component. So a path can be given
    /// ends that are connected where the nearest places are not. Allocates only when `found`
    /// has to grow.
    pub fn nearest_each_component(
        &self,
        point: impl Into<Point>,
        search: &SearchBox,
        accept: impl Fn(PolyRef) -> bool,
        found: &mut Vec<Nearest>,
    ) {
        self.nearest_each(point.into(), search, accept, |r| self.component(r), found);
    }

    /// The same for each of what `part` calls the parts of the mesh.
    pub(crate) fn nearest_each<P: PartialEq>(
        &self,
        point: Point,
        search: &SearchBox,
        accept: impl Fn(PolyRef) -> bool,
        part: impl Fn(PolyRef) -> P,
        found: &mut Vec<Nearest>,
    ) {
        found.clear();
        let Some(p) = self.frame().to_lattice(point) else { return };
        let within = self.volume(p, search);
        self.table().nearest(self.upright(p), &within, i64::MAX, &mut |polygon, bound| {
            if !accept(polygon) {
                return bound;
            }
            let Some(place) = self.offer(p, polygon, bound) else { return bound };
            if !within.contains(place.ground) {
                return bound;
            }
            let place = place.place(self);
            let own = part(polygon);
            match found.iter_mut().find(|old| part(old.polygon) == own) {
                Some(old) if self.order(p, &place, old).is_lt() => *old = place,
                Some(_) => {}
                None => found.push(place),
            }
            bound
        });
        found.sort_unstable_by(|a, b| self.order(p, a, b));
    }

    /// The place of a component nearest to the point, however far: where to go when the point
    /// itself cannot be reached. `None` for a component that is not of this mesh, and for a
    /// point that is not finite or beyond the lattice. Allocates nothing.
    #[must_use]
    pub fn nearest_in_component(
        &self,
        point: impl Into<Point>,
        component: ComponentId,
    ) -> Option<Nearest> {
        let p = self.frame().to_lattice(point)?;
        self.search(p, &Volume::ALL, |r| self.component(r) == component)
            .map(|best| best.place(self))
    }

    /// The polygons whose boxes meet a box in plan, in order. Logarithmic in those that do not.
    pub(crate) fn polygons_in(&self, plan: PlanBox) -> Vec<PolyRef> {
        let mut found = Vec::with_capacity(32);
        let within = Volume { plan, ..Volume::ALL };
        // All are wanted, so it makes no difference what they are nearest to; the box may be out of
        // the reach of distances.
        let from = Upright::around(GroundPoint::default(), 0);
        self.table().nearest(from, &within, i64::MAX, &mut |polygon, bound| {
            found.push(polygon);
            bound
        });
        found.sort_unstable();
        found
    }

    /// The nearest accepted place inside `within`.
    fn search(
        &self,
        p: GroundPoint,
        within: &Volume,
        accept: impl Fn(PolyRef) -> bool,
    ) -> Option<Best> {
        let mut best: Option<Best> = None;
        self.table().nearest(self.upright(p), within, i64::MAX, &mut |polygon, bound| {
            if !accept(polygon) {
                return bound;
            }
            let Some(place) = self.offer(p, polygon, bound) else { return bound };
            if !within.contains(place.ground) || !place.beats(best.as_ref()) {
                return bound;
            }
            best = Some(place);
            place.rank
        });
        best
    }

    /// From where all that is within the free height of a point is as near as its plan distance:
    /// the distance of a box is the least rank of what is in it.
    fn upright(&self, p: GroundPoint) -> Upright {
        Upright::around(p, self.free_height())
    }

    /// Height that does not count against a place, steps.
    fn free_height(&self) -> i32 {
        self.resolved().climb.max(0)
    }

    /// Squared distance that counts, steps².
    fn rank(&self, p: GroundPoint, ground: GroundPoint) -> i64 {
        let up = i64::from(p.height) - i64::from(ground.height);
        let counted = (up.abs() - i64::from(self.free_height())).max(0);
        p.plan.distance_squared(ground.plan) + counted * counted
    }

    /// What is nearer to `p` first, ties by straight distance, then by polygon.
    fn order(&self, p: GroundPoint, a: &Nearest, b: &Nearest) -> std::cmp::Ordering {
        let rank = |place: &Nearest| self.rank(p, place.plan.at(place.height));
        rank(a)
            .cmp(&rank(b))
            .then(a.distance.total_cmp(&b.distance))
            .then(a.polygon.cmp(&b.polygon))
    }

    /// What a polygon has to offer for a point, unless its rank is surely above `bound`.
    fn offer(&self, p: GroundPoint, polygon: PolyRef, bound: i64) -> Option<Best> {
        let tile = self.tile(polygon.tile);
        let plan = nearest_in_polygon(tile, polygon.polygon, p.plan, bound)?;
        let ground = plan.at(height_at(tile, polygon.polygon, plan));
        let up = i64::from(p.height) - i64::from(ground.height);
        let squared = p.plan.distance_squared(plan) + up * up;
        Some(Best { rank: self.rank(p, ground), squared, polygon, ground })
    }

    fn volume(&self, p: GroundPoint, search: &SearchBox) -> Volume {
        // Negative and NaN extents are a box without extent.
        let steps = |metres: f64| self.frame().steps(metres).max(0);
        Volume::around(p, [steps(search.x), steps(search.z), steps(search.y)])
    }
}
