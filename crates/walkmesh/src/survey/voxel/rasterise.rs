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

/// Fills cells with one triangle.
pub(super) struct Filler<'a> {
    pub(super) window: &'a Window,
    pub(super) resolved: &'a Resolved,
    pub(super) ground: u16,
    /// Level floors are added row by row.
    pub(super) by_rows: bool,
}

impl Filler<'_> {
    /// Fills the cells of these rows, the first of which has number 0.
    pub(super) fn fill(
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
