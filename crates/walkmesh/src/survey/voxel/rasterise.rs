//! Triangles to raw spans: what each triangle fills of each cell.

use super::heightfield::{BLOCKED, RawSpan};
use super::strip::{Cut, Lines, RowParts};
use super::window::Window;
use crate::geom::{GroundPoint, PlanBox, PlanPoint, Point, cast, predicates};
use crate::parameters::{Parameters, Resolved};
use crate::soup::{Class, Soup, Triangle, is_ground};

/// The triangles that reach a window, by the bands of rows that they reach.
#[derive(Debug)]
pub(super) struct Reaching<'a> {
    soup: &'a Soup,
    parameters: &'a Parameters,
    resolved: &'a Resolved,
    window: Window,
    /// Indices of triangles, ascending.
    bands: Vec<Vec<u32>>,
    /// Rows of a band; the last may have fewer.
    rows: i32,
    /// How many reach the window.
    pub(super) triangles: usize,
    /// Triangles that could not be used: an index out of range, a corner not finite or beyond the
    /// lattice.
    pub(super) unusable: usize,
}

/// Rows of a band, about: what the triangles fill of it is held at a time.
const BAND: i32 = 48;

impl<'a> Reaching<'a> {
    pub(super) fn new(
        soup: &'a Soup,
        candidates: impl IntoIterator<Item = usize>,
        (parameters, resolved): (&'a Parameters, &'a Resolved),
        window: Window,
    ) -> Self {
        let area = PlanBox::new(window.origin, window.corner(window.width, window.depth));
        let count = (window.depth / BAND).max(1);
        let rows = (window.depth + count - 1) / count;
        let bands = vec![Vec::new(); cast::cell_index(count)];
        let (triangles, unusable) = (0, 0);
        let mut all = Self { soup, parameters, resolved, window, bands, rows, triangles, unusable };
        for i in candidates {
            let Some(triangle) = soup.triangles.get(i) else { continue };
            let Some((_, corners)) = all.corners(triangle) else {
                all.unusable += 1;
                continue;
            };
            let Some(bounds) = PlanBox::around(corners.map(|p| p.plan)) else { continue };
            if !bounds.meets(&area) {
                continue;
            }
            all.triangles += 1;
            let band = |y: i32| {
                let row = (y.clamp(area.min.y, area.max.y - 1) - area.min.y) / window.cell;
                cast::cell_index(row / rows)
            };
            // A border between rows belongs to both.
            for band in &mut all.bands[band(bounds.min.y - 1)..=band(bounds.max.y)] {
                band.push(cast::count(i));
            }
        }
        all
    }

    /// How many bands there are.
    pub(super) fn bands(&self) -> usize {
        self.bands.len()
    }

    /// The rows of a band.
    pub(super) fn rows(&self, band: usize) -> std::ops::Range<i32> {
        let first = self.rows * cast::extent(band);
        first..(first + self.rows).min(self.window.depth)
    }

    /// The spans of a band, in the order of the triangles; cells are numbered from its first.
    pub(super) fn fill(&self, band: usize, out: &mut Vec<RawSpan>) {
        let mut parts = RowParts::new(cast::cell_index(self.window.width));
        let (soup, resolved) = (self.soup, self.resolved);
        let rows = self.rows(band);
        let triangles = self.bands[band].iter().filter_map(|&i| soup.triangles.get(cast::index(i)));
        for triangle in triangles {
            let Some((corners, lattice)) = self.corners(triangle) else { continue };
            let object = soup.objects.get(cast::index(triangle.object.0));
            let (area, class) = object.map_or((0, Class::BySlope), |o| (o.area.0, o.class));
            let winding = self.parameters.winding;
            let ground = if class.is_obstacle() {
                BLOCKED
            } else if is_ground(corners, class, resolved.min_normal_up, winding) {
                1 + u16::from(area)
            } else {
                0
            };
            let filler = Filler { window: &self.window, resolved, ground };
            filler.fill(lattice, &rows, &mut parts, out);
        }
    }

    /// The corners of a triangle, in the world and on the lattice.
    fn corners(&self, triangle: &Triangle) -> Option<([Point; 3], [GroundPoint; 3])> {
        let corners = self.soup.corners(triangle)?;
        let [a, b, c] = corners.map(|p| self.resolved.frame.to_lattice(p));
        Some((corners, [a?, b?, c?]))
    }
}

/// Fills cells with one triangle.
struct Filler<'a> {
    window: &'a Window,
    resolved: &'a Resolved,
    ground: u16,
}

