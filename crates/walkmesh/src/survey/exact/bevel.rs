//! Bevels: faces that are too steep to stand on and too narrow to matter.
//!
//! ```text
//!          ┌──────────────── ground ──────┐       a strip at the side of a ramp: up to where it
//!          │ bevel ──┐         ┌── steep ─│       rises by more than a climb it is ground
//!    ──────┴─────────┴─────────┴──────────┘
//! ```
//!
//! The rounded edge of a step, the foot of a kerb: a walker steps over them, voxels do not see
//! them, but taken as they are they would part the ground on both sides. A place on a steep face
//! counts as ground where the steep ground that hangs together with it, looked at straight up and
//! down the face's slope, is no wider than a cell and no higher than the climb.

use super::face::{Face, Role};
use super::slope::{Extent, Limits, SeenPoint, Slope};
use super::strips::{Look, MOST, Strip, joined, looks};
use crate::geom::{GroundPoint, cast};

/// Makes bevels ground: a face, or the parts of it that are, which come in its place and at the end.
/// `steep` are the faces that would be ground but for their slope; lengths in steps. The answer of a
/// place depends on the steep faces that come within `cell` of it alone.
///
/// A face no longer than a cell is judged along the line through its middle, and no parts shorter than
/// that are told apart: that takes what is within another cell.
///
/// O(n log n) for n steep faces of which few are narrow.
pub(super) fn level(faces: &mut Vec<Face>, steep: &[usize], climb: i32, cell: i32) {
    let bevels = Bevels { corners: Corners::new(faces, steep), faces, steep, climb, cell };
    let (turns, limits) = (vec![0; steep.len()], Limits::new((cell, climb)));
    let mut scratch = Scratch { turns, turn: 0, open: Vec::new(), limits };
    let strips_of = |(place, &face): (u32, &usize)| {
        let slope = Slope::of(&bevels.faces[face]);
        let strips = bevels.of(place, &slope, &mut scratch);
        (!strips.is_empty()).then_some((face, slope, strips))
    };
    let found: Vec<(usize, Slope, Vec<Strip>)> = (0..).zip(steep).filter_map(strips_of).collect();
    for (face, slope, strips) in found {
        if strips == [slope.whole()] {
            faces[face].role = Role::Ground;
            continue;
        }
        let mut parts = slope.parts(&faces[face], &strips).into_iter();
        if let Some(first) = parts.next() {
            faces[face] = first;
            faces.extend(parts);
        }
    }
}

/// What is used again for each face.
struct Scratch {
    /// In which turn each face was come to last.
    turns: Vec<u32>,
    turn: u32,
    /// Faces whose neighbours are still to be looked at.
    open: Vec<u32>,
    limits: Limits,
}

impl Scratch {
    /// A turn that begins at a face.
    fn begin(&mut self, place: u32) {
        self.turn += 1;
        self.turns[cast::index(place)] = self.turn;
        self.open.clear();
        self.open.push(place);
    }

    /// True the first time in a turn.
    fn is_new(&mut self, place: u32) -> bool {
        std::mem::replace(&mut self.turns[cast::index(place)], self.turn) != self.turn
    }
}

/// What is looked at for bevels; faces go by their place in the list of steep ones.
struct Bevels<'a> {
    corners: Corners,
    faces: &'a [Face],
    steep: &'a [usize],
    climb: i32,
    cell: i32,
}

