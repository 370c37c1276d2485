//! Why parameters cannot be used.

use crate::geom::FrameError;

/// Why parameters cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// A value is outside its range.
    #[error("{name} is {value}: it must be {range}")]
    Range {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What is allowed, in words.
        range: &'static str,
    },
    /// No frame for the world.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The world is so large that its lattice has no room for the cells.
    #[error(
        "the world is {extent} m across, so the lattice step is {step} m, too coarse for {name} {value} m: drop stray geometry that stretches the bounds, or raise {name} to {least} m"
    )]
    TooCoarse {
        /// The parameter.
        name: &'static str,
        /// Its value, metres.
        value: f64,
        /// Longest side of the bounds, metres.
        extent: f64,
        /// Lattice step, metres.
        step: f64,
        /// Smallest value that would do, metres.
        least: f64,
    },
    /// A length is more than the lattice of so small a world reaches.
    #[error(
        "{name} is {value:?} m, more than the {most} m that the lattice of a world {extent} m across reaches: lower it, or scale the model if that is in other units"
    )]
    TooLong {
        /// The parameter.
        name: &'static str,
        /// Its value, metres.
        value: f64,
        /// Longest side of the bounds, metres.
        extent: f64,
        /// Largest value that would do, metres.
        most: f64,
    },
    /// The grid would be too large to build.
    #[error(
        "a tile of {columns} x {rows} cells is over the limit of {limit}: raise cell_size ({cell_size} m) or set tile_size, or drop stray geometry that stretches the bounds"
    )]
    TooManyCells {
        /// Cells along x.
        columns: i64,
        /// Cells along y.
        rows: i64,
        /// Most cells of a tile.
        limit: i64,
        /// The cell size asked for, metres.
        cell_size: f64,
    },
    /// What a tile looks at around it would be too large to build.
    #[error(
        "{name} is {value} m, so that a tile with its border is {columns} x {rows} cells, over the limit of {limit}: lower {name}"
    )]
    BorderTooWide {
        /// The parameter that the border follows from.
        name: &'static str,
        /// Its value, metres.
        value: f64,
        /// Cells along x, border included.
        columns: i64,
        /// Cells along y, border included.
        rows: i64,
        /// Most cells of a tile.
        limit: i64,
    },
    /// The world would have too many tiles.
    #[error(
        "the world is {columns} x {rows} tiles of {tile_size} m, over the limit of {limit}: raise tile_size, or drop stray geometry that stretches the bounds"
    )]
    TooManyTiles {
        /// Tiles along x.
        columns: i32,
        /// Tiles along y.
        rows: i32,
        /// Most tiles of a world.
        limit: i64,
        /// Side of a tile, metres.
        tile_size: f64,
    },
}
