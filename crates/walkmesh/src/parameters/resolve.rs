//! The whole numbers that parameters become, fixed at the first bake and kept with the mesh.

use super::{ParameterError, Parameters, Survey, TileSize};
use crate::geom::{Frame, PlanBox, PlanPoint, Point, cast};

/// World ratios such as 0.3 / 0.05 are a hair off the whole number that is meant; this share of
/// a cell decides for it. No coordinate depends on it.
const RATIO_SLACK: f64 = 1e-6;
/// Cells each way that a solo tile may have before [`TileSize::Auto`] cuts the world.
const AUTO_SOLO_CELLS: i32 = 1024;
/// Cells each way of a tile that [`TileSize::Auto`] chose.
const AUTO_TILE_CELLS: i32 = 256;
/// A cell has at least this many lattice steps, so that quantising it costs under 1 %.
const MIN_CELL_STEPS: f64 = 64.0;
/// Below this the lattice is too coarse for the cells asked for: a tenth of a cell would be lost.
const FEWEST_CELL_STEPS: i32 = 8;
/// The longest length that parameters may become, steps: sums of a few still fit `i32`.
const LONGEST: i32 = 1 << 29;
/// Most cells of one tile, border included.
const MAX_TILE_CELLS: i64 = 1 << 28;
/// Cells around a tile beyond those of the agent's radius.
const LEAST_BORDER: i32 = 3;
/// Most tiles of a world: all are listed.
const MAX_TILES: i64 = 1 << 24;

/// The quantised parameters and the grid of tiles: what a bake really uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resolved {
    /// The lattice.
    pub frame: Frame,
    /// The world's box in plan, a whole number of cells; tile (0, 0) starts at its lower corner.
    pub clip: PlanBox,
    /// Lowest and highest corner of the world at the first bake, steps; voxels are counted from the
    /// lowest. What is lower or higher later on is surveyed as well.
    pub height_range: (i32, i32),
    /// Cell size, steps.
    pub cell: i32,
    /// Voxel height, steps.
    pub cell_height: i32,
    /// Head room needed, voxels.
    pub walkable_height: i32,
    /// Highest step, voxels.
    pub walkable_climb: i32,
    /// Highest step, lattice steps.
    pub climb: i32,
    /// Agent radius, lattice steps.
    pub radius: i32,
    /// Agent height, lattice steps.
    pub height: i32,
    /// Smallest vertical part of a unit normal that is still walkable.
    pub min_normal_up: f64,
    /// How far an outline may leave its cells, lattice steps.
    pub edge_max_error: i32,
    /// How far the exact survey's polygons, and what edits grow, may leave the arcs around corners,
    /// lattice steps.
    pub arc_tolerance: i32,
    /// Islands under this many cells are removed.
    pub region_min_cells: u32,
    /// Watershed regions under this many cells are merged.
    pub region_merge_cells: u32,
    /// Spacing of height samples, lattice steps; 0 for no height detail.
    pub detail_sample_distance: i32,
    /// How far the mesh may be off the sampled ground, lattice steps; 0 for no height detail.
    pub detail_max_error: i32,
    /// Cells along a side of a tile (of the longer side of the world when solo).
    pub tile_cells: i32,
    /// Cells that a tile looks beyond its sides.
    pub border_cells: i32,
    /// Tiles along x.
    pub columns: i32,
    /// Tiles along y.
    pub rows: i32,
}