impl Filler<'_> {
    /// Fills the cells of these rows, the first of which has number 0.
    fn fill(
        &self,
        triangle: [GroundPoint; 3],
        within: &std::ops::Range<i32>,
        parts: &mut RowParts,
        out: &mut Vec<RawSpan>,
    ) {
        let (w, r) = (self.window, self.resolved);
        // Columns and rows are counted from the world's corner, not the window's.
        let lines = Lines {
            x: f64::from(r.clip.min.x),
            y: f64::from(r.clip.min.y),
            cell: f64::from(w.cell),
        };
        let first_column = (w.origin.x - r.clip.min.x) / w.cell;
        let first_row = (w.origin.y - r.clip.min.y) / w.cell;
        let mut cut = Cut::new(triangle, lines);
        let plane = Plane::through(triangle);
        let rows =
            cut.rows.0.max(first_row + within.start)..=cut.rows.1.min(first_row + within.end - 1);
        let columns = (first_column, first_column + w.width - 1);
        for row in rows {
            if !cut.row(row, columns, parts) {
                continue;
            }
            let (x, y) = (parts.first - first_column, row - first_row);
            let corner = w.corner(x, y);
            let centre = PlanPoint::new(corner.x + w.cell / 2, corner.y + w.cell / 2);
            self.emit(cast::count(w.number(x, y - within.start)), centre, &plane, parts, out);
        }
    }

    /// The spans of a row of cells, the first of which has this number and centre.
    fn emit(
        &self,
        first: u32,
        centre: PlanPoint,
        plane: &Plane,
        parts: &RowParts,
        out: &mut Vec<RawSpan>,
    ) {
        let (base, voxel) =
            (f64::from(self.resolved.height_range.0), f64::from(self.resolved.cell_height));
        let voxels = |low: f64, high: f64| {
            let bottom = cast::floor_within((low - base) / voxel);
            (bottom, cast::ceil_within((high - base) / voxel).max(bottom + 1))
        };
        let ground = self.ground;
        let mut along = plane.along(centre, self.window.cell);
        let (lows, highs) = parts.parts();
        if plane.level {
            let (bottom, top) = voxels(plane.height, plane.height);
            let height = cast::round_within(plane.height);
            out.extend((first..).zip(lows).map(|(cell, _)| {
                let centre = along.next_covered();
                RawSpan { cell, bottom, top, height, ground, centre }
            }));
            return;
        }
        out.extend((first..).zip(lows.iter().zip(highs)).map(|(cell, (&low, &high))| {
            let (bottom, top) = voxels(low, high);
            // An upright triangle's highest point stands for it.
            let height = along.next_height();
            let height = if height > high { high } else { height };
            let height = if height < low { low } else { height };
            let (height, centre) = (cast::round_within(height), along.next_covered());
            RawSpan { cell, bottom, top, height, ground, centre }
        }));
    }
}

/// A triangle's plane and its outline in plan.
struct Plane {
    corners: [PlanPoint; 3],
    height: f64,
    /// Rise per step along x and y; `None` for an upright triangle.
    slope: Option<(f64, f64)>,
    /// All corners are at one height.
    level: bool,
}

impl Plane {
    fn through([a, b, c]: [GroundPoint; 3]) -> Self {
        let doubled = predicates::cross(a.plan, b.plan, c.plan);
        let slope = (doubled != 0).then(|| {
            let d = |p: i32, q: i32| f64::from(q) - f64::from(p);
            let (ux, uy, uh) =
                (d(a.plan.x, b.plan.x), d(a.plan.y, b.plan.y), d(a.height, b.height));
            let (vx, vy, vh) =
                (d(a.plan.x, c.plan.x), d(a.plan.y, c.plan.y), d(a.height, c.height));
            let n = cast::float(doubled);
            ((uh * vy - vh * uy) / n, (ux * vh - vx * uh) / n)
        });
        let corners = if doubled < 0 { [a.plan, c.plan, b.plan] } else { [a.plan, b.plan, c.plan] };
        let level = a.height == b.height && b.height == c.height;
        Self { corners, height: f64::from(a.height), slope, level }
    }

    /// From a point eastwards, `step` by `step`.
    fn along(&self, p: PlanPoint, step: i32) -> Along {
        let [a, b, c] = self.corners;
        let away = |p: i32, q: i32| f64::from(q) - f64::from(p);
        let (x, step_x) = (away(a.x, p.x), f64::from(step));
        let Some((rise_x, rise_y)) = self.slope else {
            let height = f64::INFINITY;
            return Along {
                height,
                rise: 0.0,
                across: 0.0,
                x,
                step: step_x,
                sides: [-1; 3],
                turns: [0; 3],
            };
        };
        // How far left of each side, doubled area: it changes by the same from step to step.
        let side = |u: PlanPoint, v: PlanPoint| {
            (predicates::cross(u, v, p), (i64::from(u.y) - i64::from(v.y)) * i64::from(step))
        };
        let [ab, bc, ca] = [side(a, b), side(b, c), side(c, a)];
        Along {
            height: self.height,
            rise: rise_x,
            across: rise_y * away(a.y, p.y),
            x,
            step: step_x,
            sides: [ab.0, bc.0, ca.0],
            turns: [ab.1, bc.1, ca.1],
        }
    }
}

/// A plane read at points in a row, for its height, for what it covers, or both.
struct Along {
    height: f64,
    rise: f64,
    across: f64,
    x: f64,
    step: f64,
    sides: [i64; 3],
    turns: [i64; 3],
}

impl Along {
    /// The plane's height at the next point, steps; infinite for an upright one.
    #[inline]
    fn next_height(&mut self) -> f64 {
        let height = self.height + self.rise * self.x + self.across;
        self.x += self.step;
        height
    }

    /// Whether the next point is in the triangle or on its border, in plan; never of an upright
    /// one.
    #[inline]
    fn next_covered(&mut self) -> bool {
        let covered = (self.sides[0] | self.sides[1] | self.sides[2]) >= 0;
        for (side, turn) in self.sides.iter_mut().zip(self.turns) {
            *side += turn;
        }
        covered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plane_is_the_triangles() {
        let t = [
            GroundPoint::new(0, 0, 10),
            GroundPoint::new(100, 0, 110),
            GroundPoint::new(0, 50, 10),
        ];
        for t in [t, [t[1], t[2], t[0]], [t[0], t[2], t[1]]] {
            let plane = Plane::through(t);
            let mut along = plane.along(PlanPoint::new(30, 20), 15);
            for (height, covered) in [(40.0, true), (55.0, true), (70.0, true), (85.0, false)] {
                assert_eq!((along.next_height(), along.next_covered()), (height, covered));
            }
            assert!(plane.along(PlanPoint::new(0, 50), 1).next_covered());
            assert!(!plane.along(PlanPoint::new(-1, 20), 1).next_covered());
        }
    }
}
