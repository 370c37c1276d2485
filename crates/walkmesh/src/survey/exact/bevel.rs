//! Bevels: faces that are too steep to stand on and too narrow to matter.
//!
//! The rounded edge of a step, the foot of a kerb: a walker steps over them, voxels do not see
//! them, but taken as they are they would part the ground on both sides. A steep face counts as
//! ground where the steep ground that hangs together with it, looked at straight up and down its
//! slope, is no wider than a cell and no higher than the climb.

use super::face::{Face, Role};
use crate::geom::{GroundPoint, cast};

/// Makes bevels ground. `steep` are the faces that would be ground but for their slope; lengths in
/// steps. A face's answer depends on the steep faces that come within `cell` of it alone.
///
/// O(n log n) for n steep faces of which few are narrow.
pub(super) fn level(faces: &mut [Face], steep: &[usize], climb: i32, cell: i32) {
    let corners = Corners::new(faces, steep);
    let mut seen: Vec<u32> = vec![u32::MAX; steep.len()];
    let mut open = Vec::new();
    let mut low = Vec::new();
    for (turn, &face) in (0..).zip(steep) {
        let line = Line::down(&faces[face]);
        let Some(mut all) = line.over(&faces[face]) else { continue };
        open.clear();
        open.push(turn);
        seen[cast::index(turn)] = turn;
        while all.fits(climb, cell)
            && let Some(at) = open.pop()
        {
            for &other in corners.around(at) {
                if seen[cast::index(other)] != turn
                    && let Some(part) = line.over(&faces[steep[cast::index(other)]])
                {
                    seen[cast::index(other)] = turn;
                    all = all.with(part);
                    open.push(other);
                }
            }
        }
        if all.fits(climb, cell) {
            low.push(face);
        }
    }
    for face in low {
        faces[face].role = Role::Ground;
    }
}

/// A line in plan, straight up and down a face's slope through its middle.
struct Line {
    through: (f64, f64),
    along: (f64, f64),
}

/// A stretch of a line and the heights over it.
#[derive(Clone, Copy)]
struct Stretch {
    along: (f64, f64),
    height: (f64, f64),
}

impl Line {
    fn down(face: &Face) -> Self {
        let [a, b, c] = face.plan().map(|p| (f64::from(p.x), f64::from(p.y)));
        let through = ((a.0 + b.0 + c.0) / 3.0, (a.1 + b.1 + c.1) / 3.0);
        let (x, y) = face.plane.slope();
        let length = (x * x + y * y).sqrt();
        Self { through, along: (x / length, y / length) }
    }

    /// The stretch of the line that runs over a face.
    fn over(&self, face: &Face) -> Option<Stretch> {
        let at = face.corners.map(|p| {
            let (x, y) = (f64::from(p.plan.x), f64::from(p.plan.y));
            let (x, y) = (x - self.through.0, y - self.through.1);
            let (dx, dy) = self.along;
            (x * dx + y * dy, y * dx - x * dy, f64::from(p.height))
        });
        let mut found: Option<Stretch> = None;
        for (i, &p) in at.iter().enumerate() {
            let q = at[(i + 1) % 3];
            if (p.1 > 0.0) != (q.1 > 0.0) {
                let t = p.1 / (p.1 - q.1);
                let (along, height) = (p.0 + (q.0 - p.0) * t, p.2 + (q.2 - p.2) * t);
                let end = Stretch { along: (along, along), height: (height, height) };
                found = Some(found.map_or(end, |other| other.with(end)));
            }
        }
        found
    }
}

impl Stretch {
    fn with(self, other: Self) -> Self {
        let both = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.max(b.1));
        Self { along: both(self.along, other.along), height: both(self.height, other.height) }
    }

    fn fits(&self, climb: i32, cell: i32) -> bool {
        self.along.1 - self.along.0 <= f64::from(cell)
            && self.height.1 - self.height.0 <= f64::from(climb)
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
    use super::*;
    use crate::geom::PlanPoint;

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

    /// Which strips are bevels for a climb of 300 and cells of 50.
    fn bevels(profile: &[(i32, i32)]) -> Vec<bool> {
        let mut faces = strips(profile);
        let all: Vec<usize> = (0..faces.len()).collect();
        level(&mut faces, &all, 300, 50);
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
        let all: Vec<usize> = (0..faces.len()).collect();
        level(&mut faces, &all, 300, 50);
        assert!(faces.iter().all(|face| face.role == Role::Ground));
        // Welded they are one slope.
        assert_eq!(bevels(&[(0, 0), (40, 60), (80, 120)]), [false; 2]);
    }
}
