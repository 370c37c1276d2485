//! Shapes on the lattice: rings with what they cover on their left.

use super::change::{Change, Footprint, PlanPolygon};
use super::error::EditProblem;
use crate::geom::predicates::{self, Side, side_of_ring};
use crate::geom::{
    Frame, OverlayError, PlanBox, PlanPoint, Point, Shape, cast, difference, grow, intersection,
    union,
};
use crate::mesh::NavMesh;
use crate::parameters::Survey;

/// Largest coordinate of a mesh, steps: shapes end there.
const REACH: i32 = 1 << 29;

/// A directed part of an outline; what the shape covers is on its left.
pub(super) type Segment = [PlanPoint; 2];

/// How outlines grow, steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Growth {
    pub(super) radius: i32,
    /// How far corners may leave the arcs around what is grown.
    tolerance: i32,
}

impl Growth {
    /// That of a change to a mesh: blockers grow by the agent's radius unless they have. Corners keep
    /// as near to their arcs as the mesh's own border does: within the arc tolerance where that is
    /// exact, within a quarter of a cell where it is made of cells.
    pub(super) fn of(change: &Change, mesh: &NavMesh) -> Self {
        let resolved = mesh.resolved();
        let radius = if change.payload.blocks() && !change.grown { resolved.radius } else { 0 };
        let tolerance = match mesh.parameters().survey {
            Survey::Exact => resolved.arc_tolerance,
            Survey::Voxel => resolved.arc_tolerance.max(resolved.cell / 4),
        };
        Self { radius, tolerance }
    }

    /// How far outside of a shape what it grows to may reach: arcs are rounded.
    pub(super) fn reach(self) -> i32 {
        let slack = if self.radius > 0 { self.tolerance.saturating_add(4) } else { 4 };
        self.radius.saturating_add(slack)
    }
}

/// A change as the lattice sees it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outline {
    /// Rings that neither cross themselves nor each other, what is covered on their left.
    rings: Vec<Vec<PlanPoint>>,
    pub(super) segments: Vec<Segment>,
    /// True for one ring that is convex.
    pub(super) is_convex: bool,
    /// Around the rings; `None` for a shape that covers nothing.
    pub(super) bounds: Option<PlanBox>,
    /// Lowest and highest, steps.
    pub(super) heights: (i32, i32),
}

impl Outline {
    /// The lattice outline of a change, grown where it has to be.
    pub(super) fn new(change: &Change, mesh: &NavMesh) -> Result<Self, EditProblem> {
        let frame = mesh.frame();
        let heights = lattice_heights(change.heights, frame)?;
        let shapes = Placing { frame }.shapes(&change.shape)?;
        Ok(Self::around(&shapes, Growth::of(change, mesh), heights)?)
    }

    /// The outline of shapes that are grown.
    pub(super) fn around(
        shapes: &[Shape],
        growth: Growth,
        heights: (i32, i32),
    ) -> Result<Self, OverlayError> {
        let shapes = grown(shapes, growth)?;
        let mut rings: Vec<Vec<PlanPoint>> = Vec::with_capacity(shapes.len());
        for Shape { outer, holes } in shapes {
            rings.push(outer);
            rings.extend(holes);
        }
        let mut segments = Vec::with_capacity(rings.iter().map(Vec::len).sum());
        for r in &rings {
            segments.extend((0..r.len()).map(|i| [r[i], r[(i + 1) % r.len()]]));
        }
        let bounds = PlanBox::around(rings.iter().flatten().copied());
        let is_convex = matches!(&rings[..], [ring] if predicates::is_convex(ring));
        Ok(Self { rings, segments, is_convex, bounds, heights })
    }

    /// Where a plan point stands to what the shape covers; exact.
    pub(super) fn side(&self, p: PlanPoint) -> Side {
        let mut inside = false;
        for ring in &self.rings {
            match side_of_ring(ring, p) {
                Side::Border => return Side::Border,
                Side::Inside => inside = !inside,
                Side::Outside => {}
            }
        }
        if inside { Side::Inside } else { Side::Outside }
    }
}

