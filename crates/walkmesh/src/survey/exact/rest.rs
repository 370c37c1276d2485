//! What rests on ground without a difference to where feet can go.
//!
//! ```text
//!        ── lamp: above every head, even of who stands on the highest thing below
//!
//!         ┌┐ ┌───┐
//!     ┌───┘└─┘   │   a stool within the climb of the floor that goes on around it
//! ════╧══════════╧════
//! ```
//!
//! On a floor within whose climb things stand, and over which nothing else is, every place is
//! ground: that of the floor or of what stands there. So the floor as it is tells where ground
//! is, and such things tell only how high.

use super::extents::Extents;
use super::face::{Face, Role};
use super::free::{APART, Body, Free, SLACK};
use super::outlines::Outlines;
use crate::geom::{PlanBox, PlanPoint, Volume, cast};

/// A floor that others rest on is this long and wide at least, steps.
const FLOOR: u32 = 1024;

/// Which faces rest on others, by face. O(n log n) in faces and pairs of faces over each other
/// within the climb.
///
/// A thing rests on ground that it is above and within the climb of, all of it and some way
/// around: whatever it is in the way of is below that ground and ends at it. Ground rests where
/// besides all that is near is within the climb of that other ground, or above the head of who
/// stands on the highest of it.
pub(super) fn find(faces: &[Face], extents: &Extents, body: Body) -> Vec<bool> {
    let is_floor = |face: &Face| {
        let PlanBox { min, max } = face.bounds;
        face.role == Role::Ground && max.x.abs_diff(min.x).min(max.y.abs_diff(min.y)) >= FLOOR
    };
    let floors = faces.iter().zip(0..).filter(|(face, _)| is_floor(face));
    let floors = Extents::new(floors.map(|(face, i)| (face.extent(), i)));
    let is_mixed = faces.iter().any(|face| face.is_obstacle || face.area != faces[0].area);
    let rests = |face: &Face| {
        if face.is_obstacle {
            return false;
        }
        let Some((floor, kind)) = floor_under(face, faces, &floors, body) else { return false };
        // What is lower than a face matters to none that stands there, unless it is an obstacle or
        // ground of another kind.
        let from = if is_mixed { floor } else { face.high };
        face.role != Role::Ground
            || face.area == kind && is_calm(face, (floor, from), (faces, extents), body)
    };
    faces.iter().map(rests).collect()
}

/// How low the highest floor is that is under all of a face, and some way around, within the
/// climb, steps; and its kind.
fn floor_under(face: &Face, faces: &[Face], floors: &Extents, body: Body) -> Option<(i32, u8)> {
    let climb = cast::floor_i32(body.climb - SLACK);
    let least = face.high.saturating_sub(climb);
    let mut found: Option<(i32, u8)> = None;
    if least > face.low {
        return None;
    }
    let over = Volume { plan: face.bounds, low: least, high: face.low };
    floors.visit(&over, |i| {
        let floor = &faces[cast::index(i)];
        let is_under = floor.low >= least && floor.high <= face.low;
        let this = Some((floor.low, floor.area));
        if is_under && found < this && floor.covers(face, APART) {
            found = this;
        }
    });
    found
}

/// True when all that is near a face and not below `from` is ground of its kind and what is in nobody's
/// way within the climb of a floor, or above the head of who stands on any of it.
fn is_calm(
    face: &Face,
    (floor, from): (i32, i32),
    (faces, extents): (&[Face], &Extents),
    body: Body,
) -> bool {
    let within = floor.saturating_add(cast::floor_i32(body.climb - SLACK));
    let height = cast::ceil_i32(body.height + SLACK);
    let near = Volume {
        plan: face.bounds.grown(cast::ceil_i32(APART)),
        low: from,
        high: within.saturating_add(height),
    };
    // The highest ground, and the lowest of what is beyond the climb.
    let (mut top, mut above) = (face.high, i32::MAX);
    !extents.visit_until(&near, |i| {
        let other = &faces[cast::index(i)];
        let is_within = other.high <= within;
        let is_ground = other.role == Role::Ground;
        let is_other = is_within && (other.is_obstacle || is_ground && other.area != face.area);
        let matters = match is_within {
            true => is_other || is_ground && other.high > top,
            false => other.low < above,
        };
        if !matters || other.is_apart(face, APART) {
            return false;
        }
        if is_within {
            top = top.max(other.high);
        } else {
            above = above.min(other.low);
        }
        is_other || i64::from(above) - i64::from(top) < i64::from(height)
    })
}

/// Ground that rests on others, and the pieces beneath.
#[derive(Debug, Default)]
pub(super) struct Resting {
    by_face: Vec<(u32, usize)>,
    by_piece: Vec<(usize, u32)>,
}

