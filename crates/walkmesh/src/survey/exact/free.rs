//! Where there is head room: the ground of each plane without what stands in it.

use super::beyond::Sides;
use super::extents::Extents;
use super::face::{Face, Plane, Role, between};
use super::grown::grown;
use super::outlines::Outlines;
use super::relate::{Relations, relate};
use super::sliver::{is_wider, without_slivers};
use super::wall::{WallStretch, add_wall, merge_walls};
use crate::geom::predicates::{Side, ring_area_doubled, side_of_convex};
use crate::geom::{OverlayError, PlanBox, PlanPoint, Shape, Volume, cast, without};
use std::collections::BTreeMap;

/// Of so many shapes it is worth to leave out those that others cover.
const MANY: usize = 32;

/// Two heights that are meant to be a climb apart were rounded to the lattice each for itself,
/// steps.
pub(super) const SLACK: f64 = 1.0;

/// Things at least this far off a triangle take nothing from it, steps: more than it is grown by,
/// and than lies beside a wall without width.
pub(super) const APART: f64 = 16.0;

/// The rim of a grown triangle is not as wide as this, steps:
/// [`OVERLAP`](super::grown::OVERLAP) along both axes, and rounding.
pub(super) const RIM: f64 = 4.0;

/// What was cut along a side may have its corners this far inside of it, steps.
const ROUNDED: f64 = 1.0;

/// Heights above ground at which a body is stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    /// A rise up to this is a step, lattice steps.
    pub(super) climb: f64,
    /// What is this high or higher is above the head, lattice steps.
    pub(super) height: f64,
}

impl Body {
    pub(super) fn new(climb: i32, height: i32) -> Self {
        Self { climb: f64::from(climb) + SLACK, height: f64::from(height) - SLACK }
    }

    /// Between which heights above ground a face is in the way, steps: an obstacle that lies in
    /// the ground too.
    pub(super) fn stopped_by(&self, face: &Face) -> (f64, f64) {
        (if face.is_obstacle { -SLACK } else { self.climb }, self.height)
    }
}

/// How far above ground other ground lies that counts instead, at least, steps: the heights of slopes
/// are known to a step, those of level ground exactly. At one height the highest kind counts.
pub(super) const fn least_over(ground: &Face, other: &Face) -> f64 {
    match ground.is_level() && other.is_level() {
        true if other.area > ground.area => -0.5,
        true => 0.0,
        false => SLACK,
    }
}

/// Ground triangles in one plane: all that are level at one height, or a single slanted one.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) plane: Plane,
    pub(super) area: u8,
    pub(super) faces: Vec<u32>,
    /// Its free ground: first and end in the list of pieces.
    pub(super) pieces: (usize, usize),
    /// True when something stands in it.
    pub(super) is_blocked: bool,
}

/// A connected piece of free ground in one plane, walls without width left in.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) group: usize,
    pub(super) shape: Shape,
    pub(super) bounds: PlanBox,
    pub(super) low: i32,
    pub(super) high: i32,
}

/// All free ground near a tile.
#[derive(Debug, Default)]
pub(super) struct Free {
    pub(super) groups: Vec<Group>,
    /// The group of each ground face.
    pub(super) group_of: Vec<Option<usize>>,
    pub(super) pieces: Vec<Piece>,
    pub(super) walls: Vec<WallStretch>,
    /// For finding the face beyond a side.
    pub(super) sides: Sides,
}

impl Free {
    /// The piece that a group has at a place (its border included), if it has one.
    pub(super) fn piece_at(&self, of: &Outlines, group: usize, p: PlanPoint) -> Option<usize> {
        let (first, end) = self.groups[group].pieces;
        if end == first + 1 { Some(first) } else { of.piece_at(group, p) }
    }
}