impl Bevels<'_> {
    fn face(&self, place: u32) -> &Face {
        &self.faces[self.steep[cast::index(place)]]
    }

    /// The strips of a face that are bevels, along its slope, in order.
    fn of(&self, place: u32, slope: &Slope, scratch: &mut Scratch) -> Vec<Strip> {
        let (whole, cell) = (slope.whole(), f64::from(self.cell));
        if whole.1 - whole.0 <= cell {
            let look = Look { strip: whole, is_line: true };
            return self.fitting((place, slope), &look, scratch).into_iter().collect();
        }
        let Some(lines) = self.corners_beside(place, slope, scratch) else { return vec![whole] };
        let looks = looks(&lines, whole, cell);
        let fit = looks.iter().filter_map(|look| self.fitting((place, slope), look, scratch));
        joined(fit, whole, cell)
    }

    /// The lines up the slope of a face on which what hangs together with it has corners, in order;
    /// `None` where all of that is low and narrow.
    fn corners_beside(&self, place: u32, slope: &Slope, scratch: &mut Scratch) -> Option<Vec<f64>> {
        let whole = slope.whole();
        let mut lines = Vec::new();
        let mut all = Extent::NONE;
        let mut note = |face: &[SeenPoint; 3]| {
            lines.extend(face.map(|p| p.across).iter().filter(|v| whole.0 < **v && **v < whole.1));
            all = all.with(face);
        };
        scratch.begin(place);
        note(&slope.seen(self.face(place)));
        while let Some(at) = scratch.open.pop() {
            for &other in self.corners.around(at) {
                if !scratch.is_new(other) {
                    continue;
                }
                let face = slope.seen(self.face(other));
                if slope.is_beside(&face) {
                    note(&face);
                    // What is farther away makes strips too wide whatever it is.
                    if slope.is_within(&face, self.cell.into()) {
                        scratch.open.push(other);
                    }
                }
            }
        }
        if all.fits((self.cell, self.climb)) {
            return None;
        }
        lines.sort_unstable_by(f64::total_cmp);
        Some(lines)
    }

    /// The part of a strip of a face that is a bevel.
    fn fitting(
        &self,
        (place, slope): (u32, &Slope),
        look: &Look,
        scratch: &mut Scratch,
    ) -> Option<Strip> {
        let Look { strip, is_line } = *look;
        let line = f64::midpoint(strip.0, strip.1);
        scratch.limits.begin(if is_line { (line, line) } else { strip });
        scratch.begin(place);
        scratch.limits.add(slope.crossing(self.face(place), line)?);
        while !scratch.limits.is_empty()
            && let Some(at) = scratch.open.pop()
        {
            for &other in self.corners.around(at) {
                if scratch.is_new(other)
                    && let Some(edges) = slope.crossing(self.face(other), line)
                {
                    scratch.limits.add(edges);
                    scratch.open.push(other);
                }
            }
            if !is_line && scratch.limits.faces() > MOST {
                return self.fitting((place, slope), &Look { strip, is_line: true }, scratch);
            }
        }
        let found = scratch.limits.strip()?;
        Some(if is_line { strip } else { found })
    }
}

/// The steep faces at each corner, by place in the list of them.
struct Corners {
    /// By corner.
    faces: Vec<u32>,
    /// Where in that list the faces at each corner of a face begin and end.
    runs: Vec<[(u32, u32); 3]>,
}

impl Corners {
    fn new(faces: &[Face], steep: &[usize]) -> Self {
        let at = |(&face, place): (&usize, u32)| {
            let [a, b, c] = faces[face].corners;
            [(a, place, 0), (b, place, 1), (c, place, 2)]
        };
        let mut corners: Vec<(GroundPoint, u32, usize)> =
            steep.iter().zip(0..).flat_map(at).collect();
        corners.sort_unstable();
        let mut runs = vec![[(0, 0); 3]; steep.len()];
        let mut first = 0;
        for same in corners.chunk_by(|a, b| a.0 == b.0) {
            let end = first + cast::count(same.len());
            for &(_, place, corner) in same {
                runs[cast::index(place)][corner] = (first, end);
            }
            first = end;
        }
        Self { faces: corners.into_iter().map(|(_, place, _)| place).collect(), runs }
    }

