//! Sheets that lie on ground: carpets, mats, markings.
//!
//! Cheap tests come first, so that a hospital of chairs costs a look at each: most of a sheet's
//! surface is level, its highest corner is near ground, so is every other one. What is left is
//! decided by area: every triangle of the sheet, less the ground below it, leaves nothing wider
//! than a seam.

use std::ops::{ControlFlow, Range};

use super::cover::{CoverShape, Cuboid};
use super::parts::Part;
use crate::geom::predicates::ring_area_doubled;
use crate::geom::{
    Frame, PlanPoint, Point, Shape, TriangleTree, WorldBox, cast, convex, shrink, without,
};
use crate::parameters::Parameters;
use crate::soup::facing::normal;
use crate::soup::ground::ground;
use crate::soup::{ObjectId, Soup};

/// A sheet may be so far below the ground that it lies on, metres: models sink them in a little
/// so that no edge floats.
const SUNK: f64 = 0.01;
/// Ground may have gaps up to this wide below a sheet, metres: seams between floor boards.
const GAP: f64 = 0.02;
/// A sheet is at most this share of its shorter side thick.
const THICKNESS: f64 = 0.1;
/// At least this share of a sheet's surface is within the slope: its rim and its folds are not.
const LEVEL: f64 = 0.7;
/// The lattice on which areas are compared: steps of 2^-12 m.
const EXPONENT: i32 = -12;

/// The sheets among the objects that no rule made an obstacle, in order.
pub(super) fn find(
    soup: &Soup,
    parts: &[Option<Part>],
    classed: &[bool],
    parameters: &Parameters,
) -> Vec<ObjectId> {
    let may_be = |i: usize| !(classed[i] && soup.objects[i].class.is_obstacle());
    let min_up = parameters.agent.min_normal_up();
    let level = level_shares(soup, min_up);
    let candidates: Vec<usize> = (0..parts.len())
        .filter(|&i| parts[i].is_some() && may_be(i) && level[i] >= LEVEL)
        .collect();
    if candidates.is_empty() || parts.iter().flatten().nth(1).is_none() {
        return Vec::new();
    }
    let of_object = by_object(soup);
    let ground = Ground::new(soup, parameters);
    let is_sheet = |&i: &usize| {
        let sheet = Sheet { soup, triangles: &of_object.order[of_object.range(i)], object: i };
        sheet.lies_on(&ground)
    };
    let sheets = candidates.into_iter().filter(is_sheet);
    sheets.map(|i| ObjectId(cast::count(i))).collect()
}

/// The share of each object's surface that is within the slope, facing either way.
fn level_shares(soup: &Soup, min_up: f64) -> Vec<f64> {
    let mut areas = vec![[0.0; 2]; soup.objects.len()];
    for triangle in &soup.triangles {
        let Some(sums) = areas.get_mut(cast::index(triangle.object.0)) else { continue };
        let Some(corners) = soup.finite_corners(triangle) else { continue };
        let [x, y, z] = normal(corners);
        let area = (x * x + y * y + z * z).sqrt();
        sums[0] += if y.abs() >= min_up * area { area } else { 0.0 };
        sums[1] += area;
    }
    areas.into_iter().map(|[level, all]| if all > 0.0 { level / all } else { 0.0 }).collect()
}

/// The triangles of each object, in order.
struct ByObject {
    starts: Vec<usize>,
    order: Vec<usize>,
}

impl ByObject {
    fn range(&self, object: usize) -> Range<usize> {
        self.starts[object]..self.starts[object + 1]
    }
}

