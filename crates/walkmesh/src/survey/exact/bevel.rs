//! Bevels: faces that are too steep to stand on and too narrow to matter.
//!
//! The rounded edge of a step, the foot of a kerb: a walker steps over them, voxels do not see
//! them, but taken as they are they would part the ground on both sides. A steep face counts as
//! ground where the steep ground that hangs together with it, looked at straight up and down its
//! slope, is no wider than a cell and no higher than the climb.
//!
//! ```text
//!          ╱▔▔╲
//!     ────╱────╲────   what goes on under a floor does not count: nobody steps there
//!        ╱      ╲
//! ```

use super::extents::Extents;
use super::face::{Face, Role};
use super::free::SLACK;
use super::profile::{Extent, Line, Stretch};
use super::rest;
use crate::geom::{GroundPoint, cast};

/// As far as this, cells, steep ground is followed under floors.
const REACH: i32 = 4;

/// How far from a face its answer is looked for, steps.
pub(super) const fn reach(cell: i32) -> i32 {
    cell.saturating_mul(REACH)
}

/// Makes bevels ground. `steep` are the faces that would be ground but for their slope; lengths in
/// steps. A face's answer depends on what comes within [`reach`] of it alone.
///
/// O(n log n) for n faces of which few are narrow.
pub(super) fn level(faces: &mut [Face], steep: &[usize], (climb, height): (i32, i32), cell: i32) {
    let mut search = Search {
        faces,
        floors: rest::floors(faces),
        steep,
        corners: Corners::new(faces, steep),
        climb: f64::from(climb),
        height: f64::from(height),
        cell: f64::from(cell),
        reach: f64::from(reach(cell)),
        seen: vec![u32::MAX; steep.len()],
        open: Vec::new(),
    };
    let low: Vec<usize> = (0..)
        .zip(steep)
        .filter(|&(place, _)| search.is_low(place, false) || search.is_low(place, true))
        .map(|(_, &face)| face)
        .collect();
    for face in low {
        faces[face].role = Role::Ground;
    }
}

/// What hangs together with a steep face.
struct Search<'a> {
    faces: &'a [Face],
    floors: Extents,
    steep: &'a [usize],
    corners: Corners,
    climb: f64,
    height: f64,
    cell: f64,
    reach: f64,
    /// By place among the steep faces: the last search that came to it.
    seen: Vec<u32>,
    open: Vec<u32>,
}

impl Search<'_> {
    /// True when a steep face and what hangs together with it are narrow and low; where `is_bare`
    /// without what is under floors.
    fn is_low(&mut self, place: u32, is_bare: bool) -> bool {
        let line = Line::down(&self.faces[self.steep[cast::index(place)]]);
        let turn = 2 * place + u32::from(is_bare);
        // What there is, and what of it counts.
        let mut all: Option<(Extent, Extent)> = None;
        self.open.clear();
        self.open.push(place);
        while let Some(at) = self.open.pop() {
            for &other in self.corners.around(at) {
                let face = &self.faces[self.steep[cast::index(other)]];
                if std::mem::replace(&mut self.seen[cast::index(other)], turn) == turn {
                    continue;
                }
                let Some(part) = line.over(face) else { continue };
                let whole = all.map_or(part.extent(), |all| all.0.with(part.extent()));
                if !whole.fits(f64::INFINITY, self.reach) {
                    return false;
                }
                let shown = if is_bare { self.bare(&line, part) } else { Some(part) };
                let Some(shown) = shown else { continue };
                let shown = all.map_or(shown.extent(), |all| all.1.with(shown.extent()));
                if !shown.fits(self.climb, self.cell) {
                    return false;
                }
                all = Some((whole, shown));
                self.open.push(other);
            }
        }
        all.is_some()
    }

    /// What is left of a stretch between what is under floors at either end, where nobody has room
    /// to stand; `None` when nothing is.
    fn bare(&self, line: &Line, part: Stretch) -> Option<Stretch> {
        let mut hidden: Vec<(f64, f64)> = Vec::new();
        self.floors.visit(&line.around(part, self.height), |i| {
            let floor = line.over(&self.faces[cast::index(i)]);
            hidden.extend(floor.and_then(|floor| part.under(floor, self.height)));
        });
        let (mut start, mut end) = (part.from.0, part.to.0);
        // What is narrower than a step between two triangles is their rounding.
        hidden.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        for &(from, to) in &hidden {
            if from <= start + SLACK {
                start = start.max(to);
            }
        }
        hidden.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
        for &(from, to) in &hidden {
            if to >= end - SLACK {
                end = end.min(from);
            }
        }
        (start + SLACK < end).then(|| Stretch { from: part.at(start), to: part.at(end) })
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

    /// Which strips are bevels for a climb of 300, a height of 2000 and cells of 50.
    fn bevels(profile: &[(i32, i32)]) -> Vec<bool> {
        bevels_beside(profile, Vec::new())
    }

    /// The same where a floor comes up to them.
    fn bevels_beside(profile: &[(i32, i32)], floor: Vec<Face>) -> Vec<bool> {
        let mut faces = strips(profile);
        let all: Vec<usize> = (0..faces.len()).collect();
        faces.extend(floor);
        level(&mut faces, &all, (300, 2000), 50);
        faces.truncate(all.len());
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
    fn what_goes_on_under_a_floor_does_not_count() {
        let floor = |to: i32, height: i32| {
            let at = |x, y| PlanPoint::new(x, y).at(height);
            let corners = [at(to - 2000, -2000), at(to, -2000), at(to, 3000)];
            let other = [at(to - 2000, -2000), at(to, 3000), at(to - 2000, 3000)];
            [corners, other].into_iter().filter_map(|c| Face::new(c, true, 0)).collect()
        };
        // A strip under the floor, and the next above it.
        let ridge = [(-80, -200), (-40, 0), (0, 60)];
        assert_eq!(bevels(&ridge), [false; 2]);
        assert_eq!(bevels_beside(&ridge, floor(-30, 0)), [true; 2]);
        // The floor is not above the lower strip; is over all heads there.
        assert_eq!(bevels_beside(&ridge, floor(-30, -201)), [false; 2]);
        assert_eq!(bevels_beside(&ridge, floor(-30, 2000)), [false; 2]);
        assert_eq!(bevels_beside(&ridge, floor(-75, 0)), [false; 2]);
        // One strip through the floor; what is seen of it is too high, too wide.
        assert_eq!(bevels_beside(&[(-60, -300), (0, 290)], floor(-20, 0)), [true]);
        assert_eq!(bevels_beside(&[(-60, -300), (0, 310)], floor(-20, 0)), [false]);
        assert_eq!(bevels_beside(&[(-60, -100), (0, 110)], floor(-20, -80)), [false]);
        // So far under the floor nobody looks.
        assert_eq!(bevels_beside(&[(-165, -1400), (30, 240)], floor(10, 0)), [true]);
        assert_eq!(bevels_beside(&[(-175, -1400), (30, 240)], floor(10, 0)), [false]);
    }

    #[test]
    fn what_does_not_hang_together_counts_alone() {
        let mut faces = strips(&[(0, 0), (40, 60)]);
        faces.extend(strips(&[(40, 61), (80, 120)]));
        let all: Vec<usize> = (0..faces.len()).collect();
        level(&mut faces, &all, (300, 2000), 50);
        assert!(faces.iter().all(|face| face.role == Role::Ground));
        // Welded they are one slope.
        assert_eq!(bevels(&[(0, 0), (40, 60), (80, 120)]), [false; 2]);
    }
}
