//! Cutting a finished surface into the surfaces of tiles.

mod line;

use super::{Border, HeightGrid, Heights, Layer, Patch, Ring, Surface, TileSide};
use crate::geom::predicates::{Side, ring_area_doubled, side_of_ring};
use crate::geom::{PlanBox, PlanPoint, cast};
use line::{keep_left, with_crossings};
use std::collections::BTreeMap;

/// Why a surface could not be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CutError {
    /// Tiles must have a size.
    #[error("a tile size of {size} steps cuts nothing: use 1 or more")]
    Size {
        /// The size asked for.
        size: i32,
    },
    /// The rings of a patch do not bound an area.
    #[error("layer {layer}, patch {patch}: its rings are not closed around the ground at {at:?}")]
    Rings {
        /// Index of the layer.
        layer: usize,
        /// Index of the patch in the layer.
        patch: usize,
        /// Where on a cut line, as a rule.
        at: PlanPoint,
    },
}

/// A tile of a cut surface.
#[derive(Clone, Debug, PartialEq)]
pub struct CutTile {
    /// Column in the grid, growing with plan x.
    pub column: i32,
    /// Row in the grid, growing with plan y.
    pub row: i32,
    /// What is in it.
    pub surface: Surface,
}

impl Surface {
    /// Cuts the surface along the lines of a grid of square tiles of `size` steps, of which tile
    /// (0, 0) has its lower corner at `origin`. Gives the tiles with ground, in order of row, then
    /// column; their boxes are their clip.
    ///
    /// Cut edges get a corner on the line, rounded along it (halves up), with the height between;
    /// it is a function of the edge alone, so the tiles on both sides agree, and so do both
    /// sides of a seam. Both halves keep what lies beyond. Where the ground goes on behind the
    /// line the border is [`Border::Tile`]; a tile border of the uncut surface that is not on a
    /// line becomes a wall. A two-way seam on a line becomes a tile border, a directed one a wall.
    /// Rounding bends edges by half a step at most, so rings stay as they should be while no
    /// corner is nearer than that to an edge of another. O(n) for n corners and lines crossed.
    ///
    /// # Errors
    /// When `size` is below 1, or the rings of a patch break the rules of [`Patch`].
    pub fn cut(&self, origin: PlanPoint, size: i32) -> Result<Vec<CutTile>, CutError> {
        if size < 1 {
            return Err(CutError::Size { size });
        }
        let mut tiles: BTreeMap<Place, Self> = BTreeMap::new();
        for (l, layer) in self.layers.iter().enumerate() {
            let mut patches: BTreeMap<Place, Vec<Patch>> = BTreeMap::new();
            for (p, patch) in layer.patches.iter().enumerate() {
                let error = |at| CutError::Rings { layer: l, patch: p, at };
                for (tile, rings) in tiles_of(patch, origin, size).map_err(error)? {
                    let clip = tile_box(origin, size, tile);
                    let parts = nest(rings, patch, &clip).map_err(error)?;
                    patches.entry(tile).or_default().extend(parts);
                }
            }
            for (tile, patches) in patches.into_iter().filter(|t| !t.1.is_empty()) {
                let clip = tile_box(origin, size, tile);
                let heights = crop(&layer.heights, &clip);
                tiles
                    .entry(tile)
                    .or_insert_with(|| Self::empty(self.frame, clip))
                    .layers
                    .push(Layer { patches, heights });
            }
        }
        let tile = |((row, column), surface)| CutTile { column, row, surface };
        Ok(tiles.into_iter().map(tile).collect())
    }
}

/// Row and column of a tile.
type Place = (i32, i32);

/// Where on a cut line the rings do not add up.
type Broken = PlanPoint;

fn tile_box(origin: PlanPoint, size: i32, (row, column): Place) -> PlanBox {
    let at = |start, i| line_at(start, size, i);
    PlanBox::new(
        PlanPoint::new(at(origin.x, column), at(origin.y, row)),
        PlanPoint::new(at(origin.x, column + 1), at(origin.y, row + 1)),
    )
}