impl Resting {
    /// Puts resting ground on the pieces that are under its middle, and under its corners where
    /// it is larger than what leaves look at beyond their boxes. `ground` is what does not rest.
    pub(super) fn new(
        (faces, is_resting): (&[Face], &[bool]),
        ground: &Extents,
        (free, outlines): (&Free, &Outlines),
        (body, margin): (Body, i32),
    ) -> Self {
        let mut by_face = Vec::new();
        let resting = (0..)
            .zip(faces)
            .zip(is_resting)
            .filter(|((_, face), is_resting)| **is_resting && face.role == Role::Ground);
        for ((i, face), _) in resting {
            let [a, b, c] = face.plan();
            let third = |x: i32, y: i32, z: i32| {
                cast::narrow_i32((i64::from(x) + i64::from(y) + i64::from(z)) / 3)
            };
            let middle = PlanPoint::new(third(a.x, b.x, c.x), third(a.y, b.y, c.y));
            let PlanBox { min, max } = face.bounds;
            let size = max.x.abs_diff(min.x).max(max.y.abs_diff(min.y));
            let places = [middle, a, b, c];
            let places = if size > margin.unsigned_abs() { &places[..] } else { &places[..1] };
            for &p in places {
                let under = highest((face, p), faces, ground, body);
                let group = under.and_then(|under| free.group_of[cast::index(under)]);
                let piece = group.and_then(|group| free.piece_at(outlines, group, p));
                by_face.extend(piece.map(|piece| (i, piece)));
            }
        }
        by_face.sort_unstable();
        by_face.dedup();
        let mut by_piece: Vec<(usize, u32)> =
            by_face.iter().map(|&(i, piece)| (piece, i)).collect();
        by_piece.sort_unstable();
        Self { by_face, by_piece }
    }

    /// The pieces that a face rests on.
    pub(super) fn under(&self, face: u32) -> impl Iterator<Item = usize> + '_ {
        let first = self.by_face.partition_point(|&(i, _)| i < face);
        self.by_face[first..].iter().take_while(move |own| own.0 == face).map(|own| own.1)
    }

    /// Tells the faces of the groups that some pieces are of, and those that rest on one of these.
    pub(super) fn with_ground(&self, pieces: &[usize], free: &Free) -> impl Fn(u32) -> bool {
        let mut is_taken = vec![false; free.groups.len()];
        for &i in pieces {
            is_taken[free.pieces[i].group] = true;
        }
        move |face| {
            let group = free.group_of[cast::index(face)];
            let under = self.under(face).map(|piece| free.pieces[piece].group);
            group.into_iter().chain(under).any(|group| is_taken[group])
        }
    }

    /// The faces that rest on a piece.
    pub(super) fn on(&self, piece: usize) -> impl Iterator<Item = u32> + '_ {
        let first = self.by_piece.partition_point(|&(i, _)| i < piece);
        self.by_piece[first..].iter().take_while(move |own| own.0 == piece).map(|own| own.1)
    }
}