    /// The faces at each corner of a face, itself too.
    fn around(&self, place: u32) -> impl Iterator<Item = &u32> {
        let runs = self.runs[cast::index(place)].into_iter();
        runs.flat_map(|(first, end)| &self.faces[cast::index(first)..cast::index(end)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::strips::SHORT;
    use super::*;
    use crate::geom::PlanPoint;
    use walkmesh_testkit::Random;

    /// Strips side by side: from each pair of (x, height) to the next, 100 wide in y.
    fn strips(profile: &[(i32, i32)]) -> Vec<Face> {
        let mut faces = Vec::new();
        for pair in profile.windows(2) {
            let at = |(x, h): (i32, i32), y| PlanPoint::new(x, y).at(h);
            let [a, b] = [pair[0], pair[1]];
            for corners in [[at(a, 0), at(b, 0), at(b, 100)], [at(a, 0), at(b, 100), at(a, 100)]] {
                faces.extend(Face::new(corners, false, 0));
            }
        }
        faces
    }

    /// Makes what can be ground of steep faces, for a climb of 300 and cells of 50.
    fn levelled(mut faces: Vec<Face>) -> Vec<Face> {
        let all: Vec<usize> = (0..faces.len()).collect();
        level(&mut faces, &all, 300, 50);
        faces
    }

    /// Which strips are bevels.
    fn bevels(profile: &[(i32, i32)]) -> Vec<bool> {
        let faces = levelled(strips(profile));
        assert_eq!(faces.len(), 2 * (profile.len() - 1));
        let is_ground = |pair: &[Face]| {
            assert_eq!(pair[0].role, pair[1].role);
            pair[0].role == Role::Ground
        };
        faces.chunks(2).map(is_ground).collect()
    }

    #[test]
    fn narrow_and_low_is_a_bevel() {
        assert_eq!(bevels(&[(0, 0), (40, 60)]), [true]);
        assert_eq!(bevels(&[(0, 0), (50, 300)]), [true]);
        // A hair wider, a hair higher.
        assert_eq!(bevels(&[(0, 0), (51, 60)]), [false]);
        assert_eq!(bevels(&[(0, 0), (50, 301)]), [false]);
        // Its parts count together, however fine.
        assert_eq!(bevels(&[(0, 0), (10, 90), (30, 150), (50, 200)]), [true; 3]);
        let hill: Vec<(i32, i32)> = (0..40).map(|i| (10 * i, 15 * i)).collect();
        assert_eq!(bevels(&hill), [false; 39]);
        let riser: Vec<(i32, i32)> = (0..6).map(|i| (10 * i, 61 * i)).collect();
        assert_eq!(bevels(&riser), [false; 5]);
    }

    #[test]
    fn what_does_not_hang_together_counts_alone() {
        let mut faces = strips(&[(0, 0), (40, 60)]);
        faces.extend(strips(&[(40, 61), (80, 120)]));
        assert!(levelled(faces).iter().all(|face| face.role == Role::Ground));
        // Welded they are one slope.
        assert_eq!(bevels(&[(0, 0), (40, 60), (80, 120)]), [false; 2]);
    }

    /// Whether the faces that hang together with one on a line up its slope are a bevel there.
    fn is_bevel_at(faces: &[Face], slope: &Slope, face: usize, line: f64) -> bool {
        let mut reached = vec![face];
        let mut next = 0;
        let (mut along, mut height) = (Vec::new(), Vec::new());
        while let Some(&at) = reached.get(next) {
            next += 1;
            let seen = slope.seen(&faces[at]);
            for (p, q) in [(0, 1), (1, 2), (2, 0)].map(|(i, j)| (seen[i], seen[j])) {
                if (p.across > line) != (q.across > line) {
                    let t = (line - p.across) / (q.across - p.across);
                    along.push(p.along + t * (q.along - p.along));
                    height.push(p.height + t * (q.height - p.height));
                }
            }
            for (other, face) in faces.iter().enumerate() {
                let meets = face.corners.iter().any(|p| faces[at].corners.contains(p));
                if meets && !reached.contains(&other) && slope.crossing(face, line).is_some() {
                    reached.push(other);
                }
            }
        }
        let extent = |values: &[f64]| {
            values.iter().copied().fold(f64::MIN, f64::max)
                - values.iter().copied().fold(f64::MAX, f64::min)
        };
        extent(&along) <= 50.0 && extent(&height) <= 300.0
    }

    #[test]
    fn a_strip_is_a_bevel_where_it_is_low_and_narrow() {
        let mut random = Random::new(9);
        let (mut inside, mut outside) = (0, 0);
        for _ in 0..200 {
            // A band of three strips, wider and higher toward one of its ends.
            let far = random.between(200, 2000);
            let widths = [(); 3].map(|()| [random.between(2, 25), random.between(2, 25)]);
            let rises = [(); 3].map(|()| [random.between(20, 150), random.between(20, 150)]);
            let mut line = vec![[(0, 0), (0, 0)]];
            for (width, rise) in widths.iter().zip(&rises) {
                let last = *line.last().expect("the first");
                line.push([0, 1].map(|i| (last[i].0 + width[i], last[i].1 + rise[i])));
            }
            let mut faces = Vec::new();
            for pair in line.windows(2) {
                let at = |side: usize, i: usize| {
                    let (x, h) = pair[side][i];
                    PlanPoint::new(x, [0, far][i]).at(h)
                };
                let (a, b, c, d) = (at(0, 0), at(1, 0), at(1, 1), at(0, 1));
                faces.extend(Face::new([a, b, c], false, 0));
                faces.extend(Face::new([a, c, d], false, 0));
            }
            let parts = levelled(faces.clone());
            for (i, face) in faces.iter().enumerate() {
                let slope = Slope::of(face);
                for _ in 0..20 {
                    let [a, b] = [(); 2].map(|()| f64::from(random.between(50, 950)) / 1000.0);
                    let [p, q, r] = face.plan().map(|p| (f64::from(p.x), f64::from(p.y)));
                    let mix = |p: f64, q: f64, r: f64| p + a * (q - p) + a * b * (r - q);
                    let (x, y) = (mix(p.0, q.0, r.0), mix(p.1, q.1, r.1));
                    let line = slope.view(x, y).1;
                    let is = |by: f64| is_bevel_at(&faces, &slope, i, line + by);
                    // Near where it ends rounding tells, or whether it is a cell long.
                    let near = [-50.0, -25.0, -SHORT, SHORT, 25.0, 50.0];
                    if near.iter().any(|&by| is(by) != is(0.0)) {
                        continue;
                    }
                    let is_ground = |part: &Face| part.role == Role::Ground;
                    let holds = |part: &&Face| part.holds(x, y, 1.0);
                    let Some(part) = parts.iter().find(holds) else { continue };
                    assert_eq!(is_ground(part), is(0.0), "{face:?} at {x}, {y}");
                    if is(0.0) { inside += 1 } else { outside += 1 }
                }
            }
        }
        println!("{inside} {outside}");
        assert!(inside > 1000 && outside > 1000, "{inside} {outside}");
    }
}
