//! The triangles that reach a window, and what they fill of it band by band.

use super::rasterise::Filler;
use super::raw::{BLOCKED, RawSpans};
use super::window::Window;
use crate::geom::{GroundPoint, PlanBox, Point, cast, predicates};
use crate::parameters::{Parameters, Resolved};
use crate::soup::{Class, Soup, Triangle, is_ground};
use std::ops::Range;

/// The triangles that reach a window, by the bands of rows that they reach.
#[derive(Debug)]
pub(super) struct Reaching<'a> {
    soup: &'a Soup,
    resolved: &'a Resolved,
    window: Window,
    /// What each triangle is to those who would stand on it, by its number. 0: cannot be stood on;
    /// [`BLOCKED`]; else 1 + its area tag.
    grounds: Vec<u16>,
    corners: Corners,
    /// Triangles that no slab has yet: the number, and the first and last row.
    reached: Vec<(u32, (i32, i32))>,
    /// How much more work a row is than the one before it.
    more_work: Vec<f64>,
    slabs: Vec<Bands>,
    /// How many triangles reach the window.
    pub(super) triangles: usize,
    /// Triangles that could not be used: an index out of range, a corner not finite or beyond the
    /// lattice.
    pub(super) unusable: usize,
    /// Most of what they cover in plan is level, so that long runs of cells have the same spans.
    pub(super) by_rows: bool,
}

/// Where corners are on the lattice.
#[derive(Debug)]
enum Corners {
    /// Those of all vertices of the soup, each worked out once, or [`OFF`]: where all of the world
    /// is looked at, or so much that there are as few of them. Triangles have the numbers that they
    /// have in the soup.
    OfVertices(Vec<GroundPoint>),
    /// Those of the triangles that reach the window, which have numbers as they come.
    OfTriangles(Vec<[GroundPoint; 3]>),
}

/// In place of a corner that is not on the lattice.
const OFF: GroundPoint = GroundPoint::new(i32::MIN, i32::MIN, i32::MIN);

/// The bands of some rows, from south to north.
#[derive(Debug)]
struct Bands {
    rows: Range<i32>,
    /// Rows of a band; the last may have fewer.
    each: i32,
    /// Numbers of triangles, ascending.
    triangles: Vec<Vec<u32>>,
}

/// Rows of a band, about: what the triangles fill of it is held at a time.
const BAND: i32 = 8;

/// What is to be done, in instructions, about: for a triangle in a row, for a cell that it covers,
/// for a cell of the window.
const TRIANGLE_ROW: f64 = 800.0;
const CELL: f64 = 250.0;
const WINDOW_CELL: f64 = 60.0;

/// How many bands so many rows are, none of them empty, and how many rows each but the last has.
fn bands(depth: i32) -> (i32, i32) {
    let shares = |of: i32, size: i32| ((of + size - 1) / size).max(1);
    let rows = shares(depth, (depth / BAND).max(1));
    (shares(depth, rows), rows)
}

impl Bands {
    fn new(rows: Range<i32>) -> Self {
        let (count, each) = bands(rows.end - rows.start);
        Self { rows, each, triangles: vec![Vec::new(); cast::cell_index(count)] }
    }

    /// Adds a triangle to the bands that it reaches, from its first to its last row.
    fn add(&mut self, triangle: u32, (first, last): (i32, i32)) {
        let (first, last) = (first.max(self.rows.start), last.min(self.rows.end - 1));
        if first <= last {
            let band = |row: i32| cast::cell_index((row - self.rows.start) / self.each);
            let reached = &mut self.triangles[band(first)..=band(last)];
            reached.iter_mut().for_each(|band| band.push(triangle));
        }
    }

    /// The rows of a band.
    fn of(&self, band: usize) -> Range<i32> {
        let first = self.rows.start + self.each * cast::extent(band);
        first..(first + self.each).min(self.rows.end)
    }
}

