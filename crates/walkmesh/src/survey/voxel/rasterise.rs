//! Triangles to raw spans: what each triangle fills of each cell.

use super::plane::{Cover, Plane, Rise};
use super::raw::{BLOCKED, Part, RawSpans};
use super::strip::{Cut, Extent, Lines, RowParts};
use super::window::Window;
use crate::geom::{GroundPoint, PlanBox, PlanPoint, Point, cast, predicates};
use crate::parameters::{Parameters, Resolved};
use crate::soup::{Class, Soup, Triangle, is_ground};
use std::ops::Range;

/// The triangles that reach a window, by the bands of rows that they reach.
#[derive(Debug)]
pub(super) struct Reaching<'a> {
    resolved: &'a Resolved,
    window: Window,
    pub(super) triangles: Vec<Reached>,
    slabs: Vec<Bands>,
    /// Triangles that could not be used: an index out of range, a corner not finite or beyond the
    /// lattice.
    pub(super) unusable: usize,
    /// Most of what they cover in plan is level, so that long runs of cells have the same spans.
    pub(super) by_rows: bool,
}

/// A triangle on the lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    corners: [GroundPoint; 3],
    /// 0: cannot be stood on; [`BLOCKED`]; else 1 + its area tag.
    ground: u16,
}

/// The bands of some rows, from south to north.
#[derive(Debug)]
struct Bands {
    rows: Range<i32>,
    /// Rows of a band; the last may have fewer.
    each: i32,
    /// Indices into the triangles, ascending.
    triangles: Vec<Vec<u32>>,
}

/// Rows of a band, about: what the triangles fill of it is held at a time.
const BAND: i32 = 16;

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
    /// For bands of these `slabs`, ranges of rows of the window that may share some.
    pub(super) fn new(
        soup: &'a Soup,
        candidates: impl IntoIterator<Item = usize>,
        (parameters, resolved): (&'a Parameters, &'a Resolved),
        window: Window,
        slabs: impl Iterator<Item = Range<i32>>,
    ) -> Self {
        let area = PlanBox::new(window.origin, window.corner(window.width, window.depth));
        let slabs = slabs.map(Bands::new).collect();
        let mut all =
            Self { resolved, window, triangles: Vec::new(), slabs, unusable: 0, by_rows: false };
        let (mut level, mut sloped) = (0, 0);
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
            let row = |y: i32| (y.clamp(area.min.y, area.max.y - 1) - area.min.y) / window.cell;
            // A border between rows belongs to both.
            let rows = (row(bounds.min.y - 1), row(bounds.max.y));
            let number = cast::count(all.triangles.len());
            all.slabs.iter_mut().for_each(|slab| slab.add(number, rows));
            let ground = ground(soup, triangle, world, (parameters, resolved));
            all.triangles.push(Reached { corners, ground });
            let [a, b, c] = corners;
            let covers = i128::from(predicates::cross(a.plan, b.plan, c.plan).abs());
            let is_level = a.height == b.height && b.height == c.height;
            *(if is_level { &mut level } else { &mut sloped }) += covers;
        }
        all.by_rows = level > MOSTLY * sloped;
        all
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
        let width = cast::cell_index(self.window.width);
        let (mut parts, mut voxels) = (RowParts::new(width), Voxels::new(width));
        let bands = &self.slabs[slab];
        let rows = bands.of(band);
        out.clear(width, cast::cell_index(rows.end - rows.start));
        for &i in &bands.triangles[band] {
            let Some(&Reached { corners, ground }) = self.triangles.get(cast::index(i)) else {
                continue;
            };
            let (window, resolved, by_rows) = (&self.window, self.resolved, self.by_rows);
            let filler = Filler { window, resolved, ground, by_rows };
            filler.fill(corners, &rows, (&mut parts, &mut voxels), out);
        }
    }
}

/// How many times more of the plan level triangles must cover than others for rows to be done by
/// runs of cells: single cells take longer that way.
const MOSTLY: i128 = 2;

/// Fewer level cells of a row are added one by one.
const FEW: usize = 4;

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
    /// Level floors are added row by row.
    by_rows: bool,
}

impl Filler<'_> {
    /// Fills the cells of these rows, the first of which has number 0.
    fn fill(
        &self,
        triangle: [GroundPoint; 3],
        within: &Range<i32>,
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
            let at = (cast::cell_index(x), cast::cell_index(y - within.start));
            self.emit((at, centre), &plane, (parts, voxels), out);
        }
    }

    /// The spans of a row of cells, the first of which is in this column and row and has this
    /// centre.
    fn emit(
        &self,
        ((x, row), centre): ((usize, usize), PlanPoint),
        plane: &Plane,
        (parts, voxels): (&RowParts, &mut Voxels),
        out: &mut RawSpans,
    ) {
        let first = row * cast::cell_index(self.window.width) + x;
        let scale = Scale {
            base: f64::from(self.resolved.height_range.0),
            voxel: f64::from(self.resolved.cell_height),
        };
        let ground = self.ground;
        // Whether the centre is covered matters only where one may stand.
        let walkable = ground != 0 && ground != BLOCKED;
        let mut cover = walkable.then(|| plane.cover(centre, self.window.cell));
        if plane.level {
            let (bottoms, tops) = scale.voxels([plane.height; 2], [plane.height; 2]);
            let (extent, height) = ((bottoms[0], tops[0]), cast::round_within(plane.height));
            let (from, to) = cover.map_or((0, 0), |cover| cover.range(parts.length));
            let part = |covered| Part::new(extent, height, ground, covered);
            if parts.length < FEW || !self.by_rows {
                let covered = |i: usize| from <= i && i < to;
                out.add(first, (0..parts.length).map(|i| part(covered(i))));
            } else {
                out.add_level(row, part(false), (x, x + parts.length), (x + from, x + to));
            }
            return;
        }
        let mut covered = || cover.as_mut().is_some_and(Cover::next);
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