impl Parameters {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// Names the first value that cannot be used.
    pub fn validate(&self) -> Result<(), ParameterError> {
        const POSITIVE: &str = "above 0 and finite";
        const NOT_NEGATIVE: &str = "0 or more and finite";
        let positive = [
            ("cell_size", self.cell_size),
            ("cell_height", self.cell_height),
            ("agent_height", self.agent.height),
        ];
        let not_negative = [
            ("agent_radius", self.agent.radius),
            ("agent_max_climb", self.agent.max_climb),
            ("region_min_area", self.region_min_area),
            ("region_merge_area", self.region_merge_area),
            ("polygon_min_area", self.polygon_min_area),
            ("arc_tolerance", self.arc_tolerance),
            ("edge_max_error", self.edge_max_error),
            ("detail_sample_distance", self.detail_sample_distance),
            ("detail_max_error", self.detail_max_error),
            ("border_size", self.border_size),
        ];
        for (name, value) in positive {
            if !(value > 0.0 && value.is_finite()) {
                return Err(ParameterError::Range { name, value, range: POSITIVE });
            }
        }
        for (name, value) in not_negative {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(ParameterError::Range { name, value, range: NOT_NEGATIVE });
            }
        }
        let slope = self.agent.max_slope;
        if !(0.0..90.0).contains(&slope) {
            return Err(ParameterError::Range {
                name: "agent_max_slope",
                value: slope,
                range: "0 to below 90 degrees",
            });
        }
        if self.agent.max_climb >= self.agent.height {
            return Err(ParameterError::Range {
                name: "agent_max_climb",
                value: self.agent.max_climb,
                range: "below agent_height, or floors over each other could not be told apart",
            });
        }
        if matches!(self.verts_per_poly, 1 | 2) {
            return Err(ParameterError::Range {
                name: "verts_per_poly",
                value: self.verts_per_poly.into(),
                range: "0 for as many as an export has room for, or 3 and more",
            });
        }
        if let TileSize::Metres(size) = self.tile_size
            && !(size >= self.cell_size && size.is_finite())
        {
            return Err(ParameterError::Range {
                name: "tile_size",
                value: size,
                range: "at least cell_size and finite",
            });
        }
        Ok(())
    }

    /// The border that was asked for, of which an exact survey has no use.
    const fn own_border(&self) -> f64 {
        if matches!(self.survey, Survey::Exact) { 0.0 } else { self.border_size }
    }

    /// Checks that a lattice is fine enough for the cells, and reaches as far as lengths that are
    /// counted in its steps; errors far beyond the world's size mean the same as its size.
    fn fit(&self, frame: &Frame, extent: f64) -> Result<(), ParameterError> {
        let (least, step) = (frame.metres(f64::from(FEWEST_CELL_STEPS)), frame.step());
        let cells = [("cell_size", self.cell_size), ("cell_height", self.cell_height)];
        for (name, value) in cells {
            if frame.steps(value) < FEWEST_CELL_STEPS {
                return Err(ParameterError::TooCoarse { name, value, extent, step, least });
            }
        }
        let of_agent = [("agent_height", self.agent.height), ("agent_radius", self.agent.radius)];
        let border = [("border_size", self.own_border())];
        for (name, value) in cells.into_iter().chain(of_agent).chain(border) {
            if frame.steps(value) > LONGEST {
                let most = frame.metres(f64::from(LONGEST));
                return Err(ParameterError::TooLong { name, value, extent, most });
            }
        }
        Ok(())
    }

    /// Checks that a tile of so many cells each way, and a border around it, can be built.
    fn fit_cells(&self, tile: [i32; 2], border: i32) -> Result<(), ParameterError> {
        let with = |border: i32| tile.map(|n| i64::from(n) + 2 * i64::from(border));
        let fits = |[columns, rows]: [i64; 2]| columns * rows <= MAX_TILE_CELLS;
        let [columns, rows] = with(border);
        let (limit, cell_size) = (MAX_TILE_CELLS, self.cell_size);
        if fits([columns, rows]) {
            return Ok(());
        }
        // Beside a border that is not as wide as the tile the cells are too small.
        if fits(with(LEAST_BORDER)) && border >= tile[0].max(tile[1]) {
            let asked = [("border_size", self.own_border()), ("agent_radius", self.agent.radius)];
            let [own, radius] = asked;
            let (name, value) = if own.1 > radius.1 { own } else { radius };
            return Err(ParameterError::BorderTooWide { name, value, columns, rows, limit });
        }
        Err(ParameterError::TooManyCells { columns, rows, limit, cell_size })
    }

    /// The whole numbers for a world within these bounds.
    ///
    /// # Errors
    /// When a value is out of its range, the bounds are not finite, too wide for the cells or too
    /// narrow for a length, a tile would have more than 2^28 cells, or the world more than 2^24
    /// tiles.
    pub fn resolve(
        &self,
        min: impl Into<Point>,
        max: impl Into<Point>,
    ) -> Result<Resolved, ParameterError> {
        self.validate()?;
        let (min, max) = sorted(min.into(), max.into());
        let mut frame = Frame::for_bounds(min, max)?;
        let finest = self.cell_size.min(self.cell_height) / MIN_CELL_STEPS;
        while frame.step() > finest && cells_fit(&frame, min, max) {
            frame = Frame::new(frame.origin(), frame.exponent() - 1)?;
        }
        let extent = (max.x - min.x).max(max.y - min.y).max(max.z - min.z);
        self.fit(&frame, extent)?;
        let cell = frame.steps(self.cell_size);
        let cell_height = frame.steps(self.cell_height);
        let low = lattice_corner(&frame, Point::new(min.x, min.y, max.z));
        let high = lattice_corner(&frame, Point::new(max.x, max.y, min.z));
        // The grid starts on a whole cell of the lattice, so that it does not move with the soup.
        let start = |v: i32| v.div_euclid(cell) * cell;
        let cells = |lo: i32, hi: i32| (hi - start(lo)).div_euclid(cell) + 1;
        let (wide, deep) = (cells(low.0, high.0), cells(low.1, high.1));
        let tile_cells = match self.tile_size {
            TileSize::Solo => wide.max(deep),
            TileSize::Auto if wide.max(deep) <= AUTO_SOLO_CELLS => wide.max(deep),
            TileSize::Auto => AUTO_TILE_CELLS,
            TileSize::Metres(size) => {
                cast::round_i32(size / self.cell_size).clamp(1, wide.max(deep))
            }
        };
        let in_cells = |metres: f64| cast::ceil_i32(metres / self.cell_size - RATIO_SLACK);
        let border_cells =
            (in_cells(self.agent.radius).max(0) + LEAST_BORDER).max(in_cells(self.own_border()));
        let tiles = |n: i32| (n + tile_cells - 1) / tile_cells;
        self.fit_cells([wide, deep].map(|n| n.min(tile_cells)), border_cells)?;
        let (columns, rows) = (tiles(wide), tiles(deep));
        if i64::from(columns) * i64::from(rows) > MAX_TILES {
            let tile_size = f64::from(tile_cells) * self.cell_size;
            return Err(ParameterError::TooManyTiles {
                columns,
                rows,
                limit: MAX_TILES,
                tile_size,
            });
        }
        let corner = PlanPoint::new(start(low.0), start(low.1));
        let cell_area = self.cell_size * self.cell_size;
        let area_cells =
            |area: f64| cast::count(cast::cell_index(cast::round_i32(area / cell_area)));
        Ok(Resolved {
            frame,
            clip: PlanBox::new(
                corner,
                PlanPoint::new(corner.x + wide * cell, corner.y + deep * cell),
            ),
            height_range: (low.2, high.2),
            cell,
            cell_height,
            walkable_height: cast::ceil_i32(self.agent.height / self.cell_height - RATIO_SLACK)
                .max(1),
            walkable_climb: cast::floor_i32(self.agent.max_climb / self.cell_height + RATIO_SLACK),
            climb: frame.steps(self.agent.max_climb),
            radius: frame.steps(self.agent.radius),
            height: frame.steps(self.agent.height),
            min_normal_up: self.agent.min_normal_up(),
            edge_max_error: frame.steps(self.edge_max_error).min(LONGEST),
            arc_tolerance: frame.steps(self.arc_tolerance).clamp(1, LONGEST),
            region_min_cells: area_cells(self.region_min_area),
            region_merge_cells: area_cells(self.region_merge_area),
            detail_sample_distance: frame.steps(self.detail_sample_distance).min(LONGEST),
            detail_max_error: frame.steps(self.detail_max_error).min(LONGEST),
            tile_cells,
            border_cells,
            columns,
            rows,
        })
    }
}