/// Line `i` of the grid along one axis.
fn line_at(start: i32, size: i32, i: i32) -> i32 {
    cast::narrow_i32(i64::from(start) + i64::from(size) * i64::from(i))
}

/// The rings of a patch by tile (row, column).
fn tiles_of(
    patch: &Patch,
    origin: PlanPoint,
    size: i32,
) -> Result<Vec<(Place, Vec<Ring>)>, Broken> {
    let mut tiles = Vec::new();
    let mut rings: Vec<Ring> = patch.rings().filter(|r| r.points.len() > 2).cloned().collect();
    for ring in &mut rings {
        // A ring without a border for an edge has a wall there.
        ring.borders.resize(ring.points.len(), Border::Wall);
    }
    for (column, rings) in strips(rings, origin.x, size)? {
        // Turned by a quarter the rows are columns.
        let turned = turn(rings, |p| PlanPoint::new(p.y, -p.x), TURN_SIDES);
        for (row, rings) in strips(turned, origin.y, size)? {
            let rings = turn(rings, |p| PlanPoint::new(-p.y, p.x), BACK_SIDES);
            tiles.push(((row, column), rings));
        }
    }
    Ok(tiles)
}

/// What east, north, west and south become when (x, y) goes to (y, -x).
const TURN_SIDES: [TileSide; 4] =
    [TileSide::South, TileSide::East, TileSide::North, TileSide::West];
/// And back.
const BACK_SIDES: [TileSide; 4] =
    [TileSide::North, TileSide::West, TileSide::South, TileSide::East];
/// Half a turn.
const HALF_SIDES: [TileSide; 4] =
    [TileSide::West, TileSide::South, TileSide::East, TileSide::North];

fn turn(
    mut rings: Vec<Ring>,
    to: impl Fn(PlanPoint) -> PlanPoint,
    sides: [TileSide; 4],
) -> Vec<Ring> {
    for ring in &mut rings {
        for p in &mut ring.points {
            p.plan = to(p.plan);
        }
        for border in &mut ring.borders {
            if let Border::Tile(side) = border {
                *side = match side {
                    TileSide::East => sides[0],
                    TileSide::North => sides[1],
                    TileSide::West => sides[2],
                    TileSide::South => sides[3],
                };
            }
        }
    }
    rings
}

/// Cuts rings by the vertical lines `start + i × size` into columns `i`.
fn strips(rings: Vec<Ring>, start: i32, size: i32) -> Result<Vec<(i32, Vec<Ring>)>, Broken> {
    let xs = || rings.iter().flat_map(|r| &r.points).map(|p| i64::from(p.plan.x));
    let (Some(low), Some(high)) = (xs().min(), xs().max()) else { return Ok(Vec::new()) };
    let column = |x: i64| cast::narrow_i32((x - i64::from(start)).div_euclid(i64::from(size)));
    let (first, last) = (column(low), column(high - 1));
    let mut strips = Vec::new();
    let mut rest = rings;
    for i in first..last {
        let at = line_at(start, size, i + 1);
        let cut: Vec<Ring> = rest.iter().map(|r| with_crossings(r, at)).collect();
        let half = |p: PlanPoint| PlanPoint::new(-p.x, -p.y);
        let behind = keep_left(&turn(cut.clone(), half, HALF_SIDES), -at).map_err(half)?;
        strips.push((i, keep_left(&cut, at)?));
        rest = turn(behind, half, HALF_SIDES);
    }
    strips.push((last, rest));
    Ok(strips)
}

