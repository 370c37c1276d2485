//! Triangles to raw spans: what each triangle fills of each cell.

use super::heightfield::{BLOCKED, Part, RawSpans};
use super::strip::{Cut, Extent, Lines, RowParts};
use super::window::Window;
use crate::geom::{GroundPoint, PlanBox, PlanPoint, Point, cast, predicates};
use crate::parameters::{Parameters, Resolved};
use crate::soup::{Class, Soup, Triangle, is_ground};

/// The triangles that reach a window, by the bands of rows that they reach.
#[derive(Debug)]
pub(super) struct Reaching<'a> {
    resolved: &'a Resolved,
    window: Window,
    pub(super) triangles: Vec<Reached>,
    /// Indices into these, ascending.
    bands: Vec<Vec<u32>>,
    /// Rows of a band; the last may have fewer.
    rows: i32,
    /// Triangles that could not be used: an index out of range, a corner not finite or beyond the
    /// lattice.
    pub(super) unusable: usize,
}

/// A triangle on the lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    corners: [GroundPoint; 3],
    /// 0: cannot be stood on; [`BLOCKED`]; else 1 + its area tag.
    ground: u16,
}

/// Rows of a band, about: what the triangles fill of it is held at a time.
const BAND: i32 = 48;

/// How many bands so many rows are, none of them empty, and how many rows each but the last has.
fn bands(depth: i32) -> (i32, i32) {
    let shares = |of: i32, size: i32| ((of + size - 1) / size).max(1);
    let rows = shares(depth, (depth / BAND).max(1));
    (shares(depth, rows), rows)
}

