//! What of an object of triangles is in the way on a base polygon.
//!
//! ```text
//!          ╱╲  arch                 the ground's plane is taken off all heights, then what is
//!    ─ ─ ─╱─ ╲─ ─ ─ ─ head          left between climb and head is looked at from above:
//!        ╱    ╲   ┌┐
//!    ─ ─╱─ ─ ─ ╲─ ││─ climb              ██        ██   ▪
//!      ╱________╲_││_ ground
//! ```
//!
//! The shape is a function of the object and the base polygon alone; neighbours on ground of
//! another height have another one, and their shared edge is bent at the points of both.

use super::outline::{Growth, Outline, cut_off, rounded};
use crate::geom::predicates::ring_area_doubled;
use crate::geom::{GroundPoint, OverlayError, PlanBox, PlanPoint, Shape, cast, union};
use crate::mesh::{NavMesh, PolyRef};
use crate::parameters::Resolved;

/// Heights that are meant to be the climb or the agent's height apart were rounded each for
/// itself, steps.
const SLACK: f64 = 1.0;

/// Height triangles steeper than this (63°) are seen so nearly from the side that their plane says
/// nothing about the ground beside them: their lowest and highest corner count instead.
const STEEPEST: f64 = 2.0;

/// A triangle, or what is left of it, in lattice units: plan x and y, height.
type Ring = Vec<[f64; 3]>;

/// An object on the lattice.
pub(super) struct Object {
    parts: Vec<Part>,
    /// Around it in plan.
    pub(super) bounds: Option<PlanBox>,
    /// Lowest and highest.
    heights: (f64, f64),
    growth: Growth,
    body: Body,
}

struct Part {
    ring: Ring,
    bounds: PlanBox,
    is_upright: bool,
}

/// Where a body is stopped.
struct Body {
    /// How far around a place what is there counts, steps.
    reach: i32,
    /// What is no higher above the ground is stepped over, steps.
    climb: f64,
    /// What is this high above the ground or higher is over the head, steps.
    height: f64,
    /// How far from a plane ground may be and still count as even, steps.
    even: f64,
}

/// Even ground, and which heights over it are in the way.
pub(super) struct Floor {
    /// Height above the lattice's zero at a place, and by how much it rises along x and y.
    at: [f64; 3],
    rise: [f64; 2],
    /// From which height above the plane to which.
    stopped_by: (f64, f64),
    /// Where in plan it counts; everywhere for level ground.
    region: Option<PlanBox>,
}