/// Finds the free ground. O(n log n) in faces and pairs of ground and what is above it.
/// Those that [rest](super::rest) on others are left out.
pub(super) fn find(
    (faces, is_resting): (&[Face], &[bool]),
    shown: &Extents,
    body: Body,
) -> Result<Free, OverlayError> {
    let mut free = Free { group_of: vec![None; faces.len()], ..Free::default() };
    let mut level: BTreeMap<(i32, u8), usize> = BTreeMap::new();
    let ground = faces.iter().enumerate().filter(|(_, face)| face.role == Role::Ground);
    for (i, face) in ground.filter(|(i, _)| !is_resting[*i]) {
        let next = free.groups.len();
        let group = match face.is_level() {
            true => *level.entry((face.low, face.area)).or_insert(next),
            false => next,
        };
        if group == next {
            let (plane, area, faces) = (face.plane, face.area, Vec::new());
            let new = Group { plane, area, faces, pieces: (0, 0), is_blocked: false };
            free.groups.push(new);
        }
        free.groups[group].faces.push(cast::count(i));
        free.group_of[i] = Some(group);
    }
    free.sides = Sides::new(faces, is_resting);
    let relations = relate(faces, shown, &free, body);
    let solid = solids(faces, &mut free, &relations, body);
    let is_covered = relations.is_covered;
    for (group, solid) in free.groups.iter_mut().zip(&solid) {
        let is_covered = group.faces.iter().any(|&i| is_covered[cast::index(i)]);
        group.is_blocked = is_covered || !solid.is_empty();
    }
    for (group, mut solid) in solid.into_iter().enumerate() {
        // Both faces of a plate give the same.
        solid.sort_unstable();
        solid.dedup();
        if solid.len() >= MANY {
            solid = uncovered(solid);
        }
        let mut shapes = free_shapes((faces, &is_covered), &free, group, &solid)?;
        if let (&[only], false) = (&free.groups[group].faces[..], solid.is_empty()) {
            shapes.retain(|shape| !is_beside(&faces[cast::index(only)], &shape.outer));
        }
        if !solid.is_empty() {
            shapes = without_slivers(shapes);
        }
        let first = free.pieces.len();
        let of = free.groups[group].faces.iter().map(|&i| &faces[cast::index(i)]);
        let (low, high) =
            of.fold((i32::MAX, i32::MIN), |(lo, hi), f| (lo.min(f.low), hi.max(f.high)));
        for shape in shapes {
            if let Some(bounds) = shape.bounds() {
                free.pieces.push(Piece { group, shape, bounds, low, high });
            }
        }
        free.groups[group].pieces = (first, free.pieces.len());
    }
    Ok(free)
}

/// What is cut out of each group: what stands in it, and what takes its place. Walls are put down.
fn solids(faces: &[Face], free: &mut Free, relations: &Relations, body: Body) -> Vec<Vec<Shape>> {
    let Relations { blockers, covers, .. } = relations;
    let stops = |&of: &(usize, u32)| (of, body.stopped_by(&faces[cast::index(of.1)]));
    let ground = |group: usize| &faces[cast::index(free.groups[group].faces[0])];
    let covered = covers.iter().map(|&of| {
        let over = least_over(ground(of.0), &faces[cast::index(of.1)]);
        (of, (over, body.climb))
    });
    let mut cuts: Vec<_> = blockers.iter().map(stops).chain(covered).collect();
    cuts.sort_by_key(|cut| cut.0);
    let mut solid: Vec<Vec<Shape>> = vec![Vec::new(); free.groups.len()];
    // A face that takes the ground's place where it is low and is in the way where it is high is cut
    // out at once: between the two a sliver would stay.
    for same in cuts.chunk_by(|one, other| one.0 == other.0) {
        let (group, v) = same[0].0;
        let heights = same.iter().map(|cut| cut.1);
        let heights = heights.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default();
        let face = &faces[cast::index(v)];
        let points = between(face, &free.groups[group].plane, heights);
        if face.role == Role::Wall {
            add_wall(&mut free.walls, group, &points);
        } else if points.len() > 2 && ring_area_doubled(&points) > 0 {
            solid[group].push(Shape::solid(points));
        }
    }
    free.walls = merge_walls(std::mem::take(&mut free.walls));
    solid
}