impl<'a> Reaching<'a> {
    pub(super) fn new(
        soup: &'a Soup,
        candidates: impl IntoIterator<Item = usize>,
        (parameters, resolved): (&'a Parameters, &'a Resolved),
        window: Window,
    ) -> Self {
        let area = PlanBox::new(window.origin, window.corner(window.width, window.depth));
        let (count, rows) = bands(window.depth);
        let bands = vec![Vec::new(); cast::cell_index(count)];
        let mut all = Self { resolved, window, triangles: Vec::new(), bands, rows, unusable: 0 };
        for i in candidates {
            let Some(triangle) = soup.triangles.get(i) else { continue };
            let Some((world, corners)) = on_lattice(soup, triangle, resolved) else {
                all.unusable += 1;
                continue;
            };
            let Some(bounds) = PlanBox::around(corners.map(|p| p.plan)) else { continue };
            if !bounds.meets(&area) {
                continue;
            }
            let band = |y: i32| {
                let row = (y.clamp(area.min.y, area.max.y - 1) - area.min.y) / window.cell;
                cast::cell_index(row / rows)
            };
            // A border between rows belongs to both.
            for band in &mut all.bands[band(bounds.min.y - 1)..=band(bounds.max.y)] {
                band.push(cast::count(all.triangles.len()));
            }
            let ground = ground(soup, triangle, world, (parameters, resolved));
            all.triangles.push(Reached { corners, ground });
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

    /// What triangles fill of a band; cells are numbered from its first.
    pub(super) fn fill(&self, band: usize, out: &mut RawSpans) {
        let width = cast::cell_index(self.window.width);
        let (mut parts, mut voxels) = (RowParts::new(width), Voxels::new(width));
        let rows = self.rows(band);
        out.clear(self.window.number(0, rows.end) - self.window.number(0, rows.start));
        for &i in &self.bands[band] {
            let Some(&Reached { corners, ground }) = self.triangles.get(cast::index(i)) else {
                continue;
            };
            let filler = Filler { window: &self.window, resolved: self.resolved, ground };
            filler.fill(corners, &rows, (&mut parts, &mut voxels), out);
        }
    }
}

/// The corners of a triangle, in the world and on the lattice.
fn on_lattice(
    soup: &Soup,
    triangle: &Triangle,
    resolved: &Resolved,
) -> Option<([Point; 3], [GroundPoint; 3])> {
    let corners = soup.corners(triangle)?;
    let [a, b, c] = corners.map(|p| resolved.frame.to_lattice(p));
    Some((corners, [a?, b?, c?]))
}

/// What a triangle is to those who would stand on it: [`Reached::ground`].
fn ground(
    soup: &Soup,
    triangle: &Triangle,
    corners: [Point; 3],
    (parameters, resolved): (&Parameters, &Resolved),
) -> u16 {
    let object = soup.objects.get(cast::index(triangle.object.0));
    let (area, class) = object.map_or((0, Class::BySlope), |o| (o.area.0, o.class));
    if class.is_obstacle() {
        BLOCKED
    } else if is_ground(corners, class, resolved.min_normal_up, parameters.winding) {
        1 + u16::from(area)
    } else {
        0
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
        (parts, voxels): (&mut RowParts, &mut Voxels),
        out: &mut RawSpans,
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
            let first = w.number(x, y - within.start);
            self.emit((first, centre), &plane, (parts, voxels), out);
        }
    }

    /// The spans of a row of cells, the first of which has this number and centre.
    fn emit(
        &self,
        (first, centre): (usize, PlanPoint),
        plane: &Plane,
        (parts, voxels): (&RowParts, &mut Voxels),
        out: &mut RawSpans,
    ) {
        let scale = Scale {
            base: f64::from(self.resolved.height_range.0),
            voxel: f64::from(self.resolved.cell_height),
        };
        let ground = self.ground;
        // Whether the centre is covered matters only where one may stand.
        let walkable = ground != 0 && ground != BLOCKED;
        let mut cover = walkable.then(|| plane.cover(centre, self.window.cell));
        let mut covered = || cover.as_mut().is_some_and(Cover::next);
        if plane.level {
            let (bottoms, tops) = scale.voxels([plane.height; 2], [plane.height; 2]);
            let (extent, height) = ((bottoms[0], tops[0]), cast::round_within(plane.height));
            let part = |_| Part::new(extent, height, ground, covered());
            out.add(first, (0..parts.length).map(part));
            return;
        }
        voxels.read(parts.pairs(), plane.rise(centre, self.window.cell), scale);
        let Voxels { bottoms, tops, heights } = voxels;
        let part = |((&bottom, &top), &height): ((&i32, &i32), &i32)| {
            Part::new((bottom, top), height, ground, covered())
        };
        let cells = bottoms[..parts.length].iter().zip(&*tops).zip(&*heights);
        out.add(first, cells.map(part));
    }
}

/// Where voxels start, and how high they are, steps.
#[derive(Clone, Copy)]
struct Scale {
    base: f64,
    voxel: f64,
}

impl Scale {
    /// Lowest and one past the highest voxel of two parts.
    #[inline]
    fn voxels(self, lows: [f64; 2], highs: [f64; 2]) -> ([i32; 2], [i32; 2]) {
        let bottoms = lows.map(|low| cast::floor_within((low - self.base) / self.voxel));
        let tops = highs.map(|high| cast::ceil_within((high - self.base) / self.voxel));
        (bottoms, std::array::from_fn(|i| tops[i].max(bottoms[i].wrapping_add(1))))
    }
}

/// The voxels of a row of parts, and the heights of their ground.
struct Voxels {
    bottoms: Vec<i32>,
    tops: Vec<i32>,
    heights: Vec<i32>,
}

impl Voxels {
    /// For rows of so many cells.
    fn new(width: usize) -> Self {
        let [bottoms, tops, heights] = std::array::from_fn(|_| vec![0; width + 1]);
        Self { bottoms, tops, heights }
    }

