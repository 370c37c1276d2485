//! Where the tiles of a file stand, and the lattice that holds them.

use super::container::TileSet;
use super::tile::Tile;
use crate::geom::{Frame, FrameError, GroundPoint, PlanPoint, cast};
use crate::mesh::TileCoord;

/// How far an edge may be off the border of its tile, metres: Detour's own measure.
const BORDER_REACH: f64 = 0.01;

/// Tiles on a grid of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// Least column and row of the file that have ground.
    first: (i32, i32),
    pub(super) columns: i32,
    pub(super) rows: i32,
    /// World x and z of the upper left corner: least x, least z.
    corner: (f64, f64),
    /// Side of a tile, metres.
    pub(super) size: f64,
}

impl Grid {
    /// The grid of a set with ground in several places, when its tiles are squares and hold
    /// their polygons.
    pub(super) fn of(set: &TileSet) -> Option<Self> {
        let with_ground = || set.tiles.iter().filter(|tile| has_ground(tile));
        let size = f64::from(set.tile_size[0]);
        let is_square = set.tile_size[0].to_bits() == set.tile_size[1].to_bits();
        if !(is_square && size > 0.0 && size.is_finite()) {
            return None;
        }
        let first = (with_ground().map(|t| t.x).min()?, with_ground().map(|t| t.y).min()?);
        let last = (with_ground().map(|t| t.x).max()?, with_ground().map(|t| t.y).max()?);
        if first == last {
            return None;
        }
        let count = |a: i32, b: i32| b.checked_sub(a)?.checked_add(1);
        let (columns, rows) = (count(first.0, last.0)?, count(first.1, last.1)?);
        let at = |origin: f32, i: i32| f64::from(origin) + f64::from(i) * size;
        let corner = (at(set.origin[0], first.0), at(set.origin[2], first.1));
        let grid = Self { first, columns, rows, corner, size };
        let fits = with_ground().all(|tile| {
            let reach = reach(tile, 0.0);
            let (x, z) = (at(set.origin[0], tile.x), at(set.origin[2], tile.y));
            let inside = |v: f32, from: f64| {
                let v = f64::from(v) - from;
                v >= -reach && v <= size + reach
            };
            ground_vertices(tile).all(|[vx, _, vz]| inside(vx, x) && inside(vz, z))
        });
        (fits && corner.0.is_finite() && corner.1.is_finite()).then_some(grid)
    }

    /// Where a tile stands in the mesh: rows count the other way.
    pub(super) const fn coord(&self, x: i32, y: i32) -> TileCoord {
        TileCoord { x: x - self.first.0, y: self.rows - 1 - (y - self.first.1) }
    }

    /// Two opposite corners on the ground of height 0.
    fn corners(&self) -> [[f64; 2]; 2] {
        let (x, z) = self.corner;
        let along = |count: i32| f64::from(count) * self.size;
        [[x, z], [x + along(self.columns), z + along(self.rows)]]
    }
}

/// True for a tile that has something to stand on.
pub(super) fn has_ground(tile: &Tile) -> bool {
    tile.polygons.iter().any(|polygon| polygon.is_ground)
}

/// The vertices that ground polygons use; some more than once.
fn ground_vertices(tile: &Tile) -> impl Iterator<Item = [f32; 3]> + '_ {
    let ground = tile.polygons.iter().filter(|polygon| polygon.is_ground);
    let corners = ground.flat_map(|polygon| &polygon.corners);
    corners.map(|&v| tile.vertices[usize::from(v)])
}

/// The side of a cell, metres, where the tile tells.
pub(super) fn cell_size(tile: &Tile) -> Option<f64> {
    let cell = 1.0 / f64::from(tile.quantisation);
    (cell > 0.0 && cell.is_finite()).then_some(cell)
}

/// How far an edge may be off the border of its tile, metres; coordinates are exact to `unit`.
pub(super) fn reach(tile: &Tile, unit: f64) -> f64 {
    let most = cell_size(tile).map_or(BORDER_REACH, |cell| BORDER_REACH.min(cell * 0.25));
    most.max(4.0 * unit)
}

/// The lattice for a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    pub(super) frame: Frame,
    /// What coordinates are exact to, metres, a power of two: the last bit of the farthest one of
    /// the file.
    pub(super) unit: f64,
    /// Corners go to multiples of this, metres: of the unit, which is some steps wide, so that
    /// edges between corners have lattice points on them, for heights. One tile without height
    /// points needs none: there a step, as polygons narrower than the unit join others.
    corner: f64,
}

impl Lattice {
    /// The lattice for the ground of a set.
    pub(super) fn of(set: &TileSet, grid: Option<&Grid>) -> Result<Self, FrameError> {
        let points = || set.tiles.iter().flat_map(ground_vertices);
        let corners = grid.map(Grid::corners).into_iter().flatten();
        let far = points()
            .flat_map(|[x, _, z]| [x, z].map(|v| f64::from(v).abs()))
            .chain(corners.clone().flatten().map(f64::abs))
            .fold(0.0, f64::max);
        let unit = last_bit(far);
        let round = |v: f64| (v / unit).round() * unit;
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        let mut add = |axis: usize, v: f64| {
            low[axis] = low[axis].min(v);
            high[axis] = high[axis].max(v);
        };
        for [x, y, z] in points() {
            add(0, round(x.into()));
            add(1, y.into());
            add(2, round(z.into()));
        }
        for [x, z] in corners {
            add(0, round(x));
            add(2, round(z));
        }
        let frame = if low[0] <= high[0] {
            Frame::finest_for_bounds(low, high)?
        } else {
            Frame::for_bounds([0.0; 3], [0.0; 3])?
        };
        let unit = unit.max(frame.step());
        let is_bare = grid.is_none() && set.tiles.iter().all(|t| t.detail_vertices.is_empty());
        Ok(Self { frame, unit, corner: if is_bare { frame.step() } else { unit } })
    }

    /// A corner of a polygon: plan coordinates rounded as is said of it. `None` beyond the lattice.
    pub(super) fn corner(&self, [x, y, z]: [f32; 3]) -> Option<GroundPoint> {
        self.frame.to_lattice([self.round(x.into()), y.into(), self.round(z.into())])
    }

    /// The nearest place for a corner's coordinate.
    fn round(&self, v: f64) -> f64 {
        (v / self.corner).round() * self.corner
    }

    /// The unit in steps.
    pub(super) fn unit_steps(&self) -> f64 {
        self.unit / self.frame.step()
    }

    /// The lower corner of the grid in plan, and the side of a tile in steps; `None` when it is
    /// beyond the lattice. It hangs from the corner of the file's first row.
    pub(super) fn place(&self, grid: &Grid) -> Option<(PlanPoint, i32)> {
        let (x, z) = grid.corner;
        let upper = self.frame.to_lattice([self.round(x), self.frame.origin().y, self.round(z)])?;
        let size = self.frame.steps(grid.size).max(1);
        let lower = i64::from(upper.plan.y) - i64::from(size) * i64::from(grid.rows);
        Some((PlanPoint::new(upper.plan.x, i32::try_from(lower).ok()?), size))
    }
}

/// The distance from an `f32` of this size to the next.
fn last_bit(value: f64) -> f64 {
    let single = cast::single(value);
    let next = f32::from_bits(single.to_bits().saturating_add(1));
    let below = f32::from_bits(single.to_bits().saturating_sub(1));
    if next.is_finite() {
        f64::from(next) - f64::from(single)
    } else {
        f64::from(single) - f64::from(below)
    }
}
