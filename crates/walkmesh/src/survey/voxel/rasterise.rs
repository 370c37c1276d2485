//! Triangles to raw spans: what each triangle fills of each cell.

use super::extent::{Extent, RowParts};
use super::plane::{Cover, Plane, Rise};
use super::raw::{BLOCKED, Part, RawSpans};
use super::strip::{Cut, Lines};
use super::window::Window;
use crate::geom::{GroundPoint, PlanPoint, cast};
use crate::parameters::Resolved;
use std::ops::Range;

/// Fewer level cells of a row are added one by one.
const FEW: usize = 4;

/// Fills the cells of some rows with triangles.
pub(super) struct Filler {
    lines: Lines,
    scale: Scale,
    /// The world's corner, from which columns and rows are counted.
    corner: PlanPoint,
    cell: i32,
    /// First and last.
    columns: (i32, i32),
    rows: Range<i32>,
    /// Cells of a row.
    width: usize,
    /// Level floors are added row by row.
    by_rows: bool,
    parts: RowParts,
    voxels: Voxels,
}

impl Filler {
    /// Of these rows of a window.
    pub(super) fn new(
        window: &Window,
        rows: &Range<i32>,
        resolved: &Resolved,
        by_rows: bool,
    ) -> Self {
        let (corner, cell) = (resolved.clip.min, window.cell);
        let column = (window.origin.x - corner.x) / cell;
        let row = (window.origin.y - corner.y) / cell;
        let lines = Lines { x: f64::from(corner.x), y: f64::from(corner.y), cell: f64::from(cell) };
        let scale = Scale {
            base: f64::from(resolved.height_range.0),
            voxel: f64::from(resolved.cell_height),
        };
        let width = cast::cell_index(window.width);
        Self {
            lines,
            scale,
            corner,
            cell,
            columns: (column, column + window.width - 1),
            rows: row + rows.start..row + rows.end,
            width,
            by_rows,
            parts: RowParts::new(width),
            voxels: Voxels::new(width),
        }
    }

    /// Fills them with one triangle, which is this to those who would stand on it.
    pub(super) fn fill(&mut self, triangle: [GroundPoint; 3], ground: u16, out: &mut RawSpans) {
        let mut cut = Cut::new(triangle, self.lines);
        let plane = Plane::through(triangle);
        for row in cut.rows.0.max(self.rows.start)..=cut.rows.1.min(self.rows.end - 1) {
            if cut.row(row, self.columns, &mut self.parts) {
                self.emit(row, &plane, ground, out);
            }
        }
    }

    /// The spans of the parts of a row.
    fn emit(&mut self, row: i32, plane: &Plane, ground: u16, out: &mut RawSpans) {
        let Self { corner, cell, scale, parts, voxels, .. } = self;
        let centre = |from: i32, i: i32| from + i * *cell + *cell / 2;
        let centre = PlanPoint::new(centre(corner.x, parts.first), centre(corner.y, row));
        let x = cast::cell_index(parts.first - self.columns.0);
        let row = cast::cell_index(row - self.rows.start);
        let first = row * self.width + x;
        // Whether the centre is covered matters only where one may stand.
        let walkable = ground != 0 && ground != BLOCKED;
        let mut cover = walkable.then(|| plane.cover(centre, *cell));
        let mut covered = || cover.as_mut().is_some_and(Cover::next);
        if plane.level {
            let (bottoms, tops) = scale.voxels([plane.height; 2], [plane.height; 2]);
            let (extent, height) = ((bottoms[0], tops[0]), cast::round_within(plane.height));
            let part = |covered| Part::new(extent, height, ground, covered);
            if parts.length < FEW || !self.by_rows {
                out.add(first, (0..parts.length).map(|_| part(covered())));
            } else {
                let (from, to) = cover.map_or((0, 0), |cover| cover.range(parts.length));
                out.add_level(row, part(false), (x, x + parts.length), (x + from, x + to));
            }
            return;
        }
        voxels.read(parts.pairs(), plane.rise(centre, *cell), *scale);
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
pub(super) struct Voxels {
    bottoms: Vec<i32>,
    tops: Vec<i32>,
    heights: Vec<i32>,
}

impl Voxels {
    /// For rows of so many cells.
    pub(super) fn new(width: usize) -> Self {
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