    /// Two at a time, which is one instruction for both: in a function of its own, as compilers
    /// take them apart again where each is used for itself.
    #[inline(never)]
    fn read(&mut self, pairs: &[[Extent; 2]], mut rise: Rise, scale: Scale) {
        let out = self.bottoms.as_chunks_mut::<2>().0.iter_mut();
        let out = out.zip(self.tops.as_chunks_mut::<2>().0);
        let out = out.zip(self.heights.as_chunks_mut::<2>().0);
        for ([a, b], ((bottoms, tops), heights)) in pairs.iter().zip(out) {
            let (lows, highs) = ([a[0], b[0]], [-a[1], -b[1]]);
            (*bottoms, *tops) = scale.voxels(lows, highs);
            let planes = rise.next_two();
            *heights = std::array::from_fn(|i| {
                // An upright triangle's highest point stands for it.
                let height = if planes[i] > highs[i] { highs[i] } else { planes[i] };
                cast::round_within(if height < lows[i] { lows[i] } else { height })
            });
        }
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

    /// Its heights from a point eastwards, `step` by `step`; infinite for an upright one.
    fn rise(&self, p: PlanPoint, step: i32) -> Rise {
        let [a, ..] = self.corners;
        let away = |p: i32, q: i32| f64::from(q) - f64::from(p);
        let (x, step) = (away(a.x, p.x), f64::from(step));
        let (height, (rise, rise_y)) = match self.slope {
            Some(slope) => (self.height, slope),
            None => (f64::INFINITY, (0.0, 0.0)),
        };
        Rise { height, rise, across: rise_y * away(a.y, p.y), x: [x, x + step], step: 2.0 * step }
    }

    /// What it covers from a point eastwards, `step` by `step`.
    fn cover(&self, p: PlanPoint, step: i32) -> Cover {
        if self.slope.is_none() {
            return Cover { sides: [-1; 3], turns: [0; 3] };
        }
        let [a, b, c] = self.corners;
        // How far left of each side, doubled area: it changes by the same from step to step.
        let side = |u: PlanPoint, v: PlanPoint| {
            (predicates::cross(u, v, p), (i64::from(u.y) - i64::from(v.y)) * i64::from(step))
        };
        let [ab, bc, ca] = [side(a, b), side(b, c), side(c, a)];
        Cover { sides: [ab.0, bc.0, ca.0], turns: [ab.1, bc.1, ca.1] }
    }
}

/// A plane read at points in a row for its height.
struct Rise {
    height: f64,
    rise: f64,
    across: f64,
    /// Where the next two points are.
    x: [f64; 2],
    step: f64,
}

impl Rise {
    /// The plane's heights at the next two points, steps.
    #[inline]
    fn next_two(&mut self) -> [f64; 2] {
        let heights = self.x.map(|x| self.height + self.rise * x + self.across);
        self.x = self.x.map(|x| x + self.step);
        heights
    }
}

/// A triangle read at points in a row for whether they are in it.
struct Cover {
    sides: [i64; 3],
    turns: [i64; 3],
}

impl Cover {
    /// Whether the next point is in the triangle or on its border, in plan; never of an upright
    /// one.
    #[inline]
    fn next(&mut self) -> bool {
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
    fn bands_hold_every_row_once_and_none_is_empty() {
        for depth in 0..20_000 {
            let (count, rows) = bands(depth);
            assert!((1..=2 * BAND).contains(&rows), "{depth} rows");
            assert!(count * rows >= depth, "{depth} rows");
            assert!(depth == 0 || (count - 1) * rows < depth, "{depth} rows");
        }
    }

    #[test]
    fn the_plane_is_the_triangles() {
        let t = [
            GroundPoint::new(0, 0, 10),
            GroundPoint::new(100, 0, 110),
            GroundPoint::new(0, 50, 10),
        ];
        for t in [t, [t[1], t[2], t[0]], [t[0], t[2], t[1]]] {
            let plane = Plane::through(t);
            let (start, mut cover) =
                (PlanPoint::new(30, 20), plane.cover(PlanPoint::new(30, 20), 15));
            let mut rise = plane.rise(start, 15);
            assert_eq!((rise.next_two(), rise.next_two()), ([40.0, 55.0], [70.0, 85.0]));
            for covered in [true, true, true, false] {
                assert_eq!(cover.next(), covered);
            }
            assert!(plane.cover(PlanPoint::new(0, 50), 1).next());
            assert!(!plane.cover(PlanPoint::new(-1, 20), 1).next());
        }
    }
}