impl Object {
    /// Of triangles in lattice units, of which only what is between `heights` counts.
    pub(super) fn new(
        triangles: Vec<Ring>,
        heights: (i32, i32),
        growth: Growth,
        resolved: &Resolved,
    ) -> Self {
        let (low, high) = (f64::from(heights.0), f64::from(heights.1));
        let mut parts: Vec<Part> = Vec::with_capacity(triangles.len());
        for ring in triangles {
            let plan: Vec<PlanPoint> = ring.iter().map(|&[x, y, _]| rounded(x, y)).collect();
            let is_upright = ring_area_doubled(&plan) == 0;
            let ring = between(&ring, (low, high));
            let bounds = PlanBox::around(ring.iter().map(|&[x, y, _]| rounded(x, y)));
            parts.extend(bounds.map(|bounds| Part { ring, bounds, is_upright }));
        }
        let bounds = parts.iter().map(|part| part.bounds).reduce(PlanBox::with_box);
        let all = || parts.iter().flat_map(|part| &part.ring).map(|p| p[2]);
        let heights =
            (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        let climb = f64::from(resolved.climb) + SLACK;
        let body = Body {
            reach: growth.reach(),
            climb,
            height: (f64::from(resolved.height) - SLACK).max(climb),
            even: f64::from(resolved.cell_height.max(2)) * 0.5,
        };
        Self { parts, bounds, heights, growth, body }
    }

    /// The box in plan outside of which no ground is blocked.
    pub(super) fn reach(&self) -> Option<PlanBox> {
        self.bounds.map(|bounds| bounds.grown(self.body.reach))
    }

    /// The ground of a base polygon as floors; none where all of the object is above the head
    /// there or below the feet.
    pub(super) fn floors(&self, base: &NavMesh, polygon: PolyRef) -> Vec<Floor> {
        let tile = base.tile(polygon.tile);
        let (low, high) = base.polygon(polygon).heights;
        let (climb, height) = (self.body.climb, self.body.height);
        let level = |(low, high): (i32, i32), region| Floor {
            at: [0.0, 0.0, f64::from(low)],
            rise: [0.0, 0.0],
            stopped_by: (climb, height + f64::from(high) - f64::from(low)),
            region,
        };
        if self.heights.1 <= f64::from(low) + climb || self.heights.0 >= f64::from(high) + height {
            return Vec::new();
        }
        if low == high {
            return vec![level((low, high), None)];
        }
        let triangles = tile.triangles_of(polygon.polygon).iter();
        let triangles: Vec<[GroundPoint; 3]> =
            triangles.map(|t| t.map(|v| tile.vertices[cast::index(v)])).collect();
        let around = |points: &[GroundPoint]| {
            let around = PlanBox::around(points.iter().map(|p| p.plan));
            around.map(|around| around.grown(self.body.reach))
        };
        let corners: Vec<GroundPoint> = base.corners(polygon).collect();
        let all: Vec<GroundPoint> = triangles.iter().flatten().copied().collect();
        let largest = triangles.iter().max_by_key(|t| ring_area_doubled(&t.map(|p| p.plan)));
        let even = largest.and_then(|largest| self.floor(largest, &all, around(&corners)));
        if let Some(floor) = even {
            return vec![floor];
        }
        let floor = |t: &[GroundPoint; 3]| {
            let [a, b, c] = t.map(|p| p.height);
            let region = around(t);
            let steep = || level((a.min(b).min(c), a.max(b).max(c)), region);
            self.floor(t, t, region).unwrap_or_else(steep)
        };
        triangles.iter().map(floor).collect()
    }

    /// The plane of a triangle as ground for points that are no farther off than even ground may
    /// be; `None` when some are, or it is too steep to say.
    fn floor(
        &self,
        [a, b, c]: &[GroundPoint; 3],
        points: &[GroundPoint],
        region: Option<PlanBox>,
    ) -> Option<Floor> {
        let off = |p: &GroundPoint| {
            let by = |v: i32, from: i32| f64::from(v) - f64::from(from);
            [by(p.plan.x, a.plan.x), by(p.plan.y, a.plan.y), by(p.height, a.height)]
        };
        let ([ux, uy, uh], [vx, vy, vh]) = (off(b), off(c));
        let area = ux * vy - uy * vx;
        let rise = [(uh * vy - vh * uy) / area, (vh * ux - uh * vx) / area];
        let slope = (rise[0] * rise[0] + rise[1] * rise[1]).sqrt();
        // Without an area there is no slope.
        if slope.is_nan() || slope > STEEPEST {
            return None;
        }
        let (mut least, mut most) = (0.0_f64, 0.0_f64);
        for p in points {
            let [x, y, h] = off(p);
            let above = h - (rise[0] * x + rise[1] * y);
            (least, most) = (least.min(above), most.max(above));
        }
        if most - least > self.body.even {
            return None;
        }
        let rises = slope * f64::from(self.growth.radius);
        let stopped_by = (self.body.climb + least, self.body.height + most + rises);
        let at = [f64::from(a.plan.x), f64::from(a.plan.y), f64::from(a.height)];
        Some(Floor { at, rise, stopped_by, region })
    }

    /// The outline of what is in the way over these floors.
    pub(super) fn outline(&self, floors: &[Floor]) -> Result<Outline, OverlayError> {
        let (mut shapes, mut thin) = (Vec::new(), Vec::new());
        for floor in floors {
            for part in &self.parts {
                let is_near = floor.region.is_none_or(|region| region.meets(&part.bounds));
                let plan = if is_near { floor.blocked_by(&part.ring) } else { continue };
                if plan.is_empty() {
                    continue;
                }
                if part.is_upright {
                    thin.extend(ends(&plan));
                } else {
                    shapes.push(Shape::solid(plan));
                }
            }
        }
        thin.sort_unstable();
        thin.dedup();
        if self.growth.radius > 0 {
            if shapes.len() > 1 {
                shapes = union(&shapes)?;
            }
            shapes.extend(thin.into_iter().map(|ends| Shape::solid(ends.to_vec())));
        }
        Outline::around(&shapes, self.growth, (i32::MIN, i32::MAX))
    }
}

impl Floor {
    /// The height that all of the ground is at; `None` unless it is level.
    pub(super) fn level(&self) -> Option<i32> {
        self.region.is_none().then_some(cast::round_i32(self.at[2]))
    }

    /// The part of a ring that is in the way here, in plan.
    fn blocked_by(&self, ring: &Ring) -> Vec<PlanPoint> {
        let above = |&[x, y, h]: &[f64; 3]| {
            let [at_x, at_y, ground] = self.at;
            [x, y, h - (ground + self.rise[0] * (x - at_x) + self.rise[1] * (y - at_y))]
        };
        let ring: Ring = ring.iter().map(above).collect();
        let (low, high) = self.stopped_by;
        // What only touches is not in the way.
        if ring.iter().all(|p| p[2] <= low) || ring.iter().all(|p| p[2] >= high) {
            return Vec::new();
        }
        let mut ring = between(&ring, self.stopped_by);
        if let Some(region) = self.region {
            let (min, max) = (region.min, region.max);
            let sides = [(0, 1.0, max.x), (0, -1.0, -min.x), (1, 1.0, max.y), (1, -1.0, -min.y)];
            for (axis, side, reach) in sides {
                ring = cut_off(&ring, axis, side, f64::from(reach));
            }
        }
        ring.iter().map(|&[x, y, _]| rounded(x, y)).collect()
    }
}

/// The ends of what is a line in plan; a point counts as a step long.
fn ends(plan: &[PlanPoint]) -> Option<[PlanPoint; 2]> {
    let (a, b) = (*plan.iter().min()?, *plan.iter().max()?);
    Some([a, if a == b { PlanPoint::new(a.x + 1, a.y) } else { b }])
}

/// The part of a ring between two heights.
fn between(ring: &Ring, (low, high): (f64, f64)) -> Ring {
    if ring.iter().all(|p| p[2] >= low && p[2] <= high) {
        return ring.clone();
    }
    cut_off(&cut_off(ring, 2, 1.0, high), 2, -1.0, -low)
}