/// The ground of a group without what stands in it.
fn free_shapes(
    (faces, is_covered): (&[Face], &[bool]),
    free: &Free,
    group: usize,
    solid: &[Shape],
) -> Result<Vec<Shape>, OverlayError> {
    let Group { faces: members, is_blocked, .. } = &free.groups[group];
    let outline = |&i: &u32| {
        let face = &faces[cast::index(i)];
        // A side that another triangle has too leaves no crack, as long as both keep it.
        let is_shared = |k: usize| {
            let beyond = free.sides.beyond(face, k);
            beyond.is_some_and(|j| !is_blocked || free.group_of[cast::index(j)] == Some(group))
        };
        if (0..3).all(is_shared) {
            Shape::solid(face.plan().to_vec())
        } else {
            Shape::solid(grown(face.plan()))
        }
    };
    let members = members.iter().filter(|&&i| !is_covered[cast::index(i)]);
    let ground: Vec<Shape> = members.map(outline).collect();
    if ground.is_empty() {
        return Ok(ground);
    }
    if let [only] = &ground[..] {
        let covers =
            |s: &Shape| only.outer.iter().all(|&p| side_of_convex(&s.outer, p) != Side::Outside);
        if solid.is_empty() {
            return Ok(ground);
        }
        if solid.iter().any(covers) {
            return Ok(Vec::new());
        }
    }
    without(&ground, solid)
}

/// True for what is left beside a triangle where things stand on all of it along there: the rim by
/// which it was grown, which others of its neighbours cover if there are any.
fn is_beside(face: &Face, ring: &[PlanPoint]) -> bool {
    let is_inside = |p: &PlanPoint| face.holds(f64::from(p.x), f64::from(p.y), ROUNDED);
    !is_wider(ring, RIM) && !ring.iter().any(is_inside)
}

/// The shapes without most of those that a single other one covers: larger ones than the mean are
/// asked.
fn uncovered(shapes: Vec<Shape>) -> Vec<Shape> {
    let bounds = |shape: &Shape| shape.bounds().unwrap_or_default();
    let bounds: Vec<PlanBox> = shapes.iter().map(bounds).collect();
    let area: Vec<i128> = shapes.iter().map(|shape| ring_area_doubled(&shape.outer)).collect();
    let mean = area.iter().sum::<i128>() / i128::from(cast::count(area.len()).max(1));
    let large = (0..).zip(&area).filter(|(_, area)| **area >= mean);
    let large = Extents::new(large.map(|(i, _)| (Volume::flat(bounds[cast::index(i)]), i)));
    let is_covered = |i: usize| {
        let own = &bounds[i];
        large.visit_until(&Volume::flat(PlanBox::new(own.min, own.min)), |j| {
            let j = cast::index(j);
            let within = |&p: &PlanPoint| side_of_convex(&shapes[j].outer, p) != Side::Outside;
            bounds[j].contains(own.max)
                && (area[j], i) > (area[i], j)
                && shapes[i].outer.iter().all(within)
        })
    };
    let covered: Vec<bool> = (0..shapes.len()).map(is_covered).collect();
    let kept = shapes.into_iter().zip(covered);
    kept.filter(|(_, is_covered)| !is_covered).map(|(shape, _)| shape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::union;
    use walkmesh_testkit::Random;

    #[test]
    fn what_is_left_of_covered_shapes_covers_as_much() {
        let mut random = Random::new(11);
        let mut left_out = 0;
        for _ in 0..30 {
            // Rectangles: their crossings are lattice points.
            let mut shape = |i: usize| {
                let size = [6, 40][i % 2];
                let at = PlanPoint::new(random.between(0, 90), random.between(0, 90));
                let to = PlanPoint::new(at.x + size, at.y + random.between(1, size));
                crate::survey::exact::close::rectangle(&PlanBox::new(at, to))
            };
            let mut shapes: Vec<Shape> = (0..60).map(&mut shape).collect();
            shapes.sort_unstable();
            shapes.dedup();
            let kept = uncovered(shapes.clone());
            assert_eq!(union(&kept).unwrap(), union(&shapes).unwrap());
            left_out += shapes.len() - kept.len();
        }
        assert!(left_out > 300, "{left_out}");
    }
}