/// Lowest and highest, steps.
pub(super) fn lattice_heights(
    (low, high): (f64, f64),
    frame: &Frame,
) -> Result<(i32, i32), EditProblem> {
    if low.is_nan() || high.is_nan() || low > high {
        return Err(EditProblem::Heights { low, high });
    }
    let steps = |h: f64| cast::round_i32((h - frame.origin().y) / frame.step());
    Ok((steps(low), steps(high)))
}

/// United, grown, and within reach.
fn grown(shapes: &[Shape], growth: Growth) -> Result<Vec<Shape>, OverlayError> {
    if growth.radius <= 0 {
        return union(shapes);
    }
    let grown = grow(shapes, growth.radius, growth.tolerance)?;
    let fits = |p: &PlanPoint| p.x.abs() <= REACH && p.y.abs() <= REACH;
    if grown.iter().flat_map(Shape::rings).flatten().all(fits) {
        return Ok(grown);
    }
    let p = PlanPoint::new;
    let world = [p(-REACH, -REACH), p(REACH, -REACH), p(REACH, REACH), p(-REACH, REACH)];
    intersection(&grown, &[Shape::solid(world.to_vec())])
}

/// Taking footprints to the lattice.
pub(super) struct Placing<'a> {
    pub(super) frame: &'a Frame,
}

impl Placing<'_> {
    fn shapes(&self, footprint: &Footprint) -> Result<Vec<Shape>, EditProblem> {
        match footprint {
            Footprint::Polygons(polygons) => {
                let shapes = polygons.iter().map(|polygon| self.polygon(polygon));
                Ok(shapes.collect::<Result<Vec<_>, _>>()?.concat())
            }
            Footprint::Circle { center, radius } => Ok(vec![self.circle(*center, *radius)?]),
            Footprint::Box { center, half, turned } => {
                let [a, b] = [self.length(half[0])?, self.length(half[1])?];
                let angle = self.finite(*turned)?.to_radians();
                let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
                let corner = |u: f64, v: f64| {
                    [center[0] + u * cosine - v * sine, center[1] + u * sine + v * cosine]
                };
                let corners = [corner(-a, -b), corner(a, -b), corner(a, b), corner(-a, b)];
                Ok(vec![Shape::solid(self.ring(&corners)?)])
            }
            Footprint::Triangles(triangles) => triangles
                .iter()
                .map(|t| Ok(Shape::solid(self.ring(&t.map(|p| [p.x, p.z]))?)))
                .collect(),
        }
    }

    /// What the outline of a polygon winds around, without what a hole winds around. Growing goes by
    /// the orientation of rings, so a ring that crosses itself is taken apart; one without width
    /// stays as it is.
    fn polygon(&self, polygon: &PlanPolygon) -> Result<Vec<Shape>, EditProblem> {
        let ring = self.ring(&polygon.outer)?;
        if polygon.holes.is_empty() && predicates::is_convex(&ring) {
            return Ok(vec![Shape::solid(ring)]);
        }
        let outer = [Shape::solid(ring)];
        let holes = polygon.holes.iter().map(|hole| Ok(Shape::solid(self.ring(hole)?)));
        let holes: Vec<Shape> = holes.collect::<Result<_, EditProblem>>()?;
        let inside = if holes.is_empty() { union(&outer)? } else { difference(&outer, &holes)? };
        Ok(if inside.is_empty() && holes.is_empty() { outer.to_vec() } else { inside })
    }

    /// The polygon around a circle, with as many corners as keep it within a 32nd.
    fn circle(&self, center: [f64; 2], radius: f64) -> Result<Shape, EditProblem> {
        const CORNERS: i32 = 13;
        let half_angle = std::f64::consts::PI / f64::from(CORNERS);
        let reach = self.length(radius)? / libm::cos(half_angle);
        let corner = |i: i32| {
            let angle = 2.0 * half_angle * f64::from(i);
            [center[0] + reach * libm::cos(angle), center[1] + reach * libm::sin(angle)]
        };
        let corners: Vec<[f64; 2]> = (0..CORNERS).map(corner).collect();
        Ok(Shape::solid(self.ring(&corners)?))
    }

    fn finite(&self, value: f64) -> Result<f64, EditProblem> {
        if value.is_finite() { Ok(value) } else { Err(EditProblem::Number { value }) }
    }

    fn length(&self, value: f64) -> Result<f64, EditProblem> {
        if value < 0.0 {
            return Err(EditProblem::Number { value });
        }
        self.finite(value)
    }

    /// A ring of world x and z as lattice points; what is out of reach is cut off.
    fn ring(&self, points: &[[f64; 2]]) -> Result<Vec<PlanPoint>, EditProblem> {
        let (origin, step) = (self.frame.origin(), self.frame.step());
        let mut ring = Vec::with_capacity(points.len());
        for &[x, z] in points {
            let (x, z) = (self.finite(x)?, self.finite(z)?);
            ring.push([(x - origin.x) / step, (origin.z - z) / step]);
        }
        Ok(within_reach(ring).iter().map(|&[x, y]| rounded(x, y)).collect())
    }

    /// A triangle of the world in lattice units: plan x and y, and height. What is out of reach in
    /// plan is cut off.
    pub(super) fn triangle(&self, corners: &[Point; 3]) -> Result<Vec<[f64; 3]>, EditProblem> {
        let (origin, step) = (self.frame.origin(), self.frame.step());
        let mut ring = Vec::with_capacity(3);
        for p in corners {
            let (x, y, z) = (self.finite(p.x)?, self.finite(p.y)?, self.finite(p.z)?);
            ring.push([(x - origin.x) / step, (origin.z - z) / step, (y - origin.y) / step]);
        }
        Ok(within_reach(ring))
    }
}

