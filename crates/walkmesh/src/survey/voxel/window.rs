//! The cells that a tile looks at: its own and a border around them.

use super::VoxelError;
use crate::geom::{PlanBox, PlanPoint, cast};
use crate::parameters::Resolved;

/// Bits of the number of a cell: two less than a word's, for the tag of [`Tagged`].
const CELL_BITS: u32 = 30;

/// Most cells of a window.
const MAX_CELLS: i64 = 1 << CELL_BITS;

/// The number of a cell and a tag of two bits in one word, where there are very many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tagged(u32);

impl Tagged {
    #[inline]
    pub(super) fn new(cell: u32, tag: u32) -> Self {
        Self(cell | tag << CELL_BITS)
    }

    #[inline]
    pub(super) fn cell(self) -> u32 {
        self.0 & ((1 << CELL_BITS) - 1)
    }

    #[inline]
    pub(super) fn tag(self) -> u32 {
        self.0 >> CELL_BITS
    }
}

/// A rectangle of cells of the world's grid: a tile's own and its border, cut off at the
/// world's box. Cell (0, 0) is the lower left; cells are numbered row after row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Lower corner of cell (0, 0), lattice steps.
    pub origin: PlanPoint,
    /// Cell size, steps.
    pub cell: i32,
    /// Cells along x.
    pub width: i32,
    /// Cells along y.
    pub depth: i32,
    /// First cell of the tile itself.
    pub inner_min: (i32, i32),
    /// One past its last cell on each axis.
    pub inner_max: (i32, i32),
}

impl Window {
    /// The window of a tile.
    ///
    /// # Errors
    /// When the tile is not made of whole cells inside the world's box, or is too large.
    pub(super) fn new(resolved: &Resolved, tile: PlanBox) -> Result<Self, VoxelError> {
        let (cell, clip) = (resolved.cell.max(1), resolved.clip);
        let on_grid = |v: i32, start: i32| (i64::from(v) - i64::from(start)) % i64::from(cell) == 0;
        let whole = [tile.min, tile.max]
            .iter()
            .all(|p| clip.contains(*p) && on_grid(p.x, clip.min.x) && on_grid(p.y, clip.min.y));
        if !whole {
            return Err(VoxelError::TileOffGrid { tile, clip, cell });
        }
        let border = cast::narrow_i32(i64::from(resolved.border_cells) * i64::from(cell));
        let area = tile.grown(border);
        let min = PlanPoint::new(area.min.x.max(clip.min.x), area.min.y.max(clip.min.y));
        let max = PlanPoint::new(area.max.x.min(clip.max.x), area.max.y.min(clip.max.y));
        let cells = |a: i32, b: i32| (b - a) / cell;
        let (width, depth) = (cells(min.x, max.x), cells(min.y, max.y));
        if i64::from(width) * i64::from(depth) > MAX_CELLS {
            return Err(VoxelError::TooManyCells { width, depth, limit: MAX_CELLS });
        }
        Ok(Self {
            origin: min,
            cell,
            width,
            depth,
            inner_min: (cells(min.x, tile.min.x), cells(min.y, tile.min.y)),
            inner_max: (cells(min.x, tile.max.x), cells(min.y, tile.max.y)),
        })
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        cast::cell_index(self.width) * cast::cell_index(self.depth)
    }

    /// The number of cell (`x`, `y`), which must be inside.
    #[inline]
    #[must_use]
    pub fn number(&self, x: i32, y: i32) -> usize {
        cast::cell_index(y) * cast::cell_index(self.width) + cast::cell_index(x)
    }

    /// The column and row of a cell.
    #[inline]
    #[must_use]
    pub fn place(&self, cell: usize) -> (i32, i32) {
        let width = cast::cell_index(self.width).max(1);
        (cast::extent(cell % width), cast::extent(cell / width))
    }

    /// True when cell (`x`, `y`) belongs to the tile itself.
    #[inline]
    #[must_use]
    pub fn is_inner(&self, x: i32, y: i32) -> bool {
        self.inner_min.0 <= x
            && x < self.inner_max.0
            && self.inner_min.1 <= y
            && y < self.inner_max.1
    }

    /// The lower left corner of cell (`x`, `y`), which may be one past the last.
    #[inline]
    #[must_use]
    pub fn corner(&self, x: i32, y: i32) -> PlanPoint {
        PlanPoint::new(self.origin.x + x * self.cell, self.origin.y + y * self.cell)
    }

    /// The number of the cell beside (`x`, `y`) towards `side` (east, north, west, south), or
    /// `None` outside the window.
    #[inline]
    #[must_use]
    pub fn beside(&self, x: i32, y: i32, side: usize) -> Option<usize> {
        let (x, y) = match side {
            0 => (x + 1, y),
            1 => (x, y + 1),
            2 => (x - 1, y),
            _ => (x, y - 1),
        };
        (0 <= x && x < self.width && 0 <= y && y < self.depth).then(|| self.number(x, y))
    }
}
