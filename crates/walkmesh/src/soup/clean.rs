//! What real files contain and no later stage wants: bad indices, NaN, zero-area and repeated
//! triangles, vertices that nothing uses, and parts that lie absurdly far from the rest.

use std::collections::HashMap;

use super::{Facing, Outlier, ReadUp, Soup, Triangle, outliers};
use crate::geom::{Point, cast};

/// What [`Soup::clean`] leaves in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CleanOptions {
    /// Keep triangles that lie absurdly far from the rest.
    pub keep_outliers: bool,
    /// How the model was turned when it was read: what is said of one on its side names axes of
    /// the file.
    pub read_up: ReadUp,
}

/// What [`Soup::clean`] took out, and what it noticed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CleanReport {
    /// Triangles before.
    pub before: usize,
    /// Triangles after.
    pub after: usize,
    /// Triangles dropped as an index had no vertex or no object.
    pub bad_index: usize,
    /// Triangles dropped as a corner was NaN or infinite.
    pub not_finite: usize,
    /// Triangles dropped as two corners were in the same place.
    pub zero_area: usize,
    /// Triangles dropped as an earlier one had the same corners and the same front.
    pub repeated: usize,
    /// Triangles that have a twin with the opposite front (both sides of a sheet); they stay.
    pub doubled: usize,
    /// Vertices dropped as no triangle used them in the end.
    pub unused_vertices: usize,
    /// What lay absurdly far away, object by object.
    pub outliers: Vec<Outlier>,
    /// True when these were kept, as [`CleanOptions::keep_outliers`] asked.
    pub outliers_kept: bool,
    /// Which ways its surfaces face.
    pub facing: Facing,
    /// How it was turned, as [`CleanOptions::read_up`] told.
    pub read_up: ReadUp,
}

impl Soup {
    /// Drops what no later stage wants and says what that was. Doubled faces (equal corners,
    /// opposite fronts) stay. Objects keep their ids, those without triangles too. Nothing is
    /// welded: corners are compared by exact position. `O(n log n)`.
    pub fn clean(&mut self, options: &CleanOptions) -> CleanReport {
        let mut report = CleanReport { before: self.triangles.len(), ..CleanReport::default() };
        self.drop_unusable(&mut report);
        self.drop_repeated(&mut report);
        self.drop_outliers(options, &mut report);
        report.unused_vertices = self.drop_unused_vertices();
        report.after = self.triangles.len();
        report.facing = self.facing();
        report.read_up = options.read_up;
        report
    }

    fn drop_unusable(&mut self, report: &mut CleanReport) {
        let Self { vertices, triangles, objects } = self;
        triangles.retain(|triangle| {
            let corner = |i: usize| vertices.get(cast::index(triangle.corners[i])).copied();
            let corners = (corner(0), corner(1), corner(2));
            let known = cast::index(triangle.object.0) < objects.len();
            let (Some(a), Some(b), Some(c), true) = (corners.0, corners.1, corners.2, known) else {
                report.bad_index += 1;
                return false;
            };
            if !(a.is_finite() && b.is_finite() && c.is_finite()) {
                report.not_finite += 1;
                return false;
            }
            let flat = a == b || b == c || c == a;
            report.zero_area += usize::from(flat);
            !flat
        });
    }

    fn drop_repeated(&mut self, report: &mut CleanReport) {
        let Self { vertices, triangles, .. } = self;
        let mut places: HashMap<[u64; 3], u32> = HashMap::with_capacity(vertices.len());
        let mut place_of: Vec<Option<u32>> = vec![None; vertices.len()];
        // By the places of the corners, which of the two fronts there was.
        let mut seen: HashMap<[u32; 3], [bool; 2]> = HashMap::with_capacity(triangles.len());
        triangles.retain(|triangle| {
            let place = |corner: u32| {
                let corner = cast::index(corner);
                *place_of[corner].get_or_insert_with(|| {
                    let next = cast::count(places.len());
                    *places.entry(place_key(vertices[corner])).or_insert(next)
                })
            };
            let [a, b, c] = triangle.corners.map(place);
            // The smallest corner first: the same triangle however it was started.
            let (first, others) = if a < b && a < c {
                (a, [b, c])
            } else if b < c {
                (b, [c, a])
            } else {
                (c, [a, b])
            };
            let front = usize::from(others[0] > others[1]);
            let key = [first, others[front], others[1 - front]];
            let fronts = seen.entry(key).or_default();
            let new = !std::mem::replace(&mut fronts[front], true);
            report.repeated += usize::from(!new);
            // The twin came first: both count.
            report.doubled += if new && fronts[1 - front] { 2 } else { 0 };
            new
        });
    }

    fn drop_outliers(&mut self, options: &CleanOptions, report: &mut CleanReport) {
        let found = outliers::find(self);
        report.outliers = outliers::by_object(self, &found);
        report.outliers_kept = options.keep_outliers;
        if options.keep_outliers || found.is_empty() {
            return;
        }
        let mut far = vec![false; self.triangles.len()];
        for &i in &found {
            far[i] = true;
        }
        let mut far = far.into_iter();
        self.triangles.retain(|_| !far.next().unwrap_or(false));
    }

    /// Drops the vertices that no triangle uses and gives their number.
    pub(super) fn drop_unused_vertices(&mut self) -> usize {
        let mut used = vec![false; self.vertices.len()];
        for corner in self.triangles.iter().flat_map(|triangle| triangle.corners) {
            if let Some(used) = used.get_mut(cast::index(corner)) {
                *used = true;
            }
        }
        let mut next = 0;
        let numbers: Vec<u32> = used
            .iter()
            .map(|&used| {
                next += u32::from(used);
                next - u32::from(used)
            })
            .collect();
        for Triangle { corners, .. } in &mut self.triangles {
            // A corner without a vertex stays one.
            *corners = corners.map(|c| numbers.get(cast::index(c)).copied().unwrap_or(u32::MAX));
        }
        let before = self.vertices.len();
        let mut used = used.into_iter();
        self.vertices.retain(|_| used.next().unwrap_or(false));
        before - self.vertices.len()
    }
}

impl CleanReport {
    /// What a person should know, a sentence each; empty when there was nothing.
    #[must_use]
    pub fn messages(&self) -> Vec<String> {
        let mut messages = Vec::new();
        for (count, why) in [
            (self.bad_index, "that refer to a vertex or an object that is not there"),
            (self.not_finite, "with a corner that is not finite"),
            (self.zero_area, "with two corners in one place"),
            (self.repeated, "that repeat another one"),
        ] {
            if count > 0 {
                messages.push(format!("triangles {why}: dropped {count} of {}", self.before));
            }
        }
        for outlier in &self.outliers {
            messages.push(outlier.message(self.outliers_kept));
        }
        if let Some(warning) = self.facing.warning(self.read_up) {
            messages.push(warning);
        }
        messages
    }
}

/// Equal for equal positions: both zeros are one.
pub(super) fn place_key(p: Point) -> [u64; 3] {
    [p.x, p.y, p.z].map(|v| (v + 0.0).to_bits())
}