/// The lattice point nearest to a place in plan.
pub(super) fn rounded(x: f64, y: f64) -> PlanPoint {
    PlanPoint::new(cast::round_i32(x), cast::round_i32(y))
}

/// The part of a ring that shapes may have.
fn within_reach<const N: usize>(mut ring: Vec<[f64; N]>) -> Vec<[f64; N]> {
    let reach = f64::from(REACH);
    if ring.iter().any(|p| p[0].abs() > reach || p[1].abs() > reach) {
        for (axis, side) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
            ring = cut_off(&ring, axis, side, reach);
        }
    }
    ring
}

/// Where the edge from `p` to `q` meets the line on which coordinate `axis` is `at`. What is far
/// out is close to rounding even where the edge passes near: the products are exact.
fn crossing<const N: usize>(p: &[f64; N], q: &[f64; N], axis: usize, at: f64) -> [f64; N] {
    // By a power of two, so that no product is out of range and none is rounded.
    let most = p.iter().chain(q).fold(at.abs(), |most, v| most.max(v.abs()));
    let exponent = libm::ilogb(most);
    let scaled = |v: f64| libm::scalbn(v, -exponent);
    let (p_at, q_at) = (scaled(p[axis]), scaled(q[axis]));
    std::array::from_fn(|k| {
        if k == axis {
            return at;
        }
        let (p, q) = (scaled(p[k]), scaled(q[k]));
        let (a, b) = (p * q_at, q * p_at);
        let rest = libm::fma(p, q_at, -a) - libm::fma(q, p_at, -b);
        let along = scaled(at) * (q - p);
        libm::scalbn(((a - b) + rest + along) / (q_at - p_at), exponent)
    })
}

/// The part of a ring where `side` times a coordinate is at most `reach`; what winds around what
/// is unchanged within. An edge is cut at the same place whichever way it runs.
pub(super) fn cut_off<const N: usize>(
    ring: &[[f64; N]],
    axis: usize,
    side: f64,
    reach: f64,
) -> Vec<[f64; N]> {
    let over = |p: &[f64; N]| side * p[axis] - reach;
    let mut kept = Vec::with_capacity(ring.len() + 2);
    for (i, p) in ring.iter().enumerate() {
        let q = &ring[(i + 1) % ring.len()];
        let (at_p, at_q) = (over(p), over(q));
        if at_p <= 0.0 {
            kept.push(*p);
        }
        if (at_p > 0.0) != (at_q > 0.0) {
            let [within, beyond] = if at_p > 0.0 { [q, p] } else { [p, q] };
            kept.push(crossing(within, beyond, axis, side * reach));
        }
    }
    kept
}