impl<'a> Reaching<'a> {
    /// All that reach the window, in the bands of one slab, or in none yet when there are to be
    /// `slabs` of them.
    pub(super) fn new(
        soup: &'a Soup,
        candidates: impl IntoIterator<Item = usize>,
        (parameters, resolved): (&'a Parameters, &'a Resolved),
        window: Window,
        slabs: usize,
    ) -> Self {
        let area = PlanBox::new(window.origin, window.corner(window.width, window.depth));
        let slabs = if slabs == 1 { vec![Bands::new(0..window.depth)] } else { Vec::new() };
        let mut candidates = candidates.into_iter();
        // All of the soup is never listed.
        let is_whole = area == resolved.clip;
        let some: Vec<u32> =
            if is_whole { Vec::new() } else { candidates.by_ref().map(cast::count).collect() };
        let (corners, grounds) = if is_whole || soup.vertices.len() <= 3 * some.len() {
            let points = soup.vertices.iter().map(|&p| resolved.frame.to_lattice(p).unwrap_or(OFF));
            (Corners::OfVertices(points.collect()), vec![0; soup.triangles.len()])
        } else {
            (Corners::OfTriangles(Vec::new()), Vec::new())
        };
        let (triangles, unusable, by_rows) = (0, 0, false);
        let (reached, mut more_work) = (Vec::new(), vec![0.0; cast::cell_index(window.depth) + 1]);
        more_work[0] = f64::from(window.width) * WINDOW_CELL;
        let cell_area = f64::from(window.cell) * f64::from(window.cell);
        let mut all = Self {
            soup,
            resolved,
            window,
            grounds,
            corners,
            reached,
            more_work,
            slabs,
            triangles,
            unusable,
            by_rows,
        };
        let (mut level, mut sloped) = (0, 0);
        for i in some.into_iter().map(cast::index).chain(candidates) {
            let Some(triangle) = soup.triangles.get(i) else { continue };
            let corners = all.corners.on_lattice(soup, triangle, resolved);
            let Some((world, corners)) = soup.corners(triangle).zip(corners) else {
                all.unusable += 1;
                continue;
            };
            let Some(bounds) = PlanBox::around(corners.map(|p| p.plan)) else { continue };
            if !bounds.meets(&area) {
                continue;
            }
            let row = |y: i32| (y.clamp(area.min.y, area.max.y - 1) - area.min.y) / window.cell;
            // A border between rows belongs to both.
            let rows = (row(bounds.min.y - 1), row(bounds.max.y));
            let ground = ground(soup, triangle, world, (parameters, resolved));
            let number = match &mut all.corners {
                Corners::OfVertices(_) => {
                    all.grounds[i] = ground;
                    i
                }
                Corners::OfTriangles(of_triangles) => {
                    of_triangles.push(corners);
                    all.grounds.push(ground);
                    all.triangles
                }
            };
            all.triangles += 1;
            let [a, b, c] = corners;
            let covers = predicates::cross(a.plan, b.plan, c.plan).abs();
            if let [whole] = &mut all.slabs[..] {
                whole.add(cast::count(number), rows);
            } else {
                all.reached.push((cast::count(number), rows));
                let depth = f64::from(rows.1 - rows.0 + 1);
                let work = TRIANGLE_ROW + CELL * cast::float(covers) / (2.0 * cell_area * depth);
                all.more_work[cast::cell_index(rows.0)] += work;
                all.more_work[cast::cell_index(rows.1) + 1] -= work;
            }
            let covers = i128::from(covers);
            let is_level = a.height == b.height && b.height == c.height;
            *(if is_level { &mut level } else { &mut sloped }) += covers;
        }
        all.by_rows = level > MOSTLY * sloped;
        all
    }

    /// About how much work each row is.
    pub(super) fn work(&self) -> impl Iterator<Item = f64> + '_ {
        let rows = &self.more_work[..self.more_work.len() - 1];
        rows.iter().scan(0.0, |work, more| {
            *work += more;
            Some(*work)
        })
    }

    /// Shares the triangles that no slab has out to bands of these slabs, ranges of rows that may
    /// have some in common.
    pub(super) fn share_out(&mut self, slabs: impl Iterator<Item = Range<i32>>) {
        self.slabs = slabs.map(Bands::new).collect();
        for (triangle, rows) in std::mem::take(&mut self.reached) {
            self.slabs.iter_mut().for_each(|slab| slab.add(triangle, rows));
        }
    }

    /// Cells of a row.
    pub(super) const fn width(&self) -> i32 {
        self.window.width
    }

    /// How many bands a slab has.
    pub(super) fn bands(&self, slab: usize) -> usize {
        self.slabs[slab].triangles.len()
    }

    /// What triangles fill of a band of a slab; cells are numbered from its first.
    pub(super) fn fill(&self, (slab, band): (usize, usize), out: &mut RawSpans) {
        let bands = &self.slabs[slab];
        let rows = bands.of(band);
        let depth = cast::cell_index(rows.end - rows.start);
        out.clear(cast::cell_index(self.window.width), depth);
        let mut filler = Filler::new(&self.window, &rows, self.resolved, self.by_rows);
        for &i in &bands.triangles[band] {
            let (i, soup) = (cast::index(i), self.soup);
            let corners = match &self.corners {
                Corners::OfTriangles(all) => all.get(i).copied(),
                all @ Corners::OfVertices(_) => {
                    all.on_lattice(soup, &soup.triangles[i], self.resolved)
                }
            };
            let Some(corners) = corners else { continue };
            filler.fill(corners, self.grounds[i], out);
        }
    }
}

/// How many times more of the plan level triangles must cover than others for rows to be done by
/// runs of cells: single cells take longer that way.
const MOSTLY: i128 = 2;

impl Corners {
    /// The corners of a triangle on the lattice; `None` where one is not on it.
    fn on_lattice(
        &self,
        soup: &Soup,
        triangle: &Triangle,
        resolved: &Resolved,
    ) -> Option<[GroundPoint; 3]> {
        let [a, b, c] = match self {
            Self::OfVertices(points) => {
                let point = |i: u32| points.get(cast::index(i)).copied();
                triangle.corners.map(|i| point(i).filter(|&point| point != OFF))
            }
            Self::OfTriangles(_) => {
                let [a, b, c] = soup.corners(triangle)?;
                let on_lattice = |p: Point| resolved.frame.to_lattice(p);
                [on_lattice(a), on_lattice(b), on_lattice(c)]
            }
        };
        Some([a?, b?, c?])
    }
}

/// What a triangle is to those who would stand on it: of [`Reaching::grounds`].
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
}