/// The highest ground at a place that a resting face may rest on.
fn highest(
    (face, p): (&Face, PlanPoint),
    faces: &[Face],
    ground: &Extents,
    body: Body,
) -> Option<u32> {
    let climb = cast::ceil_i32(body.climb);
    let (low, high) = (face.low.saturating_sub(climb), face.high.saturating_add(climb));
    let mut found: Option<(f64, u32)> = None;
    ground.visit(&Volume { plan: PlanBox::new(p, p), low, high }, |i| {
        let other = &faces[cast::index(i)];
        let (x, y) = (f64::from(p.x), f64::from(p.y));
        if other.holds(x, y, 0.0) {
            let here = (other.plane.height(x, y), i);
            if found.is_none_or(|found| found < here) {
                found = Some(here);
            }
        }
    });
    found.map(|found| found.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Shape, difference, unite};
    use crate::survey::exact::free;
    use walkmesh_testkit::Random;

    const BODY: (i32, i32) = (400, 2000);

    /// A level rectangle as two triangles.
    fn plate(at: (i32, i32), size: (i32, i32), height: i32, is_ground: bool) -> Vec<Face> {
        let p = |x: i32, y: i32| PlanPoint::new(at.0 + x, at.1 + y).at(height);
        let [a, b, c, d] = [p(0, 0), p(size.0, 0), p(size.0, size.1), p(0, size.1)];
        [[a, b, c], [a, c, d]].into_iter().filter_map(|t| Face::new(t, is_ground, 0)).collect()
    }

    /// The two upright sides of a box along its x.
    fn sides(at: (i32, i32), size: (i32, i32), low: i32, high: i32) -> Vec<Face> {
        let side = |y: i32| {
            let p = |x: i32, h: i32| PlanPoint::new(at.0 + x, at.1 + y).at(h);
            let (a, b, c, d) = (p(0, low), p(size.0, low), p(size.0, high), p(0, high));
            [[a, b, c], [a, c, d]].into_iter().filter_map(|t| Face::new(t, false, 0))
        };
        side(0).chain(side(size.1)).collect()
    }

    fn resting(faces: &[Face]) -> Vec<bool> {
        let extents = Extents::new(faces.iter().zip(0..).map(|(face, i)| (face.extent(), i)));
        find(faces, &extents, Body::new(BODY.0, BODY.1))
    }

    #[test]
    fn a_stool_rests_within_the_climb_and_below_nothing() {
        // All of it is on one triangle of the floor.
        let floor = plate((0, 0), (4000, 4000), 0, true);
        let with = |more: &[Face]| resting(&[&floor[..], more].concat())[2..].to_vec();
        let stool = |height| plate((3000, 500), (300, 300), height, true);
        assert_eq!(with(&stool(400)), [true; 2]);
        assert_eq!(with(&stool(401)), [false; 2]);
        assert_eq!(with(&stool(-1)), [false; 2]);
        // Its legs rest, and others higher than the climb do not.
        assert_eq!(with(&sides((3000, 500), (300, 300), 0, 400)), [true; 4]);
        assert_eq!(with(&sides((3000, 500), (300, 300), 0, 401)), [false; 4]);
        // The floor ends beside one, and a lamp is over another.
        assert!(!with(&plate((3690, 500), (300, 300), 300, true))[0]);
        let lamp = |at, height| [stool(300), plate(at, (100, 100), height, false)].concat();
        assert_eq!(with(&lamp((3100, 600), 2300))[..2], [true; 2]);
        assert_eq!(with(&lamp((3100, 600), 2299))[..2], [false; 2]);
        assert_eq!(with(&lamp((2880, 600), 1000))[..2], [true; 2]);
        // Neither what is in the way although it is low, nor what stands below such.
        let mut obstacle = stool(300);
        obstacle.iter_mut().for_each(|face| face.is_obstacle = true);
        assert_eq!(with(&obstacle), [false; 2]);
        assert_eq!(with(&[obstacle, stool(350)].concat()), [false; 4]);
    }

    #[test]
    fn where_ground_is_does_not_change() {
        let mut random = Random::new(21);
        let (mut all, mut rest) = (0, 0);
        for _ in 0..60 {
            let mut faces = plate((0, 0), (6000, 6000), 0, true);
            for _ in 0..40 {
                let mut size = || 2 * random.between(20, 400);
                let size = (size(), size());
                let at = (2 * random.between(-100, 3000), 2 * random.between(-100, 3000));
                let height = random.between(0, 9) * 70;
                match random.below(8) {
                    0 => faces.extend(plate(at, size, 1500 + 2 * height, false)),
                    1 => faces.extend(plate(at, (1500, 1500), height, true)),
                    2 => faces.extend(sides(at, size, 0, 2 * height)),
                    _ => faces.extend(plate(at, size, height, true)),
                }
            }
            let extents = Extents::new(faces.iter().zip(0..).map(|(face, i)| (face.extent(), i)));
            let body = Body::new(BODY.0, BODY.1);
            let is_resting = find(&faces, &extents, body);
            let ground = |is_resting: &[bool]| {
                let shown = extents.only(|i| !is_resting[cast::index(i)]);
                let free = free::find((&faces, is_resting), &shown, body).unwrap();
                unite(free.pieces.into_iter().map(|piece| piece.shape).collect()).unwrap()
            };
            let (given, plain) = (ground(&is_resting), ground(&vec![false; faces.len()]));
            let area = |shapes: &[Shape]| shapes.iter().map(Shape::area_doubled).sum::<i128>();
            let around = |shapes: &[Shape]| {
                let rings = shapes.iter().flat_map(Shape::rings);
                rings
                    .flat_map(|r| r.iter().zip(r.iter().cycle().skip(1)))
                    .fold(0.0, |sum, (a, b)| sum + a.distance(*b))
            };
            let apart = area(&difference(&given, &plain).unwrap())
                + area(&difference(&plain, &given).unwrap());
            assert!(cast::float_wide(apart) <= 2.0 * around(&plain), "{apart}");
            all += faces.len();
            rest += is_resting.iter().filter(|rests| **rests).count();
        }
        assert!(rest * 8 > all, "{rest} of {all}");
    }
}