fn by_object(soup: &Soup) -> ByObject {
    let mut starts = vec![0; soup.objects.len() + 1];
    let object = |i: usize| cast::index(soup.triangles[i].object.0);
    let mut order: Vec<usize> =
        (0..soup.triangles.len()).filter(|&i| object(i) < soup.objects.len()).collect();
    order.sort_by_key(|&i| object(i));
    for &i in &order {
        starts[object(i) + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    ByObject { starts, order }
}

/// All ground of a soup.
struct Ground {
    tree: TriangleTree,
    /// The object of each triangle of the tree.
    owners: Vec<usize>,
    climb: f64,
}

impl Ground {
    fn new(soup: &Soup, parameters: &Parameters) -> Self {
        let (owners, triangles): (Vec<usize>, Vec<[Point; 3]>) = ground(soup, parameters).unzip();
        let climb = parameters.agent.max_climb;
        Self { tree: TriangleTree::new(triangles), owners, climb }
    }

    fn is_of(&self, triangle: u32, object: usize) -> bool {
        self.owners.get(cast::index(triangle)) == Some(&object)
    }

    /// How high a point is above the ground of other objects, when it is within the climb.
    fn gap(&self, p: Point, object: usize) -> Option<f64> {
        let from = Point::new(p.x, p.y + SUNK, p.z);
        let hit = self.tree.below_among(from, |t| !self.is_of(t, object))?;
        Some(p.y - hit.point.y).filter(|gap| *gap <= self.climb)
    }
}

/// An object that may be a sheet.
struct Sheet<'a> {
    soup: &'a Soup,
    triangles: &'a [usize],
    object: usize,
}

impl Sheet<'_> {
    fn corners(&self) -> impl Iterator<Item = [Point; 3]> + '_ {
        self.triangles.iter().filter_map(|&i| self.soup.finite_corners(&self.soup.triangles[i]))
    }

    fn lies_on(&self, ground: &Ground) -> bool {
        let mut points: Vec<Point> = self.corners().flatten().collect();
        let place = |p: &Point| [p.x, p.y, p.z].map(f64::to_bits);
        points.sort_unstable_by_key(place);
        points.dedup_by_key(|p| place(p));
        let highest = points.iter().copied().max_by(|a, b| a.y.total_cmp(&b.y));
        if highest.and_then(|p| ground.gap(p, self.object)).is_none() {
            return false;
        }
        let gaps: Option<Vec<f64>> = points.iter().map(|&p| ground.gap(p, self.object)).collect();
        let Some(gaps) = gaps else { return false };
        let low = gaps.iter().copied().fold(f64::INFINITY, f64::min);
        let high = gaps.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let width = Cuboid::around(&points, CoverShape::Oriented).map_or(0.0, |b| b.width());
        high - low <= THICKNESS * width && self.is_carried(ground, &points) == Some(true)
    }

    /// Whether ground within the climb is below all of it; `None` where the lattice does not
    /// reach.
    fn is_carried(&self, ground: &Ground, points: &[Point]) -> Option<bool> {
        let bounds = WorldBox::around(points.iter().copied());
        let frame = Frame::new(bounds.min, EXPONENT).ok()?;
        let is_seam = |bare: &[Shape]| {
            let wide = shrink(bare, frame.steps(GAP / 2.0), frame.steps(GAP / 8.0));
            wide.ok().map(|wide| wide.is_empty())
        };
        let mut all = Vec::new();
        for corners in self.corners() {
            let Some(ring) = plan_ring(&frame, corners)? else { continue };
            let bare = self.bare(ground, &frame, corners, ring)?;
            if !is_seam(&bare)? {
                return Some(false);
            }
            all.extend(bare);
        }
        is_seam(&all)
    }

    /// The parts of one triangle that no ground within the climb is below.
    fn bare(
        &self,
        ground: &Ground,
        frame: &Frame,
        corners: [Point; 3],
        ring: Vec<PlanPoint>,
    ) -> Option<Vec<Shape>> {
        let reach = WorldBox::around(corners);
        let (min, max) = (reach.min, reach.max);
        let area = WorldBox {
            min: Point::new(min.x, min.y - ground.climb, min.z),
            max: Point::new(max.x, max.y + SUNK, max.z),
        };
        let sheet = Plane::through(corners)?;
        let mut carried = Vec::new();
        let mut whole = false;
        ground.tree.overlapping(&area, |triangle, below| {
            let plan = plan_ring(frame, *below).flatten();
            let (Some(plan), Some(floor)) = (plan, Plane::through(*below)) else {
                return ControlFlow::Continue(());
            };
            if ground.is_of(triangle, self.object) {
                return ControlFlow::Continue(());
            }
            let part = (0..3)
                .fold(ring.clone(), |part, i| convex::clip(&part, plan[i], plan[(i + 1) % 3]));
            // The gap is linear, so it is within bounds where it is at the corners. A corner was
            // rounded to the lattice, which is a step of height at most.
            let carries = |p: &PlanPoint| {
                let at = frame.plan_to_world(*p);
                let gap = sheet.height(at) - floor.height(at);
                (-SUNK - frame.step()..=ground.climb + frame.step()).contains(&gap)
            };
            if !part.is_empty() && part.iter().all(carries) {
                whole = ring_area_doubled(&part) == ring_area_doubled(&ring);
                carried.push(Shape::solid(part));
            }
            if whole { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if whole {
            return Some(Vec::new());
        }
        without(&[Shape::solid(ring)], &carried).ok()
    }
}

/// A triangle on the lattice, counter-clockwise; inside, `None` for one that is upright there.
fn plan_ring(frame: &Frame, corners: [Point; 3]) -> Option<Option<Vec<PlanPoint>>> {
    let mut ring = Vec::with_capacity(3);
    for p in corners {
        ring.push(frame.to_lattice(p)?.plan);
    }
    let area = ring_area_doubled(&ring);
    if area < 0 {
        ring.reverse();
    }
    Some((area != 0).then_some(ring))
}

/// The plane of a triangle that is not upright.
struct Plane {
    at: Point,
    rise: [f64; 2],
}

impl Plane {
    fn through(corners: [Point; 3]) -> Option<Self> {
        let [x, y, z] = normal(corners);
        let rise = [-x / y, -z / y];
        rise.iter().all(|v| v.is_finite()).then_some(Self { at: corners[0], rise })
    }

    fn height(&self, p: Point) -> f64 {
        self.at.y + self.rise[0] * (p.x - self.at.x) + self.rise[1] * (p.z - self.at.z)
    }
}