impl Resolved {
    /// True when one tile is all of the world.
    pub(crate) fn is_solo(&self) -> bool {
        (self.columns, self.rows) == (1, 1)
    }

    /// How far apart in height two grounds may be that continue each other, steps: a step of the
    /// agent, and a voxel for the rounding of either.
    pub(crate) fn height_tolerance(&self) -> i64 {
        i64::from(self.climb) + i64::from(self.cell_height)
    }

    /// The box of tile (`x`, `y`) in plan; the last column and row end at the world's box.
    #[must_use]
    pub fn tile_box(&self, x: i32, y: i32) -> PlanBox {
        let size = i64::from(self.tile_cells) * i64::from(self.cell);
        let at = |start: i32, i: i32, end: i32| {
            cast::narrow_i32((i64::from(start) + i64::from(i) * size).min(i64::from(end)))
        };
        let (min, max) = (self.clip.min, self.clip.max);
        PlanBox::new(
            PlanPoint::new(at(min.x, x, max.x), at(min.y, y, max.y)),
            PlanPoint::new(at(min.x, x + 1, max.x), at(min.y, y + 1, max.y)),
        )
    }
}

/// The lower and the upper corner of the box with these corners; what is not finite stays, for the
/// frame to refuse.
fn sorted(a: Point, b: Point) -> (Point, Point) {
    let low = |a: f64, b: f64| if b < a { b } else { a };
    let high = |a: f64, b: f64| if b < a { a } else { b };
    (
        Point::new(low(a.x, b.x), low(a.y, b.y), low(a.z, b.z)),
        Point::new(high(a.x, b.x), high(a.y, b.y), high(a.z, b.z)),
    )
}

/// True while the world would still fit a lattice of half the step, with room for the grid.
fn cells_fit(frame: &Frame, min: Point, max: Point) -> bool {
    Frame::new(frame.origin(), frame.exponent() - 2)
        .is_ok_and(|finer| finer.to_lattice(min).is_some() && finer.to_lattice(max).is_some())
}

/// A world corner as (x, y, height), clamped to the lattice's reach.
fn lattice_corner(frame: &Frame, p: Point) -> (i32, i32, i32) {
    frame.to_lattice(p).map_or((0, 0, 0), |g| (g.plan.x, g.plan.y, g.height))
}

#[cfg(test)]
mod tests;