/// Rings as patches: outlines with the holes in them. Rings without area are dropped.
fn nest(rings: Vec<Ring>, patch: &Patch, clip: &PlanBox) -> Result<Vec<Patch>, Broken> {
    let mut outlines: Vec<(i128, Vec<PlanPoint>)> = Vec::new();
    let mut patches = Vec::new();
    let mut holes = Vec::new();
    for mut ring in rings {
        drop_spikes(&mut ring);
        let plan: Vec<PlanPoint> = ring.points.iter().map(|p| p.plan).collect();
        for (i, border) in ring.borders.iter_mut().enumerate() {
            if let Border::Tile(side) = *border
                && !(on_side(clip, side, plan[i])
                    && on_side(clip, side, plan[(i + 1) % plan.len()]))
            {
                *border = Border::Wall;
            }
        }
        let area = ring_area_doubled(&plan);
        if area > 0 {
            outlines.push((area, plan));
            patches.push(Patch { outer: ring, holes: Vec::new(), area: patch.area });
        } else if area < 0 {
            holes.push((-area, plan, ring));
        }
    }
    for (area, plan, ring) in holes {
        let around = |outline: &(i128, Vec<PlanPoint>)| {
            outline.0 > area && plan.iter().all(|&p| side_of_ring(&outline.1, p) != Side::Outside)
        };
        let holder = (0..outlines.len())
            .filter(|&i| around(&outlines[i]))
            .min_by_key(|&i| outlines[i].0)
            .ok_or(plan[0])?;
        patches[holder].holes.push(ring);
    }
    Ok(patches)
}

/// Takes out corners where the ring turns right back: ground that rounding left no width.
fn drop_spikes(ring: &mut Ring) {
    let mut i = 0;
    while i < ring.points.len() && ring.points.len() > 2 {
        let n = ring.points.len();
        let (before, after) = ((i + n - 1) % n, (i + 1) % n);
        if ring.points[before].plan == ring.points[after].plan {
            // The corner goes, and one of the two equal ones; the edge after them stays.
            ring.borders[before] = ring.borders[after];
            for gone in [i.max(after), i.min(after)] {
                ring.points.remove(gone);
                ring.borders.remove(gone);
            }
            i = i.saturating_sub(2);
        } else {
            i += 1;
        }
    }
    if ring.points.len() < 3 {
        *ring = Ring::default();
    }
}

fn on_side(clip: &PlanBox, side: TileSide, p: PlanPoint) -> bool {
    match side {
        TileSide::East => p.x == clip.max.x,
        TileSide::North => p.y == clip.max.y,
        TileSide::West => p.x == clip.min.x,
        TileSide::South => p.y == clip.min.y,
    }
}

/// The cells around a tile, two more on each side: heights on its border are read from both.
fn crop(heights: &Heights, clip: &PlanBox) -> Heights {
    let Heights::Grid(grid) = heights else { return Heights::Corners };
    let cell = i64::from(grid.cell());
    let range = |start: i32, low: i32, high: i32, n: usize| {
        let first = (i64::from(low) - i64::from(start)).div_euclid(cell) - 2;
        let end = (i64::from(high) - i64::from(start)).div_euclid(cell) + 3;
        let clamp = |v: i64| usize::try_from(v.max(0)).map_or(n, |v| v.min(n));
        clamp(first)..clamp(end)
    };
    let (from, size) = (grid.origin(), (grid.width(), grid.depth()));
    let columns = range(from.x, clip.min.x, clip.max.x, size.0);
    let rows = range(from.y, clip.min.y, clip.max.y, size.1);
    let at = |start: i32, i: usize| line_at(start, grid.cell(), cast::extent(i));
    let origin = PlanPoint::new(at(from.x, columns.start), at(from.y, rows.start));
    let mut part = HeightGrid::new(origin, grid.cell(), columns.len(), rows.len());
    for (row, from_row) in rows.enumerate() {
        for (column, from_column) in columns.clone().enumerate() {
            if let Some(height) = grid.get(from_column, from_row) {
                part.set(column, row, height);
            }
        }
    }
    Heights::Grid(part)
}

#[cfg(test)]
mod tests;
